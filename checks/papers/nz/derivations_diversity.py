"""Derivations to show with the claims of sections 4 and 5 and of the proof of Theorem 4.1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import sympy

from checks.papers.nz.notation_diversity import SQUARES, K, L, N, subsets
from derivations.steps import Derivation, Step, Written, relation
from derivations.theorems.subsets import subset_comparison as comparison
from derivations.theorems.subsets.parity_optimum import falls_with_gamma, matching_parity
from derivations.theorems.subsets.subset_estimators import (
    best_step,
    change_of_risk,
    excess_is_not_negative,
    excess_is_positive,
    no_estimator_is_best_everywhere,
    squares_above_tangent,
)
from derivations.theorems.subsets.subset_minimax import diversity_variance, selection_variance
from derivations.theorems.subsets.subset_response import ONE, subset_selection, variable
from mechanisms.exact.rational import RationalFunction

PI, PI_J, COUNT, Q, GAMMA, ROOT = (variable(name) for name in ("pi_i", "pi_j", "V_i", "q", "gamma", "r"))
SYMBOLS = {"sum_of_squares": sympy.Symbol("sum pi^2"), "pi_i": sympy.Symbol("pi_i"), "pi_j": sympy.Symbol("pi_j")}
BEST = Written("L_* = M^-1 P' D^-1, M = P' D^-1 P", r"L_*=M^{-1}P'D_\lambda^{-1},\quad M=P'D_\lambda^{-1}P")


def _says(name: Written, value: RationalFunction) -> Written:
    return relation(name, "=", value, symbols=SYMBOLS)


def _named(text: str, latex: str) -> Written:
    return Written(text, latex)


@cache
def estimator() -> Derivation:
    """From the protocol to the moment estimator, its covariance and its risk."""
    law = subsets().moments
    result = _says(_named("added variance", r"V_+^*"), law.added_variance)
    steps = (
        Step(_says(_named("P(i in z | another truth)", r"P(Z_i=1|X\neq c_i)"), law.other), "l - 1 of k - 1 others"),
        Step(_says(_named("zeta_i", r"\zeta_i"), law.inclusion(PI)), "total probability over the truth"),
        Step(_says(_named("zeta_ij", r"\zeta_{ij}"), law.pair_inclusion(PI, PI_J)), "pairs, the truth in them or not"),
        Step(_says(_named("estimate", r"\hat\pi_{i*}"), law.estimate(COUNT / N)), "solved for pi_i"),
        Step("V is a sum of n independent vectors", "so that its covariance is n Sigma"),
        Step(_says(_named("n Var(estimate)", r"n\operatorname{Var}\hat\pi_{i*}"), law.variance(PI)), "squared slope"),
        Step(
            _says(
                _named("n Cov(estimates)", r"n\operatorname{Cov}(\hat\pi_{i*},\hat\pi_{j*})"), law.covariance(PI, PI_J)
            ),
            "squared slope times zeta_ij - zeta_i zeta_j",
        ),
        Step(_says(_named("risk", "R"), law.risk(SQUARES)), "summed over the categories, which have sum pi_i = 1"),
        Step(result, "less sum pi_i (1 - pi_i) = 1 - sum pi_i^2"),
    )
    return Derivation("Local l-diversity: the moment estimator and its risk", steps, result)


@cache
def rises_and_falls() -> Derivation:
    """How the added variance depends on l and k, and the order of the designs."""
    added = subsets().moments.added_variance
    gap = added - (L - 1)
    result = _says(_named("V_+ - (l - 1)", r"V_+^*-(l-1)"), gap)
    steps = (
        Step(_says(_named("V_+", "V_+^*"), added), "derived from the risk"),
        Step(
            _says(_named("V_+(l + 1) - V_+(l)", r"V_+^*(l+1)-V_+^*(l)"), added.substitute({"l": L + 1}) - added), "> 0"
        ),
        Step("P_{k,l+1} is P_{k,l} with a uniform further category put in", "so it tells no more"),
        Step("a guess is right with probability 1/l under the uniform prior", "so P_{k,l+1} tells strictly less"),
        Step(result, "not negative, falls as k grows, and tends to 0"),
    )
    return Derivation("Added variance and information of local l-diversity", steps, result)


def gauss_markov_steps() -> tuple[Step, ...]:
    """The best linear unbiased estimator at one prior."""
    return (
        Step(_named("L P = I", "LP=I"), "unbiased at every prior, in particular at the corners"),
        Step(
            _named("n Cov = L (D - lambda lambda') L'", r"n\operatorname{Cov}=L(D_\lambda-\lambda\lambda')L'"),
            "multinomial counts",
        ),
        Step(
            _named("risk = tr(L D L') - sum pi_i^2", r"R=\operatorname{tr}(LD_\lambda L')-\sum\pi_i^2"), "L lambda = pi"
        ),
        Step(BEST, "where every response is possible, so that D has an inverse"),
        Step(
            _named("L D L' = M^-1 + U D U', U = L - L_*", r"LD_\lambda L'=M^{-1}+UD_\lambda U',\quad U=L-L_*"),
            "multiplied out with L P = I, word by word",
        ),
        Step("tr U D U' = sum of lambda_z U[i, z]^2 >= 0", "each term", excess_is_not_negative()),
        Step("with equality for U = 0 only", "where every lambda_z is positive", excess_is_positive()),
    )


@cache
def least_risk() -> Derivation:
    """Lemma 6.1."""
    result = _named("risk >= tr(M^-1) - sum pi_i^2", r"R\ge\operatorname{tr}(M^{-1})-\sum\pi_i^2")
    return Derivation("Least risk of a linear unbiased estimator at one prior", gauss_markov_steps(), result)


def pseudo_inverse_steps() -> tuple[Step, ...]:
    """L_u from P'P."""
    found = subsets()
    gram, inverse = found.gram, found.gram.inverse()
    held, lacked = found.moment_weights
    return (
        Step(_says(_named("a", "a_l"), found.holding), "m = binom(k, l) responses, m l/k of which hold a category"),
        Step(_says(_named("P'P, multiple of I", r"P'P:\ I_k"), gram.identity), "h_ii - h_ij"),
        Step(_says(_named("P'P, multiple of 1 1'", r"P'P:\ 1_k1_k'"), gram.ones), "h_ij, m l(l - 1)/(k(k - 1)) rows"),
        Step(_says(_named("inverse, multiple of I", r"(P'P)^{-1}:\ I_k"), inverse.identity), "(x I + y J)^-1"),
        Step(_says(_named("inverse, multiple of 1 1'", r"(P'P)^{-1}:\ 1_k1_k'"), inverse.ones), "J J = k J"),
        Step(_says(_named("L_u where a response holds the category", r"(L_u)_{iz},\ i\in z"), held), "times P'"),
        Step(_says(_named("L_u where it lacks it", r"(L_u)_{iz},\ i\notin z"), lacked), "times P'"),
        Step(_says(_named("g_0", "g_0"), found.squared_weights), "l squares of the first and k - l of the second kind"),
    )


@cache
def pseudo_inverse() -> Derivation:
    """(6.4) and (6.5)."""
    steps = pseudo_inverse_steps()
    return Derivation("The best estimator at the uniform prior", steps[:-1], _last(steps))


def _last(steps: tuple[Step, ...]) -> Written:
    last = steps[-1].statement
    assert isinstance(last, Written)
    return last


@cache
def minimaxity() -> Derivation:
    """Theorem 4.1."""
    found = subsets()
    result = _says(_named("largest risk = least largest risk", r"\min_L\max_\pi R"), found.least_risk_at_uniform_prior)
    steps = (
        *gauss_markov_steps(),
        *pseudo_inverse_steps(),
        Step(_says(_named("risk of L_u", r"R(L_u;\pi)"), found.squared_weights - SQUARES), "tr(D L_u'L_u) = g_0"),
        Step("sum pi_i^2 >= 1/k, with equality at the uniform prior", "tangents", squares_above_tangent()),
        Step("so L_u has its largest risk at the uniform prior", "where no other estimator has a smaller one"),
        Step("L_u S/n is the moment estimator", "its i-th entry sums the weights of V_i and of n - V_i responses"),
    )
    return Derivation("The moment estimator is minimax", steps, result)


@cache
def no_best_everywhere() -> Derivation:
    """No linear unbiased estimator has uniformly minimum risk, for 2 <= l <= k - 2."""
    change = change_of_risk()
    result = _says(_named("least change of the risk", r"\min_t\Delta R"), change.substitute({"t": best_step()}))
    steps = (
        Step("L_u alone has the least risk at the uniform prior", "the excess is tr U D U'", excess_is_positive()),
        Step(
            "U has t at {1,2}+R and {3,4}+R, -t at {1,3}+R and {2,4}+R in the row of category 1",
            "R: l - 2 further categories; U P = 0, as each category is held as often with t as with -t",
        ),
        Step(_says(_named("change of the risk", r"\Delta R"), change), "2 tr L_u D U' + tr U D U'"),
        Step(_says(_named("best t", "t"), best_step()), "where the derivative vanishes"),
        Step(result, "negative where pi_2 and pi_3 differ", no_estimator_is_best_everywhere()),
        Step("for l = 1 and l = k - 1 there are k responses", "so that P^-1 is the only unbiased estimator"),
    )
    return Derivation("Uniformly minimum risk", steps, result)


@cache
def matching() -> Derivation:
    """The gamma that matches, and the guesses."""
    guess = subset_selection(K, Q, comparison.matched_parity()).inclusion / Q
    result = relation(guess, ">", ONE / L)
    steps = (
        Step(_says(_named("V(k, q, gamma)", r"V(k,q,\gamma)"), selection_variance(K, Q, GAMMA)), "subset selection"),
        Step(_says(_named("V_+", "V_+^*"), diversity_variance(K, L)), "local l-diversity"),
        Step("V falls with gamma", "for each q", falls_with_gamma()),
        Step("V > V_+ for q >= l", "so that only q < l match", comparison.large_sets_cost_more()),
        Step(_says(_named("r^2", "r^2"), Q * (K - Q) * L / (K - L)), "a name"),
        Step(_says(_named("gamma", r"\gamma"), comparison.matched_parity()), "V = V_+", matching_parity()),
        Step("r > q", "for q < l", comparison.root_above_size()),
        Step(_says(_named("p/q", "p/q"), guess), "a right guess under the uniform prior"),
        Step(result, "for every q < l", comparison.matched_guess()),
    )
    return Derivation("The design of bounded parity with the same added variance", steps, result)


@cache
def single_bits() -> Derivation:
    """RAPPOR's bits against subset selection."""
    bits = comparison.bits_variance()
    square = variable("s") ** 2
    result = relation(selection_variance(K, Q, square), "<", bits)
    steps = (
        Step(_named("b/(1 - b) = s, gamma = s^2", r"b/(1-b)=s,\ \gamma=s^2"), "two bits differ between two truths"),
        Step(_says(_named("added variance of k bits", r"V_{bits}"), bits), "the moment estimator from single bits"),
        Step(result, "for a best q", comparison.single_bits_cost_more()),
    )
    return Derivation("Single bits add more variance than subset selection", steps, result)


@cache
def posterior() -> Derivation:
    """What a response reveals."""
    alpha, whole = variable("alpha_i"), variable("alpha_B")
    share = subsets().holding
    result = relation(_named("P(c_i | z)", r"P(X=c_i|\vec Z=\vec z)"), "=", alpha * share / (whole * share))
    steps = (
        Step(_says(_named("P(z | c_i)", r"P(\vec Z=\vec z|X=c_i)"), share), "for i in z; 0 for any other i"),
        Step("P(z) = a times the prior probability of the set", "total probability"),
        Step(result, "Bayes"),
    )
    return Derivation("The posterior after a response of local l-diversity", steps, result)


@cache
def cost() -> Derivation:
    """The cost of parity for 20 categories and more."""
    value = selection_variance(K, Q, GAMMA)
    result = relation(value, ">", 3 * (ONE - ONE / K))
    steps = (
        Step(
            _says(_named("V(k, q, gamma)", r"V(k,q,\gamma)"), value), "subset selection, the best design of its parity"
        ),
        Step(result, "for k >= 20, 1 < gamma <= 20 and every q", comparison.moderate_sets_cost_much()),
    )
    return Derivation("What a bound on the parity costs", steps, result)


def _for(derive: Callable[[], Derivation], *claims: int) -> dict[str, Callable[[], Derivation]]:
    return dict.fromkeys([f"NZ-{number}" for number in claims], derive)


DERIVATIONS: Mapping[str, Callable[[], Derivation]] = {
    **_for(posterior, 68, 70, 71, 72),
    **_for(estimator, 74, 75, 76, 77, 78, 79, 80, 81, 83, 84),
    **_for(minimaxity, 82, 104, 131, 132, 133, 136),
    **_for(rises_and_falls, 85, 86, 87),
    **_for(matching, 88, 89, 92, 93, 96, 98, 99, 101),
    **_for(cost, 102),
    **_for(single_bits, 103, 137),
    **_for(least_risk, 115, 116, 117, 118),
    **_for(no_best_everywhere, 119),
    **_for(pseudo_inverse, 120, 122, 123, 124, 125, 126, 127, 128, 129, 130, 134),
}
