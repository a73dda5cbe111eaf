"""Parity of a response and of a design: how much likelier a response is under one truth than under another, at most.

The parity of the response y is max P[a, y]/P[b, y] over the truths a, b, with 0/0 = 1 and a/0 infinite for a > 0; this
is the largest over the smallest probability, by the same convention. That of the design is its largest one, so that a
design is eps-LDP exactly if its parity is at most e^eps. Source: Nayak, Zhai, Definition 2.2, where truths are columns.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.guarantees.criteria.bayes import numbers
from mechanisms.privacy import PrivacyLoss, smallest_epsilon


@dataclass(frozen=True)
class Parity(Shown):
    """A parity of numbers; `value` is None when it is infinite, and attained at `response` between two truths.

    Attributes:
        likelier: a truth under which the response is most probable.
        other: a truth under which it is least probable.

    """

    value: Fraction | None
    response: Hashable
    likelier: Hashable
    other: Hashable

    @property
    def is_infinite(self) -> bool:
        """Whether the response is possible under one truth and impossible under another."""
        return self.value is None

    def is_at_most(self, bound: Fraction | int | None) -> bool:
        """Whether the parity does not exceed a bound; None stands for infinity on both sides."""
        return bound is None or (self.value is not None and self.value <= bound)


def response_parity(design: Design, response: Hashable) -> Parity:
    """The parity of one response of a design with rational entries; 1 for a response that never occurs."""
    return response_parities(design)[design.column_of(response)]


def response_parities(design: Design) -> tuple[Parity, ...]:
    """The parities of all responses of a design with rational entries."""
    columns = zip(*numbers(design), strict=True)
    return tuple(_parity(column, y, design.truths) for column, y in zip(columns, design.responses, strict=True))


def design_parity(design: Design) -> Parity:
    """The parity of a design with rational entries, with the first response at which it occurs."""
    return largest_parity(response_parities(design))


def largest_parity(parities: Sequence[Parity]) -> Parity:
    """The first of the largest parities."""
    infinite = [parity for parity in parities if parity.is_infinite]
    if infinite:
        return infinite[0]
    return max(parities, key=lambda parity: parity.value or Fraction(0))


def _parity(column: Sequence[Fraction], response: Hashable, truths: Sequence[Hashable]) -> Parity:
    most, least = max(column), min(column)
    value = None if least == 0 < most else most / least if least else Fraction(1)
    return Parity(value, response, truths[column.index(most)], truths[column.index(least)])


def symbolic_parity(design: Design) -> PrivacyLoss:
    """The parity of a design with parameters: e^eps for the smallest eps, as `smallest_epsilon` finds it."""
    return smallest_epsilon(design)
