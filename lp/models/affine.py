"""Affine functions of numbered unknowns with exact coefficients, as entries of numpy arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from derivations.arithmetic.statements import Row

ZERO, ONE, MINUS = Fraction(0), Fraction(1), Fraction(-1)


class Affine:
    """constant + sum of coefficient * unknown; arithmetic with Fractions and with one another, values never change."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: Mapping[int, Fraction], constant: Fraction = ZERO) -> None:
        self.terms, self.constant = terms, constant

    def __neg__(self) -> Affine:
        return Affine({j: -c for j, c in self.terms.items()}, -self.constant)

    def __mul__(self, factor: Fraction) -> Affine:
        if type(factor) is not Fraction:
            return NotImplemented
        return self if factor == ONE else total(((factor, self),))

    __rmul__ = __mul__

    def __add__(self, other: Affine | Fraction) -> Affine:
        return total(((ONE, self), (ONE, other))) if type(other) in (Affine, Fraction) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Affine | Fraction) -> Affine:
        return total(((ONE, self), (MINUS, other))) if type(other) in (Affine, Fraction) else NotImplemented

    def __rsub__(self, other: Fraction) -> Affine:
        return total(((ONE, other), (MINUS, self))) if type(other) is Fraction else NotImplemented

    def at(self, point: Sequence[Any]) -> Any:
        """The value where the unknowns have the given ones, Fractions or floats."""
        return sum((c * point[j] for j, c in self.terms.items()), self.constant)

    def row(self) -> Row:
        """The coefficients that are not zero, in the order of the unknowns."""
        return tuple(sorted(self.terms.items()))


def total(parts: Iterable[tuple[Fraction, Affine | Fraction]]) -> Affine:
    """The sum of factor * part."""
    terms: dict[int, Fraction] = {}
    constant = ZERO
    for factor, part in parts:
        number = part.constant if isinstance(part, Affine) else part
        if isinstance(part, Affine):
            for j, c in part.terms.items():
                added = c if factor is ONE else -c if factor is MINUS else factor * c
                terms[j] = terms[j] + added if j in terms else added
        if number:
            constant += factor * number
    return Affine({j: c for j, c in terms.items() if c}, constant)


def as_affine(value: Affine | Fraction) -> Affine:
    """A number as the affine function that is constant."""
    return value if isinstance(value, Affine) else Affine({}, value)


def is_number(entry: Affine | Fraction) -> bool:
    """Whether an entry is a number."""
    return type(entry) is Fraction


def sum_over(array: Any, axis: int | tuple[int, ...] | None, keepdims: bool) -> Any:
    """The sum of the entries along axes, as `numpy.sum`, but linear in the number of terms."""
    axes = tuple(range(array.ndim)) if axis is None else tuple(np.atleast_1d(axis) % max(array.ndim, 1))
    kept = [i for i in range(array.ndim) if i not in axes]
    lines = array.transpose([*kept, *axes]).reshape([*(array.shape[i] for i in kept), -1])
    shape = [1 if i in axes else n for i, n in enumerate(array.shape)] if keepdims else lines.shape[:-1]
    return _filled(lines.shape[:-1], lambda place: _sum((ONE, part) for part in lines[place])).reshape(shape)


def matrix_product(left: Any, right: Any) -> Any:
    """left @ right, one of which holds numbers only; zeros among these cost nothing.

    Raises TypeError where both vary, and for stacks of matrices.
    """
    a = left if left.ndim > 1 else left.reshape(1, -1)
    b = right if right.ndim > 1 else right.reshape(-1, 1)
    if a.ndim > 2 or b.ndim > 2:
        raise TypeError("products of stacks of matrices")
    numbers_first = all(map(is_number, a.flat))
    if not numbers_first and not all(map(is_number, b.flat)):
        raise TypeError("a product of two expressions that both vary")
    result = np.empty((a.shape[0], b.shape[1]), dtype=object)
    lines = a if numbers_first else b.T
    others = b.T if numbers_first else a
    for i, line in enumerate(lines):
        used = [(k, factor) for k, factor in enumerate(line) if factor]
        for j, other in enumerate(others):
            place = (i, j) if numbers_first else (j, i)
            result[place] = _sum((factor, other[k]) for k, factor in used)
    return result.reshape((*left.shape[:-1], *right.shape[1:]) if right.ndim > 1 else left.shape[:-1])


def _sum(parts: Iterable[tuple[Fraction, Affine | Fraction]]) -> Affine | Fraction:
    found = total(parts)
    return found if found.terms else found.constant


def _filled(shape: tuple[int, ...], entry: Any) -> Any:
    result = np.empty(shape, dtype=object)
    for place in np.ndindex(shape):
        result[place] = entry(place)
    return result
