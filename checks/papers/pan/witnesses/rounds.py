"""Two rounds of responses among m numbered values at one point: every run, in the numbers of the point.

The rounds are written here once more, as what a respondent does with a list of values; no law, no formula and no class
of values of the derivations is used.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from checks.reading import syntax as tree
from checks.witness.enumeration import response_law, sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply
from checks.witness.points import Draw, Space
from mechanisms.protocols.primitives import Choice, Coin, Uniform
from mechanisms.protocols.protocol import Steps

LABELS = {"a": 1, "b": 2, "c": 3, "d": 4}
BUDGETS = {"eps": "z", "eps1": "x", "eps2": "y"}
POSITIONS = {"o1": 0, "o2": 1}
Law = Mapping[Hashable, Numeric]


def first_round(truth: int, m: int, x: Any) -> Steps:
    """A randomized response among 1 .. m."""
    if (yield Coin(x / (x + (m - 1)))):
        return truth
    return (yield Uniform([value for value in range(1, m + 1) if value != truth]))


def both_rounds(truth: int, m: int, x: Any, p_aa: Any, p_ba: Any, p_bb: Any) -> Steps:
    """A randomized response, and another one given it and the truth."""
    first = yield from first_round(truth, m, x)
    others = [value for value in range(1, m + 1) if value not in (truth, first)]
    if first == truth:
        again = (yield Coin(p_aa)) if others else True
        return first, (truth if again else (yield Uniform(others)))
    kinds: dict[Hashable, Any] = {"truth": p_ba, "first": p_bb}
    if others:
        kinds["other"] = 1 - p_ba - p_bb
    kind = yield Choice(kinds)
    second = {"truth": truth, "first": first}.get(kind)
    return first, (second if second is not None else (yield Uniform(others)))


@lru_cache(maxsize=20_000)
def _exact_law(program: Callable[..., Any], truth: int, parameters: tuple[tuple[str, Fraction], ...]) -> Law:
    return response_law(program, truth, dict(parameters), Fraction)


def law_of(point: Evaluator, program: Callable[..., Any], truth: int, **parameters: Numeric) -> Law:
    """The law of what a program returns for a truth; a whole number other than m is a fraction too."""
    parameters = {k: Fraction(v) if isinstance(v, int) and k != "m" else v for k, v in parameters.items()}
    if all(isinstance(value, (int, Fraction)) for value in parameters.values()):
        return _exact_law(program, truth, tuple(parameters.items()))
    return response_law(program, truth, parameters, point.of)


def step_at(point: Evaluator) -> dict[str, Numeric]:
    """The probabilities of the second round: of a third value there is none to speak of where m = 2."""
    if point.values["m"] == 2:
        return {"p_aa": point.values["p_a"], "p_ba": 1 - point.values["p_b"], "p_bb": point.values["p_b"]}
    return {name: point.values[name] for name in ("p_aa", "p_ba", "p_bb")}


def histories(point: Evaluator, truth: int) -> Law:
    """P(o_1 o_2 | X = truth) at the point, by the rounds."""
    return law_of(point, both_rounds, truth, m=point.values["m"], x=point.values["x"], **step_at(point))


def elements(point: Evaluator) -> range:
    """[m]"""
    return range(1, point.values["m"] + 1)


def equations(point: Evaluator, nodes: Sequence[tree.Node]) -> Iterator[tuple[str, Numeric]]:
    """(name, value) of the equations in an event; a response that is printed alone has the value of the point."""
    for node in nodes:
        match node:
            case tree.Chain(members=(tree.Name(name=name), value), relations=("=",)):
                yield name, point.number(value)
            case tree.Name(name=name):
                yield name, point.values[name]
            case tree.Product(factors=factors):
                yield from equations(point, factors)
            case _:
                raise NotEvaluatedError("an event is an equation or a response")


def probability(point: Evaluator, node: tree.Operate) -> Numeric:
    """Pr(event | X, perhaps o_1), summed over all histories; of a query with given masses, the one of its input."""
    if "masses" in point.values:
        (given_input,) = node.given
        name = given_input.members[1] if isinstance(given_input, tree.Chain) else given_input
        return point.values["masses"][int(point.number(name)) - 1]
    asked, given = list(equations(point, node.arguments)), list(equations(point, node.given))
    truth = dict(given).get("X")
    known = [(name, value) for name, value in given if name != "X"]
    if truth is None or not {name for name, _ in (*asked, *known)} <= POSITIONS.keys():
        raise NotEvaluatedError("an event of the responses o_1, o_2 given X is needed")
    if any(value not in elements(point) for _, value in (*asked, *given)):
        raise NotEvaluatedError("a value that is none of [m]")
    law = histories(point, int(truth))

    def mass(events: Sequence[tuple[str, Numeric]]) -> Numeric:
        met = (p for history, p in law.items() if all(history[POSITIONS[n]] == v for n, v in events))  # type: ignore[index]
        return sum_of(met)

    both = mass([*asked, *known])
    return divide(both, mass(known)) if known else both


def sum_over_values(point: Evaluator, node: tree.BigSum) -> Numeric:
    """The sum over all values of the index other than the one left out."""
    match node:
        case tree.BigSum(
            index=tree.Name(name=name),
            condition=tree.Chain(members=(tree.Name(name=summed), left_out), relations=("!=",)),
        ) if name == summed:
            kept = [value for value in elements(point) if value != point.number(left_out)]
            return sum_of(point.at(**{name: value}).number(node.body) for value in kept)
    raise NotEvaluatedError("a sum over values other than one is needed")


# -- points where equations hold ---------------------------------------------------------------------------------------


def is_equation(node: tree.Node) -> bool:
    """Whether an equation between two numbers is printed, of which neither is a budget."""
    match node:
        case tree.Chain(members=(left, right), relations=("=",)):
            return not any(isinstance(side, tree.Name) and side.name in BUDGETS for side in (left, right))
    return False


def unknowns(point: Evaluator) -> tuple[str, ...]:
    """The free probabilities of the second round."""
    return ("p_a", "p_b") if point.values["m"] == 2 else ("p_aa", "p_ba", "p_bb")


def solved(point: Evaluator, equations: Sequence[tree.Node]) -> Evaluator | None:
    """The point moved so that equations hold: in as many free probabilities, in which they are affine.

    None where the equations do not determine them, or they would be no probabilities.
    """
    names = unknowns(point)[: len(equations)]
    if len(names) < len(equations):
        return None

    def residuals(values: Sequence[Numeric]) -> list[Numeric]:
        at = point.at(**dict(zip(names, values, strict=True)))
        return [add(at.number(e.members[0]), -at.number(e.members[1])) for e in equations if isinstance(e, tree.Chain)]

    zeros = [point.of(0)] * len(names)
    base = residuals(zeros)
    columns = [residuals([*zeros[:i], point.of(1), *zeros[i + 1 :]]) for i in range(len(names))]
    rows = [[*(add(c[k], -base[k]) for c in columns), -base[k]] for k in range(len(names))]
    for i in range(len(names)):
        pivot = next((k for k in range(i, len(names)) if compare(rows[k][i], 0) != 0), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [divide(v, rows[i][i]) for v in rows[i]]
        for k in range(len(names)):
            if k != i:
                factor = rows[k][i]
                rows[k] = [add(a, -multiply(factor, b)) for a, b in zip(rows[k], rows[i], strict=True)]
    found = [row[-1] for row in rows]
    if any(compare(value, 0) < 0 or compare(value, 1) > 0 for value in found):
        return None
    return point.at(**dict(zip(names, found, strict=True)))


@dataclass(frozen=True)
class RoundsSpace(Space):
    """Points where hypotheses that are equations between probabilities hold: the free probabilities are moved there."""

    def point(self, draw: Draw) -> Evaluator | None:
        """A point of the space at which the equations among the hypotheses hold; None when the draw misses."""
        drawn = super().point(draw)
        equations = [h for h in draw.hypotheses if is_equation(h)]
        return drawn if drawn is None or not equations else solved(drawn, equations)
