"""Section 3.2: the numbers of Table 1, how they grow and fall, and the examples."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from checks.interpreter import rounded_to
from checks.interpreter.values import MeaninglessError
from checks.papers.nz.encodings.common import Encoding, fact, proved, variable, with_meanings, with_names
from checks.papers.nz.encodings.cost import GAMMA, SAMPLING, SHARE, SQUARES_RANGE, K, Q
from checks.papers.nz.encodings.guessing import logarithm_parts
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.theorems.subsets.subset_estimators import sum_of_squares_is_least
from derivations.theorems.subsets.subset_minimax import selection_variance
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction

TABLE_CATEGORIES = (2, 3, 5, 10, 20, 50, 100, 150, 200)
TABLE_LEVELS = tuple(Fraction(level) for level in ("1.1", "1.5", "2", "3", "5", "10", "20", "30", "50", "80", "100"))


@cache
def variances(categories: int, level: Fraction) -> tuple[Fraction, ...]:
    """The added variances of subset selection for q = 1 .. k - 1, from its moments."""
    here = {"k": RationalFunction.of(categories), "gamma": RationalFunction.of(level)}
    formula = _selection_variance().substitute(here)
    return tuple(formula.evaluate({"q": Fraction(q)}) for q in range(1, categories))


def least_variance(context: Context, categories: int, level: Fraction) -> tuple[RationalFunction, Part]:
    """V_R, the added variance for a best q, and that no q = 1 .. k - 1 has a smaller one."""
    found = variances(categories, level)
    least = RationalFunction.of(min(found))
    label = f"k = {categories}, gamma = {level}: q = {found.index(min(found)) + 1} is best"
    return least, context.shown(label, all_of(fact(least, "<=", RationalFunction.of(value)) for value in found))


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
    parts: list[Part] = []
    for level, row in zip(TABLE_LEVELS, node.rows, strict=True):
        for categories, entry in zip(TABLE_CATEGORIES, row, strict=True):
            least, is_least = least_variance(context, categories, level)
            parts += [is_least, context.shown(f"k = {categories}, gamma = {level}", rounded_to(least, entry))]
    return parts


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


def _level(context: Context) -> tuple[int, Fraction]:
    values = {name: value.evaluate({}) for name, value in context.interpreter.at.items() if not value.names}
    return int(values["k"]), values["gamma"]


def numbers_of_an_example(context: Context) -> Sequence[Part]:
    """The print at the k and gamma of the example, with V_R from the moments of subset selection.

    V_S(pi) is any number up to 1 - 1/k, as sum pi_i^2 >= 1/k.
    """
    categories, level = _level(context)
    added, is_least = least_variance(context, categories, level)
    sampling = variable("V_S")
    possible = [fact(0, "<=", sampling), fact(sampling, "<=", 1 - 1 / RationalFunction.of(categories))]
    reader = with_meanings(
        with_names(context.interpreter, V_R=added), functions={"V_S": lambda i, node: sampling}
    ).assuming(*possible)
    squares = proved("the squares of the shares sum to 1/k at least", sum_of_squares_is_least(categories))
    return [is_least, squares, *(part for node in context.trees() for part in reader.obligations(node))]


EXAMPLE = tuple(Fraction(share, 10) for share in (4, 2, 2, 1, 1))


def numbers_of_the_example_with_pi(context: Context) -> Sequence[Part]:
    """The print at pi = (.4, .2, .2, .1, .1): V_S = sum pi_i (1 - pi_i), V_R from the moments of subset selection."""
    added, is_least = least_variance(context, *_level(context))
    sampling = RationalFunction.of(sum((share * (1 - share) for share in EXAMPLE), Fraction(0)))
    reader = with_meanings(with_names(context.interpreter, V_R=added), functions={"V_S": lambda i, node: sampling})
    parts: list[Part] = [is_least]
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


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (
        table_of_variances,
        sampling_variance_is_bounded,
        numbers_of_an_example,
        numbers_of_the_example_with_pi,
    )
}
