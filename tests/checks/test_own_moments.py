"""Operators of a claims file: expectations, variances and covariances of formulas in the counts."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper

Verified = Callable[[str], ClaimRecord]

PAPER = r"""
[paper]
key = "W"
title = "Estimators of variances"
authors = "N. N."

[symbols]
p = "1/2 < p < 1"
pi = { latex = '\pi', range = "0 <= pi <= 1" }
n = { range = "n >= 2", integer = true }
m = { latex = "n'", range = "m >= 0", integer = true }

[mechanism]
truths = ["A", "not A"]
responses = ["yes", "no"]
matrix = [["p", "1 - p"], ["1 - p", "p"]]
prior = ["pi", "1 - pi"]
respondents = "n"
counts = { yes = "m" }
%s
[names]
'\mathbb{E}' = { operator = "expectation" }
'\operatorname{Var}' = { operator = "variance" }
'\operatorname{Cov}' = { operator = "covariance" }
V = { variance = "A" }
S = { mle = "A" }
L = { response = "yes" }
F = { frequency = "yes" }

[[claim]]
id = "W-1"
latex = '''%s'''
"""


@pytest.mark.parametrize(
    "latex",
    [
        r"\mathbb{E}\left[\frac{F(1-F)}{(n-1)(2p-1)^2}\right] = V",
        r"\mathbb{E}[(S - \pi)^2] = V",
        r"\operatorname{Var}(n') = nL(1-L)",
        r"\mathbb{E}[F^2] \ge L^2",
        r"\mathbb{E}[(n'-nL)^3] = nL(1-L)(1-2L)",
        r"\mathbb{E}[(n'-nL)^4] = nL(1-L)(1+(3n-6)L(1-L))",
    ],
)
def test_a_moment_is_a_theorem_about_all_responses(latex: str, verified: Verified) -> None:
    record = verified(PAPER % ("", latex))
    assert (record.verdict, record.oracles, record.argued) == ("proved", (), ())
    parts = [part for reading in record.readings for part in reading.obligations]
    assert any("expectation(" in part.statement or "dispersion(" in part.statement for part in parts)
    assert all(witness.agrees for witness in record.witnesses)


@pytest.mark.parametrize(
    ("latex", "right"),
    [
        (r"\mathbb{E}\left[\frac{F(1-F)}{n(2p-1)^2}\right] = V", r"= \frac{(n - 1) L (1 - L)}{n^{2} (2 p - 1)^{2}}"),
        (r"\operatorname{Cov}(n', n - n') = nL(1-L)", r"\operatorname{Cov}(n', n - n') = -n L (1 - L)"),
        (r"\mathbb{E}[n'(n'-1)(n'-2)] = n(n-1)^2L^3", r"= n (n - 1) (n - 2) (2 p \pi + 1 - p - \pi)^{3}"),
        (r"\mathbb{E}\left[(F - \pi)^2\right] = \frac{L(1-L)}{n}", r"\frac{L(1-L)}{n} + (1 - p)^{2} (2 \pi - 1)^{2}"),
    ],
)
def test_what_is_wrong_is_corrected(latex: str, right: str, verified: Verified) -> None:
    record = verified(PAPER % ("", latex))
    assert record.verdict == "corrected"
    assert right in (record.corrected or "")
    assert len(record.sides) == 2
    assert len(record.witnesses) == 2
    assert all(witness.agrees for witness in record.witnesses)


def test_with_truths_that_are_given_the_covariances_of_the_counts_are_others(verified: Verified) -> None:
    assert verified(PAPER % ('data = "given"\n', r"\operatorname{Var}(n') = np(1-p)")).verdict in ("proved", "argued")
    assert verified(PAPER % ("", r"\operatorname{Var}(n') = np(1-p)")).verdict == "corrected"
    third = r"\mathbb{E}[(n' - np\pi - n(1-p)(1-\pi))^3] = np(1-p)(1-2p)(2\pi-1)"
    assert verified(PAPER % ('data = "given"\n', third)).verdict in ("proved", "argued")


@pytest.mark.parametrize(
    ("latex", "why"),
    [
        (r"\operatorname{Var}(F^4) \ge 0", "up to degree 6; this has degree 8"),
        (r"\mathbb{E}\left[\frac{1}{n'}\right] \ge 0", "a count stands in a denominator"),
        (r"\operatorname{Cov}(n') \ge 0", "the covariance is taken of two formulas in the counts"),
    ],
)
def test_a_moment_that_is_not_known_is_refused(latex: str, why: str, verified: Verified) -> None:
    with pytest.raises(PaperError, match=why):
        verified(PAPER % ("", latex))


def test_a_square_behind_round_brackets_is_asked_back(verified: Verified) -> None:
    record = verified(PAPER % ("", r"\mathbb{E}(S - \pi)^2 = V"))
    assert record.verdict == "unknown"
    assert r"print \mathbb{E}[(...)^2] or [\mathbb{E}(S - \pi)]^2" in record.note


def test_an_operator_is_one_of_three(tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    path.write_text((PAPER % ("", "V > 0")).replace('"expectation"', '"mean"'), encoding="utf-8")
    with pytest.raises(PaperError, match="'mean' is no operator; there are expectation, variance, covariance"):
        load_paper(str(path))


def test_symbols_of_a_file_do_not_meet_the_letters_of_the_theorem(verified: Verified) -> None:
    """Truths, responses and words of responses are bound in it: symbols x, y and w must not change what it says."""
    letters = {"p": "x", "pi": "y", "n": "w"}
    renamed = re.sub(r"(?<![\\\w])(p|pi|n)(?!\w)", lambda name: letters[name[0]], PAPER)
    record = verified(renamed % ("", r"\mathbb{E}[S] = \pi"))
    assert (record.verdict, record.argued) == ("proved", ())
