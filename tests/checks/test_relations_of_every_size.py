r"""Relations between variances of protocols of any size: equality exactly at a size, and roots of sums."""

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
eps = { latex = '\epsilon', budget = true, range = "eps > 0" }

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

[names]
'V_i' = { rare_variance = "i", of = "oue" }
'W_i' = { rare_variance = "i", of = "lh" }

[[claim]]
id = "E-1"
latex = '%s'
"""


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"W_i = V_i \iff g = e^\epsilon + 1", "proved"),
        (r"W_i = V_i \iff g = e^\epsilon", "refuted"),
        (r"\sqrt{V_i + W_i} < \sqrt{V_i} + \sqrt{W_i}", "proved"),
    ],
)
def test_the_verdict(tmp_path: Path, latex: str, verdict: str) -> None:
    path = tmp_path / "e.toml"
    path.write_text(PAPER % latex, encoding="utf-8")
    record = verify_claim(load_paper(str(path)).claim("E-1"))
    assert record.verdict in (verdict, "corrected" if verdict == "refuted" else verdict)
    assert [witness.agrees for witness in record.witnesses][:1] == [True]
