"""Least and largest values over regions that conditions describe, and over whole numbers without end."""

from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim

PAPER = r"""
[paper]
key = "R"
title = "Regions"
authors = "N. N."

[symbols]
p = "0 < p < 1"
q = "0 < q < 1"
a = "a > 0"
g = { range = "g >= 2", integer = true }
eps = { latex = '\varepsilon', budget = true, range = "eps > 0" }

[[claim]]
id = "R-1"
latex = '%s'
"""
UNARY = r"0<q<p<1, p(1-q) = e^\varepsilon q(1-p)"
QUARTER = "1/4 (0.25) and 1/3 (0.333333)"
VARIANCE = r"\frac{q(1-q)}{(p-q)^2}"


def verified(tmp_path: Path, latex: str) -> ClaimRecord:
    """The record of the claim."""
    path = tmp_path / "r.toml"
    path.write_text(PAPER % latex, encoding="utf-8")
    return verify_claim(load_paper(str(path)).claim("R-1"))


@pytest.mark.parametrize(
    "latex",
    [
        rf"\min_{{{UNARY}}} {VARIANCE} = \frac{{4e^\varepsilon}}{{(e^\varepsilon-1)^2}}",
        r"\max_{p, q: p = 1 - q} pq = \frac14",
        r"\max_{p, q: p + q \le 1} pq = \frac14",
        r"\arg\max_{(p, q): p = 1 - q} pq = \{(\frac12, \frac12)\}",
        r"\inf_{0<q<p<1, p = 2q} \left(p^2+q^2\right) = 0",
        r"\min_{a>0} \left(a+\frac1a\right) = 2",
        r"\inf_{a>0} a = 0",
        r"\min_{g \ge 2} \left(g+\frac{10}g\right) = \frac{19}3",
        r"\min_{g \in \{2,3,\ldots\}} \left(g+\frac9g\right) \ge 6",
        r"\arg\min_g \left(g+\frac{12}g\right) = \{3, 4\}",
    ],
)
def test_it_is_proved(tmp_path: Path, latex: str) -> None:
    record = verified(tmp_path, latex)
    assert record.verdict == "proved", record.note
    assert record.oracles == ()
    assert [witness.agrees for witness in record.witnesses] == [True]


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"\inf_{q\in(0,1)} \frac{1}{q(1-q)} = 4", "proved"),
        (r"\inf_{q\in(0,1)} \frac{1}{q(1-q)} = 3", "corrected"),
        (r"\sup_{q\in(0,1]} \left(2-\frac1q\right) = 1", "proved"),
    ],
)
def test_at_an_end_that_does_not_belong_to_it_nothing_need_have_a_value(
    tmp_path: Path, latex: str, verdict: str
) -> None:
    assert verified(tmp_path, latex).verdict == verdict


@pytest.mark.parametrize(
    ("latex", "sides"),
    [
        (r"\max_{p, q: p = 1 - q} pq = \frac15", ("1/4 (0.25)", "1/5 (0.2)")),
        (r"\min_{g \ge 2} \left(g+\frac{10}g\right) = 6", ("19/3 (6.33333)", "6")),
        (r"\arg\min_{g \in \{2,3,\ldots\}} \left(g+\frac9g\right) = 4", ("25/4 (6.25)", "6")),
        (r"\inf_{a>0} a = 1", ("0", "1")),
    ],
)
def test_another_value_is_refuted(tmp_path: Path, latex: str, sides: tuple[str, str]) -> None:
    record = verified(tmp_path, latex)
    assert record.verdict in ("refuted", "corrected")
    assert tuple(map(str, record.sides)) == sides
    assert False not in [witness.agrees for witness in record.witnesses]


@pytest.mark.parametrize(
    ("latex", "right", "sides"),
    [
        (r"\max_{g \ge 2} \frac{g-1}g = 1", r"\sup_{g \ge 2} \frac{g-1}g = 1", "no value and 1"),
        (r"\max_{0<q<p<1} (p-q) = 1", r"\sup_{0<q<p<1} (p-q) = 1", "no value and 1"),
        (r"\max_{a>0} \frac{a}{a+1} = 2", r"\sup_{a>0} \frac{a}{a+1} = 1", "no value and 2"),
        (r"\min_{q\in(0,1)} \frac{q+1}g = 0", r"\inf_{q\in(0,1)} \frac{q+1}g = \frac{1}{g}", "no value and 0"),
        (r"\max_{q\in(0,1)} q(1-q) = \frac13", r"\max_{q\in(0,1)} q(1-q) = \frac{1}{4}", QUARTER),
    ],
)  # fmt: skip
def test_what_is_not_attained_is_refuted_and_the_right_word_is_proved(
    tmp_path: Path, latex: str, right: str, sides: str
) -> None:
    record = verified(tmp_path, latex)
    assert (record.verdict, record.corrected) == ("corrected", right)
    assert " and ".join(map(str, record.sides)) == sides
    assert ("not attained" in record.note) == (r"\max" not in right)
    assert False not in [witness.agrees for witness in record.witnesses]


@pytest.mark.parametrize(
    ("latex", "said"),
    [
        (r"\min_{0<q<p<1} (p^2-2q^3) = 0", "no place was found at which it is attained"),
        (r"\min_{p, q: p < 2} pq = 0", "can be read in two ways"),
        (r"\min_{p, q} (p-q)^2 = 0 \text{ for } p > q", "write the condition below it"),
        (r"\arg\max_{0<q<p<1} pq = (\frac12, \frac12)", "which coordinate comes first is not said"),
        (r"\max_{p, q, p = 1 - q} pq = \frac14", "write a colon before the condition"),
        (r"\min_{g \in \{2,4,\ldots\}} g = 2", "one after the other"),
    ],
)
def test_what_is_not_attained_or_not_said_is_asked_back(tmp_path: Path, latex: str, said: str) -> None:
    try:
        note = verified(tmp_path, latex).note  # of a print that is not read
    except PaperError as error:
        note = str(error)
    assert said in note
