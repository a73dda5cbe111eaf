"""Scripts for what is said at a common budget: the parameters that a least level leaves, and the variances there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from checks.papers.szy.own_lemmas import own_lemma
from checks.papers.szy.proofs_of_moments import survey
from checks.papers.szy.proofs_of_reports import variance_of_estimator
from checks.verifying.stated import Refuted, granted, refuted_under, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    chain,
    conjoined,
    conjuncts,
    decided,
    generalise,
    instance,
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
from derivations.logic.terms import FALSE, LESS, Free, Number, Term, applied, equal, free_variables
from derivations.theory.automatic import automatic, definitions, facts_of, written_out
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE

# -- what a least level says of the parameters -------------------------------------------------------------------------


def _parts(formula: Term) -> list[Term]:
    found = applied(formula, "and", 2)
    return [found[0], *_parts(found[1])] if found else [formula]


def put_in(value: Proved) -> Conversion:
    """Rewriting by an equation whose left side has no other variables."""
    left, _ = sides(value.conclusion)
    return lambda part: value if part == left else None


def _level(goal: Goal) -> tuple[list[Proved], Proved]:
    """What is given, with the privacy at the level entry by entry, and that no level of privacy is smaller."""
    given = goal.facts
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
    "forall p b z. 0 < p < 1 and 0 < b < 1 and p + (1 - p)*b <= z*((1 - p)*b) "
    "and p + (1 - p)*(1 - b) <= z*((1 - p)*(1 - b)) and 1 <= z implies private(2, 2, simmons(p, b), z)"
)
def simmons_is_private(goal: Goal) -> Proved:
    """Simmons' answers are private at a level that both answers keep."""
    return automatic(goal)


@own_lemma(
    "forall p b t. 0 < p <= 1 and 0 <= b <= 1 and least_level(2, 2, simmons(p, b), t) implies p < 1 and 0 < b < 1 "
    "and 1 < t and (b <= 1/2 implies p + (1 - p)*b = t*((1 - p)*b)) "
    "and (1/2 <= b implies p + (1 - p)*(1 - b) = t*((1 - p)*(1 - b)))"
)
def level_of_simmons(goal: Goal) -> Proved:
    """The least level of Simmons' answers is that of the answer that the unrelated question makes the rarer one."""
    p, b, t = goal.variables
    given = goal.facts
    private, least = conjuncts(rewritten(given.pop(), unfolding("least_level")))
    names = {"p": p, "b": b, "t": t}
    private = rewritten(private, unfolding("private"))
    facts = list(given)
    for row, column, entry in (
        (1, 2, "p + (1 - p)*b <= t*((1 - p)*b)"),
        (2, 1, "p + (1 - p)*(1 - b) <= t*((1 - p)*(1 - b))"),
    ):
        said = private
        for place in map(Number, (row, column, row)):
            said = at(said, place, given=[kernel.literal(place)])
        facts.append(arithmetic(term(entry, **names), rewritten(said, definitions(), decided([]))))
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


@own_lemma(
    "forall p z. law(3, p) and p(1) <= z*p(3) and p(3) <= z*p(1) and 1 <= z implies "
    "private(2, 3, christofides(3, p), z)"
)
def cards_are_private(goal: Goal) -> Proved:
    """The reports of three cards are private at a level that the cards 1 and 3 keep."""
    return automatic(goal)


@own_lemma(
    "forall p t. law(3, p) and 1 < t and least_level(2, 3, christofides(3, p), t) implies 0 < p(1) and 0 < p(3) "
    "and p(1) + p(2) + p(3) = 1 and 0 <= p(2) and (p(3) = t*p(1) or p(1) = t*p(3))"
)
def level_of_cards(goal: Goal) -> Proved:
    """The least level of three cards, if it is no trivial one, is the ratio of the cards 1 and 3."""
    p, t = goal.variables
    facts, least = _level(goal)
    law, *_ = conjuncts(kernel.assume(goal.given[0]))
    names = {"p": p, "t": t}
    known = kernel.assume(term("p(1) = 0 and p(3) = 0", **names))
    trivial = at(least, ONE, given=[at(cards_are_private(), p, ONE, given=[law, *facts, *conjuncts(known)])])
    some = derived.reject(known.conclusion, arithmetic(FALSE, trivial, *facts))
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
        found.append(derived.choose(same, wanted))
    return shown(goal.conclusion, [*ends, kernel.cases(which, *found), *facts])


# -- the variances -----------------------------------------------------------------------------------------------------


SURVEY = "integer(N) and 2 <= N and 0 <= pi <= 1"
OF_WARNER = f"forall N pi p. {SURVEY} and 0 <= p < 1/2 implies modified_variance(N, pi, 2, coin(p)"
ESTIMABLE = f"{SURVEY} and size(L) and law(L, p) and L + 1 != 2*EY(L, p)"


@own_lemma(f"{OF_WARNER}, warner_sum(N)) = N*p*(1 - p)")
def variance_of_yes(goal: Goal) -> Proved:
    """The variance of the number of answers yes to Warner's question."""
    return survey(goal)


@own_lemma(
    f"{OF_WARNER}, warner_estimator(N, p)) = modified_variance(N, pi, 2, coin(p), warner_sum(N))/(N^2*(2*p - 1)^2)"
)
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
    there = chain(sides(worth.conclusion)[1]).rewrite(put_in(share))
    same = there.arithmetic(sides(goal.conclusion)[1], *level[2:], *sizes).theorem
    return derived.transitive(worth, same)


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
    plain = derived.transitive(plain, normal(sides(plain.conclusion)[1], written_out))
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
        found.append(derived.follow(symmetric(there), conjoined(*shown_there)))
    return derived.follow(symmetric(plain), kernel.cases(which, *found))


def _of_cards(goal: Goal, law: Proved) -> Proved:
    """A variance of three cards at a budget, from what it is for all cards."""
    N, pi, p, t = goal.variables
    sizes = list(conjuncts(kernel.assume(goal.given[0])))
    *_, apart, spread = conjuncts(at(spread_at_level(), p, t, given=goal.given))
    (equation,) = applied(apart.conclusion, "not", 1) or ()
    mean, _ = sides(equation)
    differ = arithmetic(term("3 + 1 != 2*e", e=mean), apart)
    is_size = symmetric(normal(term("size(3)"), unfolding("size")))
    three = derived.follow(is_size, shown(term("integer(3) and 1 <= 3")))
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
    return of_simmons_at_level(goal, variance_of_simmons())


def of_simmons_at_level(goal: Goal, law_of_variance: Proved) -> Proved:
    """The variance of modified Simmons at a budget, from what it is without one."""
    N, pi, p, piB, t = goal.variables
    names = {"p": p, "b": piB, "t": t}
    parts = [fact for fact in conjuncts(kernel.assume(goal.given[0])) if not applied(fact.conclusion, "least_level", 4)]
    sizes = [fact for part in parts for fact in facts_of(part)]
    _, above, below, more, first, second = conjuncts(at(level_of_simmons(), p, piB, t, given=goal.given))
    worth = at(law_of_variance, N, pi, p, piB, given=goal.given)
    found = []
    for said, law, own in zip(_parts(goal.conclusion), (first, second), ("b", "1 - b"), strict=True):
        case, wanted = applied(said, "implies", 2) or ()
        level = kernel.detach(law, kernel.assume(case))
        share = term(f"(t - 1)*({own})/(1 + (t - 1)*({own}))", **names)
        positive = arithmetic(term(f"0 < (t - 1)*({own})", **names), more, above, below)
        same = arithmetic(equal(p, share), level, positive)
        there = chain(sides(worth.conclusion)[1]).rewrite(put_in(same))
        size = [fact for fact in sizes if p not in free_variables(fact.conclusion)]
        value = there.arithmetic(sides(wanted)[1], more, above, below, positive, *size)
        found.append(kernel.discharge(case, derived.transitive(worth, value.theorem)))
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


@script("variances fall")
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
        given = [*sizes, *inner.facts]
        worth = [at(law(), N, pi, share, *others, level, given=given) for share, level in ((p, t), (q, u))]
        if others:
            _, above, below, *_ = conjuncts(at(level_of_simmons(), p, *others, t, given=given))
            found.append(
                inner.qed(_simmons_falls(inner.conclusion, worth, [above, below, *sizes], {**names, "b": others[0]}))
            )
            continue
        known = [answers]
        if law is not warner_at_level:
            _, less, *_ = conjuncts(at(spread_at_level(), p, t, given=given))
            middle = next(fact for fact in given if applied(fact.conclusion, "=", 2))
            narrower = at(spread_falls(), term("p(2)", p=p), t, u, given=[less, *sizes])
            known = list(
                conjuncts(
                    at(by_spread(), N, pi, *(applied(narrower.conclusion, "<", 2) or ()), given=[narrower, *sizes])
                )
            )
            worth = [rewritten(value, put_in(middle)) for value in worth]
        found.append(inner.qed(arithmetic(inner.conclusion, *worth, *known, opaque=True)))
    return conjoined(*found)


def _simmons_falls(wanted: Term, worth: Sequence[Proved], sizes: Sequence[Proved], names: Mapping[str, Term]) -> Proved:
    """Each term of the variance falls, on either side of piB = 1/2."""
    which = arithmetic(term("b <= 1/2 or 1/2 <= b", **names))
    inverses = [term(text, **names) for text in ("1/(u - 1)", "1/(t - 1)")]
    order = arithmetic(term("0 < v < w", v=inverses[0], w=inverses[1]), *sizes)
    found = []
    for number, (case, share, rarer) in enumerate(
        zip(applied(which.conclusion, "or", 2) or (), ("pi", "1 - pi"), ("b", "1 - b"), strict=True)
    ):
        values = [kernel.detach(kernel.part(value, number), kernel.assume(case)) for value in worth]
        ratio = term(f"1/({rarer})", **names)
        large = arithmetic(term("2 <= r", r=ratio), kernel.assume(case), *sizes[:2])
        law = at(
            of_two_questions_falls(),
            names["N"],
            term(share, **names),
            ratio,
            *inverses,
            given=[order, large, *sizes[2:]],
        )
        found.append(arithmetic(wanted, *values, law, opaque=True))
    return kernel.cases(which, *found)


# -- the order at a common budget --------------------------------------------------------------------------------------

ROOTED = "2 <= N and 1 < t and 0 <= c < 1"
SQUARE = "1 - (N - 1)/N*((1 - c)/(1 + c*(t + 1/t - 2)/4))"


@lemma(f"forall N t c. {ROOTED} implies {SQUARE} = 1 - 4*(N - 1)*(1 - c)*t/(N*(4*t + (t - 1)^2*c)) and 0 <= {SQUARE}")
def square_of_distance(goal: Goal) -> Proved:
    """The square of the distance of the roots (5), with one divisor, is not negative."""
    first, second = _parts(goal.conclusion)
    same = arithmetic(first, *goal.given)
    names = dict(zip(("N", "t", "c"), goal.variables, strict=True))
    positive = arithmetic(term("0 < N*(4*t + (t - 1)^2*c)", **names), *goal.given)
    fewer = arithmetic(term("4*(N - 1)*(1 - c)*t <= N*(4*t + (t - 1)^2*c)", **names), *goal.given)
    ratio = term("4*(N - 1)*(1 - c)*t/(N*(4*t + (t - 1)^2*c))", **names)
    below = arithmetic(term("r <= 1", r=ratio), positive, fewer)
    return kernel.conjoin(same, arithmetic(second, same, below, opaque=True))


@lemma(
    "forall N a t c. 2 <= N and 1 < t and 0 <= c and c < 1 "
    "and N*(4*t + (t - 1)^2*c)*a*(1 - a) < (N - 1)*(1 - c)*t implies "
    "a*(1 - a)*((t + 1)^2/((t - 1)^2*(1 - c)) - 1)/(N - 1) < t/(N*(t - 1)^2)"
)
def below_warner(goal: Goal) -> Proved:
    """Where the improved mechanism has the smaller variance."""
    return arithmetic(goal.conclusion, *goal.given)


@script("announced comparison")
def announced_comparison(goal: Goal) -> Proved:
    """Outside the roots (5) the variance of the improved mechanism is smaller than those of Warner and Simmons."""
    N, pi, t, p, q, r = goal.variables
    given = list(conjuncts(kernel.assume(goal.given[0])))
    sizes = [part for fact in given[:3] for part in facts_of(fact)]
    outside = rewritten(given[-1], definitions("sum"))
    *_, low, high, _, _ = conjuncts(at(spread_at_level(), r, t, given=given))
    names = {"N": N, "a": pi, "t": t, "c": term("r(2)", r=r)}
    same, positive = conjuncts(at(square_of_distance(), N, t, names["c"], given=[*sizes, low, high]))
    root = at(kernel.axiom("sqrt"), sides(same.conclusion)[0], given=[positive])
    above, squared = conjuncts(root)
    far = term("s < (1 - 2*a)^2", s=sides(same.conclusion)[0], **names)
    apart = arithmetic(far, outside, above, squared, opaque=True)
    divisor = arithmetic(term("0 < N*(4*t + (t - 1)^2*c)", **names), low, *sizes)
    ratio = term("4*(N - 1)*(1 - c)*t/(N*(4*t + (t - 1)^2*c))", **names)
    more = arithmetic(term("4*a*(1 - a) < r", r=ratio, **names), apart, same, opaque=True)
    times = arithmetic(term("r*(N*(4*t + (t - 1)^2*c)) = 4*(N - 1)*(1 - c)*t", r=ratio, **names), divisor)
    wanted = term("N*(4*t + (t - 1)^2*c)*a*(1 - a) < (N - 1)*(1 - c)*t", **names)
    assumed = arithmetic(wanted, more, times, divisor, opaque=True)
    smaller = at(below_warner(), N, pi, t, names["c"], given=[assumed, low, high, *sizes])
    worth = [
        at(dealt_cards_at_level(), N, pi, r, t, given=[*given, *sizes]),
        at(warner_at_level(), N, pi, p, t, given=[*given, *sizes]),
    ]
    half = at(simmons_at_level(), N, pi, q, Number(Fraction(1, 2)), t, given=[*given, *sizes])
    half = at(kernel.part(half, 0))
    of_simmons = _at_half(half, N, t, sizes)
    first, second = _parts(goal.conclusion)
    return kernel.conjoin(
        arithmetic(first, smaller, *worth, opaque=True), arithmetic(second, smaller, worth[0], of_simmons, opaque=True)
    )


def _at_half(worth: Proved, N: Term, t: Term, sizes: Sequence[Proved]) -> Proved:
    """At piB = 1/2 the variance of Simmons is that of Warner."""
    return derived.transitive(
        worth, arithmetic(equal(sides(worth.conclusion)[1], term("t/(N*(t - 1)^2)", N=N, t=t)), *sizes)
    )


def _ratio(N: str = "N", t: str = "t", c: str = "c") -> str:
    return f"4*({N} - 1)*(1 - {c})*{t}/({N}*(4*{t} + ({t} - 1)^2*{c}))"


@lemma(f"forall N t c M. {ROOTED} and N < M implies {_ratio()} < {_ratio('M')}")
def rises_with_size(goal: Goal) -> Proved:
    """The roots (5) come nearer to one another as N grows."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(f"forall N t c u. {ROOTED} and t < u and 0 < c implies {_ratio(t='u')} < {_ratio()}")
def falls_with_budget(goal: Goal) -> Proved:
    """The roots (5) go apart as the budget grows."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(f"forall N t c d. {ROOTED} and c < d < 1 implies {_ratio(c='d')} < {_ratio()}")
def falls_with_share(goal: Goal) -> Proved:
    """The roots (5) go apart as the share of the middle card grows."""
    return arithmetic(goal.conclusion, *goal.given)


@script("interval of proportions")
def interval_of_proportions(goal: Goal) -> Proved:
    """The roots (5) are symmetric, and equal at two sizes, budgets or shares only where these are equal."""
    facts = [part for formula in goal.given for part in facts_of(kernel.assume(formula))]
    first, *others = _parts(goal.conclusion)
    plain = normal(first, definitions())
    found = [derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1]))]
    for place, (wanted, law) in enumerate(
        zip(others, (rises_with_size, falls_with_budget, falls_with_share), strict=True)
    ):
        inner = taken_apart(wanted)
        (other,) = inner.variables
        known = [*facts, *(part for formula in inner.given for part in facts_of(kernel.assume(formula)))]
        points = [goal.variables, (*goal.variables[:place], other, *goal.variables[place + 1 :])]
        (equation,) = applied(inner.conclusion, "not", 1) or ()
        same = rewritten(kernel.assume(equation), definitions())
        facts_there = [conjuncts(at(square_of_distance(), *point, given=known)) for point in points]
        squares, roots = [], []
        for value, positive in facts_there:
            squares.append(value)
            roots += list(conjuncts(at(kernel.axiom("sqrt"), sides(value.conclusion)[0], given=[positive])))
        level = arithmetic(equal(*(sides(value.conclusion)[0] for value in squares)), same, *roots, opaque=True)
        ratios = arithmetic(equal(*(sides(value.conclusion)[1] for value in squares)), level, *squares, opaque=True)
        mine = goal.variables[place]
        which = arithmetic(term("a < b or b < a", a=mine, b=other), *known)
        nothing = []
        for case, point, end in zip(applied(which.conclusion, "or", 2) or (), points, (other, mine), strict=True):
            apart = at(law(), *point, end, given=[*known, kernel.assume(case)])
            nothing.append(arithmetic(FALSE, ratios, apart, opaque=True))
        found.append(inner.qed(derived.reject(equation, kernel.cases(which, *nothing))))
    return conjoined(*found)


# -- more answers yes than no ------------------------------------------------------------------------------------------


@own_lemma(
    "forall p b t. 0 < p < 1 and 1/2 <= b < 1 and 1 < t and p + (1 - p)*(1 - b) = t*((1 - p)*(1 - b)) implies "
    "least_level(2, 2, simmons(p, b), t)"
)
def mostly_yes_has_level(goal: Goal) -> Proved:
    """Where the unrelated question is mostly answered yes, the level is the ratio of the answers no."""
    p, b, t = goal.variables
    facts = list(conjuncts(kernel.assume(goal.given[0])))
    names = {"p": p, "b": b, "t": t}
    more = arithmetic(term("(t - 1)*((1 - p)*(1 - b)) <= (t - 1)*((1 - p)*b)", **names), *facts[:-1])
    kept = [arithmetic(term(text, **names), more, *facts)
            for text in ("p + (1 - p)*b <= t*((1 - p)*b)", "p + (1 - p)*(1 - b) <= t*((1 - p)*(1 - b))",
                         "0 < b", "1 <= t")]  # fmt: skip
    private = at(simmons_is_private(), p, b, t, given=[*kept, *facts])
    z = Free("z #0")
    other = kernel.assume(term("private(2, 2, D, z)", D=_design(goal), z=z))
    positive = arithmetic(term("0 < (1 - p)*(1 - b)", **names), *facts)
    entry = arithmetic(term("p + (1 - p)*(1 - b) <= z*((1 - p)*(1 - b))", z=z, **names), *facts_of(other))
    least = arithmetic(term("t <= z", t=t, z=z), entry, facts[-1], positive)
    every = kernel.generalise(z, kernel.discharge(other.conclusion, least))
    plain = normal(goal.conclusion, unfolding("least_level"))
    return derived.follow(symmetric(plain), kernel.conjoin(private, every))


def _design(goal: Goal) -> Term:
    """D of least_level(2, 2, D, t)."""
    _, _, design, _ = applied(goal.conclusion, "least_level", 4) or ()
    return design


@lemma(
    "forall N a w c. 0 < N and 0 <= a <= 1 and 0 < w and 0 < c < 1/2 implies "
    "(w + w^2)/N < (w + (1/c - 1)*w^2 + (1 - a)*(1/c - 2)*w)/N"
)
def above_the_value_at_half(goal: Goal) -> Proved:
    """The variance of Simmons on the side of more yes, in units of w = 1/(t - 1), is above that at 1/2."""
    return arithmetic(goal.conclusion, *goal.given)


def _above(goal: Goal, said: Term) -> Proved:
    """For piB > 1/2 the variance is larger, which may be said as at least as large."""
    N, pi, t = goal.variables
    sizes = [part for fact in conjuncts(kernel.assume(goal.given[0])) for part in facts_of(fact)]
    inner = taken_apart(said)
    p, piB = inner.variables
    given = inner.facts
    names = {"N": N, "a": pi, "t": t, "c": term("1 - b", b=piB), "w": term("1/(t - 1)", t=t), "b": piB}
    inside = [arithmetic(term(text, **names), *given, *sizes)
              for text in ("0 < w", "0 < c", "c < 1/2", "0 <= b", "b <= 1", "1/2 <= b")]  # fmt: skip
    worth = at(simmons_at_level(), N, pi, p, piB, t, given=[*given, *sizes, *inside])
    value = at(kernel.part(worth, 1), given=inside)
    law = at(above_the_value_at_half(), *(names[name] for name in "Nawc"), given=[*inside, *sizes])
    half = arithmetic(term("(w + w^2)/N = t/(N*(t - 1)^2)", **names), *sizes)
    low, high = applied(inner.conclusion, "<", 2) or applied(inner.conclusion, "<=", 2) or ()
    larger = arithmetic(LESS(low, high), law, half, value, opaque=True)
    return generalise(kernel.discharge(inner.given[0], larger), *inner.variables)


@script("no minimum")
def no_minimum(goal: Goal) -> Refuted:
    """The value at 1/2 would be attained on the side of more yes, where all values are larger."""
    said = granted(goal)
    some = kernel.part(kernel.part(said, 1), 1)
    p, piB = Free("p #0"), Free("piB #0")
    outer = instance(some.conclusion, p)
    member = kernel.assume(instance(outer, piB))
    where = list(conjuncts(member))
    _, weakly, _ = _parts(goal.conclusion)
    larger = at(_above(goal, weakly), p, piB, given=where)
    nothing = arithmetic(FALSE, larger, where[-1], opaque=True)
    nothing = kernel.unpack(kernel.assume(outer), piB, nothing)
    return refuted_under(goal, kernel.unpack(some, p, nothing))
