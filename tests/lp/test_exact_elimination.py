"""Sparse exact solution of square systems, with and without blocks, and a largest part that is not singular."""

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from lp.programs import exact_elimination
from lp.programs.exact_elimination import Factorisation, SingularError, independent_lines

entries = st.sampled_from([0, 0, 0, 1, -1, 2, -3, 7])


def sparse(matrix):
    return [[(j, a) for j, a in enumerate(row) if a] for row in matrix]


def product(matrix, vector):
    return [sum((a * v for a, v in zip(row, vector, strict=True)), fmpq(0)) for row in matrix]


def solves(matrix, sides):
    factors = Factorisation(sparse(matrix))
    sides = [fmpq(s) for s in sides]
    transposed = [list(column) for column in zip(*matrix, strict=True)]
    assert product(matrix, factors.solve(sides)) == sides
    assert product(transposed, factors.solve_transposed(sides)) == sides


@pytest.mark.parametrize("one_block", [0, 100])
@pytest.mark.parametrize("cheap", [-1, 0, 4])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_both_solutions_are_right_or_the_rows_are_dependent(one_block, cheap, data):
    """With cheap = -1 nothing is eliminated and the dense part does everything."""
    size = data.draw(st.integers(1, 7))
    matrix = data.draw(st.lists(st.lists(entries, min_size=size, max_size=size), min_size=size, max_size=size))
    sides = data.draw(st.lists(st.integers(-9, 9), min_size=size, max_size=size))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_elimination, "ONE_BLOCK", one_block)
        patch.setattr(exact_elimination, "CHEAP", cheap)
        rows, columns = independent_lines(sparse(matrix), size)
        if len(rows) == size:
            assert columns == list(range(size))
            solves(matrix, sides)
        else:
            with pytest.raises(SingularError):
                Factorisation(sparse(matrix))
        part = [[matrix[i][j] for j in columns] for i in rows]
        if part:
            solves(part, sides[: len(part)])


def test_blocks_are_found_behind_permuted_lines(monkeypatch):
    """Two dense blocks of three, the second of which needs the first, with rows and columns in disorder."""
    monkeypatch.setattr(exact_elimination, "ONE_BLOCK", 0)
    monkeypatch.setattr(exact_elimination, "CHEAP", -1)
    first = [[1, 2, 3], [4, 5, 6], [7, 8, 10]]
    second = [[2, 1, 1], [1, 3, 1], [1, 1, 4]]
    whole = [row + [0] * 3 for row in first] + [[5, 0, 1][i : i + 1] * 3 + row for i, row in enumerate(second)]
    rows, columns = [3, 0, 5, 1, 4, 2], [5, 1, 3, 0, 2, 4]
    matrix = [[whole[i][j] for j in columns] for i in rows]
    assert sorted(len(block.rows) for block in Factorisation(sparse(matrix)).blocks) == [3, 3]
    solves(matrix, [1, -2, 3, 0, 5, 8])


def test_a_determinant_that_the_prime_divides_is_not_mistaken_for_zero():
    prime = exact_elimination.PRIME
    matrix = [[1, 1, 1, 1], [1, 2, 3, 4], [1, 4, 9, 16 + prime], [prime, 0, 0, prime]]
    solves(matrix, [1, 2, 3, 4])


def test_rank_of_rows_that_are_dependent():
    rows, columns = independent_lines([[(0, 1), (2, 2)], [(0, 2), (2, 4)], [], [(1, 5)]], 3)
    assert (len(rows), len(columns)) == (2, 2)
    assert 3 in rows
    with pytest.raises(SingularError):
        Factorisation([[(0, 1)], []])


def test_a_large_sparse_rest_is_made_smaller_by_dearer_pivots(monkeypatch):
    """A ring of 50 rows with three entries each: nothing is cheap, and nearly all of it is eliminated all the same."""
    size = 50
    matrix = [[0] * size for _ in range(size)]
    for i in range(size):
        matrix[i][i], matrix[i][(i + 1) % size], matrix[i][(i + 7) % size] = 5, -1, 2 + i % 3
    monkeypatch.setattr(exact_elimination, "CHEAP", 0)
    assert len(exact_elimination.Elimination(sparse(matrix), size).left) == size
    monkeypatch.setattr(exact_elimination, "MANY", 5)
    assert len(exact_elimination.Elimination(sparse(matrix), size).left) < 30
    solves(matrix, range(size))
