"""Answers drawn from a density or among a few numbers, as coins decide: mean, variance, and privacy.

Source: Wang, Xiao, Yang, Zhao, Hui, Shin, Shin, Yu 2019 (the hybrid mechanism); Duchi, Jordan, Wainwright 2018.
"""

from __future__ import annotations

from collections.abc import Sequence

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    generalise,
    in_the_words_of,
    instance,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
    witnessed,
)
from derivations.logic.terms import AND, Apply, Free, Term, applied, closed, equal
from derivations.theory.automatic import automatic, conditions, found, given_facts, written_out
from derivations.theory.densities import (
    FIRST,
    MASS,
    SECOND,
    as_mean,
    density_of,
    least_level_of_truths,
    mean_of_quadratic,
    normalised,
    unknown,
)
from derivations.theory.fractions import Fractions
from derivations.theory.single_terms import at, each
from derivations.theory.sums import ONE

# -- moments -----------------------------------------------------------------------------------------------------------

KNOWN = (
    "integer(m) and 0 <= m and integer(k) and 0 <= k implies "
    f"{MASS} = 1 implies {FIRST} = K implies {SECOND} = L implies "
)
VARIABLES = "k w u s m c h"
LAW = "k, w, u, s, m, c, h"
OF_ONE = "(p + q * u(j) + r * u(j)^2 + (q * s(j) + 2 * r * u(j) * s(j)) * K + r * s(j)^2 * L)"
WORTH = f"(sum j in 1..k. w(j) * {OF_ONE})"


@lemma(f"forall {VARIABLES} p q r K L. {KNOWN} mixed_mean({LAW}, fun y. p + q * y + r * y^2, {WORTH})")
def mixed_mean_of_quadratic(goal: Goal) -> Proved:
    """The expectation of a quadratic polynomial in the answer, where K and L are the first moments of Z."""
    names: dict[str, Term] = dict(zip("kwusmchpqrKL", goal.variables, strict=True))
    j = Free("j #0")
    powers = [
        term(text, j=j, **names)
        for text in ("p + q * u(j) + r * u(j)^2", "q * s(j) + 2 * r * u(j) * s(j)", "r * s(j)^2")
    ]
    known = at(mean_of_quadratic(), *(names[name] for name in "mch"), *powers, given=[goal.given[0]])
    plain = normal(goal.conclusion, unfolding("mixed_mean"))
    some = sides(plain.conclusion)[1]
    worth = closed(j, term(OF_ONE, j=j, **names))
    branches, total = (part.conclusion for part in conjuncts(kernel.assume(instance(some, worth))))
    _, wanted = applied(instance(branches, j), "implies", 2) or unknown(branches)
    own = each(j, names["k"], as_mean(normalised(wanted), known, *goal.given[1:]))
    same = kernel.reflexive(sides(normalised(total))[0])
    return derived.follow(symmetric(plain), witnessed(some, kernel.conjoin(own, same), worth))


def _mean_of(wanted: Term, given: Sequence[Term | Proved], moments: Sequence[Term], *powers: Term) -> Proved:
    """|- mixed_mean(..., g, v), where g is the quadratic polynomial with these coefficients, and v its expectation."""
    y, j = Free("y #0"), Free("j #0")
    *law, function, value = applied(wanted, "mixed_mean", 9) or unknown(wanted)
    known = at(mixed_mean_of_quadratic(), *law, *powers, *moments, given=given, premises=4)
    *_, own, worth = applied(known.conclusion, "mixed_mean", 9) or unknown(wanted)
    written = [normalised(term("g(y)", g=g, y=y)) for g in (function, own)]
    head = kernel.reflexive(term(f"mixed_mean({LAW})", **dict(zip("kwusmch", law, strict=True))))
    terms = [normalised((applied(total, "sum", 2) or unknown(total))[1](j)) for total in (value, worth)]
    size = kernel.reflexive(term("sum(k)", k=law[0]))
    total = kernel.congruent(size, kernel.abstracted(j, arithmetic(equal(*terms))))
    same = kernel.abstracted(y, arithmetic(equal(*written)))
    changed = kernel.congruent(kernel.congruent(head, same), rewritten(total))
    return in_the_words_of(wanted, derived.follow(symmetric(changed), rewritten(known)))


MEAN = "(sum j in 1..k. w(j) * (u(j) + s(j) * K))"


@lemma(f"forall {VARIABLES} K L. {KNOWN} mixed_mean({LAW}, fun y. y, {MEAN})")
def mixed_mean_of_answer(goal: Goal) -> Proved:
    """The expectation of the answer."""
    return _mean_of(goal.conclusion, goal.given, goal.variables[-2:], *map(term, "010"))


SQUARE = "(sum j in 1..k. w(j) * ((u(j) - e)^2 + 2 * (u(j) - e) * s(j) * K + s(j)^2 * L))"


@lemma(f"forall {VARIABLES} K L. {KNOWN} mixed_mean({LAW}, fun y. y^2, {SQUARE.replace(' - e', '')})")
def mixed_mean_of_square(goal: Goal) -> Proved:
    """The expected square of the answer."""
    return _mean_of(goal.conclusion, goal.given, goal.variables[-2:], *map(term, "001"))


@lemma(f"forall {VARIABLES} e K L. {KNOWN} {MEAN} = e implies mixed_variance({LAW}, {SQUARE})")
def mixed_variance_of_answer(goal: Goal) -> Proved:
    """The variance of the answer, whose mean is e."""
    *law, e, K, L = goal.variables
    plain = normal(goal.conclusion, unfolding("mixed_variance"))
    some = sides(plain.conclusion)[1]
    first, second = (part.conclusion for part in conjuncts(kernel.assume(instance(some, e))))
    mean = at(mixed_mean_of_answer(), *law, K, L, given=goal.given[:4], premises=4)
    mean = rewritten(mean, by(kernel.assume(goal.given[4])))
    powers = [term("e^2", e=e), term("-2 * e", e=e), ONE]
    square = _mean_of(normalised(second), goal.given[:4], [K, L], *powers)
    both = kernel.conjoin(in_the_words_of(first, mean), in_the_words_of(second, square))
    return derived.follow(symmetric(plain), kernel.witness(some, e, both))


# -- privacy -----------------------------------------------------------------------------------------------------------


@lemma("forall a b f m P x w. 0 < w implies least_level_of_densities(a, b, f, x) implies "
       "private_between(a, b, m, P, x) implies least_level_of_mixture(a, b, fun t z. w * f(t, z), m, P, x)",
       depth=10)  # fmt: skip
def level_of_mixture(goal: Goal) -> Proved:
    """A density that is followed with one probability has the level of the whole, if the rest is as private."""
    names: dict[str, Term] = dict(zip("abfmPxw", goal.variables, strict=True))
    s, t, z, y = (Free(f"{name} #0") for name in "stzy")
    positive, level, others = map(kernel.assume, goal.given)
    private, least = conjuncts(rewritten(level, unfolding("least_level_of_densities")))
    plain = normal(goal.conclusion, unfolding("least_level_of_mixture", "private_mixture"))
    both, every = applied(sides(plain.conclusion)[1], "and", 2) or unknown(goal.conclusion)
    dense, _ = applied(both, "and", 2) or unknown(both)
    premise, _ = applied(instance(every, y), "implies", 2) or unknown(every)
    scaled, _ = conjuncts(kernel.assume(premise))

    def carried(known: Proved, wanted: Term) -> Proved:
        changed = normal(wanted, unfolding("densities_between"))
        own = rewritten(known, unfolding("densities_between"))
        inside = [kernel.assume(term("a <= t and t <= b", t=truth, a=names["a"], b=names["b"])) for truth in (s, t)]
        one = specialise(at(at(own, s, given=[inside[0]]), t, given=[inside[1]]), z)
        target = sides(changed.conclusion)[1]
        for truth in (s, t):
            _, target = applied(instance(target, truth), "implies", 2) or unknown(target)
        found = generalise(arithmetic(instance(target, z), one, positive), z)
        for truth, premise in ((t, inside[1]), (s, inside[0])):
            found = generalise(kernel.discharge(premise.conclusion, found), truth)
        return derived.follow(symmetric(changed), in_the_words_of(sides(changed.conclusion)[1], found))

    first = kernel.conjoin(carried(private, dense), others)
    unscaled = carried(scaled, term("densities_between(a, b, f, y)", y=y, **{n: names[n] for n in "abf"}))
    second = generalise(kernel.discharge(premise, at(least, y, given=[unscaled])), y)
    return derived.follow(symmetric(plain), kernel.conjoin(first, second))


# -- what is declared --------------------------------------------------------------------------------------------------


def moments_of_mixture(goal: Goal) -> Proved:
    """That numbers are chances and those of a density, and a moment of the answer.

    The conclusion is law(k, w) and step_density(m, c, h) and one of mixed_mean(k, w, u, s, m, c, h, fun y. y, v), the
    same with y^2, and mixed_variance(k, w, u, s, m, c, h, v), for small k and m. ProofError where it is something else,
    or not so.
    """
    chances, density, moment = (part.conclusion for part in conjuncts(kernel.assume(goal.conclusion)))
    facts = given_facts(goal)
    mean, variance = applied(moment, "mixed_mean", 9), applied(moment, "mixed_variance", 8)
    k, w, u, s, m, c, h = law = (mean or variance or unknown(moment))[:7]
    fractions = Fractions(facts)
    totals = [_reduced(term(total, m=m, c=c, h=h), fractions) for total in (MASS, FIRST, SECOND)]
    mass, *moments = (sides(total.conclusion)[1] for total in totals)
    totals[0] = derived.transitive(totals[0], arithmetic(equal(mass, ONE), *facts))
    sizes = shown(term("integer(m) and 0 <= m and integer(k) and 0 <= k", m=m, k=k))
    given = [sizes, *totals]
    if variance:
        expected = _reduced(term(MEAN, k=k, w=w, u=u, s=s, K=moments[0]), fractions)
        mean_value = sides(expected.conclusion)[1]
        law_of = specialise(mixed_variance_of_answer(), *law, mean_value, *moments)
        given.append(expected)
    else:
        of_square = mean is not None and mean[7] == term("fun y. y^2")
        law_of = specialise((mixed_mean_of_square if of_square else mixed_mean_of_answer)(), *law, *moments)
    known = under(law_of, given)
    whole = known.conclusion
    assert isinstance(whole, Apply)
    assert isinstance(moment, Apply)
    worth, wanted = (_reduced(value, fractions) for value in (whole.argument, moment.argument))
    same = derived.transitive(worth, symmetric(wanted))
    found_moment = derived.follow(kernel.congruent(kernel.reflexive(whole.function), same), known)
    return conjoined(found(chances, *facts), density_of(density, facts), in_the_words_of(moment, found_moment))


def _reduced(value: Term, fractions: Fractions) -> Proved:
    """|- a total over few pieces = one fraction in lowest terms"""
    written = normal(value, written_out, conditions)
    return derived.transitive(written, fractions.of(sides(written.conclusion)[1]).theorem)


def level_of_answers(goal: Goal) -> Proved:
    """That the density for each truth is one, and the smallest level of a mixture with it.

    The conclusion is (forall t. a <= t <= b implies step_density(m, c, h)) and
    least_level_of_mixture(a, b, fun t z. w * step_at(m, c, h)(z), k, P, x), for small k and m, where the density has
    the level x and P is affine in the truth. ProofError where it is something else, or not so.
    """
    densities, level = applied(goal.conclusion, "and", 2) or unknown(goal.conclusion)
    a, b, family, k, P, x = applied(level, "least_level_of_mixture", 6) or unknown(level)
    facts = given_facts(goal)
    t, z = Free("t #0"), Free("z #0")
    w, at_answer = applied(normalised(family(t, z)), "*", 2) or unknown(level)
    at_truth = at_answer.function if isinstance(at_answer, Apply) else unknown(level)
    f = closed(t, at_truth)
    dense = AND(densities, term("least_level_of_densities(a, b, f, x)", a=a, b=b, f=f, x=x))
    own = least_level_of_truths(Goal(dense, (), goal.given, dense))
    private = term("private_between(a, b, k, P, x)", a=a, b=b, k=k, P=P, x=x)
    others = automatic(Goal(private, (), goal.given, private))
    given = [arithmetic(term("0 < w", w=w), *facts), kernel.part(own, 1), others]
    known = at(level_of_mixture(), a, b, f, k, P, x, w, given=given, premises=3)
    return kernel.conjoin(kernel.part(own, 0), in_the_words_of(level, known))
