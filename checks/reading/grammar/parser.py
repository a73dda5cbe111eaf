"""The parser: which operator comes next, and what reads it."""

from __future__ import annotations

from .. import limits
from ..scopes import with_joint_indices
from ..syntax import CONDITIONALS, Negate, Node, height
from .declared_names import DeclaredNames
from .precedence import AND, ANY, KIND_LEVELS, OPERATOR_LEVELS, OR, POWER, PRODUCT, RELATION, SET, SUM
from .ranges import Ranges
from .statements import Statements


class Parser(Statements, DeclaredNames, Ranges):
    """One text being read; a subclass for each notation says how atoms look."""

    def whole(self) -> Node:
        """Read the whole text as one expression."""
        if self.here.kind == "end":
            raise self.error("the formula is empty")
        root = self.expression()
        if self.here.kind != "end":
            reason = "two subscripts on one base; write braces around both" if self.at("_") else ""
            reason = r"a limit is written \lim_{n\to\infty} a = b" if self.at("->") else reason
            raise self.error(reason or f"expected an operator or the end, found {self.found()}")
        if height(root) > limits.NESTING_DEPTH:
            raise self.error(f"the formula nests deeper than {limits.NESTING_DEPTH}", 0)
        return with_joint_indices(root, self.symbols)

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
        if token.kind in KIND_LEVELS:
            return KIND_LEVELS[token.kind]
        if token.kind == "operator":
            if token.value == ",":
                after = self.tokens[self.index + 1]
                if after.kind in ("connective", "or") and self.comma_joins:
                    return KIND_LEVELS[after.kind]
                ends = after.kind in ("end", "end of environment", "then") or after.key in (
                    ("operator", "&"),
                    ("operator", "\\\\"),
                )
                return AND if self.comma_joins and not ends else -1
            if token.value == ":":
                return RELATION if self.depth == 1 else -1
            if token.value in OPERATOR_LEVELS:
                return OPERATOR_LEVELS[token.value]
        if self.condition_in_brackets():
            return ANY
        return PRODUCT if self.starts_factor() else -1

    def prefix(self, minimum: int) -> Node:
        """Read an operand: an atom, a minus sign with the term it covers, or "if A then B" and "for all A: B"."""
        start = self.index
        if minimum == ANY and self.here.kind == "connective" and self.here.value in CONDITIONALS:
            return self.conditional(start)
        if self.accept("-"):
            term = self.expression(max(minimum, PRODUCT))
            return Negate(term, span=self.span_from(start))
        return self.atom()

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
            return self.disjunction(left, start)
        return self.connective(left, start)
