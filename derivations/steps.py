"""A derivation is a list of steps: what is said, why it holds, and, where there is one, the theorem of the kernel.

Every step says itself twice, as plain text for the terminal and as LaTeX for a paper; both come from the same values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

import sympy

import derivations.arithmetic.theorem_display  # noqa: F401  (shows theorems in notebooks)
from derivations.arithmetic.kernel import Theorem
from mechanisms.exact import typesetting
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

_RELATIONS = {
    "=": "=",
    "-": "-",
    "!=": r"\neq",
    "<": "<",
    ">": ">",
    "<=": r"\leq",
    ">=": r"\geq",
    "=>": r"\implies",
    "<=>": r"\iff",
    "in": r"\in",
    "for": r"\quad\text{for}\quad",
}


class Written:
    """A piece of mathematics written twice: as plain text and as LaTeX (math mode).

    Either may be given as a function, called when the writing is first read: most derivations are never printed.
    """

    def __init__(self, text: str | Callable[[], str], latex: str | Callable[[], str]) -> None:
        self._text, self._latex = text, latex

    @cached_property
    def text(self) -> str:
        """Plain text."""
        return self._text if isinstance(self._text, str) else self._text()

    @property
    def latex(self) -> str:
        """LaTeX, for math mode, with names as they are spelt where it is read."""
        return self._latex if isinstance(self._latex, str) else self._latex()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Written) and (self.text, self.latex) == (other.text, other.latex)

    def __hash__(self) -> int:
        return hash((self.text, self.latex))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Written({self.text!r}, {self.latex!r})"


Writable: TypeAlias = Written | RationalFunction | Polynomial | Fraction | int | sympy.Basic


def written(value: Writable, symbols: Mapping[str, sympy.Expr] | None = None) -> Written:
    """Write a value both ways; `symbols` says what to write for a variable, such as exp(eps) for x."""
    if isinstance(value, Written):
        return value
    return Written(lambda: typesetting.text(value, symbols), lambda: typesetting.latex(value, symbols))


def relation(*parts: Writable | str, symbols: Mapping[str, sympy.Expr] | None = None) -> Written:
    """A chain such as relation(a, "=", b, "<=", c): values alternate with = - != < > <= >= => <=> in for.

    Raises ValueError for a value or a sign in the place of the other, and for another sign.
    """
    pieces: list[Written] = []
    for position, part in enumerate(parts):
        if isinstance(part, str):
            if part not in _RELATIONS or position % 2 == 0:
                known = " ".join(_RELATIONS)
                raise ValueError(f"part {position} of a chain: {part!r} stands where one of {known} cannot be read")
            pieces.append(Written(part, _RELATIONS[part]))
        elif position % 2:
            raise ValueError(f"part {position} of a chain must be one of {' '.join(_RELATIONS)}, not {part!r}")
        else:
            pieces.append(written(part, symbols))
    return _side_by_side(pieces, " ", " ")


def joined(statements: Iterable[Written]) -> Written:
    """Several statements after one another, with commas between them."""
    return _side_by_side(list(statements), ", ", r",\quad ")


def _side_by_side(pieces: Sequence[Written], between: str, between_in_latex: str) -> Written:
    return Written(
        lambda: between.join(piece.text for piece in pieces),
        lambda: between_in_latex.join(piece.latex for piece in pieces),
    )


@dataclass(frozen=True)
class Step:
    """One step. `statement` is a formula (Written) or a sentence (str, the same in both forms)."""

    statement: Written | str
    justification: str
    theorem: Theorem | None = None

    def __str__(self) -> str:
        return f"{self.statement}  [{self.justification}]" + ("  (theorem)" if self.theorem else "")


@dataclass(frozen=True)
class Derivation(Shown):
    """A titled list of steps that ends in a result. Raises ValueError where there is no step."""

    title: str
    steps: tuple[Step, ...]
    result: Written

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(self.steps))
        if not self.steps:
            raise ValueError(f"the derivation {self.title!r} has no steps; it needs one at least")

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """The theorems of the steps, in their order."""
        return tuple(step.theorem for step in self.steps if step.theorem is not None)

    def __str__(self) -> str:
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([self.title, *(f"  {line}" for line in lines), f"  Result: {self.result}"])

    def latex(self) -> str:
        """The derivation as an enumerated list, for a document that loads amsmath and amssymb."""
        items = [rf"  \item {_sentence(step)}" for step in self.steps]
        return "\n".join(
            [
                rf"\paragraph{{{_prose(self.title)}}}",
                r"\begin{enumerate}",
                *items,
                r"\end{enumerate}",
                rf"\[ {self.result.latex} \]",
            ]
        )

    def _repr_latex_(self) -> str:
        """The derivation as one aligned display, which notebooks render."""
        rows = [
            rf"{_display(step.statement)} && \text{{{_prose(step.justification)}}}"
            for step in (*self.steps, Step(self.result, "result"))
        ]
        return "$\\displaystyle\n\\begin{aligned}\n" + " \\\\\n".join("& " + row for row in rows) + "\n\\end{aligned}$"


def _display(statement: Written | str) -> str:
    return statement.latex if isinstance(statement, Written) else rf"\text{{{_prose(statement)}}}"


def _sentence(step: Step) -> str:
    said = rf"$\displaystyle {step.statement.latex}$" if isinstance(step.statement, Written) else _prose(step.statement)
    return f"{said} ({_prose(step.justification)})"


def _prose(text: str) -> str:
    """Plain text with the characters that LaTeX gives a meaning escaped."""
    escapes = {
        "\\": r"\textbackslash{}",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        **{character: "\\" + character for character in "{}$&%#_"},
    }
    return "".join(escapes.get(character, character) for character in text)
