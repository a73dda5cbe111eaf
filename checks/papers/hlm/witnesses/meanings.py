"""What the paper's names mean at one point: laws by enumeration of its protocols, regions by testing every event.

No formula that the paper prints as a result is used; f is its definition in Lemma 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

from checks.papers.hlm.notation import DOMAIN
from checks.papers.hlm.witnesses.laws import binary, own_rows, rows_of
from checks.papers.hlm.witnesses.regions import (
    boundary,
    edge,
    edges,
    informative,
    private,
    t_zero,
    threshold,
    warner_region,
)
from checks.papers.spellings import spellings
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.witness.enumeration import Rows, count_law, estimate, marginal, moments, sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings, NotEvaluatedError
from checks.witness.numbers import Numeric, add, divide, multiply, power, square_root
from checks.witness.points import Space


def estimator_rows(point: Evaluator, node: tree.Node) -> Rows:
    """The mechanism that an estimator is printed with; the one at the point if none is printed."""
    for part in tree.nodes(node):
        match part:
            case tree.Apply(function="Pi_hat", arguments=(first, second)):
                return binary(point, point.number(first), point.number(second))
            case tree.Apply(function="Pi_hat_w", arguments=(truth,)):
                return rows_of(point, "warner", p_w=point.number(truth))
            case tree.Apply(function="Pi_hat_1", arguments=(t,)):
                return binary(point, *edge(point, point.of(0), point.number(t)))
            case tree.Apply(function="Pi_hat_2", arguments=(t,)):
                return binary(point, *reversed(edge(point, point.of(0), point.number(t))))
            case tree.Apply(function="Pi_hat_1_delta", arguments=(t,)):
                return binary(point, *edge(point, point.values["delta"], point.number(t)))
    return own_rows(point)


def _estimator(point: Evaluator, node: tree.Node) -> Numeric:
    return estimate(estimator_rows(point, node), point.values["N"], point.values["n"])


def outcomes(point: Evaluator, node: tree.Operate) -> Iterator[tuple[Numeric, Evaluator]]:
    """(probability, point with the outcome in it) for what is random in the arguments of E, Var or P."""
    names = frozenset().union(*(tree.names_in(a) for a in node.arguments))
    if "Y" in names:
        for value, probability in point.values["law_of_Y"].items():
            yield probability, point.at(Y=value)
        return
    rows = estimator_rows(point, node.arguments[0])
    response = next((name for name in ("X_i", "X_k") if name in names), None)
    if response is None:
        for count, probability in count_law(rows, _given_proportion(point, node), point.values["n"]).items():
            yield probability, point.at(N=count)
        return
    if f"law_of_{response}" in point.values:
        law = point.values[f"law_of_{response}"]
    elif any("x_i" in tree.names_in(g) for g in node.given):
        law = rows[0 if any(point.at(x_i=0).truth(g) for g in node.given) else 1]
    else:
        law = marginal(rows, _given_proportion(point, node))
    for value, probability in enumerate(law):
        yield probability, point.at(**{response: value})


def _given_proportion(point: Evaluator, node: tree.Operate) -> Numeric:
    return point.number(node.given[0]) if node.given else point.values["pi"]


def _mean(point: Evaluator, node: tree.Operate) -> Numeric:
    return sum_of(multiply(p, at.number(node.arguments[0])) for p, at in outcomes(point, node))


def _variance(point: Evaluator, node: tree.Operate) -> Numeric:
    listed = [(p, at.number(node.arguments[0])) for p, at in outcomes(point, node)]
    mean = sum_of(multiply(p, v) for p, v in listed)
    return sum_of(multiply(p, power(add(v, -mean), 2)) for p, v in listed)


def _probability(point: Evaluator, node: tree.Operate) -> Numeric:
    return sum_of(p for p, at in outcomes(point, node) if at.truth(node.arguments[0]))


def _likelihood(point: Evaluator) -> Numeric:
    """The probability of one sample with N responses 1: that of the count, shared among its equally likely samples."""
    n, count = point.values["n"], point.values["N"]
    law = count_law(own_rows(point), point.values["pi"], n)
    return divide(law.get(count, point.of(0)), comb(n, count))


def _along(delta: str | int, coordinate: int) -> Any:
    def value(point: Evaluator, node: tree.Apply) -> Numeric:
        budget = point.of(delta) if isinstance(delta, int) else point.values[delta]
        return edge(point, budget, point.number(node.arguments[0]))[coordinate]

    return value


def _with_budgets(value: Any) -> Any:
    def applied(point: Evaluator, node: tree.Apply) -> Numeric:
        if node.arguments != (tree.Name("eps"), tree.Name("delta")):
            raise NotEvaluatedError(f"{node.function} is written with the arguments eps, delta only")
        return value(point)

    return applied


def _polynomial(point: Evaluator, node: tree.Apply) -> Numeric:
    """f of Lemma 1, by its definition."""
    a, b = (point.number(argument) for argument in node.arguments)
    return 2 * a * b - a - b + 1


def _sigma(point: Evaluator) -> Numeric:
    return square_root(moments(own_rows(point), point.values["pi"], point.values["n"])[1])


ESTIMATORS = ("Pi_hat", "Pi_hat_w", "Pi_hat_1", "Pi_hat_2", "Pi_hat_1_delta")
MEANINGS = Meanings(
    names={
        "Pi_hat": lambda point: _estimator(point, tree.Name("Pi_hat")),
        "L": _likelihood,
        "P": own_rows,
        "P_w": lambda point: rows_of(point, "warner", p_w=point.values["p_w"]),
        "P_eps": lambda point: rows_of(point, "optimal-epsilon", x=point.values["x"]),
        "p01": lambda point: own_rows(point)[0][1],
        "p10": lambda point: own_rows(point)[1][0],
        "sigma": _sigma,
        "t_0": t_zero,
        "g": threshold,
        "R_full": private,
        "R1": informative,
        "R2": edges,
        "boundary_R1": boundary,
        "R_w": warner_region,
    },
    functions={
        **dict.fromkeys(ESTIMATORS, _estimator),
        "r": _along(0, 0),
        "s": _along(0, 1),
        "r_delta": _along("delta", 0),
        "s_delta": _along("delta", 1),
        "r_1": _along(1, 0),
        "s_1": _along(1, 1),
        "t_0": _with_budgets(t_zero),
        "g": _with_budgets(threshold),
        "f": _polynomial,
    },
    operators={"E": _mean, "Var": _variance, "Pr": _probability},
    budgets={"eps": "x"},
    coordinates=("p00", "p11"),
)
SPACE = Space(
    parameters=DOMAIN.parameters,
    conditions=(read_plain("N <= n", spellings("HLM")),),
    ties=tuple(
        read_plain(text, spellings("HLM"))
        for text in (
            "p11 = 1 - p00",
            "p11 = p00",
            "p11 = e^eps*(1 - p00) + delta",
            "pi = g(eps, delta)",
            "pi = 1 - g(eps, delta)",
            "pi = 1/2",
            "t = t_0(eps, delta)",
            "t = t_0(eps, delta)/2",
            "delta = 0",
            "b = a",
        )
    ),
)
