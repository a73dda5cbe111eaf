"""Names that a user gives to a part of a formula, such as lambda = p*pi + (1 - p)*piB."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from checks.reading import ReadingError, Symbols, read_plain, symbol
from checks.reading import syntax as tree
from mechanisms.exact.polynomial import Polynomial

if TYPE_CHECKING:
    from checks.reading.syntax import Node

_NAME = re.compile(r"[A-Za-z]\w{0,39}", re.ASCII)
LONGEST = 400  # characters


class ShortNameError(ValueError):
    """A definition of a name cannot be read; the sentence says why."""


def read_short_names(texts: Sequence[str]) -> dict[str, Polynomial]:
    """What each name means, a polynomial. Raises ShortNameError."""
    found: dict[str, Polynomial] = {}
    for text in texts:
        name, equals, meaning = (part.strip() for part in text.partition("="))
        if not equals or not _NAME.fullmatch(name) or name in found or len(meaning) > LONGEST:
            raise ShortNameError(f"--define: {text[:60]!r}: write a name and what it means once: 'lambda = p*pi + q'")
        words = [word for word in dict.fromkeys(_NAME.findall(meaning)) if word != name]
        try:
            found[name] = _polynomial(read_plain(meaning, Symbols(*map(symbol, words))))
        except (ReadingError, ValueError) as error:
            raise ShortNameError(f"--define {name}: {error}") from error
    return found


def _polynomial(node: Node) -> Polynomial:
    match node:
        case tree.Number():
            return Polynomial.of(node.value)
        case tree.Name(name=name):
            return Polynomial.variable(name)
        case tree.Negate(term=term):
            return -_polynomial(term)
        case tree.Sum(terms=terms):
            return sum(map(_polynomial, terms), Polynomial.of(0))
        case tree.Product(factors=factors):
            whole = Polynomial.of(1)
            for factor in factors:
                whole = whole * _polynomial(factor)
            return whole
        case tree.Quotient(numerator=above, denominator=tree.Number() as below) if below.value:
            return _polynomial(above) * (1 / below.value)
        case tree.Power(base=base, exponent=tree.Number() as exponent) if exponent.value in range(1, 9):
            return _polynomial(base) ** int(exponent.value)
    raise ValueError("what a name means is a polynomial: +, -, * and small powers of names and numbers")
