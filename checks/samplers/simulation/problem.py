"""What is simulated: a survey, the shares of the truths, the number of respondents, and what is computed of each run.

Where a design asks two samples, their sizes are taken as given: n times the share of each, which must be integers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Any

from checks.samplers.simulation.errors import SimulationError
from derivations.surveys.estimates import INTERVALS
from derivations.surveys.survey import ZERO, Survey
from mechanisms.design import Design

ESTIMATORS = ("unbiased", "clipped", "likely")
MOST_RESPONDENTS = 10**12
MOST_RUNS = 10**9
MOST_RESPONSES = 5_000
REPLICATIONS = 500  # of the bootstrap, in each run


@dataclass(frozen=True)
class Problem:
    """A survey of `respondents` people whose truths have the shares `prior`, in the order of the design's rows.

    `estimators` are among unbiased, clipped and likely (maximum likelihood); `intervals` among those of
    `derivations.surveys.estimates`, at the confidence `level`. With `one_by_one` each respondent is sampled, with
    exactly the probabilities of the design; else the counts are, as multinomial vectors. Raises SimulationError.
    """

    survey: Survey
    prior: tuple[Fraction, ...]
    respondents: int
    estimators: tuple[str, ...] = ESTIMATORS
    intervals: tuple[str, ...] = ("wald",)
    level: Fraction = Fraction(95, 100)
    one_by_one: bool = False

    def __post_init__(self) -> None:
        truths, responses = self.survey.design.shape
        if any(isinstance(p, float) for p in self.prior):
            raise SimulationError(
                f"the shares of the truths are exact numbers such as Fraction(1, 4), not {self.prior}"
            )
        if len(self.prior) != truths or any(p < 0 for p in self.prior) or sum(self.prior, ZERO) != 1:
            raise SimulationError(f"the shares of the {truths} truths must be numbers >= 0 that sum to 1")
        if not 1 <= self.respondents <= MOST_RESPONDENTS:
            raise SimulationError(f"there must be 1 to {MOST_RESPONDENTS} respondents, not {self.respondents}")
        if responses > MOST_RESPONSES:
            raise SimulationError(f"the design has {responses} responses; at most {MOST_RESPONSES} are simulated")
        if not 0 < self.level < 1:
            raise SimulationError(f"the confidence must lie between 0 and 1, not {self.level}")
        _check_names(self.estimators, ESTIMATORS, "estimator")
        _check_names(self.intervals, INTERVALS, "interval")
        if "exact" in self.intervals and self.survey.design.shape != (2, 2):
            raise SimulationError("the exact interval is for designs with two truths and two responses")
        if "wald" in self.intervals and min(self.sizes) < 2:
            raise SimulationError("a Wald interval needs at least two respondents in each sample; leave it out")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What is estimated."""
        return tuple(self.survey.estimands)

    @cached_property
    def shares(self) -> tuple[Fraction, ...]:
        """The true value of what is estimated."""
        return tuple(
            sum((p for p, i in zip(self.prior, self.survey.indicator(name), strict=True) if i), ZERO)
            for name in self.names
        )

    @cached_property
    def weights(self) -> tuple[tuple[Fraction, ...], ...]:
        """The weights of the responses, a row for each share."""
        return tuple(map(self.survey.weights, self.names))

    @cached_property
    def law(self) -> tuple[Fraction, ...]:
        """The probability of each response, that of its sample included."""
        rows = self.survey.rows
        return tuple(
            sum((p * row[y] for p, row in zip(self.prior, rows, strict=True)), ZERO) for y in range(len(rows[0]))
        )

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many respondents each sample has. Raises SimulationError where that is no integer > 0."""
        found = []
        for sample in self.survey.samples:
            size = self.respondents * sum((self.law[y] for y in sample), ZERO)
            if size.denominator != 1 or not size:
                raise SimulationError(
                    f"a sample would have {size} of the {self.respondents} respondents; "
                    "take a number of respondents that the shares of the samples divide"
                )
            found.append(int(size))
        return tuple(found)

    @cached_property
    def sample_laws(self) -> tuple[tuple[Fraction, ...], ...]:
        """The probabilities of the responses within each sample, a row each."""
        return tuple(
            tuple(self.law[y] * self.respondents / size for y in sample)
            for sample, size in zip(self.survey.samples, self.sizes, strict=True)
        )

    @cached_property
    def sample_designs(self) -> tuple[Design, ...]:
        """How the respondents of each sample answer."""
        shares = [Fraction(size, self.respondents) for size in self.sizes]
        return tuple(
            Design([[row[y] / share for y in sample] for row in self.survey.rows])
            for sample, share in zip(self.survey.samples, shares, strict=True)
        )

    @cached_property
    def denominator(self) -> int:
        """A common denominator of all weights."""
        return lcm(*(w.denominator for weights in self.weights for w in weights))

    @cached_property
    def integer_weights(self) -> tuple[tuple[int, ...], ...]:
        """The weights times their common denominator, a row for each share."""
        return tuple(tuple(int(w * self.denominator) for w in weights) for weights in self.weights)

    @cached_property
    def centred_weights(self) -> tuple[tuple[tuple[float, ...], ...], ...]:
        """For each sample and each share the weights of its responses, less their mean."""
        found = []
        for sample, law in zip(self.survey.samples, self.sample_laws, strict=True):
            rows = [[weights[y] for y in sample] for weights in self.weights]
            means = [sum((w * p for w, p in zip(row, law, strict=True)), ZERO) for row in rows]
            found.append(tuple(tuple(float(w - m) for w in row) for row, m in zip(rows, means, strict=True)))
        return tuple(found)

    @cached_property
    def centre(self) -> tuple[int, ...]:
        """The expected counts, rounded: sums are kept of what the counts differ from them by."""
        return tuple(round(self.respondents * p) for p in self.law)

    # -- as plain data, for other processes ------------------------------------------------------------------------

    @cached_property
    def text(self) -> str:
        """All of it as JSON: two problems are the same if their texts are."""
        samples = self.survey.samples
        truths = list(self.survey.design.truths)
        return json.dumps(
            {
                "rows": [[str(p) for p in row] for row in self.survey.rows],
                "samples": [list(sample) for sample in samples],
                "estimands": {
                    name: sorted(truths.index(t) for t in part) for name, part in self.survey.estimands.items()
                },
                "prior": [str(p) for p in self.prior],
                "respondents": self.respondents,
                "estimators": list(self.estimators),
                "intervals": list(self.intervals),
                "level": str(self.level),
                "one_by_one": self.one_by_one,
            }
        )

    @cached_property
    def words(self) -> tuple[int, ...]:
        """128 bits that tell what is sampled from everything else; they seed its random numbers.

        The estimators and intervals are left out, so that each sees the same runs.
        """
        data: dict[str, Any] = json.loads(self.text)
        sampled = {key: data[key] for key in ("rows", "samples", "prior", "respondents", "one_by_one")}
        digest = hashlib.sha256(json.dumps(sampled).encode()).digest()
        return tuple(int.from_bytes(digest[i : i + 4], "big") for i in range(0, 16, 4))


def _check_names(names: Sequence[str], known: Sequence[str], what: str) -> None:
    for name in names:
        if name not in known:
            raise SimulationError(f"{name!r} is no {what}; there are {', '.join(known)}")
    if len(set(names)) != len(names):
        raise SimulationError(f"an {what} is named twice: {', '.join(names)}")


@lru_cache(maxsize=64)
def problem_from(text: str) -> Problem:
    """The problem whose `text` this is; one process keeps the latest of them, with all that was derived."""
    data: Mapping[str, Any] = json.loads(text)
    rows = [[Fraction(p) for p in row] for row in data["rows"]]
    samples = data["samples"]
    responses: list[Any] = list(range(len(rows[0])))
    if len(samples) > 1:
        for number, sample in enumerate(samples, 1):
            for place, y in enumerate(sample):
                responses[y] = (number, place)
    design = Design(rows, responses=responses)
    survey = Survey(design, {name: frozenset(part) for name, part in data["estimands"].items()})
    return Problem(
        survey,
        tuple(Fraction(p) for p in data["prior"]),
        data["respondents"],
        tuple(data["estimators"]),
        tuple(data["intervals"]),
        Fraction(data["level"]),
        data["one_by_one"],
    )
