"""The encoded statements about RAPPOR at one point, from all reports of all clients: section 5.1, appendices E, F."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise, product

from checks.papers.pan.witnesses.clients import (
    ALPHA,
    BETA,
    chance_of_count,
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
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply, power
from checks.witness.statement import Trees
from mechanisms import catalogue


def printed(point: Evaluator, trees: Trees) -> bool:
    """Every printed formula."""
    return all(point.truth(node) for node in trees)


def sides(node: tree.Node) -> tuple[tree.Node, tree.Node]:
    """The two sides of an equation."""
    if not isinstance(node, tree.Chain) or len(node.members) != 2:
        raise NotEvaluatedError("an equation is needed here")
    return node.members[0], node.members[1]


def _logarithm(node: tree.Node) -> tree.Node:
    (found,) = [p for p in tree.nodes(node) if isinstance(p, tree.Apply) and p.function == "log"]
    return found.arguments[0]


def is_equal(a: Numeric, b: Numeric) -> bool:
    """Whether two numbers agree."""
    return compare(a, b) == 0


def permanent_response(point: Evaluator, trees: Trees) -> bool:
    """The two chances, and the printed logarithm as the loss."""
    program = catalogue.get("rappor-permanent").protocol.program
    keep, flip = (point.number(node) for node in trees[:2])

    def law(bit: int) -> Mapping[object, Numeric]:
        return response_law(program, bit, {"alpha": ALPHA(point)}, point.of)

    chances = all(is_equal(law(b)[b], keep) and is_equal(law(b)[1 - b], flip) for b in (0, 1))
    return chances and is_equal(loss(law), point.number(_logarithm(trees[2])))


def noisy_sampling(point: Evaluator, trees: Trees) -> bool:
    """The chances of a one for each stored bit, and the loss for beta = p = 1 - q."""
    program = catalogue.get("rappor-sampling").protocol.program
    cases = sides(trees[0])[1]
    first = all(
        is_equal(
            point.at(B_stored=bit).number(cases),
            response_law(program, bit, {"p": point.values["p"], "q": point.values["q"]}, point.of).get(1, 0),
        )
        for bit in (0, 1)
    )
    beta = BETA(point)
    there = {"p": beta, "q": add(1, -beta)}
    return first and is_equal(
        loss(lambda bit: response_law(program, bit, there, point.of)), point.number(_logarithm(trees[2]))
    )


def _reports_loss(point: Evaluator) -> Numeric:
    return loss(lambda bit: report_law(point, bit))


def _ratios(point: Evaluator, node: tree.Node) -> list[Numeric]:
    return [point.at(k=k).number(node) for k in range(point.values["K"] + 1)]


def loss_by_counts(point: Evaluator, trees: Trees) -> bool:
    """The largest printed ratio or reciprocal over all counts is the largest over all vectors."""
    ratios = _ratios(point, _logarithm(trees[0]))
    best = ratios[0]
    for ratio in [*ratios, *(divide(point.of(1), r) for r in ratios)]:
        best = ratio if compare(ratio, best) > 0 else best
    return is_equal(best, _reports_loss(point))


def largest_at_all_ones(point: Evaluator, trees: Trees) -> bool:
    """The ratios grow with k, up to the right side."""
    left, right = sides(trees[0])
    ratios = _ratios(point, _expression(left))
    grows = all(compare(a, b) < 0 for a, b in pairwise(ratios))
    return grows and is_equal(ratios[-1], point.number(right))


def _expression(node: tree.Node) -> tree.Node:
    if not isinstance(node, tree.ExtremeValue) or node.expression is None:
        raise NotEvaluatedError("an extremum over k is needed here")
    return node.expression


def least_at_no_ones(point: Evaluator, trees: Trees) -> bool:
    """The right side is the least ratio, and the second equation holds."""
    left, right = sides(trees[0])
    ratios = _ratios(point, _expression(left))
    least = all(compare(point.number(right), ratio) <= 0 for ratio in ratios)
    return least and is_equal(ratios[0], point.number(right)) and point.truth(trees[1])


def bernoulli_variance(point: Evaluator, trees: Trees) -> bool:
    """The variance of one response, for either bit."""
    mean = point.number(trees[0])
    same, other = response_row(point, "x_i", 2)
    return all(
        is_equal(moments([(1, p), (0, q)])[1], multiply(mean, add(1, -mean))) for p, q in ((same, other), (other, same))
    )


def decoder_is_unbiased(point: Evaluator, trees: Trees) -> bool:
    """The mean of the estimate over all reports of all clients."""
    return is_equal(moments(estimate_law(point))[0], share_of_ones(point))


def mixture(point: Evaluator, trees: Trees) -> bool:
    """The law of the printed number of ones, for an original bit 1, is that of the protocol."""
    right = sides(trees[0])[1]
    count, alpha, beta = point.values["K"], ALPHA(point), BETA(point)
    chances: list[Numeric] = [0] * (count + 1)
    for stored, weight in ((1, alpha), (0, add(1, -alpha))):
        for y, z in product(product((0, 1), repeat=count), repeat=2):
            ones = whole(point.at(B=1, B_stored=stored, ones_if_one=sum(y), ones_if_zero=sum(z)).number(right))
            chance: Numeric = weight
            for bit, success in [*((b, beta) for b in y), *((b, add(1, -beta)) for b in z)]:
                chance = multiply(chance, success if bit else add(1, -success))
            chances[ones] = add(chances[ones], chance)
    return all(is_equal(chances[k], chance_of_count(point, k, 1)) for k in range(count + 1))


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
            if not is_equal(add(law[0], law[1]), 1) or compare(law[0], 0) < 0 or compare(law[1], 0) < 0:
                return False
    return binary_response_is_optimal(point.at(x_i=high), trees)


PREDICATES: Mapping[str, Callable[[Evaluator, Trees], bool]] = {
    "read_in_reports": printed,
    "variance_of_standard": printed,
    "permanent_response": permanent_response,
    "noisy_sampling": noisy_sampling,
    "loss_by_counts": loss_by_counts,
    "largest_at_all_ones": largest_at_all_ones,
    "least_at_no_ones": least_at_no_ones,
    "bernoulli_variance": bernoulli_variance,
    "decoder_is_unbiased": decoder_is_unbiased,
    "mixture": mixture,
    "relaxation_against_sampling": relaxation_against_sampling,
    "variance_falls": variance_falls,
    "binary_response_is_optimal": binary_response_is_optimal,
    "benefits": benefits,
}
