"""Minimax designs for weighted errors and restricted priors: exact bounds below and above that meet up to a gap.

The question is the least worst case, over priors within limits, of n E sum of c_i (estimate_i - pi_i)^2, among designs
whose columns lie in a cone (parity at most gamma: the staircase columns with the entries 1 and gamma), with a linear
unbiased estimator. A column may be split into columns s_y of the cone that keep its estimate, so a design is a vector
theta >= 0 with sum of theta_y s_y = (1, ..., 1). With v_y = theta_y w_y,

    sum of s_y v_y' = I,    risk = sum over y of (pi . s_y) (sum of c_j v_yj^2)/theta_y - sum of c_i pi_i^2

is convex in (theta, v) together (a square over a linear function) and concave in pi. Clarabel solves this and its dual,
the best bound of `lp.worst_case_risk` below, in floats. Both are rounded to rationals: the rounded design with
the best estimator at the rounded prior has an exact worst case, the bound above, and the rounded dual is repaired to an
exact bound below.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from itertools import combinations

import sympy

from derivations.kernel import Theorem
from derivations.statements import dot
from derivations.steps import Derivation, Step, Written, relation
from lp.dense_algebra import independent, solution
from lp.minimax import weights_above_tangents
from lp.minimax_floats import proposed_bound, proposed_design
from lp.outcomes import SolverError, Vector
from lp.worst_case_risk import LowerBound, Prior, WorstCase, lower_bound, prior_above_tangents, worst_case
from mechanisms.design import Design
from mechanisms.polynomial import Rational

ZERO, ONE = Fraction(0), Fraction(1)
MAXIMAL_COLUMNS = 1100
GRAIN = Fraction(1, 10**10)  # rounded numbers are multiples of this
NEGLIGIBLE = 1e-7  # a response that is less likely, relative to the likeliest one, is left out


@dataclass(frozen=True)
class MinimaxBounds:
    """The least worst-case risk lies between `lower` and `upper`, and `design` with `weights` attains `upper`.

    Attributes:
        costs: c_i, the weights of the squared errors.
        priors: the limits of the priors.
        design: a design of the class.
        weights: its unbiased estimator, a row for each response.
        worst: the exact worst case of the pair, with its theorem.
        below: the bound of all other pairs, with its theorem.

    """

    costs: Vector
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
        """The worst case of `design` with `weights`."""
        return self.worst.value

    @property
    def gap(self) -> Fraction:
        """upper - lower, at least 0."""
        return self.upper - self.lower

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """What the kernel certifies: both kinds of tangents, the bound below and the worst case."""
        return weights_above_tangents(), self.below.theorem, prior_above_tangents(), self.worst.theorem

    def derivation(self) -> Derivation:
        """What the two bounds rest on."""
        weights, below, prior, above = self.theorems
        steps = (
            Step("the worst case is at least the risk at the prior of the bound", "definition"),
            Step("lambda w^2 >= 2 w t - t^2/lambda, t = b_i . s_y", "a square", weights),
            Step("risk >= 2 sum c_i b_i[i] - sum theta_y h_y - sum c_i pi_i^2", "summed, as sum of p_y w_y' = I"),
            Step("sum of theta_y h_y is too small for any smaller risk", "Farkas, for all designs", below),
            Step("c pi^2 >= 2 c p pi - c p^2, so the risk of the design is below a linear function", "a square", prior),
            Step("the linear function is largest at the worst prior", "weak duality", above),
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
    low: Sequence[Rational] | None = None,
    high: Sequence[Rational] | None = None,
) -> MinimaxBounds:
    """Bounds of the least worst-case risk at a parity of at most gamma = e^eps, for weights c_i > 0 of the errors.

    The priors lie between `low` and `high`, 0 and 1 if left out. At most 10 categories. Raises ValueError for wrong
    input, SolverError where the floats lead to no design.
    """
    named = staircase_columns(len(costs), gamma)
    return minimax_bounds_of_columns(costs, [c for _, c in named], [z for z, _ in named], low=low, high=high)


def minimax_bounds_of_columns(
    costs: Sequence[Rational],
    columns: Sequence[Sequence[Rational]],
    labels: Sequence[Hashable] | None = None,
    *,
    low: Sequence[Rational] | None = None,
    high: Sequence[Rational] | None = None,
) -> MinimaxBounds:
    """The same for designs whose columns are sums of multiples of the given ones, which are labelled by `labels`."""
    weights = tuple(Fraction(c) for c in costs)
    size = len(weights)
    if not weights or min(weights) <= 0:
        raise ValueError("the weights of the errors are positive numbers, one a category")
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
    prior, slopes, price = proposed_bound(weights, given, priors)
    point = priors.clipped([_rounded(p) for p in prior], [ONE] * size)[0]
    exact_slopes = tuple(tuple(map(_rounded, row)) for row in slopes)
    below = lower_bound(given, point, exact_slopes, tuple(map(_rounded, price)), weights, GRAIN)
    used = _rational_design(proposed_design(weights, given, priors), given)
    rows = [[share * given[y][i] for y, share in used.items()] for i in range(size)]
    estimator = _best_estimator(given, used, point)
    design = Design(rows, responses=[names[y] for y in used])
    return MinimaxBounds(weights, priors, design, estimator, worst_case(rows, estimator, weights, priors), below)


def _best_estimator(columns: Sequence[Vector], shares: Mapping[int, Fraction], prior: Vector) -> tuple[Vector, ...]:
    """The best one at the prior: w_y = M^-1 s_y/(pi . s_y), M = sum of theta_y s_y s_y'/(pi . s_y), exactly."""
    chosen = [columns[y] for y in shares]
    law = [dot(prior, column) for column in chosen]
    if min(law) <= 0:
        raise SolverError("a response of the design is impossible at the least favourable prior")
    inverse = _inverse_information(chosen, list(shares.values()), law)
    return tuple(tuple(dot(v, column) / mass for v in inverse) for column, mass in zip(chosen, law, strict=True))


def _rounded(value: float) -> Fraction:
    return GRAIN * round(Fraction(value) / GRAIN)


def _rational_design(theta: Sequence[float], columns: Sequence[Vector]) -> dict[int, Fraction]:
    """The likely responses with rational multiples of their columns whose sum is exactly one in every row."""
    most = max(theta)
    used = sorted((y for y, t in enumerate(theta) if t > NEGLIGIBLE * most), key=lambda y: -theta[y])
    shares = {y: _rounded(theta[y]) for y in used}
    size = len(columns[0])
    basis = [used[i] for i in independent([columns[y] for y in used], size)]
    if len(basis) < size:
        raise SolverError("the responses found in floats leave a prior unidentified: no estimator is unbiased")
    missing = [ONE - sum((shares[y] * columns[y][i] for y in used), ZERO) for i in range(size)]
    change = solution([[columns[y][i] for y in basis] for i in range(size)], missing)
    assert change is not None, "independent columns of full number have every combination"
    for y, more in zip(basis, change, strict=True):
        shares[y] += more
    if min(shares.values()) < 0:
        raise SolverError("rounding made a probability negative; the floats are too far from a design")
    return {y: shares[y] for y in sorted(shares) if shares[y]}


def _inverse_information(
    columns: Sequence[Vector], shares: Sequence[Fraction], law: Sequence[Fraction]
) -> list[Vector]:
    """The inverse of M = sum of theta_y s_y s_y'/(pi . s_y), exactly."""
    from flint import fmpq, fmpq_mat

    size = len(columns[0])
    whole = [[ZERO] * size for _ in range(size)]
    for column, share, mass in zip(columns, shares, law, strict=True):
        for i in range(size):
            for j in range(size):
                whole[i][j] += share * column[i] * column[j] / mass
    found = fmpq_mat(size, size, [fmpq(v.numerator, v.denominator) for row in whole for v in row]).inv()
    return [tuple(Fraction(int(found[i, j].p), int(found[i, j].q)) for j in range(size)) for i in range(size)]
