"""The probabilities that a program gives to the outcomes of its random devices, checked and in normal form."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from mechanisms.exact.domain import Domain, within
from mechanisms.exact.entries import EntryError, check_distribution, read_entries
from mechanisms.exact.formula import Condition, variables
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.primitives import Primitive, UniformReal

REMEMBERED = 4096  # lists of weights
Written = tuple[tuple[Any, ...], ...]


class ProtocolError(ValueError):
    """A program does not do what a protocol does, or it has too many paths to be enumerated."""


class Weights:
    """What the programs of a protocol wrote as weights: each list is checked once, then remembered.

    Args:
        title: the protocol, as errors name it.
        domain: its parameters.

    """

    def __init__(self, title: str, domain: Domain) -> None:
        self._title = title
        self._domain = domain
        self._known: dict[
            tuple[Written, tuple[tuple[str, UniformReal], ...]], tuple[list[RationalFunction], list[Condition]]
        ] = {}

    def outcomes(
        self,
        primitive: Primitive,
        assumptions: dict[Condition, None],
        drawn: Mapping[str, UniformReal] = MappingProxyType({}),
    ) -> list[tuple[Hashable, RationalFunction]]:
        """Outcomes with probabilities in normal form, checked; those of probability identically zero left out."""
        listed = primitive.outcomes()
        weights, conditions = self.exact(primitive.description, listed, drawn)
        assumptions.update(dict.fromkeys(conditions))
        return [(value, weight) for (value, _), weight in zip(listed, weights, strict=True) if not weight.is_zero()]

    def exact(
        self,
        description: str,
        listed: Sequence[tuple[Hashable, Any]],
        drawn: Mapping[str, UniformReal] = MappingProxyType({}),
    ) -> tuple[list[RationalFunction], list[Condition]]:
        """The checked weights, remembered by what the program wrote and by the real numbers in it."""
        key = (as_written(listed), tuple(drawn.items()))
        if key not in self._known:
            domain = self._domain.joined(Domain.of(*(within(n, draw.low, draw.high) for n, draw in drawn.items())))
            if len(self._known) >= REMEMBERED:  # every real number that is sampled makes new weights
                self._known.clear()
            self._known[key] = self._check(description, listed, domain)
        return self._known[key]

    def _check(
        self, description: str, listed: Sequence[tuple[Hashable, Any]], domain: Domain
    ) -> tuple[list[RationalFunction], list[Condition]]:
        """Normal forms of the probabilities, and what has to be assumed for them to be probabilities."""

        def part(i: int) -> str:
            return f"{description!r}: the probability of {listed[i][0]!r}"

        try:
            weights, generator = read_entries([weight for _, weight in listed], domain, part)
            if generator is not None:
                raise ProtocolError(
                    f"{self._title}: {description!r} has the irrational probability "
                    f"{generator.expression}; make it a parameter and substitute it in the design"
                )
            whole = f"{description!r}: the list of probabilities"
            conditions = check_distribution(weights, domain, None, whole, part)
        except EntryError as error:
            raise ProtocolError(f"{self._title}: {error}") from error
        if any(not variables(condition) <= set(self._domain.names) for condition in conditions):
            raise ProtocolError(
                f"{self._title}: {description!r}: it is not seen that these are probabilities, whatever number "
                f"was drawn before"
            )
        return weights, conditions

    def numbers(self, description: str, listed: Sequence[tuple[Hashable, Any]]) -> list[Fraction]:
        """The weights as fractions; what plain arithmetic does not accept goes through the full check."""
        numbers = [Fraction(weight) for _, weight in listed if type(weight) in (int, Fraction)]
        if len(numbers) == len(listed) and sum(numbers) == 1 and min(numbers) >= 0:
            return numbers
        return [weight.evaluate({}) for weight in self.exact(description, listed)[0]]


def as_written(listed: Sequence[tuple[Hashable, Any]]) -> Written:
    """What the program wrote as weights, with types, because the float 1.0 equals the integer 1."""
    return tuple(
        (Fraction, weight.numerator, weight.denominator)  # the hash of a fraction is slow
        if type(weight) is Fraction
        else (type(weight), weight)
        for _, weight in listed
    )
