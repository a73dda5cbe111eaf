"""How far apart two laws with exact probabilities are, as differential privacy measures it.

Source: Dwork, Kenthapadi, McSherry, Mironov, Naor 2006 (delta).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational

Outcome = TypeVar("Outcome", bound=Hashable)


@dataclass(frozen=True)
class LargestRatio(Shown):
    """max over outcomes o of P(o) / Q(o), where it is attained, and whether that is a possible o with Q(o) = 0.

    Attributes:
        value: the ratio, or None for infinity.
        outcome: an outcome at which it is attained.

    """

    value: Fraction | None
    outcome: Hashable

    def exceeds(self, other: LargestRatio) -> bool:
        """Whether this ratio is the larger one."""
        if self.value is None or other.value is None:
            return self.value is None and other.value is not None
        return self.value > other.value


def largest_ratio(law: Mapping[Outcome, Fraction], other: Mapping[Outcome, Fraction]) -> LargestRatio:
    """The least x with law(S) <= x other(S) for every event S: e^eps for these two laws, in this direction.

    Raises ValueError for a law without an outcome of positive probability.
    """
    worst: LargestRatio | None = None
    for outcome, probability in law.items():
        if not probability:
            continue
        below = other.get(outcome, Fraction(0))
        found = LargestRatio(probability / below if below else None, outcome)
        if worst is None or found.exceeds(worst):
            worst = found
    if worst is None:
        raise ValueError("a law needs an outcome of positive probability")
    return worst


def hockey_stick(law: Mapping[Outcome, Fraction], other: Mapping[Outcome, Fraction], x: Rational) -> Fraction:
    """The largest law(S) - x other(S) over all events S: sum over outcomes of max(0, P(o) - x Q(o)), with x = e^eps.

    Source: Sason, Verdu 2016 (E_gamma divergence).
    """
    gains = (probability - x * other.get(outcome, Fraction(0)) for outcome, probability in law.items())
    return sum((gain for gain in gains if gain > 0), Fraction(0))
