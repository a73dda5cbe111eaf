"""Scripts about the utility of what is relaxed: of outputs of all objects, which are as good as standard responses."""

from __future__ import annotations

from functools import cache

from checks.papers.pan.proofs import by_arithmetic, facts_of
from checks.papers.pan.proofs_counts import OWN_WORDS
from checks.papers.pan.proofs_experiments import BIT, LAW, OBJECTS, as_standard, relaxed_bits
from checks.papers.pan.proofs_moments import of_objects
from checks.papers.pan.proofs_steps import of_two_values
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    generalise,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as take_apart
from derivations.logic.terms import REAL, TIMES, Free, Number, applied, arrow
from derivations.theory import relaxation
from derivations.theory.single_terms import at, summed
from derivations.theory.sums import in_range

TWO = Number(2)
BITS = OBJECTS.replace("integer(m) and 2 <= m implies", "").replace("m,", "2,")
STANDARD = LAW.replace("m,", "2,")


def _facts(goal: Goal) -> list[Proved]:
    """What a goal assumes, part by part, and of sizes that they are no fewer than none."""
    facts = [part for fact in facts_of(goal) for part in conjuncts(rewritten(fact, unfolding("size")))]
    facts += [kernel.literal(TWO), *conjuncts(arithmetic(term("0 <= 2 and 2 <= 2")))]
    return [*facts, *(arithmetic(term("0 <= k", k=size), *facts) for name, size in goal.names.items() if name in "nm")]


@lemma(f"forall n x a b. {BITS} integer(b) and 1 <= b <= 2 implies independent_variance(n, 2, {STANDARD}, {BIT}) = "
       f"((x + 1) / (x - 1))^2 * independent_variance(n, 2, {STANDARD}, fun w. frequency(n, b)(w) / n)")  # fmt: skip
def variance_by_frequency(goal: Goal) -> Proved:
    """An estimate is linear in a frequency."""
    return of_objects(goal)


@script("variance of outputs")
def variance_of_outputs(goal: Goal) -> Proved:
    """The variance of an estimate, and of the frequency in it, from outputs of a relaxation."""
    names, facts = goal.names, _facts(goal)
    n, k, x, a, b = (names[name] for name in "nkxab")
    level = term("x(k + 1)", x=x, k=k)
    value = at(relaxed_bits(), n, k, x, a, b, given=facts, premises=6)
    factor = at(variance_by_frequency(), n, level, a, b, given=facts, premises=4)
    rules = [OWN_WORDS, unfolding("independent_variance"), as_standard(goal, n, TWO, facts)]
    known = [*(rewritten(fact, *rules) for fact in (value, factor)), *facts]
    return reduced(normal(goal.conclusion, *rules), lambda it: by_arithmetic(it, known))


@cache
def bernoulli() -> Proved:
    """|- the variance of the indicator of a bit, for every level, truth and bit"""
    whole = ("forall x. 1 <= x implies forall a in 1..2. forall b in 1..2. variance(2, randomized_response(2, x)(a), "
             "fun y. indicator(y = b)) = x / (x + 1) * (1 - x / (x + 1))")  # fmt: skip
    return of_two_values(take_apart(term(whole)))


@script("variance of an output")
def variance_of_an_output(goal: Goal) -> Proved:
    """An output has the law of a standard response, and so the mean of every score."""
    names, facts = goal.names, _facts(goal)
    k, x, a, b = (names[name] for name in "kxab")
    y, h = Free("y #0"), Free("h #0", arrow(REAL, REAL))
    level = term("x(k + 1)", x=x, k=k)
    law = at(relaxation.last_response(), k, TWO, x, a, y, given=[*facts, kernel.assume(in_range(y, TWO))], premises=10)
    score = kernel.reflexive(term("h(y)", h=h, y=y))
    total = summed(y, TWO, kernel.congruent(kernel.congruent(kernel.reflexive(TIMES), law), score), facts)
    place = {"k": k, "x": x, "a": a, "h": h, "z": level}
    before = normal(term("mean(2, relaxed_response(k, 2, x)(a), h)", **place), unfolding("mean"))
    after = normal(term("mean(2, randomized_response(2, z)(a), h)", **place), unfolding("mean"))
    same = derived.transitive(derived.transitive(before, total), symmetric(after))
    rules = [unfolding("variance"), by(generalise(same, h))]
    own = at(at(at(bernoulli(), level, given=facts), a, given=facts), b, given=facts)
    plain = normal(goal.conclusion, *rules)
    return derived.follow(symmetric(plain), rewritten(own, unfolding("variance")))


@script("same law as standard")
def as_good_as_standard(goal: Goal) -> Proved:
    """The laws are the same, and so is the expectation of every statistic."""
    names, facts = goal.names, _facts(goal)
    n, k, m, x, a = (names[name] for name in "nkmxa")
    laws, statistic = applied(goal.conclusion, "and", 2) or ()
    inner = take_apart(laws)
    t, y = inner.variables
    inside = [*facts, *inner.facts]
    truth = rewritten(next(fact for fact in facts if applied(fact.conclusion, "word", 3)), unfolding("word"))
    inside += conjuncts(at(truth, t, given=inside))
    law = at(relaxation.last_response(), k, m, x, term("a(t)", a=a, t=t), y, given=inside, premises=10)
    plain = normal(statistic, as_standard(goal, n, m, facts))
    same = kernel.reflexive(sides(sides(plain.conclusion)[1])[0])
    return kernel.conjoin(inner.qed(law), derived.follow(symmetric(plain), same))
