"""No statistic that is unbiased for every flipped response has less variance than the information of one response."""

from __future__ import annotations

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjoined,
    conjuncts,
    decided,
    generalise,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import NOT, Free, Number, Term, applied, closed, equal
from derivations.theory import sums
from derivations.theory.carried_over import averages_on_average
from derivations.theory.independent_responses import (
    LAWS,
    SIZES,
    _over_responses,
    in_independent,
    independent_of_one,
    independent_sum,
)
from derivations.theory.linear_estimates import WORD, words_same
from derivations.theory.multinomial import products_but_one
from derivations.theory.single_terms import at, each, summed
from derivations.theory.sums import in_range, in_sums, meeting
from derivations.theory.surveys import earlier_letter, last_letter

SCORES = "(sum t in 1..n. g(t, w(t)))"


@lemma("forall n g w y. integer(n) and 0 <= n implies "
       "(sum t in 1..n + 1. g(t, extended(w, n + 1, y)(t))) = (sum t in 1..n. g(t, w(t))) + g(n + 1, y)")  # fmt: skip
def own_scores_next(goal: Goal) -> Proved:
    """One more response adds the score that it has at its place."""
    n, g, w, y = goal.variables
    left, right = sides(goal.conclusion)
    t = Free("t #0")
    same = at(earlier_letter(), n, w, y, t, given=[kernel.assume(in_range(t, n))])
    before = summed(t, n, kernel.congruent(kernel.reflexive(term("g(t)", g=g, t=t)), same), goal.given)
    first = chain(left).rewrite(by(sums.sum_next(), goal.given), by(last_letter()))
    return meeting(first, chain(right), before)


@lemma(f"forall n m q g. {SIZES} {LAWS} independent(n, m, q, fun w. {SCORES}) = (sum t in 1..n. mean(m, q(t), g(t)))",
       depth=7)  # fmt: skip
def independent_scores(goal: Goal) -> Proved:
    """The expectation of a total of scores, each with a function of its own."""
    return _over_responses(goal, own_scores_next(), independent_of_one())


@lemma(f"forall n m q g. {SIZES} {LAWS} independent(n, m, q, fun w. {SCORES} * {SCORES}) "
       "= (sum t in 1..n. mean(m, q(t), g(t))) * (sum t in 1..n. mean(m, q(t), g(t))) "
       "+ (sum t in 1..n. mean(m, q(t), fun y. g(t, y) * g(t, y)) - mean(m, q(t), g(t)) * mean(m, q(t), g(t)))",
       depth=7)  # fmt: skip
def independent_scores_squared(goal: Goal) -> Proved:
    """The second moment of a total of scores, each with a function of its own."""
    return _over_responses(goal, own_scores_next(), independent_of_one(), independent_scores())


@lemma(f"forall n m q r s T t. {SIZES} integer(t) and 1 <= t <= n implies "
       "(forall y in 1..m. r(y) = (1 + s(y)) * q(t, y)) implies "
       "independent(n, m, fun u. if u = t then r else q(u), T) = independent(n, m, q, fun w. (1 + s(w(t))) * T(w))",
       depth=11)  # fmt: skip
def one_other_law(goal: Goal) -> Proved:
    """Where one response has another law, its likelihood ratio is a factor of the statistic."""
    n, m, q, r, s, T, t = goal.variables
    w, u = Free("w #0", WORD), Free("u #0")
    names = {"n": n, "m": m, "q": q, "r": r, "s": s, "T": T, "t": t, "w": w, "u": u}
    is_word = kernel.assume(term("word(n, m, w)", **names))
    letter = at(rewritten(is_word, unfolding("word")), t, given=[goal.given[2]])
    ratio = at(kernel.assume(goal.given[3]), term("w(t)", **names), given=[letter])
    other = kernel.assume(NOT(equal(u, t)))
    chances = [term(text, **names) for text in ("fun u. (if u = t then r else q(u))(w(u))", "fun u. q(u, w(u))")]
    apart = normal(term("(if u = t then r else q(u))(w(u))", **names), decided([other]))
    elsewhere = generalise(kernel.discharge(in_range(u, n), kernel.discharge(other.conclusion, apart)), u)
    here = normal(term("(if t = t then r else q(t))(w(t))", **names), decided([kernel.reflexive(t)]))
    given = [*goal.given[:1], goal.given[2], elsewhere, kernel.transitive(here, ratio)]
    factor = term("1 + s(w(t))", **names)
    product = rewritten(at(products_but_one(), n, t, *chances, factor, given=given, premises=4))
    left, right = (normal(side, unfolding("independent")) for side in sides(goal.conclusion))
    weight, value = (term(text, **names) for text in ("prod u in 1..n. q(u, w(u))", "T(w)"))
    one = arithmetic(
        term("L * T(w) = p * (f * T(w))", L=sides(product.conclusion)[0], p=weight, f=factor, **names), product
    )
    everywhere = generalise(kernel.discharge(is_word.conclusion, one), w)
    ends = [closed(w, side) for side in sides(one.conclusion)]
    same = at(words_same(), n, m, *ends, given=[*goal.given[:2], everywhere], premises=3)
    return kernel.transitive(kernel.transitive(left, rewritten(same)), symmetric(right))


OWN_LAWS = "(forall t in 1..n. law(m, q(t))) implies"


@lemma(f"forall n m q T. {SIZES} {OWN_LAWS} 0 <= independent(n, m, q, fun w. T(w)^2)", depth=7)
def independent_square(goal: Goal) -> Proved:
    """No square has a negative expectation."""
    n, m, q, T = goal.variables
    action = term("fun w f. f(T(w))", T=T)
    law = kernel.specialise(specialise(averages_on_average(), n, m, q), action)
    for given in goal.given:
        law = kernel.detach(law, kernel.assume(given))
    premise, _ = applied(law.conclusion, "implies", 2) or ()
    plain = normal(premise)
    w, f, g = (Free(f"{name} #0", WORD) for name in "wfg")
    c, a = Free("c #0"), Free("a #0")
    value = term("T(w)", T=T, w=w)
    all_positive = kernel.assume(term("forall a. 0 <= f(a)", f=f))
    averaging = conjoined(
        generalise(kernel.reflexive(term("f(v) + c * g(v)", f=f, g=g, c=c, v=value)), f, g, c),
        generalise(kernel.discharge(all_positive.conclusion, specialise(all_positive, value)), f),
        kernel.reflexive(Number(1)),
    )
    everywhere = generalise(kernel.discharge(term("word(n, m, w)", n=n, m=m, w=w), averaging), w)
    law = kernel.detach(law, kernel.follow(symmetric(plain), everywhere))
    positive = list(conjuncts(rewritten(law)))[1]
    everywhere = generalise(arithmetic(term("0 <= a^2", a=a)), a)
    return kernel.detach(specialise(positive, term("fun a. a^2")), everywhere)


@lemma(f"forall n m q S T l v. {SIZES} {OWN_LAWS} independent(n, m, q, S) = 0 implies "
       "independent(n, m, q, fun w. T(w) * S(w)) = 1 implies independent(n, m, q, fun w. S(w) * S(w)) <= v implies "
       "0 <= independent_variance(n, m, q, T) - 2 * l + l^2 * v", depth=13)  # fmt: skip
def correlated_with_score(goal: Goal) -> Proved:
    """0 <= E (T - E T - l S)^2"""
    names = dict(zip(("n", "m", "q", "S", "T", "l", "v"), goal.variables, strict=True))
    n, m, q = (names[name] for name in "nmq")
    names["mu"], t = term("independent(n, m, q, T)", **names), Free("t #0")
    law = rewritten(at(kernel.assume(goal.given[2]), t, given=[kernel.assume(in_range(t, n))]), unfolding("law"))
    given = [*goal.given[:2], each(t, n, list(conjuncts(law))[-1])]
    gap = term("fun w. T(w) - mu - l * S(w)", **names)
    apart = at(independent_square(), n, m, q, gap, given=goal.given[:3], premises=3)
    steps = [unfolding("independent_variance"), in_independent(given), by(independent_of_one(), given)]
    spread = normal(term("independent_variance(n, m, q, T)", **names), *steps)
    names["s"] = term("independent(n, m, q, fun w. S(w) * S(w))", **names)
    rest = arithmetic(term("0 <= l^2 * (v - s)", **names), goal.given[5])
    return arithmetic(goal.conclusion, rewritten(apart, *steps), spread, rest, *goal.given[3:5])


EACH = (
    "law(m, q(t)) and sum(m, r(t)) = 1 and (forall y in 1..m. r(t, y) = (1 + s(t, y)) * q(t, y)) "
    "and mean(m, q(t), fun y. s(t, y) * s(t, y)) <= K and c(t) * c(t) = 1 "
    "and n * (independent(n, m, fun u. if u = t then r(t) else q(u), T) - independent(n, m, q, T)) = c(t)"
)


@lemma(f"forall n m q r s c T K. integer(n) and 1 <= n implies integer(m) and 0 <= m implies 0 < K implies "
       f"(forall t in 1..n. {EACH}) implies 1 <= n * K * independent_variance(n, m, q, T)", depth=12)  # fmt: skip
def report_bound(goal: Goal) -> Proved:
    """A statistic whose mean moves by 1/n with each flip has at least the variance 1/(n K), K bounding the chi-squares.

    It has the covariance 1 with the sum of the scores of all flips, whose variance is at most n K.
    """
    n, m, q, r, s, c, T, K = goal.variables
    t, y, w = Free("t #0"), Free("y #0"), Free("w #0", WORD)
    names = {"n": n, "m": m, "q": q, "r": r, "s": s, "c": c, "T": T, "K": K, "t": t, "y": y, "w": w}
    inside = kernel.assume(in_range(t, n))
    size = arithmetic(term("0 <= n", n=n), goal.given[0])
    sizes: list[Term | Proved] = [*map(kernel.assume, goal.given[:2]), size]
    law, ones, ratio, square, sign, moved = conjuncts(at(kernel.assume(goal.given[3]), t, given=[inside]))
    _, total = conjuncts(rewritten(law, unfolding("law")))
    laws = each(t, n, total)
    given = [*sizes, laws]
    own = at(ratio, y, given=[kernel.assume(in_range(y, m))])
    flat = rewritten(
        summed(y, m, arithmetic(term("q(t, y) * s(t, y) = r(t, y) - q(t, y)", **names), own), sizes), in_sums(sizes)
    )
    nothing = chain(term("mean(m, q(t), fun y. c(t) * s(t, y))", **names)).rewrite(unfolding("mean"), in_sums(sizes))
    zero = nothing.arithmetic(term("0"), flat, ones, total).theorem
    spread = chain(term("mean(m, q(t), fun y. (c(t) * s(t, y)) * (c(t) * s(t, y)))", **names)).rewrite(
        unfolding("mean"), in_sums(sizes)
    )
    bounded = rewritten(square, unfolding("mean"), in_sums(sizes))
    most = arithmetic(
        term("S - z * z <= K", S=sides(spread.theorem.conclusion)[0], z=sides(zero.conclusion)[0], **names),
        spread.theorem,
        bounded,
        sign,
        zero,
    )
    score = term("fun t y. c(t) * s(t, y)", c=c, s=s)
    first = at(independent_scores(), n, m, q, score, given=given, premises=3)
    second = at(independent_scores_squared(), n, m, q, score, given=given, premises=3)
    zeros = summed(t, n, zero, sizes)
    none = normal(sides(zeros.conclusion)[1], in_sums(sizes))
    squares = summed(t, n, most, sizes)
    count = normal((applied(squares.conclusion, "<=", 2) or ())[1], in_sums(sizes), by(sums.sum_of_ones(), sizes))
    each_t = at(
        one_other_law(),
        n,
        m,
        q,
        term("r(t)", **names),
        term("s(t)", **names),
        T,
        t,
        given=[*sizes, inside, ratio],
        premises=4,
    )
    opened = rewritten(each_t, in_independent(sizes))
    parts = term("fun t w. c(t) * (s(t, w(t)) * T(w))", **{name: names[name] for name in "csT"})
    one = chain(term("independent(n, m, q, F(t))", F=parts, **names)).rewrite(in_independent(sizes))
    share = one.arithmetic(term("1 / n", n=n), opened, moved, sign, sizes[0]).theorem
    whole = rewritten(summed(t, n, share, sizes), in_sums(sizes), by(sums.sum_of_ones(), sizes))
    split = rewritten(at(independent_sum(), n, n, m, q, parts, given=sizes, premises=3), in_sums(sizes))
    total_score = term("fun w. sum t in 1..n. c(t) * s(t, w(t))", n=n, c=c, s=s)
    joint = term("independent(n, m, q, fun w. T(w) * S(w))", S=total_score, **names)
    wanted = arithmetic(equal(sides(normal(joint).conclusion)[1], Number(1)), whole, split, sizes[0])
    mean = arithmetic(term("E = 0", E=sides(first.conclusion)[0]), first, zeros, none)
    bound = arithmetic(term("E <= n * K", E=sides(second.conclusion)[0], n=n, K=K), second, zeros, none, squares, count)
    inverse = term("1 / (n * K)", n=n, K=K)
    laws_again = each(t, n, law)
    found_so = at(correlated_with_score(), n, m, q, total_score, T, inverse, term("n * K", n=n, K=K), given=[*sizes, laws_again, mean, wanted, bound], premises=6)
    return arithmetic(goal.conclusion, found_so, *sizes, goal.given[2])
