"""How private a design is: the smallest eps, and the smallest delta for a given eps, exactly.

(eps, delta)-local differential privacy, with x = e^eps: P[a, S] <= x P[b, S] + delta for all true values a, b and all
sets S of responses. Source: Holohan, Leith, Mason, (9) and (10), for one respondent.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import sympy
from flint import fmpq

from mechanisms.algebraic import AlgebraicGenerator
from mechanisms.design import Design
from mechanisms.domain import Domain
from mechanisms.entries import EntryError, read_entries
from mechanisms.formula import Condition
from mechanisms.polynomial import Rational, to_fmpq, to_fraction
from mechanisms.privacy_level import PrivacyLevel
from mechanisms.rational import RationalFunction
from mechanisms.signs import Signs, plainly_holds, signs_of_fraction


class PrivacyError(ValueError):
    """The privacy level that was asked for makes no sense for the design."""


ZERO = RationalFunction.of(0)
ONE = RationalFunction.of(1)
MAXIMAL_OPEN_TERMS = 6  # whose subsets are looked at when two sums are compared
NON_NEGATIVE: Signs = frozenset((0, 1))


@dataclass(frozen=True)
class Ratio:
    """P[truth, response] / P[other, response]; `value` is None when a non-zero entry meets a zero (infinity)."""

    value: RationalFunction | None
    truth: Hashable
    other: Hashable
    response: Hashable


@dataclass(frozen=True)
class PrivacyLoss:
    """The smallest eps for which a design is eps-LDP: the logarithm of the largest ratio of entries in one column.

    Attributes:
        candidates: the ratios of which the largest counts; those that are plainly never larger are left out.
        provided: conditions on the parameters for the formula to hold as it stands, such as an entry being positive;
            where one of them fails, put exact values into the design and ask again.
        domain: the parameters.

    """

    candidates: tuple[Ratio, ...]
    provided: tuple[Condition, ...]
    domain: Domain
    generator: AlgebraicGenerator | None

    @property
    def is_infinite(self) -> bool:
        """Whether some response is possible under one truth and impossible under another."""
        return self.candidates[0].value is None

    @property
    def witness(self) -> Ratio:
        """The pair of truths and the response at which the loss occurs; the first candidate if several remain."""
        return self.candidates[0]

    @property
    def ratio(self) -> RationalFunction | None:
        """e^eps if it is one rational function (or number); None if infinite or a maximum of several."""
        return self.candidates[0].value if len(self.candidates) == 1 else None

    def x(self) -> sympy.Expr:
        """e^eps as a sympy expression: a number, a formula, a Max of formulas, or oo."""
        if self.is_infinite:
            return sympy.oo
        return sympy.Max(*(_written(c.value, self.generator) for c in self.candidates if c.value is not None))

    def epsilon(self) -> sympy.Expr:
        """The smallest eps = log(x) as a sympy expression."""
        return sympy.log(self.x())

    def __str__(self) -> str:
        text = f"eps = {self.epsilon()}"
        return text + (", provided " + " and ".join(map(str, self.provided)) if self.provided else "")


def smallest_epsilon(design: Design) -> PrivacyLoss:
    """The smallest eps with P[a, y] <= e^eps P[b, y] for all truths a, b and responses y.

    The ratio of single responses decides, because an event's probability is a sum over its responses. For a design
    with parameters the largest candidate may depend on them; all that are not plainly dominated are listed.
    """
    domain = design.full_domain
    candidates: list[Ratio] = []
    infinite: list[tuple[Ratio, tuple[Condition, ...]]] = []
    provided: dict[Condition, None] = {}
    for a, b in permutations(range(len(design.truths)), 2):
        for y, response in enumerate(design.responses):
            top, bottom = design.entries[a][y], design.entries[b][y]
            if top.is_zero():
                continue
            where = (design.truths[a], design.truths[b], response)
            if bottom.is_zero():
                positive = Condition(top.numerator, "!=")
                infinite.append((Ratio(None, *where), () if plainly_holds(positive, domain) else (positive,)))
                continue
            positive = Condition(bottom.numerator, "!=")
            if not plainly_holds(positive, domain):
                provided[positive] = None
            value = top / bottom
            candidates.append(Ratio(design.generator.reduce(value) if design.generator else value, *where))
    if infinite:
        worst, conditions = min(infinite, key=lambda found: len(found[1]))
        return PrivacyLoss((worst,), conditions, design.domain, design.generator)
    inside = domain.where(*provided)
    candidates = candidates or [Ratio(ONE, design.truths[0], design.truths[0], design.responses[0])]
    return PrivacyLoss(
        tuple(_undominated(candidates, inside, design.generator)), tuple(provided), design.domain, design.generator
    )


def largest_loss(losses: Sequence[PrivacyLoss]) -> PrivacyLoss:
    """The largest of several losses with the same parameters: the eps of who may face any of the mechanisms."""
    if not losses:
        raise PrivacyError("the largest of no losses is asked for")
    if any(loss.generator is not None for loss in losses):
        raise PrivacyError("losses with irrational constants are not compared")
    domain = losses[0].domain
    for loss in losses[1:]:
        domain = domain.joined(loss.domain)
    infinite = [loss for loss in losses if loss.is_infinite]
    if infinite:
        return infinite[0]
    provided = tuple(dict.fromkeys(condition for loss in losses for condition in loss.provided))
    candidates = [candidate for loss in losses for candidate in loss.candidates]
    return PrivacyLoss(tuple(_undominated(candidates, domain.where(*provided), None)), provided, domain, None)


def _undominated(candidates: list[Ratio], domain: Domain, generator: AlgebraicGenerator | None) -> list[Ratio]:
    kept: list[Ratio] = []
    for candidate in candidates:
        assert candidate.value is not None
        if any(_at_least(k.value, candidate.value, domain, generator) for k in kept if k.value is not None):
            continue
        kept = [k for k in kept if k.value is None or not _at_least(candidate.value, k.value, domain, generator)]
        kept.append(candidate)
    return kept


def _at_least(
    large: RationalFunction, small: RationalFunction, domain: Domain, generator: AlgebraicGenerator | None
) -> bool:
    return signs_of(large - small, domain, generator) <= NON_NEGATIVE


def signs_of(value: RationalFunction, domain: Domain, generator: AlgebraicGenerator | None) -> Signs:
    """The possible signs of a value on a domain; exact for numbers."""
    if generator is not None:
        value = generator.reduce(value)
        if value.names == (generator.name,):
            return frozenset((generator.sign(value),))
    return signs_of_fraction(value, domain)


@dataclass(frozen=True)
class Excess:
    """sum over y of max(0, P[truth, y] - x P[other, y]), the largest P[truth, S] - x P[other, S] over all events S.

    Attributes:
        settled: the sum of the terms that are plainly non-negative.
        open: (response, term) pairs whose sign depends on the parameters; they count where they are positive.
        event: the responses of the settled terms; with the positive open ones, the worst event.

    """

    truth: Hashable
    other: Hashable
    settled: RationalFunction
    open: tuple[tuple[Hashable, RationalFunction], ...]
    event: tuple[Hashable, ...]


@dataclass(frozen=True)
class Delta:
    """The smallest delta for which a design is (eps, delta)-LDP: the largest of its candidates.

    Attributes:
        candidates: the excesses of which the largest counts; those that are plainly never larger are left out.
        domain: the parameters.

    """

    candidates: tuple[Excess, ...]
    domain: Domain
    generator: AlgebraicGenerator | None

    @property
    def witness(self) -> Excess:
        """The pair of truths and the event at which delta is attained; the first candidate if several remain."""
        return self.candidates[0]

    @property
    def value(self) -> RationalFunction | None:
        """Delta as one rational function (or number); None when it is a maximum that the parameters decide."""
        first = self.candidates[0]
        return first.settled if len(self.candidates) == 1 and not first.open else None

    def to_sympy(self) -> sympy.Expr:
        """Delta as a sympy expression, with Max where the parameters decide."""

        def total(excess: Excess) -> sympy.Expr:
            terms = [sympy.Max(0, _written(term, self.generator)) for _, term in excess.open]
            return sympy.Add(_written(excess.settled, self.generator), *terms)

        return sympy.Max(*map(total, self.candidates))

    def __str__(self) -> str:
        return f"delta = {self.to_sympy()}"


def smallest_delta(design: Design, x: Any, domain: Domain | None = None) -> Delta:
    """The smallest delta with P[a, S] <= x P[b, S] + delta for all truths a, b and all sets S of responses.

    It is the largest hockey-stick sum: max over a, b of sum over y of max(0, P[a, y] - x P[b, y]).

    Args:
        design: the design.
        x: e^eps, an exact number of at least 1, or an expression in the parameters.
        domain: declares parameters that only x uses.

    Raises:
        PrivacyError: x is inexact, undeclared, or plainly below 1 (eps would be negative).

    """
    both = design.domain.joined(domain) if domain else design.domain
    flat = [e for row in design.to_sympy().tolist() for e in row] if design.generator else None
    try:
        if flat is None:
            (level,), generator = read_entries([x], both, lambda i: "x = e^eps")
            if generator is not None:
                flat = [e for row in design.to_sympy().tolist() for e in row]
        if flat is not None:
            read, generator = read_entries([x, *flat], both, lambda i: "x = e^eps" if i == 0 else "an entry")
            level, columns = read[0], len(design.responses)
            entries = [read[i : i + columns] for i in range(1, len(read), columns)]
        else:
            entries = [list(row) for row in design.entries]
    except EntryError as error:
        raise PrivacyError(str(error)) from error
    full = generator.extend(both) if generator else both
    if signs_of(level - 1, full, generator) == frozenset((-1,)):
        raise PrivacyError(f"x = e^eps must be at least 1, because eps >= 0; it is {x}")
    found: list[Excess] = []
    for a, b in permutations(range(len(design.truths)), 2):
        settled, open_terms, event = ZERO, [], []
        for y, response in enumerate(design.responses):
            term = entries[a][y] - level * entries[b][y]
            term = generator.reduce(term) if generator else term
            signs = signs_of(term, full, generator)
            if signs <= frozenset((0, -1)):
                continue
            if signs <= NON_NEGATIVE:
                settled = settled + term
                event.append(response)
            else:
                open_terms.append((response, term))
        found.append(Excess(design.truths[a], design.truths[b], settled, tuple(open_terms), tuple(event)))
    if not found:
        found.append(Excess(design.truths[0], design.truths[0], ZERO, (), ()))
    return Delta(tuple(_largest(found, full, generator)), both, generator)


def _largest(excesses: list[Excess], domain: Domain, generator: AlgebraicGenerator | None) -> list[Excess]:
    """Leave out excesses that are plainly never larger than another one."""

    def covered(small: Excess, large: Excess) -> bool:
        """Whether every sum of some open terms of the small one, added to what is settled, stays below the large."""
        own, others = [term for _, term in small.open], [term for _, term in large.open]
        unmatched = []
        for term in own:
            if term in others:
                others.remove(term)
            else:
                unmatched.append(term)
        if len(unmatched) > MAXIMAL_OPEN_TERMS:
            return False
        gap = large.settled - small.settled
        events = (subset for size in range(len(unmatched) + 1) for subset in combinations(unmatched, size))
        return all(signs_of(gap - sum(subset, start=ZERO), domain, generator) <= NON_NEGATIVE for subset in events)

    kept: list[Excess] = []
    for excess in excesses:
        if any(covered(excess, k) for k in kept):
            continue
        kept = [k for k in kept if not covered(k, excess)] + [excess]
    return kept


@dataclass(frozen=True)
class DeltaCurve:
    """Smallest delta as a function of x = e^eps >= 1: convex, non-increasing, piecewise linear, then constant.

    Attributes:
        vertices: (x, delta) from x = 1 on; linear in between, and constant after the last one.

    """

    vertices: tuple[tuple[Fraction, Fraction], ...]

    def __call__(self, x: Rational) -> Fraction:
        """The smallest delta at an exact x; PrivacyError below 1."""
        if isinstance(x, bool) or not isinstance(x, (int, Fraction)) or x < 1:
            raise PrivacyError(f"x = e^eps must be an exact number of at least 1, not {x!r}")
        before = self.vertices[0]
        for vertex in self.vertices:
            if x <= vertex[0]:
                if vertex[0] == before[0]:
                    return vertex[1]
                share = (x - before[0]) / (vertex[0] - before[0])
                return before[1] + share * (vertex[1] - before[1])
            before = vertex
        return before[1]

    def least_level(self, delta: Rational) -> Fraction | None:
        """The least x = e^eps >= 1 whose delta is at most this one; None when there is none, whatever eps."""
        if isinstance(delta, bool) or not isinstance(delta, (int, Fraction)) or not 0 <= delta <= 1:
            raise PrivacyError(f"delta must be an exact number from 0 to 1, not {delta!r}")
        before = self.vertices[0]
        for vertex in self.vertices:
            (x, value), (left, above) = vertex, before
            if value <= delta:
                return x if above <= delta else left + (x - left) * (above - delta) / (above - value)
            before = vertex
        return None

    def line(self, level: PrivacyLevel) -> tuple[Fraction, Fraction]:
        """(a, b) with delta = a - b x at this level, from the piece on which its x lies; b = 0 from the last one on."""
        before = self.vertices[0]
        for vertex in self.vertices[1:]:
            if level.multiple_below(vertex[0].denominator) < vertex[0].numerator:
                slope = (before[1] - vertex[1]) / (vertex[0] - before[0])
                return before[1] + slope * before[0], slope
            before = vertex
        return before[1], Fraction(0)


def delta_curve(design: Design) -> DeltaCurve:
    """The exact smallest delta for every eps at once, for a design with rational entries.

    For each pair of truths the hockey-stick sum is piecewise linear in x with breaks at the ratios of entries; the
    largest of these convex functions is found by intersecting tangents.
    """
    if design.parameters or design.generator:
        raise PrivacyError("the delta curve needs a design with rational entries; use smallest_delta for others")
    sums = _hockey_sticks([[e.evaluate({}) for e in row] for row in design.entries])
    last = max((stick.breaks[-1] for stick in sums if stick.breaks), default=fmpq(1))

    def lines(x: fmpq, side: int) -> Iterator[tuple[fmpq, fmpq]]:
        """(value at x, slope just right (side 1) or left (side -1) of x) of each pair's sum."""
        yield fmpq(0), fmpq(0)
        for stick in sums:
            # A term that is zero at x has slope -q to the left of x and none to the right.
            place = bisect_right(stick.breaks, x) if side > 0 else bisect_left(stick.breaks, x)
            yield stick.gains[place] - x * stick.losses[place], -stick.losses[place]

    @cache
    def tangent(x: fmpq, side: int) -> tuple[fmpq, fmpq]:
        found = list(lines(x, side))
        value = max(v for v, _ in found)
        slopes = [s for v, s in found if v == value]
        return value, max(slopes) if side > 0 else min(slopes)

    def between(left: fmpq, right: fmpq) -> list[fmpq]:
        """Breaks strictly between two points."""
        (v, s), (w, t) = tangent(left, 1), tangent(right, -1)
        if s == t:
            return []
        meet = (w - v + s * left - t * right) / (s - t)
        if tangent(meet, 1)[0] == v + s * (meet - left):
            return [meet]
        return [*between(left, meet), meet, *between(meet, right)]

    points = [fmpq(1), *(between(fmpq(1), last) if last > 1 else []), *([last] if last > 1 else [])]
    kept = [x for x in points if x == 1 or tangent(x, -1)[1] != tangent(x, 1)[1]]
    return DeltaCurve(tuple((to_fraction(x), to_fraction(tangent(x, 1)[0])) for x in kept))


class _HockeyStick(NamedTuple):
    """sum over y of max(0, p_y - x q_y) = gains[i] - x losses[i], where i of the breaks are at most x, x >= 1."""

    breaks: tuple[fmpq, ...]
    gains: tuple[fmpq, ...]
    losses: tuple[fmpq, ...]


def _hockey_sticks(matrix: list[list[Fraction]]) -> set[_HockeyStick]:
    """The sums of all ordered pairs of rows, as functions of x; pairs with the same function are one."""
    numbers = [[to_fmpq(p) for p in row] for row in matrix]
    found = set()
    for first, second in permutations(numbers, 2):
        terms = sorted((p / q, p, q) for p, q in zip(first, second, strict=True) if q and p > q)
        never = sum((p for p, q in zip(first, second, strict=True) if not q), start=fmpq(0))
        gains, losses = [never], [fmpq(0)]
        for _, p, q in reversed(terms):
            gains.append(gains[-1] + p)
            losses.append(losses[-1] + q)
        found.add(_HockeyStick(tuple(ratio for ratio, _, _ in terms), tuple(gains[::-1]), tuple(losses[::-1])))
    return found


def _written(value: RationalFunction, generator: AlgebraicGenerator | None) -> sympy.Expr:
    if generator is None:
        return value.to_sympy()
    return sympy.expand(value.to_sympy({generator.name: generator.expression}))
