"""Scripts for Lemma 4 of PCKV-UE and its proof (57), where what is printed fails."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from checks.papers.mw.own_words import said
from checks.papers.mw.proofs_of_strings import DOMAIN, larger_at_most, levels
from checks.verifying.stated import Refuted, Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, Term, applied
from derivations.theory.automatic import found
from derivations.theory.logarithms import exp_at_least, exp_rises
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at

MATRIX = {"a": "2/3", "b": "3/4", "p": "3/5", "x1": "6", "x2": "3/2", "x": "16/5"}
STRINGS = {"a": "3/5", "b": "2/3", "p": "4/5", "m": "2", "x1": "3", "x2": "4"}
LEVEL = "24/5"
BUDGETS = "1 <= x1 and 1 <= x2 and a*b/((1 - a)*(1 - b)) = x1 and p = x2/(x2 + 1)"
EVERY = "(forall i in 1..m. forall j in 1..m. strings_within(m, club(b, a, p), i, j, x))"


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
    least = kernel.transitive(kernel.transitive(known, level), _is_level(sides(level.conclusion)[1], x))
    changed = normal(sides(one.conclusion)[1], by(log))
    own = one.qed(kernel.transitive(least, symmetric(changed)))
    parts_of = _conjoined(premise, every.conclusion, own)
    return kernel.detach(there, parts_of), e


def _is_level(bounds: Term, x: Free) -> Proved:
    """4 <= x and 24/5 <= x iff 24/5 <= x"""
    one = term(f"{LEVEL} <= x", x=x)
    forth = arithmetic(one, bounds)
    back = kernel.conjoin(*(arithmetic(part.conclusion, one) for part in conjuncts(kernel.assume(bounds))))
    return kernel.equivalent(kernel.discharge(bounds, forth), kernel.discharge(one, back))


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
    return [*conjuncts(kernel.follow(at(larger_at_most(), *(applied(largest, "max", 2) or ()), e), bound))]


def bare_ratio(goal: Goal) -> Refuted:
    """eps is at least the ratio 4, so that e^eps is at least 5 and not 24/5."""
    there, e = _granted(goal)
    _, ratio = _second_is_at_most(kernel.part(there, 0))
    four = arithmetic(term("4 <= e", e=e), ratio)
    rises = at(exp_rises(), Number(4), e, given=[four])
    tangent = kernel.part(specialise(exp_at_least(), Number(4)), 0)
    return _refuted(goal, [rises, tangent], (e, Number(4)))


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
    return Refuted(kernel.reject(goal.statement, nothing), shown_at, worth)


SCRIPTS: Mapping[str, Script] = {
    "level of the matrix": level_of_matrix,
    "a bare ratio": bare_ratio,
    "both logarithms": both_logarithms,
}
