"""SZY-01 to SZY-86: what becomes of each claim, and the errors found again in plain fractions, deal by deal."""

from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest

from checks.papers.collection import load_paper
from checks.verifying.stated import definitions, statement_of, witnessed
from checks.witness.statements import holds_at
from derivations.estimation.finite_population import design_reports, finite_population
from mechanisms import catalogue, smallest_epsilon
from mechanisms.catalogue.christofides import christofides
from tests.papers.records import point, record
from tests.papers.towns import MECHANISMS, Town, law_of_sum, law_of_sum_in_one_order, variance_of_estimate

F = Fraction
WORDS = definitions(load_paper("SZY").definitions, "SZY")
CLAIMS = {c.id: c for c in load_paper("SZY").claims if int(c.id.removeprefix("SZY-")) <= 86}


# -- the file ----------------------------------------------------------------------------------------------------------


def test_what_is_judged_is_stated_in_the_logic():
    readings = [reading.statement for c in CLAIMS.values() for reading in c.readings]
    statements = [*readings, *(c.correction.statement for c in CLAIMS.values() if c.correction)]
    assert all(s.statement for s in statements)


# -- counterexamples are surveys that exist ----------------------------------------------------------------------------


@pytest.mark.parametrize("claim_id", ["SZY-57", "SZY-68", "SZY-70", "SZY-71", "SZY-72", "SZY-73", "SZY-76"])
def test_a_refutation_is_a_survey_with_whole_numbers_of_members_and_cards(claim_id):
    at = record(claim_id).counterexample
    size = F(at["N"])
    assert (size * F(at["pi"])).denominator == 1
    assert all((size * share).denominator == 1 for share in row(at["p"]))
    assert sum(row(at["p"])) == 1


def row(text):
    """The numbers of a row that is written (a, b, c)."""
    return [F(number) for number in text.strip("()").split(", ")]


# -- definitions -------------------------------------------------------------------------------------------------------


def test_the_budget_of_a_design_is_the_least_that_bounds_all_ratios():
    design = catalogue.get("warner").protocol.design().at(p_w=F(1, 4))
    assert str(smallest_epsilon(design)) == "eps = log(3)"
    rows = [[F(1, 4), F(3, 4)], [F(3, 4), F(1, 4)]]
    assert max(a / b for r in rows for s in rows for a, b in zip(r, s, strict=True)) == 3


def test_the_mechanisms_of_section_2_have_the_laws_that_the_text_describes():
    warner = catalogue.get("warner").protocol.design().at(p_w=F(1, 3))
    assert [warner.entry(x, 1).evaluate({}) for x in (0, 1)] == [F(2, 3), F(1, 3)]
    simmons = catalogue.get("simmons").protocol.design().at(p=F(1, 3), piB=F(1, 4))
    assert [simmons.entry(x, 1).evaluate({}) for x in (0, 1)] == [F(1, 6), F(1, 2)]
    cards = christofides(3).protocol.design().at(p1=F(1, 2), p2=F(1, 3))
    assert [cards.entry(0, k).evaluate({}) for k in (1, 2, 3)] == [F(1, 2), F(1, 3), F(1, 6)]
    assert [cards.entry(1, k).evaluate({}) for k in (1, 2, 3)] == [F(1, 6), F(1, 3), F(1, 2)]


def test_a_census_in_random_order_has_the_pair_law_of_a_finite_population():
    people = [1, 1, 0, 0, 0]
    pairs = [(a, b) for a, b, *_ in permutations(people)]
    both = finite_population().pair_moment((1,), (1,)).evaluate({"N": 5, "pi": F(2, 5)})
    assert both == F(pairs.count((1, 1)), len(pairs)) == F(comb(2, 2), comb(5, 2))


def test_reports_of_a_binary_design_are_zero_or_one():
    reports = design_reports(catalogue.get("warner").protocol.design(), finite_population())
    assert reports.second_moment == reports.mean


# -- the errors, in plain fractions ------------------------------------------------------------------------------------


def deals(cards):
    return list(permutations(cards))


def reports(truths, hand, largest):
    return [largest + 1 - y if x else y for x, y in zip(truths, hand, strict=True)]


def mean(values):
    return sum(values, F(0)) / len(values)


def variance(values):
    return mean([v * v for v in values]) - mean(values) ** 2


CARDS, TRUTHS, LARGEST = [1, 1, 2, 3], [1, 0, 0, 0], 3
SIZE, SHARE = len(CARDS), F(sum(TRUTHS), len(TRUTHS))
GAP = LARGEST + 1 - 2 * mean(CARDS)


def test_the_variance_of_the_improved_mechanism_over_all_deals():
    estimates = [(mean(reports(TRUTHS, hand, LARGEST)) - mean(CARDS)) / GAP for hand in deals(CARDS)]
    assert mean(estimates) == SHARE
    printed = 4 * SHARE * (1 - SHARE) * variance(CARDS) / ((SIZE - 1) * GAP**2)
    assert variance(estimates) == printed


def test_unequal_proportions_may_tell_nothing():
    shares = row(record("SZY-31").counterexample["p"])
    assert len(set(shares)) > 1
    assert 4 - 2 * sum(k * p for k, p in enumerate(shares, 1)) == 0
    assert shares == shares[::-1]


def test_the_third_line_of_appendix_a_is_not_the_variance():
    pi, n = SHARE, SIZE
    first = sum((LARGEST + 1) ** 2 - 2 * (LARGEST + 1) * k for k in CARDS) / F(SIZE)
    second = -(mean([LARGEST + 1 - k for k in CARDS]) ** 2) + mean(CARDS) ** 2
    third = (LARGEST + 1) * mean([LARGEST + 1 - 2 * k for k in CARDS])
    line = n * pi * first - n * pi * second + n * pi * third
    assert line == 3 * n * pi * (LARGEST + 1) * GAP != n * variance(CARDS)
    assert n * pi * first - n * pi * third + n * variance(CARDS) == n * variance(CARDS)


def test_equation_7_is_the_sum_over_all_ordered_pairs():
    n, pi, size = SIZE, SHARE, LARGEST + 1
    products = [mean([reports(TRUTHS, hand, LARGEST)[i] * reports(TRUTHS, hand, LARGEST)[j] for hand in deals(CARDS)])
                for i in range(n) for j in range(n) if i != j]  # fmt: skip
    bracket = 4 * n**2 * pi**2 - 4 * n**2 * pi + n**2 - n
    line = (
        bracket * (mean(CARDS) ** 2 - variance(CARDS) / (n - 1))
        + 2 * size * n * pi * (1 + n - 2 * n * pi) * mean(CARDS)
        + size**2 * n * pi * (n * pi - 1)
    )
    assert sum(products) == line
    assert mean(products) * n * (n - 1) == line != mean(products)


def test_sums_over_cards_go_to_the_largest_number_not_to_the_number_of_cards():
    cards = [1, 3]
    pairs = [(a, b) for a, b in permutations(cards)]
    assert mean([F(a * b) for a, b in pairs]) == 3
    assert sum(m * n * F(pairs.count((m, n)), 2) for m in (1, 2) for n in (1, 2)) == 0


def test_the_half_width_for_three_respondents_is_more_than_a_quarter():
    assert point("SZY-84") == {"N": 3}
    assert F(1, 4 * 3) > F(1, 16) == F(1, 4 * 4)


def test_the_sign_of_the_difference_over_all_deals():
    for size in (4, 5, 6):
        for members in range(size + 1):
            town = Town(size, members, (1, size - 1), F(0), F(0))
            gap = variance_of_estimate("improved_christofides", town) - variance_of_estimate(
                "modified_christofides", town
            )
            inside = (2 * F(members, size) - 1) ** 2 * size - 1
            assert (gap < 0) == (inside > 0)
            assert (gap == 0) == (inside == 0)


def test_two_reports_from_one_deck_may_be_independent():
    """SZY-56: the cards 1, 1, 1, 2, and two of four respondents with the attribute."""
    seen = [
        reports(truths, deal, 2)[:2] for deal in permutations((1, 1, 1, 2)) for truths in permutations((1, 1, 0, 0))
    ]
    assert {tuple(pair): seen.count(pair) for pair in seen} == {(a, b): len(seen) // 4 for a in (1, 2) for b in (1, 2)}


def test_a_group_in_place_of_a_coin_has_a_smaller_variance():
    """SZY-27: of four people one belongs to A and B, one to each and one to none; p = 1/3."""
    people, p, half = [(1, 1), (1, 0), (0, 1), (0, 0)], F(1, 3), F(1, 2)
    average, square = F(0), F(0)
    for coins in product((True, False), repeat=4):
        chance = p ** sum(coins) * (1 - p) ** (4 - sum(coins))
        yes = sum(a if coin else b for coin, (a, b) in zip(coins, people, strict=True))
        estimate = (F(yes, 4) - (1 - p) * half) / p
        average, square = average + chance * estimate, square + chance * estimate**2
    printed = (half * (1 - p) - half**2 * (1 - p) ** 2) / (4 * p**2) + half * (1 - p - 2 * half * (1 - p)) / (4 * p)
    assert average == half
    assert square - average**2 == F(1, 4) < printed == F(1, 2)
    said_of_a_group = record("SZY-27").readings[1]
    assert "group B" in said_of_a_group.name
    assert said_of_a_group.verdict == "refuted"


# -- surveys and towns -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_order_of_a_census_does_not_change_the_sum(name):
    town = Town(3, 1, (2, 0, 1), F(1, 3), F(2, 5))
    assert law_of_sum(name, town) == law_of_sum_in_one_order(name, town)


def test_the_second_witness_sees_a_wrong_formula():
    text = CLAIMS["SZY-53"].main.statement.statement
    assert witnessed(text, WORDS, True, 0).agrees
    assert witnessed(text.replace("((N - 1)*", "(N*"), WORDS, True, 0).agrees is False


@pytest.mark.parametrize(
    ("name", "variance"),
    [
        ("warner", "sampled_variance(3, 1/3, 2, coin(1/3), warner_estimator(3, 1/3))"),
        ("simmons", "sampled_variance(3, 1/3, 3, coins(1/3, 2/5), simmons_estimator(3, 1/3, 2/5))"),
        ("christofides", "sampled_variance(3, 1/3, 2, coin(2/3), estimator(3, 2, coin(2/3)))"),
    ],
)
def test_the_words_for_a_sample_with_replacement_say_what_is_enumerated(name, variance):
    town = Town(3, 1, (2, 1), F(1, 3), F(2, 5))
    worth = variance_of_estimate(f"{name}_with_replacement", town)
    assert holds_at(statement_of(f"{variance} = {worth}", WORDS), {})
    assert not holds_at(statement_of(f"{variance} = {worth} + 1", WORDS), {})
