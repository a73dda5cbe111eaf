"""Section 3.2: risks of unbiased estimators, the least added variance at a parity, Table 1 and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import Interpreter
from checks.papers.nz.encodings.common import (
    ONE,
    ZERO,
    Encoding,
    fact,
    fails_at,
    proved,
    variable,
    with_meanings,
    with_names,
)
from checks.reading import syntax as tree
from checks.values import MeaninglessError, Value
from checks.verification import Context, Part
from derivations import kernel
from derivations.parity_optimum import (
    convex_in_each_entry,
    larger_set,
    next_to_the_real_optimum,
    reciprocal_above_tangent,
)
from derivations.quantities import quotient
from derivations.statements import LogLinear, Quotient
from derivations.subset_minimax import added_variance_of_information, information
from derivations.subset_response import subset_selection
from mechanisms.formula import Formula, IntegerValued, any_of
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

K, Q, GAMMA, SIZE, SHARE, SQUARES = (variable(name) for name in ("k", "q", "gamma", "n", "pi_i", "squares"))
SAMPLING = ONE - SQUARES  # V_S(pi) = sum pi_i (1 - pi_i), from the sum of squares
SQUARES_RANGE = [fact(1 / K, "<=", SQUARES), fact(SQUARES, "<=", 1), fact(K, ">=", 2)]
SIZES = [fact(1, "<=", Q), fact(Q + 1, "<=", K), fact(GAMMA, ">", 1)]


def sum_of_shares(interpreter: Interpreter, node: tree.BigSum) -> Value | None:
    """The sum over all k categories of a polynomial of degree two in pi_i, as sum pi_i = 1 and sum pi_i^2 = squares."""
    if (node.index, node.lower, node.upper) != (tree.Name("i"), tree.Number("1"), tree.Name("k")):
        return None
    parts = interpreter.number(node.body)
    if not parts.denominator.is_constant() or parts.numerator.degree("pi_i") > 2:
        return None
    powers = {0: K, 1: ONE, 2: SQUARES}
    found = ZERO
    for power, coefficient in parts.numerator.coefficients_in("pi_i").items():
        found = found + RationalFunction(coefficient) * powers[power]
    return found / RationalFunction(parts.denominator)


# -- risks -------------------------------------------------------------------------------------------------------------


def risk_without_randomization(context: Context) -> Sequence[Part]:
    """n E(S_i/n - pi_i)^2 = n Var(S_i)/n^2, with the variance of a binomial count, summed over the categories.

    The count is a sum of n independent indicators, each with the variance pi_i - pi_i^2; the print is read by
    sum pi_i = 1, with `squares` for the sum of the squares.
    """
    (node,) = context.trees()
    of_one = SHARE - SHARE**2
    total = SIZE * (SIZE * of_one) / SIZE**2
    so_far = variable("t")
    reader = with_meanings(with_names(context.interpreter, risk_of_truth=SAMPLING), sums=sum_of_shares)
    return [
        context.shown("one more respondent", fact(so_far * of_one + of_one, "=", (so_far + 1) * of_one)),
        context.shown("one category", fact(total, "=", SHARE * (1 - SHARE))),
        *reader.obligations(node),
    ]


def truth_is_best(context: Context) -> Sequence[Part]:
    """Among all unbiased estimators of pi_i from truthful answers S_i/n has the least variance, at every pi.

    Let U = T - S_i/n for an unbiased T: E U = 0 at every pi. Along pi_i + t pi_i (1 - pi_i), pi_j - t pi_i pi_j the
    derivative of the log-likelihood at t = 0 is S_i - n pi_i, shown with the kernel's rule for the own count and for
    all others together, whose counts sum to n - S_i. So 0 = d/dt E U = E U (S_i - n pi_i): U is uncorrelated with S_i,
    and Var T = Var(S_i/n) + Var U. On the boundary both sides are limits, as polynomials in pi. The risk is the sum.
    """
    t, own, count = Polynomial.variable("t"), Polynomial.variable("pi_i"), Polynomial.variable("s")
    size = Polynomial.variable("n")
    moved = LogLinear(
        Quotient(Polynomial.constant(0), Polynomial.constant(1)),
        (
            (count, Quotient(own + t * own * (1 - own), Polynomial.constant(1))),
            (size - count, Quotient(1 - t * own, Polynomial.constant(1))),
        ),
    )
    s, n, pi = variable("s"), SIZE, SHARE
    slope = s * (1 - pi) / (1 + variable("t") * (1 - pi)) - (n - s) * pi / (1 - variable("t") * pi)
    theorem = kernel.derivative(moved, "t", quotient(slope))
    spread, truth, error = variable("spread"), variable("truth"), variable("error")
    return [
        proved("the score along the way", theorem),
        context.shown("the score at pi", fact(slope.substitute({"t": ZERO}), "=", s - n * pi)),
        context.shown(
            "no estimator has less",
            fact(spread, ">=", truth),
            fact(spread, "=", truth + 2 * variable("covariance") + error),
            fact(variable("covariance"), "=", 0),
            fact(error, ">=", 0),
        ),
    ]


def linear_unbiased(context: Context) -> Sequence[Part]:
    """L S/n has the mean L P pi, which is pi for every pi exactly if L P = I; a constant is linear in S as well.

    The entries of a row of L P are those of the identity if the mean is pi_j at each prior of one category, and then
    the mean is pi_j at every pi: shown for one more category. As the S_i sum to n, a constant c is the row (c, ..., c).
    """
    (node,) = context.trees()
    entry, unit, so_far, mean = variable("e"), variable("unit"), variable("t"), variable("mean")
    if node != tree.Chain((tree.Product((tree.Name("L"), tree.Name("P"))), tree.Name("I")), ("=",)):
        raise MeaninglessError("LP = I is printed")
    constant, total = variable("c"), variable("total")
    return [
        context.shown(
            "necessary: all respondents of one category", fact(entry, "=", unit), fact(entry * 1, "=", unit * 1)
        ),
        context.shown(
            "sufficient: one more category",
            fact(mean + SHARE * entry, "=", so_far + SHARE * unit),
            fact(entry, "=", unit),
            fact(mean, "=", so_far),
        ),
        context.shown(
            "constants", fact(constant * total / SIZE, "=", constant), fact(total, "=", SIZE), fact(SIZE, ">=", 1)
        ),
    ]


def product_is_the_identity(context: Context) -> Sequence[Part]:
    """The printed product is an identity matrix; P_* is m x k, L_* is k x m and the pair is unbiased: L_* P_* = I.

    Both products have the trace k, so that the one with m rows is the identity for m = k only.
    """
    (node,) = context.trees()
    rows = {("P_star", "L_star"): variable("m"), ("L_star", "P_star"): K}
    match node:
        case tree.Chain(
            members=(tree.Product(factors=(tree.Name(name=first), tree.Name(name=second))), tree.Name(name="I")),
            relations=("=",),
        ) if (first, second) in rows:
            size = rows[first, second]
        case _:
            raise MeaninglessError("a product of P_* and L_* is printed")
    conclusion = fact(size, "=", K)
    if size == K:
        return [context.shown("the trace of the product is its size", conclusion), *_mean_of_linear(context)]
    hypotheses: list[Formula] = [fact(K, ">=", 2), fact(variable("m"), ">=", K)]
    return [fails_at("the trace of the product is its size", hypotheses, conclusion, k=4, m=6)]


def _mean_of_linear(context: Context) -> list[Part]:
    entry, unit = variable("e"), variable("unit")
    return [context.shown("unbiased for one category", fact(entry, "=", unit), fact(entry * 1, "=", unit * 1))]


def least_worst_risk(context: Context) -> Sequence[Part]:
    """No pair of a design of parity at most gamma and an unbiased L does better than subset selection with the best q.

    The worst risk is at least that at the uniform pi, where the best L is P's weighted pseudo-inverse (any other one
    adds a square) and the risk at least (k - 1)^2/(f - k) by the means of the eigenvalues (`reciprocal_above_tangent`);
    f is an average over the responses of what is largest where all entries are gamma or 1 (`convex_in_each_entry`), q
    of them gamma; and subset selection with this q attains that at every pi. So the infimum is attained, for gamma > 1.
    """
    lower, upper = convex_in_each_entry()
    w, u, d = variable("w"), variable("u"), variable("d")
    f, most, share, so_far = variable("f"), variable("most"), variable("share"), variable("t")
    best = subset_selection(K, Q, GAMMA)
    attained = added_variance_of_information(K, information(K, Q, GAMMA))
    return [
        context.shown("another estimator", fact((w + u) ** 2 * d, "=", w**2 * d + 2 * (w * u * d) + u**2 * d)),
        proved("means of the eigenvalues", reciprocal_above_tangent()),
        proved("an entry is best at 1", lower),
        proved("or at gamma", upper),
        context.shown(
            "an average over the responses",
            fact(so_far + share * f, "<=", (variable("shares") + share) * most),
            fact(so_far, "<=", variable("shares") * most),
            fact(f, "<=", most),
            fact(share, ">=", 0),
        ),
        context.shown(
            "more information, less variance",
            fact((K - 1) ** 2 / (most - K), "<=", (K - 1) ** 2 / (f - K)),
            fact(f, "<=", most),
            fact(f, ">", K),
            fact(K, ">=", 2),
        ),
        context.shown("attained", fact(best.moments.added_variance, "=", attained), *SIZES),
    ]


def risk_of_the_pair(context: Context) -> Sequence[Part]:
    """(3.3) with f(q) = tr P' D^-1 P at the uniform pi, from the moments of subset selection, for all k, q, gamma."""
    (node,) = context.trees()
    best = subset_selection(K, Q, GAMMA)
    named = with_names(context.interpreter, risk_of_best=best.moments.risk(SQUARES))
    reader = with_meanings(
        named, functions={"f": lambda i, n: information(K, i.number(n.arguments[0]), GAMMA)}, sums=sum_of_shares
    )
    return reader.assuming(*SIZES).obligations(node)


def best_size_is_next(context: Context) -> Sequence[Part]:
    """An integer q for which the added variance is least is the floor or the ceiling of k/(1 + gamma).

    For the floor b: b <= k/(1 + gamma) < b + 1; a best q has q - 1 < k/(1 + gamma) < q + 1, from `larger_set`, so that
    it is b or b + 1; and if it is b + 1, k/(1 + gamma) is no integer: it is the ceiling. Where q and q + 1 tie, both
    are best.
    """
    below, above = next_to_the_real_optimum()
    floor, step = variable("floor"), variable("step")  # step = q - floor, an integer
    known: list[Formula] = [IntegerValued("q"), IntegerValued("floor")]
    known += [fact(floor * (1 + GAMMA), "<=", K), fact(K, "<", (floor + 1) * (1 + GAMMA)), fact(GAMMA, ">", 1)]
    next_to = [fact((Q - 1) * (1 + GAMMA), "<", K), fact(K, "<", (Q + 1) * (1 + GAMMA))]
    return [
        proved("a better q is larger below the switching point", larger_set("<")),
        proved("smaller above it", larger_set(">")),
        proved("a best q is not too large", below),
        proved("nor too small", above),
        context.shown("q < floor + 2", fact(Q, "<", floor + 2), *known, *next_to),
        context.shown("q > floor - 1", fact(Q, ">", floor - 1), *known, *next_to),
        context.shown(
            "floor or floor + 1",
            any_of([fact(step, "=", 0), fact(step, "=", 1)]),
            IntegerValued("step"),
            fact(floor + step, "<", floor + 2),
            fact(floor + step, ">", floor - 1),
        ),
        context.shown(
            "floor + 1 is the ceiling", fact(K, ">", floor * (1 + GAMMA)), *known, *next_to, fact(Q, "=", floor + 1)
        ),
    ]


def risk_is_variance(context: Context) -> Sequence[Part]:
    """E(T_i - pi_i)^2 = Var T_i + (E T_i - pi_i)^2, and E T_i = pi_i; n times the sum is the trace of n V."""
    second, mean = variable("second"), variable("mean")
    square = second - 2 * SHARE * mean + SHARE**2
    so_far, total = variable("t"), variable("T")
    return [
        context.shown("one category", fact(square, "=", second - mean**2), fact(mean, "=", SHARE)),
        context.shown(
            "one more category", fact(so_far + SIZE * square, "=", total + SIZE * square), fact(so_far, "=", total)
        ),
    ]


def added_variance_is_free_of_pi(context: Context) -> Sequence[Part]:
    """The risk of the pair less sum pi_i (1 - pi_i) is the same at all pi, whatever their sums of squares."""
    best, other = subset_selection(K, Q, GAMMA), variable("squares_")
    first = best.moments.risk(SQUARES) - (ONE - SQUARES)
    second = best.moments.risk(other) - (ONE - other)
    return [context.shown("V_R at two pi", fact(first, "=", second), *SIZES)]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (
        risk_without_randomization,
        truth_is_best,
        linear_unbiased,
        product_is_the_identity,
        least_worst_risk,
        risk_of_the_pair,
        best_size_is_next,
        risk_is_variance,
        added_variance_is_free_of_pi,
    )
}
