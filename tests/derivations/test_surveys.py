from collections.abc import Callable, Sequence
from fractions import Fraction as F
from math import comb, log
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from derivations.algebra.rational_systems import null_space
from derivations.surveys.estimates import (
    estimate_shares,
    estimated_variance,
    exact,
    goodness_of_fit,
    unbiased_shares,
)
from derivations.surveys.maximum_likelihood import LikelihoodFit
from derivations.surveys.sizes import respondents_for
from derivations.surveys.survey import Survey, SurveyError
from mechanisms import catalogue
from mechanisms.catalogue.survey_questions import kuk
from mechanisms.design import Design


def survey(key: str, **values: F) -> Survey:
    return Survey.of(catalogue.get(key).protocol.design().at(**values), key)


def two_samples(key: str, counts: Sequence[int], **values: F) -> tuple[Survey, tuple[int, ...]]:
    found = survey(key, s=F(sum(counts[:2]), sum(counts)), **values)
    return found, found.checked(counts)


COUNTS = (311, 189, 431, 269)  # no and yes in the first sample, then in the second
YES = (F(189, 500), F(269, 700))


def test_unrelated_question_with_unknown_prevalence() -> None:
    p1, p2 = F(3, 4), F(1, 10)
    shares = unbiased_shares(*two_samples("unrelated-two-samples", COUNTS, p1=p1, p2=p2))
    # yes_i = p_i x + (1 - p_i) b, two equations for x and b
    assert shares["prevalence"] == ((1 - p2) * YES[0] - (1 - p1) * YES[1]) / (p1 - p2)
    assert shares["unrelated attribute"] == (p1 * YES[1] - p2 * YES[0]) / (p1 - p2)


def test_moors_asks_the_second_sample_the_unrelated_question_alone() -> None:
    shares = unbiased_shares(*two_samples("moors", COUNTS, p=F(3, 4)))
    assert shares["unrelated attribute"] == YES[1]
    assert shares["prevalence"] == (YES[0] - F(1, 4) * YES[1]) / F(3, 4)


def test_cheaters_are_told_from_who_says_no_honestly() -> None:
    p1, p2 = F(1, 3), F(3, 5)
    shares = unbiased_shares(*two_samples("cheating-detection", COUNTS, p1=p1, p2=p2))
    honest_no = (YES[1] - YES[0]) / (p2 - p1)  # yes_i = yes + p_i no
    assert shares["honest no"] == honest_no
    assert shares["honest yes"] == YES[0] - p1 * honest_no
    assert sum(shares.values()) == 1


def test_symmetric_cheating_detection() -> None:
    p1, q1, p2, q2 = F(1, 5), F(1, 7), F(3, 5), F(1, 9)
    shares = unbiased_shares(*two_samples("symmetric-cheating-detection", COUNTS, p1=p1, q1=q1, p2=p2, q2=q2))
    # yes_i = (1 - q_i) a + p_i b
    determinant = (1 - q1) * p2 - (1 - q2) * p1
    assert shares["honest yes"] == (p2 * YES[0] - p1 * YES[1]) / determinant
    assert shares["honest no"] == ((1 - q1) * YES[1] - (1 - q2) * YES[0]) / determinant


def test_lies_are_told_from_truths() -> None:
    p1, p2 = F(3, 4), F(9, 10)
    shares = unbiased_shares(*two_samples("stochastic-lie-detector", COUNTS, p1=p1, p2=p2))
    without = (YES[0] - YES[1]) / (p2 - p1)  # yes_i = honest + (1 - p_i) without
    assert shares["prevalence"] == 1 - without
    assert shares["liars"] == 1 - without - (YES[0] - (1 - p1) * without)


def test_item_counts_give_the_difference_of_the_means() -> None:
    long, short = (3, 40, 71, 60, 22, 4), (9, 55, 80, 50, 6)
    found = survey("item-count", s=F(sum(long), sum(long) + sum(short)))
    counts = found.checked((*long, *short))
    mean = [F(sum(i * n for i, n in enumerate(part)), sum(part)) for part in (long, short)]
    assert unbiased_shares(found, counts) == {"prevalence": mean[0] - mean[1]}
    variance = F(0)
    for part, m in zip((long, short), mean, strict=True):
        variance += F(sum(n * (i - m) ** 2 for i, n in enumerate(part))) / (sum(part) - 1) / sum(part)
    assert estimated_variance(found, counts, found.weights("prevalence")) == variance


def test_with_more_responses_than_truths_the_weights_have_least_variance_at_equal_shares() -> None:
    found = Survey.of(kuk(3).protocol.design().at(p1=F(7, 10), p2=F(1, 5)))
    weights = found.weights("prevalence")
    law = [sum(column) / 2 for column in zip(*found.rows, strict=True)]

    def second_moment(some: Sequence[F]) -> F:
        return sum((q * w * w for q, w in zip(law, some, strict=True)), F(0))

    assert tuple(sum(p * w for p, w in zip(row, weights, strict=True)) for row in found.rows) == (0, 1)
    directions = null_space(found.rows, 4)
    assert len(directions) == 2
    for direction in directions:
        for step in (F(1, 1000), F(-1, 1000)):
            moved = [w + step * z for w, z in zip(weights, direction, strict=True)]
            assert second_moment(moved) > second_moment(weights)
    of_kuk = [(F(red, 3) - F(1, 5)) / F(1, 2) for red in range(4)]  # the mean share of red cards, linearly
    least_norm = found.weights_of_least_norm("prevalence")
    assert second_moment(weights) < second_moment(of_kuk) < second_moment(least_norm)
    assert sorted(weights) == list(weights)  # more red cards, more evidence
    assert sum(w * w for w in least_norm) < sum(w * w for w in weights)


def test_a_response_that_is_never_given_has_no_weight() -> None:
    found = Survey.of(Design([[F(2, 3), F(1, 3), 0], [F(1, 4), F(3, 4), 0]]))
    assert found.weights("prevalence") == (F(-4, 5), F(8, 5), 0)


# The moment estimators and squared standard errors of RRreg and of the papers named there, for a share v of yes.
ONE_SAMPLE = {
    "warner": ({"p_w": F(1, 6)}, lambda v, p_w: (v + p_w - 1) / (2 * p_w - 1), lambda p_w: 2 * p_w - 1),
    "crosswise": ({"p": F(5, 12)}, lambda v, p: (v + p - 1) / (2 * p - 1), lambda p: 2 * p - 1),
    "triangular": ({"p": F(1, 3)}, lambda v, p: 1 - (1 - v) / (1 - p), lambda p: 1 - p),
    "mangat": ({"p": F(3, 5)}, lambda v, p: (v - 1 + p) / p, lambda p: p),
}


@pytest.mark.parametrize("key", ONE_SAMPLE)
def test_published_estimators_of_one_sample(key: str) -> None:
    values, share, slope = ONE_SAMPLE[key]
    n, yes = 487, 299
    found = survey(key, **values)
    (estimate,) = estimate_shares(found, (n - yes, yes), methods=())
    v = F(yes, n)
    assert estimate.unbiased == share(v, **values)
    assert estimate.variance == v * (1 - v) / ((n - 1) * slope(**values) ** 2)


def test_a_design_is_the_survey_by_it() -> None:
    design = catalogue.get("warner").printed_matrix.at(p_w=F(1, 6))
    assert estimate_shares(design, (188, 299)) == estimate_shares(Survey.of(design), (188, 299))


def test_published_standard_errors_of_two_samples() -> None:
    n1, n2 = 500, 700
    of_yes = [v * (1 - v) / (n - 1) for v, n in zip(YES, (n1, n2), strict=True)]  # squared errors of the shares of yes

    def variances(key: str, **values: F) -> dict[str, F | None]:
        found, counts = two_samples(key, COUNTS, **values)
        return {name: estimated_variance(found, counts, found.weights(name)) for name in found.estimands}

    p1, p2 = F(3, 4), F(1, 10)
    unrelated = variances("unrelated-two-samples", p1=p1, p2=p2)
    assert unrelated["prevalence"] == ((1 - p2) ** 2 * of_yes[0] + (1 - p1) ** 2 * of_yes[1]) / (p1 - p2) ** 2
    assert unrelated["unrelated attribute"] == (p2**2 * of_yes[0] + p1**2 * of_yes[1]) / (p1 - p2) ** 2
    cheating = variances("cheating-detection", p1=p1, p2=p2)
    assert cheating["honest yes"] == (p1**2 * of_yes[1] + p2**2 * of_yes[0]) / (p1 - p2) ** 2
    assert cheating["honest no"] == (of_yes[0] + of_yes[1]) / (p1 - p2) ** 2
    assert cheating["cheaters"] == ((p2 - 1) ** 2 * of_yes[0] + (1 - p1) ** 2 * of_yes[1]) / (p1 - p2) ** 2
    q1, q2 = F(1, 7), F(2, 9)
    symmetric = variances("symmetric-cheating-detection", p1=p1, q1=q1, p2=p2, q2=q2)
    determinant = p2 * (1 - q1) - p1 * (1 - q2)
    assert symmetric["honest yes"] == (p2**2 * of_yes[0] + p1**2 * of_yes[1]) / determinant**2
    assert symmetric["cheaters"] == ((1 - p2 - q2) ** 2 * of_yes[0] + (1 - p1 - q1) ** 2 * of_yes[1]) / determinant**2
    lies = variances("stochastic-lie-detector", p1=p1, p2=p2)
    assert lies["prevalence"] == (of_yes[0] + of_yes[1]) / (p1 - p2) ** 2


def test_forced_answers_of_several_categories() -> None:
    forced = (F(1, 12), F(1, 6), F(1, 12), F(1, 8))  # Himmelfarb 2008: an answer is forced with these probabilities
    truth = 1 - sum(forced)
    design = Design([[f + (truth if x == y else 0) for y, f in enumerate(forced)] for x in range(4)])
    counts, n = (101, 57, 203, 96), 457
    for y, estimate in enumerate(estimate_shares(Survey.of(design), counts, methods=())):
        v = F(counts[y], n)
        assert estimate.unbiased == (v - forced[y]) / truth
        assert estimate.variance == v * (1 - v) / (truth**2 * (n - 1))


def test_warner_by_hand() -> None:
    p, no, yes = F(2, 3), 130, 70
    found = survey("warner", p_w=p)
    (estimate,) = estimate_shares(found, found.checked((no, yes)), methods=("wald", "profile", "exact"))
    share = F(yes, 200)
    assert estimate.unbiased == (share - (1 - p)) / (2 * p - 1)
    assert estimate.variance == share * (1 - share) / (199 * (2 * p - 1) ** 2)
    wald, profile, clopper = estimate.intervals
    assert wald.high - wald.low == pytest.approx(2 * 1.959964 * float(estimate.variance) ** 0.5, rel=1e-6)
    assert clopper.low == 0  # the lower end for the share of yes, 0.284, is below the 1/3 of no prevalence at all

    def loss(prevalence: float) -> float:
        q = (1 - prevalence) / 3 + prevalence * 2 / 3
        return -(yes * log(q) + no * log(1 - q))

    best = minimize_scalar(loss, bounds=(0, 1), method="bounded", options={"xatol": 1e-12})
    assert estimate.likely == pytest.approx(best.x, abs=1e-6)
    assert profile.low == 0
    assert loss(profile.high) - best.fun == pytest.approx(1.959964**2 / 2, abs=1e-4)


def test_an_impossible_estimate_is_clipped_and_its_fit_is_at_the_edge() -> None:
    found = survey("warner", p_w=F(3, 4))
    counts = found.checked((90, 10))
    (estimate,) = estimate_shares(found, counts)
    assert (estimate.unbiased, estimate.clipped) == (F(-3, 10), 0)
    assert estimate.likely == 0  # no 1.7e-16
    fit = goodness_of_fit(found, counts)
    by_hand = 2 * (90 * log(0.9 / 0.75) + 10 * log(0.1 / 0.25))
    assert (fit.degrees, fit.p_value, fit.at_the_edge) == (0, None, True)
    assert fit.deviance == pytest.approx(by_hand, rel=1e-6)


def test_more_responses_than_unknowns_show_whether_the_design_fits() -> None:
    design = kuk(3).protocol.design().at(p1=F(4, 5), p2=F(1, 5))
    found = Survey.of(design)
    law = [float(F(3, 10) * a + F(7, 10) * b) for a, b in zip(found.rows[1], found.rows[0], strict=True)]
    fitting = found.checked([round(10_000 * q) for q in law])
    good, bad = goodness_of_fit(found, fitting), goodness_of_fit(found, (1000, 4000, 4000, 1000))
    assert good.degrees == bad.degrees == 2
    assert good.p_value is not None
    assert bad.p_value is not None
    assert good.p_value > 0.9
    assert bad.p_value < 1e-9
    assert not bad.at_the_edge


def test_the_most_likely_prior_beats_all_priors_of_a_grid() -> None:
    found, counts = two_samples("cheating-detection", (400, 100, 350, 350), p1=F(1, 3), p2=F(3, 5))
    fit = LikelihoodFit(found, counts)
    assert fit.maximum.gap < 1e-5
    grid = [np.array((a, b, 40 - a - b)) / 40 for a in range(41) for b in range(41 - a)]
    assert max(map(fit.log_likelihood, grid)) <= fit.maximum.log_likelihood + 1e-9
    assert fit.maximum.prior.min() < 1e-6  # the unbiased estimate lies outside of the simplex
    assert min(unbiased_shares(found, counts).values()) < 0


def test_the_profile_is_the_best_of_all_priors_with_the_share() -> None:
    found, counts = two_samples("unrelated-two-samples", COUNTS, p1=F(3, 4), p2=F(1, 10))
    fit = LikelihoodFit(found, counts)
    indicator = [float(i) for i in found.indicator("prevalence")]
    rng = np.random.default_rng(3)
    for value in (0.2, 0.4, 0.55):
        best = fit.profile(indicator, value)
        for inside, outside in zip(rng.dirichlet((1, 1), 200), rng.dirichlet((1, 1), 200), strict=True):
            prior = np.array([*(outside * (1 - value)), *(inside * value)])
            assert fit.log_likelihood(prior) <= best + 1e-7


@pytest.mark.parametrize("prevalence", [F(0), F(1, 7), F(1, 2), F(1)])
def test_the_exact_interval_covers_at_every_prevalence(prevalence: F) -> None:
    n, level = 25, 0.9
    found = survey("mangat", p=F(2, 3))
    yes = prevalence + (1 - prevalence) / 3
    covered = F(0)
    for count in range(n + 1):
        interval = exact(found, (n - count, count), "prevalence", level)
        if interval.low - 1e-12 <= prevalence <= interval.high + 1e-12:
            covered += comb(n, count) * yes**count * (1 - yes) ** (n - count)
    assert covered >= F(9, 10)


def test_the_bootstrap_repeats_itself_and_agrees_with_wald_for_many_respondents() -> None:
    found, counts = two_samples("moors", (31100, 18900, 43100, 26900), p=F(3, 4))
    first, second = (
        estimate_shares(found, counts, methods=("wald", "bootstrap"), rng=np.random.default_rng(8)) for _ in range(2)
    )
    assert first == second
    for estimate in first:
        wald, bootstrap = estimate.intervals
        assert bootstrap.low == pytest.approx(wald.low, abs=0.002)
        assert bootstrap.high == pytest.approx(wald.high, abs=0.002)


def test_what_the_design_does_not_show_cannot_be_estimated() -> None:
    same = Design([[F(1, 3), F(2, 3)]] * 2)
    with pytest.raises(SurveyError, match="cannot be estimated"):
        unbiased_shares(Survey.of(same), (1, 2))
    partly = Survey(Design([[1, 0], [0, 1], [0, 1]]), {"first": frozenset({0}), "second": frozenset({1})})
    assert partly.weights("first") == (1, 0)
    with pytest.raises(SurveyError, match="second cannot be estimated"):
        partly.weights("second")


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ((1, 2, 3), "3 counts for 2 responses"),
        ((1, -2), "integer >= 0"),
        ((True, 2), "integer >= 0"),
        ((1.0, 2), "integer >= 0"),
        ({"maybe": 3}, "maybe is no response"),
        ((0, 0), "nobody answered"),
    ],
)
def test_counts_that_do_not_fit_are_refused(counts: Any, message: str) -> None:
    with pytest.raises(SurveyError, match=message):
        survey("warner", p_w=F(3, 4)).checked(counts)


def test_an_empty_sample_and_an_impossible_response_are_refused() -> None:
    with pytest.raises(SurveyError, match="nobody answered in sample 2"):
        survey("moors", p=F(3, 4), s=F(1, 2)).checked((5, 5, 0, 0))
    with pytest.raises(SurveyError, match="no truth leads to it"):
        Survey.of(Design([[1, 0, 0], [0, 1, 0]])).checked((3, 3, 1))


def test_a_survey_needs_numbers_and_known_truths() -> None:
    with pytest.raises(SurveyError, match="p_w"):
        Survey.of(catalogue.get("warner").protocol.design())
    with pytest.raises(SurveyError, match="no truths"):
        Survey(Design([[1, 0], [0, 1]]), {"others": frozenset({7})})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 1.0}, "between 0 and 1"),
        ({"methods": ("jackknife",)}, "no method"),
        ({"methods": ("bootstrap",)}, "random generator"),
        ({"methods": ("bootstrap",), "rng": np.random.default_rng(1), "replications": 5}, "at least 100"),
    ],
)
def test_intervals_that_cannot_be_had(options: dict[str, Any], message: str) -> None:
    found = survey("warner", p_w=F(3, 4))
    with pytest.raises(SurveyError, match=message):
        estimate_shares(found, found.checked((60, 40)), **options)


def test_methods_that_do_not_fit_the_data() -> None:
    found, counts = two_samples("moors", COUNTS, p=F(3, 4))
    with pytest.raises(SurveyError, match="two truths and two responses"):
        estimate_shares(found, counts, methods=("exact",))
    alone = survey("warner", p_w=F(3, 4))
    with pytest.raises(SurveyError, match="at least two respondents"):
        estimate_shares(alone, alone.checked((1, 0)), methods=("wald",))


@pytest.mark.parametrize("function", [estimate_shares, goodness_of_fit, unbiased_shares])
@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ((0, 0), "nobody answered in the survey"),
        ((10, -1), "an integer >= 0, not -1"),
        ((1, 2, 3), "3 counts for 2 responses"),
        ((1.5, 2), "an integer >= 0, not 1.5"),
        ({"maybe": 3}, "maybe is no response"),
    ],
)
def test_counts_that_do_not_fit_are_explained(function: Callable[..., Any], counts: Any, message: str) -> None:
    with pytest.raises(SurveyError, match=message):
        function(survey("warner", p_w=F(2, 3)), counts)


def test_counts_are_given_by_name_or_in_order() -> None:
    found = survey("forced-response", p=F(3, 4), q=F(1, 6))
    assert unbiased_shares(found, {1: 30, 0: 70}) == unbiased_shares(found, (70, 30))
    assert goodness_of_fit(found, {1: 30, 0: 70}) == goodness_of_fit(found, (70, 30))


def test_numbers_that_make_no_sense_are_explained() -> None:
    found = survey("warner", p_w=F(2, 3))
    with pytest.raises(SurveyError, match="'nobody' is none of the shares that are estimated, prevalence"):
        found.weights("nobody")
    for arguments, message in (
        ((F(-1, 4), F(1, 10), 0.95), "a variance is at least 0, not -1/4"),
        ((F(1, 4), F(1, 10), 95), "between 0 and 1, not 95"),
        ((F(1, 4), F(0), 0.95), "must be positive, not 0"),
    ):
        with pytest.raises(SurveyError, match=message):
            respondents_for(*arguments)
