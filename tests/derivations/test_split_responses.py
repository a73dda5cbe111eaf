"""Splitting and merging responses: the theorems at numbers, and beside designs that are compared in full."""

from fractions import Fraction

import pytest

from derivations.arithmetic.kernel import Theorem
from derivations.theorems.information.split_responses import (
    equal_sums_are_equal_termwise,
    layers_are_different,
    layers_keep_distances,
    merging_loses_information,
    nothing_cancels,
    parts_add_twice_the_mass,
    shares_contract,
)
from lp.relaxations.blackwell import compare
from mechanisms.design import Design
from mechanisms.guarantees.criteria.average import distance_of_truths

HALF = Fraction(1, 2)


def holds_at(theorem: Theorem, **point: Fraction | int) -> bool:
    """Whether the hypotheses hold at the point; then the conclusion must hold as well."""
    sequent, values = theorem.sequent, {name: Fraction(value) for name, value in point.items()}
    applies = all(h.holds_at(values) for h in sequent.hypotheses)
    assert not applies or sequent.conclusion.holds_at(values)
    return applies


def test_merging_responses_that_are_not_proportional_loses() -> None:
    weak, strict = merging_loses_information()
    point = {"a": Fraction(1, 3), "b": Fraction(0), "a_": Fraction(1, 4), "b_": Fraction(1, 4)}
    assert holds_at(weak, **point)
    assert holds_at(strict, **point)
    # 1/3 + 1/8 = 11/24 apart, (7/12)^2/(10/12) = 49/120 merged.
    apart = Design([[Fraction(1, 3), Fraction(1, 4), Fraction(5, 12)], [0, Fraction(1, 4), Fraction(3, 4)]])
    merged = Design([[Fraction(7, 12), Fraction(5, 12)], [Fraction(1, 4), Fraction(3, 4)]])
    assert compare(apart, merged).better


def test_proportional_responses_lose_nothing() -> None:
    weak, strict = merging_loses_information()
    point = {"a": Fraction(1, 3), "b": Fraction(1, 6), "a_": Fraction(1, 2), "b_": Fraction(1, 4)}
    assert holds_at(weak, **point)
    assert not holds_at(strict, **point)


def test_distances_contract_for_either_sign() -> None:
    positive, negative = shares_contract()
    point = {"rest": Fraction(-1, 5), "T": Fraction(1, 4), "w": Fraction(2, 3), "t": Fraction(1, 7)}
    assert holds_at(positive, **point)
    assert holds_at(negative, **point)


def test_what_is_kept_in_sum_is_kept_in_each_term() -> None:
    assert holds_at(equal_sums_are_equal_termwise(), a=2, b=2, a_=5, b_=5)
    assert not holds_at(equal_sums_are_equal_termwise(), a=2, b=3, a_=5, b_=5)
    assert holds_at(nothing_cancels(), w=HALF, t=0, rest=0)
    assert not holds_at(nothing_cancels(), w=HALF, t=1, rest=0)


def test_layers_keep_all_distances() -> None:
    both, one = layers_keep_distances()
    assert holds_at(both, a=HALF, b=Fraction(1, 3), s=Fraction(1, 3))
    assert holds_at(one, a=HALF, b=Fraction(1, 3), s=Fraction(1, 3))
    assert holds_at(layers_are_different(), a=HALF, b=Fraction(1, 3), s=Fraction(1, 3))
    whole = Design([[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 3), Fraction(2, 3)], [0, 1]])
    layered = Design([[Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)], [Fraction(1, 3), 0, Fraction(2, 3)], [0, 0, 1]])
    pairs = [(0, 1), (0, 2), (1, 2)]
    assert [distance_of_truths(whole, *p) for p in pairs] == [distance_of_truths(layered, *p) for p in pairs]
    assert compare(layered, whole).better


@pytest.mark.parametrize("mass", [Fraction(1, 8), Fraction(1, 4)])
def test_parts_add_twice_their_mass(mass: Fraction) -> None:
    across, outside, different = parts_add_twice_the_mass()
    for theorem in (across, outside, different):
        assert holds_at(theorem, a=HALF, s=mass, b_=0, limit=1)
        assert not holds_at(theorem, a=HALF, s=mass, b_=1, limit=1)
    whole = Design([[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 2)]])
    split = Design([[mass, 0, HALF - mass, HALF], [0, mass, HALF - mass, HALF]])
    assert distance_of_truths(split, 0, 1) == distance_of_truths(whole, 0, 1) + 2 * mass
    assert compare(split, whole).better
