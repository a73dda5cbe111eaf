"""Sets and brackets: groups, tuples and intervals, sets in braces, set operations."""

from __future__ import annotations

from ..symbols import Kind
from ..syntax import (
    STATEMENTS,
    Apply,
    ArgMax,
    ArgMin,
    Dots,
    EmptySet,
    Interval,
    Name,
    Node,
    Number,
    Power,
    SetBuilder,
    SetDisplay,
    SetOperation,
    TupleNode,
)
from .comma_lists import CommaLists
from .precedence import POWER, RELATION, SUM
from .token_stream import OPENINGS


class Sets(CommaLists):
    """Reads sets, and what stands in brackets."""

    def is_set(self, node: Node) -> bool:
        """Whether the node is known to be a set by its form or by declaration."""
        match node:
            case Name(name=name):
                return name in self.symbols and self.symbols[name].kind is Kind.SET
            case Power(base=base):
                return self.is_set(base)
            case Interval() | SetDisplay() | SetBuilder() | SetOperation() | EmptySet() | ArgMin() | ArgMax():
                return True
            case _:
                return False

    def as_set(self, node: Node) -> Node:
        """Read a pair in round brackets as an open interval, where only a set makes sense."""
        if isinstance(node, TupleNode) and len(node.items) == 2:
            return Interval(node.items[0], node.items[1], False, False, span=node.span)
        if isinstance(node, Power):
            return Power(self.as_set(node.base), node.exponent, span=node.span)
        return node

    def as_sets(self, operation: str, operands: tuple[Node, ...], start: int) -> Node:
        """One set operation of operands read as sets."""
        return SetOperation(operation, tuple(map(self.as_set, operands)), span=self.span_from(start))

    def set_operation(self, left: Node, start: int) -> Node:
        """Read operands of one set operation."""
        operation, operands = self.here.value, [left]
        while self.here.kind == "set operation" and self.here.value == operation:
            self.take()
            operands.append(self.expression(SUM))
        return self.as_sets(operation, tuple(operands), start)

    def cartesian(self, left: Node, right: Node, bracketed: Node, start: int) -> Node:
        """`left` times `right`, flat unless `left` is the operand that came first, in brackets of its own."""
        operands: tuple[Node, ...] = (left, right)
        if isinstance(left, SetOperation) and left.operation == "times" and left is not bracketed:
            operands = (*left.operands, right)
        return self.as_sets("times", operands, start)

    # Brackets.

    def bracket(self) -> Node:
        """Read `( )` or `[ ]`: a group, a tuple, or an interval."""
        start = self.index
        opening = self.take().value
        with self.context(comma_joins=False):
            items = self.items(")", "]")
        closing = self.take().value
        matches = (opening, closing) in (("(", ")"), ("[", "]"))
        if len(items) == 1 and matches and opening == "[" and self._names_a_set(start, items[0]):
            return _up_to(items[0], self.span_from(start))
        if len(items) == 1 and matches:
            if opening == "[" and isinstance(items[0], STATEMENTS) and self.is_operand(start):
                return Apply("indicator", (items[0],), span=self.span_from(start))
            return items[0]
        if opening == "(" and closing == ")":
            if any(isinstance(item, STATEMENTS) for item in items):
                return self.joined_items(items, start)
            return TupleNode(tuple(items), span=self.span_from(start))
        if len(items) == 1:
            expected = {"(": ")", "[": "]"}[opening]
            raise self.error(f"expected {expected} or a comma, found {closing}", self.tokens[self.index - 1].start)
        if len(items) != 2:
            reason = f"an interval has two ends; {len(items)} found between {opening} and {closing}"
            raise self.error(reason, self.tokens[start].start)
        return Interval(items[0], items[1], opening == "[", closing == "]", span=self.span_from(start))

    def _names_a_set(self, start: int, last: Node) -> bool:
        """Whether a set stands where the bracket that began at index `start` and ends here does, as in i in [k]."""
        if self.level() >= SUM and (self.level() != POWER or last == Number("1")):
            return False
        before = self.tokens[start - 1] if start else None
        return before is not None and (
            before.key in (("relation", "in"), ("relation", "notin")) or before.kind == "set operation"
        )

    def is_operand(self, start: int) -> bool:
        """Whether the bracket that began at index `start` and ends here stands where a number does."""
        before = self.tokens[start - 1] if start else None
        groups = before is None or before.kind in ("and", "or", "connective", "then")
        if not groups and before is not None and (before.kind != "operator" or before.value not in (*OPENINGS, ",")):
            return True
        level = self.level()
        return level >= SUM or (level == RELATION and not self.at(":"))

    def is_factor(self, start: int) -> bool:
        r"""Whether braces that began at index `start` and end here only group, as in 2\{a + b\} and \{a + b\}^2.

        Beside a cross they are a set, of which a product is taken.
        """
        before = self.tokens[start - 1] if start else None
        if self.at("times") or (before is not None and before.value == "times"):
            return False
        operand = before is not None and (
            before.kind in ("letter", "digit")
            or before.key in [("operator", v) for v in (")", "]", "}", r"\}", "'", "+", "-", "*")]
        )
        return operand or self.level() >= SUM

    def set_in_braces(self) -> Node:
        r"""Read `\{ \}`: a display or a builder."""
        start = self.index
        self.take()
        if self.accept(r"\}"):
            return EmptySet(span=self.span_from(start))
        with self.context(comma_joins=False, bar_closes=True):
            items = self.items(r"\}", ":", "|", "|mid")
        if self.accept(r"\}"):
            if len(items) == 1 and not isinstance(items[0], STATEMENTS) and self.is_factor(start):
                return items[0]
            return SetDisplay(tuple(items), span=self.span_from(start))
        if len(items) > 1:
            raise self.error("a set builder has one element before its bar; write a tuple")
        self.take()
        with self.context(comma_joins=True):
            condition = self.expression()
        self.expect(r"\}", "after the condition of the set")
        return SetBuilder(items[0], condition, span=self.span_from(start))


def _up_to(last: Node, span: tuple[int, int]) -> Node:
    """The set of the integers from 1 to `last`, which is printed as [last]."""
    first = Number("1", span=last.span)
    elements = (first,) if last == first else (first, Dots(span=last.span), last)
    return SetDisplay(elements, span=span)
