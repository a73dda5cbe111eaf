"""The sampling model: respondents drawn with replacement, each answering alone through the design.

The truth of a respondent follows the prior, the response follows the row of the design that belongs to the truth, and
n respondents are independent; so the counts of the responses follow the multinomial law of n trials.
Source: Nayak, Zhai, section 1, (1.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TypeAlias

import sympy

from derivations.algebra.linear_algebra import Matrix, total
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction, to_rational_function

Value: TypeAlias = RationalFunction | Polynomial | Rational | sympy.Expr
Prior: TypeAlias = Value | Sequence[Value]


class PriorError(ValueError):
    """The prior does not fit the truths of the design."""


class SampleSizeError(ValueError):
    """A number of respondents that is no positive integer, or no symbol."""


class IrrationalDesignError(ValueError):
    """The design holds irrational constants, and elimination over the rational functions would not see their zeros."""


class BinaryDesignNeededError(ValueError):
    """The function is about designs with two truths and two responses."""


class SingularDesignError(ValueError):
    """The rows of the design matrix are linearly dependent: the responses do not determine the prior."""


def rational_function(value: Value, design: Design) -> RationalFunction:
    """A value in normal form, with e^eps written as the variable that the domain of the design declares for it."""
    if isinstance(value, (RationalFunction, Polynomial, int, Fraction)):
        return RationalFunction.of(value)
    return to_rational_function(value, design.domain.exponential_names())


def symbols_of(design: Design) -> dict[str, sympy.Expr]:
    """What to write for the variables of a design: exp(eps) for the variable that stands for it."""
    return design.domain.written_exponentials()


def design_rows(design: Design) -> Matrix:
    """The design matrix as rational functions: a row for each truth, a column for each response.

    Raises IrrationalDesignError for algebraic numbers among the entries.
    """
    if design.generator is not None:
        raise IrrationalDesignError(
            f"the design holds the irrational number {design.generator.expression}; write a parameter in its place, "
            "and put the number into the result"
        )
    return design.entries


def prior_vector(design: Design, prior: Prior) -> tuple[RationalFunction, ...]:
    """The probability of each truth.

    `prior` has one entry a truth, with sum one; for two truths it may be the probability of the second truth alone.
    Raises PriorError.
    """
    count = len(design.truths)
    if not isinstance(prior, Sequence):
        if count != 2:
            raise PriorError(f"the design has {count} truths: the prior needs a list of {count} probabilities")
        second = rational_function(prior, design)
        return 1 - second, second
    vector = tuple(rational_function(value, design) for value in prior)
    if len(vector) != count:
        raise PriorError(f"the prior has {len(vector)} entries, the design has {count} truths; give one entry a truth")
    if total(vector) != RationalFunction.of(1):
        raise PriorError(f"the prior sums to {total(vector)}; it must sum to 1 identically")
    return vector


def response_probabilities(design: Design, prior: Prior) -> tuple[RationalFunction, ...]:
    """P(y) = sum over truths x of prior_x P[x, y], by total probability; one entry a response."""
    truths, rows = prior_vector(design, prior), design_rows(design)
    return tuple(
        total(weight * row[y] for weight, row in zip(truths, rows, strict=True)) for y in range(len(design.responses))
    )


def require_binary(design: Design) -> None:
    """Raise BinaryDesignNeededError unless the design has two truths and two responses."""
    if len(design.truths) != 2 or len(design.responses) != 2:
        raise BinaryDesignNeededError(
            f"this needs a design with 2 truths and 2 responses, not {len(design.truths)} and {len(design.responses)}"
        )


def sample_size(n: int | str | sympy.Symbol) -> Polynomial:
    """The number of respondents: a positive integer, or a name or symbol for any positive integer."""
    if isinstance(n, sympy.Symbol):
        n = n.name
    if isinstance(n, str):
        return Polynomial.variable(n)
    return Polynomial.constant(positive_integer(n))


def positive_integer(n: object) -> int:
    """The number of respondents as an integer >= 1; SampleSizeError for anything else."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise SampleSizeError(f"the number of respondents must be an integer >= 1, not {n!r}")
    return n


@dataclass(frozen=True)
class CountLaw(Shown):
    """The law of the counts of the responses among n respondents: counts (one a response) -> probability."""

    n: int
    probabilities: tuple[RationalFunction, ...]
    law: Mapping[tuple[int, ...], RationalFunction]

    def expectation(self, values: Mapping[tuple[int, ...], RationalFunction]) -> RationalFunction:
        """sum over counts of law * value."""
        return total(probability * values[counts] for counts, probability in self.law.items())


def count_law(design: Design, prior: Prior, n: int) -> CountLaw:
    """The multinomial law of the counts, exactly: n!/(N_0! N_1! ...) prod P(y)^N_y, for every way to sum to n.

    Raises SampleSizeError unless n is an integer >= 1.
    """
    probabilities = response_probabilities(design, prior)
    size = positive_integer(n)
    powers = [_powers(p, size) for p in probabilities]
    law = {}
    for counts in compositions(size, len(probabilities)):
        probability = RationalFunction.of(multinomial_coefficient(counts))
        for table, count in zip(powers, counts, strict=True):
            probability = probability * table[count]
        law[counts] = probability
    return CountLaw(size, probabilities, law)


def _powers(p: RationalFunction, n: int) -> list[RationalFunction]:
    table = [RationalFunction.of(1)]
    for _ in range(n):
        table.append(table[-1] * p)
    return table


def compositions(whole: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `whole` as an ordered sum of `parts` integers >= 0."""
    if parts == 1:
        yield (whole,)
        return
    for first in range(whole + 1):
        for rest in compositions(whole - first, parts - 1):
            yield (first, *rest)


def multinomial_coefficient(counts: Sequence[int]) -> int:
    """(sum of counts)! / product of factorials of the counts."""
    product, seen = 1, 0
    for count in counts:
        seen += count
        product *= comb(seen, count)
    return product
