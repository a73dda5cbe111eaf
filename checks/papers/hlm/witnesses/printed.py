"""What predicates share: parts of printed trees, and the comparison of lists of points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checks.reading import syntax as tree
from checks.witness.meanings import NotEvaluatedError
from checks.witness.regions import Coordinates, same
from checks.witness.statement import Trees


def agree(left: Sequence[Coordinates], right: Sequence[Coordinates]) -> bool:
    """Whether two lists hold the same points."""
    return all(any(same(z, p) for p in b) for a, b in ((left, right), (right, left)) for z in a)


def matrices(trees: Trees) -> list[tree.Matrix]:
    """All printed matrices."""
    return [part for node in trees for part in tree.nodes(node) if isinstance(part, tree.Matrix)]


def chain_of(node: tree.Node) -> tree.Chain:
    """The node, which must be a chain of relations."""
    if not isinstance(node, tree.Chain):
        raise NotEvaluatedError(f"a chain of relations is needed, not a {type(node).__name__}")
    return node


def only_number(trees: Trees) -> Fraction:
    """The one number that is printed."""
    found = [part.value for node in trees for part in tree.nodes(node) if isinstance(part, tree.Number)]
    if len(found) != 1:
        raise NotEvaluatedError(f"one number was expected in the print, not {len(found)}")
    return found[0]
