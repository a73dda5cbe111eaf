"""What the paper's names mean at one point: a town with few people, whose surveys are run through.

No formula that the paper prints as a result is used, and nothing of the surveys that the verdicts come from.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from checks.papers.szy.witnesses.worlds import (
    Town,
    estimate,
    law_of_pair,
    law_of_sum_in_one_order,
    variance_of_estimate,
)
from checks.reading import syntax as tree
from checks.witness.enumeration import sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings, NotEvaluatedError
from checks.witness.numbers import Numeric, add, multiply, power
from checks.witness.points import Draw, Space
from mechanisms.exact.domain import above, integer, within

PAIR_NAMES = ("x_i", "x_j", "Y_i", "Y_j", "X_i", "X_j")
GENERAL = {"x": "x_i", "X": "X_i", "Y": "Y_i"}
OF_SUM = frozenset(("N_1", "pi_hat"))
INDICES = ("k", "l", "m", "n")


def survey_of(point: Evaluator) -> str:
    """Which survey the statement speaks of; of the cards alone, any with cards."""
    survey: str = point.values.get("survey", "modified_christofides")
    return survey


def town_of(point: Evaluator) -> Town:
    """The people and the deck."""
    town: Town = point.values["town"]
    return town


def speaks_of_sum(node: tree.Node) -> bool:
    """Whether the sum of all reports occurs: by name, in the estimator, or written out."""
    return any(
        (isinstance(part, tree.Name) and part.name in OF_SUM)
        or (isinstance(part, tree.BigSum) and part.body == tree.Name("X_i"))
        for part in tree.nodes(node)
    )


def outcomes(point: Evaluator, arguments: Sequence[tree.Node]) -> Iterator[tuple[Fraction, Evaluator]]:
    """(probability, point with the outcome in it) for what is random in the arguments of E, Var or P."""
    town, survey = town_of(point), survey_of(point)
    if any(speaks_of_sum(argument) for argument in arguments):
        for total, probability in law_of_sum_in_one_order(survey, town).items():
            yield probability, point.at(sum_X=total)
        return
    spoken = frozenset().union(*(tree.names_in(argument) for argument in arguments))
    general = {name: PAIR_NAMES[PAIR_NAMES.index(of)] for name, of in GENERAL.items() if name in spoken}
    names = tuple(name for name in PAIR_NAMES if name in spoken or name in general.values())
    if names == ("Y_i",) and "survey" not in point.values:  # a hypothesis about one card
        for number in range(1, town.largest + 1):
            yield town.share(number), point.at(Y_i=number, Y=number)
        return
    places = point.values.get("place_i", 0), point.values.get("place_j", 1 if town.size > 1 else 0)
    for values, probability in law_of_pair(survey, town, *places, names).items():
        found = dict(zip(names, values, strict=True))
        yield probability, point.at(**found, **{name: found[of] for name, of in general.items()})


def _mean(point: Evaluator, node: tree.Operate) -> Numeric:
    (argument,) = node.arguments
    return sum_of(multiply(point.of(p), at.number(_stripped(argument))) for p, at in outcomes(point, node.arguments))


def _variance(point: Evaluator, node: tree.Operate) -> Numeric:
    (argument,) = node.arguments
    listed = [(point.of(p), at.number(argument)) for p, at in outcomes(point, node.arguments)]
    mean = sum_of(multiply(p, v) for p, v in listed)
    return sum_of(multiply(p, power(add(v, -mean), 2)) for p, v in listed)


def _probability(point: Evaluator, node: tree.Operate) -> Numeric:
    held = [p for p, at in outcomes(point, node.arguments) if all(at.truth(event) for event in node.arguments)]
    return point.of(sum(held, Fraction(0)))


def _stripped(node: tree.Node) -> tree.Node:
    """The expression without a side condition that is printed behind it as a factor."""
    if isinstance(node, tree.Product):
        factors = tuple(f for f in node.factors if not isinstance(f, tree.Chain))
        return tree.Product(factors) if len(factors) > 1 else factors[0]
    return node


def _estimate(point: Evaluator) -> Numeric:
    return point.of(estimate(survey_of(point), town_of(point), point.values["sum_X"]))


def variance_in(point: Evaluator, survey: str) -> Numeric:
    """Var(pi_hat) in a survey, summed over its runs."""
    return point.of(variance_of_estimate(survey, town_of(point)))


def named_variance(point: Evaluator, name: str) -> Numeric:
    """The variance that a name of the paper stands for; `names` at the point may say otherwise."""
    return variance_in(point, point.values.get("names", VARIANCES)[name])


def _by_name(name: str) -> Any:
    return lambda point: named_variance(point, name)


def _by_operator(name: str) -> Any:
    return lambda point, node: named_variance(point, name)


# -- sums --------------------------------------------------------------------------------------------------------------


def _sum(point: Evaluator, node: tree.BigSum) -> Numeric:
    town = town_of(point)
    match node:
        case tree.BigSum(body=tree.Name(name="X_i"), index=tree.Name(name="i")):
            return point.values["sum_X"]
        case tree.BigSum(index=tree.Name(name="i"), condition=None):
            return sum_of(point.at(place_i=i).number(node.body) for i in range(town.size))
        case tree.BigSum(index=tree.Name(name="i")):
            pairs = [(i, j) for i in range(town.size) for j in range(town.size) if i != j]
            return sum_of(point.at(place_i=i, place_j=j).number(node.body) for i, j in pairs)
    return _sum_over_cards(point, node)


def _sum_over_cards(point: Evaluator, node: tree.BigSum) -> Numeric:
    """From 1 to the printed bound, without the excluded number; the index is one that the summand has."""
    town = town_of(point)
    if node.index is None or node.upper not in (tree.Name("L"), tree.Name("N")):
        raise NotEvaluatedError("a sum over cards ends at L, or at N as it is printed")
    excluded = [n for n in tree.names_in(node.condition) if n != node.index.name] if node.condition else []
    index = node.index.name
    if not {index, f"p_{index}"} & tree.names_in(node.body):
        (index,) = (i for i in INDICES if i in tree.names_in(node.body) and i not in excluded)
    left_out = {point.values[name] for name in excluded}
    last = town.largest if node.upper == tree.Name("L") else town.size
    return sum_of(
        card_at(point, index, number).number(node.body) for number in range(1, last + 1) if number not in left_out
    )


def card_at(point: Evaluator, index: str, number: int) -> Evaluator:
    """The point with a number on the card, its proportion and that of its mirror image."""
    town = town_of(point)
    found: dict[str, Any] = {index: number, f"p_{index}": point.of(town.share(number))}
    return point.at(**found, p_mirrored=point.of(town.share(town.largest + 1 - number)))


def _falling(point: Evaluator, node: tree.Apply) -> tuple[Numeric, int]:
    size, count = point.number(node.arguments[0]), int(point.number(node.arguments[1]))
    result: Numeric = 1
    for step in range(count):
        result = multiply(result, add(size, -step))
    return result, count


def _combinations(point: Evaluator, node: tree.Apply) -> Numeric:
    ordered, count = _falling(point, node)
    for step in range(2, count + 1):
        ordered = multiply(ordered, Fraction(1, step))
    return ordered


VARIANCES = {"Var_MC": "modified_christofides", "Var_IC": "improved_christofides"}

MEANINGS = Meanings(
    names={
        "pi_hat": _estimate,
        "N_1": lambda point: point.values["sum_X"],
        **{name: _by_name(name) for name in VARIANCES},
    },
    functions={"combinations": _combinations, "arrangements": lambda point, node: _falling(point, node)[0]},
    operators={
        "E": _mean,
        "Var": _variance,
        "P": _probability,
        **{name: _by_operator(name) for name in VARIANCES},
    },
    budgets={"eps": "t"},
    sums=_sum,
)


# -- points ------------------------------------------------------------------------------------------------------------

COINS = tuple(Fraction(*pair) for pair in ((1, 7), (2, 7), (1, 3), (2, 5), (3, 7), (3, 5), (5, 7)))
ENDS = (Fraction(0), Fraction(1), Fraction(1, 2))


@dataclass(frozen=True)
class Towns(Space):
    """Towns of some sizes with decks of up to `largest` numbers; `budgeted` ones have three and a budget."""

    sizes: tuple[int, ...] = (2, 3)
    largest: int = 3
    budgeted: bool = False

    def point(self, draw: Draw) -> Evaluator | None:
        """A town with its numbers, and the budget that its cards have."""
        rng, boundary = draw.rng, draw.boundary
        size = draw.fixed.get("N", rng.choice((*self.sizes, 1) if boundary and not self.budgeted else self.sizes))
        if size > 20:  # a number that is named without a survey
            return replace(draw, hypotheses=()).at({"N": size})
        town = self._town(size, rng, boundary)
        values: dict[str, Any] = {"N": size, "L": town.largest, "town": town}
        numbers = {"pi": Fraction(town.members, size), "p": town.p, "piB": town.other}
        numbers |= {f"p_{k}": town.share(k) for k in (1, 2, 3)} if town.largest == 3 else {}
        if town.largest == 3 and town.cards[0] and town.cards[2]:
            numbers["t"] = town.share(3) / town.share(1)
        values |= {name: draw.of(value) for name, value in numbers.items()}
        if self.budgeted and numbers.get("t", 0) <= 1:
            return None
        return draw.at(values)

    def _town(self, size: int, rng: random.Random, boundary: bool) -> Town:
        coins = [rng.choice(ENDS if boundary and rng.random() < 0.5 else COINS) for _ in range(2)]
        members = rng.choice((0, size)) if boundary and rng.random() < 0.5 else rng.randint(min(1, size - 1), size)
        largest = 3 if self.budgeted else rng.randint(2, self.largest)
        cards = [0] * largest
        for _ in range(size):
            cards[rng.randrange(largest)] += 1
        if boundary and not self.budgeted and rng.random() < 0.2:
            cards = [0] * largest
            cards[rng.randrange(largest)] = size
        return Town(size, members, tuple(cards), coins[0], coins[1])


SPACE = Towns(
    parameters=(
        integer("N", 1),
        within("pi", 0, 1),
        within("p", 0, 1),
        within("piB", 0, 1),
        integer("L", 2),
        above("t", 1),
    )
)
"""Towns with more cards 3 than cards 1, whose ratio is e^eps."""

"""Towns that are large enough for every region of Theorem 4.2 to have somebody in it."""
