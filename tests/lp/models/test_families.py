"""Each family of `lp.models` against its definition, and what its docstring says of sign, curvature and parameters."""

import inspect
import re
from fractions import Fraction as F
from itertools import chain, combinations, permutations
from math import log
from random import Random

import cvxpy as cp
import numpy as np
import pytest

from lp.losses.column_objectives import chi_square_information
from lp.losses.linear_loss import l1, optimal_design
from lp.models import decks, entries, information, losses, order, posteriors, privacy, risks, rounds
from lp.models.certificate import Certified, Contradiction, certify
from lp.models.design_variable import ColumnMasses, DesignVariable, rows_on_simplex, staircase_masses
from lp.models.exact_values import exact_value
from lp.models.exact_walk import NotLinearError
from lp.staircases.optimum import staircase_optimum
from mechanisms.design import Design

FAMILIES = (decks, entries, information, losses, order, posteriors, privacy, risks, rounds)
PRIOR = (F(1, 2), F(1, 3), F(1, 6))
SETS = ((0, 1), (0, 2), (1, 2))
X = F(5, 2)


def random_rows(random, truths=3, responses=3):
    rows = [[F(random.choice((0, 1, 2, 3, 5))) + F(1, 7) for _ in range(responses)] for _ in range(truths)]
    weight = F(random.choice((0, 1, 2, 3)), 4)
    mixed = [[v / sum(row) for v in row] for row in rows]
    return [[weight * p + (1 - weight) * q for p, q in zip(row, mixed[0], strict=True)] for row in mixed]


def events(m):
    return chain.from_iterable(combinations(range(m), size) for size in range(m + 1))


def all_events(rows, x, delta):
    """(eps, delta)-privacy as it is defined: every pair of truths, every event."""
    return all(
        sum(p[y] for y in event) <= x * sum(q[y] for y in event) + delta
        for p, q in permutations(rows, 2)
        for event in events(len(rows[0]))
    )


def posterior(rows, prior, event, y):
    """P(event | y), or None where the response never occurs."""
    whole = sum(w * row[y] for w, row in zip(prior, rows, strict=True))
    return sum(prior[x] * rows[x][y] for x in event) / whole if whole else None


def posteriors_lie(rows, events_judged, low, high):
    found = [posterior(rows, PRIOR, event, y) for event in events_judged for y in range(3)]
    return all(low <= chance <= high for chance in found if chance is not None)


def guess(rows):
    return sum(max(w * row[y] for w, row in zip(PRIOR, rows, strict=True)) for y in range(3))


FACTORS = ((F(1), F(3, 2), F(9, 4)), (F(3, 2), F(1), F(3, 2)), (F(9, 4), F(3, 2), F(1)))
# Each demand as constraints of cvxpy, and from its definition.
DEMANDS = {
    "local": (lambda P: privacy.local_privacy(P, X), lambda r: all_events(r, X, 0)),
    "parity": (
        lambda P: privacy.parity(P, F(3, 2)),
        lambda r: all(max(c) <= F(3, 2) * min(c) for c in zip(*r, strict=True)),
    ),
    "approximate": (
        lambda P: privacy.approximate_privacy(P, F(3, 2), F(1, 10)),
        lambda r: all_events(r, F(3, 2), F(1, 10)),
    ),
    "metric": (
        lambda P: privacy.metric_privacy(P, FACTORS),
        lambda r: all(r[a][y] <= FACTORS[a][b] * r[b][y] for a in range(3) for b in range(3) for y in range(3)),
    ),
    "bounded range": (
        lambda P: privacy.bounded_range(P, F(2), ((1, F(2, 3), F(4, 5)), (1, 1, F(3, 4)), (1, 1, 1))),
        lambda r: all(
            low * r[b][y] <= r[a][y] <= 2 * low * r[b][y]
            for a, b, low in ((0, 1, F(2, 3)), (0, 2, F(4, 5)), (1, 2, F(3, 4)))
            for y in range(3)
        ),
    ),
    "posterior cap": (
        lambda P: posteriors.posterior_cap(P, PRIOR, F(11, 20), F(1, 10)),
        lambda r: posteriors_lie(r, [(0,), (1,), (2,)], F(1, 10), F(11, 20)),
    ),
    "posterior of events": (
        lambda P: posteriors.posterior_cap(P, PRIOR, F(5, 8), events=((1, 2),)),
        lambda r: posteriors_lie(r, [(1, 2)], 0, F(5, 8)),
    ),
    "guessing": (lambda P: posteriors.guessing_cap(P, PRIOR, F(3, 5)), lambda r: guess(r) <= F(3, 5)),
    "average security": (lambda P: posteriors.average_security(P, F(9, 8)), lambda r: all_events(r, 1, F(1, 8))),
    "entry bounds": (
        lambda P: entries.entry_bounds(P, (0, 1), F(1, 5), F(2, 5)),
        lambda r: F(1, 5) <= r[0][1] <= F(2, 5),
    ),
    "linear relation": (
        lambda P: entries.linear_relation(P, [((0, 0), F(2)), ((1, 1), F(-1))], ">=", F(1, 4)),
        lambda r: 2 * r[0][0] - r[1][1] >= F(1, 4),
    ),
    "near a design": (
        lambda P: [losses.distance_from(P, [[F(1, 3)] * 3] * 3) <= F(1, 6)],
        lambda r: all(sum(abs(p - F(1, 3)) for p in row) / 2 <= F(1, 6) for row in r),
    ),
    "worst loss": (
        lambda P: [losses.worst_loss(P, [[0, 1, 2], [1, 0, 1], [2, 1, 0]]) <= F(11, 10)],
        lambda r: max(sum(abs(x - y) * p for y, p in enumerate(row)) for x, row in enumerate(r)) <= F(11, 10),
    ),
    "total variation": (
        lambda P: [information.total_variation(P[0], P[1]) <= F(1, 8)],
        lambda r: sum(abs(p - q) for p, q in zip(r[0], r[1], strict=True)) <= F(1, 4),
    ),
}


def allows(demand, rows):
    P = DesignVariable(len(rows), len(rows[0]))
    fixed = np.array(rows, dtype=object) == P
    found = certify(cp.Problem(cp.Minimize(0), [*P.rows_on_simplex, *demand(P), fixed]))
    assert isinstance(found, (Certified, Contradiction))
    return isinstance(found, Certified)


@pytest.mark.parametrize("name", DEMANDS)
def test_a_demand_allows_what_its_definition_allows(name):
    demand, definition = DEMANDS[name]
    random = Random(name)
    samples = [random_rows(random) for _ in range(14)]
    answers = [definition(rows) for rows in samples]
    assert {True, False} <= set(answers), "the sample decides nothing"
    assert [allows(demand, rows) for rows in samples] == answers


@pytest.mark.parametrize("name", DEMANDS)
def test_at_the_edge_of_a_demand_the_definition_still_holds_and_a_step_further_it_does_not(name):
    demand, definition = DEMANDS[name]
    loss = [[F(Random(f"{name}{x}{y}").randint(-4, 4)) for y in range(3)] for x in range(3)]
    P = DesignVariable(3)
    problem = cp.Problem(cp.Minimize(losses.expected_loss(P, loss)), [*P.rows_on_simplex, *demand(P)])
    found = certify(problem)
    assert definition(found[P].tolist())
    assert problem.solve(solver="HIGHS") == pytest.approx(float(found.value), abs=1e-6)
    free = certify(cp.Problem(problem.objective, P.rows_on_simplex))
    step = F(1, 1000)
    beyond = [
        [(1 - step) * p + step * q for p, q in zip(*pair, strict=True)]
        for pair in zip(found[P].tolist(), free[P].tolist(), strict=True)
    ]
    if free.value < found.value:
        assert not definition(beyond)


# Equations: a design that has the property, and one that is moved out of it.
PATTERNS = {
    "fixed": (lambda P: entries.fixed_entries(P, {(0, 0): F(2, 3)}), [[F(2, 3), F(1, 3)], [F(1, 4), F(3, 4)]]),
    "impossible": (lambda P: entries.impossible(P, [(1, 0)]), [[F(2, 3), F(1, 3)], [F(0), F(1)]]),
    "graph": (lambda P: entries.graph_supported(P, [(0, 0), (0, 1), (1, 1)]), [[F(2, 3), F(1, 3)], [F(0), F(1)]]),
    "equal": (lambda P: entries.equal_entries(P, [[(0, 0), (1, 0)]]), [[F(2, 3), F(1, 3)], [F(2, 3), F(1, 3)]]),
    "symmetric": (lambda P: entries.symmetric(P), [[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]]),
    "invariant": (lambda P: entries.invariant(P, [((1, 0), (1, 0))]), [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]),
    "scores": (
        lambda P: entries.expected_scores(P, (F(-1), F(2)), (F(0), F(5, 4))),
        [[F(2, 3), F(1, 3)], [F(1, 4), F(3, 4)]],
    ),
    "diversity": (
        lambda P: entries.local_diversity(P, SETS),
        [[F(1, 2), F(1, 2), F(0)], [F(1, 2), F(0), F(1, 2)], [F(0), F(1, 2), F(1, 2)]],
    ),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_allows_its_design_and_nothing_beside_it(name):
    demand, rows = PATTERNS[name]
    assert allows(demand, rows)
    moved, step = [list(row) for row in rows], F(1, 50)
    row = moved[1] if name in ("impossible", "graph") else moved[0]
    row[0], row[1] = row[0] + step, row[1] - step
    assert not allows(demand, moved)


def exactly(expression, P, rows):
    P.value = np.array(rows, dtype=float)
    return float(expression.value)


def test_values_of_losses_risks_and_information_are_those_of_their_formulas():
    random = Random(8)
    P = cp.Variable((3, 3), name="P")
    loss = [[F(random.randint(0, 9), 4) for _ in range(3)] for _ in range(3)]
    for _ in range(3):
        rows = random_rows(random)
        law = [sum(w * row[y] for w, row in zip(PRIOR, rows, strict=True)) for y in range(3)]
        cells = [(x, y) for x in range(3) for y in range(3)]
        assert exactly(losses.expected_loss(P, loss, PRIOR), P, rows) == pytest.approx(
            float(sum(PRIOR[x] * loss[x][y] * rows[x][y] for x, y in cells))
        )
        assert exactly(losses.expected_distance(P, (0, 1, 2), (0, 1, 2), PRIOR), P, rows) == pytest.approx(
            float(sum(PRIOR[x] * abs(x - y) * rows[x][y] for x, y in cells))
        )
        assert exactly(posteriors.right_guess(P, PRIOR), P, rows) == pytest.approx(float(guess(rows)))
        assert exactly(losses.distance_from(P, rows, "l1"), P, rows) == pytest.approx(0)
        assert exactly(information.mutual_information(P, PRIOR), P, rows) == pytest.approx(
            sum(float(PRIOR[x] * rows[x][y]) * log(rows[x][y] / law[y]) for x, y in cells)
        )
        assert exactly(information.chi_square(P, PRIOR), P, rows) == pytest.approx(
            float(sum(PRIOR[x] * rows[x][y] ** 2 / law[y] for x, y in cells) - 1)
        )
        slope = (F(1), F(-1, 4), F(-3, 4))
        assert exactly(information.fisher_information(P, PRIOR, slope), P, rows) == pytest.approx(
            float(sum(sum(d * row[y] for d, row in zip(slope, rows, strict=True)) ** 2 / law[y] for y in range(3)))
        )


@pytest.mark.parametrize(
    ("expression", "signs", "curvature"),
    [
        (lambda P: losses.expected_loss(P, [[0, 1, 1], [1, 0, 1], [1, 1, 0]]), "nonneg", "AFFINE"),
        (lambda P: losses.expected_distance(P, (0, 1, 2), (0, 1, 2)), "nonneg", "AFFINE"),
        (lambda P: losses.worst_loss(P, [[0, 1, 1], [1, 0, 1], [1, 1, 0]]), "nonneg", "CONVEX"),
        (lambda P: losses.distance_from(P, [[F(1, 3)] * 3] * 3), "nonneg", "CONVEX"),
        (lambda P: losses.distance_from(P, [[F(1, 3)] * 3] * 3, "max"), "nonneg", "CONVEX"),
        (lambda P: posteriors.joint_law(P, PRIOR), "nonneg", "AFFINE"),
        (lambda P: posteriors.right_guess(P, PRIOR), "nonneg", "CONVEX"),
        (lambda P: privacy.hockey_stick(P[0], P[1], X), "nonneg", "CONVEX"),
        (lambda P: information.total_variation(P[0], P[1]), "nonneg", "CONVEX"),
        (lambda P: information.mutual_information(P, PRIOR), None, "CONVEX"),
        (lambda P: information.chi_square(P, PRIOR), None, "CONVEX"),
        (lambda P: information.fisher_information(P, PRIOR, (1, -1, 0)), "nonneg", "CONVEX"),
        (lambda P: rounds.response_law(P, (3,), 1), "nonneg", "AFFINE"),
        (lambda P: decks.mean_square(decks.DeckVariable(4)), "nonneg", "AFFINE"),
        (lambda P: decks.spread(decks.DeckVariable(4)), None, "AFFINE"),
    ],
)
def test_sign_and_curvature_are_as_documented(expression, signs, curvature):
    made = expression(DesignVariable(3))
    assert made.curvature == curvature
    assert signs is None or made.is_nonneg()


@pytest.mark.parametrize(
    "demand",
    [
        lambda P, x: privacy.local_privacy(P, x),
        lambda P, x: privacy.parity(P, x),
        lambda P, x: privacy.approximate_privacy(P, x, F(1, 10)),
        lambda P, x: privacy.metric_privacy(P, cp.Parameter((4, 4), value=np.full((4, 4), 2.0))),
        lambda P, x: posteriors.posterior_cap(P, cp.Parameter(4, nonneg=True, value=[0.25] * 4), F(1, 2)),
        lambda P, x: posteriors.posterior_cap(P, [F(1, 4)] * 4, x / 4),
        lambda P, x: posteriors.guessing_cap(P, cp.Parameter(4, nonneg=True, value=[0.25] * 4), F(1, 2)),
        lambda P, x: posteriors.average_security(P, x),
        lambda P, x: entries.entry_bounds(P, (0, 0), None, x / 4),
        lambda P, x: rounds.budget(P, (2, 2), 1, x),
    ],
)
def test_levels_and_priors_are_parameters_that_compile_once(demand):
    x = cp.Parameter(name="x", nonneg=True, value=F(3, 2))
    P = DesignVariable(4)
    loss = losses.expected_loss(P, [[int(a != b) for b in range(4)] for a in range(4)])
    problem = cp.Problem(cp.Minimize(loss), [*P.rows_on_simplex, *demand(P, x)])
    assert problem.is_dpp()
    curve = []
    for level in (F(3, 2), F(7, 4), F(2)):
        x.value = level
        found = certify(problem)
        assert problem.solve(solver="CLARABEL") == pytest.approx(float(found.value), abs=1e-5)
        curve.append(found.value)
    assert curve == sorted(curve, reverse=True)


def test_priors_of_losses_are_parameters_too():
    prior = cp.Parameter(3, nonneg=True, name="prior")
    P = DesignVariable(3)
    distance = losses.expected_distance(P, (0, 1, 2), (0, 1, 2), prior)
    problem = cp.Problem(cp.Minimize(distance), [*P.rows_on_simplex, *privacy.local_privacy(P, F(2))])
    assert problem.is_dpp()
    for weights in (PRIOR, (F(1, 3),) * 3):
        prior.value = list(weights)
        found = certify(problem)
        assert found.value == optimal_design(l1(3), F(2), weights).value
        assert problem.solve(solver="HIGHS") == pytest.approx(float(found.value), abs=1e-8)


def test_the_envelope_takes_rows_in_proportion_to_the_entries():
    for k, m in ((4, 3), (9, 5)):
        P = DesignVariable(k, m)
        found = certify(cp.Problem(cp.Minimize(P[0, 0]), [*P.rows_on_simplex, *privacy.local_privacy(P, X)]))
        assert len(found.exact.program.rows) == 3 * k * m


def test_masses_of_columns_are_designs():
    masses = staircase_masses(3, X)
    assert masses.shape == (6,)
    assert masses.responses[:4] == ((0,), (1,), (2,), (0, 1))
    found = certify(cp.Problem(cp.Maximize(masses[0]), masses.rows_on_simplex))
    P = found[masses.design]
    assert [sum(row) for row in P.tolist()] == [1, 1, 1]
    assert P[0, 0] == X * P[1, 0] == X * P[2, 0] > 0
    again = ColumnMasses([[1, 0], [0, 1]], ["a", "b"])
    assert certify(cp.Problem(cp.Minimize(0), rows_on_simplex(again.design)))[again].tolist() == [1, 1]


def test_labels_of_the_variable_are_those_of_the_design():
    P = DesignVariable(["no", "yes"], ["n", "y"], name="Q")
    found = certify(cp.Problem(cp.Maximize(P[0, 0] + P[1, 1]), [*P.rows_on_simplex, *privacy.local_privacy(P, 3)]))
    assert found.design(P).entry("yes", "y").evaluate({}) == F(3, 4)
    assert "Q[0, 0] <= 3 Q[1, 0]" in " ".join(found.tight)


@pytest.mark.parametrize(
    "revealed",
    [
        information.chi_square,
        information.mutual_information,
        lambda P, prior, law=None: information.fisher_information(P, prior, (1, -1, 0), law),
    ],
)
def test_information_compiles_once_for_all_priors(revealed):
    prior, P = cp.Parameter(3, nonneg=True, name="prior"), DesignVariable(3)
    law, demand = information.law_of_response(P, prior)
    goal = losses.expected_loss(P, l1(3)) + revealed(P, prior, law)
    problem = cp.Problem(cp.Minimize(goal), [*P.rows_on_simplex, *demand])
    assert problem.is_dpp()
    for weights in (PRIOR, (F(1, 5), F(1, 5), F(3, 5))):
        prior.value = list(weights)
        Q = DesignVariable(3)
        fixed = cp.Problem(cp.Minimize(losses.expected_loss(Q, l1(3)) + revealed(Q, weights)), Q.rows_on_simplex)
        value = fixed.solve(solver="CLARABEL")
        assert problem.solve(solver="CLARABEL") == pytest.approx(value, abs=1e-6)
        if revealed is information.mutual_information:
            with pytest.raises(NotLinearError, match="rel_entr"):
                certify(problem)
            continue
        found, other = certify(problem), certify(fixed)
        assert max(found.low, other.low) <= min(found.high, other.high)
        assert float(found.low) == pytest.approx(value, abs=1e-6)


def test_gains_of_staircases_compile_once_for_all_levels_and_priors():
    x, prior = cp.Parameter(nonneg=True, name="x"), cp.Parameter(3, nonneg=True, name="prior")
    theta = staircase_masses(3, x)
    worth = information.gain(theta, lambda: chi_square_information(tuple(exact_value(prior))))
    problem = cp.Problem(cp.Maximize(worth), theta.rows_on_simplex)
    assert problem.is_dpp()
    for x.value, weights in ((F(5, 2), PRIOR), (F(4), (F(1, 5), F(1, 5), F(3, 5)))):
        prior.value = list(weights)
        found = certify(problem)
        assert found.value == staircase_optimum(chi_square_information(weights), F(float(x.value))).value
        assert problem.solve(solver="HIGHS") == pytest.approx(float(found.value), abs=1e-9)


def test_minimax_risks_compile_once_for_all_levels_and_limits_of_priors():
    x, high = cp.Parameter(nonneg=True, name="x"), cp.Parameter(2, nonneg=True, name="high")
    worst = risks.UnbiasedEstimate(staircase_masses(2, x).columns, np.eye(2, dtype=int), [1, 1]).worst_risk(high=high)
    problem = cp.Problem(cp.Minimize(worst.value), worst.constraints)
    assert problem.is_dpp()
    high.value = [1, 1]
    for x.value in (F(2), F(3)):  # 2 x/(x - 1)^2, the added variance, and 1/2
        found = certify(problem)
        level = F(float(x.value))
        assert found.low == found.high == 2 * level / (level - 1) ** 2 + F(1, 2)
    high.value = [F(1, 4), 1]  # the shares are 1/4 and 3/4 at most
    assert certify(problem).high < 2


@pytest.mark.parametrize("module", FAMILIES)
def test_every_family_says_its_curvature_its_domain_and_its_source(module):
    """What a reader looks for: in the docstring of each function that gives an expression, or of its module."""
    around = " ".join(module.__doc__.split())
    functions = [f for _, f in inspect.getmembers(module, inspect.isfunction) if f.__module__ == module.__name__]
    public = [f for f in functions if not f.__name__.startswith("_") and f.__name__ not in ("needed_pairs",)]
    assert public
    for function in public:
        said = " ".join(function.__doc__.split())
        assert re.search(r"[Aa]ffine|[Ll]inear|[Cc]onvex|[Ee]quation", said), function.__name__
        assert re.search(r"[Dd]omain|>= 0|between 0 and 1|linear in P", said + around), function.__name__
        assert re.search(r"Source|Pan,|elementary", said + around), function.__name__


def test_blackwells_order_is_a_channel_or_a_contradiction():
    P, A = [[F(4, 5), F(1, 5)], [F(1, 5), F(4, 5)]], [[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]]
    C = order.channel_variable(P, A)
    found = certify(cp.Problem(cp.Minimize(0), [*C.rows_on_simplex, *order.garbles(P, C, A)]))
    assert Design(P) @ Design(found[C].tolist()) == Design(A)
    back = order.channel_variable(A, P)
    none = certify(cp.Problem(cp.Minimize(0), [*back.rows_on_simplex, *order.garbles(A, back, P)]))
    assert isinstance(none, Contradiction)
    assert any(words.startswith("(P C)[") for words in none.conflict)


def test_a_deck_is_private_if_mirrored_cards_are_close():
    p = decks.DeckVariable(5)
    problem = cp.Problem(
        cp.Minimize(decks.mean_square(p)), [*p.on_simplex, *decks.deck_privacy(p, F(3)), decks.spread(p) == 2]
    )
    found = certify(problem)
    shares = found[p].tolist()
    assert sum(shares) == 1
    assert all(shares[k] <= 3 * shares[4 - k] for k in range(5))
    assert sum(z * share for z, share in zip((4, 2, 0, -2, -4), shares, strict=True)) == 2
    # The spread is what the pair at distance 4 allows at most: 4 (3 - 1)/(3 + 1).
    assert shares == [F(3, 4), 0, 0, 0, F(1, 4)]


def test_an_unbiased_estimate_has_the_risk_of_its_formula():
    rows = [[F(3, 4), F(1, 4)], [F(1, 3), F(2, 3)]]
    W = cp.Variable((2, 2), name="w")
    targets, prior = [[1, 0], [0, 1]], (F(2, 5), F(3, 5))
    demands = risks.unbiased(np.array(rows, dtype=object), W, targets)
    problem = cp.Problem(cp.Minimize(risks.mean_squared_error(rows, W, prior, targets, (1, 1))), demands)
    inverse = np.linalg.inv(np.array(rows, dtype=float))
    law = np.array([0.4, 0.6]) @ np.array(rows, dtype=float)
    assert problem.solve() == pytest.approx(float(law @ (inverse**2).sum(axis=1) - 0.4**2 - 0.6**2), abs=1e-6)
    assert certify(cp.Problem(cp.Minimize(0), demands))[W].tolist() == [[F(8, 5), F(-3, 5)], [F(-4, 5), F(9, 5)]]
