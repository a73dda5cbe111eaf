"""The encoded statements of sections 5.2 to 6 and appendix G at one point, from all runs of the protocols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

from checks.papers.pan.witnesses.clients import (
    response_row,
    total,
)
from checks.papers.pan.witnesses.reports_predicates import PREDICATES as OF_REPORTS
from checks.papers.pan.witnesses.reports_predicates import is_equal, printed, sides
from checks.witness.enumeration import response_law
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, add, compare, divide, multiply, power
from checks.witness.statement import Trees
from mechanisms import catalogue

SECOND = (100, 200, 300, 400, 500)


# -- rounding ----------------------------------------------------------------------------------------------------------


def _share(point: Evaluator) -> Numeric:
    return divide(add(point.values["f_X"], -point.values["l"]), add(point.values["h"], -point.values["l"]))


def rounding_law(point: Evaluator, trees: Trees) -> bool:
    """The printed chances are a law whose mean is f(X)."""
    cases = sides(trees[0])[1]
    low, high = point.values["l"], point.values["h"]
    up, down = (point.at(rounded=end).number(cases) for end in (high, low))
    mean = add(multiply(high, up), multiply(low, down))
    return (
        is_equal(add(up, down), 1) and compare(up, 0) >= 0 <= compare(down, 0) and is_equal(mean, point.values["f_X"])
    )


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
        mean = add(mean, multiply(chance, point.at(lambda_h=observed).number(sides(trees[0])[1])))
    return is_equal(mean, point.values["f_X"])


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
    return all(is_equal(r, add(rows["y"][1], multiply(slope, s))) for r, s in zip(response, shares, strict=True))


# -- histograms and guesses --------------------------------------------------------------------------------------------


def two_other_values(point: Evaluator, trees: Trees) -> bool:
    """The printed equations where v and w are other values than x; elsewhere nothing is said."""
    v, w, x = (point.values[name] for name in ("label_v", "label_w", "label_x"))
    return x in (v, w) or printed(point, trees)


def estimate_in_first_experiment(point: Evaluator, trees: Trees) -> bool:
    """Mean and variance of the estimate for 600 ones and 400 zeros, added up over the objects."""
    same, other = response_row(point, "x_i", 2)
    slope = add(same, -other)
    mean = divide(add(multiply(600, same), multiply(400, other)), point.of(1000))
    spread = divide(multiply(1000, multiply(same, other)), power(multiply(1000, slope), 2))
    return is_equal(divide(add(mean, -other), slope), point.number(trees[0])) and is_equal(
        spread, point.number(trees[1])
    )


def estimates_in_second_experiment(point: Evaluator, trees: Trees) -> bool:
    """For five values: the estimates of the shares have the true means, since P^-1 P = I."""
    same, other = response_row(point, "z", 5)
    slope = add(same, -other)
    for count in SECOND:
        observed = add(multiply(count, same), multiply(1500 - count, other))
        if not is_equal(divide(add(divide(observed, point.of(1500)), -other), slope), point.of(Fraction(count, 1500))):
            return False
    return True


PREDICATES: Mapping[str, Callable[[Evaluator, Trees], bool]] = {
    **OF_REPORTS,
    "rounding_law": rounding_law,
    "unbiased_mean": unbiased_mean,
    "rounded_then_relaxed": rounded_then_relaxed,
    "estimate_in_first_experiment": estimate_in_first_experiment,
    "estimates_in_second_experiment": estimates_in_second_experiment,
    "two_other_values": two_other_values,
}
