from fractions import Fraction
from itertools import product

from derivations.algebra.symbolic_powers import PowerVariables
from derivations.estimation.moment_law import variable
from derivations.theorems.oracles.rappor import noisy_reports, standard_variance
from mechanisms.catalogue.rappor import bloom_filter, filtered_reports, repeated_reports
from mechanisms.privacy import smallest_epsilon

F = Fraction
ALPHA, BETA, K, ONES = (variable(name) for name in ("alpha", "beta", "K", "k"))


def test_the_law_for_every_number_of_reports_is_that_of_the_protocol_for_three() -> None:
    powers = PowerVariables.none()
    symbolic = noisy_reports(ALPHA, BETA, K)
    law = repeated_reports(3).design()
    for truth, vector in product((0, 1), law.responses):
        assert isinstance(vector, tuple)
        chance = powers.at_exponents(symbolic.chance(truth, ONES, powers), {"K": 3, "k": sum(vector)})
        assert chance == law.entry(truth, vector).substitute({"p": BETA, "q": 1 - BETA})


def test_the_variance_is_that_of_all_reports_of_two_clients() -> None:
    """Enumerated with K = 2 reports, for the bits 1 and 0, in plain fractions."""
    alpha, beta = F(2, 3), F(4, 5)
    design = repeated_reports(2).design().at(alpha=alpha, p=beta, q=1 - beta)
    mean = second = F(0)
    for first, other in product(design.responses, repeat=2):
        chance = design.entry(1, first).evaluate({}) * design.entry(0, other).evaluate({})
        stored = [(F(sum(v), 2) - (1 - beta)) / (2 * beta - 1) for v in (first, other) if isinstance(v, tuple)]
        estimate = (sum(stored) / 2 - (1 - alpha)) / (2 * alpha - 1)
        mean, second = mean + chance * estimate, second + chance * estimate**2
    derived = noisy_reports(ALPHA, BETA, K).estimate_variance(variable("N"), variable("M"))
    assert mean == F(1, 2)
    assert second - mean**2 == derived.evaluate({"alpha": alpha, "beta": beta, "K": 2, "N": 2, "M": 1})


def test_a_single_noisy_sample_is_a_standard_response() -> None:
    alpha, beta = F(3, 4), F(5, 7)
    same = alpha * beta + (1 - alpha) * (1 - beta)
    budget = same / (1 - same)
    noisy = noisy_reports(ALPHA, BETA, K).estimate_variance(variable("N"), variable("M"))
    point = {"alpha": alpha, "beta": beta, "K": 1, "N": 10, "M": 3}
    assert noisy.evaluate(point) == standard_variance(variable("y"), variable("N")).evaluate({"y": budget, "N": 10})


def test_the_loss_of_two_reports_of_a_bloom_filter_adds_up_over_the_bits_that_differ() -> None:
    positions = {"cat": (0, 1), "dog": (1, 2), "cow": (1, 1)}
    assert bloom_filter("dog", positions, 3) == (0, 1, 1)
    alpha, beta = F(3, 4), F(2, 3)
    whole = filtered_reports(positions, 3, 1).design().at(alpha=alpha, p=beta, q=1 - beta)
    one = repeated_reports(1).design().at(alpha=alpha, p=beta, q=1 - beta)
    per_bit = smallest_epsilon(one).ratio
    assert per_bit is not None
    assert smallest_epsilon(whole).ratio == per_bit**2  # cat and dog differ in two of the three bits


def test_two_reports_of_a_unary_encoding_have_the_guarantee_of_two_bits() -> None:
    """Two items differ in both bits; the worst pair of strings repeats one item, with the ratio of all ones twice."""
    alpha, beta = F(4, 5), F(5, 8)
    whole = filtered_reports({"cat": (0,), "dog": (1,)}, 2, 2).design().at(alpha=alpha, p=beta, q=1 - beta)
    powers = PowerVariables.none()
    ones = powers.at_exponents(noisy_reports(ALPHA, BETA, K).ratio(ONES, powers), {"K": 2, "k": 2})
    per_bit = ones.evaluate({"alpha": alpha, "beta": beta})
    found = smallest_epsilon(whole).ratio
    assert found is not None
    assert found.evaluate({}) == per_bit**2
