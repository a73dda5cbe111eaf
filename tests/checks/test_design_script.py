"""`rrproof design --cvxpy FILE --solver NAME`: the script that it writes runs by itself and finds the same optimum."""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction as F
from pathlib import Path

import pytest

from checks.designs.optimal.cvxpy_model import Model

ROOT = Path(__file__).resolve().parents[2]
EVERY_KIND = """
[[constraint]]
kind = "local-privacy"
x = "4"

[[constraint]]
kind = "approximate-privacy"
x = "3/2"
delta = "1/4"

[[constraint]]
kind = "metric-privacy"
x = "3"
distances = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]

[[constraint]]
kind = "posterior"
prior = ["1/2", "1/3", "1/6"]
most = "3/4"
least = "1/20"

[[constraint]]
kind = "guess"
prior = ["1/2", "1/3", "1/6"]
most = "4/5"

[[constraint]]
kind = "entry"
truth = 0
response = 0
most = "7/10"

[[constraint]]
kind = "equal"
groups = [[[1, 0], [1, 2]]]

[[constraint]]
kind = "relation"
terms = [[0, 0, "2"], [2, 2, "-1"]]
relation = ">="
bound = "1/4"

[[constraint]]
kind = "near"
center = [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]
radius = "1/3"
"""


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")


def value_of(out):
    return json.loads(out)["result"]["optimum"]["exact"]


def run(script):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("-k", "4", "--epsilon", "log(5/2)", "--objective", "l1"),
        ("-k", "4", "--epsilon", "x=3", "--objective", "mse", "--delta", "1/10", "--pi", "1/2,1/4,1/8,1/8"),
        ("-k", "3", "--epsilon", "log(2)", "--objective", "hamming"),
        ("-k", "3", "--epsilon", "log(2)", "--objective", "chi-square", "--pi", "1/2,1/3,1/6"),
        ("-k", "3", "--epsilon", "log(2)", "--objective", "total-variation"),
        ("-k", "3", "--epsilon", "log(2)", "--objective", "fisher"),
        ("-k", "3", "--epsilon", "log(2)", "--objective", "posterior"),
    ],
)
def test_the_script_certifies_the_value_of_the_command(rrproof, tmp_path, arguments):
    script = tmp_path / "model.py"
    code, out, err = rrproof("design", *arguments, "--cvxpy", str(script), "--json")
    assert (code, err) == (0, "")
    value = value_of(out)
    lines = run(script).splitlines()
    assert f"value {value}, by weak duality" in lines[1]
    assert float(lines[0]) == pytest.approx(float(F(value)), abs=1e-5)
    text = script.read_text()
    assert max(map(len, text.splitlines())) <= 120


def test_every_kind_of_demand_is_written_with_its_exact_numbers(rrproof, tmp_path):
    script, demands = tmp_path / "model.py", tmp_path / "demands.toml"
    demands.write_text(EVERY_KIND)
    arguments = ("-k", "3", "--objective", "l1", "--constraints", str(demands), "--pi", "1/2,1/3,1/6")
    code, out, err = rrproof("design", *arguments, "--cvxpy", str(script), "--json")
    assert (code, err) == (0, "")
    text = script.read_text()
    for call in (
        "*local_privacy(P, 4),",
        "*approximate_privacy(P, F(3, 2), F(1, 4)),",
        "*posterior_cap(P, (F(1, 2), F(1, 3), F(1, 6)), F(3, 4), F(1, 20)),",
        "*entry_bounds(P, (0, 0), None, F(7, 10)),",
        "*linear_relation(P, (((0, 0), 2), ((2, 2), -1)), '>=', F(1, 4)),",
    ):
        assert call in text
    assert f"least value {value_of(out)}, by weak duality" in run(script)


def test_a_loss_of_a_file_is_written_out(rrproof, tmp_path):
    loss, script = tmp_path / "loss.csv", tmp_path / "model.py"
    loss.write_text("0 1/3 2\n1 0 0.5\n")
    code, out, _ = rrproof("design", "--epsilon", "log(3)", "--objective", str(loss), "--cvxpy", str(script), "--json")
    assert code == 0
    assert "P = DesignVariable(2, 3)" in script.read_text()
    assert "    [0, F(1, 3), 2],\n" in script.read_text()
    assert f"least value {value_of(out)}, by weak duality" in run(script)


def test_demands_that_contradict_each_other_are_named_by_the_script_too(rrproof, tmp_path):
    script, demands = tmp_path / "model.py", tmp_path / "demands.toml"
    demands.write_text('[[constraint]]\nkind = "entry"\ntruth = 0\nresponse = 0\nleast = "9/10"\n')
    arguments = ("-k", "2", "--epsilon", "log(2)", "--objective", "hamming", "--constraints", str(demands))
    demands.write_text(
        demands.read_text() + '\n[[constraint]]\nkind = "entry"\ntruth = 1\nresponse = 1\nleast = "9/10"\n'
    )
    code, out, _ = rrproof("design", *arguments, "--cvxpy", str(script))
    assert code == 1
    assert "P[0, 0] >= 9/10" in out
    shown = run(script)
    assert "these contradict each other" in shown
    assert "P[0, 0] >= 9/10" in shown


def test_minimax_is_a_cone_program_with_an_exact_optimum(rrproof, tmp_path):
    script = tmp_path / "model.py"
    arguments = ("-k", "3", "--epsilon", "log(3)", "--objective", "minimax")
    code, out, _ = rrproof("design", *arguments, "--cvxpy", str(script), "--solver", "clarabel", "--json")
    assert code == 0
    text = script.read_text()
    assert 'problem.solve(solver="CLARABEL")' in text
    lines = run(script).splitlines()
    assert float(lines[0]) == pytest.approx(float(F(value_of(out))), rel=1e-5)
    assert lines[1] == f"least value {value_of(out)}, by weak duality and tangents of squares"


@pytest.mark.parametrize("arguments", [("-k", "4", "--delta", "1/20"), ("-k", "7")])
def test_minimax_designs_that_treat_all_truths_alike_are_shares_of_kinds(rrproof, tmp_path, arguments):
    script = tmp_path / "model.py"
    given = (*arguments, "--epsilon", "log(3)", "--objective", "minimax", "--cvxpy", str(script), "--json")
    code, out, err = rrproof("design", *given, "--solver", "CLARABEL")
    assert (code, err) == (0, "")
    lines = run(script).splitlines()
    assert lines[1] == f"least value {value_of(out)}, by weak duality and tangents of squares"
    assert float(lines[0]) == pytest.approx(float(F(value_of(out))), rel=1e-6)


@pytest.mark.parametrize("objective", ["l1", "chi-square"])
def test_an_irrational_level_is_a_rational_number_just_below_it(rrproof, tmp_path, objective):
    script = tmp_path / "model.py"
    given = ("-k", "4", "--epsilon", "1/2", "--objective", objective, "--cvxpy", str(script), "--solver", "HIGHS")
    code, out, err = rrproof("design", *given, "--json")
    assert (code, err) == (0, "")
    assert "just below e^eps" in script.read_text()
    lines = run(script).splitlines()
    value = json.loads(out)["result"]["optimum"]["decimal"]
    assert float(lines[0]) == pytest.approx(value, abs=1e-8)
    assert float(F(lines[1].split()[2].rstrip(","))) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("objective", ["mse", "fisher"])
def test_a_script_for_every_eps_goes_through_levels(rrproof, tmp_path, objective):
    script = tmp_path / "model.py"
    code, _, err = rrproof("design", "-k", "3", "--parametric", "--objective", objective, "--cvxpy", str(script))
    assert (code, err) == (0, "")
    found = dict(re.findall(r"e\^eps = ([\d.]+): \w+ value ([\d/]+), by", run(script)))
    assert list(found) == ["1.5", "2", "3", "5", "10"]
    for level, value in found.items():
        _, out, _ = rrproof("design", "-k", "3", "--epsilon", f"log({F(level)})", "--objective", objective, "--json")
        assert value_of(out) == value


@pytest.mark.parametrize("solver", ["HIGHS", "clarabel"])
def test_a_solver_of_floats_stands_beside_the_exact_answer(rrproof, solver):
    code, out, _ = rrproof("design", "-k", "4", "--epsilon", "log(5/2)", "--objective", "l1", "--solver", solver)
    assert code == 0
    assert f"{solver.upper()} finds 0.7857142" in " ".join(out.split())
    assert "11/14 = 0.78571428571429" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--solver", "NOBODY"), "--solver: there is no solver 'NOBODY'; installed are "),
        (("--solver", "HIGHS", "--objective", "minimax"), "--solver: HIGHS does not solve this program"),
        (("--parametric", "--solver", "HIGHS"), "solvers of floats answer at one --epsilon"),
        (("--parametric", "--objective", "minimax", "--cvxpy", "m.py"), "minimax is answered at one --epsilon only"),
        (("-k", "12", "--objective", "chi-square", "--cvxpy", "m.py"), "at most 10 categories"),
    ],
)
def test_options_that_do_not_go_together_are_refused(rrproof, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    given = list(arguments)
    for name, value in (("-k", "3"), ("--objective", "l1"), ("--epsilon", "log(3)")):
        if name not in given and not (name == "--epsilon" and "--parametric" in given):
            given += [name, value]
    code, out, err = rrproof("design", *given)
    assert code == 2
    assert out == ""
    assert message in " ".join(err.split())
    assert not (tmp_path / "m.py").exists()


def test_a_solver_that_finds_nothing_says_so():
    import cvxpy

    from checks.designs.optimal.question import QuestionError

    p = cvxpy.Variable()
    endless = Model("", lambda: cvxpy.Problem(cvxpy.Minimize(p), []))
    with pytest.raises(QuestionError, match="CLARABEL finds no optimum"):
        endless.in_floats("CLARABEL")
