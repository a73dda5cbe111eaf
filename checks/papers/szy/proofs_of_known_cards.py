"""Scripts for Theorems 5.4 and 5.6 and their four cases where they fail: ratios, known cards, a card nobody has."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checks.papers.szy.own_lemmas import meaning, own_lemma
from checks.papers.szy.proofs_of_comparison import both
from checks.papers.szy.proofs_of_decks import (
    TWO_CARDS,
    each_part,
    impossible_without,
    largest_of_two,
    said_of,
    table,
    worked_out,
    written,
)
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    decided,
    instance,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, Apply, Free, Number, Term, applied, quantified
from derivations.theory.automatic import conditions, found, inverses
from derivations.theory.logarithms import exp_at_least
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE

TWO, THREE = Number(2), Number(3)


def _of_one(said: Proved, *places: Number) -> Proved:
    """What is said of all members of ranges, of these."""
    for place in places:
        said = at(said, place, given=[kernel.literal(place)])
    return said


def _of_respondent_1(said: Proved) -> Proved:
    """What is said of every respondent, of the first; what is said of none, as it is."""
    return _of_one(said, ONE) if quantified(said.conclusion, "forall") is not None else said


def _entry(level: Proved, *places: Number) -> Proved:
    """P(a, y) <= x P(b, y) at a, b, y, from the least level x of P."""
    private, _ = conjuncts(rewritten(level, unfolding("least_level")))
    return _of_one(rewritten(private, unfolding("private")), *places)


@script("ratio of cards")
def ratio_of_cards(goal: Goal) -> Refuted:
    """For the cards 1, 2, 2 the largest ratio is 2, more than its logarithm."""
    said = _of_respondent_1(said_of(TWO_CARDS, found, goal))
    cases, budget = kernel.part(said, 0), kernel.part(said, 1)
    premise, _ = applied(budget.conclusion, "implies", 2) or ()
    level = kernel.detach(budget, each_part(premise, largest_of_two))
    (ratio,) = applied(TWO_CARDS["eps"], "log", 1) or ()
    two = found(term("a = 2", a=ratio))
    exponential = at(kernel.axiom("exp_log"), ratio, given=[arithmetic(term("0 < a", a=ratio), two, opaque=True)])
    line = kernel.part(at(exp_at_least(), TWO_CARDS["eps"]), 0)
    told = [*conjuncts(_of_one(cases, ONE)), _entry(level, ONE, TWO, ONE)]
    known = [rewritten(fact, conditions, decided([]), inverses) for fact in (*told, line, exponential, two)]
    nothing = arithmetic(FALSE, *known, opaque=True)
    return Refuted(derived.reject(goal.statement, nothing), written(TWO_CARDS, goal), (term("log(2)"), Fraction(2)))


@script("answer given the card")
def answer_given_the_card(goal: Goal) -> Refuted:
    """Who knows that the card is 1, one in three, and the attribute, knows the answer: its probability is 1."""
    cases = kernel.part(_of_respondent_1(said_of(TWO_CARDS, largest_of_two, goal)), 0)
    first, *_ = conjuncts(_of_one(cases, ONE))
    worked = derived.follow(worked_out(first.conclusion), first)
    return Refuted(
        derived.reject(goal.statement, arithmetic(FALSE, worked)),
        written(TWO_CARDS, goal),
        (Fraction(1), Fraction(1, 3)),
    )


@script("seen with a card")
def seen_with_a_card(goal: Goal) -> Refuted:
    """Who has the card 1 of the cards 1, 2, 2 knows that the other has a card 2, and so his attribute."""
    said = _of_one(said_of(TWO_CARDS, largest_of_two, goal), ONE, TWO)
    differ, _ = applied(said.conclusion, "implies", 2) or ()
    said = _of_one(kernel.detach(said, found(differ)), ONE)
    said = _of_one(rewritten(said, unfolding("private")), ONE, TWO, ONE)
    return impossible_without(derived.follow(worked_out(said.conclusion), said), Fraction(1, 3), TWO_CARDS, goal)


# -- a card that nobody has --------------------------------------------------------------------------------------------

WITHOUT_ONES: Mapping[str, Term] = {"N": TWO, "L": THREE, "p": table(0, Fraction(1, 2), Fraction(1, 2))}


@own_lemma("forall f. exists z. largest(3, f, z)")
def one_is_largest(goal: Goal) -> Proved:
    """One of three numbers is the largest."""
    (f,) = goal.variables
    cases = ("f(2) <= f(1) and f(3) <= f(1)", "f(1) <= f(2) and f(3) <= f(2)", "f(1) <= f(3) and f(2) <= f(3)")
    formulas = [term(case, f=f) for case in cases]
    which = arithmetic(term("a or b or c", a=formulas[0], b=formulas[1], c=formulas[2]))
    found_there = []
    for place, case in zip((ONE, TWO, THREE), formulas, strict=True):
        value = f(place)
        plain = normal(instance(goal.conclusion, value), meaning("largest"))
        attained, bounded = applied(sides(plain.conclusion)[1], "and", 2) or ()
        some = kernel.witness(attained, place, found(instance(attained, place)))
        every = found(bounded, *conjuncts(kernel.assume(case)))
        there = derived.follow(symmetric(plain), kernel.conjoin(some, every))
        found_there.append(kernel.witness(goal.conclusion, value, there))
    _, others = applied(which.conclusion, "or", 2) or ()
    return kernel.cases(which, found_there[0], kernel.cases(kernel.assume(others), *found_there[1:]))


@script("no budget of cards")
def no_budget_of_cards(goal: Goal) -> Refuted:
    """Where there are cards 2 and 3 only, no report 1 comes from without the attribute: no budget is finite."""
    shown_at = written(WITHOUT_ONES, goal)
    said = specialise(kernel.assume(goal.statement), *(WITHOUT_ONES[name] for name, _ in shown_at))
    z = Free("z #0")
    said = specialise(said, z)
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    meant = kernel.assume(both(premise)[-1])
    level = _of_respondent_1(kernel.detach(said, each_part(premise, lambda _: meant)))
    entry = _entry(level, ONE, TWO, ONE)
    nothing = arithmetic(FALSE, derived.follow(worked_out(entry.conclusion), entry))
    if equation := applied(meant.conclusion, "=", 2):
        nothing = kernel.discharge(meant.conclusion, nothing)
        nothing = kernel.detach(kernel.instantiate(nothing, {z: equation[1]}), kernel.reflexive(equation[1]))
    else:
        largest = meant.conclusion
        assert isinstance(largest, Apply)
        assert isinstance(largest.function, Apply)
        nothing = kernel.unpack(kernel.specialise(one_is_largest(), largest.function.argument), z, nothing)
    return Refuted(derived.reject(goal.statement, nothing), shown_at)
