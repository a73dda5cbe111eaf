"""How private a report, or all reports of a deck, are: the largest ratio between laws that are listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from checks.papers.szy.witnesses.at_budgets import coin_laws
from checks.papers.szy.witnesses.worlds import reported
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, compare, divide, logarithm, sign
from checks.witness.statement import Predicate, Trees


def budget_is(rows: Callable[[Evaluator], Sequence[Any]], point: Evaluator, trees: Trees) -> bool:
    """The printed budget is the logarithm of the largest ratio of two probabilities of one answer."""
    (node,) = trees
    return _is_largest(point, rows(point), _side(node))


def _side(node: tree.Node) -> tree.Node:
    if isinstance(node, tree.Chain):
        return node.members[1]
    raise NotEvaluatedError("an equation for the budget is needed here")


def _is_largest(point: Evaluator, laws: Sequence[Any], side: tree.Node) -> bool:
    ratios = [divide(p[k], q[k]) for p, q in (laws, laws[::-1]) for k in p if sign(p[k]) > 0 or sign(q[k]) > 0]
    logs = [logarithm(ratio) for ratio in ratios]
    if isinstance(side, tree.Apply) and side.function == "max":
        values = [point.number(argument) for argument in side.arguments]
        return all(any(compare(log, v) <= 0 for v in values) for log in logs) and all(
            any(compare(log, v) == 0 for log in logs) for v in values if _is_top(v, values)
        )
    value = point.number(side)
    return all(compare(log, value) <= 0 for log in logs) and any(compare(log, value) == 0 for log in logs)


def _is_top(value: Numeric, values: Sequence[Numeric]) -> bool:
    return all(compare(value, other) >= 0 for other in values)


def cases_are(mechanism: str, literal: bool, point: Evaluator, trees: Trees) -> bool:
    """Yes and no with the attribute, then without it; then the largest ratio or its logarithm."""
    laws = _coins(mechanism, point)
    derived = (laws[1][1], laws[1][0], laws[0][1], laws[0][0])
    *printed, last = trees
    same = all(compare(point.number(node), value) == 0 for node, value in zip(printed, derived, strict=True))
    if not isinstance(last, tree.Chain):
        ratios = [divide(p[k], q[k]) for p, q in (laws, laws[::-1]) for k in p]
        value = point.number(last)
        return same and all(compare(r, value) <= 0 for r in ratios) and any(compare(r, value) == 0 for r in ratios)
    return same and _is_largest(point, laws, _side(last)) and not literal


def _coins(mechanism: str, point: Evaluator) -> Sequence[Any]:
    if mechanism == "warner":
        return coin_laws(point, "warner", p_w=point.values["p"])
    return coin_laws(point, "simmons", p=point.values["p"], piB=point.values["piB"])


def _deck_at(point: Evaluator) -> list[Numeric]:
    """The shares of the point without a card that never occurs."""
    shares = [point.values[name] for name in ("p_1", "p_2", "p_3")]
    return [share for share in shares if sign(share) > 0]


def _printed_largest(point: Evaluator, side: tree.Node, shares: Sequence[Numeric]) -> Numeric:
    if not isinstance(side, tree.Apply):
        raise NotEvaluatedError("a maximum over the cards is needed here")
    found: list[Numeric] = [
        point.at(p_k=share, p_mirrored=mirror).number(side.arguments[0])
        for share, mirror in zip(shares, reversed(shares), strict=True)
    ]
    best = found[0]
    for value in found:
        best = value if compare(value, best) > 0 else best
    return best


def _laws_of(shares: Sequence[Numeric]) -> list[dict[Any, Numeric]]:
    largest = len(shares)
    return [{reported(largest, truth, k): share for k, share in enumerate(shares, 1)} for truth in (0, 1)]


def cards_budget(point: Evaluator, trees: Trees) -> bool:
    """The printed budget is the logarithm of the largest ratio, for the deck of the point and for its mirror image."""
    (node,) = trees
    shares = _deck_at(point)
    laws = _laws_of(shares)
    logs = [logarithm(divide(p[k], q[k])) for p, q in (laws, laws[::-1]) for k in p]
    value = _printed_largest(point, _side(node), shares)
    return all(compare(log, value) <= 0 for log in logs) and any(compare(log, value) == 0 for log in logs)


def cards_cases(literal: bool, point: Evaluator, trees: Trees) -> bool:
    """The chance of each card, for either truth, and the budget; the ratio itself is no logarithm."""
    *printed, last = trees
    drawn = [point.values[name] for name in ("p_k", "p_mirrored", "p_k", "p_mirrored")]
    same = all(compare(point.number(node), chance) == 0 for node, chance in zip(printed, drawn, strict=True))
    return same and cards_budget(point, (last,)) and not literal


PREDICATES: dict[str, Predicate] = {
    "warner_budget": partial(budget_is, partial(_coins, "warner")),
    "simmons_budget": partial(budget_is, partial(_coins, "simmons")),
    "simmons_cases": partial(cases_are, "simmons", True),
    "cards_budget": cards_budget,
    "card_cases": partial(cards_cases, True),
}
