"""Section 2.1: strict information privacy for any envelopes, its special cases, and the bound of the parity."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checks.papers.nz.proofs.beliefs import (
    EVENT,
    INSIDE,
    LOWER,
    OUTSIDE,
    UPPER,
    Facts,
    entry_not_negative,
    from_all,
    not_negative,
    parity_exactly_if,
    parity_is_the_level,
    parity_keeps_the_factor,
    parity_prevents_breaches,
    posterior_bounds,
    posterior_of_event,
    split_response,
    weights,
    with_term,
)
from checks.papers.nz.proofs.common import OWN_WORDS, given, in_parts, in_plain_words, of_parameters
from checks.papers.nz.proofs.examples import OF_NUMBERS, granted_for
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    cut,
    discharged,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import (
    FALSE,
    NOT,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    free_variables,
    quantified,
    substituted,
)
from derivations.theory.privacy import sum_not_negative
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    equal_terms,
    plainly,
    sum_of_zeros,
    summed,
)
from derivations.theory.sums import in_range

CHANCE = "(sum x in 1..k. alpha(x)*Q(x))"
POSTERIOR = "(sum x in 1..k. Q(x)*(alpha(x)*P(x, y)/response(k, alpha, P)(y)))"


@lemma(
    "forall k m P alpha Q y. integer(k) and 0 <= k implies integer(m) and 0 <= m implies design(k, m, P) implies "
    f"law(k, alpha) implies {EVENT} implies integer(y) and 1 <= y <= m implies 0 < response(k, alpha, P)(y) implies "
    f"0 <= {POSTERIOR} and {POSTERIOR} <= 1 and 0 <= {CHANCE} and {CHANCE} <= 1 and "
    f"({CHANCE} = 0 implies {POSTERIOR} = 0) and ({CHANCE} = 1 implies {POSTERIOR} = 1)",
    depth=13,
)
def posterior_within(goal: Goal) -> Proved:
    """Prior and posterior probabilities of an event are probabilities; what is impossible, or certain, stays so."""
    names, facts = goal.names, [*map(kernel.assume, goal.given)]
    k, y = names["k"], names["y"]
    known: Facts = [*facts]
    x = Free("x #0")
    in_x = kernel.assume(in_range(x, k))
    signs, one, _ = weights(known, names, x)
    split = rewritten(split_response(known, names, y))
    value = rewritten(under(posterior_of_event(known, names, y), known))
    some = arithmetic(term("0 < r", r=plainly("response(k, alpha, P)(y)", **names)), facts[-1])
    shares, values, nothing = [], [], []
    for text, sign in zip((INSIDE, OUTSIDE), signs, strict=True):
        weight = term(f"fun x. {text}", **names)
        shares.append(rewritten(kernel.detach(at(sum_not_negative(), k, weight, given=known), each(x, k, sign))))
        values.append(not_negative(known, names, x, text, sign, y))
        none = kernel.assume(equal(plainly(f"sum x in 1..k. {text}", **names), Number(0)))
        zeros = at(sum_of_zeros(), k, given=known)
        zero = term("fun x. 0")
        same = derived.transitive(zeros, symmetric(none))
        alike = at(equal_terms(), k, zero, weight, given=[*known, each(x, k, sign), same], premises=3)
        at_x = rewritten(at(alike, x, given=[in_x]))
        entry = plainly(f"{text}*P(x, y)", x=x, **{a: b for a, b in names.items() if a != "x"})
        row = summed(x, k, arithmetic(equal(entry, Number(0)), at_x, opaque=True), known)
        nothing.append(kernel.discharge(none.conclusion, derived.transitive(row, rewritten(zeros))))
    u, v = (plainly(f"sum x in 1..k. {text}*P(x, y)", **names) for text in (INSIDE, OUTSIDE))
    p, q = (plainly(f"sum x in 1..k. {text}", **names) for text in (INSIDE, OUTSIDE))
    post, r = sides(value.conclusion)[0], plainly("response(k, alpha, P)(y)", **names)
    product = arithmetic(term("t*r = u", t=post, r=r, u=u), value, some)
    own = [product, some, split, one, *shares, *values]
    found = []
    for part in conjuncts(kernel.assume(goal.conclusion)):
        implied = applied(part.conclusion, "implies", 2)
        if implied is None:
            found.append(arithmetic(part.conclusion, *own, opaque=True))
        else:
            is_zero = implied[1] == equal(post, Number(0))
            case = kernel.assume(implied[0])
            none = kernel.detach(
                nothing[0 if is_zero else 1],
                arithmetic(equal(p if is_zero else q, Number(0)), case, one, opaque=True),
            )
            end = arithmetic(implied[1], product, some, split, none, opaque=True)
            found.append(kernel.discharge(implied[0], end))
    del v
    return conjoined(*found)


class Demands:
    """A goal about demands on all priors, events and responses."""

    def __init__(self, goal: Goal) -> None:
        self.names, self.facts = goal.names, given(goal)
        self.levels = [f for f in self.facts if isinstance(f, Proved) and _is_order(f)]

    def at_posterior(self, one: Goal) -> list[Proved]:
        """What is so of prior and posterior probability in a part of the statement."""
        own = [*self.facts, *one.facts]
        values = (*(self.names[name] for name in "kmP"), *one.variables)
        return [*conjuncts(at(posterior_within(), *values, given=own, premises=7))]

    def from_other(self, first: Term, one: Goal) -> Proved:
        """What another demand says of this prior, event and response, under what it assumes besides."""
        own = one.facts
        said = specialise(kernel.assume(first), *one.variables)
        premise, _ = applied(said.conclusion, "implies", 2) or (FALSE, FALSE)
        known = {fact.conclusion for fact in own}
        more = [f.conclusion for f in conjuncts(kernel.assume(premise)) if f.conclusion not in known]
        found = kernel.detach(said, shown(premise, [*own, *map(kernel.assume, more)]))
        return discharged(found, *more)

    def as_demanding(self, first: Term, second: Term) -> Proved:
        """first implies second, by the order of numbers"""
        one = goal_of(second)
        some = [f for formula in one.given for f in conjuncts(kernel.assume(formula)) if applied(f.conclusion, "<", 2)]
        facts = [*self.at_posterior(one), self.from_other(first, one), *self.levels, *some]
        parts = [by_conditions(part.conclusion, *facts) for part in conjuncts(kernel.assume(one.conclusion))]
        return kernel.discharge(first, one.qed(shown(one.conclusion, parts)))


def _is_order(fact: Proved) -> bool:
    return any(applied(fact.conclusion, word, 2) for word in ("<", "<="))


def same_demand(goal: Goal) -> Proved:
    """Two demands that ask the same of prior and posterior probability, and envelopes."""
    here = Demands(goal)

    def prove(formula: Term) -> Proved:
        if both := applied(formula, "and", 2):
            return kernel.conjoin(*map(prove, both))
        if quantified(formula, "forall") is not None:
            return envelopes_or_response(goal_of(formula))
        first, second = sides(formula)
        return derived.equivalent(here.as_demanding(first, second), here.as_demanding(second, first))

    def envelopes_or_response(one: Goal) -> Proved:
        changed = normal(one.conclusion, unfolding("response"))
        known = one.facts
        found = [by_conditions(part.conclusion, *known, *here.levels)
                 for part in conjuncts(kernel.assume(sides(changed.conclusion)[1]))]  # fmt: skip
        return one.qed(derived.follow(symmetric(changed), shown(sides(changed.conclusion)[1], found)))

    return in_plain_words(goal.conclusion, prove, unfolding("min"))


@script("factor exceeds one")
def factor_exceeds_one(goal: Goal) -> Refuted:
    """beta p is more than 1 for p = 1."""
    said = granted_for(goal.statement, {**OF_NUMBERS.values, "beta": Number(2)})
    envelopes = specialise(rewritten(kernel.part(said, 0), OWN_WORDS), Number(1))
    premise, _ = applied(envelopes.conclusion, "implies", 2) or (FALSE, FALSE)
    *_, last = conjuncts(kernel.detach(envelopes, shown(premise)))
    where = (*OF_NUMBERS.written, ("beta", "2"), ("p", "1"))
    return Refuted(derived.reject(goal.statement, arithmetic(FALSE, last)), where, (Fraction(2), Fraction(1)))


# -- any envelopes -----------------------------------------------------------------------------------------------------


@lemma("forall a b s h g t r. 0 < r and r = s*a + (1 - s)*b and t*r = s*a and 0 < s and s < 1 and h < 1 and t <= h and "
       "g*(s*(1 - h)) = h*(1 - s) implies a <= g*b")  # fmt: skip
def ratio_from_above(goal: Goal) -> Proved:
    """s a (1 - h) <= h (1 - s) b = g s (1 - h) b"""
    a, b, s, h, g, _, r = goal.variables
    names = {"a": a, "b": b, "s": s, "h": h, "g": g, "r": r}
    below = arithmetic(term("s*a <= h*r", **names), *goal.given)
    odds = arithmetic(term("s*(1 - h)*a <= h*(1 - s)*b", **names), below, *goal.given)
    scaled = arithmetic(term("h*(1 - s)*b = s*(1 - h)*(g*b)", **names), *goal.given)
    positive = arithmetic(term("0 < s*(1 - h)", **names), *goal.given)
    return _without_factor(term("s*(1 - h)", **names), a, term("g*b", **names), odds, scaled, positive)


@lemma("forall a b s h g t r. 0 < r and r = s*b + (1 - s)*a and t*r = s*b and 0 < s and s < 1 and 0 < h and h <= t and "
       "g*((1 - s)*h) = s*(1 - h) implies a <= g*b")  # fmt: skip
def ratio_from_below(goal: Goal) -> Proved:
    """h (1 - s) a <= s (1 - h) b = g h (1 - s) b"""
    a, b, s, h, g, _, r = goal.variables
    names = {"a": a, "b": b, "s": s, "h": h, "g": g, "r": r}
    above = arithmetic(term("h*r <= s*b", **names), *goal.given)
    odds = arithmetic(term("(1 - s)*h*a <= s*(1 - h)*b", **names), above, *goal.given)
    scaled = arithmetic(term("s*(1 - h)*b = (1 - s)*h*(g*b)", **names), *goal.given)
    positive = arithmetic(term("0 < (1 - s)*h", **names), *goal.given)
    return _without_factor(term("(1 - s)*h", **names), a, term("g*b", **names), odds, scaled, positive)


def _without_factor(factor: Term, a: Term, c: Term, odds: Proved, scaled: Proved, positive: Proved) -> Proved:
    """a <= c from w a <= w c, w > 0"""
    w, x, z = Free("w #0"), Free("x #0"), Free("z #0")
    step = arithmetic(term("x <= z", x=x, z=z), term("w*x <= w*z", w=w, x=x, z=z), term("0 < w", w=w))
    step = kernel.instantiate(step, {w: factor, x: a, z: c})
    return cut(step, arithmetic(term("w*x <= w*z", w=factor, x=a, z=c), odds, scaled, opaque=True), positive)


@lemma("forall p h g. 0 < p and p < 1 and p <= h and h < 1 and g*(p*(1 - h)) = h*(1 - p) implies "
       f"1 <= g and {UPPER} = h")  # fmt: skip
def level_of_upper(goal: Goal) -> Proved:
    """g p/(1 - p + g p) = h for the level at which the upper bound of (2.3) is h"""
    p, h, g = goal.variables
    names = {"p": p, "h": h, "g": g}
    positive = arithmetic(term("0 < p*(1 - h)", **names), *goal.given)
    more = arithmetic(term("p*(1 - h) <= g*(p*(1 - h))", **names), *goal.given)
    one = arithmetic(term("1 <= g", g=g), more, positive)
    some = arithmetic(term("0 < 1 + (g - 1)*p", **names), one, *goal.given)
    value = arithmetic(term("g*p = h*(1 + (g - 1)*p)", **names), *goal.given)
    return kernel.conjoin(one, arithmetic(term(f"{UPPER} = h", **names), value, some))


@lemma("forall p h g. 0 < p and p < 1 and 0 < h and h <= p and g*((1 - p)*h) = p*(1 - h) implies "
       f"1 <= g and {LOWER} = h")  # fmt: skip
def level_of_lower(goal: Goal) -> Proved:
    """p/(p + g (1 - p)) = h for the level at which the lower bound of (2.3) is h"""
    p, h, g = goal.variables
    others = [term("1 - v", v=v) for v in (p, h)]
    one, value = conjuncts(at(level_of_upper(), *others, g, given=goal.given))
    some = arithmetic(term("0 < 1 + (g - 1)*(1 - p)", **goal.names), one, *goal.given)
    return kernel.conjoin(one, arithmetic(term(f"{LOWER} = h", **goal.names), value, some))


def infimum_decides(goal: Goal) -> Proved:
    """The posterior of every event keeps within the envelopes exactly if the parity is at most each of the bounds."""
    here = AnyEnvelopes(goal)

    def prove(formula: Term) -> Proved:
        within, bounded = sides(formula)
        return derived.equivalent(kernel.discharge(within, here.bounded(within, goal_of(bounded, depth=2))),
                                 kernel.discharge(bounded, here.within(bounded, goal_of(within))))  # fmt: skip

    return in_plain_words(goal.conclusion, prove)


class AnyEnvelopes(Demands):
    """Strict information privacy with respect to any two envelopes."""

    def __init__(self, goal: Goal) -> None:
        super().__init__(goal)
        self.g, self.p = Free("g #0"), Free("p #0")
        self.h_l, self.h_u = (self.names[name] for name in ("h_l", "h_u"))
        self.envelopes = next(f for f in self.facts if isinstance(f, Proved) and self._is_envelopes(f))
        self.one = kernel.assume(term("1 <= g", g=self.g))
        self.exactly = parity_exactly_if(self.facts, self.names, self.g, self.one)

    def _is_envelopes(self, fact: Proved) -> bool:
        return quantified(fact.conclusion, "forall") is not None and self.h_u in free_variables(fact.conclusion)

    def level(self, p: Term, is_upper: bool) -> tuple[Term, Term, Term]:
        """h(p); the level, as the bound is written; and what defines it"""
        h = term("h(p)", h=self.h_u if is_upper else self.h_l, p=p)
        names = {"h": h, "p": p, "g": self.g}
        if is_upper:
            return h, term("h*(1 - p)/(p*(1 - h))", **names), term("g*(p*(1 - h)) = h*(1 - p)", **names)
        return h, term("p*(1 - h)/((1 - p)*h)", **names), term("g*((1 - p)*h) = p*(1 - h)", **names)

    def at_level(self, p: Term, is_upper: bool, facts: list[Proved]) -> list[Proved]:
        """What defines the level, and that it is at least 1, where h is not at its end"""
        h, level, defining = self.level(p, is_upper)
        exact = arithmetic(substituted(defining, {self.g: level}), *facts)
        law = level_of_upper() if is_upper else level_of_lower()
        return [exact, kernel.part(at(law, p, h, level, given=[*facts, exact]), 0)]

    def bounded(self, within: Term, one: Goal) -> Proved:
        """The parity is at most both bounds, from priors on two categories"""
        (p,) = one.variables
        between = [*conjuncts(kernel.assume(one.given[0]))]
        limits = [*conjuncts(at(self.envelopes, p, given=[arithmetic(term("0 <= p and p <= 1", p=p), *between)]))]
        known = [*between, *limits]
        found = []
        for part, is_upper in zip(applied(one.conclusion, "and", 2) or (), (True, False), strict=True):
            end, parity = applied(part, "or", 2) or (FALSE, FALSE)
            h, level, defining = self.level(p, is_upper)
            inner = arithmetic(term("h < 1" if is_upper else "0 < h", h=h), kernel.assume(NOT(end)), *known)
            entries = self._entries(kernel.assume(within), p, is_upper, [*known, inner], kernel.assume(defining))
            bound = derived.follow(symmetric(self.exactly), entries)
            bound = kernel.instantiate(bound, {self.g: level})
            bound = cut(bound, *self.at_level(p, is_upper, [*known, inner]))
            bound = derived.choose(derived.follow(symmetric(normal(parity)), rewritten(bound)), part)
            found.append(kernel.cases(either(end), derived.choose(kernel.assume(end), part), bound))
        return one.qed(kernel.conjoin(*found))

    def _entries(self, within: Proved, p: Term, is_upper: bool, known: list[Proved], defining: Proved) -> Proved:
        """private(k, m, P, g)"""
        k, m, P, g = *(self.names[name] for name in "kmP"), self.g
        i, j, y = Free("i #0"), Free("j #0"), Free("y #0")
        inside = [kernel.assume(in_range(v, n)) for v, n in ((i, k), (j, k), (y, m))]
        facts: Facts = [*self.facts, *inside]
        a, b = plainly("P(i, y)", P=P, i=i, y=y), plainly("P(j, y)", P=P, j=j, y=y)
        signs = [entry_not_negative(facts, self.names, index, y) for index in (i, j)]
        first, second = (i, j) if is_upper else (j, i)
        c, d = (a, b) if is_upper else (b, a)
        wanted = term("a <= g*b", a=a, b=b, g=g)
        some = kernel.assume(term("0 < p*c + (1 - p)*d", p=p, c=c, d=d))
        differ = kernel.assume(NOT(equal(first, second)))
        instance, worked = from_all(within, facts, self.names, first, second, y, p, [some, *signs, *known], differ)
        chance, joint, answer, posterior, _ = worked
        h, r = self.level(p, is_upper)[0], sides(answer.conclusion)[0]
        t = sides(posterior.conclusion)[0]
        number = Free("number #0")
        left = sides(chance.conclusion)[0]
        instance = kernel.replace(chance, closed(number, with_term(instance.conclusion, left, number)), instance)
        positive = arithmetic(term("0 < r", r=r), answer, some, opaque=True)
        product = arithmetic(term("t*r = p*c", t=t, r=r, p=p, c=c), posterior, joint, positive)
        given_of: Facts = [*conjuncts(instance), positive, product, answer, *known, defining, *signs]
        law = ratio_from_above() if is_upper else ratio_from_below()
        larger = at(law, a, b, p, h, g, t, r, given=given_of)
        none = arithmetic(
            wanted, kernel.assume(NOT(some.conclusion)), *self._nothing(p, c, d, signs, known), opaque=True
        )
        apart = kernel.cases(either(some.conclusion), larger, none)
        same = kernel.assume(equal(first, second))
        alike = arithmetic(term("a <= g*a", a=a, g=g), signs[0], self.one)
        pattern = closed(number, plainly("P(i, y) <= g*P(n, y)", P=P, i=i, y=y, g=g, n=number))
        together = kernel.replace(same if is_upper else symmetric(same), pattern, rewritten(alike))
        entry = kernel.cases(either(same.conclusion), together, rewritten(apart))
        entries = each(i, k, each(j, k, each(y, m, entry)))
        private = normal(sides(self.exactly.conclusion)[1], unfolding("private"))
        return derived.follow(symmetric(private), entries)

    def _nothing(self, p: Term, c: Term, d: Term, signs: list[Proved], known: list[Proved]) -> list[Proved]:
        """c = 0 and d = 0, where p c + (1 - p) d is not positive"""
        own = [*signs, *known[:2]]
        none = kernel.assume(NOT(term("0 < p*c + (1 - p)*d", p=p, c=c, d=d)))
        products = [arithmetic(term(text, p=p, c=c, d=d), *own) for text in ("0 <= p*c", "0 <= (1 - p)*d")]
        zeros = [arithmetic(term(text, p=p, c=c, d=d), none, *products) for text in ("p*c = 0", "(1 - p)*d = 0")]
        return [
            arithmetic(equal(entry, Number(0)), zero, *known[:2]) for entry, zero in zip((c, d), zeros, strict=True)
        ]

    def within(self, bounded: Term, one: Goal) -> Proved:
        """Every posterior keeps within the envelopes, from the bounds of (2.3)"""
        facts = [*self.facts, *one.facts]
        alpha, Q, y = one.variables
        names = {**self.names, "alpha": alpha, "Q": Q}
        own = {**{name: self.names[name] for name in "kP"}, "alpha": alpha, "Q": Q, "y": y}
        p, t = plainly(CHANCE, **own), plainly(POSTERIOR, **own)
        probabilities = self.at_posterior(one)
        ends = arithmetic(term("0 <= p and p <= 1", p=p), *probabilities[:4], opaque=True)
        limits = [*conjuncts(at(self.envelopes, p, given=[ends]))]
        between = kernel.assume(term("0 < p and p < 1", p=p))
        known = [*conjuncts(between), *limits]
        bounds = [*conjuncts(rewritten(at(kernel.assume(bounded), p, given=[between])))]
        i, j = Free("i #0"), Free("j #0")
        in_i, in_j = (kernel.assume(in_range(v, self.names["k"])) for v in (i, j))
        found = []
        for bound, is_upper in zip(bounds, (True, False), strict=True):
            end, parity = applied(bound.conclusion, "or", 2) or (FALSE, FALSE)
            h, level, defining = self.level(p, is_upper)
            wanted = term("t <= h" if is_upper else "h <= t", t=t, h=h)
            first = arithmetic(wanted, kernel.assume(end), *probabilities[:4], opaque=True)
            inner = arithmetic(term("h < 1" if is_upper else "0 < h", h=h), kernel.assume(NOT(end)), *limits)
            said = kernel.assume(sides(self.exactly.conclusion)[0])
            single = rewritten(derived.follow(self.exactly, said), unfolding("private"))
            entry = at(at(at(single, i, given=[in_i]), j, given=[in_j]), y, given=facts)
            ratios = each(i, self.names["k"], each(j, self.names["k"], entry))
            inside = posterior_bounds([*facts, self.one], names, self.g, ratios, y)
            law = level_of_upper() if is_upper else level_of_lower()
            value = kernel.part(at(law, p, h, self.g, given=[*known, inner, kernel.assume(defining)]), 1)
            second = arithmetic(wanted, inside, value, opaque=True)
            second = kernel.instantiate(kernel.discharge(said.conclusion, second), {self.g: level})
            second = cut(under(second, [kernel.assume(parity)], 1), *self.at_level(p, is_upper, [*known, inner]))
            both = kernel.cases(bound, first, second)
            found.append(kernel.cases(either(end), first, both))
        inside = cut(conjoined(*found[::-1]))
        none = kernel.assume(NOT(between.conclusion))
        edge = conjoined(*(arithmetic(part.conclusion, none, *probabilities, *limits, opaque=True)
                           for part in conjuncts(inside)))  # fmt: skip
        whole = kernel.cases(either(between.conclusion), inside, edge)
        return one.qed(whole)


@script("all bound the parity")
def all_bound_the_parity(goal: Goal) -> Proved:
    """Each case as where it is claimed."""
    scripts = [of_parameters(script) for script in
               (parity_is_the_level, infimum_decides, parity_prevents_breaches, parity_keeps_the_factor)]  # fmt: skip
    return in_parts(goal, scripts)


SCRIPTS: Mapping[str, Script] = {
    "same demand": of_parameters(same_demand),
    "infimum decides": of_parameters(infimum_decides),
}
