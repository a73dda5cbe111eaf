"""Section 4.2.3: PCKV-UE, tuple by tuple and as a vector over all items; Lemma 4."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from checks.interpreter import ONE, ZERO, Interpreter
from checks.papers.mw.levels import Level, key_value_reader, matrix_of, selected, unary
from checks.papers.mw.surveys import SURVEYS, variable
from checks.reading import syntax as tree
from checks.values import MeaninglessError
from checks.verification import Context, Part
from derivations.meaning import relation_formula
from derivations.sampling_model import design_rows
from mechanisms import catalogue
from mechanisms.catalogue.key_value import EDGE, NO_EDGE, OPPOSITE, unary_vector
from mechanisms.continuum import ContinuousMechanism
from mechanisms.design import Design
from mechanisms.formula import Formula, all_of
from mechanisms.rational import RationalFunction

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
def different_items() -> ContinuousMechanism:
    """Pairs of different items: (1, 1) and (2, 1), (1, 1) and (2, -1); the others are the same up to names."""
    return selected(vectors(2), lambda truth: truth in ((1, 1), (2, 1)))


@cache
def different_items_and_signs() -> ContinuousMechanism:
    """Pairs of different items with different signs."""
    return selected(vectors(2), lambda truth: truth in ((1, 1), (2, -1)))


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


def tuple_laws(context: Context) -> Sequence[Part]:
    """The printed probabilities of the three cases are laws; and they are the rows of the protocol."""
    reader = context.interpreter
    kept, turned, lost, absent, other = (reader.number(node) for node in context.trees())
    design = catalogue.get("pckv-ue").protocol.design()
    laws = {
        EDGE: {EDGE: kept, OPPOSITE: turned, NO_EDGE: lost},
        OPPOSITE: {OPPOSITE: kept, EDGE: turned, NO_EDGE: lost},
        NO_EDGE: {NO_EDGE: absent, EDGE: other, OPPOSITE: other},
    }
    parts: list[Part] = []
    for truth, law in laws.items():
        total = sum(law.values(), ZERO)
        parts.append(context.shown(f"{truth}: the probabilities sum to 1", relation_formula(total, "=", ONE)))
        same = all_of(relation_formula(v, "=", design.entry(truth, y)) for y, v in law.items())
        parts.append(context.shown(f"{truth}: they are those of the protocol", same))
    return parts


def unary_matrix(context: Context) -> Sequence[Part]:
    """The printed matrix is that of the protocol."""
    reader = key_value_reader(context)
    return [part for node in context.trees() for part in reader.obligations(node)]


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


def instance_of_club(context: Context) -> Sequence[Part]:
    """RR3-club with p_1 = b, p_2 = a, q = p is the matrix of PCKV-UE."""
    rows = design_rows(SURVEYS["P_club"]().design)
    values = {"p1": B, "p2": A, "q": P}
    own = matrix_of("pckv-ue").rows
    pairs = [
        (x.substitute(values), y) for row, other in zip(rows, own, strict=True) for x, y in zip(row, other, strict=True)
    ]
    return [context.shown("the matrices agree", all_of(relation_formula(x, "=", y) for x, y in pairs))]


def one_position_is_set(context: Context) -> Sequence[Part]:
    """The vector that is sent has the entry 1 at one position and 0 elsewhere, whatever pair is encoded."""
    design = vectors(2)
    parts: list[Part] = []
    for truth in ((1, 1), (1, -1)):
        certain = sum((design.entry(truth, y) for y in ((1, 0), (0, 1))), ZERO)
        parts.append(context.shown(f"{truth}: nothing else is sent", relation_formula(certain, "=", ONE)))
    return parts


def every_string(context: Context) -> Sequence[Part]:
    """For one, two and three items every string of 0, 1 and -1 is sent with positive probability, for every pair; each
    further position has the factor of a missing edge, which is positive for all its values.
    """
    parts: list[Part] = []
    for items in (1, 2, 3):
        design = vectors(items)
        facts = dict.fromkeys(relation_formula(ZERO, "<", e) for row in design.entries for e in row)
        parts.append(context.shown(f"{items} items: every string occurs", all_of(facts)))
    return [*parts, *_further_position(context)]


def _further_position(context: Context) -> list[Part]:
    """A third position, which no pair of the first two belongs to, has the law of a missing edge, independently."""
    two, three, absent = vectors(2), vectors(3), catalogue.get("pckv-ue").protocol.design()
    facts: list[Formula] = []
    for truth in (t for t in two.truths if t in three.truths):
        for response in two.responses:
            for value, last in ((0, NO_EDGE), (1, EDGE), (-1, OPPOSITE)):
                assert isinstance(response, tuple)
                whole = three.entry(truth, (*response, value))
                facts.append(relation_formula(whole, "=", two.entry(truth, response) * absent.entry(NO_EDGE, last)))
    return [context.shown("a further position is independent of the pair", all_of(dict.fromkeys(facts)))]


def basis_vector(context: Context) -> Sequence[Part]:
    """P(the j-th basis vector) for the pair (j, 1), for m = 1, 2, 3 items, and the factor of each further item."""
    (node,) = context.trees()
    parts: list[Part] = []
    for items in (1, 2, 3):
        design = vectors(items)
        reader = Interpreter(context.interpreter.notation, (), {"m": RationalFunction.of(items)})
        printed = reader.number(node)
        for position in range(1, items + 1):
            if (position, 1) not in design.truths:
                continue
            alone = tuple(int(i == position) for i in range(1, items + 1))
            fact = relation_formula(design.entry((position, 1), alone), "=", printed)
            parts.append(context.shown(f"{items} items, j = {position}", fact))
    return [*parts, *_further_position(context)]


# -- Lemma 4 -----------------------------------------------------------------------------------------------------------


def level_of_vectors(context: Context) -> Sequence[Part]:
    """The printed statement for the level of the whole vector, over all pairs (j, 1), (j, -1) of two or more items.

    Positions that neither of two pairs belongs to have the same law under both, so two items decide.
    """
    level = Level("x_out", two_items)
    reader = unary_reader(context, level.hypothesis)
    printed: list[Part] = [part for node in context.trees() for part in reader.obligations(node)]
    return [*printed, *level.parts(context), *_further_position(context)]


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


def largest_ratio(*makes: Callable[[], ContinuousMechanism]) -> Encoding:
    """The printed value is e^eps for each of the given sets of inputs."""

    def parts(context: Context) -> Sequence[Part]:
        (node,) = context.trees()
        found: list[Part] = []
        for make in makes:
            level = Level("x_out", make)
            reader = unary_reader(context, level.hypothesis)
            name = ", ".join(map(str, make().design.truths))
            with reader.apart() as (divisors, required):
                value = reader.value(node)
            found += reader.definedness(f"inputs {name}", divisors, required)
            found += reader.compare(variable("x_out"), "=", value, f"the largest ratio of inputs {name}")
            found += level.parts(context)
        return found

    return parts


ENCODINGS: dict[str, Encoding] = {
    "tuple_laws": tuple_laws,
    "unary_matrix": unary_matrix,
    "predefined_relations": predefined_relations,
    "instance_of_club": instance_of_club,
    "one_position_is_set": one_position_is_set,
    "every_string": every_string,
    "basis_vector": basis_vector,
    "level_of_vectors": level_of_vectors,
    "level_of_one_tuple": level_of_one_tuple,
    "proof_of_lemma_4": proof_of_lemma_4,
    "proof_of_lemma_4_with_logarithms": proof_of_lemma_4_with_logarithms,
    "ratio_of_one_item": largest_ratio(sign),
    "ratio_of_different_items": largest_ratio(different_items, different_items_and_signs),
}
