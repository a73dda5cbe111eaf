r"""What no eps-LDP design exceeds, whatever the prior and the number of truths: mutual and chi-square information.

On a staircase column of a subset of probability p, with s = 1 + (x - 1) p the probability of the response up to its
mass, the objective is s r with

    mutual information:  r = x log(x) p/s - log s = A (1 - 1/s) - log s <= A - 1 - log A,   A = x log(x)/(x - 1),
    chi-square:          r = p (1 - p) (x - 1)^2/s^2 <= (x - 1)^2/(4 x),

with equality at s = A, and at p = 1/(x + 1). The masses times s sum to one, so that these bound the objective.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from flint import arb

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import LogLinear, Quotient, Sequent
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written
from mechanisms.exact.formula import Condition
from mechanisms.exact.logarithm_sum import EnclosedNumber
from mechanisms.exact.polynomial import Polynomial, to_fmpq
from mechanisms.exact.rational import RationalFunction

X, P, S, Z, A = (Polynomial.variable(name) for name in ("x", "p", "s", "z", "a"))
ONE = Polynomial.constant(1)


def information_ceiling(x: Fraction) -> EnclosedNumber:
    """A - 1 - log A nats with A = x log(x)/(x - 1), for x = e^eps > 1."""
    _check(x)

    def enclose(bits: int) -> arb:
        level = arb(to_fmpq(x))
        peak = level * level.log() / (level - 1)
        return peak - 1 - peak.log()

    return EnclosedNumber(enclose)


def chi_square_ceiling(x: Fraction) -> Fraction:
    """(x - 1)^2/(4 x), for x = e^eps > 1."""
    _check(x)
    return (x - 1) ** 2 / (4 * x)


def best_probability(x: Fraction, name: str) -> EnclosedNumber:
    """The probability p of a subset that attains the ceiling: (A - 1)/(x - 1) for mutual-information, 1/(x + 1)."""
    _check(x)

    def enclose(bits: int) -> arb:
        level = arb(to_fmpq(x))
        return (level * level.log() / (level - 1) - 1) / (level - 1)

    return EnclosedNumber(enclose if name == "mutual-information" else lambda bits: 1 / (arb(to_fmpq(x)) + 1))


@cache
def logarithm_below_tangent() -> Theorem:
    """d/dz [z - 1 - log z] = (z - 1)/z, negative below 1 and positive above, so that z - 1 - log z >= 0 for z > 0."""
    function = LogLinear(Quotient(Z - 1, ONE), ((Polynomial.constant(-1), Quotient(Z, ONE)),))
    return kernel.derivative(function, "z", Quotient(Z - 1, Z))


@cache
def tangent_of_information() -> Theorem:
    """s > 0 |- a (1 - 1/s) + (a/s - 1) = a - 1: what is left when log(a/s) is replaced by its bound a/s - 1"""
    left = RationalFunction(A) - RationalFunction(A, S) + RationalFunction(A, S) - 1
    return prove_from(Sequent(frozenset((Condition(S, ">"),)), relation_formula(left, "=", RationalFunction(A - 1))))


@cache
def chi_square_below_ceiling() -> Theorem:
    """x > 1, 0 <= p <= 1 |- p (1 - p) (x - 1)^2/s^2 <= (x - 1)^2/(4 x): s^2 - 4 x p (1 - p) is (1 - p - x p)^2"""
    known = frozenset((Condition(X - 1, ">"), Condition(P, ">="), Condition(1 - P, ">=")))
    value = RationalFunction(P * (1 - P) * (X - 1) ** 2, (1 + (X - 1) * P) ** 2)
    ceiling = RationalFunction((X - 1) ** 2, 4 * X)
    return prove_from(Sequent(known, relation_formula(value, "<=", ceiling)))


def ceilings() -> Derivation:
    """Mutual and chi-square information of any eps-LDP design and any prior are below these ceilings."""
    steps = (
        Step(
            "staircase designs suffice, and the objective of a column of mass theta is theta s r(p)",
            "see the derivation that staircase designs suffice",
        ),
        Step(
            Written("sum of theta s = 1", r"\sum_S \theta_S s_S = 1"),
            "rows of the design sum to one, and so do the probabilities of the prior",
        ),
        Step(Written("log z <= z - 1", r"\log z \leq z - 1"), "the slope of z - 1 - log z", logarithm_below_tangent()),
        Step(
            Written(
                "r = A (1 - 1/s) - log s <= A - 1 - log A",
                r"r = A\bigl(1 - \tfrac1s\bigr) - \log s \leq A - 1 - \log A",
            ),
            "p = (s - 1)/(x - 1), and log(A/s) <= A/s - 1, with equality at s = A",
            tangent_of_information(),
        ),
        Step(
            Written(
                "p (1 - p) (x - 1)^2/s^2 <= (x - 1)^2/(4 x)",
                r"\frac{p(1-p)(x-1)^2}{s^2} \leq \frac{(x-1)^2}{4x}",
            ),
            "for the chi-square information",
            chi_square_below_ceiling(),
        ),
    )
    result = Written(
        "I <= A - 1 - log A with A = x log(x)/(x - 1), chi^2 <= (x - 1)^2/(4 x)",
        r"I \leq A - 1 - \log A,\ A = \frac{x\log x}{x - 1},\qquad \chi^2 \leq \frac{(x-1)^2}{4x}",
    )
    return Derivation("Information that no private design exceeds", steps, result)


def _check(x: Fraction) -> None:
    if not x > 1:
        raise ValueError(f"x = e^eps must be greater than 1, not {x}")
