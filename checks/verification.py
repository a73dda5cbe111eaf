"""Verify one claim: read it, derive what its names mean, state what must be shown, search proofs, give the verdict."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from checks import TIMEOUT
from checks.claim import Claim, Correction, PaperError, Reading, Statement, is_file
from checks.interpreter import Interpreter, Notation, Obligation, with_domain
from checks.interpreter.conditions import hypotheses_of
from checks.reading import ReadingError, read_latex, read_plain
from checks.reading import syntax as tree
from checks.record import ClaimRecord, ObligationRecord, ReadingRecord, StepRecord, WitnessRecord
from checks.tables import TableEntry
from checks.typeset import prose
from checks.values import MeaninglessError
from checks.verdict import Beside, Outcome, Verdict, failure_at_constants, first_break, judge_claim, judge_reading
from derivations.kernel import Theorem
from derivations.lemmas import substitute_rational
from derivations.proof_file import to_json
from derivations.statements import Sequent
from derivations.steps import Derivation, Step, Written
from mechanisms.domain import Domain, real
from mechanisms.formula import (
    Formula,
    IntegerValued,
    NamedConstant,
    all_of,
    any_of,
    in_polynomials,
    substitute,
    variables,
)
from mechanisms.rational import RationalFunction

if TYPE_CHECKING:
    from checks.witness import StatementWitness

Part = Obligation | Outcome
SECONDS_FOR_HYPOTHESES = 10.0  # to see that some values satisfy them, which a drawn point shows at once
SECONDS_FOR_OTHERS = 2.0  # to find values of variables that a counterexample does not mention
LONGEST_MEMBER = 80  # characters of a printed member in a verdict
SECONDS_FOR_A_CANDIDATE = 8.0  # to prove what may be right instead
ALONE = "the relation"  # the label of the only relation of a statement
DIGITS = 20  # of the rational neighbours of named constants


@dataclass(frozen=True)
class PaperModel:
    """What a paper's folder provides: notation, encodings of prose, derivations to show, second witnesses.

    An encoding maps a `Context` to the parts that must hold; a derivation is looked up by claim and may be None.
    `statement_witness` gives what evaluates a statement at points apart from the proofs, or None. `derived_corrections`
    may say what is right where a claim that has no correction is refuted: candidates, the first that is proved counts.
    With `refuses_vacuous` a statement whose hypotheses contradict one another is none. `conditions` are the texts of
    conditions of the domain that are shown beside the ranges of its symbols.
    """

    notation: Notation
    encodings: Mapping[str, Callable[[Context], Sequence[Part]]]
    derivation_of: Callable[[str], Derivation | None]
    witnesses_of: Callable[[Claim, Verdict, int], Sequence[WitnessRecord]]
    statement_witness: Callable[[Statement], StatementWitness | None] = lambda statement: None
    derived_corrections: Callable[[Claim], Iterable[Correction]] = lambda claim: ()
    refuses_vacuous: bool = False
    conditions: Mapping[Formula, str] = field(default_factory=dict)


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


def paper_model(name: str) -> PaperModel:
    """The model of a built-in paper, or of a claims file."""
    if is_file(name):
        from checks.own_papers.model import load

        return load(name).model
    return built_in_model(name)


@cache
def built_in_model(key: str) -> PaperModel:
    """The model in the folder of a built-in paper."""
    model = import_module(f"checks.papers.{key.lower()}.model").MODEL
    assert isinstance(model, PaperModel)
    return model


def verify_claim(claim: Claim, *, seed: int = 0, budget: float = TIMEOUT) -> ClaimRecord:
    """The record of a claim; proof search takes at most about `budget` seconds, past it the verdict is unknown."""
    started = time.monotonic()
    if claim.outside:
        return _plain_record(claim, Verdict.OUTSIDE, claim.outside, started)
    if not claim.readings:
        resolve(claim.defined_by)
        return _plain_record(claim, Verdict.DEFINED, _definition_note(claim), started)
    model = paper_model(claim.paper)
    deadline = started + budget
    readings = [_judged(claim, reading, model, deadline) for reading in claim.readings]
    main = next(r for r in readings if r.record.needed)
    correction = None
    if main.verdict is Verdict.REFUTED:
        if claim.correction is not None:
            correction = _corrected(claim, model, deadline)
        else:
            claim, correction = _derived(claim, model, deadline)
    verdict = judge_claim(main.verdict, judge_reading(correction[1]) if correction else None)
    is_wrong = verdict in (Verdict.REFUTED, Verdict.CORRECTED)
    notes = [claim.note, claim.correction.explanation if claim.correction and is_wrong else ""]
    if claim.defined_by:
        resolve(claim.defined_by)
        notes.append(_definition_note(claim))
    outcomes = [*main.outcomes, *(correction[1] if correction else [])]
    derivation = model.derivation_of(claim.id)
    return ClaimRecord(
        id=claim.id,
        paper=claim.paper,
        place=claim.place,
        kind=claim.kind,
        verdict=verdict.value,
        finding=claim.correction.finding.value if claim.correction and is_wrong else None,
        readings=tuple(r.record for r in readings),
        statement=claim.printed,
        domain=main.record.domain,
        counterexample=main.record.counterexample,
        corrected=correction[0] if correction and verdict is Verdict.CORRECTED else None,
        oracles=tuple(sorted({o for outcome in outcomes for o in outcome.oracles})),
        witnesses=tuple(model.witnesses_of(claim, verdict, seed)),
        seconds=round(time.monotonic() - started, 3),
        note=" ".join(n for n in notes if n),
        derivation=tuple(map(_step_record, derivation.steps)) if derivation is not None else (),
        correction_proof=tuple(_obligation_record(o) for o in (correction[1] if correction else [])),
        prose=claim.prose if claim.printed != claim.prose else "",
    )


def judge_statement(claim: Claim, statement: Statement, model: PaperModel, deadline: float) -> list[Outcome]:
    """The outcomes of all obligations of one statement."""
    try:
        parts = statement_parts(claim, statement, model)
    except (MeaninglessError, ReadingError) as error:
        raise PaperError(f"{claim.heading}: {error}") from error
    outcomes: list[Outcome] = []
    for part in parts:
        if isinstance(part, Outcome):
            outcomes.append(part)
        else:
            outcomes.append(replace(discharge(part, model, deadline), printed=part.printed))
            if outcomes[-1].refuted and statement.table is None:
                break  # the member that breaks is found; what follows it is not needed for the verdict
    return outcomes


def statement_parts(claim: Claim, statement: Statement, model: PaperModel) -> list[Part]:
    """What must be shown for a statement, before any search; MeaninglessError or ReadingError where nothing is said."""
    try:
        return _parts(claim, statement, model)
    except ZeroDivisionError as error:
        raise MeaninglessError("an expression has a denominator that is zero everywhere") from error


def _parts(claim: Claim, statement: Statement, model: PaperModel) -> list[Part]:
    if statement.table is not None:
        return [part for entry in statement.table.entries() for part in _parts_of_entry(claim, statement, entry, model)]
    interpreter = statement_interpreter(statement, model)
    context = Context(claim, statement, interpreter)
    if statement.encode:
        if statement.encode not in model.encodings:
            raise PaperError(f"claim {claim.id}: there is no encoding {statement.encode!r}")
        parts = list(model.encodings[statement.encode](context))
    else:
        read = list(zip(statement.latex, context.trees(), strict=True))
        if model.refuses_vacuous:
            for conditions in dict.fromkeys(tuple(hypotheses_of(interpreter, node)) for _, node in read):
                if conditions or statement.domain or model.notation.domain.conditions:
                    _refuse_vacuous(interpreter.assuming(*conditions), model)
        parts = [located(part, text, node) for text, node in read for part in interpreter.obligations(node)]
    facts = {theorem.statement: theorem for theorem in interpreter.facts}
    parts.extend(Outcome(f"derived: {statement}", statement, theorem) for statement, theorem in facts.items())
    return parts


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


def _refuse_vacuous(interpreter: Interpreter, model: PaperModel) -> None:
    """MeaninglessError where no values satisfy the hypotheses, so that everything would follow from them.

    Solvers may say so too: nothing is proved by a refusal, and a claim without any values would be.
    """
    from derivations.prover import Proved, prove

    known = (
        substitute_rational(fact, interpreter.at)
        for fact in model.notation.domain.hypotheses()
        if not (isinstance(fact, (IntegerValued, NamedConstant)) and fact.name in interpreter.at)
    )
    hypotheses = frozenset([*interpreter.given, *known])
    if isinstance(prove(Sequent(hypotheses, any_of(())), budget_seconds=SECONDS_FOR_HYPOTHESES), Proved):
        raise MeaninglessError("no values satisfy the hypotheses, so that anything would follow from them")


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
    """An interpreter under the printed hypotheses, with the values of `at` put in."""
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


def discharge(obligation: Obligation, model: PaperModel, deadline: float) -> Outcome:
    """Search a proof or a counterexample of one obligation until the deadline."""
    from derivations import kernel
    from derivations.prover import Disproved, Proved, prove

    sequent = with_domain(obligation.sequent, model.notation.domain)
    lemmas = [t for t in obligation.lemmas if t.sequent.hypotheses <= sequent.hypotheses]
    known = sequent.hypotheses | {t.sequent.conclusion for t in lemmas}
    remaining = max(deadline - time.monotonic(), 0.1)
    found = prove(Sequent(known, sequent.conclusion), budget_seconds=remaining)
    linked = with_domain(sequent, model.notation.domain, linked=True)
    stands = isinstance(found, Proved) or linked == sequent
    if not (stands or (isinstance(found, Disproved) and _is_part_of_a_point(found.point, linked))):
        sequent, known = linked, linked.hypotheses | known
        found = prove(Sequent(known, sequent.conclusion), budget_seconds=max(deadline - time.monotonic(), 0.1))
    if isinstance(found, Proved):
        theorem = found.theorem
        for lemma in lemmas:
            theorem = kernel.cut(lemma, theorem)
        return Outcome(obligation.label, sequent, kernel.weaken(theorem, sequent.hypotheses))
    if isinstance(found, Disproved):
        point = found.point if obligation.fails_at is None else _failing_point(obligation, sequent, found.point, model)
        if point is None:
            where = ", ".join(f"{name} = {value}" for name, value in sorted(found.point.items()))
            reason = f"what is sufficient for the print fails at {where}; that the print fails was not found"
            return Outcome(obligation.label, sequent, None, reason=reason)
        return Outcome(obligation.label, sequent, kernel.counterexample(sequent, point))
    beside = _beside_constants(sequent, max(deadline - time.monotonic(), 0.1)) if obligation.fails_at is None else None
    failure = failure_at_constants(sequent, beside) if beside is not None else None
    if failure is not None:
        opposite = prove(failure, budget_seconds=max(deadline - time.monotonic(), 0.1))
        if isinstance(opposite, Proved):
            return Outcome(obligation.label, sequent, opposite.theorem, beside=beside or ())
    return Outcome(obligation.label, sequent, None, reason=found.reason)


def _is_part_of_a_point(point: Mapping[str, Fraction], linked: Sequent) -> bool:
    """Whether the other variables have values at which all hypotheses hold."""
    from derivations.prover import Disproved, prove

    at = {name: RationalFunction.of(value) for name, value in point.items()}
    rest = frozenset(substitute_rational(h, at) for h in linked.hypotheses if not variables(h) <= point.keys())
    return isinstance(prove(Sequent(rest, any_of(())), budget_seconds=SECONDS_FOR_OTHERS, oracles=False), Disproved)


def _beside_constants(sequent: Sequent, seconds: float) -> Beside | None:
    """Values of the variables that are no named constants at which the sequent may fail, by rational neighbours."""
    from derivations.prover import Disproved, prove
    from derivations.prover.atoms import approximate

    constants = [h for h in sequent.hypotheses if isinstance(h, NamedConstant)]
    rest = sequent.hypotheses.difference(constants)
    enclosures = {c.name: approximate(c, DIGITS) for c in constants}
    near = {name: ends[0] for name, ends in enclosures.items() if ends is not None}
    if not constants or len(near) < len(constants):
        return None
    if variables(all_of([*rest, sequent.conclusion])) <= near.keys():
        return ()
    neighbour = Sequent(frozenset(substitute(h, near) for h in rest), substitute(sequent.conclusion, near))
    found = prove(neighbour, budget_seconds=seconds, oracles=False)
    return tuple(sorted(found.point.items())) if isinstance(found, Disproved) else None


def _failing_point(
    obligation: Obligation, sequent: Sequent, first: Mapping[str, Fraction], model: PaperModel
) -> dict[str, Fraction] | None:
    """A point at which a sufficient sequent fails and the print with it; None when none is found."""
    assert obligation.fails_at is not None
    names = variables(all_of([*sequent.hypotheses, sequent.conclusion])) | obligation.names
    known = {p.name: p for p in model.notation.domain.parameters}
    space = Domain.of(*(known.get(name, real(name)) for name in sorted(names)))
    if any(isinstance(h, NamedConstant) for h in sequent.hypotheses):
        return None
    for drawn in space.points(seed=0, count=100):
        for point in ({**drawn, **first}, drawn):
            holds = all(h.holds_at(point) for h in sequent.hypotheses)
            if holds and not sequent.conclusion.holds_at(point) and obligation.fails_at(point):
                return point
    return None


@dataclass(frozen=True)
class _Judged:
    verdict: Verdict
    outcomes: list[Outcome]
    record: ReadingRecord


def _judged(claim: Claim, reading: Reading, model: PaperModel, deadline: float) -> _Judged:
    outcomes = judge_statement(claim, reading.statement, model, deadline)
    verdict = judge_reading(outcomes)
    broken = first_break(outcomes)
    record = ReadingRecord(
        name=reading.name,
        verdict=verdict.value,
        needed=reading.needed,
        statement=reading.statement.printed or claim.prose,
        domain=domain_text(reading.statement, outcomes, model),
        breaks_at=_broken_places(reading.statement, outcomes) if broken else None,
        counterexample=_exact_point(broken, _broken_part(reading.statement, broken), model) if broken else None,
        note=reading.note,
        obligations=tuple(_obligation_record(o) for o in outcomes),
    )
    return _Judged(verdict, outcomes, record)


def _broken_places(statement: Statement, outcomes: Sequence[Outcome]) -> str:
    """The member that breaks; of a table every wrong entry."""
    broken = [outcome for outcome in outcomes if outcome.refuted]
    if statement.table is not None:
        return "; ".join(dict.fromkeys(outcome.label for outcome in broken))
    return broken[0].label + (f" ({broken[0].printed})" if broken[0].printed else "")


def _broken_part(statement: Statement, broken: Outcome) -> Statement:
    if statement.table is None:
        return statement
    entry = next(e for e in statement.table.entries() if broken.label.startswith(e.label))
    return entry_statement(statement, entry)


def _derived(claim: Claim, model: PaperModel, deadline: float) -> tuple[Claim, tuple[str, list[Outcome]] | None]:
    """The claim with the first derived correction that is proved, and its outcomes; or as it is."""
    for correction in model.derived_corrections(claim):
        if time.monotonic() > deadline:
            break
        with_correction = replace(claim, correction=correction)
        try:
            found = _corrected(with_correction, model, min(deadline, time.monotonic() + SECONDS_FOR_A_CANDIDATE))
        except PaperError:
            continue  # a candidate that says nothing here
        if found is not None and judge_reading(found[1]) is Verdict.PROVED:
            return with_correction, found
    return claim, None


def _corrected(claim: Claim, model: PaperModel, deadline: float) -> tuple[str, list[Outcome]] | None:
    if claim.correction is None:
        return None
    statement = claim.correction.statement
    text = statement.printed or claim.printed
    added = [d for d in statement.domain if d not in claim.main.statement.domain]
    if added:
        reader = Interpreter(model.notation)
        conditions = [reader.print(read_plain(d, model.notation.vocabulary)) for d in added]
        text += r" \qquad \text{for } " + r",\ ".join(conditions)
    return text, judge_statement(claim, statement, model, deadline)


def domain_text(statement: Statement, outcomes: Sequence[Outcome], model: PaperModel) -> str:
    """The domain on which a statement was judged: the ranges of its symbols and its printed hypotheses."""
    assumed = [set(map(in_polynomials, o.statement.hypotheses)) for o in outcomes if isinstance(o.statement, Sequent)]
    budgets = {variable: budget for budget, variable in model.notation.domain.exponentials}
    ranges = [
        f"{budgets[p.name]} {'>' if p.low_open else '>='} 0" if p.name in budgets else str(p)
        for p in model.notation.domain.parameters
        if p.hypotheses() and any(assumed_here.issuperset(p.hypotheses()) for assumed_here in assumed)
    ]
    ranges += [text for fact, text in model.conditions.items() if any(fact in assumed_here for assumed_here in assumed)]
    values = [f"{name} = {value}" for name, value in statement.at]
    text = "; ".join(dict.fromkeys([*ranges, *statement.domain, *values]))
    for name, shown in model.notation.shown.items():
        text = re.sub(rf"\b{name}\b", shown.replace("\\", r"\\"), text)
    return text


def _exact_point(outcome: Outcome, statement: Statement, model: PaperModel) -> dict[str, str]:
    budgets = {variable: budget for budget, variable in model.notation.domain.exponentials}
    point = dict(statement.at)
    for name, value in sorted(outcome.point.items()):
        if name in budgets:
            point[budgets[name]] = "0" if value == 1 else f"log({value})"
        else:
            for variable, budget in budgets.items():
                name = name.replace(f"({variable})", f"(exp({budget}))")  # of a square root
            point[model.notation.shown.get(name, name)] = str(value)
    return point


def _obligation_record(outcome: Outcome) -> ObligationRecord:
    status = (
        "proved" if outcome.proved else "refuted" if outcome.refuted else "evidence" if outcome.evidence else "unknown"
    )
    theorem = outcome.theorem
    proof: dict[str, Any] | None = to_json(theorem) if theorem is not None else None
    at_constants = outcome.refuted and theorem is not None and isinstance(theorem.statement, Sequent)
    return ObligationRecord(
        label=outcome.label,
        statement=str(outcome.statement),
        status=status,
        rule=theorem.rule if theorem is not None else "",
        oracles=tuple(sorted(outcome.oracles)),
        reason=outcome.reason or outcome.evidence,
        proof=proof,
        failure=str(theorem.statement) if at_constants and theorem is not None else "",
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


def _step_record(step: Step) -> StepRecord:
    said = step.statement
    if isinstance(said, Written):
        return StepRecord.of_formula(said.text, said.latex, step.justification)
    return StepRecord(str(said), prose(said), step.justification)


def _plain_record(claim: Claim, verdict: Verdict, note: str, started: float) -> ClaimRecord:
    return ClaimRecord(
        claim.id, claim.paper, claim.place, claim.kind, verdict.value, None, (), claim.printed, "", None, None, (), (),
        round(time.monotonic() - started, 3), " ".join(n for n in (claim.note, note) if n),
    )  # fmt: skip
