"""Verify one claim: read it, derive what its names mean, state what must be shown, search proofs, give the verdict."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

from checks.claims.argued import VALUES_OF_NAMES, argument
from checks.claims.claim import Claim, Correction, PaperError, Reading, Statement
from checks.claims.claim_words import are_read, fingerprint, what_is_read
from checks.claims.proof_data import KeptProof
from checks.claims.prose import in_latex
from checks.claims.record import ClaimRecord, ObligationRecord, ReadingRecord, Side, StepRecord, WitnessRecord
from checks.claims.sides import both_sides
from checks.claims.tables import TableEntry
from checks.claims.typed_mathematics import with_dollars
from checks.claims.verdict import (
    ARGUED,
    Outcome,
    Verdict,
    first_break,
    judge_claim,
    judge_reading,
    says_something,
)
from checks.interpreter import Interpreter, Notation, Obligation
from checks.interpreter.arithmetic import facts_about
from checks.interpreter.conditions import hypotheses_of
from checks.interpreter.values import MeaninglessError
from checks.reading import ReadingError, read_latex, read_plain, to_plain
from checks.reading import syntax as tree
from checks.reading.conditions import conditions_of, rounded_thresholds
from checks.system.time_limit import TIMEOUT
from checks.verifying.discharge import discharge, hold_together, refuted_where
from checks.verifying.known import Known, discharged_with
from checks.verifying.stated import StatementError, definitions, judge, witnessed
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.logic.terms import Term
from derivations.prover import Proved, prove
from derivations.prover.deadline import Deadline, until
from derivations.prover.with_theorems import substitute_rational
from derivations.steps import Derivation, Step, Written
from mechanisms.exact.domain import Domain
from mechanisms.exact.formula import (
    Formula,
    IntegerValued,
    NamedConstant,
    any_of,
    in_polynomials,
    variables,
)
from mechanisms.exact.rational import RationalFunction
from mechanisms.exact.typesetting import spelt

if TYPE_CHECKING:
    from checks.verifying.every_size import OfEverySize
    from checks.verifying.stated import Script
    from checks.witness import StatementWitness

Part = Obligation | Outcome
_LONG_ROOT = re.compile(r"sqrt\((?!(\w+|exp\(\w+\))\)$)")  # of more than one symbol, which tells nothing by itself
_COORDINATE = re.compile(r"z\d+")  # of a point that a statement does not name
SECONDS_FOR_HYPOTHESES = 10.0  # to see that some values satisfy them, which a drawn point shows at once
LONGEST_MEMBER = 80  # characters of a printed member in a verdict
SECONDS_FOR_A_USED_CLAIM = 10.0  # to prove it again for a claim that uses it
SECONDS_FOR_A_CANDIDATE = 8.0  # to prove what may be right instead
UNREAD = (
    "The words of this claim, or its statement, have changed since they were read against each other; they have to be "
    "read again."
)
NEVER_READ = "The statement of this claim has to be read against its words once: does it say what they say?"
ALONE = "the relation"  # the label of the only relation of a statement


@dataclass(frozen=True)
class PaperModel:
    """What a paper's folder provides: notation, encodings of prose, derivations to show, second witnesses.

    An encoding maps a `Context` to the parts that must hold; a derivation is looked up by claim and may be None.
    `statement_witness` gives what evaluates a statement at points apart from the proofs, or None. `derived_corrections`
    may say what is right where a claim that has no correction is refuted: candidates, the first that is proved counts.
    `other_reading` says what else a claim that does not hold may mean, in which it holds: it is asked back then.
    `definitions` are the words of its own that its statements use, `unprinted` conditions that the paper never prints.
    `further_witnesses` are what there is beside a statement in the logic that holds, such as runs of an experiment.
    `conditions` are the texts of conditions of the domain that are shown beside the ranges of its symbols.
    `of_every_size` judges statements that were computed from prints about mechanisms of any size.
    `means` proves what the expectations are that a statement names.
    `uses` are the claims that a claim uses, `known_to` what is proved of each, for where a search finds no proof.
    """

    notation: Notation
    encodings: Mapping[str, Callable[[Context], Sequence[Part]]] = field(default_factory=dict)
    derivation_of: Callable[[str], Derivation | None] = lambda claim_id: None
    witnesses_of: Callable[[Claim, Verdict, int], Sequence[WitnessRecord]] = lambda claim, verdict, seed: ()
    statement_witness: Callable[[Statement], StatementWitness | None] = lambda statement: None
    derived_corrections: Callable[[Claim], Iterable[Correction]] = lambda claim: ()
    scripts: Mapping[str, Script] = field(default_factory=dict)
    definitions: str = ""
    unprinted: tuple[str, ...] = ()
    other_reading: Callable[[Claim], str] = lambda claim: ""
    conditions: Mapping[Formula, str] = field(default_factory=dict)
    further_witnesses: Callable[[Claim, int], Iterable[WitnessRecord]] = lambda claim, seed: ()
    of_every_size: Callable[[Statement], OfEverySize | None] = lambda statement: None
    means: Callable[[Statement], Iterable[Outcome]] = lambda statement: ()
    uses: Callable[[Claim], tuple[str, ...]] = lambda claim: ()
    known_to: Callable[[Claim], Mapping[str, Sequence[Known]]] = lambda claim: {}


@dataclass(frozen=True)
class Context:
    """What an encoding works with: claim, statement, and an interpreter under the hypotheses of the statement."""

    claim: Claim
    statement: Statement
    interpreter: Interpreter

    def trees(self) -> list[tree.Node]:
        """The printed LaTeX of the statement, read."""
        vocabulary, slash = self.interpreter.notation.vocabulary, self.statement.slash
        return [read_latex(text, vocabulary, slash=slash) for text in self.statement.latex]

    def shown(self, label: str, fact: Formula, *hypotheses: Formula, lemmas: Iterable[Theorem] = ()) -> Obligation:
        """The obligation to show a fact under the hypotheses of the statement and further ones."""
        obligation = self.interpreter.shown(label, fact, hypotheses)
        return Obligation(label, obligation.sequent, tuple(lemmas))


def verify(claim: Claim, model: PaperModel, *, seed: int = 0, budget: float = TIMEOUT) -> ClaimRecord:
    """The record of a claim, by the model of its paper.

    Proof search takes at most about `budget` seconds, past it the verdict is unknown.
    """
    started = time.monotonic()
    if claim.outside:
        return _plain_record(claim, Verdict.OUTSIDE, claim.outside, started)
    if claim.unread:
        return _plain_record(claim, Verdict.UNKNOWN, claim.unread, started)
    if not claim.readings:
        resolve(claim.defined_by)
        return _plain_record(claim, Verdict.DEFINED, _definition_note(claim), started)
    if not _is_read(claim, model):
        note = f'{UNREAD if claim.read else NEVER_READ} Then put read = "{_fingerprint(claim, model)}" into it.'
        return _plain_record(claim, Verdict.UNKNOWN, note, started)
    deadline = Deadline(budget)
    record = _record(claim, model, started, deadline, seed)
    if record.verdict in (Verdict.PROVED, Verdict.ARGUED) and not record.is_wrong:
        from checks.verifying.boundary import unprinted

        record = replace(record, boundary=(*record.boundary, *unprinted(claim, model)))
    return record


def _record(claim: Claim, model: PaperModel, started: float, deadline: Deadline, seed: int) -> ClaimRecord:
    readings = [_judged(claim, reading, model, deadline) for reading in claim.readings]
    main = next(r for r in readings if r.record.needed)
    correction = None
    asked = model.other_reading(claim) if any(outcome.refuted for outcome in main.outcomes) else ""
    if any(outcome.refuted for outcome in main.outcomes) and not asked:
        if claim.correction is not None:
            at_boundary = _at_boundary(claim, model, started, deadline, seed)
            if at_boundary is not None:
                return at_boundary
            correction = _corrected(claim, model, deadline)
        else:
            claim, correction = _derived(claim, model, deadline)
            at_boundary = _at_boundary(claim, model, started, deadline, seed) if correction else None
            if at_boundary is not None:
                return at_boundary
    verdict = judge_claim(main.verdict, judge_reading(correction[1]) if correction else None)
    is_wrong = any(outcome.refuted for outcome in main.outcomes)
    is_right = correction is not None and judge_reading(correction[1]) in (Verdict.PROVED, Verdict.ARGUED)
    notes = [claim.note, claim.correction.explanation if claim.correction and is_wrong else ""]
    notes += [_not_right(claim, correction[1], model)] if correction is not None and not is_right else []
    if claim.defined_by:
        resolve(claim.defined_by)
        notes += [] if is_wrong else [_definition_note(claim)]
    found = _witnesses(claim, main, is_right, model, seed)
    witnesses = tuple(replace(witness, summary=_spelled(witness.summary, model)) for witness in found)
    contradicting = [witness.summary for witness in witnesses if witness.agrees is False]
    if contradicting:
        notes.append(f"By its theorems it is {verdict}, but {'; '.join(contradicting)}: one of the two is wrong.")
        verdict = Verdict.UNKNOWN
    if asked:
        notes.append(asked)
        verdict = Verdict.UNKNOWN
    outcomes = [*main.outcomes, *(correction[1] if correction else [])]
    derivation = None if claim.main.statement.statement else model.derivation_of(claim.id)  # nothing that proves it
    return ClaimRecord(
        id=claim.id,
        paper=claim.paper,
        place=claim.place,
        kind=claim.kind,
        verdict=verdict.value,
        finding=claim.correction.finding.value if claim.correction and is_wrong and not contradicting else None,
        readings=tuple(r.record for r in readings),
        statement=claim.printed,
        domain=main.record.domain,
        counterexample=main.record.counterexample,
        sides=main.record.sides,
        corrected=correction[0] if correction and is_right else None,
        oracles=tuple(sorted({o for outcome in outcomes for o in outcome.oracles if not o.startswith(ARGUED)})),
        argued=tuple(sorted({name for outcome in outcomes for name in outcome.argued})),
        witnesses=witnesses,
        seconds=round(time.monotonic() - started, 3),
        note=" ".join(n for n in notes if n),
        derivation=_derivation_record(derivation, model.notation) if derivation is not None else (),
        correction_proof=tuple(_obligation_record(o) for o in (correction[1] if correction else [])),
        prose=claim.in_words if claim.printed != claim.in_words else "",
        stated=claim.stated,
        follows=claim.correction.follows if claim.correction and is_wrong and not contradicting else "",
    )


def _at_boundary(claim: Claim, model: PaperModel, started: float, deadline: Deadline, seed: int) -> ClaimRecord | None:
    """The record of a print that fails only at the boundary, judged under the conditions that leave it out."""
    from checks.verifying.boundary import boundary

    conditions = boundary(claim, model)
    if not conditions or claim.correction is None:
        return None
    printed = claim.main.statement
    statement = replace(claim.correction.statement, latex=printed.latex, slash=printed.slash, table=printed.table)
    readings = tuple(replace(r, statement=statement) if r.needed else r for r in claim.readings)
    note = " ".join(filter(None, (claim.note, claim.correction.explanation)))
    record = _record(replace(claim, readings=readings, correction=None, note=note), model, started, deadline, seed)
    holds = record.verdict in (Verdict.PROVED, Verdict.ARGUED) and not record.is_wrong
    return replace(record, boundary=conditions) if holds else None


def _fingerprint(claim: Claim, model: PaperModel) -> str:
    return fingerprint(what_is_read(claim, model.definitions))


def _is_read(claim: Claim, model: PaperModel) -> bool:
    try:
        return are_read(claim, model.definitions)
    except StatementError as error:
        raise PaperError(f"{claim.heading}: statement: {error}") from error


def _witnesses(
    claim: Claim, main: _Judged, is_corrected: bool, model: PaperModel, seed: int
) -> tuple[WitnessRecord, ...]:
    """The second witnesses of what was found; where none sees a refuted print fail, it is asked at the very point."""
    wrong = any(outcome.refuted for outcome in main.outcomes)
    if not wrong and main.verdict not in (Verdict.PROVED, Verdict.ARGUED, Verdict.DEFINED):
        return () if claim.main.statement.statement else tuple(model.witnesses_of(claim, main.verdict, seed))
    seen = Verdict.PROVED if not wrong else Verdict.CORRECTED if is_corrected else Verdict.REFUTED
    if claim.main.statement.statement:
        return (
            _stated_witness(claim, claim.main.statement, model, seen, seed, main.record.counterexample or {}),
            *_of_correction(claim, model, seen, seed),
            *(model.further_witnesses(claim, seed) if seen is not Verdict.REFUTED else ()),
        )
    right = _of_correction(claim, model, seen, seed)
    found = (*model.witnesses_of(claim, Verdict.REFUTED if right else seen, seed), *right)
    evaluating = model.statement_witness(claim.main.statement) if wrong and found and found[0].agrees is None else None
    if evaluating is None or main.record.counterexample is None:
        return found
    return evaluating.at_point(claim.main.statement, main.record.counterexample, seed), *found[1:]


def judge_statement(claim: Claim, statement: Statement, model: PaperModel, deadline: Deadline) -> list[Outcome]:
    """The outcomes of all obligations of one statement. Raises PaperError where it cannot be read or has no meaning."""
    try:
        with until(deadline):
            parts = statement_parts(claim, statement, model)
    except (MeaninglessError, ReadingError) as error:
        raise PaperError(f"{claim.heading}: {error}") from error

    outcomes = [argument(name) for name in statement.argued]
    for place, part in enumerate(parts):
        if isinstance(part, Outcome):
            outcomes.append(part)
        else:
            outcome = _discharged(claim, part, model, deadline)
            outcomes.append(replace(outcome, printed=part.printed, essential=part.essential))
            if outcomes[-1].refuted and statement.table is None:
                if not part.essential and (wrong := _wrong_elsewhere(parts, place, model)) is not None:
                    outcomes.append(wrong)
                break  # the member that breaks is found; what follows it is not needed for the verdict
    if claim.kind != "definition" and judge_reading(outcomes) is Verdict.DEFINED:
        outcomes.append(argument(VALUES_OF_NAMES))
    return outcomes


def _discharged(claim: Claim, part: Obligation, model: PaperModel, deadline: Deadline) -> Outcome:
    """The outcome of an obligation; what the claim uses is put to work where half of the time finds nothing."""
    domain, used = model.notation.domain, model.uses(claim)
    found = discharge(part, domain, deadline.part(0.5) if used else deadline)
    if not used or found.proved or found.refuted:
        return found
    known = model.known_to(claim)
    helped = discharged_with(part, domain, deadline, [*chain.from_iterable(known.values())])
    if helped is None:
        return found
    return replace(helped, reason=f"from what is proved of {', '.join(filter(known.get, known))}")


def _wrong_elsewhere(parts: Sequence[Part], place: int, model: PaperModel) -> Outcome | None:
    """The refutation of a relation where all has a value, after the obligation at `place`, by which not all has."""
    obligations = [part for part in parts if isinstance(part, Obligation)]
    values = [part.sequent.conclusion for part in obligations if not part.essential]
    for part in parts[place + 1 :]:
        if isinstance(part, Obligation) and part.essential:
            found = refuted_where(part, model.notation.domain, values)
            if found is not None:
                return replace(found, printed=part.printed)
    return None


def statement_parts(claim: Claim, statement: Statement, model: PaperModel) -> list[Part]:
    """What must be shown for a statement, before any search; MeaninglessError or ReadingError where nothing is said."""
    try:
        return _parts(claim, statement, model)
    except ZeroDivisionError as error:
        raise MeaninglessError("an expression has a denominator that is zero everywhere") from error


def _parts(claim: Claim, statement: Statement, model: PaperModel) -> list[Part]:
    if statement.table is not None:
        return [part for entry in statement.table.entries() for part in _parts_of_entry(claim, statement, entry, model)]
    if statement.statement:
        return [_stated(claim, statement, model), *(model.means(statement) if statement.computed else ())]
    interpreter = statement_interpreter(statement, model)
    context = Context(claim, statement, interpreter)
    if statement.encode:
        if statement.encode not in model.encodings:
            raise PaperError(f"claim {claim.id}: there is no encoding {statement.encode!r}")
        parts = list(model.encodings[statement.encode](context))
        assumed: set[tuple[Formula, ...]] = {()}
    else:
        read = list(zip(statement.latex, context.trees(), strict=True))
        parts = [located(part, text, node) for text, node in read for part in interpreter.obligations(node)]
        assumed = {tuple(hypotheses_of(interpreter, node)) for _, node in read}
    known = _Known.at(model.notation.domain, interpreter.at)
    symbols = known.symbols_among(interpreter.met)
    parts = [replace(p, symbols=symbols, facts=known.facts) if isinstance(p, Obligation) else p for p in parts]
    for conditions in assumed:
        _refuse_vacuous(interpreter.assuming(*conditions), parts, known)
    facts = {theorem.statement: theorem for theorem in interpreter.facts}
    parts.extend(Outcome(f"derived: {statement}", statement, theorem) for statement, theorem in facts.items())
    return [*parts, *model.means(statement)]


def _stated(claim: Claim, statement: Statement, model: PaperModel) -> Outcome:
    if statement.computed and (sized := model.of_every_size(statement)) is not None:
        return sized.judged(partial(_known, claim, model))
    try:
        own = definitions(model.definitions, claim.paper)
        return judge(statement.statement, statement.by, own, model.scripts, partial(_known, claim, model))
    except StatementError as error:
        raise PaperError(f"{claim.heading}: statement: {error}") from error


def _known(claim: Claim, model: PaperModel) -> tuple[Known, ...]:
    return tuple(chain.from_iterable(model.known_to(claim).values()))


def theorems_of(claim: Claim, model: PaperModel) -> Iterator[Known]:
    """What is proved of a claim: of what it states or prints, and of its correction; nothing where it is not read."""
    if claim.unread or not claim.readings or not _is_read(claim, model):
        return
    corrected = (claim.correction.statement,) if claim.correction is not None else ()
    for statement in (claim.main.statement, *corrected):
        try:
            outcomes = judge_statement(claim, statement, model, Deadline(SECONDS_FOR_A_USED_CLAIM))
        except PaperError:
            continue  # which is said where this claim is verified itself
        yield from (
            o.theorem for o in outcomes if o.proved and o.theorem is not None and o.shown == o.theorem.statement
        )


def _stated_witness(
    claim: Claim, statement: Statement, model: PaperModel, seen: Verdict, seed: int, breaks_at: Mapping[str, str]
) -> WitnessRecord:
    """The second witness of a statement in the logic: it is run through, where it is refuted at the point given."""
    if statement.computed and (sized := model.of_every_size(statement)) is not None:
        return sized.witnessed(seen is Verdict.PROVED)
    own = definitions(model.definitions, claim.paper)
    return witnessed(statement.statement, own, seen is Verdict.PROVED, seed, breaks_at)


def _of_correction(claim: Claim, model: PaperModel, seen: Verdict, seed: int) -> tuple[WitnessRecord, ...]:
    """The second witness of what is right instead, where that is a statement in the logic."""
    if seen is not Verdict.CORRECTED or claim.correction is None or not claim.correction.statement.statement:
        return ()
    return (_stated_witness(claim, claim.correction.statement, model, Verdict.PROVED, seed, {}),)


@dataclass(frozen=True)
class _Known:
    """What a domain says of its symbols where some have given values."""

    ranges: tuple[Formula, ...]
    conditions: tuple[Formula, ...]
    free: frozenset[str]

    @classmethod
    def at(cls, domain: Domain, values: Mapping[str, RationalFunction]) -> _Known:
        """With the values put in."""
        ranges, conditions = (
            tuple(
                in_polynomials(substitute_rational(fact, values))
                for fact in said
                if not (isinstance(fact, (IntegerValued, NamedConstant)) and fact.name in values)
            )
            for said in (domain.hypotheses().difference(domain.conditions), domain.conditions)
        )
        return cls(ranges, conditions, frozenset(domain.names) - values.keys())

    @property
    def facts(self) -> tuple[Formula, ...]:
        """Ranges and conditions."""
        return (*self.ranges, *self.conditions)

    def symbols_among(self, names: Iterable[str]) -> frozenset[str]:
        """The symbols of the domain that have no value yet, among names."""
        return self.free.intersection(names)


def located(part: Obligation, text: str, node: tree.Node) -> Obligation:
    """The obligation with the member that it is about, as printed, where the print has several."""
    start, end = part.span
    if end <= start or (isinstance(node, tree.Chain) and len(node.relations) == 1):
        return part
    printed = re.sub(r"\\\\|&|\\(?:nonumber|notag)(?![A-Za-z])|\s+", " ", text[start:end])
    printed = re.sub(r"\s+", " ", printed).strip()
    shortened = printed if len(printed) <= LONGEST_MEMBER else printed[: LONGEST_MEMBER - 3] + "..."
    first = start + len(text[start:end]) - len(text[start:end].lstrip(" \t\r\n&\\"))
    line = f", line {text.count(chr(10), 0, first) + 1}" if "\n" in text.strip() else ""
    return replace(part, printed=f"{shortened}{line}")


def _refuse_vacuous(interpreter: Interpreter, parts: Sequence[Part], known: _Known) -> None:
    """MeaninglessError where no values satisfy the hypotheses, so that everything would follow from them.

    Of the domain only what speaks of the variables of the parts, or of variables that conditions link to these, counts.
    Solvers may say so too: nothing is proved by a refusal, and a claim without any values would be.
    """
    failing = [fact for fact in known.facts if not variables(fact) and not fact.holds_at({})]
    stated = [part.sequent if isinstance(part, Obligation) else part.statement for part in parts]
    sequents = [said for said in stated if isinstance(said, Sequent)]
    spoken = {v for said in sequents for formula in (*said.hypotheses, said.conclusion) for v in variables(formula)}
    assumed = facts_about(spoken, (*interpreter.given, *failing), known.facts, linked=True)
    if assumed.isdisjoint((*map(in_polynomials, interpreter.given), *failing, *known.conditions)):
        return  # each variable has its own range, and no range is empty
    if _contradict_each_other(assumed):
        raise MeaninglessError("no values satisfy the hypotheses, so that anything would follow from them")


@lru_cache(maxsize=1000)
def _contradict_each_other(assumed: frozenset[Formula]) -> bool:
    """Whether no values satisfy the formulas, which a statement, its corrections and other claims may share."""
    if hold_together(assumed):
        return False
    return isinstance(prove(Sequent(assumed, any_of(())), budget_seconds=SECONDS_FOR_HYPOTHESES), Proved)


def entry_statement(statement: Statement, entry: TableEntry) -> Statement:
    """What one entry of a printed table claims."""
    return replace(statement, table=None, latex=(entry.latex,), at=(*statement.at, *entry.at))


def _parts_of_entry(claim: Claim, statement: Statement, entry: TableEntry, model: PaperModel) -> list[Part]:
    try:
        parts = _parts(claim, entry_statement(statement, entry), model)
    except (MeaninglessError, ReadingError) as error:
        raise MeaninglessError(f"{entry.label}: {error}") from error
    return [
        replace(part, label=entry.label if part.label == ALONE else f"{entry.label}: {part.label}") for part in parts
    ]


def statement_interpreter(statement: Statement, model: PaperModel) -> Interpreter:
    """An interpreter under the printed hypotheses, with the values of `at` put in.

    Raises MeaninglessError for a value of what is no symbol, and for a hypothesis that fails there.
    """
    notation = model.notation
    names = notation.domain.exponential_names()
    at: dict[str, RationalFunction] = {}
    hypotheses: list[Formula] = []
    empty = Interpreter(notation)
    for name, text in statement.at:
        if name not in notation.vocabulary:
            raise MeaninglessError(f"a value is given to {name!r}, which is no symbol of the paper")
        node = read_plain(text, notation.vocabulary)
        if name not in names:
            at[name] = empty.number(node)
        elif isinstance(node, tree.Apply) and node.function == "log":
            at[names[name]] = empty.number(node.arguments[0])
        else:
            value = empty.number(node).evaluate({})
            if value == 0:
                at[names[name]] = RationalFunction.of(1)
            else:
                hypotheses.append(NamedConstant(names[name], "exp", value))
    reader = Interpreter(notation, (), at)
    for text in statement.domain:
        hypothesis = reader.formula(read_plain(text, notation.vocabulary))
        if not variables(hypothesis) and not hypothesis.holds_at({}):
            raise MeaninglessError(f"the hypothesis '{text}' does not hold at the given values")
        hypotheses.append(hypothesis)
    interpreter = Interpreter(notation, hypotheses, at)
    interpreter.roots.update(reader.roots)
    return interpreter


@dataclass(frozen=True)
class _Judged:
    verdict: Verdict
    outcomes: list[Outcome]
    record: ReadingRecord


def _judged(claim: Claim, reading: Reading, model: PaperModel, deadline: Deadline) -> _Judged:
    try:
        outcomes = judge_statement(claim, reading.statement, model, deadline)
    except PaperError as error:
        if reading.needed:
            raise
        reading, outcomes = replace(reading, note=f"{reading.note} Not judged: {error.__cause__ or error}".strip()), []
    verdict = judge_reading(outcomes)
    broken = first_break(outcomes)
    record = ReadingRecord(
        name=reading.name,
        verdict=verdict.value,
        needed=reading.needed,
        statement=reading.statement.printed or claim.in_words,
        domain=domain_text(reading.statement, outcomes, model),
        breaks_at=_broken_places(reading.statement, outcomes) if broken else None,
        counterexample=_exact_point(broken, _broken_part(reading.statement, broken), model) if broken else None,
        sides=_sides(broken, model) if broken else (),
        note=reading.note,
        obligations=tuple(_obligation_record(o) for o in outcomes),
    )
    return _Judged(verdict, outcomes, record)


def _sides(broken: Outcome, model: PaperModel) -> tuple[Side, ...]:
    """What both sides are worth where a relation fails, in the spelling of the paper."""
    sides = broken.sides
    if not sides and isinstance(broken.statement, Sequent):
        constants = tuple(h for h in broken.statement.hypotheses if isinstance(h, NamedConstant))
        sides = both_sides(broken.statement.conclusion, None, broken.point, constants)
    return tuple(replace(side, exact=_spelled(side.exact, model)) for side in sides)


def _broken_places(statement: Statement, outcomes: Sequence[Outcome]) -> str:
    """The member that breaks; of a table every wrong entry."""
    if statement.table is not None:
        return "; ".join(dict.fromkeys(outcome.label for outcome in outcomes if outcome.refuted))
    broken = first_break(outcomes)
    assert broken is not None, "something breaks"
    return broken.label + (f" ({broken.printed})" if broken.printed else "")


def _broken_part(statement: Statement, broken: Outcome) -> Statement:
    if statement.table is None:
        return statement
    entry = next(e for e in statement.table.entries() if broken.label.startswith(e.label))
    return entry_statement(statement, entry)


def _derived(claim: Claim, model: PaperModel, deadline: Deadline) -> tuple[Claim, tuple[str, list[Outcome]] | None]:
    """The claim with the first derived correction that is proved, and its outcomes; or as it is."""
    for correction in _proposed(claim, model):
        if not deadline.left():
            break
        with_correction = replace(claim, correction=correction)
        try:
            found = _corrected(with_correction, model, deadline.at_most(SECONDS_FOR_A_CANDIDATE))
        except PaperError:
            continue  # a candidate that says nothing here
        if found is not None and judge_reading(found[1]) in (Verdict.PROVED, Verdict.ARGUED):
            return with_correction, found
    return claim, None


def _proposed(claim: Claim, model: PaperModel) -> Iterator[Correction]:
    """What may be right instead, as far as it can be derived: that it cannot says nothing of the print."""
    try:
        yield from model.derived_corrections(claim)
    except (PaperError, MeaninglessError, ReadingError, ArithmeticError):
        return


def _corrected(claim: Claim, model: PaperModel, deadline: Deadline) -> tuple[str, list[Outcome]] | None:
    if claim.correction is None:
        return None
    statement = claim.correction.statement
    if claim.correction.right:
        return claim.correction.right, judge_statement(claim, statement, model, deadline)
    text = statement.printed or claim.printed
    added = [d for d in statement.domain if d not in claim.main.statement.domain]
    if added:
        reader = Interpreter(model.notation)
        conditions = [reader.print(read_plain(d, model.notation.vocabulary)) for d in added]
        text += r" \qquad \text{for } " + r",\ ".join(conditions)
    return text, judge_statement(claim, statement, model, deadline)


def _not_right(claim: Claim, outcomes: Sequence[Outcome], model: PaperModel) -> str:
    """That the correction in the file is not shown: where it fails, or what is open."""
    broken = first_break(outcomes)
    if broken is not None and claim.correction is not None:
        at = ", ".join(f"{k} = {v}" for k, v in _exact_point(broken, claim.correction.statement, model).items())
        return f"The correction in the file fails, too{f', with {at}' if at else ''}."
    reason = next((o.reason for o in outcomes if not o.proved), "")
    return f"The correction in the file is not proved{f': {reason}' if reason else ''}."


def domain_text(statement: Statement, outcomes: Sequence[Outcome], model: PaperModel) -> str:
    """The domain on which a statement was judged: the ranges of its symbols and its printed hypotheses."""
    assumed = [
        {fact for fact in map(in_polynomials, o.statement.hypotheses) if all(map(o.speaks_of, variables(fact)))}
        for o in outcomes
        if isinstance(o.statement, Sequent)
    ]
    budgets = {variable: budget for budget, variable in model.notation.domain.exponentials}
    ranges = [
        f"{budgets[p.name]} {'>' if p.low_open else '>='} 0" if p.name in budgets else str(p)
        for p in model.notation.domain.parameters
        if p.hypotheses() and any(assumed_here.issuperset(p.hypotheses()) for assumed_here in assumed)
    ]
    ranges += [text for fact, text in model.conditions.items() if any(fact in assumed_here for assumed_here in assumed)]
    values = [f"{name} = {value}" for name, value in statement.at]
    return _spelled(
        "; ".join(dict.fromkeys([*ranges, *statement.domain, *_trailing(statement, model), *values])), model
    )


def _trailing(statement: Statement, model: PaperModel) -> list[str]:
    """What is read into a print and shown: conditions after a comma alone, and decimals after an equivalence."""
    found: list[str] = []
    for text in statement.latex if not statement.is_by_hand else ():
        try:
            node = read_latex(text, model.notation.vocabulary, slash=statement.slash)
        except ReadingError:
            continue  # what cannot be read has its verdict already, and says no hypotheses
        if isinstance(node, tree.Connective) and node.connectives == ("if",) and r"\text" not in text:
            found += [to_plain(item) for item in conditions_of(node, model.notation.vocabulary).assumed]
        found += [f"{to_plain(number)} is a rounded number" for number in rounded_thresholds(node)]
    return found


def _spelled(text: str, model: PaperModel) -> str:
    """A text with the names that are not of the paper spelled as there."""
    for name, shown in model.notation.shown.items():
        text = re.sub(rf"\b{name}\b", shown.replace("\\", r"\\"), text)
    return text


def _exact_point(outcome: Outcome, statement: Statement, model: PaperModel) -> dict[str, str]:
    if outcome.at:
        return dict(outcome.at)
    budgets = {variable: budget for budget, variable in model.notation.domain.exponentials}
    point = dict(statement.at)
    for name, value in sorted(outcome.point.items()):
        if not outcome.speaks_of(name) or _LONG_ROOT.match(name):
            continue
        if name in budgets:
            point[budgets[name]] = "0" if value == 1 else f"log({value})"
        else:
            for variable, budget in budgets.items():
                name = name.replace(f"({variable})", f"(exp({budget}))")  # of a square root
            point[model.notation.shown.get(name, name)] = str(value)
    return _with_whole_points(point)


def _with_whole_points(point: Mapping[str, str]) -> dict[str, str]:
    """The coordinates z1, z2, ... of a point that the statement does not name, as one point."""
    coordinates = [name for name in point if _COORDINATE.fullmatch(name)]
    if not coordinates:
        return dict(point)
    values = ", ".join(point[name] for name in sorted(coordinates, key=lambda name: int(name[1:])))
    whole = values if len(coordinates) == 1 else f"({values})"
    return {"the point": whole, **{name: value for name, value in point.items() if name not in coordinates}}


def _obligation_record(outcome: Outcome) -> ObligationRecord:
    status = (
        "argued" if outcome.argued else "proved" if outcome.proved else "refuted" if outcome.refuted
        else "evidence" if outcome.evidence else "unknown"
    )  # fmt: skip
    theorem = outcome.theorem
    proof = KeptProof(theorem) if theorem is not None else None
    at_constants = outcome.refuted and isinstance(outcome.shown, (Sequent, Term))
    return ObligationRecord(
        label=outcome.label,
        statement=str(outcome.statement),
        status=status,
        rule=theorem.rule if theorem is not None else "",
        oracles=tuple(sorted(outcome.oracles)),
        reason=outcome.reason or outcome.evidence,
        proof=proof,
        failure=str(outcome.shown) if at_constants else "",
        says_something=says_something([outcome]),
    )


def resolve(target: str) -> Any:
    """The object that `module:name.attribute` names; PaperError when there is none."""
    module, _, path = target.partition(":")
    try:
        found: Any = import_module(module)
        for part in path.split(".") if path else ():
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise PaperError(f"defined_by = {target!r}: there is no such thing ({error})") from error
    return found


def _definition_note(claim: Claim) -> str:
    return f"Implemented by {claim.defined_by}, exercised by {claim.exercised_by}."


def _derivation_record(derivation: Derivation, notation: Notation) -> tuple[StepRecord, ...]:
    """The steps, their names spelt as the paper spells them."""
    spellings = {declared.name: declared.spellings[0] for declared in notation.vocabulary}
    with spelt(spellings, notation.domain):
        return tuple(map(_step_record, derivation.steps))


def _step_record(step: Step) -> StepRecord:
    said, reason = step.statement, with_dollars(step.justification)
    if isinstance(said, Written):
        return StepRecord.of_formula(said.text, said.latex, reason, step.theorem is not None)
    sentence = with_dollars(str(said))
    return StepRecord(sentence, in_latex(sentence), reason, step.theorem is not None)


def _plain_record(claim: Claim, verdict: Verdict, note: str, started: float) -> ClaimRecord:
    return ClaimRecord(
        claim.id, claim.paper, claim.place, claim.kind, verdict.value, None, (), claim.printed, "", None, None, (), (),
        round(time.monotonic() - started, 3), " ".join(n for n in (claim.note, note) if n),
    )  # fmt: skip
