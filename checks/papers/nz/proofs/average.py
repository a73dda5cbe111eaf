"""Theorems 2.1 and 3.1: average security, and the most informative of the designs that have it."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.common import OWN_WORDS, given, in_plain_words, named, plain
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    cut,
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
from derivations.logic.terms import NOT, Free, Number, Term, applied, closed, opened, quantified
from derivations.theory import sums
from derivations.theory.automatic import automatic
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

Facts = list[Term | Proved]


def secure_exactly_if_close(facts: Facts, k: Term, m: Term, P: Term, phi: Term) -> Proved:
    """|- no ratio of predictions exceeds phi, iff no L1 distance of two rows exceeds 2 (phi - 1)"""
    product = _both_ways(facts, k, m, P, phi)
    by_ratio = sides(product.conclusion)[0]
    close = sides(normal(term(CLOSE, k=k, m=m, P=P, phi=phi)).conclusion)[1]
    values = (k, m, P, phi)
    first = at(
        secure_rows_are_close(), *values, given=[*facts, kernel.follow(product, kernel.assume(by_ratio))], premises=5
    )
    second = at(close_rows_are_secure(), *values, given=[*facts, kernel.assume(close)], premises=5)
    second = kernel.follow(symmetric(product), rewritten(second))
    return kernel.equivalent(kernel.discharge(by_ratio, rewritten(first)), kernel.discharge(close, second))


def theorem_2_1(goal: Goal) -> Proved:
    """A design is average secure exactly if its rows are close to each other."""
    names = named(goal)
    found = secure_exactly_if_close(given(goal), *(names[name] for name in ("k", "m", "P", "phi")))
    return in_plain_words(goal.conclusion, lambda formula: _said(formula, found))


def _said(formula: Term, theorem: Proved) -> Proved:
    """The formula, as which the theorem reads once functions are worked out."""
    return kernel.follow(symmetric(normal(formula)), rewritten(theorem))


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
        premises = [part for f in to.given for part in conjuncts(kernel.assume(f))]
        instance = under(instance, premises)
        positive = kernel.instantiate(some, dict(zip((alpha, Q), to.variables, strict=True)))
        found = arithmetic(to.conclusion, instance, positive, opaque=True)
        for formula in to.given:
            found = cut(found, *conjuncts(kernel.assume(formula)))
        del is_first
        return to.qed(found)

    forth = kernel.discharge(first.statement, step(first, second, True))
    back = kernel.discharge(second.statement, step(second, first, False))
    return kernel.equivalent(forth, back)


NUMBERS = [kernel.conjoin(kernel.literal(Number(n)), arithmetic(term("0 <= n", n=Number(n)))) for n in (2, 3)]


def most_informative(facts: Facts, m: Term, P: Term, phi: Term) -> Proved:
    """informative(2, 3, m, P_0, P) for a design of the class."""
    pair = [kernel.conjoin(kernel.literal(Number(n)), arithmetic(term("1 <= n <= 2", n=Number(n)))) for n in (1, 2)]
    (close,) = (f for f in facts if isinstance(f, Proved) and quantified(f.conclusion, "forall") and "abs" in str(f))
    near = at(at(close, Number(1), given=pair), Number(2), given=pair)
    return at(erasure_is_most_informative(), m, P, phi, given=[*facts, near], premises=4)


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
    less = kernel.absurd(back, kernel.clash(kernel.assume(is_admissible), existing))
    forth = kernel.discharge(is_admissible, kernel.conjoin(less, most))

    # nothing of the class is better than what is equivalent to P_0
    held, A = Free("l #0"), Free("A #0", P.type)
    body = quantified(exists_better, "exists")
    assert body is not None
    there = opened(body, held)
    inner = quantified(there, "exists")
    assert inner is not None
    one = kernel.assume(opened(inner, A))
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
    wrong = kernel.clash(not_so, rewritten(chained))
    wrong = kernel.unpack(kernel.assume(there), A, wrong)
    wrong = kernel.unpack(kernel.assume(exists_better), held, wrong)
    none = kernel.reject(exists_better, wrong)
    found = kernel.conjoin(kernel.equivalent(forth, kernel.discharge(same, none)), most)
    del informs, of_class
    rest = wanted.qed(cut(kernel.follow(symmetric(changed), rewritten(found))))
    return kernel.conjoin(inside, rest)


def best_of_the_secure(goal: Goal) -> Proved:
    """P_0 is average secure, and as informative as every other design of two categories that is."""
    phi = goal.variables[0]
    first, second = applied(goal.conclusion, "and", 2) or ()
    wanted = goal_of(second)
    m, P = wanted.variables
    two, three, E = Number(2), Number(3), term(ERASURE, phi=phi)
    facts: Facts = [*given(goal), *given(wanted), *NUMBERS]

    def shown_here(formula: Term) -> Proved:
        return automatic(Goal(formula, (), goal.given, formula))

    design = shown_here(term("design(2, 3, E)", E=E))
    close = shown_here(sides(normal(term(CLOSE, k=two, m=three, P=E, phi=phi)).conclusion)[1])
    of_P_0 = secure_exactly_if_close([*given(goal), *NUMBERS, rewritten(design), design], two, three, E, phi)
    start = in_plain_words(first, lambda formula: _said(formula, kernel.follow(symmetric(of_P_0), close)))
    is_secure = next(f for f in facts if isinstance(f, Proved) and "max" in str(f.conclusion))
    rows = kernel.follow(secure_exactly_if_close(facts, two, m, P, phi), is_secure)
    most = most_informative([*facts, rows], m, P, phi)
    last = in_plain_words(wanted.conclusion, lambda formula: _said(formula, most))
    return kernel.conjoin(start, wanted.qed(last))


def _near(facts: Facts) -> Proved:
    """The distance of the two rows of a design of the class."""
    pair = [kernel.conjoin(kernel.literal(Number(n)), arithmetic(term("1 <= n <= 2", n=Number(n)))) for n in (1, 2)]
    (close,) = (f for f in facts if isinstance(f, Proved) and quantified(f.conclusion, "forall") and "abs" in str(f))
    return at(at(close, Number(1), given=pair), Number(2), given=pair)


def _exists(formula: Term, values: tuple[Term, ...], theorem: Proved) -> Proved:
    """exists l A. C from C with values for l and A."""
    body = quantified(formula, "exists")
    assert body is not None
    if len(values) > 1:
        theorem = _exists(opened(body, values[0]), values[1:], theorem)
        return kernel.witness(formula, values[0], theorem)
    instance = normal(opened(body, values[0]))
    return kernel.witness(formula, values[0], kernel.follow(symmetric(instance), rewritten(theorem)))


SCRIPTS: Mapping[str, Script] = {
    "theorem 2.1": theorem_2_1,
    "theorem 3.1": theorem_3_1,
    "best of the secure": best_of_the_secure,
}
