"""Matrices a I + b J of symbolic size, held against the general elimination at sizes 2 to 5."""

import pytest

from derivations.algebra.equal_weights import EqualWeights, diagonal_and_rest, generalised_response
from derivations.algebra.linear_algebra import Matrix, SingularMatrixError, identity, inverse, product
from mechanisms import catalogue
from mechanisms.exact.domain import Domain, integer, within
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

A, B, C, D, K, P = (RationalFunction(Polynomial.variable(name)) for name in "abcdkp")


def spread(matrix: EqualWeights, size: int) -> Matrix:
    """All entries at one size."""
    at = {"k": size}
    on, off = matrix.diagonal.substitute(at), matrix.off_diagonal.substitute(at)
    return tuple(tuple(on if i == j else off for j in range(size)) for i in range(size))


@pytest.mark.parametrize("size", [2, 3, 5])
def test_product_and_inverse_agree_with_elimination(size: int) -> None:
    left, right = EqualWeights(K, A, B), EqualWeights(K, C, D)
    assert spread(left.times(right), size) == product(spread(left, size), spread(right, size))
    assert spread(left.inverse(), size) == inverse(spread(left, size))


def test_the_inverse_is_one_for_every_size() -> None:
    matrix = EqualWeights(K, A, B)
    unit = matrix.times(matrix.inverse())
    assert (unit.identity, unit.ones) == (RationalFunction.of(1), RationalFunction.of(0))


def test_a_matrix_without_inverse_is_refused() -> None:
    for matrix in (EqualWeights(K, A * 0, B), EqualWeights(K, -K * B, B)):
        with pytest.raises(SingularMatrixError):
            matrix.inverse()
    with pytest.raises(ValueError, match="size"):
        EqualWeights(K, A, B).times(EqualWeights(K + 1, A, B))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_row_vector_times_the_matrix(size: int) -> None:
    vector = tuple(RationalFunction(Polynomial.variable(f"v{i}")) for i in range(size))
    whole = product((vector,), spread(EqualWeights(K, A, B), size))[0]
    total = sum(vector, RationalFunction.of(0))
    matrix = EqualWeights(RationalFunction.of(size), A, B)
    assert whole == tuple(matrix.entry_of_product(entry, total) for entry in vector)


def test_generalised_response_of_three_answers_is_the_protocol() -> None:
    design = catalogue.get("ewrr3").protocol.design()
    assert diagonal_and_rest(design.entries) == generalised_response(RationalFunction.of(3), P)
    warner = [
        [entry.substitute({"p_w": P}) for entry in row] for row in catalogue.get("warner").protocol.design().entries
    ]
    assert diagonal_and_rest(warner) == generalised_response(RationalFunction.of(2), P)


def test_other_matrices_are_not_of_this_form() -> None:
    for entries in (identity(1), ((A, B), (C, A)), ((A, B), (B, C)), ((A, B, C), (A, B, C))):
        with pytest.raises(ValueError, match=r"needed|single"):
            diagonal_and_rest(entries)


@pytest.mark.parametrize("size", [2, 3, 6])
def test_lumping_the_others_adds_up_their_columns(size: int) -> None:
    matrix = generalised_response(K, P)
    small = matrix.one_against_rest(Domain.of(within("p", 0, 1), integer("k", 2)))
    whole = spread(matrix, size)
    for truth, row in ((0, whole[0]), (1, whole[1]), (1, whole[-1])):
        rest = sum(row[1:], RationalFunction.of(0))
        assert tuple(e.substitute({"k": size}) for e in small.entries[truth]) == (row[0], rest)
    with pytest.raises(ValueError, match="no design"):
        EqualWeights(K, A, B).one_against_rest(Domain.of(integer("k", 2)))
