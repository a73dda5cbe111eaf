"""Programs as files of the CPLEX LP format: other solvers read them and find the same optimum."""

import random
import shutil
import subprocess
from fractions import Fraction as F

import highspy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.arithmetic.statements import LinearProgram
from lp import Infeasible, Optimum, Unbounded, solve
from lp.losses.linear_loss import loss_program
from lp.programs.program_files import ProgramFileError, program_text, write_program

numbers = st.fractions(min_value=-4, max_value=4, max_denominator=7)


@st.composite
def programs(draw):
    size = draw(st.integers(1, 3))
    vector = st.tuples(*[numbers] * size)
    rows, equations = draw(st.lists(vector, max_size=5)), draw(st.lists(vector, max_size=1))
    sides = st.tuples(*[numbers] * len(rows)), st.tuples(*[numbers] * len(equations))
    return LinearProgram.dense(draw(vector), rows, draw(sides[0]), equations, draw(sides[1]))


def by_highs(path):
    """Status and value, as HiGHS reads the file."""
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("presolve", "off")
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
    solver.run()
    return solver.getModelStatus(), solver.getInfo().objective_function_value


def by_esolver(path):
    """The exact value, as QSopt_ex finds it."""
    solution = path.with_suffix(".sol")
    subprocess.run(["esolver", "-L", "-O", solution, path], check=True, capture_output=True)
    lines = solution.read_text().splitlines()
    assert "status OPTIMAL" in lines
    return F(next(line for line in lines if "Value" in line).split("=")[1].strip())


def random_loss_program(k, seed=3):
    source = random.Random(seed)
    loss = [[F(source.randint(0, 40), source.randint(1, 9)) for _ in range(k)] for _ in range(k)]
    names = [f"P[{x}, {y}]" for x in range(k) for y in range(k)] + [f"low[{y}]" for y in range(k)]
    return loss_program(loss, F(7, 2)), names


@settings(max_examples=40, deadline=None)
@given(programs())
def test_the_file_has_the_same_optimum(tmp_path_factory, program):
    path = tmp_path_factory.mktemp("programs") / "program.lp"
    factor = write_program(program, path)
    status, value = by_highs(path)
    found = solve(program)
    if isinstance(found, Optimum):
        assert status in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty)
        assert value / factor == pytest.approx(float(found.value), abs=1e-6, rel=1e-6)
    elif isinstance(found, Infeasible):
        assert status == highspy.HighsModelStatus.kInfeasible
    else:
        assert isinstance(found, Unbounded)
        assert status in (highspy.HighsModelStatus.kUnbounded, highspy.HighsModelStatus.kUnboundedOrInfeasible)


def test_a_program_over_designs_with_names(tmp_path):
    program, names = random_loss_program(5)
    path = tmp_path / "design.lp"
    factor = write_program(program, path, names)
    assert all(len(line) <= 220 for line in path.read_text().splitlines())
    assert "v_P_4_4" in path.read_text()
    found = solve(program)
    assert by_highs(path)[1] / factor == pytest.approx(float(found.value), rel=1e-9)


@pytest.mark.skipif(shutil.which("esolver") is None, reason="QSopt_ex's esolver is not installed")
def test_an_exact_solver_finds_exactly_the_same(tmp_path):
    program, names = random_loss_program(5)
    path = tmp_path / "design.lp"
    factor = write_program(program, path, names)
    assert by_esolver(path) / factor == solve(program).value


def test_bounds_and_rows():
    rows = [(3, 0), (-2, 0), (0, 1), (0, 1), (1, 0), (0, 0), (0, 2), (0, -1)]
    program = LinearProgram.dense(
        (F(1, 6), F(-1, 4)),
        [tuple(map(F, row)) for row in rows],
        [F(6), F(-8), F(-1), F(0), F(9), F(-1), F(1), F(-5)],
        [(F(1, 2), F(1, 3))],
        [F(1)],
    )
    text, factor = program_text(program)
    assert factor == 12
    lines = [line.strip() for line in text.splitlines()]
    assert "obj: + 2 x0 - 3 x1" in lines
    # x0 >= 9 contradicts x0 <= 4, and x1 >= 1/2 is no integer: both stay rows, like the row without variables.
    assert [line for line in lines if line[:1] in "RE"] == [
        "R4: + 1 x0 >= 9", "R5: 0 x0 >= -1", "R6: + 2 x1 >= 1", "E0: + 3 x0 + 2 x1 = 6", "End",
    ]  # fmt: skip
    assert lines[lines.index("Bounds") + 1 :] == ["2 <= x0 <= 4", "0 <= x1 <= 5", "End"]


def test_names_are_made_safe_and_different():
    program = LinearProgram.dense((F(1), F(1), F(1)), (), ())
    text, _ = program_text(program, ["e1", "a b", "a-b"])
    assert "+ 1 v_e1_0 + 1 v_a_b_1 + 1 v_a_b_2" in text
    with pytest.raises(ProgramFileError, match="3 names of variables are needed, not 2"):
        program_text(program, ["a", "b"])


def test_numbers_of_many_digits():
    text, _ = program_text(LinearProgram.dense((F(1),), ((F(1, 7**9000),),), (F(1),)))
    assert len(text) > 7000
