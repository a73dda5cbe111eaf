"""Section 4.2.3: PCKV-UE, tuple by tuple and as a vector over all items; Lemma 4."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from checks.interpreter import ONE, ZERO, Interpreter
from checks.interpreter.values import MeaninglessError
from checks.papers.mw.levels import Level, key_value_reader, selected, unary
from checks.papers.mw.surveys import variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from mechanisms import catalogue
from mechanisms.catalogue.key_value import unary_vector
from mechanisms.design import Design
from mechanisms.exact.formula import Formula
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.continuum import ContinuousMechanism

Encoding = Callable[[Context], Sequence[Part]]
A, B, P = (variable(name) for name in ("a", "b", "p"))


@cache
def vectors(items: int) -> Design:
    """PCKV-UE over that many items, enumerated; over three for one pair of each item."""
    return unary_vector(items, [(1, 1), (2, -1), (3, 1)] if items == 3 else ()).design()


@cache
def presence() -> ContinuousMechanism:
    """The presence part of the vector over two items, for two participants with one pair each: signs are dropped."""
    whole = vectors(2)
    shown = {response: tuple(abs(v) for v in response) for response in whole.responses}  # type: ignore[attr-defined]
    outputs = list(dict.fromkeys(shown.values()))
    drop = Design([[int(shown[y] == z) for z in outputs] for y in whole.responses], None, whole.responses, outputs)
    return selected(whole @ drop, lambda truth: truth in ((1, 1), (2, 1)))


@cache
def sign() -> ContinuousMechanism:
    """What is sent for two pairs (1, 1) and (1, -1) of the same item."""
    return selected(vectors(2), lambda truth: truth in ((1, 1), (1, -1)))


@cache
def two_items() -> ContinuousMechanism:
    """All pairs of two items."""
    return unary(2)


@cache
def one_tuple() -> ContinuousMechanism:
    """The 3x3 matrix by itself."""
    return ContinuousMechanism(catalogue.get("pckv-ue").protocol.design(), {})


def ratio(make: Callable[[], ContinuousMechanism]) -> RationalFunction:
    """The e^eps of a mechanism whose level is one formula."""
    (value,) = Level("x_out", make).candidates
    return value


def budgets() -> dict[str, RationalFunction]:
    """x1 and x2: the levels of the presence part and of the sign part."""
    return {"x1": ratio(presence), "x2": ratio(sign)}


def unary_reader(context: Context, *hypotheses: Formula) -> Interpreter:
    """An interpreter in which e^eps_1 and e^eps_2 are what the presence part and the sign part spend."""
    return key_value_reader(context, *hypotheses, at=budgets())


# -- the protocol ------------------------------------------------------------------------------------------------------


def predefined_relations(context: Context) -> Sequence[Part]:
    """The printed relations: eps_1 and eps_2 are the levels of the presence part and of the sign part.

    And the ranges leave room for every pair of budgets: a = b = s/(s + 1) with s^2 = e^eps_1, p from eps_2.
    """
    reader = unary_reader(context)
    *equations, ranges = _items(context.trees())
    parts: list[Part] = [part for node in equations for part in reader.obligations(node)]
    parts += [*Level("x_out", presence).parts(context), *Level("x_out", sign).parts(context)]
    root, x1, x2 = variable("s"), variable("x1"), variable("x2")
    possible = Interpreter(reader.notation, (), {"a": root / (root + 1), "b": root / (root + 1), "p": x2 / (x2 + 1)})
    known = [relation_formula(root, ">", ZERO), relation_formula(root**2, "=", x1)]
    for node in [*equations, ranges]:
        there = possible.formula(node)
        parts.append(context.shown(f"possible for all budgets: ${reader.print(node)}$", there, *known))
    return parts


def _items(trees: Sequence[tree.Node]) -> list[tree.Node]:
    return [item for node in trees for item in (node.items if isinstance(node, tree.Conjunction) else (node,))]


# -- Lemma 4 -----------------------------------------------------------------------------------------------------------


def level_of_one_tuple(context: Context) -> Sequence[Part]:
    """The printed statement for the level of the 3x3 matrix by itself."""
    level = Level("x_out", one_tuple)
    reader = unary_reader(context, level.hypothesis)
    return [*level.parts(context), *(part for node in context.trees() for part in reader.obligations(node))]


def proof_of_lemma_4(context: Context) -> Sequence[Part]:
    """(57): eps is the larger of a logarithm and of what stands beside it, and this is (56).

    Where a bare ratio B stands beside the logarithm, the print asks for eps >= B, so at least for e^eps >= 1 + B.
    """
    (node,) = context.trees()
    match node:
        case tree.Chain(members=(tree.Name(name="eps" as name), first, last), relations=("=", "=")):
            pass
        case _:
            raise MeaninglessError("(57) is printed with two equations")
    level = Level("x", two_items)
    reader = unary_reader(context, level.hypothesis)
    match first:
        case tree.Apply(function="max", arguments=arguments):
            bare = [a for a in arguments if not (isinstance(a, tree.Apply) and a.function == "log")]
        case _:
            raise MeaninglessError("a largest value is needed here")
    parts: list[Part] = [
        context.shown(
            f"eps is at least ${reader.print(node)}$",
            relation_formula(variable("x"), ">=", ONE + reader.number(node)),
            level.hypothesis,
        )
        for node in bare
    ]
    start = tree.Name(name)
    if not bare:
        parts += reader.link(start, "=", first, "member 1 = member 2")
    return [*parts, *reader.link(start, "=", last, "member 1 = member 3"), *level.parts(context)]


def proof_of_lemma_4_with_logarithms(context: Context) -> Sequence[Part]:
    """(57), where the logarithm is meant of both ratios."""
    (node,) = context.trees()
    match node:
        case tree.Chain(members=(tree.Name(name="eps"), tree.Apply(function="max", arguments=arguments), last)):
            pass
        case _:
            raise MeaninglessError("(57) is printed with two equations")
    both = tuple(a if isinstance(a, tree.Apply) and a.function == "log" else tree.Apply("log", (a,)) for a in arguments)
    level = Level("x", two_items)
    reader = unary_reader(context, level.hypothesis)
    start = tree.Name("eps")
    return [
        *reader.link(start, "=", tree.Apply("max", both), "member 1 = member 2"),
        *reader.link(start, "=", last, "member 1 = member 3"),
        *level.parts(context),
    ]


ENCODINGS: dict[str, Encoding] = {
    "predefined_relations": predefined_relations,
    "level_of_one_tuple": level_of_one_tuple,
    "proof_of_lemma_4": proof_of_lemma_4,
    "proof_of_lemma_4_with_logarithms": proof_of_lemma_4_with_logarithms,
}
