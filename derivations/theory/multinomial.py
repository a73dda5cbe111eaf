"""How often each response was given: the counts of n responses are multinomial, for every n and m."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    cut,
    decided,
    generalise,
    induct,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    BOOL,
    FALSE,
    IMPLIES,
    NOT,
    PLUS,
    REAL,
    Free,
    Term,
    applied,
    closed,
    conditional,
    equal,
    for_all,
)
from derivations.theory import sums
from derivations.theory.automatic import frequency_is_total
from derivations.theory.likelihood import frequency_not_negative
from derivations.theory.linear_estimates import WORD, expectation_of_sum
from derivations.theory.products import factor_apart
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    plainly,
    sum_picked,
    summed,
    term_at_most_sum,
)
from derivations.theory.subsets import product_of_ones
from derivations.theory.sums import ONE, ZERO, in_range, in_sums
from derivations.theory.surveys import expectation_next, expectation_scale, in_expectations, total_next

COUNTS = "(forall y in 1..m. integer(c(y)) and 0 <= c(y)) and (sum y in 1..m. c(y)) = n"
SEEN = "(fun w. if (forall y in 1..m. frequency(n, y)(w) = {c}) then 1 else 0)"
FACTORIAL = "(prod i in 1..{n}. i)"
FACTORIALS = f"(prod y in 1..m. {FACTORIAL.format(n='c(y)')})"


@lemma("forall n y w z. integer(n) and 0 <= n implies "
       "frequency(n + 1, y)(extended(w, n + 1, z)) = frequency(n, y)(w) + (if z = y then 1 else 0)")  # fmt: skip
def frequency_next(goal: Goal) -> Proved:
    """One more response is counted, or is not."""
    n, y, w, z = goal.variables
    found = at(total_next(), n, term("fun r. indicator(r = y)", y=y), w, z, given=goal.given)
    plain = normal(goal.conclusion, by(frequency_is_total()), unfolding("indicator"))
    return derived.follow(symmetric(plain), rewritten(found, unfolding("indicator")))


@lemma(f"forall c. integer(c) and 1 <= c implies {FACTORIAL.format(n='c')} = c * {FACTORIAL.format(n='(c - 1)')}")
def factorial_of(goal: Goal) -> Proved:
    """c! = c (c - 1)!"""
    (c,) = goal.variables
    before = term("c - 1", c=c)
    following = at(sums.prod_next(), before, term("fun i. i"), given=goal.given)
    size = Free("size #0")
    same = arithmetic(term("c - 1 + 1 = c", c=c))
    pattern = closed(size, term("(prod i in 1..n. i) = (prod i in 1..c - 1. i) * n", c=c, n=size))
    found = kernel.replace(same, pattern, following)
    return arithmetic(goal.conclusion, found)


@lemma("forall c q. integer(c) and 1 <= c implies q^c = q * q^(c - 1)")
def power_of(goal: Goal) -> Proved:
    """q^c = q q^(c - 1)"""
    c, q = goal.variables
    following = at(kernel.axiom("power_next"), q, term("c - 1", c=c), given=goal.given)
    size = Free("size #0")
    found = kernel.replace(
        arithmetic(term("c - 1 + 1 = c", c=c)), closed(size, term("q^n = q^(c - 1) * q", c=c, q=q, n=size)), following
    )
    return arithmetic(goal.conclusion, found)


@lemma("forall m y f g a. integer(m) and 0 <= m implies integer(y) and 1 <= y <= m implies "
       "(forall j in 1..m. j != y implies f(j) = g(j)) implies f(y) = a * g(y) implies prod(m, f) = a * prod(m, g)",
       depth=9)  # fmt: skip
def products_but_one(goal: Goal) -> Proved:
    """Products that differ in one factor."""
    m, y, f, g, _ = goal.variables
    j = Free("j #0")
    apart = [at(factor_apart(), m, y, h, given=goal.given, premises=2) for h in (f, g)]
    other = kernel.assume(NOT(equal(j, y)))
    same = at(kernel.assume(goal.given[2]), j, given=[kernel.assume(in_range(j, m)), other], premises=2)
    entry = term("(if j = y then 1 else f(j)) = (if j = y then 1 else g(j))", f=f, g=g, j=j, y=y)
    rest = summed(j, m, by_conditions(entry, kernel.discharge(other.conclusion, same)), goal.given, over="prod")
    return arithmetic(goal.conclusion, *apart, rest, goal.given[3])


@lemma("forall m q n. integer(m) and 0 <= m implies integer(n) and 0 <= n implies (forall c. "
       f"{COUNTS} implies {FACTORIALS} * expectation(n, m, q, {SEEN.format(c='c(y)')}) "
       f"= {FACTORIAL.format(n='n')} * (prod y in 1..m. q(y)^c(y)))", depth=5)  # fmt: skip
def counts_multiplied_out(goal: Goal) -> Proved:
    """By the last response, which is any that was counted."""
    m, q, n = goal.variables
    sizes = goal.given[:1]
    c, y, j, w = Free("c #0", WORD), Free("y #0"), Free("j #0"), Free("w #0", WORD)

    def said(size: Term) -> tuple[Term, Term]:
        names = {"n": size, "m": m, "c": c, "q": q}
        claim = (
            f"{FACTORIALS} * expectation(n, m, q, {SEEN.format(c='c(y)')}) "
            f"= {FACTORIAL.format(n='n')} * (prod y in 1..m. q(y)^c(y))"
        )
        return term(COUNTS, **names), term(claim, **names)

    count = kernel.assume(in_range(y, m))

    def none() -> Proved:
        """No responses have no counts."""
        premise, conclusion = said(ZERO)
        counts, total = conjuncts(kernel.assume(premise))
        own = at(counts, y, given=[count])
        all_positive = each(y, m, kernel.part(own, 1))
        least = kernel.detach(at(term_at_most_sum(), m, y, c, given=[*sizes, count], premises=2), all_positive)
        zero = arithmetic(term("c(y) = 0", c=c, y=y), least, own, total)
        place = Free("place #0")
        facts = []
        for law, text in (
            (specialise(sums.prod_0(), term("fun i. i")), "(prod i in 1..n. i) = 1"),
            (specialise(kernel.axiom("power_0"), term("q(y)", q=q, y=y)), "q(y)^n = 1"),
        ):
            one = kernel.replace(symmetric(zero), closed(place, term(text, n=place, q=q, y=y)), law)
            whole = summed(y, m, one, sizes, over="prod")
            facts.append(derived.transitive(whole, at(product_of_ones(), m, given=sizes)))
        empty = normal(term("frequency(0, y)(fun t. 0)", y=y), unfolding("frequency"), by(sums.sum_0()))
        seen = each(y, m, derived.transitive(empty, symmetric(zero)))
        plain = normal(conclusion, unfolding("expectation", "chance"), by(sums.words_0()), by(sums.prod_0()))
        plain = derived.transitive(plain, normal(sides(plain.conclusion)[1], decided([seen])))
        return kernel.discharge(
            premise, derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *facts))
        )

    def one_more(n: Free, known: Proved, assumed: Proved) -> Proved:
        names = {"n": n, "m": m, "c": c, "q": q, "y": y, "j": j, "w": w}
        both: list[Term | Proved] = [known, *sizes]
        premise, conclusion = said(PLUS(n, ONE))
        counts, total = conjuncts(kernel.assume(premise))
        counts_at_y = at(counts, y, given=[count])
        fewer = term("fun j. c(j) - (if j = y then 1 else 0)", **names)
        before = plainly(f"expectation(n, m, q, {SEEN.format(c='d(y)')})", d=fewer, **{**names, "y": Free("z #0")})
        # over the last response
        term(FACTORIALS, **names)
        longer = normal(
            (applied(sides(conclusion)[0], "*", 2) or ())[1],
            by(expectation_next(), both), by(frequency_next(), both), unfolding("mean"),
        )  # fmt: skip
        seen = "(if (forall j in 1..m. frequency(n, j)(w) + (if y = j then 1 else 0) = c(j)) then 1 else 0)"
        last = term(f"fun y w. q(y) * {seen}", n=n, m=m, c=c, q=q)
        split = at(expectation_of_sum(), m, n, m, q, last, given=both, premises=3)
        one = at(
            expectation_scale(),
            n,
            m,
            q,
            term("q(y)", **names),
            term(f"fun w. {seen}", **{**names, "w": Free("v", WORD)}),
            given=both,
            premises=2,
        )
        left, right = (
            term("frequency(n, j)(w) + (if y = j then 1 else 0) = c(j)", **names),
            term("frequency(n, j)(w) = c(j) - (if j = y then 1 else 0)", **names),
        )
        inside = kernel.assume(in_range(j, m))
        everywhere = [for_all(j, IMPLIES(inside.conclusion, formula)) for formula in (left, right)]

        def turned(source: Term, target: Term, entry: Term) -> Proved:
            value = at(kernel.assume(source), j, given=[inside])
            return kernel.discharge(
                source, generalise(kernel.discharge(inside.conclusion, by_conditions(entry, value)), j)
            )

        same = derived.equivalent(
            turned(everywhere[0], everywhere[1], right), turned(everywhere[1], everywhere[0], left)
        )
        choice = closed(Free("A #0", BOOL), conditional(REAL)(Free("A #0", BOOL), ONE, ZERO))
        as_before = rewritten(kernel.congruent(kernel.reflexive(choice), same))
        of_words = kernel.congruent(
            kernel.reflexive(term("expectation(n, m, q)", n=n, m=m, q=q)), kernel.abstracted(w, as_before)
        )
        one = derived.transitive(
            one, rewritten(kernel.congruent(kernel.reflexive(term("fun a. q(y) * a", **names)), of_words))
        )
        # a response that was counted is taken away
        some = kernel.assume(term("1 <= c(y)", **names))
        fewer_counts = each(j, m, _one_less(at(counts, j, given=[inside]), some, c, j, y))
        picked = at(sum_picked(), m, y, term("fun j. 1"), given=[*sizes, count], premises=2)
        sum_of = normal(plainly("sum(m, d)", m=m, d=fewer), in_sums(sizes))
        sum_of_fewer = arithmetic(plainly("sum(m, d) = n", d=fewer, **names), sum_of, picked, total)
        earlier = at(assumed, fewer, given=[kernel.conjoin(fewer_counts, sum_of_fewer)])
        off = kernel.assume(NOT(equal(j, y)))
        products = []
        for law, text in ((factorial_of(), "fun j n. prod i in 1..n. i"), (power_of(), "fun j n. q(j)^n")):
            entry = term(text, q=q)
            less = by_conditions(term("c(j) - (if j = y then 1 else 0) = c(j)", **names), off)
            same = rewritten(kernel.congruent(kernel.reflexive(plainly("e(j)", e=entry, j=j)), symmetric(less)))
            alike = each(j, m, kernel.discharge(off.conclusion, same))
            own_value = at(law, *(term(v, **names) for v in ("c(y)", "q(y)")[: 1 if law is factorial_of() else 2]),
                           given=[counts_at_y, some])  # fmt: skip
            less_here = by_conditions(term("c(y) - 1 = c(y) - (if y = y then 1 else 0)", **names), equal(y, y))
            less_here = cut(less_here, kernel.reflexive(y))
            place = Free("place #0")
            factor = plainly("c(y)" if law is factorial_of() else "q(y)", **names)
            pattern = closed(place, plainly("e(y, c(y)) = a * e(y, n)", e=entry, c=c, y=y, a=factor, n=place))
            taken = kernel.replace(less_here, pattern, own_value)
            functions = [
                plainly(f"fun j. e(j, {count_text})", e=entry, c=c, y=y)
                for count_text in ("c(j)", "c(j) - (if j = y then 1 else 0)")
            ]
            found = at(products_but_one(), m, y, *functions, factor, given=[*sizes, count, alike, taken], premises=4)
            products.append(found)
        worth = term(f"{FACTORIALS} * (q(y) * e) = c(y) * ({FACTORIAL.format(n='n')} * (prod y in 1..m. q(y)^c(y)))",
                     e=before, **names)  # fmt: skip
        taken_away = arithmetic(worth, earlier, *products, opaque=True)

        # what was not counted was not the last response
        never = kernel.assume(NOT(some.conclusion))
        seen_so = kernel.assume(
            plainly(
                "forall j in 1..m. frequency(n, j)(w) = c(j) - (if j = y then 1 else 0)",
                **{k: v for k, v in names.items() if k != "j"},
            )
        )
        here = at(seen_so, y, given=[count])
        wrong = by_conditions(FALSE, here, at(frequency_not_negative(), n, y, w, given=[known]), never, counts_at_y)
        nothing = kernel.detach(
            derived.if_false(seen_so.conclusion, ONE, ZERO), derived.reject(seen_so.conclusion, wrong)
        )
        nowhere = rewritten(
            kernel.congruent(
                kernel.reflexive(term("expectation(n, m, q)", n=n, m=m, q=q)), kernel.abstracted(w, nothing)
            )
        )
        nowhere = derived.transitive(nowhere, normal(sides(nowhere.conclusion)[1], in_expectations(both)))
        none_left = arithmetic(worth, nowhere, never, counts_at_y, opaque=True)
        of_one = kernel.cases(either(some.conclusion), taken_away, none_left)
        each_last = summed(y, m, of_one, sizes)
        each_last = rewritten(each_last, in_sums(sizes))
        rows = summed(y, m, one, sizes)
        worked = chain(sides(longer.conclusion)[0]).then(longer).then(split).then(rows).theorem
        product = term("e = (prod i in 1..n + 1. i)", n=n, e=Free("e #0"))
        del product
        next_factorial = at(sums.prod_next(), n, term("fun i. i"), given=[known])
        found = arithmetic(conclusion, worked, each_last, next_factorial, total, opaque=True)
        return generalise(kernel.discharge(premise, found), c)

    return induct(n, for_all((c,), IMPLIES(*said(n))), generalise(none(), c), one_more)


def _one_less(own: Proved, some: Proved, c: Free, j: Free, y: Free) -> Proved:
    """A count is a whole number, not negative, also where one is taken away from one that is at least 1."""
    entry = term("c(j) - (if j = y then 1 else 0)", c=c, j=j, y=y)
    same, other = kernel.assume(equal(j, y)), kernel.assume(NOT(equal(j, y)))
    least = kernel.replace(symmetric(same), closed(y, some.conclusion), some)
    found = []
    for case, text in ((same, "c(j) - 1"), (other, "c(j)")):
        value = by_conditions(equal(term(text, c=c, j=j), entry), case)
        number = term(f"integer({text}) and 0 <= {text}", c=c, j=j)
        shown_so = shown(number, [*conjuncts(own), least] if case is same else list(conjuncts(own)))
        place = Free("place #0")
        found.append(kernel.replace(value, closed(place, term("integer(a) and 0 <= a", a=place)), shown_so))
    return kernel.cases(either(same.conclusion), *found)
