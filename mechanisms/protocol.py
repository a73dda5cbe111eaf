"""Protocols: a mechanism as a respondent follows it, written once and read three ways.

A program is a Python function of the true value. It yields random devices (`Coin`, `Choice`, `Uniform`, `Deck.draw`),
gets their outcomes back, and returns the response::

    def warner(truth, p):
        if (yield Coin(p, "Spin the spinner: does it point at the question?")):
            return truth
        return 1 - truth

The same function is (a) enumerated over all outcomes with exact, possibly symbolic, probabilities, (b) run with a
random generator, (c) printed as numbered steps.
"""

from __future__ import annotations

import inspect
from bisect import bisect_right
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mechanisms.design import Design
from mechanisms.domain import Domain, within
from mechanisms.entries import EntryError, check_distribution, exact_number, read_entries
from mechanisms.formula import Condition, variables
from mechanisms.integration import IntegrationError, uniform_mean
from mechanisms.polynomial import Polynomial
from mechanisms.primitives import Choice, Coin, Deck, Draw, Primitive, PrimitiveError, Uniform, UniformReal
from mechanisms.rational import RationalFunction

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "Choice",
    "Coin",
    "Deck",
    "Draw",
    "Primitive",
    "PrimitiveError",
    "Protocol",
    "ProtocolError",
    "Steps",
    "Uniform",
    "UniformReal",
]

MAXIMAL_PATHS = 200_000
REMEMBERED = 4096  # lists of weights
REAL_CELLS = 2**64  # of equal length, from which a uniform real number is sampled
Steps = Generator[Primitive, Any, Any]
Program = Callable[..., Any]
_Written = tuple[tuple[tuple[type, Any], ...], tuple[tuple[str, UniformReal], ...]]


class ProtocolError(ValueError):
    """A program does not do what a protocol does, or it has too many paths to be enumerated."""


@dataclass(frozen=True)
class _Path:
    """One run of a program through given outcomes: what it returned, how likely it was, and what it asked for."""

    result: Any
    probability: RationalFunction
    widths: tuple[int, ...]


class Protocol:
    """A mechanism as a probabilistic program.

    Args:
        name: what to call it.
        program: function of the true value and, by keyword, of each parameter of `domain` and each deck of `decks`;
            a generator function that yields primitives, or a plain function if nothing is random. It must be a
            function of its arguments and of the outcomes alone, because it is run again for every path.
        truths: the true values.
        domain: the parameters; the program gets them as exact values that support + - * / and integer powers.
        decks: decks that the respondents share; every enumeration and every sample starts with full ones.
        responses: order of the responses in the design; in order of appearance if left out.

    Raises:
        ProtocolError: the program does not take these arguments, or there is no true value.

    """

    def __init__(
        self,
        name: str,
        program: Program,
        truths: Sequence[Hashable],
        domain: Domain | None = None,
        *,
        decks: Mapping[str, Deck] | None = None,
        responses: Sequence[Hashable] | None = None,
        maximal_paths: int = MAXIMAL_PATHS,
    ) -> None:
        self.name = name
        self.program = program
        self.truths = tuple(truths)
        self.domain = domain if domain is not None else Domain()
        self.decks = dict(decks or {})
        self.responses = None if responses is None else tuple(responses)
        self.maximal_paths = maximal_paths
        # Weights that were checked before.
        self._checked: dict[_Written, tuple[list[RationalFunction], list[Condition]]] = {}
        if not self.truths:
            raise ProtocolError(f"protocol {name}: at least one true value is needed")
        names = [*self.domain.names, *self.decks]
        if len(set(names)) < len(names):
            raise ProtocolError(f"protocol {name}: a deck has the name of a parameter")
        try:
            inspect.signature(program).bind(self.truths[0], **dict.fromkeys(names))
        except TypeError as error:
            raise ProtocolError(
                f"protocol {name}: its program must take the true value and, by keyword, "
                f"{', '.join(names) or 'nothing else'}; {error}"
            ) from error

    # -- exact enumeration -----------------------------------------------------------------------------------------

    def design(self) -> Design:
        """The design matrix of one respondent who follows the protocol, with full decks."""
        assumptions: dict[Condition, None] = {}
        laws = [self._law((truth,), assumptions) for truth in self.truths]
        responses = list(dict.fromkeys(response for law in laws for (response,) in law))
        if self.responses is not None:
            unforeseen = [response for response in responses if response not in self.responses]
            if unforeseen:
                raise ProtocolError(
                    f"protocol {self.name}: the program returned {unforeseen[0]!r}, "
                    f"which is none of its responses {list(self.responses)}"
                )
            responses = list(self.responses)
        rows = [[law.get((response,), RationalFunction.of(0)) for response in responses] for law in laws]
        return Design(rows, self.domain, self.truths, responses, self.name, assumptions=assumptions)

    def joint_law(self, truths: Sequence[Hashable]) -> dict[tuple[Hashable, ...], RationalFunction]:
        """P(responses | truths) of respondents who answer one after the other and share the decks.

        Keys are the vectors of responses that have a probability other than identically zero.
        """
        return self._law(tuple(truths), {})

    def _law(
        self, truths: tuple[Hashable, ...], assumptions: dict[Condition, None]
    ) -> dict[tuple[Hashable, ...], RationalFunction]:
        self._check_truths(truths)
        parameters = {name: RationalFunction(Polynomial.variable(name)) for name in self.domain.names}
        law: dict[tuple[Hashable, ...], RationalFunction] = {}
        for count, path in enumerate(self._paths(truths, parameters, assumptions), start=1):
            if count > self.maximal_paths:
                raise ProtocolError(
                    f"protocol {self.name}: more than {self.maximal_paths} paths for {len(truths)} respondents; "
                    f"ask for fewer respondents, or raise maximal_paths"
                )
            law[path.result] = law.get(path.result, RationalFunction.of(0)) + path.probability
        return law

    def _paths(
        self,
        truths: tuple[Hashable, ...],
        parameters: Mapping[str, RationalFunction],
        assumptions: dict[Condition, None],
    ) -> Iterator[_Path]:
        """All paths, like the positions of a mileage counter: the last outcome changes first."""
        chosen: list[int] = []
        while True:
            path = self._replay(truths, parameters, chosen, assumptions)
            yield path
            chosen = [*chosen, *[0] * (len(path.widths) - len(chosen))]
            while chosen and chosen[-1] + 1 == path.widths[len(chosen) - 1]:
                chosen.pop()
            if not chosen:
                return
            chosen[-1] += 1

    def _replay(
        self,
        truths: tuple[Hashable, ...],
        parameters: Mapping[str, RationalFunction],
        chosen: Sequence[int],
        assumptions: dict[Condition, None],
    ) -> _Path:
        widths: list[int] = []
        drawn: dict[str, UniformReal] = {}
        probability = RationalFunction.of(1)

        def decide(primitive: Primitive) -> Hashable:
            nonlocal probability
            if isinstance(primitive, UniformReal):
                name = self._name_of_draw(len(drawn))
                drawn[name] = primitive
                return RationalFunction(Polynomial.variable(name))
            outcomes = self._exact_outcomes(primitive, assumptions, drawn)
            index = chosen[len(widths)] if len(widths) < len(chosen) else 0
            if index >= len(outcomes):
                raise ProtocolError(f"protocol {self.name}: the program is not a function of truth and outcomes alone")
            widths.append(len(outcomes))
            value, weight = outcomes[index]
            probability = probability * weight
            return value

        result = self._follow(truths, parameters, decide)
        return _Path(result, self._integrated(result, probability, drawn), tuple(widths))

    def _name_of_draw(self, position: int) -> str:
        """A name for a real number that is drawn, which no parameter has."""
        name = f"drawn_{position + 1}"
        while name in self.domain.names:
            name += "_"
        return name

    def _integrated(
        self, result: tuple[Hashable, ...], probability: RationalFunction, drawn: Mapping[str, UniformReal]
    ) -> RationalFunction:
        """The probability of a path with the real numbers that were drawn in it integrated out."""
        for response in result:
            if _mentions(response, drawn):
                raise ProtocolError(
                    f"protocol {self.name}: the program returned {response!r}, which tells a real number that was "
                    f"drawn; make the number a parameter, which the collector then knows"
                )
        for name, draw in drawn.items():
            try:
                probability = uniform_mean(probability, name, draw.low, draw.high)
            except IntegrationError as error:
                raise ProtocolError(f"protocol {self.name}: {error}") from error
        return probability

    def _exact_outcomes(
        self,
        primitive: Primitive,
        assumptions: dict[Condition, None],
        drawn: Mapping[str, UniformReal] = MappingProxyType({}),
    ) -> list[tuple[Hashable, RationalFunction]]:
        """Outcomes with probabilities in normal form, checked; those of probability identically zero left out."""
        listed = primitive.outcomes()
        weights, conditions = self._exact_weights(primitive.description, listed, drawn)
        assumptions.update(dict.fromkeys(conditions))
        return [(value, weight) for (value, _), weight in zip(listed, weights, strict=True) if not weight.is_zero()]

    def _exact_weights(
        self,
        description: str,
        listed: Sequence[tuple[Hashable, Any]],
        drawn: Mapping[str, UniformReal] = MappingProxyType({}),
    ) -> tuple[list[RationalFunction], list[Condition]]:
        """The checked weights, remembered by what the program wrote and by the real numbers in it."""
        key = (_written(listed), tuple(drawn.items()))
        if key not in self._checked:
            domain = self.domain.joined(Domain.of(*(within(n, draw.low, draw.high) for n, draw in drawn.items())))
            if len(self._checked) >= REMEMBERED:  # every real number that is sampled makes new weights
                self._checked.clear()
            self._checked[key] = self._check_weights(description, listed, domain)
        return self._checked[key]

    def _check_weights(
        self, description: str, listed: Sequence[tuple[Hashable, Any]], domain: Domain
    ) -> tuple[list[RationalFunction], list[Condition]]:
        """Normal forms of the probabilities, and what has to be assumed for them to be probabilities."""

        def part(i: int) -> str:
            return f"{description!r}: the probability of {listed[i][0]!r}"

        try:
            weights, generator = read_entries([weight for _, weight in listed], domain, part)
            if generator is not None:
                raise ProtocolError(
                    f"protocol {self.name}: {description!r} has the irrational probability "
                    f"{generator.expression}; make it a parameter and substitute it in the design"
                )
            whole = f"{description!r}: the list of probabilities"
            conditions = check_distribution(weights, domain, None, whole, part)
        except EntryError as error:
            raise ProtocolError(f"protocol {self.name}: {error}") from error
        if any(not variables(condition) <= set(self.domain.names) for condition in conditions):
            raise ProtocolError(
                f"protocol {self.name}: {description!r}: it is not seen that these are probabilities, whatever number "
                f"was drawn before"
            )
        return weights, conditions

    # -- running ---------------------------------------------------------------------------------------------------

    def sample(self, truths: Sequence[Hashable], rng: np.random.Generator, **parameters: Any) -> list[Hashable]:
        """Responses of respondents with the given true values, by running the program for each of them.

        Every parameter of the domain gets an exact rational value inside its domain. Each outcome is drawn with
        exactly its probability. For large arrays and a design at hand, `mechanisms.sampling.sample` is faster.
        """
        self._check_truths(truths)
        values = self._exact_parameters(parameters)
        urns: dict[tuple[tuple[type, Any], ...], list[int]] = {}

        def decide(primitive: Primitive) -> Hashable:
            if isinstance(primitive, UniformReal):
                cell = Fraction(2 * _uniform_below(REAL_CELLS, rng) + 1, 2 * REAL_CELLS)
                return primitive.low + (primitive.high - primitive.low) * cell
            listed = primitive.outcomes()
            key = _written(listed)
            if key not in urns:
                if len(urns) >= REMEMBERED:
                    urns.clear()
                urns[key] = _urn(self._numeric_weights(primitive.description, listed))
            return listed[bisect_right(urns[key], _uniform_below(urns[key][-1], rng))][0]

        return list(self._follow(tuple(truths), values, decide))

    def _numeric_weights(self, description: str, listed: Sequence[tuple[Hashable, Any]]) -> list[Fraction]:
        """The weights as fractions; what plain arithmetic does not accept goes through the full check."""
        numbers = [Fraction(weight) for _, weight in listed if type(weight) in (int, Fraction)]
        if len(numbers) == len(listed) and sum(numbers) == 1 and min(numbers) >= 0:
            return numbers
        return [weight.evaluate({}) for weight in self._exact_weights(description, listed)[0]]

    def _exact_parameters(self, parameters: Mapping[str, Any]) -> dict[str, Fraction]:
        missing = [name for name in self.domain.names if name not in parameters]
        unknown = [name for name in parameters if name not in self.domain.names]
        if missing or unknown:
            raise ProtocolError(
                f"protocol {self.name}: exact values are needed for exactly the parameters "
                f"{list(self.domain.names)}; missing {missing}, unknown {unknown}"
            )
        try:
            values = {name: exact_number(value, f"the value of {name}") for name, value in parameters.items()}
        except EntryError as error:
            raise ProtocolError(f"protocol {self.name}: {error}") from error
        self.domain.at(values)
        return values

    def _follow(
        self, truths: Sequence[Hashable], parameters: Mapping[str, Any], decide: Callable[[Primitive], Hashable]
    ) -> tuple[Hashable, ...]:
        """Let the respondents follow the program one after the other, with `decide` for the random devices."""
        decks = {name: deck.fresh() for name, deck in self.decks.items()}
        return tuple(self._respond(self.program(truth, **parameters, **decks), decide) for truth in truths)

    def _respond(self, run: Any, decide: Callable[[Primitive], Hashable]) -> Hashable:
        if not isinstance(run, Generator):
            return self._response(run)
        value: Hashable = None
        try:
            while True:
                primitive = run.send(value)
                if not isinstance(primitive, Primitive):
                    raise ProtocolError(
                        f"protocol {self.name}: the program yielded {primitive!r}, which is no primitive"
                    )
                value = decide(primitive)
                primitive.take(value)
        except StopIteration as stop:
            return self._response(stop.value)

    def _response(self, value: Any) -> Hashable:
        if not isinstance(value, Hashable) or value is None:
            raise ProtocolError(f"protocol {self.name}: the program returned {value!r}, which cannot be a response")
        return value

    def _check_truths(self, truths: Sequence[Hashable]) -> None:
        for i, truth in enumerate(truths):
            if truth not in self.truths:
                raise ProtocolError(
                    f"protocol {self.name}: respondent {i} has the true value {truth!r}, "
                    f"which is none of {list(self.truths)}"
                )

    # -- printing --------------------------------------------------------------------------------------------------

    def steps(self) -> str:
        """The protocol as numbered instructions, for a respondent who knows their true value."""
        lines: list[str] = [self.name]
        lines += [f"Shared: {name} = {deck}." for name, deck in self.decks.items()]
        first = self._print_from([], self.truths, lines)
        if first != "go to step 1":
            lines.append(f"1. {first}.")
        return "\n".join(lines)

    def _print_from(self, chosen: list[int], truths: tuple[Hashable, ...], lines: list[str]) -> str:
        """Print what comes after the outcomes `chosen`; returns how an instruction before refers to it."""
        reached = {truth: self._event_after(chosen, truth) for truth in truths}
        events = {truth: event for truth, (event, _) in reached.items()}
        if all(not isinstance(event, Primitive) for event in events.values()):
            return _answer(events)
        number = sum(line[0].isdigit() for line in lines) + 1
        first = events[truths[0]]
        shown = {truth: _shown(event) for truth, event in events.items()}
        if len(set(shown.values())) > 1:
            # Respondents with different true values do different things here.
            lines.append(f"{number}. Depending on your true value:")
            here = len(lines) - 1
            groups: dict[str, list[Hashable]] = {}
            for truth in truths:
                groups.setdefault(shown[truth], []).append(truth)
            parts = [
                f"{' or '.join(map(str, group))}: {self._print_from(chosen, tuple(group), lines)}"
                for group in groups.values()
            ]
            lines[here] += " " + "; ".join(parts) + "."
            return f"go to step {number}"
        assert isinstance(first, Primitive)
        lines.append(f"{number}. {first.description}")
        here = len(lines) - 1
        if isinstance(first, UniformReal):
            lines[here] = f"{number}. {_shown(first)}, and keep it: {self._print_from([*chosen, 0], truths, lines)}."
            return f"go to step {number}"
        parts = []
        for i, (value, probability) in enumerate(self._exact_outcomes(first, {}, reached[truths[0]][1])):
            what = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
            then = self._print_from([*chosen, i], truths, lines)
            parts.append(f"{what} (probability {probability.to_sympy()}): {then}")
        lines[here] += " " + "; ".join(parts) + "."
        return f"go to step {number}"

    def _event_after(self, chosen: list[int], truth: Hashable) -> tuple[Any, dict[str, UniformReal]]:
        """The primitive, or the response, that comes after the given outcomes; and the real numbers drawn before."""
        position = 0
        drawn: dict[str, UniformReal] = {}

        def decide(primitive: Primitive) -> Hashable:
            nonlocal position
            if position == len(chosen):
                raise _Reached(primitive)
            position += 1
            if isinstance(primitive, UniformReal):
                name = self._name_of_draw(len(drawn))
                drawn[name] = primitive
                return RationalFunction(Polynomial.variable(name))
            return self._exact_outcomes(primitive, {}, drawn)[chosen[position - 1]][0]

        parameters = {name: RationalFunction(Polynomial.variable(name)) for name in self.domain.names}
        try:
            return self._follow((truth,), parameters, decide)[0], drawn
        except _Reached as reached:
            return reached.primitive, drawn


class _Reached(Exception):
    """Carries the primitive at which a replay was to stop."""

    def __init__(self, primitive: Primitive) -> None:
        self.primitive = primitive


def _mentions(response: Hashable, drawn: Mapping[str, UniformReal]) -> bool:
    """Whether a response is, or has inside, an expression in the real numbers that were drawn."""
    if isinstance(response, RationalFunction):
        return bool(set(response.names) & set(drawn))
    return isinstance(response, tuple) and any(_mentions(part, drawn) for part in response)


def _shown(event: Any) -> str:
    if not isinstance(event, Primitive):
        return "answer"
    if isinstance(event, UniformReal):
        return f"{event.description} [{event.low}, {event.high}]"
    return f"{event.description} {[(value, str(weight)) for value, weight in event.outcomes()]}"


def _answer(responses: Mapping[Hashable, Any]) -> str:
    if all(truth == response for truth, response in responses.items()) and len(responses) > 1:
        return "answer truthfully"
    if len(set(responses.values())) == 1:
        return f"answer {next(iter(responses.values()))}"
    return "answer " + ", ".join(f"{response} if the truth is {truth}" for truth, response in responses.items())


def _written(listed: Sequence[tuple[Hashable, Any]]) -> tuple[tuple[type, Any], ...]:
    """What the program wrote as weights, with types, because the float 1.0 equals the integer 1."""
    return tuple((type(weight), weight) for _, weight in listed)


def _urn(weights: Sequence[Fraction]) -> list[int]:
    """Cumulative numbers of balls in an urn with one ball for each unit of the common denominator."""
    balls = lcm(*(weight.denominator for weight in weights))
    return list(accumulate(int(weight * balls) for weight in weights))


def _uniform_below(bound: int, rng: np.random.Generator) -> int:
    """A uniform integer in [0, bound), of any size."""
    if bound <= 2**63:
        return int(rng.integers(bound))
    size = bound.bit_length()
    while True:
        drawn = int.from_bytes(rng.bytes((size + 7) // 8), "little") % (1 << size)
        if drawn < bound:
            return drawn
