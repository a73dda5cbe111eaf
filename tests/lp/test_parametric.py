"""Optima for all values of a parameter at once: against exact solves at single values, and against known answers."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations import kernel
from derivations.kernel import KernelError
from derivations.proof_file import recheck, to_json
from derivations.statements import Sequent
from lp import Infeasible, Optimum, solve
from lp.parametric import ParametricOptimum, kind_of, solve_for_all
from lp.parametric_certificate import (
    DualNumbers,
    PointNumbers,
    certify_infeasible,
    certify_optimum,
    certify_unbounded,
    optimum_sequent,
)
from lp.parametric_pieces import InfeasiblePiece, OptimalPiece, UnboundedPiece
from lp.parametric_program import ParametricError, ParametricProgram
from mechanisms.algebraic_real import AlgebraicReal, real_roots
from mechanisms.formula import AllOf
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

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


@settings(max_examples=40, deadline=None)
@given(programs(), st.fractions(-3, 9, max_denominator=7))
def test_random_programs_agree_with_exact_solves(program, at):
    try:
        found = solve_for_all(program)
    except ParametricError as error:
        assert "single point" in str(error)
        return
    check(found)
    near = [F(1, 10**6), F(0), -F(1, 10**6)]
    ends = [e.rational if e.rational is not None else e.refined(F(1, 2**30)).low for e in found.breakpoints]
    for value in [at, program.low, *(e + d for e in ends for d in near)]:
        if value >= program.low and (program.high is None or value <= program.high):
            compare(found, value)
