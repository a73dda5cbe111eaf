"""Two truths, any number of responses: every private design is had from the best one, and none estimates better."""

from fractions import Fraction as F
from itertools import permutations
from random import Random

import pytest

from lp.binary.optima import NoInformativeDesignError, ProportionPrior, error_of
from lp.binary.responses import (
    best_design,
    best_responses_for_known,
    best_responses_for_prior,
    best_responses_for_unknown,
    best_scores,
    information,
    splitting_gains,
)
from lp.relaxations.blackwell import Garbling, channel_between
from mechanisms.design import Design
from mechanisms.exact.divergence import hockey_stick
from mechanisms.guarantees.criteria.bayes import numbers

LEVELS = [(F(7, 5), F(1, 11)), (F(3), F(2, 7)), (F(1), F(1, 4)), (F(29, 2), F(0)), (F(2), F(1)), (F(5), F(9, 10))]


def private_designs(seed, x, delta, count):
    """Random designs of 2 to 6 responses, mixed with an uninformative one until they are private, some just so."""
    random = Random(seed)
    while count:
        size = random.randint(2, 6)
        rows = [[F(random.choice((0, 1, 2, 5, 9))) for _ in range(size)] for _ in range(2)]
        if not all(map(sum, rows)):
            continue
        rows = [[v / sum(row) for v in row] for row in rows]
        shares = [F(i, 12) for i in range(12, -1, -1)]
        for share in shares:
            mixed = [[share * p + (1 - share) * q for p, q in zip(row, rows[0], strict=True)] for row in rows]
            if excess(mixed, x) <= delta:
                count -= 1
                yield Design(mixed)
                break


def excess(rows, x):
    return max(hockey_stick(dict(enumerate(a)), dict(enumerate(b)), x) for a, b in permutations(rows))


def test_a_linear_program_finds_a_channel_as_well():
    x, delta = F(7, 5), F(1, 11)
    (design,) = private_designs(8, x, delta, 1)
    assert isinstance(channel_between(best_design(x, delta), design), Garbling)


def test_the_number_of_responses():
    assert [len(best_design(*level).responses) for level in LEVELS] == [4, 4, 3, 2, 2, 4]
    assert best_design(F(3), F(1, 5)) == Design(
        [[F(1, 5), F(3, 5), F(1, 5), 0], [0, F(1, 5), F(3, 5), F(1, 5)]],
        responses=["surely 0", "rather 0", "rather 1", "surely 1"],
    )


@pytest.mark.parametrize(("x", "delta"), LEVELS)
@pytest.mark.parametrize("pi", [F(1, 7), F(1, 2), F(5, 8)])
def test_no_private_design_tells_more_about_the_proportion(x, delta, pi):
    found = best_responses_for_known(x, delta, pi)
    assert found.program.value == -1 / found.value
    designs = list(private_designs(5, x, delta, 6))
    worths = [information([(s, t) for s, t in zip(*numbers(d), strict=True)], pi) for d in designs]
    assert all(worth <= 1 / found.value for worth in worths)
    assert (found.gain == 1) == (delta in (0, 1))
    assert found.gain >= 1
    # I(pi), summed by hand.
    middle = (1 - delta) * (x - 1) ** 2 / (((1 - pi) * x + pi) * (1 - pi + pi * x))
    assert 1 / found.value == delta / (pi * (1 - pi)) + middle


def test_two_responses_have_the_error_of_their_information():
    p, q, pi = F(3, 4), F(2, 3), F(1, 5)
    columns = [(p, 1 - q), (1 - p, q)]
    assert 1 / information(columns, pi) == error_of((p, q), pi)
    # For two responses the scores do not depend on pi.
    assert best_scores(columns, pi) == best_scores(columns, F(4, 5)) == ((p - 1) / (p + q - 1), p / (p + q - 1))


@pytest.mark.parametrize(("x", "delta"), LEVELS)
def test_minimax_over_all_designs(x, delta):
    found = best_responses_for_unknown(x, delta)
    spread = ((x - 1) / (x + 1)) ** 2
    assert found.value == 1 / (4 * (delta + (1 - delta) * spread))
    columns = list(zip(*numbers(found.design), strict=True))
    for pi in (F(0), F(1, 9), F(1, 2), F(4, 5), F(1)):
        second = sum(((1 - pi) * s + pi * t) * g**2 for (s, t), g in zip(columns, found.scores, strict=True))
        mean = sum(((1 - pi) * s + pi * t) * g for (s, t), g in zip(columns, found.scores, strict=True))
        assert mean == pi
        assert second - pi**2 <= found.value
    assert found.two_responses.value >= found.value


def test_bayes_over_all_designs():
    proportions, weights = [F(1, 9), F(4, 5)], [F(1, 3), F(2, 3)]
    found = best_responses_for_prior(F(3), F(2, 7), ProportionPrior.finite(proportions, weights))
    columns = list(zip(*numbers(found.design), strict=True))

    def expected(scores):
        return sum(
            w * (sum(((1 - pi) * s + pi * t) * g**2 for (s, t), g in zip(columns, scores, strict=True)) - pi**2)
            for pi, w in zip(proportions, weights, strict=True)
        )

    assert expected(found.scores) == found.value < found.two_responses.value
    for other in (F(1, 9), F(1, 2), F(4, 5)):
        assert expected(best_scores(columns, other)) > found.value


def test_at_the_ends_of_the_range_of_the_proportion():
    for pi in (0, 1):
        found = best_responses_for_known(F(3), F(1, 4), pi)
        assert found.value == 0
        assert found.program is None
        assert found.gain is None
        chances = numbers(found.design)[pi]
        assert sum(p * (g - pi) ** 2 for p, g in zip(chances, found.scores, strict=True)) == 0
    strict = best_responses_for_known(F(3), F(0), 0)
    assert strict.value == strict.two_responses.value == F(3, 4)


def test_splitting_a_column_is_a_theorem():
    assert splitting_gains().oracles == frozenset()
    assert len(splitting_gains().sequent.hypotheses) == 2


def test_arguments_are_checked():
    with pytest.raises(NoInformativeDesignError):
        best_design(1, 0)
