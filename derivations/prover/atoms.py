"""Conditions that follow from other atoms: integers are at least the next one, constants lie between decimals."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor

from flint import arb, ctx

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.prover.lemmas import Term, from_terms, with_lemmas
from mechanisms.exact.formula import AllOf, Condition, Formula, IntegerValued, NamedConstant
from mechanisms.exact.polynomial import Polynomial, to_fmpq

LONGEST_CONSTANT = 20_000  # bits before the point of a constant that is written out


def integer_facts(hypotheses: Iterable[Formula]) -> list[Theorem]:
    """n >= ceiling of its lower bound, for each integer n among the hypotheses with a bound that is no such one."""
    known = set(hypotheses)
    found = []
    for name in sorted(h.name for h in known if isinstance(h, IntegerValued)):
        for fact in sorted((f for f in known if isinstance(f, Condition)), key=str):
            if (
                fact.polynomial.names != (name,)
                or fact.polynomial.degree(name) != 1
                or fact.relation not in (">", ">=")
            ):
                continue
            parts = fact.polynomial.coefficients_in(name)
            slope, offset = parts[1].constant_value(), parts.get(0, Polynomial()).constant_value()
            if slope > 0:
                theorem = kernel.round_up(name, -offset / slope, fact.relation == ">")
                if theorem.sequent.conclusion not in known:
                    found.append(theorem)
    return found


def integer_range(hypotheses: Iterable[Formula], widest: int) -> Theorem | None:
    """n = low or ... or n = high, for an integer that the hypotheses confine to at most `widest` values."""
    known = sorted((h for h in hypotheses if isinstance(h, Condition) and h.relation in (">", ">=")), key=str)
    for name in sorted(h.name for h in hypotheses if isinstance(h, IntegerValued)):
        n = Polynomial.variable(name)
        lows: dict[int, Condition] = {}
        highs: dict[int, Condition] = {}
        for fact in known:
            if fact.polynomial.names == (name,) and fact.polynomial.degree(name) == 1:
                parts = fact.polynomial.coefficients_in(name)
                slope = parts[1].constant_value()
                bound = -parts.get(0, Polynomial()).constant_value() / slope
                (lows if slope > 0 else highs).setdefault(floor(bound) if slope > 0 else ceil(bound), fact)
        if lows and highs and 0 <= min(highs) - max(lows) < widest:
            low, high = max(lows), min(highs)
            ends = (_weaker(lows[low], Condition(n - low, ">=")), _weaker(highs[high], Condition(high - n, ">=")))
            return with_lemmas(kernel.integer_cases(name, low, high), ends)
    return None


def _weaker(fact: Condition, goal: Condition) -> Theorem:
    """A linear bound from one that is at least as sharp."""
    scale = abs(fact.polynomial.coefficients_in(fact.polynomial.names[0])[1].constant_value())
    slack = goal.polynomial - fact.polynomial * (1 / scale)
    return from_terms(goal, [Term(1 / scale, (fact,)), Term(slack.constant_value())])


def constant_facts(hypotheses: Iterable[Formula], digits: int) -> list[Theorem]:
    """low < v and v < high, two theorems for each named constant, `digits` decimals apart."""
    found = []
    for constant in sorted((h for h in hypotheses if isinstance(h, NamedConstant)), key=str):
        ends = approximate(constant, digits)
        if ends is not None:
            enclosed = kernel.enclose(constant, *ends)
            both = enclosed.sequent.conclusion
            assert isinstance(both, AllOf)
            found += [kernel.project(enclosed, part) for part in both.parts]
    return found


def approximate(constant: NamedConstant, digits: int) -> tuple[Fraction, Fraction] | None:
    """Decimal numbers with so many digits after the point, one below and one above the constant."""
    precision, ctx.prec = ctx.prec, 64 + 8 * digits
    try:
        q = arb(to_fmpq(constant.argument))
        number = arb.pi() if constant.function == "pi" else getattr(q, constant.function)()
        if not (number.is_finite() and abs(number) < arb(2) ** LONGEST_CONSTANT):
            return None
        scale = 10**digits
        scaled = int((number * scale).mid().floor().unique_fmpz() or 0)
    finally:
        ctx.prec = precision
    return Fraction(scaled - 1, scale), Fraction(scaled + 2, scale)
