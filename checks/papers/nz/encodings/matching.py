"""Section 4.3: subset selection, the gamma and q with the added variance of local l-diversity, Table 2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from checks.interpreter import Obligation
from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, proved, variable
from checks.papers.nz.notation_diversity import K, L, moments, subsets
from checks.reading import syntax as tree
from checks.values import MeaninglessError
from checks.verification import Context, Part
from derivations import subset_comparison as comparison
from derivations.parity_optimum import falls_with_gamma, larger_set, matching_parity
from derivations.statements import Sequent
from derivations.subset_minimax import diversity_variance, selection_variance
from derivations.subset_response import FixedSizeSubsets, subset_selection
from mechanisms.formula import Formula, all_of
from mechanisms.rational import RationalFunction

Q, GAMMA, CHANCE, ROOT, LEVEL = (variable(name) for name in ("q", "gamma", "p", "r", "x"))
CATEGORIES = (10, 15, 20, 50, 100, 200, 500)
SUBSET_SIZES = (5, 10, 15, 20, 25, 30)
SIZES = (fact(Q, ">=", ONE), fact(K - Q, ">=", ONE))
UPPER = {(20, 5): Fraction(1419, 100), (50, 10): Fraction(18025, 1000)}
"""Numbers that are no less than the gamma of the two examples."""
MISSING = tree.Name("not_available")


def selection() -> FixedSizeSubsets:
    """Subset selection with symbolic k, q and gamma."""
    return subset_selection(K, Q, GAMMA)


# -- the mechanism of bounded parity -----------------------------------------------------------------------------------


def inclusion_probability(context: Context) -> Sequence[Part]:
    """With the printed p a set is gamma times as likely under a truth in it, and with no other p."""
    (node,) = context.trees()
    if not isinstance(node, tree.Chain) or node.members[0] != tree.Name("p") or node.relations != ("=",):
        raise MeaninglessError("p = ... is needed here")
    with context.interpreter.apart() as (divisors, required):
        printed = context.interpreter.number(node.members[1])
    number = subsets().count(0)
    ratio = FixedSizeSubsets(K, Q, CHANCE, number).likelihood_ratio
    known = [*SIZES, fact(CHANCE, ">", ZERO), fact(CHANCE, "<", ONE)]
    return [
        *(
            Obligation(o.label, Sequent(o.sequent.hypotheses | frozenset(SIZES), o.sequent.conclusion))
            for o in context.interpreter.definedness("p", divisors, required)
        ),
        context.shown("p gives the parity gamma", fact(ratio, "=", GAMMA), *known, fact(CHANCE, "=", printed)),
        context.shown("no other p does", fact(CHANCE, "=", printed), *known, fact(ratio, "=", GAMMA)),
    ]


def size_of_response(context: Context) -> Sequence[Part]:
    """q categories are reported, the truth among them with probability p; with probability 1 in local l-diversity."""
    found, diverse = selection(), subsets().moments
    law = found.moments
    return [
        context.shown("q categories on average", fact(law.own + (K - 1) * law.other, "=", Q), *SIZES),
        context.shown("the truth with probability p", fact(law.own, "=", found.inclusion), *SIZES),
        context.shown("p is less than 1", fact(found.inclusion, "<", ONE), *SIZES),
        context.shown("local l-diversity always reports it", fact(diverse.own, "=", ONE)),
    ]


# -- equal added variance ----------------------------------------------------------------------------------------------


def match_exists(context: Context) -> Sequence[Part]:
    """Some q and gamma have the added variance of local l-diversity: it is positive, as that of every gamma is."""
    added = moments(context.interpreter).added_variance
    return [
        context.shown("what is to be matched is positive", fact(added, ">", ZERO)),
        proved("so is the added variance of every q and gamma", comparison.every_parity_costs()),
        proved("for q < l this gamma matches", matching_parity()),
        proved("which exceeds 1", comparison.root_above_size()),
    ]


def match_is_smallest(context: Context) -> Sequence[Part]:
    """Below the least gamma that matches every q adds more: each falls with gamma, and q >= l stays above."""
    return [
        *match_exists(context),
        proved("the added variance falls with gamma, for each q", falls_with_gamma()),
        proved("for q >= l it stays above", comparison.large_sets_cost_more()),
    ]


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


def is_best(context: Context, k: int, size: int, q: int, above: Fraction) -> Iterator[Part]:
    """No neighbour of q matches with a smaller gamma, `above` being no less than that of q; V has one minimum over q.

    A neighbour that still adds more at `above` matches beyond it. Where it does not, gamma^2 is compared with the
    switching squares: with r^2 = q (k - q) l/(k - l) and gamma = 1 + k/(r - q), q + 1 is no better if gamma^2 is at
    least (k - q)(k - q - 1)/(q (q + 1)), and q - 1 is not if it is at most that of q - 1.
    """
    gamma = 1 + RationalFunction.of(k) / (ROOT - q)
    known = [
        fact(ROOT**2, "=", RationalFunction.of(Fraction(q * (k - q) * size, k - size))),
        fact(ROOT, ">", RationalFunction.of(q)),
    ]
    larger = fact(gamma**2 * q * (q + 1), ">=", RationalFunction.of((k - q) * (k - q - 1)))
    smaller = fact(gamma**2 * q * (q - 1), "<=", RationalFunction.of((k - q + 1) * (k - q)))
    for neighbour, at_root in ((q + 1, larger), (q - 1, smaller)):
        if not 1 <= neighbour <= k - 1:
            continue
        label = f"k = {k}, l = {size}: q = {q} is best, not {neighbour}"
        beyond = not_below(k, size, neighbour, above)
        if beyond.holds_at({}):
            yield context.shown(label, beyond)
        else:
            yield context.shown(label, at_root, *known)


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
    yield from is_best(context, k, size, q, gamma.value + Fraction(1, 2 * 10**gamma.places))


def table_of_matches(context: Context) -> Sequence[Part]:
    """Every entry, rounded to the printed places; the rows are l, the columns k."""
    (node,) = context.trees()
    if not isinstance(node, tree.Matrix) or (len(node.rows), len(node.rows[0])) != (len(SUBSET_SIZES), len(CATEGORIES)):
        raise MeaninglessError("a table of 6 rows and 7 columns is needed here")
    parts: list[Part] = [proved(f"larger sets are {how}", larger_set(sign)) for sign, how in _ORDERS]
    parts += [proved("the gamma that matches", matching_parity()), proved("falls with gamma", falls_with_gamma())]
    for size, row in zip(SUBSET_SIZES, node.rows, strict=True):
        for k, entry in zip(CATEGORIES, row, strict=True):
            parts += entry_of_table(context, k, size, entry)
    return parts


_ORDERS: tuple[tuple[str, str], ...] = (("<", "better below"), ("=", "as good at"), (">", "worse above"))


ENCODINGS: dict[str, Encoding] = {
    "inclusion_probability": inclusion_probability,
    "size_of_response": size_of_response,
    "match_exists": match_exists,
    "match_is_smallest": match_is_smallest,
    "table_of_matches": table_of_matches,
}
