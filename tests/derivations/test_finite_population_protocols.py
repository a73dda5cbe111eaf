"""The moments of exchangeable reports against the joint law of the protocols that respondents follow."""

from collections.abc import Sequence
from fractions import Fraction as F
from typing import Any

import pytest

from derivations.estimation.card_moments import card, card_probabilities, symbolic_card
from derivations.estimation.finite_population import (
    Draws,
    card_reports,
    design_reports,
    finite_population,
    infinite_population,
)
from mechanisms.catalogue import christofides, get, improved_christofides
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.protocol import Protocol
from tests.population_laws import expectation, report_law, sample_law

PEOPLE = (1, 0, 0)


def enumerated(
    protocol: Protocol, people: Sequence[Any], size: int, *, replacement: bool
) -> tuple[RationalFunction, RationalFunction]:
    """Mean and variance of the sum of the reports, from the joint law."""
    law = report_law(protocol, sample_law(people, size, replacement=replacement))
    first = expectation(law, sum)
    return first, expectation(law, lambda reports: sum(reports) ** 2) - first**2


def truths(replacement: bool) -> Draws:
    return infinite_population(F(1, 3)) if replacement else finite_population(F(1, 3), 3)


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("name", ["warner", "simmons", "two-stage"])
def test_spinners(name: str, replacement: bool) -> None:
    protocol = get(name).protocol
    reports = design_reports(protocol.design(), truths(replacement))
    mean, variance = enumerated(protocol, PEOPLE, 3, replacement=replacement)
    assert 3 * reports.mean == mean
    assert reports.variance_of_sum(3) == variance


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("largest", [2, 3])
def test_cards_that_are_put_back(largest: int, replacement: bool) -> None:
    protocol = christofides(largest).protocol
    mean, variance = enumerated(protocol, PEOPLE, 2, replacement=replacement)
    by_cards = card_reports(card(card_probabilities(largest)), truths(replacement))
    for reports in (by_cards, design_reports(protocol.design(), truths(replacement))):
        assert 2 * reports.mean == mean
        assert reports.variance_of_sum(2) == variance


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("counts", [(1, 2), (2, 0, 1), (1, 1, 3)])
def test_cards_that_are_kept(counts: tuple[int, ...], replacement: bool) -> None:
    mean, variance = enumerated(improved_christofides(counts).protocol, PEOPLE, 3, replacement=replacement)
    law = card([F(c, sum(counts)) for c in counts])
    reports = card_reports(law, truths(replacement), deck=sum(counts))
    assert 3 * reports.mean == mean
    assert reports.variance_of_sum(3) == variance


def test_the_report_of_the_model_is_what_the_protocol_says() -> None:
    for largest in (1, 2, 5):
        report = card_reports(symbolic_card(largest), finite_population()).report
        for number in range(1, largest + 1):
            counts = tuple(int(k == number) for k in range(1, largest + 1))
            for truth in (0, 1):
                said = improved_christofides(counts).protocol.joint_law([truth])
                assert list(said) == [(report.evaluate({"x": truth, "Y": number}),)]
