"""Sections VI to VIII at one point: the optimum under (eps, delta)-differential privacy, and Warner's."""

from __future__ import annotations

from fractions import Fraction

from checks.papers.hlm.witnesses.laws import error, rows_of
from checks.papers.hlm.witnesses.printed import agree, chain_of
from checks.papers.hlm.witnesses.regions import (
    corner,
    edge,
    edges,
    gap_a,
    gap_b,
    informative,
    is_informative,
    optimal_designs,
    procedure,
    warner_region,
)
from checks.reading import syntax as tree
from checks.witness.enumeration import moments
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, power, sign
from checks.witness.regions import same, smallest
from checks.witness.statement import Predicate, Trees, all_hold


def corner_is_extreme(point: Evaluator, trees: Trees) -> bool:
    """The corner lies in R', is tight twice, is what is printed, and is no midpoint of two other points of R'."""
    z = corner(point)
    delta = point.values["delta"]
    tight = sign(gap_a(point, delta, *z)) == 0 and sign(gap_b(point, delta, *z)) == 0
    here = point.at(p00=z[0], p11=z[1], t=point.of(1))
    others = [p for p in informative(point).members() if not same(p, z)]
    midpoint = any(is_informative(point, (2 * z[0] - a, 2 * z[1] - b)) for a, b in others)
    return is_informative(point, z) and tight and all_hold(here, trees) and not midpoint


def least_on_edges_at_ends(point: Evaluator, trees: Trees) -> bool:
    """All designs of R'' with the least error on it are ends of its segments."""
    delta, one = point.values["delta"], point.of(1)
    ends = [(one, delta), corner(point), (delta, one)]
    found = smallest(edges(point), lambda z: error(point, *z)).candidates
    return bool(found) and all(any(same(z, e) for e in ends) for z in found)


def _slope_numerator(point: Evaluator, t: Numeric) -> Numeric:
    """The derivative of the error along the edge, times the cube of p00 + p11 - 1, which clears its denominator."""
    estimator = tree.Apply("Pi_hat_1_delta", (tree.Name("t"),))
    variance = tree.Operate("Var", (estimator,), (tree.Name("pi"),))
    slope = point.at(t=t).number(tree.Derivative(variance, tree.Name("t")))
    first, second = edge(point, point.values["delta"], t)
    return slope * power(first + second - 1, 3)


def _stationary_t(point: Evaluator) -> Numeric:
    """The t where the numerator of the slope, a line, is zero: from two of its values."""
    low, high = (_slope_numerator(point, point.of(t)) for t in (Fraction(1, 2), Fraction(1)))
    return add(point.of(Fraction(1, 2)), divide(low, 2 * (low - high)))


def linear_numerator_with_root(point: Evaluator, trees: Trees) -> bool:
    """Four values of the numerator lie on a line, and the printed t is its root."""
    ticks = [point.of(Fraction(k, 5)) for k in (1, 2, 3, 4)]
    a, b, c, d = (_slope_numerator(point, t) for t in ticks)
    linear = sign(a - 2 * b + c) == 0 and sign(b - 2 * c + d) == 0
    return linear and compare(point.number(chain_of(trees[1]).members[-1]), _stationary_t(point)) == 0


def at_stationary_point(point: Evaluator, trees: Trees) -> bool:
    """What is printed holds at the stationary point."""
    return all_hold(point.at(t=_stationary_t(point)), trees)


def sign_of_difference(point: Evaluator, trees: Trees) -> bool:
    """The printed expression has the sign of the difference of the two errors, its root is g, and the rest holds."""
    expression, g, conclusion = trees
    delta, one = point.values["delta"], point.of(1)
    difference = add(error(point, one, delta), -error(point, *corner(point)))
    same_sign = sign(difference) == sign(point.number(expression))
    is_root = sign(point.at(pi=point.number(g)).number(expression)) == 0
    return same_sign and is_root and point.truth(conclusion)


def remark_on_corner(point: Evaluator, trees: Trees) -> bool:
    """Under the first printed condition the corner is the optimum, under the second it is none."""
    at_corner, elsewhere = trees
    found = optimal_designs(point)
    if point.truth(at_corner):
        return agree(found, [corner(point)])
    return not point.truth(elsewhere) or not any(same(z, corner(point)) for z in found)


def procedure_is_correct(point: Evaluator, trees: Trees) -> bool:
    """The procedure returns the optimal designs, all of them and no others; so does Warner's for Warner's designs."""
    return agree(procedure(point), optimal_designs(point)) and _warner_optimum_is_last(point)


def _warner_error(point: Evaluator, truth: Numeric) -> Numeric:
    return moments(rows_of(point, "warner", p_w=truth), point.values["pi"], point.values["n"])[1]


def _warner_optimum_is_last(point: Evaluator) -> bool:
    region = warner_region(point)
    found = smallest(region, lambda z: _warner_error(point, z[0])).candidates
    return agree(found, [(corner(point)[0],)]) and all(compare(z[0], corner(point)[0]) <= 0 for z in region.members())


def minimiser_is_extreme(point: Evaluator, trees: Trees) -> bool:
    """The printed minimisers are the largest element of the region, which has one."""
    node = chain_of(trees[0]).members[0]
    if not isinstance(node, tree.ArgMin):
        raise NotEvaluatedError("no argmin is printed")
    members = warner_region(point).members()
    if not members:
        return False
    largest = members[0]
    for z in members:
        largest = z if compare(z[0], largest[0]) > 0 else largest
    return agree(point.minimisers(node).candidates, [largest])


PREDICATES: dict[str, Predicate] = {
    **{
        predicate.__name__: predicate
        for predicate in (
            corner_is_extreme,
            least_on_edges_at_ends,
            linear_numerator_with_root,
            at_stationary_point,
            sign_of_difference,
            remark_on_corner,
            procedure_is_correct,
            minimiser_is_extreme,
        )
    },
    "stationary_point_is_maximum": at_stationary_point,
}
