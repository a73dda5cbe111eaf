"""Single terms of sums: one picked out, one that differs from the others, one against the whole sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    ProofError,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    decided,
    fresh,
    generalise,
    induct,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.terms import (
    FALSE,
    NOT,
    OR,
    PLUS,
    TRUE,
    Abstract,
    Free,
    Number,
    Term,
    applied,
    closed,
    conditional,
    equal,
    free_variables,
    opened,
    parts,
    substituted,
)
from derivations.theory import sums
from derivations.theory.sums import ONE, ZERO, in_range, in_sums

Given = Iterable[Term | Proved]
_SUM = term("sum")
QUICK = 1.0  # seconds for what is easily seen


# -- for each index of a range ---------------------------------------------------------------------------------------


def each(index: Free, size: Term, theorem: Proved) -> Proved:
    """H, i in 1..n |- C  ==>  H |- forall i in 1..n. C"""
    return generalise(kernel.discharge(in_range(index, size), rewritten(theorem)), index)


def at(theorem: Proved, *values: Term, given: Given = (), premises: int = 1) -> Proved:
    """H |- forall x. A implies C  ==>  H |- C with values for x, where what is given shows A"""
    return under(specialise(theorem, *values), given, premises)


def summed(index: Free, size: Term, theorem: Proved, given: Given = (), over: str = "sum") -> Proved:
    """H, i in 1..n |- f(i) <= g(i)  ==>  H |- sum(n, f) <= sum(n, g); for equations also over products"""
    smaller = applied(theorem.conclusion, "<=", 2)
    left, right = smaller or sides(theorem.conclusion)
    same = sums.sum_same() if over == "sum" else sums.prod_same()
    law = sums.sum_at_most() if smaller else same
    whole = at(law, size, closed(index, left), closed(index, right), given=given)
    return kernel.detach(whole, each(index, size, theorem))


def plainly(text: str, **values: Term) -> Term:
    """The term that a text says, every function that is applied worked out."""
    return sides(normal(term(text, **values)).conclusion)[1]


def fulfilled(theorem: Proved, *facts: Term | Proved) -> Proved:
    """H |- A implies C  ==>  H |- C, where A is arithmetic of the facts

    Raises ProofError where the conclusion is no implication.
    """
    found = applied(theorem.conclusion, "implies", 2)
    if found is None:
        raise ProofError(f"this implies nothing: {theorem}")
    return kernel.detach(theorem, arithmetic(found[0], *facts))


# -- conditions ------------------------------------------------------------------------------------------------------


def either(formula: Term) -> Proved:
    """|- A or not A"""
    whole = OR(formula, NOT(formula))
    denied = kernel.assume(NOT(whole))
    not_so = derived.reject(formula, derived.clash(denied, derived.choose(kernel.assume(formula), whole)))
    return derived.absurd(whole, derived.clash(denied, derived.choose(not_so, whole)))


def in_both(which: Proved, show: Callable[[Term], Proved]) -> Proved:
    """H |- A or B  ==>  H |- C, where C is shown of A and of B"""
    return kernel.cases(which, *map(show, applied(which.conclusion, "or", 2) or ()))


def by_conditions(formula: Term, *given: Term | Proved) -> Proved:
    """A formula by arithmetic, once for each way in which the conditions of its choices may turn out."""
    facts = [kernel.assume(fact) if isinstance(fact, Term) else fact for fact in given]
    condition = next(filter(None, map(_condition, [formula, *(fact.conclusion for fact in facts)])), None)
    if condition is None:
        return _in_case(formula, facts)
    shown = []
    for case in (condition, NOT(condition)):
        decided_so = _decided_as(case)
        changed = normal(formula, decided_so)
        _, plain = sides(changed.conclusion)
        known = [*(rewritten(fact, decided_so) for fact in facts), kernel.assume(case)]
        shown.append(derived.follow(symmetric(changed), by_conditions(plain, *known)))
    return kernel.cases(either(condition), *shown)


def of_absolute_values(formula: Term, *given: Proved) -> Proved:
    """What is said of absolute values, by arithmetic for numbers of either sign."""
    return reduced(normal(formula, unfolding("abs")), lambda it: by_conditions(it, *given))


def _in_case(formula: Term, facts: list[Proved]) -> Proved:
    """The formula, which may be known, or a contradiction of what is known, from which it follows."""
    if known := [fact for fact in facts if fact.conclusion == formula]:
        return known[0]
    with suppress(ProofError):  # what is easily seen first: a contradiction may be looked for in vain
        return derived.absurd(formula, arithmetic(FALSE, *facts, seconds=QUICK, efforts=0))
    with suppress(ProofError):
        return arithmetic(formula, *facts, seconds=QUICK, efforts=1)
    with suppress(ProofError):
        return derived.absurd(formula, arithmetic(FALSE, *facts, seconds=QUICK))
    return arithmetic(formula, *facts)


def _condition(formula: Term) -> Term | None:
    """The condition of a choice in the formula that speaks of no bound variable."""
    choices = (applied(part, "if", 3) for part in parts(formula))
    return next((found[0] for found in choices if found and found[0].loose == 0), None)


def _decided_as(case: Term) -> Conversion:
    """if A then a else b where A is given, or its negation."""
    denied = applied(case, "not", 1)

    def convert(term: Term) -> Proved | None:
        found = applied(term, "if", 3)
        if found and found[0] == case:
            return kernel.detach(derived.if_true(*found), kernel.assume(case))
        if found and denied and found[0] == denied[0]:
            return kernel.detach(derived.if_false(*found), kernel.assume(case))
        return None

    return convert


@lemma("forall d. integer(d) and 0 < d implies 1 <= d")
def positive_integer(goal: Goal) -> Proved:
    """There is no integer between 0 and 1."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall a b. integer(a) and integer(b) implies b <= a or a + 1 <= b")
def next_integer(goal: Goal) -> Proved:
    """An integer is at least 1 more than a smaller one."""
    a, b = goal.variables
    larger = kernel.assume(term("0 < b - a", a=a, b=b))
    gap = at(positive_integer(), term("b - a", a=a, b=b), given=[*goal.given, larger])
    return arithmetic(goal.conclusion, kernel.discharge(larger.conclusion, gap))


def each_with_next(index: Free, before: Term, known: Proved, earlier: Proved, last: Proved) -> Proved:
    """H, i in 1..n |- C(i), G |- C(n + 1)  ==>  H, G |- forall i in 1..n + 1. C(i)"""
    end = PLUS(before, ONE)
    within = kernel.assume(in_range(index, end))
    which = at(next_integer(), before, index, given=[known, within])
    low, high = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    inside = shown(in_range(index, before), [low, within])
    first = kernel.detach(kernel.discharge(inside.conclusion, earlier), inside)
    same = arithmetic(equal(end, index), high, within)
    second = kernel.replace(same, closed(index, first.conclusion), last)
    return each(index, end, kernel.cases(which, first, second))


# -- one term of a sum -----------------------------------------------------------------------------------------------


@lemma("forall j f n. integer(j) and 1 <= j implies integer(n) and 0 <= n implies "
       "(sum i in 1..n. if i = j then f(i) else 0) = (if j <= n then f(j) else 0)")  # fmt: skip
def sum_up_to(goal: Goal) -> Proved:
    """Of a sum in which only the term j counts, that term is left once it is reached."""
    j, f, n = goal.variables

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        last = PLUS(k, ONE)
        same = kernel.discharge(equal(last, j), kernel.congruent(kernel.reflexive(f), kernel.assume(equal(last, j))))
        changed = normal(substituted(goal.conclusion, {n: last}), by(sums.sum_next(), [known]))
        after = at(next_integer(), k, j, given=[known, *goal.given])
        found = by_conditions(sides(changed.conclusion)[1], assumed, same, after)
        return derived.follow(symmetric(changed), found)

    changed = normal(substituted(goal.conclusion, {n: ZERO}), by(sums.sum_0()))
    base = derived.follow(symmetric(changed), by_conditions(sides(changed.conclusion)[1], goal.given[0]))
    return induct(n, goal.conclusion, base, step)


@lemma("forall n j f. integer(n) and 0 <= n implies integer(j) and 1 <= j <= n implies "
       "(sum i in 1..n. if i = j then f(i) else 0) = f(j)")  # fmt: skip
def sum_picked(goal: Goal) -> Proved:
    """A sum in which only the term j counts."""
    n, j, f = goal.variables
    within = kernel.part(kernel.part(kernel.assume(goal.given[1]), 1), 1)
    return rewritten(at(sum_up_to(), j, f, n, given=goal.given, premises=2), decided([within]))


@lemma("forall n j f g. integer(n) and 0 <= n implies integer(j) and 1 <= j <= n implies "
       "(sum i in 1..n. if i = j then f(i) else g(i)) = sum(n, g) - g(j) + f(j)")  # fmt: skip
def sum_with_other(goal: Goal) -> Proved:
    """A sum in which the term j differs from the others."""
    n, j, f, g = goal.variables
    i = Free("i #0")
    other = "g(i) - (if i = j then g(i) else 0) + (if i = j then f(i) else 0)"
    split = term(f"(if i = j then f(i) else g(i)) = {other}", i=i, j=j, f=f, g=g)
    whole = summed(i, n, by_conditions(split), goal.given)
    whole = rewritten(whole, in_sums(goal.given))
    picked = [at(sum_picked(), n, j, h, given=goal.given, premises=2) for h in (f, g)]
    return arithmetic(goal.conclusion, whole, *picked)


def one_other(given: Given = ()) -> Conversion:
    """Sums of any size in which one term differs, by a choice on i = j or j = i: the others, and that term."""
    known = list(given)

    def convert(term: Term) -> Proved | None:
        found = applied(term, "sum", 2)
        size, function = found or (None, None)
        if size is None or isinstance(size, Number) or not isinstance(function, Abstract):
            return None
        i = fresh(function)
        body = opened(function, i)
        for condition, other in _choices(body, i):
            try:
                law = at(sum_with_other(), size, other, *_branches(body, i, condition), given=known, premises=2)
            except ProofError:  # the size is not known, or not that j is one of 1..n
                continue
            written = kernel.abstracted(i, _as_choice(body, i, other, condition))
            changed = kernel.congruent(kernel.reflexive(_SUM(size)), written)
            return derived.transitive(rewritten(changed), law)
        return None

    return convert


def _choices(body: Term, i: Free) -> Iterator[tuple[Term, Term]]:
    """The conditions i = j and j = i of choices in the body, with j."""
    for part in parts(body):
        found = applied(part, "if", 3)
        if found and found[0].loose == 0 and (both := applied(found[0], "=", 2)) and i in both:
            other = both[1] if both[0] == i else both[0]
            if i not in free_variables(other):
                yield found[0], other


def _branches(body: Term, i: Free, condition: Term) -> tuple[Abstract, Abstract]:
    """The body where the condition holds, and where it does not."""
    first, second = (sides(normal(body, _decided_as(case)).conclusion)[1] for case in (condition, NOT(condition)))
    return closed(i, first), closed(i, second)


def _as_choice(body: Term, i: Free, other: Term, condition: Term) -> Proved:
    """|- body = if i = j then its one branch else the other"""
    first, second = _branches(body, i, condition)
    whole = conditional(body.type)(equal(i, other), opened(first, i), opened(second, i))
    cases = [
        derived.transitive(normal(body, _decided_as(case)), symmetric(normal(whole, decided([kernel.assume(case)]))))
        for case in (condition, NOT(condition))
    ]
    return kernel.cases(either(condition), *cases)


@lemma("forall n j f. integer(n) and 0 <= n implies integer(j) and 1 <= j <= n implies "
       "(forall i in 1..n. 0 <= f(i)) implies f(j) <= sum(n, f)", depth=6)  # fmt: skip
def term_at_most_sum(goal: Goal) -> Proved:
    """No term is larger than the sum, where none is negative."""
    n, j, f = goal.variables
    i = Free("i #0")
    inside = kernel.assume(in_range(i, n))
    positive = at(kernel.assume(goal.given[2]), i, given=[inside])
    smaller = by_conditions(term("(if i = j then f(i) else 0) <= f(i)", i=i, j=j, f=f), positive)
    picked = at(sum_picked(), n, j, f, given=goal.given, premises=2)
    return arithmetic(goal.conclusion, summed(i, n, smaller, goal.given[:1]), picked)


@lemma("forall n f g. integer(n) and 0 <= n implies (forall i in 1..n. f(i) <= g(i)) implies sum(n, f) = sum(n, g) "
       "implies (forall i in 1..n. f(i) = g(i))", depth=6)  # fmt: skip
def equal_terms(goal: Goal) -> Proved:
    """Where each term is at most another and the sums are equal, the terms are equal."""
    n, f, g = goal.variables
    i, j = Free("i #0"), Free("j #0")
    inside = kernel.assume(in_range(i, n))
    gap = term("fun i. g(i) - f(i)", f=f, g=g)
    smaller = at(kernel.assume(goal.given[1]), i, given=[inside])
    positive = each(i, n, arithmetic(term("0 <= g(i) - f(i)", f=f, g=g, i=i), smaller))
    within = kernel.assume(in_range(j, n))
    one = kernel.detach(at(term_at_most_sum(), n, j, gap, given=[goal.given[0], within], premises=2), positive)
    none = rewritten(one, in_sums(goal.given))
    at_j = at(kernel.assume(goal.given[1]), j, given=[within])
    return each(j, n, arithmetic(term("f(j) = g(j)", f=f, g=g, j=j), none, at_j, goal.given[2]))


@lemma("forall n. integer(n) and 0 <= n implies (sum i in 1..n. 0) = 0")
def sum_of_zeros(goal: Goal) -> Proved:
    """A sum of zeros is zero."""
    return sums.by_sizes(goal, sums.sum_0, sums.sum_next)


@lemma("forall n b. integer(n) and 0 <= n implies (sum i in 1..n. b) = n * b")
def sum_of_equals(goal: Goal) -> Proved:
    """A sum of equal terms."""
    return sums.by_sizes(goal, sums.sum_0, sums.sum_next)


# -- products --------------------------------------------------------------------------------------------------------


@lemma("forall a b c d. 0 <= a <= c and 0 < c and 0 <= b <= d and 0 < d and a * b = c * d implies a = c and b = d")
def factors_meet(goal: Goal) -> Proved:
    """Two factors that are at most two others, and have their product, are these."""
    a, b, c, d = goal.variables
    split = term("(c - a) * d + a * (d - b) = 0", a=a, b=b, c=c, d=d)
    gaps = [term("0 <= (c - a) * d", a=a, c=c, d=d), term("0 <= a * (d - b)", a=a, b=b, d=d)]
    known = [arithmetic(fact, *goal.given) for fact in (split, *gaps)]
    nothing = arithmetic(term("(c - a) * d = 0", a=a, c=c, d=d), *known)
    first = arithmetic(equal(a, c), nothing, *goal.given)
    return kernel.conjoin(first, arithmetic(equal(b, d), first, *goal.given))


@lemma("forall n f. integer(n) and 0 <= n implies (forall i in 1..n. 0 < f(i)) implies 0 < prod(n, f)", depth=3)
def prod_positive(goal: Goal) -> Proved:
    """A product of positive factors is positive."""
    return sums.congruence(goal, sums.prod_0, sums.prod_next)


_PRODUCTS_NEXT = (
    "0 <= prod(k, f) * f(k + 1) <= prod(k, g) * g(k + 1)",
    "0 < prod(k, g) * g(k + 1)",
)


@lemma(
    "forall n f g. integer(n) and 0 <= n implies (forall i in 1..n. 0 <= f(i) <= g(i) and 0 < g(i)) implies "
    "prod(n, f) = prod(n, g) implies (forall i in 1..n. f(i) = g(i))",
    depth=5,
)
def equal_factors(goal: Goal) -> Proved:
    """Where each factor is at most a positive other and the products are equal, the factors are equal."""
    n, f, g = goal.variables
    i = Free("i #0")
    strong = term(
        "(forall i in 1..n. 0 <= f(i) <= g(i) and 0 < g(i)) implies 0 <= prod(n, f) <= prod(n, g) and 0 < prod(n, g) "
        "and (prod(n, f) = prod(n, g) implies (forall i in 1..n. f(i) = g(i)))", n=n, f=f, g=g)  # fmt: skip

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end = PLUS(k, ONE)
        premise, conclusion = applied(substituted(strong, {n: end}), "implies", 2) or (TRUE, TRUE)
        everywhere, inside = kernel.assume(premise), kernel.assume(in_range(i, k))
        *bounds, only = conjuncts(kernel.detach(assumed, each(i, k, at(everywhere, i, given=[known, inside]))))
        facts = [*bounds, at(everywhere, end, given=[known])]
        changed = normal(conclusion, by(sums.prod_next(), [known]))
        products = [arithmetic(term(text, k=k, f=f, g=g), *facts) for text in _PRODUCTS_NEXT]
        met = kernel.assume(term("prod(k, f) * f(k + 1) = prod(k, g) * g(k + 1)", k=k, f=f, g=g))
        factors = [term(text, k=k, f=f, g=g) for text in ("prod(k, f)", "f(k + 1)", "prod(k, g)", "g(k + 1)")]
        earlier, last = conjuncts(at(factors_meet(), *factors, given=[*facts, met]))
        before = at(kernel.detach(only, earlier), i, given=[inside])
        everywhere_equal = kernel.discharge(met.conclusion, each_with_next(i, k, known, before, last))
        return kernel.discharge(premise, derived.follow(symmetric(changed), conjoined(*products, everywhere_equal)))

    premise, conclusion = applied(substituted(strong, {n: ZERO}), "implies", 2) or (TRUE, TRUE)
    changed = normal(conclusion, by(sums.prod_0()))
    nowhere = derived.absurd(term("f(i) = g(i)", f=f, g=g, i=i), arithmetic(FALSE, in_range(i, ZERO)))
    ones = [arithmetic(term("0 <= 1 <= 1")), arithmetic(term("0 < 1"))]
    base = conjoined(*ones, kernel.discharge(equal(ONE, ONE), each(i, ZERO, nowhere)))
    base = kernel.discharge(premise, derived.follow(symmetric(changed), base))
    found = kernel.detach(induct(n, strong, base, step), kernel.assume(goal.given[1]))
    return list(conjuncts(found))[-1]
