"""Functions on [0, 1] in rational pieces, and the least value of such a function, exactly, attained or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from mechanisms.exact.algebraic_real import AlgebraicReal, real_roots
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.criteria.bayes import CriterionError

CHANCE = RationalFunction(Polynomial.variable("p"))
Span = tuple[Rational, Rational, str, RationalFunction | Rational]


@dataclass(frozen=True)
class Piece:
    """A rational function in the variable p on an interval of positive length, or at a single point."""

    low: Fraction
    high: Fraction
    low_open: bool
    high_open: bool
    value: RationalFunction

    def holds(self, p: Fraction) -> bool:
        """Whether the point lies in the interval."""
        above = p > self.low or (p == self.low and not self.low_open)
        return above and (p < self.high or (p == self.high and not self.high_open))


@dataclass(frozen=True)
class Envelope:
    """A function on [0, 1] whose pieces follow one another without a gap."""

    pieces: tuple[Piece, ...]

    @classmethod
    def of(cls, *spans: Span) -> Envelope:
        """From (low, high, ends, value) with ends one of [] () [) (]; pieces of no length with open ends are left out.

        Raises CriterionError unless each point of [0, 1] lies in exactly one piece.
        """
        pieces = []
        for low, high, ends, value in spans:
            low_open, high_open = ends[0] == "(", ends[1] == ")"
            if low < high or (low == high and not low_open and not high_open):
                pieces.append(Piece(Fraction(low), Fraction(high), low_open, high_open, RationalFunction.of(value)))
        ends_meet = all(a.high == b.low and a.high_open != b.low_open for a, b in pairwise(pieces))
        whole = bool(pieces) and pieces[0].low == 0 and pieces[-1].high == 1
        if not (ends_meet and whole and not pieces[0].low_open and not pieces[-1].high_open):
            raise CriterionError("the pieces must cover [0, 1], each point once, in ascending order")
        return cls(tuple(pieces))

    def __call__(self, p: Rational) -> Fraction:
        """The value at a rational point of [0, 1]."""
        at = Fraction(p)
        for piece in self.pieces:
            if piece.holds(at):
                return piece.value.evaluate({"p": at})
        raise CriterionError(f"{p} does not lie between 0 and 1")


@dataclass(frozen=True)
class Infimum:
    """The largest lower bound of a function on (0, 1); `value` is None if the function is nowhere finite.

    Attributes:
        attained: whether the function has this value.
        where: a point at which it has it, or which it approaches when its values come close to it.
        side: where they do: 0 at the point itself, 1 to the right of it, -1 to the left.

    """

    value: AlgebraicReal | None
    attained: bool
    where: AlgebraicReal
    side: int


def least_value(pieces: Iterator[Piece]) -> Infimum:
    """The infimum over the points of (0, 1) of functions that are non-negative where they are defined.

    Poles stand for +infinity. Attained values are preferred among equal ones.
    """
    found = [candidate for piece in pieces for candidate in _candidates(piece)]
    if not found:
        return Infimum(None, False, AlgebraicReal.of(Fraction(1, 2)), 0)
    least = min(AlgebraicReal.of(candidate.value) for candidate in found if candidate.value is not None)
    reached = [candidate for candidate in found if candidate.value == least]
    return next((candidate for candidate in reached if candidate.attained), reached[0])


def _candidates(piece: Piece) -> Iterator[Infimum]:
    ends = ((piece.low, piece.low_open, 1), (piece.high, piece.high_open, -1))
    inside = ends[:1] if piece.low == piece.high else ends
    for end, is_open, side in inside:
        if piece.value.denominator.substitute({"p": end}).is_zero():
            continue
        attained = not is_open and 0 < end < 1
        value = AlgebraicReal.of(piece.value.evaluate({"p": end}))
        yield Infimum(value, attained, AlgebraicReal.of(end), 0 if attained else side)
    if piece.low == piece.high:
        return
    slope = piece.value.derivative("p").numerator
    if slope.is_zero():
        middle = AlgebraicReal.of((piece.low + piece.high) / 2)
        yield Infimum(middle.image(piece.value), True, middle, 0)
        return
    for root in real_roots(slope) if slope.names else ():
        if piece.low < root < piece.high:
            yield Infimum(root.image(piece.value), True, root, 0)


def sign_failure(pieces: Iterator[Piece]) -> Fraction | None:
    """A rational point at which one of these functions is negative; None if there is none.

    Signs are constant between the roots of numerator and denominator, so that one point between two roots decides.
    """
    for piece in pieces:
        product = piece.value.numerator * piece.value.denominator
        turns = [r for r in real_roots(product) if piece.low < r < piece.high] if product.names else []
        for point in [*_ends(piece), *_between(piece, turns)]:
            if not piece.value.denominator.evaluate({"p": point}) or piece.value.evaluate({"p": point}) < 0:
                return point
    return None


def _ends(piece: Piece) -> list[Fraction]:
    ends = [piece.low] if not piece.low_open else []
    return ends + ([piece.high] if not piece.high_open else [])


def _between(piece: Piece, turns: list[AlgebraicReal]) -> Iterator[Fraction]:
    """A rational point in each gap between neighbouring roots, and each rational root at which there is a pole."""
    marks = [AlgebraicReal.of(piece.low), *turns, AlgebraicReal.of(piece.high)]
    for a, b in pairwise(marks):
        if a == b:
            continue
        while a.high >= b.low:
            a, b = a.refined((a.high - a.low) / 4), b.refined((b.high - b.low) / 4)
        yield (a.high + b.low) / 2
    yield from (root.rational for root in turns if root.rational is not None)
