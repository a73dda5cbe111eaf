"""What a relaxation must satisfy: the law of the new response, and the privacy of both responses together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import product

from checks.interpreter import Interpreter, Obligation
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.pan.encodings.common import Encoding, equivalence, having
from checks.papers.pan.encodings.scenarios import demanded, equal
from checks.papers.pan.notation import probability
from checks.papers.pan.notation.relaxation import current, size_of
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from mechanisms.exact.formula import FALSE, TRUE, Formula
from mechanisms.exact.rational import RationalFunction

Pattern = tuple[str, str, str, str]
"""Labels of o_1, o_2, the truth and the other truth."""


def patterns(reader: Interpreter) -> list[Pattern]:
    """All pairs of responses relative to the truths a and b, in both orders: a, b, other values that are equal or not.

    There is one pattern for each way in which the values can be equal; c and d only where there are so many values.
    """
    size = size_of(reader)
    known = "abcd" if not isinstance(size, int) else "abcd"[:size]
    others = {"a": "abc", "b": "abc", "c": "abcd"}
    responses = [(u, v) for u, v in product("abc", "abcd") if {u, v} <= {*known} and v in others[u]]
    return [(u, v, *truths) for truths in (("a", "b"), ("b", "a")) for u, v in responses]


def private(reader: Interpreter) -> Iterator[tuple[str, Formula]]:
    """What eps2-LDP of both responses demands: each pair of responses, each pair of truths."""
    for u, v, truth, other in patterns(reader):
        yield f"({u}, {v}) under {truth} and {other}", demanded(reader, u, v, truth, other)


def response_of_round(interpreter: Interpreter, node: tree.Operate) -> Value:
    """Pr(o_2 = ... | X = ...) of a randomized response with the guarantee eps2, the law that o_2 should have."""

    def earlier(part: tree.Node) -> tree.Node:
        if part == tree.Name("o1"):
            raise MeaninglessError("the law of o_2 alone is required")
        if part == tree.Name("o2"):
            return tree.Name("o1")
        return tree.with_children(part, tuple(earlier(child) for child in tree.children(part)))

    shifted = earlier(node)
    assert isinstance(shifted, tree.Operate)
    return probability(having(interpreter, x=current(interpreter, "y")), shifted)


def law_of_response(reader: Interpreter, value: str) -> tuple[RationalFunction, RationalFunction]:
    """P(o_2 = value | X = a) by both rounds, and what it should be."""
    node = tree.Operate("Pr", (equal("o2", value),), (equal("X", "a"),))
    wanted = response_of_round(reader, node)
    assert isinstance(wanted, RationalFunction)
    return reader.number(node), wanted


def law_of_randomized_response(context: Context) -> Sequence[Part]:
    """The printed probabilities of o_2 are those of a randomized response with the guarantee eps2."""
    notation = context.interpreter.notation
    meanings = {**notation.operators, "Pr": response_of_round}
    reader = context.interpreter.speaking(replace(notation, operators=meanings))
    return [part for node in context.trees() for part in reader.obligations(node)]


def composition_is_private(context: Context) -> Sequence[Part]:
    """The printed inequality for all printed values of a, b, o_1, o_2 says that both responses together are eps2-LDP.

    The first statements say which values these are: each must be one value of X, and every value must occur.
    """
    *ranges, inequality = context.trees()
    reader = context.interpreter
    bound = frozenset().union(*(tree.names_in(node) for node in ranges))
    if not {"a", "b", "o1", "o2"} <= bound:
        raise MeaninglessError("it is needed of which sets a, b, o_1 and o_2 are elements")
    numbers = {label: number for number, label in enumerate("abcd", start=1)}
    parts: list[Part] = [part for node in ranges for part in ranges_over_values(context, node)]
    printed: dict[Formula, str] = {}
    wanted: dict[Formula, str] = {}
    for u, v, truth, other in patterns(reader):
        label = f"({u}, {v}) under {truth} and {other}"
        here = having(reader, o1=numbers[u], o2=numbers[v], a=numbers[truth], b=numbers[other])
        printed.setdefault(here.formula(inequality), label)
        wanted.setdefault(demanded(reader, u, v, truth, other), label)
    parts += [context.shown(f"{wanted[one]}: demanded", one, *_same_or_all(one, printed)) for one in wanted]
    parts += [context.shown(f"{printed[one]}: no more is said", one, *_same_or_all(one, wanted)) for one in printed]
    return parts


def _same_or_all(formula: Formula, known: Collection[Formula]) -> list[Formula]:
    """The formula itself if it is known, else all that is known."""
    return [formula] if formula in known else list(known)


def ranges_over_values(context: Context, node: tree.Node) -> list[Obligation]:
    """The printed names range over all values of X: over a set of numbers of which there are m."""
    match node:
        case tree.Chain(members=(names, printed), relations=("in",)):
            items = names.items if isinstance(names, tree.Listing) else (names,)
        case _:
            raise MeaninglessError("it is needed of which set the values are elements")
    reader = context.interpreter
    target = reader.set_value(printed)
    listed = target.points
    whole = tree.names_in(printed) == {"values"} if listed is None else len(listed) == size_of(reader)
    return [
        context.shown(f"{reader.print(item)} is one value of X", TRUE if whole and target.dimension == 1 else FALSE)
        for item in items
    ]


def scenario_of_inequality(context: Context) -> Sequence[Part]:
    """The printed inequality is what privacy demands of the responses that are printed with it."""
    *equations, inequality = context.trees()
    responses: dict[str, str] = {}
    for node in equations:
        match node:
            case tree.Chain(members=(*names, tree.Name(name=value)), relations=relations) if {*relations} == {"="}:
                responses |= {name.name: value for name in names if isinstance(name, tree.Name)}
    if responses.keys() != {"o1", "o2"}:
        raise MeaninglessError("the values of both responses are needed")
    wanted = demanded(context.interpreter, responses["o1"], responses["o2"])
    label = "({o1}, {o2})".format(**responses)
    return equivalence(context, label, wanted, context.interpreter.formula(inequality))


def suffices_for_privacy(context: Context) -> Sequence[Part]:
    """Where the printed conditions hold, both responses together are eps2-LDP."""
    conditions = [context.interpreter.formula(node) for node in context.trees()]
    wanted = {formula: label for label, formula in reversed([*private(context.interpreter)])}
    return [context.shown(label, formula, *conditions) for formula, label in wanted.items()]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (
        law_of_randomized_response,
        composition_is_private,
        scenario_of_inequality,
        suffices_for_privacy,
    )
}
