"""The range of a pair, printed without brackets: `a, b \\in S^2` for (a, b) \\in S^2, which is a, b \\in S."""

from __future__ import annotations

from checks.reading import syntax as tree

ENCODINGS = (
    "composition_of_histories",
    "composition_is_private",
    "composition",
    "one_step_composition",
    "history_ratio",
)
"""What is said for all pairs: each also with the ending `_for_pairs`, which reads two names before a square so."""


def for_pairs(name: str) -> str:
    """The name of an encoding that reads a printed square as the range of a pair."""
    return f"{name}_for_pairs"


def taken_apart(node: tree.Node) -> tree.Node:
    """`u, v \\in S^2` as `u, v \\in S`; anything else as it is."""
    match node:
        case tree.Chain(
            members=(tree.Listing(items=(_, _)) as pair, tree.Power(base=values, exponent=tree.Number(value=2))),
            relations=("in",),
        ):
            return tree.Chain((pair, values), ("in",))
    return node
