"""Section 4.2: the covariance matrix of the estimator (4.3), and the probability that a response holds a pair."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.common import in_plain_words, of_parameters
from checks.papers.nz.proofs.diversity import Diverse, matched, normal_form
from checks.verifying.stated import Script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    normal,
    rewritten,
    sides,
    term,
    unfolding,
)
from derivations.logic.terms import Free, Term, equal
from derivations.theory.likelihood import response_is_law
from derivations.theory.pure_protocols import codispersion_of_affine
from derivations.theory.single_terms import at, by_conditions, each, summed
from derivations.theory.subset_triples import chance_of_holding_both, triples_of_members

ESTIMATOR = "fun w. (k - 1) / (k - l) * ((sum t in 1..n. z(w(t), i)) / n) - (l - 1) / (k - l)"


class _Pairs(Diverse):
    """A goal about two different categories i and x of a response."""

    @property
    def differ(self) -> Proved:
        """i != x"""
        return kernel.assume(self.term("i != x", i=self.i, x=self.x))

    def chance(self) -> Proved:
        """i, x in 1..k, i != x |- sum of q(y) over the sets that hold both = the first line of the display"""
        pi, i, x, y = self.names["pi"], self.i, self.x, self.y
        *_, one = conjuncts(rewritten(self.law, unfolding("law")))
        found = self.of(chance_of_holding_both, pi, i, x, more=[one, self.differ], premises=10)
        entry = each_bit(self)
        return derived.transitive(rewritten(summed(y, self.m, entry, self.facts)), rewritten(found))

    def each_pair(self, theorem: Proved) -> Proved:
        """forall i x. i != x implies ..."""
        found = kernel.discharge(self.differ.conclusion, theorem)
        return each(self.i, self.k, each(self.x, self.k, found))


def each_bit(here: Diverse) -> Proved:
    """q(y) [z_i = 1 and z_x = 1] = q(y) (z_i z_x), for the sets and the shares of the goal"""
    i, x, y = here.i, here.x, here.y
    bits = [kernel.instantiate(here.bit, {i: index}) for index in (i, x)]
    s, u, v = (Free(f"{name} #0") for name in "suv")
    value = term("s * (if u = 1 and v = 1 then 1 else 0) = s * (u * v)", s=s, u=u, v=v)
    cases = [[kernel.assume(term(f"{name} = {n}", **{name: b})) for n in (0, 1)] for name, b in (("u", u), ("v", v))]
    own = [here.plainly("response(k, pi, P)(y)", y=y), *(here.term("z(y, i)", y=y, i=c) for c in (i, x))]
    entry = kernel.instantiate(_by_bits(value, cases), dict(zip((s, u, v), own, strict=True)))
    for bit in bits:
        entry = kernel.detach(kernel.discharge(bit.conclusion, entry), bit)
    return entry


def _by_bits(formula: Term, cases: list[list[Proved]]) -> Proved:
    """The formula, from u = 0 or u = 1 and v = 0 or v = 1."""
    which = [kernel.assume(term("a = 0 or a = 1", a=sides(zero.conclusion)[0])) for zero, _ in cases]
    rows = [
        kernel.cases(which[1], *(by_conditions(formula, first, second) for second in cases[1])) for first in cases[0]
    ]
    return kernel.cases(which[0], *rows)


def pair_probability(goal: Goal) -> Proved:
    """zeta_ij, first line."""
    here = _Pairs(goal)
    found = here.each_pair(here.chance())
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, found), unfolding("indicator"))


def pair_probability_in_sizes(goal: Goal) -> Proved:
    """zeta_ij, second line, where k >= 3."""
    here = _Pairs(goal)
    chance = here.chance()
    *_, pairs = conjuncts(here.counted)
    triples = at(
        triples_of_members(),
        here.k,
        here.l,
        here.m,
        here.z,
        here.i,
        here.x,
        given=[*here.facts, *here.ranges, here.differ],
        premises=6,
    )
    sizes = [arithmetic(here.term(text), *here.facts) for text in ("3 <= k", "l < k")]
    a, b, c, s = (Free(f"{name} #0") for name in "abcs")
    names = {"a": a, "b": b, "c": c, "s": s}
    counts = [
        term("0 < c", c=c),
        here.term("(k - 1) * b = (l - 1) * c", **names),
        here.term("(k - 2) * a = (l - 2) * b", **names),
    ]
    left = here.term("b * (1 / c) * s + a * (1 / c) * (1 - s)", **names)
    right = here.term("(l - 1) * (k - l) / ((k - 1) * (k - 2)) * (s + (l - 2) / (k - l))", **names)
    shares = arithmetic(here.term("b * (1 / c) = (l - 1) / (k - 1)", **names), *counts[:2], *sizes)
    other = arithmetic(
        here.term("a * (1 / c) = (l - 2) / (k - 2) * (b * (1 / c))", **names), counts[0], counts[2], *sizes
    )
    between = here.term("(l - 1) / (k - 1) * s + (l - 2) / (k - 2) * ((l - 1) / (k - 1)) * (1 - s)", s=s)
    value = arithmetic(equal(left, between), shares, other, opaque=True)
    value = derived.transitive(value, arithmetic(equal(between, right), *sizes))
    own = dict(zip((a, b, c), (here.term(f"binomial(k - {n}, l - {n})") for n in (3, 2, 1)), strict=True))
    value = kernel.instantiate(value, {**own, s: here.term("pi(i) + pi(x)", i=here.i, x=here.x)})
    for fact in (here.positive, pairs, triples):
        value = kernel.detach(kernel.discharge(fact.conclusion, value), fact)
    wanted = equal(sides(chance.conclusion)[0], sides(value.conclusion)[1])
    divisor = arithmetic(here.term("(k - 1) * (k - 2) != 0"), *sizes)
    found = here.each_pair(kernel.conjoin(divisor, arithmetic(wanted, chance, value, opaque=True)))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, found), unfolding("indicator"))


def covariance_of_estimates(goal: Goal) -> Proved:
    """V(pi_hat) = (1/n) ((k - 1)/(k - l))^2 Sigma"""
    here = Diverse(goal)
    n, m, pi, i, x, w = here.names["n"], here.m, here.names["pi"], here.i, here.x, here.w
    q = here.term("response(k, pi, P)")
    law = at(response_is_law(), here.k, m, here.P, pi, given=[*here.facts, here.law], premises=4)
    *_, one = conjuncts(rewritten(law, unfolding("law")))
    a, b = here.term("-((l - 1) / (k - l))"), here.term("(k - 1) / (k - l) / n")
    scores = [here.term("fun y. z(y, i)", i=index) for index in (i, x)]
    affine = at(codispersion_of_affine(), n, m, q, *scores, a, b, a, b, given=[*here.facts, one], premises=3)
    some = [arithmetic(here.term(text), *here.facts) for text in ("0 < n", "l < k")]
    statistics = []
    for index in (i, x):
        statistic = normal_form(here.term(ESTIMATOR, i=index))
        total = here.plainly("a + b * (sum t in 1..n. z(w(t), i))", a=a, b=b, w=w, i=index)
        value = arithmetic(equal(sides(normal(statistic(w)).conclusion)[1], total), *some)
        statistics.append(kernel.abstracted(w, value))
    head = here.term("codispersion(n, m, q)", q=q)
    both = kernel.congruent(kernel.congruent(kernel.reflexive(head), statistics[0]), statistics[1])
    affine = rewritten(affine, unfolding("total"))
    whole = derived.transitive(rewritten(both), affine)
    c, v = (Free(f"{name} #0") for name in "cv")
    scaled = term("c / n * (c / n) * (n * v) = 1 / n * c^2 * v", c=c, v=v, n=n)
    one_response = here.plainly("covariance(m, q, g, h)", q=q, g=scores[0], h=scores[1])
    scaled_at = kernel.instantiate(arithmetic(scaled, *some), {c: here.term("(k - 1) / (k - l)"), v: one_response})
    found = derived.transitive(whole, scaled_at)
    found = each(i, here.k, each(x, here.k, found))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, found))


SCRIPTS: Mapping[str, Script] = {
    "pair probability": of_parameters(pair_probability),
    "pair probability in sizes": of_parameters(pair_probability_in_sizes),
    "covariance of estimates": of_parameters(covariance_of_estimates),
}
