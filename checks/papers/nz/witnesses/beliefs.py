"""Sections 1 and 2 at one point: laws, posteriors and predictions of small worlds, found by listing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from checks.papers.nz.witnesses.worlds import (
    Rows,
    Weights,
    categories,
    design,
    distribution,
    drawing,
    events,
    joint,
    law,
)
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric
from checks.witness.statement import Predicate, Trees

CHANCES = tuple(Fraction(c) for c in ("1/50", "2/5", "5/8", "49/50"))


def all_hold(point: Evaluator, trees: Trees) -> bool:
    """Whether every printed statement holds."""
    return all(point.truth(node) for node in trees)


def world(point: Evaluator, zeros: bool = False) -> tuple[Weights, Rows]:
    """A prior and a design with one response more than there are categories."""
    rng, size = drawing(point), categories(point)
    return distribution(rng, size), design(rng, size, size + 1, zeros)


def probability(point: Evaluator, node: tree.Operate) -> Numeric:
    """P_alpha of what is printed, in the world of the point, for the category, response and event that it has."""
    values = point.values
    if "chance" in values:
        return _believed(point, node)
    prior, rows, i, j = (values[name] for name in ("prior", "rows", "response", "category"))
    whole, own = law(prior, rows)[i], prior[j] * rows[j][i]
    said = frozenset().union(*(tree.names_in(part) for part in node.arguments))
    if node.given:
        return own / whole
    return own if "X" in said else whole


def _believed(point: Evaluator, node: tree.Operate) -> Numeric:
    """The same for an event of which only P(Q), P(Q and d) and P(Q^c and d) are known."""
    chance, inside, outside = (point.values[name] for name in ("chance", "inside", "outside"))
    match node:
        case tree.Operate(arguments=(tree.Name(name="Q"),), given=()):
            return chance
        case tree.Operate(arguments=(tree.Name(name="Q_complement"),), given=()):
            return 1 - chance
        case tree.Operate(arguments=(tree.Name(name="Q"),)):
            return inside / (inside + outside)
        case tree.Operate(arguments=(tree.Name(name="Q_complement"),)):
            return outside / (inside + outside)
        case tree.Operate(arguments=(tree.SetOperation(operands=(tree.Name(name="Q"), _)),)):
            return inside
        case tree.Operate(arguments=(tree.SetOperation(operands=(tree.Name(name="Q_complement"), _)),)):
            return outside
        case tree.Operate(arguments=(tree.Chain(),), given=()):
            return inside + outside
    raise NotEvaluatedError("P_alpha of something else")


def summed(point: Evaluator, node: tree.BigSum) -> Numeric:
    """The sum of the body over the values that the point lists for the index."""
    if not isinstance(node.index, tree.Name) or node.index.name not in point.values["ranges"]:
        raise NotEvaluatedError("a sum over something else")
    total: Numeric = Fraction(0)
    for values in point.values["ranges"][node.index.name]:
        total = total + point.at(**values).number(node.body)
    return total


def prediction(point: Evaluator, node: tree.Operate) -> Numeric:
    """G_alpha, found by listing all rules."""
    value: Numeric = point.values["best_rule" if node.given else "best_guess"]
    return value


# -- section 1 ---------------------------------------------------------------------------------------------------------


def solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """The solution of a square system; ZeroDivisionError where it is singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column]), None)
        if pivot is None:
            raise ZeroDivisionError("the system is singular")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[-1] for row in rows]


# -- section 2 ---------------------------------------------------------------------------------------------------------


def by_bayes(point: Evaluator, trees: Trees) -> bool:
    """The print for every category and every response of a world."""
    prior, rows = world(point)
    size = len(prior)
    for i, j in product(range(size + 1), range(size)):
        terms = [
            {"alpha_l": prior[x], "p_il": rows[x][i], "p_ll": rows[x][x], "alpha_j": prior[x]} for x in range(size)
        ]
        here = point.at(prior=prior, rows=rows, response=i, category=j, ranges={"l": terms})
        if not all_hold(here.at(alpha_j=prior[j], p_ij=rows[j][i]), trees):
            return False
    return True


def _rules(prior: Weights, rows: Rows, event: Sequence[int]) -> Fraction:
    """The best chance of a right prediction of the event, over all rules."""
    parts = [joint(prior, rows, event, y) for y in range(len(rows[0]))]
    return max(
        sum((pair[choice] for pair, choice in zip(parts, rule, strict=True)), Fraction(0))
        for rule in product((0, 1), repeat=len(parts))
    )


def _predictions(point: Evaluator) -> list[tuple[Evaluator, list[tuple[Fraction, Fraction]]]]:
    """For every event: the point with the best chances of a right prediction; P(Q and d), P(Q^c and d) for each d."""
    prior, rows = world(point, zeros=True)
    found = []
    for event in events(len(prior)):
        chance = sum((prior[x] for x in event), Fraction(0))
        parts = [joint(prior, rows, event, y) for y in range(len(rows[0]))]
        here = point.at(best_rule=_rules(prior, rows, event), best_guess=max(chance, 1 - chance), chance=chance)
        found.append((here, [pair for pair in parts if sum(pair) > 0]))
    return found


def best_rule(point: Evaluator, trees: Trees) -> bool:
    """The printed rule is right as often as the best of all rules."""
    for here, parts in _predictions(point):
        right = Fraction(0)
        for inside, outside in parts:
            right += inside if all_hold(here.at(inside=inside, outside=outside), trees) else outside
        if right != here.values["best_rule"]:
            return False
    return True


PREDICATES: dict[str, Predicate] = {
    "by_bayes": by_bayes,
}
