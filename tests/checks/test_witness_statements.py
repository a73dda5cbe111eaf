"""The second witness of statements in the logic does not count what holds only since its premises fail."""

from fractions import Fraction

import pytest

from checks.verifying.stated import statement_of, witnessed
from checks.witness.failing import why_it_fails
from checks.witness.statements import Neighbourhood, agreement
from derivations.logic.reader import read_term
from derivations.logic.terms import REAL, Free

SEED, WANTED = 0, 24


@pytest.mark.parametrize(
    "said",
    [
        "forall x z. 1 < x implies 0 < x and (z = x^2 + 1/7 implies z <= x)",
        "forall n z. size(n) implies forall i in 1..n. 1 <= i and (z = i + 1/7 implies z <= i)",
    ],
)
def test_a_part_with_premises_of_its_own_is_tried_where_they_hold(said: str) -> None:
    """A number that is drawn is almost never the one of an equation; the part would hold at every point drawn."""
    _, broken = agreement(statement_of(said, ()), SEED, WANTED)
    assert broken is not None
    assert not broken.holds
    assert witnessed(said, (), holds=False, seed=SEED).agrees is True
    assert witnessed(said, (), holds=True, seed=SEED).agrees is False


def test_a_part_whose_premises_never_hold_is_no_evidence() -> None:
    said = "forall x. 0 < x implies 0 <= x and (x^2 = 2 implies x < 0)"
    held, broken = agreement(statement_of(said, ()), SEED, WANTED)
    assert (held, broken) == (0, None)
    assert witnessed(said, (), holds=False, seed=SEED).agrees is None


def test_a_part_that_holds_under_its_premises_is_counted() -> None:
    said = "forall x z. 1 < x implies 0 < x and (z = x^2 + 1/7 implies x < z)"
    held, broken = agreement(statement_of(said, ()), SEED, WANTED)
    assert 0 < held <= WANTED
    assert broken is None
    assert witnessed(said, (), holds=True, seed=SEED).agrees is True


def test_a_statement_without_outer_variables_fails_at_no_place() -> None:
    """That it fails is the whole sentence."""
    assert witnessed("1 = 2", (), holds=False, seed=SEED).summary == "the statement fails"
    assert witnessed("forall x. x = 2", (), holds=False, seed=SEED).summary.startswith("the statement fails at x = ")


def test_a_statement_is_tried_at_points_of_another_one_and_near_to_them() -> None:
    """Where q = p^2 no number is drawn freely, and where the premise is left out, q is no square any more."""
    true = statement_of("forall p q. 1/5 < p and p < 1/2 and q = p^2 implies q < p", ())
    false = statement_of("forall p q. 1/5 < p and p < 1/2 implies q < p", ())
    held, broken = Neighbourhood(true, SEED).failure(true)
    assert held >= 8
    assert broken is None
    _, broken = Neighbourhood(true, SEED).failure(false)
    assert broken is not None
    (p, q) = (Fraction(value) for _, value in broken.shown)
    assert Fraction(1, 5) < p < Fraction(1, 2)
    assert q >= p
    assert Neighbourhood(true, SEED).failure(statement_of("forall p. p < 1", ())) == (0, None)  # of other variables


@pytest.mark.parametrize(
    ("said", "agrees"),
    [
        ("forall a n. 1 <= a implies derivative(fun t. 1/(t^2*n), a, -2/(a^3*n))", True),
        ("forall a n. 1 <= a implies derivative(fun t. 1/(t^2*n), a, -2/(a^2*n))", False),
        ("forall a. derivative(fun t. (sum y in 1..3. t^y), a, 1 + 2*a + 3*a^2)", True),
        ("forall a. 0 < a implies exists s. derivative(fun t. t^3, a, s) and 0 < s", True),
        ("forall a. a <= 0 implies exists s. derivative(fun t. t^2, a, s) and 0 < s", False),
        ("forall a. derivative(fun t. if t = a then 1 else 0, a, 0)", None),  # it jumps there
        ("forall a. derivative(fun t. if 0 <= t then t else -t, a, 1)", None),
        ("forall a. 0 < a implies derivative(fun t. log(t), a, 1/a)", None),
        ("derivative(fun t. 1/t, 0, 0)", None),
    ],
)
def test_derivatives_of_rational_functions_are_worked_out(said: str, agrees: bool | None) -> None:
    found = witnessed(said, (), holds=True, seed=SEED)
    assert found.agrees is agrees
    if agrees is None:
        assert "no value at a point" in found.summary


def test_a_derivative_that_is_another_has_two_sides() -> None:
    a, n = Free("a"), Free("n")
    said = read_term("derivative(fun t. t^2/n, a, -2*a/n)", {"a": REAL, "n": REAL})
    assert why_it_fails(said, {a: Fraction(3, 2), n: Fraction(5)}).sides == (Fraction(3, 5), Fraction(-3, 5))
