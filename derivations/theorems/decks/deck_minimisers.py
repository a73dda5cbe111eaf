"""All decks of least variance at a given privacy of one report: two cards k and L + 1 - k in the proportion x : 1.

Where V = x/(x - 1)^2, no card is in the middle and each pair has the excess 0 (`deck_optimum`). For a pair with the
shares a, b at distance d, on the side where alpha has the sign of the spread, that means a = x b, and a = b = 0 unless
beta d = alpha; only one pair can have that distance, so all cards belong to it. Conversely each such deck attains the
bound, whichever pair it uses: for L numbers there are 2 floor(L/2) minimisers, all with the design of Warner. When the
share of the middle card is given (L odd), the same holds for the cards off the middle.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Certificate, Sequent
from derivations.prover.lemmas import Term, both_signs, from_terms, ratio
from derivations.prover.sums_of_products import split, sum_of_products
from derivations.prover.with_theorems import prove_from
from derivations.theorems.decks.deck_optimum import (
    ALPHA,
    BETA,
    DISTANCE,
    FIRST,
    IDEAL,
    PRIVATE,
    SECOND,
    ZERO,
    Deck,
    DeckSizeError,
    X,
    chained,
    equality_from_moments,
    equality_with_share,
    ideal_with_share,
    nonnegative,
    pair_excess,
    positive,
    variance_ratio,
    with_hypotheses,
)
from mechanisms.exact.formula import AnyOf, Condition, Formula, all_of, any_of, equal_to
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Shares = tuple[RationalFunction, ...]

_GAP = BETA * DISTANCE - ALPHA
_SLACK = X * SECOND - FIRST
_EXCESS = pair_excess(FIRST, SECOND, DISTANCE, ALPHA, BETA)


def minimisers(largest: int, *, middle: Fraction | Polynomial | int = 0) -> tuple[Shares, ...]:
    """(p_1, ..., p_L) of all decks of least V at e^eps = x, as functions of x; pairs from the outermost inwards.

    `middle` is the share of the middle card when it is given, which needs an odd L. Raises DeckSizeError.
    """
    Deck.of_size(largest)
    share = RationalFunction.of(middle)
    if not share.names and not 0 <= share.evaluate({}) < 1:
        raise DeckSizeError(f"the share of the middle card must be at least 0 and less than 1, not {share}")
    if largest % 2 == 0 and not share.is_zero():
        raise DeckSizeError(f"a deck of the numbers 1 .. {largest} has no middle card")
    return tuple(
        shares for pair in range(largest // 2) for shares in _of_pair(largest, pair, RationalFunction.of(middle))
    )


def _of_pair(largest: int, pair: int, middle: RationalFunction) -> tuple[Shares, Shares]:
    """The deck with more cards k, and its mirror image; k = pair + 1."""
    shares = [RationalFunction.of(0)] * largest
    if largest % 2:
        shares[largest // 2] = middle
    shares[pair], shares[-1 - pair] = (1 - middle) * X / (X + 1), (1 - middle) / (X + 1)
    return tuple(shares), tuple(reversed(shares))


@cache
def attained(largest: int, *, middle: Fraction | int = 0) -> tuple[Theorem, ...]:
    """x > 1 |- V has the least value, D != 0 and the deck is private, for each of the `minimisers`."""
    found = []
    value = ideal_with_share(1 - Fraction(middle))
    for shares in minimisers(largest, middle=middle):
        mean = sum((p * k for k, p in enumerate(shares, 1)), RationalFunction.of(0))
        squares = sum((p * k**2 for k, p in enumerate(shares, 1)), RationalFunction.of(0))
        spread = largest + 1 - 2 * mean
        ratios = [
            relation_formula(RationalFunction(X) * q, ">=", p) for p, q in zip(shares, reversed(shares), strict=True)
        ]
        equal = relation_formula((squares - mean**2) / spread**2, "=", value)
        informative = relation_formula(spread, "!=", RationalFunction.of(0))
        goals = dict.fromkeys([equal, informative, *ratios])
        found.append(kernel.conjoin(*(prove_from(Sequent(frozenset((PRIVATE,)), goal)) for goal in goals)))
    return tuple(found)


@cache
def tight_pair() -> tuple[Theorem, Theorem, Theorem]:
    """Where alpha, beta, d > 0 and the excess of the pair is <= 0: x b = a; and a <= 0, b <= 0 if beta d != alpha.

    Further hypotheses: x > 1, a >= 0, b >= 0, a <= x b.
    """
    none, slack = nonnegative(-_EXCESS), nonnegative(_SLACK)
    signs = [positive(ALPHA), positive(BETA), positive(DISTANCE)]
    apart = Condition(_GAP, "!=")
    squares = [Term(Fraction(1), (PRIVATE, nonnegative(share)), _GAP) for share in (FIRST, SECOND)]
    quarters = [Term(term.weight / 4, term.factors, term.root) for term in squares]
    no_slack = from_terms(nonnegative(-_SLACK), [Term(Fraction(1, 4), (none,)), *quarters], signs)
    tie = chained([no_slack], both_signs(equal_to(_SLACK, 0)))
    looseness = Term(Fraction(4), (*signs, slack))
    first, second = (
        from_terms(nonnegative(-share), [Term(Fraction(1), (none,)), other, looseness], [PRIVATE, apart, apart])
        for share, other in ((FIRST, squares[1]), (SECOND, squares[0]))
    )
    return tie, first, second


@cache
def only_minimisers(largest: int, *, middle_given: bool = False) -> Theorem:
    """p private with x > 1, D != 0, V least |- p is one of the `minimisers`; in the variables p1 .. p_{L-1}.

    The least V is x/(x - 1)^2, or ((x + 1)^2/((x - 1)^2 S) - 1)/4 among the decks with the same middle card.
    """
    deck = Deck.of_size(largest)
    middle = 1 - deck.off_middle if middle_given else ZERO
    value = ideal_with_share(deck.off_middle) if middle_given else IDEAL
    equal = relation_formula(variance_ratio(*(deck.moments[n] for n in ("L", "EY", "EY2"))), "=", value)
    goal = any_of(_is_deck(deck, shares) for shares in minimisers(largest, middle=middle))
    assert isinstance(goal, AnyOf)
    forward, backward = (_Side(deck, sign, goal, middle).theorem() for sign in (1, -1))
    up, not_up = positive(deck.spread), nonnegative(-deck.spread)
    informative = Condition(deck.spread, "!=")
    down = prove_from(Sequent(frozenset((not_up, informative)), positive(-deck.spread)))
    theorem = split(up, forward, kernel.cut(down, backward))
    known = [equality_with_share()] if middle_given else equality_from_moments()
    theorem = chained([deck.from_moments(t) for t in known], theorem)
    return with_hypotheses(theorem, frozenset((*deck.hypotheses, informative, equal)))


def _is_deck(deck: Deck, shares: Shares) -> Formula:
    given = [(RationalFunction(p), value) for p, value in zip(deck.shares, shares, strict=True)]
    return all_of(relation_formula(p, "=", value) for p, value in given if p != value)


@dataclass(frozen=True)
class _Side:
    """The decks with D > 0 (sign 1) or D < 0 (sign -1)."""

    deck: Deck
    sign: int
    goal: AnyOf
    middle: Polynomial

    @property
    def alpha(self) -> Polynomial:
        return (X + 1) * self.deck.spread * self.sign

    @property
    def beta(self) -> Polynomial:
        return (X - 1) * self.deck.off_middle

    @property
    def pairs(self) -> list[tuple[int, Polynomial, Polynomial]]:
        """The pairs with the card that occurs more often first."""
        return [(d, a, b) if self.sign == 1 else (d, b, a) for d, a, b in self.deck.pairs]

    def theorem(self) -> Theorem:
        """p private, sign D > 0, the excess of the deck <= 0, 1 - S <= 0 |- goal."""
        more = prove_from(Sequent(frozenset((PRIVATE,)), positive(X + 1)))
        spread, present = positive(self.deck.spread * self.sign), positive(self.deck.off_middle)
        positives = [
            more,
            sum_of_products(positive(self.alpha), [[positive(X + 1), spread]]),
            sum_of_products(positive(self.beta), [[PRIVATE, present]]),
        ]
        lemmas = [
            self.deck.some_card_off_the_middle(),
            *self.deck.pair_theorems(),
            *positives,
            *(self._no_excess(place) for place in range(len(self.pairs))),
            *self._nothing_in_the_middle(),
        ]
        return chained(lemmas, self._cases(()))

    def _no_excess(self, place: int) -> Theorem:
        """All excesses >= 0, their sum <= 0 |- this one <= 0."""
        conditions = self.deck.excesses
        whole = nonnegative(-self.deck.whole_excess)
        others = [[c] for other, c in enumerate(conditions) if other != place]
        return sum_of_products(nonnegative(-conditions[place].polynomial), [[whole], *others])

    def _nothing_in_the_middle(self) -> list[Theorem]:
        return [] if self._absent.is_zero() else [both_signs(equal_to(self._absent, 0))]

    @property
    def _absent(self) -> Polynomial:
        """What is 0 in the middle: the share there, less the share that is given."""
        return 1 - self.deck.off_middle - self.middle

    def _gap(self, place: int) -> Polynomial:
        return self.beta * self.pairs[place][0] - self.alpha

    def _tight(self, place: int) -> list[Theorem]:
        d, a, b = self.pairs[place]
        values = {"d": Polynomial.constant(d), "a": a, "b": b, "alpha": self.alpha, "beta": self.beta}
        return [with_hypotheses(kernel.instantiate(t, values), frozenset()) for t in tight_pair()]

    def _cases(self, decided: tuple[bool, ...]) -> Theorem:
        """Decide for one pair after the other whether beta d = alpha."""
        if len(decided) == len(self.pairs):
            return self._leaf([place for place, here in enumerate(decided) if here])
        here = equal_to(self._gap(len(decided)), 0)
        return split(here, self._cases((*decided, True)), self._cases((*decided, False)))

    def _leaf(self, chosen: list[int]) -> Theorem:
        """The goal when exactly the chosen pairs have beta d = alpha; all others are empty."""
        if len(chosen) > 1:
            return kernel.absurd(self._two_distances(chosen[0], chosen[1]), self.goal)
        empty: list[Theorem] = []
        equations: list[Condition] = []
        for place, (_, a, b) in enumerate(self.pairs):
            if place in chosen:
                continue
            _, *below = self._tight(place)
            for share, theorem in zip((a, b), below, strict=True):
                equations.append(equal_to(share, 0))
                empty.append(chained([theorem], both_signs(equal_to(share, 0))))
        if not chosen:
            return chained(empty, kernel.absurd(self._no_card(equations), self.goal))
        (place,) = chosen
        _, a, b = self.pairs[place]
        tie, *_ = self._tight(place)
        known: list[Formula] = [*equations, equal_to(X * b - a, 0), PRIVATE]
        known += [] if self._absent.is_zero() else [equal_to(self._absent, 0)]
        wanted = _is_deck(
            self.deck, _of_pair(len(self.deck.shares), place, RationalFunction(self.middle))[self.sign == -1]
        )
        found = prove_from(Sequent(frozenset(known), wanted))
        return chained([*empty, tie], kernel.choose(found, self.goal))

    def _two_distances(self, one: int, other: int) -> Theorem:
        """beta > 0, beta d = alpha, beta d' = alpha |- false, for d != d'."""
        apart = Fraction(self.pairs[one][0] - self.pairs[other][0])
        present = positive(self.beta)
        first, second = equal_to(self._gap(one), 0), equal_to(self._gap(other), 0)
        scale = ratio(self.beta, present) * apart
        equations = (
            (Polynomial.constant(-ratio(self._gap(one), first) / scale), first),
            (Polynomial.constant(ratio(self._gap(other), second) / scale), second),
        )
        return kernel.contradiction(
            (present, first, second), Certificate((Fraction(1), ((present, 1),)), (), equations)
        )

    def _no_card(self, equations: list[Condition]) -> Theorem:
        """S > 0, all cards off the middle absent |- false."""
        present = positive(self.deck.off_middle)
        shares = [p for _, a, b in self.pairs for p in (a, b)]
        multiples = tuple(
            (Polynomial.constant(-ratio(p, e) / ratio(self.deck.off_middle, present)), e)
            for p, e in zip(shares, equations, strict=True)
        )
        certificate = Certificate((Fraction(1), ((present, 1),)), (), multiples)
        return kernel.contradiction((present, *equations), certificate)
