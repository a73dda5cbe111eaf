"""What a print says of its numbers before values are put in: places of decimals, infinities, roots and logarithms."""

from __future__ import annotations

from collections.abc import Sequence

from checks.reading import syntax as tree

INEXACT_FUNCTIONS = frozenset(["log", "sqrt"])


def decimal(node: tree.Node) -> int:
    """The number of decimal places of a printed number; 0 for anything else."""
    return node.places if isinstance(node, tree.Number) else 0


def needs_balls(nodes: Sequence[tree.Node]) -> bool:
    """Whether logarithms or square roots occur, so that fractions do not do."""
    return any(
        isinstance(part, tree.Apply) and part.function in INEXACT_FUNCTIONS for n in nodes for part in tree.nodes(n)
    )


def infinite(node: tree.Node) -> int:
    """1 for a printed infinity, -1 for minus infinity, else 0."""
    inner = node.term if isinstance(node, tree.Negate) else node
    return 0 if inner != tree.Constant("infinity") else 1 if inner is node else -1
