"""The likelihood of the counts, log L = sum_y N_y log P_y(pi), with its score and Fisher information.

Source: Lehmann, Casella 1998, section 2.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy

from derivations.algebra.linear_algebra import Matrix
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import LogLinear, Quotient
from derivations.estimation.moments import response_probability
from derivations.estimation.sampling_model import (
    Prior,
    design_rows,
    prior_vector,
    response_probabilities,
    sample_size,
    symbols_of,
)
from derivations.prover.quantities import (
    ONE,
    closed_form,
    fresh_name,
    quotient,
    unreduced_sum,
)
from derivations.steps import Derivation, Step, Written, relation, written
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.exact.typesetting import name_latex


class ImpossibleResponseError(ValueError):
    """A response has probability zero: its logarithm, or the information in it, is not finite."""


class NameTakenError(ValueError):
    """A name for a prior, a count or the number of respondents is a parameter of the design already."""


@dataclass(frozen=True)
class Likelihood(Shown):
    """log L = sum_y counts[y] log probabilities[y], up to a constant, as a function of the free part of the prior.

    `prior_names` are the probabilities of all truths but the first. `score` is the gradient, `hessian` the matrix of
    second derivatives, `information` the expectation of minus the Hessian (Fisher's).
    """

    prior_names: tuple[str, ...]
    size: Polynomial
    counts: tuple[Polynomial, ...]
    probabilities: tuple[RationalFunction, ...]
    function: LogLinear
    score: tuple[RationalFunction, ...]
    hessian: Matrix
    information: Matrix
    derivation: Derivation

    @property
    def observed_information(self) -> Matrix:
        """Minus the Hessian, at the counts that were observed: a row and a column for each free probability."""
        return tuple(tuple(-value for value in row) for row in self.hessian)

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """The theorems of the derivation."""
        return self.derivation.theorems


def free_names(design: Design, prior: str) -> tuple[str, ...]:
    """Names for the probabilities of all truths but the first: `prior` itself for two truths, else numbered."""
    count = len(design.truths)
    return (prior,) if count == 2 else tuple(f"{prior}{x}" for x in range(1, count))


def likelihood(design: Design, prior: str = "pi", count: str = "N", n: int | str | sympy.Symbol = "n") -> Likelihood:
    """Log-likelihood of n independent responses with its first two derivatives, for symbolic counts and n.

    The counts of all responses but the first are named after `count`, and the first response has the rest.
    Raises ImpossibleResponseError when a response has probability zero whatever the prior, NameTakenError when a
    parameter of the design has one of these names.
    """
    size = sample_size(n)
    names = free_names(design, prior)
    count_names = (
        (count,) if len(design.responses) == 2 else tuple(f"{count}{y}" for y in range(1, len(design.responses)))
    )
    chosen = [*names, *count_names, *size.names]
    parameters = {name for row in design_rows(design) for value in row for name in value.names}
    for name in chosen:
        if name in parameters or chosen.count(name) > 1:
            raise NameTakenError(f"{name!r} is used twice; give prior, count and n names that the design does not use")
    free = [RationalFunction(Polynomial.variable(name)) for name in names]
    probabilities = response_probabilities(design, [1 - sum(free, RationalFunction.of(0)), *free])
    for label, probability in zip(design.responses, probabilities, strict=True):
        if probability.is_zero():
            raise ImpossibleResponseError(f"response {label} never occurs; leave its column out of the design")
    others = [Polynomial.variable(name) for name in count_names]
    counts = (size - sum(others, Polynomial()), *others)
    pairs = tuple(zip(counts, map(quotient, probabilities), strict=True))
    function = LogLinear(Quotient(Polynomial(), ONE), pairs)
    symbols = symbols_of(design)

    steps = [
        Step(
            relation(response_probability(y), "=", p, symbols=symbols),
            "total probability over the truths",
        )
        for y, p in enumerate(probabilities)
    ]
    steps.append(
        Step(
            _log_likelihood(counts),
            "independent responses: the probabilities of the observed responses multiply, one factor a response",
        )
    )
    score = tuple(
        sum(
            (RationalFunction(c) * p.derivative(name) / p for c, p in zip(counts, probabilities, strict=True)),
            RationalFunction.of(0),
        )
        for name in names
    )
    for name, value in zip(names, score, strict=True):
        steps.append(
            Step(
                relation(derivative_name([name]), "=", value, symbols=symbols),
                "the score: derivative of the logarithms",
                kernel.derivative(function, name, quotient(value)),
            )
        )
    hessian = tuple(tuple(value.derivative(name) for name in names) for value in score)
    for first, row, slope in zip(names, hessian, score, strict=True):
        for second, value in zip(names, row, strict=True):
            steps.append(
                Step(
                    relation(derivative_name([first, second]), "=", value, symbols=symbols),
                    "second derivative",
                    kernel.derivative(LogLinear(quotient(slope)), second, quotient(value)),
                )
            )
    information = []
    taken = {*chosen, *parameters}
    for first in names:
        row_values = []
        for second in names:
            terms = [
                (size, p, p.derivative(first), p.derivative(second), RationalFunction.of(1) / p**2)
                for p in probabilities
            ]
            definition = unreduced_sum(terms)
            value = RationalFunction(definition.numerator, definition.denominator)
            row_values.append(value)
            steps.append(
                Step(
                    relation(
                        _information(first, second),
                        "=",
                        value,
                        symbols=symbols,
                    ),
                    "minus the second derivative is linear in the counts, and E[N_y] = n P(y)",
                    closed_form(fresh_name("information", taken), definition, value),
                )
            )
        information.append(tuple(row_values))
    result = steps[len(probabilities) + 1].statement
    assert isinstance(result, Written)
    return Likelihood(
        names,
        size,
        counts,
        probabilities,
        function,
        score,
        hessian,
        tuple(information),
        Derivation("Likelihood, score and information", tuple(steps), result),
    )


def _log_likelihood(counts: Sequence[Polynomial]) -> Written:
    """Log L = sum of count * log P, in writing."""
    terms = [written(count) for count in counts]
    return Written(
        lambda: "log L = " + " + ".join(f"({t.text}) log P{y}" for y, t in enumerate(terms)),
        lambda: r"\log L = " + " + ".join(rf"({t.latex}) \log P_{{{y}}}" for y, t in enumerate(terms)),
    )


def _information(first: str, second: str) -> Written:
    """An entry of the Fisher information, in writing."""
    return Written(f"I[{first}, {second}]", lambda: rf"I_{{{name_latex(first)},{name_latex(second)}}}")


def derivative_name(names: Sequence[str]) -> Written:
    """The derivative of log L by these names, one after the other, in writing."""
    power = len(names)
    over = "d" if power == 1 else f"d^{power}"
    upper = r"\partial" if power == 1 else rf"\partial^{{{power}}}"
    twice = power == 2 and names[0] == names[1]
    below = [f"{names[0]}^2"] if twice else names
    spelt = [f"{name_latex(names[0])}^{{2}}"] if twice else [name_latex(name) for name in names]
    return Written(
        f"{over} log L / " + " ".join(f"d{name}" for name in below),
        lambda: rf"\frac{{{upper} \log L}}{{{' '.join(rf'{chr(92)}partial {name}' for name in spelt)}}}",
    )


def fisher_information(design: Design, prior: Prior, n: int | str | sympy.Symbol = "n") -> Matrix:
    """n sum_y (dP_y/dpi_i)(dP_y/dpi_j) / P_y at a prior, in the probabilities of all truths but the first.

    A row and a column for each of these k - 1.

    Raises ImpossibleResponseError where a response has probability zero: the information is not finite there.
    """
    own = _unused_names(design, prior, n)
    general = likelihood(design, *own[:2], own[2])
    vector = prior_vector(design, prior)
    for label, p in zip(design.responses, response_probabilities(design, vector), strict=True):
        if p.is_zero():
            raise ImpossibleResponseError(f"response {label} has probability zero at this prior: infinite information")
    values = dict(zip(general.prior_names, vector[1:], strict=True)) | {own[2]: RationalFunction(sample_size(n))}
    return tuple(tuple(value.substitute(values) for value in row) for row in general.information)


def _unused_names(design: Design, prior: Prior, n: int | str | sympy.Symbol) -> tuple[str, str, str]:
    taken = {name for row in design_rows(design) for value in row for name in value.names}
    taken |= {name for value in prior_vector(design, prior) for name in value.names} | {*sample_size(n).names}
    longest = "_" * (1 + max((len(name) for name in taken), default=0))
    return f"pi{longest}", f"N{longest}", f"n{longest}"
