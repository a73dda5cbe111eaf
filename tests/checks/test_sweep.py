"""Sweeps over grids: the rows, the files, stopping and going on, and grids that are none."""

import csv
import json
import math
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction as F
from pathlib import Path

import pytest

from checks.samplers.simulation import SimulationError, cluster
from checks.samplers.simulation.execution import Inline
from checks.samplers.simulation.facts import problem_at, simulated
from checks.samplers.simulation.grid import grid_of, read_grid
from checks.samplers.simulation.journal import journal_of
from checks.samplers.simulation.output import write_rows
from checks.samplers.simulation.simulation import works
from checks.samplers.simulation.sweep import Stopped, sweep
from checks.samplers.simulation.tally import Tally, tally_chunks
from derivations.theorems.subsets.subset_minimax import least_added_variance

GRID = {
    "design": "grr(k={k}, x={x})",
    "vary": {"k": [3], "x": "2:3:1/2"},
    "prior": ["zipf", "1/5,rest"],
    "respondents": 60,
    "runs": 1100,
    "what": ["privacy", "theory", "simulate"],
    "seed": 3,
}


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> bytes:
    """The file of a sweep that nothing stopped."""
    output = tmp_path_factory.mktemp("sweep") / "out.csv"
    sweep(grid_of(GRID), output)
    assert not journal_of(output).exists()
    return output.read_bytes()


class Interrupting:
    """An executor that is stopped by Ctrl-C after so many results."""

    def __init__(self, after: int) -> None:
        self.after = after

    def map(self, function, works):
        for number, found in enumerate(Inline().map(function, works)):
            if number == self.after:
                raise KeyboardInterrupt
            yield found


# -- rows --------------------------------------------------------------------------------------------------------------


def test_the_rows_of_a_sweep(whole, tmp_path):
    (tmp_path / "out.csv").write_bytes(whole)
    rows = rows_of(tmp_path / "out.csv")
    assert [(r["k"], r["x"], r["pi"]) for r in rows[:3]] == [
        ("3", "2", "zipf"),
        ("3", "2", "1/5,rest"),
        ("3", "5/2", "zipf"),
    ]
    assert len(rows) == 3 * 2
    for r in rows:
        k, x, n = int(r["k"]), F(r["x"]), int(r["n"])
        assert F(r["exp_eps_exact"]) == x
        # n times the sum of the variances added by k-ary randomised response, for any prior
        assert F(r["added_variance_exact"]) * n == (k - 1) * (2 * x + k - 2) / (x - 1) ** 2
        assert F(r["variance_exact"]) > F(r["added_variance_exact"]) > 0
        assert F(r["worst_risk_exact"]) == F(r["added_variance_exact"]) * n + 1 - F(1, k)
        least = least_added_variance(k, x)
        assert least == F(r["minimax_risk_exact"]) - (1 - F(1, k))
        assert F(r["minimax_risk_exact"]) <= F(r["worst_risk_exact"])
        assert float(F(r["mse_unbiased_exact"])) == float(r["mse_unbiased"])
        assert float(r["mse_unbiased"]) == pytest.approx(float(r["variance"]), rel=0.25)
        assert float(r["least_coverage_wald"]) <= float(r["coverage_wald"]) < 1
        assert (r["agrees"], r["runs"], r["note"]) == ("true", "1100", "")


def test_two_samples_have_no_worst_prior_and_some_designs_no_eps(tmp_path):
    grid = grid_of({"design": "moors(p={p}, s=1/2)", "vary": {"p": "3/4"}, "what": ["privacy", "theory"]})
    (row,) = sweep(grid).rows
    assert row["variance"] > 0
    assert "worst_risk" not in row
    grid = grid_of({"design": "mangat(p={p})", "vary": {"p": "2/3,1/3"}, "prior": "1/20", "what": ["privacy"]})
    assert [row["exp_eps_exact"] for row in sweep(grid).rows] == ["infinity", "infinity"]


def test_parquet_has_the_same_numbers(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    grid = grid_of({**GRID, "vary": {"k": [3], "x": [2]}})
    output = tmp_path / "out.parquet"
    found = sweep(grid, output)
    table = parquet.read_table(output)
    assert table.column_names == list(found.columns)
    assert table.to_pylist() == [{name: row.get(name) for name in found.columns} for row in found.rows]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.parquet"]


def test_the_extra_for_parquet_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("checks.samplers.simulation.output.find_spec", lambda name: None)
    with pytest.raises(SimulationError, match=r"pip install pyarrow"):
        sweep(grid_of(GRID), tmp_path / "out.parquet")
    write_rows(tmp_path / "out.csv", {"a": float, "b": bool, "c": str}, [{"a": 0.1, "b": True}, {"c": "x,y"}])
    assert (tmp_path / "out.csv").read_text() == 'a,b,c\n0.1,true,\n,,"x,y"\n'


def test_results_show_themselves():
    found = sweep(grid_of({**GRID, "what": ["theory"]}))
    assert found._repr_html_().count("<tr>") == 7
    assert found._repr_latex_().count(r"\\") == 6


# -- stopping and going on ---------------------------------------------------------------------------------------------


def test_a_stopped_sweep_goes_on(whole, tmp_path):
    output = tmp_path / "out.csv"
    with pytest.raises(Stopped) as stopped:
        sweep(grid_of(GRID), output, executor=Interrupting(3))
    assert (stopped.value.done, stopped.value.points, stopped.value.journal) == (3, 6, journal_of(output))
    assert not output.exists()
    with pytest.raises(SimulationError, match="--resume goes on"):
        sweep(grid_of(GRID), output)
    done: list[int] = []
    sweep(grid_of(GRID), output, resume=True, progress=done.append)
    assert output.read_bytes() == whole
    assert done == [3, *[1] * 3]
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]


@pytest.mark.parametrize("torn", [b'{"point": 7, "ro', b"\x00\xff", b""])
def test_a_torn_last_line_is_dropped(whole, tmp_path, torn):
    output = tmp_path / "out.csv"
    with pytest.raises(Stopped):
        sweep(grid_of(GRID), output, executor=Interrupting(4))
    with journal_of(output).open("ab") as journal:
        journal.write(torn)
    with pytest.raises(Stopped):
        sweep(grid_of(GRID), output, executor=Interrupting(1), resume=True)
    assert len([json.loads(line) for line in journal_of(output).read_text().splitlines()]) == 1 + 5
    sweep(grid_of(GRID), output, resume=True)
    assert output.read_bytes() == whole


def test_a_journal_of_something_else_is_refused(tmp_path):
    output = tmp_path / "out.csv"
    with pytest.raises(Stopped):
        sweep(grid_of(GRID), output, executor=Interrupting(1))
    with pytest.raises(SimulationError, match="of another sweep: its seed is 3, not 4"):
        sweep(grid_of({**GRID, "seed": 4}), output, resume=True)
    lines = journal_of(output).read_text().splitlines(keepends=True)
    for broken, message in (
        ([lines[0], "nonsense\n", lines[1]], "line 2: this is no JSON"),
        ([lines[0], "[3]\n"], "line 2: this is no point"),
        ([lines[0], '{"point": "x"}\n'], "line 2: this is no point"),
        (["{}\n"], "of another sweep"),
    ):
        journal_of(output).write_text("".join(broken))
        with pytest.raises(SimulationError, match=message):
            sweep(grid_of(GRID), output, resume=True)


def test_the_content_of_a_design_file_counts(tmp_path):
    design, output = tmp_path / "mine.csv", tmp_path / "out.csv"
    design.write_text("3/4,1/4\n1/5,4/5\n")
    shares = tmp_path / "shares.csv"
    shares.write_text("2/3,1/3\n")
    grid = grid_of({"design": str(design), "prior": [str(shares), "1/4"]})
    for file, other in ((design, "2/3,1/3\n1/5,4/5\n"), (shares, "1/6,5/6\n")):
        with pytest.raises(Stopped):
            sweep(grid, output, executor=Interrupting(1))
        file.write_text(other)
        with pytest.raises(SimulationError, match="its files is"):
            sweep(grid, output, resume=True)
        journal_of(output).unlink()


def test_a_sweep_of_other_code_is_not_resumed(tmp_path, monkeypatch):
    output, code = tmp_path / "out.csv", tmp_path / "survey_code"
    code.mkdir()
    (code / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(cluster, "DECIDING", ("survey_code",))
    cluster.code_digest.cache_clear()
    with pytest.raises(Stopped):
        sweep(grid_of(GRID), output, executor=Interrupting(1))
    (code / "weights.py").write_text("other = True")
    cluster.code_digest.cache_clear()
    with pytest.raises(SimulationError, match="of another sweep: its versions is"):
        sweep(grid_of(GRID), output, resume=True)
    cluster.code_digest.cache_clear()


class Elsewhere:
    """Workers that do not have the files of this machine."""

    def __init__(self, *files: Path) -> None:
        self.files = files
        self.done: list[str] = []

    def map(self, function, works):
        works = list(works)
        contents = [file.read_bytes() for file in self.files]
        for file in self.files:
            file.unlink()
        for work in works:
            self.done.append(function.__name__)
            yield work, function(work)
        for file, content in zip(self.files, contents, strict=True):
            file.write_bytes(content)


def test_designs_in_files_are_computed_by_workers_who_have_not_the_files(tmp_path):
    design = tmp_path / "mine.csv"
    design.write_text("0.7,0.2,0.1\n1/10,7/10,1/5\n0,1/3,2/3\n")
    shares = tmp_path / "shares.csv"
    shares.write_text("1/4,1/4,1/2\n")
    priors = ["1/5,{f},rest", str(shares)]
    grid = grid_of({**GRID, "design": str(design), "vary": {"f": ["1/10", "3/10"]}, "prior": priors})
    whole = sweep(grid).rows
    workers = Elsewhere(design, shares)
    assert sweep(grid, executor=workers).rows == whole
    assert workers.done == ["work_on"] * 4
    of_shares = grid_of({**GRID, "vary": {"k": 3, "x": 2}, "prior": str(shares)})
    assert sweep(of_shares, executor=Elsewhere(shares)).rows == sweep(of_shares).rows
    assert whole[0]["eps"] == math.inf
    missing = grid_of({"design": str(tmp_path / "no.csv"), "prior": ["1/3,rest", "uniform"]})
    with pytest.raises(SimulationError, match=r"at pi = 1/3,rest, n = 1000: .*no\.csv.*--skip-invalid"):
        sweep(missing)


def test_a_sweep_that_kept_nothing_leaves_no_journal(tmp_path):
    output = tmp_path / "out.csv"
    with pytest.raises(Stopped) as stopped:
        sweep(grid_of(GRID), output, executor=Interrupting(0))
    assert stopped.value.journal is None
    with pytest.raises(SimulationError, match="k = 1"):
        sweep(grid_of({**GRID, "vary": {"k": "1:2:1", "x": "2"}}), output)
    assert not list(tmp_path.iterdir())


def shifted(honest: Tally, shift: int) -> Tally:
    first, *others = honest.sums["unbiased"]
    return Tally(honest.runs, {**honest.sums, "unbiased": (first + shift, *others)})


def test_the_false_alarm_probability_is_that_of_all_points_together():
    one = grid_of({**GRID, "vary": {"k": 3, "x": 2}, "prior": "zipf"})
    problem = problem_at(one, one.points()[0])
    honest = tally_chunks(works(problem, 1000, 3)[0])
    low, high = 0, 100_000  # of a bias that is a little too unlikely for one point
    while not 3e-7 < (found := simulated(one, problem, biased := shifted(honest, (low + high) // 2)))["bound"] < 1e-6:
        low, high = ((low + high) // 2, high) if found["bound"] > 5e-7 else (low, (low + high) // 2)
    assert not found["agrees"]
    many = grid_of({**GRID, "vary": {"k": 3, "x": "2:12:1"}, "prior": "zipf"})
    assert simulated(many, problem, biased)["agrees"]


DRIVER = """
import sys, time
from pathlib import Path
from checks.samplers.simulation.execution import Inline
from checks.samplers.simulation.grid import read_grid
from checks.samplers.simulation.sweep import sweep

class Stuck:
    def map(self, function, works):
        for number, found in enumerate(Inline().map(function, works)):
            while number == 2:
                time.sleep(1)
            yield found

sweep(read_grid(Path(sys.argv[1])), Path(sys.argv[2]), executor=Stuck())
"""
AS_TOML = """
design = "grr(k={k}, x={x})"
prior = ["zipf", "1/5,rest"]
respondents = 60
runs = 1100
what = ["privacy", "theory", "simulate"]
seed = 3
[vary]
k = "3"
x = "2:3:1/2"
"""


def test_a_killed_sweep_goes_on(whole, tmp_path, rrproof):
    grid, output = tmp_path / "grid.toml", tmp_path / "out.csv"
    grid.write_text(AS_TOML)
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    process = subprocess.Popen([sys.executable, "-c", DRIVER, str(grid), str(output)], env=environment)
    try:
        while process.poll() is None and len(_lines(journal_of(output))) < 3:
            time.sleep(0.02)
        assert process.poll() is None
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not output.exists()
    code, out, err = rrproof("sweep", str(grid), "-o", str(output), "--jobs", "1")
    assert code == 2
    assert "--resume goes on" in err
    code, out, _ = rrproof("sweep", str(grid), "-o", str(output), "--jobs", "1", "--resume")
    assert (code, out) == (0, f"6 points written to {output}\n")
    assert output.read_bytes() == whole


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_with_options(rrproof, tmp_path, whole):
    output = tmp_path / "out.csv"
    code, out, err = rrproof(
        "sweep", "--design", "grr(k={k}, x={x})", "--vary", "k=3", "--vary", "x=2:3:1/2", "--pi", "zipf",
        "--pi", "1/5,rest", "-n", "60", "--runs", "1100", "--what", "privacy,theory,simulate", "--seed", "3",
        "-o", str(output), "--jobs", "1",
    )  # fmt: skip
    assert (code, out, err) == (0, f"6 points written to {output}\n", "")
    assert output.read_bytes() == whole


def test_ctrl_c_says_how_to_go_on(rrproof, tmp_path, monkeypatch):
    monkeypatch.setattr("checks.commands.sweep.executor", lambda *_: Interrupting(1))
    code, out, err = rrproof(
        "sweep", "--design", "warner(p_w={p})", "--vary", "p=1/3,1/4", "-o", str(tmp_path / "o.csv")
    )
    assert (code, out) == (130, "")
    assert "stopped: 1 of 2 points are done" in " ".join(err.split())
    assert "--resume goes on" in " ".join(err.split())


def test_a_disagreement_is_an_exit_code(rrproof, tmp_path, monkeypatch):
    from checks.samplers.simulation import theory

    monkeypatch.setattr(theory, "covariance", lambda *_: F(1, 1000))
    code, out, _ = rrproof(
        "sweep", "--design", "warner(p_w={p})", "--vary", "p=1/3", "--what", "simulate", "--runs", "900",
        "-n", "50", "-o", str(tmp_path / "o.csv"), "--jobs", "1",
    )  # fmt: skip
    assert code == 1
    assert "DISAGREE at 1 of them; the first is p = 1/3, pi = uniform, n = 50" in out


def test_points_that_are_none(rrproof, tmp_path):
    output = tmp_path / "o.csv"
    arguments = (
        "sweep",
        "--design",
        "local-l-diversity(k=4, l={l})",
        "--vary",
        "l=2,9",
        "-o",
        str(output),
        "--jobs",
        "1",
    )
    code, _, err = rrproof(*arguments)
    assert code == 2
    assert "at l = 9, pi = uniform, n = 1000: local-l-diversity" in err
    assert "--skip-invalid" in " ".join(err.split())
    code, _, _ = rrproof(*arguments, "--resume", "--skip-invalid")
    assert code == 0
    good, bad = rows_of(output)
    assert (good["note"], good["truths"], bad["variance"]) == ("", "4", "")
    assert bad["note"].startswith("local-l-diversity")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"design": 3}, "design: a text is needed"),
        ({"desing": "x"}, "'desing' is no key"),
        ({"vary": [3]}, "vary: a table is needed"),
        ({"vary": {"k": 3}}, "{x} has no values"),
        ({"vary": {"k": 3, "x": 2, "f": 1}}, "f has values, but {f} occurs neither"),
        ({"vary": {"k": 3, "x": 2, "a b": 1}}, "is no name"),
        ({"vary": {"k": [], "x": 2}}, "k has no value"),
        ({"vary": {"k": [3, 3], "x": 2}}, "a value twice"),
        ({"vary": {"k": [3.5], "x": 2}}, "a value is a number or a text, not float"),
        ({"vary": {"k": [True], "x": 2}}, "not bool"),
        ({"vary": {"k": "3:1:1", "x": 2}}, "a range goes up"),
        ({"vary": {"k": "1:9:0", "x": 2}}, "positive steps"),
        ({"vary": {"k": "1:a:1", "x": 2}}, "is no number; a range"),
        ({"vary": {"k": "1:9999999999:1/9999999", "x": 2}}, "more than 10000 values"),
        ({"vary": {"k": "__import__('os')", "x": 2}}, "is no value such as"),
        ({"vary": {"k": "1:1000:1", "x": "1:1000:1"}}, "at most 100000 are computed"),
        ({"design": "grr(k={k}, x={x.__class__})"}, "x has values, but {x} occurs neither"),
        ({"prior": 3}, "prior: a text"),
        ({"prior": []}, "1 to 2000 characters"),
        ({"prior": "a" * 3000}, "1 to 2000 characters"),
        ({"respondents": "many"}, "respondents: an integer"),
        ({"respondents": [0]}, "respondents: integers from 1"),
        ({"respondents": True}, "respondents: an integer"),
        ({"runs": "10"}, "runs: an integer"),
        ({"runs": 0}, "runs, not 0"),
        ({"seed": -1}, "seed"),
        ({"one_by_one": 1}, "true or false"),
        ({"level": "95"}, "write 0.95 for 95 %"),
        ({"level": "x"}, "is no number such as 0.95"),
        ({"what": ["all"]}, "'all' is none of privacy"),
        ({"what": []}, "nothing is to be computed"),
        ({"intervals": "walt"}, "'walt' is none of"),
    ],
)
def test_wrong_grids_are_explained(change, message):
    with pytest.raises(SimulationError) as error:
        grid_of({**GRID, **change})
    assert message in str(error.value)


def test_names_of_columns_are_taken():
    with pytest.raises(SimulationError, match="n is the name of another column"):
        sweep(grid_of({"design": "grr(k={n}, x=2)", "vary": {"n": 3}}))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"design = ", "not a TOML file"),
        (b"\xff\xfa", "not text in UTF-8"),
        (b"a = " + b"[" * 5000, "not a TOML file"),
        (b"#" * 1_000_001, "larger than"),
        (b'design = "grr(k=3, x=2)"\nrun = 3\n', "'run' is no key of a grid"),
    ],
)
def test_hostile_files_are_explained(rrproof, tmp_path, content, message):
    grid = tmp_path / "grid.toml"
    grid.write_bytes(content)
    code, out, err = rrproof("sweep", str(grid), "-o", str(tmp_path / "o.csv"))
    assert (code, out) == (2, "")
    assert message in err
    assert str(grid) in err.replace("\n", "")
    with pytest.raises(SimulationError, match="cannot be read"):
        read_grid(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("grid.toml", "--runs", "3"), "leave out the option for runs"),
        ((), "give a grid file"),
        (("--design", "warner(p_w={p})", "--vary", "p"), "write a name and its values once"),
        (("--design", "warner(p_w={p})", "--vary", "p=1/3", "-n", "1e3"), "integers such as 100,1000"),
        (("--design", "warner(p_w=1/3)", "--pi", "2/3,2/3"), "at pi = 2/3,2/3, n = 1000: pi: the shares must sum to 1"),
        (("--design", "warner(p_w=1/2)"), "cannot be estimated"),
    ],
)
def test_bad_arguments_are_explained(rrproof, tmp_path, arguments, message):
    code, out, err = rrproof("sweep", *arguments, "-o", str(tmp_path / "o.csv"), "--jobs", "1")
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_a_page_of_points_of_which_some_have_no_least_risk(rrproof, tmp_path):
    page = tmp_path / "page.html"
    given = ("--design", "forced-response(p={p}, q=1/4)", "--vary", "p=1/2,3/4", "--runs", "100", "-n", "50")
    code, _, err = rrproof("sweep", *given, "-o", str(tmp_path / "rows.csv"), "--html", str(page))
    assert code == 0, err
    assert "<table" in page.read_text()
