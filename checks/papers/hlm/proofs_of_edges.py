"""The two segments of R'', on which (11a) and (11b) are tight: their points, their ends, their parametrisation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

from checks.papers.hlm.optimum import (
    CASES,
    best_is,
    existence,
    in_cases,
    laws,
    meaning,
    proved,
    said_term,
    tight_at_point,
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
    fresh,
    generalise,
    goal,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
)
from derivations.logic.terms import (
    FALSE,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    free_variables,
    opened,
    quantified,
    substituted,
)
from derivations.theory.automatic import automatic, facts_of
from derivations.theory.single_terms import at

THIRD = Fraction(1, 3)
CORNER = "(x + delta)/(x + 1)"


def names_of(wanted: Goal) -> dict[str, Term]:
    """The variables of a goal by their names."""
    return wanted.names


def two(formula: Term, word: str = "and") -> tuple[Term, Term]:
    """The two sides of a formula that this word joins."""
    both = applied(formula, word, 2)
    assert both is not None
    return both[0], both[1]


# -- the segments ------------------------------------------------------------------------------------------------------

BASE = "1 <= x and 0 <= delta and delta <= 1"
ON_FIRST = "q = x*(1 - p) + delta and 0 <= 1 - p and (1 - p)*(x + 1) <= 1 - delta"
AT_SHARE = f"p = (1 - s)*1 + s*({CORNER}) and q = (1 - s)*delta + s*({CORNER})"
MIRRORED = str.maketrans("pq", "qp")


@cache
def segment(mirrored: bool) -> Proved:
    """The segment from (1, delta) to the corner, or from (delta, 1), without the share s of the way."""
    line = ON_FIRST.translate(MIRRORED) if mirrored else ON_FIRST
    ends = f"delta, 1, {CORNER}, {CORNER}" if mirrored else f"1, delta, {CORNER}, {CORNER}"
    text = f"forall x delta p q. {BASE} implies (on_segment({ends}, p, q) iff {line})"
    return proved(text, lambda wanted: _segment(wanted, line, mirrored))


def _segment(wanted: Goal, line: str, mirrored: bool) -> Proved:
    names, facts = names_of(wanted), wanted.facts
    first, second = AT_SHARE.translate(MIRRORED).split(" and ") if mirrored else AT_SHARE.split(" and ")
    point = f"{second} and {first}" if mirrored else f"{first} and {second}"
    where = f"forall x delta p q s. {BASE} and"
    gone = f"(1 - {'q' if mirrored else 'p'})*(x + 1)"
    inner = proved(f"{where} delta < 1 and s*(1 - delta) = {gone} and {line} implies 0 <= s <= 1 and {point}")
    one_point = proved(f"{where} delta = 1 and s = 0 and {line} implies 0 <= s <= 1 and {point}")
    reached = proved(f"{where} 0 <= s <= 1 and {point} implies {line}")
    left, right = sides(wanted.conclusion)
    plain = normal(left, meaning("on_segment"))
    some = sides(plain.conclusion)[1]
    on_line = kernel.assume(right)
    cases = arithmetic(said_term("delta < 1 or delta = 1", **names), *facts)
    below, sure = map(kernel.assume, two(cases.conclusion, "or"))
    share = said_term(f"{gone}/(1 - delta)", **names)
    is_share = arithmetic(said_term(f"s*(1 - delta) = {gone}", s=share, **names), below)

    def there(law: Proved, value: Term, *known: Proved) -> Proved:
        found_there = at(law, *wanted.variables, value, given=[*facts, on_line, *known])
        return existence(some, [value], lambda _: found_there)

    none = kernel.reflexive(Number(0))
    back = kernel.cases(cases, there(inner, share, below, is_share), there(one_point, Number(0), sure, none))
    body = quantified(some, "exists")
    assert body is not None
    s = fresh(body)
    here = at(reached, *wanted.variables, s, given=[*facts, kernel.assume(opened(body, s))])
    forth = kernel.unpack(kernel.assume(some), s, here)
    same = derived.equivalent(kernel.discharge(some, forth), kernel.discharge(right, back))
    return derived.transitive(plain, same)


@script("two closed segments")
@script("two segments")
def two_segments(wanted: Goal) -> Proved:
    """R'' and the two segments, each by the line that it lies on."""
    budget = [fact for given in wanted.facts for fact in conjuncts(rewritten(given, meaning("budget")))]
    plain = normal(wanted.conclusion, *(by(segment(mirrored), budget) for mirrored in (False, True)))
    return derived.follow(symmetric(plain), automatic(replace(wanted, conclusion=sides(plain.conclusion)[1])))


# -- the edges ---------------------------------------------------------------------------------------------------------

LINE = "q = x*(1 - p) + delta"
REACHED = "q*(x + 1) = (x + delta)*t"
LIMITS = "delta <= q and q*(x + 1) <= x + delta and 0 < q"
BEGUN = "delta*(x + 1) <= (x + delta)*t"


@cache
def begins() -> Proved:
    """Where the edge begins."""
    return proved(f"forall x delta t. {BASE} implies (start(x, delta) <= t iff {BEGUN})")


@cache
def edge_laws(mirrored: bool) -> tuple[Proved, ...]:
    """The points (r(t), s(t)), or (s(t), r(t)), by one of their coordinates, how far t goes, and which lie in R'."""
    first, second = ("edge_s", "edge_r") if mirrored else ("edge_r", "edge_s")
    line, reached, limits = (text.translate(MIRRORED if mirrored else {}) for text in (LINE, REACHED, LIMITS))
    where = f"forall x delta t p q. {BASE}"
    inside = f"{BEGUN} and t <= 1 and 0 < t"
    return (
        proved(f"{where} implies (p = {first}(x, delta, t) and q = {second}(x, delta, t) iff {reached} and {line})"),
        proved(f"{where} and {reached} and {inside} implies {limits}"),
        proved(f"{where} and {reached} and {limits} implies {inside}"),
        proved(f"{where} and 1 < x implies (feasible(x, delta, p, q) and {line} iff {line} and {limits})"),
    )


def _on_edge(wanted: Term, facts: Sequence[Proved], numbers: Sequence[Term], mirrored: bool) -> Proved:
    """(p, q) lies in R' and (11a) is tight there iff it is the point of the edge at some t; mirrored for (11b)."""
    x, delta, p, q = numbers
    point, inward, outward, inside = edge_laws(mirrored)
    names = {"x": x, "delta": delta, "y": p if mirrored else q}
    value = said_term("y*(x + 1)/(x + delta)", **names)
    first, some = sides(wanted)
    body = quantified(some, "exists")
    assert body is not None
    t = fresh(body)

    def among(*known: Proved) -> list[Proved]:
        return [*facts, *(part for fact in known for part in conjuncts(fact))]

    ahead = derived.follow(at(inside, x, delta, value, p, q, given=facts), kernel.assume(first))
    reached = arithmetic(said_term("y*(x + 1) = (x + delta)*t", **names, t=value), *facts)
    known = among(ahead, reached)
    known += among(at(outward, x, delta, value, p, q, given=known))
    same = [at(point, x, delta, value, p, q, given=facts), at(begins(), x, delta, value, given=facts)]
    there = existence(some, [value], lambda formula: _joined(formula, [*known, *(_back(one, known) for one in same)]))

    told = among(kernel.assume(opened(body, t)))
    on_line = at(point, x, delta, t, p, q, given=facts)
    on_line = derived.follow(on_line, _joined(sides(on_line.conclusion)[0], told))
    begun = at(begins(), x, delta, t, given=facts)
    from_start = next((fact for fact in told if fact.conclusion == sides(begun.conclusion)[0]), None)
    reached = derived.follow(begun, from_start) if from_start else arithmetic(sides(begun.conclusion)[1], *told)
    known = among(*told, on_line, reached)
    limits = at(inward, x, delta, t, p, q, given=known)
    here = reduced(at(inside, x, delta, t, p, q, given=facts), lambda it: _joined(it, among(*known, limits)))
    back = kernel.unpack(kernel.assume(some), t, here)
    return derived.equivalent(kernel.discharge(first, there), kernel.discharge(some, back))


def _back(same: Proved, known: Sequence[Proved]) -> Proved:
    """A, of A iff B, where B is known."""
    return derived.follow(symmetric(same), _joined(sides(same.conclusion)[1], known))


def _joined(formula: Term, known: Sequence[Proved]) -> Proved:
    """A conjunction of what is known, the rest by arithmetic."""
    fact = next((fact for fact in known if fact.conclusion == formula), None)
    if fact is not None:
        return fact
    both = applied(formula, "and", 2)
    if both is not None:
        return kernel.conjoin(*(_joined(part, known) for part in both))
    return arithmetic(formula, *known)


@script("both edges")
def both_edges(wanted: Goal) -> Proved:
    """Both edges, each by one of its coordinates."""
    facts = [fact for given in wanted.facts for fact in conjuncts(rewritten(given, meaning("budget")))]
    parts = enumerate(two(wanted.conclusion))
    return conjoined(*(_on_edge(part, facts, wanted.variables, mirrored=bool(place)) for place, part in parts))


@script("an edge")
def an_edge(wanted: Goal) -> Proved:
    """The edge on which (11a) is tight for delta = 0, which begins where p00 + p11 = 1."""
    facts = wanted.facts
    facts += conjuncts(arithmetic(said_term(BASE, **names_of(wanted)), *facts))
    edge, positive = two(wanted.conclusion)
    return conjoined(
        _on_edge(edge, facts, wanted.variables, mirrored=False), automatic(replace(wanted, conclusion=positive))
    )


@script("no design")
def no_design(wanted: Goal) -> Refuted:
    """At t = 0 the edge has left the unit square: p00 = 1 + delta/x."""
    values = {"x": Fraction(2), "delta": THIRD, "p": Fraction(7, 6), "q": Fraction(0)}
    same = kernel.part(instance_at(wanted, *values.values()), 0)
    some = sides(same.conclusion)[1]
    begins = existence(some, [Number(0)], lambda formula: automatic(goal(formula)))
    return refuted_by_instance(wanted, derived.follow(symmetric(same), begins), values, (values["p"], Fraction(1)))


@script("an end is missing")
def an_end_is_missing(wanted: Goal) -> Refuted:
    """For delta = 0 the end (1, 0) of a segment is no point of R'."""
    values = {"x": Fraction(2), "delta": Fraction(0), "p": Fraction(1), "q": Fraction(0)}
    same = kernel.part(instance_at(wanted, *values.values()), 1)
    some = sides(same.conclusion)[1]
    first, _ = two(some, "or")
    end = normal(first, meaning("on_segment"))
    begins = existence(sides(end.conclusion)[1], [Number(0)], lambda formula: automatic(goal(formula)))
    told = derived.follow(symmetric(same), derived.choose(derived.follow(symmetric(end), begins), some))
    return refuted_by_instance(wanted, told, values)


def instance_at(wanted: Goal, *values: Fraction) -> Proved:
    """What the statement says of these values, its premise shown."""
    said_so = specialise(kernel.assume(wanted.statement), *map(Number, values))
    premise = goal(two(said_so.conclusion, "implies")[0])
    return kernel.detach(said_so, premise.qed(automatic(premise)))


def refuted_by_instance(
    wanted: Goal, told: Proved, values: Mapping[str, Fraction], worth: tuple[Fraction, ...] = ()
) -> Refuted:
    """The statement is false, which says what is not so; it is a relation whose sides are worth so much."""
    nothing = arithmetic(FALSE, *facts_of(told))
    return Refuted(
        derived.reject(wanted.statement, nothing), tuple((name, str(v)) for name, v in values.items()), worth
    )


# -- the corner --------------------------------------------------------------------------------------------------------


@lemma("forall s u v. 0 < s and s < 1 and 0 <= u and 0 <= v and (1 - s)*u + s*v = 0 implies u = 0 and v = 0")
def nothing_in_parts(wanted: Goal) -> Proved:
    """Where a mean of two numbers that are not negative is 0, both are."""
    s, u, v = wanted.variables
    parts = [arithmetic(term(text, s=s, u=u, v=v), *wanted.given) for text in ("0 <= (1 - s)*u", "0 <= s*v")]
    both = arithmetic(term("(1 - s)*u = 0 and s*v = 0", s=s, u=u, v=v), *parts, *wanted.given)
    return arithmetic(wanted.conclusion, both, *wanted.given)


@lemma("forall x delta a b k. 1 < x and a = x*(1 - b) + delta and b = x*(1 - a) + delta and k*(x + 1) = x + delta "
       "implies a = k and b = k")  # fmt: skip
def both_tight(wanted: Goal) -> Proved:
    """Both of (11) are tight at one point only."""
    x, _, a, b, _ = wanted.variables
    same = arithmetic(term("(x - 1)*(a - b) = 0", x=x, a=a, b=b), *wanted.given)
    return arithmetic(wanted.conclusion, arithmetic(equal(a, b), same, *wanted.given), *wanted.given)


INSIDE = "0 < s and s < 1 and k = (1 - s)*a + s*c and k = (1 - s)*b + s*d and k*(x + 1) = x + delta"
BOTH_TIGHT = "b = x*(1 - a) + delta and a = x*(1 - b) + delta"


@cache
def inside_no_segment() -> Proved:
    """The corner k is inside of no other segment of R'."""
    text = f"1 < x and feasible(x, delta, a, b) and feasible(x, delta, c, d) and {INSIDE}"
    return proved(f"forall x delta k a b c d s. {text} implies a = k and b = k and c = k and d = k", _inside_none)


def _inside_none(wanted: Goal) -> Proved:
    x, delta, k, a, b, c, d, s = wanted.variables
    facts = [part for fact in wanted.facts for part in conjuncts(rewritten(fact, meaning("feasible", "region")))]
    zero: list[Proved] = []
    for u, v, y, z in ((a, b, c, d), (b, a, d, c)):
        slacks = [term("x*(1 - v) + delta - u", x=x, delta=delta, u=p, v=q) for p, q in ((u, v), (y, z))]
        mean = arithmetic(term("(1 - s)*u + s*v = 0", s=s, u=slacks[0], v=slacks[1]), *facts)
        zero += conjuncts(at(nothing_in_parts(), s, *slacks, given=[*facts, mean]))
    solved = [arithmetic(term(BOTH_TIGHT, x=x, delta=delta, a=u, b=v), *zero) for u, v in ((a, b), (c, d))]
    points = [
        at(both_tight(), x, delta, u, v, k, given=[*facts, told])
        for (u, v), told in zip(((a, b), (c, d)), solved, strict=True)
    ]
    return arithmetic(wanted.conclusion, *points)


CORNER_K = f"forall x delta k. {BASE} and 1 < x and k*(x + 1) = x + delta implies"


@cache
def corner_is_extreme() -> Proved:
    """The corner k is an extreme point of R' and of R'', and both of (11) are tight there only."""
    tight = "feasible(x, delta, p, q) and q = x*(1 - p) + delta and p = x*(1 - q) + delta iff p = k and q = k"
    extreme = "extreme(feasible(x, delta), k, k) and extreme(tight(x, delta), k, k)"
    return proved(f"{CORNER_K} {extreme} and forall p q. ({tight})", _corner_is_extreme)


def _corner_is_extreme(wanted: Goal) -> Proved:
    x, delta, k = wanted.variables
    facts = wanted.facts
    here = at(proved(f"{CORNER_K} tight(x, delta, k, k) and k = x*(1 - k) + delta"), x, delta, k, given=facts)
    tight, line = conjuncts(here)
    feasible = kernel.part(rewritten(tight, meaning("tight")), 0)
    first, rest = two(wanted.conclusion)
    second, only = two(rest)
    return conjoined(
        _extreme(first, feasible, facts, wanted.variables),
        _extreme(second, tight, facts, wanted.variables),
        _only_corner(only, kernel.conjoin(feasible, kernel.conjoin(line, line)), facts, wanted.variables),
    )


def _extreme(formula: Term, lies: Proved, facts: Sequence[Proved], numbers: Sequence[Term]) -> Proved:
    plain = normal(formula, meaning("extreme"))
    inner = goal(two(sides(plain.conclusion)[1])[1])
    given = [*facts, *(part for fact in inner.facts for part in conjuncts(rewritten(fact, meaning("tight"))))]
    a, b, c, d, s = inner.variables
    same = inner.qed(at(inside_no_segment(), *numbers, a, b, c, d, s, given=given))
    return derived.follow(symmetric(plain), kernel.conjoin(lies, same))


def _only_corner(formula: Term, lies: Proved, facts: Sequence[Proved], numbers: Sequence[Term]) -> Proved:
    inner = goal(formula)
    p, q = inner.variables
    x, delta, k = numbers
    tight, point = sides(inner.conclusion)
    forth = at(both_tight(), x, delta, p, q, k, given=[*facts, *conjuncts(kernel.assume(tight))])
    first, second = (symmetric(fact) for fact in conjuncts(kernel.assume(point)))
    u, v = fresh(p), fresh(q)
    moved = kernel.replace(first, closed(u, substituted(tight, {p: u, q: k})), lies)
    back = kernel.replace(second, closed(v, substituted(tight, {q: v})), moved)
    return inner.qed(derived.equivalent(kernel.discharge(tight, forth), kernel.discharge(point, back)))


@script("an extreme point")
def an_extreme_point(wanted: Goal) -> Proved:
    """At t = 1 both of (11) are tight, which they are nowhere else, for x > 1."""
    names, facts = names_of(wanted), wanted.facts
    facts += [part for fact in facts for part in conjuncts(rewritten(fact, meaning("budget")))]
    x, delta = wanted.variables
    k = said_term(CORNER, **names)
    is_corner = arithmetic(term("k*(x + 1) = x + delta", k=k, **names), *facts)
    plain = normal(wanted.conclusion, *(by(law, facts) for law in laws()[1:3]))
    first, second, only = conjuncts(at(corner_is_extreme(), x, delta, k, given=[*facts, is_corner]))
    same = kernel.reflexive(k)
    return derived.follow(symmetric(plain), conjoined(first, second, only, same, same))


@script("a midpoint")
def a_midpoint(wanted: Goal) -> Refuted:
    """For x = 1 both of (11) are tight on a whole segment, and t = 1 is its midpoint."""
    values = {"x": Fraction(1), "delta": THIRD}
    extreme = rewritten(kernel.part(instance_at(wanted, *values.values()), 0), meaning("extreme"))
    between = specialise(
        kernel.part(extreme, 1), *map(Number, (Fraction(1), THIRD, THIRD, Fraction(1), Fraction(1, 2)))
    )
    premise = goal(two(between.conclusion, "implies")[0])
    return refuted_by_instance(wanted, kernel.detach(between, premise.qed(automatic(premise))), values)


# -- the least error on the segments -----------------------------------------------------------------------------------


@script("least at an end")
def least_at_an_end(wanted: Goal) -> Proved:
    """What is best on R'' is best on R', since a best point of R' lies on R''."""
    return in_cases(wanted, _least_in_case)


def _least_in_case(wanted: Goal, name: str) -> Proved:
    names, numbers = names_of(wanted), wanted.variables
    facts = [fact for formula in wanted.given for fact in facts_of(kernel.assume(formula))]
    first = [term(text, **names) for text in CASES[name].points[0]]
    levels = [fact for fact in facts if free_variables(fact.conclusion) <= {*numbers[:2]}]
    best = reduced(at(best_is(name), *numbers, *first, given=facts), lambda it: arithmetic(it, *levels))
    least = kernel.part(rewritten(best, meaning("best")), 1)
    tight = at(tight_at_point(name, 0), *numbers, given=facts)
    some, every = two(wanted.conclusion)
    r, s = Free("r #0"), Free("s #0")
    elsewhere = kernel.assume(said_term("tight(x, delta, r, s)", **names, r=r, s=s))
    no_better = at(least, r, s, given=[kernel.part(rewritten(elsewhere, meaning("tight")), 0)])
    on_edges = kernel.conjoin(tight, generalise(kernel.discharge(elsewhere.conclusion, no_better), r, s))
    there = existence(
        some, first, lambda formula: derived.follow(symmetric(normal(formula, meaning("best_tight"))), on_edges)
    )
    inner = goal(every)
    p, q = inner.variables
    lies, smallest = conjuncts(rewritten(kernel.assume(inner.given[0]), meaning("best_tight")))
    feasible = kernel.assume(said_term("feasible(x, delta, r, s)", **names, r=r, s=s))
    smaller = [at(smallest, *first, given=[tight]), at(least, r, s, given=[feasible])]
    order = said_term("error(p, q, pi, n) <= error(r, s, pi, n)", **names, p=p, q=q, r=r, s=s)
    whole = generalise(kernel.discharge(feasible.conclusion, arithmetic(order, *smaller)), r, s)
    whole = kernel.conjoin(kernel.part(rewritten(lies, meaning("tight")), 0), whole)
    is_best = said_term("best(x, delta, pi, n, p, q)", **names, p=p, q=q)
    is_best_so = derived.follow(symmetric(normal(is_best, meaning("best"))), whole)
    member = derived.follow(at(best_is(name), *numbers, p, q, given=facts), is_best_so)
    return kernel.conjoin(there, inner.qed(arithmetic(inner.conclusion, member, *levels)))
