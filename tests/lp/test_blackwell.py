from fractions import Fraction

import pytest

from lp.blackwell import Garbling, Separation, channel_between, channel_from_erasure, compare, merged, undominated
from mechanisms.catalogue.subset_responses import erasure, local_diversity, subset_selection
from mechanisms.criteria.bayes import CriterionError
from mechanisms.design import Design, DesignError

HALF = Fraction(1, 2)
P1 = Design([[HALF, 0, HALF], [0, HALF, HALF]], truths=(1, 2))
P2 = Design([[Fraction(7, 10), Fraction(3, 10)], [Fraction(1, 5), Fraction(4, 5)]], truths=(1, 2))


def test_the_channel_is_returned_and_the_other_direction_is_refuted() -> None:
    found = compare(P1, P2)
    assert isinstance(found.forward, Garbling)
    assert P1 @ found.forward.channel == P2
    assert isinstance(found.backward, Separation)
    assert found.better
    assert found.at_least_as_informative
    assert not found.equivalent


def test_the_decision_problem_of_a_separation_is_won_by_the_other_design() -> None:
    found = channel_between(P2, P1)
    assert isinstance(found, Separation)
    earned = sum(found.rewards[t, y] * P1.entry(t, y).evaluate({}) for t in P1.truths for y in P1.responses)
    possible = sum(
        max(sum(found.rewards[t, y] * P2.entry(t, z).evaluate({}) for t in P2.truths) for y in P1.responses)
        for z in P2.responses
    )
    assert (earned, possible) == (found.other_value, found.design_value)
    assert earned > possible


def test_merging_proportional_responses_loses_nothing() -> None:
    split = Design(
        [[Fraction(1, 5), Fraction(2, 5), Fraction(2, 5)], [Fraction(1, 10), Fraction(1, 5), Fraction(7, 10)]]
    )
    joined = Design([[Fraction(3, 5), Fraction(2, 5)], [Fraction(3, 10), Fraction(7, 10)]])
    assert compare(split, joined).equivalent


def test_merging_gives_both_channels_and_leaves_out_what_never_occurs() -> None:
    rows = [[Fraction(1, 5), 0, Fraction(2, 5), Fraction(2, 5)], [Fraction(1, 10), 0, Fraction(1, 5), Fraction(7, 10)]]
    split = Design(rows, truths=(1, 2), responses="abcd")
    found = merged(split)
    assert found.design.responses == (("a", "c"), ("d",))
    assert split @ found.merging == found.design
    assert found.design @ found.splitting == split


def test_every_binary_design_comes_from_erasure_of_the_same_distance_or_more() -> None:
    for design in (P1, P2, Design([[HALF, HALF], [HALF, HALF]], truths=(1, 2))):
        for phi in (Fraction(3, 2), Fraction(9, 5)):
            channel = channel_from_erasure(design, phi - 1)
            assert erasure(2).printed_matrix.at(phi=phi) @ channel == design
    with pytest.raises(DesignError, match="exceeds the share"):
        channel_from_erasure(P1, Fraction(2, 5))
    with pytest.raises(DesignError, match="two truths"):
        channel_from_erasure(erasure(3).printed_matrix.at(phi=Fraction(3, 2)), HALF)


def test_larger_sets_are_strictly_less_informative() -> None:
    for size in (1, 2, 3):
        small = local_diversity(4, size).printed_matrix
        large = local_diversity(4, size + 1).printed_matrix
        assert compare(small, large).better


def test_designs_may_be_incomparable() -> None:
    noisy = subset_selection(3, 1).printed_matrix.at(gamma=4)
    hidden = erasure(3).printed_matrix.at(phi=Fraction(5, 4))
    assert compare(noisy, hidden).incomparable


def test_two_designs_of_one_distance_may_both_be_admissible() -> None:
    """For three categories, erasure and sets of two at the same distance of all truths; less erasure is dominated."""
    hidden, less = (erasure(3).printed_matrix.at(phi=phi) for phi in (Fraction(3, 2), Fraction(4, 3)))
    sets = local_diversity(3, 2).printed_matrix
    assert compare(hidden, sets).incomparable
    assert undominated([less, sets, hidden]) == (sets, hidden)


def test_parameters_and_other_truths_are_refused() -> None:
    with pytest.raises(CriterionError, match="exact values"):
        channel_between(erasure(2).printed_matrix, P1)
    with pytest.raises(DesignError, match="different truths"):
        channel_between(P1, erasure(3).printed_matrix.at(phi=Fraction(3, 2)))
