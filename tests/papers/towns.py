"""A survey of a few people, run through: every order of the respondents, every deal of the cards, every coin.

Nothing here is symbolic and no moment is used: a law is a list of runs with their probabilities, and an expectation is
a sum over runs. The respondents follow the programs of the protocols in `mechanisms`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from typing import Any

from checks.witness.enumeration import response_law
from mechanisms import catalogue

Law = dict[Any, Fraction]

MECHANISMS = {
    "modified_warner": ("warner", False),
    "warner_with_replacement": ("warner", True),
    "modified_simmons": ("simmons", False),
    "simmons_with_replacement": ("simmons", True),
    "modified_christofides": ("cards put back", False),
    "christofides_with_replacement": ("cards put back", True),
    "improved_christofides": ("cards dealt", False),
}
"""How a respondent answers, and whether the respondents are drawn with replacement."""


@dataclass(frozen=True)
class Town:
    """Few people and one deck: `members` of `size` have the attribute, `cards[k - 1]` of the `size` cards show k."""

    size: int
    members: int
    cards: tuple[int, ...]
    p: Fraction
    other: Fraction

    def __str__(self) -> str:
        """The deck; what else there is has names of its own in the paper."""
        counted = [f"{count} card{'s' * (count != 1)} {k}" for k, count in enumerate(self.cards, 1) if count]
        return f"a deck of {' and '.join(counted)}"

    @property
    def largest(self) -> int:
        """L."""
        return len(self.cards)

    def share(self, number: int) -> Fraction:
        """The proportion of cards with this number; zero for a number on no card."""
        return Fraction(self.cards[number - 1], self.size) if 1 <= number <= self.largest else Fraction(0)


def orders(items: Sequence[Any]) -> list[tuple[tuple[Any, ...], Fraction]]:
    """Every order of the items, equally likely, those that look alike taken together."""
    seen: Law = {}
    every = list(permutations(items))
    for order in every:
        seen[order] = seen.get(order, Fraction(0)) + Fraction(1, len(every))
    return list(seen.items())


def runs(survey: str, town: Town) -> Iterator[tuple[Fraction, tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """(probability, truths, cards, reports) of every run of a survey; without cards they are all zero."""
    how, with_replacement = MECHANISMS[survey]
    pi = Fraction(town.members, town.size)
    if with_replacement:
        drawn = [(x, _product(pi if t else 1 - pi for t in x)) for x in product((0, 1), repeat=town.size)]
    else:
        drawn = orders([1] * town.members + [0] * (town.size - town.members))
    for truths, weight in drawn:
        for cards, reports, chance in _answers(how, town, truths):
            if weight * chance:
                yield weight * chance, truths, cards, reports


def _answers(
    how: str, town: Town, truths: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], Fraction]]:
    if how in ("warner", "simmons"):
        laws = [answer_law(how, truth, town.p, town.other) for truth in truths]
        for outcome in product(*(law.items() for law in laws)):
            reports = tuple(report for report, _ in outcome)
            yield (0,) * len(reports), reports, _product(p for _, p in outcome)
        return
    if how == "cards dealt":
        deck = [k for k, count in enumerate(town.cards, 1) for _ in range(count)]
        hands = _deals(tuple(deck))
    else:
        numbers = range(1, town.largest + 1)
        hands = [(hand, _product(town.share(k) for k in hand)) for hand in product(numbers, repeat=len(truths))]
    for hand, chance in hands:
        reports = tuple(reported(town.largest, truth, number) for truth, number in zip(truths, hand, strict=True))
        yield hand, reports, chance


@lru_cache(maxsize=4096)
def answer_law(mechanism: str, truth: int, p: Fraction, other: Fraction) -> dict[Any, Fraction]:
    """The law of the answer of one respondent to Warner's or Simmons' questions."""
    parameters = {"p_w": p} if mechanism == "warner" else {"p": p, "piB": other}
    return response_law(catalogue.get(mechanism).protocol.program, truth, parameters, Fraction)


@lru_cache(maxsize=512)
def _deals(deck: tuple[int, ...]) -> list[tuple[tuple[int, ...], Fraction]]:
    return orders(deck)


@lru_cache(maxsize=4096)
def reported(largest: int, truth: int, number: int) -> int:
    """What a respondent reports who holds this card, by section 2.2.3: how far it is from L + 1, or from 0."""
    return abs(largest + 1 - number) if truth else abs(number - 0)


def _product(factors: Any) -> Fraction:
    result = Fraction(1)
    for factor in factors:
        result *= factor
    return result


@lru_cache(maxsize=2048)
def law_of_sum(survey: str, town: Town) -> Law:
    """The law of X_1 + ... + X_N."""
    law: Law = {}
    for weight, _, _, reports in _all_runs(survey, town):
        law[sum(reports)] = law.get(sum(reports), Fraction(0)) + weight
    return law


@lru_cache(maxsize=512)
def _all_runs(survey: str, town: Town) -> list[tuple[Fraction, tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    return list(runs(survey, town))


@lru_cache(maxsize=2048)
def law_of_sum_in_one_order(survey: str, town: Town) -> Law:
    """The same for a census, the members asked first: the order does not change the sum."""
    how, with_replacement = MECHANISMS[survey]
    if with_replacement:
        return law_of_sum(survey, town)
    truths = (1,) * town.members + (0,) * (town.size - town.members)
    law: Law = {}
    for _, reports, chance in _answers(how, town, truths):
        if chance:
            law[sum(reports)] = law.get(sum(reports), Fraction(0)) + chance
    return law


@lru_cache(maxsize=4096)
def mean_reports(survey: str, town: Town) -> tuple[Fraction, Fraction]:
    """The mean report of a respondent without and with the attribute."""
    how, _ = MECHANISMS[survey]
    if how in ("warner", "simmons"):
        laws = [answer_law(how, truth, town.p, town.other) for truth in (0, 1)]
    else:
        numbers = range(1, town.largest + 1)
        laws = [{reported(town.largest, truth, k): town.share(k) for k in numbers} for truth in (0, 1)]
    none, all_members = (sum((r * p for r, p in law.items()), Fraction(0)) for law in laws)
    return none, all_members


def estimate(survey: str, town: Town, total: Fraction | int) -> Fraction:
    """The proportion for which the mean report is total/N, by interpolation; ZeroDivisionError where there is none."""
    none, all_members = mean_reports(survey, town)
    return (Fraction(total, town.size) - none) / (all_members - none)


@lru_cache(maxsize=8192)
def variance_of_estimate(survey: str, town: Town) -> Fraction:
    """Var(pi_hat), summed over the law of the sum of the reports; ZeroDivisionError where there is no estimate."""
    law = [(chance, estimate(survey, town, total)) for total, chance in law_of_sum_in_one_order(survey, town).items()]
    mean = sum((chance * value for chance, value in law), Fraction(0))
    return sum((chance * (value - mean) ** 2 for chance, value in law), Fraction(0))
