"""Designs whose rows are as far apart as is allowed: which of them no other such design is better than."""

from __future__ import annotations

from collections.abc import Callable

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    cut,
    decided,
    fresh,
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
from derivations.logic.terms import AT_MOST, FALSE, NOT, Free, Number, Term, applied, closed, equal
from derivations.theory import sums
from derivations.theory.privacy import sum_not_negative
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    equal_terms,
    plainly,
    sum_of_zeros,
    sum_picked,
    summed,
    term_at_most_sum,
)
from derivations.theory.splitting import less_informative_is_closer
from derivations.theory.sums import in_range, in_sums

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
    one = kernel.detach(at(term_at_most_sum(), n, u, term(f"fun u. {size}", f=f, g=g), given=[goal.given[0], inside], premises=2), positive)
    return each(u, n, by_conditions(term("f(u) = g(u)", **names), one, whole))


@lemma(f"forall k m n P A C i j y d. {SIZES} {PROCESSED} {PAIR} {APART.format(m='n', P='A')} <= d implies "
       f"{APART.format(m='m', P='P')} = d implies integer(y) and 1 <= y <= m implies P(i, y) = P(j, y) implies "
       "(forall u in 1..n. A(i, u) * C(u, y) = A(j, u) * C(u, y))", depth=21)  # fmt: skip
def nothing_cancels(goal: Goal) -> Proved:
    """Where a distance is kept, what makes up a response that is equally likely under both truths is so part by part."""
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
        summed(u, n, by_conditions(unfolded(f"{sign}(A(i, u) * C(u, z) - A(j, u) * C(u, z)) <= {share}", names)), sizes[1:])
        for sign in ("", "-")
    ]
    between = unfolded("abs(P(i, z) - P(j, z))", names)
    order = [
        summed(u, n, arithmetic(term("A(x, u) * C(u, z) = C(u, z) * A(x, u)", x=x, **names)), sizes[1:]) for x in (i, j)
    ]
    p, q, b = (Free(f"{name} #0") for name in "pqb")
    either_way = by_conditions(unfolded("abs(p - q) <= b", {"p": p, "q": q, "b": b}), term("p - q <= b", p=p, q=q, b=b), term("-(p - q) <= b", p=p, q=q, b=b))
    values = {p: term("P(i, z)", **names), q: term("P(j, z)", **names), b: bound}
    either_way = kernel.instantiate(either_way, values)
    either_way = cut(either_way, *(arithmetic(plainly(text, p=values[p], q=values[q], b=bound), fact, normal(left_of(fact), in_sums(sizes[1:])), *entries, *order, opaque=True)
                     for text, fact in zip(("p - q <= b", "-(p - q) <= b"), ends, strict=True)))
    # summed over the responses both are the distance of the rows
    moved = summed(u, n, part, sizes[1:])
    each_response = summed(z, m, moved, sizes[:1])
    both = term(f"fun z u. {gap} * C(u, z)", **{key: value for key, value in names.items() if key not in "uz"})
    swapped = rewritten(at(sums.sum_swap(), m, n, both, given=sizes, premises=2), unfolding("abs"))
    scaled = rewritten(at(sums.sum_scale(), m, term(gap, **names), term("fun z. C(u, z)", **names), given=sizes[:1]), unfolding("abs"))
    kept = arithmetic(equal(left_of(scaled), unfolded(gap, names)), scaled, one, opaque=True)
    whole = summed(u, n, kept, sizes[1:])
    far = [rewritten(kernel.assume(goal.given[number]), unfolding("abs")) for number in (7, 8)]
    less = summed(z, m, either_way, sizes[:1])
    total = arithmetic(equal(*(applied(less.conclusion, "<=", 2) or ())), less, each_response, swapped, whole, *far, opaque=True)
    functions = [closed(z, side) for side in (between, bound)]
    same = at(equal_terms(), m, *functions, given=[*sizes[:1], each(z, m, either_way), total], premises=3)
    here = at(same, y, given=goal.given)
    nothing = by_conditions(equal(sides(here.conclusion)[1], Number(0)), here, goal.given[10])
    products = [term(f"fun u. A(x, u) * C(u, y)", x=x, **names) for x in (i, j)]
    apart = normal(plainly("(sum u in 1..n. abs(f(u) - g(u))) = 0", n=n, f=products[0], g=products[1]), unfolding("abs"))
    return at(nothing_apart(), n, *products, given=[*sizes[1:], kernel.follow(symmetric(apart), nothing)], premises=2)


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
    premise, existence = applied(link.conclusion, "implies", 2) or ()
    own = kernel.follow(symmetric(normal(term("(if A(a, u) * C(u, y) = A(a, u) * C(u, y) then 1 else 0) = 1", **names), decided([kernel.reflexive(term("A(a, u) * C(u, y)", **names))]))), kernel.reflexive(Number(1)))
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

    wrong = from_pair(existing, k, clash)
    found = kernel.absurd(wanted, wrong)
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
    one = kernel.detach(at(term_at_most_sum(), n, u, term("fun u. A(x, u) * C(u, y)", **{**names, "u": Free("v")}), given=[size_n, inside[1]], premises=2), each(u, n, part))
    none = arithmetic(term("P(x, y) = 0 implies A(x, u) * C(u, y) = 0", **names), one, made, part)

    # P(x, y) A(z, u) C(u, y) = A(x, u) C(u, y) P(z, y)
    a, b, p, q = (Free(f"{name} #0") for name in "abpq")
    turned = {"a": a, "b": b, "p": p, "q": q}
    cross = arithmetic(
        term("p * b = a * q", **turned),
        *(term(text, **turned) for text in ("p = 0 implies a = 0", "q = 0 implies b = 0",
                                            "p != 0 and q != 0 implies a = b", "p = 0 or q = 0 or p = q")),
    )  # fmt: skip
    values = {a: term("A(x, u) * C(u, y)", **names), b: term("A(z, u) * C(u, y)", **names), p: term("P(x, y)", **names), q: term("P(z, y)", **names)}
    even = at(at(at(kernel.assume(goal.given[8]), y, given=inside), x, given=inside), z, given=inside)
    cross = cut(kernel.instantiate(cross, values), none, kernel.instantiate(none, {x: z}), alike, even)
    in_order = {key: value for key, value in names.items() if key != "z"}
    both = summed(z, k, cross, goal.given[:1])
    left = at(sums.sum_scale(), k, p, term("fun z. A(z, u) * C(u, y)", **in_order), given=goal.given[:1])
    right = at(sums.sum_scale(), k, a, term("fun z. P(z, y)", **in_order), given=goal.given[:1])
    left, right = (kernel.instantiate(law, {p: values[p], a: values[a]}) for law in (left, right))
    total, made_up = (term(f"sum z in 1..k. {text}", **in_order) for text in ("P(z, y)", "A(z, u) * C(u, y)"))
    cross = arithmetic(term("p * v = a * s", p=values[p], v=made_up, a=values[a], s=total), both, left, right, opaque=True)
    columns = [each(z, k, kernel.instantiate(fact, {x: z})) for fact in (entry_P, part)]
    largest = at(term_at_most_sum(), k, x, term("fun z. P(z, y)", **in_order), given=[goal.given[0], inside[2]], premises=2)
    largest = kernel.detach(largest, columns[0])
    some = [
        kernel.detach(at(sum_not_negative(), k, term(f"fun z. {text}", **in_order), given=goal.given[:1]), column)
        for text, column in zip(("P(z, y)", "A(z, u) * C(u, y)"), columns, strict=True)
    ]
    back = term("fun y u. if (sum z in 1..k. P(z, y)) = 0 then (if u = 1 then 1 else 0) else "
                "(sum z in 1..k. A(z, u) * C(u, y)) / (sum z in 1..k. P(z, y))", k=k, A=A, C=C, P=P)  # fmt: skip
    entry = by_conditions(plainly("P(x, y) * B(y, u) = A(x, u) * C(u, y)", B=back, **in_order), cross, largest, entry_P, none)
    row = summed(y, m, entry, goal.given[1:2])
    spread = at(sums.sum_scale(), m, term("A(x, u)", **in_order), term("fun y. C(u, y)", **{**in_order, "y": Free("v")}), given=goal.given[1:2])
    of_u = kernel.part(at(of_C, u, given=inside), 1)
    found = arithmetic(equal(term("A(x, u)", **in_order), sides(row.conclusion)[0]), row, spread, of_u, opaque=True)
    entries = each(x, k, each(u, n, found))
    positive = by_conditions(plainly("0 <= B(y, u)", B=back, y=y, u=u), *some)

    # the responses that it came from have a law
    empty = kernel.assume(equal(total, Number(0)))
    first = shown(in_range(Number(1), n), goal.given[2:3])
    picked = at(sum_picked(), n, Number(1), term("fun u. 1"), given=[size_n, first], premises=2)
    is_row = plainly("(sum u in 1..n. B(y, u)) = 1", B=back, n=n, y=y)
    nothing = kernel.follow(symmetric(normal(is_row, decided([empty]))), picked)
    share = term("fun u. sum z in 1..k. A(z, u) * C(u, y)", **{**in_order, "u": Free("v")})
    divided = term("1 / s", s=Free("s #0"))
    scaled = at(sums.sum_scale(), n, divided, share, given=[size_n])
    scaled = kernel.instantiate(scaled, {Free("s #0"): total})
    quotient = arithmetic(term("v / s = 1 / s * v", v=Free("v #0"), s=Free("s #0")), term("s != 0", s=Free("s #0")))
    quotient = kernel.instantiate(quotient, {Free("v #0"): made_up, Free("s #0"): total})
    rows = summed(u, n, quotient, [size_n])
    swapped = at(sums.sum_swap(), n, k, term("fun u z. A(z, u) * C(u, y)", **{**in_order, "u": Free("v")}), given=sizes, premises=2)
    parts = summed(z, k, symmetric(kernel.instantiate(made, {x: z})), goal.given[:1])
    unit = arithmetic(term("1 / s * s = 1", s=Free("s #0")), term("s != 0", s=Free("s #0")))
    unit = kernel.instantiate(unit, {Free("s #0"): total})
    full = kernel.assume(NOT(empty.conclusion))
    plain = normal(is_row, decided([full]))
    sums_to_one = arithmetic(sides(plain.conclusion)[1], rows, scaled, swapped, parts, unit, opaque=True)
    whole = kernel.cases(either(empty.conclusion), nothing, kernel.follow(symmetric(plain), sums_to_one))
    channel = each(y, m, kernel.conjoin(each(u, n, positive), whole))
    plain = normal(goal.conclusion, unfolding("informative", "channel", "design", "law", "through"))
    formula = sides(plain.conclusion)[1]
    wanted = normal(instance(formula, back))
    both = kernel.conjoin(channel, entries)
    return kernel.follow(symmetric(plain), kernel.witness(formula, back, kernel.follow(symmetric(wanted), rewritten(both))))


def exists_pair(formula: Term, first: tuple[Term, Proved], second: tuple[Term, Proved], theorem: Proved) -> Proved:
    """exists i in 1..k. exists j in 1..k. A from values for i and j, their ranges, and what A says of them"""
    outer = instance(formula, first[0])
    inner = (applied(outer, "and", 2) or ())[1]
    said = instance(inner, second[0])
    body = normal(said)
    found = kernel.follow(symmetric(body), rewritten(kernel.conjoin(second[1], theorem)))
    return kernel.witness(formula, first[0], kernel.conjoin(first[1], kernel.witness(inner, second[0], found)))


def from_pair(existence: Proved, k: Term, show: Callable[[Term, Term, Proved, list[Proved]], Proved]) -> Proved:
    """What follows from any pair follows from exists i in 1..k. exists j in 1..k. A."""
    del k
    i, j = (fresh(Free(name)) for name in "ij")
    outer = kernel.assume(instance(existence.conclusion, i))
    inner = kernel.part(outer, 1)
    last = kernel.assume(instance(inner.conclusion, j))
    found = show(i, j, kernel.part(last, 1), [kernel.part(outer, 0), kernel.part(last, 0)])
    return kernel.unpack(existence, i, kernel.unpack(inner, j, found))


def left_of(theorem: Proved) -> Term:
    return (applied(theorem.conclusion, "<=", 2) or sides(theorem.conclusion))[0]


def unfolded(text: str, names: dict[str, Term]) -> Term:
    """The term that a text says, absolute values written out."""
    return sides(normal(term(text, **names), unfolding("abs")).conclusion)[1]
