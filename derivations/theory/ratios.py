"""Ratios of two estimates from independent responses: near the ratio of what they estimate, with high probability.

Source: Ma, Wang, section 4.2.2.
"""

from __future__ import annotations

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
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, Free, Term, applied, closed
from derivations.theory.chebyshev import independent_at_most, near_or_far
from derivations.theory.independent_responses import (
    OWN_LAWS,
    SIZES,
    in_independent,
    independent_of_one,
    variance_of_affine,
)
from derivations.theory.linear_estimates import WORD
from derivations.theory.single_terms import at, by_conditions, each, summed
from derivations.theory.sums import in_range, sum_of_ones
from derivations.theory.surveys import variance_from_moments

NEAR = "0 < d and 2 * d <= a and 4 * d <= e * a"


@lemma(f"forall r k a u v d e. {NEAR} and -1 <= k and k <= 1 and -d < v and v < d and u < d "
       "and r * (a + v) = k * a + u implies r - k <= e")  # fmt: skip
def quotient_near_another(goal: Goal) -> Proved:
    """A quotient whose parts are nearer than d to those of k = (k a) / a is at most e above k."""
    r, k, a, u, v, d, e = goal.variables
    names = {"r": r, "k": k, "a": a, "u": u, "v": v, "d": d, "e": e}

    def shown(text: str, *facts: Proved) -> Proved:
        return arithmetic(term(text, **{name: value for name, value in names.items() if name in text}), *facts)

    known = goal.facts
    small, half, wide, low, high, above, below, upper, own = known
    divisor = shown("a < 2 * (a + v)", half, above)
    positive = shown("0 < e", small, half, wide)
    enough = shown("2 * d <= e * (a + v)", shown("0 <= e * (2 * (a + v) - a)", divisor, positive), wide)
    less = shown("u - k * v < 2 * d", upper, shown("-d <= k * v", low, high, above, below))
    gap = shown("(r - k) * (a + v) = u - k * v", own)
    far = kernel.assume(term("e < r - k", e=e, r=r, k=k))
    more = shown("e * (a + v) < (r - k) * (a + v)", far, divisor, small, half)
    nothing = arithmetic(FALSE, enough, less, gap, more)
    return arithmetic(goal.conclusion, derived.reject(far.conclusion, nothing))


@lemma("forall a b. 0 < a and -a <= b and b <= a implies b / a * a = b and -1 <= b / a and b / a <= 1")
def share_of_larger(goal: Goal) -> Proved:
    """A quotient by what is at least as large."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall x d. 0 < d and x^2 < d^2 implies x < d")
def less_than_root(goal: Goal) -> Proved:
    """A number whose square is smaller is smaller than one that is positive."""
    x, d = goal.variables
    positive, square = conjuncts(kernel.assume(goal.given[0]))
    beyond = kernel.assume(term("d <= x", x=x, d=d))
    larger = arithmetic(term("0 <= (x - d) * d", x=x, d=d), beyond, positive)
    nothing = arithmetic(FALSE, arithmetic(term("d^2 <= x^2", x=x, d=d), larger), square)
    return arithmetic(goal.conclusion, derived.reject(beyond.conclusion, nothing))


@lemma("forall x y d. 0 < d and x^2 + y^2 < d^2 implies -d < x and x < d")
def within_a_circle(goal: Goal) -> Proved:
    """A coordinate of a point within a circle is smaller than its radius."""
    x, y, d = goal.variables
    positive, inside = conjuncts(kernel.assume(goal.given[0]))
    square = arithmetic(term("x^2 < d^2", x=x, d=d), inside, arithmetic(term("0 <= y^2", y=y)))
    minus = term("-x", x=x)
    turned = arithmetic(term("u^2 < d^2", u=minus, d=d), square)
    ends = [at(less_than_root(), u, d, given=[positive, fact]) for u, fact in ((x, square), (minus, turned))]
    return arithmetic(goal.conclusion, *ends)


ABSOLUTE = "(if 0 <= {0} then {0} else -({0}))"
APART = f"(if e < {ABSOLUTE.format('t / s - b / a')} then 1 else 0)"


@lemma(f"forall a b s t d e. {NEAR} and -a <= b and b <= a implies "
       f"d^2 * {APART} <= (s - a)^2 + (t - b)^2")  # fmt: skip
def far_ratios_have_far_parts(goal: Goal) -> Proved:
    """Where a ratio is farther than e from another, one of its parts is at least d from that of the other."""
    a, b, s, t, d, e = goal.variables
    names = {"a": a, "b": b, "s": s, "t": t, "d": d, "e": e}
    known = goal.facts
    near = kernel.assume(term("(s - a)^2 + (t - b)^2 < d^2", **names))
    v, u = (term(gap, **names) for gap in ("s - a", "t - b"))
    turned = arithmetic(term("u^2 + v^2 < d^2", u=u, v=v, d=d), near)
    parts = [at(within_a_circle(), v, u, d, given=[known[0], near]),
             at(within_a_circle(), u, v, d, given=[known[0], turned])]  # fmt: skip
    positive = [arithmetic(term(f"0 < {x}", **names), *known[:2], *parts) for x in "as"]
    share = at(share_of_larger(), a, b, given=[positive[0], *known[3:]])
    ratio = arithmetic(term("t / s * s = t", s=s, t=t), positive[1])
    r, k = term("t / s", s=s, t=t), term("b / a", a=a, b=b)
    facts = [*known[:3], *conjuncts(share), ratio, *(fact for part in parts for fact in conjuncts(part))]
    above = at(quotient_near_another(), r, k, a, u, v, d, e, given=facts)
    minus = [term("-x", x=x) for x in (r, k, u)]
    below = at(quotient_near_another(), minus[0], minus[1], a, minus[2], v, d, e, given=facts)
    return kernel.cases(
        arithmetic(term("(s - a)^2 + (t - b)^2 < d^2 or d^2 <= (s - a)^2 + (t - b)^2", **names)),
        by_conditions(goal.conclusion, above, below),
        by_conditions(goal.conclusion, kernel.assume(term("d^2 <= (s - a)^2 + (t - b)^2", **names))),
    )


LIKELY = "independent(n, m, q, fun w. indicator(abs(T(w) / S(w) - b / a) <= e))"
SQUARES = "independent(n, m, q, fun w. (S(w) - a)^2) + independent(n, m, q, fun w. (T(w) - b)^2)"


@lemma(f"forall n m q S T a b d e. {SIZES} {OWN_LAWS} {NEAR} and -a <= b and b <= a implies "
       f"d^2 * (1 - {LIKELY}) <= {SQUARES}", depth=13)  # fmt: skip
def ratio_is_likely_near(goal: Goal) -> Proved:
    """Chebyshev's inequality for a ratio: it lies within e of another, unless one of its parts is off by d."""
    n, m, q, S, T, a, b, d, e = goal.variables
    w = Free("w #0", WORD)
    names = {"S": S, "T": T, "a": a, "b": b, "e": e, "d": d, "w": w}
    values = [term(text, **names) for text in ("S(w)", "T(w)")]
    gap = term("T(w) / S(w) - b / a", **names)
    off = at(far_ratios_have_far_parts(), a, b, *values, d, e, given=[goal.given[3]])
    is_word = term("word(n, m, w)", n=n, m=m, w=w)
    ends = [closed(w, side) for side in applied(off.conclusion, "<=", 2) or ()]
    given = goal.given[:3]
    most = at(independent_at_most(), n, m, q, *ends, premises=4,
              given=[*given, generalise(kernel.discharge(is_word, off), w)])  # fmt: skip
    split = kernel.abstracted(w, at(near_or_far(), gap, e))
    whole = kernel.congruent(kernel.reflexive(term("independent(n, m, q)", n=n, m=m, q=q)), split)
    laws = [by(independent_of_one(), [*given[:2], adds_up_to_one(n, m, q, given[2])])]
    split, most = (rewritten(fact, in_independent(given[:2]), *laws) for fact in (whole, most))
    plain = normal(goal.conclusion, unfolding("indicator", "abs"), in_independent(given[:2]), *laws)
    return derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], most, split))


def adds_up_to_one(n: Term, m: Term, q: Term, laws: Term) -> Proved:
    """The probabilities of each of n responses that have laws add up to one."""
    t = Free("t #0")
    own = at(kernel.assume(laws), t, given=[kernel.assume(in_range(t, n))])
    return each(t, n, list(conjuncts(rewritten(own, unfolding("law"))))[1])


@lemma("forall m q g. integer(m) and 0 <= m implies law(m, q) implies "
       "(forall y in 1..m. -1 <= g(y) and g(y) <= 1) implies variance(m, q, g) <= 1", depth=6)  # fmt: skip
def variance_of_bounded(goal: Goal) -> Proved:
    """A score between -1 and 1 has a variance of at most 1."""
    m, q, g = goal.variables
    y = Free("y #0")
    inside = kernel.assume(in_range(y, m))
    positive, total = conjuncts(rewritten(kernel.assume(goal.given[1]), unfolding("law")))
    names = {"q": q, "g": g, "y": y}
    chance, bound = at(positive, y, given=[inside]), at(kernel.assume(goal.given[2]), y, given=[inside])
    square = arithmetic(term("0 <= (1 - g(y)) * (1 + g(y))", **names), bound)
    one = arithmetic(term("q(y) * g(y)^2 <= q(y)", **names), arithmetic(
        term("0 <= q(y) * ((1 - g(y)) * (1 + g(y)))", **names), chance, square))  # fmt: skip
    second = summed(y, m, one, goal.given[:1])
    law = at(variance_from_moments(), m, q, g, given=[goal.given[0], total], premises=2)
    moment = normal(term("mean(m, q, fun y. g(y)^2)", m=m, q=q, g=g), unfolding("mean"))
    return arithmetic(goal.conclusion, law, moment, second, total)


@lemma(f"forall n m q g a b. {SIZES} {OWN_LAWS} (forall y in 1..m. -1 <= g(y) and g(y) <= 1) implies "
       "independent_variance(n, m, q, fun w. a + b * total(n, g)(w)) <= n * b^2", depth=10)  # fmt: skip
def variance_of_bounded_scores(goal: Goal) -> Proved:
    """The variance of a total of n scores between -1 and 1."""
    n, m, q, g, a, b = goal.variables
    t = Free("t #0")
    own = at(kernel.assume(goal.given[2]), t, given=[kernel.assume(in_range(t, n))])
    one = at(variance_of_bounded(), m, term("q(t)", q=q, t=t), g, given=[goal.given[1], own, goal.given[3]], premises=3)
    total = rewritten(summed(t, n, one, goal.given[:1]), by(sum_of_ones(), goal.given[:1]))
    given: list[Term | Proved] = [*goal.given[:2], adds_up_to_one(n, m, q, goal.given[2])]
    law = at(variance_of_affine(), n, m, q, g, a, b, given=given, premises=3)
    scaled = arithmetic(term("b^2 * s <= b^2 * n", s=(applied(total.conclusion, "<=", 2) or ())[0], b=b, n=n), total,
                        arithmetic(term("0 <= b^2", b=b)))  # fmt: skip
    return arithmetic(goal.conclusion, law, scaled)
