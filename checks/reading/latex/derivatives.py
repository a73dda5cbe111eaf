"""Derivatives, as fractions of differentials."""

from __future__ import annotations

from .. import limits
from ..grammar.precedence import POWER, PRODUCT
from ..symbols import Kind
from ..syntax import Derivative, Name, Node, Number
from .arguments import LatexArguments


class LatexDerivatives(LatexArguments):
    """Reads derivatives."""

    def derivative(self) -> Node | None:
        r"""Read `\frac{\partial A}{\partial t}`, `\frac{d}{dt}A` or `\partial A/\partial t`; None otherwise."""
        start = self.index
        if self.here.value == r"\partial":
            if self.declared()[0] is not None:
                return None
            self.take()
            order = self.order()
            operand = self.expression(POWER)
            if self.starts_factor():
                raise self.error("write brackets around what the derivative is of")
            self.expect("/", "of the derivative")
            if self.here.value != r"\partial":
                raise self.error(rf"expected \partial, found {self.found()}")
            return self._derivative(operand, order, self.variables(closing=None), start)
        self._check_declared_differential()
        if not self._is_differential(self.index + 1) or self.tokens[self.index + 1].key != ("operator", "{"):
            return None
        numerator_end = self._group_end(self.index + 1)
        if not self._is_differential(numerator_end):
            return None
        self.take()
        self.take()
        self.take()
        order = self.order()
        expression: Node | None = None
        if not self.at("}"):
            with self.context(comma_joins=False):
                expression = self.expression(PRODUCT)
        self.expect("}", "after the numerator of the derivative")
        self.expect("{", "before the denominator of the derivative")
        variables = self.variables(closing="}")
        self.take()
        if expression is None:
            expression = self.term()
        return self._derivative(expression, order, variables, start)

    def _check_declared_differential(self) -> None:
        r"""Refuse `\frac{d}{dp}` and `\frac{d^2 f}{dp^2}` where d is a declared number."""
        if self.tokens[self.index + 1].key != ("operator", "{"):
            return
        below = self._group_end(self.index + 1)
        groups = (
            self.tokens[self.index + 2 : below - 1],
            self.tokens[below + 1 : max(below, self._group_end(below) - 1)],
        )
        if not all(group and group[0].key == ("letter", "d") for group in groups):
            return
        signs = {token.value for group in groups for token in group if token.kind == "operator"}
        variable, end = self.symbols.match(self.tokens, below + 2)
        alone = variable is not None and variable.may_stand_alone and self.tokens[end].value in ("}", "^")
        if alone and not signs & {"+", "-", "*", "/"} and self.symbols.match(self.tokens, below + 1)[0] is not None:
            reason = r"d is declared as a number: write \mathrm d in a derivative, and cancel d in a quotient"
            raise self.error(reason)

    def _derivative(self, expression: Node, order: int, variables: list[tuple[Name, int]], start: int) -> Node:
        if sum(times for _, times in variables) != order:
            raise self.error("the orders of the derivative above and below differ", self.tokens[start].start)
        for variable, times in reversed(variables):
            expression = Derivative(expression, variable, times, span=self.span_from(start))
        return expression

    def variables(self, closing: str | None) -> list[tuple[Name, int]]:
        r"""Read `\partial t^2`, and more of the same kind up to `closing`; one alone if it is None."""
        variables: list[tuple[Name, int]] = []
        while not variables or (closing is not None and not self.at(closing)):
            start = self.index
            if self.here.value not in (r"\partial", "d"):
                raise self.error(f"expected a differential, found {self.found()}")
            self.take()
            start = self.index
            declaration, end = self.declared()
            if declaration is None or not declaration.may_stand_alone:
                raise (
                    self.unknown("expected a variable")
                    if self._nameable()
                    else self.error(f"expected a variable, found {self.found()}")
                )
            if declaration.kind is Kind.CONSTANT:
                raise self.error(f"{declaration.name} is a constant; a derivative is by a variable")
            self.index = end
            name = Name(declaration.name, span=self.span_from(start))
            variables.append((name, self.order()))
        return variables

    def order(self) -> int:
        """Read the order of a derivative, 1 if none is printed."""
        if not self.accept("^"):
            return 1
        number = self.argument("order of the derivative")
        if not isinstance(number, Number) or number.places or not 1 <= number.value <= limits.LITERAL_EXPONENT:
            raise self.error("the order of a derivative is a literal positive integer", number.span[0])
        return int(number.value)

    def _is_differential(self, brace: int) -> bool:
        r"""Whether the group at index `brace` starts with `\partial` or an undeclared d."""
        if brace + 1 >= len(self.tokens) or self.tokens[brace].key != ("operator", "{"):
            return False
        first = self.tokens[brace + 1]
        if first.key in (("command", r"\partial"), ("word", "d")):
            return True
        return first.key == ("letter", "d") and self.symbols.match(self.tokens, brace + 1)[0] is None
