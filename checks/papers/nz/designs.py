"""The designs of section 3.1 from what respondents do; a row for each truth here, a column in the paper."""

from __future__ import annotations

from dataclasses import dataclass

from derivations.estimation.sampling_model import design_rows
from mechanisms.catalogue.subset_responses import ERASED, erasure
from mechanisms.exact.rational import RationalFunction


@dataclass(frozen=True)
class Erasure:
    """The probabilities of the design that reveals the category or says nothing, the same for every k.

    Attributes:
        own: of the own category.
        other: of each other category.
        erased: of saying nothing, the same under all categories.

    """

    own: RationalFunction
    other: RationalFunction
    erased: RationalFunction

    @property
    def distance(self) -> RationalFunction:
        """The sum of |p_ui - p_uj| over the responses u, for 1 <= phi <= 2: c_i and c_j differ, nothing else does."""
        return 2 * (self.own - self.other)


def revealing(phi: RationalFunction, categories: int = 3) -> Erasure:
    """P_0 of (3.1), from the protocol: a category is reported with probability phi - 1.

    What a respondent does does not depend on k, and all categories are alike, so that three stand for any number.
    """
    design = erasure(categories).protocol.design()
    rows = design_rows(design)
    erased = design.column_of(ERASED)
    values = {"phi": phi}
    own = {rows[t][t].substitute(values) for t in range(categories)}
    other = {rows[t][z].substitute(values) for t in range(categories) for z in range(categories) if z != t}
    nothing = {row[erased].substitute(values) for row in rows}
    (first,), (second,), (third,) = own, other, nothing
    return Erasure(first, second, third)
