"""Extrema over lists and sets, and definitions by cases in aligned lines, as papers on privacy levels print them."""

import pytest

from checks.reading import ReadingError, Symbols, function, read_latex, set_name, symbol
from checks.reading import syntax as tree
from checks.reading.render import to_latex

SYMBOLS = Symbols(symbol("a"), symbol("b"), symbol("w"), symbol("j"), set_name("J"), function("f"))
W = tree.Name("w")
LIST = tree.Apply("max", (tree.Name("a"), tree.Product((tree.Name("b"), W))))


def test_a_largest_value_of_a_list_over_an_interval() -> None:
    read = read_latex(r"\max_{w\in[-1,1]}\left\{a,bw\right\}", SYMBOLS)
    interval = tree.Interval(tree.Negate(tree.Number("1")), tree.Number("1"), True, True)
    assert read == tree.ExtremeValue(LIST, (W,), interval, False, "max")
    assert read_latex(to_latex(read, SYMBOLS), SYMBOLS) == read


def test_minimisers_of_a_largest_value() -> None:
    read = read_latex(r"\arg\min\max_{w\in[0,1]}\{a,bw\}", SYMBOLS)
    assert isinstance(read, tree.ArgMin)
    assert isinstance(read.expression, tree.ExtremeValue)
    assert read.expression.expression == LIST


def test_an_infimum_over_a_set_given_by_a_condition() -> None:
    read = read_latex(r"\text{inf}\{f(j)|j\in J\}", SYMBOLS)
    assert read == tree.ExtremeValue(
        tree.Apply("f", (tree.Name("j"),)), (tree.Name("j"),), tree.Name("J"), False, "inf"
    )
    assert read_latex(r"\inf_{j\in J}f(j)", SYMBOLS) == read
    with pytest.raises(ReadingError, match="given by a condition"):
        read_latex(r"\text{sup}\{a,b\}", SYMBOLS)


ALIGNED = r"""\begin{aligned} f(w):&=\max\{a,b\}\\ &=\left\{\begin{aligned} &a,\quad w\in[-1,0]\\ &b,\quad w\in[0,1]
\end{aligned}\right.\end{aligned}"""


def test_cases_in_aligned_lines() -> None:
    read = read_latex(ALIGNED, SYMBOLS)
    assert isinstance(read, tree.Chain)
    assert read.relations == (":=", "=")
    cases = read.members[-1]
    assert isinstance(cases, tree.Cases)
    assert [branch.value for branch in cases.branches] == [tree.Name("a"), tree.Name("b")]
    printed = r"f(w)=\begin{cases}a&w\in[-1,0]\\b&w\in[0,1]\end{cases}"
    assert read_latex(printed, SYMBOLS).members[-1] == cases  # type: ignore[union-attr]
