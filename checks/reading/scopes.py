r"""Which letters big operators and extrema bind: `\sum_{i\ne j} p_i p_j` is over both letters, unless one is fixed.

A letter is fixed where something around binds it, as in `\sum_i \sum_{j\ne i} p_{ij}`, or where it stands elsewhere in
the formula, as in `\sum_{j\ne i} p_j = 1 - p_i`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .symbols import Symbols
from .syntax import (
    Apply,
    ArgMax,
    ArgMin,
    BigProduct,
    BigSum,
    Chain,
    ExtremeValue,
    Limit,
    Listing,
    Name,
    Node,
    SetBuilder,
    TupleNode,
    children,
    nodes,
    with_children,
)

_BETWEEN_INDICES = frozenset(["<", ">", "!="])


def with_joint_indices(root: Node, symbols: Symbols) -> Node:
    """The tree with every big operator over all the letters that it binds."""
    if not any(_second_index(node, symbols) for node in nodes(root)):
        return root
    fixed = {name.name for name in free_names(root, symbols)}
    return _joint(root, symbols, fixed)


def free_names(root: Node, symbols: Symbols, bound: frozenset[str] = frozenset()) -> Iterator[Name]:
    """The names that nothing around them binds, an index after `<` or `\\ne` taken as bound where it can be."""
    if isinstance(root, Name):
        if root.name not in bound:
            yield root
        return
    inside = bound | set(_bound_by(root))
    if second := _second_index(root, symbols):
        inside |= {second}
    for child in children(root):
        yield from free_names(child, symbols, inside)


def _joint(node: Node, symbols: Symbols, fixed: set[str]) -> Node:
    second = _second_index(node, symbols)
    if second and second not in fixed:
        if isinstance(node, (BigSum, BigProduct)):
            node = replace(node, index=None)
        elif isinstance(node, ExtremeValue) and isinstance(node.domain, SetBuilder):
            pair = (*node.variables, Name(second))
            domain = replace(node.domain, element=TupleNode(pair))
            node = replace(node, variables=pair, domain=domain, jointly=True)
    inside = fixed | set(_bound_by(node))
    below = children(node)
    new = tuple(_joint(child, symbols, inside) for child in below)
    return node if new == below else with_children(node, new)


def _second_index(node: Node, symbols: Symbols) -> str:
    """The j of `i < j` or `i \\ne j` below an operator, where both are indices of what it covers; else empty."""
    match node:
        case (
            BigSum(index=Name(name=first), lower=None, condition=condition, body=body)
            | BigProduct(index=Name(name=first), lower=None, condition=condition, body=body)
        ):
            pass
        case ExtremeValue(
            variables=(Name(name=first),), domain=SetBuilder(element=Name(), condition=condition), expression=body
        ):
            pass
        case _:
            return ""
    match condition:
        case Chain(members=(Name(name=left), Name(name=second)), relations=(relation,)) if left == first:
            if relation in _BETWEEN_INDICES and body is not None and {first, second} <= _indices(body, symbols):
                return second
    return ""


def _indices(body: Node, symbols: Symbols) -> set[str]:
    """The names that stand as indices of families."""
    return {
        part.name
        for node in nodes(body)
        if isinstance(node, Apply) and symbols.family_named(node.function) is not None
        for index in node.arguments
        for part in nodes(index)
        if isinstance(part, Name)
    }


def _bound_by(node: Node) -> list[str]:
    """The names that a node binds inside of it."""
    match node:
        case BigSum(index=Name(name=name)) | BigProduct(index=Name(name=name)):
            return [name]
        case BigSum(condition=Node() as condition, body=body) | BigProduct(condition=Node() as condition, body=body):
            inside = {part.name for part in nodes(body) if isinstance(part, Name)}
            return [part.name for part in nodes(condition) if isinstance(part, Name) and part.name in inside]
        case ExtremeValue(variables=variables) | ArgMin(variables=variables) | ArgMax(variables=variables):
            return [variable.name for variable in variables]
        case Limit(variable=variable):
            return [variable.name]
        case SetBuilder(element=element):
            left = element.members[0] if isinstance(element, Chain) else element
            items = left.items if isinstance(left, (TupleNode, Listing)) else (left,)
            return [item.name for item in items if isinstance(item, Name)]
    return []
