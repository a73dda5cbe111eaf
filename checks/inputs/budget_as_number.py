r"""Claims in which a budget stands as a number beside powers of e, as in `e^\varepsilon \ge 1 + \varepsilon`.

They are statements of the logic, in which it is the logarithm of a power of e; see `checks.inputs.every_size`.
"""

from __future__ import annotations

from collections.abc import Set
from functools import partial

from checks.reading import syntax as tree

RELATIONS = {"=", ":=", "!=", "<", "<=", ">", ">=", "approx"}
NUMBERS = (tree.Sum, tree.Product, tree.Quotient, tree.Negate, tree.Power, tree.Apply)
"""What is made of numbers."""


def has_budget_as_number(node: tree.Node, budgets: Set[str]) -> bool:
    r"""Whether a budget stands outside of exponents of e, and not alone beside what may be an exponent of e, too.

    In an exponent it is a number where it stands in a product with a symbol, as in `e^{\theta\varepsilon}`.
    """
    if any(_times_symbol(part, budgets) for part in tree.nodes(node)):
        return True
    if isinstance(node, tree.Chain):
        pairs = zip(node.members, node.members[1:], strict=False)
        is_order = not {"<", "<=", ">", ">="}.isdisjoint(node.relations)
        return any(
            (any(map(partial(_has_budget, budgets=budgets), pair)) or (is_order and _bounds_logarithm(*pair)))
            and not (
                any(isinstance(side, tree.Name) and side.name in budgets for side in pair)
                and all(_may_be_exponent(side, budgets) for side in pair)
            )
            and not {*node.relations} - {*RELATIONS}
            for pair in pairs
        )
    connected = (tree.Connective, tree.Conjunction, tree.Disjunction)
    return isinstance(node, connected) and any(has_budget_as_number(part, budgets) for part in tree.children(node))


def is_about_growth(node: tree.Node) -> bool:
    r"""Whether something is said `\text{ as } n \to \infty`, or an order of growth is printed."""
    return any(
        (isinstance(part, tree.Connective) and "as" in part.connectives)
        or (isinstance(part, tree.Apply) and part.function in ("big_o", "big_theta", "big_omega"))
        for part in tree.nodes(node)
    )


def _bounds_logarithm(first: tree.Node, second: tree.Node) -> bool:
    """Whether one side has a logarithm of symbols, and the other symbols and none, or symbols are its weight."""
    pairs = ((first, _logarithms(first), _logarithms(second)), (second, _logarithms(second), _logarithms(first)))
    beside = any(not own and tree.names_in(side) and any(map(tree.names_in, others)) for side, own, others in pairs)
    return beside or any(map(_is_weighted, (*tree.nodes(first), *tree.nodes(second))))


def _is_weighted(node: tree.Node) -> bool:
    """Whether this is a product of a logarithm of symbols and a number that has symbols and no logarithm."""
    if not isinstance(node, (tree.Product, tree.Quotient)):
        return False
    parts = tree.children(node)
    return any(any(map(tree.names_in, _logarithms(part))) for part in parts) and any(
        tree.names_in(part) and not _logarithms(part) for part in parts
    )


def _logarithms(node: tree.Node) -> list[tree.Node]:
    return [part for part in tree.nodes(node) if isinstance(part, tree.Apply) and part.function == "log"]


def _times_symbol(node: tree.Node, budgets: Set[str]) -> bool:
    """Whether this is e to a multiple of a budget by a symbol."""
    inside = exponent_of_e(node)
    products = [part for part in tree.nodes(inside) if isinstance(part, tree.Product)] if inside is not None else []
    return any(tree.names_in(part) & budgets and tree.names_in(part) - budgets for part in products)


def _has_budget(node: tree.Node, budgets: Set[str]) -> bool:
    """Whether a budget stands in what is made of numbers, outside of exponents of e."""
    if isinstance(node, tree.Name):
        return node.name in budgets
    if isinstance(node, tree.Limit):
        return _has_budget(node.expression, budgets)
    if not isinstance(node, NUMBERS):
        return False
    return exponent_of_e(node) is None and any(_has_budget(part, budgets) for part in tree.children(node))


def _may_be_exponent(node: tree.Node, budgets: Set[str]) -> bool:
    """Whether e to it has a meaning beside e to a budget: numbers, budgets, logarithms, sums and multiples of these."""
    match node:
        case tree.Name(name=name):
            return name in budgets
        case tree.Number() | tree.Quotient(numerator=tree.Number(), denominator=tree.Number()):
            return True
        case tree.Apply(function="log", arguments=(inner,)):
            return not _has_budget(inner, budgets)
        case tree.Apply(function=("abs" | "min" | "max"), arguments=parts) | tree.Sum(terms=parts):
            return all(_may_be_exponent(part, budgets) for part in parts)
        case (
            tree.Product(factors=(tree.Number(), inner))
            | tree.Quotient(numerator=inner, denominator=tree.Number())
            | tree.Negate(term=inner)
        ):
            return _may_be_exponent(inner, budgets)
    return not tree.names_in(node) & budgets and not isinstance(node, NUMBERS)


def exponent_of_e(node: tree.Node) -> tree.Node | None:
    """The exponent where this is a power of e."""
    match node:
        case tree.Power(base=tree.Constant(name="e"), exponent=exponent):
            return exponent
        case tree.Apply(function="exp", arguments=(exponent,)):
            return exponent
    return None
