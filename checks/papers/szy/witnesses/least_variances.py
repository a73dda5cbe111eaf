"""Variances at a budget at one point, and where a grid of mechanisms has the least of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from checks.papers.szy.witnesses.at_budgets import (
    CARDS,
    at_budget,
    card_laws,
    card_variance,
    shares_of,
)
from checks.papers.szy.witnesses.printed import defined
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply, sign
from checks.witness.statement import Predicate, Trees, all_hold

GRID = 24


def of_mechanism(survey: Callable[[Evaluator], Numeric], point: Evaluator, trees: Trees) -> bool:
    """Every printed statement holds, Var being that of one mechanism."""
    return all_hold(point.at(survey=survey), trees)


def card_grid(point: Evaluator, middle: Numeric) -> list[tuple[Numeric, ...]]:
    """Shares (p_1, p_3) for a p_2 whose report is private at the budget: the ends of the range and points between."""
    rest, t = add(1, -middle), point.values["t"]
    few = divide(rest, add(t, 1))
    width = add(multiply(t, few), -few)
    firsts = [add(few, multiply(width, Fraction(k, GRID))) for k in range(GRID + 1)]
    found = [(first, middle, add(rest, -first)) for first in firsts]
    return [shares for shares in found if compare(shares[0], shares[2]) != 0]


def is_private(point: Evaluator, shares: Sequence[Numeric]) -> bool:
    """Whether no answer is more than e^eps times as likely with the attribute as without it, or the reverse."""
    without, with_it = card_laws(tuple(shares))
    t = point.values["t"]
    pairs = [(p.get(k, 0), q.get(k, 0)) for p, q in ((without, with_it), (with_it, without)) for k in CARDS]
    return all(sign(s) >= 0 for s in shares) and all(compare(p, multiply(t, q)) <= 0 for p, q in pairs)


def shares_feasible(point: Evaluator, trees: Trees) -> bool:
    """The print holds for the p_1 of a grid exactly where the report is private."""
    (node,) = trees
    middle = point.values["p_2"]
    rest = add(1, -middle)
    for k in range(GRID + 1):
        first = multiply(rest, point.of(Fraction(k, GRID)))
        third = add(rest, -first)
        there = point.at(p_1=first, p_3=third)
        if there.truth(node) != is_private(point, (first, middle, third)):
            return False
    return True


def card_least(dealt: bool, every: bool, point: Evaluator, trees: Trees) -> bool:
    """The printed shares attain the printed variance, and nothing on a grid of private shares does better."""
    first, *places = trees
    if not isinstance(first, tree.Chain):
        raise NotEvaluatedError("the least variance is needed here")
    value = point.number(first.members[1])
    for place in places:
        if not isinstance(place, tree.Conjunction):
            raise NotEvaluatedError("p_1 and p_3 are needed here")
        p_1, p_3 = (defined(point, item) for item in place.items)
        shares = (p_1, point.values["p_2"], p_3)
        if compare(_sum(shares), 1) != 0 or not is_private(point, shares):
            return False
        if compare(card_variance(point, shares, dealt=dealt), value) != 0:
            return False
    middles = [point.values["p_2"], *((point.of(Fraction(0)), point.of(Fraction(1, 7))) if every else ())]
    grid = [shares for middle in middles for shares in card_grid(point, middle)]
    return all(compare(card_variance(point, shares, dealt=dealt), value) >= 0 for shares in grid)


def _sum(values: Sequence[Numeric]) -> Numeric:
    total: Numeric = 0
    for value in values:
        total = add(total, value)
    return total


def f_least(every: bool, point: Evaluator, trees: Trees) -> bool:
    """min f = f(...) = f(...): the values agree, and nothing on a grid of private shares has a smaller one."""
    (node,) = trees
    if not isinstance(node, tree.Chain):
        raise NotEvaluatedError("an equation is needed here")
    values = [point.number(side) for side in node.members[1:]]
    middles = [point.values["p_2"], *((point.of(Fraction(0)), point.of(Fraction(1, 7))) if every else ())]
    grid = [shares for middle in middles for shares in card_grid(point, middle)]
    least = min((card_variance(point, shares, dealt=False) for shares in grid), key=lambda v: float(Fraction(v)))
    return all(compare(least, value) >= 0 for value in values) and all(compare(v, values[0]) == 0 for v in values)


def _cards_here(point: Evaluator) -> Numeric:
    return card_variance(point, shares_of(point), dealt=False)


def upper_end(point: Evaluator, trees: Trees) -> bool:
    """The printed value is the variance for the largest private p_1."""
    few = divide(add(1, -point.values["p_2"]), add(point.values["t"], 1))
    shares = (multiply(point.values["t"], few), point.values["p_2"], few)
    return compare(card_variance(point, shares, dealt=False), point.number(trees[0])) == 0


def like_warner(point: Evaluator, trees: Trees) -> bool:
    """With the printed p_2 there are two answers, exchanged by the attribute, and the variance is Warner's."""
    middle = defined(point, trees[0])
    few = divide(add(1, -middle), add(point.values["t"], 1))
    shares = (few, middle, multiply(point.values["t"], few))
    without, with_it = card_laws(shares)
    mirrored = compare(without[1], with_it[3]) == 0 and sign(without[2]) == 0
    same = compare(card_variance(point, shares, dealt=False), at_budget(point, "Var_MW")) == 0
    return mirrored and same


def blows_up(point: Evaluator, trees: Trees) -> bool:
    """f is beyond any of some bounds close to the printed place."""
    (node,) = trees
    if not isinstance(node, tree.EvaluatedAt):
        raise NotEvaluatedError("f near a place is needed here")
    place = defined(point, node.condition)
    for digits in (3, 6, 9):
        there = point.at(p_1=add(place, point.of(Fraction(1, 10**digits))))
        if compare(there.number(node.expression), point.of(Fraction(10**digits, 100))) <= 0:
            return False
    return True


PREDICATES: dict[str, Predicate] = {
    "of_three_cards": partial(of_mechanism, _cards_here),
    "no_extremum_of_both": all_hold,
    "feasible_shares": shares_feasible,
    "least_card_variance": partial(card_least, False, False),
    "least_card_variance_for_any_p_2": partial(card_least, False, True),
    "least_deck_variance": partial(card_least, True, False),
    "least_deck_variance_for_any_p_2": partial(card_least, True, True),
    "least_of_f": partial(f_least, False),
    "least_of_f_for_any_p_2": partial(f_least, True),
    "value_at_upper_end": upper_end,
    "same_as_warner": like_warner,
    "grows_without_bound": blows_up,
}
