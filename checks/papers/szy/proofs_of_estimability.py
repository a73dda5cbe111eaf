"""Scripts for whether the share can be estimated at all: where the two truths have different laws, and only there."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checks.papers.szy.own_lemmas import own_lemma
from checks.papers.szy.proofs_of_budgets import law_of_report
from checks.papers.szy.proofs_of_decks import table
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    decided,
    instance,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import (
    FALSE,
    NOT,
    REAL,
    TIMES,
    Apply,
    Free,
    Number,
    Term,
    applied,
    arrow,
    equal,
    opened,
    quantified,
)
from derivations.theory.automatic import automatic, facts_of, found, written_out
from derivations.theory.carried_over import expectation_of_same_law
from derivations.theory.linear_estimates import WORD
from derivations.theory.single_terms import at, each, plainly, summed, term_at_most_sum
from derivations.theory.sums import ONE, in_range, in_sums, sum_reversed
from derivations.theory.surveys import expectation_of_affine

ASKED = "forall n p piB pi. size(n) and law(2, pi) and"


@own_lemma(
    f"{ASKED} 0 <= p < 1/2 implies expectation(n, 2, response(2, pi, warner(p)), "
    "fun w. (frequency(n, 1)(w)/n - (1 - p))/(2*p - 1)) = pi(1)"
)
def warner_is_estimable(goal: Goal) -> Proved:
    """Warner's estimator is unbiased."""
    return automatic(goal)


@own_lemma(
    f"{ASKED} 0 < p <= 1 and 0 <= piB <= 1 implies expectation(n, 2, response(2, pi, simmons(p, piB)), "
    "fun w. (frequency(n, 1)(w)/n - (1 - p)*piB)/p) = pi(1)"
)
def simmons_is_estimable(goal: Goal) -> Proved:
    """Simmons' estimator is unbiased."""
    return automatic(goal)


CARDS = "size(n) and size(L) and law(L, p)"


@own_lemma(
    "forall L p pi. size(L) and law(L, p) implies forall y in 1..L. "
    "response(2, pi, christofides(L, p))(y) = pi(1)*p(L + 1 - y) + pi(2)*p(y)"
)
def law_of_answers(goal: Goal) -> Proved:
    """The law of a report where a share has the attribute."""
    L, p, _, y = goal.variables
    facts = [fact for formula in goal.given for fact in facts_of(kernel.assume(formula))]
    facts.append(arithmetic(term("0 <= L", L=L), *facts))
    left, right = sides(goal.conclusion)
    plain = normal(left, unfolding("response"))
    plain = derived.transitive(plain, normal(sides(plain.conclusion)[1], written_out))
    assert isinstance(left, Apply)
    *_, design = applied(left.function, "response", 3) or ()
    laws = conjuncts(at(law_of_report(design, L, p, facts), y, given=goal.given))
    return derived.transitive(plain, arithmetic(equal(sides(plain.conclusion)[1], right), *laws))


@own_lemma(
    f"forall n L p pi. {CARDS} and law(2, pi) and (sum k in 1..L. (p(L + 1 - k) - p(k))^2) != 0 implies "
    "expectation(n, L, response(2, pi, christofides(L, p)), fun w. "
    "-(sum k in 1..L. (p(L + 1 - k) - p(k))*p(k))/(sum k in 1..L. (p(L + 1 - k) - p(k))^2) "
    "+ 1/(n*(sum k in 1..L. (p(L + 1 - k) - p(k))^2))*total(n, fun k. p(L + 1 - k) - p(k))(w)) = pi(1)"
)
def cards_are_estimable(goal: Goal) -> Proved:
    """The scores p_(L + 1 - k) - p_k, moved and scaled, have the mean 1 with the attribute and 0 without."""
    n, L, p, pi = goal.variables
    given = list(conjuncts(kernel.assume(goal.given[0])))
    facts = [part for fact in given for part in facts_of(fact)]
    facts.append(arithmetic(term("0 <= L", L=L), *facts))
    facts.append(arithmetic(term("0 <= n", n=n), *facts))
    y = Free("y #0")
    inside = kernel.assume(in_range(y, L))
    left, _ = sides(goal.conclusion)
    _, _, q, _ = applied(left, "expectation", 4) or ()
    own = at(at(law_of_answers(), L, p, pi, given=given), y, given=[inside])
    back = rewritten(at(sum_reversed(), L, p, given=facts))
    total = rewritten(summed(y, L, own, facts), in_sums(facts))
    shares = [fact for fact in facts if applied(fact.conclusion, "=", 2)]
    law = arithmetic(term("sum(L, q) = 1", q=q, L=L), total, back, *shares)
    gap = term("fun k. p(L + 1 - k) - p(k)", p=p, L=L)
    names = {"L": L, "p": p, "n": n, "d": gap}
    spread = "(sum k in 1..L. d(k)^2)"
    ends = [plainly(text, **names) for text in (f"-(sum k in 1..L. d(k)*p(k))/{spread}", f"1/(n*{spread})")]
    affine = at(expectation_of_affine(), n, L, q, gap, *ends, given=[*facts, law], premises=3)
    scored = summed(
        y,
        L,
        kernel.congruent(kernel.congruent(kernel.reflexive(TIMES), own), kernel.reflexive(plainly("d(y)", y=y, d=gap))),
        facts,
    )
    mean = rewritten(scored, in_sums(facts))
    apart = [rewritten(fact, in_sums(facts)) for fact in given[-1:]]
    plain = normal(sides(affine.conclusion)[1], unfolding("mean"))
    last = normal(sides(plain.conclusion)[1], in_sums(facts))
    value = arithmetic(equal(sides(last.conclusion)[1], sides(goal.conclusion)[1]), mean, *apart, *shares, *facts)
    return derived.transitive(derived.transitive(affine, plain), derived.transitive(last, value))


@own_lemma(
    f"forall n L p. {CARDS} and (forall k in 1..L. p(k) = p(L + 1 - k)) implies "
    "not (exists T. unbiased(n, 2, L, christofides(L, p), T, fun pi. pi(1)))"
)
def mirrored_tells_nothing(goal: Goal) -> Proved:
    """Where mirrored proportions agree, a report has one law whether all have the attribute or nobody has."""
    n, L, p = goal.variables
    given = list(conjuncts(kernel.assume(goal.given[0])))
    facts = [part for fact in given for part in facts_of(fact)]
    facts += [arithmetic(term(text, n=n, L=L), *facts) for text in ("0 <= L", "0 <= n")]
    (existence,) = applied(goal.conclusion, "not", 1) or ()
    T, y = Free("T #0", arrow(WORD, REAL)), Free("y #0")
    here = kernel.assume(instance(existence, T))
    said = rewritten(here, unfolding("unbiased"))
    inside = kernel.assume(in_range(y, L))
    mirrored = at(given[-1], y, given=[inside])
    means, laws, answers = [], [], []
    for one in (ONE, Number(2)):
        pi = term("fun x. if x = c then 1 else 0", c=one)
        mean = kernel.detach(specialise(said, pi), found(term("law(2, pi)", pi=pi)))
        means.append(rewritten(mean, decided([])))
        laws.append(rewritten(at(at(law_of_answers(), L, p, pi, given=given), y, given=[inside]), decided([])))
        answers.append((applied(sides(mean.conclusion)[0], "expectation", 4) or ())[2])
    same = arithmetic(plainly("q(y) = r(y)", q=answers[0], r=answers[1], y=y), mirrored, *laws)
    law = at(expectation_of_same_law(), n, L, *answers, T, given=facts, premises=2)
    equal_means = rewritten(kernel.detach(law, each(y, L, same)), decided([]))
    nothing = arithmetic(FALSE, *means, equal_means)
    return derived.reject(existence, kernel.unpack(kernel.assume(existence), T, nothing))


def _estimate(existence: Term, T: Term, law: Proved, given: Sequence[Term | Proved]) -> Proved:
    """exists T. unbiased(n, 2, m, P, T, f), where the law says for all pi that T has the mean f(pi)."""
    plain = normal(instance(existence, T), unfolding("unbiased"))
    every = taken_apart(sides(plain.conclusion)[1])
    shown_there = every.qed(at(law, *every.variables, given=[*given, *every.given]))
    return kernel.witness(existence, T, derived.follow(symmetric(plain), shown_there))


def _of_answers(said: Term, law: Proved, statistic: str, n: Term, facts: Sequence[Proved]) -> Proved:
    """What is said of Warner or Simmons."""
    inner = taken_apart(said)
    names = inner.names
    T = term(f"fun w. {statistic}", n=n, **names)
    values = [n, names["p"], names.get("piB", ONE)]
    return inner.qed(_estimate(inner.conclusion, T, specialise(law, *values), [*facts, *inner.given]))


@script("estimable")
def estimable(goal: Goal) -> Proved:
    """Unbiased estimates of the three mechanisms, with the cards exactly where some mirrored proportions differ."""
    (n,) = goal.variables
    facts = [kernel.assume(goal.given[0])]
    warner, rest = applied(goal.conclusion, "and", 2) or ()
    simmons, cards = applied(rest, "and", 2) or ()
    of_warner = _of_answers(warner, warner_is_estimable(), "(frequency(n, 1)(w)/n - (1 - p))/(2*p - 1)", n, facts)
    of_simmons = _of_answers(simmons, simmons_is_estimable(), "(frequency(n, 1)(w)/n - (1 - p)*piB)/p", n, facts)
    inner = taken_apart(cards)
    L, p = inner.variables
    given = [*facts, *inner.facts]
    differ, existence = sides(inner.conclusion)
    forth = kernel.discharge(differ, _from_scores(differ, existence, n, L, p, given))
    none = kernel.assume(NOT(differ))
    k = Free("k #0")
    inside = kernel.assume(in_range(k, L))
    apart = kernel.assume(term("p(k) != p(L + 1 - k)", p=p, k=k, L=L))
    contradiction = derived.clash(none, kernel.witness(differ, k, kernel.conjoin(inside, apart)))
    same = derived.absurd(term("p(k) = p(L + 1 - k)", p=p, k=k, L=L), contradiction)
    nothing = at(mirrored_tells_nothing(), n, L, p, given=[*given, each(k, L, same)])
    found_some = derived.absurd(differ, derived.clash(nothing, kernel.assume(existence)))
    back = kernel.discharge(existence, found_some)
    return conjoined(of_warner, of_simmons, inner.qed(derived.equivalent(forth, back)))


def _from_scores(differ: Term, existence: Term, n: Term, L: Term, p: Term, given: Sequence[Proved]) -> Proved:
    """Where two mirrored proportions differ, the scores of the cards estimate the share."""
    facts = [part for fact in given for part in facts_of(fact)]
    facts.append(arithmetic(term("0 <= L", L=L), *facts))
    names = {"p": p, "L": L, "n": n}
    k, j = Free("k #0"), Free("j #0")
    here = kernel.assume(instance(differ, k))
    square = term("fun k. (p(L + 1 - k) - p(k))^2", **names)
    every = each(j, L, arithmetic(plainly("0 <= f(j)", f=square, j=j)))
    below = at(term_at_most_sum(), L, k, square, given=[*facts, kernel.part(here, 0), every], premises=3)
    positive = arithmetic(term("sum(L, f) != 0", f=square, L=L), below, kernel.part(here, 1))
    spread = "(sum k in 1..L. (p(L + 1 - k) - p(k))^2)"
    T = term(
        f"fun w. -(sum k in 1..L. (p(L + 1 - k) - p(k))*p(k))/{spread} "
        f"+ 1/(n*{spread})*total(n, fun k. p(L + 1 - k) - p(k))(w)",
        **names,
    )
    law = specialise(cards_are_estimable(), n, L, p)
    return kernel.unpack(kernel.assume(differ), k, _estimate(existence, T, law, [*given, rewritten(positive)]))


SHARES = (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))


@script("not estimable")
def not_estimable(goal: Goal) -> Refuted:
    """With the cards 1, 2, 2, 3 nothing can be estimated, though the proportions are not all equal."""
    p, three = table(*SHARES), Number(3)
    size = taken_apart(goal.statement, depth=1).conclusion
    needed, _ = applied(instance(goal.statement, ONE), "implies", 2) or (size, size)
    said = kernel.detach(specialise(kernel.assume(goal.statement), ONE), found(needed))
    cards = specialise(kernel.part(kernel.part(said, 1), 1), three, p)
    premise, _ = applied(cards.conclusion, "implies", 2) or ()
    first, rest = applied(premise, "and", 2) or ()
    second, unequal = applied(rest, "and", 2) or ()
    (inner, place) = (quantified(unequal, "exists"), Number(2))
    assert inner is not None
    within, other = applied(opened(inner, ONE), "and", 2) or ()
    pair = kernel.witness(other, place, found(instance(other, place)))
    some = kernel.witness(unequal, ONE, kernel.conjoin(found(within), pair))
    existence = kernel.detach(cards, kernel.conjoin(found(first), kernel.conjoin(found(second), some)))
    law = specialise(mirrored_tells_nothing(), ONE, three, p)
    conditions, _ = applied(law.conclusion, "implies", 2) or ()
    nothing = derived.clash(kernel.detach(law, found(conditions)), existence)
    at_cards = (("n", "1"), ("L", "3"), ("p", f"({', '.join(map(str, SHARES))})"))
    # Under the shares 0 and 1 the responses have the same law.
    unbiased = term("E = pi(1)", E=Free("E(T)"), pi=Free("pi", p.type))
    return Refuted(derived.reject(goal.statement, nothing), at_cards, (Fraction(0), Fraction(1)), unbiased)
