"""The plain reader."""

from fractions import Fraction

import pytest

from checks.reading import (
    ReadingError,
    Symbols,
    event_operator,
    function,
    operator,
    read_latex,
    read_plain,
    set_name,
    symbol,
)
from checks.reading.syntax import Number, Power, Product, Quotient, Sum

SYMBOLS = Symbols(
    *map(symbol, ["a", "b", "c", "k", "n", "p", "t", "x", "y"]),
    symbol("p00", "p_{00}"),
    symbol("eps", r"\epsilon"),
    symbol("pi", r"\pi"),
    function("f", arities=(1, 2)),
    function("Pi_hat", r"\hat\Pi", arities=(0, 2)),
    set_name("R1", r"\mathcal R'"),
    event_operator("P", r"\mathbb P"),
    operator("Var", r"\operatorname{Var}"),
)


@pytest.mark.parametrize(
    ("plain", "latex"),
    [
        ("p*(1-p)/n", r"p\cdot(1-p)/n"),
        ("x**2", "x^2"),
        ("x^2", "x^2"),
        ("x**-2", "x^{-2}"),
        ("-x**2", "-x^2"),
        ("exp(eps)", r"\exp(\epsilon)"),
        ("e^eps", r"e^\epsilon"),
        ("log(3)", r"\log3"),
        ("log(3, 2)", r"\log_23"),
        ("sqrt(p00)", r"\sqrt{p_{00}}"),
        ("1/3 + 0.25", r"\frac13+0.25"),
        ("a <= b < c", r"a\le b<c"),
        ("a == b != c", r"a=b\ne c"),
        ("a < b and b < c or a = c", r"a<b\text{ and }b<c\text{ or }a=c"),
        ("x > 0 => x >= 0", r"x>0\implies x\ge0"),
        ("f(x, y)", "f(x,y)"),
        ("f''(x)", "f''(x)"),
        ("abs(x - y)", "|x-y|"),
        ("min(a, b) + max(a, b)", r"\min(a,b)+\max\{a,b\}"),
        ("binomial(n, k)", r"\binom nk"),
        ("n!", "n!"),
        ("x in (0, 1]", r"x\in(0,1]"),
        ("x, y in [0, 1]", r"x,y\in[0,1]"),
        ("{(0, 1), (1, 0)}", r"\{(0,1),(1,0)\}"),
        ("{x in R1 : x > 0}", r"\{x\in\mathcal R':x>0\}"),
        ("R1 cap {1} != emptyset", r"\mathcal R'\cap\{1\}\ne\emptyset"),
        ("Var(Pi_hat(x, y) | pi)", r"\operatorname{Var}(\hat\Pi(x,y)|\pi)"),
        ("P(x = 1 | y = 0)", r"\mathbb P(x=1\mid y=0)"),
        ("diff(f(t), t, 2)", r"\frac{\partial^2f(t)}{\partial t^2}"),
        ("sum(k*p; k = 0; n)", r"\sum_{k=0}^nkp"),
        ("product(p; k != n)", r"\prod_{k\ne n}p"),
        (
            "argmin(f(x, y); (x, y) in R1) subseteq R1",
            r"\operatorname*{arg\,min}_{(x,y)\in\mathcal R'}f(x,y)\subseteq\mathcal R'",
        ),
        ("min(f(x); x in [0, 1])", r"\min_{x\in[0,1]}f(x)"),
        ("cases(y if y <= 1/2; 1 - y otherwise)", r"\begin{cases}y&y\le\frac12\\1-y&\text{otherwise}\end{cases}"),
        ("matrix(a, b; c, x)", r"\begin{pmatrix}a&b\\c&x\end{pmatrix}"),
        ("at(f(x); x = 0)", r"\left.f(x)\right|_{x=0}"),
    ],
)
def test_reads_as_latex_does(plain, latex):
    assert read_plain(plain, SYMBOLS) == read_latex(latex, SYMBOLS)


def test_powers_associate_to_the_right_and_quotients_to_the_left():
    a, b, c = (read_plain(name, SYMBOLS) for name in "abc")
    assert read_plain("a^b^c", SYMBOLS) == Power(a, Power(b, c))
    assert read_plain("a/b/c", SYMBOLS) == Quotient(Quotient(a, b), c)
    assert read_plain("a*b*c", SYMBOLS) == Product((a, b, c))
    assert read_plain("(a+b)+c", SYMBOLS) == Sum((Sum((a, b)), c))


def test_numbers_are_exact_and_keep_their_digits():
    number = read_plain("0.240", SYMBOLS)
    assert number == Number("0.240") != Number("0.24")
    assert (number.value, number.places) == (Fraction(6, 25), 3)
    assert Number("15").places == 0


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("2x", 1, "expected an operator"),
        ("p(1-p)", 1, "expected an operator"),
        ("epss", 0, "epss is not declared; did you mean eps?"),
        ("\\pi", 0, "not read"),
        ("f", 1, "expected ( after the function f"),
        ("sqrt(a, b)", 0, "sqrt does not take 2 arguments"),
        ("argmin(a, b; x)", 0, "one expression"),
        ("inf(x)", 0, "needs a domain"),
        ("cases(x)", 7, "expected if or otherwise"),
        ("matrix(a, b; c)", 14, "row 2 has 1 entries"),
        ("1+diff(x)", 2, "expected diff("),
        ("1+diff(x, x, 1.5)", 2, "expected diff("),
        ("x and", 5, "found the end"),
        ("otherwise", 0, "otherwise is not declared"),
        ("(a", 0, "never closed"),
        ("a]", 1, "never opened"),
    ],
)
def test_errors_point_at_the_place(text, position, reason):
    with pytest.raises(ReadingError) as caught:
        read_plain(text, SYMBOLS)
    assert caught.value.position == position
    assert reason in caught.value.reason
