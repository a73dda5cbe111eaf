"""Vertices of small polyhedra, and of the steps from one response to the next."""

from fractions import Fraction

import pytest

from derivations.arithmetic.statements import LinearProgram, dot
from mechanisms.catalogue.relaxation import relaxing_step
from tests.lp.relaxing_steps import step_program
from tests.lp.vertices import vertices

F = Fraction
LEVELS = [(F(1), F(3, 2), 3), (F(3, 2), F(7, 3), 4), (F(2), F(2), 5), (F(5, 4), F(6), 9)]


def test_a_square_with_a_corner_cut_off() -> None:
    rows = ((F(1), F(0)), (F(0), F(1)), (F(-1), F(0)), (F(0), F(-1)), (F(-1), F(-1)), (F(-1), F(-1)))
    bounds = (F(0), F(0), F(-1), F(-1), F(-3, 2), F(-3, 2))
    assert vertices(LinearProgram.dense((F(0), F(0)), rows, bounds)) == (
        (0, 0),
        (0, 1),
        (F(1, 2), 1),
        (1, 0),
        (1, F(1, 2)),
    )
    on_a_line = LinearProgram.dense((F(0), F(0)), rows, bounds, ((F(1), F(-1)), (F(2), F(-2))), (F(0), F(0)))
    assert vertices(on_a_line) == ((0, 0), (F(3, 4), F(3, 4)))
    apart = LinearProgram.dense((F(0), F(0)), rows, bounds, ((F(1), F(-1)), (F(2), F(-2))), (F(0), F(1)))
    assert vertices(apart) == ()


def test_too_many_bases_are_refused() -> None:
    rows = tuple(tuple(F(i**k) for k in range(6)) for i in range(40))
    with pytest.raises(ValueError, match="too many bases"):
        vertices(LinearProgram.dense((F(0),) * 6, rows, (F(0),) * 40))


@pytest.mark.parametrize(("x", "y", "size"), LEVELS)
def test_one_step_has_the_law_of_the_next_response(x: Fraction, y: Fraction, size: int) -> None:
    step = relaxing_step(x, y, size)
    assert vertices(step_program(x, y, size)) == ((step.keep_truth, step.find_truth, step.keep_other),)


@pytest.mark.parametrize(("x", "y", "size"), [(F(2), F(3, 2), 3), (F(3), F(14, 5), 6)])
def test_no_step_makes_the_guarantee_smaller(x: Fraction, y: Fraction, size: int) -> None:
    assert vertices(step_program(x, y, size)) == ()
    assert vertices(step_program(x, y, size, same_law=False)) == ()


@pytest.mark.parametrize(("x", "y", "size"), LEVELS)
def test_among_all_private_steps_it_is_the_only_one_that_is_true_most_often(
    x: Fraction, y: Fraction, size: int
) -> None:
    """The cost has no constant; the best vertex has P(o_2 = truth) = y/(y + m - 1), all others less."""
    program = step_program(x, y, size, same_law=False)
    corners = vertices(program)
    best = min(dot(program.cost, corner) for corner in corners)
    (only,) = [corner for corner in corners if dot(program.cost, corner) == best]
    step = relaxing_step(x, y, size)
    assert only == (step.keep_truth, step.find_truth, step.keep_other)
    true = (x * only[0] + (size - 1) * only[1]) / (x + size - 1)
    assert true == y / (y + size - 1)


def test_what_is_no_step_is_refused() -> None:
    for x, y, size in ((F(1, 2), F(2), 3), (F(1), F(1), 3), (F(1), F(2), 2)):
        with pytest.raises(ValueError, match="at least 3 values"):
            step_program(x, y, size)
