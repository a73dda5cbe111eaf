"""A survey: a design without parameters, what is to be estimated, and how many gave each response.

What is estimated is the share of the truths in a set, such as the carriers of an attribute. A set's share can be
estimated without bias exactly if there are weights of the responses with sum over y of P[x, y] w[y] = 1 for the truths
x in the set and 0 for others; the estimate is then the mean weight of the responses.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from derivations.algebra.rational_systems import fraction_rows, rational_matrix, solution
from mechanisms.catalogue.two_sample_surveys import CHEATER, LIAR
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown

if TYPE_CHECKING:
    from flint import fmpq_mat

ZERO = Fraction(0)
Counts = tuple[int, ...]

# Of mechanisms whose truths are more than an attribute: what is to be estimated, as sets of truths.
_Parts = Mapping[str, set[Hashable]]
_PAIR: _Parts = {"prevalence": {(1, 0), (1, 1)}, "unrelated attribute": {(0, 1), (1, 1)}}
_CHEATERS: _Parts = {"honest yes": {1}, "honest no": {0}, "cheaters": {CHEATER}}
ESTIMANDS: Mapping[str, _Parts] = {
    "unrelated-two-samples": _PAIR,
    "moors": _PAIR,
    "simmons-attribute": _PAIR,
    "cheating-detection": _CHEATERS,
    "symmetric-cheating-detection": _CHEATERS,
    "stochastic-lie-detector": {"prevalence": {1, LIAR}, "liars": {LIAR}},
}


class SurveyError(ValueError):
    """Counts do not fit the design, or something cannot be estimated; the sentence says what."""


@dataclass(frozen=True)
class Survey(Shown):
    """A design without parameters, and the sets of truths whose shares are wanted, by name.

    Where the responses are (number of a sample, answer), the sizes of the samples are taken as given. Raises
    SurveyError for a design that has parameters or is over a number field, and for a set that is empty or has what is
    no truth.
    """

    design: Design
    estimands: Mapping[str, frozenset[Hashable]]

    def __post_init__(self) -> None:
        if self.design.parameters or self.design.generator:
            names = ", ".join(self.design.parameters) or str(self.design.generator)
            raise SurveyError(f"a survey needs a design of rational numbers; this one holds {names}")
        for name, truths in self.estimands.items():
            unknown = truths - set(self.design.truths)
            if unknown or not truths:
                raise SurveyError(f"{name} is to be the share of {sorted(map(str, truths))}, which are no truths")

    @classmethod
    def of(cls, design: Design, key: str = "") -> Survey:
        """The survey by a design; `key` is its name in the catalogue, which may know what is estimated.

        Else the share of the truth 1 where the truths are 0 and 1, the share with the attribute where the truths are
        (attribute, something), and the share of each truth otherwise.
        """
        truths = design.truths
        if key in ESTIMANDS:
            return cls(design, {name: frozenset(part) for name, part in ESTIMANDS[key].items()})
        if set(truths) == {0, 1}:
            return cls(design, {"prevalence": frozenset({1})})
        if all(isinstance(truth, tuple) and len(truth) == 2 and truth[0] in (0, 1) for truth in truths):
            return cls(design, {"prevalence": frozenset(t for t in truths if isinstance(t, tuple) and t[0] == 1)})
        return cls(design, {f"share of {truth}": frozenset({truth}) for truth in truths})

    @cached_property
    def rows(self) -> tuple[tuple[Fraction, ...], ...]:
        """P[x, y] as numbers, a row for each truth."""
        return tuple(tuple(entry.evaluate({}) for entry in row) for row in self.design.entries)

    @cached_property
    def samples(self) -> tuple[tuple[int, ...], ...]:
        """For each sample the columns of its responses; one sample has all."""
        responses = self.design.responses
        if not is_two_sample(self.design):
            return (tuple(range(len(responses))),)
        numbers = dict.fromkeys(response[0] for response in responses if isinstance(response, tuple))
        return tuple(
            tuple(i for i, response in enumerate(responses) if isinstance(response, tuple) and response[0] == number)
            for number in numbers
        )

    def indicator(self, name: str) -> tuple[Fraction, ...]:
        """1 for the truths of the estimand and 0 for others, in the order of the rows. Raises SurveyError."""
        if name not in self.estimands:
            raise SurveyError(f"{name!r} is none of the shares that are estimated, {', '.join(self.estimands)}")
        return tuple(Fraction(truth in self.estimands[name]) for truth in self.design.truths)

    def weights(self, name: str) -> tuple[Fraction, ...]:
        """Of all w with P w = indicator those of least variance when all truths are equally frequent.

        Where there are as many responses as truths there is no choice. Raises SurveyError when the share cannot be
        estimated unbiased.
        """
        return self._solved(name, self._even)

    def weights_of_least_norm(self, name: str) -> tuple[Fraction, ...]:
        """Of all w with P w = indicator those of least sum of squares. Raises SurveyError like `weights`."""
        return self._solved(name, self._plain)

    def _solved(self, name: str, equations: _NormalEquations) -> tuple[Fraction, ...]:
        found = equations.solved(self.indicator(name))
        if found is None:
            raise SurveyError(
                f"{name} cannot be estimated: priors with different {name} give the same law of the responses"
            )
        return found

    @cached_property
    def _even(self) -> _NormalEquations:
        sums = (sum(column, ZERO) for column in zip(*self.rows, strict=True))
        return _NormalEquations(self.rows, tuple(total or Fraction(1) for total in sums))

    @cached_property
    def _plain(self) -> _NormalEquations:
        return _NormalEquations(self.rows, (Fraction(1),) * len(self.rows[0]))

    @cached_property
    def inverse(self) -> tuple[tuple[Fraction, ...], ...] | None:
        """P^-1, by which a law of responses gives one prior, perhaps with negative shares; None if there is none."""
        regular = len(self.rows) == len(self.rows[0]) and self._even.gram_inverse is not None
        return fraction_rows(self._even.matrix.inv()) if regular else None

    def checked(self, counts: Mapping[Hashable, int] | Sequence[int]) -> Counts:
        """Counts in the order of the responses; SurveyError when they do not fit the design."""
        responses = self.design.responses
        if isinstance(counts, Mapping):
            unknown = [response for response in counts if response not in responses]
            if unknown:
                known = ", ".join(map(str, responses))
                raise SurveyError(f"{unknown[0]} is no response of the design; its responses are {known}")
            found = tuple(counts.get(response, 0) for response in responses)
        else:
            found = tuple(counts)
            if len(found) != len(responses):
                raise SurveyError(f"there are {len(found)} counts for {len(responses)} responses")
        for response, count in zip(responses, found, strict=True):
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise SurveyError(f"the count of {response} must be an integer >= 0, not {count!r}")
            if count and not any(row[responses.index(response)] for row in self.rows):
                raise SurveyError(f"the response {response} was given {count} times, but no truth leads to it")
        for number, sample in enumerate(self.samples, 1):
            if not sum(found[i] for i in sample):
                which = f"sample {number}" if len(self.samples) > 1 else "the survey"
                raise SurveyError(f"nobody answered in {which}")
        first, size = self.samples[0], sum(found)
        here, wanted = sum(found[i] for i in first), {sum((row[i] for i in first), ZERO) for row in self.rows}
        if len(self.samples) > 1 and wanted != {Fraction(here, size)}:
            raise SurveyError(
                f"{here} of {size} respondents answered in the first sample, a share of {Fraction(here, size)}, but by "
                f"the design it has {' or '.join(map(str, sorted(wanted)))}; the sizes of samples are taken as given"
            )
        return found


class _NormalEquations:
    """The w of least sum of d_y w_y^2 with P w = wanted: w = D^-1 P' m, where m solves P D^-1 P' m = wanted."""

    def __init__(self, rows: Sequence[Sequence[Fraction]], costs: Sequence[Fraction]) -> None:
        self.matrix: fmpq_mat = rational_matrix(rows)
        cheap = [[p / cost for p, cost in zip(row, costs, strict=True)] for row in rows]
        self._raised: fmpq_mat = rational_matrix(cheap).transpose()
        self._gram: fmpq_mat = self.matrix * self._raised
        regular = self._gram.rank() == self._gram.nrows()
        self.gram_inverse: fmpq_mat | None = self._gram.inv() if regular else None

    def solved(self, wanted: Sequence[Fraction]) -> tuple[Fraction, ...] | None:
        """The w, or None where there is none."""
        if self.gram_inverse is not None:
            multipliers = self.gram_inverse * rational_matrix([[value] for value in wanted])
        else:
            some = solution(fraction_rows(self._gram), wanted)
            if some is None:
                return None
            multipliers = rational_matrix([[value] for value in some])
        return tuple(row[0] for row in fraction_rows(self._raised * multipliers))


def is_two_sample(design: Design) -> bool:
    """Whether each response is (number of a sample, answer), for more samples than one."""
    numbers = {
        response[0] if isinstance(response, tuple) and len(response) == 2 else None for response in design.responses
    }
    return None not in numbers and numbers == {1, 2}
