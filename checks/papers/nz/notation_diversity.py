"""Meaning of the notation of sections 4, 5 and the proof of Theorem 4.1: ranges, functions, operators, names.

V_i, Z_i, the letter P and others mean something else here than in sections 1 to 3. So the statements of section 4.2 are
read under `SURVEY`, which has meanings of its own, derived from the counts of the subsets that hold given categories.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb

from checks.interpreter import Interpreter, Notation
from checks.interpreter.values import MeaninglessError, Piecewise, SetValue, Value
from checks.reading import syntax as tree
from derivations.arithmetic.meaning import relation_formula
from derivations.theorems.subsets.subset_response import FixedSizeSubsets, SubsetMoments, local_diversity, variable
from mechanisms.exact.domain import Parameter, integer, within
from mechanisms.exact.formula import Formula, at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

_K, _L, _PI_I, _PI_J = (Polynomial.variable(name) for name in ("k", "l", "pi_i", "pi_j"))
_ALPHA_I, _ALPHA_B = Polynomial.variable("alpha_i"), Polynomial.variable("alpha_B")

PARAMETERS: tuple[Parameter, ...] = (
    integer("l", 1),
    integer("m", 1),
    within("alpha_i", 0, 1),
    within("alpha_B", 0, 1),
    within("p_B", 0, 1),
    within("Sigma", Fraction(-1, 4), Fraction(1, 4)),
)
"""l is a size of subsets, alpha_B and p_B are the probabilities of the set that is reported, under alpha and pi.
Sigma is any entry of the covariance matrix of one vector of bits."""

CONDITIONS: tuple[Formula, ...] = (at_least(_K, _L + 1), at_least(1, _PI_I + _PI_J))
"""The design has rank k, which it has not for l = k (section 1)."""

FUNCTIONS: Mapping[str, Callable[[Interpreter, tree.Apply], Value]] = {}
OPERATORS: Mapping[str, Callable[[Interpreter, tree.Operate], Value]] = {}
NAMES: Mapping[str, Callable[[Interpreter], Value]] = {}

ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
K, L, N, HOLDS_I = variable("k"), variable("l"), variable("n"), variable("z_i")
COUNTS = {"V_i": ("zeta_i", "pi_i"), "V_j": ("zeta_j", "pi_j")}
BITS = {"Z_i": "pi_i", "Z_j": "pi_j"}
SQUARES = variable("sum_of_squares")
"""The sum of pi_i^2 over all categories."""


@cache
def subsets() -> FixedSizeSubsets:
    """Local l-diversity with symbolic k and l; m stands for the number of all subsets."""
    return local_diversity(K, L)


def moments(interpreter: Interpreter) -> SubsetMoments:
    """Probabilities of single categories and pairs, at the values of k and l that are in force."""
    size = {name: interpreter.at[name] for name in ("k", "l") if name in interpreter.at}
    return local_diversity(size.get("k", K), size.get("l", L)).moments


def here(interpreter: Interpreter, value: RationalFunction) -> RationalFunction:
    """A value with the symbols put in that have values."""
    return value.substitute({name: v for name, v in interpreter.at.items() if name in value.names})


def prior(interpreter: Interpreter, name: str) -> RationalFunction:
    """pi_i or pi_j."""
    return here(interpreter, variable(name))


def binomial(interpreter: Interpreter, node: tree.Apply) -> Value:
    """binom(k - s, l - t) for numbers s >= t >= 0, the subsets that hold t given categories and lack s - t others.

    It is 0 for a negative lower number, as the paper's sums need.
    """
    upper, lower = (interpreter.number(argument) for argument in node.arguments)
    if not upper.names and not lower.names:
        top, bottom = int(upper.evaluate({})), int(lower.evaluate({}))
        return RationalFunction.of(comb(top, bottom) if top >= 0 and bottom >= 0 else 0)
    less, fewer = K - upper, L - lower
    if less.names or fewer.names:
        raise MeaninglessError(f"'{interpreter.print(node)}' counts no subsets of size l out of k")
    given, held = less.evaluate({}), fewer.evaluate({})
    if given.denominator > 1 or held.denominator > 1 or not 0 <= held <= given <= 9:
        raise MeaninglessError(f"'{interpreter.print(node)}' counts no subsets of size l out of k")
    return subsets().count(int(held), int(given - held))


def _mean_of(interpreter: Interpreter, value: RationalFunction) -> RationalFunction:
    """E of what is affine in the counts V_i and in the bits Z_i; the mean of V_i is n times that of Z_i."""
    law = moments(interpreter)
    result = value
    for name, pi in [*BITS.items(), *((count, pi) for count, (_, pi) in COUNTS.items())]:
        if result.numerator.degree(name) > 1 or name in result.denominator.names:
            raise MeaninglessError("the mean of what is not affine in counts and bits has no meaning here")
        mean = law.inclusion(prior(interpreter, pi))
        result = result.substitute({name: mean * here(interpreter, N) if name in COUNTS else mean})
    return result


def _mean(interpreter: Interpreter, node: tree.Operate) -> Value:
    (argument,) = node.arguments
    return _mean_of(interpreter, interpreter.number(argument))


def _variance(interpreter: Interpreter, node: tree.Operate) -> Value:
    """V of what is affine in one count: the square of its coefficient times n times the variance of a bit."""
    (argument,) = node.arguments
    value = interpreter.number(argument)
    slope = value.derivative("V_i")
    if "V_i" in slope.names or "V_j" in value.names:
        raise MeaninglessError(f"'{interpreter.print(node)}': the variance of one affine count is known here")
    return slope**2 * here(interpreter, N) * moments(interpreter).indicator_variance(prior(interpreter, "pi_i"))


def _probability(interpreter: Interpreter, node: tree.Operate) -> Value:
    law = moments(interpreter)
    match node:
        case tree.Operate(
            arguments=(tree.Chain(members=(tree.Name(name=bit), tree.Number(text="1")), relations=("=",)),)
        ) if bit in BITS:
            return law.inclusion(prior(interpreter, BITS[bit]))
        case tree.Operate(
            arguments=(
                tree.Chain(
                    members=(tree.Name(name="Z_i"), tree.Name(name="Z_j"), tree.Number(text="1")), relations=("=", "=")
                ),
            )
        ):
            return law.pair_inclusion(prior(interpreter, "pi_i"), prior(interpreter, "pi_j"))
        case tree.Operate(
            arguments=(tree.Chain(members=(tree.Name(name="Z_vec"), tree.Name(name="z_vec")), relations=("=",)),),
            given=(tree.Chain(members=(tree.Name(name="X"), tree.Name(name="c_i")), relations=("=",)),),
        ):
            return _held_or_not(subsets().holding, subsets().lacking)
        case tree.Operate(
            arguments=(tree.Chain(members=(tree.Name(name="X"), tree.Name(name="c_i")), relations=("=",)),),
            given=(tree.Chain(members=(tree.Name(name="Z_vec"), tree.Name(name="z_vec")), relations=("=",)),),
        ):
            return _posterior()
    raise MeaninglessError(f"'{interpreter.print(node)}' is no probability that is known here")


def _held_or_not(held: RationalFunction, lacked: RationalFunction) -> Piecewise:
    """One value where the reported set holds the category i, another one where it lacks it."""
    return Piecewise(((relation_formula(HOLDS_I, "=", ONE), held), (relation_formula(HOLDS_I, "=", ZERO), lacked)))


def _posterior() -> Piecewise:
    """alpha_i P(z | c_i) over the sum of these; of those in the set the probability is a, of the others b."""
    found = subsets()
    alpha, whole = variable("alpha_i"), variable("alpha_B")
    total = found.holding * whole + found.lacking * (ONE - whole)
    return _held_or_not(alpha * found.holding / total, alpha * found.lacking / total)


def _estimate(interpreter: Interpreter) -> Value:
    """The moment estimator: the solution of E(V_i/n) = V_i/n for pi_i."""
    return moments(interpreter).estimate(variable("V_i") / here(interpreter, N))


def _risk(interpreter: Interpreter) -> Value:
    """n E |estimate - pi|^2; the estimators are unbiased, so that it is the sum of n times their variances."""
    return moments(interpreter).risk(SQUARES)


def _sum_over_categories(interpreter: Interpreter, node: tree.BigSum) -> Value | None:
    """The sum over all k categories of a quadratic polynomial in pi_i."""
    match node:
        case tree.BigSum(index=tree.Name(name="i"), lower=tree.Number(text="1"), upper=tree.Name(name="k")):
            body = interpreter.number(node.body)
        case _:
            return None
    by_power = body.numerator.coefficients_in("pi_i")
    if set(body.names) != {"pi_i"} or not set(by_power) <= {0, 1, 2}:
        raise MeaninglessError(f"'{interpreter.print(node)}': a sum of a quadratic polynomial in pi_i is needed")
    totals = {0: K, 1: ONE, 2: SQUARES}
    return sum((totals[power] * RationalFunction(c) for power, c in by_power.items()), ZERO) / body.denominator


def _trace(interpreter: Interpreter, node: tree.Operate) -> Value:
    """The trace of the covariance matrix of the estimator, the sum of the variances over all categories."""
    if node.arguments != (tree.Operate("V", (tree.Name("pi_hat_star"),)),):
        raise MeaninglessError(f"'{interpreter.print(node)}': only the trace of one covariance is known here")
    return moments(interpreter).risk(SQUARES) / here(interpreter, N)


def _set_of_one(member: bool) -> Callable[[Interpreter], Value]:
    return lambda interpreter: SetValue(1, lambda z: relation_formula(z[0], "=", ONE if member else ZERO))


SURVEY_NAMES: Mapping[str, Callable[[Interpreter], Value]] = {
    "a_l": lambda i: ONE / subsets().count(1),
    "z_vec": lambda i: HOLDS_I,
    "c_i": lambda i: HOLDS_I,
    "E_i": _set_of_one(True),
    "B_z": _set_of_one(True),
    "zeta_i": lambda i: moments(i).inclusion(prior(i, "pi_i")),
    "zeta_j": lambda i: moments(i).inclusion(prior(i, "pi_j")),
    "zeta_ij": lambda i: moments(i).pair_inclusion(prior(i, "pi_i"), prior(i, "pi_j")),
    "pi_hat_i": _estimate,
    "V_plus": lambda i: moments(i).added_variance,
    "risk_star": _risk,
}
"""z and c_i are known by whether the reported set holds the category i."""


def survey(notation: Notation) -> Notation:
    """The notation with the meanings of section 4.1 and 4.2."""
    return replace(
        notation,
        functions={**notation.functions, "binom": binomial},
        operators={**notation.operators, "E": _mean, "V": _variance, "P": _probability, "tr": _trace},
        names={**notation.names, **SURVEY_NAMES},
        sums=_sum_over_categories,
    )
