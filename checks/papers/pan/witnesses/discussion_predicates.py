"""The statements of section 4 at one point: the four pairs of binary responses, and two numeric examples."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checks.papers.pan.witnesses.continual_predicates import Nodes
from checks.papers.pan.witnesses.histories import response
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import add, ball, compare
from checks.witness.statement import Predicate


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
    "retention": retention,
}
