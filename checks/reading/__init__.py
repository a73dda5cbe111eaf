"""Reading printed mathematics: LaTeX and a plain notation into one immutable syntax tree, and back.

Nothing here evaluates anything. `read_latex(text, symbols)` and `read_plain(text, symbols)` read,
`to_latex(node, symbols)` and `to_plain(node)` print, `syntax` holds the tree, `symbols` the declared
vocabulary, `limits` what is too much. `Symbols(..., macros=read_macros(text))` lets spellings and formulas use the
macros that a text defines with `\\newcommand` and its sisters.
"""

from __future__ import annotations

from .errors import ReadingError
from .latex.reader import read_latex
from .macro_definitions import read_macros
from .macros import Macros
from .plain import read_plain
from .render import to_latex, to_plain
from .symbols import (
    Declaration,
    Kind,
    Symbols,
    constant,
    event_operator,
    function,
    operator,
    set_name,
    symbol,
)

__all__ = [
    "Declaration",
    "Kind",
    "Macros",
    "ReadingError",
    "Symbols",
    "constant",
    "event_operator",
    "function",
    "operator",
    "read_latex",
    "read_macros",
    "read_plain",
    "set_name",
    "symbol",
    "to_latex",
    "to_plain",
]
