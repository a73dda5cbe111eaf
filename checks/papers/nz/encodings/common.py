"""What the encodings share: names with other values for one statement, facts, theorems at hand, counterexamples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from checks.claims.verdict import Outcome
from checks.interpreter import Interpreter
from checks.interpreter.values import Value
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from mechanisms.exact.formula import Formula, PrintedRelation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Encoding = Callable[[Context], Sequence[Part]]
ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)


def variable(name: str) -> RationalFunction:
    """A variable as a number."""
    return RationalFunction(Polynomial.variable(name))


def fact(left: RationalFunction | int, relation: PrintedRelation, right: RationalFunction | int) -> Formula:
    """`left relation right`."""
    return relation_formula(RationalFunction.of(left), relation, RationalFunction.of(right))


def with_names(interpreter: Interpreter, **values: Value) -> Interpreter:
    """An interpreter under the same hypotheses for which some names have other values."""
    given: Mapping[str, Callable[[Interpreter], Value]] = {
        name: (lambda i, value=value: value)  # type: ignore[misc]
        for name, value in values.items()
    }
    return interpreter.speaking(replace(interpreter.notation, names={**interpreter.notation.names, **given}))


def with_meanings(
    interpreter: Interpreter,
    functions: Mapping[str, Callable[[Interpreter, tree.Apply], Value]] | None = None,
    operators: Mapping[str, Callable[[Interpreter, tree.Operate], Value]] | None = None,
    sums: Callable[[Interpreter, tree.BigSum], Value | None] | None = None,
) -> Interpreter:
    """An interpreter under the same hypotheses for which some functions, operators and sums mean something else."""
    notation = interpreter.notation
    return interpreter.speaking(
        replace(
            notation,
            functions={**notation.functions, **(functions or {})},
            operators={**notation.operators, **(operators or {})},
            sums=sums or notation.sums,
        )
    )


def proved(label: str, theorem: Theorem) -> Outcome:
    """A theorem that is at hand, as a part of a claim."""
    return Outcome(label, theorem.statement, theorem)


def fails_at(label: str, hypotheses: Sequence[Formula], conclusion: Formula, **point: Fraction | int) -> Outcome:
    """A general statement with an exact point at which it fails; the kernel checks that it does."""
    sequent = Sequent(frozenset(hypotheses), conclusion)
    return Outcome(label, sequent, kernel.counterexample(sequent, {k: Fraction(v) for k, v in point.items()}))
