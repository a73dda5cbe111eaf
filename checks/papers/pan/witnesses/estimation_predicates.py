"""The encoded statements of sections 5 and 6 and appendices E to G at one point, from all runs of the protocols."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product

from checks.papers.pan.witnesses.clients import (
    ALPHA,
    BETA,
    chance_of_count,
    covariance,
    estimate_law,
    loss,
    moments,
    report_law,
    response_row,
    share_of_ones,
    standard_estimates,
    total,
    whole,
)
from checks.reading import syntax as tree
from checks.witness.enumeration import response_law
from checks.witness.evaluator import Evaluator, NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply, power
from checks.witness.statement import Predicate
from mechanisms import catalogue

Trees = Sequence[tree.Node]
SECOND = (100, 200, 300, 400, 500)


def printed(point: Evaluator, trees: Trees) -> bool:
    """Every printed formula."""
    return all(point.truth(node) for node in trees)


def _sides(node: tree.Node) -> tuple[tree.Node, tree.Node]:
    if not isinstance(node, tree.Chain) or len(node.members) != 2:
        raise NotEvaluatedError("an equation is needed here")
    return node.members[0], node.members[1]


def _logarithm(node: tree.Node) -> tree.Node:
    (found,) = [p for p in tree.nodes(node) if isinstance(p, tree.Apply) and p.function == "log"]
    return found.arguments[0]


def _is(a: Numeric, b: Numeric) -> bool:
    return compare(a, b) == 0


def permanent_response(point: Evaluator, trees: Trees) -> bool:
    """The two chances, and the printed logarithm as the loss."""
    program = catalogue.get("rappor-permanent").protocol.program
    keep, flip = (point.number(node) for node in trees[:2])

    def law(bit: int) -> Mapping[object, Numeric]:
        return response_law(program, bit, {"alpha": ALPHA(point)}, point.of)

    chances = all(_is(law(b)[b], keep) and _is(law(b)[1 - b], flip) for b in (0, 1))
    return chances and _is(loss(law), point.number(_logarithm(trees[2])))


def noisy_sampling(point: Evaluator, trees: Trees) -> bool:
    """The chances of a one for each stored bit, and the loss for beta = p = 1 - q."""
    program = catalogue.get("rappor-sampling").protocol.program
    cases = _sides(trees[0])[1]
    first = all(
        _is(
            point.at(B_stored=bit).number(cases),
            response_law(program, bit, {"p": point.values["p"], "q": point.values["q"]}, point.of).get(1, 0),
        )
        for bit in (0, 1)
    )
    beta = BETA(point)
    there = {"p": beta, "q": add(1, -beta)}
    return first and _is(
        loss(lambda bit: response_law(program, bit, there, point.of)), point.number(_logarithm(trees[2]))
    )


def _reports_loss(point: Evaluator) -> Numeric:
    return loss(lambda bit: report_law(point, bit))


def guarantee_of_reports(point: Evaluator, trees: Trees) -> bool:
    """The printed guarantee is the largest log ratio over all vectors of K reports."""
    return _is(_reports_loss(point), point.number(_logarithm(trees[0])))


def _ratios(point: Evaluator, node: tree.Node) -> list[Numeric]:
    return [point.at(k=k).number(node) for k in range(point.values["K"] + 1)]


def loss_by_counts(point: Evaluator, trees: Trees) -> bool:
    """The largest printed ratio or reciprocal over all counts is the largest over all vectors."""
    ratios = _ratios(point, _logarithm(trees[0]))
    best = ratios[0]
    for ratio in [*ratios, *(divide(point.of(1), r) for r in ratios)]:
        best = ratio if compare(ratio, best) > 0 else best
    return _is(best, _reports_loss(point))


def largest_at_all_ones(point: Evaluator, trees: Trees) -> bool:
    """The ratios grow with k, up to the right side."""
    left, right = _sides(trees[0])
    ratios = _ratios(point, _expression(left))
    grows = all(compare(a, b) < 0 for a, b in pairwise(ratios))
    return grows and _is(ratios[-1], point.number(right))


def _expression(node: tree.Node) -> tree.Node:
    if not isinstance(node, tree.ExtremeValue) or node.expression is None:
        raise NotEvaluatedError("an extremum over k is needed here")
    return node.expression


def least_at_no_ones(point: Evaluator, trees: Trees) -> bool:
    """The right side is the least ratio, and the second equation holds."""
    left, right = _sides(trees[0])
    ratios = _ratios(point, _expression(left))
    least = all(compare(point.number(right), ratio) <= 0 for ratio in ratios)
    return least and _is(ratios[0], point.number(right)) and point.truth(trees[1])


def _loss_after(point: Evaluator, count: int) -> Numeric:
    """e^eps of so many reports, from the chances of all ones."""
    there = point.at(K=count)
    return divide(chance_of_count(there, count, 1), chance_of_count(there, count, 0))


def guarantee_rises(point: Evaluator, trees: Trees) -> bool:
    """From K to K + 1, above 1 and below e^eps_alpha."""
    losses = [_loss_after(point, count) for count in (point.values["K"], point.values["K"] + 1)]
    return compare(losses[0], losses[1]) < 0 < compare(losses[0], 1) and compare(losses[1], point.values["e_alpha"]) < 0


def guarantee_tends_to(point: Evaluator, trees: Trees) -> bool:
    """For 400 reports the guarantee is within a hundredth of its limit, by the powers of e^eps_beta."""
    odds, top = power(point.values["e_beta"], 400), point.values["e_alpha"]
    level = divide(add(multiply(top, odds), 1), add(top, odds))
    gap = add(top, -level)
    slack = divide(multiply(point.of(Fraction(1, 100)), multiply(top, top)), add(point.values["e_beta"], -1))
    return compare(gap, 0) > 0 and compare(gap, slack) <= 0


def bernoulli_variance(point: Evaluator, trees: Trees) -> bool:
    """The variance of one response, for either bit."""
    mean = point.number(trees[0])
    same, other = response_row(point, "x_i", 2)
    return all(
        _is(moments([(1, p), (0, q)])[1], multiply(mean, add(1, -mean))) for p, q in ((same, other), (other, same))
    )


def decoder_is_unbiased(point: Evaluator, trees: Trees) -> bool:
    """The mean of the estimate over all reports of all clients."""
    return _is(moments(estimate_law(point))[0], share_of_ones(point))


def mixture(point: Evaluator, trees: Trees) -> bool:
    """The law of the printed number of ones, for an original bit 1, is that of the protocol."""
    right = _sides(trees[0])[1]
    count, alpha, beta = point.values["K"], ALPHA(point), BETA(point)
    chances: list[Numeric] = [0] * (count + 1)
    for stored, weight in ((1, alpha), (0, add(1, -alpha))):
        for y, z in product(product((0, 1), repeat=count), repeat=2):
            ones = whole(point.at(B=1, B_stored=stored, ones_if_one=sum(y), ones_if_zero=sum(z)).number(right))
            chance: Numeric = weight
            for bit, success in [*((b, beta) for b in y), *((b, add(1, -beta)) for b in z)]:
                chance = multiply(chance, success if bit else add(1, -success))
            chances[ones] = add(chances[ones], chance)
    return all(_is(chances[k], chance_of_count(point, k, 1)) for k in range(count + 1))


def _variances(point: Evaluator) -> tuple[Numeric, Numeric]:
    """Of the estimate after relaxation to the guarantee of the K reports, and of that from the reports."""
    level = _reports_loss(point)
    relaxed = moments(standard_estimates(point.at(x_i=level), "x_i"))[1]
    return relaxed, moments(estimate_law(point))[1]


def relaxation_against_sampling(point: Evaluator, trees: Trees) -> bool:
    """The relaxation has the smaller variance."""
    there = point.at(N=min(point.values["N"], 2))  # both variances fall with 1/N
    relaxed, noisy = _variances(there)
    return compare(relaxed, noisy) < 0


def variance_falls(point: Evaluator, trees: Trees) -> bool:
    """The variance of the estimate falls from one guarantee to a larger one."""
    here = moments(standard_estimates(point, "x_i"))[1]
    larger = point.at(x_i=multiply(point.values["x_i"], point.of(Fraction(5, 4))))
    return compare(moments(standard_estimates(larger, "x_i"))[1], here) < 0


def binary_response_is_optimal(point: Evaluator, trees: Trees) -> bool:
    """Unbiased estimators from private designs with three reports: none has a smaller variance, for either bit.

    The designs are those of e^eps = x with two free entries; of the unbiased estimators the one that is best for a bit
    has, by Lagrange's rule, the inverse of a 2 x 2 matrix of second moments.
    """
    x = point.values["x_i"]
    same, other = response_row(point, "x_i", 2)
    least = divide(multiply(same, other), power(add(same, -other), 2))
    for cut in (Fraction(1, 5), Fraction(1, 2), Fraction(7, 8)):
        middle = point.of(cut)
        top = divide(multiply(add(1, -middle), x), add(x, 1))
        low = divide(add(1, -middle), add(x, 1))
        rows = [(low, middle, top), (top, middle, low)]
        for bit in (0, 1):
            weights = rows[bit]
            gram = [
                [
                    total(divide(multiply(a, b), w) for a, b, w in zip(rows[s], rows[t], weights, strict=True))
                    for t in (0, 1)
                ]
                for s in (0, 1)
            ]
            determinant = add(multiply(gram[0][0], gram[1][1]), -power(gram[0][1], 2))
            second = divide(gram[0][0], determinant)
            if compare(add(second, -bit), least) < 0:
                return False
    return True


def benefits(point: Evaluator, trees: Trees) -> bool:
    """The relaxation of a bit has a law, its history the larger guarantee; and the estimate is the best one."""
    low, high = point.values["x"], point.values["y"]
    rows = {level: response_row(point, level, 2) for level in ("x", "y")}
    eigenvalue = divide(multiply(add(low, -1), add(high, 1)), multiply(add(low, 1), add(high, -1)))
    back = [divide(add(1, eigenvalue), 2), divide(add(1, -eigenvalue), 2)]
    for truth in (0, 1):
        for first in (0, 1):
            law = [
                divide(multiply(rows["y"][int(o != truth)], back[int(o != first)]), rows["x"][int(first != truth)])
                for o in (0, 1)
            ]
            if not _is(add(law[0], law[1]), 1) or compare(law[0], 0) < 0 or compare(law[1], 0) < 0:
                return False
    return binary_response_is_optimal(point.at(x_i=high), trees)


# -- rounding ----------------------------------------------------------------------------------------------------------


def _share(point: Evaluator) -> Numeric:
    return divide(add(point.values["f_X"], -point.values["l"]), add(point.values["h"], -point.values["l"]))


def rounding_law(point: Evaluator, trees: Trees) -> bool:
    """The printed chances are a law whose mean is f(X)."""
    cases = _sides(trees[0])[1]
    low, high = point.values["l"], point.values["h"]
    up, down = (point.at(rounded=end).number(cases) for end in (high, low))
    mean = add(multiply(high, up), multiply(low, down))
    return _is(add(up, down), 1) and compare(up, 0) >= 0 <= compare(down, 0) and _is(mean, point.values["f_X"])


def unbiased_mean(point: Evaluator, trees: Trees) -> bool:
    """The mean of the printed estimate over all roundings and responses of two objects around f(X)."""
    program = catalogue.get("rounded-response").protocol.program
    share = _share(point)
    spread = share if compare(share, add(1, -share)) < 0 else add(1, -share)
    mean: Numeric = 0
    laws = [
        response_law(program, "number", {"share": add(share, shift), "x": point.values["z"]}, point.of)
        for shift in (spread, -spread)
    ]
    for first, second in product(("l", "h"), repeat=2):
        chance = multiply(laws[0].get(first, 0), laws[1].get(second, 0))
        observed = divide(point.of((first == "h") + (second == "h")), point.of(2))
        mean = add(mean, multiply(chance, point.at(lambda_h=observed).number(_sides(trees[0])[1])))
    return _is(mean, point.values["f_X"])


def rounded_then_relaxed(point: Evaluator, trees: Trees) -> bool:
    """Histories of two responses for three numbers: each is private at eps2, the second has its law."""
    rows = {level: response_row(point, level, 2) for level in ("x", "y")}
    low, high = point.values["x"], point.values["y"]
    eigenvalue = divide(multiply(add(low, -1), add(high, 1)), multiply(add(low, 1), add(high, -1)))
    back = [divide(add(1, eigenvalue), 2), divide(add(1, -eigenvalue), 2)]

    def history(share: Numeric, first: int, second: int) -> Numeric:
        return total(
            multiply(weight, multiply(rows["y"][int(second != z)], back[int(second != first)]))
            for z, weight in ((1, share), (0, add(1, -share)))
        )

    shares = [point.of(0), _share(point), point.of(1)]
    for first, second in product((0, 1), repeat=2):
        if any(
            compare(history(s, first, second), multiply(high, history(t, first, second))) > 0
            for s in shares
            for t in shares
        ):
            return False
    response = [add(history(s, 0, 1), history(s, 1, 1)) for s in shares]
    slope = add(rows["y"][0], -rows["y"][1])
    return all(_is(r, add(rows["y"][1], multiply(slope, s))) for r, s in zip(response, shares, strict=True))


# -- histograms and guesses --------------------------------------------------------------------------------------------


def two_other_values(point: Evaluator, trees: Trees) -> bool:
    """The printed equations where v and w are other values than x; elsewhere nothing is said."""
    v, w, x = (point.values[name] for name in ("label_v", "label_w", "label_x"))
    return x in (v, w) or printed(point, trees)


def values_apart(point: Evaluator, trees: Trees) -> bool:
    """The printed equations where v is another value than x."""
    return point.values["label_v"] == point.values["label_x"] or printed(point, trees)


def all_patterns(point: Evaluator, trees: Trees) -> bool:
    """The printed cases for all i and j."""
    return all(printed(point.at(i=i, j=j), trees) for i, j in product(range(1, point.values["m"] + 1), repeat=2))


def _truths(point: Evaluator) -> list[int]:
    size = point.values["m"]
    return [point.values["label_x"], point.values["label_v"], 1, size]


def sum_over_objects(point: Evaluator, trees: Trees) -> bool:
    """Covariances of the histogram of four objects, over all responses, against the sum over the objects."""
    size, truths = min(point.values["m"], 3), [(t - 1) % min(point.values["m"], 3) + 1 for t in _truths(point)[:3]]
    same, other = response_row(point, "z", size)
    for u, w in ((1, 1), (1, 2)):
        pairs: list[tuple[int, int, Numeric]] = []
        for responses in product(range(1, size + 1), repeat=len(truths)):
            chance: Numeric = point.of(1)
            for truth, response in zip(truths, responses, strict=True):
                chance = multiply(chance, same if truth == response else other)
            pairs.append((responses.count(u), responses.count(w), chance))
        first, second = (total(multiply(pair[i], pair[2]) for pair in pairs) for i in (0, 1))
        joint = total(multiply(a * b, p) for a, b, p in pairs)
        apart = total(
            covariance(point.at(m=size, label_x=truth, i=u, j=w), tree.Name("Y_i"), tree.Name("Y_j"))
            for truth in truths
        )
        if not _is(add(joint, -multiply(first, second)), apart):
            return False
    return True


def estimated_frequencies(point: Evaluator, trees: Trees) -> bool:
    """Two objects with three values: the variance of each estimated frequency over all responses against (141)."""
    size, truths = 3, (1, 2)
    same, other = response_row(point, "z", size)
    slope = add(same, -other)
    back = [[divide(add(int(i == j), -other), slope) for j in range(size)] for i in range(size)]
    runs = []
    for responses in product(range(size), repeat=len(truths)):
        chance = multiply(*(same if r + 1 == t else other for r, t in zip(responses, truths, strict=True)))
        runs.append(([responses.count(v) for v in range(size)], chance))
    means = [total(multiply(h[i], p) for h, p in runs) for i in range(size)]
    cov = [
        [add(total(multiply(h[i] * h[j], p) for h, p in runs), -multiply(means[i], means[j])) for j in range(size)]
        for i in range(size)
    ]
    for i in range(size):
        estimates = [(divide(total(multiply(back[i][k], h[k]) for k in range(size)), point.of(2)), p) for h, p in runs]
        terms = (multiply(back[i][k], multiply(cov[k][j], back[j][i])) for k in range(size) for j in range(size))
        if not _is(moments(estimates)[1], divide(total(terms), point.of(4))):
            return False
    return True


def least_error(point: Evaluator, trees: Trees) -> bool:
    """The best guess from the response, value by value, errs as often as printed."""
    size = point.values["m"]
    same, other = response_row(point, "z", size)
    hits = total(same if compare(same, other) >= 0 else other for _ in range(size))
    return _is(add(1, -divide(hits, point.of(size))), point.number(trees[0]))


def no_guess_errs_less(level: str) -> Predicate:
    """The best guess from two outputs errs as often as printed, and it is the last output."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        size, here = point.values["m"], point.at(y=point.values[level])
        half = add(1, divide(add(here.values["y"], -1), point.of(2)))
        rows = {level: response_row(here.at(x=half), level, size) for level in ("x", "y")}
        first = divide(add(half, -1), add(half, size - 1))
        last = divide(add(here.values["y"], -1), add(here.values["y"], size - 1))
        off = divide(add(1, -divide(first, last)), point.of(size))
        back = (add(off, divide(first, last)), off)
        hits: Numeric = 0
        for one, two in product(range(size), repeat=2):
            chances = [multiply(rows["y"][int(two != t)], back[int(one != two)]) for t in range(size)]
            if any(t != two and compare(chances[t], chances[two]) >= 0 for t in range(size)):
                return False
            hits = add(hits, chances[two])
        return _is(add(1, -divide(hits, point.of(size))), point.number(trees[0]))

    return holds


def second_experiment(point: Evaluator, trees: Trees) -> bool:
    """The groups and the ten guarantees, counted."""
    levels = [Fraction(1, 10)]
    while levels[-1] < 1:
        levels.append(levels[-1] + Fraction(1, 10))
    return sum(SECOND) == 1500 and len(levels) == 10 and levels[-1] == 1


def estimate_in_first_experiment(point: Evaluator, trees: Trees) -> bool:
    """Mean and variance of the estimate for 600 ones and 400 zeros, added up over the objects."""
    same, other = response_row(point, "x_i", 2)
    slope = add(same, -other)
    mean = divide(add(multiply(600, same), multiply(400, other)), point.of(1000))
    spread = divide(multiply(1000, multiply(same, other)), power(multiply(1000, slope), 2))
    return _is(divide(add(mean, -other), slope), point.number(trees[0])) and _is(spread, point.number(trees[1]))


def estimates_in_second_experiment(point: Evaluator, trees: Trees) -> bool:
    """For five values: the estimates of the shares have the true means, since P^-1 P = I."""
    same, other = response_row(point, "z", 5)
    slope = add(same, -other)
    for count in SECOND:
        observed = add(multiply(count, same), multiply(1500 - count, other))
        if not _is(divide(add(divide(observed, point.of(1500)), -other), slope), point.of(Fraction(count, 1500))):
            return False
    return True


def same_law_as_standard(point: Evaluator, trees: Trees) -> bool:
    """The law of the second response, summed over the first, for m values."""
    size = point.values["m"]
    rows = {level: response_row(point, level, size) for level in ("x", "y")}
    first, last = (divide(add(point.values[v], -1), add(point.values[v], size - 1)) for v in ("x", "y"))
    off = divide(add(1, -divide(first, last)), point.of(size))
    back = (add(off, divide(first, last)), off)

    def relaxed(before: int, after: int) -> Numeric:
        joint = multiply(rows["y"][int(after != 0)], back[int(before != after)])
        return divide(joint, rows["x"][int(before != 0)])

    laws = all(_is(total(relaxed(b, a) for a in range(size)), 1) for b in range(size))
    return laws and all(
        _is(total(multiply(rows["x"][int(b != 0)], relaxed(b, a)) for b in range(size)), rows["y"][int(a != 0)])
        for a in range(size)
    )


def histories_are_private(point: Evaluator, trees: Trees) -> bool:
    """Each pair of responses, and each one by itself, is private at eps2 and has its law."""
    size = point.values["m"]
    rows = {level: response_row(point, level, size) for level in ("x", "y")}
    ratio = max(range(2), key=lambda i: float(rows["y"][i]))
    bounded = compare(rows["y"][ratio], multiply(point.values["y"], rows["y"][1 - ratio])) <= 0
    single = compare(rows["x"][0], multiply(point.values["y"], rows["x"][1])) <= 0
    return bounded and single and same_law_as_standard(point, trees)


PREDICATES: Mapping[str, Callable[[Evaluator, Trees], bool]] = {
    "read_in_reports": printed,
    "variance_of_estimate": printed,
    "variance_of_standard": printed,
    "permanent_response": permanent_response,
    "noisy_sampling": noisy_sampling,
    "guarantee_of_reports": guarantee_of_reports,
    "loss_by_counts": loss_by_counts,
    "largest_at_all_ones": largest_at_all_ones,
    "least_at_no_ones": least_at_no_ones,
    "guarantee_rises": guarantee_rises,
    "guarantee_tends_to": guarantee_tends_to,
    "bernoulli_variance": bernoulli_variance,
    "decoder_is_unbiased": decoder_is_unbiased,
    "mixture": mixture,
    "relaxation_against_sampling": relaxation_against_sampling,
    "variance_falls": variance_falls,
    "binary_response_is_optimal": binary_response_is_optimal,
    "benefits": benefits,
    "rounding_law": rounding_law,
    "unbiased_mean": unbiased_mean,
    "rounded_then_relaxed": rounded_then_relaxed,
    "any_outputs_bought": histories_are_private,
    "first_experiment": guarantee_rises,
    "second_experiment": second_experiment,
    "estimate_in_first_experiment": estimate_in_first_experiment,
    "estimates_in_second_experiment": estimates_in_second_experiment,
    "least_error": least_error,
    "no_guess_errs_less": no_guess_errs_less("e_last"),
    "no_guess_errs_less_at_eps": no_guess_errs_less("z"),
    "same_law_as_standard": same_law_as_standard,
    "any_finite_function": histories_are_private,
    "values_apart": values_apart,
    "two_other_values": two_other_values,
    "all_patterns": all_patterns,
    "sum_over_objects": sum_over_objects,
    "estimated_frequencies": estimated_frequencies,
}
