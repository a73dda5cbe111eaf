"""Hadamard response as a pure protocol, for every number of values and every Hadamard matrix.

Source: Acharya, Sun, Zhang 2019.
"""

from __future__ import annotations

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
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import NOT, Free, Number, Term, equal
from derivations.theory import sums
from derivations.theory.single_terms import at, by_conditions, each, either, summed
from derivations.theory.sums import in_range, in_sums

HADAMARD = ("integer(k) and 2 <= k implies integer(m) and 1 <= m implies hadamard(k, m, S) implies 1 <= x "
            "implies")  # fmt: skip
HADAMARD_RESPONSE = "hadamard_response(m, S, x)"
KEPT, CHANCE = "x / (x + 1)", "1 / 2"


@lemma(f"forall k m S x. {HADAMARD} design(k, m, {HADAMARD_RESPONSE}) and "
       f"pure(k, m, {HADAMARD_RESPONSE}, S, {KEPT}, {CHANCE})")  # fmt: skip
def hadamard_response_is_pure(goal: Goal) -> Proved:
    """A response supports the values whose columns are 1 there: p* = x/(x + 1), q* = 1/2."""
    k, m, S, x = goal.variables
    v, i, y = Free("v #0"), Free("i #0"), Free("y #0")
    names = {"k": k, "m": m, "S": S, "x": x, "v": v, "i": i, "y": y}
    least = arithmetic(term("0 <= m", m=m), goal.given[1])
    given: list[Term | Proved] = [kernel.conjoin(kernel.part(kernel.assume(goal.given[1]), 0), least)]
    bits, halves, quarters = conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("hadamard")))
    in_v, in_i, in_y = (kernel.assume(in_range(t, n)) for t, n in ((v, k), (i, k), (y, m)))
    bit = at(bits, y, given=[in_y])
    own, other = at(bit, v, given=[in_v]), at(bit, i, given=[in_i])
    scale = "2 / (m * (x + 1))"
    positive = goal.given[1], goal.given[3]
    share = arithmetic(term(f"0 < {scale}", **names), *positive)
    entry = f"(if S(y, v) = 1 then x else 1) * ({scale})"
    linear = by_conditions(term(f"{entry} = {scale} + (x - 1) * ({scale}) * S(y, v)", **names), own, *positive)
    not_negative = by_conditions(term(f"0 <= {entry}", **names), share, goal.given[3])
    steps = [in_sums(given), by(sums.sum_of_ones(), given)]
    half = at(halves, v, given=[in_v])

    def over_all(one: Proved) -> Proved:
        whole = summed(y, m, one, given)
        return derived.transitive(whole, normal(sides(whole.conclusion)[1], *steps))

    total = over_all(linear)
    whole = arithmetic(equal(sides(total.conclusion)[0], Number(1)), total, half, *positive)
    rows = each(v, k, kernel.conjoin(each(y, m, not_negative), whole))

    rates = []
    for case, rate in ((equal(v, i), KEPT), (NOT(equal(v, i)), CHANCE)):
        if rate == KEPT:
            alike = kernel.congruent(kernel.reflexive(term("S(y)", S=S, y=y)), symmetric(kernel.assume(case)))
            scored = term(f"{entry} * S(y, i) = x * ({scale}) * S(y, v)", **names)
            known = [half]
        else:
            alike = kernel.reflexive(term("S(y, i)", **names))
            scored = term(
                f"{entry} * S(y, i) = ({scale}) * S(y, i) + (x - 1) * ({scale}) * (S(y, v) * S(y, i))", **names
            )
            swapped = arithmetic(term("S(y, i) * S(y, v) = S(y, v) * S(y, i)", **names))
            apart = kernel.detach(at(at(quarters, v, given=[in_v]), i, given=[in_i]), kernel.assume(case))
            known = [at(halves, i, given=[in_i]), apart, summed(y, m, swapped, given)]
        one = by_conditions(scored, alike, own, other, *positive)
        mean = over_all(one)
        value = term(rate, **names)
        found = arithmetic(equal(sides(mean.conclusion)[0], value), mean, *known, *positive)
        choice = normal(term(f"if v = i then {KEPT} else {CHANCE}", **names), decided([case]))
        rates.append(derived.transitive(found, symmetric(choice)))
    supported = kernel.cases(either(equal(v, i)), *rates)
    pure = kernel.conjoin(each(y, m, each(i, k, other)), each(v, k, each(i, k, supported)))
    folded = normal(goal.conclusion, unfolding("design", "law", "pure", "mean", "hadamard_response"))
    return derived.follow(symmetric(folded), rewritten(kernel.conjoin(rows, pure)))
