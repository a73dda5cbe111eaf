"""Theorem 4.2 and what follows it: where the improved mechanism has the smaller variance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from checks.interpreter import ZERO, Interpreter
from checks.interpreter.values import MeaninglessError
from checks.papers.szy.encodings.in_surveys import Encoding
from checks.papers.szy.existing_surveys import counted_cards, counted_members, fails_where_possible
from checks.papers.szy.notation import variances
from checks.papers.szy.surveys import (
    N,
    improved_christofides,
    improved_christofides_of,
    modified_christofides,
    modified_simmons,
    modified_warner,
)
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.card_moments import card
from derivations.estimation.moment_law import variable
from derivations.prover import Proved, prove
from derivations.prover.with_theorems import prove_from
from mechanisms.exact.formula import FALSE, Formula, in_polynomials
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


def names_as_introduced(context: Context) -> Sequence[Part]:
    """The printed formula, with Var_IC for the modified mechanism and Var_MC for the improved one."""
    outer = context.interpreter
    exchanged = variances({"Var_IC": modified_christofides, "Var_MC": improved_christofides})
    notation = replace(outer.notation, names=exchanged.names, operators=exchanged.operators)
    reader = Interpreter(notation, outer.given, outer.at)
    return fails_where_possible(part for node in context.trees() for part in reader.obligations(node))


def in_region(context: Context) -> Sequence[Part]:
    """Printed: a region for pi_A, and a relation between variances that holds in it, for every survey with one deck.

    The ends of the region have a value for all of these.
    """
    region, relation = context.trees()
    reader = context.interpreter
    inside = reader.formula(region)
    found = reader.definedness("the region", reader.divisors, reader.required)
    found += reader.assuming(inside, *counted_members(), counted_cards()).obligations(relation)
    lemmas = [two_cards_at_least()]
    if ROOT in reader.roots:
        lemmas.append(root_of_size_is_at_least_one())
    if ROOT in reader.roots and context.statement.slash == "factor":
        lemmas += nobody_is_in(inside)
    return fails_where_possible(replace(obligation, lemmas=(*obligation.lemmas, *lemmas)) for obligation in found)


ROOT = f"sqrt({N})"


def nobody_is_in(region: Formula) -> list[Theorem]:
    """That the region is empty for every N >= 1, where that is so."""
    known = frozenset((in_polynomials(region), *root_of_size_is_at_least_one().sequent.hypotheses))
    larger = root_of_size_is_at_least_one().sequent.conclusion
    outcome = prove(Sequent(known | {larger}, FALSE), budget_seconds=3.0, oracles=False)
    if not isinstance(outcome, Proved):
        return []
    return [prove_from(Sequent(known, FALSE), [root_of_size_is_at_least_one()])]


@cache
def root_of_size_is_at_least_one() -> Theorem:
    """N >= 1, r >= 0, r^2 = N |- r >= 1."""
    root, one = variable(ROOT), RationalFunction.of(1)
    said = relation_formula(root, ">=", ZERO), relation_formula(root**2, "=", N), relation_formula(N, ">=", one)
    known = tuple(map(in_polynomials, said))
    return prove_from(Sequent(frozenset(known), relation_formula(root, ">=", one)))


@cache
def two_cards_at_least() -> Theorem:
    """Var(Y) > 0, and Var(Y) = 0 or N >= 2 |- N >= 2."""
    several = relation_formula(N, ">=", RationalFunction.of(2))
    unequal = relation_formula(variable("VarY"), ">", ZERO)
    return prove_from(Sequent(frozenset((unequal, counted_cards())), several))


def in_both_mechanisms(context: Context) -> Sequence[Part]:
    """The printed formulas, in the notation of the paper: Var_IC and Var_MC belong to different surveys."""
    return fails_where_possible(part for node in context.trees() for part in context.interpreter.obligations(node))


def announced_comparison(context: Context) -> Sequence[Part]:
    """Var_IC is smaller than the variances of modified Warner and of modified Simmons at the same budget.

    Three cards with p_1 = (1 - p_2)/(e^eps + 1) and p_3 = e^eps p_1; Warner with p = 1/(e^eps + 1); Simmons with
    pi_B = 1/2 and p = (e^eps - 1)/(e^eps + 1). Each has the budget eps, as its design says.
    """
    t, middle = variable("t"), variable("p_2")
    first = (1 - middle) / (t + 1)
    cards = improved_christofides_of(card((first, middle, t * first))).estimator_variance
    others = {
        "Warner": modified_warner().estimator_variance.substitute({"p": 1 / (t + 1)}),
        "Simmons": modified_simmons().estimator_variance.substitute(
            {"p": (t - 1) / (t + 1), "piB": RationalFunction.of(1) / 2}
        ),
    }
    return fails_where_possible(
        context.shown(f"smaller than modified {name}", relation_formula(cards, "<", other))
        for name, other in others.items()
    )


def bound_by_squares(context: Context) -> Sequence[Part]:
    """`a <= b` for a quantity a with a square root: it holds exactly if a^2 <= b^2, which has no root."""
    (node,) = context.trees()
    match node:
        case tree.Chain(members=(left, right), relations=("<=",)):
            reader = context.interpreter
            low, high = reader.number(left), reader.number(right)
        case _:
            raise MeaninglessError("one bound is printed as a <= b")
    printed = relation_formula(low, "<=", high)
    squares = relation_formula(without_roots(low**2, reader.roots), "<=", high**2)
    return [
        context.shown("what is printed says so of the squares", squares, printed),
        *fails_where_possible([context.shown("the squares compared", squares)]),
        context.shown("the squares say what is printed", printed, squares),
    ]


def without_roots(value: RationalFunction, roots: dict[str, RationalFunction]) -> RationalFunction:
    """The value with radicands in place of the squares of roots; MeaninglessError where an odd power occurs."""
    for name, radicand in roots.items():
        top, bottom = (
            _sum_of_powers(part.coefficients_in(name), radicand, name) for part in (value.numerator, value.denominator)
        )
        value = top / bottom
    return value


def _sum_of_powers(coefficients: dict[int, Polynomial], radicand: RationalFunction, name: str) -> RationalFunction:
    total = ZERO
    for power, coefficient in coefficients.items():
        if power % 2:
            raise MeaninglessError(f"an odd power of {name} is no rational function")
        total = total + radicand ** (power // 2) * coefficient
    return total


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (names_as_introduced, in_region, in_both_mechanisms, announced_comparison, bound_by_squares)
}
