"""The sets of l of k categories: how many there are, and how many hold one or two given ones, for every k and l."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    decided,
    generalise,
    induct,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.terms import (
    FALSE,
    IMPLIES,
    INTEGER,
    NOT,
    PLUS,
    Abstract,
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
from derivations.theory.automatic import written_out
from derivations.theory.linear_estimates import WORD, words_same
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    each_with_next,
    either,
    next_integer,
    one_other,
    sum_of_equals,
    sum_of_zeros,
    sum_picked,
    summed,
)
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, in_words
from derivations.theory.surveys import earlier_letter, last_letter

SIZE = "integer(n) and 0 <= n implies"
TWO = Number(2)


# -- Pascal's triangle -------------------------------------------------------------------------------------------------


@lemma("forall r. binomial(0, r) = (if r = 0 then 1 else 0)")
def binomial_0(goal: Goal) -> Proved:
    """The first row of Pascal's triangle."""
    return sums._unfolded(goal, "binomial")


@lemma(f"forall n r. {SIZE} binomial(n + 1, r) = binomial(n, r) + binomial(n, r - 1)")
def binomial_next(goal: Goal) -> Proved:
    """The next row of Pascal's triangle."""
    return sums._unfolded(goal, "binomial")


@lemma(f"forall n. {SIZE} (forall r. 0 <= binomial(n, r) and (integer(r) and 0 <= r <= n implies 0 < binomial(n, r)))",
       depth=2)  # fmt: skip
def binomial_positive(goal: Goal) -> Proved:
    """There is a set of r of n, for 0 <= r <= n."""
    n = goal.variables[0]
    r = Free("r #0")
    at_least = "0 <= binomial(n, r) and (integer(r) and 0 <= r <= n implies 0 < binomial(n, r))"
    body = for_all(r, term(at_least, n=n, r=r))
    choice = term("0 <= (if r = 0 then 1 else 0) and (0 <= r and r <= 0 implies 0 < (if r = 0 then 1 else 0))", r=r)
    first, second = conjuncts(by_conditions(choice))
    range_0 = kernel.assume(term("integer(r) and 0 <= r <= z", r=r, z=ZERO))
    second = kernel.discharge(range_0.conclusion, under(second, [range_0]))
    base = generalise(rewritten_by(term(at_least, n=ZERO, r=r), by(binomial_0()), kernel.conjoin(first, second)), r)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        lower = term("r - 1", r=r)
        (low, inner), (below, outer) = (conjuncts(at(assumed, number)) for number in (r, lower))
        names = {"k": k, "r": r}
        total = "binomial(k, r) + binomial(k, r - 1)"
        inside = kernel.assume(term("integer(r) and 0 <= r <= k + 1", **names))
        which = at(next_integer(), k, r, given=[known, inside])
        cases = []
        for case, law, number in zip(applied(which.conclusion, "or", 2) or (), (inner, outer), (r, lower), strict=True):
            given = [inside, known, kernel.assume(case)]
            whole, bounds = shown(INTEGER(number), [inside]), arithmetic(term("0 <= a <= k", a=number, k=k), *given)
            found = kernel.detach(law, kernel.conjoin(whole, bounds))
            cases.append(arithmetic(term(f"0 < {total}", **names), found, low, below))
        more = kernel.discharge(inside.conclusion, kernel.cases(which, *cases))
        both = kernel.conjoin(arithmetic(term(f"0 <= {total}", **names), low, below), more)
        return generalise(rewritten_by(term(at_least, n=PLUS(k, ONE), r=r), by(binomial_next(), [known]), both), r)

    return induct(n, body, base, step)


def rewritten_by(formula: Term, rule: Conversion, theorem: Proved) -> Proved:
    """The formula from a theorem of what the rule makes of it."""
    return derived.follow(symmetric(normal(formula, rule)), theorem)


# -- words of bits -----------------------------------------------------------------------------------------------------


SAME = "(prod i in 1..n. if u(i) = v(i) then 1 else 0)"


@lemma(f"forall n u v. {SIZE} (forall i in 1..n. u(i) = v(i)) implies {SAME} = 1", depth=5)
def same_words(goal: Goal) -> Proved:
    """Words with the same letters agree everywhere."""
    n, u, v = goal.variables
    i = Free("i #0")
    letter = at(kernel.assume(goal.given[1]), i, given=[kernel.assume(in_range(i, n))])
    one = by_conditions(term("(if u(i) = v(i) then 1 else 0) = 1", u=u, v=v, i=i), letter)
    ones = summed(i, n, one, goal.given[:1], over="prod")
    return derived.transitive(ones, at(product_of_ones(), n, given=goal.given[:1]))


@lemma(f"forall n. {SIZE} (prod i in 1..n. 1) = 1")
def product_of_ones(goal: Goal) -> Proved:
    """A product of ones."""
    return sums.by_sizes(goal, sums.prod_0, sums.prod_next)


@lemma(f"forall n u v. {SIZE} {SAME} != 0 implies (forall i in 1..n. u(i) = v(i))", depth=4)
def only_same_words(goal: Goal) -> Proved:
    """Only words with the same letters agree everywhere."""
    n, u, v = goal.variables
    i = Free("i #0")
    body = term(f"{SAME} != 0 implies (forall i in 1..n. u(i) = v(i))", n=n, u=u, v=v)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        premise, _ = applied(substituted(body, {n: PLUS(k, ONE)}), "implies", 2) or ()
        there = rewritten(kernel.assume(premise), by(sums.prod_next(), [known]))
        names = {"n": k, "u": u, "v": v}
        before = arithmetic(term(f"{SAME} != 0", **names), there)
        last = by_conditions(term("u(n + 1) = v(n + 1)", **names), there)
        earlier = at(kernel.detach(assumed, before), i, given=[kernel.assume(in_range(i, k))])
        return kernel.discharge(premise, each_with_next(i, k, known, earlier, last))

    premise, _ = applied(substituted(body, {n: ZERO}), "implies", 2) or ()
    nowhere = derived.absurd(term("u(i) = v(i)", u=u, v=v, i=i), arithmetic(FALSE, in_range(i, ZERO)))
    base = kernel.discharge(premise, each(i, ZERO, nowhere))
    return induct(n, body, base, step)


MATCH = "(prod i in 1..k. if w(i) = u(i) then 1 else 0)"
LIKE = "(forall v. (forall i in 1..k. v(i) = u(i)) implies F(v) = F(u))"


@lemma("forall k m u F. integer(k) and 0 <= k implies integer(m) and 0 <= m implies word(k, m, u) implies "
       f"{LIKE} implies (sum w in (1..m)^k. {MATCH} * F(w)) = F(u)", depth=8)  # fmt: skip
def picked_word(goal: Goal) -> Proved:
    """A sum over words in which only one word counts."""
    k, m, u, F = goal.variables
    size = goal.given[1]
    y, w, v, i = Free("y #0"), Free("w #0", WORD), Free("v #0", WORD), Free("i #0")
    body = for_all(F, IMPLIES(goal.given[2], IMPLIES(goal.given[3], goal.conclusion)))

    def at_size(number: Term) -> tuple[Term, Term, Term]:
        return tuple(substituted(f, {k: number}) for f in (*goal.given[2:4], goal.conclusion))  # type: ignore[return-value]

    is_word, alike, conclusion = at_size(ZERO)
    nothing = derived.absurd(term("v(i) = u(i)", v=v, u=u, i=i), arithmetic(FALSE, in_range(i, ZERO)))
    v0 = term("fun t. 0")
    nowhere = rewritten(kernel.instantiate(each(i, ZERO, nothing), {v: v0}))
    same = kernel.detach(specialise(kernel.assume(alike), v0), nowhere)
    left, right = sides(conclusion)
    start = chain(left).rewrite(by(sums.words_0()), by(sums.prod_0())).arithmetic(right, same).theorem
    base = generalise(kernel.discharge(is_word, kernel.discharge(alike, start)), F)

    def step(j: Free, known: Proved, assumed: Proved) -> Proved:
        is_word, alike, conclusion = at_size(PLUS(j, ONE))
        names = {"j": j, "m": m, "u": u, "F": F, "w": w, "y": y, "v": v, "k": j}
        letters = rewritten(kernel.assume(is_word), unfolding("word"))
        inside = kernel.assume(in_range(i, j))
        shorter = each(i, j, at(letters, i, given=[known, inside]))
        shorter = rewritten_by(term("word(k, m, u)", **names), unfolding("word"), rewritten(shorter))
        last = at(letters, PLUS(j, ONE), given=[known])
        shift = term("fun w. F(extended(w, j + 1, u(j + 1)))", **names)
        own = kernel.assume(term("forall i in 1..k. v(i) = u(i)", **names))
        ext = term("extended(v, j + 1, u(j + 1))", **names)

        def extended_like(word: Term, fact: Proved) -> Proved:
            """forall i in 1..j + 1. extended(word, j + 1, u(j + 1))(i) = u(i)"""
            before = at(fact, i, given=[inside])
            kept = at(earlier_letter(), j, word, term("u(j + 1)", **names), i, given=[inside])
            reached = specialise(last_letter(), PLUS(j, ONE), word, term("u(j + 1)", **names))
            return each_with_next(i, j, known, derived.transitive(kept, before), reached)

        reflexive = each(i, j, kernel.reflexive(term("u(i)", u=u, i=i)))
        one = kernel.detach(specialise(kernel.assume(alike), ext), extended_like(v, own))
        of_u = kernel.detach(
            specialise(kernel.assume(alike), term("extended(u, j + 1, u(j + 1))", **names)), extended_like(u, reflexive)
        )
        like = generalise(kernel.discharge(own.conclusion, derived.transitive(one, symmetric(of_u))), v)
        found = specialise(assumed, shift)
        found = kernel.detach(kernel.detach(found, shorter), rewritten(like))
        letter = term("u(j + 1)", **names)
        product = term("prod i in 1..j + 1. if extended(w, j + 1, y)(i) = u(i) then 1 else 0", **names)
        split = normal(product, by(sums.prod_next(), [known]), by(last_letter()))
        kept = at(earlier_letter(), j, w, y, i, given=[inside])
        factor = Free("factor #0")
        pattern = closed_equal(factor, term("if a = u(i) then 1 else 0", a=factor, u=u, i=i))
        factors = summed(i, j, congruence_in(pattern, kept), [known], over="prod")
        choice = by_conditions(
            term(
                f"{MATCH} * (if y = u(j + 1) then 1 else 0) * F(extended(w, j + 1, y)) = "
                f"{MATCH} * (if y = u(j + 1) then F(extended(w, j + 1, y)) else 0)",
                **names,
            )
        )
        body_at = term("a * F(extended(w, j + 1, y))", a=product, **names)
        row = arithmetic(equal(body_at, sides(choice.conclusion)[0]), split, factors)
        row = derived.transitive(row, choice)
        whole = summed(y, m, row, [size])
        scaled = at(
            sums.sum_scale(),
            m,
            term(MATCH, **names),
            term("fun y. if y = u(j + 1) then F(extended(w, j + 1, y)) else 0", **names),
            given=[size],
        )
        picked = at(
            sum_picked(), m, letter, term("fun y. F(extended(w, j + 1, y))", **names), given=[size, last], premises=2
        )
        inner = derived.transitive(
            whole,
            arithmetic(
                equal(sides(whole.conclusion)[1], term(f"{MATCH} * F(extended(w, j + 1, u(j + 1)))", **names)),
                scaled,
                picked,
            ),
        )
        in_w = term("word(k, m, w)", **names)
        everywhere = generalise(kernel.discharge(in_w, inner), w)
        left, _right = sides(conclusion)
        first = chain(left).rewrite(by(sums.words_next(), [known])).theorem
        target = term(f"fun w. {MATCH} * F(extended(w, j + 1, u(j + 1)))", **names)
        function = (applied(sides(first.conclusion)[1], "words", 3) or ())[2]
        same = kernel.detach(
            at(words_same(), j, m, function, target, given=[known, size], premises=2), rewritten(everywhere)
        )
        ends = chain(left).then(first).then(same).then(rewritten(found)).then(of_u)
        return generalise(kernel.discharge(is_word, kernel.discharge(alike, ends.theorem)), F)

    found = specialise(induct(k, body, base, step), F)
    return kernel.detach(kernel.detach(found, kernel.assume(goal.given[2])), kernel.assume(goal.given[3]))


def closed_equal(variable: Free, body: Term) -> Abstract:
    """fun v. body"""
    return closed(variable, body)


def congruence_in(function: Abstract, equation: Proved) -> Proved:
    """|- a = b  ==>  |- f(a) = f(b), worked out"""
    return rewritten(kernel.congruent(kernel.reflexive(function), equation))


# -- sets of l of k ----------------------------------------------------------------------------------------------------

Given = list[Term | Proved]
SETS = "integer(k) and 0 <= k implies integer(m) and 0 <= m implies subsets(k, l, m, z) implies"
MATCHES = "(prod i in 1..k. if w(i) = z(y, i) + 1 then 1 else 0)"
ONES = "(if (sum i in 1..k. w(i) - 1) = l then 1 else 0)"


def _sets(goal: Goal) -> tuple[Proved, Proved, Proved]:
    """Each is a set, no two are the same, and all are there."""
    found = rewritten(kernel.assume(goal.given[2]), unfolding("subsets", "bits"))
    each_is, rest = kernel.part(found, 0), kernel.part(found, 1)
    return each_is, kernel.part(rest, 0), kernel.part(rest, 1)


@lemma(f"forall k l m z w. {SETS} word(k, 2, w) implies (sum y in 1..m. {MATCHES}) = {ONES}")
def listed_once(goal: Goal) -> Proved:
    """A word of k letters 1 or 2 is one of the sets, letters 2 being its members, exactly if it has l of them."""
    k, held, m, z, w = goal.variables
    i, y, u = Free("i #0"), Free("y #0"), Free("u #0")
    names = {"k": k, "l": held, "m": m, "z": z, "w": w, "y": y, "i": i, "u": u}
    sizes = list(goal.given[:2])
    are_sets, no_two, all_there = _sets(goal)
    letters = rewritten(kernel.assume(goal.given[3]), unfolding("word"))
    in_k, in_m = kernel.assume(in_range(i, k)), kernel.assume(in_range(y, m))
    letter = at(letters, i, given=[in_k])
    matched = kernel.assume(term(f"{MATCHES} != 0", **names))
    shifted = term("fun i. z(y, i) + 1", **names)
    only = at(only_same_words(), k, w, shifted, given=sizes[:1])
    agree = kernel.detach(only, rewritten(matched))
    entry = at(agree, i, given=[in_k])

    def none(nothing: Proved) -> Proved:
        """MATCHES = 0 for y, from a contradiction of its being different from 0."""
        zero = term(f"{MATCHES} = 0", **names)
        denied = kernel.assume(NOT(zero))
        return derived.absurd(zero, kernel.detach(kernel.discharge(matched.conclusion, nothing), denied))

    total = term("(sum i in 1..k. w(i) - 1) = l", **names)
    of_l, not_l = kernel.assume(total), kernel.assume(NOT(total))
    row, own_total = conjuncts(at(are_sets, y, given=[in_m]))
    del row
    same_total = summed(i, k, arithmetic(term("w(i) - 1 = z(y, i)", **names), entry), sizes[:1])
    contradiction = derived.clash(not_l, derived.transitive(same_total, own_total))
    nothing = summed(y, m, none(contradiction), sizes[1:])
    nothing = derived.transitive(nothing, at(sum_of_zeros(), m, given=sizes[1:]))

    v = term("fun i. w(i) - 1", w=w)
    lower = at(next_integer(), ONE, term("w(i)", **names), given=[kernel.literal(ONE), letter])
    bit = arithmetic(term("w(i) - 1 = 0 or w(i) - 1 = 1", **names), lower, letter)
    existing = kernel.detach(specialise(all_there, v), kernel.conjoin(each(i, k, bit), of_l))
    there = kernel.assume(instance(existing.conclusion, u))
    in_u, of_u = kernel.part(there, 0), kernel.part(there, 1)
    entry_u = at(of_u, i, given=[in_k])
    equal_y = kernel.assume(equal(y, u))
    factor = Free("factor #0")
    moved = kernel.replace(symmetric(equal_y), closed(factor, term("z(f, i) = w(i) - 1", f=factor, **names)), entry_u)
    matching = each(i, k, arithmetic(term("w(i) = z(y, i) + 1", **names), moved))
    one = kernel.detach(at(same_words(), k, w, shifted, given=sizes[:1]), matching)
    both = each(i, k, arithmetic(term("z(y, i) = z(u, i)", **names), entry, entry_u))
    met = kernel.detach(at(at(no_two, y, given=[in_m]), u, given=[in_u], premises=1), both)
    differs = kernel.assume(NOT(equal(y, u)))
    zero = none(derived.clash(differs, met))
    choice = term(f"{MATCHES} = (if y = u then 1 else 0)", **names)
    value = kernel.cases(either(equal(y, u)), by_conditions(choice, one, equal_y), by_conditions(choice, zero, differs))
    picked = at(sum_picked(), m, u, term("fun y. 1"), given=[*sizes[1:], in_u], premises=2)
    single = derived.transitive(summed(y, m, value, sizes[1:]), picked)
    single = kernel.unpack(existing, u, single)
    _left, right = sides(goal.conclusion)
    found = [
        derived.transitive(fact, symmetric(normal(right, decided([case]))))
        for fact, case in ((single, of_l), (nothing, not_l))
    ]
    return kernel.cases(either(total), *found)


EXTENSIONAL = "(forall u v. (forall i in 1..k. u(i) = v(i)) implies F(u) = F(v))"


LISTED = (
    "integer(k) and 0 <= k implies integer(m) and 0 <= m implies "
    "(forall y in 1..m. forall i in 1..k. z(y, i) = 0 or z(y, i) = 1) implies "
    f"(forall w. word(k, 2, w) implies (sum y in 1..m. {MATCHES}) = c(w)) implies"
)


@lemma(f"forall k m z c F. {LISTED} {EXTENSIONAL} implies "
       "(sum y in 1..m. F(z(y))) = (sum w in (1..2)^k. c(w) * F(fun i. w(i) - 1))", depth=10)  # fmt: skip
def over_listed(goal: Goal) -> Proved:
    """A sum over listed sets is one over words of letters 1 or 2, each as often as it is listed."""
    k, m, z, c, F = goal.variables
    i, y, w, v = Free("i #0"), Free("y #0"), Free("w #0", WORD), Free("v #0", WORD)
    names = {"k": k, "m": m, "z": z, "w": w, "y": y, "i": i, "F": F, "v": v, "c": c}
    sizes = list(goal.given[:2])
    two = kernel.conjoin(kernel.literal(TWO), arithmetic(term("0 <= t", t=TWO)))
    in_k, in_m = kernel.assume(in_range(i, k)), kernel.assume(in_range(y, m))
    bit = at(at(kernel.assume(goal.given[2]), y, given=[in_m]), i, given=[in_k])
    zero, one = (kernel.assume(case) for case in applied(bit.conclusion, "or", 2) or ())
    is_letter = []
    for case, letter in ((zero, ONE), (one, TWO)):
        same = arithmetic(equal(letter, term("z(y, i) + 1", **names)), case)
        number = Free("number #0")
        inside = kernel.conjoin(kernel.literal(letter), arithmetic(term("1 <= t <= 2", t=letter)))
        is_letter.append(kernel.replace(same, closed(number, in_range(number, TWO)), inside))
    u = term("fun i. z(y, i) + 1", **names)
    is_word = each(i, k, kernel.cases(bit, *is_letter))
    is_word = rewritten_by(term("word(k, t, u)", k=k, t=TWO, u=u), unfolding("word"), is_word)
    shifted = term("fun w. F(fun i. w(i) - 1)", F=F)
    agree = kernel.assume(term("forall i in 1..k. v(i) = z(y, i) + 1", **names))
    entry = arithmetic(term("v(i) - 1 = z(y, i) + 1 - 1", **names), at(agree, i, given=[in_k]))
    extensional = kernel.assume(goal.given[4])
    like = kernel.detach(
        specialise(extensional, term("fun i. v(i) - 1", v=v), term("fun i. z(y, i) + 1 - 1", **names)),
        each(i, k, entry),
    )
    like = generalise(kernel.discharge(agree.conclusion, like), v)
    picked = at(picked_word(), k, TWO, u, shifted, given=[*sizes, two, is_word], premises=3)
    picked = kernel.detach(picked, like)
    back = each(i, k, arithmetic(term("z(y, i) + 1 - 1 = z(y, i)", **names)))
    back = kernel.detach(specialise(extensional, term("fun i. z(y, i) + 1 - 1", **names), term("z(y)", **names)), back)
    one_set = symmetric(derived.transitive(picked, rewritten(back)))
    whole = summed(y, m, one_set, sizes[1:])
    entries = term(f"fun w y. {MATCHES} * F(fun i. w(i) - 1)", k=k, z=z, F=F)
    swapped = symmetric(at(sums.words_swap(), k, TWO, m, entries, given=[sizes[0], two, sizes[1]], premises=3))
    in_w = kernel.assume(term("word(k, t, w)", t=TWO, **names))
    counted = at(kernel.assume(goal.given[3]), w, given=[in_w])
    value = term("F(fun i. w(i) - 1)", **names)
    scaled = at(sums.sum_scale(), m, value, term(f"fun y. {MATCHES}", k=k, z=z, w=w), given=sizes[1:])
    turned = summed(y, m, arithmetic(term(f"{MATCHES} * v = v * {MATCHES}", **{**names, "v": value})), sizes[1:])
    wanted = term("c(w) * F(fun i. w(i) - 1)", **names)
    inner = derived.transitive(
        derived.transitive(turned, scaled), arithmetic(equal(sides(scaled.conclusion)[1], wanted), counted)
    )
    everywhere = generalise(kernel.discharge(in_w.conclusion, inner), w)
    functions = [
        (applied(side, "words", 3) or ())[2] for side in (sides(swapped.conclusion)[1], sides(goal.conclusion)[1])
    ]
    same = kernel.detach(at(words_same(), k, TWO, *functions, given=[*sizes, two], premises=2), rewritten(everywhere))
    return chain(sides(goal.conclusion)[0]).then(whole).then(swapped).then(same).theorem


@lemma(f"forall k l m z F. {SETS} {EXTENSIONAL} implies "
       f"(sum y in 1..m. F(z(y))) = (sum w in (1..2)^k. {ONES} * F(fun i. w(i) - 1))", depth=9)  # fmt: skip
def over_sets(goal: Goal) -> Proved:
    """A sum over the sets of l of k is one over words of k letters 1 or 2."""
    k, held, m, z, F = goal.variables
    i, y, w = Free("i #0"), Free("y #0"), Free("w #0", WORD)
    bits, _ = conjuncts(at(_sets(goal)[0], y, given=[kernel.assume(in_range(y, m))]))
    listed = each(y, m, each(i, k, at(bits, i, given=[kernel.assume(in_range(i, k))])))
    in_w = term("word(k, t, w)", k=k, t=TWO, w=w)
    once = at(listed_once(), k, held, m, z, w, given=[*goal.given[:3], in_w], premises=4)
    counted = generalise(kernel.discharge(in_w, rewritten(once)), w)
    ones = term(f"fun w. {ONES}", k=k, l=held)
    given: Given = [*goal.given[:2], listed, counted, goal.given[3]]
    return at(over_listed(), k, m, z, ones, F, given=given, premises=5)


# -- how many ----------------------------------------------------------------------------------------------------------

COUNT = "(sum w in (1..2)^({k}). (if (sum i in 1..{k}. w(i) - 1) = {l} then 1 else 0) * {F})"


@lemma("forall k l F. integer(k) and 0 <= k implies "
       + COUNT.format(k="k + 1", l="l", F="F(w)") + " = " + COUNT.format(k="k", l="l", F="F(extended(w, k + 1, 1))")
       + " + " + COUNT.format(k="k", l="l - 1", F="F(extended(w, k + 1, 2))"))  # fmt: skip
def count_next(goal: Goal) -> Proved:
    """A set with l of k + 1 members has l of the first k, or l - 1 of them and the last."""
    k, held, F = goal.variables
    w, y, i = Free("w #0", WORD), Free("y #0"), Free("i #0")
    names = {"k": k, "l": held, "F": F, "w": w, "y": y, "i": i}
    size = goal.given[0]
    two = kernel.conjoin(kernel.literal(TWO), arithmetic(term("0 <= t", t=TWO)))
    left, _right = sides(goal.conclusion)
    first = chain(left).rewrite(by(sums.words_next(), [size]), written_out)

    def letter(number: Number, rest: str) -> Proved:
        """The condition for a word that ends in 1 or 2."""
        word = term("extended(w, k + 1, y)", **{**names, "y": number})
        longer = normal(
            term("sum i in 1..k + 1. u(i) - 1", u=word, **names), by(sums.sum_next(), [size]), by(last_letter())
        )
        kept = at(earlier_letter(), k, w, number, i, given=[kernel.assume(in_range(i, k))])
        values = summed(i, k, arithmetic(term("u(i) - 1 = w(i) - 1", u=word, **names), kept), [size])
        shorter = term("sum i in 1..k. w(i) - 1", **names)
        total = arithmetic(equal(sides(longer.conclusion)[0], term("s + y - 1", s=shorter, y=number)), longer, values)
        value = term("F(u)", u=word, **names)
        whole, part = (
            term("(if s = l then 1 else 0) * v", s=s, l=n, v=value)
            for s, n in ((sides(total.conclusion)[0], held), (shorter, term(rest, l=held)))
        )
        return by_conditions(equal(whole, part), total)

    rows = [letter(ONE, "l"), letter(TWO, "l - 1")]
    body = (applied(first.last, "words", 3) or ())[2]
    at_w = normal(body(w))
    target = PLUS(*(sides(row.conclusion)[1] for row in rows))
    inner = derived.transitive(at_w, arithmetic(equal(sides(at_w.conclusion)[1], target), *rows))
    in_w = term("word(k, t, w)", t=TWO, **names)
    everywhere = generalise(kernel.discharge(in_w, inner), w)
    same = kernel.detach(
        at(words_same(), k, TWO, body, closed(w, target), given=[size, two], premises=2), rewritten(everywhere)
    )
    parts = [closed(w, sides(row.conclusion)[1]) for row in rows]
    split = at(sums.words_plus(), k, TWO, *parts, given=[size, two], premises=2)
    return derived.transitive(derived.transitive(first.theorem, same), split)


@lemma("forall k. integer(k) and 0 <= k implies (forall l. " + COUNT.format(k="k", l="l", F="1") + " = binomial(k, l))",
       depth=2)  # fmt: skip
def count_of_sets(goal: Goal) -> Proved:
    """There are binomial(k, l) sets of l of k."""
    k = goal.variables[0]
    held = Free("l #0")
    text = COUNT.format(k="k", l="l", F="1") + " = binomial(k, l)"
    body = for_all(held, term(text, k=k, l=held))
    base = generalise(_none(term(text, k=ZERO, l=held)), held)

    def step(j: Free, known: Proved, assumed: Proved) -> Proved:
        split = at(count_next(), j, held, closed(Free("w #0", WORD), ONE), given=[known])
        facts = [at(assumed, held), at(assumed, term("l - 1", l=held)), at(binomial_next(), j, held, given=[known])]
        return generalise(arithmetic(term(text, k=PLUS(j, ONE), l=held), split, *facts), held)

    return induct(k, body, base, step)


def _none(formula: Term) -> Proved:
    """An equation of a count of sets of no categories."""
    rules = [by(sums.words_0()), by(sums.sum_0()), by(binomial_0())]
    left, right = (chain(side).rewrite(*rules) for side in sides(formula))
    return derived.transitive(
        derived.transitive(left.theorem, by_conditions(equal(left.last, right.last))), symmetric(right.theorem)
    )


HOLDING = COUNT.format(k="k + 1", l="l", F="(w(i) - 1)") + " = binomial(k, l - 1)"


HOLDING_BOTH = COUNT.format(k="k + 2", l="l", F="((w(i) - 1) * (w(j) - 1))") + " = binomial(k, l - 1 - 1)"


def _split(j: Term, held: Term, score: Term, *given: Term | Proved) -> Proved:
    """count_next for a score of words, where what is given tells which of its letters is the last."""
    w = Free("w #0", WORD)
    split = at(count_next(), j, held, closed(w, score), given=given)
    return rewritten(split, by(last_letter()), by(earlier_letter(), given), in_words(given))


@lemma("forall k i l. integer(k) and 0 <= k implies integer(i) and 1 <= i <= k + 1 implies " + HOLDING)
def count_holding(goal: Goal) -> Proved:
    """binomial(k, l - 1) sets of l of k + 1 categories hold a given one."""
    _k, i, held = goal.variables
    w = Free("w #0", WORD)

    def found(at_size: _AtSize) -> Proved:
        j = at_size.size
        low, high = at_size.cases(i)
        counts = [
            at_size.counted(at(count_of_sets(), j, given=at_size.sizes), n) for n in (held, term("l - 1", l=held))
        ]
        split = _split(j, held, term("w(j + 1) - 1", w=w, j=j), *at_size.sizes)
        last = at_size.last(i, high, arithmetic(substituted(at_size.wanted, {i: PLUS(j, ONE)}), split, *counts))
        return kernel.cases(at_size.which(i), at_size.earlier(term("w(i) - 1", w=w, i=i), held, low), last)

    return _by_last_category(goal, (i, held), found, 1)


@lemma("forall k i j l. integer(k) and 0 <= k implies integer(i) and 1 <= i <= k + 2 implies "
       "integer(j) and 1 <= j <= k + 2 implies i != j implies " + HOLDING_BOTH)  # fmt: skip
def count_holding_both(goal: Goal) -> Proved:
    """binomial(k, l - 2) sets of l of k + 2 categories hold two given ones."""
    _k, i, j, held = goal.variables
    w = Free("w #0", WORD)
    names = {"w": w, "i": i, "j": j}

    def found(at_size: _AtSize) -> Proved:
        t, less = at_size.size, term("l - 1", l=held)

        def last(index: Free, other: Free, score: str) -> Proved:
            """One of both is the last category."""
            case = at_size.cases(index)[1]
            low, high = at_size.cases(other)
            same = arithmetic(equal(i, j), case, high, *at_size.given[:2])
            neither = derived.absurd(low.conclusion, derived.clash(kernel.assume(at_size.given[2]), same))
            below = kernel.cases(at_size.which(other), low, neither)
            split = _split(t, held, term(score, t=t, **names), *at_size.sizes, below)
            one = under(
                specialise(count_holding(), at_size.number, other, less), [*at_size.sizes, below, *at_size.given]
            )
            one = at_size.counted(one)
            formula = substituted(at_size.wanted, {index: PLUS(t, ONE)})
            formula = sides(normal(formula, in_words(at_size.sizes)).conclusion)[1]
            shown_last = arithmetic(formula, split, one)
            return at_size.last(index, case, shown_last)

        both = at_size.earlier(term("(w(i) - 1) * (w(j) - 1)", **names), held, at_size.cases(i)[0], at_size.cases(j)[0])
        second = kernel.cases(at_size.which(j), both, last(j, i, "(w(i) - 1) * (w(t + 1) - 1)"))
        return kernel.cases(at_size.which(i), second, last(i, j, "(w(t + 1) - 1) * (w(j) - 1)"))

    return _by_last_category(goal, (i, j, held), found, 2)


@dataclass(frozen=True)
class _AtSize:
    """A count of sets of `number` + 1, 2 or 3 categories, one more than `size`; `before`, that of one category less."""

    number: Term
    size: Term
    sizes: list[Term | Proved]
    given: tuple[Term, ...]
    wanted: Term
    before: Proved | None
    next_row: Conversion

    def which(self, index: Free) -> Proved:
        """The category is one of the first ones, or the last."""
        return at(next_integer(), self.size, index, given=[*self.sizes, *self.given])

    def cases(self, index: Free) -> tuple[Proved, Proved]:
        """The category is assumed to be one of the first ones; to be the last."""
        first, second = applied(self.which(index).conclusion, "or", 2) or ()
        return kernel.assume(first), kernel.assume(second)

    def counted(self, theorem: Proved, *values: Term) -> Proved:
        """A count that is known, as it stands here."""
        return rewritten(specialise(theorem, *values), in_words(self.sizes))

    def last(self, index: Free, case: Proved, theorem: Proved) -> Proved:
        """What holds for the last category, for the index that is known to be it."""
        same = arithmetic(equal(PLUS(self.size, ONE), index), case, *self.given)
        here = Free("here #0")
        return kernel.replace(same, closed(here, substituted(self.wanted, {index: here})), theorem)

    def earlier(self, score: Term, held: Free, *low: Proved) -> Proved:
        """What holds for one of the first categories, from the counts before."""
        if self.before is None:
            return derived.absurd(self.wanted, arithmetic(FALSE, *low, *self.given))
        split = _split(self.size, held, score, *self.sizes, *low)
        known = [*low, *self.given, *self.sizes]
        one = [
            self.counted(under(kernel.instantiate(self.before, {held: n}), known))
            for n in (held, term("l - 1", l=held))
        ]
        return reduced(normal(self.wanted, self.next_row), lambda it: arithmetic(it, split, *one))


def _by_last_category(goal: Goal, variables: tuple[Free, ...], found: Callable[[_AtSize], Proved], more: int) -> Proved:
    """A count of sets of k + `more` categories, by induction on k."""
    k, premises = goal.variables[0], goal.given[1:]
    body = goal.conclusion
    for premise in reversed(premises):
        body = IMPLIES(premise, body)
    body = for_all(variables, body)

    def at_size(number: Term, before: Proved | None, row: Conversion, known: Term | Proved) -> Proved:
        size = number
        for _ in range(more - 1):
            size = PLUS(size, ONE)
        texts = ("integer(s) and 0 <= s", "integer(s + 1) and 0 <= s + 1", "integer(t) and 0 <= t")
        sizes = [known, *(shown(term(text, s=size, t=TWO), [known]) for text in texts)]
        here = [substituted(premise, {k: number}) for premise in premises]
        wanted = normal(substituted(goal.conclusion, {k: number}), _counted_on(number, more), in_words(sizes))
        value = found(_AtSize(number, size, sizes, tuple(here), sides(wanted.conclusion)[1], before, row))
        theorem = derived.follow(symmetric(wanted), value)
        for premise in reversed(here):
            theorem = kernel.discharge(premise, theorem)
        return generalise(theorem, *variables)

    def step(j: Free, known: Proved, assumed: Proved) -> Proved:
        following = PLUS(j, ONE)
        is_size = shown(term("integer(j + 1) and 0 <= j + 1", j=j), [known])
        before = rewritten(specialise(assumed, *variables), _counted_on(j, more))
        return at_size(following, before, by(binomial_next(), [known]), is_size)

    zero = shown(term("integer(z) and 0 <= z", z=ZERO))
    base = at_size(ZERO, None, by(binomial_0()), zero)
    theorem = specialise(induct(k, body, base, step), *variables)
    return under(theorem, goal.given)


def _counted_on(number: Term, more: int) -> Conversion:
    """n + 2 = n + 1 + 1, and so on, where counts are of n + `more` categories."""
    one_by_one = number
    for _ in range(more):
        one_by_one = PLUS(one_by_one, ONE)

    def convert(size: Term) -> Proved | None:
        return arithmetic(equal(size, one_by_one)) if more > 1 and size == PLUS(number, Number(more)) else None

    return convert


SETS_OF = "integer(k) and {least} <= k implies integer(m) and 0 <= m implies subsets(k, l, m, z) implies"
INDEX = "integer({0}) and 1 <= {0} <= k implies"


def _counted(goal: Goal, score: str, count: Proved, smaller: Term | None = None) -> Proved:
    """The sum over all sets of a score of sets, from the count of words, whose size may be written k - 1 + 1."""
    k, held, m, z = goal.variables[:4]
    indices = goal.variables[4:]
    u, v = Free("u #0", WORD), Free("v #0", WORD)
    names = dict(zip("ijx", indices, strict=False))
    given: Given = [*goal.given, shown(term("integer(k) and 0 <= k", k=k), goal.given[:1])]
    agree = kernel.assume(term("forall i in 1..k. u(i) = v(i)", k=k, u=u, v=v))
    scores = [term(score, w=w, **names) for w in (u, v)]
    facts = [at(agree, index, given=goal.given[3:]) for index in indices]
    same = arithmetic(equal(*scores), *facts) if indices else kernel.reflexive(scores[0])
    extensional = generalise(kernel.discharge(agree.conclusion, same), u, v)
    over = kernel.detach(at(over_sets(), k, held, m, z, closed(v, scores[1]), given=given, premises=3), extensional)
    if smaller is not None:
        count = rewritten(count, lambda part: arithmetic(equal(part, k)) if part == smaller else None)
    rules = in_words([given[-1], kernel.conjoin(kernel.literal(TWO), arithmetic(term("0 <= t", t=TWO)))])
    return arithmetic(goal.conclusion, rewritten(over, rules), rewritten(count, rules))


@lemma(f"forall k l m z. {SETS} m = binomial(k, l)")
def number_of_sets(goal: Goal) -> Proved:
    """There are binomial(k, l) sets of l of k categories."""
    k, held, m, _ = goal.variables
    ones = at(sums.sum_of_ones(), m, given=goal.given)
    w = Free("w #0", WORD)
    counted = specialise(at(count_of_sets(), k, given=goal.given), held)
    del w
    wanted = goal_of(goal, equal(sides(ones.conclusion)[0], sides(goal.conclusion)[1]))
    return arithmetic(goal.conclusion, ones, _counted(wanted, "1", counted))


def goal_of(goal: Goal, conclusion: Term) -> Goal:
    """Another conclusion under what the goal gives."""
    return Goal(goal.statement, goal.variables, goal.given, conclusion)


@lemma(f"forall k l m z i. {SETS_OF.format(least=1)} {INDEX.format('i')} "
       "(sum y in 1..m. z(y, i)) = binomial(k - 1, l - 1)")  # fmt: skip
def sets_holding(goal: Goal) -> Proved:
    """binomial(k - 1, l - 1) of the sets hold a given category."""
    k, held, _, _, i = goal.variables
    size = shown(term("integer(k - 1)", k=k), goal.given[:1])
    size = kernel.conjoin(size, arithmetic(term("0 <= k - 1", k=k), goal.given[0]))
    inside = shown(term("integer(i)", i=i), goal.given[3:])
    inside = kernel.conjoin(inside, arithmetic(term("1 <= i <= k - 1 + 1", i=i, k=k), goal.given[3]))
    count = at(count_holding(), term("k - 1", k=k), i, held, given=[size, inside], premises=2)
    return _counted(goal, "w(i)", count, term("k - 1 + 1", k=k))


@lemma(f"forall k l m z i j. {SETS_OF.format(least=2)} {INDEX.format('i')} {INDEX.format('j')} i != j implies "
       "(sum y in 1..m. z(y, i) * z(y, j)) = binomial(k - 2, l - 2)")  # fmt: skip
def sets_holding_both(goal: Goal) -> Proved:
    """binomial(k - 2, l - 2) of the sets hold two given categories."""
    k, held, _, _, i, j = goal.variables
    size = shown(term("integer(k - 2)", k=k), goal.given[:1])
    size = kernel.conjoin(size, arithmetic(term("0 <= k - 2", k=k), goal.given[0]))
    insides = []
    for index, known in zip((i, j), goal.given[3:5], strict=True):
        inside = shown(term("integer(i)", i=index), [known])
        insides.append(kernel.conjoin(inside, arithmetic(term("1 <= i <= k - 2 + 2", i=index, k=k), known)))
    count = at(count_holding_both(), term("k - 2", k=k), i, j, held, given=[size, *insides, goal.given[5]], premises=4)
    lower = term("l - 1 - 1", l=held)
    count = rewritten(count, lambda part: arithmetic(equal(part, term("l - 2", l=held))) if part == lower else None)
    return _counted(goal, "w(i) * w(j)", count, term("k - 2 + 2", k=k))


@lemma(f"forall k l m z. {SETS_OF.format(least=1)} k * binomial(k - 1, l - 1) = l * m")
def members_of_sets(goal: Goal) -> Proved:
    """The members of all sets, counted by category and by set."""
    k, held, m, z = goal.variables
    i, y = Free("i #0"), Free("y #0")
    names = {"k": k, "l": held, "m": m, "z": z, "i": i, "y": y}
    size = shown(term("integer(k) and 0 <= k", k=k), goal.given[:1])
    given: Given = [*goal.given, size]
    holding = at(sets_holding(), k, held, m, z, i, given=[*given, kernel.assume(in_range(i, k))], premises=4)
    by_category = summed(i, k, holding, [size])
    same = at(sum_of_equals(), k, sides(holding.conclusion)[1], given=[size])
    own = list(conjuncts(at(_sets(goal)[0], y, given=[kernel.assume(in_range(y, m))])))[1]
    by_set = summed(y, m, own, goal.given[1:2])
    each_l = at(sum_of_equals(), m, held, given=goal.given[1:2])
    swapped = at(sums.sum_swap(), k, m, term("fun i y. z(y, i)", **names), given=given, premises=2)
    return arithmetic(goal.conclusion, by_category, same, by_set, each_l, swapped)


@lemma("forall a. a = 0 or a = 1 implies a * a = a")
def square_of_bit(goal: Goal) -> Proved:
    """0 and 1 are their own squares."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(f"forall k l m z i j. {SETS_OF.format(least=2)} {INDEX.format('i')} {INDEX.format('j')} "
       "(sum y in 1..m. z(y, i) * z(y, j)) = binomial(k - 2, l - 2) + "
       "(if i = j then binomial(k - 1, l - 1) - binomial(k - 2, l - 2) else 0)")  # fmt: skip
def sets_holding_pair(goal: Goal) -> Proved:
    """How many sets hold two given categories, which may be the same."""
    k, held, m, z, i, j = goal.variables
    y = Free("y #0")
    names = {"m": m, "z": z, "i": i, "j": j, "y": y}
    same, differ = kernel.assume(equal(i, j)), kernel.assume(NOT(equal(i, j)))
    least = arithmetic(term("1 <= k", k=k), goal.given[0])
    given: Given = [*goal.given, least]
    bits, _ = conjuncts(at(_sets(goal)[0], y, given=[kernel.assume(in_range(y, m))]))
    bit = at(bits, i, given=goal.given[3:4])
    square = summed(y, m, at(square_of_bit(), term("z(y, i)", **names), given=[bit]), goal.given[1:2])
    holding = at(
        sets_holding(), k, held, m, z, i, given=[*given, shown(term("integer(k) and 1 <= k", k=k), given)], premises=4
    )
    both_i = derived.transitive(square, holding)
    here = Free("here #0")
    own = kernel.replace(
        same,
        closed(here, term("(sum y in 1..m. z(y, i) * z(y, h)) = c", h=here, c=sides(holding.conclusion)[1], **names)),
        both_i,
    )
    other = at(sets_holding_both(), k, held, m, z, i, j, given=[*given, differ], premises=6)
    cases = [by_conditions(goal.conclusion, fact, case) for fact, case in ((own, same), (other, differ))]
    return kernel.cases(either(equal(i, j)), *cases)


@lemma(f"forall k l m z i. {SETS_OF.format(least=2)} {INDEX.format('i')} "
       "(k - 1) * binomial(k - 2, l - 2) = (l - 1) * binomial(k - 1, l - 1)")  # fmt: skip
def pairs_of_members(goal: Goal) -> Proved:
    """The other members of the sets that hold a category, counted by category and by set."""
    k, held, m, z, i = goal.variables
    j, y = Free("j #0"), Free("y #0")
    names = {"k": k, "l": held, "m": m, "z": z, "i": i, "j": j, "y": y}
    size = shown(term("integer(k) and 0 <= k", k=k), goal.given[:1])
    given: Given = [*goal.given, size, arithmetic(term("1 <= k", k=k), goal.given[0])]
    in_j = kernel.assume(in_range(j, k))
    pair = at(sets_holding_pair(), k, held, m, z, i, j, given=[*given, in_j], premises=5)
    by_category = summed(j, k, pair, [size])
    inner = normal(
        sides(by_category.conclusion)[1],
        one_other(given),
        in_sums(given),
        by(sum_of_equals(), given),
        by(sums.sum_of_ones(), given),
        by(sum_of_zeros(), given),
    )
    own = list(conjuncts(at(_sets(goal)[0], y, given=[kernel.assume(in_range(y, m))])))[1]
    scaled = at(sums.sum_scale(), k, term("z(y, i)", **names), term("fun j. z(y, j)", **names), given=[size])
    by_set = arithmetic(equal(sides(scaled.conclusion)[0], term("l * z(y, i)", **names)), scaled, own)
    by_set = summed(y, m, by_set, goal.given[1:2])
    outer = at(sums.sum_scale(), m, held, term("fun y. z(y, i)", **names), given=goal.given[1:2])
    holding = at(sets_holding(), k, held, m, z, i, given=given, premises=4)
    swapped = at(sums.sum_swap(), k, m, term("fun j y. z(y, i) * z(y, j)", **names), given=given, premises=2)
    return arithmetic(goal.conclusion, by_category, inner, by_set, outer, holding, swapped)
