"""The derivations about decks carry their theorems and can be typeset."""

from fractions import Fraction

import pytest

from derivations.theorems.decks.deck_derivations import sharing_derivation
from derivations.theorems.decks.partial_deck import worst_ratio

F = Fraction


def test_each_step_but_the_first_rests_on_a_theorem():
    found = sharing_derivation()
    assert len(found.theorems) == len(found.steps) - 1 == 5
    assert all(theorem.oracles == frozenset() for theorem in found.theorems)
    text = found.latex()
    assert text.count(r"\item") == len(found.steps)
    assert text.count("{") == text.count("}")
    assert str(found).count("\n") == len(found.steps) + 1


@pytest.mark.parametrize(("f", "g"), [(0, 3), (2, 3), (0, 0), (5, 1)])
def test_the_worst_ratio(f, g):
    at = {"c": F(5), "c2": F(4), "f": F(f), "g": F(g), "k": F(3)}
    theorem = worst_ratio()
    assert all(h.holds_at(at) for h in theorem.sequent.hypotheses)
    assert theorem.sequent.conclusion.holds_at(at)
    assert (F(5 - f, 4 - g) == 5) == (f == 0 and g == 3)
