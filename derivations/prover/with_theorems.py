"""Proof search that may use theorems at hand, and substitution of rational functions into formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import defined, expression_of, relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover import Proved, prove
from derivations.prover.lemmas import constant_fact
from mechanisms.exact.expression import with_leaves
from mechanisms.exact.formula import AllOf, AnyOf, Comparison, Condition, Formula, all_of, in_polynomials, substitute
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


class NotProvedError(Exception):
    """A lemma that a derivation rests on was not found; nothing is claimed without it."""


def prove_from(goal: Sequent, lemmas: Sequence[Theorem] = (), *, budget_seconds: float = 60.0) -> Theorem:
    """The goal as a theorem, from lemmas that assume no more than it does; NotProvedError when not found."""
    usable = [t for t in lemmas if t.sequent.hypotheses <= goal.hypotheses]
    if any(t.sequent.conclusion == goal.conclusion for t in usable):
        found = next(t for t in usable if t.sequent.conclusion == goal.conclusion)
    else:
        known = goal.hypotheses | {t.sequent.conclusion for t in usable}
        found = _proved(Sequent(known, goal.conclusion), budget_seconds)
        for lemma in usable:
            found = kernel.cut(lemma, found)
    missing = goal.hypotheses - found.sequent.hypotheses
    return kernel.weaken(found, sorted(missing, key=str)) if missing else found


@cache
def _proved(goal: Sequent, budget_seconds: float) -> Theorem:
    outcome = prove(goal, budget_seconds=budget_seconds, oracles=False)
    if not isinstance(outcome, Proved):
        raise NotProvedError(f"not proved: {goal} ({outcome})")
    return outcome.theorem


def at_values(theorem: Theorem, values: Mapping[str, Polynomial]) -> Theorem:
    """The theorem with these polynomials for its variables, without hypotheses that are true of numbers then."""
    found = kernel.instantiate(theorem, values)
    for hypothesis in sorted(found.sequent.hypotheses, key=str):
        fact = constant_fact(hypothesis) if isinstance(hypothesis, Condition) else None
        found = kernel.cut(fact, found) if fact is not None else found
    return found


def substitute_rational(formula: Formula, values: Mapping[str, RationalFunction]) -> Formula:
    """Put rational functions for variables; each condition says besides that they are defined.

    Raises ValueError for what is said of a name alone, such as that it is e, when a fraction is put for it.
    """
    if all(v.denominator.is_constant() for v in values.values()):
        return substitute(formula, {n: v.numerator for n, v in values.items()})
    if isinstance(formula, Condition):
        names = {n: v for n, v in values.items() if n in formula.polynomial.names}
        if not names:
            return formula
        value = RationalFunction(formula.polynomial).substitute(names)
        known = [f for v in names.values() for f in defined(v)]
        said = in_polynomials(relation_formula(value, formula.relation, RationalFunction.of(0)))
        return all_of([*dict.fromkeys(known), said])
    if isinstance(formula, Comparison):
        left, right = (
            with_leaves(side, lambda p: expression_of(RationalFunction(p).substitute(values)))
            for side in (formula.left, formula.right)
        )
        return Comparison(left, formula.relation, right)
    if isinstance(formula, (AllOf, AnyOf)):
        return replace(formula, parts=tuple(substitute_rational(p, values) for p in formula.parts))
    if formula.name in values:
        raise ValueError(f"'{formula}' cannot be instantiated")
    return formula
