"""The statements of section 4 at one point: the four pairs of binary responses, and two numeric examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from flint import arb

from checks.papers.pan.witnesses.continual_predicates import Nodes, same
from checks.papers.pan.witnesses.histories import World, elements, law_between, response, size, step
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, ball, compare, divide, furthest, multiply
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


def joint_ratios(point: Evaluator) -> dict[tuple[int, int], Numeric]:
    """Pr(o_1, o_2 | X = 1)/Pr(o_1, o_2 | X = 2)."""
    world = binary(point)
    return {pair: divide(world.probability(pair, 1), world.probability(pair, 2)) for pair in PAIRS}


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


def change_of_belief(point: Evaluator, nodes: Nodes) -> bool:
    """Odds of the value 1 against 2, from even ones: after o_1 = 2, after o_2 = 1 too, and after o_2 = 1 alone."""
    found, world = ratios(point), binary(point)
    top = largest(found)
    only_different = all((first != second) for (first, second), value in found.items() if same(value, top))
    first = divide(world.last(2, 1, 1), world.last(2, 2, 1))
    both, alone = joint_ratios(point)[2, 1], divide(world.last(1, 1), world.last(1, 2))
    change = divide(both, first)
    return only_different and same(change, top) and compare(change, alone) > 0 and same(both, alone)


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


def solve(rows: Sequence[Sequence[Numeric]]) -> list[Numeric] | None:
    """The solution of a square system, written with its right sides; None where it is singular."""
    table = [list(row) for row in rows]
    for i in range(len(table)):
        pivot = next((k for k in range(i, len(table)) if compare(table[k][i], 0) != 0), None)
        if pivot is None:
            return None
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [divide(v, table[i][i]) for v in table[i]]
        for k, row in enumerate(table):
            if k != i:
                table[k] = [add(v, -multiply(row[i], w)) for v, w in zip(row, table[i], strict=True)]
    return [row[-1] for row in table]


def only_collusion_proof_law(point: Evaluator, nodes: Nodes) -> bool:
    """The channel from o_2 back to o_1 by solving P2 G = P1 column by column; its law is the printed one."""
    low, high, m = point.values["x"], point.values["y"], size(point)
    law = law_between(point, low, high)
    for before in elements(point):
        column = solve(
            [
                [*(response(point, high, t, o) for o in elements(point)), response(point, low, t, before)]
                for t in elements(point)
            ]
        )
        if column is None:
            return False
        for truth, after in product(range(1, m + 1), repeat=2):
            joint = multiply(response(point, high, truth, after), column[after - 1])
            drawn = multiply(response(point, low, truth, before), step(point, law, truth, before, after))
            if not same(joint, drawn):
                return False
    return True


DISCUSSION: Mapping[str, Predicate] = {
    "largest_step_ratio": largest_step_ratio,
    "step_budget": step_budget,
    "change_of_belief": change_of_belief,
    "retention": retention,
    "only_collusion_proof_law": only_collusion_proof_law,
}
