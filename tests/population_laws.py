"""Who is asked: the exact laws of the truths of a sample and of the reports of a protocol, for few people."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import perm
from typing import Any

from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.protocol import Protocol

MAXIMAL_SAMPLES = 200_000


class PopulationError(ValueError):
    """A sample that is larger than the population, or more samples than can be enumerated."""


def sample_law(population: Sequence[Hashable], size: int, *, replacement: bool) -> dict[tuple[Any, ...], Fraction]:
    """The law of the truths of `size` people drawn one after the other from a population with these truths.

    Without replacement and with the size of the population, this is a census in random order.
    Raises PopulationError for an empty population, too large a sample, or more than 200000 ordered samples.
    """
    people = len(population)
    if not people or size < 0 or (size > people and not replacement):
        kind = "with" if replacement else "without"
        raise PopulationError(f"{size} people cannot be drawn {kind} replacement from a population of {people}")
    count = people**size if replacement else perm(people, size)
    if count > MAXIMAL_SAMPLES:
        raise PopulationError(f"there are {count} ordered samples; at most {MAXIMAL_SAMPLES} are enumerated")
    samples = product(population, repeat=size) if replacement else permutations(population, size)
    law: dict[tuple[Any, ...], Fraction] = {}
    for sample in samples:
        law[sample] = law.get(sample, Fraction(0)) + Fraction(1, count)
    return law


def report_law(
    protocol: Protocol, truths: Mapping[tuple[Any, ...], Fraction]
) -> dict[tuple[Any, ...], RationalFunction]:
    """The law of the reports of all respondents, when their truths follow the given law."""
    law: dict[tuple[Any, ...], RationalFunction] = {}
    for people, chance in truths.items():
        for reports, probability in protocol.joint_law(people).items():
            law[reports] = law.get(reports, RationalFunction.of(0)) + probability * chance
    return law


def expectation(
    law: Mapping[tuple[Any, ...], RationalFunction], value: Callable[[tuple[Any, ...]], Fraction | int]
) -> RationalFunction:
    """E[value(reports)] of a function of the vector of all reports."""
    return sum((probability * value(vector) for vector, probability in law.items()), RationalFunction.of(0))
