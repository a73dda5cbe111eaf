"""Sentences and values as results print them, in HTML: what is typed as mathematics in them is set as such."""

from __future__ import annotations

import re
from html import escape

from checks.show.html.mathml import flowing, mathml, prose
from checks.show.latex.plain_formulas import formula_of
from checks.show.sheet import typed

_LATEX = re.compile(r"\\[A-Za-z]|[_^]\{")
_FORMULA = re.compile(r"\$([^$]+)\$")
_LETTER = re.compile(r"[A-Za-z]")
_NUMBERS = re.compile(r"[\d\s./,:%-]*")
_POWER_OF_TEN = re.compile(r"(?<![\w.])(-?\d(?:\.\d+)?)e([+-]\d+)\b")
_NEGATIVE = re.compile(r"(?<![^\s,:])-(?=[\d.])")
_SIGNS = {
    " ~ ": " \N{ALMOST EQUAL TO} ",
    " &lt;= ": " \N{LESS-THAN OR EQUAL TO} ",
    " &gt;= ": " \N{GREATER-THAN OR EQUAL TO} ",
}
_PLAIN = re.compile(r"'\\[A-Za-z]|^forall ")  # the plain notation: a name in LaTeX in it, or a statement


def sentence(text: str) -> str:
    """A sentence, with what is typed as mathematics in it set as such; a letter alone is a name, also `a`.

    What stands between backticks is code.
    """
    if "`" in text:
        parts = enumerate(text.split("`"))
        return "".join(f"<code>{escape(part)}</code>" if i % 2 else sentence(part) if part else "" for i, part in parts)
    if (number := _POWER_OF_TEN.search(text)) is not None and "--" not in text:  # no options
        return sentence(text[: number.start()]) + _power_of_ten(number) + sentence(text[number.end() :])
    written = f"${text}$" if _LETTER.fullmatch(text) else typed(text)
    set_text = escape(text) if written is None else prose(written)
    for typed_sign, sign in _SIGNS.items():
        set_text = set_text.replace(typed_sign, sign)
    return set_text


def _power_of_ten(number: re.Match[str]) -> str:
    """Such as 1e-06, which would break at its sign."""
    factor = "" if number[1] == "1" else f"{number[1]} \N{MIDDLE DOT} "
    return f'<span class="number">{factor}10<sup>{int(number[2])}</sup></span>'.replace("-", "\N{MINUS SIGN}")


def is_latex(text: str) -> bool:
    """Whether a text is a formula in LaTeX, and no sentence with formulas between dollars."""
    return _LATEX.search(text) is not None and "$" not in text


def value(text: str) -> str:
    """What stands in a table: a formula in LaTeX or in plain notation, set whole; numbers; or a sentence.

    A name in LaTeX may be followed by what it is; a formula that quotes such names is code, as statements are.
    """
    if _NUMBERS.fullmatch(text):
        return _NEGATIVE.sub("\N{MINUS SIGN}", text).replace(" .. ", " to ")
    if _PLAIN.search(text):
        return f"<code>{escape(text)}</code>"
    if is_latex(text):
        name, stands, meaning = text.partition(" is ")
        told = stands and name.count("{") == name.count("}")
        return f"{mathml(name)} is {sentence(meaning)}" if told else flowing(text)
    formula = plain_formula(text)
    return sentence(text) if formula is None else mathml(formula)


def plain_formula(text: str) -> str | None:
    """The LaTeX of a value in plain notation that is a formula as a whole; None where it is a sentence."""
    formula = formula_of(text) if "/" in text and _FORMULA.fullmatch(typed(text) or "") else None
    return None if formula is None or r"\mathrm" in formula else formula
