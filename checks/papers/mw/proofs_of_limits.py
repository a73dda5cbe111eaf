"""Scripts for the limits of region (2) of RR3-dagger: which points they are, and at which the variance is least."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from checks.papers.mw.own_words import is_word, meant, said
from checks.papers.mw.proofs_of_regions import conjuncts_of_two, each_part
from checks.papers.mw.proofs_of_second_region import (
    FIRST_EDGE,
    ONE,
    SHARES,
    Edge,
    Order,
    Point,
    found_at,
    not_least_on_edge,
    on_first_edge,
)
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    generalise,
    in_the_words_of,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Term, applied, equal
from derivations.theory.automatic import conditions, found
from derivations.theory.single_terms import at, either

CLOSED = "1/3 <= u and 1/3 <= v and v <= u and 2*u <= x*(1 - v) and 2*v <= x*(1 - u)"
STRICT = "1/3 < a and 1/3 < b and b < a and 2*a <= x*(1 - b) and 2*b <= x*(1 - a)"
NEAR = "-r < a - u and a - u < r and -r < b - v and b - v < r"
THERE = (
    "(1/3 < a and a < 1 and 1/3 < b and b < 1 and b < a and 2*a <= x*(1 - b) and 2*b <= x*(1 - a))"
    " and (if 0 <= a - u then a - u else -(a - u)) < r and (if 0 <= b - v then b - v else -(b - v)) < r"
)
"""A point of the region that is nearer to (u, v) than r."""


@lemma(f"forall x u v. 1 < x and (forall r. 0 < r implies exists a b. {THERE}) implies {CLOSED}", depth=4)
def limits_are_closed(goal: Goal) -> Proved:
    """Inequalities that hold as near as one likes hold at the limit."""
    x, u, v = goal.variables
    large, every = conjuncts_of_two(kernel.assume(goal.given[0]))
    a, b, r = Free("a #1"), Free("b #1"), Free("r #1")
    own_of = (0, 2, 4, 5, 6)  # which inequality of the region becomes which at the limit
    shown = []
    for part, own in zip(conjuncts(kernel.assume(goal.conclusion)), own_of, strict=True):
        small, most = applied(part.conclusion, "<=", 2) or ()
        off = kernel.assume(term("h < l", h=most, l=small))
        radius = kernel.assume(term("r*(4 + x) = l - h", r=r, l=small, h=most, x=x))
        positive = kernel.assume(term("0 < r", r=r))
        some = at(every, r, given=[positive])
        inner = instance(some.conclusion, a)
        there = kernel.assume(instance(inner, b))
        region, _ = conjuncts_of_two(there)
        near = [*conjuncts(each_part(term(NEAR, a=a, b=b, u=u, v=v, r=r), [*conjuncts(there)]))]
        sizes = [arithmetic(term(text, x=x, r=r, w=w, c=c), large, fact)
                 for w, c, facts in ((u, a, near[:2]), (v, b, near[2:]))
                 for text, fact in zip(("x*(w - c) <= x*r", "x*(c - w) <= x*r"), facts, strict=True)]  # fmt: skip
        sizes.append(arithmetic(term("0 < x*r", x=x, r=r), large, positive))
        nothing = arithmetic(FALSE, radius, positive, [*conjuncts(region)][own], *near, *sizes)
        nothing = kernel.unpack(some, a, kernel.unpack(kernel.assume(inner), b, nothing))
        nothing = found_at(nothing, r, term("(l - h)/(4 + x)", l=small, h=most, x=x), off, large)
        shown.append(arithmetic(part.conclusion, derived.reject(off.conclusion, nothing)))
    return conjoined(*shown)


@lemma("forall s l h. 0 < s and s < 1 implies (0 <= l and 0 <= h implies 0 <= (1 - s)*l + s*h) "
       "and (0 <= l and 0 < h implies 0 < (1 - s)*l + s*h)", depth=4)  # fmt: skip
def between_two(goal: Goal) -> Proved:
    """What lies between a number that is not negative and another one."""
    s, first, second = goal.variables
    known = [*conjuncts(kernel.assume(goal.given[0]))]
    shown = []
    for part, relation in zip(conjuncts(kernel.assume(goal.conclusion)), ("<=", "<"), strict=True):
        one = goal_of(part.conclusion)
        given = one.facts
        parts = [arithmetic(term("0 <= (1 - s)*l", s=s, l=first), *known, *given),
                 arithmetic(term(f"0 {relation} s*h", s=s, h=second), *known, *given)]  # fmt: skip
        shown.append(one.qed(arithmetic(one.conclusion, *parts)))
    return conjoined(*shown)


INWARD = "0 < s and s < 1 and s < r"


def _at(text: str, **places: str) -> str:
    """A formula with other places in the place of its letters."""
    return re.sub(r"\b[a-z]\b", lambda found: places.get(found[0], found[0]), text)


@lemma(f"forall x u v c d s r. 1 < x and {CLOSED} and {_at(STRICT, a='c', b='d')} and c < 1 and {INWARD} implies "
       + _at(f"{STRICT} and a < 1 and b < 1 and {NEAR}", a="(u + s*(c - u))", b="(v + s*(d - v))"))  # fmt: skip
def point_inside(goal: Goal) -> Proved:
    """A step from a closed region towards a point in it leads into it."""
    x, u, v, c, d, s, _ = goal.variables
    names = {"x": x, "u": u, "v": v, "c": c, "d": d}
    known = goal.facts
    step = known[-3:-1]
    mixed = []
    for outer, inner in (("u - 1/3", "c - 1/3"), ("v - 1/3", "d - 1/3"), ("u - v", "c - d"),
                         ("x*(1 - v) - 2*u", "x*(1 - d) - 2*c"), ("x*(1 - u) - 2*v", "x*(1 - c) - 2*d"),
                         ("1 - u", "1 - c"), ("1 - v", "1 - d")):  # fmt: skip
        ends = [term(text, **{n: w for n, w in names.items() if n in text}) for text in (outer, inner)]
        both = at(between_two(), s, *ends, given=step)
        low = arithmetic(term("0 <= l", l=ends[0]), *known)
        relation = "<=" if "x" in inner else "<"
        high = arithmetic(term(f"0 {relation} h", h=ends[1]), *known)
        weak, strong = conjuncts_of_two(both)
        mixed.append(kernel.detach(weak if relation == "<=" else strong, kernel.conjoin(low, high)))
    gaps = [term("c - u", c=inner, u=outer) for outer, inner in ((u, c), (v, d))]
    apart = [arithmetic(term("-1 < w and w < 1", w=gap), *known) for gap in gaps]
    sizes = [arithmetic(term("-s < s*w and s*w < s", s=s, w=gap), one, *step)
             for one, gap in zip(apart, gaps, strict=True)]  # fmt: skip
    reasons = [*([fact] for fact in mixed), *([size, known[-1]] for size in sizes for _ in range(2))]
    return conjoined(*(arithmetic(part.conclusion, *facts) for part, facts in zip(
        conjuncts(kernel.assume(goal.conclusion)), reasons, strict=True)))  # fmt: skip


INNER = {"c": "1/3 + 2*((x - 1)/(3*(2 + x)))", "d": "1/3 + (x - 1)/(3*(2 + x))"}


@cache
def limits_of_second_region() -> Proved:
    """Which points are limits of region (2): its inequalities, with <= for each <."""
    goal = goal_of(said(f"forall x u v. 1 < x implies (limit_of(region_2(x), u, v) iff {CLOSED})"))
    x, u, v = goal.variables
    limit, bounds = sides(goal.conclusion)
    large = kernel.assume(goal.given[0])
    plain = normal(limit, meant("limit_of", "region_2"), unfolding("abs"))
    nearby = derived.follow(plain, kernel.assume(limit))
    forth = kernel.discharge(limit, at(limits_are_closed(), x, u, v, given=[large, nearby]))
    every = goal_of(nearby.conclusion)
    (r,) = every.variables
    names = {"u": u, "v": v, "s": term("r/(1 + r)", r=r)}
    names |= {name: term(text, x=x) for name, text in INNER.items()}
    facts = [*conjuncts(kernel.assume(bounds)), large, *map(kernel.assume, every.given)]
    inner = arithmetic(term(f"{_at(STRICT, a='c', b='d')} and c < 1", x=x, **{n: names[n] for n in "cd"}), large)
    step = arithmetic(term(INWARD, r=r, s=names["s"]), *facts[-1:])
    whole = at(point_inside(), x, u, v, names["c"], names["d"], names["s"], r, given=[*facts, inner, step])
    forms = [every.conclusion]
    places = [term(text, **{n: names[n] for n in letters}) for text, letters in (
        ("u + s*(c - u)", "usc"), ("v + s*(d - v)", "vsd"))]  # fmt: skip
    for place in places:
        forms.append(instance(forms[-1], place))
    there = each_part(forms[-1], [*conjuncts(whole)])
    for form, place in zip(reversed(forms[:-1]), reversed(places), strict=True):
        there = kernel.witness(form, place, there)
    back = kernel.discharge(bounds, derived.follow(symmetric(plain), every.qed(there)))
    return goal.qed(derived.equivalent(forth, back))


class Limits:
    """The point of the limits of region (2) at which the variance is least, against others."""

    def __init__(self, goal: Goal) -> None:
        self.order = Order(goal)
        self.x, self.place = self.order.x, (self.order.names["p1"], self.order.names["p2"])
        self.large = arithmetic(term("1 < x", x=self.x), *self.order.numbers)
        whole = next(fact for formula in goal.given for fact in conjuncts(kernel.assume(formula))
                     if is_word(fact.conclusion, "least_limit", 5))  # fmt: skip
        limit, rest = conjuncts_of_two(rewritten(whole, meant("least_limit")))
        regular, self.least = conjuncts_of_two(rest)
        self.facts = [*conjuncts(derived.follow(self._bounds(self.place), limit)), regular, self.large]

    def _bounds(self, point: Point) -> Proved:
        return at(limits_of_second_region(), self.x, *point, given=[self.large])

    def no_larger(self, other: Point, facts: Sequence[Proved]) -> Proved:
        """The variance here is at most that at another limit."""
        known = [*facts, self.large]
        limit = reduced(self._bounds(other), lambda it: arithmetic(it, *known))
        regular = arithmetic(term("1 < 2*a + b", a=other[0], b=other[1]), *known)
        return at(at(self.least, other[0], given=[]), other[1], given=[limit, regular])

    def contradiction(self, other: Point, facts: Sequence[Proved]) -> Proved:
        """There is none with a larger p1 and the same p2."""
        less = self.order.falls(self.place[0], other[0], other[1], [*facts, *self.facts])
        return arithmetic(FALSE, self.no_larger(other, facts), less, opaque=True)


@script("least limits")
def least_limits(goal: Goal) -> Proved:
    """For x <= 2 the end of the side p2 = 1/3; for 2 < x an end of the edge p1 = 1 - k*p2, where k*x = 2."""
    here = Limits(goal)
    which = either(term("x <= 2", x=here.x))
    small, other = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    large = arithmetic(term("2 < x", x=here.x), other)
    return kernel.cases(which, _of_small_levels(here, goal.conclusion, small),
                        _of_large_levels(here, goal.conclusion, large))  # fmt: skip


def _of_small_levels(here: Limits, wanted: Term, small: Proved) -> Proved:
    """The end of the side is better than all else."""
    x, (p1, p2), third = here.x, here.place, term("1/3")
    end = term(FIRST_EDGE[0], x=x, q=third), third
    room = arithmetic(term("2*q <= x*(1 - x*(1 - q)/2)", x=x, q=third), arithmetic(
        term("0 <= (2 - x)*(x - 1)", x=x), small, here.large))  # fmt: skip
    at_end = [room, small, here.large]
    above = kernel.assume(term("1/3 < v", v=p2))
    low = arithmetic(term("1/3 <= q and q < v", q=third, v=p2), above)
    better = at(on_first_edge(), x, here.order.pi(ONE), p1, p2, third, given=[
        *conjuncts(here.order.share), *here.facts, small, above, low])  # fmt: skip
    order = here.order.order(here.place, end, [*here.facts, *at_end])
    no_larger = derived.follow(order, here.no_larger(end, at_end))
    nothing = arithmetic(FALSE, better, no_larger, opaque=True)
    side = arithmetic(term("v = 1/3", v=p2), derived.reject(above.conclusion, nothing), *here.facts)
    shorter = kernel.assume(term("u < x/3", u=p1, x=x))
    nothing = here.contradiction((term("x/3", x=x), p2), [side, shorter, *at_end])
    last = arithmetic(term("u = x/3", u=p1, x=x), derived.reject(shorter.conclusion, nothing), side, *here.facts)
    return derived.choose(conjoined(small, conjoined(last, side)), wanted)


def _private(edge: Edge, z: Term, low: Proved, high: Proved) -> list[Proved]:
    """What makes the point of the edge with p2 = z a limit at which the variance is defined."""
    own = edge.private(z, low, high)
    smaller = edge.shown("k*z < z", edge.known[1], low, z=z)
    return [*own, edge.shown("1 < z + 2*(1 - k*z)", smaller, own[-1], z=z)]


def _of_large_levels(here: Limits, wanted: Term, large: Proved) -> Proved:
    """The point lies on the edge, and there between no two others."""
    x, (p1, p2) = here.x, here.place
    edge = Edge(x, [large])
    end = edge.below(p1, p2, here.facts[4])
    low = here.facts[1]
    high = edge.shown("p*(x + 2) <= x", edge.shown("x*(p + k*p) <= x*1", end, here.facts[2], edge.large, p=p2, u=p1),
                      edge.is_two, p=p2)  # fmt: skip
    inside = _private(edge, p2, low, high)
    on_edge = edge.point(p2)
    nearer = kernel.assume(term("u < e", u=p1, e=on_edge[0]))
    off = here.contradiction(on_edge, [nearer, *inside])
    same = arithmetic(equal(p1, on_edge[0]), derived.reject(nearer.conclusion, off), end)
    third, last = term("1/3"), Free("r #1")
    is_last = kernel.assume(term("r*(x + 2) = x", r=last, x=x))
    between = kernel.assume(term("q < p and p < r", q=third, p=p2, r=last))
    numbers = [arithmetic(term("0 < q and 1/3 <= q and q*(x + 2) <= x", q=third, x=x), large),
               *(arithmetic(term(text, r=last), is_last, large) for text in ("1/3 <= r", "r < 1"))]  # fmt: skip
    ends = []
    for z, bounds in ((third, [*conjuncts(numbers[0])][1:]), (last, [numbers[1], arithmetic(
            term("r*(x + 2) <= x", r=last, x=x), is_last)])):  # fmt: skip
        own = _private(edge, z, *bounds)
        order = here.order.order(here.place, edge.point(z), [*here.facts, *own])
        ends.append(rewritten(derived.follow(order, here.no_larger(edge.point(z), own)), by(same)))
    law = at(not_least_on_edge(), edge.k, here.order.pi(ONE), p2, third, last,
             given=[*conjuncts(here.order.share), *edge.known, *conjuncts(between), *numbers])  # fmt: skip
    inner = derived.reject(between.conclusion, derived.clash(law, conjoined(*ends)))
    which = arithmetic(term("p = q or p = r", p=p2, q=third, r=last), inner, low, high, is_last, large)
    at_third, at_last = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    first = [arithmetic(term("u = 1 - 2/(3*x)", u=p1, x=x), same, at_third, edge.is_two, large), at_third]
    product = edge.shown("k*r = 1 - r", edge.shown("k*(r*(x + 2)) = k*x", is_last, r=last), edge.is_two, r=last)
    second = [arithmetic(term("w = x/(x + 2)", w=place, x=x), is_last, at_last, large, *facts)
              for place, facts in ((p1, [same, product]), (p2, []))]  # fmt: skip
    _, large_case = applied(wanted, "or", 2) or ()
    _, either_end = applied(large_case, "and", 2) or ()
    shown = kernel.cases(which, *(derived.choose(conjoined(*pair), either_end) for pair in (first, second)))
    shown = derived.choose(kernel.conjoin(large, shown), wanted)
    shown = found_at(shown, last, term("x/(x + 2)", x=x), large)
    return found_at(shown, edge.k, term("2/x", x=x), large)


def _order(survey: Proved, *values: Term) -> Proved:
    """The order of variances at numbers of which the survey is known."""
    one = goal_of("forall N pi x. size(N) and law(3, pi) and 1 < x implies 0 < 1")
    law = generalise(kernel.discharge(one.given[0], Order(one).law), *one.variables)
    for value in values:
        law = kernel.specialise(law, value)
    return kernel.detach(law, survey)


OTHER_END = {"N": "10", "pi": "(1/4, 1/3, 5/12)", "x": "4", "p1": "2/3", "p2": "2/3"}


@script("other end is least")
def other_end_is_least(goal: Goal) -> Refuted:
    """At e^eps = 4 the variance is least where p1 = p2 = 2/3."""
    values = [term(SHARES if name == "pi" else text) for name, text in OTHER_END.items()]
    N, pi, x, *place = values
    there = kernel.assume(goal.statement)
    for value in values:
        there = kernel.specialise(there, value)
    premises, _ = applied(there.conclusion, "implies", 2) or ()
    whole = said("least_limit(N, pi, x, p1, p2)", N=N, pi=pi, x=x, p1=place[0], p2=place[1])
    survey, limit = found(said("size(N) and law(3, pi) and 1 < x", N=N, pi=pi, x=x)), limits_of_second_region()
    large = arithmetic(term("1 < x", x=x))
    here = at(limit, x, *place, given=[large])
    here = derived.follow(symmetric(here), arithmetic(sides(here.conclusion)[1]))
    plain = normal(whole, meant("least_limit"))
    _, rest = applied(sides(plain.conclusion)[1], "and", 2) or ()
    one = goal_of((applied(rest, "and", 2) or (rest, rest))[1])
    q1, q2 = one.variables
    other, regular = conjuncts_of_two(kernel.assume(one.given[0]))
    bounds = [*conjuncts(derived.follow(at(limit, x, q1, q2, given=[large]), other)), regular]
    D = term("2*u + v - 1", u=q1, v=q2)
    sizes = [arithmetic(term(text, D=D, v=q2), *bounds) for text in (
        "0 < D", "D <= 1", "0 <= v - 1/4*D", "v - 1/4*D <= 5/12")]  # fmt: skip
    square = arithmetic(term("119/144 <= 1 - (v - 1/4*D)^2", D=D, v=q2), arithmetic(
        term("0 <= (5/12 - (v - 1/4*D))*(5/12 + (v - 1/4*D))", D=D, v=q2), *sizes[2:]))  # fmt: skip
    most = arithmetic(term("119/144*D^2 <= 119/144", D=D), arithmetic(term("D^2 <= 1", D=D), *sizes[:2]))
    order = rewritten(at(_order(survey, N, pi, x), *place, q1, q2, premises=2, given=[
        arithmetic(term("1 < 2*a + b", a=place[0], b=place[1])), regular]), conditions)  # fmt: skip
    products = arithmetic(sides(order.conclusion)[1], square, most)
    least = one.qed(in_the_words_of(one.conclusion, derived.follow(symmetric(order), products)))
    regular = arithmetic(term("1 < 2*a + b", a=place[0], b=place[1]))
    is_least = derived.follow(symmetric(plain), rewritten(conjoined(here, conjoined(regular, least))))
    wanted = kernel.detach(there, in_the_words_of(premises, conjoined(*conjuncts(survey), is_least)))
    nothing = derived.reject(goal.statement, arithmetic(FALSE, wanted))
    return Refuted(nothing, tuple(OTHER_END.items()), (Fraction(2, 3), Fraction(1, 3)))
