"""The condition under which a printed comparison holds: the difference without the factors whose sign is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import cast

from flint import acb, arb, fmpz_poly

from checks.inputs.own_notation import OwnNotation
from checks.interpreter import Interpreter
from checks.papers.plain_polynomials import plain
from checks.papers.slips import settled, slips, value_of
from checks.reading import syntax as tree
from derivations.arithmetic.statements import Sequent
from derivations.prover import Proved, prove
from mechanisms.exact.formula import Formula, at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

SECONDS = 1.0  # for the sign of one factor
MAXIMAL_LENGTH = 120


def condition_of(left: RationalFunction, relation: str, right: RationalFunction, own: OwnNotation) -> str | None:
    """A condition in plain notation, simpler than the comparison itself; None where there is none."""
    rest = _undecided(left, relation, right, own.domain.hypotheses())
    if rest.is_constant() or len(rest.terms()) >= len((left - right).numerator.terms()):
        return None
    text = plain(rest, ">" if relation in ("<", ">") else ">=", own.domain)
    return text if len(text) <= MAXIMAL_LENGTH else None


def threshold_of(
    left: RationalFunction, relation: str, right: RationalFunction, name: str, hypotheses: frozenset[Formula]
) -> tuple[str, RationalFunction] | None:
    """How a variable relates to what, exactly where the comparison holds; None where that is not known."""
    rest = _undecided(left, relation, right, hypotheses)
    if rest.degree(name) != 1:
        return None
    parts = rest.coefficients_in(name)
    sign = _sign(parts[1], hypotheses)
    if not sign:
        return None
    offset = RationalFunction(parts[0]) if 0 in parts else RationalFunction.of(0)
    direction = ">" if sign > 0 else "<"
    return direction if relation in ("<", ">") else f"{direction}=", -offset / RationalFunction(parts[1])


def without_root(
    left: RationalFunction,
    relation: str,
    right: RationalFunction,
    roots: Mapping[str, RationalFunction],
    hypotheses: frozenset[Formula],
) -> tuple[RationalFunction, str, RationalFunction]:
    """A comparison of a square root, squared, where both sides have the same sign; any other one as it is."""
    difference = left - right
    names = [name for name in difference.names if name in roots]
    if len(names) != 1 or difference.numerator.degree(names[0]) != 1 or difference.denominator.degree(names[0]):
        return left, relation, right
    parts = difference.numerator.coefficients_in(names[0])
    alone = -parts[0] if 0 in parts else Polynomial()
    signs = [_sign(polynomial, hypotheses) for polynomial in (parts[1], alone, difference.denominator)]
    if 0 in signs or signs[0] != signs[1]:
        return left, relation, right
    sides = RationalFunction(parts[1]) ** 2 * roots[names[0]], RationalFunction(alone) ** 2
    return (sides[0], relation, sides[1]) if signs[0] == signs[2] else (sides[1], relation, sides[0])


def told_without_slip(
    told: tree.Chain,
    comparison: tuple[RationalFunction, str, RationalFunction],
    hypotheses: frozenset[Formula],
    interpreter: Interpreter,
) -> tuple[tree.Node, tree.Node] | None:
    """A side of what is told, and that side with one slip less, so that it is told exactly where a comparison holds.

    Both then ask for the sign of the same number. None where no slip is found, or a budget is compared by itself.
    """
    relation = told.relations[0]
    budgets = interpreter.budgets
    if any(isinstance(member, tree.Name) and member.name in budgets for member in told.members):
        return None
    if ("=" in relation) != ("=" in comparison[1]):
        return None
    rest = RationalFunction(_undecided(*comparison, hypotheses))
    printed = [value_of(member, interpreter) for member in told.members]
    for place, member in enumerate(told.members):
        for changed in slips(member, interpreter):
            both = [*printed[:place], value_of(changed, interpreter), *printed[place + 1 :]]
            first, second = both if relation in (">", ">=") else both[::-1]
            if not isinstance(first, RationalFunction) or not isinstance(second, RationalFunction) or first == second:
                continue
            share = settled(rest / (first - second), ())
            if not share.names and share.constant_value() > 0:
                return member, changed
    return None


def decimal_thresholds(
    left: RationalFunction, relation: str, right: RationalFunction, name: str, hypotheses: frozenset[Formula]
) -> Iterator[arb]:
    """Where a comparison may turn, for one whose only variable is this one, perhaps with its square root."""
    rest = _undecided(left, relation, right, hypotheses)
    root = f"sqrt({name})"
    if root in rest.names:
        rest = rest.substitute({name: Polynomial.variable(root) ** 2})
    variable = root if root in rest.names else name
    if set(rest.names) != {variable}:
        return
    parts = {power: part.constant_value() for power, part in rest.coefficients_in(variable).items()}
    common = lcm(*(value.denominator for value in parts.values()))
    whole = fmpz_poly([int(parts.get(power, Fraction(0)) * common) for power in range(max(parts) + 1)])
    roots = cast(list[tuple[acb, int]], whole.complex_roots())  # whose stub leaves the multiplicities out
    for place, multiplicity in roots:
        if place.imag == 0 and multiplicity % 2 and (variable == name or place.real > 0):
            yield place.real if variable == name else place.real**2


def _undecided(
    left: RationalFunction, relation: str, right: RationalFunction, hypotheses: frozenset[Formula]
) -> Polynomial:
    """What is positive, or not negative, where the comparison holds: the factors of which no sign is known."""
    difference = left - right if relation in (">", ">=") else right - left
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
    return rest if sign > 0 else -rest


def _sign(factor: Polynomial, hypotheses: frozenset[Formula]) -> int:
    """1 where the factor is nowhere negative, -1 where it is nowhere positive, 0 where neither is shown."""
    for sign in (1, -1):
        goal = at_least(factor * sign, 0)
        if isinstance(prove(Sequent(hypotheses, goal), budget_seconds=SECONDS, oracles=False), Proved):
            return sign
    return 0
