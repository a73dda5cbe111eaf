"""Differential privacy of a design of a design: local, approximate, metric, and of bounded range.

Throughout x = e^eps is a rational number of at least 1, a and b are truths, y is a response, S a set of responses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations

from lp.constraints.constraint import (
    Constraint,
    ConstraintError,
    Family,
    Matrix,
    entries,
    exact,
    exact_level,
    exact_matrix,
    exact_share,
    require_size,
)
from mechanisms.design import Design
from mechanisms.exact.divergence import hockey_stick
from mechanisms.exact.entries import EntryError, exact_number
from mechanisms.guarantees.criteria.parity import design_parity


@dataclass(frozen=True)
class LocalPrivacy(Constraint):
    """eps-LDP: P[a, y] <= x P[b, y] for all a, b, y. The same as a parity of at most x (`criteria.parity`).

    `lp.models.privacy.local_privacy` says how few rows this takes. Source: Kasiviswanathan and others 2011.
    """

    x: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", exact_level(self.x))

    def check(self, truths: int, responses: int) -> None:
        """It fits designs of every size."""

    def families(self) -> list[Family]:
        """lowest[y] <= P[a, y] <= x lowest[y], or for few truths P[a, y] <= x P[b, y]"""
        return [Family("privacy", "local_privacy", (self.x,))]

    def holds_for(self, design: Design) -> bool:
        """Whether the largest ratio of entries in a column, with 0/0 = 1, is at most x."""
        return design_parity(design).is_at_most(self.x)

    def tight_at(self, design: Design) -> tuple[str, ...]:
        """The P[a, y] = x P[b, y] > 0."""
        return tuple(_tight_ratios(entries(design), lambda a, b: self.x))


@dataclass(frozen=True)
class ApproximatePrivacy(Constraint):
    """(eps, delta)-LDP: P(S | a) <= x P(S | b) + delta for all a, b and all events S.

    The largest P(S | a) - x P(S | b) is the sum over y of max(0, P[a, y] - x P[b, y]). For x = 1 it says that two rows
    are at a total variation distance of at most delta. Source: Dwork, Kenthapadi, McSherry, Mironov, Naor 2006.
    """

    x: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", exact_level(self.x))
        object.__setattr__(self, "delta", exact_share(self.delta, "delta"))

    def check(self, truths: int, responses: int) -> None:
        """It fits designs of every size."""

    def families(self) -> list[Family]:
        """sum over y of max(0, P[a, y] - x P[b, y]) <= delta"""
        return [Family("privacy", "approximate_privacy", (self.x, self.delta))]

    def holds_for(self, design: Design) -> bool:
        """Whether the largest hockey-stick divergence of two rows is at most delta."""
        laws = [dict(enumerate(row)) for row in entries(design)]
        return all(hockey_stick(p, q, self.x) <= self.delta for p, q in permutations(laws, 2))

    def tight_at(self, design: Design) -> tuple[str, ...]:
        """The pairs of truths and the smallest events S with P(S | a) = x P(S | b) + delta."""
        found = []
        rows = entries(design)
        for a, b in permutations(range(len(rows)), 2):
            gains = {y: p - self.x * q for y, (p, q) in enumerate(zip(rows[a], rows[b], strict=True)) if p > self.x * q}
            if gains and sum(gains.values()) == self.delta:
                event = ", ".join(map(str, gains))
                found.append(f"P({{{event}}} | {a}) = {times(self.x)}P({{{event}}} | {b}) + {self.delta}")
        return tuple(found)


@dataclass(frozen=True)
class MetricPrivacy(Constraint):
    """d-privacy: P[a, y] <= factors[a][b] P[b, y] for all a != b and y, factors[a][b] = e^(eps d(a, b)) >= 1.

    None stands for an infinite distance, which demands nothing of the pair. The diagonal is 1 or None. The distances
    need not be a metric: d(a, b) may differ from d(b, a), and a triangle may be broken, the shorter way around then
    counting. Sources: Chatzikokolakis and others 2013; Andres and others 2013 (geo-indistinguishability, the
    Euclidean distance). Factors from distances are in `lp.constraints.metric_factors`. Raises ConstraintError for
    factors that are not square.
    """

    factors: tuple[tuple[Fraction | None, ...], ...]

    def __post_init__(self) -> None:
        given = self.factors
        size = len(given)
        rows: list[tuple[Fraction | None, ...]] = []
        for a, row in enumerate(given):
            if len(row) != size:
                raise ConstraintError(f"the factors are a square matrix; row {a} has {len(row)} entries, not {size}")
            rows.append(tuple(self._factor(a, b, value) for b, value in enumerate(row)))
        object.__setattr__(self, "factors", tuple(rows))

    @staticmethod
    def _factor(a: int, b: int, value: object) -> Fraction | None:
        if value is None:
            return None
        try:
            factor = exact_number(value, f"factors[{a}][{b}]")
        except EntryError as error:
            raise ConstraintError(str(error)) from error
        if factor < 1 or (a == b and factor != 1):
            right = "1 on the diagonal" if a == b else "e^(eps d) >= 1"
            raise ConstraintError(f"factors[{a}][{b}] must be {right}, not {factor}")
        return factor

    def check(self, truths: int, responses: int) -> None:
        """There must be one row of factors a truth."""
        require_size("the matrix of factors", len(self.factors), truths, "truths")

    def families(self) -> list[Family]:
        """P[a, y] <= factors[a][b] P[b, y] for the pairs that do not follow from two others."""
        return [Family("privacy", "metric_privacy", (self.factors,))]

    def holds_for(self, design: Design) -> bool:
        """Whether P[a, y] <= factors[a][b] P[b, y] for all pairs."""
        rows = entries(design)
        return all(
            factor is None or all(p <= factor * q for p, q in zip(rows[a], rows[b], strict=True))
            for a, line in enumerate(self.factors)
            for b, factor in enumerate(line)
        )

    def tight_at(self, design: Design) -> tuple[str, ...]:
        """The P[a, y] = factors[a][b] P[b, y] > 0."""
        return tuple(_tight_ratios(entries(design), lambda a, b: self.factors[a][b]))


@dataclass(frozen=True)
class RatioBounds(Constraint):
    """low P[b, y] <= P[a, y] <= high P[b, y] for all y, for pairs (a, b, low, high) of different truths.

    Raises ConstraintError for a pair of one truth, and for bounds that are not 0 <= low <= high.
    """

    pairs: tuple[tuple[int, int, Fraction, Fraction], ...]

    def __post_init__(self) -> None:
        read = []
        for a, b, low, high in self.pairs:
            least, most = exact(low, f"low of ({a}, {b})"), exact(high, f"high of ({a}, {b})")
            if not (type(a) is int and type(b) is int and min(a, b) >= 0 and a != b and 0 <= least <= most):
                raise ConstraintError(f"two truths and 0 <= low <= high are needed, not ({a}, {b}, {low}, {high})")
            read.append((a, b, least, most))
        object.__setattr__(self, "pairs", tuple(read))

    def check(self, truths: int, responses: int) -> None:
        """The design must have the truths. Raises ConstraintError where it has not."""
        for a, b, _, _ in self.pairs:
            if max(a, b) >= truths:
                raise ConstraintError(f"there is no truth {max(a, b)}; truths are 0 to {truths - 1}")

    def families(self) -> list[Family]:
        """Both inequalities, for each response."""
        return [Family("privacy", "ratio_bounds", (self.pairs,))]

    def holds_for(self, design: Design) -> bool:
        """Whether each ratio P[a, y]/P[b, y], where it is not 0/0, lies between its bounds."""
        for column in zip(*entries(design), strict=True):
            for a, b, low, high in self.pairs:
                if column[a] == column[b] == 0:
                    continue
                if not column[b] or not low <= column[a] / column[b] <= high:
                    return False
        return True

    def tight_at(self, design: Design) -> tuple[str, ...]:
        """The ratios at an end of their interval."""
        rows = entries(design)
        found: list[str] = []
        for a, b, low, high in self.pairs:
            for end in dict.fromkeys((low, high)):
                found += _tight_pair(rows, a, b, end)
        return tuple(found)


@dataclass(frozen=True)
class BoundedRange(RatioBounds):
    """offsets[a][b] <= P[a, y]/P[b, y] <= x offsets[a][b] for all a < b and y, 0/0 being allowed: eps-bounded range.

    A design has a range of eps if for each pair of truths the largest log P[a, y]/P[b, y] exceeds the smallest one by
    at most eps. These designs are no convex set (their condition is P[a, y] P[b, z] <= x P[b, y] P[a, z]), so no linear
    program describes them. Given where the ratios of each pair begin, they are: offsets[a][b] lies between 1/x and 1,
    because both rows sum to 1; entries for a >= b are not looked at. `range_of` measures what a design has.
    Source: Durfee, Rogers 2019. Raises ConstraintError for offsets that are not square or out of range.
    """

    x: Fraction
    offsets: Matrix
    pairs: tuple[tuple[int, int, Fraction, Fraction], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", exact_level(self.x))
        offsets = exact_matrix(self.offsets, "offsets")
        if len(offsets) != len(offsets[0]):
            raise ConstraintError("the offsets are a square matrix, one row and one column a truth")
        ordered = list(combinations(range(len(offsets)), 2))
        for a, b in ordered:
            if not 1 / self.x <= offsets[a][b] <= 1:
                raise ConstraintError(
                    f"offsets[{a}][{b}] must lie between 1/x = {1 / self.x} and 1, not at {offsets[a][b]}"
                )
        object.__setattr__(self, "offsets", offsets)
        bounds = ((a, b, offsets[a][b], self.x * offsets[a][b]) for a, b in ordered)
        object.__setattr__(self, "pairs", tuple(bounds))

    def check(self, truths: int, responses: int) -> None:
        """There must be one row of offsets a truth."""
        require_size("the matrix of offsets", len(self.offsets), truths, "truths")

    def families(self) -> list[Family]:
        """The ratios of each pair, between its offset and x times that."""
        return [Family("privacy", "bounded_range", (self.x, self.offsets))]


def range_of(design: Design) -> Fraction | None:
    """e^eps for the least eps such that the design has a range of eps; None if no eps is enough."""
    worst = Fraction(1)
    columns = list(zip(*entries(design), strict=True))
    for a, b in permutations(range(len(design.truths)), 2):
        possible = [(c[a], c[b]) for c in columns if c[a] or c[b]]
        if any(not p or not q for p, q in possible):
            return None
        ratios = [p / q for p, q in possible]
        worst = max(worst, max(ratios) / min(ratios))
    return worst


def times(factor: Fraction) -> str:
    """A factor before a name, left out when it is 1."""
    return "" if factor == 1 else f"{factor} "


def _tight_ratios(rows: Sequence[Sequence[Fraction]], factor: Callable[[int, int], Fraction | None]) -> Iterator[str]:
    for a, b in permutations(range(len(rows)), 2):
        bound = factor(a, b)
        if bound is not None:
            yield from _tight_pair(rows, a, b, bound)


def _tight_pair(rows: Sequence[Sequence[Fraction]], a: int, b: int, factor: Fraction) -> Iterator[str]:
    for y, (p, q) in enumerate(zip(rows[a], rows[b], strict=True)):
        if p and p == factor * q:
            yield f"P[{a}, {y}] = {times(factor)}P[{b}, {y}]"
