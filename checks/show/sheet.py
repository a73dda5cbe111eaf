"""What an analysis is made of when it is shown: sections of facts, tables and sentences, the same for every output."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from math import log
from pathlib import PurePath

import sympy

from checks.claims.prose import escape
from checks.claims.typed_mathematics import with_dollars
from checks.inputs.rational_design import stood_for
from checks.system.plain_data import label
from derivations.steps import Written
from mechanisms.design import Design
from mechanisms.exact import typesetting
from mechanisms.exact.logarithm_sum import EnclosedNumber, LogarithmSum, RealNumber, bounds
from mechanisms.exact.numerals import numeral
from mechanisms.exact.rational import RationalFunction

DECIMALS = 15  # of a decimal that stands for an irrational number, at most
LONG = 28  # characters of an exact number that is shown beside its decimals
BITS = 80
MOST = 12  # rows and columns of a matrix, unless all of it is asked for
ROOM, BETWEEN = 76, 3  # letters for the labels of the columns, and those between two of them
Text = Written | str


# names of files, designs, options, systems and people, seconds, numbers that have to break; and dollars of labels
_NAMES = re.compile(
    r"\w\.[a-z]|[\w-]\([^()]*=|`|--|\w-\w+-\w|\de[+-]\d|\$|\w=\w|\w_eps\b|[A-Z]{2,}-[A-Z]\b|\d s\b|\b[A-Z]\. ?[A-Z]"
    r"|\d{24}|\b(?!(?:log|max|min|exp|sqrt|det|diag|erf)\()[a-z][a-z-]+\("
)
_CALL = re.compile(  # a design or a law with its parameters, such as oue(k=4, eps=log(3)) or beta(2,3)
    r"(\b(?!(?:log|max|min|exp|sqrt|det|diag|erf|delta|pi)\()[a-z]{2}[\w-]*\((?:[^()]|\([^()]*\))*\))"
)


def typed(text: str) -> str | None:
    """A sentence with what is typed as mathematics in it between dollars; None where names would be taken for that.

    A design with its parameters stays as it is typed.
    """
    parts = [part if i % 2 else None if _NAMES.search(part) else with_dollars(part)
             for i, part in enumerate(_CALL.split(text))]  # fmt: skip
    return None if None in parts else "".join(part for part in parts if part is not None)


@dataclass(frozen=True)
class Fact:
    """A name and its value, in one line."""

    name: str
    value: Text


@dataclass(frozen=True)
class Grid:
    """A table; `cut` says what was left out; in a `numeric` one all columns but the first hold numbers."""

    caption: str
    header: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    cut: str = ""
    numeric: bool = False


@dataclass(frozen=True)
class Section:
    """A part of the analysis; `key` is short, for anchors."""

    key: str
    title: str
    parts: tuple[Fact | Grid | Text, ...]


def exact(value: Fraction, *, full: bool = False, decimals: bool = True) -> Written:
    """An exact number with six digits beside it; digits alone where it is long, unless it is asked for in full."""
    text = numeral(value)
    if value.denominator == 1:
        return (
            Written(text, text) if len(text) <= LONG or full else Written(f"{float(value):.6g}", f"{float(value):.6g}")
        )
    digits = f"{float(value):.6g}"
    shown = rf"\frac{{{numeral(abs(value.numerator))}}}{{{numeral(value.denominator)}}}"
    shown = f"-{shown}" if value < 0 else shown
    if len(text) > LONG and not full:
        return Written(f"{digits}...", rf"{scientific(digits)}\ldots")
    if not decimals:
        return Written(text, shown)
    sign = ("=", "=") if Fraction(digits) == value else ("~", r"\approx")
    return Written(f"{text} {sign[0]} {digits}", rf"{shown} {sign[1]} {scientific(digits)}")


def short(value: Fraction, *, full: bool = False) -> Written:
    """For cells of tables: the exact number if it has few characters, else six digits."""
    text = numeral(value)
    if len(text) <= 9 or full:
        return exact(value, full=True, decimals=False)
    digits = f"{float(value):.6g}"
    return Written(digits, scientific(digits))


def real(value: Fraction | RealNumber, *, full: bool = False) -> Written:
    """A rational number, a sum of logarithms, or one that is known by enclosures."""
    if isinstance(value, Fraction):
        return exact(value, full=full)
    if isinstance(value, LogarithmSum):
        if not value.terms:
            return exact(value.rational, full=full)
        text = str(value)
        digits = f"{float(value):.6g}"
        if len(text) <= 2 * LONG or full:
            return Written(f"{text} ~ {digits}", rf"{value.to_latex()} \approx {scientific(digits)}")
        return Written(f"{digits}...", rf"{scientific(digits)}\ldots")
    assert isinstance(value, EnclosedNumber)
    low, high = bounds(value, BITS)
    return Written(f"{float(low):.6g}...", rf"{scientific(f'{float(high):.6g}')}\ldots")


def between(low: Fraction, high: Fraction) -> Written:
    """A number that is enclosed: nine digits where both bounds have the same."""
    first, last = f"{float(low):.9g}", f"{float(high):.9g}"
    if first == last:
        return Written(f"{first}...", rf"{scientific(first)}\ldots")
    return Written(f"{first} .. {last}", rf"{scientific(first)} \ldots {scientific(last)}")


def level(x: Fraction | None) -> Written:
    """eps = log(x), None for infinity; the rational eps that was said, where x is the decimal that stands for e^eps."""
    if x is None:
        return Written("infinite", r"\infty")
    if x == 1:
        return Written("0", "0")
    if (eps := stood_for(x)) is not None:
        return exact(eps, decimals=False)
    text, digits = numeral(x), f"{log(x):.6g}"
    if len(text) > LONG:
        return Written(f"{digits}...", rf"{digits}\ldots")
    if x.denominator > 10**6 and not 10**DECIMALS % x.denominator:  # what stands for an irrational number
        text = f"{Decimal(x.numerator) / Decimal(x.denominator):f}"
        return Written(f"log({text}) ~ {digits}", rf"\log({text}) \approx {digits}")
    return Written(f"log({text}) ~ {digits}", rf"\log\left({exact(x, decimals=False).latex}\right) \approx {digits}")


def ratio(x: Fraction | None, *, full: bool = False) -> Written:
    """A parity, None for infinity."""
    return Written("infinite", r"\infty") if x is None else exact(x, full=full)


def formula(value: RationalFunction | sympy.Basic, symbols: dict[str, sympy.Expr] | None = None) -> Written:
    """A formula, factored."""
    return Written(typesetting.text(value, symbols), typesetting.latex(value, symbols))


def vector(values: Sequence[Fraction], *, full: bool = False) -> Written:
    """Numbers with commas between them, in brackets."""
    parts = [exact(v, decimals=False, full=full) for v in values]
    shown = parts if len(parts) <= 12 or full else [*parts[:11], Written("...", r"\ldots")]
    return Written(f"({', '.join(p.text for p in shown)})", rf"\left({', '.join(p.latex for p in shown)}\right)")


def mixture(weights: Sequence[Fraction], names: Sequence[object]) -> Written:
    """Such as 1/2 of a and 1/2 of b."""
    parts = [(exact(w, decimals=False), label(name)) for w, name in zip(weights, names, strict=True) if w]
    return Written(
        " + ".join(f"{w.text} [{name}]" if w.text != "1" else f"[{name}]" for w, name in parts),
        " + ".join((w.latex if w.text != "1" else "") + rf"\,[\text{{{escape(name)}}}]" for w, name in parts),
    )


def scientific(digits: str) -> str:
    """Decimals in LaTeX: 1e-05 as a power of ten."""
    mantissa, e, exponent = digits.partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if e else digits


def name(value: object) -> str:
    """The label of a truth or response."""
    return label(value)


def matrix(
    rows: Sequence[Sequence[Fraction]], left: Sequence[object], top: Sequence[object], caption: str, full: bool
) -> Grid:
    """A matrix of numbers with its labels; the first rows and columns, unless all of it is asked for."""
    most = len(left) if full else MOST
    widths = accumulate(len(name(column)) + BETWEEN for column in top)
    across = len(top) if full else min(MOST, sum(width <= ROOM for width in widths)) or 1
    cut = ""
    if len(left) > most or len(top) > across:
        cut = f"the first part of {len(left)} rows and {len(top)} columns"
    dots = ("...",) * (len(top) > across)
    body: tuple[tuple[Text, ...], ...] = tuple(
        (_upright(row), *(short(value, full=full) for value in values[:across]), *dots)
        for row, values in list(zip(left, rows, strict=True))[:most]
    )
    return Grid(caption, ("", *(_upright(column) for column in top[:across]), *dots), body, cut)


def _upright(value: object) -> Text:
    """A label; a letter is no name of a variable here."""
    said = name(value)
    return Written(said, rf"\text{{{said}}}") if len(said) == 1 and said.isalpha() else said


def heading(design: Design, argument: str = "") -> str:
    """The title of an analysis: the name of the design, or of the file that the argument names."""
    return f"Analysis of the design {design.name or PurePath(argument).name}".rstrip()


def bits(factor: Fraction) -> Written:
    """The logarithm to the base 2 of a factor."""
    digits = f"{log(factor) / log(2):.6g}"
    shown = exact(factor, decimals=False)
    if factor.denominator == 1 and not factor.numerator & (factor.numerator - 1):  # a power of two
        whole = factor.numerator.bit_length() - 1
        unit = "bit" if whole == 1 else "bits"
        return Written(f"{whole} {unit}", rf"{whole} \text{{ {unit}}}")
    return Written(f"log2({shown.text}) ~ {digits} bits", rf"\log_2 {shown.latex} \approx {digits} \text{{ bits}}")


def with_unit(value: Written, unit: str) -> Written:
    """A value followed by its unit."""
    return Written(f"{value.text} {unit}", rf"{value.latex} \text{{ {unit}}}")
