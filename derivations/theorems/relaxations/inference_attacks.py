"""How often a history of relaxed responses is guessed wrongly: exact error rates of guesses by weighted votes.

The outputs o_1, ..., o_n of a relaxation are those of standard responses with e^eps = levels, and o_(i-1) given o_i
does not depend on the true value: it is o_i garbled by the one matrix c I + d J that turns the response of level i into
that of level i - 1. So a history is run through backwards, from o_n. By symmetry only the true value is told apart from
the m - 1 others, whose scores are kept sorted.

A vote guesses the value with the largest sum of weights of the rounds in which it came out: the last output has the
weights 0, ..., 0, 1, the highest frequency 1, ..., 1, the weighted highest frequency the guarantees.
Source: Pan, Randomized Response with Gradual Release of Privacy Budget, section 6.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from mechanisms.exact.notebook import Shown

Number: TypeAlias = Any  # a Fraction, a float or a ball: what + - * / are defined for
TieRule = Literal["at random", "against the truth", "for the truth"]
Score: TypeAlias = int | float | Fraction
_State: TypeAlias = tuple[Score, tuple[Score, ...], int]
"""Score of the true value, sorted scores of the others, place of the current output among the others (-1: true)."""


def response_row(level: Number, size: int) -> tuple[Number, Number]:
    """P(the true value), P(a given other one) of the standard response with e^eps = level among `size` values."""
    return level / (level + size - 1), 1 / (level + size - 1)


def garbling(earlier: Number, later: Number, size: int) -> tuple[Number, Number]:
    """(c + d, d): what turns the response of the later level into that of the earlier one, on and off the diagonal.

    Both have the form a I + b J with the eigenvalue (level - 1)/(level + size - 1) apart from 1; the garbling has the
    quotient of the two.
    """
    eigenvalue = (earlier - 1) * (later + size - 1) / ((later - 1) * (earlier + size - 1))
    off = (1 - eigenvalue) / size
    return eigenvalue + off, off


@dataclass(frozen=True)
class Outcomes(Shown):
    """How a vote ends: probability that the true value wins alone, and that it ties with so many others."""

    alone: Number
    tied: dict[int, Number]

    def error(self, rule: TieRule) -> Number:
        """The probability of a wrong guess under a rule for ties; "for the truth" is a bound that nobody can follow.

        A rule that prefers labels in a fixed order errs as often as one at random when all labels are equally likely to
        be the true one.
        """
        won = self.alone
        for others, chance in self.tied.items():
            won = won + {"at random": chance / (others + 1), "against the truth": 0, "for the truth": chance}[rule]
        return 1 - won


def most_likely_values(levels: Sequence[Number], size: int, history: Sequence[int]) -> list[int]:
    """The values 0 .. size - 1 that give this history of outputs the largest likelihood, multiplied from its steps.

    It is the last output alone, for increasing levels of which the last is above 1: the likelihood ratio of a history
    is that of its last response.
    """
    likelihoods = []
    for truth in range(size):
        chance: Number = response_row(levels[0], size)[int(history[0] != truth)]
        for i in range(1, len(levels)):
            back = garbling(levels[i - 1], levels[i], size)[int(history[i] != history[i - 1])]
            wanted = response_row(levels[i], size)[int(history[i] != truth)]
            chance = chance * wanted * back / response_row(levels[i - 1], size)[int(history[i - 1] != truth)]
        likelihoods.append(chance)
    return [value for value, chance in enumerate(likelihoods) if chance == max(likelihoods)]


def vote(levels: Sequence[Number], size: int, weights: Sequence[Score]) -> Outcomes:
    """The outcome of a vote over the outputs at increasing levels e^eps > 1 among `size` values.

    ValueError unless there is one weight, not negative, a level.
    """
    if len(weights) != len(levels) or not levels or any(w < 0 for w in weights):
        raise ValueError(f"{len(levels)} levels need as many weights that are not negative, not {list(weights)}")
    same, other = response_row(levels[-1], size)
    states: dict[_State, Number] = {}
    for state, chance in _outputs((0, (0,) * (size - 1), -1), same, other, size):
        _add(states, _scored(state, weights[-1]), chance)
    for earlier, later, weight in reversed(list(zip(levels, levels[1:], weights, strict=False))):
        stay, move = garbling(earlier, later, size)
        following: dict[_State, Number] = {}
        for state, chance in states.items():
            for reached, share in _outputs(state, stay, move, size):
                _add(following, _scored(reached, weight), chance * share)
        states = following
    return _counted(states)


def _outputs(state: _State, stay: Number, move: Number, size: int) -> list[tuple[_State, Number]]:
    """The next current outputs with their probabilities; others with the same score are taken together."""
    truth, others, place = state
    found: list[tuple[_State, Number]] = [((truth, others, -1), stay if place == -1 else move)]
    remaining: dict[Score, list[int]] = defaultdict(list)
    for i, score in enumerate(others):
        if i == place:
            found.append(((truth, others, i), stay))
        else:
            remaining[score].append(i)
    return found + [((truth, others, places[0]), move * len(places)) for places in remaining.values()]


def _scored(state: _State, weight: Score) -> _State:
    """The current output gets the weight; the others are sorted again."""
    truth, others, place = state
    if place == -1:
        return truth + weight, others, -1
    score = others[place] + weight
    rest = sorted((*others[:place], *others[place + 1 :], score))
    return truth, tuple(rest), rest.index(score)


def _add(states: dict[_State, Number], state: _State, chance: Number) -> None:
    states[state] = states[state] + chance if state in states else chance


def _counted(states: dict[_State, Number]) -> Outcomes:
    alone: Number = 0
    tied: dict[int, Number] = {}
    for (truth, others, _), chance in states.items():
        if truth > others[-1]:
            alone = alone + chance
        elif truth == others[-1]:
            count = others.count(truth)
            tied[count] = tied.get(count, 0) + chance
    return Outcomes(alone, tied)
