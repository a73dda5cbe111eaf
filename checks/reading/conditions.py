r"""Conditions after a statement: what they assume, what they define, and what is a condition after a comma alone."""

from __future__ import annotations

from dataclasses import dataclass

from .symbols import Symbols
from .syntax import Chain, Conjunction, Connective, Listing, Name, Node, names_in


@dataclass(frozen=True)
class Conditions:
    r"""The conditions after a statement.

    `assumed` are hypotheses; those in `quantified` follow "for all", where a list before a relation may have been meant
    to leave its first members free. `defined` are definitions after "where", such as \lambda = p\pi + q(1-\pi) of a
    derived \lambda: to assume one that is wrong would make the statement say less than the print, so it is claimed.
    """

    assumed: tuple[Node, ...]
    quantified: tuple[Node, ...]
    defined: tuple[Chain, ...]


def conditions_of(node: Connective, symbols: Symbols) -> Conditions:
    """What stands after the first member of a statement whose connectives are all conditionals."""
    assumed: list[Node] = []
    quantified: list[Node] = []
    defined: list[Chain] = []
    for connective, member in zip(node.connectives, node.members[1:], strict=True):
        for item in member.items if isinstance(member, Conjunction) else (member,):
            if connective == "for all" and _are_free(item, symbols):
                continue  # "for all n, p" adds nothing to the ranges of n and p
            if connective == "where" and isinstance(item, Chain) and _defines(item, symbols):
                defined.append(item)
            elif connective == "for all":
                quantified.append(item)
            else:
                assumed.append(item)
    return Conditions(tuple(assumed), tuple(quantified), tuple(defined))


def with_trailing_conditions(node: Node, symbols: Symbols) -> Node:
    r"""The statement with relations at its end as its condition, as in `V = \frac{a}{p-q}, \quad p \ne q`.

    They can be no claims of their own: relations between symbols of which none is derived, while something before them
    is. Equations are left alone, and so are symbols that are not printed before, unless they are to differ.
    """
    if not isinstance(node, Conjunction):
        return node
    count = len(node.items)
    while count > 1 and _is_condition(node.items[count - 1], node.items[: count - 1], symbols):
        count -= 1
    claims, conditions = node.items[:count], node.items[count:]
    if not conditions or not any(_is_derived(name, symbols) for item in claims for name in names_in(item)):
        return node
    return Connective((_joined(claims), _joined(conditions)), ("if",), span=node.span)


def _joined(items: tuple[Node, ...]) -> Node:
    span = (items[0].span[0], items[-1].span[1])
    return items[0] if len(items) == 1 else Conjunction(items, span=span)


def _is_condition(item: Node, before: tuple[Node, ...], symbols: Symbols) -> bool:
    if not isinstance(item, Chain) or {"=", ":="} & set(item.relations):
        return False
    names = {name for name in names_in(item) if name not in symbols or symbols[name].kind not in ("constant", "set")}
    printed = {name for earlier in before for name in names_in(earlier)}
    known = names <= printed or set(item.relations) == {"!="}
    return bool(names) and known and not any(_is_derived(name, symbols) for name in names)


def _are_free(item: Node, symbols: Symbols) -> bool:
    names = item.items if isinstance(item, Listing) else (item,)
    return all(isinstance(name, Name) and not _is_derived(name.name, symbols) for name in names)


def _defines(item: Chain, symbols: Symbols) -> bool:
    first, *others = item.members
    return (
        isinstance(first, Name)
        and _is_derived(first.name, symbols)
        and set(item.relations) <= {"=", ":="}
        and any(names_in(other) for other in others)
    )


def _is_derived(name: str, symbols: Symbols) -> bool:
    return name in symbols and symbols[name].derived
