"""Derivations to show with the claims of Sections II to IV; each starts from the mechanism or from a definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

import sympy

from checks.papers.hlm.notation import NAMES, estimator_error, general_design
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LogLinear, Sequent
from derivations.estimation.estimator import estimator_variance
from derivations.estimation.margins import normal_coverage
from derivations.prover.quantities import closed_form, quotient, unreduced_sum
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, joined, relation
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.region import privacy_conditions

PI = NAMES["pi"]
SYMBOLS = {"x": sympy.exp(sympy.Symbol("epsilon"))}


def privacy_of_a_response() -> Derivation:
    """The definition of (eps, delta)-differential privacy for one response, all pairs of truths, all events."""
    conditions = privacy_conditions(general_design())
    steps = [
        Step(relation(condition.polynomial, ">=", 0), "one pair of truths and one set of responses, x = e^eps")
        for condition in conditions
    ]
    result = joined(step.statement for step in steps if isinstance(step.statement, Written))
    return Derivation("Privacy of one response by definition", tuple(steps), result)


def sign_of_f() -> Derivation:
    """f(x, y) = x y + (1 - x)(1 - y), a sum of two terms that are not negative on the unit square."""
    x, y = Polynomial.variable("x"), Polynomial.variable("y")
    f = 2 * x * y - x - y + 1
    terms = unreduced_sum([(x, y), (1 - x, 1 - y)])
    square = frozenset(at_least(a, b) for a, b in ((x, 0), (1, x), (y, 0), (1, y)))
    name = Written("f(x, y)", "f(x,y)")
    steps = (
        Step(
            relation(name, "=", Written("x y + (1 - x)(1 - y)", "xy+(1-x)(1-y)")),
            "expanded",
            closed_form("f", terms, RationalFunction.of(f)),
        ),
        Step(
            relation(name, ">=", 0),
            "both terms are products of factors >= 0",
            prove_from(Sequent(square, at_least(f, 0))),
        ),
        Step("f = 0 only where both terms vanish: x y = 0 and (1 - x)(1 - y) = 0", "a sum of terms that are >= 0"),
    )
    return Derivation("Least values of f on the unit square", steps, relation(name, ">=", 0))


def slope_of_the_error(name: str) -> Derivation:
    """The derivative of the error in p00 or p11, from the error that the moments of the count give."""
    error = estimator_error(NAMES["p00"], NAMES["p11"], PI, NAMES["n"])
    slope = error.derivative(name)
    index = name.removeprefix("p")
    what = Written(f"dVar/d{name}", rf"\frac{{\partial\operatorname{{Var}}(\hat\Pi|\pi)}}{{\partial p_{{{index}}}}}")
    theorem = kernel.derivative(LogLinear(quotient(error)), name, quotient(slope))
    _, derivation = estimator_variance(general_design(), PI)
    statement = relation(what, "=", slope)
    steps = (*derivation.steps, Step(statement, "derivative by the usual rules", theorem))
    return Derivation(f"Slope of the error in {name}", steps, statement)


DERIVATIONS_II_IV: Mapping[str, Callable[[], Derivation]] = {
    "HLM-20": lambda: normal_coverage(Fraction(49, 25))[2],
    **dict.fromkeys(("HLM-38", "HLM-39", "HLM-40"), sign_of_f),
    **dict.fromkeys(("HLM-44", "HLM-45", "HLM-47"), partial(slope_of_the_error, "p11")),
    **dict.fromkeys(("HLM-48", "HLM-49"), partial(slope_of_the_error, "p00")),
}
"""How to derive what a claim speaks of, for `rrproof show`."""
