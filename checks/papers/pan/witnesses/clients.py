"""Clients, responses and roundings run through at one point: every run of the protocols with its probability.

Laws are mappings from a value to its probability. Everything random in a printed expectation is drawn from one world:
the responses of clients, or one response among m values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from flint import arb

from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, divide, multiply

INDICATORS = {"Y_x": "label_x", "Y_v": "label_v", "Y_w": "label_w", "Y_i": "i", "Y_j": "j"}


def total(values: Iterable[Numeric]) -> Numeric:
    """The sum."""
    result: Numeric = 0
    for value in values:
        result = add(result, value)
    return result


def whole(value: Numeric) -> int:
    """A number that is an integer, as a Python integer; NotEvaluatedError for any other."""
    if isinstance(value, arb):
        found = value.unique_fmpz()
        if found is None:
            raise NotEvaluatedError("an integer is needed here")
        return int(found)
    if value.denominator != 1:
        raise NotEvaluatedError(f"an integer is needed here, not {value}")
    return int(value)


def probability_of_odds(name: str) -> Callable[[Evaluator], Numeric]:
    """odds/(1 + odds) at the point."""
    return lambda point: divide(point.values[name], add(point.values[name], 1))


ALPHA, BETA = probability_of_odds("e_alpha"), probability_of_odds("e_beta")


def response_row(point: Evaluator, level: str, size: int) -> tuple[Numeric, Numeric]:
    """The chances of the true value and of another one in a response with e^eps = the value of `level`."""
    x = point.values[level]
    whole = add(x, size - 1)
    return divide(x, whole), divide(point.of(1), whole)


def standard_law(point: Evaluator, level: str) -> list[tuple[Numeric, Numeric]]:
    """Values and chances of the observed share of ones among N standard responses, every other true bit being one."""
    size = point.values["N"]
    same, other = response_row(point, level, 2)
    found = []
    for responses in product((0, 1), repeat=size):
        chance: Numeric = point.of(1)
        for client, response in enumerate(responses):
            chance = multiply(chance, same if response == (client + 1) % 2 else other)
        found.append((divide(point.of(sum(responses)), point.of(size)), chance))
    return found


def standard_estimates(point: Evaluator, level: str) -> list[tuple[Numeric, Numeric]]:
    """The same for the estimate that reads the frequency off the observed share."""
    same, other = response_row(point, level, 2)
    return [(divide(add(v, -other), add(same, -other)), p) for v, p in standard_law(point, level)]


# -- expectations ------------------------------------------------------------------------------------------------------


def _worlds(point: Evaluator, names: frozenset[str]) -> list[tuple[Evaluator, Numeric]]:
    """The point with a value for everything random, in each run, and the chance of the run."""
    if names & INDICATORS.keys():
        size, truth = point.values["m"], point.values["label_x"]
        same, other = response_row(point, "z", size)
        return [
            (
                point.at(**{name: int(point.values.get(label) == y) for name, label in INDICATORS.items()}),
                same if y == truth else other,
            )
            for y in range(1, size + 1)
        ]
    if names & {"lambda_b", "pi_hat_b"}:
        laws = zip(standard_law(point, "x_i"), standard_estimates(point, "x_i"), strict=True)
        return [(point.at(lambda_b=share, pi_hat_b=estimate), p) for (share, p), (estimate, _) in laws]
    raise NotEvaluatedError("nothing random is known in this expectation")


def expected(point: Evaluator, *nodes: tree.Node) -> Numeric:
    """E of the product of printed expressions."""
    names = frozenset().union(*(tree.names_in(node) for node in nodes))
    terms = []
    for world, chance in _worlds(point, names):
        value: Numeric = chance
        for node in nodes:
            value = multiply(value, world.number(node))
        terms.append(value)
    return total(terms)


def covariance(point: Evaluator, first: tree.Node, second: tree.Node) -> Numeric:
    """E[U V] - E[U] E[V]."""
    return add(expected(point, first, second), -multiply(expected(point, first), expected(point, second)))
