"""What predicates share: parts of printed trees."""

from __future__ import annotations

from fractions import Fraction

from checks.reading import syntax as tree
from checks.witness.meanings import NotEvaluatedError
from checks.witness.statement import Trees


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
