r"""A design from a TOML, JSON, CSV or LaTeX file, with exact entries.

TOML (JSON has the same keys, or is the list of rows by itself):

    name = "my design"                 # may be left out, like the labels
    truths = ["yes", "no"]             # one for each row
    responses = ["yes", "no"]          # one for each column
    matrix = [["p", "1 - p"], ["1/4", "3/4"]]
    [parameters]                       # ranges; without one a name is a number from 0 to 1, eps is at least 0
    p = "1/2 < p <= 1"

CSV: one line for each truth, as any program writes it (`checks.inputs.delimited`: commas, semicolons or tabs,
decimal commas, percent). If the first line has names, `truth,yes,no`, `truth\response,yes,no` or `,yes,no`, it names
the responses, and the first cell of each further line its truth; `yes,no` names the responses alone. Else all cells
are entries, and labels are 0, 1, ... `rates.csv^T` is read with its columns as truths.

LaTeX (.tex): one matrix, \begin{pmatrix} p & 1-p \\ 1-p & p \end{pmatrix}, also bmatrix, matrix, smallmatrix or array;
what stands around it, such as `P =` or \left[, is left aside, as is all that follows a %.

An entry is an integer, a fraction or decimal such as 1/3 or 0.25, which is read exactly, or an expression such as
1 - p, exp(eps)/(exp(eps) + 2) or \frac{e^\epsilon}{e^\epsilon+2} (`checks.inputs.design_entries`); each row
sums to one.
Names that are integers are the same as those of the catalogue. Lines of CSV that are empty or begin with # are left
out. A file has at most 4 million bytes and 40,000 entries.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.inputs.delimited import TableFileError, table_of
from checks.inputs.design import MAXIMAL_CELLS, MAXIMAL_DIGITS, DesignArgumentError, Level, read_number
from checks.system.envelope import result_of
from mechanisms.exact.domain import Domain
from mechanisms.text_files import read_text

if TYPE_CHECKING:
    import sympy

    from mechanisms.design import Design
    from mechanisms.exact.rational import RationalFunction

MAXIMAL_BYTES = 4_000_000
MAXIMAL_LABEL = 100
Label = str | int
_INTEGER = re.compile(r"-?(0|[1-9]\d{0,8})")
KEYS = ("matrix", "truths", "responses", "name", "parameters")
MAXIMAL_ENTRY = 1000  # characters
MOST_ROUNDED, LARGEST_ROUNDED = 6, 30  # different entries of a row; denominators of what they may be rounded from
_WORD, _LETTER = re.compile(r"[^\W\d][\w ]+"), re.compile(r"[^\W\d]")
_CORNER = re.compile(r"[^\W\d][^\d+*^\u2212-]+")  # truth\response, P(y|x): without a sum or a number it is no 1 - p
_PLAIN_NUMBER = re.compile(r"\d+(\.\d+|/\d+)?")
_GRID = r"(?:[pbvBV]?matrix|smallmatrix|array)"
_LATEX_MATRIX = re.compile(rf"\\begin\s*\{{(?P<kind>{_GRID})\}}.*?\\end\s*\{{(?P=kind)\}}", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")


@dataclass(frozen=True)
class _Written:
    """A design as it stands in a file: the entries with the place of each row, labels, ranges of parameters."""

    rows: Sequence[Sequence[Any]]
    places: Sequence[str]
    truths: list[Label] | None = None
    responses: list[Label] | None = None
    name: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)


def design_from_file(
    path: str | Path, values: Mapping[str, Fraction | Level] | None = None, *, transposed: bool = False
) -> Design:
    """The design in a file at the values of some of its parameters; transposed, where its columns are the truths.

    Raises DesignArgumentError, which names the file, the place and what would be right.
    """
    source = Path(path)
    text = read_text(source, MAXIMAL_BYTES, DesignArgumentError)
    if source.suffix.lower() == ".tex":
        if transposed:
            raise DesignArgumentError(f"{source}: ^T is for tables; write the matrix of a .tex file row by row")
        return _from_latex(text, str(source), values or {})
    reader = {".toml": _from_toml, ".json": _from_json}.get(source.suffix.lower(), _from_csv)
    read = reader(text, str(source))
    return _design(_turned(read, str(source)) if transposed else read, str(source), values or {})


def _turned(written: _Written, source: str) -> _Written:
    """The same with rows and columns exchanged."""
    if any(len(row) != len(written.rows[0]) for row in written.rows):
        raise DesignArgumentError(f"{source}: the rows have different lengths")
    columns = [list(column) for column in zip(*written.rows, strict=True)]
    places = [f"{source}: column {j}" for j in range(1, len(columns) + 1)]
    return _Written(columns, places, written.responses, written.truths, written.name, written.parameters)


def _from_toml(text: str, source: str) -> _Written:
    try:
        data = tomllib.loads(text, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise DesignArgumentError(f"{source}: not a TOML file: {error}") from error
    return _from_table(data, source)


def _from_json(text: str, source: str) -> _Written:
    try:
        data = json.loads(text, parse_float=str, parse_int=str, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise DesignArgumentError(f"{source}: not a JSON file: {error}") from error
    data = result_of(data)
    if isinstance(data, dict) and isinstance(data.get("design"), dict):
        data = data["design"]  # such as `rrproof design --json` writes
    return _from_table({"matrix": data} if isinstance(data, list) else data, source)


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _from_table(data: Any, source: str) -> _Written:
    if not isinstance(data, dict) or "matrix" not in data:
        raise DesignArgumentError(f'{source}: write matrix = [["1/3", "2/3"], ...], one list of entries for each truth')
    unknown = [key for key in data if key not in KEYS]
    if unknown:
        raise DesignArgumentError(f"{source}: unknown key {unknown[0]!r}; the keys are {', '.join(KEYS)}")
    rows = data["matrix"]
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise DesignArgumentError(f"{source}: matrix: a list of rows is needed, each a list of entries")
    places = [f"{source}: matrix, row {i}" for i in range(1, len(rows) + 1)]
    name = data.get("name", "")
    if not isinstance(name, str) or len(name) > MAXIMAL_LABEL:
        raise DesignArgumentError(f"{source}: name: a text of at most {MAXIMAL_LABEL} characters is needed")
    labels = [_labels(data.get(key), f"{source}: {key}") for key in ("truths", "responses")]
    parameters = data.get("parameters", {})
    if not isinstance(parameters, dict):
        raise DesignArgumentError(f'{source}: [parameters] is a table of ranges such as p = "0 < p < 1"')
    return _Written(rows, places, labels[0], labels[1], name, parameters)


def _labels(given: Any, where: str) -> list[Label] | None:
    if given is None:
        return None
    if not isinstance(given, list) or not all(type(label) in (str, int) for label in given):
        raise DesignArgumentError(f"{where}: a list of names is needed")
    labels = [str(label) for label in given]
    return _checked(labels, where)


def _checked(labels: list[str], where: str) -> list[Label]:
    """The labels, those that are integers as such, so that they are those of the catalogue."""
    for label in labels:
        if not label or len(label) > MAXIMAL_LABEL or not label.isprintable():
            raise DesignArgumentError(
                f"{where}: a name has 1 to {MAXIMAL_LABEL} printable characters, not {label!r:.60}"
            )
    return [int(label) if _INTEGER.fullmatch(label) else label for label in labels]


def _from_csv(text: str, source: str) -> _Written:
    try:
        table = table_of(text, source)
    except TableFileError as error:
        raise DesignArgumentError(str(error)) from error
    lines = [(number, list(cells)) for number, cells in table.lines]
    truths: list[Label] | None = None
    responses: list[Label] | None = None
    heading, below = lines[0], lines[1:]
    if _names_columns(heading[1], [cells for _, cells in below], source, heading[0]):
        named_rows = not heading[1][0] or _has_corner(heading[1]) or _begin_with_names([cells for _, cells in below])
        responses = _checked(heading[1][named_rows:], f"{source}: line {heading[0]}")
        lines = below
        if not lines:
            raise DesignArgumentError(f"{source}: no line with entries below the names of the responses")
        if named_rows:
            truths = [label for number, cells in lines for label in _checked(cells[:1], f"{source}: line {number}")]
            lines = [(number, cells[1:]) for number, cells in lines]
    places = [f"{source}: line {number}" for number, _ in lines]
    return _Written([cells for _, cells in lines], places, truths, responses)


def _names_columns(first: list[str], below: list[list[str]], source: str, line: int) -> bool:
    """Whether the first line holds names: its first cell is empty, or it has words where the others have numbers.

    Letters are names where the other lines are numbers, with or without a name in front, and else parameters.
    """
    if not first[0] or _has_corner(first):
        return True
    if not all(map(_is_word, first)):
        named = all(map(_is_label, first)) and all(_is_label(cells[0]) or _is_entry(cells[0]) for cells in below)
        return named and bool(below) and all(_is_entry(cell) for cells in below for cell in cells[1:])
    if any(_is_entry(cell) for cells in below for cell in cells):
        return True
    raise DesignArgumentError(
        f"{source}: line {line}: these are names, not entries; below a line that names the responses, such as "
        "truth,yes,no, each line has the name of its truth and its entries"
    )


def _has_corner(first: list[str]) -> bool:
    r"""Whether the first line is a corner and names: truth\response,yes,no, or truth,0,1,2; it never sums to one."""
    corner, names = first[0], first[1:]
    numbers = all(map(_INTEGER.fullmatch, names)) and len(set(names)) == len(names) > 1
    if _is_word(corner):
        return numbers
    return bool(_CORNER.fullmatch(corner)) and bool(names) and (numbers or all(map(_is_label, names)))


def _begin_with_names(lines: Sequence[Sequence[str]]) -> bool:
    """Whether each line begins with the name of its truth: no number, or numbers beside which the others sum to one."""
    if not any(_is_entry(cells[0]) for cells in lines):
        return True
    if not all(_is_entry(cell) for cells in lines for cell in cells):
        return False
    return all(sum(map(Fraction, cells[1:])) == 1 for cells in lines) and any(Fraction(cells[0]) for cells in lines)


def _is_word(cell: str) -> bool:
    return bool(_WORD.fullmatch(cell))


def _is_label(cell: str) -> bool:
    """Whether a cell is a word, or a letter, which may also be a parameter."""
    return bool(_WORD.fullmatch(cell) or _LETTER.fullmatch(cell))


def _is_entry(cell: str) -> bool:
    """Whether a cell holds a digit, as entries do and names of truths mostly do not."""
    return bool(_PLAIN_NUMBER.fullmatch(cell))


def _from_latex(text: str, source: str, values: Mapping[str, Fraction | Level]) -> Design:
    """The one matrix of a LaTeX file."""
    from checks.inputs.design_entries import read_entries, read_matrix

    found = list(_LATEX_MATRIX.finditer(_COMMENT.sub("", text)))
    if len(found) != 1:
        number = "no matrix is" if not found else f"{len(found)} matrices are"
        raise DesignArgumentError(
            f"{source}: {number} found; one \\begin{{pmatrix}} ... \\end{{pmatrix}} is needed, or bmatrix, array, ..."
        )
    kind = found[0]["kind"]
    shown = found[0].group()
    if kind[0] in "vBV":
        shown = shown.replace(f"{{{kind}}}", "{pmatrix}")
    cells, names = read_matrix(shown, source)
    read = read_entries(cells, {}, names, values, source)
    return _made(read.rows, read.domain, [row[0].place.rsplit(",", 1)[0] for row in cells], _Written((), ()), source)


def _design(written: _Written, source: str, values: Mapping[str, Fraction | Level]) -> Design:
    """The design of rows of entries: numbers, or expressions where one of them is none."""
    rows, places = written.rows, written.places
    if sum(map(len, rows)) > MAXIMAL_CELLS:
        raise DesignArgumentError(f"{source}: more than {MAXIMAL_CELLS} entries")
    for row, place in zip(rows, places, strict=True):
        if len(row) != len(rows[0]) or not row:
            raise DesignArgumentError(f"{place}: {len(row)} entries, but the first row has {len(rows[0])}")
    texts = [
        [_text(value, f"{place}, entry {j}") for j, value in enumerate(row, 1)]
        for row, place in zip(rows, places, strict=True)
    ]
    if all(_PLAIN_NUMBER.fullmatch(text) for row in texts for text in row) and not written.parameters:
        if values:
            raise DesignArgumentError(f"{source} has no parameter {next(iter(values))}; all of its entries are numbers")
        numbers = [
            [read_number(text, f"{place}, entry {j}") for j, text in enumerate(row, 1)]
            for row, place in zip(texts, places, strict=True)
        ]
        return _made(numbers, Domain(), places, written, source)
    from checks.inputs.design_entries import Cell, read_entries

    cells = [
        [Cell(text, f"{place}, entry {j}") for j, text in enumerate(row, 1)]
        for row, place in zip(texts, places, strict=True)
    ]
    read = read_entries(cells, written.parameters, (), values, source)
    return _made(read.rows, read.domain, places, written, source)


def _made(
    rows: Sequence[Sequence[Fraction | RationalFunction | sympy.Expr]],
    domain: Domain,
    places: Sequence[str],
    written: _Written,
    source: str,
) -> Design:
    """The design of exact entries, whose rows sum to one, and whose numbers lie between 0 and 1."""
    from mechanisms.design import Design, DesignError
    from mechanisms.exact.rational import RationalFunction

    for row, place in zip(rows, places, strict=True):
        for j, entry in enumerate(row, 1):
            value = _number(entry)
            if value is not None and not 0 <= value <= 1:
                raise DesignArgumentError(
                    f"{place}, entry {j}: {value} is no probability; it lies outside of [0, 1]{_of_a_hundred(row)}"
                )
        if not all(isinstance(entry, Fraction | RationalFunction) for entry in row):
            continue  # whether roots add up is for the design to say
        total = sum(row[1:], start=row[0])
        if total != (1 if isinstance(total, Fraction) else RationalFunction.of(1)):
            hint = _rounded(row) or _transposed(rows)
            if place == places[0] and place.endswith("line 1") and all(_is_name(entry) for entry in row):
                hint = "; if it names the responses, begin it with an empty cell, and each other line with its truth"
            raise DesignArgumentError(f"{place}: the entries sum to {total}, not to 1{hint}")
    try:
        return Design(rows, domain, written.truths, written.responses, written.name)
    except DesignError as error:
        hint = ""
        if domain.parameters:
            hint = (
                f"; the parameters lie in {domain}, other ranges are given as [parameters] in a TOML file, or by --at"
            )
        raise DesignArgumentError(f"{source}: {error}{hint}") from error


def _of_a_hundred(row: Sequence[Any]) -> str:
    """The hint that a row holds percent, or decimals whose commas separate the entries, where it does."""
    if not all(isinstance(entry, Fraction) for entry in row):
        return ""
    if len(row) > 2 and len(row) % 2 == 0 and all(entry in (0, 1) for entry in row[::2]):
        return "; where decimals have a comma, semicolons or tabs separate them"
    return f"; the entries sum to 100: as percent they are written {row[0]}%" if sum(row) == 100 else ""


def _rounded(row: Sequence[Any]) -> str:
    """The hint that decimals are rounded fractions, where fractions of small denominators make the row sum to one."""
    exact = [_fractions_near(entry) if isinstance(entry, Fraction) else [] for entry in row]
    distinct = list(dict.fromkeys(entry for entry in row if isinstance(entry, Fraction)))
    if not all(exact) or len(distinct) > MOST_ROUNDED:
        return ""
    near = [exact[list(row).index(entry)] for entry in distinct]
    for chosen in product(*near):
        meant = dict(zip(distinct, chosen, strict=True))
        if sum(meant[entry] for entry in row) == 1:
            changed = [f"{value} for {_decimal(entry)}" for entry, value in meant.items() if value != entry]
            return f"; entries are read exactly, so write {' and '.join(changed)}"
    return ""


def _fractions_near(value: Fraction) -> list[Fraction]:
    """The value, and where it is a decimal of two digits or more the fractions that are rounded to it."""
    digits = next((d for d in range(2, 10) if not 10**d % value.denominator), 0)
    if not digits:
        return [value]
    wide = Fraction(1, 10**digits)  # rounded, or cut
    found = []
    for bottom in range(2, LARGEST_ROUNDED + 1):
        one = Fraction(round(value * bottom), bottom)
        if abs(one - value) < wide and one != value and one not in found:
            found.append(one)
    return [*found[:3], value]


def _decimal(value: Fraction) -> str:
    return f"{float(value):.9g}"


def _transposed(rows: Sequence[Sequence[Any]]) -> str:
    """The hint that the columns sum to one, where they do."""
    if not all(isinstance(entry, Fraction) for row in rows for entry in row):
        return ""
    if any(sum(column) != 1 for column in zip(*rows, strict=True)):
        return ""
    return (
        "; the columns sum to one, so that it seems to be transposed: one row for each truth is needed; "
        "with ^T behind the name of the file it is read so"
    )


def _number(entry: Fraction | RationalFunction | sympy.Expr) -> Fraction | None:
    """The value of a rational entry without parameters."""
    from mechanisms.exact.rational import RationalFunction

    if isinstance(entry, Fraction):
        return entry
    return entry.constant_value() if isinstance(entry, RationalFunction) and not entry.names else None


def _is_name(entry: Fraction | RationalFunction | sympy.Expr) -> bool:
    """Whether an entry is nothing but a parameter."""
    return not isinstance(entry, Fraction) and str(entry).isidentifier()


def _text(value: Any, where: str) -> str:
    """What is written in a cell."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise DesignArgumentError(f"{where}: {value!r:.{MAXIMAL_DIGITS}} is no probability such as 1/3 or 0.25")
    text = value.strip()
    if not 0 < len(text) <= MAXIMAL_ENTRY:
        raise DesignArgumentError(f"{where}: an entry has 1 to {MAXIMAL_ENTRY} characters, not {len(text)}")
    return text
