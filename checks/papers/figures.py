"""The figures of a claims file: what is wrong with them, and the values of their curves, by the declared mechanism."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import log

from checks.claims.claim import PaperError, Statement
from checks.claims.figures import PrintedFigure
from checks.inputs.own_notation import OwnNotation
from checks.papers.example_values import outside_of_range
from checks.papers.witness import statement_witness
from checks.reading import ReadingError, read_latex
from checks.reading import syntax as tree
from checks.witness import StatementWitness
from checks.witness.budgets import exponential
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.points import Draw
from checks.witness.printed_numbers import needs_balls

INTERVALS = 120


def wrong_figure(figure: PrintedFigure, own: OwnNotation) -> str:
    """What is wrong with a figure: an unknown symbol, an end outside of its range, or a curve that cannot be read."""
    declared = {symbol.name: symbol for symbol in own.declared.symbols}
    if figure.along not in declared:
        return f"along names a symbol, one of {', '.join(declared)}, not {figure.along!r}"
    for end in (figure.start, figure.end):
        if said := outside_of_range(figure.along, str(end), own):
            return said
    for curve in figure.curves:
        try:
            read_latex(curve, own.vocabulary)
        except ReadingError as error:
            return f"curve {curve}: {error}"
    return ""


def values_along(figure: PrintedFigure, own: OwnNotation) -> list[Fraction]:
    """Where the curves are computed: evenly, and of an integer at whole numbers alone."""
    width = figure.end - figure.start
    found = [figure.start + width * i / INTERVALS for i in range(INTERVALS + 1)]
    is_integer = next(symbol.integer for symbol in own.declared.symbols if symbol.name == figure.along)
    return list(dict.fromkeys(Fraction(round(x)) for x in found)) if is_integer else found


def curve_values(figure: PrintedFigure, curve: str, own: OwnNotation) -> list[float]:
    """The values of a curve at the values of its figure, of which a float is what is drawn.

    Raises PaperError where it has no value that is a number, or speaks of a symbol without a value.
    """
    witness, node = statement_witness(own), read_latex(curve, own.vocabulary)
    try:
        return [_value(node, (*figure.at, (figure.along, str(x))), witness) for x in values_along(figure, own)]
    except (NotEvaluatedError, ArithmeticError) as error:
        raise PaperError(f"{own.source}: the curve {curve} has no value to draw: {error}") from error


def _value(node: tree.Node, at: Sequence[tuple[str, str]], witness: StatementWitness) -> float:
    fixed, exact = witness.values_at(Statement(at=tuple(at)))
    space = witness.space.about(tree.names_in(node) | frozenset(name for name, _ in at))
    if missing := [parameter.name for parameter in space.parameters if parameter.name not in fixed]:
        raise NotEvaluatedError(f"{', '.join(missing)} has no value; give it in at")
    draw = Draw(witness.meanings, (), fixed, random.Random(0), exact and not needs_balls([node]), boundary=False)
    point: Evaluator | None = next(iter(space.points(draw)), None)
    if point is None:
        raise NotEvaluatedError("the values contradict the declared ranges and conditions")
    if isinstance(node, tree.Name) and node.name in witness.meanings.budgets:  # which is known by its exponential
        return log(float(exponential(point, node)))
    return float(point.number(node))
