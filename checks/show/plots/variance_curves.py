"""Variance against eps of families of designs: each with one parameter left, which is run through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mat

from checks.show.plots.canvas import MARKERS, drawing, line, new_figure, plain
from mechanisms.exact.polynomial import to_fmpq
from mechanisms.guarantees.criteria.bayes import Prior, prior_numbers, uniform_prior

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mechanisms.design import Design
    from mechanisms.exact.domain import Parameter

VALUES = 240  # of the parameter
DENOMINATOR = 10**6  # of a rational e^eps
MOST_CELLS = 4_000  # of a matrix, VALUES of which are inverted


class FamilyError(ValueError):
    """A family cannot be drawn; the sentence says why."""


@dataclass(frozen=True)
class VariancePoint:
    """At one value of the parameter: e^eps of the design, and n times the total variance, both exact."""

    value: Fraction
    x: Fraction
    variance: Fraction


def least_variance(matrix: Sequence[Sequence[Fraction]], weights: Sequence[Fraction]) -> Fraction | None:
    """n times the variance of the efficient unbiased estimates of the shares, summed over the truths.

    With the response probabilities D = diag(pi P) the information matrix of all shares is I = P D^-1 P', and because
    the shares sum to one, n Cov = I^-1 - pi pi'. None where the design does not identify the shares. The weights pi
    are positive.
    """
    size, width = len(matrix), len(matrix[0])
    pi = [to_fmpq(weight) for weight in weights]
    rows = [[to_fmpq(entry) for entry in row] for row in matrix]
    chances = [sum((w * row[y] for w, row in zip(pi, rows, strict=True)), fmpq(0)) for y in range(width)]
    left = fmpq_mat(size, width, [row[y] / chances[y] if chances[y] else fmpq(0) for row in rows for y in range(width)])
    right = fmpq_mat(width, size, [row[y] for y in range(width) for row in rows])
    information: fmpq_mat = left * right
    try:
        inverse = information.inv()
    except ZeroDivisionError:
        return None
    total = sum((inverse[i, i] - pi[i] * pi[i] for i in range(size)), fmpq(0))
    return Fraction(int(total.p), int(total.q))


def variance_points(
    design: Design, prior: Prior | None, low: float, high: float, name: str = "the design"
) -> Iterator[VariancePoint]:
    """The points with low <= eps <= high along the only parameter of a design, in its order.

    Raises FamilyError unless exactly one parameter is left, CriterionError for a prior that is no distribution.
    """
    if len(design.parameters) != 1 or design.generator is not None:
        left = ", ".join(design.parameters) or "none"
        raise FamilyError(f"{name}: a family has one parameter without a value, which is run through; here: {left}")
    if design.shape[0] * design.shape[1] > MOST_CELLS:
        raise FamilyError(f"{name}: a matrix of at most {MOST_CELLS} entries can be drawn")
    (parameter,) = (p for p in design.domain.parameters if p.name == design.parameters[0])
    weights = prior_numbers(design, uniform_prior(design) if prior is None else prior)
    if min(weights) == 0:
        raise FamilyError(f"{name}: all weights of the prior must be positive")
    distinct = {entry for row in design.entries for entry in row}
    levels = parameter.name in design.domain.exponential_names().values()
    for value in _values(parameter, (low, high) if levels else None):
        point = {parameter.name: value}
        if not design.domain.contains(point):
            continue
        at = {entry: entry.evaluate(point) for entry in distinct}
        matrix = [[at[entry] for entry in row] for row in design.entries]
        x = _largest_ratio(matrix)
        if x is None or not low - 1e-9 <= log(x) <= high + 1e-9:
            continue
        variance = least_variance(matrix, weights)
        if variance is not None:
            yield VariancePoint(value, x, variance)


def _values(parameter: Parameter, levels: tuple[float, float] | None) -> Iterator[Fraction]:
    """Rational values that cover the interval of the parameter, or e^eps for a range of eps."""
    if parameter.integer:
        start = int(parameter.low or 0)
        yield from (Fraction(start + i) for i in range(VALUES))
        return
    for i in range(VALUES + 1):
        share = Fraction(i, VALUES)
        if levels is not None:
            yield Fraction(exp(levels[0] + float(share) * (levels[1] - levels[0]))).limit_denominator(DENOMINATOR)
        elif parameter.low is not None and parameter.high is not None:
            yield parameter.low + share * (parameter.high - parameter.low)
        elif share < 1:
            yield (parameter.low or Fraction(0)) + share / (1 - share)


def _largest_ratio(matrix: Sequence[Sequence[Fraction]]) -> Fraction | None:
    """e^eps of the smallest eps; None for infinity."""
    largest = Fraction(1)
    for column in zip(*matrix, strict=True):
        most, least = max(column), min(column)
        if least == 0 < most:
            return None
        largest = max(largest, most / least if least else Fraction(1))
    return largest


@drawing
def variance_curves(
    families: Sequence[tuple[str, Design]], low: float, high: float, prior: Prior | None = None
) -> Figure:
    """n times the total variance against eps, for named designs with one parameter left each.

    Raises FamilyError, also where a family has no private design in the range, and CriterionError for a wrong prior.
    """
    if not 0 <= low < high:
        raise FamilyError(f"eps runs from {low:g} to {high:g}: the first must be at least 0 and the second larger")
    figure = new_figure(7.0, 4.8)
    axes = figure.add_subplot()
    for number, (name, design) in enumerate(families):
        points = list(variance_points(design, prior, low, high, name))
        if not points:
            raise FamilyError(f"{name}: no value of {design.parameters[0]} has an eps from {low:g} to {high:g}")
        marker = MARKERS[number % len(MARKERS)] if len(points) < VALUES / 8 else ""
        eps, heights = [log(point.x) for point in points], [float(point.variance) for point in points]
        axes.plot(eps, heights, label=plain(name), marker=marker, **line(number))
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    axes.set_xlabel(r"$\epsilon$ of one response")
    axes.set_ylabel(r"$n\,\times$ variance, summed over the truths")
    if prior is None:
        at = "uniform shares"
    else:
        at = "shares " + plain(", ".join(map(str, prior.values() if hasattr(prior, "values") else prior)))
    axes.set_title(f"Variance of the efficient unbiased estimates at {at}")
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.legend()
    return figure
