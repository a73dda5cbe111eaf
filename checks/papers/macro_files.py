r"""The macros of a claims file: `macros`, a text of \newcommand, or `macros_file`, the name of a file beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from checks.claims.claim import PaperError
from checks.inputs.declarations import Declarations
from checks.papers.places import file_beside
from checks.reading import Macros, ReadingError, read_macros
from mechanisms.text_files import read_text

MAXIMAL_BYTES = 200_000
KEYS = frozenset(("macros", "macros_file"))
SUFFIXES = (".tex", ".sty", ".txt")


def macros_text(data: Mapping[str, Any], source: str) -> str:
    """The definitions, of the key at the top or in [paper]; "" where there are none.

    Raises PaperError for both, for what is no text, and for a file that is missing or lies elsewhere.
    """
    head = data.get("paper", {})
    given = {**(head if isinstance(head, dict) else {}), **data}
    found = {key: given[key] for key in KEYS & set(given)}
    if len(found) > 1:
        raise PaperError(f"{source}: give either macros or macros_file, not both")
    if not found:
        return ""
    ((key, value),) = found.items()
    if not isinstance(value, str):
        raise PaperError(f"{source}: {key} is a text, not {value!r}")
    return value if key == "macros" else read_text(file_beside(source, key, value, SUFFIXES), MAXIMAL_BYTES, PaperError)


def read_definitions(text: str, source: str) -> Macros:
    """The macros; PaperError with the place in the definitions where they cannot be read."""
    try:
        return read_macros(text)
    except ReadingError as error:
        line = text.count("\n", 0, error.position) + 1
        raise PaperError(f"{source}: macros, line {line}: {error}") from error


def declarations_without_macros(declared: Declarations, macros: Macros, source: str) -> Declarations:
    """The declarations with the macros in their spellings put in.

    Raises PaperError for a spelling that cannot be read.
    """
    try:
        names = tuple(replace(name, spelling=macros.expand(name.spelling).text) for name in declared.names)
        sized = tuple(replace(name, spelling=macros.expand(name.spelling).text) for name in declared.sized_names)
        numeric = tuple(replace(name, spelling=macros.expand(name.spelling).text) for name in declared.numeric_names)
        symbols = tuple(
            replace(symbol, spellings=tuple(macros.expand(text).text for text in symbol.spellings))
            for symbol in declared.symbols
        )
    except ReadingError as error:
        raise PaperError(f"{source}: {error}") from error
    return replace(declared, names=names, symbols=symbols, sized_names=sized, numeric_names=numeric)
