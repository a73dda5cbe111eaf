r"""Relations between variances of protocols of any size: where they are equal, roots of sums, conditions."""

from pathlib import Path

import pytest

from checks.papers.collection import load_paper, verify_claim

PAPER = r"""
[paper]
key = "E"
title = "Every size"
authors = "N. N."

[symbols]
d = { range = "d >= 2", integer = true }
n = { range = "n >= 1", integer = true }
g = { range = "g >= 2", integer = true }
p = "0 < p < 1"
q = "0 < q < p"
eps = { latex = '\epsilon', budget = true, range = "eps > 0" }
eta = { latex = '\eta', budget = true, range = "eta > 0" }

[mechanisms.oue]
truths = "1..d"
catalogue = "oue"
parameters = { eps = "eps" }
respondents = "n"
data = "given"

[mechanisms.lh]
truths = "1..d"
catalogue = "olh"
parameters = { eps = "eps", g = "g" }
respondents = "n"
data = "given"

[mechanisms.de]
truths = "1..d"
catalogue = "grr"
parameters = { eps = "eps" }
respondents = "n"
data = "given"

[mechanisms.other]
truths = "1..d"
catalogue = "grr"
parameters = { eps = "eta" }
respondents = "n"
data = "given"

[mechanisms.pe]
truths = "1..d"
catalogue = "pure"
parameters = { p = "p", q = "q" }
respondents = "n"
data = "given"

[names]
'\hat f_v' = { estimator = "v", of = "de" }
'D_i' = { rare_variance = "i", of = "de" }
'E_i' = { rare_variance = "i", of = "other" }
'P_i' = { rare_variance = "i", of = "pe" }
'V_i' = { rare_variance = "i", of = "oue" }
'W_i' = { rare_variance = "i", of = "lh" }
'C^{LH}_i' = { rare_variance = "i", of = "lh", scale = "count" }
'C^{OUE}_i' = { rare_variance = "i", of = "oue", scale = "count" }

[[claim]]
id = "E-1"
latex = '%s'
"""


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"C^{LH}_i = C^{OUE}_i \iff g = e^\epsilon + 1", "proved"),
        (r"W_i = V_i \iff g = e^\epsilon", "refuted"),
        (r"W_i \le V_i + \frac{1}{20n} \text{ for } g = e^\epsilon + 2", "refuted"),
        (r"\sqrt{V_i + W_i} < \sqrt{V_i} + \sqrt{W_i}", "proved"),
        (r"D_i > V_i \iff \epsilon < \ln\frac{d-2}{3}", "proved"),
        (r"P_i|_{p=0.7} = \frac{q(1-q)}{n(0.7-q)^2}", "proved"),
        (r"\sum_v \hat f_v = 1", "proved"),
        (r"\hat f_v \ge 0", "refuted"),
    ],
)
def test_the_verdict(tmp_path: Path, latex: str, verdict: str) -> None:
    path = tmp_path / "e.toml"
    path.write_text(PAPER % latex, encoding="utf-8")
    record = verify_claim(load_paper(str(path)).claim("E-1"))
    assert record.verdict in (verdict, "corrected" if verdict == "refuted" else verdict)
    assert [witness.agrees for witness in record.witnesses][:1] == [True]


def test_sizes_that_a_budget_ties_are_whole_numbers(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_text(PAPER % r"|W_i - V_i| \le \frac{1}{3n} \text{ for } g = e^\epsilon + 2", encoding="utf-8")
    record = verify_claim(load_paper(str(path)).claim("E-1"))  # for g = 5/2 it does not hold
    assert record.verdict == "proved"
    assert not any(witness.agrees is False for witness in record.witnesses)


@pytest.mark.parametrize(
    ("latex", "reason"),
    [
        (r"E_i = \frac{e^\epsilon+d-2}{n(e^\epsilon-1)^2}", "one budget is read"),
        (r"E_i = D_i", "one budget is read"),
        (r"P_i = 0 \text{ for } p = 2", "no values satisfy the hypotheses"),
        (r"W_i|_{g=5/2} = \frac{(e^\epsilon+3/2)^2}{n\frac32(e^\epsilon-1)^2}", "g is declared as a whole number"),
    ],
)
def test_what_says_two_things_or_nothing_is_not_judged(tmp_path: Path, latex: str, reason: str) -> None:
    path = tmp_path / "e.toml"
    path.write_text(PAPER % latex, encoding="utf-8")
    record = verify_claim(load_paper(str(path)).claim("E-1"))
    assert record.verdict == "unknown"
    assert reason in str(record)


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"C_{i,j} = -\frac{1}{n(e^\epsilon-1)^2} - \frac{f_i+f_j}{n(e^\epsilon-1)} \text{ for } i \ne j", "proved"),
        (r"C_{i,j} = -\frac{1}{n(e^\epsilon-1)^2} - \frac{2f_i}{n(e^\epsilon-1)} \text{ for } i \ne j", "corrected"),
        (r"\frac{P_{j,i}}{P_{j,v}} \le e^\epsilon", "proved"),
        (r"\frac{P_{j,i}}{P_{j,v}} \le e^{\epsilon/2}", "refuted"),
    ],
)
def test_a_name_is_declared_for_all_index_letters(tmp_path: Path, latex: str, verdict: str) -> None:
    names = """[names]
'f_i' = { prior = "i", of = "de" }
'C_{i,j}' = { covariance = ["i", "j"], of = "de" }
'P_{i,j}' = { support = ["i", "j"], of = "de" }
"""
    path = tmp_path / "e.toml"
    path.write_text(
        PAPER.replace("[names]\n", names).replace('\'P_i\' = { rare_variance = "i", of = "pe" }\n', "") % latex
    )
    record = verify_claim(load_paper(str(path)).claim("E-1"))
    assert record.verdict == verdict
    assert not any(witness.agrees is False for witness in record.witnesses)
