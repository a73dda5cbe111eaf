"""The steps by which moments of exchangeable reports are found, each with the theorem of the kernel for its algebra.

Source for the dealt deck: Sun, Zhou, Yan, An Improved Christofides Mechanism, Theorems 3.1 and 4.1, Appendices A and B.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import sympy

from derivations.estimation.finite_population import FIRST, SECOND, Draws, Reports
from derivations.estimation.moment_law import Exact, Exponents, monomials, variable
from derivations.prover.quantities import closed_form, fresh_name, quotient, unreduced_sum
from derivations.steps import Derivation, Step, Written, relation, written
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.exact.typesetting import name_latex

Symbols = Mapping[str, sympy.Expr]


def pair_moment_derivation(draws: Draws, symbols: Symbols | None = None) -> Derivation:
    """E[Z_i Z_j] and Cov(Z_i, Z_j), i != j, of draws of one variable Z, from the constant sum of the population."""
    (name,) = draws.law.variables
    mean, second, pair = draws.law.mean, draws.law.second_moment, draws.pair_moment((1,), (1,))
    product, covariance = _expectation(f"{name}{FIRST} {name}{SECOND}"), _covariance(name)
    taken = {*mean.names, *second.names, *pair.names}
    if draws.size is None:
        theorem = closed_form(fresh_name("product", taken), unreduced_sum([(mean, mean)]), pair)
        steps = [Step(relation(product, "=", pair, symbols=symbols), "independent draws", theorem)]
    else:
        size = draws.size
        by, less = written(size, symbols), written(size - 1, symbols)
        first, square = _expectation(name), _expectation(f"{name}^2")
        constant = Written(
            lambda: f"{by} {square} + {by} ({less}) {product} = ({by} {first})^2",
            lambda: (
                rf"{by.latex}\,{square.latex} + {by.latex}({less.latex})\,{product.latex} "
                rf"= ({by.latex}\,{first.latex})^2"
            ),
        )
        definition = unreduced_sum([(size**2, mean, mean, 1 / (size * (size - 1))), (-second, 1 / (size - 1))])
        steps = [
            Step(constant, "the sum over the whole population is a constant, and the draws are exchangeable"),
            Step(
                relation(product, "=", pair, symbols=symbols),
                "solved for the expected product",
                closed_form(fresh_name("product", taken), definition, pair),
            ),
        ]
    value = pair - mean**2
    theorem = closed_form(fresh_name("covariance", taken), unreduced_sum([(pair,), (-mean, mean)]), value)
    result = relation(covariance, "=", value, symbols=symbols)
    return Derivation(f"Two draws of {name}", (*steps, Step(result, "E[product] - product of E", theorem)), result)


def variance_of_sum_derivation(reports: Reports, count: Exact, symbols: Symbols | None = None) -> Derivation:
    """Var(X_1 + ... + X_n) of reports: from the moments of one report and of a pair of reports."""
    n = RationalFunction.of(count)
    variance, covariance, whole = reports.variance, reports.covariance, reports.variance_of_sum(count)
    taken = {*whole.names, *variance.names, *covariance.names, *n.names, *reports.variables}
    steps = [Step(relation(Written("X", "X"), "=", reports.report, symbols=symbols), "what a respondent reports")]
    for source in reports.sources:
        if len(source.law.variables) == 1:
            steps += pair_moment_derivation(source, symbols).steps

    def moment(what: Written, value: RationalFunction, found: RationalFunction, of: _Moment) -> Step:
        terms = [(coefficient, of(exponents)) for exponents, coefficient in monomials(value, of.variables)]
        theorem = closed_form(fresh_name("moment", taken), unreduced_sum(terms), found)
        return Step(relation(what, "=", found, symbols=symbols), "multiplied out; sources are independent", theorem)

    one, two = _Moment(reports.variables, reports.moment), _Moment(reports.pair_variables, reports.pair_moment)
    both = reports.of_respondent(FIRST) * reports.of_respondent(SECOND)
    steps += [
        moment(_expectation("X"), reports.report, reports.mean, one),
        moment(_expectation("X^2"), reports.report**2, reports.second_moment, one),
        moment(_expectation("X_i X_j"), both, reports.product_moment, two),
    ]
    for name, square, value in (
        (Written("Var(X)", r"\operatorname{Var}(X)"), reports.second_moment, variance),
        (_covariance("X"), reports.product_moment, covariance),
    ):
        definition = unreduced_sum([(square,), (-reports.mean, reports.mean)])
        theorem = closed_form(fresh_name("centred", taken), definition, value)
        steps.append(Step(relation(name, "=", value, symbols=symbols), "E[product] - product of E", theorem))
    theorem = closed_form(fresh_name("whole", taken), unreduced_sum([(n, variance), (n, n - 1, covariance)]), whole)
    result = relation(_variance_of_sum(), "=", whole, symbols=symbols)
    steps.append(Step(result, "n variances and n (n - 1) covariances", theorem))
    return Derivation("Variance of the sum of the reports", tuple(steps), result)


def estimator_variance_derivation(
    reports: Reports, count: Exact, proportion: str = "pi", symbols: Symbols | None = None
) -> Derivation:
    """Var(pi_hat) of the linear unbiased estimate from n reports, with the estimate itself."""
    before = variance_of_sum_derivation(reports, count, symbols)
    n, linear = RationalFunction.of(count), reports.estimate(proportion)
    value, whole = reports.estimator_variance(count, proportion), reports.variance_of_sum(count)
    estimate = Written("pi_hat", r"\hat\pi")
    mean = _expectation("X")
    intercept, slope = written(linear.intercept, symbols), written(linear.slope, symbols)
    share = written(Polynomial.variable(proportion), symbols)
    line = Written(
        lambda: f"{mean} = {intercept} + ({slope}) {share}",
        lambda: rf"{mean.latex} = {intercept.latex} + \left({slope.latex}\right) {share.latex}",
    )
    average = fresh_name("Xbar", {*linear.intercept.names, *linear.slope.names})  # printed as X with a bar
    solved = relation(estimate, "=", linear.at(variable(average)), symbols=symbols)
    definition = quotient(whole)
    scale = quotient((n * linear.slope) ** 2)
    theorem = closed_form(
        fresh_name("variance", {*value.names, *whole.names, *n.names, proportion}),
        type(definition)(definition.numerator * scale.denominator, definition.denominator * scale.numerator),
        value,
    )
    result = relation(Written("Var(pi_hat)", r"\operatorname{Var}(\hat\pi)"), "=", value, symbols=symbols)
    steps = (
        *before.steps,
        Step(line, f"the mean of one report, as a function of {proportion}"),
        Step(solved, "unbiased, because it is linear and solves the line before"),
        Step(result, "the variance of a linear function of the sum", theorem),
    )
    return Derivation("Variance of the linear unbiased estimate", steps, result)


class _Moment:
    """Moments of monomials in given variables."""

    def __init__(self, variables: Sequence[str], moment: Callable[[Exponents], RationalFunction]) -> None:
        self.variables = tuple(variables)
        self._moment = moment

    def __call__(self, exponents: Exponents) -> RationalFunction:
        return self._moment(exponents)


def _expectation(what: str) -> Written:
    return Written(f"E[{what}]", lambda: rf"\mathbb{{E}}[{' '.join(map(name_latex, what.split()))}]")


def _covariance(name: str) -> Written:
    first, second = f"{name}{FIRST}", f"{name}{SECOND}"
    return Written(
        f"Cov({first}, {second})", lambda: rf"\operatorname{{Cov}}({name_latex(first)}, {name_latex(second)})"
    )


def _variance_of_sum() -> Written:
    return Written("Var(X_1 + ... + X_n)", r"\operatorname{Var}(X_1 + \dots + X_n)")
