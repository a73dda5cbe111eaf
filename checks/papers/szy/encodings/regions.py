"""Proofs about regions of the proportion: the variances depend on it through (1 - 2 pi)^2 alone.

Var_IC - Var_MW is a positive multiple of r^2 - (1 - 2 pi)^2 with r = piA2 - piA1, and Var_IC - Var_MC one of
1/N - (1 - 2 pi)^2. So of a region it is enough to know how (1 - 2 pi)^2 compares with r^2 and with 1/N.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from checks.claims.verdict import Outcome
from checks.interpreter import Obligation, with_domain
from checks.papers.szy.comparison import LENGTH, PI, N, squared_length
from checks.papers.szy.notation import DOMAIN
from checks.verifying.verification import Part
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.moment_law import variable
from derivations.prover import Proved, prove
from mechanisms.exact.formula import FALSE, AllOf, Condition, Formula, in_polynomials, variables
from mechanisms.exact.rational import RationalFunction

SECONDS = 15.0
ROOT = "sqrt(N)"
EXCESSES = {LENGTH: (1 - 2 * PI) ** 2 - variable(LENGTH) ** 2, ROOT: N * (1 - 2 * PI) ** 2 - 1}
"""The name of a root in a region, and what the region may say the sign of."""


Values = Mapping[str, RationalFunction]


def by_squares(parts: Iterable[Part], region: Formula, at: Values) -> list[Part]:
    """The obligations proved from what the region says of (1 - 2 pi)^2, where that is found; others as they are.

    `at` are the values that the statement gives to N, pi or p_2.
    """
    return [_proved(part, region, at) if isinstance(part, Obligation) else part for part in parts]


def _proved(obligation: Obligation, region: Formula, at: Values) -> Part:
    sequent = with_domain(obligation.sequent, DOMAIN)
    pieces = region.parts if isinstance(region, AllOf) else (region,)
    if not sequent.hypotheses.issuperset(pieces) and region not in sequent.hypotheses:
        return obligation
    about = [piece for piece in pieces if variables(piece) & {"pi", LENGTH}]
    empty = _empty(sequent, about)
    if empty is not None:
        theorem = _from_region(kernel.absurd(empty, sequent.conclusion), sequent, region, about)
        return Outcome(obligation.label, sequent, kernel.weaken(theorem, sequent.hypotheses))
    lemmas = _comparisons(sequent, about, at)
    rest = sequent.hypotheses.difference(pieces, (region,))
    found = prove(Sequent(rest.union(t.sequent.conclusion for t in lemmas), sequent.conclusion), budget_seconds=SECONDS)
    if not isinstance(found, Proved):
        return obligation
    theorem = found.theorem
    for lemma in lemmas:
        theorem = kernel.cut(lemma, theorem)
    theorem = _from_region(theorem, sequent, region, about)
    return Outcome(obligation.label, sequent, kernel.weaken(theorem, sequent.hypotheses))


def _from_region(theorem: Theorem, sequent: Sequent, region: Formula, about: Sequence[Formula]) -> Theorem:
    """The theorem with the region in place of its conditions on pi, where the region is one hypothesis."""
    if region in sequent.hypotheses and region not in about:
        for piece in about:
            theorem = kernel.cut(kernel.project(kernel.assume(region), piece), theorem)
    return theorem


def _empty(sequent: Sequent, about: Sequence[Formula]) -> Theorem | None:
    """That no pi in [0, 1] satisfies the conditions, because sqrt(N) > 1; None when that is not found."""
    root = variable(ROOT)
    names = frozenset().union(*(variables(piece) for piece in about))
    if ROOT not in names:
        return None
    known = frozenset(h for h in sequent.hypotheses if variables(h) <= {ROOT, "N"})
    large = prove(Sequent(known, Condition(root.numerator - 1, ">")), budget_seconds=SECONDS, oracles=False)
    if not isinstance(large, Proved):
        return None
    simple = {h for h in sequent.hypotheses if variables(h) in ({"pi"}, {LENGTH})}
    nothing = Sequent(frozenset((*about, *simple, large.theorem.sequent.conclusion)), FALSE)
    found = prove(nothing, budget_seconds=SECONDS, oracles=False)
    return kernel.cut(large.theorem, found.theorem) if isinstance(found, Proved) else None


def _comparisons(sequent: Sequent, about: Sequence[Formula], at: Values) -> list[Theorem]:
    """What the conditions on pi say of (1 - 2 pi)^2 against r^2 and 1/N, with r >= 0, sqrt(N) >= 0, sqrt(N)^2 = N."""
    names = frozenset((ROOT,) if "N" in at else ()).union(*(variables(piece) for piece in about))
    simple = {h for h in sequent.hypotheses if variables(h) <= {LENGTH} or variables(h) <= {ROOT, "N"}}
    shares = {h for h in sequent.hypotheses if variables(h) == {"pi"}}
    known = frozenset((*about, *(h for h in simple if variables(h) & {LENGTH, ROOT}), *shares))
    found = []
    for name, general in EXCESSES.items():
        excess = general.substitute(at)
        for sign in (1, -1) if name in names else ():
            goal = Sequent(known, Condition(excess.numerator * sign, ">"))
            outcome = prove(goal, budget_seconds=SECONDS, oracles=False)
            if isinstance(outcome, Proved):
                found.append(_without_root(outcome.theorem, sign, sequent, at) if name == LENGTH else outcome.theorem)
                break
    return found


def _without_root(comparison: Theorem, sign: int, sequent: Sequent, at: Values) -> Theorem:
    """From the sign of (1 - 2 pi)^2 - r^2 and r^2 = u/v with v > 0: that of v (1 - 2 pi)^2 - u; else as it was."""
    square = squared_length().substitute(at)
    top, bottom = square.numerator, square.denominator
    ranges = frozenset(h for h in sequent.hypotheses if variables(h) <= {"N", "t", "p_2"})
    positive = prove(Sequent(ranges, Condition(bottom, ">")), budget_seconds=SECONDS, oracles=False)
    defined = in_polynomials(relation_formula(variable(LENGTH) ** 2, "=", square))
    if not isinstance(positive, Proved) or defined not in sequent.hypotheses:
        return comparison
    known = frozenset((comparison.sequent.conclusion, positive.theorem.sequent.conclusion, defined))
    spread = ((1 - 2 * PI) ** 2).substitute(at).numerator
    goal = Condition((bottom * spread - top) * sign, ">")
    found = prove(Sequent(known, goal), budget_seconds=SECONDS, oracles=False)
    if not isinstance(found, Proved):
        return comparison
    return kernel.cut(positive.theorem, kernel.cut(comparison, found.theorem))
