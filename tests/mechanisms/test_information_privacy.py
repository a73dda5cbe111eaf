"""Strict information privacy against its definition, and the bounds of the criteria that have a name."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.design import Design
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.guarantees.criteria.bayes import CriterionError, posterior
from mechanisms.guarantees.criteria.envelope import CHANCE, Envelope
from mechanisms.guarantees.criteria.information_privacy import (
    Demand,
    breach_demand,
    factor_demand,
    is_strictly_private,
    local_demand,
    parity_bound,
    posterior_range,
)
from mechanisms.guarantees.criteria.parity import design_parity

QUARTER, THREE = Fraction(1, 4), Fraction(3)
DEMANDS = {
    "factor": factor_demand(3),
    "breach": breach_demand(QUARTER, Fraction(1, 2)),
    "local": local_demand(3),
    "curved": Demand(Envelope.of((0, 1, "[]", CHANCE / 4)), Envelope.of((0, 1, "[]", (1 + CHANCE**2) / 2))),
}


def rows_of(eta: Fraction) -> Design:
    return Design([[eta / (eta + 2), 2 / (eta + 2)], [1 / (eta + 2), (eta + 1) / (eta + 2)]])


@pytest.mark.parametrize("eta", [Fraction(1), Fraction(3, 2), Fraction(5)])
def test_the_range_of_posteriors_is_attained_and_exhausted(eta: Fraction) -> None:
    design = Design(
        [
            [eta / 10, 1 - eta / 10],
            [Fraction(1, 10), Fraction(9, 10)],
            [eta / 20 + Fraction(1, 20), Fraction(19, 20) - eta / 20],
        ]
    )
    for chance in (Fraction(1, 7), Fraction(1, 2), Fraction(8, 9)):
        low, high = (bound.evaluate({}) for bound in posterior_range(chance, eta))
        for share in (Fraction(0), Fraction(1, 3), Fraction(1)):
            for inside, first, second in ((0, 1, 2), (1, 0, 2), (2, 0, 1)):
                prior = {inside: chance, first: (1 - chance) * share, second: (1 - chance) * (1 - share)}
                assert low <= posterior(design, prior, 0)[inside].evaluate({}) <= high
        assert posterior(design, {0: chance, 1: 1 - chance, 2: 0}, 0)[0].evaluate({}) == high
        assert posterior(design, {1: chance, 0: 1 - chance, 2: 0}, 0)[1].evaluate({}) == low


def test_bounds_of_the_named_criteria() -> None:
    factor, breach, local = (parity_bound(DEMANDS[name]) for name in ("factor", "breach", "local"))
    assert (factor.value, factor.attained, factor.where, factor.side) == (3, False, 0, 1)
    assert (breach.value, breach.attained, breach.where, breach.side) == (3, False, QUARTER, -1)
    assert (local.value, local.attained) == (3, True)


@given(st.fractions(1, 20, max_denominator=20))
@settings(max_examples=20, deadline=None)
def test_factor_and_local_privacy_bound_the_parity_by_their_parameter(level: Fraction) -> None:
    assert parity_bound(factor_demand(level)).value == level
    assert parity_bound(local_demand(level)).value == level


@given(st.fractions(Fraction(1, 30), Fraction(29, 30), max_denominator=30), st.fractions(0, 1, max_denominator=10))
@settings(max_examples=20, deadline=None)
def test_breaches_bound_the_parity_by_the_ratio_of_odds(rho1: Fraction, share: Fraction) -> None:
    rho2 = rho1 + (Fraction(29, 30) - rho1) * share
    assert parity_bound(breach_demand(rho1, rho2)).value == rho2 * (1 - rho1) / (rho1 * (1 - rho2))


def test_an_inner_minimum_is_an_algebraic_number() -> None:
    """What is allowed is 3 + p^3 - p/2, least at p = 1/sqrt(6)."""
    allowed = 3 + CHANCE**3 - CHANCE / 2
    upper = Envelope.of((0, 1, "[]", allowed * CHANCE / (1 - CHANCE + allowed * CHANCE)))
    bound = parity_bound(Demand(Envelope.of((0, 1, "[]", 0)), upper))
    assert bound.attained
    assert bound.from_above
    assert bound.where == AlgebraicReal.square_root(Fraction(1, 6))
    assert bound.value == AlgebraicReal.square_root(Fraction(1, 54)).image(3 - CHANCE)


def test_a_bound_may_be_approached_where_nothing_may_be_learned() -> None:
    """h_u = (1 + p^2)/2 allows (1 + p^2)/(p (1 + p)), which falls to 1 as p grows to 1."""
    bound = parity_bound(DEMANDS["curved"])
    assert (bound.value, bound.attained, bound.where, bound.side) == (1, False, 1, -1)


@pytest.mark.parametrize("name", list(DEMANDS))
@pytest.mark.parametrize("eta", [Fraction(1), Fraction(29, 10), Fraction(3), Fraction(301, 100), Fraction(40)])
def test_a_design_is_private_exactly_up_to_the_bound(name: str, eta: Fraction) -> None:
    demand, design = DEMANDS[name], rows_of(eta)
    parity = design_parity(design).value
    bound = parity_bound(demand).value
    assert parity is not None
    assert bound is not None
    assert is_strictly_private(design, demand) == (bound >= parity)


def test_no_demand_at_all_admits_every_design() -> None:
    nothing = Demand(Envelope.of((0, 1, "[]", 0)), Envelope.of((0, 1, "[]", 1)))
    assert parity_bound(nothing).value is None
    assert is_strictly_private(Design([[1, 0], [0, 1]]), nothing)


def test_a_private_design_meets_the_demand_for_all_events_of_a_generic_prior() -> None:
    design = Design(
        [[Fraction(3, 7), Fraction(4, 7)], [Fraction(1, 7), Fraction(6, 7)], [Fraction(2, 7), Fraction(5, 7)]]
    )
    prior = {0: Fraction(1, 5), 1: Fraction(3, 10), 2: Fraction(1, 2)}
    assert design_parity(design).value == 3
    for demand in (factor_demand(3), local_demand(3), breach_demand(QUARTER, Fraction(1, 2))):
        assert is_strictly_private(design, demand)
        for size in (1, 2):
            for event in combinations(design.truths, size):
                chance = sum((prior[t] for t in event), Fraction(0))
                for response in design.responses:
                    after = posterior(design, prior, response)
                    assert demand.allows(chance, sum((after[t].evaluate({}) for t in event), Fraction(0)))


def test_envelopes_that_are_none_are_refused_with_a_point() -> None:
    line = Envelope.of((0, 1, "[]", CHANCE))
    with pytest.raises(CriterionError, match="h_u"):
        Demand(line, Envelope.of((0, 1, "[]", 3 * CHANCE)))  # beta p exceeds 1
    with pytest.raises(CriterionError, match="h_l"):
        Demand(Envelope.of((0, 1, "[]", CHANCE + Fraction(1, 100))), line)
    with pytest.raises(CriterionError, match="cover"):
        Envelope.of((0, Fraction(1, 2), "[]", 0), (Fraction(1, 2), 1, "[]", 1))
    for make in (
        lambda: factor_demand(Fraction(1, 2)),
        lambda: breach_demand(Fraction(1, 2), QUARTER),
        lambda: local_demand(0),
    ):
        with pytest.raises(CriterionError):
            make()
    with pytest.raises(CriterionError, match="between 0 and 1"):
        line(2)


def test_parameters_at_which_nothing_may_be_learned() -> None:
    for demand in (factor_demand(1), local_demand(1), breach_demand(QUARTER, QUARTER)):
        assert parity_bound(demand).value == AlgebraicReal.of(1)
