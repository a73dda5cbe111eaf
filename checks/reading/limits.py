"""Limits on what the readers accept; a text beyond one of them is a `ReadingError`, never a hang."""

from __future__ import annotations

TEXT_LENGTH = 20_000
"""Characters in a formula."""

TOKENS = 10_000
"""Tokens in a formula."""

NESTING_DEPTH = 100
"""Constructions open at once (brackets, operands, arguments), and height of the syntax tree."""

LITERAL_EXPONENT = 1_000
"""Largest absolute value of a literal number in an exponent."""

NUMBER_DIGITS = 400
"""Digits of a literal number."""

MATRIX_SIDE = 64
"""Rows, and columns, of a printed matrix."""

MACROS = 500
"""Macros that a file may define."""

MACRO_DEPTH = 50
"""Macros that stand for macros that stand for macros."""

MACRO_WORK = 100_000
"""Commands and characters that all macros of a text together may stand for, macros inside counted again."""

FAMILY_TERMS = 1_000
"""Terms of a sum or members of a list that are written out."""

FAMILY_INDEX = 1_000_000
"""Largest absolute value of an integer that an index is computed from."""
