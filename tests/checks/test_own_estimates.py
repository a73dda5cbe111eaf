"""Estimates of claims files: the most likely shares of any square design, clipped ones, and how values print."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim

HEAD = r"""
conditions = ["a + b <= 1", "N_1 + N_2 <= n"]

[paper]
key = "E"
title = "t"
authors = "a"

[symbols]
p = "0 < p < 1/2"
s = { latex = '\theta', range = "0 < s < 1" }
t = "0 < t < 1"
a = { latex = '\alpha', range = "a >= 0" }
b = { latex = '\beta', range = "b >= 0" }
n = { range = "n >= 1", integer = true }
N_1 = { range = "N_1 >= 0", integer = true }
N_2 = { range = "N_2 >= 0", integer = true }
eps = { latex = '\epsilon', budget = true, range = "eps > 0" }

[mechanisms.warner]
truths = ["no", "yes"]
responses = ["N", "Y"]
matrix = [["1-p", "p"], ["p", "1-p"]]
prior = ["1 - a", "a"]
respondents = "n"
counts = { Y = "N_1" }

[mechanisms.kuk]
truths = ["no", "yes"]
responses = ["N", "Y"]
matrix = [["1-s", "s"], ["1-t", "t"]]
prior = ["1 - a", "a"]
respondents = "n"
counts = { Y = "N_1" }

[mechanisms.direct]
truths = ["A", "B", "C"]
responses = ["A", "B", "C"]
catalogue = "grr"
parameters = { x = "exp(eps)" }
prior = ["a", "b", "1 - a - b"]
respondents = "n"
counts = { A = "N_1", B = "N_2" }

[mechanisms.wide]
truths = ["no", "yes"]
responses = ["N", "Y", "?"]
matrix = [["1-p", "p", "0"], ["p/2", "1-p", "p/2"]]
prior = ["1 - a", "a"]
respondents = "n"

[names]
'C' = { clipped_mle = "yes", of = "warner" }
'V' = { variance = "yes", of = "warner" }
'\hat\alpha' = { mle = "A", of = "direct" }
'\hat a' = { mle = "yes", of = "kuk" }
'\lambda' = { response = "Y", of = "kuk" }
'S' = { variance = "yes", of = "kuk" }
'R' = { epsilon = true, of = "kuk" }
'D' = { delta = "eps", of = "warner" }
'W' = { variance = "yes", of = "wide" }

[[claim]]
id = "E-1"
place = "(1)"
kind = "identity"
"""
Judge = Callable[..., ClaimRecord]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    def judged(latex: str, old: str = "", new: str = "") -> ClaimRecord:
        path = tmp_path / "e.toml"
        assert old in HEAD
        path.write_text(HEAD.replace(old, new) + f"latex = '{latex}'\n", encoding="utf-8")
        (claim,) = load_paper(str(path)).claims
        return verify_claim(claim, budget=30)

    return judged


@pytest.mark.parametrize(
    "latex",
    [
        r"\hat\alpha = \frac{(e^\epsilon+2)N_1 - n}{n(e^\epsilon-1)}",
        r"C = \max\left\{0, \min\left\{1, \frac{N_1-np}{n(1-2p)}\right\}\right\}",
        r"C = \frac{N_1-np}{n(1-2p)} \text{ if } p \le N_1/n \le 1-p",
    ],
)
def test_the_most_likely_shares(latex: str, judge: Judge) -> None:
    record = judge(latex)
    assert (record.verdict, [w.agrees for w in record.witnesses]) == ("proved", [True])
    assert any("log L" in step.text for step in record.derivation)


@pytest.mark.parametrize(
    ("latex", "right"),
    [
        (
            r"\hat\alpha = \frac{(e^\epsilon+2)N_1 + n}{n(e^\epsilon-1)}",
            r"\hat\alpha = \frac{(e^{\epsilon} + 2) N_1 - n}{n (e^{\epsilon} - 1)}",
        ),
        (
            r"C = \frac{N_1-np}{n(1-2p)}",
            r"C = \max\left\{0, \min\left\{1, \frac{N_1 - n p}{n (1 - 2 p)}\right\}\right\}",
        ),
        (r"V = \frac{1}{n}", r"V = \frac{\alpha (1 - \alpha)}{n} + \frac{p (1 - p)}{n (1 - 2 p)^{2}}"),
        (
            r"S = \frac{\lambda}{n(t-\theta)^2}",
            r"S = \frac{\lambda (1 - \lambda)}{n (\theta - t)^{2}} \qquad \text{for } \theta \ne t",
        ),
        (r"\lambda = \hat a", r"\lambda = \alpha t + \theta - \alpha \theta."),  # which needs no condition
        (r"D = 1 - 2p", r"D = \max\left\{0, 1 - e^{\epsilon} p - p\right\}"),
        (r"R = \ln\frac{t}{\theta} \text{ if } \theta < t", r"\max\left\{\ln\frac{1 - \theta}{1 - t}, \ln\frac{t}{\theta}\right\}"),  # noqa: E501
    ],
)  # fmt: skip
def test_what_is_right_is_printed_as_a_reader_would(latex: str, right: str, judge: Judge) -> None:
    record = judge(latex)
    assert (record.verdict, record.finding) == ("corrected", "false")
    assert record.corrected is not None
    assert right in f"{record.corrected}."
    assert all(witness.agrees for witness in record.witnesses)


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"S = \frac{t(1-t)\alpha + \theta(1-\theta)(1-\alpha)}{n(t-\theta)^2}, \quad t \ne \theta", "proved"),
        (r"S = \frac{\lambda(1-\lambda)}{n(t-\theta)^2}, \quad t \ne \theta", "corrected"),
        (r"\hat a = 1", "no likelihood"),
    ],
)
def test_truths_that_are_given(latex: str, verdict: str, judge: Judge) -> None:
    kuk = '["1-t", "t"]]\nprior = ["1 - a", "a"]\n'
    if verdict == "no likelihood":
        with pytest.raises(PaperError, match="likelihood"):
            judge(latex, kuk, kuk + 'data = "given"\n')
        return
    record = judge(latex, kuk, kuk + 'data = "given"\n')
    assert record.verdict == verdict
    assert all(witness.agrees for witness in record.witnesses)
    with pytest.raises(PaperError, match="data is sampled or given"):
        judge(latex, kuk, kuk + 'data = "fixed"\n')


def test_a_denominator_that_may_vanish_is_a_missing_hypothesis(judge: Judge) -> None:
    record = judge(r"\hat a = \frac{N_1/n - \theta}{t - \theta}")
    assert (record.verdict, record.finding) == ("corrected", "missing-hypothesis")
    assert record.corrected == r"\hat a = \frac{N_1/n - \theta}{t - \theta} \qquad \text{for } \theta \ne t"


def test_a_witness_names_what_the_claim_speaks_of(judge: Judge) -> None:
    said = [witness.summary for witness in judge("D = 1").witnesses]
    assert re.search(r"fails at eps = [^=]*, p = [^=]*$", said[0])  # but no a, b, n, ...


@pytest.mark.parametrize(
    ("latex", "old", "new", "message"),
    [
        ("W = 1", "", "", "2 truths and 3 responses"),
        (r"\hat\alpha = 1", 'x = "exp(eps)"', 'x = "exp(eps)", k = "p"', "k of grr is an integer, not 'p'"),
        (r"\hat\alpha = 1", 'x = "exp(eps)"', 'x = "exp(eps)", k = 4', "grr has 4 truths and 4 responses"),
        (r"\hat\alpha = 1", "clipped_mle = \"yes\", of = \"warner\"", "clipped_mle = \"B\", of = \"direct\"", "two truths"),  # noqa: E501
    ],
)  # fmt: skip
def test_what_has_no_meaning_says_why(latex: str, old: str, new: str, message: str, judge: Judge) -> None:
    with pytest.raises(PaperError, match=message):
        judge("C = 1" if "clipped" in old else latex, old, new)
