"""Degrees, weights and opinions at one point: estimates from all lists of reports, and their variances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from checks.papers.collection import load_paper
from checks.papers.mw.notation import DOMAIN
from checks.papers.mw.vocabulary import VOCABULARY
from checks.papers.mw.witnesses.key_value_laws import (
    EDGE,
    TUPLES,
    largest_ratio,
    lpp_row,
    missing,
    number_at,
)
from checks.papers.mw.witnesses.meanings import determinant
from checks.reading import read_latex, read_plain
from checks.reading import syntax as tree
from checks.witness import Space
from checks.witness.enumeration import Rows, design_rows, sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply
from checks.witness.statement import Predicate, Trees
from mechanisms import catalogue


def _estimator(claim_id: str, *, corrected: bool = False) -> tree.Node:
    claim = load_paper("MW").claim(claim_id)
    statement = claim.correction.statement if corrected and claim.correction else claim.main.statement
    node = read_latex(statement.latex[0], VOCABULARY)
    if not isinstance(node, tree.Chain):
        raise NotEvaluatedError(f"{claim_id} is no equation")
    return node.members[1]


def opinion_rows(point: Evaluator, p: Numeric) -> Rows:
    """EWRR3 at p."""
    return design_rows(
        catalogue.get("ewrr3").protocol.program, {"p": number_at(point, p)}, point.of, (0, 1, 2), (0, 1, 2)
    )


def value_of_report(rows: Rows, weights: Sequence[Numeric]) -> list[Numeric]:
    """What each report adds to the estimate of the mean of the weights: the solution v of P v = weights."""
    whole = determinant(rows)
    found = []
    for y in range(len(weights)):
        replaced = [[*row[:y], weight, *row[y + 1 :]] for row, weight in zip(rows, weights, strict=True)]
        found.append(divide(determinant(replaced), whole))
    return found


def spread(point: Evaluator, p: Numeric, weights: Sequence[Numeric]) -> Numeric:
    """The variance of one report's part in the estimate, for a participant drawn from the shares at the point."""
    rows = opinion_rows(point, p)
    shares = (point.values["pi0"], point.values["pi1"], 1 - point.values["pi0"] - point.values["pi1"])
    cells = [sum_of(multiply(s, row[y]) for s, row in zip(shares, rows, strict=True)) for y in range(3)]
    values = value_of_report(rows, weights)
    mean = sum_of(multiply(c, v) for c, v in zip(cells, values, strict=True))
    return sum_of(multiply(c, multiply(add(v, -mean), add(v, -mean))) for c, v in zip(cells, values, strict=True))


def _is_best(point: Evaluator, optimum: Numeric, weights: Sequence[Numeric]) -> bool:
    third = Fraction(1, 3)
    least = spread(point, optimum, weights)
    between = [add(third, multiply(Fraction(k, 7), add(optimum, -third))) for k in range(1, 7)]
    private = compare(largest_ratio(opinion_rows(point, optimum)), point.values["x"]) <= 0
    return private and all(compare(least, spread(point, p, weights)) < 0 for p in between)


def _optimal_for_weights(point: Evaluator, trees: Trees) -> bool:
    x, weights = point.values["x"], (0, Fraction(1, 2), 1)
    return all(_is_best(point, p, weights) for p in (divide(x, add(x, 2)), divide(1, add(multiply(2, x), 1))))


def _ratio(point: Evaluator, trees: Trees) -> bool:
    """Biased for one participant; and the variances of both estimates for four are half of those for two."""
    edge, none = lpp_row(point, EDGE, point.values["w"], 0), missing(point, 0)
    if compare(point.values["x1"], 1) == 0 or compare(point.values["x2"], 1) == 0:
        return True
    told, kept = add(edge[1], edge[2]), add(none[1], none[2])
    full = lpp_row(point, EDGE, 1, 0)
    slope = add(full[1], -full[2])
    parts = [(divide(add(c, -kept), add(told, -kept)), divide(s, slope)) for c, s in TUPLES]
    mean = sum_of(multiply(mass, divide(w, k)) for mass, (k, w) in zip(edge, parts, strict=True))
    biased = compare(mean, point.values["w"]) != 0 or compare(point.values["w"], 0) == 0
    return biased and all(
        compare(
            _mean_variance(edge, [part[i] for part in parts], 2),
            multiply(2, _mean_variance(edge, [part[i] for part in parts], 4)),
        )
        == 0
        for i in (0, 1)
    )


def _mean_variance(law: Sequence[Numeric], values: Sequence[Numeric], size: int) -> Numeric:
    """The variance of the mean of `size` independent draws, by listing them."""
    first = second = 0
    for chosen in product(range(len(law)), repeat=size):
        mass: Numeric = 1
        total: Numeric = 0
        for y in chosen:
            mass, total = multiply(mass, law[y]), add(total, values[y])
        total = divide(total, size)
        first, second = add(first, multiply(mass, total)), add(second, multiply(mass, multiply(total, total)))
    return add(second, -multiply(first, first))


LPP_SPACE = Space(tuple(p for p in DOMAIN.parameters if p.name in ("x1", "x2", "w", "w_sub")))
OPINION_SPACE = Space(
    tuple(p for p in DOMAIN.parameters if p.name in ("x", "pi0", "pi1", "p", "x1", "x2")),
    conditions=(read_plain("pi0 + pi1 <= 1", VOCABULARY),),
)


PREDICATES: dict[str, Predicate] = {
    "optimal_for_weights": _optimal_for_weights,
    "consistent_ratio": _ratio,
}

SPACES = {"optimal_for_weights": OPINION_SPACE, "consistent_ratio": LPP_SPACE}
"""Where each encoded statement is evaluated: the symbols that it depends on, and no others."""
