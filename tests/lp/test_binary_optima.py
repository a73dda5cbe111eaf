"""The best binary designs: closed forms of the first paper, vertices from certified programs, grids, ties, priors."""

from fractions import Fraction as F
from itertools import product

import pytest

from derivations.arithmetic.kernel import KernelError
from derivations.theorems.binary.binary_error_bounds import apart_from, error_bound, worst_error_bounds
from derivations.theorems.binary.optimal_binary import optimal_binary_designs
from lp.binary.designs import private_designs, vertices
from lp.binary.optima import (
    NoInformativeDesignError,
    ProportionPrior,
    Segment,
    best_for_known,
    best_for_prior,
    best_for_unknown,
    error_of,
)
from lp.constraints.constraint import ConstraintError

LEVELS = [F(1), F(7, 5), F(3), F(29)]
DELTAS = [F(0), F(1, 11), F(2, 7), F(1, 2), F(5, 6), F(1)]
SHARES = [F(1, 13), F(3, 8), F(1, 2), F(5, 8)]
GENERIC = [(F(7, 5), F(1, 11)), (F(3), F(2, 7)), (F(1), F(5, 6)), (F(29), F(0))]


def grid(x, delta, steps=15):
    """Private designs with p00 + p11 > 1 on an exact grid, from the definition."""
    program = private_designs(x, delta)
    values = [F(i, steps) for i in range(steps + 1)]
    return [z for z in product(values, repeat=2) if sum(z) > 1 and program.admits(z)]


def worst_error(point):
    """Over pi, from three candidates: the ends, and where both responses are equally likely."""
    p, q = point
    even = (p - F(1, 2)) / (p + q - 1)
    return max(error_of(point, pi) for pi in {F(0), F(1), even if 0 <= even <= 1 else F(0)})


@pytest.mark.parametrize(("x", "delta"), [(x, d) for x in LEVELS for d in DELTAS if (x, d) != (1, 0)])
def test_the_closed_form_of_the_first_paper_is_recovered(x, delta):
    for pi in SHARES:
        found = best_for_known(x, delta, pi)
        assert set(found.minimisers) == optimal_binary_designs(x, delta, pi)
        assert len(found.theorems) == 1


@pytest.mark.parametrize(("x", "delta"), GENERIC)
def test_vertices_from_certified_programs_give_the_same(x, delta):
    corners = [z for z in vertices(x, delta) if sum(z) > 1]
    for pi in SHARES:
        best = min(error_of(z, pi) for z in corners)
        found = best_for_known(x, delta, pi)
        assert found.value == best
        assert {z for z in corners if error_of(z, pi) == best} == set(found.minimisers)
    assert best_for_unknown(x, delta).value == min(map(worst_error, corners))


@pytest.mark.parametrize(("x", "delta"), GENERIC)
def test_no_design_of_a_grid_is_better_and_ties_are_minimisers(x, delta):
    known, unknown = best_for_known(x, delta, F(3, 8)), best_for_unknown(x, delta)
    designs = grid(x, delta)
    assert designs
    for point in designs:
        assert (error_of(point, F(3, 8)) == known.value) == known.contains(point)
        assert error_of(point, F(3, 8)) >= known.value
        assert (worst_error(point) == unknown.value) == unknown.contains(point)
        assert worst_error(point) >= unknown.value


def test_ties_are_sets():
    # delta (x + delta)/(x + 2 delta - 1)^2 = 1/2 at x = 7/5, delta = 2/5: all three corners tie at pi = 1/2.
    three = best_for_known(F(7, 5), F(2, 5), F(1, 2))
    assert three.minimisers == ((F(2, 5), F(1)), (F(3, 4), F(3, 4)), (F(1), F(2, 5)))
    assert best_for_known(F(1), F(1, 2), F(1, 2)).minimisers == ((F(1, 2), F(1)), (F(1), F(1, 2)))
    # pi = 0: nobody lies about the only truth there is.
    (segment,) = best_for_known(F(3), F(1, 4), 0).minimisers
    assert segment == Segment((F(1), F(0)), (F(1), F(1, 4)), open_start=True)
    assert all(error_of((F(1), q), 0) == 0 for q in (F(1, 4), F(1, 100)))
    assert segment.contains((F(1), F(1, 100)))
    assert not segment.contains((F(1), F(0)))
    (mirrored,) = best_for_known(F(3), F(1, 4), 1).minimisers
    assert mirrored.contains((F(1, 8), F(1)))
    # delta = 0 and pi = 0: the only design is the corner.
    assert best_for_known(F(3), F(0), 0).minimisers == ((F(3, 4), F(3, 4)),)


def test_minimax_ties():
    # x = 1, delta > 1/2: a whole edge, all of whose designs have the same p00 + p11.
    found = best_for_unknown(F(1), F(3, 5))
    assert found.minimisers == (Segment((F(1), F(3, 5)), (F(3, 5), F(1))),)
    assert {worst_error(z) for z in ((F(1), F(3, 5)), (F(4, 5), F(4, 5)), (F(7, 10), F(9, 10)))} == {found.value}
    # (x + 1)^2 delta = 4 (1 - delta)(x - 1 + 2 delta)^2 has rational solutions: three corners tie.
    x, delta = three_way_tie()
    assert best_for_unknown(x, delta).minimisers == (
        (F(1), delta),
        (delta, F(1)),
        ((x + delta) / (x + 1), (x + delta) / (x + 1)),
    )
    # Near eps = 0 with a small delta the one-sided designs are best, although 1/2 is then not the worst proportion.
    assert best_for_unknown(F(1), F(1, 4)).value == 3 < F(4)
    assert best_for_unknown(F(1), F(1, 4)).worst == (F(1), F(0))
    for x in (F(1), F(4)):
        assert best_for_unknown(x, F(1)).value == F(1, 4)


def three_way_tie():
    """With r = sqrt((1 - delta)/delta) rational, x + 1 = 2 r (x - 1 + 2 delta) is linear in x."""
    r = F(5, 4)
    delta = 1 / (1 + r**2)
    x = (1 + 2 * r * (1 - 2 * delta)) / (2 * r - 1)
    assert x > 1
    return x, delta


@pytest.mark.parametrize(
    "prior", [([F(1, 9), F(4, 5)], [F(1, 3), F(2, 3)]), ([F(1, 2)], [F(1)]), ([0, 1], [F(1, 4), F(3, 4)])]
)
def test_the_bayes_error_is_the_expectation_and_least(prior):
    x, delta = F(7, 5), F(1, 11)
    found = best_for_prior(x, delta, ProportionPrior.finite(*prior))

    def expected(point):
        return sum(w * error_of(point, pi) for pi, w in zip(*prior, strict=True))

    assert {expected(z) for z in found.minimisers} == {found.value}
    assert all(expected(z) >= found.value and (expected(z) == found.value) == found.contains(z) for z in grid(x, delta))


def test_moments_of_priors():
    assert ProportionPrior.beta(2, 3) == ProportionPrior(F(2, 5), F(1, 25))
    assert ProportionPrior.finite([0, 1], [F(1, 2), F(1, 2)]) == ProportionPrior(F(1, 2), F(1, 4))
    uniform = best_for_prior(F(3), F(0), ProportionPrior.beta(1, 1))
    # Three quarters of the answers are true: 1/(4 d^2) = 1 at every pi but for pi (1 - pi) - 1/4.
    assert uniform.value == error_of((F(3, 4), F(3, 4)), F(1, 2)) - F(1, 12)


def test_a_bound_that_is_too_high_or_forgets_a_minimiser_is_refused():
    x, delta, pi = F(7, 5), F(2, 5), F(1, 2)
    found = best_for_known(x, delta, pi)
    corners = found.minimisers
    assert error_bound(x, delta, pi, found.value, apart_from(corners)).oracles == frozenset()
    with pytest.raises(KernelError):
        error_bound(x, delta, pi, found.value + F(1, 10**6), apart_from(corners))
    for left_out in corners:
        with pytest.raises(KernelError):
            error_bound(x, delta, pi, found.value, apart_from([z for z in corners if z != left_out]))
    x, delta = three_way_tie()
    unknown = best_for_unknown(x, delta)
    worst_error_bounds(x, delta, unknown.value, apart_from(unknown.minimisers))
    with pytest.raises(KernelError):
        worst_error_bounds(x, delta, unknown.value + F(1, 10**6), apart_from(unknown.minimisers))
    for kept in (unknown.minimisers[:2], unknown.minimisers[2:]):
        with pytest.raises(KernelError):
            worst_error_bounds(x, delta, unknown.value, apart_from(kept))


def test_arguments_are_checked():
    with pytest.raises(NoInformativeDesignError, match="answers independently of the truth"):
        best_for_known(1, 0, F(1, 2))
    with pytest.raises(NoInformativeDesignError):
        best_for_unknown(1, 0)
    for x, delta, pi in ((F(1, 2), 0, F(1, 2)), (2, F(-1), F(1, 2)), (2, 0, 2), (2.5, 0, F(1, 2))):
        with pytest.raises(ConstraintError):
            best_for_known(x, delta, pi)
    with pytest.raises(ConstraintError, match="between 0 and 1/4"):
        ProportionPrior(F(1, 2), F(1, 3))
    with pytest.raises(ConstraintError, match="are positive"):
        ProportionPrior.beta(0, 1)
    with pytest.raises(ValueError, match="answers independently"):
        error_of((F(1, 2), F(1, 2)), F(1, 2))
