"""The boundary of the region R', by points in it and points outside as near as one likes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from checks.papers.hlm.optimum import (
    NOTHING,
    best_is,
    error_is,
    existence,
    laws,
    meaning,
    proved,
    said_term,
    some_optimum,
    tight_optimum,
)
from checks.verifying.stated import Refuted, granted, refuted_under
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    fresh,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, IMPLIES, NOT, PLUS, Free, Number, Term, applied, equal, opened, quantified
from derivations.theory.automatic import automatic, facts_of
from derivations.theory.single_terms import at, by_conditions


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
        return conjoined(*plain, derived.reject(member, kernel.cases(either_is, *cases)))

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
    return derived.follow(symmetric(unfolded), whole)


def _two(formula: Term, word: str) -> tuple[Term, Term]:
    found = applied(formula, word, 2)
    assert found is not None
    return found[0], found[1]


def _there_is(
    wanted: Goal, formula: Term, values: Sequence[Term], script: Callable[[Goal], Proved] = automatic
) -> Proved:
    """exists a b. A, shown at the values."""
    return existence(formula, values, lambda shown_there: script(replace(wanted, conclusion=shown_there)))


def _there_is_none(formula: Term, show: Callable[[Sequence[Free], Proved], Proved]) -> Proved:
    """exists a b. A |- false, as it is shown of a, b and A."""
    point: list[Free] = []
    formulas = [formula]
    while (body := quantified(formulas[-1], "exists")) is not None:
        point.append(fresh(body))
        formulas.append(opened(body, point[-1]))
    found = show(point, kernel.assume(formulas.pop()))
    for some, variable in zip(reversed(formulas), reversed(point), strict=True):
        found = kernel.unpack(kernel.assume(some), variable, found)
    return found


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
    facts = _with_budget(wanted)
    cases = arithmetic(term("0 < delta or delta = 0", delta=delta), *facts)
    some, none = map(kernel.assume, _two(cases.conclusion, "or"))
    positive = _tight_corner(replace(wanted, given=(*wanted.given, some.conclusion)))
    steep = arithmetic(term("1 < x", x=x), *facts, none)
    here = replace(wanted, given=(*wanted.given, none.conclusion, steep.conclusion))
    zero = _near(
        here,
        lambda e: [term("1 - e/((2 + 2*e)*x)", x=x, e=e), term("e/(2 + 2*e)", e=e)],
        lambda e: [Number(1), delta],
    )
    return kernel.cases(cases, positive, cut(zero, steep))


def _with_budget(wanted: Goal) -> list[Proved]:
    """What the premises say, and what the budget among them says."""
    premises = [rewritten(kernel.assume(formula), meaning("budget")) for formula in wanted.given]
    return [fact for premise in [*map(kernel.assume, wanted.given), *premises] for fact in conjuncts(premise)]


def corner(wanted: Goal) -> Proved:
    """The edge begins in (1, delta), which lies on the boundary."""
    x, delta = wanted.variables
    facts = _with_budget(wanted)
    known = at(corner_is_boundary(), x, delta, given=facts)
    same = normal(wanted.conclusion, *(by(law, facts) for law in laws()[3:5]))
    _, second = _two(sides(same.conclusion)[1], "and")
    return derived.follow(symmetric(same), kernel.conjoin(known, derived.choose(known, second)))


def nothing_near(wanted: Goal) -> Refuted:
    """Without any privacy loss R' is empty, so that nothing lies near its boundary: on_boundary(...) and A fails."""
    x, delta = wanted.variables
    where = [term("x = 1", x=x), term("delta = 0", delta=delta)]
    facts = [*map(kernel.assume, where)]
    first = rewritten(kernel.part(granted(wanted), 0), meaning("on_boundary"))
    one = kernel.specialise(first, Number(1))
    some = kernel.part(kernel.detach(one, arithmetic(term("0 < 1"))), 0)

    def impossible(point: Sequence[Free], told: Proved) -> Proved:
        return arithmetic(FALSE, *conjuncts(rewritten(told, meaning("feasible", "region"))), *facts)

    return refuted_under(wanted, cut(_there_is_none(some.conclusion, impossible), some), *where)


LEAST = "(if a <= b then a else b)"


@lemma(f"forall a b. 0 < a and 0 < b implies 0 < {LEAST} and {LEAST} <= a and {LEAST} <= b")
def least_of_two(goal: Goal) -> Proved:
    """The smaller one of two positive numbers is positive, and neither is smaller."""
    return by_conditions(goal.conclusion, kernel.assume(goal.given[0]))


@lemma("forall a b c d f. 0 < a and 0 < b and 0 < c and 0 < d and 0 < f implies "
       "exists e. 0 < e and e <= a and e <= b and e <= c and e <= d and e <= f")  # fmt: skip
def least_of_five(goal: Goal) -> Proved:
    """Some positive number is at most each of five positive ones."""
    first, *others = goal.variables
    least: Term = first
    facts = [kernel.assume(goal.given[0])]
    for other in others:
        facts += conjuncts(at(least_of_two(), least, other, given=facts))
        least = term(LEAST, a=least, b=other)
    return existence(goal.conclusion, [least], lambda formula: arithmetic(formula, *facts))


@lemma("forall d e. (if 0 <= d then d else -d) < e implies -e < d and d < e")
def between(goal: Goal) -> Proved:
    """What is nearer to 0 than e lies between -e and e."""
    near = goal.given[0]
    return kernel.detach(by_conditions(IMPLIES(near, goal.conclusion)), kernel.assume(near))


@lemma("forall e s x. 1 <= x and e <= s/(2*x + 2) implies e*(2*x + 2) <= s")
def scaled_room(goal: Goal) -> Proved:
    """A bound times a positive number."""
    return automatic(goal)


SLACKS = ("1 - p", "1 - q", "(x*(1 - q) + delta - p)/(2*x + 2)", "(x*(1 - p) + delta - q)/(2*x + 2)", "(p + q - 1)/2")


@cache
def feasible_nearby() -> Proved:
    """What is nearer to a point than its slacks allow is in R'."""
    room = " and ".join(f"e*(2*x + 2) <= {text}" for text in ("x*(1 - q) + delta - p", "x*(1 - p) + delta - q"))
    near = " and ".join(f"-e < {text} and {text} < e" for text in ("a - p", "b - q"))
    return proved(
        "forall x delta p q a b e. 1 <= x and 0 <= delta and 0 < e and e <= 1 - p and e <= 1 - q "
        f"and {room} and 2*e <= p + q - 1 and {near} implies feasible(x, delta, a, b)"
    )


@cache
def loose_is_at_an_end() -> Proved:
    """A point of R' on its boundary at which neither of (11) is tight has p00 = 1 or p11 = 1."""
    text = (
        "forall x delta p q. budget(x, delta) and feasible(x, delta, p, q) and on_boundary(x, delta, p, q) "
        "and p != x*(1 - q) + delta and q != x*(1 - p) + delta implies p = 1 or q = 1"
    )
    return proved(text, _at_an_end)


def _at_an_end(wanted: Goal) -> Proved:
    """Else all points nearer than the least of the slacks are in R', and none of them is outside."""
    x, delta, p, q = wanted.variables
    names: dict[str, Term] = {"x": x, "delta": delta, "p": p, "q": q}
    facts = [fact for fact in _in_numbers(wanted) if quantified(fact.conclusion, "forall") is None]
    denied = kernel.assume(NOT(wanted.conclusion))
    inner = arithmetic(term("p < 1 and q < 1", **names), denied, *facts)
    slacks = [arithmetic(term(f"0 < {text}", **names), *facts, inner) for text in SLACKS]
    some = at(least_of_five(), *map(_bounded, slacks), given=slacks)
    body = quantified(some.conclusion, "exists")
    assert body is not None
    names["e"] = e = fresh(body)
    bounds = list(conjuncts(kernel.assume(opened(body, e))))
    boundary = next(fact for fact in _in_numbers(wanted) if quantified(fact.conclusion, "forall") is not None)
    outside = kernel.part(at(boundary, e, given=bounds), 1)
    room = [
        at(scaled_room(), e, term(text, **names), x, given=[*facts, *bounds])
        for text in ("x*(1 - q) + delta - p", "x*(1 - p) + delta - q")
    ]
    room += [arithmetic(term("2*e <= p + q - 1", **names), *bounds, opaque=True), *facts, *bounds]

    def impossible(point: Sequence[Free], told: Proved) -> Proved:
        *close, left = conjuncts(rewritten(told, unfolding("abs")))
        within = _within(point, (p, q), e, close)
        inside = at(feasible_nearby(), x, delta, p, q, *point, e, given=[*room, *within])
        return derived.clash(left, rewritten(inside, meaning("feasible", "region")))

    nothing = kernel.unpack(some, e, cut(_there_is_none(outside.conclusion, impossible), outside))
    return derived.absurd(wanted.conclusion, nothing)


def _in_numbers(wanted: Goal) -> list[Proved]:
    """What the premises say in numbers."""
    told = (rewritten(kernel.assume(f), meaning("budget", "feasible", "region", "on_boundary")) for f in wanted.given)
    return [fact for premise in told for fact in conjuncts(premise)]


def _within(point: Sequence[Term], around: Sequence[Term], e: Term, close: Sequence[Proved]) -> list[Proved]:
    """-e < a - p and a - p < e of each coordinate, from |a - p| < e."""
    differences = [term("a - p", a=a, p=own) for a, own in zip(point, around, strict=True)]
    return [at(between(), d, e, given=[fact]) for d, fact in zip(differences, close, strict=True)]


def _bounded(positive: Proved) -> Term:
    """a of |- 0 < a"""
    return (applied(positive.conclusion, "<", 2) or (positive.conclusion,))[-1]


@lemma("forall s x. 1 <= x and s < 0 implies exists e. 0 < e and e*(2*x + 2) = -s")
def lack_in_steps(goal: Goal) -> Proved:
    """What is missing, in units of 2 x + 2."""
    s, x = goal.variables
    return existence(goal.conclusion, [term("-s/(2*x + 2)", s=s, x=x)], lambda found: arithmetic(found, *goal.given))


BOUNDS = ("p", "1 - p", "q", "1 - q", "x*(1 - q) + delta - p", "x*(1 - p) + delta - q")


@cache
def boundary_is_closed() -> Proved:
    """A point of the boundary with p00 + p11 > 1 is in R'."""
    text = "budget(x, delta) and on_boundary(x, delta, p, q) and 1 < p + q implies feasible(x, delta, p, q)"
    return proved(f"forall x delta p q. {text}", _closed)


def _closed(wanted: Goal) -> Proved:
    """Else what is missing in one of the bounds is missing nearby."""
    x, delta, p, q = wanted.variables
    names: dict[str, Term] = {"x": x, "delta": delta, "p": p, "q": q}
    facts = [fact for fact in _in_numbers(wanted) if quantified(fact.conclusion, "forall") is None]
    boundary = next(fact for fact in _in_numbers(wanted) if quantified(fact.conclusion, "forall") is not None)

    def holds(text: str) -> Proved:
        short = kernel.assume(term(f"{text} < 0", **names))
        some = at(lack_in_steps(), term(text, **names), x, given=[short, *facts])
        body = quantified(some.conclusion, "exists")
        assert body is not None
        e = fresh(body)
        step = list(conjuncts(kernel.assume(opened(body, e))))
        inside = kernel.part(at(boundary, e, given=step), 0)

        def impossible(point: Sequence[Free], told: Proved) -> Proved:
            near, also, *member = conjuncts(rewritten(told, unfolding("abs")))
            return arithmetic(FALSE, *_within(point, (p, q), e, (near, also)), *member, *step, *facts)

        nothing = kernel.unpack(some, e, cut(_there_is_none(inside.conclusion, impossible), inside))
        return arithmetic(term(f"0 <= {text}", **names), derived.reject(short.conclusion, nothing))

    bounds = [holds(text) for text in BOUNDS]
    return reduced(normal(wanted.conclusion, meaning("feasible", "region")), lambda it: arithmetic(it, *bounds, *facts))


@cache
def steps_up() -> tuple[Proved, Proved]:
    """(1, d) has no larger error than (1, q), q < d, and (d, 1) none than (q, 1)."""
    text = "forall pi n q d. 0 <= pi <= 1 and size(n) and 0 < q and q < d and d <= 1 implies"
    ends = ("error(1, d, pi, n) <= error(1, q, pi, n)", "error(d, 1, pi, n) <= error(q, 1, pi, n)")
    first, second = (proved(f"{text} {end}", lambda goal: automatic(goal, error_is())) for end in ends)
    return first, second


@cache
def mirrored_corner() -> Proved:
    """(delta, 1) lies on the boundary of R' for delta > 0: it is tight."""
    text = "forall x delta. budget(x, delta) and 0 < delta implies on_boundary(x, delta, delta, 1)"
    return proved(text, lambda goal: _tight_corner(goal, mirrored=True))


def _tight_corner(wanted: Goal, *, mirrored: bool = False) -> Proved:
    x, delta = wanted.variables
    facts = _with_budget(wanted)
    point = (delta, Number(1)) if mirrored else (Number(1), delta)
    text = "tight(x, delta, delta, 1)" if mirrored else "tight(x, delta, 1, delta)"
    is_tight = proved(f"forall x delta. 1 <= x and 0 < delta and delta <= 1 implies {text}")
    tight = at(is_tight, x, delta, given=facts)
    return at(tight_is_boundary(), x, delta, *point, given=[*facts, tight])


def step_up(wanted: Goal) -> Proved:
    """From a point of the boundary at which neither of (11) is tight a step leads to a tight one without more error."""
    x, delta, _, _, p, q = wanted.variables
    names: dict[str, Term] = {"x": x, "delta": delta, "p": p, "q": q}
    own = wanted.facts
    inside = at(boundary_is_closed(), x, delta, p, q, given=own)
    end = at(loose_is_at_an_end(), x, delta, p, q, given=[*own, inside])
    facts = [*own, *conjuncts(rewritten(inside, meaning("feasible", "region"))), *_in_numbers(wanted)]
    facts = [fact for fact in facts if quantified(fact.conclusion, "forall") is None]
    return kernel.cases(end, *(_from_end(wanted, names, facts, first) for first in (True, False)))


def _from_end(wanted: Goal, names: Mapping[str, Term], facts: Sequence[Proved], first: bool) -> Proved:
    """From (1, q) to (1, delta), or from (p, 1) to (delta, 1)."""
    x, delta, pi, n, p, q = wanted.variables
    fixed, other = (p, q) if first else (q, p)
    same = kernel.assume(equal(fixed, Number(1)))
    texts = {"y": other, "d": delta}
    room = arithmetic(term("0 < y and y < d and d <= 1", **texts), same, *facts)
    corner = corner_is_boundary() if first else mirrored_corner()
    given = wanted.facts
    some = arithmetic(term("1 < x or 0 < delta", **names), room) if first else room
    reached = at(corner, x, delta, given=[*given, some, arithmetic(term("0 < d", **texts), room)])
    smaller = at(steps_up()[0 if first else 1], pi, n, other, delta, given=[*given, *facts, room])
    steps = [Number(0), term("d - y", **texts)] if first else [term("d - y", **texts), Number(0)]
    arrived = [term("1", **names), delta] if first else [delta, Number(1)]

    def shows(formula: Term) -> Proved:
        ends = [arithmetic(equal(PLUS(a, b), c), same) for a, b, c in zip((p, q), steps, arrived, strict=True)]
        plain = normal(formula, *map(by, ends))
        plain = derived.transitive(plain, normal(sides(plain.conclusion)[1], by(same)))
        return derived.follow(symmetric(plain), _joined(sides(plain.conclusion)[1], [reached, smaller], [room]))

    return existence(wanted.conclusion, steps, shows)


def _joined(formula: Term, known: Sequence[Proved], facts: Sequence[Proved]) -> Proved:
    """A conjunction of what is known, the rest by arithmetic."""
    both = applied(formula, "and", 2)
    if both is not None:
        return kernel.conjoin(*(_joined(part, known, facts) for part in both))
    return next((fact for fact in known if fact.conclusion == formula), None) or arithmetic(formula, *facts)
