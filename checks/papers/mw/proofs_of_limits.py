"""Scripts for the limits of region (2) of RR3-dagger: which points they are, and where the variance is least on them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from checks.papers.mw.own_words import meant, said
from checks.papers.mw.proofs_of_regions import conjuncts_of_two, each_part
from checks.papers.mw.proofs_of_second_region import (
    FIRST_EDGE,
    ONE,
    Edge,
    Order,
    Point,
    found_at,
    not_least_on_edge,
    on_first_edge,
)
from checks.verifying.stated import Refuted, Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    generalise,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, Term, applied, equal
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
        sizes = [arithmetic(term(text, x=x, r=r, w=w, c=c), large, fact) for w, c, facts in ((u, a, near[:2]), (v, b, near[2:]))
                 for text, fact in zip(("x*(w - c) <= x*r", "x*(c - w) <= x*r"), facts, strict=True)]  # fmt: skip
        sizes.append(arithmetic(term("0 < x*r", x=x, r=r), large, positive))
        nothing = arithmetic(FALSE, radius, positive, [*conjuncts(region)][own], *near, *sizes)
        nothing = kernel.unpack(some, a, kernel.unpack(kernel.assume(inner), b, nothing))
        nothing = found_at(nothing, r, term("(l - h)/(4 + x)", l=small, h=most, x=x), off, large)
        shown.append(arithmetic(part.conclusion, kernel.reject(off.conclusion, nothing)))
    return conjoined(*shown)


@lemma("forall s l h. 0 < s and s < 1 implies (0 <= l and 0 <= h implies 0 <= (1 - s)*l + s*h) "
       "and (0 <= l and 0 < h implies 0 < (1 - s)*l + s*h)", depth=4)  # fmt: skip
def between_two(goal: Goal) -> Proved:
    """What lies between a number that is not negative and another one."""
    s, l, h = goal.variables
    names = {"s": s, "l": l, "h": h}
    known = [*conjuncts(kernel.assume(goal.given[0]))]
    shown = []
    for part, relation in zip(conjuncts(kernel.assume(goal.conclusion)), ("<=", "<"), strict=True):
        one = goal_of(part.conclusion)
        given = [fact for formula in one.given for fact in conjuncts(kernel.assume(formula))]
        first = arithmetic(term("0 <= (1 - s)*l", s=s, l=l), *known, *given)
        second = arithmetic(term(f"0 {relation} s*h", s=s, h=h), *known, *given)
        shown.append(one.qed(arithmetic(one.conclusion, first, second)))
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
    known = [fact for formula in goal.given for fact in conjuncts(kernel.assume(formula))]
    step = known[-3:-1]
    mixed = []
    for outer, inner in (("u - 1/3", "c - 1/3"), ("v - 1/3", "d - 1/3"), ("u - v", "c - d"),
                         ("x*(1 - v) - 2*u", "x*(1 - d) - 2*c"), ("x*(1 - u) - 2*v", "x*(1 - c) - 2*d"),
                         ("1 - u", "1 - c"), ("1 - v", "1 - d")):  # fmt: skip
        l, h = (term(text, **{n: w for n, w in names.items() if re.search(rf"\b{n}\b", text)}) for text in (outer, inner))
        both = at(between_two(), s, l, h, given=step)
        low = arithmetic(term("0 <= l", l=l), *known)
        relation = "<=" if "x" in inner else "<"
        high = arithmetic(term(f"0 {relation} h", h=h), *known)
        weak, strong = conjuncts_of_two(both)
        mixed.append(kernel.detach(weak if relation == "<=" else strong, kernel.conjoin(low, high)))
    apart = [arithmetic(term("-1 < c - u and c - u < 1", c=inner, u=outer), *known) for outer, inner in ((u, c), (v, d))]
    sizes = [arithmetic(term("-s < s*w and s*w < s", s=s, w=term("c - u", c=inner, u=outer)), one, *step)
             for one, (outer, inner) in zip(apart, ((u, c), (v, d)), strict=True)]  # fmt: skip
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
    nearby = kernel.follow(plain, kernel.assume(limit))
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
    back = kernel.discharge(bounds, kernel.follow(symmetric(plain), every.qed(there)))
    return goal.qed(kernel.equivalent(forth, back))
