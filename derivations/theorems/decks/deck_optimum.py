"""The deck of least variance at a given privacy of one report, for every number L of cards at once.

A card Y shows k with probability p_k, k = 1 .. L; a report is eps-private if p_k <= x p_{L+1-k} for all k, x = e^eps.
The variance of the estimate is a multiple of V = Var(Y)/(L + 1 - 2 E[Y])^2. With Z = L + 1 - 2 Y,

    V = (E[Z^2]/E[Z]^2 - 1)/4,    E[Z] = sum over pairs d (a - b),   E[Z^2] = sum over pairs d^2 (a + b),

where the pair of the cards k and L + 1 - k lies at the distance d = L + 1 - 2 k > 0, a = p_k, b = p_{L+1-k}; a middle
card has Z = 0. For all real alpha, beta each pair has a non-negative excess (`pair_excess_is_nonnegative`)

    (x - 1)(beta^2 d^2 + alpha^2)(a + b) - 2 alpha beta (x + 1) d (a - b)
        = (x - 1)(a + b)(beta d - alpha)^2 + 4 alpha beta d (x b - a).

It is linear in (a, b), so the excess of a deck is the sum over its pairs, however many there are. At alpha = (x + 1)
E[Z], beta = (x - 1) S, with S = sum (a + b) the share of the cards off the middle, that says (`bound_from_moments`)

    V >= ((x + 1)^2/((x - 1)^2 S) - 1)/4 >= x/(x - 1)^2,

for every L. Equality needs S = 1, every pair that occurs at d = |alpha|/beta, hence one pair only, and a = x b or
b = x a: the decks of two cards k and L + 1 - k in the proportion x : 1, whichever pair it is, are all the minimisers.
Source of the problem: Sun, Zhou, Yan, Theorem 5.5, where L = 3 and the share of the middle card is fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Certificate, Sequent
from derivations.prover.lemmas import Term, both_signs, constant_fact, from_terms, ratio
from derivations.prover.quantities import without_trivial_hypotheses
from derivations.prover.sums_of_products import split, sum_of_products
from derivations.prover.with_theorems import prove_from
from mechanisms.exact.formula import Condition, Formula, equal_to
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

X, ALPHA, BETA, DISTANCE, FIRST, SECOND = (Polynomial.variable(name) for name in ("x", "alpha", "beta", "d", "a", "b"))
L, MEAN, SQUARES, SHARE = (Polynomial.variable(name) for name in ("L", "EY", "EY2", "S"))
ZERO, ONE = Polynomial(), Polynomial.constant(1)


class DeckSizeError(ValueError):
    """A deck needs at least two different numbers to tell the groups apart."""


def positive(p: Polynomial) -> Condition:
    """The condition p > 0."""
    return Condition(p, ">")


def nonnegative(p: Polynomial) -> Condition:
    """The condition p >= 0."""
    return Condition(p, ">=")


PRIVATE = positive(X - 1)


def excess(
    share: Polynomial, spread: Polynomial, second: Polynomial, alpha: Polynomial, beta: Polynomial
) -> Polynomial:
    """(x - 1)(beta^2 E[Z^2] + alpha^2 S) - 2 alpha beta (x + 1) E[Z], additive over pairs."""
    return (X - 1) * (beta**2 * second + alpha**2 * share) - 2 * alpha * beta * (X + 1) * spread


def pair_excess(a: Polynomial, b: Polynomial, d: Polynomial, alpha: Polynomial, beta: Polynomial) -> Polynomial:
    """The excess of one pair of cards with probabilities a, b at distance d."""
    return excess(a + b, d * (a - b), d**2 * (a + b), alpha, beta)


@cache
def pair_excess_is_nonnegative() -> Theorem:
    """x > 1, a >= 0, b >= 0, a <= x b, b <= x a |- excess of the pair >= 0, for all real alpha, beta, d."""
    goal = nonnegative(pair_excess(FIRST, SECOND, DISTANCE, ALPHA, BETA))
    product = ALPHA * BETA * DISTANCE
    same, opposite = nonnegative(product), positive(-product)

    def case(sign: Condition, square: Polynomial, slack: Polynomial) -> Theorem:
        squares = [Term(Fraction(1), (PRIVATE, nonnegative(share)), square) for share in (FIRST, SECOND)]
        return from_terms(goal, [*squares, Term(Fraction(4), (sign, nonnegative(slack)))])

    along = case(same, BETA * DISTANCE - ALPHA, X * SECOND - FIRST)
    against = case(opposite, BETA * DISTANCE + ALPHA, X * FIRST - SECOND)
    return split(same, along, against)


def variance_ratio(largest: Polynomial, mean: Polynomial, squares: Polynomial) -> RationalFunction:
    """Var(Y)/(L + 1 - 2 E[Y])^2."""
    return RationalFunction(squares - mean**2, (largest + 1 - 2 * mean) ** 2)


IDEAL = RationalFunction(X, (X - 1) ** 2)
"""x/(x - 1)^2, the least V over all decks: that of Warner's design with the same eps."""


def ideal_with_share(share: Polynomial | Fraction) -> RationalFunction:
    """((x + 1)^2/((x - 1)^2 S) - 1)/4, the least V when the cards off the middle have the share S."""
    return (RationalFunction((X + 1) ** 2) / (RationalFunction.of(share) * (X - 1) ** 2) - 1) / 4


_SPREAD = L + 1 - 2 * MEAN
_SECOND_MOMENT = (L + 1) ** 2 - 4 * (L + 1) * MEAN + 4 * SQUARES
_EXCESS = excess(SHARE, _SPREAD, _SECOND_MOMENT, (X + 1) * _SPREAD, (X - 1) * SHARE)
_OPTIMALITY = (X - 1) ** 2 * _SECOND_MOMENT - (X + 1) ** 2 * _SPREAD**2
_PRESENT, _MISSING, _INFORMATIVE = positive(SHARE), nonnegative(1 - SHARE), Condition(_SPREAD, "!=")


@cache
def bound_from_moments() -> Theorem:
    """x > 1, S > 0, D != 0, excess >= 0 |- V >= ((x + 1)^2/((x - 1)^2 S) - 1)/4, with L, E[Y], E[Y^2], S as variables.

    D = L + 1 - 2 E[Y], and the excess is that at alpha = (x + 1) D, beta = (x - 1) S.
    """
    core = nonnegative((X - 1) ** 2 * SHARE * _SECOND_MOMENT - (X + 1) ** 2 * _SPREAD**2)
    first = sum_of_products(core, [[nonnegative(_EXCESS)]], [PRIVATE, _PRESENT])
    goal = relation_formula(variance_ratio(L, MEAN, SQUARES), ">=", ideal_with_share(SHARE))
    return kernel.cut(first, prove_from(Sequent(frozenset((PRIVATE, _PRESENT, _INFORMATIVE, core)), goal)))


@cache
def least_variance_from_moments() -> Theorem:
    """x > 1, 0 < S <= 1, D != 0, excess >= 0 |- V >= x/(x - 1)^2, in the variables of `bound_from_moments`.

    By excess + (x - 1) S (1 - S)((x + 1) D)^2 = (x - 1) S^2 ((x - 1)^2 E[Z^2] - (x + 1)^2 D^2).
    """
    optimality = nonnegative(_OPTIMALITY)
    gap = Term.product(1, [(X - 1, PRIVATE), (SHARE, _PRESENT), (1 - SHARE, _MISSING)])
    terms = [Term.product(1, [(_EXCESS, nonnegative(_EXCESS))]), replace(gap, root=(X + 1) * _SPREAD)]
    first = from_terms(optimality, _scaled(terms, ratio(_OPTIMALITY, optimality)), [PRIVATE, _PRESENT, _PRESENT])
    goal = relation_formula(variance_ratio(L, MEAN, SQUARES), ">=", IDEAL)
    return kernel.cut(first, prove_from(Sequent(frozenset((PRIVATE, _INFORMATIVE, optimality)), goal)))


def _scaled(terms: Sequence[Term], scale: Fraction) -> list[Term]:
    """The terms divided by the factor by which the polynomial of a condition was scaled."""
    return [replace(term, weight=term.weight / scale) for term in terms]


# -- a given L -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deck(Shown):
    """A deck of L numbers with variable proportions p1, ..., p_{L-1}, and p_L = 1 - p1 - ... - p_{L-1}."""

    shares: tuple[Polynomial, ...]

    @classmethod
    def of_size(cls, largest: int) -> Deck:
        """The deck of the numbers 1 .. L; DeckSizeError unless L >= 2."""
        if largest < 2:
            raise DeckSizeError(f"a deck needs the numbers 1 .. L with L >= 2, not L = {largest}")
        free = tuple(Polynomial.variable(f"p{k}") for k in range(1, largest))
        return cls((*free, 1 - sum(free, ZERO)))

    @property
    def pairs(self) -> tuple[tuple[int, Polynomial, Polynomial], ...]:
        """(d, p_k, p_{L+1-k}) for the pairs off the middle."""
        size = len(self.shares)
        return tuple((size - 1 - 2 * i, self.shares[i], self.shares[-1 - i]) for i in range(size // 2))

    @property
    def hypotheses(self) -> frozenset[Formula]:
        """Probabilities, eps-private with x = e^eps > 1."""
        ratios = [nonnegative(X * p - q) for _, a, b in self.pairs for p, q in ((a, b), (b, a))]
        return frozenset((PRIVATE, *map(nonnegative, self.shares), *ratios))

    @property
    def off_middle(self) -> Polynomial:
        """S, the share of the cards off the middle."""
        return sum((a + b for _, a, b in self.pairs), ZERO)

    @property
    def spread(self) -> Polynomial:
        """E[Z] = L + 1 - 2 E[Y]."""
        return sum((d * (a - b) for d, a, b in self.pairs), ZERO)

    def moment(self, power: int) -> Polynomial:
        """E[Y^power]."""
        return sum((p * k**power for k, p in enumerate(self.shares, 1)), ZERO)

    def pair_theorems(self) -> list[Theorem]:
        """The excess of each pair is >= 0, at alpha = (x + 1) E[Z], beta = (x - 1) S."""
        multipliers = {"alpha": (X + 1) * self.spread, "beta": (X - 1) * self.off_middle}
        return [
            kernel.instantiate(
                pair_excess_is_nonnegative(), {"d": Polynomial.constant(d), "a": a, "b": b, **multipliers}
            )
            for d, a, b in self.pairs
        ]

    @property
    def moments(self) -> dict[str, Polynomial]:
        """What the variables of the theorems about moments stand for."""
        largest = Polynomial.constant(len(self.shares))
        return {"L": largest, "EY": self.moment(1), "EY2": self.moment(2), "S": self.off_middle}

    @property
    def whole_excess(self) -> Polynomial:
        """The excess of the deck, the sum of those of its pairs."""
        return _EXCESS.substitute(self.moments)

    @property
    def excesses(self) -> list[Condition]:
        """The excess of each pair is >= 0."""
        return [_condition(theorem) for theorem in self.pair_theorems()]

    def excess_theorem(self) -> Theorem:
        """The excesses of all pairs >= 0 |- the excess of the deck >= 0, their sum."""
        return sum_of_products(nonnegative(self.whole_excess), [[condition] for condition in self.excesses])

    def from_moments(self, theorem: Theorem) -> Theorem:
        """A theorem about moments for this deck, its hypotheses shown from those of the deck."""
        lemmas = [*self.pair_theorems(), self.some_card_off_the_middle(), self._at_most_one(), self.excess_theorem()]
        return with_hypotheses(chained(lemmas, kernel.instantiate(theorem, self.moments)), self.hypotheses)

    def _at_most_one(self) -> Theorem:
        """The share of the middle card >= 0 |- 1 - S >= 0, which for even L is 0 >= 0."""
        missing = nonnegative(1 - self.off_middle)
        return constant_fact(missing) or kernel.assume(missing)

    def some_card_off_the_middle(self) -> Theorem:
        """All shares >= 0, D != 0 |- S > 0."""
        present = positive(self.off_middle)
        if self.off_middle.is_constant():
            return prove_from(Sequent(frozenset(), present))
        absent, cards = nonnegative(-self.off_middle), [p for _, a, b in self.pairs for p in (a, b)]
        shown: list[Theorem] = []
        for card in cards:
            others = [[nonnegative(p)] for p in cards if p is not card]
            below = sum_of_products(nonnegative(-card), [[absent], *others])
            shown.append(chained([below], both_signs(equal_to(card, 0))))
        informative = Condition(self.spread, "!=")
        signed = [(d * sign, p) for d, a, b in self.pairs for sign, p in ((1, a), (-1, b))]
        scale = ratio(self.spread, informative)
        equations = tuple(
            (-informative.polynomial * (Fraction(d) / scale) * ratio(p, equal_to(p, 0)), equal_to(p, 0))
            for d, p in signed
        )
        known = [informative, *(equation for _, equation in equations)]
        clash = kernel.contradiction(known, Certificate((Fraction(1), ((informative, 2),)), (), equations))
        return kernel.absurd(chained(shown, clash), present)


@cache
def variance_bound(largest: int) -> Theorem:
    """p private with x = e^eps > 1, D != 0 |- V >= ((x + 1)^2/((x - 1)^2 S) - 1)/4, for L = `largest`.

    The variables are p1 .. p_{L-1}; p_L = 1 - p1 - ... - p_{L-1}. S is the share of the cards off the middle, 1 if L
    is even. The proof adds the excesses of the pairs; nothing about it depends on how many there are.
    """
    return Deck.of_size(largest).from_moments(bound_from_moments())


@cache
def least_variance(largest: int) -> Theorem:
    """p private with x = e^eps > 1, D != 0 |- V >= x/(x - 1)^2, for L = `largest`, in the variables p1 .. p_{L-1}."""
    return Deck.of_size(largest).from_moments(least_variance_from_moments())


def with_hypotheses(theorem: Theorem, hypotheses: frozenset[Formula]) -> Theorem:
    """The theorem with true conditions on numbers proved away, and with these hypotheses besides its own."""
    return kernel.weaken(without_trivial_hypotheses(theorem), hypotheses)


def chained(lemmas: Sequence[Theorem], theorem: Theorem) -> Theorem:
    """The theorem with the lemmas cut in, the last one first."""
    for lemma in reversed(lemmas):
        if lemma.sequent.conclusion in theorem.sequent.hypotheses:
            theorem = kernel.cut(lemma, theorem)
    return theorem


def _condition(theorem: Theorem) -> Condition:
    conclusion = theorem.sequent.conclusion
    assert isinstance(conclusion, Condition)
    return conclusion
