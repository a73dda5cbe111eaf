"""How private a report, or all reports of a deck, are: the largest ratio between laws that are listed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from checks.papers.szy.witnesses.worlds import reported
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, compare, divide, logarithm, sign
from checks.witness.statement import Predicate, Trees


def _side(node: tree.Node) -> tree.Node:
    if isinstance(node, tree.Chain):
        return node.members[1]
    raise NotEvaluatedError("an equation for the budget is needed here")


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
    "cards_budget": cards_budget,
    "card_cases": partial(cards_cases, True),
}
