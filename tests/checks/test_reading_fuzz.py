# ruff: noqa: E501
r"""Any text gives a tree or a ReadingError, in bounded work; what is read prints and reads as the same tree."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.reading import ReadingError, limits, read_latex, read_macros
from tests.fuzz_reader import MACROS, VOCABULARY, Writer, printed_formulas, trouble, trouble_with_definitions

randoms = st.randoms(use_true_random=False)


@given(draw=randoms)
@settings(max_examples=2 * settings.default.max_examples)
def test_formulas_made_by_a_grammar(draw: Random) -> None:
    text = Writer(draw).display()
    assert trouble(text, VOCABULARY) is None, text


@given(draw=randoms)
@settings(max_examples=2 * settings.default.max_examples)
def test_damaged_displays_and_nonsense(draw: Random) -> None:
    text = Writer(draw).text([])
    assert trouble(text, VOCABULARY) is None, text


@given(draw=randoms)
def test_damage_to_what_the_papers_print(draw: Random) -> None:
    text, vocabulary = draw.choice(printed_formulas())
    text = Writer(draw).damaged(text)
    assert trouble(text, vocabulary) is None, text


@given(draw=randoms)
def test_damaged_definitions(draw: Random) -> None:
    text = Writer(draw).damaged(MACROS)
    assert trouble_with_definitions(text) is None, text


def test_most_of_what_the_grammar_makes_is_read() -> None:
    writer = Writer(Random(5))
    read = 0
    for text in [writer.display() for _ in range(200)]:
        try:
            read_latex(text, VOCABULARY)
        except ReadingError:
            continue
        read += 1
    assert read > 100


def outcome(text: str) -> str:
    """What comes of a text: a tree, or an error about it."""
    try:
        read_latex(text, VOCABULARY)
    except ReadingError as error:
        return "error" if error.text == text else "an error about another text"
    return "tree"


REPEATED = {
    "lines": "a&=b\\\\", "columns": "a=b&", "arrays": r"\begin{array}{c}", "conditions": "(a=b)", "words": r"\text{if }",
    "quantifiers": r"\forall x", "indicators": r"\mathbf 1\{", "indices": "p_{", "members": "p_i", "braces": r"\underbrace{",
    "remarks": r"\underbrace{a}_{b}", "above": r"\overset{a}", "macros": r"\E{", "twice": r"\twice\twice ", "options": r"\pr[",
    "texts": r"\text{$", "formulas": r"\text{a$b$}", "dollars": "$", "dots": r"\dots,", "brackets": "[a=b]", "open": "[",
    "chosen": r"{a\choose ", "labels": r"\label{", "systems": r"\left\{\begin{array}{c}", "upright": r"\mathrm e", "word": "exp",
    "steps": r"\begin{cases}a=b\\", "injected": "__import__('os').system('true');", "calls": "f(",
}  # fmt: skip


@pytest.mark.parametrize("repeated", REPEATED.values(), ids=REPEATED)
def test_long_repetitions_end(repeated: str) -> None:
    text = repeated * (1_000 // len(repeated))
    for whole in (
        text,
        "a=b" + text,
        rf"\begin{{aligned}}{text}\end{{aligned}}",
        (repeated * limits.TEXT_LENGTH)[: limits.TEXT_LENGTH],
    ):
        assert outcome(whole) in ("tree", "error")


def test_what_is_no_text_is_refused() -> None:
    for hostile in (b"\xff\xfe", None, 3, ["x"]):
        with pytest.raises(TypeError, match="a formula is a str"):
            read_latex(hostile, VOCABULARY)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a formula is a str"):
            read_macros(hostile)  # type: ignore[arg-type]
