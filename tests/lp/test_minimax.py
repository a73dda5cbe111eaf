"""Minimax designs of classes that treat all truths alike: the pair of Chai and Nayak, and mixtures of columns."""

from fractions import Fraction as F
from itertools import combinations, permutations

import numpy
import pytest

from derivations.estimation.minimum_risk import is_unbiased, least_risk, risk
from derivations.theorems.subsets.subset_minimax import (
    NoSuchDesignError,
    least_added_variance,
    switching_points,
)
from lp.minimax.classes import (
    ColumnKind,
    approximate_kinds,
    minimax_approximate,
)
from lp.minimax.pair import best_size_beats_all, bound_by_information, minimax_pair
from mechanisms.catalogue.subset_responses import subset_selection
from mechanisms.design import Design
from mechanisms.exact.polynomial import Polynomial
from mechanisms.guarantees.criteria.bayes import numbers


def uniform(k):
    return [F(1, k)] * k


def random_columns(generator, k, gamma, count):
    """A design whose responses are staircase columns and others of parity at most gamma, with generic weights."""
    while True:
        columns = [[1 + (gamma - 1) * F(int(v), 7) for v in generator.integers(0, 8, size=k)] for _ in range(count)]
        columns += [
            [gamma if i in z else F(1) for i in range(k)] for n in range(1, k) for z in combinations(range(k), n)
        ]
        weights = [F(int(v)) for v in generator.integers(0, 9, size=len(columns))]
        rows = [[w * column[i] for w, column in zip(weights, columns, strict=True) if w] for i in range(k)]
        most = max(sum(row) for row in rows)
        # What is missing in a row is answered by responses that reveal nothing or, with parity gamma, little.
        missing = [most - sum(row) for row in rows]
        spare = max(missing) / (gamma - 1)
        rows = [[*row, spare + m] for row, m in zip(rows, missing, strict=True)]
        yield Design([[p / (most + spare) for p in row] for row in rows])


@pytest.mark.parametrize(("k", "gamma"), [(2, F(5, 2)), (3, F(3, 2)), (4, F(7, 3)), (4, F(12))])
def test_no_random_design_has_a_smaller_worst_case(k, gamma):
    best = minimax_pair(k, gamma).risk.constant_value()
    designs = random_columns(numpy.random.default_rng(11), k, gamma, 3)
    for _, design in zip(range(12), designs, strict=False):
        rows = numbers(design)
        assert all(max(column) <= gamma * min(column) for column in zip(*rows, strict=True))
        assert least_risk(design, uniform(k)).constant_value() >= best


@pytest.mark.parametrize(("k", "gamma"), [(2, F(9, 4)), (3, F(6, 5)), (5, F(3)), (6, F(7, 4))])
def test_the_pair_is_that_of_the_protocol(k, gamma):
    pair = minimax_pair(k, gamma)
    size = int(pair.size.constant_value())
    design = subset_selection(k, size).protocol.design().at(gamma=gamma)
    held, lacked = (v.constant_value() for v in pair.estimator)
    weights = [[held if z[i] else lacked for i in range(k)] for z in design.responses]
    assert is_unbiased(design, weights)
    assert risk(design, weights, uniform(k)) == pair.risk
    generic = [F(2 * i + 1, k * k) for i in range(k)]
    assert risk(design, weights, generic).constant_value() < pair.risk.constant_value()
    assert pair.added_variance.constant_value() == least_added_variance(k, gamma).rational


@pytest.mark.parametrize(("k", "gamma", "sizes"), [(10, F(6), (1, 2)), (10, F(2), (3,)), (3, F(1, 1) + F(1, 9), (1,))])
def test_ties_of_sizes_are_returned(k, gamma, sizes):
    pair = minimax_pair(k, gamma)
    assert pair.sizes == sizes
    assert {minimax_pair(k, gamma, q).risk for q in sizes} == {pair.risk}
    with pytest.raises(NoSuchDesignError, match="not best"):
        minimax_pair(k, gamma, 5)


def test_one_size_is_best_on_each_side_of_a_switching_point():
    (_, upper), (_, lower) = switching_points(7)[:2]
    inside = (upper.low + lower.low) / 2
    assert minimax_pair(7, inside).sizes == (2,)
    assert minimax_pair(7, upper.high + F(1, 1000)).sizes == (1,)


def test_symbols_agree_with_numbers_at_generic_values():
    k, q, gamma = map(Polynomial.variable, ("k", "q", "gamma"))
    general, special = minimax_pair(k, gamma, q), minimax_pair(29, F(17, 6))
    point = {"k": F(29), "gamma": F(17, 6), "q": special.size.constant_value()}
    assert general.risk.evaluate(point) == special.risk.constant_value()
    assert general.information.evaluate(point) == special.information.constant_value()
    for theorem in best_size_beats_all():
        hypotheses = [h.holds_at(point | {"j": F(j)}) for j in (4, 11) for h in theorem.sequent.hypotheses]
        assert hypotheses.count(False) == 1
        assert all(theorem.sequent.conclusion.holds_at(point | {"j": F(j)}) for j in range(30))
    assert bound_by_information().sequent.conclusion.holds_at({"k": F(3), "f": F(4), "f_best": F(5)})


def test_a_million_categories():
    pair = minimax_pair(10**6, F(7, 2))
    assert pair.sizes == (222222,)
    j = {"j": F(222221)}
    assert [theorem.sequent.conclusion.holds_at(j) for theorem in pair.best] == [True, True]
    assert all(h.polynomial.names == ("j",) for theorem in pair.best for h in theorem.sequent.hypotheses)
    k, q, g = F(10**6), F(222222), F(7, 2)
    assert pair.risk.constant_value() == (k - 1) ** 2 * (g * q + k - q) ** 2 / (k * q * (g - 1) ** 2 * (k - q))
    assert len(pair.derivation().theorems) > 12
    assert "minimax risk" in pair._repr_latex_()


@pytest.mark.parametrize(("k", "gamma"), [(2, F(4)), (5, F(3, 2))])
def test_kinds_of_columns_recover_the_parity_bound(k, gamma):
    expected = minimax_pair(k, gamma).risk.constant_value()
    assert minimax_approximate(k, gamma, 0).risk == expected


def check_attained(found):
    design, weights, k = found.design(), found.weights(), found.categories
    assert is_unbiased(design, weights)
    assert risk(design, weights, uniform(k)).constant_value() == found.risk
    generic = [F(2 * i + 1, k * k) for i in range(k)]
    squares = sum(p * p for p in generic)
    assert risk(design, weights, generic).constant_value() == found.risk + F(1, k) - squares
    assert least_risk(design, uniform(k)).constant_value() == found.risk
    return numbers(design)


@pytest.mark.parametrize(
    ("k", "x", "delta"), [(2, F(3), F(1, 9)), (3, F(3, 2), F(1, 20)), (4, F(2), F(2, 5)), (3, F(1), F(1, 7))]
)
def test_approximate_privacy_is_attained_and_never_beaten(k, x, delta):
    found = minimax_approximate(k, x, delta)
    rows = check_attained(found)
    assert max(sum(max(p - x * q, 0) for p, q in zip(a, b, strict=True)) for a, b in permutations(rows, 2)) == delta
    generator = numpy.random.default_rng(3)
    for _ in range(15):
        raw = [[F(int(v)) for v in row] for row in generator.integers(0, 9, size=(k, k + 2)) + numpy.eye(k, k + 2)]
        rows = [[v / sum(row) for v in row] for row in raw]
        excess = max(sum(max(p - x * q, 0) for p, q in zip(a, b, strict=True)) for a, b in permutations(rows, 2))
        kept = [j for j in range(k + 2) if any(row[j] for row in rows)]
        least = least_risk(Design([[row[j] for j in kept] for row in rows]), uniform(k)).constant_value()
        assert minimax_approximate(k, x, excess).risk <= least


def test_the_kinds_of_approximate_privacy():
    assert len(approximate_kinds(5, F(3))) == 2**5 - 1
    kind = ColumnKind.of([(4, 1), (2, 1), (0, 1)])
    assert kind.entries == ((F(2), 1), (F(1), 1), (F(0), 1))
    assert kind.excess(F(3, 2)) == (F(1, 2) + 2 + 1) / 6
    assert sorted(kind.columns()) == sorted(permutations((F(2), F(1), F(0))))


def test_classes_without_information_are_refused():
    with pytest.raises(NoSuchDesignError, match="say nothing"):
        minimax_approximate(3, 1, 0)
    with pytest.raises(NoSuchDesignError, match="gamma > 1"):
        minimax_pair(3, 1)
    with pytest.raises(NoSuchDesignError, match="between 0 and 1"):
        minimax_approximate(3, 2, 2)
