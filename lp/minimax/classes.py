"""Minimax designs under (eps, delta)-LDP, from the kinds of columns that it allows.

By `lp.minimax.pair` the least worst-case risk is (k - 1)^2/(f* - k), f* being the largest f of the class. A column u,
scaled to the sum k, is used with the probability of its responses at the uniform prior; f is the mean of |u|^2. So only
the multiset of the entries of a column matters, its kind, and f* is the optimum of a linear program over kinds:

    maximise sum of w_t |u_t|^2,    sum of w_t = 1,    w_t >= 0,    and sum of w_t D(u_t) <= delta,

    D(u) = mean over i != j of max(u_i - x u_j, 0),

since the excess of a design over x, averaged over the ordered pairs of truths, is at most its largest one, and equal to
it where all permutations of a column are used alike. |u|^2 is convex, so that it is enough to list columns in which as
many constraints are tight as can be: D is linear where the signs of all u_i - x u_j are fixed, so the entries that are
not zero are v, v x, v x^2, ... without a gap: a composition of k or fewer, 2^k - 1 kinds.

Source: Nayak, Zhai, section 3.2, for delta = 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise

import sympy

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LinearProgram
from derivations.steps import Derivation, Step, Written, relation
from derivations.theorems.subsets.subset_minimax import NoSuchDesignError
from lp.losses.column_kind import ColumnKind
from lp.minimax.pair import bound_by_information, bound_steps
from lp.programs.outcomes import Optimum
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational

ZERO, ONE = Fraction(0), Fraction(1)
MAXIMAL_KINDS = 20_000
MAXIMAL_RESPONSES = 5_000


def staircase_kinds(categories: int, x: Rational) -> tuple[ColumnKind, ...]:
    """The columns of eps-LDP, x = e^eps, that say most, by their number of entries x. Source: Nayak, Zhai, 3.2."""
    sizes = range(1, categories)
    return tuple(ColumnKind.of([(Fraction(x), size), (ONE, categories - size)]) for size in sizes)


def approximate_kinds(categories: int, x: Rational) -> tuple[ColumnKind, ...]:
    """The kinds of columns for (eps, delta)-LDP with x = e^eps: zeros, and v, v x, v x^2, ... without a gap.

    Raises ValueError for more than MAXIMAL_KINDS.
    """
    if 2**categories > MAXIMAL_KINDS:
        raise ValueError(f"{categories} categories make more than {MAXIMAL_KINDS} kinds of columns")
    level, found = Fraction(x), set()
    for positive in range(1, categories + 1):
        for blocks in range(1, positive + 1):
            for sizes in _compositions(positive, blocks):
                entries = [(level**power, size) for power, size in enumerate(sizes)]
                found.add(ColumnKind.of([*entries, (ZERO, categories - positive)]))
    return tuple(sorted(found))


def _compositions(whole: int, parts: int) -> Iterator[tuple[int, ...]]:
    for cuts in combinations(range(1, whole), parts - 1):
        ends = (0, *cuts, whole)
        yield tuple(b - a for a, b in pairwise(ends))


@dataclass(frozen=True)
class MinimaxMixture(Shown):
    """A minimax design that uses all permutations of each of its kinds of columns alike, with its certificate.

    Attributes:
        categories: k.
        kinds: the kinds in use and the probability of their responses at the uniform prior.
        ties: all kinds that some minimax design uses.
        optimum: the least value of -f over the kinds, certified by the kernel.

    """

    categories: int
    kinds: tuple[tuple[Fraction, ColumnKind], ...]
    ties: tuple[ColumnKind, ...]
    optimum: Optimum

    @property
    def information(self) -> Fraction:
        """f*."""
        return -self.optimum.value

    @property
    def risk(self) -> Fraction:
        """The least worst-case risk, n times the expected sum of squared errors: (k - 1)^2/(f* - k)."""
        return Fraction((self.categories - 1) ** 2) / (self.information - self.categories)

    @property
    def added_variance(self) -> Fraction:
        """The risk less 1 - 1/k, what truthful responses have at the uniform prior."""
        return self.risk - 1 + Fraction(1, self.categories)

    @cached_property
    def _columns(self) -> tuple[tuple[Fraction, ...], ...]:
        found: list[tuple[Fraction, ...]] = []
        for weight, kind in self.kinds:
            columns = []
            for column in kind.columns():
                columns.append(column)
                if len(found) + len(columns) > MAXIMAL_RESPONSES:
                    raise NoSuchDesignError(f"the design has more than {MAXIMAL_RESPONSES} responses")
            found += [tuple(v * weight / len(columns) for v in column) for column in columns]
        return tuple(found)

    def design(self) -> Design:
        """The design written out; NoSuchDesignError where it has more than MAXIMAL_RESPONSES responses."""
        return Design(list(zip(*self._columns, strict=True)))

    def weights(self) -> tuple[tuple[Fraction, ...], ...]:
        """The estimator W = D^-1 P' (P D^-1 P')^-1, a row for each response, D the law at the uniform prior.

        P D^-1 P' is a multiple s of the identity on vectors of sum zero, s = (f - k)/(k - 1), and k on the ones.
        """
        k = self.categories
        scale = (self.information - k) / (k - 1)
        found = []
        for column in self._columns:
            mass = sum(column, ZERO) / k
            found.append(tuple((p / mass - 1) / scale + Fraction(1, k) for p in column))
        return tuple(found)

    def derivation(self) -> Derivation:
        """Why no design of the class with an unbiased linear estimator has a smaller worst-case risk."""
        steps = (
            *bound_steps(),
            Step("f is at most f*", "weak duality over the kinds of columns", self.optimum.theorem),
            Step("risk >= (k - 1)^2/(f* - k)", "alpha = (k - 1)/(f* - k)", bound_by_information()),
            Step("attained: all permutations of a column alike, P D^-1 P' = a I + b J, W = D^-1 P' B", "symmetry"),
        )
        result = relation(Written("minimax risk", r"\text{minimax risk}"), "=", self.risk)
        return Derivation("All truths alike: the minimax design is a mixture of kinds of columns", steps, result)

    def _repr_latex_(self) -> str:
        risk = sympy.latex(sympy.Rational(self.risk.numerator, self.risk.denominator))
        parts = r",\quad ".join(
            rf"{sympy.latex(sympy.Rational(w.numerator, w.denominator))}: ("
            + ", ".join(
                sympy.latex(sympy.Rational(v.numerator, v.denominator)) + (rf"^{{({n})}}" if n > 1 else "")
                for v, n in kind.entries
            )
            + ")"
            for w, kind in self.kinds
        )
        return rf"$\displaystyle \text{{minimax risk}} = {risk}, \quad {parts}$"


def minimax_approximate(categories: int, x: Rational, delta: Rational) -> MinimaxMixture:
    """The minimax design among the (eps, delta)-LDP ones, x = e^eps >= 1 and 0 <= delta <= 1; at most two kinds.

    Raises NoSuchDesignError where no design of the class has an unbiased estimator.
    """
    level, slack = Fraction(x), Fraction(delta)
    _check_categories(categories)
    if level < 1 or not 0 <= slack <= 1:
        raise NoSuchDesignError(f"x = e^eps must be at least 1 and delta between 0 and 1, not x = {x}, delta = {delta}")
    return _mixture(categories, approximate_kinds(categories, level), level, slack)


def _check_categories(categories: int) -> None:
    if type(categories) is not int or categories < 2:
        raise NoSuchDesignError(f"{categories} categories leave nothing to find out; at least 2 are needed")


def _mixture(categories: int, kinds: Sequence[ColumnKind], level: Fraction, slack: Fraction) -> MinimaxMixture:
    gains = [kind.information for kind in kinds]
    costs = [kind.excess(level) for kind in kinds]
    used, price = _on_the_hull(gains, costs, slack)
    point = tuple(used.get(i, ZERO) for i in range(len(kinds)))
    top = max(gain - price * cost for gain, cost in zip(gains, costs, strict=True))
    program = LinearProgram(
        cost=tuple(-gain for gain in gains),
        rows=(
            *(((i, ONE),) for i in range(len(kinds))),
            tuple((i, -cost) for i, cost in enumerate(costs) if cost),
        ),
        bounds=(*(ZERO,) * len(kinds), -slack),
        equations=(tuple((i, ONE) for i in range(len(kinds))),),
        sides=(ONE,),
    )
    left = tuple(top - gain + price * cost for gain, cost in zip(gains, costs, strict=True))
    dual = ((*left, price), (-top,))
    optimum = Optimum(program, point, dual, kernel.weak_duality(program, point, *dual))
    if -optimum.value <= categories:
        raise NoSuchDesignError("the designs of this class say nothing on the truth, so no estimator is unbiased")
    chosen = tuple((weight, kinds[i]) for i, weight in sorted(used.items()))
    ties = tuple(kind for kind, slackness in zip(kinds, left, strict=True) if slackness == 0)
    return MinimaxMixture(categories, chosen, ties, optimum)


def _on_the_hull(
    gains: Sequence[Fraction], costs: Sequence[Fraction], slack: Fraction
) -> tuple[dict[int, Fraction], Fraction]:
    """The mixture of most gain with a mean cost of at most `slack`, and the price of the cost: one or two numbers."""
    # Walk along the upper hull, from the cheapest point of most gain, as long as the line to the next one rises.
    here = max(range(len(gains)), key=lambda i: (-costs[i], gains[i]))
    while True:
        beyond = [i for i in range(len(gains)) if costs[i] > costs[here] and gains[i] > gains[here]]
        if not beyond:
            return {here: ONE}, ZERO
        following = max(beyond, key=lambda i: ((gains[i] - gains[here]) / (costs[i] - costs[here]), costs[i]))
        if costs[following] > slack:
            price = (gains[following] - gains[here]) / (costs[following] - costs[here])
            share = (slack - costs[here]) / (costs[following] - costs[here])
            return ({here: ONE - share, following: share} if share else {here: ONE}), price
        here = following
