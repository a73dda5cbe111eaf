"""The statements of sections 5 to 7 at one point, keyed by the names of their encodings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from checks.papers.szy.witnesses.at_budgets import (
    CARDS,
    at_budget,
    card_laws,
    card_variance,
    coin_laws,
    estimate_variance,
    shares_of,
)
from checks.papers.szy.witnesses.worlds import orders, reported
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator, NotEvaluatedError
from checks.witness.numbers import Numeric, add, ball, compare, divide, logarithm, multiply, sign
from checks.witness.statement import Predicate

Trees = Sequence[tree.Node]
GRID = 24
BUDGETS = tuple(Fraction(*pair) for pair in ((1, 100), (1, 20), (1, 4), (1, 2)))


def all_hold(point: Evaluator, trees: Trees) -> bool:
    """Whether every printed statement holds."""
    return all(point.truth(node) for node in trees)


def with_factor(point: Evaluator, trees: Trees) -> bool:
    """Whether every printed statement holds with N times the printed a."""
    return all_hold(point.at(factor=point.values["N"]), trees)


def in_region(point: Evaluator, trees: Trees) -> bool:
    """Whether the other statements hold if the first does."""
    return not point.truth(trees[0]) or all_hold(point, trees[1:])


def defined(point: Evaluator, node: tree.Node) -> Numeric:
    """The right side of a printed definition."""
    if isinstance(node, tree.Chain) and node.relations == ("=",):
        return point.number(node.members[1])
    raise NotEvaluatedError("a definition is needed here")


def coefficients(point: Evaluator, trees: Trees) -> bool:
    """Var_IC - Var_MW against the printed a and c."""
    a, c = (defined(point, node) for node in trees)
    size, pi, t = (point.values[name] for name in ("N", "pi", "t"))
    bottom = size * (size - 1) * (t - 1) * (t - 1) * (1 - point.values["p_2"])
    difference = add(at_budget(point, "Var_IC"), -at_budget(point, "Var_MW"))
    return compare(difference, divide(a * pi * (1 - pi) - c, bottom)) == 0


def with_d(point: Evaluator, trees: Trees) -> bool:
    """The first statement defines d."""
    return all_hold(point.at(d=defined(point, trees[0])), trees[1:])


def any_quadratic(point: Evaluator, trees: Trees) -> bool:
    """pi_A1 is the smaller zero of -a pi^2 + a pi - c: it is a zero, and at most 1/2."""
    (node,) = trees
    a, c = point.values["a"], point.values["c"]
    zero = defined(point, node)
    return sign(-a * zero * zero + a * zero - c) == 0 and compare(zero, Fraction(1, 2)) <= 0


# -- variances at a budget ---------------------------------------------------------------------------------------------


def of_mechanism(survey: Callable[[Evaluator], Numeric], point: Evaluator, trees: Trees) -> bool:
    """Every printed statement holds, Var being that of one mechanism."""
    return all_hold(point.at(survey=survey), trees)


def simmons_at(point: Evaluator, other: Numeric) -> Numeric:
    """The variance of Simmons for a piB at the budget of the point: p from the answer that tells more."""
    t, rare = point.values["t"], other if compare(other, Fraction(1, 2)) <= 0 else add(1, -other)
    p = divide(multiply(rare, add(t, -1)), add(1, multiply(rare, add(t, -1))))
    laws = coin_laws(point, "simmons", p=p, piB=other)
    return estimate_variance(laws, point.values["N"], point.values["pi"], (0, 0, 0))


def _simmons_here(point: Evaluator) -> Numeric:
    return simmons_at(point, point.values["piB"])


def _inner(low: Fraction, high: Fraction) -> list[Fraction]:
    return [low + (high - low) * Fraction(k, GRID) for k in range(1, GRID)]


def simmons_least(point: Evaluator, trees: Trees) -> bool:
    """On a grid of piB the variance is smallest at the printed one, and nowhere else."""
    best = defined(point, trees[0])
    least = simmons_at(point, best)
    others = [piB for piB in _inner(Fraction(0), Fraction(1)) if compare(piB, best) != 0]
    return all(compare(simmons_at(point, point.of(piB)), least) > 0 for piB in others)


def simmons_least_value(point: Evaluator, trees: Trees) -> bool:
    """The printed value is that at piB = 1/2, that of Warner, and not larger than any on a grid."""
    half = simmons_at(point, point.of(Fraction(1, 2)))
    same = compare(half, at_budget(point, "Var_MW")) == 0
    grid = _inner(Fraction(0), Fraction(1))
    best = all(compare(simmons_at(point, point.of(piB)), half) >= 0 for piB in grid)
    return same and best and of_mechanism(lambda there: half, point, trees)


def simmons_case(low: Fraction, high: Fraction, closed: bool, attained: bool, point: Evaluator, trees: Trees) -> bool:
    """The printed minimum over one of the two cases: on a grid, and whether its place belongs to the case."""
    (node,) = trees
    if not isinstance(node, tree.Chain) or not isinstance(node.members[1], tree.EvaluatedAt):
        raise NotEvaluatedError("a minimum with its place is needed here")
    place, value = defined(point, node.members[1].condition), point.number(node.members[2])
    least = simmons_at(point, place)
    good = compare(least, value) == 0
    grid = [simmons_at(point, point.of(piB)) for piB in _inner(low, high)]
    inside = (compare(place, low) > 0 and compare(place, high) < 0) or (closed and compare(place, high) == 0)
    return good and all(compare(v, least) >= 0 for v in grid) and inside == attained


# -- three cards -------------------------------------------------------------------------------------------------------


def card_grid(point: Evaluator, middle: Numeric) -> list[tuple[Numeric, ...]]:
    """Shares (p_1, p_3) for a p_2 whose report is private at the budget: the ends of the range and points between."""
    rest, t = add(1, -middle), point.values["t"]
    few = divide(rest, add(t, 1))
    width = add(multiply(t, few), -few)
    firsts = [add(few, multiply(width, Fraction(k, GRID))) for k in range(GRID + 1)]
    found = [(first, middle, add(rest, -first)) for first in firsts]
    return [shares for shares in found if compare(shares[0], shares[2]) != 0]


def is_private(point: Evaluator, shares: Sequence[Numeric]) -> bool:
    """Whether no answer is more than e^eps times as likely with the attribute as without it, or the reverse."""
    without, with_it = card_laws(tuple(shares))
    t = point.values["t"]
    pairs = [(p.get(k, 0), q.get(k, 0)) for p, q in ((without, with_it), (with_it, without)) for k in CARDS]
    return all(sign(s) >= 0 for s in shares) and all(compare(p, multiply(t, q)) <= 0 for p, q in pairs)


def shares_feasible(point: Evaluator, trees: Trees) -> bool:
    """The print holds for the p_1 of a grid exactly where the report is private."""
    (node,) = trees
    middle = point.values["p_2"]
    rest = add(1, -middle)
    for k in range(GRID + 1):
        first = multiply(rest, point.of(Fraction(k, GRID)))
        third = add(rest, -first)
        there = point.at(p_1=first, p_3=third)
        if there.truth(node) != is_private(point, (first, middle, third)):
            return False
    return True


def card_least(dealt: bool, every: bool, point: Evaluator, trees: Trees) -> bool:
    """The printed shares attain the printed variance, and nothing on a grid of private shares does better."""
    first, *places = trees
    if not isinstance(first, tree.Chain):
        raise NotEvaluatedError("the least variance is needed here")
    value = point.number(first.members[1])
    for place in places:
        if not isinstance(place, tree.Conjunction):
            raise NotEvaluatedError("p_1 and p_3 are needed here")
        p_1, p_3 = (defined(point, item) for item in place.items)
        shares = (p_1, point.values["p_2"], p_3)
        if compare(_sum(shares), 1) != 0 or not is_private(point, shares):
            return False
        if compare(card_variance(point, shares, dealt=dealt), value) != 0:
            return False
    middles = [point.values["p_2"], *((point.of(Fraction(0)), point.of(Fraction(1, 7))) if every else ())]
    grid = [shares for middle in middles for shares in card_grid(point, middle)]
    return all(compare(card_variance(point, shares, dealt=dealt), value) >= 0 for shares in grid)


def _sum(values: Sequence[Numeric]) -> Numeric:
    total: Numeric = 0
    for value in values:
        total = add(total, value)
    return total


def f_least(every: bool, point: Evaluator, trees: Trees) -> bool:
    """min f = f(...) = f(...): the values agree, and nothing on a grid of private shares has a smaller one."""
    (node,) = trees
    if not isinstance(node, tree.Chain):
        raise NotEvaluatedError("an equation is needed here")
    values = [point.number(side) for side in node.members[1:]]
    middles = [point.values["p_2"], *((point.of(Fraction(0)), point.of(Fraction(1, 7))) if every else ())]
    grid = [shares for middle in middles for shares in card_grid(point, middle)]
    least = min((card_variance(point, shares, dealt=False) for shares in grid), key=lambda v: float(Fraction(v)))
    return all(compare(least, value) >= 0 for value in values) and all(compare(v, values[0]) == 0 for v in values)


def _cards_here(point: Evaluator) -> Numeric:
    return card_variance(point, shares_of(point), dealt=False)


def upper_end(point: Evaluator, trees: Trees) -> bool:
    """The printed value is the variance for the largest private p_1."""
    few = divide(add(1, -point.values["p_2"]), add(point.values["t"], 1))
    shares = (multiply(point.values["t"], few), point.values["p_2"], few)
    return compare(card_variance(point, shares, dealt=False), point.number(trees[0])) == 0


# -- budgets of one report ---------------------------------------------------------------------------------------------


def budget_is(rows: Callable[[Evaluator], Sequence[Any]], point: Evaluator, trees: Trees) -> bool:
    """The printed budget is the logarithm of the largest ratio of two probabilities of one answer."""
    (node,) = trees
    return _is_largest(point, rows(point), _side(node))


def _side(node: tree.Node) -> tree.Node:
    if isinstance(node, tree.Chain):
        return node.members[1]
    raise NotEvaluatedError("an equation for the budget is needed here")


def _is_largest(point: Evaluator, laws: Sequence[Any], side: tree.Node) -> bool:
    ratios = [divide(p[k], q[k]) for p, q in (laws, laws[::-1]) for k in p if sign(p[k]) > 0 or sign(q[k]) > 0]
    logs = [logarithm(ratio) for ratio in ratios]
    if isinstance(side, tree.Apply) and side.function == "max":
        values = [point.number(argument) for argument in side.arguments]
        return all(any(compare(log, v) <= 0 for v in values) for log in logs) and all(
            any(compare(log, v) == 0 for log in logs) for v in values if _is_top(v, values)
        )
    value = point.number(side)
    return all(compare(log, value) <= 0 for log in logs) and any(compare(log, value) == 0 for log in logs)


def _is_top(value: Numeric, values: Sequence[Numeric]) -> bool:
    return all(compare(value, other) >= 0 for other in values)


def cases_are(mechanism: str, literal: bool, point: Evaluator, trees: Trees) -> bool:
    """Yes and no with the attribute, then without it; then the largest ratio or its logarithm."""
    laws = _coins(mechanism, point)
    derived = (laws[1][1], laws[1][0], laws[0][1], laws[0][0])
    *printed, last = trees
    same = all(compare(point.number(node), value) == 0 for node, value in zip(printed, derived, strict=True))
    if not isinstance(last, tree.Chain):
        ratios = [divide(p[k], q[k]) for p, q in (laws, laws[::-1]) for k in p]
        value = point.number(last)
        return same and all(compare(r, value) <= 0 for r in ratios) and any(compare(r, value) == 0 for r in ratios)
    return same and _is_largest(point, laws, _side(last)) and not literal


def _coins(mechanism: str, point: Evaluator) -> Sequence[Any]:
    if mechanism == "warner":
        return coin_laws(point, "warner", p_w=point.values["p"])
    return coin_laws(point, "simmons", p=point.values["p"], piB=point.values["piB"])


def _three_cards(point: Evaluator) -> Sequence[Any]:
    return card_laws((point.values["p_1"], point.values["p_2"], point.values["p_3"]))


# -- tables ------------------------------------------------------------------------------------------------------------


def _entries(trees: Trees) -> list[list[tree.Number]]:
    (node,) = trees
    if not isinstance(node, tree.Matrix):
        raise NotEvaluatedError("a table is needed here")
    return [[e for e in row if isinstance(e, tree.Number)] for row in node.rows]


def _with_budget(point: Evaluator, eps: Fraction, **values: Any) -> Evaluator:
    there = Evaluator(point.meanings, {}, False)
    numbers = {name: value if name == "N" else ball(value) for name, value in values.items()}
    return there.at(**numbers, t=ball(eps).exp())


def lengths(point: Evaluator, trees: Trees) -> bool:
    """The distance of the two proportions at which the variances are equal, at every entry of the table."""
    for share, row in zip((Fraction(1, 100), Fraction(1, 20)), _entries(trees), strict=True):
        for eps, entry in zip(BUDGETS, row, strict=True):
            there = _with_budget(point, eps, N=10**4, p_2=share, pi=Fraction(1, 3))
            first, second = (there._name(name) for name in ("piA1", "piA2"))
            error = add(add(second, -first), -ball(entry.value))
            half = ball(Fraction(1, 2 * 10**entry.places))
            if sign(add(error, half)) < 0 or sign(add(error, -half)) > 0:
                return False
    return True


def sizes(point: Evaluator, trees: Trees) -> bool:
    """Every entry is enough for a variance of 0.1, and one less is not."""
    for name, row in zip(("Var_MW", "Var_MC", "Var_IC"), _entries(trees), strict=True):
        for eps, entry in zip(BUDGETS, row, strict=True):
            for size, enough in ((int(entry.value), True), (int(entry.value) - 1, False)):
                there = _with_budget(point, eps, N=size, p_2=Fraction(1, 100), pi=Fraction(1, 10))
                if (sign(add(at_budget(there, name), -ball(Fraction(1, 10)))) <= 0) != enough:
                    return False
    return True


def worst_case(point: Evaluator, trees: Trees) -> bool:
    """The printed number is enough at pi = 1/2 and one less is not."""
    (printed, _) = trees
    size = int(point.number(printed))
    found = []
    for count in (size, size - 1):
        there = _with_budget(point, BUDGETS[0], N=count, p_2=Fraction(1, 100), pi=Fraction(1, 2))
        found.append(sign(add(at_budget(there, "Var_IC"), -ball(Fraction(1, 10)))))
    return found[0] <= 0 < found[1]


def falls(point: Evaluator, trees: Trees) -> bool:
    """Every variance is smaller at a larger budget."""
    larger = point.at(t=add(point.values["t"], Fraction(1, 3)))
    return all(compare(at_budget(larger, n), at_budget(point, n)) < 0 for n in ("Var_MW", "Var_MS", "Var_MC", "Var_IC"))


def deck_possible(point: Evaluator, trees: Trees) -> bool:
    """N p_2 is a whole number."""
    size, share = (Fraction(defined(point, node)) for node in trees)
    return (size * share).denominator == 1


def short_intervals(point: Evaluator, trees: Trees) -> bool:
    """The interval is shorter than 1/4 at the corners of what Table 1 covers."""
    for t in (Fraction(101, 100), Fraction(3, 2), Fraction(2)):
        there = point.at(N=10**4, p_2=point.of(Fraction(1, 20)), t=point.of(t))
        if compare(add(there._name("piA2"), -there._name("piA1")), Fraction(1, 4)) >= 0:
            return False
    return True


def falls_with_size(point: Evaluator, trees: Trees) -> bool:
    """Every variance is smaller for one respondent more."""
    more = point.at(N=point.values["N"] + 1)
    names = ("Var_MW", "Var_MS", "Var_MC", "Var_IC")
    return all(compare(at_budget(more, n), at_budget(point, n)) < 0 for n in names)


def least_number(point: Evaluator, name: str, eps: Fraction) -> int:
    """The least N with a variance of at most 0.1 for pi = 0.1, p_2 = 0.01, by bisection."""
    low, high = 1, 2**20
    while high - low > 1:
        middle = (low + high) // 2
        there = _with_budget(point, eps, N=middle, p_2=Fraction(1, 100), pi=Fraction(1, 10))
        if sign(add(at_budget(there, name), -ball(Fraction(1, 10)))) <= 0:
            high = middle
        else:
            low = middle
    return high


def numbers_compared(strictly: bool, point: Evaluator, trees: Trees) -> bool:
    """The least numbers fall with eps, are equal for Warner and Simmons, not smaller with cards, smallest if dealt."""
    found = {
        name: [least_number(point, name, eps) for eps in BUDGETS] for name in ("Var_MW", "Var_MS", "Var_MC", "Var_IC")
    }
    falling = all(a > b for numbers in found.values() for a, b in pairwise(numbers))
    pairs = list(zip(found["Var_MC"], found["Var_MW"], found["Var_IC"], strict=True))
    ordered = all((cards > coin if strictly else cards >= coin) and dealt < coin for cards, coin, dealt in pairs)
    return falling and ordered and found["Var_MW"] == found["Var_MS"]


def like_warner(point: Evaluator, trees: Trees) -> bool:
    """With the printed p_2 there are two answers, exchanged by the attribute, and the variance is Warner's."""
    middle = defined(point, trees[0])
    few = divide(add(1, -middle), add(point.values["t"], 1))
    shares = (few, middle, multiply(point.values["t"], few))
    without, with_it = card_laws(shares)
    mirrored = compare(without[1], with_it[3]) == 0 and sign(without[2]) == 0
    same = compare(card_variance(point, shares, dealt=False), at_budget(point, "Var_MW")) == 0
    return mirrored and same


def blows_up(point: Evaluator, trees: Trees) -> bool:
    """f is beyond any of some bounds close to the printed place."""
    (node,) = trees
    if not isinstance(node, tree.EvaluatedAt):
        raise NotEvaluatedError("f near a place is needed here")
    place = defined(point, node.condition)
    for digits in (3, 6, 9):
        there = point.at(p_1=add(place, point.of(Fraction(1, 10**digits))))
        if compare(there.number(node.expression), point.of(Fraction(10**digits, 100))) <= 0:
            return False
    return True


# -- cards for any L, and one deck for all -----------------------------------------------------------------------------


def _deck_at(point: Evaluator) -> list[Numeric]:
    """The shares of the point without a card that never occurs."""
    shares = [point.values[name] for name in ("p_1", "p_2", "p_3")]
    return [share for share in shares if sign(share) > 0]


def _printed_largest(point: Evaluator, side: tree.Node, shares: Sequence[Numeric]) -> Numeric:
    if not isinstance(side, tree.Apply):
        raise NotEvaluatedError("a maximum over the cards is needed here")
    found: list[Numeric] = [
        point.at(p_k=share, p_mirrored=mirror).number(side.arguments[0])
        for share, mirror in zip(shares, reversed(shares), strict=True)
    ]
    best = found[0]
    for value in found:
        best = value if compare(value, best) > 0 else best
    return best


def _laws_of(shares: Sequence[Numeric]) -> list[dict[Any, Numeric]]:
    largest = len(shares)
    return [{reported(largest, truth, k): share for k, share in enumerate(shares, 1)} for truth in (0, 1)]


def cards_budget(point: Evaluator, trees: Trees) -> bool:
    """The printed budget is the logarithm of the largest ratio, for the deck of the point and for its mirror image."""
    (node,) = trees
    shares = _deck_at(point)
    laws = _laws_of(shares)
    logs = [logarithm(divide(p[k], q[k])) for p, q in (laws, laws[::-1]) for k in p]
    value = _printed_largest(point, _side(node), shares)
    return all(compare(log, value) <= 0 for log in logs) and any(compare(log, value) == 0 for log in logs)


def cards_cases(literal: bool, point: Evaluator, trees: Trees) -> bool:
    """The chance of each card, for either truth, and the budget; the ratio itself is no logarithm."""
    *printed, last = trees
    drawn = [point.values[name] for name in ("p_k", "p_mirrored", "p_k", "p_mirrored")]
    same = all(compare(point.number(node), chance) == 0 for node, chance in zip(printed, drawn, strict=True))
    return same and cards_budget(point, (last,)) and not literal


SMALL_DECKS = ((1, 1, 2), (1, 0, 3), (2, 1, 1))


def _dealt_laws(counts: Sequence[int], truths: Sequence[int], seen: int) -> dict[Any, Fraction]:
    """The law of the first `seen` reports, over all orders of the deck."""
    law: dict[Any, Fraction] = {}
    for deal, chance in orders([k for k, count in enumerate(counts, 1) for _ in range(count)]):
        reports = tuple(reported(3, truth, card) for truth, card in zip(truths, deal, strict=True))[:seen]
        law[reports] = law.get(reports, Fraction(0)) + chance
    return law


def dealt_budget(seen: int, point: Evaluator, trees: Trees) -> bool:
    """No list of so many reports is more than e^eps times as likely for one attribute of the first respondent."""
    (node,) = trees
    for counts in SMALL_DECKS:
        shares = [Fraction(count, sum(counts)) for count in counts]
        there = point.at(**{f"p_{k}": point.of(share) for k, share in enumerate(shares, 1)})
        side = _side(node)
        several = any(isinstance(part, tree.Dots) for part in tree.nodes(side))
        if several:
            bound = _printed_largest(there, side, [point.of(s) for s in shares if s])
        else:
            values = [there.number(argument) for argument in tree.children(side)]
            bound = values[0] if compare(values[0], values[1]) >= 0 else values[1]
        for others in range(2 ** (len(deal_of(counts)) - 1)):
            rest = [others >> place & 1 for place in range(len(deal_of(counts)) - 1)]
            laws = [_dealt_laws(counts, [truth, *rest], seen or len(rest) + 1) for truth in (0, 1)]
            for p, q in (laws, laws[::-1]):
                if any(r not in q or compare(logarithm(point.of(p[r] / q[r])), bound) > 0 for r in p):
                    return False
    return True


def deal_of(counts: Sequence[int]) -> list[int]:
    """The cards of a deck."""
    return [k for k, count in enumerate(counts, 1) for _ in range(count)]


def abstract(point: Evaluator, trees: Trees) -> bool:
    """The order in the region, and the printed share for the survey of section 6.3."""
    *orders_printed, share = trees
    there = point.at(
        N=3252599, pi=point.of(Fraction(389, 5000)), p_2=point.of(Fraction(1, 100)), t=point.of(Fraction(3, 2))
    )
    ratio = divide(at_budget(there, "Var_IC"), at_budget(there, "Var_MC"))
    close = compare(add(ratio, -there.number(share)), Fraction(1, 2000)) <= 0
    return in_region(point, orders_printed) and close


PREDICATES: dict[str, Predicate] = {
    "at_common_budget": all_hold,
    "with_factor_N": with_factor,
    "ordering_in_region": in_region,
    "figure_in_region": in_region,
    "orderings_in_regions": all_hold,
    "coefficients_of_the_difference": coefficients,
    "roots_with_d": with_d,
    "quadratic_formula": any_quadratic,
    "interval_depends_on": all_hold,
    "figure_with_insurance": all_hold,
    "warner_variance_at_budget": partial(of_mechanism, lambda point: at_budget(point, "Var_MW")),
    "simmons_variance_mostly_no": partial(of_mechanism, _simmons_here),
    "simmons_variance_mostly_yes": partial(of_mechanism, _simmons_here),
    "simmons_minimum": simmons_least,
    "least_simmons_variance": simmons_least_value,
    "least_while_mostly_no": partial(simmons_case, Fraction(0), Fraction(1, 2), True, True),
    "least_while_mostly_yes": partial(simmons_case, Fraction(1, 2), Fraction(1), False, True),
    "infimum_while_mostly_yes": partial(simmons_case, Fraction(1, 2), Fraction(1), False, False),
    "of_three_cards": partial(of_mechanism, _cards_here),
    "no_extremum_of_both": all_hold,
    "feasible_shares": shares_feasible,
    "least_card_variance": partial(card_least, False, False),
    "least_card_variance_for_any_p_2": partial(card_least, False, True),
    "least_deck_variance": partial(card_least, True, False),
    "least_deck_variance_for_any_p_2": partial(card_least, True, True),
    "least_of_f": partial(f_least, False),
    "least_of_f_for_any_p_2": partial(f_least, True),
    "value_at_upper_end": upper_end,
    "warner_budget": partial(budget_is, partial(_coins, "warner")),
    "warner_cases": partial(cases_are, "warner", False),
    "simmons_budget": partial(budget_is, partial(_coins, "simmons")),
    "simmons_cases": partial(cases_are, "simmons", True),
    "simmons_cases_and_logarithm": partial(cases_are, "simmons", False),
    "three_cards_budget": partial(budget_is, _three_cards),
    "interval_lengths": lengths,
    "table_of_sizes": sizes,
    "worst_case_size": worst_case,
    "variances_fall": falls,
    "deck_is_possible": deck_possible,
    "small_intervals": short_intervals,
    "minimum_sizes": falls_with_size,
    "sizes_compared": partial(numbers_compared, True),
    "sizes_compared_weakly": partial(numbers_compared, False),
    "same_as_warner": like_warner,
    "grows_without_bound": blows_up,
    "cards_budget": cards_budget,
    "card_cases": partial(cards_cases, True),
    "card_cases_and_logarithm": partial(cards_cases, False),
    "deck_budget_of_all_reports": partial(dealt_budget, 0),
    "deck_budget_of_one_report": partial(dealt_budget, 1),
    "summary": abstract,
}
