"""Section II at one point: the law of a response, likelihoods, the laws of counts and estimates."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from checks.papers.hlm.witnesses.laws import binary, own_rows, rows_of
from checks.papers.hlm.witnesses.printed import chain_of, only_number
from checks.reading import syntax as tree
from checks.witness.enumeration import count_law, estimate, marginal, moments, sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, multiply, power, sign
from checks.witness.statement import Predicate, Trees, all_hold


def conditional_law(point: Evaluator, trees: Trees) -> bool:
    """The response k to the truth j has the probability p_jk, for all j and k."""
    first, second = point.values["p00"], point.values["p11"]
    printed = ((first, 1 - first), (1 - second, second))
    return all(all_hold(point.at(j=j, k=k, p_jk=printed[j][k]), trees) for j in (0, 1) for k in (0, 1))


def direct_questioning(point: Evaluator, trees: Trees) -> bool:
    """The mechanism returns the truth exactly when the printed equations hold."""
    rows, one = rows_of(point, "direct"), point.of(1)
    is_direct = all(
        compare(a, b) == 0 for r, s in zip(own_rows(point), rows, strict=True) for a, b in zip(r, s, strict=True)
    )
    same_law = compare(marginal(binary(point, one, one), point.values["pi"])[1], point.values["pi"]) == 0
    return is_direct == all_hold(point, trees) and all_hold(point.at(p00=one, p11=one), trees) and same_law


def _likelihood(point: Evaluator, pi: Numeric) -> Numeric:
    law = marginal(own_rows(point), pi)
    n, count = point.values["n"], point.values["N"]
    return multiply(power(law[1], count), power(law[0], n - count))


def _proportions(point: Evaluator, steps: int = 24) -> list[Numeric]:
    """Proportions between the two at which a response becomes impossible, these included, and the estimate."""
    rows, n, count = own_rows(point), point.values["n"], point.values["N"]
    ends = [estimate(rows, 0, n), estimate(rows, n, n)]
    shares = [point.of(Fraction(k, steps)) for k in range(steps + 1)]
    return [*(ends[0] + (ends[1] - ends[0]) * s for s in shares), estimate(rows, count, n)]


def maximum_where_score_vanishes(point: Evaluator, trees: Trees) -> bool:
    """Log L is concave where both responses are possible, and its score is zero where L is largest."""
    curvature, score = trees
    candidates = _proportions(point)
    inner = [q for q in candidates if min(sign(p) for p in marginal(own_rows(point), q)) > 0]
    best = candidates[0]
    for q in candidates:
        if compare(_likelihood(point, q), _likelihood(point, best)) > 0:
            best = q
    return all(point.at(pi=q).truth(curvature) for q in inner[:3]) and point.at(pi=best).truth(score)


def maximum_over_all_proportions(point: Evaluator, trees: Trees) -> bool:
    """The printed estimate is admitted and more likely than every other proportion of an exact grid."""
    value = point.number(chain_of(trees[0]).members[-1])
    if min(sign(p) for p in marginal(own_rows(point), value)) < 0:
        return False
    top = _likelihood(point, value)
    return all(compare(_likelihood(point, q), top) < 0 for q in _proportions(point) if compare(q, value) != 0)


def variance_of_any_variable(point: Evaluator, trees: Trees) -> bool:
    """The identity for a variable with values and probabilities made of the numbers of the point."""
    a, b, c = (point.values[name] for name in ("p00", "p11", "pi"))
    law = {a: c * b, a + b + 1: c * (1 - b), -3 * c - 1: 1 - c}
    return all_hold(point.at(law_of_Y=law), trees)


def coverage(point: Evaluator, n: int, squared_multiplier: Fraction) -> Numeric:
    """P(|estimate - pi| <= multiplier * sigma) for n respondents, summed over the law of the count."""
    rows, pi = own_rows(point), point.values["pi"]
    law = count_law(rows, pi, n)
    squares = {count: power(add(estimate(rows, count, n), -pi), 2) for count in law}
    variance = sum_of(p * squares[count] for count, p in law.items())
    return sum_of(
        p for count, p in law.items() if compare(squares[count], variance * point.of(squared_multiplier)) <= 0
    )


def chebyshev_margin(point: Evaluator, trees: Trees) -> bool:
    """What is printed of the exact law of the estimate, for 1 to 4 respondents; vacuous where there is no estimate."""
    if compare(point.values["p00"] + point.values["p11"], 1) == 0:
        return True
    return all(all_hold(point.at(n=n), trees) for n in range(1, 5))


def normal_margin(point: Evaluator, trees: Trees) -> bool:
    """The printed event is |z| <= m for G = mu + z sigma, and its probability erf(m / sqrt 2) is as printed.

    erf is summed in fractions, with 3.14159265 < pi < 3.14159266 and an alternating series.
    """
    chain = chain_of(trees[0])
    event, level = chain.members[0], chain.members[1]
    if not isinstance(event, tree.Operate):
        raise NotEvaluatedError("no probability of an event is printed")
    multiplier = only_number([event])
    mu, sigma = point.of(Fraction(2, 7)), point.of(Fraction(3, 5))
    for z in (Fraction(k, 4) * multiplier for k in range(-8, 9)):
        here = point.at(mu=mu, sigma=sigma, G=mu + sigma * point.of(z))
        if here.truth(event.arguments[0]) != (abs(z) <= multiplier):
            return False
    bounds = [2 * z / root_of_pi for z, root_of_pi in zip(_erf_sum(multiplier), _ROOTS_OF_PI, strict=True)]
    return all(
        point.at(probability=point.of(p)).relation(tree.Name("probability"), chain.relations[0], level) for p in bounds
    )


_ROOTS_OF_PI = (Fraction("1.77245386"), Fraction("1.77245385"))  # the root of pi lies between them


def _erf_sum(multiplier: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of the integral of exp(-s^2) from 0 to multiplier / sqrt 2, which lies between two partial sums."""
    z_squared = multiplier**2 / 2
    total, k, term = Fraction(0), 0, Fraction(1)
    sums = [total, total]
    while term / (2 * k + 1) > Fraction(1, 10**12) or k % 2:
        total += (-1) ** k * term / (2 * k + 1)
        sums = [sums[1], total]
        k += 1
        term = term * z_squared / k
    low, high = sorted(sums)
    low_root, high_root = (Fraction(isqrt(int(z_squared * 10**24)) + i, 10**12) for i in (0, 1))
    return low_root * low, high_root * high


def no_guarantee_at_finite_n(point: Evaluator, trees: Trees) -> bool:
    """The exact coverage of the printed multiple of sigma is below 95 % for some proportion, for 10 respondents."""
    multiplier = only_number(trees)
    three_quarters = point.of(Fraction(3, 4))
    here = point.at(p00=three_quarters, p11=three_quarters)
    shares = [point.of(Fraction(k, 10)) for k in range(1, 10)]
    return any(compare(coverage(here.at(pi=q), 10, multiplier**2), point.of(Fraction(19, 20))) < 0 for q in shares)


def warner_matrix(point: Evaluator, trees: Trees) -> bool:
    """The spinner gives the printed matrix, which is the general one with p00 = p11 = p_w."""
    rows = rows_of(point, "warner", p_w=point.values["p_w"])
    return all_hold(point.at(p00=rows[0][0], p11=rows[1][1]), trees)


def spinner_law(point: Evaluator, trees: Trees) -> bool:
    """The printed probabilities are those of the spinner."""
    return all_hold(point.at(rows=rows_of(point, "warner", p_w=point.values["p_w"])), trees)


def warner_estimator(point: Evaluator, trees: Trees) -> bool:
    """The estimate from the spinner is that of the general mechanism with p00 = p11 = p_w, and unbiased."""
    truth, n, pi = point.values["p_w"], point.values["n"], point.values["pi"]
    spinner, general = rows_of(point, "warner", p_w=truth), binary(point, truth, truth)
    equal = all(compare(estimate(spinner, k, n), estimate(general, k, n)) == 0 for k in range(n + 1))
    return equal and compare(moments(spinner, pi, n)[0], pi) == 0


PREDICATES: dict[str, Predicate] = {
    **{
        predicate.__name__: predicate
        for predicate in (
            conditional_law,
            direct_questioning,
            maximum_where_score_vanishes,
            maximum_over_all_proportions,
            variance_of_any_variable,
            chebyshev_margin,
            normal_margin,
            no_guarantee_at_finite_n,
            warner_matrix,
            spinner_law,
            warner_estimator,
        )
    },
}
