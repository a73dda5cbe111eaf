"""Section 3.2: risks of unbiased estimators, the least added variance at a parity, Table 1 and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from checks.interpreter import Interpreter, rounded_to
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
from checks.papers.nz.encodings.guessing import logarithm_parts
from checks.reading import syntax as tree
from checks.values import MeaninglessError, Value
from checks.verification import Context, Part
from derivations import kernel
from derivations.parity_optimum import (
    convex_in_each_entry,
    falls_with_gamma,
    grows_with_categories,
    larger_set,
    next_to_the_real_optimum,
    reciprocal_above_tangent,
)
from derivations.quantities import quotient
from derivations.statements import LogLinear, Quotient
from derivations.subset_minimax import added_variance_of_information, information, selection_variance
from derivations.subset_response import subset_selection
from mechanisms.formula import Formula, IntegerValued, all_of, any_of
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

K, Q, GAMMA, SIZE, SHARE, SQUARES = (variable(name) for name in ("k", "q", "gamma", "n", "pi_i", "squares"))
SAMPLING = ONE - SQUARES  # V_S(pi) = sum pi_i (1 - pi_i), from the sum of squares
SQUARES_RANGE = [fact(1 / K, "<=", SQUARES), fact(SQUARES, "<=", 1), fact(K, ">=", 2)]
SIZES = [fact(1, "<=", Q), fact(Q + 1, "<=", K), fact(GAMMA, ">", 1)]
TABLE_CATEGORIES = (2, 3, 5, 10, 20, 50, 100, 150, 200)
TABLE_LEVELS = tuple(Fraction(level) for level in ("1.1", "1.5", "2", "3", "5", "10", "20", "30", "50", "80", "100"))


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


# -- Table 1 and what is said of it ------------------------------------------------------------------------------------


@cache
def least_variance(categories: int, level: Fraction) -> Fraction:
    """V_R: the least of the added variances of subset selection over q = 1 .. k - 1, from its moments."""
    here = {"k": RationalFunction.of(categories), "gamma": RationalFunction.of(level)}
    formula = _selection_variance().substitute(here)
    return min(formula.evaluate({"q": Fraction(q)}) for q in range(1, categories))


@cache
def _selection_variance() -> RationalFunction:
    return selection_variance(K, Q, GAMMA)


def table_of_variances(context: Context) -> Sequence[Part]:
    """Each entry is V_R, the least added variance over all q, rounded to the printed places."""
    (node,) = context.trees()
    if not isinstance(node, tree.Matrix) or [len(row) for row in node.rows] != [len(TABLE_CATEGORIES)] * len(
        TABLE_LEVELS
    ):
        raise MeaninglessError("a table of 11 rows and 9 columns is needed here")
    return [
        context.shown(
            f"k = {categories}, gamma = {level}",
            rounded_to(RationalFunction.of(least_variance(categories, level)), entry),
        )
        for level, row in zip(TABLE_LEVELS, node.rows, strict=True)
        for categories, entry in zip(TABLE_CATEGORIES, row, strict=True)
    ]


def table_is_monotone(context: Context) -> Sequence[Part]:
    """V_R strictly increases with k and strictly decreases as gamma increases, for all k >= 2 and gamma > 1.

    V_R is the least over q. It falls for each q, so does the least. A best q for k + 1 is 1, or from 2 to k - 1 and not
    worse than q - 1 there: for these V is less for k than for k + 1, so V_R(k) is less than V_R(k + 1).
    """
    one, several = grows_with_categories()
    not_worse = fact((K + 2 - Q) * (K + 1 - Q), ">=", GAMMA**2 * Q * (Q - 1))
    known = [not_worse, fact(Q, ">=", 2), fact(Q, "<=", K), fact(GAMMA, ">", 1), fact(K, ">=", 2)]
    return [
        proved("falls with gamma for each q", falls_with_gamma()),
        proved("grows with k for q = 1", one),
        proved("grows with k for other q", several),
        context.shown("a best q for k + 1 is less than k", fact(Q, "<", K), *known),
    ]


def sampling_variance_is_bounded(context: Context, *sampled: Formula) -> Sequence[Part]:
    """V_S = 1 - sum pi_i^2: the printed bounds, then what is printed of the ratio V_R/V_S, with V_R > 0.

    pi_i^2 >= 2 pi_i/k - 1/k^2, summed over k categories, and pi_i^2 <= pi_i. Every bound is exceeded by the ratio for
    some pi: with 1 - t and t, 0 < t <= 1/2, for two categories V_S = 2 t (1 - t), less than 2 t.
    """
    bounds, ratio = context.trees()
    added, bound, t = variable("V_R"), variable("bound"), variable("t")
    reader = with_meanings(context.interpreter, functions={"V_S": lambda i, node: SAMPLING})
    reader = reader.assuming(*SQUARES_RANGE, fact(added, ">", 0), *sampled)
    inside = [fact(0, "<=", SHARE), fact(SHARE, "<=", 1), fact(K, ">=", 2)]
    small = [fact(0, "<", t), fact(2 * t, "<=", 1), fact(2 * t * bound, "<", added), fact(bound, ">", 0)]
    two = 1 - (1 - t) ** 2 - t**2
    return [
        context.shown("one category, from below", fact(SHARE**2, ">=", 2 * SHARE / K - 1 / K**2), *inside),
        context.shown("one category, from above", fact(SHARE**2, "<=", SHARE), *inside),
        context.shown("all categories", fact(2 / K - K / K**2, "=", 1 / K), fact(K, ">=", 2)),
        *reader.obligations(bounds, "bounds of V_S"),
        context.shown("arbitrarily large", all_of([fact(two, ">", 0), fact(added, ">", bound * two)]), *small),
        *reader.obligations(ratio, "the ratio"),
    ]


def sampling_variance_is_bounded_where_positive(context: Context) -> Sequence[Part]:
    """The same where pi is not concentrated on one category, so that V_S > 0."""
    return sampling_variance_is_bounded(context, fact(SAMPLING, ">", 0))


def _level(context: Context) -> tuple[int, Fraction]:
    values = {name: value.evaluate({}) for name, value in context.interpreter.at.items() if not value.names}
    return int(values["k"]), values["gamma"]


def numbers_of_an_example(context: Context) -> Sequence[Part]:
    """The print at the k and gamma of the example, with V_R from the moments of subset selection.

    V_S(pi) is that of the pi of the example where one is given (`pi`), else any number that sum pi_i^2 >= 1/k and the
    exclusion of pi with V_S = 0 allow.
    """
    added = RationalFunction.of(least_variance(*_level(context)))
    categories = _level(context)[0]
    sampling = variable("V_S")
    possible = [fact(0, "<=", sampling), fact(sampling, "<=", 1 - 1 / RationalFunction.of(categories))]
    reader = with_meanings(
        with_names(context.interpreter, V_R=added), functions={"V_S": lambda i, node: sampling}
    ).assuming(*possible)
    return [part for node in context.trees() for part in reader.obligations(node)]


EXAMPLE = tuple(Fraction(share, 10) for share in (4, 2, 2, 1, 1))


def numbers_of_the_example_with_pi(context: Context) -> Sequence[Part]:
    """The print at pi = (.4, .2, .2, .1, .1): V_S = sum pi_i (1 - pi_i), V_R from the moments of subset selection."""
    added = RationalFunction.of(least_variance(*_level(context)))
    sampling = RationalFunction.of(sum((share * (1 - share) for share in EXAMPLE), Fraction(0)))
    reader = with_meanings(with_names(context.interpreter, V_R=added), functions={"V_S": lambda i, node: sampling})
    parts: list[Part] = []
    for node in context.trees():
        match node:
            case tree.Chain(
                members=(
                    tree.Name(name="V_R"),
                    tree.Product(factors=(tree.Number() as multiple, tree.Apply(function="V_S"))),
                ),
                relations=("=",),
            ):
                parts.append(context.shown("V_R as a multiple of V_S", rounded_to(added / sampling, multiple)))
            case tree.Chain(members=(tree.Name(name="eps"), tree.Number() as budget), relations=("=",)):
                parts += logarithm_parts(_level(context)[1], budget)
            case tree.Number() as percentage:
                parts.append(context.shown("V_R in percent of V_S", rounded_to(100 * added / sampling, percentage)))
            case _:
                parts += reader.obligations(node)
    return parts


def large_samples_help(context: Context) -> Sequence[Part]:
    """For gamma <= 20 and k >= 20 the added variance exceeds three times V_S; n > (V_R + V_S)/delta makes both small.

    V_R falls with gamma and grows with k (`table_is_monotone`), so that it is at least that at k = 20, gamma = 20.
    """
    added, sampling, delta = variable("V_R"), variable("V_S"), variable("delta")
    least = RationalFunction.of(least_variance(20, Fraction(20)))
    known = [fact(added, ">=", least), fact(sampling, "<", 1), fact(sampling, ">=", 0)]
    large = [fact(SIZE * delta, ">", added + sampling), fact(delta, ">", 0), fact(SIZE, ">=", 1)]
    return [
        *table_is_monotone(context),
        context.shown("more than three times as much", fact(added, ">", 3 * sampling), *known),
        context.shown("a large sample", fact((added + sampling) / SIZE, "<", delta), *large),
    ]


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
        table_of_variances,
        table_is_monotone,
        sampling_variance_is_bounded,
        sampling_variance_is_bounded_where_positive,
        numbers_of_an_example,
        numbers_of_the_example_with_pi,
        large_samples_help,
    )
}
