"""Sequential composition and budget splitting: what a composed mechanism really spends of the sum of its budgets.

Running an eps1-LDP and an eps2-LDP mechanism on one truth is (eps1 + eps2)-LDP; the sum is an upper bound, and the
exact level of the composed mechanism may lie below it. Source: Ma, Wang, Definition 2, Remarks 1 and 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from mechanisms.design import Design
from mechanisms.notebook import Shown
from mechanisms.privacy import PrivacyError, PrivacyLoss, smallest_epsilon
from mechanisms.rational import RationalFunction


@dataclass(frozen=True)
class BudgetUse(Shown):
    """The exact smallest eps of a composed mechanism beside the budgets of its parts.

    Attributes:
        whole: the loss of the composed mechanism.
        parts: the losses of the mechanisms that it is composed of, each with one ratio.
        total: e^(sum of the parts' eps), the level that sequential composition promises.

    """

    whole: PrivacyLoss
    parts: tuple[PrivacyLoss, ...]
    total: RationalFunction

    @property
    def spends_everything(self) -> bool:
        """Whether the exact level is the sum, for all values of the parameters at once."""
        return self.whole.ratio == self.total

    def left_over(self) -> tuple[RationalFunction, ...]:
        """e^(sum - level) for each candidate of the exact level; the least of them counts."""
        return tuple(self.total / c.value for c in self.whole.candidates if c.value is not None)


def budget_use(whole: PrivacyLoss, parts: Sequence[PrivacyLoss]) -> BudgetUse:
    """Compare a loss with the sum of others; PrivacyError when a part is infinite or a maximum of several ratios."""
    total = RationalFunction.of(1)
    for part in parts:
        if part.ratio is None:
            raise PrivacyError(f"the budget of a part must be one number or formula, not {part}")
        total = total * part.ratio
    return BudgetUse(whole, tuple(parts), total)


def composed(designs: Sequence[Design]) -> BudgetUse:
    """Independent responses to one truth by all these designs: their exact level together beside the sum of levels.

    ValueError without a design; PrivacyError as in `budget_use`.
    """
    if not designs:
        raise ValueError("nothing is composed of no design")
    return budget_use(smallest_epsilon(reduce(Design.product, designs)), [smallest_epsilon(d) for d in designs])
