"""The optimal mechanism for a linear loss: certified values, comparison with all rivals, and what is refused."""

from fractions import Fraction as F
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import KernelError
from lp.losses import pivots as loss_pivots
from lp.losses.files import load_loss, read_loss, read_numbers
from lp.losses.floats import float_vertex
from lp.losses.linear_loss import (
    LossError,
    active_constraints,
    fast_design,
    hamming,
    l1,
    loss_program,
    optimal_design,
    squared,
    weighted_loss,
)
from lp.losses.pivots import optimum_near
from lp.losses.vertex import Basis, IntegerLoss, basic_solution
from lp.programs.linear_program import Optimum, solve
from lp.programs.outcomes import SolverError

LEVELS = st.sampled_from([F(1), F(101, 100), F(3, 2), F(271828, 100000), F(3), F(20), F(10**9)])
NUMBERS = st.fractions(min_value=-5, max_value=5, max_denominator=6)


@st.composite
def problems(draw):
    truths, responses = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    loss = draw(st.lists(st.lists(NUMBERS, min_size=responses, max_size=responses), min_size=truths, max_size=truths))
    weights = draw(st.none() | st.lists(st.integers(0, 9), min_size=truths, max_size=truths).filter(any))
    return loss, draw(LEVELS), weights and [F(w, sum(weights)) for w in weights]


@st.composite
def rivals(draw, truths, responses, x):
    """A private design from anywhere: small columns within a factor of x, and the last one takes what is left."""
    size = 2 * x * max(1, responses - 1) * (x / (x - 1) if 1 < x < 2 else 1)  # so that the last stays within x as well
    shares = st.lists(st.integers(0, 6), min_size=truths, max_size=truths)
    columns = [[(1 + (x - 1) * F(share, 6)) / size for share in draw(shares)] for _ in range(responses - 1)]
    return [(*row, 1 - sum(row)) for row in zip(*columns, strict=True)] if columns else [(F(1),)] * truths


def is_private(design, x):
    return all(p <= x * q for column in zip(*design, strict=True) for p in column for q in column)


def expected(cost, design):
    return sum(c * p for row, other in zip(cost, design, strict=True) for c, p in zip(row, other, strict=True))


def numbers(found):
    return [[entry.evaluate({}) for entry in row] for row in found.design.entries]


@settings(max_examples=30, deadline=None)
@given(st.data(), problems())
def test_no_private_design_beats_the_optimum(data, problem):
    loss, x, prior = problem
    found = optimal_design(loss, x, prior)
    cost, design = weighted_loss(loss, prior), numbers(found)
    assert all(sum(row) == 1 and min(row) >= 0 for row in design)
    assert is_private(design, x)
    assert expected(cost, design) == found.value == found.optimum.value
    assert found.optimum.theorem.statement.value == found.value
    rival = data.draw(rivals(len(loss), len(loss[0]), x))
    assert is_private(rival, x)
    assert expected(cost, rival) >= found.value


@settings(max_examples=20, deadline=None)
@given(problems())
def test_floats_and_the_general_solver_find_the_same_value(problem):
    loss, x, prior = problem
    found = optimal_design(loss, x, prior)
    general = solve(loss_program(loss, x, prior))
    assert isinstance(general, Optimum)
    assert general.value == found.value
    floats = fast_design([[float(v) for v in row] for row in loss], float(x), prior and [float(w) for w in prior])
    assert floats.value == pytest.approx(float(found.value), abs=1e-6)
    assert expected(np.array(weighted_loss(loss, prior), dtype=float), floats.matrix) == pytest.approx(floats.value)


@settings(max_examples=20, deadline=None)
@given(problems(), st.randoms(use_true_random=False))
def test_every_multiplier_vector_that_is_feasible_bounds_the_value_from_below(problem, random):
    loss, x, prior = problem
    cost, found = weighted_loss(loss, prior), optimal_design(loss, x, prior)
    u = [v + F(random.randint(-3, 3), 6) for v in found.optimum.dual[1]]
    gaps = [[c - v for c in row] for row, v in zip(cost, u, strict=True)]
    worst = min(sum(min(g, x * g) for g in column) for column in zip(*gaps, strict=True))
    # Less for each truth by the same amount makes every column feasible.
    assert sum(u) + min(worst, 0) <= found.value


@settings(max_examples=20, deadline=None)
@given(problems(), problems())
def test_exact_pivots_lead_from_any_basis_to_the_optimum(problem, other):
    loss, x, prior = problem
    x = max(x, F(101, 100))
    cost = weighted_loss(loss, prior)
    integers = IntegerLoss.of(cost, x)
    elsewhere = [
        [other[0][a % len(other[0])][y % len(other[0][0])] for y in range(len(loss[0]))] for a in range(len(loss))
    ]
    basis = Basis.of(float_vertex(IntegerLoss.of(elsewhere, x).unit_costs(), 3.0))
    found, value = optimum_near(integers, basis), optimal_design(loss, x, prior).value
    assert expected(cost, found.design) == sum(found.multipliers) == value
    solved = basic_solution(integers, basis)
    settled = solved and solved.optimum(integers)
    assert settled is None or expected(cost, settled.design) == value


@pytest.mark.parametrize("x", [F(1), F(1001, 1000), F(3, 2), F(3), F(22), F(10**9)])
@pytest.mark.parametrize("k", [2, 3, 7])
def test_k_ary_randomised_response_is_recovered_for_hamming_loss(k, x):
    found = optimal_design(hamming(k), x, [F(1, k)] * k)
    assert found.value == (k - 1) / (x + k - 1)
    if x > 1:
        assert numbers(found) == [[(x if a == y else 1) / (x + k - 1) for y in range(k)] for a in range(k)]


def test_binary_answers_to_the_distance_are_a_two_sided_step():
    """By hand, k = 3, x = 2, uniform prior: the middle response costs 2, one step towards each end saves nothing."""
    found = optimal_design(l1(3), 2)
    assert found.value == 2
    assert optimal_design(l1(3), 4).value < 2


def test_an_answer_without_loss_is_never_private():
    assert optimal_design(squared(4), F(10)).value > 0
    assert optimal_design([[0, 1], [0, 1]], F(10)).value == 0


@pytest.mark.parametrize(
    "loss",
    [
        [[0]],
        [[5, 5], [5, 5]],
        [[0, 0, 0], [0, 0, 0]],
        [[1], [2], [3]],
        [[3, 1, 2]],
        [[0, 1, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0]],
        [[10**30, 0], [0, F(1, 10**30)]],
    ],
)
@pytest.mark.parametrize("x", [F(1), 1 + F(1, 10**30), F(3), F(10**40)])
def test_degenerate_losses_have_certified_optima(loss, x):
    found = optimal_design(loss, x)
    assert expected(loss, numbers(found)) == found.value
    assert is_private(numbers(found), x)
    assert sum(found.optimum.dual[1]) == found.value


def test_a_truth_without_weight_does_not_matter_to_the_value():
    full = optimal_design([[0, 2], [1, 0], [7, 9]], 3, [F(1, 2), F(1, 2), 0])
    assert full.value == optimal_design([[0, 2], [1, 0]], 3, [F(1, 2), F(1, 2)]).value


def test_losses_far_below_the_tolerances_of_floats_are_settled():
    """Weights down to 10^-13 next to 1: the first basis is not optimal, the refined one is, without an exact pivot."""
    weights = [F(1, 10 ** (a % 14)) for a in range(16)]
    prior = [w / sum(weights) for w in weights]
    loss = squared(16)
    integers = IntegerLoss.of(weighted_loss(loss, prior), F(3))
    first = basic_solution(integers, Basis.of(float_vertex(integers.unit_costs(), 3.0)))
    assert first is not None
    assert min(first.excesses) < 0
    found = optimal_design(loss, 3, prior)
    assert found.optimum.facts.pivots == 0
    assert found.optimum.theorem.statement.value == found.value == sum(found.optimum.dual[1])


def test_larger_losses_with_ties_are_certified_without_a_single_wrong_digit():
    k = 20
    found = optimal_design([[(3 * a * a + 5 * y * a + y) % 7 for y in range(k)] for a in range(k)], F(5, 2))
    assert found.optimum.facts.solver == "HiGHS"
    assert found.value.denominator > 1
    floats = fast_design([[(3 * a * a + 5 * y * a + y) % 7 for y in range(k)] for a in range(k)], 2.5)
    assert floats.value == pytest.approx(float(found.value))
    assert sum(floats.dual[1]) == pytest.approx(floats.value)


def test_the_floats_are_laid_out_as_the_program():
    program, floats = loss_program(squared(3), 2), fast_design(squared(3), 2.0)
    rows = [sum(float(a) * floats.point[j] for j, a in row) for row in program.rows]
    assert min(rows) >= -1e-9
    assert all(abs(rows[i]) < 1e-9 for i in floats.tight)
    combined = np.zeros(len(program.cost))
    for multiplier, row in zip(chain(*floats.dual), (*program.rows, *program.equations), strict=True):
        for j, a in row:
            combined[j] += multiplier * float(a)
    assert combined == pytest.approx([float(c) for c in program.cost])


def test_a_certificate_with_any_one_number_changed_is_refused():
    found = optimal_design([[0, 2, 3], [1, 0, 5]], F(3), [F(1, 3), F(2, 3)]).optimum
    point, (rows, equations) = found.point, found.dual
    assert kernel.weak_duality(found.program, point, rows, equations).statement == found.theorem.statement
    for change in (F(1, 1000), F(-1, 1000)):
        for i in range(len(point)):
            changed = (*point[:i], point[i] + change, *point[i + 1 :])
            with pytest.raises(KernelError):
                kernel.weak_duality(found.program, changed, rows, equations)
        for i in range(len(rows)):
            changed = (*rows[:i], rows[i] + change, *rows[i + 1 :])
            with pytest.raises(KernelError):
                kernel.weak_duality(found.program, point, changed, equations)
        for i in range(len(equations)):
            changed = (*equations[:i], equations[i] + change, *equations[i + 1 :])
            with pytest.raises(KernelError):
                kernel.weak_duality(found.program, point, rows, changed)


def test_labels_and_active_constraints():
    found = optimal_design(hamming(2), 3, truths=["yes", "no"], responses=["Y", "N"])
    assert found.design.truths == ("yes", "no")
    assert found.active == ("P[0, 0] = x P[1, 0]", "P[1, 1] = x P[0, 1]")
    assert active_constraints([[F(1), F(0)], [F(1), F(0)]], F(3)) == ("P[0, 1] = 0", "P[1, 1] = 0")
    assert found._repr_latex_().startswith(r"$\displaystyle \min = \frac{1}{2}, \quad P = \begin{pmatrix}")


def test_a_large_design_is_not_typeset():
    assert r"P \in \mathbb{R}^{21 \times 21}" in optimal_design(hamming(21), 1)._repr_latex_()


def test_too_many_pivots_are_an_error(monkeypatch):
    monkeypatch.setattr(loss_pivots, "MAXIMAL_PIVOTS", 0)
    integers = IntegerLoss.of(weighted_loss(l1(3)), F(3))
    with pytest.raises(SolverError, match="0 exact pivots did not lead to the optimum"):
        optimum_near(integers, Basis.of(float_vertex(integers.unit_costs(), 3.0)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], 3), "at least one row"),
        ((7, 3), "a loss is a matrix"),
        (([[1, 2], [3]], 3), "row 0 of the loss has 2 entries, but row 1 has 1"),
        (([[1, 0.5]], 3), r"loss\[0\]\[1\] is 0.5 of type float"),
        (([[1, 2]], 3.0), "x = e\\^eps is 3.0"),
        (([[1, 2]], F(1, 2)), "at least 1"),
        (([[1, 2]], 3, [F(1, 2), F(1, 2)]), "the prior has 2 weights, but the loss has 1 rows"),
        (([[1], [2]], 3, [F(3, 2), F(-1, 2)]), r"prior\[1\] is -1/2"),
        (([[1], [2]], 3, [F(1, 2), F(1, 3)]), "sum to 5/6, not to 1"),
    ],
)
def test_wrong_input_is_explained(arguments, message):
    with pytest.raises(LossError, match=message):
        optimal_design(*arguments)


@pytest.mark.parametrize("k", [0, -1, True, 2.0])
def test_named_losses_need_a_number_of_categories(k):
    with pytest.raises(LossError, match="integer of at least 1"):
        hamming(k)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.0], 3), "matrix"),
        (([[float("nan")]], 3), "not a number"),
        (([[1.0]], 0.5), "at least 1"),
        (([[1.0]], float("inf")), "finite"),
        (([[1.0]], 3, [0.5, 0.5]), "one weight per truth"),
        (([[1.0]], 3, [0.5]), "sum to 1"),
    ],
)
def test_wrong_floats_are_explained(arguments, message):
    with pytest.raises(LossError, match=message):
        fast_design(*arguments)


def test_a_loss_is_read_from_text(tmp_path: Path):
    text = "# a loss\n0 1, 5/2\n\n1;\t0 -0.25  # the second truth\n"
    assert read_loss(text) == ((0, 1, F(5, 2)), (1, 0, F(-1, 4)))
    path = tmp_path / "loss.txt"
    path.write_text(text)
    assert load_loss(path) == read_loss(text)
    assert read_numbers("1/2, 1/2", "the prior") == (F(1, 2), F(1, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no numbers"),
        ("1 2\n\n3", "line 3: 1 numbers, but line 1 has 2"),
        ("1 two", "line 1: 'two' is no exact number"),
        ("1e9", "no exact number"),
        ("1/0", "no exact number"),
        ("1" * 61, "no exact number"),
    ],
)
def test_a_loss_that_cannot_be_read_is_explained(text, message):
    with pytest.raises(LossError, match=message):
        read_loss(text)


def test_files_that_hold_no_text_are_refused(tmp_path: Path):
    with pytest.raises(LossError, match="cannot be read"):
        load_loss(tmp_path / "none")
    (tmp_path / "bytes").write_bytes(b"\xff\xfa")
    with pytest.raises(LossError, match="UTF-8"):
        load_loss(tmp_path / "bytes")
    (tmp_path / "long").write_bytes(b"1 " * 500_001)
    with pytest.raises(LossError, match="larger than"):
        load_loss(tmp_path / "long")
