"""Which size of the subsets adds least: beside which number it lies, and how what is added goes with k and g.

Source: Nayak, Zhai, sections 3.2 and 4.3, after Chai, Nayak 2019; Ye, Barg 2018.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    cut,
    generalise,
    induct,
    instance,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
)
from derivations.logic.terms import (
    AT_MOST,
    FALSE,
    LESS,
    NOT,
    PLUS,
    Abstract,
    Free,
    Term,
    applied,
    closed,
    equal,
    opened,
    quantified,
    substituted,
)
from derivations.theorems.subsets.parity_optimum import (
    falls_with_gamma,
    grows_with_categories,
    larger_set,
    matching_parity,
    next_to_the_real_optimum,
)
from derivations.theorems.subsets.subset_comparison import large_sets_cost_more, root_above_size
from derivations.theory.combined import least_member
from derivations.theory.least_added_variance import BEST, IS_SIZE, SIZES, V, a_size_is_best
from derivations.theory.single_terms import at, either, next_integer
from derivations.theory.sums import ONE, ZERO

Facts = list[Term | Proved]


def said_of(text: str, **names: str) -> str:
    """The text with other names for its variables."""
    for name, other in names.items():
        text = re.sub(rf"\b{name}\b", f"@{other}@", text)
    return text.replace("@", "")


def variance_of(k: Term, q: Term, g: Term) -> Term:
    """V of these numbers."""
    return term(V, k=k, q=q, g=g)


STEP = "1 <= q and q + 2 <= k and 1 < g implies"
BELOW, ABOVE = "(k - q) * (k - q - 1)", "g^2 * q * (q + 1)"
NEXT = said_of(V, q="(q + 1)")


@lemma(f"forall k g q. {STEP} {BELOW} < {ABOVE} implies {V} < {NEXT}")
def next_is_worse(goal: Goal) -> Proved:
    """Above the switching point one category more costs more."""
    k, g, q = goal.variables
    return arithmetic(goal.conclusion, *goal.given, lemmas=[larger_set(">")], names={"k": k, "q": q, "gamma": g})


@lemma(f"forall k g q. {STEP} {ABOVE} < {BELOW} implies {NEXT} < {V}")
def next_is_better(goal: Goal) -> Proved:
    """Below it one category more costs less."""
    k, g, q = goal.variables
    return arithmetic(goal.conclusion, *goal.given, lemmas=[larger_set("<")], names={"k": k, "q": q, "gamma": g})


def known_of(goal: Goal) -> tuple[Facts, Proved]:
    """What k, g and a best size q are, and that no size is better."""
    k, _, q = goal.variables[:3]
    *is_size, least = conjuncts(kernel.assume(goal.given[1]))
    facts = [*conjuncts(kernel.assume(goal.given[0])), *is_size]
    facts.append(arithmetic(term("q + 1 <= k", q=q, k=k), at(next_integer(), q, k, given=facts), *facts))
    return [*facts], least


def not_better(least: Proved, other: Term, k: Term, facts: Facts) -> Proved:
    """V of the best size is at most V of another size."""
    is_other = conjoined(
        shown(term("integer(r)", r=other), facts),
        *(arithmetic(term(text, r=other, k=k), *facts) for text in ("1 <= r", "r < k")),
    )
    return at(least, other, given=[is_other])


def contradicted(wanted: Term, *facts: Proved) -> Proved:
    """What holds since its negation would contradict the facts."""
    return derived.absurd(wanted, arithmetic(FALSE, *facts, opaque=True))


@lemma(f"forall k g q. {SIZES} {BEST} implies 2 <= q implies g^2 * q * (q - 1) <= (k - q + 1) * (k - q)")
def not_beyond(goal: Goal) -> Proved:
    """A best size is not beyond the switching point, as the size before it is no better."""
    k, g, q = goal.variables
    facts, least = known_of(goal)
    before = term("q - 1", q=q)
    own = not_better(least, before, k, [*facts, goal.given[2]])
    denied = kernel.assume(NOT(goal.conclusion))
    gap = arithmetic(term(f"{BELOW} < {ABOVE}", k=k, g=g, q=before), denied)
    sizes = shown(term("1 <= q and q + 2 <= k and 1 < g", k=k, g=g, q=before), [*facts, goal.given[2]])
    worse = at(next_is_worse(), k, g, before, given=[sizes, gap], premises=2)
    worse = replaced(worse, arithmetic(term("q - 1 + 1 = q", q=q)))
    return contradicted(goal.conclusion, worse, own)


@lemma(f"forall k g q. {SIZES} {BEST} implies q + 2 <= k implies (k - q) * (k - q - 1) <= g^2 * q * (q + 1)")
def not_before(goal: Goal) -> Proved:
    """A best size is not before the switching point, as the next size is no better."""
    k, g, q = goal.variables
    facts, least = known_of(goal)
    own = not_better(least, PLUS(q, ONE), k, [*facts, goal.given[2]])
    denied = kernel.assume(NOT(goal.conclusion))
    gap = arithmetic(term(f"{ABOVE} < {BELOW}", k=k, g=g, q=q), denied)
    sizes = shown(term("1 <= q and q + 2 <= k and 1 < g", k=k, g=g, q=q), [*facts, goal.given[2]])
    better = at(next_is_better(), k, g, q, given=[sizes, gap], premises=2)
    return contradicted(goal.conclusion, better, own)


@lemma(f"forall k g q. {SIZES} {BEST} implies (q - 1) * (1 + g) < k and k < (q + 1) * (1 + g)")
def beside_the_optimum(goal: Goal) -> Proved:
    """A best size is less than one away from k/(1 + g)."""
    k, g, q = goal.variables
    names = {"k": k, "g": g, "q": q}
    facts, _ = known_of(goal)
    below, above = (applied(goal.conclusion, "and", 2)) or (FALSE, FALSE)
    later = shown(term("integer(q + 1)", q=q), facts)
    found = []
    for wanted, pair, edge, inner, law, theorem in (
        (below, (ONE, q), "q <= 1", "2 <= q", not_beyond, next_to_the_real_optimum()[0]),
        (above, (PLUS(q, ONE), k), "k <= q + 1", "q + 2 <= k", not_before, next_to_the_real_optimum()[1]),
    ):
        at_edge, inside = (kernel.assume(term(text, **names)) for text in (edge, inner))
        wide = arithmetic(term("0 < (q + 1) * (g - 1)", **names), *facts)
        first = arithmetic(wanted, at_edge, wide, *facts)
        gap = at(law(), k, g, q, given=[*map(kernel.assume, goal.given), inside], premises=3)
        second = arithmetic(wanted, gap, *facts, lemmas=[theorem], names={"k": k, "q": q, "gamma": g})
        which = at(next_integer(), *pair, given=[kernel.literal(ONE), later, *facts])
        cases = applied(which.conclusion, "or", 2) or (FALSE, FALSE)
        first, second = (
            cut(proof, arithmetic(case.conclusion, kernel.assume(side)))
            for proof, case, side in zip((first, second), (at_edge, inside), cases, strict=True)
        )
        found.append(kernel.cases(which, first, second))
    return kernel.conjoin(*found)


def replaced(theorem: Proved, same: Proved) -> Proved:
    """The theorem with one number written in another way."""
    left = (applied(same.conclusion, "=", 2) or (FALSE, FALSE))[0]
    return rewritten(theorem, lambda part: same if part == left else None)


# -- more categories, other levels, other sizes ------------------------------------------------------------------------


@lemma(f"forall k g h q. 1 <= q and q + 1 <= k and 1 < g and g < h implies {said_of(V, g='h')} < {V}")
def less_at_larger_levels(goal: Goal) -> Proved:
    """What a size adds falls as the level grows."""
    k, g, h, q = goal.variables
    names = {"k": k, "q": q, "gamma": g, "gamma_": h}
    return arithmetic(goal.conclusion, *goal.given, lemmas=[falls_with_gamma()], names=names)


MORE = said_of(V, k="(k + 1)")


@lemma(f"forall k g q. 2 <= k and q = 1 and 1 < g implies {V} < {MORE}")
def more_for_one(goal: Goal) -> Proved:
    """For single categories more is added where there are more categories."""
    k, g, q = goal.variables
    lemmas = [grows_with_categories()[0]]
    return arithmetic(goal.conclusion, *goal.given, lemmas=lemmas, names={"k": k, "q": q, "gamma": g})


@lemma(
    "forall k g q. 2 <= q and q + 1 <= k and 1 < g implies "
    f"g^2 * q * (q - 1) <= (k + 1 - q + 1) * (k + 1 - q) implies {V} < {MORE}"
)
def more_for_several(goal: Goal) -> Proved:
    """For other sizes as well, if they are no worse than the size before there."""
    k, g, q = goal.variables
    lemmas = [grows_with_categories()[1]]
    return arithmetic(goal.conclusion, *goal.given, lemmas=lemmas, names={"k": k, "q": q, "gamma": g})


BEST_NEXT = said_of(BEST, k="(k + 1)")
LAST = said_of(MORE, q="s")


@lemma(f"forall k g q s. {SIZES} {BEST} implies {said_of(BEST_NEXT, q='s')} implies {V} < {LAST}")
def more_for_one_category_more(goal: Goal) -> Proved:
    """A best size for k + 1 categories adds less for k, and a best one there adds no more."""
    k, g, _, s = goal.variables
    facts, least = known_of(goal)
    *is_size, _ = conjuncts(kernel.assume(goal.given[2]))
    more = PLUS(k, ONE)
    inside = [*facts, *is_size]
    single, several = (kernel.assume(term(text, s=s)) for text in ("s <= 1", "2 <= s"))
    one = arithmetic(term("s = 1", s=s), single, *is_size)
    first = at(more_for_one(), k, g, s, given=[one, *inside])
    bigger = shown(
        term("integer(k) and 2 <= k and 1 < g", k=more, g=g), [*facts, arithmetic(term("2 <= k + 1", k=k), *facts)]
    )
    gap = at(not_beyond(), more, g, s, given=[bigger, kernel.assume(goal.given[2]), several], premises=3)
    product = arithmetic(
        term("s * (s - 1) < g^2 * (s * (s - 1))", s=s, g=g),
        arithmetic(term("0 < s * (s - 1)", s=s), several),
        arithmetic(term("1 < g^2", g=g), *facts),
    )
    half = arithmetic(term("2 * s < k + 2", s=s, k=k), gap, product, several, *is_size, *facts)
    less = arithmetic(term("s < k", s=s, k=k), half, several)
    small = arithmetic(term("s + 1 <= k", s=s, k=k), at(next_integer(), s, k, given=inside), less)
    second = at(
        more_for_several(), k, g, s, given=[kernel.conjoin(several, kernel.conjoin(small, facts[2])), gap], premises=2
    )
    below = [arithmetic(term("s < k", s=s, k=k), case, *is_size, *facts) for case in (one, small)]
    found = []
    for case, smaller in ((first, below[0]), (second, below[1])):
        own = not_better(least, s, k, [*inside, smaller])
        found.append(arithmetic(goal.conclusion, case, own, opaque=True))
    which = at(next_integer(), ONE, s, given=[kernel.literal(ONE), *is_size])
    _low, high = applied(which.conclusion, "or", 2) or (FALSE, FALSE)
    return kernel.cases(which, found[0], cut(found[1], arithmetic(several.conclusion, kernel.assume(high))))


LARGER = "(k + 1 + d)"


@lemma(
    "forall d k g q. integer(d) and 0 <= d implies integer(k) and 2 <= k and 1 < g implies "
    f"{BEST} implies (forall s. {said_of(BEST, k=LARGER, q='s')} implies {V} < {said_of(V, k=LARGER, q='s')})",
    depth=7,
)
def more_for_more_categories(goal: Goal) -> Proved:
    """What the best size adds grows with the number of categories."""
    d, k, g, q = goal.variables
    s, t = Free("s #0"), Free("t #0")
    facts = [*conjuncts(kernel.assume(goal.given[1]))]
    body = goal.conclusion

    def at_size(number: Term, theorem: Callable[[Proved], Proved]) -> Proved:
        formula = substituted(body, {d: number})
        premise, conclusion = applied(instance(formula, s), "implies", 2) or (FALSE, FALSE)
        found = theorem(kernel.assume(premise))
        assert found.conclusion == conclusion, (found.conclusion, conclusion)
        return generalise(kernel.discharge(premise, found), s)

    def renamed(theorem: Proved, number: Term, other: Term) -> Proved:
        return rewritten(theorem, lambda part: arithmetic(equal(number, other)) if part == number else None)

    nothing, first = term("k + 1 + z", k=k, z=ZERO), term("k + 1", k=k)

    def start(best: Proved) -> Proved:
        here = renamed(best, nothing, first)
        found = at(more_for_one_category_more(), k, g, q, s, given=[*goal.given, here], premises=3)
        back = substituted(body, {d: ZERO})
        wanted = applied(opened(_body(back), s), "implies", 2) or (FALSE, FALSE)
        same = normal(wanted[1], lambda part: arithmetic(equal(nothing, first)) if part == nothing else None)
        return derived.follow(symmetric(same), found)

    def step(before: Free, known: Proved, assumed: Proved) -> Proved:
        number = term("k + 1 + d", k=k, d=before)
        after, further = term("k + 1 + (d + 1)", k=k, d=before), PLUS(number, ONE)

        def next_one(best: Proved) -> Proved:
            here = renamed(best, after, further)
            parts = [
                shown(term("integer(n)", n=number), [*facts, known, kernel.literal(ONE)]),
                arithmetic(term("2 <= n", n=number), *facts, known),
                facts[2],
            ]
            sizes = conjoined(*parts)
            existence = at(a_size_is_best(), number, g, given=[sizes])
            other = kernel.assume(instance(existence.conclusion, t))
            smaller = kernel.detach(specialise(assumed, t), rewritten(other))
            larger = at(
                more_for_one_category_more(), number, g, t, s, given=[sizes, rewritten(other), here], premises=3
            )
            wanted = (
                applied(opened(_body(substituted(body, {d: PLUS(before, ONE)})), s), "implies", 2) or (FALSE, FALSE)
            )[1]
            same = normal(wanted, lambda part: arithmetic(equal(after, further)) if part == after else None)
            found = arithmetic(sides(same.conclusion)[1], smaller, larger, opaque=True)
            return kernel.unpack(existence, t, derived.follow(symmetric(same), found))

        return at_size(PLUS(before, ONE), next_one)

    return induct(d, body, at_size(ZERO, start), step)


def _body(formula: Term) -> Abstract:
    body = quantified(formula, "forall")
    assert body is not None
    return body


# -- what adds as much as local l-diversity ----------------------------------------------------------------------------

TARGET = "((k - 1) * (l - 1) / (k - l))"
ROOT = "sqrt(r * (k - r) * l / (k - l))"
LEVEL = f"(1 + k / ({ROOT} - r))"
MATCHED = "1 <= r and r + 1 <= l and l + 1 <= k implies"


@lemma(f"forall k l r. {MATCHED} 1 < {LEVEL} and {said_of(V, q='r').replace('g', LEVEL)} = {TARGET}")
def matching_level(goal: Goal) -> Proved:
    """The level at which subset selection with r < l adds as much as local l-diversity."""
    k, held, r = goal.variables
    names = {"k": k, "l": held, "r": r}
    under_root = term("r * (k - r) * l / (k - l)", **names)
    product = arithmetic(term("0 <= r * (k - r) * l", **names), *goal.given)
    positive = arithmetic(term("0 <= u", u=under_root), product, *goal.given)
    root = under(specialise(kernel.axiom("sqrt"), under_root), [positive])
    not_negative, square = conjuncts(root)
    w = Free("w #0")
    gap = term("w^2 * (k - l) = r * (k - r) * l", w=w, **names)
    known = [gap, term("0 < w", w=w), *goal.given]
    atoms = {"k": k, "l": held, "q": r, "r": w}
    above = arithmetic(term("r < w", r=r, w=w), *known, lemmas=[root_above_size()], names=atoms)
    apart = arithmetic(term("0 < w - r", r=r, w=w), above)
    more = arithmetic(term("0 < k / (w - r)", k=k, r=r, w=w), apart, *goal.given)
    level = arithmetic(term("1 < 1 + k / (w - r)", k=k, r=r, w=w), more, opaque=True)
    g = Free("g #0")
    chosen = term("g * (w - r) = w - r + k", g=g, w=w, r=r, k=k)
    value = arithmetic(
        equal(variance_of(k, r, g), term(TARGET, k=k, l=held)),
        chosen,
        above,
        term("1 < g", g=g),
        *known,
        lemmas=[matching_parity()],
        names={**atoms, "gamma": g},
    )
    own = term("1 + k / (w - r)", k=k, r=r, w=w)
    value = kernel.instantiate(value, {g: own})
    value = cut(value, level, arithmetic(substituted(chosen, {g: own}), above, apart))
    found = kernel.conjoin(level, value)
    at_root = term(ROOT, **names)
    found = kernel.instantiate(found, {w: at_root})
    squared = arithmetic(substituted(gap, {w: at_root}), square, arithmetic(term("0 < k - l", **names), *goal.given))
    some = arithmetic(term("0 < r * (k - r) * l", **names), *goal.given)
    some = arithmetic(term("0 < u", u=under_root), some, *goal.given)
    nonzero = arithmetic(term("0 < w", w=at_root), not_negative, square, some, opaque=True)
    return cut(found, squared, nonzero)


COSTLY = "1 <= l and l <= q and q + 1 <= k and 1 < g implies"


@lemma(f"forall k l g q. {COSTLY} {TARGET} < {V}")
def large_sets_add_more(goal: Goal) -> Proved:
    """Sets of l categories or more add more than local l-diversity at every level."""
    k, held, g, q = goal.variables
    names = {"k": k, "l": held, "q": q, "gamma": g}
    return arithmetic(goal.conclusion, *goal.given, lemmas=[large_sets_cost_more()], names=names)


@lemma(
    "forall k l. integer(k) and integer(l) and 2 <= l and l < k implies "
    f"exists g q. 1 < g and {BEST} and {V} = {TARGET}",
    depth=3,
)
def a_match_exists(goal: Goal) -> Proved:
    """At the least of the levels of all r < l no size adds less than local l-diversity."""
    k, held = goal.variables
    j, r = Free("j #0"), Free("r #0")
    facts = [*conjuncts(kernel.assume(goal.given[0]))]
    facts.append(arithmetic(term("l + 1 <= k", l=held, k=k), at(next_integer(), held, k, given=facts), *facts))
    facts += [shown(term("integer(l - 1)", l=held), facts), arithmetic(term("1 <= l - 1", l=held), *facts)]
    score = closed(r, term(LEVEL, k=k, l=held, r=r))
    least = rewritten(at(least_member(), term("l - 1", l=held), score, given=facts))
    member = kernel.assume(instance(least.conclusion, j))
    inside, smallest = kernel.part(member, 0), kernel.part(member, 1)
    sizes_of_j = [arithmetic(term(text, j=j, l=held), inside) for text in ("1 <= j", "j + 1 <= l")]
    own = at(matching_level(), k, held, j, given=[*facts, *sizes_of_j])
    level, value = kernel.part(own, 0), kernel.part(own, 1)
    g = term(LEVEL, k=k, l=held, r=j)
    in_r = kernel.assume(term(IS_SIZE.format("r"), r=r, k=k))
    parts = [*facts, *conjuncts(in_r)]
    parts.append(arithmetic(term("r + 1 <= k", r=r, k=k), at(next_integer(), r, k, given=parts), *parts))
    wanted = AT_MOST(variance_of(k, j, g), variance_of(k, r, g))
    which = at(next_integer(), r, held, given=parts)
    large, small = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    costly = at(
        large_sets_add_more(), k, held, g, r, given=[*parts, large, level, arithmetic(term("1 <= l", l=held), *facts)]
    )
    first = arithmetic(wanted, costly, value, opaque=True)
    in_list = arithmetic(term("r <= l - 1", r=r, l=held), small)
    higher = at(smallest, r, given=[*parts, in_list])
    at_r = at(matching_level(), k, held, r, given=[*parts, small])
    h = term(LEVEL, k=k, l=held, r=r)
    same, lower = kernel.assume(equal(h, g)), kernel.assume(NOT(equal(h, g)))
    here = Free("here #0")
    equal_levels = kernel.replace(
        same, closed(here, equal(variance_of(k, r, here), term(TARGET, k=k, l=held))), kernel.part(at_r, 1)
    )
    second = arithmetic(wanted, equal_levels, value, opaque=True)
    strictly = arithmetic(LESS(g, h), lower, higher, opaque=True)
    falls = at(less_at_larger_levels(), k, g, h, r, given=[*parts, level, strictly])
    third = arithmetic(wanted, falls, kernel.part(at_r, 1), value, opaque=True)
    below = kernel.cases(either(equal(h, g)), second, third)
    every = generalise(kernel.discharge(in_r.conclusion, kernel.cases(which, first, below)), r)
    less = arithmetic(term("j < k", j=j, k=k), *sizes_of_j, *facts)
    is_size = conjoined(shown(term("integer(j)", j=j), [inside]), sizes_of_j[0], less, every)
    outer = instance(goal.conclusion, g)
    inner = normal(instance(outer, j))
    found = derived.follow(
        symmetric(inner),
        shown(sides(inner.conclusion)[1], map(rewritten, (level, value, is_size, *conjuncts(is_size)))),
    )
    found = kernel.witness(goal.conclusion, g, kernel.witness(outer, j, found))
    return kernel.unpack(least, j, found)
