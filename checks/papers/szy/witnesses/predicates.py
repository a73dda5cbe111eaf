"""The statements of sections 2 to 4 and Appendices A and B at one town, keyed by the names of their encodings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from checks.papers.szy.witnesses.meanings import EXCHANGED, card_at, speaks_of_sum, town_of, variance_in
from checks.papers.szy.witnesses.worlds import (
    MECHANISMS,
    Town,
    answer_law,
    law_of_pair,
    law_of_sum_in_one_order,
    mean_reports,
    reported,
    runs,
)
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, compare
from checks.witness.statement import Predicate, Trees, all_hold


def in_survey(survey: str, point: Evaluator, trees: Trees) -> bool:
    """The printed formulas hold in a survey; what speaks of the sum outside of E and Var, for every sum that occurs."""
    here = point.at(survey=survey)
    if not any(_outside_operators(node) for node in trees):
        return all_hold(here, trees)
    totals = law_of_sum_in_one_order(survey, town_of(point))
    return all(all_hold(here.at(sum_X=total), trees) for total in totals)


def _outside_operators(node: tree.Node) -> bool:
    """Whether the sum of the reports occurs other than in the argument of an operator."""
    if isinstance(node, tree.Operate):
        return False
    below = tree.children(node)
    return any(_outside_operators(child) for child in below) if below else speaks_of_sum(node)


def _members(node: tree.Node) -> tuple[tree.Node, tree.Node]:
    if isinstance(node, tree.Chain) and len(node.members) == 2:
        return node.members[0], node.members[1]
    raise NotEvaluatedError("one relation between two expressions is needed")


# -- unbiasedness, reduction -------------------------------------------------------------------------------------------


def reduction(mechanisms: Sequence[str], point: Evaluator, trees: Trees) -> bool:
    """The variance with replacement less that without, summed over all runs, is the printed number."""
    (node,) = trees
    found = [
        variance_in(point, f"{name}_with_replacement") - variance_in(point, f"modified_{name}") for name in mechanisms
    ]
    return all(compare(difference, point.number(node)) == 0 for difference in found)


# -- dependence --------------------------------------------------------------------------------------------------------


def independent(law: Mapping[Any, Fraction]) -> bool:
    """Whether the two parts of the values are independent: every probability is the product of its margins."""
    first: dict[Any, Fraction] = {}
    second: dict[Any, Fraction] = {}
    for (a, b), chance in law.items():
        first[a], second[b] = first.get(a, Fraction(0)) + chance, second.get(b, Fraction(0)) + chance
    return all(law.get((a, b), Fraction(0)) == first[a] * second[b] for a, b in product(first, second))


def dependent(survey: str, point: Evaluator, trees: Trees) -> bool:
    """The joint law of two answers is not the product of their laws."""
    return not independent(law_of_pair(survey, town_of(point), 0, 1, ("X_i", "X_j")))


def dependent_given_truths(survey: str, point: Evaluator, trees: Trees) -> bool:
    """The same for every order of the respondents, given that order."""
    laws: dict[tuple[int, ...], dict[tuple[int, int], Fraction]] = {}
    for chance, truths, _, reports in runs(survey, town_of(point)):
        law = laws.setdefault(truths, {})
        law[reports[0], reports[1]] = law.get((reports[0], reports[1]), Fraction(0)) + chance
    given = [{pair: chance / sum(law.values()) for pair, chance in law.items()} for law in laws.values()]
    return not any(independent(law) for law in given)


def simmons_about_a_group(point: Evaluator, trees: Trees) -> bool:
    """A town of N^2 people, x and b independent in it: the variances of their answers summed one by one."""
    town = town_of(point)
    half = max(1, town.size // 2)
    people = [(int(i < town.members), int(j < half)) for i in range(town.size) for j in range(town.size)]
    spread = sum((_variance_of_answer(town.p, x, b) for x, b in people), Fraction(0))
    here = point.at(N=len(people), piB=point.of(Fraction(half, town.size)))
    (node,) = trees
    return compare(point.of(spread / (len(people) * town.p) ** 2), here.number(_members(node)[1])) == 0


def _variance_of_answer(p: Fraction, x: int, b: int) -> Fraction:
    law = [(p, x), (1 - p, b)]
    mean = sum((chance * answer for chance, answer in law), Fraction(0))
    return sum((chance * (answer - mean) ** 2 for chance, answer in law), Fraction(0))


# -- mechanisms and algorithms -----------------------------------------------------------------------------------------


def what_a_report_means(point: Evaluator, trees: Trees) -> bool:
    """Of all truths and cards, exactly the listed pairs lead to the report 3."""
    listed = point.region(trees[0])
    every = product((0, 1), (1, 2, 3))
    return all((reported(3, x, y) == 3) == listed.contains((Fraction(x), Fraction(y))) for x, y in every)


def two_cards_are_warner(point: Evaluator, trees: Trees) -> bool:
    """The law of the report with the cards 1 and 2 is that of Warner's answer, read in either of two ways."""
    share = town_of(point).p
    cards = [{reported(2, truth, k): chance for k, chance in ((1, share), (2, 1 - share))} for truth in (0, 1)]
    readings = [({2: 1, 1: 0}, share), ({1: 1, 2: 0}, 1 - share)]
    for answers, p in readings:
        for truth in (0, 1):
            warner = answer_law("warner", truth, p, Fraction(0))
            if any(cards[truth][k] != warner.get(answer, 0) for k, answer in answers.items()):
                return False
    return share == Fraction(1, 2) or any(p < Fraction(1, 2) for _, p in readings)


def unequal(town: Town) -> bool:
    """Whether not all proportions are equal."""
    return len(set(town.cards)) > 1


def _branch(point: Evaluator, condition: tree.Node, first: tree.Node, second: tree.Node) -> Numeric:
    chosen = first if point.truth(condition) else second
    return point.number(_members(chosen)[1])


def algorithm_with_one_coin(point: Evaluator, trees: Trees) -> bool:
    """Run for both faces of the coin, the algorithm tells the truth with probability p."""
    condition, first, second = trees
    p = town_of(point).p
    for truth in (0, 1):
        faces = [(p, point.at(u=1, x_i=truth)), (1 - p, point.at(u=0, x_i=truth))]
        yes = sum((chance * _branch(face, condition, first, second) for chance, face in faces), Fraction(0))
        if yes != answer_law("warner", truth, p, Fraction(0)).get(1, 0):
            return False
    return True


def algorithm_with_two_coins(point: Evaluator, trees: Trees) -> bool:
    """Run for all faces of the two coins, the algorithm says yes as often as the unrelated question has it."""
    condition, first, inner, yes, no = trees
    town = town_of(point)
    for truth in (0, 1):
        said = Fraction(0)
        for u, v in product((0, 1), repeat=2):
            chance = (town.p if u else 1 - town.p) * (town.other if v else 1 - town.other)
            face = point.at(u=u, v=v, x_i=truth)
            outer = face.truth(condition)
            said += chance * (face.number(_members(first)[1]) if outer else _branch(face, inner, yes, no))
        if said != answer_law("simmons", truth, town.p, town.other).get(1, 0):
            return False
    return True


def _cards_and_truths(point: Evaluator) -> Iterator[tuple[int, int]]:
    yield from product((0, 1), range(1, town_of(point).largest + 1))


def algorithm_with_a_card(point: Evaluator, trees: Trees) -> bool:
    """For every card and truth the algorithm reports how far the card is from L + 1, or from 0."""
    largest = town_of(point).largest
    return all(
        compare(_branch(point.at(k=k, x_i=x), *trees), reported(largest, x, k)) == 0
        for x, k in _cards_and_truths(point)
    )


def report_is_a_distance(point: Evaluator, trees: Trees) -> bool:
    """The printed report is the distance, for every card and truth."""
    largest = town_of(point).largest
    return all(
        compare(point.at(x_i=x, Y_i=k).number(_members(node)[1]), reported(largest, x, k)) == 0
        for x, k in _cards_and_truths(point)
        for node in trees
    )


def answers_are_yes_or_no(point: Evaluator, trees: Trees) -> bool:
    """Nothing but 0 and 1 is reported."""
    return all(reported(town_of(point).largest, x, k) in (0, 1) for x, k in _cards_and_truths(point))


def answers_are_numbers_of_cards(point: Evaluator, trees: Trees) -> bool:
    """Every report is a number between 1 and L."""
    largest = town_of(point).largest
    return all(1 <= reported(largest, x, k) <= largest for x, k in _cards_and_truths(point))


def of_unequal_proportions(survey: str, point: Evaluator, trees: Trees) -> bool:
    """What is printed of the estimator holds where the proportions are not all equal; if nothing is, it exists."""
    town = town_of(point)
    if not unequal(town):
        return True
    return in_survey(survey, point, trees) if trees else divisor_is_not_zero(point, trees)


def divisor_is_not_zero(point: Evaluator, trees: Trees) -> bool:
    """The mean reports of the two groups differ, and their difference is the printed one."""
    none, members = mean_reports("modified_christofides", town_of(point))
    return none != members and all_hold(point, trees)


def sums_over_two_cards(point: Evaluator, trees: Trees) -> bool:
    """Every sum written out; a proportion p_l without an index is that of the number 1."""
    return in_survey("improved_christofides", card_at(point, "l", 1), trees)


# -- Theorem 4.2 -------------------------------------------------------------------------------------------------------


def names_as_introduced(point: Evaluator, trees: Trees) -> bool:
    """The formula with the two names exchanged."""
    return all_hold(point.at(names=EXCHANGED), trees)


def in_region(point: Evaluator, trees: Trees) -> bool:
    """Wherever in the region somebody may live, for all numbers of members of the town, the relation holds."""
    region, relation = trees
    town = town_of(point)
    for members in range(town.size + 1):
        here = point.at(town=replace(town, members=members), pi=point.of(Fraction(members, town.size)))
        if here.truth(region) and not here.truth(relation):
            return False
    return True


def announced_comparison(point: Evaluator, trees: Trees) -> bool:
    """The variances summed over all runs, with the coins of Warner and Simmons that have the budget of the deck."""
    town = town_of(point)
    t = town.share(3) / town.share(1)
    warner = point.at(town=replace(town, p=1 / (t + 1)))
    simmons = point.at(town=replace(town, p=(t - 1) / (t + 1), other=Fraction(1, 2)))
    improved = variance_in(point, "improved_christofides")
    others = variance_in(warner, "modified_warner"), variance_in(simmons, "modified_simmons")
    return all(compare(improved, other) < 0 for other in others)


PREDICATES: dict[str, Predicate] = {
    **{name: partial(in_survey, name) for name in MECHANISMS},
    **{f"{name}_reduction": partial(reduction, (name,)) for name in ("warner", "simmons", "christofides")},
    "reduction_of_all_three": partial(reduction, ("warner", "simmons", "christofides")),
    **{f"{name}_dependent": partial(dependent, name) for name in ("modified_warner", "modified_simmons")},
    **{
        f"{name}_dependent_given_truths": partial(dependent_given_truths, name)
        for name in ("modified_warner", "modified_simmons")
    },
    **{
        f"{name}_of_unequal_proportions": partial(of_unequal_proportions, name)
        for name in ("modified_christofides", "improved_christofides")
    },
    **{
        function.__name__: function
        for function in (
            simmons_about_a_group,
            what_a_report_means,
            two_cards_are_warner,
            algorithm_with_one_coin,
            algorithm_with_two_coins,
            algorithm_with_a_card,
            report_is_a_distance,
            answers_are_yes_or_no,
            answers_are_numbers_of_cards,
            divisor_is_not_zero,
            sums_over_two_cards,
            names_as_introduced,
            announced_comparison,
        )
    },
    "in_region": in_region,
    "in_both_mechanisms": all_hold,
    "bound_by_squares": all_hold,
}

IN_LARGER_TOWNS = frozenset(("in_region", "bound_by_squares"))
