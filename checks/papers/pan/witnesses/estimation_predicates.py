"""The encoded statements of sections 5.2 to 6 and appendix G at one point, from all runs of the protocols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from checks.papers.pan.witnesses.reports_predicates import PREDICATES as OF_REPORTS
from checks.papers.pan.witnesses.reports_predicates import is_equal, printed, sides
from checks.witness.enumeration import response_law
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, add, compare, divide, multiply
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


# -- histograms and guesses --------------------------------------------------------------------------------------------


def two_other_values(point: Evaluator, trees: Trees) -> bool:
    """The printed equations where v and w are other values than x; elsewhere nothing is said."""
    v, w, x = (point.values[name] for name in ("label_v", "label_w", "label_x"))
    return x in (v, w) or printed(point, trees)


PREDICATES: Mapping[str, Callable[[Evaluator, Trees], bool]] = {
    **OF_REPORTS,
    "rounding_law": rounding_law,
    "unbiased_mean": unbiased_mean,
    "two_other_values": two_other_values,
}
