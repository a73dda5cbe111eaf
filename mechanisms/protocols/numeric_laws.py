"""Laws of random real numbers: distribution functions in enclosures, samples, and rules that integrate over them.

The numbers in a law are balls of FLINT where a distribution function is asked for, so that what is said of it is
certain, and doubles, or arrays with one number for each respondent, where it is sampled. A sample has the law up to the
rounding of doubles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from flint import arb
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rule = tuple[Floats, Floats]
"""Numbers with probabilities, which integrate smooth functions as the law does."""

NODES = 12  # of Gauss's rule on a piece
PANEL = 3.0  # the length of a piece of the rule for noise with exponential tails, in scales


class NumericLaw(Protocol):
    """The law of a random number Z."""

    def at_most(self, z: arb) -> arb:
        """P(Z <= z); z is no value with a probability of its own."""

    def kinks(self) -> list[float]:
        """Where the density jumps or bends; of integers, between which numbers most of them lie."""

    def sample(self, size: int, rng: np.random.Generator) -> Floats:
        """So many independent numbers."""

    def rule(self, reach: float) -> Rule:
        """A rule for the law, given that noise with exponential tails stays below e^-reach in probability."""


@dataclass(frozen=True)
class Pieces:
    """A density that is constant between neighbouring ends, `heights[i]` from `ends[i]` to `ends[i + 1]`."""

    ends: Sequence[Any]
    heights: Sequence[Any]

    def _pieces(self) -> Iterator[tuple[Any, Any, Any]]:
        for height, (low, high) in zip(self.heights, pairwise(self.ends), strict=True):
            yield height, low, high

    def at_most(self, z: arb) -> arb:
        """0 before the first end and 1 after the last, exactly."""
        if z >= self.ends[-1]:
            return arb(1)
        total = arb(0)
        for height, low, high in self._pieces():
            if z > low:
                total += height * ((high if z >= high else z.min(high)) - low)
        return total

    def kinks(self) -> list[float]:
        """The ends of the pieces."""
        return [float(end) for end in self.ends]

    def sample(self, size: int, rng: np.random.Generator) -> Floats:
        """Independent numbers."""
        lows, highs, chances = (
            np.stack([np.broadcast_to(np.asarray(value, dtype=np.float64), (size,)) for value in column])
            for column in zip(
                *((low, high, height * (high - low)) for height, low, high in self._pieces()), strict=True
            )
        )
        passed = np.cumsum(chances, axis=0)[:-1] <= rng.random(size) * chances.sum(axis=0)
        piece, everyone = passed.sum(axis=0), np.arange(size)
        low, high = lows[piece, everyone], highs[piece, everyone]
        return np.asarray(low + (high - low) * rng.random(size))

    def rule(self, reach: float) -> Rule:
        """Gauss's rule on each piece; nothing is cut."""
        nodes, weights = np.polynomial.legendre.leggauss(NODES)
        values, chances = [], []
        for height, low, high in self._pieces():
            half = (float(high) - float(low)) / 2
            values.append(float(low) + half * (nodes + 1))
            chances.append(float(height) * half * weights)
        return np.concatenate(values), np.concatenate(chances)


@dataclass(frozen=True)
class Laplace:
    """The density exp(-|z|/b)/(2b) for a scale b > 0."""

    scale: Any

    def at_most(self, z: arb) -> arb:
        """From the side on which z lies."""
        return arb(1 + z.sgn() * (1 - (-abs(z) / self.scale).exp())) / 2

    def kinks(self) -> list[float]:
        """Its top."""
        return [0.0]

    def sample(self, size: int, rng: np.random.Generator) -> Floats:
        """Independent numbers."""
        return np.asarray(rng.laplace(0.0, self.scale, size), dtype=np.float64)

    def rule(self, reach: float) -> Rule:
        """Gauss's rule on panels on either side, cut at `reach` scales."""
        scale = float(self.scale)
        ends = np.linspace(0.0, reach, int(np.ceil(reach / PANEL)) + 1)
        nodes, weights = np.polynomial.legendre.leggauss(NODES)
        half = np.diff(ends)[:, None] / 2
        z = (ends[:-1, None] + half * (nodes + 1)).ravel()
        p = (half * weights).ravel() * np.exp(-z)
        p /= 2 * p.sum()
        return np.concatenate([-z, z]) * scale, np.concatenate([p, p])


@dataclass(frozen=True)
class DiscreteLaplace:
    """The integers z with the probability (1 - a)/(1 + a) a^|z| for a ratio 0 < a < 1: two-sided geometric noise."""

    ratio: Any

    def at_most(self, z: arb) -> arb:
        """From the side on which z lies."""
        below = _floor(z)
        if below < 0:
            return arb(self.ratio**-below / (1 + self.ratio))
        return arb(1 - self.ratio ** (below + 1) / (1 + self.ratio))

    def kinks(self) -> list[float]:
        """Around the likeliest integer."""
        return [-0.5, 0.5]

    def sample(self, size: int, rng: np.random.Generator) -> Floats:
        """Independent numbers."""
        up, down = (rng.geometric(1 - self.ratio, size) for _ in range(2))
        return np.asarray(up - down, dtype=np.float64)

    def rule(self, reach: float) -> Rule:
        """The integers that are not cut."""
        ratio = float(self.ratio)
        z, p = _repeated(np.ones(1), np.full(1, ratio), ratio, reach)
        p /= 1 + 2 * p.sum()
        return np.concatenate([-z, [0.0], z]), np.concatenate([p, [1 - 2 * p.sum()], p])


@dataclass(frozen=True)
class Staircase:
    """A density c a^i where (i - 1 + g) d <= |z| < (i + g) d, for i = 0, 1, ...: steps of the width d, 0 < a < 1.

    c = (1 - a)/(2 d (g + a (1 - g))) for the share 0 <= g <= 1 of the first step. Geng and Viswanath 2015.
    """

    ratio: Any
    share: Any
    width: Any

    def at_most(self, z: arb) -> arb:
        """From the side on which z lies."""
        return arb(1 + z.sgn() * (1 - self._beyond(abs(z)))) / 2

    def _beyond(self, size: arb) -> arb:
        """P(|Z| > size); at an end of a step what is said of either step."""
        ratio, share = self.ratio, self.share
        place = (size / self.width + 1 - share).floor()
        first, last = (_floor(end) for end in (place.lower(), place.upper()))
        found = [
            (ratio**i * (i + share - size / self.width) + ratio ** (i + 1) / (1 - ratio))
            * ((1 - ratio) / (share + ratio * (1 - share)))
            for i in range(max(first, 0), max(last, 0) + 1)
        ]
        total = found[0]
        for other in found[1:]:
            total = total.union(other)
        return arb(total)

    def kinks(self) -> list[float]:
        """Where the first steps end."""
        ends = [float(self.share + i) * float(self.width) for i in range(2)]
        return [-end for end in reversed(ends)] + ends

    def sample(self, size: int, rng: np.random.Generator) -> Floats:
        """Independent numbers: a sign, a step, and a number that is uniform on it."""
        sign = 2 * rng.integers(0, 2, size) - 1
        is_first = rng.random(size) * (self.share + self.ratio / (1 - self.ratio)) < self.share
        step, within = rng.geometric(1 - self.ratio, size), rng.random(size)
        return np.asarray(sign * np.where(is_first, self.share * within, step - 1 + self.share + within) * self.width)

    def rule(self, reach: float) -> Rule:
        """Gauss's rule on each step that is not cut."""
        ratio, share, width = float(self.ratio), float(self.share), float(self.width)
        nodes, weights = np.polynomial.legendre.leggauss(NODES)
        within, p = (nodes + 1) / 2, weights / 2
        later, q = _repeated(share + within, ratio * p, ratio, reach)
        z, p = np.concatenate([share * within, later]) * width, np.concatenate([share * p, q])
        p /= 2 * p.sum()
        return np.concatenate([-z, z]), np.concatenate([p, p])


def _floor(z: arb) -> int:
    """The largest integer up to z, a ball that lies between two neighbours."""
    integer = z.floor().unique_fmpz()
    assert integer is not None, "an integer lies in the ball"
    return int(integer)


def _repeated(z: Floats, p: Floats, ratio: float, reach: float) -> Rule:
    """A rule for the sum over i = 0, 1, ... of ratio^i times the measure of z + i, where p is that of z.

    Where the ratio is near 1, a rule for the first 2n is made of that for the first n, which it repeats once.
    """
    rate, length = -np.log(ratio), 1
    while 2 * length * rate < PANEL:
        z, p = _gauss(np.concatenate([z, z + length]), np.concatenate([p, p * ratio**length]))
        length *= 2
    starts = length * np.arange(int(np.ceil(reach / (rate * length))) + 1)[:, None]
    return (starts + z).ravel(), (ratio**starts * p).ravel()


def _gauss(z: Floats, p: Floats) -> Rule:
    """Gauss's rule for finitely many numbers: at most NODES with the same moments, up to the order 2 NODES - 1."""
    if z.size <= NODES:
        return z, p
    total = p.sum()
    before, now = np.zeros(z.size), np.full(z.size, 1 / np.sqrt(total))
    jacobi = np.zeros((NODES, NODES))
    for k in range(NODES):
        jacobi[k, k] = p @ (z * now**2)
        following = (z - jacobi[k, k]) * now - (jacobi[k, k - 1] * before if k else 0)
        if k + 1 < NODES:
            size = np.sqrt(p @ following**2)
            jacobi[k, k + 1] = jacobi[k + 1, k] = size
            before, now = now, following / size
    nodes, vectors = np.linalg.eigh(jacobi)
    return nodes, total * vectors[0] ** 2
