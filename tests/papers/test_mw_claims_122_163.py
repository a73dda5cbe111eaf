"""Claims 122 to 163 of Ma and Wang: verdicts, and the points at which what is wrong breaks."""

from fractions import Fraction

import pytest

from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper
from checks.papers.mw.derivations import derivation_of
from checks.papers.mw.levels import Level, lpp_ddagger, lpp_private
from tests.papers.records import record as record_of

PAPER = load_paper("MW")


def record(number: int) -> ClaimRecord:
    return record_of(f"MW-{number}")


def test_lemma_2_fails_where_two_edges_are_told_apart_best() -> None:
    point = record(140).counterexample
    assert point is not None
    x1, x2 = (Fraction(point[name]) for name in ("x1", "x2"))
    assert x2 + 1 > 2 * x1
    assert (
        max(c.evaluate({"x1": x1, "x2": x2}) for c in Level("x", lpp_ddagger).candidates) == x2 > 2 * x1 * x2 / (x2 + 1)
    )


@pytest.mark.parametrize(("x1", "x2"), [(2, 21), (5, 2), (3, 5), (1, 4), (4, 1)])
def test_levels_at_generic_points_and_at_ties(x1: int, x2: int) -> None:
    at = {"x1": x1, "x2": x2}
    private, zero = (max(c.evaluate(at) for c in Level("x", make).candidates) for make in (lpp_private, lpp_ddagger))
    assert private == zero == max(Fraction(x2), Fraction(2 * x1 * x2, x2 + 1))


def test_derivations_end_in_the_level() -> None:
    shown = derivation_of("MW-140")
    assert shown is not None
    assert "max(" in str(shown.steps[-1].statement)
    assert sum(step.theorem is not None for step in shown.steps) == 4
