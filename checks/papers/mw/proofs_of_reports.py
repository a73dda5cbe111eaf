"""Scripts for reports of participants whose answers are given: (7), and what is estimated of a graph."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checks.papers.mw.own_words import meant
from checks.papers.mw.proofs_of_unbiasedness import THREE, three_inverse
from checks.verifying.stated import Refuted, Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    chain,
    conjuncts,
    instance,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import Free, Number, Term, applied, equal, parts
from derivations.theory.automatic import found, inverses, written_out
from derivations.theory.given_truths import expected_reports, through_inverse
from derivations.theory.independent_responses import in_independent, independent_sum
from derivations.theory.likelihood import regrouped
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at, by_conditions, each, summed
from derivations.theory.sums import in_range


def _known(goal: Goal) -> list[Proved]:
    sizes = [fact for given in goal.given for fact in conjuncts(kernel.assume(given))]
    plain = [part for fact in sizes for part in conjuncts(rewritten(fact, unfolding("size")))]
    numbers = [fact for fact in plain if not applied(fact.conclusion, "forall", 1)]
    whole = [arithmetic(term("0 <= n", n=found_in[0]), *numbers)
             for fact in numbers if (found_in := applied(fact.conclusion, "integer", 1))
             and not isinstance(found_in[0], Number)]  # fmt: skip
    return [*sizes, *plain, *whole, kernel.literal(THREE), arithmetic(term("0 <= three", three=THREE))]


def reports_of_given_truths(goal: Goal) -> Proved:
    """(7): the report of a participant drawn at random, and the expected proportions of all reports."""
    P, N, v, y = goal.variables
    known = _known(goal)
    one, expected = _both(goal.conclusion)
    grouped = at(regrouped(), N, THREE, v, term("fun x. P(x, y)", P=P, y=y), given=known, premises=3)
    counted = at(expected_reports(), N, THREE, THREE, P, v, y, given=known, premises=6)
    words = unfolding("response", "empirical"), written_out, inverses, in_independent(known)
    facts = [rewritten(fact, written_out) for fact in (grouped, counted)]
    shown = []
    for formula in (one, expected):
        plain = normal(formula, *words)
        shown.append(kernel.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *facts, opaque=True)))
    return kernel.conjoin(*shown)


def numbers_of_given_truths(goal: Goal) -> Proved:
    """The expected numbers of the reports, and those of the answers by the inverse of the matrix."""
    P, N, v, *_ = goal.variables
    known = _known(goal)
    _, rest = _both(goal.conclusion)
    some, every = _both(rest)
    x, y, L = Free("x #0"), Free("y #0"), Free("L #0", P.type)
    inside = kernel.assume(in_range(y, THREE))
    counted = at(expected_reports(), N, THREE, THREE, P, v, y, given=[*known, inside], premises=6)
    first = each(y, THREE, counted)
    regular = next(fact for fact in known if "determinant" in str(fact.conclusion))
    inverse = at(three_inverse(), P, given=[rewritten(regular, meant("determinant"))])
    rows, _ = conjuncts(kernel.assume(instance(inverse.conclusion, L)))
    transposed = term("fun y z. L(z, y)", L=L)
    second = kernel.witness(some, transposed, found(instance(some, transposed), rows))
    second = kernel.unpack(inverse, L, second)
    last = goal_of(every)
    Q, z = last.variables
    given = [*map(kernel.assume, last.given), kernel.literal(THREE), *known]
    column = each(x, THREE, at(at(given[0], x, given=[kernel.assume(in_range(x, THREE))]), z, given=given))
    counts = term("fun x. frequency(N, x)(v)", N=N, v=v)
    reports = term("fun y. independent(N, 3, fun t. P(v(t)), frequency(N, y))", N=N, P=P, v=v)
    third = last.qed(
        at(through_inverse(), THREE, THREE, P, Q, counts, reports, z, given=[*given, column, first], premises=5)
    )
    return kernel.conjoin(first, kernel.conjoin(second, third))


def averages_from_items(goal: Goal) -> Proved:
    """The mean of a sum of estimates is the sum of their means, and a known factor stays one."""
    n, m, r, q, *_ = goal.variables
    known = _known(goal)
    items = [fact for fact in known if "independent" in str(fact.conclusion)]
    j = Free("j #0")
    shown = []
    for formula in _both(goal.conclusion):
        left, right = sides(formula)
        K = next(name for name in goal.variables if name in parts(left) and name.name[0] in "KV")
        means = next(fact for fact in items if K in parts(fact.conclusion))
        total = at(independent_sum(), m, n, r, q, K, given=known, premises=3)
        own = at(means, j, given=[kernel.assume(in_range(j, m))])
        whole = kernel.transitive(total, summed(j, m, own, known))
        taken = chain(left).rewrite(inverses, in_independent(known))
        average = chain(right).rewrite(inverses)
        same = arithmetic(equal(taken.last, average.last), rewritten(whole), opaque=True)
        shown.append(taken.then(same).then(symmetric(average.theorem)).theorem)
    return kernel.conjoin(*shown)


def _both(formula: Term) -> tuple[Term, Term]:
    first, second = applied(formula, "and", 2) or (formula, formula)
    return first, second


EVEN = "fun x y. if x = y then 1/2 else 1/4"


def observed_vary(goal: Goal) -> Refuted:
    """A participant with the answer 0 who reports 0, where half of these report something else."""
    values = term(EVEN), Number(1), term("fun t. 1"), term("fun t. 1")
    shown_at = (("P", "((1/2, 1/4, 1/4), (1/4, 1/2, 1/4), (1/4, 1/4, 1/2))"), ("N", "1"), ("v", "(1)"), ("w", "(1)"))
    return Refuted(refuted_at(goal.statement, values), shown_at, (Fraction(1), Fraction(1, 2)))


def truth_is_likeliest(goal: Goal) -> Proved:
    """EWRRn by one pair of different answers, RR3-dagger pair by pair."""
    many, three = _both(goal.conclusion)
    given = [fact for formula in goal.given for fact in conjuncts(kernel.assume(formula))]
    every, bound = sides(many)
    said = at(at(kernel.assume(every), Number(1), given=[*given, kernel.literal(Number(1))]), Number(2),
              given=[*given, kernel.literal(Number(2))])  # fmt: skip
    forth = by_conditions(bound, rewritten(said, meant("even")), *given)
    pair = goal_of(every)
    entries = normal(pair.conclusion, meant("even"))
    larger = by_conditions(sides(entries.conclusion)[1], kernel.assume(bound), *given)
    back = pair.qed(kernel.follow(symmetric(entries), larger))
    first = kernel.equivalent(kernel.discharge(every, forth), kernel.discharge(bound, back))
    return kernel.conjoin(first, found(three, *given))


SCRIPTS: Mapping[str, Script] = {
    "observed reports vary": observed_vary,
    "truth is likeliest": truth_is_likeliest,
    "averages from items": averages_from_items,
    "reports of given truths": reports_of_given_truths,
    "numbers of given truths": numbers_of_given_truths,
}
