"""Names of our own do not meet the symbols of a paper that happen to be called so."""

import re
from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.inputs import declarations
from checks.papers.collection import load_paper, verify_claim

PAPER = r"""
[paper]
key = "NA"
title = "Names"
authors = "N. N."

[symbols]
p = "0 < p < 1"
pi = { latex = '\pi', range = "0 <= pi <= 1" }
n = { range = "n >= 1", integer = true }
distance = { latex = "d", range = "0 < distance < 1" }
z1 = { latex = "z_1", range = "0 <= z1 <= 1" }
any_p = { latex = "a", range = "0 <= any_p <= 1" }
t = "0 <= t <= 1"

[mechanism]
truths = ["no", "yes"]
responses = ["no", "yes"]
matrix = [["p", "1 - p"], ["1 - p", "p"]]
prior = ["1 - pi", "pi"]
respondents = "n"

[names]
'\lambda' = { response = "yes" }

[[claim]]
id = "NA-1"
place = "(1)"
kind = "%s"
latex = '%s'
"""


@pytest.mark.parametrize(
    ("kind", "latex", "verdict"),
    [
        ("limit", r"\lim_{p\to 1}(\lambda + d p) = \pi + d", "proved"),
        ("limit", r"\lim_{p\to 1}\lambda = \pi + d", "corrected"),
        ("identity", r"[0,1] \subseteq [0, z_1]", "refuted"),
        ("identity", r"\{ t : 0 \le t \le z_1 \} = \{ t : 0 \le t \le 1 \}", "refuted"),
        ("identity", r"[0, z_1] \subseteq [0, 1]", "proved"),
        ("optimum", r"\max_{p\in[0,1]} (p - a) = 1 - a", "proved"),
        ("optimum", r"\max_{p\in[0,1]} (p - a) = 0", "refuted"),
    ],
)
def test_a_symbol_may_be_called_as_a_variable_of_our_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, latex: str, verdict: str
) -> None:
    monkeypatch.setattr(declarations, "_KEPT", re.compile("e"))  # claims files may not even call them so
    file = tmp_path / "paper.toml"
    file.write_text(PAPER % (kind, latex), encoding="utf-8")
    verdicts = {verdict, "corrected"} if verdict == "refuted" else {verdict}
    assert verify_claim(load_paper(str(file)).claims[0]).verdict in verdicts


def test_what_assumes_that_an_integer_is_a_fraction_is_not_judged(tmp_path: Path) -> None:
    file = tmp_path / "paper.toml"
    plain = PAPER.replace("z1", "z").replace("any_p", "a")
    file.write_text(plain % ("identity", r"\lambda = 0 \text{ if } 3 n = 4"), encoding="utf-8")
    with pytest.raises(PaperError, match="no values satisfy the hypotheses"):
        verify_claim(load_paper(str(file)).claims[0])


def test_a_proof_may_call_a_number_e() -> None:
    """A variable of a proof is not taken for the number e, nor is the number e for a variable."""
    record = verify_claim(load_paper("NZ").claim("NZ-49"))
    assert record.verdict in ("proved", "argued")
    assert not any("exp(1)" in part.statement for part in record.readings[0].obligations)
