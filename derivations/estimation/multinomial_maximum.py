"""Where the likelihood of multinomial counts is largest, for designs with as many responses as truths.

log L = sum_y N_y log q_y with q = pi P. Among all real pi for which q is a law, the maximum is at q = N/n, that is at
pi = (N/n) P^-1, the estimator by inversion: along the way there log L has the slope n sum_y r_y (r_y - q_y) / q_y,
with r = N/n, and each term is at least r_y - q_y, which sum to zero. The argument is term by term, so it holds for any
number of responses. Over the simplex of proportions the maximum may lie on the boundary, where the score is not zero;
there the conditions of Karush, Kuhn and Tucker decide, because log L is concave.

Source: Boyd, Vandenberghe 2004, section 5.5.3, for the conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from derivations.algebra.linear_algebra import total
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.estimator import linear_estimator
from derivations.estimation.moments import response_probability
from derivations.estimation.sampling_model import symbols_of
from derivations.prover.quantities import closed_form, fresh_name, unreduced_sum
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, joined, relation
from mechanisms.design import Design
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)


@cache
def ascent_term() -> tuple[Theorem, Theorem]:
    """q > 0 |- r (r - q)/q >= r - q, and > where r differs from q; since r (r - q)/q - (r - q) = (r - q)^2 / q."""
    q, r = (RationalFunction(Polynomial.variable(name)) for name in ("q", "r"))
    term = r * (r - q) / q
    possible, different = relation_formula(q, ">", ZERO), relation_formula(r, "!=", q)
    return (
        prove_from(Sequent(frozenset((possible,)), relation_formula(term, ">=", r - q))),
        prove_from(Sequent(frozenset((possible, different)), relation_formula(term, ">", r - q))),
    )


def maximum_derivation(design: Design, counts: Sequence[RationalFunction]) -> Derivation:
    """Why the likelihood of counts is largest at the estimate by inversion, among all shares that give a law.

    Raises SingularDesignError when the design has no inverse.
    """
    linear = linear_estimator(design)
    root, size, symbols = linear.estimate(list(counts)), total(counts), symbols_of(design)
    taken = {name for value in (*root, *counts, *(e for row in design.entries for e in row)) for name in value.names}
    steps = [*linear.derivation.steps]
    for y, count in enumerate(counts):
        cell = unreduced_sum((share, row[y]) for share, row in zip(root, design.entries, strict=True))
        theorem = closed_form(fresh_name("cell", taken), cell, count / size)
        statement = relation(response_probability(y), "=", count / size, symbols=symbols)
        steps.append(Step(statement, "at the estimate: total probability over the truths", theorem))
    falls, strictly = ascent_term()
    steps += [
        Step("r (r - q)/q >= r - q", "r the frequency, q > 0 the probability of a response", falls),
        Step("r (r - q)/q > r - q where r != q", "as before", strictly),
        Step(
            "log L increases strictly on the way to the estimate",
            "its slope there is n sum_y r_y (r_y - q_y)/q_y, and sum_y (r_y - q_y) = 0",
        ),
    ]
    result = joined(
        relation(Written(f"mle[{x}]", rf"\hat\pi_{{{x}}}"), "=", value, symbols=symbols) for x, value in enumerate(root)
    )
    return Derivation("Maximum likelihood estimator of a square design", tuple(steps), result)


# -- over the proportions ----------------------------------------------------------------------------------------------
