"""Relaxations and the ledger: histories enumerated in plain fractions beside the closed forms."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from mechanisms import Design, Domain, above, smallest_epsilon
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.ledger import AuditError, BudgetExceededError, Ledger, LedgerError
from mechanisms.protocols.relaxation import (
    Relaxation,
    RelaxationError,
    chain_protocol,
    randomized_response,
    response_relaxation,
)

T = RationalFunction(Polynomial.variable("t"))
UNIT = Domain.of(above("t", 1))
COIN = Design([[Fraction(3, 5), Fraction(2, 5)], [Fraction(1, 7), Fraction(6, 7)]])


def in_fractions(design: Design) -> list[list[Fraction]]:
    return [[entry.evaluate({}) for entry in row] for row in design.entries]


def chain(size: int = 3) -> tuple[Relaxation, Relaxation]:
    return response_relaxation(Fraction(3, 2), 4, size), response_relaxation(4, 7, size)


def test_a_history_is_drawn_by_its_design() -> None:
    steps = chain()
    law = in_fractions(chain_protocol(steps).design())
    last = in_fractions(steps[-1].last)
    back = [in_fractions(step.channel) for step in steps]
    for x, row in enumerate(law):
        for (o1, o2, o3), probability in zip(product(range(3), repeat=3), row, strict=True):
            assert probability == last[x][o3] * back[1][o3][o2] * back[0][o2][o1]
    assert sum(law[0][:9], Fraction(0)) == Fraction(3, 2) / Fraction(7, 2)


def test_relaxation_of_designs_that_are_no_randomized_response() -> None:
    garbling = Design([[Fraction(4, 5), Fraction(1, 5)], [Fraction(1, 10), Fraction(9, 10)]])
    step = Relaxation(COIN @ garbling, COIN, garbling)
    assert step.protocol.design() == step.joint()
    assert smallest_epsilon(step.joint()).ratio == smallest_epsilon(COIN).ratio
    with pytest.raises(RelaxationError, match="relaxes nothing"):
        Relaxation(COIN, COIN, garbling)


def test_two_steps_are_one_relaxation() -> None:
    first, second = chain()
    both = first.then(second)
    assert both == response_relaxation(Fraction(3, 2), 7, 3)
    assert both.channel == second.channel @ first.channel
    with pytest.raises(RelaxationError, match="does not start"):
        second.then(first)


def test_an_impossible_response_is_not_relaxed() -> None:
    sure = Design([[1, 0], [0, 1]])
    step = Relaxation(sure, sure, Design([[1, 0], [0, 1]]))
    with pytest.raises(RelaxationError, match="cannot have been given"):
        step.law(0, 1)


def test_a_relaxation_is_drawn_with_its_law() -> None:
    """600 draws of an event of probability 15/16; off by more than 0.135 with probability < 1e-9 (Hoeffding)."""
    step = response_relaxation(2, 5, 2)
    rng = np.random.default_rng(5)
    draws = [step.draw(0, 0, rng) for _ in range(600)]
    assert abs(draws.count(0) / 600 - 15 / 16) < 0.135


# -- the ledger --------------------------------------------------------------------------------------------------------


def test_ledger_counts_a_line_by_its_last_level() -> None:
    ledger = Ledger((0, 1), T**100, UNIT)
    ledger.release(randomized_response(T**10, 2, UNIT), 0, "early")
    for level, response in ((11, 1), (40, 0), (90, 1)):
        ledger.release(response_relaxation(ledger.spent, T**level, 2, UNIT), response, f"level {level}")
    assert (ledger.spent, ledger.remaining) == (T**90, T**10)
    assert ledger.audit() == T**90
    assert ledger.guarantee(("early", "level 11")) == T**11
    assert ledger.resell(2, "late").buyers == {"level 40", "late"}
    assert ledger.guarantee(("late",)) == T**40
    assert ledger.spent == T**90
    assert ledger.price(response_relaxation(T**90, T**93, 2, UNIT)) == T**3


def test_ledger_multiplies_independent_lines() -> None:
    ledger = Ledger((0, 1, 2), 10)
    assert ledger.spent == RationalFunction.of(1)
    ledger.release(randomized_response(2, 3), 0, "A")
    ledger.release(randomized_response(3, 3), 1, "B")
    assert ledger.spent == RationalFunction.of(6)
    assert ledger.price(response_relaxation(2, 3, 3)) == RationalFunction.of(Fraction(3, 2))
    ledger.release(response_relaxation(2, 3, 3), 2, "C")
    assert ledger.spent == RationalFunction.of(9) == ledger.audit()
    assert [entry.line for entry in ledger.releases] == [0, 1, 0]


def test_ledger_refuses_what_exceeds_the_budget() -> None:
    ledger = Ledger((0, 1), 5)
    ledger.release(randomized_response(3, 2), 0, "A")
    for offer in (response_relaxation(3, 6, 2), randomized_response(2, 2), Design([[1, 0], [0, 1]])):
        with pytest.raises(BudgetExceededError):
            ledger.release(offer, 0, "B")
    assert len(ledger.releases) == 1
    assert ledger.remaining == RationalFunction.of(Fraction(5, 3))


def test_ledger_refuses_what_makes_no_sense() -> None:
    ledger = Ledger((0, 1), 9)
    with pytest.raises(LedgerError, match="does not start"):
        ledger.release(response_relaxation(3, 6, 2), 0, "A")
    with pytest.raises(LedgerError, match="truths"):
        ledger.release(randomized_response(3, 3), 0, "A")
    with pytest.raises(LedgerError, match="no release 0"):
        ledger.resell(0, "A")
    with pytest.raises(LedgerError, match="at least 1"):
        Ledger((0, 1), Fraction(1, 2))
    ledger.release(randomized_response(3, 2), 0, "A")
    stay = response_relaxation(3, 3, 2)
    with pytest.raises(LedgerError, match="cannot follow"):
        ledger.release(stay, 1, "A")


def test_audit_finds_a_forged_entry() -> None:
    ledger = Ledger((0, 1), 9)
    rng = np.random.default_rng(3)
    ledger.answer(randomized_response(2, 2), 0, "A", rng)
    ledger.answer(response_relaxation(2, 5, 2), 0, "B", rng)
    assert ledger.audit() == RationalFunction.of(5)
    honest = ledger._releases[1]
    ledger._releases[1] = type(honest)(0, randomized_response(3, 2), honest.response, honest.relaxation, honest.buyers)
    with pytest.raises(AuditError, match="entry 1 is no relaxation"):
        ledger.audit()
    ledger._releases[1] = type(honest)(1, randomized_response(7, 2), 0, None, honest.buyers)
    with pytest.raises(AuditError, match="above the budget"):
        ledger.audit()


@pytest.mark.parametrize(("x", "y"), [(5, 2), (Fraction(1, 2), 2), (1, 1), (0, 3)])
def test_levels_between_which_nothing_is_relaxed_are_refused(x, y):
    with pytest.raises(RelaxationError, match=r"is relaxed from e\^eps1"):
        response_relaxation(x, y, 3)
    with pytest.raises(RelaxationError, match="e\\^eps is at least 1, not 2/3"):
        randomized_response(Fraction(2, 3), 4)
