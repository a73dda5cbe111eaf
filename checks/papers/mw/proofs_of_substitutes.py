"""Scripts for LPP whose substitute weight is constant, or seen by the collector, and for LPP-double-dagger.

The level for the substitute weight s is the largest of three ratios: of two edges, and of an edge and none for each
sign.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from checks.papers.mw.own_words import is_word, meant, said
from checks.papers.mw.proofs_of_drawn_weights import NUMBERS, Tuples, budgets, level_of_double_dagger
from checks.papers.mw.proofs_of_roots import granted_at
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arguments,
    arithmetic,
    by,
    chain,
    conjoined,
    conjuncts,
    discharged,
    generalise,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, Term, applied, closed, equal, parts
from derivations.theory.automatic import conditions
from derivations.theory.convexity import mean_between
from derivations.theory.single_terms import at, by_conditions
from derivations.theory.surveys import in_expectations, mean_of_one

p, q, s, x, h, y, t = (Free(f"{name} #0") for name in "pqsxhyt")
WORDS = "lpp", "double_dagger", "substitute", "tuples_within"
BOUNDS = "q <= x*(1 - q) and p*q <= x*((1 - p)*h) and p*q <= x*((1 - p)*(1 - h))"
SHARES = "1 - q <= k and k <= q and 1 - q <= l and l <= q and 1 - q <= h and h <= q"


@lemma(f"forall p q x h k l. {NUMBERS} implies {BOUNDS} implies {SHARES} implies "
       "1 <= x and p <= x*(1 - p) and 1 - p <= x*p and (1 - p)*h <= x*(p*k) and p*k <= x*((1 - p)*h) "
       "and p*k <= x*(p*l) and (1 - p)*(1 - h) <= x*(p*k) and p*k <= x*((1 - p)*(1 - h))")  # fmt: skip
def ratios(goal: Goal) -> Proved:
    """All ratios of tuples follow from three of them."""
    names = dict(zip("pqxhkl", goal.variables, strict=True))
    known = goal.facts
    numbers, bounds, shares = known[:4], known[4:7], known[7:]

    def shown(text: str, *facts: Proved) -> Proved:
        return arithmetic(term(text, **{n: v for n, v in names.items() if n in text.replace("max", "")}), *facts)

    one = shown("1 <= x", *numbers, bounds[0])
    odds = shown("p <= x*(1 - p)", *bounds[1:], shown("p <= 2*(p*q)", *numbers))
    back = shown("1 - p <= x*p", *numbers, shown("p <= x*p", *numbers, one))
    scaled = shown("p*q <= x*(p*(1 - q))", *numbers, bounds[0])
    high = shown("p*k <= p*q", *numbers, shares[1])
    most = shown("(1 - p)*q <= p*q", *numbers)
    lows = [shown(f"x*(p*(1 - q)) <= x*(p*{name})", shown(f"p*(1 - q) <= p*{name}", *numbers, shares[i]), one)
            for name, i in (("k", 0), ("l", 2))]  # fmt: skip
    none = shown("(1 - p)*h <= x*(p*k)", shown("(1 - p)*h <= (1 - p)*q", *numbers, shares[5]), most, scaled, lows[0])
    other = shown("(1 - p)*(1 - h) <= (1 - p)*q", *numbers, shares[4])
    return conjoined(
        one, odds, back, none,
        shown("p*k <= x*((1 - p)*h)", high, bounds[1]), shown("p*k <= x*(p*l)", high, scaled, lows[1]),
        shown("(1 - p)*(1 - h) <= x*(p*k)", other, most, scaled, lows[0]),
        shown("p*k <= x*((1 - p)*(1 - h))", high, bounds[2]),
    )  # fmt: skip


def _kept_within(weight: Term, known: Sequence[Proved]) -> list[Proved]:
    """1 - q <= kept(q, u) <= q"""
    both = term("1 - q <= k and k <= q", q=q, k=said("kept(q, u)", q=q, u=weight))
    own = normal(both, meant("kept"))
    return [*conjuncts(derived.follow(symmetric(own), arithmetic(sides(own.conclusion)[1], *known)))]


def _scaled(text: str, one: Proved, known: Sequence[Proved], share: Term) -> Proved:
    """c <= x c, for a c that is not negative."""
    c = term(text, p=p, **({"h": share} if "h" in text else {}))
    return arithmetic(term("c <= x*c", c=c, x=x), one, arithmetic(term("0 <= c", c=c), *known))


@cache
def within_by_ratios() -> Proved:
    """Under NUMBERS and -1 <= s <= 1, tuples_within(p, q, substitute(p, q, s), x) iff BOUNDS, for h = kept(q, s)."""
    premises = [term(text, p=p, q=q) for text in NUMBERS.split(" and ")]
    premises += [term(text, s=s) for text in ("-1 <= s", "s <= 1")]
    numbers, weight = [*map(kernel.assume, premises[:4])], [*map(kernel.assume, premises[4:])]
    share = said("kept(q, s)", q=q, s=s)
    within = said("tuples_within(p, q, substitute(p, q, s), x)", p=p, q=q, s=s, x=x)
    three = term(BOUNDS, p=p, q=q, x=x, h=share)
    plain = normal(within, meant(*WORDS), conditions)
    every = derived.follow(plain, kernel.assume(within))
    ends = []
    for *pair_at, response in ((1, 1, 1, -1, 2), (1, 0, 1, 1, 2), (1, 0, -1, 1, 3)):
        one = specialise(every, *map(Number, pair_at))
        premise, _ = applied(one.conclusion, "implies", 2) or ()
        one = at(kernel.detach(one, arithmetic(premise)), Number(response), given=[kernel.literal(Number(response))])
        ends.append(rewritten(one, meant("kept"), conditions))
    ratios_there = normal(three, meant("kept"))
    parted = [
        arithmetic(part.conclusion, *ends, *numbers)
        for part in conjuncts(kernel.assume(sides(ratios_there.conclusion)[1]))
    ]
    forth = kernel.discharge(within, derived.follow(symmetric(ratios_there), conjoined(*parted)))
    every_pair = goal_of(sides(plain.conclusion)[1])
    a, b, u, v, y = every_pair.variables
    given = every_pair.facts
    first, second = (said("kept(q, u)", q=q, u=value) for value in (u, v))
    inside = _kept_within(s, [*weight, *numbers])
    for value in (u, v):
        inside += _kept_within(value, [*[fact for fact in given if value in parts(fact.conclusion)], *numbers])
    bounds = [*conjuncts(kernel.assume(three))]
    inside += [arithmetic(term(text, q=q, k=part), *inside) for part in (share, first, second)
               for text in ("1 - q <= 1 - k", "1 - k <= q")]  # fmt: skip
    swapped = [arithmetic(term(text, p=p, q=q, x=x, h=share), *bounds) for text in (
        "p*q <= x*((1 - p)*(1 - h))", "p*q <= x*((1 - p)*(1 - (1 - h)))")]  # fmt: skip
    shown: list[Proved] = []
    for third, pair in ((share, (first, second)), (share, (second, first)),
                        (term("1 - h", h=share), (term("1 - k", k=first), term("1 - k", k=second))),
                        (term("1 - h", h=share), (term("1 - k", k=second), term("1 - k", k=first)))):  # fmt: skip
        shown += conjuncts(
            at(ratios(), p, q, x, third, *pair, given=[*numbers, *bounds, *swapped, *inside], premises=3)
        )
    shown += [
        _scaled(text, shown[0], [*numbers, *inside[:2]], share)
        for text in ("p", "1 - p", "(1 - p)*h", "(1 - p)*(1 - h)")
    ]
    own = [fact for fact in given if not {y, a, b}.isdisjoint(parts(fact.conclusion))]
    found = by_conditions(every_pair.conclusion, *dict.fromkeys(shown), *numbers, *own)
    back = kernel.discharge(three, derived.follow(symmetric(plain), every_pair.qed(found)))
    return generalise(discharged(derived.equivalent(forth, back), *premises), p, q, s, x)


LARGEST = "x2 <= x and x1*q <= x*h and x1*q <= x*(1 - h) and (x = x2 or x*h = x1*q or x*(1 - h) = x1*q)"


@lemma(f"forall x1 x2 q h. 0 < h and h < 1 implies exists x. {LARGEST}")
def largest(goal: Goal) -> Proved:
    """One of the three ratios is the largest."""
    x1, x2, q, h = goal.variables
    z = term("max(x2, max(x1*q/h, x1*q/(1 - h)))", x1=x1, x2=x2, q=q, h=h)
    plain = normal(instance(goal.conclusion, z), unfolding("max"))
    found = conjoined(*(by_conditions(part.conclusion, *goal.given)
                        for part in conjuncts(kernel.assume(sides(plain.conclusion)[1]))))  # fmt: skip
    return kernel.witness(goal.conclusion, z, derived.follow(symmetric(plain), found))


@lemma("forall x1 x2 p q x h. p = x1*(1 - p) and q = x2*(1 - q) and p < 1 and q < 1 implies "
       f"({BOUNDS} iff x2 <= x and x1*q <= x*h and x1*q <= x*(1 - h))")  # fmt: skip
def bounds_of_budgets(goal: Goal) -> Proved:
    """The bounds of the ratios in terms of the budgets."""
    x1, x2, p, q, x, h = goal.variables
    names = {"x1": x1, "x2": x2, "p": p, "q": q, "x": x, "h": h}
    left, right = sides(goal.conclusion)
    known = goal.facts

    def each_of(wanted: Term, given: Term) -> Proved:
        facts = [*conjuncts(kernel.assume(given))]
        return conjoined(*(arithmetic(part.conclusion, fact, *scaled, *known) for part, fact, scaled in zip(
            conjuncts(kernel.assume(wanted)), facts, ratios_of, strict=True)))  # fmt: skip

    ratios_of = [
        [arithmetic(term(text, **{n: v for n, v in names.items() if n in text}), *known)]
        for text in ("q - x*(1 - q) = (1 - q)*(x2 - x)", "p*q - x*((1 - p)*h) = (1 - p)*(x1*q - x*h)",
                     "p*q - x*((1 - p)*(1 - h)) = (1 - p)*(x1*q - x*(1 - h))")
    ]  # fmt: skip
    forth, back = each_of(right, left), each_of(left, right)
    return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))


@lemma(
    f"forall x1 x2 q h x z. 0 < h and h < 1 and {LARGEST} and x2 <= z and x1*q <= z*h and x1*q <= z*(1 - h) "
    "implies x <= z"
)
def no_larger(goal: Goal) -> Proved:
    """The largest ratio is at most what all of them are at most."""
    known = goal.facts
    which = next(fact for fact in known if applied(fact.conclusion, "or", 2))
    others = [fact for fact in known if fact is not which]

    def by_case(some: Proved) -> Proved:
        if both := applied(some.conclusion, "or", 2):
            return kernel.cases(some, *(by_case(kernel.assume(case)) for case in both))
        return arithmetic(goal.conclusion, some, *others)

    return by_case(which)


class Substitutes:
    """LPP for budgets, with what is known of p and q."""

    def __init__(self, goal: Goal, names: Mapping[str, Term] | None = None, given: Sequence[Proved] = ()) -> None:
        self.names = {**goal.names, **(names or {})}
        premises = goal.facts
        self.given = [*premises, *given]
        self.values = [self.names[name] for name in ("x1", "x2", "p", "q")]
        plain = [fact for fact in self.given if not self._levels(fact.conclusion)]
        weak = [arithmetic(term("1 <= x", x=value), *plain) for value in self.values[:2]]
        self.plain = plain
        self.known = [*conjuncts(at(budgets(), *self.values, given=[*weak, *plain])), *weak]
        self.strict = [fact for fact in plain if applied(fact.conclusion, "<", 2)]

    @staticmethod
    def _levels(formula: Term) -> bool:
        return any(is_word(part, word, count) for part in parts(formula)
                   for word, count in (("level_with", 4), ("ddagger_level", 3), ("public_level", 3)))  # fmt: skip

    def term(self, text: str, **more: Term) -> Term:
        """A term about the budgets, in the words of the paper."""
        values = {**self.names, **more}
        return said(text, **{name: value for name, value in values.items() if re.search(rf"\b{name}\b", text)})

    def inside(self, weight: Term, given: Sequence[Proved]) -> list[Proved]:
        """What is known of kept(q, u), for a weight u."""
        both = self.term("1 - q <= kept(q, u) and kept(q, u) <= q", u=weight)
        inside = reduced(normal(both, meant("kept")), lambda it: arithmetic(it, *given, *self.known))
        positive = arithmetic(self.term("0 < kept(q, u) and kept(q, u) < 1", u=weight), inside, *self.known)
        return [*conjuncts(inside), *conjuncts(positive)]

    def within(self, weight: Term, level: Term, given: Sequence[Proved]) -> Proved:
        """tuples_within(p, q, substitute(p, q, s), x) iff x is at least the three ratios."""
        x1, x2, p, q = self.values
        share = self.term("kept(q, s)", s=weight)
        numbers = [fact for fact in self.known if not applied(fact.conclusion, "=", 2)]
        weights = [arithmetic(term(text, s=weight), *given) for text in ("-1 <= s", "s <= 1")]
        own = under(specialise(within_by_ratios(), p, q, weight, level), [*numbers, *weights])
        return derived.transitive(own, at(bounds_of_budgets(), x1, x2, p, q, level, share, given=self.known))

    def level(self, weight: Term, level: Term, given: Sequence[Proved]) -> Proved:
        """level_with(p, q, s, x) iff x is the largest of the three ratios."""
        x1, x2, _p, q = self.values
        share = self.term("kept(q, s)", s=weight)
        inside = self.inside(weight, given)
        wanted = self.term("level_with(p, q, s, x)", s=weight, x=level)
        plain = normal(wanted, meant("level_with", "tuples_level"))
        z = Free("z #0")
        here, there = self.within(weight, level, given), self.within(weight, z, given)
        both = term(LARGEST, x1=x1, x2=x2, q=q, h=share, x=level)
        first, second = conjuncts(derived.follow(plain, kernel.assume(wanted)))
        exists = at(largest(), x1, x2, q, share, given=inside)
        other = kernel.assume(instance(exists.conclusion, z))
        bounds = [*conjuncts(other)][:3]
        smaller = at(second, z, given=[derived.follow(symmetric(there), conjoined(*bounds))])
        mine = derived.follow(here, first)
        larger = at(
            no_larger(), x1, x2, q, share, z, level, given=[*inside, other, *conjuncts(other), *conjuncts(mine)]
        )
        same = arithmetic(term("z = x", z=z, x=level), smaller, larger)
        forth = kernel.unpack(exists, z, kernel.replace(same, closed(z, other.conclusion), other))
        given_largest = kernel.assume(both)
        private = derived.follow(symmetric(here), conjoined(*[*conjuncts(given_largest)][:3]))
        least = goal_of(applied(sides(plain.conclusion)[1], "and", 2)[1], depth=2)  # type: ignore[index]
        (z,) = least.variables
        at_most = derived.follow(self.within(weight, z, given), kernel.assume(least.given[0]))
        small = at(
            no_larger(), x1, x2, q, share, level, z, given=[*inside, *conjuncts(given_largest), *conjuncts(at_most)]
        )
        back = derived.follow(symmetric(plain), kernel.conjoin(private, least.qed(small)))
        return derived.equivalent(kernel.discharge(wanted, forth), kernel.discharge(both, back))

    def without(self) -> Proved:
        """lpp(p, q, 0, 0) = substitute(p, q, 0)"""
        y = Free("y #0")
        first, second = (normal(self.term(text), meant("lpp", "double_dagger", "substitute", "kept"), conditions)
                         for text in ("lpp(p, q, 0, 0)", "substitute(p, q, 0)"))  # fmt: skip
        left, right = (sides(side.conclusion)[1] for side in (first, second))
        same = kernel.abstracted(
            y, by_conditions(sides(normal(term("f(y) = g(y)", f=left, g=right, y=y)).conclusion)[1])
        )
        return derived.transitive(derived.transitive(first, same), symmetric(second))

    def same_level(self, level: Term) -> Proved:
        """ddagger_level(p, q, x) iff level_with(p, q, 0, x)"""
        names = [normal(self.term(text, x=level), meant(word)) for word, text in (
            ("ddagger_level", "ddagger_level(p, q, x)"), ("level_with", "level_with(p, q, 0, x)"))]  # fmt: skip
        moved = normal(sides(names[0].conclusion)[1], by(self.without()))
        return derived.transitive(derived.transitive(names[0], moved), symmetric(names[1]))

    def ddagger(self, level: Term) -> Proved:
        """ddagger_level(p, q, x) iff x is the largest of the three ratios for the substitute weight 0."""
        return derived.transitive(self.same_level(level), self.level(Number(0), level, []))

    def public(self, level: Term) -> Proved:
        """public_within(p, q, x) iff x1*x2 <= x"""
        wanted, product = self.term("public_within(p, q, x)", x=level), self.term("x1*x2 <= x", x=level)
        plain = normal(wanted, meant("public_within"))
        every = derived.follow(plain, kernel.assume(wanted))
        weight = [arithmetic(term(text)) for text in ("-1 <= -1", "-1 <= 1")]
        worst = derived.follow(self.within(Number(-1), level, weight), at(every, Number(-1), given=weight))
        forth = arithmetic(product, *self.known, *conjuncts(rewritten(worst, meant("kept"))))
        one = goal_of(sides(plain.conclusion)[1])
        (s,) = one.variables
        weights = [*map(kernel.assume, one.given)]
        share = self.term("kept(q, s)", s=s)
        inside, given = self.inside(s, weights), kernel.assume(product)
        large = [arithmetic(self.term(text, x=level, c=value), given, *self.known, *inside) for value in (
            share, term("1 - h", h=share)) for text in ("x1*x2*(1 - q) <= x1*x2*c", "x1*x2*c <= x*c")]  # fmt: skip
        bounds = conjoined(*(arithmetic(self.term(text, x=level, h=share), given, *large, *self.known, *inside)
                             for text in ("x2 <= x", "x1*q <= x*h", "x1*q <= x*(1 - h)")))  # fmt: skip
        back = derived.follow(
            symmetric(plain), one.qed(derived.follow(symmetric(self.within(s, level, weights)), bounds))
        )
        return derived.equivalent(kernel.discharge(wanted, forth), kernel.discharge(product, back))

    def public_is(self, level: Term) -> Proved:
        """public_level(p, q, x) iff x = x1*x2"""
        wanted, same = self.term("public_level(p, q, x)", x=level), self.term("x = x1*x2", x=level)
        plain = normal(wanted, meant("public_level"))
        first, second = conjuncts(derived.follow(plain, kernel.assume(wanted)))
        product = self.term("x1*x2")
        least = at(
            second,
            product,
            given=[derived.follow(symmetric(self.public(product)), arithmetic(term("a <= a", a=product)))],
        )
        forth = arithmetic(same, least, derived.follow(self.public(level), first))
        given = kernel.assume(same)
        enough = derived.follow(symmetric(self.public(level)), arithmetic(self.term("x1*x2 <= x", x=level), given))
        smaller = goal_of(applied(sides(plain.conclusion)[1], "and", 2)[1], depth=2)  # type: ignore[index]
        (z,) = smaller.variables
        least_of_all = arithmetic(
            smaller.conclusion, given, derived.follow(self.public(z), kernel.assume(smaller.given[0]))
        )
        back = derived.follow(symmetric(plain), kernel.conjoin(enough, smaller.qed(least_of_all)))
        return derived.equivalent(kernel.discharge(wanted, forth), kernel.discharge(same, back))

    def said_of(self, fact: Proved, given: Sequence[Proved]) -> list[Proved]:
        """What a fact about a level says in numbers."""
        formula = fact.conclusion
        *_, level = arguments(formula)
        if is_word(formula, "level_with", 4):
            weight = arguments(formula)[2]
            return [*conjuncts(derived.follow(self.level(weight, level, given), fact)), *self.inside(weight, given)]
        if is_word(formula, "ddagger_level", 3):
            ratios_of = [*conjuncts(rewritten(derived.follow(self.ddagger(level), fact), at_numbers))]
            texts = "x2 <= x", "2*x1*q <= x", "x = x2 or x = 2*x1*q"
            return [*(arithmetic(self.term(text, x=level), *ratios_of) for text in texts), *self.quotients()]
        return [derived.follow(self.public_is(level), fact)]

    def quotients(self) -> list[Proved]:
        """What is printed of q."""
        facts = [*self.known, *self.strict]
        both = [arithmetic(self.term(text), *facts) for text in ("2*x1*x2/(x2 + 1) = 2*x1*q", "2*x2/(x2 + 1) = 2*q")]
        strict = [arithmetic(self.term("2*q < x2"), *facts)] if len(self.strict) == 2 else []
        return [*both, *strict]

    def levels(self) -> list[Proved]:
        """What all that is given about levels says in numbers."""
        return [said for fact in self.given if self._levels(fact.conclusion) for said in self.said_of(fact, self.plain)]


def at_numbers(part: Term) -> Proved | None:
    """kept(q, u) for a number u."""
    if not is_word(part, "kept", 2) or not isinstance(arguments(part)[1], Number):
        return None
    plain = normal(part, meant("kept"))
    return derived.transitive(plain, arithmetic(equal(sides(plain.conclusion)[1], _kept_at(part))))


def _kept_at(part: Term) -> Term:
    q, weight = arguments(part)
    assert isinstance(weight, Number)
    return {1: q, -1: term("1 - q", q=q), 0: Number(Fraction(1, 2))}[int(weight.value)]


def _case_by_case(wanted: Term, facts: Sequence[Proved]) -> Proved:
    """The formula, in each case that the facts leave."""
    for i, fact in enumerate(facts):
        if cases := applied(fact.conclusion, "or", 2):
            others = [*facts[:i], *facts[i + 1 :]]
            return kernel.cases(fact, *(_case_by_case(wanted, [kernel.assume(case), *others]) for case in cases))
    return by_conditions(wanted, *facts)


class Said:
    """What is to be shown of levels, with values for what is said to exist."""

    def __init__(self, here: Substitutes, values: Sequence[Term]) -> None:
        self.here, self.values = here, list(values)

    def shown(self, formula: Term, facts: Sequence[Proved], values: Sequence[Term]) -> Proved:
        """The formula, from facts about levels in numbers."""
        here = self.here
        if both := applied(formula, "and", 2):
            return kernel.conjoin(*(self.shown(part, facts, values) for part in both))
        if applied(formula, "exists", 1):
            there = sides(normal(instance(formula, values[0])).conclusion)[1]
            plain = normal(instance(formula, values[0]))
            return kernel.witness(
                formula, values[0], derived.follow(symmetric(plain), self.shown(there, facts, values[1:]))
            )
        if applied(formula, "forall", 1) or applied(formula, "implies", 2):
            one = goal_of(formula)
            given = one.facts
            own = [said for fact in given if here._levels(fact.conclusion)
                   for said in here.said_of(fact, [*facts, *given])]  # fmt: skip
            plain_given = [fact for fact in given if not here._levels(fact.conclusion)]
            return one.qed(self.shown(one.conclusion, [*facts, *plain_given, *own], values))
        if is_word(formula, "public_within", 3):
            same = here.public(arguments(formula)[-1])
            return derived.follow(symmetric(same), arithmetic(sides(same.conclusion)[1]))
        if here._levels(formula):
            *_, level = arguments(formula)
            same = here.ddagger(level) if is_word(formula, "ddagger_level", 3) else here.public_is(level)
            return derived.follow(symmetric(same), self.shown(sides(same.conclusion)[1], facts, values))
        plain = normal(formula, at_numbers, unfolding("max", "min"))
        wanted = sides(plain.conclusion)[1]
        of_numbers = [rewritten(fact, at_numbers) for fact in facts if fact not in here.plain]
        numbers = [*self.of_weights(wanted, facts), *of_numbers, *here.known, *here.strict, *here.quotients()]
        return derived.follow(symmetric(plain), _case_by_case(wanted, numbers))

    def of_weights(self, formula: Term, facts: Sequence[Proved]) -> list[Proved]:
        """What is known of the weights that the formula speaks of, one by one and in pairs."""
        found: list[Proved] = []
        shares = [part for part in dict.fromkeys(parts(formula)) if is_word(part, "kept", 2)]
        for share in shares:
            found += self.here.inside(arguments(share)[1], facts)
        for first in shares:
            for second in shares:
                if first != second:
                    names = {"k": first, "l": second, "x2": self.here.values[1], "q": self.here.values[3]}
                    found += [arithmetic(term(text, **names), *found, *self.here.known)
                              for text in ("k <= x2*l", "1 - k <= x2*l")]  # fmt: skip
        return found


def levels(*values: int) -> Callable[[Goal], Proved]:
    """What follows from the ratios whose largest the levels are; what exists has these values."""

    def script(goal: Goal) -> Proved:
        here = Substitutes(goal)
        facts = [*here.plain, *here.levels()]
        return Said(here, ()).shown(goal.conclusion, facts, [Number(value) for value in values])

    return script


@script("drawn weight, largest weight")
def drawn(goal: Goal) -> Proved:
    """What is said of the level of LPP with its drawn weight, which is that of LPP-double-dagger."""
    tuples, _ = Tuples.of(goal)
    given = goal.facts
    without, level = (next(fact for fact in given if is_word(fact.conclusion, word, count))
                      for word, count in (("without_edge", 3), ("tuples_level", 4)))  # fmt: skip
    known = [*tuples.given, level_of_double_dagger(tuples, without, level)]
    here = Substitutes(Goal(FALSE, (), (), FALSE), tuples.names, known)
    return Said(here, ()).shown(goal.conclusion, [*here.plain, *here.levels()], [Number(1)])


TWO_EDGES = {"x1": "2", "x2": "4", "p": "2/3", "q": "4/5"}


def at_two_edges() -> Substitutes:
    """The budgets of TWO_EDGES."""
    names = {name: term(text) for name, text in TWO_EDGES.items()}
    given = [arithmetic(term(text)) for text in ("1 < 2", "1 < 4", "2/3 = 2/(2 + 1)", "4/5 = 4/(4 + 1)")]
    return Substitutes(Goal(FALSE, (), (), FALSE), names, given)


@script("level of two edges")
def two_edges(goal: Goal) -> Refuted:
    """At e^eps_1 = 2 and e^eps_2 = 4 two edges are told apart with the ratio 4, an edge and none with 16/5."""
    here = at_two_edges()
    asked = [variable.name.split(" ")[0] for variable in goal.variables]
    said_there = kernel.assume(goal.statement)
    for name in asked:
        said_there = kernel.specialise(said_there, {**here.names, "x": Number(4)}[name])
    premise, _ = applied(said_there.conclusion, "implies", 2) or ()
    facts = []
    for part in conjuncts(kernel.detach(said_there, _premises(here, premise))):
        if here._levels(part.conclusion):
            facts += [*conjuncts(derived.follow(here.ddagger(arguments(part.conclusion)[-1]), part))]
        elif applied(part.conclusion, "exists", 1):
            w = Free("w #0")
            some = [*conjuncts(kernel.assume(instance(part.conclusion, w)))]
            nothing = arithmetic(FALSE, *some, *here.inside(w, some))
            facts.append(kernel.unpack(part, w, nothing))
        elif not applied(part.conclusion, "forall", 1):
            facts.append(part)
    contradiction = arithmetic(FALSE, *(rewritten(fact, at_numbers) for fact in facts))
    shown_at = tuple((name, TWO_EDGES.get(name, "4")) for name in asked)
    over = (
        2
        if any(applied(part, "/", 2) == (goal.variables[-1], goal.variables[0]) for part in parts(goal.conclusion))
        else 1
    )
    ratios_there = Fraction(4, over), Fraction(16, 5 * over)
    return Refuted(derived.reject(goal.statement, contradiction), shown_at, ratios_there)


def _premises(here: Substitutes, formula: Term) -> Proved:
    """What is assumed at the point."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_premises(here, part) for part in both))
    if not here._levels(formula):
        return arithmetic(formula)
    same = here.ddagger(arguments(formula)[-1])
    plain = normal(sides(same.conclusion)[1], at_numbers)
    return derived.follow(symmetric(same), derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1])))


@lemma("forall m q g a b. integer(m) and 0 <= m implies (sum y in 1..m. q(y)) = 1 implies "
       "mean(m, q, fun t. a + b*g(t)) = a + b*mean(m, q, g)")  # fmt: skip
def mean_of_affine(goal: Goal) -> Proved:
    """The mean of an affine function is its value at the mean."""
    left, right = sides(goal.conclusion)
    means = [in_expectations(goal.given), by(mean_of_one(), goal.given)]
    return chain(left).rewrite(*means).arithmetic(right).theorem


BASE, SLOPE = (f"if y = 1 then {first} else if y = 2 then {second} else {third}" for first, second, third in (
    ("p", "(1 - p)/2", "(1 - p)/2"), ("0", "(1 - p)*(q - 1/2)", "(1 - p)*(1/2 - q)")))  # fmt: skip


def _affine(p: Term, q: Term, weight: Term, base: Term, slope: Term) -> Proved:
    """substitute(p, q, u)(y) = a + b u"""
    own = term("s(y) = a + b*u", s=said("substitute(p, q, u)", p=p, q=q, u=weight), y=y, a=base, b=slope, u=weight)
    return reduced(normal(own, meant("substitute", "kept")), by_conditions)


def _of_random_weights(here: Substitutes, constant: Proved, formula: Term) -> Proved:
    """A drawn substitute weight does what its mean does."""
    one = goal_of(formula)
    r, m, g, level = one.variables
    size, law, weights, mixture = conjuncts(kernel.assume(one.given[0]))
    sizes = [*conjuncts(rewritten(size, unfolding("size")))]
    sizes.append(arithmetic(term("0 <= m", m=m), *sizes))
    _, total = conjuncts(rewritten(law, unfolding("law")))
    p, q = here.values[2:]
    base, slope = term(BASE, p=p, y=y), term(SLOPE, p=p, q=q, y=y)
    mean = term("mean(m, r, g)", m=m, r=r, g=g)
    law_of = arguments(mixture.conclusion)[2]
    at_weight = kernel.abstracted(t, _affine(p, q, g(t), base, slope))
    outer = term("fun f. mean(m, r, f)", m=m, r=r)
    averaged = rewritten(kernel.congruent(kernel.reflexive(outer), at_weight))
    averaged = derived.transitive(
        averaged, at(mean_of_affine(), m, r, g, base, slope, given=[*sizes, total], premises=2)
    )
    same = kernel.abstracted(y, derived.transitive(averaged, symmetric(_affine(p, q, mean, base, slope))))
    moved = rewritten(mixture, lambda part: same if part == law_of else None)
    plain = normal(here.term("level_with(p, q, s, x)", s=mean, x=level), meant("level_with"))
    bounds = at(mean_between(), m, r, g, Number(-1), Number(1), given=[*sizes, law, weights], premises=3)
    return one.qed(at(constant, mean, level, given=[*conjuncts(bounds), derived.follow(symmetric(plain), moved)]))


def _of_uniform_weight(here: Substitutes, constant: Proved, formula: Term) -> Proved:
    """The weight drawn uniformly does what the weight 0 does."""
    one = goal_of(formula)
    without, level = conjuncts(kernel.assume(one.given[0]))
    tuples = Tuples(here.names, here.plain)
    own = level_of_double_dagger(tuples, without, level)
    x = one.variables[1]
    there = derived.follow(here.same_level(x), own)
    weight = [arithmetic(term(text)) for text in ("-1 <= 0", "0 <= 1")]
    return one.qed(at(constant, Number(0), x, given=[*weight, there]))


@script("least of all")
def least_of_all(goal: Goal) -> Proved:
    """Lemma 3: the level of LPP-double-dagger is the infimum of those for all substitute weights, constant or drawn."""
    here = Substitutes(goal)
    smaller, rest = applied(goal.conclusion, "and", 2) or ()
    greatest, rest = applied(rest, "and", 2) or ()
    random, uniform = applied(rest, "and", 2) or ()
    first = Said(here, ()).shown(smaller, [*here.plain, *here.levels()], [])
    one = goal_of(greatest, depth=2)
    level = here.names["z"]
    own = next(fact for fact in here.given if is_word(fact.conclusion, "ddagger_level", 3))
    there = derived.follow(here.same_level(level), own)
    bound = specialise(kernel.assume(one.given[0]), Number(0), level)
    premise, _ = applied(bound.conclusion, "implies", 2) or ()
    inside, _ = applied(premise, "and", 2) or ()
    below = kernel.detach(bound, kernel.conjoin(arithmetic(inside), there))
    return conjoined(
        first, one.qed(below), _of_random_weights(here, first, random), _of_uniform_weight(here, first, uniform)
    )


@script("printed is not least")
def printed_is_not_least(goal: Goal) -> Refuted:
    """At e^eps_1 = 2 and e^eps_2 = 4 every level is at least 4, and (47) says 16/5."""
    here = at_two_edges()
    greatest = kernel.part(granted_at(goal, {**here.names, "z": term("16/5")}), 1)
    bound = kernel.specialise(greatest, Number(4))
    every, _ = applied(bound.conclusion, "implies", 2) or ()
    one = goal_of(every)
    facts = one.facts
    said_there = [said for fact in facts if here._levels(fact.conclusion) for said in here.said_of(fact, facts)]
    all_larger = one.qed(arithmetic(one.conclusion, *said_there))
    contradiction = arithmetic(FALSE, kernel.detach(bound, all_larger))
    shown_at = (*TWO_EDGES.items(), ("z", "16/5"))
    return Refuted(derived.reject(goal.statement, contradiction), shown_at, (Fraction(16, 5), Fraction(4)))


SCRIPTS: Mapping[str, Script] = {
    "levels of LPP": levels(),
    "levels of LPP, worst weights": levels(-1, 1),
    "levels of LPP, largest weight": levels(1),
}
