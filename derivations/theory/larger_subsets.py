"""Sets of l of k categories against larger sets: what can be learnt of a member, for all sizes.

Source: Nayak, Zhai, section 4.3.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    decided,
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
    unfolding,
)
from derivations.logic.terms import FALSE, NOT, PLUS, Free, Term, applied, closed, equal, substituted
from derivations.theory import sums
from derivations.theory.blackwell import informative_transitive
from derivations.theory.merging import as_informative
from derivations.theory.privacy import sum_not_negative
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    plainly,
    sum_of_zeros,
    sum_picked,
    sum_with_other,
    summed,
    term_at_most_sum,
)
from derivations.theory.subset_designs import counts
from derivations.theory.subset_lists import MATRIX, sets_can_be_listed
from derivations.theory.subsets import INDEX, binomial_next
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, sum_of_ones

# -- one more member ---------------------------------------------------------------------------------------------------

BOTH = (
    "integer(k) and 0 <= k implies integer(m) and 0 <= m implies subsets(k, l, m, z) implies "
    "integer(r) and 0 <= r implies subsets(k, h, r, u) implies h = l + 1 implies"
)
ADDED = "(if (forall i in 1..k. u(w, i) = (if i = j then 1 else z(y, i))) then 1 - z(y, j) else 0)"
"""1 where the set u(w) is the set z(y) and j, which is not in z(y)."""


def sets_of(premise: Term) -> tuple[Proved, Proved, Proved]:
    """subsets(k, l, m, z) |- each is a set, no two are the same, all are there"""
    found = rewritten(kernel.assume(premise), unfolding("subsets", "bits"))
    rest = kernel.part(found, 1)
    return kernel.part(found, 0), kernel.part(rest, 0), kernel.part(rest, 1)


def _existing(existence: Proved, index: Free) -> tuple[Proved, Proved]:
    """Of what is said to be in a range: where it is, and what it is."""
    return two_parts(kernel.assume(instance(existence.conclusion, index)))


def two_parts(both: Proved) -> tuple[Proved, Proved]:
    """A and B of A and B"""
    return kernel.part(both, 0), kernel.part(both, 1)


@lemma(f"forall k l m z h r u y j. {BOTH} integer(y) and 1 <= y <= m implies {INDEX.format('j')} "
       f"(sum w in 1..r. {ADDED}) = 1 - z(y, j)")  # fmt: skip
def added_once(goal: Goal) -> Proved:
    """A set and a category that it lacks make one larger set."""
    k, held, m, z, more, r, u, y, j = goal.variables
    i, w, there = Free("i #0"), Free("w #0"), Free("there #0")
    names = {"k": k, "l": held, "m": m, "z": z, "h": more, "r": r, "u": u, "y": y, "j": j, "i": i, "w": w}
    (smaller, _, _), (_, no_two, all_there) = sets_of(goal.given[2]), sets_of(goal.given[4])
    bits, total = two_parts(at(smaller, y, given=goal.given[6:7]))
    in_i = kernel.assume(in_range(i, k))
    zero, one = map(kernel.assume, applied(at(bits, j, given=goal.given[7:]).conclusion, "or", 2) or ())
    added = term(ADDED, **names)
    none = summed(w, r, by_conditions(equal(added, ZERO), one), goal.given[3:4])
    none = derived.transitive(none, at(sum_of_zeros(), r, given=goal.given[3:4]))
    nothing = arithmetic(goal.conclusion, none, one)

    bit = by_conditions(
        term("(if i = j then 1 else z(y, i)) = 0 or (if i = j then 1 else z(y, i)) = 1", **names),
        at(bits, i, given=[in_i]),
    )
    scores = [term("fun i. 1"), term("fun i. z(y, i)", z=z, y=y)]
    larger = at(sum_with_other(), k, j, *scores, given=[goal.given[0], goal.given[7]], premises=2)
    whole = arithmetic(equal(sides(larger.conclusion)[0], more), larger, total, zero, goal.given[5])
    longer = term("fun i. if i = j then 1 else z(y, i)", j=j, z=z, y=y)
    existence = kernel.detach(specialise(all_there, longer), kernel.conjoin(each(i, k, bit), whole))
    place, alike = _existing(existence, there)
    condition = (applied(added, "if", 3) or ())[0]
    same = kernel.assume(equal(w, there))
    here = Free("here #0")
    agree = kernel.replace(symmetric(same), closed(here, substituted(condition, {w: here})), alike)
    wanted = equal(added, term("if w = t then 1 else 0", w=w, t=there))
    is_it = by_conditions(wanted, arithmetic(equal(added, ONE), branch_of(added, agree), zero), same)
    other, assumed, in_w = kernel.assume(NOT(same.conclusion)), kernel.assume(condition), kernel.assume(in_range(w, r))
    entry = derived.transitive(at(assumed, i, given=[in_i]), symmetric(at(alike, i, given=[in_i])))
    met = kernel.detach(at(at(no_two, w, given=[in_w]), there, given=[place]), each(i, k, entry))
    differs = derived.reject(condition, derived.clash(other, met))
    is_not = by_conditions(wanted, branch_of(added, differs), other)
    row = summed(w, r, kernel.cases(either(same.conclusion), is_it, is_not), goal.given[3:4])
    picked = at(sum_picked(), r, there, term("fun w. 1"), given=[goal.given[3], place], premises=2)
    found = kernel.unpack(existence, there, arithmetic(goal.conclusion, row, picked, zero))
    return kernel.cases(at(bits, j, given=goal.given[7:]), found, nothing)


def branch_of(choice: Term, fact: Proved) -> Proved:
    """|- if A then a else b = a, or = b, where the fact is A, or its negation"""
    condition, first, second = applied(choice, "if", 3) or ()
    rule = derived.if_true if fact.conclusion == condition else derived.if_false
    return kernel.detach(rule(condition, first, second), fact)


@lemma(f"forall k l m z h r u w j x. {BOTH} integer(w) and 1 <= w <= r implies {INDEX.format('j')} "
       f"{INDEX.format('x')} (sum y in 1..m. z(y, x) * {ADDED}) = "
       "u(w, j) * (if x = j then 0 else u(w, x))")  # fmt: skip
def taken_once(goal: Goal) -> Proved:
    """A set without one of its members is one smaller set."""
    k, held, m, z, _, r, u, w, j, x = goal.variables
    i, y, there = Free("i #0"), Free("y #0"), Free("there #0")
    names = {"k": k, "l": held, "m": m, "z": z, "r": r, "u": u, "y": y, "j": j, "i": i, "w": w, "x": x}
    (smaller, no_two, all_there), (larger, _, _) = sets_of(goal.given[2]), sets_of(goal.given[4])
    bits, total = two_parts(at(larger, w, given=goal.given[6:7]))
    in_i, in_y = kernel.assume(in_range(i, k)), kernel.assume(in_range(y, m))
    own_bit = at(kernel.part(at(smaller, y, given=[in_y]), 0), j, given=goal.given[7:8])
    which = at(bits, j, given=goal.given[7:8])
    zero, one = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    added = term(ADDED, **names)
    condition = (applied(added, "if", 3) or ())[0]
    assumed = kernel.assume(condition)
    at_j = rewritten(at(assumed, j, given=goal.given[7:8]), decided([]))
    differs = derived.reject(condition, arithmetic(FALSE, at_j, zero))
    product = term("z(y, x) * v", z=z, y=y, x=x, v=added)
    none = arithmetic(equal(product, ZERO), branch_of(added, differs))
    none = derived.transitive(summed(y, m, none, goal.given[1:2]), at(sum_of_zeros(), m, given=goal.given[1:2]))
    right = sides(goal.conclusion)[1]
    nothing = derived.transitive(none, by_conditions(equal(ZERO, right), zero))

    bit = by_conditions(
        term("(if i = j then 0 else u(w, i)) = 0 or (if i = j then 0 else u(w, i)) = 1", **names),
        at(bits, i, given=[in_i]),
    )
    scores = [term("fun i. 0"), term("fun i. u(w, i)", u=u, w=w)]
    rest = at(sum_with_other(), k, j, *scores, given=[goal.given[0], goal.given[7]], premises=2)
    whole = arithmetic(equal(sides(rest.conclusion)[0], held), rest, total, one, goal.given[5])
    shorter = term("fun i. if i = j then 0 else u(w, i)", j=j, u=u, w=w)
    existence = kernel.detach(specialise(all_there, shorter), kernel.conjoin(each(i, k, bit), whole))
    place, alike = _existing(existence, there)
    here = Free("here #0")
    wanted = equal(product, term("if y = t then z(y, x) else 0", t=there, **names))
    # the set itself
    same = kernel.assume(equal(y, there))
    pattern = closed(here, term("forall i in 1..k. z(t, i) = (if i = j then 0 else u(w, i))", t=here, **names))
    own = kernel.replace(symmetric(same), pattern, alike)
    moved = kernel.discharge(
        equal(i, j), kernel.congruent(kernel.reflexive(term("u(w)", u=u, w=w)), kernel.assume(equal(i, j)))
    )
    entry = term("u(w, i) = (if i = j then 1 else z(y, i))", **names)
    agree = each(i, k, by_conditions(entry, at(own, i, given=[in_i]), moved, one))
    lacks = rewritten(at(own, j, given=goal.given[7:8]), decided([]))
    is_it = by_conditions(wanted, arithmetic(equal(added, ONE), branch_of(added, agree), lacks), same)
    # another set
    other = kernel.assume(NOT(same.conclusion))
    lacking = kernel.assume(term("z(y, j) = 0", **names))
    moved = kernel.discharge(
        equal(i, j), kernel.congruent(kernel.reflexive(term("z(y)", z=z, y=y)), kernel.assume(equal(i, j)))
    )
    entry = term("z(y, i) = (if i = j then 0 else u(w, i))", **names)
    entry_here = by_conditions(entry, at(assumed, i, given=[in_i]), moved, lacking)
    both = derived.transitive(entry_here, symmetric(at(alike, i, given=[in_i])))
    met = kernel.detach(at(at(no_two, y, given=[in_y]), there, given=[place]), each(i, k, both))
    held_there = arithmetic(
        term("z(y, j) = 1", **names), own_bit, derived.reject(lacking.conclusion, derived.clash(other, met))
    )
    zero_if = arithmetic(equal(added, ZERO), branch_of(added, assumed), held_there)
    zero_else = branch_of(added, kernel.assume(NOT(condition)))
    is_not = by_conditions(wanted, kernel.cases(either(condition), zero_if, zero_else), other)
    row = summed(y, m, kernel.cases(either(same.conclusion), is_it, is_not), goal.given[1:2])
    picked = at(sum_picked(), m, there, term("fun y. z(y, x)", z=z, x=x), given=[goal.given[1], place], premises=2)
    value = derived.transitive(row, derived.transitive(picked, at(alike, x, given=goal.given[8:])))
    value = derived.transitive(value, by_conditions(equal(sides(value.conclusion)[1], right), one))
    return kernel.cases(which, nothing, kernel.unpack(existence, there, value))


SCALED = "(forall i in 1..k. forall y in 1..{m}. {P}(i, y) = {a} * {z}(y, i)) implies"
IN_BOTH = SCALED.format(P="P", m="m", a="a", z="z") + " " + SCALED.format(P="Q", m="r", a="b", z="u")


@lemma(f"forall k l m z h r u P a Q b. {BOTH} {IN_BOTH} l < k implies b * (k - l) = a * l implies "
       "informative(k, m, r, P, Q)", depth=21)  # fmt: skip
def one_more_says_less(goal: Goal) -> Proved:
    """A category that is lacked, each with the same probability, is put into the set."""
    k, held, m, z, more, r, u, P, a, Q, b = goal.variables
    i, j, w, x, y = (Free(f"{name} #0") for name in "ijwxy")
    names = {"k": k, "l": held, "m": m, "z": z, "r": r, "u": u, "a": a, "b": b}
    at_all = {**names, "i": i, "j": j, "w": w, "x": x, "y": y, "P": P, "Q": Q}
    (smaller, _, _), (larger, _, _) = sets_of(goal.given[2]), sets_of(goal.given[4])
    in_j, in_w, in_x, in_y = (kernel.assume(in_range(*pair)) for pair in ((j, k), (w, r), (x, k), (y, m)))
    c = term("1 / (k - l)", **names)
    one = arithmetic(term("c * (k - l) = 1", c=c, **names), goal.given[8])
    positive = arithmetic(term("0 < c", c=c), goal.given[8])
    added = f"(sum j in 1..k. {ADDED})"
    C = term(f"fun y w. c * {added}", c=c, **names)
    sizes, in_k, in_m, in_r = goal.given[:6], goal.given[:1], goal.given[1:2], goal.given[3:4]
    # each set has a law of larger ones
    bits, total = two_parts(at(smaller, y, given=[in_y]))
    not_negative = by_conditions(term(f"0 <= {ADDED}", **at_all), at(bits, j, given=[in_j]))
    score = term(f"fun j. {ADDED}", **{name: value for name, value in at_all.items() if name not in "ijxPQ"})
    signs = kernel.detach(at(sum_not_negative(), k, score, given=in_k), each(j, k, not_negative))
    sign = arithmetic(term(f"0 <= c * {added}", c=c, **{**names, "w": w, "y": y}), signs, positive, opaque=True)
    scaled = at(sums.sum_scale(), r, c, term(f"fun w. {added}", y=y, **names), given=in_r)
    swapped = at(sums.sum_swap(), r, k, term(f"fun w j. {ADDED}", y=y, **names), given=[*in_r, *in_k], premises=2)
    once = at(added_once(), k, held, m, z, more, r, u, y, j, given=[*sizes, in_y, in_j], premises=8)
    lacked = summed(j, k, once, in_k)
    number = normal(sides(lacked.conclusion)[1], in_sums(in_k), by(sum_of_ones(), in_k))
    whole = arithmetic(
        equal(sides(scaled.conclusion)[0], ONE), scaled, swapped, lacked, number, total, one, opaque=True
    )
    channel = each(y, m, kernel.conjoin(each(w, r, sign), whole))
    # what it makes of P
    members = kernel.part(at(larger, w, given=[in_w]), 1)
    bit = at(kernel.part(at(larger, w, given=[in_w]), 0), x, given=[in_x])
    entry = at(at(kernel.assume(goal.given[6]), x, given=[in_x]), y, given=[in_y])
    s = term(added, w=w, y=y, **names)
    row = arithmetic(term("P(x, y) * (c * s) = c * a * (z(y, x) * s)", c=c, s=s, **at_all), entry, opaque=True)
    factor = term("z(y, x)", **at_all)
    inner = symmetric(at(sums.sum_scale(), k, factor, score, given=in_k))
    in_front = equal(sides(row.conclusion)[1], term("c * a * t", c=c, a=a, t=sides(inner.conclusion)[1]))
    row = derived.transitive(row, arithmetic(in_front, inner, opaque=True))
    outer = summed(y, m, row, in_m)
    product = term(f"fun y j. z(y, x) * {ADDED}", **{n: v for n, v in at_all.items() if n not in "ijyPQ"})
    lifted = at(sums.sum_scale(), m, term("c * a", c=c, a=a), _over(product, j, k, y), given=in_m)
    exchanged = at(sums.sum_swap(), m, k, product, given=[*in_m, *in_k], premises=2)
    once = at(taken_once(), k, held, m, z, more, r, u, w, j, x, given=[*sizes, in_w, in_j, in_x], premises=9)
    choice = by_conditions(
        term("u(w, j) * (if x = j then 0 else u(w, x)) = (if j = x then 0 else u(w, x) * u(w, j))", **at_all)
    )
    taken = summed(j, k, derived.transitive(once, choice), in_k)
    others = term("fun j. u(w, x) * u(w, j)", u=u, w=w, x=x)
    without = at(sum_with_other(), k, x, term("fun j. 0"), others, given=[*in_k, in_x], premises=2)
    all_of = at(sums.sum_scale(), k, term("u(w, x)", **at_all), term("fun j. u(w, j)", u=u, w=w), given=in_k)
    t = sides(exchanged.conclusion)[1]
    left = arithmetic(
        equal(t, term("l * u(w, x)", **at_all)), taken, without, all_of, members, bit, goal.given[5], opaque=True
    )
    value = at(at(kernel.assume(goal.given[7]), x, given=[in_x]), w, given=[in_w])
    size = arithmetic(term("b = c * a * l", c=c, **names), goal.given[9], one, goal.given[8])
    through = arithmetic(
        equal(sides(value.conclusion)[0], sides(outer.conclusion)[0]),
        value, outer, lifted, exchanged, left, size, opaque=True)  # fmt: skip
    return as_informative(goal, C, channel, each(x, k, each(w, r, through)))


def _over(product: Term, index: Free, size: Term, kept: Free) -> Term:
    """fun kept. the sum of the product over the index"""
    inner = sides(normal(product(kept, index)).conclusion)[1]
    return closed(kept, term("sum")(size, closed(index, inner)))


@lemma("forall k l m z h r u P a Q b. integer(k) and 0 <= k implies integer(m) and 0 <= m implies "
       "subsets(k, l, m, z) implies integer(r) and 1 <= r implies subsets(k, h, r, u) implies l < h implies "
       f"{IN_BOTH} 0 < b implies not informative(k, r, m, Q, P)", depth=20)  # fmt: skip
def larger_sets_say_less(goal: Goal) -> Proved:
    """A smaller set that can follow a larger one holds all of its members, so that none can."""
    k, _, m, z, _, r, u, P, a, Q, b = goal.variables
    x, y, w, C = Free("x #0"), Free("y #0"), Free("w #0"), Free("C #0", P.type)
    names = {"k": k, "m": m, "z": z, "r": r, "u": u, "P": P, "a": a, "Q": Q, "b": b, "C": C, "x": x, "y": y, "w": w}
    in_x, in_y, in_w = (kernel.assume(in_range(*pair)) for pair in ((x, k), (y, m), (w, r)))
    (informs,) = applied(goal.conclusion, "not", 1) or ()
    existence = rewritten(kernel.assume(informs), unfolding("informative", "channel", "design", "law", "through"))
    channel, entries = two_parts(kernel.assume(instance(existence.conclusion, C)))
    channel, entries = rewritten(channel), rewritten(entries)
    (smaller, _, _), (larger, _, _) = sets_of(goal.given[2]), sets_of(goal.given[4])
    size = shown(term("integer(r) and 0 <= r", r=r), goal.given[3:4])
    first = shown(in_range(ONE, r), [goal.given[3], arithmetic(term("1 <= t", t=ONE))])
    positive, whole = two_parts(at(channel, ONE, given=[first]))
    bits, members = two_parts(at(smaller, y, given=[in_y]))
    own_bits, own_members = two_parts(at(larger, ONE, given=[first]))
    # where the smaller set lacks x, so does the larger one
    entry = derived.transitive(
        symmetric(at(at(entries, x, given=[in_x]), y, given=[in_y])),
        at(at(kernel.assume(goal.given[6]), x, given=[in_x]), y, given=[in_y]),
    )
    other = at(at(kernel.assume(goal.given[7]), x, given=[in_x]), w, given=[in_w])
    bit_of_w = at(kernel.part(at(larger, w, given=[in_w]), 0), x, given=[in_x])
    sign = at(kernel.part(at(channel, w, given=[in_w]), 0), y, given=[in_y])
    product = arithmetic(term("0 <= Q(x, w) * C(w, y)", **names), other, bit_of_w, sign, goal.given[8])
    terms = term("fun w. Q(x, w) * C(w, y)", Q=Q, C=C, x=x, y=y)
    at_most = kernel.detach(at(term_at_most_sum(), r, ONE, terms, given=[size, first], premises=2), each(w, r, product))
    own_entry = at(at(kernel.assume(goal.given[7]), x, given=[in_x]), ONE, given=[first])
    bit, own_bit = at(bits, x, given=[in_x]), at(own_bits, x, given=[in_x])
    some = kernel.assume(term("0 < C(n, y)", C=C, y=y, n=ONE))
    cases = []
    inside = term("u(n, x) <= z(y, x)", u=u, z=z, n=ONE, x=x, y=y)
    for case in map(kernel.assume, applied(bit.conclusion, "or", 2) or ()):
        follows = []
        for own in map(kernel.assume, applied(own_bit.conclusion, "or", 2) or ()):
            follows.append(arithmetic(inside, case, own, at_most, entry, own_entry, some, goal.given[8]))
        cases.append(kernel.cases(own_bit, *follows))
    within = summed(x, k, kernel.cases(bit, *cases), goal.given[:1])
    wrong = arithmetic(FALSE, within, members, own_members, goal.given[5])
    none = arithmetic(
        term("C(n, y) = 0", C=C, y=y, n=ONE), derived.reject(some.conclusion, wrong), at(positive, y, given=[in_y])
    )
    zeros = derived.transitive(summed(y, m, none, goal.given[1:2]), at(sum_of_zeros(), m, given=goal.given[1:2]))
    return derived.reject(informs, kernel.unpack(existence, C, arithmetic(FALSE, zeros, whole)))


# -- any two sizes -----------------------------------------------------------------------------------------------------

LIST = "integer({m}) and 0 <= {m} implies subsets(k, {l}, {m}, {z}) implies"
UNIFORM = "(forall i in 1..k. forall y in 1..{m}. {P}(i, y) * binomial(k - 1, {l} - 1) = {z}(y, i)) implies"
SMALL = LIST.format(m="m", l="l", z="z") + " " + UNIFORM.format(m="m", l="l", z="z", P="P")
LARGE = LIST.format(m="r", l="h", z="u") + " " + UNIFORM.format(m="r", l="h", z="u", P="Q")


@lemma(f"forall k l h m z. integer(k) and 2 <= k implies {LIST.format(m='m', l='l', z='z')} "
       "integer(l) and 1 <= l and l < k implies h = l + 1 implies "
       "0 < binomial(k - 1, l - 1) and (k - l) * binomial(k - 1, l - 1) = l * binomial(k - 1, h - 1)")  # fmt: skip
def next_coefficient(goal: Goal) -> Proved:
    """How many sets hold a category, for one size and the next."""
    k, held, more, m, z = goal.variables
    names = {"k": k, "l": held, "h": more}
    before = term("k - 1", k=k)
    size = kernel.conjoin(shown(term("integer(k - 1)", k=k), goal.given[:1]),
                          arithmetic(term("0 <= k - 1", k=k), goal.given[0]))  # fmt: skip
    positive, _, number, members, _ = conjuncts(at(counts(), k, held, m, z, given=goal.given, premises=4))
    row = at(binomial_next(), before, held, given=[size])
    whole = arithmetic(term("k - 1 + 1 = k", k=k))
    row = rewritten(row, lambda part: whole if part == sides(whole.conclusion)[0] else None)
    moved = kernel.congruent(
        kernel.reflexive(term("binomial")(before)), arithmetic(term("h - 1 = l", **names), goal.given[4])
    )
    second = arithmetic((applied(goal.conclusion, "and", 2) or ())[1], number, members, row, moved)
    return kernel.conjoin(positive, second)


ABOVE = f"(forall h r u Q. h = l + d + 1 implies h < k implies {LARGE} informative(k, m, r, P, Q))"


@lemma(f"forall k l m z P d. integer(k) and 2 <= k implies integer(l) and 1 <= l implies {SMALL} "
       f"integer(d) and 0 <= d implies {ABOVE}", depth=12)  # fmt: skip
def smaller_sets_say_more(goal: Goal) -> Proved:
    """One member after another is put into the set."""
    k, held, m, z, P, d = goal.variables
    size = shown(term("integer(k) and 0 <= k", k=k), goal.given[:1])
    h, r, u, Q = Free("h #0"), Free("r #0"), Free("u #0", MATRIX), Free("Q #0", P.type)

    def premises(number: Term) -> list[Term]:
        """What is assumed of the larger sets at this distance."""
        formula = instance(substituted(goal.conclusion, {d: number}), h, r, u, Q)
        found = []
        while both := applied(formula, "implies", 2):
            found.append(both[0])
            formula = both[1]
        return found

    def scaled(low: Term, number: Term, sets: Term, design: Term, uniform: Proved, positive: Proved) -> Proved:
        """forall i y. P(i, y) = 1/binomial(k - 1, l - 1) z(y, i)"""
        i, y = Free("i #0"), Free("y #0")
        ranges = [kernel.assume(in_range(i, k)), kernel.assume(in_range(y, number))]
        entry = at(at(uniform, i, given=ranges), y, given=ranges)
        share = term("1 / binomial(k - 1, l - 1)", k=k, l=low)
        wanted = equal(plainly("P(i, y)", P=design, i=i, y=y), term("a * z(y, i)", a=share, z=sets, i=i, y=y))
        value = arithmetic(wanted, entry, positive)
        return each(i, k, each(y, number, value))

    def one_more(low: Term, number: Term, sets: Term, design: Term, facts: list[Term | Proved], uniform: Proved,
                 larger: list[Term]) -> Proved:  # fmt: skip
        """From sets of one size to those of the next."""
        follows, below, is_size, is_list, entries = larger
        bound = arithmetic(term("l < k", l=low, k=k), below, follows)
        next_size = arithmetic(term("h = l + 1", h=h, l=low), follows)
        ranges = shown(term("integer(l) and 1 <= l and l < k", l=low, k=k), [*facts, bound])
        positive, step = conjuncts(
            at(next_coefficient(), k, low, h, number, sets,
               given=[goal.given[0], *facts, ranges, next_size], premises=5))  # fmt: skip
        a, b = (term("1 / binomial(k - 1, l - 1)", k=k, l=which) for which in (low, h))
        more = arithmetic(term("0 < binomial(k - 1, h - 1)", k=k, h=h), step, positive, bound, *facts)
        ratio = arithmetic(term("b * (k - l) = a * l", a=a, b=b, k=k, l=low), step, positive, more)
        own = scaled(low, number, sets, design, uniform, positive)
        theirs = scaled(h, r, u, Q, kernel.assume(entries), more)
        given: list[Term | Proved] = [size, *facts, is_size, is_list, next_size, own, theirs, bound, ratio]
        return at(one_more_says_less(), k, low, number, sets, h, r, u, design, a, Q, b, given=given, premises=10)

    def concluded(number: Term, theorem: Proved) -> Proved:
        for premise in reversed(premises(number)):
            theorem = kernel.discharge(premise, theorem)
        return generalise(theorem, h, r, u, Q)

    low_facts: list[Term | Proved] = [*goal.given[1:4]]
    base = concluded(ZERO, one_more(held, m, z, P, low_facts, kernel.assume(goal.given[4]), premises(ZERO)))

    def step(j: Free, known: Proved, assumed: Proved) -> Proved:
        larger = premises(PLUS(j, ONE))
        low = term("l + j + 1", l=held, j=j)
        integer = shown(term("integer(l + j + 1)", l=held, j=j), [goal.given[1], known])
        n, sets = Free("n #0"), Free("z #0", MATRIX)
        existence = at(sets_can_be_listed(), k, given=[size])
        existence = specialise(existence, low)
        inner = instance(existence.conclusion, n)
        there = instance(inner, sets)
        is_size, is_list = shown(term("integer(n) and 0 <= n", n=n), [there]), list(conjuncts(kernel.assume(there)))[-1]
        design = term("fun i y. z(y, i) / binomial(k - 1, l - 1)", z=sets, k=k, l=low)
        bound = arithmetic(term("l < k", l=low, k=k), larger[0], larger[1])
        first = arithmetic(term("1 <= l", l=low), goal.given[1], known)
        ranges = kernel.conjoin(integer, kernel.conjoin(first, bound))
        following = arithmetic(term("h = l + 1", h=h, l=low), larger[0])
        positive, _ = conjuncts(at(next_coefficient(), k, low, h, n, sets,
                                   given=[goal.given[0], is_size, is_list, ranges, following], premises=5))  # fmt: skip
        i, y = Free("i #0"), Free("y #0")
        text = "z(y, i) / binomial(k - 1, l - 1) * binomial(k - 1, l - 1) = z(y, i)"
        uniform = each(i, k, each(y, n, arithmetic(term(text, z=sets, k=k, l=low, i=i, y=y), positive)))
        facts: list[Term | Proved] = [is_size, is_list, integer, first]
        to_next = one_more(low, n, sets, design, facts, uniform, larger)
        same = kernel.reflexive(low)
        before = under(specialise(assumed, low, n, sets, design), [same, bound, is_size, is_list, uniform], 5)
        chained = at(informative_transitive(), k, m, n, r, P, design, Q,
                     given=[goal.given[2], is_size, larger[2], before, to_next], premises=5)  # fmt: skip
        found = kernel.unpack(existence, n, kernel.unpack(kernel.assume(inner), sets, chained))
        return concluded(PLUS(j, ONE), found)

    return induct(d, goal.conclusion, base, step)
