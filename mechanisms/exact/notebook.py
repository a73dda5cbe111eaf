r"""How results look in a notebook: the fields of a dataclass as a table, or a formula of its own where it has one.

A result is a `Shown`; that is all it takes. A class that writes its own `_repr_latex_` is shown by that formula in HTML
as well, which notebooks typeset. Numbers are exact; long lists are counted, programs and multipliers left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from fractions import Fraction
from html import escape
from typing import Any

from mechanisms.exact.html_tables import paragraph
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.typesetting import latex

MOST_ITEMS = 12  # of a list that is written out
LONGEST = 300  # characters of a text
HIDDEN = frozenset(
    {
        "active", "arguments", "basis", "derivation", "dual", "facts", "generator", "numbers", "premises", "program",
        "proof", "protocol", "solver",
    }
)  # fmt: skip
_WORDS = {"x": "e^eps", "pi": "pi"}
_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
        "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    }
)  # fmt: skip


class Short:
    """A result whose text in a notebook is short, however much it holds; `repr` says all of it."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        cls._repr_pretty_ = Short._repr_pretty_  # type: ignore[method-assign]  # it goes before the repr of the class

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        own = type(self).__str__ is not object.__str__
        text = str(self) if own else repr(self)
        printer.text(text if own or len(text) <= LONGEST else text[: LONGEST - 4] + " ...")


class Brief(Short):
    """A result that holds very much, whose `repr` is short too: its text, or its first fields."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = Brief.__repr__  # type: ignore[method-assign]  # a dataclass writes none then

    def __repr__(self) -> str:
        if type(self).__str__ is not object.__str__:
            return str(self)
        text = f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in shown_fields(self))})"
        return text if len(text) <= LONGEST else text[: LONGEST - 4] + " ..."


class Shown(Short):
    """A result that notebooks show: `_repr_html_` as a table of its fields, `_repr_latex_` as an array of them."""

    __slots__ = ()

    def _repr_latex_(self) -> str:
        formula = _formula(self)
        if formula is not None:
            return rf"$\displaystyle {formula}$"
        rows = [rf"\text{{{_words(name)}}} & {latex_of(value)}" for name, value in shown_fields(self)]
        return r"$\displaystyle \begin{array}{ll} " + r" \\ ".join(rows) + r" \end{array}$"

    def _repr_html_(self) -> str:
        if type(self)._repr_latex_ is not Shown._repr_latex_ or _formula(self) is not None:
            return paragraph(self._repr_latex_())
        return _html_of_fields(self)


def shown_fields(result: object) -> Iterator[tuple[str, Any]]:
    """The names and values of what is shown of a result."""
    names = [f.name for f in fields(result)] if is_dataclass(result) else list(getattr(result, "__slots__", ()))
    for name in names:
        if name not in HIDDEN and not name.startswith("_"):
            yield name, getattr(result, name)


def text_latex(text: object) -> str:
    r"""A text as \text{...}, in one line; longer ones are cut."""
    return rf"\text{{{' '.join(_cut(text).split()).translate(_SPECIAL)}}}"


def latex_of(value: object) -> str:
    """A value in mathematics: numbers exactly, lists with commas, other things as text."""
    if value is None or isinstance(value, bool):
        return text_latex({None: "none", True: "yes", False: "no"}[value])
    if isinstance(value, Fraction) and value.denominator != 1:
        sign = "-" if value < 0 else ""
        return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    if isinstance(value, int | Fraction):
        return str(value)
    if isinstance(value, float):
        return text_latex(f"{value:.6g}")
    formula = _formula(value)
    if formula is not None:
        return formula
    if hasattr(value, "_repr_latex_"):
        return re.sub(r"^\$+(\\displaystyle\s*)?|\$+$", "", value._repr_latex_().strip())
    items = _items(value)
    if items is None:
        return text_latex(value)
    if len(items) > MOST_ITEMS:
        return text_latex(f"{len(items)} items")
    if isinstance(value, Mapping):
        return r",\ ".join(rf"{latex_of(key)}\colon {latex_of(entry)}" for key, entry in items) or text_latex("none")
    inside = ", ".join(map(latex_of, items))
    return rf"\left({inside}\right)" if items else text_latex("none")


def _formula(value: object) -> str | None:
    """The formula that a value is, by its `to_latex` or else its `to_sympy`; None for other things."""
    written: str
    if hasattr(value, "to_latex"):
        written = value.to_latex()
        return written
    if hasattr(value, "to_sympy"):
        from mechanisms.exact.rational import RationalFunction

        return latex(value if isinstance(value, Polynomial | RationalFunction) else value.to_sympy())
    return None


def _html_of_fields(result: object) -> str:
    rows = [
        f'<tr><th scope="row">{escape(_words(name))}</th><td>{_html_of(value)}</td></tr>'
        for name, value in shown_fields(result)
    ]
    return f"<table><tbody>{''.join(rows)}</tbody></table>"


def _html_of(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    if isinstance(value, Shown):
        return value._repr_html_()
    items = _items(value)
    if items is None or isinstance(value, str):
        return escape(_cut(f"{value:.6g}" if isinstance(value, float) else value))
    if len(items) > MOST_ITEMS:
        return f"{len(items)} items"
    if isinstance(value, Mapping):
        return ", ".join(f"{_html_of(key)}: {_html_of(entry)}" for key, entry in items) or "none"
    if any(isinstance(item, Shown) for item in items):
        return "".join(map(_html_of, items))
    return f"({', '.join(map(_html_of, items))})" if items else "none"


def _items(value: object) -> list[Any] | None:
    """What a container holds; None for other things."""
    if isinstance(value, Mapping):
        return list(value.items())
    if isinstance(value, AbstractSet):
        return sorted(value, key=str)
    return list(value) if isinstance(value, tuple | list) else None


def _words(name: str) -> str:
    return _WORDS.get(name, name.replace("_", " "))


def _cut(text: object) -> str:
    words = " ".join(str(text).split())  # a blank line would end an argument of LaTeX
    return words if len(words) <= LONGEST else words[: LONGEST - 3] + "..."
