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
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, Any

from mechanisms.design import Design
from mechanisms.exact.domain import Domain, Parameter
from mechanisms.exact.entries import EntryError, exact_number
from mechanisms.exact.formula import Condition
from mechanisms.exact.html_tables import paragraph
from mechanisms.exact.integration import IntegrationError, uniform_mean
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.primitives import Choice, Coin, Deck, Draw, Primitive, PrimitiveError, Uniform, UniformReal
from mechanisms.protocols.protocol_steps import printed_steps, protocol_tree
from mechanisms.protocols.protocol_weights import REMEMBERED, ProtocolError, Weights, Written, as_written

if TYPE_CHECKING:
    import numpy as np

    from mechanisms.protocols.protocol_steps import Node

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
    "protocol",
]

MAXIMAL_PATHS = 200_000
REAL_CELLS = 2**64  # of equal length, from which a uniform real number is sampled
Steps = Generator[Primitive, Any, Any]
Program = Callable[..., Any]


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
        if domain is not None and not isinstance(domain, Domain):
            raise ProtocolError(
                f"protocol {name}: a domain is needed, as in Domain.of(within('p', 0, 1)), not {domain!r}"
            )
        self.domain = domain if domain is not None else Domain()
        self.decks = dict(decks or {})
        self.responses = None if responses is None else tuple(responses)
        self.maximal_paths = maximal_paths
        self.weights = Weights(f"protocol {name}", self.domain)
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

    def at(self, values: Mapping[str, RationalFunction], constants: Domain | None = None) -> Protocol:
        """The protocol at these values of its parameters; `constants` declares what stands for numbers such as e.

        Raises DomainError for rational values outside of the domain.
        """
        self.domain.at({name: exact for name, value in values.items() if (exact := _rational(value)) is not None})
        known = constants if constants is not None else Domain()
        left = self.domain.without(*values)
        exponentials = tuple((eps, x) for eps, x in left.exponentials if x not in values)
        domain = replace(left, exponentials=exponentials).joined(known)

        def program(truth: Hashable, **given: Any) -> Any:
            return self.program(truth, **{k: v for k, v in given.items() if k not in known.names}, **values)

        return Protocol(
            self.name, program, self.truths, domain,
            decks=self.decks, responses=self.responses, maximal_paths=self.maximal_paths,
        )  # fmt: skip

    # -- exact enumeration -----------------------------------------------------------------------------------------

    def design(self) -> Design:
        """The design matrix of one respondent who follows the protocol, with full decks.

        Raises ProtocolError where the program returns what is none of its responses.
        """
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
                name = self.name_of_draw(len(drawn))
                drawn[name] = primitive
                return RationalFunction(Polynomial.variable(name))
            outcomes = self.weights.outcomes(primitive, assumptions, drawn)
            index = chosen[len(widths)] if len(widths) < len(chosen) else 0
            if index >= len(outcomes):
                raise ProtocolError(f"protocol {self.name}: the program is not a function of truth and outcomes alone")
            widths.append(len(outcomes))
            value, weight = outcomes[index]
            probability = probability * weight
            return value

        result = self.follow(truths, parameters, decide)
        return _Path(result, self._integrated(result, probability, drawn), tuple(widths))

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

    # -- running ---------------------------------------------------------------------------------------------------

    def sample(self, truths: Sequence[Hashable], rng: np.random.Generator, **parameters: Any) -> list[Hashable]:
        """Responses of respondents with the given true values, by running the program for each of them.

        Every parameter of the domain gets an exact rational value inside its domain. Each outcome is drawn with
        exactly its probability. For large arrays and a design at hand, `mechanisms.protocols.sampling.sample` is
        faster.
        """
        self._check_truths(truths)
        values = self._exact_parameters(parameters)
        urns: dict[Written, list[int]] = {}

        def decide(primitive: Primitive) -> Hashable:
            if isinstance(primitive, UniformReal):
                cell = Fraction(2 * _uniform_below(REAL_CELLS, rng) + 1, 2 * REAL_CELLS)
                return primitive.low + (primitive.high - primitive.low) * cell
            listed = primitive.outcomes()
            key = as_written(listed)
            if key not in urns:
                if len(urns) >= REMEMBERED:
                    urns.clear()
                urns[key] = _urn(self.weights.numbers(primitive.description, listed))
            return listed[bisect_right(urns[key], _uniform_below(urns[key][-1], rng))][0]

        return list(self.follow(tuple(truths), values, decide))

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

    def follow(
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

    def name_of_draw(self, position: int) -> str:
        """A name for a real number that is drawn, which no parameter has."""
        name = f"drawn_{position + 1}"
        while name in self.domain.names:
            name += "_"
        return name

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
        return printed_steps(self)

    def tree(self) -> Node:
        """What a respondent does, as a tree; `checks.show.plots.protocol_tree.protocol_tree` draws it."""
        return protocol_tree(self)

    def __repr__(self) -> str:
        asks = f", {self.domain}" if self.domain.parameters else ""
        return f"Protocol {self.name}: {len(self.truths)} truths{asks}"

    def _repr_html_(self) -> str:
        return "".join(map(paragraph, self.steps().split("\n")))


def protocol(
    truths: Sequence[Hashable],
    *parameters: Parameter,
    responses: Sequence[Hashable] | None = None,
    exponentials: Mapping[str, str] | None = None,
    decks: Mapping[str, Deck] | None = None,
) -> Callable[[Program], Protocol]:
    """Turn a function that says what a respondent does into a `Protocol`, as a decorator::

        @protocol(["no", "yes"], within("p", 0, 1))
        def forced_yes(truth, p):
            if (yield Coin(p, "Throw the die: does it say to be honest?")):
                return truth
            return "yes"

    Args:
        truths: the true values.
        parameters: of the program, with their ranges.
        responses: order of the responses in the design; in order of appearance if left out.
        exponentials: which parameter stands for which exponential, {"eps": "x"} for x = e^eps.
        decks: decks that the respondents share.

    The protocol is named as the function, with hyphens. Raises ProtocolError and DomainError.

    """
    for parameter in parameters:
        if not isinstance(parameter, Parameter):
            raise ProtocolError(f"{parameter!r} is no parameter; declare one as in within('p', 0, 1) or above('x', 1)")
    domain = Domain.of(*parameters, exponentials=exponentials)

    def made(program: Program) -> Protocol:
        return Protocol(program.__name__.replace("_", "-"), program, truths, domain, decks=decks, responses=responses)

    return made


def _rational(value: RationalFunction) -> Fraction | None:
    return None if value.names else value.constant_value()


def _mentions(response: Hashable, drawn: Mapping[str, UniformReal]) -> bool:
    """Whether a response is, or has inside, an expression in the real numbers that were drawn."""
    if isinstance(response, RationalFunction):
        return bool(set(response.names) & set(drawn))
    return isinstance(response, tuple) and any(_mentions(part, drawn) for part in response)


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
