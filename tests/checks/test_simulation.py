"""Simulated surveys against theory: several designs, planted errors, and numbers that do not depend on who computes."""

import json
from dataclasses import replace
from fractions import Fraction as F
from math import comb, prod

import numpy as np
import pytest

from checks.inputs.design import key_of, read_design
from checks.samplers.simulation import SimulationError, simulate, theory
from checks.samplers.simulation.comparisons import comparisons, judge
from checks.samplers.simulation.exact_sums import products, sums
from checks.samplers.simulation.problem import Problem, problem_from
from checks.samplers.simulation.runs import CHUNK, sampled_counts
from checks.samplers.simulation.statistics import statistics, weighted
from checks.samplers.simulation.tally import Chunks, Tally, tally, tally_chunks
from derivations.estimation.estimator import estimator_covariance
from derivations.surveys.estimates import estimate_shares, mean_weight
from derivations.surveys.survey import Survey, SurveyError
from mechanisms.design import Design


def survey_of(text: str) -> Survey:
    return Survey.of(read_design(text), key_of(text))


WARNER = "warner(p_w=2/3)"
SKEWED = (F(1, 5), F(3, 10), F(1, 2))
MOORS = (F(7, 10), F(1, 5), F(3, 50), F(1, 25))


# -- theory and simulation ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("design", "prior", "n", "intervals"),
    [
        (WARNER, (F(7, 10), F(3, 10)), 37, ("wald", "exact", "profile")),
        ("forced-response(p=3/4, q=1/6)", (F(19, 20), F(1, 20)), 200, ("wald", "bootstrap")),
        ("grr(k=3, x=3)", SKEWED, 40, ("wald",)),
        ("subset-selection(k=4, l=2, gamma=3)", (F(1, 7), F(2, 7), F(3, 7), F(1, 7)), 500, ("wald",)),
        ("moors(p=3/4, s=1/2)", MOORS, 60, ("wald",)),
        ("unrelated-two-samples(p1=3/4, p2=1/10, s=2/5)", MOORS, 500, ()),
    ],
)
def test_theory_and_simulation_agree(design, prior, n, intervals):
    found = simulate(survey_of(design), prior, n, 2000, seed=1, estimators=("unbiased", "clipped"), intervals=intervals)
    assert found.verdict.agrees, found.conclusion()
    assert found.tally.runs == 2000
    for c in found.comparisons:
        assert c.z is None or abs(c.z) < 6, c
    quantities = {(c.method, c.quantity) for c in found.comparisons}
    assert {("unbiased", q) for q in ("bias", "variance", "mean squared error")} < quantities
    assert {m for m, q in quantities if q == "coverage"} == set(intervals)


def test_each_respondent_may_be_sampled_and_the_most_likely_estimates_agree():
    found = simulate(
        survey_of(WARNER), (F(7, 10), F(3, 10)), 37, 3000, one_by_one=True, estimators=("unbiased", "likely")
    )
    assert found.verdict.agrees, found.conclusion()
    (likely,) = [c for c in found.comparisons if c.method == "likely" and c.quantity == "bias"]
    # for two responses the most likely estimate is the clipped one
    q, total = F(2, 3) * F(3, 10) + F(1, 3) * F(7, 10), F(0)
    for yes in range(38):
        estimate = min(max(3 * F(yes, 37) - 1, F(0)), F(1))
        total += comb(37, yes) * q**yes * (1 - q) ** (37 - yes) * estimate
    assert likely.theory == pytest.approx(float(total - F(3, 10)), abs=1e-7)


def test_the_covariances_are_those_of_the_derivation():
    design = read_design("grr(k=3, x=3)")
    problem = Problem(Survey.of(design), SKEWED, 50)
    derived, _ = estimator_covariance(design, SKEWED, 50)
    for i in range(3):
        for j in range(3):
            assert theory.covariance(problem, i, j) == derived[i][j].evaluate({})


def test_exact_moments_of_an_enumerated_law():
    """The moments that judge, from all answers of two respondents."""
    problem = Problem(survey_of("grr(k=3, x=3)"), SKEWED, 2)
    law, w = problem.law, problem.weights[2]
    errors = {(a, b): ((w[a] + w[b]) / 2 - problem.shares[2], law[a] * law[b]) for a in range(3) for b in range(3)}
    error = theory.error_of(problem, 2)
    for power, value in ((2, error.variance), (4, error.fourth_moment)):
        assert value == pytest.approx(float(sum(p * e**power for e, p in errors.values())))
    for s in (0.7, -0.4, 0.05):
        value = sum(float(p) * np.exp(s * float(e) ** 2) for e, p in errors.values())
        assert np.exp(error.log_mean_of_square(s)) == pytest.approx(value, rel=1e-9)
        value = sum(float(p) * np.exp(s * float(e)) for e, p in errors.values())
        assert np.exp(error.log_mean(s)) == pytest.approx(value)


def test_possible_counts_are_all_with_their_probabilities():
    problem = Problem(survey_of("moors(p=3/4, s=1/2)"), MOORS, 6)
    counts, probabilities = theory.possible_counts(problem, 100)
    assert len(counts) == 4 * 4
    for row, p in zip(counts, probabilities, strict=True):
        laws = zip(problem.survey.samples, problem.sample_laws, strict=True)
        expected = prod(
            comb(3, int(row[s[0]])) * law[0] ** int(row[s[0]]) * law[1] ** int(row[s[1]]) for s, law in laws
        )
        assert p == pytest.approx(float(expected))
    assert theory.possible_counts(problem, 15) is None


def test_a_bias_by_theory_is_no_noise_of_floats():
    """Against the exact sum over the counts; next to 0 where hardly anything is ever clipped."""
    found = simulate(survey_of(WARNER), (F(9, 20), F(11, 20)), 2000, 10, estimators=("clipped", "likely"))
    biases = [c.theory for c in found.comparisons if c.quantity == "bias"]
    assert len(biases) == 3
    assert all(abs(bias) < 1e-40 for bias in biases)
    n, pi = 23, F(1, 7)
    found = simulate(survey_of(WARNER), (pi, 1 - pi), n, 10, estimators=("clipped", "likely"))
    said = F(2, 3) * pi + F(1, 3) * (1 - pi)  # the answer that is true of the first truth
    exact = sum(
        comb(n, y) * said**y * (1 - said) ** (n - y) * min(max(3 * F(y, n) - 1, F(0)), F(1)) for y in range(n + 1)
    )
    biases = [abs(c.theory) for c in found.comparisons if c.quantity == "bias" and c.method != "unbiased"]
    assert biases == pytest.approx(2 * [abs(float(exact - pi))], rel=1e-11)  # of either share, by its sign


# -- planted errors ----------------------------------------------------------------------------------------------------


def test_a_wrong_variance_is_found_out(monkeypatch):
    right = theory.covariance
    monkeypatch.setattr(theory, "covariance", lambda p, i, j: right(p, i, j) * (F(5, 4) if i == j == 1 else 1))
    found = simulate(survey_of("grr(k=3, x=3)"), SKEWED, 60, 5_000, estimators=("unbiased",))
    assert not found.verdict.agrees
    assert {(c.share, c.quantity) for c in found.verdict.against} >= {("share of 2", "mean squared error")}
    assert "DISAGREE" in found.conclusion()


def test_a_wrong_covariance_is_found_out(monkeypatch):
    right = theory.covariance
    monkeypatch.setattr(theory, "covariance", lambda p, i, j: right(p, i, j) * (F(1) if i == j else F(1, 2)))
    found = simulate(survey_of("grr(k=3, x=3)"), SKEWED, 60, 10_000)
    assert {c.quantity for c in found.verdict.against} == {"covariance"}


def test_a_wrong_estimator_and_a_wrong_sampler_are_found_out():
    problem = Problem(survey_of(WARNER), (F(7, 10), F(3, 10)), 100, ("unbiased", "clipped"))
    counts = sampled_counts(problem, 4000, 0, 0)
    honest = tally(problem, counts)
    assert judge(comparisons(problem, honest), 1e-6).agrees
    liars = tally(problem, counts[:, ::-1] + np.array([-6, 6]))  # somebody mixed up the answers, and a few more
    assert not judge(comparisons(problem, liars), 1e-6).agrees
    fewer = Tally(honest.runs, {**honest.sums, "wald covers": (honest.runs * 17 // 20,)})
    assert {c.method for c in judge(comparisons(problem, fewer), 1e-6).against} == {"wald"}
    rare = replace(problem, prior=(F(19, 20), F(1, 20)))  # often clipped
    right = tally(rare, sampled_counts(rare, 1000, 0, 0))
    assert judge(comparisons(rare, right), 1e-6).agrees
    unclipped = Tally(right.runs, {**right.sums, "clipped": right.sums["unbiased"]})
    assert {c.method for c in judge(comparisons(rare, unclipped), 1e-6).against} == {"clipped"}


def test_the_joint_test_keeps_its_false_alarm_probability():
    """At a false-alarm probability of one half, a right theory is refused in at most half of the cases."""
    refused = sum(
        not simulate(survey_of("grr(k=3, x=3)"), SKEWED, 20, 50, seed=s, false_alarm=0.5).verdict.agrees
        for s in range(20)
    )
    assert refused <= 10


# -- what is computed of each run --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("design", "prior", "n"),
    [("grr(k=3, x=3)", SKEWED, 40), ("moors(p=3/4, s=1/2)", MOORS, 60), (WARNER, (F(1, 4), F(3, 4)), 9)],
)
def test_the_statistics_of_all_runs_are_those_of_estimate(design, prior, n):
    survey = survey_of(design)
    methods = ("wald", "profile", "exact") if design == WARNER else ("wald",)
    problem = Problem(survey, prior, n, intervals=methods)
    counts = sampled_counts(problem, 12, 3, 0)
    found = statistics(problem, counts)
    for run, row in enumerate(counts):
        seen = tuple(int(count) for count in row)
        expected = estimate_shares(survey, seen, methods=methods)
        for i, estimate in enumerate(expected):
            exact = F(int(found.weighted.values[run, i]) + found.weighted.offsets[i], found.weighted.scale)
            assert exact == estimate.unbiased == mean_weight(seen, problem.weights[i])
            clipped = F(int(found.weighted.clipped()[run, i]) + found.weighted.offsets[i], found.weighted.scale)
            assert clipped == estimate.clipped
            assert found.likely[run, i] == pytest.approx(estimate.likely, abs=2e-3)
            for interval in estimate.intervals:
                low, high = found.intervals[interval.method]
                assert (low[run, i], high[run, i]) == pytest.approx((interval.low, interval.high), abs=1e-6)


def test_large_numbers_are_summed_exactly():
    rng = np.random.default_rng(5)
    values = rng.integers(-(2**60), 2**60, size=(5000, 3))
    small = rng.integers(-7, 9, size=(5000, 2))
    as_python = [[int(v) for v in row] for row in values]
    expected = [
        [sum(int(s[i]) * row[j] for s, row in zip(small, as_python, strict=True)) for j in range(3)] for i in range(2)
    ]
    assert products(small, values) == expected
    assert products(values, small) == [list(column) for column in zip(*expected, strict=True)]
    assert sums(values) == [sum(row[j] for row in as_python) for j in range(3)]
    assert products(values.astype(object), values)[0][0] == sum(row[0] ** 2 for row in as_python)


def test_weights_with_large_denominators_take_python_integers():
    design = Design([[F(2, 3) + F(1, 10**18), F(1, 3) - F(1, 10**18)], [F(1, 5), F(4, 5)]])
    problem = Problem(Survey.of(design), (F(1, 3), F(2, 3)), 1000)
    counts = sampled_counts(problem, 5, 0, 0)
    found = weighted(problem, counts)
    assert found.values.dtype == object
    for run, row in enumerate(counts):
        exact = mean_weight(tuple(int(c) for c in row), problem.weights[0])
        assert F(int(found.values[run, 0]) + found.offsets[0], found.scale) == exact


# -- the same numbers --------------------------------------------------------------------------------------------------


def test_sums_do_not_depend_on_the_pieces():
    problem = Problem(survey_of("grr(k=3, x=3)"), SKEWED, 50, ("unbiased", "clipped"))
    runs = 2 * CHUNK + 345
    whole = tally_chunks(Chunks(problem.text, runs, 7, 0, 3))
    parts = [tally_chunks(Chunks(problem.text, runs, 7, i, i + 1)) for i in (2, 0, 1)]
    assert parts[0] + parts[1] + parts[2] == whole == sum(reversed(parts), Tally())
    assert whole.runs == runs
    assert tally_chunks(Chunks(problem.text, runs, 8, 0, 3)) != whole
    pieces = [
        Chunks(problem.text, runs, 7, i, i + 1, start, start + 300) for i in range(3) for start in (0, 300, 600, 900)
    ]
    assert sum(piece.size for piece in pieces) == runs
    assert sum(map(tally_chunks, [piece for piece in pieces if piece.size]), Tally()) == whole
    assert problem_from(problem.text).text == problem.text


def test_progress_is_told_often_where_runs_take_a_search():
    told: list[int] = []
    found = simulate(
        survey_of(WARNER), (F(2, 3), F(1, 3)), 12, 1_010, estimators=("unbiased",), intervals=("exact",),
        progress=told.append,
    )  # fmt: skip
    assert told == [50] * 20 + [10]
    assert found.tally.runs == 1_010


def test_other_estimators_see_the_same_runs():
    problem = Problem(survey_of("grr(k=3, x=3)"), SKEWED, 50)
    other = replace(problem, estimators=("unbiased",), intervals=())
    assert (sampled_counts(problem, 100, 3, 0) == sampled_counts(other, 100, 3, 0)).all()
    larger = replace(problem, respondents=51)
    assert larger.words != problem.words == other.words


# -- what cannot be simulated ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((WARNER, (F(1, 2), F(1, 3)), 10, 10), {}, "sum to 1"),
        ((WARNER, (F(3, 2), F(-1, 2)), 10, 10), {}, "numbers >= 0"),
        ((WARNER, (F(1, 3), F(2, 3)), 0, 10), {}, "respondents, not 0"),
        ((WARNER, (F(1, 3), F(2, 3)), 10, 0), {}, "runs, not 0"),
        ((WARNER, (F(1, 3), F(2, 3)), 10, 10), {"seed": -1}, "seed"),
        ((WARNER, (F(1, 3), F(2, 3)), 10, 10), {"false_alarm": 1.0}, "false-alarm"),
        ((WARNER, (F(1, 3), F(2, 3)), 10, 10), {"level": F(1)}, "confidence"),
        ((WARNER, (0.5, 0.5), 10, 10), {}, "exact numbers such as"),
        ((WARNER, (F(1, 3), F(2, 3)), 10, 10), {"estimators": ("best",)}, "'best' is no estimator"),
        ((WARNER, (F(1, 3), F(2, 3)), 10, 10), {"intervals": ("wald", "wald")}, "named twice"),
        (("grr(k=3, x=3)", SKEWED, 10, 10), {"intervals": ("exact",)}, "two truths and two responses"),
        ((WARNER, (F(1, 3), F(2, 3)), 1, 10), {}, "at least two respondents"),
        (("moors(p=3/4, s=1/2)", MOORS, 7, 10), {}, "a sample would have 7/2 of the 7 respondents"),
    ],
)
def test_bad_input_is_explained(arguments, options, message):
    with pytest.raises(SimulationError, match=message):
        simulate(survey_of(arguments[0]), *arguments[1:], **options)


def test_what_has_no_unbiased_estimate_is_not_simulated():
    with pytest.raises(SurveyError, match="cannot be estimated"):
        simulate(Design([[F(1, 2), F(1, 2)], [F(1, 2), F(1, 2)]]), (F(1, 3), F(2, 3)), 10, 10)


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command(rrproof, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    output = tmp_path / "out.csv"
    arguments = ("simulate", WARNER, "--pi", "3/10", "-n", "50", "--runs", "1500", "--seed", "4", "--jobs", "1")
    code, out, err = rrproof(*arguments, "--comparisons", str(output), "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)["result"]
    assert (data["agrees"], data["prior"], data["runs"]) == (True, ["7/10", "3/10"], 1500)
    first = data["comparisons"][0]
    assert (first["quantity"], first["theory_exact"]) == ("bias", "0")
    assert float(F(first["simulated_exact"])) == first["simulated"]
    lines = output.read_text().splitlines()
    assert lines[0] == "share,method,quantity,theory,theory_exact,simulated,simulated_exact,standard_error,z,bound"
    assert len(lines) == 1 + len(data["comparisons"])
    assert lines[2].split(",")[4] == first_variance(data) == str(F(2, 9) * F(9, 50) + F(21, 100) / 50)
    code, out, _ = rrproof(*arguments)
    assert code == 0
    assert "standard error" in out
    assert "agree at a false-alarm probability of 1e-06" in out


def first_variance(data):
    return next(c["theory_exact"] for c in data["comparisons"] if c["quantity"] == "variance")


def test_the_command_reports_a_disagreement(rrproof, monkeypatch):
    monkeypatch.setattr(theory, "covariance", lambda *_: F(1, 1000))
    code, out, _ = rrproof("simulate", WARNER, "--pi", "3/10", "-n", "50", "--runs", "1000", "--jobs", "1")
    assert code == 1
    assert "DISAGREE" in out
    assert "should be 0.001" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--pi", "3/10,1/2"), "must sum to 1"),
        (("--pi", "1/3,1/3,1/3"), "3 shares are given; there are 2 truths"),
        (("--pi", "4/3"), "at most 1"),
        (("--pi", "maybe=1"), "names no truth"),
        (("--pi", "x"), "is no number"),
        (("--pi", "1/4,1/4,rest"), "nothing is left for the rest"),
        (("--pi", "3/10", "--interval", "walt"), "'walt' is none of wald"),
        (("--pi", "3/10", "--level", "95"), "write 0.95 for 95 %"),
        (("--pi", "3/10", "--comparisons", "there.xlsx"), "end in .csv or .parquet"),
        (("--pi", "3/10", "--comparisons", "/nowhere/at/all.csv"), "there is no directory"),
        (("--pi", "3/10", "--jobs", "2", "--scheduler", "tcp://x:1"), "exclude each other"),
    ],
)
def test_bad_arguments_are_explained(rrproof, arguments, message):
    code, out, err = rrproof("simulate", WARNER, "-n", "50", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_results_show_themselves():
    found = simulate(survey_of("grr(k=3, x=3)"), SKEWED, 20, 100)
    html, latex = found._repr_html_(), found._repr_latex_()
    assert html.count("<tr>") == 1 + len(found.comparisons)
    assert "share of 2" in html
    assert latex.count(r"\\") == len(found.comparisons)
    assert (latex[0], latex[-1]) == ("$", "$")
