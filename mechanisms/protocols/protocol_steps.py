"""A protocol in print: the tree of what a respondent does, and the same as numbered instructions."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.primitives import Primitive, UniformReal

if TYPE_CHECKING:
    from mechanisms.protocols.protocol import Protocol


@dataclass(frozen=True)
class Node:
    """What a respondent does, or answers where there are no branches.

    With several branches whose `probability` is None the true value decides; with one, a number is drawn and kept.
    """

    text: str
    branches: tuple[Branch, ...] = ()

    def leaves(self) -> int:
        """The number of answers at the ends."""
        return sum(branch.node.leaves() for branch in self.branches) or 1

    def depth(self) -> int:
        """The largest number of instructions before an answer."""
        return max((1 + branch.node.depth() for branch in self.branches), default=0)


@dataclass(frozen=True)
class Branch:
    """An outcome, how likely it is, and what comes after it."""

    outcome: str
    probability: RationalFunction | None
    node: Node


def protocol_tree(protocol: Protocol) -> Node:
    """The tree of what respondents do, one node for all true values as long as they do the same."""
    return _from(protocol, [], protocol.truths)


def printed_steps(protocol: Protocol) -> str:
    """The protocol as numbered instructions, for a respondent who knows their true value."""
    lines: list[str] = [protocol.name]
    lines += [f"Shared: {name} = {deck}." for name, deck in protocol.decks.items()]
    tree = protocol_tree(protocol)
    lines += list(_numbered(tree, 1)) if tree.branches else [f"1. {tree.text}."]
    return "\n".join(lines)


def _numbered(node: Node, number: int) -> Iterator[str]:
    """The instruction of a node and of all after it, numbered from `number`."""
    parts, after, following = [], number + 1, []
    for branch in node.branches:
        then = branch.node.text
        if branch.node.branches:
            then = f"go to step {after}"
            below = list(_numbered(branch.node, after))
            following += below
            after += len(below)
        chance = "" if branch.probability is None else f" (probability {branch.probability.to_sympy()})"
        parts.append(f"{branch.outcome}{chance}: {then}" if branch.outcome else then)
    joint = " " if node.text.endswith((".", "?", "!", ":")) else ": "
    if len(parts) == 1 and not node.branches[0].outcome:
        joint = ", and keep it: "
    yield f"{number}. {node.text}{joint}{'; '.join(parts)}."
    yield from following


def _from(protocol: Protocol, chosen: list[int], truths: tuple[Hashable, ...]) -> Node:
    """What respondents with these true values do after the outcomes `chosen`."""
    reached = {truth: _event_after(protocol, chosen, truth) for truth in truths}
    events = {truth: event for truth, (event, _) in reached.items()}
    if all(not isinstance(event, Primitive) for event in events.values()):
        return Node(_answer(events))
    first = events[truths[0]]
    shown = {truth: _shown(event) for truth, event in events.items()}
    if len(set(shown.values())) > 1:
        # Respondents with different true values do different things here.
        groups: dict[str, list[Hashable]] = {}
        for truth in truths:
            groups.setdefault(shown[truth], []).append(truth)
        return Node(
            "Depending on your true value:",
            tuple(
                Branch(" or ".join(map(str, group)), None, _from(protocol, chosen, tuple(group)))
                for group in groups.values()
            ),
        )
    assert isinstance(first, Primitive)
    if isinstance(first, UniformReal):
        return Node(_shown(first), (Branch("", None, _from(protocol, [*chosen, 0], truths)),))
    return Node(
        first.description,
        tuple(
            Branch(
                str({True: "yes", False: "no"}[value] if isinstance(value, bool) else value),
                probability,
                _from(protocol, [*chosen, i], truths),
            )
            for i, (value, probability) in enumerate(protocol.weights.outcomes(first, {}, reached[truths[0]][1]))
        ),
    )


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
