"""The encoded statements of sections 5.2 to 6 and appendix G at one point, from all runs of the protocols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from checks.papers.pan.witnesses.clients import (
    response_row,
    total,
)
from checks.papers.pan.witnesses.reports_predicates import PREDICATES as OF_REPORTS
from checks.papers.pan.witnesses.reports_predicates import is_equal, printed, sides
from checks.witness.enumeration import response_law
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, add, compare, divide, multiply
from checks.witness.statement import Predicate, Trees
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
        return is_equal(add(1, -divide(hits, point.of(size))), point.number(trees[0]))

    return holds


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

    laws = all(is_equal(total(relaxed(b, a) for a in range(size)), 1) for b in range(size))
    return laws and all(
        is_equal(total(multiply(rows["x"][int(b != 0)], relaxed(b, a)) for b in range(size)), rows["y"][int(a != 0)])
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
    **OF_REPORTS,
    "rounding_law": rounding_law,
    "unbiased_mean": unbiased_mean,
    "any_outputs_bought": histories_are_private,
    "no_guess_errs_less": no_guess_errs_less("e_last"),
    "no_guess_errs_less_at_eps": no_guess_errs_less("z"),
    "two_other_values": two_other_values,
}
