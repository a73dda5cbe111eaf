"""The experiments of section 6 with synthetic populations: runs of the four surveys, sampled by what is drawn.

Yes answers are binomial in each of the two groups, cards that are put back multinomial, and of a deck that is dealt to
everybody the cards of the sensitive members are multivariate hypergeometric. The estimators are those of the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp
from typing import Any

from checks.witness.sampled import mean_square_bounds

FALSE_ALARM = 1e-9
MECHANISMS = ("MW", "MS", "MC", "IC")


@dataclass(frozen=True)
class Setting:
    """N respondents of whom `members` are sensitive, a deck with `cards[k - 1]` cards k, the budget that it has."""

    size: int
    members: int
    cards: tuple[int, int, int]

    @property
    def proportion(self) -> Fraction:
        """pi."""
        return Fraction(self.members, self.size)

    @property
    def budget(self) -> Fraction:
        """e^eps of one report."""
        return Fraction(max(self.cards[0], self.cards[2]), min(self.cards[0], self.cards[2]))

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """p_1, p_2, p_3."""
        return tuple(Fraction(count, sum(self.cards)) for count in self.cards)


def estimates(mechanism: str, setting: Setting, runs: int, rng: Any) -> Any:
    """Estimates of pi in so many independent runs, with the budget of the deck; piB = 1/2.

    Raises ValueError for another mechanism.
    """
    n, m, t = setting.size, setting.members, float(setting.budget)
    if mechanism == "MW":
        p = 1 / (1 + t)
        yes = rng.binomial(m, p, runs) + rng.binomial(n - m, 1 - p, runs)
        return (yes / n - (1 - p)) / (2 * p - 1)
    if mechanism == "MS":
        p = (t - 1) / (t + 1)
        yes = rng.binomial(m, p + (1 - p) / 2, runs) + rng.binomial(n - m, (1 - p) / 2, runs)
        return (yes / n - (1 - p) / 2) / p
    shares = [float(share) for share in setting.shares]
    if mechanism == "MC":
        theirs, others = rng.multinomial(m, shares, runs), rng.multinomial(n - m, shares, runs)
    elif mechanism == "IC":
        theirs = rng.multivariate_hypergeometric(list(setting.cards), m, size=runs, method="marginals")
        others = list(setting.cards) - theirs
    else:
        raise ValueError(f"the mechanism is one of {', '.join(MECHANISMS)}, not {mechanism!r}")
    total = theirs @ [3, 2, 1] + others @ [1, 2, 3]
    mean = shares[0] + 2 * shares[1] + 3 * shares[2]
    return (total / n - mean) / (4 - 2 * mean)


@dataclass(frozen=True)
class Comparison:
    """A mean squared deviation from pi over some runs beside the variance that it should have."""

    mechanism: str
    seen: float
    expected: float
    low: float
    high: float

    @property
    def agrees(self) -> bool:
        """Whether the deviation lies between bounds that it leaves with probability at most 1e-9."""
        return self.low <= self.seen <= self.high

    def __str__(self) -> str:
        return (
            f"{self.mechanism}: {self.seen:.4g} against {self.expected:.4g} (within {self.low:.4g} to {self.high:.4g})"
        )


def compared(mechanism: str, setting: Setting, expected: Fraction, runs: int, seed: int) -> Comparison:
    """The mean of (estimate - pi)^2 over seeded runs, and bounds that hold with probability 1 - 1e-9 if it is right.

    The deviation D of an estimate is sub-Gaussian with the factor s of `proxy`: sums of independent bounded reports
    (Hoeffding), or of cards dealt without replacement (Serfling), as `mean_square_bounds` assumes.
    """
    import numpy as np

    rng = np.random.default_rng([seed, MECHANISMS.index(mechanism)])
    deviations = estimates(mechanism, setting, runs, rng) - float(setting.proportion)
    scale, variance = proxy(mechanism, setting), float(expected)
    low, high = mean_square_bounds(variance, scale, runs, FALSE_ALARM)
    return Comparison(mechanism, float((deviations**2).mean()), variance, low, high)


def proxy(mechanism: str, setting: Setting) -> float:
    """s with E exp(l (estimate - pi)) <= exp(l^2 s/2)."""
    n, m, t = setting.size, setting.members, float(setting.budget)
    if mechanism in ("MW", "MS"):
        ratio = (t + 1) / (t - 1)
        return ratio * ratio / (4 * n)
    slope = 2 * float(abs(setting.shares[0] - setting.shares[2]))
    if mechanism == "MC":
        return 1 / (n * slope * slope)
    fewer = min(m, n - m)
    return 4 * fewer * (1 - max(fewer - 1, 0) / n) / (n * n * slope * slope)


def deck_near(size: int, share: Fraction, eps: float) -> tuple[int, int, int]:
    """A deck of this size whose share of cards 2 and whose budget are close to the given ones."""
    twos = round(size * share)
    ones = max(1, round((size - twos) / (exp(eps) + 1)))
    return ones, twos, size - twos - ones
