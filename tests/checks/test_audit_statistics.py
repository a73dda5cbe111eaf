"""The statistics of an audit, exactly: martingales and Ville's bound by enumeration, power by enumeration."""

import math
from fractions import Fraction as F
from itertools import pairwise, product
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import binom, multinomial

from checks.samplers.audit import fixed, privacy, regions
from checks.samplers.audit.reference import Reference, Row
from checks.samplers.audit.settings import AuditError
from checks.samplers.audit.verdicts import evidence
from checks.samplers.audit.wealth import UNIT, Bets, Wealth, log_mean, log_weighted, prediction, strengths
from mechanisms.design import Design

ROW = Row((F(1, 2), F(1, 3), F(1, 6)), (F(1, 2), F(1, 3), F(1, 6)))
DESIGN = Design([[F(1, 2), F(1, 3), F(1, 6)], [F(1, 5), F(1, 5), F(3, 5)]])


def wealth_of(row, responses, contexts=None):
    """The wealth after a sequence in Fractions, from the docstring of the module: the mean over the two strengths."""
    total = F(0)
    for strength in strengths(row):
        product_, seen = F(1), {}
        for context, y in zip(contexts or [None] * len(responses), responses, strict=True):
            before = seen.setdefault(context, [])
            product_ *= prediction(before.count(y), len(before), strength, row.probabilities[y]) / row.upper[y]
            before.append(y)
        total += product_
    return total / len(strengths(row))


def test_predictions_are_distributions():
    for counts in ((0, 0, 0), (3, 0, 1), (2, 5, 4)):
        for strength in strengths(ROW):
            chances = [prediction(c, sum(counts), strength, p) for c, p in zip(counts, ROW.probabilities, strict=True)]
            assert sum(chances) == 1


@pytest.mark.parametrize("contextual", [False, True])
def test_wealth_is_a_martingale_under_the_design(contextual):
    for past in product(range(3), repeat=3):
        now = wealth_of(ROW, past, [None, *past[:-1]] if contextual else None)
        after = sum(
            ROW.probabilities[y] * wealth_of(ROW, (*past, y), [None, *past] if contextual else None) for y in range(3)
        )
        assert after == now


def test_wealth_is_a_supermartingale_for_every_law_below_the_upper_bounds():
    row = Row(ROW.probabilities, tuple(p * F(101, 100) for p in ROW.probabilities))
    for law in (
        [F(101, 200), F(1, 3), F(97, 600)],
        [F(1, 2), F(1, 3), F(1, 6)],
        [F(495, 1000), F(101, 300), F(505, 3000)],
    ):
        assert sum(law) == 1
        for past in product(range(3), repeat=3):
            after = sum(law[y] * wealth_of(row, (*past, y)) for y in range(3))
            assert after <= wealth_of(row, past)


def test_villes_bound_by_enumeration():
    # P(the wealth reaches c within 9 responses), exactly; Ville: at most 1/c
    for c in (2, F(7, 2), 10):
        reached = F(0)
        front = {(): F(1)}
        for _ in range(9):
            after = {}
            for past, chance in front.items():
                for y in range(3):
                    sequence = (*past, y)
                    here = chance * ROW.probabilities[y]
                    counted = tuple(sorted(sequence))  # the wealth does not depend on the order
                    if wealth_of(ROW, counted) >= c:
                        reached += here
                    else:
                        after[counted] = after.get(counted, F(0)) + here
            front = after
        assert 0 < reached <= 1 / F(c)


@pytest.mark.parametrize("row", [ROW, Row((F(1, 2), F(1, 2), F(0)), (F(1, 2), F(1, 2), F(0)))])
def test_the_wealth_that_is_kept_is_just_below_the_exact_one(row):
    rng = np.random.default_rng(1)
    sequence = [int(y) for y in rng.choice(2, size=60, p=[0.8, 0.2])]
    contexts = [None, *sequence[:-1]]
    kept, contextual = Wealth(row), Wealth(row)
    for context, y in zip(contexts, sequence, strict=True):
        kept.bet(None, y)
        contextual.bet(context, y)
    for found, exact in ((kept, wealth_of(row, sequence)), (contextual, wealth_of(row, sequence, contexts))):
        logarithm = math.log(exact.numerator) - math.log(exact.denominator)
        assert logarithm - 200 * UNIT <= found.log <= logarithm


def test_a_response_that_cannot_be_makes_the_wealth_infinite():
    wealth = Wealth(Row((F(1), F(0)), (F(1), F(0))))
    wealth.bet(None, 0)
    assert wealth.log == pytest.approx(0, abs=1e-9)
    wealth.bet(None, 1)
    wealth.bet(None, 0)
    assert wealth.log == math.inf


def test_bets_on_dependence_know_only_the_past():
    # the mean over all sequences of 4 calls of the evidence against independence is at most 1
    reference = Reference.of(DESIGN, F(0))
    truths = [0, 1, 0, 0]
    means = {"same truth": 0.0, "previous call": 0.0}
    for responses in product(range(3), repeat=4):
        bets = Bets(reference)
        chance = F(1)
        for x, y in zip(truths, responses, strict=True):
            bets.take(x, y)
            chance *= reference.rows[x].probabilities[y]
        for kind, value in bets.dependence().items():
            means[kind] += float(chance) * math.exp(value)
    assert all(1 - 1e-9 <= mean <= 1 for mean in means.values())


def test_to_learn_that_a_restart_gave_other_responses_changes_no_evidence():
    bets = Bets(Reference.of(DESIGN, F(0)))
    for truth, response in ((0, 2), (1, 1), (0, 2), (0, 1), (1, 0)):
        bets.take(truth, response)
    known = [evidence(SimpleNamespace(bets=bets, restart=restart)) for restart in (None, -math.inf, 3.0)]
    assert known[0]["all"] == known[1]["all"]
    parts = [(1 / 2, log_mean(bets.against_the_law())), *((1 / 6, e) for e in bets.dependence().values())]
    assert known[2]["all"] == pytest.approx(log_weighted([*parts, (1 / 6, 3.0)]))
    assert "restart" not in known[0]


def test_means_of_logarithms():
    assert log_mean([math.log(2), math.log(4)]) == pytest.approx(math.log(3))
    assert log_weighted([(0.5, 5000.0), (0.5, -math.inf)]) == pytest.approx(5000 + math.log(0.5))
    assert log_weighted([(0.5, math.inf), (0.5, 1.0)]) == math.inf
    assert log_weighted([(0.5, -math.inf), (0.5, -math.inf)]) == -math.inf


# -- the fixed size ----------------------------------------------------------------------------------------------------


def test_tails_are_right_and_never_too_small():
    for n, p in ((7, F(1, 3)), (40, F(5, 7))):
        for k in range(n + 2):
            exact = sum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(max(k, 0), n + 1))
            found = fixed.tail_above(k, n, p)
            assert exact <= F(found) <= exact * (1 + F(1, 10**8)) + F(1, 10**300)
    assert fixed.tail_above(30_900, 100_000, F(3, 10)) == pytest.approx(binom.sf(30_899, 100_000, 0.3), rel=1e-7)
    assert fixed.tail_above(2, 5, F(0)) == 0
    assert fixed.tail_above(2, 5, F(1)) == 1


def rejects(counts, row, rows, level):
    return fixed.largest_excess(counts, row, rows).p_value <= level


def chances(n, law):
    """Each way in which n calls may be answered, with its probability."""
    for counts in product(range(n + 1), repeat=len(law) - 1):
        if sum(counts) <= n:
            full = (*counts, n - sum(counts))
            yield full, float(multinomial.pmf(full, n, [float(q) for q in law]))


def test_size_and_power_by_enumeration():
    alarm, miss, distance = 0.1, 0.15, 0.4
    reference = Reference.of(Design([[F(1, 2), F(1, 3), F(1, 6)]]), F(0))
    plan = fixed.plan(reference, alarm, miss, distance)
    n, row = plan.calls_per_truth, reference.rows[0]
    assert plan.bound == fixed.EXACT
    decisions = {counts: rejects(counts, row, 1, alarm) for counts, _ in chances(n, row.probabilities)}
    false_alarm = sum(chance for counts, chance in chances(n, row.probabilities) if decisions[counts])
    assert 0 < false_alarm <= alarm
    # laws at exactly this distance, along edges and inside
    for law in ((0.9, 0.1, 0.0), (0.1, 1 / 3, 17 / 30), (0.25, 11 / 15, 1 / 60)):
        assert sum(abs(q - float(p)) for q, p in zip(law, row.probabilities, strict=True)) / 2 == pytest.approx(0.4)
        missed = sum(chance for counts, chance in chances(n, law) if not decisions[counts])
        assert missed <= miss
    closer = sum(chance for counts, chance in chances(n, (0.55, 0.3, 0.15)) if not decisions[counts])
    assert closer > miss  # the test is not one that rejects everything


def test_a_bernoulli_test_by_enumeration_at_both_ends():
    # 9/10 + 1/5 > 1: only the deviation downwards exists there
    reference = Reference.of(Design([[F(9, 10), F(1, 10)], [F(1, 2), F(1, 2)]]), F(0))
    plan = fixed.plan(reference, 0.01, 0.05, 0.2)
    n = plan.calls_per_truth
    for row, off in zip(reference.rows, ((0.7,), (0.3, 0.7)), strict=True):
        rejected = [rejects((k, n - k), row, 2, 0.01) for k in range(n + 1)]
        p = float(row.probabilities[0])
        assert sum(binom.pmf(k, n, p) for k in range(n + 1) if rejected[k]) <= 0.01 / 2
        for q in off:
            assert sum(binom.pmf(k, n, q) for k in range(n + 1) if not rejected[k]) <= 0.05
    fewer = n // 2  # half of the calls are not enough
    rejected = [rejects((k, fewer - k), reference.rows[1], 2, 0.01) for k in range(fewer + 1)]
    assert sum(binom.pmf(k, fewer, 0.3) for k in range(fewer + 1) if not rejected[k]) > 0.05


def test_many_responses_take_hoeffdings_number():
    cells = 12
    reference = Reference.of(Design([[F(1, cells)] * cells]), F(0))
    plan = fixed.plan(reference, 1e-3, 1e-2, 0.1)
    tail, back = math.log((2**cells - 2) / 1e-3), math.log(100)
    assert plan.bound == fixed.HOEFFDING
    assert 2 * plan.calls_per_truth * 0.01 >= (math.sqrt(tail) + math.sqrt(back)) ** 2
    assert 2 * (plan.calls_per_truth - 1) * 0.01 < (math.sqrt(tail) + math.sqrt(back)) ** 2
    # counts that are off by 0.1 and more are refuted with the event of all that is too frequent
    n = plan.calls_per_truth
    counts = [round(n * (1 / 12 + (0.02 if y < 6 else -0.02))) for y in range(cells)]
    excess = fixed.largest_excess(counts, reference.rows[0], 1)
    assert excess.event == (0, 1, 2, 3, 4, 5)
    assert excess.p_value <= 1e-3


def test_a_sure_response_and_a_tolerance_that_is_too_large():
    assert fixed.plan(Reference.of(Design([[1], [1]]), F(0)), 0.01, 0.01, 0.1).calls_per_truth == 1
    with pytest.raises(AuditError, match="cannot be told from the tolerance"):
        fixed.plan(Reference.of(DESIGN, F(1, 100)), 0.01, 0.01, 0.01)


# -- regions -----------------------------------------------------------------------------------------------------------


def test_kl_bounds_invert_the_divergence():
    shares = np.array([0.0, 0.1, 0.5, 0.9, 1.0])

    def kl(s, q):
        return sum(a * math.log(a / b) for a, b in ((s, q), (1 - s, 1 - q)) if a > 0)

    high, low = regions.upper(shares, 0.03), regions.lower(shares, 0.03)
    for s, q in zip(shares[:4], high[:4], strict=True):
        assert kl(s, q) == pytest.approx(0.03, rel=1e-5)
    for s, q in zip(shares[1:], low[1:], strict=True):
        assert kl(s, q) == pytest.approx(0.03, rel=1e-5)
    assert (low[0], high[4]) == (0.0, 1.0)
    assert high[0] == pytest.approx(1 - math.exp(-0.03))


def test_regions_cover_at_all_times_by_enumeration():
    # all sequences of 10 responses, up to their order: the chance that a region ever misses its law
    law, miss = (0.7, 0.2, 0.1), 0.2
    for region in (regions.radius, None):
        front, missed, outside = {(0, 0, 0): 1.0}, 0.0, {}
        for _ in range(10):
            after = {}
            for counts, chance in front.items():
                for y in range(3):
                    now = tuple(c + (i == y) for i, c in enumerate(counts))
                    if now not in outside:
                        outside[now] = _misses(region, now, law, miss)
                    if outside[now]:
                        missed += chance * law[y]
                    else:
                        after[now] = after.get(now, 0.0) + chance * law[y]
            front = after
        assert 0 < missed <= miss


def _misses(region, counts, law, miss):
    total = sum(counts)
    if region is None:
        low, high = regions.cells_at_all_times(counts, miss)
        return not low[1] <= law[1] <= high[1]
    divergence = sum(c / total * math.log(c / total / q) for c, q in zip(counts, law, strict=True) if c)
    return divergence > region(counts, miss)


def test_the_bound_on_dependence_holds_by_enumeration():
    """Two responses, a first-order chain: all sequences, and the chance of those at whose end the region is missed."""
    row, after, miss, size = [0.5, 0.5], {0: [0.9, 0.1], 1: [0.4, 0.6]}, 0.4, 11
    missed, informative = 0.0, 0
    for past in product(range(2), repeat=size):
        chance, counts, deviation = 0.5, [[0, 0], [0, 0]], 0.0
        for last, now in pairwise(past):
            chance *= after[last][now]
            counts[last][now] += 1
            deviation += abs(after[last][0] - row[0]) / (size - 1)
        bound = regions.largest_dependence([c for c in counts if sum(c)], row, miss)
        informative += bound < 1
        distance, allowed = 0.0, -math.log(miss)
        for last, here in enumerate(counts):
            if total := sum(here):
                distance += sum(c * math.log(c / total / q) for c, q in zip(here, after[last], strict=True) if c)
                mixture = math.prod(range(1, 2 * here[0], 2)) * math.prod(range(1, 2 * here[1], 2))
                mixture /= 2**total * math.factorial(total)  # of the laws (q, 1 - q) by the Dirichlet(1/2) prior
                allowed += sum(c * math.log(c / total) for c in here if c) - math.log(mixture)
        if distance > allowed:
            missed += chance
        else:
            assert bound >= deviation
    assert 0 < missed <= miss
    assert informative > 100


def test_a_large_sample_bounds_dependence_closely():
    law = np.array([0.5, 0.3, 0.2])
    contexts = [np.rint(size * law).astype(int).tolist() for size in (50_000, 30_000, 20_000)]
    assert 0 < regions.largest_dependence(contexts, law.tolist(), 1e-3) < 0.025
    contexts[2] = [4_000, 6_000, 10_000]  # after the third response its repetition: off by 0.3, a fifth of the time
    assert 0.06 < regions.largest_dependence(contexts, law.tolist(), 1e-3) < 0.085
    assert regions.largest_dependence([], law.tolist(), 1e-3) == 1


def test_clopper_pearson_covers_by_enumeration():
    n, miss = 15, 0.1
    bounds = [regions.cells_at_one_time((k, n - k), miss) for k in range(n + 1)]
    assert bounds[0][0][0] == 0.0
    assert bounds[n][1][0] == 1.0
    for q in (0.03, 0.25, 0.5, 0.81):
        missed = sum(binom.pmf(k, n, q) for k in range(n + 1) if not bounds[k][0][0] <= q <= bounds[k][1][0])
        assert missed <= miss
    assert binom.sf(4, n, bounds[5][0][0]) == pytest.approx(miss / 2, rel=1e-5)


def test_the_largest_distance_covers_the_true_one():
    row = (0.5, 0.3, 0.2)
    counts = (520, 270, 210)
    found = regions.largest_distance(counts, row, 0.01)
    allowed = regions.radius(counts, 0.01)
    rng = np.random.default_rng(2)
    shares = np.array(counts) / 1000
    worst = 0.0
    for _ in range(4000):
        law = rng.dirichlet(np.array(counts) / 20)
        if float((shares * np.log(shares / law)).sum()) <= allowed:
            worst = max(worst, float(np.abs(law - row).sum()) / 2)
    assert 0.8 * found < worst <= found
    assert regions.largest_distance((0, 0, 0), row, 0.01) == 1
    wide = regions.largest_distance([100] * 12, [1 / 12] * 12, 0.01)
    assert wide == pytest.approx(math.sqrt(regions.radius([100] * 12, 0.01) / 2))
    assert regions.largest_distance([5], [1.0], 0.01) == 0


# -- eps ---------------------------------------------------------------------------------------------------------------


def test_bounds_on_eps_from_cells():
    low, high = [[0.4, 0.1], [0.2, 0.5]], [[0.7, 0.3], [0.3, 0.8]]
    found = privacy.from_cells(low, high)
    assert found == privacy.EpsilonBound(math.log(0.5 / 0.3), 1, 0, (1,))
    assert privacy.at_most(low, high) == pytest.approx(math.log(0.8 / 0.1))
    assert privacy.at_most([[0.4, 0.0], [0.2, 0.5]], high) == math.inf
    assert privacy.from_cells([[0.1], [0.1]], [[0.2], [0.2]]) is None
    assert privacy.from_cells([[0.1, 0.5]], [[0.2, 0.9]]) is None


def test_bounds_on_eps_from_events_hold_for_each_law_of_the_region():
    counts = [[700, 100, 100, 100], [250, 250, 250, 250]]
    found = privacy.from_events(counts, 0.01)
    assert found is not None
    a, b = (np.array(counts[x]) / 1000 for x in (found.truth, found.other))
    seen = math.log(sum(a[y] for y in found.event) / sum(b[y] for y in found.event))
    assert 0.5 * seen < found.value < seen
    assert privacy.from_events([[0, 0], [3, 4]], 0.01) is None
    assert privacy.from_events([[50, 50], [50, 50]], 0.01) is None
