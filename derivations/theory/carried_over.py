"""Statistics of n responses that come from n others, each through the same channel."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjoined,
    conjuncts,
    generalise,
    induct,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import PLUS, Free, Term, applied, closed, for_all, substituted
from derivations.theory import sums
from derivations.theory.chebyshev import words_at_most
from derivations.theory.independent_responses import (
    independent_next,
    independent_of_one,
    independent_scale,
    independent_sum,
)
from derivations.theory.likelihood import same_chance
from derivations.theory.linear_estimates import WORD, sums_exchanged, words_same
from derivations.theory.privacy import prod_at_most
from derivations.theory.single_terms import at, each, summed
from derivations.theory.sums import ONE, ZERO, in_range, in_words, meeting
from derivations.theory.surveys import earlier_letter, expectation_next, last_letter

SIZES = "integer(n) and 0 <= n implies integer(k) and 0 <= k implies integer(m) and 0 <= m implies"


@lemma("forall n m q r T. integer(n) and 0 <= n implies integer(m) and 0 <= m implies "
       "(forall y in 1..m. q(y) = r(y)) implies expectation(n, m, q, T) = expectation(n, m, r, T)",
       depth=8)  # fmt: skip
def expectation_of_same_law(goal: Goal) -> Proved:
    """Only the probabilities of the responses count."""
    n, m, q, r, T = goal.variables
    w = Free("w #0", WORD)
    is_word = kernel.assume(term("word(n, m, w)", n=n, m=m, w=w))
    same = at(same_chance(), n, m, q, r, w, given=[*goal.given, is_word], premises=3)
    product = arithmetic(term("chance(n, q, w) * T(w) = chance(n, r, w) * T(w)", n=n, q=q, r=r, w=w, T=T), same)
    plain = normal(goal.conclusion, unfolding("expectation"))
    functions = [term("fun w. chance(n, q, w) * T(w)", n=n, q=law, T=T) for law in (q, r)]
    everywhere = generalise(kernel.discharge(is_word.conclusion, product), w)
    whole = at(words_same(), n, m, *functions, given=[*goal.given[:2], everywhere], premises=3)
    return derived.follow(symmetric(plain), whole)


@lemma("forall n m C v x T. integer(n) and 0 <= n implies integer(m) and 0 <= m implies "
       "independent(n, m, fun t. C(extended(v, n + 1, x)(t)), T) = independent(n, m, fun t. C(v(t)), T)")  # fmt: skip
def earlier_laws(goal: Goal) -> Proved:
    """What comes from the first n truths does not depend on the next one."""
    n, m, C, v, x, T = goal.variables
    w, t = Free("w #0", v.type), Free("t #0")
    names = {"n": n, "m": m, "C": C, "v": v, "x": x, "T": T, "w": w, "t": t}
    letter = at(earlier_letter(), n, v, x, t, given=[kernel.assume(in_range(t, n))])
    entry = kernel.congruent(kernel.congruent(kernel.reflexive(C), letter), kernel.reflexive(term("w(t)", **names)))
    product = summed(t, n, entry, goal.given[:1], over="prod")
    factor, other = sides(product.conclusion)
    body = kernel.congruent(
        kernel.congruent(kernel.reflexive(term("fun a b. a * b")), product), kernel.reflexive(term("T(w)", **names))
    )
    del factor, other
    inside = kernel.congruent(kernel.reflexive(term("words(n, m)", n=n, m=m)), kernel.abstracted(w, body))
    plain = normal(goal.conclusion, unfolding("independent"))
    wanted = normal(inside.conclusion)
    return derived.follow(symmetric(plain), derived.follow(wanted, inside))


@lemma("forall k m p C f. integer(k) and 0 <= k implies integer(m) and 0 <= m implies "
       "mean(m, response(k, p, C), f) = mean(k, p, fun x. mean(m, C(x), f))")  # fmt: skip
def mean_in_turn(goal: Goal) -> Proved:
    """The mean over a response is the mean over the truth of that over its response."""
    k, m, p, C, f = goal.variables
    x, y = Free("x #0"), Free("y #0")
    names = {"k": k, "m": m, "p": p, "C": C, "f": f, "x": x, "y": y}
    turned = at(sums_exchanged(), k, m, f, p, C, given=goal.given, premises=2)
    own = term("(sum x in 1..k. p(x) * C(x, y)) * f(y) = f(y) * (sum x in 1..k. p(x) * C(x, y))", **names)
    before = summed(y, m, arithmetic(own, opaque=True), goal.given)
    product = summed(y, m, arithmetic(term("f(y) * C(x, y) = C(x, y) * f(y)", **names)), goal.given)
    weighed = term("p(x) * (sum y in 1..m. f(y) * C(x, y)) = p(x) * (sum y in 1..m. C(x, y) * f(y))", **names)
    after = summed(x, k, arithmetic(weighed, product), goal.given)
    plain = normal(goal.conclusion, unfolding("mean", "response"))
    return derived.follow(
        symmetric(plain), chain(sides(before.conclusion)[0]).then(before).then(turned).then(after).theorem
    )


@lemma("forall k n m p q F. integer(k) and 0 <= k implies integer(n) and 0 <= n implies integer(m) and 0 <= m implies "
       "independent(n, m, q, fun w. mean(k, p, fun x. F(x, w))) "
       "= mean(k, p, fun x. independent(n, m, q, F(x)))")  # fmt: skip
def independent_mean(goal: Goal) -> Proved:
    """A mean may be taken before or after the expectation."""
    k, n, m, p, q, F = goal.variables
    x = Free("x #0")
    scaled = at(
        independent_scale(), n, m, q, term("p(x)", p=p, x=x), term("F(x)", F=F, x=x), given=goal.given, premises=2
    )
    joined = at(independent_sum(), k, n, m, q, term("fun x w. p(x) * F(x, w)", p=p, F=F), given=goal.given, premises=3)
    plain = normal(goal.conclusion, unfolding("mean"))
    return derived.follow(symmetric(plain), derived.transitive(joined, summed(x, k, scaled, goal.given)))


@lemma(f"forall n k m p C T. {SIZES} expectation(n, m, response(k, p, C), T) = "
       "expectation(n, k, p, fun v. independent(n, m, fun t. C(v(t)), T))")  # fmt: skip
def carried_over(goal: Goal) -> Proved:
    """The expectation of a statistic of responses is that of its expectation given what they come from."""
    n, k, m, p, C, T = goal.variables
    sizes = goal.given[1:]
    body = for_all((T,), goal.conclusion)

    def both(size: Term) -> tuple[Term, Term]:
        return sides(substituted(goal.conclusion, {n: size}))

    zero = [unfolding("expectation", "independent", "chance"), by(sums.words_0()), by(sums.prod_0())]
    first, second = (chain(side).rewrite(*zero) for side in both(ZERO))
    base = meeting(first, second)

    def step(before: Free, known: Proved, assumed: Proved) -> Proved:
        given: list[Term | Proved] = [known, *sizes]
        left, right = both(PLUS(before, ONE))
        names = {"n": before, "m": m, "k": k, "p": p, "C": C, "T": T}
        score = "fun y. T(extended(w, n + 1, y))"
        later = term(f"fun w. mean(m, response(k, p, C), {score})", **names)
        first = chain(left).rewrite(by(expectation_next(), given)).then(specialise(assumed, later))
        first = first.rewrite(by(mean_in_turn(), sizes))
        own = term(f"fun x w. mean(m, C(x), {score})", **names)
        v = Free("v #0", WORD)
        apart = at(independent_mean(), k, before, m, p, term("fun t. C(v(t))", C=C, v=v), own, given=given, premises=3)
        inside = kernel.congruent(kernel.reflexive(term("expectation(n, k, p)", **names)), kernel.abstracted(v, apart))
        second = chain(right).rewrite(by(expectation_next(), given), by(independent_next(), given), by(last_letter()),
                                      by(earlier_laws(), given))  # fmt: skip
        return generalise(first.then(rewritten(inside)).then(symmetric(second.theorem)).theorem, T)

    return specialise(induct(n, body, generalise(base, T), step), T)


AVERAGING = (
    "((forall f g c. {E}(fun a. f(a) + c * g(a)) = {E}(f) + c * {E}(g)) and "
    "(forall f. (forall a. 0 <= f(a)) implies 0 <= {E}(f)) and {E}(fun a. 1) = 1)"
)


@lemma("forall n l q D. integer(n) and 0 <= n implies integer(l) and 0 <= l implies "
       "(forall t in 1..n. law(l, q(t))) implies "
       f"(forall w. word(n, l, w) implies {AVERAGING.format(E='D(w)')}) implies "
       "(forall f g c. independent(n, l, q, fun w. D(w, fun a. f(a) + c * g(a))) = "
       "independent(n, l, q, fun w. D(w, f)) + c * independent(n, l, q, fun w. D(w, g))) and "
       "(forall f. (forall a. 0 <= f(a)) implies 0 <= independent(n, l, q, fun w. D(w, f))) and "
       "independent(n, l, q, fun w. D(w, fun a. 1)) = 1", depth=8)  # fmt: skip
def averages_on_average(goal: Goal) -> Proved:
    """An action that is drawn after random responses is drawn."""
    n, width, q, D = goal.variables
    sizes = goal.given[:2]
    w, t = Free("w #0", WORD), Free("t #0")
    f, g, c, a = Free("f #0", WORD), Free("g #0", WORD), Free("c #0"), Free("a #0")
    names = {"n": n, "l": width, "q": q, "D": D, "w": w, "t": t, "f": f, "g": g, "c": c}
    is_word = kernel.assume(term("word(n, l, w)", **names))
    linear, positive, one = conjuncts(at(kernel.assume(goal.given[3]), w, given=[is_word]))
    weight = "(prod t in 1..n. q(t, w(t)))"

    def over_words(text: str, fact: Proved, other: str) -> Proved:
        """Sums over the words of what is equal, or at most as large, at every word."""
        lemma = words_at_most() if applied(fact.conclusion, "<=", 2) else words_same()
        functions = [closed(w, term(side, **names)) for side in (text, other)]
        everywhere = generalise(kernel.discharge(is_word.conclusion, fact), w)
        return at(lemma, n, width, *functions, given=[*sizes, everywhere], premises=3)

    both = "D(w, fun a. f(a) + c * g(a))"
    apart = f"{weight} * D(w, f) + c * ({weight} * D(w, g))"
    step = arithmetic(term(f"{weight} * {both} = {apart}", **names), specialise(linear, f, g, c))
    first = over_words(f"{weight} * {both}", step, apart)
    first = derived.transitive(first, normal(sides(first.conclusion)[1], in_words(sizes)))
    letter = at(rewritten(is_word, unfolding("word")), t, given=[kernel.assume(in_range(t, n))])
    law = rewritten(kernel.assume(goal.given[2]), unfolding("law"))
    chances = at(
        kernel.part(at(law, t, given=[kernel.assume(in_range(t, n))]), 0), term("w(t)", **names), given=[letter]
    )
    factor = term("fun t. q(t, w(t))", **names)
    factors = each(t, n, arithmetic(term("0 <= q(t, w(t)) and q(t, w(t)) <= q(t, w(t))", **names), chances))
    least, _ = conjuncts(kernel.detach(at(prod_at_most(), n, factor, factor, given=sizes), factors))
    all_positive = kernel.assume(term("forall a. 0 <= f(a)", f=f))
    worth = kernel.detach(specialise(positive, f), all_positive)
    second = over_words("0", arithmetic(term(f"0 <= {weight} * D(w, f)", **names), least, worth), f"{weight} * D(w, f)")
    nothing = normal(term("words(n, l, F)", n=n, l=width, F=closed(w, ZERO)), in_words(sizes))
    second = arithmetic(term(f"0 <= (sum w in (1..l)^n. {weight} * D(w, f))", **names), second, nothing)
    unit = arithmetic(term(f"{weight} * D(w, fun a. 1) = {weight} * 1", **names), one)
    third = over_words(f"{weight} * D(w, fun a. 1)", unit, f"{weight} * 1")
    ones = each(t, n, kernel.part(at(law, t, given=[kernel.assume(in_range(t, n))]), 1))
    whole = rewritten(at(independent_of_one(), n, width, q, given=[*sizes, ones], premises=3), unfolding("independent"))
    found = conjoined(
        generalise(first, f, g, c),
        generalise(kernel.discharge(all_positive.conclusion, second), f),
        derived.transitive(third, whole),
    )
    del a
    return derived.follow(symmetric(normal(goal.conclusion, unfolding("independent"))), rewritten(found))
