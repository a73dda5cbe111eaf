"""Events: (eps, delta)-privacy over all of them, response by response.

Source: Dwork, Kenthapadi, McSherry, Mironov, Naor 2006.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    generalise,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import AT_MOST, Free, Number, Term, equal
from derivations.theory import sums
from derivations.theory.single_terms import at, by_conditions, each, plainly, sum_of_zeros, summed, term_at_most_sum
from derivations.theory.sums import ZERO, in_range

SIZE = "integer(m) and 0 <= m implies"
EVENT = "(forall y in 1..m. A(y) = 0 or A(y) = 1) implies"


@lemma(f"forall m d A. {SIZE} {EVENT} (sum y in 1..m. d(y) * A(y)) <= (sum y in 1..m. max(d(y), 0))", depth=5)
def event_at_most(goal: Goal) -> Proved:
    """No event has more of a signed measure than its positive part."""
    m, d, A = goal.variables
    y = Free("y #0")
    which = at(kernel.assume(goal.given[1]), y, given=[kernel.assume(in_range(y, m))])
    smaller = by_conditions(plainly("d(y) * A(y) <= (if d(y) <= 0 then 0 else d(y))", d=d, A=A, y=y), which)
    whole = summed(y, m, smaller, goal.given)
    return derived.follow(symmetric(normal(goal.conclusion, unfolding("max"))), rewritten(whole))


@lemma(f"forall k m P x delta. {SIZE} (private_within(k, m, P, x, delta) iff (forall a in 1..k. forall b in 1..k. "
       "(sum y in 1..m. max(P(a, y) - x * P(b, y), 0)) <= delta))")  # fmt: skip
def within_by_positive_parts(goal: Goal) -> Proved:
    """(eps, delta)-privacy over all events is a bound of the sum of positive parts of P(a, y) - e^eps P(b, y)."""
    k, m, P, x, delta = goal.variables
    a, b, y = Free("a #0"), Free("b #0"), Free("y #0")
    A = Free("A #0", term("fun x. x + 0").type)
    names = {"m": m, "P": P, "x": x, "a": a, "b": b, "y": y, "A": A}
    inside = [kernel.assume(in_range(i, k)) for i in (a, b)]
    plain = normal(goal.conclusion, unfolding("private_within", "max"))
    left, right = sides(sides(plain.conclusion)[1])

    def measured(event: Term) -> Proved:
        """sum P(a, y) A(y) - x sum P(b, y) A(y) as one sum, for the event A."""
        own, other = (term(f"fun y. P({i}, y) * event(y)", event=event, **names) for i in "ab")
        own, other = (sides(normal(side).conclusion)[1] for side in (own, other))
        minus = term("-x", x=x)
        both = at(sums.sum_plus(), m, own, term("fun y. c * other(y)", c=minus, other=other), given=goal.given)
        scaled = at(sums.sum_scale(), m, minus, other, given=goal.given)
        body = plainly("(P(a, y) - x * P(b, y)) * event(y)", event=event, **names)
        split = plainly("own(y) + c * other(y)", own=own, c=minus, other=other, y=y)
        whole = summed(y, m, arithmetic(equal(body, split)), goal.given)
        difference = plainly("sum(m, own) - x * sum(m, other)", own=own, other=other, m=m, x=x)
        return arithmetic(equal(sides(whole.conclusion)[0], difference), whole, both, scaled)

    positive = term("fun y. if P(a, y) - x * P(b, y) <= 0 then 0 else 1", **names)
    is_event = each(y, m, by_conditions(plainly("A(y) = 0 or A(y) = 1", A=positive, y=y)))
    within = specialise(at(at(kernel.assume(left), a, given=inside), b, given=inside), positive)
    within = kernel.detach(within, is_event)
    part = plainly("(if P(a, y) - x * P(b, y) <= 0 then 0 else P(a, y) - x * P(b, y)) = (P(a, y) - x * P(b, y)) * A(y)",
                   **{**names, "A": positive})  # fmt: skip
    of_parts = summed(y, m, by_conditions(part), goal.given)
    bound = term("(sum y in 1..m. if P(a, y) - x * P(b, y) <= 0 then 0 else P(a, y) - x * P(b, y)) <= delta",
                 delta=delta, **names)  # fmt: skip
    forth = each(a, k, each(b, k, arithmetic(bound, of_parts, measured(positive), within)))

    event = kernel.assume(term("forall y in 1..m. A(y) = 0 or A(y) = 1", A=A, m=m))
    gap = term("fun y. P(a, y) - x * P(b, y)", **names)
    at_most = rewritten(at(event_at_most(), m, gap, A, given=[*goal.given, event], premises=2), unfolding("max"))
    parts = at(at(kernel.assume(right), a, given=inside), b, given=inside)
    chances = term(
        "(sum y in 1..m. P(a, y) * A(y)) <= x * (sum y in 1..m. P(b, y) * A(y)) + delta", delta=delta, **names
    )
    shown = arithmetic(chances, at_most, parts, measured(A))
    back = each(a, k, each(b, k, generalise(kernel.discharge(event.conclusion, shown), A)))
    both_ways = derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))
    return derived.follow(symmetric(plain), both_ways)


@lemma(f"forall k m P x. {SIZE} (private_within(k, m, P, x, 0) iff private(k, m, P, x))")
def within_nothing_is_private(goal: Goal) -> Proved:
    """(eps, 0)-privacy of all events is eps-privacy of each response."""
    k, m, P, x = goal.variables
    a, b, y = Free("a #0"), Free("b #0"), Free("y #0")
    names = {"m": m, "P": P, "x": x, "a": a, "b": b, "y": y}
    inside = [kernel.assume(in_range(*pair)) for pair in ((a, k), (b, k), (y, m))]
    parts = at(within_by_positive_parts(), k, m, P, x, Number(0), given=goal.given)
    plain = normal(equal(sides(parts.conclusion)[1], sides(goal.conclusion)[1]), unfolding("max", "private"))
    left, right = sides(sides(plain.conclusion)[1])
    part = term("fun y. if P(a, y) - x * P(b, y) <= 0 then 0 else P(a, y) - x * P(b, y)", **names)
    positive = by_conditions(AT_MOST(ZERO, sides(normal(part(y)).conclusion)[1]))
    one = kernel.detach(
        at(term_at_most_sum(), m, y, part, given=[*goal.given, inside[2]], premises=2), each(y, m, positive)
    )
    total = at(at(kernel.assume(left), a, given=inside), b, given=inside)
    private = term("P(a, y) <= x * P(b, y)", **names)
    forth = each(a, k, each(b, k, each(y, m, by_conditions(private, one, total))))
    bounded = at(at(at(kernel.assume(right), a, given=inside), b, given=inside), y, given=inside)
    nothing = by_conditions(AT_MOST(sides(normal(part(y)).conclusion)[1], ZERO), bounded)
    none = rewritten(summed(y, m, nothing, goal.given), by(sum_of_zeros(), goal.given))
    back = each(a, k, each(b, k, none))
    both_ways = derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))
    return derived.transitive(parts, derived.follow(symmetric(plain), both_ways))
