"""Optimal designs for all levels at once: known regimes, exact solves at single levels, LaTeX and JSON."""

import json
import random
from fractions import Fraction as F
from itertools import pairwise

import pytest

from derivations.arithmetic.proof_file import ProofFileError, recheck
from lp.constraints.constraint import ConstraintError
from lp.constraints.privacy import ApproximatePrivacy, LocalPrivacy, MetricPrivacy
from lp.losses.linear_loss import hamming, l1, loss_program, optimal_design, squared
from lp.parametric.design import parametric_design, parametric_design_under
from lp.parametric.family import interpolated
from lp.parametric.optimum import solve_for_all
from lp.parametric.program import ParametricError, ParametricProgram
from mechanisms.exact.algebraic_real import AlgebraicReal, real_roots
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

x = Polynomial.variable("x")


def root(polynomial):
    return real_roots(polynomial)[-1]


def spent(design, loss):
    rows = [[e.evaluate({}) for e in row] for row in design.entries]
    return sum(c * p for line, row in zip(loss, rows, strict=True) for c, p in zip(line, row, strict=True))


@pytest.fixture(scope="module")
def distances():
    return parametric_design(l1(4))


def test_hamming_loss_has_one_regime_which_is_k_ary_randomized_response():
    for k in (2, 4):
        (piece,) = parametric_design(hamming(k)).pieces
        assert piece.interval.low == 1
        assert piece.interval.high is None
        assert piece.value == RationalFunction(Polynomial.constant(k * (k - 1)), x + (k - 1))
        keep, lie = RationalFunction(x, x + (k - 1)), RationalFunction(Polynomial.constant(1), x + (k - 1))
        assert piece.design.entries == tuple(tuple(keep if a == y else lie for y in range(k)) for a in range(k))


@pytest.mark.parametrize(
    ("loss", "ends"),
    [
        (l1(3), [AlgebraicReal.of(2)]),
        (squared(3), [AlgebraicReal.of(4)]),
        (squared(4), [root(x * x - 12 * x - 5)]),
        # By hand: constant loss 6 against (2x + 18)/(x + 2), and that against 40/(x + 4).
        (l1(5), [AlgebraicReal.of(F(3, 2)), root(x * x - 7 * x - 4)]),
    ],
)
def test_the_regimes_of_distance_losses(loss, ends):
    found = parametric_design(loss)
    assert list(found.breakpoints) == ends
    for before, after in pairwise(found.pieces):
        assert before.interval.high.image(before.value) == after.interval.low.image(after.value)
    for at in (F(1), F(6, 5), F(7, 2), F(50)):
        design = found.design_at(at)
        assert LocalPrivacy(at).holds_for(design)
        assert spent(design, loss) == found.value(at) == optimal_design(loss, at).value
    design, value = found.at(root(x * x - x - 4))
    assert design.shape == (len(loss), len(loss))
    assert value == root(x * x - x - 4).image(found.optimum.piece(root(x * x - x - 4)).value)


def test_a_generic_loss_with_a_prior_agrees_with_single_levels():
    rng = random.Random(5)
    loss = [[F(rng.randint(0, 200)) if a != y else F(0) for y in range(4)] for a in range(3)]
    prior = [F(1, 2), F(1, 3), F(1, 6)]
    found = parametric_design(loss, prior, high=30)
    assert len(found.pieces) > 2
    for end in found.breakpoints:
        for at in (end.rational or end.refined(F(1, 2**40)).low, end.refined(F(1, 2**40)).high + F(1, 10**9)):
            assert found.value(at) == optimal_design(loss, at, prior).value
    with pytest.raises(ParametricError, match="outside"):
        found.value(31)


def test_constraints_that_are_polynomial_in_x():
    metric = parametric_design_under(
        l1(3), lambda at: [MetricPrivacy([[1, at, at**2], [at, 1, at], [at**2, at, 1]])], degree=2
    )
    # The constant response is best up to the golden ratio.
    assert metric.breakpoints == (root(x * x - x - 1),)
    delta = F(1, 10)
    loss = l1(3)
    approximate = parametric_design_under(loss, lambda at: [ApproximatePrivacy(at, delta)])
    for at in (F(1), F(8, 5), F(9)):
        design = approximate.design_at(at)
        assert ApproximatePrivacy(at, delta).holds_for(design)
        assert spent(design, loss) == approximate.value(at)
        assert approximate.value(at) < parametric_design(loss).value(at)
    with pytest.raises(ConstraintError):
        parametric_design_under(loss, lambda at: [MetricPrivacy([[1, at], [at, 1]])])


def test_a_family_that_is_no_polynomial_is_noticed():
    with pytest.raises(ParametricError, match="no polynomials"):
        interpolated(lambda at: loss_program(l1(2), at * at), 1)
    assert interpolated(lambda at: loss_program(l1(2), at * at), 2).at(3) == loss_program(l1(2), 9)
    with pytest.raises(ParametricError, match="different numbers"):
        interpolated(lambda at: loss_program(l1(2 if at < 3 else 3), at), 2)


def test_latex_cases_have_exact_ends(distances):
    text = distances.to_latex()
    assert text.count(r"\begin{cases}") == text.count(r"\end{cases}") == 2
    assert r"2 + \sqrt{5}" in text
    assert r"e^{\epsilon}" in text
    assert distances._repr_latex_() == f"${text}$"
    found = solve_for_all(ParametricProgram.of([1], [[(0, 1)], [(0, 1)], [(0, -1)]], [x**3 - 5 * x, 2 - x, -50], low=0))
    text = found.to_latex()
    assert r"\text{infeasible}" in text
    assert r"\xi_{1} \approx 2.214320" in text
    assert r"\xi_{1}^{3} - 4 \xi_{1} - 2 = 0" in text


def test_json_holds_proofs_that_are_checked_again(distances):
    data = json.loads(json.dumps(distances.to_json()))
    assert [p["kind"] for p in data["pieces"]] == ["optimal", "optimal"]
    assert data["pieces"][0]["interval"]["high"]["root of"] == "t^2 - 4*t - 1"
    for piece, made in zip(data["pieces"], distances.optimum.pieces, strict=True):
        assert recheck(piece["proof"]).statement == made.theorem.statement
    assert recheck(data["coverage"]).statement == distances.optimum.coverage.statement
    proof = data["pieces"][1]["proof"]
    certificate = next(step for step in proof["steps"] if step["rule"] == "contradiction")["arguments"][1]
    certificate["positive"][0] = str(F(certificate["positive"][0]) + 1)
    with pytest.raises(ProofFileError, match="does not sum to zero"):
        recheck(proof)
