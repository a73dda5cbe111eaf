"""Designs of the catalogue at a privacy level: eps for mechanisms whose parameters are probabilities, delta for all.

Where one parameter p of a design is left, and P(S | a) and P(S | b) are quotients of what is linear in p by one
denominator, P(S | a) <= x P(S | b) + delta for all truths a, b and sets S of responses says that p lies in an interval,
x = e^eps; the end of it at which one of these is an equality is the value of p. For Warner's design this is
p_w = (x + delta)/(x + 1). Of two such ends the larger one is taken. With delta = 0 single responses are enough. Where
several parameters are left, those of the symmetric design are taken: forced answers of yes and no are equally likely,
an unrelated question is a fair coin.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, permutations
from typing import Any

import sympy

from checks.inputs.design import DesignArgumentError, Level
from checks.inputs.parameter_values import exact_point, powers_of_e
from checks.inputs.rational_design import below, below_root
from mechanisms.design import Design
from mechanisms.exact.domain import Domain
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import MAXIMAL_EPS
from mechanisms.exact.rational import RationalFunction

ONE = Polynomial.constant(1)
ZERO = RationalFunction.of(0)
ROOT = "root"  # the variable that stands for an irrational algebraic e^eps
MOST_ENTRIES, MOST_RATIOS = 1_000, 10  # of a design whose events are listed for a delta
ASKED_OTHERWISE = "at which eps it is private with a delta says `rrproof epsilon-for DESIGN --delta 1/10`"


def _half_of_rest(p: str) -> Polynomial:
    return (ONE - Polynomial.variable(p)) * Polynomial.constant(Fraction(1, 2))


SYMMETRIC: dict[str, dict[str, Polynomial]] = {
    "forced-response": {"q": _half_of_rest("p")},
    "binary": {"p11": Polynomial.variable("p00")},
    "simmons": {"piB": Polynomial.constant(Fraction(1, 2))},
    "kuk": {"p2": ONE - Polynomial.variable("p1")},
}
REPEATED = {"unary-encoding": "b", "kuk": "p1"}  # e^(eps/m)/(e^(eps/m) + 1): m bits differ, or m cards are drawn


@dataclass(frozen=True)
class Guarantee:
    """(eps, delta), as it is asked for."""

    eps: Fraction | Level
    delta: Fraction = Fraction(0)


def takes_budget(domain: Domain) -> bool:
    """Whether a design has no budget of its own, so that eps is for this module to understand."""
    return not domain.budget_roots() and bool(domain.parameters)


def guarantee_in(
    name: str, domain: Domain, values: Mapping[str, Fraction | Level]
) -> tuple[Guarantee | None, dict[str, Fraction | Level]]:
    """What is asked for in the values that this module understands, and the other values.

    Of a design with a budget of its own this is eps with a delta, at which that budget is larger than eps.
    Raises DesignArgumentError for a delta that is none, or without an eps.
    """
    rest = dict(values)
    delta = rest.pop("delta") if "delta" in rest and "delta" not in domain.names else Fraction(0)
    if isinstance(delta, Level) or not 0 <= delta < 1:
        shown = f"log({delta.x})" if isinstance(delta, Level) else delta
        raise DesignArgumentError(f"{name}: delta is a number from 0 to below 1, such as 1/10, not {shown}")
    if takes_budget(domain) and "eps" in rest:
        return Guarantee(rest.pop("eps"), delta), rest
    if not delta:
        return None, rest
    for budget, (variable, root) in domain.budget_roots().items():
        if budget in rest:
            return Guarantee(rest.pop(budget), delta), rest
        x = rest.get(variable)
        if isinstance(x, Fraction) and root == 1:
            return Guarantee(Level(x), delta), {key: value for key, value in rest.items() if key != variable}
    raise DesignArgumentError(f"{name}: delta stands beside eps; write {name}(..., eps=1, delta={delta})")


def at_budget(name: str, design: Design, wanted: Guarantee, given: Mapping[str, Fraction | Level]) -> Design:
    """The design at this level, and at given values of the others of its parameters.

    Raises DesignArgumentError where parameters are missing, or no value of the one that is left is of this level.
    """
    family, parameter = _family(name, design, given)
    value, constants = _at_level(name, family, parameter, wanted, given)
    return family.substitute({parameter: value}, constants)


def values_at_budget(
    name: str, design: Design, wanted: Guarantee, given: Mapping[str, Fraction | Level]
) -> tuple[dict[str, Any], Domain]:
    """The values that the parameters have at this level, and the domain of constants in them. Raises as `at_budget`."""
    family, parameter = _family(name, design, given)
    value, constants = _at_level(name, family, parameter, wanted, given)
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
    name: str, family: Design, parameter: str, wanted: Guarantee, given: Mapping[str, Fraction | Level]
) -> tuple[Any, Domain]:
    """The value of the parameter at this level, and the domain of the constants in it."""
    eps = wanted.eps
    if REPEATED.get(name) == parameter and not wanted.delta and not SYMMETRIC.get(name, {}).keys() & given.keys():
        times = len(family.responses) - 1 if name == "kuk" else 2
        root, constants = _exponential(eps, times, name)
        return root / (root + 1), constants
    x, constants = _exponential(eps, 1, name)
    if not isinstance(x, RationalFunction):  # a root, for which a variable stands until the end
        assert not isinstance(eps, Fraction), "a number has a rational function of its power of e"
        variable = RationalFunction(Polynomial.variable(ROOT))
        found = _end(name, family, parameter, variable, below_root(x).value, wanted.delta)
        return found.to_sympy().subs(sympy.Symbol(ROOT), x), constants
    near = below(eps).value if constants.parameters and isinstance(eps, Fraction) else x.constant_value()
    return _end(name, family, parameter, x, near, wanted.delta), constants


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
        root = eps.power(parts)
        rational = RationalFunction.of(Fraction(int(root.p), int(root.q))) if root.is_Rational else None
        return (root if rational is None else rational), Domain()
    if eps > MAXIMAL_EPS:
        raise DesignArgumentError(f"{name}: eps is at most {MAXIMAL_EPS}, not {eps}; write log(q) for larger ones")
    if not eps:
        return RationalFunction.of(1), Domain()
    powers, constants = powers_of_e({"x": eps / parts}, name)
    return powers["x"], Domain.of(*constants)


def _end(
    name: str, family: Design, parameter: str, x: RationalFunction, near: Fraction, delta: Fraction
) -> RationalFunction:
    """The value of the parameter at which the design has e^eps = x, which is close to the rational number `near`."""
    low, high = _ends(family, parameter, name)
    inside = low + 1 if high is None else (low + high) / 2
    bounds: list[tuple[Fraction, RationalFunction | None, bool]] = [(low, None, False)]
    bounds += [] if high is None else [(high, None, True)]
    for over, under in set(_events(family, name, delta)):
        (a0, a1), (b0, b1), (d0, d1) = _lines(over, under, inside, name, parameter)
        start, slope = a0 - near * b0 - delta * d0, a1 - near * b1 - delta * d1
        if not slope:
            if start > 0:
                raise DesignArgumentError(f"{name}: no value of {parameter} makes the design private at this level")
            continue
        place = -start / slope
        if not delta and not b0 + place * b1:  # 0 = x 0 is no ratio
            bounds.append((place, None, slope > 0))
            continue
        top = x * RationalFunction.of(b0) - RationalFunction.of(a0 - delta * d0)
        exact = top / (RationalFunction.of(a1 - delta * d1) - x * RationalFunction.of(b1))
        bounds.append((place, exact, slope > 0))
    upper = min((b for b in bounds if b[2]), key=lambda b: b[0], default=None)
    lower = max((b for b in bounds if not b[2]), key=lambda b: b[0])
    best = [bound[1] for bound in (upper, lower) if bound is not None and bound[1] is not None]
    if (upper is not None and lower[0] > upper[0]) or not best:
        raise DesignArgumentError(f"{name}: no value of {parameter} makes the design private at exactly this level")
    return best[0]


def _ends(family: Design, parameter: str, name: str) -> tuple[Fraction, Fraction | None]:
    (found,) = (p for p in family.domain.parameters if p.name == parameter)
    if found.low is None:
        raise DesignArgumentError(f"{name}: {parameter} has no bounds, so that eps does not say its value")
    return found.low, found.high


def _events(family: Design, name: str, delta: Fraction) -> Iterator[tuple[RationalFunction, RationalFunction]]:
    """P(S | a) and P(S | b) for truths a, b and sets S of responses; of one response where delta is 0.

    Responses with one ratio of the two probabilities are in S together, or none of them is: they are worth the same.
    """
    if not delta:
        for column in zip(*family.entries, strict=True):
            yield from permutations(set(column), 2)
        return
    found = set()
    for rows in permutations(family.entries, 2) if math.prod(family.shape) <= MOST_ENTRIES else ():
        sums: dict[RationalFunction | None, tuple[RationalFunction, RationalFunction]] = {}
        for a, b in zip(*rows, strict=True):
            ratio = None if b.is_zero() else a / b
            above, below_it = sums.get(ratio, (ZERO, ZERO))
            sums[ratio] = above + a, below_it + b
        found.add(frozenset(sums.values()))
    if not found or max(map(len, found)) > MOST_RATIOS:
        raise DesignArgumentError(f"{name} is too large for a delta; {ASKED_OTHERWISE}")
    for kinds in found:
        for event in chain.from_iterable(combinations(kinds, size) for size in range(1, len(kinds))):
            yield sum((a for a, _ in event), ZERO), sum((b for _, b in event), ZERO)


Line = tuple[Fraction, Fraction]  # of what is linear: its value at 0, and its slope


def _lines(
    over: RationalFunction, under: RationalFunction, inside: Fraction, name: str, parameter: str
) -> tuple[Line, Line, Line]:
    """Two quotients over one denominator that is positive in the domain: what is above in each, and what is below."""
    below_both = over.denominator if over.denominator == under.denominator else over.denominator * under.denominator
    common = RationalFunction(below_both)
    if common.evaluate({parameter: inside}) < 0:
        common = -common
    a, b, d = (_line(part, name, parameter) for part in (over * common, under * common, common))
    return a, b, d


def _line(value: RationalFunction, name: str, parameter: str) -> Line:
    if not value.denominator.is_constant() or set(value.names) - {parameter} or value.numerator.degree(parameter) > 1:
        raise DesignArgumentError(
            f"{name}: this level does not say the value of {parameter}; give {parameter} itself ({ASKED_OTHERWISE})"
        )
    at_0, at_1 = (value.evaluate({parameter: Fraction(v)}) if value.names else value.constant_value() for v in (0, 1))
    return at_0, at_1 - at_0
