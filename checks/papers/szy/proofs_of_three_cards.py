"""Scripts for three cards: Theorems 5.5 and 5.7 and Appendix D, where the variance is told by the gap p_1 - p_3."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from checks.papers.szy.own_lemmas import meaning, own_lemma
from checks.papers.szy.proofs_at_budgets import cards_are_private, put_in, variance_of_dealt_cards
from checks.papers.szy.proofs_of_budgets import law_of_report
from checks.papers.szy.proofs_of_comparison import both
from checks.papers.szy.proofs_of_decks import table
from checks.papers.szy.proofs_of_moments import survey_of_any_size
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    decided,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import FALSE, REAL, Apply, Free, Number, Term, applied, arrow, equal, quantified
from derivations.theory.automatic import conditions, definitions, facts_of, found, written_out
from derivations.theory.fractions import crosswise
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at, next_integer
from derivations.theory.sums import ONE

THREE = Number(3)
GAP = "((1 - p(2))/(p(1) - p(3))^2 - 1)"


@own_lemma(
    "forall N pi L p. people(N, pi) and size(L) and law(L, p) and L + 1 != 2*EY(L, p) implies "
    "modified_variance(N, pi, L, p, estimator(N, L, p)) = VarY(L, p)/(N*(L + 1 - 2*EY(L, p))^2)"
)
def variance_of_all_cards(goal: Goal) -> Proved:
    """The variance of modified Christofides, for every size of the population."""
    return survey_of_any_size(goal)


@own_lemma(
    "forall p. law(3, p) implies 3 + 1 - 2*EY(3, p) = 2*(p(1) - p(3)) "
    "and VarY(3, p) = 1 - p(2) - (p(1) - p(3))^2 and p(1) + p(2) + p(3) = 1 and 0 <= p(1) and 0 <= p(2) and 0 <= p(3)"
)
def moments_of_three(goal: Goal) -> Proved:
    """Mean and variance of the number on one of three cards."""
    facts = facts_of(kernel.assume(goal.given[0]))
    plain = normal(goal.conclusion, definitions("sum"))
    plain = derived.transitive(plain, normal(sides(plain.conclusion)[1], written_out))
    return derived.follow(symmetric(plain), shown(sides(plain.conclusion)[1], facts))


OF_THREE = "forall N pi p. people(N, pi) and law(3, p) and p(1) != p(3)"


@own_lemma(f"{OF_THREE} implies modified_variance(N, pi, 3, p, estimator(N, 3, p)) = {GAP}/(4*N)")
def by_the_gap(goal: Goal) -> Proved:
    """The variance of modified Christofides with three cards."""
    return _by_the_gap(goal, variance_of_all_cards())


@own_lemma(
    f"{OF_THREE} and 2 <= N implies improved_variance(N, pi, 3, p, estimator(N, 3, p)) = pi*(1 - pi)*{GAP}/(N - 1)"
)
def dealt_by_the_gap(goal: Goal) -> Proved:
    """The variance of improved Christofides with three cards."""
    return _by_the_gap(goal, variance_of_dealt_cards())


def _by_the_gap(goal: Goal, law: Proved) -> Proved:
    N, pi, p = goal.variables
    given = list(conjuncts(kernel.assume(goal.given[0])))
    given += conjuncts(rewritten(given[0], meaning("people"), unfolding("size")))
    mean, spread, *_facts = conjuncts(at(moments_of_three(), p, given=given))
    apart = next(fact for fact in given if applied(fact.conclusion, "not", 1))
    left, _ = sides(mean.conclusion)
    differ = arithmetic(term("m != 0", m=left), mean, apart, opaque=True)
    premise = next(part for part in both((applied(specialise(law, N, pi, THREE, p).conclusion, "implies", 2) or ())[0])
                   if applied(part, "not", 1))  # fmt: skip
    differ = arithmetic(premise, differ)
    three = found(term("size(3)"))
    worth = at(law, N, pi, THREE, p, given=[*given, *conjuncts(rewritten(given[0], meaning("people"))), three, differ])
    sizes = [fact for part in given for fact in facts_of(part) if not applied(fact.conclusion, "forall", 1)]
    return arithmetic(goal.conclusion, worth, mean, spread, apart, *sizes)


# -- the least variance at a budget ------------------------------------------------------------------------------------

ENDS = "(x = m/(t + 1) and y = t*m/(t + 1) or x = t*m/(t + 1) and y = m/(t + 1))"
KEPT = "0 < m and 1 < t and x + y = m and x <= t*y and y <= t*x and x != y"


@lemma(f"forall x y t m. {KEPT} implies (x - y)^2 <= (m*(t - 1)/(t + 1))^2")
def largest_gap(goal: Goal) -> Proved:
    """Where neither is more than t times the other, the two are apart by at most m (t - 1)/(t + 1)."""
    x, y, t, m = goal.variables
    names = {"x": x, "y": y, "t": t, "m": m}
    ends = [arithmetic(term(text, **names), *goal.given)
            for text in ("x - y <= m*(t - 1)/(t + 1)", "-(m*(t - 1)/(t + 1)) <= x - y")]  # fmt: skip
    return arithmetic(goal.conclusion, *ends)


@lemma("forall u v. u^2 = v^2 implies u = v or u = -v")
def equal_squares(goal: Goal) -> Proved:
    """Numbers with one square are equal or opposite."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(f"forall x y t m. {KEPT} implies (t + 1)^2/((t - 1)^2*m) <= m/(x - y)^2 "
       f"and (m/(x - y)^2 = (t + 1)^2/((t - 1)^2*m) iff {ENDS})")  # fmt: skip
def least_for_gap(goal: Goal) -> Proved:
    """m/(x - y)^2 is least where one of x and y is t times the other, and there only."""
    x, y, t, m = goal.variables
    names = {"x": x, "y": y, "t": t, "m": m}
    bound = at(largest_gap(), x, y, t, m, given=goal.given)
    least, (value, ends) = (both(goal.conclusion)[0], sides(both(goal.conclusion)[1]))
    smallest = arithmetic(least, bound, *goal.given)
    quotients = [part for side in sides(value) for part in applied(side, "/", 2) or ()]
    below = [arithmetic(term("0 < b", b=divisor), *goal.given) for divisor in quotients[1::2]]
    gap = at(crosswise(), *quotients, given=[*below, kernel.assume(value)])
    wide, most = term("(t + 1)*(x - y)", **names), term("m*(t - 1)", **names)
    which = at(equal_squares(), wide, most, given=[arithmetic(term("u^2 = v^2", u=wide, v=most), gap)])
    there = []
    for case, own in zip(applied(which.conclusion, "or", 2) or (), reversed(applied(ends, "or", 2) or ()), strict=True):
        parts = conjoined(*(arithmetic(part, case, *goal.given) for part in both(own)))
        there.append(arithmetic(ends, *conjuncts(parts)))
    forth = kernel.discharge(value, kernel.cases(which, *there))
    back = [arithmetic(value, *conjuncts(kernel.assume(case)), *goal.given) for case in applied(ends, "or", 2) or ()]
    back_from = kernel.discharge(ends, kernel.cases(kernel.assume(ends), *back))
    return kernel.conjoin(smallest, derived.equivalent(forth, back_from))


@lemma("forall N q z. 0 < N implies (z <= q implies (z - 1)/(4*N) <= (q - 1)/(4*N)) "
       "and ((q - 1)/(4*N) = (z - 1)/(4*N) implies q = z) "
       "and (q = z implies (q - 1)/(4*N) = (z - 1)/(4*N))")  # fmt: skip
def scaled(goal: Goal) -> Proved:
    """The variance is least where the square of the gap is largest."""
    found_parts = []
    for part in both(goal.conclusion):
        case, wanted = applied(part, "implies", 2) or ()
        found_parts.append(kernel.discharge(case, arithmetic(wanted, *goal.given, case)))
    return conjoined(*found_parts)


@lemma("forall N a q z. 2 <= N and 0 <= a and a <= 1 implies "
       "(z <= q implies a*(1 - a)*(z - 1)/(N - 1) <= a*(1 - a)*(q - 1)/(N - 1)) and (0 < a < 1 implies "
       "a*(1 - a)*(q - 1)/(N - 1) = a*(1 - a)*(z - 1)/(N - 1) implies q = z) "
       "and (q = z implies a*(1 - a)*(q - 1)/(N - 1) = a*(1 - a)*(z - 1)/(N - 1))")  # fmt: skip
def scaled_dealt(goal: Goal) -> Proved:
    """The same of the improved mechanism, where some have the attribute and some have not."""
    first, second, third = both(goal.conclusion)
    inner = taken_apart(second)
    _, a, q, z = goal.variables
    product = arithmetic(term("a*(1 - a)*(q - z) = 0", a=a, q=q, z=z), *goal.given, *inner.given)
    positive = arithmetic(term("0 < a*(1 - a)", a=a), *inner.given[:1])
    found_parts = [inner.qed(arithmetic(inner.conclusion, product, positive))]
    for part in (first, third):
        case, wanted = applied(part, "implies", 2) or ()
        found_parts.append(kernel.discharge(case, arithmetic(wanted, *goal.given, case)))
    return conjoined(found_parts[1], found_parts[0], found_parts[2])


@own_lemma(
    "forall N p i. size(N) and law(3, p) and integer(i) and 1 <= i and i <= N implies "
    "dealt_report(N, 3, p, i)(1, 1) = p(3) and dealt_report(N, 3, p, i)(1, 2) = p(2) "
    "and dealt_report(N, 3, p, i)(1, 3) = p(1) and dealt_report(N, 3, p, i)(2, 1) = p(1) "
    "and dealt_report(N, 3, p, i)(2, 2) = p(2) and dealt_report(N, 3, p, i)(2, 3) = p(3)"
)
def reports_of_dealt(goal: Goal) -> Proved:
    """The probabilities of the report of a respondent who keeps his card are those of one drawn by himself."""
    _N, p, _i = goal.variables
    given = list(conjuncts(kernel.assume(goal.given[0])))
    facts = [*given[2:], *conjuncts(rewritten(given[0], unfolding("size")))]
    law = conjuncts(rewritten(given[1], unfolding("law")))
    facts += [fact for fact in law if quantified(fact.conclusion, "forall") is None]
    facts += [found(term(text)) for text in ("integer(3)", "1 <= 3", "0 <= 3")]
    first, _ = sides(both(goal.conclusion)[0])
    assert isinstance(first, Apply)
    assert isinstance(first.function, Apply)
    laws = law_of_report(first.function.function, THREE, p, facts)
    entries = [part for k in (1, 2, 3) for part in conjuncts(at(laws, Number(k), given=[kernel.literal(Number(k))]))]
    entries = [rewritten(entry, mirrored_card) for entry in entries]
    return conjoined(*(next(e for e in entries if e.conclusion == part) for part in both(goal.conclusion)))


def mirrored_card(part: Term) -> Proved | None:
    """3 + 1 - 1 = 3, and the same of the others."""
    for k in (1, 2, 3):
        if part == term("L + 1 - k", L=THREE, k=Number(k)):
            return arithmetic(equal(part, Number(4 - k)))
    return None


@lemma(
    "forall D a b c t. D(1, 1) = c and D(1, 2) = b and D(1, 3) = a and D(2, 1) = a and D(2, 2) = b and D(2, 3) = c "
    "and 0 <= a and 0 <= b and 0 <= c and a <= t*c and c <= t*a and 1 <= t implies private(2, 3, D, t)"
)
def mirrored_is_private(goal: Goal) -> Proved:
    """Two mirrored laws of three reports are private at the level that their ends keep."""
    _D, a, b, c, t = goal.variables
    more = arithmetic(term("b <= t*b", b=b, t=t), *goal.given)
    own = [arithmetic(term("v <= t*v", v=v, t=t), *goal.given) for v in (a, c)]
    return found(goal.conclusion, *conjuncts(kernel.assume(goal.given[0])), more, *own)


@script("least variance of three cards")
def least_variance(goal: Goal, *, dealt: bool = False) -> Proved:
    """At a share of the middle card the printed variance is the least, at the printed cards and only there."""
    N, pi, t, c = goal.variables
    given = list(conjuncts(kernel.assume(goal.given[0])))
    every, *attained = both(goal.conclusion)
    inner = taken_apart(every)
    (p,) = inner.variables
    own = inner.facts
    sizes = [*given, *(part for fact in given for part in facts_of(rewritten(fact, meaning("people"))))]
    numbers = [fact for fact in sizes if fact is not given[0]]
    *_, shares, _first, _, _third = conjuncts(at(moments_of_three(), p, given=own))
    names = {"p": p, "t": t, "c": c}
    bounds = _bounds(own[-1], p, t, [*own, *numbers])
    middle = next(fact for fact in own if applied(fact.conclusion, "=", 2))
    whole = arithmetic(term("p(1) + p(3) = 1 - c", **names), shares, middle)
    apart = next(fact for fact in own if applied(fact.conclusion, "not", 1))
    more = arithmetic(term("0 < 1 - c", **names), *numbers)
    places = [term(text, **names) for text in ("p(1)", "p(3)", "t", "1 - c")]
    least, only = conjuncts(at(least_for_gap(), *places, given=[more, whole, *bounds, apart, *numbers]))
    law = dealt_by_the_gap if dealt else by_the_gap
    worth = rewritten(at(law(), N, pi, p, given=[*own, *sizes]), put_in(middle))
    smaller, larger = applied(least.conclusion, "<=", 2) or ()
    sign = [arithmetic(term("0 < N", N=N), *numbers)]
    scale = (
        at(scaled_dealt(), N, pi, larger, smaller, given=numbers)
        if dealt
        else at(scaled(), N, larger, smaller, given=sign)
    )
    below, back, forth = conjuncts(scale)
    smallest, same = both(inner.conclusion)
    inside, same = applied(same, "implies", 2) or (None, same)
    there, ends = sides(same)
    if inside is not None:
        back = kernel.detach(back, kernel.assume(inside))
    printed = derived.transitive(symmetric(worth), kernel.assume(there))
    onward = kernel.discharge(there, derived.follow(only, kernel.detach(back, printed)))
    at_ends = derived.follow(symmetric(only), kernel.assume(ends))
    backward = kernel.discharge(ends, derived.transitive(worth, kernel.detach(forth, at_ends)))
    unique = derived.equivalent(onward, backward)
    unique = kernel.discharge(inside, unique) if inside is not None else unique
    shown_there = kernel.conjoin(arithmetic(smallest, kernel.detach(below, least), worth, opaque=True), unique)
    return conjoined(inner.qed(shown_there), *(_possible(part, t, numbers) for part in attained))


def _bounds(private: Proved, p: Term, t: Term, known: Sequence[Proved]) -> list[Proved]:
    """Neither of the cards 1 and 3 is more than t times as many as the other, from the privacy of a report."""
    names = {"p": p, "t": t}
    if quantified(private.conclusion, "forall") is not None:  # of each of the dealt reports: of the first
        private = at(private, ONE, given=[kernel.literal(ONE), *known])
        entries = list(conjuncts(_laws(private.conclusion, known)))
        for row, column in ((ONE, Number(2)), (Number(2), ONE)):
            said = rewritten(private, unfolding("private"))
            for place in (row, column, ONE):
                said = at(said, place, given=[kernel.literal(place)])
            entries.append(said)
    else:
        entries = facts_of(private)
    return [arithmetic(term(text, **names), *entries) for text in ("p(1) <= t*p(3)", "p(3) <= t*p(1)")]


def _laws(private: Term, known: Sequence[Proved]) -> Proved:
    """The probabilities of the reports of one who keeps his card."""
    *_, design, _ = applied(private, "private", 4) or ()
    values = list[Term]()
    while isinstance(design, Apply):
        values.insert(0, design.argument)
        design = design.function
    N, _, p, i = values
    is_size = reduced(normal(term("size(N)", N=N), unfolding("size")), lambda it: shown(it, known))
    law = specialise(reports_of_dealt(), N, p, i)
    premise, _ = applied(law.conclusion, "implies", 2) or ()
    return rewritten(kernel.detach(law, shown(premise, [is_size, kernel.literal(ONE), *known])), conditions)


def _possible(wanted: Term, t: Term, numbers: Sequence[Proved]) -> Proved:
    """Printed proportions are a law, and keep the budget."""
    plain = normal(wanted, meaning("three"))
    formula = sides(plain.conclusion)[1]
    whole = [fact for fact in numbers if applied(fact.conclusion, "integer", 1)]
    plain_numbers = [fact for fact in numbers if fact not in whole]
    if quantified(formula, "forall") is None or applied(formula, "law", 2):
        return derived.follow(symmetric(plain), found(formula, *plain_numbers))
    return derived.follow(symmetric(plain), _each_is_private(formula, numbers))


def _each_is_private(formula: Term, numbers: Sequence[Proved]) -> Proved:
    """forall i in 1..N. private(2, 3, D(i), t), where D(i) deals three cards with given proportions."""
    inner = taken_apart(formula, 2)
    *_, design, t = applied(inner.conclusion, "private", 4) or ()
    assert isinstance(design, Apply)
    assert isinstance(design.function, Apply)
    p = design.function.argument
    cards = [sides(normal(p(Number(k)), conditions).conclusion)[1] for k in (1, 2, 3)]
    law = found(term("law(3, p)", p=p), *(fact for fact in numbers if not applied(fact.conclusion, "integer", 1)))
    laws = _laws(inner.conclusion, [law, *numbers, *map(kernel.assume, inner.given)])
    names = dict(zip("abc", cards, strict=True))
    bounds = [arithmetic(term(text, t=t, **names), *numbers)
              for text in ("0 <= a", "0 <= b", "0 <= c", "a <= t*c", "c <= t*a", "1 <= t")]  # fmt: skip
    return inner.qed(at(mirrored_is_private(), design, *cards, t, given=[*conjuncts(laws), *bounds]))


def fewer_middle_cards(own_law: Callable[[], Proved], goal: Goal) -> Refuted:
    """Of four cards one 1 and three 3 give a smaller variance than two cards 2 could at the same budget."""
    shares = (Fraction(1, 4), Fraction(0), Fraction(3, 4))
    values = {"N": Number(4), "pi": Number(shares[0]), "t": THREE, "c": Number(Fraction(1, 2)), "p": table(*shares)}
    said = specialise(kernel.assume(goal.statement), *values.values())
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    numbers = [found(term(text)) for text in ("integer(4)", "1 <= 4", "1 < 3", "0 <= 1/4")]
    premises = [
        _each_is_private(part, numbers) if "dealt_report" in str(part) else found(part) for part in both(premise)
    ]
    said = kernel.detach(said, conjoined(*premises))
    law = specialise(own_law(), *(values[name] for name in ("N", "pi", "p")))
    needed, _ = applied(law.conclusion, "implies", 2) or ()
    worth = kernel.detach(law, found(needed))
    _left, right = sides(worth.conclusion)
    worth = derived.transitive(worth, found(equal(right, Number(Fraction(3, 16)))))
    nothing = arithmetic(FALSE, said, worth)
    written = {**{name: str(value) for name, value in values.items()}, "p": f"({', '.join(map(str, shares))})"}
    return Refuted(derived.reject(goal.statement, nothing), tuple(written.items()), (Fraction(7, 16), Fraction(3, 16)))


@script("no such deck")
def no_such_deck(goal: Goal) -> Refuted:
    """Of four cards without a 2 none has a third of 1, as the budget log(2) would need."""
    values = {"N": Number(4), "pi": Number(Fraction(1, 4)), "t": Number(2), "c": Number(0)}
    said = specialise(kernel.assume(goal.statement), *values.values())
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    said = kernel.detach(said, conjoined(*map(found, both(premise))))
    p = Free("p #0", arrow(REAL, REAL))
    member = kernel.assume(instance(said.conclusion, p))
    facts = list(conjuncts(member))
    people = found(both(premise)[0])
    law = specialise(dealt_by_the_gap(), values["N"], values["pi"], p)
    needed, _ = applied(law.conclusion, "implies", 2) or ()
    worth = kernel.detach(law, shown(needed, [people, found(term("2 <= 4")), *facts]))
    *_, shares, _first, _, _third = conjuncts(at(moments_of_three(), p, given=facts))
    middle, apart = (next(f for f in facts if applied(f.conclusion, word, n)) for word, n in (("=", 2), ("not", 1)))
    square = arithmetic(term("(p(1) - p(3))^2 = 1/9", p=p), worth, facts[-1], middle, apart, shares)
    whole = next(fact for fact in facts if "whole" in str(fact.conclusion))
    card = at(rewritten(whole, meaning("whole")), ONE, given=[kernel.literal(ONE)])
    (number,) = applied(card.conclusion, "integer", 1) or ()
    ways = arithmetic(term("n = 4/3 or n = 8/3", n=number), square, shares, middle)
    nothing = []
    for case, below in zip(applied(ways.conclusion, "or", 2) or (), (ONE, Number(2)), strict=True):
        next_one = at(next_integer(), below, number, given=[card, kernel.literal(below)])
        nothing.append(arithmetic(FALSE, next_one, case))
    gone = kernel.unpack(said, p, kernel.cases(ways, *nothing))
    return Refuted(derived.reject(goal.statement, gone), tuple((name, str(value)) for name, value in values.items()))


# -- Appendix D --------------------------------------------------------------------------------------------------------


@script("variance of three cards")
def variance_of_three(goal: Goal) -> Proved:
    """The variance of three cards in terms of p_1 and p_2."""
    N, pi, a, b = goal.variables
    given = goal.facts
    p = term("fun k. if k = 1 then a else (if k = 2 then b else 1 - a - b)", a=a, b=b)
    plain = normal(goal.conclusion, meaning("three", "variance_of"))
    known = [rewritten(fact, meaning("three")) for fact in given]
    mean, spread, *_ = (rewritten(fact, conditions) for fact in conjuncts(at(moments_of_three(), p, given=known)))
    three = [found(term("size(3)"))]
    (differ,) = (part for part in both((applied(specialise(variance_of_all_cards(), N, pi, THREE, p).conclusion,
                 "implies", 2) or ())[0]) if applied(part, "not", 1))  # fmt: skip
    three.append(arithmetic(differ, mean, known[-1]))
    worth = at(variance_of_all_cards(), N, pi, THREE, p, given=[*known, *three])
    sizes = facts_of(rewritten(given[0], meaning("people")))
    shown_there = [
        arithmetic(part, worth, mean, spread, known[-1], *sizes) for part in both(sides(plain.conclusion)[1])
    ]
    return derived.follow(symmetric(plain), conjoined(*shown_there))


@script("private three cards")
def private_three(goal: Goal) -> Proved:
    """Three cards are private exactly where neither of the cards 1 and 3 is more than t times as many as the other."""
    a, b, t = goal.variables
    given = goal.facts
    private, ends = sides(goal.conclusion)
    facts = [part for fact in given for part in facts_of(rewritten(fact, meaning("three")))]
    entries = facts_of(rewritten(kernel.assume(private), meaning("three")))
    names = {"a": a, "b": b, "t": t}
    bounds = ("a <= t*(1 - a - b)", "1 - a - b <= t*a")
    first = [arithmetic(term(text, **names), *entries) for text in bounds]
    forth = conjoined(*(arithmetic(part, *first, *facts) for part in both(ends)))
    last = [arithmetic(term(text, **names), *conjuncts(kernel.assume(ends)), *facts) for text in bounds]
    *_, _design, _ = applied(private, "private", 4) or ()
    law = specialise(
        cards_are_private(), term("fun k. if k = 1 then a else (if k = 2 then b else 1 - a - b)", a=a, b=b), t
    )
    needed, _ = applied(law.conclusion, "implies", 2) or ()
    meant = normal(needed, conditions)
    known = [rewritten(given[0], meaning("three"), conditions), *last, arithmetic(term("1 <= t", t=t), *facts)]
    back = kernel.detach(law, derived.follow(symmetric(meant), shown(sides(meant.conclusion)[1], known)))
    back = reduced(normal(private, meaning("three")), lambda it: derived.follow(symmetric(normal(it)), rewritten(back)))
    return derived.equivalent(kernel.discharge(private, forth), kernel.discharge(ends, back))


@lemma("forall N a b. 0 < N and a != 1 - a - b implies (4*a + b - 4*a^2 - b^2 - 4*a*b)/(N*(4*a + 2*b - 2)^2) "
       "= ((1 - b)/(a - (1 - a - b))^2 - 1)/(4*N)")  # fmt: skip
def of_the_gap(goal: Goal) -> Proved:
    """f(p_1, p_2) in terms of the gap p_1 - p_3."""
    return arithmetic(goal.conclusion, *goal.given)


@script("least of f")
def least_of_f(goal: Goal) -> Proved:
    """f is least at both ends of the feasible range of p_1."""
    N, t, c = goal.variables
    facts = [part for formula in goal.given for part in facts_of(kernel.assume(formula))]
    first, second = both(goal.conclusion)
    plain = normal(first, meaning("variance_of"))
    same = derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *facts))
    inner = taken_apart(second)
    (a,) = inner.variables
    inside = inner.facts
    names = {"N": N, "t": t, "c": c, "a": a, "y": term("1 - a - c", a=a, c=c), "m": term("1 - c", c=c)}
    known = [arithmetic(term(text, **names), *inside, *facts)
             for text in ("0 < m", "a + y = m", "a <= t*y", "y <= t*a", "a != y")]  # fmt: skip
    least = kernel.part(at(least_for_gap(), a, names["y"], t, names["m"], given=[*known, *facts]), 0)
    smaller, larger = applied(least.conclusion, "<=", 2) or ()
    positive = arithmetic(term("0 < N", N=N), *facts)
    below = kernel.detach(kernel.part(at(scaled(), N, larger, smaller, given=[positive]), 0), least)
    gap = at(of_the_gap(), N, a, c, given=[positive, *known])
    plain = normal(inner.conclusion, meaning("variance_of"))
    low, _high = applied(sides(plain.conclusion)[1], "<=", 2) or ()
    end = arithmetic(equal(low, (applied(below.conclusion, "<=", 2) or ())[0]), *facts)
    ordered = arithmetic(sides(plain.conclusion)[1], end, below, gap, opaque=True)
    return kernel.conjoin(same, inner.qed(derived.follow(symmetric(plain), ordered)))


@script("fewer middle cards in f")
def fewer_middle_cards_in_f(goal: Goal) -> Refuted:
    """f(1/4, 0) is smaller than f at the end of the range where half of the cards are 2."""
    values = {name: Number(Fraction(v)) for name, v in zip("Ntcad", ("4", "3", "1/2", "1/4", "0"), strict=True)}
    written = tuple((name, str(value)) for name, value in values.items())
    return Refuted(refuted_at(goal.statement, list(values.values())), written, (Fraction(7, 16), Fraction(3, 16)))


@script("grows without bound")
def grows_without_bound(goal: Goal) -> Proved:
    """f is above z nearer to (1 - p_2)/2 than (1 - p_2)/(4 M) with M = 4 N (z^2 + 1) + 1."""
    N, c, z = goal.variables
    facts = [part for formula in goal.given for part in facts_of(kernel.assume(formula))]
    radius = term("(1 - c)/(4*(4*N*(z^2 + 1) + 1))", N=N, c=c, z=z)
    member = instance(goal.conclusion, radius)
    positive, every = both(member)
    inner = taken_apart(every)
    (a,) = inner.variables
    names = {"N": N, "a": a, "c": c, "z": z, "h": term("a - (1 - c)/2", a=a, c=c), "r": radius}
    apart, near = inner.facts
    near = rewritten(near, unfolding("abs"))
    small = arithmetic(term("h^2 <= r^2", **names), *_within(near, names))
    value = arithmetic(term("0 < h^2", **names), apart)
    large = at(large_near_half(), N, c, z, names["h"], given=[small, value, *facts])
    sizes = [arithmetic(term("0 < N", N=N), *facts), arithmetic(term("a != 1 - a - c", **names), apart)]
    gap = at(of_the_gap(), N, a, c, given=sizes)
    square = arithmetic(term("(a - (1 - a - c))^2 = 4*h^2", **names))
    plain = normal(inner.conclusion, meaning("variance_of"))
    there = arithmetic(sides(plain.conclusion)[1], large, rewritten(gap, put_in(square)), opaque=True)
    found_there = inner.qed(derived.follow(symmetric(plain), there))
    return kernel.witness(goal.conclusion, radius, kernel.conjoin(arithmetic(positive, *facts), found_there))


def _within(near: Proved, names: Mapping[str, Term]) -> list[Proved]:
    """-r < h < r from |h| < r."""
    h = names["h"]
    which = arithmetic(term("0 <= h or h < 0", h=h))
    found_cases = []
    for case in applied(which.conclusion, "or", 2) or ():
        there = rewritten(near, decided([kernel.assume(case)]))
        bounds = [arithmetic(term(text, **names), there, case, opaque=True) for text in ("h <= r", "-r <= h")]
        found_cases.append(kernel.conjoin(*bounds))
    return list(conjuncts(kernel.cases(which, *found_cases)))


@lemma("forall M h c. 1 <= M and 0 <= c and c < 1 and 0 < h^2 and 16*M^2*h^2 <= (1 - c)^2 implies 4*h^2*M < 1 - c")
def small_square(goal: Goal) -> Proved:
    """4 h^2 M is below 16 M^2 h^2, which is at most (1 - c)^2."""
    M, h, c = goal.variables
    names = {"M": M, "h": h, "c": c}
    less = arithmetic(term("4*h^2*M < 16*M^2*h^2", **names), *goal.given)
    square = arithmetic(term("(1 - c)^2 <= 1 - c", **names), *goal.given)
    return arithmetic(goal.conclusion, less, square, *goal.given)


@lemma("forall N c z h. integer(N) and 1 <= N and 0 <= c and c < 1 and 0 < h^2 "
       "and h^2 <= ((1 - c)/(4*(4*N*(z^2 + 1) + 1)))^2 implies z < ((1 - c)/(4*h^2) - 1)/(4*N)")  # fmt: skip
def large_near_half(goal: Goal) -> Proved:
    """(1 - p_2)/(4 h^2) is at least 4 M^2/(1 - p_2), and so more than 4 N z + 1."""
    N, c, z, h = goal.variables
    names = {"N": N, "c": c, "z": z, "h": h, "M": term("4*N*(z^2 + 1) + 1", N=N, z=z)}
    given = goal.facts
    above = arithmetic(term("1 <= M", **names), *given[:2])
    most = arithmetic(term("16*M^2*h^2 <= (1 - c)^2", **names), given[-1], above)
    large = at(small_square(), names["M"], h, c, given=[most, above, *given[2:5]])
    ratio = arithmetic(term("M < (1 - c)/(4*h^2)", **names), large, given[4])
    less = arithmetic(term("4*N*z + 1 <= M", **names), *given[:2])
    return arithmetic(
        goal.conclusion,
        arithmetic(term("4*N*z + 1 < q", q=term("(1 - c)/(4*h^2)", **names), **names), ratio, less, opaque=True),
        *given[:2],
    )


SCRIPTS: Mapping[str, Script] = {
    "least variance of dealt cards": partial(least_variance, dealt=True),
    "fewer middle cards": partial(fewer_middle_cards, by_the_gap),
    "fewer middle cards dealt": partial(fewer_middle_cards, dealt_by_the_gap),
}
