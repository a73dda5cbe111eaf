"""What is said of answers in section 3.2, at one town, keyed by the names of the encodings."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from checks.papers.szy.witnesses.meanings import town_of
from checks.papers.szy.witnesses.worlds import runs
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import compare
from checks.witness.statement import Predicate, Trees


def independent(law: Mapping[Any, Fraction]) -> bool:
    """Whether the two parts of the values are independent: every probability is the product of its margins."""
    first: dict[Any, Fraction] = {}
    second: dict[Any, Fraction] = {}
    for (a, b), chance in law.items():
        first[a], second[b] = first.get(a, Fraction(0)) + chance, second.get(b, Fraction(0)) + chance
    return all(law.get((a, b), Fraction(0)) == first[a] * second[b] for a, b in product(first, second))


def dependent_given_truths(survey: str, point: Evaluator, trees: Trees) -> bool:
    """The joint law of two answers is not the product of their laws, for every order of the respondents."""
    laws: dict[tuple[int, ...], dict[tuple[int, int], Fraction]] = {}
    for chance, truths, _, reports in runs(survey, town_of(point)):
        law = laws.setdefault(truths, {})
        law[reports[0], reports[1]] = law.get((reports[0], reports[1]), Fraction(0)) + chance
    given = [{pair: chance / sum(law.values()) for pair, chance in law.items()} for law in laws.values()]
    return not any(independent(law) for law in given)


def simmons_about_a_group(point: Evaluator, trees: Trees) -> bool:
    """A town of N^2 people, x and b independent in it: the variances of their answers summed one by one."""
    town = town_of(point)
    half = max(1, town.size // 2)
    people = [(int(i < town.members), int(j < half)) for i in range(town.size) for j in range(town.size)]
    spread = sum((_variance_of_answer(town.p, x, b) for x, b in people), Fraction(0))
    here = point.at(N=len(people), piB=point.of(Fraction(half, town.size)))
    (node,) = trees
    if not isinstance(node, tree.Chain) or len(node.members) != 2:
        raise NotEvaluatedError("one relation between two expressions is needed")
    return compare(point.of(spread / (len(people) * town.p) ** 2), here.number(node.members[1])) == 0


def _variance_of_answer(p: Fraction, x: int, b: int) -> Fraction:
    law = [(p, x), (1 - p, b)]
    mean = sum((chance * answer for chance, answer in law), Fraction(0))
    return sum((chance * (answer - mean) ** 2 for chance, answer in law), Fraction(0))


PREDICATES: dict[str, Predicate] = {
    "modified_simmons_dependent_given_truths": partial(dependent_given_truths, "modified_simmons"),
    "simmons_about_a_group": simmons_about_a_group,
}
