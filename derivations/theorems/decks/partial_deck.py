"""A deck of M cards for n <= M respondents: between cards that are put back (M to infinity) and a full deck (M = n).

n respondents are drawn without replacement from N people of whom N pi are sensitive, and each draws a card from one
deck of M cards and keeps it. With V = Var(Y)/(L + 1 - 2 E[Y])^2 the linear unbiased estimate has the variance

    Var(pi_hat) = pi (1 - pi)(N - n)/(n (N - 1)) + (V/n) (1 - (n - 1)(N (2 pi - 1)^2 - 1)/((N - 1)(M - 1))),

and for n = N, when everybody is asked, V/N times (M - N (2 pi - 1)^2)/(M - 1). More cards raise it exactly if
N (2 pi - 1)^2 > 1, so that sharing a deck helps unless pi is close to 1/2.

What that costs in the privacy of all reports together (`mechanisms.guarantees.deck_privacy`), X = e^eps:

* At delta = 0 it never pays. A deck of M cards that is eps-private together for n >= 2 respondents is worse than the
  best cards that are put back, for every L, M, N and pi (`best_ratio_together`, `putting_back_is_better`).
* At delta > 0 it may be free. The deck of two kinds with a cards of one and b of the other, a - X b = delta M, has the
  delta of the same cards put back once delta M >= n - 1 (`sharing_is_free`).

Source: Sun, Zhou, Yan, Theorems 3.1 and 4.1, for M to infinity and M = n = N.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.moment_law import Exact, variable
from derivations.prover.sums_of_products import sum_of_products
from derivations.prover.with_theorems import prove_from
from derivations.theorems.decks.deck_optimum import chained
from mechanisms.exact.formula import Condition, Formula
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.deck_privacy import checked_deck
from mechanisms.protocols.shared_deck import DeckError

N, SAMPLE, CARDS, PI = (variable(name) for name in ("N", "n", "M", "pi"))


def partial_deck_variance(
    ratio: Exact, sample: Exact = SAMPLE, cards: Exact = CARDS, population: Exact = N, pi: Exact = PI
) -> RationalFunction:
    """Var(pi_hat) for n reports from a deck of M cards with V = `ratio`; see the text of the module."""
    v, n, m, size, share = (RationalFunction.of(value) for value in (ratio, sample, cards, population, pi))
    drawn = share * (1 - share) * (size - n) / (n * (size - 1))
    return drawn + v / n * (1 - (n - 1) * (size * (2 * share - 1) ** 2 - 1) / ((size - 1) * (m - 1)))


def deck_variance(counts: Sequence[int], respondents: int, population: int, pi: Rational) -> Fraction:
    """Var(pi_hat) for a deck with these counts, exactly. DeckError when the deck cannot be dealt or tells nothing."""
    deck = checked_deck(counts, respondents)
    cards, largest = sum(deck), len(deck)
    if population < max(2, respondents) or cards < 2:
        raise DeckError(f"{respondents} of {population} people cannot be drawn, or the population or deck has one only")
    if (pi * population) % 1 or not 0 <= pi <= 1:
        raise DeckError(
            f"of {population} people the share {pi} is no whole number of people, as {Fraction(1, population)} is"
        )
    mean = Fraction(sum(k * c for k, c in enumerate(deck, 1)), cards)
    squares = Fraction(sum(k * k * c for k, c in enumerate(deck, 1)), cards)
    if 2 * mean == largest + 1:
        raise DeckError(f"the deck {deck} has the mean (L + 1)/2 and tells nothing about the truths")
    ratio = (squares - mean**2) / (largest + 1 - 2 * mean) ** 2
    return partial_deck_variance(ratio, respondents, cards, population, pi).evaluate({})


# -- more cards ----------------------------------------------------------------------------------------------------


# -- privacy of all reports together -------------------------------------------------------------------------------

_X, _K, _M, _A, _B, _V, _W = (Polynomial.variable(name) for name in ("X", "k", "M", "a", "b", "V", "W"))
_ABOVE_ONE, _ENOUGH = Condition(_X - 1, ">"), Condition(_M - _K - 1, ">=")
_INFORMATIVE = Condition((_X - 1) * _M - 2 * _X * _K, ">")


@cache
def worst_ratio() -> Theorem:
    """c, f >= 0, 0 <= g <= k < c' |- (c - f)/(c' - g) <= c/(c' - k), for k = n - 1.

    The others hold f cards of a kind and g of its mirror. Both sides are attained, at f = 0 and g = k, so that e^eps of
    all reports together is the largest c/(c' - k).
    """
    f, g, count, mirror = (Polynomial.variable(name) for name in ("f", "g", "c", "c2"))
    bounds = [count, f, g, _K - g]
    known = frozenset((*(Condition(bound, ">=") for bound in bounds), Condition(mirror - _K, ">")))
    ratio = RationalFunction(count - f) / RationalFunction(mirror - g)
    return prove_from(Sequent(known, relation_formula(ratio, "<=", RationalFunction(count, mirror - _K))))


@cache
def best_ratio_together() -> Theorem:
    """X > 1, k, a, b >= 0, a <= X (b - k), a + b <= M |- a (M + X k) <= X (M - k) b, for k = n - 1.

    So of the decks that are private together, e^eps = X, one report has at most e^eps = x* = X (M - k)/(M + X k).
    """
    whole, together = Condition(_M - _A - _B, ">="), Condition(_X * (_B - _K) - _A, ">=")
    others, size = Condition(_K, ">="), Condition(_M, ">=")
    parts = [[size, together], [_ABOVE_ONE, others, whole], [others, whole]]
    bound = sum_of_products(Condition(_X * (_M - _K) * _B - _A * (_M + _X * _K), ">="), parts)
    total = sum_of_products(size, [[whole], [Condition(_A, ">=")], [Condition(_B, ">=")]])
    return kernel.cut(total, bound)


@cache
def sharing_lowers_at_most() -> Theorem:
    """N >= n >= 1, N >= 2, M >= n, M >= 2, 0 <= pi <= 1 |- the factor of V/n is at least (M - n)/(M - 1)."""
    pi, n, cards, size = (Polynomial.variable(name) for name in ("pi", "n", "M", "N"))
    factor = partial_deck_variance(1) * n - (PI * (1 - PI) * (N - SAMPLE) / (N - 1))
    bounds = [pi, 1 - pi, n - 1, size - n, size - 2, cards - n, cards - 2]
    known = frozenset(Condition(bound, ">=") for bound in bounds)
    return prove_from(Sequent(known, relation_formula(factor, ">=", (CARDS - SAMPLE) / (CARDS - 1))))


@cache
def putting_back_is_better() -> Theorem:
    """X > 1, k >= 1, M >= k + 1, x* > 1, V >= x*/(x* - 1)^2, W >= (M - 1 - k)/(M - 1) |- V W > X/(X - 1)^2.

    n = k + 1 respondents share M cards; x* as in `best_ratio_together`, so that V is bounded by `deck_optimum`, and W
    is the factor of `sharing_lowers_at_most`. The right side is the value of the best cards that are put back, which
    are private together with the same eps. Where x* <= 1 no deck of M cards tells anything.
    """
    others = Condition(_K - 1, ">=")
    width = (_X - 1) * _M - 2 * _X * _K
    single = Condition(_V * width**2 - _X * (_M - _K) * (_M + _X * _K), ">=")
    factor = Condition(_W * (_M - 1) - (_M - 1 - _K), ">=")
    core = Condition((_M - _K) * (_M + _X * _K) * (_X - 1) ** 2 * (_M - 1 - _K) - width**2 * (_M - 1), ">")
    goal = relation_formula(RationalFunction(_V * _W), ">", RationalFunction(_X, (_X - 1) ** 2))
    positive = [Condition(p, ">") for p in (_X, _M - 1, _M - _K, _M + _X * _K)]
    level, rest, left, sum_ = positive
    squared = [_ABOVE_ONE, _ABOVE_ONE]
    terms = [
        [level, core],
        [*squared, single, factor],
        [*squared, single, _ENOUGH],
        [*squared, level, left, sum_, factor],
    ]
    product = sum_of_products(Condition(_V * _W * (_X - 1) ** 2 - _X, ">"), terms, [_INFORMATIVE, _INFORMATIVE, rest])
    known = frozenset((_ABOVE_ONE, others, _ENOUGH, _INFORMATIVE))
    lemmas = [prove_from(Sequent(known, fact)) for fact in (core, *positive)]
    last = prove_from(Sequent(frozenset((product.sequent.conclusion, _ABOVE_ONE)), goal))
    return chained([*lemmas, product], last)


@cache
def sharing_is_free() -> Theorem:
    """X >= 1, 0 <= f <= k, 0 <= g <= b, a - X b >= k |- a - f >= X (b - g), and b - g <= X (a - f).

    The others hold f and g cards of the two kinds. No gain changes its sign, so that the expectation in delta is that
    of a linear function: delta = (a - X b)/(a + b), as for cards that are put back.
    """
    f, g = Polynomial.variable("f"), Polynomial.variable("g")
    bounds = [_X - 1, f, _K - f, g, _B - g, _A - _X * _B - _K]
    known: frozenset[Formula] = frozenset(Condition(bound, ">=") for bound in bounds)
    goals = [Condition(_A - f - _X * (_B - g), ">="), Condition(_X * (_A - f) - (_B - g), ">=")]
    return kernel.conjoin(*(prove_from(Sequent(known, goal)) for goal in goals))
