"""The best size of subset selection, and what it adds, where the number of categories and the level are numbers.

Source: Nayak, Zhai, section 3.2, Table 1.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    generalise,
    instance,
    lemma,
    shown,
    sides,
    symmetric,
    term,
)
from derivations.logic.terms import FALSE, LESS, NOT, Free, Number, Term, applied, closed, equal
from derivations.theory.best_sizes import (
    Facts,
    a_match_exists,
    beside_the_optimum,
    known_of,
    less_at_larger_levels,
    not_better,
    said_of,
)
from derivations.theory.least_added_variance import BEST, IS_SIZE, SIZES, V, a_size_is_best
from derivations.theory.single_terms import at, either, next_integer

FLOOR = "integer(f) and f * (1 + g) <= k and k < (f + 1) * (1 + g) implies"


@lemma(f"forall k g q f. {SIZES} {BEST} implies {FLOOR} q = f or q = f + 1")
def one_of_two(goal: Goal) -> Proved:
    """A best size is k/(1 + g), rounded down or up."""
    k, g, q, f = goal.variables
    facts, _ = known_of(goal)
    beside = at(beside_the_optimum(), k, g, q, given=goal.given, premises=2)
    known = [*conjuncts(beside), *conjuncts(kernel.assume(goal.given[2])), *facts]
    positive = arithmetic(term("0 < 1 + g", g=g), *facts)
    low = arithmetic(term("f < q + 1", f=f, q=q), *known, positive)
    high = arithmetic(term("q < f + 2", f=f, q=q), *known, positive)
    whole = [shown(term("integer(q + 1)", q=q), known), shown(term("integer(f + 1)", f=f), known)]
    steps = [at(next_integer(), *pair, given=[*known, *whole]) for pair in ((q, f), (term("f + 1", f=f), q), (f, q))]
    return arithmetic(goal.conclusion, *steps, low, high)


WITHIN = "v - u <= {0} and {0} <= v + u"


@lemma(f"forall k g q f s v u. {SIZES} {BEST} implies {FLOOR} (f = 0 or v - u <= {said_of(V, q='f')}) implies "
       f"v - u <= {said_of(V, q='(f + 1)')} implies {IS_SIZE.format('s')} implies {said_of(V, q='s')} <= v + u implies "
       f"{WITHIN.format(V)}")  # fmt: skip
def least_within(goal: Goal) -> Proved:
    """The best size adds no less than both of these sizes, and no more than any size."""
    k, g, q, f, s, v, u = goal.variables
    facts, least = known_of(goal)
    which = at(one_of_two(), k, g, q, f, given=goal.given, premises=3)
    no_more = not_better(least, s, k, list(conjuncts(kernel.assume(goal.given[5]))))
    high = arithmetic(term(f"{V} <= v + u", k=k, g=g, q=q, v=v, u=u), no_more, goal.given[6], opaque=True)
    lows = []
    here = Free("here #0")
    for case, low in zip(applied(which.conclusion, "or", 2) or (), goal.given[3:5], strict=True):
        there, bound = kernel.assume(case), kernel.assume(low)
        if either_is := applied(low, "or", 2):
            none = arithmetic(either_is[1], kernel.assume(either_is[0]), there, *facts)
            bound = kernel.cases(bound, none, kernel.assume(either_is[1]))
        pattern = closed(here, term(f"v - u <= {V}", k=k, g=g, q=here, v=v, u=u))
        lows.append(kernel.replace(symmetric(there), pattern, bound))
    return kernel.conjoin(kernel.cases(which, *lows), high)


@lemma(f"forall k g q f s. {SIZES} {BEST} implies {FLOOR} (f = 0 or {said_of(V, q='s')} <= {said_of(V, q='f')}) "
       f"implies {said_of(V, q='s')} <= {said_of(V, q='(f + 1)')} implies {IS_SIZE.format('s')} implies "
       f"(forall r. {IS_SIZE.format('r')} implies {said_of(V, q='s')} <= {V.replace('q', 'r')})", depth=11)  # fmt: skip
def best_of_two(goal: Goal) -> Proved:
    """What adds no more than both of these sizes is best."""
    k, g, q, f, s = goal.variables
    _, least = known_of(goal)
    value = term(said_of(V, q="s"), k=k, g=g, s=s)
    bounds = [*goal.given[3:5]]
    size = kernel.assume(goal.given[5])
    zero = Number(0)
    own = arithmetic(term("v <= v + 0", v=value), opaque=True)
    low = [
        arithmetic(term(text, f=f, v=value, w=term(said_of(V, q=at_size), k=k, g=g, f=f)), bound, opaque=True)
        for text, at_size, bound in (("f = 0 or v - 0 <= w", "f", bounds[0]), ("v - 0 <= w", "(f + 1)", bounds[1]))
    ]
    near = at(least_within(), k, g, q, f, s, value, zero, given=[*goal.given[:3], *low, size, own], premises=7)
    r = Free("r #0")
    inside = kernel.assume(term(IS_SIZE.format("r"), r=r, k=k))
    no_more = at(least, r, given=[inside])
    found = arithmetic(term("v <= w", v=value, w=term(V, k=k, g=g, q=r)), near, no_more, opaque=True)
    return generalise(kernel.discharge(inside.conclusion, found), r)


@lemma(f"forall k g q e r t. {SIZES} {BEST} implies 1 < e implies {said_of(said_of(BEST, r='j'), g='e', q='r')} "
       f"implies t < {said_of(V, g='e', q='r')} implies {V} = t implies e < g")  # fmt: skip
def level_above(goal: Goal) -> Proved:
    """Where the best size adds less than at e the level is higher."""
    k, g, q, e, _, t = goal.variables
    facts, _ = known_of(goal)
    *_, least = conjuncts(kernel.assume(goal.given[3]))
    no_more = not_better(least, q, k, facts)
    same, other = kernel.assume(equal(g, e)), kernel.assume(term("g < e", g=g, e=e))
    here = Free("here #0")
    value = kernel.replace(same, closed(here, term(f"{V} = t", k=k, g=here, q=q, t=t)), kernel.assume(goal.given[5]))
    known: Facts = [no_more, *goal.given[4:]]
    first = arithmetic(FALSE, value, *known, opaque=True)
    falls = at(less_at_larger_levels(), k, g, e, q, given=[*facts, other])
    second = arithmetic(FALSE, falls, *known, opaque=True)
    denied = kernel.assume(NOT(goal.conclusion))
    less = arithmetic(other.conclusion, denied, kernel.assume(NOT(same.conclusion)))
    second = kernel.detach(kernel.discharge(other.conclusion, second), less)
    return derived.absurd(goal.conclusion, kernel.cases(either(same.conclusion), first, second))


@lemma(f"forall k g q e s t. {SIZES} {BEST} implies {IS_SIZE.format('s')} implies 1 < e implies "
       f"{said_of(V, g='e', q='s')} < t implies {V} = t implies g < e")  # fmt: skip
def level_below(goal: Goal) -> Proved:
    """Where the best size adds more than some size at e the level is lower."""
    k, g, _, e, s, t = goal.variables
    facts, least = known_of(goal)
    size: Facts = [*conjuncts(kernel.assume(goal.given[2]))]
    size.append(arithmetic(term("s + 1 <= k", s=s, k=k), at(next_integer(), s, k, given=[*facts, *size]), *size))
    no_more = not_better(least, s, k, size)
    same, other = kernel.assume(equal(e, g)), kernel.assume(term("e < g", g=g, e=e))
    here = Free("here #0")
    value = kernel.replace(same, closed(here, term(f"{V} < t", k=k, g=here, q=s, t=t)), kernel.assume(goal.given[4]))
    known: Facts = [no_more, *goal.given[4:]]
    first = arithmetic(FALSE, value, *known, opaque=True)
    falls = at(less_at_larger_levels(), k, e, g, s, given=[*facts, *size, kernel.assume(goal.given[3]), other])
    second = arithmetic(FALSE, falls, *known, opaque=True)
    denied = kernel.assume(NOT(goal.conclusion))
    less = arithmetic(other.conclusion, denied, kernel.assume(NOT(same.conclusion)))
    second = kernel.detach(kernel.discharge(other.conclusion, second), less)
    return derived.absurd(goal.conclusion, kernel.cases(either(same.conclusion), first, second))


@lemma(f"forall k g q e w t. {SIZES} {BEST} implies g < e implies t < {said_of(V, g='e', q='w')} implies {V} = t "
       "implies q != w")  # fmt: skip
def another_size(goal: Goal) -> Proved:
    """A size that adds more at a higher level is not the best one."""
    k, g, q, e, w, _ = goal.variables
    facts, _ = known_of(goal)
    falls = at(less_at_larger_levels(), k, g, e, q, given=[*facts, goal.given[2]])
    same = kernel.assume(equal(q, w))
    here = Free("here #0")
    changed = kernel.replace(
        same,
        closed(here, LESS(term(V, k=k, g=e, q=here), term(V, k=k, g=g, q=q))),
        falls,
    )
    return derived.reject(same.conclusion, arithmetic(FALSE, changed, *goal.given[3:], opaque=True))


# -- for numbers -------------------------------------------------------------------------------------------------------


def added(k: int, g: Fraction, q: int) -> Fraction:
    """V of numbers."""
    f = Fraction(k * k * (k - q) + k * k * g * g * q) / (k - q + g * q) ** 2
    return Fraction((k - 1) ** 2) / (f - k) + Fraction(1, k) - 1


def best(k: int, g: Fraction) -> int:
    """A best size."""
    below = floor(Fraction(k) / (1 + g))
    return min((s for s in (below, below + 1) if 1 <= s < k), key=lambda s: added(k, g, s))


class Numbers:
    """The number of categories and the level, what lemmas need of them, and what the sizes next to k/(1 + g) add."""

    def __init__(self, k: int, g: Fraction) -> None:
        self.k, self.g = Number(k), Number(g)
        self.best, below = best(k, g), floor(Fraction(k) / (1 + g))
        self.below, self.s = Number(below), Number(self.best)
        self.sizes = shown(term("integer(k) and 2 <= k and 1 < g", k=self.k, g=self.g))
        self.floor = shown(
            term("integer(f) and f * (1 + g) <= k and k < (f + 1) * (1 + g)", f=self.below, g=self.g, k=self.k)
        )
        self.is_size = shown(term(IS_SIZE.format("s"), s=self.s, k=self.k))
        self.value = added(k, g, self.best)

    @property
    def exists(self) -> Proved:
        """|- there is a best size"""
        return at(a_size_is_best(), self.k, self.g, given=[self.sizes])

    def within(self, q: Term, is_best: Proved, v: Fraction, u: Fraction) -> Proved:
        """v - u <= V(q) <= v + u, for the best size q"""
        names = {"k": self.k, "g": self.g, "f": self.below, "v": Number(v), "u": Number(u), "s": self.s}
        above = arithmetic(term(f"v - u <= {said_of(V, q='(f + 1)')}", **names))
        low = self._low(term(f"v - u <= {said_of(V, q='f')}", **names))
        high = arithmetic(term(f"{said_of(V, q='s')} <= v + u", **names))
        values = (self.k, self.g, q, self.below, self.s, Number(v), Number(u))
        given: Facts = [self.sizes, is_best, self.floor, low, above, self.is_size, high]
        return at(least_within(), *values, given=given, premises=7)

    def _low(self, bound: Term) -> Proved:
        """f = 0, or the bound of V(f)"""
        whole = term("f = 0 or A", f=self.below, A=bound)
        first, second = applied(whole, "or", 2) or (FALSE, FALSE)
        return derived.choose(arithmetic(first if self.below == Number(0) else second), whole)

    def is_best(self, size: int | None = None) -> Proved:
        """|- BEST(k, g, s), for the size s that is found best, or another one that adds as little"""
        q, s = Free("q #0"), self.s if size is None else Number(size)
        names = {"k": self.k, "g": self.g, "f": self.below, "s": s}
        there = kernel.assume(instance(self.exists.conclusion, q))
        low = self._low(term(f"{said_of(V, q='s')} <= {said_of(V, q='f')}", **names))
        above = arithmetic(term(f"{said_of(V, q='s')} <= {said_of(V, q='(f + 1)')}", **names))
        is_size = shown(term(IS_SIZE.format("s"), s=s, k=self.k))
        given: Facts = [self.sizes, there, self.floor, low, above, is_size]
        least = at(best_of_two(), self.k, self.g, q, self.below, s, given=given, premises=6)
        return kernel.unpack(self.exists, q, shown(term(BEST, k=self.k, g=self.g, q=s), [is_size, least]))


class Match:
    """A level g and its best size q that add as much as local l-diversity, for numbers k and l of categories."""

    def __init__(self, k: int, held: int, g: Term, q: Term, facts: Facts) -> None:
        """Of facts that say 1 < g, BEST(k, g, q) and that V is as printed."""
        self.k, self.g, self.q = k, g, q
        self.target = Number(Fraction((k - 1) * (held - 1), k - held))
        sizes = [kernel.literal(Number(number)) for number in (k, held)]
        self.sizes = shown(term("integer(k) and 2 <= k and 1 < g", k=Number(k), g=g), [*facts, *sizes])
        self.is_best = shown(term(BEST, k=Number(k), g=g, q=q), facts)
        self.value = arithmetic(term(f"{V} = t", k=Number(k), g=g, q=q, t=self.target), *facts, opaque=True)

    @classmethod
    def found(cls, k: int, held: int, show: Callable[[Match], Proved]) -> Proved:
        """What `show` shows of the match that exists, if it does not speak of its level and size."""
        g, q = Free("g #0"), Free("q #0")
        sizes = [kernel.literal(Number(number)) for number in (k, held)]
        existence = at(a_match_exists(), Number(k), Number(held), given=sizes)
        inner = instance(existence.conclusion, g)
        theorem = show(cls(k, held, g, q, [*conjuncts(kernel.assume(instance(inner, q)))]))
        return kernel.unpack(existence, g, kernel.unpack(kernel.assume(inner), q, theorem))

    def between(self, low: Fraction, high: Fraction) -> tuple[Proved, Proved]:
        """low < g and g < high"""
        first, last = Numbers(self.k, low), Numbers(self.k, high)
        k, r = Number(self.k), first.s
        given: Facts = [self.sizes, self.is_best, first.is_best(), last.is_size, self.value]
        given += [arithmetic(term("1 < e", e=end.g)) for end in (first, last)]
        given += [arithmetic(term(f"t < {V}", t=self.target, k=k, g=low_end, q=r)) for low_end in (first.g,)]
        given.append(arithmetic(term(f"{V} < t", t=self.target, k=k, g=last.g, q=last.s)))
        above = at(level_above(), k, self.g, self.q, first.g, r, self.target, given=given, premises=6)
        below = at(level_below(), k, self.g, self.q, last.g, last.s, self.target, given=given, premises=6)
        return above, below

    def size(self, low: Fraction, high: Fraction, between: tuple[Proved, Proved]) -> Proved:
        """q is the best size at low and high, where the level lies between these"""
        last = Numbers(self.k, high)
        k, f = Number(self.k), last.below
        floor_is = shown(
            term("integer(f) and f * (1 + g) <= k and k < (f + 1) * (1 + g)", f=f, g=self.g, k=k), [*between]
        )
        which = at(one_of_two(), k, self.g, self.q, f, given=[self.sizes, self.is_best, floor_is], premises=3)
        wanted = equal(self.q, last.s)
        cases = []
        for case in map(kernel.assume, applied(which.conclusion, "or", 2) or ()):
            other = Number(_number(sides(case.conclusion)[1]))
            if other == last.s:
                cases.append(arithmetic(wanted, case))
            elif other == Number(0):
                cases.append(derived.absurd(wanted, arithmetic(FALSE, case, *conjuncts(self.is_best))))
            else:
                more = arithmetic(term(f"t < {V}", t=self.target, k=k, g=last.g, q=other))
                given: Facts = [self.sizes, self.is_best, between[1], more, self.value]
                differs = at(another_size(), k, self.g, self.q, last.g, other, self.target, given=given, premises=5)
                cases.append(derived.absurd(wanted, arithmetic(FALSE, differs, case)))
        return kernel.cases(which, *cases)


def _number(value: Term) -> Fraction:
    """f, or f + 1, for a number f"""
    if isinstance(value, Number):
        return value.value
    return sum((_number(part) for part in applied(value, "+", 2) or ()), Fraction(0))
