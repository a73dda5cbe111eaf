"""Sums, products with and without sign, quotients and powers."""

from __future__ import annotations

import re

from .. import limits
from ..syntax import (
    STATEMENTS,
    Apply,
    Constant,
    Listing,
    Name,
    Negate,
    Node,
    Number,
    Operate,
    Power,
    Product,
    Quotient,
    Sum,
    nodes,
)
from .precedence import POWER, PRODUCT
from .sets import Sets

_WIDE = re.compile(r"\\(?:q?quad|hfill|hspace)(?![A-Za-z])")


class Arithmetic(Sets):
    """Reads the operators of arithmetic after their left operand."""

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
        is_bare = isinstance(left, Name) and self.text[caret.start - 1] not in ")]}"
        is_called = self.at("(") and self.tokens[self.index - 1].end == self.here.start
        if is_bare and is_called and exponent == Negate(Number("1")):
            printed = self.text[left.span[0] : left.span[1]]
            raise self.error(
                f"an inverse function, or a quotient? write a quotient by {printed} as a fraction", caret.start
            )
        if _is_literal_tower(exponent) and not isinstance(left, Constant):
            raise self.error("a power of literal numbers is not read in an exponent", caret.start)
        return Power(left, exponent, span=self.span_from(start))

    def product(self, left: Node, start: int) -> Node:
        """Read factors and divisors, from the left."""
        factors = [left]
        divided = False
        while self.level() == PRODUCT:
            if self.at("/"):
                self._check_open_end()
                self.take()
                numerator = self._joined(factors, start)
                denominator = self.divisor()
                factors, divided = [Quotient(numerator, denominator, span=self.span_from(start))], True
                continue
            if self.accept("times"):
                right = self.expression(POWER)
                joined = self._joined(factors, start)
                if self.is_set(right) or self.is_set(joined):
                    factors = [self.cartesian(joined, right, left, start)]
                else:
                    factors.append(right)
                divided = False
                continue
            if self.accept("*"):
                divided = False
            else:
                self._check_implicit(divided, factors[-1])
            factors.append(self.expression(POWER))
        return self._joined(factors, start)

    def divisor(self) -> Node:
        """Read what stands after a slash: one factor, or all that follow without a sign where that is the reading."""
        start = self.index
        factors = [self.expression(POWER)]
        while self.slash == "product" and self.starts_factor():
            self._check_implicit(divided=False, left=factors[-1])
            factors.append(self.expression(POWER))
        return self._joined(factors, start)

    def _check_implicit(self, divided: bool, left: Node) -> None:
        gap = self.text[self.tokens[self.index - 1].end : self.here.start]
        if _WIDE.search(gap):
            reason = r"expected a comma or a condition such as \text{if } after this space; write \cdot before a factor"
            raise self.error(reason)
        if divided and self.slash == "refused":
            reason = "a/bc has two readings; write brackets or a multiplication sign"
            raise self.error(f'{reason}; or, in a claims file, say slash = "factor" or "product"')
        whole = isinstance(left, Quotient) and self.text[left.span[0] : left.span[1]].endswith("}")  # as \\frac{1}{q}
        if self.here.kind in ("digit", "number") and self.declared()[0] is None and not whole:
            raise self.error("a number cannot follow a factor without a multiplication sign")
        self._check_open_end()
        inside = self.tokens[self.index + 1 : self.index + 4] if self.at("(") else []
        if (
            isinstance(left, Name)
            and [t.value for t in inside[1:2]] == [")"]
            and inside[0].kind in ("letter", "command")
        ):
            called = self.text[left.span[0] : inside[1].end]
            reason = f"{called} has two readings; declare all of it as a name, or write a multiplication sign"
            raise self.error(reason)
        if self._numbers_the_formula():
            raise self.error(r"is this the number of the formula? write \tag{...} for it, \cdot before a factor")

    def _numbers_the_formula(self) -> bool:
        """Whether (4) or (3.2) stands here, and nothing after it."""
        if not self.at("(") or not any(token.kind == "relation" for token in self.tokens[: self.index]):
            return False
        end = self.index + 1
        while self.tokens[end].kind in ("digit", "number") or self.tokens[end].key == ("operator", "."):
            end += 1
        closed = end > self.index + 1 and self.tokens[end].key == ("operator", ")")
        return closed and self.tokens[end + 1].kind == "end"

    def _check_open_end(self) -> None:
        if self.open_end is not None and self.open_end[0] == self.index:
            function = self.open_end[1]
            raise self.error(f"it is not clear whether this belongs to the argument of {function}; write brackets")

    def _joined(self, factors: list[Node], start: int) -> Node:
        for factor in factors if len(factors) > 1 else ():
            base = factor.base if isinstance(factor, Power) else factor
            if isinstance(base, (*STATEMENTS, Listing)):
                raise self.error("a list or a statement is no factor; write [x=y] for its indicator", factor.span[0])
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


def _is_literal_tower(exponent: Node) -> bool:
    """Whether the exponent holds a power and nothing that is named."""
    powers = False
    for node in nodes(exponent):
        if isinstance(node, (Name, Constant, Operate)):
            return False
        powers = powers or isinstance(node, Power)
    return powers
