"""Optimal staircase designs for all levels at once: exact levels of change, the same answers as at single levels."""

from fractions import Fraction as F

import pytest

from derivations.arithmetic import kernel
from lp.losses import column_objectives as objectives
from lp.losses.column_objectives import ObjectiveError, uniform_prior
from lp.staircases.enclosures import staircase_enclosure
from lp.staircases.levels import staircase_for_all_levels
from lp.staircases.optimum import staircase_optimum
from mechanisms.exact.algebraic_real import AlgebraicReal, real_roots
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import PrivacyLevel

X = Polynomial.variable("x")
PRIOR = (F(1, 2), F(1, 3), F(1, 6))
OTHER = (F(1, 10), F(3, 10), F(6, 10))
CASES = {
    objective.name: objective
    for objective in (
        objectives.chi_square_information(PRIOR),
        objectives.information(PRIOR, objectives.total_variation, "mean distance from the prior"),
        objectives.chi_square_divergence(PRIOR, OTHER),
        objectives.total_variation_distance(PRIOR, OTHER),
        objectives.fisher_information(PRIOR, (F(-1), F(1, 4), F(3, 4))),
        objectives.proportions_information(PRIOR),
        objectives.posterior_squares(PRIOR),
    )
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_values_are_those_of_single_levels(name):
    objective = CASES[name]
    found = staircase_for_all_levels(objective)
    for x in (F(9, 8), F(5, 2), F(31, 4)):
        piece = next(p for p in found.pieces if p.interval.contains(x))
        assert staircase_optimum(objective, x).value == piece.value.evaluate({"x": x})
    assert all(isinstance(piece.piece.theorem, kernel.Theorem) for piece in found.pieces)
    for subset in range(8):
        total = tuple(
            sum((f[j] for a, f in enumerate(objective.features) if subset >> a & 1), F(0))
            for j in range(len(objective.features[0]))
        )
        value = objective.for_all_levels(total).evaluate({"x": F(7, 3)})
        assert objective.of_subset(F(7, 3), total) == value


def test_two_responses_at_small_levels_and_one_a_truth_at_large_ones():
    # Chi-square between the uniform prior on four and the posterior: pairs up to sqrt(3), then single truths.
    found = staircase_for_all_levels(objectives.chi_square_information(uniform_prior(4)))
    assert found.breakpoints == (AlgebraicReal.square_root(3),)
    first, last = found.pieces
    assert {len(s) for s in first.design.responses} == {2}
    assert last.design.responses == ((0,), (1,), (2,), (3,))
    # For a prior of 1/2, 1/3, 1/6 the binary mechanism tells the likeliest truth from the others up to a root of this.
    found = staircase_for_all_levels(CASES["chi-square information"])
    assert found.breakpoints == (real_roots(X**3 + 3 * X**2 - 4 * X - 10)[-1],)
    assert [set(piece.design.responses) for piece in found.pieces] == [{(0,), (1, 2)}, {(0,), (1,), (2,)}]
    assert found._repr_latex_().startswith(r"$\max_P \chi^2(\pi, P) = \begin{cases}")


def test_total_variation_is_binary_at_every_level():
    (piece,) = staircase_for_all_levels(CASES["total variation"]).pieces
    assert set(piece.design.responses) == {(0, 1), (2,)}


def test_bad_questions():
    with pytest.raises(ObjectiveError, match="not known to be rational"):
        staircase_for_all_levels(objectives.mutual_information(PRIOR))
    with pytest.raises(ObjectiveError, match="at most 6 truths"):
        staircase_for_all_levels(objectives.chi_square_information(uniform_prior(9)))
    with pytest.raises(ObjectiveError, match="between 1 and the end"):
        staircase_for_all_levels(CASES["total variation"], low=3, high=2)


def test_a_level_whose_exponential_is_irrational_is_enclosed():
    objective = objectives.mutual_information(PRIOR)
    found = staircase_enclosure(objective, PrivacyLevel.read("3/2"))
    assert found.same_subsets
    assert found.low < found.high
    assert found.gap < F(1, 10**28)
    low, high = PrivacyLevel.read("3/2").enclosure
    assert found.below.x <= low < high <= found.above.x
    known = staircase_enclosure(objective, PrivacyLevel.read("log(4)"))
    assert known.below.value == known.above.value == staircase_optimum(objective, 4).value
    with pytest.raises(ObjectiveError, match="greater than 1"):
        staircase_enclosure(objective, PrivacyLevel.read("0.001"), digits=2)
    with pytest.raises(ObjectiveError, match="digits"):
        staircase_enclosure(objective, PrivacyLevel.read("1"), digits=0)
