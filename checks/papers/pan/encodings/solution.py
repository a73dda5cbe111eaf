"""The printed probabilities of a relaxation: that they satisfy what is required, and the tables of their values."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from checks.interpreter import Interpreter, Obligation, rounded_to
from checks.interpreter.values import MeaninglessError
from checks.papers.pan.encodings.common import Encoding, all_printed, equal_numbers, fact, having, sides
from checks.papers.pan.encodings.requirements import law_of_response, private
from checks.papers.pan.encodings.scenarios import conditional
from checks.papers.pan.notation.relaxation import size_of
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import defined
from derivations.arithmetic.statements import Sequent
from derivations.theorems.relaxations.one_relaxation import X, solved_step
from mechanisms.catalogue.relaxation import Step
from mechanisms.exact.formula import NamedConstant
from mechanisms.exact.rational import RationalFunction

BINARY, MANY = ("p_a", "p_b"), ("p_aa", "p_ba", "p_bb")
LEVELS = tuple(Fraction(*level) for level in ((1, 10), (1, 2), (1, 1), (2, 1), (10, 1)))
"""The guarantees from one to the next of which the tables relax."""
SIZES = range(3, 11)


def names_of(step: Step, size: RationalFunction | int) -> dict[str, RationalFunction]:
    """The values of the names of the free probabilities."""
    if size == 2:
        return {"p_a": step.keep_truth, "p_b": step.keep_other}
    return {"p_aa": step.keep_truth, "p_ba": step.find_truth, "p_bb": step.keep_other}


def printed_values(context: Context) -> dict[str, RationalFunction]:
    """The last member of each printed chain that starts with the name of a free probability."""
    reader, found = context.interpreter, {}
    for node in context.trees():
        match node:
            case tree.Chain(members=(tree.Name(name=name), *_, value), relations=relations) if name in BINARY + MANY:
                if {*relations} == {"="}:
                    found[name] = reader.number(value)
    return found


def with_printed_values(context: Context) -> Interpreter:
    """An interpreter where the free probabilities have their printed values."""
    wanted = BINARY if size_of(context.interpreter) == 2 else MANY
    values = printed_values(context)
    if values.keys() != {*wanted}:
        raise MeaninglessError(f"values of {', '.join(wanted)} are needed")
    return having(context.interpreter, **values)


def are_probabilities(context: Context, reader: Interpreter) -> list[Part]:
    """Every probability of the second response given the first and the truth lies in [0, 1], and has a value."""
    values = {label: conditional(reader, *label) for label in possible(reader)}
    return [
        context.shown(f"P(o_2 = {v} | o_1 = {u}, X = a) is a probability", known)
        for (u, v), value in values.items()
        for known in (*defined(value), fact(0, "<=", value), fact(value, "<=", 1))
    ]


def possible(reader: Interpreter) -> list[tuple[str, str]]:
    """(o_1, o_2) under the truth a, one for each way to be equal."""
    return [("a", "a"), ("a", "b"), ("b", "a"), ("b", "b"), *([] if size_of(reader) == 2 else [("b", "c")])]


def relaxes(context: Context) -> Sequence[Part]:
    """With the printed values o_2 has the law of an eps2-LDP randomized response, and both responses are eps2-LDP."""
    reader = with_printed_values(context)
    laws = [
        context.shown(f"o_2 = {v} has the required probability", equal_numbers(*law_of_response(reader, v)))
        for v in "ab"
    ]
    shown = {formula: label for label, formula in reversed([*private(reader)])}
    privacy = [context.shown(f"privacy of {label}", formula) for formula, label in shown.items()]
    return [*all_printed(context, reader), *are_probabilities(context, reader), *laws, *privacy]


def solves_the_program(context: Context) -> Sequence[Part]:
    """The printed values satisfy every printed equation and inequality."""
    return all_printed(context, with_printed_values(context))


def at_the_solution(context: Context) -> Sequence[Part]:
    """Every printed statement holds for the probabilities that follow by Bayes."""
    return all_printed(context, _solved(context))


def _solved(context: Context) -> Interpreter:
    size = size_of(context.interpreter)
    return having(context.interpreter, **names_of(solved_step(size), size))


def simplified_at_the_solution(context: Context) -> Sequence[Part]:
    """The second inequality is the first one with the solution put in; both sides of the third are in its ratio.

    All three hold, the third by the hypotheses alone.
    """
    reader = _solved(context)
    first, second, third = context.trees()
    (a, b), (c, d), (e, f) = ([reader.number(side) for side in sides(node, "<=")] for node in (first, second, third))
    return [
        context.shown("the left side with the solution put in", fact(a, "=", c)),
        context.shown("the right side with the solution put in", fact(b, "=", d)),
        context.shown("the simplified sides have the same ratio", fact(c * f, "=", d * e)),
        *(part for node in (third, second, first) for part in reader.obligations(node)),
    ]


def two_values(context: Context) -> Sequence[Part]:
    """For m = 2 the printed p_aa, p_ba, p_bb are the printed p_a, 1 - p_b, p_b."""
    values = printed_values(context)
    if values.keys() != {*BINARY, *MANY}:
        raise MeaninglessError("values of p_aa, p_ba, p_bb and of p_a, p_b are needed")
    pairs = (("p_aa", values["p_a"]), ("p_ba", 1 - values["p_b"]), ("p_bb", values["p_b"]))
    return [
        *(context.shown(f"{name} has a value", known) for name, _ in pairs for known in defined(values[name])),
        *(context.shown(f"{name} for two values", fact(values[name], "=", value)) for name, value in pairs),
    ]


# -- tables ------------------------------------------------------------------------------------------------------------


def table_of(name: str) -> Encoding:
    """Every entry is the probability at its m, for the relaxation from one guarantee to the next, rounded."""

    def parts(context: Context) -> Sequence[Part]:
        (printed,) = context.trees()
        if not isinstance(printed, tree.Matrix) or len(printed.rows) != len(SIZES):
            raise MeaninglessError("a table with a row for each m is needed")
        found = []
        for size, row in zip(SIZES, printed.rows, strict=True):
            value = names_of(solved_step(size), size)[name]
            for (low, high), entry in zip(pairwise(LEVELS), row, strict=True):
                constants = {NamedConstant("x", "exp", low)}
                if high == 2 * low:  # then e^high is a square, and the entry a function of one constant
                    here = value.substitute({"y": X**2})
                else:
                    here, constants = value, {*constants, NamedConstant("y", "exp", high)}
                label = f"m = {size}, from {low} to {high}"
                found.append(Obligation(label, Sequent(frozenset(constants), rounded_to(here, entry))))
        return found

    return parts


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
            relaxes,
            solves_the_program,
            at_the_solution,
            simplified_at_the_solution,
            two_values,
        )
    },
    **{f"table_of_{name}": table_of(name) for name in MANY},
}
