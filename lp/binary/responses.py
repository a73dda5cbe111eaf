"""Two truths under (eps, delta)-privacy with any number of responses: the best design, and what two responses lose.

A response is a column (s, t) = (P[0, y], P[1, y]). With x = e^eps, privacy says that the sums of max(0, s - x t) and of
max(0, t - x s) over the responses are at most delta.

There is a best design for every purpose. Take (s, t) apart: what exceeds x times the other entry goes to (1, 0) or to
(0, 1), and the rest lies between the rays (x, 1) and (1, x). So every design has its responses merged from columns of
these four directions, and with the totals that privacy leaves it is had from the design

    surely 0: (delta, 0),  rather 0: g (x, 1),  rather 1: g (1, x),  surely 1: (0, delta),   g = (1 - delta)/(x + 1),

by randomizing its responses. Where the excess is less than delta, the rest
is first shrunk within the cone of the two rays, until both its rows sum to 1 - delta. Whatever can be done with a
private design can therefore be done with this one: it has 4 responses, 3 for eps = 0, 2 for delta = 0 or delta = 1. The
canonical pair is that of Kairouz, Oh, Viswanath 2015.

What it is worth for estimating the proportion pi: an unbiased linear estimator has at best the variance 1/(n I(pi)) at
pi, I(pi) = sum over y of (t - s)^2/((1 - pi) s + pi t). Each term is sublinear in (s, t) (`splitting_gains`), so that
the largest I is a linear program over the four directions, whose optimum the kernel certifies. The best two responses
(`lp.binary.optima`) err more unless delta is 0 or 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import LinearProgram, Sequent
from derivations.prover.lemmas import Term, from_terms
from lp.binary.optima import (
    BinaryOptima,
    ProportionPrior,
    best_for_known,
    best_for_prior,
    best_for_unknown,
    checked_budget,
    latex,
)
from lp.constraints.constraint import entries, exact_share
from lp.programs.linear_program import Optimum, SolverError, solve
from mechanisms.design import Design
from mechanisms.exact.formula import Condition
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, Rational

Column = tuple[Fraction, Fraction]
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
SURELY_0, RATHER_0, EITHER, RATHER_1, SURELY_1 = "surely 0", "rather 0", "either", "rather 1", "surely 1"


@dataclass(frozen=True)
class BestResponses(Shown):
    """The best private design for two truths with any number of responses, and what it gains over two responses.

    Attributes:
        design: at least as good as every other one, for whatever purpose.
        scores: the value of each response; their average over the respondents is the best unbiased estimator.
        value: n times its variance at the known proportion, or expected, or largest.
        two_responses: the same for the best designs with two responses.
        theorems: that splitting a column gains; for an unknown proportion also that the variance is nowhere larger.
        program: the linear program over the four directions, -I(pi) being its least value; None where I is infinite.

    """

    design: Design
    scores: tuple[Fraction, ...]
    value: Fraction
    two_responses: BinaryOptima
    theorems: tuple[Theorem, ...]
    program: Optimum | None

    @property
    def gain(self) -> Fraction | None:
        """Errors of the best two responses over those of the best design, at least 1; None for 0/0."""
        return self.two_responses.value / self.value if self.value else None

    def _repr_latex_(self) -> str:
        scores = ", ".join(map(latex, self.scores))
        return (
            rf"$\displaystyle \min n \operatorname{{Var}} = {latex(self.value)}, \quad P = {self.design.to_latex()}, "
            rf"\quad \text{{scores }} \left({scores}\right)$"
        )


def best_design(x: Rational, delta: Rational) -> Design:
    """The private design for the truths 0 and 1 from which every other one can be had."""
    level, budget = checked_budget(x, delta)
    named = _best_columns(level, budget)
    rows = [[column[truth] for column in named.values()] for truth in (0, 1)]
    return Design(rows, truths=(0, 1), responses=list(named), name="best of two truths")


def _best_columns(x: Fraction, delta: Fraction) -> dict[str, Column]:
    g = (1 - delta) / (x + 1)
    middle = {EITHER: (1 - delta, 1 - delta)} if x == 1 else {RATHER_0: (x * g, g), RATHER_1: (g, x * g)}
    columns = {SURELY_0: (delta, ZERO), **middle, SURELY_1: (ZERO, delta)}
    return {name: column for name, column in columns.items() if any(column)}


# -- estimation --------------------------------------------------------------------------------------------------------


def information(columns: Sequence[Column], pi: Fraction) -> Fraction | None:
    """I(pi) = sum of (t - s)^2/((1 - pi) s + pi t); None where it is infinite."""
    terms = [_term(column, pi) for column in columns if column[0] != column[1]]
    return None if any(term is None for term in terms) else sum((term for term in terms if term is not None), ZERO)


def _term(column: Column, pi: Fraction) -> Fraction | None:
    s, t = column
    chance = (1 - pi) * s + pi * t
    return (t - s) ** 2 / chance if chance else None


@cache
def splitting_gains() -> Theorem:
    """m > 0, n > 0 |- (a^2 n + b^2 m)(m + n) >= (a + b)^2 m n: (a + b)^2/(m + n) <= a^2/m + b^2/n.

    With a, b the differences t - s of two columns and m, n their chances: a column is worth no more than its parts.
    """
    a, b, m, n = (Polynomial.variable(name) for name in "abmn")
    gain = (a * a * n + b * b * m) * (m + n) - (a + b) * (a + b) * m * n
    chances = (Condition(m, ">"), Condition(n, ">"))
    # The gain is the square (a n - b m)^2, which needs no sign of m and n; they say that the quotients are defined.
    return kernel.weaken(from_terms(Condition(gain, ">="), [Term(ONE, (), a * n - b * m)]), chances)


def information_program(x: Fraction, delta: Fraction, pi: Fraction) -> LinearProgram:
    """Minimise -I(pi) over weights of the directions (1, 0), (x, 1), (1, x), (0, 1).

    Both rows sum to 1; the weights of (1, 0) and (0, 1), which are the two excesses, are at most delta. For delta = 0
    these directions are left out. ValueError where a direction is worth infinitely much.
    """
    rays = [(x, ONE), (ONE, x)] if x > 1 else [(ONE, ONE)]
    rays = [(ONE, ZERO), *rays, (ZERO, ONE)] if delta > 0 else rays
    worth = [_term(ray, pi) for ray in rays]
    if any(value is None for value in worth):
        raise ValueError("the information is infinite")
    unit = [tuple(ONE if i == j else ZERO for j in range(len(rays))) for i in range(len(rays))]
    caps = [tuple(-v for v in unit[i]) for i in (0, -1)] if delta > 0 else []
    return LinearProgram.dense(
        [-value for value in worth if value is not None],
        [*unit, *caps],
        [ZERO] * len(unit) + [-delta] * len(caps),
        [[ray[0] for ray in rays], [ray[1] for ray in rays]],
        [ONE, ONE],
    )


def best_responses_for_known(x: Rational, delta: Rational, pi: Rational) -> BestResponses:
    """The best design and estimator for a known proportion; errors as `lp.binary.optima.best_for_known`."""
    (level, budget), share = checked_budget(x, delta), exact_share(pi, "pi")
    return _best(level, budget, share, best_for_known(level, budget, share))


def best_responses_for_prior(x: Rational, delta: Rational, prior: ProportionPrior) -> BestResponses:
    """The same for a prior of the proportion: that for its mean, with the variance of the prior less.

    n times the variance of an average of scores is the sum of P(y) score(y)^2 less pi^2, P(y) being linear in pi.
    """
    level, budget = checked_budget(x, delta)
    known = _best(level, budget, prior.mean, best_for_prior(level, budget, prior))
    return BestResponses(
        known.design, known.scores, known.value - prior.variance, known.two_responses, known.theorems, known.program
    )


def best_responses_for_unknown(x: Rational, delta: Rational) -> BestResponses:
    """The same for the largest error over 0 <= pi <= 1: that for pi = 1/2, whose estimator errs nowhere more.

    No design and estimator has a smaller error at pi = 1/2, so none has a smaller largest error.
    """
    level, budget = checked_budget(x, delta)
    found = _best(level, budget, HALF, best_for_unknown(level, budget))
    pi = Polynomial.variable("pi")
    columns = list(zip(*entries(found.design), strict=True))
    error = -pi * pi
    for (s, t), score in zip(columns, found.scores, strict=True):
        error = error + (s * (1 - pi) + t * pi) * score**2
    inside = frozenset((Condition(pi, ">="), Condition(1 - pi, ">=")))
    nowhere_more = kernel.one_variable(Sequent(inside, Condition(found.value - error, ">=")))
    theorems = (*found.theorems, nowhere_more)
    return BestResponses(found.design, found.scores, found.value, found.two_responses, theorems, found.program)


def _best(x: Fraction, delta: Fraction, pi: Fraction, two: BinaryOptima) -> BestResponses:
    design = best_design(x, delta)
    columns = [(s, t) for s, t in zip(*entries(design), strict=True)]
    worth = information(columns, pi)
    program: Optimum | None = None
    if worth is not None:
        solved = solve(information_program(x, delta, pi))
        if not isinstance(solved, Optimum) or solved.value != -worth:
            raise SolverError("the best design does not have the largest information of the program")
        program = solved
    scores = best_scores(columns, pi)
    for truth in (0, 1):
        if sum((score * column[truth] for score, column in zip(scores, columns, strict=True)), ZERO) != truth:
            raise SolverError("the scores of the best design are biased")
    value = ZERO if worth is None else 1 / worth
    return BestResponses(design, scores, value, two, (splitting_gains(),), program)


def best_scores(columns: Sequence[Column], pi: Fraction) -> tuple[Fraction, ...]:
    """The unbiased scores of least variance at pi: pi + (t - s)/(I(pi) ((1 - pi) s + pi t)).

    Where I is infinite, a response that the only truth there is never gives decides: it scores for the other truth.
    """
    worth = information(columns, pi)
    if worth is not None:
        return tuple(pi + (t - s) / (worth * ((1 - pi) * s + pi * t)) for s, t in columns)
    telling = 1 - int(pi)  # the truth that nobody has
    total = sum((column[telling] for column in columns if not column[1 - telling]), ZERO)
    step = 1 / total if telling else -1 / total
    return tuple(pi + (step if not column[1 - telling] else ZERO) for column in columns)
