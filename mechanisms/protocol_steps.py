"""A protocol in print: the numbered instructions that a respondent follows."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from mechanisms.polynomial import Polynomial
from mechanisms.primitives import Primitive, UniformReal
from mechanisms.rational import RationalFunction

if TYPE_CHECKING:
    from mechanisms.protocol import Protocol


def printed_steps(protocol: Protocol) -> str:
    """The protocol as numbered instructions, for a respondent who knows their true value."""
    lines: list[str] = [protocol.name]
    lines += [f"Shared: {name} = {deck}." for name, deck in protocol.decks.items()]
    first = _print_from(protocol, [], protocol.truths, lines)
    if first != "go to step 1":
        lines.append(f"1. {first}.")
    return "\n".join(lines)


def _print_from(protocol: Protocol, chosen: list[int], truths: tuple[Hashable, ...], lines: list[str]) -> str:
    """Print what comes after the outcomes `chosen`; returns how an instruction before refers to it."""
    reached = {truth: _event_after(protocol, chosen, truth) for truth in truths}
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
            f"{' or '.join(map(str, group))}: {_print_from(protocol, chosen, tuple(group), lines)}"
            for group in groups.values()
        ]
        lines[here] += " " + "; ".join(parts) + "."
        return f"go to step {number}"
    assert isinstance(first, Primitive)
    lines.append(f"{number}. {first.description}")
    here = len(lines) - 1
    if isinstance(first, UniformReal):
        lines[here] = f"{number}. {_shown(first)}, and keep it: {_print_from(protocol, [*chosen, 0], truths, lines)}."
        return f"go to step {number}"
    parts = []
    for i, (value, probability) in enumerate(protocol.weights.outcomes(first, {}, reached[truths[0]][1])):
        what = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
        then = _print_from(protocol, [*chosen, i], truths, lines)
        parts.append(f"{what} (probability {probability.to_sympy()}): {then}")
    lines[here] += " " + "; ".join(parts) + "."
    return f"go to step {number}"


def _event_after(protocol: Protocol, chosen: list[int], truth: Hashable) -> tuple[Any, dict[str, UniformReal]]:
    """The primitive, or the response, that comes after the given outcomes; and the real numbers drawn before."""
    position = 0
    drawn: dict[str, UniformReal] = {}

    def decide(primitive: Primitive) -> Hashable:
        nonlocal position
        if position == len(chosen):
            raise _Reached(primitive)
        position += 1
        if isinstance(primitive, UniformReal):
            name = protocol.name_of_draw(len(drawn))
            drawn[name] = primitive
            return RationalFunction(Polynomial.variable(name))
        return protocol.weights.outcomes(primitive, {}, drawn)[chosen[position - 1]][0]

    parameters = {name: RationalFunction(Polynomial.variable(name)) for name in protocol.domain.names}
    try:
        return protocol.follow((truth,), parameters, decide)[0], drawn
    except _Reached as reached:
        return reached.primitive, drawn


class _Reached(Exception):
    """Carries the primitive at which a replay was to stop."""

    def __init__(self, primitive: Primitive) -> None:
        self.primitive = primitive


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
