"""Vectorised sampling of responses from a design, with exactly the probabilities of the design.

Each response is read from a table at the first 16 (or fewer) bits of a uniform number. Where a probability boundary
falls inside a cell of the table, 64 bits are looked at; where even these leave it open, as many more as it takes. So
the law of the responses is the design's to the last digit, not up to a rounding error, given that the generator's
bits are uniform and independent.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.design import Design
from mechanisms.exact.rational import RationalFunction

TABLE_CELLS = 2**20  # so that the table stays in the cache of one core
CHUNK = 2**15  # truths looked up at a time, for the same reason
MAXIMAL_RESPONSES = 2**16 - 1  # the responses and the mark for an open cell are stored in 16 bits
FINE_BITS = 64


class SamplingError(ValueError):
    """The design still has parameters or too many responses, or the truths are no indices of its rows."""


@dataclass(frozen=True)
class _Threshold:
    """A cumulative probability strictly between 0 and 1, given by its binary digits."""

    design: Design
    value: RationalFunction

    def digits(self, bits: int) -> tuple[int, bool]:
        """(floor(value * 2^bits), whether that is exact)."""
        generator = self.design.generator
        if generator is None or not self.value.names:
            scaled = self.value.evaluate({}) * 2**bits
            return scaled.numerator // scaled.denominator, scaled.denominator == 1
        width = Fraction(1, 2 ** (bits + 16))
        while True:
            low, high = generator.enclose(self.value, width)
            floors = [end * 2**bits // 1 for end in (low, high)]
            if floors[0] == floors[1]:
                return int(floors[0]), False  # irrational, so never exact
            width /= 2**64


@dataclass(frozen=True)
class _Row:
    """What is needed to settle the responses of one true value from the bits of a uniform number."""

    thresholds: tuple[_Threshold, ...]
    floors: NDArray[np.uint64]  # of the thresholds at FINE_BITS, ascending
    inexact: NDArray[np.uint64]  # those floors below which the threshold does not lie on the grid
    responses: NDArray[np.intp]  # response after passing 0, 1, ... thresholds

    def settle(self, uniform: NDArray[np.uint64], rng: np.random.Generator) -> NDArray[np.intp]:
        """Responses for uniform 64-bit numbers, extended by further random bits where that is needed."""
        passed = np.searchsorted(self.floors, uniform, side="right")
        for i in np.flatnonzero(np.isin(uniform, self.inexact)):
            passed[i] = self._passed(int(uniform[i]), rng)
        return self.responses[passed]

    def _passed(self, uniform: int, rng: np.random.Generator) -> int:
        """The number of thresholds at or below a uniform number whose first 64 bits are given."""
        bits = FINE_BITS
        while True:
            digits = [t.digits(bits) for t in self.thresholds]
            if all(exact or floor != uniform for floor, exact in digits):
                return sum(floor <= uniform for floor, _ in digits)
            uniform = (uniform << 32) | int(rng.integers(2**32))
            bits += 32


@dataclass(frozen=True)
class _Tables:
    bits: int
    responses: NDArray[Any]  # row after row, 2^bits cells each; `mark` where a threshold falls inside the cell
    mark: int
    rows: tuple[_Row, ...]


def sample(design: Design, truths: Any, rng: np.random.Generator) -> NDArray[Any]:
    """Draw one response for each true value, independently, with probability P[truth, response].

    Args:
        design: a design without parameters.
        truths: integer array of any shape with row indices 0 .. k-1 (positions in `design.truths`).
        rng: the generator that supplies the bits; equal seeds give equal responses.

    Returns:
        Array of the shape of `truths` with column indices (positions in `design.responses`), uint8 for up to 256
        responses, else uint16. A response of probability zero never occurs.

    Raises:
        SamplingError: the design has parameters or more than 65535 responses, or a truth is no index of a row.

    """
    array = np.asarray(truths)
    rows, columns = design.shape
    result = np.empty(array.shape, dtype=np.uint8 if columns <= 256 else np.uint16)
    if array.size == 0:
        return result
    if array.dtype.kind not in "iu":
        raise SamplingError(f"truths must be an array of integers, not of {array.dtype}")
    tables = _tables(design)
    flat, out = array.reshape(-1), result.reshape(-1)
    index = np.empty(CHUNK, dtype=np.intp)
    found = np.empty(CHUNK, dtype=tables.responses.dtype)
    opened: list[NDArray[np.intp]] = []  # positions whose first bits do not settle the response
    opened_bits: list[NDArray[np.uint16]] = []
    for start in range(0, flat.size, CHUNK):
        chunk = flat[start : start + CHUNK]
        _check_range(chunk, start, rows)
        random = rng.integers(2**16, size=chunk.size, dtype=np.uint16)
        random >>= 16 - tables.bits
        where, cells = index[: chunk.size], found[: chunk.size]
        np.left_shift(chunk, tables.bits, out=where, casting="unsafe", dtype=np.intp)
        np.bitwise_or(where, random, out=where)
        # Every index is inside the table, so that "clip" changes none; it only skips a second check.
        np.take(tables.responses, where, out=cells, mode="clip")
        unsettled = np.flatnonzero(cells == tables.mark)
        opened.append(unsettled + start)
        opened_bits.append(random[unsettled])
        out[start : start + CHUNK] = cells
    _settle(tables, flat, out, np.concatenate(opened), np.concatenate(opened_bits), rng)
    return result


def _settle(
    tables: _Tables,
    truths: NDArray[Any],
    responses: NDArray[Any],
    positions: NDArray[np.intp],
    first_bits: NDArray[np.uint16],
    rng: np.random.Generator,
) -> None:
    """Look at 64 bits of the uniform numbers whose first bits did not settle the response."""
    rest = FINE_BITS - tables.bits
    uniform = rng.integers(2**rest, size=positions.size, dtype=np.uint64)
    uniform |= first_bits.astype(np.uint64) << np.uint64(rest)
    owners = truths[positions]
    for truth in np.unique(owners):
        mine = np.flatnonzero(owners == truth)
        responses[positions[mine]] = tables.rows[int(truth)].settle(uniform[mine], rng)


def _check_range(chunk: NDArray[Any], start: int, rows: int) -> None:
    # Seen as unsigned numbers, negative ones are large: one comparison finds both kinds of bad index.
    if int(chunk.view(chunk.dtype.str.replace("i", "u")).max()) >= rows:
        bad = int(np.flatnonzero((chunk < 0) | (chunk >= rows))[0])
        raise SamplingError(
            f"truths[{start + bad}] is {int(chunk[bad])}, which is no row of the design; its rows are 0 to {rows - 1}"
        )


@lru_cache(maxsize=16)
def _tables(design: Design) -> _Tables:
    rows, columns = design.shape
    if design.parameters:
        raise SamplingError(
            f"a design with the parameters {', '.join(design.parameters)} cannot be sampled; "
            f"give them exact values with design.at(...)"
        )
    if columns > MAXIMAL_RESPONSES:
        raise SamplingError(f"the design has {columns} responses; at most {MAXIMAL_RESPONSES} can be sampled")
    bits = min(16, max(8, (TABLE_CELLS // rows).bit_length() - 1))
    mark = 255 if columns <= 255 else MAXIMAL_RESPONSES
    cells = np.empty((rows, 2**bits), dtype=np.uint8 if columns <= 255 else np.uint16)
    settlers = []
    for x in range(rows):
        row = _row(design, x)
        settlers.append(row)
        coarse = [t.digits(bits) for t in row.thresholds]
        # A cell starts above a threshold if the threshold's floor is a smaller cell, or just this one and exact.
        begin = [floor if exact else floor + 1 for floor, exact in coarse]
        cells[x] = (
            row.responses[np.searchsorted(begin, np.arange(2**bits), side="right")] if begin else row.responses[0]
        )
        cells[x, [floor for floor, exact in coarse if not exact]] = mark
    return _Tables(bits, cells.reshape(-1), mark, tuple(settlers))


def _row(design: Design, x: int) -> _Row:
    thresholds: list[_Threshold] = []
    responses: list[int] = []
    total = RationalFunction.of(0)
    for y, entry in enumerate(design.entries[x]):
        if entry.is_zero():
            continue
        if responses:
            thresholds.append(_Threshold(design, total))
        responses.append(y)
        total = total + entry
    fine = [t.digits(FINE_BITS) for t in thresholds]
    return _Row(
        tuple(thresholds),
        np.array([floor for floor, _ in fine], dtype=np.uint64),
        np.array([floor for floor, exact in fine if not exact], dtype=np.uint64),
        np.array(responses, dtype=np.intp),
    )
