"""What commas join: lists of expressions, and statements of which some share a relation."""

from __future__ import annotations

import re
from itertools import pairwise

from ..syntax import (
    STATEMENTS,
    Apply,
    Chain,
    Conjunction,
    Connective,
    Dots,
    Listing,
    Name,
    Node,
    Number,
    Operate,
    SetDisplay,
    nodes,
)
from .notated_text import NotatedText

_COMMA = re.compile(r"(?:[\s~]|\\[,;:! ])*,(?:[\s~]|\\[,;:! ])*")


class CommaLists(NotatedText):
    """Reads what commas join."""

    def items(self, *closings: str) -> list[Node]:
        """Expressions with commas between them, up to one of the closing operators, which is not taken."""
        items = [self.expression()]
        while self.accept(","):
            items.append(self.expression())
        if not self.at(*closings):
            raise self.error(f"expected a comma or {' or '.join(closings)}, found {self.found()}")
        return items

    def joined_items(self, items: list[Node], start: int) -> Node:
        """A comma list as printed: all expressions, or statements; expressions share the relation that follows them."""
        if not any(isinstance(item, STATEMENTS) for item in items):
            return Listing(tuple(items), span=self.span_from(start))
        statements: list[Node] = []
        waiting: list[Node] = []
        for item in items:
            if isinstance(item, Chain) and waiting:
                statements.append(_sharing(waiting, item))
                waiting = []
            elif isinstance(item, Connective) and isinstance(item.members[0], Chain) and waiting:
                members = (_sharing(waiting, item.members[0]), *item.members[1:])
                span = (waiting[0].span[0], item.span[1])
                statements.append(Connective(members, item.connectives, span=span))
                waiting = []
            elif isinstance(item, STATEMENTS):
                statements.append(item)
            else:
                waiting.append(item)
        of_condition = start > 0 and self.tokens[start - 1].kind == "connective"
        listed = (of_condition or len(statements) > 1) and bool(statements) and self._spaced(statements[-1], *waiting)
        listed = listed or self._of_index(statements)
        if waiting and isinstance(ranged := _ranged(statements[-1:], waiting, listed), Chain):
            if len(statements) > 1:
                stated = self.joined_items(statements[:-1], start) if len(statements) > 2 else statements[0]
                return Connective((stated, ranged), ("if",), span=self.span_from(start))
            return ranged
        if waiting:
            hint = ""
            if isinstance(waiting[0], Number):
                thousands = len(waiting[0].text) == 3
                hint = " (the number 1,200 is written 1{,}200)" if thousands else " (the decimal 0,5 is written 0.5)"
            raise self.error(f"a relation must follow this item of the list{hint}", waiting[0].span[0])
        if len(statements) == 1:
            return statements[0]
        return with_shared_bounds(Conjunction(tuple(statements), span=self.span_from(start)), self.text)

    def _of_index(self, statements: list[Node]) -> bool:
        """Whether the last statement is of a symbol that is an index in those before, as in p_i >= 0, i=1,2."""
        match statements[-1:]:
            case [Chain(members=(Name() as index, _))]:
                return any(
                    isinstance(node, Apply)
                    and self.symbols.family_named(node.function) is not None
                    and index in node.arguments
                    for statement in statements[:-1]
                    for node in nodes(statement)
                )
        return False

    def _spaced(self, *items: Node) -> bool:
        """Whether space is printed after each comma between the items, as there is not in a decimal comma."""
        gaps = (self.text[a.span[1] : b.span[0]] for a, b in pairwise(items))
        return all(gap.lstrip() != "," for gap in gaps)


def _sharing(waiting: list[Node], chain: Chain) -> Chain:
    """The chain with what stands before it in a list as further members of its left side."""
    first = chain.members[0]
    shared = Listing((*waiting, first), span=(waiting[0].span[0], first.span[1]))
    return Chain((shared, *chain.members[1:]), chain.relations, span=(waiting[0].span[0], chain.span[1]))


def with_shared_bounds(statement: Node, text: str | None = None) -> Node:
    """`1 <= i, j <= k` below a big operator as bounds of both i and j; in a `text`, `0 < p, q < 1` with given ends."""
    if not isinstance(statement, Conjunction):
        return statement
    items: list[Node] = []
    for item in statement.items:
        match items[-1:], item:
            case [Chain(members=(low, Name() as first), relations=(above,)) as chain], Chain(
                members=(second, high), relations=(below,)
            ) if {above, below} <= {"<", "<="} and (
                text is None
                or (_COMMA.fullmatch(text[chain.span[1] : item.span[0]]) and _is_given(low) and _is_given(high))
            ):
                others = second.items if isinstance(second, Listing) else (second,)
                if all(isinstance(other, Name) for other in others):
                    items[-1] = Chain((low, first, high), (above, below), span=chain.span)
                    items += (Chain((low, other, high), (above, below), span=item.span) for other in others)
                    continue
        items.append(item)
    return Conjunction(tuple(items), span=statement.span)


def _is_given(end: Node) -> bool:
    return not any(isinstance(part, (Name, Operate)) for part in nodes(end))


def _ranged(statements: list[Node], waiting: list[Node], listed: bool) -> Node | None:
    """`i = 1, ..., k` or `i = 1, 2` as i in a set, from the statement i = 1 and what follows it in the list."""
    dots = any(isinstance(item, Dots) for item in waiting) and not isinstance(waiting[-1], Dots)
    if not dots and not (listed and all(isinstance(item, Number) for item in waiting)):
        return None
    match statements:
        case [Chain(members=(left, first), relations=("=",)) as chain]:
            span = (first.span[0], waiting[-1].span[1])
            elements = SetDisplay((first, *waiting), span=span)
            return Chain((left, elements), ("in",), span=(chain.span[0], span[1]))
    return None
