from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from derivations.theorems.relaxations.inference_attacks import garbling, most_likely_values, response_row, vote

F = Fraction
LEVELS = (F(5, 4), F(3, 2), F(7, 3), F(5, 2))


def history_law(levels: tuple[F, ...], size: int, truth: int) -> dict[tuple[int, ...], F]:
    """Forward, by Bayes' rule: P(o_i | o_(i-1), X) = P(o_i | X) P(o_(i-1) | o_i)/P(o_(i-1) | X)."""

    def response(level: F, value: int) -> F:
        return response_row(level, size)[int(value != truth)]

    law = {}
    for history in product(range(size), repeat=len(levels)):
        steps = [response(levels[0], history[0])]
        for i in range(1, len(levels)):
            back = garbling(levels[i - 1], levels[i], size)[int(history[i] != history[i - 1])]
            steps.append(response(levels[i], history[i]) * back / response(levels[i - 1], history[i - 1]))
        law[history] = prod(steps, start=F(1))
    return law


def test_the_forward_law_is_a_law_with_the_right_first_response() -> None:
    for truth in (0, 2):
        law = history_law(LEVELS[:3], 3, truth)
        assert sum(law.values()) == 1
        first = sum((p for h, p in law.items() if h[0] == truth), F(0))
        assert first == LEVELS[0] / (LEVELS[0] + 2)


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("weights", [(0, 0, 0, 1), (1, 1, 1, 1), (1, 2, 3, 4), (3, 1, 0, 1)])
def test_votes_against_all_histories(size: int, weights: tuple[int, ...]) -> None:
    alone, tied = F(0), dict.fromkeys(range(1, size), F(0))
    for history, chance in history_law(LEVELS, size, 1).items():
        scores = [sum(w for w, o in zip(weights, history, strict=True) if o == v) for v in range(size)]
        winners = [v for v in range(size) if scores[v] == max(scores)]
        if winners == [1]:
            alone += chance
        elif 1 in winners:
            tied[len(winners) - 1] += chance
    found = vote(LEVELS, size, weights)
    assert found.alone == alone
    assert {k: v for k, v in found.tied.items() if v} == {k: v for k, v in tied.items() if v}


def test_the_last_output_is_the_most_likely_value_after_every_history() -> None:
    for history in product(range(3), repeat=4):
        assert most_likely_values(LEVELS, 3, history) == [history[-1]]
    assert most_likely_values((F(1), F(2)), 3, (0, 1)) == [1]
    assert most_likely_values((F(1),), 3, (0,)) == [0, 1, 2]


def test_the_last_output_errs_least_and_ties_come_in_between() -> None:
    least = vote(LEVELS, 3, (0, 0, 0, 1)).error("at random")
    assert least == 1 - LEVELS[-1] / (LEVELS[-1] + 2)
    votes = vote(LEVELS, 3, (1, 1, 1, 1))
    assert least < votes.error("at random") < votes.error("against the truth")
    assert votes.error("for the truth") < least  # which is why it is no rule for a guesser


def test_a_fixed_order_of_labels_errs_like_a_rule_at_random_under_uniform_truths() -> None:
    def error(rank: Callable[[int], Hashable]) -> F:
        wrong = F(0)
        for truth in range(3):
            for history, chance in history_law(LEVELS[1:], 3, truth).items():
                scores = [history.count(v) for v in range(3)]
                guess = min((v for v in range(3) if scores[v] == max(scores)), key=rank)
                wrong += chance / 3 if guess != truth else 0
        return wrong

    assert error(lambda v: v) == error(lambda v: -v) == vote(LEVELS[1:], 3, (1, 1, 1)).error("at random")


def test_weights_are_counted() -> None:
    with pytest.raises(ValueError, match="4 levels need as many weights"):
        vote(LEVELS, 2, (1, 1, 1))


def test_the_rules_of_a_vote_differ() -> None:
    exact = vote((1.5, 2.0, 4.0), 4, (1, 1, 1))
    assert exact.error("for the truth") + 0.021 < exact.error("at random") < exact.error("against the truth") - 0.021
