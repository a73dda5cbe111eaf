"""Sections 1 and 2 at one point: small channels, all runs of the rounds, all histories of three rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from checks.papers.pan.witnesses.relaxation_predicates import members
from checks.papers.pan.witnesses.rounds import elements, first_round, law_of
from checks.papers.pan.witnesses.solution_predicates import solution_at
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, ball, compare, divide, multiply
from checks.witness.statement import Predicate, Trees

History = tuple[int, ...]
INPUTS = 4


def three_rounds(point: Evaluator, truth: int, levels: Sequence[Numeric]) -> dict[History, Numeric]:
    """P(o_1 ... o_k | X = truth) for rounds that relax from one level to the next, run by run."""
    m = point.values["m"]
    law: dict[History, Numeric] = {
        (o,): mass for o, mass in law_of(point, first_round, truth, m=m, x=levels[0]).items() if isinstance(o, int)
    }
    for low, high in pairwise(levels):
        at = solution_at(point.at(x=low, y=high)).values
        keep, stay = (at["p_a"], at["p_b"]) if m == 2 else (at["p_aa"], at["p_bb"])
        find = add(1, -stay) if m == 2 else at["p_ba"]
        longer: dict[History, Numeric] = {}
        for history, mass in law.items():
            for after in elements(point):
                before = history[-1]
                if before == truth:
                    share = keep if after == truth else divide(add(1, -keep), m - 1)
                elif after in (truth, before):
                    share = find if after == truth else stay
                else:
                    share = divide(add(add(1, -find), -stay), m - 2)
                longer[(*history, after)] = multiply(mass, share)
        law = longer
    return law


def levels_up_to(point: Evaluator) -> list[Numeric]:
    """Three guarantees: one below the last but one, the last but one, the last; two where the last but one is zero."""
    before, last = point.values["x_before"], point.values["x_i"]
    return [*([divide(add(before, 1), 2)] if compare(before, 1) > 0 else []), before, last]


def composition_of_histories(point: Evaluator, trees: Trees) -> bool:
    """The printed values are values of X, and the inequality holds for all histories of one and of three responses."""
    ranges, inequality = trees
    match ranges:
        case tree.Chain(members=(_, printed), relations=("in",)):
            if any(len(z) != 1 for z in members(point, printed)):
                return False
        case _:
            raise NotEvaluatedError("the range of the values is needed")
    levels, last = levels_up_to(point), _as_second(inequality, "history_i")
    for levels_used in (levels, levels[-1:]):
        laws = {truth: three_rounds(point, truth, levels_used) for truth in elements(point)}
        for history in laws[1]:
            # The history is named by a response; its probabilities are put in for that name.
            here: dict[int, dict[History, Numeric]] = {w: {(1, 1): law[history]} for w, law in laws.items()}
            most, least = (furthest(here, sign) for sign in (1, -1))
            at = point.at(histories_of=here, o2=1)
            if not (at.at(a=most, b=least).truth(last) and at.at(a=least, b=most).truth(last)):
                return False
    return True


def furthest(masses: Mapping[int, Mapping[History, Numeric]], sign: int) -> int:
    """The truth under which the history is most probable, or least."""
    best = 1
    for truth, law in masses.items():
        if compare(law[1, 1], masses[best][1, 1]) * sign > 0:
            best = truth
    return best


def _as_second(node: tree.Node, name: str) -> tree.Node:
    """The tree that speaks of o_2 where it spoke of another response."""
    if node == tree.Name(name):
        return tree.Name("o2")
    return tree.with_children(node, tuple(_as_second(child, name) for child in tree.children(node)))


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


PREDICATES: Mapping[str, Predicate] = {
    predicate.__name__: predicate
    for predicate in (
        composition_of_histories,
        law_of_one_response,
    )
}
