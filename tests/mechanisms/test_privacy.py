from fractions import Fraction
from itertools import chain, combinations, permutations

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from mechanisms import catalogue
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, above, within
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.hockey_stick import delta_curve
from mechanisms.privacy import PrivacyError, smallest_delta, smallest_epsilon

x_ = RationalFunction(Polynomial.variable("x"))
delta_ = RationalFunction(Polynomial.variable("delta"))
LEVEL = Domain.of(above("x", 1, closed=True), exponentials={"eps": "x"})


def designs(truths: int, responses: int, *, positive: bool = False) -> st.SearchStrategy[Design]:
    weights = st.lists(st.integers(1 if positive else 0, 9), min_size=responses, max_size=responses).filter(any)
    row = weights.map(lambda w: [Fraction(v, sum(w)) for v in w])
    return st.lists(row, min_size=truths, max_size=truths).map(Design)


def numbers(design: Design) -> list[list[Fraction]]:
    return [[e.evaluate({}) for e in row] for row in design.entries]


def brute_force_delta(design: Design, x: Fraction) -> Fraction:
    columns = range(len(design.responses))
    events = list(chain.from_iterable(combinations(columns, size) for size in range(len(columns) + 1)))
    return (
        max(
            sum(a[y] for y in event) - x * sum(b[y] for y in event)
            for a, b in permutations(numbers(design), 2)
            for event in events
        )
        if len(design.truths) > 1
        else Fraction(0)
    )


levels = st.fractions(1, 6, max_denominator=30)


@given(designs(3, 4), levels)
def test_delta_is_the_worst_of_all_events(design: Design, x: Fraction) -> None:
    delta = smallest_delta(design, x)
    assert delta.value is not None
    assert delta.value.evaluate({}) == brute_force_delta(design, x)
    worst = delta.witness
    in_truth = sum(design.entry(worst.truth, y).evaluate({}) for y in worst.event)
    in_other = sum(design.entry(worst.other, y).evaluate({}) for y in worst.event)
    assert in_truth - x * in_other == brute_force_delta(design, x)


@given(designs(3, 3, positive=True))
def test_epsilon_is_the_least_level_without_delta(design: Design) -> None:
    loss = smallest_epsilon(design)
    assert loss.ratio is not None
    x = loss.ratio.evaluate({})
    assert brute_force_delta(design, x) == 0
    if x > 1:
        assert brute_force_delta(design, (x + 1) / 2) > 0
        witness = loss.witness
        top = design.entry(witness.truth, witness.response)
        assert top / design.entry(witness.other, witness.response) == loss.ratio


@given(designs(2, 3, positive=True), designs(2, 2, positive=True))
def test_repetition_adds_epsilon_and_a_pair_does_not_exceed_it(first: Design, second: Design) -> None:
    one, twice, two = (smallest_epsilon(d).ratio for d in (first, first.repeat(2), second))
    assert one is not None
    assert twice == one * one
    both = smallest_epsilon(first.product(second)).ratio
    assert both is not None
    assert two is not None
    assert both.evaluate({}) <= (one * two).evaluate({})


@given(designs(3, 3), designs(3, 2), levels)
def test_post_processing_never_costs_privacy(design: Design, post: Design, x: Fraction) -> None:
    before, after = smallest_delta(design, x).value, smallest_delta(design @ post, x).value
    assert before is not None
    assert after is not None
    assert after.evaluate({}) <= before.evaluate({})
    loss, processed = smallest_epsilon(design), smallest_epsilon(design @ post)
    if not loss.is_infinite:
        assert processed.ratio is not None
        assert loss.ratio is not None
        assert processed.ratio.evaluate({}) <= loss.ratio.evaluate({})


@given(st.one_of(designs(3, 3), designs(2, 6), designs(1, 2)), levels)
def test_the_curve_is_the_smallest_delta_everywhere(design: Design, x: Fraction) -> None:
    curve = delta_curve(design)
    for level in (x, 20 * x, Fraction(1), *(vertex[0] for vertex in curve.vertices)):
        assert curve(level) == brute_force_delta(design, level)
    slopes = [(d - b) / (c - a) for (a, b), (c, d) in zip(curve.vertices, curve.vertices[1:], strict=False)]
    # Every vertex is one: the slopes rise strictly, and to at most 0.
    assert slopes == sorted(set(slopes))
    assert all(slope < 0 for slope in slopes)


def test_a_zero_that_meets_a_non_zero_is_infinite() -> None:
    loss = smallest_epsilon(Design([[1, 0], [Fraction(1, 2), Fraction(1, 2)]]))
    assert loss.is_infinite
    assert loss.epsilon() == sympy.oo
    assert loss.ratio is None
    assert (loss.witness.truth, loss.witness.other, loss.witness.response) == (1, 0, 1)
    assert loss.provided == ()
    shared_zero = smallest_epsilon(Design([[1, 0], [1, 0]]))
    assert shared_zero.ratio == RationalFunction.of(1)
    assert smallest_epsilon(Design([[Fraction(1, 2), Fraction(1, 2)]])).epsilon() == 0


def test_losses_of_the_catalogue() -> None:
    named = ("direct", "optimal-epsilon", "corner", "one-sided", "warner")
    loss = {name: smallest_epsilon(catalogue.get(name).printed_matrix) for name in named}
    assert loss["direct"].is_infinite
    assert loss["optimal-epsilon"].ratio == x_
    assert loss["optimal-epsilon"].provided == ()
    assert loss["corner"].ratio == (x_ + delta_) / (1 - delta_)
    assert loss["corner"].provided == (Condition(Polynomial.variable("delta") - 1, "!="),)
    assert loss["one-sided"].is_infinite
    assert loss["one-sided"].provided == (Condition(Polynomial.variable("delta"), "!="),)
    p = sympy.Symbol("p_w")
    assert loss["warner"].ratio is None
    assert sympy.simplify(loss["warner"].x() - sympy.Max(p / (1 - p), (1 - p) / p)) == 0
    assert "provided" in str(loss["warner"])


def test_a_domain_decides_between_candidates() -> None:
    p = sympy.Symbol("p")
    domain = Domain.of(within("p", Fraction(1, 2), 1, ends="[)"))
    loss = smallest_epsilon(Design([[p, 1 - p], [1 - p, p]], domain))
    variable = Polynomial.variable("p")
    assert loss.ratio == RationalFunction(variable, 1 - variable)
    assert loss.provided == ()


def test_symbolic_deltas_of_the_catalogue() -> None:
    x = sympy.Symbol("x")
    assert smallest_delta(catalogue.get("corner").printed_matrix, x).value == delta_
    assert smallest_delta(catalogue.get("optimal-epsilon").printed_matrix, x).value == RationalFunction.of(0)
    for name in ("one-sided", "mirrored-one-sided"):
        assert smallest_delta(catalogue.get(name).printed_matrix, x, LEVEL).value == delta_
    assert smallest_delta(catalogue.get("direct").printed_matrix, sympy.exp(sympy.Symbol("eps")), LEVEL).value == (
        RationalFunction.of(1)
    )


@pytest.mark.parametrize("name", ["warner", "binary", "forced-response", "two-stage"])
def test_a_maximum_left_open_is_right_at_every_point(name: str) -> None:
    design = catalogue.get(name).printed_matrix
    symbolic = smallest_delta(design, sympy.Symbol("x"), LEVEL).to_sympy()
    loss = smallest_epsilon(design)
    for point in design.domain.joined(LEVEL).points(seed=11, count=12):
        values = {sympy.Symbol(n): sympy.Rational(v.numerator, v.denominator) for n, v in point.items()}
        there = design.at(**{n: v for n, v in point.items() if n != "x"})
        expected = brute_force_delta(there, point["x"])
        assert symbolic.subs(values) == sympy.Rational(expected.numerator, expected.denominator)
        own = {n: v for n, v in point.items() if n != "x"}
        if all(c.holds_at({n: own[n] for n in c.polynomial.names}) for c in loss.provided):
            exact = smallest_epsilon(there).ratio
            assert exact is not None
            ratio = exact.evaluate({})
            assert loss.x().subs(values) == sympy.Rational(ratio.numerator, ratio.denominator)


def test_irrational_designs_and_levels() -> None:
    r2 = sympy.sqrt(2)
    design = Design([[r2 / 2, 1 - r2 / 2], [1 - r2 / 2, r2 / 2]])
    assert sympy.simplify(smallest_epsilon(design).x() - (1 + r2)) == 0
    assert smallest_delta(design, 1 + r2).to_sympy() == 0
    assert sympy.simplify(smallest_delta(design, r2).to_sympy() - (1 + r2 / 2 - r2)) == r2 - r2
    rational = Design([[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])
    assert sympy.simplify(smallest_delta(rational, r2).to_sympy() - (sympy.Rational(3, 4) - r2 / 4)) == 0


def test_an_infinite_loss_prefers_a_witness_without_conditions() -> None:
    d = sympy.Symbol("d")
    design = Design([[1, 0, 0], [0, d, 1 - d]], Domain.of(within("d", 0, 1)))
    loss = smallest_epsilon(design)
    assert (loss.is_infinite, loss.provided) == (True, ())
    assert loss.witness.response == 0


def test_one_truth_needs_no_privacy() -> None:
    only = Design([[Fraction(1, 2), Fraction(1, 2)]])
    assert str(smallest_delta(only, 1)) == "delta = 0"
    assert delta_curve(only).vertices == ((1, 0),)


def test_levels_that_make_no_sense() -> None:
    design = Design([[1, 0], [0, 1]])
    with pytest.raises(PrivacyError, match="at least 1"):
        smallest_delta(design, Fraction(1, 2))
    with pytest.raises(PrivacyError, match="at least 1"):
        smallest_delta(design, sympy.sqrt(2) / 2)
    with pytest.raises(PrivacyError, match="float"):
        smallest_delta(design, 1.5)
    with pytest.raises(PrivacyError, match="does not declare"):
        smallest_delta(design, sympy.Symbol("x"))
    for bad in (Fraction(1, 2), 1.5, True):
        with pytest.raises(PrivacyError, match="exact number of at least 1"):
            delta_curve(design)(bad)
    with pytest.raises(PrivacyError, match="rational entries"):
        delta_curve(catalogue.get("warner").printed_matrix)


@given(designs(3, 4), st.fractions(0, 1, max_denominator=40))
def test_the_least_level_for_a_delta_is_the_least(design: Design, delta: Fraction) -> None:
    curve = delta_curve(design)
    least = curve.least_level(delta)
    if least is None:
        assert curve.vertices[-1][1] > delta
    else:
        assert brute_force_delta(design, least) <= delta
        assert least == 1 or brute_force_delta(design, least - (least - 1) / 10**6) > delta


@given(designs(3, 3), st.fractions(Fraction(1, 50), 3, max_denominator=50))
def test_the_line_at_a_transcendental_level_touches_the_curve(design: Design, eps: Fraction) -> None:
    level = PrivacyLevel.of_eps(eps)
    constant, slope = delta_curve(design).line(level)
    for x in level.enclosure:  # no break lies between these two numbers
        assert brute_force_delta(design, x) == constant - slope * x


def test_the_line_at_a_break_and_beyond_the_last() -> None:
    tenths = [[5, 3, 2], [1, 2, 7]]
    curve = delta_curve(Design([[Fraction(v, 10) for v in row] for row in tenths]))
    assert curve.vertices == ((1, Fraction(1, 2)), (2, Fraction(3, 10)), (5, 0))
    first, second, last = (Fraction(7, 10), Fraction(1, 5)), (Fraction(1, 2), Fraction(1, 10)), (0, 0)
    for x, line in ((1, first), (2, second), (3, second), (5, last), (7, last)):
        assert curve.line(PrivacyLevel.of_x(x)) == line


@pytest.mark.parametrize("delta", [-1, 2, 0.5, True])
def test_a_delta_that_is_none(delta: object) -> None:
    with pytest.raises(PrivacyError, match="from 0 to 1"):
        delta_curve(Design([[1, 0], [0, 1]])).least_level(delta)
