"""The commands for mechanisms with numeric answers: estimates of a mean, surveys, analyses, the catalogue."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.inputs.numeric_argument import read_numeric_design
from checks.inputs.numeric_catalogue import NUMERIC
from derivations.surveys.means import mean_estimate
from derivations.surveys.survey import SurveyError

numbers = st.fractions(-20, 20, max_denominator=8)


# -- estimates ---------------------------------------------------------------------------------------------------------


@given(st.lists(numbers, min_size=2, max_size=8), numbers, numbers.filter(bool), st.data())
def test_the_estimate_of_a_mean_is_that_of_the_definition(answers, a, b, data):
    weights = data.draw(st.lists(st.integers(1, 5), min_size=len(answers), max_size=len(answers)))
    given_ = {}
    for z, w in zip(answers, weights, strict=True):
        count, total, squares = given_.get(z, (0, Fraction(0), Fraction(0)))
        given_[z] = count + 1, total + w, squares + w * w
    found = mean_estimate(given_, (a, b), (Fraction(-1), Fraction(1)), 0.9)
    n, whole = len(answers), sum(weights)
    mean = sum(w * z for z, w in zip(answers, weights, strict=True)) / Fraction(whole)
    spread = sum(w * w * (z - mean) ** 2 for z, w in zip(answers, weights, strict=True))
    assert found.unbiased == (mean - a) / b
    assert found.variance == spread * n / (n - 1) / (b * whole) ** 2
    assert found.clipped == max(-1, min(1, found.unbiased))
    reach = NormalDist().inv_cdf(0.95) * sqrt(found.variance)
    assert found.high - found.low == pytest.approx(2 * reach)


def test_equal_weights_are_none():
    answers = {Fraction(1): 2, Fraction(-3): 1, Fraction(5, 2): 4}
    estimates = [
        mean_estimate({z: (c, w * c, w * w * c) for z, c in answers.items()}, (0, 1), (Fraction(-9), Fraction(9)), 0.95)
        for w in (Fraction(1), Fraction(7, 3))
    ]
    assert estimates[0] == estimates[1]
    with pytest.raises(SurveyError, match="two respondents"):
        mean_estimate({Fraction(1): (1, Fraction(1), Fraction(1))}, (0, 1), (Fraction(-9), Fraction(9)), 0.95)


@pytest.mark.parametrize("text", ["duchi(eps=log(3))", "unrelated-number(p=2/3, a=0, b=10, low=0, high=10)"])
def test_the_estimate_finds_the_mean_of_the_truths(text):
    design = read_numeric_design(text)
    low, high = map(float, design.interval)
    rng = np.random.default_rng(5)
    truths = low + (high - low) * rng.random(20_000)
    answers = design.sample(truths, rng)
    given_ = {}
    for z in map(Fraction, answers.tolist()):
        count = given_.get(z, (0, Fraction(0), Fraction(0)))[0] + 1
        given_[z] = count, Fraction(count), Fraction(count)
    found = mean_estimate(given_, design.line, design.interval, 0.95)
    assert abs(float(found.unbiased) - truths.mean()) < 5 * sqrt(found.variance)
    assert float(found.variance) == pytest.approx(answers.var(ddof=1) / 20_000 / float(design.line[1]) ** 2)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


def estimate_of(rrproof, *arguments: str):
    code, out, err = rrproof("estimate", *arguments, "--json")
    assert (code, err) == (0, "")
    (row,) = json.loads(out)["result"]["estimates"]
    return row


def test_answers_are_read_from_everywhere(rrproof, folder):
    direct = estimate_of(rrproof, "laplace(eps=1)", "1.5,-0.25,3,3")
    assert direct["unbiased"] == "29/16"
    (folder / "one.csv").write_text("1.5\n-0.25\n3\n3\n")
    (folder / "people.csv").write_text("id;report\n1;1,5\n2;-0,25\n3;3\n4;3\n")
    (folder / "counts.csv").write_text("answer,count\n1.5,1\n-0.25,1\n3,2\n")
    (folder / "weighted.csv").write_text("z,w\n1.5,2\n-0.25,2\n3,2\n3,2\n")
    for given_ in (
        ("1.5=1,-0.25=1,3=2",),
        ("one.csv",),
        ("people.csv", "--column", "report"),
        ("counts.csv",),
        ("weighted.csv", "--column", "z", "--weight", "w"),
    ):
        assert estimate_of(rrproof, "laplace(eps=1)", *given_) == direct


def test_answers_are_read_from_parquet(rrproof, folder):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"answer": [1.5, -0.25, 3.0, 3.0]}), folder / "a.parquet")
    assert estimate_of(rrproof, "laplace(eps=1)", "a.parquet")["unbiased"] == "29/16"


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        (("duchi(eps=log(3))", "2=3,1=1"), "the answer 1: duchi(eps=log(3)) answers with 2 or -2"),
        (("discrete-laplace(eps=1)", "1,1/2"), "the answer 0.5: discrete-laplace(eps=1) answers with integers"),
        (("piecewise(eps=1)", "9,1"), "answers with numbers from -4.0829"),
        (("laplace(eps=1)", "1,x"), "'x' is no number, such as 1.2,-0.5,3"),
        (("laplace(eps=1)", "1"), "a standard error needs two respondents"),
        (("laplace(eps=1)", "1,2", "--interval", "exact"), "of a mean there is Wald's interval"),
        (("laplace(eps=1)", "1,2", "--column", "z"), "name columns of a table"),
    ],
)
def test_answers_that_are_none(rrproof, folder, given_, said):
    code, out, err = rrproof("estimate", *given_)
    assert (code, out) == (2, "")
    assert said in " ".join(err.split())


# -- surveys -----------------------------------------------------------------------------------------------------------


def test_a_survey_of_numbers_is_simulated(rrproof, folder):
    arguments = ("simulate", "piecewise(eps=1)", "--pi", "-1=1/4,1/2=3/4", "-n", "50", "--runs", "400")
    code, out, _ = rrproof(*arguments, "--json", "--comparisons", "found.csv")
    data = json.loads(out)["result"]
    assert (code, data["agrees"], data["judged"], data["truths"]) == (0, True, 2, "-1=1/4,1/2=3/4")
    by_quantity = {c["quantity"]: c for c in data["comparisons"]}
    design = read_numeric_design("piecewise(eps=1)")
    v = [float(design.variance.enclosed(Fraction(t))) for t in ("-1", "1/2")]
    assert by_quantity["variance"]["theory"] == pytest.approx((v[0] / 4 + 3 * v[1] / 4 + 27 / 64) / 50)
    assert len((folder / "found.csv").read_text().splitlines()) == 6
    code, out, _ = rrproof(*arguments)
    assert "Theory and simulation agree" in out


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        (("--jobs", "2"), "--jobs is for shares"),
        (("--interval", "wald,exact"), "--interval is for shares"),
        (("--estimators", "likely"), "--estimators is for shares"),
        (("--exact",), "--exact is for shares"),
        (("--pi", "3"), "'3' is no truth with its share"),
    ],
)
def test_what_a_survey_of_numbers_does_not_take(rrproof, folder, given_, said):
    code, out, err = rrproof("simulate", "laplace(eps=1)", "-n", "10", "--runs", "10", *given_)
    assert (code, out) == (2, "")
    assert said in " ".join(err.split())


# -- analyses ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("named", NUMERIC, ids=lambda named: named.name)
def test_each_mechanism_is_analysed_in_theorems(rrproof, folder, named):
    code, out, err = rrproof("analyze", named.example, "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)["result"]
    assert {f["key"] for f in data["formulas"]} >= {"answer_mean", "answer_variance"}
    assert ("epsilon" in {f["key"] for f in data["formulas"]}) == ("eps" in named.parameters)
    assert data["numbers"]["smallest eps"] == ("1" if "eps" in named.parameters else "infinite")


def test_an_analysis_says_what_papers_print(rrproof, folder):
    code, out, _ = rrproof("analyze", "duchi", "--at", "eps=log(3)", "--html", "page.html")
    assert code == 0
    lines = " ".join(out.split())
    assert "smallest eps eps" in lines
    assert "largest variance 4, of the truth 0" in lines
    assert "expected answer t" in lines
    page = (folder / "page.html").read_text(encoding="utf-8")
    assert "How a respondent answers" in page
    assert "<math" in page
    assert rrproof("analyze", "duchi(eps=1)", "--latex")[0] == 0
    for_every = json.loads(rrproof("analyze", "laplace(low=0, eps=eps, high=10)", "--json")[1])["result"]
    assert (for_every["for_all"], for_every["numbers"]) == ("0 <= t <= 10, eps > 0", {})
    assert [one["formula"] for one in for_every["formulas"]] == ["t", "200/eps^2", "10/eps", "eps"]
    code, _, err = rrproof("simulate", "laplace(eps=eps)", "-n", "10")
    assert (code, "such as 1 or log(3), not 'eps'; what `rrproof analyze 'laplace(eps=eps)'`" in err) == (2, True)
    moved = rrproof("analyze", "laplace", "--at", "b=2,low=-2", "--at", "high=0", "--json")[1]
    assert json.loads(moved)["result"]["numbers"]["smallest eps"] == "1"


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        (("--pi", "1/2,1/2"), "those of duchi(eps=1) are numbers of an interval"),
        (("-n", "5"), "truths are numbers of an interval in duchi(eps=1)"),
        (("--proof", "p.json"), "--proof is of a matrix"),
        (("--fail-above", "1"), "--fail-above is of a matrix"),
        (("--at", "eps=2"), "eps is given twice"),
    ],
)
def test_what_an_analysis_of_numeric_design_does_not_take(rrproof, folder, given_, said):
    code, out, err = rrproof("analyze", "duchi(eps=1)", *given_)
    assert (code, out) == (2, "")
    assert said in " ".join(err.split())


def test_the_catalogue_lists_them(rrproof, folder):
    out = rrproof("catalogue")[1]
    assert all(named.signature in out for named in NUMERIC)
    assert "rrproof analyze 'hybrid(eps=1)'" in " ".join(rrproof("catalogue", "hm")[1].split())
    listed = json.loads(rrproof("catalogue", "scrambling", "--json")[1])["result"]
    assert [entry["name"] for entry in listed] == ["multiplicative", "additive"]


def test_there_is_no_certificate_of_them(rrproof, folder):
    code, out, err = rrproof("certificate", "duchi(eps=1)", "-o", "c.html")
    assert (code, out) == (2, "")
    assert "duchi(eps=1) answers with numbers; a certificate is of a matrix" in " ".join(err.split())
