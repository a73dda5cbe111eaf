"""Optima for all values of a parameter at once: against exact solves at single values, and against known answers."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from derivations.arithmetic.kernel import KernelError
from derivations.arithmetic.proof_file import recheck, to_json
from lp import Infeasible, Optimum, solve
from lp.parametric.algebraic_simplex import piece_at_algebraic
from lp.parametric.certificate import (
    DualNumbers,
    PointNumbers,
    certify_infeasible,
    certify_optimum,
    certify_unbounded,
    optimum_sequent,
)
from lp.parametric.optimum import ParametricOptimum, kind_of, solve_for_all
from lp.parametric.pieces import InfeasiblePiece, OptimalPiece, UnboundedPiece
from lp.parametric.program import ParametricError, ParametricProgram
from mechanisms.exact.algebraic_real import AlgebraicReal, real_roots
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

x = Polynomial.variable("x")
KINDS = {Optimum: "optimal", Infeasible: "infeasible"}
entries = st.tuples(*[st.integers(-3, 3)] * 2).map(lambda c: x * c[1] + c[0])


@st.composite
def programs(draw):
    """Small programs with linear entries, all kinds: degenerate, empty, unbounded, changing between them."""
    size = draw(st.integers(1, 3))
    vector = st.tuples(*[entries] * size)
    rows = draw(st.lists(vector, max_size=4))
    equations = draw(st.lists(vector, max_size=1))
    high = draw(st.sampled_from([None, 1, 4]))
    return ParametricProgram.of(
        draw(vector),
        [list(enumerate(row)) for row in rows],
        draw(st.tuples(*[entries] * len(rows))),
        [list(enumerate(row)) for row in equations],
        draw(st.tuples(*[entries] * len(equations))),
        low=draw(st.sampled_from([-3, 0, 1])),
        high=high,
    )


def compare(found: ParametricOptimum, at: F) -> None:
    """The pieces say at one rational value what the exact solver says there."""
    there = solve(found.program.at(at))
    said = found.at(at)
    assert said.kind == KINDS.get(type(there), "unbounded")
    if isinstance(there, Optimum):
        assert said.value == there.value / found.program.scale.evaluate({"x": at})
        assert there.program.admits(said.point)


def check(found: ParametricOptimum) -> None:
    """What every answer is to satisfy: theorems that say the right thing, pieces without gaps, agreement at ends."""
    program = found.program
    assert found.pieces[0].interval.low == program.low
    assert found.pieces[0].interval.low_closed
    for piece, following in zip(found.pieces, found.pieces[1:], strict=False):
        assert piece.interval.high == following.interval.low
        assert piece.interval.high_closed or following.interval.low_closed
        if isinstance(piece, OptimalPiece) and isinstance(following, OptimalPiece):
            end = piece.interval.high
            if piece.interval.high_closed and following.interval.low_closed:
                assert end.image(piece.value) == end.image(following.value)
    for piece in found.pieces:
        assert piece.theorem.oracles == frozenset()
        assert piece.theorem.sequent.hypotheses == frozenset(piece.interval.hypotheses("x"))
        if isinstance(piece, OptimalPiece):
            assert piece.theorem.statement == optimum_sequent(program, piece.interval, piece.numbers)


@settings(max_examples=15, deadline=None, phases=[Phase.generate])
@given(programs(), st.fractions(-3, 9, max_denominator=7))
def test_random_programs_agree_with_exact_solves(program, at):
    found = solve_for_all(program)
    check(found)
    near = [F(1, 10**6), F(0), -F(1, 10**6)]
    ends = [e.rational if e.rational is not None else e.refined(F(1, 2**30)).low for e in found.breakpoints]
    for value in [at, program.low, *(e + d for e in ends for d in near)]:
        if value >= program.low and (program.high is None or value <= program.high):
            compare(found, value)


def test_an_irrational_end_is_exact_and_the_theorem_says_so():
    # max(2 - x, x - 2, x^2 - 3): the first and the last meet where x^2 + x = 5.
    found = solve_for_all(ParametricProgram.of([1], [[(0, 1)]] * 3, [x - 2, 2 - x, x * x - 3], low=0))
    check(found)
    (end,) = found.breakpoints
    assert end == real_roots(x * x + x - 5)[1]
    assert [p.value for p in found.pieces] == [RationalFunction(2 - x), RationalFunction(x * x - 3)]
    assert found.value(end) == end.image(RationalFunction(2 - x))
    assert found.value(end) != 0
    assert found.pieces[-1].interval.high is None
    assert found.coverage.sequent.hypotheses == {Condition(x, ">=")}


def test_infeasible_and_unbounded_stretches_are_pieces_of_their_own():
    # z >= 1 and z <= x - 1: nothing for x < 2; then minimise (3 - x) z, which is unbounded only if z had no end.
    found = solve_for_all(ParametricProgram.of([1], [[(0, 1)], [(0, -1)]], [1, 1 - x], low=0))
    check(found)
    assert [kind_of(p) for p in found.pieces] == ["infeasible", "optimal"]
    assert found.breakpoints == (AlgebraicReal.of(2),)
    assert not found.pieces[0].interval.high_closed
    assert found.value(2) == 1
    with pytest.raises(ParametricError, match="infeasible"):
        found.value(1)
    # minimise (3 - x^2) z over z >= 0.
    found = solve_for_all(ParametricProgram.of([3 - x * x], [[(0, 1)]], [0], low=0))
    check(found)
    assert [kind_of(p) for p in found.pieces] == ["optimal", "unbounded"]
    assert found.breakpoints == (real_roots(x * x - 3)[1],)
    assert found.pieces[0].interval.high_closed


def test_a_value_of_its_own_at_one_rational_point():
    # (x - 2) z = 0 and z >= -1: z = 0 except at x = 2.
    found = solve_for_all(ParametricProgram.of([1], [[(0, 1)]], [-1], [[(0, x - 2)]], [0], low=0))
    assert [p.interval.single for p in found.pieces] == [False, True, False]
    assert [found.value(v) for v in (1, 2, 3)] == [0, -1, 0]


def test_a_value_of_its_own_at_one_irrational_point():
    root = real_roots(x * x - 2)[1]
    line = [[(0, x * x - 2)]]
    kinds = []
    for cost, rows, bounds, sides in (
        ([1], [[(0, 1)]], [-1], [0]),  # z = 0, but for one x
        ([1], [], [], [0]),  # the same without a bound
        ([x], [[(0, x)], [(0, -x)]], [1, -3], [x * x - 2]),  # z = 1, but between 1/x and 3/x for one x
        ([x], [[(0, x)]], [1], [x - 1]),  # nothing for one x, and where 1/(x + 1) is too small
    ):
        found = solve_for_all(ParametricProgram.of(cost, rows, bounds, line, sides))
        check(found)
        at = found.at(root)
        kinds.append((at.kind, at.value))
        assert found.piece(root).theorem.oracles == frozenset()
    assert kinds[0] == ("optimal", -1)
    assert kinds[1] == ("unbounded", None)
    assert kinds[2] == ("optimal", 1)
    assert kinds[3] == ("infeasible", None)


def test_the_simplex_method_over_a_number_field_agrees_with_the_pieces():
    root = real_roots(x**3 - 3 * x - 1)[2]
    rows = [[(0, 1)], [(1, 1)], [(0, x), (1, 1)], [(0, 1), (1, x)], [(0, -1), (1, -1)]]
    for cost in ([1, x - 1], [x - 3, 1], [1 - x, 1 - x]):
        program = ParametricProgram.of(cost, rows, [0, 0, x, 1, -7], [[(0, x), (1, x)]], [x * x])
        alone = piece_at_algebraic(program, root)
        found = solve_for_all(program).at(root)
        assert isinstance(alone, OptimalPiece)
        assert root.image(alone.value) == found.value
        with pytest.raises(KernelError):
            certify_optimum(program, alone.interval, changed(alone.numbers), alone.duals[0][1])


def changed(numbers):
    return replace(numbers, numerators=(numbers.numerators[0] + x, *numbers.numerators[1:]))


def test_denominators_are_cleared_and_the_value_is_that_of_the_given_cost():
    found = solve_for_all(
        ParametricProgram.of([1 / RationalFunction(x + 1)], [[(0, 1 / RationalFunction(x))]], [1], low=1)
    )
    assert [p.value for p in found.pieces] == [RationalFunction(x, x + 1)]
    assert found.at(F(5, 2)).point == (F(5, 2),)
    with pytest.raises(ParametricError, match="has a zero"):
        ParametricProgram.of([1 / RationalFunction(x - 2)], [], [])
    with pytest.raises(ParametricError, match="variables other than x"):
        ParametricProgram.of([Polynomial.variable("y")], [], [])
    with pytest.raises(ParametricError, match="outside the interval"):
        found.at(0)


def test_degenerate_programs_in_both_senses():
    # Four rows through one vertex for every x, and a cost that is orthogonal to an edge.
    rows = [[(0, 1)], [(1, 1)], [(0, 1), (1, 1)], [(0, x), (1, 1)], [(0, -1), (1, -1)]]
    found = solve_for_all(ParametricProgram.of([x - 2, x - 2], rows, [0, 0, 0, 0, -1], low=1))
    check(found)
    assert [p.value for p in found.pieces] == [RationalFunction(2 - x) * -1, RationalFunction.of(0)]
    assert found.breakpoints == (AlgebraicReal.of(2),)


def changes(numbers):
    """Everything that differs from the numbers in one polynomial, by a constant or by x."""
    for name in numbers.__dataclass_fields__:
        value = getattr(numbers, name)
        for shift in (Polynomial.constant(1), x):
            if isinstance(value, Polynomial):
                yield replace(numbers, **{name: value + shift})
            else:
                for i, entry in enumerate(value):
                    yield replace(numbers, **{name: (*value[:i], entry + shift, *value[i + 1 :])})


def test_a_certificate_with_any_one_number_changed_is_refused():
    # The vertex moves, the multipliers are functions of x, and an equation takes part.
    rows = [[(0, 1)], [(1, 1)], [(2, 1)], [(0, x), (1, -1)]]
    program = ParametricProgram.of([1, x, 3], rows, [0, 0, 0, 1], [[(0, 1), (1, 1), (2, 1)]], [x], low=1)
    found = solve_for_all(program)
    check(found)
    piece = next(p for p in found.pieces if isinstance(p, OptimalPiece) and not p.interval.single)
    (interval, dual) = piece.duals[0]
    assert certify_optimum(program, interval, piece.numbers, dual).statement == optimum_sequent(
        program, interval, piece.numbers
    )
    refused = 0
    for numbers in changes(piece.numbers):
        with pytest.raises((KernelError, ValueError)):
            certify_optimum(program, interval, numbers, dual)
        refused += 1
    for numbers in changes(dual):
        with pytest.raises((KernelError, ValueError)):
            certify_optimum(program, interval, piece.numbers, numbers)
        refused += 1
    assert refused == 2 * (4 + 6)


def test_a_certificate_does_not_reach_beyond_its_interval():
    found = solve_for_all(ParametricProgram.of([1], [[(0, 1)]] * 3, [x - 2, 2 - x, x * x - 3], low=0))
    for piece, wider in zip(
        found.pieces, ({"high": AlgebraicReal.of(F(1793, 1000))}, {"low": AlgebraicReal.of(F(1791, 1000))}), strict=True
    ):
        (interval, dual) = piece.duals[0]
        assert certify_optimum(found.program, interval, piece.numbers, dual)
        with pytest.raises(KernelError):
            certify_optimum(found.program, replace(interval, **wider), piece.numbers, dual)


def test_wrong_certificates_of_infeasible_and_unbounded_pieces_are_refused():
    program = ParametricProgram.of([1], [[(0, 1)], [(0, -1)]], [x, 1 - x], low=0)
    piece = next(p for p in solve_for_all(program).pieces if isinstance(p, InfeasiblePiece))
    (interval, dual) = piece.duals[0]
    for i in range(2):
        rows = [*dual.rows]
        rows[i] = rows[i] + 1
        with pytest.raises(KernelError):
            certify_infeasible(program, interval, replace(dual, rows=tuple(rows)))
    wider = replace(interval, low=AlgebraicReal.of(-1))
    assert certify_infeasible(program, wider, dual)
    program = ParametricProgram.of([-1, 0], [[(0, 1)], [(0, -1), (1, x)]], [0, 0], low=1)
    piece = next(p for p in solve_for_all(program).pieces if isinstance(p, UnboundedPiece))
    for numbers in (PointNumbers((x, Polynomial())), PointNumbers((Polynomial(), Polynomial.constant(1)))):
        with pytest.raises(KernelError):
            certify_unbounded(program, piece.interval, piece.numbers, numbers)


def test_numbers_that_do_not_fit_the_program_are_refused():
    program = ParametricProgram.of([1], [[(0, 1)]], [x], low=0)
    piece = solve_for_all(program).pieces[0]
    (interval, dual) = piece.duals[0]
    with pytest.raises(KernelError, match="sizes"):
        certify_optimum(program, interval, PointNumbers(()), dual)
    with pytest.raises(KernelError, match="sizes"):
        certify_optimum(program, interval, piece.numbers, DualNumbers((), ()))


def test_theorems_are_checked_again_from_their_files():
    found = solve_for_all(ParametricProgram.of([1], [[(0, 1)]] * 2, [x * x - 3, 2 - x], low=0, high=5))
    for theorem in (found.coverage, *(piece.theorem for piece in found.pieces)):
        assert recheck(to_json(theorem)).statement == theorem.statement
