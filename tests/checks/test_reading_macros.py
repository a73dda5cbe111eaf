r"""Macros of the user: what they stand for, where their errors point, and that their expansion is bounded."""

from itertools import pairwise

import pytest

from checks.reading import Macros, ReadingError, Symbols, function, limits, operator, read_latex, read_macros, symbol
from checks.reading.macros import NO_MACROS

PREAMBLE = r"""
\documentclass[11pt]{article} \usepackage{amsmath}
\newcommand{\Var}{\operatorname{Var}}   % the variance, 100\% ours
\newcommand*{\E}[1]{\mathbb E\left[#1\right]}
\renewcommand\epsilon{\varepsilon}
\providecommand{\Var}{\operatorname{Nothing}}
\DeclareMathOperator*{\argmin}{arg\,min}
\DeclarePairedDelimiter{\abs}{\lvert}{\rvert}
\def\half{\frac12}
\def\ratio#1#2{\frac{#1}{#2}}
\newcommand{\pr}[2][p]{#1_{#2}}
\newcommand{\pihat}{\hat\pi}
\newcommand{\se}{\Var(\pihat)}
"""
MACROS = read_macros(PREAMBLE)


def vocabulary(macros: Macros = MACROS) -> Symbols:
    return Symbols(
        symbol("p"),
        symbol("n"),
        symbol("x"),
        symbol("p1", r"\pr{1}" if macros else "p_1"),
        symbol("q1", "q_1"),
        symbol("eps", r"\varepsilon"),
        symbol("pi_hat", r"\hat\pi"),
        operator("E", r"\mathbb E"),
        operator("Var", r"\operatorname{Var}"),
        function("f"),
        macros=macros,
    )


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        (r"\E{x+\half p}", r"\mathbb E[x+\frac{1}{2}p]"),
        (r"\E x^2", r"\mathbb E[x]^2"),
        (r"\Var (x)", r"\operatorname{Var}(x)"),
        (r"\Var(\pihat)=\se", r"\operatorname{Var}(\hat\pi)=\operatorname{Var}(\hat\pi)"),
        (r"\pr1+\pr[q]{1}", "p_1+q_1"),
        (r"\pr 1 x", "p_1x"),
        (r"\frac\half2", r"\frac{\frac12}{2}"),
        (r"\frac{1}\half", r"\frac{1}{\frac12}"),
        (r"\half x", r"\frac12x"),
        (r"e^\epsilon", r"e^{\varepsilon}"),
        (r"\hat\pi=\pihat", r"\hat\pi=\hat{\pi}"),
        (r"\ratio{\half}{\ratio pn}", r"\frac{\frac12}{\frac pn}"),
        (r"\abs{x-\half}=\abs*{x}=\abs[\big]{x}", r"\lvert x-\frac12\rvert=|x|=|x|"),
        (r"\argmin_x x", r"\operatorname*{arg\,min}_xx"),
        (r"\E{\E{x}}", r"\mathbb E[\mathbb E[x]]"),
        (r"\[ x=\half \]", r"x=\frac12"),
        (r"$$x=\half$$", r"x=\frac12"),
        (r"$x$", "x"),
        (r"\begin{equation}\label{a} x=\half. \end{equation}", r"x=\frac12"),
        (r"x=1\text{ if $x>0$ and $p<\half$}", r"x=1\text{ if }x>0\text{ and }p<\frac12"),
        (r"x=1\mbox{ if $f(x)>0$}", r"x=1\text{ if }f(x)>0"),
    ],
)
def test_what_macros_stand_for(text: str, expanded: str) -> None:
    assert read_latex(text, vocabulary()) == read_latex(expanded, vocabulary(NO_MACROS))


def test_the_vocabulary_is_spelled_with_macros_and_prints_without_them() -> None:
    assert vocabulary()["p1"].spellings == ("p_{1}",)
    extended = vocabulary().extended(symbol("half", r"\half"))
    assert extended["half"].spellings == (r"\frac12",)
    assert read_latex(r"\half+x", extended) == read_latex("half+x".replace("half", r"\frac12"), extended)
    assert vocabulary() != vocabulary(NO_MACROS)
    assert hash(vocabulary()) == hash(vocabulary())


def test_what_is_printed_keeps_all_but_the_macros() -> None:
    text = r"\[ \Var (x) = \underbrace{\half}_{\text{if $x$}} \label{a} \]"
    assert MACROS.put_in(text) == r"\[ \operatorname{Var}(x) = \underbrace{\frac12}_{\text{if $x$}} \label{a} \]"
    assert MACROS.put_in(r"x + y") == r"x + y"
    with pytest.raises(ReadingError, match="takes 1 argument"):
        MACROS.put_in(r"x + \E")


def test_spans_refer_to_the_text_with_its_macros() -> None:
    text = r"x + \E{x} = \half"
    tree = read_latex(text, vocabulary())
    assert [text[slice(*m.span)] for m in tree.members] == [r"x + \E{x}", r"\half"]
    assert text[slice(*tree.members[0].terms[1].span)] == r"\E{x}"
    assert text[slice(*tree.members[0].terms[1].arguments[0].span)] == "x"


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        (r"x+\E{q}", 5, "q is not declared"),
        (r"x+\wrong+x", 2, r"y_3 is not declared (in the macro \wrong)"),
        (r"x+\deep", 2, r"y_3 is not declared (in the macro \deep)"),
        (r"x+\open", 2, r"this ( is never closed; expected ) or ] (in the macro \open)"),
        (r"x+\E", 2, r"the macro \E takes 1 argument, found 0"),
        (r"{x+\ratio x}", 3, r"the macro \ratio takes 2 arguments, found 1"),
        (r"x+\E{x", 4, "this { is never closed"),
        (r"\pr[x", 3, "this [ is never closed"),
        (r"x+\odd", 2, r"expected an expression, found '*' (in the macro \odd)"),
        (r"\E{x+}", 0, r"expected an expression, found '\right]' (in the macro \E)"),
        (r"\Vra(x)", 0, r"\Vra is not declared; did you mean \Var"),
        (r"$x", 0, "'$' is not read here"),
        (r"x\text{ if $x>0}", 15, "never opened"),
    ],
)
def test_errors_point_at_the_place_of_use(text: str, position: int, reason: str) -> None:
    more = PREAMBLE + r"\def\wrong{y_3} \def\deep{\wrong} \def\open{(x} \def\odd{**}"
    with pytest.raises(ReadingError) as caught:
        read_latex(text, vocabulary(read_macros(more)))
    assert reason in caught.value.reason
    assert (caught.value.position, caught.value.text) == (position, text)


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        (r"\newcommand{\a}{\a}", 12, "stands for something with itself in it"),
        (r"\newcommand{\a}{x} \newcommand{\a}{y}", 31, r"\a is defined twice; \renewcommand defines anew"),
        (r"\newcommand{\a}[1]{#2}", 19, "#2 is no argument of this macro: it takes 1"),
        (r"\newcommand{\a}[10]{x}", 17, "expected ] after the number of arguments, found 0"),
        (r"\newcommand{\a}[x]{x}", 16, "expected the number of arguments, 0 to 9, found x"),
        (r"\newcommand{\a}[0][x]{x}", 16, "no default"),
        (r"\newcommand{\a}", 15, "expected what the macro stands for in braces, found the end"),
        (r"\newcommand{\a}x", 15, "expected what the macro stands for in braces, found x"),
        (r"\newcommand{\a}{x", 15, "this { is never closed"),
        (r"\newcommand{a}{x}", 12, r"expected the name of a macro such as \Var after \newcommand, found a"),
        (r"\newcommand{\a", 14, "expected } after the name of the macro, found the end"),
        (r"\def\a#2{x}", 7, "expected #1, found #2"),
        (r"\def\a(#1){x}", 6, "only #1#2... is read"),
        (r"\input{macros}", 0, r"\input is not followed"),
        (r"\include{macros}", 0, r"\include is not followed"),
        (r"\let\a\b", 0, r"\let is no definition that is read; there are \newcommand"),
        ("\\newcommand{\\a}{x}\nx", 19, "x is no definition"),
        ("\u00e9", 0, "plain ASCII"),
    ],
)
def test_errors_in_definitions(text: str, position: int, reason: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read_macros(text)
    assert reason in caught.value.reason
    assert caught.value.position == position


def test_macros_that_blow_up_are_refused_in_bounded_work() -> None:
    names = "abcdefghij"
    laughs = r"\def\a{lol}" + "".join(rf"\def\{y}" "{" + f"\\{x}" * 10 + "}" for x, y in pairwise(names))
    nothing = laughs.replace("lol", "")
    doubled = r"\def\d#1{#1#1}"
    for preamble, text in [
        (laughs, r"\j"),
        (nothing, r"x\j"),
        (doubled, r"\d{" * 40 + "x" + "}" * 40),
        (r"\def\w#1{#1#1}", r"\w\w"),
        (r"\def\a{\b}\def\b{\a}", r"x+\a"),
        (r"\def\a#1{\b{#1}}\def\b#1{\a{#1}}", r"\a{x}"),
        (r"\def\a{}\def\b#1{#1\c}\def\c{\b}", r"\b\a"),
    ]:
        with pytest.raises(ReadingError, match=r"leads back to itself|stand for|more than") as caught:
            read_latex(text, vocabulary(read_macros(preamble)))
        assert text[caught.value.position] == "\\"
    links = [a + b for a in names for b in names][: limits.MACRO_DEPTH + 5]
    chain = "".join(rf"\def\{x}{{\{y}}}" for x, y in pairwise(links))
    with pytest.raises(ReadingError, match=f"more than {limits.MACRO_DEPTH} deep"):
        read_latex(r"\aa", vocabulary(read_macros(chain)))
    with pytest.raises(ReadingError, match=f"more than {limits.MACROS} macros"):
        read_macros("".join(rf"\def\{a}{b}{c}{{}}" for a in names for b in names for c in names))
