"""Sections 3.2, 4.3 and 5: the added variance V_R, how it goes, and what has that of local l-diversity."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.common import OWN_WORDS, given, in_parts, in_plain_words, of_parameters
from checks.papers.nz.proofs.diversity import normal_form
from checks.papers.nz.proofs.estimates import of_each_share
from checks.papers.nz.proofs.minimax_pairs import (
    Facts,
    Minimax,
    Parity,
    Selection,
    best_size,
    known_facts,
    risk_of_linear,
    sampling_variance,
)
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    cut,
    generalise,
    instance,
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
from derivations.logic.terms import AT_MOST, FALSE, NOT, Free, Number, Term, applied, closed, equal, quantified
from derivations.theorems.subsets.subset_comparison import moderate_sets_cost_much
from derivations.theory.best_sizes import (
    a_match_exists,
    beside_the_optimum,
    less_at_larger_levels,
    more_for_more_categories,
    variance_of,
)
from derivations.theory.least_added_variance import a_size_is_best, shape_at
from derivations.theory.linear_estimates import ESTIMATE, expectation_of_sum, squares_of_shares
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    next_integer,
    sum_of_zeros,
    sum_picked,
    summed,
    term_at_most_sum,
)
from derivations.theory.sums import in_range, in_sums


def sizes(k: Term, g: Term, facts: Facts) -> Proved:
    """integer(k) and 2 <= k and 1 < g"""
    return shown(term("integer(k) and 2 <= k and 1 < g", k=k, g=g), facts)


def above(facts: Facts, q: Term, k: Term) -> Proved:
    """q + 1 <= k, for integers q < k"""
    return arithmetic(term("q + 1 <= k", q=q, k=k), at(next_integer(), q, k, given=facts), *facts)


def best_is_next(goal: Goal) -> Proved:
    """There is a best size, and it is the floor or the ceiling of k/(1 + g)."""
    names, facts = goal.names, given(goal)
    k, g = names["k"], names["g"]
    own = sizes(k, g, facts)
    existence = at(a_size_is_best(), k, g, given=[own])

    def prove(formula: Term) -> Proved:
        first, second = applied(formula, "and", 2) or (FALSE, FALSE)
        q = Free("q #0")
        best = kernel.assume(instance(existence.conclusion, q))
        body = instance(first, q)
        found = kernel.witness(first, q, in_its_parts(body, best))
        found = kernel.unpack(existence, q, found)
        one = goal_of(second)
        (q,) = one.variables
        known = [*facts, *one.facts]
        beside = at(beside_the_optimum(), k, g, q, given=[own, best_size(k, g, q, known)], premises=2)
        positive = arithmetic(term("0 < 1 + g", g=g), *facts)
        ratio = [
            arithmetic(term(text, q=q, k=k, g=g), *conjuncts(beside), positive)
            for text in ("q - 1 < k/(1 + g)", "k/(1 + g) < q + 1")
        ]
        low, high = applied(one.conclusion, "or", 2) or (FALSE, FALSE)
        whole = shown(term("integer(q)", q=q), known)
        cases = []
        for case, side in (
            (term("q <= k/(1 + g)", q=q, k=k, g=g), low),
            (NOT(term("q <= k/(1 + g)", q=q, k=k, g=g)), high),
        ):
            assumed = kernel.assume(case)
            proofs = [
                whole if part == whole.conclusion else arithmetic(part, assumed, *ratio, opaque=True)
                for part in (f.conclusion for f in conjuncts(kernel.assume(side)))
            ]
            cases.append(derived.choose(shown(side, proofs), one.conclusion))
        return kernel.conjoin(found, one.qed(kernel.cases(either(term("q <= k/(1 + g)", q=q, k=k, g=g)), *cases)))

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


def in_its_parts(formula: Term, best: Proved) -> Proved:
    """best_size(k, g, q) as the paper says it, from what lemmas say."""
    *is_size, least = conjuncts(best)
    changed = normal(formula)
    every = [part.conclusion for part in conjuncts(kernel.assume(sides(changed.conclusion)[1]))][-1]
    one = goal_of(every)
    (r,) = one.variables
    parts = one.facts
    found = at(least, r, given=[shown((applied(instance_of(least, r), "implies", 2) or (FALSE, FALSE))[0], parts)])
    known = [*is_size, one.qed(rewritten(found))]
    return derived.follow(symmetric(changed), shown(sides(changed.conclusion)[1], known))


def instance_of(theorem: Proved, value: Term) -> Term:
    """What a theorem says of a value."""
    return specialise(theorem, value).conclusion


def variance_is_monotone(goal: Goal) -> Proved:
    """V_R increases with k and decreases as the level increases."""
    names, facts = goal.names, given(goal)
    k, g = names["k"], names["g"]
    own = sizes(k, g, facts)

    def prove(formula: Term) -> Proved:
        first, second = applied(formula, "and", 2) or (FALSE, FALSE)
        return kernel.conjoin(with_categories(goal_of(first)), with_level(goal_of(second)))

    def with_categories(one: Goal) -> Proved:
        j, q, r = one.variables
        known = known_of(one, facts)
        best = best_size(k, g, q, known)
        other = best_size(j, g, r, known)
        later = at(next_integer(), k, j, given=known)
        d = term("j - (k + 1)", j=j, k=k)
        inside = [shown(term("integer(d)", d=d), known), arithmetic(term("0 <= d", d=d), later, *known)]
        found = at(more_for_more_categories(), d, k, g, q, given=[*inside, own, best], premises=3)
        same = arithmetic(equal(term("k + 1 + d", k=k, d=d), j))
        found = rewritten(found, lambda part: same if part == sides(same.conclusion)[0] else None)
        return one.qed(arithmetic(one.conclusion, kernel.detach(specialise(found, r), other), opaque=True))

    def with_level(one: Goal) -> Proved:
        h, q, r = one.variables
        known = known_of(one, facts)
        higher = [*known, arithmetic(term("1 < h", h=h), *known)]
        *is_size, _ = conjuncts(best_size(k, g, q, known))
        *_, least = conjuncts(best_size(k, h, r, higher))
        falls = at(less_at_larger_levels(), k, g, h, q, given=[*known, above(known, q, k)])
        no_more = at(least, q, given=[shown(term("integer(q) and 1 <= q and q < k", q=q, k=k), [*known, *is_size])])
        return one.qed(arithmetic(one.conclusion, falls, no_more, opaque=True))

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


def known_of(one: Goal, facts: Facts) -> Facts:
    """What a part of a statement gives, with what was known before."""
    return [*facts, *one.facts]


def match(goal: Goal) -> Proved:
    """Some level and the best size there add as much as local l-diversity."""
    names, facts = goal.names, given(goal)
    k, held = names["k"], names["l"]
    q, g = Free("q #0"), Free("g #0")
    existence = at(a_match_exists(), k, held, given=facts)
    inner = instance(existence.conclusion, g)
    parts = list(conjuncts(kernel.assume(instance(inner, q))))
    level, best, value = parts[0], conjoined(*parts[1:-1]), parts[-1]

    def prove(formula: Term) -> Proved:
        outer = instance(formula, g)
        body = normal(instance(outer, q))
        _, wanted = sides(body.conclusion)
        found = shown(wanted, [level, value, *is_best(k, g, q, best)])
        found = derived.follow(symmetric(body), found)
        theorem = kernel.witness(formula, g, kernel.witness(outer, q, found))
        return kernel.unpack(existence, g, kernel.unpack(kernel.assume(inner), q, theorem))

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


def is_best(k: Term, g: Term, q: Term, best: Proved) -> list[Proved]:
    """The parts of best_size(k, g, q) as the paper says it."""
    *is_size, least = conjuncts(best)
    r = Free("r #0")
    premise = kernel.assume(term("(integer(r) and 1 <= r) and r < k", r=r, k=k))
    found = at(least, r, given=[shown(term("integer(r) and 1 <= r and r < k", r=r, k=k), conjuncts(premise))])
    return [*is_size, generalise(kernel.discharge(premise.conclusion, found), r)]


def single_categories(statement: Term) -> Proved:
    """What a statement says of three categories of which one is reported."""
    said = rewritten(specialise(kernel.assume(statement), term("3"), term("1")), OWN_WORDS, unfolding("size"))
    premise = (applied(said.conclusion, "implies", 2) or (FALSE, FALSE))[0]
    return kernel.detach(said, shown(premise, [kernel.literal(Number(3)), kernel.literal(Number(1))]))


def nothing_is_free(k: Term, g: Term, q: Term, parts: Facts) -> Proved:
    """0 < V"""
    facts = [*parts, kernel.literal(Number(3))]
    _, _, cost, _ = shape_at(k, g, q, [*known_facts(facts), above(facts, q, k)])
    return cost


@script("no match for single categories")
def no_match(goal: Goal) -> Refuted:
    """For l = 1 local l-diversity adds nothing, and every level adds some variance."""
    found = single_categories(goal.statement)
    g, q = Free("g #0"), Free("q #0")
    inner = instance(found.conclusion, g)
    parts = list(conjuncts(kernel.assume(instance(inner, q))))
    contradiction = arithmetic(FALSE, nothing_is_free(Number(3), g, q, [*parts]), parts[-1])
    contradiction = kernel.unpack(found, g, kernel.unpack(kernel.assume(inner), q, contradiction))
    return Refuted(derived.reject(goal.statement, contradiction), (("k", "3"), ("l", "1")))


# -- the smallest level ------------------------------------------------------------------------------------------------


def smallest_match(goal: Goal) -> Proved:
    """At a smaller parity every pair adds more than local l-diversity."""
    names, facts = goal.names, given(goal)
    n, k, held = (names[name] for name in ("n", "k", "l"))
    q, g = Free("q #0"), Free("g #0")
    existence = at(a_match_exists(), k, held, given=facts)
    inner = instance(existence.conclusion, g)
    parts = list(conjuncts(kernel.assume(instance(inner, q))))
    level, best, value = parts[0], conjoined(*parts[1:-1]), parts[-1]

    def prove(formula: Term) -> Proved:
        outer = instance(formula, g)
        body = normal(instance(outer, q))
        _, wanted = sides(body.conclusion)
        *_, least, some = (part.conclusion for part in conjuncts(kernel.assume(wanted)))
        one = goal_of(least)
        known = known_of(one, facts)
        minimal = one.qed(smallest(one, known))
        parts_of_it = [level, value, *is_best(k, g, q, best), minimal, attained(some)]
        found = derived.follow(symmetric(body), shown(wanted, parts_of_it))
        theorem = kernel.witness(formula, g, kernel.witness(outer, q, found))
        return kernel.unpack(existence, g, kernel.unpack(kernel.assume(inner), q, theorem))

    def attained(formula: Term) -> Proved:
        """Subset selection with the best size has that risk."""
        known = [*facts, arithmetic(term("2 <= k", k=k), *facts), level]
        chosen = Selection(Parity(n, k, g, q, known, rewritten(best)))

        def with_risk(part: Term) -> Proved:
            one = goal_of(part, depth=2)
            (pi,), (law,) = one.variables, map(kernel.assume, one.given)
            sampling = sampling_variance(k, pi, law, known)
            return one.qed(arithmetic(one.conclusion, chosen.risk(pi, law), sampling, value, opaque=True))

        return chosen.witnessed(formula, with_risk)

    def smallest(one: Goal, known: Facts) -> Proved:
        h, m, P, L = one.variables
        lower = kernel.assume(NOT(one.conclusion))
        middle = term("(1 + g) / 2", g=g)
        small, large = (kernel.assume(f) for f in (AT_MOST(h, middle), NOT(AT_MOST(h, middle))))
        cases = []
        for case, e in ((small, middle), (large, h)):
            between = [
                arithmetic(term(text, e=e, g=g, h=h), case, lower, level) for text in ("1 < e", "e < g", "h <= e")
            ]
            cases.append(no_pair(h, m, P, L, e, between, known))
        return derived.absurd(one.conclusion, kernel.cases(either(small.conclusion), *cases))

    def no_pair(h: Term, m: Term, P: Term, L: Term, e: Term, between: list[Proved], known: Facts) -> Proved:
        """FALSE, as the pair would add too little at the level e"""
        r = Free("r #0")
        at_e = at(
            a_size_is_best(), k, e, given=[sizes(k, e, [*known, arithmetic(term("2 <= k", k=k), *known), *between])]
        )
        there = kernel.assume(instance(at_e.conclusion, r))
        here = Parity(n, k, e, r, [*known, arithmetic(term("2 <= k", k=k), *known), *between], rewritten(there))
        own = [f for f in known_facts(known) if quantified(f.conclusion, "forall") is not None]
        higher = next(f for f in (_at_higher_level(f, k, m, P, h, e, between) for f in own) if f is not None)
        others = [*known, higher, shown(term("integer(m) and 0 <= m", m=m), known)]
        bound = here.bound(m, P, L, others)
        equally, squares = conjuncts(here.equal_law)
        uniform = term("fun x. 1 / k", k=k)
        worst = next(f for f in own if _is_bound(f))
        worst = at(worst, uniform, given=[equally])
        risk = risk_of_linear(n, k, m, P, L, uniform, [*others, equally])
        sampling = sampling_variance(k, uniform, equally, known)
        *_, least = conjuncts(best)
        is_size = list(conjuncts(there))[:3]
        no_more = at(least, r, given=[shown(term("integer(q) and 1 <= q and q < k", q=r, k=k), is_size)])
        falls = at(
            less_at_larger_levels(), k, e, g, r, given=[*known, *is_size, *between, above([*known, *is_size], r, k)]
        )
        found = arithmetic(
            FALSE, *map(rewritten, (bound, squares, worst, risk, sampling, value, no_more, falls)), opaque=True
        )
        return kernel.unpack(at_e, r, found)

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


def _is_bound(fact: Proved) -> bool:
    """Whether it bounds a risk at all shares."""
    body = quantified(fact.conclusion, "forall")
    return body is not None and body.hint == "pi"


def _at_higher_level(fact: Proved, k: Term, m: Term, P: Term, h: Term, e: Term, between: list[Proved]) -> Proved | None:
    """The parity is at most e, from what says that it is at most h."""
    y, i, j = Free("y #0"), Free("i #0"), Free("j #0")
    inside = [kernel.assume(in_range(v, size)) for v, size in ((y, m), (i, k), (j, k))]
    ratio = "P(j, y) = 0 and P(i, y) = 0 and 1 <= {0} or P(j, y) != 0 and P(i, y)/P(j, y) <= {0}"
    try:
        own = at(at(at(fact, y, given=inside), i, given=inside), j, given=inside)
    except LogicError:
        return None
    names = {"P": P, "i": i, "j": j, "y": y, "e": e}
    if own.conclusion != term(ratio.format("e"), **{**names, "e": h}):
        return None
    wanted = term(ratio.format("e"), **names)
    none, some = map(kernel.assume, applied(own.conclusion, "or", 2) or ())
    sides_of_it = applied(wanted, "or", 2) or (FALSE, FALSE)
    first = derived.choose(shown(sides_of_it[0], [*conjuncts(none), arithmetic(term("1 <= e", e=e), *between)]), wanted)
    bound = arithmetic(term("P(i, y)/P(j, y) <= e", **names), some, *between, opaque=True)
    second = derived.choose(shown(sides_of_it[1], [*conjuncts(some), bound]), wanted)
    return each(y, m, each(i, k, each(j, k, kernel.cases(own, first, second))))


@script("no smallest match for single categories")
def no_smallest_match(goal: Goal) -> Refuted:
    """For l = 1 no level will do."""
    said = rewritten(
        specialise(kernel.assume(goal.statement), term("1"), term("3"), term("1")), OWN_WORDS, unfolding("size")
    )
    premise = (applied(said.conclusion, "implies", 2) or (FALSE, FALSE))[0]
    found = kernel.detach(said, shown(premise, [kernel.literal(Number(3)), kernel.literal(Number(1))]))
    g, q = Free("g #0"), Free("q #0")
    inner = instance(found.conclusion, g)
    parts = list(conjuncts(kernel.assume(instance(inner, q))))
    same = next(part for part in parts if applied(part.conclusion, "=", 2))
    contradiction = arithmetic(FALSE, nothing_is_free(Number(3), g, q, [*parts]), same)
    contradiction = kernel.unpack(found, g, kernel.unpack(kernel.assume(inner), q, contradiction))
    return Refuted(derived.reject(goal.statement, contradiction), (("n", "1"), ("k", "3"), ("l", "1")))


# -- against the sampling variance -------------------------------------------------------------------------------------


def sampling_bounds(k: Term, pi: Term, law: Proved, facts: Facts) -> list[Proved]:
    """What the sampling variance is, and between which numbers its sum of squares lies."""
    one = arithmetic(term("1 <= k", k=k), *facts)
    known = [*facts, law, shown(term("integer(k) and 1 <= k", k=k), [*facts, one])]
    least = at(squares_of_shares(), k, pi, given=known, premises=2)
    i = Free("i #0")
    inside = kernel.assume(in_range(i, k))
    shares, whole = conjuncts(rewritten(law, unfolding("law")))
    share = at(shares, i, given=[inside])
    size = shown(term("integer(k) and 0 <= k", k=k), facts)
    no_more = at(
        term_at_most_sum(), k, i, normal_form(term("fun i. pi(i)", pi=pi)), given=[size, inside, shares], premises=3
    )
    product = arithmetic(
        term("0 <= pi(i) * (1 - pi(i))", pi=pi, i=i), rewritten(share), rewritten(no_more), rewritten(whole)
    )
    positive = summed(i, k, product, [size])
    none = at(sum_of_zeros(), k, given=[size])
    return [rewritten(f) for f in (least, sampling_variance(k, pi, law, facts), positive, none)]


def some_is_sampled(k: Term, pi: Term, law: Proved, facts: Facts) -> Proved:
    """0 < V_S where no share is 1: else every share would be 0."""
    i, p = Free("i #0"), Free("p #0")
    inside = kernel.assume(in_range(i, k))
    shares, whole = conjuncts(rewritten(law, unfolding("law")))
    share = at(shares, i, given=[inside])
    less = at(shown(term("forall i in 1..k. pi(i) < 1", k=k, pi=pi), facts), i, given=[inside])
    size = shown(term("integer(k) and 0 <= k", k=k), facts)
    spread = term("fun i. pi(i) * (1 - pi(i))", pi=pi)
    product = arithmetic(term("0 <= pi(i) * (1 - pi(i))", pi=pi, i=i), share, less)
    own = at(term_at_most_sum(), k, i, spread, given=[size, inside, each(i, k, product)], premises=3)
    wanted = term("0 < (sum i in 1..k. pi(i) * (1 - pi(i)))", k=k, pi=pi)
    none = kernel.assume(NOT(wanted))
    no_share = arithmetic(term("p = 0", p=p), *(term(t, p=p) for t in ("0 <= p", "p < 1", "p * (1 - p) <= 0")))
    nothing = arithmetic(term("pi(i) * (1 - pi(i)) <= 0", pi=pi, i=i), own, none, opaque=True)
    zero = cut(kernel.instantiate(no_share, {p: term("pi(i)", pi=pi, i=i)}), share, less, nothing)
    zeros = summed(i, k, zero, [size])
    contradiction = arithmetic(FALSE, zeros, at(sum_of_zeros(), k, given=[size]), whole, opaque=True)
    return arithmetic(wanted, derived.reject(none.conclusion, contradiction), opaque=True)


def sampling_variance_bounded(goal: Goal) -> Proved:
    """0 < V_S <= 1 - 1/k < 1 where no share is 1, so that V_R/V_S > V_R; V_R/V_S exceeds every bound at some shares."""
    names, facts = goal.names, given(goal)
    k, g, q, pi = (names[name] for name in ("k", "g", "q", "pi"))
    _, _, cost, _ = shape_at(k, g, q, [*known_facts(facts), above(facts, q, k)])
    large = arithmetic(term("0 < 1 / k and 1 / k <= 1", k=k), *facts)
    law = next(f for f in known_facts(facts) if applied(f.conclusion, "law", 2))
    known = [*sampling_bounds(k, pi, law, facts), large, some_is_sampled(k, pi, law, facts)]

    def prove(formula: Term) -> Proved:
        *parts, last = conjuncts(kernel.assume(formula))
        return shown(formula, [*(bounds(part.conclusion) for part in parts), unbounded(goal_of(last.conclusion))])

    def bounds(part: Term) -> Proved:
        ratio = applied(part, "<", 2)
        if ratio is None or applied(ratio[1], "/", 2) is None:
            return arithmetic(part, *known, opaque=True)
        v, s = applied(ratio[1], "/", 2) or (FALSE, FALSE)
        below = arithmetic(term("0 < s and s < 1", s=s), *known, opaque=True)
        a, b = Free("a #0"), Free("b #0")
        larger = arithmetic(term("a < a / b", a=a, b=b), *(term(t, a=a, b=b) for t in ("0 < a", "0 < b", "b < 1")))
        return cut(kernel.instantiate(larger, {a: v, b: s}), cost, *conjuncts(below))

    def unbounded(one: Goal) -> Proved:
        (c,) = one.variables
        t = term("v / (2 * (v + c^2 + 1))", v=variance_of(k, q, g), c=c)
        rho = term("fun x. (if x = 1 then 1 - t else 0) + (if x = 2 then t else 0)", t=t)
        v, s = Free("v #0"), Free("t #0")
        small = arithmetic(
            term("0 < v / (2 * (v + c^2 + 1)) and v / (2 * (v + c^2 + 1)) <= 1/2", v=v, c=c), term("0 < v", v=v)
        )
        small = cut(kernel.instantiate(small, {v: variance_of(k, q, g)}), cost)
        size = shown(term("integer(k) and 0 <= k", k=k), facts)
        places = [
            shown(
                in_range(Number(n), k), [kernel.literal(Number(n)), *facts, arithmetic(term(f"{n} <= k", k=k), *facts)]
            )
            for n in (1, 2)
        ]
        picks = [
            at(sum_picked(), k, Number(n), term("fun x. c", c=value), given=[size, place], premises=2)
            for n, place in zip((1, 2), places, strict=True)
            for value in (term("1 - t", t=s), s, term("t * (1 - t)", t=s))
        ]
        x = Free("x #0")
        entry = term("(if x = 1 then 1 - t else 0) + (if x = 2 then t else 0)", x=x, t=s)
        between = term("0 < t and t <= 1/2", t=s)
        positive = each(x, k, by_conditions(term("0 <= e", e=entry), between))
        terms = normal(normal_form(term("sum x in 1..k. e(x)", k=k, e=closed(x, entry))), in_sums([size]))
        whole = arithmetic(equal(sides(terms.conclusion)[0], Number(1)), terms, *map(rewritten, picks), opaque=True)
        free = closed(x, entry)
        law = derived.follow(
            symmetric(normal(term("law(k, rho)", k=k, rho=free), unfolding("law"))), kernel.conjoin(positive, whole)
        )
        square = by_conditions(
            term(
                "e * (1 - e) = (if x = 1 then t * (1 - t) else 0) + (if x = 2 then t * (1 - t) else 0)",
                e=entry,
                x=x,
                t=s,
            )
        )
        spread = summed(x, k, square, [size])
        spread = derived.transitive(spread, normal(sides(spread.conclusion)[1], in_sums([size])))
        value = arithmetic(
            equal(sides(spread.conclusion)[0], term("2 * (t * (1 - t))", t=s)),
            spread,
            *map(rewritten, picks),
            opaque=True,
        )
        law, value = (rewritten(kernel.instantiate(f, {s: t})) for f in (law, value))
        law = cut(law, small)
        a = Free("a #0")
        own = term("v / (2 * (v + c^2 + 1))", v=v, c=c)
        twice = arithmetic(term("t * (2 * (v + c^2 + 1)) = v", t=own, v=v, c=c), term("0 < v", v=v))
        ratio = arithmetic(
            term("c * (2 * (t * (1 - t))) < v", c=c, v=v, t=s),
            term("t * (2 * (v + c^2 + 1)) = v", t=s, v=v, c=c),
            between,
            term("0 < v", v=v),
            *_hints(c, s, v, between),
        )
        del a
        ratio = cut(kernel.instantiate(ratio, {s: own}), twice)
        ratio = cut(kernel.instantiate(ratio, {v: variance_of(k, q, g)}), cost, small)
        some = cut(kernel.instantiate(arithmetic(term("0 < 2 * (t * (1 - t))", t=s), between), {s: t}), small)
        d, e = Free("d #0"), Free("e #0")
        quotient = arithmetic(
            term("c < v / d", c=c, v=v, d=d), term("c * e < v", c=c, e=e, v=v), equal(d, e), term("0 < e", e=e)
        )
        body = instance(one.conclusion, rho)
        left = sides(value.conclusion)[0]
        quotient = kernel.instantiate(quotient, {v: variance_of(k, q, g), d: left, e: term("2 * (t * (1 - t))", t=t)})
        quotient = cut(quotient, ratio, value, some)
        here = arithmetic(NOT(equal(left, Number(0))), value, some, opaque=True)
        found = reduced(normal(body), lambda it: shown(it, map(rewritten, (law, here, quotient))))
        return one.qed(kernel.witness(one.conclusion, rho, found))

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


def _hints(c: Term, t: Free, v: Free, between: Term) -> list[Proved]:
    """c < c^2 + 1, and what is left of twice t (1 - t)."""
    less = arithmetic(term("c < c^2 + 1", c=c))
    product = arithmetic(term("0 < t * (1 - t)", t=t), between)
    more = arithmetic(term("c * (t * (1 - t)) < (c^2 + 1) * (t * (1 - t))", c=c, t=t), less, product)
    square = arithmetic(
        term("(c^2 + 1) * (t * (1 - t)) <= (c^2 + 1) * t", c=c, t=t),
        between,
        arithmetic(term("0 <= (c^2 + 1) * t^2", c=c, t=t)),
    )
    own = arithmetic(term("0 < t * v", t=t, v=v), between, term("0 < v", v=v))
    return [more, square, own]


def costly_size(k: Term, g: Term, q: Term, facts: Facts) -> Proved:
    """3 (1 - 1/k) < V for k >= 20 and g <= 20"""
    *is_size, _ = conjuncts(best_size(k, g, q, facts))
    least = term("3 * (1 - 1 / k) < v", k=k, v=variance_of(k, q, g))
    known = [*known_numbers(facts), *is_size, above([*facts, *is_size], q, k)]
    return arithmetic(least, *known, lemmas=[moderate_sets_cost_much()], names={"k": k, "q": q, "gamma": g})


def known_numbers(facts: Facts) -> list[Proved]:
    """The facts about numbers."""
    return [f for f in known_facts(facts) if any(applied(f.conclusion, word, 2) for word in ("<", "<="))]


def parity_is_costly(goal: Goal) -> Proved:
    """The best pair adds more than three sampling variances at all shares, every pair does at some shares."""
    names, facts = goal.names, given(goal)
    n, k, g, q = (names[name] for name in "nkgq")
    facts = [*facts, arithmetic(term("2 <= k", k=k), *known_numbers(facts))]
    costly = costly_size(k, g, q, facts)
    parity = Parity(n, k, g, q, facts, best_size(k, g, q, facts))

    def prove(formula: Term) -> Proved:
        first, second = applied(formula, "and", 2) or (FALSE, FALSE)
        return kernel.conjoin(of_best(goal_of(first)), of_any(goal_of(second)))

    def of_best(one: Goal) -> Proved:
        m, P, L, pi = one.variables
        known = known_of(one, facts)
        pair = Minimax.of(n, k, m, P, L, g, q, known)
        law = next(f for f in known_facts(known) if applied(f.conclusion, "law", 2))
        bounds = sampling_bounds(k, pi, law, facts)
        risk = pair.risk(pi, law)
        return one.qed(arithmetic(one.conclusion, risk, costly, *bounds, opaque=True))

    def of_any(one: Goal) -> Proved:
        m, P, L = one.variables
        known = known_of(one, facts)
        known.append(shown(term("integer(m) and 0 <= m", m=m), known))
        equally, squares = conjuncts(parity.equal_law)
        uniform = term("fun x. 1 / k", k=k)
        risk = risk_of_linear(n, k, m, P, L, uniform, [*known, equally])
        bound = parity.bound(m, P, L, known)
        body = instance(one.conclusion, uniform)
        changed = normal(body)
        is_law, larger = applied(sides(changed.conclusion)[1], "and", 2) or (FALSE, FALSE)
        sampling = sampling_variance(k, uniform, equally, facts)
        value = arithmetic(larger, *map(rewritten, (risk, bound, squares, sampling, costly)), opaque=True)
        found = derived.follow(symmetric(changed), kernel.conjoin(shown(is_law, [rewritten(equally)]), value))
        return one.qed(kernel.witness(one.conclusion, uniform, found))

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


def costs_are_substantial(goal: Goal) -> Proved:
    """V_R is more than three sampling variances."""
    names, facts = goal.names, given(goal)
    k, g, q = (names[name] for name in "kgq")
    facts = [*facts, arithmetic(term("2 <= k", k=k), *known_numbers(facts))]
    costly = costly_size(k, g, q, facts)

    def prove(formula: Term) -> Proved:
        one = goal_of(formula)
        (pi,), (law,) = one.variables, one.given
        bounds = sampling_bounds(k, pi, kernel.assume(law), facts)
        return one.qed(arithmetic(one.conclusion, costly, *bounds, opaque=True))

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


def large_samples_help(goal: Goal) -> Proved:
    """From some n on the variances of the best pair add up to little."""
    names, facts = goal.names, given(goal)
    k, g, delta, q = names["k"], names["g"], names["d"], Free("q #0")
    existence = at(a_size_is_best(), k, g, given=[sizes(k, g, facts)])
    best = rewritten(kernel.assume(instance(existence.conclusion, q)))
    least = term("(v + 1) / d", v=variance_of(k, q, g), d=delta)

    def prove(formula: Term) -> Proved:
        inner = goal_of(instance(formula, least))
        n, m, P, L, pi = inner.variables
        known = known_of(inner, facts)
        known.append(shown(term("integer(n) and 0 <= n", n=n), known))
        pair = Minimax.of(n, k, m, P, L, g, q, known, best)
        law = next(f for f in known_facts(known) if applied(f.conclusion, "law", 2))
        risk = pair.risk(pi, law)
        bounds = sampling_bounds(k, pi, law, facts)
        variances = rewritten(variances_of_linear(n, k, m, P, L, pi, known))
        v, s, t = Free("v #0"), Free("s #0"), Free("t #0")
        small = arithmetic(
            term("t < d", t=t, d=delta),
            term("(v + 1) / d <= n", v=v, d=delta, n=n),
            term("n * t = v + s", n=n, t=t, v=v, s=s),
            term("s < 1", s=s),
            term("0 < d", d=delta),
            term("1 <= n", n=n),
        )
        total = (applied(inner.conclusion, "<", 2) or (FALSE, FALSE))[0]
        sampling = term("sum i in 1..k. pi(i) * (1 - pi(i))", k=k, pi=pi)
        small = kernel.instantiate(small, {v: variance_of(k, q, g), s: sampling, t: total})
        numbers = known_numbers(known)
        less = arithmetic(
            term("s < 1", s=sampling), *bounds, arithmetic(term("0 < 1 / k", k=k), *known_numbers(facts)), opaque=True
        )
        sum_is = arithmetic(
            equal(term("n * t", n=n, t=total), term("v + s", v=variance_of(k, q, g), s=sampling)),
            risk,
            variances,
            opaque=True,
        )
        found = cut(small, sum_is, less, *numbers)
        return kernel.unpack(existence, q, kernel.witness(formula, least, inner.qed(found)))

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


def variances_of_linear(n: Term, k: Term, m: Term, P: Term, L: Term, pi: Term, facts: Facts) -> Proved:
    """The risk of L S/n with L P = I is n times the sum of the variances."""
    i = Free("i #0")
    names = {"n": n, "k": k, "m": m, "P": P, "L": L, "pi": pi}
    _, _, spread = of_each_share(facts, names, i)
    total = summed(i, k, spread, facts)
    q = term("response(k, pi, P)", k=k, pi=pi, P=P)
    errors = term(f"fun i w. ({ESTIMATE} - pi(i))^2", n=n, m=m, L=L, pi=pi)
    split = at(expectation_of_sum(), k, n, m, q, errors, given=facts, premises=3)
    whole = term("n * a = n * b", n=n, a=sides(split.conclusion)[0], b=sides(total.conclusion)[0])
    return arithmetic(whole, total, split, opaque=True)


SCRIPTS: Mapping[str, Script] = {
    "parity is costly": of_parameters(parity_is_costly),
    "large samples help": lambda goal: in_parts(
        goal, [of_parameters(costs_are_substantial), of_parameters(large_samples_help)]
    ),
    "sampling variance": of_parameters(sampling_variance_bounded),
    "best size": of_parameters(best_is_next),
    "variance is monotone": of_parameters(variance_is_monotone),
    "smallest match": of_parameters(smallest_match),
    "match": of_parameters(match),
}
