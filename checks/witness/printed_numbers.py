"""What a print says of its numbers before values are put in: places of decimals, infinities, roots and logarithms."""

from __future__ import annotations

from collections.abc import Sequence

from checks.reading import syntax as tree

INEXACT_FUNCTIONS = frozenset(["log", "sqrt"])


def decimal(node: tree.Node) -> int:
    """The number of decimal places of a printed number; 0 for anything else."""
    return node.places if isinstance(node, tree.Number) else 0


def needs_balls(nodes: Sequence[tree.Node]) -> bool:
    """Whether logarithms or roots occur, so that fractions do not do."""
    return any(
        (isinstance(part, tree.Apply) and part.function in INEXACT_FUNCTIONS) or _is_root(part)
        for n in nodes
        for part in tree.nodes(n)
    )


def _is_root(node: tree.Node) -> bool:
    """Whether a power has a fraction as its exponent, as in e^{eps/2}."""
    exponent = node.exponent if isinstance(node, tree.Power) else node
    is_power = isinstance(node, tree.Power) or (isinstance(node, tree.Apply) and node.function == "exp")
    return is_power and any(isinstance(part, tree.Quotient) for part in tree.nodes(exponent))


def infinite(node: tree.Node) -> int:
    """1 for a printed infinity, -1 for minus infinity, else 0."""
    inner = node.term if isinstance(node, tree.Negate) else node
    return 0 if inner != tree.Constant("infinity") else 1 if inner is node else -1
