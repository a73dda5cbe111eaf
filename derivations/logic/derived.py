"""Rules that follow from those of the kernel and its axioms. Nothing in here is trusted."""

from __future__ import annotations

from functools import lru_cache

from derivations.logic import kernel
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.terms import BOOL, NOT, REAL, Abstract, Bound, Term, Type, applied, equality


@lru_cache(maxsize=20_000)
def at(name: str, *values: Term, type_: Type = REAL) -> Proved:
    """|- an axiom about a type, with values for the variables in front"""
    theorem = kernel.axiom(name, type_)
    for value in values:
        theorem = kernel.specialise(theorem, value)
    return theorem


_ITSELF = Abstract(BOOL, Bound(0, BOOL))


@lru_cache(maxsize=20_000)
def _equal_to(term: Term) -> Abstract:
    """fun x. term = x"""
    return Abstract(term.type, equality(term.type)(term, Bound(0, term.type)))


def _sides(formula: Term, relation: str) -> tuple[Term, ...]:
    found = applied(formula, relation, 2)
    if found is None:
        raise LogicError(f"a formula with {relation} is needed here, not: {formula}")
    return found


# -- or, not -------------------------------------------------------------------------------------------------------


def choose(theorem: Proved, disjunction: Term) -> Proved:
    """H |- A  ==>  H |- A or B, H |- B or A"""
    left, right = _sides(disjunction, "or")
    side = "left" if theorem.conclusion == left else "right"
    return kernel.detach(at(f"choose_{side}", left, right), theorem)


def reject(formula: Term, theorem: Proved) -> Proved:
    """H with F |- false  ==>  H |- not F"""
    return kernel.detach(at("reject", formula), kernel.discharge(formula, theorem))


def clash(negation: Proved, theorem: Proved) -> Proved:
    """H |- not F, G |- F  ==>  H, G |- false"""
    return kernel.detach(kernel.detach(at("clash", theorem.conclusion), negation), theorem)


def absurd(formula: Term, theorem: Proved) -> Proved:
    """H with not F |- false  ==>  H |- F"""
    return kernel.detach(at("absurd", formula), kernel.discharge(NOT(formula), theorem))


# -- equality ------------------------------------------------------------------------------------------------------


def follow(equation: Proved, theorem: Proved) -> Proved:
    """H |- A = B, G |- A  ==>  H, G |- B"""
    return kernel.replace(equation, _ITSELF, theorem)


def transitive(first: Proved, second: Proved) -> Proved:
    """H |- a = b, G |- b = c  ==>  H, G |- a = c"""
    return kernel.replace(second, _equal_to(_sides(first.conclusion, "=")[0]), first)


def equivalent(forth: Proved, back: Proved) -> Proved:
    """H |- A implies B, G |- B implies A  ==>  H, G |- A = B, equality of truth values: A iff B"""
    return kernel.detach(kernel.detach(at("equivalent", *_sides(forth.conclusion, "implies")), forth), back)


def eta(function: Term) -> Proved:
    """|- (fun x. f(x)) = f"""
    return at("eta", function, type_=function.type)


# -- if, rec -------------------------------------------------------------------------------------------------------


def if_true(condition: Term, first: Term, second: Term) -> Proved:
    """|- c implies (if c then a else b) = a"""
    return at("if_true", condition, first, second, type_=first.type)


def if_false(condition: Term, first: Term, second: Term) -> Proved:
    """|- not c implies (if c then a else b) = b"""
    return at("if_false", condition, first, second, type_=first.type)


def recursion_0(base: Term, step: Term) -> Proved:
    """|- rec(base, step, 0) = base"""
    return at("recursion_0", step, base, type_=base.type)


def recursion_next(base: Term, step: Term, number: Term) -> Proved:
    """|- integer(n) and 0 <= n implies rec(base, step, n + 1) = step(n, rec(base, step, n))"""
    return at("recursion_next", number, step, base, type_=base.type)
