"""The encoded statements of one relaxation at one point, from all runs of both rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from checks.papers.pan.witnesses.rounds import LABELS, histories
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator, NotEvaluatedError
from checks.witness.numbers import compare, multiply
from checks.witness.statement import Predicate

Trees = Sequence[tree.Node]


def agree(point: Evaluator, trees: Trees) -> bool:
    """Whether the printed conditions all hold or all fail."""
    return len({point.truth(node) for node in trees}) == 1


def symmetry_then_equivalent(point: Evaluator, trees: Trees) -> bool:
    """The first holds, the others all hold or all fail."""
    return point.truth(trees[0]) and agree(point, trees[1:])


def equivalent_in_pairs(point: Evaluator, trees: Trees) -> bool:
    """Each pair of conditions holds or fails together."""
    return all(agree(point, trees[i : i + 2]) for i in range(0, len(trees), 2))


def is_private_at(point: Evaluator, first: int, second: int, truth: int, other: int) -> bool:
    """Whether the pair of responses is at most e^eps2 times as likely under one truth as under another."""
    here, there = (histories(point, x).get((first, second), point.of(0)) for x in (truth, other))
    return compare(here, multiply(point.values["y"], there)) <= 0


def scenario(first: str, second: str) -> Predicate:
    """The print holds exactly where privacy is kept for this pair of responses."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        values = (LABELS[first], LABELS[second], LABELS["a"], LABELS["b"])
        return point.truth(trees[0]) == is_private_at(point, *values)

    return holds


def table_of_scenarios(point: Evaluator, trees: Trees) -> bool:
    """Row by row, the printed inequality holds exactly where privacy is kept for the printed pair."""
    half = len(trees) // 2
    for row, inequality in zip(trees[:half], trees[half:], strict=True):
        match row:
            case tree.Chain(members=(_, tree.TupleNode(items=(tree.Name(name=first), tree.Name(name=second))))):
                if not scenario(first, second)(point, [inequality]):
                    return False
            case _:
                raise NotEvaluatedError("a row of the table is a pair of responses")
    return True


PREDICATES: Mapping[str, Predicate] = {
    "equivalent": agree,
    "symmetry_then_equivalent": symmetry_then_equivalent,
    "equivalent_in_pairs": equivalent_in_pairs,
    "table_of_scenarios": table_of_scenarios,
    **{f"scenario_{u}_{v}": scenario(u, v) for u, v in product("abc", repeat=2)},
}
