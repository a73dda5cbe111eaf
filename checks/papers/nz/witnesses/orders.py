"""Blackwell's order of two designs by decision problems: who has the better design can earn no less in any of them.

For two categories the problems with two decisions decide, all of them by finitely many; for more categories generic
problems with three decisions are tried.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import lru_cache

from checks.papers.nz.witnesses.worlds import Rows

PROBLEMS = 40  # for three categories; a part of them tells two designs apart that are not equivalent


def is_better(rows: Rows, other: Rows) -> bool:
    """Strictly more informative."""
    return is_as_good(rows, other) and not is_as_good(other, rows)


@lru_cache(maxsize=10_000)
def is_as_good(rows: Rows, other: Rows) -> bool:
    """At least as informative."""
    if len(rows) == 2:
        return _earns_as_much(rows, other)
    return all(earned(rows, problem) >= earned(other, problem) for problem in problems(len(rows)))


@lru_cache(maxsize=10)
def problems(size: int) -> tuple[Rows, ...]:
    """Generic rewards of three decisions under each category; a design that comes from another one never earns more."""
    rng = random.Random(size)
    return tuple(
        tuple(tuple(Fraction(rng.randrange(20)) for _ in range(3)) for _ in range(size)) for _ in range(PROBLEMS)
    )


def earned(rows: Rows, rewards: Rows) -> Fraction:
    """The most that the responses allow to earn, summed over the categories."""
    return sum(
        (
            max(sum(p * reward[d] for p, reward in zip(column, rewards, strict=True)) for d in range(3))
            for column in zip(*rows, strict=True)
        ),
        Fraction(0),
    )


def _earns_as_much(rows: Rows, other: Rows) -> bool:
    """For two categories: sum over the responses of |c - t d| is at least that of the other design, for all t >= 0.

    This is what is earned by guessing the category at stakes 1 : t, but for a constant. Both sums are linear in t
    between the t at which a response favours neither category, so that it is enough to look there and at both ends.
    """
    places = {c / d for design in (rows, other) for c, d in zip(*design, strict=True) if d}
    for t in (Fraction(0), *places):
        first, second = (sum(abs(c - t * d) for c, d in zip(*design, strict=True)) for design in (rows, other))
        if first < second:
            return False
    return _certain(rows) >= _certain(other)


def _certain(rows: Rows) -> Fraction:
    """How often the first category is excluded, which is what counts as t grows without end."""
    return sum((d for c, d in zip(*rows, strict=True) if c == 0), Fraction(0))
