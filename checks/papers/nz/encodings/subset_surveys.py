"""Sections 4.1 and 4.2: the mechanism, what a response reveals, the moment estimator and its covariance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from checks.claims.verdict import Outcome
from checks.interpreter import Obligation, with_domain
from checks.papers.nz.encodings.common import Encoding, fact, variable
from checks.papers.nz.notation_diversity import K, L, moments, subsets
from checks.verifying.verification import Context, Part
from derivations.arithmetic import kernel
from derivations.theorems.subsets.subset_response import local_diversity
from mechanisms.exact.formula import Formula, all_of, variables

TRUE_SIZES = {name: Fraction(v) for name, v in (("k", 4), ("l", 2), ("m", 6), ("n", 3), ("p_B", 0))}
M, MEAN_I, MEAN_J, BOTH = (variable(name) for name in ("m", "zeta_i", "zeta_j", "zeta_ij"))


def at_true_sizes(context: Context, parts: Iterable[Part]) -> list[Part]:
    """The parts, refuted where they fail for sets of 2 out of 4 categories, of which there are m = 6.

    m is a variable in the sequents, so that a counterexample of the prover could have an m that is not binom(k, l).
    """
    found: list[Part] = []
    for part in parts:
        if isinstance(part, Obligation):
            sequent = with_domain(part.sequent, context.interpreter.notation.domain)
            names = variables(all_of([*sequent.hypotheses, sequent.conclusion]))
            here = {name: TRUE_SIZES[name] for name in names if name in TRUE_SIZES}
            inside = names == here.keys() and all(h.holds_at(here) for h in sequent.hypotheses)
            if inside and not sequent.conclusion.holds_at(here):
                part = Outcome(part.label, sequent, kernel.counterexample(sequent, here))
        found.append(part)
    return found


# -- the mechanism -----------------------------------------------------------------------------------------------------


# -- estimation --------------------------------------------------------------------------------------------------------


def unbiased(context: Context) -> Sequence[Part]:
    """E(pi_hat_i) = pi_i: the estimator (4.3) is affine in V_i/n, whose mean is zeta_i."""
    law, pi, mean = moments(context.interpreter), variable("pi_i"), variable("zeta_i")
    known = fact(mean, "=", law.inclusion(pi))
    return [context.shown("the mean of the estimator", fact(law.slope * mean + law.intercept, "=", pi), known)]


# -- added variance ----------------------------------------------------------------------------------------------------


def _room() -> Formula:
    """l + 1 < k, so that there is an estimator for l + 1 too."""
    return fact(L + 1, "<", K)


def protection_and_cost_rise(context: Context) -> Sequence[Part]:
    """P_{k,l+1} is P_{k,l} with a further category put into each response, and tells strictly less.

    A uniform choice among the k - l categories that are lacked makes the set for l + 1; back there is no way, because
    the probability of a right guess at the uniform prior, 1/l, can only fall by further randomization.
    """
    found = subsets()
    enlarged, more = found.enlarged(), local_diversity(K, L + 1, found.count(0) * (K - L) / (L + 1))
    pairs = [
        ("the number of sets", enlarged.responses, more.responses),
        ("a set that holds the truth", enlarged.holding, more.holding),
        ("the truth is held", enlarged.inclusion, more.inclusion),
    ]
    parts: list[Part] = [context.shown(label, fact(a, "=", b), _room()) for label, a, b in pairs]
    parts.append(context.shown("a right guess is rarer", fact(more.guess, "<", found.guess), _room()))
    parts.append(
        context.shown(
            "the added variance is larger",
            fact(found.moments.added_variance, "<", more.moments.added_variance),
            _room(),
        )
    )
    return parts


ENCODINGS: dict[str, Encoding] = {"protection_and_cost_rise": protection_and_cost_rise}
