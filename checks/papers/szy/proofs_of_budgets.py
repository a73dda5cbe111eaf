"""Scripts for the budgets of sections 5.1 to 5.4: what the printed logarithms are, and the laws of the reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce

from checks.papers.collection import load_paper
from checks.verifying.stated import definitions as words_of
from checks.verifying.stated import statement_of
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
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
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import (
    EXP,
    NOT,
    OR,
    REAL,
    Abstract,
    Apply,
    Free,
    Number,
    Term,
    applied,
    arrow,
    closed,
    equal,
    opened,
    parts,
    quantified,
)
from derivations.theory.automatic import automatic, conditions, definitions, found
from derivations.theory.logarithms import exp_rises
from derivations.theory.single_terms import at, by_conditions, each, either, sum_picked, summed
from derivations.theory.sums import ONE, in_range, in_sums, sum_scale
from derivations.theory.weighted import dealt_card

TWO = Number(2)
_SUM = term("sum")


# -- logarithms ------------------------------------------------------------------------------------------------------


def budget(goal: Goal) -> Proved:
    """What is said of exp(eps), where eps is given as a logarithm, a choice of some, or the larger of two."""
    return _at_budget(goal, goal.conclusion)


def budget_on_either_side(goal: Goal) -> Proved:
    """The budget where the truth is the rarer answer, and where it is not, when yes and no are exchanged."""
    rarer, otherwise = applied(goal.conclusion, "and", 2) or ()
    inner, exchanged = taken_apart(rarer), taken_apart(otherwise)
    return kernel.conjoin(inner.qed(budget(inner)), exchanged.qed(automatic(exchanged)))


def _at_budget(goal: Goal, conclusion: Term) -> Proved:
    eps = next(v for v in goal.variables if v.name.split(" ")[0] == "eps")
    facts = goal.facts
    said = next(fact for fact in facts if (found := applied(fact.conclusion, "=", 2)) and found[0] == eps)
    meant = rewritten(said, unfolding("max"))
    return _with_exponential(meant, [fact for fact in facts if fact is not said], conclusion)


def _with_exponential(meant: Proved, facts: Sequence[Proved], wanted: Term) -> Proved:
    """What is wanted of exp(eps), in each case of |- eps = if A then log(a) else log(b)."""
    _, value = sides(meant.conclusion)
    if (choice := applied(value, "if", 3)) is None:
        same = _exponential(meant, facts)
        level = Free("level #0")
        pattern = closed(level, _replaced(wanted, sides(same.conclusion)[0], level))
        return kernel.replace(symmetric(same), pattern, found(opened(pattern, sides(same.conclusion)[1]), *facts))
    shown = []
    for rule, case in ((derived.if_true, choice[0]), (derived.if_false, NOT(choice[0]))):
        known = kernel.assume(case)
        own = derived.transitive(meant, kernel.detach(rule(*choice), known))
        shown.append(_with_exponential(own, [*facts, *_without_logarithms(known, facts)], wanted))
    return kernel.cases(either(choice[0]), *shown)


def _replaced(formula: Term, old: Term, new: Term) -> Term:
    """The formula with a term that speaks of no bound variable in the place of another."""
    if formula == old:
        return new
    if isinstance(formula, Apply):
        return Apply(_replaced(formula.function, old, new), _replaced(formula.argument, old, new))
    return formula


def _without_logarithms(known: Proved, facts: Sequence[Proved]) -> list[Proved]:
    """a <= b from log(a) <= log(b), and from its negation b <= a."""
    denied = applied(known.conclusion, "not", 1)
    compared = applied(denied[0] if denied else known.conclusion, "<=", 2)
    if not compared or not all(applied(side, "log", 1) for side in compared):
        return [known]
    smaller, larger = compared[::-1] if denied else compared
    ordered = at(exp_rises(), smaller, larger, given=[arithmetic(term("a <= b", a=smaller, b=larger), known)])
    (a,), (b,) = (applied(side, "log", 1) or () for side in (smaller, larger))
    values = [_of_logarithm(side, facts) for side in compared]
    return [arithmetic(term("a <= b", a=a, b=b), ordered, *values, *facts)]


def _of_logarithm(logarithm: Term, facts: Sequence[Proved]) -> Proved:
    """exp(log(a)) = a"""
    (value,) = applied(logarithm, "log", 1) or ()
    return at(kernel.axiom("exp_log"), value, given=[found(term("0 < a", a=value), *facts)])


def _exponential(meant: Proved, facts: Sequence[Proved]) -> Proved:
    """exp(eps) = a from eps = log(a)"""
    same = kernel.congruent(kernel.reflexive(EXP), meant)
    return derived.transitive(same, _of_logarithm(sides(meant.conclusion)[1], facts))


# -- cards -----------------------------------------------------------------------------------------------------------

MIRRORED = (
    "(forall k in 1..L. 0 < p(k)) and (forall y in 1..L. D(1, y) = p(L + 1 - y) and D(2, y) = p(y)) and "
    "(forall k in 1..L. p(L + 1 - k) <= x * p(k)) and integer(j) and 1 <= j <= L and p(L + 1 - j) = x * p(j)"
)


@lemma(f"forall L p D x j. integer(L) and {MIRRORED} implies least_level(2, L, D, x)")
def mirrored_level(goal: Goal) -> Proved:
    """The level of a design whose two laws are mirror images is the largest ratio of mirrored probabilities."""
    L, p, D, x, j = goal.variables
    names = {"L": L, "p": p, "D": D, "x": x, "j": j}
    given = list(conjuncts(kernel.assume(goal.given[0])))
    positive, laws, bounded = [fact for fact in given if quantified(fact.conclusion, "forall") is not None]
    given = [fact for fact in given if fact not in (positive, laws, bounded)]
    plain = normal(goal.conclusion, unfolding("least_level", "private"))
    private, least = applied(sides(plain.conclusion)[1], "and", 2) or ()

    def of(y: Term, *inside: Proved) -> list[Proved]:
        """What is known of a report and of its mirror image."""
        mirror = term("L + 1 - y", L=L, y=y)
        back = kernel.congruent(kernel.reflexive(p), arithmetic(term("L + 1 - (L + 1 - y) = y", L=L, y=y)))
        facts = [*given, *inside]
        found = [part for place in (y, mirror) for law in (positive, bounded) for part in [at(law, place, given=facts)]]
        return [*found, back, *conjuncts(at(laws, y, given=facts))]

    at_least_one = arithmetic(term("1 <= x", **names), *of(j), *given)
    y = Free("y #0")
    inside = kernel.assume(in_range(y, L))
    known = [*of(y, inside), at_least_one, inside]
    text = "D(a, y) <= x * D(b, y)"
    entries: dict[tuple[Term, Term], Proved] = {
        (row, column): each(y, L, arithmetic(term(text, a=row, b=column, y=y, D=D, x=x), *known))
        for row in (ONE, TWO)
        for column in (ONE, TWO)
    }
    shown = for_each(2, private, lambda row, rest: for_each(2, rest, lambda column, _: entries[row, column]))
    z = Free("z #0")
    premise, _ = applied(opened(quantified(least, "forall") or closed(z, least), z), "implies", 2) or ()
    level = kernel.assume(premise)
    for value, facts in ((ONE, [kernel.literal(ONE)]), (TWO, [kernel.literal(TWO)]), (j, given)):
        level = at(level, value, given=facts)
    smallest = arithmetic(term("x <= z", x=x, z=z), level, *of(j), *given)
    smallest = kernel.discharge(premise, smallest)
    return derived.follow(symmetric(plain), kernel.conjoin(shown, generalise(smallest, z)))


def for_each(count: int, wanted: Term, show: Callable[[Term, Term], Proved]) -> Proved:
    """forall x in 1..count. F(x), where `show` takes 1 and F(1), then 2 and F(2), and so on, to theorems of these."""
    x = Free("x #0")
    inside, pattern = applied(instance(wanted, x), "implies", 2) or ()
    places = [Number(place) for place in range(1, count + 1)]
    found_there = []
    for place in places:
        _, formula = applied(instance(wanted, place), "implies", 2) or ()
        same = kernel.assume(equal(x, place))
        found_there.append(kernel.replace(symmetric(same), closed(x, pattern), show(place, formula)))
    which = arithmetic(
        reduce(lambda rest, place: OR(equal(x, place), rest), places[-2::-1], equal(x, places[-1])), inside
    )
    return kernel.generalise(x, kernel.discharge(inside, _by_cases(which, found_there)))


def _by_cases(which: Proved, shown: Sequence[Proved]) -> Proved:
    """H |- A or B or ..., and C under each of them  ==>  H |- C"""
    first, *others = shown
    if not others:
        return first
    _, rest = applied(which.conclusion, "or", 2) or ()
    return kernel.cases(which, first, _by_cases(kernel.assume(rest), others))


@lemma("forall L p y c. integer(L) and 0 <= L implies integer(c) and 1 <= c <= L implies "
       "(sum k in 1..L. p(k) * (if k = c then 1 else 0)) = p(c)")  # fmt: skip
def picked_card(goal: Goal) -> Proved:
    """Of all cards one counts."""
    L, p, _, c = goal.variables
    k = Free("k #0")
    same = by_conditions(term("p(k) * (if k = c then 1 else 0) = (if k = c then p(k) else 0)", p=p, k=k, c=c))
    return derived.transitive(
        summed(k, L, same, goal.given[:1]), at(sum_picked(), L, c, p, given=goal.given, premises=2)
    )


def law_of_report(design: Term, L: Term, p: Term, facts: Sequence[Proved]) -> Proved:
    """forall y in 1..L. D(1, y) = p(L + 1 - y) and D(2, y) = p(y), for Christofides' design D."""
    y, k = Free("y #0"), Free("k #0")
    inside = kernel.assume(in_range(y, L))
    found = []
    for truth in (ONE, TWO):
        worked = normal(design(truth, y), definitions("sum", "dealt"), conditions)
        if applied(sides(worked.conclusion)[1], "dealt", 4):
            worked = derived.transitive(worked, _of_one_card(sides(worked.conclusion)[1], [*facts, inside]))
        _, function = applied(sides(worked.conclusion)[1], "sum", 2) or ()
        card = term("L + 1 - y", L=L, y=y) if truth == ONE else y
        wanted = term("p(k) * (if k = c then 1 else 0)", p=p, k=k, c=card)
        each_card = by_conditions(equal(sides(normal(function(k)).conclusion)[1], wanted))
        known = [*facts, inside]
        whole = at(picked_card(), L, p, y, card, given=known, premises=2)
        found.append(derived.transitive(derived.transitive(worked, summed(k, L, each_card, facts)), whole))
    return each(y, L, conjoined(*found))


def budget_of_cards(goal: Goal) -> Proved:
    """The level of Christofides' design, and the probabilities of its reports."""
    return _of_cards(goal, goal.conclusion)


def _of_cards(goal: Goal, conclusion: Term) -> Proved:
    named = goal.names
    level, printed = conclusion, list[Term]()
    while found := applied(level, "and", 2):
        printed.append(found[0])
        level = found[1]
    premises, level = conditional if (conditional := applied(level, "implies", 2)) else (None, level)
    assumed = [*goal.given, *([premises] if premises is not None else [])]
    facts = [fact for formula in assumed for fact in conjuncts(rewritten(kernel.assume(formula), unfolding("size")))]
    largest = next(fact for fact in facts if str(fact.conclusion).startswith("largest"))
    L, p, eps = (named[name] for name in ("L", "p", "eps"))
    numbers = [f for f in facts if f is not largest and quantified(f.conclusion, "forall") is None]
    laws_of = [f for f in numbers if applied(f.conclusion, "law", 2)]
    numbers = [f for f in numbers if f not in laws_of]
    numbers += [part for f in laws_of for part in conjuncts(rewritten(f, unfolding("law")))
                if quantified(part.conclusion, "forall") is None]  # fmt: skip
    numbers.append(arithmetic(term("0 <= L", L=L), *numbers))
    positive = next(f for f in facts if f is not largest and quantified(f.conclusion, "forall") is not None)
    attained, bounded = conjuncts(rewritten(largest, definitions("sum", "law")))
    _, _, design, _ = applied(level, "least_level", 4) or ()
    x = term("exp(eps)", eps=eps)
    laws = law_of_report(design, L, p, numbers)
    k, j = Free("k #0"), Free("j #0")

    def ratio(card: Term, *inside: Proved) -> tuple[Proved, Proved]:
        """exp(log(p_(L + 1 - k) / p_k)) p_k = p_(L + 1 - k), and that p_k is positive"""
        mirror = term("L + 1 - k", L=L, k=card)
        known = [*numbers, *inside]
        own, other = (at(positive, place, given=known) for place in (card, mirror))
        quotient = term("p(L + 1 - k)/p(k)", p=p, L=L, k=card)
        above = arithmetic(term("0 < q", q=quotient), own, other)
        exponential = at(kernel.axiom("exp_log"), quotient, given=[above])
        return arithmetic(
            term("exp(log(q)) * p(k) = p(L + 1 - k)", q=quotient, p=p, k=card, L=L), exponential, own
        ), own

    inside = kernel.assume(in_range(k, L))
    same, own = ratio(k, inside)
    below = at(bounded, k, given=[inside])
    smaller, larger = applied(below.conclusion, "<=", 2) or ()
    grown = at(exp_rises(), smaller, larger, given=[below])
    bound = each(k, L, arithmetic(term("p(L + 1 - k) <= x * p(k)", p=p, k=k, L=L, x=x), grown, same, own))
    here = kernel.assume(instance(attained.conclusion, j))
    place, met = kernel.part(here, 0), kernel.part(here, 1)
    reached, own = ratio(j, place)
    exponentials = kernel.congruent(kernel.reflexive(EXP), met)
    touched = arithmetic(term("p(L + 1 - j) = x * p(j)", p=p, j=j, L=L, x=x), exponentials, reached)
    given = [*numbers, positive, laws, bound, *conjuncts(place), touched]
    law = specialise(mirrored_level(), L, p, design, x, j)
    premise, _ = applied(law.conclusion, "implies", 2) or ()
    level_is_least = kernel.unpack(attained, j, kernel.detach(law, shown(premise, given)))
    if premises is not None:
        level_is_least = kernel.discharge(premises, level_is_least)
    cases = [_case(part, p, L, laws, numbers) for part in printed]
    return conjoined(*cases, level_is_least)


def _case(wanted: Term, p: Term, size: Term, laws: Proved, facts: Sequence[Proved]) -> Proved:
    """forall k in 1..L. D(1, L + 1 - k) = p(k) and ..., from the law of a report."""
    k = Free("k #0")
    inside, formula = applied(instance(wanted, k), "implies", 2) or ()
    known = [*facts, kernel.assume(inside)]
    mirror = term("L + 1 - k", L=size, k=k)
    here = [part for place in (k, mirror) for part in conjuncts(at(laws, place, given=known))]
    back = kernel.congruent(kernel.reflexive(p), arithmetic(term("L + 1 - (L + 1 - k) = k", L=size, k=k)))
    return kernel.generalise(k, kernel.discharge(inside, arithmetic(formula, *here, back)))


# -- a dealt deck ----------------------------------------------------------------------------------------------------


def budget_of_dealt_cards(goal: Goal) -> Proved:
    """The same of the report of each respondent i, for himself, whose card comes from a dealt deck."""
    inner = taken_apart(goal.conclusion, depth=2)
    whole = Goal(goal.statement, (*goal.variables, *inner.variables), (*goal.given, *inner.given), inner.conclusion)
    return inner.qed(budget_of_cards(whole))


def _of_one_card(dealt: Term, facts: Sequence[Proved]) -> Proved:
    """The expectation of a score of one card, from N p_k cards k, is its mean under p."""
    N, L, deck, statistic = applied(dealt, "dealt", 4) or ()
    w, k = Free("w #0", arrow(REAL, REAL)), Free("k #0")
    body = opened(statistic, w)  # type: ignore[arg-type]
    (letter,) = {part for part in parts(body) if isinstance(part, Apply) and part.function == w}
    score = closed(k, _replaced(body, letter, k))
    assert isinstance(letter, Apply)
    numbers = [*facts, *(arithmetic(term("0 <= n", n=size), *facts) for size in (N, L))]
    count = chain(term("sum(L, c)", L=L, c=deck)).rewrite(in_sums(numbers)).arithmetic(N, *numbers).theorem
    law = at(dealt_card(), N, L, deck, letter.argument, score, given=[*numbers, count], premises=5)
    assert isinstance(deck, Abstract)
    _, share = applied(opened(deck, k), "*", 2) or ()
    terms = term("fun k. q(k) * g(k)", q=closed(k, share), g=score)
    mean = sides(normal(_SUM(L, terms)).conclusion)[1]
    counted, shared = _times(deck, score), term("fun k. N * t(k)", N=N, t=terms)
    one = arithmetic(equal(_at(counted, k), _at(shared, k)))
    cards = summed(k, L, one, numbers)
    scaled = at(sum_scale(), L, N, sides(normal(terms).conclusion)[1], given=numbers)
    return chain(dealt).then(law).arithmetic(mean, cards, scaled, count, *numbers).theorem


def _times(first: Term, second: Term) -> Term:
    return term("fun k. f(k) * g(k)", f=first, g=second)


def _at(function: Term, value: Term) -> Term:
    return sides(normal(function(value)).conclusion)[1]


@cache
def _levels_of_three() -> tuple[Proved, Proved]:
    """The level of Christofides' design with three cards, where the card 1 is the rarer one of 1 and 3, and else."""
    text = "forall p x. law(3, p) and 0 < p(1) and 0 < p(3) and p({0}) <= p({1}) and x = p({1})/p({0}) implies "
    paper = load_paper("SZY")
    own = words_of(paper.definitions, paper.key)
    found = [text.format(*cards) + "least_level(2, 3, christofides(3, p), x)" for cards in ((1, 3), (3, 1))]
    first, second = (taken_apart(statement_of(said, own)) for said in found)
    return first.qed(automatic(first)), second.qed(automatic(second))


@lemma("forall a b. 0 < a and 0 < b implies a/b <= b/a implies a <= b")
def smaller_of_ratios(goal: Goal) -> Proved:
    """The smaller of two ratios has the smaller number above."""
    a, b = goal.variables
    squares = arithmetic(term("a^2 <= b^2", a=a, b=b), *map(kernel.assume, goal.given))
    return arithmetic(goal.conclusion, squares, kernel.assume(goal.given[0]))


def three_cards(goal: Goal) -> Proved:
    """The level of three cards is the larger of two ratios: logarithms rise."""
    p, eps = goal.variables
    facts = goal.facts
    same, positive = facts[-1], facts[:-1]
    ends = {"a": term("p(1)", p=p), "b": term("p(3)", p=p)}
    ratios = [term(text, **ends) for text in ("a/b", "b/a")]
    values = [
        at(kernel.axiom("exp_log"), ratio, given=[arithmetic(term("0 < r", r=ratio), *positive[1:])])
        for ratio in ratios
    ]
    logs = [term("log(r)", r=ratio) for ratio in ratios]

    def in_case(case: Term, below: int, above: int) -> Proved:
        known = kernel.assume(case)
        chosen = rewritten(same, decided([known]))
        risen = at(exp_rises(), logs[below], logs[above], given=[known])
        numbers = [ends["ab"[below]], ends["ab"[above]]]
        risen = rewritten(risen, *map(by, values))
        order = at(smaller_of_ratios(), *numbers, given=[*positive, risen], premises=2)
        level = derived.transitive(kernel.congruent(kernel.reflexive(EXP), chosen), values[above])
        return at(_levels_of_three()[below], p, term("exp(eps)", eps=eps), given=[*positive, order, level])

    either_is = arithmetic(term("s <= t or t < s", s=logs[0], t=logs[1]))
    first, second = applied(either_is.conclusion, "or", 2) or ()
    return kernel.cases(either_is, in_case(first, 0, 1), in_case(second, 1, 0))


SCRIPTS = {
    "budget": budget,
    "budget on either side": budget_on_either_side,
    "budget of cards": budget_of_cards,
    "budget of dealt cards": budget_of_dealt_cards,
    "three cards": three_cards,
}
