"""Small surveys with local l-diversity, run through response by response in plain fractions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import Any

from checks.witness.evaluator import Evaluator
from checks.witness.points import Draw, Space

Numbers = list[list[Fraction]]
ZERO, ONE = Fraction(0), Fraction(1)
LARGEST = 5  # number of categories in a world


@dataclass(frozen=True)
class World:
    """k categories 0 .. k - 1, sets of l of them, n respondents, the true law and the intruder's, two categories.

    `seen` is the place of one response in the list of all of them.
    """

    k: int
    size: int
    n: int
    prior: tuple[Fraction, ...]
    belief: tuple[Fraction, ...]
    i: int
    j: int
    seen: int
    seed: int

    def __str__(self) -> str:
        return f"{self.n} of a population with the shares {', '.join(map(str, self.prior))}, sets of {self.size}"

    @cached_property
    def responses(self) -> list[frozenset[int]]:
        """All sets of l categories."""
        return [frozenset(chosen) for chosen in combinations(range(self.k), self.size)]

    def follow(self, truth: int) -> dict[frozenset[int], Fraction]:
        """The law of the response of somebody with this truth: all ways to choose l - 1 others are equally likely."""
        ways = list(combinations([c for c in range(self.k) if c != truth], self.size - 1))
        found: dict[frozenset[int], Fraction] = {}
        for others in ways:
            response = frozenset((truth, *others))
            found[response] = found.get(response, ZERO) + Fraction(1, len(ways))
        return found

    @cached_property
    def design(self) -> Numbers:
        """A row for each response and a column for each truth."""
        laws = [self.follow(truth) for truth in range(self.k)]
        return [[law.get(response, ZERO) for law in laws] for response in self.responses]

    @cached_property
    def law(self) -> list[Fraction]:
        """The probability of each response."""
        return [sum((p * w for p, w in zip(row, self.prior, strict=True)), ZERO) for row in self.design]

    def samples(self) -> Iterator[tuple[Fraction, list[int]]]:
        """(probability, how often each category was reported) for all runs of the survey."""
        for chosen in product(range(len(self.responses)), repeat=self.n):
            probability = ONE
            for z in chosen:
                probability *= self.law[z]
            yield probability, [sum(c in self.responses[z] for z in chosen) for c in range(self.k)]

    def estimate(self, count: int | Fraction) -> Fraction:
        """The estimate of a share from a count, found from the shares reported for nobody and for everybody."""
        law = self.follow(0)
        never = sum((p for response, p in law.items() if 1 in response), ZERO)
        always = sum((p for response, p in law.items() if 0 in response), ZERO)
        return (Fraction(count) / self.n - never) / (always - never)

    def covariance(self, a: int, b: int) -> Fraction:
        """Cov of the estimates of two shares, over all runs."""
        pairs = [(p, self.estimate(counts[a]), self.estimate(counts[b])) for p, counts in self.samples()]
        means = sum((p * x for p, x, _ in pairs), ZERO), sum((p * y for p, _, y in pairs), ZERO)
        return sum((p * (x - means[0]) * (y - means[1]) for p, x, y in pairs), ZERO)

    def risk(self) -> Fraction:
        """n times the mean of the sum of squared errors, over all runs."""
        total = ZERO
        for probability, counts in self.samples():
            total += probability * sum(
                ((self.estimate(c) - share) ** 2 for c, share in zip(counts, self.prior, strict=True)), ZERO
            )
        return self.n * total

    def held(self, *categories: int) -> Fraction:
        """The probability that a response holds all of these."""
        return sum((p for p, z in zip(self.law, self.responses, strict=True) if z.issuperset(categories)), ZERO)

    def believed(self) -> Fraction:
        """The intruder's probability of the set that is seen."""
        return sum((self.belief[c] for c in self.responses[self.seen]), ZERO)

    def rng(self) -> random.Random:
        """A generator of its own, the same each time."""
        return random.Random(self.seed)


def world_at(point: Evaluator) -> World:
    """The survey of the point."""
    world: World = point.values["world"]
    return world


def with_sizes(world: World, k: int, size: int, prior: Sequence[Fraction]) -> World:
    """A world of other sizes with one respondent."""
    return World(k, size, 1, tuple(prior), tuple(prior), 0, k - 1, 0, world.seed)


def a_law(rng: random.Random, size: int, *, zeros: bool) -> tuple[Fraction, ...]:
    """Weights of categories, different ones in general; with `zeros` some may vanish."""
    weights = [rng.randrange(0 if zeros else 1, 4 if zeros else 12) for _ in range(size)]
    if not any(weights):
        weights[rng.randrange(size)] = 1
    return tuple(Fraction(w, sum(weights)) for w in weights)


@dataclass(frozen=True)
class Surveys(Space):
    """Worlds with 2 to 5 categories; an example with given large sizes has none."""

    respondents: int = 2

    def point(self, draw: Draw) -> Evaluator | None:
        """A world with the values of the symbols in it."""
        rng, fixed = draw.rng, draw.fixed
        k = int(fixed.get("k", rng.randrange(2, LARGEST + 1)))
        size = int(fixed.get("l", rng.randrange(1, k)))
        if k > LARGEST:
            return draw.at({"k": k, "l": size})
        i, j = rng.sample(range(k), 2)
        n = int(fixed.get("n", rng.randrange(1, self.respondents + 1)))
        prior, belief = (a_law(rng, k, zeros=draw.boundary) for _ in range(2))
        blank = World(k, size, n, prior, belief, i, j, 0, rng.randrange(10**9))
        seen = rng.randrange(len(blank.responses))
        world = World(k, size, n, prior, belief, i, j, seen, blank.seed)
        least = min(sum((prior[c] for c in response), ZERO) for response in world.responses)
        values: dict[str, Any] = {"world": world, "k": k, "l": size, "n": n, "m": len(world.responses)}
        numbers = {
            "pi_i": prior[i],
            "pi_j": prior[j],
            "alpha_i": belief[i],
            "alpha_B": world.believed(),
            "p_B": least,
            "gamma": 1 + Fraction(rng.randrange(1, 40), 7),
        }
        bit = int(i in world.responses[seen])
        return draw.at({**values, **{name: draw.of(v) for name, v in numbers.items()}, "z_i": bit, "q": size})


SPACE = Surveys(parameters=())
