"""Families of designs with one parameter left, brought to a given eps or a given added variance.

The quantity is evaluated exactly at rational values of the parameter. Where it changes sides between two of them, the
place is enclosed by bisection; the simplest rational number of the enclosure is tried, and is the solution if the
quantity has exactly the wanted value there. Else the solution is irrational (or a rational of many digits), and the end
of the enclosure is taken at which the quantity is smaller than what was wanted: private at this eps, or less added
variance, by less than anyone can see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from checks.designs.analysis.estimation import least_variance
from derivations.algebra.rational_systems import null_space
from mechanisms.design import Design
from mechanisms.exact.domain import Parameter

STEPS = 48  # values between which a change of sides is looked for
BISECTIONS = 60
MORE_BISECTIONS = 60  # of a small design, whose level of many digits may be reached at a rational of as many
FEW_ENTRIES = 8
LARGEST_DENOMINATOR = 10**6
LARGEST_LEVEL = 2**40
Vector = tuple[Fraction, ...]
Rows = list[list[Fraction]]
Quantity = Callable[[Rows], Fraction | None]
ZERO = Fraction(0)


class FamilyError(ValueError):
    """A design cannot be brought to the level; the sentence says why."""


@dataclass(frozen=True)
class Solved:
    """A member of a family.

    Attributes:
        design: the design at `value`.
        parameter: its name.
        value: exactly where the quantity is as wanted, or the end of an enclosure of this place.
        low, high: the enclosure; both are `value` where it is exact.
        others: further places at which the quantity is as wanted, rounded; `value` is the one of largest parameter.

    """

    design: Design
    parameter: str
    value: Fraction
    low: Fraction
    high: Fraction
    others: tuple[Fraction, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether the value is exactly as wanted."""
        return self.low == self.high


def level_of(rows: Rows) -> Fraction | None:
    """e^eps of a design, the largest ratio of two entries of one column; None for infinity."""
    largest = Fraction(1)
    for column in zip(*rows, strict=True):
        most, least = max(column), min(column)
        if least == 0 < most:
            return None
        largest = max(largest, most / least if least else largest)
    return largest


def added_variance(rows: Rows, prior: Vector) -> Fraction | None:
    """n times the variance of the best unbiased estimates at a prior, less that of truthful answers, summed; or None.

    With M = P diag(pi P)^-1 P' this is tr M^-1 - 1; None where the shares are not identifiable.
    """
    if null_space(list(zip(*rows, strict=True)), len(rows)):
        return None
    weights = least_variance(rows, prior)
    if weights is None:
        return None
    law = [sum((w * p for w, p in zip(prior, column, strict=True)), ZERO) for column in zip(*rows, strict=True)]
    return sum((p * w * w for p, row in zip(law, weights, strict=True) for w in row), ZERO) - 1


def solved(family: Design, quantity: Quantity, wanted: Fraction, what: str) -> Solved:
    """The member at which the quantity is as wanted; FamilyError where there is none in sight."""
    name = family.parameters[0]
    (parameter,) = (p for p in family.domain.parameters if p.name == name)
    if parameter.integer:
        raise FamilyError(f"{name} is an integer, so that the design cannot be brought to a level by it")

    distinct = {entry for row in family.entries for entry in row}

    def side(value: Fraction) -> int | None:
        """-1, 0, 1 for less than, equal to and more than wanted; infinity is more; None where there is no design."""
        point = {name: value}
        if not family.domain.contains(point):
            return None
        try:
            at = {entry: entry.evaluate(point) for entry in distinct}
        except ZeroDivisionError:
            return None
        if min(at.values()) < 0:
            return None
        found = quantity([[at[entry] for entry in row] for row in family.entries])
        return 1 if found is None else (found > wanted) - (found < wanted)

    if name in family.domain.exponential_names().values() and side(wanted) == 0:
        return Solved(family.at(**{name: wanted}), name, wanted, wanted, wanted)
    places = sorted({*_values(parameter), *([wanted] if wanted.denominator <= LARGEST_DENOMINATOR else [])})
    sides = [(value, side(value)) for value in places]
    exact = [value for value, where in sides if where == 0]
    enclosed = [
        _enclosed(low, high, at_low, side, MORE_BISECTIONS if len(distinct) <= FEW_ENTRIES else 0)
        for (low, at_low), (high, at_high) in pairwise(sides)
        if at_low is not None and at_high is not None and at_low * at_high < 0
    ]
    found = [(value, value, value) for value in exact] + [e for e in enclosed if e is not None]
    if not found:
        raise FamilyError(f"no value of {name} was found at which {what}")
    found.sort(reverse=True)
    value, low, high = found[0]
    others = tuple(Fraction(f"{float(other):.6g}") for other, _, _ in found[1:])
    return Solved(family.at(**{name: value}), name, value, low, high, others)


def _enclosed(
    low: Fraction, high: Fraction, at_low: int, side: Callable[[Fraction], int | None], more: int
) -> tuple[Fraction, Fraction, Fraction] | None:
    """(value, low, high) of a place where the sides change; None at a pole, where the quantity jumps over it."""
    enclosure = None
    for bisections in (BISECTIONS, more):
        for _ in range(bisections):
            middle = (low + high) / 2
            where = side(middle)
            if where == 0:
                return middle, middle, middle
            if where is None:
                return enclosure
            low, high = (middle, high) if where == at_low else (low, middle)
        simple = _simplest(low, high)
        if side(simple) == 0:
            return simple, simple, simple
        enclosure = enclosure or ((low if at_low < 0 else high), low, high)
    return enclosure


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The rational number of least denominator between two positive ones."""
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    floor = low.numerator // low.denominator
    return floor + 1 / _simplest(1 / (high - floor), 1 / (low - floor))


def _values(parameter: Parameter) -> Iterator[Fraction]:
    """Values that cover the interval of a parameter, without its ends where these are open; finer near the ends."""
    low = parameter.low if parameter.low is not None else ZERO
    if parameter.high is not None:
        width = parameter.high - low
        yield from (low + width * Fraction(i, STEPS) for i in range(1, STEPS))
        yield from (low, parameter.high)
        for i in range(1, 12):
            yield from (low + width / 4 ** (i + 2), parameter.high - width / 4 ** (i + 2))
        return
    yield low
    step = Fraction(1, 2**12)
    while step < LARGEST_LEVEL:
        yield low + step
        step *= 2
