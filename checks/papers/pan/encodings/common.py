"""What the encodings share: values put in for names, equivalences, facts about numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from checks.interpreter import Interpreter, Obligation
from checks.interpreter.values import MeaninglessError
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import expression_of, relation_formula
from mechanisms.exact.expression import Expression, Operation
from mechanisms.exact.formula import Formula, PrintedRelation
from mechanisms.exact.rational import RationalFunction

Encoding = Callable[[Context], Sequence[Part]]
Number = RationalFunction | int


def fact(left: Number, relation: PrintedRelation, right: Number) -> Formula:
    """`left relation right`."""
    return relation_formula(RationalFunction.of(left), relation, RationalFunction.of(right))


def equal_numbers(left: Number, right: Number) -> Formula:
    """Both numbers are the same."""
    return fact(left, "=", right)


def sum_of_products(*terms: Sequence[Number]) -> Expression:
    """Products added up, as they are written."""
    return Operation(
        "+",
        tuple(Operation("*", tuple(expression_of(RationalFunction.of(factor)) for factor in term)) for term in terms),
    )


def having(interpreter: Interpreter, **values: Number) -> Interpreter:
    """An interpreter under the same hypotheses where names have these values."""
    put = {name: RationalFunction.of(value) for name, value in values.items()}
    return Interpreter(interpreter.notation, interpreter.given, {**interpreter.at, **put})


def sides(node: tree.Node, relation: str = "=") -> tuple[tree.Node, tree.Node]:
    """Both sides of a printed relation."""
    match node:
        case tree.Chain(members=(left, right), relations=(printed,)) if printed == relation:
            return left, right
    raise MeaninglessError(f"a relation with '{relation}' between two sides is needed")


def all_printed(context: Context, reader: Interpreter | None = None) -> list[Obligation]:
    """Every printed statement holds."""
    return [o for node in context.trees() for o in (reader or context.interpreter).obligations(node)]


def equivalence(context: Context, label: str, first: Formula, second: Formula) -> list[Part]:
    """Each of two formulas implies the other."""
    return [context.shown(f"{label}: needed", second, first), context.shown(f"{label}: enough", first, second)]


def all_equivalent(context: Context, nodes: Sequence[tree.Node]) -> list[Part]:
    """Each printed condition is equivalent to the one before it; each has a value."""
    reader = context.interpreter
    if len(nodes) < 2:
        raise MeaninglessError("two conditions at least are compared here")
    parts: list[Part] = []
    for number, (first, second) in enumerate(pairwise(nodes), 1):
        label = f"condition {number} for condition {number + 1}"
        parts += reader.assuming(reader.formula(second)).obligations(first, f"{label}: needed")
        parts += reader.assuming(reader.formula(first)).obligations(second, f"{label}: enough")
    return parts


def equivalent(context: Context) -> Sequence[Part]:
    """All printed conditions say the same."""
    return all_equivalent(context, context.trees())


def symmetry_then_equivalent(context: Context) -> Sequence[Part]:
    """The first printed equation holds, and the conditions after it say the same."""
    identity, *conditions = context.trees()
    return [*context.interpreter.obligations(identity, "the symmetry"), *all_equivalent(context, conditions)]


def equivalent_in_pairs(context: Context) -> Sequence[Part]:
    """The first printed condition says the same as the second, the third as the fourth, and so on."""
    nodes = context.trees()
    if len(nodes) % 2:
        raise MeaninglessError("conditions are compared in pairs here")
    return [part for i in range(0, len(nodes), 2) for part in all_equivalent(context, nodes[i : i + 2])]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function for function in (equivalent, symmetry_then_equivalent, equivalent_in_pairs)
}
