"""The kind of a column of a design that treats all truths alike: its entries, whatever their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm

from derivations.theorems.subsets.subset_minimax import NoSuchDesignError
from mechanisms.exact.polynomial import Rational

ZERO = Fraction(0)


@dataclass(frozen=True, order=True)
class ColumnKind:
    """The entries of a column in falling order, each with how often it occurs; their sum is the number of truths."""

    entries: tuple[tuple[Fraction, int], ...]

    @classmethod
    def of(cls, values: Iterable[tuple[Rational, int]]) -> ColumnKind:
        """From entries and their numbers, scaled to the right sum; equal entries are joined.

        Raises NoSuchDesignError for negative entries, and for zeros only.
        """
        counts: dict[Fraction, int] = {}
        for value, count in values:
            counts[Fraction(value)] = counts.get(Fraction(value), 0) + count
        whole = sum((value * count for value, count in counts.items()), ZERO)
        if whole <= 0 or min(counts) < 0:
            raise NoSuchDesignError("a column has entries that are not negative, and not all zero")
        scale = sum(counts.values()) / whole
        return cls(tuple((value * scale, count) for value, count in sorted(counts.items(), reverse=True) if count))

    @property
    def truths(self) -> int:
        """How many entries there are."""
        return sum(count for _, count in self.entries)

    @property
    def information(self) -> Fraction:
        """|u|^2, what the column contributes to f."""
        common = lcm(*(value.denominator for value, _ in self.entries))
        whole = ((value.numerator * (common // value.denominator), count) for value, count in self.entries)
        return Fraction(sum(value * value * count for value, count in whole), common * common)

    def excess(self, x: Fraction) -> Fraction:
        """D(u), the mean of max(u_i - x u_j, 0) over ordered pairs of truths, x >= 1."""
        common = lcm(*(value.denominator for value, _ in self.entries))
        whole = [(value.numerator * (common // value.denominator), count) for value, count in self.entries]
        total = 0  # x >= 1, so that equal entries exceed nothing
        for (a, m), (b, n) in combinations(whole, 2):
            total += m * n * max(a * x.denominator - b * x.numerator, 0)
        return Fraction(total, common * x.denominator * self.truths * (self.truths - 1))

    def columns(self) -> Iterator[tuple[Fraction, ...]]:
        """All different permutations of the entries."""

        def arranged(left: dict[Fraction, int], size: int) -> Iterator[tuple[Fraction, ...]]:
            if size == 0:
                yield ()
            for value in left:
                if left[value]:
                    left[value] -= 1
                    yield from ((value, *rest) for rest in arranged(left, size - 1))
                    left[value] += 1

        return arranged(dict(self.entries), self.truths)
