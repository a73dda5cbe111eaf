"""Linear equations: fewer than unknowns have more than one solution, as many independent ones at most one."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    decided,
    generalise,
    in_the_words_of,
    induct,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    witnessed,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import FALSE, NOT, Free, Term, applied, closed, equal, substituted
from derivations.theory.linear_estimates import WORD, sums_exchanged
from derivations.theory.single_terms import at, each, either, in_both, next_integer, sum_picked, summed
from derivations.theory.sums import ZERO, in_range, in_sums, sum_next

SOLUTION = "(exists x. (exists j in 1..n + 1. x(j) != 0) and forall i in 1..n. (sum j in 1..n + 1. A(i, j) * x(j)) = 0)"
NEXT = SOLUTION.replace("n + 1", "n + 1 + 1").replace("1..n.", "1..n + 1.")


@lemma(f"forall n A. integer(n) and 0 <= n implies (forall i in 1..n. A(i, n + 1) = 0) implies {SOLUTION}", depth=4)
def last_unknown_is_free(goal: Goal) -> Proved:
    """Where no equation speaks of the last unknown, that may be 1 and the others 0."""
    n, A = goal.variables
    i, j = Free("i #0"), Free("j #0")
    names: dict[str, Term] = {"n": n, "A": A, "i": i, "j": j}
    x = term("fun j. if j = n + 1 then 1 else 0", n=n)
    some, everywhere = applied(instance(goal.conclusion, x), "and", 2) or ()
    last = shown(term("integer(n + 1) and 1 <= n + 1 and n + 1 <= n + 1", n=n), goal.given[:1])
    one = normal(term("(if n + 1 = n + 1 then 1 else 0) != 0", n=n), decided([kernel.reflexive(term("n + 1", n=n))]))
    value = kernel.conjoin(last, derived.follow(symmetric(one), arithmetic(sides(one.conclusion)[1])))
    first = witnessed(some, value, term("n + 1", n=n))
    none = at(kernel.assume(goal.given[1]), i, given=[kernel.assume(in_range(i, n))])
    before = kernel.assume(in_range(j, n))
    other = normal(term("A(i, j) * (if j = n + 1 then 1 else 0)", **names), decided([before]))
    zero = derived.transitive(other, arithmetic(equal(sides(other.conclusion)[1], ZERO)))
    zeros = rewritten(summed(j, n, zero, goal.given[:1]), in_sums(goal.given[:1]))
    whole = normal(
        term("sum j in 1..n + 1. A(i, j) * (if j = n + 1 then 1 else 0)", **names), by(sum_next(), goal.given[:1])
    )
    total = arithmetic(equal(sides(whole.conclusion)[0], ZERO), whole, zeros, none)
    return kernel.witness(goal.conclusion, x, kernel.conjoin(first, in_the_words_of(everywhere, each(i, n, total))))


@lemma("forall n A p. integer(n) and 0 <= n implies integer(p) and 1 <= p <= n + 1 implies A(p, n + 1 + 1) != 0 "
       f"implies (forall A. {SOLUTION}) implies {NEXT}", depth=7)  # fmt: skip
def last_unknown_is_eliminated(goal: Goal) -> Proved:
    """The others are freed of the last unknown by the equation p, which then says what it is."""
    n, A, p = goal.variables
    i, j, y, o = Free("i #0"), Free("j #0"), Free("y #0", WORD), Free("o #0")
    size, place, pivot, before = map(kernel.assume, goal.given)
    names: dict[str, Term] = {"n": n, "A": A, "p": p, "i": i, "j": j, "y": y, "o": o}
    own = "if i = p then n + 1 else i"
    rows = f"fun i j. A({own}, j) - A({own}, n + 1 + 1) / A(p, n + 1 + 1) * A(p, j)"
    freed = specialise(before, term(rows, n=n, A=A, p=p))
    both = kernel.assume(instance(freed.conclusion, y))
    some, solved = kernel.part(both, 0), kernel.part(both, 1)
    names["s"] = term("sum j in 1..n + 1. A(p, j) * y(j)", **names)
    names["d"] = term("A(p, n + 1 + 1)", **names)
    longer = shown(term("integer(n + 1) and 0 <= n + 1", n=n), [size])
    sizes = [size, longer]
    row = term("(sum j in 1..n + 1. A(i, j) * y(j)) - A(i, n + 1 + 1) / d * s = 0", **names)
    inside = kernel.assume(in_range(i, term("n + 1", n=n)))

    def reduced_row(case: Term) -> Proved:
        """The row i once the last unknown is eliminated."""
        if case == equal(i, p):
            return reduced(normal(row, by(kernel.assume(case))), lambda it: arithmetic(it, pivot))
        return in_both(either(term("i = n + 1", i=i, n=n)), lambda last: other_row(kernel.assume(case), last))

    def other_row(apart: Proved, last: Term) -> Proved:
        case = kernel.assume(last)
        is_last = last == term("i = n + 1", i=i, n=n)
        index = p if is_last else i
        known = [inside, place, case, apart, size]
        near = at(next_integer(), n, index, given=known)
        within = shown(in_range(index, n), [*known, arithmetic(term("v <= n", v=index, n=n), near, *known)])
        fact = at(solved, index, given=[within])
        chosen = decided([kernel.reflexive(p)] if is_last else [apart])
        opened_up = rewritten(fact, chosen, in_sums(sizes))
        plain = normal(row, by(case)) if is_last else kernel.reflexive(row)
        last_one = arithmetic(sides(plain.conclusion)[1], opened_up) if is_last else arithmetic(row, opened_up)
        return derived.follow(symmetric(plain), last_one)

    each_row = in_both(either(equal(i, p)), reduced_row)
    x = term("fun j. if j = n + 1 + 1 then -(s / d) else y(j)", **names)
    wanted, everywhere = applied(instance(goal.conclusion, x), "and", 2) or ()
    spot = kernel.assume(instance(some.conclusion, o))
    low = arithmetic(term("o <= n + 1 + 1 and o != n + 1 + 1", o=o, n=n), spot)
    value = normal(term("(if o = n + 1 + 1 then -(s / d) else y(o)) != 0", **names), decided([kernel.part(low, 1)]))
    there = derived.follow(symmetric(value), kernel.part(spot, 1))
    wide = shown(in_range(o, term("n + 1 + 1", n=n)), [kernel.part(spot, 0), low])
    first = kernel.unpack(some, o, witnessed(wanted, kernel.conjoin(wide, there), o))
    chosen = "A(i, j) * (if j = n + 1 + 1 then -(s / d) else y(j))"
    earlier = normal(term(chosen, **names), decided([kernel.assume(in_range(j, term("n + 1", n=n)))]))
    rest = summed(j, term("n + 1", n=n), earlier, [longer])
    last = normal(term(f"sum j in 1..n + 1 + 1. {chosen}", **names), by(sum_next(), [longer]))
    end = term("if n + 1 + 1 = n + 1 + 1 then -(s / d) else y(n + 1 + 1)", **names)
    ended = normal(end, decided([kernel.reflexive(term("n + 1 + 1", n=n))]))
    quotient = arithmetic(term("A(i, n + 1 + 1) * -(s / d) = -(A(i, n + 1 + 1) / d * s)", **names), pivot)
    total = arithmetic(equal(sides(last.conclusion)[0], ZERO), last, rest, ended, quotient, each_row, opaque=True)
    second = in_the_words_of(everywhere, each(i, term("n + 1", n=n), total))
    return kernel.unpack(freed, y, kernel.witness(goal.conclusion, x, kernel.conjoin(first, second)))


@lemma(f"forall n. integer(n) and 0 <= n implies forall A. {SOLUTION}", depth=2)
def fewer_equations(goal: Goal) -> Proved:
    """n homogeneous equations in n + 1 unknowns have a solution that is not zero."""
    (n,) = goal.variables

    (A,) = taken_apart(goal.conclusion, depth=1).variables
    i = Free("i #0")
    nowhere = derived.absurd(term("A(i, 0 + 1) = 0", A=A, i=i), arithmetic(FALSE, in_range(i, ZERO)))
    nothing = [kernel.literal(ZERO), arithmetic(term("0 <= 0")), each(i, ZERO, nowhere)]
    base = at(last_unknown_is_free(), ZERO, A, given=nothing, premises=2)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        names = {"k": k, "A": A, "i": i}
        some = term("exists i in 1..k + 1. A(i, k + 1 + 1) != 0", **names)
        longer = shown(term("integer(k + 1) and 0 <= k + 1", k=k), [known])

        def case(which: Term) -> Proved:
            if which == some:
                spot = kernel.assume(instance(some, i))
                found = at(last_unknown_is_eliminated(), k, A, i, given=[known, *conjuncts(spot), assumed], premises=4)
                return kernel.unpack(kernel.assume(some), i, found)
            inside = kernel.assume(in_range(i, term("k + 1", k=k)))
            other = kernel.assume(term("A(i, k + 1 + 1) != 0", **names))
            clash = derived.clash(kernel.assume(which), kernel.witness(some, i, kernel.conjoin(inside, other)))
            zero = derived.absurd(term("A(i, k + 1 + 1) = 0", **names), clash)
            zeros = each(i, term("k + 1", k=k), zero)
            return at(last_unknown_is_free(), term("k + 1", k=k), A, given=[longer, zeros], premises=2)

        return generalise(in_both(either(some), case), A)

    return induct(n, goal.conclusion, generalise(base, A), step)


INDEPENDENT = (
    "(forall c. (forall j in 1..n + 1. (sum i in 1..n + 1. c(i) * A(i, j)) = 0) implies forall i in 1..n + 1. c(i) = 0)"
)


@lemma(f"forall n A z q. integer(n) and 0 <= n implies {INDEPENDENT} implies "
       "(forall i in 1..n + 1. (sum j in 1..n + 1. A(i, j) * z(j)) = 0) implies "
       "integer(q) and 1 <= q <= n + 1 implies z(q) = 0", depth=8)  # fmt: skip
def independent_equations(goal: Goal) -> Proved:
    """Where the rows are independent, z = 0 is the only solution: else other rows would add up to 0 with the row c.

    The columns but q have a combination c of the rows that is zero there; by z it is zero at q as well.
    """
    n, A, z, q = goal.variables
    i, j, c = Free("i #0"), Free("j #0"), Free("c #0", WORD)
    size, independent, solved, place = map(kernel.assume, goal.given)
    end = term("n + 1", n=n)
    sizes = [size, shown(term("integer(n + 1) and 0 <= n + 1", n=n), [size])]
    others = term("fun e i. A(i, if e = q then n + 1 else e)", A=A, q=q, n=n)
    some = at(at(fewer_equations(), n, given=[size]), others, premises=0)
    both = kernel.assume(instance(some.conclusion, c))
    not_zero, columns = kernel.part(both, 0), kernel.part(both, 1)
    names: dict[str, Term] = {"n": n, "A": A, "z": z, "q": q, "i": i, "j": j, "c": c}
    inside = kernel.assume(in_range(j, end))
    column = term("sum i in 1..n + 1. c(i) * A(i, j)", **names)
    apart = kernel.assume(NOT(equal(j, q)))

    def other_column(last: Term) -> Proved:
        case, is_last = kernel.assume(last), last == equal(j, end)
        index = q if is_last else j
        known = [inside, place, case, apart, size]
        near = at(next_integer(), n, index, given=known)
        within = shown(in_range(index, n), [*known, arithmetic(term("v <= n", v=index, n=n), near, *known)])
        fact = rewritten(at(columns, index, given=[within]), decided([kernel.reflexive(q)] if is_last else [apart]))
        plain = normal(equal(column, ZERO), *([by(case)] if is_last else []))
        place_of = end if is_last else j
        product = arithmetic(term("c(i) * A(i, v) = A(i, v) * c(i)", v=place_of, **names))
        turned = summed(i, end, product, sizes)
        return derived.follow(symmetric(plain), derived.transitive(turned, fact))

    elsewhere = in_both(either(equal(j, end)), other_column)
    swapped = rewritten(at(sums_exchanged(), end, end, z, c, A, given=sizes, premises=2))
    own = at(solved, i, given=[kernel.assume(in_range(i, end))])
    turned = summed(j, end, arithmetic(term("z(j) * A(i, j) = A(i, j) * z(j)", **names)), sizes)
    row = derived.transitive(turned, own)
    nothing = arithmetic(term("c(i) * r = 0", r=sides(row.conclusion)[0], **names), row)
    rows = rewritten(summed(i, end, nothing, sizes), in_sums(sizes))
    weighed = term("z(j) * C", C=column, **names)
    picked = term("if j = q then v else 0", j=j, q=q, v=weighed)

    def only_one(case: Term) -> Proved:
        chosen = normal(picked, decided([kernel.assume(case)]))
        value = kernel.reflexive(weighed) if case == equal(j, q) else arithmetic(equal(weighed, ZERO), elsewhere)
        return derived.transitive(value, symmetric(chosen))

    parts = summed(j, end, in_both(either(equal(j, q)), only_one), sizes)
    left = at(sum_picked(), end, q, closed(j, weighed), given=[*sizes, place], premises=2)
    whole = arithmetic(equal(sides(left.conclusion)[1], ZERO), left, parts, swapped, rows)
    denied = kernel.assume(NOT(goal.conclusion))
    here = substituted(column, {j: q})
    zero = arithmetic(equal(here, ZERO), whole, denied)

    def in_any(case: Term) -> Proved:
        if case != equal(j, q):
            return elsewhere
        moved = normal(equal(column, ZERO), by(kernel.assume(case)))
        return derived.follow(symmetric(moved), zero)

    columns_vanish = each(j, end, in_both(either(equal(j, q)), in_any))
    all_zero = at(independent, c, given=[columns_vanish])
    spot = kernel.assume(instance(not_zero.conclusion, i))
    clash = arithmetic(FALSE, at(all_zero, i, given=[kernel.part(spot, 0)]), kernel.part(spot, 1))
    contradiction = kernel.unpack(some, c, kernel.unpack(not_zero, i, clash))
    return derived.absurd(goal.conclusion, contradiction)
