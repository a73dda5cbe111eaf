"""The best integer deck as a theorem of the kernel, by finite cases over the totals of the pairs.

A deck has m_i cards in the pair i, the cards i and L + 1 - i at the distance d_i = L + 1 - 2 i, of which b_i show
L + 1 - i; what is left of the N cards is in the middle. The theorem says: for all integers m_i, b_i that are a private
deck with D != 0, V is at least the least V that the search found. Given the totals m_i, privacy bounds b_i by
f_i <= b_i <= m_i - f_i with f_i = least b such that m_i - b <= x b, an integer: the kernel rounds. So

    |T| <= sum d_i (m_i - 2 f_i) = T_max,   T = sum d_i (m_i - 2 b_i),   Q = sum d_i^2 m_i,

and N Q - w T^2 = w (T_max - T)(T_max + T) + (N Q - w T_max^2), w = 4 V_best + 1, where the last bracket is a number.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import ceil, comb, floor

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Certificate, Sequent
from derivations.prover.lemmas import Term, from_terms
from derivations.prover.sums_of_products import sum_of_products
from derivations.prover.with_theorems import prove_from
from derivations.theorems.decks.deck_optimum import chained, variance_ratio, with_hypotheses
from lp.decks.integer_decks import BestDecks
from mechanisms.exact.formula import (
    FALSE,
    AnyOf,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    equal_to,
    substitute,
)
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.exact.rational import RationalFunction

MAXIMAL_CASES = 1000
_GRID = 10**40  # fine enough to separate x b from every integer, or the kernel refuses
ZERO = Fraction(0)
_X, _ONE = Polynomial.variable("x"), Polynomial.constant(1)


class TooManyCasesError(ValueError):
    """The kernel would have to go through more cases than the limit."""


def no_better_deck(best: BestDecks) -> Theorem:
    """m_i, b_i integers that are a private deck of N cards with D != 0 |- V >= the least V, as a theorem.

    The variables are m1, b1, ..., one pair of them for each pair of cards; x is a number, or for a rational eps the
    variable with the hypothesis x = exp(eps). There are C(N + h, h) cases for h pairs and a middle card, and
    C(N + h - 1, h - 1) without one; TooManyCasesError says when they are too many.
    """
    return _Cases(best.cards, len(best.decks[0]), best.level, best.value).theorem()


def no_informative_deck(cards: int, largest: int, level: PrivacyLevel) -> Theorem:
    """m_i, b_i integers that are a private deck of N cards |- T = 0, as a theorem: no private deck tells anything.

    This holds where `lp.decks.integer_decks` raises NoDeckError, although real proportions may be private and tell
    something; KernelError where some deck does. Variables and cases are those of `no_better_deck`.
    """
    return _Cases(cards, largest, level, None).theorem()


def _nonnegative(p: Polynomial) -> Condition:
    return Condition(p, ">=")


class _Cases:
    """The case distinction over all decks of N cards; for `least` None that none of them tells anything."""

    def __init__(self, cards: int, largest: int, level: PrivacyLevel, least: Fraction | None) -> None:
        self._shown: dict[tuple[str, int], tuple[Theorem, Theorem]] = {}
        self.level, self.cards, self.largest = level, cards, largest
        self.distances = range(self.largest - 1, 0, -2)
        pairs, odd = len(self.distances), self.largest % 2
        count = comb(self.cards + pairs, pairs) if odd else comb(self.cards + pairs - 1, pairs - 1)
        if count > MAXIMAL_CASES:
            raise TooManyCasesError(
                f"{self.cards} cards with L = {self.largest} are {count} cases; at most {MAXIMAL_CASES} are checked"
            )
        names = range(1, pairs + 1)
        self.totals, self.fewer = [f"m{i}" for i in names], [f"b{i}" for i in names]
        self.m, self.b = ([Polynomial.variable(name) for name in group] for group in (self.totals, self.fewer))
        rest = self.cards - sum(self.m, Polynomial())
        self.whole = _nonnegative(rest) if odd else equal_to(rest, 0)
        self.x = _X if self.level.x is None else Polynomial.constant(self.level.x)
        self.least = least
        self.weight = ZERO if least is None else 4 * least + 1
        middle = [rest] if odd else []
        self.counts = [*(m - b for m, b in zip(self.m, self.b, strict=True)), *middle, *reversed(self.b)]
        self.spread = sum(((m - 2 * b) * d for d, m, b in self._pairs), Polynomial())
        second = sum((m * d**2 for d, m, _ in self._pairs), Polynomial())
        self.core = (
            equal_to(self.spread, 0)
            if least is None
            else _nonnegative(second * self.cards - self.spread**2 * self.weight)
        )

    @property
    def _pairs(self) -> list[tuple[int, Polynomial, Polynomial]]:
        return list(zip(self.distances, self.m, self.b, strict=True))

    @cached_property
    def known(self) -> frozenset[Formula]:
        """The variables are integers, a deck, and private."""
        facts: list[Formula] = [*map(IntegerValued, (*self.totals, *self.fewer)), self.whole]
        for _, m, b in self._pairs:
            many = m - b
            facts += map(_nonnegative, (m, b, many, self.x * b - many, self.x * many - b))
        if self.level.eps is not None:
            facts.append(NamedConstant("x", "exp", self.level.eps))
        return frozenset(facts)

    def theorem(self) -> Theorem:
        """The statement in terms of V, from N Q >= w T^2; or T = 0 itself."""
        if self.least is None:
            return with_hypotheses(self._from(()), self.known)
        different = Condition(self.spread, "!=")
        mean, squares = (
            sum((c * k**power for k, c in enumerate(self.counts, 1)), Polynomial()) * Fraction(1, self.cards)
            for power in (1, 2)
        )
        size = Polynomial.constant(self.largest)
        total = [self.whole] if self.whole.relation == "=" else []
        goal = relation_formula(variance_ratio(size, mean, squares), ">=", RationalFunction.of(self.least))
        last = prove_from(Sequent(frozenset((self.core, different, *total)), goal))
        return with_hypotheses(kernel.cut(self._from(()), last), frozenset((*self.known, different)))

    def _from(self, values: tuple[int, ...]) -> Theorem:
        """The facts with the first totals put in |- N Q >= w T^2 with them put in."""
        at = {name: Polynomial.constant(v) for name, v in zip(self.totals, values, strict=False)}
        place, left = len(values), self.cards - sum(values)
        if place == len(self.totals):
            return self._leaf(values)
        hypotheses = frozenset(
            f if isinstance(f, (IntegerValued, NamedConstant)) else substitute(f, at) for f in self.known
        )
        name, conclusion = self.totals[place], substitute(self.core, at)
        if place + 1 == len(self.totals) and self.whole.relation == "=":
            inside = self._from((*values, left))
            return kernel.eliminate(inside, name, Polynomial.constant(left), Sequent(hypotheses, conclusion))
        cases = kernel.integer_cases(name, 0, left)
        either = cases.sequent.conclusion
        assert isinstance(either, AnyOf)
        shown = []
        for value in range(left + 1):
            here = equal_to(self.m[place], value)
            goal = Sequent(hypotheses | {here}, conclusion)
            shown.append(kernel.eliminate(self._from((*values, value)), name, Polynomial.constant(value), goal))
        later = [[_nonnegative(m)] for m in self.m[place + 1 :]]
        rest = substitute(self.whole, at)
        assert isinstance(rest, Condition)
        limit = self._at_most(left, self.m[place], rest, later)
        return chained([limit, cases], kernel.cases(either, *shown))

    def _at_most(self, left: int, m: Polynomial, rest: Condition, later: list[list[Condition]]) -> Theorem:
        """The totals sum to at most (or exactly) what is left, the later ones are >= 0 |- this one <= what is left."""
        goal = _nonnegative(left - m)
        if rest.relation == ">=":
            return sum_of_products(goal, [[rest], *later])
        # rest says left - m - later = 0, up to its sign.
        plain = left - m - sum((c.polynomial for (c,) in later), Polynomial())
        sign = 1 if rest.polynomial == plain else -1
        terms = [Term(Fraction(1), (c,)) for (c,) in later]
        return from_terms(goal, terms, (), ((Polynomial.constant(sign), rest),))

    def _leaf(self, values: tuple[int, ...]) -> Theorem:
        """N Q - w T^2 >= 0 for these totals."""
        at = {name: Polynomial.constant(v) for name, v in zip(self.totals, values, strict=True)}
        goal = substitute(self.core, at)
        assert isinstance(goal, Condition)
        bounds: list[Theorem] = []
        slack: list[tuple[list[Condition], list[Condition]]] = []
        most = 0
        for d, m, name in zip(self.distances, values, self.fewer, strict=True):
            few = self._fewest(m)
            low, high = self._bounds(name, m, few)
            bounds += [low, high]
            sides = [t.sequent.conclusion for t in (low, high)]
            assert all(isinstance(side, Condition) for side in sides)
            slack.append(([sides[0]], [sides[1]]))  # type: ignore[list-item]
            if m < 2 * few:
                impossible = Certificate(
                    (Fraction(2 * few - m), ()),
                    tuple((Fraction(1), _ONE, (c,)) for c in sides),  # type: ignore[misc]
                )
                return chained(bounds, kernel.absurd(kernel.contradiction(sides, impossible), goal))
            most += d * (m - 2 * few)
        spread = self.spread.substitute(at)
        above, below = _nonnegative(most - spread), _nonnegative(most + spread)
        sums = [
            self._sum(above, [low for low, _ in slack]), self._sum(below, [high for _, high in slack]),
        ]  # fmt: skip
        if self.least is None:
            if most:
                raise kernel.KernelError(f"a deck with the totals {values} of its pairs is private and tells something")
            return with_hypotheses(
                chained([*bounds, *sums], prove_from(Sequent(frozenset((above, below)), goal))), frozenset()
            )
        second = sum(d**2 * m for d, m in zip(self.distances, values, strict=True))
        number = Fraction(second * self.cards) - self.weight * most**2
        target = Polynomial.constant(second * self.cards) - spread**2 * self.weight
        scale = _scale(target, goal)
        product = Term.product(self.weight / scale, [(most - spread, above), (most + spread, below)])
        final = from_terms(goal, [product, Term(number / scale)])
        return with_hypotheses(chained([*bounds, *sums], final), frozenset())

    def _sum(self, goal: Condition, terms: list[list[Condition]]) -> Theorem:
        """A bound of T from those of the b_i."""
        if goal.polynomial.is_zero():
            return kernel.one_variable(Sequent(frozenset(), goal))
        return sum_of_products(goal, terms)

    def _fewest(self, total: int) -> int:
        """The least b with total - b <= x b."""
        few = 0
        while few + self.level.multiple_below(few) < total:
            few += 1
        return few

    def _bounds(self, name: str, total: int, few: int) -> tuple[Theorem, Theorem]:
        """0 <= b <= total, private |- b >= few; and the same |- b <= total - few."""
        if (name, total) not in self._shown:
            self._shown[name, total] = self._rounded(name, total, few)
        return self._shown[name, total]

    def _rounded(self, name: str, total: int, few: int) -> tuple[Theorem, Theorem]:
        b = Polynomial.variable(name)
        low, high = _nonnegative(b - few), _nonnegative(total - few - b)
        if few == 0:
            return kernel.assume(low), kernel.assume(high)
        lemmas, ceiling, above, positive = self._x_below
        private, mirrored = self.x * b - (total - b), self.x * (total - b) - b
        bound = Fraction(total) / (1 + ceiling)
        rounded = kernel.round_up(name, bound, False)
        if above is not None:
            assert positive is not None
            terms = [
                Term.product(1, [(private, _nonnegative(private))]),
                Term.product(1, [(b, _nonnegative(b)), above]),
            ]
            reached = (1 + ceiling) * b - total
            goal = _nonnegative(reached)
            lower = from_terms(goal, [_divided(t, _scale(reached, goal)) for t in terms])
            rounded = kernel.cut(lower, rounded)
        next_up = b - (total - few + 1)
        rest = Fraction(total - few + 1) - ceiling * (few - 1)
        against, beyond = _nonnegative(mirrored), _nonnegative(next_up)
        cone = [Term.product(1, [(mirrored, against)]), Term.product(1, [(next_up, beyond)])]
        if above is None:
            cone[1] = Term.product(1 + ceiling, [(next_up, beyond)])
        else:
            assert positive is not None
            cone += [Term.product(1, [positive, (next_up, beyond)]), Term.product(few - 1, [above])]
        certificate = Certificate((rest, ()), tuple((t.weight, t.root, t.factors) for t in cone if t.weight))
        used = {c for t in cone if t.weight for c in t.factors}
        clash = kernel.contradiction(sorted(used, key=str), certificate)
        assert clash.sequent.conclusion == FALSE
        step = kernel.cut(kernel.round_up(name, Fraction(total - few), True), clash)
        return chained(lemmas, rounded), chained(lemmas, kernel.absurd(step, high))

    @cached_property
    def _x_below(
        self,
    ) -> tuple[list[Theorem], Fraction, tuple[Polynomial, Condition] | None, tuple[Polynomial, Condition] | None]:
        """x, or a rational above it; with an irrational x the facts that this is larger than x, and that x > 0."""
        if self.level.x is not None:
            return [], self.level.x, None, None
        assert self.level.eps is not None
        low, high = self.level.enclosure
        low, high = Fraction(floor(low * _GRID) - 1, _GRID), Fraction(ceil(high * _GRID) + 1, _GRID)
        enclosed = kernel.enclose(NamedConstant("x", "exp", self.level.eps), low, high)
        above, below = Condition(high - _X, ">"), Condition(_X - low, ">")
        positive = Condition(_X, ">")
        # x = (x - low) + low
        larger = from_terms(positive, [Term.product(1, [(_X - low, below)]), Term(low)])
        lemmas = [kernel.project(enclosed, above), chained([kernel.project(enclosed, below)], larger)]
        return lemmas, high, (high - _X, above), (_X, positive)


def _scale(p: Polynomial, condition: Condition) -> Fraction:
    """c with p = c times the polynomial of a condition that was made from p."""
    return Fraction(1) if p.is_zero() else p.leading_coefficient() / condition.polynomial.leading_coefficient()


def _divided(term: Term, scale: Fraction) -> Term:
    return Term(term.weight / scale, term.factors, term.root)
