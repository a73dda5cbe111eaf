"""What the encodings share: other meanings of names for one statement, names put into trees, theorems at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from checks.claims.verdict import Outcome
from checks.interpreter import Interpreter
from checks.interpreter.values import MatrixValue, MeaninglessError, Value
from checks.papers.mw.surveys import variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.formula import Formula, PrintedRelation
from mechanisms.exact.rational import RationalFunction

Encoding = Callable[[Context], Sequence[Part]]
ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)


def with_names(interpreter: Interpreter, **values: Value) -> Interpreter:
    """An interpreter under the same hypotheses for which some names have other values."""
    given: Mapping[str, Callable[[Interpreter], Value]] = {
        name: (lambda i, value=value: value)  # type: ignore[misc]
        for name, value in values.items()
    }
    return interpreter.speaking(replace(interpreter.notation, names={**interpreter.notation.names, **given}))


def with_operators(interpreter: Interpreter, **operators: Callable[[Interpreter, tree.Operate], Value]) -> Interpreter:
    """An interpreter under the same hypotheses for which some operators mean something else."""
    return interpreter.speaking(
        replace(interpreter.notation, operators={**interpreter.notation.operators, **operators})
    )


def row(*entries: RationalFunction) -> MatrixValue:
    """A row vector."""
    return MatrixValue((entries,))


def numbered(letter: str, count: int) -> tuple[RationalFunction, ...]:
    """Variables letter0, letter1, ..."""
    return tuple(variable(f"{letter}{k}") for k in range(count))


def affine_in_counts(value: RationalFunction, counts: Iterable[str]) -> RationalFunction:
    """The value, which must be affine in the counts, so that its mean is its value at their means."""
    random = set(counts)
    degrees = [sum(power for name, power in monomial if name in random) for monomial in value.numerator.terms()]
    if random & set(value.denominator.names) or max(degrees, default=0) > 1:
        raise MeaninglessError("an estimate that is affine in the counts is needed here")
    return value


def at_means(
    value: RationalFunction, means: Mapping[str, RationalFunction]
) -> tuple[RationalFunction, tuple[Formula, ...]]:
    """E of a value that is affine in counts, in names for their means; and the hypotheses that say what these are."""
    names = {count: variable(f"mean_{count}") for count in means}
    given = tuple(fact(names[count], "=", mean) for count, mean in means.items())
    return affine_in_counts(value, means).substitute(names), given


def proved(label: str, theorem: Theorem) -> Outcome:
    """A theorem that is at hand, as a part of a claim."""
    return Outcome(label, theorem.statement, theorem)


def fact(left: RationalFunction | int, relation: PrintedRelation, right: RationalFunction | int) -> Formula:
    """`left relation right`."""
    return relation_formula(RationalFunction.of(left), relation, RationalFunction.of(right))
