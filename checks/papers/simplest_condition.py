"""The condition under which a printed comparison holds: the difference without the factors whose sign is known."""

from __future__ import annotations

from checks.inputs.notation import OwnNotation
from checks.papers.plain_polynomials import plain
from derivations.arithmetic.statements import Sequent
from derivations.prover import Proved, prove
from mechanisms.exact.formula import Formula, at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

SECONDS = 1.0  # for the sign of one factor
MAXIMAL_LENGTH = 120


def condition_of(left: RationalFunction, relation: str, right: RationalFunction, own: OwnNotation) -> str | None:
    """A condition in plain notation, simpler than the comparison itself; None where there is none."""
    difference = left - right if relation in (">", ">=") else right - left
    strict = relation in ("<", ">")
    hypotheses = own.domain.hypotheses()
    rest, sign = Polynomial.constant(1), 1
    for polynomial in (difference.numerator, difference.denominator):
        constant, factors = polynomial.factors()
        sign = sign if constant > 0 else -sign
        for factor, multiplicity in factors:
            if multiplicity % 2 == 0:
                continue
            known = _sign(factor, hypotheses)
            if known == 0:
                rest = rest * factor
            elif known < 0:
                sign = -sign
    if rest.is_constant() or len(rest.terms()) >= len(difference.numerator.terms()):
        return None
    text = plain(rest if sign > 0 else -rest, ">" if strict else ">=", own.domain)
    return text if len(text) <= MAXIMAL_LENGTH else None


def _sign(factor: Polynomial, hypotheses: frozenset[Formula]) -> int:
    """1 where the factor is nowhere negative, -1 where it is nowhere positive, 0 where neither is shown."""
    for sign in (1, -1):
        goal = at_least(factor * sign, 0)
        if isinstance(prove(Sequent(hypotheses, goal), budget_seconds=SECONDS, oracles=False), Proved):
            return sign
    return 0
