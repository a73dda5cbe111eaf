"""Scripts about the best reports of bits: no others of the same guarantee have a smaller variance."""

from __future__ import annotations

from checks.papers.pan.proofs_counts import OWN_WORDS
from checks.papers.pan.proofs_experiments import relaxed_bits
from checks.papers.pan.proofs_moments import facts_of, of_objects
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    generalise,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import Free, Number, Term, applied
from derivations.theory import relaxation
from derivations.theory.automatic import automatic
from derivations.theory.report_bound import bound_of_private_reports
from derivations.theory.single_terms import at, each
from derivations.theory.sums import in_range

TWO = Number(2)

BIT = "fun w. ((x + 1)*(frequency(n, b)(w)/n) - 1)/(x - 1)"
OBJECTS = "forall n x a b. size(n) and 1 < x and word(n, 2, a) and integer(b) and 1 <= b <= 2 implies"
ANSWERS = "fun t. randomized_response(2, x)(a(t))"


@lemma(f"{OBJECTS} independent(n, 2, {ANSWERS}, {BIT}) = (sum t in 1..n. indicator(a(t) = b))/n")
def response_is_unbiased(goal: Goal) -> Proved:
    """The frequency of a bit that is estimated from randomized responses is unbiased."""
    return of_objects(goal)


@lemma(f"{OBJECTS} independent_variance(n, 2, {ANSWERS}, {BIT}) = x/(n*(1 - x)^2)")
def variance_of_responses(goal: Goal) -> Proved:
    """The variance of the frequency of a bit that is estimated from randomized responses."""
    return of_objects(goal)


@lemma("forall x y n. 1 < x and 1 < y and 1 <= n and y/(n*(1 - y)^2) <= x/(n*(1 - x)^2) implies x <= y")
def less_variance_costs_more(goal: Goal) -> Proved:
    """x/(1 - x)^2 falls for x > 1."""
    names = dict(zip("xyn", goal.variables, strict=True))
    facts = list(conjuncts(kernel.assume(goal.given[0])))
    plain = arithmetic(term("y*(1 - x)^2 <= x*(1 - y)^2", **names), *facts)
    return arithmetic(goal.conclusion, arithmetic(term("0 <= (y - x)*(x*y - 1)", **names), plain), *facts[:2])


@lemma("forall R v. 1 < v implies "
       "(forall a in 1..2. forall y in 1..2. R(a, y) = randomized_response(2, v)(a, y)) implies "
       "least_level(2, 2, R, v)")  # fmt: skip
def level_of_a_response(goal: Goal) -> Proved:
    """The level of a randomized response of a bit."""
    return automatic(goal)


@lemma("forall k z. integer(k) and 0 <= k implies rising(k, z) implies 1 < z(k + 1) implies "
       "least_level(2, 2, relaxed_response(k, 2, z), z(k + 1))", depth=5)  # fmt: skip
def level_of_last_response(goal: Goal) -> Proved:
    """The last response has the level of the last relaxation, and no smaller one."""
    k, z = goal.variables
    a, y, level = Free("a #0"), Free("y #0"), term("z(k + 1)", k=k, z=z)
    own = [kernel.assume(in_range(place, TWO)) for place in (a, y)]
    size = [kernel.literal(TWO), arithmetic(term("2 <= 2"))]
    same = at(relaxation.last_response(), k, TWO, z, a, y, given=[*goal.given, *size, *own], premises=6)
    entries = each(a, TWO, each(y, TWO, same))
    above = kernel.assume(goal.given[2])
    law = rewritten(
        at(level_of_a_response(), term("relaxed_response(k, 2, z)", k=k, z=z), level, given=[above], premises=1)
    )
    return kernel.detach(law, entries)


def _shared(goal: Goal) -> tuple[dict[str, Term], list[Proved]]:
    """What the statements assume, part by part, and the bound for reports of level x."""
    names, facts = goal.names, facts_of(goal)
    said = next(fact for fact in facts if "independent" in str(fact.conclusion))
    n, u = names["n"], Free("u #0", names["a"].type)
    is_word = kernel.assume(term("word(n, 2, u)", n=n, u=u))
    left, right = sides(at(said, u, given=[is_word]).conclusion)
    total, _ = applied(right, "/", 2) or ()
    scaled = arithmetic(term("n*E = s", n=n, E=left, s=total), at(said, u, given=[is_word]), *facts[:2])
    everywhere = generalise(kernel.discharge(is_word.conclusion, scaled), u)
    values = (names[name] for name in ("n", "m", "x", "Q", "T", "a", "b"))
    bound = at(bound_of_private_reports(), *values, given=[*facts, everywhere], premises=7)
    return names, [*facts, bound]


def _least(wanted: Term, relaxed: Proved, bound: Proved, same: Proved) -> Proved:
    """The variance after relaxations to the level of the reports is the bound."""
    _, value = sides(relaxed.conclusion)
    return arithmetic(wanted, relaxed, bound, normal(value, by(same)), opaque=True)


@script("best reports")
def best_reports(goal: Goal) -> Proved:
    """The estimate is unbiased and has the least variance, and so have the last responses of a relaxation."""
    names, facts = _shared(goal)
    values = [names[name] for name in "nxab"]
    mean, spread = (
        at(law(), *values, given=[*facts, *goal.given]) for law in (response_is_unbiased, variance_of_responses)
    )
    plain = normal(goal.conclusion, OWN_WORDS)
    _, rest = applied(sides(plain.conclusion)[1], "and", 2) or ()
    second, last = applied(rest, "and", 2) or ()
    of_relaxed = taken_apart(last)
    more = dict(zip("kz", of_relaxed.variables, strict=True))
    given = of_relaxed.facts
    above = arithmetic(term("1 < z(k + 1)", **more), *given[-1:], *facts[2:5])
    relaxed = at(
        relaxed_bits(), *(({**names, **more})[name] for name in "nkzab"), given=[*facts, *given, above], premises=7
    )
    third = of_relaxed.qed(_least(of_relaxed.conclusion, relaxed, facts[-1], given[-1]))
    return derived.follow(symmetric(plain), conjoined(mean, arithmetic(second, spread, facts[-1], opaque=True), third))


@script("benefits")
def benefits(goal: Goal) -> Proved:
    """The least variance at a level, private histories with exactly that level, and no smaller level as accurate."""
    names, facts = _shared(goal)
    relaxed = at(relaxed_bits(), *(names[name] for name in "nkzab"), given=facts, premises=7)
    changed = normal(goal.conclusion, OWN_WORDS)
    first, rest = applied(sides(changed.conclusion)[1], "and", 2) or ()
    private, rest = applied(rest, "and", 2) or ()
    _, least = applied(rest, "and", 2) or ()
    k, z = names["k"], names["z"]
    level = term("z(k + 1)", k=k, z=z)
    same, smaller = (kernel.assume((applied(part, "implies", 2) or ())[0]) for part in (first, least))
    best = taken_apart(first)
    optimal = best.qed(_least(best.conclusion, relaxed, facts[-1], same))
    history = taken_apart(private)
    given: list[Term | Proved] = [*facts, *history.given]
    kept = at(relaxation.relaxed_private(), k, TWO, z, *history.variables, given=given, premises=8)
    order = term("y/(n*(1 - y)^2) <= x/(n*(1 - x)^2)", y=names["x"], x=level, n=names["n"])
    dearer = arithmetic(order, relaxed, facts[-1], smaller, opaque=True)
    cost = at(less_variance_costs_more(), level, names["x"], names["n"], given=[*facts, dearer])
    exact = at(level_of_last_response(), k, z, given=facts, premises=3)
    parts = [optimal, history.qed(kept), exact, kernel.discharge(smaller.conclusion, cost)]
    return derived.follow(symmetric(changed), conjoined(*parts))
