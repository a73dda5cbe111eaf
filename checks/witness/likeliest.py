"""The shares of truths under which responses are likeliest, by Gibbs' inequality: each has the chance at which it came.

A product of chances q(w(1)) ... q(w(n)) is largest, of all laws q, at the shares of the responses in w, and only there.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq_mat

from checks.witness.numbers import EXACT, UndecidedError, to_flint
from mechanisms.exact.polynomial import to_fraction


def likeliest_shares(rows: Sequence[Sequence[Any]], word: Sequence[Any], signed: bool) -> tuple[Fraction, ...]:
    """The only shares that make the word likeliest; `rows` has the responses' chances under each truth.

    Raises UndecidedError where the design has no inverse, or the shares are negative and these are not looked at.
    """
    if any(len(row) != len(rows) for row in rows):
        raise UndecidedError("a design with as many truths as responses is wanted")
    if not all(isinstance(entry, EXACT) for row in rows for entry in row):
        raise UndecidedError("a design of fractions is wanted")
    design = fmpq_mat([[to_flint(entry) for entry in row] for row in rows])
    if design.det() == 0:
        raise UndecidedError("the design has no inverse")
    chances = [[to_flint(Fraction(sum(letter == y for letter in word), len(word)))] for y in range(1, len(rows) + 1)]
    shares = tuple(to_fraction(entry) for (entry,) in design.transpose().solve(fmpq_mat(chances)).tolist())
    if not signed and min(shares) < 0:
        raise UndecidedError("the likeliest shares lie at an end")
    return shares
