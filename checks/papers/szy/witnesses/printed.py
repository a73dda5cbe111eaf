"""What predicates share of printed trees."""

from __future__ import annotations

from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric


def defined(point: Evaluator, node: tree.Node) -> Numeric:
    """The right side of a printed definition."""
    if isinstance(node, tree.Chain) and node.relations == ("=",):
        return point.number(node.members[1])
    raise NotEvaluatedError("a definition is needed here")
