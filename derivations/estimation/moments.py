"""Moments of the counts for every number n of respondents at once, by the cumulant generating function.

One response has the probability generating function u(z) = sum_y P(y) z_y, n independent ones have u^n. With z = e^t,
z d/dz is d/dt, so the first and second cumulants at t = 0 are (z_a d/dz_a) and (z_a d/dz_a)(z_b d/dz_b) of n log u
at z = 1: the means and the covariances. No n is tried out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy

from derivations.algebra.linear_algebra import Matrix, total
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import LogLinear, Quotient
from derivations.estimation.sampling_model import Prior, design_rows, response_probabilities, sample_size, symbols_of
from derivations.prover.quantities import ONE, closed_form, fresh_name, quotient
from derivations.steps import Derivation, Step, Written, joined, relation, written
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


@dataclass(frozen=True)
class CountMoments(Shown):
    """E[N_y] and Cov(N_y, N_z) of the counts of the responses, in the order of the responses of the design."""

    mean: tuple[RationalFunction, ...]
    covariance: Matrix
    theorems: tuple[Theorem, ...]
    derivation: Derivation


def count_moments(design: Design, prior: Prior, n: int | str | sympy.Symbol = "n") -> CountMoments:
    """Mean n P(y) and covariance n (P(y) [y = z] - P(y) P(z)) of the counts, derived for symbolic n.

    Each entry rests on two theorems: the derivative of the generating function, and its value at z = 1.
    """
    probabilities = response_probabilities(design, prior)
    size = sample_size(n)
    taken = {*size.names, *(name for p in probabilities for name in p.names)}
    z = [fresh_name(f"z{y}", taken) for y in range(len(probabilities))]
    taken |= set(z)
    symbols = symbols_of(design)
    generating = total(p * Polynomial.variable(v) for p, v in zip(probabilities, z, strict=True))
    function = LogLinear(Quotient(Polynomial(), ONE), ((size, quotient(generating)),))
    logarithm = _times(size, Written("log u(z)", r"\log u(z)"))
    steps = [
        *(
            Step(relation(response_probability(y), "=", p, symbols=symbols), "total probability over the truths")
            for y, p in enumerate(probabilities)
        ),
        Step(
            relation(Written("u(z)", "u(z)"), "=", generating, symbols=symbols),
            "probability generating function of one response",
        ),
        Step(relation(_LOG_GENERATING, "=", logarithm), "independent responses: their generating functions multiply"),
    ]
    title = "Moments of the counts of the responses, for every n"
    return _moments(function, logarithm, z, taken, steps, symbols, title)


def fixed_count_moments(design: Design, true_counts: Sequence[Polynomial]) -> CountMoments:
    """Moments of the counts when it is fixed how many respondents have which truth: a census, not a sample.

    The responses are independent but not identically distributed; with T_t respondents of truth t, the generating
    functions multiply to the product of u_t(z)^T_t, so E[N_y] = sum_t T_t P[t, y] and
    Cov(N_y, N_z) = sum_t T_t (P[t, y] [y = z] - P[t, y] P[t, z]). ValueError unless there is one count a truth.
    """
    rows = design_rows(design)
    if len(true_counts) != len(rows):
        raise ValueError(f"{len(true_counts)} true counts were given; the design has {len(rows)} truths")
    symbols = symbols_of(design)
    steps: list[Step] = []
    groups: list[CountMoments] = []
    for t, (row, count) in enumerate(zip(rows, true_counts, strict=True)):
        taken = {name for entry in row for name in entry.names} | set(count.names)
        z = [fresh_name(f"z{y}", taken) for y in range(len(row))]
        generating = total(p * Polynomial.variable(v) for p, v in zip(row, z, strict=True))
        own = Written(f"u{t}(z)", f"u_{{{t}}}(z)")
        logarithm = _times(count, Written(f"log {own.text}", rf"\log {own.latex}"))
        start = [
            Step(
                relation(own, "=", generating, symbols=symbols),
                f"probability generating function of one response of truth {design.truths[t]}",
            ),
            Step(relation(_LOG_GENERATING, "=", logarithm), "for those with this truth, who answer independently"),
        ]
        function = LogLinear(Quotient(Polynomial(), ONE), ((count, quotient(generating)),))
        groups.append(_moments(function, logarithm, z, taken | set(z), start, symbols, "one truth"))
        steps += groups[-1].derivation.steps
    steps.append(Step("The moments of the groups add up", "the groups of respondents are independent"))
    responses = range(len(rows[0]))
    mean = tuple(total(group.mean[y] for group in groups) for y in responses)
    covariance = tuple(tuple(total(group.covariance[a][b] for group in groups) for b in responses) for a in responses)
    result = joined(
        [relation(mean_of(y), "=", mean[y], symbols=symbols) for y in responses]
        + [relation(covariance_of(y, y), "=", covariance[y][y], symbols=symbols) for y in responses]
    )
    title = "Moments of the counts of the responses, for fixed numbers of truths"
    derivation = Derivation(title, tuple(steps), result)
    return CountMoments(mean, covariance, derivation.theorems, derivation)


_LOG_GENERATING = Written("log E[prod_y z_y^N_y]", r"\log \mathbb{E}\left[\prod_y z_y^{N_y}\right]")


def _moments(
    function: LogLinear,
    logarithm: Written,
    z: Sequence[str],
    taken: set[str],
    steps: list[Step],
    symbols: Mapping[str, sympy.Expr],
    title: str,
) -> CountMoments:
    """First and second cumulants of a function that is the logarithm of a generating function in z."""
    at_one = dict.fromkeys(z, 1)

    def cumulant(before: LogLinear, what: Written, y: int, name: Written) -> RationalFunction:
        """z_y d/dz_y of a function, its steps recorded, with its value at z = 1."""
        slope = before.derivative(z[y])
        value = RationalFunction(slope.numerator, slope.denominator)
        steps.append(
            Step(
                relation(_derivative(what, z[y]), "=", value, symbols=symbols),
                "derivative by the usual rules",
                kernel.derivative(before, z[y], quotient(value)),
            )
        )
        cumulants = value * Polynomial.variable(z[y])
        theorem = closed_form(fresh_name("cumulant", taken), quotient(cumulants), cumulants.substitute(at_one), at_one)
        steps.append(
            Step(
                relation(name, "=", cumulants.substitute(at_one), symbols=symbols),
                "the derivative by log z; taken at z = 1, this is the cumulant",
                theorem,
            )
        )
        return cumulants

    first = [cumulant(function, logarithm, y, mean_of(y)) for y in range(len(z))]
    mean = tuple(value.substitute(at_one) for value in first)
    rows = [[RationalFunction.of(0)] * len(z) for _ in z]
    for a in range(len(z)):
        for b in range(a, len(z)):
            what = _in_turn(b, logarithm)
            second = cumulant(LogLinear(quotient(first[b])), what, a, covariance_of(a, b))
            rows[a][b] = rows[b][a] = second.substitute(at_one)
    result = joined(
        [relation(mean_of(y), "=", value, symbols=symbols) for y, value in enumerate(mean)]
        + [relation(covariance_of(y, y), "=", rows[y][y], symbols=symbols) for y in range(len(z))]
    )
    derivation = Derivation(title, tuple(steps), result)
    return CountMoments(mean, tuple(map(tuple, rows)), derivation.theorems, derivation)


def response_probability(y: int) -> Written:
    """P(response y), in writing."""
    return Written(f"P(response {y})", rf"\mathbb{{P}}(\text{{response }} {y})")


def mean_of(y: int) -> Written:
    """E[N_y], in writing."""
    return Written(f"E[N{y}]", rf"\mathbb{{E}}[N_{{{y}}}]")


def covariance_of(a: int, b: int) -> Written:
    """Cov(N_a, N_b), or Var(N_a) when they are the same, in writing."""
    if a == b:
        return Written(f"Var(N{a})", rf"\operatorname{{Var}}(N_{{{a}}})")
    return Written(f"Cov(N{a}, N{b})", rf"\operatorname{{Cov}}(N_{{{a}}}, N_{{{b}}})")


def _times(factor: Polynomial, what: Written) -> Written:
    by = written(factor)
    return Written(lambda: f"{by.text} {what.text}", lambda: f"{by.latex} {what.latex}")


def _in_turn(y: int, what: Written) -> Written:
    """z_y d/dz_y of something, in writing."""
    return Written(lambda: f"z{y} d/dz{y} {what.text}", lambda: rf"z_{{{y}}} \partial_{{z_{{{y}}}}} {what.latex}")


def _derivative(what: Written, variable: str) -> Written:
    over = written(Polynomial.variable(variable))
    return Written(
        lambda: f"d/d{over.text} [{what.text}]",
        lambda: rf"\frac{{\partial}}{{\partial {over.latex}}}\left[{what.latex}\right]",
    )


# -- identities of moments -----------------------------------------------------------------------------------------
