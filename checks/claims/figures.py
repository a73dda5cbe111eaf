"""Figures of a claims file: quantities as curves over a range of one symbol."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

NUMBER = re.compile(r"-?\d{1,30}(?:/\d{1,30}|\.\d{1,30})?")
MAXIMAL_CURVES = 20


@dataclass(frozen=True)
class PrintedFigure:
    """Curves in LaTeX along a symbol from one number to a larger one, with the values of the other symbols."""

    curves: tuple[str, ...]
    along: str
    start: Fraction
    end: Fraction
    at: tuple[tuple[str, str], ...] = ()


def number_of(value: object) -> Fraction | None:
    """The number that is written as an integer, a fraction or a decimal; None for anything else."""
    text = str(value) if isinstance(value, str) or type(value) is int else ""
    try:
        return Fraction(text) if NUMBER.fullmatch(text) else None
    except ZeroDivisionError:
        return None
