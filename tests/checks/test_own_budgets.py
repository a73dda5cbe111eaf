"""Claims in which eps is a number as well as an exponent, and claims with square roots: proved, or refuted."""

from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim

HEAD = r"""
[paper]
key = "B"
title = "t"
authors = "a"

[symbols]
n = { range = "n >= 1", integer = true }
eps = { latex = '\varepsilon', budget = true, range = "eps > 0" }
theta = { latex = '\theta', range = "0 < theta < 1" }
p = "1/2 < p < 1"
pi = { latex = '\pi', range = "0 <= pi <= 1" }
V = "V > 0"
W = "W > 0"

[mechanism]
truths = ["no", "yes"]
responses = ["no", "yes"]
matrix = [["p", "1-p"], ["1-p", "p"]]
prior = ["1 - pi", "pi"]
respondents = "n"
data = "given"

[mechanisms.rr]
truths = ["no", "yes"]
responses = ["no", "yes"]
matrix = [
    ["exp(eps)/(1 + exp(eps))", "1/(1 + exp(eps))"],
    ["1/(1 + exp(eps))", "exp(eps)/(1 + exp(eps))"],
]
prior = ["1 - pi", "pi"]
respondents = "n"
data = "given"

[names]
'\Var(\hat\pi)' = { variance = "yes", of = "rr" }
'\varepsilon_W' = { epsilon = true }

[[claim]]
id = "B-1"
latex = '"""


def verified(path: Path, latex: str) -> ClaimRecord:
    head = HEAD.replace("'\\Var", "'\\operatorname{Var}")
    path.write_text(f"{head}{latex}'\n")
    return verify_claim(load_paper(str(path)).claim("B-1"))


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{e^\varepsilon-1}{e^\varepsilon+1} = \tanh(\varepsilon/2)",
        r"\tanh(\varepsilon/2) \le \varepsilon/2",
        r"\frac{e^\varepsilon+1}{e^\varepsilon-1} \ge \frac{2}{\varepsilon}",
        r"\frac{4n e^\varepsilon}{(e^\varepsilon-1)^2} < \frac{4n}{\varepsilon^2}",
        r"\frac{e^{\varepsilon/2}}{(e^{\varepsilon/2}-1)^2} \le \frac{4}{\varepsilon^2}",
        r"\operatorname{Var}(\hat\pi) \le \frac{1}{n\varepsilon^2}",
        r"\varepsilon_W \ge 2(2p-1)",
        r"e^\varepsilon - 1 \ge \varepsilon + \varepsilon^2/2",
        r"\frac{d^2}{d\varepsilon^2} e^{3\varepsilon} = 9e^{3\varepsilon}",
        r"\left.\frac{d}{d\varepsilon} e^{2\varepsilon}\right|_{\varepsilon=\ln 3} = 18",
        r"e^\varepsilon - 1 \le 1.72\varepsilon \text{ for } \varepsilon \le 1",
        r"e^\varepsilon \le 3 \text{ for } \varepsilon \le 1",
        r"e^{\theta\varepsilon} \le 1 + \theta(e^\varepsilon-1)",
        r"\ln(\varepsilon) \le \varepsilon - 1",
        r"\sqrt{V} + \sqrt{W} \le V + W + \frac12",
    ],
)
def test_what_holds_is_proved(latex: str, tmp_path: Path) -> None:
    record = verified(tmp_path / "own.toml", latex)
    assert record.verdict == "proved", record.readings
    assert record.witnesses[0].agrees


@pytest.mark.parametrize(
    ("latex", "sides"),
    [
        (r"\frac{4n e^\varepsilon}{(e^\varepsilon-1)^2} \le \frac{2n}{\varepsilon^2}", ["48", "4/log(3/2)^2"]),
        (r"\operatorname{Var}(\hat\pi) \le \frac{1}{2n\varepsilon^2}", ["3", "1/(4*log(3/2)^2)"]),
        (r"\varepsilon_W \ge 4(2p-1)", ["log(2)", "4/3"]),
        (r"e^{\theta\varepsilon} \le 1 + \theta\varepsilon", ["exp(2*log(2)/3)", "2*log(2)/3 + 1"]),
        (r"\frac{d}{d\varepsilon} \frac{1}{e^\varepsilon-1} = -\frac{1}{(e^\varepsilon-1)^2}", ["-2", "-1"]),
        (r"e^\varepsilon \le 2 \text{ for } \varepsilon \le 1", None),
        (r"(\sqrt2 + 1)^2 = 3 + \sqrt2", ["(sqrt(2) + 1)^2", "sqrt(2) + 3"]),
        (r"\sqrt{2V} = \sqrt3 \sqrt V", ["sqrt(2)", "sqrt(3)"]),
        (r"\varepsilon_W \ge \ln\frac{\sqrt2 p}{1-p}", None),
    ],
)
def test_what_is_wrong_is_refuted_with_both_sides(latex: str, sides: list[str] | None, tmp_path: Path) -> None:
    record = verified(tmp_path / "own.toml", latex)
    assert record.verdict in ("refuted", "corrected")
    assert record.witnesses[0].agrees
    assert len(record.sides) == 2
    assert sides is None or [side.exact for side in record.sides] == sides


@pytest.mark.parametrize(
    ("latex", "why"),
    [
        (r"\varepsilon^2 \ge 0 \text{ for } \varepsilon < 0", "no values satisfy the hypotheses"),
        (r"\frac{\varepsilon-1}{\varepsilon-1} = 1", "!= 0"),  # it has no value at eps = 1
    ],
)
def test_what_speaks_of_nothing_or_has_no_value_is_not_proved(latex: str, why: str, tmp_path: Path) -> None:
    record = verified(tmp_path / "own.toml", latex)
    assert record.verdict == "unknown"
    assert any(why in part.reason for reading in record.readings for part in reading.obligations)


@pytest.mark.parametrize(
    ("said", "verdict"), [("2p = e^{-\\varepsilon} + 1", "proved"), ("2p = e^{-\\varepsilon}", "corrected")]
)
def test_a_value_may_speak_of_other_symbols(tmp_path: Path, said: str, verdict: str) -> None:
    """It is put in where the symbol stands, for the second witness as well."""
    path = tmp_path / "own.toml"
    path.write_text(f'{HEAD}{said}\'\nat = {{ p = "(1 + exp(-eps))/2" }}\n', encoding="utf-8")
    record = verify_claim(load_paper(str(path)).claims[0])
    assert record.verdict == verdict, record.note
    assert record.witnesses[0].agrees is True


def test_the_range_of_a_budget_that_ends_at_a_number_is_assumed(tmp_path):
    """Beyond eps = 2 the claim fails: no point there refutes it, and e is no free variable."""
    path = tmp_path / "own.toml"
    path.write_text(
        HEAD.replace('range = "eps > 0"', 'range = "0 < eps <= 2"').replace("'\\Var", "'\\operatorname{Var}")
        + r"\frac{e^\varepsilon}{1+e^\varepsilon} \le \frac{9}{10}'"
        + "\n"
    )
    assert verify_claim(load_paper(str(path)).claim("B-1")).verdict == "proved"


@pytest.mark.parametrize(
    ("latex", "said"),
    [
        (r"e^{2^{1000}} > e^\varepsilon", r"powers of e are read from e\^-1000 to e\^1000"),
        (r"e^{2^{1000}\varepsilon} > e^\varepsilon", "multiples of a budget are read up to 1000"),
    ],
)
def test_powers_of_e_that_nobody_can_write_out_are_refused(tmp_path: Path, latex: str, said: str) -> None:
    with pytest.raises(PaperError, match=said):
        verified(tmp_path / "paper.toml", latex)
