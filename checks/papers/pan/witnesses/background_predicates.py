"""Sections 1 and 2 at one point: small channels, all runs of the rounds, all histories of three rounds."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.pan.witnesses.rounds import first_round, law_of
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, ball, compare
from checks.witness.statement import Predicate, Trees


def one_response(point: Evaluator, truth: int, level: Numeric) -> Mapping[object, Numeric]:
    """P(o | X = truth) of a randomized response."""
    return law_of(point, first_round, truth, m=point.values["m"], x=level)


def law_of_one_response(point: Evaluator, trees: Trees) -> bool:
    """The printed cases are the law of one response, in balls, for a response that is the truth and one that is not."""
    (node,) = trees
    assert isinstance(node, tree.Chain)
    values = {k: v if isinstance(v, int) else ball(v) for k, v in point.values.items()}
    at = Evaluator(point.meanings, values, exact=False)
    law = one_response(at, 1, values["z"])
    return all(compare(at.at(information=v, f_X=1).number(node.members[1]), law[v]) == 0 for v in (1, 2))


PREDICATES: Mapping[str, Predicate] = {predicate.__name__: predicate for predicate in (law_of_one_response,)}
