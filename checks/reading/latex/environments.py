"""Environments with lines and columns: matrices, definitions by cases, systems of equations."""

from __future__ import annotations

from .. import limits
from ..grammar.precedence import OR
from ..syntax import CONDITIONALS, STATEMENTS, Branch, Cases, Conjunction, Matrix, Node
from .arguments import LatexArguments


class LatexEnvironments(LatexArguments):
    """Reads environments."""

    def grid(self) -> Node:
        """Read a matrix or a definition by cases."""
        if self.here.value in ("cases", "dcases"):
            return self.branches()
        start = self.index
        environment = self.take().value
        rows: list[tuple[Node, ...]] = []
        while self.here.kind != "end of environment":
            row = [self.cell()]
            while self.accept("&"):
                row.append(self.cell())
                if len(row) > limits.MATRIX_SIDE:
                    raise self.error(f"a matrix has at most {limits.MATRIX_SIDE} columns")
            rows.append(tuple(row))
            if len(rows) > limits.MATRIX_SIDE:
                raise self.error(f"a matrix has at most {limits.MATRIX_SIDE} rows")
            if len(row) != len(rows[0]):
                raise self.error(f"row {len(rows)} has {len(row)} entries, row 1 has {len(rows[0])}")
            if not self.accept("\\\\"):
                break
        self.end_grid(environment)
        if not rows:
            raise self.error("the matrix is empty", self.tokens[start].start)
        return Matrix(tuple(rows), span=self.span_from(start))

    def cell(self) -> Node:
        """Read an entry of a matrix."""
        with self.context(comma_joins=False):
            return self.expression()

    def end_grid(self, environment: str) -> None:
        """Take the end of an environment."""
        if self.here.kind != "end of environment":
            raise self.error(f"expected &, \\\\ or \\end{{{environment}}}, found {self.found()}")
        self.take()

    def branches(self) -> Node:
        """Read the lines of a definition by cases."""
        start = self.index
        environment = self.take().value
        branches: list[Branch] = []
        equations: list[Node] = []
        while self.here.kind != "end of environment":
            first = self.index
            self.accept("&")
            with self.context(comma_joins=False):
                value = self.expression(OR)
            stopped = self.accept(",", ".", ";")
            if isinstance(value, STATEMENTS) and (self.at("\\\\") or self.here.kind == "end of environment"):
                equations.append(value)
                if not self.accept("\\\\"):
                    break
                continue
            if stopped and self.tokens[self.index - 1].value != ",":
                raise self.error(f"expected a condition or otherwise, found {self.found()}")
            self.accept("&")
            self.accept(",")
            condition: Node | None = None
            if self.here.key == ("word", "otherwise"):
                self.take()
            else:
                if self.here.kind == "connective" and self.here.value in CONDITIONALS:
                    self.take()
                if self.here.key in (("operator", "\\\\"), ("end of environment", environment)):
                    raise self.error(rf"expected a condition such as & \text{{if }} x>0, found {self.found()}")
                with self.context(comma_joins=True):
                    condition = self.expression()
            branches.append(Branch(value, condition, span=self.span_from(first)))
            if len(branches) > limits.MATRIX_SIDE:
                raise self.error(f"a definition by cases has at most {limits.MATRIX_SIDE} cases")
            self.accept(",", ".", ";")
            if not self.accept("\\\\"):
                break
        self.end_grid(environment)
        if equations and (branches or len(equations) > limits.MATRIX_SIDE):
            raise self.error("the lines are statements here and values with conditions there", self.tokens[start].start)
        if equations and self.is_operand(start):
            raise self.error("a system of equations stands here where a number is needed", self.tokens[start].start)
        if equations:
            span = self.span_from(start)
            return equations[0] if len(equations) == 1 else Conjunction(tuple(equations), span=span)
        if not branches:
            raise self.error("the definition by cases is empty", self.tokens[start].start)
        return Cases(tuple(branches), span=self.span_from(start))
