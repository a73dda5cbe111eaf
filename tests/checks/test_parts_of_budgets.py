r"""e^{eps/2} and p^{1/2}: roots in claims, with both witnesses; in a mechanism the half is a budget of its own."""

from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim

HEAD = r"""
conditions = ["eps = 2*half"]

[paper]
key = "B"
title = "t"
authors = "a"

[symbols]
eps = { latex = '\epsilon', budget = true, range = "eps > 0" }
half = { latex = '\epsilon/2', budget = true, range = "half > 0" }
p = "0 < p < 1"
pi = { latex = '\pi', range = "0 <= pi <= 1" }
n = { range = "n >= 1", integer = true }

[mechanism]
truths = ["no", "yes"]
responses = ["N", "Y"]
matrix = [["exp(half)/(exp(half)+1)", "1/(exp(half)+1)"], ["1/(exp(half)+1)", "exp(half)/(exp(half)+1)"]]
prior = ["1 - pi", "pi"]
respondents = "n"

[names]
't' = { conditional = ["Y", "yes"] }
'\varepsilon' = { epsilon = true }
"""


def judged(tmp_path: Path, latex: str, head: str = HEAD) -> ClaimRecord:
    path = tmp_path / "b.toml"
    path.write_text(f'{head}\n[[claim]]\nid = "B-1"\nplace = "(1)"\nkind = "identity"\nlatex = \'{latex}\'\n')
    (claim,) = load_paper(str(path)).claims
    return verify_claim(claim, budget=20)


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"t = \frac{e^{\frac{\epsilon}{2}}}{e^{\frac{\epsilon}{2}}+1}", "proved"),
        (r"t^2 e^{-\epsilon} = (1-t)^2", "proved"),
        (r"t e^{-\epsilon} = 1-t", "corrected"),
        (r"\varepsilon = \epsilon/2", "argued"),  # both sides are equal once they are computed
        (r"e^{\frac{\epsilon}{4}} < e^{\frac{\epsilon}{2}}", "proved"),
        (r"e^{\frac{\epsilon}{2}} = 1.50 \text{ if } \epsilon = 2\log\frac32", "proved"),
        (r"p^{1/2}p^{\frac32} = p^2", "proved"),
        (r"p^{-\frac12} > 1", "proved"),
        (r"p^{3/2} > p", "corrected"),
        (r"\lim_{\epsilon\to\infty} t = 1", "proved"),  # the half tends to infinity along with it
        (r"\lim_{\epsilon\to\infty} e^\epsilon(1-t)^2 = 1", "proved"),
        (r"\lim_{\epsilon\to\infty} e^\epsilon(1-t) = \infty", "proved"),
        (r"\lim_{\epsilon\to\infty} t = \frac{1}{2}", "corrected"),
    ],
)
def test_roots_in_claims(tmp_path: Path, latex: str, verdict: str) -> None:
    record = judged(tmp_path, latex)
    assert record.verdict == verdict, record.note
    assert all(witness.agrees for witness in record.witnesses)


@pytest.mark.parametrize(
    ("latex", "verdict", "sides"),
    [
        (r"t \le \frac12 + \frac{\epsilon}{10}", "refuted", ("5/8", "log(5/3)/5 + 1/2")),
        (r"\lim_{\epsilon\to 0} \frac{2t-1}{\epsilon} = \frac12", "corrected", ("limit 1/4", "1/2")),
    ],
)
def test_eps_is_a_number_beside_its_half(tmp_path: Path, latex: str, verdict: str, sides: tuple[str, ...]) -> None:
    record = judged(tmp_path, latex)
    assert (record.verdict, tuple(side.exact for side in record.sides)) == (verdict, sides), record.note
    assert all(witness.agrees for witness in record.witnesses)


def test_the_range_of_a_half_is_not_lost(tmp_path: Path) -> None:
    narrow = HEAD.replace('range = "half > 0"', 'range = "half >= 1"')
    assert judged(tmp_path, r"\epsilon^2 \ge 4", narrow).verdict == "proved"


def test_a_half_that_is_missing_at_the_end_of_a_print_is_put_in(tmp_path: Path) -> None:
    record = judged(tmp_path, r"\frac{t}{1-t} = e^{\epsilon}")
    assert record.verdict == "corrected"
    assert record.corrected.startswith(r"\frac{t}{1-t} = e^{")


def test_a_root_at_a_counterexample_is_shown_with_its_budget(tmp_path: Path) -> None:
    point = judged(tmp_path, r"e^{\frac{\epsilon}{2}} > 2").counterexample
    assert point is not None
    assert {"eps", "sqrt(exp(eps))"} <= point.keys()


def test_thirds_of_budgets_are_not_judged(tmp_path: Path) -> None:
    with pytest.raises(PaperError, match="of the parts of a budget, halves, quarters and eighths"):
        judged(tmp_path, r"e^{\frac{\epsilon}{3}} > 1")


def test_a_root_in_a_mechanism_is_refused_with_what_to_write_instead(tmp_path: Path) -> None:
    head = HEAD.replace("exp(half)/", "exp(eps/2)/")
    with pytest.raises(PaperError, match=r"declare the part of a budget.*eps = 2\*half"):
        judged(tmp_path, "t = 1", head)
