"""Joint laws of several responses within budgets: against chains of relaxations, definitions and infeasibility."""

from fractions import Fraction

import pytest

from derivations.arithmetic.statements import Infeasible as NoPoint
from lp.losses.optimal_design import OptimalDesign
from lp.programs.uniqueness import Unique, uniqueness
from lp.relaxations.joint_releases import Free, Overspent, joint_releases
from mechanisms import Design, DesignError
from mechanisms.protocols.relaxation import chain_protocol, randomized_response, response_relaxation

F = Fraction


def masses(found: OptimalDesign) -> dict[tuple[object, object], Fraction]:
    design = found.design
    return {(t, h): design.entry(t, h).evaluate({}) for t in design.truths for h in design.responses}


def test_three_responses_within_the_last_budget_are_the_chain_of_relaxations() -> None:
    """For binary randomized response no other law of three responses fits all budgets: it is the chain by Bayes."""
    designs = [randomized_response(x, 2) for x in (2, 3, 5)]
    steps = [response_relaxation(2, 3, 2), response_relaxation(3, 5, 2)]
    found = joint_releases(designs, {1: 2, 2: 3, 3: 5}).solve()
    assert isinstance(found, OptimalDesign)
    assert found.design.entries == chain_protocol(steps).design().entries
    assert isinstance(uniqueness(found.optimum), Unique)


def test_a_joint_law_has_its_parts_and_its_privacy() -> None:
    first = Design([[F(1, 2), F(1, 2)], [F(2, 5), F(3, 5)], [F(3, 5), F(2, 5)]])
    designs = [first, randomized_response(2, 3), first]
    found = joint_releases(designs, {3: F(4)}).solve(
        lambda truth, h: int(h[0] != h[2]), prior=[F(1, 2), F(1, 3), F(1, 6)]
    )
    assert isinstance(found, OptimalDesign)
    mass = masses(found)
    for i, design in enumerate(designs):
        for t in design.truths:
            for o in design.responses:
                assert sum(m for (s, h), m in mass.items() if s == t and h[i] == o) == design.entry(t, o).evaluate({})
    for h in found.design.responses:
        column = [mass[t, h] for t in range(3)]
        assert max(column) <= 4 * min(column)
    prior = [F(1, 2), F(1, 3), F(1, 6)]
    assert found.value == sum(prior[t] * m for (t, h), m in mass.items() if h[0] != h[2])


def test_without_loss_the_last_response_tells_all() -> None:
    designs = [randomized_response(2, 3), randomized_response(3, 3)]
    found = joint_releases(designs, {}, without_loss=[2]).solve()
    assert isinstance(found, OptimalDesign)
    mass = masses(found)
    last = designs[1]
    for h in found.design.responses:
        for a in range(3):
            for b in range(3):
                assert mass[a, h] * last.entry(b, h[1]).evaluate({}) == mass[b, h] * last.entry(a, h[1]).evaluate({})
    broken = joint_releases(designs[::-1], {}, without_loss=[2]).solve()
    assert isinstance(broken, Overspent)
    assert isinstance(broken.theorem.statement, NoPoint)
    assert "infeasible" in broken._repr_latex_()


def test_the_best_next_response_within_a_budget() -> None:
    """A free second response of two values: it is the relaxed one, true with probability 5/6 at e^eps = 5."""
    for x in (2, 5):
        found = joint_releases([randomized_response(2, 2), Free((0, 1))], x).solve(lambda t, h: int(h[1] != t))
        assert isinstance(found, OptimalDesign)
        assert found.value == F(1, x + 1)
        assert found.active


def test_a_pair_of_least_change() -> None:
    """The pair that keeps the response most often within a budget, for two designs that are not ordered."""
    response = randomized_response(4, 3)
    low = response @ Design([[1, 0], [1, 0], [0, 1]], responses=("low", "high"))
    high = response @ Design([[1, 0], [0, 1], [0, 1]], responses=("low", "high"))
    found = joint_releases([low, high], 4).solve(lambda t, h: int(h[0] != h[1]))
    assert isinstance(found, OptimalDesign)
    pair = found.design
    changed = sum(pair.entry(t, h).evaluate({}) for t in range(3) for h in pair.responses if h[0] != h[1])
    assert changed == sum(  # no coupling changes less often than the distance of the two laws
        abs(low.entry(t, "low").evaluate({}) - high.entry(t, "low").evaluate({})) for t in range(3)
    )


def test_questions_that_make_no_sense_are_refused() -> None:
    response = randomized_response(2, 2)
    with pytest.raises(DesignError, match="different truths"):
        joint_releases([response, randomized_response(2, 3)], 2)
    with pytest.raises(DesignError, match="needs a design"):
        joint_releases([Free((0, 1))], 2)
    with pytest.raises(DesignError, match="budget"):
        joint_releases([response], F(1, 2))
    with pytest.raises(DesignError, match="budget"):
        joint_releases([response], {2: 3})
    with pytest.raises(DesignError, match="no design"):
        joint_releases([response, Free((0, 1))], 2, without_loss=[2])
    with pytest.raises(DesignError, match="at most"):
        joint_releases([response] * 16, 2)
