r"""Conditions after a statement: what they assume, what they define, and what is a condition after a comma alone."""

from __future__ import annotations

from dataclasses import dataclass

from .symbols import Symbols
from .syntax import Chain, Conjunction, Connective, Constant, Listing, Name, Negate, Node, Number, Quotient, names_in


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


def steps_before_arrow(node: Node, symbols: Symbols) -> tuple[tuple[Chain, ...], Node]:
    r"""What a chain before \implies or \iff claims, as steps of a derivation, and what it assumes.

    In `x^2 - y^2 = (x-y)(x+y) = 0 \implies x = y` the first equation is claimed, the second assumed. An equation of a
    longer chain is a step if neither side is a number or a symbol that is not derived, as in `p = q = 1/2`.
    """
    if not isinstance(node, Chain) or len(node.relations) < 2:
        return (), node
    links = [
        Chain((a, b), (relation,), span=(a.span[0], b.span[1]))
        for a, relation, b in zip(node.members, node.relations, node.members[1:], strict=False)
    ]
    claimed = tuple(link for link in links if _is_step(link, symbols))
    assumed = tuple(link for link in links if not _is_step(link, symbols))
    if not claimed or not assumed:
        return (), node
    return claimed, _joined(assumed)


def _is_step(link: Chain, symbols: Symbols) -> bool:
    return link.relations == ("=",) and not any(_is_plain(member, symbols) for member in link.members)


def _is_plain(node: Node, symbols: Symbols) -> bool:
    inner = node.term if isinstance(node, Negate) else node
    if isinstance(inner, Quotient):
        return _is_plain(inner.numerator, symbols) and _is_plain(inner.denominator, symbols)
    return isinstance(inner, (Number, Constant)) or (isinstance(inner, Name) and not _is_derived(inner.name, symbols))


def with_trailing_conditions(node: Node, symbols: Symbols) -> Node:
    r"""The statement with relations at its end as its condition, as in `V < W, \quad p < \frac12`.

    They can be no claims of their own: relations between symbols of which none is derived, while something before them
    is. Relations with symbols that are not printed before are left alone, unless they give the range of one or say that
    two differ; so are equations, but for the value of a symbol after an arrow, as in `V < W \iff k > 2, \quad f = 0`.
    """
    if isinstance(node, Connective) and {"implies", "iff"}.issuperset(node.connectives):
        *others, last = node.members
        if not isinstance(last, Conjunction):
            return node
        count = _claimed(last.items, symbols, with_values=True)
        claims: Node = Connective((*others, _joined(last.items[:count])), node.connectives, span=node.span)
        items: tuple[Node, ...] = (claims,)
        conditions = last.items[count:]
    elif isinstance(node, Conjunction):
        count = _claimed(node.items, symbols)
        items, conditions = node.items[:count], node.items[count:]
        claims = _joined(items)
    else:
        return node
    if not conditions or not any(_is_derived(name, symbols) for item in items for name in names_in(item)):
        return node
    return Connective((claims, _joined(conditions)), ("if",), span=node.span)


def _claimed(items: tuple[Node, ...], symbols: Symbols, *, with_values: bool = False) -> int:
    """How many items at the beginning are no trailing conditions; at least one."""
    count = len(items)
    while count > 1 and (
        _is_condition(items[count - 1], items[: count - 1], symbols)
        or (with_values and _is_value(items[count - 1], symbols))
    ):
        count -= 1
    return count


def _is_value(item: Node, symbols: Symbols) -> bool:
    match item:
        case Chain(members=(Name(name=name), Number() | Quotient(numerator=Number(), denominator=Number()))):
            return item.relations == ("=",) and name in symbols and not _is_derived(name, symbols)
    return False


def _joined(items: tuple[Node, ...]) -> Node:
    span = (items[0].span[0], items[-1].span[1])
    return items[0] if len(items) == 1 else Conjunction(items, span=span)


def _is_condition(item: Node, before: tuple[Node, ...], symbols: Symbols) -> bool:
    if not isinstance(item, Chain) or {"=", ":="} & set(item.relations):
        return False
    names = {name for name in names_in(item) if name not in symbols or symbols[name].kind not in ("constant", "set")}
    printed = {name for earlier in before for name in names_in(earlier)}
    known = names <= printed or len(names) == 1 or set(item.relations) == {"!="}
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
