"""Appendix, proof of Theorem 3.1: rows that are merged, and a row that is split with a gain."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.admissible import as_written
from checks.papers.nz.proofs.common import given, in_plain_words, of_parameters, plain
from checks.verifying.stated import Script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    decided,
    instance,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import (
    AT_MOST,
    FALSE,
    IMPLIES,
    NOT,
    Free,
    Number,
    Term,
    applied,
    equal,
    for_all,
    quantified,
    substituted,
)
from derivations.theory import sums
from derivations.theory.admissible import ABOVE, layers_keep_distances, layers_say_more, nothing_apart, split_design
from derivations.theory.automatic import written_out
from derivations.theory.average_security import each_of
from derivations.theory.merging import MERGED, fully_merged, merged_is_informative, merged_is_less_informative
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    next_integer,
    plainly,
    sum_of_zeros,
    sum_picked,
    summed,
    term_at_most_sum,
)
from derivations.theory.splitting import (
    design_of_same,
    informative_of_same,
    less_informative_is_closer,
    split_is_design,
    split_is_informative,
    split_rejoins,
)
from derivations.theory.sums import in_range

Facts = list[Term | Proved]
ONE, TWO = Number(1), Number(2)
ROW = "if y = 1 then (if x = 1 then P(1, 1) - P(2, 1) else 0) else if y = 2 then P(2, 1) else P(x, y - 1)"
PAIR = [shown(in_range(number, TWO)) for number in (ONE, TWO)]


class SplitRow:
    """The design with the rows (c - d, 0) and (d, d), which is P split at the smaller entry of its first row."""

    def __init__(self, goal: Goal) -> None:
        self.names, self.facts = goal.names, given(goal)
        self.m, self.P = self.names["m"], self.names["P"]
        self.end = term("m + 1", m=self.m)
        numbers = [
            f
            for f in self.facts
            if isinstance(f, Proved)
            and self.m in (applied(f.conclusion, "integer", 1) or applied(f.conclusion, "<=", 2) or ())
        ]
        self.first = shown(in_range(ONE, self.m), numbers)
        self.facts += [
            self.first,
            *PAIR,
            *(
                shown(f, numbers)
                for f in (term("integer(m + 1) and 0 <= m + 1", m=self.m), term("integer(2) and 0 <= 2"))
            ),
        ]
        known = [
            f
            for f in self.facts
            if isinstance(f, Proved) and (applied(f.conclusion, "<", 2) or applied(f.conclusion, "=", 2))
        ]
        self.order = [arithmetic(plainly(text, P=self.P), *known) for text in ("0 < P(2, 1)", "P(2, 1) < P(1, 1)")]
        self.row = term(f"fun x y. {ROW}", P=self.P)
        self.layers = plainly(split_design(ABOVE), P=self.P, u=ONE, a=TWO)
        x, y = Free("x #0"), Free("y #0")
        kernel.assume(in_range(y, self.end))
        body = plainly("A(x, y) = B(x, y)", A=self.layers, B=self.row, x=x, y=y)
        proofs = [
            by_conditions(plainly("A(x, y) = B(x, y)", A=self.layers, B=self.row, x=n, y=y), *self.order)
            for n in (ONE, TWO)
        ]
        same = each_of(2, x, body, *proofs)
        self.same = each(x, TWO, each(y, self.end, at(same, x, given=[kernel.assume(in_range(x, TWO))])))
        rows = rewritten(
            next(f for f in self.facts if isinstance(f, Proved) and applied(f.conclusion, "design", 3)),
            unfolding("design", "law"),
        )
        own = at(kernel.part(at(rows, x, given=[kernel.assume(in_range(x, TWO))]), 0), ONE, given=self.facts)
        layer = term(f"fun x. {ABOVE}", P=self.P, u=ONE, a=TWO)
        layer = sides(normal(layer).conclusion)[1]
        share = each(
            x, TWO, by_conditions(plainly("0 <= R(x) and R(x) <= P(x, 1)", R=layer, P=self.P, x=x), *self.order, own)
        )
        self.layered = at(split_is_design(), TWO, self.m, self.P, ONE, layer, given=[*self.facts, share], premises=4)
        self.design = at(
            design_of_same(),
            TWO,
            self.end,
            self.layers,
            self.row,
            given=[*self.facts, self.same, self.layered],
            premises=3,
        )
        joins = at(split_is_informative(), TWO, self.m, self.P, ONE, layer, given=self.facts, premises=2)
        itself = self.itself(self.P, self.m)
        self.informs = at(informative_of_same(), TWO, self.end, self.m, self.layers, self.row, self.P, self.P,
                          given=[*self.facts, self.same, itself, joins], premises=4)  # fmt: skip

    def itself(self, P: Term, m: Term) -> Proved:
        """P(x, y) = P(x, y) for each category and response"""
        x, y = Free("x #0"), Free("y #0")
        return each(x, TWO, each(y, m, kernel.reflexive(term("P(x, y)", P=P, x=x, y=y))))

    def distance(self, i: Free, j: Free) -> Proved:
        """i, j in 1..2 |- the distance of the rows i and j is what it was"""
        inside = [kernel.assume(in_range(v, TWO)) for v in (i, j)]
        y = Free("y #0")
        in_y = kernel.assume(in_range(y, self.end))
        kept = at(layers_keep_distances(), TWO, self.m, self.P, ONE, plainly("P(2, 1)", P=self.P), i, j,
                  given=[*self.facts, *inside, arithmetic(plainly("0 <= P(2, 1)", P=self.P), *self.order)],
                  premises=7)  # fmt: skip
        entries = [at(at(self.same, v, given=inside), y, given=[in_y]) for v in (i, j)]
        gap = kernel.congruent(kernel.congruent(kernel.reflexive(term("fun a b. abs(a - b)")), entries[0]), entries[1])
        row = summed(y, self.end, rewritten(gap), self.facts)
        return derived.transitive(symmetric(rewritten(row)), rewritten(kept))


def split_row(goal: Goal) -> Proved:
    """The two parts joined again."""
    here = SplitRow(goal)
    x, y, z = Free("x #0"), Free("y #0"), Free("z #0")
    names = {"m": here.m, "P": here.P, "x": x, "y": y, "z": z}
    inside = [kernel.assume(in_range(v, size)) for v, size in ((x, TWO), (y, here.m), (z, here.end))]
    layer = sides(normal(term(f"fun x. {ABOVE}", P=here.P, u=ONE, a=TWO)).conclusion)[1]
    joined = at(
        split_rejoins(),
        here.m,
        ONE,
        plainly("P(x)", P=here.P, x=x),
        plainly("R(x)", R=layer, x=x),
        y,
        given=[*here.facts, *inside],
        premises=3,
    )
    weight = term("if z = 1 then (if y = 1 then 1 else 0) else if z = y + 1 then 1 else 0", **names)
    entry = at(at(here.same, x, given=inside), z, given=inside)
    left, right = sides(entry.conclusion)
    turned = arithmetic(
        term("w * a = b * w", w=Free("w #0"), a=Free("a #0"), b=Free("b #0")), equal(Free("a #0"), Free("b #0"))
    )
    turned = cut(
        kernel.instantiate(turned, {Free("w #0"): weight, Free("a #0"): right, Free("b #0"): left}), symmetric(entry)
    )
    row = summed(z, here.end, turned, here.facts)
    found = symmetric(derived.transitive(row, rewritten(joined)))
    matrix = each(y, here.m, each(x, TWO, found))

    def prove(formula: Term) -> Proved:
        first, rest = applied(formula, "and", 2) or ()
        second, third = applied(rest, "and", 2) or ()
        return kernel.conjoin(
            as_written(first, matrix), kernel.conjoin(as_written(second, here.design), as_written(third, here.informs))
        )

    return in_plain_words(goal.conclusion, prove)


def split_row_stays(goal: Goal) -> Proved:
    """Distances are kept, hence the class."""
    here = SplitRow(goal)
    i, j = Free("i #0"), Free("j #0")
    inside = [kernel.assume(in_range(v, TWO)) for v in (i, j)]
    kept = here.distance(i, j)
    close = next(f for f in here.facts if isinstance(f, Proved) and "abs" in str(f.conclusion))
    before = at(at(close, i, given=inside), j, given=inside)
    bound = (applied(before.conclusion, "<=", 2) or ())[1]
    near = each(i, TWO, each(j, TWO, arithmetic(AT_MOST(sides(kept.conclusion)[0], bound), kept, before, opaque=True)))
    all_kept = each(i, TWO, each(j, TWO, kept))

    def prove(formula: Term) -> Proved:
        member, distances = applied(formula, "and", 2) or ()
        size, larger, design, _ = (part.conclusion for part in conjuncts(kernel.assume(member)))
        plain_size = normal(size, unfolding("size"))
        numbers = [
            f
            for f in here.facts
            if isinstance(f, Proved)
            and here.m in (applied(f.conclusion, "integer", 1) or applied(f.conclusion, "<=", 2) or ())
        ]
        parts = [
            derived.follow(symmetric(plain_size), shown(sides(plain_size.conclusion)[1], numbers)),
            shown(larger, numbers),
            as_written(design, here.design),
        ]
        found = conjoined(*parts, as_written(sides(normal(near.conclusion).conclusion)[1], near))
        return kernel.conjoin(as_written(member, found), as_written(distances, all_kept))

    return in_plain_words(goal.conclusion, prove)


def not_back(here: SplitRow) -> Proved:
    """|- not informative(2, m, m + 1, P, P_1)"""
    x, y = Free("x #0"), Free("y #0")
    more = at(
        layers_say_more(), TWO, here.m, here.P, ONE, TWO, ONE, given=[*here.facts, conjoined(*here.order)], premises=7
    )
    informs = kernel.assume(term("informative(2, m, n, P, S)", m=here.m, n=here.end, P=here.P, S=here.row))
    entry = at(
        at(here.same, x, given=[kernel.assume(in_range(x, TWO))]), y, given=[kernel.assume(in_range(y, here.end))]
    )
    back = each(x, TWO, each(y, here.end, symmetric(entry)))
    layered = at(informative_of_same(), TWO, here.m, here.end, here.P, here.P, here.row, here.layers,
                 given=[*here.facts, here.itself(here.P, here.m), back, informs], premises=4)  # fmt: skip
    return derived.reject(informs.conclusion, derived.clash(more, layered))


class Unproportional:
    """Of a design for two categories no two rows are proportional."""

    def __init__(self, facts: Facts, m: Term, P: Term) -> None:
        self.m, self.P, self.facts = m, P, facts
        text = (
            "forall y in 1..m. forall u in 1..m. "
            "(forall i in 1..2. forall j in 1..2. P(i, y)*P(j, u) = P(j, y)*P(i, u)) implies y = u"
        )
        (self.apart,) = (f for f in facts if isinstance(f, Proved) and f.conclusion == term(text, m=m, P=P))
        rows = next(f for f in facts if isinstance(f, Proved) and applied(f.conclusion, "design", 3))
        self.rows = rewritten(rows, unfolding("design", "law"))

    def entry(self, x: Term, y: Term, *given: Proved) -> Proved:
        """0 <= P(x, y)"""
        return at(kernel.part(at(self.rows, x, given=[*PAIR, *given]), 0), y, given=[*self.facts, *given])

    def no_weight(self, w: Term, positive: Proved, total: Proved, y: Free) -> Proved:
        """y in 1..m |- w(y) P(2, y) = 0, where the sum of these is 0"""
        inside = kernel.assume(in_range(y, self.m))
        names = {"w": w, "P": self.P, "y": y}
        product = arithmetic(term("0 <= w(y)*P(2, y)", **names), positive, self.entry(TWO, y, inside))
        f = term("fun y. w(y)*P(2, y)", w=w, P=self.P)
        one = kernel.detach(
            at(term_at_most_sum(), self.m, y, f, given=[*self.facts, inside], premises=2), each(y, self.m, product)
        )
        return arithmetic(term("w(y)*P(2, y) = 0", **names), one, product, total)

    def same(self, y: Term, u: Term, cross: Proved, *given: Proved) -> Proved:
        """y = u from |- P(1, y) P(2, u) = P(2, y) P(1, u)"""
        i, j = Free("i #0"), Free("j #0")
        body = term("P(i, y)*P(j, u) = P(j, y)*P(i, u)", P=self.P, y=y, u=u, i=i, j=j)
        rows = []
        for first in (ONE, TWO):
            with_first = substituted(body, {i: first})
            own = [arithmetic(substituted(with_first, {j: second}), cross, opaque=True) for second in (ONE, TWO)]
            rows.append(each_of(2, j, with_first, *own))
        found = each_of(2, i, for_all(j, IMPLIES(in_range(j, TWO), body)), *rows)
        return kernel.detach(at(at(self.apart, y, given=[*self.facts, *given]), u, given=[*self.facts, *given]), found)


def split_row_is_better(goal: Goal) -> Proved:
    """Only a row (a, 0) with a >= c - d gives the first row of P_1; and nothing gives all of them."""
    here = SplitRow(goal)
    m, P = here.m, here.P
    names = {"m": m, "P": P}
    unlike = Unproportional(here.facts, m, P)
    back = not_back(here)

    def prove(formula: Term) -> Proved:
        weights, better = applied(formula, "and", 2) or ()
        one = goal_of(weights, depth=3)
        (w,) = one.variables
        within, made = conjuncts_of_two(kernel.assume(one.given[0]))
        y, z = Free("y #0"), Free("z #0")
        said = {**names, "w": w, "y": y, "z": z}
        inside = [kernel.assume(in_range(v, m)) for v in (y, z)]
        rows = [rewritten(at(made, n, given=PAIR), decided([])) for n in (ONE, TWO)]
        nothing = unlike.no_weight(w, at(within, y, given=inside[:1]), rows[1], y)
        product = term("w(y)*P(1, y)", **said)
        some = term("exists y in 1..m. w(y)*P(1, y) != 0", **{key: v for key, v in said.items() if key not in "yz"})
        none = kernel.assume(NOT(some))
        is_some = kernel.assume(NOT(equal(product, Number(0))))
        found = kernel.witness(some, y, conjoined_range(instance(some, y), inside[0], is_some))
        zero = derived.absurd(equal(product, Number(0)), derived.clash(none, found))
        total = derived.transitive(summed(y, m, zero, here.facts), at(sum_of_zeros(), m, given=here.facts))
        exists = derived.absurd(some, arithmetic(FALSE, total, rows[0], *here.order, opaque=True))

        # the row that counts is the only one
        there = kernel.assume(instance(some, y))
        place, counts = conjuncts_of_two(there)
        zero_here = arithmetic(term("P(2, y) = 0", **said), nothing, counts)
        zero_there = kernel.instantiate(nothing, {y: z})
        cross = arithmetic(
            term("P(1, z)*P(2, y) = P(2, z)*P(1, y)", **said), zero_here, term("P(2, z) = 0", **said), opaque=True
        )
        meet = unlike.same(z, y, cross, *inside)
        wz, pz, qz = (term(text, **said) for text in ("w(z)", "P(1, z)", "P(2, z)"))
        other = NOT(equal(z, y))
        is_zero = kernel.assume(term("P(2, z) = 0", **said))
        apart = derived.absurd(term("w(z)*P(1, z) = 0", **said), derived.clash(kernel.assume(other), meet))
        del wz, pz, qz
        positive = arithmetic(term("w(z)*P(1, z) = 0", **said), zero_there, NOT(is_zero.conclusion))
        vanish = kernel.cases(either(is_zero.conclusion), apart, positive)
        entry = by_conditions(
            term("w(z)*P(1, z) = (if z = y then w(z)*P(1, z) else 0)", **said), kernel.discharge(other, vanish)
        )
        only = derived.transitive(summed(z, m, entry, here.facts),
                                 at(sum_picked(), m, y, term("fun z. w(z)*P(1, z)", **{**said, "z": Free("v")}),
                                    given=[*here.facts, inside[0]], premises=2))  # fmt: skip
        large = arithmetic(
            term("P(1, 1) - P(2, 1) <= P(1, y)", **said),
            only,
            rows[0],
            at(within, y, given=inside[:1]),
            unlike.entry(ONE, y, inside[0]),
        )
        first = kernel.assume(equal(y, ONE))
        moved = kernel.congruent(kernel.reflexive(term("P(2)", P=P)), first)
        not_first = derived.reject(first.conclusion, arithmetic(FALSE, zero_here, moved, here.order[0], opaque=True))
        row = conjoined(not_first, zero_here, large)
        row = cut(row, place)
        wanted = one.conclusion
        found = kernel.witness(wanted, y, conjoined_range(instance(wanted, y), place, row, here))
        first_part = one.qed(kernel.unpack(exists, y, found))
        return kernel.conjoin(first_part, as_written(better, kernel.conjoin(here.informs, back)))

    return in_plain_words(goal.conclusion, prove)


def column_sum_exceeds_one(goal: Goal) -> Proved:
    """Both rows (c - d, 0) and (a, 0) of P_1 come from the row (a, 0) of P, which gives more than it has."""
    here = SplitRow(goal)
    m, P, C, a = here.m, here.P, here.names["C"], here.names["a"]
    y, z = Free("y #0"), Free("z #0")
    known = [f for f in here.facts if isinstance(f, Proved)]
    second = shown(
        in_range(TWO, m),
        [f for f in known if m in (applied(f.conclusion, "integer", 1) or applied(f.conclusion, "<=", 2) or ())],
    )
    unlike = Unproportional([*here.facts, second], m, P)
    facts = unlike.facts
    weights = next(
        f for f in known if f.conclusion == term("forall z in 1..m + 1. forall y in 1..m. 0 <= C(z, y)", m=m, C=C)
    )
    made = next(f for f in known if quantified(f.conclusion, "forall") and "sum" in str(f.conclusion))
    in_y, in_z = kernel.assume(in_range(y, m)), kernel.assume(in_range(z, here.end))
    two_of_three = arithmetic(term("3 - 1 = 2"))
    said = {"m": m, "P": P, "C": C, "a": a, "y": y, "z": z}
    entries = [f for f in known if applied(f.conclusion, "=", 2)]
    row = [arithmetic(term(text, P=P, a=a), *entries, opaque=True) for text in ("P(1, 2) = a", "P(2, 2) = 0")]

    def only_second(number: Number) -> tuple[Proved, Proved]:
        """C(z, 2) P(1, 2) = P_1(1, z), where P_1(2, z) = 0; and that C(z, 2) is not negative"""
        place = shown(in_range(number, here.end), [second])
        w = plainly("C(z)", C=C, z=number)
        positive = at(at(weights, number, given=[place]), y, given=[in_y])
        total, nothing = (
            rewritten(at(at(made, number, given=[place]), n, given=PAIR), decided([])) for n in (ONE, TWO)
        )
        total, nothing = (symmetric(rewritten(fact, by(two_of_three))) for fact in (total, nothing))
        if number != ONE:
            nothing = arithmetic(equal(sides(nothing.conclusion)[0], Number(0)), nothing, row[1], opaque=True)
        none = unlike.no_weight(w, positive, nothing, y)
        own = {**said, "w": w}
        is_zero = kernel.assume(term("P(2, y) = 0", **own))
        cross = arithmetic(term("P(1, y)*P(2, 2) = P(2, y)*P(1, 2)", **own), row[1], is_zero, opaque=True)
        other = NOT(equal(y, TWO))
        zero = plainly("w(y)*P(1, y) = 0", **own)
        apart = derived.absurd(zero, derived.clash(kernel.assume(other), unlike.same(y, TWO, cross, in_y, second)))
        rest = arithmetic(zero, none, NOT(is_zero.conclusion))
        vanish = kernel.discharge(other, kernel.cases(either(is_zero.conclusion), apart, rest))
        entry = by_conditions(plainly("w(y)*P(1, y) = (if y = 2 then w(y)*P(1, y) else 0)", **own), vanish)
        picked = at(
            sum_picked(),
            m,
            TWO,
            plainly("fun y. w(y)*P(1, y)", **{**own, "y": Free("v")}),
            given=[*facts, second],
            premises=2,
        )
        only = derived.transitive(summed(y, m, entry, facts), picked)
        worth = arithmetic(equal(sides(only.conclusion)[1], sides(total.conclusion)[1]), only, total, opaque=True)
        least = at(at(weights, number, given=[place]), TWO, given=[second])
        return worth, least

    one, three = only_second(ONE), only_second(Number(3))
    first, lower = unlike.entry(ONE, TWO, second), arithmetic(plainly("0 < P(1, 1)", P=P), *here.order)
    zero = kernel.assume(plainly("P(1, 2) = 0", P=P))
    cross = arithmetic(plainly("P(1, 1)*P(2, 2) = P(2, 1)*P(1, 2)", P=P), zero, row[1], opaque=True)
    meet = unlike.same(ONE, TWO, cross, here.first, second)
    positive = arithmetic(
        plainly("0 < P(1, 2)", P=P), first, derived.reject(zero.conclusion, arithmetic(FALSE, meet)), opaque=True
    )
    del lower
    # two entries of the column
    chances = at(at(weights, z, given=[in_z]), TWO, given=[second])
    some = by_conditions(
        term("(if z = 1 then C(z, 2) else 0) + (if z = 3 then C(z, 2) else 0) <= C(z, 2)", **said), chances
    )
    whole = summed(z, here.end, some, facts)
    column = term("fun z. C(z, 2)", C=C)
    picks = [
        at(sum_picked(), here.end, n, column, given=[*facts, shown(in_range(n, here.end), [second])], premises=2)
        for n in (ONE, Number(3))
    ]
    both = at(
        sums.sum_plus(), here.end, *(term(f"fun z. if z = {n} then C(z, 2) else 0", C=C) for n in (1, 3)), given=facts
    )

    def prove(formula: Term) -> Proved:
        known_facts = [*entries, *row, one[0], three[0], positive, whole, *picks, both, *here.order]
        return conjoined(
            *(arithmetic(part.conclusion, *known_facts, opaque=False) for part in conjuncts(kernel.assume(formula)))
        )

    return in_plain_words(goal.conclusion, prove)


def conjoined_range(formula: Term, place: Proved, theorem: Proved, here: SplitRow | None = None) -> Proved:
    """y in 1..m and A, as the formula writes it"""
    wanted = normal(formula)
    last = (applied(sides(wanted.conclusion)[1], "and", 2) or ())[1]
    if last != theorem.conclusion:
        known = [f for f in here.facts if isinstance(f, Proved) and applied(f.conclusion, "=", 2)] if here else []
        wanted_parts = [part.conclusion for part in conjuncts(kernel.assume(last))]
        parts = [
            conjunct if conjunct.conclusion == part else arithmetic(part, conjunct, *known, opaque=True)
            for conjunct, part in zip(conjuncts(theorem), wanted_parts, strict=True)
        ]
        theorem = conjoined(*parts)
    return derived.follow(symmetric(wanted), kernel.conjoin(place, theorem))


def conjuncts_of_two(theorem: Proved) -> tuple[Proved, Proved]:
    """|- A and B  ==>  |- A, |- B"""
    return kernel.part(theorem, 0), kernel.part(theorem, 1)


def merged_rows(goal: Goal) -> Proved:
    """Merged responses can be drawn again."""
    names, facts = goal.names, given(goal)
    k, m, width, P, f = (names[name] for name in ("k", "m", "l", "P", "f"))
    sized: Facts = [*facts, *(shown(term("integer(n) and 1 <= n", n=n), facts[:8]) for n in (k, m, width))]
    less = at(merged_is_less_informative(), k, m, width, P, f, given=sized, premises=5)
    more = at(merged_is_informative(), k, m, width, P, f, given=sized, premises=6)
    return in_plain_words(goal.conclusion, lambda formula: as_written(formula, kernel.conjoin(less, more)))


def merging_keeps_the_distance(goal: Goal) -> Proved:
    """Neither of two equivalent designs has rows farther apart; and pairs are merged until none are proportional."""
    names, facts = goal.names, given(goal)
    m, P, _phi = (names[name] for name in ("m", "P", "phi"))
    numbers = [
        f
        for f in facts
        if isinstance(f, Proved) and m in (applied(f.conclusion, "integer", 1) or applied(f.conclusion, "<=", 2) or ())
    ]
    sizes = [
        shown(term(text, m=m), numbers)
        for text in ("integer(m) and 0 <= m", "integer(m) and 1 <= m", "integer(2) and 0 <= 2")
    ]
    i, j = Free("i #0"), Free("j #0")
    inside = [kernel.assume(in_range(v, TWO)) for v in (i, j)]
    own: Facts = [*facts, *sizes, *PAIR]
    close = next(f for f in facts if isinstance(f, Proved) and "abs" in str(f.conclusion))

    def same_distance(width: Term, A: Term, both: list[Proved], *known: Proved) -> Proved:
        """i, j in 1..2 |- the distances are equal, where each is as informative as the other"""
        less, more = (
            at(less_informative_is_closer(), TWO, *pair, i, j, given=[*own, *known, *inside, *both], premises=5)
            for pair in ((m, width, P, A), (width, m, A, P))
        )
        return arithmetic(equal(*(applied(less.conclusion, "<=", 2) or ())), less, more, opaque=True)

    def prove(formula: Term) -> Proved:
        first, second = applied(formula, "and", 2) or ()
        one = goal_of(first, depth=3)
        width, f = one.variables
        known = list(conjuncts(plain(kernel.assume(one.given[0]))))
        of_l = [
            part
            for part in known
            if width in (applied(part.conclusion, "integer", 1) or applied(part.conclusion, "<=", 2) or ())
        ]
        sized = [shown(term(text, l=width), of_l) for text in ("integer(l) and 0 <= l", "integer(l) and 1 <= l")]
        places, proportional = (part for part in known if part not in of_l)
        A = term(f"fun x z. {MERGED}", m=m, P=P, f=f)
        both = [at(law(), TWO, m, width, P, f, given=[*own, *sized, places, proportional], premises=count)
                for law, count in ((merged_is_less_informative, 5), (merged_is_informative, 6))]  # fmt: skip
        kept = each(i, TWO, each(j, TWO, same_distance(width, A, both, *sized)))
        first_part = one.qed(as_written(one.conclusion, kept))

        two = goal_of(second, depth=1)
        differ = kernel.assume(two.given[0])
        reduced = at(
            at(fully_merged(), TWO, m, given=[*own, shown(term("integer(2) and 1 <= 2"))], premises=2), P, given=own
        )
        n, B, y = Free("n #0"), Free("B #0", P.type), Free("y #0")
        outer = kernel.assume(instance(reduced.conclusion, n))
        there = kernel.assume(instance(outer.conclusion, B))
        whole, least, design, apart, forth, back = conjuncts(there)
        of_n = shown(term("integer(n) and 0 <= n", n=n), [whole, least])
        equal_distance = same_distance(n, B, [forth, back], of_n)
        before = at(at(close, i, given=inside), j, given=inside)
        near = arithmetic(
            AT_MOST(sides(equal_distance.conclusion)[0], (applied(before.conclusion, "<=", 2) or ())[1]),
            before,
            equal_distance,
            opaque=True,
        )
        near = each(i, TWO, each(j, TWO, near))
        # one response would not tell the categories apart
        single = kernel.assume(term("n <= 1", n=n))
        is_one = arithmetic(equal(n, ONE), single, least)
        rows = rewritten(design, unfolding("design", "law"))
        ones = [rewritten(kernel.part(at(rows, x, given=PAIR), 1), by(is_one), written_out) for x in (ONE, TWO)]
        distance = kernel.instantiate(equal_distance, {i: ONE, j: TWO})
        distance = cut(distance, *PAIR)
        worth = normal(sides(distance.conclusion)[0], by(is_one), written_out, unfolding("abs"))
        nothing = by_conditions(equal(sides(worth.conclusion)[1], Number(0)), *ones)
        nothing = arithmetic(equal(sides(distance.conclusion)[1], Number(0)), distance, worth, nothing, opaque=True)
        columns = [term("P(x)", P=P, x=x) for x in (ONE, TWO)]
        alike = at(nothing_apart(), m, *columns, given=[*own, nothing], premises=2)
        at_y = kernel.assume(instance(differ.conclusion, y))
        clash = derived.clash(kernel.part(at_y, 1), at(alike, y, given=[kernel.part(at_y, 0)]))
        not_single = derived.reject(single.conclusion, kernel.unpack(differ, y, clash))
        large = arithmetic(
            term("2 <= n", n=n), at(next_integer(), ONE, n, given=[whole, kernel.literal(ONE)]), not_single
        )

        inner = instance(two.conclusion, n)
        wanted = normal(instance(inner, B), unfolding("size"))
        member = conjoined(kernel.conjoin(whole, least), large, design, near)
        found = derived.follow(symmetric(wanted), rewritten(conjoined(member, apart, forth, back)))
        found = kernel.witness(two.conclusion, n, kernel.witness(inner, B, found))
        found = kernel.unpack(reduced, n, kernel.unpack(outer, B, found))
        return kernel.conjoin(first_part, two.qed(found))

    return in_plain_words(goal.conclusion, prove)


SCRIPTS: Mapping[str, Script] = {
    "split row": of_parameters(split_row),
    "column sum exceeds one": of_parameters(column_sum_exceeds_one),
    "merging keeps the distance": of_parameters(merging_keeps_the_distance),
    "merged rows": of_parameters(merged_rows),
    "split row is better": of_parameters(split_row_is_better),
    "split row stays": of_parameters(split_row_stays),
}
