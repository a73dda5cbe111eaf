"""Scripts for the two regions of RR3-dagger: their limits, and the variance over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checks.papers.mw.own_words import is_word, meant, said
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    decided,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, NOT, Free, Number, Term, applied, closed, equal, parts, substituted
from derivations.theory.automatic import automatic, facts_of, found, given_facts, written_out
from derivations.theory.calculus import of_inverse, of_quadratic, smaller_of_two
from derivations.theory.continuity import composition_is_continuous
from derivations.theory.single_terms import at, by_conditions, either

ONE, THREE = Number(1), Number(3)


# -- limits of the regions -------------------------------------------------------------------------------------------


@lemma(
    "forall a b c d. 0 < a and 0 < b and 0 < c and 0 < d implies "
    "exists s. 0 < s and s <= a and s <= b and s <= c and s <= d"
)
def smallest_of_four(goal: Goal) -> Proved:
    """There is a positive number that is at most four others."""
    a, b, c, d = goal.variables
    u, v, s = (Free(f"{name} #0") for name in "uvs")
    pairs = [at(smaller_of_two(), *pair, given=[arithmetic(term("0 < x and 0 < y", x=pair[0], y=pair[1]), *goal.given)])
             for pair in ((a, b), (c, d))]  # fmt: skip
    first, second = (kernel.assume(instance(pair.conclusion, name)) for pair, name in zip(pairs, (u, v), strict=True))
    both = at(smaller_of_two(), u, v, given=[arithmetic(term("0 < u and 0 < v", u=u, v=v), first, second)])
    last = kernel.assume(instance(both.conclusion, s))
    shown = kernel.witness(goal.conclusion, s, arithmetic(instance(goal.conclusion, s), first, second, last))
    for existence, name in ((both, s), (pairs[1], v), (pairs[0], u)):
        shown = kernel.unpack(existence, name, shown)
    return shown


def _is_limit(formula: Term, point: Sequence[str], lengths: Sequence[str], names: Mapping[str, Term],
              known: Sequence[Proved]) -> Proved:  # fmt: skip
    """limit_of(R, u, v), by a point of R that a small step s makes."""
    plain = normal(formula, meant("limit_of"))
    one = goal_of(sides(plain.conclusion)[1])
    (r,) = one.variables
    s = Free("s #0")
    facts = [*known, *map(kernel.assume, one.given)]
    values = {**names, "r": r}
    sizes = [term(text, **{n: v for n, v in values.items() if n in text}) for text in ("r/2", *lengths)]
    positive = arithmetic(conjoined_positive(sizes), *facts)
    some = at(smallest_of_four(), *sizes, given=[positive])
    step = kernel.assume(instance(some.conclusion, s))
    places = [term(text, **{n: v for n, v in {**values, "s": s}.items() if n in text}) for text in point]
    forms = [one.conclusion]
    for place in places:
        forms.append(instance(forms[-1], place))
    there = normal(forms[-1], meant("region_1", "region_2"), unfolding("abs"))
    shown = derived.follow(symmetric(there), each_part(sides(there.conclusion)[1], [step, *facts]))
    for form, place in zip(reversed(forms[:-1]), reversed(places), strict=True):
        shown = kernel.witness(form, place, shown)
    return derived.follow(symmetric(plain), one.qed(kernel.unpack(some, s, shown)))


def each_part(formula: Term, facts: Sequence[Proved]) -> Proved:
    """A conjunction, part by part."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(each_part(part, facts) for part in both))
    return by_conditions(formula, *facts)


def conjoined_positive(sizes: Sequence[Term]) -> Term:
    """0 < a and 0 < b and 0 < c and 0 < d"""
    return term("0 < a and 0 < b and 0 < c and 0 < d", **dict(zip("abcd", sizes, strict=True)))


SIDES = (
    (("t - s", "t"), ("(t - 1/3)/2", "1", "1")),
    (("t", "1/3 + s"), ("(t - 1/3)/2", "2/3 - 2*t/x", "(x*(1 - t) - 2/3)/2")),
)


@script("sides of regions")
def sides_of_regions(goal: Goal) -> Proved:
    """The points of both sides are limits, each by a small step inwards, and lie in neither region."""
    shown = []
    for side, (point, lengths) in zip(conjuncts(kernel.assume(goal.conclusion)), SIDES, strict=True):
        one = goal_of(side.conclusion)
        (x,), (t,) = goal.variables, one.variables
        known = [fact for formula in (*goal.given, *one.given) for fact in conjuncts(kernel.assume(formula))]
        limit, outside = (part.conclusion for part in conjuncts(kernel.assume(one.conclusion)))
        plain = normal(outside, meant("region_1", "region_2"))
        not_there = derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *known))
        here = _is_limit(limit, point, lengths, {"x": x, "t": t}, known)
        shown.append(one.qed(kernel.conjoin(here, not_there)))
    return conjoined(*shown)


# -- the variance ----------------------------------------------------------------------------------------------------


@lemma("forall n q c b. integer(n) and 1 <= n and (sum y in 1..3. q(y)) = 1 implies "
       "dispersion(n, 3, q, fun w. c + b*frequency(n, 1)(w)) = b^2*n*(q(1)*(1 - q(1)))")  # fmt: skip
def variance_of_share(goal: Goal) -> Proved:
    """The variance of an affine function of a count."""
    return automatic(goal)


SPREAD = "(2*p1*y - 1 + s)*(2*(1 - p1)*y + 1 - s)/N"
"""The variance with y = 1/(2*p1 + p2 - 1) and the share s of the answer 0."""


@lemma(f"forall p1 p2 s N d. p2 + 2*p1 - 1 != 0 and 1 <= N and d = (1 - p2)/2 + (2*p1 + p2 - 1)/2*s implies "
       f"(2/((p2 + 2*p1 - 1)*N))^2*N*(d*(1 - d)) = {SPREAD.replace('y', '(1/(p2 + 2*p1 - 1))')}")  # fmt: skip
def worked_out(goal: Goal) -> Proved:
    """The variance of the first estimator of (28)."""
    return automatic(goal)


def spread(N: Term, pi: Term, p1: Term, p2: Term, known: Sequence[Proved]) -> Proved:
    """dagger_spread(N, pi, p1, p2) = (2*p1*y - 1 + pi(1))*(2*(1 - p1)*y + 1 - pi(1))/N for y = 1/(p2 + 2*p1 - 1)"""
    own = said("dagger_spread(N, pi, p1, p2)", N=N, pi=pi, p1=p1, p2=p2)
    plain = normal(own, meant("dagger_spread"))
    _, _, law, statistic = applied(sides(plain.conclusion)[1], "dispersion", 4) or ()
    w = Free("w #0", pi.type)
    regular = arithmetic(term("p2 + 2*p1 - 1 != 0 and 1 <= N", p1=p1, p2=p2, N=N), *known)
    c, b = (term(text, p1=p1, p2=p2, **more) for text, more in (
        ("(p2 - 1)/(p2 + 2*p1 - 1)", {}), ("2/((p2 + 2*p1 - 1)*N)", {"N": N})))  # fmt: skip
    affine = term("fun w. c + b*frequency(N, 1)(w)", c=c, b=b, N=N)
    values = [sides(normal(term("T(w)", T=T, w=w)).conclusion)[1] for T in (statistic, affine)]
    same = kernel.abstracted(w, arithmetic(equal(*values), regular))
    moved = normal(sides(plain.conclusion)[1], lambda part: same if part == statistic else None)
    shares = next(fact for fact in known if applied(fact.conclusion, "law", 2))
    total = list(conjuncts(rewritten(shares, unfolding("law"), written_out)))[-1]
    rows = normal(
        term("sum y in 1..3. q(y)", q=law),
        written_out,
        unfolding("response"),
        written_out,
        meant("dagger"),
        decided([]),
    )
    whole = derived.transitive(rows, arithmetic(equal(sides(rows.conclusion)[1], ONE), total))
    own_law = at(variance_of_share(), N, law, c, b, given=[*known, *conjuncts(regular), whole])
    chance = normal(term("q(1)", q=law), unfolding("response"), written_out, meant("dagger"), decided([]))
    chance = derived.transitive(chance, arithmetic(equal(
        sides(chance.conclusion)[1], term("(1 - p2)/2 + (2*p1 + p2 - 1)/2*s", p1=p1, p2=p2, s=pi(ONE))),
        total))  # fmt: skip
    found_here = at(worked_out(), p1, p2, pi(ONE), N, term("q(1)", q=law), given=[*conjuncts(regular), chance])
    return derived.transitive(derived.transitive(derived.transitive(plain, moved), own_law), found_here)


QUADRATIC = "-(1 - s)^2/N", "2*(1 - s)*(2*p1 - 1)/N", "4*p1*(1 - p1)/N"


@script("limit is value")
def limit_is_value(goal: Goal) -> Proved:
    """The variance is a quadratic function of 1/(2*p1 + p2 - 1), which is continuous where the divisor is not 0."""
    N, pi, p1 = goal.variables
    known = given_facts(goal)
    numbers = [fact for fact in known if pi not in parts(fact.conclusion)]
    limit, divisor = (part.conclusion for part in conjuncts(kernel.assume(goal.conclusion)))
    third, base = term("1/3"), term("2*p1 - 1", p1=p1)
    names = {"N": N, "p1": p1, "s": pi(ONE)}
    b, c, k = (term(text, **{n: v for n, v in names.items() if n in text}) for text in QUADRATIC)
    inverse = at(of_inverse(), base, ONE, third, given=[arithmetic(term("0 < b + 1*(1/3)", b=base), *numbers)])
    f, _, slope = applied(inverse.conclusion, "derivative", 3) or ()
    place = sides(normal(f(third)).conclusion)[1]
    outer = specialise(of_quadratic(), b, c, k, place)
    g, _, steep = applied(outer.conclusion, "derivative", 3) or ()
    plain = normal(limit, meant("tends"))
    one = goal_of(sides(plain.conclusion)[1])
    (e,) = one.variables
    near = at(composition_is_continuous(), f, g, third, slope, steep, e, given=[inverse, outer, *one.given], premises=3)
    r, u, v = (Free(f"{name} #0") for name in "ruv")
    radius, close = conjuncts(kernel.assume(instance(near.conclusion, r)))
    room = term("2*p1 - 2/3", p1=p1)
    both = at(smaller_of_two(), r, room, given=[arithmetic(term("0 < r and 0 < b", r=r, b=room), radius, *numbers)])
    step = kernel.assume(instance(both.conclusion, u))
    exact = normal(instance(one.conclusion, u))
    _, everywhere = applied(sides(exact.conclusion)[1], "and", 2) or ()
    inside = kernel.assume((applied(instance(everywhere, v), "implies", 2) or ())[0])
    unfolded = rewritten(inside, unfolding("abs"))
    premise, _ = applied(instance(close.conclusion, v), "implies", 2) or ()
    wide = normal(premise, unfolding("abs"))
    small = at(
        close, v, given=[derived.follow(symmetric(wide), by_conditions(sides(wide.conclusion)[1], unfolded, step))]
    )
    spreads = []
    for value, facts in ((v, [unfolded, step]), (third, [])):
        regular = by_conditions(term("p2 + 2*p1 - 1 != 0", p1=p1, p2=value), *facts, *numbers)
        own = spread(N, pi, p1, value, [*known, regular])
        left = sides(own.conclusion)[0]
        image = sides(normal(g(f(value))).conclusion)[1]
        spreads.append(arithmetic(equal(left, image), own, regular, *numbers))
    every = _of_every(sides(exact.conclusion)[1], small, spreads, inside, step, v)
    shown = kernel.witness(one.conclusion, u, derived.follow(symmetric(exact), every))
    shown = kernel.unpack(near, r, kernel.unpack(both, u, shown))
    tends = derived.follow(symmetric(plain), one.qed(shown))
    return kernel.conjoin(tends, found(divisor, *numbers))


def _of_every(formula: Term, small: Proved, spreads: Sequence[Proved], inside: Proved, step: Proved, v: Free) -> Proved:
    """0 < u and all points within u have values within e."""
    positive, every = (part.conclusion for part in conjuncts(kernel.assume(formula)))
    _, wanted = applied(instance(every, v), "implies", 2) or ()
    (apart,) = applied((applied(wanted, "<=", 2) or ())[0], "abs", 1) or ()
    (known,) = applied((applied(small.conclusion, "<=", 2) or ())[0], "abs", 1) or ()
    same = arithmetic(equal(apart, known), *spreads, opaque=True)
    sizes = kernel.congruent(kernel.reflexive(term("abs")), same)
    shown = arithmetic(wanted, sizes, small, opaque=True)
    return kernel.conjoin(arithmetic(positive, step), kernel.generalise(v, kernel.discharge(inside.conclusion, shown)))


BOUNDS = "1/3 < p1 and 1/3 < p2 and 2*p1 <= x*(1 - p2) and 2*p2 <= x*(1 - p1) and 2*p2 <= x*(1 - p2)"


class Designs:
    """A design RR3-dagger and a level x >= 1."""

    def __init__(self, x: Term, p1: Term, p2: Term, given: Sequence[Proved]) -> None:
        self.names = {"x": x, "p1": p1, "p2": p2}
        self.given = list(given)

    def said(self, text: str) -> Term:
        """A term about them, in the words of the paper."""
        return said(text, **{name: value for name, value in self.names.items() if name in text})

    def shown(self, text: str, *facts: Proved) -> Proved:
        """By arithmetic from what is given of the level, and facts."""
        return arithmetic(self.said(text), *facts, *self.given)

    def region(self) -> Proved:
        """region(x, p1, p2) iff both are above 1/3 and three of the ratios are at most x"""
        whole, bounds = self.said("region(x, p1, p2)"), self.said(BOUNDS)
        plain = normal(whole, meant("region"))
        inside = facts_of(derived.follow(plain, kernel.assume(whole)))
        forth = conjoined(*(arithmetic(part.conclusion, *inside) for part in conjuncts(kernel.assume(bounds))))
        found_back = found(sides(plain.conclusion)[1], *self.scaled([*conjuncts(kernel.assume(bounds))]))
        back = derived.follow(symmetric(plain), found_back)
        return derived.equivalent(kernel.discharge(whole, forth), kernel.discharge(bounds, back))

    def scaled(self, bounds: Sequence[Proved]) -> list[Proved]:
        """The bounds, that neither is 1, and what is at most x times itself."""
        low = [self.shown("p1 < 1", bounds[1], bounds[3]), self.shown("p2 < 1", bounds[0], bounds[2])]
        more = [self.shown(f"{c} <= x*({c})", *low, *bounds[:2]) for c in ("p1", "p2", "1 - p1", "1 - p2")]
        return [*bounds, *low, *more]

    def one_side(self, number: int) -> Proved:
        """region(x, p1, p2) and p1 < p2 iff region_1(x, p1, p2); and p2 < p1 iff region_2(x, p1, p2)"""
        order = ("p1 < p2", "p2 < p1")[number - 1]
        own, both = self.said(f"region_{number}(x, p1, p2)"), self.said(f"region(x, p1, p2) and {order}")
        region, less = conjuncts_of_two(kernel.assume(both))
        facts = self.scaled([*conjuncts(derived.follow(self.region(), region))])
        plain = normal(own, meant(f"region_{number}"))
        forth = conjoined(*(self.by_order(part.conclusion, [less, *facts])
                            for part in conjuncts(kernel.assume(sides(plain.conclusion)[1]))))  # fmt: skip
        inside = [*conjuncts(derived.follow(plain, kernel.assume(own)))]
        back = conjoined(*(self.by_order(part.conclusion, inside)
                           for part in conjuncts(kernel.assume(self.said(BOUNDS)))))  # fmt: skip
        back = kernel.conjoin(derived.follow(symmetric(self.region()), back), arithmetic(self.said(order), *inside))
        forth = derived.follow(symmetric(plain), forth)
        return derived.equivalent(kernel.discharge(both, forth), kernel.discharge(own, back))

    def by_order(self, wanted: Term, facts: Sequence[Proved]) -> Proved:
        """An inequality from facts which say whether p1 or p2 is the smaller."""
        order = next(fact for fact in facts if fact.conclusion in map(self.said, ("p1 < p2", "p2 < p1")))
        low, high = applied(order.conclusion, "<", 2) or ()
        moved = arithmetic(term("x*a <= x*b", x=self.names["x"], a=low, b=high), order, *self.given)
        return arithmetic(wanted, moved, *facts, *self.given)


@script("two regions")
def two_regions(goal: Goal) -> Proved:
    """On each side of p1 = p2 one of two ratios is the larger; together both sides are all but the line."""
    x, p1, p2 = goal.variables
    here = Designs(x, p1, p2, [kernel.assume(goal.given[0])])
    first, rest = applied(goal.conclusion, "and", 2) or ()
    second, _ = applied(rest, "and", 2) or ()
    IMPLIES = []
    for formula in (first, second):
        premise, wanted = applied(formula, "implies", 2) or ()
        IMPLIES.append(kernel.discharge(premise, here.by_order(wanted, [*conjuncts(kernel.assume(premise))])))
    each_side = [here.one_side(number) for number in (1, 2)]
    apart, either_region = map(here.said, (
        "region(x, p1, p2) and p1 != p2", "region_1(x, p1, p2) or region_2(x, p1, p2)"))  # fmt: skip
    inside, different = conjuncts_of_two(kernel.assume(apart))
    which = here.shown("p1 < p2 or p2 < p1", different)
    orders = [kernel.assume(case) for case in applied(which.conclusion, "or", 2) or ()]
    cases = [derived.choose(derived.follow(side, kernel.conjoin(inside, order)), either_region)
             for side, order in zip(each_side, orders, strict=True)]  # fmt: skip
    forth = kernel.discharge(apart, kernel.cases(which, *cases))
    there = [conjuncts_of_two(derived.follow(symmetric(side), kernel.assume(case))) for side, case in zip(
        each_side, applied(either_region, "or", 2) or (), strict=True)]  # fmt: skip
    found_apart = [kernel.conjoin(region, here.shown("p1 != p2", order)) for region, order in there]
    back = kernel.discharge(either_region, kernel.cases(kernel.assume(either_region), *found_apart))
    return conjoined(*IMPLIES, *each_side, derived.equivalent(forth, back))


@lemma("forall p1 r p2 s N. 1 < p2 + 2*p1 and p1 < r and 0 < p2 and p2 < 1 and 0 <= s and s <= 1 and 1 <= N implies "
       f"{SPREAD.replace('p1', 'r').replace('y', '(1/(p2 + 2*r - 1))')} "
       f"< {SPREAD.replace('y', '(1/(p2 + 2*p1 - 1))')}")  # fmt: skip
def falls_with_first(goal: Goal) -> Proved:
    """The variance falls with p1."""
    p1, r, p2, s, N = goal.variables
    u, v = Free("u #0"), Free("v #0")
    names = {"a": p1, "r": r, "b": p2, "s": s, "N": N, "u": u, "v": v}
    given = goal.facts
    values = [term("1/(b + 2*c - 1)", b=p2, c=c) for c in (p1, r)]
    own = [arithmetic(term(text, **names, y=y), *given) for text, y in zip(
        ("y*(b + 2*a - 1) = 1", "y*(b + 2*r - 1) = 1"), values, strict=True)]  # fmt: skip
    assumed = [kernel.assume(term(text, **names)) for text in ("u*(b + 2*a - 1) = 1", "v*(b + 2*r - 1) = 1")]
    positive = [
        arithmetic(term(f"0 < {name}", **names), fact, *given) for name, fact in zip("uv", assumed, strict=True)
    ]
    smaller = arithmetic(term("v < u", **names), *assumed, *positive, *given)
    # 2*p1*u = 1 + (1 - p2)*u, so that the variance times N is (s + (1 - p2)*u)*((1 + p2)*u - s)
    same = [
        arithmetic(term(f"2*{a}*{y} = 1 + (1 - b)*{y}", **names), fact)
        for a, y, fact in zip("ar", "uv", assumed, strict=True)
    ]
    products = [
        arithmetic(
            term(f"(2*{a}*{y} - 1 + s)*(2*(1 - {a})*{y} + 1 - s) = (s + (1 - b)*{y})*((1 + b)*{y} - s)", **names), fact
        )
        for a, y, fact in zip("ar", "uv", same, strict=True)
    ]
    falls = arithmetic(
        term("(s + (1 - b)*v)*((1 + b)*v - s) < (s + (1 - b)*u)*((1 + b)*u - s)", **names), smaller, *positive, *given
    )
    less = "(2*r*v - 1 + s)*(2*(1 - r)*v + 1 - s)/N < (2*a*u - 1 + s)*(2*(1 - a)*u + 1 - s)/N"
    whole = arithmetic(term(less, **names),
                       falls, *products, *given)  # fmt: skip
    for fact in reversed(assumed):
        whole = kernel.discharge(fact.conclusion, whole)
    whole = kernel.instantiate(whole, dict(zip((u, v), values, strict=True)))
    for fact in own:
        whole = kernel.detach(whole, fact)
    return arithmetic(goal.conclusion, whole, opaque=True)


class Variances:
    """The variances that a statement about shares pi and N participants compares."""

    def __init__(self, goal: Goal) -> None:
        self.names = goal.names
        self.N, self.pi, self.x = (self.names[name] for name in ("N", "pi", "x"))
        self.known = given_facts(goal)
        self.numbers = [fact for fact in self.known if self.pi not in parts(fact.conclusion)]
        law = next(fact for fact in self.known if applied(fact.conclusion, "law", 2))
        self.share = found(term("0 <= pi(1) and pi(1) <= 1", pi=self.pi), law)

    def falls(self, p1: Term, r: Term, p2: Term, facts: Sequence[Proved]) -> Proved:
        """dagger_spread(N, pi, r, p2) < dagger_spread(N, pi, p1, p2), for p1 < r."""
        known = [*self.numbers, *facts]
        less = at(falls_with_first(), p1, r, p2, self.pi(ONE), self.N, given=[*known, *conjuncts(self.share)])
        regular = [arithmetic(term("1 < b + 2*a", a=place, b=p2), *known) for place in (p1, r)]
        both = [spread(self.N, self.pi, place, p2, [*self.known, fact])
                for place, fact in zip((p1, r), regular, strict=True)]  # fmt: skip
        wanted = term("u < v", u=sides(both[1].conclusion)[0], v=sides(both[0].conclusion)[0])
        return arithmetic(wanted, less, *both, opaque=True)

    def inside(self, region: str, p1: Term, p2: Term, facts: Sequence[Proved]) -> Proved:
        """A point of a region, by its inequalities."""
        plain = normal(said(f"{region}(x, p1, p2)", x=self.x, p1=p1, p2=p2), meant(region))
        return derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *self.numbers, *facts))


def _half_way(p1: Term, p2: Term) -> Term:
    return term("(p1 + p2)/2", p1=p1, p2=p2)


@script("not attained")
def not_attained(goal: Goal) -> Proved:
    """(39a): half-way to the line p1 = p2 the variance is less."""
    here = Variances(goal)
    some = kernel.assume(applied(goal.conclusion, "not", 1)[0])  # type: ignore[index]
    p1, p2 = Free("p1 #1"), Free("p2 #1")
    steps = [some.conclusion, instance(some.conclusion, p1)]
    steps.append(instance(steps[-1], p2))
    there, least = conjuncts_of_two(kernel.assume(steps[-1]))
    facts = [*conjuncts(rewritten(there, meant("region_1")))]
    other = _half_way(p1, p2)
    inside = here.inside("region_1", other, p2, facts)
    best = at(at(least, other, given=[]), p2, given=[inside])
    nearer = arithmetic(term("p1 < r", p1=p1, r=other), *facts)
    less = here.falls(p1, other, p2, [*facts, nearer])
    contradiction = arithmetic(FALSE, best, less, opaque=True)
    contradiction = kernel.unpack(kernel.assume(steps[1]), p2, contradiction)
    return derived.reject(some.conclusion, kernel.unpack(some, p1, contradiction))


def conjuncts_of_two(theorem: Proved) -> tuple[Proved, Proved]:
    """Both parts of a conjunction."""
    return kernel.part(theorem, 0), kernel.part(theorem, 1)


@script("on the line")
def on_the_line(goal: Goal) -> Proved:
    """The point of the line with the same p2 is feasible and better; the region has no point of the line."""
    here = Variances(goal)
    p1, p2 = (here.names[name] for name in ("p1", "p2"))
    there = next(
        fact
        for formula in goal.given
        for fact in conjuncts(kernel.assume(formula))
        if is_word(fact.conclusion, "region_1", 3)
    )
    facts = [*conjuncts(rewritten(there, meant("region_1")))]
    feasible, less, apart = (part.conclusion for part in conjuncts(kernel.assume(goal.conclusion)))
    inside = reduced(normal(feasible, meant("region")), lambda it: found(it, *facts, *here.numbers))
    shown = here.falls(p1, p2, p2, facts)
    return conjoined(inside, arithmetic(less, shown, opaque=True), arithmetic(apart, *facts))


@script("end of the side")
def end_of_side(goal: Goal) -> Proved:
    """Lambda: on the side p2 = 1/3 the variance falls with p1, so that the end is the only minimum."""
    here = Variances(goal)
    t = goal.variables[-1]
    chosen, is_end = sides(goal.conclusion)
    third, end = term("1/3"), term("x/3", x=here.x)
    third_is = arithmetic(term("0 < a and a < 1 and 1 < a + 2*(1/3 + a)", a=third))
    parted = [*conjuncts(kernel.assume(chosen))]
    best = at(parted[2], end, given=[arithmetic(term("1/3 < e and e <= e", e=end), *here.numbers)])
    other = kernel.assume(NOT(is_end))
    nearer = arithmetic(term("t < e", t=t, e=end), other, *parted[:2])
    larger = here.falls(t, end, third, [*parted[:2], nearer, third_is])
    forth = derived.absurd(is_end, arithmetic(FALSE, best, larger, opaque=True))
    there = substituted(chosen, {t: end})
    low, high, every = (part.conclusion for part in conjuncts(kernel.assume(there)))
    one = goal_of(every)
    (r,) = one.variables
    bounds = one.facts
    which = either(equal(r, end))
    same, apart = applied(which.conclusion, "or", 2) or ()
    at_end = kernel.replace(symmetric(kernel.assume(same)), closed(r, one.conclusion),
                            arithmetic(substituted(one.conclusion, {r: end}), opaque=True))  # fmt: skip
    before = arithmetic(term("r < e", r=r, e=end), kernel.assume(apart), *bounds)
    less = arithmetic(one.conclusion, here.falls(r, end, third, [*bounds, before, third_is]), opaque=True)
    least = one.qed(kernel.cases(which, at_end, less))
    numbers = [arithmetic(part, *here.numbers) for part in (low, high)]
    back = kernel.replace(symmetric(kernel.assume(is_end)), closed(t, chosen), conjoined(*numbers, least))
    return derived.equivalent(kernel.discharge(chosen, forth), kernel.discharge(is_end, back))
