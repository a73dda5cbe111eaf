"""What a relaxation must satisfy: the law of the new response, and the privacy of both responses together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product

from checks.interpreter import Interpreter, Obligation
from checks.interpreter.values import MeaninglessError
from checks.papers.pan.encodings.common import Encoding, having
from checks.papers.pan.encodings.scenarios import demanded
from checks.papers.pan.notation.relaxation import size_of
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from mechanisms.exact.formula import FALSE, TRUE, Formula

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


ENCODINGS: dict[str, Encoding] = {"composition_is_private": composition_is_private}
