"""The sign of (24), the optimum of Warner's mechanism, and the whole procedure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

from checks.papers.hlm.optimum import best_is, by_cases, error_is, existence, in_cases, laws, meaning, proved, said_term
from checks.papers.hlm.proofs_of_edges import BASE, CORNER, instance_at, names_of, refuted_by_instance, two
from checks.verifying.stated import Refuted, script
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
    generalise,
    goal,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    AND,
    FALSE,
    Free,
    Term,
    applied,
    closed,
    free_variables,
    opened,
    quantified,
    substituted,
)
from derivations.theory.automatic import automatic, facts_of
from derivations.theory.single_terms import at, by_conditions

# -- the sign of (24) --------------------------------------------------------------------------------------------------


@lemma("forall a b. 0 < a and 0 < a*b implies 0 < b")
def positive_factor(wanted: Goal) -> Proved:
    """Of a positive product with a positive factor the other factor is positive."""
    return automatic(wanted)


@lemma("forall a b c d. 0 < a and 0 < c and d*c = a*b implies (0 < d iff 0 < b) and (d < 0 iff b < 0)")
def same_sign(wanted: Goal) -> Proved:
    """Numbers with a positive ratio have one sign."""
    a, b, c, d = wanted.variables
    names = {"a": a, "b": b, "c": c, "d": d}

    def one_way(first: str, second: str, factor: Term, product: str) -> Proved:
        known = kernel.assume(term(first, **names))
        larger = arithmetic(term(f"0 < {product}", **names), known, *wanted.given)
        (_, number) = applied(larger.conclusion, "<", 2) or ()
        _, other = applied(number, "*", 2) or ()
        found = at(positive_factor(), factor, other, given=[*wanted.given, larger])
        return kernel.discharge(known.conclusion, arithmetic(term(second, **names), found))

    return kernel.conjoin(
        derived.equivalent(one_way("0 < d", "0 < b", a, "a*b"), one_way("0 < b", "0 < d", c, "c*d")),
        derived.equivalent(one_way("d < 0", "b < 0", a, "a*(-b)"), one_way("b < 0", "d < 0", c, "c*(-d)")),
    )


WHERE = "budget(x, delta) and 0 < delta and delta < 1 and 0 < pi <= 1/2 and size(n)"
DIFFERENCE = f"error(1, delta, pi, n) - error({CORNER}, {CORNER}, pi, n)"
SIGN = "pi*(x + 2*delta - 1)^2 - delta*(x + delta)"


@script("the sign of the difference")
def sign_of_difference(wanted: Goal) -> Proved:
    """(24) is the expression times (1 - delta), over a positive number."""
    names, facts = names_of(wanted), wanted.facts
    scale = "delta*(x + 2*delta - 1)^2*n"

    def known(text: str) -> Proved:
        found = proved(f"forall x delta pi n. {WHERE} implies {text}", lambda inner: automatic(inner, *laws()))
        return at(found, *wanted.variables, given=facts)

    product = known(f"({DIFFERENCE})*({scale}) = (1 - delta)*({SIGN})")
    numbers = [said_term(text, **names) for text in ("1 - delta", SIGN, scale, DIFFERENCE)]
    given = [arithmetic(term("0 < 1 - delta", **names), *facts), known(f"0 < {scale}"), product]
    above, below = conjuncts(at(same_sign(), *numbers, given=given))
    _, rest = two(wanted.conclusion)
    return conjoined(above, below, automatic(replace(wanted, conclusion=two(rest)[1]), *laws()))


@script("the sign misses a square")
def sign_misses_a_square(wanted: Goal) -> Refuted:
    """A positive difference where the expression without the square is negative."""
    values = {"x": Fraction(2), "delta": Fraction(1, 3), "pi": Fraction(1, 3), "n": Fraction(2)}
    same = kernel.part(instance_at(wanted, *values.values()), 0)
    positive = automatic(goal(sides(same.conclusion)[0]), *laws())
    return refuted_by_instance(wanted, derived.follow(same, positive), values)


# -- the remark after Theorem 3 ----------------------------------------------------------------------------------------

TIE = {
    "x": Fraction(11, 6),
    "delta": Fraction(19, 30),
    "pi": Fraction(1406, 3969),
    "n": Fraction(1),
    "p": Fraction(1),
    "q": Fraction(19, 30),
}


@script("a second optimum")
def second_optimum(wanted: Goal) -> Refuted:
    """For g = pi the one-sided design (1, delta) is optimal too."""
    told = kernel.part(instance_at(wanted, *TIE.values()), 0)
    level, same = two(told.conclusion, "implies")
    same_there = kernel.detach(told, automatic(goal(level), *laws()))
    best = automatic(goal(sides(same)[0]), *laws(), best_is("pi < 1/2, g = pi"))
    worth = (TIE["p"], (TIE["x"] + TIE["delta"]) / (TIE["x"] + 1))
    return refuted_by_instance(wanted, derived.follow(same_there, best), TIE, worth)


@script("the optimum of the remark")
def optimum_of_the_remark(wanted: Goal) -> Proved:
    """By cases; for g > pi the corner is none of the best designs."""
    below, rest = two(wanted.conclusion)
    above, strict = two(rest)
    x, _, pi, n, p, q = wanted.variables
    inner = goal(strict)
    there = Goal(inner.statement, (x, *inner.variables, pi, n, p, q), (*wanted.given, *inner.given), inner.conclusion)
    condition, another = two(above, "implies")
    facts = [fact for formula in wanted.given for fact in facts_of(kernel.assume(formula))]
    gap = derived.follow(normal(condition, by(laws()[5], facts)), kernel.assume(condition))
    elsewhere = in_cases(replace(wanted, conclusion=another, given=(*wanted.given, gap.conclusion)), _not_the_corner)
    return conjoined(
        by_cases(replace(wanted, conclusion=below)),
        kernel.discharge(condition, cut(elsewhere, gap)),
        inner.qed(by_cases(there)),
    )


def _not_the_corner(wanted: Goal, name: str) -> Proved:
    x, delta, pi, n, *_ = wanted.variables
    facts = [fact for formula in wanted.given for fact in facts_of(kernel.assume(formula))]
    k = said_term(CORNER, x=x, delta=delta)
    (best,) = applied(wanted.conclusion, "not", 1) or ()
    member = derived.follow(at(best_is(name), x, delta, pi, n, k, k, given=facts), kernel.assume(best))
    levels = [fact for fact in facts if free_variables(fact.conclusion) <= {x, delta}]
    return derived.reject(best, arithmetic(FALSE, member, *levels))


# -- Warner's mechanism ------------------------------------------------------------------------------------------------


@cache
def spinner_region() -> Proved:
    """Warner's mechanism lies in R' for p_w above 1/2, up to the corner k."""
    text = "k*(x + 1) = x + delta implies (feasible(x, delta, p, p) iff 1/2 < p and p <= k)"
    return proved(f"forall x delta k p. {BASE} and {text}")


@cache
def less_error_above() -> Proved:
    """The error of Warner's mechanism falls with p_w above 1/2."""
    text = "0 <= pi and pi <= 1 and integer(n) and 1 <= n and 1/2 < p and p < q and q <= 1"
    return proved(
        f"forall p q pi n. {text} implies error(q, q, pi, n) < error(p, p, pi, n)",
        lambda wanted: automatic(wanted, error_is()),
    )


@cache
def best_spinner_is() -> Proved:
    """The least error of Warner's mechanism is that at the corner k, and only there."""
    text = f"{BASE} and 0 <= pi <= 1 and integer(n) and 1 <= n and k*(x + 1) = x + delta and 1/2 < k"
    return proved(
        f"forall x delta pi n k. {text} implies forall p. (best_warner(x, delta, pi, n, p) iff p = k)", _best_spinner_is
    )


def _best_spinner_is(wanted: Goal) -> Proved:
    x, delta, pi, n, k, p = wanted.variables
    facts = wanted.facts
    names = {"x": x, "delta": delta, "pi": pi, "n": n, "k": k, "p": p}
    facts.append(arithmetic(term("k <= 1", **names), *facts))
    best, same = sides(wanted.conclusion)

    def inside(value: Term, *known: Proved) -> Proved:
        return reduced(at(spinner_region(), x, delta, k, value, given=facts), lambda it: arithmetic(it, *known, *facts))

    def bounds(value: Term, lies: Proved) -> Proved:
        return derived.follow(at(spinner_region(), x, delta, k, value, given=facts), lies)

    lies, least = conjuncts(rewritten(kernel.assume(best), meaning("best_warner")))
    own = bounds(p, lies)
    smaller = kernel.assume(term("p < k", **names))
    worse = at(less_error_above(), p, k, pi, n, given=[*facts, own, smaller])
    nothing = arithmetic(FALSE, worse, at(least, k, given=[inside(k)]))
    not_smaller = derived.reject(smaller.conclusion, nothing)
    forth = kernel.discharge(best, arithmetic(same, not_smaller, own))

    r = Free("r #0")
    elsewhere = kernel.assume(said_term("feasible(x, delta, r, r)", x=x, delta=delta, r=r))
    there = bounds(r, elsewhere)
    order = said_term("error(k, k, pi, n) <= error(r, r, pi, n)", **names, r=r)
    cases = arithmetic(term("r < k or r = k", **names, r=r), there)
    lower, level = map(kernel.assume, two(cases.conclusion, "or"))
    strict = at(less_error_above(), r, k, pi, n, given=[*facts, there, lower])
    z = fresh(r)
    equally = kernel.replace(
        symmetric(level), closed(z, said_term("error(k, k, pi, n) <= error(z, z, pi, n)", **names, z=z)),
        arithmetic(said_term("error(k, k, pi, n) <= error(k, k, pi, n)", **names)),
    )  # fmt: skip
    no_better = kernel.cases(cases, arithmetic(order, strict), equally)
    whole = kernel.conjoin(inside(k), generalise(kernel.discharge(elsewhere.conclusion, no_better), r))
    at_k = said_term("best_warner(x, delta, pi, n, k)", **names)
    is_best = derived.follow(symmetric(normal(at_k, meaning("best_warner"))), whole)
    assumed = kernel.assume(same)
    moved = kernel.replace(symmetric(assumed), closed(z, substituted(best, {p: z})), is_best)
    return derived.equivalent(forth, kernel.discharge(same, moved))


def corner(wanted: Goal) -> tuple[Term, list[Proved]]:
    """The corner, and what is known of it and of the numbers."""
    names, facts = names_of(wanted), wanted.facts
    facts += [part for fact in facts for part in facts_of(fact)]
    k = said_term(CORNER, **names)
    levels = [part for fact in wanted.facts for part in conjuncts(rewritten(fact, meaning("budget")))]
    facts.append(arithmetic(term("k*(x + 1) = x + delta", **names, k=k), *levels))
    return k, [*facts, arithmetic(term("1/2 < k", **names, k=k), *levels)]


@script("the best spinner")
def best_spinner(wanted: Goal) -> Proved:
    """The largest p_w for which Warner's mechanism is private is the best one."""
    x, delta, *_ = wanted.variables
    k, facts = corner(wanted)
    every = at(best_spinner_is(), *wanted.variables, k, given=facts)
    r = Free("r #0")

    def shows(formula: Term) -> Proved:
        _, rest = two(formula)
        largest, _ = two(rest)
        inside = reduced(at(spinner_region(), x, delta, k, k, given=facts), lambda it: arithmetic(it, *facts[-2:]))
        elsewhere = kernel.assume(two(instance(largest, r), "implies")[0])
        there = derived.follow(at(spinner_region(), x, delta, k, r, given=facts), elsewhere)
        below = generalise(kernel.discharge(elsewhere.conclusion, kernel.part(there, 1)), r)
        return conjoined(inside, below, every)

    return existence(wanted.conclusion, [k], shows)


@script("no spinner")
def no_spinner(wanted: Goal) -> Refuted:
    """Without any privacy loss Warner's mechanism is private for no p_w above 1/2."""
    values = {"x": Fraction(1), "delta": Fraction(0), "pi": Fraction(1, 3), "n": Fraction(1)}
    some = instance_at(wanted, *values.values())
    body = quantified(some.conclusion, "exists")
    assert body is not None
    m = fresh(body)
    lies = kernel.part(kernel.assume(opened(body, m)), 0)
    nothing = kernel.unpack(some, m, arithmetic(FALSE, *facts_of(lies)))
    return refuted_by_instance(wanted, nothing, values)


@script("the procedure")
def procedure(wanted: Goal) -> Proved:
    """By cases the best designs, on either side of pi = 1/2, and the best p_w."""
    *numbers, p, _ = wanted.variables
    k, facts = corner(wanted)
    names = names_of(wanted)
    *designs, _spinner = _parts(wanted.conclusion)
    *others, whole = designs
    for design in reversed(others):
        whole = AND(design, whole)
    every = at(best_spinner_is(), *numbers, k, given=facts)
    cases = arithmetic(term("pi <= 1/2 or 1/2 < pi", **names))

    def on_side(side: Term, smaller: str) -> Proved:
        least = said_term("min(pi, 1 - pi)", **names)
        unfolded = normal(least, unfolding("min"))
        same = by_conditions(term(f"m = {smaller}", **names, m=sides(unfolded.conclusion)[1]), kernel.assume(side))
        plain = normal(whole, by(derived.transitive(unfolded, same)))
        found = by_cases(replace(wanted, conclusion=sides(plain.conclusion)[1], given=(*wanted.given, side)))
        return derived.follow(symmetric(plain), found)

    low, high = two(cases.conclusion, "or")
    found = kernel.cases(cases, on_side(low, "pi"), on_side(high, "1 - pi"))
    return conjoined(*conjuncts_of(found, len(designs)), specialise(every, p))


def conjuncts_of(theorem: Proved, number: int) -> Iterator[Proved]:
    """The first parts of a conjunction, of which there are so many."""
    for _ in range(number - 1):
        yield kernel.part(theorem, 0)
        theorem = kernel.part(theorem, 1)
    yield theorem


def _parts(formula: Term) -> list[Term]:
    both = applied(formula, "and", 2)
    return [both[0], *_parts(both[1])] if both else [formula]


@script("optima at the ends")
def optima_at_the_ends(wanted: Goal) -> Proved:
    """For shares of 0 and 1 by cases, and the best p_w."""
    *designs, spinner = _parts(wanted.conclusion)
    some_loss, best = two(spinner, "implies")
    k, facts = corner(replace(wanted, given=(*wanted.given, some_loss)))
    same = specialise(at(best_spinner_is(), *wanted.variables, k, given=facts), k)
    assert sides(same.conclusion)[0] == best
    found = kernel.discharge(some_loss, derived.follow(symmetric(same), kernel.reflexive(k)))
    for design in reversed(designs):
        found = kernel.conjoin(by_cases(replace(wanted, conclusion=design)), found)
    return found
