"""A deck of M cards for n <= M respondents: between cards that are put back (M to infinity) and a full deck (M = n).

n respondents are drawn without replacement from N people of whom N pi are sensitive, and each draws a card from one
deck of M cards and keeps it. With V = Var(Y)/(L + 1 - 2 E[Y])^2 the linear unbiased estimate has the variance

    Var(pi_hat) = pi (1 - pi)(N - n)/(n (N - 1)) + (V/n) (1 - (n - 1)(N (2 pi - 1)^2 - 1)/((N - 1)(M - 1))),

and for n = N, when everybody is asked, V/N times (M - N (2 pi - 1)^2)/(M - 1). More cards raise it exactly if
N (2 pi - 1)^2 > 1 (`more_cards`), so that sharing a deck helps unless pi is close to 1/2.

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
from math import ceil

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.card_moments import symbolic_card
from derivations.estimation.exchangeable_steps import estimator_variance_derivation
from derivations.estimation.finite_population import Reports, card_reports, finite_population
from derivations.estimation.moment_law import Exact, variable
from derivations.prover.quantities import closed_form, unreduced_sum
from derivations.prover.sums_of_products import sum_of_products
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, relation
from derivations.theorems.decks.deck_optimum import chained
from mechanisms.exact.formula import Condition, Formula, PrintedRelation
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.deck_privacy import checked_deck
from mechanisms.protocols.shared_deck import DeckError

N, SAMPLE, CARDS, PI = (variable(name) for name in ("N", "n", "M", "pi"))


def _reports() -> Reports:
    card = symbolic_card(variance=variable("VarY"))
    return card_reports(card, finite_population(), deck=CARDS)


def partial_deck_variance(
    ratio: Exact, sample: Exact = SAMPLE, cards: Exact = CARDS, population: Exact = N, pi: Exact = PI
) -> RationalFunction:
    """Var(pi_hat) for n reports from a deck of M cards with V = `ratio`; see the text of the module."""
    v, n, m, size, share = (RationalFunction.of(value) for value in (ratio, sample, cards, population, pi))
    drawn = share * (1 - share) * (size - n) / (n * (size - 1))
    return drawn + v / n * (1 - (n - 1) * (size * (2 * share - 1) ** 2 - 1) / ((size - 1) * (m - 1)))


def census_factor(cards: Exact = CARDS, population: Exact = N, pi: Exact = PI) -> RationalFunction:
    """(M - N (2 pi - 1)^2)/(M - 1), by which a shared deck changes the variance when everybody is asked."""
    m, size, share = (RationalFunction.of(value) for value in (cards, population, pi))
    return (m - size * (2 * share - 1) ** 2) / (m - 1)


@cache
def partial_deck_derivation() -> Derivation:
    """The variance from the moments of exchangeable draws, for every n, M, N, pi, L at once, in its readable form."""
    reports = _reports()
    before = estimator_variance_derivation(reports, SAMPLE)
    spread = RationalFunction.of(reports.estimate().slope)
    ratio = variable("VarY") / spread**2
    name = "variance"
    general = closed_form(name, unreduced_sum([(partial_deck_variance(ratio),)]), reports.estimator_variance(SAMPLE))
    v = Written("V", "V")
    shown = Written(
        "Var(pi_hat) = pi (1 - pi)(N - n)/(n (N - 1)) + (V/n)(1 - (n - 1)(N (2 pi - 1)^2 - 1)/((N - 1)(M - 1)))",
        r"\operatorname{Var}(\hat\pi) = \frac{\pi(1-\pi)(N-n)}{n(N-1)} "
        r"+ \frac{V}{n}\left(1 - \frac{(n-1)(N(2\pi-1)^2-1)}{(N-1)(M-1)}\right)",
    )
    census = closed_form(name, unreduced_sum([(ratio, census_factor(), 1 / N)]), reports.estimator_variance(N))
    result = Written(
        "Var(pi_hat) = (V/N)(M - N (2 pi - 1)^2)/(M - 1) for n = N",
        r"\operatorname{Var}(\hat\pi) = \frac{V}{N}\cdot\frac{M - N(2\pi-1)^2}{M-1} \quad\text{for } n = N",
    )
    steps = (
        *before.steps,
        Step(relation(v, "=", ratio), "the variance of the card in units of the spread"),
        Step(shown, "the same in another form", general),
        Step(result, "everybody is asked", census),
    )
    return Derivation("Variance with a deck of M cards for n respondents", steps, result)


def deck_variance(counts: Sequence[int], respondents: int, population: int, pi: Rational) -> Fraction:
    """Var(pi_hat) for a deck with these counts, exactly. DeckError when the deck cannot be dealt or tells nothing."""
    deck = checked_deck(counts, respondents)
    cards, largest = sum(deck), len(deck)
    if population < max(2, respondents) or cards < 2:
        raise DeckError(f"{respondents} of {population} people cannot be drawn, or the population or deck has one only")
    if (pi * population) % 1 or not 0 <= pi <= 1:
        raise DeckError(f"of {population} people the share {pi} is no whole number of people")
    mean = Fraction(sum(k * c for k, c in enumerate(deck, 1)), cards)
    squares = Fraction(sum(k * k * c for k, c in enumerate(deck, 1)), cards)
    if 2 * mean == largest + 1:
        raise DeckError(f"the deck {deck} has the mean (L + 1)/2 and tells nothing about the truths")
    ratio = (squares - mean**2) / (largest + 1 - 2 * mean) ** 2
    return partial_deck_variance(ratio, respondents, cards, population, pi).evaluate({})


# -- more cards ----------------------------------------------------------------------------------------------------


@cache
def more_cards() -> dict[str, Theorem]:
    """M >= N >= 2, M' > M, N (2 pi - 1)^2 > 1 (or < 1, or = 1) |- factor(M) < factor(M') (or >, or =)."""
    n, cards, pi, later = (Polynomial.variable(name) for name in ("N", "M", "pi", "M2"))
    known: list[Formula] = [Condition(n - 2, ">="), Condition(cards - n, ">="), Condition(later - cards, ">")]
    distance = n * (2 * pi - 1) ** 2 - 1
    few, many = census_factor(), census_factor(variable("M2"))
    cases: tuple[tuple[PrintedRelation, Condition], ...] = (
        ("<", Condition(distance, ">")),
        (">", Condition(-distance, ">")),
        ("=", Condition(distance, "=")),
    )
    return {
        symbol: prove_from(Sequent(frozenset((*known, given)), relation_formula(few, symbol, many)))
        for symbol, given in cases
    }


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


def free_deck(x: Rational, delta: Rational, respondents: int) -> tuple[int, int]:
    """The smallest deck of two kinds in the proportion (x + delta) : (1 - delta) with delta M >= n - 1, as (a, b).

    All reports together are then (eps, delta)-private with e^eps = x, as if the cards were put back, and the variance
    is smaller by the factor of `census_factor`. Raises DeckError unless x >= 1 and 0 < delta < 1.
    """
    if x < 1 or not 0 < delta < 1:
        raise DeckError(f"a deck that is shared freely needs x >= 1 and 0 < delta < 1, not x = {x}, delta = {delta}")
    share = Fraction(x + delta) / (x + 1)
    unit = share.denominator
    cards = unit * max(1, ceil(Fraction(respondents - 1) / (delta * unit)), ceil(Fraction(respondents, unit)))
    return int(share * cards), int((1 - share) * cards)
