"""Responses whose probabilities are proportional, reported as one: nothing is lost.

Source: Chai, Nayak 2018, as described in Nayak, Zhai, appendix A.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    decided,
    generalise,
    induct,
    instance,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    FALSE,
    IMPLIES,
    NOT,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    for_all,
    substituted,
)
from derivations.theory import sums
from derivations.theory.blackwell import informative_reflexive, informative_transitive
from derivations.theory.privacy import sum_not_negative
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    next_integer,
    plainly,
    sum_picked,
    summed,
    term_at_most_sum,
)
from derivations.theory.sums import ZERO, in_range

ONE = Number(1)
MERGED = "(sum u in 1..m. if f(u) = z then P(x, u) else 0)"
MERGES = (
    "integer(k) and 0 <= k implies integer(m) and 1 <= m implies integer(l) and 0 <= l implies design(k, m, P) implies "
    "(forall y in 1..m. integer(f(y)) and 1 <= f(y) <= l) implies"
)
PROPORTIONAL = "(forall i in 1..k. forall j in 1..k. P(i, y) * P(j, u) = P(j, y) * P(i, u))"


@lemma(f"forall k m l P f. {MERGES} informative(k, m, l, P, fun x z. {MERGED})", depth=10)
def merged_is_less_informative(goal: Goal) -> Proved:
    """What is reported for a response says no more."""
    k, m, width, P, f = goal.variables
    x, y, z = Free("x #0"), Free("y #0"), Free("z #0")
    names = {"k": k, "m": m, "l": width, "P": P, "f": f, "x": x, "y": y, "z": z}
    in_y = kernel.assume(in_range(y, m))
    place = at(kernel.assume(goal.given[4]), y, given=[in_y])
    size = shown(term("integer(m) and 0 <= m", m=m), goal.given[1:2])
    C = term("fun y z. if f(y) = z then 1 else 0", f=f)
    row = summed(
        z,
        width,
        by_conditions(term("(if f(y) = z then 1 else 0) = (if z = f(y) then 1 else 0)", **names)),
        goal.given[2:3],
    )
    picked = at(
        sum_picked(), width, term("f(y)", **names), term("fun z. 1"), given=[*goal.given[2:3], place], premises=2
    )
    whole = derived.transitive(row, rewritten(picked))
    positive = by_conditions(term("0 <= (if f(y) = z then 1 else 0)", **names))
    channel = each(y, m, kernel.conjoin(each(z, width, positive), whole))
    entry = by_conditions(term("(if f(y) = z then P(x, y) else 0) = P(x, y) * (if f(y) = z then 1 else 0)", **names))
    entries = each(x, k, each(z, width, summed(y, m, entry, [size])))
    return as_informative(goal, C, channel, entries)


def as_informative(goal: Goal, C: Term, channel: Proved, entries: Proved) -> Proved:
    """informative(k, m, l, P, Q) from a channel and what it makes of P"""
    plain = normal(goal.conclusion, unfolding("informative", "channel", "design", "law", "through"))
    formula = sides(plain.conclusion)[1]
    wanted = normal(instance(formula, C))
    both = derived.follow(symmetric(wanted), rewritten(kernel.conjoin(channel, entries)))
    return derived.follow(symmetric(plain), kernel.witness(formula, C, both))


@lemma(f"forall k m l P f. {MERGES} (forall y in 1..m. forall u in 1..m. f(y) = f(u) implies {PROPORTIONAL}) implies "
       f"informative(k, l, m, fun x z. {MERGED}, P)", depth=11)  # fmt: skip
def merged_is_informative(goal: Goal) -> Proved:
    """After merging proportional responses each of them can be drawn again, in proportion to its probabilities."""
    k, m, width, P, f = goal.variables
    x, y, z, u, j = (Free(f"{name} #0") for name in "xyzuj")
    names = {"k": k, "m": m, "l": width, "P": P, "f": f, "x": x, "y": y, "z": z, "u": u, "j": j}
    size = shown(term("integer(m) and 0 <= m", m=m), goal.given[1:2])
    sizes: list[Term | Proved] = [goal.given[0], size, goal.given[2]]
    inside = [kernel.assume(in_range(v, s)) for v, s in ((x, k), (y, m), (z, width), (u, m), (j, k))]
    rows = rewritten(kernel.assume(goal.given[3]), unfolding("design", "law"))
    place = at(kernel.assume(goal.given[4]), y, given=inside)
    entry = at(kernel.part(at(rows, x, given=inside), 0), y, given=inside)
    mass = term("sum j in 1..k. P(j, y)", k=k, P=P, y=y)
    own_mass = at(term_at_most_sum(), k, x, term("fun j. P(j, y)", P=P, y=y), given=[sizes[0], inside[0]], premises=2)
    own_mass = kernel.detach(own_mass, each(j, k, kernel.instantiate(entry, {x: j})))
    merged = term(MERGED, **{key: value for key, value in names.items() if key != "u"})
    total = term("sum u in 1..m. if f(u) = z then (sum j in 1..k. P(j, u)) else 0", m=m, k=k, P=P, f=f, z=z)
    Free("s #0")
    # 0 <= merged(x, z) <= total(z)
    part = by_conditions(term("0 <= (if f(y) = z then P(x, y) else 0)", **names), entry)
    some = kernel.detach(
        at(sum_not_negative(), m, term("fun u. if f(u) = z then P(x, u) else 0", f=f, P=P, x=x, z=z), given=[size]),
        each(y, m, part),
    )
    smaller = by_conditions(
        term("(if f(y) = z then P(x, y) else 0) <= (if f(y) = z then s else 0)", s=mass, **names), own_mass
    )
    bound = summed(y, m, smaller, [size])
    # P(x, y) <= merged(x, f(y))
    at_f = {z: term("f(y)", **names)}
    own = at(
        term_at_most_sum(),
        m,
        y,
        term("fun u. if f(u) = f(y) then P(x, u) else 0", f=f, P=P, x=x, y=y),
        given=[size, inside[1]],
        premises=2,
    )
    own = kernel.detach(
        own,
        each(
            u,
            m,
            by_conditions(
                term("0 <= (if f(u) = f(y) then P(x, u) else 0)", **names), kernel.instantiate(entry, {y: u})
            ),
        ),
    )
    own = rewritten(own, decided([kernel.reflexive(term("f(y)", **names))]))
    # P(x, y) total(f(y)) = mass(y) merged(x, f(y))
    same = kernel.assume(term("f(y) = f(u)", **names))
    cross = at(at(kernel.assume(goal.given[5]), y, given=inside), u, given=[*inside, same], premises=2)
    cross = at(cross, given=[same])
    cross = at(at(cross, x, given=inside), j, given=inside)
    over_j = summed(j, k, cross, sizes[:1])
    left = at(sums.sum_scale(), k, term("P(x, y)", **names), term("fun j. P(j, u)", P=P, u=u), given=sizes[:1])
    right = at(sums.sum_scale(), k, term("P(x, u)", **names), term("fun j. P(j, y)", P=P, y=y), given=sizes[:1])
    order = summed(j, k, arithmetic(term("P(j, y) * P(x, u) = P(x, u) * P(j, y)", **names)), sizes[:1])
    mass_u = substituted(mass, {y: u})
    in_masses = arithmetic(
        term("P(x, y) * s = t * P(x, u)", s=mass_u, t=mass, **names), over_j, left, right, order, opaque=True
    )
    either_way = by_conditions(
        term("P(x, y) * (if f(u) = f(y) then s else 0) = t * (if f(u) = f(y) then P(x, u) else 0)",
             s=mass_u, t=mass, **names),
        kernel.discharge(same.conclusion, in_masses),
    )  # fmt: skip
    over_u = summed(u, m, either_way, [size])
    chance = at(
        sums.sum_scale(),
        m,
        term("P(x, y)", **names),
        term("fun u. if f(u) = f(y) then (sum j in 1..k. P(j, u)) else 0", f=f, y=y, P=P, k=k),
        given=[size],
    )
    share = at(
        sums.sum_scale(), m, mass, term("fun u. if f(u) = f(y) then P(x, u) else 0", f=f, y=y, P=P, x=x), given=[size]
    )
    there = [substituted(value, at_f) for value in (total, merged)]
    crossed = arithmetic(
        term("p * t = s * q", p=term("P(x, y)", **names), t=there[0], s=mass, q=there[1]),
        over_u,
        chance,
        share,
        opaque=True,
    )

    D = term("fun z y. if t(z) = 0 then (if y = 1 then 1 else 0) else if f(y) = z then s(y) / t(z) else 0",
             t=closed(z, total), s=closed(y, mass), f=f)  # fmt: skip
    D = sides(normal(D).conclusion)[1]
    named = kernel.assume(term("z = f(y)", **names))
    other = kernel.assume(NOT(named.conclusion))
    q, t, v, w = (Free(f"{name} #0") for name in "qtvw")
    values = {q: merged, t: total, v: mass, w: term("P(x, y)", **names)}
    choice = "q * (if t = 0 then (if y = 1 then 1 else 0) else if f(y) = z then v / t else 0)"
    scalars = {"q": q, "t": t, "v": v, "w": w, "f": f, "y": y, "z": z}
    limits = [term(text, **scalars) for text in ("0 <= q", "q <= t")]
    none = by_conditions(term(f"{choice} = 0", **scalars), *limits, term("not z = f(y)", **scalars))
    none = cut(kernel.instantiate(none, values), some, bound)
    own_part = by_conditions(term(f"{choice} = w", **scalars), *limits, term("w <= q", **scalars),
                             term("0 <= w", **scalars),
                             term("w * t = v * q", **scalars), term("z = f(y)", **scalars))  # fmt: skip
    own_part = kernel.instantiate(own_part, values)
    place_holder = Free("place #0")
    moved = [
        kernel.replace(symmetric(named), closed(place_holder, substituted(fact, {z: place_holder})), proof)
        for fact, proof in (
            (term("w <= q", w=values[w], q=merged), own),
            (term("w * t = v * q", w=values[w], t=total, v=mass, q=merged), crossed),
        )
    ]
    own_part = cut(own_part, some, bound, *moved, entry)
    value = term("if z = f(y) then P(x, y) else 0", **names)
    cases = [
        derived.transitive(fact, symmetric(normal(value, decided([case]))))
        for case, fact in ((named, own_part), (other, none))
    ]
    row = summed(z, width, kernel.cases(either(named.conclusion), *cases), goal.given[2:3])
    picked = at(
        sum_picked(),
        width,
        term("f(y)", **names),
        term("fun z. P(x, y)", **names),
        given=[*goal.given[2:3], place],
        premises=2,
    )
    entries = each(x, k, each(y, m, symmetric(derived.transitive(row, rewritten(picked)))))

    positive_mass = kernel.detach(
        at(sum_not_negative(), k, term("fun j. P(j, y)", P=P, y=y), given=sizes[:1]),
        each(j, k, kernel.instantiate(entry, {x: j})),
    )
    filled = by_conditions(term("0 <= (if f(y) = z then s else 0)", s=mass, **names), positive_mass)
    positive_total = kernel.detach(
        at(sum_not_negative(), m, closed(y, term("if f(y) = z then s else 0", s=mass, **names)), given=[size]),
        each(y, m, filled),
    )
    positive = by_conditions(plainly("0 <= D(z, y)", D=D, z=z, y=y), positive_total, positive_mass)
    empty = kernel.assume(equal(total, Number(0)))
    is_row = plainly("(sum y in 1..m. D(z, y)) = 1", D=D, m=m, z=z)
    first = at(
        sum_picked(), m, ONE, term("fun y. 1"), given=[size, shown(in_range(ONE, m), goal.given[1:2])], premises=2
    )
    nothing = derived.follow(symmetric(normal(is_row, decided([empty]))), first)
    full = kernel.assume(NOT(empty.conclusion))
    plain = normal(is_row, decided([full]))
    quotient = by_conditions(
        term("(if f(y) = z then v / t else 0) = 1 / t * (if f(y) = z then v else 0)", **scalars), term("t != 0", t=t)
    )
    over_y = summed(y, m, kernel.instantiate(quotient, {t: total, v: mass}), [size])
    scaled = at(
        sums.sum_scale(),
        m,
        term("1 / t", t=t),
        closed(y, term("if f(y) = z then s else 0", s=mass, **names)),
        given=[size],
    )
    unit = arithmetic(term("1 / t * t = 1", t=t), term("t != 0", t=t))
    scaled, unit = (kernel.instantiate(fact, {t: total}) for fact in (scaled, unit))
    sums_to_one = arithmetic(sides(plain.conclusion)[1], over_y, scaled, unit, opaque=True)
    whole = kernel.cases(either(empty.conclusion), nothing, derived.follow(symmetric(plain), sums_to_one))
    channel = each(z, width, kernel.conjoin(each(y, m, positive), whole))
    return as_informative(goal, D, channel, entries)


@lemma(f"forall k m l P f. {MERGES} design(k, l, fun x z. {MERGED})", depth=10)
def merged_is_design(goal: Goal) -> Proved:
    """Merging keeps the probability of each truth together."""
    k, m, width, P, f = goal.variables
    x, z, u = Free("x #0"), Free("z #0"), Free("u #0")
    names = {"k": k, "m": m, "l": width, "P": P, "f": f, "x": x, "z": z, "u": u}
    size = shown(term("integer(m) and 0 <= m", m=m), goal.given[1:2])
    inside = [kernel.assume(in_range(v, s)) for v, s in ((x, k), (u, m))]
    chances, one = conjuncts(at(rewritten(kernel.assume(goal.given[3]), unfolding("design", "law")), x, given=inside))
    part = by_conditions(term("0 <= (if f(u) = z then P(x, u) else 0)", **names), at(chances, u, given=inside))
    positive = kernel.detach(
        at(sum_not_negative(), m, term("fun u. if f(u) = z then P(x, u) else 0", f=f, P=P, x=x, z=z), given=[size]),
        each(u, m, part),
    )
    swapped = at(
        sums.sum_swap(),
        width,
        m,
        term("fun z u. if f(u) = z then P(x, u) else 0", f=f, P=P, x=x),
        given=[size, goal.given[2]],
        premises=2,
    )
    row = summed(
        z,
        width,
        by_conditions(term("(if f(u) = z then P(x, u) else 0) = (if z = f(u) then P(x, u) else 0)", **names)),
        goal.given[2:3],
    )
    place = at(kernel.assume(goal.given[4]), u, given=inside)
    picked = at(
        sum_picked(),
        width,
        term("f(u)", **names),
        term("fun z. P(x, u)", P=P, x=x, u=u),
        given=[goal.given[2], place],
        premises=2,
    )
    over_u = summed(u, m, derived.transitive(row, rewritten(picked)), [size])
    total = arithmetic(equal(sides(swapped.conclusion)[0], ONE), swapped, over_u, one, opaque=True)
    plain = normal(goal.conclusion, unfolding("design", "law"))
    return derived.follow(symmetric(plain), each(x, k, kernel.conjoin(each(z, width, positive), total)))


ALL_APART = f"(forall y in 1..m. forall u in 1..m. {PROPORTIONAL} implies y = u)"
REDUCED = (
    "(exists l A. integer(l) and 1 <= l and design(k, l, A) and "
    f"{ALL_APART.replace('1..m', '1..l').replace('P(', 'A(')} and "
    "informative(k, m, l, P, A) and informative(k, l, m, A, P))"
)


@lemma("forall k m P a b. integer(k) and 0 <= k implies integer(m) and 1 <= m implies design(k, m + 1, P) implies "
       "integer(a) and 1 <= a implies integer(b) and b <= m + 1 implies a < b implies "
       f"{PROPORTIONAL.replace('y)', 'a)').replace('u)', 'b)')} implies "
       "exists A. design(k, m, A) and informative(k, m + 1, m, P, A) and informative(k, m, m + 1, A, P)",
       depth=12)  # fmt: skip
def pair_is_merged(goal: Goal) -> Proved:
    """Two proportional responses are merged into the first of them."""
    k, m, P, a, b = goal.variables
    t, s, i, j = (Free(f"{name} #0") for name in "tsij")
    f = term("fun t. if t = b then a else if b <= t then t - 1 else t", a=a, b=b)
    end = term("m + 1", m=m)
    names = {"k": k, "m": m, "P": P, "a": a, "b": b, "t": t, "s": s, "i": i, "j": j}
    numbers = [part for g in (1, 3, 4, 5) for part in conjuncts(kernel.assume(goal.given[g]))]
    inside = [kernel.assume(in_range(v, end)) for v in (t, s)]
    below = {v: at(next_integer(), v, b, given=[*numbers, *inside]) for v in (t, s, a)}
    above = {v: at(next_integer(), b, v, given=[*numbers, *inside]) for v in (t, s)}
    own = [*(part for fact in inside[:1] for part in conjuncts(fact)), below[t], above[t], below[a]]
    cases = []
    for condition, value in (("t = b", "a"), ("not t = b and b <= t", "t - 1"), ("not t = b and not b <= t", "t")):
        case = kernel.assume(term(condition, **names))
        number = arithmetic(term(f"1 <= {value} and {value} <= m", **names), *own, *numbers, case)
        whole = shown(term(f"integer({value})", **names), [*numbers, *inside])
        chosen = symmetric(by_conditions(equal(plainly("f(t)", f=f, t=t), term(value, **names)), *conjuncts(case)))
        place = Free("place #0")
        both = kernel.conjoin(whole, kernel.conjoin(*conjuncts(number)))
        cases.append(
            kernel.replace(chosen, closed(place, term("integer(p) and 1 <= p and p <= m", p=place, m=m)), both)
        )
    is_b, later = equal(t, b), term("b <= t", b=b, t=t)
    rest = [
        cut(case, kernel.conjoin(kernel.assume(NOT(is_b)), kernel.assume(side)))
        for case, side in zip(cases[1:], (later, NOT(later)), strict=True)
    ]
    placed = kernel.cases(either(is_b), cases[0], kernel.cases(either(later), *rest))
    placed = each(t, end, placed)

    # which responses meet
    meet = kernel.assume(equal(plainly("f(t)", f=f, t=t), plainly("f(s)", f=f, s=s)))
    known = [*numbers, *below.values(), *above.values(), *(p for fact in inside for p in conjuncts(fact))]
    which = by_conditions(term("t = s or (t = b and s = a) or (t = a and s = b)", **names), meet, *known)
    body = term("P(i, t) * P(j, s) = P(j, t) * P(i, s)", **names)
    ranges = [kernel.assume(in_range(v, k)) for v in (i, j)]
    cross = at(at(kernel.assume(goal.given[6]), i, given=ranges), j, given=ranges)

    def put(case: Term) -> Proved:
        """The body where t and s are these."""
        changed = normal(body, *map(by, conjuncts(kernel.assume(case))))
        return derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1], cross, opaque=True))

    first, others = applied(which.conclusion, "or", 2) or ()
    second, third = applied(others, "or", 2) or ()
    found = kernel.cases(which, put(first), kernel.cases(kernel.assume(others), put(second), put(third)))
    found = kernel.discharge(meet.conclusion, each(i, k, each(j, k, found)))
    proportional = each(t, end, each(s, end, found))
    size = [
        shown(term(text, m=m), goal.given[1:2]) for text in ("integer(m + 1) and 1 <= m + 1", "integer(m) and 0 <= m")
    ]
    given: list[Term | Proved] = [*goal.given[:1], *size, goal.given[2], placed, proportional]
    design, less, more = (
        at(law(), k, end, m, P, f, given=given, premises=count)
        for law, count in ((merged_is_design, 5), (merged_is_less_informative, 5), (merged_is_informative, 6))
    )
    A = term(f"fun x z. {MERGED.replace('1..m', '1..m + 1')}", m=m, P=P, f=f)
    wanted = normal(instance(goal.conclusion, A))
    found = derived.follow(symmetric(wanted), rewritten(conjoined(design, less, more)))
    return kernel.witness(goal.conclusion, A, found)


@lemma("forall k m. integer(k) and 1 <= k implies integer(m) and 0 <= m implies (forall P. design(k, m, P) implies "
       f"{REDUCED})", depth=4)  # fmt: skip
def fully_merged(goal: Goal) -> Proved:
    """Merging pairs of proportional responses until there are none."""
    k, m = goal.variables
    P, _x, y, u, i, j = Free("P #0", term("fun x y. x + y").type), *(Free(f"{name} #0") for name in "xyuij")
    size_k = shown(term("integer(k) and 0 <= k", k=k), goal.given[:1])

    def said(n: Term) -> tuple[Term, Term]:
        return term("design(k, n, P)", k=k, n=n, P=P), term(REDUCED, k=k, m=n, P=P)

    def exists(formula: Term, n: Term, A: Term, *parts: Proved) -> Proved:
        inner = instance(formula, n)
        wanted = normal(instance(inner, A))
        found = derived.follow(symmetric(wanted), rewritten(conjoined(*parts)))
        return kernel.witness(formula, n, kernel.witness(inner, A, found))

    premise, conclusion = said(ZERO)
    ones = kernel.part(
        at(
            rewritten(kernel.assume(premise), unfolding("design", "law")),
            ONE,
            given=[shown(in_range(ONE, k), goal.given[:1])],
        ),
        1,
    )
    base = kernel.discharge(premise, derived.absurd(conclusion, arithmetic(FALSE, rewritten(ones, by(sums.sum_0())))))

    def step(n: Free, known: Proved, assumed: Proved) -> Proved:
        end = term("n + 1", n=n)
        premise, conclusion = said(end)
        design = kernel.assume(premise)
        size = shown(term("integer(n + 1) and 1 <= n + 1", n=n), [known])
        sized = shown(term("integer(n + 1) and 0 <= n + 1", n=n), [known])
        denied = kernel.assume(NOT(conclusion))
        inside = [kernel.assume(in_range(v, end)) for v in (y, u)]
        pair = kernel.assume(term(PROPORTIONAL, k=k, P=P, y=y, u=u))
        other = kernel.assume(term(PROPORTIONAL, k=k, P=P, y=u, u=y))

        def smaller(a: Free, b: Free, proportional: Proved) -> Proved:
            """A contradiction, where the responses a < b are proportional."""
            order = kernel.assume(term("a < b", a=a, b=b))
            next_one = at(next_integer(), a, b, given=inside)
            bounds = [part for fact in inside for part in conjuncts(fact)]
            least = shown(
                term("integer(n) and 1 <= n", n=n), [known, arithmetic(term("1 <= n", n=n), next_one, order, *bounds)]
            )
            one = at(
                pair_is_merged(), k, n, P, a, b, given=[size_k, least, design, *bounds, order, proportional], premises=7
            )
            A, width, B = Free("A #0", P.type), Free("l #0"), Free("B #0", P.type)
            there = kernel.assume(instance(one.conclusion, A))
            own, less, more = conjuncts(there)
            rest = kernel.detach(kernel.specialise(assumed, A), own)
            outer = kernel.assume(instance(rest.conclusion, width))
            last = kernel.assume(instance(outer.conclusion, B))
            whole, large, is_design, apart, forth, back = conjuncts(last)
            sizes = [size_k, sized, known, shown(term("integer(l) and 0 <= l", l=width), [whole, large])]
            first = at(informative_transitive(), k, end, n, width, P, A, B, given=[*sizes, less, forth], premises=5)
            second = at(informative_transitive(), k, width, n, end, B, A, P, given=[*sizes, back, more], premises=5)
            found = exists(conclusion, width, B, whole, large, is_design, apart, first, second)
            wrong = derived.clash(denied, found)
            return kernel.unpack(one, A, kernel.unpack(rest, width, kernel.unpack(outer, B, wrong)))

        turned = at(at(pair, j, given=[kernel.assume(in_range(j, k))]), i, given=[kernel.assume(in_range(i, k))])
        turned = each(
            i,
            k,
            each(
                j,
                k,
                arithmetic(term("P(i, u) * P(j, y) = P(j, u) * P(i, y)", P=P, i=i, j=j, y=y, u=u), turned, opaque=True),
            ),
        )
        unequal = kernel.assume(NOT(equal(y, u)))
        which = arithmetic(term("y < u or u < y", y=y, u=u), unequal)
        wrong = kernel.cases(which, smaller(y, u, pair), cut(smaller(u, y, other), turned))
        apart = kernel.discharge(pair.conclusion, derived.absurd(equal(y, u), wrong))
        apart = each(y, end, each(u, end, apart))
        itself = at(informative_reflexive(), k, end, P, given=[sized])
        found = exists(conclusion, end, P, *conjuncts(size), design, apart, itself, itself)
        whole = derived.absurd(conclusion, derived.clash(denied, found))
        return generalise(kernel.discharge(premise, whole), P)

    return induct(m, for_all((P,), IMPLIES(*said(m))), generalise(base, P), step)
