"""Optimal staircase designs: certified, never beaten, known closed forms, ties, and certificates that are changed."""

from fractions import Fraction as F
from functools import cache
from itertools import product

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LinearProgram
from derivations.theorems.information.staircase_columns import staircase_refinement
from lp.losses import column_objectives as objectives
from lp.losses.column_objectives import ObjectiveError, uniform_prior
from lp.programs.linear_program import Optimum, solve
from lp.staircases.certificates import certify
from lp.staircases.column_basis import ColumnBasis
from lp.staircases.optimum import NAMED, another_optimum, objective_of, staircase_optimum
from lp.staircases.spaces import AllSubsets, SubsetPaths
from mechanisms.design import Design
from mechanisms.exact.logarithm_sum import LogarithmSum, bounds
from mechanisms.exact.polynomial import to_fmpq
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.privacy import smallest_epsilon

PRIOR = (F(1, 2), F(1, 3), F(1, 6))
OTHER = (F(1, 10), F(3, 10), F(6, 10))
LEVEL = F(5, 2)


def deviation(column, bits):
    """The distance of a column from its mean, which is irrational."""
    mean = sum(column) / len(column)
    return arb(to_fmpq(sum((v - mean) ** 2 for v in column))).sqrt()


CASES = {
    objective.name: objective
    for objective in (
        objectives.mutual_information(PRIOR),
        objectives.chi_square_information(PRIOR),
        objectives.information(PRIOR, objectives.total_variation, "mean distance from the prior"),
        objectives.kullback_leibler_divergence(PRIOR, OTHER),
        objectives.chi_square_divergence(PRIOR, OTHER),
        objectives.total_variation_distance(PRIOR, OTHER),
        objectives.fisher_information(PRIOR, (F(-1), F(1, 4), F(3, 4))),
        objectives.proportions_information(PRIOR),
        objectives.posterior_squares(PRIOR),
        objectives.sublinear("best guess", 3, lambda c: max(p * v for p, v in zip(PRIOR, c, strict=True))),
        objectives.enclosed_sublinear("deviation", 3, deviation),
    )
}


@cache
def optimum(name):
    return staircase_optimum(CASES[name], LEVEL)


def private_design(columns, share, x):
    """The columns, scaled by a share of what privacy of the rest allows, and the rest of each row as a response."""
    totals = [sum(c[a] for c in columns) for a in range(len(columns[0]))]
    scale = share * (x - 1) / (x * max(totals) - min(totals))
    rows = [[*(scale * c[a] for c in columns), 1 - scale * total] for a, total in enumerate(totals)]
    return Design(rows)


heights = st.fractions(min_value=0, max_value=1, max_denominator=6)
columns_of_designs = st.lists(st.tuples(*[heights.map(lambda t: 1 + (LEVEL - 1) * t)] * 3), min_size=1, max_size=3)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(CASES)), columns_of_designs, st.fractions(0, 1, max_denominator=5))
def test_no_private_design_is_better_and_layers_never_lose(name, columns, share):
    objective, best = CASES[name], optimum(name)
    design = private_design(columns, share, LEVEL)
    low, high = bounds(objective_of(objective, design), 128)
    assert low <= best.high
    fine = bounds(objective_of(objective, staircase_refinement(design, LEVEL)), 128)
    assert fine[1] >= low
    assert high >= low


@pytest.mark.parametrize("name", sorted(CASES))
def test_the_design_is_private_and_attains_the_value_which_the_theorem_bounds(name):
    best = optimum(name)
    assert smallest_epsilon(best.design).x() == LEVEL.numerator / F(LEVEL.denominator)
    low, high = bounds(objective_of(best.objective, best.design), 400)
    assert low <= best.high
    assert abs(high - best.low) < F(1, 10**30)
    assert 0 <= best.gap < F(1, 10**30)
    assert -best.optimum.theorem.statement.value == best.high
    assert best.is_optimal or name == "deviation"
    for subset, column in zip(best.support, zip(*best.design.entries, strict=True), strict=True):
        assert column[0].evaluate({}) / min(v.evaluate({}) for v in column) == (LEVEL if 0 in subset else 1)


@pytest.mark.parametrize(
    "name", [n for n in sorted(CASES) if n not in ("deviation",) and not n.startswith(("mut", "Kull"))]
)
def test_rational_objectives_agree_with_the_plain_program_over_written_out_columns(name):
    objective, best = CASES[name], optimum(name)
    columns = list(product((F(1), LEVEL), repeat=3))
    program = LinearProgram.dense(
        [-objective.of_column(c).rational for c in columns],
        [[F(int(i == j)) for j in range(8)] for i in range(8)],
        [F(0)] * 8,
        [[c[a] for c in columns] for a in range(3)],
        [F(1)] * 3,
    )
    found = solve(program)
    assert isinstance(found, Optimum)
    assert -found.value == best.value == best.low == best.high


@pytest.mark.parametrize("name", [n for n in sorted(CASES) if CASES[n].features is not None])
def test_values_of_subsets_are_values_of_their_columns_and_paths_agree_with_subsets(name):
    objective = CASES[name]
    for subset in range(8):
        column = tuple(LEVEL if subset >> a & 1 else F(1) for a in range(3))
        assert objective.of_staircase(subset, LEVEL) == objective.of_column(column)
    paths = staircase_optimum(objective, LEVEL, method="paths")
    assert paths.value == optimum(name).value
    assert paths.is_optimal


def test_total_variation_is_largest_for_the_binary_mechanism_at_every_level():
    for x in (F(101, 100), F(3), F(50)):
        found = staircase_optimum(objectives.total_variation_distance(PRIOR, OTHER), x)
        assert found.value == F(13, 30) * (x - 1) / (x + 1)


def test_chi_square_and_information_of_uniform_priors_have_their_closed_forms():
    k, x = 6, F(8)
    best = staircase_optimum("chi-square", x, k)
    assert best.value == F(1, 6) * F(5, 6) * 7**2 / (1 + F(7, 6)) ** 2
    whole = staircase_optimum("mutual-information", x, k)
    share = x / (x + k - 1)
    expected = LogarithmSum(0, {x: share, 1 + F(7, 6): F(-1)})
    assert whole.value == expected
    assert set(whole.support) == {(a,) for a in range(k)}


def test_a_tie_is_exact_where_sizes_switch():
    # Sizes 1 and 2 of four truths tie at x = sqrt(3) for chi-square, those of ten truths at x = 6.
    assert {len(s) for s in staircase_optimum("chi-square", F(7, 4), 4).support} == {1}
    assert {len(s) for s in staircase_optimum("chi-square", F(17, 10), 4).support} == {2}
    found = staircase_optimum("chi-square", F(6), 10)
    assert {len(s) for s in (*found.support, *found.ties)} == {1, 2}
    assert found.is_optimal


def test_ties_of_logarithms_are_decided_exactly():
    # Truths 0 and 1 together are as likely as truth 2, so that {0, 1} and {2} have the same value and compete.
    found = staircase_optimum("mutual-information", F(3, 2), prior=(F(1, 7), F(2, 7), F(4, 7)))
    assert found.is_optimal
    assert set(found.support) == {(2,), (0, 1)}
    twins = staircase_optimum("mutual-information", F(2), prior=(F(1, 4), F(1, 4), F(1, 2)), method="paths")
    assert twins.is_optimal
    assert twins.value == staircase_optimum("mutual-information", F(2), prior=(F(1, 4), F(1, 4), F(1, 2))).value


def test_enclosures_leave_a_gap_and_say_so():
    best = optimum("deviation")
    assert best.low <= best.high
    assert float(best.value.ball(100)) == pytest.approx(float(best.high))


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.integers(1, 30), min_size=4, max_size=5),
    st.fractions(min_value=F(8, 7), max_value=20, max_denominator=7),
    st.sampled_from(sorted(NAMED)),
)
def test_generic_priors_are_decided_both_ways(weights, x, name):
    prior = [F(w, sum(weights)) for w in weights]
    one, two = (staircase_optimum(name, x, prior=prior, method=method) for method in ("subsets", "paths"))
    assert one.is_optimal
    assert two.is_optimal
    assert one.value == two.value


def test_exact_exchanges_lead_from_a_bad_start_to_the_optimum():
    for space in (AllSubsets(CASES["mutual information"], LEVEL), SubsetPaths(CASES["mutual information"], LEVEL)):
        found = certify(space, [0b110, 0b101, 0b111])
        assert found.pivots > 0
        assert found.value == optimum("mutual information").value
    # These three columns are independent, but the masses that solve the equations are not all positive.
    bad = ColumnBasis.containing(3, LEVEL, [0b001, 0b011, 0b101])
    assert min(bad.masses) < 0
    again = certify(AllSubsets(CASES["chi-square information"], LEVEL), bad.columns)
    assert again.value == optimum("chi-square information").value


@pytest.mark.parametrize("method", ["subsets", "paths"])
def test_a_certificate_with_one_number_changed_is_refused(method):
    best = staircase_optimum("mutual-information", F(3), prior=PRIOR, method=method).optimum
    y, w = best.dual
    kernel.weak_duality(best.program, best.point, y, w)

    def changed(vector, place):
        return tuple(v + F(1, 10**50) if i == place else v for i, v in enumerate(vector))

    for place in range(len(best.point)):
        with pytest.raises(kernel.KernelError):
            kernel.weak_duality(best.program, changed(best.point, place), y, w)
    for place in range(len(y)):
        with pytest.raises(kernel.KernelError):
            kernel.weak_duality(best.program, best.point, changed(y, place), w)
    for place in range(len(w)):
        with pytest.raises(kernel.KernelError):
            kernel.weak_duality(best.program, best.point, y, changed(w, place))


def test_twenty_five_truths_are_certified_by_paths():
    prior = [F(i + 1, 325) for i in range(25)]
    found = staircase_optimum("mutual-information", F(3), prior=prior)
    assert found.is_optimal
    assert found.gap < F(1, 10**30)
    assert len(found.support) <= 25


def test_what_is_printed():
    best = staircase_optimum("mutual-information", F(3), 2)
    assert best._repr_latex_().startswith(
        r"$\displaystyle \max_P I(\pi, P) = \frac{\log{\left(\frac{27}{16} \right)}}{4} \approx"
    )
    assert "largest value" in str(best)
    assert staircase_optimum("chi-square", PrivacyLevel.read("log(3)"), 2).value == F(1, 4)
    named = staircase_optimum("chi-square", 3, 2, truths=("yes", "no"))
    assert set(named.support) == {("yes",), ("no",)}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: staircase_optimum("entropy", 3, 3), "no objective is called 'entropy'"),
        (lambda: staircase_optimum("chi-square", 1, 3), "greater than 1"),
        (lambda: staircase_optimum("chi-square", 1.5, 3), "exact numbers"),
        (lambda: staircase_optimum("chi-square", PrivacyLevel.of_eps(1), 3), "not rational"),
        (lambda: staircase_optimum("chi-square", 2), "number of truths is needed"),
        (lambda: staircase_optimum("chi-square", 2, 4, PRIOR), "does not fit"),
        (lambda: staircase_optimum("chi-square", 2, 1), "at least 2 truths"),
        (lambda: staircase_optimum("chi-square", 2, prior=(F(1, 2), F(1, 3))), "of sum 5/6"),
        (lambda: staircase_optimum("chi-square", 2, prior=(0.5, 0.5)), "exact numbers"),
        (lambda: staircase_optimum("chi-square", 2, 3, truths=("a", "b")), "labels do not fit"),
        (lambda: staircase_optimum("chi-square", 2, 3, method="guess"), "subsets or paths"),
        (lambda: staircase_optimum(CASES["best guess"], 2, prior=PRIOR), "part of an objective"),
        (lambda: staircase_optimum(CASES["best guess"], 2, method="paths"), "names no features"),
        (lambda: staircase_optimum("chi-square", 2, 21, method="subsets"), "too many subsets"),
        (lambda: objectives.fisher_information(PRIOR, (1, 1, 1)), "of sum 0"),
        (lambda: objectives.total_variation_distance(PRIOR, (F(1, 2), F(1, 2))), "same ones"),
        (lambda: objectives.sublinear("none", 1, lambda c: 0), "at least 2 truths"),
        (lambda: objective_of(CASES["best guess"], Design([[1, 0], [0, 1], [0, 1]])), "positive numbers"),
        (lambda: uniform_prior(0), "at least 2 truths"),
    ],
)
def test_bad_questions_are_answered_by_sentences(call, message):
    with pytest.raises(ObjectiveError, match=message):
        call()


def test_an_optimum_with_two_responses_needs_no_exchanges():
    prior = tuple(F(n, 21) for n in (1, 2, 3, 4, 5, 6))
    for method in ("subsets", "paths"):
        found = staircase_optimum(objectives.total_variation_distance(prior, prior[::-1]), F(101, 100), method=method)
        assert len(found.support) == 2
        assert found.is_optimal
        assert found.optimum.facts.pivots == 0


def test_priors_with_denominators_beyond_64_bits():
    prior = tuple(F(n, 10**30 + 9) for n in (10**29, 3 * 10**29 + 7, 6 * 10**29 + 2))
    one, two = (staircase_optimum("posterior", 3, prior=prior, method=method) for method in ("subsets", "paths"))
    assert one.value == two.value


def test_another_optimum_is_found_exactly_where_there_is_one():
    pairs = staircase_optimum("chi-square", F(3, 2), 4)
    second = another_optimum(pairs)
    assert second is not None
    assert set(second.responses) != set(pairs.support)
    assert objective_of(pairs.objective, second) == pairs.value
    assert another_optimum(staircase_optimum("chi-square", F(3), 4)) is None
    # Column {1} ties here, but no feasible masses use it.
    only = staircase_optimum("mutual-information", F(3, 2), prior=(F(1, 7), F(2, 7), F(4, 7)))
    assert another_optimum(only) is None
    with pytest.raises(ObjectiveError, match="ties found by paths"):
        another_optimum(staircase_optimum("chi-square", F(3), 4, method="paths"))


def test_ties_of_enclosed_values_stay_undecided_within_the_gap():
    found = staircase_optimum(objectives.enclosed_sublinear("deviation", 6, deviation), F(6, 5))
    assert not found.is_optimal
    assert {len(s) for s in (*found.support, *found.undecided)} == {3}
    assert 0 < found.gap < F(1, 10**30)
    assert "largest within" in str(found)
    with pytest.raises(ObjectiveError, match="signs are undecided"):
        another_optimum(found)


@pytest.mark.parametrize("name", ["mutual information", "deviation", "chi-square divergence"])
def test_the_costs_of_the_theorem_bound_the_value_of_every_staircase_column(name):
    objective, program = CASES[name], optimum(name).optimum.program
    for subset in range(8):
        column = tuple(LEVEL if subset >> a & 1 else F(1) for a in range(3))
        assert bounds(objective.of_column(column), 1000)[0] <= -program.cost[subset]


def test_the_costs_of_paths_bound_the_value_of_every_column_and_paths_meet_the_equations():
    space = SubsetPaths(CASES["mutual information"], LEVEL)
    program = staircase_optimum(CASES["mutual information"], LEVEL, method="paths").optimum.program
    first = [0]
    for size in space.sizes[:-1]:
        first.append(first[-1] + 2 * size)
    assert first[-1] == len(program.cost)
    for subset in range(8):
        column = tuple(LEVEL if subset >> a & 1 else F(1) for a in range(3))
        flow = [F(0)] * len(program.cost)
        for layer, state, inside in space.edges(subset):
            flow[first[layer] + 2 * state + inside] = F(1)
        value = -sum(c * f for c, f in zip(program.cost, flow, strict=True))
        assert bounds(CASES["mutual information"].of_column(column), 1000)[0] <= value
        sums = [sum(c * flow[j] for j, c in row) for row in program.equations]
        assert sums == [*[0] * (len(sums) - 3), *column]
