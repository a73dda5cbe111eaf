"""Sections 4.1 and 4.2: the mechanism, what a response reveals, the moment estimator and its covariance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from checks.interpreter import Interpreter, Obligation, with_domain
from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, variable, with_meanings, with_names
from checks.papers.nz.notation_diversity import SQUARES, K, L, N, moments, subsets, survey
from checks.reading import syntax as tree
from checks.values import MeaninglessError
from checks.verdict import Outcome
from checks.verification import Context, Part
from derivations import kernel
from derivations.subset_response import FixedSizeSubsets, local_diversity
from mechanisms.formula import Formula, all_of, variables
from mechanisms.rational import RationalFunction

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


def in_survey(context: Context) -> Sequence[Part]:
    """The printed relations, with the meanings of sections 4.1 and 4.2."""
    inner = reader(context)
    return [part for node in context.trees() for part in inner.obligations(node)]


# -- the mechanism -----------------------------------------------------------------------------------------------------


def mechanism_is_a_law(context: Context) -> Sequence[Part]:
    """The responses are the sets of l categories; those that hold the truth have one probability and sum to one."""
    found = subsets()
    return [
        context.shown("each response holds l categories on average", fact(_mean_size(found), "=", L)),
        context.shown("the truth is always held", fact(found.holding * found.count(1), "=", ONE)),
        context.shown("probabilities sum to one", fact(_mass(found), "=", ONE)),
        context.shown("no response lacks the truth", fact(found.lacking, "=", ZERO)),
    ]


def _mass(found: FixedSizeSubsets) -> RationalFunction:
    return found.holding * found.count(1) + found.lacking * found.count(0, 1)


def _mean_size(found: FixedSizeSubsets) -> RationalFunction:
    """The truth and each of the k - 1 others, by their probabilities to be in the set."""
    law = found.moments
    return law.own + (K - 1) * law.other


def number_of_responses(context: Context) -> Sequence[Part]:
    """All sets of l of the k categories are responses: each holds l of them, each category is in m l/k."""
    found = subsets()
    (printed,) = context.trees()
    size = reader(context).number(printed)
    return [
        context.shown("the number of sets", fact(size, "=", found.count(0))),
        context.shown("pairs of a set and a category in it, counted twice", fact(K * found.count(1), "=", L * size)),
    ]


def entries_of_a_row(context: Context) -> Sequence[Part]:
    """l entries a_l and k - l zeros in each row: it sums to l a_l, its squares to l a_l^2, for positive a_l."""
    found = subsets()
    share = found.holding
    return [
        context.shown("a_l is positive", fact(share, ">", ZERO)),
        context.shown("l entries are a_l", fact(found.response_mass, "=", L * share)),
        context.shown("the other entries vanish", fact(found.lacking, "=", ZERO)),
        context.shown("there are as many rows as sets", fact(found.count(0), "=", M)),
    ]


def equally_plausible(context: Context) -> Sequence[Part]:
    """The probability of a response is the same for all truths in it, positive, and zero for all others."""
    found = subsets()
    alpha, other = variable("alpha_i"), variable("alpha_j")
    kept = fact(alpha * found.holding * other, "=", other * found.holding * alpha)
    return [
        context.shown("positive for a truth in the set", fact(found.holding, ">", ZERO)),
        context.shown("zero for any other truth", fact(found.lacking, "=", ZERO)),
        context.shown("the odds of two members stay those of the prior", kept),
    ]


def only_one_possible(context: Context) -> Sequence[Part]:
    """If the prior excludes all members of the set but one, its posterior is one; no posterior of a member is lower."""
    alpha, whole = variable("alpha_i"), variable("alpha_B")
    share = subsets().holding
    after = alpha * share / (whole * share)
    known = fact(alpha, ">", ZERO)
    return [
        context.shown("certainty", fact(after, "=", ONE), known, fact(whole, "=", alpha)),
        context.shown("no posterior of a member falls", fact(after, ">=", alpha), known, fact(whole, ">=", alpha)),
    ]


# -- estimation --------------------------------------------------------------------------------------------------------


def sum_of_vectors(context: Context) -> Sequence[Part]:
    """V has the mean n zeta and its entries sum to n l, as each of the n vectors has l ones."""
    law = moments(context.interpreter)
    total = K * law.inclusion(ZERO) + law.inclusion(ONE) - law.inclusion(ZERO)
    return [context.shown("the entries of the mean of one vector sum to l", fact(total, "=", L))]


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
    """E(pi_hat_i) = pi_i."""
    law, pi = moments(context.interpreter), variable("pi_i")
    return [context.shown("the mean of the estimator", fact(law.slope * law.inclusion(pi) + law.intercept, "=", pi))]


def covariance_matrix(context: Context) -> Sequence[Part]:
    """Every entry of V(pi_hat): the squared slope times Sigma/n, since V is a sum of n independent vectors."""
    law, sigma = moments(context.interpreter), variable("Sigma")
    inner = with_names(reader(context), pi_hat_star=law.slope * variable("V_i") / N, Sigma=sigma)

    def covariance(interpreter: Interpreter, node: tree.Operate) -> RationalFunction:
        return (law.slope / N) ** 2 * N * sigma

    inner = with_meanings(inner, operators={"V": covariance})
    return [part for node in context.trees() for part in inner.obligations(node)]


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


def pair_probability(context: Context) -> Sequence[Part]:
    """The printed sum for k >= 3; for k = 2 and l = 1 no set holds both, and there is no third category."""
    inner = reader(context).assuming(fact(K, ">=", RationalFunction.of(3)))
    parts: list[Part] = [part for node in context.trees() for part in inner.obligations(node)]
    two = Interpreter(inner.notation, context.interpreter.given, {"k": ONE + 1, "l": ONE})
    binary = fact(variable("pi_i") + variable("pi_j"), "=", ONE)
    least = with_names(two, zeta_ij=local_diversity(2, 1, 2).moments.pair_inclusion(variable("pi_i"), variable("pi_j")))
    least = with_names(least, a_l=ONE).assuming(binary)
    return [*parts, *(part for node in context.trees() for part in least.obligations(node))]


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


def all_together(*encodings: Encoding) -> Encoding:
    """All that several encodings ask for."""
    return lambda context: [part for encoding in encodings for part in encoding(context)]


def posterior_of_a_response(context: Context) -> Sequence[Part]:
    """The printed cases, for a response that is possible under the prior."""
    inner = reader(context).assuming(fact(variable("alpha_B"), ">", ZERO))
    if len(context.trees()) != 1:
        raise MeaninglessError("one printed definition by cases is needed here")
    return [part for node in context.trees() for part in inner.obligations(node)]


ENCODINGS: dict[str, Encoding] = {
    "in_survey": in_survey,
    "mechanism_is_a_law": mechanism_is_a_law,
    "number_of_responses": number_of_responses,
    "entries_of_a_row": entries_of_a_row,
    "equally_plausible": equally_plausible,
    "posterior_of_a_response": posterior_of_a_response,
    "only_one_possible": only_one_possible,
    "sum_of_vectors": sum_of_vectors,
    "first_moments_for_respondents": lambda context: first_moments(context, respondents=True),
    "first_moments_for_categories": lambda context: first_moments(context, respondents=False),
    "unbiased": unbiased,
    "covariance_matrix": covariance_matrix,
    "covariances_of_bits": covariances_of_bits,
    "pair_probability": pair_probability,
    "added_variance_rises": added_variance_rises,
    "falls_to_limit": lambda context: falls_to_limit(context, strictly=False),
    "falls_strictly_to_limit": lambda context: falls_to_limit(context, strictly=True),
    "protection_and_cost_rise": protection_and_cost_rise,
}
