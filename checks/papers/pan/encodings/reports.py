"""Section 5.1, appendices E and F: RAPPOR's repeated reports, their guarantee and the variance of their decoder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from checks.claims.verdict import Outcome
from checks.interpreter.values import MeaninglessError
from checks.papers.pan.notation.reports import reports
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.algebra.symbolic_powers import ForEveryCount
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.moment_law import variable
from mechanisms import catalogue
from mechanisms.exact.formula import Formula, PrintedRelation, all_of, any_of
from mechanisms.exact.rational import RationalFunction

Encoding = Callable[[Context], Sequence[Part]]
Rows = Sequence[Sequence[RationalFunction]]
ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
A, E_BETA, N = variable("e_alpha"), variable("e_beta"), variable("N")


def fact(left: RationalFunction | int, relation: PrintedRelation, right: RationalFunction | int) -> Formula:
    """`left relation right`."""
    return relation_formula(RationalFunction.of(left), relation, RationalFunction.of(right))


def by_theorem(label: str, theorem: Theorem) -> Outcome:
    """A theorem that is at hand, as a part of a claim."""
    return Outcome(label, theorem.statement, theorem)


GUARANTEES = (tree.Name("eps"), tree.Name("eps_ns"))


def argument_of_logarithm(node: tree.Node) -> tree.Node:
    """What the logarithm is taken of in `guarantee = ln(...)`, or in `ln(...)` alone."""
    match node:
        case tree.Apply(function="log", arguments=(argument,)):
            return argument
        case tree.Chain(members=(left, tree.Apply(function="log", arguments=(argument,))), relations=("=",)):
            if left in GUARANTEES:
                return argument
    raise MeaninglessError("a guarantee is printed as a logarithm here")


# -- single responses --------------------------------------------------------------------------------------------------


def exactly_private(context: Context, rows: Rows, level: RationalFunction) -> list[Part]:
    """The level is at least 1, bounds every ratio of two entries of a column, and is reached by one."""
    pairs = [(rows[a][y], rows[1 - a][y]) for a in (0, 1) for y in (0, 1)]
    bounded = all_of(fact(p, "<=", level * q) for p, q in pairs)
    reached = any_of(fact(p, "=", level * q) for p, q in pairs)
    return [
        context.shown("the guarantee is at least 0", fact(level, ">=", 1)),
        context.shown("no answer is more than e^eps times as likely under one bit as under the other", bounded),
        context.shown("some answer is", reached),
    ]


def is_standard(context: Context, rows: Rows, level: RationalFunction) -> Part:
    """The design is the standard response: the truth with probability level/(level + 1)."""
    same, other = level / (level + 1), 1 / (level + 1)
    entries = all_of([fact(rows[t][y], "=", same if t == y else other) for t in (0, 1) for y in (0, 1)])
    return context.shown("it is the standard randomized response with this guarantee", entries)


def permanent_response(context: Context) -> Sequence[Part]:
    """The printed probabilities of keeping and of flipping the bit, and the printed guarantee."""
    keep, flip, level = (
        context.interpreter.number(node) for node in (*context.trees()[:2], argument_of_logarithm(context.trees()[2]))
    )
    rows = reports().permanent
    law = all_of([fact(rows[b][b], "=", keep) for b in (0, 1)] + [fact(rows[b][1 - b], "=", flip) for b in (0, 1)])
    return [
        context.shown("the bit is kept or flipped as printed", law),
        is_standard(context, rows, level),
        *exactly_private(context, rows, level),
    ]


def noisy_sampling(context: Context) -> Sequence[Part]:
    """The printed probabilities of a one, and the printed guarantee for beta = p = 1 - q."""
    cases, setting, logarithm = context.trees()
    printed = cases.members[-1] if isinstance(cases, tree.Chain) else cases
    if not isinstance(printed, tree.Cases):
        raise MeaninglessError("the probability of a one is printed case by case")
    design = catalogue.get("rappor-sampling").protocol.design().entries
    reader = context.interpreter
    parts: list[Part] = []
    for branch in printed.branches:
        match branch.condition:
            case tree.Chain(members=(tree.Name(name="B_stored"), tree.Number(text=bit)), relations=("=",)):
                law = fact(reader.number(branch.value), "=", design[int(bit)][1])
                parts.append(context.shown(f"the probability of a one for a stored {bit}", law))
            case _:
                raise MeaninglessError("the cases are those of the stored bit")
    where = reader.formula(setting)
    level = reader.number(argument_of_logarithm(logarithm))
    inner = replace(context, interpreter=reader.assuming(where))
    return [*parts, is_standard(inner, design, level), *exactly_private(inner, design, level)]


def printed_sides(node: tree.Node) -> tuple[tree.Node, tree.Node]:
    """The two sides of an equation."""
    match node:
        case tree.Chain(members=(left, right), relations=("=",)):
            return left, right
    raise MeaninglessError("an equation is needed here")


def induction_parts(facts: Sequence[ForEveryCount], labels: Sequence[str]) -> list[Part]:
    """The theorems of inductions over K."""
    found: list[Part] = []
    for label, item in zip(labels, facts, strict=True):
        found += [by_theorem(f"{label}: K = 1", item.base), by_theorem(f"{label}: from K to K + 1", item.step)]
    return found


ENCODINGS: Mapping[str, Encoding] = {
    "permanent_response": permanent_response,
    "noisy_sampling": noisy_sampling,
}
