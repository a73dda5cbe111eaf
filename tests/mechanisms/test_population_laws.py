from fractions import Fraction as F

import pytest

from mechanisms.catalogue import get
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from tests import population_laws
from tests.population_laws import PopulationError, expectation, report_law, sample_law


def test_samples_without_and_with_replacement() -> None:
    assert sample_law("aab", 2, replacement=False) == {("a", "a"): F(1, 3), ("a", "b"): F(1, 3), ("b", "a"): F(1, 3)}
    again = sample_law("aab", 2, replacement=True)
    assert again == {("a", "a"): F(4, 9), ("a", "b"): F(2, 9), ("b", "a"): F(2, 9), ("b", "b"): F(1, 9)}
    assert sample_law("aab", 0, replacement=False) == {(): F(1)}


def test_reports_of_a_census() -> None:
    p = RationalFunction(Polynomial.variable("p_w"))
    law = report_law(get("warner").protocol, sample_law((1, 0), 2, replacement=False))
    one_yes = (p**2 + (1 - p) ** 2) * F(1, 2)
    assert law == {(0, 0): p * (1 - p), (1, 1): p * (1 - p), (0, 1): one_yes, (1, 0): one_yes}
    assert expectation(law, sum) == RationalFunction.of(1)
    assert expectation(law, lambda reports: F(reports[0], 3)) == RationalFunction.of(F(1, 6))


def test_samples_that_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PopulationError, match="without replacement from a population of 2"):
        sample_law((0, 1), 3, replacement=False)
    with pytest.raises(PopulationError, match="population of 0"):
        sample_law((), 1, replacement=True)
    monkeypatch.setattr(population_laws, "MAXIMAL_SAMPLES", 7)
    with pytest.raises(PopulationError, match="8 ordered samples"):
        sample_law((0, 1), 3, replacement=True)
