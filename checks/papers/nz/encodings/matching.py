"""Section 4.3: subset selection, the gamma and q with the added variance of local l-diversity, Table 2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import count
from math import isclose, sqrt

from checks.interpreter import rounded_to
from checks.interpreter.values import MeaninglessError
from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, proved, variable
from checks.papers.nz.notation_diversity import K, L
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.theorems.subsets import subset_comparison as comparison
from derivations.theorems.subsets.subset_minimax import diversity_variance, selection_variance
from derivations.theorems.subsets.subset_response import FixedSizeSubsets, subset_selection
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction

Q, GAMMA, CHANCE, LEVEL = (variable(name) for name in ("q", "gamma", "p", "x"))
CATEGORIES = (10, 15, 20, 50, 100, 200, 500)
SUBSET_SIZES = (5, 10, 15, 20, 25, 30)
SIZES = (fact(Q, ">=", ONE), fact(K - Q, ">=", ONE))
MISSING = tree.Name("not_available")


def selection() -> FixedSizeSubsets:
    """Subset selection with symbolic k, q and gamma."""
    return subset_selection(K, Q, GAMMA)


# -- the mechanism of bounded parity -----------------------------------------------------------------------------------


# -- equal added variance ----------------------------------------------------------------------------------------------


@cache
def _gap() -> RationalFunction:
    """What subset selection with q adds at gamma, less what local l-diversity adds."""
    return selection_variance(K, Q, GAMMA) - diversity_variance(K, L)


def not_below(k: int, size: int, q: int, gamma: RationalFunction | Fraction) -> Formula:
    """The gamma that matches with q is at least the given one: there the added variance is still as large."""
    return fact(_gap().substitute({"k": k, "l": size, "q": q, "gamma": gamma}), ">=", ZERO)


def not_above(k: int, size: int, q: int, gamma: RationalFunction | Fraction) -> Formula:
    """The gamma that matches with q is at most the given one."""
    return fact(_gap().substitute({"k": k, "l": size, "q": q, "gamma": gamma}), "<=", ZERO)


def rounds_to(k: int, size: int, q: int, printed: tree.Number) -> Formula:
    """The gamma that matches with q rounds to the printed number; an integer is the number itself."""
    half = Fraction(1, 2 * 10**printed.places) if printed.places else Fraction(0)
    low, high = printed.value - half, printed.value + half
    if low <= 1:
        raise MeaninglessError("a parity exceeds 1")
    return all_of([not_below(k, size, q, low), not_above(k, size, q, high)])


def matches(k: int, size: int, q: int) -> list[Formula]:
    """gamma is a parity at which subset selection with q adds what local l-diversity adds."""
    return [fact(_gap().substitute({"k": k, "l": size, "q": q}), "=", ZERO), fact(GAMMA, ">", ONE)]


@cache
def near(k: int, size: int, q: int) -> float:
    """The gamma that matches with q < l, about; from where to look for rational numbers beside it."""
    return 1 + k / (sqrt(q * (k - q) * size / (k - size)) - q)


def between(first: float, second: float) -> RationalFunction:
    """A rational number between two numbers, or what both are about if they agree."""
    if isclose(first, second, rel_tol=1e-12):
        return RationalFunction.of(Fraction(first).limit_denominator(1000))
    least, most = sorted((first, second))
    digits = next(d for d in count() if least < round((least + most) / 2, d) < most)
    return RationalFunction.of(Fraction(str(round((least + most) / 2, digits))))


def is_best(context: Context, k: int, size: int, q: int) -> Iterator[Part]:
    """What matches with q is at most some number, what matches with another q is not less; q >= l never matches."""
    others = [other for other in range(1, size) if other != q]
    yield proved("what matches has q < l", comparison.large_sets_cost_more())
    if not others:
        return
    bound = between(near(k, size, q), min(near(k, size, other) for other in others))
    label = f"k = {k}, l = {size}, q = {q}: "
    yield context.shown(f"{label}gamma is at most {bound}", fact(GAMMA, "<=", bound), *matches(k, size, q))
    for other in others:
        yield context.shown(f"{label}it is best, not {other}", fact(GAMMA, ">=", bound), *matches(k, size, other))


def located(context: Context, k: int, size: int, q: int, gamma: tree.Number) -> Part:
    """Whatever gamma matches with q, it rounds to the printed number."""
    rounded = rounded_to(GAMMA, gamma) if gamma.places else fact(GAMMA, "=", RationalFunction.of(gamma.value))
    return context.shown(f"k = {k}, l = {size}: what matches is {gamma.text}", rounded, *matches(k, size, q))


def entry_of_table(context: Context, k: int, size: int, entry: tree.Node) -> Iterator[Part]:
    """gamma(q) as printed; a design for l >= k has no unbiased estimator, so that there is nothing to match."""
    match entry:
        case tree.Name() if entry == MISSING:
            yield context.shown(f"k = {k}, l = {size}: nothing to match", fact(size, ">=", k))
        case tree.Product(factors=(tree.Number() as gamma, tree.Number() as q)) if q.places == 0:
            yield from matched(context, k, size, gamma, int(q.value))
        case _:
            raise MeaninglessError("an entry of the table is gamma(q) or NA")


def matched(context: Context, k: int, size: int, gamma: tree.Number, q: int) -> Iterator[Part]:
    """The least gamma that matches is that of q, and rounds to the printed number."""
    if not 1 <= size < k or not 1 <= q < k:
        raise MeaninglessError("only for 1 <= l < k and 1 <= q < k there are designs to match")
    yield context.shown(f"k = {k}, l = {size}: q is less than l", fact(q, "<", size))
    yield context.shown(f"k = {k}, l = {size}: gamma is {gamma.text}", rounds_to(k, size, q, gamma))
    yield located(context, k, size, q, gamma)
    yield from is_best(context, k, size, q)


def table_of_matches(context: Context) -> Sequence[Part]:
    """Every entry, rounded to the printed places; the rows are l, the columns k."""
    (node,) = context.trees()
    if not isinstance(node, tree.Matrix) or (len(node.rows), len(node.rows[0])) != (len(SUBSET_SIZES), len(CATEGORIES)):
        raise MeaninglessError("a table of 6 rows and 7 columns is needed here")
    parts: list[Part] = []
    for size, row in zip(SUBSET_SIZES, node.rows, strict=True):
        for k, entry in zip(CATEGORIES, row, strict=True):
            parts += entry_of_table(context, k, size, entry)
    return parts


ENCODINGS: dict[str, Encoding] = {
    "table_of_matches": table_of_matches,
}
