"""Exact values as results print them, such as 3/8, log(3) or 8/(3*(x + 2)), as formulas of LaTeX."""

from __future__ import annotations

import re
from functools import lru_cache

from checks.claims.prose import escape
from checks.reading import ReadingError, Symbols, read_plain, to_latex
from checks.reading.symbols import symbol
from derivations.logic.printer import latex
from derivations.logic.reader import StatementError, read_term
from derivations.logic.terms import REAL

LONGEST = 2_000  # characters that are read as a formula
_RATIONAL = re.compile(r"(-?)(\d+)/(\d+)")
_NUMBERED = re.compile(r"\b([A-Za-z])(\d+)\b")
_FORMULA = re.compile(r"(?=.*[\d=<>*/^]|[a-zA-Z]$)(?:[\w\s+\-*/^().=<>,]|!=)+")
_CHOICE = re.compile(r"(?=.*\bthen\b)\(?if\b.*\belse\b.*", re.DOTALL)  # in the plain notation of the logic
_WORDS = re.compile(r"[A-Za-z]{4,}(?!\w*\()|[A-Za-z]+ [A-Za-z]")


@lru_cache(maxsize=4096)
def formula_of(text: str) -> str | None:
    """The LaTeX of a value or a relation in plain notation; None where it is none. Nothing is evaluated."""
    if found := _RATIONAL.fullmatch(text):
        return rf"{found[1]}\frac{{{found[2]}}}{{{found[3]}}}"
    if _CHOICE.fullmatch(text):
        return _choice(text)
    if len(text) > LONGEST or not _FORMULA.fullmatch(text) or _WORDS.search(text):
        return None
    from checks.inputs.design_entries import spellings

    names = dict.fromkeys(re.findall(r"[A-Za-z]\w*(?!\w|\()", text))

    def spelt(name: str) -> tuple[str, ...]:
        return spellings(_NUMBERED.sub(r"\1_\2", name))  # p00 is p with an index

    try:
        symbols = Symbols(*(symbol(name, *spelt(name)) for name in names if name not in ("e", "infinity")))
        return to_latex(read_plain(text, symbols), symbols)
    except (ReadingError, ValueError):
        return None


def _choice(text: str) -> str | None:
    """A choice between numbers, by conditions on names that are numbers."""
    try:
        return latex(read_term(text, dict.fromkeys(re.findall(r"[A-Za-z]\w*", text), REAL)))
    except StatementError:
        return None


def typeset(text: str) -> str:
    """A text for LaTeX's text mode: a formula where it is one, else with everything escaped."""
    formula = formula_of(text)
    return escape(text) if formula is None else f"${formula}$"
