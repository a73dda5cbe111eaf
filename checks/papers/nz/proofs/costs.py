"""Sections 3.2, 4.3 and 5: the added variance V_R, how it grows and falls, and what has the one of local l-diversity."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.common import OWN_WORDS, given, in_plain_words, named, of_parameters
from checks.papers.nz.proofs.diversity import matched
from checks.papers.nz.proofs.minimax_pairs import (
    Facts,
    Minimax,
    Parity,
    best_size,
    known_facts,
    risk_of_linear,
    sampling_variance,
)
from checks.verifying.stated import Refuted, Script
from derivations.logic import kernel
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
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, FALSE, NOT, Free, Number, Term, applied, equal, quantified
from derivations.theory.best_sizes import (
    TARGET,
    a_match_exists,
    beside_the_optimum,
    less_at_larger_levels,
    more_for_more_categories,
    variance_of,
)
from derivations.theory.least_added_variance import BEST, a_size_is_best, shape_at
from derivations.theory.linear_estimates import equal_shares, squares_of_shares
from derivations.theory.single_terms import at, each, either, next_integer, summed
from derivations.theory.sums import in_range


def sizes(k: Term, g: Term, facts: Facts) -> Proved:
    """integer(k) and 2 <= k and 1 < g"""
    return shown(term("integer(k) and 2 <= k and 1 < g", k=k, g=g), facts)


def above(facts: Facts, q: Term, k: Term) -> Proved:
    """q + 1 <= k, for integers q < k"""
    return arithmetic(term("q + 1 <= k", q=q, k=k), at(next_integer(), q, k, given=facts), *facts)


def best_is_next(goal: Goal) -> Proved:
    """There is a best size, and it is the floor or the ceiling of k/(1 + g)."""
    names, facts = named(goal), given(goal)
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
        known = [*facts, *(part for formula in one.given for part in conjuncts(kernel.assume(formula)))]
        beside = at(beside_the_optimum(), k, g, q, given=[own, best_size(k, g, q, known)], premises=2)
        positive = arithmetic(term("0 < 1 + g", g=g), *facts)
        ratio = [arithmetic(term(text, q=q, k=k, g=g), *conjuncts(beside), positive)
                 for text in ("q - 1 < k/(1 + g)", "k/(1 + g) < q + 1")]  # fmt: skip
        low, high = applied(one.conclusion, "or", 2) or (FALSE, FALSE)
        whole = shown(term("integer(q)", q=q), known)
        cases = []
        for case, side in ((term("q <= k/(1 + g)", q=q, k=k, g=g), low), (NOT(term("q <= k/(1 + g)", q=q, k=k, g=g)), high)):
            assumed = kernel.assume(case)
            proofs = [whole if part == whole.conclusion else arithmetic(part, assumed, *ratio, opaque=True)
                      for part in (f.conclusion for f in conjuncts(kernel.assume(side)))]  # fmt: skip
            cases.append(kernel.choose(shown(side, proofs), one.conclusion))
        return kernel.conjoin(found, one.qed(kernel.cases(either(term("q <= k/(1 + g)", q=q, k=k, g=g)), *cases)))

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


def in_its_parts(formula: Term, best: Proved) -> Proved:
    """best_size(k, g, q) as the paper says it, from what lemmas say."""
    *is_size, least = conjuncts(best)
    changed = normal(formula)
    every = [part.conclusion for part in conjuncts(kernel.assume(sides(changed.conclusion)[1]))][-1]
    one = goal_of(every)
    (r,) = one.variables
    parts = [part for premise in one.given for part in conjuncts(kernel.assume(premise))]
    found = at(least, r, given=[shown((applied(instance_of(least, r), "implies", 2) or (FALSE, FALSE))[0], parts)])
    known = [*is_size, one.qed(rewritten(found))]
    return kernel.follow(symmetric(changed), shown(sides(changed.conclusion)[1], known))


def instance_of(theorem: Proved, value: Term) -> Term:
    """What a theorem says of a value."""
    return specialise(theorem, value).conclusion


def variance_is_monotone(goal: Goal) -> Proved:
    """V_R increases with k and decreases as the level increases."""
    names, facts = named(goal), given(goal)
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
    return [*facts, *(part for premise in one.given for part in conjuncts(kernel.assume(premise)))]


def match(goal: Goal) -> Proved:
    """Some level and the best size there add as much as local l-diversity."""
    names, facts = named(goal), given(goal)
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
        found = kernel.follow(symmetric(body), found)
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


def no_match(goal: Goal) -> Refuted:
    """For l = 1 local l-diversity adds nothing, and every level adds some variance."""
    found = single_categories(goal.statement)
    g, q = Free("g #0"), Free("q #0")
    inner = instance(found.conclusion, g)
    parts = list(conjuncts(kernel.assume(instance(inner, q))))
    contradiction = arithmetic(FALSE, nothing_is_free(Number(3), g, q, [*parts]), parts[-1])
    contradiction = kernel.unpack(found, g, kernel.unpack(kernel.assume(inner), q, contradiction))
    return Refuted(kernel.reject(goal.statement, contradiction), (("k", "3"), ("l", "1")))


# -- the smallest level ------------------------------------------------------------------------------------------------


def smallest_match(goal: Goal) -> Proved:
    """At a smaller parity every pair adds more than local l-diversity."""
    names, facts = named(goal), given(goal)
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
        least = [part.conclusion for part in conjuncts(kernel.assume(wanted))][-1]
        one = goal_of(least)
        known = known_of(one, facts)
        minimal = one.qed(smallest(one, known))
        found = kernel.follow(symmetric(body), shown(wanted, [level, value, *is_best(k, g, q, best), minimal]))
        theorem = kernel.witness(formula, g, kernel.witness(outer, q, found))
        return kernel.unpack(existence, g, kernel.unpack(kernel.assume(inner), q, theorem))

    def smallest(one: Goal, known: Facts) -> Proved:
        h, m, P, L = one.variables
        lower = kernel.assume(NOT(one.conclusion))
        middle = term("(1 + g) / 2", g=g)
        small, large = (kernel.assume(f) for f in (AT_MOST(h, middle), NOT(AT_MOST(h, middle))))
        cases = []
        for case, e in ((small, middle), (large, h)):
            between = [arithmetic(term(text, e=e, g=g, h=h), case, lower, level) for text in ("1 < e", "e < g", "h <= e")]
            cases.append(no_pair(h, m, P, L, e, between, known))
        return kernel.absurd(one.conclusion, kernel.cases(either(small.conclusion), *cases))

    def no_pair(h: Term, m: Term, P: Term, L: Term, e: Term, between: list[Proved], known: Facts) -> Proved:
        """FALSE, as the pair would add too little at the level e"""
        r = Free("r #0")
        at_e = at(a_size_is_best(), k, e, given=[sizes(k, e, [*known, arithmetic(term("2 <= k", k=k), *known), *between])])
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
        is_size = [f for f in conjuncts(there)][:3]
        no_more = at(least, r, given=[shown(term("integer(q) and 1 <= q and q < k", q=r, k=k), is_size)])
        falls = at(less_at_larger_levels(), k, e, g, r, given=[*known, *is_size, *between, above([*known, *is_size], r, k)])
        found = arithmetic(FALSE, *map(rewritten, (bound, squares, worst, risk, sampling, value, no_more, falls)), opaque=True)
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
    first = kernel.choose(shown(sides_of_it[0], [*conjuncts(none), arithmetic(term("1 <= e", e=e), *between)]), wanted)
    bound = arithmetic(term("P(i, y)/P(j, y) <= e", **names), some, *between, opaque=True)
    second = kernel.choose(shown(sides_of_it[1], [*conjuncts(some), bound]), wanted)
    return each(y, m, each(i, k, each(j, k, kernel.cases(own, first, second))))


def no_smallest_match(goal: Goal) -> Refuted:
    """For l = 1 no level will do."""
    said = rewritten(specialise(kernel.assume(goal.statement), term("1"), term("3"), term("1")), OWN_WORDS, unfolding("size"))
    premise = (applied(said.conclusion, "implies", 2) or (FALSE, FALSE))[0]
    found = kernel.detach(said, shown(premise, [kernel.literal(Number(3)), kernel.literal(Number(1))]))
    g, q = Free("g #0"), Free("q #0")
    inner = instance(found.conclusion, g)
    parts = list(conjuncts(kernel.assume(instance(inner, q))))
    same = next(part for part in parts if applied(part.conclusion, "=", 2))
    contradiction = arithmetic(FALSE, nothing_is_free(Number(3), g, q, [*parts]), same)
    contradiction = kernel.unpack(found, g, kernel.unpack(kernel.assume(inner), q, contradiction))
    return Refuted(kernel.reject(goal.statement, contradiction), (("n", "1"), ("k", "3"), ("l", "1")))


SCRIPTS: Mapping[str, Script] = {
    "best size": of_parameters(best_is_next),
    "variance is monotone": of_parameters(variance_is_monotone),
    "no match for single categories": no_match,
    "smallest match": of_parameters(smallest_match),
    "no smallest match for single categories": no_smallest_match,
    "match": of_parameters(match),
}
