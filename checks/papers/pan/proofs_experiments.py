"""Scripts about the two experiments: frequencies estimated from the outputs of a relaxation, for these objects."""

from __future__ import annotations

from checks.papers.pan.proofs_counts import OWN_WORDS
from checks.papers.pan.proofs_moments import covariance_of_estimates, of_a_histogram, of_objects, of_rounded_values
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    generalise,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as take_apart
from derivations.logic.terms import EXP, REAL, TIMES, Free, Number, Term, applied, arrow, equal, quantified
from derivations.theory import relaxation
from derivations.theory.automatic import conditions, written_out
from derivations.theory.independent_responses import (
    independent_same,
    inverse_is_unbiased,
    variance_as_covariance,
    variance_of_two_rounds,
)
from derivations.theory.logarithms import exp_at_least, exp_less, exp_rises
from derivations.theory.relaxation import response_adds_up
from derivations.theory.single_terms import at, each, plainly, summed
from derivations.theory.sums import ONE, ZERO, in_range

TWO = Number(2)
OBJECTS = "integer(n) and 1 <= n implies integer(m) and 2 <= m implies 1 < x implies word(n, m, a) implies"
LAW = "fun t. randomized_response(m, x)(a(t))"
INVERSE = "symmetric((x + m - 1) / (x - 1), -1 / (x - 1))"
BIT = "fun w. ((x + 1) * (frequency(n, b)(w) / n) - 1) / (x - 1)"


@lemma(f"forall n x a b. {OBJECTS.replace('integer(m) and 2 <= m implies', '').replace('m,', '2,')} "
       "integer(b) and 1 <= b <= 2 implies "
       f"independent(n, 2, {LAW.replace('m,', '2,')}, {BIT}) = (sum t in 1..n. indicator(a(t) = b)) / n and "
       f"independent_variance(n, 2, {LAW.replace('m,', '2,')}, {BIT}) = x / (n * (1 - x)^2)")  # fmt: skip
def estimated_bits(goal: Goal) -> Proved:
    """The frequency of a bit is estimated without bias, with a variance that does not depend on the bits."""
    return of_objects(goal)


@lemma(f"forall n m x a i j. {OBJECTS} integer(i) and 1 <= i <= m and integer(j) and 1 <= j <= m implies "
       f"independent_covariance(n, m, {LAW}, frequency(n, i), frequency(n, j)) = (sum t in 1..n. "
       "covariance(m, randomized_response(m, x)(a(t)), fun r. indicator(r = i), fun r. indicator(r = j)))")  # fmt: skip
def covariance_of_counts(goal: Goal) -> Proved:
    """The covariance of two counts is the sum of those of the indicators."""
    return of_a_histogram(goal)


ESTIMATE = f"fun w. sum u in 1..m. 1 / n * {INVERSE}(i, u) * frequency(n, u)(w)"
SANDWICH = f"1 / n^2 * (sum u in 1..m. {INVERSE}(i, u) * (sum v in 1..m. C * {INVERSE}(v, j)))"
COVARIANCE = "independent_covariance(n, m, L, frequency(n, u), frequency(n, v))".replace("L", LAW)
ADDED = (
    "(sum t in 1..n. covariance(m, randomized_response(m, x)(a(t)), fun r. indicator(r = u), fun r. indicator(r = v)))"
)


@lemma(f"forall n m x a i j. {OBJECTS} integer(i) and 1 <= i <= m implies integer(j) and 1 <= j <= m implies "
       f"through(m, {INVERSE}, fun u v. randomized_response(m, x)(v, u))(i, j) = indicator(i = j) and "
       f"independent_covariance(n, m, {LAW}, {ESTIMATE}, {ESTIMATE.replace('i, u', 'j, u')}) = "
       f"{SANDWICH.replace('C', COVARIANCE)}")  # fmt: skip
def covariance_of_shares(goal: Goal) -> Proved:
    """The covariance of two estimated shares, and the inverse in it."""
    return covariance_of_estimates(goal)


@lemma(f"forall n m x a i. {OBJECTS} integer(i) and 1 <= i <= m implies "
       f"independent(n, m, {LAW}, {ESTIMATE}) = (sum t in 1..n. indicator(a(t) = i)) / n and "
       f"independent_variance(n, m, {LAW}, {ESTIMATE}) = {SANDWICH.replace('C', ADDED).replace('j', 'i')}")  # fmt: skip
def estimated_shares(goal: Goal) -> Proved:
    """Mean and variance of the estimated share of a value."""
    n, m, x, a, i = goal.variables
    names = {"n": n, "m": m, "x": x, "a": a, "i": i}
    u, v, w = Free("u #0"), Free("v #0"), Free("w #0", arrow(REAL, REAL))
    given = goal.facts
    given += [arithmetic(term(text, **names), *given) for text in ("0 <= n", "0 <= m")]
    _, variance = applied(goal.conclusion, "and", 2) or ()

    cell = arithmetic(term(f"1 / n * {INVERSE}(i, u) * frequency(n, u)(w) = {INVERSE}(i, u) * (frequency(n, u)(w) / n)",
                           u=u, w=w, **names), *given)  # fmt: skip
    same = kernel.abstracted(w, summed(u, m, cell, given))
    head = kernel.reflexive(term(f"independent(n, m, {LAW})", **names))
    unbiased = at(inverse_is_unbiased(), n, m, x, a, i, given=given, premises=5)
    first = derived.transitive(rewritten(kernel.congruent(head, same)), unbiased)

    whole = kernel.part(at(covariance_of_shares(), n, m, x, a, i, i, given=given, premises=6), 1)
    within = [*given, kernel.assume(in_range(u, m)), kernel.assume(in_range(v, m))]
    added = at(covariance_of_counts(), n, m, x, a, u, v, given=within, premises=5)
    product = term(f"C * {INVERSE}(v, i)", C=sides(added.conclusion)[0], v=v, **names)
    inner = summed(v, m, normal(product, by(added)), given)
    scaled = kernel.congruent(kernel.reflexive(term(f"fun s. {INVERSE}(i, u) * s", u=u, **names)), inner)
    outer = kernel.congruent(kernel.reflexive(term("fun s. 1 / n^2 * s", n=n)), summed(u, m, rewritten(scaled), given))
    spread = derived.transitive(whole, rewritten(outer))
    turned = at(variance_as_covariance(), *(applied(sides(variance)[0], "independent_variance", 4) or ()), premises=0)
    return kernel.conjoin(rewritten(first), derived.transitive(turned, spread))


def as_standard(goal: Goal, n: Term, m: Term, facts: list[Proved]) -> Conversion:
    """Expectations over the outputs of a relaxation are those over randomized responses of its last level."""
    names = goal.names
    k, x, a = (names[name] for name in "kxa")
    t, y, T = Free("t #0"), Free("y #0"), Free("T #0", arrow(arrow(REAL, REAL), REAL))
    place, level = term("a(t)", a=a, t=t), term("x(k + 1)", x=x, k=k)
    truth = rewritten(next(fact for fact in facts if applied(fact.conclusion, "word", 3)), unfolding("word"))
    given = [*facts, *(kernel.assume(in_range(t, n)), kernel.assume(in_range(y, m)))]
    given += conjuncts(at(truth, t, given=given))
    law = at(relaxation.last_response(), k, m, x, place, y, given=given, premises=10)
    before = term("fun t. relaxed_response(k, m, x)(a(t))", k=k, m=m, x=x, a=a)
    after = term("fun t. randomized_response(m, z)(a(t))", m=m, z=level, a=a)
    whole = at(independent_same(), n, m, before, after, T, given=facts, premises=2)
    return by(generalise(kernel.detach(whole, each(t, n, each(y, m, law))), T))


@lemma("forall n k x a b. integer(n) and 1 <= n implies integer(k) and 0 <= k implies rising(k, x) implies "
       "1 < x(k + 1) implies word(n, 2, a) implies integer(b) and 1 <= b <= 2 implies "
       f"independent_variance(n, 2, fun t. relaxed_response(k, 2, x)(a(t)), {BIT.replace('x ', 'x(k + 1) ')}) = "
       "x(k + 1) / (n * (1 - x(k + 1))^2)")  # fmt: skip
def relaxed_bits(goal: Goal) -> Proved:
    """The variance of a frequency that is estimated from the responses after k relaxations."""
    n, k, x, a, b = goal.variables
    facts = goal.facts
    facts += [kernel.literal(TWO), arithmetic(term("0 <= 2 and 2 <= 2")), arithmetic(term("0 <= n", n=n), *facts)]
    facts = [part for fact in facts for part in conjuncts(fact)]
    level = term("x(k + 1)", x=x, k=k)
    value = kernel.part(at(estimated_bits(), n, level, a, b, given=facts, premises=4), 1)
    meaning = unfolding("independent_variance")
    plain = normal(goal.conclusion, meaning, as_standard(goal, n, TWO, facts))
    return derived.follow(symmetric(plain), rewritten(value, meaning))


@lemma("forall x z. 1 < x and x < z implies z / (1 * (1 - z)^2) < x / (1 * (1 - x)^2)")
def variance_falls(goal: Goal) -> Proved:
    """A larger level has a smaller variance."""
    return arithmetic(goal.conclusion, *goal.given)


def _fractions(term: Term) -> Proved | None:
    """1/1500 as one number."""
    found = applied(term, "/", 2)
    if found and isinstance(found[0], Number) and isinstance(found[1], Number) and found[1].value:
        return arithmetic(equal(term, Number(found[0].value / found[1].value)))
    return None


@script("outputs of a relaxation")
def outputs(goal: Goal) -> Proved:
    """Mean and variance of frequencies that are estimated from the outputs of a relaxation."""
    names = goal.names
    facts = goal.facts
    word = next(found for fact in facts if (found := applied(fact.conclusion, "word", 3)))
    n, m = word[:2]
    for size in (n, m):
        facts += [kernel.literal(size), arithmetic(term("0 <= s and 1 <= s and 2 <= s", s=size))]
    facts = [part for fact in facts for part in conjuncts(fact)]
    level = term("x(k + 1)", **names)
    if "j" in names:
        moments = at(estimated_shares(), n, m, level, names["a"], names["j"], given=facts, premises=5)
    else:
        moments = at(estimated_bits(), n, level, names["a"], Number(2), given=facts, premises=4)
    counts = next(fact for fact in facts if applied(fact.conclusion, "=", 2) or quantified(fact.conclusion, "forall"))
    counted = at(counts, names["j"], given=facts) if "j" in names else counts
    laws = [unfolding("independent_variance"), as_standard(goal, n, m, facts)]
    plain = normal(goal.conclusion, *laws)
    known = [*(rewritten(fact, laws[0], _fractions) for fact in conjuncts(moments)), counted]
    mean, variance = applied(sides(plain.conclusion)[1], "and", 2) or ()
    shown = (arithmetic(part, fact, counted) for part, fact in zip((mean, variance), known, strict=False))
    return derived.follow(symmetric(plain), kernel.conjoin(*shown))


SCHEDULE = "fun i. exp(1 / 10 + 9 / 10 * (i - 1) / (K - 1))"


@lemma("forall K k. 2 <= K implies integer(k) and 0 <= k and k < K implies "
       f"rising(k, {SCHEDULE}) and 1 < ({SCHEDULE})(k + 1)")  # fmt: skip
def schedule_rises(goal: Goal) -> Proved:
    """Levels whose logarithms rise linearly from 0.1 to 1.0 rise."""
    size, k = goal.variables
    t = Free("t #0")
    guarantee = "1 / 10 + 9 / 10 * (i - 1) / (K - 1)"

    def above_one(i: Term, *facts: Proved) -> Proved:
        exponent = term(guarantee, i=i, K=size)
        positive = arithmetic(term("0 < e", e=exponent), *facts, *goal.given)
        return arithmetic(term("1 < exp(e)", e=exponent), at(exp_at_least(), exponent), positive)

    inside = kernel.assume(in_range(t, k))
    following = term("t + 1", t=t)
    exponents = [term(guarantee, i=i, K=size) for i in (t, following)]
    order = arithmetic(term("d <= e", d=exponents[0], e=exponents[1]), *goal.given)
    step = kernel.conjoin(at(exp_rises(), *exponents, given=[order]), above_one(following, inside))
    start = arithmetic(term("1 <= exp(e)", e=term(guarantee, i=ONE, K=size)), above_one(ONE))
    plain = normal(goal.conclusion, unfolding("rising"))
    both = kernel.conjoin(kernel.conjoin(start, each(t, k, step)), above_one(term("k + 1", k=k)))
    return derived.follow(symmetric(plain), both)


@script("linear relaxation")
def linear(goal: Goal) -> Proved:
    """A guarantee that rises linearly from 0.1 to 1.0: where the variance starts and ends, and how it falls."""
    names = goal.names
    facts = goal.facts
    sizes = arithmetic(term("0 <= 0 and 1 <= 1 and 1 <= K", **names), *facts)
    facts += [kernel.literal(ONE), kernel.literal(ZERO), sizes]
    facts = [part for fact in facts for part in conjuncts(fact)]
    plain = normal(goal.conclusion, OWN_WORDS)

    def variance(size: str, count: str) -> tuple[Term, Proved, Proved]:
        """The guarantee after so many relaxations in as many rounds, the variance, and that the level is above 1."""
        levels, k = term(SCHEDULE.replace("K", size), **names), term(count, **names)
        given = [*facts, shown(term("integer(k) and 0 <= k and k < n", k=k, n=names[size]), facts)]
        both = at(schedule_rises(), names[size], k, given=given, premises=2)
        rises, above = (kernel.part(both, i) for i in (0, 1))
        value = at(relaxed_bits(), ONE, k, levels, names["a"], names["b"], given=[*given, rises, above], premises=7)
        (guarantee,) = applied(plainly("x(k + 1)", x=levels, k=k), "exp", 1) or ()
        return guarantee, value, above

    def at_guarantee(wanted: Term, count: str, text: str) -> Proved:
        guarantee, value, above = variance("K", count)
        same = kernel.congruent(kernel.reflexive(EXP), arithmetic(equal(guarantee, term(text)), *facts))
        return arithmetic(wanted, value, same, above)

    def smaller(wanted: Term, one: tuple[str, str], other: tuple[str, str]) -> Proved:
        (high, lower, _), (low, higher, above) = (variance(*place) for place in (one, other))
        order = at(exp_less(), low, high, given=[arithmetic(term("d < e", d=low, e=high), *facts)])
        falls = at(variance_falls(), EXP(low), EXP(high), given=[above, order])
        return arithmetic(wanted, falls, lower, higher, opaque=True)

    start, rest = applied(sides(plain.conclusion)[1], "and", 2) or ()
    end, rest = applied(rest, "and", 2) or ()
    falling, sooner = applied(rest, "and", 2) or ()
    ends = at_guarantee(start, "0", "1 / 10"), at_guarantee(end, "K - 1", "1")
    orders = smaller(falling, ("K", "j"), ("K", "j - 1")), smaller(sooner, ("K", "j"), ("L", "j"))
    return derived.follow(symmetric(plain), conjoined(*ends, *orders))


# -- means of rounded values -------------------------------------------------------------------------------------------

ROUNDED = "fun z. if z = 2 then (f(t) - l) / (h - l) else (h - f(t)) / (h - l)"
LEVEL_MEAN = "fun w. l + (h - l) * (((x + 1) * (frequency(n, 2)(w) / n) - 1) / (x - 1))"


@lemma("forall n l h f x. size(n) and 1 < x and l < h and (forall t in 1..n. l <= f(t) <= h) implies "
       f"independent(n, 2, fun t. response(2, {ROUNDED}, randomized_response(2, x)), {LEVEL_MEAN}) "
       "= (sum t in 1..n. f(t)) / n", depth=6)  # fmt: skip
def mean_of_rounded(goal: Goal) -> Proved:
    """The mean of numbers that were rounded at random is estimated without bias from randomized responses."""
    return of_rounded_values(goal)


@lemma("forall p q r s c. 0 <= p and p <= 1 and 0 <= q and q <= 1 implies "
       "r <= c * r and r <= c * s and s <= c * r and s <= c * s implies "
       "p * r + (1 - p) * s <= c * (q * r + (1 - q) * s)")  # fmt: skip
def averages_within(goal: Goal) -> Proved:
    """Averages of two numbers are within the ratio of the two."""
    names = dict(zip("pqrsc", goal.variables, strict=True))
    weights = ("p * q", "p * (1 - q)", "(1 - p) * q", "(1 - p) * (1 - q)")
    gaps = ("c * r - r", "c * s - r", "c * r - s", "c * s - s")
    known = [arithmetic(term(f"0 <= {w} * ({g})", **names), *goal.given) for w, g in zip(weights, gaps, strict=True)]
    return arithmetic(goal.conclusion, *known)


@script("stored rounding")
def stored_rounding(goal: Goal) -> Proved:
    """The estimated mean after k relaxations of stored roundings, and the privacy of all responses."""
    names = goal.names
    n, k, x, f, low, high = (names[name] for name in "nkxflh")
    facts = [part for formula in goal.given for part in conjuncts(rewritten(kernel.assume(formula), unfolding("size")))]
    facts += [*map(kernel.assume, goal.given), kernel.literal(TWO), *conjuncts(arithmetic(term("0 <= 2 and 2 <= 2")))]
    facts.append(arithmetic(term("0 <= n", n=n), *facts))
    level = term("x(k + 1)", **names)
    plain = normal(goal.conclusion, OWN_WORDS)
    mean, private = applied(sides(plain.conclusion)[1], "and", 2) or ()

    t, y, z, T = Free("t #0"), Free("y #0"), Free("z #0"), Free("T #0", arrow(arrow(REAL, REAL), REAL))
    within = [*facts, kernel.assume(in_range(z, TWO)), kernel.assume(in_range(y, TWO))]
    law = at(relaxation.last_response(), k, TWO, x, z, y, given=within, premises=10)
    weight = plainly(f"({ROUNDED})(z)", t=t, z=z, **names)
    same = summed(z, TWO, kernel.congruent(kernel.reflexive(TIMES(weight)), law), facts)
    laws = [term(f"fun t. response(2, {ROUNDED}, P)", P=term(text, **names), f=f, l=low, h=high)
            for text in ("relaxed_response(k, 2, x)", "randomized_response(2, x(k + 1))")]  # fmt: skip
    ends = [normal(law(t, y), unfolding("response")) for law in laws]
    each_response = derived.transitive(derived.transitive(ends[0], same), symmetric(ends[1]))
    whole = at(independent_same(), n, TWO, *laws, T, given=facts, premises=2)
    as_one = generalise(kernel.detach(whole, rewritten(each(t, n, each(y, TWO, each_response)))), T)
    premise = shown(term("size(n)", n=n), facts)
    value = at(mean_of_rounded(), n, low, high, f, level, given=[*facts, premise])
    changed = normal(mean, by(as_one))
    first = derived.follow(symmetric(changed), value)

    inner = take_apart(private)
    u, v, w = inner.variables
    own = [*facts, *map(kernel.assume, inner.given)]
    ones = [kernel.literal(ONE), arithmetic(term("1 <= 1 and 1 <= 2"))]
    pairs = [at(relaxation.relaxed_private(), k, TWO, x, a, b, w, given=[*own, *ones], premises=10)
             for a in (ONE, TWO) for b in (ONE, TWO)]  # fmt: skip
    weights = [plainly("(h - c) / (h - l)", c=f(value), h=high, l=low) for value in (u, v)]
    inside = next(fact for fact in facts if quantified(fact.conclusion, "forall"))
    bounds = []
    for place, weight in zip((u, v), weights, strict=True):
        between = at(inside, place, given=own)
        bounds += [arithmetic(term(text, p=weight), between, *facts) for text in ("0 <= p", "p <= 1")]
    chances = [term("relaxed(k, 2, x)(a, w)", a=value, w=w, k=k, x=x) for value in (ONE, TWO)]
    averaged = at(averages_within(), *weights, *chances, level, given=[*bounds, *pairs], premises=2)
    second = reduced(normal(inner.conclusion, written_out, conditions), lambda it: arithmetic(it, averaged, *facts))
    return derived.follow(symmetric(plain), kernel.conjoin(first, inner.qed(second)))


# -- a budget that is split ------------------------------------------------------------------------------------------

STANDARD = "({0}) / (n * (1 - {0})^2)"


@lemma("forall n x z c. 1 <= n and 1 < x and 1 < z implies "
       f"{STANDARD.format('(x * z)')} < {STANDARD.format('z')} and {STANDARD.format('(x * z)')} < "
       f"c^2 * ({STANDARD.format('x')}) + (1 - c)^2 * ({STANDARD.format('z')})")  # fmt: skip
def split_is_worse(goal: Goal) -> Proved:
    """No weighted mean of estimates at the levels x and z is as good as the one at the level x z."""
    names = dict(zip("nxzc", goal.variables, strict=True))
    values = {
        name: term(STANDARD.format(text), **names) for name, text in zip("uvw", ("(x * z)", "x", "z"), strict=True)
    }
    gap = arithmetic(term("0 < (x - 1) * (z - 1) * (1 + x * z)", **names), *goal.given)
    order = arithmetic(term("u * (v + w) < v * w", **values), gap, *goal.given)
    positive = [arithmetic(term(f"0 < {name}", **values), *goal.given) for name in "uvw"]
    found = at(_mean_is_worse(), *(values[name] for name in "uvw"), names["c"], given=[*positive, order])
    return conjoined(*conjuncts(found))


@lemma(
    "forall u v w c. 0 < u and 0 < v and 0 < w and u * (v + w) < v * w implies u < w and u < c^2 * v + (1 - c)^2 * w"
)
def _mean_is_worse(goal: Goal) -> Proved:
    """No weighted mean of estimates with the variances v and w has a variance below v w/(v + w)."""
    names = dict(zip("uvwc", goal.variables, strict=True))
    square = arithmetic(term("0 <= (c * (v + w) - w)^2", **names))
    scaled = arithmetic(term("u * (v + w) < (c^2 * v + (1 - c)^2 * w) * (v + w)", **names), square, *goal.given)
    second = arithmetic(term("u < c^2 * v + (1 - c)^2 * w", **names), scaled, *goal.given)
    return kernel.conjoin(arithmetic(term("u < w", **names), *goal.given), second)


@script("split budget")
def split_budget(goal: Goal) -> Proved:
    """The variance at the level y against those at y/x, and at x and y/x together."""
    names = goal.names
    n, x, y, c, a, b = (names[name] for name in "nxycab")
    facts = [part for formula in goal.given for part in conjuncts(rewritten(kernel.assume(formula), unfolding("size")))]
    rest = term("y / x", x=x, y=y)
    facts += [arithmetic(term(text, z=rest, n=n, y=y), *facts) for text in ("1 < z", "1 < y", "0 <= n")]
    facts += [*map(kernel.assume, goal.given), kernel.literal(TWO), *conjuncts(arithmetic(term("0 <= 2 and 2 <= 2")))]
    values = {name: kernel.part(at(estimated_bits(), n, level, a, b, given=facts, premises=4), 1)
              for name, level in zip("xzy", (x, rest, y), strict=True)}  # fmt: skip
    plain = normal(goal.conclusion, OWN_WORDS)
    t = Free("t #0")
    truth = rewritten(next(fact for fact in facts if applied(fact.conclusion, "word", 3)), unfolding("word"))
    own = [*facts, *conjuncts(at(truth, t, given=[kernel.assume(in_range(t, n))]))]
    place = term("a(t)", a=a, t=t)
    laws = []
    for level in (x, rest):
        given = [*own, arithmetic(term("1 <= z", z=level), *facts)]
        laws.append(each(t, n, at(response_adds_up(), TWO, level, place, given=given, premises=3)))
    designs = [term("fun t. randomized_response(2, z)(a(t))", z=level, a=a) for level in (x, rest)]
    estimates = [plainly(BIT, n=n, x=level, b=b) for level in (x, rest)]
    both = at(variance_of_two_rounds(), n, TWO, *designs, *estimates, c, given=[*facts, *laws], premises=4)
    worse = at(split_is_worse(), n, x, rest, c, given=facts)
    same = arithmetic(term("x * z = y", x=x, z=rest, y=y), *facts)
    compared = rewritten(worse, by(same))
    first, second = applied(sides(plain.conclusion)[1], "and", 2) or ()
    alone, together = conjuncts(compared)
    known = [*values.values(), both]
    found = kernel.conjoin(
        arithmetic(first, alone, *known, opaque=True), arithmetic(second, together, *known, opaque=True)
    )
    return derived.follow(symmetric(plain), found)
