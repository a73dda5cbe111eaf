"""What holds of all small eps: x = e^eps as 1 + 1/D, and eps as 1/D + S/D^2 with -1 <= S <= 0, for all large D.

The logarithm of x lies between 1 - 1/x and x - 1, so that S is bounded where D is 1/(x - 1): quotients of polynomials
in x and log(x) become such in D, whose coefficients are bounded.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    conjuncts,
    fresh,
    generalise,
    goal,
    lemma,
    normal,
    shown,
    sides,
    term,
    witnessed,
)
from derivations.logic.terms import (
    AT_MOST,
    IMPLIES,
    LOG,
    PLUS,
    Apply,
    Free,
    Term,
    applied,
    closed,
    for_all,
    opened,
    quantified,
    substituted,
    there_is,
)
from derivations.theory.asymptotics import Known, eventually
from derivations.theory.log_numbers import log_near_one
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE

X = "1 + 1/d"
LEVEL = "1/d + s/d^2"
D = "1/(x - 1)"
S = "(1/(x - 1))^2 * l - 1/(x - 1)"


@lemma(f"forall x. 1 < x implies {X.replace('d', f'({D})')} = x")
def power_by_its_distance(goal: Goal) -> Proved:
    """x by 1/(x - 1)."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(f"forall x l. 1 < x implies {LEVEL.replace('d', f'({D})').replace('s', f'({S})')} = l")
def level_by_its_distance(goal: Goal) -> Proved:
    """A number by S, as it is made of the number."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall q a b. 0 <= q implies a <= b implies q * a <= q * b")
def times_not_negative(goal: Goal) -> Proved:
    """An inequality times a number."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(f"forall x l. 1 < x implies 1 - 1/x <= l and l <= x - 1 implies -1 <= {S} and {S} <= 0")
def distance_is_bounded(goal: Goal) -> Proved:
    """S of a logarithm."""
    x, level = goal.variables
    low, high = conjuncts(kernel.assume(goal.given[1]))
    d = term(D, x=x)
    positive = arithmetic(term("0 < d", d=d), *goal.given[:1])
    square = arithmetic(term("0 <= d^2", d=d), positive)
    above, below = (
        at(times_not_negative(), term("d^2", d=d), *pair, given=[square, fact], premises=2)
        for pair, fact in (((level, term("x - 1", x=x)), high), ((term("1 - 1/x", x=x), level), low))
    )
    whole = arithmetic(term("d * (x - 1) = 1", d=d, x=x), *goal.given[:1])
    least = arithmetic(term("d - 1 <= d^2 * (1 - 1/x)", d=d, x=x), *goal.given[:1])
    most = arithmetic(term("d^2 * (x - 1) = d", d=d, x=x), whole)
    return arithmetic(goal.conclusion, above, below, least, most, positive, opaque=True)


@lemma(f"forall x l N. 1 < x implies 1 - 1/x <= l implies N + 1 <= 1/l implies N <= {D}")
def distance_is_large(goal: Goal) -> Proved:
    """Where 1/eps is large, so is D."""
    x, level, _ = goal.variables
    low = arithmetic(term("0 < 1 - 1/x", x=x), *goal.given[:1])
    inverse = arithmetic(term("1/l <= 1/(1 - 1/x)", l=level, x=x), low, goal.given[1])
    worth = arithmetic(term("1/(1 - 1/x) = 1 + 1/(x - 1)", x=x), low, *goal.given[:1])
    return arithmetic(goal.conclusion, inverse, worth, goal.given[2], opaque=True)


def is_near_zero(formula: Term) -> bool:
    """Whether this is `exists N. forall x. A implies N <= 1/log(x) implies C`."""
    while (body := quantified(formula, "exists")) is not None:
        formula = opened(body, fresh(body))
    *_, last = goal(formula).given or (formula,)
    return _vanishing(last) is not None


def _vanishing(last: Term) -> Term | None:
    """x of N <= 1/log(x)"""
    ends = applied(last, "<=", 2)
    inverse = applied(ends[1], "/", 2) if ends else None
    level = applied(inverse[1], "log", 1) if inverse else None
    return level[0] if level else None


def near_zero(wanted: Goal, known: Known) -> Proved:
    """A theorem of `exists c N. forall x. A implies N <= 1/log(x) implies B`; ProofError where none is found."""
    constants: list[Free] = []
    inner = wanted.conclusion
    while (body := quantified(inner, "exists")) is not None:
        constants.append(fresh(body))
        inner = opened(body, constants[-1])
    claimed = goal(inner)
    *premises, last = claimed.given
    x = _vanishing(last)
    if not isinstance(x, Free):
        raise ProofError(f"what tends to 0 is no level: {last}")
    d, s, level = Free("D #0"), Free("s #0"), Free("l #0")
    end = constants[-1]
    others = [variable for variable in claimed.variables if variable != x]
    whole = IMPLIES(AT_MOST(end, d), claimed.conclusion)
    for premise in reversed(premises):
        whole = IMPLIES(premise, whole)
    named = kernel.assume(term("log(x) = l", x=x, l=level))
    whole = sides(normal(whole, lambda part: named if part == Apply(LOG, x) else None).conclusion)[1]
    small = term("-1 <= s and s <= 0", s=s)
    far = substituted(whole, {x: term(X, d=d), level: term(LEVEL, d=d, s=s)})
    said: Term = IMPLIES(small, far)
    for variable in reversed((d, s, *others)):
        said = for_all(variable, said)
    for constant in reversed(constants):
        said = there_is(constant, said)
    theorem = eventually(replace(goal(said, depth=0), given=wanted.given), known)
    existences: list[tuple[Proved, Free]] = []
    there, stated = theorem, said
    for constant in constants:
        existences.append((there, constant))
        body = quantified(stated, "exists")
        assert body is not None
        stated = opened(body, constant)
        there = kernel.assume(stated)
    given = [kernel.assume(premise) for premise in premises]
    facts = [part for fact in given for part in conjuncts(fact)]
    above = shown(term("1 < x", x=x), facts)
    log = Apply(LOG, x)
    bounds = at(log_near_one(), x, given=[arithmetic(term("0 < x", x=x), above)])
    place = term(D, x=x)
    values = (place, term(S, x=x, l=log), *others)
    for value in values:
        there = kernel.specialise(there, value)
    there = kernel.detach(there, at(distance_is_bounded(), x, log, given=[above, bounds], premises=2))
    z, w = Free("z #0"), Free("w #0")
    pattern = substituted(substituted(whole, {x: z, level: w}), {d: place})
    number = term(LEVEL, d=place, s=values[1])
    there = kernel.replace(
        at(power_by_its_distance(), x, given=[above]), closed(z, substituted(pattern, {w: number})), there
    )
    there = kernel.replace(
        at(level_by_its_distance(), x, log, given=[above]), closed(w, substituted(pattern, {z: x})), there
    )
    for fact in given:
        there = kernel.detach(there, fact)
    beyond = term("n + 1 <= 1/l", n=end, l=log)
    low, _ = conjuncts(bounds)
    there = kernel.detach(
        there, at(distance_is_large(), x, log, end, given=[above, low, kernel.assume(beyond)], premises=3)
    )
    for premise in (beyond, *reversed(premises)):
        there = kernel.discharge(premise, there)
    there = generalise(there, *claimed.variables)
    found = witnessed(wanted.conclusion, there, *constants[:-1], PLUS(end, ONE))
    for existence, constant in reversed(existences):
        found = kernel.unpack(existence, constant, found)
    return found
