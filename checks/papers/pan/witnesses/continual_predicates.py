"""The statement (57) of section 3.3 at one point: every history, every pair of truths."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from checks.papers.pan.witnesses.histories import (
    Event,
    Outputs,
    World,
    chains,
    holds,
)
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, divide
from checks.witness.statement import Predicate

Nodes = Sequence[tree.Node]
Known = dict[Event, Callable[[int], Numeric]]


def by_name(a: int, b: int, of: Callable[[int], Numeric]) -> Callable[[str], Numeric]:
    """A function of a truth as a function of the name of the truth."""
    return lambda name: of({"a": a, "b": b}[name])


def expansion(point: Evaluator, nodes: Nodes) -> bool:
    """(57) for every history of two and three responses."""
    return all(
        holds(point, nodes, _expanded(world, a, b, history))
        for world in chains(point)
        if len(world.levels) > 1
        for a, b in world.truths()
        for history in world.histories()
    )


def _expanded(world: World, a: int, b: int, history: Outputs) -> dict[Event, Callable[[str], Numeric]]:
    *_, before, after = history
    past, rounds = history[:-1], len(history) - 1

    def whole(truth: int) -> Numeric:
        return world.probability(history, truth)

    def so_far(truth: int) -> Numeric:
        return world.probability(past, truth)

    def first(truth: int) -> Numeric:
        return world.last(before, truth, rounds)

    def pair(truth: int) -> Numeric:
        return world.pair(before, after, truth)

    known: Known = {
        ("history_after",): whole,
        ("history_k",): so_far,
        ("o_k",): first,
        ("o_after", "|", "history_k"): lambda truth: divide(whole(truth), so_far(truth)),
        ("o_after", "|", "o_k"): lambda truth: divide(pair(truth), first(truth)),
        ("o_k", "o_after"): pair,
    }
    return {event: by_name(a, b, of) for event, of in known.items()}


CONTINUAL: Mapping[str, Predicate] = {"expansion": expansion}
