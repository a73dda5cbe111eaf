"""Designs of the catalogue at a privacy level: eps for mechanisms whose parameters are probabilities.

Where the entries of a design are linear in the one parameter p that is left, P[a, y] <= x P[b, y] for all a, b, y says
that p lies in an interval, x = e^eps; the end of it at which one of these is an equality is the value of p. For
Warner's design this is p_w = x/(x + 1). Of two such ends the larger one is taken. Where several parameters are left,
those of the symmetric design are taken: forced answers of yes and no are equally likely, an unrelated question is a
fair coin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

import sympy

from checks.inputs.design import DesignArgumentError, Level
from checks.inputs.parameter_values import exact_point, powers_of_e
from checks.inputs.rational_design import below
from mechanisms.design import Design
from mechanisms.exact.domain import Domain
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import MAXIMAL_EPS
from mechanisms.exact.rational import RationalFunction

ONE = Polynomial.constant(1)


def _half_of_rest(p: str) -> Polynomial:
    return (ONE - Polynomial.variable(p)) * Polynomial.constant(Fraction(1, 2))


SYMMETRIC: dict[str, dict[str, Polynomial]] = {
    "forced-response": {"q": _half_of_rest("p")},
    "binary": {"p11": Polynomial.variable("p00")},
    "simmons": {"piB": Polynomial.constant(Fraction(1, 2))},
    "kuk": {"p2": ONE - Polynomial.variable("p1")},
}
REPEATED = {"unary-encoding": "b", "kuk": "p1"}  # e^(eps/m)/(e^(eps/m) + 1): m bits differ, or m cards are drawn


def takes_budget(domain: Domain) -> bool:
    """Whether a design has no budget of its own, so that eps is for this module to understand."""
    return not domain.budget_roots() and bool(domain.parameters)


def at_budget(name: str, design: Design, eps: Fraction | Level, given: Mapping[str, Fraction | Level]) -> Design:
    """The design at this eps, and at given values of the others of its parameters.

    Raises DesignArgumentError where parameters are missing, or no value of the one that is left is of this eps.
    """
    family, parameter = _family(name, design, given)
    value, constants = _at_level(name, family, parameter, eps, given)
    return family.substitute({parameter: value}, constants)


def values_at_budget(
    name: str, design: Design, eps: Fraction | Level, given: Mapping[str, Fraction | Level]
) -> tuple[dict[str, Any], Domain]:
    """The values that the parameters have at this eps, and the domain of constants in them. Raises as `at_budget`."""
    family, parameter = _family(name, design, given)
    value, constants = _at_level(name, family, parameter, eps, given)
    values = exact_point(given, design.domain, name).rational
    others = {
        p: RationalFunction(chosen).substitute({parameter: value})
        for p, chosen in SYMMETRIC.get(name, {}).items()
        if p not in (parameter, *values) and isinstance(value, RationalFunction)
    }
    return {**values, **others, parameter: value}, constants


def _family(name: str, design: Design, given: Mapping[str, Fraction | Level]) -> tuple[Design, str]:
    """The design with one parameter left, and its name."""
    family = symmetric(name, design, exact_point(given, design.domain, name).rational)
    free = family.domain.names
    if len(free) != 1:
        which = f"give all but one of {', '.join(free)}" if free else "all of its parameters are given"
        raise DesignArgumentError(f"{name}: eps says the value of one parameter; {which}")
    return family, free[0]


def _at_level(
    name: str, family: Design, parameter: str, eps: Fraction | Level, given: Mapping[str, Fraction | Level]
) -> tuple[Any, Domain]:
    """The value of the parameter at this eps, and the domain of the constants in it."""
    if REPEATED.get(name) == parameter and not SYMMETRIC.get(name, {}).keys() & given.keys():
        times = len(family.responses) - 1 if name == "kuk" else 2
        root, constants = _exponential(eps, times, name)
        return root / (root + 1), constants
    x, constants = _exponential(eps, 1, name)
    near = below(eps).value if constants.parameters and isinstance(eps, Fraction) else x.constant_value()
    return _end(name, family, parameter, x, near), constants


def symmetric(name: str, design: Design, values: Mapping[str, Fraction]) -> Design:
    """The design at these values of its parameters; where several are left, those that are symmetric among them."""
    family = design.at(**values) if values else design
    left = family.domain.names
    chosen = {p: value for p, value in SYMMETRIC.get(name, {}).items() if p in left}
    if not chosen or len(left) < 2 or not all(set(value.names) <= set(left) for value in chosen.values()):
        return family  # what it would be half of is given
    return family.substitute({p: RationalFunction(v) for p, v in chosen.items()}, family.domain.without(*chosen))


def _exponential(eps: Fraction | Level, parts: int, name: str) -> tuple[Any, Domain]:
    """e^(eps/parts), exactly, and the domain of the constant that it may be."""
    if isinstance(eps, Level):
        if eps.x < 1:
            raise DesignArgumentError(f"{name}: eps = log({eps.x}) is negative; a privacy budget is at least 0")
        root = sympy.root(sympy.Rational(eps.x.numerator, eps.x.denominator), parts)
        rational = RationalFunction.of(Fraction(int(root.p), int(root.q))) if root.is_Rational else None
        return (root if rational is None else rational), Domain()
    if eps > MAXIMAL_EPS:
        raise DesignArgumentError(f"{name}: eps is at most {MAXIMAL_EPS}, not {eps}; write log(q) for larger ones")
    if not eps:
        return RationalFunction.of(1), Domain()
    powers, constants = powers_of_e({"x": eps / parts}, name)
    return powers["x"], Domain.of(*constants)


def _end(name: str, family: Design, parameter: str, x: RationalFunction, near: Fraction) -> RationalFunction:
    """The value of the parameter at which the design has e^eps = x, which is close to the rational number `near`."""
    low, high = _ends(family, parameter, name)
    bounds: list[tuple[Fraction, RationalFunction | None, bool]] = [(low, None, False), (high, None, True)]
    for over, under in set(_pairs(family, name, parameter)):
        slope = over[1] - near * under[1]
        if not slope:
            if over[0] - near * under[0] > 0:
                raise DesignArgumentError(f"{name}: no value of {parameter} makes the design private at this eps")
            continue
        place = -(over[0] - near * under[0]) / slope
        if not under[0] + place * under[1]:  # 0 = x 0 is no ratio
            bounds.append((place, None, slope > 0))
            continue
        exact = (RationalFunction.of(-over[0]) + x * RationalFunction.of(under[0])) / (
            RationalFunction.of(over[1]) - x * RationalFunction.of(under[1])
        )
        bounds.append((place, exact, slope > 0))
    upper = min((b for b in bounds if b[2]), key=lambda b: b[0])
    lower = max((b for b in bounds if not b[2]), key=lambda b: b[0])
    best = [(place, exact) for place, exact, _ in (upper, lower) if exact is not None]
    if lower[0] > upper[0] or not best:
        raise DesignArgumentError(f"{name}: no value of {parameter} makes the design private at exactly this eps")
    return best[0][1]


def _ends(family: Design, parameter: str, name: str) -> tuple[Fraction, Fraction]:
    (found,) = (p for p in family.domain.parameters if p.name == parameter)
    if found.low is None or found.high is None:
        raise DesignArgumentError(f"{name}: {parameter} has no bounds, so that eps does not say its value")
    return found.low, found.high


Line = tuple[Fraction, Fraction]  # of a linear entry: its value at 0, and its slope


def _pairs(family: Design, name: str, parameter: str) -> Iterator[tuple[Line, Line]]:
    for column in zip(*family.entries, strict=True):
        lines = {_line(entry, name, parameter) for entry in column}
        yield from permutations(lines, 2)


def _line(entry: RationalFunction, name: str, parameter: str) -> Line:
    p = entry.numerator
    if not entry.denominator.is_constant() or set(entry.names) - {parameter} or p.degree(parameter) > 1:
        raise DesignArgumentError(f"{name}: eps does not say the value of {parameter}; give {parameter} itself")
    at_0, at_1 = (entry.evaluate({parameter: Fraction(v)}) if entry.names else entry.constant_value() for v in (0, 1))
    return at_0, at_1 - at_0
