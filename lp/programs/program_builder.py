"""A linear program over a design P[x, y] that is written row by row, each row with a label in words.

The variables are the entries of the design, row by row, then auxiliary ones in the order in which they are asked for.
That P is a design (entries of at least 0, rows that sum to 1) is written when the builder is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from derivations.statements import LinearProgram, Row
from mechanisms.polynomial import Rational

ONE = Fraction(1)
Term = tuple[int, Rational]


class ProgramBuilder:
    """Collects rows over the entries of a design and auxiliary variables, and makes a program of them.

    Attributes:
        truths: the number of rows of the design.
        responses: the number of its columns.
        labels: what each inequality says; `equation_labels` what each equation says.

    """

    def __init__(self, truths: int, responses: int) -> None:
        if truths < 1 or responses < 1:
            raise ValueError(f"a design has at least one truth and one response, not {truths} and {responses}")
        self.truths, self.responses = truths, responses
        self.auxiliaries: list[str] = []
        self.labels: list[str] = []
        self.equation_labels: list[str] = []
        self._rows: list[Row] = []
        self._bounds: list[Fraction] = []
        self._equations: list[Row] = []
        self._sides: list[Fraction] = []
        for x in range(truths):
            for y in range(responses):
                self.at_least([(self.entry(x, y), 1)], 0, f"P[{x}, {y}] >= 0")
        for x in range(truths):
            whole = [(self.entry(x, y), 1) for y in range(responses)]
            self.equal(whole, 1, f"sum over y of P[{x}, y] = 1")

    @property
    def variables(self) -> int:
        """How many variables there are by now."""
        return self.truths * self.responses + len(self.auxiliaries)

    def entry(self, x: int, y: int) -> int:
        """The number of the variable P[x, y]."""
        if not (0 <= x < self.truths and 0 <= y < self.responses):
            raise ValueError(f"a {self.truths} x {self.responses} design has no entry P[{x}, {y}]")
        return x * self.responses + y

    def auxiliary(self, name: str) -> int:
        """The number of a new variable, free until rows bound it."""
        self.auxiliaries.append(name)
        return self.variables - 1

    def at_least(self, terms: Iterable[Term], bound: Rational, label: str) -> None:
        """Sum of coefficient * variable >= bound."""
        self._rows.append(_row(terms))
        self._bounds.append(Fraction(bound))
        self.labels.append(label)

    def at_most(self, terms: Iterable[Term], bound: Rational, label: str) -> None:
        """Sum of coefficient * variable <= bound."""
        self.at_least([(variable, -coefficient) for variable, coefficient in terms], -bound, label)

    def equal(self, terms: Iterable[Term], side: Rational, label: str) -> None:
        """Sum of coefficient * variable = side."""
        self._equations.append(_row(terms))
        self._sides.append(Fraction(side))
        self.equation_labels.append(label)

    def program(self, cost: Mapping[int, Rational]) -> LinearProgram:
        """Minimise the sum of cost * variable, variables that are not named costing nothing."""
        prices = [Fraction(0)] * self.variables
        for variable, price in cost.items():
            prices[variable] = Fraction(price)
        return LinearProgram(
            tuple(prices), tuple(self._rows), tuple(self._bounds), tuple(self._equations), tuple(self._sides)
        )


def _row(terms: Iterable[Term]) -> Row:
    total: dict[int, Fraction] = {}
    for variable, coefficient in terms:
        total[variable] = total.get(variable, Fraction(0)) + coefficient
    return tuple((variable, coefficient) for variable, coefficient in sorted(total.items()) if coefficient)
