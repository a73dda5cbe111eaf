"""Exact answers to linear programs: certified optima, contradictions, rays; forged certificates are refused."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.algebra.rational_systems import independent, solution
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LinearProgram, dot
from lp import Basis, Infeasible, Optimum, SolverError, Unbounded, solve
from lp.programs import exact_simplex
from lp.programs.float_solver import float_optimum
from tests.lp.vertices import vertices

numbers = st.fractions(min_value=-4, max_value=4, max_denominator=5)


@st.composite
def programs(draw, largest=4):
    size = draw(st.integers(1, largest))
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


@settings(max_examples=30, deadline=None)
@given(programs())
def test_every_answer_is_certified_and_agrees_with_floats(program):
    found = solve(program)
    check(program, found)
    guess = float_optimum(program)
    if isinstance(found, Optimum) and guess.value is not None and guess.status == "optimal":
        assert guess.value == pytest.approx(float(found.value), abs=1e-5, rel=1e-5)


@settings(max_examples=40, deadline=None)
@given(programs(), st.data())
def test_a_wrong_guess_is_repaired(program, data):
    """Any rows may be said to be tight; from none, the exact pivots find the way by themselves."""
    chosen = data.draw(st.lists(st.sampled_from(range(len(program.rows))), unique=True)) if program.rows else []
    found = solve(program, Basis(tuple(chosen)))
    check(program, found)
    other = solve(program, Basis(()))
    assert type(found) is type(other)
    if isinstance(found, Optimum):
        assert found.value == other.value
        assert solve(program, found.basis).facts.pivots == 0


@settings(max_examples=30, deadline=None)
@given(programs(largest=3))
def test_the_optimum_of_a_bounded_program_is_its_best_vertex(program):
    """In a box all vertices are tried; without any there is no feasible point."""
    size = len(program.cost)
    box = [tuple(F(sign * (i == j)) for j in range(size)) for i in range(size) for sign in (1, -1)]
    rows = (*program.rows, *(tuple((j, a) for j, a in enumerate(row) if a) for row in box))
    boxed = replace(program, rows=rows, bounds=(*program.bounds, *(F(-3),) * len(box)))
    corners = vertices(boxed)
    found = solve(boxed)
    check(boxed, found)
    assert isinstance(found, Optimum) == bool(corners)
    if corners:
        assert found.value == min(dot(program.cost, corner) for corner in corners)


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
    found = solve(program, Basis((3, 4, 5, 6)))
    assert isinstance(found, Optimum)
    assert found.value == F(-1, 20)


def test_a_tie_along_an_edge_is_settled():
    # Every point of the edge z1 + z2 = 1 is optimal.
    program = LinearProgram.dense((F(1), F(1)), ((F(1), F(1)), (F(1), F(0)), (F(0), F(1))), (F(1), F(0), F(0)))
    found = solve(program)
    assert isinstance(found, Optimum)
    assert found.value == 1
    assert 0 in found.active


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
    found = solve(program)
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


def test_too_many_pivots_are_an_error(monkeypatch):
    monkeypatch.setattr(exact_simplex, "MAXIMAL_PIVOTS", 0)
    with pytest.raises(SolverError, match="0 exact pivots"):
        solve(LinearProgram.dense((F(1),), ((F(1),),), (F(1),)), Basis(()))


def test_no_variables_at_all():
    assert solve(LinearProgram((), (), ())).value == 0
    assert solve(LinearProgram((), ((),), (F(-1),), ((),), (F(0),))).point == ()
    assert isinstance(solve(LinearProgram((), ((),), (F(1),))), Infeasible)
    assert isinstance(solve(LinearProgram((), (), (), ((),), (F(-2),))), Infeasible)


def test_tiny_and_huge_numbers_beyond_what_floats_hold():
    """minimise z1 + z2 over z1 + t z2 >= 1 and t z1 + z2 >= 1, for t that floats take for 0, and its like."""
    for t in (F(1, 10**12), F(1, 10**400), F(10**9), F(10**400) + 1, F(10**49 + 9, 10**50 + 7)):
        program = LinearProgram.dense((F(1), F(1)), ((F(1), t), (t, F(1)), (1, 0), (0, 1)), (F(1), F(1), F(0), F(0)))
        found = solve(program)
        check(program, found)
        assert found.value == (2 / (1 + t) if t < 1 else min(2 / (1 + t), 2 / t))


def test_bounds_that_floats_cannot_tell_apart():
    little = F(1, 10**60)
    apart = LinearProgram.dense((F(1),), ((F(1),), (F(-1),), (F(3),)), (1 + little, -1 - 2 * little, F(3)))
    assert solve(apart).point == (1 + little,)
    crossed = replace(apart, bounds=(1 + little, F(-1), F(3)))
    check(crossed, solve(crossed))
    assert isinstance(solve(crossed), Infeasible)


def test_an_optimum_of_zero_cost_is_any_feasible_point():
    program = LinearProgram.dense(
        (F(0), F(0)), ((F(1), F(1)), (F(-1), F(0))), (F(6, 7), F(-1)), ((F(2), F(-5)),), (F(1),)
    )
    found = solve(program)
    check(program, found)
    assert found.value == 0


def test_facts_say_how_the_answer_was_found_and_are_no_part_of_it():
    program = LinearProgram.dense((F(1), F(1)), ((F(1), F(2)), (F(1), F(0))), (F(1), F(0)), ((F(1), F(-1)),), (F(0),))
    found = solve(program)
    facts = found.facts
    assert (facts.solver, facts.variables, facts.rows, facts.equations, facts.nonzeros) == ("HiGHS", 2, 2, 1, 5)
    assert solve(program, found.basis).facts.solver == "none"
    assert replace(found, facts=replace(facts, pivots=9)) == found
    assert "HiGHS" in str(facts)


def test_answers_are_written_in_latex():
    optimum = solve(LinearProgram.dense((F(1, 2),), ((F(-1),), (F(3),)), (F(-9), F(-1))))
    assert optimum._repr_latex_() == (r"$\displaystyle \min = -\frac{1}{6} \text{ at } z = \left(-\frac{1}{3}\right)$")
    assert "infeasible" in solve(LinearProgram.dense((F(1),), ((F(0),),), (F(1),)))._repr_latex_()
    assert r"-\infty" in solve(LinearProgram.dense((F(1),), (), ()))._repr_latex_()
    many = solve(LinearProgram.dense((F(1),) * 9, [[F(int(i == j)) for i in range(9)] for j in range(9)], (F(0),) * 9))
    assert "(9 entries)" in many._repr_latex_()


def test_floats_alone_are_never_called_an_optimum():
    program = LinearProgram.dense((F(1), F(3)), ((F(1), F(1)), (F(2), F(0)), (F(0), F(1))), (F(2), F(1), F(0)))
    found = float_optimum(program)
    exact = solve(program)
    assert not isinstance(found, Optimum)
    assert found.value == pytest.approx(float(exact.value))
    assert found.point == pytest.approx([float(z) for z in exact.point])
    assert found.dual[0] == pytest.approx([float(y) for y in exact.dual[0]])
    assert found.tight == exact.basis.rows
    assert "unproved" in found._repr_latex_()


def test_solutions_of_dense_systems():
    rows = [(F(1), F(2), F(3)), (F(2), F(4), F(6)), (F(0), F(1), F(1, 3))]
    assert independent(rows, 3) == [0, 2]
    assert solution([(F(1), F(1)), (F(2), F(2))], [F(1), F(3)]) is None
    assert solution([(F(1), F(1)), (F(1), F(-1))], [F(1), F(3)]) == (2, -1)
