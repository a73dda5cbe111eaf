"""SZY-87 to SZY-160: what becomes of each claim, and the errors found again in plain fractions and small decks."""

from fractions import Fraction
from itertools import permutations, product
from math import exp

import pytest

from checks.papers.collection import load_paper
from checks.papers.szy.comparison import squared_length
from checks.papers.szy.experiments import FIGURE_1, simulated, theory
from checks.papers.szy.figures import FIGURES, SETUPS, crossing, draw
from checks.papers.szy.simulation import Setting, compared
from checks.show.plots.canvas import save
from checks.verifying.stated import definitions as words_of
from checks.verifying.stated import statement_of
from checks.witness.statements import agreement
from derivations.estimation.budgeted_surveys import (
    NotLinearError,
    card_variance_at_budget,
    extreme_share,
    simmons_parameter,
    simmons_variance,
    solved,
    warner_variance,
)
from derivations.estimation.moment_law import variable
from mechanisms.exact.rational import RationalFunction
from tests.papers.records import point, record
from tests.papers.towns import Town, variance_of_estimate

F = Fraction
CLAIMS = {c.id: c for c in load_paper("SZY").claims if int(c.id.removeprefix("SZY-")) > 86}


def variances(size, members, counts):
    """Var of Warner, Christofides and improved Christofides at the budget of a deck, in plain fractions."""
    shares = [F(c, sum(counts)) for c in counts]
    t = max(shares[0], shares[2]) / min(shares[0], shares[2])
    p, pi = 1 / (1 + t), F(members, size)
    mean = shares[0] + 2 * shares[1] + 3 * shares[2]
    spread = shares[0] + 4 * shares[1] + 9 * shares[2] - mean**2
    one = spread / (4 - 2 * mean) ** 2
    return p * (1 - p) / (size * (2 * p - 1) ** 2), one / size, 4 * pi * (1 - pi) * one / (size - 1)


# -- errors, found again in plain fractions ----------------------------------------------------------------------------


def test_the_reports_of_a_deck_disclose_an_attribute():
    """SZY-118: four cards 1, 2, 3, 3; the reports 1, 2, 3, 3 tell that the first respondent is not sensitive."""
    deals = list(permutations((1, 2, 3, 3)))

    def chance(truths, reports):
        seen = [tuple(4 - y if x else y for x, y in zip(truths, deal, strict=True)) for deal in deals]
        return F(seen.count(reports), len(deals))

    assert chance((0, 0, 0, 0), (1, 2, 3, 3)) == F(1, 12)
    assert chance((1, 0, 0, 0), (1, 2, 3, 3)) == 0
    said_of_all = record("SZY-118").readings[1]
    assert "all reports" in said_of_all.name
    assert said_of_all.verdict == "refuted"


def said(text: str) -> bool:
    """Whether a statement in the words of the paper, without variables, holds."""
    paper = load_paper("SZY")
    held, broken = agreement(statement_of(text, words_of(paper.definitions, paper.key)), 0, 1)
    assert held + (broken is not None) == 1
    return broken is None


def test_the_word_for_all_reports_counts_the_deals():
    """The chance of the reports is the share of the deals of the cards 1, 2, 2 that give them."""
    deals = list(permutations((1, 2, 2)))
    for truths in product((1, 2), repeat=3):
        seen = [tuple(3 - y if x == 1 else y for x, y in zip(truths, deal, strict=True)) for deal in deals]
        for reports in ((1, 2, 2), (2, 1, 1), (1, 1, 1)):
            words = [f"fun t. if t = 1 then {a} else (if t = 2 then {b} else {c})" for a, b, c in (truths, reports)]
            chance = F(seen.count(reports), len(deals))
            assert said(f"all_reports(3, 2, fun k. k/3)({words[0]}, {words[1]}) = {chance}")


def test_the_words_for_a_known_card_count_the_deals():
    """Who has the card 1 of the cards 1, 2, 2 knows what another one with the attribute, and without it, reports."""
    deals, cards = list(permutations((1, 2, 2))), "fun k. k/3"
    for truth, report, card in product((1, 2), repeat=3):
        seen = [(3 - first if truth == 1 else first, first, second) for first, second, _ in deals]
        beside = F(sum(r == report and second == card for r, _, second in seen), len(deals))
        own = F(sum(r == report for r, first, _ in seen if first == card), sum(first == card for _, first, _ in seen))
        assert said(f"seen_beside(3, 2, {cards}, 1, 2, {card})({truth}, {report}) = {beside}")
        assert said(f"given_dealt_card(3, 2, {cards}, 1, {card})({truth}, {report}) = {own}")
        assert said(f"given_card(2, {cards}, {card})({truth}, {report}) = {own}")


def test_the_word_for_the_distance_of_the_roots_is_that_of_the_two_variances():
    for size, t, share in product((2, 5), (F(3, 2), F(4)), (F(0), F(1, 3))):
        square = squared_length().evaluate({"N": F(size), "t": t, "p_2": share})
        assert said(f"squared_distance({size}, {t}, {share}) = {square}")


def test_the_words_for_the_variances_at_a_budget_are_those_of_a_survey():
    """Three people, one of whom has the attribute, and cards in the proportions 1/4, 1/4, 1/2: e^eps = 2."""
    warner, christofides, dealt = variances(3, 1, (1, 1, 2))
    cards = "three(1/4, 1/4)"
    for word, shares, exact in (
        ("Var_MW", "1/3", warner),
        ("Var_MS", "1/3", warner),
        ("Var_MC", cards, christofides),
        ("Var_IC", cards, dealt),
    ):
        assert said(f"{word}(3, 1/3, {shares}) = {exact}")
    assert said(f"variance_of(3, 1/4, 1/4) = {christofides}")


def test_one_report_of_a_deck_has_the_printed_budget():
    deals = list(permutations((1, 2, 3, 3)))
    for k in (1, 2, 3):
        without = F(sum(deal[0] == k for deal in deals), len(deals))
        with_it = F(sum(4 - deal[0] == k for deal in deals), len(deals))
        assert max(without / with_it, with_it / without) <= 2


def test_the_second_case_of_simmons_has_the_proportion_reversed():
    """SZY-96 at e^eps = 3, piB = 3/4, pi = 1/9, N = 9: p from the answer no."""
    t, other, pi, size = F(3), F(3, 4), F(1, 9), 9
    p = (t - 1) * (1 - other) / (1 + (t - 1) * (1 - other))
    yes = [(1 - p) * other, p + (1 - p) * other]
    exact = ((1 - pi) * yes[0] * (1 - yes[0]) + pi * yes[1] * (1 - yes[1])) / (size * p**2)

    def printed(share):
        first = (1 / (t - 1) + share) * (1 + 1 / ((t - 1) * (1 - other)))
        return (first - 1 / (t - 1) ** 2 - (t + 1) * share / (t - 1)) / size

    assert exact == printed(1 - pi) != printed(pi)
    assert exact == simmons_variance(mostly_no=False).evaluate({"t": t, "piB": other, "pi": pi, "N": F(size)})


@pytest.mark.parametrize("counts", [(2, 1, 6), (1, 4, 4), (1, 0, 3), (3, 1, 1)])
def test_theorem_6_1_in_small_surveys(counts):
    """The regions of Theorem 6.1 for every number of members: where pi lies decides the order, ties at p_2 = 0."""
    size = sum(counts)
    for members in range(1, size):
        warner, christofides, dealt = variances(size, members, counts)
        pi = F(members, size)
        inner = size * (1 - 2 * pi) ** 2
        assert (christofides > warner) == (counts[1] > 0)
        assert (dealt > christofides) == (inner < 1)
        assert (dealt == christofides) == (inner == 1)


def test_improved_christofides_is_not_always_worst_between_the_zeros():
    """SZY-138: N = 9, deck 1, 4, 4 and two members: it is better than modified Christofides, worse than Warner."""
    warner, christofides, dealt = variances(9, 2, (1, 4, 4))
    assert warner < dealt < christofides
    _, among_four = record("SZY-138").readings
    assert "no variance is larger" in among_four.name
    assert among_four.verdict == "refuted"


def test_improved_christofides_is_worse_than_itself_between_the_zeros():
    by_members = [variances(9, members, (1, 4, 4)) for members in range(10)]
    between = {members for members, (warner, _, dealt) in enumerate(by_members) if dealt >= warner}
    assert between == set(range(1, 9))  # the roots are 1/9 and 8/9
    inside, outside = ([by_members[m][2] for m in range(10) if (m in between) == where] for where in (True, False))
    assert max(outside) < min(inside)


def test_the_minimum_of_table_2_for_modified_christofides():
    """SZY-155: at eps = 0.01 the variance is 0.1 at N = 101009.28."""
    t = exp(0.01)
    needed = ((t + 1) ** 2 / ((t - 1) ** 2 * 0.99) - 1) / 0.4
    assert 101009.28 < needed < 101009.29
    assert "101010" in record("SZY-155").corrected


def test_nine_cards_have_no_deck_with_36_percent():
    assert all(F(twos, 9) != F(36, 100) for twos in range(10))
    assert point("SZY-144") == {"N": 9, "p_2": F(9, 25)}


def test_the_deck_of_the_data_set_has_one_percent_of_cards_2_as_rounded():
    assert record("SZY-150").verdict == "proved"
    assert abs(F(32526, 3252599) - F(1, 100)) < F(1, 10**8)


def test_the_derivative_of_f_has_the_opposite_sign():
    """SZY-107: f grows with p_2 where p_3 > p_1."""

    def f(first, middle):
        shares = (first, middle, 1 - first - middle)
        mean = sum(k * p for k, p in enumerate(shares, 1))
        return (sum(k * k * p for k, p in enumerate(shares, 1)) - mean**2) / (4 - 2 * mean) ** 2

    first, middle = F(1, 5), F(1, 5)
    printed = (first + (1 - middle) / 2) * (first - (1 - middle) / 2) / (2 * first + middle - 1) ** 4
    assert printed < 0 < f(first, middle + F(1, 1000)) - f(first, middle)


# -- derived quantities ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("members", "counts"), [(1, (2, 1, 1)), (2, (1, 0, 3)), (3, (1, 1, 2))])
def test_derivations_agree_with_every_run_of_a_town(members, counts):
    town = Town(4, members, counts, F(1, 3), F(1, 2))
    t = max(F(counts[0], counts[2]), F(counts[2], counts[0]))
    values = {"N": 4, "pi": F(members, 4), "p_2": F(counts[1], 4), "t": t}
    for dealt, survey in ((False, "modified_christofides"), (True, "improved_christofides")):
        exact = variance_of_estimate(survey, town)
        assert card_variance_at_budget(dealt=dealt).evaluate(values) == exact
    assert warner_variance().evaluate(values) == t / (4 * (t - 1) ** 2)


def test_parameters_at_a_budget():
    t, other = F(5, 2), F(1, 3)
    p = simmons_parameter(mostly_no=True).evaluate({"t": t, "piB": other})
    assert (p + (1 - p) * other) / ((1 - p) * other) == t
    p = simmons_parameter(mostly_no=False).evaluate({"t": t, "piB": 1 - other})
    assert (p + (1 - p) * other) / ((1 - p) * other) == t
    few, many = (extreme_share(fewer=f).evaluate({"t": t, "p_2": F(1, 4)}) for f in (True, False))
    assert few + many == F(3, 4)
    assert many / few == t


def test_equations_that_are_not_linear_are_refused():
    x = variable("x")
    assert solved(2 * x - 3, "x") == RationalFunction.of(F(3, 2))
    for equation in (x**2 - 1, RationalFunction.of(3)):
        with pytest.raises(NotLinearError):
            solved(equation, "x")


# -- experiments and figures -------------------------------------------------------------------------------------------


def test_the_simulation_meets_the_theory_and_tells_a_wrong_one():
    for setting in FIGURE_1:
        assert all(comparison.agrees for comparison in simulated(setting))
    setting = Setting(100, 10, (20, 1, 79))
    exact = theory("IC", setting)
    assert compared("IC", setting, exact, 10_000, 3).agrees
    assert not compared("IC", setting, theory("MC", setting), 10_000, 3).agrees


@pytest.mark.parametrize("mechanism", ["MW", "MS", "MC", "IC"])
def test_a_simulated_estimate_is_unbiased_at_the_size_of_the_data_set(mechanism):
    setting = Setting(3252599, 253052, (1_500_000, 32_526, 1_720_073))
    found = compared(mechanism, setting, theory(mechanism, setting), 2_000, 7)
    assert found.agrees, str(found)


def test_where_figure_2_crosses():
    assert [crossing(setup) is not None for setup in SETUPS] == [True, True, False, False, True]
    assert abs(exp(crossing(SETUPS[1])) + exp(-crossing(SETUPS[1])) - 62 / 9) < 1e-6


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"figure {setup.number}")
def test_a_figure_is_drawn(setup, tmp_path):
    pytest.importorskip("matplotlib")
    path = save(draw(setup), tmp_path / "figure.svg")
    assert path.stat().st_size > 10_000
    assert set(FIGURES) <= set(CLAIMS)


def test_no_truth_vector_helps_a_budget_of_all_reports():
    """For every deck of four cards with two mirrored numbers some neighbours give an impossible vector of reports."""
    for counts in ((1, 0, 3), (2, 1, 1), (1, 1, 2)):
        deck = [k for k, c in enumerate(counts, 1) for _ in range(c)]
        deals = set(permutations(deck))
        disclosed = False
        for rest in product((0, 1), repeat=3):
            seen = [
                {tuple(4 - y if x else y for x, y in zip((truth, *rest), deal, strict=True)) for deal in deals}
                for truth in (0, 1)
            ]
            disclosed = disclosed or seen[0] != seen[1]
        assert disclosed
