"""Derivations to show with the claims of Sections II to IV; each starts from the mechanism or from a definition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

import sympy

from checks.papers.hlm.notation import NAMES, estimator_error, general_design, likelihood_maximum, moments
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LogLinear, Sequent
from derivations.estimation.estimator import estimator_mean, estimator_variance
from derivations.estimation.margins import normal_coverage
from derivations.estimation.moments import indicator_square, variance_identity
from derivations.estimation.sampling_model import design_rows, response_probabilities
from derivations.prover.quantities import closed_form, quotient, unreduced_sum
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, joined, relation, written
from derivations.theorems.binary.binary_maximum import maximum_likelihood
from derivations.theorems.binary.binary_optimum import (
    ONE_SIDED,
    Coordinates,
    Minimisers,
    cases_cover_everything,
    minimisers,
)
from mechanisms import catalogue
from mechanisms.design import Design
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.region import privacy_conditions

PI = NAMES["pi"]
SYMBOLS = {"x": sympy.exp(sympy.Symbol("epsilon"))}


def warner() -> Design:
    """Warner's spinner, enumerated."""
    return catalogue.get("warner").protocol.design()


def law_of_a_response(design: Callable[[], Design]) -> Derivation:
    """P(X_i = k) = sum over j of P(x_i = j) P(X_i = k given x_i = j), each factor enumerated from the protocol."""
    rows, law = design_rows(design()), response_probabilities(design(), PI)
    steps = [
        Step(
            relation(Written(f"P(X_i = {k} | x_i = {j})", rf"\mathbb{{P}}(X_i={k}\mid x_i={j})"), "=", rows[j][k]),
            "enumeration of the protocol",
        )
        for j in (0, 1)
        for k in (0, 1)
    ]
    names = [Written(f"P(X_i = {k})", rf"\mathbb{{P}}(X_i={k})") for k in (0, 1)]
    for k, name in enumerate(names):
        total = unreduced_sum([(1 - PI, rows[0][k]), (PI, rows[1][k])])
        statement = relation(name, "=", law[k])
        steps.append(Step(statement, "total probability over the truth", closed_form("p", total, law[k])))
    result = joined(relation(name, "=", value) for name, value in zip(names, law, strict=True))
    return Derivation("Law of a response", tuple(steps), result)


def mean_of_a_response() -> Derivation:
    """E[X_i] = E[X_i^2] = P(X_i = 1), since X^2 = X for X in {0, 1}."""
    law = law_of_a_response(general_design)
    square = Step(Written("X in {0, 1} => X^2 = X", r"X\in\{0,1\} \implies X^2=X"), "by cases on X", indicator_square())
    ones = response_probabilities(general_design(), PI)[1]
    mean = relation(Written("E[X_i]", r"\mathbb{E}[X_i]"), "=", Written("E[X_i^2]", r"\mathbb{E}[X_i^2]"), "=", ones)
    return Derivation("Moments of a response", (*law.steps, square, Step(mean, "0 and 1 are its only values")), mean)


def variance_of_any_variable() -> Derivation:
    """Var(Y) = E[Y^2] - E[Y]^2 from the definition E[(Y - E Y)^2]."""
    definition = Written("Var(Y) = E[(Y - E[Y])^2]", r"\operatorname{Var}(Y)=\mathbb{E}[(Y-\mathbb{E}[Y])^2]")
    result = Written("Var(Y) = E[Y^2] - E[Y]^2", r"\operatorname{Var}(Y)=\mathbb{E}[Y^2]-\mathbb{E}[Y]^2")
    steps = (Step(definition, "definition"), Step(result, "the square expanded, E is linear", variance_identity()))
    return Derivation("Variance of any random variable", steps, result)


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


def minimisers_over_the_region() -> Derivation:
    """The set of minimisers over R', case by case, and that the cases cover everything."""
    steps = [
        Step(said, f"case {case.name}", theorem)
        for case in minimisers()
        for said, theorem in zip(_said_of(case), case.theorems, strict=True)
    ]
    steps.append(Step("one of the cases holds", "signs of the quantities that decide", cases_cover_everything()))
    result = Written("argmin over R', case by case", r"\operatorname*{arg\,min}_{\mathcal{R}'}\operatorname{Var}")
    return Derivation("Minimisers of the error over the private designs", tuple(steps), result)


def _said_of(case: Minimisers) -> Iterator[Written | str]:
    """What the theorems of a case say, in their order."""
    if case.points is None:
        certain, free = ("p00", "p11") if case.witness == ONE_SIDED else ("p11", "p00")
        yield f"the designs of R' with {certain} = 1 have no error"
        yield "every other design of R' has a positive error"
        yield f"the designs with {certain} = 1 and 0 < {free} <= delta lie in R'"
        yield f"no other design with {certain} = 1 lies in R'"
        return
    if not case.points:
        yield "R' is empty"
        return
    first, *_ = points = [_pair(point) for point in case.points]
    anywhere = Written("(p00, p11)", "(p_{00},p_{11})")
    elsewhere = Written("all points of R' but these", r"\text{all points of $\mathcal{R}'$ but these}")
    yield relation(_error(anywhere), ">", _error(first), "for", elsewhere)
    for point in points:
        yield relation(point, "in", Written("R'", r"\mathcal{R}'"))
        if point is not first:
            yield relation(_error(point), "=", _error(first))


def _pair(point: Coordinates) -> Written:
    p00, p11 = (written(coordinate, SYMBOLS) for coordinate in point)
    return Written(f"({p00.text}, {p11.text})", rf"\left({p00.latex},{p11.latex}\right)")


def _error(point: Written) -> Written:
    return Written(f"Var{point.text}", rf"\operatorname{{Var}}{point.latex}")


def _likelihood() -> Derivation:
    return likelihood_maximum().derivation


DERIVATIONS_II_IV: Mapping[str, Callable[[], Derivation]] = {
    **dict.fromkeys(("HLM-02", "HLM-03", "HLM-04", "HLM-05", "HLM-06"), partial(law_of_a_response, general_design)),
    **dict.fromkeys(("HLM-07", "HLM-08", "HLM-09", "HLM-10", "HLM-11"), _likelihood),
    "HLM-12": variance_of_any_variable,
    "HLM-13": lambda: moments().derivation,
    "HLM-14": mean_of_a_response,
    "HLM-15": lambda: estimator_mean(general_design(), PI)[1],
    **dict.fromkeys(("HLM-16", "HLM-17"), lambda: estimator_variance(general_design(), PI)[1]),
    "HLM-20": lambda: normal_coverage(Fraction(49, 25))[2],
    **dict.fromkeys(("HLM-22", "HLM-23"), partial(law_of_a_response, warner)),
    "HLM-24": lambda: maximum_likelihood(warner()).derivation,
    "HLM-25": lambda: estimator_variance(warner(), PI)[1],
    **dict.fromkeys(("HLM-26", "HLM-27", "HLM-28", "HLM-29"), privacy_of_a_response),
    **dict.fromkeys(("HLM-38", "HLM-39", "HLM-40", "HLM-41"), sign_of_f),
    **dict.fromkeys(("HLM-42", "HLM-43", "HLM-50", "HLM-51", "HLM-53", "HLM-54"), minimisers_over_the_region),
    **dict.fromkeys(("HLM-44", "HLM-45", "HLM-47"), partial(slope_of_the_error, "p11")),
    **dict.fromkeys(("HLM-48", "HLM-49"), partial(slope_of_the_error, "p00")),
}
"""How to derive what a claim speaks of, for `rrproof show`."""
