r"""Conditions after a statement: what they assume, what they define, and what is a condition after a comma alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from .symbols import Symbols
from .syntax import (
    CONDITIONALS,
    Chain,
    Conjunction,
    Connective,
    Constant,
    Listing,
    Name,
    Negate,
    Node,
    Number,
    Quotient,
    names_in,
    nodes,
)

ARROWS = frozenset(("implies", "iff"))
_COMPARISONS = frozenset(("<", "<=", ">", ">="))


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


def rounded_threshold(node: Node) -> tuple[Node, Node] | None:
    r"""The least and the most that `x > 0.37` says after \iff, where 0.37 is a rounded number; None for others.

    The threshold is some number from 0.365 to 0.375, so that what is equivalent to it implies x > 0.365 and follows
    from x > 0.375.
    """
    if not isinstance(node, Chain) or len(node.relations) != 1 or node.relations[0] not in _COMPARISONS:
        return None
    places = [place for place, member in enumerate(node.members) if _is_decimal(member)]
    if len(places) != 1:
        return None
    (place,) = places
    printed = node.members[place]
    negative = isinstance(printed, Negate)
    number = printed.term if isinstance(printed, Negate) else printed
    assert isinstance(number, Number)
    ends = [_moved(number, by) for by in (-1, 1)]
    low, high = [Negate(end, span=printed.span) for end in reversed(ends)] if negative else ends
    is_above = (node.relations[0] in (">", ">=")) == (place == 1)
    least, most = (low, high) if is_above else (high, low)
    others = node.members[1 - place]
    said = [Chain((others, end) if place else (end, others), node.relations, span=node.span) for end in (least, most)]
    return said[0], said[1]


def rounded_thresholds(node: Node) -> Iterator[Node]:
    r"""The decimals after \iff, which are rounded numbers."""
    for part in nodes(node):
        if isinstance(part, Connective) and part.connectives == ("iff",) and rounded_threshold(part.members[1]):
            assert isinstance(part.members[1], Chain)
            yield from filter(_is_decimal, part.members[1].members)


def _is_decimal(node: Node) -> bool:
    number = node.term if isinstance(node, Negate) else node
    return isinstance(number, Number) and number.places > 0


def _moved(number: Number, by: int) -> Node:
    """Half a unit of the last printed place below a number, or above it."""
    moved = number.value + by * Fraction(1, 2 * 10**number.places)
    below = Number(str(moved.denominator), span=number.span)
    return Quotient(Number(str(moved.numerator), span=number.span), below, span=number.span)


def _is_step(link: Chain, symbols: Symbols) -> bool:
    return link.relations == ("=",) and not any(_is_plain(member, symbols) for member in link.members)


def _is_plain(node: Node, symbols: Symbols) -> bool:
    inner = node.term if isinstance(node, Negate) else node
    if isinstance(inner, Quotient):
        return _is_plain(inner.numerator, symbols) and _is_plain(inner.denominator, symbols)
    return isinstance(inner, (Number, Constant)) or (isinstance(inner, Name) and not _is_derived(inner.name, symbols))


def conditions_last(node: Node) -> Node:
    r"""`A \iff B \text{ for } C` as a statement with the condition C: `A \iff B` is one statement."""
    if not isinstance(node, Connective) or node.connectives[0] not in ARROWS:
        return node
    conditions = node.connectives[1:]
    if not conditions or not CONDITIONALS.issuperset(conditions):
        return node
    said = Connective(node.members[:2], node.connectives[:1], span=(node.members[0].span[0], node.members[1].span[1]))
    return Connective((said, *node.members[2:]), conditions, span=node.span)


def with_trailing_conditions(node: Node, symbols: Symbols) -> Node:
    r"""The statement with relations at its end as its condition, as in `V < W, \quad p < \frac12`.

    They can be no claims of their own: relations between symbols of which none is derived, while something before them
    is. Relations with symbols that are not printed before are left alone, unless they give the range of one or say that
    two differ; so are equations, but for the value of a symbol after an arrow, as in `V < W \iff k > 2, \quad f = 0`.
    """
    node = conditions_last(node)
    if isinstance(node, Connective) and ARROWS.issuperset(node.connectives):
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
