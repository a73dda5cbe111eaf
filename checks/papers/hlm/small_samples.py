"""At no number of respondents do 1.96 standard deviations guarantee 95 %."""

from __future__ import annotations

from functools import cache

from checks.papers.hlm.optimum import error_is, meaning, proved, said_term
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
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
    witnessed,
)
from derivations.logic.terms import Free, Number, Term, applied, closed
from derivations.theory.automatic import found
from derivations.theory.chebyshev import expectation_at_most
from derivations.theory.linear_estimates import WORD
from derivations.theory.products import equal_factors_counted
from derivations.theory.single_terms import at, by_conditions, each, next_integer

TRUTH, SHARE = "1 - 1/(20*n)", "1/(20*n - 2)"
BOUND = "1 - 3/2*frequency(n, 2)(w) + 1/2*frequency(n, 2)(w)^2"
MOMENT = (f"forall p00 p11 pi n. survey(p00, p11, pi, n) implies "
          f"expectation(n, 2, answer(p00, p11, pi), fun w. {BOUND}) = "
          "1 - n*(1 - p00 + pi*(p00 + p11 - 1)) + n*(n - 1)*(1 - p00 + pi*(p00 + p11 - 1))^2/2")  # fmt: skip


@lemma("forall n N D s v. 1 <= n implies s*s = v and v*(n*(10*n - 1)) = 1 implies D*(10*n - 1) = 10*N - 1 "
       "implies 1 <= N implies 49/25*s < D")  # fmt: skip
def one_is_too_many(goal: Goal) -> Proved:
    """D = (N - 1/10)/(n - 1/10) is more than 1.96 deviations, where the variance is 1/(n (10 n - 1))."""
    names: dict[str, Term] = dict(zip("nNDsv", goal.variables, strict=True))
    sizes, spread, far, some = map(kernel.assume, goal.given)
    names["a"] = term("s*(10*n - 1)", **names)
    squared = arithmetic(term("a*a*n = 10*n - 1", **names), spread, sizes)
    square = arithmetic(term("a*a < 10", **names), squared, sizes)
    below = arithmetic(term("a < 4", **names), square)
    gap = arithmetic(term("0 < (D - 49/25*s)*(10*n - 1)", **names), below, far, some)
    return arithmetic(goal.conclusion, gap, sizes)


@lemma("forall N d e. integer(N) and 0 <= N implies (1 <= N implies e < d) implies "
       "(if (if 0 <= d then d else -d) <= e then 1 else 0) <= 1 - 3/2*N + 1/2*N^2", depth=5)  # fmt: skip
def none_or_apart(goal: Goal) -> Proved:
    """Where one is too many, being near counts at most (N - 1)(N - 2)/2."""
    N = goal.variables[0]
    whole, far = map(kernel.assume, goal.given)
    steps = [at(next_integer(), N, Number(i), given=[whole, kernel.literal(Number(i))]) for i in (1, 2)]
    which = arithmetic(term("N = 0 or (N = 1 or 2 <= N)", N=N), whole, *steps)
    none, some = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    least = arithmetic(term("0 <= 1 - 3/2*N + 1/2*N^2", N=N), some)
    apart = kernel.detach(far, arithmetic(term("1 <= N", N=N), some))
    return kernel.cases(which, by_conditions(goal.conclusion, none), by_conditions(goal.conclusion, least, apart))


COVERAGE = ("expectation(n, 2, answer(p, p, pi), fun w. "
            "indicator(abs(estimator(p, p, n)(w) - pi) <= 49/25*sqrt(error(p, p, pi, n))))")  # fmt: skip
RARE = "size(n) and p = 1 - 1/(20*n) and pi = 1/(20*n - 2)"


@cache
def rare_answers() -> Proved:
    """Where a yes has the probability 1/(10 n), less than 95 % lie within 1.96 standard deviations."""
    return proved(f"forall n p pi. {RARE} implies survey(p, p, pi, n) and p + p != 1 and {COVERAGE} < 19/20", _rare)


def _rare(goal: Goal) -> Proved:
    n, p, pi = goal.variables
    names: dict[str, Term] = {"n": n, "p": p, "pi": pi, "two": Number(2)}
    facts = [kernel.assume(formula) for formula in goal.given]
    facts = [part for fact in facts for part in conjuncts(rewritten(fact, unfolding("size")))]
    facts = [part for fact in facts for part in conjuncts(fact)]
    valid, rest = applied(goal.conclusion, "and", 2) or ()
    is_apart, less = applied(rest, "and", 2) or ()
    apart = arithmetic(is_apart, *facts)
    parts = [found(valid, *facts), apart]
    known = [*facts, *parts]
    law = found(said_term("law(2, answer(p, p, pi))", **names), parts[0])
    moment = rewritten(at(proved(MOMENT), p, p, pi, n, given=known), unfolding("frequency", "indicator"))
    spread = at(error_is(), p, p, pi, n, given=known)
    names["v"] = sides(spread.conclusion)[0]
    names["z"], names["c"] = term("1 - p + pi*(p + p - 1)", **names), term("p + p - 1", **names)
    share, scale = (arithmetic(term(text, **names), *facts) for text in ("10*n*z = 1", "10*n*c = 10*n - 1"))
    plain = arithmetic(term("v*(c^2*n) = z*(1 - z)", **names), spread, apart, facts[1])
    whole = arithmetic(term("v*n*(10*n*c)^2 = 10*n*z*(10*n - 10*n*z)", **names), plain)
    whole = arithmetic(term("v*n*(10*n - 1)^2 = 10*n - 1", **names), rewritten(whole, by(share), by(scale)))
    variance = arithmetic(term("v*(n*(10*n - 1)) = 1", **names), whole, facts[1])
    positive = arithmetic(term("0 <= v", **names), variance, *facts)
    bound = _counted(names, [*facts, variance, at(kernel.axiom("sqrt"), names["v"], given=[positive])])
    w = Free("w #0", WORD)
    letters = term("word(n, two, w)", w=w, **names)
    ends = [closed(w, side) for side in applied(bound.conclusion, "<=", 2) or ()]
    everywhere = generalise(kernel.discharge(letters, bound), w)
    sizes = [shown(term("integer(n) and 0 <= n and integer(two) and 0 <= two", **names), facts)]
    answer = said_term("answer(p, p, pi)", **names)
    most = at(expectation_at_most(), n, Number(2), answer, *ends, given=[*sizes, law, everywhere], premises=4)
    changed = normal(less, unfolding("indicator", "abs"))
    square = arithmetic(term("n*(n - 1)*z^2 <= 1/100", **names), share, facts[1])
    shown_so = arithmetic(sides(changed.conclusion)[1], most, moment, share, square)
    return conjoined(*parts, derived.follow(symmetric(changed), shown_so))


def _counted(names: dict[str, Term], facts: list[Proved]) -> Proved:
    """Whether the estimate is near is at most (N - 1)(N - 2)/2, N being how many of the responses are yes."""
    w, t = Free("w #0", WORD), Free("t #0")
    second = term("fun t. if w(t) = 2 then 1 else 0", w=w)
    bit = by_conditions(term("(if w(t) = 2 then 1 else 0) = 0 or (if w(t) = 2 then 1 else 0) = 1", t=t, w=w))
    size = shown(term("integer(n) and 0 <= n", **names), facts)
    n = names["n"]
    counts = rewritten(at(equal_factors_counted(), n, n, n, second, given=[size, each(t, n, bit)], premises=2))
    whole, least, *_ = conjuncts(counts)
    names = {**names, "N": (applied(whole.conclusion, "integer", 1) or ())[0], "s": term("sqrt(v)", **names)}
    meant = normal(
        said_term("estimator(p, p, n)(w)", w=w, **names), meaning("estimator"), unfolding("frequency", "indicator")
    )
    names["D"] = term("T - pi", T=sides(meant.conclusion)[0], **names)
    off = arithmetic(term("D*(10*n - 1) = 10*N - 1", **names), meant, *facts)
    some = kernel.assume(term("1 <= N", **names))
    values = [names[name] for name in "nNDsv"]
    far = at(one_is_too_many(), *values, given=[*facts, off, some], premises=4)
    given = [kernel.conjoin(whole, least), kernel.discharge(some.conclusion, far)]
    return at(none_or_apart(), names["N"], names["D"], term("49/25*s", **names), given=given, premises=2)


def no_guarantee(goal: Goal) -> Proved:
    """By a design and a share with which a yes has the probability 1/(10 n)."""
    (n,) = goal.variables
    p, pi = term(TRUTH, n=n), term(SHARE, n=n)
    given: list[Term | Proved] = [*goal.given, kernel.reflexive(p), kernel.reflexive(pi)]
    return witnessed(goal.conclusion, at(rare_answers(), n, p, pi, given=given), p, p, pi)
