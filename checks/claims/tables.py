r"""Printed tables of numbers: what each entry claims, and the table as LaTeX again.

A table is pasted as the rows of a tabular, or given as a list of rows; its first row is the head. Either every entry is
the same quantity, at the values of a symbol that head the rows and of one that head the columns, or the first columns
hold the values of given symbols and the head of each further column is the quantity in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

MAXIMAL_ENTRIES = 400
Values = tuple[tuple[str, str], ...]

_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|centering)(?![A-Za-z])|\\(?:cline|cmidrule)(?:\([a-z]*\))?\{[^{}]*\}"
    r"|\\begin\{(?:tabular|array)\*?\}\{(?:[^{}]|\{[^{}]*\})*\}|\\end\{(?:tabular|array)\*?\}"
)
_WRAPPED = re.compile(r"\\(?:textbf|mathbf|boldsymbol|textit|underline|mathrm|text)\{([^{}]*)\}")
_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}|\\[dt]?frac(\d)(\d)")
_LOGARITHM = re.compile(r"\\(?:ln|log)\s*\(?\{?\s*([0-9./]+)\s*\}?\)?")
_EMPTY = frozenset(["", "-", "--", "---", r"\cdot", r"\ldots"])


class TableError(ValueError):
    """The table is not what it should be; the sentence says where."""


@dataclass(frozen=True)
class TableEntry:
    """One entry: where it stands, the equation that it claims, and the values that its row and column put in."""

    label: str
    latex: str
    at: Values
    row: int
    column: int


@dataclass(frozen=True)
class PrintedTable:
    """The cells with the head first; `quantity` is that of every entry, or None where each column has its own.

    `symbols` are the symbol of the rows and that of the columns, or those that the first columns give. `marked` are
    entries to be set in bold.
    """

    cells: tuple[tuple[str, ...], ...]
    symbols: tuple[str, ...]
    quantity: str | None = None
    marked: tuple[tuple[int, int], ...] = ()

    def entries(self) -> tuple[TableEntry, ...]:
        """Every entry that is not left empty."""
        found = []
        first = 1 if self.quantity is not None else len(self.symbols)
        for i, row in enumerate(self.cells[1:], start=1):
            for j in range(first, len(row)):
                if row[j] not in _EMPTY:
                    found.append(self._entry(i, j))
        return tuple(found)

    def _entry(self, i: int, j: int) -> TableEntry:
        head, row = self.cells[0], self.cells[i]
        given = [row[0], head[j]] if self.quantity is not None else row[: len(self.symbols)]
        at = tuple((symbol, plain_value(value)) for symbol, value in zip(self.symbols, given, strict=True))
        label = ", ".join(f"{symbol} = {value}" for symbol, value in at)
        quantity = self.quantity
        if quantity is None:
            quantity = head[j]
            label += f", column {j + 1}"
        return TableEntry(f"entry at {label}", f"{quantity} = {row[j]}", at, i, j)

    def with_entries(self, changed: dict[tuple[int, int], str]) -> PrintedTable:
        """The table with some entries replaced, which are marked."""
        cells = tuple(
            tuple(changed.get((i, j), cell) for j, cell in enumerate(row)) for i, row in enumerate(self.cells)
        )
        return replace(self, cells=cells, marked=tuple(sorted(changed)))

    @property
    def latex(self) -> str:
        """The table as an array, in mathematics."""
        columns = "c|" + "c" * (len(self.cells[0]) - 1)
        if self.quantity is None:
            columns = "c" * len(self.symbols) + "|" + "c" * (len(self.cells[0]) - len(self.symbols))
        rows = []
        for i, row in enumerate(self.cells):
            corner = [self.quantity or ""] if self.quantity is not None and i == 0 else [row[0]]
            shown = [*corner, *row[1:]]
            rows.append(
                " & ".join(rf"\mathbf{{{cell}}}" if (i, j) in self.marked else cell for j, cell in enumerate(shown))
            )
        head, *rest = rows
        body = r" \\ ".join(rest)
        return rf"\begin{{array}}{{{columns}}} {head} \\ \hline {body} \end{{array}}"


def read_table(printed: str | Sequence[Sequence[str]], symbols: Sequence[str], quantity: str | None) -> PrintedTable:
    """The table; TableError where rows have different lengths, there are no entries, or too many."""
    rows = _rows(printed) if isinstance(printed, str) else [tuple(map(_bare, row)) for row in printed]
    if len(rows) < 2:
        raise TableError("a table has a head and at least one row below it")
    for number, row in enumerate(rows[1:], start=1):
        if len(row) != len(rows[0]):
            raise TableError(f"row {number} has {len(row)} cells, the head has {len(rows[0])}")
    if len(rows) * len(rows[0]) > MAXIMAL_ENTRIES:
        raise TableError(f"a table has at most {MAXIMAL_ENTRIES} cells")
    table = PrintedTable(tuple(rows), tuple(symbols), quantity)
    if not table.entries():
        raise TableError("no cell of the table claims anything")
    return table


def _rows(text: str) -> list[tuple[str, ...]]:
    text = re.sub(r"(?<!\\)%.*", "", text)
    lines = _RULES.sub(" ", text).replace(r"\tabularnewline", r"\\").split(r"\\")
    rows = [tuple(_bare(cell) for cell in re.split(r"(?<!\\)&", re.sub(r"^\s*\[[^\]]*\]", "", line))) for line in lines]
    return [row for row in rows if any(row)]


def _bare(cell: str) -> str:
    """The cell without dollars and without bold."""
    bare = cell.replace("$", "").strip()
    while (found := _WRAPPED.fullmatch(bare)) is not None:
        bare = found.group(1).strip()
    return bare


def plain_value(printed: str) -> str:
    """A number at the head of a row or a column, in plain notation."""
    text = _FRACTION.sub(lambda m: f"({m[1] or m[3]})/({m[2] or m[4]})", printed)
    return _LOGARITHM.sub(r"log(\1)", text).replace("{,}", "").strip()
