"""Sentences and values as results print them, in HTML: what is typed as mathematics in them is set as such."""

from __future__ import annotations

import re
from html import escape

from checks.show.html.mathml import mathml, prose
from checks.show.latex.plain_formulas import formula_of
from checks.show.sheet import typed

_LATEX = re.compile(r"\\[A-Za-z]|[_^]\{")
_FORMULA = re.compile(r"\$[^$]+\$")
_LETTER = re.compile(r"[A-Za-z]")
_NUMBERS = re.compile(r"[\d\s./,:%-]*")


def sentence(text: str) -> str:
    """A sentence, with what is typed as mathematics in it set as such; a letter alone is a name, also `a`.

    What stands between backticks is code.
    """
    if "`" in text:
        parts = enumerate(text.split("`"))
        return "".join(f"<code>{escape(part)}</code>" if i % 2 else sentence(part) if part else "" for i, part in parts)
    written = f"${text}$" if _LETTER.fullmatch(text) else typed(text)
    return (escape(text) if written is None else prose(written)).replace(" ~ ", " \N{ALMOST EQUAL TO} ")


def is_latex(text: str) -> bool:
    """Whether a text is a formula in LaTeX, and no sentence with formulas between dollars."""
    return _LATEX.search(text) is not None and "$" not in text


def value(text: str) -> str:
    """What stands in a table: a formula in LaTeX or in plain notation, set whole; numbers; or a sentence."""
    if _NUMBERS.fullmatch(text):
        return escape(text)
    if is_latex(text):
        return mathml(text)
    formula = formula_of(text) if "/" in text and _FORMULA.fullmatch(typed(text) or "") else None
    return sentence(text) if formula is None or r"\mathrm" in formula else mathml(formula)
