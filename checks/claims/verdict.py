"""Verdicts: what may be said of a claim, and the logic that says it.

The logic is small on purpose. A reading is proved when every obligation is a theorem, refuted when one of them has an
exact counterexample, and unknown otherwise; a refuted claim whose correction is proved is corrected. Where a step on
the way is argued in words, what would be proved or refuted is argued. Theorems that say nothing prove nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from checks.claims.record import ClaimRecord, Side
from checks.claims.roots import conditions, defining
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Refuted, Sequent, Statement
from derivations.logic.kernel import Proved
from derivations.logic.terms import NOT, TRUE, Free, Term, applied, opened, quantified
from mechanisms.exact.formula import (
    AllOf,
    Comparison,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    all_of,
    negation,
    substitute,
    variables,
)

ARGUED = "argued: "
"""What the name of an oracle begins with that is an argument in words."""

Beside = tuple[tuple[str, Fraction], ...]
"""Rational values of variables, as (name, value)."""


class Verdict(StrEnum):
    """What became of a claim."""

    PROVED = "proved"
    REFUTED = "refuted"
    CORRECTED = "corrected"
    ARGUED = "argued"
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
    `beside` are the values of the other variables where the refutation is a failure at named constants. `essential` is
    false where the part only says that the print has a meaning. `at` are the values at which a statement in the logic
    fails. `sides` are the values of both sides at the point of a refutation; `spoken` are the variables that the print
    speaks of, None where all of the statement are.
    """

    label: str
    statement: Statement | Term
    theorem: Theorem | Proved | None
    reason: str = ""
    evidence: str = ""
    beside: Beside = ()
    printed: str = ""
    essential: bool = True
    at: tuple[tuple[str, str], ...] = ()
    sides: tuple[Side, ...] = ()
    spoken: frozenset[str] | None = None

    def speaks_of(self, name: str) -> bool:
        """Whether a variable is one of the print, not only linked to one by a condition."""
        return self.spoken is None or name in self.spoken

    @property
    def argued(self) -> tuple[str, ...]:
        """The names of the arguments in words that it rests on."""
        return arguments_among(self.oracles)

    @property
    def says_nothing(self) -> bool:
        """Whether its statement holds whatever the names mean: equal sides, or the conclusion among the hypotheses."""
        if isinstance(self.statement, Term):
            return _says_nothing(self.statement)
        return isinstance(self.statement, Sequent) and (
            self.statement.conclusion in self.statement.hypotheses or _is_void(self.statement.conclusion)
        )

    @property
    def shown(self) -> Statement | Term | None:
        """What the theorem states; None where there is none, or one that assumes something."""
        if isinstance(self.theorem, Proved) and self.theorem.hypotheses:
            return None
        return None if self.theorem is None else self.theorem.statement

    @property
    def proved(self) -> bool:
        """Whether the theorem states exactly what had to be shown."""
        return self.shown is not None and self.shown == self.statement

    @property
    def refuted(self) -> bool:
        """Whether the theorem is an exact counterexample to what had to be shown, or its failure at constants."""
        found = self.shown
        if isinstance(self.statement, Term):
            return found == NOT(self.statement)
        if isinstance(found, Refuted):
            return found.sequent == self.statement
        failure = failure_at_constants(self.statement, self.beside) if isinstance(self.statement, Sequent) else None
        return failure is not None and found == failure

    @property
    def point(self) -> dict[str, Fraction]:
        """The exact point of the refutation."""
        found = self.shown
        return dict(found.point) if isinstance(found, Refuted) else dict(self.beside)

    @property
    def oracles(self) -> frozenset[str]:
        """What had to be trusted."""
        return self.theorem.oracles if self.theorem is not None else frozenset()


def arguments_among(oracles: Iterable[str]) -> tuple[str, ...]:
    """The names of the arguments in words among what had to be trusted."""
    return tuple(sorted(name.removeprefix(ARGUED) for name in oracles if name.startswith(ARGUED)))


def _is_void(formula: Formula) -> bool:
    if isinstance(formula, Comparison):
        return formula.left == formula.right
    if isinstance(formula, Condition):
        return formula.polynomial.is_constant()
    return isinstance(formula, AllOf) and all(map(_is_void, formula.parts))


def _says_nothing(formula: Term) -> bool:
    """Whether what a formula of the logic concludes is an equation with equal sides, or one of its premises."""
    premises: set[Term] = set()
    while (body := quantified(formula, "forall")) is not None or applied(formula, "implies", 2):
        if body is not None:
            formula = opened(body, Free(f"v{len(premises)} {id(body)}", body.variable))
        else:
            premise, formula = applied(formula, "implies", 2) or (formula, formula)
            premises.add(premise)
    sides = applied(formula, "=", 2)
    return formula == TRUE or formula in premises or (sides is not None and sides[0] == sides[1])


def failure_at_constants(sequent: Sequent, beside: Beside = ()) -> Sequent | None:
    """What refutes a sequent at its named constants and roots: there the rest holds, the conclusion does not.

    A named constant such as x = exp(1/2) always exists, and so does r >= 0 with r^2 = 2, so that the theorem
    "x = exp(1/2) |- rest and not conclusion" is an exact counterexample at a point that is no rational one. The other
    variables have the rational values `beside`; None when there is no constant and no root, or when there are variables
    without a value.
    """
    values = dict(beside)
    constants = [h for h in sequent.hypotheses if isinstance(h, NamedConstant) and h.function == "exp"]
    others = sorted((h for h in sequent.hypotheses if h not in constants), key=str)
    settled = [h for h in others if isinstance(h, IntegerValued) and h.name in values and h.holds_at(values)]
    if any(isinstance(h, IntegerValued) and h not in settled for h in others):
        return None
    rest = [substitute(h, values) for h in others if h not in settled]
    conclusion = substitute(sequent.conclusion, values)
    roots = defining(rest)
    names = [*(c.name for c in constants), *roots]
    if not names or len(set(names)) < len(names) or not variables(all_of([*rest, conclusion])) <= set(names):
        return None
    known = {fact for sign, square, _ in roots.values() for fact in (sign, square)}
    rest = [fact for fact in conditions(rest) if fact not in known] if roots else rest
    return Sequent(frozenset((*constants, *known)), all_of([*rest, negation(conclusion)]))


def is_failure_at_constants(sequent: Sequent) -> bool:
    """Whether a sequent assumes nothing but what constants and roots of numbers are."""
    roots = {fact for sign, square, _ in defining(sequent.hypotheses).values() for fact in (sign, square)}
    return bool(sequent.hypotheses) and all(isinstance(h, NamedConstant) or h in roots for h in sequent.hypotheses)


def says_something(outcomes: Iterable[Outcome]) -> bool:
    """Whether an essential part says more than that equal sides are equal."""
    return any(o.essential and not o.says_nothing for o in outcomes)


def judge_reading(outcomes: Sequence[Outcome]) -> Verdict:
    """Proved: all obligations are theorems. Refuted: one has a counterexample. Checked: the rest has evidence only.

    Argued: one of the two first, by an argument in words. Defined: the theorems only say what the names mean.
    """
    if not outcomes:
        return Verdict.UNKNOWN
    is_argued = any(o.argued for o in outcomes)
    if any(o.refuted for o in outcomes):
        return Verdict.ARGUED if is_argued else Verdict.REFUTED
    if all(o.proved for o in outcomes):
        if is_argued:
            return Verdict.ARGUED
        return Verdict.PROVED if says_something(outcomes) else Verdict.DEFINED
    if all(o.proved or o.evidence for o in outcomes):
        return Verdict.CHECKED
    return Verdict.UNKNOWN


def judge_claim(printed: Verdict, correction: Verdict | None) -> Verdict:
    """The verdict of the claim from that of the reading that the paper needs and that of its correction, if any."""
    if printed is Verdict.REFUTED and correction is Verdict.PROVED:
        return Verdict.CORRECTED
    return printed


def first_break(outcomes: Sequence[Outcome]) -> Outcome | None:
    """The first obligation that is refuted: the member of a chain that breaks, before what has no value."""
    refuted = [o for o in outcomes if o.refuted]
    return next((o for o in refuted if o.essential), next(iter(refuted), None))


def summary(records: Sequence[ClaimRecord]) -> dict[str, int]:
    """How many claims got each verdict, in the order in which verdicts are declared."""
    counts = Counter(r.verdict for r in records)
    return {v.value: counts[v.value] for v in Verdict if counts[v.value]}
