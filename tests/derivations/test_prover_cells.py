"""Failures without inner points: they are cut out by their equations and found on them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derivations.arithmetic.statements import Sequent
from derivations.prover import Disproved, Proved, prove
from derivations.prover.cells import thin_cells
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    all_of,
    any_of,
    at_least,
    different,
    equal_to,
    greater,
)
from mechanisms.exact.polynomial import Polynomial

x, y, n = (Polynomial.variable(name) for name in ("x", "y", "n"))
CURVE = y * (x + 2) - x**2
LEVEL = y * (x**2 + 1) ** 2 - x**2 * (x + 1)


def goal(hypotheses: list[Formula], conclusion: Formula) -> Sequent:
    return Sequent(frozenset(hypotheses), conclusion)


def test_two_inequalities_leave_an_equation() -> None:
    sequent = goal([greater(x, 0)], any_of([greater(CURVE, 0), greater(-CURVE, 0)]))
    assert [set(cell) for cell in thin_cells(sequent)] == [{greater(x, 0), equal_to(CURVE, 0)}]
    found = prove(sequent)
    assert isinstance(found, Disproved)
    assert CURVE.evaluate(found.point) == 0


@pytest.mark.parametrize(
    ("hypotheses", "conclusion"),
    [
        pytest.param([], any_of([greater(x, 0), at_least(-x, 0)]), id="every sign has its case"),
        pytest.param([greater(CURVE, 0)], different(CURVE, 0), id="the equation is excluded"),
        pytest.param([equal_to(CURVE, 0)], greater(x, 0), id="a hypothesis states the equation"),
        pytest.param([all_of([equal_to(CURVE, 0), greater(y, 0)])], greater(x, 0), id="as a part of a conjunction"),
        pytest.param([], greater(x, 0), id="an open failure"),
        pytest.param([NamedConstant("x", "exp", Fraction(1))], different(CURVE, 0), id="a constant has no sign"),
        pytest.param([], IntegerValued("n"), id="no polynomial is denied"),
    ],
)
def test_there_may_be_no_such_cell(hypotheses: list[Formula], conclusion: Formula) -> None:
    assert thin_cells(goal(hypotheses, conclusion)) == []


def test_the_cells_cover_the_thin_failures() -> None:
    conclusion = AnyOf((AllOf((greater(x, 0), different(y, 1))), AllOf((greater(-x, 0), greater(y, 1))), greater(n, 2)))
    sequent = goal([at_least(n, 1), IntegerValued("n"), AnyOf((at_least(y, 1), greater(x, 5)))], conclusion)
    cells = thin_cells(sequent)
    assert all(IntegerValued("n") in cell for cell in cells)
    values = [Fraction(k, 2) for k in range(-2, 14)]
    for a in values:
        for b in values:
            point = {"x": a, "y": b, "n": Fraction(1)}
            fails = all(h.holds_at(point) for h in sequent.hypotheses) and not conclusion.holds_at(point)
            within = any(all(atom.holds_at(point) for atom in cell) for cell in cells)
            assert not within or fails
            assert within or not fails or (a != 0 and b != 1)


def test_a_case_that_is_left_out_on_a_curve_is_found_under_an_inequality() -> None:
    cases: list[Formula] = [greater(LEVEL, 0), greater(-LEVEL, 0), AllOf((equal_to(LEVEL, 0), greater(10 * y, 1)))]
    domain: list[Formula] = [greater(x, 0), greater(y, 0)]
    found = prove(goal(domain, AnyOf(tuple(cases))))
    assert isinstance(found, Disproved)
    assert LEVEL.evaluate(found.point) == 0
    assert 0 < found.point["y"] <= Fraction(1, 10)
    whole = (*cases, AllOf((equal_to(LEVEL, 0), at_least(1, 10 * y))))
    assert isinstance(prove(goal(domain, AnyOf(whole))), Proved)


def test_equal_conditions_in_other_words_are_one_equation() -> None:
    hypotheses: list[Formula] = [Condition(-2 * CURVE, ">=")]
    cells = thin_cells(goal(hypotheses, Condition(-CURVE, ">")))
    assert [set(cell) for cell in cells] == [{equal_to(CURVE, 0)}]
