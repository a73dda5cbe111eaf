"""Why relaxation works: theorems of the kernel about histories of responses, for any designs and any number of rounds.

A statement about histories of any length is shown by induction on the length: what holds for one response, and what one
more response does. A statement that sums over all responses or all truths is shown term by term. Names: for two truths
a and b, `p_a` is the probability of the last response by the design in force, `P_a` that of the next response by the
next design, `C` the entry of the channel that leads back, `K_a` the law of the next response given the last one and
the truth, `h_a` the probability of the history so far, `g` what it has besides p_a. Nothing is assumed of how the next
design was chosen, so that the rule may look at the whole history; it must not look at the truth.

Source of the special case: Pan, Randomized Response with Gradual Release of Privacy Budget, section 3.3, appendix D.
"""

from __future__ import annotations

from functools import cache

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, relation
from mechanisms.exact.formula import Formula, at_least, equal_to, greater
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


def _v(name: str) -> Polynomial:
    return Polynomial.variable(name)


def _theorem(conclusion: Formula, *hypotheses: Formula) -> Theorem:
    return prove_from(Sequent(frozenset(hypotheses), conclusion))


def bayes(truth: str) -> Formula:
    """p K = P C: the next response is drawn by Bayes' rule under the truth."""
    return equal_to(_v(f"p_{truth}") * _v(f"K_{truth}"), _v(f"P_{truth}") * _v("C"))


def factored(truth: str) -> Formula:
    """h = g p: the history so far has the probability of its last response, times a factor without the truth."""
    return equal_to(_v(f"h_{truth}"), _v("g") * _v(f"p_{truth}"))


@cache
def one_more_response() -> Theorem:
    """h = g p, p K = P C |- h K = (g C) P: with one more response the factor is g C, again without the truth."""
    return _theorem(
        equal_to(_v("h_a") * _v("K_a"), _v("g") * _v("C") * _v("P_a")), factored("a"), bayes("a")
    )  # fmt: skip


@cache
def same_ratio() -> Theorem:
    """h_a = g p_a, h_b = g p_b |- h_a p_b = h_b p_a: the likelihood ratio of the history is that of its last response.

    Written as products, so that it holds for histories and responses that are impossible as well.
    """
    return _theorem(equal_to(_v("h_a") * _v("p_b"), _v("h_b") * _v("p_a")), factored("a"), factored("b"))


@cache
def as_private_as_the_last() -> Theorem:
    """g >= 0, h = g p under both truths, p_a <= x p_b |- h_a <= x h_b."""
    return _theorem(
        at_least(_v("x") * _v("h_b"), _v("h_a")),
        at_least(_v("g"), 0),
        factored("a"),
        factored("b"),
        at_least(_v("x") * _v("p_b"), _v("p_a")),
    )


@cache
def one_more_truth() -> Theorem:
    """D = g E, h = g p |- D + h q = g (E + p q): sums over truths, weighted by a prior, keep the factor."""
    return _theorem(
        equal_to(_v("D") + _v("h_a") * _v("q"), _v("g") * (_v("E") + _v("p_a") * _v("q"))),
        equal_to(_v("D"), _v("g") * _v("E")),
        factored("a"),
    )


@cache
def same_posterior() -> Theorem:
    """D = g E, h = g p |- (h q) E = (p q) D: the posterior h q / D after the history is p q / E, by its last response.

    D and E are the probabilities of the history and of its last response under the prior.
    """
    return _theorem(
        equal_to(_v("h_a") * _v("q") * _v("E"), _v("p_a") * _v("q") * _v("D")),
        equal_to(_v("D"), _v("g") * _v("E")),
        factored("a"),
    )


@cache
def tight_sums() -> Theorem:
    """u + U = x (v + V), u <= x v, U <= x V |- u = x v.

    The heart of uniqueness. Let the last response be e^eps times as probable under a as under b, and the pairs of
    responses eps-private. u, v are the probabilities of one pair under a and b, U, V those of the other pairs with the
    same last response. Then every pair has the ratio e^eps, that is, the ratio of its last response.
    """
    u, v, more, others = (_v(name) for name in ("u", "v", "U", "V"))
    return _theorem(
        equal_to(u, _v("x") * v),
        equal_to(u + more, _v("x") * (v + others)),
        at_least(_v("x") * v, u),
        at_least(_v("x") * others, more),
    )


def history_derivation() -> Derivation:
    """A chain of relaxations of any length, each chosen in view of the responses so far: ratio, privacy, posterior."""

    def said(text: str, latex: str) -> Written:
        return Written(text, latex)

    steps = (
        Step(
            said("P(o1 | x) = 1 * P1[x, o1]", r"\Pr(o_1\mid x) = 1\cdot P_1[x,o_1]"),
            "one response: the factor without the truth is 1",
        ),
        Step(
            said(
                "P(o' | o, x) = P'[x, o'] C[o', o] / P[x, o]",
                r"\Pr(o'\mid o, x) = \frac{P'[x,o']\,C[o',o]}{P[x,o]}",
            ),
            "Bayes' rule, where P = P' C is the design in force and P' the next one",
        ),
        Step(
            said(
                "P(h | x) = g P[x, o] implies P(h o' | x) = (g C[o', o]) P'[x, o']",
                r"\Pr(h\mid x) = g\,P[x,o] \implies \Pr(h\,o'\mid x) = (g\,C[o',o])\,P'[x,o']",
            ),
            "one more response; the factor stays free of the truth, however P' was chosen in view of the history",
            one_more_response(),
        ),
        Step(
            said(
                "P(h | a) P[b, o] = P(h | b) P[a, o]",
                r"\Pr(h\mid a)\,P[b,o] = \Pr(h\mid b)\,P[a,o]",
            ),
            "the likelihood ratio of a history is that of its last response",
            same_ratio(),
        ),
        Step(
            said("P(h | a) <= e^eps P(h | b)", r"\Pr(h\mid a) \leq e^{\epsilon}\Pr(h\mid b)"),
            "where the last design on the path is eps-private",
            as_private_as_the_last(),
        ),
        Step(
            said(
                "sum over x of P(h | x) q(x) = g * sum over x of P[x, o] q(x)",
                r"\sum_x \Pr(h\mid x)\,q(x) = g\sum_x P[x,o]\,q(x)",
            ),
            "truth by truth, for any prior q",
            one_more_truth(),
        ),
    )
    result = said("Q(x | h) = Q(x | o)", r"Q(x\mid h) = Q(x\mid o)")
    return Derivation(
        "Histories of relaxations",
        (*steps, Step(result, "the posterior after a history is that after its last response", same_posterior())),
        result,
    )


# -- k-ary randomized response with a symbolic number of values --------------------------------------------------------


def response_probability(level: RationalFunction, size: RationalFunction, is_truth: bool) -> RationalFunction:
    """Randomized response of `size` values at e^eps = level: the probability of the truth, or of another value."""
    return (level if is_truth else RationalFunction.of(1)) / (level + size - 1)


def channel_probability(
    low: RationalFunction, high: RationalFunction, size: RationalFunction, same: bool
) -> RationalFunction:
    """The channel from randomized response at e^eps2 = high back to e^eps1 = low, by inverting (y - 1) I + J.

    C = P2^-1 P1 = alpha I + (1 - alpha)/k J with alpha = (x - 1)(y + k - 1)/((x + k - 1)(y - 1)); P2 is invertible, so
    that there is no other channel.
    """
    alpha = (low - 1) * (high + size - 1) / ((low + size - 1) * (high - 1))
    rest = (1 - alpha) / size
    return alpha + rest if same else rest


def relaxed_probability(
    low: RationalFunction, high: RationalFunction, size: RationalFunction, truth: str, before: str, after: str
) -> RationalFunction:
    """P(o2 = after | o1 = before, truth) by Bayes' rule, for labels that are equal where the values are."""
    return (
        response_probability(high, size, after == truth)
        * channel_probability(low, high, size, after == before)
        / response_probability(low, size, before == truth)
    )


def bayes_derivation() -> Derivation:
    """From the channel back to the law of the next response, for k-ary randomized response of any size m."""
    x, y, m = (RationalFunction(_v(name)) for name in ("x", "y", "m"))
    known = (greater(_v("y"), 1), at_least(_v("y"), _v("x")), at_least(_v("x"), 1), at_least(_v("m"), 2))
    same, other = (channel_probability(x, y, m, equal) for equal in (True, False))

    def shown(left: RationalFunction, right: RationalFunction) -> Theorem:
        return _theorem(relation_formula(left, "=", right), *known)

    inverted = (
        response_probability(y, m, True) * same + (m - 1) * response_probability(y, m, False) * other,
        response_probability(y, m, True) * other
        + response_probability(y, m, False) * same
        + (m - 2) * response_probability(y, m, False) * other,
    )
    steps = [
        Step(
            relation(Written("C[o, o]", "C[o,o]"), "=", same),
            "the channel C with P1 = P2 C, by inverting the matrix of randomized response; for the truth",
            shown(inverted[0], response_probability(x, m, True)),
        ),
        Step(
            relation(Written("C[o', o]", "C[o',o]"), "=", other),
            "and for another value",
            shown(inverted[1], response_probability(x, m, False)),
        ),
        Step(
            relation(Written("C[o', o]", "C[o',o]"), ">=", RationalFunction.of(0)),
            "so that it is a channel exactly if the guarantee does not fall",
            _theorem(relation_formula(other, ">=", RationalFunction.of(0)), *known),
        ),
    ]
    for name, (before, after) in {"p_aa": ("a", "a"), "p_ba": ("b", "a"), "p_bb": ("b", "b")}.items():
        value = relaxed_probability(x, y, m, "a", before, after)
        printed = Written(name, f"p_{{{name[2:]}}}")
        steps.append(Step(relation(printed, "=", value), "Bayes' rule, P2 C / P1"))
    result = Written("sum over o of P1[x, o] P(o' | o, x) = P2[x, o']", r"\sum_o P_1[x,o]\Pr(o'\mid o,x) = P_2[x,o']")
    return Derivation("The law of the next response", (*steps, Step(result, "the rows of C add up to one")), result)
