"""Surveys by a mechanism whose answers are numbers, run many times over, against theory.

Respondents draw their truths from a law on the interval of the mechanism, and answer; the mean truth is estimated by
the unbiased linear function of the average answer. Bias and mean squared error are judged by bounds of Chernoff from
the law of an answer, in a rule of Gauss. Noise with exponential tails has no exponential moment of its square: it is
cut where one of all draws lies beyond with probability CUT times the false-alarm probability, which is added to each
bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.inputs.numeric_design import NumericDesign
from checks.samplers.simulation.comparisons import Comparison, of_square
from checks.samplers.simulation.errors import SimulationError
from checks.samplers.simulation.simulation import FALSE_ALARM, Compared, Progress, Stopped, check_runs
from checks.samplers.simulation.tails import SumOfParts, two_sided

Floats = NDArray[np.float64]
MOST_RESPONDENTS = 10**6
ANSWERS = 2**20  # drawn at a time, of whole surveys
UNIFORM = "uniform"
NODES = 16  # of Gauss's rule for uniform truths
CUT = 1e-3
ESTIMAND = "mean"


@dataclass(frozen=True)
class TruthLaw:
    """The law of the truths: finitely many, with their shares; or uniform on the interval, where there are none."""

    interval: tuple[Fraction, Fraction]
    shares: tuple[tuple[Fraction, Fraction], ...] = ()

    @cached_property
    def rule(self) -> tuple[Floats, Floats]:
        """Truths with shares, by which polynomials of low degree have the right means."""
        if self.shares:
            values, shares = zip(*self.shares, strict=True)
            return np.array(values, dtype=np.float64), np.array(shares, dtype=np.float64)
        nodes, weights = np.polynomial.legendre.leggauss(NODES)
        low, high = map(float, self.interval)
        return low + (high - low) / 2 * (nodes + 1), weights / 2

    @property
    def mean(self) -> Fraction:
        """The mean truth."""
        if not self.shares:
            return sum(self.interval, Fraction(0)) / 2
        return sum((t * share for t, share in self.shares), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of a truth."""
        if not self.shares:
            low, high = self.interval
            return (high - low) ** 2 / 12
        return sum((t**2 * share for t, share in self.shares), Fraction(0)) - self.mean**2

    def sample(self, size: int, rng: np.random.Generator) -> Floats:
        """So many truths."""
        if not self.shares:
            low, high = map(float, self.interval)
            return np.asarray(low + (high - low) * rng.random(size))
        values, shares = self.rule
        return np.asarray(values[np.searchsorted(np.cumsum(shares)[:-1], rng.random(size), side="right")])

    def __str__(self) -> str:
        return ",".join(f"{t}={share}" for t, share in self.shares) or UNIFORM


def read_truths(text: str, design: NumericDesign) -> TruthLaw:
    """The law of a text such as uniform, or -1=1/4,1/2=3/4. Raises SimulationError."""
    low, high = design.interval
    if text.strip() == UNIFORM:
        if not design.named.of_integers:
            return TruthLaw(design.interval)
        count = int(high - low) + 1
        return TruthLaw(design.interval, tuple((low + i, Fraction(1, count)) for i in range(count)))
    shares: dict[Fraction, Fraction] = {}
    for part in text.split(","):
        value, _, share = part.partition("=")
        try:
            t, p = Fraction(value.strip()), Fraction(share.strip())
        except (ValueError, ZeroDivisionError) as error:
            raise SimulationError(f"--pi: {part.strip()!r} is no truth with its share, such as 1/2=3/4") from error
        if not design.has_truth(t):
            kind = "integers" if design.named.of_integers else "numbers"
            raise SimulationError(f"--pi: truths of {design.argument} are {kind} from {low} to {high}, not {t}")
        if t in shares or p < 0:
            raise SimulationError(f"--pi: the truth {t} has one share, which is not negative")
        shares[t] = p
    if sum(shares.values()) != 1:
        raise SimulationError(f"--pi: the shares sum to {sum(shares.values())}, not to 1")
    return TruthLaw(design.interval, tuple(shares.items()))


@dataclass
class Sums:
    """Sums over the runs: of the error of the estimate, its square, the intervals that cover, and their lengths."""

    runs: int = 0
    errors: float = 0.0
    squares: float = 0.0
    covers: int = 0
    lengths: float = 0.0


@dataclass(frozen=True)
class NumericSimulation(Compared):
    """What so many surveys gave, beside what theory says of them.

    Attributes:
        design: the mechanism.
        truths: the law of the truths.
        respondents: of each survey.
        runs: how many surveys were wanted.
        seed: of the random numbers.
        level: the confidence of Wald's intervals.
        sums: over the runs.
        false_alarm: the probability, at most, that they disagree if the theory holds.

    """

    design: NumericDesign
    truths: TruthLaw
    respondents: int
    runs: int
    seed: int
    level: Fraction
    sums: Sums = field(repr=False)
    false_alarm: float = FALSE_ALARM

    @property
    def done(self) -> int:
        """How many runs there were."""
        return self.sums.runs

    @cached_property
    def variance(self) -> float:
        """Of the estimate, by the formula of the mechanism."""
        values, shares = self.truths.rule
        within = float(shares @ self.design.variance.rounded(values))
        return (within / float(self.design.line[1]) ** 2 + float(self.truths.variance)) / self.respondents

    @cached_property
    def law(self) -> SumOfParts:
        """The law of the error of the estimate, noise being cut."""
        a, b = map(float, self.design.line)
        values, chances = [], []
        for truth, share in zip(*self.truths.rule, strict=True):
            z, p = self.design.rule(float(truth), self._reach)
            values.append((z - a) / b - float(self.truths.mean))
            chances.append(share * p)
        return SumOfParts([(self.respondents, np.concatenate(values), np.concatenate(chances))], self.respondents)

    @property
    def _reach(self) -> float:
        return log(self.respondents * self.runs / (CUT * self.false_alarm))

    @property
    def _beyond(self) -> float:
        """The probability that some draw of the noise is cut."""
        drawn = self.respondents * self.runs * exp(-self._reach)
        return drawn if self.design.mechanism.declared.noise is not None else 0.0

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Of the mean, and of Wald's interval, whose coverage has no theory."""
        return tuple(self._compared())

    def _compared(self) -> Iterator[Comparison]:
        runs, sums, law = self.done, self.sums, self.law
        bias, square, exact = sums.errors / runs, sums.squares / runs, self.variance
        error = sqrt(max(law.fourth_moment - law.variance**2, 0.0) / runs)
        bound = two_sided(law.log_mean, 0.0, law.variance, bias, runs) + self._beyond
        yield Comparison(ESTIMAND, "unbiased", "bias", 0.0, bias, sqrt(exact / runs), min(1.0, bound))
        yield Comparison(ESTIMAND, "unbiased", "variance", exact, square - bias**2, error, None)
        bound = of_square(law, exact, square, runs) + self._beyond
        yield Comparison(ESTIMAND, "unbiased", "mean squared error", exact, square, error, min(1.0, bound))
        share = sums.covers / runs
        yield Comparison(ESTIMAND, "wald", "coverage", None, share, sqrt(share * (1 - share) / runs), None)
        yield Comparison(ESTIMAND, "wald", "length", None, sums.lengths / runs, None, None)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "design": self.design.argument,
            "respondents": self.respondents,
            "truths": str(self.truths),
            "runs": self.done,
            "seed": self.seed,
            "level": str(self.level),
            **self.compared_json(),
        }

    def _title(self) -> str:
        return f"{self.done} surveys of {self.respondents} respondents, seed {self.seed}"


def simulate_numeric(
    design: NumericDesign,
    truths: TruthLaw,
    respondents: int,
    runs: int,
    *,
    seed: int = 0,
    level: Fraction = Fraction(95, 100),
    false_alarm: float = FALSE_ALARM,
    progress: Progress | None = None,
) -> NumericSimulation:
    """Run a survey of numbers many times and compare bias, variance and mean squared error with theory.

    The numbers are a function of the seed. Raises SimulationError, DesignArgumentError where no estimate is unbiased,
    and Stopped on Ctrl-C.
    """
    check_runs(runs, seed)
    if not 2 <= respondents <= MOST_RESPONDENTS:
        raise SimulationError(f"there must be 2 to {MOST_RESPONDENTS} respondents, not {respondents}")
    if not 0 < false_alarm < 1:
        raise SimulationError(f"the false-alarm probability must lie between 0 and 1, not {false_alarm}")
    a, b = map(float, design.line)
    normal, mean = NormalDist().inv_cdf((1 + float(level)) / 2), float(truths.mean)
    sums = Sums()
    found = NumericSimulation(design, truths, respondents, runs, seed, level, sums, false_alarm)
    together = max(1, ANSWERS // respondents)
    try:
        for chunk, start in enumerate(range(0, runs, together)):
            here = min(together, runs - start)
            rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(chunk,))))
            answers = design.sample(truths.sample(here * respondents, rng), rng).reshape(here, respondents)
            errors = (answers.mean(axis=1) - a) / b - mean
            reach = normal * np.sqrt(answers.var(axis=1, ddof=1) / respondents) / abs(b)
            sums.runs += here
            sums.errors += float(errors.sum())
            sums.squares += float((errors**2).sum())
            sums.covers += int((np.abs(errors) <= reach).sum())
            sums.lengths += float(2 * reach.sum())
            if progress is not None:
                progress(here)
    except KeyboardInterrupt as stopped:
        raise Stopped(found) from stopped
    return found
