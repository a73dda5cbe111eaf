"""Encoded requirements of one relaxation at one point, from all runs of both rounds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from checks.papers.pan.witnesses.rounds import (
    elements,
    histories,
)
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, compare, multiply
from checks.witness.statement import Predicate, Trees


def is_private_at(point: Evaluator, first: int, second: int, truth: int, other: int) -> bool:
    """Whether the pair of responses is at most e^eps2 times as likely under one truth as under another."""
    here, there = (histories(point, x).get((first, second), point.of(0)) for x in (truth, other))
    return compare(here, multiply(point.values["y"], there)) <= 0


def is_private(point: Evaluator) -> bool:
    """Whether each pair of responses is at most e^eps2 times as likely under one truth as under another."""
    return all(is_private_at(point, *values) for values in product(elements(point), repeat=4))


def composition_is_private(point: Evaluator, trees: Trees) -> bool:
    """a, b, o_1, o_2 are printed to be values; the inequality holds for all of them exactly where privacy is kept."""
    *ranges, inequality = trees
    for node in ranges:
        match node:
            case tree.Chain(members=(_, printed), relations=("in",)):
                if any(len(z) != 1 for z in members(point, printed)):
                    return False
    every = product(elements(point), repeat=4)
    holds = all(point.at(o1=u, o2=v, a=w, b=t).truth(inequality) for u, v, w, t in every)
    return holds == is_private(point)


def members(point: Evaluator, node: tree.Node) -> list[tuple[Numeric, ...]]:
    """The elements of a printed set of values, or of tuples of them."""
    match node:
        case tree.Power(base=base, exponent=exponent):
            alone = members(point, base)
            return [sum(chosen, ()) for chosen in product(alone, repeat=int(point.number(exponent)))]
        case tree.SetDisplay() | tree.Name():
            return list(point.region(node).members())
    raise NotEvaluatedError("a set of values is needed")


PREDICATES: Mapping[str, Predicate] = {"composition_is_private": composition_is_private}
