"""The statements of sections 4.1 and 4.2 in small surveys, summed over all responses and all runs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from checks.papers.nz.witnesses.subset_worlds import ZERO, World, with_sizes, world_at
from checks.witness import Evaluator
from checks.witness.statement import Predicate, Trees

# -- what names mean ---------------------------------------------------------------------------------------------------


# -- statements --------------------------------------------------------------------------------------------------------


@cache
def _added(k: int, size: int) -> Fraction:
    """The risk with one respondent less what a truthful answer has, at a skew prior."""
    prior = tuple(Fraction(2 * c + 1, k * k) for c in range(k))
    return World(k, size, 1, prior, prior, 0, 1, 0, 0).risk() - sum((p * (1 - p) for p in prior), ZERO)


def protection_and_cost_rise(point: Evaluator, trees: Trees) -> bool:
    """A uniform further category turns the design for l into that for l + 1; right guesses get rarer, errors larger."""
    world = world_at(point)
    k, size = world.k, world.size
    if size + 1 >= k:
        return True
    more = with_sizes(world, k, size + 1, world.prior)
    for truth in range(k):
        law: dict[frozenset[int], Fraction] = {}
        for z, p in world.follow(truth).items():
            for added in set(range(k)) - z:
                law[z | {added}] = law.get(z | {added}, ZERO) + p / (k - size)
        if law != more.follow(truth):
            return False
    guesses = [sum((max(row) for row in w.design), ZERO) / k for w in (world, more)]
    return guesses[1] < guesses[0] and _added(k, size) < _added(k, size + 1)


def unbiased(point: Evaluator, trees: Trees) -> bool:
    """The mean of the estimate of every share, over all runs."""
    world = world_at(point)
    runs = list(world.samples())
    return all(
        sum((p * world.estimate(counts[c]) for p, counts in runs), ZERO) == world.prior[c] for c in range(world.k)
    )


PREDICATES: Mapping[str, Predicate] = {"protection_and_cost_rise": protection_and_cost_rise}
