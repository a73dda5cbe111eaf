"""The statements of section 4 at one point: the four pairs of binary responses, and two numeric examples."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flint import arb

from checks.papers.pan.witnesses.continual_predicates import Nodes, same
from checks.papers.pan.witnesses.histories import World, law_between, response, step
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, ball, compare, divide, furthest
from checks.witness.statement import Predicate

PAIRS = ((1, 1), (1, 2), (2, 1), (2, 2))


def binary(point: Evaluator) -> World:
    """Two rounds among two values, with eps_1 and eps_2."""
    there = point.at(m=2)
    return World.of(there, there.values["x"], there.values["y"])


def ratios(point: Evaluator) -> dict[tuple[int, int], Numeric]:
    """Pr(o_2 | o_1, X = 1)/Pr(o_2 | o_1, X = 2) for the four pairs of responses."""
    world = binary(point)
    (law,) = world.laws
    return {pair: divide(step(world.point, law, 1, *pair), step(world.point, law, 2, *pair)) for pair in PAIRS}


def largest(values: Mapping[tuple[int, int], Numeric]) -> Numeric:
    """The largest of them."""
    return furthest("max", list(values.values()))


def largest_step_ratio(point: Evaluator, nodes: Nodes) -> bool:
    """Each member of the chain (61) is the largest ratio; in cases, the largest of all their values."""
    found = largest(ratios(point))
    law = law_between(point.at(m=2), point.values["x"], point.values["y"])
    there = point.at(p_a=law["p_aa"], p_b=law["p_bb"], x_step=found)
    for node in nodes:
        for member in node.members if isinstance(node, tree.Chain) else ():
            if any(isinstance(part, tree.Operate) for part in tree.nodes(member)):
                continue
            match member:
                case tree.Apply(function="max", arguments=(tree.Cases(branches=branches),)):
                    value = furthest("max", [there.number(branch.value) for branch in branches])
                case _:
                    value = there.number(member)
            if not same(value, found):
                return False
    return True


def step_budget(point: Evaluator, nodes: Nodes) -> bool:
    """A printed value of eps_Delta, or of e^eps_Delta, to twenty places."""
    found = ball(largest(ratios(point)))
    for node in nodes:
        match node:
            case tree.Chain(members=(tree.Name(name="eps_step"), value), relations=("=",)):
                difference = found.log() - ball(point.number(value))
            case tree.Chain(members=(tree.Power(), value), relations=("=",)):
                difference = found - ball(point.number(value))
            case _:
                raise NotEvaluatedError("a value of eps_Delta is printed")
        if not _small(difference):
            return False
    return True


def _small(value: arb) -> bool:
    return bool(abs(value) < arb(1) / 10**20)


def retention(point: Evaluator, nodes: Nodes) -> bool:
    """Among 2 to 40 values, keep with probability p, else any evenly: the printed places are those of m = 3 alone."""
    matching = []
    for m in range(2, 41):
        kept = []
        for eps in (1, 2):
            there = point.at(m=m)
            truth = response(there, ball(eps).exp(), 1, 1)
            other = response(there, ball(eps).exp(), 1, 2)
            kept.append(add(truth, -other))  # of the two only the truth can be kept
        printed_numbers = [node.members[1].value for node in nodes if isinstance(node, tree.Chain)]  # type: ignore[attr-defined]
        half = Fraction(1, 200)
        if all(
            compare(k, ball(v - half)) >= 0 and compare(k, ball(v + half)) < 0
            for k, v in zip(kept, printed_numbers, strict=True)
        ):
            matching.append(m)
    return matching == [3]


DISCUSSION: Mapping[str, Predicate] = {
    "largest_step_ratio": largest_step_ratio,
    "step_budget": step_budget,
    "retention": retention,
}
