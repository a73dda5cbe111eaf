"""A token, the tables of what tokens print, and what no text may hold."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from . import limits
from .errors import ReadingError


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text; `kind` is letter, digit, command, word, name, number, operator, relation, connective,
    then, and, or, set operation, environment, end of environment, break (between lines or columns), or end."""

    kind: str
    value: str
    start: int
    end: int

    @property
    def key(self) -> tuple[str, str]:
        """What the token prints, wherever it stands."""
        return self.kind, self.value


NORMS = frozenset([r"\|", r"\Vert", r"\lVert", r"\rVert"])
"""The bars of a norm, which only a declared name may hold."""
LINE_ENVIRONMENTS = frozenset(
    [
        *[
            "align",
            "align*",
            "aligned",
            "alignat",
            "alignat*",
            "alignedat",
            "flalign",
            "flalign*",
            "eqnarray",
            "eqnarray*",
        ],
        *["equation", "equation*", "displaymath", "math", "gather", "gather*", "gathered", "multline", "multline*"],
        *["multlined", "split", "subequations", "dmath", "dmath*"],
    ]
)
OPTIONAL_PLACES = frozenset(["aligned", "gathered", "multlined", "split"])
"""Environments after which [t], [b] or [c] may say where they stand."""
GRID_ENVIRONMENTS = frozenset(["pmatrix", "bmatrix", "matrix", "smallmatrix", "array", "cases", "dcases"])
ACCENTS_AND_FONTS = frozenset(
    [
        r"\hat",
        r"\tilde",
        r"\bar",
        r"\widehat",
        r"\widetilde",
        r"\overline",
        r"\underline",
        r"\vec",
        r"\dot",
        r"\ddot",
        r"\mathbb",
        r"\mathbbm",
        r"\mathds",
        r"\mathcal",
        r"\mathbf",
        r"\mathsf",
        r"\mathfrak",
        r"\mathscr",
        r"\mathit",
        r"\boldsymbol",
        r"\bm",
    ]
)
_GREEK = ("alpha", "beta", "gamma", "delta", "epsilon", "theta", "lambda", "mu", "pi", "rho", "sigma", "phi", "psi")
GREEK_LETTERS = frozenset(rf"\{name}" for name in (*_GREEK, "eta", "kappa", "nu", "omega", "tau", "xi", "zeta"))
CLOSING = {"(": (")", "]"), "[": (")", "]"), "{": ("}",), r"\{": (r"\}",), "cases{": (), "|from": ("|at",)}


_WRITTEN = {
    "LESS-THAN OR EQUAL TO": r"\le",
    "GREATER-THAN OR EQUAL TO": r"\ge",
    "NOT EQUAL TO": r"\ne",
    "MINUS SIGN": "-",
    "EN DASH": "-",
    "MULTIPLICATION SIGN": r"\times",
    "DOT OPERATOR": r"\cdot",
    "MIDDLE DOT": r"\cdot",
    "INFINITY": r"\infty",
    "ELEMENT OF": r"\in",
    "SQUARE ROOT": r"\sqrt{...}",
    "N-ARY SUMMATION": r"\sum",
    "RIGHT SINGLE QUOTATION MARK": "'",
    "PRIME": "'",
    "NO-BREAK SPACE": "a space",
    **{f"GREEK SMALL LETTER {name.upper()}": rf"\{name}" for name in _GREEK},
    "GREEK SMALL LETTER LAMDA": r"\lambda",
}
"""What LaTeX writes for characters that are pasted from a PDF, by their names."""


def check_text(text: str) -> None:
    """Refuse what is too long, and every character that is not printable ASCII or white space.

    Raises ReadingError for those, TypeError for what is no str.
    """
    if not isinstance(text, str):
        raise TypeError(f"a formula is a str, not {type(text).__name__}")
    if len(text) > limits.TEXT_LENGTH:
        reason = f"the text has {len(text)} characters; at most {limits.TEXT_LENGTH} are read"
        raise ReadingError(reason, text, limits.TEXT_LENGTH)
    for position, character in enumerate(text):
        if not (" " <= character <= "~" or character in "\t\r\n"):
            title = unicodedata.name(character, "a character without name")
            hint = f"; write {_WRITTEN[title]}" if title in _WRITTEN else ""
            reason = f"U+{ord(character):04X} ({title}) is not read; formulas are written in plain ASCII{hint}"
            raise ReadingError(reason, text, position)
