"""Scripts for Remark 10: a design whose matrix is a permutation matrix always answers the same, and is decoded."""

from __future__ import annotations

from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Goal, arithmetic, conjuncts, lemma, rewritten, term, unfolding
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, NOT, Free, Term, applied, equal
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    sum_of_equals,
    sum_with_other,
    summed,
    term_at_most_sum,
)
from derivations.theory.sums import in_range

BITS = "(forall y in 1..m. q(y) = 0 or q(y) = 1)"
CERTAIN = "exists y in 1..m. q(y) = 1 and forall u in 1..m. u != y implies q(u) = 0"


@lemma(f"forall m q. integer(m) and 0 <= m implies {BITS} implies sum(m, q) = 1 implies {CERTAIN}", depth=5)
def one_is_certain(goal: Goal) -> Proved:
    """Of zeros and ones with the sum one a single one is one."""
    m, q = goal.variables
    sizes, bits, total = (kernel.assume(formula) for formula in goal.given)
    y, u = Free("y #0"), Free("u #0")
    inside = kernel.assume(in_range(y, m))
    bit = at(bits, y, given=[inside])
    zero, one = (kernel.assume(part) for part in applied(bit.conclusion, "or", 2) or ())
    there = in_range(u, m)
    others = term("fun i. if i = y then 0 else q(i)", y=y, q=q)
    rest = rewritten(at(sum_with_other(), m, y, term("fun i. 0"), q, given=[sizes, inside], premises=2))
    index = Free("i #0")
    place = kernel.assume(in_range(index, m))
    positive = by_conditions(
        term("0 <= (if i = y then 0 else q(i))", i=index, y=y, q=q), at(bits, index, given=[place])
    )
    most = at(term_at_most_sum(), m, u, others, given=[sizes, kernel.assume(there)], premises=2)
    most = rewritten(kernel.detach(most, each(index, m, positive)))
    different = kernel.assume(NOT(equal(u, y)))
    own = by_conditions(term("q(u) <= (if u = y then 0 else q(u))", u=u, y=y, q=q), different)
    nothing = arithmetic(
        term("q(u) = 0", u=u, q=q), own, most, rest, total, one, at(bits, u, given=[kernel.assume(there)]), opaque=True
    )
    unique = each(u, m, kernel.discharge(different.conclusion, nothing))
    found = kernel.witness(goal.conclusion, y, kernel.conjoin(inside, kernel.conjoin(one, unique)))
    none = kernel.assume(NOT(goal.conclusion))
    never = kernel.cases(bit, zero, derived.absurd(zero.conclusion, derived.clash(none, found)))
    zeros = at(sum_of_equals(), m, term("0"), given=[sizes])
    empty = rewritten(summed(y, m, never, [sizes]))
    return derived.absurd(goal.conclusion, arithmetic(FALSE, empty, rewritten(zeros), total, opaque=True))


@script("deterministic")
def deterministic(goal: Goal) -> Proved:
    """One answer is certain for every truth, and it comes from one truth alone."""
    m, P = goal.variables
    size, entries, rows, columns = (rewritten(fact) for fact in conjuncts(kernel.assume(goal.given[0])))
    whole = list(conjuncts(rewritten(size, unfolding("size"))))
    sizes = [*whole, arithmetic(term("0 <= m", m=m), *whole)]
    first, second = (part.conclusion for part in conjuncts(kernel.assume(goal.conclusion)))

    def certain(formula: Term, line: str, sums: Proved, transposed: bool) -> Proved:
        one = goal_of(formula, depth=2)
        (x,), y = one.variables, Free("y #0")
        inside, there = kernel.assume(one.given[0]), kernel.assume(in_range(y, m))
        order = (y, x) if transposed else (x, y)
        places = (there, inside) if transposed else (inside, there)
        bit = at(at(entries, order[0], given=[places[0]]), order[1], given=[places[1]])
        given = [*sizes, each(y, m, bit), at(sums, x, given=[inside])]
        return one.qed(rewritten(at(one_is_certain(), m, term(line, P=P, x=x), given=given, premises=3)))

    return kernel.conjoin(
        certain(first, "P(x)", rows, transposed=False), certain(second, "fun a. P(a, x)", columns, transposed=True)
    )
