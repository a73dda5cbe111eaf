"""Scripts that prove what the claims of the paper state in the logic, where that is not found by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from checks.papers.hlm.boundary import (
    corner,
    nothing_near,
    optimum_on_boundary,
    some_optimum_on_boundary,
    step_up,
    tight_is_boundary,
)
from checks.papers.hlm.margins import margin
from checks.papers.hlm.optimum import (
    by_cases,
    fails,
    laws,
    meaning,
    no_optimum,
    said_term,
    some_optimum,
    tight_optimum,
)
from checks.papers.hlm.proofs_of_scores import only_maximum
from checks.papers.hlm.small_samples import no_guarantee
from checks.verifying.stated import Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    decided,
    fresh,
    instance,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import FALSE, Free, Number, applied, closed, equal, opened, quantified
from derivations.theory.automatic import automatic, facts_of, written_out
from derivations.theory.likelihood import likelihood_of_two
from derivations.theory.single_terms import at, by_conditions


@script("linear")
def linear(goal: Goal) -> Proved:
    """E((Y - E(Y))^2) = E(Y^2) - E(Y)^2, for what is linear."""
    _, mean, y = goal.variables
    one_in, one, law = conjuncts(rewritten(kernel.assume(goal.given[0]), meaning("integral")))
    y_in, square_in = conjuncts(kernel.assume(goal.given[1]))
    square, constant = term("fun o. Y(o)^2", Y=y), term("fun o. 1")
    both = term("fun o. -2*E(Y)*Y(o) + Y(o)^2", E=mean, Y=y)
    first = at(law, y, square, term("-2*E(Y)", E=mean, Y=y), given=[y_in, square_in])
    second = at(law, constant, both, term("E(Y)^2", E=mean, Y=y), given=[one_in, kernel.part(first, 0)])
    o = fresh(Free("o"))
    left = term("(Y(o) - E(Y))^2", E=mean, Y=y, o=o)
    right = term("E(Y)^2*1 + (-2*E(Y)*Y(o) + Y(o)^2)", E=mean, Y=y, o=o)
    expanded = kernel.congruent(kernel.reflexive(mean), kernel.abstracted(o, arithmetic(equal(left, right))))
    return arithmetic(goal.conclusion, expanded, kernel.part(second, 1), kernel.part(first, 1), one)


@script("no estimator")
def no_estimator(goal: Goal) -> Proved:
    """Where p00 + p11 = 1 the responses have one law for pi = 0 and pi = 1, so that no statistic has both means."""
    zero, none = applied(goal.conclusion, "and", 2) or ()
    given = goal.facts
    p00, p11, n = goal.variables
    (some,) = applied(none, "not", 1) or ()
    body = quantified(some, "exists")
    assert body is not None
    statistic, y = fresh(body), fresh(Free("y"))
    answers = [said_term("answer(p00, p11, pi)", p00=p00, p11=p11, pi=Number(pi)) for pi in (0, 1)]
    words = [meaning("answer", "shares", "binary"), unfolding("response"), written_out, decided([])]
    laws = [normal(answer(y), *words) for answer in answers]
    same = by_conditions(equal(*(sides(law.conclusion)[1] for law in laws)), *given)
    one_law = kernel.abstracted(y, derived.transitive(derived.transitive(laws[0], same), symmetric(laws[1])))
    unbiased = kernel.assume(opened(body, statistic))
    means = [at(unbiased, Number(pi), given=given) for pi in (0, 1)]
    law = fresh(Free("q", answers[0].type))
    pattern = closed(law, equal(term("expectation(n, 2, q, T)", n=n, q=law, T=statistic), Number(0)))
    moved = kernel.replace(rewritten(one_law), pattern, means[0])
    contradiction = kernel.unpack(kernel.assume(some), statistic, arithmetic(FALSE, moved, means[1]))
    return kernel.conjoin(arithmetic(zero, *given), derived.reject(some, contradiction))


@script("likelihood")
def likelihood(goal: Goal) -> Proved:
    """By how many of the responses are one."""
    p00, p11, pi, n, w = goal.variables
    answer = said_term("answer(p00, p11, pi)", p00=p00, p11=p11, pi=pi)
    given = goal.facts
    given += [fact for premise in given for fact in conjuncts(rewritten(premise, meaning("survey", "size")))]
    return at(likelihood_of_two(), n, answer, w, given=given, premises=2)


@script("errors")
def errors(goal: Goal) -> Proved:
    """By the error of the estimator, and the ends of the edges."""
    return automatic(goal, *laws())


@script("unbiased and only maximum")
def unbiased_and_only_maximum(goal: Goal) -> Proved:
    """The first part by itself, the second as for Theorem 1."""
    mean, maximum = applied(goal.conclusion, "and", 2) or ()
    second = taken_apart(maximum)
    proved_so = second.qed(only_maximum(replace(second, given=(*goal.given, *second.given))))
    return kernel.conjoin(automatic(replace(goal, conclusion=mean)), proved_so)


@script("a share of an error")
def a_share(goal: Goal) -> Proved:
    """The error of Warner's mechanism is that of one respondent over n, by (8)."""
    function = term("fun p pi. (1/4 - (p - 1/2 - pi*(2*p - 1))^2)/(2*p - 1)^2")
    every = taken_apart(instance(goal.conclusion, function))
    return kernel.witness(goal.conclusion, function, every.qed(automatic(every, *laws())))


@script("tight part")
def tight_part(goal: Goal) -> Proved:
    """Where one of two conditions is an equation they are not both strict; and that lies on the boundary."""
    same, boundary = applied(goal.conclusion, "and", 2) or ()
    tight, _ = applied(boundary, "implies", 2) or ()
    given = [fact for formula in goal.given for fact in facts_of(kernel.assume(formula))]
    x, delta, p, q = goal.variables
    lies = at(tight_is_boundary(), x, delta, p, q, given=[*given, kernel.assume(tight)])
    return kernel.conjoin(automatic(replace(goal, conclusion=same)), kernel.discharge(tight, lies))


THIRD = Fraction(1, 3)
AT_HALF: Mapping[str, Fraction | int] = {"x": Fraction(4, 3), "delta": THIRD, "pi": Fraction(1, 2), "n": 1}

SCRIPTS: Mapping[str, Script] = {
    "a step up": step_up,
    "a mirrored optimum": fails("pi = 1/2, g > pi", **AT_HALF, p=THIRD, q=1),
    "an optimum": fails("pi = 1/2, g > pi", **AT_HALF, p=1, q=THIRD),
    "an optimum that is not tight": fails("pi = 0, delta > 0", x=2, delta=THIRD, pi=0, n=1, p=1, q=Fraction(1, 4)),
    "another number of respondents": fails(p=Fraction(1, 5), pi=THIRD, n=2, r=Fraction(1, 5), rho=THIRD, m=3),
    "margin": margin,
    "no guarantee": no_guarantee,
    "no optimum": no_optimum,
    "no value": fails(x=Fraction(1, 2), delta=Fraction(1, 4)),
    "one mechanism for delta = 1": fails("delta = 1, 0 < pi < 1", x=2, delta=1, pi=Fraction(1, 4), n=1, p=1, q=1),
    "optimum": by_cases,
    "nothing near": nothing_near,
    "optimum on the boundary": optimum_on_boundary,
    "some optimum on the boundary": some_optimum_on_boundary,
    "the corner": corner,
    "tight optimum": tight_optimum,
    "some optimum": some_optimum,
    "the difference misses a square": fails(x=2, delta=THIRD, pi=THIRD, n=2),
    "the larger error": fails(x=2, delta=Fraction(1, 4), pi=THIRD, n=2, t=Fraction(3, 4)),
    "two optima": fails("pi = 1/2, g > pi", **AT_HALF, p=1, q=THIRD, r=THIRD, s=1),
}
