"""The moment estimator of subset responses is minimax for every k, and for chosen numbers the best of all by search."""

from fractions import Fraction

import pytest

from derivations.algebra.linear_algebra import SingularMatrixError
from derivations.estimation.minimum_risk import least_risk
from derivations.theorems.subsets.subset_estimators import minimax_derivation
from derivations.theorems.subsets.subset_response import FixedSizeSubsets, local_diversity, subset_selection, variable
from mechanisms.catalogue import subset_responses as catalogue

K, L, Q, GAMMA, P = (variable(name) for name in ("k", "l", "q", "gamma", "p"))


@pytest.mark.parametrize(
    "subsets",
    [local_diversity(K, L), subset_selection(K, Q, GAMMA), subset_selection(K, 1, GAMMA, K), FixedSizeSubsets(K, L, P)],
    ids=["diversity", "selection", "k-ary", "any inclusion"],
)
def test_every_step_is_a_theorem_without_oracles(subsets: FixedSizeSubsets) -> None:
    found = minimax_derivation(subsets)
    assert len(found.theorems) == len(found.steps) == 9
    assert all(not theorem.oracles for theorem in found.theorems)


def test_the_minimax_risk_is_the_least_risk_at_the_uniform_prior_and_less_elsewhere() -> None:
    level = Fraction(7, 2)
    design = catalogue.subset_selection(4, 2).protocol.design().at(gamma=level)
    worst = subset_selection(4, 2, level, 6).least_risk_at_uniform_prior
    assert least_risk(design, [Fraction(1, 4)] * 4) == worst
    skew = least_risk(design, [Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8)])
    assert skew.evaluate({}) < worst.evaluate({})


def test_nothing_is_minimax_where_nothing_is_estimable() -> None:
    with pytest.raises(SingularMatrixError):
        minimax_derivation(subset_selection(K, Q, 1))
