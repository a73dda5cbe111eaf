"""Theorems about histories of any length, and the closed form of k-ary relaxation with a symbolic number of values."""

from fractions import Fraction
from itertools import product

from derivations.theorems.relaxations.relaxation import (
    as_private_as_the_last,
    history_derivation,
    relaxed_probability,
    tight_sums,
)
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.relaxation import response_relaxation

X, Y, M = (RationalFunction(Polynomial.variable(name)) for name in "xym")


def test_closed_form_is_the_law_of_the_protocol() -> None:
    low, high = Fraction(5, 3), Fraction(7, 2)
    step = response_relaxation(low, high, 4)
    for truth, before, after in product(range(4), repeat=3):
        symbolic = relaxed_probability(X, Y, M, str(truth), str(before), str(after))
        assert symbolic.evaluate({"x": low, "y": high, "m": 4}) == step.probability(truth, before, after).evaluate({})


def test_history_theorems_rest_on_no_oracle() -> None:
    derivation = history_derivation()
    theorems = [*derivation.theorems, tight_sums(), as_private_as_the_last()]
    assert len(derivation.theorems) == 5
    assert not any(theorem.oracles for theorem in theorems)


def test_the_factor_of_a_history_must_not_be_negative() -> None:
    """The hypotheses of the theorem about privacy are all needed: without g >= 0 the ratio turns round."""
    needed = as_private_as_the_last().sequent
    point = {"g": -1, "p_a": 1, "p_b": 1, "h_a": -1, "h_b": -1, "x": 2}
    assert not needed.conclusion.holds_at(point)
    assert [h for h in needed.hypotheses if not h.holds_at(point)]
