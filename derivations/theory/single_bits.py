"""Bits that are flipped one by one, with the parity that bounds subset selection, add more to the variance.

Source: Nayak, Zhai, abstract, after Chai, Nayak 2019.
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
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, Term, applied, closed, equal
from derivations.theorems.subsets.subset_comparison import single_bits_cost_more
from derivations.theory import sums
from derivations.theory.best_sizes import not_before, not_beyond, said_of
from derivations.theory.least_added_variance import BEST, PURE_SPREAD, V
from derivations.theory.privacy import prod_at_most, prod_times
from derivations.theory.single_terms import at, by_conditions, each, next_integer, prod_positive
from derivations.theory.sums import in_range
from derivations.theory.unary_encoding import picked_factor

KEPT, FLIPPED = "(s / (s + 1))", "(1 / (s + 1))"
BITS = f"unary_encoding(k, z, {KEPT}, {FLIPPED})"


@lemma(f"forall k m z s. integer(k) and 0 <= k implies 1 <= s implies private(k, m, {BITS}, s^2)")
def bits_are_private(goal: Goal) -> Proved:
    """Two truths differ in two bits, each of which is s times as likely as its opposite."""
    k, _, z, s = goal.variables
    plain = normal(goal.conclusion, unfolding("private", "unary_encoding"))
    inner = goal_of(sides(plain.conclusion)[1])
    a, b, y = inner.variables
    i = Free("i #0")
    names = {"z": z, "s": s, "a": a, "b": b, "y": y, "i": i}

    def factor(x: Term) -> Term:
        own = "(if z(y, i) = 1 then (if i = x then {p} else {q}) else if i = x then 1 - {p} else 1 - {q})"
        return term(own.format(p=KEPT, q=FLIPPED), x=x, **names)

    ratio = term("(if i = a then s else 1) * (if i = b then s else 1)", **names)
    both = term("r * f", r=ratio, f=factor(b))
    less = [
        arithmetic(term(text, s=s), goal.given[1])
        for text in (
            f"0 < {FLIPPED}",
            f"{FLIPPED} <= {KEPT}",
            f"{KEPT} = s * {FLIPPED}",
            f"1 - {KEPT} = {FLIPPED}",
            f"1 - {FLIPPED} = {KEPT}",
        )
    ]
    kept, flipped = term(KEPT, s=s), term(FLIPPED, s=s)
    product = arithmetic(term("f <= s * p", f=flipped, p=kept, s=s), *less[:2], goal.given[1], opaque=True)
    square = [
        arithmetic(term("p <= s * s * p", p=value, s=s), *less[:2], goal.given[1], opaque=True)
        for value in (kept, flipped)
    ]
    known = [*less, product, *square]
    wanted = term("0 <= f and f <= g", f=factor(a), g=both)
    entry = _by_cases(wanted, known)
    functions = [closed(i, value) for value in (factor(a), both)]
    whole = at(prod_at_most(), k, *functions, given=[goal.given[0], each(i, k, entry)], premises=2)
    split = at(prod_times(), k, closed(i, ratio), closed(i, factor(b)), given=goal.given[:1])
    pair = at(
        prod_times(),
        k,
        term("fun i. if i = a then s else 1", a=a, s=s),
        term("fun i. if i = b then s else 1", b=b, s=s),
        given=goal.given[:1],
    )
    picks = [
        at(picked_factor(), k, x, term("fun i. s", s=s), given=[goal.given[0], *inner.given], premises=2)
        for x in (a, b)
    ]
    upper = list(conjuncts(whole))[-1]
    found = arithmetic(inner.conclusion, *map(rewritten, (upper, split, pair, *picks)), opaque=True)
    return derived.follow(symmetric(plain), inner.qed(found))


@lemma(f"forall k m z s c. integer(k) and 2 <= k implies bit_vectors(k, m, z) implies 1 < s implies "
       f"private(k, m, {BITS}, c) implies s^2 <= c")  # fmt: skip
def bits_need_their_level(goal: Goal) -> Proved:
    """The vector in which the bit of category 1 alone is 1 is s^2 times as likely for category 1 as for category 2."""
    k, _, z, s, c = goal.variables
    i, y = Free("i #0"), Free("y #0")
    size = [*conjuncts(kernel.assume(goal.given[0]))]
    size.append(shown(term("integer(k) and 0 <= k", k=k), [*size, arithmetic(term("0 <= k", k=k), size[1])]))
    large = goal.given[2]
    only = term("fun i. if i = 1 then 1 else 0")
    vectors = list(conjuncts(rewritten(kernel.assume(goal.given[1]), unfolding("bit_vectors"))))[-1]
    bits = each(i, k, by_conditions(term("(if i = 1 then 1 else 0) = 0 or (if i = 1 then 1 else 0) = 1", i=i)))
    some = at(vectors, only, given=[bits])
    body = instance(some.conclusion, y)
    chosen = kernel.assume(body)
    inside, entries = kernel.part(chosen, 0), kernel.part(chosen, 1)
    bit = rewritten(at(entries, i, given=[kernel.assume(in_range(i, k))]))
    places = [
        shown(
            in_range(Number(n), k),
            [kernel.literal(Number(n)), arithmetic(term(f"1 <= {n} and {n} <= k", k=k), size[1])],
        )
        for n in (1, 2)
    ]

    def factor(x: int) -> Term:
        own = "(if z(y, i) = 1 then (if i = {x} then {p} else {q}) else if i = {x} then 1 - {p} else 1 - {q})"
        return term(own.format(p=KEPT, q=FLIPPED, x=x), z=z, s=s, y=y, i=i)

    ratio = term("(if i = 1 then s else 1) * (if i = 2 then s else 1)", i=i, s=s)
    less = [
        arithmetic(term(text, s=s), large)
        for text in (
            f"0 < {FLIPPED}",
            f"0 < {KEPT}",
            f"{KEPT} = s * {FLIPPED}",
            f"1 - {KEPT} = {FLIPPED}",
            f"1 - {FLIPPED} = {KEPT}",
        )
    ]
    both = term("r * f", r=ratio, f=factor(2))
    same = each(i, k, by_conditions(equal(factor(1), both), bit, *less))
    whole = at(sums.prod_same(), k, closed(i, factor(1)), closed(i, both), given=[*size, same], premises=2)
    split = at(prod_times(), k, closed(i, ratio), closed(i, factor(2)), given=size)
    functions = [term(f"fun i. if i = {n} then s else 1", s=s) for n in (1, 2)]
    pair = at(prod_times(), k, *functions, given=size)
    picks = [
        at(picked_factor(), k, Number(n), term("fun i. s", s=s), given=[*size, place], premises=2)
        for n, place in zip((1, 2), places, strict=True)
    ]
    positive = each(i, k, by_conditions(term("0 < f", f=factor(2)), *less))
    more = at(prod_positive(), k, closed(i, factor(2)), given=[*size, positive], premises=2)
    private = rewritten(kernel.assume(goal.given[3]), unfolding("private", "unary_encoding"))
    bound = at(at(at(private, Number(1), given=places), Number(2), given=places), y, given=[inside])
    a, b = applied(rewritten(bound).conclusion, "<=", 2) or (FALSE, FALSE)
    likely = rewritten(more).conclusion
    other = (applied(likely, "<", 2) or (FALSE, FALSE))[1]
    times = arithmetic(
        equal(a, term("s^2 * p", s=s, p=other)), *map(rewritten, (whole, split, pair, *picks)), opaque=True
    )
    p, q = Free("p #0"), Free("q #0")
    level = arithmetic(
        term("s^2 <= c", s=s, c=c),
        term("q = s^2 * p", p=p, q=q, s=s),
        term("q <= c * p", p=p, q=q, c=c),
        term("0 < p", p=p),
    )
    found = cut(kernel.instantiate(level, {p: other, q: a}), times, rewritten(bound), rewritten(more))
    del b
    return kernel.unpack(some, y, found)


def _by_cases(formula: Term, facts: list[Proved]) -> Proved:
    """A conjunction, part by part, for each way in which the conditions turn out."""
    first, second = applied(formula, "and", 2) or (FALSE, FALSE)
    return kernel.conjoin(by_conditions(first, *facts), by_conditions(second, *facts))


BEST_THERE = said_of(BEST, g="(s^2)")
V_THERE = said_of(V, g="(s^2)")


@lemma(
    f"forall k s q. integer(k) and 2 <= k and 1 < s^2 implies {BEST_THERE} implies 1 < s implies {V_THERE} < "
    + said_of(PURE_SPREAD, p=KEPT, q=FLIPPED)
    + " - 1"
)
def bits_add_more(goal: Goal) -> Proved:
    """Single bits add more than the best subset selection of the same parity."""
    k, s, q = goal.variables
    g = term("s^2", s=s)
    given = [kernel.assume(f) for f in goal.given]
    *is_size, _ = conjuncts(given[1])
    facts = [*conjuncts(given[0]), *is_size, given[2]]
    facts.append(arithmetic(term("q + 1 <= k", q=q, k=k), at(next_integer(), q, k, given=facts), *facts))
    names = {"k": k, "q": q, "s": s}
    sides_of = []
    for law, edge, inner, wanted in (
        (not_beyond, "q <= 1", "2 <= q", "s^4 * q * (q - 1) <= (k - q + 1) * (k - q)"),
        (not_before, "k <= q + 1", "q + 2 <= k", "(k - q) * (k - q - 1) <= s^4 * q * (q + 1)"),
    ):
        formula = term(wanted, **names)
        at_edge, inside = (kernel.assume(term(text, **names)) for text in (edge, inner))
        gap = at(law(), k, g, q, given=[*given, inside], premises=3)
        second = arithmetic(formula, gap, opaque=True)
        value = arithmetic(term("q = 1" if law is not_beyond else "k = q + 1", **names), at_edge, *facts)
        rest = arithmetic(term("0 <= s^4 * (q * (q + 1))", **names), *facts)
        first = arithmetic(formula, value, rest, *facts)
        pair = (term("1"), q) if law is not_beyond else (term("q + 1", q=q), k)
        integers = [kernel.literal(term("1")), *facts]
        integers.append(shown(term("integer(q + 1)", q=q), facts))
        which = at(next_integer(), *pair, given=integers)
        cases = applied(which.conclusion, "or", 2) or (FALSE, FALSE)
        proofs = [
            cut(proof, arithmetic(case.conclusion, kernel.assume(side)))
            for proof, case, side in zip((first, second), (at_edge, inside), cases, strict=True)
        ]
        sides_of.append(kernel.cases(which, *proofs))
    bits = single_bits_cost_more()
    return arithmetic(goal.conclusion, *facts, *sides_of, lemmas=[bits], names={"k": k, "q": q, "s": s})
