"""PCKV-UE at one point: ratios between the laws of whole vectors, Lemma 4."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from checks.papers.mw.notation import DOMAIN
from checks.papers.mw.witnesses.key_value_laws import here, largest_ratio, unary_rows
from checks.reading import syntax as tree
from checks.witness import Space
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, multiply
from checks.witness.statement import Predicate, Trees, all_hold


def vector_rows(
    point: Evaluator, pairs: Sequence[tuple[int, int]], items: int = 2
) -> list[dict[tuple[int, ...], Numeric]]:
    """The law of the vector for each pair (item, sign): positions multiplied by hand from the 3x3 matrix."""
    matrix = unary_rows(point)
    entry = {0: 0, 1: 1, -1: 2}
    laws = []
    for item, sign in pairs:
        law: dict[tuple[int, ...], Numeric] = {}
        for response in product((0, 1, -1), repeat=items):
            mass: Numeric = point.of(1)
            for position, value in enumerate(response, 1):
                mass = multiply(mass, matrix[entry[sign] if position == item else 0][entry[value]])
            law[response] = mass
        laws.append(law)
    return laws


def unary_level(point: Evaluator, *pairs: tuple[int, int]) -> Numeric:
    """The largest ratio between the given pairs over two items."""
    return largest_ratio([list(law.values()) for law in vector_rows(point, pairs)])


def unary_point(point: Evaluator, **values: Numeric) -> Evaluator:
    """e^eps_1 and e^eps_2 as what the presence and the sign of a vector spend."""
    laws = []
    for law in vector_rows(point, [(1, 1), (2, 1)]):
        seen: dict[tuple[int, ...], Numeric] = {}
        for response, mass in law.items():
            key = tuple(abs(v) for v in response)
            seen[key] = add(seen[key], mass) if key in seen else mass
        laws.append(list(seen.values()))
    return here(point, x1=largest_ratio(laws), x2=unary_level(point, (1, 1), (1, -1)), **values)


EVERY_PAIR = ((1, 1), (1, -1), (2, 1), (2, -1))


def _relations(point: Evaluator, trees: Trees) -> bool:
    return all_hold(unary_point(point), trees)


def _proof_of_lemma_4(point: Evaluator, trees: Trees) -> bool:
    (node,) = trees
    if not isinstance(node, tree.Chain) or not isinstance(node.members[1], tree.Apply):
        raise NotEvaluatedError("(57) is a chain with a largest value")
    level = unary_level(point, *EVERY_PAIR)
    at = unary_point(point, x=level)
    logarithms = [isinstance(a, tree.Apply) and a.function == "log" for a in node.members[1].arguments]
    if not all(logarithms):
        # A ratio of at least 1 beside the logarithm: eps >= 1, and e > 5/2; more of e^x >= 1 + x is not needed.
        bare = [at.number(a) for a, is_log in zip(node.members[1].arguments, logarithms, strict=True) if not is_log]
        return all(compare(level, add(1, value)) >= 0 for value in bare) and at.relation(
            node.members[0], "=", node.members[2]
        )
    return all(at.relation(node.members[0], "=", member) for member in node.members[1:])


UNARY_SPACE = Space(tuple(p for p in DOMAIN.parameters if p.name in ("a", "b", "p", "w")))


PREDICATES: dict[str, Predicate] = {
    "predefined_relations": _relations,
    "proof_of_lemma_4": _proof_of_lemma_4,
}

SPACES = dict.fromkeys(PREDICATES, UNARY_SPACE)
"""Where each encoded statement is evaluated: the symbols that it depends on, and no others."""
