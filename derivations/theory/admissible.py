"""Designs whose rows are as far apart as is allowed: which of them no other such design is better than.

Source: Nayak, Zhai, section 3.1 and Theorem 3.1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    cut,
    decided,
    fresh,
    induct,
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
from derivations.logic.terms import (
    AT_MOST,
    FALSE,
    IMPLIES,
    NOT,
    PLUS,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    substituted,
)
from derivations.theory import sums
from derivations.theory.privacy import sum_not_negative
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    each_with_next,
    either,
    equal_terms,
    plainly,
    sum_picked,
    summed,
    term_at_most_sum,
)
from derivations.theory.splitting import (
    H,
    less_informative_is_closer,
    less_informative_is_less_distinct,
    split_in_design,
    split_is_design,
    split_is_informative,
    sum_of_split,
)
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, recursion

SIZES = "integer(m) and 0 <= m implies integer(n) and 0 <= n implies"
PROCESSED = (
    "design(k, n, A) implies channel(n, m, C) implies "
    "(forall x in 1..k. forall y in 1..m. P(x, y) = (sum u in 1..n. A(x, u) * C(u, y))) implies"
)
PAIR = "integer(i) and 1 <= i <= k implies integer(j) and 1 <= j <= k implies"
APART = "(sum u in 1..{m}. abs({P}(i, u) - {P}(j, u)))"


@lemma("forall n f g. integer(n) and 0 <= n implies (sum u in 1..n. abs(f(u) - g(u))) = 0 implies "
       "(forall u in 1..n. f(u) = g(u))", depth=5)  # fmt: skip
def nothing_apart(goal: Goal) -> Proved:
    """Where the distance is 0 nothing differs."""
    n, f, g = goal.variables
    u = Free("u #0")
    names = {"f": f, "g": g, "u": u}
    size = "if 0 <= f(u) - g(u) then f(u) - g(u) else -(f(u) - g(u))"
    whole = rewritten(kernel.assume(goal.given[1]), unfolding("abs"))
    inside = kernel.assume(in_range(u, n))
    positive = each(u, n, by_conditions(term(f"0 <= ({size})", **names)))
    one = kernel.detach(
        at(term_at_most_sum(), n, u, term(f"fun u. {size}", f=f, g=g), given=[goal.given[0], inside], premises=2),
        positive,
    )
    return each(u, n, by_conditions(term("f(u) = g(u)", **names), one, whole))


@lemma(f"forall k m n P A C i j y d. {SIZES} {PROCESSED} {PAIR} {APART.format(m='n', P='A')} <= d implies "
       f"{APART.format(m='m', P='P')} = d implies integer(y) and 1 <= y <= m implies P(i, y) = P(j, y) implies "
       "(forall u in 1..n. A(i, u) * C(u, y) = A(j, u) * C(u, y))", depth=21)  # fmt: skip
def nothing_cancels(goal: Goal) -> Proved:
    """Where a distance is kept, what makes up a response that is as likely under both truths is so part by part."""
    k, m, n, P, A, C, i, j, y, d = goal.variables
    u, z = Free("u #0"), Free("z #0")
    names = {"k": k, "m": m, "n": n, "P": P, "A": A, "C": C, "i": i, "j": j, "y": y, "d": d, "u": u, "z": z}
    sizes = goal.given[:2]
    rows = rewritten(kernel.assume(goal.given[3]), unfolding("channel", "design", "law"))
    is_P = kernel.assume(goal.given[4])
    pair = goal.given[5:7]
    inside = [kernel.assume(in_range(u, n)), kernel.assume(in_range(z, m))]
    chances, one = conjuncts(at(rows, u, given=inside))
    weight = at(chances, z, given=inside)
    gap, share = "abs(A(i, u) - A(j, u))", "abs(A(i, u) * C(u, z) - A(j, u) * C(u, z))"
    # the distance of sums is at most the sum of distances
    part = by_conditions(unfolded(f"{share} = {gap} * C(u, z)", names), weight)
    bound = unfolded(f"sum u in 1..n. {share}", names)
    entries = [at(at(is_P, x, given=pair), z, given=inside) for x in (i, j)]
    ends = [
        summed(
            u, n, by_conditions(unfolded(f"{sign}(A(i, u) * C(u, z) - A(j, u) * C(u, z)) <= {share}", names)), sizes[1:]
        )
        for sign in ("", "-")
    ]
    between = unfolded("abs(P(i, z) - P(j, z))", names)
    order = [
        summed(u, n, arithmetic(term("A(x, u) * C(u, z) = C(u, z) * A(x, u)", x=x, **names)), sizes[1:]) for x in (i, j)
    ]
    p, q, b = (Free(f"{name} #0") for name in "pqb")
    either_way = by_conditions(
        unfolded("abs(p - q) <= b", {"p": p, "q": q, "b": b}),
        term("p - q <= b", p=p, q=q, b=b),
        term("-(p - q) <= b", p=p, q=q, b=b),
    )
    values = {p: term("P(i, z)", **names), q: term("P(j, z)", **names), b: bound}
    either_way = kernel.instantiate(either_way, values)
    either_way = cut(
        either_way,
        *(
            arithmetic(
                plainly(text, p=values[p], q=values[q], b=bound),
                fact,
                normal(left_of(fact), in_sums(sizes[1:])),
                *entries,
                *order,
                opaque=True,
            )
            for text, fact in zip(("p - q <= b", "-(p - q) <= b"), ends, strict=True)
        ),
    )
    # summed over the responses both are the distance of the rows
    moved = summed(u, n, part, sizes[1:])
    each_response = summed(z, m, moved, sizes[:1])
    both = term(f"fun z u. {gap} * C(u, z)", **{key: value for key, value in names.items() if key not in "uz"})
    swapped = rewritten(at(sums.sum_swap(), m, n, both, given=sizes, premises=2), unfolding("abs"))
    scaled = rewritten(
        at(sums.sum_scale(), m, term(gap, **names), term("fun z. C(u, z)", **names), given=sizes[:1]), unfolding("abs")
    )
    kept = arithmetic(equal(left_of(scaled), unfolded(gap, names)), scaled, one, opaque=True)
    whole = summed(u, n, kept, sizes[1:])
    far = [rewritten(kernel.assume(goal.given[number]), unfolding("abs")) for number in (7, 8)]
    less = summed(z, m, either_way, sizes[:1])
    total = arithmetic(
        equal(*(applied(less.conclusion, "<=", 2) or ())), less, each_response, swapped, whole, *far, opaque=True
    )
    functions = [closed(z, side) for side in (between, bound)]
    same = at(equal_terms(), m, *functions, given=[*sizes[:1], each(z, m, either_way), total], premises=3)
    here = at(same, y, given=goal.given)
    nothing = by_conditions(equal(sides(here.conclusion)[1], Number(0)), here, goal.given[10])
    products = [term("fun u. A(x, u) * C(u, y)", x=x, **names) for x in (i, j)]
    apart = normal(
        plainly("(sum u in 1..n. abs(f(u) - g(u))) = 0", n=n, f=products[0], g=products[1]), unfolding("abs")
    )
    return at(nothing_apart(), n, *products, given=[*sizes[1:], derived.follow(symmetric(apart), nothing)], premises=2)


EVEN = "(forall y in 1..m. forall i in 1..k. forall j in 1..k. P(i, y) = 0 or P(j, y) = 0 or P(i, y) = P(j, y))"
ACROSS = "P(i, y) != 0 and P(j, y) != 0 and Q(i) = 1 and Q(j) = 0"
LINKED = (
    "(forall y in 1..m. forall Q. (forall x in 1..k. Q(x) = 0 or Q(x) = 1) implies "
    f"(exists i in 1..k. exists j in 1..k. {ACROSS}) implies "
    f"(exists i in 1..k. exists j in 1..k. ({ACROSS}) and {APART.format(m='m', P='P')} = d))"
)
NEAR = f"(forall i in 1..k. forall j in 1..k. {APART.format(m='n', P='A')} <= d)"


@lemma(f"forall k m n P A C d. {SIZES} {PROCESSED} {NEAR} implies {EVEN} implies {LINKED} implies "
       "(forall y in 1..m. forall u in 1..n. forall a in 1..k. forall x in 1..k. P(a, y) != 0 and P(x, y) != 0 implies "
       "A(a, u) * C(u, y) = A(x, u) * C(u, y))", depth=15)  # fmt: skip
def same_parts(goal: Goal) -> Proved:
    """What makes up an even response whose truths hang together by pairs at the largest distance is alike for them."""
    k, m, n, P, A, C, d = goal.variables
    near, even, linked = map(kernel.assume, goal.given[5:])
    y, u, a, x, i, j = (Free(f"{name} #0") for name in "yuaxij")
    names = {"k": k, "m": m, "n": n, "P": P, "A": A, "C": C, "d": d, "y": y, "u": u, "a": a, "x": x, "i": i, "j": j}
    inside = [kernel.assume(in_range(v, size)) for v, size in ((y, m), (u, n), (a, k), (x, k), (i, k), (j, k))]
    possible = [kernel.assume(NOT(term(f"P({v}, y) = 0", **names))) for v in "ax"]
    Q = term("fun z. if A(z, u) * C(u, y) = A(a, u) * C(u, y) then 1 else 0", **names)
    is_event = each(x, k, by_conditions(plainly("Q(x) = 0 or Q(x) = 1", Q=Q, x=x)))
    wanted = term("A(a, u) * C(u, y) = A(x, u) * C(u, y)", **names)
    differ = kernel.assume(NOT(wanted))
    link = at(at(linked, y, given=inside), Q, given=[is_event])
    premise, _existence = applied(link.conclusion, "implies", 2) or ()
    own = derived.follow(
        symmetric(
            normal(
                term("(if A(a, u) * C(u, y) = A(a, u) * C(u, y) then 1 else 0) = 1", **names),
                decided([kernel.reflexive(term("A(a, u) * C(u, y)", **names))]),
            )
        ),
        kernel.reflexive(Number(1)),
    )
    other = by_conditions(term("(if A(x, u) * C(u, y) = A(a, u) * C(u, y) then 1 else 0) = 0", **names), differ)
    across = conjoined(*possible, own, other)
    start = exists_pair(premise, (a, inside[2]), (x, inside[3]), across)
    existing = kernel.detach(link, start)

    def clash(first: Term, second: Term, found: Proved, ranges: list[Proved]) -> Proved:
        """No pair at the largest distance leads out of the truths that are alike."""
        *_, far = conjuncts(found)
        p, q, in_Q, out_Q = list(conjuncts(found))[:4]
        here = {**names, "i": first, "j": second}
        alike = at(at(at(even, y, given=inside), first, given=ranges), second, given=ranges)
        alike = arithmetic(term("P(i, y) = P(j, y)", **here), alike, p, q)
        close = at(at(near, first, given=ranges), second, given=ranges)
        parts = at(nothing_cancels(), k, m, n, P, A, C, first, second, y, d,
                   given=[*goal.given[:5], *ranges, close, far, inside[0], alike], premises=11)  # fmt: skip
        parts = at(parts, u, given=inside)
        return by_conditions(FALSE, in_Q, out_Q, parts)

    wrong = from_pair(existing, clash)
    found = derived.absurd(wanted, wrong)
    both = kernel.conjoin(*possible)
    found = cut(found, *conjuncts(kernel.assume(both.conclusion)))
    found = kernel.discharge(both.conclusion, found)
    return each(y, m, each(u, n, each(a, k, each(x, k, found))))


@lemma(f"forall k m n P A C d. integer(k) and 0 <= k implies integer(m) and 0 <= m implies integer(n) and 1 <= n "
       f"implies design(k, m, P) implies {PROCESSED} {NEAR} implies {EVEN} implies {LINKED} implies "
       "informative(k, m, n, P, A)", depth=17)  # fmt: skip
def comes_back(goal: Goal) -> Proved:
    """Where each response is even and linked by pairs at the largest distance, nothing is told by what it came from."""
    k, m, n, P, A, C, d = goal.variables
    y, u, x, z = (Free(f"{name} #0") for name in "yuxz")
    names = {"k": k, "m": m, "n": n, "P": P, "A": A, "C": C, "d": d, "y": y, "u": u, "x": x, "z": z}
    size_n = shown(term("integer(n) and 0 <= n", n=n), goal.given[2:3])
    sizes: list[Term | Proved] = [*goal.given[:2], size_n]
    inside = [kernel.assume(in_range(v, size)) for v, size in ((y, m), (u, n), (x, k), (z, k))]
    of_P, of_A = (rewritten(kernel.assume(goal.given[g]), unfolding("design", "law")) for g in (3, 4))
    of_C = rewritten(kernel.assume(goal.given[5]), unfolding("channel", "design", "law"))
    is_P = kernel.assume(goal.given[6])
    entry_P, entry_A, entry_C = (
        at(kernel.part(at(rows, first, given=inside), 0), second, given=inside)
        for rows, first, second in ((of_P, x, y), (of_A, x, u), (of_C, u, y))
    )
    alike = at(same_parts(), k, m, n, P, A, C, d, given=[*sizes, *goal.given[4:]], premises=8)
    for value in (y, u, x, z):
        alike = at(alike, value, given=inside)

    # what makes up an impossible response is nothing
    made = at(at(is_P, x, given=inside), y, given=inside)
    part = arithmetic(term("0 <= A(x, u) * C(u, y)", **names), entry_A, entry_C)
    one = kernel.detach(
        at(
            term_at_most_sum(),
            n,
            u,
            term("fun u. A(x, u) * C(u, y)", **{**names, "u": Free("v")}),
            given=[size_n, inside[1]],
            premises=2,
        ),
        each(u, n, part),
    )
    none = arithmetic(term("P(x, y) = 0 implies A(x, u) * C(u, y) = 0", **names), one, made, part)

    # P(x, y) A(z, u) C(u, y) = A(x, u) C(u, y) P(z, y)
    a, b, p, q = (Free(f"{name} #0") for name in "abpq")
    turned = {"a": a, "b": b, "p": p, "q": q}
    cross = arithmetic(
        term("p * b = a * q", **turned),
        *(term(text, **turned) for text in ("p = 0 implies a = 0", "q = 0 implies b = 0",
                                            "p != 0 and q != 0 implies a = b", "p = 0 or q = 0 or p = q")),
    )  # fmt: skip
    values = {
        a: term("A(x, u) * C(u, y)", **names),
        b: term("A(z, u) * C(u, y)", **names),
        p: term("P(x, y)", **names),
        q: term("P(z, y)", **names),
    }
    even = at(at(at(kernel.assume(goal.given[8]), y, given=inside), x, given=inside), z, given=inside)
    cross = cut(kernel.instantiate(cross, values), none, kernel.instantiate(none, {x: z}), alike, even)
    in_order = {key: value for key, value in names.items() if key != "z"}
    both = summed(z, k, cross, goal.given[:1])
    left = at(sums.sum_scale(), k, p, term("fun z. A(z, u) * C(u, y)", **in_order), given=goal.given[:1])
    right = at(sums.sum_scale(), k, a, term("fun z. P(z, y)", **in_order), given=goal.given[:1])
    left, right = (kernel.instantiate(law, {p: values[p], a: values[a]}) for law in (left, right))
    total, made_up = (term(f"sum z in 1..k. {text}", **in_order) for text in ("P(z, y)", "A(z, u) * C(u, y)"))
    cross = arithmetic(
        term("p * v = a * s", p=values[p], v=made_up, a=values[a], s=total), both, left, right, opaque=True
    )
    columns = [each(z, k, kernel.instantiate(fact, {x: z})) for fact in (entry_P, part)]
    largest = at(
        term_at_most_sum(), k, x, term("fun z. P(z, y)", **in_order), given=[goal.given[0], inside[2]], premises=2
    )
    largest = kernel.detach(largest, columns[0])
    some = [
        kernel.detach(at(sum_not_negative(), k, term(f"fun z. {text}", **in_order), given=goal.given[:1]), column)
        for text, column in zip(("P(z, y)", "A(z, u) * C(u, y)"), columns, strict=True)
    ]
    back = term("fun y u. if (sum z in 1..k. P(z, y)) = 0 then (if u = 1 then 1 else 0) else "
                "(sum z in 1..k. A(z, u) * C(u, y)) / (sum z in 1..k. P(z, y))", k=k, A=A, C=C, P=P)  # fmt: skip
    entry = by_conditions(
        plainly("P(x, y) * B(y, u) = A(x, u) * C(u, y)", B=back, **in_order), cross, largest, entry_P, none
    )
    row = summed(y, m, entry, goal.given[1:2])
    spread = at(
        sums.sum_scale(),
        m,
        term("A(x, u)", **in_order),
        term("fun y. C(u, y)", **{**in_order, "y": Free("v")}),
        given=goal.given[1:2],
    )
    of_u = kernel.part(at(of_C, u, given=inside), 1)
    found = arithmetic(equal(term("A(x, u)", **in_order), sides(row.conclusion)[0]), row, spread, of_u, opaque=True)
    entries = each(x, k, each(u, n, found))
    positive = by_conditions(plainly("0 <= B(y, u)", B=back, y=y, u=u), *some)

    # the responses that it came from have a law
    empty = kernel.assume(equal(total, Number(0)))
    first = shown(in_range(Number(1), n), goal.given[2:3])
    picked = at(sum_picked(), n, Number(1), term("fun u. 1"), given=[size_n, first], premises=2)
    is_row = plainly("(sum u in 1..n. B(y, u)) = 1", B=back, n=n, y=y)
    nothing = derived.follow(symmetric(normal(is_row, decided([empty]))), picked)
    share = term("fun u. sum z in 1..k. A(z, u) * C(u, y)", **{**in_order, "u": Free("v")})
    divided = term("1 / s", s=Free("s #0"))
    scaled = at(sums.sum_scale(), n, divided, share, given=[size_n])
    scaled = kernel.instantiate(scaled, {Free("s #0"): total})
    quotient = arithmetic(term("v / s = 1 / s * v", v=Free("v #0"), s=Free("s #0")), term("s != 0", s=Free("s #0")))
    quotient = kernel.instantiate(quotient, {Free("v #0"): made_up, Free("s #0"): total})
    rows = summed(u, n, quotient, [size_n])
    swapped = at(
        sums.sum_swap(),
        n,
        k,
        term("fun u z. A(z, u) * C(u, y)", **{**in_order, "u": Free("v")}),
        given=sizes,
        premises=2,
    )
    parts = summed(z, k, symmetric(kernel.instantiate(made, {x: z})), goal.given[:1])
    unit = arithmetic(term("1 / s * s = 1", s=Free("s #0")), term("s != 0", s=Free("s #0")))
    unit = kernel.instantiate(unit, {Free("s #0"): total})
    full = kernel.assume(NOT(empty.conclusion))
    plain = normal(is_row, decided([full]))
    sums_to_one = arithmetic(sides(plain.conclusion)[1], rows, scaled, swapped, parts, unit, opaque=True)
    whole = kernel.cases(either(empty.conclusion), nothing, derived.follow(symmetric(plain), sums_to_one))
    channel = each(y, m, kernel.conjoin(each(u, n, positive), whole))
    plain = normal(goal.conclusion, unfolding("informative", "channel", "design", "law", "through"))
    formula = sides(plain.conclusion)[1]
    wanted = normal(instance(formula, back))
    both = kernel.conjoin(channel, entries)
    return derived.follow(
        symmetric(plain), kernel.witness(formula, back, derived.follow(symmetric(wanted), rewritten(both)))
    )


def exists_pair(formula: Term, first: tuple[Term, Proved], second: tuple[Term, Proved], theorem: Proved) -> Proved:
    """exists i in 1..k. exists j in 1..k. A from values for i and j, their ranges, and what A says of them"""
    outer = instance(formula, first[0])
    inner = (applied(outer, "and", 2) or ())[1]
    said = instance(inner, second[0])
    body = normal(said)
    found = derived.follow(symmetric(body), rewritten(kernel.conjoin(second[1], theorem)))
    return kernel.witness(formula, first[0], kernel.conjoin(first[1], kernel.witness(inner, second[0], found)))


def from_pair(existence: Proved, show: Callable[[Term, Term, Proved, list[Proved]], Proved]) -> Proved:
    """What follows from any pair follows from exists i in 1..k. exists j in 1..k. A."""
    i, j = (fresh(Free(name)) for name in "ij")
    outer = kernel.assume(instance(existence.conclusion, i))
    inner = kernel.part(outer, 1)
    last = kernel.assume(instance(inner.conclusion, j))
    found = show(i, j, kernel.part(last, 1), [kernel.part(outer, 0), kernel.part(last, 0)])
    return kernel.unpack(existence, i, kernel.unpack(inner, j, found))


# -- what is split with a gain ---------------------------------------------------------------------------------------

LEAST = "rec(1, fun i e. if e <= f(i + 1) then e else f(i + 1), {n})"


@lemma("forall n f. integer(n) and 0 <= n implies (forall i in 1..n. 0 < f(i)) implies "
       f"0 < {LEAST.format(n='n')} and (forall i in 1..n. {LEAST.format(n='n')} <= f(i))", depth=4)  # fmt: skip
def least_of(goal: Goal) -> Proved:
    """Finitely many positive numbers have a positive lower bound."""
    n, f = goal.variables
    i = Free("i #0")
    body = IMPLIES(goal.given[1], goal.conclusion)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end = PLUS(k, ONE)
        premise, conclusion = applied(substituted(body, {n: end}), "implies", 2) or ()
        longer = kernel.assume(premise)
        inside = kernel.assume(in_range(i, k))
        before = kernel.detach(assumed, each(i, k, at(longer, i, given=[known, inside])))
        positive, below = kernel.part(before, 0), at(kernel.part(before, 1), i, given=[inside])
        last = at(longer, end, given=[known])
        changed = normal(conclusion, recursion([known]))
        first, _ = applied(sides(changed.conclusion)[1], "and", 2) or ()
        least = (applied(first, "<", 2) or ())[1]
        earlier = by_conditions(term("e <= f(i)", e=least, f=f, i=i), below)
        of_last = by_conditions(term("e <= f(k + 1)", e=least, f=f, k=k))
        both = kernel.conjoin(by_conditions(first, positive, last), each_with_next(i, k, known, earlier, of_last))
        return kernel.discharge(premise, derived.follow(symmetric(changed), both))

    premise, conclusion = applied(substituted(body, {n: ZERO}), "implies", 2) or ()
    changed = normal(conclusion, recursion())
    nowhere = derived.absurd(term("1 <= f(i)", f=f, i=i), arithmetic(FALSE, in_range(i, ZERO)))
    base = kernel.conjoin(arithmetic(term("0 < 1")), each(i, ZERO, nowhere))
    base = kernel.discharge(premise, derived.follow(symmetric(changed), base))
    return kernel.detach(induct(n, body, base, step), kernel.assume(goal.given[1]))


@lemma(
    "forall k f b. integer(k) and 0 <= k implies 0 < b implies (forall i in 1..k. forall j in 1..k. 0 < f(i, j)) "
    "implies (exists e. 0 < e and e <= b and (forall i in 1..k. forall j in 1..k. e <= f(i, j)))",
    depth=6,
)
def fits_everywhere(goal: Goal) -> Proved:
    """Some positive number is below finitely many positive numbers."""
    k, f, b = goal.variables
    i, j = Free("i #0"), Free("j #0")
    inside = [kernel.assume(in_range(v, k)) for v in (i, j)]
    of_i = kernel.detach(
        at(least_of(), k, term("f(i)", f=f, i=i), given=goal.given), at(kernel.assume(goal.given[2]), i, given=inside)
    )
    rows = closed(i, (applied(kernel.part(of_i, 0).conclusion, "<", 2) or ())[1])
    of_all = kernel.detach(at(least_of(), k, rows, given=goal.given), each(i, k, kernel.part(of_i, 0)))
    least = (applied(kernel.part(of_all, 0).conclusion, "<", 2) or ())[1]
    number = term("if t <= b then t else b", t=least, b=b)
    positive = by_conditions(term("0 < e", e=number), kernel.part(of_all, 0), goal.given[1])
    small = [by_conditions(term(f"e <= {x}", e=number, b=b, t=least)) for x in "bt"]
    below = arithmetic(
        term("e <= f(i, j)", e=number, f=f, i=i, j=j),
        small[1], at(kernel.part(of_all, 1), i, given=inside), at(kernel.part(of_i, 1), j, given=inside), opaque=True,
    )  # fmt: skip
    everywhere = each(i, k, each(j, k, below))
    return kernel.witness(goal.conclusion, number, conjoined(positive, small[0], everywhere))


SPLITS = (
    "integer(k) and 0 <= k implies integer(m) and 0 <= m implies integer(u) and 1 <= u <= m implies "
    "design(k, m, P) implies"
)
DISTANCE = "(sum y in 1..m. abs(P(i, y) - P(j, y)))"


def split_distance(R: Callable[[str], str]) -> str:
    """The distance of the rows i and j once of the response u a share is set apart, that of x being R(x)."""
    first, second = (split_in_design(x).replace(f"R({x})", R(x)) for x in "ij")
    return f"(sum y in 1..m + 1. abs({first} - {second}))"


@lemma(f"forall k m P u R i j. {SPLITS} {PAIR} {split_distance('R({})'.format)} = {DISTANCE} - abs(P(i, u) - P(j, u)) "
       "+ abs(P(i, u) - R(i) - (P(j, u) - R(j))) + abs(R(i) - R(j))")  # fmt: skip
def distance_of_split(goal: Goal) -> Proved:
    """How far apart two rows are once a response is split."""
    _, m, P, u, R, i, j = goal.variables
    rows = [term("P(x)", P=P, x=x) for x in (i, j)]
    shares = [term("R(x)", R=R, x=x) for x in (i, j)]
    return at(sum_of_split(), m, u, *rows, *shares, term("fun a b. abs(a - b)"), given=goal.given, premises=2)


LAYER = "(if P({x}, u) <= {t} then 0 else P({x}, u) - {t})"


@lemma(
    f"forall k m P u t i j. {SPLITS} {PAIR} 0 <= t implies "
    f"{split_distance(lambda x: LAYER.format(x=x, t='t'))} = {DISTANCE}"
)
def layers_keep_distances(goal: Goal) -> Proved:
    """A response that is split into two layers keeps all distances."""
    k, m, P, u, t, i, j = goal.variables
    names = {"P": P, "u": u, "t": t, "i": i, "j": j, "m": m}
    split = at(
        distance_of_split(),
        k,
        m,
        P,
        u,
        term(f"fun x. {LAYER.format(x='x', t='t')}", P=P, u=u, t=t),
        i,
        j,
        given=goal.given,
        premises=6,
    )
    a, b = Free("a #0"), Free("b #0")
    of_a, of_b = (f"(if {x} <= t then 0 else {x} - t)" for x in "ab")
    kept = normal(
        term(f"abs(a - b) = abs(a - {of_a} - (b - {of_b})) + abs({of_a} - {of_b})", a=a, b=b, t=t), unfolding("abs")
    )
    kept = derived.follow(symmetric(kept), by_conditions(sides(kept.conclusion)[1], goal.given[6]))
    kept = kernel.instantiate(kept, {a: term("P(i, u)", **names), b: term("P(j, u)", **names)})
    return arithmetic(goal.conclusion, split, kept, opaque=True)


def split_design(R: str) -> str:
    """The design after that."""
    return f"(fun x y. {split_in_design('x').replace('R(x)', R)})"


ABOVE = LAYER.format(x="x", t="P(a, u)")
OF_TWO = "integer(a) and 1 <= a <= k implies integer(b) and 1 <= b <= k implies"


@lemma(f"forall k m P u a b. {SPLITS} {OF_TWO} "
       f"0 < P(a, u) and P(a, u) < P(b, u) implies not informative(k, m, m + 1, P, {split_design(ABOVE)})")  # fmt: skip
def layers_say_more(goal: Goal) -> Proved:
    """A response that is split into layers which are not proportional cannot be had from the one that was split."""
    k, m, P, u, a, b = goal.variables
    names = {"k": k, "m": m, "P": P, "u": u, "a": a, "b": b}
    S = term(split_design(ABOVE), P=P, u=u, a=a)
    informs = kernel.assume((applied(goal.conclusion, "not", 1) or ())[0])
    end = shown(term("integer(m + 1) and 0 <= m + 1", m=m), goal.given[1:2])
    less = at(
        less_informative_is_less_distinct(),
        k,
        m,
        term("m + 1", m=m),
        P,
        S,
        a,
        b,
        given=[*goal.given, end, informs],
        premises=6,
    )
    rows = [term("P(x)", P=P, x=x) for x in (a, b)]
    shares = [plainly("R(x)", R=term(f"fun x. {ABOVE}", P=P, u=u, a=a), x=x) for x in (a, b)]
    G = term(f"fun a b. {H.format(a='a', b='b')}")
    split = at(sum_of_split(), m, u, *rows, *shares, G, given=goal.given, premises=2)
    most = (applied(less.conclusion, "<=", 2) or ())[1]
    bound = arithmetic(AT_MOST(sides(split.conclusion)[1], most), less, split, opaque=True)
    p, q = Free("p #0"), Free("q #0")
    order = [term("0 < p", p=p), term("p < q", p=p, q=q)]
    values = {p: term("P(a, u)", **names), q: term("P(b, u)", **names)}
    r, s = (f"(if {x} <= p then 0 else {x} - p)" for x in "pq")
    more = f"{H.format(a=f'(p - {r})', b=f'(q - {s})')} + {H.format(a=r, b=s)} <= {H.format(a='p', b='q')}"
    plain = normal(term(more, p=p, q=q), decided(order))
    wrong = arithmetic(FALSE, derived.follow(plain, kernel.assume(term(more, p=p, q=q))), *order)
    wrong = kernel.instantiate(wrong, values)
    wrong = cut(
        wrong, arithmetic(sides(normal(term(more, p=values[p], q=values[q])).conclusion)[0], bound, opaque=True)
    )
    wrong = cut(wrong, *conjuncts(kernel.assume(goal.given[6])))
    return derived.reject(informs.conclusion, wrong)


GAIN = (
    "(exists S. design(k, m + 1, S) and (forall i in 1..k. forall j in 1..k. "
    "(sum y in 1..m + 1. abs(S(i, y) - S(j, y))) <= d) and "
    "informative(k, m + 1, m, S, P) and not informative(k, m, m + 1, P, S))"
)
NEAR_P = f"(forall i in 1..k. forall j in 1..k. {DISTANCE} <= d)"


def gained(goal: Goal, S: Term, *parts: Proved) -> Proved:
    """exists S. A from the parts of A for a design with a split response."""
    wanted = normal(instance(goal.conclusion, S))
    found = derived.follow(symmetric(wanted), rewritten(conjoined(*parts)))
    return kernel.witness(goal.conclusion, S, found)


@lemma(f"forall k m P u a b d. {SPLITS} {OF_TWO} {NEAR_P} implies 0 < P(a, u) and P(a, u) < P(b, u) implies {GAIN}")
def uneven_is_improved(goal: Goal) -> Proved:
    """A design that gives a response with different positive probabilities is improved upon by splitting it."""
    k, m, P, u, a, b, _ = goal.variables
    x, i, j = Free("x #0"), Free("i #0"), Free("j #0")
    names = {"k": k, "m": m, "P": P, "u": u, "a": a, "b": b, "x": x}
    R = term(f"fun x. {ABOVE}", P=P, u=u, a=a)
    threshold = term("P(a, u)", **names)
    positive = arithmetic(term("0 <= P(a, u)", **names), goal.given[7])
    rows = rewritten(kernel.assume(goal.given[3]), unfolding("design", "law"))
    entry = at(kernel.part(at(rows, x, given=[kernel.assume(in_range(x, k))]), 0), u, given=goal.given)
    share = each(x, k, by_conditions(plainly("0 <= R(x) and R(x) <= P(x, u)", R=R, **names), positive, entry))
    design = at(split_is_design(), k, m, P, u, R, given=[*goal.given, share], premises=4)
    inside = [kernel.assume(in_range(v, k)) for v in (i, j)]
    kept = at(layers_keep_distances(), k, m, P, u, threshold, i, j, given=[*goal.given, *inside, positive], premises=7)
    near = at(at(kernel.assume(goal.given[6]), i, given=inside), j, given=inside)
    near = each(
        i,
        k,
        each(
            j,
            k,
            arithmetic(
                AT_MOST(sides(kept.conclusion)[0], (applied(near.conclusion, "<=", 2) or ())[1]),
                kept,
                near,
                opaque=True,
            ),
        ),
    )
    informs = at(split_is_informative(), k, m, P, u, R, given=goal.given, premises=2)
    more = at(layers_say_more(), k, m, P, u, a, b, given=goal.given, premises=7)
    return gained(goal, term(split_design(ABOVE), P=P, u=u, a=a), design, near, informs, more)


MOVED = "D - abs(p - q) + abs(p - r - (q - t)) + abs(r - t)"
SHARES = "0 <= r and r <= p implies 0 <= t and t <= q implies"


def by_signs(goal: Goal) -> Proved:
    """Each way in which differences are positive or not, and conditions hold or not."""
    return reduced(normal(goal.conclusion, unfolding("abs")), lambda it: by_conditions(it, *goal.given))


@lemma(f"forall D p q r t. {SHARES} p = 0 or q = 0 implies {MOVED} = D")
def not_apart_more(goal: Goal) -> Proved:
    """Shares that are set apart of numbers of which one is 0 leave a distance what it is."""
    return by_signs(goal)


@lemma(f"forall D p q r t. {SHARES} p = q implies {MOVED} = D + 2 * abs(r - t)")
def apart_by_twice(goal: Goal) -> Proved:
    """Shares that are set apart of equal numbers add twice what they differ by."""
    return by_signs(goal)


@lemma("forall D d e v w. 0 <= e implies v = 0 or v = 1 implies w = 0 or w = 1 implies D <= d implies "
       "(v = 1 and w = 0 implies D + 2 * e <= d) implies (w = 1 and v = 0 implies D + 2 * e <= d) implies "
       "D + 2 * abs((if v = 1 then e else 0) - (if w = 1 then e else 0)) <= d", depth=8)  # fmt: skip
def fits_twice(goal: Goal) -> Proved:
    """Twice a number that fits into the gap of a distance fits."""
    return by_signs(goal)


NOT_LINKED = f"(forall i in 1..k. forall j in 1..k. {ACROSS.replace('y', 'u')} implies {DISTANCE} != d)"


@lemma(f"forall k m P u Q a b d. {SPLITS} {OF_TWO} {NEAR_P} implies {EVEN} implies "
       "(forall x in 1..k. Q(x) = 0 or Q(x) = 1) implies "
       f"P(a, u) != 0 and P(b, u) != 0 and Q(a) = 1 and Q(b) = 0 implies {NOT_LINKED} implies {GAIN}",
       depth=19)  # fmt: skip
def unlinked_is_improved(goal: Goal) -> Proved:
    """Where no pair at the largest distance leads from some truths of a response to others, it may tell them apart."""
    k, m, P, u, Q, a, b, d = goal.variables
    x, i, j, e = (Free(f"{name} #0") for name in "xije")
    names = {"k": k, "m": m, "P": P, "u": u, "Q": Q, "a": a, "b": b, "d": d, "x": x, "i": i, "j": j, "e": e}
    inside = [kernel.assume(in_range(v, k)) for v in (i, j, x)]
    near, even, is_event, across, not_linked = map(kernel.assume, goal.given[6:])
    in_P, in_other, in_Q, out_Q = conjuncts(across)
    rows = rewritten(kernel.assume(goal.given[3]), unfolding("design", "law"))

    def entry(v: Term) -> Proved:
        return at(kernel.part(at(rows, v, given=[*goal.given, *inside]), 0), u, given=goal.given)

    def even_at(v: Term, w: Term) -> Proved:
        return at(at(at(even, u, given=goal.given), v, given=[*goal.given, *inside]), w, given=[*goal.given, *inside])

    # a positive number that fits into all gaps, and into the response
    gap = f"(if {DISTANCE} = d then 1 else (d - {DISTANCE}) / 2)"
    below = at(at(near, i, given=inside), j, given=inside)
    room_left = each(i, k, each(j, k, by_conditions(term(f"0 < {gap}", **names), below)))
    gaps = term(f"fun i j. {gap}", **{**names, "i": Free("v"), "j": Free("w")})
    some = by_conditions(term("0 < P(a, u)", **names), entry(a), in_P)
    existence = at(
        fits_everywhere(), k, gaps, term("P(a, u)", **names), given=[*goal.given, some, room_left], premises=3
    )
    chosen = kernel.assume(instance(existence.conclusion, e))
    *size, everywhere = conjuncts(chosen)
    fits = at(at(everywhere, i, given=inside), j, given=inside)

    # what is set apart
    R = term("fun x. if P(x, u) = 0 then 0 else if Q(x) = 1 then e else 0", **{**names, "x": Free("v")})
    room = arithmetic(term("P(x, u) = 0 or e <= P(x, u)", **names), *size, even_at(a, x), in_P)
    share = each(x, k, by_conditions(plainly("0 <= R(x) and R(x) <= P(x, u)", R=R, **names), *size, room, entry(x)))
    split = at(distance_of_split(), k, m, P, u, R, i, j, given=[*goal.given, *inside], premises=6)
    # no distance grows beyond d
    sides_of = [at(share, v, given=inside) for v in (i, j)]
    shares = [plainly("R(x)", R=R, x=v) for v in (i, j)]
    before, first, second = (term(text, **names) for text in (DISTANCE, "P(i, u)", "P(j, u)"))
    whole = [before, first, second, *shares]
    some_zero = term("p = 0 or q = 0", p=first, q=second)
    kept = at(not_apart_more(), *whole, given=[*sides_of, kernel.assume(some_zero)], premises=3)
    at_zero = arithmetic(AT_MOST(sides(split.conclusion)[0], d), split, kept, below, opaque=True)
    positive = [arithmetic(term("p != 0", p=p), kernel.assume(NOT(some_zero)), opaque=True) for p in (first, second)]
    alike = arithmetic(equal(first, second), even_at(i, j), *positive, opaque=True)
    grown = at(apart_by_twice(), *whole, given=[*sides_of, alike], premises=3)
    D = Free("D #0")
    room_left = by_conditions(term("D = d or D + 2 * e <= d", D=D, d=d, e=e),
                              term("e <= (if D = d then 1 else (d - D) / 2)", D=D, d=d, e=e))  # fmt: skip
    room_left = cut(kernel.instantiate(room_left, {D: before}), fits)
    far = [
        arithmetic(
            term("Q(v) = 1 and Q(w) = 0 implies D + 2 * e <= d", Q=Q, v=v, w=w, D=before, d=d, e=e),
            at(at(not_linked, v, given=inside), w, given=inside), *positive, symmetric_distance(m, P, i, j), room_left,
            opaque=True,
        )
        for v, w in ((i, j), (j, i))
    ]  # fmt: skip
    events = [at(is_event, v, given=inside) for v in (i, j)]
    fitting = at(fits_twice(), before, d, e, *(term("Q(v)", Q=Q, v=v) for v in (i, j)),
                 given=[*size, *events, below, *far], premises=6)  # fmt: skip
    within_d = term("D + 2 * abs(r - t) <= d", D=before, d=d, r=shares[0], t=shares[1])
    reduced = normal(within_d, decided(positive))
    fitting = derived.follow(symmetric(reduced), fitting)
    otherwise = arithmetic(AT_MOST(sides(split.conclusion)[0], d), split, grown, fitting, opaque=True)
    within = kernel.cases(either(some_zero), at_zero, otherwise)

    # and that of a and b grows
    of_pair = {i: a, j: b}
    whole = [substituted(value, of_pair) for value in whole]
    same = arithmetic(term("P(a, u) = P(b, u)", **names), even_at(a, b), in_P, in_other)
    grown = at(apart_by_twice(), *whole, given=[*(at(share, v, given=goal.given) for v in (a, b)), same], premises=3)
    not_one = arithmetic(term("Q(b) != 1", **names), out_Q)
    apart = normal(
        term("abs(r - t) = e", r=whole[3], t=whole[4], e=e), decided([in_P, in_other, in_Q, not_one]), unfolding("abs")
    )
    apart = derived.follow(symmetric(apart), by_conditions(sides(apart.conclusion)[1], *size))
    farther = kernel.instantiate(split, of_pair)
    S = term(split_design("(if P(x, u) = 0 then 0 else if Q(x) = 1 then e else 0)"), P=P, u=u, Q=Q, e=e)
    end = shown(term("integer(m + 1) and 0 <= m + 1", m=m), goal.given[1:2])
    informs = kernel.assume(term("informative(k, m, m + 1, P, S)", S=S, **names))
    closer = at(
        less_informative_is_closer(),
        k,
        m,
        term("m + 1", m=m),
        P,
        S,
        a,
        b,
        given=[*goal.given, end, informs],
        premises=5,
    )
    wrong = arithmetic(FALSE, closer, farther, grown, apart, size[0], opaque=True)
    design = at(split_is_design(), k, m, P, u, R, given=[*goal.given, share], premises=4)
    joins = at(split_is_informative(), k, m, P, u, R, given=goal.given, premises=2)

    close = each(i, k, each(j, k, within))
    improved = gained(goal, S, design, close, joins, derived.reject(informs.conclusion, wrong))
    return kernel.unpack(existence, e, improved)


def symmetric_distance(m: Term, P: Term, i: Term, j: Term) -> Proved:
    """The distance of two rows is that of the second and the first."""
    y = Free("y #0")
    names = {"P": P, "i": i, "j": j, "y": y}
    value = by_conditions(unfolded("abs(P(i, y) - P(j, y)) = abs(P(j, y) - P(i, y))", names))
    plain = normal(term("abs(P(i, y) - P(j, y)) = abs(P(j, y) - P(i, y))", **names), unfolding("abs"))
    return summed(y, m, derived.follow(symmetric(plain), value), [term("integer(m) and 0 <= m", m=m)])


def left_of(theorem: Proved) -> Term:
    """a of a <= b or a = b"""
    return (applied(theorem.conclusion, "<=", 2) or sides(theorem.conclusion))[0]


def unfolded(text: str, names: Mapping[str, Term]) -> Term:
    """The term that a text says, absolute values written out."""
    return sides(normal(term(text, **names), unfolding("abs")).conclusion)[1]
