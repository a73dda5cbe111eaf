"""Parametric optima in print: LaTeX cases with exact ends, and data for JSON with the proof of every piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sympy

from derivations.arithmetic.proof_file import to_json as proof_json
from lp.parametric.certificate import DualNumbers, PointNumbers
from lp.parametric.interval import Interval, in_variable
from lp.parametric.pieces import InfeasiblePiece, OptimalPiece, Piece, UnboundedPiece
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.rational import RationalFunction, polynomial_to_sympy

if TYPE_CHECKING:
    from lp.parametric.design import DesignPiece, ParametricDesign
    from lp.parametric.optimum import ParametricOptimum

FORMAT = "rrproof parametric optimum 1"
DIGITS = 6  # of the decimal beside a root that has no short expression
SURD_DEGREE = 2  # numbers of at most this degree are written in square roots
_AT_LEAST = {True: r"\ge", False: ">"}
EXPONENTIAL = sympy.exp(sympy.Symbol("epsilon"))


class _Numbers:
    """Writes algebraic numbers, and names those that are roots of polynomials of degree 3 or more."""

    def __init__(self) -> None:
        self.named: list[AlgebraicReal] = []

    def latex(self, number: AlgebraicReal) -> str:
        """The number, or its name."""
        degree = number.minimal.degree(number.minimal.names[0])
        if degree <= SURD_DEGREE:
            return str(sympy.latex(number.to_sympy()))
        if number not in self.named:
            self.named.append(number)
        return rf"\xi_{{{self.named.index(number) + 1}}}"

    def legend(self) -> str:
        """What the names stand for."""
        lines = []
        for i, number in enumerate(self.named, start=1):
            name = rf"\xi_{{{i}}}"
            polynomial = polynomial_to_sympy(in_variable(number, "t"), {"t": sympy.Symbol(name)})
            shown = f"{float(number.rounded(DIGITS)):.{DIGITS}f}"
            lines.append(rf"{name} \approx {shown},\ {sympy.latex(polynomial)} = 0")
        return "".join(rf",\quad {line}" for line in lines)


def optimum_latex(optimum: ParametricOptimum) -> str:
    """The least value as cases of the parameter."""
    variable, numbers = sympy.Symbol(optimum.program.name), _Numbers()
    rows = [(_value(piece, variable), _range(piece.interval, variable, numbers)) for piece in optimum.pieces]
    return rf"\min = {_cases(rows)}{numbers.legend()}"


def design_latex(found: ParametricDesign) -> str:
    """The least value and the designs that attain it as cases of e^eps."""
    return pieces_latex(found.pieces, r"\min")


def pieces_latex(pieces: Sequence[DesignPiece], what: str) -> str:
    """What is found, such as the least value, and the designs as cases of e^eps."""
    numbers = _Numbers()
    values, designs = [], []
    for piece in pieces:
        where = _range(piece.interval, EXPONENTIAL, numbers)
        value = _value(piece.piece, EXPONENTIAL)
        if piece.value is not None:
            value = str(sympy.latex(piece.value.to_sympy({piece.piece.program.name: EXPONENTIAL})))
        values.append((value, where))
        designs.append((r"\text{none}" if piece.design is None else piece.design.to_latex(), where))
    return rf"{what} = {_cases(values)} \qquad P = {_cases(designs)}{numbers.legend()}"


def _cases(rows: Sequence[tuple[str, str]]) -> str:
    return r"\begin{cases} " + r" \\ ".join(f"{value} & {where}" for value, where in rows) + r" \end{cases}"


def _value(piece: Piece, variable: sympy.Expr) -> str:
    if isinstance(piece, OptimalPiece):
        return str(sympy.latex(piece.value.to_sympy({piece.program.name: variable})))
    return r"-\infty" if isinstance(piece, UnboundedPiece) else r"\text{infeasible}"


def _range(interval: Interval, variable: sympy.Expr, numbers: _Numbers) -> str:
    name = sympy.latex(variable)
    if interval.single:
        return f"{name} = {numbers.latex(interval.low)}"
    left, right = (r"\le" if closed else "<" for closed in (interval.low_closed, interval.high_closed))
    if interval.high is None:
        return f"{name} {_AT_LEAST[interval.low_closed]} {numbers.latex(interval.low)}"
    return f"{numbers.latex(interval.low)} {left} {name} {right} {numbers.latex(interval.high)}"


# -- JSON ----------------------------------------------------------------------------------------------------------


def optimum_json(optimum: ParametricOptimum) -> dict[str, Any]:
    """Everything as data: ends, values, points, multipliers, and a proof of each piece that `recheck` reads."""
    program = optimum.program
    return {
        "format": FORMAT,
        "parameter": program.name,
        "low": str(program.low),
        "high": None if program.high is None else str(program.high),
        "pieces": [_piece_json(piece) for piece in optimum.pieces],
        "coverage": proof_json(optimum.coverage),
    }


def _piece_json(piece: Piece) -> dict[str, Any]:
    found: dict[str, Any] = {
        "kind": {OptimalPiece: "optimal", InfeasiblePiece: "infeasible", UnboundedPiece: "unbounded"}[type(piece)],
        "interval": _interval_json(piece.interval),
    }
    if isinstance(piece, OptimalPiece):
        found["value"] = str(piece.value)
    if not isinstance(piece, InfeasiblePiece):
        found["point"] = _point_json(piece.numbers)
    if isinstance(piece, UnboundedPiece):
        found["ray"] = _point_json(piece.ray)
    else:
        found["multipliers"] = [
            {"interval": _interval_json(interval), **_dual_json(numbers)} for interval, numbers in piece.duals
        ]
    found["proof"] = proof_json(piece.theorem)
    return found


def _point_json(numbers: PointNumbers) -> list[str]:
    return [str(RationalFunction(p, numbers.denominator)) for p in numbers.numerators]


def _dual_json(numbers: DualNumbers) -> dict[str, list[str]]:
    return {
        "rows": [str(RationalFunction(y, numbers.denominator)) for y in numbers.rows],
        "equations": [str(RationalFunction(w, numbers.denominator)) for w in numbers.equations],
    }


def _interval_json(interval: Interval) -> dict[str, Any]:
    return {
        "low": _number_json(interval.low),
        "high": None if interval.high is None else _number_json(interval.high),
        "low_closed": interval.low_closed,
        "high_closed": interval.high_closed,
    }


def _number_json(number: AlgebraicReal) -> Any:
    if number.rational is not None:
        return str(number.rational)
    return {"root of": str(number.minimal), "between": [str(number.low), str(number.high)]}
