"""Section 3.1: which designs are admissible among those that are phi-average secure, for any number of categories."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.papers.nz.proofs.average import secure_exactly_if_close
from checks.papers.nz.proofs.common import OWN_WORDS, given, in_plain_words, named, of_parameters, plain
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    fresh,
    generalise,
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
from derivations.logic.terms import AT_MOST, FALSE, NOT, Free, Term, applied, equal
from derivations.theory import sums
from derivations.theory.admissible import LINKED, comes_back, exists_pair, from_pair, unfolded, uneven_is_improved, unlinked_is_improved
from derivations.theory.linear_estimates import WORD
from derivations.theory.single_terms import at, by_conditions, each, either, plainly, sum_of_zeros, sum_picked, summed
from derivations.theory.sums import ZERO, in_range

Facts = list[Term | Proved]


def is_close(facts: Facts, k: Term, m: Term, P: Term, phi: Term) -> Proved:
    """The rows of an average secure design are at most 2 (phi - 1) apart, where the facts say that it is secure."""
    exactly = secure_exactly_if_close(facts, k, m, P, phi)
    secure = next(f for f in facts if isinstance(f, Proved) and f.conclusion == sides(exactly.conclusion)[0])
    return kernel.follow(exactly, secure)


def nothing_is_better(facts: Facts, k: Term, m: Term, P: Term, phi: Term, formula: Term, known: list[Proved]) -> Proved:
    """not exists l A. A is secure and better than P, where P is even and linked."""
    (existing,) = applied(formula, "not", 1) or ()
    outer = kernel.assume(existing)
    l, A, C = Free("l #0"), Free("A #0", P.type), Free("C #0", P.type)
    inner = kernel.assume(instance(existing, l))
    there = kernel.assume(instance(inner.conclusion, A))
    parts: Facts = [*conjuncts(plain(there))]
    sizes = [f for f in parts if isinstance(f, Proved) and l in (applied(f.conclusion, "integer", 1) or applied(f.conclusion, "<=", 2) or ())]
    own: Facts = [*facts, *parts, shown(term("integer(l) and 0 <= l", l=l), sizes), shown(term("integer(l) and 1 <= l", l=l), sizes)]
    near = is_close(own, k, l, A, phi)
    *_, better, not_worse = conjuncts(there)
    existence = rewritten(better, unfolding("informative"))
    channel, is_P = conjuncts(kernel.assume(instance(existence.conclusion, C)))
    is_P = rewritten(is_P, unfolding("through"))
    d = term("2 * (phi - 1)", phi=phi)
    back = at(comes_back(), k, m, l, P, A, C, d, given=[*own, channel, is_P, near, *known], premises=10)
    wrong = kernel.clash(not_worse, back)
    wrong = kernel.unpack(existence, C, wrong)
    return kernel.reject(existing, kernel.unpack(outer, l, kernel.unpack(inner, A, wrong)))


def even_and_linked(goal: Goal) -> Proved:
    """What is uneven or not linked is split with a gain; from what is even and linked all comes back."""
    names, facts = named(goal), given(goal)
    k, m, P, phi = (names[name] for name in ("k", "m", "P", "phi"))
    d = term("2 * (phi - 1)", phi=phi)
    near = is_close(facts, k, m, P, phi)

    def prove(formula: Term) -> Proved:
        undominated, both = sides(formula)
        even, linked = applied(both, "and", 2) or ()
        assumed = kernel.assume(both)
        back = nothing_is_better(facts, k, m, P, phi, undominated, [kernel.part(assumed, 0), kernel.part(assumed, 1)])

        def improved(gain: Proved) -> Proved:
            """A contradiction from a better design, where none is to be better."""
            S = Free("S #0", P.type)
            there = kernel.assume(instance(gain.conclusion, S))
            design, close, better, not_worse = conjuncts(there)
            end = term("m + 1", m=m)
            size = shown(term("integer(m + 1) and 1 <= m + 1", m=m), facts)
            own: Facts = [*facts, shown(term("integer(m + 1) and 0 <= m + 1", m=m), facts), design]
            exactly = secure_exactly_if_close(own, k, end, S, phi)
            secure = kernel.follow(symmetric(exactly), rewritten(close))
            (existing,) = applied(undominated, "not", 1) or ()
            one = instance(existing, end)
            wanted = normal(instance(one, S), unfolding("size"))
            found = kernel.follow(symmetric(wanted), rewritten(conjoined(size, design, secure, better, not_worse)))
            found = kernel.witness(existing, end, kernel.witness(one, S, found))
            wrong = kernel.clash(kernel.assume(undominated), found)
            return kernel.unpack(gain, S, wrong)

        y, i, j, Q = Free("y #0"), Free("i #0"), Free("j #0"), Free("Q #0", WORD)
        inside = [kernel.assume(in_range(v, size)) for v, size in ((y, m), (i, k), (j, k))]
        here: Facts = [*facts, *inside]
        said = {"P": P, "y": y, "i": i, "j": j}
        wanted = term("P(i, y) = 0 or P(j, y) = 0 or P(i, y) = P(j, y)", **said)
        denied = kernel.assume(NOT(wanted))
        rows = rewritten(next(f for f in facts if isinstance(f, Proved) and applied(f.conclusion, "design", 3)), unfolding("design", "law"))
        positive = [at(kernel.part(at(rows, v, given=here), 0), y, given=here) for v in (i, j)]

        def uneven(a: Free, b: Free) -> Proved:
            smaller = kernel.assume(term("P(a, y) < P(b, y)", P=P, y=y, a=a, b=b))
            some = arithmetic(term("0 < P(a, y)", P=P, y=y, a=a), denied, *positive)
            gain = at(uneven_is_improved(), k, m, P, y, a, b, d, given=[*here, near, some, smaller], premises=8)
            return improved(gain)

        which = arithmetic(term("P(i, y) < P(j, y) or P(j, y) < P(i, y)", **said), denied, *positive)
        wrong = kernel.cases(which, uneven(i, j), uneven(j, i))
        is_even = each(y, m, each(i, k, each(j, k, kernel.absurd(wanted, wrong))))
        is_even = kernel.follow(symmetric(normal(even)), is_even)
        one = goal_of(linked, depth=5)
        y, Q = one.variables
        place, is_event, start = map(kernel.assume, one.given)
        denied = kernel.assume(NOT(one.conclusion))
        said = {"P": P, "y": y, "i": i, "j": j, "Q": Q, "m": m, "d": d}
        pair = kernel.assume(term("P(i, y) != 0 and P(j, y) != 0 and Q(i) = 1 and Q(j) = 0", **said))
        tight = kernel.assume(term("(sum u in 1..m. abs(P(i, u) - P(j, u))) = d", **said))
        found = exists_pair(one.conclusion, (i, inside[1]), (j, inside[2]), kernel.conjoin(pair, tight))
        far = kernel.reject(tight.conclusion, kernel.clash(denied, found))
        nowhere = each(i, k, each(j, k, kernel.discharge(pair.conclusion, far)))

        def apart(a: Term, b: Term, across: Proved, ranges: list[Proved]) -> Proved:
            own: Facts = [*facts, place, *ranges, near, is_even, is_event, across, nowhere]
            return improved(at(unlinked_is_improved(), k, m, P, y, Q, a, b, d, given=own, premises=11))

        wrong = from_pair(start, apart)
        is_linked = one.qed(kernel.absurd(one.conclusion, wrong))
        forth = kernel.discharge(undominated, kernel.conjoin(is_even, is_linked))
        return kernel.equivalent(forth, kernel.discharge(both, back))

    return in_plain_words(goal.conclusion, prove)


# -- designs all of whose pairs of categories are at the largest distance ----------------------------------------------


def as_written(formula: Term, theorem: Proved) -> Proved:
    """The formula, as which the theorem reads once functions are worked out."""
    return kernel.follow(symmetric(normal(formula)), rewritten(theorem))


class AllTight:
    """An even design of which every two rows are 2 (phi - 1) apart: |- design, |- even, i, j in 1..k, i != j |- tight."""

    def __init__(self, facts: Facts, k: Term, m: Term, P: Term, phi: Term) -> None:
        self.k, self.m, self.P, self.phi = k, m, P, phi
        self.d = term("2 * (phi - 1)", phi=phi)
        self.i, self.j, self.x, self.y = (Free(f"{name} #0") for name in "ijxy")
        self.inside = [kernel.assume(in_range(v, k)) for v in (self.i, self.j)]
        self.differ = kernel.assume(NOT(equal(self.i, self.j)))
        self.facts = facts
        self.numbers = [f for f in facts if isinstance(f, Proved) and phi in (applied(f.conclusion, "<", 2) or ())]

    def entry(self, x: Term, y: Term) -> Term:
        return plainly("P(x, y)", P=self.P, x=x, y=y)

    def near(self, tight: Proved) -> Proved:
        """No two rows are farther apart."""
        same = kernel.assume(equal(self.i, self.j))
        left = sides(tight.conclusion)[0]
        alike = kernel.congruent(kernel.reflexive(self.P), same)
        rows = kernel.congruent(kernel.reflexive(term("fun a. sum y in 1..m. abs(P(i, y) - a(y))", P=self.P, i=self.i, m=self.m)), alike)
        nothing = by_conditions(unfolded("abs(a - a) = 0", {"a": Free("a #0")}))
        nothing = kernel.follow(symmetric(normal(term("abs(a - a) = 0", a=Free("a #0")), unfolding("abs"))), nothing)
        nothing = kernel.instantiate(nothing, {Free("a #0"): self.entry(self.i, self.y)})
        zero = kernel.transitive(summed(self.y, self.m, nothing, self.facts), at(sum_of_zeros(), self.m, given=self.facts))
        together = arithmetic(AT_MOST(left, self.d), rewritten(rows), zero, *self.numbers, opaque=True)
        apart = arithmetic(AT_MOST(left, self.d), tight, opaque=True)
        either_way = kernel.cases(either(same.conclusion), together, apart)
        return each(self.i, self.k, each(self.j, self.k, either_way))

    def linked(self, tight: Proved) -> Proved:
        """Any pair links two parts of a response."""
        wanted = term(LINKED, k=self.k, m=self.m, P=self.P, d=self.d)
        changed = normal(wanted)
        one = goal_of(sides(changed.conclusion)[1], depth=5)
        start, Q = kernel.assume(one.given[2]), one.variables[1]

        def link(a: Term, b: Term, across: Proved, ranges: list[Proved]) -> Proved:
            *_, in_Q, out_Q = conjuncts(across)
            same = kernel.assume(equal(a, b))
            wrong = arithmetic(FALSE, in_Q, out_Q, kernel.congruent(kernel.reflexive(Q), same))
            values = {self.i: a, self.j: b}
            here = cut(kernel.instantiate(tight, values), *ranges, kernel.reject(same.conclusion, wrong))
            return exists_pair(one.conclusion, (a, ranges[0]), (b, ranges[1]), kernel.conjoin(across, here))

        return kernel.follow(symmetric(changed), one.qed(from_pair(start, link)))

    def secure_and_undominated(self, design: Proved, even: Proved, tight: Proved) -> tuple[Proved, Callable[[Term], Proved]]:
        """That it is secure; and of a formula that says that nothing is better, that it holds."""
        own: Facts = [*self.facts, design, rewritten(design)]
        secure = kernel.follow(symmetric(secure_exactly_if_close(own, self.k, self.m, self.P, self.phi)), rewritten(self.near(tight)))

        def undominated(formula: Term) -> Proved:
            known = [rewritten(even), rewritten(self.linked(tight))]
            return nothing_is_better(own, self.k, self.m, self.P, self.phi, formula, known)

        return secure, undominated


def erasure_is_admissible(goal: Goal) -> Proved:
    """Names tell two categories apart, silence tells none."""
    names, facts = named(goal), given(goal)
    k, phi = names["k"], names["phi"]
    m = term("k + 1", k=k)
    P = term("fun x y. if y = x then phi - 1 else if y = k + 1 then 2 - phi else 0", k=k, phi=phi)
    known = [f for f in facts if isinstance(f, Proved)]
    facts += [shown(term("integer(k + 1) and 0 <= k + 1", k=k), known), shown(term("integer(k) and 0 <= k", k=k), known)]
    here = AllTight(facts, k, m, P, phi)
    i, j, x, y = here.i, here.j, here.x, here.y
    said = {"k": k, "phi": phi, "i": i, "j": j, "x": x, "y": y}
    in_x, in_y = kernel.assume(in_range(x, k)), kernel.assume(in_range(y, k))

    def picked(index: Free, place: Proved) -> Proved:
        return at(sum_picked(), k, index, term("fun y. phi - 1", phi=phi), given=[*facts, place], premises=2)

    def over_names(entry: Term, value: str, *known: Proved) -> Proved:
        """The sum of an entry over the names, and that at the silent response."""
        row = by_conditions(equal(entry, term(value, **said)), *conjuncts(in_y), *here.numbers, *known)
        return rewritten(summed(y, k, row, facts))

    entry = here.entry(x, y)
    names_of_x = over_names(entry, "if y = x then phi - 1 else 0")
    silent = by_conditions(equal(here.entry(x, m), term("2 - phi", **said)), *conjuncts(in_x))
    whole = normal(plainly("sum y in 1..m. P(x, y)", P=P, m=m, x=x), by(sums.sum_next(), facts))
    one = arithmetic(equal(sides(whole.conclusion)[0], term("1")), whole, names_of_x, silent, picked(x, in_x), opaque=True)
    positive = by_conditions(AT_MOST(ZERO, entry), *here.numbers)
    design = each(x, k, kernel.conjoin(each(y, m, positive), one))
    design = kernel.follow(symmetric(normal(term("design(k, m, P)", k=k, m=m, P=P), unfolding("design", "law"))), design)

    entries = [here.entry(v, y) for v in (i, j)]
    gap = unfolded("abs(a - b)", dict(zip("ab", entries, strict=True)))
    apart = over_names(gap, "(if y = i then phi - 1 else 0) + (if y = j then phi - 1 else 0)", here.differ)
    ones = [term(f"fun y. if y = {v} then phi - 1 else 0", **{**said, "y": Free("z")}) for v in "ij"]
    both = at(sums.sum_plus(), k, *ones, given=facts)
    distance = plainly("sum y in 1..m. abs(P(i, y) - P(j, y))", P=P, m=m, i=i, j=j)
    plain_distance = normal(distance, unfolding("abs"), by(sums.sum_next(), facts))
    silence = by_conditions(equal(unfolded("abs(a - b)", {"a": here.entry(i, m), "b": here.entry(j, m)}), ZERO), *(c for f in here.inside for c in conjuncts(f)))
    tight = arithmetic(equal(distance, here.d), plain_distance, apart, both, silence, picked(i, here.inside[0]), picked(j, here.inside[1]), opaque=True)
    alike = by_conditions(term("p = 0 or q = 0 or p = q", p=entries[0], q=entries[1]), *(c for f in here.inside for c in conjuncts(f)))
    even = each(y, m, each(i, k, each(j, k, alike)))
    secure, undominated = here.secure_and_undominated(design, even, tight)

    def prove(formula: Term) -> Proved:
        first, second = applied(formula, "and", 2) or ()
        return kernel.conjoin(as_written(first, secure), undominated(second))

    return in_plain_words(goal.conclusion, prove)


SCRIPTS: Mapping[str, Script] = {
    "even and linked": of_parameters(even_and_linked),
    "larger erasure is admissible": of_parameters(erasure_is_admissible),
}
