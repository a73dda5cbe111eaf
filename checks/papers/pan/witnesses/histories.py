"""All histories of responses at one point, in the numbers of the point: m values 1 .. m, each round drawn as printed.

Written once more, from what a respondent does: a randomized response, then each response given the one before and the
truth with the printed probabilities p_aa, p_ba, p_bb. Nothing of the derivations is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise, product

from checks.papers.collection import load_paper
from checks.papers.pan.vocabulary import VOCABULARY
from checks.reading import read_latex
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply

Outputs = tuple[int, ...]
Law = Mapping[str, Numeric]


@cache
def printed(claim: str) -> tuple[tree.Node, ...]:
    """The trees that a claim prints, besides ranges."""
    texts = load_paper("PAN").claim(claim).main.statement.latex
    read = (read_latex(text, VOCABULARY) for text in texts)
    return tuple(node for node in read if not is_range(node))


def is_range(node: tree.Node) -> bool:
    """Whether it is printed of which set names are elements."""
    return isinstance(node, tree.Chain) and node.relations == ("in",)


def law_between(point: Evaluator, low: Numeric, high: Numeric) -> Law:
    """p_aa, p_ba, p_bb as (54) prints them, at e^eps_(i-1) = low, e^eps_i = high."""
    there = point.at(x_before=low, x_i=high)
    return {
        node.members[0].name: there.number(node.members[1])
        for node in printed("PAN-52")
        if isinstance(node, tree.Chain) and isinstance(node.members[0], tree.Name)
    }


def response(point: Evaluator, level: Numeric, truth: int, answer: int) -> Numeric:
    """Pr(answer | truth) of a randomized response with e^eps = level."""
    weight = level if answer == truth else point.of(1)
    return divide(weight, add(level, point.of(size(point) - 1)))


def size(point: Evaluator) -> int:
    """m."""
    return int(point.values["m"])


def elements(point: Evaluator) -> range:
    """[m]"""
    return range(1, size(point) + 1)


def step(point: Evaluator, law: Law, truth: int, before: int, after: int) -> Numeric:
    """Pr(after | before, truth): what is left of the probability is shared evenly by the values that are not named."""
    one, m = point.of(1), size(point)
    if before == truth:
        return law["p_aa"] if after == truth else divide(add(one, -law["p_aa"]), point.of(m - 1))
    if after in (truth, before):
        return law["p_ba"] if after == truth else law["p_bb"]
    return divide(add(one, -add(law["p_ba"], law["p_bb"])), point.of(m - 2))


@dataclass(frozen=True)
class World:
    """All histories of a chain of guarantees: levels are the numbers e^eps_i."""

    point: Evaluator
    levels: tuple[Numeric, ...]
    laws: tuple[Law, ...]

    @classmethod
    def of(cls, point: Evaluator, *levels: Numeric) -> World:
        """Each step drawn by the printed law for its two guarantees."""
        laws = tuple(law_between(point, a, b) for a, b in pairwise(levels))
        return cls(point, levels, laws)

    @cached_property
    def table(self) -> dict[tuple[Outputs, int], Numeric]:
        """Pr(responses | truth) for all histories and their beginnings, multiplied from the draws."""
        found: dict[tuple[Outputs, int], Numeric] = {}
        for truth in elements(self.point):
            for answer in elements(self.point):
                found[(answer,), truth] = response(self.point, self.levels[0], truth, answer)
            for rounds, law in enumerate(self.laws, start=1):
                for past in self.histories(rounds):
                    for answer in elements(self.point):
                        draw = step(self.point, law, truth, past[-1], answer)
                        found[(*past, answer), truth] = multiply(found[past, truth], draw)
        return found

    @cached_property
    def ends(self) -> dict[tuple[int, Outputs, int], Numeric]:
        """Pr(the last one or two of so many responses | truth), summed over all that came before."""
        found: dict[tuple[int, Outputs, int], Numeric] = {}
        for (outputs, truth), value in self.table.items():
            for kept in {outputs[-1:], outputs[-2:]}:
                key = len(outputs), kept, truth
                found[key] = add(found[key], value) if key in found else value
        return found

    def probability(self, outputs: Outputs, truth: int) -> Numeric:
        """Pr(the first responses are these | truth)."""
        return self.table[outputs, truth]

    def last(self, answer: int, truth: int, rounds: int | None = None) -> Numeric:
        """Pr(o_rounds = answer | truth)."""
        return self.ends[rounds or len(self.levels), (answer,), truth]

    def pair(self, before: int, after: int, truth: int) -> Numeric:
        """Pr(the last two responses | truth)."""
        return self.ends[len(self.levels), (before, after), truth]

    def histories(self, rounds: int | None = None) -> Iterator[Outputs]:
        """All sequences of so many responses."""
        return product(elements(self.point), repeat=len(self.levels) if rounds is None else rounds)

    def truths(self) -> tuple[tuple[int, int], ...]:
        """Pairs of different truths: in both orders, and one that is not next to each other."""
        return tuple(dict.fromkeys(((1, 2), (2, 1), (size(self.point), 1))))


def chains(point: Evaluator) -> Iterator[World]:
    """Chains that end with eps_i: of one round, of two, and where there are few histories of three."""
    before, last = point.values["x_before"], point.values["x_i"]
    yield World.of(point, last)
    yield World.of(point, before, last)
    if compare(before, 1) > 0 and size(point) <= 3:
        yield World.of(point, divide(add(before, point.of(1)), point.of(2)), before, last)


# -- printed statements in a world -------------------------------------------------------------------------------------

Event = tuple[str, ...]
Meaning = Callable[[Event, str], Numeric]  # of the names in an event, and of the truth that is given


def names_of(node: tree.Node) -> list[str]:
    """The names of an event in printed order, = between the name of a response and its value."""
    match node:
        case tree.Name(name=name):
            return [name]
        case tree.Product(factors=factors):
            return [name for factor in factors for name in names_of(factor)]
        case tree.Chain(members=(tree.Name(name=name), tree.Name(name=value)), relations=("=",)):
            return [f"{name} = {value}"]
    raise NotEvaluatedError("an event is printed as responses, or as a response = a value")


def saying(point: Evaluator, meaning: Meaning) -> Evaluator:
    """The point where Pr(event | X = truth) is what the meaning says."""

    def probability(inner: Evaluator, node: tree.Operate) -> Numeric:
        asked = [name for argument in node.arguments for name in names_of(argument)]
        given = [name for condition in node.given for name in names_of(condition)]
        truth = next((name.removeprefix("X = ") for name in given if name.startswith("X = ")), "")
        after = [name for name in given if not name.startswith("X = ")]
        return meaning((*asked, "|", *after) if after else tuple(asked), truth)

    return replace(point, meanings=replace(point.meanings, operators={**point.meanings.operators, "Pr": probability}))


def holds(point: Evaluator, nodes: Sequence[tree.Node], meanings: Mapping[Event, Callable[[str], Numeric]]) -> bool:
    """Whether all statements hold where the events have these probabilities, as functions of the name of the truth."""

    def meaning(event: tuple[str, ...], truth: str) -> Numeric:
        if event not in meanings:
            raise NotEvaluatedError(f"no probability of {event} is known here")
        return meanings[event](truth)

    there = saying(point, meaning)
    return all(there.truth(node) for node in nodes)
