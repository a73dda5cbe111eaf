"""Declared names with what belongs to them: arguments of functions, and of operators such as E and P."""

from __future__ import annotations

from ..symbols import Declaration, Kind
from ..syntax import STATEMENTS, Apply, Constant, Name, Node, Operate, Power
from .arithmetic import Arithmetic
from .precedence import POWER, PRODUCT


class DeclaredNames(Arithmetic):
    """Reads declared names."""

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
            argument = self.covered()
            self.check_argument(declaration, argument)
            return Operate(name, (argument,), span=self.span_from(start))
        if not self.at("(", "[", r"\{"):
            if declaration.unbracketed and self.starts_factor():
                argument = self.expression(POWER)
                self.check_argument(declaration, argument)
                self.open_end = (self.index, name)
                return Operate(name, (argument,), span=self.span_from(start))
            if declaration.may_stand_alone:
                return Name(name, span=self.span_from(start))
            raise self.error(f"expected ( or [ after the operator {name}, found {self.found()}")
        closing = {"(": ")", "[": "]", r"\{": r"\}"}[self.take().value]
        with self.context(comma_joins=False, bar_closes=True):
            arguments = self.items(closing, "|", "|mid")
        given: list[Node] = []
        if self.accept("|", "|mid"):
            with self.context(comma_joins=False):
                given = self.items(closing)
        self.take()
        for argument in arguments:
            self.check_argument(declaration, argument)
        return Operate(name, tuple(arguments), tuple(given), span=self.span_from(start))

    def check_argument(self, declaration: Declaration, argument: Node) -> None:
        """Refuse a statement where an operator takes an expression, and an expression where it takes an event."""
        name, events = declaration.name, declaration.kind is Kind.EVENT_OPERATOR
        if isinstance(argument, STATEMENTS) and not (events or declaration.events):
            raise self.error(f"{name} takes an expression, this is a statement", argument.span[0])
        if not isinstance(argument, STATEMENTS) and events and not self.is_set(argument):
            raise self.error(f"{name} takes an event such as a relation, this is an expression", argument.span[0])

    def covered(self) -> Node:
        """Read the factors that an operator on whole terms covers: all up to the next such operator, or a slash."""
        start = self.index
        factors = [self.expression(POWER)]
        while self.level() == PRODUCT and not self.at("/", "times"):
            declaration, _ = self.declared()
            if declaration is not None and declaration.whole_term:
                break
            if not self.accept("*"):
                self._check_implicit(divided=False, left=factors[-1])
            factors.append(self.expression(POWER))
        return self._joined(factors, start)
