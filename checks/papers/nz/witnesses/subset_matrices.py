"""The proof of Theorem 4.1 in small surveys, with matrices of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checks.papers.nz.witnesses.matrix_numbers import (
    Matrices,
    NumberReader,
    added,
    as_matrix,
    identity,
    inverse,
    times,
    trace,
    turned,
)
from checks.papers.nz.witnesses.subset_surveys import in_world
from checks.papers.nz.witnesses.subset_worlds import ZERO, world_at
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.statement import Predicate, Trees

# -- statements --------------------------------------------------------------------------------------------------------


def matrices_at(point: Evaluator) -> Matrices:
    """The matrices of the survey of the point, at its prior."""
    world = world_at(point)
    return Matrices(world, world.prior)


def printed(point: Evaluator, trees: Trees) -> bool:
    """The printed identities."""
    reader = NumberReader(in_world(point), matrices_at(point))
    return all(reader.holds(node) for node in trees)


def attained(point: Evaluator, trees: Trees) -> bool:
    """Each printed form of L is the best estimator: unbiased, with the bound as its risk, and no step lowers it."""
    found = matrices_at(point)
    reader = NumberReader(in_world(point), found)
    bound = trace(inverse(found.information)) - sum((p * p for p in found.prior), ZERO)
    for node in trees:
        if not isinstance(node, tree.Chain):
            raise NotEvaluatedError("an equation is needed here")
        for member in node.members[1:]:
            estimator = as_matrix(reader.value(member))
            moved = added(estimator, found.step)
            is_same = not any(x for row in found.step for x in row)
            if times(estimator, found.design) != identity(found.world.k) or found.risk(estimator) != bound:
                return False
            if not (is_same or found.risk(moved) > bound):
                return False
    return True


def best_depends_on_prior(point: Evaluator, trees: Trees) -> bool:
    """The best estimator at a skew prior is not that at the uniform one, and is better there than that one."""
    world = world_at(point)
    skew = Matrices(world, tuple(Fraction(2 * c + 1, world.k**2) for c in range(world.k)))
    return skew.best != skew.uniform.best and skew.risk(skew.best) < skew.risk(skew.uniform.best)


def nonzero_entries_of_a_column(point: Evaluator, trees: Trees) -> bool:
    """The printed number of nonzero entries in each column."""
    found = matrices_at(point)
    number = Fraction(in_world(point).number(trees[0]))
    return all(sum(1 for x in column if x) == number for column in turned(found.design))


PREDICATES: Mapping[str, Predicate] = {
    "matrix_identities": printed,
    "lower_bound": printed,
    "attained": attained,
    "none_is_best_everywhere": best_depends_on_prior,
    "none_is_best_if_there_is_a_choice": best_depends_on_prior,
    "nonzero_entries_of_a_column": nonzero_entries_of_a_column,
}
