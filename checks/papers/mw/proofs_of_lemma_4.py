"""Scripts for Lemma 4 of PCKV-UE and its proof (57), where what is printed fails."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from checks.papers.mw.own_words import said
from checks.papers.mw.proofs_of_strings import DOMAIN, both_levels, larger_at_most, levels
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    decided,
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
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, Term, applied, equal
from derivations.theory.automatic import automatic, found
from derivations.theory.logarithms import exp_apart, exp_at_least, exp_order, exp_rises
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at, by_conditions

MATRIX = {"a": "2/3", "b": "3/4", "p": "3/5", "x1": "6", "x2": "3/2", "x": "16/5"}
STRINGS = {"a": "3/5", "b": "2/3", "p": "4/5", "m": "2", "x1": "3", "x2": "4"}
LEVEL = "24/5"
BUDGETS = "1 <= x1 and 1 <= x2 and a*b/((1 - a)*(1 - b)) = x1 and p = x2/(x2 + 1)"
RATIOS = ("a*p/((1 - b)/2)*(b/(1 - a))", "a*p/(a*(1 - p))")
EVERY = "(forall i in 1..m. forall j in 1..m. strings_within(m, club(b, a, p), i, j, x))"


@script("level of the matrix")
def level_of_matrix(goal: Goal) -> Refuted:
    """The matrix by itself is private at its largest ratio, which is smaller than what is printed."""
    theorem = refuted_at(goal.statement, [term(text) for text in MATRIX.values()])
    return Refuted(theorem, tuple(MATRIX.items()), (Fraction(36, 5), Fraction(16, 5)))


@cache
def _all_levels() -> Proved:
    """The levels of all strings, as in (56)."""
    text = (f"forall a b p m x1 x2 x. {DOMAIN} and size(m) and 2 <= m and {BUDGETS} implies "
            f"({EVERY} iff max(x2, 2*x1*x2/(x2 + 1)) <= x)")  # fmt: skip
    wanted = goal_of(said(text))
    return wanted.qed(levels(wanted))


def _granted(goal: Goal) -> tuple[Proved, Term]:
    """What (57) says of e^eps = 24/5, which is the level there; and eps."""
    e = term(f"log({LEVEL})")
    values = [term(STRINGS[name]) for name in STRINGS]
    there = kernel.assume(goal.statement)
    for value in (*values, e):
        there = kernel.specialise(there, value)
    premise, _ = applied(there.conclusion, "implies", 2) or ()
    *_, every = conjuncts(kernel.assume(premise))
    one = goal_of(every.conclusion)
    (x,) = one.variables
    known = kernel.specialise(_all_levels(), values[0])
    for value in (*values[1:], x):
        known = kernel.specialise(known, value)
    numbers, _ = applied(known.conclusion, "implies", 2) or ()
    known = kernel.detach(known, found(numbers))
    level = rewritten(at(larger_at_most(), *(applied((applied(sides(known.conclusion)[1], "<=", 2) or ())[0], "max", 2)
                                             or ()), x))  # fmt: skip
    log = at(kernel.axiom("exp_log"), term(LEVEL), given=[arithmetic(term(f"0 < {LEVEL}"))])
    least = derived.transitive(derived.transitive(known, level), _is_level(sides(level.conclusion)[1], x))
    changed = normal(sides(one.conclusion)[1], by(log))
    own = one.qed(derived.transitive(least, symmetric(changed)))
    parts_of = _conjoined(premise, every.conclusion, own)
    return kernel.detach(there, parts_of), e


def _is_level(bounds: Term, x: Free) -> Proved:
    """4 <= x and 24/5 <= x iff 24/5 <= x"""
    one = term(f"{LEVEL} <= x", x=x)
    forth = arithmetic(one, bounds)
    back = kernel.conjoin(*(arithmetic(part.conclusion, one) for part in conjuncts(kernel.assume(bounds))))
    return derived.equivalent(kernel.discharge(bounds, forth), kernel.discharge(one, back))


def _conjoined(formula: Term, wanted: Term, shown: Proved) -> Proved:
    """A conjunction of one part that is shown, and others about numbers."""
    if formula == wanted:
        return shown
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_conjoined(part, wanted, shown) for part in both))
    return found(formula)


def _second_is_at_most(equation: Proved) -> list[Proved]:
    """r <= e and s <= e, from e = max(r, s)"""
    e, largest = sides(equation.conclusion)
    bound = arithmetic(term("a <= e", a=largest, e=e), equation, opaque=True)
    return [*conjuncts(derived.follow(at(larger_at_most(), *(applied(largest, "max", 2) or ()), e), bound))]


@script("a bare ratio")
def bare_ratio(goal: Goal) -> Refuted:
    """eps is at least the ratio 4, so that e^eps is at least 5 and not 24/5."""
    there, e = _granted(goal)
    _, ratio = _second_is_at_most(kernel.part(there, 0))
    four = arithmetic(term("4 <= e", e=e), ratio)
    rises = at(exp_rises(), Number(4), e, given=[four])
    tangent = kernel.part(specialise(exp_at_least(), Number(4)), 0)
    return _refuted(goal, [rises, tangent], (e, Number(4)))


@script("both logarithms")
def both_logarithms(goal: Goal) -> Refuted:
    """The first ratio is 648/125, and e^eps only 24/5."""
    there, e = _granted(goal)
    first, _ = _second_is_at_most(kernel.part(there, 0))
    logarithm, _ = applied(first.conclusion, "<=", 2) or ()
    rises = at(exp_rises(), logarithm, e, given=[first])
    (ratio,) = applied(logarithm, "log", 1) or ()
    own = at(kernel.axiom("exp_log"), ratio, given=[arithmetic(term("0 < r", r=ratio))])
    return _refuted(goal, [rises, own, arithmetic(term("r = 648/125", r=ratio))], (e, term("log(648/125)")))


def _refuted(goal: Goal, facts: list[Proved], worth: tuple[Term, Term]) -> Refuted:
    log = at(kernel.axiom("exp_log"), term(LEVEL), given=[arithmetic(term(f"0 < {LEVEL}"))])
    nothing = arithmetic(FALSE, *facts, log)
    shown_at = (*STRINGS.items(), ("e", f"log({LEVEL})"))
    return Refuted(derived.reject(goal.statement, nothing), shown_at, worth)


@lemma("forall e r s. 0 < r and 0 < s and exp(e) = max(r, s) implies e = max(log(r), log(s))")
def log_of_larger(goal: Goal) -> Proved:
    """The logarithm of the larger of two numbers is the larger one of theirs."""
    e, r, s = goal.variables
    *positive, equation = goal.facts
    values = [at(kernel.axiom("exp_log"), x, given=[fact]) for x, fact in zip((r, s), positive, strict=True)]
    logs = [term("log(x)", x=x) for x in (r, s)]
    plain, wanted = rewritten(equation, unfolding("max")), normal(goal.conclusion, unfolding("max"))

    def in_case(case: Proved, small: int, large: int) -> Proved:
        rises = arithmetic(term("exp(a) <= exp(b)", a=logs[small], b=logs[large]), *values, case)
        order = at(exp_order(), logs[small], logs[large], given=[rises])
        same = arithmetic(term("exp(e) = exp(b)", e=e, b=logs[large]), rewritten(plain, decided([case])), *values)
        alike = at(exp_apart(), e, logs[large], given=[same])
        return derived.follow(symmetric(wanted), by_conditions(sides(wanted.conclusion)[1], order, alike))

    which = arithmetic(term("r <= s or s < r", r=r, s=s))
    first, second = applied(which.conclusion, "or", 2) or ()
    return kernel.cases(which, in_case(kernel.assume(first), 0, 1), in_case(kernel.assume(second), 1, 0))


@lemma(f"forall a b p x1 x2. {DOMAIN} and 1 <= x1 and 1 <= x2 implies "
       f"0 < {RATIOS[0]} and 0 < {RATIOS[1]} and 0 < x2 and 0 < 2*x1*x2/(x2 + 1)")  # fmt: skip
def levels_are_positive(goal: Goal) -> Proved:
    """The ratios of (57) are positive."""
    return automatic(goal)


@cache
def _all_ratios() -> Proved:
    """The levels of all strings, as in (57) once it is right, without logarithms."""
    largest = f"max({', '.join(RATIOS)})"
    text = (f"forall a b p m x1 x2 x. {DOMAIN} and size(m) and 2 <= m and {BUDGETS} implies "
            f"({EVERY} iff {largest} <= x) and {largest} = max(x2, 2*x1*x2/(x2 + 1))")  # fmt: skip
    wanted = goal_of(said(text))
    return wanted.qed(both_levels(wanted))


@script("both budgets")
def both_budgets(goal: Goal) -> Proved:
    """eps is the larger logarithm of the ratios, and of the levels: e^eps is the least bound of all strings."""
    *numbers, e = goal.variables
    *given, every = goal.facts
    x = Free("x #0")
    known = specialise(_all_ratios(), *numbers, x)
    premises, _ = applied(known.conclusion, "implies", 2) or ()
    known = kernel.detach(known, shown(premises, given))
    level, same = kernel.part(known, 0), kernel.part(known, 1)
    bounds = derived.transitive(symmetric(kernel.specialise(every, x)), level)
    largest, power = sides(same.conclusion)[0], term("exp(e)", e=e)
    below, above = (kernel.instantiate(bounds, {x: value}) for value in (power, largest))
    lower = derived.follow(below, arithmetic(sides(below.conclusion)[0]))
    upper = derived.follow(symmetric(above), arithmetic(sides(above.conclusion)[1], opaque=True))
    first = arithmetic(equal(power, largest), lower, upper, opaque=True)
    a, b, p, _, x1, x2 = numbers
    positive = list(conjuncts(at(levels_are_positive(), a, b, p, x1, x2, given=given)))
    found = []
    for equation, signs in ((first, positive[:2]), (derived.transitive(first, same), positive[2:])):
        two = applied(sides(equation.conclusion)[1], "max", 2) or ()
        found.append(at(log_of_larger(), e, *two, given=[*signs, equation]))
    return kernel.conjoin(*found)
