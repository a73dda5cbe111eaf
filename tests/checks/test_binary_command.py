"""`rrproof binary` as its user meets it."""

import json
from fractions import Fraction as F

import pytest


def answer(rrproof, *arguments):
    code, out, err = rrproof("binary", *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)["result"]


def test_the_worst_share(rrproof):
    found = answer(rrproof, "--epsilon", "log(3)", "--delta", "1/10")
    # p00 = p11 = (x + delta)/(x + 1), whose error is at most 1/(4 (p00 + p11 - 1)^2).
    corner = F(31, 40)
    assert found["two_responses"] == {
        "value": str(1 / (4 * (2 * corner - 1) ** 2)),
        "points": [[str(corner)] * 2],
        "segments": [],
    }
    assert F(found["any_number"]["value"]) == 1 / (4 * (F(1, 10) + F(9, 10) * F(1, 4)))
    assert found["any_number"]["design"]["responses"] == ["surely 0", "rather 0", "rather 1", "surely 1"]


def test_a_known_share_at_which_three_designs_tie(rrproof):
    code, out, _ = rrproof("binary", "--epsilon", "log(7/5)", "--delta", "2/5", "--pi", "1/2")
    assert code == 0
    assert [line.strip() for line in out.splitlines() if "(p00, p11)" in line] == [
        "(p00, p11) = (2/5, 1)",
        "(p00, p11) = (3/4, 3/4)",
        "(p00, p11) = (1, 2/5)",
    ]
    assert "two responses err 5/3 ~ 1.66667 times as much" in out
    code, out, _ = rrproof("binary", "--epsilon", "log(7/5)", "--delta", "2/5", "--pi", "1/2", "--latex")
    assert r"\left(\frac{3}{4}, \frac{3}{4}\right)" in out


def test_priors_and_segments(rrproof):
    listed = answer(rrproof, "--epsilon", "x=3", "--delta", "1/10", "--prior", "1/10:2/3,1/2:1/3")
    known = answer(rrproof, "--epsilon", "x=3", "--delta", "1/10", "--pi", str(F(1, 15) + F(1, 6)))
    assert listed["two_responses"]["points"] == known["two_responses"]["points"]
    assert F(known["two_responses"]["value"]) - F(listed["two_responses"]["value"]) == F(2, 9) * F(2, 5) ** 2
    beta = answer(rrproof, "--epsilon", "x=3", "--delta", "1/10", "--prior", "Beta(2, 3)")
    assert beta["error"] == "expected under the prior Beta(2, 3)"
    edge = answer(rrproof, "--epsilon", "log(1)", "--delta", "3/5")["two_responses"]
    assert edge["segments"] == [{"from": ["1", "3/5"], "to": ["3/5", "1"], "without_start": False}]


def test_proofs_are_checked_again(rrproof, tmp_path):
    path = tmp_path / "proof.json"
    code, out, err = rrproof("binary", "--epsilon", "1/2", "--delta", "1/10", "--proof", str(path))
    assert code == 0
    assert "just below its value at eps = 1/2" in out
    assert "proofs written to" in err
    code, out, _ = rrproof("recheck", str(path))
    assert code == 0
    assert "by weak duality" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--epsilon", "log(1)"], "every private design answers independently of the truth"),
        (["--epsilon", "three"], "a level is written like"),
        (["--epsilon", "log(3)", "--pi", "3/2"], "pi must lie between 0 and 1, not at 3/2"),
        (["--epsilon", "log(3)", "--pi", "half"], "--pi: 'half' is no number"),
        (["--epsilon", "log(3)", "--prior", "1/2"], "a prior is written 1/10:2/3,1/2:1/3 or beta(2,3)"),
        (["--epsilon", "log(3)", "--prior", "1/2:1/2"], "weights of at least 0 that sum to 1"),
        (["--epsilon", "log(3)", "--prior", "beta(0,1)"], "are positive, not 0 and 1"),
        (["--epsilon", "log(3)", "--delta", "2"], "delta must lie between 0 and 1"),
        (["--epsilon", "log(3)", "--pi", "1/2", "--prior", "beta(1,1)"], "exclude each other"),
        (["--epsilon", "log(3)", "--json", "--latex"], "exclude each other"),
    ],
)
def test_bad_input_is_explained(rrproof, arguments, message):
    code, _, err = rrproof("binary", *arguments)
    assert code == 2
    assert message in err
