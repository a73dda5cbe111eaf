"""Scripts for the maximum-likelihood estimates of the shares of three answers, of any design of three responses.

With shares u, v, 1 - u - v the responses have the observed shares exactly where two linear equations hold, the first
for u alone, the second for v once u is known. Where these have a solution it is the only maximum of the likelihood.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from checks.verifying.stated import Refuted, granted, refuted_under
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    generalise,
    lemma,
    normal,
    rewritten,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    AND,
    IMPLIES,
    Apply,
    Free,
    Number,
    Term,
    applied,
    equal,
    for_all,
    opened,
    parts,
    quantified,
)
from derivations.theory.automatic import automatic, facts_of, found, given_facts
from derivations.theory.likelihood import (
    empirical_is_law,
    fitting_is_most_likely,
    fitting_is_most_likely_signed,
    most_likely_fits,
    most_likely_signed_fits,
)
from derivations.theory.single_terms import at, each
from derivations.theory.sums import in_range

_THREE = Number(3)
_COUNTED = unfolding("empirical")
_SHARES = "fun x. if x = 1 then u else if x = 2 then v else 1 - u - v"
_LEMMAS = {
    "most_likely": (fitting_is_most_likely, most_likely_fits),
    "most_likely_signed": (fitting_is_most_likely_signed, most_likely_signed_fits),
}


@lemma("forall f g. f(1) = g(1) implies f(2) = g(2) implies f(3) = g(3) implies forall y in 1..3. f(y) = g(y)", depth=5)
def three_are_all(goal: Goal) -> Proved:
    """Two families of three members are the same where each member is."""
    return automatic(goal)


@lemma("forall q. law(3, q) implies q(1) + q(2) + q(3) = 1")
def three_add_up(goal: Goal) -> Proved:
    """The three members of a law."""
    return automatic(goal)


@lemma(f"forall u v. (sum x in 1..3. ({_SHARES})(x)) = 1")
def shares_add_up(goal: Goal) -> Proved:
    """u, v and the rest."""
    return automatic(goal)


@lemma(f"forall u v. 0 <= u implies 0 <= v implies 0 <= 1 - u - v implies law(3, {_SHARES})")
def shares_are_law(goal: Goal) -> Proved:
    """u, v and the rest, none of them negative."""
    return automatic(goal)


@dataclass(frozen=True)
class Fit:
    """Reports, and the shares under which they have the observed shares."""

    estimate: Estimate
    word: str
    n: Term
    matrix: Term
    w: Term
    names: Mapping[str, Term]
    known: Sequence[Proved]

    def shown(self, conclusion: Term, every: Term) -> Proved:
        """That there are most likely shares, and what is printed of all of them."""
        counts = _counts(self.n, self.w)
        u, v = (_term(text, {**self.names, **counts}) for text in (self.estimate.first, self.estimate.second))
        shares = term(_SHARES, u=u, v=v)
        observed = self._observed(u, v)
        sizes = self._sizes()
        design = automatically(term("design(three, three, P)", three=_THREE, P=self.matrix), self.known)
        allowed = self._allowed(u, v, observed)
        given = [*sizes, design, allowed, observed]
        is_maximum, fits = (law() for law in _LEMMAS[self.word])
        values = self.n, _THREE, _THREE, self.matrix, shares, self.w
        found = at(is_maximum, *values, given=given, premises=7)
        some, _ = applied(conclusion, "and", 2) or (conclusion, conclusion)
        others = at(fits, *values, given=given, premises=7)
        return kernel.conjoin(kernel.witness(some, shares, found), self.unique(every, others))

    def _equations(self, u: Term, v: Term) -> list[Term]:
        shares = {name: self._share(i) for name, i in (("d", 1), ("e", 2))}
        return [_term(text, {**self.names, **shares, "u": u, "v": v}) for text in self.estimate.equations]

    def _share(self, i: int) -> Term:
        return term(f"empirical(n, w)({i})", n=self.n, w=self.w)

    def _counted(self, formula: Term) -> Proved:
        """The formula, from what is known, where observed shares are counts over the size."""
        changed = normal(formula, _COUNTED)
        return derived.follow(symmetric(changed), arithmetic(_right(changed), *self.of_numbers()))

    def of_numbers(self) -> list[Proved]:
        """What is known of the size and the parameters, without the responses."""
        return [fact for fact in self.known if self.w not in parts(fact.conclusion)]

    def _q(self) -> Term:
        return term("empirical(n, w)", n=self.n, w=self.w)

    def of_design(self) -> list[Proved]:
        """What has to be known of a design that is not written out."""
        return []

    def law(self) -> Proved:
        """The observed shares are a law."""
        return at(empirical_is_law(), self.n, _THREE, self.w, given=self._sizes(), premises=3)

    def _observed(self, u: Term, v: Term) -> Proved:
        """That under the shares u, v, 1 - u - v each response has its observed share."""
        free = Free("u #0"), Free("v #0")
        sides = "response(3, pi, P)({0}) = q({0})"
        q = self._q()
        named = {"pi": term(_SHARES, u=free[0], v=free[1]), "P": self.matrix, "q": q}
        equations = self._equations(*free)
        total = at(three_add_up(), q, given=[self.law()])
        first, second = (
            automatically(term(sides.format(i), **named), [equation]) for i, equation in enumerate(equations, 1)
        )
        third = automatically(term(sides.format(3), **named), [total, first, second, *self.of_design()])
        response = term("response(3, pi, P)", pi=named["pi"], P=self.matrix)
        whole = at(three_are_all(), response, q, given=[first, second, third], premises=3)
        for equation in equations:
            whole = kernel.discharge(equation, whole)
        whole = specialise(generalise(whole, *free), u, v)
        for equation in reversed(self._equations(u, v)):
            whole = kernel.detach(whole, self._counted(equation))
        return whole

    def _sizes(self) -> list[Proved]:
        return [*self.known, kernel.literal(_THREE), arithmetic(term("0 <= three", three=_THREE))]

    def _allowed(self, u: Term, v: Term, observed: Proved) -> Proved:
        """That the shares are among those over which the likelihood is largest."""
        y, shares = Free("y #0"), term(_SHARES, u=u, v=v)
        if self.word == "most_likely":
            signs = [arithmetic(term(text, u=u, v=v), *self.known) for text in ("0 <= u", "0 <= v", "0 <= 1 - u - v")]
            return at(shares_are_law(), u, v, given=signs, premises=3)
        wanted = term("signed_shares(3, 3, P, pi)", P=self.matrix, pi=shares)
        chances, _ = conjuncts(rewritten(self.law(), unfolding("law")))
        inside = kernel.assume(in_range(y, _THREE))
        chance = term("0 <= response(3, pi, P)(y)", P=self.matrix, pi=shares, y=y)
        one = arithmetic(chance, at(chances, y, given=[inside]), at(observed, y, given=[inside]))
        plain = normal(wanted, unfolding("signed_shares"))
        return derived.follow(
            symmetric(plain), kernel.conjoin(rewritten(specialise(shares_add_up(), u, v)), each(y, _THREE, one))
        )

    def unique(self, every: Term, others: Proved) -> Proved:
        """That all most likely shares have what is printed, which the equations say."""
        body = quantified(every, "forall")
        assert body is not None
        rho = Free("rho #0", body.variable)
        premise, printed = applied(opened(body, rho), "implies", 2) or (every, every)
        allowed, fitted = conjuncts(at(others, rho, given=[kernel.assume(premise)]))
        words = unfolding("signed_shares", "law")
        whole = next(fact for fact in conjuncts(rewritten(allowed, words)) if applied(fact.conclusion, "=", 2))
        values = [term(f"rho({i})", rho=rho) for i in (1, 2)]
        facts = [*facts_of(whole), *facts_of(fitted)]
        solved = [automatically(equation, facts) for equation in self._equations(values[0], values[1])]
        counted = [rewritten(equation, _COUNTED) for equation in solved]
        return generalise(kernel.discharge(premise, arithmetic(printed, *counted, *self.of_numbers())), rho)


@dataclass(frozen=True)
class Estimate:
    """What u and v are, in the names of the statement and the counts a, b of the first two answers."""

    first: str
    second: str
    equations: tuple[str, str]  # of u, v and the observed shares d, e of the first two answers
    survey: type[Fit] = Fit

    def __call__(self, goal: Goal) -> Proved:
        """That there are most likely shares, and that all of them have the printed one."""
        some, every = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
        body = quantified(some, "exists")
        assert body is not None
        word, (n, _, _, matrix, w, _) = _taken(opened(body, Free("pi #0", body.variable)))
        names = goal.names
        known = given_facts(goal)
        return self.survey(self, word, n, matrix, w, names, known).shown(goal.conclusion, every)

    def refuted(self, goal: Goal, *where: str) -> Refuted:
        """The same with another formula fails: the likeliest share would have two values, under these conditions."""
        some, every = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
        exists, body = quantified(some, "exists"), quantified(every, "forall")
        assert exists is not None
        assert body is not None
        pi = Free("pi #0", body.variable)
        likely, printed = applied(opened(body, pi), "implies", 2) or (every, every)
        share, _ = applied(printed, "=", 2) or (printed, printed)
        assert isinstance(share, Apply)
        names = goal.names
        text = self.first if share.argument == Number(1) else self.second
        right = _term(text, {**names, **_counts(names["N"], names["w"])})
        conclusion = AND(some, for_all(pi, IMPLIES(likely, equal(share, right))))
        given = (*goal.given, *(_term(condition, names) for condition in where))
        found = self(replace(goal, given=given, conclusion=conclusion))
        both = [at(kernel.part(theorem, 1), pi, given=[kernel.assume(likely)]) for theorem in (found, granted(goal))]
        same = kernel.unpack(kernel.part(found, 0), pi, derived.transitive(symmetric(both[0]), both[1]))
        return refuted_under(goal, same, *given[len(goal.given) :])


def _counts(n: Term, w: Term) -> dict[str, Term]:
    return {name: term(f"frequency(n, {i})(w)", n=n, w=w) for name, i in (("a", 1), ("b", 2))}


def _term(text: str, names: Mapping[str, Term]) -> Term:
    """The term that a text says, with values for the names in it."""
    return term(text, **{name: value for name, value in names.items() if re.search(rf"\b{name}\b", text)})


def _taken(formula: Term) -> tuple[str, tuple[Term, ...]]:
    for word in _LEMMAS:
        if arguments := applied(formula, word, 6):
            return word, arguments
    raise AssertionError(f"this says nothing of the likelihood: {formula}")


def automatically(formula: Term, facts: Sequence[Term | Proved]) -> Proved:
    """The formula, from what is given."""
    return found(formula, *(kernel.assume(fact) if isinstance(fact, Term) else fact for fact in facts))


def _right(equation: Proved) -> Term:
    return (applied(equation.conclusion, "=", 2) or (equation.conclusion, equation.conclusion))[1]
