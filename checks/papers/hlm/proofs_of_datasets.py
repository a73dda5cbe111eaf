"""The definition of differential privacy on datasets of m rows, and what it says of one row."""

from __future__ import annotations

from collections.abc import Sequence

from checks.papers.hlm.optimum import meaning
from checks.papers.hlm.proofs_of_edges import two
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    decided,
    generalise,
    goal,
    instance,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, NOT, Free, Term, applied, closed, equal
from derivations.theory.automatic import written_out
from derivations.theory.privacy import sum_not_negative
from derivations.theory.single_terms import at, by_conditions, each, either, summed
from derivations.theory.sums import ONE, in_range


@script("one row")
def one_row(wanted: Goal) -> Proved:
    """(9) for one row: a dataset is an element of D, and an event a set of elements."""
    left, right = sides(wanted.conclusion)
    first = normal(left, meaning("private_datasets"), written_out, unfolding("extended"), decided([]))
    second = normal(right, unfolding("private_within"))
    rows, elements = (sides(plain.conclusion)[1] for plain in (first, second))
    facts = [part for fact in wanted.facts for part in conjuncts(rewritten(fact, meaning("budget"), unfolding("size")))]
    forth = kernel.discharge(rows, _of_elements(wanted, goal(elements, depth=6), kernel.assume(rows), facts))
    back = kernel.discharge(elements, _of_rows(goal(rows, depth=4), kernel.assume(elements), facts))
    same = derived.equivalent(forth, back)
    return derived.transitive(derived.transitive(first, same), symmetric(second))


def _of_rows(inner: Goal, elements: Proved, facts: Sequence[Proved]) -> Proved:
    """From sets of elements to sets of datasets of one row."""
    d, e, A = inner.variables
    first, second, _, events = inner.facts
    letters = []
    for row in (first, second):
        word = kernel.part(rewritten(row, meaning("dataset")), 0)
        letters.append(at(rewritten(word, unfolding("word")), ONE, given=[_one()]))
    event = closed(y := Free("y #0"), term("A(fun t. if t = 1 then y else 0)", A=A, y=y))
    every = specialise(events, term("fun t. if t = 1 then y else 0", y=y))
    found = at(at(elements, term("d(1)", d=d), given=letters), term("e(1)", e=e), given=letters)
    found = specialise(found, event)
    premise, _ = two(found.conclusion, "implies")
    shown = generalise(kernel.discharge(two(_body(premise, y), "implies")[0], every), y)
    return inner.qed(kernel.detach(found, shown))


def _body(formula: Term, value: Term) -> Term:
    return instance(formula, value)


def _one() -> Proved:
    return kernel.conjoin(kernel.literal(ONE), arithmetic(term("1 <= 1 and 1 <= 1")))


def _of_elements(wanted: Goal, inner: Goal, rows: Proved, facts: Sequence[Proved]) -> Proved:
    """From sets of datasets of one row to sets of elements; of two equal elements it holds by itself."""
    a, b, A = inner.variables
    k, P, x, delta = wanted.variables
    inside_a, inside_b, events = map(kernel.assume, inner.given)
    names = {"k": k, "P": P, "x": x, "delta": delta, "a": a, "b": b, "A": A}
    y = Free("y #0")
    inside = kernel.assume(in_range(y, k))
    known = at(events, y, given=[inside])

    design = next(fact for fact in facts if applied(fact.conclusion, "design", 3))
    row = kernel.part(rewritten(at(rewritten(design, unfolding("design")), a, given=[inside_a]), unfolding("law")), 0)
    likely = at(row, y, given=[inside])
    cases = [kernel.assume(case) for case in two(known.conclusion, "or")]
    term_at = term("0 <= P(a, y)*A(y)", **names, y=y)
    positive = kernel.cases(known, *(arithmetic(term_at, likely, case) for case in cases))
    family = term("fun y. P(a, y)*A(y)", **names)
    sums_known = at(sum_not_negative(), k, family, given=facts, premises=1)
    least = kernel.detach(sums_known, each(y, k, positive))
    level = [fact for fact in facts if fact.conclusion in (term("1 <= x", x=x), term("0 <= delta", delta=delta))]
    size = term("sum y in 1..k. P(a, y)*A(y)", **names)
    grown = arithmetic(term("0 <= (x - 1)*S", x=x, S=size), least, *level)
    alone = arithmetic(term("S <= x*S + delta", x=x, delta=delta, S=size), grown, *level)
    z = Free("z #0")
    same = kernel.assume(equal(a, b))
    pattern = closed(z, term("S <= x*(sum y in 1..k. P(z, y)*A(y)) + delta", **names, S=size, z=z))
    equally = kernel.replace(same, pattern, alone)

    different = kernel.assume(NOT(equal(a, b)))
    datasets = [term("fun t. if t = 1 then a else 0", a=value) for value in (a, b)]
    event = term("fun w. if A(w(1)) = 1 then 1 else 0", A=A)
    told = specialise(rows, *datasets, event)
    premise, _ = two(told.conclusion, "implies")
    first, rest = two(premise)
    second, (near, _) = two(rest)[0], two(two(rest)[1])
    w = Free("w #0", datasets[0].type)
    by_event = by_conditions(term("(if A(w(1)) = 1 then 1 else 0) = 0 or (if A(w(1)) = 1 then 1 else 0) = 1", A=A, w=w))
    shown = conjoined(
        _dataset(first, a, inside_a), _dataset(second, b, inside_b), _near(near, different), generalise(by_event, w)
    )  # fmt: skip
    found = rewritten(kernel.detach(told, derived.follow(symmetric(normal(premise)), rewritten(shown))), decided([]))
    one_event = kernel.cases(
        known, *(by_conditions(term("(if A(y) = 1 then 1 else 0) = A(y)", A=A, y=y), case) for case in cases)
    )
    totals = []
    for value in (a, b):
        one = arithmetic(term("P(a, y)*(if A(y) = 1 then 1 else 0) = P(a, y)*A(y)", P=P, a=value, A=A, y=y), one_event)
        totals.append(summed(y, k, one, facts))
    unequally = rewritten(found, *map(by, totals))
    return inner.qed(kernel.cases(either(equal(a, b)), equally, unequally))


def _dataset(formula: Term, value: Term, inside: Proved) -> Proved:
    """A dataset of one row."""
    plain = normal(formula, meaning("dataset"), unfolding("word"))
    word, nowhere = two(sides(plain.conclusion)[1])
    t = Free("t #0")
    letter = each(t, ONE, _at_one(two(_body(word, t), "implies")[1], t, inside))
    elsewhere, zero = two(_body(nowhere, t), "implies")
    denied, here = kernel.assume(elsewhere), kernel.assume(equal(t, ONE))
    z = Free("z #0")
    within = kernel.replace(symmetric(here), closed(z, in_range(z, ONE)), _one())
    apart = derived.reject(here.conclusion, derived.clash(denied, within))
    none = kernel.discharge(elsewhere, by_conditions(zero, apart))
    return derived.follow(symmetric(plain), kernel.conjoin(letter, generalise(none, t)))


def _at_one(formula: Term, t: Free, inside: Proved) -> Proved:
    """What is said of the only row, for t in 1..1."""
    same = arithmetic(equal(t, ONE), in_range(t, ONE))
    plain = normal(formula, decided([same]))
    return derived.follow(symmetric(plain), inside)


def _near(formula: Term, different: Proved) -> Proved:
    """Two datasets whose only rows differ."""
    plain = normal(formula, meaning("neighbours"))
    some = sides(plain.conclusion)[1]
    j, i = ONE, Free("i #0")
    here = instance(some, j)
    at_one = normal(here, decided([]))
    _, rest = two(sides(at_one.conclusion)[1])
    _, others = two(rest)
    inside, _ = two(_body(others, i), "implies")
    other, same = two(two(_body(others, i), "implies")[1], "implies")
    nothing = derived.absurd(same, arithmetic(FALSE, kernel.assume(inside), kernel.assume(other)))
    nowhere = generalise(kernel.discharge(inside, kernel.discharge(other, nothing)), i)
    shown = derived.follow(symmetric(at_one), conjoined(_one(), different, nowhere))
    return derived.follow(symmetric(plain), kernel.witness(some, j, shown))
