"""Tables 1 and 2 and the numbers of respondents that are enough, each variance evaluated from its protocol."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from checks.papers.szy.witnesses.at_budgets import at_budget
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import add, ball, sign
from checks.witness.statement import Predicate, Trees

BUDGETS = tuple(Fraction(*pair) for pair in ((1, 100), (1, 20), (1, 4), (1, 2)))


def _with_budget(point: Evaluator, eps: Fraction, **values: Any) -> Evaluator:
    there = Evaluator(point.meanings, {}, False)
    numbers = {name: value if name == "N" else ball(value) for name, value in values.items()}
    return there.at(**numbers, t=ball(eps).exp())


def worst_case(point: Evaluator, trees: Trees) -> bool:
    """The printed number is enough at pi = 1/2 and one less is not."""
    (printed, _) = trees
    size = int(point.number(printed))
    found = []
    for count in (size, size - 1):
        there = _with_budget(point, BUDGETS[0], N=count, p_2=Fraction(1, 100), pi=Fraction(1, 2))
        found.append(sign(add(at_budget(there, "Var_IC"), -ball(Fraction(1, 10)))))
    return found[0] <= 0 < found[1]


def least_number(point: Evaluator, name: str, eps: Fraction) -> int:
    """The least N with a variance of at most 0.1 for pi = 0.1, p_2 = 0.01, by bisection."""
    low, high = 1, 2**20
    while high - low > 1:
        middle = (low + high) // 2
        there = _with_budget(point, eps, N=middle, p_2=Fraction(1, 100), pi=Fraction(1, 10))
        if sign(add(at_budget(there, name), -ball(Fraction(1, 10)))) <= 0:
            high = middle
        else:
            low = middle
    return high


def numbers_compared(strictly: bool, point: Evaluator, trees: Trees) -> bool:
    """The least numbers fall with eps, are equal for Warner and Simmons, not smaller with cards, smallest if dealt."""
    found = {
        name: [least_number(point, name, eps) for eps in BUDGETS] for name in ("Var_MW", "Var_MS", "Var_MC", "Var_IC")
    }
    falling = all(a > b for numbers in found.values() for a, b in pairwise(numbers))
    pairs = list(zip(found["Var_MC"], found["Var_MW"], found["Var_IC"], strict=True))
    ordered = all((cards > coin if strictly else cards >= coin) and dealt < coin for cards, coin, dealt in pairs)
    return falling and ordered and found["Var_MW"] == found["Var_MS"]


PREDICATES: dict[str, Predicate] = {
    "worst_case_size": worst_case,
    "sizes_compared": partial(numbers_compared, True),
    "sizes_compared_weakly": partial(numbers_compared, False),
}
