"""Derivations to show with the claims of sections 2 to 3 and of the proof of Theorem 3.1."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy

from derivations.steps import Derivation, Step, Written, relation
from derivations.theorems.binary.erasure import channel_reproduces
from derivations.theorems.information.split_responses import (
    equal_sums_are_equal_termwise,
    layers_are_different,
    layers_keep_distances,
    merging_loses_information,
    nothing_cancels,
    parts_add_twice_the_mass,
    shares_contract,
)
from derivations.theorems.subsets.parity_optimum import (
    convex_in_each_entry,
    falls_with_gamma,
    grows_with_categories,
    larger_set,
    next_to_the_real_optimum,
    reciprocal_above_tangent,
)
from derivations.theorems.subsets.posterior_bounds import (
    breach_happens,
    breach_is_prevented,
    factor_is_exceeded,
    factor_is_kept,
    posterior_within,
    prediction_gain,
)
from derivations.theorems.subsets.subset_minimax import added_variance_of_information, information, selection_variance
from derivations.theorems.subsets.subset_response import ONE, subset_selection, variable
from mechanisms.guarantees.criteria.information_privacy import (
    parity_allowed_above,
    parity_allowed_below,
    posterior_range,
)

P, U, V, ETA, GAMMA, K, Q, PHI = (variable(name) for name in ("p", "u", "v", "eta", "gamma", "k", "q", "phi"))
POSTERIOR = Written("P(Q | d)", r"P_\alpha(Q|d_i)")
DISTANCE = Written("l1(P)", "l_1(P)")
SYMBOLS = {"eta": sympy.Symbol("eta"), "gamma": sympy.Symbol("gamma"), "phi": sympy.Symbol("phi")}


def posterior_steps() -> list[Step]:
    """The posterior from averages u and v, and its range for a parity eta."""
    low, high = posterior_range(P, ETA)
    return [
        Step(
            relation(POSTERIOR, "=", P * U / (P * U + (ONE - P) * V), symbols=SYMBOLS),
            "Bayes: u and v are the averages of the probabilities of d over Q and outside, p = P(Q)",
        ),
        Step("u <= eta v and v <= eta u", "averages of numbers whose ratios are at most eta"),
        Step(relation(low, "<=", POSTERIOR, "<=", high, symbols=SYMBOLS), "for 0 < p < 1", posterior_within()),
        Step("both ends are attained", "priors on the two categories with the largest ratio"),
    ]


def range_of_posteriors() -> Derivation:
    """(2.3) is what a parity of gamma allows."""
    low, high = posterior_range(P, GAMMA)
    result = relation(low, "<=", POSTERIOR, "<=", high, symbols=SYMBOLS)
    last = Step("both ends move outwards with eta", "so a parity above gamma makes (2.3) fail for some prior")
    return Derivation("Range of the posteriors of an event", (*posterior_steps(), last), result)


def envelopes() -> Derivation:
    """B(h_l, h_u) as an infimum over the probability of the event."""
    high, low = variable("h_u"), variable("h_l")
    above, below = parity_allowed_above(P, high), parity_allowed_below(P, low)
    eta = Written("eta(P)", r"\eta(P)")
    first, second = relation(eta, "<=", above), relation(eta, "<=", below)
    steps = [
        *posterior_steps(),
        Step(first, "the largest posterior is at most h_u(p), where h_u(p) < 1"),
        Step(second, "the least posterior is at least h_l(p), where h_l(p) > 0"),
        Step("B is the infimum of both over 0 < p < 1", "eta is at most each number exactly if at most their infimum"),
    ]
    result = Written(
        f"B = inf over p of min({above}, {below})",
        r"B(h_l,h_u)=\inf_{0<p<1}\min\left\{\frac{h_u(p)(1-p)}{p(1-h_u(p))},\frac{p(1-h_l(p))}{(1-p)h_l(p)}\right\}",
    )
    return Derivation("The bound on the parity for two envelopes", tuple(steps), result)


def factor() -> Derivation:
    """beta-factor privacy."""
    steps = [
        *posterior_steps(),
        Step("p/beta <= posterior <= beta p for eta <= beta", "for all 0 < p < 1", factor_is_kept()),
        Step("posterior > beta p for some p if eta > beta", "near p = 0", factor_is_exceeded()),
    ]
    return Derivation("Parity and the factor beta", tuple(steps), Written("eta(P) <= beta", r"\eta(P)\leq\beta"))


def breaches() -> Derivation:
    """rho_1-to-rho_2 privacy."""
    up, down = breach_is_prevented()
    bound = variable("rho2") * (ONE - variable("rho1")) / (variable("rho1") * (ONE - variable("rho2")))
    steps = [
        *posterior_steps(),
        Step("posterior <= rho_2 for p < rho_1", "for eta up to the bound", up),
        Step("posterior >= rho_1 for p > rho_2", "for eta up to the bound", down),
        Step("a breach beyond the bound", "at a p between rho_1 and where the posterior is rho_2", breach_happens()),
    ]
    return Derivation(
        "Parity and breaches", tuple(steps), relation(Written("eta(P)", r"\eta(P)"), "<=", bound, symbols=SYMBOLS)
    )


def average_security() -> Derivation:
    """Theorem 2.1."""
    more, less = prediction_gain()
    gain = Written("G(Q | Z)/G(Q) <= 1 + l1/2", r"\frac{G_\alpha(Q|Z)}{G_\alpha(Q)}\leq 1+\frac{l_1(P)}{2}")
    steps = (
        Step("G(Q | Z) - a = sum over d of max(0, (1 - a) B - a A)", "a = G(Q), A and B the laws given Q and not Q"),
        Step("max(0, (1 - a) B - a A) <= a max(0, B - A)", "where B >= A", more),
        Step("max(0, (1 - a) B - a A) <= a max(0, B - A)", "where A >= B", less),
        Step("the sum of max(0, B - A) is |A - B|/2 <= l1/2", "A and B sum to one; both are averages of columns"),
        Step(gain, "attained by the uniform prior on the two categories at the distance l1"),
    )
    return Derivation("The largest gain of a prediction", steps, relation(DISTANCE, "<=", 2 * (PHI - 1)))


def best_binary_design() -> Derivation:
    """Theorem 3.1."""
    steps = (
        Step("t = l1/2 <= a = phi - 1 < 1", "the other design is phi-average secure"),
        Step(
            "after d_3 answer d with probability min(c, d)/(1 - t); after a name with its excess, over a",
            "a channel that leads from P_0 to the other design",
            channel_reproduces(),
        ),
        Step("its columns sum to one", "the least entries of the rows sum to 1 - t, the positive parts to t"),
        Step("nothing secure is better than P_0", "what is secure comes from P_0"),
    )
    return Derivation("Every secure design with two categories comes from P_0", steps, Written("P = C P_0", "P=CP_0"))


def tight_steps() -> list[Step]:
    """Why a design whose responses cannot be split is admissible."""
    likelier, other = shares_contract()
    return [
        Step("|sum c_yz d_z| <= sum c_yz |d_z|", "distances never grow by a channel", likelier),
        Step("|sum c_yz d_z| <= sum c_yz |d_z|", "for either sign of d_z", other),
        Step("a distance 2 (phi - 1) is kept, response by response", "it cannot grow", equal_sums_are_equal_termwise()),
        Step("what contributes to an even response is proportional to it", "nothing cancels", nothing_cancels()),
    ]


def admissible() -> Derivation:
    """What is admissible among the secure designs."""
    both, one = layers_keep_distances()
    _, strict = merging_loses_information()
    across, _, apart = parts_add_twice_the_mass()
    steps = [
        Step("a response with different positive probabilities splits into layers", "distances stay", both),
        Step("so they do for categories at which it is impossible", "s + (a - s) = a", one),
        Step("layers are not proportional", "a > s", layers_are_different()),
        Step("sum of a^2/(a + b) grows strictly", "so that what is split is better", strict),
        Step("a response whose categories fall apart splits as well", "distances across have room", across),
        Step("its parts are not proportional", "(s, 0) and (0, s)", apart),
        *tight_steps(),
    ]
    result = Written(
        "admissible iff each response is even on categories linked by pairs at the distance 2 (phi - 1)",
        r"\text{admissible}\iff\text{each row is even on categories linked at the distance }2(\phi-1)",
    )
    return Derivation("Admissible designs", tuple(steps), result)


def splitting() -> Derivation:
    """The step of the proof of Theorem 3.1."""
    weak, strict = merging_loses_information()
    steps = (
        Step("(c, d) = (c - d, 0) + (d, d)", "so that P comes from P_1 by merging"),
        Step("|c - d| = |(c - d) - 0| + |d - d|", "distances stay"),
        Step("sum of a^2/(a + b) never grows by a channel", "it falls by merging", weak),
        Step("it is strictly larger for P_1", "(c - d, 0) and (d, d) are not proportional", strict),
    )
    return Derivation("Splitting a row", steps, Written("P_1 > P", r"P_1\succ P"))


def merging() -> Derivation:
    """Proportional rows."""
    steps = (
        Step("t r + s r = (t + s) r", "merging is a channel"),
        Step("t r = t/(t + s) (t + s) r", "splitting in the proportion t : s is a channel"),
        Step("|t x| + |s x| = |(t + s) x|", "distances stay"),
    )
    return Derivation("Merging proportional rows", steps, Written("P ~ P~", r"P\sim\tilde P"))


def silence() -> Derivation:
    """P_0 against P_a."""
    a = variable("a")
    likelier, other = shares_contract()
    steps = (
        Step(relation(a / (PHI - 1), "<=", ONE, symbols=SYMBOLS), "a name is kept with this probability, else silence"),
        Step("distances never grow by a channel", "for d_z >= 0", likelier),
        Step("distances never grow by a channel", "for d_z <= 0", other),
        Step(relation(2 * a, "<", 2 * (PHI - 1), symbols=SYMBOLS), "the distances of P_a and P_0"),
    )
    return Derivation("Keeping silent more often", steps, Written("P_0 > P_a", r"P_0\succ P_a"))


# -- costs -------------------------------------------------------------------------------------------------------------


def least_risk() -> Derivation:
    """The least worst risk at a parity."""
    at_one, at_gamma = convex_in_each_entry()
    f = variable("f")
    value = information(K, Q, GAMMA)
    result = relation(Written("V_R", "V_R"), "=", added_variance_of_information(K, f))
    steps = (
        Step("worst risk >= risk at the uniform pi >= 1/k + (k - 1)^2/(f - k) - 1/k", "one eigenvalue is k"),
        Step("1/u >= 2/c - u/c^2", "summed over the others, of mean c", reciprocal_above_tangent()),
        Step("f is an average of k^2 (sum of squares)/(sum)^2 of the rows", "f = tr P' D^-1 P"),
        Step("an entry is best at 1", "where s u <= t", at_one),
        Step("or at gamma", "where s u >= t", at_gamma),
        Step(relation(Written("f(q)", "f(q)"), "=", value, symbols=SYMBOLS), "q entries gamma, the others 1"),
        Step(
            relation(Written("V", "V"), "=", selection_variance(K, Q, GAMMA), symbols=SYMBOLS),
            "subset selection attains it at every pi, from its moments",
        ),
    )
    return Derivation("The least added variance at a parity", steps, result)


def risk_of_selection() -> Derivation:
    """(3.3)."""
    moments = subset_selection(K, Q, GAMMA).moments
    squares = variable("sum_of_squares")
    steps = (
        Step(relation(Written("P(i in z | own)", r"P(i\in z|c_i)"), "=", moments.own, symbols=SYMBOLS), "the coin"),
        Step(relation(Written("P(i in z | other)", r"P(i\in z|c_j)"), "=", moments.other, symbols=SYMBOLS), "counting"),
        Step("n Var = s^2 zeta (1 - zeta), summed over the categories", "indicators of each category"),
    )
    name = Written("risk", r"R(P_*,\tilde\pi;\pi)")
    return Derivation("Risk of the minimax pair", steps, relation(name, "=", moments.risk(squares), symbols=SYMBOLS))


def best_size() -> Derivation:
    """q next to k/(1 + gamma)."""
    below, above = next_to_the_real_optimum()
    steps = (
        Step("V(q + 1) < V(q) below the switching point", "gamma^2 q (q + 1) < (k - q)(k - q - 1)", larger_set("<")),
        Step("V(q + 1) = V(q) at it", "both are best", larger_set("=")),
        Step("V(q + 1) > V(q) above it", "gamma^2 q (q + 1) > (k - q)(k - q - 1)", larger_set(">")),
        Step("(q - 1)(1 + gamma) < k for a best q", "q is at least as good as q - 1", below),
        Step("k < (q + 1)(1 + gamma) for a best q", "q is at least as good as q + 1", above),
    )
    result = relation(Q - 1, "<", K / (1 + GAMMA), "<", Q + 1, symbols=SYMBOLS)
    return Derivation("The best size of the set", steps, result)


def monotone() -> Derivation:
    """V_R in k and gamma."""
    one, several = grows_with_categories()
    steps = (
        Step("V falls with gamma for each q", "so does the least", falls_with_gamma()),
        Step("V(k) < V(k + 1) for q = 1", "the difference is positive for gamma > 1", one),
        Step("V(k) < V(k + 1) for 2 <= q < k not worse than q - 1 at k + 1", "a best q is one of these", several),
    )
    result = Written("V_R(k) < V_R(k + 1), V_R falls with gamma", r"V_R(k)<V_R(k+1),\ V_R\text{ falls with }\gamma")
    return Derivation("The least added variance in k and gamma", steps, result)


def truthful() -> Derivation:
    """Truthful answers."""
    share = variable("pi_i")
    steps = (
        Step("S_i is a sum of n indicators", "truthful answers"),
        Step(relation(Written("Var", r"\operatorname{Var}"), "=", share * (1 - share)), "of one indicator"),
        Step("E U (S_i - n pi_i) = 0 for every U of mean zero at all pi", "derivative of E U along the score"),
        Step("Var T = Var(S_i/n) + Var U for T = S_i/n + U", "so that no unbiased estimator has less"),
    )
    result = Written("R = sum pi_i (1 - pi_i)", r"R(I,\hat\pi_0;\pi)=\sum_{i=1}^k\pi_i(1-\pi_i)")
    return Derivation("Risk of truthful answers", steps, result)


def sampling() -> Derivation:
    """V_S."""
    share = variable("pi_i")
    steps = (
        Step("V_S = 1 - sum pi_i^2", "sum pi_i = 1"),
        Step(relation(share**2, ">=", 2 * share / K - 1 / K**2), "a square; summed over the categories"),
        Step(relation(share**2, "<=", share), "0 <= pi_i <= 1; equality at one category"),
    )
    result = Written("0 <= V_S <= 1 - 1/k", r"0\leq V_S(\pi)\leq 1-\frac1k")
    return Derivation("Bounds of the sampling variance", steps, result)


_BY_DERIVATION: Mapping[Callable[[], Derivation], tuple[int, ...]] = {
    range_of_posteriors: (7, 17, 18, 19),
    envelopes: (9, 13, 20),
    factor: (10, 15, 21),
    breaches: (11, 14),
    average_security: (22, 23, 25, 28, 30),
    best_binary_design: (36, 40, 113),
    admissible: (42, 44, 45),
    merging: (105, 106),
    splitting: (107, 108, 109, 110, 111),
    silence: (112,),
    truthful: (47, 48),
    least_risk: (52, 57),
    risk_of_selection: (53, 55, 56),
    best_size: (54,),
    monotone: (58, 65),
    sampling: (59,),
}
DERIVATIONS: Mapping[str, Callable[[], Derivation]] = {
    f"NZ-{number:02}": derive for derive, numbers in _BY_DERIVATION.items() for number in numbers
}
