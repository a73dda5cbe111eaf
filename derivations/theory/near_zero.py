"""What holds of all small eps: x = e^eps as 1 + 1/D, and eps by its first terms in 1/D and a last one, for all large D.

The last term is S/D^k with -1 <= S <= 0, as the logarithm of x lies between quotients of polynomials in x: what is said
of x and log(x) becomes quotients of polynomials in D, whose coefficients are bounded. Two terms are tried before four.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

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
    equal,
    for_all,
    opened,
    quantified,
    substituted,
    there_is,
)
from derivations.theory.asymptotics import Known, eventually
from derivations.theory.log_bounds import log_above_quotient, log_below_quotient
from derivations.theory.log_numbers import log_near_one
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE, ZERO

X = "1 + 1/d"
D = "1/(x - 1)"


@dataclass(frozen=True)
class _Series:
    """log(x) by its first `terms` in d = 1/(x - 1) and s/d^power, and the bounds of log(x) that bound s."""

    terms: str
    power: int
    low: str
    high: str

    @property
    def level(self) -> str:
        """The logarithm by d and s."""
        return f"{self.terms} + s/d^{self.power}"

    @property
    def rest(self) -> str:
        """s by x and its logarithm."""
        return f"({D})^{self.power} * (log(x) - ({self.terms.replace('d', f'({D})')}))"

    @property
    def said(self) -> str:
        """That s is bounded."""
        return f"forall x. 1 < x implies -1 <= {self.rest} and {self.rest} <= 0"

    def proof(self, goal: Goal, low: Proved, high: Proved) -> Proved:
        """The same, from low <= log(x) and log(x) <= high."""
        (x,) = goal.variables
        names = {"d": term(D, x=x), "x": x, "l": Apply(LOG, x)}
        size = term(f"d^{self.power}", **names)
        positive = arithmetic(AT_MOST(ZERO, size), *goal.given)
        low_side, log, high_side = (term(text, **names) for text in (self.low, "l", self.high))
        products = [
            at(times_not_negative(), size, *pair, given=[positive, fact], premises=2)
            for pair, fact in (((low_side, log), low), ((log, high_side), high))
        ]
        ends = [
            arithmetic(term(f"d^{self.power} * ({less}) <= d^{self.power} * ({more}) + {gap}", **names), *goal.given)
            for less, more, gap in ((self.terms, self.low, 1), (self.high, self.terms, 0))
        ]
        return arithmetic(goal.conclusion, *products, *ends, opaque=True)


@lemma(f"forall x. 1 < x implies {X.replace('d', f'({D})')} = x")
def power_by_its_distance(goal: Goal) -> Proved:
    """x by 1/(x - 1)."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall q a b. 0 <= q implies a <= b implies q * a <= q * b")
def times_not_negative(goal: Goal) -> Proved:
    """An inequality times a number."""
    return arithmetic(goal.conclusion, *goal.given)


TWO = _Series("1/d", 2, "1 - 1/x", "x - 1")
FOUR = _Series(
    "1/d - 1/(2 * d^2) + 1/(3 * d^3)",
    4,
    "2 * (x - 1) / (x + 1) + 2 * (x - 1)^3 / (3 * (x + 1)^3)",
    "(x^2 - 1) / (2 * x) - (x - 1)^3 / (6 * x^3)",
)


@lemma(TWO.said)
def two_terms(goal: Goal) -> Proved:
    """The logarithm by one power of the distance, and a number times its square."""
    positive = arithmetic(term("0 < x", x=goal.variables[0]), *goal.given)
    return TWO.proof(goal, *conjuncts(at(log_near_one(), *goal.variables, given=[positive])))


@lemma(FOUR.said)
def four_terms(goal: Goal) -> Proved:
    """The logarithm by three powers of the distance, and a number times its fourth."""
    above = arithmetic(term("1 <= x", x=goal.variables[0]), *goal.given)
    return FOUR.proof(
        goal, *(at(law(), *goal.variables, given=[above]) for law in (log_above_quotient, log_below_quotient))
    )


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
    with suppress(ProofError):
        return _near_zero(wanted, known, TWO, two_terms())
    try:
        return _near_zero(wanted, known, FOUR, four_terms())
    except ProofError as error:
        raise ProofError(f"by the first four terms of eps near 0 it is not shown: {error}") from error


def _near_zero(wanted: Goal, known: Known, series: _Series, bounded: Proved) -> Proved:
    """The same with so many terms of the logarithm, of which a theorem says that the last is bounded."""
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
    far = substituted(whole, {x: term(X, d=d), level: term(series.level, d=d, s=s)})
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
    values = (place, term(series.rest, x=x), *others)
    for value in values:
        there = kernel.specialise(there, value)
    there = kernel.detach(there, at(bounded, x, given=[above]))
    z, w = Free("z #0"), Free("w #0")
    pattern = substituted(substituted(whole, {x: z, level: w}), {d: place})
    number = term(series.level, d=place, s=values[1])
    there = kernel.replace(
        at(power_by_its_distance(), x, given=[above]), closed(z, substituted(pattern, {w: number})), there
    )
    there = kernel.replace(arithmetic(equal(number, log), above), closed(w, substituted(pattern, {z: x})), there)
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
