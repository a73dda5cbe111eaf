"""Scripts for the share of the answer 0 alone, which is estimated also where the answers 1 and 2 are reported alike."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from checks.papers.mw.proofs_of_estimates import Estimate, three_are_all
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    instance,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, NOT, REAL, Free, Number, Term, applied, arrow, equal, parts
from derivations.theory.automatic import found, given_facts, written_out
from derivations.theory.likelihood import empirical_is_law, same_chance, signed_response_is_law
from derivations.theory.lumped import BEST, largest_of_classes
from derivations.theory.single_terms import at, by_conditions, each, either, plainly
from derivations.theory.sums import in_range

THREE = Number(3)
SHARES = "fun x. if x = 1 then u else if x = 2 then 1 - u else 0"


@dataclass(frozen=True)
class FirstShare:
    """The estimate of the first share, by the inverse of the design, and in the cases in which there is none."""

    inverse: Estimate
    singular: tuple[str, ...]
    equation: str  # of the first share u and its observed one d
    value: str

    def __call__(self, goal: Goal) -> Proved:
        """By the inverse where there is one; else the reports 1 and 2 are as likely as each other."""
        names = goal.names
        numbers = {name: value for name, value in names.items() if value.type == REAL and name != "N"}
        cases = [term(text, **{n: v for n, v in numbers.items() if n in text}) for text in self.singular]
        regular = replace(goal, given=(*goal.given, *map(NOT, cases)))
        shown = self.inverse(regular)
        for case in cases:
            shown = kernel.cases(either(case), self._alike(goal, names, case), shown)
        return shown

    def _alike(self, goal: Goal, names: dict[str, Term], case: Term) -> Proved:
        some, every = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
        here = _Alike.of(goal, self, names, case)
        pi, is_largest = here.largest(some)
        one = goal_of(every, depth=2)
        (rho,) = one.variables
        likely = kernel.assume(one.given[0])
        signed, most = conjuncts(rewritten(likely, unfolding("most_likely_signed")))
        smaller, only = here.below(rho, signed)
        own, _ = conjuncts(rewritten(is_largest, unfolding("most_likely_signed")))
        larger = at(most, pi, given=[own])
        level = arithmetic(
            equal(*(applied(smaller.conclusion, "<=", 2) or ())), smaller, larger, here.same, opaque=True
        )
        observed = kernel.detach(only, level)
        shown = arithmetic(one.conclusion, here.share(rho, observed, signed), here.counted(), *here.numbers)
        return kernel.conjoin(kernel.witness(some, pi, is_largest), one.qed(shown))


@dataclass(frozen=True)
class _Alike:
    """Reports by a design under which the second and the third are as likely as each other, whatever the shares."""

    first: FirstShare
    N: Term
    w: Term
    P: Term
    names: dict[str, Term]
    known: list[Proved]
    same: Proved

    @classmethod
    def of(cls, goal: Goal, first: FirstShare, names: dict[str, Term], case: Term) -> _Alike:
        """What a statement about the first share says of them."""
        known = [*given_facts(goal), kernel.assume(case), kernel.literal(THREE), arithmetic(term("0 <= k", k=THREE))]
        found_in = next(filter(None, (applied(part, "most_likely_signed", 6) for part in parts(goal.conclusion))))
        numbers = {name: value for name, value in names.items() if value.type == REAL}
        here = cls(first, names["N"], names["w"], found_in[3], dict(numbers), known, kernel.axiom("truth"))
        known.append(found(here.term("design(3, 3, P)"), *here.numbers))
        return replace(here, same=here.at_best())

    def term(self, text: str, **more: Term) -> Term:
        """A term about the reports."""
        values = {"N": self.N, "w": self.w, "P": self.P, **self.names, **more}
        return term(text, **{name: value for name, value in values.items() if re.search(rf"\b{name}\b", text)})

    @property
    def numbers(self) -> list[Proved]:
        """What is known of numbers."""
        return [fact for fact in self.known if self.w not in parts(fact.conclusion) and not str(fact).count("design")]

    def observed(self) -> Term:
        """The observed share of the reports 0."""
        return self.term("empirical(N, w)(1)")

    def pi(self) -> Term:
        """Shares under which the reports 0 have their observed share."""
        u = self.term(self.first.value, d=self.observed())
        return plainly(SHARES, u=u)

    def bounds(self) -> list[Proved]:
        """The observed share is one."""
        law = at(empirical_is_law(), self.N, THREE, self.w, given=self.known, premises=3)
        chances, total = conjuncts(rewritten(law, unfolding("law"), written_out))
        each_one = [at(chances, Number(y), given=[kernel.literal(Number(y))]) for y in (1, 2, 3)]
        return [arithmetic(term(text, d=self.observed()), total, *each_one) for text in ("0 <= d", "d <= 1")]

    def fits(self) -> Proved:
        """response(3, pi, P)(y) is what is best for two reports that are alike, for each report y."""
        u, d = Free("u #0"), Free("d #0")
        equation = kernel.assume(self.term(self.first.equation, u=u, d=d))
        shares = term(SHARES, u=u)
        best = term("fun y. if y = 1 then d else (1 - d)/2", d=d)
        response = self.term("response(3, pi, P)", pi=shares)
        texts = [plainly(f"r({y}) = b({y})", r=response, b=best) for y in (1, 2, 3)]
        own = [found(text, equation, *self.numbers) for text in texts]
        whole = at(three_are_all(), response, best, given=own, premises=3)
        value = self.term(self.first.value, d=d)
        whole = kernel.instantiate(kernel.discharge(equation.conclusion, whole), {u: value})
        meets = arithmetic(self.term(self.first.equation, u=value, d=d), *self.numbers)
        return rewritten(kernel.instantiate(kernel.detach(whole, meets), {d: self.observed()}))

    def at_best(self) -> Proved:
        """chance(N, response(3, pi, P), w) = chance(N, best, w)"""
        response, best = self.term("response(3, pi, P)", pi=self.pi()), plainly(BEST, n=self.N, w=self.w)
        return at(same_chance(), self.N, THREE, response, best, self.w, given=[*self.known, self.fits()], premises=3)

    def below(self, rho: Term, signed: Proved) -> tuple[Proved, Proved]:
        """No shares rho make the reports likelier, and those that do as much have the observed share of reports 0."""
        law = at(signed_response_is_law(), THREE, THREE, self.P, rho, given=[*self.known, signed], premises=4)
        response = self.term("response(3, pi, P)", pi=rho)
        alike = found(term("r(2) = r(3)", r=response), *self.numbers)
        both = at(largest_of_classes(), self.N, response, self.w, given=[*self.known, law, alike], premises=4)
        smaller, only = conjuncts(both)
        return smaller, only

    def largest(self, some: Term) -> tuple[Term, Proved]:
        """The shares are most likely."""
        pi, y, rho = self.pi(), Free("y #0"), Free("rho #0", arrow(REAL, REAL))
        best = plainly("b(y)", b=plainly(BEST, n=self.N, w=self.w), y=y)
        positive = by_conditions(term("0 <= b", b=best), *self.bounds())
        inside = kernel.assume(in_range(y, THREE))
        chance = arithmetic(self.term("0 <= response(3, pi, P)(y)", pi=pi, y=y), positive,
                            at(self.fits(), y, given=[inside]), opaque=True)  # fmt: skip
        u = Free("u #0")
        total = found(term("(sum x in 1..3. pi(x)) = 1", pi=term(SHARES, u=u)))
        total = rewritten(kernel.instantiate(total, {u: self.term(self.first.value, d=self.observed())}))
        wanted = self.term("signed_shares(3, 3, P, pi)", pi=pi)
        plain = normal(wanted, unfolding("signed_shares"))
        signed = derived.follow(symmetric(plain), kernel.conjoin(total, each(y, THREE, chance)))
        own = self.term("signed_shares(3, 3, P, rho)", rho=rho)
        smaller, _ = self.below(rho, kernel.assume(own))
        left, _ = applied(smaller.conclusion, "<=", 2) or ()
        bound = arithmetic(AT_MOST(left, sides(self.same.conclusion)[0]), smaller, self.same, opaque=True)
        everywhere = kernel.generalise(rho, kernel.discharge(own, bound))
        formula = normal(instance(some, pi), unfolding("most_likely_signed"))
        return pi, derived.follow(symmetric(formula), kernel.conjoin(signed, everywhere))

    def share(self, rho: Term, observed: Proved, signed: Proved) -> Proved:
        """The equation of the first share."""
        total, _ = conjuncts(rewritten(signed, unfolding("signed_shares"), written_out))
        d = Free("d #0")
        own = kernel.assume(term("r(1) = d", r=self.term("response(3, pi, P)", pi=rho), d=d))
        equation = found(self.term(self.first.equation, u=rho(Number(1)), d=d), own, total, *self.numbers)
        equation = kernel.instantiate(kernel.discharge(own.conclusion, equation), {d: self.observed()})
        return kernel.detach(equation, observed)

    def counted(self) -> Proved:
        """The observed share is a count over the number of participants."""
        return normal(self.observed(), unfolding("empirical"))
