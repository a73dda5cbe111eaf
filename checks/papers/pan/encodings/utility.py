"""Section 5.1: variances from standard responses, against those of noisy sampling, and that no report does better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from checks.papers.pan.encodings.reports import (
    ONE,
    A,
    Encoding,
    N,
    by_theorem,
    fact,
)
from checks.papers.pan.notation.reports import reports
from checks.verifying.verification import Context, Part
from derivations.algebra.symbolic_powers import ForEveryCount, Growth, for_every_count, growth_facts
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.estimation.moment_law import variable
from derivations.prover.with_theorems import prove_from
from derivations.theorems.oracles.rappor import standard_variance
from derivations.theorems.relaxations.relaxation import (
    as_private_as_the_last,
    one_more_response,
    relaxed_probability,
    response_probability,
)
from mechanisms.exact.formula import all_of
from mechanisms.exact.rational import RationalFunction

LEVEL = variable("x_i")
GROWTH = Growth("K", "e_beta", "t", "g")


@cache
def growth_over_reports() -> tuple[ForEveryCount, ...]:
    """What holds of t = e^(K eps_beta) and of the geometric sum g for every K, where eps_beta is positive."""
    return tuple(for_every_count(GROWTH, growth_facts(GROWTH), [fact(GROWTH.variables()[1], ">", 1)]))


@cache
def comparisons() -> tuple[Theorem, Theorem]:
    """For A, b > 1: the relaxation has the smaller variance for K >= 2; its excess over the limit is at most 1/K."""
    count, base, power, total = GROWTH.variables()
    noisy = reports().estimate_variance(N, variable("members"))
    relaxed = standard_variance((A * power + 1) / (A + power), N).substitute({"t": 1 + (base - 1) * total})
    limit = A / (N * (A - 1) ** 2)
    known = [fact(A, ">", 1), fact(base, ">", 1), fact(N, ">", 0), *(f.fact for f in growth_over_reports())]
    smaller = Sequent(frozenset((*known, fact(count, ">=", 2))), fact(relaxed, "<", noisy))
    faster = Sequent(frozenset((*known, fact(count, ">=", 1))), fact(count * (relaxed - limit), "<=", noisy - limit))
    return prove_from(smaller), prove_from(faster)


def _smaller_guarantee_is_worse(context: Context) -> Part:
    smaller, larger = variable("smaller"), variable("larger")
    order = [fact(smaller, ">", 1), fact(smaller, "<", larger)]
    worse = fact(standard_variance(smaller, N), ">", standard_variance(larger, N))
    return context.shown("a smaller guarantee has a larger variance", worse, *order)


def binary_response_is_optimal(context: Context) -> Sequence[Part]:
    """No unbiased estimator from one eps-private report a client has a smaller variance than that of (6).

    u and v are the probabilities of one report under the bits 1 and 0; the design may have any number of reports.
    """
    x, u, v = LEVEL, variable("u"), variable("v")
    private = [fact(u, ">=", 0), fact(v, ">=", 0), fact(u, "<=", x * v), fact(v, "<=", x * u)]
    from_one, from_zero = (x * u - v) / (x - 1), (x * v - u) / (x - 1)
    chances = all_of([fact(from_one, ">=", 0), fact(from_zero, ">=", 0)])
    same, other = x / (x + 1), 1 / (x + 1)
    rebuilt = [fact(same * from_one + other * from_zero, "=", u), fact(other * from_one + same * from_zero, "=", v)]
    w1, w2, t1, t2 = (variable(name) for name in ("w1", "w2", "t1", "t2"))
    merged = (w1 * t1 + w2 * t2) ** 2 / (w1 + w2)
    d1, d0 = variable("d1"), variable("d0")
    unbiased_zero = [fact(same * d1 + other * d0, "=", 0), fact(other * d1 + same * d0, "=", 0)]
    return [
        context.shown("a private report is drawn from a standard response: chances", chances, *private),
        context.shown("a private report is drawn from a standard response: its law", all_of(rebuilt), *private),
        context.shown("the chances of all reports sum to one", fact((x * ONE - ONE) / (x - 1), "=", 1)),
        context.shown(
            "a mean over reports that are drawn from one response has no larger second moment (report by report)",
            fact(merged, "<=", w1 * t1**2 + w2 * t2**2),
            fact(w1, ">", 0),
            fact(w2, ">", 0),
        ),
        context.shown(
            "only one function of the responses is unbiased (client by client)",
            all_of([fact(d1, "=", 0), fact(d0, "=", 0)]),
            *unbiased_zero,
        ),
    ]


def relaxation_exists(context: Context) -> list[Part]:
    """From any guarantee to any larger one there is a relaxation of a bit, and its history has the larger guarantee."""
    low, high, size = variable("x"), variable("y"), RationalFunction.of(2)
    parts: list[Part] = []
    for before in ("a", "b"):
        stay, move = (relaxed_probability(low, high, size, "a", before, after) for after in ("a", "b"))
        law = all_of([fact(stay, ">=", 0), fact(move, ">=", 0), fact(stay + move, "=", 1)])
        parts.append(context.shown(f"the next response after {before} has a law", law))
    response = [response_probability(high, size, truth) for truth in (True, False)]
    bounded = all_of(fact(p, "<=", high * q) for p in response for q in response)
    return [
        *parts,
        context.shown("the last response has the larger guarantee", bounded),
        by_theorem("one more response keeps the form of a history", one_more_response()),
        by_theorem("a history is as private as its last response", as_private_as_the_last()),
    ]


def benefits(context: Context) -> Sequence[Part]:
    """Optimal decoding, any increasing schedule of guarantees, and no larger guarantee than the accuracy needs."""
    at_level = replace(context, interpreter=context.interpreter.assuming(fact(LEVEL, ">", 1)))
    return [
        *binary_response_is_optimal(at_level),
        *relaxation_exists(context),
        _smaller_guarantee_is_worse(context),
    ]


ENCODINGS: Mapping[str, Encoding] = {
    "binary_response_is_optimal": binary_response_is_optimal,
    "benefits": benefits,
}
