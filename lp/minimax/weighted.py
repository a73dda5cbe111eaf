"""Minimax designs for weighted errors, linear targets and restricted priors: exact bounds that meet up to a gap.

The question is the least worst case, over priors within limits, of n E sum of c_j (estimate_j - l_j . pi)^2, where the
targets l_j . pi are the shares, or a mean, a distribution function, shares of groups, among designs whose columns lie
in a cone (parity at most gamma: the staircase columns with the entries 1 and gamma), with a linear unbiased estimator.
A column may be split into columns s_y of the cone that keep its estimate, so a design is a vector theta >= 0 with
sum of theta_y s_y = (1, ..., 1). With v_y = theta_y w_y,

    sum of s_y v_yj = l_j,    risk = sum over y of (pi . s_y) (sum of c_j v_yj^2)/theta_y - sum of c_j (l_j . pi)^2

is convex in (theta, v) together (a square over a linear function) and concave in pi. Clarabel solves this and its dual,
the best bound of `lp.minimax.worst_case_risk` below, in floats. Both are rounded to rationals: the rounded design with
the best estimator at the rounded prior has an exact bound of its risk above, and the rounded dual is repaired to an
exact bound below.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from itertools import combinations

import sympy

from derivations.algebra.rational_systems import independent, solution
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import dot
from derivations.steps import Derivation, Step, Written, relation
from lp.minimax.floats import proposed_bound, proposed_design, proposed_prior
from lp.minimax.pair import weights_above_tangents
from lp.minimax.worst_case_risk import (
    LowerBound,
    Prior,
    WorstCase,
    linear_part,
    lower_bound,
    shares,
    target_above_tangents,
    worst_case,
    worst_prior,
)
from lp.programs.outcomes import SolverError, Vector
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational

ZERO, ONE = Fraction(0), Fraction(1)
MAXIMAL_COLUMNS = 1100
GRAIN = Fraction(1, 10**10)  # rounded numbers are multiples of this
NEGLIGIBLE = 1e-7  # a response that is less likely, relative to the likeliest one, is left out


@dataclass(frozen=True)
class MinimaxBounds(Shown):
    """The least worst-case risk lies between `lower` and `upper`; that of `design` with `weights` is at most `upper`.

    Attributes:
        costs: c_j, the weights of the squared errors.
        targets: l_j, whose values l_j . pi are estimated.
        priors: the limits of the priors.
        design: a design of the class.
        weights: its unbiased estimator, a row for each response.
        worst: the worst case of the pair, with its theorem.
        below: the bound of all other pairs, with its theorem.

    """

    costs: Vector
    targets: tuple[Vector, ...]
    priors: Prior
    design: Design
    weights: tuple[Vector, ...]
    worst: WorstCase
    below: LowerBound

    @property
    def lower(self) -> Fraction:
        """No design of the class with an unbiased linear estimator has a worst case of less."""
        return self.below.value

    @property
    def upper(self) -> Fraction:
        """What the risk of `design` with `weights` is at most; their worst case where the shares are estimated."""
        return self.worst.value

    @property
    def gap(self) -> Fraction:
        """upper - lower, at least 0."""
        return self.upper - self.lower

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """What the kernel certifies: both kinds of tangents, the bound below and the worst case."""
        return weights_above_tangents(), self.below.theorem, target_above_tangents(), self.worst.theorem

    def derivation(self) -> Derivation:
        """What the two bounds rest on."""
        weights, below, prior, above = self.theorems
        steps = (
            Step("the worst case is at least the risk at the prior of the bound", "definition"),
            Step("lambda w^2 >= 2 w t - t^2/lambda, t = b_j . s_y", "a square", weights),
            Step("risk >= 2 sum c_j b_j . l_j - sum theta_y h_y - sum c_j (l_j . pi)^2", "sum of p_y w_yj = l_j"),
            Step("sum of theta_y h_y is too small for any smaller risk", "Farkas, for all designs", below),
            Step("c z^2 >= 2 c p z - c p^2, so the risk of the design is below a linear function", "a square", prior),
            Step("how large the linear function is at most", "weak duality", above),
        )
        least, most = _decimal(self.lower, ROUND_FLOOR), _decimal(self.upper, ROUND_CEILING)
        risk = Written("minimax risk", r"\text{minimax risk}")
        result = relation(Written(least, least), "<=", risk, "<=", Written(most, most))
        return Derivation("The least worst case lies between two exact numbers", steps, result)

    def _repr_latex_(self) -> str:
        worst = ", ".join(sympy.latex(sympy.Rational(p.numerator, p.denominator)) for p in self.below.prior)
        size = rf"P \in \mathbb{{R}}^{{{self.design.shape[0]} \times {self.design.shape[1]}}}"
        shown = self.derivation().result.latex
        return (
            rf"$\displaystyle {shown}, \quad \text{{gap }} {float(self.gap):.3g}, \quad {size}, \quad \pi = ({worst})$"
        )


def _decimal(value: Fraction, rounding: str) -> str:
    """Ten digits, rounded the safe way."""
    context = Context(prec=10, rounding=rounding)
    return f"{context.divide(Decimal(value.numerator), Decimal(value.denominator)):f}"


def staircase_columns(categories: int, gamma: Rational) -> tuple[tuple[tuple[int, ...], Vector], ...]:
    """(the truths with the entry gamma, the column) for all columns with entries 1 and gamma that say something."""
    if categories < 2 or 2**categories - 2 > MAXIMAL_COLUMNS:
        raise ValueError(f"{categories} categories have too few or too many staircase columns; 2 to 10 are possible")
    level = Fraction(gamma)
    if level <= 1:
        raise ValueError(f"a parity of {gamma} allows no information on the truth; gamma > 1 is needed")
    sets = [z for size in range(1, categories) for z in combinations(range(categories), size)]
    return tuple((z, tuple(level if i in z else ONE for i in range(categories))) for z in sets)


def minimax_bounds(
    costs: Sequence[Rational],
    gamma: Rational,
    *,
    targets: Sequence[Sequence[Rational]] | None = None,
    low: Sequence[Rational] | None = None,
    high: Sequence[Rational] | None = None,
) -> MinimaxBounds:
    """Bounds of the least worst-case risk at a parity of at most gamma = e^eps, for weights c_j > 0 of the errors.

    Each target is a vector l_j with an entry a category: [values] for a mean, indicators for shares of groups; left
    out, the shares of all categories are estimated. The priors lie between `low` and `high`, 0 and 1 if left out. At
    most 10 categories. Raises ValueError for wrong input, SolverError where the floats lead to no design.
    """
    named = staircase_columns(len(targets[0]) if targets else len(costs), gamma)
    columns, labels = [column for _, column in named], [members for members, _ in named]
    return minimax_bounds_of_columns(costs, columns, labels, targets=targets, low=low, high=high)


def minimax_bounds_of_columns(
    costs: Sequence[Rational],
    columns: Sequence[Sequence[Rational]],
    labels: Sequence[Hashable] | None = None,
    *,
    targets: Sequence[Sequence[Rational]] | None = None,
    low: Sequence[Rational] | None = None,
    high: Sequence[Rational] | None = None,
) -> MinimaxBounds:
    """The same for designs whose columns are sums of multiples of the given ones, which are labelled by `labels`."""
    weights = tuple(Fraction(c) for c in costs)
    size = len(weights) if targets is None else len(targets[0])
    goals = shares(size) if targets is None else tuple(tuple(Fraction(v) for v in target) for target in targets)
    if not weights or min(weights) <= 0 or len(weights) != len(goals):
        raise ValueError("the weights of the errors are positive numbers, one for each quantity that is estimated")
    if any(len(goal) != size or not any(goal) for goal in goals):
        raise ValueError(f"a target has {size} entries, one a category, that are not all zero")
    given = tuple(tuple(Fraction(v) for v in column) for column in columns)
    if not given or any(len(c) != size or min(c) < 0 or not any(c) for c in given) or len(given) > MAXIMAL_COLUMNS:
        raise ValueError(
            f"1 to {MAXIMAL_COLUMNS} columns of {size} entries that are not negative, nor all zero, are needed"
        )
    names: Sequence[Hashable] = range(len(given)) if labels is None else labels
    priors = Prior(
        tuple(Fraction(v) for v in low) if low is not None else (ZERO,) * size,
        tuple(Fraction(v) for v in high) if high is not None else (ONE,) * size,
    )
    prior, slopes, price = proposed_bound(weights, goals, given, priors)
    point, exact_price = _rational_prior(prior, priors), tuple(map(_rounded, price))
    exact_slopes = tuple(tuple(map(_rounded, row)) for row in slopes)
    below = lower_bound(given, point, exact_slopes, exact_price, weights, goals, GRAIN)
    used = _rational_design(proposed_design(weights, goals, given, priors), given)
    rows = [[share * given[y][i] for y, share in used.items()] for i in range(size)]
    estimator = best_estimator(given, used, point, goals)
    if targets is None:
        worst = worst_prior(rows, estimator, weights, priors)
    else:
        linear = linear_part(rows, estimator, weights)
        worst = _rational_prior(proposed_prior(linear, weights, goals, priors), priors)
    above = worst_case(rows, estimator, weights, goals, priors, worst)
    design = Design(rows, responses=[names[y] for y in used])
    return MinimaxBounds(weights, goals, priors, design, estimator, above, below)


def _rational_prior(prior: Sequence[float], priors: Prior) -> Vector:
    """The prior within the limits that is nearest to the rounded floats."""
    return priors.clipped([_rounded(p) for p in prior], [ONE] * len(prior))[0]


def best_estimator(
    columns: Sequence[Vector], chances: Mapping[int, Fraction], prior: Vector, targets: Sequence[Vector]
) -> tuple[Vector, ...]:
    """The best one at the prior: w_yj = b_j . s_y/(pi . s_y), M b_j = l_j, M = sum of theta_y s_y s_y'/(pi . s_y)."""
    size, chosen = len(prior), [columns[y] for y in chances]
    law = [dot(prior, column) for column in chosen]
    if min(law) <= 0:
        raise SolverError("a response of the design is impossible at the least favourable prior")
    matrix = [[ZERO] * size for _ in range(size)]
    for column, share, mass in zip(chosen, chances.values(), law, strict=True):
        for i in range(size):
            for j in range(size):
                matrix[i][j] += share * column[i] * column[j] / mass
    found = [solution(matrix, target) for target in targets]
    slopes = [line for line in found if line is not None]
    if len(slopes) < len(targets):
        raise SolverError("the responses found in floats leave a target unidentified: no estimator is unbiased")
    return tuple(tuple(dot(line, column) / mass for line in slopes) for column, mass in zip(chosen, law, strict=True))


def _rounded(value: float) -> Fraction:
    return GRAIN * round(Fraction(value) / GRAIN)


def _rational_design(theta: Sequence[float], columns: Sequence[Vector]) -> dict[int, Fraction]:
    """The likely responses with rational multiples of their columns whose sum is exactly one in every row."""
    most = max(theta)
    used = sorted((y for y, t in enumerate(theta) if t > NEGLIGIBLE * most), key=lambda y: -theta[y])
    chances = {y: _rounded(theta[y]) for y in used}
    size = len(columns[0])
    basis = [used[i] for i in independent([columns[y] for y in used], size)]
    missing = [ONE - sum((chances[y] * columns[y][i] for y in used), ZERO) for i in range(size)]
    change = solution([[columns[y][i] for y in basis] for i in range(size)], missing)
    if change is None:
        raise SolverError("the responses found in floats make no design: no combination of their columns is constant")
    for y, more in zip(basis, change, strict=True):
        chances[y] += more
    if min(chances.values()) < 0:
        raise SolverError("rounding made a probability negative; the floats are too far from a design")
    return {y: chances[y] for y in sorted(chances) if chances[y]}
