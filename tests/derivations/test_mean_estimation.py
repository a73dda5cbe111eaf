"""Means of rounded numbers: against an enumeration of all roundings and responses."""

from fractions import Fraction
from itertools import product

import pytest

from derivations.estimation.mean_estimation import MeanEstimation, symbolic_mean_estimation
from derivations.estimation.moment_law import variable

F = Fraction
LOW, HIGH, LEVEL = F(-1), F(3), F(7, 2)


def test_the_estimate_over_all_roundings_and_responses() -> None:
    numbers = [F(1, 3), F(3), F(-1, 5)]
    survey = MeanEstimation.of(LOW, HIGH, LEVEL)
    mean = square = F(0)
    for ends, told in product(product((0, 1), repeat=3), product((True, False), repeat=3)):
        chance, count = F(1), 0
        for number, up, truthful in zip(numbers, ends, told, strict=True):
            share = (number - LOW) / (HIGH - LOW)
            chance *= (share if up else 1 - share) * (LEVEL if truthful else 1) / (LEVEL + 1)
            count += up == truthful
        estimate = survey.estimate(F(count, 3)).evaluate({})
        mean, square = mean + chance * estimate, square + chance * estimate**2
    assert mean == sum(numbers) / 3
    assert survey.variance(numbers).evaluate({}) == square - mean**2
    assert survey.variance(numbers).evaluate({}) < survey.largest_variance(3).evaluate({})


def test_the_middle_is_worst_and_the_ends_are_best() -> None:
    survey = MeanEstimation.of(LOW, HIGH, LEVEL)
    assert survey.variance([F(1)] * 5) == survey.largest_variance(5)
    assert survey.variance([LOW] * 5) == survey.variance([HIGH] * 5)
    assert survey.variance([LOW] * 5).evaluate({}) == 16 * LEVEL / (5 * (LEVEL - 1) ** 2)
    assert survey.variance([LOW]).evaluate({}) < survey.variance([F(2)]).evaluate({})


def test_in_symbols() -> None:
    """As printed for l = 0: f = l + (h - l)((x + 1) lambda - 1)/(x - 1)."""
    low, high, level, share = (variable(name) for name in ("l", "h", "x", "lambda"))
    survey = symbolic_mean_estimation()
    assert survey.estimate(share) == low + (high - low) * ((level + 1) * share - 1) / (level - 1)
    assert survey.estimate(survey.chance(variable("f"))) == variable("f")


def test_what_tells_nothing_is_refused() -> None:
    for arguments in ((LOW, LOW, LEVEL), (HIGH, LOW, LEVEL), (LOW, HIGH, F(1))):
        with pytest.raises(ValueError, match="two ends"):
            MeanEstimation.of(*arguments)
    with pytest.raises(ValueError, match="does not lie between"):
        MeanEstimation.of(LOW, HIGH, LEVEL).variance([F(4)])
    with pytest.raises(ValueError, match="needs a number"):
        MeanEstimation.of(LOW, HIGH, LEVEL).variance([])
