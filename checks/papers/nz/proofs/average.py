"""Theorems 2.1 and 3.1: average security, and the most informative of the designs that have it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checks.papers.nz.proofs.common import OWN_WORDS, given, in_plain_words, of_parameters, plain
from checks.verifying.stated import Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    instance,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, FALSE, NOT, Free, Number, Term, applied, closed, equal, quantified
from derivations.theory import sums
from derivations.theory.automatic import automatic, conditions, facts_of, written_out
from derivations.theory.average_security import (
    CLOSE,
    ERASURE,
    SECURE,
    close_rows_are_secure,
    erasure_is_most_informative,
    secure_rows_are_close,
)
from derivations.theory.blackwell import informative_transitive
from derivations.theory.linear_estimates import WORD
from derivations.theory.single_terms import at, by_conditions, summed
from derivations.theory.splitting import less_informative_is_closer
from derivations.theory.sums import in_range

Facts = list[Term | Proved]


def secure_exactly_if_close(facts: Facts, k: Term, m: Term, P: Term, phi: Term) -> Proved:
    """|- no ratio of predictions exceeds phi, iff no L1 distance of two rows exceeds 2 (phi - 1)"""
    product = _both_ways(facts, k, m, P, phi)
    by_ratio = sides(product.conclusion)[0]
    close = sides(normal(term(CLOSE, k=k, m=m, P=P, phi=phi)).conclusion)[1]
    values = (k, m, P, phi)
    first = at(
        secure_rows_are_close(), *values, given=[*facts, derived.follow(product, kernel.assume(by_ratio))], premises=5
    )
    second = at(close_rows_are_secure(), *values, given=[*facts, kernel.assume(close)], premises=5)
    second = derived.follow(symmetric(product), rewritten(second))
    return derived.equivalent(kernel.discharge(by_ratio, rewritten(first)), kernel.discharge(close, second))


@script("theorem 2.1")
def theorem_2_1(goal: Goal) -> Proved:
    """A design is average secure exactly if its rows are close to each other."""
    names = goal.names
    found = secure_exactly_if_close(given(goal), *(names[name] for name in ("k", "m", "P", "phi")))
    return in_plain_words(goal.conclusion, lambda formula: _said(formula, found))


def _said(formula: Term, theorem: Proved) -> Proved:
    """The formula, as which the theorem reads once functions are worked out."""
    return derived.follow(symmetric(normal(formula)), rewritten(theorem))


def _both_ways(facts: Facts, k: Term, m: Term, P: Term, phi: Term) -> Proved:
    """No ratio of predictions exceeds phi, exactly if no prediction with a response exceeds phi times that without."""
    ratios = "forall alpha Q. law(k, alpha) and (forall x in 1..k. Q(x) = 0 or Q(x) = 1) implies "
    before = "max(sum x in 1..k. alpha(x) * Q(x), sum x in 1..k. alpha(x) * (1 - Q(x)))"
    after = SECURE[SECURE.index("(sum y in 1..m. max(") :].rsplit(" <= phi", 1)[0]
    names = {"k": k, "m": m, "P": P, "phi": phi}
    first = goal_of(sides(normal(term(f"{ratios} {after} / {before} <= phi", **names)).conclusion)[1])
    second = goal_of(sides(normal(term(SECURE, **names)).conclusion)[1])
    alpha, Q, x = Free("alpha #0", WORD), Free("Q #0", WORD), Free("x #0")
    law = kernel.assume(term("law(k, alpha)", k=k, alpha=alpha))
    kernel.assume(term("forall x in 1..k. Q(x) = 0 or Q(x) = 1", k=k, Q=Q))
    *_, one = conjuncts(rewritten(law, unfolding("law")))
    weights = [term(f"fun x. {text}", alpha=alpha, Q=Q) for text in ("alpha(x) * Q(x)", "alpha(x) * (1 - Q(x))")]
    both = at(sums.sum_plus(), k, *weights, given=facts)
    joined = summed(
        x, k, arithmetic(term("alpha(x) * Q(x) + alpha(x) * (1 - Q(x)) = alpha(x)", alpha=alpha, Q=Q, x=x)), facts
    )
    u, v = (sides(normal(term("sum(k, w)", k=k, w=w)).conclusion)[1] for w in weights)
    whole = arithmetic(term("u + v = 1", u=u, v=v), both, rewritten(joined), one)
    value = normal(term(before, k=k, alpha=alpha, Q=Q), unfolding("max"))
    some = by_conditions(term("0 < (if u <= v then v else u)", u=u, v=v), whole)
    number = Free("number #0")
    some = kernel.replace(symmetric(value), closed(number, term("0 < number", number=number)), some)

    def step(from_here: Goal, to: Goal, is_first: bool) -> Proved:
        assumed = kernel.assume(from_here.statement)
        instance = specialise(assumed, *to.variables)
        premises = to.facts
        instance = under(instance, premises)
        positive = kernel.instantiate(some, dict(zip((alpha, Q), to.variables, strict=True)))
        found = arithmetic(to.conclusion, instance, positive, opaque=True)
        for formula in to.given:
            found = cut(found, *conjuncts(kernel.assume(formula)))
        del is_first
        return to.qed(found)

    forth = kernel.discharge(first.statement, step(first, second, True))
    back = kernel.discharge(second.statement, step(second, first, False))
    return derived.equivalent(forth, back)


NUMBERS = [kernel.conjoin(kernel.literal(Number(n)), arithmetic(term("0 <= n", n=Number(n)))) for n in (2, 3)]


def most_informative(facts: Facts, m: Term, P: Term, phi: Term) -> Proved:
    """informative(2, 3, m, P_0, P) for a design of the class."""
    pair = [kernel.conjoin(kernel.literal(Number(n)), arithmetic(term("1 <= n <= 2", n=Number(n)))) for n in (1, 2)]
    (close,) = (f for f in facts if isinstance(f, Proved) and quantified(f.conclusion, "forall") and "abs" in str(f))
    near = at(at(close, Number(1), given=pair), Number(2), given=pair)
    return at(erasure_is_most_informative(), m, P, phi, given=[*facts, near], premises=4)


@script("theorem 3.1")
def theorem_3_1(goal: Goal) -> Proved:
    """Of the class, only P_0 is admissible, up to equivalence, and it is the most informative design."""
    phi = goal.variables[0]
    E = term(ERASURE, phi=phi)
    first, second = applied(goal.conclusion, "and", 2) or ()
    of_class = goal_of(first, depth=0)
    inside = automatic(Goal(first, (), goal.given, first))
    wanted = goal_of(second)
    m, P = wanted.variables
    facts: Facts = [*given(goal), *given(wanted), *NUMBERS]
    most = most_informative(facts, m, P, phi)
    changed = normal(wanted.conclusion, OWN_WORDS)
    iff, informs = applied(sides(changed.conclusion)[1], "and", 2) or ()
    is_admissible, same = sides(iff)
    two, three = Number(2), Number(3)
    back = term("informative(2, m, 3, P, E)", m=m, P=P, E=E)

    # an admissible design is equivalent to P_0
    exists_better = (applied(is_admissible, "not", 1) or ())[0]
    denied = kernel.assume(NOT(back))
    plain_class = rewritten(inside, OWN_WORDS)
    better = conjoined(most, denied)
    existing = _exists(exists_better, (three, E), kernel.conjoin(plain_class, better))
    less = derived.absurd(back, derived.clash(kernel.assume(is_admissible), existing))
    forth = kernel.discharge(is_admissible, kernel.conjoin(less, most))

    # nothing of the class is better than what is equivalent to P_0
    held, A = Free("l #0"), Free("A #0", P.type)
    there = instance(exists_better, held)
    one = kernel.assume(instance(there, A))
    own: Facts = [*NUMBERS, *(part for part in conjuncts(plain(one)))]
    own += [
        shown(
            term("integer(l) and 0 <= l", l=held),
            [p for p in conjuncts(plain(one)) if "forall" not in str(p.conclusion)][:3],
        )
    ]
    from_P0 = at(erasure_is_most_informative(), held, A, phi, given=[*own, *facts, _near(own)], premises=4)
    both = kernel.assume(same)
    chained = at(
        informative_transitive(),
        two,
        m,
        three,
        held,
        P,
        E,
        A,
        given=[*facts, *own, kernel.part(both, 0), from_P0],
        premises=5,
    )
    not_so = list(conjuncts(one))[-1]
    wrong = derived.clash(not_so, rewritten(chained))
    wrong = kernel.unpack(kernel.assume(there), A, wrong)
    wrong = kernel.unpack(kernel.assume(exists_better), held, wrong)
    none = derived.reject(exists_better, wrong)
    found = kernel.conjoin(derived.equivalent(forth, kernel.discharge(same, none)), most)
    del informs, of_class
    rest = wanted.qed(cut(derived.follow(symmetric(changed), rewritten(found))))
    return kernel.conjoin(inside, rest)


@script("best of the secure")
def best_of_the_secure(goal: Goal) -> Proved:
    """P_0 is average secure, and as informative as every other design of two categories that is."""
    phi = goal.variables[0]
    first, second = applied(goal.conclusion, "and", 2) or ()
    wanted = goal_of(second)
    m, P = wanted.variables
    two = Number(2)
    facts: Facts = [*given(goal), *given(wanted), *NUMBERS]
    start = secure_by_distances(goal, first, 3, term(ERASURE, phi=phi), phi)
    is_secure = next(f for f in facts if isinstance(f, Proved) and "max" in str(f.conclusion))
    rows = derived.follow(secure_exactly_if_close(facts, two, m, P, phi), is_secure)
    most = most_informative([*facts, rows], m, P, phi)
    last = in_plain_words(wanted.conclusion, lambda formula: _said(formula, most))
    return kernel.conjoin(start, wanted.qed(last))


def secure_by_distances(goal: Goal, formula: Term, m: int, P: Term, phi: Term) -> Proved:
    """average_secure(2, m, P, phi), where what the goal gives shows that the two rows are close."""
    found = derived.follow(symmetric(exactly_if_close(goal, m, P, phi)), _close(goal, m, P, phi))
    return in_plain_words(formula, lambda plain: _said(plain, found))


def exactly_if_close(goal: Goal, m: int, P: Term, phi: Term) -> Proved:
    """|- P of 2 categories and m responses is secure iff its rows are close, where the goal shows that P is a design"""
    design = _shown_here(goal, term("design(2, m, P)", m=Number(m), P=P))
    facts: Facts = [
        *given(goal),
        *NUMBERS,
        arithmetic(term("1 <= phi", phi=phi), *goal.given),
        rewritten(design),
        design,
    ]
    return secure_exactly_if_close(facts, Number(2), Number(m), P, phi)


def _close(goal: Goal, m: int, P: Term, phi: Term) -> Proved:
    """The rows are close."""
    return _shown_here(goal, sides(normal(term(CLOSE, k=Number(2), m=Number(m), P=P, phi=phi)).conclusion)[1])


def _shown_here(goal: Goal, formula: Term) -> Proved:
    return automatic(Goal(formula, (), goal.given, formula))


FIRST, SECOND = (
    term("fun x y. if y = 3 then 1/2 else if y = x then 1/2 else 0"),
    term("fun x y. if y = 1 then (if x = 1 then 7/10 else 2/10) else if x = 1 then 3/10 else 8/10"),
)
"""The two designs of section 3.1."""


@script("equal distances")
def equal_distances(goal: Goal) -> Proved:
    """Both distances are 1, so that both designs are secure at 3/2."""
    *distances, first, second = (part.conclusion for part in conjuncts(kernel.assume(goal.conclusion)))
    level = Number(Fraction(3, 2))
    secure = [secure_by_distances(goal, f, m, P, level) for f, m, P in ((first, 3, FIRST), (second, 2, SECOND))]
    return conjoined(*(_shown_here(goal, formula) for formula in distances), *secure)


@script("not told apart")
def not_told_apart(goal: Goal) -> Proved:
    """Both are secure exactly if 1 <= 2 (phi - 1), but only the second has a parity."""
    same, bounded, unbounded = (part.conclusion for part in conjuncts(kernel.assume(goal.conclusion)))
    one = goal_of(same)
    (phi,) = one.variables
    far = term("1 <= 2*(phi - 1)", phi=phi)
    iffs = []
    for m, P in ((3, FIRST), (2, SECOND)):
        iff = exactly_if_close(one, m, P, phi)
        near = _shown_here(one, equal(sides(iff.conclusion)[1], far))
        iffs.append(derived.transitive(iff, near))
    both = derived.transitive(iffs[0], symmetric(iffs[1]))
    alike = one.qed(in_plain_words(one.conclusion, lambda plain: _said(plain, both)))
    exists = (applied(unbounded, "not", 1) or ())[0]
    c = Free("c #0")
    wrong = kernel.assume(instance(exists, c))
    none = derived.reject(exists, kernel.unpack(kernel.assume(exists), c, arithmetic(FALSE, *facts_of(wrong))))
    return conjoined(alike, _shown_here(goal, bounded), none)


@script("erasure is secure")
def erasure_is_secure(goal: Goal) -> Proved:
    """P_0 is a design, and average secure."""
    phi = goal.variables[0]
    design, secure = applied(goal.conclusion, "and", 2) or ()
    return kernel.conjoin(_shown_here(goal, design), secure_by_distances(goal, secure, 3, term(ERASURE, phi=phi), phi))


def more_silence_is_worse(goal: Goal) -> Proved:
    """Every design of the class comes from P_0; a way back would keep the distance, which is 2 a < 2 (phi - 1)."""
    phi, a = (goal.names[name] for name in ("phi", "a"))
    two, three = Number(2), Number(3)
    best, P = term(ERASURE, phi=phi), term("fun x y. if y = x then a else if y = 3 then 1 - a else 0", a=a)

    def apart(D: Term, distance: str) -> Proved:
        """The distance of the two rows of a design of this form."""
        value = normal(term("sum y in 1..3. abs(D(1, y) - D(2, y))", D=D), written_out, unfolding("abs"), conditions)
        wanted = equal(sides(value.conclusion)[1], term(distance, a=a, phi=phi))
        return rewritten(derived.transitive(value, by_conditions(wanted, *goal.given)))

    distances = [apart(best, "2*(phi - 1)"), apart(P, "2*a")]
    near = arithmetic(
        AT_MOST(sides(distances[1].conclusion)[0], term("2*(phi - 1)", phi=phi)), distances[1], *goal.given
    )
    facts: Facts = [*given(goal), *NUMBERS, _shown_here(goal, term("design(2, 3, P)", P=P)), near]
    most = at(erasure_is_most_informative(), three, P, phi, given=facts, premises=4)
    back = kernel.assume(term("informative(2, 3, 3, P, E)", P=P, E=best))
    pair = [shown(in_range(Number(n), two)) for n in (1, 2)]
    ends = (two, three, three, P, best, Number(1), Number(2))
    closer = at(less_informative_is_closer(), *ends, given=[*NUMBERS, back, *pair], premises=5)
    closer = rewritten(closer, *map(by, distances))
    not_back = derived.reject(back.conclusion, arithmetic(FALSE, closer, *given(goal), opaque=True))
    return in_plain_words(goal.conclusion, lambda formula: _said(formula, kernel.conjoin(most, not_back)))


def _near(facts: Facts) -> Proved:
    """The distance of the two rows of a design of the class."""
    pair = [kernel.conjoin(kernel.literal(Number(n)), arithmetic(term("1 <= n <= 2", n=Number(n)))) for n in (1, 2)]
    (close,) = (f for f in facts if isinstance(f, Proved) and quantified(f.conclusion, "forall") and "abs" in str(f))
    return at(at(close, Number(1), given=pair), Number(2), given=pair)


def _exists(formula: Term, values: tuple[Term, ...], theorem: Proved) -> Proved:
    """exists l A. C from C with values for l and A."""
    if len(values) > 1:
        theorem = _exists(instance(formula, values[0]), values[1:], theorem)
        return kernel.witness(formula, values[0], theorem)
    special = normal(instance(formula, values[0]))
    return kernel.witness(formula, values[0], derived.follow(symmetric(special), rewritten(theorem)))


SCRIPTS: Mapping[str, Script] = {
    "more silence is worse": of_parameters(more_silence_is_worse),
}
