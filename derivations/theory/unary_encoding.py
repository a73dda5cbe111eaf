"""Unary encoding as a pure protocol, for every number of values; expectations of products over independent letters.

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
    cut,
    decided,
    generalise,
    induct,
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
from derivations.logic.terms import (
    FALSE,
    NOT,
    PLUS,
    TIMES,
    Free,
    Term,
    closed,
    equal,
    substituted,
)
from derivations.theory import sums
from derivations.theory.automatic import written_out
from derivations.theory.independent_responses import in_independent, independent_next, independent_of_one
from derivations.theory.privacy import prod_times
from derivations.theory.products import prod_up_to
from derivations.theory.single_terms import at, by_conditions, each, either, next_integer, plainly, sum_picked, summed
from derivations.theory.subsets import MATCHES, TWO, only_same_words, over_listed, same_words
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, meeting
from derivations.theory.surveys import in_expectations, mean_of_one

Facts = list[Term | Proved]
WORD = term("fun t. t + 0").type
SIZES = "integer(n) and 0 <= n implies integer(m) and 0 <= m implies"

# -- products over letters -------------------------------------------------------------------------------------------


@lemma(f"forall n m f. {SIZES} independent(n, m, f, fun w. 1) = (prod t in 1..n. sum(m, f(t)))")
def products_over_words(goal: Goal) -> Proved:
    """A product of sums, multiplied out: one term for each word of letters."""
    n, m, f = goal.variables
    sizes = goal.given[1:]

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        left, right = sides(substituted(goal.conclusion, {n: PLUS(k, ONE)}))
        given: Facts = [known, *sizes]
        first = chain(left).rewrite(by(independent_next(), given)).rewrite(unfolding("mean"), in_sums(given))
        last = term("sum(m, f(k + 1))", m=m, f=f, k=k)
        first = first.rewrite(in_independent(given))
        return meeting(first, chain(right).rewrite(by(sums.prod_next(), [known])), assumed, kernel.reflexive(last))

    left, right = sides(substituted(goal.conclusion, {n: ZERO}))
    zero = [unfolding("independent"), by(sums.words_0()), by(sums.prod_0())]
    return induct(n, goal.conclusion, meeting(chain(left).rewrite(*zero), chain(right).rewrite(*zero)), step)


@lemma(f"forall n m q G. {SIZES} independent(n, m, q, fun w. prod t in 1..n. G(t, w(t))) = "
       "(prod t in 1..n. mean(m, q(t), G(t)))")  # fmt: skip
def expectation_of_factors(goal: Goal) -> Proved:
    """The expectation of a product with a factor for each of n independent letters."""
    n, m, q, G = goal.variables
    names = {"n": n, "m": m, "q": q, "G": G}
    w = Free("w #0", WORD)
    whole = at(products_over_words(), n, m, term("fun t y. q(t, y) * G(t, y)", **names), given=goal.given, premises=2)
    whole = rewritten(whole, unfolding("independent"))
    own = [term(f"fun t. {f}(t, w(t))", **names, w=w) for f in "qG"]
    apart = rewritten(at(prod_times(), n, *own, given=goal.given))
    body = term("(prod t in 1..n. q(t, w(t))) * (prod t in 1..n. G(t, w(t)))", **names, w=w)
    one = arithmetic(equal(body, term("(prod t in 1..n. q(t, w(t)) * G(t, w(t))) * 1", **names, w=w)), apart)
    left, right = sides(goal.conclusion)
    same = rewritten(kernel.congruent(kernel.reflexive(term("words(n, m)", **names)), kernel.abstracted(w, one)))
    first = chain(left).rewrite(unfolding("independent")).then(same).then(whole)
    return meeting(first, chain(right).rewrite(unfolding("mean")))


LAWS = f"{SIZES} (forall t in 1..n. sum(m, q(t)) = 1) implies"
PLACE = "integer({0}) and 1 <= {0} <= n implies"


@lemma(f"forall n i f. integer(n) and 0 <= n implies {PLACE.format('i')} "
       "(prod t in 1..n. if t = i then f(t) else 1) = f(i)")  # fmt: skip
def picked_factor(goal: Goal) -> Proved:
    """A product in which only one factor is not one."""
    n, i, f = goal.variables
    t = Free("t #0")
    within = kernel.part(kernel.part(kernel.assume(goal.given[1]), 1), 1)
    same = kernel.discharge(equal(t, i), kernel.congruent(kernel.reflexive(f), kernel.assume(equal(t, i))))
    each_factor = by_conditions(term("(if t = i then f(t) else 1) = (if t = i then f(i) else 1)", t=t, i=i, f=f), same)
    whole = summed(t, n, each_factor, goal.given, over="prod")
    last = at(prod_up_to(), i, term("f(i)", f=f, i=i), n, given=goal.given, premises=2)
    return derived.transitive(whole, rewritten(last, decided([within])))


@lemma(f"forall n m q i t g. {LAWS} {PLACE.format('t')} "
       "mean(m, q(t), fun y. if t = i then g(y) else 1) = (if t = i then mean(m, q(t), g) else 1)")  # fmt: skip
def mean_of_factor(goal: Goal) -> Proved:
    """The expectation of a factor that is one but at one place."""
    _n, _m, _q, i, t, _g = goal.variables
    row = at(kernel.assume(goal.given[2]), t, given=goal.given)
    found = []
    for case in (equal(t, i), NOT(equal(t, i))):
        plain = normal(goal.conclusion, decided([case]), by(mean_of_one(), [*goal.given, row]))
        found.append(derived.follow(symmetric(plain), kernel.reflexive(sides(sides(plain.conclusion)[1])[0])))
    return kernel.cases(either(equal(t, i)), *found)


@lemma(f"forall n m q i g. {LAWS} {PLACE.format('i')} independent(n, m, q, fun w. g(w(i))) = mean(m, q(i), g)")
def expectation_of_one_letter(goal: Goal) -> Proved:
    """The expectation of what one letter is worth."""
    n, m, q, i, g = goal.variables
    names = {"n": n, "m": m, "q": q, "i": i, "g": g}
    t, w = Free("t #0"), Free("w #0", WORD)
    given = goal.given
    at_w = at(picked_factor(), n, i, term("fun t. g(w(t))", **names, w=w), given=given, premises=2)
    factors = term("fun t y. if t = i then g(y) else 1", **names)
    whole = at(expectation_of_factors(), n, m, q, factors, given=given, premises=2)
    changed = kernel.congruent(
        kernel.reflexive(term("independent(n, m, q)", **names)), kernel.abstracted(w, symmetric(at_w))
    )
    one = at(mean_of_factor(), n, m, q, i, t, g, given=[*given, kernel.assume(in_range(t, n))], premises=4)
    means = summed(t, n, one, given, over="prod")
    last = at(picked_factor(), n, i, term("fun t. mean(m, q(t), g)", **names), given=given, premises=2)
    return (
        chain(sides(rewritten(changed).conclusion)[0])
        .then(rewritten(changed))
        .then(whole)
        .then(means)
        .then(last)
        .theorem
    )


@lemma(f"forall n m q i j g h. {LAWS} {PLACE.format('i')} {PLACE.format('j')} i != j implies "
       "independent(n, m, q, fun w. g(w(i)) * h(w(j))) = mean(m, q(i), g) * mean(m, q(j), h)")  # fmt: skip
def expectation_of_two_letters(goal: Goal) -> Proved:
    """What two letters are worth is independent."""
    n, m, q, i, j, g, h = goal.variables
    names = {"n": n, "m": m, "q": q, "i": i, "j": j, "g": g, "h": h}
    t, w = Free("t #0"), Free("w #0", WORD)
    given = goal.given

    def both(first: str, second: str, **more: Term) -> Proved:
        """The product of the factors at i and at j, all others being one."""
        parts_of = [
            at(picked_factor(), n, place, term(f"fun t. {text}", **names, **more), given=given, premises=2)
            for place, text in ((i, first), (j, second))
        ]
        functions = [
            term(f"fun t. if t = {place} then {text} else 1", **names, **more)
            for place, text in (("i", first), ("j", second))
        ]
        apart = rewritten(at(prod_times(), n, *functions, given=given))
        left, _ = sides(apart.conclusion)
        worth = [sides(part.conclusion)[1] for part in parts_of]
        return arithmetic(equal(left, TIMES(*worth)), apart, *parts_of, opaque=True)

    at_w = both("g(w(t))", "h(w(t))", w=w)
    factors = term("fun t y. (if t = i then g(y) else 1) * (if t = j then h(y) else 1)", **names)
    whole = at(expectation_of_factors(), n, m, q, factors, given=given, premises=2)
    changed = rewritten(
        kernel.congruent(kernel.reflexive(term("independent(n, m, q)", **names)), kernel.abstracted(w, symmetric(at_w)))
    )
    inside = kernel.assume(in_range(t, n))
    row = at(kernel.assume(given[2]), t, given=[inside])
    product = "(if t = i then {0} else 1) * (if t = j then {1} else 1)"
    apart = product.format("mean(m, q(t), g)", "mean(m, q(t), h)")
    one = term(f"mean(m, q(t), fun y. {product.format('g(y)', 'h(y)')}) = {apart}", **names, t=t)
    at_i, at_j = equal(t, i), equal(t, j)
    differ = kernel.discharge(at_i, derived.reject(at_j, arithmetic(FALSE, at_i, at_j, given[5])))

    def in_case(*cases: Term | Proved) -> Proved:
        plain = normal(one, decided(list(cases)), by(mean_of_one(), [*given, row]))
        plain = derived.transitive(plain, normal(sides(plain.conclusion)[1], in_expectations(given)))
        plain = derived.transitive(plain, normal(sides(plain.conclusion)[1], by(mean_of_one(), [*given, row])))
        return derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1]))

    first = cut(in_case(at_i, NOT(at_j)), kernel.detach(differ, kernel.assume(at_i)))
    second = kernel.cases(either(at_j), in_case(NOT(at_i), at_j), in_case(NOT(at_i), NOT(at_j)))
    means = summed(t, n, kernel.cases(either(at_i), first, second), given, over="prod")
    last = both("mean(m, q(t), g)", "mean(m, q(t), h)")
    return chain(sides(changed.conclusion)[0]).then(changed).then(whole).then(means).then(last).theorem


# -- vectors of bits -------------------------------------------------------------------------------------------------

VECTORS = "integer(k) and 0 <= k implies integer(m) and 0 <= m implies bit_vectors(k, m, z) implies"


@lemma(f"forall k m z w. {VECTORS} word(k, 2, w) implies (sum y in 1..m. {MATCHES}) = 1")
def vector_listed_once(goal: Goal) -> Proved:
    """A word of k letters 1 or 2 is one of the vectors of k bits, letter 2 being the bit 1."""
    k, m, z, w = goal.variables
    i, y, u = Free("i #0"), Free("y #0"), Free("u #0")
    names = {"k": k, "m": m, "z": z, "w": w, "y": y, "i": i, "u": u}
    sizes = list(goal.given[:2])
    _, no_two, all_there = conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("bit_vectors")))
    in_k, in_m = kernel.assume(in_range(i, k)), kernel.assume(in_range(y, m))
    letter = at(rewritten(kernel.assume(goal.given[3]), unfolding("word")), i, given=[in_k])
    lower = at(next_integer(), ONE, term("w(i)", **names), given=[kernel.literal(ONE), letter])
    bit = arithmetic(term("w(i) - 1 = 0 or w(i) - 1 = 1", **names), lower, letter)
    existing = kernel.detach(specialise(all_there, term("fun i. w(i) - 1", w=w)), each(i, k, bit))
    there = kernel.assume(instance(existing.conclusion, u))
    in_u, of_u = kernel.part(there, 0), kernel.part(there, 1)
    entry_u = at(of_u, i, given=[in_k])
    same, differs = kernel.assume(equal(y, u)), kernel.assume(NOT(equal(y, u)))
    factor = Free("factor #0")
    moved = kernel.replace(symmetric(same), closed(factor, term("z(f, i) = w(i) - 1", f=factor, **names)), entry_u)
    shifted = term("fun i. z(y, i) + 1", **names)
    matching = each(i, k, arithmetic(term("w(i) = z(y, i) + 1", **names), moved))
    one = kernel.detach(at(same_words(), k, w, shifted, given=sizes[:1]), matching)
    matched = kernel.assume(term(f"{MATCHES} != 0", **names))
    agree = kernel.detach(at(only_same_words(), k, w, shifted, given=sizes[:1]), rewritten(matched))
    both = each(i, k, arithmetic(term("z(y, i) = z(u, i)", **names), at(agree, i, given=[in_k]), entry_u))
    met = kernel.detach(at(at(no_two, y, given=[in_m]), u, given=[in_u], premises=1), both)
    zero = term(f"{MATCHES} = 0", **names)
    denied = kernel.assume(NOT(zero))
    nothing = kernel.detach(kernel.discharge(matched.conclusion, derived.clash(differs, met)), denied)
    choice = term(f"{MATCHES} = (if y = u then 1 else 0)", **names)
    cases = by_conditions(choice, one, same), by_conditions(choice, derived.absurd(zero, nothing), differs)
    picked = at(sum_picked(), m, u, term("fun y. 1"), given=[*sizes[1:], in_u], premises=2)
    value = kernel.cases(either(equal(y, u)), *cases)
    return kernel.unpack(existing, u, derived.transitive(summed(y, m, value, sizes[1:]), picked))


EXTENSIONAL = "(forall u v. (forall i in 1..k. u(i) = v(i)) implies F(u) = F(v))"


@lemma(f"forall k m z F. {VECTORS} {EXTENSIONAL} implies "
       "(sum y in 1..m. F(z(y))) = (sum w in (1..2)^k. F(fun i. w(i) - 1))", depth=8)  # fmt: skip
def over_vectors(goal: Goal) -> Proved:
    """A sum over the vectors of k bits is one over words of k letters 1 or 2."""
    k, m, z, F = goal.variables
    w = Free("w #0", WORD)
    bits = next(conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("bit_vectors"))))
    in_w = term("word(k, t, w)", k=k, t=TWO, w=w)
    once = at(vector_listed_once(), k, m, z, w, given=[*goal.given[:3], in_w], premises=4)
    counted = generalise(kernel.discharge(in_w, rewritten(once)), w)
    given: Facts = [*goal.given[:2], bits, counted, goal.given[3]]
    found = at(over_listed(), k, m, z, closed(w, ONE), F, given=given, premises=5)
    plain = arithmetic(term("1 * s = s", s=plainly("F(fun i. w(i) - 1)", F=F, w=w)))
    words = kernel.congruent(kernel.reflexive(term("words(k, t)", k=k, t=TWO)), kernel.abstracted(w, plain))
    return derived.transitive(found, words)


ENCODING = "integer(k) and 1 <= k implies integer(m) and 0 <= m implies bit_vectors(k, m, z) implies"
ENCODED = "unary_encoding(k, z, p, q)"
BIT = "(if {bit} = 1 then (if {i} = x then p else q) else if {i} = x then 1 - p else 1 - q)"


BIT_LAW = "(fun j t. " + BIT.format(bit="t - 1", i="j") + ")"


def _over_encoding(goal: Goal, x: Term, worth: str, **values: Term) -> Proved:
    """A sum over the responses of unary encoding as an expectation over independent bits; `worth` is of the bits v."""
    k, m, z, p, q = goal.variables[:5]
    names = {"k": k, "m": m, "z": z, "p": p, "q": q, "x": x, "two": TWO, **values}
    given: Facts = [*goal.given, arithmetic(term("0 <= k", k=k), goal.given[0])]
    given.append(kernel.part(kernel.assume(goal.given[0]), 0))
    t, u, v = Free("t #0"), Free("u #0", WORD), Free("v #0", WORD)
    chance = "(prod t in 1..k. " + BIT.format(bit="{0}(t)", i="t") + ")"
    agree = kernel.assume(term("forall i in 1..k. u(i) = v(i)", k=k, u=u, v=v))
    here = at(agree, t, given=[kernel.assume(in_range(t, k))])
    factor = term("fun b. " + BIT.format(bit="b", i="t"), **names, t=t)
    factors = summed(t, k, rewritten(kernel.congruent(kernel.reflexive(factor), here)), given, over="prod")
    letters = [at(agree, value, given=given) for value in values.values()]
    F = term(f"fun v. {chance.format('v')} * {worth}", **names)
    alike = arithmetic(equal(*(plainly("F(v)", F=F, v=w) for w in (u, v))), factors, *letters)
    extensional = generalise(kernel.discharge(agree.conclusion, alike), u, v)
    found = at(over_vectors(), k, m, z, F, given=[*given, extensional], premises=4)
    statistic = plainly("fun w. (fun v. " + worth + ")(fun i. w(i) - 1)", **names)
    as_independent = normal(term(f"independent(k, two, {BIT_LAW}, T)", **names, T=statistic), unfolding("independent"))
    return derived.transitive(found, symmetric(as_independent))


def _bits(goal: Goal, x: Term) -> Facts:
    """Sizes, and that each bit has a law."""
    k, _m, _z, p, q = goal.variables[:5]
    names = {"k": k, "p": p, "q": q, "x": x}
    given: Facts = [*goal.given, arithmetic(term("0 <= k", k=k), goal.given[0])]
    given += [kernel.part(kernel.assume(goal.given[0]), 0), kernel.literal(TWO), arithmetic(term("0 <= t", t=TWO))]
    t = Free("t #0")
    row = chain(term(f"sum y in 1..2. {BIT_LAW}(t, y)", **names, t=t)).rewrite(written_out, decided([]))
    law = derived.transitive(row.theorem, by_conditions(equal(row.last, ONE)))
    return [*given, each(t, k, law)]


@lemma(f"forall k m z p q x. {ENCODING} (sum y in 1..m. {ENCODED}(x, y)) = 1")
def encoding_adds_up(goal: Goal) -> Proved:
    """The probabilities of all responses."""
    k, m, z, p, q, x = goal.variables
    found = _over_encoding(goal, x, "1")
    names = {"k": k, "p": p, "q": q, "x": x}
    law = plainly(BIT_LAW, **names)
    one = at(independent_of_one(), k, TWO, law, given=_bits(goal, x), premises=3)
    y = Free("y #0")
    entry = normal(term(f"{ENCODED}(x, y)", **names, z=z, y=y), unfolding("unary_encoding"))
    left = summed(y, m, arithmetic(term("s = s * 1", s=sides(entry.conclusion)[1])), goal.given)
    plain = chain(sides(goal.conclusion)[0]).rewrite(unfolding("unary_encoding"))
    return plain.then(left).then(found).then(one).theorem


SCORE = "(fun t. t - 1)"


@lemma(f"forall k m z p q x i. {ENCODING} integer(i) and 1 <= i <= k implies "
       f"mean(m, {ENCODED}(x), fun y. z(y, i)) = (if x = i then p else q)")  # fmt: skip
def encoding_supports(goal: Goal) -> Proved:
    """The bit of the truth is 1 with probability p, another one with probability q."""
    k, _m, _z, p, q, x, i = goal.variables
    found = _over_encoding(goal, x, "v(i)", i=i)
    law = plainly(BIT_LAW, k=k, p=p, q=q, x=x)
    score = term(SCORE)
    one = at(expectation_of_one_letter(), k, TWO, law, i, score, given=_bits(goal, x), premises=4)
    left, right = sides(goal.conclusion)
    first = chain(left).rewrite(unfolding("mean", "unary_encoding"))
    last = chain(sides(one.conclusion)[1]).rewrite(unfolding("mean")).rewrite(written_out, decided([]))
    bit = derived.transitive(last.theorem, by_conditions(equal(last.last, right)))
    return first.then(found).then(one).then(bit).theorem


@lemma(f"forall k m z p q x i j. {ENCODING} integer(i) and 1 <= i <= k implies integer(j) and 1 <= j <= k implies "
       f"i != j implies mean(m, {ENCODED}(x), fun y. z(y, i) * z(y, j)) = "
       f"mean(m, {ENCODED}(x), fun y. z(y, i)) * mean(m, {ENCODED}(x), fun y. z(y, j))")  # fmt: skip
def encoding_supports_both(goal: Goal) -> Proved:
    """Two bits of a response are independent."""
    k, m, z, p, q, x, i, j = goal.variables
    found = _over_encoding(goal, x, "(v(i) * v(j))", i=i, j=j)
    law = plainly(BIT_LAW, k=k, p=p, q=q, x=x)
    score = term(SCORE)
    both = at(expectation_of_two_letters(), k, TWO, law, i, j, score, score, given=_bits(goal, x), premises=6)
    first = chain(sides(goal.conclusion)[0]).rewrite(unfolding("mean", "unary_encoding")).then(found).then(both)
    rates = [at(encoding_supports(), k, m, z, p, q, x, t, given=goal.given, premises=4) for t in (i, j)]
    last = first.rewrite(unfolding("mean")).rewrite(written_out, decided([]))
    right = chain(sides(goal.conclusion)[1]).rewrite(*map(by, rates))
    return last.then(by_conditions(equal(last.last, right.last))).then(symmetric(right.theorem)).theorem


@lemma("forall n f. integer(n) and 0 <= n implies (forall i in 1..n. 0 <= f(i)) implies 0 <= prod(n, f)", depth=3)
def prod_not_negative(goal: Goal) -> Proved:
    """A product of factors that are not negative is not negative."""
    return sums.congruence(goal, sums.prod_0, sums.prod_next)


@lemma(f"forall k m z p q. {ENCODING} 0 <= p <= 1 and 0 <= q <= 1 implies "
       f"design(k, m, {ENCODED}) and pure(k, m, {ENCODED}, z, p, q)")  # fmt: skip
def unary_encoding_is_pure(goal: Goal) -> Proved:
    """A vector of bits supports the values whose bits are 1: p* = p, q* = q."""
    k, m, z, p, q = goal.variables
    x, y, i = Free("x #0"), Free("y #0"), Free("i #0")
    names = {"k": k, "z": z, "p": p, "q": q, "x": x, "y": y, "i": i}
    given: Facts = [*goal.given, arithmetic(term("0 <= k", k=k), goal.given[0])]
    given.append(kernel.part(kernel.assume(goal.given[0]), 0))
    factor = by_conditions(term("0 <= " + BIT.format(bit="z(y, i)", i="i"), **names), goal.given[3])
    product = term(f"fun i. {BIT.format(bit='z(y, i)', i='i')}", **names)
    entry = kernel.detach(at(prod_not_negative(), k, product, given=given), each(i, k, factor))
    adds_up = at(encoding_adds_up(), k, m, z, p, q, x, given=given, premises=3)
    rows = each(x, k, kernel.conjoin(each(y, m, entry), rewritten(adds_up, unfolding("unary_encoding"))))
    bits = next(conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("bit_vectors"))))
    inside = kernel.assume(in_range(i, k))
    chance = at(encoding_supports(), k, m, z, p, q, x, i, given=[*given, inside], premises=4)
    supports = each(x, k, each(i, k, rewritten(chance, unfolding("mean", "unary_encoding"))))
    folded = normal(goal.conclusion, unfolding("design", "law", "pure", "mean", "unary_encoding"))
    return derived.follow(symmetric(folded), kernel.conjoin(rows, kernel.conjoin(bits, supports)))
