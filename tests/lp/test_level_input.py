"""Privacy levels as users write them, and the optimum at such a level."""

from fractions import Fraction as F
from math import exp

import pytest

from derivations.arithmetic.proof_file import recheck, to_json
from lp.constraints.privacy import ApproximatePrivacy
from lp.losses.linear_loss import hamming, l1, loss_program, optimal_design
from lp.parametric.family import interpolated
from lp.parametric.level_design import design_at_level
from lp.parametric.level_input import Level, read_level
from lp.parametric.level_optimum import solve_at_level
from lp.parametric.program import ParametricError, ParametricProgram
from mechanisms.exact.algebraic_real import real_roots
from mechanisms.exact.formula import NamedConstant
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import LevelError
from mechanisms.exact.rational import RationalFunction

x = Polynomial.variable("x")
GOLDEN = real_roots(x * x - x - 1)[1]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("log(3)", 3),
        ("ln(3/2)", F(3, 2)),
        ("x = 3", 3),
        ("eps = 2 log(sqrt(3))", 3),
        ("log(9)/2", 3),
        ("0", 1),
        ("x = 1.25", F(5, 4)),
        ("x = 2 + .5/2", F(9, 4)),
        ("x = (1 + sqrt(5))/2", GOLDEN),
        ("epsilon = log((1+sqrt(5))/2)", GOLDEN),
        ("x = 2*sqrt(2)^3 - 4*sqrt(2) + 1", 1),
    ],
)
def test_a_level_is_the_number_that_is_written(text, value):
    assert read_level(text).x == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("log(-1)", "not positive"),
        ("x = 1/2", "at least 1"),
        ("-1", "lies between 0 and"),
        ("x = 1/(2 - 2)", "division by zero"),
        ("x = 2^99", "from 0 to 20"),
        ("x = ((2^20)^20)^2", "product of all exponents"),
        ("x = sqrt(sqrt(sqrt(sqrt(2))))", "at most 3 square roots"),
        ("log(sqrt(2))/17", "degree beyond 32"),
        ("x = sqrt(1 - 3)", "negative"),
        ("sqrt(2)", "rational number or a logarithm"),
        ("log(3) 4", "after the end"),
        ("__import__('os')", "not understood"),
        ("(" * 30 + "1", "parentheses"),
        ("1" * 200, "at most 120"),
        ("0 log(2)", "factor of zero"),
        ("", "the end"),
    ],
)
def test_other_texts_are_refused_with_a_reason(text, why):
    with pytest.raises(LevelError, match=why):
        read_level(text)


def test_decimals_are_enclosed_unless_a_rational_level_is_asked_for():
    level = read_level("0.5")
    assert level.transcendental
    assert level.note == ""
    low, high = level.enclosure(30)
    assert 0 < high - low <= F(1, 10**30)
    assert float(low) == pytest.approx(exp(0.5))
    taken = read_level("0.5", rational=True)
    assert taken.rational < low
    assert high - taken.rational < F(1, 10**11)
    assert "taken as the rational number" in taken.note
    assert read_level("log(3)", rational=True) == Level(x=F(3))
    assert read_level("x = sqrt(2)", rational=True).rational ** 2 < 2
    assert 1 < read_level("1e-20", rational=True).rational < 1 + F(1, 10**19)


@pytest.fixture(scope="module")
def program():
    return interpolated(lambda at: loss_program(l1(4), at))


def test_the_optimum_at_a_transcendental_level_assumes_only_what_x_is(program):
    found = solve_at_level(program, read_level("1/2"))
    assert found.theorem.sequent.hypotheses == {NamedConstant("x", "exp", F(1, 2))}
    assert found.theorem.oracles == frozenset()
    low, high = found.bounds(40)
    assert 0 < high - low <= F(1, 10**40)
    for end in found.enclosure:  # the exact optima at rational levels on both sides are close
        assert float(optimal_design(l1(4), end).value) == pytest.approx(float(low), abs=1e-4)
    assert found.value() is None
    assert recheck(to_json(found.theorem)).statement == found.theorem.statement


def test_the_optimum_at_an_algebraic_level_has_numbers_of_its_field(program):
    found = solve_at_level(program, read_level("x = (1 + sqrt(5))/2"))
    assert found.piece.interval.single
    assert all(p.degree("x") <= 1 for p in found.piece.numbers.numerators)
    assert found.value() == GOLDEN.image(found.piece.value)
    assert float(found.value().rounded(12)) == pytest.approx(float(optimal_design(l1(4), F(1618033989, 10**9)).value))
    # At the end of a regime both of its designs are optimal; x = 2 + sqrt(5) is that end.
    end = real_roots(x * x - 4 * x - 1)[1]
    assert solve_at_level(program, Level(x=end)).value() == end.image(RationalFunction(2 * x + 6, x + 1))


def test_infeasible_levels_and_levels_outside_are_said():
    program = ParametricProgram.of([1], [[(0, 1)], [(0, -1)]], [x, F(-3, 2)], low=1, high=3)
    found = solve_at_level(program, read_level("1/2"))
    assert found.kind == "infeasible"
    assert solve_at_level(program, read_level("x = (1+sqrt(5))/2")).kind == "infeasible"
    with pytest.raises(ParametricError, match="infeasible"):
        found.value() or found.bounds()
    assert solve_at_level(program, read_level("1/3")).kind == "optimal"
    with pytest.raises(ParametricError, match="outside"):
        solve_at_level(program, read_level("2"))


def test_designs_at_levels_of_every_kind():
    found = design_at_level(hamming(3), "log(3)")
    assert found.value == F(6, 5)
    assert found.design.entry(0, 0) == RationalFunction.of(F(3, 5))
    found = design_at_level(hamming(3), "1/2")
    low, high = found.bounds(20)
    assert low < high
    assert float(low) == pytest.approx(6 / (exp(0.5) + 2))
    entry = found.entry_bounds(9)[0][0]
    assert entry[0] <= F(exp(0.5) / (exp(0.5) + 2)) <= entry[1] + F(1, 10**9)
    found = design_at_level(hamming(3), "1/2", rational=True)
    assert found.design.generator is None
    found = design_at_level(l1(3), "x = sqrt(5)", constraints=lambda at: [ApproximatePrivacy(at, F(1, 10))])
    assert found.design.generator is not None
    assert found.theorem.oracles == frozenset()
