"""Which designs of parity at most gamma are admissible among these, and which locally l-diverse ones are.

A column of a design of parity at most gamma lies in the cone v_i <= gamma v_j. Its extreme rays are, for k >= 2 truths
and gamma > 1, the multiples of gamma on a set A, 1 outside, where A is neither empty nor everything: with m the least
and M the largest entry, the layers of v - m over gamma - 1 are multiples of such columns, what they leave is the
constant m - (M - m)/(gamma - 1) >= 0, and a constant is the sum of the columns of A and of its complement over
gamma + 1. Splitting a response into such columns keeps the parity; where every response is extreme already,
P = P' C makes each response of P' proportional to one of P, so that P' can be had from P. Hence a design is admissible
exactly if each response that occurs takes both values of the ratio gamma and no others.

The responses of a locally l-diverse design are constant on a set of l truths or more and 0 elsewhere. One on a larger
set splits into all its subsets of size l, and one of size l cannot be split. So the admissible ones are those in which
each response has exactly l possible truths.

Source: Nayak, Zhai, section 3; Chai, Nayak 2018.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from mechanisms.design import Design
from mechanisms.exact.polynomial import Rational
from mechanisms.guarantees.criteria.average import Admissible, Column, Dominated, dominated_by, layers
from mechanisms.guarantees.criteria.bayes import CriterionError, numbers
from mechanisms.guarantees.criteria.diversity import local_diversity_of
from mechanisms.guarantees.criteria.parity import design_parity


def parity_admissibility(design: Design, gamma: Rational) -> Admissible | Dominated:
    """Whether a design is admissible among those of parity at most gamma > 1, with a better one if it is not.

    Rational entries only. Raises CriterionError when the parity is larger, or gamma is not above 1.
    """
    level = Fraction(gamma)
    if level <= 1:
        raise CriterionError(f"only designs that say nothing have a parity of at most {gamma}; gamma > 1 is needed")
    if not design_parity(design).is_at_most(level):
        raise CriterionError(f"the parity of the design exceeds {gamma}")
    if len(design.truths) == 1:
        return Admissible()
    for place, column in enumerate(zip(*numbers(design), strict=True)):
        parts = _extreme_parts(column, level)
        if len(parts) > 1:
            return dominated_by(design, place, parts)
    return Admissible()


def diversity_admissibility(design: Design, size: int) -> Admissible | Dominated:
    """Whether a locally l-diverse design is admissible among these, with a better one if it is not.

    Rational entries only. Raises CriterionError when the design is not locally l-diverse.
    """
    if size < 1 or not local_diversity_of(design).holds(size):
        raise CriterionError(f"the design is not locally {size}-diverse")
    for place, column in enumerate(zip(*numbers(design), strict=True)):
        possible = [x for x, p in enumerate(column) if p > 0]
        sets = list(combinations(possible, size))
        if len(possible) > size:
            share = max(column) * len(possible) / (len(sets) * size)
            return dominated_by(design, place, [_on(subset, share, Fraction(0), len(column)) for subset in sets])
    return Admissible()


def _extreme_parts(column: Column, gamma: Fraction) -> list[Column]:
    """Columns with two values of the ratio gamma that sum to this one; itself alone if it is one or is zero."""
    least, size = min(column), len(column)
    if not any(column):
        return [column]
    excess = tuple(p - least for p in column)
    tops = [layer for layer in layers(excess) if any(layer)]
    parts = []
    rest = least
    for layer in tops:
        height = max(layer) / (gamma - 1)
        rest -= height
        parts.append(_on([x for x, p in enumerate(layer) if p > 0], gamma * height, height, size))
    if rest > 0:
        half = rest / (gamma + 1)
        inside = [x for x, p in enumerate(tops[0]) if p > 0] if tops else [0]
        parts.append(_on(inside, gamma * half, half, size))
        parts.append(_on(inside, half, gamma * half, size))
    return parts


def _on(inside: Sequence[int], high: Fraction, low: Fraction, size: int) -> Column:
    return tuple(high if x in inside else low for x in range(size))
