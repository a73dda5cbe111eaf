"""The boundary of the region R', by points in it and points outside as near as one likes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from checks.papers.hlm.optimum import (
    NOTHING,
    best_is,
    existence,
    laws,
    meaning,
    proved,
    said_term,
    some_optimum,
    tight_optimum,
)
from checks.verifying.stated import Refuted, granted, refuted_under
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
    normal,
    rewritten,
    sides,
    symmetric,
    term,
)
from derivations.logic.terms import FALSE, Number, Term, applied, opened, quantified
from derivations.theory.automatic import automatic, facts_of
from derivations.theory.single_terms import at


@cache
def tight_is_boundary() -> Proved:
    """R'' lies on the boundary of R': a step up leaves R'."""
    text = "forall x delta p q. 1 <= x and 0 <= delta and tight(x, delta, p, q) implies on_boundary(x, delta, p, q)"
    return proved(text, _on_boundary)


def _on_boundary(wanted: Goal) -> Proved:
    x, _, p, q = wanted.variables
    *given, either_is = facts_of(kernel.assume(wanted.given[0]))

    def beyond(goal: Goal) -> Proved:
        first, (second, left) = _two(goal.conclusion, "and")[0], _two(_two(goal.conclusion, "and")[1], "and")
        (member,) = applied(left, "not", 1) or ()
        parts = list(conjuncts(rewritten(kernel.assume(member), meaning("feasible", "region"))))
        known = [kernel.assume(goal.given[-1]), *(fact for fact in given if fact.conclusion == term("1 <= x", x=x))]
        cases = [
            arithmetic(FALSE, kernel.assume(case), part, *known)
            for case, part in zip(_two(either_is.conclusion, "or"), parts[4:6], strict=True)
        ]
        plain = [automatic(replace(goal, conclusion=formula)) for formula in (first, second)]
        return conjoined(*plain, kernel.reject(member, kernel.cases(either_is, *cases)))

    return _near(wanted, lambda e: (p, q), lambda e: [term("p + e/2", p=value, e=e) for value in (p, q)], beyond)


def _near(
    wanted: Goal,
    inside: Callable[[Term], Sequence[Term]],
    outside: Callable[[Term], Sequence[Term]],
    beyond: Callable[[Goal], Proved] = automatic,
) -> Proved:
    """on_boundary(x, delta, p, q), by a point of R' and one that is none, for each distance e."""
    unfolded = normal(wanted.conclusion, meaning("on_boundary"))
    body = quantified(sides(unfolded.conclusion)[1], "forall")
    assert body is not None
    e = fresh(body)
    near, (within, out) = _two(opened(body, e), "implies")[0], _two(_two(opened(body, e), "implies")[1], "and")
    here = replace(wanted, given=(*wanted.given, near))
    found = kernel.conjoin(_there_is(here, within, inside(e)), _there_is(here, out, outside(e), beyond))
    whole = kernel.generalise(e, kernel.discharge(near, found))
    return kernel.follow(symmetric(unfolded), whole)


def _two(formula: Term, word: str) -> tuple[Term, Term]:
    found = applied(formula, word, 2)
    assert found is not None
    return found[0], found[1]


def _there_is(
    wanted: Goal, formula: Term, values: Sequence[Term], script: Callable[[Goal], Proved] = automatic
) -> Proved:
    """exists a b. A, shown at the values."""
    return existence(formula, values, lambda shown_there: script(replace(wanted, conclusion=shown_there)))


def optimum_on_boundary(wanted: Goal) -> Proved:
    """What is best is tight, and so on the boundary."""
    x, delta, _, _, p, q = wanted.variables
    tight = tight_optimum(replace(wanted, conclusion=said_term("tight(x, delta, p, q)", x=x, delta=delta, p=p, q=q)))
    given = [fact for formula in wanted.given for fact in facts_of(kernel.assume(formula), [*laws(), best_is(NOTHING)])]
    return at(tight_is_boundary(), x, delta, p, q, given=[*given, tight])


def some_optimum_on_boundary(wanted: Goal) -> Proved:
    """exists p q. best(x, delta, pi, n, p, q) and on_boundary(x, delta, p, q): one that is tight."""
    x, delta = wanted.variables[:2]
    budget = [fact for formula in wanted.given for fact in facts_of(kernel.assume(formula))]
    return some_optimum(wanted, lambda tight, point: at(tight_is_boundary(), x, delta, *point, given=[*budget, tight]))


@cache
def corner_is_boundary() -> Proved:
    """(1, delta) lies on the boundary of R': it is tight for delta > 0, and for delta = 0 the edge runs into it."""
    text = "forall x delta. budget(x, delta) and (1 < x or 0 < delta) implies on_boundary(x, delta, 1, delta)"
    return proved(text, _corner)


def _corner(wanted: Goal) -> Proved:
    x, delta = wanted.variables
    facts = _said(wanted)
    is_tight = proved("forall x delta. 1 <= x and 0 < delta and delta <= 1 implies tight(x, delta, 1, delta)")
    tight = at(is_tight, x, delta, given=[*facts, kernel.assume(term("0 < delta", delta=delta))])
    positive = at(tight_is_boundary(), x, delta, Number(1), delta, given=[*facts, tight])
    none = arithmetic(term("delta = 0 or 0 < delta", delta=delta), *facts)
    here = replace(wanted, given=(*wanted.given, term("delta = 0", delta=delta), term("1 < x", x=x)))
    zero = _near(
        here,
        lambda e: [term("1 - e/((2 + 2*e)*x)", x=x, e=e), term("e/(2 + 2*e)", e=e)],
        lambda e: [Number(1), delta],
    )
    zero = cut(zero, arithmetic(term("1 < x", x=x), *facts, kernel.assume(term("delta = 0", delta=delta))))
    return kernel.cases(none, zero, positive)


def _said(wanted: Goal) -> list[Proved]:
    """What the premises say, and what the budget among them says."""
    premises = [rewritten(kernel.assume(formula), meaning("budget")) for formula in wanted.given]
    return [fact for premise in [*map(kernel.assume, wanted.given), *premises] for fact in conjuncts(premise)]


def corner(wanted: Goal) -> Proved:
    """The edge begins in (1, delta), which lies on the boundary."""
    x, delta = wanted.variables
    facts = _said(wanted)
    known = at(corner_is_boundary(), x, delta, given=facts)
    same = normal(wanted.conclusion, *(by(law, facts) for law in laws()[3:5]))
    _, second = _two(sides(same.conclusion)[1], "and")
    return kernel.follow(symmetric(same), kernel.conjoin(known, kernel.choose(known, second)))


def nothing_near(wanted: Goal) -> Refuted:
    """Without any privacy loss R' is empty, so that nothing lies near its boundary: on_boundary(...) and A fails."""
    x, delta = wanted.variables
    where = [term("x = 1", x=x), term("delta = 0", delta=delta)]
    facts = [*map(kernel.assume, where)]
    first = rewritten(kernel.part(granted(wanted), 0), meaning("on_boundary"))
    one = kernel.specialise(first, Number(1))
    some = kernel.part(kernel.detach(one, arithmetic(term("0 < 1"))), 0)

    def none(formula: Term) -> Proved:
        body = quantified(formula, "exists")
        if body is None:
            return arithmetic(
                FALSE, *conjuncts(rewritten(kernel.assume(formula), meaning("feasible", "region"))), *facts
            )
        variable = fresh(body)
        return kernel.unpack(kernel.assume(formula), variable, none(opened(body, variable)))

    return refuted_under(wanted, cut(none(some.conclusion), some), *where)
