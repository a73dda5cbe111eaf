"""Derivations to show with the claims of sections 3.3 and 4, appendices C and D."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, relation
from derivations.theorems.relaxations.relaxation import (
    bayes_derivation,
    history_derivation,
    relaxed_probability,
    tight_sums,
)
from mechanisms.exact.formula import Formula
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

X, Y, M = (RationalFunction(Polynomial.variable(name)) for name in "xym")
TWO = RationalFunction.of(2)
SYMBOLS = {"x": sympy.exp(sympy.Symbol("epsilon_1")), "y": sympy.exp(sympy.Symbol("epsilon_2"))}
RAISED: tuple[Formula, ...] = (
    relation_formula(X, ">=", RationalFunction.of(1)),
    relation_formula(Y, ">", X),
)


def _theorem(formula: Formula) -> Theorem:
    return prove_from(Sequent(frozenset(RAISED), formula))


def step_derivation() -> Derivation:
    """The four ratios of one binary step, given o_1: the largest is that of o_1 = b, o_2 = a."""
    steps = []
    for before, after in (("a", "a"), ("b", "b"), ("a", "b"), ("b", "a")):
        ratio = relaxed_probability(X, Y, TWO, "a", before, after) / relaxed_probability(X, Y, TWO, "b", before, after)
        printed = Written(
            f"P({after} | {before}, X = a)/P({after} | {before}, X = b)",
            rf"\frac{{\Pr({after}\mid {before},X=a)}}{{\Pr({after}\mid {before},X=b)}}",
        )
        theorem = _theorem(relation_formula(ratio, "<=", X * Y))
        said = relation(printed, "=", ratio, "<=", X * Y, symbols=SYMBOLS)
        steps.append(Step(said, "Bayes' rule; e^eps_2 > e^eps_1 >= 1", theorem))
    result = relation(Written("e^eps_Delta", r"e^{\epsilon_\Delta}"), "=", X * Y, symbols=SYMBOLS)
    return Derivation("The guarantee of one step", tuple(steps), result)


def program_derivation() -> Derivation:
    """Why the program has one solution: three of its rows add up to its equation, so that nothing is left over."""
    total = Written("T = e^eps_1 p_aa + (m - 1) p_ba", r"T = e^{\epsilon_1}p_{aa}+(m-1)p_{ba}")
    summed = Written(
        "T <= e^eps_2 (e^eps_1 + m - 1 - T)/(m - 1)",
        r"T \leq e^{\epsilon_2}\,\frac{e^{\epsilon_1}+m-1-T}{m-1}",
    )
    tight = Written(
        "T = e^eps_2 (e^eps_1 + m - 1)/(e^eps_2 + m - 1)",
        r"T = \frac{e^{\epsilon_2}(e^{\epsilon_1}+m-1)}{e^{\epsilon_2}+m-1}",
    )
    result = Written("(37), (42), (45) hold with equality", r"(37),\ (42),\ (45)\ \text{hold with equality}")
    steps = (
        Step(total, "Pr(o_2 = a | X = a) times e^eps_1 + m - 1"),
        Step(summed, "(37) + (42) + (m - 2) (45)"),
        Step(tight, "(33): with it both sides of the line before are equal"),
        Step(result, "each term is at most its bound, and the sums are equal", tight_sums()),
    )
    return Derivation("The supports of the linear program", steps, result)


DERIVATIONS_CONTINUAL: Mapping[str, Callable[[], Derivation]] = {
    **dict.fromkeys(("PAN-50", "PAN-52", "PAN-53", "PAN-55"), bayes_derivation),
    **dict.fromkeys(
        (
            "PAN-51",
            "PAN-54",
            "PAN-56",
            "PAN-58",
            "PAN-60",
            "PAN-61",
            "PAN-62",
            "PAN-69",
            "PAN-133",
            "PAN-134",
            "PAN-135",
        ),
        history_derivation,
    ),
    **dict.fromkeys(("PAN-63", "PAN-64", "PAN-67", "PAN-68"), step_derivation),
    **dict.fromkeys(("PAN-118", "PAN-120", "PAN-121"), program_derivation),
}
