"""Privacy levels: reading, and comparing e^eps with integers without rounding."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.exact.privacy_level import LevelError, PrivacyLevel

F = Fraction


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("1/2", PrivacyLevel(eps=F(1, 2))),
        ("0.25", PrivacyLevel(eps=F(1, 4))),
        (" log(7/3) ", PrivacyLevel(x=F(7, 3))),
        ("ln(2.5)", PrivacyLevel(x=F(5, 2))),
        ("0", PrivacyLevel(x=F(1))),
        ("log(1)", PrivacyLevel(x=F(1))),
    ],
)
def test_what_users_write(text, level):
    assert PrivacyLevel.read(text) == level
    assert PrivacyLevel.read(str(level)) == level


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "-1",
        "1e9",
        "1/0",
        "1/00",
        "log(1/2)",
        "log(-2)",
        "log(log(2))",
        "exp(1)",
        "1/2/3",
        "9" * 70,
        "201",
        "½",
    ],
)
def test_what_is_no_level(text):
    with pytest.raises(LevelError):
        PrivacyLevel.read(text)


@given(st.fractions(1, 50, max_denominator=40), st.integers(0, 10**6))
def test_multiples_of_a_rational(x, count):
    below = PrivacyLevel.of_x(x).multiple_below(count)
    assert below <= x * count < below + 1


def test_multiples_of_e():
    e = PrivacyLevel.of_eps(1)
    assert e.multiple_below(10**30) == 2718281828459045235360287471352
    assert e.multiple_below(10**300) // 10**270 == 2718281828459045235360287471352
    assert [e.multiple_below(b) for b in range(5)] == [0, 2, 5, 8, 10]
    low, high = e.enclosure
    assert low < high
    assert high - low < F(1, 10**100)


def test_a_level_is_given_in_one_way():
    with pytest.raises(LevelError):
        PrivacyLevel()
    with pytest.raises(LevelError):
        PrivacyLevel(x=F(2), eps=F(1))
    with pytest.raises(LevelError):
        PrivacyLevel(eps=F(0))
    assert PrivacyLevel.of_eps(0) == PrivacyLevel.of_x(1)


@pytest.mark.parametrize("make", [PrivacyLevel.of_x, PrivacyLevel.of_eps])
def test_floats_are_no_levels(make):
    with pytest.raises(LevelError, match=r"= 1.1 is a float; exact numbers are needed, such as Fraction\(11, 10\)"):
        make(1.1)
