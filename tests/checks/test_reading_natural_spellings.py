# ruff: noqa: E501
r"""How papers, lecture notes, blogs and scanners of pages write a formula, and the canonical form it reads as."""

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
    to_latex,
    to_plain,
)

SYMBOLS = Symbols(
    *map(symbol, "abijknpqxyXY"),
    symbol("p_1"),
    symbol("pi", r"\pi"),
    symbol("pi_hat", r"\hat\pi"),
    symbol("pi_B", r"\pi_B"),
    symbol("c_tilde", r"\tilde c"),
    symbol("p_new", "p'"),
    symbol("norm", r"\|x\|_1"),
    symbol("reply", "M(x)"),
    symbol("eps", r"\varepsilon"),
    symbol("OUE", r"\mathrm{OUE}"),
    function("f", arities=(1,)),
    set_name("S", r"\mathcal S"),
    operator("E", r"\mathbb E", unbracketed=True),
    operator("Var", r"\operatorname{Var}", events=True),
    event_operator("P", r"\Pr", r"\mathbb P"),
)

SAME = {
    "Var(x)": [r"\textrm{Var}\left(x\right)", r"\textsf{Var}(x)", r"\operatorname{Var} \bigl(x\bigr)", r"\mathrm{Var}(x)", r"\text{Var}(x)", r"\mathsf{Var}(x)", r"\mathbf{Var}[x]", r"{\rm Var}\!\left(x\right)"],
    "E(x)": [r"\mathbb{E}[x]", r"\mathbb E x", r"\mathbb{E}\left\{x\right\}"],
    "P(reply = y)": [r"\Pr\left[ M(x)=y \right]", r"\operatorname{Pr}[M(x)=y]", r"\text{Pr}(M(x) = y)", r"\Pr\{M(x)=y\}"],
    "P(Y = y | X = x)": [r"\mathbb{P}(Y=y\mid X=x)", r"\Pr(Y=y|X=x)", r"\Pr\left[Y=y\,\middle|\,X=x\right]"],
    "reply": [r"M[x]", r"M\left[x\right]"],
    "at(p^2; p = q)": [r"\left. p^2\right|_{p=q}", r"p^2|_{p=q}", r"p^2\Big|_{p=q}"],
    "log(x)": [r"\ln(x)", r"\text{log}(x)", r"\ln x", r"\mathrm{log}(x)", r"\operatorname{ln}\left(x\right)", r"\text{ln}(x)"],
    "exp(eps)": [r"\exp\{\varepsilon\}", r"\operatorname{exp}\left(\epsilon\right)", r"\exp(\epsilon)", r"\mathrm{exp}(\varepsilon)", r"\exp\left\{\epsilon\right\}"],
    "e^(eps/2)": [r"e^{\varepsilon/2}", r"\mathrm{e}^{\epsilon / 2}", r"{e}^{\varepsilon/2}", r"e^{\frac{\epsilon}{2}}"],
    "indicator(x = y)": [r"\mathds{1}(x=y)", r"\mathbf 1_{\{x=y\}}",
        r"\mathbb 1\{x=y\}", r"\mathbf{1}_{[x=y]}", r"\mathbf{1}_{x=y}", r"\mathbbm{1}_{\{x=y\}}", "I(x=y)",
        r"\mathbb{I}[x=y]", r"1_{\{x=y\}}",
    ],
    "x = cases(p if i = j; q if i != j)": [r"x=\begin{cases}p,&i=j,\\q,&i\neq j.\end{cases}",
        r"x=\begin{cases} p & i=j \\ q & i\neq j\end{cases}",
        r"x=\left\{\begin{array}{ll} p, & \text { if } i=j \\ q, & \text { if } i \not= j\end{array}\right.",
        r"x=\left\{\begin{matrix} p & i=j \\ q & i\ne j\end{matrix}\right.",
        r"x=\left\lbrace\begin{array}{rl} p&i=j\\q&i\ne j\end{array}\right.",
        r"x=\begin{dcases} p, & \mbox{if }i=j\\ q, & \mbox{if }i\ne j\end{dcases}",
    ],
    "x = cases(p if i = j; q otherwise)": [r"x=\left\{\begin{array}{ll}p&\text{if }i=j\\q&\text{o.w.}\end{array}\right.", r"x=\begin{dcases}p&\text{when }i=j\\q&\text{else}\end{dcases}",
        r"x=\begin{cases} p, & \text{if } i=j, \\ q, & \text{otherwise.}\end{cases}",
        r"x=\begin{cases} p & i=j \\ q & \text{o.w.}\end{cases}",
    ],
    "norm": [r"\|x\|_1", r"\lVert x\rVert_1", r"\left\|x\right\|_{1}", r"\Vert x\Vert_1"],
    "p_new": ["p'", r"p^\prime", r"p^{\prime}", r"{p}^{\prime}"],
    "a*b": [r"a\;b\quad", r"a~\!b", r"a\cdot b", r"a\times b", r"a\,b", "a~b", r"a\!b", r"a\;b", r"a\ast b", "a b", "a*b"],
    "a/b": [r"\displaystyle\frac{a}{b}", r"\left.\frac{a}{b}\right.", r"\tfrac a{b}", r"\dfrac{a}{b}", r"\tfrac ab", r"{a \over b}", r"\cfrac{a}{b}", r"\nicefrac{a}{b}", r"a\div b"],
    "root(x, 3)": [r"\sqrt[3]{x}", r"\sqrt[3] x"],
    "x <= y": [r"x\leq y", r"x\leqslant y", r"x\le y", r"x\leqq y"],
    "x >= y": [r"x\geq y", r"x\geqslant y", r"x\ge y"],
    "x < y": [r"x\lt y", "x<y"],
    "x = y": [r"\boxed{x=y}\tag{3}\label{eq:a}", r"x=y\nonumber."],
    "x = 1 => y = 1": [r"x=1\Rightarrow y=1", r"x=1\implies y=1"],
    "x = 1 <=> y = 1": [r"x=1\Leftrightarrow y=1", r"x=1\iff y=1"],
    "x in {0, 1}": [r"x\in\lbrace 0,1\rbrace", r"x\in\{0,1\}"],
    "abs(x)": [r"\left|x\right|", r"\lvert x\rvert"],
    "max(a, b)": [r"\max\left\{a,b\right\}", r"\text{max}(a,b)"],
    "(a + b)^2": [r"\Big[a+b\Big]^{2}", r"\left\{a+b\right\}^2"],
    "min(x; x in [0, 1])": [r"\mathop{\min}_{x\in[0,1]} x", r"\min_{x\in[0,1]} x"],
    "argmin(y; x in [0, 1])": [
        r"\operatorname*{arg\,min}_{x\in[0,1]} y", r"\mathop{\mathrm{argmin}}\limits_{x\in[0,1]} y",
        r"\underset{x\in[0,1]}{\operatorname{argmin}} y",
    ],
    "p_1": [r"p_{\text{1}}", r"p_{\mathrm{1}}", "p_1"],
    "x != y": [r"x\neq y", r"x\not= y", r"x\not=y"],
    "x := y": [r"x\triangleq y", r"x\coloneqq y", r"x\stackrel{\text{def}}{=}y", r"x\overset{\Delta}{=}y"],
    "i in {1, ..., k}": [r"i=1,\ldots,k", r"i=1,\dots,k", "i=1,...,k", r"i\in[k]", r"i\in\{1,\ldots,k\}"],
    "sum(x; i = 1; k)": [r"\textstyle\sum\nolimits_{i=1}^{k} x", r"\sum\limits_{i=1}^{k} x", r"\sum^{k}_{i=1} x", r"\displaystyle\sum_{i=1}^k x"],
    "sum(x; i != j)": [r"\sum_{i\ne j} x", r"\sum_{i \neq j} x"],
    "sum(x; 1 <= i < j <= k)": [r"\sum_{1\le i<j\le k} x", r"\sum\nolimits_{1\leq i<j\leqslant k} x"],
    "binom(n, k)": [r"\binom nk", r"{n \choose k}", r"\dbinom{n}{k}"],
    "ceil(x)": [r"\lceil x\rceil", r"\left\lceil x\right\rceil"],
    "max(x; x in [0, 1])": [r"\max_{x\in[0,1]} x", r"\underset{x\in[0,1]}{\max} x", r"\max\limits_{x\in [0,1]} x"],
    "argmin(y; x)": [
        r"\operatorname*{arg\,min}_{x} y", r"\arg\min_x y", r"\mathop{\arg\min}_{x} y", r"\mathrm{argmin}_x y",
        r"\underset{x}{\operatorname{arg\,min}}\; y",
    ],
    "a*(a + b)": [r"a\bigl( a+b\bigr)", r"a\Big(a+b\Big)", r"a\left[a+b\right]", r"a\left\{a+b\right\}"],
    "1000": ["1{,}000", r"1\,000", "1000"],
    "0.5": ["0.5", ".5"],
    "0.95": [r"95\%", "0.95"],
    "pi_hat": [r"\widehat{\pi}", r"\hat \pi", r"\hat{\pi}", r"{\hat\pi}"],
    "c_tilde": [r"\tilde{c}", r"\widetilde c"],
    "pi_B": [r"\pi_{B}", r"\pi_{\text{B}}", r"\pi_{\mathrm{B}}", r"\pi_{\rm B}", r"{\pi}_{B}"],
    "OUE": [r"\text{OUE}", r"\mathrm{OUE}", r"\textsf{OUE}", r"\mathsf{OUE}", r"\operatorname{OUE}"],
    "2*(a/b)*k": [r"2\cdot\frac{a}{b}k", r"2 \cdot \frac{a}{b} k"],
}  # fmt: skip


@pytest.mark.parametrize(("same", "printed"), [(same, printed) for same in SAME for printed in SAME[same]])
def test_it_reads_as_the_canonical_form(same: str, printed: str) -> None:
    tree = read_latex(printed, SYMBOLS)
    assert tree == read_plain(same, SYMBOLS)
    assert read_latex(to_latex(tree, SYMBOLS), SYMBOLS) == tree


REFUSED = {
    r"\lg x": r"write \log_2 or \log_{10}",
    r"p \cdot p^2|_{p=q}": r"write \left. before it",
    "x = 2e-3": "a power of ten is written 10^{-3}",
    "||x||": r"norms have no meaning of their own",
    "||x||_2": r"norms have no meaning of their own",
    r"\|x\|_2": r"norms have no meaning of their own",
    r"a \over b": r"write \frac{a}{b}",
    r"x\nleq y": "write >",
    r"x\bmod 2": "write the remainder as a name",
    r"a\pm b": "write one statement for each sign",
    "x/2a": "a/bc has two readings",
    r"\log x y": "write brackets",
    "Var(x)": r"did you mean \operatorname{Var}?",
}


@pytest.mark.parametrize(("printed", "sentence"), REFUSED.items())
def test_what_has_two_readings_or_none_says_what_would_be_right(printed: str, sentence: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read_latex(printed, SYMBOLS)
    assert sentence in caught.value.reason


def test_a_variant_that_is_declared_is_a_name_of_its_own() -> None:
    declared = SYMBOLS.extended(symbol("other", r"\epsilon"), symbol("upright", r"\pi_{\text{B}}"))
    assert to_plain(read_latex(r"\epsilon + \varepsilon", declared)) == "other + eps"
    assert to_plain(read_latex(r"\pi_{\text{B}} + \pi_B", declared)) == "upright + pi_B"


def test_bars_within_bars_are_no_norm() -> None:
    assert to_plain(read_latex("||x|-1|+||x|+|y||", SYMBOLS)) == "abs(abs(x) - 1) + abs(abs(x) + abs(y))"
