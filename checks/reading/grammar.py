"""The grammar that both notations share: an operator-precedence (Pratt) parser over their tokens.

A parser of our own rather than lark: which tokens form a name, and whether a name followed by a bracket is a call,
depends on the declared vocabulary, which a fixed context-free grammar cannot see; Earley with all readings kept
is ambiguous there and slow on long products; and errors must name what was expected at a caret.

Precedence, loosest first: connectives; or; and, comma; relations; set operations; sums; products; powers.
A minus sign covers the term after it. Big operators (sum, min over a domain, d/dt) cover the term after them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Literal

from . import limits
from .errors import ReadingError
from .lexis import Token
from .symbols import Declaration, Kind, Symbols
from .syntax import (
    STATEMENTS,
    Apply,
    ArgMax,
    ArgMin,
    Chain,
    Conjunction,
    Connective,
    Constant,
    Disjunction,
    Dots,
    EmptySet,
    Interval,
    Listing,
    Mapping,
    Name,
    Negate,
    Node,
    Number,
    Operate,
    Power,
    Product,
    Quotient,
    SetBuilder,
    SetDisplay,
    SetOperation,
    Sum,
    TupleNode,
    height,
    nodes,
)

ANY, OR, AND, RELATION, SET, SUM, PRODUCT, POWER = range(8)

Slash = Literal["refused", "factor", "product"]
"""What a slash divides by in a/bc: nothing, for a/bc has two readings; the factor b alone; or the product bc."""

OPENINGS = frozenset(["(", "[", "{", r"\{", "|left"])
CLOSINGS = frozenset([")", "]", "}", r"\}", "|right"])

_LEVELS = {"connective": ANY, "or": OR, "and": AND, "relation": RELATION, "set operation": SET}
_OPERATOR_LEVELS = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "times": PRODUCT, "^": POWER, "!": POWER}


class Parser(ABC):
    """One text being read; the notations say how atoms look."""

    def __init__(self, text: str, tokens: list[Token], symbols: Symbols) -> None:
        self.text = text
        self.tokens = tokens
        self.symbols = symbols
        self.index = 0
        self.depth = 0
        self.comma_joins = True
        self.bar_closes = False
        self.open_end: tuple[int, str] | None = None
        self.slash: Slash = "refused"

    # What a notation provides.

    @abstractmethod
    def atom(self) -> Node:
        """Read one atom, its arguments included, but no operator after it."""

    @abstractmethod
    def exponent(self) -> Node:
        """Read what follows a `^`."""

    @abstractmethod
    def starts_factor(self) -> bool:
        """Whether a factor without multiplication sign starts here."""

    @abstractmethod
    def declared(self) -> tuple[Declaration | None, int]:
        """The declaration printed here, and the index of the token after it."""

    @abstractmethod
    def undeclared(self, start: int) -> ReadingError:
        """The error for a name that is not declared, printed from the token with index `start` on."""

    def indexed(self, end: int) -> Node | None:
        """Read the member of a family printed here, longer than the name that ends before `end`; None if none is."""
        return None

    # Tokens.

    @property
    def here(self) -> Token:
        """The token to be read next."""
        return self.tokens[self.index]

    def at(self, *values: str) -> bool:
        """Whether an operator with one of these values stands here."""
        return self.here.kind == "operator" and self.here.value in values

    def take(self) -> Token:
        """Take the token here."""
        token = self.here
        if token.kind == "end":
            raise self.error("the text ends too early")
        self.index += 1
        return token

    def accept(self, *values: str) -> bool:
        """Take the operator here if it has one of these values."""
        if self.at(*values):
            self.index += 1
            return True
        return False

    def expect(self, value: str, purpose: str) -> Token:
        """Take the operator that must stand here."""
        if not self.at(value):
            raise self.error(f"expected {value} {purpose}, found {self.found()}")
        return self.take()

    def found(self) -> str:
        """What stands here, for a message."""
        token = self.here
        return "the end" if token.kind == "end" else f"'{self.text[token.start : token.end]}'"

    def error(self, reason: str, position: int | None = None) -> ReadingError:
        """The error at a position, by default here."""
        return ReadingError(reason, self.text, self.here.start if position is None else position)

    def span_from(self, start: int) -> tuple[int, int]:
        """From the token with index `start` to the last token taken."""
        return self.tokens[start].start, self.tokens[max(start, self.index - 1)].end

    @contextmanager
    def context(self, *, comma_joins: bool, bar_closes: bool = False) -> Iterator[None]:
        """Say what a comma and a bar mean inside a bracket."""
        before = self.comma_joins, self.bar_closes
        self.comma_joins, self.bar_closes = comma_joins, bar_closes
        yield
        self.comma_joins, self.bar_closes = before

    # The whole.

    def whole(self) -> Node:
        """Read the whole text as one expression."""
        if self.here.kind == "end":
            raise self.error("the formula is empty")
        root = self.expression()
        if self.here.kind != "end":
            twice = "two subscripts on one base; write braces around both" if self.at("_") else ""
            raise self.error(twice or f"expected an operator or the end, found {self.found()}")
        if height(root) > limits.NESTING_DEPTH:
            raise self.error(f"the formula nests deeper than {limits.NESTING_DEPTH}", 0)
        return root

    # Operators.

    def expression(self, minimum: int = ANY) -> Node:
        """Read an expression whose operators all bind at least as tightly as `minimum`."""
        self.depth += 1
        if self.depth > limits.NESTING_DEPTH:
            raise self.error(f"constructions nest deeper than {limits.NESTING_DEPTH}")
        start = self.index
        left = self.prefix(minimum)
        while (level := self.level()) >= minimum:
            left = self.extend(left, level, start)
        self.depth -= 1
        return left

    def level(self) -> int:
        """How tightly the operator here binds; -1 if the expression ends here."""
        token = self.here
        if token.kind in _LEVELS:
            return _LEVELS[token.kind]
        if token.kind == "operator":
            if token.value == ",":
                after = self.tokens[self.index + 1]
                if after.kind in ("connective", "or") and self.comma_joins:
                    return _LEVELS[after.kind]
                ends = after.kind in ("end", "end of environment", "then") or after.key in (
                    ("operator", "&"),
                    ("operator", "\\\\"),
                )
                return AND if self.comma_joins and not ends else -1
            if token.value == ":":
                return RELATION if self.depth == 1 else -1
            if token.value in _OPERATOR_LEVELS:
                return _OPERATOR_LEVELS[token.value]
        if self.condition_in_brackets():
            return ANY
        return PRODUCT if self.starts_factor() else -1

    def prefix(self, minimum: int) -> Node:
        """Read an operand: an atom, a minus sign with the term it covers, or "if A then B" and "for all A: B"."""
        start = self.index
        if minimum == ANY and self.here.key == ("connective", "if"):
            return self.conditional(start)
        if self.accept("-"):
            term = self.expression(max(minimum, PRODUCT))
            return Negate(term, span=self.span_from(start))
        return self.atom()

    def conditional(self, start: int) -> Node:
        """Read `if A then B`, `for all A: B` or `for all A, B`."""
        self.take()
        marks = self.marks_ahead()
        if "then" in marks or ":" in marks:
            condition = self.expression(OR)
        else:
            items = [self.expression(RELATION)]
            while not isinstance(items[-1], STATEMENTS) and self.accept(","):
                items.append(self.expression(RELATION))
            condition = self.joined_items(items, start + 1) if len(items) > 1 else items[0]
        if not isinstance(condition, STATEMENTS):
            raise self.error("expected a condition such as x>0", condition.span[0])
        parted = self.accept(",", ":")
        if self.here.kind == "then":
            self.take()
        elif not parted:
            raise self.error(f"expected a comma, : or then after the condition, found {self.found()}")
        return Connective((condition, self.expression(OR)), ("implies",), span=self.span_from(start))

    def marks_ahead(self) -> set[str]:
        """Which of `then` and `:` follow outside of brackets before this text or bracket ends."""
        depth, marks = 0, set[str]()
        for token in self.tokens[self.index :]:
            depth += token.kind == "environment" or (token.kind == "operator" and token.value in OPENINGS)
            depth -= token.kind == "end of environment" or (token.kind == "operator" and token.value in CLOSINGS)
            if depth < 0:
                break
            if not depth and (token.kind == "then" or token.key == ("operator", ":")):
                marks.add(token.value)
        return marks

    def condition_in_brackets(self) -> bool:
        """Whether a condition such as (p>0) stands here, at the end of a statement."""
        if not (self.comma_joins and self.at("(")):
            return False
        depth, related = 0, False
        for place in range(self.index, len(self.tokens)):
            token = self.tokens[place]
            depth += token.kind == "environment" or (token.kind == "operator" and token.value in OPENINGS)
            depth -= token.kind == "end of environment" or (token.kind == "operator" and token.value in CLOSINGS)
            related = related or (depth == 1 and token.kind == "relation")
            if depth == 0:
                after = self.tokens[place + 1]
                ends = after.kind in ("end", "end of environment", "and", "or", "connective")
                return related and (
                    ends or (after.kind == "operator" and after.value in (",", "}", ")", r"\}", "\\\\"))
                )
        return False

    def extend(self, left: Node, level: int, start: int) -> Node:
        """Read the operators of one level after `left`, with their right operands."""
        if level == POWER:
            return self.power(left, start)
        if level == PRODUCT:
            return self.product(left, start)
        if level == SUM:
            return self.sum(left, start)
        if level == SET:
            return self.set_operation(left, start)
        if level == RELATION:
            return self.mapping(left, start) if self.at(":") else self.chain(left, start)
        if level == AND:
            return self.conjunction(left, start)
        if level == OR:
            items = [left]
            while self.level() == OR:
                self.accept(",")
                self.take()
                items.append(self.expression(AND))
            return Disjunction(tuple(items), span=self.span_from(start))
        members, connectives = [left], []
        while self.level() == ANY:
            if self.at("("):
                if not isinstance(members[-1], STATEMENTS):
                    raise self.error("a condition in brackets stands after a statement")
                connectives.append("if")
                members.append(self.bracket())
                continue
            self.accept(",")
            connectives.append(self.take().value)
            members.append(self.expression(OR))
        return Connective(tuple(members), tuple(connectives), span=self.span_from(start))

    def power(self, left: Node, start: int) -> Node:
        """Read an exponent or a factorial sign."""
        if self.accept("!"):
            if self.at("!"):
                raise self.error("two factorial signs are not read; write brackets if the factorial of one is meant")
            return Apply("factorial", (left,), span=self.span_from(start))
        caret = self.take()
        exponent = self.exponent()
        unsigned = exponent.term if isinstance(exponent, Negate) else exponent
        if isinstance(unsigned, Number) and unsigned.value > limits.LITERAL_EXPONENT:
            raise self.error(f"a literal exponent is at most {limits.LITERAL_EXPONENT}", exponent.span[0])
        if _is_literal_tower(exponent):
            raise self.error("a power of literal numbers is not read in an exponent", caret.start)
        return Power(left, exponent, span=self.span_from(start))

    def product(self, left: Node, start: int) -> Node:
        """Read factors and divisors, from the left."""
        factors = [left]
        divided = False
        while self.level() == PRODUCT:
            if self.accept("/"):
                numerator = self._joined(factors, start)
                denominator = self.divisor()
                factors, divided = [Quotient(numerator, denominator, span=self.span_from(start))], True
                continue
            if self.accept("times"):
                right = self.expression(POWER)
                if self.is_set(right) or self.is_set(factors[-1]):
                    factors = [self.cartesian(self._joined(factors, start), right, left, start)]
                else:
                    factors.append(right)
                divided = False
                continue
            if self.accept("*"):
                divided = False
            else:
                self._check_implicit(divided)
            factors.append(self.expression(POWER))
        return self._joined(factors, start)

    def cartesian(self, left: Node, right: Node, bracketed: Node, start: int) -> Node:
        """`left` times `right`, flat unless `left` is the operand that came first, in brackets of its own."""
        operands: tuple[Node, ...] = (left, right)
        if isinstance(left, SetOperation) and left.operation == "times" and left is not bracketed:
            operands = (*left.operands, right)
        return self.as_sets("times", operands, start)

    def divisor(self) -> Node:
        """Read what stands after a slash: one factor, or all that follow without a sign where that is the reading."""
        start = self.index
        factors = [self.expression(POWER)]
        while self.slash == "product" and self.starts_factor():
            self._check_implicit(divided=False)
            factors.append(self.expression(POWER))
        return self._joined(factors, start)

    def _check_implicit(self, divided: bool) -> None:
        gap = self.text[self.tokens[self.index - 1].end : self.here.start]
        if "quad" in gap and re.search(r"\\q?quad(?![A-Za-z])", gap):
            reason = r"expected a comma or a condition such as \text{if } after this space; write \cdot before a factor"
            raise self.error(reason)
        if divided and self.slash == "refused":
            raise self.error("a/bc has two readings; write brackets or a multiplication sign")
        if self.here.kind in ("digit", "number") and self.declared()[0] is None:
            raise self.error("a number cannot follow a factor without a multiplication sign")
        if self.open_end is not None and self.open_end[0] == self.index:
            function = self.open_end[1]
            raise self.error(f"it is not clear whether this belongs to the argument of {function}; write brackets")

    def _joined(self, factors: list[Node], start: int) -> Node:
        return factors[0] if len(factors) == 1 else Product(tuple(factors), span=self.span_from(start))

    def sum(self, left: Node, start: int) -> Node:
        """Read terms with their signs."""
        terms = [left]
        while self.at("+", "-"):
            sign = self.index
            minus = self.take().value == "-"
            term = self.expression(PRODUCT)
            terms.append(Negate(term, span=self.span_from(sign)) if minus else term)
        return Sum(tuple(terms), span=self.span_from(start))

    def set_operation(self, left: Node, start: int) -> Node:
        """Read operands of one set operation."""
        operation, operands = self.here.value, [left]
        while self.here.kind == "set operation" and self.here.value == operation:
            self.take()
            operands.append(self.expression(SUM))
        return self.as_sets(operation, tuple(operands), start)

    def as_sets(self, operation: str, operands: tuple[Node, ...], start: int) -> Node:
        """One set operation of operands read as sets."""
        return SetOperation(operation, tuple(map(self.as_set, operands)), span=self.span_from(start))

    def chain(self, left: Node, start: int) -> Node:
        """Read a chain of relations; what is compared with a set is read as a set."""
        members, relations = [left], []
        while self.here.kind == "relation":
            relations.append(self.take().value)
            if self.here.kind == "relation":
                raise self.doubled_relation()
            members.append(self.expression(SET))
        for i, relation in enumerate(relations):
            left_is_set = relation.startswith(("sub", "sup")) or (
                relation in ("=", "!=", ":=") and (self.is_set(members[i]) or self.is_set(members[i + 1]))
            )
            if left_is_set:
                members[i] = self.as_set(members[i])
            if left_is_set or relation in ("in", "notin"):
                members[i + 1] = self.as_set(members[i + 1])
        return Chain(tuple(members), tuple(relations), span=self.span_from(start))

    def doubled_relation(self) -> ReadingError:
        """The error for two relations with nothing between them."""
        before, here = self.tokens[self.index - 1], self.here
        both = self.text[before.start : here.end]
        instead = {"<=": r"\le", ">=": r"\ge", "==": "=", "=<": r"\le", "=>": r"\implies"}.get(both)
        hint = f"; write {instead}" if instead else ""
        return self.error(f"expected an expression between two relations, found {self.found()}{hint}", here.start)

    def mapping(self, left: Node, start: int) -> Node:
        """Read `: source -> target`."""
        self.take()
        if not isinstance(left, Name):
            raise self.error("only a function's name stands before a colon", self.tokens[start].start)
        source = self.as_set(self.expression(SET))
        self.expect("->", "between the sets of a function")
        return Mapping(left, source, self.as_set(self.expression(SET)), span=self.span_from(start))

    def conjunction(self, left: Node, start: int) -> Node:
        """Read what a comma or `and` joins."""
        items = [left]
        while self.level() == AND:
            if self.take().value == "," and self.here.kind == "and":
                self.take()
            items.append(self.expression(RELATION))
        return self.joined_items(items, start)

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
        if waiting and isinstance(ranged := _ranged(statements[-1:], waiting, listed), Chain):
            if len(statements) > 1:
                stated = self.joined_items(statements[:-1], start) if len(statements) > 2 else statements[0]
                return Connective((stated, ranged), ("if",), span=self.span_from(start))
            return ranged
        if waiting:
            hint = " (the decimal 0,5 is written 0.5)" if isinstance(waiting[0], Number) else ""
            raise self.error(f"a relation must follow this item of the list{hint}", waiting[0].span[0])
        return statements[0] if len(statements) == 1 else Conjunction(tuple(statements), span=self.span_from(start))

    def _spaced(self, *items: Node) -> bool:
        """Whether space is printed after each comma between the items, as there is not in a decimal comma."""
        gaps = (self.text[a.span[1] : b.span[0]] for a, b in pairwise(items))
        return all(gap.lstrip() != "," for gap in gaps)

    # Sets.

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

    # Brackets.

    def items(self, *closings: str) -> list[Node]:
        """Expressions with commas between them, up to one of the closing operators, which is not taken."""
        items = [self.expression()]
        while self.accept(","):
            items.append(self.expression())
        if not self.at(*closings):
            raise self.error(f"expected a comma or {' or '.join(closings)}, found {self.found()}")
        return items

    def bracket(self) -> Node:
        """Read `( )` or `[ ]`: a group, a tuple, or an interval."""
        start = self.index
        opening = self.take().value
        with self.context(comma_joins=False):
            items = self.items(")", "]")
        closing = self.take().value
        matches = (opening, closing) in (("(", ")"), ("[", "]"))
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

    def is_operand(self, start: int) -> bool:
        """Whether the bracket that began at index `start` and ends here stands where a number does."""
        before = self.tokens[start - 1] if start else None
        groups = before is None or before.kind in ("and", "or", "connective", "then")
        if not groups and before is not None and (before.kind != "operator" or before.value not in (*OPENINGS, ",")):
            return True
        level = self.level()
        return level >= SUM or (level == RELATION and not self.at(":"))

    def set_in_braces(self) -> Node:
        r"""Read `\{ \}`: a display or a builder."""
        start = self.index
        self.take()
        if self.accept(r"\}"):
            return EmptySet(span=self.span_from(start))
        with self.context(comma_joins=False, bar_closes=True):
            items = self.items(r"\}", ":", "|", "|mid")
        if self.accept(r"\}"):
            return SetDisplay(tuple(items), span=self.span_from(start))
        if len(items) > 1:
            raise self.error("a set builder has one element before its bar; write a tuple")
        self.take()
        with self.context(comma_joins=True):
            condition = self.expression()
        self.expect(r"\}", "after the condition of the set")
        return SetBuilder(items[0], condition, span=self.span_from(start))

    # Declared names.

    def name(self) -> Node | None:
        """Read the declared name printed here with its arguments; None if nothing declared is printed here."""
        start = self.index
        declaration, end = self.declared()
        member = self.indexed(end)
        if member is not None:
            return member
        if declaration is None:
            return None
        self.index = end
        if declaration.kind is Kind.CONSTANT:
            return Constant(declaration.name, span=self.span_from(start))
        if declaration.kind is Kind.FUNCTION:
            return self.call(declaration, start)
        if declaration.kind in (Kind.OPERATOR, Kind.EVENT_OPERATOR):
            return self.operate(declaration, start)
        if self.at("'", "_"):
            raise self.undeclared(start)
        return Name(declaration.name, span=self.span_from(start))

    def call(self, declaration: Declaration, start: int) -> Node:
        """Read the arguments of a declared function."""
        name = declaration.name
        primes = 0
        while self.accept("'"):
            primes += 1
        if self.at("_"):
            raise self.undeclared(start)
        if not self.at("("):
            announced = self.at(":") and self.depth == 1
            if (declaration.may_stand_alone or announced) and not primes:
                return Name(name, span=self.span_from(start))
            raise self.error(f"expected ( after the function {name}, found {self.found()}")
        opening = self.take()
        with self.context(comma_joins=False):
            arguments = self.items(")")
        self.take()
        if len(arguments) not in declaration.arities:
            counts = " or ".join(map(str, sorted(declaration.arities - {0})))
            raise self.error(f"{name} takes {counts} arguments, {len(arguments)} found", opening.start)
        if primes and len(arguments) != 1:
            raise self.error(f"primes on {name} need one argument, {len(arguments)} found", opening.start)
        return Apply(name, tuple(arguments), primes, span=self.span_from(start))

    def operate(self, declaration: Declaration, start: int) -> Node:
        """Read the arguments of a declared operator, and what stands after its bar; E^2[X] is the square of E[X]."""
        name = declaration.name
        if self.at("_", "'"):
            raise self.undeclared(start)
        if self.at("^") and not declaration.may_stand_alone:
            self.take()
            exponent = self.exponent()
            if not self.at("(", "["):
                raise self.error(f"expected ( or [ after the power of the operator {name}, found {self.found()}")
            return Power(self.operate(declaration, start), exponent, span=self.span_from(start))
        if declaration.whole_term and self.starts_factor():
            return Operate(name, (self.covered(),), span=self.span_from(start))
        if not self.at("(", "["):
            if declaration.unbracketed and self.starts_factor():
                argument = self.expression(POWER)
                self.open_end = (self.index, name)
                return Operate(name, (argument,), span=self.span_from(start))
            if declaration.may_stand_alone:
                return Name(name, span=self.span_from(start))
            raise self.error(f"expected ( or [ after the operator {name}, found {self.found()}")
        closing = ")" if self.take().value == "(" else "]"
        with self.context(comma_joins=False, bar_closes=True):
            arguments = self.items(closing, "|", "|mid")
        given: list[Node] = []
        if self.accept("|", "|mid"):
            with self.context(comma_joins=False):
                given = self.items(closing)
        self.take()
        events = declaration.kind is Kind.EVENT_OPERATOR
        for argument in arguments:
            if isinstance(argument, STATEMENTS) and not (events or declaration.events):
                raise self.error(f"{name} takes an expression, this is a statement", argument.span[0])
            if not isinstance(argument, STATEMENTS) and events and not self.is_set(argument):
                raise self.error(f"{name} takes an event such as a relation, this is an expression", argument.span[0])
        return Operate(name, tuple(arguments), tuple(given), span=self.span_from(start))

    def covered(self) -> Node:
        """Read the factors that an operator on whole terms covers: all up to the next such operator, or a slash."""
        start = self.index
        factors = [self.expression(POWER)]
        while self.level() == PRODUCT and not self.at("/", "times"):
            declaration, _ = self.declared()
            if declaration is not None and declaration.whole_term:
                break
            if not self.accept("*"):
                self._check_implicit(divided=False)
            factors.append(self.expression(POWER))
        return self._joined(factors, start)

    # Domains of extrema.

    def domain(self, statement: Node) -> tuple[tuple[Name, ...], Node | None, bool]:
        """Variables, domain, and whether the variables lie in it as a tuple, from what is printed below min."""
        match statement:
            case Chain(members=(left, domain), relations=("in",)):
                return self._variables(left), domain, isinstance(left, TupleNode)
            case Chain(members=members, relations=relations) if set(relations) <= {"<", "<=", ">", ">=", "!="}:
                # a < t <= b below an extremum: t ranges over the set of those that satisfy it
                names = [m for m in members if isinstance(m, Name) and not self.is_set(m)]
                if len(names) != 1:
                    raise self.error("expected one variable among the bounds", statement.span[0])
                return (names[0],), SetBuilder(names[0], statement, span=statement.span), False
            case Name() if not self.is_set(statement):
                return (statement,), None, False
            case Listing() | TupleNode():
                return self._variables(statement), None, isinstance(statement, TupleNode)
            case _ if self.is_set(statement):
                return (), statement, False
            case _:
                raise self.error("expected variables, `variables in a set`, or a set", statement.span[0])

    def index_range(self, statement: Node) -> tuple[Name | None, Node | None, Node | None]:
        """Index, lower bound and condition of a big operator, from what is printed below it."""
        match statement:
            case Name() as index:
                return index, None, None
            case Chain(members=(Name() as index, lower), relations=("=",)):
                return index, lower, None
            case Chain(members=(Name() as index, *_)):
                return index, None, statement
            case _:
                return None, None, statement

    def bounded_range(self, statement: Node) -> tuple[Name | None, Node | None, Node | None]:
        """The same where an upper bound follows: the first of several conditions may be the lower bound."""
        match statement:
            case Conjunction(items=(Chain(members=(Name() as index, lower), relations=("=",)), *rest)) if rest:
                return index, lower, rest[0] if len(rest) == 1 else Conjunction(tuple(rest), span=statement.span)
        return self.index_range(statement)

    def _variables(self, node: Node) -> tuple[Name, ...]:
        items = node.items if isinstance(node, (Listing, TupleNode)) else (node,)
        names = tuple(item for item in items if isinstance(item, Name))
        if len(names) != len(items):
            raise self.error("expected names of variables before the relation", node.span[0])
        return names


def with_shared_bounds(statement: Node) -> Node:
    """`1 <= i, j <= k` below a big operator as bounds of both i and j."""
    if not isinstance(statement, Conjunction):
        return statement
    items: list[Node] = []
    for item in statement.items:
        match items[-1:], item:
            case [Chain(members=(low, Name() as first), relations=(above,)) as chain], Chain(
                members=(Name() as second, high), relations=(below,)
            ) if {above, below} <= {"<", "<="}:
                items[-1] = Chain((low, first, high), (above, below), span=chain.span)
                items.append(Chain((low, second, high), (above, below), span=item.span))
            case _:
                items.append(item)
    return Conjunction(tuple(items), span=statement.span)


def _sharing(waiting: list[Node], chain: Chain) -> Chain:
    """The chain with what stands before it in a list as further members of its left side."""
    first = chain.members[0]
    shared = Listing((*waiting, first), span=(waiting[0].span[0], first.span[1]))
    return Chain((shared, *chain.members[1:]), chain.relations, span=(waiting[0].span[0], chain.span[1]))


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


def _is_literal_tower(exponent: Node) -> bool:
    """Whether the exponent holds a power and nothing that is named."""
    powers = False
    for node in nodes(exponent):
        if isinstance(node, (Name, Constant, Operate)):
            return False
        powers = powers or isinstance(node, Power)
    return powers
