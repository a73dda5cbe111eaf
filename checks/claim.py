"""Claims as data: what a paper prints, where, under which hypotheses, and how it is to be judged.

A paper is a folder with `paper.toml` (its head), `claims*.toml` (its claims, in the order of the file names), a
vocabulary for its notation and the meaning of that notation derived from first principles. Nothing in a claim says
whether it is true.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from typing import Any, get_args

from checks.reading.grammar.precedence import Slash
from checks.tables import PrintedTable, TableError, read_table
from checks.verdict import Finding
from mechanisms.notebook import Shown

KINDS = (
    "definition", "distribution", "identity", "inequality", "MLE", "unbiasedness", "estimator", "variance",
    "margin of error", "limit", "privacy bound", "feasibility region", "optimum", "numeric example", "figure",
    "algorithm", "ordering", "mle", "unbiased", "bias", "covariance", "mse", "epsilon", "delta", "number", "table",
    "relaxation",
)  # fmt: skip


class PaperError(ValueError):
    """A claims file is not what it should be; the sentence names the file, the claim and the key."""


@dataclass(frozen=True)
class Statement(Shown):
    """One thing to be judged: printed LaTeX, or the name of an encoding of a prose statement, on a domain.

    `slash` says which of its two readings a printed a/bc has. A table claims every entry by itself.
    """

    latex: tuple[str, ...] = ()
    encode: str = ""
    domain: tuple[str, ...] = ()
    at: tuple[tuple[str, str], ...] = ()
    slash: Slash = "refused"
    table: PrintedTable | None = None

    @property
    def printed(self) -> str:
        """The LaTeX of the statement, or of its table; "" for prose."""
        return r" \quad ".join(self.latex) if self.table is None else self.table.latex


@dataclass(frozen=True)
class Reading(Shown):
    """One defensible reading of a claim; the one that the paper needs decides the verdict of the claim."""

    name: str
    statement: Statement
    needed: bool = True
    note: str = ""


@dataclass(frozen=True)
class Correction(Shown):
    """What is right instead: a statement that is judged like any other, the kind of error, and a sentence."""

    statement: Statement
    finding: Finding
    explanation: str


@dataclass(frozen=True)
class Claim(Shown):
    """One checkable item of a paper. `prose` is the printed sense where the print is no formula."""

    id: str
    paper: str
    place: str
    kind: str
    readings: tuple[Reading, ...] = ()
    prose: str = ""
    correction: Correction | None = None
    defined_by: str = ""
    exercised_by: str = ""
    outside: str = ""
    note: str = ""

    @property
    def heading(self) -> str:
        """The claim and where it is printed, for messages."""
        return f"claim {self.id}, {self.place}"

    @property
    def main(self) -> Reading:
        """The reading that the paper needs."""
        return next(r for r in self.readings if r.needed)

    @property
    def printed(self) -> str:
        """The printed statement: LaTeX where the print is a formula, else the prose."""
        for reading in self.readings:
            if reading.needed and reading.statement.printed:
                return reading.statement.printed
        return self.prose


@dataclass(frozen=True)
class Paper(Shown):
    """A paper with its claims in printed order; `file` and `text` are those of a user's claims file."""

    key: str
    title: str
    authors: str
    conventions: tuple[str, ...]
    claims: tuple[Claim, ...] = field(repr=False)
    file: str = ""
    text: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """What `load_paper` finds the paper by."""
        return self.file or self.key

    @property
    def context(self) -> tuple[str, ...]:
        """What verdicts depend on beside claims and code: the conventions, and the text of the claims file."""
        return (*self.conventions, self.text) if self.file else self.conventions

    def claim(self, claim_id: str) -> Claim:
        """The claim with this id; PaperError when there is none."""
        for claim in self.claims:
            if claim.id == claim_id:
                return claim
        raise PaperError(
            f"{self.key} has no claim {claim_id!r}; its claims are {self.claims[0].id} to {self.claims[-1].id}"
        )


def paper_keys() -> tuple[str, ...]:
    """Keys of the papers that come with the suite."""
    root = resources.files("checks.papers")
    return tuple(sorted(d.name.upper() for d in root.iterdir() if d.joinpath("paper.toml").is_file()))


def is_file(name: str) -> bool:
    """Whether a paper is named by its claims file, not by a key."""
    return name.endswith(".toml")


def load_paper(name: str) -> Paper:
    """The paper with this key, for example "HLM", or in this claims file, for example "my_paper.toml"."""
    if is_file(name):
        from checks.own_papers.model import load

        return load(name).paper
    return _built_in(name)


@cache
def _built_in(key: str) -> Paper:
    if key.upper() not in paper_keys():
        raise PaperError(f"there is no paper {key!r}; the papers are {', '.join(paper_keys())}")
    folder = resources.files("checks.papers").joinpath(key.lower())
    names = sorted(f.name for f in folder.iterdir() if f.name.startswith("claims") and f.name.endswith(".toml"))
    return _paper(
        (f"{key.lower()}/{name}", folder.joinpath(name).read_text(encoding="utf-8")) for name in ("paper.toml", *names)
    )


def read_paper(text: str, source: str) -> Paper:
    """A paper from the text of one file, head and claims; `source` names the file in error messages."""
    return _paper([(source, text)])


def _paper(files: Iterable[tuple[str, str]]) -> Paper:
    return paper_from_data([(source, read_toml(text, source)) for source, text in files])


def paper_from_data(read: Sequence[tuple[str, Mapping[str, Any]]], *, file: str = "", text: str = "") -> Paper:
    """A paper from (name, data) of its files: the first has the head, all may have claims.

    A user's paper has a `file` with a `text`.
    """
    source, first = read[0]
    for name, data in read:
        known_keys(data, {"paper", "claim"}, name)
        items = data.get("claim", [])
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise PaperError(f"{name}: claims are tables, each under its own [[claim]]")
    head = _table(first, "paper", source)
    known_keys(head, {"key", "title", "authors", "conventions"}, f"{source}: [paper]")
    key = _text(head, "key", f"{source}: [paper]")
    claims = tuple(_claim(item, file or key, source) for source, data in read for item in data.get("claim", []))
    seen: set[str] = set()
    for claim in claims:
        if claim.id in seen:
            raise PaperError(f"{source}: claim {claim.id} occurs twice")
        seen.add(claim.id)
    conventions = texts(head, "conventions", f"{source}: [paper]")
    return Paper(key, _text(head, "title", source), _text(head, "authors", source), conventions, claims, file, text)


def read_toml(text: str, source: str) -> Mapping[str, Any]:
    """The data of a TOML file; PaperError where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PaperError(f"{source}: not a TOML file: {error}") from error
    except RecursionError as error:
        raise PaperError(f"{source}: not a TOML file: values are nested too deeply") from error


_STATEMENT_KEYS = {"latex", "encode", "domain", "at", "slash"}
CLAIM_KEYS = _STATEMENT_KEYS | {
    "id", "place", "kind", "prose", "reading", "correction", "defined_by", "exercised_by", "outside", "note",
    "table",
}  # fmt: skip
TABLE_KEYS = {"printed", "entry", "rows", "columns", "given"}
READING_KEYS = _STATEMENT_KEYS | {"name", "needed", "note"}
CORRECTION_KEYS = _STATEMENT_KEYS | {"finding", "explanation"}


def _claim(item: Mapping[str, Any], paper: str, source: str) -> Claim:
    where = f"{source}: claim {item.get('id', '(without id)')}"
    known_keys(item, CLAIM_KEYS, where)
    kind = _text(item, "kind", where)
    if kind not in KINDS:
        raise PaperError(f"{where}: kind {kind!r} is not one of {', '.join(KINDS)}")
    given = item.get("reading", [])
    if not isinstance(given, list) or not all(isinstance(r, dict) for r in given):
        raise PaperError(f"{where}: readings are tables, each under its own [[claim.reading]]")
    readings = tuple(_reading(r, item, where) for r in given)
    own = replace(_statement(item, where), table=_printed_table(item, where))
    if own.table is not None and (own.latex or own.encode):
        raise PaperError(f"{where}: give either a table or latex, not both")
    if own.latex or own.encode or own.table is not None:
        if readings:
            raise PaperError(f"{where}: give either latex/encode or a list of readings, not both")
        readings = (Reading("as printed", own),)
    if readings and sum(r.needed for r in readings) != 1:
        raise PaperError(f"{where}: exactly one reading is the one that the paper needs (needed = true)")
    defined, exercised, outside = (_said(item, key, where) for key in ("defined_by", "exercised_by", "outside"))
    if not (readings or defined or outside):
        raise PaperError(f"{where}: one of latex, table, encode, reading, defined_by, outside is needed")
    if outside and (readings or defined):
        raise PaperError(f"{where}: what is outside of the paper is not judged; leave out either of the two")
    if bool(defined) != bool(exercised):
        raise PaperError(f"{where}: defined_by and exercised_by go together")
    return Claim(
        id=_text(item, "id", where),
        paper=paper,
        place=_text(item, "place", where),
        kind=kind,
        readings=readings,
        prose=_said(item, "prose", where),
        correction=_correction(item, readings, where),
        defined_by=defined,
        exercised_by=exercised,
        outside=outside,
        note=_said(item, "note", where),
    )


def _reading(item: Mapping[str, Any], claim: Mapping[str, Any], where: str) -> Reading:
    name = _text(item, "name", f"{where}: reading")
    where = f"{where}: reading {name!r}"
    known_keys(item, READING_KEYS, where)
    needed = item.get("needed", False)
    if not isinstance(needed, bool):
        raise PaperError(f"{where}: needed is true or false, not {needed!r}")
    statement = _statement({**_inherited(claim), **item}, where)
    if not (statement.latex or statement.encode):
        raise PaperError(f"{where}: latex or encode is needed")
    return Reading(name, statement, needed, _said(item, "note", where))


def _inherited(item: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item[key] for key in ("domain", "at", "slash") if key in item}


def _correction(item: Mapping[str, Any], readings: Sequence[Reading], where: str) -> Correction | None:
    """The correction; without a statement of its own it is the one that the paper needs, on another domain."""
    if "correction" not in item:
        return None
    where = f"{where}: correction"
    own = _table(item, "correction", where)
    known_keys(own, CORRECTION_KEYS, where)
    statement = _statement({**_inherited(item), **own}, where)
    if not (statement.latex or statement.encode):
        if not readings or not {"domain", "at"} & set(own):
            raise PaperError(f"{where}: it says nothing of its own; give latex, encode, domain or at")
        printed = next(r for r in readings if r.needed).statement
        statement = replace(printed, domain=statement.domain, at=statement.at)
    finding = _text(own, "finding", where)
    if finding not in list(Finding):
        raise PaperError(f"{where}: finding must be one of {', '.join(Finding)}, not {finding!r}")
    return Correction(statement, Finding(finding), _text(own, "explanation", where).strip())


def _statement(item: Mapping[str, Any], where: str) -> Statement:
    latex, at = item.get("latex", []), item.get("at", {})
    if not isinstance(at, dict) or not all(isinstance(v, str) or type(v) is int for v in at.values()):
        raise PaperError(f'{where}: at is a table of exact values, integers or texts such as "1/2"')
    slash = item.get("slash", "refused")
    if slash not in get_args(Slash):
        raise PaperError(f"{where}: slash must be one of {', '.join(get_args(Slash))}, not {slash!r}")
    return Statement(
        latex=(latex.strip(),) if isinstance(latex, str) and latex.strip() else texts(item, "latex", where),
        encode=_said(item, "encode", where),
        domain=texts(item, "domain", where),
        at=tuple((key, str(value)) for key, value in at.items()),
        slash=slash,
    )


def _printed_table(item: Mapping[str, Any], where: str) -> PrintedTable | None:
    """The table of a claim."""
    if "table" not in item:
        return None
    where = f"{where}: table"
    own = _table(item, "table", where)
    known_keys(own, TABLE_KEYS, where)
    printed: Any = own.get("printed")
    rows = isinstance(printed, list) and all(
        isinstance(r, list) and all(isinstance(c, str) for c in r) for r in printed
    )
    if not (isinstance(printed, str) or rows):
        raise PaperError(f"{where}: printed is the rows of a tabular, or a list of lists of texts, the head first")
    if "given" in own:
        symbols, entry = texts(own, "given", where), None
        if not symbols or {"entry", "rows", "columns"} & set(own):
            raise PaperError(
                f"{where}: given names the symbols of the first columns, and stands without entry and rows"
            )
    else:
        symbols, entry = (_text(own, "rows", where), _text(own, "columns", where)), _text(own, "entry", where)
    try:
        return read_table(printed, symbols, entry)
    except TableError as error:
        raise PaperError(f"{where}: {error}") from error


def known_keys(data: Mapping[str, Any], known: Set[str], where: str) -> None:
    """PaperError for keys that are not among the known ones."""
    unknown = set(data) - known
    if unknown:
        raise PaperError(f"{where}: unknown keys {sorted(unknown)}; known are {sorted(known)}")


def _table(data: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    value = data.get(key)
    if not isinstance(value, dict):
        raise PaperError(f"{where}: a table [{key}] is needed")
    return value


def texts(data: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    """A list of texts, none of them empty; () where there is no such key."""
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) and text for text in value):
        raise PaperError(f"{where}: {key} is a list of texts")
    return tuple(value)


def _said(data: Mapping[str, Any], key: str, where: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise PaperError(f"{where}: {key} is a text, not {value!r}")
    return value.strip()


def _text(data: Mapping[str, Any], key: str, where: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise PaperError(f"{where}: {key} is needed, a text")
    return value
