"""Mechanisms whose true value has real coordinates, such as a weight in [-1, 1]: their privacy over the continuum.

The response probabilities are polynomials in the coordinates. The smallest eps is the supremum over all pairs of
inputs. Since the two inputs of a pair vary independently, it is reached where each probability is largest and
smallest; these extreme inputs are found exactly, as ends of the intervals and zeros of derivatives, and make a finite
design that is as private as the whole mechanism.

A number that is drawn at random can be three different things: drawn anew for each report (`UniformReal` in the
program, integrated out), drawn once and kept for several reports (one `UniformReal`, then the reports, see
`repeated`), or known to the collector (a parameter that is listed as `public`, for which the worst value counts).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from mechanisms.design import Design
from mechanisms.exact.domain import Domain, Parameter
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.exact.signs import possible_signs
from mechanisms.privacy import PrivacyLoss, largest_loss, smallest_epsilon
from mechanisms.protocols.protocol import Protocol, Steps


class ContinuumError(ValueError):
    """The coordinates do not fit the mechanism, or where a probability is extreme is not found exactly."""


@dataclass(frozen=True)
class Input:
    """A true value with exact coordinates, (name, value) pairs; the values may be expressions in the parameters."""

    truth: Hashable
    at: tuple[tuple[str, RationalFunction], ...] = ()

    def __str__(self) -> str:
        return f"{self.truth}" + "".join(f", {name} = {value}" for name, value in self.at)


@dataclass(frozen=True)
class ContinuousMechanism:
    """A mechanism with real coordinates in its input.

    Args:
        design: the law of the response; its domain declares the coordinates, in bounded closed intervals, beside the
            parameters of the mechanism.
        coordinates: truth -> names of the coordinates that such an input has; truths that are left out have none.
        public: parameters that are drawn at random and told to the collector.

    Raises:
        ContinuumError: a coordinate or a public number is not declared on a bounded closed interval.

    """

    design: Design
    coordinates: Mapping[Hashable, tuple[str, ...]]
    public: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        unknown = [truth for truth in self.coordinates if truth not in self.design.truths]
        if unknown:
            raise ContinuumError(f"{unknown[0]!r} is none of the truths {list(self.design.truths)}")
        for name in dict.fromkeys([*(n for names in self.coordinates.values() for n in names), *self.public]):
            self._ends(name)

    # -- extreme inputs --------------------------------------------------------------------------------------------

    def extreme_inputs(self) -> tuple[Input, ...]:
        """Inputs among which each response is most and least probable, for every value of the parameters.

        Raises ContinuumError when a derivative has a zero that is no rational expression in the parameters, or when
        it is not seen whether the zero lies in the interval.
        """
        return self._extreme_inputs(self.design)

    def _extreme_inputs(self, design: Design) -> tuple[Input, ...]:
        found: dict[Input, None] = {}
        for truth, row in zip(design.truths, design.entries, strict=True):
            names = self.coordinates.get(truth, ())
            for entry in row:
                if set(entry.denominator.names) & set(names):
                    raise ContinuumError(f"{entry} is no polynomial in {', '.join(names)}")
                found.update(dict.fromkeys(Input(truth, at) for at in self._extremes(entry, names)))
        return tuple(found)

    def _extremes(
        self, value: RationalFunction, names: tuple[str, ...]
    ) -> Iterator[tuple[tuple[str, RationalFunction], ...]]:
        """Where a polynomial in the named coordinates may be extreme, one coordinate after the other."""
        if not names:
            yield ()
            return
        first, rest = names[0], names[1:]
        for place in self._places(value.numerator, first):
            if set(place.names) & set(rest):
                raise ContinuumError(f"the extreme values of {value} in {first} lie at {place}, not at constants")
            for others in self._extremes(value.substitute({first: place}), rest):
                yield ((first, place), *others)

    def _places(self, polynomial: Polynomial, name: str) -> list[RationalFunction]:
        """The ends of the interval of a coordinate, and the zeros of the derivative inside of it."""
        low, high = self._ends(name)
        places = [RationalFunction.of(low), RationalFunction.of(high)]
        slope = polynomial.derivative(name)
        for factor, _ in slope.factors()[1] if not slope.is_zero() else []:
            if name not in factor.names or 0 not in possible_signs(factor, self.design.domain):
                continue
            by_power = factor.coefficients_in(name)
            if set(by_power) - {0, 1}:
                raise ContinuumError(f"where {factor} = 0 is no rational expression, so {polynomial} is not judged")
            zero = RationalFunction(-by_power.get(0, Polynomial()), by_power[1])
            inside = [_sign(zero - low, self.design.domain), _sign(high - zero, self.design.domain)]
            if any(signs <= {-1, 0} for signs in inside):
                continue
            if not all(signs <= {0, 1} for signs in inside):
                raise ContinuumError(f"whether {name} = {zero} lies between {low} and {high} is not seen")
            places.append(zero)
        return places

    def _ends(self, name: str) -> tuple[Fraction, Fraction]:
        declared: dict[str, Parameter] = {p.name: p for p in self.design.domain.parameters}
        parameter = declared.get(name)
        if parameter is None or parameter.low is None or parameter.high is None:
            raise ContinuumError(f"{name} needs a bounded interval in the domain of the design")
        if parameter.low_open or parameter.high_open:
            raise ContinuumError(f"{name} needs a closed interval, so that a largest probability is reached")
        return parameter.low, parameter.high

    # -- privacy ---------------------------------------------------------------------------------------------------

    def _at_extremes(self, design: Design) -> Design:
        inputs = self._extreme_inputs(design)
        rows = [[e.substitute(dict(i.at)) for e in design.entries[design.row_of(i.truth)]] for i in inputs]
        domain = design.domain.without(*{name for names in self.coordinates.values() for name in names})
        return Design(rows, domain, inputs, design.responses, design.name, assumptions=design.assumptions)

    def smallest_epsilon(self) -> PrivacyLoss:
        """The smallest eps: the supremum over all pairs of inputs, all responses and all public numbers.

        A public number is part of what the collector sees, so pairs of inputs are compared at each of its values. A
        ratio of two functions that are affine in it is monotone, so the ends of its interval decide; ContinuumError
        when a probability is not affine in a public number.
        """
        losses = []
        for ends in product(*(self._ends(name) for name in self.public)):
            at = dict(zip(self.public, ends, strict=True))
            losses.append(smallest_epsilon(self._at_extremes(self._at_public(at))))
        return largest_loss(losses)

    def _at_public(self, at: Mapping[str, Fraction]) -> Design:
        for name in at:
            for row in self.design.entries:
                if any(e.numerator.degree(name) > 1 or name in e.denominator.names for e in row):
                    raise ContinuumError(f"a probability is not affine in the public number {name}")
        return self.design.at(**at) if at else self.design


def _sign(value: RationalFunction, domain: Domain) -> frozenset[int]:
    bottom = possible_signs(value.denominator, domain)
    return frozenset(a * b for a in possible_signs(value.numerator, domain) for b in bottom)


def repeated(program: Any, rounds: int) -> Any:
    """The program of a respondent who makes what `program` asks for once and reports `rounds` times.

    `program(truth, **parameters)` is a generator that returns a function without arguments, each call of which makes
    the steps of one report: what it has drawn before is kept for all of them. The response is the tuple of reports.
    """

    def several(truth: Hashable, **parameters: Any) -> Steps:
        report = yield from program(truth, **parameters)
        reports = []
        for _ in range(rounds):
            reports.append((yield from report()))
        return tuple(reports)

    return several


def continuous(
    protocol: Protocol, coordinates: Mapping[Hashable, tuple[str, ...]], public: tuple[str, ...] = ()
) -> ContinuousMechanism:
    """The continuous mechanism of a protocol, by enumeration."""
    return ContinuousMechanism(protocol.design(), coordinates, public)
