"""Scripts for the logarithm of the likelihood of three answers, and of two classes of them."""

from __future__ import annotations

from collections.abc import Sequence

from checks.papers.mw.proofs_of_estimates import automatically, three_add_up
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import LOG, Free, Number, Term, applied, parts
from derivations.theory.automatic import automatic, given_facts
from derivations.theory.likelihood import counts_add_up, likelihood_of_two, log_of_likelihood, response_is_law
from derivations.theory.privacy import prod_times
from derivations.theory.products import equal_factors_and_ones
from derivations.theory.single_terms import at, by_conditions, each, summed
from derivations.theory.sums import in_range

_TWO, _THREE = Number(2), Number(3)


@lemma("forall f. 0 < f(1) implies 0 < f(2) implies 0 < f(3) implies forall y in 1..3. 0 < f(y)", depth=4)
def three_positive(goal: Goal) -> Proved:
    """Three numbers are positive where each is."""
    return automatic(goal)


@lemma("forall n f. n = (sum y in 1..3. f(y)) implies f(3) = n - f(1) - f(2)")
def last_of_three(goal: Goal) -> Proved:
    """The last of three numbers is what the others leave of their sum."""
    return automatic(goal)


@lemma("forall n f. n = (sum y in 1..2. f(y)) implies f(2) = n - f(1)")
def last_of_two(goal: Goal) -> Proved:
    """The last of two numbers is what the other leaves of their sum."""
    return automatic(goal)


@lemma("forall c q. log_likelihood(3, c, q) = c(1) * log(q(1)) + c(2) * log(q(2)) + c(3) * log(q(3))")
def log_likelihood_of_three(goal: Goal) -> Proved:
    """The logarithm of the likelihood of three answers."""
    return automatic(goal)


@lemma("forall c q. log_likelihood(2, c, q) = c(1) * log(q(1)) + c(2) * log(q(2))")
def log_likelihood_of_two(goal: Goal) -> Proved:
    """The logarithm of the likelihood of two answers."""
    return automatic(goal)


def three_counts(n: Term, w: Term, known: Sequence[Proved]) -> Proved:
    """The last count is what the others leave of the number of participants."""
    given = [*known, kernel.literal(_THREE), arithmetic(term("0 <= three", three=_THREE))]
    total = symmetric(at(counts_add_up(), n, _THREE, w, given=given, premises=3))
    return rewritten(at(last_of_three(), n, term("fun y. frequency(n, y)(w)", n=n, w=w), given=[total]))


@script("log-likelihood")
def log_likelihood(goal: Goal) -> Proved:
    """(11) and (18): the last count and the last probability are what the others leave."""
    n, q, w = _chance(goal.conclusion)
    names = {"n": n, "q": q, "w": w}
    given = given_facts(goal)
    known = [*given, kernel.literal(_THREE), arithmetic(term("0 <= three", three=_THREE))]
    k, pi, P = _response(q)
    known.append(automatically(term("design(three, three, P)", three=_THREE, P=P), given))
    law = at(response_is_law(), k, _THREE, P, pi, given=known, premises=4)
    positive = at(three_positive(), q, given=given, premises=3)
    whole = at(log_of_likelihood(), n, _THREE, q, w, given=[*known, positive], premises=4)
    counts = term("fun y. frequency(n, y)(w)", **names)
    last = three_counts(n, w, known)
    rest = arithmetic(term("q(3) = 1 - q(1) - q(2)", q=q), at(three_add_up(), q, given=[law]))
    log_of_rest = kernel.congruent(kernel.reflexive(LOG), rest)
    terms = rewritten(kernel.specialise(kernel.specialise(log_likelihood_of_three(), counts), q))
    return arithmetic(goal.conclusion, derived.transitive(whole, terms), last, log_of_rest)


@lemma("forall f. 0 < f(1) implies 0 < f(2) implies forall y in 1..2. 0 < f(y)", depth=3)
def two_positive(goal: Goal) -> Proved:
    """Two numbers are positive where each is."""
    return automatic(goal)


@script("likelihood of two classes")
def two_classes(goal: Goal) -> Proved:
    """(22) and (23): the likelihood of the two classes, and its logarithm."""
    n, q, w = _chance(goal.conclusion)
    given = given_facts(goal)
    known = [*given, kernel.literal(_TWO), arithmetic(term("0 <= two", two=_TWO))]
    _, _, P = _response(q)
    known.append(automatically(term("design(two, two, P)", two=_TWO, P=P), given))
    product, logarithm = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    counts = term("fun y. frequency(n, y)(w)", n=n, w=w)
    total = symmetric(at(counts_add_up(), n, _TWO, w, given=known, premises=3))
    last = rewritten(at(last_of_two(), n, counts, given=[total]))
    first = arithmetic(term("n - (n - frequency(n, 1)(w)) = frequency(n, 1)(w)", n=n, w=w))
    powers = rewritten(at(likelihood_of_two(), n, q, w, given=known, premises=2), by(last), by(first))
    positive = goal_of(logarithm)
    each_positive = at(two_positive(), q, given=[*conjuncts(kernel.assume(positive.given[0]))], premises=2)
    whole = at(log_of_likelihood(), n, _TWO, q, w, given=[*known, each_positive], premises=4)
    terms = rewritten(kernel.specialise(kernel.specialise(log_likelihood_of_two(), counts), q))
    same = positive.qed(arithmetic(positive.conclusion, derived.transitive(whole, terms), last))
    return kernel.conjoin(arithmetic(product, powers), same)


@lemma("forall n q w. integer(n) and 0 <= n implies word(n, 3, w) implies "
       "chance(n, q, w) = q(1)^frequency(n, 1)(w)*q(2)^frequency(n, 2)(w)*q(3)^frequency(n, 3)(w)")  # fmt: skip
def likelihood_of_three(goal: Goal) -> Proved:
    """The likelihood of three answers: each factor is one of three, and in the place of the others stands 1."""
    n, q, w = goal.variables
    t = Free("t #0")
    inside = kernel.assume(in_range(t, n))
    letter = at(rewritten(kernel.assume(goal.given[1]), unfolding("word")), t, given=[inside])
    which = arithmetic(term("w(t) = 1 or w(t) = 2 or w(t) = 3", w=w, t=t), letter)
    bits = [term(f"fun t. if w(t) = {y} then 1 else 0", w=w) for y in (1, 2, 3)]
    factors = [term("fun t. if v(t) = 1 then q else 1", v=v, q=q(Number(y))) for y, v in enumerate(bits, 1)]
    own = [
        kernel.discharge(same.conclusion, kernel.congruent(kernel.reflexive(q), same))
        for same in (kernel.assume(term(f"w(t) = {y}", w=w, t=t)) for y in (1, 2, 3))
    ]
    each_one = term("q(w(t)) = f(t)*(g(t)*h(t))", q=q, w=w, t=t, **dict(zip("fgh", factors, strict=True)))
    product = summed(
        t, n, by_conditions(sides(normal(each_one).conclusion)[1], which, *own), goal.given[:1], over="prod"
    )
    times = [rewritten(at(prod_times(), n, *pair, given=goal.given[:1])) for pair in (
        (factors[0], term("fun t. g(t)*h(t)", g=factors[1], h=factors[2])), (factors[1], factors[2]))]  # fmt: skip
    powers = []
    for y, v in enumerate(bits, 1):
        bit = each(t, n, by_conditions(sides(normal(term("v(t) = 0 or v(t) = 1", v=v, t=t)).conclusion)[1]))
        powers.append(rewritten(at(equal_factors_and_ones(), n, q(Number(y)), v, given=[*goal.given, bit], premises=2)))
    plain = normal(goal.conclusion, unfolding("chance", "frequency", "indicator"))
    shown = arithmetic(sides(plain.conclusion)[1], rewritten(product), *times, *powers)
    return derived.follow(symmetric(plain), shown)


@script("likelihood")
def likelihood(goal: Goal) -> Proved:
    """(10): the last count and the last probability are what the others leave."""
    n, q, w = _chance(goal.conclusion)
    given = given_facts(goal)
    known = [*given, kernel.literal(_THREE), arithmetic(term("0 <= three", three=_THREE))]
    k, pi, P = _response(q)
    known.append(automatically(term("design(three, three, P)", three=_THREE, P=P), given))
    law = at(response_is_law(), k, _THREE, P, pi, given=known, premises=4)
    rest = arithmetic(term("q(3) = 1 - q(1) - q(2)", q=q), at(three_add_up(), q, given=[law]))
    whole = at(likelihood_of_three(), n, q, w, given=known, premises=2)
    return rewritten(whole, by(three_counts(n, w, known)), by(rest))


def _chance(formula: Term) -> tuple[Term, ...]:
    """n, q and w of the likelihood that a formula speaks of."""
    return next(found for part in parts(formula) if (found := applied(part, "chance", 3)))


def _response(law: Term) -> tuple[Term, ...]:
    """k, pi and P of a law of the response."""
    found = applied(law, "response", 3)
    assert found is not None
    return found
