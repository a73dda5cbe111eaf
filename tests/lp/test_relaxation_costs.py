"""Relaxations of least cost where the channel is not unique, against all vertices of the set of channels."""

import random
from fractions import Fraction

import pytest

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LinearProgram, Optimal, dot
from lp.programs.linear_program import Optimum, solve
from lp.programs.uniqueness import Another, Unique, uniqueness
from lp.relaxations.blackwell import Separation, program_between
from lp.relaxations.costs import RelaxationCost, change, channel_weights, dependence, distance, expected
from lp.relaxations.relaxation import BestRelaxation, only_channel, relaxation_between
from mechanisms.design import Design, DesignError
from mechanisms.protocols.relaxation import Relaxation, randomized_response
from tests.lp.vertices import vertices

F = Fraction


def many_channels(seed: int) -> tuple[Design, Design]:
    """(first, last) with two truths, four last and three first responses: channels form a polytope."""
    rng = random.Random(seed)

    def rows(count: int, width: int) -> list[list[Fraction]]:
        weights = [[rng.randrange(1, 9) for _ in range(width)] for _ in range(count)]
        return [[F(w, sum(row)) for w in row] for row in weights]

    last = Design(rows(2, 4))
    return last @ Design(rows(4, 3)), last


def costs_by_vertices(first: Design, last: Design, cost: RelaxationCost) -> list[Fraction]:
    weights = cost.on_channel(first, last)
    return sorted(dot(weights, vertex) for vertex in vertices(program_between(last, first)))


@pytest.mark.parametrize("seed", range(3))
def test_the_least_cost_is_that_of_the_best_vertex(seed: int) -> None:
    first, last = many_channels(seed)
    rng = random.Random(seed)
    weights = {(j, i): F(rng.randrange(-9, 10), 7) for j in range(4) for i in range(3)}
    prior = [F(2, 7), F(5, 7)]
    for cost in (change(), change(prior), distance(prior), channel_weights(weights)):
        best = relaxation_between(first, last, cost)
        assert isinstance(best, BestRelaxation)
        by_vertex = costs_by_vertices(first, last, cost)
        assert best.value == by_vertex[0] == cost.of(best.relaxation)
        assert isinstance(best.theorem.statement, Optimal)
        assert isinstance(best.uniqueness, Unique) == (len(set(by_vertex)) == 1 or by_vertex[0] < by_vertex[1])
        assert all(text.endswith("= 0") for text in best.active)
        assert r"\min = " in best._repr_latex_()


def test_the_cost_is_an_expectation_over_the_joint_law() -> None:
    first, last = many_channels(5)
    prior = {0: F(1, 4), 1: F(3, 4)}
    cost = expected(lambda truth, before, after: F(truth + 1, before + 2) * after, prior)
    best = relaxation_between(first, last, cost)
    assert isinstance(best, BestRelaxation)
    joint = best.relaxation.joint()
    value = sum(
        prior[t] * joint.entry(t, (i, j)).evaluate({}) * F(t + 1, i + 2) * j
        for t in range(2) for i in range(3) for j in range(4)
    )  # fmt: skip
    assert value == best.value


def test_a_tie_has_another_relaxation_of_the_same_cost() -> None:
    """No weight at all: every channel is the best, and one more is shown."""
    first, last = many_channels(1)
    nothing = channel_weights({})
    best = relaxation_between(first, last, nothing)
    assert isinstance(best, BestRelaxation)
    assert isinstance(best.another, Relaxation)
    assert best.another.channel != best.relaxation.channel
    assert isinstance(only_channel(best.relaxation), Another)


def test_randomized_response_has_one_relaxation_whatever_it_costs() -> None:
    first, last = randomized_response(2, 3), randomized_response(5, 3)
    best = relaxation_between(first, last, change())
    assert isinstance(best, BestRelaxation)
    assert isinstance(best.uniqueness, Unique)
    assert best.another is None
    assert isinstance(only_channel(best.relaxation), Unique)
    assert isinstance(relaxation_between(last, first, change()), Separation)


def test_tangents_of_the_dependence_lead_to_less_dependence() -> None:
    """Along the tangent at a relaxation the chi-square does not rise by more than convexity allows: one step lowers."""
    first, last = many_channels(4)
    start = relaxation_between(first, last)
    assert isinstance(start, Relaxation)
    tangent = dependence(start)
    best = relaxation_between(first, last, tangent)
    assert isinstance(best, BestRelaxation)

    def chi_square(relaxation: Relaxation) -> Fraction:
        joint = relaxation.joint()
        mass = {h: sum(joint.entry(t, h).evaluate({}) for t in (0, 1)) / 2 for h in joint.responses}
        own = {i: sum(m for h, m in mass.items() if h[0] == i) for i in range(3)}
        after = {j: sum(m for h, m in mass.items() if h[1] == j) for j in range(4)}
        return sum(m**2 / (own[h[0]] * after[h[1]]) for h, m in mass.items()) - 1

    assert tangent.of(start) == chi_square(start) + 1
    # The tangent lies below the convex function: chi(J) >= chi(J0) + 2 (tangent(J) - tangent(J0)).
    assert chi_square(best.relaxation) >= chi_square(start) + 2 * (best.value - tangent.of(start))
    assert best.value <= tangent.of(start)


def test_labels_that_are_no_numbers_have_no_distance() -> None:
    design = Design([[F(1, 2), F(1, 2)], [F(1, 4), F(3, 4)]], responses=("a", "b"))
    with pytest.raises(DesignError, match="no distance"):
        relaxation_between(design, design, distance())


# -- one optimum or more -----------------------------------------------------------------------------------------------


def triangle(cost: tuple[Fraction, ...]) -> Optimum:
    """Over x, y >= 0 with x + y <= 1."""
    one = F(1)
    rows = [(one, F(0)), (F(0), one), (-one, -one)]
    found = solve(LinearProgram.dense(cost, rows, (F(0), F(0), -one)))
    assert isinstance(found, Optimum)
    return found


def test_corners_are_unique_and_edges_are_not() -> None:
    assert isinstance(uniqueness(triangle((F(1), F(2)))), Unique)
    edge = uniqueness(triangle((F(-1), F(-1))))
    assert isinstance(edge, Another)
    assert sum(edge.point) == 1
    assert isinstance(uniqueness(triangle((F(0), F(1)))), Another)
    assert isinstance(uniqueness(triangle((F(0), F(0)))), Another)


def test_a_degenerate_corner_needs_the_program_of_its_directions() -> None:
    """No cost, and rows that leave one point: no multiplier is positive, so that directions have to be excluded."""
    one = F(1)
    rows = [(one, F(0)), (F(0), one), (-one, -one)]
    found = solve(LinearProgram.dense((F(0), F(0)), rows, (F(0),) * 3))
    assert isinstance(found, Optimum)
    shown = uniqueness(found)
    assert isinstance(shown, Unique)
    assert shown.theorem is not None
    assert isinstance(shown.theorem.statement, Optimal)
    assert shown.theorem.statement.value == 0


def test_a_free_variable_is_another_optimum() -> None:
    found = solve(LinearProgram.dense((F(1), F(0)), [(F(1), F(0))], (F(2),)))
    assert isinstance(found, Optimum)
    shown = uniqueness(found)
    assert isinstance(shown, Another)
    assert shown.point[0] == 2
    assert shown.point != found.point


def test_a_changed_channel_or_multiplier_is_refused() -> None:
    best = relaxation_between(*many_channels(2), change())
    assert isinstance(best, BestRelaxation)
    optimum = best.optimum
    for i in range(len(optimum.point)):
        moved = (*optimum.point[:i], optimum.point[i] + F(1, 11), *optimum.point[i + 1 :])
        with pytest.raises(kernel.KernelError):
            kernel.weak_duality(optimum.program, moved, *optimum.dual)
    y, w = optimum.dual
    for i in range(len(w)):
        changed = (*w[:i], w[i] + F(1, 11), *w[i + 1 :])
        with pytest.raises(kernel.KernelError):
            kernel.weak_duality(optimum.program, optimum.point, y, changed)
