"""The algebra of overlaps for every k and l, held against multiplication over all subsets of small sets."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from derivations.algebra.linear_algebra import identity, inverse, product, transposed
from derivations.prover.quantities import NoSuchIdentityError
from derivations.theorems.subsets.overlap_matrices import OverlapMatrix, overlap_gram, product_theorems, projection
from derivations.theorems.subsets.subset_response import FixedSizeSubsets, local_diversity, subset_selection, variable
from mechanisms.catalogue import subset_responses as catalogue
from mechanisms.exact.rational import RationalFunction

k, size_, gamma, p, a, b, c, d, e, f = (variable(name) for name in ("k", "l", "gamma", "p", *"abcdef"))
LEVEL = Fraction(7, 2)


def spread(matrix: OverlapMatrix, categories: int, size: int) -> tuple[tuple[RationalFunction, ...], ...]:
    sets = [set(s) for s in combinations(range(categories), size)]
    at = {"k": categories, "l": size, "m": comb(categories, size)}
    return tuple(
        tuple((matrix.entry(len(y & z)) + (matrix.identity if y == z else 0)).substitute(at) for z in sets)
        for y in sets
    )


@pytest.mark.parametrize(("categories", "size"), [(3, 1), (4, 2), (5, 2), (5, 4)])
def test_products_are_what_multiplication_gives(categories: int, size: int) -> None:
    subsets = local_diversity(k, size_)
    left, right = OverlapMatrix(subsets, a, b, c), OverlapMatrix(subsets, RationalFunction.of(2), d, e)
    at = {"a": 3, "b": Fraction(1, 2), "c": -5, "d": Fraction(7, 3), "e": 4}
    whole = [spread(matrix, categories, size) for matrix in (left, right, left.times(right))]
    numbers = [tuple(tuple(x.substitute(at) for x in row) for row in matrix) for matrix in whole]
    assert product(numbers[0], numbers[1]) == numbers[2]
    assert left.trace.substitute({"k": categories, "l": size, "m": comb(categories, size)}) == sum(
        (whole[0][i][i] for i in range(len(whole[0]))), RationalFunction.of(0)
    )


def test_trace_is_the_sum_of_the_eigenvalues_for_every_k() -> None:
    matrix = OverlapMatrix(local_diversity(k, size_), a, b, c)
    assert matrix.trace == sum((value * times for value, times in matrix.spectrum), RationalFunction.of(0))
    assert OverlapMatrix.of_eigenvalues(matrix.subsets, matrix.eigenvalues) == matrix


def test_the_gram_matrix_of_responses_is_that_of_the_enumerated_design() -> None:
    design = catalogue.subset_selection(5, 2).protocol.design().at(gamma=LEVEL)
    rows = tuple(tuple(row) for row in design.entries)
    gram = overlap_gram(subset_selection(5, 2, LEVEL, 10))
    direct = product(transposed(rows), rows)
    assert spread(gram, 5, 2) == direct
    fitted = product(transposed(rows), product(inverse(product(rows, transposed(rows))), rows))
    assert spread(projection(5, 2), 5, 2) == fitted


def test_the_four_conditions_of_moore_and_penrose_for_every_k_and_inclusion() -> None:
    """A symmetric matrix of the algebra commutes with all of it, so that two of the four are left."""
    gram = overlap_gram(FixedSizeSubsets(k, size_, p))
    back = gram.pseudo_inverse()
    fitted = gram.times(back)
    assert (fitted.identity, fitted.overlap, fitted.ones) == (lambda q: (q.identity, q.overlap, q.ones))(
        projection(k, size_)
    )
    theorems = [*product_theorems(fitted, gram, gram), *product_theorems(fitted, back, back)]
    assert len(theorems) == 6
    assert all(not theorem.oracles for theorem in theorems)


def test_nonzero_eigenvalues_are_those_of_the_truths() -> None:
    subsets = FixedSizeSubsets(k, size_, p)
    values = overlap_gram(subsets).eigenvalues
    assert values[:2] == tuple(value for value, _ in subsets.spectrum)
    assert values[2].is_zero()


def test_an_inverse_over_all_responses() -> None:
    matrix = OverlapMatrix(local_diversity(4, 2, 6), *map(RationalFunction.of, (3, 1, 2)))
    assert product(spread(matrix, 4, 2), spread(matrix.pseudo_inverse(), 4, 2)) == identity(6)


def test_wrong_products_are_refused() -> None:
    matrix = OverlapMatrix(local_diversity(k, size_), a, b, c)
    with pytest.raises(NoSuchIdentityError):
        product_theorems(matrix, matrix, matrix)
    with pytest.raises(ValueError, match="different subsets"):
        matrix.times(OverlapMatrix(local_diversity(k + 1, size_), d, e, f))
