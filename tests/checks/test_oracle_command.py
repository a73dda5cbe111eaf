"""`rrproof oracles` as its user meets it."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from derivations.theorems.oracles.oracle_table import frequency_oracles
from mechanisms.exact.privacy_level import PrivacyLevel

F = Fraction
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    """A table as wide as it wants to be, whatever terminal the tests run in."""
    monkeypatch.setenv("COLUMNS", "160")


def rows_of(out: str) -> list[list[str]]:
    return [line.replace(",", "").split() for line in out.splitlines() if line.strip()[:1].isdigit()]


def test_the_table_ranks_the_oracles(rrproof):
    code, out, err = rrproof("oracles", "-k", "10", "--eps", "log(3)")
    assert (code, err) == (0, "")
    rows = rows_of(out)
    assert [(row[0], row[1], row[-1]) for row in rows] == [
        ("1", "SS", "2.23438"), ("2", "GRR", "2.75"), ("3", "OUE", "3"), ("3", "OLH", "3"),
        ("5", "SUE", "3.23205"), ("6", "BLH", "4"), ("6", "HR", "4"), ("8", "THE", "4.02818"),
    ]  # fmt: skip
    assert "SS, d = 2 " in out
    assert "SS: subset selection" in " ".join(out.split())
    assert "Of THE the noisy histogram is private at eps = log(3), its bits at eps = 0.974822." in out


def test_a_row_is_a_line_on_a_terminal_of_80_columns(rrproof, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    rows = rows_of(rrproof("oracles", "-k", "1000", "--eps", "1", "-n", "100000", "-f", "1/3")[1])
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "5", "7", "8"]
    assert rows[-1][1:] == ["GRR", "0.00271362", "0.000998285", "0.0033894", "0.00532544"]


def test_a_share_and_a_number_of_respondents(rrproof):
    code, out, _ = rrproof("oracles", "-k", "40", "--eps", "1/2", "-f", "1/10", "-n", "1000")
    assert code == 0
    assert re.search(r" Var, +Var, *\n.* f -> 0 +f = 1/10\n", out)
    expected = frequency_oracles(40, PrivacyLevel.of_eps(F(1, 2)), F(1, 10))
    for row, found in zip(expected, rows_of(out), strict=True):
        assert found[1] == row.name
        assert found[-2:] == [f"{float(row.variance(f, 1000)):.6g}" for f in (F(0), F(1, 10))]


def test_exact_numbers_as_json(rrproof):
    code, out, _ = rrproof("oracles", "-k", "11", "--eps", "log(3)", "--share", "0.25", "-n", "50", "--json")
    found = json.loads(out)["result"]
    assert code == 0
    assert (found["categories"], found["eps"], found["share"], found["respondents"]) == (11, "log(3)", "1/4", 50)
    by_name = {row["name"]: row for row in found["oracles"]}
    assert F(by_name["OUE"]["variance"]) == F(13, 4) / 50
    assert F(by_name["OUE"]["approximate_variance"]) == F(3, 50)
    assert by_name["SUE"]["p"] == "sqrt(3)/(1 + sqrt(3))"
    assert [row["rank"] for row in found["oracles"]] == sorted(row["rank"] for row in found["oracles"])
    assert by_name["BLH"]["rank"] == by_name["HR"]["rank"]


def test_the_proof_of_the_order_is_written_and_checks(rrproof, tmp_path):
    proof = tmp_path / "proof.json"
    code, out, _ = rrproof("oracles", "-k", "12", "--eps", "1", "--proof", str(proof))
    assert code == 0
    assert [row[1] for row in rows_of(out)][:2] == ["SS", "OUE"]
    code, out, _ = rrproof("recheck", str(proof))
    assert code == 0
    assert "u = exp(1/2)" in " ".join(out.split())
    code, _, err = rrproof("oracles", "-k", "12", "--eps", "1", "--proof", str(tmp_path / "missing" / "proof.json"))
    assert code == 2
    assert "missing" in err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["-k", "10", "--eps", "0"], "eps > 0 is needed"),
        (["-k", "10", "--eps", "log(1)"], "eps > 0 is needed"),
        (["-k", "1", "--eps", "1"], "not in the range"),
        (["-k", "10", "--eps", "e"], "a level is written like log(3)"),
        (["-k", "10", "--eps", "1", "-f", "3/2"], "between 0 and 1"),
        (["-k", "10", "--eps", "1", "-f", "1/0"], "no number such as"),
        (["--eps", "1"], "Missing option '-k'"),
    ],
)
def test_bad_input_is_explained(rrproof, arguments, reason):
    code, out, err = rrproof("oracles", *arguments)
    assert code == 2
    assert out == ""
    assert reason in " ".join(err.split())


def test_help_imports_nothing_heavy():
    code = (
        "import sys\nfrom checks.cli import main\n"
        "try:\n    main(['oracles', '--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'sympy', 'numpy', 'matplotlib', 'cvxpy', 'highspy', 'checks.claims.claim'}\n"
        "print(sorted(heavy.intersection(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
