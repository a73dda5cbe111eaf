r"""Letters that a formula introduces itself, and statements for each value of such a letter, with both witnesses."""

from pathlib import Path

import pytest

from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim
from checks.reading import ReadingError, Symbols, read_latex, symbol, to_latex, to_plain
from checks.reading.writing_out import WritingOut

SYMBOLS = Symbols(*map(symbol, ["p", "j"]), *(symbol(f"p{i}", f"p_{i}") for i in (1, 2, 3)), symbol("r", r"\rho"))


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        (r"\sum_{i=1}^{3} p_i", "sum(p_of(i); i = 1; 3)"),
        (r"\sum_{\ell\in\{1,2\}} p_\ell", "sum(p_of(ell); ell in {1, 2})"),
        (r"\prod_{a\ne b} p_ap_b", "product(p_of(a)*p_of(b); a != b)"),
        (r"\sum_{1\le a<b\le 3}p_ap_b", "sum(p_of(a)*p_of(b); 1 <= a < b <= 3)"),
        (r"\max_k p_k", "max(p_of(k); k)"),
        (r"\max_{x\in[0,1]} x(1-x)", "max(x*(1 - x); x in [0, 1])"),
        (r"\arg\max_{x\in[0,1]} x", "argmax(x; x in [0, 1])"),
        (r"p_i\ge0, i=1,2,3", "p_of(i) >= 0 if i in {1, 2, 3}"),
        (r"p_i\ge0\text{ for } i\in\{1,2\}", "p_of(i) >= 0 if i in {1, 2}"),
        (r"p_ip_k\ge0\quad\forall i\ne k", "p_of(i)*p_of(k) >= 0 forall i != k"),
    ],
)
def test_letters_that_a_formula_introduces(printed: str, read: str) -> None:
    tree = read_latex(printed, SYMBOLS)
    assert to_plain(tree) == read
    assert read_latex(to_latex(tree, SYMBOLS), SYMBOLS) == tree


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        (r"\sum_{i=1}^{3} p_i = i", "i is not declared"),
        (r"\sum_{i=1}^{3} p_i + q", "q is not declared"),
        (r"\sum_{i=1}^{m} p_i", "m is not declared"),
        (r"p_i\ge0", "i is not declared"),
        (r"\max_r p_r", "r is not declared"),  # r is the name of another symbol
        (r"x>0\text{ if } x>p", "x is not declared"),
    ],
)
def test_other_letters_must_be_declared(printed: str, reason: str) -> None:
    with pytest.raises(ReadingError, match=reason):
        read_latex(printed, SYMBOLS)


def test_a_statement_is_written_out_for_each_value() -> None:
    def each(printed: str) -> list[str] | None:
        found = WritingOut(SYMBOLS, {}).each(read_latex(printed, SYMBOLS))  # type: ignore[arg-type]
        return None if found is None else [to_plain(case) for case in found]

    of = "p_of({}) >= p"
    assert each(r"p_i\ge p, i=1,3") == [of.format(1), of.format(3)]
    assert each(r"p_i\ge p\text{ for all } i\in\{2,3\}\text{ if } p>1") == [f"{of.format(i)} if p > 1" for i in (2, 3)]
    assert each(r"\forall i\in\{2,3\}: p_i\ge p") == [of.format(2), of.format(3)]
    assert each(r"p_i\ge p_k\text{ for } i<k") == ["p_of(1) >= p_of(2)", "p_of(1) >= p_of(3)", "p_of(2) >= p_of(3)"]
    assert each(r"p_i\ge p\quad\forall i") == [of.format(i) for i in (1, 2, 3)]
    assert each(r"\forall i: p_i\ge p") == [of.format(i) for i in (1, 2, 3)]
    assert each(r"p_1\ge p\text{ if } p>1") is None


HEAD = r"""
conditions = ["p_1 + p_2 + p_3 = 1"]

[paper]
key = "I"
title = "t"
authors = "a"

[symbols]
p_1 = { latex = 'p_1', range = "p_1 >= 0" }
p_2 = { latex = 'p_2', range = "p_2 >= 0" }
p_3 = { latex = 'p_3', range = "p_3 >= 0" }

[mechanism]
truths = ["a", "b", "c"]
responses = ["x", "y"]
matrix = [["1/2", "1/2"], ["1/3", "2/3"], ["1", "0"]]
prior = ["p_1", "p_2", "1 - p_1 - p_2"]
respondents = "1"
"""


def judged(tmp_path: Path, latex: str) -> ClaimRecord:
    path = tmp_path / "i.toml"
    path.write_text(f'{HEAD}\n[[claim]]\nid = "I-1"\nplace = "(1)"\nkind = "identity"\nlatex = \'{latex}\'\n')
    (claim,) = load_paper(str(path)).claims
    return verify_claim(claim, budget=20)


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"\sum_{j\ne i}p_j = 1-p_i \text{ for all } i\in\{1,2,3\}", "proved"),
        (r"\sum_{j\ne i}p_ip_j = 1-\sum_i p_i^2", "proved"),
        (r"\sum_{j<i}p_ip_j = 1-\sum_i p_i^2", "refuted"),
        (r"p_i \le p_1, \quad i=1,2,3", "refuted"),
        (r"\max_\ell p_\ell \ge \frac13", "proved"),
    ],
)
def test_claims_with_index_letters(tmp_path: Path, latex: str, verdict: str) -> None:
    record = judged(tmp_path, latex)
    assert record.verdict in (verdict, {"refuted": "corrected"}.get(verdict)), record.note
    assert all(witness.agrees for witness in record.witnesses)


def test_a_counterexample_names_the_case(tmp_path: Path) -> None:
    record = judged(tmp_path, r"p_i \le p_1, \quad i=1,2,3")
    assert "p_{2}" in (record.readings[0].breaks_at or "")
