"""Theorem 6.1 at one point: the order of the variances at a common budget, and the regions of the proportion."""

from __future__ import annotations

from fractions import Fraction

from checks.papers.szy.witnesses.at_budgets import at_budget
from checks.papers.szy.witnesses.printed import defined
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import add, compare, divide
from checks.witness.statement import Predicate, Trees, all_hold


def in_region(point: Evaluator, trees: Trees) -> bool:
    """Whether the other statements hold if the first does."""
    return not point.truth(trees[0]) or all_hold(point, trees[1:])


def coefficients(point: Evaluator, trees: Trees) -> bool:
    """Var_IC - Var_MW against the printed a and c."""
    a, c = (defined(point, node) for node in trees)
    size, pi, t = (point.values[name] for name in ("N", "pi", "t"))
    bottom = size * (size - 1) * (t - 1) * (t - 1) * (1 - point.values["p_2"])
    difference = add(at_budget(point, "Var_IC"), -at_budget(point, "Var_MW"))
    return compare(difference, divide(a * pi * (1 - pi) - c, bottom)) == 0


def abstract(point: Evaluator, trees: Trees) -> bool:
    """The order in the region, and the printed share for the survey of section 6.3."""
    *orders_printed, share = trees
    there = point.at(
        N=3252599, pi=point.of(Fraction(389, 5000)), p_2=point.of(Fraction(1, 100)), t=point.of(Fraction(3, 2))
    )
    ratio = divide(at_budget(there, "Var_IC"), at_budget(there, "Var_MC"))
    close = compare(add(ratio, -there.number(share)), Fraction(1, 2000)) <= 0
    return in_region(point, orders_printed) and close


PREDICATES: dict[str, Predicate] = {
    "summary": abstract,
}
