"""`rrproof deck` as its user meets it, and the plot of the frontier."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from checks.show.plots.canvas import save
from checks.show.plots.deck_frontier import deck_frontier
from lp.decks.integer_decks import best_integer_decks, variance_ratio
from lp.decks.partial_decks import CardSurvey, frontier, sizes
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.guarantees.deck_privacy import joint_delta

F = Fraction
ROOT = Path(__file__).resolve().parents[2]


def test_the_best_decks_are_listed_with_what_they_miss(rrproof):
    code, out, err = rrproof("deck", "best", "1000", "--eps", "1/2")
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["621 cards 1, 2 cards 2, 377 cards 3", "377 cards 1, 2 cards 2, 621 cards 3"]
    assert "29327/7442" in out
    assert "missed by 0.588194 %" in out


def test_an_ideal_deck_says_so(rrproof):
    code, out, _ = rrproof("deck", "best", "12", "--eps", "log(3)", "-L", "4")
    assert code == 0
    assert "attained" in out
    assert "9 cards 2, 3 cards 3" in out


def test_the_proof_that_no_deck_is_better_is_written_and_checks(rrproof, tmp_path):
    proof = tmp_path / "proof.json"
    code, _, _ = rrproof("deck", "best", "10", "--eps", "1", "-L", "4", "--proof", str(proof))
    assert code == 0
    code, out, _ = rrproof("recheck", str(proof))
    assert code == 0
    assert "x = exp(1)" in out
    code, _, err = rrproof("deck", "best", "200", "--eps", "1", "-L", "6", "--proof", str(proof))
    assert code == 2
    assert "cases" in err


def test_the_best_decks_as_json(rrproof):
    code, out, _ = rrproof("deck", "best", "20", "--eps", "0.5", "--numbers", "3", "--pi", "1/4", "--json")
    found = json.loads(out)["result"]
    best = best_integer_decks(20, 3, PrivacyLevel.of_eps(F(1, 2)))
    assert code == 0
    assert found["decks"] == [list(deck) for deck in best.decks]
    assert F(found["V"]) == best.value == variance_ratio(best.decks[0])
    assert F(found["dealt"]) == F(3, 4) * best.value / 19
    assert F(found["ideal"][0]) <= F(found["ideal"][1]) < best.value


def test_the_best_shares_are_listed_with_their_proof(rrproof, tmp_path):
    proof = tmp_path / "proof.json"
    code, out, err = rrproof("deck", "proportions", "-L", "5", "--eps", "log(3)", "--proof", str(proof))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:5] == [
        "shares of the cards 1 to 5",
        "3/4 : 0 : 0 : 0 : 1/4",
        "1/4 : 0 : 0 : 0 : 3/4",
        "0 : 3/4 : 0 : 1/4 : 0",
        "0 : 1/4 : 0 : 3/4 : 0",
    ]
    assert "= 3/4 = 0.75" in lines[-1]  # x/(x - 1)^2 at x = 3
    code, out, _ = rrproof("recheck", str(proof))
    assert code == 0
    code, out, _ = rrproof("deck", "proportions", "-L", "5", "--eps", "log(3)", "--middle", "1/4", "--json")
    found = json.loads(out)["result"]
    assert F(found["V"]) == (F(16) / (4 * F(3, 4)) - 1) / 4  # ((x + 1)^2/((x - 1)^2 S) - 1)/4
    assert found["decks"][0] == ["9/16", "0", "1/4", "0", "3/16"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--eps", "log(1)"], "eps must be positive"),
        (["-L", "4", "--eps", "log(3)", "--middle", "1/2"], "for an odd L"),
    ],
)
def test_shares_that_make_no_sense_are_refused(rrproof, arguments, reason):
    code, out, err = rrproof("deck", "proportions", *arguments)
    assert (code, out) == (2, "")
    assert reason in " ".join(err.split())


def test_long_shares_are_printed_as_decimals(rrproof):
    assert rrproof("deck", "proportions", "--eps", "1")[1].splitlines()[1] == "0.731059 : 0 : 0.268941"


def test_the_privacy_of_all_reports(rrproof):
    code, out, _ = rrproof("deck", "privacy", "10,0,30", "-n", "10", "--eps", "log(3)")
    assert code == 0
    assert "one report    eps = log(3)" in out
    assert "all reports   eps = log(30)" in out
    assert "the others hold 9 cards 1; the respondent reports 3" in out
    code, out, _ = rrproof("deck", "privacy", "10,0,30", "-n", "11", "--eps", "log(3)", "--json")
    found = json.loads(out)["result"]
    assert found["all_reports"] == "infinite"
    assert F(found["delta"]["log(3)"]) == joint_delta((10, 0, 30), 11, F(3))
    code, out, _ = rrproof("deck", "privacy", "10,30", "-n", "11")
    assert "all reports   eps = infinite" in out


def test_the_frontier_as_a_table_and_as_json(rrproof, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    arguments = ("deck", "frontier", "3/4,1/4", "-n", "20", "--eps", "log(3)", "--eps", "log(4)")
    code, out, _ = rrproof(*arguments)
    assert code == 0
    rows = [line.split() for line in out.splitlines() if line.strip()]
    assert rows[2][:4] == ["20", "15", ":", "5"]
    assert rows[-1][:2] == ["put", "back"]
    assert any("infinite" in row for row in rows)
    code, out, _ = rrproof(*arguments, "--json")
    points = frontier((F(3, 4), F(1, 4)), CardSurvey.census(20, F(1, 10)), (F(3), F(4)), sizes((F(3, 4), F(1, 4)), 20))
    for row, point in zip(json.loads(out)["result"], points, strict=True):
        assert row["cards"] == point.cards
        assert F(row["variance"]) == point.variance
        assert [F(row["delta"][level]) for level in ("log(3)", "log(4)")] == list(point.deltas)


def test_the_best_shared_deck(rrproof):
    arguments = ("deck", "shared", "-n", "20", "--eps", "log(3)", "--delta", "0.1", "--most", "100")
    code, out, _ = rrproof(*arguments)
    assert code == 0
    assert "46 : 14 cards" in out
    code, out, _ = rrproof(*arguments, "--json")
    assert json.loads(out)["result"]["decks"] == [[46, 14]]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["best", "12", "--eps", "0.1"], "no deck of 12 cards"),
        (["best", "12", "--eps", "1e5"], "eps lies between 0 and 200"),
        (["best", "12", "--eps", "__import__('os')"], "a level is written like log(3)"),
        (["best", "12", "--eps", "1/2", "--pi", "1/0"], "no number such as"),
        (["privacy", "3", "-n", "1"], "2 to 12 numbers"),
        (["privacy", "3,1/2", "-n", "1"], "integers"),
        (["privacy", "3,3", "-n", "7"], "too few"),
        (["frontier", "1/2,1/2", "-n", "4", "--pi", "1/2"], "nothing about the truths"),
        (["frontier", "1,0", "-n", "4", "--pi", "1/2"], "the truth itself"),
        (["frontier", "1/2,1/3", "-n", "4", "--pi", "1/2"], "sum to"),
        (["frontier", "2/3,1/3", "-n", "4", "--pi", "1/3"], "whole number of people"),
        (["shared", "-n", "5", "--eps", "log(2)", "--delta", "0", "--most", "10", "--pi", "1/5"], "more cards"),
    ],
)
def test_bad_input_is_explained(rrproof, arguments, reason):
    code, out, err = rrproof("deck", *arguments)
    assert code == 2
    assert out == ""
    assert reason in " ".join(err.split())


def test_the_plot_is_written_and_an_unknown_format_refused(rrproof, tmp_path):
    picture = tmp_path / "frontier.png"
    code, _, _ = rrproof("deck", "frontier", "3/4,1/4", "-n", "20", "--eps", "log(3)", "--plot", str(picture))
    assert code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    code, _, err = rrproof("deck", "frontier", "3/4,1/4", "-n", "20", "--plot", str(tmp_path / "frontier.xyz"))
    assert code == 2
    assert "xyz" in err


def test_the_plot_copes_with_no_finite_level(tmp_path):
    survey, shares = CardSurvey.census(4, F(1, 4)), (F(3, 4), F(1, 4), F(0), F(0))
    points = frontier(shares, survey, (F(3),), sizes(shares, 4))
    assert all(point.odds is None for point in points)
    assert save(deck_frontier(points, survey, [PrivacyLevel.of_x(3)]), tmp_path / "all.svg").stat().st_size > 1000


def test_help_of_the_decks_imports_nothing_heavy():
    code = (
        "import sys\nfrom checks.cli import main\n"
        "try:\n    main(['deck', 'best', '--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'sympy', 'numpy', 'matplotlib', 'cvxpy', 'highspy', 'checks.claims.claim'}\n"
        "print(sorted(heavy.intersection(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_where_no_private_deck_tells_anything_this_is_proved(rrproof, tmp_path):
    proof = tmp_path / "none.json"
    code, _, err = rrproof("deck", "best", "3", "--eps", "log(3/2)", "--proof", str(proof))
    assert code == 2
    assert "tells the groups apart" in err
    code, out, _ = rrproof("recheck", str(proof))
    assert code == 0
    assert "2*b1 - m1 = 0" in out
