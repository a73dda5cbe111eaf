"""Linear losses of `rrproof design` at a level whose e^eps is irrational: algebraic, or transcendental and enclosed."""

from __future__ import annotations

from fractions import Fraction

import sympy

from checks.designs.optimal.objectives import LARGEST_IRRATIONAL
from checks.designs.optimal.question import Answer, Question, QuestionError, Refusal
from lp.constraints.constraint import Constraint
from lp.constraints.privacy import ApproximatePrivacy, LocalPrivacy
from lp.losses.linear_loss import Loss
from lp.parametric.level_design import LevelDesign, design_at_level
from lp.parametric.level_input import Level
from lp.parametric.pieces import OptimalPiece
from mechanisms.design import Design
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.numerals import decimal_bound
from mechanisms.guarantees.known_designs import recognised

DIGITS = 12


def level_answer(question: Question, loss: Loss, asked: str, name: str) -> Answer | Refusal:
    """The best design at the level; QuestionError where the options do not go with an irrational e^eps."""
    level, k = question.irrational, question.categories
    assert level is not None, "a level whose e^eps is rational is answered by a program in rational numbers"
    if question.wants_program:
        raise QuestionError("--vipr: such a certificate holds rational numbers; --rational takes e^eps as one")
    if k > LARGEST_IRRATIONAL:
        raise QuestionError(
            f"--epsilon: at an irrational e^eps at most {LARGEST_IRRATIONAL} categories are answered, not {k}; "
            "--rational takes e^eps as a rational number, and x=3 or log(3) give one"
        )

    def constraints(x: Fraction) -> list[Constraint]:
        privacy = ApproximatePrivacy(x, question.delta) if question.delta else LocalPrivacy(x)
        return [privacy, *question.constraints]

    mixed = bool(question.delta or question.constraints)
    found = design_at_level(loss, level, question.weights, constraints=constraints if mixed else None)
    if found.design is None:
        return Refusal(asked, (), found.theorem, None)
    assert isinstance(found.found.piece, OptimalPiece)
    return Answer(
        asked=asked,
        value_name=name,
        value=_value(found),
        latex=_latex(found, found.found.piece),
        decimal=float(sum(found.bounds(DIGITS), Fraction(0)) / 2),
        design=found.design,
        known=tuple(_known(found, found.found.piece, level)),
        theorems=(("no design does better at this level", found.theorem),),
        facts=_enclosed(found),
    )


def _value(found: LevelDesign) -> str:
    """The exact value: a number, or a function of the x that is enclosed."""
    exact = found.value
    if isinstance(exact, Fraction):
        return str(exact)
    if isinstance(exact, AlgebraicReal):
        return str(sympy.sstr(exact.to_sympy()))
    piece = found.found.piece
    assert isinstance(piece, OptimalPiece)
    return str(sympy.sstr(sympy.factor(piece.value.to_sympy())))


def _latex(found: LevelDesign, piece: OptimalPiece) -> str:
    exact = found.value
    if exact is None:
        return str(sympy.latex(piece.value.to_sympy({piece.program.name: found.level.to_sympy()})))
    return str(sympy.latex(sympy.Rational(exact) if isinstance(exact, Fraction) else exact.to_sympy()))


def _known(found: LevelDesign, piece: OptimalPiece, level: Level) -> list[str]:
    known: list[str] = []
    design, x = found.design, piece.interval.sample().rational
    if design is not None and design.generator is None and x is not None:
        rows = [[entry.evaluate({piece.program.name: x}) for entry in row] for row in design.entries]
        known += recognised(Design(rows), with_numbers=False)
    if level.eps is not None:
        low, high = found.bounds(DIGITS)
        known.append(f"in terms of x = e^({level.eps}), which is enclosed and not rounded")
        if low != high:
            ends = decimal_bound(low, DIGITS, -1), decimal_bound(high, DIGITS, 1)
            known.append(f"the optimum lies between {ends[0]} and {ends[1]}")
    return known


def _enclosed(found: LevelDesign) -> str:
    if found.level.transcendental:
        return "a basis near the level, shown to be optimal on an interval of rational numbers around e^eps"
    return "a basis near the level, shown to be optimal at e^eps in its number field"
