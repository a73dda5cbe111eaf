"""A survey at one point, by enumeration of what the respondents do: no formula of any paper, no symbolic algebra.

The respondents follow the program of a protocol of `mechanisms`; its coins are given numbers, and every run is listed.
Probabilities may be fractions, balls or jets, and by continuation also numbers outside [0, 1].
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from itertools import chain, combinations, permutations
from typing import Any, TypeAlias

from checks.witness.numbers import Numeric, add, divide, multiply

Rows: TypeAlias = tuple[tuple[Numeric, ...], ...]
"""P(response | truth): one row a truth, one column a response."""


def response_law(
    program: Callable[..., Any], truth: Hashable, parameters: Mapping[str, Numeric], number: Callable[[Any], Numeric]
) -> dict[Hashable, Numeric]:
    """The law of the response of one respondent: every run of the program with its probability."""
    law: dict[Hashable, Numeric] = {}

    def explore(outcomes: tuple[Any, ...], weight: Numeric) -> None:
        run = program(truth, **parameters)
        if not isinstance(run, Generator):
            law[run] = weight
            return
        try:
            for outcome in (None, *outcomes):
                device = run.send(outcome)
        except StopIteration as stop:
            law[stop.value] = weight if stop.value not in law else law[stop.value] + weight
            return
        for outcome, probability in device.outcomes():
            mass = number(probability)
            explore((*outcomes, outcome), weight * mass if outcomes else mass)

    explore((), number(1))
    return law


def design_rows(
    program: Callable[..., Any],
    parameters: Mapping[str, Numeric],
    number: Callable[[Any], Numeric],
    truths: Sequence[Hashable] = (0, 1),
    responses: Sequence[Hashable] = (0, 1),
) -> Rows:
    """The law of the response for each truth."""
    laws = [response_law(program, truth, parameters, number) for truth in truths]
    return tuple(tuple(law.get(response, number(0)) for response in responses) for law in laws)


def marginal(rows: Rows, pi: Numeric) -> tuple[Numeric, Numeric]:
    """(P(X = 0), P(X = 1)) of a respondent who has the attribute with probability pi."""
    weights = 1 - pi, pi
    none, one = (weights[0] * rows[0][y] + weights[1] * rows[1][y] for y in (0, 1))
    return none, one


def count_law(rows: Rows, pi: Numeric, n: int) -> dict[int, Numeric]:
    """The law of the number of responses 1 among n respondents, one respondent after the other."""
    none, one = marginal(rows, pi)
    law: dict[int, Numeric] = {0: none, 1: one} if n else {0: 1}
    for size in range(2, n + 1):
        law = {
            count: sum_of(law[k] * p for k, p in ((count, none), (count - 1, one)) if k in law)
            for count in range(size + 1)
        }
    return law


def law_of_counts(laws: Sequence[Sequence[Numeric]]) -> dict[tuple[int, ...], Numeric]:
    """How many of independent respondents give each response, from the law of the response of each of them."""
    found: dict[tuple[int, ...], Numeric] = {(0,) * len(laws[0]): 1}
    for law in laws:
        after: dict[tuple[int, ...], Numeric] = {}
        for counts, weight in found.items():
            for y, probability in enumerate(law):
                more = (*counts[:y], counts[y] + 1, *counts[y + 1 :])
                after[more] = add(after.get(more, 0), multiply(weight, probability))
        found = after
    return found


def estimate(rows: Rows, count: Numeric, n: Numeric) -> Numeric:
    """The proportion at which response 1 has the probability count/n: by interpolation between nobody and everybody.

    Raises ZeroDivisionError when the response does not depend on the truth.
    """
    low, high = rows[0][1], rows[1][1]
    return divide(add(divide(count, n), -low), high - low)


def moments(rows: Rows, pi: Numeric, n: int) -> tuple[Numeric, Numeric]:
    """Mean and variance of the estimate for n respondents, summed over the law of the count."""
    law = count_law(rows, pi, n)
    values = {count: estimate(rows, count, n) for count in law}
    mean = sum_of(p * values[count] for count, p in law.items())
    return mean, sum_of(p * (values[count] - mean) * (values[count] - mean) for count, p in law.items())


def privacy_gaps(rows: Rows, x: Numeric, delta: Numeric) -> list[Numeric]:
    """x P(S | b) + delta - P(S | a) for all truths a, b and all sets S of responses, none and all of them apart."""
    size = len(rows[0])
    events = chain.from_iterable(combinations(range(size), k) for k in range(1, size))
    return [
        x * sum_of(rows[b][y] for y in event) + delta - sum_of(rows[a][y] for y in event)
        for event in events
        for a, b in permutations(range(len(rows)), 2)
    ]


def sum_of(values: Any) -> Numeric:
    """Sum of numbers of any kind."""
    total: Numeric = 0
    for value in values:
        total = add(total, value)
    return total
