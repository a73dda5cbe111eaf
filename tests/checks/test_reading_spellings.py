r"""Spellings of papers in the wild: fonts and fractions of plain TeX, bars in names, numbers, transposes, remarks."""

import re

import pytest

from checks.reading import ReadingError, Symbols, read_latex, read_plain, symbol, to_latex, to_plain

SYMBOLS = Symbols(
    *map(symbol, ["j", "n", "p", "q", "x"]),
    symbol("pi", r"\pi"),
    symbol("pi_hat", r"\hat\pi"),
    symbol("P", r"\mathbf P"),
    symbol("a_hat", r"\hat{\mathbf a}"),
    symbol("V", r"\mathrm{Var}(\hat\pi)"),
    symbol("conditional", r"\Pr[Y=1\mid X=0]"),
    symbol("p_given", "p_{1|0}"),
    *(symbol(f"p{i}", f"p_{i}") for i in (1, 2, 3)),
)


@pytest.mark.parametrize(
    ("printed", "same"),
    [
        (r"{\rm e}^{p}", "e^p"),
        (r"\tanh(p)", r"\frac{e^p-e^{-p}}{e^p+e^{-p}}"),
        (r"p = \{1\}\{p\}", r"p = 1 \cdot p"),
        (r"\tanh(2^2)", r"\frac{e^{2^2}-e^{-2^2}}{e^{2^2}+e^{-2^2}}"),
        (r"\coth^2(p/2)", r"\left(\frac{e^{p/2}+e^{-p/2}}{e^{p/2}-e^{-p/2}}\right)^2"),
        (r"\cosh p", r"\frac{e^p+e^{-p}}{2}"),
        (r"p < 1 \iff p > x \text{ for } n > 1", r"(p < 1 \iff p > x) \text{ for } n > 1"),
        (r"{\rm Var}(\hat\pi)", r"\mathrm{Var}(\hat\pi)"),
        (r"\mathop{\rm Var}(\widehat{\pi})", r"\mathrm{Var}(\hat\pi)"),
        (r"{\bf P} {\it p}", r"\mathbf P {p}"),
        (r"\hat{\bf a}", r"\hat{\mathbf a}"),
        (r"{p - 1 \over n}q", r"\frac{p-1}{n}q"),
        (r"x^{1\over 2}+\sqrt{{p\over q}}", r"x^{\frac12}+\sqrt{\frac pq}"),
        (r"\sum_{j=1\atop j\ne 2}^{3}p_j", r"\sum_{\substack{j=1\\j\ne2}}^{3}p_j"),
        (r"\Pr[\,Y=1\,|\,X=0\,]", r"\Pr[Y=1\mid X=0]"),
        (r"\Pr\bigl[Y=1\bigm| X=0\bigr]", r"\Pr[Y=1\mid X=0]"),
        (r"p_{1\mid0}", "p_{1|0}"),
        (r"n = 12\,000", "n=12000"),
        (r"n = 1{\,}200", "n=1{,}200"),
        ("p=.25", "p=0.25"),
        (r"p=1.25\times 10^{-3}", "p=0.00125"),
        (r"p=12.345\times10^2", "p=1234.5"),
        (r"p \simeq 0.5, q\doteq .5", r"p\approx 0.5, q\approx 0.5"),
        (r"p\leqq q, q\geqq p", r"p\le q, q\ge p"),
        (r"p_1+\dotsb+p_3", r"p_1+\dots+p_3"),
        (r"\nicefrac{1}{2}\div q", r"\frac12/q"),
        (r"p+1=:q", "p+1=q"),
        (r"[0,1]\backslash\{p\}=\{q\}", r"[0,1]\setminus\{p\}=\{q\}"),
        (r"p=q \textrm{ if } q>0", r"p=q\text{ if }q>0"),
        (r"p=q \;\mathrm{if}\; q>0 \textit{ and } x>0", r"p=q\text{ if }q>0\text{ and }x>0"),
        (r"p=q \hbox{ if $q>0$}", r"p=q\text{ if }q>0"),
        (r"p=q \text{ (by Lemma 1)}", "p=q"),
        (r"\begin{aligned}p&=q&&\text{by (3)}\\&=x\end{aligned}", "p=q=x"),
        (r"[p-q]_+ + (p-q)^{+}", r"\max(p-q,0)+\max(p-q,0)"),
        (r"\ln^2 p+\log^{3}(p)", r"(\ln p)^2+(\log p)^3"),
        (r"\mathbf P^{\top}\mathbf P", r"\mathbf P^\intercal\mathbf P"),
        (r"\mathbf P^T + \mathbf P^{\mathsf T}", r"\mathbf P^{\mathrm T}+\mathbf P^{\top}"),
        (r"(p,q)^{T}", r"(p,q)^\top"),
    ],
)
def test_spellings_that_say_the_same(printed: str, same: str) -> None:
    tree = read_latex(printed, SYMBOLS)
    assert tree == read_latex(same, SYMBOLS)
    assert read_latex(to_latex(tree, SYMBOLS), SYMBOLS) == tree
    assert read_plain(to_plain(tree), SYMBOLS) == tree


def test_a_declared_t_is_an_exponent() -> None:
    declared = SYMBOLS.extended(symbol("T"))
    assert to_plain(read_latex("p^T", declared)) == "p^T"
    assert to_plain(read_latex(r"p^{\top}", declared)) == "transpose(p)"
    assert to_plain(read_latex(r"p^{\top}", SYMBOLS.extended(symbol("marked", r"\top")))) == "p^marked"


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        (r"p\over q", r"write \\frac\{a\}\{b\}"),
        (r"{p\over q\over x}", "expected"),
        ("p=. 5", "expected an expression"),
        ("n=1,200", r"the number 1,200 is written 1\{,\}200"),
        (r"\log^{-1} p", "only a literal positive power between log"),
        (r"p=q\text{ (since it is so)}", "are not read"),
        (r"p=q\text{ by symmetry}", "are not read"),
        ("p=1.5" + r"\times10^{-999}", "a number has at most"),
        (r"p\to 0\text{ as }n\to\infty", r"a limit is written \\lim"),
        ("p \u2264 1", r"plain ASCII; write \\le$"),
        ("\u03bb = 1 \u2212 p", r"write \\lambda$"),
        ("p = \u4e00", "plain ASCII$"),
        (r"q_{\text{B}}=p", r"q_\{\\text\{B\}\} is not declared$"),
        (r"\hat{\mathrm{a}}=p", r"did you mean \\hat\{\\mathbf a\}\?"),
    ],
)
def test_spellings_that_are_refused(printed: str, reason: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read_latex(printed, SYMBOLS)
    assert re.search(reason, caught.value.reason)


def test_errors_in_rewritten_text_point_at_what_was_written() -> None:
    text = r"{\rm Var}(\hat\pi) = {p \over n + \foo}"
    with pytest.raises(ReadingError) as caught:
        read_latex(text, SYMBOLS)
    assert text[caught.value.position :].startswith(r"\foo")
