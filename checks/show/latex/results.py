"""A result that `--json` or `--proof` wrote, as a LaTeX document: tables, matrices and cases.

The file is read as data. What stands in it is escaped or read by the grammar of formulas; as it is, LaTeX gets only
printed formulas of claims, and those only if every command in them is one that sets mathematics.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from checks.claims.prose import escape
from checks.show.documents import document
from checks.show.latex.formulas import is_harmless, parse, width
from checks.show.latex.line_breaks import LINE, displayed
from checks.show.latex.plain_formulas import formula_of, typeset
from checks.show.typeset import items, prose
from checks.system.envelope import result_of
from mechanisms.text_files import read_text

MOST_BYTES = 20_000_000
DEEPEST = 12
_NAMES = frozenset({"id", "claim", "paper", "place"})
LONGEST_LIST = 1_000  # entries of a list that are shown
WIDEST_MATRIX = 12
WIDEST_TABLE = 6
DIGITS = 10  # of a long number that are not broken
_SECTIONS = (r"\section*", r"\subsection*", r"\paragraph")


class ResultFileError(ValueError):
    """A file is no result; the sentence names the file and what is wrong."""


def is_result(name: str) -> bool:
    """Whether an argument names a file of JSON that is no design: it has no matrix of its own."""
    if not name.endswith(".json"):
        return False
    data = read_result(Path(name))
    return not data.keys() & {"matrix", "design_matrix"} or "asked" in data


def read_result(path: Path) -> dict[str, Any]:
    """The object in a JSON file, or the list of objects as its key `results`.

    Raises ResultFileError when it is neither, has a key twice, or is nested too deeply.
    """
    text = read_text(path, MOST_BYTES, ResultFileError)
    try:
        data = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ResultFileError(f"{path}: no result: {error}") from error
    data = result_of(data)
    if isinstance(data, list) and data and all(isinstance(item, dict) for item in data):
        data = {"results": data}
    if not isinstance(data, dict):
        raise ResultFileError(f"{path}: no result: it holds no object, {{...}}, and no list of objects")
    if _depth(data) > DEEPEST:
        raise ResultFileError(f"{path}: no result: it is nested more than {DEEPEST} deep")
    return data


def result_document(path: Path) -> str:
    """The document of a result, or of the theorems of a proof file, which the kernel checks again.

    Raises ResultFileError for what is no result, and what `checks.recheck.rechecking` raises for proofs.
    """
    data = read_result(path)
    if data.keys() & {"proofs", "format"}:
        return document(f"Theorems of {path.name}", _theorems(path))
    title = data.get("asked") if isinstance(data.get("asked"), str) else path.name
    return document(f"Result: {title}", _fields({k: v for k, v in data.items() if k != "asked"}, 0))


def _theorems(path: Path) -> Iterator[str]:
    from checks.recheck.proof_files import read_proofs
    from checks.recheck.rechecking import Rechecking

    for one in Rechecking(read_proofs(path)).proofs():
        called = rf" \emph{{(called ``{prose(', '.join(one.words))}'' in the file, unchecked)}}" if one.words else ""
        yield rf"\paragraph{{{one.number}.}}{called}\par"
        yield rf"{{\footnotesize {escape(one.states)}\par}}"
        yield rf"\noindent\emph{{Proof:}} {escape(str(one.outline))}."


def _fields(data: Mapping[str, Any], level: int) -> list[str]:
    """The short values of an object as a table, then each of the others under a heading of its own."""
    short = {key: value for key, value in data.items() if _is_short(value) and not _is_printed(key, value)}
    parts = (
        [_table(["", ""], [[escape(_name(key)), _field(key, value)] for key, value in short.items()])] if short else []
    )
    for key, value in data.items():
        if key in short or value in ([], {}):
            continue
        if isinstance(value, str):
            parts += [rf"\noindent\emph{{{escape(_name(key))}}}", displayed(value)]
            continue
        parts += [rf"{_SECTIONS[min(level, len(_SECTIONS) - 1)]}{{{escape(_name(key))}}}", *_value(value, level + 1)]
    return parts


def _value(value: Any, level: int) -> list[str]:
    if isinstance(value, dict):
        if _is_matrix(value.get("matrix")) and len(value["matrix"][0]) <= WIDEST_MATRIX:
            rest = {k: v for k, v in value.items() if k not in ("matrix", "truths", "responses")}
            return [_design(value), *_fields(rest, level)]
        return _fields(value, level)
    assert isinstance(value, list)
    if _is_glossary(value):
        return [_table(["", ""], [[_named(name), _cell(meaning)] for name, meaning in value])]
    if _is_matrix(value):
        return [_matrix(value)]
    if all(isinstance(item, dict) for item in value):
        return _objects(value[:LONGEST_LIST], level) + _cut(value)
    return items_of(value[:LONGEST_LIST]) + _cut(value)


def items_of(values: Sequence[Any]) -> list[str]:
    """A list of values, one a line."""
    return items("itemize", [_cell(value) if _is_short(value) else escape(json.dumps(value)) for value in values])


def _objects(rows: Sequence[Mapping[str, Any]], level: int) -> list[str]:
    """Objects of the same kind: as cases of a value, as a table if their values are short, else one after the other."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    short = [key for key in keys if all(_is_short(row.get(key)) and not _is_printed(key, row.get(key)) for row in rows)]
    parts = []
    if {"x", "value"} <= set(short):
        pieces = [(formula_of(str(row.get("value"))), formula_of(str(row.get("x")))) for row in rows]
        if all(value is not None and where is not None for value, where in pieces):
            lines = r" \\ ".join(rf"{value}, & {where}" for value, where in pieces)
            parts.append(displayed(rf"\begin{{cases}} {lines} \end{{cases}}"))
    if short and len(short) <= WIDEST_TABLE:
        room = LINE * _share(len(short))
        cells = [[_field(key, row.get(key), room) for key in short] for row in rows]
        parts.append(_table([_name(key) for key in short], cells))
    else:
        short = []
    for number, row in enumerate(rows, 1):
        rest = {key: value for key, value in row.items() if key not in short and value not in ([], {})}
        if rest:
            parts += [rf"{_SECTIONS[min(level, len(_SECTIONS) - 1)]}{{{number}}}", *_fields(rest, level + 1)]
    return parts


def _share(columns: int) -> float:
    """The share of a line that each of several columns gets."""
    return 0.94 / columns - 0.01


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose cells are typeset; one of names and values has no header."""
    count = len(header)
    widths = [0.27, 0.66] if not any(header) else [_share(count)] * count
    columns = "".join(rf"p{{{width:.3f}\textwidth}}" for width in widths)
    head = [" & ".join(map(escape, header)) + r" \\ \midrule \endhead"] if any(header) else []
    size = r"\small" if count <= 4 else r"\scriptsize\setlength{\tabcolsep}{2pt}"
    body = [" & ".join(rf"\raggedright {cell}" for cell in row) + r" \tabularnewline" for row in rows]
    lines = [rf"{{{size}", rf"\begin{{longtable}}[l]{{@{{}}{columns}@{{}}}}", r"\toprule", *head, *body]
    return "\n".join([*lines, r"\bottomrule", r"\end{longtable}}"])


def _matrix(rows: Sequence[Sequence[Any]]) -> str:
    if len(rows[0]) > WIDEST_MATRIX or len(rows) > LONGEST_LIST:
        return rf"\noindent A matrix of {len(rows)} rows and {len(rows[0])} columns."
    lines = r" \\ ".join(" & ".join(_entry(entry) for entry in row) for row in rows)
    columns = "c" * len(rows[0])
    return displayed(rf"\left(\begin{{array}}{{{columns}}} {lines} \end{{array}}\right)")


def _design(data: Mapping[str, Any]) -> str:
    """A design matrix with the names of its truths and responses."""
    rows = data["matrix"]
    truths, responses = data.get("truths"), data.get("responses")
    if not (isinstance(truths, list) and isinstance(responses, list)):
        return _matrix(rows)
    if len(truths) != len(rows) or len(responses) != len(rows[0]):
        return _matrix(rows)
    head = r"truth & " + " & ".join(escape(str(name)) for name in responses) + r" \\ \midrule"
    lines = [
        " & ".join([escape(str(truth)), *(f"${_entry(e)}$" for e in row)]) + r" \\[2pt]"
        for truth, row in zip(truths, rows, strict=True)
    ]
    columns = "l" + "c" * len(responses)
    size = r"\small" if len(responses) <= 8 else r"\scriptsize"
    body = [rf"\begin{{longtable}}{{{columns}}}", r"\toprule", head, r"\endhead", *lines, r"\bottomrule"]
    return "\n".join([rf"{{{size}", *body, r"\end{longtable}}"])


def _entry(entry: Any) -> str:
    formula = formula_of(str(entry))
    return rf"\text{{{escape(str(entry))}}}" if formula is None else formula


def _field(key: str, value: Any, room: float = 0.66 * LINE) -> str:
    """A short value of an object for a table: HLM-01 is the name of a claim, and no difference."""
    return escape(value) if key in _NAMES and isinstance(value, str) else _cell(value, room)


def _cell(value: Any, room: float = 0.66 * LINE) -> str:
    """A short value for a table, in a column of so many points; a formula that is wider becomes text of many lines."""
    if value is None:
        return "--"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"${value:.6g}$" if "e" not in f"{value:.6g}" else _scientific(value)
    if isinstance(value, dict):  # an exact number with its decimals
        exact = _typeset(str(value["exact"]), room)
        decimals = next((value[key] for key in ("float", "decimal") if isinstance(value.get(key), (int, float))), None)
        return exact if decimals is None else rf"{exact} $\approx$ {_cell(float(decimals))}"
    if isinstance(value, list):
        return ", ".join(_cell(item, room) for item in value)
    return _typeset(str(value), room)


def _typeset(text: str, room: float) -> str:
    formula = formula_of(text)
    if formula is None or width(parse(formula)) <= room:
        return typeset(text)
    return r"\allowbreak{}".join(escape(text[i : i + DIGITS]) for i in range(0, len(text), DIGITS))


def _scientific(value: float) -> str:
    digits, _, exponent = f"{value:.6g}".partition("e")
    return rf"${digits} \cdot 10^{{{int(exponent)}}}$"


def _is_printed(key: str, value: Any) -> bool:
    """Whether a field holds a printed formula that is safe to hand to LaTeX."""
    return (
        key in ("statement", "corrected", "printed", "latex")
        and isinstance(value, str)
        and "\\" in value
        and is_harmless(value)
    )


def _is_short(value: Any) -> bool:
    if isinstance(value, dict):
        return "exact" in value and set(value) <= {"exact", "float", "decimal", "log"}
    if isinstance(value, list):
        return 0 < len(value) <= WIDEST_MATRIX and all(
            not isinstance(v, (dict, list)) and len(str(v)) <= 12 for v in value
        )
    return True


def _is_glossary(value: Any) -> bool:
    """Whether a value is a list of names with what they mean, in words."""
    pairs = _is_matrix(value) and len(value[0]) == 2 and all(isinstance(text, str) for row in value for text in row)
    return pairs and all(" " in meaning and formula_of(meaning) is None for _, meaning in value)


def _named(name: str) -> str:
    """A name as it is printed, or in words."""
    return f"${name}$" if "\\" in name and is_harmless(name) else _cell(name)


def _is_matrix(value: Any) -> bool:
    """Whether a value is a list of equally long lists of numbers or texts."""
    if not isinstance(value, list) or not value or not all(isinstance(row, list) and row for row in value):
        return False
    same = len({len(row) for row in value}) == 1
    return same and not any(isinstance(entry, (list, dict)) for row in value for entry in row)


def _cut(value: Sequence[Any]) -> list[str]:
    more = len(value) - LONGEST_LIST
    return [rf"\noindent {more} more are in the file."] if more > 0 else []


def _name(key: str) -> str:
    return key.replace("_", " ")


def _depth(value: Any) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inside), default=0)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        repeated = next(key for i, (key, _) in enumerate(pairs) if key in [k for k, _ in pairs[:i]])
        raise ValueError(f"the key {repeated!r} stands twice in an object")
    return data


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")
