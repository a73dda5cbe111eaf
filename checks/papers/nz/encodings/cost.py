"""Section 3.2: risks of unbiased estimators, the least added variance at a parity, Table 1 and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
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
from checks.verifying.verification import Context, Part
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LogLinear, Quotient
from derivations.prover.quantities import quotient
from derivations.theorems.subsets.parity_optimum import (
    convex_in_each_entry,
    larger_set,
    next_to_the_real_optimum,
    reciprocal_above_tangent,
)
from derivations.theorems.subsets.subset_minimax import added_variance_of_information, information
from derivations.theorems.subsets.subset_response import subset_selection
from mechanisms.exact.formula import Formula, IntegerValued, any_of, negation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

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


def product_is_the_identity(context: Context) -> Sequence[Part]:
    """The printed product is an identity matrix; P_* is m x k, L_* is k x m and the pair is unbiased: L_* P_* = I.

    Both products have the same trace, so that the one with m rows is the identity for m = k only: no entries of P_* and
    L_* make both products identities for m = 6 and k = 4.
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
        return [context.shown("the product has k rows", conclusion), *_mean_of_linear(context)]
    hypotheses: list[Formula] = [fact(K, ">=", 2), fact(variable("m"), ">=", K)]
    return [*_both_identities(context), fails_at("the product has k rows", hypotheses, conclusion, k=4, m=6)]


def _both_identities(context: Context, rows: int = 6, columns: int = 4) -> list[Part]:
    """P L and L P cannot both have ones on the diagonal, for P with 6 rows and 4 columns."""
    design = [[variable(f"p_{i}_{j}") for j in range(columns)] for i in range(rows)]
    linear = [[variable(f"l_{j}_{i}") for i in range(rows)] for j in range(columns)]
    larger = [sum((design[i][j] * linear[j][i] for j in range(columns)), ZERO) for i in range(rows)]
    smaller = [sum((linear[j][i] * design[i][j] for i in range(rows)), ZERO) for j in range(columns)]
    first, *others = (fact(entry, "=", 1) for entry in (*larger, *smaller))
    return [context.shown("both products are identities for m = 6, k = 4", negation(first), *others)]


def _mean_of_linear(context: Context) -> list[Part]:
    entry, unit = variable("entry"), variable("unit")
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


def added_variance_is_free_of_pi(context: Context) -> Sequence[Part]:
    """The risk of the pair less sum pi_i (1 - pi_i) is the same at all pi, whatever their sums of squares."""
    best, other = subset_selection(K, Q, GAMMA), variable("squares_")
    first = best.moments.risk(SQUARES) - (ONE - SQUARES)
    second = best.moments.risk(other) - (ONE - other)
    return [context.shown("V_R at two pi", fact(first, "=", second), *SIZES)]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (
        truth_is_best,
        product_is_the_identity,
        least_worst_risk,
        risk_of_the_pair,
        best_size_is_next,
        added_variance_is_free_of_pi,
    )
}
