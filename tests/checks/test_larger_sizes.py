"""Claims of any size as papers print them: true ones are proved, false ones refuted, though few values hide that."""

from __future__ import annotations

from typing import Any

import pytest

from checks.claims.claim import Statement
from checks.claims.verdict import Outcome
from checks.inputs.declarations import PaperError, read_declarations
from checks.inputs.own_notation import OwnNotation
from checks.interpreter.values import MeaninglessError
from checks.verifying.every_size import OfEverySize, of_every_size

COMMON = {"truths": "1..d", "respondents": "n", "data": "given"}
EPS = {"eps": "eps"}
MECHANISMS = {
    "DE": {**COMMON, "catalogue": "grr", "parameters": EPS},
    "OUE": {**COMMON, "catalogue": "oue", "parameters": EPS},
    "SUE": {**COMMON, "catalogue": "sue", "parameters": EPS},
    "LH": {**COMMON, "catalogue": "olh", "parameters": {**EPS, "g": "g"}},
    "SS": {**COMMON, "catalogue": "subset-selection", "parameters": {**EPS, "l": "l"}},
    "HR": {**COMMON, "catalogue": "hadamard-response", "parameters": EPS},
    "PE": {**COMMON, "catalogue": "pure", "parameters": {"p": "p", "q": "q"}},
}
DECLARED: dict[str, Any] = {
    "symbols": {
        "d": {"range": "d >= 2", "integer": True},
        "n": {"range": "n >= 1", "integer": True},
        "g": {"range": "g >= 2", "integer": True},
        "l": {"range": "1 <= l < d", "integer": True},
        "p": "0 < p < 1",
        "q": "0 < q < p",
        "eps": {"latex": r"\epsilon", "budget": True, "range": "eps > 0"},
    },
    "mechanisms": MECHANISMS,
    "names": {
        **{f"V^*_{{{name},i}}": {"rare_variance": "i", "of": name} for name in MECHANISMS},
        **{f"V_{{{name},i}}": {"variance": "i", "of": name} for name in MECHANISMS},
        "V^*_{HR}": {"rare_variance": True, "of": "HR"},
        "C_{DE,i,j}": {"covariance": ["i", "j"], "of": "DE"},
        "P_{i,x}": {"support": ["i", "x"], "of": "DE"},
        "P_{i,y}": {"support": ["i", "y"], "of": "DE"},
        "P_{x,i}": {"support": ["x", "i"], "of": "DE"},
        "P_{x,y}": {"support": ["x", "y"], "of": "DE"},
        "P_{y,x}": {"support": ["y", "x"], "of": "DE"},
        "C_w": {"supporting": "w", "of": "DE"},
        r"\hat f_w": {"estimator": "w", "of": "DE"},
        "f_i": {"prior": "i", "of": "DE"},
    },
}
OWN = OwnNotation(read_declarations(DECLARED, "test"), "test")


def judge_of(latex: str) -> OfEverySize:
    found = of_every_size(Statement(latex=(latex,)), OWN)
    assert found is not None
    return found


def outcome(latex: str) -> Outcome:
    return judge_of(latex).judged()


PROVED = (
    r"V^*_{DE,i} < V^*_{OUE,i} \iff d < 3e^\epsilon + 2",
    r"\min\{V^*_{DE,i}, V^*_{OUE,i}\} = V^*_{DE,i} \text{ for } d \le 3e^\epsilon + 2",
    r"2\min\{V^*_{DE,i}, V^*_{OUE,i}\} \le V^*_{DE,i} + V^*_{OUE,i}",
    r"\max\{V^*_{DE,i}, V^*_{OUE,i}\} = V^*_{OUE,i} \iff d \le 3e^\epsilon+2",
    r"C_{DE,i,j} \le 0 \text{ for } i \neq j",
    r"\max_{i} V_{OUE,i} \le \frac{4e^\epsilon}{n(e^\epsilon-1)^2} + \frac1n",
    r"V^*_{OUE,i} \le \min_{g \ge 2} V^*_{LH,i}",
    r"P_{i,x} = \frac{e^\epsilon}{e^\epsilon+d-1}\mathbb{1}[i = x] + \frac{1}{e^\epsilon+d-1}\mathbb{1}[i \ne x]",
    r"\sqrt{V^*_{OUE,i}} = \frac{2e^{\epsilon/2}}{\sqrt{n}(e^\epsilon-1)}",
    r"\sqrt{V^*_{SUE,i}} \geq \sqrt{V^*_{OUE,i}}",
    r"V^*_{HR} = V^*_{OUE,i} + \frac1n",  # one of them without an index
    r"\max_{x} P_{i,x} \le e^\epsilon \min_{x} P_{i,x}",
    r"\frac{\max_{x} P_{i,x}}{\min_{x} P_{i,x}} \le e^\epsilon",
    r"d < 3 \implies e^\epsilon \min_{x} P_{i,x} \ge \max_{x} P_{i,x}",
    r"\max_i V_{SUE,i} = \frac{e^{\epsilon/2}}{n(e^{\epsilon/2}-1)^2}",
    r"\max_{x} P_{i,x} = \frac{e^\epsilon}{e^\epsilon+d-1}",
    r"\min_{i,x} P_{i,x} = \frac{1}{e^\epsilon+d-1}",
    r"2\max_{x} P_{i,x} - \frac{1}{e^\epsilon+d-1} = \frac{2e^\epsilon-1}{e^\epsilon+d-1}",
    r"\max_{i,x,y} \frac{P_{i,x}}{P_{i,y}} = e^\epsilon",
    r"\log\max_{i} \frac{P_{i,x}}{P_{i,y}} = \epsilon \text{ for } x \ne y",
    r"\sum_{y=1}^d P_{y,x} = 1",  # y, w and t are letters like others
    r"P_{y,x} \le \frac{e^\epsilon}{e^\epsilon+d-1}",
    r"\hat f_w = \frac{(e^\epsilon+d-1)C_w - n}{n(e^\epsilon-1)}",
    r"\frac{1}{2}\sum_{i=1}^d |P_{i,x} - P_{i,y}| = \frac{e^\epsilon-1}{e^\epsilon+d-1} \text{ for } x \ne y",
    r"\sum_{i=1}^d \frac{P_{i,x}^2}{P_{i,y}} - 1 = \frac{(e^\epsilon-1)^2(e^\epsilon+1)}{e^\epsilon(e^\epsilon+d-1)}"
    r" \text{ for } x \ne y",
    r"\sum_{i=1}^d P_{i,x}\log\frac{P_{i,x}}{P_{i,y}} = \frac{\epsilon(e^\epsilon-1)}{e^\epsilon+d-1}"
    r" \text{ for } x \ne y",
)


@pytest.mark.parametrize("latex", PROVED)
def test_what_is_true_is_proved(latex: str) -> None:
    found = outcome(latex)
    assert found.theorem is not None, found.reason
    assert found.theorem.conclusion == found.statement
    assert not found.theorem.hypotheses


REFUTED = (
    (r"V^*_{DE,i} = V^*_{OUE,i} \text{ for } d = 3e^\epsilon + 1", 5),  # few levels make d a whole number
    (r"V^*_{DE,i} < V^*_{OUE,i} \iff d < 3e^\epsilon + 3", 5),  # no fewer values show it
    (r"V^*_{DE,i} < V^*_{OUE,i} \iff d < 2e^\epsilon + 2", 5),
    (r"V^*_{DE,i} < V^*_{OUE,i} \iff d \le 3e^\epsilon + 2", 6),  # at the boundary alone
    (r"V^*_{DE,i} < V^*_{LH,i} \text{ for } d < 9", 5),
    (r"V^*_{DE,i} < V^*_{HR,i} \text{ for } d < 12", 5),
    (r"V^*_{SS,i} \le V^*_{DE,i} \text{ for } l < 4", 2),
    (r"V^*_{PE,i} < d + V^*_{OUE,i}", 2),
    (r"\min\{V^*_{DE,i}, V^*_{OUE,i}\} = V^*_{DE,i} \text{ for } d \le 4e^\epsilon + 2", 5),
    (r"\max\{V^*_{DE,i}, V^*_{OUE,i}\} = V^*_{OUE,i} \iff d < 3e^\epsilon+2", 6),
    (r"V^*_{SUE,i} \le 2 V^*_{OUE,i}", 2),
    (r"C_{DE,i,j} = 0 \text{ for } i \neq j", 2),
    (r"\max_{i} V_{OUE,i} \le \frac{4e^\epsilon}{n(e^\epsilon-1)^2}", 2),
    (r"\min_{g \ge 2} V^*_{LH,i} \ge 2 V^*_{OUE,i}", 2),
    (r"P_{i,x} = \frac{e^\epsilon}{e^\epsilon+d}\mathbb{1}[i = x] + \frac{1}{e^\epsilon+d-1}\mathbb{1}[i \ne x]", 2),
    (r"\sqrt{V^*_{OUE,i}} = \frac{2e^{\epsilon/2}}{n(e^\epsilon-1)}", 2),
    (r"V^*_{HR,i} = V^*_{OUE,i} + \frac2n", 2),
    (r"P_{y,x} = 1", 2),
    (r"\sum_{i=1}^d |P_{i,x} - P_{i,y}| = \frac{e^\epsilon-1}{e^\epsilon+d-1} \text{ for } x \ne y", 2),
    (r"\max_{x} P_{i,x} \le e^{\epsilon/2} \min_{x} P_{i,x}", 2),
    (r"\max_{x} P_{i,x} \le \min_{x} P_{i,x}", 2),
    (r"\frac{\max_{x} P_{i,x}}{\min_{x} P_{i,x}} \le d", 2),
    (r"\max_i V_{SUE,i} = \frac{e^{\epsilon}}{n(e^{\epsilon/2}-1)^2}", 2),
    (r"\max_i V_{SUE,i} = \frac{e^{\epsilon/2}}{n(e^{\epsilon/2}-1)}", 2),
    (r"\max_i V_{SUE,i} < \frac{e^{\epsilon/2}}{n(e^{\epsilon/2}-1)^2}", 2),
    (r"\max_{x} P_{i,x} = \frac{e^\epsilon}{e^\epsilon+d-2}", 3),
    (r"\max_{x} P_{i,x} = \frac{1}{e^\epsilon+d-1}", 2),
    (r"\max_{x} P_{i,x} = 1", 2),  # a bound, and not attained
    (r"\min_{i,x} P_{i,x} = \frac{1}{e^\epsilon+d}", 2),
    (r"\max_{i} V_{OUE,i} - \min_{i} V_{OUE,i} \ge \frac{1}{n}", 2),
    (r"\max_{x} P_{i,x} - \min_{x} P_{i,x} = \frac{e^\epsilon+1}{e^\epsilon+d-1}", 2),
    (r"\max_{x} P_{i,x} \le -2 \min_{x} P_{i,x}", 2),
    (r"\max_{x} P_{i,x} - \min_{x} P_{i,x} < \frac{e^\epsilon-1}{e^\epsilon+d-1}", 2),
    (r"\max_{x} P_{i,x} - \min_{x} P_{i,x} = \frac{e^\epsilon-1}{e^\epsilon+d-2}", 3),
    (r"\max_{i} V_{OUE,i} \le \frac{4}{n} \implies d < 3", 3),
    (r"\log\max_{i} \frac{P_{i,x}}{P_{i,y}} = \epsilon", 2),  # where x = y the largest ratio is 1
    (r"\log\max_{i} \frac{P_{i,x}}{P_{i,y}} = 2\epsilon \text{ for } x \ne y", 2),
    (r"\max_{i} P_{i,x} \ge \frac{e^\epsilon}{e^\epsilon + 3}", 5),
)


@pytest.mark.parametrize(("latex", "least"), REFUTED)
def test_what_is_false_is_refuted(latex: str, least: int) -> None:
    found = outcome(latex)
    assert found.theorem is not None, found.reason
    assert found.theorem.conclusion != found.statement
    assert not found.theorem.hypotheses
    assert not found.theorem.oracles
    at = dict(found.at)
    assert int(at["d"]) >= least
    first, second = found.sides
    assert first.exact != second.exact or "<" in latex or "le" in latex


def test_a_larger_size_is_run_through_where_its_responses_are_few() -> None:
    few = judge_of(r"V^*_{DE,i} < V^*_{OUE,i} \iff d < 2e^\epsilon + 2").witnessed(holds=False)
    assert few.agrees
    many = judge_of(r"V^*_{DE,i} \ge V^*_{OUE,i} \text{ for } d > 12").witnessed(holds=False)
    assert many.agrees is None
    assert "too many responses" in many.summary


@pytest.mark.parametrize(
    "latex",
    [
        r"\min_{g \ge 2} V^*_{LH,i} = V^*_{OUE,i}",  # whether it is attained depends on eps
        r"\min_{g \ge 3} V^*_{LH,i} \ge V^*_{OUE,i}",  # the range of g is another one
        r"\max_{i} V_{DE,i} \ge V^*_{DE,i}",  # of one of them, not of each
        r"\max_{i} V_{DE,i} \le V_{DE,i}",  # the i outside is another one, and the claim false
        r"\min_{g \ge 2} V^*_{LH,i} \ge V^*_{LH,i}",  # the g of V^* likewise
        r"V_{OUE,i} < \frac{1}{n} \implies \max_{i} V_{OUE,i} \le \frac{9}{n}",  # another i
        r"\max_{i} V_{OUE,i} = V_{OUE,i}",  # the i outside is another one
        r"\max_{i} V^*_{OUE,i} = \frac{4}{n}",  # the same at each rare value, and there may be none
        r"\max_{i \ne j} V_{OUE,i} = 1",  # of each j, or of all pairs
        r"\sum_{i=1}^{d} \max_{x} P_{i,x} = 1",  # another one for each i
        r"\max_{x} P_{i,x} \le \frac{1}{e^\epsilon + d - 1} \text{ for } i \neq x",  # x is bound
    ],
)
def test_extreme_values_that_are_no_bounds_of_each(latex: str) -> None:
    with pytest.raises(MeaninglessError, match="extreme value"):
        judge_of(latex)


@pytest.mark.parametrize(
    ("latex", "instead"),
    [
        (r"\lim_{d\to\infty} V_{OUE,i} + 1 = \frac{4}{n}", "alone on the left"),
        (r"\arg\min_{g} V^*_{LH,i} = e^\epsilon + 1", "claim that no other value is beyond"),
    ],
)
def test_what_is_not_read_is_refused_with_what_is(latex: str, instead: str) -> None:
    with pytest.raises(MeaninglessError, match=instead):
        judge_of(latex)


@pytest.mark.parametrize(
    ("latex", "is_log"), [(r"\ln(d P_{x,y}) = 2\epsilon", True), (r"2d P_{x,y} = e^\epsilon", False)]
)
def test_sides_that_are_logarithms_are_shown_as_such(latex: str, is_log: bool) -> None:
    sides = outcome(latex).sides
    assert len(sides) == 2
    assert [side.exact.startswith("log(") for side in sides] == [is_log, is_log]


def test_an_index_that_is_not_printed_is_told_how_to_be_written() -> None:
    named = {"V_{ij}": {"variance": "i", "of": "DE"}}
    with pytest.raises(PaperError, match=r"the index i does not stand in what is printed: write it there, as in V_{i}"):
        read_declarations({**DECLARED, "names": named}, "test")
