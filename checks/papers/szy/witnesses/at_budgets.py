"""Second witnesses for sections 5 to 7: variances summed over respondents, pairs of respondents and cards at one point.

A point is a number N, a proportion, three shares of cards and the budget that they have. The law of one report comes
from the program of the protocol or from section 2.2.3 for each card; of two dealt cards the law is that of two draws.
No polynomial and no formula of the paper occurs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from checks.papers.szy.witnesses.worlds import reported
from checks.witness.enumeration import response_law
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings
from checks.witness.numbers import Numeric, add, compare, divide, multiply
from checks.witness.points import Draw, Space
from mechanisms import catalogue
from mechanisms.exact.domain import above, integer, within

CARDS = (1, 2, 3)
Shares = tuple[Numeric, ...]
Answers = Mapping[Any, Numeric]


def _total(values: Any) -> Numeric:
    result: Numeric = 0
    for value in values:
        result = add(result, value)
    return result


def _mean(law: Answers) -> Numeric:
    return _total(multiply(answer, chance) for answer, chance in law.items())


def _variance(law: Answers) -> Numeric:
    mean = _mean(law)
    return _total(multiply(chance, multiply(add(a, -mean), add(a, -mean))) for a, chance in law.items())


def estimate_variance(laws: Sequence[Answers], size: Numeric, proportion: Numeric, cross: Sequence[Numeric]) -> Numeric:
    """Variance of the estimate from the laws of one report without and with the attribute.

    `cross` are the covariances of two reports of people without, with, and one of either kind; zeros where independent.
    """
    with_it = multiply(size, proportion)
    without = add(size, -with_it)
    slope = add(_mean(laws[1]), -_mean(laws[0]))
    whole = _total(
        [
            multiply(without, _variance(laws[0])),
            multiply(with_it, _variance(laws[1])),
            multiply(multiply(without, add(without, -1)), cross[0]),
            multiply(multiply(with_it, add(with_it, -1)), cross[1]),
            multiply(multiply(2, multiply(without, with_it)), cross[2]),
        ]
    )
    return divide(whole, multiply(multiply(size, slope), multiply(size, slope)))


def coin_laws(point: Evaluator, mechanism: str, **parameters: Numeric) -> list[Answers]:
    """The laws of yes (1) and no (0) for the truths 0 and 1."""
    program = catalogue.get(mechanism).protocol.program
    return [response_law(program, truth, parameters, point.of) for truth in (0, 1)]


def card_laws(shares: Shares) -> list[Answers]:
    """The laws of a report for the truths 0 and 1."""
    return [{reported(3, truth, k): share for k, share in zip(CARDS, shares, strict=True)} for truth in (0, 1)]


def card_variance(point: Evaluator, shares: Shares, *, dealt: bool) -> Numeric:
    """The variance of the estimate for three cards."""
    size, laws = point.values["N"], card_laws(shares)
    cross: list[Numeric] = [0, 0, 0]
    if dealt:
        pairs = [
            (k, j, multiply(p, divide(add(multiply(size, q), -1 if k == j else 0), add(size, -1))))
            for k, p in zip(CARDS, shares, strict=True)
            for j, q in zip(CARDS, shares, strict=True)
        ]
        for place, (a, b) in enumerate(((0, 0), (1, 1), (0, 1))):
            product = _total(multiply(reported(3, a, k) * reported(3, b, j), chance) for k, j, chance in pairs)
            cross[place] = add(product, -multiply(_mean(laws[a]), _mean(laws[b])))
    return estimate_variance(laws, size, point.values["pi"], cross)


def at_budget(point: Evaluator, name: str) -> Numeric:
    """The variance that a name of section 6 stands for, at the budget and p_2 of the point."""
    t, independent = point.values["t"], (0, 0, 0)
    size, proportion = point.values["N"], point.values["pi"]
    if name in ("Var_MW", "Var_MW_MS"):
        laws = coin_laws(point, "warner", p_w=divide(point.of(1), add(t, 1)))
        return estimate_variance(laws, size, proportion, independent)
    if name == "Var_MS":
        p = divide(add(t, -1), add(t, 1))
        return estimate_variance(
            coin_laws(point, "simmons", p=p, piB=point.of(Fraction(1, 2))), size, proportion, independent
        )
    few = divide(add(point.of(1), -point.values["p_2"]), add(t, 1))
    return card_variance(point, (few, point.values["p_2"], multiply(t, few)), dealt=name == "Var_IC")


def _of_estimator(name: str) -> Any:
    return lambda point, node: at_budget(point, name)


VARIANCES = ("Var_MW", "Var_MS", "Var_MW_MS", "Var_MC", "Var_IC")
MEANINGS = Meanings(
    names={name: (lambda point, name=name: at_budget(point, name)) for name in VARIANCES},  # type: ignore[misc]
    functions={},
    operators={name: _of_estimator(name) for name in VARIANCES},
    budgets={"eps": "t"},
)

PROPORTIONS = tuple(Fraction(k, 16) for k in range(1, 16))
ENDS = (Fraction(0), Fraction(1, 2), Fraction(1))


@dataclass(frozen=True)
class Budgets(Space):
    """Points with a number of members, three shares, the budget that they have, and coins."""

    def point(self, draw: Draw) -> Evaluator | None:
        """Members, shares and their budget, with coins of any kind."""
        rng, fixed, boundary = draw.rng, draw.fixed, draw.boundary
        size = rng.choice((2, 3, 4, 5, 9, 16, 100)) if boundary else rng.choice((4, 5, 7, 9, 12, 25))
        ones, twos, threes = rng.randint(1, 9), rng.randint(0, 6) if boundary else rng.randint(1, 6), rng.randint(1, 9)
        whole = ones + twos + threes
        given = Fraction(fixed.get("p_2", Fraction(twos, whole)))
        shares = [(1 - given) * Fraction(k, ones + threes) for k in (ones, threes)]
        numbers: dict[str, Any] = {
            "N": fixed.get("N", size),
            "pi": rng.choice(ENDS) if boundary and rng.random() < 0.2 else Fraction(rng.randint(0, size), size),
            "p_1": shares[0],
            "p_2": given,
            "p_3": shares[1],
            "t": Fraction(max(ones, threes), min(ones, threes)),
            "p": rng.choice(PROPORTIONS),
            "piB": rng.choice((*PROPORTIONS, *((Fraction(1, 2),) * 4))) if boundary else rng.choice(PROPORTIONS),
            "p_k": shares[0],
            "p_mirrored": shares[1],
        }
        numbers |= {name: value for name, value in fixed.items() if name != "factor"}
        if not compare(numbers["t"], 1) > 0:
            return None
        return draw.at({name: value if name == "N" else draw.of(value) for name, value in numbers.items()})


SPACE = Budgets(
    parameters=(
        integer("N", 1),
        *(within(name, 0, 1) for name in ("pi", "p", "piB", "p_1", "p_2", "p_3")),
        above("t", 1),
    )
)
