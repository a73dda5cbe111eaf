"""Sums and products of integers over the rows of an array, exactly, at the speed of floating-point matrix products.

The numbers are cut into limbs of 20 bits. A product of two limbs is below 2^40 and the sum of 4096 of them below 2^52,
so that every float on the way is an integer and nothing is rounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

LIMB = 20
ROWS = 4096  # summed at a time


def sums(values: NDArray[Any]) -> list[int]:
    """The sum of each column of an integer array."""
    return products(np.ones((len(values), 1), dtype=np.int64), values)[0]


def products(left: NDArray[Any], right: NDArray[Any]) -> list[list[int]]:
    """left' right for arrays of integers (int64, or Python's own in an array of objects) with as many rows."""
    if left.dtype == object or right.dtype == object:
        found = left.astype(object).T @ right.astype(object)
        return [[int(value) for value in row] for row in found]
    total = np.zeros((left.shape[1], right.shape[1]), dtype=object)
    for start in range(0, len(left), ROWS):
        rows = slice(start, start + ROWS)
        second = _limbs(right[rows])
        for i, a in enumerate(_limbs(left[rows])):
            for j, b in enumerate(second):
                total += (a.T @ b).astype(np.int64).astype(object) << (LIMB * (i + j))
    return [[int(value) for value in row] for row in total]


def _limbs(values: NDArray[np.int64]) -> list[NDArray[np.float64]]:
    """Floats whose sum, the i-th times 2^(20 i), is the array: all but the last in [0, 2^20), the last in +-2^20."""
    found, rest = [], values
    while rest.size and max(-int(rest.min()), int(rest.max())) >= 1 << LIMB:
        found.append((rest & ((1 << LIMB) - 1)).astype(np.float64))
        rest = rest >> LIMB
    return [*found, rest.astype(np.float64)]
