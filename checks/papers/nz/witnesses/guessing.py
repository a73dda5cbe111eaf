"""Sections 4.3 and 5: added variances of single bits, roots by signs at both ends of a rounding, guesses counted."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from flint import arb

from checks.papers.nz.witnesses.subset_worlds import ONE, ZERO
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import ball
from checks.witness.statement import Predicate, Trees

CATEGORIES, SUBSET_SIZES = (10, 15, 20, 50, 100, 200, 500), (5, 10, 15, 20, 25, 30)


def added(k: int, own: Fraction, other: Fraction) -> Fraction:
    """The risk when everybody has the same category, which is what is added, as truthful answers have no error there.

    `own` and `other` are the probabilities that the true and that another category are reported; the estimate of a
    share is linear in the share of reports, with the slope 1/(own - other).
    """
    return (own * (1 - own) + (k - 1) * other * (1 - other)) / (own - other) ** 2


def diverse(k: int, size: int) -> Fraction:
    """V_+: the truth is always reported, another category with probability (l - 1)/(k - 1)."""
    return added(k, ONE, Fraction(size - 1, k - 1))


def inclusion(k: int, q: int, gamma: Fraction) -> Fraction:
    """The share of the sets with the truth in them, each of which weighs gamma times one without: q to k - q."""
    return gamma * q / (gamma * q + k - q)


def selected(k: int, q: int, gamma: Fraction) -> Fraction:
    """The added variance of subset selection; an other category is in (q - 1)/(k - 1) or q/(k - 1) of the sets."""
    own = inclusion(k, q, gamma)
    return added(k, own, own * Fraction(q - 1, k - 1) + (1 - own) * Fraction(q, k - 1))


def smallest(k: int, gamma: Fraction) -> Fraction:
    """The least added variance over all q."""
    return min(selected(k, q, gamma) for q in range(1, k))


def root_between(k: int, size: int, q: int, low: Fraction, high: Fraction) -> bool:
    """Whether the gamma at which q adds V_+ lies between, V falling: it adds no less at the low end, no more above."""
    return selected(k, q, low) >= diverse(k, size) >= selected(k, q, high)


def is_best(k: int, size: int, q: int, high: Fraction) -> bool:
    """No other q adds less than V_+ just below the gamma of q; `high` is no less than that gamma.

    A q that adds more than V_+ at `high` has its own gamma above; one for which `high` is the gamma itself ties.
    """
    others = [p for p in range(1, size) if p != q]
    return q < size and all(selected(k, p, high) >= diverse(k, size) for p in others)


def half_of(number: tree.Number) -> Fraction:
    """Half a unit of the last place; nothing for an integer."""
    return Fraction(1, 2 * 10**number.places) if number.places else ZERO


@cache
def found_by_bisection(k: int, size: int) -> tuple[int, Fraction, Fraction]:
    """(q, low, high): the q of least gamma, and an interval of length below 10^-12 in which that gamma lies."""
    best: tuple[Fraction, Fraction, int] | None = None
    for q in range(1, size):
        low, high = ONE, Fraction(2**20)
        while high - low > Fraction(1, 10**12):
            middle = (low + high) / 2
            if middle == 1 or selected(k, q, middle) >= diverse(k, size):
                low = middle
            else:
                high = middle
        if best is None or high < best[1]:
            best = low, high, q
    if best is None:
        raise NotEvaluatedError("for l = 1 nothing matches")
    return best[2], best[0], best[1]


def example_of(point: Evaluator) -> tuple[int, int, int, Fraction, Fraction]:
    """k, l, q and the interval of gamma of an example."""
    k, size = int(point.values["k"]), int(point.values["l"])
    return k, size, *found_by_bisection(k, size)


@cache
def entry(k: int, size: int, node: tree.Node) -> bool:
    """One entry of Table 2."""
    match node:
        case tree.Name(name="not_available"):
            return size >= k
        case tree.Product(factors=(tree.Number() as gamma, tree.Number() as q)):
            half, chosen = half_of(gamma), int(q.value)
            low, high = gamma.value - half, gamma.value + half
            return size < k and root_between(k, size, chosen, low, high) and is_best(k, size, chosen, high)
    raise NotEvaluatedError("an entry of the table is gamma(q) or NA")


def table_of_matches(point: Evaluator, trees: Trees) -> bool:
    """All entries of Table 2."""
    (table,) = trees
    if not isinstance(table, tree.Matrix):
        raise NotEvaluatedError("a table is needed here")
    cells = [(k, size, table.rows[i][j]) for i, size in enumerate(SUBSET_SIZES) for j, k in enumerate(CATEGORIES)]
    return all(entry(k, size, node) for k, size, node in cells)


def _rounds(low: Fraction, high: Fraction, number: tree.Number) -> bool:
    """Whether all of an interval rounds to the printed number."""
    half = half_of(number)
    return number.value - half <= low and high <= number.value + half


def _logarithm_rounds(low: Fraction, high: Fraction, number: tree.Number) -> bool:
    ends: list[arb] = [ball(x).log() for x in (low, high)]
    half = half_of(number)
    return bool(ends[0] >= ball(number.value - half)) and bool(ends[1] <= ball(number.value + half))


def matched_example(point: Evaluator, trees: Trees) -> bool:
    """Each printed number of the example, from gamma by bisection."""
    k, _, q, low, high = example_of(point)
    for node in trees:
        match node:
            case tree.Chain(members=(tree.Name(name="gamma"), tree.Number() as number)):
                holds = _rounds(low, high, number)
            case tree.Chain(members=(tree.Name(name="q"), tree.Number() as number)):
                holds = number.value == q
            case tree.Chain(members=(tree.Name(name="eps"), tree.Number() as number)):
                holds = _logarithm_rounds(low, high, number)
            case tree.Chain(members=(tree.Name(name="p"), *formulas, tree.Number() as number)):
                holds = _rounds(inclusion(k, q, low), inclusion(k, q, high), number)
                at = point.at(q=Fraction(q), gamma=low)
                holds = holds and all(at.number(formula) == inclusion(k, q, low) for formula in formulas)
            case _:
                raise NotEvaluatedError("an equation 'name = number' is needed here")
        if not holds:
            return False
    return True


def level_of_example(point: Evaluator, trees: Trees) -> bool:
    """The printed logarithm of the printed number, and gamma at most e^eps."""
    _, _, _, _, high = example_of(point)
    match trees[0]:
        case tree.Chain(members=(_, tree.Number() as eps, tree.Apply(arguments=(tree.Number() as number,)))):
            return _logarithm_rounds(number.value, number.value, eps) and bool(ball(high).log() <= ball(eps.value))
    raise NotEvaluatedError("eps = number = log(number) is needed here")


def guess_from_one_category(point: Evaluator, trees: Trees) -> bool:
    """The numbers, and q = 1: the reported category is the true one with probability p."""
    return example_of(point)[2] == 1 and matched_example(point, trees)


def two_outcomes(point: Evaluator, trees: Trees) -> bool:
    """p and 1 - p, and q = 3."""
    k, _, q, low, high = example_of(point)
    held, lacked = (node for node in trees if isinstance(node, tree.Number))
    ends = inclusion(k, q, low), inclusion(k, q, high)
    return q == 3 and _rounds(*ends, held) and _rounds(1 - ends[1], 1 - ends[0], lacked)


def random_choice_of_three(point: Evaluator, trees: Trees) -> bool:
    """p/q as printed, and more than 1/l."""
    k, size, q, low, high = example_of(point)
    match trees[0]:
        case tree.Chain(members=(product, tree.Number() as result)):
            pass
        case _:
            raise NotEvaluatedError("product = number is needed here")
    printed = Fraction(point.number(product))
    ends = inclusion(k, q, low) / q, inclusion(k, q, high) / q
    return q == 3 and _rounds(printed, printed, result) and _rounds(*ends, result) and ends[0] > Fraction(1, size)


# -- at small sizes ----------------------------------------------------------------------------------------------------


def bits_add_a_tenth_more(point: Evaluator, trees: Trees) -> bool:
    """The same with a tenth more, also near s = 1 and for many categories."""
    sides = (Fraction(point.values["gamma"]), Fraction(21, 20))
    return all(
        added(k, side / (side + 1), 1 / (side + 1)) >= Fraction(11, 10) * smallest(k, side**2)
        for k in (2, 10, 200)
        for side in sides
    )


PREDICATES: Mapping[str, Predicate] = {
    "table_of_matches": table_of_matches,
    "matched_example": matched_example,
    "level_of_example": level_of_example,
    "level_is_least": matched_example,
    "guess_from_one_category": guess_from_one_category,
    "two_outcomes": two_outcomes,
    "random_choice_of_three": random_choice_of_three,
    "bits_add_a_tenth_more": bits_add_a_tenth_more,
}
