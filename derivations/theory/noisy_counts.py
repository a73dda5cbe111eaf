"""Sums of the histograms of n respondents, each entry with Laplace noise of its own: moments for any sizes.

Source: Wang, Blocki, Li, Jha 2017 (summation with histogram encoding).
"""

from __future__ import annotations

from collections.abc import Sequence

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    by,
    chain,
    conjuncts,
    decided,
    generalise,
    in_the_words_of,
    induct,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
    witnessed,
)
from derivations.logic.terms import (
    EXP,
    LOG,
    PLUS,
    REAL,
    Apply,
    Free,
    Term,
    applied,
    arrow,
    closed,
    equal,
    parts,
    substituted,
)
from derivations.theory.densities import normalised, of_same_function, unknown
from derivations.theory.histograms import histogram_level
from derivations.theory.laplace import laplace_mean_of_quadratic
from derivations.theory.log_equations import signs_of_logarithms
from derivations.theory.single_terms import at, by_conditions, sum_picked, summed
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, recursion, sum_0, sum_next

LIST = arrow(REAL, REAL)


def _following(goal: Goal, word: str) -> Proved:
    """An equation both sides of which are the same once a recursion is unfolded."""
    left, right = sides(goal.conclusion)
    steps = [unfolding(word), recursion(goal.given)]
    return derived.transitive(normal(left, *steps), symmetric(normal(right, *steps)))


@lemma("forall r f T v. integer(r) and 0 <= r implies (noise_moment(r + 1, f, T, v) iff exists g. "
       "density_mean(f, g, v) and forall z. noise_moment(r, f, fun w. T(extended(w, r + 1, z)), g(z)))")  # fmt: skip
def noise_moment_next(goal: Goal) -> Proved:
    """One integral more."""
    return _following(goal, "noise_moment")


@lemma("forall n k f T v. integer(n) and 0 <= n implies (noise_moments(n + 1, k, f, T, v) iff exists g. "
       "noise_moment(k, f, g, v) and forall z. noise_moments(n, k, f, fun w. "
       "T(fun s. if s = n + 1 then fun i. z(i) else w(s)), g(fun i. z(i))))")  # fmt: skip
def noise_moments_next(goal: Goal) -> Proved:
    """One list more."""
    return _following(goal, "noise_moments")


SCORES = "(p + (A + (sum i in 1..{n}. a(i) * w(i))) * (B + (sum i in 1..{n}. c(i) * w(i))))"
WEIGHTS = "(sum i in 1..{n}. a(i) * c(i))"
ENTRIES = f"p + A * B + 2 * b^2 * {WEIGHTS}"


def _as_moment(wanted: Term, known: Proved, function: Proved, *facts: Proved) -> Proved:
    """The moment word(.., T, v) from word(.., S, u), where |- S = T, and u = v by arithmetic."""
    plain = rewritten(known)
    head, worth = _head_and_value(plain.conclusion)
    value = _head_and_value(wanted)[1]
    changed = kernel.congruent(kernel.reflexive(head), rewritten(function))
    changed = kernel.congruent(changed, arithmetic(equal(worth, normalised(value)), *facts))
    return in_the_words_of(wanted, derived.follow(changed, plain))


def _head_and_value(moment: Term) -> tuple[Term, Term]:
    """word(..) and v of word(.., T, v)."""
    if not isinstance(moment, Apply) or not isinstance(moment.function, Apply):
        unknown(moment)
    return moment.function.function, moment.argument


def _longer(known: Proved, body: str, own: str, last: str, **names: Term) -> Proved:
    """|- (sum t in 1..n + 1. body) = (sum t in 1..n. own) + last, where the body differs from its own at t = n + 1."""
    t, n = Free("t #0"), names["n"]
    apart = arithmetic(term("t != n + 1", t=t, n=n), kernel.assume(in_range(t, n)))
    same = normal(term(body, t=t, **names), decided([apart]))
    whole = term(f"sum t in 1..n + 1. {body}", **names)
    taken = normal(whole, by(sum_next(), [known]), decided([kernel.reflexive(PLUS(n, ONE))]))
    parts = normalised(term(f"(sum t in 1..n. {own}) + {last}", **names))
    return derived.transitive(taken, arithmetic(equal(sides(taken.conclusion)[1], parts), summed(t, n, same, [known])))


@lemma("forall k b a c. integer(k) and 0 <= k implies 0 < b implies forall p A B. "
       f"noise_moment(k, laplace(b), fun w. {SCORES.format(n='k')}, {ENTRIES.format(n='k')})", depth=6)  # fmt: skip
def product_of_scores(goal: Goal) -> Proved:
    """The expectation of the product of two linear functions of Laplace noise."""
    k, b, a, c = goal.variables
    p, A, B, z, w = (*(Free(f"{name} #0") for name in "pABz"), Free("w #0", LIST))
    names: dict[str, Term] = {"b": b, "a": a, "c": c, "p": p, "A": A, "B": B, "z": z, "w": w}
    scale = kernel.assume(goal.given[1])

    def step(n: Free, known: Proved, assumed: Proved) -> Proved:
        here = {**names, "n": n}
        wanted = instance(substituted(goal.conclusion, {k: PLUS(n, ONE)}), p, A, B)
        plain = normal(wanted, by(noise_moment_next(), [known]), unfolding("extended"))
        some = sides(plain.conclusion)[1]
        tall = term("2 * b^2 * " + WEIGHTS.format(n="n"), **here)
        parts = [
            term(text, m=tall, **here)
            for text in ("p + A * B + m", "A * c(n + 1) + B * a(n + 1)", "a(n + 1) * c(n + 1)")
        ]
        g = closed(z, term("p + (A + a(n + 1) * z) * (B + c(n + 1) * z) + m", m=tall, **here))
        outer, inner = applied(instance(some, g), "and", 2) or unknown(some)
        weights = normal(term(WEIGHTS.format(n="n + 1"), **here), by(sum_next(), [known]))
        moment = of_same_function(outer, at(laplace_mean_of_quadratic(), b, *parts, given=[scale]), weights)
        ends = [term(text, **here) for text in ("A + a(n + 1) * z", "B + c(n + 1) * z")]
        own = specialise(assumed, p, *ends)
        rest = instance(inner, z)
        entry = "h(t) * (if t = n + 1 then z else w(t))"
        sums = [_longer(known, entry, "h(t) * w(t)", "h(n + 1) * z", n=n, h=weight, w=w, z=z) for weight in (a, c)]
        found = generalise(_as_moment(rest, own, _same_statistic(w, own.conclusion, rest, *sums)), z)
        return generalise(derived.follow(symmetric(plain), witnessed(some, kernel.conjoin(moment, found), g)), p, A, B)

    base = _nothing(instance(substituted(goal.conclusion, {k: ZERO}), p, A, B), "noise_moment")
    return induct(k, goal.conclusion, generalise(base, p, A, B), step)


def _scores(weights: str) -> str:
    return f"(sum t in 1..n. sum i in 1..k. {weights}(i) * w(t, i))"


PRODUCT = f"(A + {_scores('a')}) * (B + {_scores('c')})"


@lemma("forall n k b a c. integer(n) and 0 <= n implies integer(k) and 0 <= k implies 0 < b implies forall A B. "
       f"noise_moments(n, k, laplace(b), fun w. {PRODUCT}, A * B + n * (2 * b^2 * {WEIGHTS.format(n='k')}))",
       depth=8)  # fmt: skip
def product_of_totals(goal: Goal) -> Proved:
    """The same of sums over n lists of numbers, with the same weights in each list."""
    n, k, b, a, c = goal.variables
    A, B, z, w = (*(Free(f"{name} #0") for name in "AB"), Free("z #0", LIST), Free("w #0", arrow(REAL, LIST)))
    names: dict[str, Term] = {"k": k, "b": b, "a": a, "c": c, "A": A, "B": B, "z": z, "w": w}
    size, scale = map(kernel.assume, goal.given[1:])

    def step(m: Free, known: Proved, assumed: Proved) -> Proved:
        wanted = instance(substituted(goal.conclusion, {n: PLUS(m, ONE)}), A, B)
        plain = normal(wanted, by(noise_moments_next(), [known]))
        some = sides(plain.conclusion)[1]
        p = term(f"m * (2 * b^2 * {WEIGHTS.format(n='k')})", m=m, **names)
        one = at(product_of_scores(), k, b, a, c, given=[size, scale], premises=2)
        own = rewritten(specialise(one, p, A, B))
        g = _function(own.conclusion)
        outer, inner = applied(instance(some, g), "and", 2) or unknown(some)
        moment = _as_moment(outer, own, kernel.reflexive(g))
        ends = [term(f"{end} + (sum i in 1..k. {h}(i) * z(i))", **names) for end, h in (("A", "a"), ("B", "c"))]
        before = rewritten(specialise(assumed, *ends))
        rest = instance(inner, z)
        text = "sum i in 1..k. h(i) * {}"
        longer, short, last = (
            text.format(entry) for entry in ("(if t = n + 1 then fun i. z(i) else w(t))(i)", "w(t, i)", "z(i)")
        )
        sums = [_longer(known, longer, short, f"({last})", n=m, k=k, h=h, w=w, z=z) for h in (a, c)]
        found = generalise(_as_moment(rest, before, _same_statistic(w, before.conclusion, rest, *sums)), z)
        return generalise(derived.follow(symmetric(plain), witnessed(some, kernel.conjoin(moment, found), g)), A, B)

    base = _nothing(instance(substituted(goal.conclusion, {n: ZERO}), A, B), "noise_moments")
    return induct(n, goal.conclusion, generalise(base, A, B), step)


def _function(moment: Term) -> Term:
    """T of word(.., T, v)."""
    assert isinstance(moment, Apply)
    assert isinstance(moment.function, Apply)
    return moment.function.argument


def _same_statistic(w: Free, first: Term, second: Term, *facts: Proved) -> Proved:
    """|- S = T of the statistics of two moments, word(.., S, u) and word(.., T, v): their values at w are equal."""
    values = (normalised(term("T(w)", T=_function(moment), w=w)) for moment in (first, second))
    return kernel.abstracted(w, arithmetic(equal(*values), *facts))


def _nothing(wanted: Term, word: str) -> Proved:
    """A moment where there is no noise."""
    plain = normal(wanted, unfolding(word), recursion(), by(sum_0()))
    return derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1]))


GIVEN = (
    "integer(n) and 0 <= n implies integer(k) and 0 <= k implies 0 < b implies integer(i) and 1 <= i <= k implies "
    "integer(j) and 1 <= j <= k implies"
)
COUNTS = "fun w. (A + x * noisy_count(n, v, i)(w)) * (B + y * noisy_count(n, v, j)(w))"
WORTH = "(A + x * frequency(n, i)(v)) * (B + y * frequency(n, j)(v)) + n * (2 * b^2 * (if i = j then x * y else 0))"


@lemma(f"forall n k b v i j. {GIVEN} forall A B x y. noise_moments(n, k, laplace(b), {COUNTS}, {WORTH})", depth=11)
def product_of_counts(goal: Goal) -> Proved:
    """The expectation of the product of two linear functions of noisy counts."""
    n, k, b, v, i, j = goal.variables
    A, B, x, y, e, t, w = (*(Free(f"{name} #0") for name in "ABxyet"), Free("w #0", arrow(REAL, LIST)))
    names: dict[str, Term] = {"n": n, "k": k, "b": b, "v": v, "i": i, "j": j, "A": A, "B": B, "x": x, "y": y, "w": w}
    sizes = [kernel.assume(given) for given in goal.given]
    chosen = {i: (x, A, sizes[3]), j: (y, B, sizes[4])}
    weights = [term("fun e. if e = i then x else 0", i=place, x=factor) for place, (factor, _, _) in chosen.items()]
    starts = [term("A + x * frequency(n, i)(v)", n=n, v=v, i=place, A=start, x=factor)
              for place, (factor, start, _) in chosen.items()]  # fmt: skip
    own = rewritten(at(product_of_totals(), n, k, b, *weights, given=sizes[:3], premises=3))
    own = rewritten(specialise(own, *starts))

    def picked(place: Free, value: Term) -> Proved:
        """|- (sum e in 1..k. (if e = i then x else 0) * f(e)) = x * f(i)"""
        factor, _, inside = chosen[place]
        here = {"e": e, "i": place, "x": factor, "f": value, "k": k}
        one = by_conditions(term("(if e = i then x else 0) * f(e) = (if e = i then x * f(e) else 0)", **here))
        terms = summed(e, k, rewritten(one), [sizes[1]])
        scaled = term("fun e. x * f(e)", x=factor, f=value)
        whole = at(sum_picked(), k, place, scaled, given=[sizes[1], inside], premises=2)
        return derived.transitive(terms, rewritten(whole))

    facts = []
    for place in chosen:
        row = summed(t, n, picked(place, term("w(t)", w=w, t=t)), [sizes[0]])
        facts.append(chain(sides(row.conclusion)[0]).then(row).rewrite(in_sums([sizes[0]])).theorem)
    steps = [unfolding("noisy_count", "frequency", "indicator"), in_sums([sizes[0]])]
    wanted = instance(goal.conclusion, A, B, x, y)
    plain = normal(wanted, *steps)
    moment = rewritten(own, unfolding("frequency", "indicator"))
    said = sides(plain.conclusion)[1]
    function = _same_statistic(w, moment.conclusion, said, *facts)
    product = picked(i, weights[1])
    choice = by_conditions(term("(if i = j then x * y else 0) = x * (if i = j then y else 0)", **names))
    found = _as_moment(said, moment, function, product, choice)
    return generalise(derived.follow(symmetric(plain), found), A, B, x, y)


@lemma(f"forall n k b v i. {GIVEN.split(' implies integer(j)')[0]} implies "
       "noisy_count_mean(n, k, b, v, i, frequency(n, i)(v))", depth=9)  # fmt: skip
def mean_of_noisy_count(goal: Goal) -> Proved:
    """A noisy count is unbiased."""
    i = goal.variables[-1]
    sizes = [kernel.assume(given) for given in goal.given]
    known = at(product_of_counts(), *goal.variables, i, given=[*sizes, sizes[-1]], premises=5)
    known = rewritten(specialise(known, ZERO, ONE, ONE, ZERO), decided([kernel.reflexive(i)]))
    return _of_same_counts(goal.conclusion, known)


@lemma(f"forall n k b v i j. {GIVEN} "
       "noisy_count_covariance(n, k, b, v, i, j, if i = j then n * (2 * b^2) else 0)", depth=11)  # fmt: skip
def covariance_of_noisy_counts(goal: Goal) -> Proved:
    """The variance of a noisy count is 2 b^2 for each respondent, and two of them are not correlated."""
    n, k, b, v, i, j = goal.variables
    sizes = [kernel.assume(given) for given in goal.given]
    starts = [term("-frequency(n, i)(v)", n=n, v=v, i=place) for place in (i, j)]
    plain = normal(goal.conclusion, unfolding("noisy_count_covariance"))
    *means, product = (part.conclusion for part in conjuncts(kernel.assume(sides(plain.conclusion)[1])))
    found = [at(mean_of_noisy_count(), n, k, b, v, place, given=sizes) for place in (i, j)]
    found = [in_the_words_of(wanted, under(one, sizes)) for wanted, one in zip(means, found, strict=True)]
    known = at(product_of_counts(), *goal.variables, given=sizes, premises=5)
    choice = by_conditions(term("n * (2 * b^2 * (if i = j then 1 * 1 else 0)) = (if i = j then n * (2 * b^2) else 0)",
                                n=n, b=b, i=i, j=j))  # fmt: skip
    whole = _of_same_counts(product, specialise(known, *starts, ONE, ONE), choice)
    return derived.follow(symmetric(plain), kernel.conjoin(found[0], kernel.conjoin(found[1], whole)))


def _of_same_counts(wanted: Term, known: Proved, *facts: Proved) -> Proved:
    """A moment of noisy counts from one of the same statistic, written otherwise."""
    w = Free("w #0", arrow(REAL, LIST))
    plain = normal(wanted, unfolding("noisy_count_mean"))
    said, own = sides(plain.conclusion)[1], rewritten(known)
    function = _same_statistic(w, own.conclusion, said, *facts)
    return derived.follow(symmetric(plain), _as_moment(said, own, function, *facts))


# -- what is said of them ----------------------------------------------------------------------------------------------


def of_noisy_counts(formula: Term, facts: Sequence[Proved]) -> Proved | None:
    """What is said of noisy counts or the level of a noisy histogram; None where the formula says nothing of them.

    Where the scale b is made of logarithms, their signs are known. ProofError where it is not so.
    """
    known = [*facts, *signs_of_logarithms(formula, facts)]
    if (said := applied(formula, "noisy_count_mean", 6)) is not None:
        return _with_worth(formula, at(mean_of_noisy_count(), *said[:-1], given=_under(said, known), premises=9), known)
    if (said := applied(formula, "noisy_count_covariance", 7)) is not None:
        found = at(covariance_of_noisy_counts(), *said[:-1], given=_under(said, known), premises=9)
        return _with_worth(formula, found, known)
    if (said := applied(formula, "noise_moments", 5)) is not None:
        return _moment_of_affine(formula, said, known)
    if (said := applied(formula, "least_level_of_histogram", 3)) is not None:
        k, density, level = said
        _, b = applied(density, "noisy_histogram", 2) or unknown(formula)
        found = at(histogram_level(), k, b, given=[*known, arithmetic(term("0 < b", b=b), *known)], premises=2)
        budget = LOG(level)
        same = kernel.congruent(kernel.reflexive(EXP), arithmetic(equal(term("2 / b", b=b), budget), *known))
        positive = arithmetic(term("0 < x", x=level), *known)
        return in_the_words_of(
            formula, rewritten(found, by(same), by(at(kernel.axiom("exp_log"), level, given=[positive])))
        )
    return None


def _under(said: Sequence[Term], facts: Sequence[Proved]) -> list[Proved]:
    """The facts, and that the scale is positive and sizes are not negative."""
    n, k, b = said[:3]
    return [*facts, *(arithmetic(term(text, n=n, k=k, b=b), *facts) for text in ("0 <= n", "0 <= k", "0 < b"))]


def _with_worth(formula: Term, found: Proved, facts: Sequence[Proved]) -> Proved:
    """The same moment with another value, equal in each case."""
    own = rewritten(found)
    head, worth = own.conclusion, formula
    assert isinstance(head, Apply)
    assert isinstance(worth, Apply)
    same = by_conditions(equal(head.argument, normalised(worth.argument)), *facts)
    return in_the_words_of(formula, derived.follow(kernel.congruent(kernel.reflexive(head.function), same), own))


def _moment_of_affine(formula: Term, said: Sequence[Term], facts: Sequence[Proved]) -> Proved:
    """The expectation of a linear function of one noisy count."""
    n, k, density, statistic, _ = said
    (b,) = applied(density, "laplace", 1) or unknown(formula)
    w = Free("w #0", arrow(REAL, LIST))
    body = normalised(term("T(w)", T=statistic, w=w))
    count = next((part for part in parts(body) if applied(part, "noisy_count", 4)), None)
    if count is None:
        raise ProofError(f"no noisy count stands in {body}")
    _, v, i, _ = applied(count, "noisy_count", 4) or unknown(body)
    none, one = (sides(normal(body, by(kernel.assume(equal(count, end)))).conclusion)[1] for end in (ZERO, ONE))
    slope = term("u - s", u=one, s=none)
    given = _under((n, k, b), facts)
    known = at(product_of_counts(), n, k, b, v, i, i, given=given, premises=9)
    known = rewritten(specialise(known, none, ONE, slope, ZERO), decided([kernel.reflexive(i)]))
    return _as_moment(formula, known, _same_statistic(w, known.conclusion, formula, *facts), *facts)
