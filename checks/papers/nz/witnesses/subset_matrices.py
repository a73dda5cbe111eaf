"""The proof of Theorem 4.1 in small surveys, with matrices of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checks.papers.nz.witnesses.matrix_numbers import (
    Matrices,
)
from checks.papers.nz.witnesses.subset_worlds import world_at
from checks.witness import Evaluator
from checks.witness.statement import Predicate, Trees

# -- statements --------------------------------------------------------------------------------------------------------


def best_depends_on_prior(point: Evaluator, trees: Trees) -> bool:
    """The best estimator at a skew prior is not that at the uniform one, and is better there than that one."""
    world = world_at(point)
    skew = Matrices(world, tuple(Fraction(2 * c + 1, world.k**2) for c in range(world.k)))
    return skew.best != skew.uniform.best and skew.risk(skew.best) < skew.risk(skew.uniform.best)


PREDICATES: Mapping[str, Predicate] = {
    "none_is_best_everywhere": best_depends_on_prior,
    "none_is_best_if_there_is_a_choice": best_depends_on_prior,
}
