"""Section 4.2 at one point: the laws of VPP, LPP and PCKV-UE, and what its names mean there.

The programs of the protocols are run through all outcomes; a substitute weight that is drawn inside is averaged over by
Simpson's rule, exact for what is affine in it. Nothing of the symbolic path is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from checks.papers.mw.witnesses.meanings import MEANINGS
from checks.reading import syntax as tree
from checks.witness.enumeration import Rows, design_rows, response_law
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, add, divide, furthest, multiply
from checks.witness.statement import Trees, all_hold
from mechanisms import catalogue

NO_EDGE, EDGE, OPPOSITE = (0, 0), (1, 1), (1, -1)
TUPLES = (NO_EDGE, EDGE, OPPOSITE)
GRID = tuple(Fraction(k, 3) for k in range(-3, 4))


def number_at(point: Evaluator, value: Numeric) -> Numeric:
    """A constant of the point, whose quotients are exact: integers become fractions."""
    return point.of(Fraction(value) if isinstance(value, int) else value)


def lpp_row(point: Evaluator, truth: tuple[int, int], weight: Numeric, substitute: Numeric) -> tuple[Numeric, ...]:
    """The law of a report of LPP about an edge of the given weight, or about none with the given substitute."""
    program = catalogue.get("lpp-given").protocol.program
    given = {"w": weight, "w_sub": substitute, "x1": point.values["x1"], "x2": point.values["x2"]}
    values = {name: number_at(point, value) for name, value in given.items()}
    return design_rows(program, values, point.of, (truth,), TUPLES)[0]


def missing(point: Evaluator, substitute: Numeric) -> tuple[Numeric, ...]:
    """The row of a missing edge with a given substitute weight."""
    return lpp_row(point, NO_EDGE, 0, substitute)


def missing_private(point: Evaluator) -> tuple[Numeric, ...]:
    """The row of a missing edge whose substitute is drawn uniformly: Simpson's rule over [-1, 1]."""
    ends = [missing(point, s) for s in (-1, 0, 1)]
    return tuple(divide(add(add(a, multiply(4, b)), c), 6) for a, b, c in zip(*ends, strict=True))


def largest_ratio(rows: Sequence[Sequence[Numeric]]) -> Numeric:
    """The largest ratio of two probabilities of one response."""
    return furthest("max", [divide(furthest("max", c), furthest("min", c)) for c in zip(*rows, strict=True)])


def upward(point: Evaluator, keep: Numeric, weight: Numeric) -> Numeric:
    """P(VPP returns 1) where a discretised weight is kept with probability `keep`."""
    if isinstance(keep, Fraction) and isinstance(weight, Fraction):
        return _exactly_upward(keep, weight)
    return _upward(point.of, keep, number_at(point, weight))


@lru_cache(maxsize=20_000)
def _exactly_upward(keep: Fraction, weight: Fraction) -> Numeric:
    return _upward(Fraction, keep, weight)


def _upward(number: Callable[[Numeric], Numeric], keep: Numeric, weight: Numeric) -> Numeric:
    values = {"w": weight, "x2": divide(keep, add(1, -keep))}
    return response_law(catalogue.get("vpp").protocol.program, 1, values, number).get(1, number(0))


def _output(point: Evaluator, node: tree.Apply) -> Numeric:
    keep, weight = (number_at(point, point.number(argument)) for argument in node.arguments)
    return upward(point, keep, weight)


def lpp_matrix(point: Evaluator, substitute: Numeric) -> Rows:
    """No edge, an edge of weight w, an edge of weight -w."""
    weight = point.values["w"]
    return tuple(lpp_row(point, truth, weight, substitute) for truth in TUPLES)


def kept_presence(point: Evaluator) -> Numeric:
    """How likely a missing edge is told truthfully."""
    return missing(point, 0)[0]


def kept_value(point: Evaluator) -> Numeric:
    """How likely VPP returns 1 for the weight 1."""
    program = catalogue.get("vpp").protocol.program
    return response_law(program, 1, {"w": number_at(point, 1), "x2": number_at(point, point.values["x2"])}, point.of)[1]


HERE = replace(
    MEANINGS,
    names={
        **MEANINGS.names,
        "p2": lambda point: upward(point, kept_value(point), point.of(point.values["w"])),
        "P_lpp": lambda point: lpp_matrix(point, point.values["w_sub"]),
        "P_lpp_ddagger": lambda point: lpp_matrix(point, 0),
        "P_ue": lambda point: unary_rows(point),
    },
    functions={**MEANINGS.functions, "Q_1": _output, "Q_2": _output},
    budgets={**MEANINGS.budgets, "eps_out": "x_out"},
)


def here(point: Evaluator, **values: Numeric) -> Evaluator:
    """The point with the meanings of section 4.2, where p_1, p_2 and q are no free symbols."""
    kept = {name: value for name, value in point.values.items() if name not in ("p1", "p2", "q")}
    if {"x1", "x2"} <= point.values.keys():
        kept |= {"p1": kept_presence(point), "q": kept_value(point)}
    return Evaluator(HERE, {**kept, **values}, point.exact)


def as_printed(point: Evaluator, trees: Trees) -> bool:
    """What is printed, with the meanings of section 4.2."""
    return all_hold(here(point), trees)


def unary_values(point: Evaluator) -> dict[str, Numeric]:
    """a, b and p at the point."""
    return {name: number_at(point, point.values[name]) for name in ("a", "b", "p")}


def unary_rows(point: Evaluator) -> Rows:
    """The 3x3 matrix, row by row."""
    return design_rows(catalogue.get("pckv-ue").protocol.program, unary_values(point), point.of, TUPLES, TUPLES)
