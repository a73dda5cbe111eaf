# ruff: noqa: E501
"""Hostile input: either a tree or a ReadingError comes out, whatever goes in."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from checks.reading import (
    ReadingError,
    Symbols,
    event_operator,
    function,
    limits,
    operator,
    read_latex,
    read_plain,
    set_name,
    symbol,
    to_latex,
)
from checks.reading.syntax import Node, height

SYMBOLS = Symbols(
    *map(symbol, ["a", "n", "p", "x", "y"]),
    symbol("pi", r"\pi"),
    function("f", arities=(0, 1, 2)),
    set_name("S"),
    operator("E", r"\mathbb E", unbracketed=True),
    event_operator("P", r"\mathbb P"),
)
READERS = {"latex": read_latex, "plain": read_plain}
both_readers = pytest.mark.parametrize("read", READERS.values(), ids=READERS)


def outcome(read, text):
    """The tree or the error, after checking that it is one of the two."""
    try:
        result = read(text, SYMBOLS)
    except ReadingError as error:
        result = error
    if isinstance(result, ReadingError):
        str(result).encode("ascii")
        assert 0 <= result.position <= len(text)
    return result


@both_readers
@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "x.__class__",
        "lambda: x",
        "[x for x in S]",
        "f(x)(y).z",
        "x\0",
        "\x07",
        "\ud800",
        "\u0440+1",  # Cyrillic er, looks like p
        "\u202ex+y",  # right-to-left override
        "x\u200b",
        "\uff11",  # full-width one
        "\u0663",  # Arabic-Indic three
        "\u2212x",  # minus sign
        "x\u00a0y",
        "p; import os",
        "x`y`",
        '"x"',
        "$x",
        "x$+$x",
        "#",
        "x%y",
        "@",
        "\\",
        "x\\",
        "1e5",
        "0x10",
        "1_000",
        "1..",
        "1.2.3",
        "()",
        "[]",
        "f()",
        "(,)",
        "a,,a",
        "|",
        "||",
        "|x",
        "a+*a",
        "^2",
        "x^",
        "_",
        "'",
        "9**9**9",
        "9^(9^9)",
        "x^(1001)",
        "x^(99999999999999999999)",
    ],
)
def test_refused(read, text):
    assert isinstance(outcome(read, text), ReadingError)


def test_foreign_characters_are_named():
    with pytest.raises(ReadingError, match=r"U\+0440 \(CYRILLIC SMALL LETTER ER\)"):
        read_latex("1+\u0440", SYMBOLS)
    with pytest.raises(ReadingError, match=r"U\+D800"):
        read_plain("\ud800", SYMBOLS)


@pytest.mark.parametrize(
    "text", ["9^{9^{9}}", "x^{1001}", "x^{-1001}", r"\text{__import__}", r"\def\x{}", r"\csname x\endcsname"]
)
def test_refused_in_latex(text):
    assert isinstance(outcome(read_latex, text), ReadingError)


def nested_latex(kind, depth):
    openings = {
        "(": ("(", ")"),
        "braces": ("{", "}"),
        "root": (r"\sqrt{", "}"),
        "fraction": (r"\frac{", "}{x}"),
        "call": ("f(", ")"),
        "exponent": ("x^{", "}"),
        "bars": (r"\left|", r"\right|"),
        "sets": (r"\{", r"\}"),
        "event": (r"\mathbb P(x=", ")"),
        "cases": (r"\begin{cases}", r"&x<1\end{cases}"),
        "matrix": (r"\begin{pmatrix}", r"\end{pmatrix}"),
        "derivative": (r"\frac{\partial ", r"}{\partial x}"),
        "minus": ("-", ""),
        "log": (r"\log ", ""),
        "sum": (r"\sum_{n=0}^a ", ""),
        "minimum": (r"\min_x ", ""),
        "expectation": (r"\mathbb E ", ""),
        "relation": ("a<a+2[", "<1]"),
    }
    before, after = openings[kind]
    return before * depth + "x" + after * depth


LATEX_NESTINGS = [
    "(", "braces", "root", "fraction", "call", "exponent", "bars", "sets", "event", "cases", "matrix", "derivative",
    "minus", "log", "sum", "minimum", "expectation", "relation",
]  # fmt: skip


@pytest.mark.parametrize("kind", LATEX_NESTINGS)
def test_deep_nesting_in_latex(kind):
    assert isinstance(outcome(read_latex, nested_latex(kind, 12)), Node)
    for depth in range(20, limits.NESTING_DEPTH + 10):
        outcome(read_latex, nested_latex(kind, depth))
    longest = limits.TEXT_LENGTH // len(nested_latex(kind, 100)) * 100
    for depth in (limits.NESTING_DEPTH + 1, longest):
        assert isinstance(outcome(read_latex, nested_latex(kind, depth)), ReadingError)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(", ")"),
        ("-", ""),
        ("x**", ""),
        ("x/", ""),
        ("a+a*(", ")"),
        ("f(", ")"),
        ("abs(", ")"),
        ("{", "}"),
        ("cases(", " otherwise)"),
        ("matrix(", ")"),
        ("diff(", ", x)"),
        ("sum(", "; n=1)"),
        ("(", ")!"),
        ("", "^(1/2)*a"),
    ],
)
def test_deep_nesting_in_plain(before, after):
    assert isinstance(outcome(read_plain, before * 12 + "x" + after * 12), Node)
    for depth in range(20, limits.NESTING_DEPTH + 10):
        outcome(read_plain, before * depth + "x" + after * depth)
    assert isinstance(outcome(read_plain, before * 1000 + "x" + after * 1000), (Node, ReadingError))


@both_readers
@pytest.mark.parametrize("opening", ["(", "[", "{", "((", "f(", "|", "-("])
def test_openings_without_end(read, opening):
    assert isinstance(outcome(read, opening * 5000), ReadingError)


def test_depth_limits_leave_room_for_the_interpreter_stack():
    """At the deepest accepted nesting, hashing, comparing and printing stay within the stack."""
    text = "(" * (limits.NESTING_DEPTH - 1) + "x" + ")" * (limits.NESTING_DEPTH - 1)
    assert isinstance(read_latex(text, SYMBOLS), Node)
    deepest = next(
        d for d in range(limits.NESTING_DEPTH, 0, -1) if isinstance(outcome(read_plain, "x/" * d + "x"), Node)
    )
    tree = read_plain("x/" * deepest + "x", SYMBOLS)
    assert height(tree) <= limits.NESTING_DEPTH
    assert hash(tree) == hash(read_plain("x/" * deepest + "x", SYMBOLS))
    assert read_latex(to_latex(tree, SYMBOLS), SYMBOLS) == tree


@both_readers
def test_limits_on_length_and_tokens(read):
    assert isinstance(outcome(read, "+".join("x" * (limits.TOKENS // 2))), Node)
    assert isinstance(outcome(read, "+".join("x" * (limits.TOKENS // 2 + 2))), ReadingError)
    padded = "x" + " " * (limits.TEXT_LENGTH - 1)
    assert isinstance(outcome(read, padded), Node)
    assert isinstance(outcome(read, padded + " "), ReadingError)
    with pytest.raises(TypeError, match="not bytes"):
        read(b"x", SYMBOLS)


@both_readers
def test_limit_on_digits(read):
    digits = "9" * limits.NUMBER_DIGITS
    assert read(digits, SYMBOLS).value == int(digits)
    assert isinstance(outcome(read, digits + "9"), ReadingError)
    assert isinstance(outcome(read, digits[:-1] + ".99"), ReadingError)


@both_readers
def test_limit_on_exponents(read):
    def power(exponent):
        return f"x^{{{exponent}}}" if read is read_latex else f"x^({exponent})"

    assert isinstance(outcome(read, power(limits.LITERAL_EXPONENT)), Node)
    assert isinstance(outcome(read, power(-limits.LITERAL_EXPONENT)), Node)
    assert isinstance(outcome(read, power(limits.LITERAL_EXPONENT + 1)), ReadingError)
    assert isinstance(outcome(read, power(-limits.LITERAL_EXPONENT - 1)), ReadingError)


@pytest.mark.parametrize(("rows", "columns"), [(limits.MATRIX_SIDE + 1, 1), (1, limits.MATRIX_SIDE + 1), (2000, 2)])
def test_limit_on_matrices(rows, columns):
    printed = r"\\".join("&".join("x" * columns) for _ in range(rows))
    assert isinstance(outcome(read_latex, rf"\begin{{pmatrix}}{printed}\end{{pmatrix}}"), ReadingError)
    plain = ";".join(",".join("x" * columns) for _ in range(rows))
    assert isinstance(outcome(read_plain, f"matrix({plain})"), ReadingError)


def test_largest_matrix_is_read():
    side = limits.MATRIX_SIDE
    printed = r"\\".join("&".join("x" * side) for _ in range(side))
    assert len(read_latex(rf"\begin{{pmatrix}}{printed}\end{{pmatrix}}", SYMBOLS).rows) == side


FRAGMENTS = [
    r"\frac", r"\left(", r"\right)", r"\left\{", r"\right.", r"\left.", r"\right|", r"\{", r"\}", "{", "}", "(", ")", "[", "]",
    "|", r"\mid", r"\middle|", "^", "_", "'", ",", ".", ";", ":", "+", "-", "*", "/", "=", r"\le", r"\in", r"\ne", "<", "x", "y",
    "p", r"\pi", "f", "S", r"\mathbb P", r"\mathbb E", r"\mathbb", "1", "0.5", "12", r"\sum", r"\prod", r"\min", r"\partial", "d",
    r"\operatorname*{arg\,min}", r"\sqrt", r"\binom", r"\log", r"\begin{cases}", r"\end{cases}", r"\begin{pmatrix}",
    r"\end{pmatrix}", r"\begin{aligned}", r"\end{aligned}", r"\begin{array}{cc}", r"\end{array}", "&", r"\\", r"\text{if }",
    r"\text{ and }", r"\text{ or }", r"\text{otherwise}", r"\cup", r"\times", r"\to", r"\iff", r"\emptyset", r"\ldots", "!",
    r"\hat", r"\prime", r"\not", r"\lfloor", r"\rfloor", r"\arg", r"\max", " ", "\n", "{x}", "(x)", "(0,1]", "_{x=1}", "^{2}",
    "=>", "<=>", "**", "sum(", "cases(", "matrix(", "diff(", "argmin(", "min(", "at(", " if ", " and ", " or ", " in ", " otherwise",
    "->", "emptyset", "...", "abs(", "binomial(", "pi", "P(", "E(",
]  # fmt: skip


@both_readers
@given(text=st.text(max_size=60))
@example(text="\x1b[2J")
def test_any_text(read, text):
    outcome(read, text)


@both_readers
@given(text=st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join))
@settings(max_examples=6 * settings.default.max_examples)
def test_any_sequence_of_fragments(read, text):
    outcome(read, text)


VALID = [
    r"\operatorname*{arg\,min}_{x,y\in(0,1]}\frac{f(x,y)}{1-p}=\left\{\left(\frac12,1\right)\right\}",
    r"\mathbb P(x=1\mid y=0)^n\le\sum_{n=0}^{a}\binom{a}{n}p^n(1-p)^{a-n},\ x,y\ge0",
    r"\begin{cases}x&\text{if }x\le\frac12\\1-x&\text{otherwise}\end{cases}",
    r"\frac{\partial^2 f(x)}{\partial x^2}\left.f(x)\right|_{x=0}+\begin{pmatrix}a&x\\y&1\end{pmatrix}",
    "cases(y if y <= 1/2; 1 - y otherwise) + sum(n*p; n = 0; a) = argmin(f(x); x, y in (0, 1])",
]


@both_readers
@given(data=st.data())
@settings(max_examples=6 * settings.default.max_examples)
def test_any_damage_to_a_formula(read, data):
    text = data.draw(st.sampled_from(VALID))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 6)))
        text = text[:start] + data.draw(st.sampled_from(["", *FRAGMENTS])) + text[end:]
    outcome(read, text)
