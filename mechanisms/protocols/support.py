"""Which categories a response speaks for, and how often: p* and q*, by enumeration.

A frequency oracle counts, for each category v, the responses that support it. It is pure if two probabilities say all
that the counts need,

    p* = P(response supports v | truth v),    q* = P(response supports v | truth w),   the same for all v and w != v.

Source: Wang, Blocki, Li, Jha, Locally Differentially Private Protocols for Frequency Estimation, 2017.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mechanisms.design import Design
from mechanisms.exact.rational import RationalFunction

Supports = Callable[[Any, int], bool]
"""(response, category) -> whether the response speaks for the category."""


class NotPureError(ValueError):
    """How often a category is supported depends on which category it is, or on which other one is true."""


class SupportProbabilities(NamedTuple):
    """p* and q*."""

    own: RationalFunction
    other: RationalFunction


def support_probability(design: Design, supports: Supports, category: int, truth: int) -> RationalFunction:
    """P(response supports the category | truth)."""
    row = design.entries[design.row_of(truth)]
    held = [p for p, response in zip(row, design.responses, strict=True) if supports(response, category)]
    return sum(held, RationalFunction.of(0))


def support_probabilities(design: Design, supports: Supports) -> SupportProbabilities:
    """p* and q* of a design whose truths are the categories; NotPureError if there are no such two numbers."""
    categories = [truth for truth in design.truths if isinstance(truth, int)]
    if len(categories) < len(design.truths) or len(categories) < 2:
        raise NotPureError("the truths of a frequency oracle are two categories or more, numbered 1, 2, ...")
    own = {support_probability(design, supports, v, v) for v in categories}
    other = {support_probability(design, supports, v, w) for v in categories for w in categories if v != w}
    if len(own) > 1 or len(other) > 1:
        raise NotPureError(f"{design.name or 'the design'} supports some categories more often than others")
    return SupportProbabilities(own.pop(), other.pop())


def holds_bit(response: tuple[int, ...], category: int) -> bool:
    """Whether a vector of bits has a 1 for the category."""
    return response[category - 1] == 1


def is_named(response: int, category: int) -> bool:
    """Whether the response is the category."""
    return response == category


def hashes_to(response: tuple[tuple[int, ...], int], category: int) -> bool:
    """Whether the reported hash function, its values at 1 .. k in order, sends the category to the reported value."""
    function, value = response
    return function[category - 1] == value


def is_positive_entry(response: int, category: int) -> bool:
    """Whether Sylvester's Hadamard matrix has +1 in the row of the category (0 is the row of ones) and this column."""
    return (response & category).bit_count() % 2 == 0
