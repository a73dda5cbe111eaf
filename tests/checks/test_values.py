"""Values of printed expressions: sums of logarithms, finite sets, extrema at the corners of a box."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.interpreter.values import Extreme, LogSum, MeaninglessError, SetValue
from mechanisms.exact.formula import FALSE, all_of
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

F = Fraction
p, q = (RationalFunction(Polynomial.variable(name)) for name in "pq")
one, two = RationalFunction.of(1), RationalFunction.of(2)


def number(value):
    return RationalFunction.of(F(value))


def test_logarithms_add_and_scale():
    total = LogSum(p, ((one, q),)).plus(LogSum(q, ((two, p),))).times(two)
    assert total == LogSum(2 * p + 2 * q, ((two, q), (number(4), p)))


def test_a_sum_of_logarithms_differs_from_zero_only_when_it_surely_does():
    def differs(pairs, rational=0, powers=False, **point):
        made = LogSum(number(rational), tuple((RationalFunction.of(c), RationalFunction.of(u)) for c, u in pairs))
        return made.differs_from_zero({k: F(v) for k, v in point.items()}, powers=powers)

    assert not differs([(1, 6), (-1, 2), (-1, 3)])
    assert not differs([(F(1, 2), 4), (-1, 2)])
    assert differs([(1, 2)])
    assert differs([], 1)
    assert differs([(1, 2), (-1, 2)], F(1, 10**9))
    assert differs([(F(1, 3), 2), (F(-1, 3), 3)])
    assert not differs([(1, p), (-2, q)], p="1/4", q="1/2")
    assert differs([(1, p), (-2, q)], p="1/4", q="1/3")
    # Nothing is sure of what has no logarithm, of huge powers, of roots of what may be negative.
    assert not differs([(1, -2)])
    assert not differs([(1, 0)], 1)
    assert not differs([(10**6, 2)])
    assert not differs([(F(1, 2), 2)], powers=True)
    # Powers: the product of argument^coefficient against one; the sign counts.
    assert differs([(3, -1)], powers=True)
    assert not differs([(2, -1)], powers=True)
    assert differs([(1, p), (-1, q)], powers=True, p=1, q=-1)


@given(st.lists(st.tuples(st.integers(-4, 4), st.fractions(F(1, 9), 9, max_denominator=9)), max_size=4))
def test_sums_of_logarithms_agree_with_the_product(pairs):
    product = F(1)
    for power, base in pairs:
        product *= base**power
    made = LogSum(number(0), tuple((number(c), number(u)) for c, u in pairs))
    assert made.differs_from_zero({}) is (product != 1)
    assert made.differs_from_zero({}, powers=True) is (product != 1)


def test_a_finite_set_holds_its_points_and_no_others():
    found = SetValue.finite(((p, q), (q, p)))
    point = {"p": F(1, 3), "q": F(1, 2)}
    assert found.dimension == 2
    assert found.candidates == found.points
    assert found.has((number("1/2"), number("1/3"))).holds_at(point)
    assert not found.has((number("1/2"), number("1/2"))).holds_at(point)
    assert found.has((p,)) == FALSE
    empty = SetValue.finite((), 2)
    assert empty.has((p, q)) == FALSE
    assert empty.has(()) == FALSE


@pytest.mark.parametrize("points", [(), ((p,), (p, q))])
def test_a_finite_set_has_one_dimension(points):
    with pytest.raises(MeaninglessError, match="one dimension"):
        SetValue.finite(points)


def test_an_element_that_has_no_value_is_in_no_set():
    found = SetValue.finite(((one / p,),))
    assert found.has((one / p,)).holds_at({"p": 2})
    assert not found.has((one / p,)).holds_at({"p": 0})


@given(st.tuples(*[st.fractions(-3, 3, max_denominator=5)] * 4), st.fractions(-2, 0), st.fractions(0, 2))
def test_corners_of_a_box_bound_what_is_affine_in_each_variable(coefficients, low, high):
    a, b, c, d = coefficients
    body = a + b * p + c * q + d * p * q
    box = ((number(low), number(high)), (number(-1), number(1)))
    found = Extreme("min", body, ("p", "q"), box, all_of(())).candidates()
    values = [v.evaluate({}) for _, v in found]
    assert len(values) == 4
    for i in range(5):
        for j in range(5):
            inside = body.evaluate({"p": low + (high - low) * F(i, 4), "q": F(j, 2) - 1})
            assert min(values) <= inside <= max(values)


def test_a_stationary_point_is_a_candidate_where_it_lies_inside():
    found = Extreme("max", p * (q - p), ("p",), ((number(0), one),), all_of(())).candidates()
    for point, largest in (({"q": F(1, 3)}, F(1, 36)), ({"q": 3}, F(2)), ({"q": -1}, F(0))):
        assert max(v.evaluate(point) for when, v in found if when.holds_at(point)) == largest


@pytest.mark.parametrize(("body", "why"), [(p**3 - 6 * p + p**2, "no rational"), (p**2 * q, "several variables")])
def test_an_extremum_without_rational_candidates_has_no_meaning(body, why):
    names = ("p",) if why == "no rational" else ("p", "q")
    with pytest.raises(MeaninglessError, match=why):
        Extreme("min", body, names, ((number(0), one),) * len(names), all_of(())).candidates()


@pytest.mark.parametrize(("kind", "lowest"), [("min", True), ("inf", True), ("max", False), ("sup", False)])
def test_which_extrema_are_lowest(kind, lowest):
    assert Extreme(kind, p, ("p",), ((number(0), one),), all_of(())).lowest is lowest
