"""Why no estimate from sets of l of k categories has the least risk for all shares, where 2 <= l <= k - 2.

Source: Nayak, Zhai, section 6, after Lemma 6.1.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    cut,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, NOT, Free, Number, Term, applied, closed, equal
from derivations.theory import sums
from derivations.theory.larger_subsets import branch_of, sets_of, two_parts
from derivations.theory.linear_estimates import LEFT_INVERSE
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    sum_of_zeros,
    sum_picked,
    sum_with_other,
    summed,
)
from derivations.theory.subsets import INDEX
from derivations.theory.sums import ZERO, in_range

# -- a step in four entries --------------------------------------------------------------------------------------------

STEP = "((if y = a then 1 else 0) + (if y = b then 1 else 0) - (if y = c then 1 else 0) - (if y = d then 1 else 0))"
FOUR = " ".join(f"integer({place}) and 1 <= {place} <= m implies" for place in "abcd")


@lemma(f"forall m g a b c d. integer(m) and 0 <= m implies {FOUR} "
       f"(sum y in 1..m. g(y) * {STEP}) = g(a) + g(b) - g(c) - g(d)")  # fmt: skip
def picked_four(goal: Goal) -> Proved:
    """Four terms of a sum."""
    m, g, *places = goal.variables
    y = Free("y #0")
    apart = normal(sides(goal.conclusion)[0], sums.in_sums(goal.given[:1]))
    found = []
    for place, known in zip(places, goal.given[1:], strict=True):
        choice = "g(y) * (if y = a then 1 else 0) = (if y = a then g(y) else 0)"
        row = summed(y, m, by_conditions(term(choice, g=g, y=y, a=place)), goal.given[:1])
        found.append(derived.transitive(row, at(sum_picked(), m, place, g, given=[goal.given[0], known], premises=2)))
    return arithmetic(goal.conclusion, apart, *found, opaque=True)


@lemma("forall p c. (forall t. 0 <= t * p + t * t * c) implies p = 0", depth=3)
def no_slope(goal: Goal) -> Proved:
    """What is least at 0 has the slope 0 there: t = -p/(1 + c^2)."""
    p, c = goal.variables
    s = term("1 / (1 + c * c)", c=c)
    positive = arithmetic(term("0 < s", s=s, c=c), term("0 <= c * c", c=c))
    positive = cut(positive, arithmetic(term("0 <= c * c", c=c)))
    unit = arithmetic(term("s * (1 + c * c) = 1", s=s, c=c), arithmetic(term("0 < 1 + c * c", c=c)))
    here = specialise(kernel.assume(goal.given[0]), term("-(s * p)", s=s, p=p))
    r = Free("r #0")
    given = [term("0 < r", r=r), term("r * (1 + c * c) = 1", r=r, c=c)]
    small = arithmetic(term("r * c < 1", r=r, c=c), *given)
    at_most = term("0 <= -(r * p) * p + -(r * p) * -(r * p) * c", r=r, p=p, c=c)
    lower = arithmetic(term("0 <= r * ((p * p) * (r * c - 1))", r=r, p=p, c=c), at_most)
    positive_part = arithmetic(term("0 <= (p * p) * (r * c - 1)", r=r, p=p, c=c), lower, given[0])
    square = arithmetic(term("p * p <= 0", p=p), positive_part, small)
    found = kernel.instantiate(arithmetic(goal.conclusion, square), {r: s})
    return cut(found, positive, unit, rewritten(here))


SPREAD = "(sum i in 1..k. sum y in 1..m. q(y) * {L}(i, y)^2)"
OTHER = LEFT_INVERSE.replace("L(", "A(")
BALANCED = "(forall j in 1..k. P(j, a) + P(j, b) = P(j, c) + P(j, d))"


@lemma(f"forall k m P L q i a b c d. integer(k) and 0 <= k implies integer(m) and 0 <= m implies {FOUR} "
       f"{INDEX.format('i')} {LEFT_INVERSE} implies {BALANCED} implies "
       f"(forall A. {OTHER} implies {SPREAD.format(L='L')} <= {SPREAD.format(L='A')}) implies "
       "q(a) * L(i, a) + q(b) * L(i, b) = q(c) * L(i, c) + q(d) * L(i, d)", depth=20)  # fmt: skip
def balanced_where_least(goal: Goal) -> Proved:
    """A step in the row i of L at four responses that keeps L P = I changes the least spread only to second order."""
    k, m, P, L, q, i, *places = goal.variables
    r, x, y, t = Free("r #0"), Free("x #0"), Free("y #0"), Free("t #0")
    names = {"k": k, "m": m, "P": P, "L": L, "q": q, "i": i, "r": r, "x": x, "y": y, "t": t}
    names |= dict(zip("abcd", places, strict=True))
    in_k, in_m, four, in_i = goal.given[:1], goal.given[1:2], goal.given[2:6], goal.given[6]
    in_r, in_x = kernel.assume(in_range(r, k)), kernel.assume(in_range(x, k))
    step = {name: value for name, value in names.items() if name in "abcd"}
    A = term(f"fun r y. if r = i then L(i, y) + t * {STEP} else L(r, y)", L=L, i=i, t=t, **step)

    def picked(text: str) -> Proved:
        """sum_y g(y) STEP = g(a) + g(b) - g(c) - g(d)"""
        free = {name: value for name, value in names.items() if name not in "ryabcd"}
        return at(picked_four(), m, term(f"fun y. {text}", **free), *places, given=[*in_m, *four], premises=5)

    # the step keeps A P = I
    u = Free("u #0")
    own = rewritten(at(at(kernel.assume(goal.given[7]), r, given=[in_r]), x, given=[in_x]), unfolding("indicator"))
    none = arithmetic(
        equal(sides(picked("P(x, y)").conclusion)[0], ZERO),
        picked("P(x, y)"),
        at(kernel.assume(goal.given[8]), x, given=[in_x]),
    )
    moved_by = term("(L(i, y) + t * u) * P(x, y) = L(i, y) * P(x, y) + t * (P(x, y) * u)", u=u, **names)
    entry = kernel.instantiate(arithmetic(moved_by), {u: term(STEP, y=y, **step)})
    moved = summed(y, m, entry, in_m)
    plus = at(sums.sum_plus(), m, term("fun y. L(i, y) * P(x, y)", L=L, P=P, i=i, x=x),
              term(f"fun y. t * (P(x, y) * {STEP})", P=P, x=x, t=t, **step), given=in_m)  # fmt: skip
    scaled = at(sums.sum_scale(), m, t, term(f"fun y. P(x, y) * {STEP}", P=P, x=x, **step), given=in_m)
    kept = arithmetic(
        equal(sides(moved.conclusion)[0], term("sum y in 1..m. L(i, y) * P(x, y)", L=L, P=P, i=i, x=x, m=m)),
        moved, plus, scaled, none, opaque=True)  # fmt: skip
    same, other = kernel.assume(equal(r, i)), kernel.assume(NOT(equal(r, i)))
    choice = term(
        f"(if r = i then L(i, y) + t * {STEP} else L(r, y)) * P(x, y) = "
        f"(if r = i then (L(i, y) + t * {STEP}) * P(x, y) else L(r, y) * P(x, y))",
        **names,
    )
    chosen = rewritten(summed(y, m, by_conditions_on(equal(r, i), choice), in_m))
    first = derived.transitive(_chosen(sides(chosen.conclusion)[1], same), kept)
    here = Free("here #0")
    at_i = kernel.replace(same, closed(here, term("(sum y in 1..m. L(h, y) * P(x, y)) = (if r = x then 1 else 0)",
                                                  h=here, **names)), own)  # fmt: skip
    second = derived.transitive(_chosen(sides(chosen.conclusion)[1], other), own)
    value = kernel.cases(either(equal(r, i)), derived.transitive(first, at_i), second)
    inverts = each(r, k, each(x, k, derived.transitive(chosen, value)))
    # what it adds to the spread
    smaller = specialise(kernel.assume(goal.given[9]), A)
    premise, _ = applied(smaller.conclusion, "implies", 2) or (FALSE, FALSE)
    smaller = kernel.detach(smaller, in_words_of(premise, inverts))
    parts_of = "q(y) * L(i, y)^2 + 2 * t * (q(y) * L(i, y) * u) + t * t * (q(y) * u * u)"
    expanded = term(f"q(y) * (L(i, y) + t * u)^2 = {parts_of}", u=u, **names)
    square = kernel.instantiate(arithmetic(expanded), {u: term(STEP, y=y, **step)})
    squares = rewritten(summed(y, m, square, in_m))
    parts = [
        term("fun y. q(y) * L(i, y)^2", q=q, L=L, i=i),
        term(f"fun y. 2 * t * (q(y) * L(i, y) * {STEP})", q=q, L=L, i=i, t=t, **step),
        term(f"fun y. t * t * (q(y) * {STEP} * {STEP})", q=q, t=t, **step),
    ]
    both = closed(y, term("a + b", **{n: _at(f, y) for n, f in zip("ab", parts, strict=False)}))
    splits = [at(sums.sum_plus(), m, both, parts[2], given=in_m), at(sums.sum_plus(), m, *parts[:2], given=in_m)]
    scales = [
        at(sums.sum_scale(), m, term("2 * t", t=t), term(f"fun y. q(y) * L(i, y) * {STEP}", q=q, L=L, i=i, **step),
           given=in_m),
        at(sums.sum_scale(), m, term("t * t", t=t), term(f"fun y. q(y) * {STEP} * {STEP}", q=q, **step), given=in_m),
    ]  # fmt: skip
    choice = term(
        f"q(y) * (if r = i then L(i, y) + t * {STEP} else L(r, y))^2 = "
        f"(if r = i then q(y) * (L(i, y) + t * {STEP})^2 else q(y) * L(r, y)^2)",
        **names,
    )
    row_chosen = rewritten(summed(y, m, by_conditions_on(equal(r, i), choice), in_m))
    whole_if = term("if r = i then g else h", r=r, i=i, g=sides(squares.conclusion)[0],
                    h=term("sum y in 1..m. q(y) * L(r, y)^2", **names))  # fmt: skip
    right = sides(row_chosen.conclusion)[1]
    outside = kernel.cases(
        either(equal(r, i)),
        *(derived.transitive(_chosen(right, case), symmetric(_chosen(whole_if, case))) for case in (same, other)),
    )
    rows = summed(r, k, derived.transitive(row_chosen, outside), in_k)
    own_row = term("fun r. sum y in 1..m. q(y) * L(r, y)^2", q=q, L=L, m=m)
    replaced = at(sum_with_other(), k, i, closed(r, sides(squares.conclusion)[0]), own_row, given=[*in_k, in_i],
                  premises=2)  # fmt: skip
    p = term("2 * (q(a) * L(i, a) + q(b) * L(i, b) - q(c) * L(i, c) - q(d) * L(i, d))", **names)
    c = term(f"sum y in 1..m. q(y) * {STEP} * {STEP}", q=q, m=m, **step)
    known = [rewritten(smaller), rows, replaced, squares, *splits, *scales, picked("q(y) * L(i, y)")]
    gain = arithmetic(term("0 <= t * p + t * t * c", t=t, p=p, c=c), *known, opaque=True)
    slope = at(no_slope(), p, c, given=[kernel.generalise(t, gain)])
    return arithmetic(goal.conclusion, slope)


def _at(function: Term, index: Free) -> Term:
    """The value of a function, worked out."""
    return sides(normal(function(index)).conclusion)[1]


def in_words_of(formula: Term, theorem: Proved) -> Proved:
    """The formula from the theorem, both the same once functions are worked out and indicators written out."""
    changed = normal(formula, unfolding("indicator"))
    return derived.follow(symmetric(changed), rewritten(theorem))


def by_conditions_on(condition: Term, formula: Term) -> Proved:
    """An equation of terms with a choice on this condition only, the same on both sides in each case."""
    left, right = sides(formula)
    return kernel.cases(
        either(condition),
        *(derived.transitive(_chosen(left, case), symmetric(_chosen(right, case)))
          for case in (kernel.assume(condition), kernel.assume(NOT(condition)))),
    )  # fmt: skip


def _chosen(value: Term, case: Proved) -> Proved:
    """The value with each choice on what the case says, or denies, decided."""
    denied = applied(case.conclusion, "not", 1)

    def convert(part: Term) -> Proved | None:
        found = applied(part, "if", 3)
        if found and found[0] == case.conclusion:
            return kernel.detach(derived.if_true(*found), case)
        if found and denied and found[0] == denied[0]:
            return kernel.detach(derived.if_false(*found), case)
        return None

    return normal(value, convert)


# -- sets that differ in one member ------------------------------------------------------------------------------------

LISTED = "integer(k) and 0 <= k implies integer(m) and 0 <= m implies subsets(k, l, m, z) implies"
OF_Y = "integer(y) and 1 <= y <= m implies"
OF_W = "integer(w) and 1 <= w <= m implies"
APART = "z(y, i) = 1 and z(y, j) = 0 implies"
SWAPPED = "(if c = i then 0 else if c = j then 1 else z(y, c))"


@lemma(f"forall k l m z y i j. {LISTED} {OF_Y} {INDEX.format('i')} {INDEX.format('j')} {APART} "
       f"exists w in 1..m. forall c in 1..k. z(w, c) = {SWAPPED}")  # fmt: skip
def swapped_set(goal: Goal) -> Proved:
    """A set with another member in the place of one."""
    k, _, _, z, y, i, j = goal.variables
    c = Free("c #0")
    names = {"z": z, "y": y, "i": i, "j": j, "c": c}
    are_sets, _, all_there = sets_of(goal.given[2])
    bits, total = conjuncts(at(are_sets, y, given=goal.given[3:4]))
    bit = at(bits, c, given=[kernel.assume(in_range(c, k))])
    is_bit = by_conditions(term(f"{SWAPPED} = 0 or {SWAPPED} = 1", **names), bit)
    inner = term("fun c. if c = j then 1 else z(y, c)", z=z, y=y, j=j)
    with_j = at(sum_with_other(), k, j, term("fun c. 1"), term("fun c. z(y, c)", z=z, y=y),
                given=[goal.given[0], goal.given[5]], premises=2)  # fmt: skip
    without_i = at(sum_with_other(), k, i, term("fun c. 0"), inner, given=[goal.given[0], goal.given[4]], premises=2)
    left = sides(without_i.conclusion)[0]
    held = sides(total.conclusion)[1]
    whole = by_conditions(equal(left, held), with_j, without_i, total, goal.given[6])
    return kernel.detach(specialise(all_there, term(f"fun c. {SWAPPED}", z=z, y=y, i=i, j=j)),
                         kernel.conjoin(each(c, k, is_bit), whole))  # fmt: skip


@lemma("forall n f i. integer(n) and 0 <= n implies (forall c in 1..n. f(c) = 0 or f(c) = 1) implies "
       "integer(i) and 1 <= i <= n implies f(i) = 1 implies 2 <= sum(n, f) implies "
       "exists a in 1..n. a != i and f(a) = 1", depth=8)  # fmt: skip
def another_one(goal: Goal) -> Proved:
    """Of two members one is another one."""
    n, f, i = goal.variables
    c = Free("c #0")
    inside, denied = kernel.assume(in_range(c, n)), kernel.assume(NOT(goal.conclusion))
    bit = at(kernel.assume(goal.given[1]), c, given=[inside])
    it = kernel.assume(term("c != i and f(c) = 1", c=c, i=i, f=f))
    there = kernel.witness(goal.conclusion, c, kernel.conjoin(inside, it))
    none = derived.reject(it.conclusion, derived.clash(denied, there))
    same, other = kernel.assume(equal(c, i)), kernel.assume(NOT(equal(c, i)))
    value = term("f(c) = (if c = i then 1 else 0)", f=f, c=c, i=i)
    at_i = derived.transitive(kernel.congruent(kernel.reflexive(f), same), kernel.assume(goal.given[3]))
    one = kernel.assume(term("f(c) = 1", f=f, c=c))
    not_one = derived.reject(one.conclusion, derived.clash(none, kernel.conjoin(other, one)))
    elsewhere = arithmetic(term("f(c) = 0", f=f, c=c), bit, not_one)
    known = kernel.cases(either(same.conclusion), by_conditions(value, at_i, same),
                         by_conditions(value, elsewhere, other))  # fmt: skip
    row = summed(c, n, known, goal.given[:1])
    picked = at(sum_picked(), n, i, term("fun c. 1"), given=[goal.given[0], goal.given[2]], premises=2)
    return derived.absurd(goal.conclusion, arithmetic(FALSE, row, picked, goal.given[4]))


BALANCE = (
    "(forall a b c d. integer(a) and 1 <= a <= m implies integer(b) and 1 <= b <= m implies "
    "integer(c) and 1 <= c <= m implies integer(d) and 1 <= d <= m implies "
    "(forall x in 1..k. z(a, x) + z(b, x) = z(c, x) + z(d, x)) implies "
    "forall x in 1..k. z(a, x) * f(a) + z(b, x) * f(b) = z(c, x) * f(c) + z(d, x) * f(d)) implies"
)
BETWEEN = "2 <= l and l + 2 <= k implies"
LIKE = "(forall c in 1..k. c = i or c = j or z(y, c) = z(w, c))"


@lemma(f"forall k l m z f y w i j. {LISTED} {BETWEEN} {BALANCE} {OF_Y} {OF_W} {INDEX.format('i')} {INDEX.format('j')} "
       f"{APART} z(w, j) = 1 and z(w, i) = 0 implies {LIKE} implies f(y) = f(w)", depth=21)  # fmt: skip
def same_after_swap(goal: Goal) -> Proved:
    """A further member a of both sets and a category d that both lack: a is in the first and the third set only."""
    k, held, m, z, _, y, w, i, j = goal.variables
    a, b, c, d, v = (Free(f"{name} #0") for name in "abcdv")
    names = {"z": z, "y": y, "w": w, "i": i, "j": j, "a": a, "b": b, "c": c, "d": d, "v": v}
    size, in_y, in_w, in_i, in_j = goal.given[0], *goal.given[5:9]
    are_sets = sets_of(goal.given[2])[0]
    in_c = kernel.assume(in_range(c, k))
    bits, total = conjuncts(at(are_sets, y, given=[in_y]))
    own, _, like = (kernel.assume(f) for f in goal.given[9:12])
    has_i, lacks_j = conjuncts(own)
    # the further member and the category that both lack
    two = arithmetic(term("2 <= s", s=sides(total.conclusion)[0]), total, goal.given[3])
    member = at(another_one(), k, term("fun c. z(y, c)", z=z, y=y), i, given=[size, bits, in_i, has_i, two], premises=5)
    bit = at(bits, c, given=[in_c])
    lacking = each(c, k, arithmetic(term("1 - z(y, c) = 0 or 1 - z(y, c) = 1", **names), bit))
    ones = at(sums.sum_of_ones(), k, given=[size])
    split = at(sums.sum_plus(), k, term("fun c. 1"), term("fun c. -1 * z(y, c)", z=z, y=y), given=[size])
    minus = at(sums.sum_scale(), k, Number(-1), term("fun c. z(y, c)", z=z, y=y), given=[size])
    turned = summed(c, k, arithmetic(term("1 - z(y, c) = 1 + -1 * z(y, c)", **names)), [size])
    rest = arithmetic(term("2 <= s", s=sides(turned.conclusion)[0]), turned, split, minus, ones, total, goal.given[3])
    lacked = at(another_one(), k, term("fun c. 1 - z(y, c)", z=z, y=y), j,
                given=[size, lacking, in_j, arithmetic(term("1 - z(y, j) = 1", **names), lacks_j), rest],
                premises=5)  # fmt: skip
    in_a, is_a = two_parts(kernel.assume(instance(member.conclusion, a)))
    in_d, is_d = two_parts(kernel.assume(instance(lacked.conclusion, d)))
    a_not_i, has_a = conjuncts(is_a)
    d_not_j, lacks_d = conjuncts(is_d)
    lacks_d = arithmetic(term("z(y, d) = 0", **names), lacks_d)

    def differ(first: Term, second: Term, at_first: Proved, at_second: Proved) -> Proved:
        """Two categories of which the set y holds one are two."""
        same = kernel.assume(equal(first, second))
        moved = kernel.congruent(kernel.reflexive(term("z(y)", z=z, y=y)), same)
        return derived.reject(same.conclusion, arithmetic(FALSE, moved, at_first, at_second))

    a_not_j, d_not_i = differ(a, j, has_a, lacks_j), differ(d, i, lacks_d, has_i)

    def kept(index: Term, inside: Proved, not_i: Proved, not_j: Proved) -> Proved:
        """z(y, c) = z(w, c) for another category than i and j"""
        found = at(like, index, given=[inside])
        wanted = term("z(y, c) = z(w, c)", **{**names, "c": index})
        first, later = applied(found.conclusion, "or", 2) or (FALSE, FALSE)
        second, third = applied(later, "or", 2) or (FALSE, FALSE)
        rest = kernel.cases(kernel.assume(later), derived.absurd(wanted, derived.clash(not_j, kernel.assume(second))),
                            kernel.assume(third))  # fmt: skip
        return kernel.cases(found, derived.absurd(wanted, derived.clash(not_i, kernel.assume(first))), rest)

    same_a, same_d = kept(a, in_a, a_not_i, a_not_j), kept(d, in_d, d_not_i, d_not_j)
    has_a_w = arithmetic(term("z(w, a) = 1", **names), same_a, has_a)
    lacks_d_w = arithmetic(term("z(w, d) = 0", **names), same_d, lacks_d)
    sets = list(goal.given[:3])
    from_w = at(swapped_set(), k, held, m, z, w, a, d, given=[*sets, in_w, in_a, in_d, has_a_w, lacks_d_w], premises=7)
    from_y = at(swapped_set(), k, held, m, z, y, a, d, given=[*sets, in_y, in_a, in_d, has_a, lacks_d], premises=7)
    in_b, is_b = two_parts(kernel.assume(instance(from_w.conclusion, b)))
    in_v, is_v = two_parts(kernel.assume(instance(from_y.conclusion, v)))

    def moved(word: Term, index: Free, value: Proved) -> Proved:
        """c = a implies z(y, c) = 1, and so on"""
        case = equal(c, index)
        at_index = kernel.congruent(kernel.reflexive(term("z(y)", z=z, y=word)), kernel.assume(case))
        return kernel.discharge(case, derived.transitive(at_index, value))

    known = [moved(y, a, has_a), moved(w, a, has_a_w), moved(y, d, lacks_d), moved(w, d, lacks_d_w)]
    balance = by_conditions(term("z(y, c) + z(b, c) = z(w, c) + z(v, c)", **names),
                            at(is_b, c, given=[in_c]), at(is_v, c, given=[in_c]), *known)  # fmt: skip
    found = at(kernel.assume(goal.given[4]), y, b, w, v, given=[in_y, in_b, in_w, in_v, each(c, k, balance)],
               premises=5)  # fmt: skip
    at_a = at(found, a, given=[in_a])
    none = [by_conditions(equal(term("z(b, a)", **{**names, "b": which}), ZERO), at(entry, a, given=[in_a]))
            for which, entry in ((b, is_b), (v, is_v))]  # fmt: skip
    theorem = arithmetic(goal.conclusion, at_a, *none, has_a, has_a_w)
    for existence, variable in ((from_y, v), (from_w, b), (lacked, d), (member, a)):
        theorem = kernel.unpack(existence, variable, theorem)
    return theorem


PAIRED = f"(if {LIKE} then z(y, i) * (1 - z(y, j)) * (z(w, j) * (1 - z(w, i))) else 0)"


@lemma(f"forall k l m z y i j. {LISTED} {OF_Y} {INDEX.format('i')} {INDEX.format('j')} i != j implies "
       f"(sum w in 1..m. {PAIRED}) = z(y, i) * (1 - z(y, j))")  # fmt: skip
def swapped_once(goal: Goal) -> Proved:
    """There is one set with j in the place of i."""
    k, held, m, z, y, i, j = goal.variables
    c, w, there = Free("c #0"), Free("w #0"), Free("there #0")
    names = {"k": k, "z": z, "y": y, "i": i, "j": j, "c": c, "w": w}
    in_m, in_i, in_j = goal.given[1:2], goal.given[4], goal.given[5]
    are_sets, no_two, _ = sets_of(goal.given[2])
    in_c, in_w = kernel.assume(in_range(c, k)), kernel.assume(in_range(w, m))
    bits, _ = conjuncts(at(are_sets, y, given=goal.given[3:4]))
    bits_w, _ = conjuncts(at(are_sets, w, given=[in_w]))
    bit_i, bit_j = at(bits, i, given=[in_i]), at(bits, j, given=[in_j])
    own = kernel.assume(term("z(y, i) = 1 and z(y, j) = 0", **names))
    paired = term(PAIRED, **names)
    condition = (applied(paired, "if", 3) or ())[0]
    # no set has i and lacks j
    nothing = arithmetic(term("z(y, i) * (1 - z(y, j)) = 0", **names), bit_i, bit_j, kernel.assume(NOT(own.conclusion)))
    zero = by_conditions(equal(paired, ZERO), nothing)
    none = derived.transitive(summed(w, m, zero, in_m), at(sum_of_zeros(), m, given=in_m))
    none = derived.transitive(none, symmetric(nothing))
    # one does
    existence = at(swapped_set(), k, held, m, z, y, i, j,
                   given=[*goal.given[:6], kernel.part(own, 0), kernel.part(own, 1)], premises=7)  # fmt: skip
    place, alike = two_parts(kernel.assume(instance(existence.conclusion, there)))
    same, other = kernel.assume(equal(w, there)), kernel.assume(NOT(equal(w, there)))
    here = Free("here #0")
    pattern = closed(here, term(f"forall c in 1..k. z(h, c) = {SWAPPED}", h=here, **names))
    of_w = kernel.replace(symmetric(same), pattern, alike)
    which = term("c = i or c = j or z(y, c) = z(w, c)", **names)
    like = each(c, k, by_conditions(which, at(of_w, c, given=[in_c])))
    value_i = by_conditions(term("z(w, i) = 0", **names), at(of_w, i, given=[in_i]))
    value_j = by_conditions(term("z(w, j) = 1", **names), at(of_w, j, given=[in_j]), goal.given[6])
    wanted = equal(paired, term("if w = t then 1 else 0", w=w, t=there))
    picked_one = arithmetic(equal(paired, Number(1)), branch_of(paired, like), value_i, value_j, own)
    is_it = by_conditions(wanted, picked_one, same)
    assumed = kernel.assume(condition)
    both = kernel.assume(term("z(w, j) = 1 and z(w, i) = 0", **names))

    def moved(index: Free, value: Proved) -> Proved:
        case = equal(c, index)
        at_index = kernel.congruent(kernel.reflexive(term("z(w)", z=z, w=w)), kernel.assume(case))
        return kernel.discharge(case, derived.transitive(at_index, value))

    entry = by_conditions(term(f"z(w, c) = {SWAPPED}", **names), at(assumed, c, given=[in_c]),
                          moved(i, kernel.part(both, 1)), moved(j, kernel.part(both, 0)))  # fmt: skip
    entry = derived.transitive(entry, symmetric(at(alike, c, given=[in_c])))
    met = kernel.detach(at(at(no_two, w, given=[in_w]), there, given=[place]), each(c, k, entry))
    not_both = derived.reject(both.conclusion, derived.clash(other, met))
    bit_w = [at(bits_w, index, given=[inside]) for index, inside in ((i, in_i), (j, in_j))]
    gone = arithmetic(term("z(w, j) * (1 - z(w, i)) = 0", **names), not_both, *bit_w)
    zero_if = arithmetic(equal(paired, ZERO), branch_of(paired, assumed), gone)
    zero_else = branch_of(paired, kernel.assume(NOT(condition)))
    is_not = by_conditions(wanted, kernel.cases(either(condition), zero_if, zero_else), other)
    row = summed(w, m, kernel.cases(either(same.conclusion), is_it, is_not), in_m)
    picked = at(sum_picked(), m, there, term("fun w. 1"), given=[*in_m, place], premises=2)
    found = kernel.unpack(existence, there, arithmetic(goal.conclusion, row, picked, own))
    return kernel.cases(either(own.conclusion), found, none)


@lemma(f"forall k l m z f i j. {LISTED} {BETWEEN} {BALANCE} {INDEX.format('i')} {INDEX.format('j')} i != j implies "
       "(sum y in 1..m. z(y, i) * f(y)) = (sum y in 1..m. z(y, j) * f(y))", depth=15)  # fmt: skip
def alike_where_balanced(goal: Goal) -> Proved:
    """The sets with i and without j are those with j and without i, i replaced by j; the others have both or none."""
    k, held, m, z, f, i, j = goal.variables
    y, w, c = Free("y #0"), Free("w #0"), Free("c #0")
    names = {"k": k, "z": z, "f": f, "y": y, "w": w, "i": i, "j": j, "c": c}
    in_m, in_i, in_j, apart = goal.given[1:2], goal.given[5], goal.given[6], goal.given[7]
    sets = list(goal.given[:3])
    in_y, in_w = (kernel.assume(in_range(place, m)) for place in (y, w))
    are_sets = sets_of(goal.given[2])[0]
    bits, bits_w = (kernel.part(at(are_sets, v, given=[inside]), 0) for v, inside in ((y, in_y), (w, in_w)))
    paired = term(PAIRED, **names)
    condition, product, _ = applied(paired, "if", 3) or ()
    # a pair of sets has the same value
    four = [at(of, index, given=[inside]) for of in (bits, bits_w) for index, inside in ((i, in_i), (j, in_j))]
    said = kernel.assume(term("z(y, i) = 1 and z(y, j) = 0 and z(w, j) = 1 and z(w, i) = 0", **names))
    has_i, lacks_j, has_j, lacks_i = conjuncts(said)
    like = kernel.assume(condition)
    equal_values = at(same_after_swap(), k, held, m, z, f, y, w, i, j,
                      given=[*goal.given[:5], in_y, in_w, in_i, in_j, has_i, lacks_j, has_j, lacks_i, like],
                      premises=12)  # fmt: skip
    both = term("a * f(y) = a * f(w)", a=product, f=f, y=y, w=w)
    whenever = arithmetic(both, equal_values)
    gone = arithmetic(equal(product, ZERO), *four, kernel.assume(NOT(said.conclusion)))
    never = arithmetic(both, gone)
    both_ways = kernel.cases(either(said.conclusion), whenever, never)
    wanted = term("a * f(y) = a * f(w)", a=paired, f=f, y=y, w=w)
    if_like = arithmetic(wanted, branch_of(paired, like), both_ways)
    if_not = arithmetic(wanted, branch_of(paired, kernel.assume(NOT(condition))))
    value = kernel.cases(either(condition), if_like, if_not)
    # summed over one of both
    once = at(swapped_once(), k, held, m, z, y, i, j, given=[*sets, in_y, in_i, in_j, apart], premises=7)
    turned = kernel.assume(NOT(equal(j, i)))
    back = at(swapped_once(), k, held, m, z, w, j, i, given=[*sets, in_w, in_j, in_i, turned], premises=7)
    back = cut(back, _not_equal(i, j))
    other_paired = sides_of_sum(back, y)
    back_condition = (applied(other_paired, "if", 3) or ())[0]
    flipped = _same_choice(paired, other_paired, _flipped(condition, c, k, y, w, i, j, z),
                           _flipped(back_condition, c, k, w, y, j, i, z))  # fmt: skip
    back = derived.transitive(summed(y, m, flipped, in_m), back)

    def scaled(index: Free, over: Free, total: Proved) -> Proved:
        """sum_over PAIRED f(index) = total f(index)"""
        value_at = term("f(y)", f=f, y=index)
        order = arithmetic(term("a * v = v * a", a=paired, v=value_at))
        front = at(sums.sum_scale(), m, value_at, closed(over, paired), given=in_m)
        return arithmetic(equal(term("sum")(m, closed(over, term("a * v", a=paired, v=value_at))),
                                term("v * t", v=value_at, t=sides(total.conclusion)[1])),
                          summed(over, m, order, in_m), front, total, opaque=True)  # fmt: skip

    by_y = summed(y, m, scaled(y, w, once), in_m)
    by_w = summed(w, m, scaled(w, y, back), in_m)
    inner = summed(w, m, value, in_m)
    across = summed(y, m, inner, in_m)
    swapped = at(sums.sum_swap(), m, m, closed(y, closed(w, term("a * v", a=paired, v=term("f(w)", f=f, w=w)))),
                 given=[*in_m], premises=2)  # fmt: skip
    own = [closed(y, term(text, **names)) for text in ("f(y) * (z(y, i) * (1 - z(y, j)))", "z(y, j) * f(y)",
                                                       "f(y) * (z(y, j) * (1 - z(y, i)))")]  # fmt: skip
    apart_by = term("z(y, i) * f(y) = a + z(y, j) * f(y) + -1 * b", a=_at(own[0], y), b=_at(own[2], y), **names)
    split = summed(y, m, arithmetic(apart_by), in_m)
    plus = [at(sums.sum_plus(), m, closed(y, term("a + b", a=_at(own[0], y), b=_at(own[1], y))),
               closed(y, term("-1 * b", b=_at(own[2], y))), given=in_m),
            at(sums.sum_plus(), m, *own[:2], given=in_m),
            at(sums.sum_scale(), m, Number(-1), own[2], given=in_m)]  # fmt: skip
    known = [by_y, by_w, across, swapped, split, *plus]
    return arithmetic(goal.conclusion, *known, opaque=True)


def sides_of_sum(theorem: Proved, index: Free) -> Term:
    """The body of the sum that is on the left, at this index."""
    _, function = applied(sides(theorem.conclusion)[0], "sum", 2) or ()
    return _at(function, index)


def _not_equal(i: Term, j: Term) -> Proved:
    """i != j |- j != i"""
    same = kernel.assume(equal(j, i))
    return derived.reject(same.conclusion, derived.clash(kernel.assume(NOT(equal(i, j))), symmetric(same)))


def _flipped(condition: Term, c: Free, k: Term, y: Term, w: Term, i: Term, j: Term, z: Term) -> Proved:
    """c = i or c = j or z(y, c) = z(w, c) |- c = j or c = i or z(w, c) = z(y, c), for each c"""
    inside = kernel.assume(in_range(c, k))
    one = at(kernel.assume(condition), c, given=[inside])
    names = {"c": c, "i": i, "j": j, "y": y, "w": w, "z": z}
    return each(c, k, arithmetic(term("c = j or c = i or z(w, c) = z(y, c)", **names), one))


def _same_choice(first: Term, second: Term, forth: Proved, back: Proved) -> Proved:
    """if A then a else 0 = if B then b else 0 where A and B follow from each other, and a = b"""
    (A, _, _), (B, _, _) = (applied(choice, "if", 3) or () for choice in (first, second))
    wanted = equal(first, second)
    if_so = arithmetic(wanted, branch_of(first, kernel.assume(A)), branch_of(second, forth))
    not_B = derived.reject(B, derived.clash(kernel.assume(NOT(A)), back))
    if_not = arithmetic(wanted, branch_of(first, kernel.assume(NOT(A))), branch_of(second, not_B))
    return kernel.cases(either(A), if_so, if_not)
