"""Exact answers to linear programs: certified optima, contradictions, rays; forged certificates are refused."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations import kernel
from derivations.statements import LinearProgram, dot
from lp import Infeasible, Optimum, SolverError, Unbounded, faces, solve
from lp import linear_program as solving
from lp.faces import independent, null_space, solution

numbers = st.fractions(min_value=-4, max_value=4, max_denominator=5)


@st.composite
def programs(draw):
    size = draw(st.integers(1, 4))
    vector = st.tuples(*[numbers] * size)
    rows = draw(st.lists(vector, max_size=6))
    equations = draw(st.lists(vector, max_size=2))
    return LinearProgram.dense(
        draw(vector),
        tuple(rows),
        tuple(draw(st.tuples(*[numbers] * len(rows)))),
        tuple(equations),
        tuple(draw(st.tuples(*[numbers] * len(equations)))),
    )


def check(program, found):
    """Each kind of answer is verified here from its definition."""
    if isinstance(found, Optimum):
        y, w = found.dual
        assert program.admits(found.point)
        assert min(y, default=0) >= 0
        assert program.combine(y, w) == (program.cost, found.value)
        assert found.theorem.statement.value == found.value
    elif isinstance(found, Infeasible):
        columns, bound = program.combine(*found.multipliers)
        assert min(found.multipliers[0], default=0) >= 0
        assert not any(columns)
        assert bound > 0
    else:
        assert program.admits(found.point)
        far = tuple(p + 1000 * r for p, r in zip(found.point, found.ray, strict=True))
        assert program.admits(far)
        assert dot(program.cost, far) < dot(program.cost, found.point)


@settings(max_examples=25, deadline=None)
@given(programs())
def test_every_answer_is_certified_and_agrees_with_floats(program):
    found = solve(program)
    check(program, found)
    guess = solving.float_solution(program)
    if isinstance(found, Optimum) and guess is not None:
        value = sum(float(c) * z for c, z in zip(program.cost, guess, strict=True))
        assert value == pytest.approx(float(found.value), abs=1e-5, rel=1e-5)


@settings(max_examples=120, deadline=None)
@given(programs(), st.data())
def test_a_wrong_guess_of_the_floats_is_repaired(program, data):
    size = len(program.cost)
    wrong = data.draw(st.none() | st.tuples(*[st.floats(-1e3, 1e3)] * size))
    found = solving._solve(program, wrong)
    check(program, found)
    other = solving._solve(program, None)
    assert type(found) is type(other)
    if isinstance(found, Optimum):
        assert found.value == other.value


def test_a_degenerate_vertex_with_more_tight_rows_than_variables():
    rows = [(1, 0), (0, 1), (1, 1), (1, 2), (2, 1), (3, 5)]
    program = LinearProgram.dense((F(1), F(1)), tuple(tuple(map(F, r)) for r in rows), (F(0),) * 6)
    found = solve(program)
    assert isinstance(found, Optimum)
    assert found.value == 0
    check(program, found)


def test_beales_cycling_example_ends():
    # Beale 1955, in the form min c.z with z >= 0: the largest-coefficient rule of the simplex method cycles here.
    cost = (F(-3, 4), F(150), F(-1, 50), F(6))
    rows = [
        (F(-1, 4), F(60), F(1, 25), F(-9)),
        (F(-1, 2), F(90), F(1, 50), F(-3)),
        (F(0), F(0), F(-1), F(0)),
        *(tuple(F(int(i == j)) for j in range(4)) for i in range(4)),
    ]
    program = LinearProgram.dense(cost, tuple(rows), (F(0), F(0), F(-1), *[F(0)] * 4))
    found = solving._solve(program, (0.0, 0.0, 0.0, 0.0))
    assert isinstance(found, Optimum)
    assert found.value == F(-1, 20)


def test_an_inner_point_of_the_optimal_face_is_enough():
    # Every point of the edge z1 + z2 = 1 is optimal; the guess is no vertex.
    program = LinearProgram.dense((F(1), F(1)), ((F(1), F(1)), (F(1), F(0)), (F(0), F(1))), (F(1), F(0), F(0)))
    found = solving._solve(program, (0.3, 0.7))
    assert isinstance(found, Optimum)
    assert found.value == 1


def test_no_constraints_at_all():
    assert isinstance(solve(LinearProgram.dense((F(1),), (), ())), Unbounded)
    found = solve(LinearProgram.dense((F(0),), (), ()))
    assert isinstance(found, Optimum)
    assert found.value == 0


def test_contradicting_and_repeated_equations():
    repeated = LinearProgram.dense((F(1), F(0)), (), (), ((F(1), F(1)), (F(2), F(2)), (F(1), F(0))), (F(1), F(2), F(3)))
    found = solve(repeated)
    assert isinstance(found, Optimum)
    assert found.point == (3, -2)
    contradicting = replace(repeated, sides=(F(1), F(3), F(3)))
    assert isinstance(solve(contradicting), Infeasible)


def test_infeasible_inequalities():
    found = solve(LinearProgram.dense((F(1),), ((F(1),), (F(-1),)), (F(1), F(0))))
    assert isinstance(found, Infeasible)


@settings(max_examples=40, deadline=None)
@given(programs(), st.integers(0, 100), st.fractions(min_value=F(1, 7), max_value=3, max_denominator=7))
def test_a_certificate_with_one_number_changed_is_refused(program, place, change):
    found = solving._solve(program, None)
    if not isinstance(found, Optimum) or not any(program.cost):
        return
    y, w = found.dual
    point = list(found.point)
    for i in range(len(point)):
        if program.cost[i] != 0:
            point[i] += change
            with pytest.raises(kernel.KernelError):
                kernel.weak_duality(program, tuple(point), y, w)
            break
    if y:
        i = place % len(y)
        if any(program.rows[i]) or program.bounds[i]:
            forged = tuple(v + change if j == i else v for j, v in enumerate(y))
            with pytest.raises(kernel.KernelError):
                kernel.weak_duality(program, found.point, forged, w)


def test_a_ray_that_is_none_is_refused():
    program = LinearProgram.dense((F(-1), F(0)), ((F(1), F(0)), (F(0), F(1))), (F(0), F(0)))
    assert isinstance(solve(program), Unbounded)
    for point, ray in [((F(0), F(0)), (F(-1), F(0))), ((F(-1), F(0)), (F(1), F(0))), ((F(0), F(0)), (F(1), F(-1)))]:
        with pytest.raises(SolverError, match="no ray"):
            Unbounded(program, point, ray)


def test_too_many_steps_are_an_error(monkeypatch):
    monkeypatch.setattr(faces, "MAXIMAL_STEPS", 0)
    monkeypatch.setattr(solving, "float_solution", lambda program: None)
    with pytest.raises(SolverError, match="0 exact steps"):
        solve(LinearProgram.dense((F(1),), ((F(1),),), (F(1),)))


def test_rows_and_null_space_are_orthogonal():
    rows = [(F(1), F(2), F(3)), (F(2), F(4), F(6)), (F(0), F(1), F(1, 3))]
    assert independent(rows, 3) == [0, 2]
    (v,) = null_space(rows, 3)
    assert all(dot(row, v) == 0 for row in rows)
    assert solution([(F(1), F(1)), (F(2), F(2))], [F(1), F(3)]) is None
