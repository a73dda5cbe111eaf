"""Each constraint twice: its rows admit exactly the designs of which its definition says that they meet it."""

from fractions import Fraction as F
from itertools import chain, combinations, permutations
from random import Random

import cvxpy
import numpy as np
import pytest

from lp.constraints.constrained_design import constrained_model, optimal_design_under
from lp.constraints.constraint import ConstraintError
from lp.constraints.entries import (
    EntryBounds,
    EqualEntries,
    ExpectedScores,
    LinearRelation,
    LocalDiversity,
    SymmetricMatrix,
    ZeroEntries,
)
from lp.constraints.metric_factors import (
    exact_power,
    geo_indistinguishability,
    line_distances,
    metric_privacy,
    safe_level,
)
from lp.constraints.nearness import NearDesign
from lp.constraints.posteriors import (
    GuessingCap,
    InformationPrivacy,
    PosteriorCap,
    PriorBreach,
    average_security,
    factor_privacy,
)
from lp.constraints.privacy import ApproximatePrivacy, BoundedRange, LocalPrivacy, MetricPrivacy, range_of
from lp.models.certificate import Certified, Contradiction, certify
from lp.models.exact_program import exact_program
from mechanisms.design import Design
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.guarantees.criteria.average import is_average_secure
from mechanisms.guarantees.criteria.bayes import numbers
from mechanisms.guarantees.criteria.information_privacy import breach_demand
from mechanisms.privacy import smallest_delta, smallest_epsilon

PRIOR = (F(1, 2), F(1, 3), F(1, 6))
CENTER = ((F(1, 2), F(1, 4), F(1, 4)), (F(1, 5), F(3, 5), F(1, 5)), (F(1, 7), F(2, 7), F(4, 7)))
OFFSETS = ((F(1), F(2, 3), F(4, 5)), (F(1), F(1), F(3, 4)), (F(1), F(1), F(1)))
KINDS = {
    "local": LocalPrivacy(F(5, 2)),
    "approximate": ApproximatePrivacy(F(3, 2), F(1, 10)),
    "total variation": ApproximatePrivacy(F(1), F(1, 4)),
    "metric": metric_privacy(PrivacyLevel.of_x(F(3, 2)), line_distances(3)),
    "broken triangle": MetricPrivacy(((1, 2, 5), (2, 1, 2), (None, 2, 1))),
    "no distance": MetricPrivacy(((1, 1, 3), (1, 1, 3), (3, 3, 1))),
    "range": BoundedRange(F(2), OFFSETS),
    "posterior": PosteriorCap(PRIOR, F(2, 3), F(1, 10)),
    "posterior of events": PosteriorCap(PRIOR, F(9, 10), events=((0, 1), (2, 0))),
    "breach": PriorBreach(PRIOR, F(2, 5), F(3, 5)),
    "breach for all priors": InformationPrivacy(breach_demand(F(2, 5), F(3, 5))),
    "guess": GuessingCap(PRIOR, F(11, 20)),
    "entry": EntryBounds(1, 2, F(1, 8), F(1, 3)),
    "relation": LinearRelation((((0, 0), 1), ((1, 1), F(1, 2)), ((2, 0), -1)), "<=", F(1, 3)),
    "near, total variation": NearDesign(CENTER, F(1, 5)),
    "near, l1": NearDesign(CENTER, F(1, 2), "l1"),
    "near, max": NearDesign(CENTER, F(1, 7), "max"),
}
EQUATIONS = {
    "zeros": ZeroEntries(((0, 2), (2, 0))),
    "equal": EqualEntries((((0, 0), (1, 1), (2, 2)), ((0, 1), (1, 0)))),
    "symmetric": SymmetricMatrix(),
    "scores": ExpectedScores((0, 1, 3), (F(1), F(3, 2), F(2))),
    "diversity": LocalDiversity(2, ((0, 1), (0, 2), (1, 2))),
    "fixed": EntryBounds(0, 1, F(1, 4), F(1, 4)),
}


def some_designs(seed, count):
    """Random 3 x 3 designs, from almost independent of the truth to telling everything, with zeros among them."""
    random = Random(seed)
    for _ in range(count):
        rows = [[random.choice((0, 1, 2, 3, 5, 8)) for _ in range(3)] for _ in range(3)]
        rows = [[F(v, sum(row)) for v in row] if sum(row) else [F(1), F(0), F(0)] for row in rows]
        weight = F(random.choice((0, 1, 2, 3, 4)), 4)
        yield Design([[weight * p + (1 - weight) * q for p, q in zip(row, rows[0], strict=True)] for row in rows])


def admitted(constraint, design):
    """Whether the rows of the constraint leave a point with these entries."""
    P, demands = constrained_model(*design.shape, [constraint])
    fixed = np.array(numbers(design), dtype=object) == P
    found = certify(cvxpy.Problem(cvxpy.Minimize(0), [*demands, fixed]))
    assert isinstance(found, (Certified, Contradiction))
    return isinstance(found, Certified)


def rows_of(truths, responses, constraint):
    """The inequalities that a constraint writes, in words, and the names of the unknowns."""
    _, demands = constrained_model(truths, responses, [constraint])
    exact = exact_program(cvxpy.Problem(cvxpy.Minimize(0), demands))
    return [exact.row_text(i) for i in range(truths * responses, len(exact.program.rows))], exact.names


def edge_designs(constraint, seed):
    """An extreme design of the class, where some inequality is tight, and points just within it and just past it."""
    random = Random(seed)
    losses = [[[random.randint(-3, 3) for _ in range(3)] for _ in range(3)] for _ in range(3)]
    edges = [numbers(optimal_design_under(loss, [constraint]).design) for loss in losses]
    yield Design(edges[0])
    inner = [[sum(edge[x][y] for edge in edges) / 3 for y in range(3)] for x in range(3)]
    for step in (F(99, 100), F(101, 100)):
        pairs = zip(edges[0], inner, strict=True)
        rows = [[(1 - step) * q + step * p for p, q in zip(*pair, strict=True)] for pair in pairs]
        if min(map(min, rows)) >= 0:
            yield Design(rows)


@pytest.mark.parametrize("name", KINDS)
def test_rows_admit_what_the_definition_admits(name):
    constraint = KINDS[name]
    designs = list(some_designs(7, 9)) + list(edge_designs(constraint, 11))
    answers = [constraint.holds_for(design) for design in designs]
    assert {True, False} <= set(answers), "the sample decides nothing"
    assert [admitted(constraint, design) for design in designs] == answers


def test_the_lowest_entry_of_a_column_stands_for_all_pairs_of_truths():
    random, level = Random(2), LocalPrivacy(F(2))
    rows, names = rows_of(4, 2, level)
    assert len(rows) == 2 * 4 * 2
    assert names[-2:] == ("lowest[0, 0]", "lowest[0, 1]")
    designs = [Design([[p, 1 - p] for p in (F(random.randint(4, 10), 15) for _ in range(4))]) for _ in range(12)]
    answers = [level.holds_for(design) for design in designs]
    assert {True, False} <= set(answers)
    assert [admitted(level, design) for design in designs] == answers


@pytest.mark.parametrize("name", EQUATIONS)
def test_equations_admit_what_the_definition_admits(name):
    constraint = EQUATIONS[name]
    loss = [[1, -2, 3], [2, 1, -1], [-1, 2, 1]]
    met = optimal_design_under(loss, [constraint]).design
    designs = [met, *some_designs(5, 4)]
    assert constraint.holds_for(met)
    assert [admitted(constraint, design) for design in designs] == [constraint.holds_for(d) for d in designs]


def test_definitions_agree_with_those_of_other_modules():
    for design in some_designs(3, 25):
        rows = numbers(design)
        events = list(chain.from_iterable(combinations(range(3), n) for n in range(4)))
        by_events = max(
            sum(a[y] for y in s) - F(3, 2) * sum(b[y] for y in s) for a, b in permutations(rows, 2) for s in events
        )
        assert KINDS["approximate"].holds_for(design) == (by_events <= F(1, 10))
        assert smallest_delta(design, F(3, 2)).value.evaluate({}) == by_events
        loss = smallest_epsilon(design)
        assert KINDS["local"].holds_for(design) == (not loss.is_infinite and loss.x() <= F(5, 2))
        assert average_security(F(5, 4)).holds_for(design) == is_average_secure(design, F(5, 4))
        assert factor_privacy(2).holds_for(design) == LocalPrivacy(F(2)).holds_for(design)
        if KINDS["range"].holds_for(design):
            assert range_of(design) <= 2


def test_what_is_tight_is_said_from_the_definition():
    binary = Design([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]])
    assert LocalPrivacy(F(3)).tight_at(binary) == ("P[0, 0] = 3 P[1, 0]", "P[1, 1] = 3 P[0, 1]")
    assert ApproximatePrivacy(F(2), F(1, 4)).tight_at(binary) == (
        "P({0} | 0) = 2 P({0} | 1) + 1/4",
        "P({1} | 1) = 2 P({1} | 0) + 1/4",
    )
    assert PosteriorCap((F(1, 2), F(1, 2)), F(3, 4)).tight_at(binary) == (
        "P(truth 0 | response 0) = 3/4",
        "P(truth 1 | response 1) = 3/4",
    )
    assert LocalPrivacy(F(4)).tight_at(binary) == ()


def test_rows_of_metric_privacy_that_follow_from_others_are_left_out():
    line = metric_privacy(PrivacyLevel.of_x(2), line_distances(5))
    assert len(rows_of(5, 3, line)[0]) == 2 * 4 * 3
    same = MetricPrivacy(((1, 1, 1), (1, 1, 1), (1, 1, 1)))  # a circle of implications must not leave itself out
    assert len(rows_of(3, 1, same)[0]) == 6


def test_factors_are_exact_or_rounded_to_the_strict_side():
    assert exact_power(F(9, 4), F(3, 2)) == F(27, 8)
    assert exact_power(F(2), F(1, 2)) is None
    with pytest.raises(ConstraintError, match=r"distances\[0\]\[1\] gives no short rational factor"):
        metric_privacy(PrivacyLevel.of_x(2), ((0, F(1, 2)), (F(1, 2), 0)))
    rounded = metric_privacy(PrivacyLevel.of_x(2), ((0, F(1, 2)), (F(1, 2), 0)), "safe").factors[0][1]
    assert rounded**2 < 2 < (rounded + F(1, 2**39)) ** 2
    plane = geo_indistinguishability(PrivacyLevel.of_x(4), ((0, 0), (3, 4), (1, 1)))
    assert plane.factors[0][1] == 4**5
    assert 7 < plane.factors[0][2] < F(711, 100)  # 4^sqrt(2) = 7.1029...
    half = safe_level(PrivacyLevel.of_eps(F(1, 2)))
    assert F("1.648721270699") < half < F("1.6487212707001282")  # e^(1/2) = 1.64872127070012814...


def test_all_sets_of_a_size_are_the_responses_of_local_diversity():
    found = optimal_design_under([[0] * 6] * 4, [LocalDiversity.all_sets(4, 2)]).design
    assert LocalDiversity.all_sets(4, 2).holds_for(found)
    uneven = Design([[F(1, 2), F(1, 2), 0], [F(1, 3), 0, F(2, 3)], [0, F(1, 2), F(1, 2)]])
    assert not EQUATIONS["diversity"].holds_for(uneven)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LocalPrivacy(F(1, 2)), "x = e\\^eps must be at least 1, not 1/2"),
        (lambda: LocalPrivacy(1.5), "exact numbers are needed"),
        (lambda: ApproximatePrivacy(2, F(3, 2)), "delta must lie between 0 and 1"),
        (lambda: MetricPrivacy(((1, 2), (2,))), "row 1 has 1 entries, not 2"),
        (lambda: MetricPrivacy(((1, F(1, 2)), (2, 1))), r"factors\[0\]\[1\] must be e\^\(eps d\) >= 1"),
        (lambda: MetricPrivacy(((2, 2), (2, 1))), "must be 1 on the diagonal"),
        (lambda: BoundedRange(2, ((1, F(1, 3)), (1, 1))), "must lie between 1/x = 1/2 and 1, not at 1/3"),
        (lambda: PosteriorCap((F(1, 2), F(1, 3)), F(1, 2)), "that sum to 1, not 1/2, 1/3"),
        (lambda: PosteriorCap((F(1, 2), F(1, 2)), F(1, 4), F(1, 3)), "at least 1/3 and at most 1/4"),
        (lambda: PriorBreach((F(1, 2), F(1, 2)), F(3, 5), F(2, 5)), "0 < rho1 <= rho2 < 1"),
        (lambda: EntryBounds(0, -1), "numbers from 0 on"),
        (lambda: LinearRelation((((0, 0), 1),), "<", 0), "a relation is <=, = or >=, not '<'"),
        (lambda: LocalDiversity(2, ((0, 1), (2,))), "sets\\[1\\] has 1 truths, fewer than the level 2"),
        (lambda: NearDesign(((1, 0), (1, 1)), 0), "row 1 of center must have entries of at least 0 that sum to 1"),
        (lambda: NearDesign(((1, 0),), F(-1)), "a radius is at least 0"),
        (lambda: average_security(2), "between 1 and 2"),
    ],
)
def test_fields_that_make_no_sense_are_refused(make, message):
    with pytest.raises(ConstraintError, match=message):
        make()


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (MetricPrivacy(((1, 2), (2, 1))), "the matrix of factors is for 2 truths, the design has 3"),
        (GuessingCap((F(1, 2), F(1, 2)), 1), "the prior is for 2 truths"),
        (ZeroEntries(((0, 4),)), r"there is no entry P\[0, 4\] in a 3 x 4 design"),
        (SymmetricMatrix(), "a symmetric matrix is square, not 3 x 4"),
        (ExpectedScores((1, 2), (1, 2, 3)), "2 responses, the design has 4"),
        (NearDesign(((1, 0), (0, 1)), 0), "the center is for 2 truths"),
        ("eps", "constraints are objects such as LocalPrivacy"),
    ],
)
def test_constraints_that_do_not_fit_the_design_are_refused(constraint, message):
    with pytest.raises(ConstraintError, match=message):
        constrained_model(3, 4, [constraint])
