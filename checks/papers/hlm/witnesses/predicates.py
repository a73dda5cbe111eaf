"""The paper's statements in prose, evaluated at one point; keyed by the names of their encodings.

Each function gets the point and the printed trees of the statement, and says whether the statement holds there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from checks.papers.hlm.witnesses.meanings import (
    binary,
    boundary,
    corner,
    edge,
    edges,
    error,
    gap_a,
    gap_b,
    informative,
    is_informative,
    is_private,
    is_tight,
    near_edges,
    optimal_designs,
    own_rows,
    rows_of,
    t_zero,
    threshold,
    warner_region,
)
from checks.reading import syntax as tree
from checks.witness.enumeration import count_law, estimate, marginal, moments, sum_of
from checks.witness.evaluator import Coordinates, Evaluator, NotEvaluatedError, finite, same, smallest
from checks.witness.numbers import Numeric, add, compare, divide, multiply, power, sign
from checks.witness.statement import Predicate

Trees = Sequence[tree.Node]


def agree(left: Sequence[Coordinates], right: Sequence[Coordinates]) -> bool:
    """Whether two lists hold the same points."""
    return all(any(same(z, p) for p in b) for a, b in ((left, right), (right, left)) for z in a)


def all_hold(point: Evaluator, trees: Trees) -> bool:
    """Whether every printed statement holds."""
    return all(point.truth(node) for node in trees)


def matrices(trees: Trees) -> list[tree.Matrix]:
    """All printed matrices."""
    return [part for node in trees for part in tree.nodes(node) if isinstance(part, tree.Matrix)]


def chain_of(node: tree.Node) -> tree.Chain:
    """The node, which must be a chain of relations."""
    if not isinstance(node, tree.Chain):
        raise NotEvaluatedError(f"a chain of relations is needed, not a {type(node).__name__}")
    return node


def only_number(trees: Trees) -> Fraction:
    """The one number that is printed."""
    found = [part.value for node in trees for part in tree.nodes(node) if isinstance(part, tree.Number)]
    if len(found) != 1:
        raise NotEvaluatedError(f"one number was expected in the print, not {len(found)}")
    return found[0]


# -- section II --------------------------------------------------------------------------------------------------------


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


# -- section III -------------------------------------------------------------------------------------------------------


def event_among_values(point: Evaluator, trees: Trees) -> bool:
    """The values of the mechanism, its datasets and the sets that hold its events are the same, however many rows."""
    here = point.at(m=2, n=3)
    powers = [p for node in (trees[0], trees[1], trees[3]) for p in tree.nodes(node) if isinstance(p, tree.Power)]
    spaces = [list(product((0, 1), repeat=here.number(p.exponent))) for p in powers]
    return len(spaces) == 3 and all(s == spaces[0] for s in spaces)


def reduction_given_the_truths(point: Evaluator, trees: Trees) -> bool:
    """All events are private exactly when the printed inequality holds for all truths of i and k and each response."""
    designs = [(point.values["p00"], point.values["p11"]), *near_edges(point)]
    return all(_single_responses_hold(point, trees, z) == is_private(point, z) for z in designs)


def _single_responses_hold(point: Evaluator, trees: Trees, z: Coordinates) -> bool:
    rows = binary(point, *z)
    return all(
        all_hold(point.at(law_of_X_i=rows[a], law_of_X_k=rows[b], j=j), trees) for a, b, j in product((0, 1), repeat=3)
    )


def what_privacy_requires(point: Evaluator, trees: Trees) -> bool:
    """All events are private exactly when the printed inequalities hold, here and on a grid of designs."""
    designs = [(point.values["p00"], point.values["p11"]), *near_edges(point)]
    return all(all_hold(point.at(p00=a, p11=b), trees) == is_private(point, (a, b)) for a, b in designs)


def undefined_error(point: Evaluator, trees: Trees) -> bool:
    """The error has no value exactly where the printed equation holds; tried here and on the line p11 = 1 - p00."""
    first = point.values["p00"]

    def has_no_value(second: Numeric) -> bool:
        try:
            error(point, first, second)
        except ZeroDivisionError:
            return True
        return False

    return all(has_no_value(p11) == all_hold(point.at(p11=p11), trees) for p11 in (point.values["p11"], 1 - first))


def permuted_responses(point: Evaluator, trees: Trees) -> bool:
    """Exchanging the responses gives the printed design, with the same error and the same privacy."""
    rows = own_rows(point)
    first, second = rows[0][1], rows[1][0]
    here = point.at(p00_permuted=first, p11_permuted=second)
    pair = point.values["p00"], point.values["p11"]
    unchanged = compare(error(point, first, second), error(point, *pair)) == 0
    return all_hold(here, trees) and unchanged and is_private(point, (first, second)) == is_private(point, pair)


def two_segments(point: Evaluator, trees: Trees) -> bool:
    """A point of R' is tight exactly when it lies between (1, delta) and the corner, or the corner and (delta, 1)."""
    delta, one = point.values["delta"], point.of(1)
    middle = corner(point)
    segments = [((one, delta), middle), (middle, (delta, one))]
    return all(
        is_tight(point, z) == any(_is_between(z, a, b) for a, b in segments) for z in informative(point).members()
    )


def _is_between(z: Coordinates, a: Coordinates, b: Coordinates) -> bool:
    cross = (z[0] - a[0]) * (b[1] - a[1]) - (z[1] - a[1]) * (b[0] - a[0])
    inside = all(sign((z[i] - a[i]) * (b[i] - z[i])) >= 0 for i in (0, 1))
    return sign(cross) == 0 and inside


# -- section IV --------------------------------------------------------------------------------------------------------


def unique_minimisers_of_f(point: Evaluator, trees: Trees) -> bool:
    """What is printed, and on an exact grid no third point reaches the value of the two printed ones."""
    f = tree.Apply("f", (tree.Name("lemma_x"), tree.Name("lemma_y")))
    shares = [Fraction(k, 12) for k in range(13)]
    points = finite(tuple(product(map(point.of, shares), repeat=2)), 2)
    found = smallest(points, lambda z: point.at(lemma_x=z[0], lemma_y=z[1]).number(f))
    zero, one = point.of(0), point.of(1)
    return all_hold(point, trees) and agree(found.candidates, [(zero, one), (one, zero)])


def optimum_on_the_edges(point: Evaluator, trees: Trees) -> bool:
    """Some optimal design satisfies what is printed of it."""
    return any(all_hold(point.at(p00_optimal=a, p11_optimal=b), trees) for a, b in optimal_designs(point))


def step_to_a_tight_point(point: Evaluator, trees: Trees) -> bool:
    """From the point, and from (1, p11), if it is a loose one of the boundary, a step up exists as printed."""
    starts = [start for start in (point, point.at(p00=point.of(1))) if start.is_in_domain()]
    region = boundary(point)
    designs = [(start.values["p00"], start.values["p11"]) for start in starts]
    loose = [z for z in designs if region.contains(z) and not is_tight(point, z)]
    return all(any(all_hold(here, trees) for here in _steps(point, z)) for z in loose)


def _steps(point: Evaluator, z: Coordinates) -> list[Evaluator]:
    """The point with steps to the next tight design in either coordinate, where there is one."""
    delta, zero, one = point.values["delta"], point.of(0), point.of(1)
    up = divide(gap_a(point, delta, *z), add(gap_a(point, delta, z[0], zero), -gap_a(point, delta, z[0], one)))
    right = divide(gap_b(point, delta, *z), add(gap_b(point, delta, zero, z[1]), -gap_b(point, delta, one, z[1])))
    here = point.at(p00=z[0], p11=z[1])
    return [here.at(Delta_0=zero, Delta_1=up), here.at(Delta_0=right, Delta_1=zero)]


def optima_at_the_ends(point: Evaluator, trees: Trees) -> bool:
    """At pi = 0 and pi = 1 the designs of the procedure have the least error, unless R' is empty."""
    if not informative(point).members():
        return True
    ends = [point.at(pi=point.of(q)) for q in (0, 1)]
    return all(any(same(z, p) for p in optimal_designs(end)) for end in ends for z in procedure(end))


# -- section V ---------------------------------------------------------------------------------------------------------


def optimal_matrices(point: Evaluator, trees: Trees) -> bool:
    """The printed matrices are the optimal ones among all private designs, and no others."""
    printed = [point.matrix(m) for m in matrices(trees)]
    designs = [(m[0][0], m[1][1]) for m in printed]
    are_designs = all(compare(sum_of(row), 1) == 0 for m in printed for row in m)
    named = all(point.truth(node) for node in trees if isinstance(node, tree.Chain))
    return are_designs and named and agree(designs, optimal_designs(point))


def _edge_is_parametrised(
    point: Evaluator, trees: Trees, first: Callable[[Numeric], Coordinates], gap: Callable[..., Numeric]
) -> bool:
    """The printed range of t is where the edge lies in R', and every point of R' where `gap` is 0 is on the edge."""
    range_of_t, *equations = trees
    delta = point.values["delta"]
    ticks = [point.of(Fraction(k, 8)) for k in range(-2, 11)] + [t_zero(point)]
    for t in ticks:
        z = first(t)
        here = point.at(t=t, p00=z[0], p11=z[1])
        reached = is_informative(point, z) and sign(gap(point, delta, *z)) == 0
        if here.truth(range_of_t) != reached:
            return False
    top = corner(point)[1]
    for z in informative(point).members():
        if sign(gap(point, delta, *z)) == 0:
            a, b = z if gap is gap_a else (z[1], z[0])
            if not all_hold(point.at(t=divide(b, top), p00=a, p11=b), (range_of_t, *equations)):
                return False
    return True


def strict_edge(point: Evaluator, trees: Trees) -> bool:
    """For delta = 0: the edge with (11a) tight is reached for the printed t, and only for those."""
    return _edge_is_parametrised(point, trees, lambda t: edge(point, point.values["delta"], t), gap_a)


def both_edges(point: Evaluator, trees: Trees) -> bool:
    """Both edges of R'' are reached for the printed t, and only for those."""

    def mirrored(t: Numeric) -> Coordinates:
        first, second = edge(point, point.values["delta"], t)
        return second, first

    return strict_edge(point, trees) and _edge_is_parametrised(point, trees, mirrored, gap_b)


def zero_budget(point: Evaluator, trees: Trees) -> bool:
    """A design is private exactly when the printed equations hold; then its rows agree and it has no error."""
    for a, b in product([Fraction(k, 6) for k in range(7)], repeat=2):
        z = point.of(a), point.of(b)
        if is_private(point, z) != all_hold(point.at(p00=z[0], p11=z[1]), trees):
            return False
        rows = binary(point, *z)
        if is_private(point, z) and any(compare(p, q) != 0 for p, q in zip(*rows, strict=True)):
            return False
    return True


def readable_print(point: Evaluator, trees: Trees) -> bool:
    """What is printed can be read (it got here), and holds."""
    return all_hold(point, trees)


def constraints_are_mirrored(point: Evaluator, trees: Trees) -> bool:
    """Exchanging p00 and p11 exchanges the two printed inequalities, at designs near the edges."""
    first, second = trees
    return all(
        point.at(p00=a, p11=b).truth(first) == point.at(p00=b, p11=a).truth(second) for a, b in near_edges(point)
    )


# -- section VI --------------------------------------------------------------------------------------------------------


def corner_is_extreme(point: Evaluator, trees: Trees) -> bool:
    """The corner lies in R', is tight twice, is what is printed, and is no midpoint of two other points of R'."""
    z = corner(point)
    delta = point.values["delta"]
    tight = sign(gap_a(point, delta, *z)) == 0 and sign(gap_b(point, delta, *z)) == 0
    here = point.at(p00=z[0], p11=z[1], t=point.of(1))
    others = [p for p in informative(point).members() if not same(p, z)]
    midpoint = any(is_informative(point, (2 * z[0] - a, 2 * z[1] - b)) for a, b in others)
    return is_informative(point, z) and tight and all_hold(here, trees) and not midpoint


def least_on_edges_at_ends(point: Evaluator, trees: Trees) -> bool:
    """All designs of R'' with the least error on it are ends of its segments."""
    delta, one = point.values["delta"], point.of(1)
    ends = [(one, delta), corner(point), (delta, one)]
    found = smallest(edges(point), lambda z: error(point, *z)).candidates
    return bool(found) and all(any(same(z, e) for e in ends) for z in found)


def _slope_numerator(point: Evaluator, t: Numeric) -> Numeric:
    """The derivative of the error along the edge, times the cube of p00 + p11 - 1, which clears its denominator."""
    estimator = tree.Apply("Pi_hat_1_delta", (tree.Name("t"),))
    variance = tree.Operate("Var", (estimator,), (tree.Name("pi"),))
    slope = point.at(t=t).number(tree.Derivative(variance, tree.Name("t")))
    first, second = edge(point, point.values["delta"], t)
    return slope * power(first + second - 1, 3)


def _stationary_t(point: Evaluator) -> Numeric:
    """The t where the numerator of the slope, a line, is zero: from two of its values."""
    low, high = (_slope_numerator(point, point.of(t)) for t in (Fraction(1, 2), Fraction(1)))
    return add(point.of(Fraction(1, 2)), divide(low, 2 * (low - high)))


def linear_numerator_with_root(point: Evaluator, trees: Trees) -> bool:
    """Four values of the numerator lie on a line, and the printed t is its root."""
    ticks = [point.of(Fraction(k, 5)) for k in (1, 2, 3, 4)]
    a, b, c, d = (_slope_numerator(point, t) for t in ticks)
    linear = sign(a - 2 * b + c) == 0 and sign(b - 2 * c + d) == 0
    return linear and compare(point.number(chain_of(trees[1]).members[-1]), _stationary_t(point)) == 0


def at_stationary_point(point: Evaluator, trees: Trees) -> bool:
    """What is printed holds at the stationary point."""
    return all_hold(point.at(t=_stationary_t(point)), trees)


def first_edge_is_worse(point: Evaluator, trees: Trees) -> bool:
    """The error on the edge with (11a) tight is greater than on the mirrored edge."""
    first, second = edge(point, point.values["delta"], point.values["t"])
    return compare(error(point, first, second), error(point, second, first)) > 0


def announced_function(point: Evaluator, trees: Trees) -> bool:
    """The printed fraction has a value in the announced set for all real arguments; tried on a coarse grid."""
    announced, definition = trees
    if not isinstance(announced, tree.Mapping):
        raise NotEvaluatedError("no function is announced with its sets")
    budgets = [Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(5)]
    for x, delta in product(budgets, [Fraction(k, 4) for k in range(-8, 9)]):
        here = point.at(x=point.of(x), delta=point.of(delta))
        value = here.number(chain_of(definition).members[-1])
        in_reals = announced.target == tree.Name("Reals")
        if not in_reals and not here.region(announced.target).contains((value,)):
            return False
    return True


def unique_optimum(point: Evaluator, trees: Trees) -> bool:
    """One design has the least error, and no second."""
    return len(optimal_designs(point)) == 1


def sign_of_difference(point: Evaluator, trees: Trees) -> bool:
    """The printed expression has the sign of the difference of the two errors, its root is g, and the rest holds."""
    expression, g, conclusion = trees
    delta, one = point.values["delta"], point.of(1)
    difference = add(error(point, one, delta), -error(point, *corner(point)))
    same_sign = sign(difference) == sign(point.number(expression))
    is_root = sign(point.at(pi=point.number(g)).number(expression)) == 0
    return same_sign and is_root and point.truth(conclusion)


def remark_on_corner(point: Evaluator, trees: Trees) -> bool:
    """Under the first printed condition the corner is the optimum, under the second it is none."""
    at_corner, elsewhere = trees
    found = optimal_designs(point)
    if point.truth(at_corner):
        return agree(found, [corner(point)])
    return not point.truth(elsewhere) or not any(same(z, corner(point)) for z in found)


def procedure(point: Evaluator) -> list[Coordinates]:
    """The designs that the paper's procedure returns: the corner, a one-sided design, or both at a tie."""
    delta, one, pi = point.values["delta"], point.of(1), point.values["pi"]
    if sign(delta) == 0:
        return [corner(point)]
    side = compare(2 * pi, 1)
    order = compare(threshold(point), pi if side <= 0 else 1 - pi)
    one_sided = [(one, delta)] * (side <= 0) + [(delta, one)] * (side >= 0)
    return one_sided * (order >= 0) + [corner(point)] * (order <= 0)


def procedure_is_correct(point: Evaluator, trees: Trees) -> bool:
    """The procedure returns the optimal designs, all of them and no others; so does Warner's for Warner's designs."""
    return agree(procedure(point), optimal_designs(point)) and _warner_optimum_is_last(point)


def level_sets_decide(point: Evaluator, trees: Trees) -> bool:
    """Comparing pi (or 1 - pi) with g tells the optimal designs."""
    return agree(procedure(point), optimal_designs(point))


# -- section VII -------------------------------------------------------------------------------------------------------


def _warner_error(point: Evaluator, truth: Numeric) -> Numeric:
    return moments(rows_of(point, "warner", p_w=truth), point.values["pi"], point.values["n"])[1]


def _warner_optimum_is_last(point: Evaluator) -> bool:
    region = warner_region(point)
    found = smallest(region, lambda z: _warner_error(point, z[0])).candidates
    return agree(found, [(corner(point)[0],)]) and all(compare(z[0], corner(point)[0]) <= 0 for z in region.members())


def warner_error_given_size(point: Evaluator, trees: Trees) -> bool:
    """The spinner's error is that of the symmetric general design with the same p_w, pi and n, whatever else is."""
    truth = point.values["p_w"]
    other = point.at(x=point.values["x"] + 1, delta=point.of(Fraction(1, 3)), t=point.of(Fraction(1, 7)))
    return compare(_warner_error(point, truth), error(other, truth, truth)) == 0


def minimiser_is_extreme(point: Evaluator, trees: Trees) -> bool:
    """The printed minimisers are the largest element of the region, which has one."""
    node = chain_of(trees[0]).members[0]
    if not isinstance(node, tree.ArgMin):
        raise NotEvaluatedError("no argmin is printed")
    members = warner_region(point).members()
    if not members:
        return False
    largest = members[0]
    for z in members:
        largest = z if compare(z[0], largest[0]) > 0 else largest
    return agree(point.minimisers(node).candidates, [largest])


_NAMED: tuple[Any, ...] = (
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
    event_among_values,
    reduction_given_the_truths,
    what_privacy_requires,
    undefined_error,
    permuted_responses,
    two_segments,
    unique_minimisers_of_f,
    optimum_on_the_edges,
    step_to_a_tight_point,
    optima_at_the_ends,
    optimal_matrices,
    strict_edge,
    both_edges,
    zero_budget,
    readable_print,
    constraints_are_mirrored,
    corner_is_extreme,
    least_on_edges_at_ends,
    linear_numerator_with_root,
    at_stationary_point,
    first_edge_is_worse,
    announced_function,
    unique_optimum,
    sign_of_difference,
    remark_on_corner,
    level_sets_decide,
    procedure_is_correct,
    warner_error_given_size,
    minimiser_is_extreme,
)
PREDICATES: dict[str, Predicate] = {
    **{f.__name__: f for f in _NAMED},
    # Statements whose print says all: every tree holds.
    "tight_part": all_hold,
    "stationary_point_is_maximum": at_stationary_point,
}
