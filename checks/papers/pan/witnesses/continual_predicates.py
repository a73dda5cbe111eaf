"""The statements of section 3.3 and appendix D at one point: every history, every pair of truths, a prior."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from checks.papers.pan.witnesses.histories import (
    Event,
    Outputs,
    World,
    chains,
    holds,
    is_range,
    printed,
    response,
)
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, compare, divide
from checks.witness.statement import Predicate

Nodes = Sequence[tree.Node]
Known = dict[Event, Callable[[int], Numeric]]


def same(left: Numeric, right: Numeric) -> bool:
    """Whether two numbers are equal."""
    return compare(left, right) == 0


def by_name(a: int, b: int, of: Callable[[int], Numeric]) -> Callable[[str], Numeric]:
    """A function of a truth as a function of the name of the truth."""
    return lambda name: of({"a": a, "b": b}[name])


def composition(point: Evaluator, nodes: Nodes) -> bool:
    """(53) for every history of every chain."""
    trees = nodes or printed("PAN-51")
    return all(
        _histories(world, trees, a, b, h)
        for world in chains(point)
        for a, b in world.truths()
        for h in world.histories()
    )


def _histories(world: World, nodes: Nodes, a: int, b: int, history: Outputs) -> bool:
    known: dict[Event, Callable[[str], Numeric]] = {
        ("history_i",): by_name(a, b, lambda truth: world.probability(history, truth)),
        ("o_i",): by_name(a, b, lambda truth: world.last(history[-1], truth)),
    }
    return holds(world.point, nodes, known)


def history_ratio(point: Evaluator, nodes: Nodes) -> bool:
    """A statement about the ratio of histories, for every history of every chain."""
    return composition(point, nodes)


def chosen_guarantees(point: Evaluator, nodes: Nodes) -> bool:
    """Whether o_2 has its law, where eps_i was taken only after o_1 was the truth."""
    world = World.of(point, point.values["x_before"], point.values["x_i"])
    found = divide(world.probability((1, 1), 1), world.probability((1,), 1))
    return same(found, response(point, point.values["x_i"], 1, 1))


def _last_pairs(point: Evaluator, nodes: Nodes, meanings: Callable[[World, Outputs], Known]) -> bool:
    """Whether statements about the last two responses hold, for every chain, truths and pair of responses."""
    return all(
        holds(point, nodes, {event: by_name(a, b, of) for event, of in meanings(world, pair).items()})
        for world in chains(point)
        if len(world.levels) > 1
        for a, b in world.truths()
        for pair in world.histories(2)
    )


def one_step_composition(point: Evaluator, nodes: Nodes) -> bool:
    """(55) for the last two responses of every chain."""
    return _last_pairs(point, nodes, lambda w, o: {("o_before", "o_i"): lambda truth: w.pair(o[0], o[1], truth)})


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


# -- what an adversary believes ----------------------------------------------------------------------------------------


def with_ranges(predicate: Predicate) -> Predicate:
    """The names in printed ranges are values of X, elements of [m]; and what else is printed holds."""

    def holds_in_ranges(point: Evaluator, nodes: Nodes) -> bool:
        sets = [node.members[1] for node in nodes if isinstance(node, tree.Chain) and is_range(node)]
        values = all(printed_set == tree.Name("values") for printed_set in sets)
        return values and predicate(point, [node for node in nodes if not is_range(node)])

    return holds_in_ranges


CONTINUAL: Mapping[str, Predicate] = {
    "composition": with_ranges(composition),
    "history_ratio": with_ranges(history_ratio),
    "chosen_guarantees": chosen_guarantees,
    "one_step_composition": with_ranges(one_step_composition),
    "expansion": expansion,
}
