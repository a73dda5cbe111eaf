"""The best decks of cards in real proportions at a given privacy of one report, as linear programs and in closed form.

A card shows k with probability p_k, k = 1 .. L, and a report is eps-private if p_k <= x p_{L+1-k}, x = e^eps. With
Z = L + 1 - 2 Y the variance of the estimate is a multiple of V = (E[Z^2]/E[Z]^2 - 1)/4. At a given spread t = E[Z] the
least V is a linear program in p: minimise E[Z^2]. It has a point exactly if |t| <= (L - 1)(x - 1)/(x + 1); beyond, and
for every t != 0 at eps = 0, multipliers of Farkas say that no deck is private. Over all spreads the least V is
x/(x - 1)^2, or ((x + 1)^2/((x - 1)^2 S) - 1)/4 where the share 1 - S of a middle card is given, which
`derivations.theorems.decks.deck_optimum` proves for every deck; here it is attained by all minimisers, at their
spreads. Source of the problem: Sun, Zhou, Yan, Theorem 5.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import LinearProgram
from derivations.theorems.decks.deck_minimisers import minimisers
from derivations.theorems.decks.deck_optimum import ideal_with_share, least_variance, variance_bound
from lp.programs.linear_program import solve
from lp.programs.outcomes import Infeasible, Optimum, SolverError, latex_number
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.protocols.shared_deck import DeckError

ZERO, ONE = Fraction(0), Fraction(1)
LARGEST = 200  # L of a program
Shares = tuple[Fraction, ...]


@dataclass(frozen=True)
class RealDeck(Shown):
    """A deck of least V at its spread.

    Attributes:
        shares: p_1, ..., p_L.
        x: e^eps.
        optimum: the linear program at this spread, whose value is E[Z^2], with the dual vector and the theorem.

    """

    shares: Shares
    x: Fraction
    optimum: Optimum

    @property
    def spread(self) -> Fraction:
        """E[Z] = L + 1 - 2 E[Y]."""
        return sum((z * p for z, p in zip(_distances(len(self.shares)), self.shares, strict=True)), ZERO)

    @property
    def value(self) -> Fraction:
        """V = (E[Z^2]/E[Z]^2 - 1)/4."""
        return (self.optimum.value / self.spread**2 - 1) / 4

    @property
    def theorem(self) -> Theorem:
        """That no private deck with this spread has a smaller E[Z^2]."""
        return self.optimum.theorem

    @property
    def active(self) -> tuple[str, ...]:
        """What is tight, in words."""
        size = len(self.shares)
        labels = [f"p_{k} = 0" for k in range(1, size + 1)] + [f"p_{k} = x p_{size + 1 - k}" for k in _kinds(size)]
        return tuple(labels[i] for i in self.optimum.active)

    def _repr_latex_(self) -> str:
        shares = ", ".join(map(latex_number, self.shares))
        return rf"$\displaystyle V = {latex_number(self.value)},\quad p = \left({shares}\right)$"


@dataclass(frozen=True)
class BestRealDecks(Shown):
    """All decks of least V at a level, over all spreads.

    Attributes:
        decks: the minimisers, pairs from the outermost inwards, each with its mirror image.
        value: the least V.
        theorem: for symbolic x and shares, that V of every private deck is at least the bound that is attained here.

    """

    decks: tuple[RealDeck, ...]
    value: Fraction
    theorem: Theorem

    def _repr_latex_(self) -> str:
        decks = r",\ ".join(rf"\left({', '.join(map(latex_number, deck.shares))}\right)" for deck in self.decks)
        return rf"$\displaystyle \min V = {latex_number(self.value)} \text{{ at }} {decks}$"


def deck_program(largest: int, x: Rational, spread: Rational, middle: Rational | None = None) -> LinearProgram:
    """Minimise E[Z^2] over private decks with cards 1 .. `largest`, E[Z] = `spread` and perhaps a given middle share.

    The rows are p_k >= 0, then x p_{L+1-k} >= p_k for each k but the middle one. Raises DeckError for an L, x or middle
    share that makes no sense.
    """
    if type(largest) is not int or not 2 <= largest <= LARGEST:
        raise DeckError(f"a deck has the cards 1 .. L with an integer L from 2 to {LARGEST}, not {largest!r}")
    if x < 1:
        raise DeckError(f"x = e^eps must be at least 1, not {x}")
    if middle is not None and (largest % 2 == 0 or not 0 <= middle < 1):
        raise DeckError(
            f"the share of a middle card is given for an odd L and lies in [0, 1), not {middle} at L = {largest}"
        )
    import cvxpy

    from lp.models import decks
    from lp.models.exact_program import exact_program

    p = decks.DeckVariable(largest)
    demands = [*decks.deck_privacy(p, Fraction(x)), *p.on_simplex, decks.spread(p) == Fraction(spread)]
    if middle is not None:
        demands += [p[largest // 2] == Fraction(middle)]
    return exact_program(cvxpy.Problem(cvxpy.Minimize(decks.mean_square(p)), demands)).program


def best_at_spread(
    largest: int, x: Rational, spread: Rational, middle: Rational | None = None
) -> RealDeck | Infeasible:
    """A private deck of least V with this spread, or multipliers that show that no private deck has it.

    Raises DeckError for the spread 0, at which V has no value. Raises SolverError where the solver finds no optimum.
    """
    if spread == 0:
        raise DeckError("a deck with E[Z] = 0 tells nothing about the truths, so that V has no value")
    found = solve(deck_program(largest, x, spread, middle))
    if isinstance(found, Infeasible):
        return found
    if not isinstance(found, Optimum):
        raise SolverError("E[Z^2] of a deck is bounded")
    return RealDeck(found.point, Fraction(x), found)


def best_real_decks(largest: int, x: Rational, middle: Rational | None = None) -> BestRealDecks | Infeasible:
    """All private decks of least V over all spreads; at x = 1 a certificate that no private deck has a spread.

    Each is the optimum of the program at its own spread. Raises DeckError as `deck_program` does. Raises SolverError
    where an answer of the solver does not hold exactly.
    """
    if x == 1:
        found = best_at_spread(largest, x, 1, middle)
        if not isinstance(found, Infeasible):
            raise SolverError("at eps = 0 no private deck has a spread, but one was found")
        return found
    deck_program(largest, x, 1, middle)  # refuses what makes no sense
    share = Fraction(0 if middle is None else middle)
    value = ideal_with_share(ONE - share).evaluate({"x": x})
    decks = []
    for functions in minimisers(largest, middle=share):
        shares = tuple(function.evaluate({"x": x}) for function in functions)
        spread = sum((z * p for z, p in zip(_distances(largest), shares, strict=True)), ZERO)
        deck = best_at_spread(largest, x, spread, middle)
        if not isinstance(deck, RealDeck) or (deck.shares, deck.value) != (shares, value):
            raise SolverError("the program at the spread of a minimiser does not lead to it")
        decks.append(deck)
    theorem = least_variance(largest) if middle is None else variance_bound(largest)
    return BestRealDecks(tuple(decks), value, theorem)


def _distances(largest: int) -> list[int]:
    """Z of the cards 1 .. L."""
    return [largest + 1 - 2 * k for k in range(1, largest + 1)]


def _kinds(largest: int) -> list[int]:
    """The cards but the middle one."""
    return [k for k in range(1, largest + 1) if 2 * k != largest + 1]
