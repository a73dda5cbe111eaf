"""Least and largest values that are attained inside of an interval, of numbers and of privacy levels."""

from collections.abc import Callable
from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim

PAPER = r"""
[paper]
key = "F"
title = "Forced response"
authors = "N. N."

[symbols]
p = "0 < p < 1"
q = "0 < q < 1"

[mechanism]
truths = ["no", "yes"]
responses = ["no", "yes"]
protocol = { coin = "p", heads = "truth", tails = { coin = "q", heads = "yes", tails = "no" } }

[names]
'\varepsilon' = { epsilon = true }

[[claim]]
id = "F-1"
latex = '%s'
"""
TWO = r"""
[paper]
key = "T"
title = "Two matrices"
authors = "N. N."

[symbols]
p = "0 < p < 1"
q = "0 < q < 1"

[mechanisms.two]
truths = ["no", "yes"]
responses = ["no", "yes"]
matrix = [["1 - q", "q"], ["1 - p", "p"]]

[mechanisms.warner]
truths = ["no", "yes"]
responses = ["no", "yes"]
matrix = [["1 - q", "q"], ["q", "1 - q"]]

[names]
L = { epsilon = true, of = "two" }
W = { epsilon = true, of = "warner" }

[[claim]]
id = "T-1"
latex = '%s'
"""
LEVEL = r"\ln\frac{1+p}{1-p}"


def verified(tmp_path: Path, latex: str) -> ClaimRecord:
    """The record of the claim."""
    path = tmp_path / "f.toml"
    path.write_text(PAPER % latex, encoding="utf-8")
    return verify_claim(load_paper(str(path)).claim("F-1"))


@pytest.mark.parametrize(
    "latex",
    [
        r"\min_{q} \varepsilon = " + LEVEL,
        r"\min_{q\in[\frac1{10},\frac9{10}]} \varepsilon = " + LEVEL,
        r"\arg\min_{q\in(0,1)} \varepsilon = \{\frac12\}",
        r"\arg\min_{q\in[\frac1{10},\frac9{10}]} e^{\varepsilon} = \frac12",
        r"\min_{q\in[\frac1{10},\frac9{10}]} e^{\varepsilon} = \frac{1+p}{1-p}",
        r"\max_{q\in(0,1)} q(1-q) = \frac14",
        r"\min_{|t|\le p} (t+1) = 1-p",
        r"\min_{q\in(0,1)} (q-\frac p3)^2 = 0",
        r"\min_{q\in(0,1)} \max\{q, p - q\} = \frac p2",
        r"\max_{q\in[\frac13,\frac23]} \varepsilon = \ln\frac{1+2p}{1-p}",
        r"\sup_{q\in(\frac13,\frac23)} \varepsilon = \ln\frac{1+2p}{1-p}",
        r"\inf_{q\in(\frac12,1)} \varepsilon = " + LEVEL,
        r"\inf_{p\in(0,q)} \varepsilon = 0",
    ],
)
def test_a_value_that_is_attained_is_proved(tmp_path: Path, latex: str) -> None:
    record = verified(tmp_path, latex)
    assert record.verdict == "proved", record.note
    is_searched = latex.startswith((r"\inf", r"\sup"))  # on a grid, which need not come near an open end
    assert [witness.agrees for witness in record.witnesses] in ([True], [None] if is_searched else [True])


@pytest.mark.parametrize(
    ("latex", "sides"),
    [
        (r"\min_{q} \varepsilon = \ln\frac{1+2p}{1-p}", ("log(2) (0.693147)", "log(5/2) (0.916291)")),
        (r"\max_{q\in(0,1)} q(1-q) = \frac15", ("1/4 (0.25)", "1/5 (0.2)")),
        (r"\inf_{q\in(\frac12,1)} \varepsilon = \ln\frac{1+2p}{1-p}", None),
        (r"\sup_{q\in(\frac13,\frac23)} \varepsilon = " + LEVEL, None),
        (r"\sup_{q\in(\frac12,\frac23)} \varepsilon = \ln\frac{1+3p}{1-p}", None),
    ],
)
def test_a_value_beyond_which_something_lies_is_refuted(
    tmp_path: Path, latex: str, sides: tuple[str, str] | None
) -> None:
    record = verified(tmp_path, latex)
    assert record.verdict in ("refuted", "corrected")
    assert len(record.sides) == 2
    if sides is not None:  # of what is not attained the point is in the interval
        assert tuple(map(str, record.sides)) == sides
        assert {witness.agrees for witness in record.witnesses} == {True}


@pytest.mark.parametrize(
    ("latex", "right", "sides"),
    [
        (r"\min_{q\in(0,p)} L = 0", r"\inf_{q\in(0,p)} L = 0", ("no value", "0")),
        (r"\max_{q\in(\frac13,\frac12]} W = \ln 2", r"\sup_{q\in(\frac13,\frac12]} W = \ln 2", ("no value", "log(2)")),
    ],
)
def test_a_level_that_is_not_attained_is_approached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, latex: str, right: str, sides: tuple[str, str]
) -> None:
    monkeypatch.setattr("checks.witness.statement.SEARCHED_POINTS", 1)
    path = tmp_path / "w.toml"
    path.write_text(TWO % latex, encoding="utf-8")
    record = verify_claim(load_paper(str(path)).claim("T-1"))
    assert record.corrected == right
    assert tuple(str(side).split(" (")[0] for side in record.sides) == sides


@pytest.mark.parametrize("latex", [r"\arg\min_{q\in(0,1)} \varepsilon = \{\frac13\}"])
def test_a_wrong_place_is_refuted(tmp_path: Path, latex: str) -> None:
    record = verified(tmp_path, latex)
    assert record.verdict in ("refuted", "corrected")
    assert len(record.sides) == 2 or record.counterexample


@pytest.mark.parametrize(
    ("latex", "right"),
    [
        (r"\max_{|t|\le1} t^2 = 2", r"\max_{|t|\le1} t^2 = 1"),
        (r"\max_{|t|<1} t = 2", r"\sup_{|t|<1} t = 1"),
    ],
)
def test_a_maximum_is_put_right_by_one_where_it_is_attained(tmp_path: Path, latex: str, right: str) -> None:
    assert verified(tmp_path, latex).corrected == right


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"\max_p p(1-p)q = \frac{q}{5}", {"the point", "q"}),
        (r"\sup_p pq \ge 2q", {"q"}),
        (r"\min_{p\in[0,1]} (p^2+q) = 2q", {"q"}),
        (r"\max_p p(1-p)q = \frac{q}{5} + p", {"the point", "p", "q"}),
    ],
)
def test_what_an_extreme_value_is_taken_over_is_no_part_of_a_counterexample(
    tmp_path: Path, latex: str, shown: set[str]
) -> None:
    assert set(verified(tmp_path, latex).counterexample or {}) == shown


UNBOUNDED = r"""
[paper]
key = "U"
title = "Without a bound"
authors = "N. N."

[symbols]
p = "0 < p < 1"
a = "a > 0"
b = "b > 0"
k = { range = "k >= 2", integer = true }

[[claim]]
id = "U-1"
latex = '%s'
"""


@pytest.mark.parametrize(
    "latex",
    [
        r"\sup_p \frac{1}{1-p} = \infty",
        r"\sup_{p\in(0,1)} \ln\frac{p}{1-p} = \infty",
        r"\inf_p \ln p = -\infty",
        r"\sup_{a > 0} \frac{a^2}{a+b} = \infty",
        r"\sup_k k^2 = \infty",
    ],
)
def test_a_supremum_may_be_infinite(latex: str, verified: Callable[[str], ClaimRecord]) -> None:
    record = verified(UNBOUNDED % latex)
    assert (record.verdict, record.oracles) == ("proved", ()), record.note


@pytest.mark.parametrize(
    ("latex", "sides", "right"),
    [
        (r"\sup_{a > 0} \frac{a}{a+b} = \infty", ["1", "infinity"], r"\sup_{a > 0} \frac{a}{a+b} = 1"),
        (r"\inf_p \frac{1}{1-p} = -\infty", ["1", "-infinity"], r"\inf_p \frac{1}{1-p} = 1"),
        (r"\sup_p \frac{1}{1-p} = 5", ["infinity", "5"], r"\sup_p \frac{1}{1-p} = \infty"),
    ],
)
def test_what_is_infinite_and_what_is_not_are_told_apart(
    latex: str, sides: list[str], right: str, verified: Callable[[str], ClaimRecord]
) -> None:
    record = verified(UNBOUNDED % latex)
    assert (record.verdict, record.corrected) == ("corrected", right)
    assert [side.exact for side in record.sides] == sides


def test_a_maximum_is_no_infinity(verified: Callable[[str], ClaimRecord]) -> None:
    with pytest.raises(PaperError, match="a supremum may be infinity"):
        verified(UNBOUNDED % r"\max_p \frac{1}{1-p} = \infty")
