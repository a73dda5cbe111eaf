"""Mechanisms of a claims file whose answers are numbers, in the commands: FILE.toml:NAME, as those of the catalogue."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from checks.cli import rrproof
from checks.designs.analysis.numeric import analysis_of_numeric_design
from checks.inputs.design import DesignArgumentError, is_numeric
from checks.inputs.numeric_argument import read_numeric_design
from checks.samplers.audit.auditing import audit
from checks.samplers.audit.result import Verdict
from checks.samplers.audit.settings import Settings
from checks.samplers.simulation.numeric import read_truths, simulate_numeric

INCOMES = str(Path(__file__).parents[2] / "docs/how-to/incomes.toml")
MEANS = str(Path(__file__).parents[2] / "examples/papers/mean-estimation.toml")
OWN = """
[symbols]
M = "-2 <= M <= 2"
d = "d > 0"
p = "1/2 < p < 1"
eps = { budget = true, range = "eps > 0" }

[mechanism]
truth = "M"
answer = { coin = "p", heads = "d + M", tails = "-d" }

[mechanisms.bent]
truth = "M"
answer = { coin = "(M^2 + 2)/8", heads = "d", tails = "0" }

[mechanisms.noisy]
truth = "M"
answer = "M + N"
random.N = { geometric = "exp(-eps)" }
"""


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    return str(path)


@pytest.mark.parametrize(
    ("declared", "named"),
    [
        (f"{INCOMES}:laplace(b=2)", "laplace(eps=1)"),
        (f"{INCOMES}:two-point(eps=log(3))", "duchi(eps=log(3))"),
        (f"{INCOMES}:rounded-noise(eps=1)", "discrete-laplace(eps=1)"),
        (f"{MEANS}:piecewise(half=1/2)", "piecewise(eps=1)"),
        (f"{MEANS}:hybrid(half=1/2, alpha=1/3)", "hybrid(eps=1, alpha=1/3)"),
        (f"{MEANS}:duchi(eps=2)", "duchi(eps=2)"),
    ],
)
def test_a_declared_mechanism_is_the_one_of_the_catalogue(declared, named):
    assert is_numeric(declared)
    one, other = read_numeric_design(declared), read_numeric_design(named)
    assert one.interval == other.interval
    assert one.epsilon == pytest.approx(other.epsilon, rel=1e-12)
    assert one.worst_variance[0] == pytest.approx(other.worst_variance[0], rel=1e-12)
    truth = other.interval[1]
    borders = [Fraction(-21, 10), Fraction(1, 10), Fraction(13, 10)]
    for (a, b), (c, d) in zip(one.probabilities(truth, borders), other.probabilities(truth, borders), strict=True):
        assert float(a) == pytest.approx(float(c), abs=1e-15)
        assert b - a < Fraction(1, 10**50)
        assert d - c < Fraction(1, 10**50)


def test_the_main_mechanism_and_symbols_of_any_name(own):
    """An answer d + t with probability p, else -d: the mean is p t + (2p - 1) d, the variance p (1 - p)(t + 2d)^2."""
    design = read_numeric_design(f"{own}:mechanism(d=1, p=2/3)")
    assert design.interval == (-2, 2)
    assert design.worst_variance == (pytest.approx(2 / 9 * 16), (2.0,))
    assert design.least_variance == (pytest.approx(0, abs=1e-12), (-2.0,))
    assert design.epsilon is None
    found = analysis_of_numeric_design(f"{own}:mechanism(d=1, p=2/3)")
    assert {one.key for one in found.formulas} == {"answer_mean", "answer_variance"}
    assert found.to_json()["for_all"] == "-2 <= M <= 2, d > 0, 1/2 < p < 1"


def test_a_variance_that_turns_twice_has_its_worst_case_inside(own):
    """With q = (t^2 + 2)/8 from 1/4 to 3/4 the variance q (1 - q) d^2 is largest where q = 1/2, t^2 = 2."""
    design = read_numeric_design(f"{own}:bent(d=3)")
    worst, places = design.worst_variance
    assert worst == pytest.approx(9 / 4, rel=1e-12)
    assert places == (pytest.approx(-(2**0.5)), pytest.approx(2**0.5))
    assert design.least_variance[0] == pytest.approx(9 * 3 / 16, rel=1e-12)


def test_it_is_sampled_and_audited():
    design = read_numeric_design(f"{MEANS}:piecewise(half=1)")
    settings = Settings(distance=0.1, tolerance=Fraction(1, 10**12), seconds=120)
    given = {"vectorised": True, "generator_argument": "rng"}
    assert audit(design.sample, design, settings, **given).verdict == Verdict.CONSISTENT
    other = read_numeric_design("piecewise(eps=1)")
    assert audit(other.sample, design, settings, **given).verdict == Verdict.REFUTED
    found = simulate_numeric(design, read_truths("uniform", design), 50, 200)
    y = exp(1)
    within = 1 / (3 * (y - 1)) + (y + 3) / (3 * (y - 1) ** 2)
    assert found.variance == pytest.approx((within + 1 / 3) / 50, rel=1e-9)
    assert found.verdict.agrees


def test_the_commands_take_it():
    two = f"{INCOMES}:two-point(eps=log(3))"
    for arguments in (
        ("analyze", two),
        ("analyze", f"{INCOMES}:two-point", "--at", "eps=log(3)"),
        ("estimate", two, "2=120,-2=80"),
        ("simulate", two, "--pi", "uniform", "-n", "20", "--runs", "50"),
        ("compare", two, "duchi(eps=1)"),
    ):
        run = CliRunner().invoke(rrproof, list(arguments))
        assert run.exit_code == 0, (arguments, run.output)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"{INCOMES}:laplace", "needs b"),
        (f"{INCOMES}:laplace(b=0)", "b is declared as 0 < b, not 0"),
        (f"{INCOMES}:laplace(b=1, c=1)", "has no parameter c; it has b"),
        (f"{INCOMES}:two-point(eps=0)", "eps is above 0, not 0"),
        (f"{INCOMES}:scrambled", "known by its moments alone"),
        (f"{INCOMES}:other", "no mechanism that answers with numbers is called so; there are .*:two-point"),
        ("no-such-file.toml:laplace(b=1)", "no-such-file.toml: cannot be read"),
    ],
)
def test_what_makes_no_sense(text, sentence):
    with pytest.raises(DesignArgumentError, match=sentence):
        read_numeric_design(text)


@pytest.mark.parametrize(
    ("range_", "inside", "outside"),
    [
        ("0 < eps <= 2", ("2", "1/2", "log(7)"), ("2.0001", "log(8)")),
        ("0 < eps < 2", ("log(7)",), ("2", "log(8)")),
        ("1/2 <= eps", ("1/2", "log(2)"), ("0.4999", "log(3/2)")),
    ],
)
def test_the_range_of_a_budget_is_that_of_its_values(tmp_path, range_, inside, outside):
    path = tmp_path / "own.toml"
    path.write_text(
        f'[symbols]\nt = {{ range = "-1 <= t <= 1" }}\neps = {{ budget = true, range = "{range_}" }}\n'
        '[mechanism]\ntruth = "t"\n[mechanism.answer]\ncoin = "(exp(eps) - 1)/(2*exp(eps) + 2)*t + 1/2"\n'
        'heads = "(exp(eps) + 1)/(exp(eps) - 1)"\ntails = "-(exp(eps) + 1)/(exp(eps) - 1)"\n'
    )
    for text in inside:
        assert read_numeric_design(f"{path}:mechanism(eps={text})").line == (0, 1)
    for text in outside:
        with pytest.raises(DesignArgumentError, match=r"declares .*eps.*, which does not hold for this value"):
            read_numeric_design(f"{path}:mechanism(eps={text})")


def test_a_condition_between_symbols_is_not_passed_over(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace("[symbols]", 'conditions = ["p < d"]\n[symbols]'))
    with pytest.raises(DesignArgumentError, match=r"the condition p < d between its symbols is not looked at here"):
        read_numeric_design(f"{path}:mechanism(d=1, p=2/3)")


def test_a_law_of_the_truth_may_be_sampled(own):
    design = read_numeric_design(f"{own}:mechanism(d=1, p=2/3)")
    rng = np.random.default_rng(1)
    answers = design.sample(np.full(20_000, 2.0), rng)
    assert set(np.round(answers, 9)) == {3.0, -1.0}
    assert abs((answers > 0).mean() - 2 / 3) < 0.02
