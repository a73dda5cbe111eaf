"""Scripts for PCKV-UE: strings in which every position is perturbed on its own, for the pair of one item.

At most two positions of a string depend on the pair, and the product over the others cancels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial

from checks.papers.mw.own_words import is_word, meant
from checks.papers.mw.proofs_of_roots import granted_at
from checks.verifying.stated import Refuted, Script, granted, refuted_under, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    conjoined,
    conjuncts,
    cut,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import (
    FALSE,
    REAL,
    Constant,
    Free,
    Number,
    Term,
    applied,
    arrow,
    closed,
    equal,
    parts,
)
from derivations.theory.automatic import automatic, conditions, facts_of, written_out
from derivations.theory.noisy_samples import prod_of_equals
from derivations.theory.products import factor_apart
from derivations.theory.single_terms import at, by_conditions, each, either, prod_positive
from derivations.theory.sums import ONE, in_range, prod_same

WORDS = ("string", "strings_within", "club")
LARGEST = "max(a*p/((1 - b)/2)*(b/(1 - a)), p/(1 - p))"
"""The largest ratio of two probabilities of a string, for pairs of different items."""
DOMAIN = "1/2 <= a and a < 1 and 1/2 <= b and b < 1 and 1/2 <= p and p < 1"
SAME, DIFFERENT = "p <= x*(1 - p)", "2*a*p*b <= x*(1 - a)*(1 - b)"
"""What a level x has to satisfy for two pairs of one item, and besides for pairs of different items."""


def entry(u: str, y: str) -> str:
    """The probability of y at a position that holds u."""
    own = f"if {y} = 1 then 1 - a else if {y} = {u} then a*p else a*(1 - p)"
    return f"(if {u} = 1 then (if {y} = 1 then b else (1 - b)/2) else {own})"


@lemma(f"forall a b p u y. {DOMAIN} implies 0 < {entry('u', 'y')}")
def positive_entry(goal: Goal) -> Proved:
    """Everything may be reported."""
    return by_conditions(goal.conclusion, *goal.given)


@lemma(f"forall a b p u y. {DOMAIN} and u != 1 implies {entry('u', 'y')}*(1 - b) <= 2*a*p*{entry('1', 'y')}")
def most(goal: Goal) -> Proved:
    """How much more likely a report is at most where there is an item."""
    return by_conditions(goal.conclusion, *goal.given)


@lemma(f"forall a b p x u y. {DOMAIN} and {SAME} and {DIFFERENT} and u != 1 implies "
       f"2*a*p*{entry('1', 'y')} <= x*(1 - b)*{entry('u', 'y')}")  # fmt: skip
def least(goal: Goal) -> Proved:
    """How much less likely a report is at most where there is an item."""
    return by_conditions(goal.conclusion, *goal.given)


@lemma(
    f"forall a b p x u v y. {DOMAIN} and {SAME} and u != 1 and v != 1 implies {entry('u', 'y')} <= x*{entry('v', 'y')}"
)
def of_one_item(goal: Goal) -> Proved:
    """Two pairs of one item."""
    return by_conditions(goal.conclusion, *goal.given)


@lemma("forall s t r x. 0 < r and s <= x*t implies s*r <= x*(t*r)")
def with_factor(goal: Goal) -> Proved:
    """A positive factor on both sides."""
    return automatic(goal)


@lemma("forall s t r x. 0 < r and s*r <= x*(t*r) implies s <= x*t")
def without_factor(goal: Goal) -> Proved:
    """A positive factor on both sides cancels."""
    return automatic(goal)


@lemma(
    "forall s d c e x g h. 0 < g and 0 < h and 0 < d and 0 < c and s*g <= h*c and h*d <= x*g*e implies s*d <= x*(c*e)"
)
def chained(goal: Goal) -> Proved:
    """One report at most h/g times as likely, the other at least h/(g x) times."""
    return automatic(goal)


@lemma("forall r s x. max(r, s) <= x iff r <= x and s <= x")
def larger_at_most(goal: Goal) -> Proved:
    """The larger of two numbers is a bound exactly if both are."""
    first, second = applied(goal.conclusion, "=", 2) or (goal.conclusion, goal.conclusion)
    plain = normal(first, unfolding("max"))
    one, two = kernel.assume(sides(plain.conclusion)[1]), kernel.assume(second)
    forth = conjoined(*(by_conditions(part.conclusion, one) for part in conjuncts(two)))
    back = derived.follow(symmetric(plain), by_conditions(one.conclusion, *conjuncts(two)))
    forth = cut(forth, derived.follow(plain, kernel.assume(first)))
    return derived.equivalent(kernel.discharge(first, forth), kernel.discharge(second, back))


@lemma("forall r c d x. 0 < c and r*c = d and r <= x implies d <= x*c")
def bound_of_ratio(goal: Goal) -> Proved:
    """A bound of a quotient."""
    return automatic(goal)


@lemma("forall r c d x. 0 < c and r*c = d and d <= x*c implies r <= x")
def ratio_at_most(goal: Goal) -> Proved:
    """A bound of a quotient, from one without it."""
    return automatic(goal)


@lemma("forall A x y. integer(x) and 1 <= x <= 3 and integer(y) and 1 <= y <= 3 implies "
       "integer(if A then x else y) and 1 <= (if A then x else y) <= 3")  # fmt: skip
def either_letter(goal: Goal) -> Proved:
    """A choice of two letters is one."""
    return by_conditions(goal.conclusion, *goal.given)


def letter(value: Term) -> Proved:
    """value in 1..3, where it is a number or a choice of letters"""
    if isinstance(value, Number):
        _, rest = applied(in_range(value, Number(3)), "and", 2) or ()
        return kernel.conjoin(kernel.literal(value), arithmetic(rest))
    condition, one, other = applied(value, "if", 3) or ()
    return at(either_letter(), condition, one, other, given=[letter(one), letter(other)], premises=1)


ALONE = "prod t in 1..m. P(if t = i then u else 1, y(t))"
REST = "prod t in 1..m. if t = i then 1 else P(1, y(t))"
OTHERS = "prod t in 1..m. if t = i then 1 else if t = j then 1 else P(1, y(t))"
SIZES = "integer(m) and 0 <= m and integer(i) and 1 <= i <= m"


@lemma(f"forall m P i u y. {SIZES} implies ({ALONE}) = P(u, y(i))*({REST})")
def one_position(goal: Goal) -> Proved:
    """The position of the item apart."""
    m, P, i, u, y = goal.variables
    t = Free("t #0")
    names = {"P": P, "i": i, "u": u, "y": y}
    factors = term("fun t. P(if t = i then u else 1, y(t))", **names)
    apart = rewritten(at(factor_apart(), m, i, factors, given=goal.given, premises=2))
    body = "if t = i then 1 else P(if t = i then u else 1, y(t))"
    same = each(t, m, by_conditions(term(f"({body}) = (if t = i then 1 else P(1, y(t)))", t=t, **names)))
    functions = [term(f"fun t. {text}", **names) for text in (body, "if t = i then 1 else P(1, y(t))")]
    rest = rewritten(at(prod_same(), m, *functions, given=[*goal.given, same], premises=2))
    own = by_conditions(term("P(if i = i then u else 1, y(i)) = P(u, y(i))", **names))
    return arithmetic(goal.conclusion, apart, rest, rewritten(own), opaque=True)


@lemma(f"forall m P i j u y. {SIZES} and integer(j) and 1 <= j <= m and i != j implies "
       f"({ALONE}) = P(u, y(i))*P(1, y(j))*({OTHERS}) and "
       f"({ALONE.replace('= i', '= j')}) = P(1, y(i))*P(u, y(j))*({OTHERS})")  # fmt: skip
def two_positions(goal: Goal) -> Proved:
    """The positions of two items apart, whichever of them the pair has."""
    m, P, i, j, u, y = goal.variables
    t = Free("t #0")
    known = list(conjuncts(kernel.assume(goal.given[0])))
    others = "if t = i then 1 else if t = j then 1 else P(1, y(t))"
    found = []
    for own, other in ((i, j), (j, i)):
        names = {"P": P, "i": own, "j": other, "u": u, "y": y}
        alone = at(one_position(), m, P, own, u, y, given=known, premises=1)
        factors = term("fun t. if t = i then 1 else P(1, y(t))", P=P, i=own, y=y)
        apart = rewritten(at(factor_apart(), m, other, factors, given=known, premises=2))
        body = "if t = j then 1 else if t = i then 1 else P(1, y(t))"
        wanted = {"i": i, "j": j, "P": P, "y": y, "t": t}
        same = term(f"f = ({others})", f=term(body, t=t, **{n: v for n, v in names.items() if n != "u"}), **wanted)
        first, second = sides(same)
        rest = at(
            prod_same(),
            m,
            closed(t, first),
            closed(t, second),
            given=[*known, each(t, m, by_conditions(same))],
            premises=2,
        )
        value = by_conditions(term("(if j = i then 1 else P(1, y(j))) = P(1, y(j))", i=own, j=other, P=P, y=y), *known)
        found += [alone, apart, rewritten(rest), value]
    both = conjuncts(kernel.assume(goal.conclusion))
    return kernel.conjoin(*(arithmetic(part.conclusion, *found, opaque=True) for part in both))


class _Strings:
    """What a goal says of strings: its parameters, and what it gives."""

    def __init__(self, goal: Goal) -> None:
        self.names = goal.names
        said = goal.facts
        self.facts = [*said, *(fact for one in said for fact in facts_of(one))]
        numbers = [self.names[name] for name in "abp"]
        self.domain = [arithmetic(part, *self.facts) for part in self._domain()]
        self.numbers = numbers
        self.m = self.names["m"]
        self.sizes = [*self.facts, arithmetic(self.term("0 <= m"), *self.facts)]
        self._any = False  # whether the items are any two, not those of the goal
        self.y = Free("y #0", arrow(REAL, REAL))
        spoken = list(parts(goal.conclusion))
        self.club = next(part for part in spoken if is_word(part, "club", 3))
        self.word = next(
            (part for part in spoken if isinstance(part, Constant) and is_word(part, "strings_within", 0)), None
        )
        self.matrix = sides(normal(self.club, meant(*WORDS)).conclusion)[1]

    def _domain(self) -> Sequence[Term]:
        return [fact.conclusion for fact in conjuncts(kernel.assume(self.term(DOMAIN)))]

    def term(self, text: str, **more: Term) -> Term:
        """The term that a text says of the parameters."""
        names = {**self.names, **more}
        return term(text, **{name: value for name, value in names.items() if re.search(rf"\b{name}\b", text)})

    def rest(self, i: Term, j: Term | None) -> Proved:
        """What the pair has no influence on is positive."""
        t = Free("t #0")
        other = f"{entry('1', 'y(t)')}" if j is None else f"(if t = j then 1 else {entry('1', 'y(t)')})"
        more = {} if j is None else {"j": j}
        body = self.term(f"if t = i then 1 else {other}", t=t, i=i, y=self.y, **more)
        positive = each(t, self.m, by_conditions(self.term("0 < f", f=body), *self.domain))
        return at(prod_positive(), self.m, closed(t, body), given=[*self.sizes, positive], premises=2)

    def parted(self, i: Term, j: Term, u: Term, v: Term) -> tuple[Proved, Proved, Proved]:
        """How likely a string is for the pair u of i and for the pair v of j, as products; and what cancels."""
        if i == j:
            found = [at(one_position(), self.m, self.matrix, i, w, self.y, given=self.sizes) for w in (u, v)]
            return rewritten(found[0]), rewritten(found[1]), rewritten(self.rest(i, None))
        known = [*self.sizes, *self._different(i, j)]
        first, _ = conjuncts(at(two_positions(), self.m, self.matrix, i, j, u, self.y, given=known))
        _, second = conjuncts(at(two_positions(), self.m, self.matrix, i, j, v, self.y, given=known))
        return rewritten(first), rewritten(second), rewritten(self.rest(i, j))

    def _different(self, i: Term, j: Term) -> list[Proved]:
        wanted = self.term("i != j", i=i, j=j)
        return [kernel.assume(wanted)] if self._any else [arithmetic(wanted, *self.facts)]

    def within(self, i: Term, j: Term, level: Sequence[Proved]) -> Proved:
        """strings_within(m, P, i, j, x), from what the level satisfies."""
        wanted = normal(self.said(i, j), meant(*WORDS))
        one = goal_of(sides(wanted.conclusion)[1])
        u, v, y = one.variables
        known = [*self.domain, *level, *one.facts]
        first, second, positive = (self._of(fact, y) for fact in self.parted(i, j, u, v))
        a, b, p = self.numbers
        x = self.names["x"]
        (left, rest), (right, _) = (_factors(sides(fact.conclusion)[1]) for fact in (first, second))
        if i == j:
            smaller = at(of_one_item(), a, b, p, x, u, v, self.term("y(i)", y=y, i=i), given=known)
        else:
            at_i, at_j = (self.term("y(i)", y=y, i=place) for place in (i, j))
            above = at(most(), a, b, p, u, at_i, given=known)
            below = at(least(), a, b, p, x, v, at_j, given=known)
            holding = [at(positive_entry(), a, b, p, ONE, place, given=known) for place in (at_j, at_i)]
            scale = [self.term("1 - b"), self.term("2*a*p")]
            known += [arithmetic(self.term("0 < c", c=c), *self.domain) for c in scale]
            known += [rewritten(fact) for fact in (above, below, *holding)]
            smaller = at(chained(), *_factors(left), *_factors(right), x, *scale, given=known)
        found = at(with_factor(), left, right, rest, x, given=[rewritten(smaller), positive])
        shown = arithmetic(one.conclusion, first, second, rewritten(found), opaque=True)
        return derived.follow(symmetric(wanted), one.qed(shown))

    def _of(self, theorem: Proved, y: Term) -> Proved:
        """A theorem about every string, for this one."""
        return rewritten(kernel.instantiate(theorem, {self.y: y}))

    def said(self, i: Term, j: Term) -> Term:
        """strings_within(m, P, i, j, x)"""
        assert self.word is not None
        found: Term = self.word
        for value in (self.m, self.club, i, j, self.names["x"]):
            found = found(value)
        return found

    def between(self, within: Proved, i: Term, j: Term) -> list[Proved]:
        """What a level for pairs of two items satisfies."""
        strings = ((2, 2, IN_BOTH, SAME), (2, 2, IN_FIRST, DIFFERENT))
        return [self.needed(within, u, v, i, j, string, wanted) for u, v, string, wanted in strings]

    def everywhere(self, said: Term, level: Sequence[Proved]) -> Proved:
        """forall i j in 1..m. strings_within(m, P, i, j, x)"""
        i, j = Free("i #0"), Free("j #0")
        inside = [kernel.assume(in_range(place, self.m)) for place in (i, j)]
        here = copy(self)
        here.sizes, here._any = [*self.sizes, *inside], True
        one = here.within(i, i, level)
        alike = equal(i, j)
        pattern = closed(j, self.said(i, j))
        one = kernel.replace(kernel.assume(alike), pattern, one)
        two = here.within(i, j, level)
        both = kernel.cases(either(alike), one, two)
        found = each(i, self.m, each(j, self.m, both))
        changed = normal(said, meant(*WORDS))
        return derived.follow(symmetric(changed), rewritten(found, meant(*WORDS)))

    def place(self, i: Term) -> Proved:
        """i in 1..m, for a number i"""
        _, rest = applied(in_range(i, self.m), "and", 2) or ()
        return kernel.conjoin(kernel.literal(i), arithmetic(rest, *self.sizes))

    def bound(self, bounded: Term) -> Proved:
        """max(r, s) <= x iff r <= x and s <= x"""
        largest, x = applied(bounded, "<=", 2) or (bounded, bounded)
        two = applied(largest, "max", 2)
        return at(larger_at_most(), *two, x) if two else kernel.reflexive(bounded)

    def products(self, bounds: Sequence[Proved]) -> list[Proved]:
        """What bounds r <= x of the largest ratio say without quotients."""
        found = []
        for bound in bounds:
            ratio, x = applied(bound.conclusion, "<=", 2) or ()
            for divisor, number, plain in self.without_quotients:
                value = self.value(ratio, divisor, number)
                if value is not None:
                    product = at(bound_of_ratio(), ratio, divisor, number, x, given=[*value, bound])
                    found.append(arithmetic(plain, product, opaque=False))
                    break
        return found

    def quotients(self, bounds: Term, found: Sequence[Proved]) -> Proved:
        """The bounds r <= x from what they say without quotients."""
        shown = []
        for bound in conjuncts(kernel.assume(bounds)):
            ratio, x = applied(bound.conclusion, "<=", 2) or ()
            for (divisor, number, _), plain in zip(self.without_quotients, found, strict=False):
                value = self.value(ratio, divisor, number)
                if value is not None:
                    product = arithmetic(term("d <= x*c", d=number, x=x, c=divisor), plain)
                    shown.append(at(ratio_at_most(), ratio, divisor, number, x, given=[*value, product]))
                    break
        return conjoined(*shown)

    @cached_property
    def without_quotients(self) -> list[tuple[Term, Term, Term]]:
        texts = (("1 - p", "p", SAME), ("(1 - a)*(1 - b)", "2*a*p*b", DIFFERENT))
        return [(self.term(first), self.term(second), self.term(third)) for first, second, third in texts]

    def value(self, ratio: Term, divisor: Term, number: Term) -> list[Proved] | None:
        """0 < c and r*c = d, where that is so."""
        positive = arithmetic(term("0 < c", c=divisor), *self.domain)
        try:
            return [positive, arithmetic(term("r*c = d", r=ratio, c=divisor, d=number), *self.domain, *self.budgets)]
        except ProofError:
            return None

    @cached_property
    def budgets(self) -> list[Proved]:
        """What the budgets are in terms of a, b and p."""
        if "x1" not in self.names:
            return []
        first, second = self.names["x1"], self.names["x2"]
        about = [fact for fact in self.facts if first in parts(fact.conclusion)]
        others = [fact for fact in self.facts if second in parts(fact.conclusion)]
        numbers = [fact for fact in self.domain if self.names["p"] not in parts(fact.conclusion)]
        two = arithmetic(self.term("x2*(1 - p) = p"), *others)
        one = arithmetic(self.term("x1*((1 - a)*(1 - b)) = a*b"), *about, *numbers)
        return [one, two, *others]

    def needed(self, within: Proved, u: int, v: int, i: Term, j: Term, string: str, wanted: str) -> Proved:
        """What a level satisfies, from the likelihood of one string."""
        y = self.term(f"fun t. {string}", i=i, j=j)
        t = Free("t #0")
        word = each(t, self.m, letter(sides(normal(self.term("y(t)", y=y, t=t)).conclusion)[1]))
        pairs = Number(u), Number(v)
        every = rewritten(within, meant(*WORDS))
        for pair in pairs:
            said = kernel.detach(specialise(every, pair), letter(pair))
            every = said
        given = arithmetic(term("u != 1 and v != 1", u=pairs[0], v=pairs[1]))
        is_word = normal(self.term("word(m, 3, y)", y=y), unfolding("word"))
        string_of = specialise(kernel.detach(every, given), y)
        said = rewritten(kernel.detach(string_of, derived.follow(symmetric(is_word), rewritten(word))))
        first, second, positive = (self._of(fact, y) for fact in self.parted(i, j, *pairs))
        (left, rest), (right, _) = (_factors(sides(fact.conclusion)[1]) for fact in (first, second))
        x = self.names["x"]
        product = arithmetic(term("s*r <= x*(t*r)", s=left, t=right, r=rest, x=x), said, first, second, opaque=True)
        smaller = at(without_factor(), left, right, rest, x, given=[product, positive])
        different = [] if i == j else self._different(i, j)
        return by_conditions(self.term(wanted), smaller, *self.domain, *different)


def _factors(product: Term) -> tuple[Term, Term]:
    first, second = applied(product, "*", 2) or (product, product)
    return first, second


IN_FIRST = "if t = i then 2 else 1"
IN_BOTH = "if t = i then 2 else if t = j then 3 else 1"


@script("levels of strings")
def levels(goal: Goal) -> Proved:
    """strings_within(m, P, i, j, x), for one item or two or all of them, exactly if x is a bound at least."""
    here = _Strings(goal)
    said, bounded = applied(goal.conclusion, "=", 2) or (goal.conclusion, goal.conclusion)
    meaning = here.bound(bounded)
    level, within = list(conjuncts(kernel.assume(sides(meaning.conclusion)[1]))), kernel.assume(said)
    level = here.products(level)
    if "i" in here.names:
        i, j = here.names["i"], here.names.get("j", here.names["i"])
        forth = here.within(i, j, level)
        found = here.between(within, i, j) if i != j else [here.needed(within, 2, 3, i, i, IN_FIRST, SAME)]
    else:
        forth = here.everywhere(said, level)
        first, second = ONE, Number(2)
        pair = at(at(within, first, given=[here.place(first)]), second, given=[here.place(second)])
        found = here.between(pair, first, second)
    back = here.quotients(sides(meaning.conclusion)[1], found)
    back, forth = derived.follow(symmetric(meaning), back), cut(forth, derived.follow(meaning, kernel.assume(bounded)))
    return derived.equivalent(kernel.discharge(said, back), kernel.discharge(bounded, forth))


def both_levels(goal: Goal) -> Proved:
    """The least bound of all strings, in terms of a, b and p, and that it is the one in terms of the budgets."""
    here = _Strings(goal)
    level, same = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    ratios, budgets = (applied(side, "max", 2) or () for side in sides(same))
    equations = []
    for one, other, (divisor, number, _) in zip(ratios[::-1], budgets, here.without_quotients, strict=True):
        first, second = (here.value(ratio, divisor, number) for ratio in (one, other))
        assert first is not None
        assert second is not None
        equations.append(at(equal_ratios(), one, other, divisor, number, given=[*first, *second]))
    alike = reduced(normal(same, unfolding("max")), lambda it: by_conditions(it, *equations))
    return kernel.conjoin(levels(replace(goal, conclusion=level)), alike)


@lemma("forall r s c d. 0 < c and r*c = d and s*c = d implies r = s")
def equal_ratios(goal: Goal) -> Proved:
    """Two numbers with the same product."""
    return automatic(goal)


@script("levels of strings, misprinted")
def misprinted(goal: Goal, where: str = "") -> Refuted:
    """Another formula for the largest ratio of two items would have the same value everywhere, or where it is said."""
    here = _Strings(goal)
    said, bounded = applied(goal.conclusion, "=", 2) or (goal.conclusion, goal.conclusion)
    printed, x = applied(bounded, "<=", 2) or ()
    assert isinstance(x, Free)
    largest = here.term(LARGEST)
    true = levels(replace(goal, conclusion=equal(said, term("r <= x", r=largest, x=x))))
    same = derived.transitive(symmetric(true), granted(goal))
    below, above = (rewritten(kernel.instantiate(same, {x: level})) for level in (largest, printed))
    first = derived.follow(below, arithmetic(sides(below.conclusion)[0], opaque=True))
    second = derived.follow(symmetric(above), arithmetic(sides(above.conclusion)[1], opaque=True))
    found = arithmetic(equal(largest, printed), first, second, opaque=True)
    refuted = refuted_under(goal, found, *([here.term(where)] if where else []))
    smaller = str(min(refuted.sides))  # as x only one of both sides is true
    return replace(refuted, at=tuple((name, smaller if name == x.name.split(" ")[0] else n) for name, n in refuted.at))


@script("set alone")
def set_alone(goal: Goal) -> Proved:
    """The probability that only the position of the item is set: a p b^(m - 1)."""
    here = _Strings(goal)
    m, i, b, t = here.m, here.names["i"], here.names["b"], Free("t #0")
    meaning = normal(goal.conclusion, meant(*WORDS))
    y = here.term("fun t. if t = i then 2 else 1", i=i)
    product = at(one_position(), m, here.matrix, i, Number(2), here.y, given=here.sizes)
    product = here._of(product, y)
    others = applied(_factors(sides(product.conclusion)[1])[1], "prod", 2)
    assert others is not None
    plain = here.term("fun t. if t = i then 1 else b", i=i)
    entry_of = equal(*(sides(normal(function(t)).conclusion)[1] for function in (others[1], plain)))
    same = at(prod_same(), m, others[1], plain, given=[*here.sizes, each(t, m, by_conditions(entry_of))], premises=2)
    whole = at(factor_apart(), m, i, here.term("fun t. b"), given=here.sizes, premises=2)
    power = at(prod_of_equals(), m, b, given=here.sizes)
    before = here.term("m - 1")
    size = Free("size #0")
    less, is_whole = arithmetic(here.term("m + -1 = m - 1")), shown(here.term("integer(m + -1)"), here.sizes)
    is_whole = kernel.replace(less, closed(size, term("integer(size)", size=size)), is_whole)
    sizes = kernel.conjoin(is_whole, arithmetic(here.term("0 <= m - 1"), *here.sizes))
    last = kernel.detach(specialise(kernel.axiom("power_next"), b, before), sizes)
    last = kernel.replace(
        arithmetic(here.term("m - 1 + 1 = m")), closed(size, here.term("b^size = b^(m - 1)*b", size=size)), last
    )
    known = [rewritten(fact) for fact in (product, same, whole, power, last)]
    rest, before_last = _factors(sides(known[2].conclusion)[1])[1], here.term("b^(m - 1)")
    twice = arithmetic(term("b*r = s*b", b=b, r=rest, s=before_last), *known, opaque=True)
    cancelled = at(cancels(), rest, before_last, b, given=[twice, arithmetic(term("0 < b", b=b), *here.domain)])
    own = by_conditions(equal(_factors(sides(known[0].conclusion)[1])[0], here.term("a*p")))
    shown_of = arithmetic(sides(meaning.conclusion)[1], own, *known, cancelled, opaque=True)
    return derived.follow(symmetric(meaning), shown_of)


@lemma("forall r s b. b*r = s*b and 0 < b implies r = s")
def cancels(goal: Goal) -> Proved:
    """A positive factor cancels."""
    return automatic(goal)


@script("every string")
def every_string(goal: Goal) -> Proved:
    """Every string has a positive probability."""
    here = _Strings(goal)
    meaning = normal(goal.conclusion, meant(*WORDS))
    _, product = applied(sides(meaning.conclusion)[1], "<", 2) or (meaning.conclusion, meaning.conclusion)
    t = Free("t #0")
    _, factors = applied(product, "prod", 2) or ()
    positive = by_conditions(sides(normal(term("0 < f(t)", f=factors, t=t)).conclusion)[1], *here.domain)
    whole = at(prod_positive(), here.m, factors, given=[*here.sizes, each(t, here.m, positive)], premises=2)
    return derived.follow(symmetric(meaning), rewritten(whole))


@script("two set")
def two_set(goal: Goal) -> Refuted:
    """A string of two positions may have both set."""
    values = {"a": "2/3", "b": "3/4", "p": "3/5", "m": "2", "i": "1", "u": "2", "y": "fun t. 2"}
    set_once, _ = conjuncts(granted_at(goal, {name: term(text) for name, text in values.items()}))
    contradiction = arithmetic(FALSE, rewritten(set_once, written_out, unfolding("indicator"), conditions))
    shown_at = tuple({**values, "y": "(2, 2)"}.items())
    return Refuted(derived.reject(goal.statement, contradiction), shown_at, (Fraction(2), Fraction(1)))


SCRIPTS: Mapping[str, Script] = {
    "levels of strings with one set": partial(misprinted, where="a*p/((1 - b)/2)*(b/(1 - a)) < p/(1 - p)"),
}
