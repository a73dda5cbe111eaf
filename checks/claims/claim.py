"""Claims as data: what a paper prints, where, under which hypotheses, and how it is to be judged.

A paper is a folder with `paper.toml` (its head), `claims*.toml` (its claims, in the order of the file names), a
vocabulary for its notation and the meaning of that notation derived from first principles. Nothing in a claim says
whether it is true.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from textwrap import dedent
from typing import Any, get_args

from checks.claims.argued import ARGUMENTS
from checks.claims.figures import MAXIMAL_CURVES, PrintedFigure, number_of
from checks.claims.record import Said
from checks.claims.tables import PrintedTable, TableError, read_table
from checks.claims.typed_mathematics import with_dollars
from checks.claims.uses import wrong_uses
from checks.claims.verdict import Finding
from checks.reading.grammar.precedence import Slash
from mechanisms.exact.notebook import Shown

KINDS = (
    "definition", "distribution", "identity", "inequality", "MLE", "unbiasedness", "estimator", "variance",
    "margin of error", "limit", "privacy bound", "feasibility region", "optimum", "numeric example", "figure",
    "algorithm", "ordering", "mle", "unbiased", "bias", "covariance", "mse", "epsilon", "delta", "number", "table",
    "relaxation", "formula",
)  # fmt: skip


_CAUSE = re.compile(r"Follows from (\w+-\d+)")


class PaperError(ValueError):
    """A claims file is not what it should be; the sentence names the file, the claim and the key."""


@dataclass(frozen=True)
class Statement(Shown):
    """One thing to be judged: printed LaTeX, or the name of an encoding of a prose statement, on a domain.

    `slash` says which of its two readings a printed a/bc has. A table claims every entry by itself. `argued` names the
    steps to the verdict that are arguments in words (`checks.claims.argued`). A `statement` in the logic, written by
    hand, is what the print says, and `by` names the script that proves or refutes it (`checks.verifying.stated`); one
    that is `computed` was read from the print.
    """

    latex: tuple[str, ...] = ()
    encode: str = ""
    domain: tuple[str, ...] = ()
    at: tuple[tuple[str, str], ...] = ()
    slash: Slash = "refused"
    table: PrintedTable | None = None
    argued: tuple[str, ...] = ()
    statement: str = ""
    by: str = ""
    computed: bool = False

    @property
    def is_by_hand(self) -> bool:
        """Whether somebody wrote down what the print says, instead of a reader's reading the print."""
        return bool(self.encode or (self.statement and not self.computed))

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
    """What is right instead: a statement that is judged like any other, the kind of error, and a sentence.

    `right` says it in words where the statement is printed like the wrong one. An explanation that begins with "Follows
    from" and another claim of the paper says that the error is that one's.
    """

    statement: Statement
    finding: Finding
    explanation: str
    right: str = ""

    @property
    def follows(self) -> str:
        """The claim whose error this one inherits; "" where it is an error of its own."""
        found = _CAUSE.match(self.explanation)
        return found[1] if found else ""


@dataclass(frozen=True)
class Claim(Shown):
    """One checkable item of a paper. `prose` is the printed sense where the print is no formula.

    `read` is the fingerprint of what was compared when a statement written by hand was read (`claim_words`).
    `unread` says why the claim of a user's file cannot be read, with the place; such a claim is not judged.
    """

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
    read: str = ""
    unread: str = ""

    @property
    def heading(self) -> str:
        """The claim and where it is printed, for messages."""
        return f"claim {self.id}, {self.place}"

    @property
    def main(self) -> Reading:
        """The reading that the paper needs."""
        return next(r for r in self.readings if r.needed)

    @property
    def stated(self) -> tuple[Said, ...]:
        """What each reading of it, and its correction, says in the logic, as it is written in the claims file."""
        said = [(reading.name, reading.statement) for reading in self.readings]
        said += [("correction", self.correction.statement)] if self.correction is not None else []
        return tuple(Said(part, dedent(s.statement).strip()) for part, s in said if s.statement)

    @property
    def printed(self) -> str:
        """The printed statement: LaTeX where the print is a formula, else words with mathematics between dollars."""
        for reading in self.readings:
            if reading.needed and reading.statement.printed:
                return reading.statement.printed
        return self.in_words

    @property
    def in_words(self) -> str:
        """The prose, its mathematics between dollars."""
        return with_dollars(self.prose)


@dataclass(frozen=True)
class Paper(Shown):
    """A paper with its claims in printed order; `file` is a user's claims file, `text` all that it and its parts say.

    `definitions` are the words of its own that its statements use, as text (`derivations.logic.definitions`).
    `unprinted` are conditions that claims assume and the paper never prints (`checks.verifying.boundary`).
    `scripts` is the key of the paper of the suite whose proof scripts `by` may name.
    `address` says where the print can be read. `uses` are pairs of a claim and one that its proof uses.
    `figures` are those of a claims file, each with its claim.
    """

    key: str
    title: str
    authors: str
    conventions: tuple[str, ...]
    claims: tuple[Claim, ...] = field(repr=False)
    file: str = ""
    text: str = field(default="", repr=False)
    definitions: str = field(default="", repr=False)
    unprinted: tuple[str, ...] = ()
    scripts: str = ""
    address: str = ""
    uses: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    figures: tuple[tuple[str, PrintedFigure], ...] = field(default=(), repr=False)

    @property
    def name(self) -> str:
        """What `load_paper` finds the paper by."""
        return self.file or self.key

    @property
    def context(self) -> tuple[str, ...]:
        """What verdicts depend on beside claims and code: the conventions, and the text of the claims file."""
        return (*self.conventions, *self.unprinted, *filter(None, (self.definitions, self.text if self.file else "")))

    def used_in(self, claim_id: str) -> tuple[str, ...]:
        """The claims that the proof of this one uses."""
        return tuple(used for claim, used in self.uses if claim == claim_id)

    def users_of(self, claim_id: str) -> tuple[str, ...]:
        """The claims whose proofs use this one."""
        return tuple(claim for claim, used in self.uses if used == claim_id)

    def figure(self, claim_id: str) -> PrintedFigure:
        """The figure of a claim that has one."""
        return dict(self.figures)[claim_id]

    def claim(self, claim_id: str) -> Claim:
        """The claim with this id; PaperError when there is none."""
        for claim in self.claims:
            if claim.id == claim_id:
                return claim
        raise PaperError(
            f"{self.key} has no claim {claim_id!r}; its claims are {self.claims[0].id} to {self.claims[-1].id}"
        )


def is_file(name: str) -> bool:
    """Whether a paper is named by its claims file, not by a key."""
    return name.endswith(".toml")


def read_paper(text: str, source: str) -> Paper:
    """A paper from the text of one file, head and claims; `source` names the file in error messages."""
    return read_papers([(source, text)])


def read_papers(files: Iterable[tuple[str, str]]) -> Paper:
    """A paper from its files, (name, text) each: the head and the claims."""
    return paper_from_data([(source, read_toml(text, source)) for source, text in files])


@dataclass(frozen=True)
class _Item:
    """A claim as it stands in a file: its keys, the file, and the how many-th it is there."""

    keys: Mapping[str, Any]
    file: str
    number: int

    def __str__(self) -> str:
        return f"claim {self.number} of {self.file}"


def paper_from_data(read: Sequence[tuple[str, Mapping[str, Any]]], *, file: str = "", text: str = "") -> Paper:
    """A paper from (name, data) of its files: the first has the head, all may have claims.

    A user's paper has a `file` with a `text`; a claim of it that is not what it should be is left unread. Raises
    PaperError for data that are no paper, and where a claim occurs twice.
    """
    source, first = read[0]
    for name, data in read:
        if data is not first and set(data) - {"claim"}:
            raise PaperError(f"{name}: a part holds claims alone; what else there is stands in {source}")
        known_keys(data, {"paper", "claim"}, name)
        items = data.get("claim", [])
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise PaperError(f"{name}: claims are tables, each under its own [[claim]]")
    head = _table(first, "paper", source)
    known_keys(head, PAPER_KEYS, f"{source}: [paper]")
    key = _text(head, "key", f"{source}: [paper]")
    items = [_Item(keys, name, n) for name, data in read for n, keys in enumerate(data.get("claim", []), 1)]
    claims = tuple(_claim(item.keys, file or key, n, item.file, unread=bool(file)) for n, item in enumerate(items, 1))
    seen: dict[str, _Item] = {}
    for claim, item in zip(claims, items, strict=True):
        if claim.id in seen:
            raise PaperError(f"{source}: claim {claim.id} occurs twice: {seen[claim.id]} and {item}")
        seen[claim.id] = item
    uses = {c.id: () if c.unread else texts(seen[c.id].keys, "uses", c.id) for c in claims}
    wrong = wrong_uses(uses)
    if wrong and not file:
        raise PaperError(next(f"{source}: claim {claim}: {said}" for claim, said in wrong.items()))
    claims = tuple(
        replace(c, unread=f"{seen[c.id].file}: claim {c.id}: {wrong[c.id]}") if c.id in wrong else c for c in claims
    )
    used = tuple((claim, name) for claim, names in uses.items() if claim not in wrong for name in dict.fromkeys(names))
    drawn = ((c.id, _figure(seen[c.id].keys, c.id)) for c in claims if not c.unread)
    figures = tuple((claim, figure) for claim, figure in drawn if figure is not None)
    conventions = texts(head, "conventions", f"{source}: [paper]")
    title, authors = _text(head, "title", source), _text(head, "authors", source)
    own = head.get("definitions", "")
    if not isinstance(own, str):
        raise PaperError(f"{source}: [paper]: definitions is a text, not {own!r}")
    unprinted = texts(head, "unprinted", f"{source}: [paper]")
    scripts = _said(head, "scripts", f"{source}: [paper]")
    address = _said(head, "address", f"{source}: [paper]")
    return Paper(key, title, authors, conventions, claims, file, text, own, unprinted, scripts, address, used, figures)


def read_toml(text: str, source: str) -> Mapping[str, Any]:
    """The data of a TOML file; PaperError where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PaperError(f"{source}: not a TOML file: {error}") from error
    except RecursionError as error:
        raise PaperError(f"{source}: not a TOML file: values are nested too deeply") from error


PAPER_KEYS = {"key", "title", "authors", "address", "conventions", "definitions", "scripts", "unprinted", "parts"}
MAXIMAL_PARTS = 50  # files of a paper beside its claims file
_STATEMENT_KEYS = {"latex", "encode", "domain", "at", "slash", "argued", "statement", "by"}
CLAIM_KEYS = _STATEMENT_KEYS | {
    "id", "place", "kind", "prose", "reading", "correction", "defined_by", "exercised_by", "outside", "note",
    "table", "read", "uses", "figure",
}  # fmt: skip
# What defined_by may name, for the module is imported: public names below the packages of the suite.
_OF_THE_SUITE = re.compile(r"(mechanisms|derivations|lp|checks)(\.[A-Za-z]\w*)*(:[A-Za-z]\w*(\.[A-Za-z]\w*)*)?")
FIGURE_KEYS = {"curves", "along", "from", "to"}
TABLE_KEYS = {"printed", "entry", "rows", "columns", "given"}
READING_KEYS = _STATEMENT_KEYS | {"name", "needed", "note"}
CORRECTION_KEYS = _STATEMENT_KEYS | {"finding", "explanation", "right"}


def _claim(item: Mapping[str, Any], paper: str, number: int, source: str, unread: bool) -> Claim:
    """The claim with this number; `unread` where one that is not what it should be is to say so itself."""
    where = f"{source}: claim {item.get('id', '(without id)')}"
    name = _text(item, "id", where)
    try:
        return _read_claim(item, name, paper, number, where)
    except PaperError as error:
        if not unread:
            raise
        return Claim(name, paper, f"claim {number}", "formula", unread=str(error))


def _read_claim(item: Mapping[str, Any], name: str, paper: str, number: int, where: str) -> Claim:
    known_keys(item, CLAIM_KEYS, where)
    texts(item, "uses", where)  # names of claims, which are looked up when all are read
    _figure(item, where)  # which the paper has
    kind = _said(item, "kind", where) or "formula"
    if kind not in KINDS:
        raise PaperError(f"{where}: kind {kind!r} is not one of {', '.join(KINDS)}")
    given = item.get("reading", [])
    if not isinstance(given, list) or not all(isinstance(r, dict) for r in given):
        raise PaperError(f"{where}: readings are tables, each under its own [[claim.reading]]")
    readings = tuple(_reading(r, item, where) for r in given)
    own = replace(_statement(item, where), table=_printed_table(item, where))
    if own.table is not None and (own.latex or own.encode):
        raise PaperError(f"{where}: give either a table or latex, not both")
    if own.latex or own.is_by_hand or own.table is not None:
        if readings:
            raise PaperError(f"{where}: give either latex/encode or a list of readings, not both")
        readings = (Reading("as printed", own),)
    elif own.argued:
        raise PaperError(
            f"{where}: argued belongs to a statement; put it into the reading or the correction it is about"
        )
    if readings and sum(r.needed for r in readings) != 1:
        raise PaperError(f"{where}: exactly one reading is the one that the paper needs (needed = true)")
    defined, exercised, outside = (_said(item, key, where) for key in ("defined_by", "exercised_by", "outside"))
    if not (readings or defined or outside):
        raise PaperError(f"{where}: one of latex, table, encode, reading, defined_by, outside is needed")
    if outside and (readings or defined):
        raise PaperError(f"{where}: what is outside of the paper is not judged; leave out either of the two")
    if bool(defined) != bool(exercised):
        raise PaperError(f"{where}: defined_by and exercised_by go together")
    if defined and not _OF_THE_SUITE.fullmatch(defined):
        raise PaperError(
            f"{where}: defined_by names a definition of rrproof, module:name such as "
            f"mechanisms.privacy:smallest_epsilon, not {defined!r}"
        )
    return Claim(
        id=name,
        paper=paper,
        place=_said(item, "place", where) or f"claim {number}",
        kind=kind,
        readings=readings,
        prose=_said(item, "prose", where),
        correction=_correction(item, readings, where),
        defined_by=defined,
        exercised_by=exercised,
        outside=with_dollars(outside),
        note=with_dollars(_said(item, "note", where)),
        read=_said(item, "read", where),
    )


def _reading(item: Mapping[str, Any], claim: Mapping[str, Any], where: str) -> Reading:
    name = _text(item, "name", f"{where}: reading")
    where = f"{where}: reading {name!r}"
    known_keys(item, READING_KEYS, where)
    needed = item.get("needed", False)
    if not isinstance(needed, bool):
        raise PaperError(f"{where}: needed is true or false, not {needed!r}")
    statement = _statement({**_inherited(claim), **item}, where)
    if not (statement.latex or statement.is_by_hand):
        raise PaperError(f"{where}: latex, encode or statement is needed")
    return Reading(name, statement, needed, with_dollars(_said(item, "note", where)))


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
    if not (statement.latex or statement.is_by_hand):
        if not readings or not {"domain", "at"} & set(own):
            raise PaperError(f"{where}: it says nothing of its own; give latex, encode, domain or at")
        printed = next(r for r in readings if r.needed).statement
        statement = replace(printed, domain=statement.domain, at=statement.at, argued=statement.argued)
    finding = _text(own, "finding", where)
    if finding not in list(Finding):
        raise PaperError(f"{where}: finding must be one of {', '.join(Finding)}, not {finding!r}")
    explanation = _text(own, "explanation", where).strip()
    cause = _CAUSE.match(explanation)
    start = cause.end() if cause else 0  # the name of a claim, such as C-1, is no formula
    explanation = explanation[:start] + with_dollars(explanation[start:])
    return Correction(statement, Finding(finding), explanation, with_dollars(_said(own, "right", where)))


def _statement(item: Mapping[str, Any], where: str) -> Statement:
    latex, at = item.get("latex", []), item.get("at", {})
    if not isinstance(at, dict) or not all(isinstance(v, str) or type(v) is int for v in at.values()):
        raise PaperError(f'{where}: at is a table of exact values, integers or texts such as "1/2"')
    slash = item.get("slash", "refused")
    if slash not in get_args(Slash):
        raise PaperError(f"{where}: slash must be one of {', '.join(get_args(Slash))}, not {slash!r}")
    argued = texts(item, "argued", where)
    for name in argued:
        if name not in ARGUMENTS:
            raise PaperError(
                f"{where}: argued: there is no argument {name!r}; they are listed in checks/claims/argued.py"
            )
    return Statement(
        latex=(latex.strip(),) if isinstance(latex, str) and latex.strip() else texts(item, "latex", where),
        encode=_said(item, "encode", where),
        domain=texts(item, "domain", where),
        at=tuple((key, str(value)) for key, value in at.items()),
        slash=slash,
        argued=argued,
        statement=_said(item, "statement", where),
        by=_said(item, "by", where),
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


def _figure(item: Mapping[str, Any], where: str) -> PrintedFigure | None:
    """The figure of a claim, drawn where `at` says."""
    if "figure" not in item:
        return None
    where = f"{where}: figure"
    own = _table(item, "figure", where)
    known_keys(own, FIGURE_KEYS, where)
    curves, start, end = texts(own, "curves", where), number_of(own.get("from")), number_of(own.get("to"))
    if not 0 < len(curves) <= MAXIMAL_CURVES:
        raise PaperError(f"{where}: curves is a list of 1 to {MAXIMAL_CURVES} quantities in LaTeX")
    if start is None or end is None or start >= end:
        raise PaperError(f'{where}: from and to are numbers such as "1/10" and 3, the smaller one first')
    at = {name: value for name, value in _statement(item, where).at if name != own.get("along")}
    return PrintedFigure(curves, _text(own, "along", where), start, end, tuple(at.items()))


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
    """A list of texts, none of them empty; () where there is no such key. Raises PaperError for anything else."""
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
