"""What is said of all numbers inside of what is said of others is decided exactly, and few values are gone through."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.verifying.stated import witnessed
from checks.witness.one_number import TooHardError, holds_for
from checks.witness.several_numbers import Allowance, TooOftenError, holds_inside

SEED = 20261128


def every(a, said):
    return holds_inside(a, False, said)


def some(a, said):
    return holds_inside(a, True, said)


def every_two(said):
    return holds_for(False, lambda a: every(a, lambda b: said(a, b)))


def every_three(said):
    return every_two(lambda a, b: every(b, lambda c: said(a, b, c)))


@pytest.mark.parametrize(
    ("found", "holds"),
    [
        (lambda: holds_for(False, lambda a: some(a, lambda b: b * 2 == a)), True),
        (lambda: holds_for(False, lambda a: some(a, lambda b: b**2 == a)), False),
        (lambda: holds_for(False, lambda a: some(a, lambda b: b**2 == a) == (a >= 0)), True),
        (lambda: holds_for(False, lambda a: some(a, lambda b: b**2 == a) == (a > 0)), False),  # but for 0
        (lambda: holds_for(False, lambda a: some(a, lambda b: b**3 + a * b + 1 == 0)), True),
        (lambda: holds_for(False, lambda a: a == 0 or some(a, lambda b: b * a == 1)), True),
        (lambda: holds_for(False, lambda a: some(a, lambda b: b * a == 1)), False),  # a leading coefficient is 0 there
        (lambda: holds_for(True, lambda a: every(a, lambda b: a**2 * 2 <= b**4 + 1)), True),
        (lambda: holds_for(True, lambda a: a > 0 and every(a, lambda b: b <= 0 or a <= b)), False),
        (lambda: every_two(lambda a, b: a**2 + b**2 >= 2 * a * b), True),
        (lambda: every_two(lambda a, b: a**2 + b**2 > 2 * a * b), False),  # on a line alone
        (lambda: every_two(lambda a, b: not (a > 0 and b > 0) or a / b + b / a >= 2), True),
        # the largest sum on the circle is the root of 2, at two numbers that are no fractions
        (lambda: every_two(lambda a, b: a**2 + b**2 > 1 or (a + b) ** 2 <= 2), True),
        (lambda: every_two(lambda a, b: a**2 + b**2 > 1 or (a + b) ** 2 < 2), False),
        (lambda: every_two(lambda a, b: a**2 + b**2 > 1 or (a + b) * 1000 <= 1415), True),
        (lambda: every_two(lambda a, b: a**2 + b**2 > 1 or (a + b) * 1000 <= 1414), False),
        (lambda: holds_for(True, lambda a: a**2 == 2 and some(a, lambda b: b**2 == 2 and b != a)), True),
        (lambda: holds_for(True, lambda a: a**2 == 2 and some(a, lambda b: b**2 == 3 and a**2 * b**2 == 6)), True),
        (lambda: holds_for(True, lambda a: a**2 == 2 and some(a, lambda b: b**2 == 3 and a * b * 9 > 22 > a)), True),
        (lambda: holds_for(True, lambda a: a**2 == 2 and some(a, lambda b: b**2 == 3 and a * b * 2 > 5)), False),
        # three numbers
        (lambda: every_three(lambda a, b, c: a**2 + b**2 + c**2 >= a * b + b * c + c * a), True),
        (lambda: every_three(lambda a, b, c: 100 * (a**2 + b**2 + c**2) >= 101 * (a * b + b * c + c * a)), False),
        (lambda: every_two(lambda a, b: some(b, lambda c: c**2 + a * c + b == 0) == (a**2 >= 4 * b)), True),
        (lambda: every_two(lambda a, b: some(b, lambda c: c**2 + a * c + b == 0) == (a**2 > 4 * b)), False),
        (lambda: every_two(lambda a, b: some(b, lambda c: a * c == b) == (a != 0 or b == 0)), True),
        (lambda: every_two(lambda a, b: some(b, lambda c: a * c == b) == (a != 0)), False),  # at 0, 0 alone
    ],
)
def test_several_numbers_are_decided_exactly(found, holds: bool) -> None:
    assert found() is holds


@given(st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_half_planes_meet_where_their_corners_say(planes: list[tuple[int, int, int]]) -> None:
    """a x + b y >= c: they have a point in common in a box iff one of all corners of lines and of the box is one."""
    box = [(1, 0, -9), (-1, 0, -9), (0, 1, -9), (0, -1, -9)]
    corners = []
    for (a, b, c), (d, e, f) in combinations([*planes, *box], 2):
        if (determinant := Fraction(a * e - b * d)) != 0:
            corners.append(((c * e - b * f) / determinant, (a * f - c * d) / determinant))
    meet = any(all(a * x + b * y >= c for a, b, c in (*planes, *box)) for x, y in corners)

    def inside(x, y):
        return all(a * x + b * y >= c for a, b, c in (*planes, *box))

    assert holds_for(True, lambda x: some(x, lambda y: inside(x, y))) is meet


def test_what_is_too_hard_is_not_told() -> None:
    for said in (
        lambda a, b: b.denominator == 1,
        lambda a, b: b**11 > a,
        lambda a, b: b == "b",
        lambda a, b: some(b, lambda c: every(c, lambda d: d > c)),
        lambda a, b: some(b, lambda c: a**2 == 2 and b**2 == 3 and c == a * b and c**2 == 6),
    ):
        with pytest.raises(TooHardError):
            holds_for(True, lambda a, said=said: some(a, lambda b: said(a, b)))
    with pytest.raises(TooOftenError):
        holds_for(True, lambda a: holds_inside(a, True, lambda b: a + b == 7, Allowance(3)))


@pytest.mark.parametrize(
    ("said", "agrees"),
    [
        # The best of two numbers together; the least level, for which all others are compared with all responses.
        ("forall a t. 0 < a implies ((forall x y. x^2 + y^2 <= a implies x*y <= t) iff a/2 <= t)", True),
        ("forall a t. 0 < a implies ((forall x y. x^2 + y^2 <= a implies x*y <= t) iff a <= t)", False),
        # Few values: those that are named, also inside of other quantifiers, and whole numbers between ends.
        ("forall t. (forall a u. (a = 1 or a = 3) and 0 <= u <= 1 implies a*u <= t) iff 3 <= t", True),
        ("forall t. (forall a u. (a = 1 or a = 3) and 0 <= u <= 1 implies a*u <= t) iff 2 <= t", False),
        ("forall k. size(k) and k < 5 implies exists q. size(q) and q < 20 and q = 3*k", True),
        ("forall k. size(k) and k < 5 implies exists q. size(q) and q < 12 and q = 3*k", False),  # for k = 4
        ("forall t. (exists r. size(r) and r < 30 and r*(r - 50) <= t) iff 29*(29 - 50) - 16 <= t", True),
        # The mean of a polynomial of a number that is drawn uniformly from [-1, 1].
        ("forall a v. uniform_mean(fun u. a*u^2 + u, v) implies v = a/3", True),
        ("forall a v. uniform_mean(fun u. a*u^2 + u, v) implies v = a/2", False),
    ],
)  # fmt: skip
def test_statements_have_a_witness(said: str, agrees: bool) -> None:
    assert witnessed(said, (), holds=True, seed=SEED).agrees is agrees
