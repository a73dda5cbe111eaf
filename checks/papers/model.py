"""A claims file as a paper: its claims, and the model that they are judged by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from checks.claims.claim import (
    MAXIMAL_PARTS,
    Claim,
    Correction,
    Paper,
    PaperError,
    Statement,
    paper_from_data,
    read_toml,
    texts,
)
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Verdict
from checks.inputs.declarations import read_declarations
from checks.inputs.own_notation import OwnNotation
from checks.interpreter.values import MeaninglessError
from checks.papers.collection import built_in_model, paper_keys
from checks.papers.corrections import derived_corrections
from checks.papers.example_values import outside_of_ranges
from checks.papers.figures import wrong_figure
from checks.papers.macro_files import KEYS, declarations_without_macros, macros_text, read_definitions
from checks.papers.other_readings import other_reading
from checks.papers.places import Files, file_beside, place_of, unreadable
from checks.papers.printed_tables import table_records
from checks.papers.witness import statement_witness
from checks.reading import Macros, ReadingError, read_latex
from checks.reading import syntax as tree
from checks.verifying.every_size import of_every_size, reading_note, stated
from checks.verifying.known import Known
from checks.verifying.numeric_means import numeric_means
from checks.verifying.own_means import means
from checks.verifying.verification import PaperModel, theorems_of
from derivations.steps import Derivation
from mechanisms.text_files import read_text

MAXIMAL_BYTES = 1_000_000  # of each file
OWN_TABLES = frozenset(("symbols", "conditions", "mechanism", "mechanisms", "names"))


@dataclass(frozen=True)
class OwnPaper:
    """The claims of a file, how they are judged, and what it declares."""

    paper: Paper
    model: PaperModel
    own: OwnNotation


def load(path: str) -> OwnPaper:
    """The paper in a claims file; PaperError with the file, the claim and the key where it cannot be used."""
    text = read_text(path, MAXIMAL_BYTES, PaperError)
    data = read_toml(text, path)
    return _loaded(((path, text), *_parts(data, path)), macros_text(data, path))


def _parts(data: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    """The further files that `parts` in [paper] names, in its order: their names and texts."""
    head = data.get("paper", {})
    names = texts(head if isinstance(head, dict) else {}, "parts", f"{path}: [paper]")
    if len(names) > MAXIMAL_PARTS:
        raise PaperError(f"{path}: [paper]: parts names at most {MAXIMAL_PARTS} files, not {len(names)}")
    for name in names:
        file = file_beside(path, "[paper]: parts", name, (".toml",))
        yield str(file), read_text(file, MAXIMAL_BYTES, PaperError)


@lru_cache(maxsize=8)
def _loaded(files: tuple[tuple[str, str], ...], definitions: str) -> OwnPaper:
    (path, text), *parts = files
    data = read_toml(text, path)
    macros = read_definitions(definitions, path)
    declared = read_declarations({key: data[key] for key in OWN_TABLES & set(data)}, path)
    own = OwnNotation(declarations_without_macros(declared, macros, path), path, macros)
    claims = {key: value for key, value in data.items() if key not in OWN_TABLES | KEYS}
    if isinstance(claims.get("paper"), dict):
        claims["paper"] = {key: value for key, value in claims["paper"].items() if key not in KEYS}
    read = [(path, claims), *((part, read_toml(text, part)) for part, text in parts)]
    paper = paper_from_data(read, file=path, text="".join((*(text for _, text in files), definitions)))
    for mechanism in own.mechanisms.values():
        mechanism.check()
    for answers in own.numeric.values():
        answers.check()
    unread = unreadable(paper.claims, own.vocabulary, files)
    unread = outside_of_ranges((claim for claim in paper.claims if claim.id not in unread), own, files) | unread
    for claim_id, figure in paper.figures:
        if said := wrong_figure(figure, own):
            where = place_of(files, claim_id, "figure") or path
            unread.setdefault(claim_id, f"{where}: claim {claim_id}: figure: {said}")
    claims_read = [replace(claim, unread=unread.get(claim.id, claim.unread)) for claim in paper.claims]
    paper = replace(paper, claims=tuple(_expanded(c, macros) if macros and not c.unread else c for c in claims_read))
    paper = replace(paper, claims=tuple(_in_the_logic(claim, own, files) for claim in paper.claims))
    if paper.scripts and paper.scripts not in paper_keys():
        raise PaperError(f"{path}: [paper]: scripts is one of {', '.join(paper_keys())}, not {paper.scripts!r}")
    witness = statement_witness(own)

    @cache
    def derivation_of(claim_id: str) -> Derivation | None:
        return _derivation_of(paper.claim(claim_id), own)

    def witnesses_of(claim: Claim, verdict: Verdict, seed: int) -> Sequence[WitnessRecord]:
        if claim.readings and claim.main.statement.table is not None:
            return table_records(claim, verdict, witness)
        return witness.records(claim, verdict, seed)

    def corrections_of(claim: Claim) -> Iterator[Correction]:
        return derived_corrections(claim, own, model, witness)

    @cache
    def theorems(claim_id: str) -> tuple[Known, ...]:
        return tuple(theorems_of(paper.claim(claim_id), model))

    def known_to(claim: Claim) -> Mapping[str, tuple[Known, ...]]:
        return {used: theorems(used) for used in paper.used_in(claim.id)}

    model = PaperModel(
        own.notation,
        {},
        derivation_of,
        witnesses_of,
        statement_witness=lambda statement: witness,
        derived_corrections=corrections_of,
        other_reading=lambda claim: other_reading(claim, own, model, witness.space),
        scripts=built_in_model(paper.scripts).scripts if paper.scripts else {},
        conditions=own.printed_conditions,
        unprinted=paper.unprinted,
        definitions=paper.definitions,
        of_every_size=lambda statement: of_every_size(statement, own),
        means=lambda statement: chain(means(statement, own), numeric_means(statement, own)),
        uses=lambda claim: paper.used_in(claim.id),
        known_to=known_to,
    )
    return OwnPaper(paper, model, own)


def _in_the_logic(claim: Claim, own: OwnNotation, files: Files) -> Claim:
    """The claim with the statements that its prints about mechanisms of any size, or with eps as a number, say."""
    if claim.unread or not any(map(own.is_in_the_logic, _statements(claim))):
        return claim
    try:
        readings = tuple(replace(r, statement=stated(r.statement, own)) for r in claim.readings)
        correction = claim.correction
        if correction is not None:
            correction = replace(correction, statement=stated(correction.statement, own))
    except (MeaninglessError, ReadingError) as error:
        where = place_of(files, claim.id, next(iter(claim.main.statement.latex), claim.id)) or own.source
        return replace(claim, unread=f"{where}: {claim.heading}: {error}")
    note = " ".join(filter(None, (claim.note, reading_note(claim.main.statement, own))))
    return replace(claim, readings=readings, correction=correction, note=note)


def _statements(claim: Claim) -> list[Statement]:
    corrected = [claim.correction.statement] if claim.correction is not None else []
    return [*(reading.statement for reading in claim.readings), *corrected]


def _expanded(claim: Claim, macros: Macros) -> Claim:
    """The claim with its macros put in, so that what is printed of it stands for itself."""

    def statement(given: Statement) -> Statement:
        table = given.table
        if table is not None:
            cells = tuple(tuple(macros.put_in(cell) for cell in row) for row in table.cells)
            quantity = None if table.quantity is None else macros.put_in(table.quantity)
            table = replace(table, cells=cells, quantity=quantity)
        return replace(given, latex=tuple(macros.put_in(text) for text in given.latex), table=table)

    readings = tuple(replace(reading, statement=statement(reading.statement)) for reading in claim.readings)
    correction = claim.correction
    if correction is not None:
        correction = replace(correction, statement=statement(correction.statement))
    return replace(claim, readings=readings, correction=correction)


def _derivation_of(claim: Claim, own: OwnNotation) -> Derivation | None:
    """How the first derived name of the claim comes about."""
    if not claim.readings or claim.unread:
        return None
    for text in claim.main.statement.latex:
        try:
            node = read_latex(text, own.vocabulary, slash=claim.main.statement.slash)
        except ReadingError:
            return None  # reported with the verdict
        for part in tree.nodes(node):
            name = own.named.get(part.name) if isinstance(part, tree.Name) else None
            if name is not None:
                try:
                    found = own.derivation(name)
                except ValueError:
                    return None  # reported with the verdict
                if found is not None:
                    return found
    return None
