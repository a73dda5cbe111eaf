"""Optimal designs under mixtures of constraints: certified, recovered where known, never beaten, or refused."""

from dataclasses import dataclass
from fractions import Fraction as F
from random import Random

import cvxpy
import pytest

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import Infeasible as NoPoint
from derivations.arithmetic.statements import Optimal
from lp import SolverError
from lp.constraints.constrained_design import NoSuchDesign, closest_design, constrained_model, optimal_design_under
from lp.constraints.constraint import Constraint, ConstraintError
from lp.constraints.entries import EntryBounds, LocalDiversity, SymmetricMatrix
from lp.constraints.metric_factors import line_distances, metric_privacy
from lp.constraints.nearness import NearDesign, distance_of
from lp.constraints.posteriors import GuessingCap, PosteriorCap
from lp.constraints.privacy import ApproximatePrivacy, LocalPrivacy
from lp.losses.linear_loss import LossError, hamming, l1, optimal_design, squared
from lp.models.exact_program import exact_program
from mechanisms.design import Design
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.guarantees.criteria.bayes import numbers

PRIOR = (F(1, 2), F(1, 3), F(1, 6))
IDENTITY = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
MIXTURES = [
    [LocalPrivacy(F(5, 2)), PosteriorCap(PRIOR, F(3, 5))],
    [ApproximatePrivacy(F(2), F(1, 8)), GuessingCap(PRIOR, F(3, 5)), EntryBounds(0, 2, F(1, 20), F(1))],
    [metric_privacy(PrivacyLevel.of_x(F(3, 2)), line_distances(3)), ApproximatePrivacy(F(1), F(1, 3))],
]


def loss_of(design, loss, prior):
    rows = numbers(design)
    return sum(prior[x] * loss[x][y] * rows[x][y] for x in range(3) for y in range(3))


@pytest.mark.parametrize("constraints", MIXTURES)
def test_no_design_of_the_class_beats_the_optimum(constraints):
    random = Random(5)
    loss = [[F(random.randint(0, 9), 4) for _ in range(3)] for _ in range(3)]
    found = optimal_design_under(loss, constraints, PRIOR)
    statement = found.optimum.theorem.statement
    assert isinstance(statement, Optimal)
    assert statement.value == found.value == loss_of(found.design, loss, PRIOR)
    assert found.active
    allowed = 0
    for _ in range(60):
        rows = [[F(random.randint(0, 6)) + F(1, 9) for _ in range(3)] for _ in range(3)]
        rows = [[v / sum(row) for v in row] for row in rows]
        share = F(random.randint(0, 8), 8)
        best = numbers(found.design)
        pairs = zip(rows, best, strict=True)
        mixed = Design([[share * p + (1 - share) * q for p, q in zip(*pair, strict=True)] for pair in pairs])
        if all(constraint.holds_for(mixed) for constraint in constraints):
            allowed += 1
            assert loss_of(mixed, loss, PRIOR) >= found.value
    assert allowed > 5


def test_without_constraints_the_best_response_to_each_truth_is_given():
    assert optimal_design_under([[3, 1, 2], [0, 5, 5]], []).design == Design([[0, 1, 0], [1, 0, 0]])


def test_local_privacy_alone_is_the_program_for_a_linear_loss():
    assert optimal_design_under(l1(4), [LocalPrivacy(F(2))]).value == optimal_design(l1(4), F(2)).value


@pytest.mark.parametrize(
    ("x", "delta"), [(F(2), F(1, 5)), (F(1), F(0)), (F(1), F(1, 3)), (F(3), F(0)), (F(7, 2), F(1))]
)
def test_the_corner_of_binary_designs_is_recovered(x, delta):
    found = optimal_design_under(hamming(2), [ApproximatePrivacy(x, delta)])
    assert found.value == 2 * (1 - (x + delta) / (x + 1))


def test_the_closest_private_design_to_the_truth_is_randomized_response():
    x, k = F(3), 3
    for distance, factor in (("total-variation", 1), ("l1", 2 * k), ("max", 1)):
        found = closest_design(IDENTITY, [LocalPrivacy(x)], distance)
        assert found.value == factor * (1 - x / (x + k - 1))
        assert distance_of(numbers(found.design), IDENTITY, distance) == found.value


def test_a_design_that_meets_the_constraints_is_closest_to_itself():
    design = Design([[F(3, 5), F(2, 5)], [F(1, 3), F(2, 3)]], truths=["no", "yes"])
    found = closest_design(design, [LocalPrivacy(F(2))])
    assert found.value == 0
    assert found.design == design


def test_within_a_radius_of_a_design_the_loss_falls_until_the_radius_binds():
    near = NearDesign(((F(1, 2), F(1, 2)), (F(1, 2), F(1, 2))), F(1, 10))
    found = optimal_design_under(hamming(2), [near])
    assert found.value == 2 * F(2, 5)
    assert found.active == ("total-variation distance = 1/10",)


def test_a_conflict_is_named_and_certified():
    wanted = [LocalPrivacy(F(2)), EntryBounds(0, 0, F(9, 10)), EntryBounds(1, 1, F(9, 10)), SymmetricMatrix()]
    found = optimal_design_under(squared(2), wanted)
    assert isinstance(found, NoSuchDesign)
    assert isinstance(found.theorem.statement, NoPoint)
    assert found.theorem.statement.program == found.program
    assert {"P[0, 0] >= 9/10", "P[1, 1] >= 9/10"} <= set(found.conflict) or "P[0, 1] = P[1, 0]" in found.conflict
    assert str(found).startswith("no design meets the constraints; these contradict each other: ")
    assert kernel.farkas(found.program, *found.multipliers).statement == found.theorem.statement
    # 9/10 for both is possible just where x (1 - p) >= p.
    assert not isinstance(optimal_design_under(squared(2), [LocalPrivacy(F(9)), *wanted[1:]]), NoSuchDesign)
    assert isinstance(optimal_design_under(squared(2), [LocalPrivacy(F(899, 100)), *wanted[1:]]), NoSuchDesign)


def test_diversity_and_local_privacy_contradict_each_other_unless_all_truths_stay_possible():
    pairs = LocalDiversity.all_sets(3, 2)
    assert isinstance(optimal_design_under(hamming(3), [pairs, LocalPrivacy(F(100))]), NoSuchDesign)
    # A response on a pair of truths: each truth is reported in two of the three sets.
    found = optimal_design_under([[0, 1, 1], [1, 0, 1], [1, 1, 0]], [pairs])
    assert pairs.holds_for(found.design)
    assert isinstance(closest_design(found.design, [pairs, EntryBounds(0, 0, F(3, 5))]), NoSuchDesign)


@dataclass(frozen=True)
class Forgetful(Constraint):
    """Says that P[0, 0] is at most 1/2 and demands nothing of the model."""

    def check(self, truths, responses):
        """Every size."""

    def families(self):
        """Nothing."""
        return []

    def holds_for(self, design):
        """P[0, 0] <= 1/2"""
        return numbers(design)[0][0] <= F(1, 2)


def test_rows_and_definition_that_differ_are_an_error():
    with pytest.raises(SolverError, match=r"Forgetful\(\) does not hold for the design that its rows admit"):
        optimal_design_under(hamming(2), [Forgetful()])


def test_labels_rows_and_messages():
    found = optimal_design_under(hamming(2), [LocalPrivacy(F(3))], truths=["no", "yes"], responses=["n", "y"])
    assert found.design.entry("no", "n").evaluate({}) == F(3, 4)
    _, demands = constrained_model(2, 2, [ApproximatePrivacy(F(3), F(1, 4))])
    exact = exact_program(cvxpy.Problem(cvxpy.Minimize(0), demands))
    words = [exact.words(i) for i in range(len(exact.origins))]
    assert any(text.startswith("P[0, 0] <= 3 P[1, 0] + maximum_1[0, 0] (of maximum(") for text in words)
    assert "sum over y of max(0, P[0, y] - x P[1, y]) <= delta" in words
    with pytest.raises(LossError, match="the weights of the prior sum to"):
        optimal_design_under(hamming(2), [], [F(1, 2), F(1, 3)])
    with pytest.raises(ConstraintError, match="row 0 of center must have entries"):
        closest_design([[1, 1]], [])
    with pytest.raises(ConstraintError, match="a distance is one of"):
        closest_design([[1, 0]], [], "far")
