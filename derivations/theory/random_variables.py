"""Moments of answers that are polynomials in independent random variables; privacy for all truths in an interval."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    ProofError,
    arithmetic,
    by,
    chain,
    conjuncts,
    fresh,
    generalise,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.terms import (
    REAL,
    TIMES,
    Abstract,
    Constant,
    Free,
    Number,
    Term,
    applied,
    closed,
    conditional,
    equal,
    opened,
    quantified,
)
from derivations.theory.automatic import automatic, conditions, inverses, written_out
from derivations.theory.surveys import (
    dispersion_of_affine,
    expectation_of_affine,
    in_expectations,
    mean_of_one,
    variance_from_moments,
)


def moments_of_answers(goal: Goal) -> Proved:
    """A relation of moments of answers whose random variables are given by their means and variances.

    The premises are sizes, a law on the outcomes, that the variables are independent, and what their means and
    variances are; the answers are polynomials in the variables. ProofError where a moment is needed that is not given.
    """
    premises = goal.facts
    facts = [part for p in premises for part in conjuncts(rewritten(p, unfolding("size", "law")))]
    sizes = [fact for fact in facts if applied(fact.conclusion, "integer", 1)]
    at_least = [fact for fact in facts if (found := applied(fact.conclusion, "<=", 2)) and found[0] == Number(1)]
    facts += [
        arithmetic(term("0 <= n", n=size[0]), *at_least)
        for fact in sizes
        if (size := applied(fact.conclusion, "integer", 1))
    ]
    steps = [
        by(expectation_of_affine(), facts),
        by(dispersion_of_affine(), facts),
        by(variance_from_moments(), facts),
        inverses,
        in_expectations(facts),
        *(_products(fact, facts) for fact in premises if applied(fact.conclusion, "independent_variables", 4)),
        by(mean_of_one(), facts),
        *map(by, _second_moments(facts)),
        *(by(fact) for fact in facts if _is_moment(fact, "mean")),
    ]
    numbers = [fact for fact in facts if not _is_about_laws(fact)]
    return reduced(normal(goal.conclusion, *steps), lambda it: arithmetic(it, *numbers))


def _is_moment(fact: Proved, word: str) -> bool:
    found = applied(fact.conclusion, "=", 2)
    return bool(found and applied(found[0], word, 3))


def _is_about_laws(fact: Proved) -> bool:
    is_independence = applied(fact.conclusion, "independent_variables", 4) is not None
    return is_independence or quantified(fact.conclusion, "forall") is not None


def _second_moments(facts: Sequence[Proved]) -> list[Proved]:
    """E[X^2] = V + E[X]^2 of each variable whose variance V is given."""
    found = []
    for fact in facts:
        if not _is_moment(fact, "variance"):
            continue
        variance, worth = sides(fact.conclusion)
        parts = applied(variance, "variance", 3)
        assert parts is not None
        m, q, variable = parts
        y = Free("y #0")
        square = closed(y, TIMES(variable(y), variable(y)))
        known = under(specialise(variance_from_moments(), m, q, variable), facts)
        written = chain(sides(known.conclusion)[1]).rewrite(in_expectations(facts))
        told = derived.transitive(symmetric(derived.transitive(known, written.theorem)), fact)
        moment = term("mean(m, q, g) = v + mean(m, q, f) * mean(m, q, f)", m=m, q=q, g=square, f=variable, v=worth)
        found.append(arithmetic(moment, told))
    return found


def _products(independence: Proved, facts: Sequence[Proved]) -> Conversion:
    """The expectation of a product of powers of several variables is the product of theirs."""
    parts = applied(independence.conclusion, "independent_variables", 4)
    assert parts is not None
    size, m, q, family = parts
    assert isinstance(size, Number)
    y, numbers = Free("y #0"), range(1, int(size.value) + 1)
    values = [sides(normal(family(Number(i))(y), conditions).conclusion)[1] for i in numbers]
    law = rewritten(independence, unfolding("independent_variables"))

    def convert(found: Term) -> Proved | None:
        mean = applied(found, "mean", 3)
        if mean is None or mean[:2] != (m, q) or not isinstance(mean[2], Abstract):
            return None
        body = opened(mean[2], y)
        factors = _factors(body)
        if len(set(factors)) < 2 or not set(factors) <= set(values):
            return None
        powers = _cases([_power(factors.count(value)) for value in values])
        instance = rewritten(specialise(law, powers), written_out, conditions)
        left, _ = sides(instance.conclusion)
        inside = applied(left, "mean", 3)
        assert inside is not None
        assert isinstance(inside[2], Abstract)
        same = kernel.abstracted(y, arithmetic(equal(body, opened(inside[2], y)), opaque=True))
        head = Constant("mean", kernel.DEFINITIONS["mean"].type)(m, q)
        return derived.transitive(kernel.congruent(kernel.reflexive(head), same), instance)

    return convert


def least_level_of_interval(goal: Goal) -> Proved:
    """least_level_between(a, b, m, P, x) for a small m, where probabilities are affine in the truth.

    That it is private is arithmetic; no smaller x is, by the two ends. Raises ProofError for another goal, and where m
    is no written number.
    """
    found = applied(goal.conclusion, "least_level_between", 5)
    if found is None or not isinstance(found[2], Number):
        raise ProofError(f"{goal.conclusion} is no least level between two truths")
    low, high, count = found[0], found[1], found[2].value
    facts = goal.facts
    changed = normal(goal.conclusion, unfolding("least_level_between", "private_between"))
    private, least = applied(sides(changed.conclusion)[1], "and", 2) or (goal.conclusion, goal.conclusion)
    body = quantified(least, "forall")
    assert body is not None
    z = fresh(body)
    premise, bound = applied(opened(body, z), "implies", 2) or (goal.conclusion, goal.conclusion)
    corners = []
    for one, other in ((low, high), (high, low)):
        at = kernel.assume(premise)
        for end in (one, other):
            at = under(specialise(at, end), facts, premises=1)
        for y in range(1, int(count) + 1):
            corner = under(specialise(at, Number(y)), facts, premises=1)
            corners.append(rewritten(corner, conditions, inverses))
    first = automatic(Goal(private, (), goal.given, private))
    second = generalise(kernel.discharge(premise, arithmetic(bound, *facts, *corners)), z)
    return derived.follow(symmetric(changed), kernel.conjoin(first, second))


def _factors(product: Term) -> list[Term]:
    found = applied(product, "*", 2)
    return [*_factors(found[0]), *_factors(found[1])] if found else [product]


def _power(exponent: int) -> Term:
    t = Free("t #0")
    product: Term = t if exponent else Number(1)
    for _ in range(exponent - 1):
        product = TIMES(product, t)
    return closed(t, product)


def _cases(functions: Sequence[Term]) -> Term:
    """fun i t. the value at t of the function number i."""
    i, t = Free("i #0"), Free("t #0")
    found: Term = functions[-1](t)
    for number in range(len(functions) - 1, 0, -1):
        found = conditional(REAL)(equal(i, Number(number)), functions[number - 1](t), found)
    return closed(i, closed(t, sides(normal(found).conclusion)[1]))
