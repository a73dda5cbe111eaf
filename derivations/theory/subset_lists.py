"""The sets of l of k categories can be listed, for every k and l."""

from __future__ import annotations

from collections.abc import Iterable

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    decided,
    generalise,
    induct,
    instance,
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
from derivations.logic.terms import (
    FALSE,
    NOT,
    PLUS,
    Abstract,
    Apply,
    Free,
    Term,
    applied,
    closed,
    equal,
    for_all,
)
from derivations.theory import sums
from derivations.theory.linear_estimates import WORD
from derivations.theory.single_terms import at, each, each_with_next, either, next_integer, sum_of_equals, summed
from derivations.theory.sums import ONE, ZERO, in_range
from derivations.theory.surveys import earlier_letter, last_letter

LISTS = "exists m z. integer(m) and 0 <= m and subsets(k, l, m, z)"
MATRIX = term("fun y i. y + i").type


@lemma(
    "forall k l v b. integer(k) and 0 <= k implies b = 0 or b = 1 implies bits(k, l, v) implies "
    "bits(k + 1, l + b, extended(v, k + 1, b))",
    depth=7,
)
def longer_bits(goal: Goal) -> Proved:
    """A set of the first k numbers, with or without the next one."""
    k, _, v, b = goal.variables
    i = Free("i #0")
    size = goal.given[0]
    bits, total = conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("bits")))
    inside = kernel.assume(in_range(i, k))
    kept = at(earlier_letter(), k, v, b, i, given=[inside])
    last = specialise(last_letter(), PLUS(k, ONE), v, b)
    word = term("extended(v, k + 1, b)", v=v, k=k, b=b)
    here = Free("here #0")
    is_bit = term("h = 0 or h = 1", h=here)

    def bit_of(equation: Proved, known: Proved) -> Proved:
        return kernel.replace(symmetric(equation), closed(here, is_bit), known)

    each_bit = each_with_next(
        i, k, kernel.assume(size), bit_of(kept, at(bits, i, given=[inside])), bit_of(last, kernel.assume(goal.given[1]))
    )
    sum_of = normal(term("sum i in 1..k + 1. w(i)", w=word, k=k), by(sums.sum_next(), [size]), by(last_letter()))
    earlier = summed(i, k, kept, [size])
    plain = normal(goal.conclusion, unfolding("bits"))
    wanted = applied(sides(plain.conclusion)[1], "and", 2)
    assert wanted is not None
    number = arithmetic(wanted[1], rewritten(sum_of), rewritten(earlier), total, opaque=True)
    return derived.follow(symmetric(plain), kernel.conjoin(rewritten(each_bit), number))


@lemma(
    "forall k l v. integer(k) and 0 <= k implies bits(k + 1, l, v) implies bits(k, l - v(k + 1), v) and "
    "(v(k + 1) = 0 or v(k + 1) = 1)",
    depth=5,
)
def shorter_bits(goal: Goal) -> Proved:
    """A set of the first k + 1 numbers without the last one."""
    k = goal.variables[0]
    i = Free("i #0")
    size = goal.given[0]
    bits, total = conjuncts(rewritten(kernel.assume(goal.given[1]), unfolding("bits")))
    inside = kernel.assume(in_range(i, k))
    longer = shown(in_range(i, PLUS(k, ONE)), [inside, arithmetic(term("i <= k + 1", i=i, k=k), inside)])
    first = each(i, k, at(bits, i, given=[longer]))
    last = at(bits, PLUS(k, ONE), given=[size])
    sum_of = rewritten(total, by(sums.sum_next(), [size]))
    plain = normal(goal.conclusion, unfolding("bits"))
    wanted = applied(applied(sides(plain.conclusion)[1], "and", 2)[0], "and", 2)  # type: ignore[index]
    assert wanted is not None
    whole = conjoined(kernel.conjoin(first, arithmetic(wanted[1], sum_of)), last)
    return derived.follow(symmetric(plain), whole)


@lemma(f"forall k. integer(k) and 0 <= k implies (forall l. {LISTS})", depth=2)
def sets_can_be_listed(goal: Goal) -> Proved:
    """The sets of k + 1 numbers are those without the last number, and after them those with it."""
    k = goal.variables[0]
    held, m, n = Free("l #0"), Free("m #0"), Free("n #0")
    y, z = Free("y #0", MATRIX), Free("z #0", MATRIX)
    text = LISTS
    body = for_all(held, term(text, k=k, l=held))

    def listed(size: Term, number: Term, sets: Term, theorem: Proved) -> Proved:
        """There is a list."""
        wanted = term(text, k=size, l=held)
        inner = instance(wanted, number)
        last = normal(instance(inner, sets))
        theorem = derived.follow(symmetric(last), rewritten(theorem))
        return kernel.witness(wanted, number, kernel.witness(inner, sets, theorem))

    def step(j: Free, known: Proved, assumed: Proved) -> Proved:
        first, second = at(assumed, held), at(assumed, term("l - 1", l=held))
        without = kernel.assume(instance(first.conclusion, m, y))
        with_it = kernel.assume(instance(second.conclusion, n, z))
        found = _longer_list(j, held, known, (m, y, without), (n, z, with_it))
        number, sets = term("m + n", m=m, n=n), _both_lists(j, m, y, z)
        theorem = listed(PLUS(j, ONE), number, sets, found)
        theorem = _unpacked(second, (n, z), theorem)
        return generalise(_unpacked(first, (m, y), theorem), held)

    empty = kernel.assume(equal(held, ZERO))
    some = kernel.assume(NOT(equal(held, ZERO)))
    base = kernel.cases(
        either(equal(held, ZERO)),
        listed(ZERO, ONE, term("fun y i. 0"), _one_empty_set(held, empty)),
        listed(ZERO, ZERO, term("fun y i. 0"), _no_set(held, some)),
    )
    return induct(k, body, generalise(base, held), step)


def _unpacked(existence: Proved, values: tuple[Free, Free], theorem: Proved) -> Proved:
    """From what holds of a number and sets that are said to exist."""
    inner = instance(existence.conclusion, values[0])
    theorem = kernel.unpack(kernel.assume(inner), values[1], theorem)
    return kernel.unpack(existence, values[0], theorem)


def _both_lists(k: Term, m: Term, y: Term, z: Term) -> Term:
    return term("fun u. if u <= m then extended(y(u), k + 1, 0) else extended(z(u - m), k + 1, 1)", k=k, m=m, y=y, z=z)


def _parts_of(formula: Term) -> tuple[Proved, Term, Term, Term]:
    """subsets(k, l, m, z) unfolded, and its three parts."""
    plain = normal(formula, unfolding("subsets"))
    first, rest = applied(sides(plain.conclusion)[1], "and", 2) or (FALSE, FALSE)
    second, third = applied(rest, "and", 2) or (FALSE, FALSE)
    return plain, first, second, third


def _assembled(formula: Term, first: Proved, second: Proved, third: Proved) -> Proved:
    """subsets(k, l, m, z) from its three parts."""
    plain = normal(formula, unfolding("subsets"))
    return derived.follow(symmetric(plain), kernel.conjoin(first, kernel.conjoin(second, third)))


def _one_empty_set(held: Free, empty: Proved) -> Proved:
    """Of no numbers there is one set of none."""
    formula = term("subsets(k, l, m, z)", k=ZERO, l=held, m=ONE, z=term("fun y i. 0"))
    _, first, second, third = _parts_of(formula)
    i, y = Free("i #0"), Free("y #0")
    nowhere = arithmetic(FALSE, in_range(i, ZERO))
    none = each(i, ZERO, derived.absurd(term("0 = 0 or 0 = 1"), nowhere))
    total = normal(term("sum i in 1..z. 0", z=ZERO), by(sums.sum_0()))
    one = goal_of(first)
    plain = normal(one.conclusion, unfolding("bits"))
    sum_is = (applied(sides(plain.conclusion)[1], "and", 2) or (FALSE, FALSE))[1]
    bits = kernel.conjoin(rewritten(none), arithmetic(sum_is, total, empty))
    every = one.qed(derived.follow(symmetric(plain), bits))
    two = goal_of(second, depth=5)
    same = two.qed(arithmetic(two.conclusion, *two.given[:2]))
    last = goal_of(third, depth=2)
    wanted = rewritten(kernel.reflexive(last.conclusion))
    del wanted, y
    (v,) = last.variables
    everywhere = each(i, ZERO, derived.absurd(term("0 = v(i)", v=v, i=i), nowhere))
    inside = shown(in_range(ONE, ONE))
    body = instance(last.conclusion, ONE)
    found = derived.follow(symmetric(normal(body)), rewritten(kernel.conjoin(inside, everywhere)))
    there = last.qed(kernel.witness(last.conclusion, ONE, found))
    sizes = conjoined(kernel.literal(ONE), arithmetic(term("0 <= o", o=ONE)))
    return kernel.conjoin(
        kernel.part(sizes, 0), kernel.conjoin(kernel.part(sizes, 1), _assembled(formula, every, same, there))
    )


def _no_set(held: Free, some: Proved) -> Proved:
    """Of no numbers there is no set of some."""
    formula = term("subsets(k, l, m, z)", k=ZERO, l=held, m=ZERO, z=term("fun y i. 0"))
    _, first, second, third = _parts_of(formula)
    y = Free("y #0")
    one, two = goal_of(first), goal_of(second, depth=4)
    found = []
    for part in (one, two):
        nowhere = arithmetic(FALSE, part.given[0])
        found.append(part.qed(derived.absurd(part.conclusion, nowhere)))
    del y
    last = goal_of(third, depth=2)
    total = list(conjuncts(rewritten(kernel.assume(last.given[0]), unfolding("bits"), by(sums.sum_0()))))[-1]
    there = last.qed(derived.absurd(last.conclusion, arithmetic(FALSE, total, some)))
    sizes = shown(term("integer(z) and 0 <= z", z=ZERO))
    return kernel.conjoin(
        kernel.part(sizes, 0), kernel.conjoin(kernel.part(sizes, 1), _assembled(formula, found[0], found[1], there))
    )


_List = tuple[Free, Free, Proved]


def _longer_list(k: Free, held: Free, known: Proved, without: _List, with_it: _List) -> Proved:
    """The list of the sets without the number k + 1 and, after them, of those with it."""
    (m, y, first), (n, z, second) = without, with_it
    end = PLUS(k, ONE)
    number, sets = term("m + n", m=m, n=n), _both_lists(k, m, y, z)
    formula = sides(normal(term("subsets(k, l, m, z)", k=end, l=held, m=number, z=sets)).conclusion)[1]
    _, *wanted = _parts_of(formula)
    sizes = [known, *list(conjuncts(first))[:2], *list(conjuncts(second))[:2]]
    lists = [list(conjuncts(rewritten(list(conjuncts(fact))[2], unfolding("subsets")))) for fact in (first, second)]
    u, t, i = Free("u #0"), Free("t #0"), Free("i #0")

    def place(index: Free, low: bool) -> tuple[Proved, Proved, Proved, Term]:
        """The set is one without the number, or one with it: which, where it stands, and what it is."""
        inside = kernel.assume(in_range(index, number))
        case = term("u <= m", u=index, m=m)
        assumed = kernel.assume(case if low else NOT(case))
        value = normal(sides(normal(sets(index)).conclusion)[1], decided([assumed]))
        if low:
            where = shown(in_range(index, m), [inside, assumed])
            return assumed, where, value, index
        shifted = term("u - m", u=index, m=m)
        above = at(
            next_integer(),
            m,
            index,
            given=[*sizes, shown(term("integer(u)", u=index), [inside]), shown(term("integer(m)", m=m), sizes)],
        )
        bounds = [
            arithmetic(term(text, u=index, m=m, n=n), above, assumed, inside) for text in ("1 <= u - m", "u - m <= n")
        ]
        whole = shown(term("integer(u - m)", u=index, m=m), [inside, *sizes])
        return assumed, kernel.conjoin(whole, kernel.conjoin(*bounds)), value, shifted

    # each is a set
    one = goal_of(wanted[0])
    (u,) = one.variables
    cases = []
    for low, bit, size in ((True, ZERO, held), (False, ONE, term("l - 1", l=held))):
        _, where, value, shifted = place(u, low)
        listed = lists[0 if low else 1][0]
        own = at(listed, shifted, given=[where])
        which = arithmetic(term("b = 0 or b = 1", b=bit))
        longer = at(
            longer_bits(),
            k,
            size,
            term("y(u)", y=y if low else z, u=shifted),
            bit,
            given=[known, which, own],
            premises=3,
        )
        same = arithmetic(equal(term("s + b", s=size, b=bit), held))
        here = Free("here #0")
        longer = kernel.replace(same, closed_in(here, longer.conclusion, sides(same.conclusion)[0]), longer)
        there = Free("there #0", WORD)
        pattern = closed_in(there, term("bits(k, l, v)", k=end, l=held, v=there), there)
        cases.append(kernel.replace(symmetric(value), pattern, longer))
    every = one.qed(rewritten_to(one.conclusion, kernel.cases(either(term("u <= m", u=u, m=m)), *cases)))

    # no two are the same
    two = goal_of(wanted[1], depth=5)
    u, t = two.variables
    agree = kernel.assume(two.given[2])
    rows = []
    for low_u in (True, False):
        inner = []
        for low_t in (True, False):
            _, where_u, value_u, at_u = place(u, low_u)
            _, where_t, value_t, at_t = place(t, low_t)

            def letter(index: Term, value_u: Proved = value_u, value_t: Proved = value_t) -> Proved:
                """Both sets at one number."""
                inside = shown(in_range(index, end), _below(index, end, known))
                equation = at(agree, index, given=[inside])
                return rewritten(equation, _as(value_u), _as(value_t))

            if low_u != low_t:
                last = rewritten(letter(end), by(last_letter()))
                inner.append(derived.absurd(two.conclusion, arithmetic(FALSE, last)))
                continue
            in_i = kernel.assume(in_range(i, k))
            entry = rewritten(letter(i), by(earlier_letter(), [in_i]))
            everywhere = each(i, k, entry)
            distinct = at(at(lists[0 if low_u else 1][1], at_u, given=[where_u]), at_t, given=[where_t])
            inner.append(arithmetic(two.conclusion, kernel.detach(distinct, rewritten(everywhere))))
        rows.append(kernel.cases(either(term("t <= m", t=t, m=m)), *inner))
    same_place = two.qed(kernel.cases(either(term("u <= m", u=u, m=m)), *rows))

    # all are there
    three = goal_of(wanted[2], depth=2)
    (v,) = three.variables
    shorter, which = conjuncts(at(shorter_bits(), k, held, v, given=[known, *three.given], premises=2))
    found = []
    for low, case in zip((True, False), applied(which.conclusion, "or", 2) or (), strict=True):
        last = kernel.assume(case)
        size = held if low else term("l - 1", l=held)
        here = Free("here #0")
        same = arithmetic(equal(term("l - w", l=held, w=sides(case)[0]), size), last)
        own = kernel.replace(same, closed_in(here, term("bits(k, l, v)", k=k, l=here, v=v), here), shorter)
        existence = at(lists[0 if low else 1][2], v, given=[own])
        place_of = Free("place #0")
        member = kernel.assume(instance(existence.conclusion, place_of))
        inside, letters = kernel.part(member, 0), kernel.part(member, 1)
        answer = place_of if low else PLUS(place_of, m)
        body = instance(three.conclusion, answer)
        bounds = shown(in_range(answer, number), [inside, *sizes, *_bounds(answer, number, inside, sizes)])
        side = term("u <= m", u=answer, m=m)
        side = side if low else NOT(side)
        is_side = arithmetic(side, inside, *sizes)
        value = normal(sides(normal(sets(answer)).conclusion)[1], decided([is_side]))
        back = [] if low else [_as(arithmetic(equal(term("p + m - m", p=place_of, m=m), place_of)))]
        value = derived.transitive(value, normal(sides(value.conclusion)[1], *back))
        in_i = kernel.assume(in_range(i, k))
        word, bit = term("y(p)", y=y if low else z, p=place_of), ZERO if low else ONE
        kept = at(earlier_letter(), k, word, bit, i, given=[in_i])
        earlier = derived.transitive(kept, at(letters, i, given=[in_i]))
        ending = derived.transitive(specialise(last_letter(), end, word, bit), symmetric(last))
        everywhere = each_with_next(i, k, known, earlier, ending)
        there = Free("there #0", WORD)
        pattern = closed_in(there, term("forall i in 1..n. w(i) = v(i)", n=end, w=there, v=v), there)
        everywhere = kernel.replace(symmetric(value), pattern, everywhere)
        whole = rewritten_to(body, kernel.conjoin(bounds, everywhere))
        found.append(kernel.unpack(existence, place_of, kernel.witness(three.conclusion, answer, whole)))
    complete = three.qed(kernel.cases(which, *found))
    integer = shown(term("integer(m + n)", m=m, n=n), sizes)
    positive = arithmetic(term("0 <= m + n", m=m, n=n), *sizes)
    return kernel.conjoin(integer, kernel.conjoin(positive, _assembled(formula, every, same_place, complete)))


def closed_in(variable: Free, formula: Term, part: Term) -> Abstract:
    """fun v. formula with v for a part of it."""
    return closed(variable, _with(formula, part, variable))


def _with(formula: Term, old: Term, new: Term) -> Term:
    if formula == old:
        return new
    if isinstance(formula, Apply):
        return Apply(_with(formula.function, old, new), _with(formula.argument, old, new))
    if isinstance(formula, Abstract):
        return Abstract(formula.variable, _with(formula.body, old, new), formula.hint)
    return formula


def _as(equation: Proved) -> Conversion:
    """Rewriting by an equation of terms."""
    left, _ = sides(equation.conclusion)
    return lambda part: equation if part == left else None


def rewritten_to(formula: Term, theorem: Proved) -> Proved:
    """The formula from the theorem, both the same once functions are worked out."""
    return derived.follow(symmetric(normal(formula)), rewritten(theorem))


def _below(index: Term, end: Term, known: Proved) -> list[Term | Proved]:
    """What shows that an index is one of the first k, or k + 1, whichever it is."""
    before = (applied(end, "+", 2) or (end, end))[0]
    if index == end:
        return [known, arithmetic(term("1 <= e and e <= e", e=end), known)]
    inside = kernel.assume(in_range(index, before))
    return [inside, known, arithmetic(term("i <= k + 1", i=index, k=before), inside)]


def _bounds(answer: Term, number: Term, inside: Proved, sizes: Iterable[Term | Proved]) -> list[Proved]:
    """1 <= place <= number"""
    return [arithmetic(term(text, a=answer, b=number), inside, *sizes) for text in ("1 <= a", "a <= b")]


# -- bits that are there -----------------------------------------------------------------------------------------------


@lemma(
    "forall n f b. integer(n) and 1 <= n implies (forall i in 1..n. f(i) = 0 or f(i) = 1) implies "
    "b = 0 or b = 1 implies sum(n, f) != n * (1 - b) implies exists i in 1..n. f(i) = b",
    depth=7,
)
def some_bit(goal: Goal) -> Proved:
    """Bits that are not all alike have both values."""
    n, f, b = goal.variables
    i = Free("i #0")
    none = kernel.assume(NOT(goal.conclusion))
    inside = kernel.assume(in_range(i, n))
    body = instance(goal.conclusion, i)
    same = kernel.assume(term("f(i) = b", f=f, i=i, b=b))
    there = kernel.witness(goal.conclusion, i, kernel.conjoin(inside, same))
    other = derived.reject(same.conclusion, derived.clash(none, there))
    del body
    bit = at(kernel.assume(goal.given[1]), i, given=[inside])
    value = arithmetic(term("f(i) = 1 - b", f=f, i=i, b=b), bit, other, goal.given[2])
    size = shown(term("integer(n) and 0 <= n", n=n), [goal.given[0], arithmetic(term("0 <= n", n=n), goal.given[0])])
    total = derived.transitive(summed(i, n, value, [size]), at(sum_of_equals(), n, term("1 - b", b=b), given=[size]))
    return derived.absurd(goal.conclusion, arithmetic(FALSE, total, goal.given[3], opaque=True))
