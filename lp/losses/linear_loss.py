"""The optimal mechanism for a linear loss under eps-LDP: the program, the named losses, and the certified optimum.

The design P (m truths, n responses) minimises  sum over x, y of prior[x] loss[x][y] P[x, y]  subject to
P[x, y] <= X P[x', y] for all truths x, x' and responses y, where X = e^eps. With the least entry of each column as a
variable of its own this takes 2 m n rows instead of m (m - 1) n:

    minimise    sum of c[x][y] P[x, y],  c[x][y] = prior[x] loss[x][y]
    subject to  low[y] <= P[x, y] <= X low[y],  low[y] >= 0,  sum over y of P[x, y] = 1.

Eliminating low gives back the definition, so the two have the same designs. Without a prior all weights are 1, so that
the loss is summed over the truths; divide by m for the uniform prior.

Source: Ghosh, Roughgarden, Sundararajan 2009 (optimal mechanisms as linear programs).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LinearProgram, Row
from lp.losses.floats import FloatDesign, float_design
from lp.losses.optimal_design import OptimalDesign
from lp.losses.optimum import exact_optimum
from lp.losses.vertex import IntegerLoss, constant_design
from lp.programs.outcomes import Optimum, SolverFacts
from mechanisms.design import Design
from mechanisms.exact.entries import EntryError, exact_number
from mechanisms.exact.polynomial import Rational

Loss = Sequence[Sequence[Rational]]
ZERO, ONE = Fraction(0), Fraction(1)
FLOAT_TOLERANCE = 1e-9  # of the sum of a prior in floats


class LossError(ValueError):
    """A loss, prior or level that states no program; the message says where and what would be right."""


def hamming(k: int) -> tuple[tuple[Fraction, ...], ...]:
    """loss[x][y] = 1 where y != x, k x k: the probability of a wrong response."""
    return _named(k, lambda x, y: int(x != y))


def l1(k: int) -> tuple[tuple[Fraction, ...], ...]:
    """loss[x][y] = |x - y|, k x k: the expected distance from the truth."""
    return _named(k, lambda x, y: abs(x - y))


def squared(k: int) -> tuple[tuple[Fraction, ...], ...]:
    """loss[x][y] = (x - y)^2, k x k: the mean squared error of the response."""
    return _named(k, lambda x, y: (x - y) ** 2)


def _named(k: int, loss: Callable[[int, int], int]) -> tuple[tuple[Fraction, ...], ...]:
    if type(k) is not int or k < 1:
        raise LossError(f"the number of categories must be an integer of at least 1, not {k!r}")
    return tuple(tuple(Fraction(loss(x, y)) for y in range(k)) for x in range(k))


def weighted_loss(loss: Loss, prior: Sequence[Rational] | None = None) -> tuple[tuple[Fraction, ...], ...]:
    """c[x][y] = prior[x] loss[x][y], checked: a matrix of exact numbers, a prior that is a distribution.

    Raises LossError for anything else.
    """
    try:
        rows = [list(row) for row in loss]
    except TypeError as error:
        raise LossError(f"a loss is a matrix, one row per truth and one column per response, not {loss!r}") from error
    if not rows or not rows[0]:
        raise LossError("a loss needs at least one row (truth) and one column (response)")
    for x, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise LossError(f"row 0 of the loss has {len(rows[0])} entries, but row {x} has {len(row)}")
    try:
        exact = [[_exact(v, f"loss[{x}][{y}]") for y, v in enumerate(row)] for x, row in enumerate(rows)]
        if prior is None:
            return tuple(map(tuple, exact))
        weights = [_exact(v, f"prior[{x}]") for x, v in enumerate(prior)]
    except EntryError as error:
        raise LossError(str(error)) from error
    if len(weights) != len(rows):
        raise LossError(f"the prior has {len(weights)} weights, but the loss has {len(rows)} rows, one per truth")
    for x, weight in enumerate(weights):
        if weight < 0:
            raise LossError(f"prior[{x}] is {weight}; a weight of a prior is at least 0")
    if sum(weights) != 1:
        raise LossError(f"the weights of the prior sum to {sum(weights)}, not to 1")
    return tuple(tuple(w * v for v in row) for w, row in zip(weights, exact, strict=True))


def _exact(value: object, what: str) -> Fraction:
    if type(value) is Fraction:
        return value
    return Fraction(value) if type(value) is int else exact_number(value, what)


def exact_level(x: object) -> Fraction:
    """x = e^eps as an exact rational of at least 1. Raises LossError for x < 1 and for inexact x."""
    try:
        level = _exact(x, "x = e^eps")
    except EntryError as error:
        raise LossError(str(error)) from error
    if level < 1:
        raise LossError(f"x = e^eps must be at least 1, because eps >= 0; it is {level}")
    return level


def loss_program(loss: Loss, x: Rational, prior: Sequence[Rational] | None = None) -> LinearProgram:
    """The program above. Variables: P[x, y] at number x n + y, then low[y] at number m n + y.

    Rows, in this order: P[x, y] - low[y] >= 0 at x n + y, X low[y] - P[x, y] >= 0 at m n + x n + y, and low[y] >= 0 at
    2 m n + y. Equations: one per truth. Raises LossError for wrong input.
    """
    return _program(weighted_loss(loss, prior), exact_level(x))


def _program(cost: Sequence[Sequence[Fraction]], level: Fraction) -> LinearProgram:
    truths, responses = len(cost), len(cost[0])
    cells = truths * responses
    above, below = (ONE, -ONE), (-ONE, level)
    rows: list[Row] = [
        ((cell, own), (cells + cell % responses, lowest)) for own, lowest in (above, below) for cell in range(cells)
    ]
    rows += [((cells + y, ONE),) for y in range(responses)]
    equations = tuple(tuple((x * responses + y, ONE) for y in range(responses)) for x in range(truths))
    zeros = (ZERO,)
    return LinearProgram(
        cost=(*(c for row in cost for c in row), *zeros * responses),
        rows=tuple(rows),
        bounds=zeros * len(rows),
        equations=equations,
        sides=(ONE,) * truths,
    )


def optimal_design(
    loss: Loss,
    x: Rational,
    prior: Sequence[Rational] | None = None,
    *,
    truths: Sequence[Hashable] | None = None,
    responses: Sequence[Hashable] | None = None,
) -> OptimalDesign:
    """The eps-LDP design with the least expected loss at x = e^eps, certified by the kernel.

    `truths` and `responses` label the rows and columns of the design. Raises LossError for wrong input.
    """
    cost, level = weighted_loss(loss, prior), exact_level(x)
    program = _program(cost, level)
    began = time.perf_counter()
    if level == 1:
        vertex, found, seconds = constant_design(cost), SolverFacts(), 0.0
    else:
        vertex, found, seconds = exact_optimum(IntegerLoss.of(cost, level))
    point = (*(p for row in vertex.design for p in row), *vertex.low)
    dual = cell_multipliers(cost, level, vertex.multipliers), vertex.multipliers
    theorem = kernel.weak_duality(program, point, *dual)
    facts = SolverFacts(
        solver=found.solver,
        version=found.version,
        solver_seconds=seconds,
        exact_seconds=time.perf_counter() - began - seconds,
        pivots=vertex.pivots,
        variables=len(program.cost),
        rows=len(program.rows),
        equations=len(program.equations),
        nonzeros=sum(map(len, (*program.rows, *program.equations))),
    )
    return OptimalDesign(
        design=Design(vertex.design, truths=truths, responses=responses),
        value=sum(vertex.multipliers, ZERO),
        optimum=Optimum(program, point, dual, theorem, facts),
        active=active_constraints(vertex.design, level),
    )


def fast_design(loss: Any, x: float, prior: Any = None) -> FloatDesign:
    """The same optimum in floats alone, without proof: `loss` and `prior` are arrays, or sequences, of numbers.

    Raises LossError for wrong input and SolverError if HiGHS finds no optimum.
    """
    import numpy as np

    cost = np.array(loss, dtype=float)
    if cost.ndim != 2 or not cost.size:
        raise LossError(f"a loss is a matrix with a row per truth and a column per response, not of shape {cost.shape}")
    if not np.isfinite(cost).all():
        raise LossError("an entry of the loss is infinite or not a number")
    if not 1 <= x < inf:
        raise LossError(f"x = e^eps must be at least 1 and finite; it is {x}")
    if prior is not None:
        weights = np.array(prior, dtype=float)
        if weights.shape != (len(cost),):
            raise LossError(
                f"a prior has one weight per truth, here {len(cost)}; this one has the shape {weights.shape}"
            )
        if not (weights >= 0).all() or abs(weights.sum() - 1) > FLOAT_TOLERANCE:
            raise LossError("the weights of the prior are at least 0 and sum to 1")
        cost *= weights[:, None]
    return float_design(cost, float(x))


def cell_multipliers(
    cost: Sequence[Sequence[Fraction]], x: Fraction, multipliers: Sequence[Fraction]
) -> tuple[Fraction, ...]:
    """The multipliers of the rows of the program that go with those of the row sums: see `lp.losses.vertex`."""
    gaps = [[c - u for c in row] for row, u in zip(cost, multipliers, strict=True)]
    above = [gap if gap > 0 else ZERO for row in gaps for gap in row]
    below = [-gap if gap < 0 else ZERO for row in gaps for gap in row]
    slack = [sum(gap if gap > 0 else x * gap for gap in column) for column in zip(*gaps, strict=True)]
    return (*above, *below, *slack)


def active_constraints(matrix: Sequence[Sequence[Fraction]], x: Fraction) -> tuple[str, ...]:
    """The tight constraints: `P[a, y] = x P[b, y]`, the largest and a least entry of column y, or `P[a, y] = 0`."""
    words: list[str] = []
    for y, column in enumerate(zip(*matrix, strict=True)):
        low, high = min(column), max(column)
        if high == 0:
            words += [f"P[{a}, {y}] = 0" for a in range(len(column))]
        elif high == x * low:
            least = column.index(low)
            words += [f"P[{a}, {y}] = x P[{least}, {y}]" for a, p in enumerate(column) if p == high and a != least]
    return tuple(words)
