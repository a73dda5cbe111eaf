"""`rrproof analyze` and `rrproof compare` on the command line: each option, what they write, what they refuse."""

import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from checks.cli import rrproof
from checks.recheck.proof_files import read_proofs
from checks.show.documents import document

MATRIX = "3/5,1/5,1/5\n1/4,1/2,1/4\n1/5,1/5,3/5\n"


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.csv"
    path.write_text(MATRIX)
    return str(path)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(rrproof, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def words(text: str) -> str:
    return " ".join(text.split())


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(rrproof, list(arguments))
    assert result.exit_code == 2, result.output
    return words(result.output)


def test_the_analysis_on_the_terminal(mine: str) -> None:
    shown = words(run("analyze", mine, "--pi", "1/2,1/4,1/4", "-n", "400", "--eps", "log(2)", "--timeout", "60"))
    for title in (
        "Rank and identifiability",
        "What a response gives away",
        "Estimating the shares",
        "Distance from the optimal design",
        "Blackwell's order",
        "Relaxation",
        "Admissibility",
    ):
        assert title in shown
    assert "smallest eps log(3) ~ 1.09861" in shown
    assert "delta at eps = log(2) 1/5 = 0.2" in shown
    assert "standard error" in shown
    assert "optimal" in shown


def test_a_value_makes_a_symbolic_design_numeric(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(r"\begin{pmatrix} p & 1-p \\ 1-p & p \end{pmatrix}")
    file = str(tmp_path / "a.tex")
    assert "det P = 2*p - 1" in run("analyze", file)
    assert "the value of p: --at p=..." in run("analyze", file)
    assert "smallest eps log(3) ~" in words(run("analyze", file, "--at", "p=3/4", "--timeout", "60"))
    assert json.loads(run("analyze", file, "--json"))["result"]["missing"] == ["p"]


def test_json_proof_and_page(mine: str, tmp_path: Path) -> None:
    proof, page = tmp_path / "proof.json", tmp_path / "page.html"
    data = json.loads(run("analyze", mine, "--json", "--proof", str(proof), "--html", str(page), "--timeout", "60"))[
        "result"
    ]
    assert data["design"]["matrix"]
    assert Fraction(data["privacy"]["parity"]["value"]["exact"]) == 3
    objectives = {one["objective"]: one for one in data["distances"]}
    assert objectives["hamming"]["optimum"]["exact"] == "2/5"
    assert len(read_proofs(proof).proofs) == 1 + sum(len(d["theorems"]) for d in data["distances"]) + 2 * len(
        data["neighbours"]
    ) + (data["relaxation"]["theorem"] is not None)
    text = page.read_text()
    assert text.count("<figure>") == 3
    for anchor in ("design", "privacy", "inference", "estimation", "optimality", "catalogue"):
        assert f'<a href="#{anchor}">' in text
        assert f'<section id="{anchor}">' in text
    assert "http://" not in text.replace("http://www.w3.org/", "")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_the_latex_compiles(mine: str, tmp_path: Path) -> None:
    fragment = run("analyze", mine, "--latex", "--timeout", "60")
    assert r"\documentclass" not in fragment
    (tmp_path / "a.tex").write_text(document("An analysis", [fragment]))
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "a.tex"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Output written on a.pdf" in done.stdout


def test_full_shows_what_is_cut(tmp_path: Path) -> None:
    rows = [[Fraction(1 + (i * j) % 5, sum(1 + (i * t) % 5 for t in range(14))) for j in range(14)] for i in range(2)]
    (tmp_path / "wide.csv").write_text("\n".join(",".join(map(str, row)) for row in rows))
    file = str(tmp_path / "wide.csv")
    assert "the first part of 2 rows and 14 columns; --full shows all" in run("analyze", file, "--timeout", "60")
    assert "the first part" not in run("analyze", file, "--full", "--timeout", "60")


def test_user_text_is_escaped_in_the_page(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        'name = "<script>alert(1)</script>"\ntruths = ["<b>", "$x$"]\nmatrix = [["3/4","1/4"],["1/4","3/4"]]\n'
    )
    page = tmp_path / "page.html"
    run("analyze", str(tmp_path / "a.toml"), "--html", str(page), "--timeout", "60")
    text = page.read_text()
    assert "<script>alert" not in text
    assert "<b>" not in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pi", "1/2,1/2"], "--pi: 2 shares are given; there are 3 truths"),
        (["--pi", "1/2,1/2,1/2"], "--pi: the shares must sum to 1, not to 3/2"),
        (["--pi", "1/2,a,1/4"], "--pi: 'a' is no number"),
        (["--eps", "many"], "a level is written like"),
        (["--at", "p=1/2"], "has no parameter p"),
        (["--at", "p"], "write name=value"),
        (["-n", "0"], "not in the range"),
        (["--timeout", "0"], "not in the range"),
        (["--json", "--latex"], "exclude each other"),
        (["--html", "/nowhere/a.html"], "/nowhere"),
    ],
)
def test_what_analyze_refuses(mine: str, arguments: list[str], said: str) -> None:
    assert said in refused("analyze", mine, *arguments)


def test_compare_on_the_terminal_and_in_files(mine: str, tmp_path: Path) -> None:
    proof, page, plot = tmp_path / "p.json", tmp_path / "c.html", tmp_path / "v.svg"
    shown = run(
        "compare", mine, "grr(k=3, eps=?)", "--at-eps", "log(7/2)", "--pi", "1/2,1/4,1/4", "--timeout", "60",
        "--proof", str(proof), "--html", str(page), "--plot", str(plot),
    )  # fmt: skip
    assert "grr(k=3, eps=?) with x = 7/2 = 3.5, exactly" in words(shown)
    assert "mine.csv, grr(k=3, eps=?) grr(k=3, eps=?) tells strictly more" in words(shown)
    assert len(read_proofs(proof).proofs) == 4
    assert page.read_text().count("<figure>") == 2
    assert plot.read_text().startswith("<?xml")
    data = json.loads(run("compare", mine, "grr(k=3)", "--at-added-variance", "5/2", "--json", "--timeout", "60"))[
        "result"
    ]
    assert data["variance"]["exact"] == "5/2"
    assert data["members"][1]["solved"]["parameter"] == "x"
    assert data["members"][1]["least_added_variance"]["float"] == pytest.approx(2.5, abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "at least two designs"),
        (["grr(k=3)"], "x has no value; give one, or a level for all"),
        (["grr(k=3)", "--at-eps", "0.5", "--at-added-variance", "2"], "not to both"),
        (["grr(k=3)", "--at-added-variance", "lots"], "no number such as"),
        (["grr(k=2, x=3)"], "different numbers of truths: 3 and 2"),
        (["grr(k=3, x=3)", "--plot", "a.bmp"], "a plot is written to a file whose name ends in"),
    ],
)
def test_what_compare_refuses(mine: str, arguments: list[str], said: str) -> None:
    assert said in refused("compare", mine, *arguments)


def test_the_short_answer_comes_first(mine: str) -> None:
    shown = run("analyze", mine, "--eps", "1", "--timeout", "60").splitlines()
    start = shown.index("In short")
    answer = [" ".join(line.split()) for line in shown[start + 1 : shown.index("Design")] if line.strip()]
    assert answer[0].startswith("private at eps = 1 no: log(3) ~ 1.09861 is its smallest eps; with delta =")
    assert answer[1] == "identifiable yes"
    assert [line.split(" ")[0] for line in answer[2:]] == ["worst", "from", "dominated", "a"]
    assert len(answer) <= 6
    assert ", at eps = 1, delta =" in " ".join(answer), "the level in the words of who asks"
    yes = run("analyze", mine, "--eps", "log(3)", "--timeout", "60")
    assert "private at eps = log(3) yes: log(3) ~ 1.09861 is its smallest eps" in words(yes)


def test_what_dominates_a_design_is_named() -> None:
    coarse = run("analyze", "unary-encoding(k=2, eps=log(4))", "--timeout", "60")
    assert "dominated by 2-ary randomized response" in words(coarse)


def test_no_eps_is_large_enough_for_who_tells_the_truth() -> None:
    shown = words(run("analyze", "mangat(p=1/2)", "--eps", "1", "--timeout", "60"))
    assert "private at eps = 1 no: no eps is large enough: response 0 rules out the truth 1" in shown


@pytest.mark.parametrize(
    ("design", "level", "code"),
    [
        ("grr(k=3, x=3)", "log(3)", 0),
        ("grr(k=3, x=3)", "1.0986", 1),
        ("grr(k=3, x=3)", "1.0987", 0),
        ("grr(k=3, eps=1)", "1", 0),
        ("direct", "20", 1),
        ("grr(k=3)", "1", 2),
    ],
)
def test_a_level_that_is_exceeded_ends_with_1(design: str, level: str, code: int) -> None:
    result = CliRunner().invoke(rrproof, ["analyze", design, "--fail-above", level, "--timeout", "60"])
    assert result.exit_code == code
    assert ("the design is not private at eps = " in result.stderr) == (code == 1)


def test_sentences_of_a_page_are_set_and_names_stay(tmp_path):
    from checks.designs.analysis.page import written
    from checks.show.sheet import Fact, Grid, Section

    part = Section(
        "a", "A", (Fact("a", "with eps = log(4) ~ 1.4"), Fact("b", "m4.csv, grr(k=4,eps=1)"), Fact("c", "$x"))
    )
    page = written([part])
    assert r'alttext="\epsilon=\log (4)"' in page
    assert " \N{ALMOST EQUAL TO} 1.4" in page
    assert "m4.csv, grr(k=4,eps=1)</dd>" in page
    assert "$x</dd>" in page
    numbers = written([Section("a", "A", (Grid("", ("", "p"), (("q", "* 1.5"),), numeric=True),))])
    assert '<td class="number">* 1.5</td>' in numbers
