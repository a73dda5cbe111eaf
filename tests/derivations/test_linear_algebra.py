"""Determinants and inverses of matrices of rational functions."""

from fractions import Fraction

import pytest

from derivations.algebra.linear_algebra import SingularMatrixError, determinant, identity, inverse, product
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

A, B, C, D = (RationalFunction(Polynomial.variable(name)) for name in "abcd")


def numbers(*rows):
    return tuple(tuple(RationalFunction.of(Fraction(entry)) for entry in row) for row in rows)


def test_determinants_of_small_matrices() -> None:
    assert determinant(((A, B), (C, D))) == A * D - B * C
    assert determinant(numbers((2, 0, 1), (1, 3, -1), (0, 5, 4))) == RationalFunction.of(39)
    assert determinant(identity(4)) == RationalFunction.of(1)


def test_the_determinant_is_multiplicative() -> None:
    left, right = ((A, B), (C, D)), ((D, A + 1), (B, C))
    assert determinant(product(left, right)) == determinant(left) * determinant(right)


def test_the_inverse_divides_by_the_determinant() -> None:
    matrix = ((A, B), (C, D))
    assert inverse(matrix)[0][0] == D / determinant(matrix)
    assert product(matrix, inverse(matrix)) == identity(2)
    with pytest.raises(SingularMatrixError):
        inverse(((A, B), (A * C, B * C)))
