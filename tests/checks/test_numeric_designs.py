"""Mechanisms with numeric answers at given parameters: laws as in textbooks, moments, samples, simulated surveys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil, exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from checks.inputs.design import DesignArgumentError, read_design
from checks.inputs.numeric_argument import read_numeric_design
from checks.inputs.numeric_catalogue import NUMERIC
from checks.inputs.numeric_design import NumericDesign
from checks.samplers.audit.cells import cells_of, truths_of
from checks.samplers.simulation.errors import SimulationError
from checks.samplers.simulation.numeric import read_truths, simulate_numeric

NAMED = (
    "laplace(eps=1)",
    "laplace(b=1/2, low=-3, high=5)",
    "discrete-laplace(eps=log(3))",
    "geometric(eps=1, low=-2, high=3)",
    "staircase(eps=1)",
    "staircase(eps=log(3), gamma=1/4, low=0, high=10)",
    "duchi(eps=1)",
    "duchi(x=3, low=0, high=10)",
    "piecewise(eps=1/2)",
    "pm(eps=log(5)/2, low=10, high=30)",
    "hybrid(eps=2)",
    "hm(eps=1, alpha=1/3, low=0)",
    "rounding(low=0)",
    "multiplicative(a=1/2, b=3/2, low=2, high=10)",
    "additive(a=-10, b=10, low=0, high=50)",
    "unrelated-number(p=2/3, a=0, b=10, low=-1, high=11)",
)


def truth_in(design: NumericDesign, share: Fraction) -> Fraction:
    low, high = design.interval
    truth = low + share * (high - low)
    return Fraction(round(truth)) if design.named.of_integers else truth


shares = st.fractions(0, 1, max_denominator=17)


# -- laws as textbooks have them ---------------------------------------------------------------------------------------


def laplace(t: float, eps: float) -> Callable[[float], float]:
    return lambda z: eps / 4 * exp(-abs(z - t) * eps / 2)


def staircase(t: float, eps: float) -> Callable[[float], float]:
    share = 1 / (1 + exp(eps / 2))
    top = (1 - exp(-eps)) / (4 * (share + exp(-eps) * (1 - share)))
    return lambda z: top * exp(-eps * max(0, ceil(abs(z - t) / 2 - share)))


def piecewise(t: float, eps: float) -> Callable[[float], float]:
    y = exp(eps / 2)
    reach = (y + 1) / (y - 1)
    left = (reach + 1) / 2 * t - (reach - 1) / 2
    p = (exp(eps) - y) / (2 * y + 2)

    def density(z: float) -> float:
        if not -reach <= z <= reach:
            return 0.0
        return p if left <= z <= left + reach - 1 else p / exp(eps)

    return density


def chance_of_plus(t: float, eps: float) -> float:
    return (exp(eps) - 1) / (2 * exp(eps) + 2) * t + 0.5


def enclosed(bounds: tuple[Fraction, Fraction], value: float, slack: float) -> bool:
    low, high = bounds
    assert 0 <= high - low < Fraction(1, 10**60)
    return low - Fraction(slack) <= Fraction(value) <= high + Fraction(slack)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([("laplace", laplace), ("piecewise", piecewise), ("staircase", staircase)]),
    st.fractions(Fraction(1, 4), 4, max_denominator=9),
    shares,
    st.floats(-7, 7),
    st.floats(0.01, 5),
)
def test_the_distribution_function_is_the_integral_of_the_density(named, eps, share, low, length):
    name, density_of = named
    design = read_numeric_design(f"{name}(eps={eps})")
    t = truth_in(design, share)
    density, y = density_of(float(t), float(eps)), exp(float(eps) / 2)
    bends = [float(t)] if name == "laplace" else [(y * float(t) - 1) / (y - 1), (y * float(t) + 1) / (y - 1)]
    bends += [] if name == "laplace" else [-(y + 1) / (y - 1), (y + 1) / (y - 1)]
    if name == "staircase":
        bends = [float(t) + sign * 2 * (i + 1 / (1 + y)) for i in range(8) for sign in (-1, 1)]
    points = [z for z in bends if low < z < low + length]
    integral = quad(density, low, low + length, points=points or None, epsabs=1e-12, limit=200)[0]
    assert enclosed(design.probability(t, Fraction(low), Fraction(low + length)), integral, 1e-9)


@settings(max_examples=30, deadline=None)
@given(st.fractions(Fraction(1, 4), 4, max_denominator=9), shares, st.fractions(Fraction(1, 9), Fraction(8, 9)))
def test_the_hybrid_law_is_a_mixture(eps, share, alpha):
    design = read_numeric_design(f"hybrid(eps={eps}, alpha={alpha})")
    t = truth_in(design, share)
    e = exp(float(eps))
    whole = float(alpha) * quad(piecewise(float(t), float(eps)), 0.3, 0.9, epsabs=1e-12, limit=400)[0]
    assert enclosed(design.probability(t, Fraction(0.3), Fraction(0.9)), whole, 1e-6)
    atom = (e + 1) / (e - 1)
    assert design.atoms(t) == pytest.approx([-atom, atom])
    narrow = design.probability(t, Fraction(atom - 1e-9), Fraction(atom + 1e-9))
    assert enclosed(narrow, (1 - float(alpha)) * chance_of_plus(float(t), float(eps)), 1e-8)


@settings(max_examples=30, deadline=None)
@given(st.fractions(Fraction(1, 4), 4, max_denominator=9), st.integers(-6, 6), st.integers(0, 3))
def test_two_sided_geometric_noise_has_its_probabilities(eps, z, t):
    design = read_numeric_design(f"discrete-laplace(eps={eps}, high=3)")
    a = exp(-float(eps) / 3)
    found = design.probability(Fraction(t), Fraction(z) - Fraction(1, 2), Fraction(z) + Fraction(1, 2))
    assert enclosed(found, (1 - a) / (1 + a) * a ** abs(z - t), 1e-12)


@pytest.mark.parametrize("text", NAMED)
def test_the_probabilities_of_the_cells_of_each_truth_sum_to_one_and_their_ratios_are_private(text):
    design = read_numeric_design(text)
    truths = truths_of(design, None)
    cells = cells_of(design, truths)
    assert list(cells.borders) == sorted(set(cells.borders))
    assert len(set(cells.labels)) == len(cells.labels) == len(cells.borders) + 1
    rows = [[design.probability(t, *cells.ends(i)) for i in range(len(cells.labels))] for t in truths]
    for row in rows:
        assert sum(low for low, _ in row) <= 1 <= sum(high for _, high in row)
    columns = [[float(low) for low, _ in column] for column in zip(*rows, strict=True)]
    worst = max((log(max(c) / min(c)) for c in columns if min(c) > 1e-12), default=0.0)
    if design.epsilon is not None:
        assert worst == pytest.approx(design.epsilon, rel=1e-6), "the ends of the interval are asked"
    else:
        assert any(max(c) > 0.01 and min(c) < 1e-7 for c in columns)


@pytest.mark.parametrize("text", NAMED)
def test_samples_have_the_moments_and_the_cells_of_the_law(text):
    design, size = read_numeric_design(text), 40_000
    truths = truths_of(design, None)
    cells = cells_of(design, truths)
    for number, t in enumerate(truths):
        answers = design.sample(np.full(size, float(t)), np.random.default_rng([7, number]))
        assert all(design.is_possible(Fraction(z)) for z in answers[:50].tolist())
        mean, variance = float(design.mean.enclosed(t)), float(design.variance.enclosed(t))
        assert answers.mean() == pytest.approx(mean, abs=6 * sqrt(variance / size) + 1e-9)
        counts = np.bincount([cells.place(z) for z in answers.tolist()], minlength=len(cells.labels))
        for count, index in zip(counts, range(len(cells.labels)), strict=True):
            p = float(design.probability(t, *cells.ends(index))[1])
            assert abs(count - size * p) <= 6 * sqrt(size * p * (1 - p)) + 10 * (p > 0) + 1e-9


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(NAMED), shares)
def test_the_rule_of_a_law_has_its_mean_and_its_variance(text, share):
    design = read_numeric_design(text)
    t = truth_in(design, share)
    z, p = design.rule(float(t), 60.0)
    assert p.sum() == pytest.approx(1, rel=1e-12)
    mean = float(p @ z)
    assert mean == pytest.approx(float(design.mean.enclosed(t)), abs=1e-9)
    assert float(p @ (z - mean) ** 2) == pytest.approx(float(design.variance.enclosed(t)), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    "text", ["staircase(eps=1/1000)", "staircase(eps=1/1000, gamma=9/10)", "geometric(eps=1/1000)"]
)
def test_the_rule_of_noise_that_falls_slowly_is_short(text):
    design = read_numeric_design(text)
    z, p = design.rule(0.0, 60.0)
    assert z.size < 1000
    assert p.sum() == pytest.approx(1, rel=1e-12)
    assert float(p @ z**2) == pytest.approx(float(design.variance.enclosed(Fraction(0))), rel=1e-9)


@pytest.mark.parametrize("text", NAMED)
def test_the_worst_variance_is_the_largest_of_a_grid(text):
    design = read_numeric_design(text)
    low, high = map(float, design.interval)
    largest, at = design.worst_variance
    assert float(design.variance.rounded(np.linspace(low, high, 201)).max()) <= largest * (1 + 1e-9)
    assert all(float(design.variance.rounded(np.array([t]))[0]) == pytest.approx(largest) for t in at)


# -- simulated surveys -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", NAMED)
def test_theory_and_simulation_agree(text):
    design = read_numeric_design(text)
    found = simulate_numeric(design, read_truths("uniform", design), 20, 2000, seed=3)
    assert found.verdict.agrees
    assert found.law.variance == pytest.approx(found.variance, rel=1e-9)
    z = [c.z for c in found.comparisons if c.z is not None]
    assert len(z) == 3
    assert max(map(abs, z)) < 5
    again = simulate_numeric(design, read_truths("uniform", design), 20, 2000, seed=3)
    assert again.sums == found.sums


@pytest.mark.parametrize(
    ("sampled", "theory"),
    [
        ("laplace(b=51/25)", "laplace(b=2)"),  # the scale is 2 % off
        ("duchi(eps=11/10)", "duchi(eps=1)"),
        ("piecewise(eps=1)", "piecewise(eps=11/10)"),
        ("staircase(eps=1, gamma=4/5)", "staircase(eps=1)"),
        ("unrelated-number(p=2/3, a=0, b=1)", "unrelated-number(p=3/5, a=0, b=1)"),
    ],
)
def test_theory_of_something_else_disagrees(sampled, theory):
    design, other = read_numeric_design(sampled), read_numeric_design(theory)
    found = simulate_numeric(design, read_truths("-1=1/4,1/2=3/4", design), 4, 200_000, seed=1)
    assert found.verdict.agrees
    assert not replace(found, design=other).verdict.agrees


def test_the_truths_of_a_survey_are_drawn_by_their_law():
    design = read_numeric_design("laplace(eps=1)")
    law = read_truths("-1=1/4,1/2=3/4", design)
    assert (law.mean, law.variance) == (Fraction(1, 8), Fraction(27, 64))
    drawn = law.sample(10_000, np.random.default_rng(1))
    assert set(drawn.tolist()) == {-1.0, 0.5}
    assert np.count_nonzero(drawn == -1) == pytest.approx(2500, abs=6 * sqrt(1875))
    assert str(law) == "-1=1/4,1/2=3/4"
    assert len(read_truths("uniform", read_numeric_design("geometric(eps=1, high=4)")).shares) == 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1/2", "'1/2' is no truth with its share, such as 1/2=3/4"),
        ("2=1", "truths of laplace(eps=1) are numbers from -1 to 1, not 2"),
        ("0=1/2,1=1/3", "the shares sum to 5/6, not to 1"),
        ("0=1/2,0=1/2", "the truth 0 has one share"),
    ],
)
def test_laws_of_truths_that_are_none(text, said):
    with pytest.raises(SimulationError, match=said.replace("(", r"\(").replace(")", r"\)")):
        read_truths(text, read_numeric_design("laplace(eps=1)"))


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("piecewise", "piecewise needs eps"),
        ("laplace()", "write laplace(eps=...), or b=..."),
        ("laplace(eps=1, b=2)", "eps and b say the same"),
        ("laplace(b=0)", "the scale b is above 0, not 0"),
        ("piecewise(eps=0)", "eps is above 0, not 0"),
        ("piecewise(eps=1, x=3)", "eps is given twice"),
        ("piecewise(p=1, eps=1)", "piecewise has no parameter p; it has eps, low, high"),
        ("rounding(eps=1)", "rounding has no parameter eps"),
        ("staircase(eps=1, gamma=1)", "gamma lies between 0 and 1, not at 1"),
        ("hybrid(eps=1, alpha=1)", "alpha lies between 0 and 1, not at 1"),
        ("duchi(eps=1, low=2)", "truths lie from low to high, not from 2 to 1"),
        ("geometric(eps=1, high=1/2)", "low and high are, not 0 and 1/2"),
        ("additive(a=1, b=0)", "S lies between a and b, a < b"),
        ("multiplicative(a=-1, b=1)", "which must not be 0"),
        ("unrelated-number(a=0, b=1)", "unrelated-number needs p"),
        ("laplacian(eps=1)", "did you mean laplace?"),
        ("duchi(1)", "duchi(1): parameters are written duchi(eps=...)"),
    ],
)
def test_what_names_no_mechanism(text, said):
    with pytest.raises(DesignArgumentError) as refused:
        read_numeric_design(text)
    assert said in str(refused.value)


def test_a_matrix_is_asked_for_elsewhere():
    with pytest.raises(DesignArgumentError, match="duchi answers with numbers, and a matrix is needed here"):
        read_design("duchi(eps=1)")


def test_each_named_mechanism_is_read_with_its_example():
    for named in NUMERIC:
        design = read_numeric_design(named.example)
        assert design.line[1] != 0
        for alias in named.aliases:
            assert read_numeric_design(named.example.replace(named.name, alias)).named is named


@pytest.mark.parametrize(
    "text", ["laplace(eps=1)", "staircase(eps=2)", "staircase(eps=1, gamma=1/7)", "discrete-laplace(eps=1, high=3)"]
)
def test_the_expected_size_of_noise_is_that_of_its_law(text):
    """By the rule of the law, which is exact for polynomials on each side of 0, cut at a probability of e^-60."""
    design = read_numeric_design(text)
    (branch,) = design.branches(Fraction(0))
    z, p = branch.law.rule(60.0)
    found = float(design.in_truth(design.mechanism.noise_size()).enclosed(Fraction(0)))
    assert found == pytest.approx(float(p @ abs(z)), rel=1e-9)
