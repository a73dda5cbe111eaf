"""The encoded statements about RAPPOR at one point, from all reports of all clients: section 5.1, appendices E, F."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from checks.papers.pan.witnesses.clients import (
    ALPHA,
    BETA,
    estimate_law,
    loss,
    moments,
    report_law,
    response_row,
    standard_estimates,
    total,
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


def bernoulli_variance(point: Evaluator, trees: Trees) -> bool:
    """The variance of one response, for either bit."""
    mean = point.number(trees[0])
    same, other = response_row(point, "x_i", 2)
    return all(
        is_equal(moments([(1, p), (0, q)])[1], multiply(mean, add(1, -mean))) for p, q in ((same, other), (other, same))
    )


def _variances(point: Evaluator) -> tuple[Numeric, Numeric]:
    """Of the estimate after relaxation to the guarantee of the K reports, and of that from the reports."""
    level = loss(lambda bit: report_law(point, bit))
    relaxed = moments(standard_estimates(point.at(x_i=level), "x_i"))[1]
    return relaxed, moments(estimate_law(point))[1]


def relaxation_against_sampling(point: Evaluator, trees: Trees) -> bool:
    """The relaxation has the smaller variance."""
    there = point.at(N=min(point.values["N"], 2))  # both variances fall with 1/N
    relaxed, noisy = _variances(there)
    return compare(relaxed, noisy) < 0


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
    "variance_of_standard": printed,
    "permanent_response": permanent_response,
    "noisy_sampling": noisy_sampling,
    "bernoulli_variance": bernoulli_variance,
    "relaxation_against_sampling": relaxation_against_sampling,
    "binary_response_is_optimal": binary_response_is_optimal,
    "benefits": benefits,
}
