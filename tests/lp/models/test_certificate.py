"""Problems of cvxpy certified: optima, contradictions, rays and ties, in the words of who wrote the constraints."""

import subprocess
import sys
from fractions import Fraction as F

import cvxpy as cp
import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import lp
from derivations.arithmetic.statements import Infeasible as NoPoint
from derivations.arithmetic.statements import Optimal
from lp.certificates.checker import check_file
from lp.models.certificate import Certified, Contradiction, Endless, certify
from lp.models.exact_values import InexactError
from lp.models.exact_walk import NotLinearError
from mechanisms.design import Design, DesignError
from tests.lp.vertices import vertices

numbers = st.fractions(min_value=-3, max_value=3, max_denominator=5)


def simple(sense, bound):
    p, q = cp.Variable(name="p", nonneg=True), cp.Variable(name="q", nonneg=True)
    wanted = (p + F(1, 3) * q <= bound).set_label("the budget")
    return p, q, cp.Problem(sense(2 * p + q + F(1, 7)), [wanted, q <= F(3, 2), p >= F(1, 5)])


def test_the_optimum_is_exact_with_its_theorem_and_its_words():
    p, q, problem = simple(cp.Maximize, F(2, 3))
    found = lp.certify(problem)
    assert isinstance(found, Certified)
    # On the budget the objective is 4/3 + q/3 + 1/7, and p >= 1/5 leaves q <= 7/5.
    assert (found[p], found[q]) == (F(1, 5), F(7, 5))
    assert found.value == F(4, 3) + F(7, 15) + F(1, 7)
    assert found[2 * p + q + F(1, 7)] == found.value
    assert found[cp.hstack([p, q])].tolist() == [F(1, 5), F(7, 5)]
    assert found.tight == ("the budget", "1/5 <= p")
    statement = found.theorem.statement
    assert isinstance(statement, Optimal)
    assert statement.value == -(found.value - F(1, 7))
    assert dict(found.multipliers) == {"the budget": 3, "1/5 <= p": 1}
    assert found.another is None
    assert found.ties == found.notes == ()
    assert str(found) == f"largest value {found.value}, by weak duality"
    assert float(p.value) == 0.2
    assert problem.solve() == pytest.approx(float(found.value), abs=1e-6)


def test_a_conflict_is_named_by_label_or_as_it_stands():
    _, q, problem = simple(cp.Minimize, F(1, 6))
    found = certify(problem)
    assert isinstance(found, Contradiction)
    assert set(found.conflict) == {"the budget", "1/5 <= p", "q >= 0"}
    assert isinstance(found.theorem.statement, NoPoint)
    assert str(found).splitlines()[0] == "no point meets all constraints; these contradict each other:"
    assert q.value is None


def test_a_row_of_many_is_named_by_its_unknowns():
    P = cp.Variable((2, 2), name="P", nonneg=True)
    rows = cp.sum(P, axis=1) == 1
    high = (np.array([[0, F(2, 3)], [0, 0]], dtype=object) <= P).set_label("floor")
    found = certify(cp.Problem(cp.Minimize(P[0, 0]), [rows, high, P[0, 0] >= F(1, 2)]))
    assert isinstance(found, Contradiction)
    assert set(found.conflict) == {"P[0, 0] + P[0, 1] = 1", "floor: P[0, 1] >= 2/3", "1/2 <= P[0, 0]"}


def test_what_has_no_bound_is_a_ray_and_the_constraints_that_do_not_stop_it():
    t, s, u = (cp.Variable(name=name) for name in "tsu")
    found = certify(cp.Problem(cp.Minimize(t - s), [(t + s <= 3).set_label("sum"), s <= F(1, 2), u >= 0]))
    assert isinstance(found, Endless)
    assert set(found.moving) <= {"t", "s"}
    assert found.moving["t"] < 0
    assert "sum" in found.passed
    assert "0.0 <= u" not in found.passed
    assert "gets better without end" in str(found)
    assert "none of these stops it: sum" in str(found)
    lonely = certify(cp.Problem(cp.Maximize(t), [u >= 0]))
    assert isinstance(lonely, Endless)
    assert lonely.moving == {"t": 1}
    assert "no constraint is on them" in str(lonely)


def test_ties_name_the_constraints_that_other_optima_leave():
    p, q = cp.Variable(name="p"), cp.Variable(name="q")
    bounds = [(p <= 1).set_label("most of p"), (q <= 1).set_label("most of q"), (p + q <= F(3, 2)).set_label("both")]
    found = certify(cp.Problem(cp.Maximize(p + q), bounds))
    assert isinstance(found, Certified)
    assert found.value == F(3, 2)
    assert found.another is not None
    assert set(found.ties) & {"most of p", "most of q"}
    assert "both" not in found.ties
    free = cp.Variable(name="free")
    flat = certify(cp.Problem(cp.Maximize(p), [p <= 1, free == free]))
    assert isinstance(flat, Certified)
    assert flat.ties == ("free may be 0 or 1",)


def test_a_float_is_the_rational_that_it_is_and_this_is_said():
    p = cp.Variable(name="p")
    found = certify(cp.Problem(cp.Minimize(p), [p >= 0.1, p >= 0.0625]))
    assert found.value == F(0.1) != F(1, 10)
    (note,) = found.notes
    assert note.startswith("0.1 is a float and stands for 3602879701896397/36028797018963968;")
    assert note in str(found)
    assert certify(cp.Problem(cp.Minimize(p), [p >= F(1, 10)])).notes == ()
    infeasible = certify(cp.Problem(cp.Minimize(p), [p >= 0.1, p <= 0]))
    assert infeasible.notes == (note,)


def test_sympy_numbers_and_parameters_are_exact_at_each_of_their_values():
    p, x = cp.Variable(name="p"), cp.Parameter(name="x", nonneg=True)
    problem = cp.Problem(cp.Maximize(p), [(x + 1) * p <= x * sympy.Rational(2, 3)])
    with pytest.raises(InexactError, match="the parameter x has no value"):
        certify(problem)
    for value in (F(5, 2), sympy.Rational(7, 3), 2):
        x.value = value
        level = F(int(sympy.Rational(str(value)).p), int(sympy.Rational(str(value)).q))
        assert certify(problem).value == F(2, 3) * level / (level + 1)
    x.value = sympy.sqrt(2)
    with pytest.raises(InexactError, match=r"sqrt\(2\)"):
        certify(problem)


@pytest.mark.parametrize(
    ("constraints", "objective", "message"),
    [
        (lambda x: [cp.ExpCone(x[0], x[1], x[2])], lambda x: x[0], "ExpCone is no linear constraint"),
        (lambda x: [cp.sum(cp.exp(x)) <= 1], lambda x: x[0], "exp in exp"),
        (lambda x: [cp.sqrt(x[0]) <= 1], lambda x: x[0], "disciplined convex programming: .*(sqrt|[Pp]ower)"),
        (lambda x: [], lambda x: cp.log(x[0]), "disciplined convex programming: the objective"),
        (lambda x: [cp.max(x) >= 1], lambda x: x[0], "max"),
    ],
)
def test_what_is_not_linear_is_named(constraints, objective, message):
    x = cp.Variable(3, name="x")
    with pytest.raises(NotLinearError, match=message):
        certify(cp.Problem(cp.Minimize(objective(x)), constraints(x)))
    with pytest.raises(NotLinearError, match=r"a cvxpy.Problem is certified, not list"):
        certify([])


def test_only_affine_expressions_of_the_problem_have_a_value():
    p = cp.Variable(name="p")
    found = certify(cp.Problem(cp.Minimize(p), [p >= 1]))
    with pytest.raises(NotLinearError, match="only affine expressions of the variables"):
        found[cp.Variable(name="other")]


def test_certificates_are_read_by_the_checker(tmp_path):
    p, _, problem = simple(cp.Maximize, F(2, 3))
    found = certify(problem)
    found.write_vipr(tmp_path / "optimum.vipr")
    check_file(tmp_path / "optimum.vipr")
    assert "VAR 2\np\nq\n" in (tmp_path / "optimum.vipr").read_text()
    none = certify(cp.Problem(problem.objective, [*problem.constraints, p >= 2]))
    none.write_vipr(tmp_path / "none.vipr")
    check_file(tmp_path / "none.vipr")


def test_a_matrix_that_is_no_design_is_refused():
    P = cp.Variable((2, 2), name="P", nonneg=True)
    found = certify(cp.Problem(cp.Minimize(cp.sum(P)), [P[0, 0] >= F(1, 3)]))
    with pytest.raises(DesignError):
        found.design(P)
    whole = certify(cp.Problem(cp.Maximize(P[0, 0]), [cp.sum(P, axis=1) == 1, P[1, 0] == F(1, 3), P[0, 0] <= F(1, 4)]))
    assert whole.design(P) == Design([[F(1, 4), F(3, 4)], [F(1, 3), F(2, 3)]])


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=5), st.tuples(numbers, numbers))
def test_random_problems_agree_with_floats_and_with_all_vertices(rows, cost):
    """In a box an optimum is the best of all vertices, found by trying every basis; HiGHS agrees in floats."""
    z = cp.Variable(2, name="z", bounds=[-2, 2])
    made = [a * z[0] + b * z[1] <= c for a, b, c in rows]
    problem = cp.Problem(cp.Maximize(cost[0] * z[0] + cost[1] * z[1]), made)
    found = certify(problem)
    program = found.exact.program
    corners = vertices(program)
    if isinstance(found, Contradiction):
        assert corners == ()
        return
    assert isinstance(found, Certified)
    assert found.value == max(cost[0] * p + cost[1] * q for p, q in corners)
    assert problem.solve(solver="HIGHS") == pytest.approx(float(found.value), abs=1e-6)


def test_the_package_loads_cvxpy_only_to_certify():
    code = "import sys, lp; print('cvxpy' in sys.modules); lp.certify; print('cvxpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = lp.nothing
