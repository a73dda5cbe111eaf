"""Scripts for what is said at a common budget: the parameters that a least level leaves, and the variances there."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.szy.own_lemmas import own_lemma
from checks.papers.szy.proofs_of_moments import survey
from checks.papers.szy.proofs_of_reports import variance_of_estimator
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    chain,
    conjoined,
    conjuncts,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import FALSE, Free, Number, Term, applied, equal
from derivations.theory.automatic import automatic, definitions, facts_of, written_out
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE

# -- what a least level says of the parameters -------------------------------------------------------------------------


def _parts(formula: Term) -> list[Term]:
    found = applied(formula, "and", 2)
    return [found[0], *_parts(found[1])] if found else [formula]


def _level(goal: Goal) -> tuple[list[Proved], Proved]:
    """What is given, with the privacy at the level entry by entry, and that no level of privacy is smaller."""
    given = [fact for formula in goal.given for fact in conjuncts(kernel.assume(formula))]
    level = next(fact for fact in given if applied(fact.conclusion, "least_level", 4))
    private, least = conjuncts(rewritten(level, unfolding("least_level")))
    others = [part for fact in given if fact is not level for part in facts_of(fact)]
    return [*others, *facts_of(private)], least


@own_lemma("forall p z. 0 < p < 1/2 and z*p = 1 - p implies private(2, 2, warner(p), z)")
def warner_is_private(goal: Goal) -> Proved:
    """Warner's answers are private at the level (1 - p)/p."""
    return automatic(goal)


@own_lemma("forall p t. 0 <= p < 1/2 and least_level(2, 2, warner(p), t) implies 0 < p and t*p = 1 - p and 1 < t")
def level_of_warner(goal: Goal) -> Proved:
    """The least level of Warner's answers is (1 - p)/p."""
    p, t = goal.variables
    facts, least = _level(goal)
    positive = arithmetic(term("0 < p", p=p), *facts)
    ratio = term("(1 - p)/p", p=p)
    value = arithmetic(term("z*p = 1 - p", z=ratio, p=p), positive)
    below = at(least, ratio, given=[at(warner_is_private(), p, ratio, given=[positive, value, *facts])])
    same = arithmetic(term("t*p = 1 - p", t=t, p=p), below, value, positive, *facts, opaque=True)
    above = arithmetic(term("1 < t", t=t), same, positive, *facts)
    return kernel.conjoin(positive, kernel.conjoin(same, above))


@own_lemma(
    "forall p b z. 0 < p < 1 and 0 < b < 1 and p + (1 - p)*b <= z*((1 - p)*b) and p + (1 - p)*(1 - b) <= z*((1 - p)*(1 - b)) "
    "and 1 <= z implies private(2, 2, simmons(p, b), z)"
)
def simmons_is_private(goal: Goal) -> Proved:
    """Simmons' answers are private at a level that both answers keep."""
    return automatic(goal)


@own_lemma(
    "forall p b t. 0 < p <= 1 and 0 <= b <= 1 and least_level(2, 2, simmons(p, b), t) implies p < 1 and 0 < b < 1 and 1 < t "
    "and (b <= 1/2 implies p + (1 - p)*b = t*((1 - p)*b)) and (1/2 <= b implies p + (1 - p)*(1 - b) = t*((1 - p)*(1 - b)))"
)
def level_of_simmons(goal: Goal) -> Proved:
    """The least level of Simmons' answers is that of the answer that the unrelated question makes the rarer one."""
    p, b, t = goal.variables
    facts, least = _level(goal)
    names = {"p": p, "b": b, "t": t}
    inside = [arithmetic(term(text, **names), *facts) for text in ("p < 1", "0 < b", "b < 1")]
    told = [arithmetic(term(text, **names), *inside, *facts)
            for text in ("0 < (1 - p)*b", "0 < (1 - p)*(1 - b)")]  # fmt: skip
    found = []
    chosen = arithmetic(term("0 < p", **names), *facts)
    for case, rarer, own, other in (("b <= 1/2", told[0], "b", "1 - b"), ("1/2 <= b", told[1], "1 - b", "b")):
        known = kernel.assume(term(case, **names))
        ratio = term(f"1 + p/((1 - p)*({own}))", **names)
        value = arithmetic(term(f"(z - 1)*((1 - p)*({own})) = p", z=ratio, **names), rarer)
        more = arithmetic(term("1 <= z", z=ratio), value, rarer, chosen, opaque=True)
        same = arithmetic(term(f"p + (1 - p)*({own}) = z*((1 - p)*({own}))", z=ratio, **names), value, opaque=True)
        less = term(f"(z - 1)*((1 - p)*({own})) <= (z - 1)*((1 - p)*({other}))", z=ratio, **names)
        smaller = arithmetic(less, more, known, inside[0], opaque=True)
        rest = term(f"p + (1 - p)*({other}) <= z*((1 - p)*({other}))", z=ratio, **names)
        kept = [*inside, chosen, same, arithmetic(rest, value, smaller, opaque=True), more]
        below = at(least, ratio, given=[at(simmons_is_private(), p, b, ratio, given=kept)])
        private = arithmetic(term(f"p + (1 - p)*({own}) <= t*((1 - p)*({own}))", **names), *facts)
        wanted = term(f"p + (1 - p)*({own}) = t*((1 - p)*({own}))", **names)
        equal_there = arithmetic(wanted, same, below, private, rarer, opaque=True)
        found.append(kernel.discharge(known.conclusion, equal_there))
    above = arithmetic(term("1 < t", **names), *told, *inside, *facts)
    return shown(goal.conclusion, [*inside, above, *found])


@own_lemma("forall p z. law(3, p) and p(1) <= z*p(3) and p(3) <= z*p(1) and 1 <= z implies private(2, 3, christofides(3, p), z)")
def cards_are_private(goal: Goal) -> Proved:
    """The reports of three cards are private at a level that the cards 1 and 3 keep."""
    return automatic(goal)


@own_lemma(
    "forall p t. law(3, p) and 1 < t and least_level(2, 3, christofides(3, p), t) implies 0 < p(1) and 0 < p(3) and p(1) + p(2) + p(3) = 1 "
    "and 0 <= p(2) and (p(3) = t*p(1) or p(1) = t*p(3))"
)
def level_of_cards(goal: Goal) -> Proved:
    """The least level of three cards, if it is no trivial one, is the ratio of the cards 1 and 3."""
    p, t = goal.variables
    facts, least = _level(goal)
    law, *_ = conjuncts(kernel.assume(goal.given[0]))
    names = {"p": p, "t": t}
    known = kernel.assume(term("p(1) = 0 and p(3) = 0", **names))
    trivial = at(least, ONE, given=[at(cards_are_private(), p, ONE, given=[law, *facts, *conjuncts(known)])])
    some = kernel.reject(known.conclusion, arithmetic(FALSE, trivial, *facts))
    ends = [arithmetic(term(text, **names), some, *facts) for text in ("0 < p(1)", "0 < p(3)")]
    found = []
    wanted = term("p(3) = t*p(1) or p(1) = t*p(3)", **names)
    which = arithmetic(term("p(1) <= p(3) or p(3) < p(1)", **names))
    for case, text in zip(applied(which.conclusion, "or", 2) or (), ("p(3)/p(1)", "p(1)/p(3)"), strict=True):
        ratio = term(text, **names)
        above, under = applied(ratio, "/", 2) or ()
        value = arithmetic(term("z*b = a", z=ratio, a=above, b=under), *ends)
        more = arithmetic(term("1 <= z", z=ratio), value, *ends, kernel.assume(case), opaque=True)
        other = arithmetic(term("b <= z*a", z=ratio, a=above, b=under), more, *ends, kernel.assume(case), opaque=True)
        below = at(least, ratio, given=[at(cards_are_private(), p, ratio, given=[law, value, more, other])])
        same = arithmetic(term("a = t*b", a=above, b=under, t=t), value, below, *ends, *facts, opaque=True)
        found.append(kernel.choose(same, wanted))
    return shown(goal.conclusion, [*ends, kernel.cases(which, *found), *facts])


# -- the variances -----------------------------------------------------------------------------------------------------


SURVEY = "integer(N) and 2 <= N and 0 <= pi <= 1"
OF_WARNER = f"forall N pi p. {SURVEY} and 0 <= p < 1/2 implies modified_variance(N, pi, 2, coin(p)"
ESTIMABLE = f"{SURVEY} and size(L) and law(L, p) and L + 1 != 2*EY(L, p)"


@own_lemma(f"{OF_WARNER}, warner_sum(N)) = N*p*(1 - p)")
def variance_of_yes(goal: Goal) -> Proved:
    """The variance of the number of answers yes to Warner's question."""
    return survey(goal)


@own_lemma(f"{OF_WARNER}, warner_estimator(N, p)) = modified_variance(N, pi, 2, coin(p), warner_sum(N))/(N^2*(2*p - 1)^2)")
def variance_from_yes(goal: Goal) -> Proved:
    """That of the estimator is a multiple of it."""
    return variance_of_estimator(goal)


@own_lemma(f"{OF_WARNER}, warner_estimator(N, p)) = p*(1 - p)/(N*(2*p - 1)^2)")
def variance_of_warner(goal: Goal) -> Proved:
    """The variance of modified Warner."""
    known = [at(law(), *goal.variables, given=goal.given) for law in (variance_from_yes, variance_of_yes)]
    sizes = conjuncts(kernel.assume(goal.given[0]))
    return arithmetic(goal.conclusion, *known, *sizes)


@own_lemma(
    f"forall N pi p piB. {SURVEY} and 0 < p <= 1 and 0 <= piB <= 1 implies "
    "modified_variance(N, pi, 3, coins(p, piB), simmons_estimator(N, p, piB)) "
    "= (piB*(1 - p) - piB^2*(1 - p)^2 + pi*p*(1 - p)*(1 - 2*piB))/(N*p^2)"
)
def variance_of_simmons(goal: Goal) -> Proved:
    """The variance of modified Simmons."""
    return survey(goal)


@own_lemma(
    f"forall N pi L p. {ESTIMABLE} implies "
    "modified_variance(N, pi, L, p, estimator(N, L, p)) = VarY(L, p)/(N*(L + 1 - 2*EY(L, p))^2)"
)
def variance_of_cards(goal: Goal) -> Proved:
    """The variance of modified Christofides."""
    return survey(goal)


@own_lemma(
    f"forall N pi L p. {ESTIMABLE} implies "
    "improved_variance(N, pi, L, p, estimator(N, L, p)) = 4*pi*(1 - pi)*VarY(L, p)/((N - 1)*(L + 1 - 2*EY(L, p))^2)"
)
def variance_of_dealt_cards(goal: Goal) -> Proved:
    """The variance of improved Christofides."""
    return survey(goal)


# -- the variances at a level ------------------------------------------------------------------------------------------

LEVEL = f"forall N pi p t. {SURVEY} and"
OF_CARDS = f"{LEVEL} law(3, p) and 1 < t and least_level(2, 3, christofides(3, p), t) implies"
WORTH = "((t + 1)^2/((t - 1)^2*(1 - p(2))) - 1)"


@own_lemma(f"{LEVEL} 0 <= p < 1/2 and least_level(2, 2, warner(p), t) implies "
           "modified_variance(N, pi, 2, coin(p), warner_estimator(N, p)) = t/(N*(t - 1)^2)")  # fmt: skip
def warner_at_level(goal: Goal) -> Proved:
    """The variance of modified Warner at a budget."""
    N, pi, p, t = goal.variables
    sizes = list(conjuncts(kernel.assume(goal.given[0])))
    level = list(conjuncts(at(level_of_warner(), p, t, given=goal.given)))
    worth = at(variance_of_warner(), N, pi, p, given=goal.given)
    share = arithmetic(term("p = 1/(t + 1)", p=p, t=t), *level)
    there = chain(sides(worth.conclusion)[1]).rewrite({p: share}.get)
    same = there.arithmetic(sides(goal.conclusion)[1], *level[2:], *sizes).theorem
    return kernel.transitive(worth, same)


@own_lemma(
    "forall p t. law(3, p) and 1 < t and least_level(2, 3, christofides(3, p), t) implies "
    f"0 <= p(2) and p(2) < 1 and EY(3, p) != 2 and VarY(3, p)/(4 - 2*EY(3, p))^2 = {WORTH}/4"
)
def spread_at_level(goal: Goal) -> Proved:
    """How spread out the cards are at a budget, in units of what tells the truths apart."""
    p, t = goal.variables
    first, second, third, middle, which = conjuncts(at(level_of_cards(), p, t, given=goal.given))
    given = list(conjuncts(kernel.assume(goal.given[0])))
    above = next(fact for fact in given if fact.conclusion == term("1 < t", t=t))
    plain = normal(goal.conclusion, definitions("sum"))
    plain = kernel.transitive(plain, normal(sides(plain.conclusion)[1], written_out))
    found = []
    for case, low, high in zip(applied(which.conclusion, "or", 2) or (), (1, 3), (3, 1), strict=True):
        names = {"p": p, "t": t, "low": Number(low), "high": Number(high)}
        known = kernel.assume(case)
        values = [arithmetic(term(text, **names), third, known, above)
                  for text in ("p(low) = (1 - p(2))/(t + 1)", "p(high) = t*(1 - p(2))/(t + 1)")]  # fmt: skip
        less = arithmetic(term("p(2) < 1", p=p), first, second, third)
        rewriting = {sides(value.conclusion)[0]: value for value in values}.get
        there = normal(sides(plain.conclusion)[1], rewriting)
        shown_there = [arithmetic(part, less, middle, above) for part in _parts(sides(there.conclusion)[1])]
        found.append(kernel.follow(symmetric(there), conjoined(*shown_there)))
    return kernel.follow(symmetric(plain), kernel.cases(which, *found))


def _of_cards(goal: Goal, law: Proved) -> Proved:
    """A variance of three cards at a budget, from what it is for all cards."""
    N, pi, p, t = goal.variables
    sizes = list(conjuncts(kernel.assume(goal.given[0])))
    *_, apart, spread = conjuncts(at(spread_at_level(), p, t, given=goal.given))
    (mean, _), = (applied(part, "=", 2) for part in applied(apart.conclusion, "not", 1) or ())
    differ = arithmetic(term("3 + 1 != 2*e", e=mean), apart)
    is_size = symmetric(normal(term("size(3)"), unfolding("size")))
    three = kernel.follow(is_size, shown(term("integer(3) and 1 <= 3")))
    worth = at(law, N, pi, Number(3), p, given=[*sizes, three, differ])
    return arithmetic(goal.conclusion, worth, spread, apart, *sizes)


@own_lemma(f"{OF_CARDS} modified_variance(N, pi, 3, p, estimator(N, 3, p)) = {WORTH}/(4*N)")
def cards_at_level(goal: Goal) -> Proved:
    """The variance of modified Christofides at a budget."""
    return _of_cards(goal, variance_of_cards())


@own_lemma(f"{OF_CARDS} improved_variance(N, pi, 3, p, estimator(N, 3, p)) = pi*(1 - pi)*{WORTH}/(N - 1)")
def dealt_cards_at_level(goal: Goal) -> Proved:
    """The variance of improved Christofides at a budget."""
    return _of_cards(goal, variance_of_dealt_cards())


def _simmons(share: str, rarer: str) -> str:
    return f"(1/(t - 1) + (1/({rarer}) - 1)*(1/(t - 1))^2 + {share}*(1/({rarer}) - 2)*(1/(t - 1)))/N"


MOSTLY_NO, MOSTLY_YES = _simmons("pi", "piB"), _simmons("(1 - pi)", "1 - piB")


@own_lemma(
    f"forall N pi p piB t. {SURVEY} and 0 < p <= 1 and 0 <= piB <= 1 and least_level(2, 2, simmons(p, piB), t) implies "
    "(piB <= 1/2 implies modified_variance(N, pi, 3, coins(p, piB), simmons_estimator(N, p, piB)) = "
    f"{MOSTLY_NO}) and (1/2 <= piB implies "
    f"modified_variance(N, pi, 3, coins(p, piB), simmons_estimator(N, p, piB)) = {MOSTLY_YES})"
)
def simmons_at_level(goal: Goal) -> Proved:
    """The variance of modified Simmons at a budget."""
    N, pi, p, piB, t = goal.variables
    names = {"p": p, "b": piB, "t": t}
    sizes = list(conjuncts(kernel.assume(goal.given[0])))
    less, above, below, more, first, second = conjuncts(at(level_of_simmons(), p, piB, t, given=goal.given))
    worth = at(variance_of_simmons(), N, pi, p, piB, given=goal.given)
    found = []
    for said, law, own in zip(_parts(goal.conclusion), (first, second), ("b", "1 - b"), strict=True):
        case, wanted = applied(said, "implies", 2) or ()
        level = kernel.detach(law, kernel.assume(case))
        share = term(f"(t - 1)*({own})/(1 + (t - 1)*({own}))", **names)
        positive = arithmetic(term(f"0 < (t - 1)*({own})", **names), more, above, below)
        same = arithmetic(equal(p, share), level, positive)
        there = chain(sides(worth.conclusion)[1]).rewrite({p: same}.get)
        value = there.arithmetic(sides(wanted)[1], more, above, below, positive, *sizes[:2])
        found.append(kernel.discharge(case, kernel.transitive(worth, value.theorem)))
    return kernel.conjoin(*found)


# -- larger budgets, smaller variances ---------------------------------------------------------------------------------


@lemma("forall N t u. 0 < N and 1 < t < u implies u/(N*(u - 1)^2) < t/(N*(t - 1)^2)")
def of_two_answers_falls(goal: Goal) -> Proved:
    """The variance of Warner falls: (t - u)(t u - 1) is negative."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall c t u. c < 1 and 1 < t < u implies (u + 1)^2/((u - 1)^2*(1 - c)) < (t + 1)^2/((t - 1)^2*(1 - c))")
def spread_falls(goal: Goal) -> Proved:
    """The spread of the cards falls: (t + 1)/(t - 1) does."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(
    "forall N a r v w. 0 < N and 0 <= a <= 1 and 2 <= r and 0 < v < w implies "
    "(v + (r - 1)*v^2 + a*(r - 2)*v)/N < (w + (r - 1)*w^2 + a*(r - 2)*w)/N"
)
def of_two_questions_falls(goal: Goal) -> Proved:
    """Each term of the variance of Simmons rises with 1/(t - 1)."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(
    "forall N a c d. 2 <= N and 0 < a < 1 and c < d implies "
    "(c - 1)/(4*N) < (d - 1)/(4*N) and a*(1 - a)*(c - 1)/(N - 1) < a*(1 - a)*(d - 1)/(N - 1)"
)
def by_spread(goal: Goal) -> Proved:
    """The variances of the two Christofides mechanisms rise with the spread of the cards."""
    first, second = _parts(goal.conclusion)
    return kernel.conjoin(arithmetic(first, *goal.given), arithmetic(second, *goal.given))


def variances_fall(goal: Goal) -> Proved:
    """For each of the four mechanisms the variance at the larger budget is smaller, by what it is at a budget."""
    N, pi, t, u = goal.variables
    sizes = [part for formula in goal.given for part in facts_of(kernel.assume(formula))]
    names = {"N": N, "pi": pi, "t": t, "u": u}
    answers = at(of_two_answers_falls(), N, t, u, given=sizes)
    laws = (warner_at_level, simmons_at_level, cards_at_level, dealt_cards_at_level)
    found = []
    for wanted, law in zip(_parts(goal.conclusion), laws, strict=True):
        inner = taken_apart(wanted)
        p, q, *others = inner.variables
        given = [*sizes, *(part for formula in inner.given for part in conjuncts(kernel.assume(formula)))]
        worth = [at(law(), N, pi, share, *others, level, given=given) for share, level in ((p, t), (q, u))]
        if others:
            _, above, below, *_ = conjuncts(at(level_of_simmons(), p, *others, t, given=given))
            found.append(inner.qed(_simmons_falls(inner.conclusion, worth, [above, below, *sizes], {**names, "b": others[0]})))
            continue
        known = [answers]
        if law is not warner_at_level:
            _, less, *_ = conjuncts(at(spread_at_level(), p, t, given=given))
            middle = next(fact for fact in given if applied(fact.conclusion, "=", 2))
            narrower = at(spread_falls(), term("p(2)", p=p), t, u, given=[less, *sizes])
            known = list(conjuncts(at(by_spread(), N, pi, *(applied(narrower.conclusion, "<", 2) or ()), given=[narrower, *sizes])))
            worth = [rewritten(value, {sides(middle.conclusion)[0]: middle}.get) for value in worth]
        found.append(inner.qed(arithmetic(inner.conclusion, *worth, *known, opaque=True)))
    return conjoined(*found)


def _simmons_falls(wanted: Term, worth: Sequence[Proved], sizes: Sequence[Proved], names: Mapping[str, Term]) -> Proved:
    """Each term of the variance falls, on either side of piB = 1/2."""
    which = arithmetic(term("b <= 1/2 or 1/2 <= b", **names))
    inverses = [term(text, **names) for text in ("1/(u - 1)", "1/(t - 1)")]
    order = arithmetic(term("0 < v < w", v=inverses[0], w=inverses[1]), *sizes)
    found = []
    for number, (case, share, rarer) in enumerate(zip(applied(which.conclusion, "or", 2) or (), ("pi", "1 - pi"), ("b", "1 - b"), strict=True)):
        values = [kernel.detach(kernel.part(value, number), kernel.assume(case)) for value in worth]
        ratio = term(f"1/({rarer})", **names)
        large = arithmetic(term("2 <= r", r=ratio), kernel.assume(case), *sizes[:2])
        law = at(of_two_questions_falls(), names["N"], term(share, **names), ratio, *inverses, given=[order, large, *sizes[2:]])
        found.append(arithmetic(wanted, *values, law, opaque=True))
    return kernel.cases(which, *found)


SCRIPTS: Mapping[str, Script] = {
    "variances fall": variances_fall,
}
