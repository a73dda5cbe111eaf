"""Local l-diversity: each response leaves at least l truths possible, all of them equally plausible.

A response says only that the truth is one of the truths under which it has a positive probability, if that probability
is the same under all of these; an intruder's posterior is then the prior, normalised on them. Source: Nayak, Zhai,
section 4.1.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.guarantees.criteria.bayes import CriterionError, numbers


@dataclass(frozen=True)
class Diversity(Shown):
    """How many truths the most revealing response leaves possible.

    Attributes:
        level: the least number of truths under which a response that occurs has a positive probability.
        response: a response with so few.
        possible: these truths.
        uneven: a response whose positive probabilities differ, or None: then a response says nothing beyond the set.

    """

    level: int
    response: Hashable
    possible: tuple[Hashable, ...]
    uneven: Hashable | None

    @property
    def is_plain(self) -> bool:
        """Whether each response says only that the truth is in its set of possible truths."""
        return self.uneven is None

    def holds(self, level: int) -> bool:
        """Whether the design is locally l-diverse for l = `level`."""
        return self.is_plain and self.level >= level


def possible_truths(design: Design, response: Hashable) -> tuple[Hashable, ...]:
    """The truths under which the response has a positive probability, for a design with rational entries."""
    column = design.column_of(response)
    return tuple(truth for truth, row in zip(design.truths, numbers(design), strict=True) if row[column] > 0)


def local_diversity_of(design: Design) -> Diversity:
    """The local diversity of a design with rational entries; responses that never occur do not count.

    Raises CriterionError where none occurs.
    """
    rows = numbers(design)
    found: tuple[int, Hashable, tuple[Hashable, ...]] | None = None
    uneven: list[Hashable] = []
    for response, column in zip(design.responses, zip(*rows, strict=True), strict=True):
        possible = tuple(truth for truth, p in zip(design.truths, column, strict=True) if p > 0)
        if not possible:
            continue
        if found is None or len(possible) < found[0]:
            found = len(possible), response, possible
        if len({p for p in column if p > 0}) > 1:
            uneven.append(response)
    if found is None:
        raise CriterionError("no response of the design ever occurs")
    return Diversity(*found, uneven=uneven[0] if uneven else None)
