"""Statements in LaTeX: nothing that reads as something else."""

from __future__ import annotations

import pytest

from derivations.logic.definitions import read_definitions, write_as
from derivations.logic.printer import latex, latex_lines
from derivations.logic.reader import read_term
from derivations.logic.terms import REAL, Free, Number, arrow

NAMES = {"x": REAL, "y": REAL, "n": REAL, "p00": REAL, "f": arrow(REAL, REAL)}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("x*(-2)", r"x\,\left(-2\right)"),
        ("x*(-y)", r"x\,\left(-y\right)"),
        ("2*3", r"2 \cdot 3"),
        ("x*2", r"x \cdot 2"),
        ("2*x", r"2\,x"),
        ("(-x)^2", r"\left(-x\right)^{2}"),
        ("(1/2)^x", r"\left(\frac{1}{2}\right)^{x}"),
        ("x - y", "x - y"),
        ("p00*x", r"p_{00}\,x"),
        ("fun a b. a", r"(a, b) \mapsto a"),
        ("sum i in 1..n. f(i)", r"\sum_{i=1}^{n} f(i)"),
        ("forall i in 1..n. f(i) <= x", r"\forall i \in \{1, \dots, n\}\colon\; f(i) \leq x"),
        ("if x < y then x else y", r"\begin{cases} x & \text{if } x < y \\ y & \text{otherwise} \end{cases}"),
        (
            "if x < y then x else if x = 2 then 3 else y",
            r"\begin{cases} x & \text{if } x < y \\ 3 & \text{if } x = 2 \\ y & \text{otherwise} \end{cases}",
        ),
        ("0 <= x < y", r"0 \leq x < y"),
        ("exp(x)*sqrt(y)", r"e^{x}\,\sqrt{y}"),
    ],
)
def test_latex(text: str, written: str) -> None:
    assert latex(read_term(text, NAMES)) == written


def test_a_negative_factor_stands_in_brackets() -> None:
    assert latex(read_term("x*y", NAMES).function(Number(-2))) == r"x\,\left(-2\right)"  # type: ignore[attr-defined]
    assert latex(Free("pi_A")) == r"\pi_{A}"
    assert latex(Free("least_level")) == r"\mathrm{least\_level}"


def test_a_statement_is_broken_behind_quantifiers_premises_and_conjunctions() -> None:
    text = "forall p n. 0 < p < 1 and integer(n) implies (forall q. p = q implies q < 1) and 0 < p and p^2 < p"
    assert latex_lines(read_term(text, {})) == [
        r"\text{for all } p, n\colon",
        r"\text{if } 0 < p < 1 \text{ and } n \in \mathbb{Z}, \text{ then}",
        r"\left(\forall q\colon\; p = q \implies q < 1\right) \text{, and}",
        r"0 < p \text{, and}",
        r"p^{2} < p",
    ]
    assert latex_lines(read_term("x <= y and y <= n", NAMES)) == [r"x \leq y \leq n"]
    assert latex_lines(read_term("forall i in 1..n. f(i) <= x", NAMES)) == [
        r"\forall i \in \{1, \dots, n\}\colon\; f(i) \leq x"
    ]


def test_each_of_two_sources_writes_a_word_of_one_meaning_in_its_own_way() -> None:
    meaning = "turned(A) := fun i j. A(j, i)\n    The transpose."
    ways = [
        read_definitions(meaning + note, "a source", {}) for note in ("\n    latex: #1^{\\top}", "", "\n    latex: #1'")
    ]
    turned = read_term("turned(f)", {"f": arrow(REAL, REAL, REAL)}, defined={"turned": ways[0][0].name})
    written = []
    for way in ways:
        write_as(way)
        written.append(latex(turned))
    assert written == [r"f^{\top}", r"\mathrm{turned}(f)", "f'"]
