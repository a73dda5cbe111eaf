"""Encoded requirements of one relaxation at one point, from all runs of both rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from checks.papers.pan.witnesses.rounds import (
    LABELS,
    elements,
    first_round,
    histories,
    is_equation,
    law_of,
    relaxed,
    solved,
)
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply
from checks.witness.statement import Predicate, Trees


def agree(point: Evaluator, trees: Trees) -> bool:
    """Whether the printed conditions all hold or all fail."""
    return len({point.truth(node) for node in trees}) == 1


def symmetry_then_equivalent(point: Evaluator, trees: Trees) -> bool:
    """The first holds, the others all hold or all fail."""
    return point.truth(trees[0]) and agree(point, trees[1:])


def equivalent_in_pairs(point: Evaluator, trees: Trees) -> bool:
    """Each pair of conditions holds or fails together."""
    return all(agree(point, trees[i : i + 2]) for i in range(0, len(trees), 2))


def is_private_at(point: Evaluator, first: int, second: int, truth: int, other: int) -> bool:
    """Whether the pair of responses is at most e^eps2 times as likely under one truth as under another."""
    here, there = (histories(point, x).get((first, second), point.of(0)) for x in (truth, other))
    return compare(here, multiply(point.values["y"], there)) <= 0


def scenario(first: str, second: str) -> Predicate:
    """The print holds exactly where privacy is kept for this pair of responses."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        values = (LABELS[first], LABELS[second], LABELS["a"], LABELS["b"])
        return point.truth(trees[0]) == is_private_at(point, *values)

    return holds


def table_of_scenarios(point: Evaluator, trees: Trees) -> bool:
    """Row by row, the printed inequality holds exactly where privacy is kept for the printed pair."""
    half = len(trees) // 2
    for row, inequality in zip(trees[:half], trees[half:], strict=True):
        match row:
            case tree.Chain(members=(_, tree.TupleNode(items=(tree.Name(name=first), tree.Name(name=second))))):
                if not scenario(first, second)(point, [inequality]):
                    return False
            case _:
                raise NotEvaluatedError("a row of the table is a pair of responses")
    return True


def law_of_randomized_response(point: Evaluator, trees: Trees) -> bool:
    """The print holds where the response has the law of the first round with the guarantee eps2."""
    there = point.at(histories_of={w: {(v, v): p for v, p in relaxed(point, w).items()} for w in elements(point)})
    return all(there.truth(node) for node in trees)


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


def scenario_of_inequality(point: Evaluator, trees: Trees) -> bool:
    """The inequality holds exactly where privacy is kept for the printed responses."""
    *equations, inequality = trees
    values: dict[str, int] = {}
    for node in equations:
        match node:
            case tree.Chain(members=(*names, tree.Name(name=label))):
                values |= {name.name: LABELS[label] for name in names if isinstance(name, tree.Name)}
    wanted = (values["o1"], values["o2"], LABELS["a"], LABELS["b"])
    return point.truth(inequality) == is_private_at(point, *wanted)


def suffices_for_privacy(point: Evaluator, trees: Trees) -> bool:
    """Both responses are private where the printed equations hold, and the hypotheses."""
    equations = [*trees, *(h for h in point.hypotheses if is_equation(h))]
    at = solved(point, equations)
    return at is None or not at.is_in_domain() or is_private(at)


def shares(point: Evaluator) -> list[Numeric]:
    """Four different probabilities made of those of the point."""
    first, second = point.values["p_a"], point.values["p_b"]
    return [first, second, divide(add(first, second), 3), divide(add(1, first), 2)]


def any_table(point: Evaluator, gives_a: Sequence[Numeric]) -> Evaluator:
    """The point where o_2 = a has these probabilities given (o_1, X) = (a, a), (a, b), (b, a), (b, b)."""
    one, two = LABELS["a"], LABELS["b"]
    given = dict(zip(product((one, two), repeat=2), gives_a, strict=True))
    laws = {}
    for truth in (one, two):
        first = law_of(point, first_round, truth, m=2, x=point.values["x"])
        laws[truth] = {
            (u, v): multiply(first[u], given[u, truth] if v == one else add(1, -given[u, truth]))
            for u, v in product((one, two), repeat=2)
        }
    return point.at(histories_of=laws)


def tables(point: Evaluator) -> list[Evaluator]:
    """Tables of any kind: symmetric, symmetric in part, and without symmetry."""
    p, q, r, s = shares(point)
    rows = [(p, q, r, s), (p, q, add(1, -q), add(1, -p)), (p, q, r, add(1, -p)), (p, q, add(1, -q), s)]
    return [any_table(point, row) for row in rows]


def follows_for_any_relaxation(point: Evaluator, trees: Trees) -> bool:
    """Wherever the first equations hold for a table, the last does."""
    *known, conclusion = trees
    return all(at.truth(conclusion) for at in tables(point) if all(map(at.truth, known)))


def interchangeable_values(point: Evaluator, trees: Trees) -> bool:
    """The first two equations hold exactly for symmetric tables, the others for all."""
    swap = {LABELS["a"]: LABELS["b"], LABELS["b"]: LABELS["a"]}
    for at in tables(point):
        laws = at.values["histories_of"]
        symmetric = all(
            compare(p, laws[swap[w]][swap[u], swap[v]]) == 0 for w, law in laws.items() for (u, v), p in law.items()
        )
        if all(at.truth(node) for node in trees[:2]) != symmetric or not all(at.truth(node) for node in trees[2:]):
            return False
    return True


PREDICATES: Mapping[str, Predicate] = {
    "equivalent": agree,
    "symmetry_then_equivalent": symmetry_then_equivalent,
    "equivalent_in_pairs": equivalent_in_pairs,
    "table_of_scenarios": table_of_scenarios,
    **{
        predicate.__name__: predicate
        for predicate in (
            law_of_randomized_response,
            composition_is_private,
            scenario_of_inequality,
            suffices_for_privacy,
            follows_for_any_relaxation,
            interchangeable_values,
        )
    },
    **{f"scenario_{u}_{v}": scenario(u, v) for u, v in product("abc", repeat=2)},
}
