"""What the names of section 6 mean: variances at a common budget t = e^eps, the proportions at which two of them meet.

L = 3, the budget t is that of one report, p_2 is given, and p_1, p_3 are what these leave (section 5); Simmons with
piB = 1/2. All of it is derived from the protocols; only a, c and Delta are definitions of the paper.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from checks.interpreter import ZERO, Interpreter, Notation
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.szy.notation import BASE
from checks.papers.szy.surveys import settled
from checks.reading import syntax as tree
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.budgeted_surveys import card_variance_at_budget, simmons_variance, warner_variance
from derivations.estimation.moment_law import variable
from mechanisms.exact.rational import RationalFunction, rational_square_root

N, PI, T, MIDDLE = (variable(name) for name in ("N", "pi", "t", "p_2"))
LENGTH = "length of [pi_A1, pi_A2]"
"""The variable for the distance of the two proportions at which Var_IC = Var_MW."""


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


def length(interpreter: Interpreter) -> RationalFunction:
    """piA2 - piA1."""
    square = settled(interpreter, squared_length())
    return interpreter.square_root(square, LENGTH if square.names else "")


def roots_named(square: RationalFunction, name: str = "") -> Callable[[Interpreter, tree.Apply], Value]:
    """The meaning of printed roots where sqrt(q^2 u) is q sqrt(u) for the given square u, provided that q >= 0."""

    def root(interpreter: Interpreter, node: tree.Apply) -> Value:
        radicand, base = interpreter.number(node.arguments[0]), settled(interpreter, square)
        factor = rational_square_root(radicand / base)
        if factor is None:
            return interpreter.square_root(radicand)
        interpreter.demand("the factor before the root is not negative", relation_formula(factor, ">=", ZERO))
        return factor * interpreter.square_root(base, name if base.names else "")

    return root


# -- the definitions of the paper in the proof of Theorem 6.1 ---------------------------------------------------------


def printed_a(*, factor: RationalFunction | int = 1) -> Callable[[Interpreter], Value]:
    """a as it is printed before (5), times a factor that may be missing there."""
    value = (4 * T + (T - 1) ** 2 * MIDDLE) * factor
    return lambda interpreter: settled(interpreter, value)


def printed_c(interpreter: Interpreter) -> Value:
    """c as it is printed before (5)."""
    return settled(interpreter, (N - 1) * (1 - MIDDLE) * T)


def discriminant(interpreter: Interpreter) -> Value:
    """Delta = a^2 - 4 a c."""
    a, c = (interpreter.number(tree.Name(name)) for name in ("a", "c"))
    return a**2 - 4 * a * c


def at_budget(*, factor: RationalFunction | int = 1) -> Notation:
    """The notation of section 6; `factor` is what a is multiplied by, 1 as it is printed."""
    names = {name: _settled(meaning) for name, meaning in VARIANCES.items()}
    proportions = {
        "piA1": lambda interpreter: (1 - length(interpreter)) / 2,
        "piA2": lambda interpreter: (1 + length(interpreter)) / 2,
        "a": printed_a(factor=factor),
        "c": printed_c,
        "Delta": discriminant,
    }
    return replace(
        BASE,
        names={**BASE.names, **names, **proportions},
        operators={**BASE.operators, **{name: of_estimator(meaning) for name, meaning in names.items()}},
        functions={**BASE.functions, "sqrt": roots_named(squared_length(), LENGTH)},
    )


def _settled(meaning: Callable[[], RationalFunction]) -> Callable[[Interpreter], Value]:
    return lambda interpreter: settled(interpreter, meaning())


ESTIMATOR_VARIANCE = tree.Operate("Var", (tree.Name("pi_hat"),))


def of_estimator(value: Callable[[Interpreter], Value]) -> Callable[[Interpreter, tree.Operate], Value]:
    """The variance printed with the estimator after it."""

    def applied(interpreter: Interpreter, node: tree.Operate) -> Value:
        if node.arguments != (tree.Name("pi_hat"),):
            raise MeaninglessError(f"'{interpreter.print(node)}': this is the variance of the estimator only")
        return value(interpreter)

    return applied
