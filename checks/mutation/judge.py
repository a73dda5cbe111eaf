"""The judgement on one mutant, by the machinery that verifies claims.

`killed`: an exact counterexample, found by the prover and checked by the kernel; or, of words and of what stands beside
a statement in the logic, that the claim is unread. A changed statement of the logic is judged as if it had been read.
`unproved`: such a statement is neither proved nor refuted, the claim loses its verdict. `meaningless`: the changed
print has no meaning any more, or no point satisfies its hypotheses; the checker refuses it, but this counts as no kill.
`equivalent`: proved, and what was changed is proved to mean the same as before. `still true`: proved, and another
statement than before. `survivor`: everything else, above all what stays undecided, what is proved although a point
speaks against it, and a change that the check of the claim does not notice although its meaning may have changed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from checks.claims.claim import Claim, Statement
from checks.claims.claim_words import are_read
from checks.claims.verdict import Outcome, Verdict, judge_reading
from checks.interpreter import Interpreter, Obligation
from checks.interpreter.values import MeaninglessError
from checks.mutation.mutants import Mutant
from checks.papers.mutators import SWAP, renamed
from checks.reading import ReadingError, to_latex
from checks.reading import syntax as tree
from checks.verifying.discharge import discharge
from checks.verifying.stated import Refuted, definitions, statement_of, theorem_of
from checks.verifying.verification import PaperModel, Part, statement_interpreter, statement_parts
from checks.witness.statement import described
from checks.witness.statements import FEWEST, Neighbourhood, Point, agreement
from checks.witness.values import NoValueError
from derivations.arithmetic.statements import Sequent
from derivations.logic.kernel import LogicError
from derivations.logic.terms import NOT, Term
from derivations.prover.deadline import Deadline, until
from mechanisms.exact.domain import Domain
from mechanisms.exact.formula import FALSE, Formula, NamedConstant, variables

HOLDS = (Verdict.PROVED, Verdict.DEFINED)  # all parts are theorems; DEFINED: of equal sides
SHARE_OF_CONTROL = 2.0  # of the time that the control took, which a mutant is given at least
QUESTION = 0.5  # seconds for one question of arithmetic of a changed statement
ONE_OF = 10  # mutants that fail at a point is given to the prover all the same, which must not prove it
POINTS = 24  # drawn for a mutant for which those of the unchanged statement are no points
LONGEST_REASON = 200  # characters
LONGER = 4  # times that budget, for what is printed and still undecided then
FIRST_TRY = 0.6  # seconds for each part, before a longer search is worth it
WITNESS_POINTS = 6  # of each kind, at which the print of a proved mutant is evaluated by other means
SPOTS = 200  # exact points at which a proved mutant is tried, independently of prover and kernel


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    MEANINGLESS = "meaningless"
    EQUIVALENT = "equivalent"
    STILL_TRUE = "still true"
    NOT_PROVED = "unproved"
    SURVIVOR = "survivor"


@dataclass(frozen=True)
class Judgement:
    """The fate of a mutant, why, and how long that took. `is_unsound`: proved, although it fails at a point."""

    mutant: Mutant
    fate: Fate
    reason: str
    seconds: float
    is_unsound: bool = False


class UnsoundError(AssertionError):
    """A statement was proved that fails at an exact point: an error of the checker."""


class Judge:
    """Judges the mutants of one true statement of a claim; keeps the theorems that mutants share with it."""

    def __init__(self, claim: Claim, statement: Statement, model: PaperModel, *, budget: float) -> None:
        """Prove the statement itself first, the control: `control` is its verdict, within `budget` seconds."""
        clock = Deadline(budget)
        self.claim = claim
        self.statement = statement
        self.model = model
        self._failing = 0
        self._known: dict[Sequent, Outcome] = {}
        parts = statement_parts(claim, statement, model)
        self._parts = frozenset(map(_statement, parts))
        self.control = judge_reading(self._outcomes(parts, Deadline(budget)))
        if statement.statement and self.holds:
            clock = Deadline(budget)
            statement_parts(claim, statement, model)  # again: lemmas are proved once, and mutants find them proved
            self._around = Neighbourhood(
                statement_of(statement.statement, definitions(model.definitions, claim.paper)), 0
            )
        self._least = SHARE_OF_CONTROL * (budget - clock.left())

    @property
    def holds(self) -> bool:
        """Whether every part of the statement itself is a theorem, be it of equal sides."""
        return self.control in HOLDS

    def seconds(self, budget: float) -> float:
        """What a mutant is given: the budget, or more where the statement itself took long."""
        return max(budget, self._least)

    def judge(self, mutant: Mutant, *, budget: float) -> Judgement:
        """Decide on one mutant within about `seconds(budget)`; what is printed and undecided then has more time."""
        started = time.monotonic()
        is_unsound = False
        try:
            fate, reason = self._fate(mutant, budget)
        except (MeaninglessError, ReadingError) as error:
            fate, reason = Fate.MEANINGLESS, str(error).splitlines()[0]
        except UnsoundError as error:
            fate, reason, is_unsound = Fate.SURVIVOR, f"ERROR OF THE CHECKER: {error}", True
        except TimeoutError as error:
            fate, reason = Fate.NOT_PROVED if mutant.stated is not None else Fate.SURVIVOR, str(error)
        except Exception as error:  # noqa: BLE001 - a check that crashes has not found out anything
            # A claim whose script cannot take its statement is unknown.
            fate = Fate.NOT_PROVED if mutant.stated is not None else Fate.SURVIVOR
            reason = f"the check crashed: {type(error).__name__}: {error}"
        if mutant.stated is not None:  # which stays in this process; what is killed is not listed
            mutant = replace(mutant, after="" if fate is Fate.KILLED else str(mutant.after))
        return Judgement(mutant, fate, reason, time.monotonic() - started, is_unsound)

    def _fate(self, mutant: Mutant, budget: float) -> tuple[Fate, str]:
        deadline = Deadline(self.seconds(budget))
        if mutant.stated is not None:
            return self._fate_in_the_logic(mutant.stated, deadline)
        if mutant.prose or self.statement.statement:
            if are_read(self._changed(mutant), self.model.definitions):
                return Fate.SURVIVOR, "the claim still counts as read"
            return Fate.KILLED, "the words have changed since the statement was read against them"
        if mutant.trees is None and self._is_impossible(mutant.statement, deadline):
            return Fate.MEANINGLESS, "no point satisfies the changed hypotheses"
        parts = self._changed_parts(mutant)
        outcomes = self._outcomes(parts, deadline)
        if judge_reading(outcomes) not in (Verdict.REFUTED, *HOLDS):
            outcomes = self._outcomes(parts, Deadline(LONGER * self.seconds(budget)))
        verdict = judge_reading(outcomes)
        if verdict is Verdict.REFUTED:
            broken = next(o for o in outcomes if o.refuted)
            point = ", ".join(f"{name} = {value}" for name, value in sorted(broken.point.items()))
            return Fate.KILLED, f"{broken.label}: {point}" if point else broken.label
        if verdict not in HOLDS:
            return Fate.SURVIVOR, _what_is_open(outcomes)
        self._check_at_points(mutant.statement, outcomes)
        if self._means_the_same(mutant, deadline):
            return Fate.EQUIVALENT, "what was changed is proved equal to what was printed"
        if mutant.trees is None:
            return Fate.STILL_TRUE, "the statement is proved under the changed hypotheses or values as well"
        if frozenset(map(_statement, parts)) == self._parts and self.statement.encode:
            if self._is_symmetric(mutant):
                return Fate.EQUIVALENT, "the encoding reads both names, and is symmetric in them"
            if self._is_the_same_formula(mutant):
                return Fate.EQUIVALENT, "the print is the same in normal form"
            return Fate.SURVIVOR, f"the encoding {self.statement.encode} does not read what was changed"
        if frozenset(map(_statement, parts)) == self._parts:
            return Fate.EQUIVALENT, "what must be shown is the same in normal form"
        new = [o for part, o in zip(parts, outcomes, strict=True) if _statement(part) not in self._parts]
        rules = dict.fromkeys(o.theorem.rule for o in new if o.theorem is not None)
        return (
            Fate.STILL_TRUE,
            f"another statement; {len(new)} new parts are proved ({', '.join(rules) or 'fewer parts'})",
        )

    def _changed(self, mutant: Mutant) -> Claim:
        """The claim with the words and the statement of a mutant, as it would stand in its file."""
        claim = replace(self.claim, prose=mutant.prose or self.claim.prose)
        correction = claim.correction
        if correction is not None and correction.statement == self.statement:
            return replace(claim, correction=replace(correction, statement=mutant.statement))
        readings = [replace(r, statement=mutant.statement) if r.needed else r for r in claim.readings]
        return replace(claim, readings=tuple(readings))

    def _fate_in_the_logic(self, changed: Term, deadline: Deadline) -> tuple[Fate, str]:
        """What second witness and theorem say of a changed statement, as if somebody had read it.

        It is tried at the points of the unchanged one and near to them; points of its own are drawn where its premises
        hold at few of these. What fails at a point is not searched a proof for, but for one of ten.
        """
        held, broken = self._around.failure(changed)
        if held < FEWEST and broken is None:
            broken = _drawn_failure(changed)
        where = "" if broken is None else ", ".join(f"{name} = {at}" for name, at in broken.shown)
        if broken is not None:
            self._failing += 1
            if self._failing % ONE_OF:
                return Fate.KILLED, f"the statement fails at {where}"
        try:
            with until(deadline, each=QUESTION):
                found = theorem_of(changed, self.statement.by, self.model.scripts)
        except LogicError as error:
            if broken is not None:
                return Fate.KILLED, f"the statement fails at {where}"
            return Fate.NOT_PROVED, str(error).splitlines()[0][:LONGEST_REASON]
        if broken is not None and not isinstance(found, Refuted) and found.conclusion == changed:
            raise UnsoundError(f"a theorem fails at {where}")
        if isinstance(found, Refuted):
            return Fate.KILLED, ", ".join(f"{name} = {value}" for name, value in found.at) or "it is refuted"
        if found.hypotheses or found.conclusion not in (changed, NOT(changed)):
            return Fate.NOT_PROVED, "what was proved is another statement"
        if found.conclusion != changed:
            return Fate.KILLED, "its negation is proved"
        return Fate.STILL_TRUE, "another statement, which is proved"

    def _changed_parts(self, mutant: Mutant) -> list[Part]:
        """What must be shown for the mutant; MeaninglessError as well where an encoding expects another print."""
        try:
            return statement_parts(self.claim, mutant.statement, self.model)
        except (AssertionError, LookupError, ValueError) as error:
            if not self.statement.encode or isinstance(error, (MeaninglessError, ReadingError)):
                raise
            raise MeaninglessError(f"{self.statement.encode} cannot take this print: {type(error).__name__}") from error

    # -- proofs --------------------------------------------------------------------------------------------------------

    def _outcomes(self, parts: Sequence[Part], deadline: Deadline) -> list[Outcome]:
        """The outcomes of all parts, or up to one that is refuted. Refutations are quick: long searches wait."""
        found: dict[int, Outcome] = {}
        order = sorted(range(len(parts)), key=lambda i: _statement(parts[i]) in self._parts)  # what is new comes first
        for limit in (FIRST_TRY, None):
            for i in order:
                part = parts[i]
                if i in found and (found[i].theorem is not None or limit is not None):
                    continue
                until = deadline if limit is None else deadline.at_most(limit)
                found[i] = part if isinstance(part, Outcome) else self._outcome(part, until)
                if found[i].refuted:
                    return [found[j] for j in sorted(found)]
                if limit is None and found[i].theorem is None:
                    break  # undecided: so is the whole
        return [found[j] for j in sorted(found)]

    def _outcome(self, obligation: Obligation, deadline: Deadline) -> Outcome:
        known = self._known.get(obligation.sequent)
        if known is not None:
            return replace(known, label=obligation.label)
        outcome = discharge(obligation, self.model.notation.domain, deadline)
        if outcome.proved:
            self._known[obligation.sequent] = outcome
        return outcome

    def _all_proved(self, obligations: Iterable[Obligation], deadline: Deadline) -> bool:
        return all(self._outcome(o, deadline.at_most(2 * FIRST_TRY)).proved for o in obligations)

    # -- equivalence ---------------------------------------------------------------------------------------------------

    def _means_the_same(self, mutant: Mutant, deadline: Deadline) -> bool:
        """Whether the changed part is proved equal to the printed one, for the values of all symbols."""
        interpreter = statement_interpreter(mutant.statement, self.model)
        if mutant.trees is None:
            return self._same_hypotheses(mutant, interpreter, deadline)
        pair = _changed_term(*mutant.trees)
        try:
            if pair is not None:
                obligations = interpreter.link(pair[0], "=", pair[1], "equal")
            else:
                before, after = (Interpreter(self.model.notation, (), interpreter.at).formula(t) for t in mutant.trees)
                obligations = [
                    Obligation("implied", Sequent(frozenset([one]), other))
                    for one, other in ((before, after), (after, before))
                ]
        except (MeaninglessError, ZeroDivisionError):
            return False  # nothing that has a value; then equality is not the question
        return bool(obligations) and self._all_proved(obligations, deadline)

    def _same_hypotheses(self, mutant: Mutant, interpreter: Interpreter, deadline: Deadline) -> bool:
        """Whether the changed hypotheses, with the ranges of the symbols, imply those that were printed."""
        if mutant.statement.at != self.statement.at:
            return False
        printed = statement_interpreter(self.statement, self.model).given
        names = frozenset().union(*(variables(fact) for fact in printed))
        ranges = [h for h in self.model.notation.domain.hypotheses() if variables(h) <= names]
        assumed = frozenset([*interpreter.given, *ranges])
        return self._all_proved((Obligation("implied", Sequent(assumed, fact)) for fact in printed), deadline)

    def _is_symmetric(self, mutant: Mutant) -> bool:
        """Whether two symbols were exchanged that the encoding reads: it notices when one takes the other's place."""
        if mutant.mutator != SWAP or mutant.trees is None:
            return False
        pairs = zip(tree.nodes(mutant.trees[0]), tree.nodes(mutant.trees[1]), strict=True)
        exchanged = {
            a.name: b.name for a, b in pairs if isinstance(a, tree.Name) and isinstance(b, tree.Name) and a != b
        }
        return bool(exchanged) and all(
            self._notices(mutant, renamed(mutant.trees[0], {one: other})) for one, other in exchanged.items()
        )

    def _is_the_same_formula(self, mutant: Mutant) -> bool:
        """Whether what was changed has the same normal form, and says something about its symbols."""
        if mutant.trees is None:
            return False
        at = statement_interpreter(mutant.statement, self.model).at
        try:
            before, after = (Interpreter(self.model.notation, (), at).formula(node) for node in mutant.trees)
        except (MeaninglessError, ZeroDivisionError):
            return False
        return before == after and bool(variables(before))

    def _notices(self, mutant: Mutant, node: tree.Node) -> bool:
        text = to_latex(node, self.model.notation.vocabulary)
        latex = tuple(text if t == mutant.before else t for t in self.statement.latex)
        try:
            parts = self._changed_parts(replace(mutant, statement=replace(self.statement, latex=latex)))
        except (MeaninglessError, ReadingError):
            return True
        return frozenset(map(_statement, parts)) != self._parts

    def _is_impossible(self, statement: Statement, deadline: Deadline) -> bool:
        given = statement_interpreter(statement, self.model).given
        names = frozenset().union(*(variables(fact) for fact in given)) if given else frozenset()
        ranges = [h for h in self.model.notation.domain.hypotheses() if variables(h) <= names]
        return self._all_proved([Obligation("impossible", Sequent(frozenset([*given, *ranges]), FALSE))], deadline)

    # -- an independent look -------------------------------------------------------------------------------------------

    def _check_at_points(self, statement: Statement, outcomes: Sequence[Outcome]) -> None:
        """Try what was proved, and the print itself, at points; UnsoundError where it fails."""
        for outcome in outcomes:
            if isinstance(outcome.statement, Sequent):
                spot_check(outcome.statement, self.model.notation.domain)
        witness = self.model.statement_witness(statement)
        if witness is not None and witness.knows(statement):
            try:
                seen = witness.survey(statement, 0, generic=WITNESS_POINTS, boundary=WITNESS_POINTS)
            except (AssertionError, LookupError, TypeError, ValueError):
                return  # written for the printed claim, the witness cannot evaluate this
            if seen.failure is not None:
                raise UnsoundError(f"proved, but the second witness sees it fail at {described(seen.failure, [])}")


@lru_cache(maxsize=2000)
def spot_check(sequent: Sequent, domain: Domain) -> int:
    """At how many of `SPOTS` random exact points the hypotheses hold; UnsoundError where the conclusion then fails."""
    formulas = (*sequent.hypotheses, sequent.conclusion)
    if any(_has_constants(f) for f in formulas):
        return 0
    names = sorted(frozenset().union(*(variables(f) for f in formulas)))
    integers = {p.name for p in domain.parameters if p.integer}
    rng = random.Random(" ".join(names))
    tried = 0
    for _ in range(SPOTS):
        point = {name: _simple(rng, name in integers) for name in names}
        if all(h.holds_at(point) for h in sequent.hypotheses):
            tried += 1
            if not sequent.conclusion.holds_at(point):
                raise UnsoundError(f"proved, but at {point} this fails: {sequent}")
    return tried


def _simple(rng: random.Random, is_integer: bool) -> Fraction:
    if is_integer or rng.random() < 0.3:
        return Fraction(rng.randint(0, 3))
    below = rng.choice((2, 3, 5, 10))
    return Fraction(rng.randint(0, below if rng.random() < 0.8 else 3 * below), below)


def _has_constants(formula: Formula) -> bool:
    match formula:
        case NamedConstant():
            return True
        case _ if hasattr(formula, "parts"):
            return any(_has_constants(part) for part in formula.parts)
    return False


def _drawn_failure(statement: Term) -> Point | None:
    try:
        return agreement(statement, 0, POINTS)[1]
    except NoValueError:
        return None


# -- small parts -------------------------------------------------------------------------------------------------------


def _statement(part: Part) -> object:
    return part.statement if isinstance(part, Outcome) else part.sequent


def _what_is_open(outcomes: Sequence[Outcome]) -> str:
    found = next((o for o in outcomes if not o.proved), None)
    return (
        "there is nothing to show" if found is None else f"undecided: {found.label} ({found.reason or found.evidence})"
    )


def _changed_term(before: tree.Node, after: tree.Node) -> tuple[tree.Node, tree.Node] | None:
    """The outermost two expressions, no statements, between which all the difference lies; None if there are none."""
    while isinstance(before, (*tree.STATEMENTS, tree.Listing)) and type(before) is type(after):
        below, other = tree.children(before), tree.children(after)
        if len(below) != len(other) or tree.with_children(before, other) != after:
            return None
        pairs = [(a, b) for a, b in zip(below, other, strict=True) if a != b]
        if len(pairs) != 1:
            return None
        before, after = pairs[0]
    return None if isinstance(before, tree.STATEMENTS) or isinstance(after, tree.STATEMENTS) else (before, after)
