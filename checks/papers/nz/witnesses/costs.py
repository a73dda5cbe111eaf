"""Section 3.2 at one point: risks summed over runs of the protocols, added variances from the entries of a column."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from checks.papers.nz.witnesses.beliefs import all_hold, solve
from checks.papers.nz.witnesses.worlds import (
    Rows,
    Weights,
    categories,
    drawing,
)
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.numbers import Numeric, ball, sign
from checks.witness.statement import Predicate, Trees

COLUMNS = (2, 3, 5, 10, 20, 50, 100, 150, 200)
LEVELS = tuple(Fraction(level) for level in ("1.1", "1.5", "2", "3", "5", "10", "20", "30", "50", "80", "100"))
EXAMPLE: Weights = tuple(Fraction(share, 10) for share in (4, 2, 2, 1, 1))


def sampling_variance(pi: Weights) -> Fraction:
    """Sum of pi_i (1 - pi_i)."""
    return sum((share * (1 - share) for share in pi), Fraction(0))


@cache
def added_variance(size: int, chosen: int, gamma: Fraction) -> Fraction:
    """(k - 1)^2/(f - k) + 1/k - 1 with f = k^2 (sum of squares)/(sum)^2 of a column: q entries gamma, the others 1."""
    others = size - chosen
    f = size**2 * (chosen * gamma**2 + others) / (chosen * gamma + others) ** 2
    return (size - 1) ** 2 / (f - size) + Fraction(1, size) - 1


@cache
def least(size: int, gamma: Fraction) -> Fraction:
    """The least added variance over all q."""
    return min(added_variance(size, chosen, gamma) for chosen in range(1, size))


def shares(point: Evaluator) -> Weights:
    """A population at the point; all respondents of one category at some ends of the ranges."""
    size, first, second = categories(point), point.values["pi_i"], point.values["pi_j"]
    rest = (1 - first) * (1 - second)
    if size == 2:
        return first, 1 - first
    return first, (1 - first) * second, *[rest / (size - 2)] * (size - 2)


def risk(rows: Rows, weights: Sequence[Sequence[Fraction]], pi: Weights) -> Fraction:
    """n E|estimate - pi|^2 for one respondent, over all categories and responses; n of them give the same."""
    total = Fraction(0)
    for share, row in zip(pi, rows, strict=True):
        for p, estimate in zip(row, weights, strict=True):
            total += share * p * sum(((e - q) ** 2 for e, q in zip(estimate, pi, strict=True)), Fraction(0))
    return total


# -- risks -------------------------------------------------------------------------------------------------------------


def risk_of_truth(point: Evaluator) -> Numeric:
    """n E|S/n - pi|^2 for two truthful respondents, listed."""
    pi = point.values["population"]
    size, total = len(pi), Fraction(0)
    for first, second in product(range(size), repeat=2):
        estimate = [Fraction((first == x) + (second == x), 2) for x in range(size)]
        total += pi[first] * pi[second] * sum((e - q) ** 2 for e, q in zip(estimate, pi, strict=True))
    return 2 * total


def with_population(point: Evaluator, pi: Weights) -> Evaluator:
    """The point with the shares of a population, which printed sums over i run through."""
    return point.at(population=pi, ranges={"i": [{"pi_i": share} for share in pi]})


def truth_is_best(point: Evaluator, trees: Trees) -> bool:
    """Two respondents of two categories: the only estimator that is unbiased at three pi is the share S_1/2.

    An unbiased estimator has the mean pi at these three; the three equations have one solution.
    """
    rng = drawing(point)
    points = [Fraction(n, 30) for n in rng.sample(range(1, 30), 3)]
    equations = [[(1 - q) ** 2, 2 * q * (1 - q), q**2] for q in points]
    return solve(equations, points) == [0, Fraction(1, 2), 1]


def risk_of_best(point: Evaluator) -> Numeric:
    """The risk of subset selection with the estimator from the included categories, over all runs."""
    return risk(point.values["rows"], point.values["weights"], point.values["population"])


def information(point: Evaluator, node: tree.Apply) -> Numeric:
    """f(q) = tr P' D^-1 P at the uniform pi, from the listed design."""
    rows = point.values["rows"]
    size = len(rows)
    return sum((size * sum(p * p for p in column) / sum(column) for column in zip(*rows, strict=True)), Fraction(0))


# -- Table 1 and what is said of it ------------------------------------------------------------------------------------


def table_of_variances(point: Evaluator, trees: Trees) -> bool:
    """Every entry rounds as printed."""
    (node,) = trees
    if not isinstance(node, tree.Matrix):
        return False
    for gamma, row in zip(LEVELS, node.rows, strict=True):
        for size, entry in zip(COLUMNS, row, strict=True):
            assert isinstance(entry, tree.Number)
            if abs(least(size, gamma) - entry.value) * 2 * 10**entry.places > 1:
                return False
    return True


def sampled(point: Evaluator, node: tree.Apply) -> Numeric:
    """V_S of the population at hand."""
    return sampling_variance(point.values["population"])


def sampling_variance_is_bounded(point: Evaluator, trees: Trees) -> bool:
    """The print for a population of the point, and a population at which the ratio exceeds a bound."""
    pi, size = shares(point), categories(point)
    added = least(size, point.values["gamma"])
    rare = Fraction(1, 10**6)
    skewed = (1 - rare, rare, *[Fraction(0)] * (size - 2))
    here = with_population(point.at(k=size, V_R=added), pi)
    return all_hold(here, trees) and added / sampling_variance(skewed) > added * 1000


def numbers_of_an_example(point: Evaluator, trees: Trees) -> bool:
    """The print at the k and gamma of the example, for populations from one category to the uniform one."""
    size = point.values["k"]
    added = least(size, point.values["gamma"])
    populations = [(1 - t, *[t / (size - 1)] * (size - 1)) for t in (Fraction(n, 8) for n in range(9))]
    populations.append((Fraction(1, size),) * size)
    return all(all_hold(with_population(point.at(V_R=added), pi), trees) for pi in populations)


def numbers_of_the_example_with_pi(point: Evaluator, trees: Trees) -> bool:
    """The print at the pi of the example; rounded multiples, percentages and budgets as such."""
    added, own = least(5, point.values["gamma"]), sampling_variance(EXAMPLE)
    here = with_population(point.at(V_R=added), EXAMPLE)
    for node in trees:
        match node:
            case tree.Chain(members=(tree.Name(name="V_R"), tree.Product(factors=(tree.Number() as multiple, _)))):
                holds = _rounds(added / own, multiple)
            case tree.Chain(members=(tree.Name(name="eps"), tree.Number() as budget)):
                holds = _rounds(ball(point.values["gamma"]).log(), budget)
            case tree.Number():
                holds = _rounds(100 * added / own, node)
            case _:
                holds = here.truth(node)
        if not holds:
            return False
    return True


def _rounds(value: Numeric, printed: tree.Number) -> bool:
    half = Fraction(1, 2 * 10**printed.places)
    low, high = printed.value - half, printed.value + half
    if isinstance(value, Fraction):
        return low <= value <= high
    return sign(value - ball(low)) >= 0 and sign(ball(high) - value) >= 0


PREDICATES: dict[str, Predicate] = {
    "truth_is_best": truth_is_best,
    "table_of_variances": table_of_variances,
    "sampling_variance_is_bounded": sampling_variance_is_bounded,
    "numbers_of_an_example": numbers_of_an_example,
    "numbers_of_the_example_with_pi": numbers_of_the_example_with_pi,
}
