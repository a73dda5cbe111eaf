"""Small worlds for the witnesses of sections 1 to 3: designs and priors of generic fractions, and what is listed.

A design has a row for each category here, as everywhere outside the paper. What is drawn depends on the point alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from checks.witness import Evaluator
from checks.witness.enumeration import design_rows
from mechanisms.catalogue import subset_responses

Rows = tuple[tuple[Fraction, ...], ...]
Weights = tuple[Fraction, ...]
LARGEST = 3  # categories of a world, so that all events can be listed


def drawing(point: Evaluator, salt: str = "") -> random.Random:
    """Random numbers that belong to the point."""
    return random.Random(salt + repr(sorted((name, str(value)) for name, value in point.values.items())))


def categories(point: Evaluator) -> int:
    """The number of categories of the world at the point."""
    return min(int(point.values["k"]), LARGEST)


def distribution(rng: random.Random, size: int, zeros: bool = False) -> Weights:
    """Generic weights that sum to one; with `zeros` some of them are zero."""
    parts = [rng.randrange(1, 30) if not zeros or rng.random() < 0.7 else 0 for _ in range(size)]
    parts[rng.randrange(size)] += 1
    return tuple(Fraction(part, sum(parts)) for part in parts)


def design(rng: random.Random, size: int, responses: int, zeros: bool = False) -> Rows:
    """Generic laws of the response, one for each category; every response is possible."""
    while True:
        rows = tuple(distribution(rng, responses, zeros) for _ in range(size))
        if all(any(column) for column in zip(*rows, strict=True)):
            return rows


def milder(rows: Rows, share: Fraction) -> Rows:
    """The design whose respondents follow the given one with the probability `share`, else the law of the first row."""
    return tuple(tuple(share * p + (1 - share) * q for p, q in zip(row, rows[0], strict=True)) for row in rows)


def distance(rows: Rows) -> Fraction:
    """The largest L1 distance of two laws."""
    return max(sum((abs(p - q) for p, q in zip(a, b, strict=True)), Fraction(0)) for a in rows for b in rows)


def parity(rows: Rows) -> Fraction | None:
    """The largest ratio of two probabilities of one response; None if it is infinite."""
    largest = Fraction(1)
    for column in zip(*rows, strict=True):
        if max(column) > 0 and min(column) == 0:
            return None
        if max(column) > 0:
            largest = max(largest, max(column) / min(column))
    return largest


def secure(rng: random.Random, size: int, responses: int, phi: Fraction, zeros: bool = True) -> Rows:
    """A generic design whose distance is at most 2 (phi - 1), and as large as that every second time."""
    rows = design(rng, size, responses, zeros)
    limit = 2 * (phi - 1) * (1 if rng.random() < 0.5 else Fraction(2, 3))
    found = distance(rows)
    return milder(rows, limit / found) if found > limit else rows


def law(prior: Weights, rows: Rows) -> Weights:
    """The law of the response, by total probability."""
    return tuple(sum(w * p for w, p in zip(prior, column, strict=True)) for column in zip(*rows, strict=True))


def events(size: int) -> Iterator[tuple[int, ...]]:
    """All sets of categories, but for none and all of them."""
    for count in range(1, size):
        yield from combinations(range(size), count)


def joint(prior: Weights, rows: Rows, event: Sequence[int], response: int) -> tuple[Fraction, Fraction]:
    """P(Q and the response), P(not Q and the response)."""
    parts = [w * row[response] for w, row in zip(prior, rows, strict=True)]
    inside = sum((parts[x] for x in event), Fraction(0))
    return inside, sum(parts, Fraction(0)) - inside


def two_point_priors(size: int, chances: Sequence[Fraction]) -> Iterator[tuple[Weights, tuple[int, ...], Fraction]]:
    """(prior, event, its probability) with all weight on two categories, one of which is the event."""
    for first in range(size):
        for second in range(size):
            if first != second:
                for chance in chances:
                    weights = {first: chance, second: 1 - chance}
                    yield tuple(weights.get(x, Fraction(0)) for x in range(size)), (first,), chance


def beliefs(point: Evaluator, rows: Rows, chances: Sequence[Fraction]) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """(P(Q), P(Q and d), P(Q^c and d)) for possible responses d: priors on two categories, and a generic one."""
    size, rng = len(rows), drawing(point, "beliefs")
    prior = distribution(rng, size)
    more = [(prior, event, sum((prior[x] for x in event), Fraction(0))) for event in events(size)]
    for weights, event, chance in (*two_point_priors(size, chances), *more):
        for response in range(len(rows[0])):
            inside, outside = joint(weights, rows, event, response)
            if inside + outside > 0:
                yield chance, inside, outside


def erasure(size: int, phi: Fraction) -> Rows:
    """What respondents do who name their category with probability phi - 1, run by run."""
    mechanism = subset_responses.erasure(size)
    truths = tuple(range(1, size + 1))
    return design_rows(mechanism.protocol.program, {"phi": phi}, Fraction, truths, (*truths, subset_responses.ERASED))


def selection(size: int, chosen: int, gamma: Fraction) -> tuple[Rows, tuple[tuple[int, ...], ...]]:
    """Subset selection run by run, and its responses as indicators."""
    mechanism = subset_responses.subset_selection(size, chosen)
    responses = subset_responses.subset_vectors(size, chosen)
    truths = tuple(range(1, size + 1))
    return design_rows(mechanism.protocol.program, {"gamma": gamma}, Fraction, truths, responses), responses
