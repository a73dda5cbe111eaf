"""An optimal design with all that certifies it: what every program over designs returns."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy

from lp.programs.linear_program import Optimum
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown

LATEX_ENTRIES = 400  # a larger matrix is not typeset, only its size is said


@dataclass(frozen=True)
class OptimalDesign(Shown):
    """A design that attains the least `value` of an objective over a class of designs, and why nothing is less.

    Attributes:
        design: the optimal design matrix, truths downwards and responses across.
        value: the least value of the objective, exactly, as the question was asked; the value of `optimum` may differ
            from it by what the formulation says, such as a sign.
        optimum: program, point, dual vector, theorem of the kernel and facts about the solver.
        active: the constraints that are tight at the design, in words such as `P[1, 0] = x P[0, 0]`.

    """

    design: Design
    value: Fraction
    optimum: Optimum
    active: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"least value {self.value}, attained by\n{self.design!r}"

    def _repr_latex_(self) -> str:
        value = sympy.latex(sympy.Rational(self.value.numerator, self.value.denominator))
        truths, responses = self.design.shape
        if truths * responses > LATEX_ENTRIES:
            matrix = rf"P \in \mathbb{{R}}^{{{truths} \times {responses}}}"
        else:
            matrix = f"P = {self.design.to_latex()}"
        return rf"$\displaystyle \min = {value}, \quad {matrix}$"
