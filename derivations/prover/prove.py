"""The entry: prove, refute or give up on a sequent within a time budget."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import inf

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Refuted, Sequent
from derivations.prover import certificates
from derivations.prover.atoms import constant_facts
from derivations.prover.cells import thin_cells
from derivations.prover.clashes import by_clash
from derivations.prover.conjugates import by_conjugate
from derivations.prover.deadline import Deadline, OutOfTime
from derivations.prover.equations import by_both_signs, by_elimination, by_equation, by_multiples, by_one_variable
from derivations.prover.factors import by_factor_of_fact, by_factors
from derivations.prover.formulas import prove_formula
from derivations.prover.lemmas import constant_fact, implied, with_lemmas
from derivations.prover.oracles import Answer, ask, believed, exact_failure
from derivations.prover.outcome import Disproved, Outcome, Proved, Unknown
from derivations.prover.points import drawn, exact, failing, satisfies, shrunk
from derivations.prover.products import by_products
from derivations.prover.quadratics import by_square
from derivations.prover.search import PATIENCE, Search
from derivations.prover.simpler_facts import by_simpler_facts
from derivations.prover.span import by_span
from derivations.prover.splits import by_cases
from derivations.prover.squares import by_squares
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    PrintedRelation,
    in_polynomials,
    variables,
)
from mechanisms.exact.rational import RationalFunction

# Name, least effort, method; in the order in which they are tried.
METHODS = (
    ("identity", 0, by_multiples),
    ("one variable", 0, by_one_variable),
    ("elimination", 0, by_elimination),
    ("simpler facts", 0, by_simpler_facts),
    ("factors", 0, by_factors),
    ("a factor of a fact", 0, by_factor_of_fact),
    ("both signs", 0, by_both_signs),
    ("the conjugate of a root", 0, by_conjugate),
    ("variable by variable", 0, by_span),
    ("products of facts", 0, by_products),
    ("completing the square", 0, by_square),
    ("reduction by an equation", 1, by_equation),
    ("cases", 1, by_cases),
    ("sums of squares", 2, by_squares),
)
CHEAP = tuple(method for method in METHODS if method[2] in (by_one_variable, by_factors))

EXHAUSTED = "every method came to its end"  # which more time would not change
EFFORTS = 5  # after each of which more may be spent
_POINTS, _FIRST_POINTS = 80, 20
_TRIALS_ON_CURVES, _FEWEST_TRIALS = 240, 30  # draws in all thin cells together, in one of many
_SHARE_OF_SEARCH = 0.6  # of the time; what is left belongs to the solvers
_DIGITS_FOR_SOLVERS = 30
_STEPS = 3_000_000  # of z3, to find a point: about a second
_LONGEST_QUESTION = 60.0  # seconds, only so that it ends
_FIRST_QUESTION = 1.5  # seconds for z3 to find a counterexample before the search becomes expensive


def prove(goal: Sequent, *, budget_seconds: float = 10.0, oracles: bool = True, efforts: int = EFFORTS) -> Outcome:
    """Search for a kernel proof of the sequent, or for an exact point at which it fails.

    Proved(theorem) has exactly the goal as its statement; an oracle is asked last, and only when allowed. Disproved
    carries the theorem of the rule `counterexample`. Unknown says why the search ended. With fewer
    `efforts` than there are the search ends before it becomes expensive, and no solver is asked.
    """
    plain = Sequent(frozenset(map(in_polynomials, goal.hypotheses)), in_polynomials(goal.conclusion))
    found = _prove(plain, budget_seconds, oracles, efforts)
    if plain == goal or isinstance(found, Unknown):
        return found
    if isinstance(found, Proved):
        return Proved(kernel.compare(found.theorem, goal))
    return Disproved(kernel.counterexample(goal, found.point), found.point)


def find_failure(goal: Sequent, *, thorough: bool = False) -> Disproved | None:
    """An exact point at which the sequent fails, among points that are drawn; no proof is searched.

    What is `thorough` asks z3 as well. How much is tried is a number of points and of steps, not a time, so that every
    machine finds the same point.
    """
    plain = Sequent(frozenset(map(in_polynomials, goal.hypotheses)), in_polynomials(goal.conclusion))
    unhurried = Deadline(inf)
    search = Search(unhurried, METHODS, CHEAP)
    found = _sampled_counterexample(plain, search) or _counterexample_on_a_curve(plain, search)
    if found is None and thorough:
        answer = ask("z3", _without_constants(plain)[0], _LONGEST_QUESTION, steps=_STEPS)
        found = _refuted_by_model(plain, answer, unhurried)
    return None if found is None else Disproved(kernel.counterexample(goal, found.point), found.point)


def _prove(goal: Sequent, budget_seconds: float, oracles: bool, efforts: int) -> Outcome:
    """The same for a goal in polynomials."""
    seen = by_clash(goal) or _at_sight(goal)
    if seen is not None:
        return Proved(_stated(seen, goal))
    kept = certificates.known(goal)
    if kept is not None:
        said = kept.statement
        return Disproved(kept, dict(said.point)) if isinstance(said, Refuted) else Proved(kept)
    if not oracles and certificates.is_vain(goal):
        return Unknown(f"{EXHAUSTED}, when it was searched before")
    into = certificates.collection()
    if into is None:
        return _searched(goal, budget_seconds, oracles, efforts)
    started = _spent()
    found = _searched(goal, budget_seconds, oracles, efforts)
    seconds = _spent() - started
    if isinstance(found, (Proved, Disproved)):
        into.add(goal, found.theorem, seconds)
    elif found.reason == EXHAUSTED and efforts == EFFORTS and not oracles:
        into.add_vain(goal, seconds)
    return found


def _spent() -> float:
    """Seconds of computing so far, of this process and of the solvers that it has asked."""
    return sum(os.times()[:4])


def _searched(goal: Sequent, budget_seconds: float, oracles: bool, efforts: int) -> Outcome:
    """What the methods and, where they are allowed, the solvers find."""
    deadline = Deadline(budget_seconds)
    search = Search(deadline.part(_SHARE_OF_SEARCH), METHODS, CHEAP)
    refuted = _sampled_counterexample(goal, search, _FIRST_POINTS, PATIENCE)
    has_cases = isinstance(goal.conclusion, AnyOf)
    if refuted is None and has_cases:
        refuted = _counterexample_on_a_curve(goal, search)
    if refuted is not None:
        return refuted
    reason = EXHAUSTED
    z3 = Answer("unknown", reason="z3: not asked")
    asked, enclosed = _without_constants(goal)
    try:
        for effort in range(efforts):
            theorem = prove_formula(search, goal.hypotheses, goal.conclusion, effort)
            if theorem is not None:
                return Proved(_stated(theorem, goal))
            if effort == 0:
                refuted = _sampled_counterexample(goal, search)
                if refuted is None and not has_cases:
                    refuted = _counterexample_on_a_curve(goal, search)
                if refuted is not None:
                    return refuted
                if efforts < EFFORTS:
                    continue
                z3 = ask("z3", asked, min(_FIRST_QUESTION, deadline.left() / 4))
                refuted = _refuted_by_model(goal, z3, deadline)
                if refuted is not None:
                    return refuted
    except OutOfTime:
        reason = f"the time budget of {budget_seconds:g} s is spent"
    if efforts < EFFORTS:
        return Unknown(reason, tuple(search.tried))
    if z3.verdict == "unknown" and deadline.left() > _FIRST_QUESTION:
        z3 = ask("z3", asked, deadline.left() / 2)
        refuted = _refuted_by_model(goal, z3, deadline)
        if refuted is not None:
            return refuted
    said = z3.reason or f"z3 says {z3.verdict}"
    if z3.verdict == "unsat" and oracles:
        second = ask("cvc5", asked, deadline.left())
        theorem = believed(asked, ["z3", *(["cvc5"] if second.verdict == "unsat" else [])])
        return Proved(_stated(with_lemmas(theorem, enclosed), goal))
    return Unknown(reason, (*search.tried, said))


def _at_sight(goal: Sequent) -> Theorem | None:
    """The conclusion where it is a hypothesis, true by itself, or weakens one hypothesis: no points are needed."""
    conclusion, hypotheses = goal.conclusion, goal.hypotheses
    if conclusion in hypotheses:
        return kernel.assume(conclusion)
    if not isinstance(conclusion, Condition):
        return None
    facts = frozenset(h for h in hypotheses if isinstance(h, Condition))
    plain = all(isinstance(h, (Condition, AnyOf)) for h in hypotheses)
    weakened = (implied(fact, conclusion) for fact in facts) if plain else ()
    return constant_fact(conclusion) or next((theorem for theorem in weakened if theorem is not None), None)


def _without_constants(goal: Sequent) -> tuple[Sequent, list[Theorem]]:
    """The sequent with bounds in the place of its transcendental constants, and the theorems that give the bounds."""
    enclosed = constant_facts(goal.hypotheses, _DIGITS_FOR_SOLVERS)
    if not enclosed:
        return goal, []
    rest = {h for h in goal.hypotheses if not isinstance(h, NamedConstant)}
    return Sequent(frozenset(rest | {t.sequent.conclusion for t in enclosed}), goal.conclusion), enclosed


def _refuted_by_model(goal: Sequent, answer: Answer, deadline: Deadline) -> Disproved | None:
    if answer.verdict != "sat" or any(isinstance(h, NamedConstant) for h in goal.hypotheses):
        return None
    point = exact_failure(goal, answer.model, deadline)
    return None if point is None else disproved(goal, point, deadline)


def _stated(theorem: Theorem, goal: Sequent) -> Theorem:
    """The theorem with the hypotheses of the goal that it did not need."""
    if theorem.sequent == goal:
        return theorem
    return kernel.weaken(theorem, sorted(goal.hypotheses - theorem.sequent.hypotheses, key=str))


def _alternatives(formulas: Iterable[Formula]) -> list[list[Condition | IntegerValued]]:
    """Conjunctions of atoms that cover the formulas; a few of them when there are many."""
    found: list[list[Condition | IntegerValued]] = [[]]
    for formula in sorted(formulas, key=str):
        if isinstance(formula, AllOf):
            choices = _alternatives(formula.parts)
        elif isinstance(formula, AnyOf):
            choices = [choice for part in formula.parts for choice in _alternatives([part])]
        elif isinstance(formula, Comparison):
            choices = _alternatives([in_polynomials(formula)])
        elif isinstance(formula, NamedConstant):
            return []
        else:
            choices = [[formula]]
        found = [[*one, *more] for one in found for more in choices][:16]
    return found


def _sampled_counterexample(
    goal: Sequent, search: Search, points: int = _POINTS, patience: int | None = None
) -> Disproved | None:
    """A point of a failure among points of the domain, which the search may go by afterwards."""
    names = variables(AllOf((*goal.hypotheses, goal.conclusion)))
    pool = []
    branches = _alternatives(goal.hypotheses)
    for atoms in branches:
        count = max(points // 8, points // len(branches))
        for point in drawn(tuple(atoms), names, count, 2 * count, search.deadline, patience):
            pool.append(point)
            if not satisfies(point, goal.conclusion) and failing(goal.hypotheses, goal.conclusion, exact(point)):
                return disproved(goal, exact(point), search.deadline)
    search.seed_points(pool)
    return None


def _counterexample_on_a_curve(goal: Sequent, search: Search) -> Disproved | None:
    """A point of a failure that no inequality describes, so that no point drawn at random is one."""
    names = variables(AllOf((*goal.hypotheses, goal.conclusion)))
    cells = thin_cells(goal)
    for atoms in cells:
        trials = max(_FEWEST_TRIALS, _TRIALS_ON_CURVES // len(cells))
        for point in drawn(tuple(atoms), names, 1, trials, search.deadline):
            if failing(goal.hypotheses, goal.conclusion, exact(point)):
                return disproved(goal, exact(point), search.deadline)
    return None


def disproved(goal: Sequent, point: Mapping[str, Fraction], deadline: Deadline) -> Disproved:
    """The refutation at the point, or at a simpler one where the goal fails as well."""
    pretty = shrunk(sorted(goal.hypotheses, key=str), goal.conclusion, point, deadline)
    return Disproved(kernel.counterexample(goal, pretty), pretty)


def prove_equal(
    left: RationalFunction, right: RationalFunction, hypotheses: Iterable[Formula], *, budget_seconds: float = 10.0
) -> Outcome:
    """left = right wherever the hypotheses hold, both sides defined there."""
    return prove_relation(left, "=", right, hypotheses, budget_seconds=budget_seconds)


def prove_relation(
    left: RationalFunction,
    relation: PrintedRelation,
    right: RationalFunction,
    hypotheses: Iterable[Formula],
    *,
    budget_seconds: float = 10.0,
    oracles: bool = True,
) -> Outcome:
    """left relation right wherever the hypotheses hold, as `arithmetic.meaning.relation_formula` states it."""
    goal = Sequent(frozenset(hypotheses), relation_formula(left, relation, right))
    return prove(goal, budget_seconds=budget_seconds, oracles=oracles)
