"""Only a garbling is relaxed without loss: theorems, and channels that are read off joint laws."""

from fractions import Fraction

import pytest

from derivations.theorems.relaxations.garbling import channel_of, entry_of_the_channel, garbling_derivation
from mechanisms.design import Design, DesignError
from mechanisms.protocols.relaxation import Relaxation

F = Fraction
LAST = Design([[F(1, 2), F(1, 3), F(1, 6)], [F(1, 5), F(0), F(4, 5)]])
CHANNEL = Design([[F(1, 4), F(3, 4)], [F(2, 3), F(1, 3)], [F(5, 7), F(2, 7)]])


def test_the_theorems_rest_on_no_oracle() -> None:
    derivation = garbling_derivation()
    assert len(derivation.theorems) == 5
    assert not any(theorem.oracles for theorem in derivation.theorems)


def test_a_response_that_is_impossible_under_the_reference_says_nothing() -> None:
    """Without p_r > 0 the theorem would be wrong: 0 = 0 ties J_a to nothing."""
    sequent = entry_of_the_channel().sequent
    point = {"J_a": F(1), "J_r": F(0), "p_a": F(1), "p_r": F(0), "C": F(1, 2)}
    assert not sequent.conclusion.holds_at(point)
    assert len([h for h in sequent.hypotheses if not h.holds_at(point)]) == 1


def test_the_channel_of_a_relaxation_is_found_again() -> None:
    relaxation = Relaxation(LAST @ CHANNEL, LAST, CHANNEL)
    assert channel_of(relaxation.joint(), LAST) == CHANNEL


def test_independent_responses_lose_something() -> None:
    first = Design([[F(2, 3), F(1, 3)], [F(1, 4), F(3, 4)]])
    pairs = [(i, j) for i in first.responses for j in LAST.responses]
    rows = [[first.entry(t, i) * LAST.entry(t, j) for i, j in pairs] for t in first.truths]
    assert channel_of(Design(rows, truths=first.truths, responses=pairs), LAST) is None


def test_another_last_design_is_refused() -> None:
    joint = Relaxation(LAST @ CHANNEL, LAST, CHANNEL).joint()
    with pytest.raises(DesignError, match="other probabilities"):
        channel_of(joint, Design([[F(1, 2), F(1, 4), F(1, 4)], [F(1, 5), F(0), F(4, 5)]]))


def test_an_impossible_response_leaves_its_row_open() -> None:
    last = Design([[F(1, 3), F(2, 3), F(0)], [F(3, 4), F(1, 4), F(0)]])
    found = channel_of(Relaxation(last @ CHANNEL, last, CHANNEL).joint(), last)
    assert found is not None
    assert last @ found == last @ CHANNEL
    assert [e.evaluate({}) for e in found.entries[2]] == [1, 0]
