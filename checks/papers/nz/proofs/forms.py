"""Appendix, proof of Theorem 3.1: the rows of an admissible design for two categories."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from checks.papers.nz.proofs.common import OWN_WORDS, given, in_plain_words, of_parameters
from checks.papers.nz.proofs.split_rows import PAIR, TWO, Unproportional
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    instance,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, NOT, Free, Number, Term, applied, equal
from derivations.theory.admissible import from_pair, uneven_is_improved
from derivations.theory.automatic import automatic, written_out
from derivations.theory.single_terms import at, by_conditions, next_integer
from derivations.theory.sums import in_range

Facts = list[Term | Proved]
KINDS = ("P(2, y) = 0", "P(1, y) = 0", "P(1, y) = P(2, y)")


class Rows:
    """The rows of an even design without proportional rows: which kinds of rows it has."""

    def __init__(self, unlike: Unproportional, even: Callable[[Number], Proved]) -> None:
        self.unlike, self.even = unlike, cache(even)
        self.clashes: dict[tuple[int, Number, Number], Proved] = {}

    def kind(self, kind: int, row: Number) -> Term:
        """That the row is of this kind."""
        return term(KINDS[kind], P=self.unlike.P, y=row)

    def clash(self, kind: int, first: Number, second: Number, places: Mapping[Number, Proved]) -> Proved:
        """No two rows are of one kind."""
        if (kind, first, second) not in self.clashes:
            both = [kernel.assume(self.kind(kind, row)) for row in (first, second)]
            text = "P(1, y)*P(2, u) = P(2, y)*P(1, u)"
            cross = arithmetic(term(text, P=self.unlike.P, y=first, u=second), *both, opaque=True)
            ranges = [kernel.assume(in_range(row, self.unlike.m)) for row in (first, second)]
            wrong = arithmetic(FALSE, self.unlike.same(first, second, cross, *ranges))
            self.clashes[kind, first, second] = wrong
        return cut(self.clashes[kind, first, second], places[first], places[second])

    def through(
        self, rows: Sequence[Number], places: Mapping[Number, Proved], goal: Term, last: Callable[[list[int]], Proved],
        before: tuple[int, ...] = (),
    ) -> Proved:  # fmt: skip
        """The goal, from what follows where the rows are of different kinds."""
        if len(before) == len(rows):
            return last(list(before))
        row = rows[len(before)]
        cases = []
        for kind in range(3):
            if kind in before:
                wrong = self.clash(kind, rows[before.index(kind)], row, places)
                cases.append(derived.absurd(goal, wrong))
            else:
                cases.append(self.through(rows, places, goal, last, (*before, kind)))
        which = arithmetic(term(" or ".join(KINDS), P=self.unlike.P, y=row), cut(self.even(row), places[row]))
        rest = kernel.assume((applied(which.conclusion, "or", 2) or ())[1])
        return kernel.cases(which, cases[0], kernel.cases(rest, cases[1], cases[2]))


def rows_of_the_admissible(goal: Goal) -> Proved:
    """A larger entry is split off with a gain; so each row has a zero or equal entries, and there are three of them."""
    names, facts = goal.names, given(goal)
    m, P, phi = (names[name] for name in ("m", "P", "phi"))
    d = term("2 * (phi - 1)", phi=phi)
    numbers = [
        f
        for f in facts
        if isinstance(f, Proved) and m in (applied(f.conclusion, "integer", 1) or applied(f.conclusion, "<=", 2) or ())
    ]
    order = [f for f in facts if isinstance(f, Proved) and phi in (applied(f.conclusion, "<", 2) or ())]
    own: Facts = [
        *facts,
        *PAIR,
        *(shown(term(text, m=m), numbers) for text in ("integer(m) and 0 <= m", "integer(2) and 0 <= 2")),
    ]
    close = next(f for f in facts if isinstance(f, Proved) and "abs" in str(f.conclusion))
    unlike = Unproportional(own, m, P)
    end = term("m + 1", m=m)

    def prove(formula: Term) -> Proved:
        first, second = applied(formula, "and", 2) or ()
        larger, _refused = applied(first, "implies", 2) or ()
        admissible, form = applied(second, "implies", 2) or ()
        (existing,) = applied(admissible, "not", 1) or ()

        def improved(y: Term, i: Term, j: Term, places: list[Proved], some: Proved, more: Proved) -> Proved:
            """exists l A. A is of the class and better, where 0 < P(j, y) < P(i, y)"""
            gain = at(
                uneven_is_improved(),
                TWO,
                m,
                P,
                y,
                j,
                i,
                d,
                given=[*own, *places, close, kernel.conjoin(some, more)],
                premises=8,
            )
            S = Free("S #0", P.type)
            design, near, better, not_worse = conjuncts(kernel.assume(instance(gain.conclusion, S)))
            member = conjoined(
                shown(term("integer(m + 1) and 1 <= m + 1", m=m), numbers),
                shown(term("2 <= m + 1", m=m), numbers),
                design,
                near,
            )
            inner = instance(existing, end)
            wanted = normal(instance(inner, S), unfolding("size"))
            found = derived.follow(symmetric(wanted), rewritten(conjoined(member, better, not_worse)))
            return kernel.unpack(gain, S, kernel.witness(existing, end, kernel.witness(inner, S, found)))

        # the first part
        start = kernel.assume(larger)
        y = Free("y #0")
        outer = kernel.assume(instance(start.conclusion, y))
        place, pair = kernel.part(outer, 0), kernel.part(outer, 1)

        def split(i: Term, j: Term, bounds: Proved, ranges: list[Proved]) -> Proved:
            some, more, _ = conjuncts(bounds)
            return improved(y, i, j, [place, *ranges], some, more)

        wrong = derived.clash(kernel.assume(admissible), kernel.unpack(start, y, from_pair(pair, split)))
        first_part = kernel.discharge(larger, derived.reject(admissible, wrong))
        assert first_part.conclusion == first, (first_part.conclusion, first)

        def even(row: Number) -> Proved:
            """A row has a zero or equal entries, where nothing is better."""
            at_row = kernel.assume(in_range(row, m))
            wanted = term("P(1, y) = 0 or P(2, y) = 0 or P(1, y) = P(2, y)", P=P, y=row)
            denied = kernel.assume(NOT(wanted))
            positive = [unlike.entry(x, row, at_row) for x in (Number(1), TWO)]
            which = arithmetic(term("P(1, y) < P(2, y) or P(2, y) < P(1, y)", P=P, y=row), denied, *positive)
            cases = []
            for case, (j, i) in zip(
                applied(which.conclusion, "or", 2) or (), ((Number(1), TWO), (TWO, Number(1))), strict=True
            ):
                some = arithmetic(term("0 < P(j, y)", P=P, y=row, j=j), denied, *positive)
                found = improved(row, i, j, [at_row], some, kernel.assume(case))
                cases.append(derived.clash(kernel.assume(admissible), found))
            return derived.absurd(wanted, kernel.cases(which, *cases))

        found = three_rows(Rows(unlike, even), m, P, phi, form, close, [*order, *numbers])
        return kernel.conjoin(first_part, kernel.discharge(admissible, found))

    return in_plain_words(goal.conclusion, prove)


def three_rows(rows: Rows, m: Term, P: Term, phi: Term, form: Term, close: Proved, known: list[Proved]) -> Proved:
    """Two rows would be too far apart, of four two would be proportional; three have the form."""
    unlike = rows.unlike
    numbers = [Number(n) for n in range(1, 5)]
    numbers_known = [
        f for f in known if m in (applied(f.conclusion, "integer", 1) or applied(f.conclusion, "<=", 2) or ())
    ]
    far = at(at(close, Number(1), given=PAIR), TWO, given=PAIR)

    def with_rows(count: int, case: Proved) -> tuple[dict[Number, Proved], list[Proved]]:
        """The rows 1, ..., count, and what their entries add up to where there are no more."""
        places = {row: shown(in_range(row, m), [*numbers_known, case]) for row in numbers[:count]}
        if applied(case.conclusion, "<=", 2):
            return places, []
        steps = [by(case), written_out]
        sums_of = [rewritten(kernel.part(at(unlike.rows, x, given=PAIR), 1), *steps) for x in (Number(1), TWO)]
        entries = [unlike.entry(x, row, places[row]) for x in (Number(1), TWO) for row in numbers[:count]]
        return places, [*sums_of, rewritten(far, *steps, unfolding("abs")), *entries]

    order = [f for f in known if phi in (applied(f.conclusion, "<", 2) or ())]
    two = kernel.assume(equal(m, TWO))
    places, entries = with_rows(2, two)

    def too_far(kinds: list[int]) -> Proved:
        of_kinds = [kernel.assume(rows.kind(kind, row)) for kind, row in zip(kinds, numbers, strict=False)]
        return derived.absurd(form, by_conditions(FALSE, *of_kinds, *entries, *order, *not_both(rows, numbers, places)))

    found_two = rows.through(numbers[:2], places, form, too_far)

    three = kernel.assume(equal(m, Number(3)))
    places, entries_of_three = with_rows(3, three)

    def of_form(kinds: list[int]) -> Proved:
        row_of = dict(zip(kinds, numbers, strict=False))
        of_kinds = [kernel.assume(rows.kind(kind, row)) for kind, row in row_of.items()]
        a = term("P(1, y)", P=P, y=row_of[0])
        said = {"P": P, "a": a, "y": row_of[0], "u": row_of[1], "v": row_of[2]}
        values = [arithmetic(term(text, **said), *of_kinds, *entries_of_three[:2]) for text in
                  ("P(1, y) = a", "P(2, y) = 0", "P(1, u) = 0", "P(2, u) = a", "P(1, v) = 1 - a",
                   "P(2, v) = 1 - a")]  # fmt: skip
        small = by_conditions(term("a <= phi - 1", a=a, phi=phi), *of_kinds, *entries_of_three)
        body = instance(form, a)
        _, rest = applied(body, "and", 2) or ()
        _, formula = applied(rest, "and", 2) or ()
        distinct = [arithmetic(NOT(equal(row_of[p], row_of[q]))) for p, q in ((0, 1), (0, 2), (1, 2))]
        found = conjoined(*distinct, *values)
        levels = []
        for kind in range(3):
            levels.append((formula, row_of[kind]))
            formula = instance(formula, row_of[kind])
            formula = (applied(formula, "and", 2) or ())[1]
        found = derived.follow(symmetric(normal(formula)), rewritten(found))
        for level, row in reversed(levels):
            inside = shown(in_range(row, Number(3)))
            found = kernel.witness(level, row, kernel.conjoin(inside, found))
        return kernel.witness(form, a, kernel.conjoin(small, kernel.conjoin(three, found)))

    found_three = rows.through(numbers[:3], places, form, of_form)
    many = kernel.assume(term("4 <= m", m=m))
    places, _ = with_rows(4, many)
    found_many = rows.through(numbers, places, form, lambda kinds: _none(kinds))
    whole = next(f for f in numbers_known if applied(f.conclusion, "integer", 1))
    beyond = [at(next_integer(), Number(n), m, given=[whole, kernel.literal(Number(n))]) for n in (2, 3)]
    which = arithmetic(term("m = 2 or m = 3 or 4 <= m", m=m), *beyond, *numbers_known)
    rest = kernel.assume((applied(which.conclusion, "or", 2) or ())[1])
    return kernel.cases(which, found_two, kernel.cases(rest, found_three, found_many))


def _none(kinds: list[int]) -> Proved:
    raise ProofError(f"four rows have three kinds, not {kinds}")


def not_both(rows: Rows, numbers: list[Number], places: Mapping[Number, Proved]) -> list[Proved]:
    """Neither of two rows is of the kind of the other."""
    found = []
    for kind in range(3):
        wrong = rows.clash(kind, numbers[0], numbers[1], places)
        first, second = (kernel.assume(rows.kind(kind, row)) for row in numbers[:2])
        both = kernel.assume(kernel.conjoin(first, second).conclusion)
        found.append(derived.reject(both.conclusion, cut(wrong, *conjuncts(both))))
    return found


@script("a row is left")
def a_row_is_left(goal: Goal) -> Refuted:
    """The rows (1, 1/2) and (0, 1/2) are not among those that were discussed, and have another form."""
    phi = Number(Fraction(3, 2))
    P = term("fun x y. if x = 1 then (if y = 1 then 1 else 0) else 1/2")
    said = specialise(kernel.assume(goal.statement), TWO, P, phi)
    premise, _conclusion = applied(said.conclusion, "implies", 2) or ()

    def holds(formula: Term) -> Proved:
        if both := applied(formula, "and", 2):
            return kernel.conjoin(*map(holds, both))
        return automatic(Goal(formula, (), (), formula))

    existence = kernel.detach(said, in_plain_words(premise, holds))
    a = Free("a #0")
    there = kernel.assume(instance(existence.conclusion, a))
    _, wrong = conjuncts(there)
    columns = kernel.part(rewritten(wrong, OWN_WORDS), 0)
    contradiction = kernel.unpack(existence, a, arithmetic(FALSE, columns))
    where = (("m", "2"), ("P", "columns (1, 0) and (1/2, 1/2)"), ("phi", "3/2"))
    three = term("m = 3", m=Free("m"))
    return Refuted(derived.reject(goal.statement, contradiction), where, sides(columns.conclusion), three)


SCRIPTS: Mapping[str, Script] = {
    "rows of the admissible": of_parameters(rows_of_the_admissible),
}
