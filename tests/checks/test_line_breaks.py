"""Long formulas are broken into lines: nothing is lost, and no line is wider than it may be."""

import re
from pathlib import Path

import pytest

from checks.claims.prose import escape
from checks.show.documents import document
from checks.show.latex.formulas import parse, source, width
from checks.show.latex.line_breaks import LINE, displayed, lines
from tests.compilation import compiled

SUM = " + ".join(rf"a_{{{i}}} \pi^{{{i}}}" for i in range(1, 41))
LONG = [
    rf"L = {SUM}",
    rf"f(x) = g(x) \quad {SUM} \leq 1 \qquad \text{{for }} x > 0",
    rf"\operatorname{{Var}}(\hat\pi) = \frac{{{SUM}}}{{n (n - 1)}}",
    rf"\left( {SUM} \right) \left( {SUM} \right)^{{2}} = \left[ 0, 1 \right)",
    rf"\frac{{\left( {SUM} \right)^{{2}}}}{{{SUM}}} < \frac12",
    r"F = \left\{(x, y) \in \mathbb{R}^{2} : " + r",\ ".join(rf"x_{{{i}}} \leq e^{{\epsilon}}(1 - y)" for i in range(9))
    + r"\right\}",
]  # fmt: skip


def letters(latex: str) -> list[str]:
    """The letters and digits of a formula without what breaking adds or changes."""
    return re.findall(
        r"[a-zA-Z0-9]+", re.sub(r"\\(left|right|frac|quad|qquad|bigl|bigr|big)(?![a-z])|\{\}", " ", latex)
    )


@pytest.mark.parametrize("latex", LONG)
def test_a_long_formula_is_broken_without_loss(latex: str) -> None:
    broken = lines(latex)
    assert len(broken) > 1
    assert letters(" ".join(broken)) == letters(latex)
    assert all(width(parse(line)) <= LINE for line in broken)


@pytest.mark.parametrize("latex", [*LONG, r"\sqrt[3]{x}", r"\begin{cases} 0, & x < 1 \\ 1 & \text{else} \end{cases}_a"])
def test_the_parts_of_a_formula_are_the_formula(latex: str) -> None:
    assert source(parse(latex)) == latex


def test_a_short_formula_stays_as_it_is() -> None:
    assert lines(r"\frac{a}{b} = c") == [r"\frac{a}{b} = c"]
    assert displayed("x = y") == "\\begin{equation*}\nx = y\n\\end{equation*}"


def test_statements_are_parted_before_relations_and_sums() -> None:
    left, right = (" + ".join(f"{name}_{{{i}}}" for i in range(14)) for name in "ab")
    assert lines(rf"{left} = 1 \quad {right} = 2") == [f"{left} = 1", f"{right} = 2"]
    assert lines(rf"{left} = {right}") == [left, f"= {right}"]


def test_what_is_quantified_is_parted_behind_the_range_and_not_before_it() -> None:
    of_all = r"\forall x \in \{1, \ldots, 2\}\colon\;"
    assert lines(rf"{of_all} {of_all} x = y", 130) == [of_all, f"{of_all} x = y"]


def test_what_cannot_be_broken_is_set_smaller(tmp_path: Path) -> None:
    matrix = r"\begin{pmatrix}" + " & ".join(["a_{11} b_{11}"] * 14) + r"\end{pmatrix}"
    assert re.match(r"\{\\(small|footnotesize|scriptsize|tiny)\n", displayed(matrix))
    assert compiled(document("A wide matrix", [displayed(matrix)]), tmp_path) == 1


@pytest.mark.parametrize(
    "latex", ["", "x^", "a_{", r"\frac{a}", r"\left( a", r"\right)", "}", r"\begin{cases} a & ", "^2"]
)
def test_unfinished_formulas_do_no_harm(latex: str) -> None:
    assert lines(latex) == [latex]


def test_latex_compiles_broken_formulas(tmp_path: Path) -> None:
    assert compiled(document("Long formulas", map(displayed, LONG)), tmp_path) >= 1


def test_long_words_can_be_broken() -> None:
    assert r"\allowbreak{}" in escape("tests/papers/test_claims.py::test_the_count_is_the_sum")
    assert r"\allowbreak{}" not in escape("a few short words, more than thirty characters of them")
