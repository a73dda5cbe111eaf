"""Responses split in two: a design says no less then, and how distances of its rows change.

Source: Nayak, Zhai, appendix A, the proof of Theorem 3.1.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    cut,
    decided,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import AT_MOST, NOT, Free, Number, Term, applied, equal, substituted
from derivations.theory import sums
from derivations.theory.blackwell import total_variation_contracts
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    next_integer,
    plainly,
    sum_picked,
    sum_with_other,
    summed,
)
from derivations.theory.sums import in_range, in_sums

SPLIT = "(if y = 1 then {r} else if y = u + 1 then {own} - {r} else {before})"


def split_entry(a: str, r: str) -> str:
    """What the response y gets of a row a(1), ..., a(m), of whose u-th entry r is set apart as the first response."""
    return SPLIT.format(r=r, own=f"{a}(u)", before=f"{a}(y - 1)")


def split_in_design(i: str) -> str:
    """The same for the row i of a design P, of which R(i) is set apart."""
    return SPLIT.format(r=f"R({i})", own=f"P({i}, u)", before=f"P({i}, y - 1)")


PLACE = "integer(m) and 0 <= m implies integer(u) and 1 <= u <= m implies"


@lemma(f"forall m u a b r s G. {PLACE} (sum y in 1..m + 1. G({split_entry('a', 'r')}, {split_entry('b', 's')})) = "
       "(sum y in 1..m. G(a(y), b(y))) - G(a(u), b(u)) + G(a(u) - r, b(u) - s) + G(r, s)")  # fmt: skip
def sum_of_split(goal: Goal) -> Proved:
    """Of a sum over the responses only one term becomes two."""
    m, u, a, b, r, s, G = goal.variables
    y = Free("y #0")
    names = {"m": m, "u": u, "a": a, "b": b, "r": r, "s": s, "G": G, "y": y}
    F = term(f"fun y. G({split_entry('a', 'r')}, {split_entry('b', 's')})", **names)
    first = rewritten(at(sums.sum_first(), m, F, given=goal.given))
    head = normal(plainly("F(1)", F=F), decided([]))
    place = kernel.assume(in_range(y, m))
    later = plainly("F(y + 1)", F=F, y=y)
    wanted = term("if y = u then G(a(u) - r, b(u) - s) else G(a(y), b(y))", **names)
    shifted = arithmetic(term("y + 1 - 1 = y", y=y))
    cases = []
    for case in (kernel.assume(equal(y, u)), kernel.assume(NOT(equal(y, u)))):
        known = [place, case]
        value = normal(later, decided(known), by(shifted))
        cases.append(derived.transitive(value, symmetric(normal(wanted, decided(known)))))
    row = summed(y, m, kernel.cases(either(equal(y, u)), *cases), goal.given)
    own, others = (
        term(text, **{**names, "y": Free("z", y.type)})
        for text in ("fun y. G(a(u) - r, b(u) - s)", "fun y. G(a(y), b(y))")
    )
    other = at(sum_with_other(), m, u, own, others, given=goal.given, premises=2)
    return reduced(normal(goal.conclusion), lambda it: arithmetic(it, first, head, row, other, opaque=True))


def later_place(y: Free, m: Term, within: Proved, not_first: Proved) -> Proved:
    """y in 1..m + 1, y != 1 |- y - 1 in 1..m"""
    one = at(next_integer(), Number(1), y, given=[within, kernel.literal(Number(1))])
    second = arithmetic(term("2 <= y", y=y), one, within, not_first)
    return shown(in_range(term("y - 1", y=y), m), [within, second])


@lemma(f"forall k m P u R. {PLACE} design(k, m, P) implies (forall x in 1..k. 0 <= R(x) <= P(x, u)) implies "
       f"design(k, m + 1, fun x y. {split_in_design('x')})", depth=9)  # fmt: skip
def split_is_design(goal: Goal) -> Proved:
    """A response that is split leaves a design."""
    k, m, P, u, R = goal.variables
    x, y = Free("x #0"), Free("y #0")
    names = {"k": k, "m": m, "P": P, "u": u, "R": R, "x": x, "y": y}
    rows = rewritten(kernel.assume(goal.given[2]), unfolding("design", "law"))
    in_x, within = kernel.assume(in_range(x, k)), kernel.assume(in_range(y, term("m + 1", m=m)))
    part = at(kernel.assume(goal.given[3]), x, given=[in_x])
    chances, one = conjuncts(at(rows, x, given=[in_x]))
    first = kernel.assume(term("y = 1", y=y))
    not_first = kernel.assume(NOT(first.conclusion))
    before = at(chances, term("y - 1", y=y), given=[later_place(y, m, within, not_first)])
    entry = term(f"0 <= {split_in_design('x')}", **names)
    positive = kernel.cases(
        either(first.conclusion), by_conditions(entry, part, first), by_conditions(entry, part, not_first, before)
    )
    row, set_apart = term("P(x)", P=P, x=x), term("R(x)", R=R, x=x)
    total = at(sum_of_split(), m, u, row, row, set_apart, set_apart, term("fun a b. a"), given=goal.given, premises=2)
    total = arithmetic(equal(sides(total.conclusion)[0], Number(1)), total, one, opaque=True)
    plain = normal(goal.conclusion, unfolding("design", "law"))
    found = each(x, k, kernel.conjoin(each(y, term("m + 1", m=m), positive), total))
    return derived.follow(symmetric(plain), found)


JOINED = "(if z = 1 then (if y = u then 1 else 0) else if z = y + 1 then 1 else 0)"


@lemma(f"forall m u a r y. {PLACE} integer(y) and 1 <= y <= m implies "
       f"(sum z in 1..m + 1. {split_entry('a', 'r').replace('y', 'z')} * {JOINED}) = a(y)")  # fmt: skip
def split_rejoins(goal: Goal) -> Proved:
    """The two parts of a response joined again."""
    m, u, a, r, y = goal.variables
    z = Free("z #0")
    names = {"m": m, "u": u, "a": a, "r": r, "y": y, "z": z}
    F = term(f"fun z. {split_entry('a', 'r').replace('y', 'z')} * {JOINED}", **names)
    first = rewritten(at(sums.sum_first(), m, F, given=goal.given))
    head = normal(plainly("F(1)", F=F), decided([]))
    place = kernel.assume(in_range(z, m))
    later = plainly("F(z + 1)", F=F, z=z)
    value = "(if z = y then (if z = u then a(u) - r else a(z)) else 0)"
    shifted = arithmetic(term("z + 1 - 1 = z", z=z))
    not_first = arithmetic(NOT(term("z + 1 = 1", z=z)), place)
    plain = normal(later, decided([not_first]), by(shifted))
    entry = by_conditions(equal(sides(plain.conclusion)[1], term(value, **names)))
    row = summed(z, m, derived.transitive(plain, entry), goal.given)
    picked = at(
        sum_picked(), m, y, term("fun z. if z = u then a(u) - r else a(z)", **names), given=goal.given, premises=2
    )
    same = kernel.discharge(equal(y, u), kernel.congruent(kernel.reflexive(a), kernel.assume(equal(y, u))))
    changed = normal(goal.conclusion)
    found = by_conditions(sides(changed.conclusion)[1], first, head, row, rewritten(picked), same)
    return derived.follow(symmetric(changed), found)


@lemma(f"forall k m P u R. {PLACE} informative(k, m + 1, m, fun x y. {split_in_design('x')}, P)")
def split_is_informative(goal: Goal) -> Proved:
    """A design with a split response is as informative: the parts are joined again."""
    k, m, P, u, R = goal.variables
    x, y, z = Free("x #0"), Free("y #0"), Free("z #0")
    names = {"k": k, "m": m, "P": P, "u": u, "R": R, "x": x, "y": y, "z": z}
    C = term(f"fun z y. {JOINED}", **names)
    within, in_y = kernel.assume(in_range(z, term("m + 1", m=m))), kernel.assume(in_range(y, m))
    positive = by_conditions(term(f"0 <= {JOINED}", **names))
    first = kernel.assume(term("z = 1", z=z))
    not_first = kernel.assume(NOT(first.conclusion))
    before = later_place(z, m, within, not_first)
    picked = at(sum_picked(), m, u, term("fun y. 1"), given=goal.given, premises=2)
    own = summed(y, m, by_conditions(term(f"{JOINED} = (if y = u then 1 else 0)", **names), first), goal.given)
    own = arithmetic(equal(sides(own.conclusion)[0], Number(1)), own, picked)
    earlier = at(sum_picked(), m, term("z - 1", z=z), term("fun y. 1"), given=[*goal.given, before], premises=2)
    other = summed(
        y, m, by_conditions(term(f"{JOINED} = (if y = z - 1 then 1 else 0)", **names), not_first), goal.given
    )
    other = arithmetic(equal(sides(other.conclusion)[0], Number(1)), other, earlier)
    total = kernel.cases(either(first.conclusion), own, other)
    channel = each(z, term("m + 1", m=m), kernel.conjoin(each(y, m, positive), total))
    entry = at(
        split_rejoins(), m, u, term("P(x)", P=P, x=x), term("R(x)", R=R, x=x), y, given=[*goal.given, in_y], premises=3
    )
    entries = each(x, k, each(y, m, symmetric(entry)))
    plain = normal(goal.conclusion, unfolding("informative", "channel", "design", "law", "through"))
    formula = sides(plain.conclusion)[1]
    wanted = normal(instance(formula, C))
    found = kernel.witness(formula, C, derived.follow(symmetric(wanted), rewritten(kernel.conjoin(channel, entries))))
    return derived.follow(symmetric(plain), found)


@lemma("forall k m n P Q i j. integer(m) and 0 <= m implies integer(n) and 0 <= n implies informative(k, m, n, P, Q) "
       "implies integer(i) and 1 <= i <= k implies integer(j) and 1 <= j <= k implies "
       "(sum z in 1..n. abs(Q(i, z) - Q(j, z))) <= (sum y in 1..m. abs(P(i, y) - P(j, y)))")  # fmt: skip
def less_informative_is_closer(goal: Goal) -> Proved:
    """What tells less has rows that are not farther apart."""
    _k, m, n, P, _Q, i, j = goal.variables
    z, C = Free("z #0"), Free("C #0", P.type)
    existence = rewritten(kernel.assume(goal.given[2]), unfolding("informative"))
    channel, is_Q = conjuncts(kernel.assume(instance(existence.conclusion, C)))
    rows = [term("P(x)", P=P, x=x) for x in (i, j)]
    near = at(total_variation_contracts(), m, n, C, *rows, given=[*goal.given[:2], channel], premises=3)
    near = rewritten(near, unfolding("total_variation", "response"))
    in_z = kernel.assume(in_range(z, n))
    entries = [rewritten(at(at(is_Q, x, given=goal.given), z, given=[in_z]), unfolding("through")) for x in (i, j)]
    gap = kernel.congruent(kernel.congruent(kernel.reflexive(term("fun a b. abs(a - b)")), entries[0]), entries[1])
    row = summed(z, n, rewritten(gap), goal.given[1:2])
    found = arithmetic(goal.conclusion, near, row, opaque=True)
    return kernel.unpack(existence, C, found)


H = "(if {a} + {b} = 0 then 0 else {a}^2 / ({a} + {b}))"


def apart(text: str) -> str:
    """a^2/(a + b) summed over the responses, for the rows i and j of a design."""
    return H.format(a=f"{text}(i, y)", b=f"{text}(j, y)")


@lemma("forall k m n P Q i j. integer(m) and 0 <= m implies integer(n) and 0 <= n implies design(k, m, P) implies "
       "informative(k, m, n, P, Q) implies integer(i) and 1 <= i <= k implies integer(j) and 1 <= j <= k implies "
       f"(sum y in 1..n. {apart('Q')}) <= (sum y in 1..m. {apart('P')})")  # fmt: skip
def less_informative_is_less_distinct(goal: Goal) -> Proved:
    """No channel enlarges the sum of a^2/(a + b) over the responses (data processing for a convex function)."""
    k, m, n, P, Q, i, j = goal.variables
    y, z, C = Free("y #0"), Free("z #0"), Free("C #0", P.type)
    names = {"k": k, "m": m, "n": n, "P": P, "Q": Q, "i": i, "j": j, "y": y, "z": z, "C": C}
    sizes = goal.given[:2]
    existence = rewritten(kernel.assume(goal.given[3]), unfolding("informative"))
    channel, is_Q = conjuncts(kernel.assume(instance(existence.conclusion, C)))
    laws = rewritten(channel, unfolding("channel", "design", "law"))
    rows = rewritten(kernel.assume(goal.given[2]), unfolding("design", "law"))
    inside = [kernel.assume(in_range(y, m)), kernel.assume(in_range(z, n))]
    chances = [at(kernel.part(at(rows, x, given=goal.given), 0), y, given=inside) for x in (i, j)]
    weight, one = (
        at(kernel.part(at(laws, y, given=inside), 0), z, given=inside),
        kernel.part(at(laws, y, given=inside), 1),
    )
    # a tangent at any slope t
    a, b, c, t = (Free(f"{name} #0") for name in "abct")
    value = H.format(a="a", b="b")
    known = [term(f"0 <= {x}", a=a, b=b, c=c) for x in "abc"]
    below = by_conditions(term(f"c * (2 * t * a - t^2 * (a + b)) <= c * {value}", a=a, b=b, c=c, t=t), *known)
    values = {a: term("P(i, y)", **names), b: term("P(j, y)", **names), c: term("C(y, z)", **names)}
    below = cut(kernel.instantiate(below, values), *chances, weight)
    row = rewritten(summed(y, m, below, sizes[:1]))
    left, bound = applied(row.conclusion, "<=", 2) or ()
    taken = normal(left, in_sums(sizes[:1]))
    entries = [rewritten(at(at(is_Q, x, given=goal.given), z, given=[inside[1]]), unfolding("through")) for x in (i, j)]
    order = [
        summed(y, m, arithmetic(term("C(y, z) * P(x, y) = P(x, y) * C(y, z)", x=x, **names)), sizes[:1]) for x in (i, j)
    ]
    tangent = term("2 * t * Q(i, z) - t^2 * (Q(i, z) + Q(j, z))", t=t, **names)
    tangents = arithmetic(AT_MOST(tangent, bound), row, taken, *entries, *map(rewritten, order), opaque=True)
    A, B, S = Free("A #0"), Free("B #0"), Free("S #0")
    slope = term("A / (A + B)", A=A, B=B)
    steepest = by_conditions(
        term(f"{H.format(a='A', b='B')} <= S", A=A, B=B, S=S),
        *(term("2 * t * A - t^2 * (A + B) <= S", A=A, B=B, S=S, t=t) for t in (slope, Number(0))),
    )
    ends = {A: term("Q(i, z)", **names), B: term("Q(j, z)", **names), S: bound}
    of_z = kernel.instantiate(steepest, ends)
    of_z = cut(of_z, *(kernel.instantiate(tangents, {t: v}) for v in (substituted(slope, ends), Number(0))))
    whole = summed(z, n, of_z, sizes[1:])
    both = plainly(f"fun z y. C(y, z) * {apart('P')}", **{key: v for key, v in names.items() if key not in "yz"})
    swapped = rewritten(at(sums.sum_swap(), n, m, both, given=sizes, premises=2))
    distinct = plainly(apart("P"), **names)
    scaled = at(sums.sum_scale(), n, distinct, term("fun z. C(y, z)", **names), given=sizes[1:])
    turned = summed(
        z,
        n,
        arithmetic(
            equal(
                plainly("c * d", c=term("C(y, z)", **names), d=distinct),
                plainly("d * c", c=term("C(y, z)", **names), d=distinct),
            ),
            opaque=True,
        ),
        sizes[1:],
    )
    kept = arithmetic(
        equal(sides(turned.conclusion)[0], distinct), rewritten(turned), rewritten(scaled), one, opaque=True
    )
    closing = summed(y, m, kept, sizes[:1])
    found = arithmetic(goal.conclusion, whole, swapped, closing, opaque=True)
    return kernel.unpack(existence, C, found)


ALIKE = "(forall x in 1..k. forall y in 1..{m}. {P}(x, y) = {S}(x, y)) implies"


@lemma(f"forall k m l P S A B. integer(m) and 0 <= m implies {ALIKE.format(m='m', P='P', S='S')} "
       f"{ALIKE.format(m='l', P='A', S='B')} informative(k, m, l, P, A) implies informative(k, m, l, S, B)",
       depth=11)  # fmt: skip
def informative_of_same(goal: Goal) -> Proved:
    """Only the probabilities of responses count."""
    k, m, width, P, _S, _A, B = goal.variables
    x, y, z, C = Free("x #0"), Free("y #0"), Free("z #0"), Free("C #0", P.type)
    inside = [kernel.assume(in_range(v, size)) for v, size in ((x, k), (y, m), (z, width))]
    same_P, same_A = (kernel.assume(formula) for formula in goal.given[1:3])
    existence = rewritten(kernel.assume(goal.given[3]), unfolding("informative"))
    there = kernel.assume(instance(existence.conclusion, C))
    channel, is_A = kernel.part(there, 0), kernel.part(there, 1)
    made = rewritten(at(at(is_A, x, given=inside), z, given=inside), unfolding("through"))
    entry = at(at(same_P, x, given=inside), y, given=inside)
    weight = term("C(y, z)", C=C, y=y, z=z)
    row = summed(
        y, m, rewritten(kernel.congruent(kernel.reflexive(term("fun a. a * w", w=weight)), entry)), goal.given[:1]
    )
    found = arithmetic(
        equal(term("B(x, z)", B=B, x=x, z=z), sides(row.conclusion)[1]),
        at(at(same_A, x, given=inside), z, given=inside), made, row, opaque=True,
    )  # fmt: skip
    entries = each(x, k, each(z, width, found))
    plain = normal(goal.conclusion, unfolding("informative"), unfolding("through"))
    formula = sides(plain.conclusion)[1]
    wanted = normal(instance(formula, C))
    both = derived.follow(symmetric(wanted), rewritten(kernel.conjoin(channel, entries)))
    whole = derived.follow(symmetric(plain), kernel.witness(formula, C, both))
    return kernel.unpack(existence, C, whole)


@lemma(f"forall k m P S. integer(m) and 0 <= m implies {ALIKE.format(m='m', P='P', S='S')} design(k, m, P) implies "
       "design(k, m, S)", depth=7)  # fmt: skip
def design_of_same(goal: Goal) -> Proved:
    """What has the probabilities of a design is a design."""
    k, m, _P, S = goal.variables
    x, y = Free("x #0"), Free("y #0")
    inside = [kernel.assume(in_range(v, size)) for v, size in ((x, k), (y, m))]
    entry = at(at(kernel.assume(goal.given[1]), x, given=inside), y, given=inside)
    chances, one = conjuncts(at(rewritten(kernel.assume(goal.given[2]), unfolding("design", "law")), x, given=inside))
    positive = arithmetic(term("0 <= S(x, y)", S=S, x=x, y=y), entry, at(chances, y, given=inside))
    row = summed(y, m, entry, goal.given[:1])
    total = arithmetic(equal(sides(row.conclusion)[1], Number(1)), row, one, opaque=True)
    plain = normal(goal.conclusion, unfolding("design", "law"))
    return derived.follow(symmetric(plain), each(x, k, kernel.conjoin(each(y, m, positive), total)))
