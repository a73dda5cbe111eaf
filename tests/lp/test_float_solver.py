"""What HiGHS is told and what it answers, in the units of the program; scaling that keeps small coefficients."""

from fractions import Fraction as F

import pytest

from derivations.arithmetic.statements import LinearProgram
from lp import Infeasible, Optimum, solve
from lp.programs.exact_rows import IntegerProgram
from lp.programs.float_model import LARGEST, FloatModel, scaled
from lp.programs.float_solver import float_optimum


def private_designs(size, x, loss):
    """min loss . P over designs whose columns have least entries m with m <= P <= x m; rows of P sum to one."""
    least, one = size * size, F(1)
    rows = []
    for i in range(size * size):
        rows += [((i, one), (least + i % size, -one)), ((i, -one), (least + i % size, x))]
    equations = [tuple((t * size + y, one) for y in range(size)) for t in range(size)]
    cost = (*map(F, loss), *(F(0),) * size)
    return LinearProgram(cost, tuple(rows), (F(0),) * len(rows), tuple(equations), (one,) * size)


LOSS = [0, 7, 3, 5, 1, 8, 9, 4, 2]


@pytest.mark.parametrize("x", [F(2), F(27, 10), F(10**13), F(10**13, 3), F(10**40 + 1)])
def test_small_coefficients_are_seen_whatever_the_level(x):
    """HiGHS would drop 1/x next to 1 from x = 1e9 on; the optimum is one response to each truth, up to 1/x."""
    program = private_designs(3, x, LOSS)
    exact, found = solve(program), float_optimum(program)
    assert isinstance(exact, Optimum)
    assert found.value == pytest.approx(float(exact.value), rel=1e-7)
    assert found.point == pytest.approx([float(z) for z in exact.point], abs=1e-7)
    assert exact.facts.pivots <= 9


def test_coefficients_of_all_sizes_side_by_side():
    tiny, huge = F(1, 10**12), F(10**9)
    program = LinearProgram.dense(
        (huge, tiny), ((huge, tiny), (tiny, huge), (F(1), F(0)), (F(0), F(3))), (F(1), F(1), F(0), F(-1))
    )
    exact, found = solve(program), float_optimum(program)
    assert isinstance(exact, Optimum)
    assert found.value == pytest.approx(float(exact.value))
    assert found.dual[0] == pytest.approx([float(y) for y in exact.dual[0]], rel=1e-6)


def test_rows_with_one_variable_become_bounds():
    rows = ((F(2), F(0)), (F(-1), F(0)), (F(4), F(0)), (F(0), F(-3)), (F(1), F(1)))
    model = FloatModel(IntegerProgram(LinearProgram.dense((F(1), F(1)), rows, (F(2), F(-5), F(6), F(1), F(0)))))
    assert model.general == [4]
    assert (model.lower, model.lower_row) == ([1.5, -float("inf")], [2, -1])
    assert (model.upper, model.upper_row) == ([5, pytest.approx(-1 / 3)], [1, 3])


def test_what_floats_cannot_hold_is_cut_off():
    assert scaled(3, 2) == 12
    assert scaled(3, -2, 3) == 0.25
    assert scaled(10**400, 0) == LARGEST
    assert scaled(10**400, 0, -7) == -LARGEST
    assert scaled(10**400, -1400) == pytest.approx(10**400 / 2**1400)


def test_no_optimum_is_not_called_one():
    nothing = LinearProgram.dense((F(1),), ((F(1),), (F(-1),)), (F(1), F(0)))
    assert float_optimum(nothing).status == "infeasible"
    assert isinstance(solve(nothing), Infeasible)
    assert float_optimum(LinearProgram.dense((F(-1),), ((F(1),),), (F(0),))).status == "unbounded"
