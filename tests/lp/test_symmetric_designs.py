"""Designs that treat all categories, or all of one block, alike: all k at once, against full programs for small k."""

import re
from fractions import Fraction as F
from itertools import chain, combinations, permutations

import numpy
import pytest

from derivations.arithmetic.statements import LinearProgram, sparse
from lp import solve
from lp.losses.block_designs import BlockLoss, block_optimum, block_program
from lp.losses.design_symmetry import permutation_of_variables, reduced_optimum
from lp.losses.linear_loss import LossError, hamming, loss_program, optimal_design
from lp.losses.symmetric_designs import every_event_is_private, least_loss, symmetric_optimum
from lp.programs.symmetry import reduction
from mechanisms.design import DesignError
from mechanisms.exact.polynomial import Polynomial
from mechanisms.guarantees.criteria.bayes import numbers


def inclusion_loss(k, d, own, other):
    return [[F(own) if i in z else F(other) for z in combinations(range(k), d)] for i in range(k)]


def all_events(k, responses, x, delta, loss):
    """The (eps, delta)-private designs of least loss, from the definition: every event, every pair of truths."""
    size, rows, bounds = k * responses, [], []
    for cell in range(size):
        rows.append(((cell, F(1)),))
        bounds.append(F(0))
    events = chain.from_iterable(combinations(range(responses), n) for n in range(1, responses + 1))
    for event in events:
        for i, j in permutations(range(k), 2):
            row = [F(0)] * size
            for z in event:
                row[j * responses + z] += x
                row[i * responses + z] -= 1
            rows.append(sparse(row))
            bounds.append(-delta)
    equations = tuple(tuple((i * responses + z, F(1)) for z in range(responses)) for i in range(k))
    return solve(
        LinearProgram(tuple(v for row in loss for v in row), tuple(rows), tuple(bounds), equations, (F(1),) * k)
    )


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("x", [F(1), F(4, 3), F(9)])
def test_hamming_loss_has_the_optimum_of_the_full_program(k, x):
    assert symmetric_optimum(k, x).value.constant_value() * k == reduced_optimum(hamming(k), x).value


@pytest.mark.parametrize(
    ("k", "d", "own", "other"), [(4, 2, 0, 1), (4, 3, F(1, 3), 2), (4, 1, 2, F(1, 2)), (5, 2, 3, 1)]
)
def test_losses_of_sets_have_the_optimum_of_the_full_program(k, d, own, other):
    found = symmetric_optimum(k, F(5, 2), size=d, own=own, other=other)
    assert found.value.constant_value() * k == reduced_optimum(inclusion_loss(k, d, own, other), F(5, 2)).value
    rows = numbers(found.design())
    lost = sum(
        p * v
        for row, cost in zip(rows, inclusion_loss(k, d, own, other), strict=True)
        for p, v in zip(row, cost, strict=True)
    )
    assert lost == found.value.constant_value() * k
    assert all(max(column) <= F(5, 2) * min(column) for column in zip(*rows, strict=True))


@pytest.mark.parametrize(
    ("k", "d", "delta", "own", "other"),
    [
        (3, 1, F(1, 7), 0, 1),
        (3, 2, F(2, 5), 0, 1),
        (3, 1, F(2, 5), 1, 0),
        (3, 2, F(9, 10), 0, 1),
        (4, 1, F(1, 6), 0, 1),
    ],
)
def test_approximate_privacy_has_the_optimum_over_all_events(k, d, delta, own, other):
    x, loss = F(3, 2), inclusion_loss(k, d, own, other)
    found = symmetric_optimum(k, x, size=d, delta=delta, own=own, other=other)
    assert found.value.constant_value() * k == all_events(k, len(loss[0]), x, delta, loss).value
    rows = numbers(found.design())
    excess = max(sum(max(p - x * q, 0) for p, q in zip(a, b, strict=True)) for a, b in permutations(rows, 2))
    assert excess <= delta


def test_a_large_delta_makes_the_best_response_certain():
    found = symmetric_optimum(4, 2, size=3, delta=F(1, 2))
    assert found.saturated
    assert found.value.constant_value() == 0
    assert not symmetric_optimum(4, 2, size=3, delta=F(1, 3)).saturated


def test_no_random_private_design_loses_less():
    generator = numpy.random.default_rng(5)
    k, x = 4, F(3)
    best = symmetric_optimum(k, x).value.constant_value() * k
    for _ in range(200):
        raw = [[F(int(v)) for v in row] for row in generator.integers(1, 60, size=(k, k))]
        rows = [[v / sum(row) for v in row] for row in raw]
        mixed = [[(p + 2 * F(1, k)) / 3 for p in row] for row in rows]
        if all(max(column) <= x * min(column) for column in zip(*mixed, strict=True)):
            assert k - sum(mixed[i][i] for i in range(k)) >= best


def test_symbols_agree_with_numbers_at_generic_values():
    k, x, d, delta, own, other = map(Polynomial.variable, ("k", "x", "d", "delta", "own", "other"))
    general = symmetric_optimum(k, x, size=d, delta=delta, own=own, other=other)
    point = {"k": F(17), "x": F(29, 7), "d": F(5), "delta": F(1, 41), "own": F(2, 9), "other": F(13, 6)}
    special = symmetric_optimum(17, F(29, 7), size=5, delta=F(1, 41), own=F(2, 9), other=F(13, 6))
    assert general.value.evaluate(point) == special.value.constant_value()
    sums = {"T": 17 * special.subsets.inclusion.constant_value()}
    sums["S"] = 17 - sums["T"]
    tight = general.bound.sequent
    assert all(h.holds_at(point | sums) for h in tight.hypotheses)
    assert tight.conclusion.polynomial.evaluate(point | sums) == 0
    assert tight.conclusion.polynomial.evaluate(point | {"T": sums["T"] - 1, "S": sums["S"] + 1}) > 0


@pytest.mark.parametrize("saturated", [False, True])
def test_the_bound_is_stated_for_all_sizes(saturated):
    names = {name for h in least_loss(saturated).sequent.hypotheses for name in h.polynomial.names}
    assert {"k", "d", "x", "delta", "T", "S"} <= names
    assert not least_loss(saturated).oracles
    assert every_event_is_private().rule in ("absurd", "weaken", "cut")


def test_a_million_categories():
    found = symmetric_optimum(10**6, F(7, 2), size=1000, delta=F(1, 10**9))
    p = found.subsets.inclusion.constant_value()
    assert p == (F(7, 2) * 1000 + F(999999, 10**9)) / (10**6 - 1000 + F(7, 2) * 1000)
    names = {name for h in found.bound.sequent.hypotheses for name in h.polynomial.names}
    assert names == {"T", "S"}
    assert found.bound.sequent.conclusion.holds_at({"T": 10**6 * p, "S": 10**6 * (1 - p)})
    assert not found.bound.sequent.conclusion.holds_at({"T": 10**6 * p + 1, "S": 10**6 * (1 - p) - 1})
    response = symmetric_optimum(10**6, 3)
    assert response.matrix.diagonal.constant_value() == F(3, 10**6 + 2)
    assert response.matrix.row_sum.constant_value() == 1
    with pytest.raises(DesignError, match="at most"):
        block_optimum(BlockLoss((10**4,), (F(0),), ((F(1),),)), 3).design()
    with pytest.raises(DesignError, match="at most"):
        found.design()


def test_the_derivation_carries_its_theorems():
    derivation = symmetric_optimum(*map(Polynomial.variable, ("k", "x"))).derivation()
    assert len(derivation.theorems) == 5
    assert r"\frac{k - 1}{k + x - 1}" in derivation.latex()
    assert "complements" in str(symmetric_optimum(5, 2, own=1, other=0).derivation())


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((1, 2), {}, "the number of categories must be at least 2"),
        ((3, F(1, 2)), {}, "x = e^eps must be at least 1"),
        ((3, 2), {"delta": F(3, 2)}, "delta must be at least 0, at most 1"),
        ((3, 2), {"size": 3}, "that a set lacks must be at least 1"),
        ((F(7, 2), 2), {}, "must be an integer"),
    ],
)
def test_wrong_input_is_explained(arguments, options, message):
    with pytest.raises(LossError, match=re.escape(message)):
        symmetric_optimum(*arguments, **options)


LOSS = BlockLoss(
    (2, 3, 1), (F(0), F(1, 4), F(0)), ((1, 2, F(5, 2)), (3, 1, 2), (F(1, 2), 4, 9)), (F(1, 8), F(1, 6), F(1, 4))
)


def written_out(loss):
    block = [b for b, n in enumerate(loss.sizes) for _ in range(n)]
    count = range(len(block))
    matrix = [[loss.own[block[i]] if i == j else loss.between[block[i]][block[j]] for j in count] for i in count]
    return matrix, [loss.weight(b) for b in block]


def block_generators(sizes):
    """A transposition and a cycle of the categories within each block."""
    whole, first, found = sum(sizes), 0, []
    for size in sizes:
        block = list(range(first, first + size))
        for moved in ([block[1], block[0], *block[2:]] if size > 1 else block, [*block[1:], *block[:1]]):
            found.append((*range(first), *moved, *range(first + size, whole)))
        first += size
    return [moved for moved in dict.fromkeys(found) if moved != tuple(range(whole))]


def test_the_program_of_blocks_is_the_reduction_of_the_full_program():
    matrix, prior = written_out(LOSS)
    full = loss_program(matrix, F(8, 3), prior)
    generators = [permutation_of_variables((moved, moved)) for moved in block_generators(LOSS.sizes)]
    found = reduction(full, generators)
    assert found.reduced == block_program(LOSS, F(8, 3))
    lifted = found.lift(block_optimum(LOSS, F(8, 3)).optimum)
    assert lifted.value == optimal_design(matrix, F(8, 3), prior).value
    entries = [p for row in numbers(block_optimum(LOSS, F(8, 3)).design()) for p in row]
    assert tuple(entries) == lifted.point[: len(entries)]


def test_large_blocks_and_one_block():
    one = block_optimum(BlockLoss((10**6,), (F(0),), ((F(1),),), (F(1, 10**6),)), 3)
    assert one.value == symmetric_optimum(10**6, 3).value.constant_value()
    two = block_optimum(BlockLoss((999000, 1000), (0, 0), ((1, 2), (3, 1)), (F(1, 1998000), F(1, 2000))), 3)
    assert two.optimum.theorem.statement.value == two.value
    assert "t_{1}" in two._repr_latex_()


def test_wrong_blocks_are_explained():
    with pytest.raises(LossError, match="at least one category"):
        BlockLoss((0,), (F(0),), ((F(1),),))
    with pytest.raises(LossError, match="1 numbers for 2 blocks"):
        BlockLoss((1, 2), (F(0),), ((1, 1), (1, 1)))
    with pytest.raises(LossError, match="sum to 1"):
        BlockLoss((2,), (F(0),), ((F(1),),), (F(1),))
    with pytest.raises(LossError, match="has 1 rows"):
        BlockLoss((1, 2), (F(0), F(0)), ((1, 1),))
