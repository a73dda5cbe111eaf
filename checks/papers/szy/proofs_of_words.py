"""Scripts for what the mechanisms are said to do, algorithm by algorithm, and for where their estimators exist."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checks.papers.szy.proofs_of_decks import table
from checks.papers.szy.proofs_of_moments import known, survey_of_any_size
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    instance,
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
from derivations.logic.terms import FALSE, INTEGER, NOT, Free, Number, Term, applied, closed, opened, quantified
from derivations.theory.automatic import definitions, facts_of, found
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at, by_conditions, either
from derivations.theory.sums import ONE, ZERO, in_range

MIRRORED = (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))


@script("case by case")
def case_by_case(goal: Goal, more: Sequence[Proved] = ()) -> Proved:
    """What is said of a card, a truth or a coin, once for each way in which the choices in it may turn out."""
    facts = [part for formula in goal.given for part in facts_of(kernel.assume(formula))]
    return _each_way(goal.conclusion, [*facts, *more])


def _each_way(formula: Term, facts: Sequence[Proved]) -> Proved:
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_each_way(side, facts) for side in both))
    if quantified(formula, "forall") is not None:
        inner = taken_apart(formula)
        more = [part for premise in inner.given for part in facts_of(kernel.assume(premise))]
        return inner.qed(_each_way(inner.conclusion, [*facts, *more]))
    show = _whole if applied(formula, "integer", 1) else by_conditions
    return reduced(normal(formula, definitions("sum")), lambda it: show(it, *facts))


def _whole(formula: Term, *facts: Proved) -> Proved:
    """integer(if A then a else b), from both."""
    (value,) = applied(formula, "integer", 1) or ()
    condition, first, second = applied(value, "if", 3) or ()
    ways = []
    for rule, case, branch in ((derived.if_true, condition, first), (derived.if_false, NOT(condition), second)):
        same = kernel.detach(rule(condition, first, second), kernel.assume(case))
        x = Free("x #0")
        ways.append(kernel.replace(symmetric(same), closed(x, INTEGER(x)), shown(INTEGER(branch), facts)))
    return kernel.cases(either(condition), *ways)


@script("everywhere")
def everywhere(goal: Goal) -> Proved:
    """What is said of truths and answers 1, 2, ..., for each of them."""
    depth = 0
    inner = taken_apart(goal.statement, depth)
    while not _of_numbers(inner.conclusion):
        depth += 1
        inner = taken_apart(goal.statement, depth)
    return inner.qed(found(inner.conclusion, *map(kernel.assume, inner.given)))


def _of_numbers(formula: Term) -> bool:
    """Whether this says something for all x in 1..k of the first index of a statement, where k is a number."""
    body = quantified(formula, "forall")
    premise = applied(opened(body, ONE), "implies", 2) if body is not None else None
    return premise is not None and premise[0] == in_range(ONE, Number(2))


# -- estimators --------------------------------------------------------------------------------------------------------


@script("estimator")
def estimator(goal: Goal) -> Proved:
    """The estimator is the one solution of an equation that is linear in it, and unbiased."""
    solution, mean = applied(goal.conclusion, "and", 2) or ()
    _, facts = known(goal)
    facts += goal.facts
    inner = taken_apart(solution)
    left, right = applied(inner.conclusion, "=", 2) or ()
    ways = []
    for premise, wanted in ((left, right), (right, left)):
        ways.append(kernel.discharge(premise, arithmetic(wanted, kernel.assume(premise), *facts)))
    unique = inner.qed(derived.equivalent(*ways))
    every = taken_apart(mean)
    whole = Goal(mean, (*goal.variables, *every.variables), (*goal.given, *every.given), every.conclusion)
    return conjoined(unique, every.qed(survey_of_any_size(whole)))


AT_CARDS = (("L", "3"), ("p", f"({', '.join(map(str, MIRRORED))})"))


def _with_mirrored_cards(goal: Goal) -> tuple[Proved, tuple[tuple[str, str], ...]]:
    """What a statement about unequal proportions says of the cards 1, 2, 2, 3, and for which numbers it does."""
    values = {"N": Number(4), "L": Number(3), "p": table(*MIRRORED)}
    body, names = goal.statement, list[str]()
    while (inner := quantified(body, "forall")) is not None:
        names.append(inner.hint)
        body = opened(inner, Free(inner.hint, inner.variable))
    said = specialise(kernel.assume(goal.statement), *(values[name] for name in names))
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    at_cards = (("N", "4"), *AT_CARDS) if "N" in names else AT_CARDS
    return kernel.detach(said, _unequal(premise, [ONE, Number(2)])), at_cards


def _unequal(formula: Term, cards: Sequence[Term]) -> Proved:
    """Conditions of which one says that there are two cards with unequal proportions."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_unequal(side, cards) for side in both))
    if quantified(formula, "exists") is not None:
        return kernel.witness(formula, cards[0], _unequal(instance(formula, cards[0]), cards[1:]))
    return found(formula)


@script("unequal proportions")
def at_mirrored_cards(goal: Goal) -> Refuted:
    """With the cards 1, 2, 2, 3, of unequal proportions, L + 1 = 2 E(Y)."""
    said, at_cards = _with_mirrored_cards(goal)
    (equation,) = applied(said.conclusion, "not", 1) or ()
    nothing = derived.clash(said, found(equation))
    return Refuted(derived.reject(goal.statement, nothing), at_cards, (Fraction(0), Fraction(0)))


@script("any number solves")
def any_number_solves(goal: Goal) -> Refuted:
    """With the cards 1, 2, 2, 3 all numbers solve the equation of which the estimator would be the one solution."""
    said, at_cards = _with_mirrored_cards(goal)
    twos = term("fun t. 2")
    ends = []
    for number in (ZERO, ONE):
        same = specialise(kernel.part(said, 0), twos, twos, number)
        left, _ = sides(same.conclusion)
        ends.append(derived.follow(same, found(left)))
    theorem = derived.reject(goal.statement, arithmetic(FALSE, *ends, opaque=True))
    return Refuted(theorem, (*at_cards, ("z", "1")), (Fraction(1), None))


@script("solvable")
def solvable(goal: Goal) -> Proved:
    """a + z b = r has a solution for every r exactly where b is not 0."""
    apart, every = sides(goal.conclusion)
    (nothing,) = applied(apart, "not", 1) or ()
    divisor, _ = sides(nothing)
    inner = taken_apart(every)
    (r,) = inner.variables
    left, _ = sides(instance(inner.conclusion, ZERO))
    mean, _ = applied(left, "+", 2) or ()
    z = term("(r - a)/b", r=r, a=mean, b=divisor)
    here = arithmetic(instance(inner.conclusion, z), kernel.assume(apart))
    forth = kernel.discharge(apart, inner.qed(kernel.witness(inner.conclusion, z, here)))
    there = specialise(kernel.assume(every), term("a + 1", a=mean))
    some = Free("z #0")
    solved = kernel.assume(instance(there.conclusion, some))
    false = kernel.unpack(there, some, arithmetic(FALSE, solved, kernel.assume(nothing)))
    return derived.equivalent(forth, kernel.discharge(every, derived.reject(nothing, false)))


# -- one report among many ---------------------------------------------------------------------------------------------


@script("branches")
def branches(goal: Goal) -> Proved:
    """The report of a respondent, from what his truth and his card may be."""
    named = goal.names
    facts = [part for formula in goal.given for part in facts_of(kernel.assume(formula))]
    words = [rewritten(kernel.assume(formula), unfolding("word")) for formula in goal.given]
    letters = [part for word in words for part in conjuncts(word) if quantified(part.conclusion, "forall") is not None]
    inside = [at(letter, named["i"], given=facts) for letter in letters]
    return case_by_case(Goal(goal.statement, goal.variables, goal.given, goal.conclusion), inside)


@script("exchanged branches")
def exchanged_branches(goal: Goal) -> Refuted:
    """With cards 1 and 2, who has the attribute and draws 1 would report 1, where 1 is 2 away from 3."""
    ones = term("fun t. 1")
    values = {"L": Number(2), "N": ONE, "x": ones, "y": ones, "i": ONE}
    names = [variable.name.split(" ")[0] for variable in goal.variables]
    theorem = refuted_at(goal.statement, [values[name] for name in names])
    at_cards = (("L", "2"), ("N", "1"), ("x", "(1)"), ("y", "(1)"), ("i", "1"))
    return Refuted(theorem, at_cards, (Fraction(1), Fraction(2)))


# -- roots of numbers --------------------------------------------------------------------------------------------------


def _root(number: Term, *facts: Proved) -> list[Proved]:
    """0 <= sqrt(a) and sqrt(a)^2 = a"""
    positive = arithmetic(term("0 <= a", a=number), *facts)
    return list(conjuncts(at(kernel.axiom("sqrt"), number, given=[positive])))


@script("root of ten thousand")
def root_of_ten_thousand(goal: Goal) -> Proved:
    """The root of 10^4 is 100."""
    (N,) = goal.variables
    said = kernel.assume(goal.given[0])
    hundred = arithmetic(term("sqrt(N) = 100", N=N), *_root(N, said), said)
    first, second = applied(goal.conclusion, "and", 2) or ()
    return kernel.conjoin(arithmetic(first, hundred), arithmetic(second, hundred))


@script("root of four")
def root_of_four(goal: Goal) -> Proved:
    """From 4 on the root is at least 2."""
    (N,) = goal.variables
    large = list(conjuncts(kernel.assume(goal.given[0])))
    two = arithmetic(term("2 <= sqrt(N)", N=N), *_root(N, *large), *large)
    return arithmetic(goal.conclusion, two)


@script("root of three")
def root_of_three(goal: Goal) -> Refuted:
    """The root of 3 is below 2."""
    three = Number(3)
    said = specialise(kernel.assume(goal.statement), three)
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    said = kernel.detach(said, found(premise))
    root = _root(three)
    positive = arithmetic(term("0 < sqrt(3)"), *root)
    two = arithmetic(term("2 <= sqrt(3)"), said, positive)
    return Refuted(derived.reject(goal.statement, arithmetic(FALSE, two, *root)), (("N", "3"),))
