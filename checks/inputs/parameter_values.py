"""Values of the parameters of a design: rational ones, roots of rational numbers, and powers of e."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from math import gcd, lcm

import sympy

from checks.inputs.design import DesignArgumentError, Level
from mechanisms.exact.domain import Domain, Parameter
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import MAXIMAL_EPS, PrivacyLevel
from mechanisms.exact.rational import RationalFunction

MAXIMAL_POWER = 100  # of the power of e in which all others are written


@dataclass
class ExactPoint:
    """Values of variables: rational numbers, roots of such, and e to rational powers, of which the power is kept."""

    rational: dict[str, Fraction] = field(default_factory=dict)
    surds: dict[str, sympy.Expr] = field(default_factory=dict)
    powers_of_e: dict[str, Fraction] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return name in self.rational or name in self.surds or name in self.powers_of_e


def exact_point(values: Mapping[str, Fraction | Level], domain: Domain, where: str) -> ExactPoint:
    """The value of each variable of a domain that is given one; a budget is given as log(q), as a number, or by e^eps.

    Raises DesignArgumentError for names that are no parameters, and for budgets that are negative or very large.
    """
    budgets = domain.budget_roots()
    known = [*domain.names, *budgets]
    point = ExactPoint()
    for key, value in values.items():
        if key not in known:
            close = get_close_matches(key, known, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise DesignArgumentError(f"{where} has no parameter {key}; it has {', '.join(known) or 'none'}{hint}")
        target, root = budgets.get(key, (key, 1))
        if target in point:
            raise DesignArgumentError(f"{where}: {key} and {target} say the same; give one of them")
        if key in budgets:
            _set_exponential(point, target, root, value, f"{where}: {key}")
        elif isinstance(value, Level):
            raise DesignArgumentError(f"{where}: {key} is a number, not log({value.x})")
        else:
            point.rational[target] = value
    return point


def _set_exponential(point: ExactPoint, target: str, root: int, value: Fraction | Level, where: str) -> None:
    """target = e^(eps/root)."""
    if isinstance(value, Level):
        if value.x < 1:
            raise DesignArgumentError(f"{where} = log({value.x}) is negative; a privacy budget is at least 0")
        power = value.power(root)
        if power.is_Rational:
            point.rational[target] = Fraction(int(power.p), int(power.q))
        else:
            point.surds[target] = power
    elif value > MAXIMAL_EPS:
        raise DesignArgumentError(f"{where} is at most {MAXIMAL_EPS}, not {value}; write log(q) for larger ones")
    elif value:
        point.powers_of_e[target] = value / root
    else:
        point.rational[target] = Fraction(1)


def powers_of_e(
    powers: Mapping[str, Fraction], where: str
) -> tuple[dict[str, RationalFunction], tuple[Parameter, ...]]:
    """e to each of these powers as a power of one e^g, and e^g as a parameter that is a constant, if there are any.

    Two powers of e are algebraically dependent, and only in one variable do equal numbers have equal normal forms.
    Raises DesignArgumentError where the powers in it would be higher than MAXIMAL_POWER.
    """
    if not powers:
        return {}, ()
    scale = lcm(*(power.denominator for power in powers.values()))
    share = Fraction(gcd(*(int(power * scale) for power in powers.values())), scale)
    exponents = {name: int(power / share) for name, power in powers.items()}
    if max(map(abs, exponents.values())) > MAXIMAL_POWER:
        shown = ", ".join(f"e^({power})" for power in powers.values())
        raise DesignArgumentError(
            f"{where}: {shown} are powers of e^({share}) higher than {MAXIMAL_POWER}; take fewer digits, or log(q)"
        )
    parameter = PrivacyLevel.of_eps(share).constant()
    variable = RationalFunction(Polynomial.variable(parameter.name))
    return {name: variable**exponent for name, exponent in exponents.items()}, (parameter,)


def left_over(domain: Domain, point: ExactPoint, constants: tuple[Parameter, ...]) -> Domain:
    """The domain of the variables that have no value, and of constants."""
    return Domain.of(
        *(parameter for parameter in domain.parameters if parameter.name not in point),
        *constants,
        conditions=domain.without(*(name for name in domain.names if name in point)).conditions,
        exponentials={budget: variable for budget, variable in domain.exponentials if variable not in point},
    )
