"""The ranking as one theorem, at levels where u and t are rational, so that its conclusion is evaluated."""

from fractions import Fraction as F

import pytest

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.proof_file import recheck, to_json
from derivations.theorems.oracles.level_numbers import LevelNumbers
from derivations.theorems.oracles.oracle_ranking import enclosed_threshold, ranking_theorem
from derivations.theorems.oracles.oracle_table import OracleRow, frequency_oracles
from derivations.theorems.subsets.subset_response import variable
from mechanisms.exact.privacy_level import PrivacyLevel

SQUARE = {"x": F(64, 25), "u": F(8, 5), "t": F(4, 3)}  # x = u^2, and t is the best threshold


def ranked(k: int, level: F | PrivacyLevel, share: F) -> tuple[tuple[OracleRow, ...], Theorem]:
    rows = frequency_oracles(k, level, share)
    return rows, ranking_theorem(rows, k, share)


@pytest.mark.parametrize(("k", "share"), [(2, F(1)), (9, F(0)), (30, F(1, 5))])
def test_the_theorem_says_the_order_and_the_sizes(k: int, share: F) -> None:
    rows, theorem = ranked(k, SQUARE["x"], share)
    (d,), (g,) = (next(row.sizes for row in rows if row.name == name) for name in ("SS", "OLH"))
    others = [(size, h) for size in range(1, k) for h in range(1, 8)]
    applied = 0
    for size, h in others:
        point = {**SQUARE, "d_": F(size), "h_": F(h)}
        if all(hypothesis.holds_at(point) for hypothesis in theorem.sequent.hypotheses):
            assert theorem.sequent.conclusion.holds_at(point)
            applied += 1
    assert applied == sum((size != d or k == 2) and h != g - 1 for size, h in others) > 0
    assert not theorem.oracles


def test_the_theorem_at_a_transcendental_level_and_with_ties_checks_again() -> None:
    for k, level, share in (
        (40, PrivacyLevel.of_eps(F(1)), F(1, 10)),
        (11, PrivacyLevel.of_x(3), F(0)),
    ):
        _, theorem = ranked(k, level, share)
        assert recheck(to_json(theorem)).statement == theorem.statement
        assert not theorem.oracles


@pytest.mark.parametrize("eps", [F(1, 10**6), F(3, 7), F(60)])
def test_the_best_threshold_is_enclosed(eps: F) -> None:
    numbers = LevelNumbers(PrivacyLevel.of_eps(eps))
    theorem = enclosed_threshold(numbers, 128)
    low, high = numbers.number(variable("t")).bounds(200)
    for t, inside in ((low, True), (high, True), (high * (1 + F(1, 2**50)), False), (low * (1 - F(1, 2**50)), False)):
        assert theorem.sequent.conclusion.holds_at({"t": t}) == inside
    assert not theorem.oracles
