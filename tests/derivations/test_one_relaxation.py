"""Laws for a symbolic number of values, compared with the enumeration of numbered ones; the linear program."""

from fractions import Fraction
from itertools import product

import pytest

from derivations.theorems.relaxations.one_relaxation import (
    FREE,
    M,
    free_step,
    no_solution_for_a_smaller_budget,
    only_solution,
    probability,
    solved_step,
    tight_rows,
)
from mechanisms.catalogue.relaxation import Step, Values, relaxing_step, responses
from mechanisms.exact.domain import Domain
from mechanisms.protocols.protocol import Protocol

POINT = {
    "x": Fraction(3, 2),
    "y": Fraction(7, 3),
    "p_aa": Fraction(2, 3),
    "p_ba": Fraction(1, 5),
    "p_bb": Fraction(4, 7),
}


def numbered_law(size: int, truth: int, step: Step) -> dict[tuple[int, ...], Fraction]:
    def program(own: int) -> object:
        return responses(own, Values.numbered(size), POINT["x"], [step])

    law = Protocol("rounds", program, (truth,), Domain()).joint_law([truth])
    return {history: mass.evaluate({}) for (history,), mass in law.items()}


@pytest.mark.parametrize("size", [3, 4, 6])
def test_the_law_for_every_number_of_values_is_that_of_numbered_ones(size: int) -> None:
    law = numbered_law(size, 0, Step(POINT["p_aa"], POINT["p_ba"], POINT["p_bb"]))
    assert sum(law.values()) == 1
    for history in product(range(3), repeat=2):
        assert probability(0, history, (FREE,), 3).evaluate({**POINT, "m": size}) == law.get(history, 0)
    for value in (0, 1):
        last = sum(mass for history, mass in law.items() if history[1] == value)
        assert probability(0, (None, value), (FREE,), 2).evaluate({**POINT, "m": size}) == last


@pytest.mark.parametrize("size", [2, 3, 5])
def test_the_solved_step_relaxes(size: int) -> None:
    step = relaxing_step(POINT["x"], POINT["y"], size)
    laws = [numbered_law(size, truth, step) for truth in range(size)]
    y = POINT["y"]
    for truth, value in product(range(size), repeat=2):
        last = sum(mass for history, mass in laws[truth].items() if history[1] == value)
        assert last == (y if value == truth else 1) / (y + size - 1)
    for history in product(range(size), repeat=2):
        masses = [law.get(history, Fraction(0)) for law in laws]
        assert min(masses) > 0
        assert max(masses) == y * min(masses)  # nothing to spare


def test_the_budget_that_stays_keeps_the_response_and_a_smaller_one_has_no_step() -> None:
    assert relaxing_step(Fraction(3), Fraction(3), 4) == Step(1, 0, 1)
    assert relaxing_step(Fraction(3), Fraction(2), 4).find_truth < 0
    assert relaxing_step(Fraction(1), Fraction(2), 3) == Step(Fraction(1, 2), Fraction(1, 2), Fraction(1, 4))


def test_a_step_between_two_values_has_no_third() -> None:
    step = free_step(2)
    assert (step.find_truth + step.keep_other).evaluate({"p_b": Fraction(1, 3)}) == 1
    y, x = POINT["y"], POINT["x"]
    assert solved_step(2).keep_truth.evaluate(POINT) == (y - 1 / x) / (y - 1 / y)


def test_the_program_has_one_solution_and_none_for_a_smaller_budget() -> None:
    step = solved_step(M)
    at = {**POINT, "m": 5}
    solution = {
        "p_aa": step.keep_truth.evaluate(at),
        "p_ba": step.find_truth.evaluate(at),
        "p_bb": step.keep_other.evaluate(at),
    }
    here = {**at, **solution}
    for theorem in (tight_rows(), only_solution(), no_solution_for_a_smaller_budget()):
        assert theorem.oracles == frozenset()
        assert all(hypothesis.holds_at(here) for hypothesis in theorem.sequent.hypotheses)
        assert theorem.sequent.conclusion.holds_at(here)
    assert not only_solution().sequent.conclusion.holds_at({**here, "p_bb": solution["p_bb"] + Fraction(1, 100)})
