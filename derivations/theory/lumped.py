"""Three responses of which two are alike: the likelihood is largest where the first has its observed share."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    decided,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import NOT, Free, Number
from derivations.theory.automatic import automatic, facts_of, found, written_out
from derivations.theory.likelihood import empirical_is_law, largest_likelihood, same_chance
from derivations.theory.privacy import prod_times
from derivations.theory.single_terms import at, by_conditions, each, either, plainly, prod_positive, summed
from derivations.theory.sums import ONE, in_range

BEST = "fun y. if y = 1 then empirical(n, w)(1) else (1 - empirical(n, w)(1))/2"
CLASSES = "fun t. if w(t) = 1 then 1 else 2"
OF_CLASSES = "fun y. if y = 1 then s else 1 - s"
WITHIN = "fun t. if w(t) = 1 then 1 else 1/2"
TWO = Number(2)


@lemma("forall n q w s. integer(n) and 0 <= n implies word(n, 3, w) implies q(1) = s and q(2) = (1 - s)/2 "
       "and q(3) = (1 - s)/2 implies "
       f"chance(n, q, w) = chance(n, {OF_CLASSES}, {CLASSES})*prod(n, {WITHIN})")  # fmt: skip
def classes_apart(goal: Goal) -> Proved:
    """The likelihood is that of the two classes times what does not depend on the law."""
    n, q, w, s = goal.variables
    t = Free("t #0")
    letter = facts_of(at(rewritten(kernel.assume(goal.given[1]), unfolding("word")), t,
                         given=[kernel.assume(in_range(t, n))]))  # fmt: skip
    laws = list(conjuncts(kernel.assume(goal.given[2])))
    cases = []
    for number, law in enumerate(laws, 1):
        same = kernel.assume(term(f"w(t) = {number}", w=w, t=t))
        cases.append(kernel.discharge(same.conclusion, derived.transitive(
            kernel.congruent(kernel.reflexive(q), same), law)))  # fmt: skip
    wanted = term("q(w(t)) = (if w(t) = 1 then s else 1 - s)*(if w(t) = 1 then 1 else 1/2)", q=q, w=w, t=t, s=s)
    one = by_conditions(wanted, *cases, *letter)
    product = summed(t, n, one, goal.given[:1], over="prod")
    first, second = term("fun t. if w(t) = 1 then s else 1 - s", w=w, s=s), term(WITHIN, w=w)
    apart = rewritten(at(prod_times(), n, first, second, given=goal.given[:1]))
    whole = rewritten(derived.transitive(rewritten(product), apart))
    two = term(
        "(if (if w(t) = 1 then 1 else 2) = 1 then s else 1 - s) = (if w(t) = 1 then s else 1 - s)", w=w, t=t, s=s
    )
    classes = summed(t, n, by_conditions(two), goal.given[:1], over="prod")
    plain = normal(goal.conclusion, unfolding("chance"))
    return derived.follow(
        symmetric(plain), arithmetic(sides(plain.conclusion)[1], whole, rewritten(classes), opaque=True)
    )


@lemma("forall f g. f(1) = g(1) implies f(2) = g(2) implies forall y in 1..2. f(y) = g(y)", depth=4)
def two_agree(goal: Goal) -> Proved:
    """Two families of two members are the same where each member is."""
    return automatic(goal)


@lemma("forall n q w. integer(n) and 1 <= n implies word(n, 3, w) implies law(3, q) implies q(2) = q(3) implies "
       f"chance(n, q, w) <= chance(n, {BEST}, w) and "
       f"(chance(n, q, w) = chance(n, {BEST}, w) implies q(1) = empirical(n, w)(1))")  # fmt: skip
def largest_of_classes(goal: Goal) -> Proved:
    """Of laws with two equal responses that is likeliest which gives the first its observed share, and it alone."""
    n, q, w = goal.variables
    t = Free("t #0")
    given = [*map(kernel.assume, goal.given[:2]), arithmetic(term("0 <= n", n=n), goal.given[0]),
             kernel.literal(TWO), arithmetic(term("0 <= two", two=TWO))]  # fmt: skip
    v = term(CLASSES, w=w)
    condition = term("w(t) = 1", w=w, t=t)
    letters = []
    for case in (condition, NOT(condition)):
        class_of = normal(in_range(term("if w(t) = 1 then 1 else 2", w=w, t=t), TWO), decided([kernel.assume(case)]))
        letters.append(derived.follow(symmetric(class_of), shown(sides(class_of.conclusion)[1])))
    word = normal(term("word(n, 2, v)", n=n, v=v), unfolding("word"))
    is_word = derived.follow(symmetric(word), each(t, n, kernel.cases(either(condition), *letters)))
    given.append(is_word)
    in_class = by_conditions(term("(if (if w(t) = 1 then 1 else 2) = 1 then 1 else 0) = (if w(t) = 1 then 1 else 0)",
                                  w=w, t=t))  # fmt: skip
    counted = rewritten(summed(t, n, in_class, given))
    words = unfolding("empirical", "frequency", "indicator")
    plain = normal(term("empirical(n, v)(1) = empirical(n, w)(1)", n=n, v=v, w=w), words)
    quotient = term("fun c. c/n", n=n)
    same_share = derived.follow(symmetric(plain), rewritten(kernel.congruent(kernel.reflexive(quotient), counted)))
    law = at(empirical_is_law(), n, TWO, v, given=given, premises=3)
    _, total = conjuncts(rewritten(law, unfolding("law"), written_out))
    e = term("empirical(n, w)(1)", n=n, w=w)
    best = term(OF_CLASSES, s=e)
    observed = term("empirical(n, v)", n=n, v=v)
    fits = [by_conditions(plainly(f"b({number}) = o({number})", b=best, o=observed), same_share, total)
            for number in (1, 2)]  # fmt: skip
    agrees = at(two_agree(), best, observed, given=fits, premises=2)
    top = at(same_chance(), n, TWO, best, term("empirical(n, v)", n=n, v=v), v, given=[*given, agrees], premises=3)
    law = kernel.assume(goal.given[2])
    facts = [*facts_of(law), kernel.assume(goal.given[3])]
    share = term("q(1)", q=q)
    own = term(OF_CLASSES, s=share)
    is_law = found(term("law(2, r)", r=own), *facts)
    most = list(conjuncts(at(largest_likelihood(), n, TWO, own, v, given=[*given, is_law], premises=4)))
    halves = [
        arithmetic(term(text, q=q), *facts) for text in ("q(1) = q(1)", "q(2) = (1 - q(1))/2", "q(3) = (1 - q(1))/2")
    ]
    first = at(classes_apart(), n, q, w, share, given=[*given, conjoined(*halves)], premises=3)
    of_best = term(BEST, n=n, w=w)
    parts = "b(1) = e", "b(2) = (1 - e)/2", "b(3) = (1 - e)/2"
    halves = [by_conditions(plainly(text, b=of_best, e=e)) for text in parts]
    second = at(classes_apart(), n, of_best, w, e, given=[*given, conjoined(*halves)], premises=3)
    within = term(WITHIN, w=w)
    halving = by_conditions(term("0 < (if w(t) = 1 then 1 else 1/2)", w=w, t=t))
    positive = at(prod_positive(), n, within, given=[*given, each(t, n, halving)], premises=2)
    names = {"a": term("chance(n, q, w)", n=n, q=q, w=w), "b": term("chance(n, b, w)", n=n, b=of_best, w=w),
             "c": term("chance(n, r, v)", n=n, r=own, v=v), "d": term("chance(n, r, v)", n=n, r=best, v=v),
             "h": term("prod(n, f)", n=n, f=within)}  # fmt: skip
    names = {name: sides(normal(value).conclusion)[1] for name, value in names.items()}
    below = arithmetic(term("c <= d", **names), rewritten(most[1]), rewritten(top), opaque=True)
    scaled = [rewritten(fact) for fact in (first, second, positive)]
    smaller = arithmetic(term("a <= b", **names), *scaled, below, opaque=True)
    alike = kernel.assume(term("a = b", **names))
    cancelled = arithmetic(term("c = d", **names), *scaled, alike, opaque=True)
    only = most[2]
    level = rewritten(derived.transitive(cancelled, rewritten(top)))
    fitted = at(kernel.detach(rewritten(only), level), ONE, given=[kernel.literal(ONE)])
    same = arithmetic(term("q(1) = e", q=q, e=e), rewritten(fitted, decided([])), same_share)
    found_both = kernel.conjoin(smaller, kernel.discharge(alike.conclusion, same))
    return derived.follow(symmetric(normal(goal.conclusion)), rewritten(found_both))
