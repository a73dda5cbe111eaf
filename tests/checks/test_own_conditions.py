"""What a claims file assumes: a condition that is dropped, or read too widely, would make a false print proved."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim

HEAD = r"""
conditions = ["q < p"]

[paper]
key = "C"
title = "t"
authors = "a"

[symbols]
p = "0 < p < 1"
q = "0 < q < 1"
pi = { latex = '\pi', range = "0 <= pi <= 1" }
n = { range = "n >= 1", integer = true }
eps = { latex = '\epsilon', budget = true, range = "eps > 0" }

[mechanism]
truths = ["no", "yes"]
responses = ["N", "Y"]
matrix = [["1-q", "q"], ["1-p", "p"]]
prior = ["1 - pi", "pi"]
respondents = "n"

[names]
'\lambda' = { response = "Y" }
'V' = { variance = "yes" }

[[claim]]
id = "C-1"
place = "(1)"
kind = "identity"
"""
Judge = Callable[..., ClaimRecord]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    def judged(latex: str, further: str = "", old: str = "", new: str = "") -> ClaimRecord:
        path = tmp_path / "c.toml"
        assert old in HEAD
        path.write_text(HEAD.replace(old, new) + f"latex = '{latex}'\n{further}\n", encoding="utf-8")
        (claim,) = load_paper(str(path)).claims
        return verify_claim(claim, budget=20)

    return judged


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"\lambda \le \pi \text{ for all } n", "refuted"),  # a symbol alone assumes nothing
        (r"\forall n, \pi: \lambda \le p", "proved"),
        (r"\lambda \le \pi \text{ if } \pi \ge p", "proved"),
        (r"\lambda \le \pi, \quad \pi \ge p", "refuted"),  # p is not printed before: it may be a claim of its own
        (r"\frac{\lambda}{\pi} = p - q + \frac{q}{\pi}, \quad \pi > 0", "proved"),
        (r"\lambda \le \pi \text{ for } \pi = 1 \text{ if } n > 2", "proved"),
        (r"\lambda(1-\lambda) \le \frac{1}{4}, \text{ where } \lambda = p\pi + q(1-\pi)", "proved"),
        (r"\lambda(1-\lambda) \le \frac{1}{4}, \text{ where } \lambda = p\pi + (1-q)(1-\pi)", "corrected"),
        (r"\lambda = \pi \text{ where } \lambda = \pi", "refuted"),  # a definition is no assumption
        (r"\lambda(1-\lambda) = \frac{1}{4} \text{ with } \lambda = 1/2", "proved"),  # but a value is
    ],
)
def test_conditions_say_what_is_printed(latex: str, verdict: str, judge: Judge) -> None:
    record = judge(latex)
    assert record.verdict == verdict
    assert all(witness.agrees for witness in record.witnesses)


def test_a_wrong_definition_is_put_right(judge: Judge) -> None:
    record = judge(r"\lambda \ge q \text{ where } \lambda = p\pi + (1-q)(1-\pi)")
    assert record.readings[0].breaks_at == r"the definition of \lambda (= p\pi + (1-q)(1-\pi))"
    assert record.corrected == r"\lambda \ge q \text{ where } \lambda = p \pi + q (1 - \pi)"


def test_a_condition_after_a_comma(judge: Judge) -> None:
    latex, free = r"\frac{\lambda-q}{p-q} = \pi", {"old": 'conditions = ["q < p"]', "new": ""}
    assert judge(latex, **free).verdict != "proved"
    assert judge(latex + r", \quad p \ne q", **free).verdict == "proved"


def test_the_domain_names_the_conditions_between_symbols(judge: Judge) -> None:
    assert judge(r"\lambda \ge q").domain == "0 < p < 1; 0 < q < 1; 0 <= pi <= 1; q < p"


@pytest.mark.parametrize(
    "latex",
    [
        r"\lim_{p \to 1} p q = 0",
        r"\frac{\partial}{\partial p} p q = 1 - 2p",
        r"\max_{1/2 \le p \le 3/4} p q = \frac{1}{4}",
        r"\arg\max_{1/2 \le p \le 3/4} p q = \frac{1}{2}",
    ],
)
def test_what_an_equation_ties_to_a_bound_variable_is_not_held_fixed(latex: str, judge: Judge) -> None:
    declared = {"old": '["q < p"]', "new": '["p + q = 1"]'}
    twice: tuple[tuple[str, dict[str, str]], ...] = ((latex, declared), (rf"{latex} \text{{ for }} q = 1 - p", {}))
    for printed, head in twice:
        with pytest.raises(PaperError, match="an equation ties 'p' to 'q', so that what is taken over 'p' alone"):
            judge(printed, **head)
    assert judge(latex.replace("q", "(1 - p)"), **declared).verdict == "proved"


def refusal(judge: Judge, latex: str, further: str = "") -> str:
    """Why a claim is not judged: it cannot be read, or it says nothing."""
    try:
        record = judge(latex, further)
    except PaperError as error:
        return str(error)
    assert record.verdict == "unknown"
    return record.note


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"V > 9 \text{ if } n", "expected a statement such as x>0 beside"),
        (r"V > 9 \text{ where } n", "expected a statement such as x>0 beside"),
        (r"V > 9 \text{ or } n", "'n' is no condition"),
        (r"\lambda = \begin{cases} \pi & p = 1 \\ 7 & n \end{cases}", "'n' is no condition"),
        (r"V > 9 \text{ for all } \pi \text{ and } p > q", "can be read in two ways"),
        (r"V > 9 \text{ if } p < q", "no values satisfy the hypotheses"),
        (r"p > 1 \implies V > 9", "no values satisfy the hypotheses"),
        (r"V > 9 \text{ for all } p > 1", "no values satisfy the hypotheses"),
    ],
)
def test_conditions_that_say_nothing_are_refused(latex: str, message: str, judge: Judge) -> None:
    assert re.search(message, refusal(judge, latex))


@pytest.mark.parametrize(
    ("further", "message"),
    [
        ('at = { p = "2" }', r"c.toml:\d+:13: claim C-1, \(1\): p = 2 is outside of its range, 0 < p < 1"),
        ('at = { p = "1" }', "p = 1 is outside"),
        ('at = { n = "3/2" }', "n = 3/2 is outside of its range, n >= 1, an integer"),
        ('at = { n = "0" }', "n = 0 is outside"),
        ('at = { eps = "0" }', "eps = 0 is outside"),
        ('at = { eps = "log(1/2)" }', "outside of its range, eps > 0"),
        ('at = { p = "1/3", q = "1/2" }', "no values satisfy the hypotheses"),
    ],
)
def test_values_outside_of_the_ranges_are_refused(further: str, message: str, judge: Judge) -> None:
    assert re.search(message, refusal(judge, r"V > 9", further))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"1 - pi", "pi"', '"1 - 2*pi", "2*pi"', r"\[mechanism\]: the prior of 'no', -2\*pi \+ 1, is negative"),
        ('"1 - pi", "pi"', '"pi", "pi"', r"\[mechanism\]: the prior sums to 2\*pi, not to 1"),
        ('["1-q", "q"]', '["1-q", "p"]', "not to 1"),
        ('["1-q", "q"]', '["1-2*q", "2*q"]', "is negative"),
        ('"n >= 1"', '"0 < n < 1"', "no integer lies between 0 and 1"),
        (
            "pi = {",
            'z1 = "0 < z1 < 1"\npi = {',
            "z1: the names e, z1, z2, ... and any_... are kept",
        ),  # [0,5] in [0,1] held
        ("pi = {", 'e = "0 < e < 1"\npi = {', "are kept for what proofs speak of"),  # all that speaks of exp(1) held
        ("pi = {", 'k = { latex = "2", range = "0 < k < 1" }\npi = {', "'2' is printed without a letter"),
        ("[names]", "[names]\n'0' = { response = \"yes\" }", "'0' is printed without a letter"),
    ],
)
def test_what_is_no_mechanism_is_refused_with_the_file(old: str, new: str, message: str, judge: Judge) -> None:
    with pytest.raises(PaperError, match=message):
        judge("p = p", old=old, new=new)  # though the claim does not speak of the mechanism
