"""What the encodings share: names with other values for one statement, facts, theorems at hand, counterexamples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from checks.claims.verdict import Outcome
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


def proved(label: str, theorem: Theorem) -> Outcome:
    """A theorem that is at hand, as a part of a claim."""
    return Outcome(label, theorem.statement, theorem)


def fails_at(label: str, hypotheses: Sequence[Formula], conclusion: Formula, **point: Fraction | int) -> Outcome:
    """A general statement with an exact point at which it fails; the kernel checks that it does."""
    sequent = Sequent(frozenset(hypotheses), conclusion)
    return Outcome(label, sequent, kernel.counterexample(sequent, {k: Fraction(v) for k, v in point.items()}))
