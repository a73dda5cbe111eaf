"""The margin of error by Chebyshev's inequality, where the error may be 0 too."""

from __future__ import annotations

from functools import cache

from checks.papers.hlm.optimum import error_is, meaning, proved, said_term
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    generalise,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import Free, Number, Term, applied, closed
from derivations.theory.automatic import automatic
from derivations.theory.chebyshev import chebyshev_within, expectation_at_most
from derivations.theory.linear_estimates import WORD
from derivations.theory.products import equal_factors_counted
from derivations.theory.single_terms import at, by_conditions, each


@lemma("forall v s r. 0 < v and s * s = v and (9 / 2 * s)^2 * (1 - r) <= v implies 19 / 20 <= r")
def most_within(goal: Goal) -> Proved:
    """Within 9/2 standard deviations lies at least 77/81."""
    return automatic(goal)


@lemma("forall N. integer(N) and 0 <= N and 2 * N <= 1 implies N = 0")
def none_below_half(goal: Goal) -> Proved:
    """A whole number below a half is 0."""
    return automatic(goal)


@lemma("forall u c. -1 <= c and c <= 1 and -1 <= u and u <= 1 implies u * c <= 1 and -1 <= u * c")
def product_within_one(goal: Goal) -> Proved:
    """Products of numbers from -1 to 1 lie there."""
    return automatic(goal)


@lemma("forall d n c. 1 <= n and c != 0 and d * n * c = 0 implies d = 0")
def no_other_zero(goal: Goal) -> Proved:
    """A product vanishes only with a factor."""
    return automatic(goal)


@lemma("forall d n c N z. 1 <= n and integer(n) and integer(N) and 0 <= N and N <= n and -1 <= c and c <= 1 and c != 0 "
       "implies (z = 0 or z = 1) implies d * n * c = N - n * z "
       "implies -1 <= 2 * n * d and 2 * n * d <= 1 implies d = 0")  # fmt: skip
def no_near_count(goal: Goal) -> Proved:
    """A share of n responses that is nearer than half a response to 0 or 1 is 0 or 1."""
    d, n, c, N, z = goal.variables
    names = {"d": d, "n": n, "c": c, "N": N, "z": z}
    facts = [fact for premise in goal.given if premise != goal.given[1] for fact in conjuncts(kernel.assume(premise))]
    small = at(product_within_one(), term("2 * n * d", **names), c, given=facts)

    def in_case(case: Term, text: str) -> Proved:
        number = term(text, **names)
        given = [shown(term(f"integer({text})", **names), facts), *facts, kernel.assume(case), small]
        given.append(arithmetic(term(f"0 <= {text} and 2 * ({text}) <= 1", **names), *given[1:]))
        none = at(none_below_half(), number, given=given)
        return at(
            no_other_zero(), d, n, c, given=[*facts, arithmetic(term("d * n * c = 0", **names), none, *given[1:])]
        )

    cases = applied(goal.given[1], "or", 2) or ()
    return kernel.cases(kernel.assume(goal.given[1]), *(in_case(*c) for c in zip(cases, ("N", "n - N"), strict=True)))


SIZE = "(if 0 <= d then d else -d)"


@lemma("forall d n e. 1 <= n and 0 <= e implies (-1 <= 2 * n * d and 2 * n * d <= 1 implies d = 0) implies "
       f"(if {SIZE} <= 1 / (2 * n) then 1 else 0) <= (if {SIZE} <= e then 1 else 0)")  # fmt: skip
def none_between(goal: Goal) -> Proved:
    """Where nothing but 0 lies as near, to be so near is to be 0."""
    return by_conditions(goal.conclusion, *map(kernel.assume, goal.given))


SHARE = "1 - p00 + pi * (p00 + p11 - 1)"
DESIGN = "forall p00 p11 pi n. survey(p00, p11, pi, n)"
MEAN = "expectation(n, 2, answer(p00, p11, pi), estimator(p00, p11, n)) = pi"


@cache
def survey_laws() -> tuple[Proved, ...]:
    """The responses have a law, the estimator is unbiased, its error is not negative, and 0 at the shares 0 and 1."""
    estimable = f"{DESIGN} and p00 + p11 != 1"
    no_error = f"error(p00, p11, pi, n) = 0 implies {SHARE} = 0 or {SHARE} = 1"
    return (
        proved(f"{DESIGN} implies law(2, answer(p00, p11, pi))"),
        proved(f"{estimable} implies {MEAN}"),
        *(
            proved(f"{estimable} {more}", lambda goal: automatic(goal, error_is()))
            for more in ("implies 0 <= error(p00, p11, pi, n)", f"and {no_error}")
        ),
    )


def margin(wanted: Goal) -> Proved:
    """At least 95 % lie within 9/2 standard deviations: by Chebyshev's inequality, or where the error is 0 all do."""
    p00, p11, pi, n = wanted.variables
    names: dict[str, Term] = {"p00": p00, "p11": p11, "pi": pi, "n": n, "two": Number(2)}
    own = wanted.facts
    facts = [part for fact in own for part in conjuncts(rewritten(fact, meaning("survey"), unfolding("size")))]
    law, mean, least = (at(found, *wanted.variables, given=own) for found in survey_laws()[:3])
    sizes = [
        shown(term("integer(n) and 0 <= n", **names), facts),
        kernel.literal(Number(2)),
        arithmetic(term("0 <= 2")),
    ]
    about = [n, Number(2), *(said_term(text, **names) for text in ("answer(p00, p11, pi)", "estimator(p00, p11, n)"))]
    changed = normal(wanted.conclusion, meaning("error"), unfolding("indicator", "abs"))
    goal = sides(changed.conclusion)[1]
    spread = normal(said_term("error(p00, p11, pi, n)", **names), meaning("error"))
    names["v"] = sides(spread.conclusion)[1]
    root = at(kernel.axiom("sqrt"), names["v"], given=[rewritten(least, meaning("error"))])
    is_positive, is_zero = (kernel.assume(term(text, **names)) for text in ("0 < v", "v = 0"))

    def within(text: str, *known: Proved) -> Proved:
        positive = arithmetic(term(f"0 < {text}", **names), *known)
        given = [*sizes, law, positive]
        found = at(chebyshev_within(), *about, term(text, **names), given=given, premises=4)
        return rewritten(found, by(mean), unfolding("indicator", "abs"))

    some = arithmetic(term("0 < sqrt(v)", **names), root, is_positive)
    _, probability = applied(goal, "<=", 2) or ()
    given = [is_positive, root, within("9 / 2 * sqrt(v)", some)]
    usual = at(most_within(), names["v"], term("sqrt(v)", **names), probability, given=given)

    w = Free("w #0", WORD)
    letters = kernel.assume(term("word(n, two, w)", w=w, **names))
    exact = at(survey_laws()[3], *wanted.variables, given=[*own, derived.transitive(spread, is_zero)])
    one = _only_the_share(wanted, w, exact, facts, arithmetic(term("0 <= 9 / 2 * sqrt(v)", **names), root))
    everywhere = generalise(kernel.discharge(letters.conclusion, one), w)
    ends = [closed(w, side) for side in applied(one.conclusion, "<=", 2) or ()]
    larger = at(expectation_at_most(), *about[:3], *ends, given=[*sizes, law, everywhere], premises=4)
    none = arithmetic(goal, larger, within("1 / (2 * n)", *facts), is_zero, *facts)
    found = kernel.cases(arithmetic(term("0 < v or v = 0", **names), rewritten(least, meaning("error"))), usual, none)
    return derived.follow(symmetric(changed), found)


def _only_the_share(wanted: Goal, w: Free, exact: Proved, facts: list[Proved], least: Proved) -> Proved:
    """Where the share of a response is 0 or 1, the estimate is right if it lies within 1/(2 n)."""
    p00, p11, pi, n = wanted.variables
    names: dict[str, Term] = {"p00": p00, "p11": p11, "pi": pi, "n": n, "w": w}
    t = Free("t #0")
    second = term("fun t. if w(t) = 2 then 1 else 0", w=w)
    known = by_conditions(term("(if w(t) = 2 then 1 else 0) = 0 or (if w(t) = 2 then 1 else 0) = 1", t=t, w=w))
    given = [shown(term("integer(n) and 0 <= n", n=n), facts), each(t, n, known)]
    *counts, _ = conjuncts(rewritten(at(equal_factors_counted(), n, n, n, second, given=given, premises=2)))
    estimate = said_term("estimator(p00, p11, n)(w)", **names)
    meant = normal(estimate, meaning("estimator"), unfolding("frequency", "indicator"))
    count = sides(normal(term("sum(n, v)", n=n, v=second)).conclusion)[1]
    numbers = {"d": term("T - pi", T=estimate, **names), "n": n, "c": term("p00 + p11 - 1", **names), "N": count}
    numbers["z"] = term(SHARE, **names)
    inverse = [arithmetic(term(text, **numbers), *facts) for text in ("c != 0", "-1 <= c and c <= 1")]
    difference = arithmetic(term("d * n * c = N - n * z", **numbers), meant, *inverse, *facts)
    rare = at(no_near_count(), *numbers.values(), given=[*facts, *counts, *inverse, exact, difference], premises=3)
    _, e = applied(least.conclusion, "<=", 2) or ()
    return at(none_between(), numbers["d"], n, e, given=[*facts, least, rare], premises=2)
