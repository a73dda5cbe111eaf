"""Section 5.1, appendices E and F: RAPPOR's repeated reports, their guarantee and the variance of their decoder."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checks.claims.verdict import Outcome
from checks.verifying.verification import Context, Part
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.moment_law import variable
from mechanisms.exact.formula import Formula, PrintedRelation
from mechanisms.exact.rational import RationalFunction

Encoding = Callable[[Context], Sequence[Part]]
ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
A, E_BETA, N = variable("e_alpha"), variable("e_beta"), variable("N")


def fact(left: RationalFunction | int, relation: PrintedRelation, right: RationalFunction | int) -> Formula:
    """`left relation right`."""
    return relation_formula(RationalFunction.of(left), relation, RationalFunction.of(right))


def by_theorem(label: str, theorem: Theorem) -> Outcome:
    """A theorem that is at hand, as a part of a claim."""
    return Outcome(label, theorem.statement, theorem)


# -- single responses --------------------------------------------------------------------------------------------------
