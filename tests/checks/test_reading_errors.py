r"""What newcomers write wrong: each error points at the place, in line and column, and says what was expected."""

import pytest

from checks.reading import ReadingError, Symbols, event_operator, function, operator, read_latex, symbol
from checks.reading.syntax import Node

SYMBOLS = Symbols(
    *map(symbol, ["a", "b", "c", "p", "x", "y"]),
    symbol("p1", "p_1"),
    symbol("p2", "p_2"),
    symbol("i"),
    symbol("lam", r"\lambda"),
    symbol("pi_hat", r"\hat\pi"),
    symbol("eps", r"\varepsilon"),
    function("f"),
    operator("E", r"\mathbb E"),
    operator("Var", r"\operatorname{Var}"),
    event_operator("P", r"\mathbb P"),
)


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        (r"\frac{p}{1-p", 1, 9, "this { is never closed; expected }"),
        (r"\frac{p}{1-p}}", 1, 14, "this } closes a bracket that was never opened"),
        (r"\fracc{p}{x}", 1, 1, r"\fracc is not declared; did you mean \frac"),
        (r"x = \hat p", 1, 5, r"\hat p is not declared; did you mean \hat\pi?"),
        (r"\Var(x) = p", 1, 1, r"\Var is not declared; did you mean \operatorname{Var}?"),
        (r"E[x] = p", 1, 1, r"E is not declared; did you mean \mathbb E?"),
        (r"Var(x) = p", 1, 1, r"Var reads as a product of letters; did you mean \operatorname{Var}?"),
        (r"x = lambda", 1, 5, r"lambda reads as a product of letters; did you mean \lambda?"),
        (r"exp(\varepsilon) = x", 1, 1, r"exp reads as a product of letters; did you mean \exp?"),
        (r"p \in ]0, 1[", 1, 3, "an open interval is written (0, 1)"),
        (r"x \in [1..p]", 1, 7, r"a range of whole numbers is written \{1, \ldots, k\}"),
        (r"p = 0{,}5", 1, 5, "the decimal 0{,}5 is written 0.5"),
        (r"p = 0{,}125", 1, 5, "the decimal 0{,}5 is written 0.5"),
        (r"x = \cases{p & q \cr}", 1, 5, r"write \begin{cases}"),
        (r"x^{-1}(p) = 1", 1, 2, "an inverse function, or a quotient?"),
        (r"x = \max(1,000, p)", 1, 10, "1,000 is one number or two"),
        (r"P_{x,p} = 1", 1, 1, "'P_{x,p}' = { support = [\"x\", \"p\"] }"),
        (r"x_1_2 = p", 1, 1, "two subscripts on one base; write braces around both"),
        (r"p_1_2 = p", 1, 1, "two subscripts on one base; write braces around both"),
        (r"p_i_2 = p", 1, 4, "two subscripts on one base; write braces around both"),
        (r"p^2^3", 1, 4, "two exponents on one base; write braces or brackets"),
        (r"x = 1/2p", 1, 8, "a/bc has two readings; write brackets or a multiplication sign"),
        (r"\sin x = p", 1, 1, r"\sin is not read: trigonometric functions have no meaning here"),
        (r"x = \int_0^1 y", 1, 5, r"\int is not read: integrals have no meaning here"),
        (r"x \pm y", 1, 3, r"\pm is not read: write one statement for each sign"),
        (r"\| x \|", 1, 1, "an absolute value is written |x|"),
        (r"a = b = ", 1, 9, "expected an expression, found the end"),
        (r"= b", 1, 1, "expected an expression, found '='"),
        (r"a = \frac{b}", 1, 13, "expected the denominator in braces, found the end"),
        (r"\left( a + b )", 1, 1, r"this \left( has no \right after it; expected \right with a bracket"),
        (r"( a + b \right)", 1, 9, r"this \right) has no \left before it"),
        (r"(a + b]", 1, 7, "expected ) or a comma, found ]"),
        (r"a = b,,", 1, 6, "expected an operator or the end, found ','"),
        (r"a <= b", 1, 4, r"expected an expression between two relations, found '='; write \le"),
        (r"a == b", 1, 4, "found '='; write ="),
        (r"a ** b", 1, 4, "expected an expression, found '*'"),
        (r"a = 0,5", 1, 7, "the decimal 0,5 is written 0.5"),
        (r"a = b % because", 1, 7, r"leave comments out, and write \% for a percent sign"),
        (r"a = $b$", 1, 5, "dollar signs stand around the whole formula"),
        (r"a = b \text{ by symmetry}", 1, 7, "the words 'by symmetry' are not read; before a condition stand if, for"),
        (r"a = b \text{ (see (3))}", 1, 7, "the words '(see (3))' are not read"),
        (r"a = b \qquad (1)", 1, 14, r"expected a comma or a condition such as \text{if } after this space"),
        (r"a = b - {x, y}", 1, 9, r"braces around a list print nothing; write \{ \} for a set"),
        (r"a = b \quad c", 1, 13, r"write \cdot before a factor"),
        ("a \u2264 b", 1, 3, "U+2264 (LESS-THAN OR EQUAL TO) is not read"),
        (r"p_5 = 1", 1, 1, "p_5 is not declared; did you mean p_2 or p_1?"),
        (r"a = n!!", 1, 5, "n is not declared"),
        (r"a = b!!", 1, 7, "two factorial signs are not read"),
        (r"x = \begin{cases} 1 \\ 0 & \text{if } x>0 \end{cases}", 1, 21, "expected a condition such as"),
        (r"\begin{cases} a = b \\ 0 & x>0 \end{cases}", 1, 1, "statements here and values with conditions there"),
        (r"\begin{pmatrix} a & b \\ c \end{pmatrix}", 1, 28, "row 2 has 1 entries, row 1 has 2"),
        (r"\begin{algin} a \end{algin}", 1, 1, "the environment algin is not read; did you mean align?"),
        (r"\begin{tabular}{c} a \end{tabular}", 1, 1, "known are align, array, cases, pmatrix"),
        (r"\begin{align} a = b", 1, 1, r"this \begin{align} has no \end{align}"),
        (r"\begin{alignat} a = b \end{alignat}", 1, 16, "expected the number of columns of alignat, such as {2}"),
        (r"\mathbb P(x)", 1, 11, "takes an event such as a relation"),
        (r"\mathbf 1\{x\} = p", 1, 12, "expected an event such as x=y"),
        (r"\text{if } a = b", 1, 17, "expected a comma, : or then after the condition, found the end"),
        (r"\text{if } a, a = b", 1, 20, "expected"),
        (r"a (b = c)", 1, 3, "a condition in brackets stands after a statement"),
        (r"\underbrace", 1, 1, r"expected the argument of \underbrace in braces"),
        ("\\begin{aligned}\n a &= b + \\\\\n   &\\quad q \\\\\n   &= c\n\\end{aligned}", 3, 11, "q is not declared"),
        ("a = b\n  = \\frac{1}{2", 2, 13, "this { is never closed"),
    ],
)  # fmt: skip
def test_an_error_says_where_and_what_was_expected(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read_latex(text, SYMBOLS)
    error = caught.value
    assert reason in error.reason
    assert (error.line, error.column) == (line, column)
    assert f"(line {line}, column {column})" in str(error)
    shown, caret = error.excerpt.split("\n")
    whole = text.split("\n")[line - 1]
    if column <= len(whole) and whole[column - 1].isascii():
        assert shown[caret.index("^")] == whole[column - 1]


@pytest.mark.parametrize(
    "text",
    [
        r"\frac12",
        "p(1-p)",
        r"a \cdot b",
        r"a = b \quad (x \ne 1)",
        r"a = b, \quad x \ge 0",
        r"\exp(x)",
        r"\max\frac ab",
        r"\max(1, 100)",
        r"\max(0,100)",
        r"a = 1{,}200",
        r"(a)^{-1}(b)",
    ],
)
def test_what_looks_alike_and_is_right(text: str) -> None:
    assert isinstance(read_latex(text, SYMBOLS), Node)
