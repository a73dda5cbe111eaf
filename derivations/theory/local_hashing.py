"""Local hashing as a pure protocol, for every number of values, of hash functions and of hashes.

Source: Wang, Blocki, Li, Jha 2017.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    decided,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import NOT, Free, Number, Term, closed, equal
from derivations.theory import sums
from derivations.theory.automatic import inverses
from derivations.theory.independent_responses import chance_of_value
from derivations.theory.relaxation import response_adds_up, response_positive
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    sum_of_equals,
    sum_of_zeros,
    sum_picked,
    summed,
)
from derivations.theory.sums import in_range, in_sums

Facts = list[Term | Proved]
PAIRS = ("integer(s) and 0 <= s implies integer(g) and 0 <= g implies integer(m) and 0 <= m implies "
         "all_pairs(s, g, m, h, r) implies")  # fmt: skip


@lemma(f"forall s g m h r F. {PAIRS} (sum y in 1..m. F(h(y), r(y))) = (sum a in 1..s. sum b in 1..g. F(a, b))")
def over_pairs(goal: Goal) -> Proved:
    """A sum over all pairs in some order is a sum over their first and their second members."""
    s, g, m, h, r, F = goal.variables
    a, b, y, u = Free("a #0"), Free("b #0"), Free("y #0"), Free("u #0")
    names = {"s": s, "g": g, "m": m, "h": h, "r": r, "F": F, "a": a, "b": b, "y": y, "u": u}
    sizes: Facts = list(goal.given[:3])
    listed = rewritten(kernel.assume(goal.given[3]), unfolding("all_pairs"))
    members, once, all_there = conjuncts(listed)
    in_a, in_b, in_y = (kernel.assume(in_range(v, n)) for v, n in ((a, s), (b, g), (y, m)))
    member = at(members, y, given=[in_y])
    choice = "(if b = r(y) then F({0}, b) else 0)"
    row = term("fun b. F(h(y), b)", **names)
    inner = at(sum_picked(), g, term("r(y)", **names), row, given=[*sizes, member], premises=2)
    rows = term(f"fun a. sum b in 1..g. {choice.format('a')}", **names)
    outer = at(sum_picked(), s, term("h(y)", **names), rows, given=[*sizes, member], premises=2)
    pushed = "(if a = h(y) then (sum b in 1..g. {0}) else 0) = (sum b in 1..g. if a = h(y) then {0} else 0)"
    zeros = at(sum_of_zeros(), g, given=sizes)
    pushed_in = _in_each_case(term(pushed.format(choice.format("a")), **names), equal(a, term("h(y)", **names)), zeros)
    spread = summed(a, s, pushed_in, sizes)
    one = chain(term("F(h(y), r(y))", **names)).then(symmetric(inner)).then(symmetric(outer)).then(spread).theorem
    cell = f"(if a = h(y) then {choice.format('a')} else 0)"
    whole = chain(sides(goal.conclusion)[0]).then(summed(y, m, one, sizes))
    by_y = term(f"fun y a. sum b in 1..g. {cell}", **names)
    whole = whole.then(at(sums.sum_swap(), m, s, by_y, given=sizes, premises=2))
    by_b = term(f"fun y b. {cell}", **names)
    swapped = at(sums.sum_swap(), m, g, by_b, given=sizes, premises=2)
    existing = at(at(all_there, a, given=[in_a]), b, given=[in_b])
    there = kernel.assume(instance(existing.conclusion, u))
    in_u, of_u = kernel.part(there, 0), kernel.part(there, 1)
    same = kernel.assume(equal(y, u))
    moved = [kernel.congruent(kernel.reflexive(f), same) for f in (h, r)]
    here = term("a = h(y) and b = r(y)", **names)
    value = term(f"{cell} = (if y = u then F(a, b) else 0)", **names)
    met = at(at(once, y, given=[in_y]), u, given=[in_u], premises=1)
    own = kernel.discharge(same.conclusion, arithmetic(here, *moved, of_u))
    alike = arithmetic(term("h(y) = h(u) and r(y) = r(u)", **names), of_u, here)
    other = kernel.discharge(here, kernel.detach(met, alike))
    picked = at(sum_picked(), m, u, term("fun y. F(a, b)", **names), given=[*sizes, in_u], premises=2)
    single = derived.transitive(summed(y, m, by_conditions(value, own, other), sizes), picked)
    single = kernel.unpack(existing, u, single)
    column = derived.transitive(swapped, summed(b, g, single, sizes))
    return whole.then(summed(a, s, column, sizes)).theorem


def _in_each_case(formula: Term, case: Term, *laws: Proved) -> Proved:
    """An equation in which a choice stands before or in a sum, in both cases, by laws and arithmetic."""
    found = []
    for side in (case, NOT(case)):
        plain = normal(formula, decided([side]), *map(by, laws))
        found.append(derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1])))
    return kernel.cases(either(case), *found)


HASHING = ("integer(k) and 1 <= k implies integer(s) and 1 <= s implies integer(g) and 2 <= g implies "
           "integer(m) and 0 <= m implies 1 <= x implies universal(k, s, g, H) implies all_pairs(s, g, m, h, r) "
           "implies")  # fmt: skip
REPORTED = "local_hashing(s, g, H, h, r, x)"


@lemma(f"forall k s g m H h r x. {HASHING} design(k, m, {REPORTED}) and "
       f"pure(k, m, {REPORTED}, hashed(H, h, r), x / (x + g - 1), 1 / g)")  # fmt: skip
def local_hashing_is_pure(goal: Goal) -> Proved:
    """Local hashing supports the values with the reported hash: p* = x/(x + g - 1), q* = 1/g."""
    k, s, g, m, H, h, r, x = goal.variables
    a, v, i, y = Free("a #0"), Free("v #0"), Free("i #0"), Free("y #0")
    names = {"k": k, "s": s, "g": g, "m": m, "H": H, "h": h, "r": r, "x": x, "a": a, "v": v, "i": i, "y": y}
    given: Facts = [*goal.given]
    given += [
        arithmetic(term("0 <= n", n=n), f) for n, f in ((k, goal.given[0]), (s, goal.given[1]), (g, goal.given[2]))
    ]
    given += [kernel.part(kernel.assume(fact), 0) for fact in goal.given[:3]]
    in_a, in_v, in_i = (kernel.assume(in_range(t, n)) for t, n in ((a, s), (v, k), (i, k)))
    hashes, collisions = conjuncts(rewritten(kernel.assume(goal.given[5]), unfolding("universal")))
    hash_of = {t: at(at(hashes, a, given=[in_a]), t, given=[inside]) for t, inside in ((v, in_v), (i, in_i))}
    entry = "randomized_response(g, x)(H({a}, v), {b})"
    level = arithmetic(term("2 <= g and 1 <= x", **names), *goal.given[2:5])
    own = term("H(h(y), v)", **names), term("r(y)", **names)
    positive = at(response_positive(), g, x, *own, given=[level])
    positive = arithmetic(term(f"0 <= {entry.format(a='h(y)', b='r(y)')} / s", **names), positive, goal.given[1])
    sizes = [*goal.given[1:4], *given[len(goal.given) :], goal.given[6]]

    # the probabilities of a row
    one = at(response_adds_up(), g, x, term("H(a, v)", **names), given=[*given, hash_of[v]], premises=3)
    F = term(f"fun a b. {entry.format(a='a', b='b')} / s", **names)
    row = at(over_pairs(), s, g, m, h, r, F, given=sizes, premises=4)
    function = chain(term(f"sum b in 1..g. {entry.format(a='a', b='b')} / s", **names)).rewrite(
        inverses, in_sums(given)
    )
    within = function.arithmetic(term("1 / s", s=s), rewritten(one), goal.given[1]).theorem
    total = (
        chain(sides(row.conclusion)[0]).then(row).then(summed(a, s, within, given)).rewrite(by(sum_of_equals(), given))
    )
    laws = each(v, k, kernel.conjoin(each(y, m, positive), total.arithmetic(Number(1), goal.given[1]).theorem))

    # the chance of support
    chance = at(
        chance_of_value(),
        g,
        x,
        term("H(a, v)", **names),
        term("H(a, i)", **names),
        given=[*given, hash_of[i]],
        premises=3,
    )
    chance = rewritten(chance, unfolding("mean"))
    cell = "{0} / s * indicator({1} = H({2}, i))"
    F = term("fun a b. " + cell.format(entry.format(a="a", b="b"), "b", "a"), **names)
    mean = at(over_pairs(), s, g, m, h, r, F, given=sizes, premises=4)
    function = chain(term("sum b in 1..g. " + cell.format(entry.format(a="a", b="b"), "b", "a"), **names))
    function = function.rewrite(inverses, in_sums(given))
    same = "indicator(H(a, v) = H(a, i))"
    within = function.arithmetic(
        term(f"1 / s * (1 / (x + g - 1)) + 1 / s * (1 / (x + g - 1)) * (x - 1) * {same}", **names),
        rewritten(chance, inverses),
        goal.given[1],
    ).theorem
    total = chain(sides(mean.conclusion)[0]).then(mean).then(summed(a, s, within, given))
    total = total.rewrite(in_sums(given), by(sums.sum_of_ones(), given))
    collided = at(at(collisions, v, given=[in_v]), i, given=[in_i])
    equal_, differ = kernel.assume(equal(v, i)), kernel.assume(NOT(equal(v, i)))
    apart = kernel.detach(collided, differ)
    every = Free("every #0")
    pattern = closed(every, term("indicator(H(a, v) = H(a, e))", e=every, **names))
    alike = rewritten(kernel.congruent(kernel.reflexive(pattern), symmetric(equal_)))
    certain = normal(
        term("indicator(H(a, v) = H(a, v))", **names),
        unfolding("indicator"),
        decided([kernel.reflexive(term("H(a, v)", **names))]),
    )
    together = summed(a, s, derived.transitive(alike, certain), given)
    together = derived.transitive(together, at(sums.sum_of_ones(), s, given=given))
    facts = goal.given[1:5]
    rates = [(equal_, "x / (x + g - 1)", together), (differ, "1 / g", apart)]
    parts = []
    for case, rate, fact in rates:
        found = total.arithmetic(term(rate, **names), fact, *facts)
        choice = normal(term("if v = i then x / (x + g - 1) else 1 / g", **names), decided([case]))
        parts.append(derived.transitive(found.theorem, symmetric(choice)))
    supports = each(v, k, each(i, k, kernel.cases(either(equal(v, i)), *parts)))
    bit = normal(
        term("hashed(H, h, r)(y, i) = 0 or hashed(H, h, r)(y, i) = 1", **names), unfolding("hashed", "indicator")
    )
    bits = each(y, m, each(i, k, derived.follow(symmetric(bit), by_conditions(sides(bit.conclusion)[1]))))
    words = ("local_hashing", "hashed", "indicator", "mean")
    whole = rewritten(kernel.conjoin(laws, kernel.conjoin(bits, supports)), unfolding(*words))
    folded = normal(goal.conclusion, unfolding("design", "law", "pure", *words))
    return derived.follow(symmetric(folded), whole)
