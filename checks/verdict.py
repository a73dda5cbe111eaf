"""Verdicts: what may be said of a claim, and the logic that says it.

The logic is small on purpose. A reading is proved when every obligation is a theorem, refuted when one of them has an
exact counterexample, and unknown otherwise; a refuted claim whose correction is proved is corrected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from derivations.kernel import Theorem
from derivations.statements import Refuted, Sequent, Statement
from mechanisms.formula import IntegerValued, NamedConstant, all_of, negation, substitute, variables

Beside = tuple[tuple[str, Fraction], ...]
"""Rational values of variables, as (name, value)."""


class Verdict(StrEnum):
    """What became of a claim."""

    PROVED = "proved"
    REFUTED = "refuted"
    CORRECTED = "corrected"
    CHECKED = "checked"
    UNKNOWN = "unknown"
    DEFINED = "defined"
    OUTSIDE = "outside"


class Finding(StrEnum):
    """What kind of error a refuted or corrected claim has; in the order in which a reader should see them."""

    FALSE = "false"
    MISSING_HYPOTHESIS = "missing-hypothesis"
    INVALID_STEP = "invalid-step"
    MISPRINT = "misprint"
    ROUNDING = "rounding"


@dataclass(frozen=True)
class Outcome:
    """What became of one obligation. `theorem` proves it, or is the exact refutation, or is None.

    `printed` is the member of the print that it is about, where the label alone does not say it.
    `beside` are the values of the other variables where the refutation is a failure at named constants.
    """

    label: str
    statement: Statement
    theorem: Theorem | None
    reason: str = ""
    evidence: str = ""
    beside: Beside = ()
    printed: str = ""

    @property
    def proved(self) -> bool:
        """Whether the theorem states exactly what had to be shown."""
        return self.theorem is not None and self.theorem.statement == self.statement

    @property
    def refuted(self) -> bool:
        """Whether the theorem is an exact counterexample to what had to be shown, or its failure at constants."""
        found = self.theorem.statement if self.theorem is not None else None
        if isinstance(found, Refuted):
            return found.sequent == self.statement
        failure = failure_at_constants(self.statement, self.beside) if isinstance(self.statement, Sequent) else None
        return failure is not None and found == failure

    @property
    def point(self) -> dict[str, Fraction]:
        """The exact point of the refutation."""
        found = self.theorem.statement if self.theorem is not None else None
        return dict(found.point) if isinstance(found, Refuted) else dict(self.beside)

    @property
    def oracles(self) -> frozenset[str]:
        """What had to be trusted."""
        return self.theorem.oracles if self.theorem is not None else frozenset()


def failure_at_constants(sequent: Sequent, beside: Beside = ()) -> Sequent | None:
    """What refutes a sequent at its named constants: there the other hypotheses hold, the conclusion does not.

    A named constant such as x = exp(1/2) always exists, so the theorem "x = exp(1/2) |- rest and not conclusion" is an
    exact counterexample at a point that is no rational one. The other variables have the rational values `beside`;
    None when there is no constant, or when there are variables without a value.
    """
    values = dict(beside)
    constants = [h for h in sequent.hypotheses if isinstance(h, NamedConstant) and h.function == "exp"]
    others = sorted((h for h in sequent.hypotheses if h not in constants), key=str)
    settled = [h for h in others if isinstance(h, IntegerValued) and h.name in values and h.holds_at(values)]
    if any(isinstance(h, IntegerValued) and h not in settled for h in others):
        return None
    rest = [substitute(h, values) for h in others if h not in settled]
    conclusion = substitute(sequent.conclusion, values)
    names = [c.name for c in constants]
    if not constants or len(set(names)) < len(names) or not variables(all_of([*rest, conclusion])) <= set(names):
        return None
    return Sequent(frozenset(constants), all_of([*rest, negation(conclusion)]))


def judge_reading(outcomes: Sequence[Outcome]) -> Verdict:
    """Proved: all obligations are theorems. Refuted: one has a counterexample. Checked: the rest has evidence only."""
    if not outcomes:
        return Verdict.UNKNOWN
    if any(o.refuted for o in outcomes):
        return Verdict.REFUTED
    if all(o.proved for o in outcomes):
        return Verdict.PROVED
    if all(o.proved or o.evidence for o in outcomes):
        return Verdict.CHECKED
    return Verdict.UNKNOWN


def judge_claim(printed: Verdict, correction: Verdict | None) -> Verdict:
    """The verdict of the claim from that of the reading that the paper needs and that of its correction, if any."""
    if printed is Verdict.REFUTED and correction is Verdict.PROVED:
        return Verdict.CORRECTED
    return printed


def first_break(outcomes: Sequence[Outcome]) -> Outcome | None:
    """The first obligation that is refuted: the member of a chain that breaks."""
    return next((o for o in outcomes if o.refuted), None)
