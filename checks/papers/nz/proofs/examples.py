"""Examples at which statements about local l-diversity fail: the pairs of three categories."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from checks.papers.nz.proofs.common import OWN_WORDS
from checks.verifying.stated import Refuted, Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    conjoined,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Number, Term, applied, opened, quantified
from derivations.theory.automatic import automatic, facts_of
from derivations.theory.linear_estimates import LEFT_INVERSE, unbiased_exactly_if_inverse
from derivations.theory.single_terms import at
from derivations.theory.sums import in_range

LACKED = term("fun y i. if y = i then 0 else 1")
"""The response y is the set of the categories other than y."""
UNTRUE = term("fun x y. if x = y then 0 else 1 / 2")
"""Each of the two pairs that hold the truth is reported with probability 1/2."""
PAIRS = {"k": Number(3), "l": Number(2), "m": Number(3), "z": LACKED, "P": UNTRUE}
SHOWN = (("k", "3"), ("l", "2"), ("m", "3"), ("z(y)", "the pair without y"), ("P(x, y)", "0 for x = y, else 1/2"))


@cache
def pairs_are_listed() -> Proved:
    """subsets(3, 2, 3, z) for the pairs of three categories"""
    whole = normal(term("subsets(3, 2, 3, z)", z=LACKED), unfolding("subsets", "bits"))
    first, rest = applied(sides(whole.conclusion)[1], "and", 2) or ()
    second, third = applied(rest, "and", 2) or ()
    every = goal_of(third)
    (v,), (bits,) = every.variables, every.given
    facts = facts_of(kernel.assume(bits))
    body = quantified(every.conclusion, "exists")
    assert body is not None
    which = arithmetic(term("v(1) = 0 or v(2) = 0 or v(3) = 0", v=v), *facts)

    def lacking(number: int) -> Proved:
        """The set is that without this category."""
        value = Number(number)
        case = kernel.assume(term("v(c) = 0", v=v, c=value))
        ones = [arithmetic(term("v(i) = 1", v=v, i=Number(i)), case, *facts) for i in (1, 2, 3) if i != number]
        there = goal_of(opened(body, value), depth=0)
        given = tuple(fact.conclusion for fact in (case, *ones))
        found = automatic(type(there)(there.statement, (), given, there.conclusion))
        for fact in ones:
            found = kernel.detach(kernel.discharge(fact.conclusion, found), fact)
        return kernel.witness(every.conclusion, value, rewritten_as(opened(body, value), found))

    rest_of = applied(which.conclusion, "or", 2) or ()
    found = kernel.cases(kernel.assume(rest_of[1]), lacking(2), lacking(3))
    found = kernel.cases(which, lacking(1), found)
    parts = conjoined(*(automatic(goal_of(part, depth=0)) for part in (first, second)))
    theorem = kernel.conjoin(kernel.part(parts, 0), kernel.conjoin(kernel.part(parts, 1), every.qed(found)))
    return kernel.follow(symmetric(whole), theorem)


def rewritten_as(formula: Term, theorem: Proved) -> Proved:
    """The formula from the theorem, both the same once functions are worked out."""
    return kernel.follow(symmetric(normal(formula)), rewritten(theorem))


def granted_for(statement: Term, values: Mapping[str, Term], *known: Proved) -> Proved:
    """What a statement says of these values for its variables, its premises shown."""
    said = kernel.assume(statement)
    while True:
        if (body := quantified(said.conclusion, "forall")) is not None and body.hint in values:
            said = rewritten(kernel.specialise(said, values[body.hint]))
        elif found := applied(said.conclusion, "implies", 2):
            said = kernel.detach(said, _premise(found[0], known))
        else:
            return said


def _premise(formula: Term, known: Sequence[Proved]) -> Proved:
    """A formula about the example, part by part; that its sets are all pairs is known."""
    if found := applied(formula, "and", 2):
        return kernel.conjoin(_premise(found[0], known), _premise(found[1], known))
    plain = normal(formula, OWN_WORDS)
    _, unfolded = sides(plain.conclusion)
    if unfolded != formula:
        return kernel.follow(symmetric(plain), _premise(unfolded, known))
    if formula in (fact.conclusion for fact in known):
        return next(fact for fact in known if fact.conclusion == formula)
    return automatic(goal_of(formula, depth=0))


def fails_for_pairs(written: Mapping[str, str] = MappingProxyType({}), **values: str) -> Script:
    """A statement fails for the pairs of three categories and these values of its other variables, shown as said."""
    terms = {name: term(text) for name, text in values.items()}

    def script(goal: Goal) -> Refuted:
        said = granted_for(goal.statement, {**PAIRS, **terms}, pairs_are_listed())
        (fact,) = facts_of(said)
        theorem = kernel.reject(goal.statement, arithmetic(FALSE, fact))
        worth = [_worth(side) for side in sides(fact.conclusion)]
        return Refuted(theorem, (*SHOWN, *{**values, **written}.items()), (worth[0], worth[1]))

    return script


def _worth(value: Term) -> Fraction:
    """The number that a term of numbers is."""
    if isinstance(value, Number):
        return value.value
    for operator, work in _OPERATIONS.items():
        if found := applied(value, operator, 2):
            return work(_worth(found[0]), _worth(found[1]))
    raise ProofError(f"{value} is no number")


_OPERATIONS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "^": lambda a, b: a ** int(b),
}
SILENT = {
    "n": Number(1),
    "k": Number(2),
    "m": Number(3),
    "P": term("fun x y. if y = 3 then 1 / 2 else if y = x then 1 / 2 else 0"),
    "L": term("fun i y. if i = y then 2 else 0"),
}
"""The design P_1 of section 3.1 and an unbiased estimator from it."""


def order_matters(goal: Goal) -> Refuted:
    """P L = I is not what makes L S/n unbiased: for three responses and two categories it never holds."""
    said = granted_for(goal.statement, SILENT)
    n, k, m, P, L = SILENT.values()
    inverse = normal(term(LEFT_INVERSE, k=k, m=m, P=P, L=L))
    inverts = automatic(goal_of(sides(inverse.conclusion)[1], depth=0))
    design = automatic(goal_of(term("design(k, m, P)", k=k, m=m, P=P), depth=0))
    numbers = [kernel.literal(number) for number in (n, k, m)]
    iff = at(unbiased_exactly_if_inverse(), n, k, m, P, L, given=[*numbers, design], premises=4)
    unbiased = kernel.follow(symmetric(iff), rewritten_as(sides(iff.conclusion)[1], inverts))
    sides_of = sides(said.conclusion)
    wanted = normal(sides_of[0], OWN_WORDS)
    there = kernel.follow(symmetric(wanted), rewritten(unbiased))
    product = kernel.follow(said, there)
    (fact,) = facts_of(at(at(product, m, given=[*numbers, shown(in_range(m, m))]), m, given=[*numbers, shown(in_range(m, m))]))
    theorem = kernel.reject(goal.statement, arithmetic(FALSE, fact))
    worth = [_worth(side) for side in sides(fact.conclusion)]
    shown_at = (("n", "1"), ("k", "2"), ("m", "3"), ("P", "P_1 of 3.1"), ("L(i, y)", "2 for i = y, else 0"), ("row, column", "3"))
    return Refuted(theorem, shown_at, (worth[0], worth[1]))


SCRIPTS: Mapping[str, Script] = {
    "the order matters": order_matters,
    "a factor is missing": fails_for_pairs({"pi": "1/3 each"}, n="2", pi="fun x. 1/3", i="1", j="1"),
}
