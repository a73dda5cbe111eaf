"""A formula that has no value somewhere in its ranges, and claims written with as little as a newcomer writes."""

from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.papers.collection import load_paper

PAPER = r"""
[paper]
key = "W"
title = "Related and unrelated coins"
authors = "N. N."

[symbols]
p = "0 < p < 1"
T = "0 < T < 1"
pi = { latex = '\pi', range = "0 <= pi <= 1" }
n = { range = "n >= 1", integer = true }
a = { latex = 'a_1', range = "0 < a < 1" }
b = { latex = 'a_2', range = "0 < b < 1" }

[mechanism]
truths = ["A", "not A"]
responses = ["yes", "no"]
matrix = [["p", "1 - p"], ["1 - p", "p"]]
prior = ["pi", "1 - pi"]
respondents = "n"

[mechanisms.mangat]
truths = ["A", "not A"]
responses = ["yes", "no"]
matrix = [["1", "0"], ["1 - p", "p"]]
prior = ["pi", "1 - pi"]
respondents = "n"

[mechanisms.two]
truths = ["A", "not A"]
responses = ["yes", "no"]
matrix = [["T + (1 - T)*p", "(1 - T)*(1 - p)"], ["(1 - T)*(1 - p)", "T + (1 - T)*p"]]
prior = ["pi", "1 - pi"]
respondents = "n"

[mechanisms.kuk]
truths = ["A", "not A"]
responses = ["red", "black"]
matrix = [["a", "1 - a"], ["b", "1 - b"]]
prior = ["pi", "1 - pi"]
respondents = "n"

[names]
'V_w' = { variance = "A" }
'V_m' = { variance = "A", of = "mangat" }
'V_t' = { variance = "A", of = "two" }
'V_k' = { variance = "A", of = "kuk" }
L = { response = "red", of = "kuk" }

[[claim]]
id = "W-1"
latex = '%s'
"""


KUK = r"a_1 \ne a_2"


@pytest.mark.parametrize(
    ("latex", "condition", "sides"),
    [
        (r"V_w = \frac{\pi(1-\pi)}n + \frac{p(1-p)}{n(2p-1)^2}", r"p \ne \frac{1}{2}", ["no value", "no value"]),
        (r"V_m < V_w, \quad p > \frac13", r"p \ne \frac{1}{2}", ["4/9", "no value"]),
        (r"V_t < V_w \iff T > \frac{1-2p}{1-p}", r"p \ne \frac{1}{2}", ["10/9", "no value"]),
        (r"V_k = \frac{L(1-L)}{n(a_1-a_2)^2}, \quad L = \pi a_1 + (1-\pi)a_2", KUK, ["no value", "no value"]),
    ],
)  # fmt: skip
def test_the_condition_under_which_a_formula_has_a_value_is_named(verified, latex, condition, sides):
    record = verified(PAPER % latex)
    assert (record.verdict, record.finding) == ("corrected", "missing-hypothesis")
    assert record.corrected.endswith(rf"\qquad \text{{for }} {condition}")
    assert [side.exact for side in record.sides] == sides


def test_what_has_no_value_on_either_side_of_an_arrow_is_not_compared(verified):
    record = verified(PAPER % r"V_m < V_w \iff \pi > 1 - \left(\frac{p}{2p-1}\right)^2")
    assert record.verdict == "proved"
    assert [witness.agrees for witness in record.witnesses] == [True]


def test_a_formula_that_is_wrong_where_it_has_a_value_is_refuted_there(verified):
    record = verified(PAPER % r"V_k = \frac{\pi(1-\pi)}n + \frac{(1-a_1-a_2)\pi + a_2(1-a_2)}{n(a_1-a_2)^2}")
    assert (record.verdict, record.finding) == ("corrected", "false")
    assert record.counterexample["a"] != record.counterexample["b"]
    first, second = (side.exact for side in record.sides)
    assert first != second
    assert "no value" not in (first, second)


def test_a_claim_needs_only_its_name_and_what_is_printed(verified):
    record = verified(PAPER % r"L = \pi a_1 + (1-\pi)a_2")
    assert (record.verdict, record.place, record.kind) == ("proved", "claim 1", "formula")


def test_a_mistake_in_one_claim_leaves_the_others_to_be_verified(tmp_path, rrproof):
    path = tmp_path / "w.toml"
    more = '\n[[claim]]\nid = "W-2"\nlatx = \'p = p\'\n\n[[claim]]\nid = "W-3"\nkind = 3\n'
    path.write_text(PAPER % r"L = \pi a_1 + (1-\pi)a_2" + more, encoding="utf-8")
    code, out, err = rrproof("verify", str(path), "--jobs", "1")
    assert code == 2
    assert "1 proved, 2 unknown" in " ".join(out.split())
    assert "claim W-2: unknown keys ['latx']" in err
    assert "claim W-3: kind is a text, not 3" in err
    assert "2 of 3 claims cannot be read" in err


def test_the_size_of_a_mechanism_may_be_named_twice(tmp_path):
    text = (Path(__file__).parent / "faults" / "every-size.toml").read_text(encoding="utf-8")
    path = tmp_path / "sizes.toml"
    path.write_text(text.replace('{ eps = "eps" }', '{ k = "d", eps = "eps" }', 1), encoding="utf-8")
    assert load_paper(str(path)).claims
    path.write_text(text.replace('{ eps = "eps" }', '{ k = "n", eps = "eps" }', 1), encoding="utf-8")
    with pytest.raises(PaperError, match="grr of the size d, which truths say, has the parameters eps, not k, eps"):
        load_paper(str(path))


def test_an_order_that_follows_is_not_asked_back_as_one_of_something_else(verified):
    record = verified(PAPER % r"n \ge \frac{1}{2 (2p-1)^2} \implies V_w \le \frac14, \quad p > \frac12")
    assert record.verdict == "refuted"
    assert "two ways" not in record.note
