"""Sections 1 and 3.1: the law of the counts, what cannot be estimated, and rules that a better design allows."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.common import OWN_WORDS, given, in_plain_words, of_parameters
from checks.verifying.stated import Script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    cut,
    generalise,
    instance,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, FALSE, REAL, Free, Term, applied, arrow, closed, equal, quantified
from derivations.theory import sums
from derivations.theory.carried_over import (
    averages_on_average,
    carried_over,
    expectation_of_same_law,
    mean_in_turn,
)
from derivations.theory.linear_estimates import WORD, equal_shares
from derivations.theory.multinomial import counts_multiplied_out
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    plainly,
    prod_positive,
    sum_of_zeros,
    summed,
    term_at_most_sum,
)
from derivations.theory.sums import ZERO, in_range, in_sums


def rules_carry_over(goal: Goal) -> Proved:
    """From the responses of the better design those of the other one are drawn, and its rule is followed."""
    names, facts = goal.names, given(goal)
    n, k, m, width, P, A, D, loss = (names[name] for name in ("n", "k", "m", "l", "P", "A", "D", "loss"))
    x, z, t, v = Free("x #0"), Free("z #0"), Free("t #0"), Free("v #0", WORD)
    C = Free("C #0", P.type)
    known = [fact for fact in facts if isinstance(fact, Proved)]
    (better,) = (f for f in known if applied(f.conclusion, "informative", 5))
    (is_rule,) = (f for f in known if "word" in str(f.conclusion))
    existence = rewritten(better, unfolding("informative"))
    channel, is_A = conjuncts(kernel.assume(instance(existence.conclusion, C)))
    laws = rewritten(channel, unfolding("channel", "design"))
    of_word = term("fun t. C(v(t))", C=C, v=v)
    word = kernel.assume(term("word(n, m, v)", n=n, m=m, v=v))
    letter = at(rewritten(word, unfolding("word")), t, given=[kernel.assume(in_range(t, n))])
    each_law = each(t, n, at(laws, term("v(t)", v=v, t=t), given=[letter]))
    E = term("fun v g. independent(n, l, fun t. C(v(t)), fun w. D(w, g))", n=n, l=width, C=C, D=D)
    drawn = at(averages_on_average(), n, width, of_word, D, given=[*facts, each_law, is_rule], premises=4)
    follows = generalise(kernel.discharge(word.conclusion, drawn), v)

    # the risk is the same
    pi = Free("pi #0", WORD)
    risk = term("fun w. D(w, loss(pi))", D=D, loss=loss, pi=pi)
    law = term("response(k, pi, P)", k=k, pi=pi, P=P)
    own = at(carried_over(), n, m, width, law, C, risk, given=facts, premises=3)
    score = term("fun y. C(y, z)", C=C, z=z)
    turned = rewritten(at(mean_in_turn(), k, m, pi, P, score, given=facts, premises=2), unfolding("mean", "response"))
    inside = [kernel.assume(in_range(x, k)), kernel.assume(in_range(z, width))]
    entry = symmetric(rewritten(at(at(is_A, x, given=inside), z, given=inside), unfolding("through")))
    weighed = kernel.congruent(kernel.reflexive(term("fun a. pi(x) * a", pi=pi, x=x)), entry)
    whole = derived.transitive(turned, summed(x, k, rewritten(weighed), facts))
    laws_agree = term("response(m, p, C)(z) = response(k, pi, A)(z)", m=m, p=law, C=C, z=z, k=k, pi=pi, A=A)
    same = generalise(
        kernel.discharge(
            in_range(z, width), derived.follow(symmetric(normal(laws_agree, unfolding("response"))), whole)
        ),
        z,
    )
    other = [term(text, m=m, p=law, C=C, k=k, pi=pi, A=A) for text in ("response(m, p, C)", "response(k, pi, A)")]
    agree = at(expectation_of_same_law(), n, width, *other, risk, given=[*facts, same], premises=3)
    equal_risks = derived.transitive(symmetric(own), agree)
    smaller = arithmetic(AT_MOST(*sides(equal_risks.conclusion)), equal_risks)
    all_pi = generalise(kernel.discharge(term("law(k, pi)", k=k, pi=pi), smaller), pi)

    def prove(formula: Term) -> Proved:
        wanted = normal(instance(formula, E))
        found = derived.follow(symmetric(wanted), rewritten(kernel.conjoin(follows, all_pi)))
        return kernel.unpack(existence, C, kernel.witness(formula, E, found))

    return in_plain_words(goal.conclusion, prove)


def counts_are_multinomial(goal: Goal) -> Proved:
    """A response has the law P pi; the counts follow by the last response."""
    names, facts = goal.names, given(goal)
    n, k, m, P, pi, c = (names[name] for name in ("n", "k", "m", "P", "pi", "c"))
    y, j, i = Free("y #0"), Free("j #0"), Free("i #0")
    law = term("fun y. sum j in 1..k. P(j, y) * pi(j)", k=k, P=P, pi=pi)
    order = summed(j, k, arithmetic(term("pi(j) * P(j, y) = P(j, y) * pi(j)", P=P, pi=pi, j=j, y=y)), facts)
    response = kernel.abstracted(y, order)
    counted = at(counts_multiplied_out(), m, law, n, given=facts, premises=2)
    counted = at(counted, c, given=facts)
    positive = at(prod_positive(), term("c(y)", c=c, y=y), term("fun i. i"), given=[counts_at(facts, c, y, m)])
    positive = kernel.detach(
        positive, each(i, term("c(y)", c=c, y=y), arithmetic(term("0 < i", i=i), in_range(i, term("c(y)", c=c, y=y))))
    )
    factorials = at(prod_positive(), m, term("fun y. prod i in 1..c(y). i", c=c), given=facts)
    all_positive = kernel.detach(factorials, each(y, m, positive))

    def prove(formula: Term) -> Proved:
        seen = term("fun w. if (forall y in 1..m. frequency(n, y)(w) = c(y)) then 1 else 0", n=n, m=m, c=c)
        carried = rewritten(at(carried_over(), n, k, m, pi, P, seen, given=facts, premises=3), unfolding("response"))
        of_law = kernel.congruent(kernel.reflexive(term("expectation(n, m)", n=n, m=m)), response)
        same = rewritten(kernel.congruent(of_law, kernel.reflexive(seen)))
        return arithmetic(formula, carried, same, counted, all_positive)

    return in_plain_words(goal.conclusion, prove, unfolding("indicator"))


def counts_at(facts: list[Term | Proved], c: Term, y: Free, m: Term) -> Proved:
    """y in 1..m |- c(y) is a whole number that is not negative"""
    about = term("forall y in 1..m. integer(c(y)) and 0 <= c(y)", c=c, m=m)
    (counts,) = (f for f in facts if isinstance(f, Proved) and f.conclusion == about)
    return at(counts, y, given=[kernel.assume(in_range(y, m))])


def not_identifiable(goal: Goal) -> Proved:
    """What the matrix maps to 0 may be added to equal shares, and nobody sees it."""
    names, facts = goal.names, given(goal)
    n, k, m, P = (names[name] for name in ("n", "k", "m", "P"))
    known = [fact for fact in facts if isinstance(fact, Proved)]
    (existence,) = (f for f in known if quantified(f.conclusion, "exists"))
    v, x0 = Free("v #0", WORD), Free("x0 #0")
    x, y, c = Free("x #0"), Free("y #0"), Free("step #0")
    names = {"n": n, "k": k, "m": m, "P": P, "v": v, "a": x0, "x": x, "y": y, "c": c}
    there = kernel.assume(instance(existence.conclusion, v))
    some, null = kernel.part(there, 0), kernel.part(there, 1)
    here = kernel.assume(instance(some.conclusion, x0))
    place, differs = kernel.part(here, 0), kernel.part(here, 1)

    # the entries of v add up to 0
    rows = rewritten(next(f for f in known if applied(f.conclusion, "design", 3)), unfolding("design", "law"))
    inside, in_y = kernel.assume(in_range(x, k)), kernel.assume(in_range(y, m))
    row = at(null, y, given=[in_y])
    nothing = derived.transitive(summed(y, m, row, facts), at(sum_of_zeros(), m, given=facts))
    swapped = at(sums.sum_swap(), m, k, term("fun y x. P(x, y) * v(x)", **names), given=facts, premises=2)
    column = normal(term("sum y in 1..m. P(x, y) * v(x)", **names), in_sums(facts))
    own = arithmetic(
        term("(sum y in 1..m. P(x, y) * v(x)) = v(x)", **names), column, kernel.part(at(rows, x, given=[inside]), 1)
    )
    no_sum = arithmetic(
        term("sum(k, v) = 0", **names), rewritten(swapped), nothing, rewritten(summed(x, k, own, facts))
    )
    # a step that leaves all shares at least 0
    size = term("if 0 <= v(x) then v(x) else -v(x)", **names)
    most = at(term_at_most_sum(), k, x, closed(x, size), given=[*facts, inside], premises=2)
    most = kernel.detach(most, each(x, k, by_conditions(AT_MOST(ZERO, size))))
    b, length = Free("b #0"), (applied(most.conclusion, "<=", 2) or ())[1]
    least_k = next(f for f in known if f.conclusion == term("1 <= k", k=k))
    some_size = by_conditions(term("0 < b", b=b), term("s <= b", s=size, b=b), term("v(x) != 0", **names))
    positive = cut(kernel.instantiate(some_size, {x: x0, b: length}), kernel.instantiate(most, {x: x0}), place, differs)
    factor = term("1/(k*b)", k=k, b=b)
    is_factor = [
        arithmetic(term(text, k=k, b=b, c=factor), term("0 < b", b=b), least_k) for text in ("0 < c", "c*(k*b) = 1")
    ]
    share = by_conditions(term("0 <= 1/k + c*v(x)", **names), term("s <= b", s=size, b=b),
                          term("c*(k*b) = 1", k=k, c=c, b=b),
                          term("0 < c", c=c), least_k)  # fmt: skip
    share = cut(kernel.instantiate(share, {c: factor}), *is_factor)
    share = cut(kernel.instantiate(share, {b: length}), most, positive)
    step = kernel.instantiate(is_factor[0], {b: length})
    step = cut(step, positive)
    c_value = (applied(step.conclusion, "<", 2) or ())[1]
    even = term("fun x. 1/k", k=k)
    moved = term("fun x. 1/k + c*v(x)", k=k, c=c_value, v=v)
    equal_law = kernel.part(at(equal_shares(), k, given=facts), 0)
    ones = rewritten(kernel.part(rewritten(equal_law, unfolding("law")), 1))
    total = normal(plainly("sum(k, f)", k=k, f=moved), in_sums(facts))
    evenly = normal(sides(ones.conclusion)[0], in_sums(facts))
    total = arithmetic(plainly("sum(k, f) = 1", k=k, f=moved), total, evenly, ones, no_sum, opaque=True)
    moved_law = kernel.conjoin(each(x, k, share), total)
    moved_law = derived.follow(symmetric(normal(term("law(k, f)", k=k, f=moved), unfolding("law"))), moved_law)
    # nobody sees it
    seen = normal(plainly("sum x in 1..k. f(x)*P(x, y)", f=moved, **names), in_sums(facts))
    before = normal(plainly("sum x in 1..k. f(x)*P(x, y)", f=even, **names), in_sums(facts))
    row = rewritten(
        derived.transitive(
            symmetric(summed(x, k, arithmetic(term("P(x, y)*v(x) = v(x)*P(x, y)", **names)), facts)), row
        )
    )
    same = arithmetic(equal(sides(before.conclusion)[0], sides(seen.conclusion)[0]), before, seen, row, opaque=True)
    laws = [term("response(k, f, P)", k=k, f=f, P=P) for f in (even, moved)]
    plain = normal(term("p(y) = q(y)", p=laws[0], q=laws[1], y=y), unfolding("response"))
    same = generalise(kernel.discharge(in_range(y, m), derived.follow(symmetric(plain), rewritten(same))), y)

    def agree(statistic: Term) -> Proved:
        return at(expectation_of_same_law(), n, m, *laws, statistic, given=[*facts, same], premises=3)

    apart = arithmetic(plainly("f(a) != g(a)", f=even, g=moved, a=x0), step, differs, opaque=True)
    T = Free("T #0", arrow(REAL, WORD, REAL))
    exact = kernel.assume(
        sides(
            normal(
                term("forall i in 1..k. unbiased(n, k, m, P, T(i), fun pi. pi(i))", T=T, **names), OWN_WORDS
            ).conclusion
        )[1]
    )
    own = rewritten(at(exact, x0, given=[place]), unfolding("unbiased"))
    expected = [rewritten(at(own, f, given=[law])) for f, law in ((even, equal_law), (moved, moved_law))]
    wrong = arithmetic(FALSE, *expected, rewritten(agree(term("T(a)", T=T, a=x0))), apart, opaque=True)

    def prove(formula: Term) -> Proved:
        pairs, estimators = applied(formula, "and", 2) or ()
        inner = instance(pairs, even)
        body = normal(instance(inner, moved))
        *_, differ, everywhere = (part.conclusion for part in conjuncts(kernel.assume(sides(body.conclusion)[1])))
        at_x = normal(instance(differ, x0))
        unequal = kernel.witness(differ, x0, derived.follow(symmetric(at_x), kernel.conjoin(place, apart)))
        wanted = goal_of(everywhere)
        statistic = term(
            "fun w. if (forall y in 1..m. frequency(n, y)(w) = c(y)) then 1 else 0", n=n, m=m, c=wanted.variables[0]
        )
        both = derived.follow(
            symmetric(body), conjoined(equal_law, rewritten(moved_law), unequal, wanted.qed(agree(statistic)))
        )
        found = kernel.witness(pairs, even, kernel.witness(inner, moved, both))
        (existing,) = applied(estimators, "not", 1) or ()
        none = kernel.unpack(kernel.assume(existing), T, wrong)
        found = kernel.conjoin(found, derived.reject(existing, none))
        return kernel.unpack(existence, v, kernel.unpack(some, x0, found))

    return in_plain_words(goal.conclusion, prove, unfolding("indicator"))


SCRIPTS: Mapping[str, Script] = {
    "counts are multinomial": of_parameters(counts_are_multinomial),
    "not identifiable": of_parameters(not_identifiable),
    "rules carry over": of_parameters(rules_carry_over),
}
