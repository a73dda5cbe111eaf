"""Functions and operators with their arguments: built-in and declared ones, indicators, roots, roundings."""

from __future__ import annotations

import re

from ..grammar.precedence import POWER
from ..symbols import Declaration
from ..syntax import (
    BUILT_IN_FUNCTIONS,
    STATEMENTS,
    Apply,
    Chain,
    Constant,
    EvaluatedAt,
    Negate,
    Node,
    Number,
    Operate,
    Power,
    Quotient,
    SetDisplay,
    Sum,
)
from .arguments import LatexArguments

_GROUPED = re.compile(r"(?<![0-9.])[1-9][0-9]{0,2},[0-9]{3}(?![0-9])")
"""A number with a comma before its thousands."""
_INDICATOR_FONTS = frozenset([r"\mathbf", r"\mathbb", r"\mathbbm", r"\mathds", r"\boldsymbol", r"\bm"])


class LatexFunctions(LatexArguments):
    """Reads functions with their arguments."""

    def built_in(self, function: str, start: int) -> Node:
        """Read a built-in function with arguments in brackets, or with one factor that follows it."""
        base: tuple[Node, ...] = ()
        if function == "log" and self.at("^"):
            return self._power_of(function, start)
        while self.at("_", "^"):
            if self.accept("_"):
                if function != "log" or base:
                    raise self.error(f"a subscript on {function} is not read here")
                base = (self.argument("base"),)
            else:
                raise self.error(f"a power between {function} and its argument is not read; write brackets")
        if self.at("(", "[", r"\{"):
            opening = self.take().value
            closing = {"(": ")", "[": "]", r"\{": r"\}"}[opening]
            first = self.here.start
            with self.context(comma_joins=False):
                arguments = (*self.items(closing), *base)
            grouped = _GROUPED.search(self.text[first : self.here.start]) if len(arguments) > 1 else None
            if grouped is not None:
                reason = (
                    f"{grouped[0]} is one number or two: write it without the comma, or put a space after the comma"
                )
                raise self.error(reason, first + grouped.start())
            self.take()
            if len(arguments) not in BUILT_IN_FUNCTIONS[function] or (
                function == "log" and len(arguments) > 1 + len(base)
            ):
                raise self.error(f"{function} does not take {len(arguments)} arguments", self.tokens[start].start)
            return Apply(function, arguments, span=self.span_from(start))
        if not self.starts_factor():
            raise self.error(f"expected the argument of {function}, found {self.found()}")
        argument = self.expression(POWER)
        self.open_end = (self.index, function)
        return Apply(function, (argument, *base), span=self.span_from(start))

    def _power_of(self, function: str, start: int) -> Node:
        r"""Read `\log^2 x`, the square of the logarithm."""
        self.take()
        exponent = self.exponent()
        if not isinstance(exponent, Number) or exponent.places:
            raise self.error(f"only a literal positive power between {function} and its argument is read")
        return Power(self.built_in(function, start), exponent, span=self.span_from(start))

    def hyperbolic(self, function: str, start: int) -> Node:
        r"""Read `\tanh x`, `\tanh^2(x)` and their like as what they say in powers of e."""
        exponent = None
        if self.accept("^"):
            exponent = self.exponent()
            if not isinstance(exponent, Number) or exponent.places:
                raise self.error(f"only a literal positive power between {function} and its argument is read")
        if not self.starts_factor():
            raise self.error(f"expected the argument of {function}, found {self.found()}")
        argument = self.bracket() if self.at("(", "[") else self.expression(POWER)
        span = self.span_from(start)
        up, down = (Power(Constant("e", span=span), node, span=span) for node in (argument, Negate(argument)))
        more, less = Sum((up, down), span=span), Sum((up, Negate(down)), span=span)
        two = Number("2", span=span)
        pairs = {"sinh": (less, two), "cosh": (more, two), "tanh": (less, more), "coth": (more, less)}
        value = Quotient(*pairs[function], span=span)
        return value if exponent is None else Power(value, exponent, span=span)

    def call(self, declaration: Declaration, start: int) -> Node:
        """Read the arguments of a declared function, in brackets or as its two indices."""
        if not (declaration.scripted and self.accept("_")):
            return super().call(declaration, start)
        lower = self.argument("lower index")
        self.expect("^", f"and the upper index of {declaration.name}")
        return Apply(declaration.name, (lower, self.argument("upper index")), span=self.span_from(start))

    def operate(self, declaration: Declaration, start: int) -> Node:
        """Read an operator with its arguments; a condition below the closing bracket says where it is evaluated."""
        node = super().operate(declaration, start)
        if not isinstance(node, Operate) or not self.accept("_"):
            return node
        condition = self.subscript()
        if not isinstance(condition, STATEMENTS):
            raise self.error("expected a condition such as x=0 below the bracket", condition.span[0])
        return EvaluatedAt(node, condition, span=self.span_from(start))

    def indicator_sign(self) -> int | None:
        """The index after the sign of an indicator function, such as a bold 1, if one stands here before its event."""
        here, after = self.tokens[self.index : self.index + 2] if self.here.kind != "end" else (self.here, self.here)
        end = self.index + 1
        if here.kind == "command" and here.value in _INDICATOR_FONTS:
            if after.key not in (("digit", "1"), ("letter", "I")) or (here.value, after.value) == (r"\mathbf", "I"):
                return None
            end += 1
        elif here.key not in (("digit", "1"), ("letter", "I"), ("word", "I")):
            return None
        opening = self.tokens[end]
        if opening.kind != "operator" or opening.value not in ("_", r"\{", "(", "["):
            return None
        if opening.value in ("(", "[") and (end == self.index + 1 and here.kind == "digit"):
            return None
        return end

    def indicator(self, start: int) -> Node:
        r"""Read the event of an indicator function: `\{x=y\}`, `(x=y)`, `[x=y]`, `_{x=y}`, `_{\{x=y\}}` or `_A(x)`."""
        if self.accept("_"):
            event = self.subscript()
            if isinstance(event, SetDisplay) and len(event.elements) == 1 and isinstance(event.elements[0], STATEMENTS):
                event = event.elements[0]
            if self.is_set(event) and self.at("("):
                argument = self.bracket()
                event = Chain((argument, event), ("in",), span=self.span_from(start))
        else:
            closing = {"(": ")", "[": "]", r"\{": r"\}"}[self.take().value]
            with self.context(comma_joins=True):
                event = self.expression()
            self.expect(closing, "after the event of the indicator function")
        if not isinstance(event, STATEMENTS):
            raise self.error("expected an event such as x=y after the sign of an indicator function", event.span[0])
        return Apply("indicator", (event,), span=self.span_from(start))

    def rounding(self, function: str, start: int) -> Node:
        """Read what stands between the brackets of a floor or a ceiling."""
        closing = r"\rfloor" if function == "floor" else r"\rceil"
        with self.context(comma_joins=False):
            inside = self.expression()
        if self.here.key != ("command", closing):
            raise self.error(f"this \\l{function} is never closed", self.tokens[start].start)
        self.take()
        return Apply(function, (inside,), span=self.span_from(start))

    def root(self, start: int) -> Node:
        """Read the argument of a root, its degree in square brackets."""
        if not self.at("["):
            return Apply("sqrt", (self.argument("radicand"),), span=self.span_from(start))
        self.take()
        with self.context(comma_joins=False):
            degree = self.expression()
        self.expect("]", "after the degree of the root")
        return Apply("root", (self.argument("radicand"), degree), span=self.span_from(start))
