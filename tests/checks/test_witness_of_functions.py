"""The second witness decides what is said of all laws, of wanted estimators, inverses and channels, and of the MLE."""

from fractions import Fraction

import pytest

from checks.verifying.stated import statement_of, witnessed
from checks.witness.likeliest import likeliest_shares
from checks.witness.numbers import UndecidedError
from checks.witness.values import NoValueError, Run, value

COIN = "fun x y. if x = y then 3/4 else 1/4"
BLIND = "fun x y. 1/2"


def _holds(said: str) -> bool:
    return bool(value(statement_of(said, ()), Run({}, irrational=True)))


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        # Of all laws: a polynomial in their members is 0 where its coefficients are.
        ("forall pi. law(3, pi) implies (sum x in 1..3. pi(x))^2 = 1", True),
        ("forall pi. law(2, pi) implies pi(1)*pi(2) = pi(1) - pi(1)^2", True),
        ("forall pi. law(2, pi) implies pi(1) = pi(2)", False),
        (f"unbiased(2, 2, 2, {COIN}, fun w. frequency(2, 1)(w) - 1/2, fun pi. pi(1))", True),
        (f"unbiased(2, 2, 2, {COIN}, fun w. frequency(2, 1)(w)/2, fun pi. pi(1))", False),
        # Estimators: of a share there is one, of its square from two responses, of the cube from three alone.
        (f"exists T. unbiased(1, 2, 2, {COIN}, T, fun pi. pi(1))", True),
        (f"exists T. unbiased(1, 2, 2, {BLIND}, T, fun pi. pi(1))", False),
        (f"exists T. unbiased(1, 2, 2, {COIN}, T, fun pi. pi(1)^2)", False),
        (f"exists T. unbiased(2, 2, 2, {COIN}, T, fun pi. pi(1)^2)", True),
        (f"exists T. unbiased(2, 2, 2, {COIN}, T, fun pi. pi(1)^3)", False),
        # Something other than 0 that is sent to 0, and an inverse.
        ("exists v. (exists x in 1..2. v(x) != 0) and v(1) + v(2) = 0 and 2*v(1) + 2*v(2) = 0", True),
        ("exists v. (exists x in 1..2. v(x) != 0) and v(1) + v(2) = 0 and v(1) + 2*v(2) = 0", False),
        ("exists v. (exists x in 1..2. v(x) != 0) and v(1) = 0", True),
        # A design that a third one makes of another: its members are not negative.
        (f"exists C. design(2, 2, C) and forall x in 1..2. response(2, ({COIN})(x), C)(1) = 1/2", True),
        (f"exists C. design(2, 2, C) and forall x in 1..2. response(2, ({COIN})(x), C)(1) = indicator(x = 1)", False),
        (f"exists C. design(2, 2, C) and forall x in 1..2. response(2, ({COIN})(x), C)(1) = ({COIN})(x, 1)", True),
        ("exists a b. 0 <= a and 0 <= b and a + b = 1 and a - b = 2", False),
        # Maximum likelihood: by Gibbs' inequality.
        (f"forall w. word(2, 2, w) implies exists pi. most_likely_signed(2, 2, 2, {COIN}, w, pi)", True),
        (f"forall pi. most_likely_signed(2, 2, 2, {COIN}, fun t. t, pi) implies pi(1) = 1/2 and pi(2) = 1/2", True),
        (f"forall pi. most_likely_signed(2, 2, 2, {COIN}, fun t. 1, pi) implies pi(1) = 1", False),
        (f"exists pi. most_likely_signed(2, 2, 2, {COIN}, fun t. 1, pi) and pi(1) = 3/2", True),
        # Numbers that are no shares are not the likeliest shares, though these lie at an end.
        (f"most_likely(2, 2, 2, {COIN}, fun t. 1, fun x. if x = 1 then 3/2 else 0 - 1/2)", False),
        (f"forall T. (forall w. word(2, 2, w) implies most_likely_signed(2, 2, 2, {COIN}, w, T(w))) implies "
         f"unbiased(2, 2, 2, {COIN}, fun w. T(w, 1), fun pi. pi(1))", True),
        # Exponentials are powers of one.
        ("exp(3) = exp(1)*exp(2) and exp(1/2)*exp(1/3) = exp(5/6)", True),
        ("exp(1/2)*exp(1/3) = exp(2/3)", False),
    ],
)  # fmt: skip
def test_what_is_said_of_functions_is_decided(said: str, holds: bool) -> None:
    assert _holds(said) is holds


@pytest.mark.parametrize(
    "said",
    [
        "forall pi. law(2, pi) implies pi(1) != 1/3",  # that fails at one law alone
        "forall pi. law(2, pi) implies (if pi(1) = 1/3 then 1 else 0) = 0",
        "forall pi. law(2, pi) implies pi(1)/(pi(1) + 1) <= 1",
        "exists P. design(2, 2, P) and P(1, 1)^2 = 2",
        f"exists pi. most_likely(2, 2, 2, {COIN}, fun t. 1, pi)",  # at an end
        f"exists pi. most_likely_signed(2, 2, 2, {BLIND}, fun t. 1, pi)",  # any
    ],
)
def test_what_is_more_than_equations_has_no_value(said: str) -> None:
    with pytest.raises((NoValueError, UndecidedError)):
        _holds(said)


def test_the_likeliest_shares_give_each_response_its_own_chance() -> None:
    rows = [
        [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)],
        [0, 1, 0],
        [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)],
    ]
    word = (1, 2, 2, 3)
    shares = likeliest_shares(rows, word, signed=True)
    assert sum(shares) == 1
    for y in (1, 2, 3):
        assert sum(share * row[y - 1] for share, row in zip(shares, rows, strict=True)) == Fraction(word.count(y), 4)


def test_a_premise_without_a_value_tells_nothing_where_another_fails() -> None:
    said = "forall x. (exists k in 1..1. log(k*x) < 1) and (forall k in 1..1. 0 < k*x) implies x < 3"
    assert witnessed(said, (), holds=True, seed=0).agrees is True
