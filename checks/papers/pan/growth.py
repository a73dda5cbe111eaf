"""Section 5.1: variances from standard responses, against those of noisy sampling."""

from __future__ import annotations

from functools import cache

from checks.papers.pan.notation.reports import reports
from derivations.algebra.symbolic_powers import ForEveryCount, Growth, for_every_count, growth_facts
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.moment_law import variable
from derivations.prover.with_theorems import prove_from
from derivations.theorems.oracles.rappor import standard_variance
from mechanisms.exact.formula import Formula, PrintedRelation
from mechanisms.exact.rational import RationalFunction

A, N = variable("e_alpha"), variable("N")
GROWTH = Growth("K", "e_beta", "t", "g")


def fact(left: RationalFunction | int, relation: PrintedRelation, right: RationalFunction | int) -> Formula:
    """`left relation right`."""
    return relation_formula(RationalFunction.of(left), relation, RationalFunction.of(right))


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
