"""The derived sets of optimal binary designs against a search over exact designs, and the theorems word by word."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.arithmetic.meaning import relation_formula
from derivations.prover.with_theorems import substitute_rational
from derivations.theorems.binary.binary_optimum import (
    BASE,
    CORNER,
    ERROR,
    MIRRORED,
    ONE_SIDED,
    REGION,
    cases_cover_everything,
    error_at,
    is_point,
    minimisers,
)
from mechanisms.exact.formula import FALSE, AllOf, AnyOf, all_of, any_of, in_polynomials, negation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

F = Fraction


@cache
def cases():
    """The cases by name: proved when a test asks for them, not when tests are collected."""
    return {case.name: case for case in minimisers()}


# -- a search that knows the protocol, the privacy definition and nothing else -----------------------------------------


def error(p, q, pi):
    ones = pi * q + (1 - pi) * (1 - p)
    return ones * (1 - ones) / (p + q - 1) ** 2


def admitted(p, q, x, delta):
    if not (0 <= p <= 1 and 0 <= q <= 1 and p + q > 1):
        return False
    rows = ((p, 1 - p), (1 - q, q))
    masses = [(sum(u), sum(v)) for u, v in zip(*(([(r[0],), (r[1],), r]) for r in rows), strict=True)]
    return all(a <= x * b + delta and b <= x * a + delta for a, b in masses)


def designs(x, delta):
    """A grid of the square, the lines on which a privacy condition is tight, and where those meet."""
    grid = [F(k, 10) for k in range(11)] + [delta, 1 - delta, (x + delta) / (x + 1), x / (x + 1)]
    found = set(product(grid, grid))
    for t in grid:
        for tight in (x * (1 - t) + delta, 1 - (t - delta) / x):
            found |= {(t, tight), (tight, t)}
    return [(p, q) for p, q in found if admitted(p, q, x, delta)]


def threshold(x, delta):
    return delta * (x + delta) / (x + 2 * delta - 1) ** 2


def applying(x, delta, pi):
    point = {"x": x, "delta": delta, "pi": pi}
    return [case for case in cases().values() if case.condition.holds_at(point)]


def constants(*values):
    return tuple(RationalFunction.of(F(v)) for v in values)


def check(x, delta, pi):
    point = {"x": F(x), "delta": F(delta), "pi": F(pi)}
    cases = applying(**point)
    assert cases, point
    feasible = designs(point["x"], point["delta"])
    for case in cases:
        if case.points is not None:
            listed = [tuple(c.evaluate(point) for c in p) for p in case.points]
            feasible += listed
            assert len(set(listed)) == len(listed)
            for z in listed:
                assert admitted(*z, point["x"], point["delta"])
                assert case.member(constants(*z)).holds_at(point)
        elif case.witness is not None:
            witness = tuple(c.evaluate(point) for c in case.witness)
            assert case.member(constants(*witness)).holds_at(point)
            feasible.append(witness)
    if not feasible:
        assert {case.name for case in cases} == {"delta = 0, eps = 0"}
        return
    least = min(error(*z, point["pi"]) for z in feasible)
    for case in cases:
        for z in feasible:
            best = error(*z, point["pi"]) == least
            assert case.member(constants(*z)).holds_at(point) is best, (case.name, point, z)


@settings(max_examples=30)
@given(
    st.fractions(1, 8, max_denominator=6), st.fractions(0, 1, max_denominator=9), st.fractions(0, 1, max_denominator=9)
)
def test_the_minimisers_are_those_of_a_search(x, delta, pi):
    check(x, delta, pi)


@pytest.mark.parametrize("x", [F(1), F(9, 8), F(2), F(7)])
@pytest.mark.parametrize("delta", [F(0), F(1, 10), F(2, 5), F(1)])
def test_the_minimisers_at_the_ends_of_the_ranges_and_at_one_half(x, delta):
    for pi in (F(0), F(1, 2), F(1)):
        check(x, delta, pi)


@pytest.mark.parametrize(("x", "delta"), [(F(2), F(1, 10)), (F(3), F(1, 8)), (F(5), F(1, 2)), (F(1), F(3, 4))])
def test_the_minimisers_at_the_threshold_and_on_both_sides_of_it(x, delta):
    g = threshold(x, delta)
    assert 0 < g < 1
    for pi in (g, g * F(99, 100), g + (1 - g) / 100):
        check(x, delta, pi)
        check(x, delta, 1 - pi)


def test_three_designs_tie_at_one_half_on_the_level_set():
    # g = 1/2 is x = 1 - delta + sqrt((1 - delta)^2 - (2 delta - 1)^2 + 2 delta^2); a rational point is found by trying.
    for a in range(1, 60):
        for b in range(1, a):
            delta = F(b, a)
            square = (1 - delta) ** 2 - (2 * delta - 1) ** 2 + 2 * delta**2
            root = F(isqrt(square.numerator), isqrt(square.denominator))
            x = 1 - delta + root
            if root**2 == square and x > 1 and threshold(x, delta) == F(1, 2):
                check(x, delta, F(1, 2))
                (case,) = applying(x, delta, F(1, 2))
                assert len(case.points) == 3
                return
    pytest.fail("no rational point of the level set was found")


def test_some_case_applies_at_every_point_and_at_most_points_one_alone():
    for x, delta, pi in product((F(1), F(3, 2), F(4)), (F(0), F(1, 5), F(1)), (F(0), F(1, 3), F(1, 2), F(5, 7), F(1))):
        cases = applying(x, delta, pi)
        assert cases
        if 0 < delta < 1 and 0 < pi < 1:
            names = {case.name for case in cases}
            assert len(names) == 1 or names == {"pi <= 1/2, g < pi", "pi >= 1/2, g < 1 - pi"}


# -- the edges ---------------------------------------------------------------------------------------------------------


# -- the theorems ------------------------------------------------------------------------------------------------------


def parts(formula):
    said = in_polynomials(formula)
    return set(said.parts) if isinstance(said, AllOf) else {said}


def region():
    return set(map(in_polynomials, REGION))


def assumptions(theorem):
    return set(map(in_polynomials, theorem.sequent.hypotheses))


def plain(formula):
    """The formula in polynomials, without the order of its parts, which the mirror changes."""
    formula = in_polynomials(formula)
    if isinstance(formula, (AllOf, AnyOf)):
        return type(formula), frozenset(map(plain, formula.parts))
    return formula


def assumed(theorem):
    return {plain(h) for h in theorem.sequent.hypotheses}


def test_the_cases_cover_everything_under_the_base_assumptions_alone():
    theorem = cases_cover_everything()
    assert theorem.sequent.hypotheses <= set(BASE)
    assert theorem.sequent.conclusion == any_of(case.condition for case in minimisers())
    assert isinstance(theorem.sequent.conclusion, AnyOf)
    assert not theorem.oracles


def test_no_oracle_is_trusted_and_nothing_else_is_assumed():
    for case in cases().values():
        assert case.theorems
        allowed = {*map(in_polynomials, BASE), *map(in_polynomials, REGION), *parts(case.condition)}
        outside = {plain(negation(is_point(p))) for p in case.points or ()}
        for theorem in case.theorems:
            assert not theorem.oracles
            if case.points is not None:
                assert assumed(theorem) - allowed <= outside


def test_each_finite_case_proves_that_its_points_are_all_minimisers():
    finite = [case for case in cases().values() if case.points]
    assert len(finite) > 5
    for case in finite:
        check_that_the_points_are_all_minimisers(case)


def check_that_the_points_are_all_minimisers(case):
    given_ = {*map(in_polynomials, BASE), *parts(case.condition)}
    worse, *rest = case.theorems
    first, *others = case.points
    # Everything else in the region does strictly worse than the first point.
    assert plain(worse.sequent.conclusion) == plain(relation_formula(ERROR, ">", error_at(first)))
    assert assumed(worse) <= given_ | region() | {plain(negation(is_point(p))) for p in case.points}
    # The other points do as well, and all of them lie in the region.
    wanted = [relation_formula(error_at(p), "=", error_at(first)) for p in others]
    for point in case.points:
        at_point = {"p00": point[0], "p11": point[1]}
        wanted.append(all_of(substitute_rational(fact, at_point) for fact in REGION))
    assert all(assumed(theorem) <= given_ for theorem in rest)
    assert {plain(theorem.sequent.conclusion) for theorem in rest} == set(map(plain, wanted))


def test_nothing_is_private_and_informative_without_a_budget():
    case = cases()["delta = 0, eps = 0"]
    (theorem,) = case.theorems
    assert theorem.sequent.conclusion == FALSE
    assert case.points == ()


@pytest.mark.parametrize(("name", "sure", "other"), [("pi = 0, delta > 0", 0, 1), ("pi = 1, delta > 0", 1, 0)])
def test_designs_without_error_are_told_exactly(name, sure, other):
    case = cases()[name]
    z = tuple(RationalFunction(Polynomial.variable(v)) for v in ("p00", "p11"))
    is_sure = in_polynomials(relation_formula(z[sure], "=", RationalFunction.of(1)))
    perfect, worse, inside, within = case.theorems
    base = {*map(in_polynomials, BASE), *parts(case.condition)}
    zero = RationalFunction.of(0)
    assert perfect.sequent.conclusion == relation_formula(ERROR, "=", zero)
    assert assumptions(perfect) <= base | region() | {is_sure}
    assert worse.sequent.conclusion == relation_formula(ERROR, ">", zero)
    assert assumptions(worse) <= base | region() | {negation(is_sure)}
    assert parts(inside.sequent.conclusion) == region()
    assert assumptions(inside) <= base | parts(case.member(z))
    assert parts(within.sequent.conclusion) | {is_sure} == parts(case.member(z))
    assert assumptions(within) <= base | region() | {is_sure}


def test_the_base_is_the_conventional_range():
    inside = {"x": 1, "delta": 0, "pi": 1, "n": 1}
    assert all_of(BASE).holds_at(inside)
    for change in ({"x": F(99, 100)}, {"delta": 2}, {"delta": -1}, {"pi": 2}, {"pi": -1}, {"n": 0}):
        assert not all_of(BASE).holds_at({**inside, **change})


@given(*[st.fractions(0, 1, max_denominator=8)] * 3, st.fractions(1, 5, max_denominator=4))
def test_region_and_error_are_those_of_the_definition(p, q, delta, x):
    point = {"p00": p, "p11": q, "delta": delta, "x": x, "pi": F(1, 3), "n": F(4)}
    assert all_of(REGION).holds_at(point) is admitted(p, q, x, delta)
    if p + q > 1:
        assert ERROR.evaluate(point) == error(p, q, F(1, 3)) / 4


def test_the_corners_are_where_conditions_are_tight():
    point = {"x": F(3), "delta": F(1, 5)}
    corner, one, two = ([c.evaluate(point) for c in z] for z in (CORNER, ONE_SIDED, MIRRORED))
    assert corner == [F(4, 5), F(4, 5)]
    assert (one, two) == ([1, F(1, 5)], [F(1, 5), 1])
