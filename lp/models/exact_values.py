"""Exact numbers in cvxpy: constants and parameters remember the rationals that they were given.

cvxpy turns every number into a float, also a Fraction, and has no place where a caller could keep the number itself. So
`cvxpy.Constant` and the values of `cvxpy.Parameter` are extended by one attribute: what was written as Fraction,
Decimal, whole number or sympy number is kept next to the float, and nothing else of cvxpy changes. This holds for
numbers that enter after this module is imported; a float is the rational that it is.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import cvxpy
import numpy as np
from cvxpy.expressions.constants.callback_param import CallbackParam
from cvxpy.expressions.leaf import Leaf
from sympy.solvers.diophantine.diophantine import sum_of_four_squares

from mechanisms.exact.entries import EntryError, exact_number

REMEMBERED = "_exact_value"
WHOLE_FLOATS = 2**53  # integers up to this are floats


class InexactError(ValueError):
    """A number that is not rational, or is not given at all, in a program that is to be solved exactly."""


def remember() -> None:
    """Let constants and parameters of cvxpy keep exact numbers; calling this once more changes nothing."""
    if hasattr(cvxpy.Constant, REMEMBERED):
        return
    construct, parameter_value = cvxpy.Constant.__init__, Leaf.value

    def constant(self: Any, value: Any, name: str | None = None) -> None:
        construct(self, value, name)
        kept = _worth_keeping(value)
        setattr(self, REMEMBERED, kept)
        if kept is not None and kept.shape == () and name is None:
            self._name = str(kept[()])

    def assign(self: Any, value: Any) -> None:
        kept = _worth_keeping(value)
        parameter_value.fset(self, value if kept is None else kept.astype(float))
        setattr(self, REMEMBERED, kept)

    cvxpy.Constant.__init__ = constant
    cvxpy.Parameter.value = property(parameter_value.fget, assign, doc=parameter_value.__doc__)
    setattr(cvxpy.Constant, REMEMBERED, None)
    setattr(cvxpy.Parameter, REMEMBERED, None)


def exact_value(leaf: Any) -> Any:
    """The numbers of a constant or parameter: an array of Fractions of its shape.

    Raises InexactError for a parameter without a value, for numbers that are not rational and for infinite ones.
    """
    kept = getattr(leaf, REMEMBERED)
    if kept is None:
        if leaf.value is None:
            raise InexactError(f"the parameter {leaf.name()} has no value; give it one, such as Fraction(5, 2)")
        dense = leaf.value.toarray() if hasattr(leaf.value, "toarray") else leaf.value
        kept = np.asarray(dense, dtype=object)
    known: dict[Any, Fraction] = {}
    result = np.empty(kept.shape, dtype=object)
    for place, number in np.ndenumerate(kept):
        if number not in known:
            known[number] = rational(number, leaf.name())
        result[place] = known[number]
    return result


def rational(number: Any, name: str) -> Fraction:
    """One number of a leaf of this name as a Fraction: a float is the rational that it is.

    Raises InexactError for what is no rational number.
    """
    plain = number.item() if isinstance(number, np.generic) else number
    if isinstance(plain, (int, float, Fraction, Decimal)):
        try:
            return Fraction(plain)
        except (ValueError, OverflowError) as error:
            raise InexactError(f"{name}: {plain} is no rational number") from error
    try:
        return exact_number(plain, f"a number in {name}")
    except EntryError as error:
        raise InexactError(str(error)) from error


def rationals(values: Any, name: str) -> Any:
    """Numbers, also in nested lists, as an array of Fractions; the exact value of a constant or parameter."""
    if isinstance(values, Leaf):
        return exact_value(values)
    given = np.array(values, dtype=object)
    return np.array([rational(v, name) for v in given.flat], dtype=object).reshape(given.shape)


class Derived(CallbackParam):  # type: ignore[misc]
    """A parameter that is a function of the exact values of others, where cvxpy's rules (DPP) allow no such product."""

    def __init__(self, formula: Callable[[], Any], shape: tuple[int, ...] = (), **attributes: Any) -> None:
        self._formula = formula
        super().__init__(callback=lambda: np.asarray(formula(), dtype=float), shape=shape, **attributes)

    @property
    def _exact_value(self) -> Any:
        return np.asarray(self._formula(), dtype=object)


def rational_squares(number: Fraction) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Four rational numbers whose squares sum to a number >= 0 (Lagrange), so that sums of squares stay rational."""
    roots = sum_of_four_squares(number.numerator * number.denominator)
    found = sorted((Fraction(int(root), number.denominator) for root in roots), reverse=True)
    return found[0], found[1], found[2], found[3]


def rounded_decimals(leaf: Any) -> list[float]:
    """The floats of a constant or parameter that differ from the decimals that they are printed as."""
    kept = getattr(leaf, REMEMBERED)
    if kept is not None:
        numbers = {float(v) for v in kept.flat if isinstance(v, (float, np.floating))}
    else:
        numbers = set(map(float, np.unique(leaf.value.data if hasattr(leaf.value, "toarray") else leaf.value)))
    return sorted(v for v in numbers if np.isfinite(v) and Fraction(v) != Fraction(repr(v)))


def _worth_keeping(value: Any) -> Any:
    """The numbers as objects, in the orientation in which cvxpy takes them; None where floats are all there is."""
    if value is None or isinstance(value, (float, np.floating)) or hasattr(value, "tocsc"):
        return None
    given = np.asarray(value)
    if given.dtype.kind not in "iuO":
        return None
    if given.dtype.kind in "iu" and (not given.size or np.abs(given).max() <= WHOLE_FLOATS):
        return None
    kept = np.array(value, dtype=object)
    return kept.T if isinstance(value, list) else kept


remember()
