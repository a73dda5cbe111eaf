"""Claims 66 to 104 and 114 to 138 of Nayak and Zhai: what is wrong, recomputed by hand in plain fractions."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest

from checks.claims.claim import Statement
from checks.claims.verdict import Outcome
from checks.papers.collection import load_paper, paper_model
from checks.verifying.verification import judge_statement
from derivations.prover.deadline import Deadline

MODEL = paper_model("NZ")
CLAIMS = {claim.id: claim for claim in load_paper("NZ").claims}
Numbers = list[list[Fraction]]


def design(k: int, size: int) -> Numbers:
    """A row for each set of `size` categories: 1/binom(k - 1, l - 1) for the truths in it."""
    share = Fraction(1, math.comb(k - 1, size - 1))
    return [[share if c in z else Fraction(0) for c in range(k)] for z in combinations(range(k), size)]


def law(k: int, size: int, prior: list[Fraction]) -> list[Fraction]:
    return [sum((p * w for p, w in zip(row, prior, strict=True)), Fraction(0)) for row in design(k, size)]


def risk(estimator: Numbers, probabilities: list[Fraction], prior: list[Fraction]) -> Fraction:
    """E of the squared error with one respondent; the estimator has a row for each category."""
    total = Fraction(0)
    for z, mass in enumerate(probabilities):
        total += mass * sum((row[z] - p) ** 2 for row, p in zip(estimator, prior, strict=True))
    return total


def pseudo_inverse(k: int, size: int) -> Numbers:
    """1 where the set holds the category, -(l - 1)/(k - l) where it lacks it."""
    lacked = Fraction(1 - size, k - size)
    return [[Fraction(1) if c in z else lacked for z in combinations(range(k), size)] for c in range(k)]


# -- NZ-73, 77 ---------------------------------------------------------------------------------------------------------


def test_column_sums_and_their_covariance_run_by_run() -> None:
    k, size, n = 3, 2, 2
    prior = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    sets, chances = list(combinations(range(k), size)), law(k, size, prior)
    runs = []
    for chosen in product(range(len(sets)), repeat=n):
        counts = [sum(c in sets[z] for z in chosen) for c in range(k)]
        assert sum(counts) == n * size
        runs.append((math.prod((chances[z] for z in chosen), start=Fraction(1)), counts))
    estimates = [(p, [Fraction(2 * v, n) - 1 for v in counts]) for p, counts in runs]
    means = [sum((p * e[c] for p, e in estimates), Fraction(0)) for c in range(k)]
    assert means == prior
    zeta = [sum((p for p, z in zip(chances, sets, strict=True) if c in z), Fraction(0)) for c in range(k)]
    variance = sum((p * (e[0] - means[0]) ** 2 for p, e in estimates), Fraction(0))
    factor = Fraction(k - 1, n * (k - size)) ** 2
    assert variance == n * factor * zeta[0] * (1 - zeta[0]) != factor * zeta[0] * (1 - zeta[0])


# -- NZ-81 -------------------------------------------------------------------------------------------------------------


def test_two_categories_are_never_reported_together_by_sets_of_one() -> None:
    assert [z for z in combinations(range(2), 1) if set(z) >= {0, 1}] == []
    k = 2
    assert (k - 1) * (k - 2) == 0  # the printed denominator


# -- NZ-87 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "size", "more"), [(4, 1, 2), (5, 2, 4), (6, 2, 3)])
def test_members_can_be_added_at_random_and_not_taken_out(k: int, size: int, more: int) -> None:
    small, large = (list(combinations(range(k), s)) for s in (size, more))
    chance = Fraction(1, math.comb(k - size, more - size))
    channel = [[chance if set(y) <= set(w) else Fraction(0) for w in large] for y in small]
    assert all(sum(row) == 1 for row in channel)
    made = [[sum(p * c for p, c in zip(column, way, strict=True)) for column in zip(*design(k, size), strict=True)]
            for way in zip(*channel, strict=True)]  # fmt: skip
    assert made == design(k, more)
    right = [sum(max(row) for row in design(k, s)) / k for s in (size, more)]  # guesses at equal shares
    assert right == [Fraction(1, size), Fraction(1, more)]


# -- NZ-117, 118 -------------------------------------------------------------------------------------------------------


def test_a_response_is_impossible_if_the_prior_excludes_all_that_it_holds() -> None:
    prior = [Fraction(3, 5), Fraction(2, 5), Fraction(0), Fraction(0)]
    assert law(4, 2, prior)[-1] == 0  # the set of the categories 3 and 4
    assert min(law(4, 2, [Fraction(3, 5), Fraction(1, 5), Fraction(1, 5), Fraction(0)])) > 0


# -- NZ-119 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "size"), [(3, 1), (3, 2), (5, 4)])
def test_with_as_many_responses_as_categories_one_estimator_is_unbiased(k: int, size: int) -> None:
    rows, inverse = design(k, size), pseudo_inverse(k, size)
    assert len(rows) == k
    assert [[sum(a * b for a, b in zip(x, y, strict=True)) for y in zip(*rows, strict=True)] for x in inverse] == [
        [int(i == j) for j in range(k)] for i in range(k)
    ]


@pytest.mark.parametrize(("k", "size"), [(4, 2), (5, 2), (5, 3), (6, 3)])
def test_otherwise_a_step_is_better_at_one_prior_and_worse_at_the_uniform_one(k: int, size: int) -> None:
    sets = list(combinations(range(k), size))
    others = tuple(range(4, 2 + size))
    signs = {(0, 1): 1, (2, 3): 1, (0, 2): -1, (1, 3): -1}
    step = [Fraction(next((s for pair, s in signs.items() if set(z) == {*pair, *others}), 0), 50) for z in sets]
    assert sum(x != 0 for x in step) == 4
    for column in zip(*design(k, size), strict=True):
        assert sum(a * b for a, b in zip(step, column, strict=True)) == 0
    best = pseudo_inverse(k, size)
    moved = [[x + y for x, y in zip(best[0], step, strict=True)], *best[1:]]
    skew = [Fraction(1 + (c == 2), k + 1) for c in range(k)]  # category 3 has twice the weight of category 2
    flat = [Fraction(1, k)] * k
    assert risk(moved, law(k, size, skew), skew) < risk(best, law(k, size, skew), skew)
    assert risk(moved, law(k, size, flat), flat) > risk(best, law(k, size, flat), flat)


# -- NZ-124 ------------------------------------------------------------------------------------------------------------


def test_each_column_has_one_over_a_nonzero_entries() -> None:
    for column in zip(*design(4, 2), strict=True):
        assert [x for x in column if x] == [Fraction(1, 3)] * 3


# -- NZ-88, 89, 92, 95, 99, 100 ----------------------------------------------------------------------------------------


def added(k: int, own: Fraction, other: Fraction) -> Fraction:
    return (own * (1 - own) + (k - 1) * other * (1 - other)) / (own - other) ** 2


def selected(k: int, q: int, gamma: Fraction) -> Fraction:
    own = q * gamma / (q * gamma + k - q)
    return added(k, own, (q - own) / (k - 1))


def diverse(k: int, size: int) -> Fraction:
    return added(k, Fraction(1), Fraction(size - 1, k - 1))


def test_nothing_matches_a_truthful_answer() -> None:
    assert diverse(7, 1) == 0
    assert all(selected(7, q, Fraction(10) ** e) > 0 for q in range(1, 7) for e in range(1, 9))


def test_two_sizes_match_sets_of_five_out_of_ten() -> None:
    assert [q for q in range(1, 10) if selected(10, q, Fraction(6)) == diverse(10, 5)] == [1, 2]


def test_the_example_with_fifty_categories_is_computed_from_a_rounded_parity() -> None:
    low, high = Fraction(1802317, 10**5), Fraction(1802319, 10**5)
    assert selected(50, 3, low) > diverse(50, 10) > selected(50, 3, high)
    inclusion = [3 * g / (3 * g + 47) for g in (low, high)]
    assert Fraction(53495, 10**5) < inclusion[0] < inclusion[1] < Fraction(53505, 10**5)  # not 0.5349
    assert 2.89165 < math.log(low) < math.log(high) < 2.89175  # not 2.8915
    rounded = Fraction(1802, 100)
    assert round(math.log(rounded), 4) == 2.8915
    assert round(3 * rounded / (3 * rounded + 47), 4) == Fraction(5349, 10**4)


def test_the_example_with_twenty_categories_is_private_at_the_printed_level() -> None:
    gamma = Fraction(1419, 100)
    assert selected(20, 1, gamma) < diverse(20, 5)
    assert round(math.log(gamma), 4) == 2.6525
    assert selected(20, 1, Fraction(141872, 10**4)) > diverse(20, 5) > selected(20, 1, Fraction(141873, 10**4))
    assert 2.65225 < math.log(14.1872) < math.log(14.1873) < 2.65235


# -- changed prints ----------------------------------------------------------------------------------------------------


def outcomes(claim_id: str, statement: Statement) -> list[Outcome]:
    return judge_statement(CLAIMS[claim_id], statement, MODEL, deadline=Deadline(math.inf))


@pytest.mark.parametrize(
    ("claim_id", "old", "new"),
    [
        ("NZ-25", "<= 2", "<= 3/2"),
        ("NZ-67", "binomial(k, l)", "binomial(k, l - 1)"),
        ("NZ-75", "- (l - 1)/(k - l))", "- l/(k - l))"),
        ("NZ-78", "*(1 - (pi(i)", "*(1 + (pi(i)"),
        ("NZ-80", "binomial(k - 3, l - 3)", "binomial(k - 3, l - 2)"),
        ("NZ-90", "+ k - q)", "+ k + q)"),
        ("NZ-92", "373/100, 1/100, 3", "374/100, 1/100, 3"),
        ("NZ-96", "4275/10000", "4274/10000"),
        ("NZ-101", "1783/10000", "1784/10000"),
        ("NZ-112", "a < phi - 1", "a < 2*(phi - 1)"),
        ("NZ-128", "(k - 1)/(1/binomial", "k/(1/binomial"),
        ("NZ-129", "(k - l) + 1", "(k - l) + 2"),
        ("NZ-132", "uniform(k)) <= c", "uniform(k)) < c"),
    ],
)
def test_a_changed_statement_is_not_proved(claim_id: str, old: str, new: str) -> None:
    statement = CLAIMS[claim_id].main.statement
    changed = replace(statement, statement=statement.statement.replace(old, new))
    assert changed != statement
    assert not any(outcome.proved for outcome in outcomes(claim_id, changed))
