"""The second witness of a refuted statement is its value at the very point at which it is said to fail."""

from checks.verifying.stated import witnessed

STATEMENT = "forall A x. A(1, 1)*x(1) + A(1, 2)*x(2) < A(2, 1)*x(1) + A(2, 2)*x(2)"


def seen(**at: str) -> bool | None:
    return witnessed(STATEMENT, (), False, 0, at).agrees


def test_rows_of_a_family_are_read_as_they_are_shown() -> None:
    assert seen(A="((1, 2), (3, 4))", x="(1, 1)") is False  # 3 < 7: the statement holds there
    assert seen(A="((3, 4), (1, 2))", x="(1, 1)") is True
    assert seen(A="((1, 4), (3, 2))", x="(1, 1)") is True  # a tie: by columns it would be 4 < 6
    assert seen(A="((1, 4), (3, 2))", x="(2, 1/2)") is False  # 4 < 7


def test_that_a_statement_holds_elsewhere_contradicts_no_point_that_has_no_value() -> None:
    """It fails from 14 on, and is run through for less."""
    text = "forall n. size(n) implies (sum i in 1..n. i) <= 100"
    assert witnessed(text, (), holds=False, seed=0, at={"n": "1000"}).agrees is None
