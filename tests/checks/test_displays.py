r"""Displays with several lines, conditions in words, families and indicators: read, and judged in a small own paper."""

from collections.abc import Callable
from pathlib import Path

import pytest

from checks.claims.argued import VALUES_OF_NAMES
from checks.claims.claim import PaperError
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim

HEAD = r"""
conditions = ["pi_2 + pi_3 <= 1"]
[paper]
key = "D"
title = "t"
authors = "a"
[symbols]
p = "1/2 < p < 1"
pi_1 = { latex = '\pi_1', range = "0 <= pi_1 <= 1" }
pi_2 = { latex = '\pi_2', range = "0 <= pi_2 <= 1" }
pi_3 = { latex = '\pi_3', range = "0 <= pi_3 <= 1" }
i = { integer = true }
j = { integer = true }
n = { range = "n >= 1", integer = true }
x = "0 <= x <= 3"
eps = { latex = '\epsilon', budget = true }
[mechanism]
truths = ["1", "2", "3"]
responses = ["1", "2", "3"]
matrix = [["p", "(1-p)/2", "(1-p)/2"], ["(1-p)/2", "p", "(1-p)/2"], ["(1-p)/2", "(1-p)/2", "p"]]
prior = ["1-pi_2-pi_3", "pi_2", "pi_3"]
respondents = "n"
[names]
'\lambda_1' = { response = "1" }
'\lambda_2' = { response = "2" }
'\lambda_3' = { response = "3" }
'p_{11}' = { conditional = ["1", "1"] }
'p_{12}' = { conditional = ["2", "1"] }
'p_{13}' = { conditional = ["3", "1"] }
'p_{21}' = { conditional = ["1", "2"] }
'p_{22}' = { conditional = ["2", "2"] }
'p_{23}' = { conditional = ["3", "2"] }
'V_2' = { variance = "2" }
'V_3' = { variance = "3" }
'\varepsilon' = { epsilon = true }
"""


COMPUTED = (
    r"\sum_{j=1}^{3} p_{1j} = 1",
    r"\sum_{i} \lambda_i = 1",
    r"\sum_{j=0}^{2} \binom{2}{j} p^{j} (1-p)^{2-j} = 1 = \left\lfloor \frac{3}{2} \right\rfloor",
)
"""Prints whose sides are equal once both are computed."""


@pytest.fixture(scope="module")
def verdict(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., ClaimRecord]:
    path: Path = tmp_path_factory.mktemp("displays") / "mine.toml"

    def verify(latex: str, *further: str) -> ClaimRecord:
        claim = f"\n[[claim]]\nid = 'D-1'\nplace = '1'\nkind = 'identity'\nlatex = '''{latex}'''\n" + "\n".join(further)
        path.write_text(HEAD + claim, encoding="utf-8")
        (found,) = load_paper(str(path)).claims
        return verify_claim(found, budget=20)

    return verify


@pytest.mark.parametrize(
    "latex",
    [
        r"""\begin{align*}
              \lambda_2 &= p\,\pi_2 + \frac{1-p}{2}\bigl(1-\pi_2\bigr) \nonumber \\
                        &= \frac{1-p}{2} + \frac{3p-1}{2}\,\pi_2, \label{eq:two} \\
              V_2 &= \frac{4\lambda_2(1-\lambda_2)}{n(3p-1)^2}. \tag{2}
            \end{align*}""",
        r"\begin{array}{rcl} p_{12} &=& p_{13} \\ &=& \dfrac{1-p}{2} \end{array}",
        r"\lambda_2 = \underbrace{p\pi_2}_{\text{truth}} + \underbrace{\tfrac{1-p}2(1-\pi_2)}_{\text{a lie, 1 of 2}}",
        r"p_{11} = \begin{cases} 1 - 2p_{12}, & \text{if } p < 1, \\ 0, & \text{otherwise.} \end{cases}",
        r"p_{12} \le \frac14 \quad \text{for } p \ge 1/2",
        r"p_{12} = p_{11} - \frac58 \qquad \mbox{if $p = \tfrac34$}",
        r"\text{if } p > \tfrac34 \text{ then } p_{12} < \tfrac18",
        r"\sum_{j=1}^{3} p_{1j} = 1",
        r"p_{11} + \cdots + p_{13} = 1, \quad p_{21} \dots p_{23} = \frac{p(1-p)^2}{4}",
        r"\sum_{j \ne 1} p_{1j} = 1 - p = \sum_{j=2}^{3} p_{1j}",
        r"\sum_{\substack{1 \le i, j \le 2 \\ i < j}} p_{ij} = \frac{2}{1-p} \prod_{i \in \{1, 2\}} p_{i3}",
        r"\sum_{i} \lambda_i = 1",
        r"p_{1j} = p\,\mathbf 1\{j = 1\} + \frac{1-p}{2}\,\mathbb 1_{j \ne 1} \quad\text{for } j \in \{1, \ldots, 3\}",
        r"p_{1j} = \frac{1-p}{2}, \quad j = 2, 3",
        r"p_{1j} = \frac{1-p}{2} \text{ for } j = 2, 3",
        r"\sum_{j=1}^3 [j \ne 2]\, p_{1j} = \frac{1+p}{2}",
        r"\max_{j} p_{1j} = p, \quad \min_{2 \le j \le 3} p_{1j} = \frac{1-p}{2}",
        r"\max\{p_{11}, \dots, p_{13}\} = p",
        r"\sum_{j=0}^{2} \binom{2}{j} p^{j} (1-p)^{2-j} = 1 = \left\lfloor \frac{3}{2} \right\rfloor",
        r"\left\{ \begin{array}{rl} p_{11} &= p \\ 2p_{12} &= 1 - p \end{array} \right.",
        r"\lvert p_{12} - p_{11} \rvert = \frac{3p-1}{2}",
        r"\forall p \in [\tfrac23, 1): p_{11} \ge 4 p_{12}",
        r"\mathbb 1_{x \le 1} + \mathbf 1\{x > 1\} = 1",
    ],
)
def test_what_papers_print_is_proved(latex: str, verdict: Callable[..., ClaimRecord]) -> None:
    record = verdict(latex)
    # where both sides are equal once they are computed the theorem says nothing more, and what was computed is argued
    expected, argued = ("argued", (VALUES_OF_NAMES,)) if latex in COMPUTED else ("proved", ())
    assert (record.verdict, record.argued, record.oracles) == (expected, argued, ()), [
        (o.label, o.status, o.reason) for r in record.readings for o in r.obligations
    ]
    assert all(witness.agrees for witness in record.witnesses)
    assert record.witnesses


@pytest.mark.parametrize(
    ("latex", "breaks_at"),
    [
        (
            "\\begin{align*}\n\\lambda_2 &= p\\pi_2 + \\frac{1-p}{2}(1-\\pi_2) \\\\\n"
            "&= \\frac{1-p}{2} + \\frac{3p-1}{2} \\pi_2 \\\\\n"
            "&= \\frac{1-p}{2} + \\frac{3p+1}{2} \\pi_2\n\\end{align*}",
            r"member 3 = member 4 (= \frac{1-p}{2} + \frac{3p+1}{2} \pi_2, line 4)",
        ),
        (
            "\\begin{gather}\np_{11} = p \\\\\np_{12} = 1-p\n\\end{gather}",
            "the relation (= 1-p, line 3)",
        ),
        (r"p_{11} = p = 1 - 2p_{12} = p_{12}", "member 3 = member 4 (= p_{12})"),
        (r"p_{1j} = p \text{ for } j = 1, \ldots, 3", "the case p_{1, 2} = p (= p)"),
        (r"\sum_{j \ne 1} p_{1j} = p", "the relation"),
        (r"\mathbb 1_{x < 1} + \mathbf 1\{x > 1\} = 1", "the relation"),
        (r"p_{12} = \begin{cases} p & \text{if } p > \frac34 \\ \frac{1-p}2 & \text{else} \end{cases}", "the relation"),
        (r"\max_{j \ne 1} p_{1j} = p", "the relation"),
    ],
)
def test_the_member_that_breaks_is_named_as_printed(
    latex: str, breaks_at: str, verdict: Callable[..., ClaimRecord]
) -> None:
    record = verdict(latex)
    assert record.verdict in ("refuted", "corrected")
    assert record.readings[0].breaks_at == breaks_at
    assert record.counterexample
    assert all(witness.agrees for witness in record.witnesses)


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\sum_{i=1}^{3} p_{i2} = 1", r"p_\{3, 2\} is not declared"),
        (r"\sum_{i=1}^{n} p_{1i} = 1", "known only where all bounds have integer values|range of the index i"),
        (r"\sum_{i} x = 1", "range of the index i is not known"),
        (r"\sum_{i=0}^{5000} x^i = 1", "at most 1000 are"),
        (r"\{1, \ldots, n\} = \{1\}", "differ in one integer"),
        (r"p_{11} + \cdots = 1", "between a first and a last member"),
        (r"\binom{n}{i} = 1", "needs a given value"),
        (r"\lfloor x \rfloor = 1", "one of a given number"),
    ],
)
def test_what_cannot_be_written_out_is_said(latex: str, message: str, verdict: Callable[..., ClaimRecord]) -> None:
    with pytest.raises(PaperError, match=message):
        verdict(latex)
