"""Samplers of randomised response as they are written by mistake, and honest ones, to try `rrproof audit` on.

    rrproof audit examples/broken_samplers.py:LieMayRepeatTheTruth.answer --with k=5 --with x=3 \\
        --design 'grr(k=5, x=3)' --truths 0,1,2,3,4 --responses 0,1,2,3,4 --run-this-code

Each class is made with the number of categories k, x = e^eps and a seed; `answer` takes a truth from 0 to k - 1. An
honest respondent keeps the truth with probability x/(x + k - 1) and else says one of the k - 1 other categories.
"""

import itertools
import math
import random


class Honest:
    """Says the truth with probability x/(x + k - 1), else one of the others, each with the same probability."""

    def __init__(self, k: int, x: float, seed: int | None = None) -> None:
        self.k = k
        self.x = x
        self.random = random.Random(seed)

    def keeps(self) -> bool:
        """Whether this respondent says the truth."""
        return self.random.random() * (self.x + self.k - 1) < self.x

    def lie(self, truth: int) -> int:
        """One of the k - 1 others."""
        drawn = self.random.randrange(self.k - 1)
        return drawn + (drawn >= truth)

    def answer(self, truth: int) -> int:
        """One response."""
        return truth if self.keeps() else self.lie(truth)


class LieMayRepeatTheTruth(Honest):
    """Lies with any category, also the true one: the truth is too likely, and eps larger than promised."""

    def lie(self, truth: int) -> int:
        """One of all k."""
        return self.random.randrange(self.k)


class ExchangedProbabilities(Honest):
    """Lies when it should be truthful."""

    def answer(self, truth: int) -> int:
        """One response."""
        return self.lie(truth) if self.keeps() else truth


class LastCategoryIsNeverALie(Honest):
    """The range of the lie ends one too early."""

    def lie(self, truth: int) -> int:
        """One of the others, but not the last."""
        return self.random.choice([y for y in range(self.k - 1) if y != truth] or [self.k - 1])


class LogarithmOfTheWrongBase(Honest):
    """Takes eps = log2(x) for eps = ln(x), so that e^eps is too large."""

    def __init__(self, k: int, x: float, seed: int | None = None) -> None:
        super().__init__(k, math.exp(math.log2(x)), seed)


class SeededInEachCall(Honest):
    """Starts its generator anew for each call: always the same answer."""

    def answer(self, truth: int) -> int:
        """One response."""
        self.random = random.Random(self.k)
        return super().answer(truth)


class SeededWhenMade(Honest):
    """A generator with a fixed seed: right in one process, but each process gives the same answers."""

    def __init__(self, k: int, x: float) -> None:
        super().__init__(k, x, seed=2)


class Remembers(Honest):
    """Keeps its answer to each truth, as if all respondents with one truth were one person."""

    def __init__(self, k: int, x: float, seed: int | None = None) -> None:
        super().__init__(k, x, seed)
        self.known: dict[int, int] = {}

    def answer(self, truth: int) -> int:
        """One response."""
        if truth not in self.known:
            self.known[truth] = super().answer(truth)
        return self.known[truth]


class TakesTurns(Honest):
    """Each truth is answered in turns: shares are right, but nothing is random. Made for whole x."""

    def __init__(self, k: int, x: float, seed: int | None = None) -> None:
        super().__init__(k, x, seed)
        self.turns = [itertools.cycle([t] * round(x) + [y for y in range(k) if y != t]) for t in range(k)]

    def answer(self, truth: int) -> int:
        """One response."""
        return next(self.turns[truth])


class LiesByTheCount(Honest):
    """A counter of all calls decides whether to lie: shares are right, but responses not independent."""

    def __init__(self, k: int, x: float, seed: int | None = None) -> None:
        super().__init__(k, x, seed)
        self.calls = itertools.count()

    def keeps(self) -> bool:
        """Whether it is the turn of a truthful answer."""
        return next(self.calls) % round(self.x + self.k - 1) < self.x


class ModuloBias(Honest):
    """Draws the lie from three bits modulo k - 1: the first ones are too likely."""

    def lie(self, truth: int) -> int:
        """One of the others."""
        drawn = self.random.getrandbits(3) % (self.k - 1)
        return drawn + (drawn >= truth)


class AnswersFromOutside(Honest):
    """Counts the categories from 1 when it lies, so that k is answered, which is none."""

    def lie(self, truth: int) -> int:
        """One of the others, one too large."""
        return super().lie(truth) + 1


class NotANumber(Honest):
    """Divides zero by zero for one truth in a thousand."""

    def answer(self, truth: int) -> float:
        """One response."""
        return math.nan if self.random.randrange(1000) == 0 else super().answer(truth)
