"""Sections IV and V at one point: tight designs, edges, and the optimum under eps-differential privacy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from checks.papers.hlm.witnesses.laws import binary
from checks.papers.hlm.witnesses.printed import agree
from checks.papers.hlm.witnesses.regions import (
    corner,
    edge,
    gap_a,
    gap_b,
    informative,
    is_informative,
    is_private,
    t_zero,
)
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, add, compare, divide, sign
from checks.witness.regions import Coordinates, finite, smallest
from checks.witness.statement import Predicate, Trees, all_hold


def unique_minimisers_of_f(point: Evaluator, trees: Trees) -> bool:
    """What is printed, and on an exact grid no third point reaches the value of the two printed ones."""
    f = tree.Apply("f", (tree.Name("lemma_x"), tree.Name("lemma_y")))
    shares = [Fraction(k, 12) for k in range(13)]
    points = finite(tuple(product(map(point.of, shares), repeat=2)), 2)
    found = smallest(points, lambda z: point.at(lemma_x=z[0], lemma_y=z[1]).number(f))
    zero, one = point.of(0), point.of(1)
    return all_hold(point, trees) and agree(found.candidates, [(zero, one), (one, zero)])


def _steps(point: Evaluator, z: Coordinates) -> list[Evaluator]:
    """The point with steps to the next tight design in either coordinate, where there is one."""
    delta, zero, one = point.values["delta"], point.of(0), point.of(1)
    up = divide(gap_a(point, delta, *z), add(gap_a(point, delta, z[0], zero), -gap_a(point, delta, z[0], one)))
    right = divide(gap_b(point, delta, *z), add(gap_b(point, delta, zero, z[1]), -gap_b(point, delta, one, z[1])))
    here = point.at(p00=z[0], p11=z[1])
    return [here.at(Delta_0=zero, Delta_1=up), here.at(Delta_0=right, Delta_1=zero)]


def _edge_is_parametrised(
    point: Evaluator, trees: Trees, first: Callable[[Numeric], Coordinates], gap: Callable[..., Numeric]
) -> bool:
    """The printed range of t is where the edge lies in R', and every point of R' where `gap` is 0 is on the edge."""
    range_of_t, *equations = trees
    delta = point.values["delta"]
    ticks = [point.of(Fraction(k, 8)) for k in range(-2, 11)] + [t_zero(point)]
    for t in ticks:
        z = first(t)
        here = point.at(t=t, p00=z[0], p11=z[1])
        reached = is_informative(point, z) and sign(gap(point, delta, *z)) == 0
        if here.truth(range_of_t) != reached:
            return False
    top = corner(point)[1]
    for z in informative(point).members():
        if sign(gap(point, delta, *z)) == 0:
            a, b = z if gap is gap_a else (z[1], z[0])
            if not all_hold(point.at(t=divide(b, top), p00=a, p11=b), (range_of_t, *equations)):
                return False
    return True


def strict_edge(point: Evaluator, trees: Trees) -> bool:
    """For delta = 0: the edge with (11a) tight is reached for the printed t, and only for those."""
    return _edge_is_parametrised(point, trees, lambda t: edge(point, point.values["delta"], t), gap_a)


def both_edges(point: Evaluator, trees: Trees) -> bool:
    """Both edges of R'' are reached for the printed t, and only for those."""

    def mirrored(t: Numeric) -> Coordinates:
        first, second = edge(point, point.values["delta"], t)
        return second, first

    return strict_edge(point, trees) and _edge_is_parametrised(point, trees, mirrored, gap_b)


def zero_budget(point: Evaluator, trees: Trees) -> bool:
    """A design is private exactly when the printed equations hold; then its rows agree and it has no error."""
    for a, b in product([Fraction(k, 6) for k in range(7)], repeat=2):
        z = point.of(a), point.of(b)
        if is_private(point, z) != all_hold(point.at(p00=z[0], p11=z[1]), trees):
            return False
        rows = binary(point, *z)
        if is_private(point, z) and any(compare(p, q) != 0 for p, q in zip(*rows, strict=True)):
            return False
    return True


PREDICATES: dict[str, Predicate] = {
    **{
        predicate.__name__: predicate
        for predicate in (
            unique_minimisers_of_f,
            strict_edge,
            both_edges,
            zero_budget,
        )
    },
}
