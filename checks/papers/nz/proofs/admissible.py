"""Section 3.1: which designs are admissible among those that are phi-average secure, for any number of categories."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.average import secure_exactly_if_close
from checks.papers.nz.proofs.common import OWN_WORDS, given, in_plain_words, named, of_parameters, plain
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
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
from derivations.logic.terms import NOT, Free, Term, applied, equal, implied
from derivations.theory.admissible import comes_back, exists_pair, from_pair, uneven_is_improved, unlinked_is_improved
from derivations.theory.linear_estimates import WORD
from derivations.theory.single_terms import at, each, either
from derivations.theory.sums import in_range

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


SCRIPTS: Mapping[str, Script] = {
    "even and linked": of_parameters(even_and_linked),
}
