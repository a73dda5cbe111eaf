"""Variances at a budget at one point, and where a grid of mechanisms has the least of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from checks.papers.szy.witnesses.at_budgets import (
    at_budget,
    card_laws,
    card_variance,
    shares_of,
)
from checks.papers.szy.witnesses.printed import defined
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, add, compare, divide, multiply, sign
from checks.witness.statement import Predicate, Trees, all_hold


def of_mechanism(survey: Callable[[Evaluator], Numeric], point: Evaluator, trees: Trees) -> bool:
    """Every printed statement holds, Var being that of one mechanism."""
    return all_hold(point.at(survey=survey), trees)


def _cards_here(point: Evaluator) -> Numeric:
    return card_variance(point, shares_of(point), dealt=False)


def like_warner(point: Evaluator, trees: Trees) -> bool:
    """With the printed p_2 there are two answers, exchanged by the attribute, and the variance is Warner's."""
    middle = defined(point, trees[0])
    few = divide(add(1, -middle), add(point.values["t"], 1))
    shares = (few, middle, multiply(point.values["t"], few))
    without, with_it = card_laws(shares)
    mirrored = compare(without[1], with_it[3]) == 0 and sign(without[2]) == 0
    same = compare(card_variance(point, shares, dealt=False), at_budget(point, "Var_MW")) == 0
    return mirrored and same


PREDICATES: dict[str, Predicate] = {
    "of_three_cards": partial(of_mechanism, _cards_here),
    "no_extremum_of_both": all_hold,
    "same_as_warner": like_warner,
}
