"""The statements of section 3.3 and appendix D at one point: every history, every pair of truths, a prior."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from checks.papers.pan.witnesses.histories import (
    Event,
    Outputs,
    World,
    chains,
    elements,
    holds,
    is_range,
    printed,
    response,
    size,
)
from checks.reading import syntax as tree
from checks.witness.enumeration import sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, compare, divide, multiply
from checks.witness.statement import Predicate

Nodes = Sequence[tree.Node]
Known = dict[Event, Callable[[int], Numeric]]


def same(left: Numeric, right: Numeric) -> bool:
    """Whether two numbers are equal."""
    return compare(left, right) == 0


def by_name(a: int, b: int, of: Callable[[int], Numeric]) -> Callable[[str], Numeric]:
    """A function of a truth as a function of the name of the truth."""
    return lambda name: of({"a": a, "b": b}[name])


def _marginals(world: World, nodes: Nodes) -> bool:
    for a, b in world.truths():
        for v, answer in (("a", a), ("b", b)):
            law: dict[Event, Callable[[str], Numeric]] = {
                (f"o_i = {v}",): by_name(a, b, lambda truth, answer=answer: world.last(answer, truth))  # type: ignore[misc]
            }
            spoken = [node for node in nodes if _speaks_of(node, v)]
            if not spoken or not holds(world.point, spoken, law):
                return False
    return True


def _speaks_of(node: tree.Node, value: str) -> bool:
    """Whether the statement is about o_i = this value."""
    event = tree.Chain((tree.Name("o_i"), tree.Name(value)), ("=",))
    return any(part == event for part in tree.nodes(node))


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


def example_ratio(point: Evaluator, nodes: Nodes) -> bool:
    """(59) with guarantees eps_1, eps_2."""
    world = World.of(point, point.values["x"], point.values["y"])
    return all(
        holds(
            point,
            nodes,
            {
                ("a", "a"): by_name(a, b, lambda truth, a=a: world.probability((a, a), truth)),  # type: ignore[misc]
                ("a",): by_name(a, b, lambda truth, a=a: world.last(a, truth)),  # type: ignore[misc]
            },
        )
        for a, b in world.truths()
    )


# -- what an adversary believes ----------------------------------------------------------------------------------------


def priors(point: Evaluator) -> list[list[Fraction]]:
    """An uneven prior, and one under which the first value is impossible."""
    m = size(point)
    return [[Fraction(2 * k, m * (m + 1)) for k in range(1, m + 1)], [Fraction(0), *[Fraction(1, m - 1)] * (m - 1)]]


def believing(point: Evaluator, world: World, history: Outputs, prior: Sequence[Fraction], value: int) -> Evaluator:
    """The point where X has a value, all responses are a history, and Q is the belief of who has this prior."""

    def likelihood(name: str, truth: int) -> Numeric:
        if name == "o_n":
            return world.last(history[-1], truth)
        return world.probability(history, truth)

    totals = {
        name: sum_of(multiply(likelihood(name, t), point.of(prior[t - 1])) for t in elements(point))
        for name in ("o_n", "history_n")
    }

    def total(name: str) -> Numeric:
        return totals["o_n" if name == "o_n" else "history_n"]

    def current(inner: Evaluator, nodes: Sequence[tree.Node]) -> int:
        """The value of X that is meant: that of the sum inside a sum."""
        inside = any(isinstance(n, tree.Name) and n.name == "x_other" for n in nodes)
        return int(inner.values["x_other"]) if inside else value

    def probability(inner: Evaluator, node: tree.Operate) -> Numeric:
        match node.arguments:
            case (tree.Name(name=name),):
                return likelihood(name, current(inner, node.given))
        raise NotEvaluatedError("Pr is that of all responses, of the last one, or of information")

    def belief(inner: Evaluator, node: tree.Operate) -> Numeric:
        match node.given:
            case ():
                return point.of(prior[current(inner, node.arguments) - 1])
            case (tree.Name(name=name),):
                return divide(multiply(likelihood(name, value), point.of(prior[value - 1])), total(name))
        raise NotEvaluatedError("a belief given something else")

    def factor(inner: Evaluator, node: tree.Apply) -> Numeric:
        return divide(likelihood("o_n", 1), likelihood("history_n", 1))

    def summed(inner: Evaluator, node: tree.BigSum) -> Numeric:
        return sum_of(inner.at(x_other=truth).number(node.body) for truth in elements(point))

    meanings = replace(
        point.meanings,
        operators={**point.meanings.operators, "Pr": probability, "Q": belief},
        functions={**point.meanings.functions, "R": factor},
        sums=summed,
    )
    return replace(point, meanings=meanings)


def believed(point: Evaluator, nodes: Nodes) -> bool:
    """Statements about beliefs, for all histories of every chain, the first and last value of X and two priors."""
    return _believed(point, nodes, chains(point))


def _believed(point: Evaluator, nodes: Nodes, worlds: Iterable[World]) -> bool:
    return all(
        all(believing(point, world, history, prior, value).truth(node) for node in nodes)
        for world in worlds
        for history in world.histories()
        for prior in priors(point)
        for value in (1, size(point))
    )


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
    "example_ratio": example_ratio,
}
