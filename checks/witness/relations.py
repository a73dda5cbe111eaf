"""Relations between what is printed: numbers, budgets, matrices, sets and lists of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from checks.reading import syntax as tree
from checks.witness.budgets import budget_relation, exponential_of_budget, is_budget
from checks.witness.calculus import near_values
from checks.witness.extrema import extreme, is_over_interval, is_searched
from checks.witness.matrices import is_matrix, matrix_relation
from checks.witness.meanings import NotEvaluatedError
from checks.witness.nearby import LARGE, close
from checks.witness.numbers import HOLDS, add, compare, multiply, sign
from checks.witness.printed_numbers import decimal, infinite
from checks.witness.regions import finite
from checks.witness.searched import free_coordinates
from checks.witness.sets import is_set, set_relation

if TYPE_CHECKING:
    from checks.witness.evaluator import Evaluator


def relation_holds(point: Evaluator, left: tree.Node, relation: str, right: tree.Node) -> bool:
    """One relation of a chain. Raises NotEvaluatedError for one that does not relate numbers."""
    if relation == "approx" and (decimal(left) or decimal(right)):
        relation = "="  # what is about a decimal number rounds to it
    if isinstance(left, tree.Listing) or isinstance(right, tree.Listing):
        return all(relation_holds(point, a, relation, b) for a, b in product(point.listed(left), point.listed(right)))
    if is_budget(point, left) or is_budget(point, right):
        return budget_relation(point, left, relation, right)
    if relation == "=" and isinstance(left, tree.ExtremeValue) and is_budget(point, left.expression):
        value = exponential_of_budget(point, right)
        return close(extreme(point, left), value) or close(extreme(point, left, fine=True), value)
    if relation in ("in", "notin"):
        return point.region(right).contains(point.coordinates(left)) == (relation == "in")
    if is_matrix(point, right) or is_matrix(point, left):
        return matrix_relation(point, left, relation, right)
    if isinstance(left, (tree.ArgMin, tree.ArgMax)) and not isinstance(right, tree.Cases):
        printed = point.region(right) if is_set(point, right) else finite((point.coordinates(right),), 1)
        return set_relation(point, point.minimisers(left, printed.candidates), relation, printed)
    if is_set(point, right):
        return set_relation(point, point.region(left), relation, point.region(right))
    if isinstance(left, tree.Limit) and (infinity := infinite(right)):
        return all(compare(multiply(infinity, value), LARGE) > 0 for value in near_values(point, left))
    if relation not in HOLDS:
        raise NotEvaluatedError(f"the relation {relation} between numbers")
    if (told := _near_enough(point, left, relation, right)) is not None:
        return told
    difference = add(point.number(left), -point.number(right))
    if relation == "=" and (places := decimal(right)):
        half = point.of(Fraction(1, 2 * 10**places))
        return sign(add(difference, half)) >= 0 and sign(add(difference, -half)) <= 0
    if relation == "=" and isinstance(left, tree.ExtremeValue):
        value = point.number(right)
        if close(point.number(left), value):
            return True
        return is_over_interval(point, left) and close(extreme(point, left, fine=True), value)
    if any(isinstance(part, tree.Limit) for side in (left, right) for part in tree.nodes(side)):  # known nearly
        return HOLDS[relation](0 if close(point.number(left), point.number(right)) else sign(difference))
    return HOLDS[relation](sign(difference))


def _near_enough(point: Evaluator, left: tree.Node, relation: str, right: tree.Node) -> bool | None:
    """Whether a relation of an extremum that is searched holds: it is what was found, or something beyond that.

    None where no side is one; NotEvaluatedError where it takes more than what was found to tell.
    """
    place = next(
        (i for i, s in enumerate((left, right)) if isinstance(s, tree.ExtremeValue) and is_searched(point, s)), None
    )
    if place is None:
        return None
    extremum = (left, right)[place]
    assert isinstance(extremum, tree.ExtremeValue), "it was found among such"
    found, other = (point.number(side) for side in ((left, right) if place == 0 else (right, left)))
    if close(found, other):
        return relation in ("=", "<=", ">=")
    order = compare(found, other)
    beyond = order < 0 if extremum.kind in ("min", "inf") else order > 0
    if free_coordinates(extremum) > 1 and not beyond:
        raise NotEvaluatedError("a search among several variables that does not come as far as the other side")
    return HOLDS[relation](order if place == 0 else -order)
