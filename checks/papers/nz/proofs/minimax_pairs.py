"""Section 3.2: the pair of a design of bounded parity and an unbiased linear estimator with the least worst risk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from checks.papers.nz.proofs.beliefs import parity_exactly_if
from checks.papers.nz.proofs.common import cite, given, in_plain_words, of_parameters
from checks.papers.nz.proofs.diversity import normal_form
from checks.papers.nz.proofs.estimates import risk_of_truth
from checks.verifying.stated import Script
from derivations.logic import derived, kernel
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    conjuncts,
    cut,
    generalise,
    instance,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, Free, Term, applied, equal, quantified
from derivations.theory.least_added_variance import (
    BEST,
    CHOSEN,
    WEIGHT,
    F,
    V,
    a_size_is_best,
    corners_of_best,
    spread_of_selection,
    subset_selection_inverts,
    subset_selection_is_private,
)
from derivations.theory.linear_estimates import (
    ESTIMATE,
    WORD,
    equal_shares,
    error_of_estimate,
    squares_of_shares,
)
from derivations.theory.parity_bound import EQUAL_SPREAD, spread_of_bounded_parity, spread_of_the_best
from derivations.theory.single_terms import at, each, next_integer
from derivations.theory.subset_designs import counts
from derivations.theory.subset_lists import sets_can_be_listed
from derivations.theory.sums import in_sums

Facts = list[Term | Proved]
MATRIX = term("fun y i. y + i").type


def risk_of_linear(n: Term, k: Term, m: Term, P: Term, L: Term, pi: Term, facts: Facts) -> Proved:
    """The risk of L S/n with L P = I is the spread of L less the sum of the squares of the shares."""
    i, w = Free("i #0"), Free("w #0", WORD)
    T = normal_form(term(f"fun i w. {ESTIMATE}", n=n, m=m, L=L))
    value = kernel.reflexive(normal_form(term("T(i, w)", T=T, i=i, w=w)))
    same = generalise(kernel.discharge(term("word(n, m, w)", n=n, m=m, w=w), value), w)
    known = [*facts, each(i, k, same)]
    return rewritten(cite(error_of_estimate(), n, k, m, P, L, T, pi, given=known, premises=7))


class Parity:
    """What is known of n respondents, k categories, a parity g and the best size q of subsets."""

    def __init__(self, n: Term, k: Term, g: Term, q: Term, facts: Facts, best: Proved) -> None:
        self.n, self.k, self.g, self.q, self.facts = n, k, g, q, [*facts]
        self.names = {"n": n, "k": k, "g": g, "q": q}
        whole = shown(term("integer(k) and 0 <= k", k=k), facts)
        one = arithmetic(term("1 <= k", k=k), *facts)
        self.facts += [whole, one, *conjuncts(best), shown(term("integer(k) and 1 <= k", k=k), [*facts, one])]
        self.two = shown(term("integer(k) and 2 <= k and 1 < g", k=k, g=g), facts)
        self.above, self.at_most, self.corners = conjuncts(
            at(corners_of_best(), k, g, q, given=[self.two, best], premises=2)
        )
        self.private_level = arithmetic(term("1 <= g", g=g), *facts)

    @cached_property
    def added(self) -> Term:
        """V"""
        return term(V, k=self.k, g=self.g, q=self.q)

    @cached_property
    def F(self) -> Term:
        """F"""
        return term(F, k=self.k, g=self.g, q=self.q)

    @cached_property
    def equal_law(self) -> Proved:
        """Equal shares are a law, and the sum of their squares is 1/k."""
        return at(equal_shares(), self.k, given=self.facts)

    def parity(self, m: Term, P: Term, facts: Facts) -> Proved:
        """|- the parity is at most g iff private(k, m, P, g)"""
        once = list({fact.conclusion: fact for fact in known_facts(facts)}.values())
        return parity_exactly_if([*once], {"k": self.k, "m": m, "P": P}, self.g, self.private_level)

    def private(self, m: Term, P: Term, facts: Facts) -> Proved:
        """private(k, m, P, g), from what says that the parity is at most g"""
        iff = self.parity(m, P, [*self.facts, *facts])
        wanted = sides(iff.conclusion)[0]
        known = next(fact for fact in known_facts(facts) if fact.conclusion == wanted)
        return derived.follow(iff, known)

    def bound(self, m: Term, P: Term, L: Term, facts: Facts) -> Proved:
        """V + 1 is at most the spread of L at equal shares, for a design of bounded parity and L P = I."""
        known = [
            *self.facts,
            *facts,
            self.private(m, P, facts),
            self.private_level,
            self.above,
            self.at_most,
            self.corners,
        ]
        found = at(spread_of_bounded_parity(), self.k, m, P, L, self.g, self.F, given=known, premises=9)
        value = AT_MOST(term("v + 1", v=self.added), sides_of(found)[1])
        return arithmetic(value, found, opaque=True)

    def spread(self, m: Term, P: Term, L: Term, pi: Term, law: Proved, facts: Facts, least: Proved) -> Proved:
        """The spread of L is V + 1 at all shares, where it is at most that at equal shares."""
        known = [
            *self.facts,
            *facts,
            self.private(m, P, facts),
            self.private_level,
            self.above,
            self.at_most,
            self.corners,
        ]
        wanted = sides_of(least)[0]
        bound = arithmetic(AT_MOST(wanted, term("(k - 1)^2 / (F - k) + 1 / k", k=self.k, F=self.F)), least, opaque=True)
        found = at(spread_of_the_best(), self.k, m, P, L, self.g, self.F, pi, given=[*known, bound, law], premises=11)
        return arithmetic(equal(sides(found.conclusion)[0], term("v + 1", v=self.added)), found, opaque=True)

    def squares(self, pi: Term, law: Proved) -> Proved:
        """The squares of the shares add up to 1/k at least."""
        return at(squares_of_shares(), self.k, pi, given=[*self.facts, law], premises=2)


def sides_of(theorem: Proved) -> tuple[Term, Term]:
    """a and b of a <= b."""
    found = applied(theorem.conclusion, "<=", 2)
    assert found is not None
    return found[0], found[1]


class Selection:
    """Subset selection with the best size, its sets listed in m and z."""

    def __init__(self, parity: Parity) -> None:
        self.of = parity
        self.m, self.z = Free("m #0"), Free("z #0", MATRIX)
        k, g, q = parity.k, parity.g, parity.q
        self.existence = at(at(sets_can_be_listed(), k, given=parity.facts), q)
        self.inner = instance(self.existence.conclusion, self.m)
        self.assumed = kernel.assume(instance(self.inner, self.z))
        names = {"k": k, "l": q, "m": self.m, "z": self.z, "g": g}
        self.facts: Facts = [*parity.facts, *conjuncts(self.assumed)]
        self.facts.append(shown(term("integer(m) and 0 <= m", m=self.m), self.facts))
        self.facts.append(shown(term("integer(k) and 2 <= k", k=k), self.facts))
        numbers = at(counts(), k, q, self.m, self.z, given=self.facts, premises=4)
        positive = list(conjuncts(numbers))[1]
        after = at(next_integer(), term("0"), self.m, given=[kernel.literal(term("0")), *self.facts])
        self.some = arithmetic(term("1 <= m", m=self.m), after, positive)
        self.P = normal_form(term(CHOSEN, **names))
        self.L = normal_form(term(f"fun i y. {WEIGHT}", **names))
        self.values = (k, q, self.m, self.z, g)
        self.design, self.inverts = conjuncts(
            rewritten(at(subset_selection_inverts(), *self.values, given=self.facts, premises=5))
        )
        level = at(subset_selection_is_private(), *self.values, given=self.facts, premises=5)
        iff = parity.parity(self.m, self.P, [*self.facts, self.design])
        self.parity = derived.follow(symmetric(iff), rewritten(level))

    def risk(self, pi: Term, law: Proved) -> Proved:
        """The risk is V + 1 less the sum of the squares of the shares."""
        spread = rewritten(at(spread_of_selection(), *self.values, pi, given=[*self.facts, law], premises=6))
        facts = [*self.facts, self.design, self.inverts, law]
        own = risk_of_linear(self.of.n, self.of.k, self.m, self.P, self.L, pi, facts)
        value = term("v + 1 - (sum i in 1..k. pi(i)^2)", v=self.of.added, k=self.of.k, pi=pi)
        return arithmetic(equal(sides(own.conclusion)[0], value), own, spread, opaque=True)

    def witnessed(self, formula: Term, last: Callable[[Term], Proved]) -> Proved:
        """exists m P L. the parity of P is bounded, L P = I, and what is shown last."""
        first = instance(formula, self.m)
        second = instance(first, self.P)
        third = normal(instance(second, self.L))
        wanted = sides(third.conclusion)[1]
        known = [*self.facts, self.some, self.design, self.parity, self.inverts]
        theorem = shown(wanted, [*map(rewritten, known_facts(known)), last(parts_of(wanted)[-1])])
        theorem = kernel.witness(second, self.L, derived.follow(symmetric(third), theorem))
        return self.unpacked(kernel.witness(formula, self.m, kernel.witness(first, self.P, theorem)))

    def unpacked(self, theorem: Proved) -> Proved:
        """What holds whatever the list is."""
        theorem = kernel.unpack(kernel.assume(self.inner), self.z, theorem)
        return kernel.unpack(self.existence, self.m, theorem)


def parts_of(formula: Term) -> list[Term]:
    """The parts of a conjunction."""
    return [part.conclusion for part in conjuncts(kernel.assume(formula))]


def pair_exists(goal: Goal) -> Proved:
    """Some pair is minimax: subset selection with the best size, and its estimator by moments."""
    names, facts = goal.names, given(goal)
    n, k, g = (names[name] for name in "nkg")
    q = Free("q #0")
    sizes = shown(term("integer(k) and 2 <= k and 1 < g", k=k, g=g), facts)
    existence = at(a_size_is_best(), k, g, given=[sizes])
    best = kernel.assume(instance(existence.conclusion, q))
    parity = Parity(n, k, g, q, facts, rewritten(best))
    chosen = Selection(parity)

    def prove(formula: Term) -> Proved:
        return kernel.unpack(existence, q, chosen.witnessed(formula, no_better))

    def no_better(formula: Term) -> Proved:
        one = goal_of(formula, depth=8)
        r, Q, A, _c, pi = one.variables
        pair, bounded, law = map(kernel.assume, one.given)
        others = [*parity.facts, *conjuncts(pair)]
        others.append(shown(term("integer(r) and 0 <= r", r=r), others))
        equally, squares = conjuncts(parity.equal_law)
        uniform = term("fun x. 1 / k", k=k)
        worst = at(bounded, uniform, given=[equally])
        other = risk_of_linear(n, k, r, Q, A, uniform, [*others, equally])
        own = chosen.risk(pi, law)
        bound = parity.bound(r, Q, A, others)
        known = [rewritten(f) for f in (worst, other, own, bound, squares, parity.squares(pi, law))]
        return one.qed(arithmetic(one.conclusion, *known, opaque=True))

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


def known_facts(facts: Facts) -> list[Proved]:
    """Facts as theorems."""
    return [kernel.assume(fact) if isinstance(fact, Term) else fact for fact in facts]


class Minimax:
    """A goal about a minimax pair P, L of parity g, with the best size q of subsets."""

    def __init__(self, goal: Goal) -> None:
        names = goal.names
        n, k, m, P, L, g, q = (names[name] for name in ("n", "k", "m", "P", "L", "g", "q"))
        self._know(n, k, m, P, L, g, q, given(goal))

    @classmethod
    def of(
        cls, n: Term, k: Term, m: Term, P: Term, L: Term, g: Term, q: Term, facts: Facts, best: Proved | None = None
    ) -> Minimax:
        """The same of a part of a goal."""
        found = cls.__new__(cls)
        found._know(n, k, m, P, L, g, q, [*facts, shown(term("integer(m) and 0 <= m", m=m), facts)], best)
        return found

    def _know(
        self, n: Term, k: Term, m: Term, P: Term, L: Term, g: Term, q: Term, facts: Facts, best: Proved | None = None
    ) -> None:
        self.n, self.k, self.m, self.P, self.L, self.g, self.facts = n, k, m, P, L, g, facts
        self.parity = Parity(n, k, g, q, facts, best or best_size(k, g, q, facts))

    @cached_property
    def least(self) -> Proved:
        """The spread of L at equal shares is V + 1 at most, as that of subset selection is."""
        parity, chosen, pi = self.parity, Selection(self.parity), Free("pi #0", WORD)
        is_least = next(f for f in known_facts(self.facts) if _is_least(f))
        pair = specialise(is_least, chosen.m, chosen.P, chosen.L)
        known = [*chosen.facts, chosen.some, chosen.design, chosen.parity, chosen.inverts]
        pair = kernel.detach(
            pair, shown((applied(pair.conclusion, "implies", 2) or ())[0], map(rewritten, known_facts(known)))
        )
        bounded = specialise(pair, term("v + 1 - 1 / k", v=parity.added, k=self.k))
        premise = goal_of((applied(bounded.conclusion, "implies", 2) or ())[0])
        (pi,), (law,) = premise.variables, premise.given
        known = [rewritten(f) for f in (chosen.risk(pi, kernel.assume(law)), parity.squares(pi, kernel.assume(law)))]
        bounded = kernel.detach(bounded, premise.qed(arithmetic(premise.conclusion, *known, opaque=True)))
        equally, squares = conjuncts(parity.equal_law)
        uniform = term("fun x. 1 / k", k=self.k)
        worst = at(bounded, uniform, given=[equally])
        own = risk_of_linear(self.n, self.k, self.m, self.P, self.L, uniform, [*self.facts, equally])
        spread = term(EQUAL_SPREAD, k=self.k, m=self.m, P=self.P, L=self.L)
        value = AT_MOST(normal_form(spread), term("v + 1", v=parity.added))
        return chosen.unpacked(arithmetic(value, rewritten(worst), own, rewritten(squares), opaque=True))

    def risk(self, pi: Term, law: Proved) -> Proved:
        """The risk is V plus the sampling variance."""
        spread = self.parity.spread(self.m, self.P, self.L, pi, law, self.facts, self.least)
        own = risk_of_linear(self.n, self.k, self.m, self.P, self.L, pi, [*self.facts, law])
        sampling = self.sampling(pi, law)
        value = term("v + (sum i in 1..k. pi(i) * (1 - pi(i)))", v=self.parity.added, k=self.k, pi=pi)
        return arithmetic(equal(sides(own.conclusion)[0], value), own, rewritten(spread), sampling, opaque=True)

    def sampling(self, pi: Term, law: Proved) -> Proved:
        """The sampling variance is 1 less the sum of the squares of the shares."""
        return sampling_variance(self.k, pi, law, self.facts)


def sampling_variance(k: Term, pi: Term, law: Proved, facts: Facts) -> Proved:
    """sum pi(i) (1 - pi(i)) = 1 - sum pi(i)^2"""
    any_pi = Free("shares #0", WORD)
    assumed = kernel.assume(term("law(k, pi)", k=k, pi=any_pi))
    *_, one = conjuncts(rewritten(assumed, unfolding("law")))
    whole, squares = (
        normal(term(f"sum i in 1..k. {text}", k=k, pi=any_pi), in_sums(facts))
        for text in ("pi(i) * (1 - pi(i))", "pi(i)^2")
    )
    value = equal(sides(whole.conclusion)[0], term("1 - s", s=sides(squares.conclusion)[0]))
    found = arithmetic(value, whole, squares, one, opaque=True)
    return rewritten(cut(kernel.instantiate(found, {any_pi: pi}), law))


def best_size(k: Term, g: Term, q: Term, facts: Facts) -> Proved:
    """q is the best size, as lemmas say it. Raises ProofError where no fact says so."""
    wanted = term(BEST, k=k, g=g, q=q)
    *_, every = parts_of(wanted)
    one = goal_of(every)
    (r,) = one.variables
    for fact in known_facts(facts):
        if quantified(fact.conclusion, "forall") is not None:
            try:
                here = at(fact, r, given=one.given)
            except LogicError:
                continue
            if here.conclusion == one.conclusion:
                return shown(wanted, [*facts, one.qed(here)])
    raise ProofError(f"it is not known that {q} is the best size")


def _is_least(fact: Proved) -> bool:
    """Whether it speaks of all other pairs."""
    body = quantified(fact.conclusion, "forall")
    inner = quantified(body.body, "forall") if body is not None else None
    return inner is not None and inner.variable == MATRIX and body is not None and body.hint == "r"


def risk_of_pair(goal: Goal) -> Proved:
    """(3.3)"""
    here = Minimax(goal)
    law = next(f for f in known_facts(here.facts) if applied(f.conclusion, "law", 2))
    found = here.risk(goal.names["pi"], law)
    return in_plain_words(goal.conclusion, lambda formula: arithmetic(formula, found, opaque=True))


def risk_is_added(goal: Goal) -> Proved:
    """The risk exceeds that without randomization by V, whatever the shares are."""
    here = Minimax(goal)
    pi = goal.names["pi"]
    law = next(f for f in known_facts(here.facts) if applied(f.conclusion, "law", 2))
    found = here.risk(pi, law)
    plain = risk_of_truth(here.n, here.k, pi, here.facts)
    return in_plain_words(goal.conclusion, lambda formula: arithmetic(formula, found, *plain, opaque=True))


SCRIPTS: Mapping[str, Script] = {
    "a pair exists": of_parameters(pair_exists),
    "risk of the pair": of_parameters(risk_of_pair),
    "added variance": of_parameters(risk_is_added),
}
