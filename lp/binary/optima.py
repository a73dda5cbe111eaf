"""The best private binary designs (p00, p11) for a known, an uncertain and an unknown proportion: all, certified.

The error is n times the variance of the unbiased estimator of the proportion pi. At exact x = e^eps and delta:

* known pi: the least error at pi;
* Bayes: the least expected error when pi has a distribution, of which only the mean and the variance matter: the best
  designs are those for pi = mean, and the error is the error there less the variance of pi;
* minimax: the least worst error over 0 <= pi <= 1.

Why the minimisers are these is in `derivations.theorems.binary.binary_error_bounds`; that all other designs err more
comes as theorems of the kernel. They are points, or segments where designs tie without end. Source of the known case:
Holohan, Leith, Mason, Theorems 2 and 3, Corollary 2, whose closed form is `derivations.theorems.binary.optimal_binary`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from derivations.arithmetic.kernel import Theorem
from derivations.theorems.binary.binary_error_bounds import (
    apart_from,
    corner_ratio,
    error_bound,
    no_error_above,
    worst_error_bounds,
)
from derivations.theorems.binary.binary_optimum import A, B, P, Q
from lp.constraints.constraint import ConstraintError, exact, exact_level, exact_prior, exact_share, exact_vector
from mechanisms.exact.formula import Formula, equal_to, negation
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational

Point = tuple[Fraction, Fraction]
HALF = Fraction(1, 2)


class NoInformativeDesignError(ValueError):
    """eps = 0 and delta = 0: every private design answers independently of the truth."""


@dataclass(frozen=True)
class Segment(Shown):
    """All designs between two ends (p00, p11); `open_start` when the first end, which tells nothing, is not one."""

    start: Point
    end: Point
    open_start: bool = False

    def contains(self, point: Point) -> bool:
        """Whether the design lies on the segment."""
        (a, b), (c, d), (p, q) = self.start, self.end, point
        on_line = (c - a) * (q - b) == (d - b) * (p - a)
        between = min(a, c) <= p <= max(a, c) and min(b, d) <= q <= max(b, d)
        return on_line and between and not (self.open_start and point == self.start)

    def to_latex(self) -> str:
        """The segment between its ends, with a round bracket at an end that is left out."""
        left = "(" if self.open_start else "["
        return rf"\left{left}{_latex_point(self.start)}, {_latex_point(self.end)}\right]"

    def __str__(self) -> str:
        return f"{'(' if self.open_start else '['}{_written(self.start)}, {_written(self.end)}]"


@dataclass(frozen=True)
class BinaryOptima(Shown):
    """The least error of one response, and all designs that attain it.

    Attributes:
        value: the least error, for n responses divided by n.
        minimisers: all designs with p00 + p11 > 1 that attain it; with the two responses exchanged there are as many.
        theorems: that all other private designs err more; for the minimax also that these err by no more at any pi.
        worst: for the minimax, a proportion at which each minimiser (each end of a segment) errs most; else empty.

    """

    value: Fraction
    minimisers: tuple[Point | Segment, ...]
    theorems: tuple[Theorem, ...]
    worst: tuple[Fraction, ...] = ()

    def contains(self, point: Point) -> bool:
        """Whether the design is one of the minimisers."""
        return any(m.contains(point) if isinstance(m, Segment) else m == point for m in self.minimisers)

    def _repr_latex_(self) -> str:
        least = rf"\min n \operatorname{{Var}} = {latex(self.value)}"
        return rf"$\displaystyle {least} \text{{ for }} (p_{{00}}, p_{{11}}) {self._member()}$"

    def _member(self) -> str:
        points = [_latex_point(m) for m in self.minimisers if not isinstance(m, Segment)]
        lines = [m.to_latex() for m in self.minimisers if isinstance(m, Segment)]
        if len(points) == 1 and not lines:
            return f"= {points[0]}"
        sets = [rf"\left\{{{', '.join(points)}\right\}}"] if points else []
        return r"\in " + r" \cup ".join([*sets, *lines])


@dataclass(frozen=True)
class ProportionPrior(Shown):
    """What matters of a distribution of the unknown proportion: its mean and its variance, exactly.

    Raises ConstraintError for a variance outside [0, mean (1 - mean)].
    """

    mean: Fraction
    variance: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean", exact_share(self.mean, "the mean"))
        object.__setattr__(self, "variance", exact(self.variance, "the variance"))
        largest = self.mean * (1 - self.mean)
        if not 0 <= self.variance <= largest:
            raise ConstraintError(
                f"at mean {self.mean} a variance lies between 0 and {largest}, not at {self.variance}"
            )

    @classmethod
    def finite(cls, proportions: Sequence[Rational], weights: Sequence[Rational]) -> ProportionPrior:
        """Each proportion with its weight.

        Raises ConstraintError for proportions outside [0, 1], or of another number than weights.
        """
        values, masses = exact_vector(proportions, "proportions"), exact_prior(weights, "the weights")
        if len(values) != len(masses) or not all(0 <= v <= 1 for v in values):
            raise ConstraintError("there is one weight for each proportion, and proportions lie between 0 and 1")
        mean = sum((m * v for v, m in zip(values, masses, strict=True)), Fraction(0))
        return cls(mean, sum((m * (v - mean) ** 2 for v, m in zip(values, masses, strict=True)), Fraction(0)))

    @classmethod
    def beta(cls, alpha: Rational, beta: Rational) -> ProportionPrior:
        """The Beta distribution with these parameters, both positive. Raises ConstraintError where they are not."""
        a, b = exact(alpha, "alpha"), exact(beta, "beta")
        if a <= 0 or b <= 0:
            raise ConstraintError(f"the parameters of a Beta distribution are positive, not {a} and {b}")
        return cls(a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1)))


def error_of(point: Point, pi: Rational) -> Fraction:
    """n Var of the unbiased estimator at the proportion pi; ValueError when the design tells nothing."""
    p, q = point
    d = p + q - 1
    if d == 0:
        raise ValueError(f"the design {_written(point)} answers independently of the truth")
    one = 1 - p + pi * d
    return one * (1 - one) / d**2


def best_for_known(x: Rational, delta: Rational, pi: Rational) -> BinaryOptima:
    """All private binary designs of least error at a known proportion 0 <= pi <= 1.

    Raises ConstraintError outside of x >= 1, 0 <= delta <= 1, and NoInformativeDesignError for x = 1, delta = 0.
    """
    (level, budget), share = checked_budget(x, delta), exact_share(pi, "pi")
    if budget > 0 and share in (0, 1):
        # Whoever never lies about the only truth there is makes no error, however seldom the other one is told.
        segment = Segment((Fraction(1), Fraction(0)), (Fraction(1), budget), open_start=True)
        kept = segment if share == 0 else _mirrored(segment)
        elsewhere = (negation(equal_to(A if share == 0 else B, 0)),)
        return BinaryOptima(Fraction(0), (kept,), (error_bound(level, budget, share, Fraction(0), elsewhere),))
    errors = {point: error_of(point, share) for point in _corners(level, budget)}
    value = min(errors.values())
    best = tuple(sorted(point for point, error in errors.items() if error == value))
    return BinaryOptima(value, best, (error_bound(level, budget, share, value, apart_from(best)),))


def best_for_prior(x: Rational, delta: Rational, prior: ProportionPrior) -> BinaryOptima:
    """All private binary designs of least expected error under a prior of the proportion; errors as `best_for_known`.

    The theorem bounds the error at pi = mean; with d = p00 + p11 - 1 and u, v = (1 - p00)/d, (1 - p11)/d, identically
    V(pi) = V(mean) + (pi - mean)(v - u + 1 - 2 mean) - (pi - mean)^2, whose expectation is V(mean) - variance.
    """
    known = best_for_known(x, delta, prior.mean)
    return BinaryOptima(known.value - prior.variance, known.minimisers, known.theorems)


def best_for_unknown(x: Rational, delta: Rational) -> BinaryOptima:
    """All private binary designs of least worst error over 0 <= pi <= 1; errors as `best_for_known`.

    The theorems say that every other design errs by more than the value: at pi = (d + b - a)/(2 d) if that is a
    proportion, where the error is 1/(4 d^2), else at pi = 1 or pi = 0; then that the minimisers nowhere err by more.
    """
    level, budget = checked_budget(x, delta)
    corner, one_sided = _corner(level, budget), (Fraction(1), budget)
    value = (1 + 2 * corner_ratio(level, budget)) ** 2 / 4
    one_sided_value = (1 - budget) / budget if 0 < budget < HALF else value + 1
    if level == 1 and HALF <= budget < 1:
        ends: tuple[Point, ...] = (one_sided, one_sided[::-1])
        best: tuple[Point | Segment, ...] = (Segment(one_sided, one_sided[::-1]),)
        elsewhere: tuple[Formula, ...] = (negation(equal_to(P + Q, 1 + budget)),)
    else:
        tied = ((one_sided_value, one_sided), (one_sided_value, one_sided[::-1]), (value, corner))
        ends = tuple(point for error, point in tied if error == min(value, one_sided_value))
        best, elsewhere = ends, apart_from(ends)
    value = min(value, one_sided_value)
    attained = tuple(no_error_above(point, value) for point in ends)
    worst = tuple(_worst_proportion(point) for point in ends)
    return BinaryOptima(value, best, (*worst_error_bounds(level, budget, value, elsewhere), *attained), worst)


def _worst_proportion(point: Point) -> Fraction:
    """Where the concave error is largest: where both responses are equally likely, or at the end next to it."""
    p, q = point
    return min(max((p - HALF) / (p + q - 1), Fraction(0)), Fraction(1))


def checked_budget(x: Rational, delta: Rational) -> tuple[Fraction, Fraction]:
    """x >= 1 and 0 <= delta <= 1, exactly, not x = 1 and delta = 0, where no private design tells anything.

    Raises NoInformativeDesignError for x = 1 and delta = 0, ConstraintError for numbers out of range.
    """
    level, budget = exact_level(x), exact_share(delta, "delta")
    if level == 1 and budget == 0:
        raise NoInformativeDesignError("eps = 0 and delta = 0: every private design answers independently of the truth")
    return level, budget


def _corner(x: Fraction, delta: Fraction) -> Point:
    return (x + delta) / (x + 1), (x + delta) / (x + 1)


def _corners(x: Fraction, delta: Fraction) -> tuple[Point, ...]:
    """The corners of the region with p00 + p11 > 1, and for x = 1 the middle of its edge, which is never the best."""
    corner = _corner(x, delta)
    sides = ((Fraction(1), delta), (delta, Fraction(1))) if delta > 0 else ()
    return tuple(dict.fromkeys((corner, *sides)))


def _mirrored(segment: Segment) -> Segment:
    return Segment(segment.start[::-1], segment.end[::-1], segment.open_start)


def _written(point: Point) -> str:
    return f"({point[0]}, {point[1]})"


def latex(value: Fraction) -> str:
    """A rational number as LaTeX."""
    if value.denominator == 1:
        return str(value)
    return ("-" if value < 0 else "") + rf"\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def _latex_point(point: Point) -> str:
    return rf"\left({latex(point[0])}, {latex(point[1])}\right)"
