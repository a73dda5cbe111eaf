"""Reduction by symmetry: lifted certificates agree with unreduced solves, wrong groups are refused."""

from fractions import Fraction as F
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.arithmetic.kernel import KernelError
from derivations.arithmetic.statements import LinearProgram
from lp import Infeasible, Optimum, Unbounded, solve
from lp.constraints.constrained_design import NoSuchDesign, optimal_design_under
from lp.constraints.entries import EntryBounds
from lp.constraints.privacy import ApproximatePrivacy
from lp.losses.design_symmetry import (
    loss_symmetries,
    permutation_of_variables,
    program_symmetries,
    reduced_optimum,
    solve_over_orbits,
)
from lp.losses.linear_loss import hamming, l1, loss_program, optimal_design
from lp.programs.automorphisms import automorphisms
from lp.programs.symmetry import SymmetryError, actions, orbits, reduction, solve_by_symmetry


def cyclic(k):
    """A loss of (y - x) modulo k that no reflection leaves unchanged."""
    steps = [F(d * d + (3 if d == 1 else 0), 1 + d) for d in range(k)]
    return tuple(tuple(steps[(y - x) % k] for y in range(k)) for x in range(k))


def blocks(k):
    """0 for the truth, 1 within a pair, 5/2 to another pair."""
    return tuple(tuple(F(0) if x == y else F(1) if x // 2 == y // 2 else F(5, 2) for y in range(k)) for x in range(k))


def group_size(pairs, height, width):
    """The order of the group that the pairs generate, by listing it."""
    start = (tuple(range(height)), tuple(range(width)))
    known, todo = {start}, [start]
    while todo:
        rows, columns = todo.pop()
        for more_rows, more_columns in pairs:
            product = (tuple(more_rows[i] for i in rows), tuple(more_columns[j] for j in columns))
            if product not in known:
                known.add(product)
                todo.append(product)
    return len(known)


@pytest.mark.parametrize("loss", [hamming, l1, cyclic, blocks])
@pytest.mark.parametrize("k", [2, 3, 4, 6])
def test_the_lifted_optimum_is_that_of_the_full_program(loss, k):
    level = F(7, 3)
    full, small = optimal_design(loss(k), level), reduced_optimum(loss(k), level)
    assert small.value == full.value
    assert small.optimum.program == full.optimum.program
    assert small.optimum.theorem.statement.program == full.optimum.program
    assert small.optimum.theorem.rule == "weak_duality"


@pytest.mark.parametrize(
    ("loss", "k", "order"),
    [(hamming, 4, 24), (l1, 5, 2), (cyclic, 5, 5), (blocks, 6, 48), (hamming, 5, factorial(5))],
)
def test_the_whole_group_is_found(loss, k, order):
    assert group_size(loss_symmetries(loss(k)), k, k) == order


def test_a_prior_breaks_symmetries():
    pairs = loss_symmetries(hamming(4), [F(1, 2), F(1, 6), F(1, 6), F(1, 6)])
    assert group_size(pairs, 4, 4) == 6
    optimum = reduced_optimum(hamming(4), 3, [F(1, 2), F(1, 6), F(1, 6), F(1, 6)])
    assert optimum.value == optimal_design(hamming(4), 3, [F(1, 2), F(1, 6), F(1, 6), F(1, 6)]).value


small_matrices = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 1), min_size=n, max_size=n), min_size=1, max_size=4)
)


@settings(max_examples=60, deadline=None)
@given(small_matrices)
def test_automorphisms_are_those_that_enumeration_finds(matrix):
    height, width = len(matrix), len(matrix[0])
    found = automorphisms(matrix)
    for rows, columns in found:
        assert all(matrix[rows[i]][columns[j]] == matrix[i][j] for i in range(height) for j in range(width))
    listed = sum(
        all(matrix[rows[i]][columns[j]] == matrix[i][j] for i in range(height) for j in range(width))
        for rows in permutations(range(height))
        for columns in permutations(range(width))
    )
    assert group_size(found, height, width) == listed


def test_a_search_that_is_cut_short_gives_a_subgroup():
    few = automorphisms(hamming(6), maximal_refinements=8)
    assert len(few) < len(automorphisms(hamming(6)))
    assert reduced_optimum(hamming(6), 2, symmetries=few).value == optimal_design(hamming(6), 2).value


def test_a_wrong_group_is_refused():
    program = loss_program(l1(3), F(2))
    turn = ((1, 2, 0), (1, 2, 0))
    with pytest.raises(SymmetryError, match="the cost changes"):
        solve_by_symmetry(program, [permutation_of_variables(turn)])
    with pytest.raises(SymmetryError, match="each once"):
        actions(program, [[0] * len(program.cost)])
    lopsided = LinearProgram.dense((F(1), F(1)), ((F(1), F(0)), (F(0), F(1))), (F(0), F(1)))
    with pytest.raises(SymmetryError, match="row 0 becomes"):
        actions(lopsided, [(1, 0)])
    tilted = LinearProgram.dense((F(1), F(1)), (), (), ((F(1), F(2)),), (F(1),))
    with pytest.raises(SymmetryError, match="equation 0 becomes"):
        actions(tilted, [(1, 0)])


def test_infeasible_and_unbounded_answers_are_lifted():
    one = F(1)
    rows = ((one, F(0)), (F(0), one), (-one, -one))
    impossible = LinearProgram.dense((one, one), rows, (one, one, F(-1)))
    found = solve_by_symmetry(impossible, [(1, 0)])
    assert isinstance(found, Infeasible)
    assert found.theorem.statement.program == impossible
    assert isinstance(solve(impossible), Infeasible)
    falling = LinearProgram.dense((-one, -one), rows[:2], (one, one))
    endless = solve_by_symmetry(falling, [(1, 0)])
    assert isinstance(endless, Unbounded)
    assert endless.program == falling


def test_a_changed_number_is_refused_when_lifting():
    program = loss_program(hamming(3), F(2))
    smaller = reduction(program, map(permutation_of_variables, loss_symmetries(hamming(3))))
    found = solve(smaller.reduced)
    assert isinstance(found, Optimum)
    wrong = (found.dual[0], tuple(w + 1 for w in found.dual[1]))
    with pytest.raises(KernelError):
        smaller.lift(Optimum(found.program, found.point, wrong, found.theorem))


def test_symmetries_of_any_program_are_found():
    program = loss_program(hamming(3), F(2))
    generators = program_symmetries(program)
    assert len(orbits(len(program.cost), generators)) == 3
    assert solve_by_symmetry(program, generators).value == solve(program).value


@pytest.mark.parametrize("loss", [hamming, l1, blocks])
def test_constrained_designs_are_solved_over_orbits(loss):
    constraints = [ApproximatePrivacy(F(2), F(1, 10)), *(EntryBounds(x, x, most=F(3, 5)) for x in range(4))]
    full = optimal_design_under(loss(4), constraints)
    small = optimal_design_under(loss(4), constraints, solver=solve_over_orbits)
    assert small.value == full.value
    assert small.optimum.theorem.statement.program == full.optimum.program
    assert small.optimum.facts.variables < full.optimum.facts.variables


def test_contradicting_constraints_are_seen_over_orbits():
    constraints = [ApproximatePrivacy(F(2), F(1, 10)), *(EntryBounds(0, y, most=F(1, 4)) for y in range(3))]
    small = optimal_design_under(hamming(3), constraints, solver=solve_over_orbits)
    assert isinstance(small, NoSuchDesign)
    assert small.theorem.rule == "farkas"
