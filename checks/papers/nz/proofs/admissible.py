"""Section 3.1: which designs are admissible among those that are phi-average secure, for any number of categories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from checks.papers.nz.proofs.average import secure_exactly_if_close
from checks.papers.nz.proofs.common import OWN_WORDS, given, in_plain_words, of_parameters, plain
from checks.papers.nz.proofs.erasure import is_design
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
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
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import (
    AT_MOST,
    FALSE,
    NOT,
    REAL,
    Free,
    Number,
    Term,
    applied,
    arrow,
    closed,
    equal,
    quantified,
    substituted,
)
from derivations.theory import sums
from derivations.theory.admissible import (
    LINKED,
    comes_back,
    exists_pair,
    from_pair,
    uneven_is_improved,
    unfolded,
    unlinked_is_improved,
)
from derivations.theory.automatic import automatic
from derivations.theory.average_security import erasure_is_most_informative
from derivations.theory.linear_estimates import WORD
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    next_integer,
    one_other,
    plainly,
    sum_of_zeros,
    sum_picked,
    summed,
    term_at_most_sum,
)
from derivations.theory.splitting import less_informative_is_closer
from derivations.theory.sums import ZERO, in_range, in_sums

Facts = list[Term | Proved]


def is_close(facts: Facts, k: Term, m: Term, P: Term, phi: Term) -> Proved:
    """The rows of an average secure design are at most 2 (phi - 1) apart, where the facts say that it is secure."""
    exactly = secure_exactly_if_close(facts, k, m, P, phi)
    secure = next(f for f in facts if isinstance(f, Proved) and f.conclusion == sides(exactly.conclusion)[0])
    return derived.follow(exactly, secure)


def nothing_is_better(facts: Facts, k: Term, m: Term, P: Term, phi: Term, formula: Term, known: list[Proved]) -> Proved:
    """not exists l A. A is secure and better than P, where P is even and linked."""
    (existing,) = applied(formula, "not", 1) or ()
    outer = kernel.assume(existing)
    width, A, C = Free("l #0"), Free("A #0", P.type), Free("C #0", P.type)
    inner = kernel.assume(instance(existing, width))
    there = kernel.assume(instance(inner.conclusion, A))
    parts: Facts = [*conjuncts(plain(there))]
    sizes = [
        f
        for f in parts
        if isinstance(f, Proved)
        and width in (applied(f.conclusion, "integer", 1) or applied(f.conclusion, "<=", 2) or ())
    ]
    own: Facts = [
        *facts,
        *parts,
        shown(term("integer(l) and 0 <= l", l=width), sizes),
        shown(term("integer(l) and 1 <= l", l=width), sizes),
    ]
    near = is_close(own, k, width, A, phi)
    *_, better, not_worse = conjuncts(there)
    existence = rewritten(better, unfolding("informative"))
    channel, is_P = conjuncts(kernel.assume(instance(existence.conclusion, C)))
    is_P = rewritten(is_P, unfolding("through"))
    d = term("2 * (phi - 1)", phi=phi)
    back = at(comes_back(), k, m, width, P, A, C, d, given=[*own, channel, is_P, near, *known], premises=10)
    wrong = derived.clash(not_worse, back)
    wrong = kernel.unpack(existence, C, wrong)
    return derived.reject(existing, kernel.unpack(outer, width, kernel.unpack(inner, A, wrong)))


def even_and_linked(goal: Goal) -> Proved:
    """What is uneven or not linked is split with a gain; from what is even and linked all comes back."""
    names, facts = goal.names, given(goal)
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
            secure = derived.follow(symmetric(exactly), rewritten(close))
            (existing,) = applied(undominated, "not", 1) or ()
            one = instance(existing, end)
            wanted = normal(instance(one, S), unfolding("size"))
            found = derived.follow(symmetric(wanted), rewritten(conjoined(size, design, secure, better, not_worse)))
            found = kernel.witness(existing, end, kernel.witness(one, S, found))
            wrong = derived.clash(kernel.assume(undominated), found)
            return kernel.unpack(gain, S, wrong)

        y, i, j, Q = Free("y #0"), Free("i #0"), Free("j #0"), Free("Q #0", WORD)
        inside = [kernel.assume(in_range(v, size)) for v, size in ((y, m), (i, k), (j, k))]
        here: Facts = [*facts, *inside]
        said = {"P": P, "y": y, "i": i, "j": j}
        wanted = term("P(i, y) = 0 or P(j, y) = 0 or P(i, y) = P(j, y)", **said)
        denied = kernel.assume(NOT(wanted))
        rows = rewritten(
            next(f for f in facts if isinstance(f, Proved) and applied(f.conclusion, "design", 3)),
            unfolding("design", "law"),
        )
        positive = [at(kernel.part(at(rows, v, given=here), 0), y, given=here) for v in (i, j)]

        def uneven(a: Free, b: Free) -> Proved:
            smaller = kernel.assume(term("P(a, y) < P(b, y)", P=P, y=y, a=a, b=b))
            some = arithmetic(term("0 < P(a, y)", P=P, y=y, a=a), denied, *positive)
            gain = at(uneven_is_improved(), k, m, P, y, a, b, d, given=[*here, near, some, smaller], premises=8)
            return improved(gain)

        which = arithmetic(term("P(i, y) < P(j, y) or P(j, y) < P(i, y)", **said), denied, *positive)
        wrong = kernel.cases(which, uneven(i, j), uneven(j, i))
        is_even = each(y, m, each(i, k, each(j, k, derived.absurd(wanted, wrong))))
        is_even = derived.follow(symmetric(normal(even)), is_even)
        one = goal_of(linked, depth=5)
        y, Q = one.variables
        place, is_event, start = map(kernel.assume, one.given)
        denied = kernel.assume(NOT(one.conclusion))
        said = {"P": P, "y": y, "i": i, "j": j, "Q": Q, "m": m, "d": d}
        pair = kernel.assume(term("P(i, y) != 0 and P(j, y) != 0 and Q(i) = 1 and Q(j) = 0", **said))
        tight = kernel.assume(term("(sum u in 1..m. abs(P(i, u) - P(j, u))) = d", **said))
        found = exists_pair(one.conclusion, (i, inside[1]), (j, inside[2]), kernel.conjoin(pair, tight))
        far = derived.reject(tight.conclusion, derived.clash(denied, found))
        nowhere = each(i, k, each(j, k, kernel.discharge(pair.conclusion, far)))

        def apart(a: Term, b: Term, across: Proved, ranges: list[Proved]) -> Proved:
            own: Facts = [*facts, place, *ranges, near, is_even, is_event, across, nowhere]
            return improved(at(unlinked_is_improved(), k, m, P, y, Q, a, b, d, given=own, premises=11))

        wrong = from_pair(start, apart)
        is_linked = one.qed(derived.absurd(one.conclusion, wrong))
        forth = kernel.discharge(undominated, kernel.conjoin(is_even, is_linked))
        return derived.equivalent(forth, kernel.discharge(both, back))

    return in_plain_words(goal.conclusion, prove)


# -- designs all of whose pairs of categories are at the largest distance ----------------------------------------------


def as_written(formula: Term, theorem: Proved) -> Proved:
    """The formula, as which the theorem reads once functions are worked out."""
    return derived.follow(symmetric(normal(formula)), rewritten(theorem))


class AllTight:
    """An even design of which every two rows are 2 (phi - 1) apart."""

    def __init__(self, facts: Facts, k: Term, m: Term, P: Term, phi: Term) -> None:
        self.k, self.m, self.P, self.phi = k, m, P, phi
        self.d = term("2 * (phi - 1)", phi=phi)
        self.i, self.j, self.x, self.y = (Free(f"{name} #0") for name in "ijxy")
        self.inside = [kernel.assume(in_range(v, k)) for v in (self.i, self.j)]
        self.differ = kernel.assume(NOT(equal(self.i, self.j)))
        self.facts = facts
        self.numbers = [f for f in facts if isinstance(f, Proved) and phi in (applied(f.conclusion, "<", 2) or ())]

    def entry(self, x: Term, y: Term) -> Term:
        """P(x, y)"""
        return plainly("P(x, y)", P=self.P, x=x, y=y)

    def near(self, tight: Proved) -> Proved:
        """No two rows are farther apart."""
        same = kernel.assume(equal(self.i, self.j))
        left = sides(tight.conclusion)[0]
        alike = kernel.congruent(kernel.reflexive(self.P), same)
        rows = kernel.congruent(
            kernel.reflexive(term("fun a. sum y in 1..m. abs(P(i, y) - a(y))", P=self.P, i=self.i, m=self.m)), alike
        )
        nothing = by_conditions(unfolded("abs(a - a) = 0", {"a": Free("a #0")}))
        nothing = derived.follow(symmetric(normal(term("abs(a - a) = 0", a=Free("a #0")), unfolding("abs"))), nothing)
        nothing = kernel.instantiate(nothing, {Free("a #0"): self.entry(self.i, self.y)})
        zero = derived.transitive(
            summed(self.y, self.m, nothing, self.facts), at(sum_of_zeros(), self.m, given=self.facts)
        )
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
            here = cut(kernel.instantiate(tight, values), *ranges, derived.reject(same.conclusion, wrong))
            return exists_pair(one.conclusion, (a, ranges[0]), (b, ranges[1]), kernel.conjoin(across, here))

        return derived.follow(symmetric(changed), one.qed(from_pair(start, link)))

    def secure_and_undominated(
        self, design: Proved, even: Proved, tight: Proved
    ) -> tuple[Proved, Callable[[Term], Proved]]:
        """That it is secure; and of a formula that says that nothing is better, that it holds."""
        own: Facts = [*self.facts, design, rewritten(design)]
        secure = derived.follow(
            symmetric(secure_exactly_if_close(own, self.k, self.m, self.P, self.phi)), rewritten(self.near(tight))
        )

        def undominated(formula: Term) -> Proved:
            known = [rewritten(even), rewritten(self.linked(tight))]
            return nothing_is_better(own, self.k, self.m, self.P, self.phi, formula, known)

        return secure, undominated


def erasure_is_admissible(goal: Goal) -> Proved:
    """Names tell two categories apart, silence tells none."""
    names, facts = goal.names, given(goal)
    k, phi = names["k"], names["phi"]
    m = term("k + 1", k=k)
    P = term("fun x y. if y = x then phi - 1 else if y = k + 1 then 2 - phi else 0", k=k, phi=phi)
    known = [f for f in facts if isinstance(f, Proved)]
    facts += [
        shown(term("integer(k + 1) and 0 <= k + 1", k=k), known),
        shown(term("integer(k) and 0 <= k", k=k), known),
    ]
    here = AllTight(facts, k, m, P, phi)
    i, j, x, y = here.i, here.j, here.x, here.y
    said = {"k": k, "phi": phi, "i": i, "j": j, "x": x, "y": y}
    in_y = kernel.assume(in_range(y, k))

    def picked(index: Free, place: Proved) -> Proved:
        return at(sum_picked(), k, index, term("fun y. phi - 1", phi=phi), given=[*facts, place], premises=2)

    def over_names(entry: Term, value: str, *known: Proved) -> Proved:
        """The sum of an entry over the names, and that at the silent response."""
        row = by_conditions(equal(entry, term(value, **said)), *conjuncts(in_y), *here.numbers, *known)
        return rewritten(summed(y, k, row, facts))

    design = is_design(k, phi, facts)
    entries = [here.entry(v, y) for v in (i, j)]
    gap = unfolded("abs(a - b)", dict(zip("ab", entries, strict=True)))
    apart = over_names(gap, "(if y = i then phi - 1 else 0) + (if y = j then phi - 1 else 0)", here.differ)
    ones = [term(f"fun y. if y = {v} then phi - 1 else 0", **{**said, "y": Free("z")}) for v in "ij"]
    both = at(sums.sum_plus(), k, *ones, given=facts)
    distance = plainly("sum y in 1..m. abs(P(i, y) - P(j, y))", P=P, m=m, i=i, j=j)
    plain_distance = normal(distance, unfolding("abs"), by(sums.sum_next(), facts))
    silence = by_conditions(
        equal(unfolded("abs(a - b)", {"a": here.entry(i, m), "b": here.entry(j, m)}), ZERO),
        *(c for f in here.inside for c in conjuncts(f)),
    )
    tight = arithmetic(
        equal(distance, here.d),
        plain_distance,
        apart,
        both,
        silence,
        picked(i, here.inside[0]),
        picked(j, here.inside[1]),
        opaque=True,
    )
    alike = by_conditions(
        term("p = 0 or q = 0 or p = q", p=entries[0], q=entries[1]), *(c for f in here.inside for c in conjuncts(f))
    )
    even = each(y, m, each(i, k, each(j, k, alike)))
    secure, undominated = here.secure_and_undominated(design, even, tight)

    def prove(formula: Term) -> Proved:
        first, rest = applied(formula, "and", 2) or (FALSE, FALSE)
        second, third = applied(rest, "and", 2) or (FALSE, FALSE)
        assert first == design.conclusion
        return conjoined(design, as_written(second, secure), undominated(third))

    return in_plain_words(goal.conclusion, prove)


OTHER = (
    "fun x y. if y <= k then (if y = x then phi - 1 - c else 0) else "
    "if y <= k + k then (if y = k + x then 0 else c) else (2 - phi)^2"
)


def others_are_admissible(goal: Goal) -> Proved:
    """Besides the names there may be responses that exclude one category."""
    names, facts = goal.names, given(goal)
    k, phi, c = names["k"], names["phi"], Free("c #0")
    m = term("k + k + 1", k=k)
    known = [f for f in facts if isinstance(f, Proved)]
    three = arithmetic(
        term("3 <= k", k=k), at(next_integer(), Number(2), k, given=[*known, kernel.literal(Number(2))]), *known
    )
    facts += [
        three,
        *(
            shown(term(f"integer({text}) and 0 <= {text}", k=k), [*known, three])
            for text in ("k", "k + k", "k + k + 1")
        ),
    ]
    value = term("(phi - 1) * (2 - phi) / (k - 2)", k=k, phi=phi)
    share = term("c * (k - 2) = (phi - 1) * (2 - phi)", c=c, k=k, phi=phi)
    is_share = arithmetic(substituted(share, {c: value}), three)
    numbers = [f for f in known if phi in (applied(f.conclusion, "<", 2) or ())]
    small = arithmetic(term("0 < c and c <= phi - 1", c=c, phi=phi), share, three, *numbers)
    P = term(OTHER, k=k, phi=phi, c=c)
    here = AllTight(facts, k, m, P, phi)
    i, j, x, y = here.i, here.j, here.x, here.y
    said = {"k": k, "phi": phi, "c": c, "i": i, "j": j, "x": x, "y": y}
    in_x, in_y = kernel.assume(in_range(x, k)), kernel.assume(in_range(y, k))
    sizes = list(conjuncts(in_y))

    def in_three(entry: Callable[[Term], Term], values: tuple[str, str, str], *more: Proved) -> Proved:
        """The sum of an entry over the responses, where it has these values at names, exclusions and silence."""
        f = closed(y, entry(y))
        apart = normal(term("sum(k + k + 1, f)", k=k, f=f), by(sums.sum_next(), facts))
        earlier = rewritten(at(sums.sum_in_two(), k, k, f, given=facts, premises=2))
        of = [*more, *sizes, *numbers, small]
        first, second = (
            rewritten(summed(y, k, by_conditions(equal(entry(place), term(value, **said)), *of), facts))
            for place, value in ((y, values[0]), (term("k + y", **said), values[1]))
        )
        last = by_conditions(equal(entry(m), term(values[2], **said)), *more, three)
        right = plainly(
            "a + b + c", a=sides(first.conclusion)[1], b=sides(second.conclusion)[1], c=term(values[2], **said)
        )
        return arithmetic(equal(sides(apart.conclusion)[0], right), apart, earlier, first, second, last, opaque=True)

    def split(value: str) -> Proved:
        """A sum over the names taken apart."""
        f = term(f"fun y. {value}", **{**said, "y": Free("z")})
        changed = normal(
            plainly("sum(k, f)", k=k, f=f),
            in_sums(facts),
            one_other([*facts, in_x, *here.inside]),
            by(sums.sum_of_ones(), facts),
        )
        return changed

    own = ("if y = x then phi - 1 - c else 0", "if y = x then 0 else c", "(2 - phi)^2")
    row = in_three(lambda place: here.entry(x, place), own, *conjuncts(in_x))
    one = arithmetic(equal(sides(row.conclusion)[0], Number(1)), row, split(own[0]), split(own[1]), share, opaque=True)

    own_name, own_share = (f"(if y = i then {a} else 0) + (if y = j then {a} else 0)" for a in ("phi - 1 - c", "c"))

    def gap(place: Term) -> Term:
        return unfolded("abs(a - b)", {"a": here.entry(i, place), "b": here.entry(j, place)})

    inside = [fact for f in here.inside for fact in conjuncts(f)]
    apart = in_three(gap, (own_name, own_share, "0"), here.differ, *inside)
    sums_of = [split(text) for text in (own_name, own_share)]
    plain_distance = normal(plainly("sum y in 1..m. abs(P(i, y) - P(j, y))", P=P, m=m, i=i, j=j), unfolding("abs"))
    distance = sides(plain_distance.conclusion)[0]
    tight = arithmetic(equal(distance, here.d), plain_distance, apart, *sums_of, opaque=True)
    positive = by_conditions(AT_MOST(ZERO, here.entry(x, y)), *numbers, small)
    design = each(x, k, kernel.conjoin(each(y, m, positive), one))
    design = derived.follow(
        symmetric(normal(term("design(k, m, P)", k=k, m=m, P=P), unfolding("design", "law"))), design
    )
    p, q = here.entry(i, y), here.entry(j, y)
    even = each(y, m, each(i, k, each(j, k, by_conditions(term("p = 0 or q = 0 or p = q", p=p, q=q), *inside))))
    secure, undominated = here.secure_and_undominated(design, even, tight)

    # silence is rarer, so that this is not had from names and silence alone
    E = term("fun x y. if y = x then phi - 1 else if y = k + 1 then 2 - phi else 0", k=k, phi=phi)
    C, z, v = Free("C #0", P.type), Free("z #0"), term("k + 1", k=k)
    informs = term("informative(k, k + 1, m, E, P)", k=k, m=m, E=E, P=P)
    existence = rewritten(kernel.assume(informs), unfolding("informative"))
    channel, is_P = conjuncts(kernel.assume(instance(existence.conclusion, C)))
    laws = rewritten(channel, unfolding("channel", "design", "law"))
    in_z, in_m = kernel.assume(in_range(z, v)), kernel.assume(in_range(y, m))
    weight = at(kernel.part(at(laws, z, given=[in_z]), 0), y, given=[in_m])
    product = plainly("E(x, z) * C(z, y)", E=E, C=C, x=x, y=y, z=z)
    a, w = Free("a #0"), Free("w #0")
    factor = plainly("E(x, z)", E=E, x=x, z=z)
    some = by_conditions(AT_MOST(ZERO, factor), *numbers)
    some = cut(
        kernel.instantiate(
            arithmetic(term("0 <= a * w", a=a, w=w), term("0 <= a", a=a), term("0 <= w", w=w)),
            {a: factor, w: term("C(z, y)", C=C, z=z, y=y)},
        ),
        some,
        weight,
    )
    silent = shown(in_range(v, v), facts)
    one_term = at(term_at_most_sum(), v, v, closed(z, product), given=[*facts, silent], premises=2)
    one_term = kernel.detach(one_term, each(z, v, some))
    at_x = rewritten(at(at(is_P, x, given=[in_x]), y, given=[in_m]), unfolding("through"))
    silence = by_conditions(equal(plainly("E(x, v)", E=E, x=x, v=v), term("2 - phi", phi=phi)), *conjuncts(in_x))
    scaled = plainly("(2 - phi) * C(v, y)", phi=phi, C=C, v=v, y=y)
    bound = arithmetic(AT_MOST(scaled, here.entry(x, y)), one_term, at_x, silence, opaque=True)
    least = term("if y = k + k + 1 then (2 - phi)^2 else 0", **said)

    def excluding(category: Term, *case: Term) -> Proved:
        """By a category for which the response is impossible."""
        assumed = list(map(kernel.assume, case))
        place = shown(in_range(category, k), [*known, three, in_m, *assumed])
        own = cut(kernel.instantiate(bound, {x: category}), place)
        return by_conditions(AT_MOST(scaled, least), own, *conjuncts(in_m), three, *assumed)

    name, first = term("y <= k", **said), term("y = 1", y=y)
    exclusion = term("y <= k + k", **said)
    another = kernel.cases(either(first), excluding(Number(2), name, first), excluding(Number(1), name, NOT(first)))
    next_one = at(next_integer(), k, y, given=[*known, in_m])
    later = (applied(next_one.conclusion, "or", 2) or ())[1]
    excluded = excluding(term("y - k", **said), NOT(name), exclusion, later)
    excluded = cut(excluded, arithmetic(later, next_one, kernel.assume(NOT(name))))
    end = at(next_integer(), term("k + k", k=k), y, given=[*facts, in_m])
    end = arithmetic(term("y = k + k + 1", **said), kernel.part(in_m, 1), end, NOT(exclusion))
    last = cut(excluding(Number(1), NOT(name), NOT(exclusion), end.conclusion), end)
    at_most = kernel.cases(either(name), another, kernel.cases(either(exclusion), excluded, last))
    total = rewritten(summed(y, m, at_most, facts))
    in_place = shown(in_range(m, m), [*known, three])
    only = at(sum_picked(), m, m, term("fun y. (2 - phi)^2", phi=phi), given=[*facts, in_place], premises=2)
    whole = kernel.part(at(laws, v, given=[silent]), 1)
    left = at(sums.sum_scale(), m, term("2 - phi", phi=phi), term("fun y. C(v, y)", C=C, v=v), given=facts)
    wrong = arithmetic(FALSE, total, only, whole, left, *numbers, opaque=True)
    not_informative = derived.reject(informs, kernel.unpack(existence, C, wrong))

    def independent(formula: Term) -> Proved:
        """The response that names a category sees that category alone."""
        (dependent,) = applied(formula, "not", 1) or (FALSE,)
        weights = Free("v #0", WORD)
        some, zero = conjuncts(kernel.assume(instance(dependent, weights)))
        chosen = kernel.assume(instance(some.conclusion, y))
        place, weight = kernel.part(chosen, 0), kernel.part(chosen, 1)
        entry = plainly("e * v(x)", e=here.entry(x, y), v=weights, x=x)
        named_one = term("if x = y then (phi - 1 - c) * v(x) else 0", **said, v=weights)
        row = by_conditions(equal(entry, named_one), *conjuncts(in_x), *conjuncts(in_y))
        column = term("fun x. (phi - 1 - c) * v(x)", phi=phi, c=c, v=weights)
        picked = at(sum_picked(), k, y, column, given=[*facts, in_y], premises=2)
        column_of = derived.transitive(summed(x, k, row, facts), rewritten(picked))
        within = arithmetic(AT_MOST(y, m), *conjuncts(in_y), three)
        nothing = at(zero, y, given=[shown(in_range(y, m), [within, in_y])])
        less = arithmetic(term("c < phi - 1", c=c, phi=phi), share, three, *numbers, small)
        none = cut(arithmetic(FALSE, column_of, nothing, less, weight, opaque=True), place)
        whole = kernel.unpack(kernel.assume(dependent), weights, kernel.unpack(some, y, none))
        return derived.reject(dependent, whole)

    def prove(formula: Term) -> Proved:
        inner = instance(formula, m)
        body = normal(instance(inner, P))
        size, is_design, is_secure, nothing, ranked, other = conjuncts(kernel.assume(sides(body.conclusion)[1]))
        (equivalent,) = applied(other.conclusion, "not", 1) or ()
        back = list(conjuncts(kernel.assume(equivalent)))[1]
        apart = derived.reject(equivalent, derived.clash(rewritten(not_informative), back))
        sized = as_written(
            size.conclusion,
            derived.follow(
                symmetric(normal(size.conclusion, unfolding("size"))),
                shown(term("integer(k + k + 1) and 1 <= k + k + 1", k=k), [*known, three]),
            ),
        )
        parts = [
            sized,
            as_written(is_design.conclusion, design),
            as_written(is_secure.conclusion, secure),
            undominated(nothing.conclusion),
            independent(ranked.conclusion),
            apart,
        ]
        found = cut(derived.follow(symmetric(body), conjoined(*parts)), small)
        return kernel.witness(formula, m, kernel.witness(inner, P, found))

    found = in_plain_words(goal.conclusion, prove)
    return cut(kernel.instantiate(found, {c: value}), is_share)


# -- equal elements are not enough -------------------------------------------------------------------------------------

DISCLOSING = "fun x y. if y = x then phi - 1 else if y = 3 then 2 - phi else 0"


@script("even is not enough")
def even_is_not_enough(goal: Goal) -> Refuted:
    """The design that discloses the category with probability 1/4 is even, and that of 1/2 is better."""
    two, three, phi = Number(2), Number(3), Number(Fraction(3, 2))
    P, E = (term(DISCLOSING, phi=share) for share in (Number(Fraction(5, 4)), phi))
    numbers = [kernel.conjoin(kernel.literal(n), arithmetic(term("0 <= n", n=n))) for n in (two, three)]
    facts: Facts = [*numbers, arithmetic(term("1 < n and n < 2", n=phi)), arithmetic(term("1 <= n", n=phi))]

    def of_numbers(formula: Term) -> Proved:
        return automatic(Goal(formula, (), (), formula))

    designs = [of_numbers(term("design(2, 3, D)", D=D)) for D in (P, E)]
    secure = []
    for D, design in zip((P, E), designs, strict=True):
        exactly = secure_exactly_if_close([*facts, design, rewritten(design)], two, three, D, phi)
        secure.append(derived.follow(symmetric(exactly), of_numbers(sides(exactly.conclusion)[1])))
    pair = [shown(in_range(Number(n), two)) for n in (1, 2)]
    near = of_numbers(plainly("(sum y in 1..3. abs(P(1, y) - P(2, y))) <= 2*(phi - 1)", P=P, phi=phi))
    better = at(erasure_is_most_informative(), three, P, phi, given=[*facts, *designs, near], premises=4)
    informs = kernel.assume(term("informative(2, 3, 3, P, E)", P=P, E=E))
    closer = at(
        less_informative_is_closer(),
        two,
        three,
        three,
        P,
        E,
        Number(1),
        Number(2),
        given=[*numbers, informs, *pair],
        premises=5,
    )
    distances = Fraction(1, 2), Fraction(1)
    apart = [
        of_numbers(plainly(f"(sum y in 1..3. abs(D(1, y) - D(2, y))) = {worth}", D=D))
        for D, worth in zip((P, E), distances, strict=True)
    ]
    not_worse = derived.reject(informs.conclusion, arithmetic(FALSE, closer, *apart, opaque=True))
    said = specialise(kernel.assume(goal.statement), two, three, P, phi)
    premise, iff = applied(said.conclusion, "implies", 2) or ()

    def premises(formula: Term) -> Proved:
        both = applied(formula, "and", 2)
        if both:
            return kernel.conjoin(*map(premises, both))
        return (
            as_written(formula, secure[0])
            if quantified(formula, "forall") and "alpha" in str(formula)
            else of_numbers(formula)
        )

    holds = kernel.detach(said, in_plain_words(premise, premises))
    _undominated, even = sides(iff)
    nothing = derived.follow(symmetric(holds), of_numbers(even))
    plain_nothing = rewritten(nothing, OWN_WORDS)
    (existing,) = applied(plain_nothing.conclusion, "not", 1) or ()
    one = instance(existing, three)
    wanted = normal(instance(one, E), unfolding("size"))
    size = shown(term("integer(3) and 1 <= 3"))
    found = derived.follow(symmetric(wanted), rewritten(conjoined(size, designs[1], secure[1], better, not_worse)))
    found = kernel.witness(existing, three, kernel.witness(one, E, found))
    wrong = derived.clash(plain_nothing, found)
    where = (("k", "2"), ("m", "3"), ("P", "rows (1/4, 0, 3/4) and (0, 1/4, 3/4)"), ("phi", "3/2"))
    best = term("d(1, 2) = 2*(phi - 1)", d=Free("distance", arrow(REAL, REAL, REAL)), phi=Free("phi"))
    return Refuted(derived.reject(goal.statement, wrong), where, distances, best)


SCRIPTS: Mapping[str, Script] = {
    "even and linked": of_parameters(even_and_linked),
    "others are admissible": of_parameters(others_are_admissible),
    "larger erasure is admissible": of_parameters(erasure_is_admissible),
}
