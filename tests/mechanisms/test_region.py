from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms import catalogue
from mechanisms.design import Design
from mechanisms.exact.domain import DomainError
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.region import Region, feasible_region_binary, privacy_conditions
from mechanisms.privacy import PrivacyError, smallest_delta

p00, p11, x, delta = map(Polynomial.variable, ("p00", "p11", "x", "delta"))
WHOLE, ABOVE = feasible_region_binary(), feasible_region_binary(above_diagonal=True)
CORNERS = {region: region.vertices() for region in (WHOLE, ABOVE)}
unit = st.fractions(0, 1, max_denominator=12)
levels = st.fractions(1, 5, max_denominator=6)


def points(region: Region) -> list[tuple[Fraction, Fraction]]:
    return [(v.p00.evaluate({}), v.p11.evaluate({})) for v in region.vertices()]


def test_the_half_planes_are_those_of_the_definition() -> None:
    assert set(WHOLE.half_planes) == {
        *(Condition(c, ">=") for p in (p00, p11) for c in (p, 1 - p)),
        Condition(x * (1 - p00) + delta - p11, ">="),
        Condition(x * (1 - p11) + delta - p00, ">="),
        Condition(x * p11 + delta - (1 - p00), ">="),
        Condition(x * p00 + delta - (1 - p11), ">="),
    }
    assert set(ABOVE.half_planes) == {*WHOLE.half_planes, Condition(p00 + p11 - 1, ">")}


def test_every_event_gets_its_condition() -> None:
    design = Design(
        [[Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]]
    )
    conditions = privacy_conditions(design)
    a, b = ([e.evaluate({}) for e in row] for row in design.entries)
    for event in chain.from_iterable(combinations(range(3), size) for size in range(4)):
        for one, other in ((a, b), (b, a)):
            excess = x * sum(other[y] for y in event) + delta - sum(one[y] for y in event)
            assert Condition(excess, ">=") in conditions
    with pytest.raises(PrivacyError, match="polynomials"):
        privacy_conditions(catalogue.get("optimal-epsilon").printed_matrix)
    with pytest.raises(PrivacyError, match="too many events"):
        privacy_conditions(Design([[Fraction(1, 20)] * 20] * 2))


@given(unit, unit, levels, unit)
def test_membership_is_the_privacy_of_the_design(p: Fraction, q: Fraction, level: Fraction, slack: Fraction) -> None:
    design = Design([[p, 1 - p], [1 - q, q]])
    smallest = smallest_delta(design, level).value
    assert smallest is not None
    assert WHOLE.at(x=level, delta=slack).contains(p, q) == (smallest.evaluate({}) <= slack)
    assert ABOVE.at(x=level, delta=slack).contains(p, q) == (smallest.evaluate({}) <= slack and p + q > 1)


def test_symbolic_vertices() -> None:
    one, zero = RationalFunction.of(1), RationalFunction.of(0)
    d, corner = RationalFunction(delta), RationalFunction(x + delta, x + 1)
    beyond = (Condition(x - 1, ">"),)
    upper = {(one, zero, ()), (one, d, ()), (corner, corner, beyond), (d, one, ()), (zero, one, ())}
    lower = {(zero, 1 - d, ()), (1 - d, zero, ()), (1 - corner, 1 - corner, beyond)}
    assert {(v.p00, v.p11, v.conditions) for v in ABOVE.vertices()} == upper
    assert {(v.p00, v.p11, v.conditions) for v in WHOLE.vertices()} == upper | lower


@settings(max_examples=15)
@given(levels, unit)
def test_symbolic_and_numeric_vertices_agree(level: Fraction, slack: Fraction) -> None:
    values = {"x": level, "delta": slack}
    for region, vertices in CORNERS.items():
        symbolic = {
            (v.p00.evaluate(values), v.p11.evaluate(values))
            for v in vertices
            if all(c.holds_at({n: values[n] for n in c.polynomial.names}) for c in v.conditions)
        }
        numeric = points(region.at(**values))
        assert len(numeric) == len(set(numeric))
        # Symbolic corners may fall together or onto an edge at special levels, such as delta = 1; none is missing.
        assert set(numeric) <= symbolic
        for p, q in symbolic:
            assert WHOLE.at(**values).contains(p, q)
        if len(numeric) > 2:
            area_twice = sum(
                a[0] * b[1] - b[0] * a[1] for a, b in zip(numeric, [*numeric[1:], numeric[0]], strict=True)
            )
            assert area_twice > 0


def test_a_region_prints_its_half_planes() -> None:
    assert "p00 + p11 - 1 > 0" in str(ABOVE)


def test_special_levels() -> None:
    half = Fraction(1, 2)
    assert set(points(WHOLE.at(x=1, delta=0))) == {(0, 1), (1, 0)}
    assert set(points(WHOLE.at(x=3, delta=1))) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert points(ABOVE.at(x=3, delta=0)) == [(1, 0), (Fraction(3, 4), Fraction(3, 4)), (0, 1)]
    assert set(points(ABOVE.at(x=1, delta=half))) == {(1, 0), (1, half), (half, 1), (0, 1)}


def test_levels_outside_their_domain() -> None:
    with pytest.raises(DomainError, match="outside its domain"):
        WHOLE.at(x=Fraction(1, 2))
    with pytest.raises(DomainError, match="outside its domain"):
        WHOLE.at(delta=2)
    with pytest.raises(PrivacyError, match="eps is no privacy parameter"):
        WHOLE.at(eps=1)
    with pytest.raises(PrivacyError, match="float"):
        WHOLE.at(x=1.5)
    with pytest.raises(PrivacyError, match="give values to x, delta"):
        WHOLE.contains(0, 1)
    with pytest.raises(PrivacyError, match="float"):
        WHOLE.at(x=2, delta=0).contains(0.5, 1)


@pytest.mark.parametrize("name", ["corner", "one-sided", "mirrored-one-sided"])
def test_the_optimal_mechanisms_are_corners(name: str) -> None:
    design = catalogue.get(name).printed_matrix
    corners = {(v.p00, v.p11) for v in ABOVE.vertices()}
    assert (design.entry(0, 0), design.entry(1, 1)) in corners
