"""Sections 4.1 and 4.2: the mechanism, what a response reveals, the moment estimator and its covariance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from checks.claims.verdict import Outcome
from checks.interpreter import Interpreter, Obligation, with_domain
from checks.interpreter.values import MeaninglessError
from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, variable, with_names
from checks.papers.nz.notation_diversity import SQUARES, K, L, N, moments, subsets, survey
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic import kernel
from derivations.theorems.subsets.subset_response import local_diversity
from mechanisms.exact.formula import Formula, all_of, variables

TRUE_SIZES = {name: Fraction(v) for name, v in (("k", 4), ("l", 2), ("m", 6), ("n", 3), ("p_B", 0))}
M, MEAN_I, MEAN_J, BOTH = (variable(name) for name in ("m", "zeta_i", "zeta_j", "zeta_ij"))


def reader(context: Context) -> Interpreter:
    """An interpreter under the hypotheses of the statement with the meanings of section 4.2."""
    return context.interpreter.speaking(survey(context.interpreter.notation))


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


def moment_estimate(context: Context) -> Sequence[Part]:
    """(4.3) is the solution of (4.2) for pi_i, with V_i/n in the place of its mean, and the only one."""
    (node,) = context.trees()
    if not isinstance(node, tree.Chain) or node.members[0] != tree.Name("pi_hat_i") or node.relations != ("=",):
        raise MeaninglessError("an equation for the estimator is needed here")
    inner, pi = reader(context), variable("pi_i")
    known = fact(variable("V_i") / N, "=", moments(context.interpreter).inclusion(pi))
    divisors = [part for part in inner.obligations(node) if isinstance(part, Obligation) and not part.essential]
    return [*divisors, context.shown("solved for pi_i", fact(pi, "=", inner.number(node.members[1])), known)]


def in_survey(context: Context) -> Sequence[Part]:
    """The printed relations, with the meanings of sections 4.1 and 4.2."""
    inner = reader(context)
    return [part for node in context.trees() for part in inner.obligations(node)]


# -- the mechanism -----------------------------------------------------------------------------------------------------


def equally_plausible(context: Context) -> Sequence[Part]:
    """By (4.1) and Bayes: only members of the set are possible, and the odds of two members stay those of the prior.

    Two categories with the priors alpha_i and alpha_j have the posteriors `after` and `after_j`, their prior times the
    probability of the response over that of the response under the prior; under a category it is a_l times z_i, which
    is 1 for members of the set and 0 for others.
    """
    a, response = variable("a"), variable("lambda_z")
    alpha, other, held, also = (variable(name) for name in ("alpha_i", "alpha_j", "z_i", "z_j"))
    after, after_j = variable("after"), variable("after_j")
    law = [fact(a, ">", 0), fact(response, ">", 0), fact(after * response, "=", alpha * a * held)]
    law.append(fact(after_j * response, "=", other * a * also))
    member = fact(held, "=", 1)
    return [
        context.shown("no other category is possible", fact(after, "=", 0), *law, fact(held, "=", 0)),
        context.shown("a member is if it was before", fact(after, ">", 0), *law, member, fact(alpha, ">", 0)),
        context.shown(
            "the odds of two members stay", fact(after * other, "=", after_j * alpha), *law, member, fact(also, "=", 1)
        ),
    ]


# -- estimation --------------------------------------------------------------------------------------------------------


def first_moments(context: Context, *, respondents: bool) -> Sequence[Part]:
    """(4.2) for each index of the printed range: each belongs to a category, and each category has one."""
    index = variable("i")
    last, known = (N if respondents else K), [fact(index, ">=", ONE)]
    parts: list[Part] = list(in_survey(context))
    parts.append(
        context.shown("each index is one of a category", fact(index, "<=", K), *known, fact(index, "<=", last))
    )
    parts.append(context.shown("each category has an index", fact(index, "<=", last), *known, fact(index, "<=", K)))
    return parts


def unbiased(context: Context) -> Sequence[Part]:
    """E(pi_hat_i) = pi_i: the estimator (4.3) is affine in V_i/n, whose mean is zeta_i."""
    law, pi, mean = moments(context.interpreter), variable("pi_i"), variable("zeta_i")
    known = fact(mean, "=", law.inclusion(pi))
    return [context.shown("the mean of the estimator", fact(law.slope * mean + law.intercept, "=", pi), known)]


def covariances_of_bits(context: Context) -> Sequence[Part]:
    """sigma_ii and sigma_ij by their definition, from the four probabilities of two bits."""
    law = {(1, 1): BOTH, (1, 0): MEAN_I - BOTH, (0, 1): MEAN_J - BOTH, (0, 0): ONE - MEAN_I - MEAN_J + BOTH}
    first = sum((p * a for (a, _), p in law.items()), ZERO)
    second = sum((p * b for (_, b), p in law.items()), ZERO)
    pair = sum((p * (a - first) * (b - second) for (a, b), p in law.items()), ZERO)
    own = sum((p * (a - first) ** 2 for (a, _), p in law.items()), ZERO)
    names = {"zeta_i": MEAN_I, "zeta_j": MEAN_J, "zeta_ij": BOTH, "sigma_ii": own, "sigma_ij": pair}
    inner = with_names(reader(context), **names)
    return [part for node in context.trees() for part in inner.obligations(node)]


# -- added variance ----------------------------------------------------------------------------------------------------


def added_variance_rises(context: Context) -> Sequence[Part]:
    """The first term of (4.4) does not depend on pi, and it is larger for l + 1 than for l."""
    law, more = moments(context.interpreter), local_diversity(K, L + 1).moments
    free = fact(law.risk(SQUARES) - (ONE - SQUARES), "=", law.added_variance)
    return [
        context.shown("what is added to the sampling variance has no pi", free),
        context.shown("more for l + 1", fact(law.added_variance, "<", more.added_variance), _room()),
    ]


def _room() -> Formula:
    """l + 1 < k, so that there is an estimator for l + 1 too."""
    return fact(L + 1, "<", K)


def falls_to_limit(context: Context, *, strictly: bool) -> Sequence[Part]:
    """V_+ falls as k grows and comes as close to l - 1 as one wants: the gap is (l - 1)^2/(k - l)."""
    law, larger = moments(context.interpreter), local_diversity(K + 1, L).moments
    gap = law.added_variance - (L - 1)
    near = variable("delta")
    known = [fact(near, ">", ZERO), fact(K, ">", L + (L - 1) ** 2 / near)]
    return [
        context.shown("it falls", fact(larger.added_variance, "<" if strictly else "<=", law.added_variance)),
        context.shown("never below l - 1", fact(gap, ">=", ZERO)),
        context.shown("closer than delta from some k on", fact(gap, "<", near), *known),
    ]


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


ENCODINGS: dict[str, Encoding] = {
    "moment_estimate": moment_estimate,
    "equally_plausible": equally_plausible,
    "first_moments_for_respondents": lambda context: first_moments(context, respondents=True),
    "covariances_of_bits": covariances_of_bits,
    "added_variance_rises": added_variance_rises,
    "falls_to_limit": lambda context: falls_to_limit(context, strictly=False),
    "falls_strictly_to_limit": lambda context: falls_to_limit(context, strictly=True),
    "protection_and_cost_rise": protection_and_cost_rise,
}
