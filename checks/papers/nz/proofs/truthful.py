"""Section 3.2: without randomization the observed shares are the best unbiased estimator."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.common import given, in_plain_words, of_parameters
from checks.papers.nz.proofs.estimates import Facts, in_variances
from checks.verifying.stated import Script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    cut,
    generalise,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, FALSE, Free, Term, applied, closed
from derivations.theory.automatic import frequency_is_total
from derivations.theory.independent_responses import independent_same
from derivations.theory.information_bound import information_bound
from derivations.theory.linear_estimates import WORD
from derivations.theory.single_terms import at, by_conditions, each, plainly, sum_picked, summed
from derivations.theory.sums import in_range
from derivations.theory.surveys import dispersion_of_affine, expectation_of_affine

UNIT = term("fun i j. if i = j then 1 else 0")


class Truthful:
    """n true answers among k categories."""

    def __init__(self, goal: Goal) -> None:
        names, facts = goal.names, given(goal)
        self.n, self.k = names["n"], names["k"]
        self.i, self.x, self.y = Free("i #0"), Free("x #0"), Free("y #0")
        self.inside = {v: kernel.assume(in_range(v, self.k)) for v in (self.i, self.x, self.y)}
        whole = shown(term("integer(n) and 1 <= n", n=self.n), facts)
        self.facts: Facts = [*facts, whole, *self.inside.values()]
        self.positive = arithmetic(term("0 < n", n=self.n), *conjuncts(whole))
        self.pi = Free("pi #0", WORD)
        self.law = kernel.assume(term("law(k, pi)", k=self.k, pi=self.pi))
        self.q = term("response(k, pi, I)", k=self.k, pi=self.pi, I=UNIT)
        self.score = plainly("fun y. indicator(y = i)", i=self.i)
        self.entry = self._entry()
        shares, one = conjuncts(rewritten(self.law, unfolding("law")))
        share = at(shares, self.y, given=self.facts)
        positive = arithmetic(term("0 <= q(y)", q=self.q, y=self.y), self.entry, share)
        self.total = derived.transitive(summed(self.y, self.k, self.entry, self.facts), one)
        self.answers = derived.follow(
            symmetric(normal(term("law(k, q)", k=self.k, q=self.q), unfolding("law"))),
            kernel.conjoin(each(self.y, self.k, positive), rewritten(self.total)),
        )
        own = cut(kernel.instantiate(self.entry, {self.y: self.i}), self.inside[self.i])
        self.share = derived.transitive(self._mean(self.q), own)

    def _entry(self) -> Proved:
        """y in 1..k |- response(k, pi, I)(y) = pi(y)"""
        names = {"pi": self.pi, "x": self.x, "y": self.y}
        opened = normal(term("q(y)", q=self.q, y=self.y), unfolding("response"))
        row = by_conditions(term("pi(x)*(if x = y then 1 else 0) = (if x = y then pi(x) else 0)", **names))
        picked = at(sum_picked(), self.k, self.y, self.pi, given=self.facts, premises=2)
        return derived.transitive(
            opened, derived.transitive(summed(self.x, self.k, row, self.facts), rewritten(picked))
        )

    def _mean(self, law: Term) -> Proved:
        """i in 1..k |- the mean of the score is r(i), under the law r"""
        opened = normal(term("mean(k, r, c)", k=self.k, r=law, c=self.score), unfolding("mean", "indicator"))
        row = by_conditions(
            term("r(y)*(if y = i then 1 else 0) = (if y = i then r(y) else 0)", r=law, i=self.i, y=self.y)
        )
        own = closed(self.y, term("r(y)", r=law, y=self.y))
        picked = at(sum_picked(), self.k, self.i, own, given=self.facts, premises=2)
        return derived.transitive(
            opened, derived.transitive(summed(self.y, self.k, row, self.facts), rewritten(picked))
        )

    def at_all_laws(self, value: Proved) -> Proved:
        """forall laws r. E T = the mean of the score, from E T = pi(i) under pi"""
        found = derived.transitive(value, symmetric(self._mean(self.pi)))
        return generalise(kernel.discharge(self.law.conclusion, found), self.pi)

    def as_total(self) -> Proved:
        """S_i/n = 0 + 1/n times the total of the score, as functions of the answers"""
        w = Free("w #0", WORD)
        counted = kernel.congruent(at(frequency_is_total(), self.n, self.i), kernel.reflexive(w))
        total = term("0 + 1/n*t", n=self.n, t=sides(counted.conclusion)[1])
        value = arithmetic(term("frequency(n, i)(w)/n = t", n=self.n, i=self.i, w=w, t=total), counted, self.positive)
        return kernel.abstracted(w, value)

    def about(self, word: str, law: Proved) -> Proved:
        """E or Var of S_i/n under the law of the answers"""
        head = kernel.reflexive(term(f"{word}(n, k, q)", n=self.n, k=self.k, q=self.q))
        return rewritten(derived.transitive(rewritten(kernel.congruent(head, self.as_total())), rewritten(law)))

    @property
    def affine(self) -> list[Proved]:
        """i in 1..k |- E(S_i/n), Var(S_i/n)"""
        values = (self.n, self.k, self.q, self.score, term("0"), term("1/n", n=self.n))
        laws = [at(law(), *values, given=[*self.facts, rewritten(self.total)], premises=3)
                for law in (expectation_of_affine, dispersion_of_affine)]  # fmt: skip
        return [self.about(word, law) for word, law in zip(("expectation", "dispersion"), laws, strict=True)]

    def under_shares(self, T: Term) -> Proved:
        """E T under the law of the answers is E T under pi"""
        t = Free("t #0")
        laws = [closed(t, self.q), closed(t, self.pi)]
        every = each(t, self.n, each(self.y, self.k, self.entry))
        same = at(independent_same(), self.n, self.k, *laws, T, given=[*self.facts, every], premises=3)
        first, second = (normal(term("expectation(n, k, q, T)", n=self.n, k=self.k, q=law, T=T),
                                unfolding("expectation", "chance")) for law in (self.q, self.pi))  # fmt: skip
        both = rewritten(same, unfolding("independent"))
        return derived.transitive(first, derived.transitive(both, symmetric(second)))


def truth_is_best(goal: Goal) -> Proved:
    """No unbiased estimator of a share has less variance than its observed share, by the information bound."""
    here = Truthful(goal)
    n, k, i, pi, q = here.n, here.k, here.i, here.pi, here.q
    mean, spread = here.affine
    S = plainly("fun i w. frequency(n, i)(w)/n", n=n)
    own = arithmetic(term("e = pi(i)", e=sides(mean.conclusion)[0], pi=pi, i=i), mean, here.share, here.positive)
    unbiased = each(i, k, generalise(kernel.discharge(here.law.conclusion, own), pi))

    def prove(formula: Term) -> Proved:
        first, second = applied(formula, "and", 2) or (FALSE, FALSE)
        opened = normal(first, unfolding("unbiased"))
        start = derived.follow(symmetric(opened), rewritten(unbiased))
        one = goal_of(second)
        T, shares = one.variables
        others, law = conjuncts(kernel.assume(one.given[0]))
        statistic = plainly("fun w. T(i, w)", T=T, i=i)
        value = at(rewritten(at(others, i, given=here.facts), unfolding("unbiased")), pi, given=[here.law])
        moved = rewritten(here.under_shares(statistic))
        at_pi = derived.transitive(symmetric(moved), rewritten(value))
        known = [*here.facts, here.answers, here.at_all_laws(at_pi)]
        bound = at(information_bound(), n, k, q, statistic, here.score, given=known, premises=4)
        variance = plainly("dispersion(n, k, q, T)", n=n, k=k, q=q, T=statistic)
        less = arithmetic(AT_MOST(sides(spread.conclusion)[0], variance), spread, rewritten(bound), here.positive)
        less = cut(kernel.instantiate(less, {pi: shares}), law)
        each_share, of_all = applied(one.conclusion, "and", 2) or (FALSE, FALSE)
        at_shares = term("response(k, pi, I)", k=k, pi=shares, I=UNIT)
        sums_of = [
            fact
            for estimator, is_unbiased in ((S, start), (T, others))
            for fact in in_variances(n, k, k, at_shares, estimator, shares, is_unbiased, [*here.facts, law])
        ]
        total = arithmetic(of_all, *sums_of, rewritten(summed(i, k, less, here.facts)), here.positive, opaque=True)
        variances = derived.follow(symmetric(normal(each_share)), rewritten(each(i, k, less)))
        return kernel.conjoin(start, one.qed(kernel.conjoin(variances, total)))

    return in_plain_words(goal.conclusion, prove)


SCRIPTS: Mapping[str, Script] = {"truth is best": of_parameters(truth_is_best)}
