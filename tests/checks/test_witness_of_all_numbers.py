"""Statements that speak of all numbers: one number is decided exactly, other statements part by part."""

from fractions import Fraction

import pytest

from checks.verifying.stated import statement_of, witnessed
from checks.witness.one_number import Along, TooHardError, holds_for, numbers_of
from checks.witness.parts import agreement_of_parts, parts
from checks.witness.statements import agreement
from checks.witness.values import NoValueError, Run, value

SEED = 20261128
LEAST = "1/2 < p < 1 and (forall z. p <= z*(1 - p) implies t <= z)"
FIRST_IS_LEAST = "forall u. 0 <= u <= 1 implies x*y <= u*y"
FEW = "integer(n) and 2 <= n <= 4"


def minus(number: Along, other: int | Fraction) -> Along:
    """A difference, as terms have none."""
    return number + -1 * other


@pytest.mark.parametrize(
    ("exists", "said", "holds"),
    [
        (True, lambda z: z**2 == 2, True),  # at roots that are no fractions
        (True, lambda z: z**2 == 2 and z * 5 > 8, False),
        (False, lambda z: z**2 > 0, False),  # but for 0
        (False, lambda z: z**2 >= 0, True),
        (False, lambda z: minus(z**2, 2) ** 2 > 0, False),
        (False, lambda z: not z > 0 or z + 1 / z >= 2, True),  # with equality at 1
        (False, lambda z: not z > 0 or 1000 * (z + 1 / z) > 1999, True),
        (False, lambda z: not z > 0 or z + 1 / z > 2, False),
        (True, lambda z: 0 < z < Fraction(1, 1000) and z * 1001 > 1, True),  # an interval that no draw meets
        (True, lambda z: z == 3 if z > 2 else z == 5, True),  # what is compared depends on where the number is
        (True, lambda z: z == 1 if z > 2 else z == 5, False),
        (True, lambda z: True, True),
        # whole numbers
        (True, lambda z: z.denominator == 1 and 1 < z < 2, False),
        (True, lambda z: z.denominator == 1 and 39 < z**2 * 10 < 41, True),  # 2, between two roots
        (True, lambda z: z.denominator == 1 and 4 < z**2 < 9, False),
        (False, lambda z: z.denominator != 1 or minus(z**2, z) >= 0, True),
        (False, lambda z: z.denominator != 1 or minus(z**2, z) > 0, False),  # at 0 and 1
        (False, lambda z: z.denominator != 1 or (z * 3 <= 1 or z >= 1), True),
        (True, lambda z: z.denominator != 1 and 6 < z * 2 < 8, True),
        (True, lambda z: minus(z, 5).denominator != 1 and z**2 == 9, False),
        (True, lambda z: z.denominator != 1 and z > 100, True),
    ],
)
def test_one_number_is_decided_exactly(exists: bool, said, holds: bool) -> None:
    assert holds_for(exists, said) is holds


def test_what_is_kept_of_one_place_is_not_taken_for_another() -> None:
    """As functions keep their values: the first place that is tried is 0."""
    kept: dict[Along, int] = {}
    assert not holds_for(False, lambda z: kept.setdefault(z, 1 if z > 0 else 2) == 2)


def test_numbers_of_which_something_holds_are_each_that_is_alone_and_one_of_each_interval() -> None:
    assert numbers_of(lambda z: minus(z * 3, 2) * minus(z, 1) == 0) == [Fraction(2, 3), Fraction(1)]
    (inside,) = numbers_of(lambda z: Fraction(1, 3) < z < Fraction(1, 2))
    assert Fraction(1, 3) < inside < Fraction(1, 2)
    assert numbers_of(lambda z: z**2 == 2) == []  # which are no fractions


def test_what_is_no_rational_function_of_the_number_is_not_told() -> None:
    for said in (
        lambda z: (z * 2).denominator == 1,
        lambda z: z.denominator == 1 and int(z) == 1,
        lambda z: z**13 > 5,
        lambda z: holds_for(False, lambda other: other <= z),
        lambda z: z == "z",
    ):
        with pytest.raises(TooHardError):
            holds_for(True, said)


@pytest.mark.parametrize(
    ("said", "agrees"),
    [
        # The least level of Warner's design, for which all others are compared with it.
        (f"forall p t. {LEAST} and p <= t*(1 - p) implies t = p/(1 - p)", True),
        ("forall p. 1/2 < p < 1 implies (forall z. p <= z*(1 - p) implies p/(1 - p) <= z)", True),
        ("forall p. 1/2 < p < 1 implies (forall z. p <= z*(1 - p) implies 1/(1 - p) <= z)", False),
        ("forall a. 0 < a implies exists x. x > 0 and x^2 = a", True),
        ("forall a. exists x. x^2 = a - 1", False),
        (f"forall x y. 0 <= x <= 1 and 0 <= y <= 1 implies (({FIRST_IS_LEAST}) iff x*y = 0)", True),
        (f"forall x y. 0 <= x <= 1 and 0 <= y <= 1 implies (({FIRST_IS_LEAST}) iff x = 1)", False),
        (f"forall n. {FEW} implies not (exists P. design(2, n, P) and forall y in 1..n. P(1, y) > 1/2)", True),
        (f"forall n. {FEW} implies (forall P. design(2, n, P) implies P(1, 1) <= 1/2)", False),
    ],
)  # fmt: skip
def test_what_is_said_of_all_numbers_or_designs_has_a_witness(said: str, agrees: bool) -> None:
    assert witnessed(said, (), holds=True, seed=SEED).agrees is agrees


def test_parts_follow_and_those_without_a_value_are_counted() -> None:
    both = statement_of(
        "forall a. 0 < a implies (forall b. b < 0 implies b < a) and (exists P. design(2, 2, P) and P(1, 1)^2 = a)", ()
    )
    assert len(parts(both)) == 2
    with pytest.raises(NoValueError):
        agreement(both, SEED, 12)
    found = agreement_of_parts(both, SEED, 12)
    assert (found.seen, found.total, found.broken) == (1, 2, None)
    assert found.held >= 6
    record = witnessed(
        "forall a. 0 < a implies (exists P. design(2, 2, P) and P(1, 1)^2 = a)", (), holds=True, seed=SEED
    )
    assert record.agrees is None, "that there is a design nothing was seen of"
    simple = statement_of("forall x. x < x + 1", ())
    assert parts(simple) == [simple]


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        # An equation leaves few numbers, at which the rest is decided: more than can be compared of any number.
        ("exists g. 0 < g and g^2 = 2 and forall r. size(r) and r < 91 implies g <= r + (g - 1)/r", True),
        ("exists g. 0 < g and g^2 = 2 and forall r. size(r) and r < 91 implies r*g < 127", False),
        ("exists g. g = g and g^2 = 2", True),
        ("exists g. 0*g = 0 and g^2 + 1 <= 0", False),
        # One that is found is enough, where what is compared is no rational function.
        ("exists a b. 0 < a and a < b and sqrt(a) + sqrt(b) < 2*a + b", True),
    ],
)
def test_a_number_is_looked_for_where_equations_leave_it_and_among_simple_ones(said: str, holds: bool) -> None:
    assert bool(value(statement_of(said, ()), Run({}, irrational=True))) is holds


def test_that_no_simple_number_is_one_tells_nothing() -> None:
    with pytest.raises(NoValueError):
        value(statement_of("exists a. 0 < a and sqrt(a) = 7", ()), Run({}, irrational=True))
