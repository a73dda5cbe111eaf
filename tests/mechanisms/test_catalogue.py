from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from mechanisms import catalogue
from mechanisms.exact.domain import Domain
from mechanisms.protocols.sampling import sample

FALSE_ALARM = 1e-9
RESPONDENTS = 4000


def generic_point(domain: Domain) -> dict[str, Fraction]:
    return next(domain.points(seed=5, count=1)) if domain.names else {}


@pytest.mark.parametrize("name", catalogue.names())
def test_the_printed_matrix_is_the_protocol(name: str) -> None:
    mechanism = catalogue.get(name)
    derived = mechanism.protocol.design()
    assert derived == mechanism.printed_matrix
    assert derived.assumptions == mechanism.printed_matrix.assumptions == ()
    assert mechanism.key == name
    assert mechanism.protocol.steps().startswith(mechanism.protocol.name)


@pytest.mark.parametrize("name", catalogue.names())
def test_following_the_protocol_gives_the_frequencies_of_the_matrix(name: str) -> None:
    """Exact binomial tails: a false alarm has a probability of at most 1e-9 for each mechanism.

    Power: with 4000 respondents a row, an entry 1/2 that is off by 0.09 is missed with probability below 1e-4.
    """
    mechanism = catalogue.get(name)
    protocol = mechanism.protocol
    values = generic_point(protocol.domain)
    design = mechanism.printed_matrix.at(**values) if values else mechanism.printed_matrix
    rng = np.random.default_rng(20_240_601)
    # Two ways of sampling and two tails, for each entry.
    level = FALSE_ALARM / (4 * len(design.truths) * len(design.responses))
    for row, truth in enumerate(design.truths):
        if protocol.decks:  # each sample starts with a full deck
            followed = [protocol.sample([truth], rng, **values)[0] for _ in range(RESPONDENTS)]
        else:
            followed = protocol.sample([truth] * RESPONDENTS, rng, **values)
        drawn = sample(design, np.full(RESPONDENTS, row), rng).tolist()
        for column, response in enumerate(design.responses):
            probability = float(design.entries[row][column].evaluate({}))
            for count in (followed.count(response), drawn.count(column)):
                assert binom.cdf(count, RESPONDENTS, probability) > level
                assert binom.sf(count - 1, RESPONDENTS, probability) > level


def test_the_stated_power() -> None:
    level = FALSE_ALARM / (4 * 9)
    low, high = binom.ppf(level, RESPONDENTS, 0.5), binom.isf(level, RESPONDENTS, 0.5)
    assert binom.cdf(high, RESPONDENTS, 0.59) - binom.cdf(low, RESPONDENTS, 0.59) < 1e-4


def test_special_cases_meet() -> None:
    corner, one_sided = (catalogue.get(n).printed_matrix for n in ("corner", "one-sided"))
    assert corner.at(delta=0) == catalogue.get("optimal-epsilon").printed_matrix
    assert corner.at(delta=1) == one_sided.at(delta=1) == catalogue.get("direct").printed_matrix
    mirrored = one_sided.permute_truths([1, 0]).permute_responses([1, 0])
    assert mirrored == catalogue.get("mirrored-one-sided").printed_matrix
    warner = catalogue.get("warner").printed_matrix
    assert catalogue.get("two-stage").printed_matrix.at(T=0, p=Fraction(1, 3)) == warner.at(p_w=Fraction(1, 3))


def test_unknown_names_get_suggestions() -> None:
    with pytest.raises(catalogue.UnknownMechanismError, match="did you mean warner"):
        catalogue.get("warnr")
    with pytest.raises(catalogue.UnknownMechanismError, match="the catalogue has direct, warner"):
        catalogue.get("zzzzzz")
