"""`rrproof subsets` as its user meets it."""

import json
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import pytest

from lp.losses.column_objectives import mutual_information, uniform_prior
from lp.staircases.subset_sizes import best_sizes


def added_variance(k, q, gamma):
    """k w (1 - w)/(p - w)^2 + (1 - 2 w)/(p - w) - 1, p and w being the chances of the truth and of another one."""
    p = q * gamma / (q * gamma + k - q)
    w = (q - p) / (k - 1)
    return k * w * (1 - w) / (p - w) ** 2 + (1 - 2 * w) / (p - w) - 1


def test_the_least_variance_and_its_range(rrproof):
    code, out, err = rrproof("subsets", "-k", "10", "--gamma", "7/2")
    assert (code, err) == (0, "")
    least = min(added_variance(10, q, Fraction(7, 2)) for q in range(1, 10))
    assert least == added_variance(10, 2, Fraction(7, 2))
    assert f"least added variance {least} = {float(least):.6g}" in out
    assert "q = 2 is best for gamma from 2*sqrt(21)/3 to 6" in out


def test_a_tie_and_the_last_size(rrproof):
    code, out, _ = rrproof("subsets", "-k", "10", "--gamma", "6", "--json")
    found = json.loads(out)["result"]["optimum"]
    assert code == 0
    assert found["sizes"] == [1, 2]
    assert found["best_for"] == [{"q": 1, "from": "6", "to": "infinity"}, {"q": 2, "from": "2*sqrt(21)/3", "to": "6"}]
    assert Fraction(found["added_variance"]) == added_variance(10, 1, Fraction(6)) == added_variance(10, 2, Fraction(6))


def test_matches_of_local_diversity(rrproof):
    code, out, _ = rrproof("subsets", "-k", "7", "-l", "3", "--json")
    found = json.loads(out)["result"]["diversity"]
    assert code == 0
    assert Fraction(found["added_variance"]) == Fraction(6 * 2, 4)
    assert [row["q"] for row in found["matches"]] == [1, 2]
    gammas = [1 + 7 / (sqrt(q * (7 - q) * 3 / 4) - q) for q in (1, 2)]
    assert [row["minimax"] for row in found["matches"]] == [gamma == min(gammas) for gamma in gammas]
    code, out, _ = rrproof("subsets", "-k", "7", "-l", "3")
    rows = [line.split() for line in out.splitlines() if line.strip()[:1].isdigit()]
    assert [row[1] for row in rows] == [f"{gamma:.6g}" for gamma in gammas]
    assert sum("minimax" in row for row in rows) == 1
    code, out, _ = rrproof("subsets", "-k", "7", "-l", "1", "--gamma", "2")
    assert code == 0
    assert "no subset selection of finite parity" in out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["-k", "10"], "which parity"),
        (["--information"], "Missing option '-k'"),
        (["-k", "10", "--gamma", "1"], "gamma > 1 is needed"),
        (["-k", "10", "--gamma", "x"], "no number such as"),
        (["-k", "4", "-l", "4"], "no unbiased estimator"),
        (["-k", "1", "-l", "1"], "not in the range"),
    ],
)
def test_bad_input_is_explained(rrproof, arguments, reason):
    code, out, err = rrproof("subsets", *arguments)
    assert code == 2
    assert out == ""
    assert reason in " ".join(err.split())


def test_the_sizes_that_say_most_follow_each_other_down_to_one(rrproof):
    code, out, err = rrproof("subsets", "-k", "10", "--information", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)["result"]["information"]
    assert set(told) == {"mutual information", "chi-square and Fisher information"}
    for rows in told.values():
        assert [row["q"] for row in rows] == [5, 4, 3, 2, 1]
        assert (rows[0]["from"], rows[-1]["to"]) == ("1", "infinity")
        assert all(before["to"] == after["from"] for before, after in pairwise(rows))
    # Sizes q and q + 1 tie for squares at x^2 = (k - q)(k - q - 1)/(q (q + 1)); for 1 and 2 of ten at 6.
    assert told["chi-square and Fisher information"][-1]["from"] == "6"
    low, high = (Fraction(told["mutual information"][-1]["from"]) * (1 + s * Fraction(1, 10**6)) for s in (-1, 1))
    objective = mutual_information(uniform_prior(10))
    assert (best_sizes(objective, low), best_sizes(objective, high)) == ((2,), (1,))
    code, out, _ = rrproof("subsets", "-k", "6", "--information")
    assert "q = 2 says most for e^eps from sqrt(2) to sqrt(10)" in out
