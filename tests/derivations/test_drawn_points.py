"""Points that are drawn once for facts that several searches have in common."""

from __future__ import annotations

from math import inf

import pytest

from derivations.prover import points
from derivations.prover.deadline import Deadline
from derivations.prover.points import Sampler, drawn, exact, holds
from mechanisms.exact.formula import greater
from mechanisms.exact.polynomial import Polynomial

x, y = Polynomial.variable("x"), Polynomial.variable("y")
FACTS = frozenset([greater(x, 0), greater(y, x)])
NAMES = frozenset(["z"])


@pytest.fixture(autouse=True)
def nothing_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(points, "_drawn", {})


def test_they_are_those_that_a_sampler_draws_and_are_drawn_once() -> None:
    found = drawn(FACTS, NAMES, 10, 20, Deadline(inf))
    assert found
    assert all(holds(fact, point) for point in found for fact in FACTS)
    assert list(map(exact, found)) == list(map(exact, Sampler(FACTS, NAMES).points(10, 20)))
    assert drawn(FACTS, NAMES, 10, 20, Deadline(inf)) is found
    assert len(drawn(FACTS, NAMES, 5, 20, Deadline(inf))) == 5


def test_what_was_broken_off_is_drawn_again() -> None:
    assert drawn(FACTS, NAMES, 10, 20, Deadline(0)) == []
    assert drawn(FACTS, NAMES, 10, 20, Deadline(inf))


def test_a_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(points, "MOST_DRAWN", 2)
    first = drawn(FACTS, NAMES, 1, 20, Deadline(inf))
    for count in (2, 3):
        drawn(FACTS, NAMES, count, 20, Deadline(inf))
    again = drawn(FACTS, NAMES, 1, 20, Deadline(inf))
    assert again is not first
    assert list(map(exact, again)) == list(map(exact, first))
