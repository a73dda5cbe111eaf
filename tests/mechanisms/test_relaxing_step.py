"""The step of a relaxation, compared with the enumeration of numbered values."""

from fractions import Fraction
from itertools import product

import pytest

from mechanisms.catalogue.relaxation import Step, Values, relaxing_step, responses
from mechanisms.exact.domain import Domain
from mechanisms.protocols.protocol import Protocol

POINT = {"x": Fraction(3, 2), "y": Fraction(7, 3)}


def numbered_law(size: int, truth: int, step: Step) -> dict[tuple[int, ...], Fraction]:
    def program(own: int) -> object:
        return responses(own, Values.numbered(size), POINT["x"], [step])

    law = Protocol("rounds", program, (truth,), Domain()).joint_law([truth])
    return {history: mass.evaluate({}) for (history,), mass in law.items()}


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
