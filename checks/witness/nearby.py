"""What a witness computes from points nearby: limits, and extrema that lie between the points of a grid.

These are approximations, exact in their arithmetic: a limit is the value at a distance of 10^-40, an extremum that of
the vertex of parabolas through three points around the best one, or what is left between two that come nearer and
nearer. Equations with them hold up to `close`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from checks.witness.numbers import Numeric, add, compare, divide, multiply, sign

FAR = 10**40
TOLERANCE = Fraction(1, 10**9)
ROUNDS = 4  # of parabolas; the first is exact for a quadratic function
THIRDS = 60  # of an interval that are left out, one after the other
LARGE = 10**15


def close(a: Numeric, b: Numeric) -> bool:
    """Whether two numbers differ by no more than TOLERANCE, or by that part of the larger."""
    difference, size = (abs(x) for x in (add(a, -b), b))
    bound = multiply(TOLERANCE, size if compare(size, 1) > 0 else 1)
    return compare(difference, bound) <= 0


def vertex(value: Callable[[Numeric], Numeric], low: Numeric, best: Numeric, high: Numeric, order: int) -> Numeric:
    """The best value between `low` and `high` that is found around `best`; `order` is 1 for a minimum, else -1."""
    around = [end for end in (low, high) if compare(end, best) != 0]
    points = sorted([(place, value(place)) for place in (best, *around)], key=lambda p: _Key(p[0]))
    found = _best(points, order)
    for _ in range(ROUNDS):
        if len(points) != 3:
            return found
        (a, fa), (b, fb), (c, fc) = points
        left, right = multiply(add(b, -a), add(fb, -fc)), multiply(add(b, -c), add(fb, -fa))
        bend = add(left, -right)
        if sign(bend) == 0:
            return found
        shift = divide(add(multiply(add(b, -a), left), -multiply(add(b, -c), right)), multiply(2, bend))
        place = add(b, -shift)
        if not (compare(a, place) < 0 < compare(c, place)) or compare(place, b) == 0:
            return found
        place = _short(place)
        points = sorted([*points, (place, value(place))], key=lambda p: _Key(p[0]))
        found = _best(points, order)
        middle = next(i for i, p in enumerate(points) if compare(p[1], found) == 0)
        points = points[max(0, min(middle - 1, 1)) :][:3]
    return found


def narrowed(value: Callable[[Numeric], Numeric], low: Numeric, high: Numeric, order: int) -> Numeric:
    """The best value between `low` and `high` of a function that gets better up to it, also where it has a kink."""
    third = Fraction(1, 3)
    for _ in range(THIRDS):
        step = multiply(add(high, -low), third)
        left, right = _short(add(low, step)), _short(add(high, -step))
        if compare(value(left), value(right)) * order < 0:
            high = right
        else:
            low = left
    return value(_short(multiply(add(low, high), Fraction(1, 2))))


class _Key:
    """Numbers of any kind in their order."""

    def __init__(self, value: Numeric) -> None:
        self.value = value

    def __lt__(self, other: _Key) -> bool:
        return compare(self.value, other.value) < 0


def _best(points: list[tuple[Numeric, Numeric]], order: int) -> Numeric:
    best = points[0][1]
    for _, value in points[1:]:
        if compare(value, best) * order < 0:
            best = value
    return best


def _short(value: Numeric) -> Numeric:
    """A fraction of few digits near a fraction of many."""
    return value.limit_denominator(10**12) if isinstance(value, Fraction) else value


def neighbours(places: list[Numeric], best: Numeric) -> tuple[Numeric, Numeric]:
    """The places before and after the best one."""
    ordered = sorted(places, key=_Key)
    low = next((a for a, b in pairwise(ordered) if compare(b, best) == 0 and compare(a, b) < 0), best)
    high = next((b for a, b in pairwise(ordered) if compare(a, best) == 0 and compare(a, b) < 0), best)
    return low, high
