"""The number on a card, 1 to L, and its mirror image L + 1 - Y, for a given L or for every L at once.

Source: Sun, Zhou, Yan, An Improved Christofides Mechanism, section 2.2.3 and Appendix A.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derivations.estimation.moment_law import Exact, Law, LawError, law_of_moments, tabulated_law, variable
from mechanisms.exact.rational import RationalFunction


@dataclass(frozen=True)
class Card:
    """A card that shows k with probability p_k, k = 1 .. L.

    Attributes:
        largest: L, a number or a rational function.
        law: the law of the number Y that the card shows.

    """

    largest: RationalFunction
    law: Law

    @property
    def name(self) -> str:
        """The name of the number on the card."""
        return self.law.variables[0]

    @property
    def mean(self) -> RationalFunction:
        """E[Y]."""
        return self.law.mean

    @property
    def second_moment(self) -> RationalFunction:
        """E[Y^2]."""
        return self.law.second_moment

    @property
    def variance(self) -> RationalFunction:
        """Var(Y) = E[Y^2] - E[Y]^2."""
        return self.law.variance

    @property
    def mirrored_number(self) -> RationalFunction:
        """L + 1 - Y, the distance of the card from L + 1, as a polynomial in Y."""
        return self.largest + 1 - variable(self.name)

    @property
    def spread(self) -> RationalFunction:
        """L + 1 - 2 E[Y] = E[(L + 1 - Y) - Y], by which the mean report of the two groups differs."""
        return self.law.expect(self.mirrored_number - variable(self.name))

    def sum(self, value: Exact, index: str = "k") -> RationalFunction:
        """sum over k of value(k) p_k, for a polynomial in the index; other names, L among them, are constants."""
        return self.law.expect(self._of_number(value, index, variable(self.name)))

    def reversed_sum(self, value: Exact, index: str = "k") -> RationalFunction:
        """sum over k of value(k) p_{L+1-k} = sum over k of value(L+1-k) p_k."""
        return self.law.expect(self._of_number(value, index, self.mirrored_number))

    def _of_number(self, value: Exact, index: str, number: RationalFunction) -> RationalFunction:
        function = RationalFunction.of(value)
        if index in function.denominator.names:
            raise LawError(f"the index {index} is in the denominator of {function}; only polynomials in it are summed")
        return function.substitute({index: number})


def symbolic_card(
    largest: Exact | None = None,
    mean: Exact | None = None,
    *,
    second_moment: Exact | None = None,
    variance: Exact | None = None,
    name: str = "Y",
) -> Card:
    """A card of which two moments are named; unless given: L, EY and EY2 are the variables of these names.

    Give `variance` in place of `second_moment` to write results in Var(Y): E[Y^2] = Var(Y) + E[Y]^2. Raises LawError
    when both are given.
    """
    if second_moment is not None and variance is not None:
        raise LawError("give the second moment of the card or its variance, not both")
    first = variable("EY") if mean is None else RationalFunction.of(mean)
    if variance is not None:
        second = first**2 + RationalFunction.of(variance)
    else:
        second = variable("EY2") if second_moment is None else RationalFunction.of(second_moment)
    bound = variable("L") if largest is None else RationalFunction.of(largest)
    return Card(bound, law_of_moments(name, (first, second)))


def card(probabilities: Sequence[Exact], *, name: str = "Y") -> Card:
    """The card that shows k with probability `probabilities[k - 1]`; LawError unless they sum to one identically."""
    law = tabulated_law(name, dict(enumerate(probabilities, start=1)))
    return Card(RationalFunction.of(len(probabilities)), law)


def card_probabilities(largest: int, prefix: str = "p") -> tuple[RationalFunction, ...]:
    """p1, ..., p_{L-1} as variables and p_L = 1 - p1 - ... - p_{L-1}, so that they sum to one identically.

    Raises LawError for L < 1.
    """
    if largest < 1:
        raise LawError(f"a card shows one of 1 .. L with an integer L >= 1, not L = {largest}")
    free = tuple(variable(f"{prefix}{k}") for k in range(1, largest))
    return (*free, 1 - sum(free, RationalFunction.of(0)))
