"""Absolute values and square roots in claims: what holds needs no solver, what does not fails at small numbers."""

from collections.abc import Callable

import pytest

from checks.claims.record import ClaimRecord

Verified = Callable[[str], ClaimRecord]

PAPER = r"""
[paper]
key = "W"
title = "A survey and its errors"
authors = "N. N."

[symbols]
p = "0 < p < 1"
pi = { latex = '\pi', range = "0 < pi < 1" }
n = { range = "n >= 1", integer = true }

[mechanism]
truths = ["A", "not A"]
responses = ["yes", "no"]
matrix = [["p", "1 - p"], ["1 - p", "p"]]
prior = ["pi", "1 - pi"]
respondents = "n"

[names]
V = { variance = "A" }
L = { response = "yes" }
Y = { posterior = ["A", "yes"] }
N = { posterior = ["A", "no"] }

[[claim]]
id = "W-1"
latex = '%s'
"""


@pytest.mark.parametrize(
    "latex",
    [
        r"\sqrt V \le \frac{1}{2\sqrt n|2p-1|} \text{ for } p \ne \frac12",
        r"V \le \frac{1}{4n|2p-1|^2} \text{ for } 0 < |p-\frac12| < \frac14",
        r"|Y - N| = \frac{\pi(1-\pi)|2p-1|}{L(1-L)}",
        r"\left|\ln\frac{p}{1-p}\right| \ge 2\ln 2 \text{ for } p > \frac45",
        r"\sqrt p + \sqrt{1-p} \le \sqrt 2",
        r"\ln\frac{L}{1-L} > 0 \iff L > \frac12",
    ],
)
def test_what_holds_is_proved_without_a_solver(latex: str, verified: Verified) -> None:
    record = verified(PAPER % latex)
    assert (record.verdict, record.oracles) == ("proved", ())
    assert all(witness.agrees for witness in record.witnesses)


@pytest.mark.parametrize(
    ("latex", "right"),
    [
        (r"\sqrt V < \frac{1}{2\sqrt n(2p-1)} \text{ for } p > \frac12", r"\sqrt V \le \frac{1}{2"),  # where pi = 1/2
        (r"|Y - N| = \frac{\pi(1-\pi)(2p-1)}{L(1-L)}", r"\left|\frac{\pi (2 p - 1) (1 - \pi)}{L (1 - L)}\right|"),
        (r"\frac YN = \frac{p(1-L)}{L}", r"\frac YN = \frac{p (1 - L)}{(1 - p) L}"),
    ],
)
def test_what_is_wrong_fails_at_a_small_point(latex: str, right: str, verified: Verified) -> None:
    record = verified(PAPER % latex)
    assert record.verdict in ("corrected", "refuted")
    assert right in (record.corrected or "")
    assert record.counterexample is not None
    assert all(len(value) <= 6 for value in record.counterexample.values())
    assert len(record.sides) == 2
    assert all(witness.agrees for witness in record.witnesses)


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"\sqrt[4]{p^2} = \sqrt p", "proved"),
        (r"\sqrt[4]{p} \le \frac{p+3}{4}", "proved"),
        (r"p^{1/4} p^{3/4} = p", "proved"),
        (r"\sqrt[4]{p} \le \frac{p+1}{2}", "refuted"),
    ],
)
def test_a_fourth_root_is_the_square_root_of_one(latex: str, verdict: str, verified: Verified) -> None:
    record = verified(PAPER % latex)
    assert record.verdict in (verdict, "corrected" if verdict == "refuted" else verdict)
    assert len(record.sides) == (2 if verdict == "refuted" else 0)


def test_a_root_and_its_square_are_told_apart(verified: Verified) -> None:
    assert verified(PAPER % r"p^{1/4} p^{1/4} = p").corrected == r"p^{1/4} p^{1/4} = \sqrt{p}"


def test_a_sum_of_roots_is_more_than_one(verified: Verified) -> None:
    assert verified(PAPER % r"\sqrt p + \sqrt{1-p} > 1").verdict == "proved"
    assert verified(PAPER % r"\sqrt p + \sqrt{1-p} < \sqrt 2").verdict != "proved"


@pytest.mark.parametrize(
    ("latex", "right"),
    [
        (r"\min_{q\in(0,1)} \left(\frac1q + \frac p{1-q}\right) = (1+\sqrt p)^2", ""),
        (r"\min_{q\in(0,1)} \left(\frac1q + \frac p{1-q}\right) = 1+p+\sqrt p", r"= 1 + p + 2 \sqrt{p}"),
        (
            r"\arg\min_{q\in(0,1)} \left(\frac1q + \frac p{1-q}\right) = \left\{\frac1{2+\sqrt p}\right\}",
            r"\left\{\frac{1 - \sqrt{p}}{1 - p}\right\}",
        ),
    ],
)
def test_an_optimum_may_have_a_square_root(latex: str, right: str, verified: Verified) -> None:
    record = verified(PAPER.replace("[symbols]", '[symbols]\nq = "0 < q < 1"') % latex)
    assert record.verdict == ("corrected" if right else "proved")
    assert right in (record.corrected or "")
    assert len(record.sides) == (2 if right else 0)
    assert all(witness.agrees for witness in record.witnesses)


def test_logarithms_are_refuted_near_an_end(verified: Verified) -> None:
    record = verified(PAPER % r"\ln\frac{p}{1-p} \le 4(2p-1) \text{ for } p > \frac12")
    assert record.verdict in ("refuted", "corrected")
    assert record.counterexample == {"p": "99/100"}
    assert len(record.sides) == 2


def test_an_optimum_is_put_right_under_its_condition(verified: Verified) -> None:
    record = verified(PAPER % r"\max_{\pi\in(0,1)} (Y - \pi) = 2p-1 \text{ for } p > \frac35")
    assert record.corrected == (
        r"\max_{\pi\in(0,1)} (Y - \pi) = \frac{1 - 2 \sqrt{p (1 - p)}}{2 p - 1} \text{ for } p > \frac35"
    )
