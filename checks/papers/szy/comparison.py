"""The variances of section 6 at a common budget t = e^eps, and the proportions at which two of them meet.

L = 3, the budget t is that of one report, p_2 is given, and p_1, p_3 are what these leave (section 5); Simmons with
piB = 1/2. All of it is derived from the protocols.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from derivations.estimation.budgeted_surveys import card_variance_at_budget, simmons_variance, warner_variance
from derivations.estimation.moment_law import variable
from mechanisms.exact.rational import RationalFunction

N, PI, T, MIDDLE = (variable(name) for name in ("N", "pi", "t", "p_2"))


def simmons_at_half() -> RationalFunction:
    """Var_MS at the budget t for piB = 1/2."""
    return simmons_variance(mostly_no=True).substitute({"piB": RationalFunction.of(1) / 2})


VARIANCES: dict[str, Callable[[], RationalFunction]] = {
    "Var_MW": warner_variance,
    "Var_MS": simmons_at_half,
    "Var_MW_MS": warner_variance,
    "Var_MC": lambda: card_variance_at_budget(dealt=False),
    "Var_IC": lambda: card_variance_at_budget(dealt=True),
}


@cache
def excess_over_warner() -> RationalFunction:
    """Var_IC - Var_MW at the common budget."""
    return card_variance_at_budget(dealt=True) - warner_variance()


@cache
def coefficients() -> tuple[RationalFunction, RationalFunction]:
    """(g, h) with Var_IC - Var_MW = g pi (1 - pi) - h, where g and h are free of pi."""
    at_zero = excess_over_warner().substitute({"pi": 0})
    factor = (excess_over_warner() - at_zero) / (PI * (1 - PI))
    if "pi" in factor.names:
        raise AssertionError("the difference is no multiple of pi (1 - pi) and a constant")
    return factor, -at_zero


@cache
def squared_length() -> RationalFunction:
    """The square of the distance of the two zeros of g pi (1 - pi) - h in pi: 1 - 4 h/g."""
    factor, constant = coefficients()
    return 1 - 4 * constant / factor
