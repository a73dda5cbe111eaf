r"""Columns of eps-LDP designs are sums of staircase columns: these suffice for sublinear objectives.

Write x = e^eps > 1. A column c of an eps-LDP design satisfies c_a <= x c_b for all truths a, b. If its least entry m is
0 the column is 0. Otherwise t_a = (c_a/m - 1)/(x - 1) lies in [0, 1]; let 0 = t_(0) <= t_(1) < ... < t_(n) be 0 and the
different values, and S_i = {a : t_a >= t_(i)}. With w_S equal to x on S and 1 elsewhere

    c = m [ sum over i of (t_(i) - t_(i-1)) w_{S_i} + (1 - t_(n)) w_{} ],

because the entry of a truth with t_a = t_(j) is m [x t_(j) + 1 - t_(j)]. The sets S_1, ..., S_n form a chain. Source:
Kairouz, Oh, Viswanath, JMLR 17, 2016, where extreme points are counted instead; the layers give weights in one formula.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written
from mechanisms.design import Design
from mechanisms.exact.entries import exact_number
from mechanisms.exact.formula import Condition, equal_to
from mechanisms.exact.polynomial import Polynomial, Rational

ZERO, ONE = Fraction(0), Fraction(1)
X, T, S, L = (Polynomial.variable(name) for name in ("x", "t", "s", "l"))


class StaircaseError(ValueError):
    """A column or design is not eps-LDP at the level, so that it is no sum of staircase columns."""


@dataclass(frozen=True)
class Layer:
    """`mass` times the column that is x on the truths (numbered from 0) of `subset` and 1 on the others."""

    subset: tuple[int, ...]
    mass: Fraction

    def column(self, truths: int, x: Fraction) -> tuple[Fraction, ...]:
        """The entries of the layer."""
        inside = set(self.subset)
        return tuple(self.mass * (x if a in inside else 1) for a in range(truths))


def staircase_decomposition(column: Sequence[Rational], x: Rational) -> tuple[Layer, ...]:
    """The layers of positive mass of a column with 0 <= c_a <= x c_b for all a, b, from the largest subset down.

    They sum to the column exactly, and their subsets form a chain. Raises StaircaseError for other columns and x <= 1.
    """
    level = exact_number(x, "x = e^eps")
    entries = tuple(exact_number(c, f"entry {a} of the column") for a, c in enumerate(column))
    if level <= 1:
        raise StaircaseError(f"staircase columns have two different entries for x > 1 only, not for x = {level}")
    if not entries:
        raise StaircaseError("a column has an entry for each of at least one truth, not none")
    least, largest = min(entries), max(entries)
    if least < 0 or largest > level * least:
        raise StaircaseError(
            f"the entries {largest} and {least} of a column are in no ratio of at most x = {level}, both at least 0"
        )
    if least == 0:
        return ()
    heights = [(c / least - 1) / (level - 1) for c in entries]
    layers, below = [], ZERO
    for height in sorted(set(heights) - {ZERO}):
        layers.append(Layer(tuple(a for a, t in enumerate(heights) if t >= height), least * (height - below)))
        below = height
    if below < 1:
        layers.append(Layer((), least * (1 - below)))
    sums = tuple(
        sum(parts, ZERO) for parts in zip(*(layer.column(len(entries), level) for layer in layers), strict=True)
    )
    assert sums == entries, "the layers of a column sum to it"
    return tuple(layers)


def staircase_refinement(design: Design, x: Rational) -> Design:
    """The staircase design in which each response is split into its layers; merging them again gives the design.

    Responses are labelled (response, subset of truth labels). Whatever a sublinear objective is, its value does not
    fall. Raises StaircaseError where the design is not eps-LDP for e^eps = x; its entries are rational numbers.
    """
    level = exact_number(x, "x = e^eps")
    if design.parameters or design.generator:
        raise StaircaseError("the layers of a design are found for rational entries; put numbers for its parameters")
    columns, labels = [], []
    for y, response in enumerate(design.responses):
        for layer in staircase_decomposition([row[y].evaluate({}) for row in design.entries], level):
            columns.append(layer.column(len(design.truths), level))
            labels.append((response, tuple(design.truths[a] for a in layer.subset)))
    return Design(list(zip(*columns, strict=True)), truths=design.truths, responses=labels, name="staircase refinement")


@cache
def layers_telescope() -> tuple[Theorem, Theorem]:
    """The induction behind the formula, for the entry of one truth; s is the last height so far, t the next one.

    Start, for heights 0: an entry that no layer has raised is 1 = x 0 + 1 - 0. Step: with the sum of the layers up to s
    and the rest on the empty set, x s + (1 - s), the next layer takes t - s from the rest and multiplies it by x.
    """
    reached = equal_to(L, X * S + 1 - S)
    claim = equal_to(L + (T - S) * X - (T - S), X * T + 1 - T)
    start = prove_from(Sequent(frozenset(), equal_to(X * 0 + 1 - 0, Polynomial.constant(1))))
    return start, prove_from(Sequent(frozenset((reached,)), claim))


@cache
def heights_are_shares() -> tuple[Theorem, Theorem]:
    """m > 0, x > 1, m <= c <= x m, c = m (1 + (x - 1) t) |- 0 <= t and t <= 1"""
    m, c = Polynomial.variable("m"), Polynomial.variable("c")
    known = frozenset(
        (
            Condition(m, ">"),
            Condition(X - 1, ">"),
            Condition(c - m, ">="),
            Condition(X * m - c, ">="),
            equal_to(c, m * (1 + (X - 1) * T)),
        )
    )
    return prove_from(Sequent(known, Condition(T, ">="))), prove_from(Sequent(known, Condition(1 - T, ">=")))


def staircases_suffice() -> Derivation:
    """For every sublinear objective, no eps-LDP design is better than the best staircase design."""
    start, step = layers_telescope()
    above, below = heights_are_shares()
    steps = (
        Step(
            Written("c_a <= x c_b for all truths a, b", r"c_a \leq x\,c_b\ \text{for all truths } a, b"),
            "c is a column of an eps-LDP design, x = e^eps; if its least entry m is 0, all are, and it may be left out",
        ),
        Step(
            Written("t_a = (c_a/m - 1)/(x - 1) >= 0", r"t_a = \frac{c_a/m - 1}{x - 1} \geq 0"),
            "m is the least entry",
            above,
        ),
        Step(Written("t_a <= 1", r"t_a \leq 1"), "c_a <= x m", below),
        Step(
            Written(
                "c = m (sum_i (t_(i) - t_(i-1)) w_(S_i) + (1 - t_(n)) w_()), S_i = {a : t_a >= t_(i)}",
                r"c = m\Bigl(\sum_{i=1}^{n} (t_{(i)} - t_{(i-1)})\,w_{S_i} + (1 - t_{(n)})\,w_\emptyset\Bigr),"
                r"\quad S_i = \{a : t_a \geq t_{(i)}\}",
            ),
            "induction over the different heights t_(1) < ... < t_(n), with t_(0) = 0: in the entry of a truth of "
            "height t_(j) the layers i <= j are raised to x and the others are not; here for no layer",
            start,
        ),
        Step(
            "the formula for one more layer follows from the one before",
            "the layer takes its mass from the empty set and raises it to x for the truths in it; for the others, "
            "whose height was reached before, nothing changes",
            step,
        ),
        Step(
            Written("mu(c) <= sum of the masses of the layers times mu(w_S)", r"\mu(c) \leq \sum_S \theta_S\,\mu(w_S)"),
            "mu is convex and homogeneous, hence subadditive; the weights m (t_(i) - t_(i-1)) and m (1 - t_(n)) are "
            "not negative",
        ),
        Step(
            "splitting each response into its layers gives a design whose columns are all staircase columns",
            "its rows still sum to one, because the layers of a column sum to the column",
        ),
    )
    result = Written(
        "max over eps-LDP designs of sum_y mu(P_y) = max { sum_S theta_S mu(w_S) : sum_S theta_S w_S = 1, theta >= 0 }",
        r"\max_{P\ \varepsilon\text{-LDP}} \sum_y \mu(P_{\cdot y}) = \max\Bigl\{\sum_S \theta_S\,\mu(w_S) : "
        r"\sum_S \theta_S w_S = \mathbf{1},\ \theta \geq 0\Bigr\}",
    )
    return Derivation("Staircase designs suffice for sublinear objectives", steps, result)
