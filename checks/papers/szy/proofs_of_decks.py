"""Scripts for what the reports from one deck give away: all of them together, and one by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from checks.papers.szy.own_lemmas import meaning, own_lemma
from checks.papers.szy.proofs_of_budgets import for_each, law_of_report, three_cards
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    cut,
    decided,
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
    FALSE,
    PLUS,
    REAL,
    Abstract,
    Apply,
    Constant,
    Free,
    Number,
    Term,
    applied,
    arrow,
    closed,
    conditional,
    equal,
)
from derivations.theory.automatic import automatic, conditions, definitions, facts_of, found, inverses, written_out
from derivations.theory.logarithms import exp_rises
from derivations.theory.sampling import dealt_0, dealt_next
from derivations.theory.single_terms import at, in_both, next_integer
from derivations.theory.sums import ONE, ZERO


def table(*values: Fraction | int) -> Term:
    """The word, or the proportions, with these values."""
    x = Free("x #0")
    entry: Term = Number(0)
    for place, value in reversed(list(enumerate(values, 1))):
        entry = conditional(REAL)(equal(x, Number(place)), Number(Fraction(value)), entry)
    return closed(x, entry)


def dealt_out(part: Term) -> Proved | None:
    """The expectation of a number of cards that is known, card by card."""
    found_there = applied(part, "dealt", 4)
    if not found_there or not isinstance(found_there[0], Number):
        return None
    size, *rest = found_there
    assert isinstance(size, Number)
    if size == ZERO:
        return by(dealt_0())(part)
    before = Number(size.value - 1)
    same = arithmetic(equal(size, PLUS(before, ONE)))
    x = Free("size #0")
    head = Constant("dealt", kernel.DEFINITIONS["dealt"].type)
    longer = kernel.replace(same, closed(x, equal(part, head(x, *rest))), kernel.reflexive(part))
    step = by(dealt_next(), [arithmetic(equal(before, before)), kernel.literal(before)])(sides(longer.conclusion)[1])
    return derived.transitive(longer, step) if step else None


def worked_out(formula: Term) -> Proved:
    """A relation of probabilities of all reports at known words, worked out."""
    plain = normal(formula, definitions("sum", "prod", "dealt"))
    for steps in ([dealt_out], [definitions("sum", "prod"), written_out, conditions, decided([]), inverses]):
        plain = derived.transitive(plain, normal(sides(plain.conclusion)[1], *steps))
    return plain


def all_reports(
    values: Mapping[str, Term],
    seen: Sequence[Term],
    conditions_of: Callable[[Term], Proved],
    chance: Fraction,
    goal: Goal,
) -> Refuted:
    """Reports that are possible with some truths, with this chance, are impossible when one of these is another."""
    said = said_of(values, conditions_of, goal)
    said = specialise(rewritten(said, unfolding(_head(said.conclusion))), *seen)
    said = kernel.detach(said, found((applied(said.conclusion, "implies", 2) or ())[0]))
    said = specialise(said, ONE)
    for _ in range(2):
        said = kernel.detach(said, found((applied(said.conclusion, "implies", 2) or ())[0]))
    return impossible_without(derived.follow(worked_out(said.conclusion), said), chance, values, goal)


def impossible_without(worked: Proved, chance: Fraction, values: Mapping[str, Term], goal: Goal) -> Refuted:
    """Something with this chance is said to be at most so many times as likely as something impossible."""
    likely, impossible = applied(worked.conclusion, "<=", 2) or ()
    worth = [arithmetic(equal(side, Number(value))) for side, value in ((likely, chance), (impossible, Fraction(0)))]
    nothing = arithmetic(FALSE, worked, *worth, opaque=True)
    return Refuted(derived.reject(goal.statement, nothing), written(values, goal), (chance, Fraction(0)))


def said_of(values: Mapping[str, Term], conditions_of: Callable[[Term], Proved], goal: Goal) -> Proved:
    """What a statement says of outer variables with these values; its last premise holds in a way of its own."""
    said = specialise(kernel.assume(goal.statement), *(values[name] for name, _ in written(values, goal)))
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    return kernel.detach(said, each_part(premise, conditions_of))


def each_part(formula: Term, last: Callable[[Term], Proved]) -> Proved:
    """A conjunction: its last part in a way of its own, the others as they are found."""
    first, rest = applied(formula, "and", 2) or ()
    return kernel.conjoin(found(first), each_part(rest, last) if applied(rest, "and", 2) else last(rest))


def written(values: Mapping[str, Term], goal: Goal) -> tuple[tuple[str, str], ...]:
    """The outer variables that have a value, in their order, and how it is written."""
    names = (variable.name.split(" ")[0] for variable in goal.variables)
    return tuple((name, SHOWN.get(name) or _written(values[name])) for name in names if name in values)


def _head(formula: Term) -> str:
    while isinstance(formula, Apply):
        formula = formula.function
    assert isinstance(formula, Constant)
    return formula.name


def _written(value: Term) -> str:
    entries, rest = list[str](), value.body if isinstance(value, Abstract) else value
    while choice := applied(rest, "if", 3):
        entries.append(str(choice[1]))
        rest = choice[2]
    return f"({', '.join(entries)})" if entries else str(rest)


def largest_of_two(formula: Term) -> Proved:
    """log 2 is the larger one of log 2 and log 1/2, as exp rises."""
    small, large = term("log(1/3*(1/(2/3)))"), term("log(2/3*(1/(1/3)))")
    which = arithmetic(term("a <= b or b < a", a=small, b=large))
    below, above = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    risen = at(exp_rises(), large, small, given=[above])
    worth = [at(kernel.axiom("exp_log"), (applied(value, "log", 1) or ())[0]) for value in (small, large)]
    nothing = derived.absurd(below.conclusion, arithmetic(FALSE, risen, *worth))
    order = kernel.cases(which, below, nothing)
    plain = normal(formula, definitions())
    attained, bounded = applied(sides(plain.conclusion)[1], "and", 2) or ()
    some = kernel.witness(attained, ONE, found(instance(attained, ONE)))
    return derived.follow(symmetric(plain), kernel.conjoin(some, found(bounded, order)))


def _as_it_is(formula: Term) -> Proved:
    left, _ = applied(formula, "=", 2) or ()
    return kernel.reflexive(left)


TWO_CARDS = {
    "N": Number(3),
    "L": Number(2),
    "p": table(Fraction(1, 3), Fraction(2, 3)),
    "eps": term("log(2/3*(1/(1/3)))"),
}
THREE = table(Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
LARGER = "if log(p(1)/p(3)) <= log(p(3)/p(1)) then log(p(3)/p(1)) else log(p(1)/p(3))"
THREE_CARDS = {"N": Number(4), "p": THREE, "eps": sides(normal(term(LARGER, p=THREE)).conclusion)[1]}
SHOWN = {"eps": "log(2)"}


# -- one report --------------------------------------------------------------------------------------------------------


@lemma(
    "forall C D z. (forall a in 1..2. forall y in 1..3. C(a, y) = D(a, y)) implies private(2, 3, C, z) implies "
    "private(2, 3, D, z)",
    depth=5,
)
def same_privacy(goal: Goal) -> Proved:
    """Designs with the same entries are private at the same levels."""
    return automatic(goal)


@own_lemma(
    f"forall N p eps. size(N) and law(3, p) and 0 < p(1) and 0 < p(3) and eps = ({LARGER}) implies "
    "forall i in 1..N. least_level(2, 3, dealt_report(N, 3, p, i), exp(eps))"
)
def level_of_a_dealt_report(goal: Goal) -> Proved:
    """The report of each respondent, for himself, has the design of cards that are put back, and its level."""
    _, p, eps, _ = goal.variables
    size, *about_cards = conjuncts(kernel.assume(goal.given[0]))
    level = cut(
        three_cards(replace(goal, variables=(p, eps), given=tuple(f.conclusion for f in about_cards))), *about_cards
    )
    _, _, dealt, x = applied(goal.conclusion, "least_level", 4) or ()
    _, _, cards, _ = applied(level.conclusion, "least_level", 4) or ()
    facts = [
        *facts_of(size),
        *facts_of(about_cards[0]),
        *map(kernel.assume, goal.given[1:]),
        kernel.literal(THREE_OF_THEM),
    ]
    facts.append(shown(term("1 <= 3 and 0 <= 3")))
    whole = next(
        fact for fact in conjuncts(rewritten(about_cards[0], unfolding("law"))) if applied(fact.conclusion, "=", 2)
    )
    facts.append(whole)
    laws = [law_of_report(design, THREE_OF_THEM, p, facts) for design in (cards, dealt)]

    def entries(first: Term, second: Term) -> Proved:
        wanted = term("forall a in 1..2. forall y in 1..3. C(a, y) = D(a, y)", C=first, D=second)
        return for_each(2, wanted, entry)

    def entry(row: Term, formula: Term) -> Proved:
        column = taken_apart(formula)
        (y,) = column.variables
        known = [part for law in laws for part in conjuncts(at(law, y, given=column.given))]
        return column.qed(arithmetic(column.conclusion, *known))

    private, least = conjuncts(rewritten(level, unfolding("least_level")))
    there = kernel.detach(kernel.detach(specialise(same_privacy(), cards, dealt, x), entries(cards, dealt)), private)
    plain = normal(goal.conclusion, unfolding("least_level"))
    _, wanted = applied(sides(plain.conclusion)[1], "and", 2) or ()
    other = taken_apart(wanted)
    (z,) = other.variables
    back = kernel.detach(specialise(same_privacy(), dealt, cards, z), entries(dealt, cards))
    back = kernel.detach(back, kernel.assume(other.given[0]))
    smallest = other.qed(kernel.detach(specialise(least, z), back))
    return derived.follow(symmetric(plain), kernel.conjoin(there, smallest))


@script("three dealt cards")
def three_dealt_cards(goal: Goal) -> Proved:
    """What is said twice of one report is shown once."""
    return level_of_a_dealt_report()


THREE_OF_THEM = Number(3)


def deck_of(counts: tuple[int, ...], goal: Goal) -> Proved:
    """There is a deck with so many cards of each number."""
    deck = table(*(Fraction(count, sum(counts)) for count in counts))
    return kernel.witness(goal.conclusion, deck, found(instance(goal.conclusion, deck)))


@script("no deck of nine")
def no_deck_of_nine(goal: Goal) -> Refuted:
    """9 * 0.36 = 3.24 cards are more than 3 and fewer than 4, also where 0.36 is rounded."""
    p = Free("p #0", arrow(REAL, REAL))
    _, whole, share = conjuncts(kernel.assume(instance(goal.conclusion, p)))
    cards = term("9*p(2)", p=p)
    counted = at(rewritten(whole, meaning("whole")), Number(2), given=[kernel.literal(Number(2))])
    step = at(next_integer(), THREE_OF_THEM, cards, given=[counted, kernel.literal(THREE_OF_THEM)])
    share = rewritten(share, unfolding("abs"))
    side = arithmetic(term("0 <= p(2) - 36/100 or p(2) - 36/100 < 0", p=p))
    nothing = in_both(side, lambda case: arithmetic(FALSE, step, case, rewritten(share, decided([case]))))
    refuted = derived.reject(goal.statement, kernel.unpack(kernel.assume(goal.statement), p, nothing))
    return Refuted(refuted, (("N", "9"), ("p_2", "9/25")), (Fraction(81, 25), Fraction(3)))


SCRIPTS: Mapping[str, Script] = {
    "all reports of two cards": partial(
        all_reports, TWO_CARDS, [table(2, 2, 2), table(1, 2, 2), table(1, 2, 2)], largest_of_two, Fraction(1, 3)
    ),
    "all reports of three cards": partial(
        all_reports,
        THREE_CARDS,
        [table(2, 2, 2, 2), table(1, 2, 2, 2), table(1, 2, 3, 3)],
        _as_it_is,
        Fraction(1, 12),
    ),
    "deck of the survey": partial(deck_of, (1500000, 32526, 1720073)),
    "deck of nine": partial(deck_of, (2, 3, 4)),
}
