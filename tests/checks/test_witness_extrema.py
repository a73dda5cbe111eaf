"""The second witness on largest values, on sets, and on exponents and sums of several budgets."""

from fractions import Fraction

import pytest

from checks.reading import Symbols, read_latex, symbol
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings, NotEvaluatedError

SYMBOLS = Symbols(
    symbol("a"),
    symbol("b"),
    symbol("p"),
    symbol("eps", r"\epsilon"),
    symbol("eps1", r"\epsilon_1"),
    symbol("eps2", r"\epsilon_2"),
)
MEANINGS = Meanings({}, {}, {}, budgets={"eps": "x", "eps1": "x1", "eps2": "x2"})
POINT = Evaluator(
    MEANINGS, {"a": Fraction(2), "b": Fraction(5), "x": Fraction(6), "x1": Fraction(2), "x2": Fraction(3)}
)


@pytest.mark.parametrize(
    "latex",
    [
        r"\max\{a,b\}=5",
        r"\min\{a,b,1\}=1",
        r"e^{\epsilon_1+\epsilon_2}=6",
        r"e^{\epsilon-\epsilon_1}=3",
        r"e^{2\epsilon_1-\epsilon_2}=\frac43",
        r"\epsilon=\epsilon_1+\epsilon_2",
        r"\epsilon_1=\epsilon-\epsilon_2",
        r"\epsilon=\max\{\epsilon_1,\epsilon_2,\ln(6)\}",
        r"\epsilon_1<\epsilon_2",
    ],
)
def test_what_holds(latex: str) -> None:
    assert POINT.truth(read_latex(latex, SYMBOLS))


@pytest.mark.parametrize("latex", [r"\epsilon=\max\{\epsilon_1,\epsilon_2\}", r"e^{\epsilon_1-\epsilon_2}=1", r"e^a=1"])
def test_what_fails(latex: str) -> None:
    assert not POINT.truth(read_latex(latex, SYMBOLS))


@pytest.mark.parametrize("latex", [r"e^{\epsilon_1\epsilon_2}=1", r"\epsilon=a"])
def test_what_has_no_value(latex: str) -> None:
    with pytest.raises(NotEvaluatedError):
        POINT.truth(read_latex(latex, SYMBOLS))


@pytest.mark.parametrize("latex", [r"0\notin\{p|\frac{1}{p}\leq a\}", r"1\in\{p|\frac{1}{p}\leq a\}"])
def test_an_element_for_which_the_condition_has_no_value_is_not_in_the_set(latex: str) -> None:
    assert POINT.truth(read_latex(latex, SYMBOLS))


@pytest.mark.parametrize("latex", [r"1\in\{p|p\leq\frac{1}{a-2}\}", r"1\notin\{p|p\leq\frac{p}{a-2}\}"])
def test_a_condition_that_has_no_value_for_any_element_makes_no_set(latex: str) -> None:
    with pytest.raises(ArithmeticError):
        POINT.truth(read_latex(latex, SYMBOLS))
