r"""Claims about a symbol that grows: limits, O, \Theta, \Omega and \sim, as statements of the logic."""

from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim

PAPER = r"""
[paper]
key = "G"
title = "Growth"
authors = "N. N."

[symbols]
a = "a > 0"
q = "0 < q < 1"
d = { range = "d >= 2", integer = true }
l = { range = "1 <= l <= d - 1", integer = true }
n = { range = "n >= 1", integer = true }
eps = { latex = '\epsilon', budget = true, range = "eps > 0" }

[mechanisms.de]
truths = "1..d"
catalogue = "grr"
parameters = { eps = "eps" }
respondents = "n"
data = "given"

[mechanisms.oue]
truths = "1..d"
catalogue = "oue"
parameters = { eps = "eps" }
respondents = "n"
data = "given"

[names]
'V_i' = { variance = "i", of = "de" }
'W_i' = { rare_variance = "i", of = "oue" }
'f_i' = { prior = "i", of = "de" }
'V^*_i' = { rare_variance = "i", of = "de" }
'V^*_j' = { rare_variance = "j", of = "de" }

[[claim]]
id = "G-1"
latex = '%s'
"""
LIMIT = r"\frac{1}{n(e^\epsilon-1)^2}"


def verified(tmp_path: Path, latex: str) -> ClaimRecord:
    """The record of the claim."""
    path = tmp_path / "g.toml"
    path.write_text(PAPER % latex, encoding="utf-8")
    return verify_claim(load_paper(str(path)).claim("G-1"))


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{d+e^\epsilon}{d-1} \sim 1 \text{ as } d \to \infty",
        r"\frac{4e^\epsilon}{(e^\epsilon-1)^2} \approx 4e^{-\epsilon} \text{ as } \epsilon \to \infty",
        r"\frac{dn^2+a}{n+1} = \Theta(n) \text{ as } n \to \infty",
        r"an + 1 = \mathcal{O}\left(n^2\right) \text{ as } n \to \infty",
        r"\frac{e^\epsilon}{e^{\epsilon/2}+1} \sim e^{\epsilon/2} \text{ as } \epsilon \to \infty",
        r"\lim_{d\to\infty} V^*_i = \infty",
        r"\lim_{n\to\infty} V_i = 0",
        r"\lim_{d\to\infty} \frac{V_i}d = \frac{1+f_i(e^\epsilon-1)}{n(e^\epsilon-1)^2}",
    ],
)
def test_it_is_proved(tmp_path: Path, latex: str) -> None:
    record = verified(tmp_path, latex)
    assert record.verdict == "proved", record.readings
    assert record.oracles == ()
    assert [witness.agrees for witness in record.witnesses] == [True]


@pytest.mark.parametrize(
    "latex",
    [
        r"\lim_{\epsilon\to 0} \left(\frac1\epsilon - \frac1{e^\epsilon-1}\right) = \frac12",
        r"\lim_{\epsilon\to 0} \epsilon^2 V^*_i = \frac{d-1}{n}",
        r"W_i \sim \frac{4}{n\epsilon^2} \text{ as } \epsilon \to 0",
    ],
)
def test_near_zero_eps_is_a_number(tmp_path: Path, latex: str) -> None:
    record = verified(tmp_path, latex)
    assert record.verdict == "proved", record.readings


@pytest.mark.parametrize(
    ("latex", "right", "sides"),
    [
        (r"\frac{e^\epsilon-1}{\epsilon} = 2", r" = 1", ("limit 1", "2")),
        (r"\frac{e^{\epsilon/2}-1}{\epsilon} = 1", r" = \frac{1}{2}", ("limit 1/2 (0.5)", "1")),
        (r"\frac{e^\epsilon-1-\epsilon}{\epsilon^2} = \infty", r" = \frac{1}{2}", ("limit 1/2 (0.5)", "infinity")),
    ],
)
def test_another_limit_is_put_right(tmp_path: Path, latex: str, right: str, sides: tuple[str, str]) -> None:
    record = verified(tmp_path, rf"\lim_{{\epsilon\to 0}} {latex}")
    assert record.verdict == "corrected"
    assert (record.corrected or "").endswith(right)
    assert tuple(map(str, record.sides)) == sides
    assert (record.counterexample, [witness.agrees for witness in record.witnesses]) == ({}, [True, True])


@pytest.mark.parametrize("grown", [r"d\to\infty", r"\epsilon\to\infty"])
def test_a_value_that_nobody_has_is_another_than_one_that_all_have(tmp_path: Path, grown: str) -> None:
    record = verified(tmp_path, rf"\lim_{{{grown}}} \frac{{V^*_j}}{{V_i}} = 1")
    assert record.verdict == "refuted", record.readings
    assert str(record.sides[0]) != str(record.sides[1]) == "1"
    assert record.counterexample["the share of i"] == "1"
    assert "the share of j" not in record.counterexample


def test_what_takes_more_terms_is_left_open(tmp_path: Path) -> None:
    remainder = r"e^\epsilon-1-\epsilon-\epsilon^2/2-\epsilon^3/6"
    record = verified(tmp_path, rf"\lim_{{\epsilon\to 0}} \frac{{{remainder}}}{{\epsilon^4}} = 1")
    (reason,) = (o.reason for reading in record.readings for o in reading.obligations)
    assert record.verdict == "unknown"
    assert "it is limit 1/24" in reason
    assert "by the first four terms of eps" in reason


@pytest.mark.parametrize(
    ("latex", "sides"),
    [
        (r"n = \Theta(n^2) \text{ as } n \to \infty", ("quotient 0", "bounded")),
        (r"n^2 = \Theta(n) \text{ as } n \to \infty", ("quotient infinity", "bounded")),
        (r"e^\epsilon = O(1) \text{ as } \epsilon \to \infty", ("quotient infinity", "bounded")),
        (r"n = \Omega(n^2) \text{ as } n \to \infty", ("quotient 0", "bounded")),
        (r"\frac{2n^2+a}{n+1} \sim n \text{ as } n \to \infty", ("quotient 2", "1")),
        (r"n^2 \sim n \text{ as } n \to \infty", ("quotient infinity", "1")),
        (r"n \sim n^2 \text{ as } n \to \infty", ("quotient 0", "1")),
        (r"\epsilon = \Theta(1) \text{ as } \epsilon \to 0", ("quotient 0", "bounded")),
    ],
)
def test_what_grows_otherwise_is_refuted(tmp_path: Path, latex: str, sides: tuple[str, str]) -> None:
    record = verified(tmp_path, latex)
    assert record.verdict == "corrected"
    assert tuple(map(str, record.sides)) == sides
    assert [witness.agrees for witness in record.witnesses] == [True, True]


@pytest.mark.parametrize(
    ("latex", "sides", "free"),
    [
        (r"\lim_{a\to 0} \frac{a-1}{a+1} = 0", ("limit -1", "0"), set()),
        (r"\lim_{a\to\infty} \frac{a-q}{qa+1} = q", ("limit 3", "1/3 (0.333333)"), {"q"}),
        (r"\frac12 = \lim_{a\to\infty} \frac{a}{3a+q}", ("1/2 (0.5)", "limit 1/3 (0.333333)"), {"q"}),
        (r"\lim_{a\to\infty} \frac{a^2-q}{a+1} = 1", ("limit infinity", "1"), {"q"}),
        (r"\lim_{a\to\infty} \frac{a-q}{a+1} = -\infty", ("limit 1", "-infinity"), {"q"}),
        (r"\lim_{a\to\infty} \frac{1-a}{q} = \infty", ("limit -infinity", "infinity"), {"q"}),
        (r"\lim_{a\to q} \frac1{a-q} = \infty", ("no limit", "infinity"), {"q"}),
        (r"\lim_{\epsilon\to 0} \frac{ae^\epsilon+1}{a+e^\epsilon} = 2", ("limit 1", "2"), {"a"}),
        (r"2\lim_{a\to\infty} a = 3", ("no value", "3"), set()),
        (r"\lim_{a\to\infty} \frac{a}{a+1} + a = 1", ("2", "1"), {"a"}),
    ],
)
def test_the_sides_of_a_limit_are_its_own_and_the_printed_one(
    tmp_path: Path, latex: str, sides: tuple[str, str], free: set[str]
) -> None:
    record = verified(tmp_path, latex)
    assert record.is_wrong
    assert tuple(map(str, record.sides)) == sides
    assert set(record.counterexample or {}) == free
    assert all(witness.agrees for witness in record.witnesses)


@pytest.mark.parametrize("latex", [r"\lim_{a\to 0} \frac1a = \infty", r"\lim_{d\to 2} \frac1{d-2} = \infty"])
def test_a_place_at_an_end_of_a_range_is_approached_from_inside(tmp_path: Path, latex: str) -> None:
    assert verified(tmp_path, latex).verdict == "proved"


@pytest.mark.parametrize(
    ("latex", "right"),
    [
        (r"V^*_i = O(1) \text{ as } d \to \infty", r"V^*_i = O(d) \text{ as } d \to \infty"),
        (
            r"V^*_i \sim d \text{ as } d \to \infty",
            r"V^*_i \sim \frac{d}{n (e^{\epsilon} - 1)^{2}} \text{ as } d \to \infty",
        ),
        (rf"\lim_{{d\to\infty}} V^*_i = {LIMIT}", r"\lim_{d\to\infty} V^*_i = \infty"),
        (r"\lim_{n\to\infty} V_i = f_i", r"\lim_{n\to\infty} V_i = 0"),
        (r"\lim_{n\to\infty} W_i = 1", r"\lim_{n\to\infty} W_i = 0"),
        (
            r"\lim_{\epsilon\to 0} \epsilon^2 V^*_i = \frac{d}{n}",
            r"\lim_{\epsilon\to 0} \epsilon^2 V^*_i = \frac{d - 1}{n}",
        ),
    ],
)
def test_what_is_false_of_a_protocol_is_refuted_and_put_right(tmp_path: Path, latex: str, right: str) -> None:
    record = verified(tmp_path, latex)
    assert (record.verdict, record.corrected) == ("corrected", right)
    assert [witness.agrees for witness in record.witnesses] == [True, True]
    assert len(record.sides) == 2
    assert ("the share of i" in (record.counterexample or {})) == (" V_i" in latex)


@pytest.mark.parametrize(
    ("latex", "said"),
    [
        (r"n = O(n)", "with what grows"),
        (r"q = O(1) \text{ as } q \to \infty", "no upper end"),
        (r"n^2 = O(n) \text{ as } n \to \infty \text{ for } n < 5", "no condition bounds it"),
        (r"n = O(n) \text{ as } n \to 1", "another place is not read"),
        (r"a \sim 1 \text{ as } a \to 0", "a is no budget"),
        (r"\lim_{\epsilon\to 0} \frac{e^\epsilon-1}{\epsilon} = 1 \text{ for } \epsilon > 1", "its range ends there"),
        (r"n = O(d) = O(n) \text{ as } n \to \infty", "read alone"),
    ],
)
def test_what_is_not_said_is_asked_back(tmp_path: Path, latex: str, said: str) -> None:
    try:
        note = verified(tmp_path, latex).note
    except PaperError as error:
        note = str(error)
    assert said in note
