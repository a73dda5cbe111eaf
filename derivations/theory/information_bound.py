"""The information bound: an estimate that is unbiased at all laws has at least the variance of the average score.

Where q moves to q (1 + s u) for a score u of mean 0, the likelihood gains the factor R, the product of 1 + s u(w(t)).
By Cauchy and Schwarz the variance of T is at least (s I)^2 over that of R, which is (1 + s^2 I)^n - 1; s goes to 0.

Source: Rao 1945; Cramer 1946.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    generalise,
    induct,
    instance,
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
from derivations.logic.terms import AT_MOST, FALSE, NOT, PLUS, Free, Term, applied, closed, equal, substituted
from derivations.theory import sums
from derivations.theory.blackwell import within_absolute
from derivations.theory.chebyshev import expectation_at_most
from derivations.theory.privacy import prod_times, sum_not_negative
from derivations.theory.single_terms import at, each, summed, term_at_most_sum
from derivations.theory.sums import ONE, ZERO, in_range, in_sums
from derivations.theory.surveys import dispersion_from_moments, expectation_of_one, in_expectations
from derivations.theory.unary_encoding import expectation_of_factors

Facts = list[Term | Proved]
WORD = term("fun t. t + 0").type
SIZES = "integer(n) and 0 <= n implies integer(m) and 0 <= m implies"
FACTORS = "(prod t in 1..n. g(w(t)))"


@lemma("forall n x. integer(n) and 0 <= n implies 0 <= x implies "
       "0 <= (prod t in 1..n. 1 + x) and (1 - n * x) * (prod t in 1..n. 1 + x) <= 1")  # fmt: skip
def powers_near_one(goal: Goal) -> Proved:
    """(1 - n x) (1 + x)^n <= 1"""
    n, x = goal.variables
    positive = kernel.assume(goal.given[1])

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        whole = substituted(goal.conclusion, {n: PLUS(k, ONE)})
        changed = normal(whole, by(sums.prod_next(), [known]))
        p, q = Free("p #0"), Free("q #0")
        power = term("prod t in 1..k. 1 + x", k=k, x=x)
        facts = [
            term("0 <= p", p=p),
            term("(1 - k * x) * p <= 1", k=k, x=x, p=p),
            term("0 <= k", k=k),
            term("0 <= x", x=x),
        ]
        rest = arithmetic(term("0 <= (k + 1) * x^2 * p", k=k, x=x, p=p),
                          arithmetic(term("0 <= (k + 1) * x^2", k=k, x=x), *facts[2:]), facts[0])  # fmt: skip
        both = kernel.conjoin(
            arithmetic(term("0 <= p * (1 + x)", p=p, x=x), *facts),
            arithmetic(term("(1 - (k + 1) * x) * (p * (1 + x)) <= 1", k=k, x=x, p=p), rest, *facts),
        )
        both = cut(kernel.instantiate(both, {p: power}), *conjuncts(assumed), kernel.part(known, 1), positive)
        del q
        return derived.follow(symmetric(changed), both)

    base = reduced(normal(substituted(goal.conclusion, {n: ZERO}), by(sums.prod_0())), arithmetic)
    return induct(n, goal.conclusion, base, step)


@lemma(f"forall n m q g T. {SIZES} expectation(n, m, fun y. q(y) * g(y), T) = "
       f"expectation(n, m, q, fun w. {FACTORS} * T(w))")  # fmt: skip
def change_of_law(goal: Goal) -> Proved:
    """The likelihood of q g is that of q times a factor for each response."""
    n, m, q, g, T = goal.variables
    w = Free("w #0", WORD)
    names = {"n": n, "m": m, "q": q, "g": g, "T": T, "w": w}
    factors = [term(f"fun t. {f}(w(t))", **names) for f in "qg"]
    apart = rewritten(at(prod_times(), n, *factors, given=goal.given))
    body = term("(prod t in 1..n. q(w(t)) * g(w(t))) * T(w)", **names)
    split = term(f"(prod t in 1..n. q(w(t))) * ({FACTORS} * T(w))", **names)
    one = arithmetic(equal(body, split), apart)
    left, right = (normal(side, unfolding("expectation", "chance")) for side in sides(goal.conclusion))
    same = rewritten(kernel.congruent(kernel.reflexive(term("words(n, m)", **names)), kernel.abstracted(w, one)))
    return derived.transitive(left, derived.transitive(same, symmetric(right)))


@lemma(f"forall n m q g c. {SIZES} (forall y in 1..m. q(y) * g(y)^2 = c(y)) implies "
       f"expectation(n, m, q, fun w. {FACTORS} * {FACTORS}) = (prod t in 1..n. sum(m, c))", depth=8)  # fmt: skip
def factors_squared(goal: Goal) -> Proved:
    """The second moment of the factor: one factor for each response."""
    n, m, q, g, c = goal.variables
    names = {"n": n, "m": m, "q": q, "g": g, "c": c}
    y = Free("y #0")
    score = term("fun w. prod t in 1..n. g(w(t))", **names)
    moved = rewritten(at(change_of_law(), n, m, q, g, score, given=goal.given, premises=2))
    law = term("fun t y. q(y) * g(y)", **names)
    apart = at(expectation_of_factors(), n, m, law, term("fun t. g", **names), given=goal.given, premises=2)
    as_own = normal(sides(moved.conclusion)[0], unfolding("expectation", "chance"))
    independent = normal(sides(apart.conclusion)[0], unfolding("independent"))
    own = at(kernel.assume(goal.given[2]), y, given=[kernel.assume(in_range(y, m))])
    entry = arithmetic(term("q(y) * g(y) * g(y) = c(y)", y=y, **names), own)
    row = summed(y, m, entry, goal.given)
    value = normal(sides(apart.conclusion)[1], unfolding("mean"), by(rewritten(row)))
    first = derived.transitive(symmetric(moved), as_own)
    second = derived.transitive(symmetric(independent), derived.transitive(apart, value))
    return derived.transitive(first, second)


MOMENTS = (
    "law(m, q) implies expectation(n, m, q, R) = 1 implies expectation(n, m, q, T) = a implies "
    "expectation(n, m, q, fun w. R(w) * T(w)) = a + b implies "
    "expectation(n, m, q, fun w. R(w) * R(w)) = v implies"
)


@lemma(f"forall n m q T R a b v l. {SIZES} {MOMENTS} 0 <= dispersion(n, m, q, T) - 2 * l * b + l^2 * (v - 1)")
def correlated(goal: Goal) -> Proved:
    """0 <= E (T - a - l (R - 1))^2"""
    n, m, q, T, R, a, _, _, l_ = goal.variables
    names = {"n": n, "m": m, "q": q, "T": T, "R": R, "a": a, "l": l_}
    w = Free("w #0", WORD)
    one = list(conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("law"))))[-1]
    facts: Facts = [*goal.given, one]
    square = term("fun w. (T(w) - a - l * (R(w) - 1))^2", **names)
    nothing = term("fun w. 0 * (w(1) - w(1))")
    below = arithmetic(rewritten_term("z(w) <= f(w)", z=nothing, f=square, w=w), opaque=True)
    below = generalise(kernel.discharge(term("word(n, m, w)", **names, w=w), below), w)
    positive = at(expectation_at_most(), n, m, q, nothing, square, given=[*goal.given, below], premises=4)
    zero = normal((applied(positive.conclusion, "<=", 2) or ())[0], in_expectations(facts))
    spread = at(dispersion_from_moments(), n, m, q, T, given=facts, premises=3)
    opened = [
        normal(
            term(f"expectation(n, m, q, fun w. {text})", **names),
            in_expectations(facts),
            by(expectation_of_one(), facts),
        )
        for text in ("(T(w) - a - l * (R(w) - 1))^2", "T(w)^2")
    ]
    turned = arithmetic(term("R(w) * T(w) = T(w) * R(w)", w=w, **names))
    opened.append(
        kernel.congruent(kernel.reflexive(term("expectation(n, m, q)", **names)), kernel.abstracted(w, turned))
    )
    return arithmetic(goal.conclusion, positive, zero, spread, *opened, *goal.given[3:], opaque=True)


def rewritten_term(text: str, **values: Term) -> Term:
    """The term that a text says, every function that is applied worked out."""
    return sides(normal(term(text, **values)).conclusion)[1]


@lemma(
    "forall n s I D v. 1 <= n and 0 < s and 0 <= I and n * (s^2 * I) < 1 and (1 - n * (s^2 * I)) * v <= 1 and "
    "(forall l. 0 <= D - 2 * l * (s * I) + l^2 * (v - 1)) implies I * (1 - n * (s^2 * I)) <= n * D",
    depth=6,
)
def by_best_multiple(goal: Goal) -> Proved:
    """l = (1 - n s^2 I)/(n s)"""
    n, s, J, D, v = goal.variables
    *facts, every = conjuncts(kernel.assume(goal.given[0]))
    names = {"n": n, "s": s, "I": J, "D": D, "v": v}
    e, d = Free("e #0"), Free("d #0")
    rest = term("1 - n * (s^2 * I)", **names)
    multiple = term("e / (n * s)", e=e, **names)
    size = arithmetic(term("0 < n * s", **names), *facts)
    own = {**names, "e": e, "d": d, "l": multiple}
    scaled = arithmetic(term("l * (n * s) = e", **own), size)
    inner = [equal(e, rest), term("0 < e", e=e), term("e * v <= 1", e=e, v=v)]
    spread = arithmetic(term("e * (v - 1) <= n * (s^2 * I)", **own), *inner)
    product = arithmetic(term("e * (e * (v - 1)) <= e * (n * (s^2 * I))", **own), spread, inner[1])
    square = arithmetic(term("(n * s)^2 * (l^2 * (v - 1)) = e * (e * (v - 1))", **own), scaled)
    cross = arithmetic(term("(n * s)^2 * (2 * l * (s * I)) = 2 * e * (n * s^2 * I)", **own), scaled)
    at_l = at(every, multiple)
    whole = arithmetic(term("0 <= (n * s)^2 * (D - 2 * l * (s * I) + l^2 * (v - 1))", **own), at_l, size)
    found = arithmetic(term("e * (n * s^2 * I) <= (n * s)^2 * D", **own), whole, square, cross, product, opaque=True)
    positive = arithmetic(term("0 < n * s^2", **names), *facts)
    found = arithmetic(term("I * e <= n * D", **own), found, positive)
    found = kernel.instantiate(found, {e: rest})
    return cut(rewritten(found), kernel.reflexive(rest), arithmetic(term("0 < r", r=rest), *facts), *facts)


@lemma("forall m q c. integer(m) and 0 <= m implies law(m, q) implies 0 <= variance(m, q, c)")
def variance_not_negative(goal: Goal) -> Proved:
    """A variance is a sum of squares."""
    m, q, c = goal.variables
    y = Free("y #0")
    in_y = kernel.assume(in_range(y, m))
    shares = kernel.part(rewritten(kernel.assume(goal.given[1]), unfolding("law")), 0)
    share = at(shares, y, given=[in_y])
    score = term("fun y. q(y) * (c(y) - mean(m, q, c))^2", m=m, q=q, c=c)
    entry = arithmetic(rewritten_term("0 <= f(y)", f=score, y=y), share)
    whole = kernel.detach(at(sum_not_negative(), m, score, given=goal.given[:1]), each(y, m, entry))
    plain = normal(goal.conclusion, unfolding("variance", "mean"))
    return derived.follow(symmetric(plain), rewritten(whole, unfolding("mean")))


SCORE = "(c(y) - mean(m, q, c))"
UNBIASED = "(forall r. law(m, r) implies expectation(n, m, r, T) = mean(m, r, c)) implies"


@lemma(f"forall n m q T c s. integer(n) and 1 <= n implies integer(m) and 0 <= m implies law(m, q) implies {UNBIASED} "
       f"0 < s and n * (s^2 * variance(m, q, c)) < 1 implies (forall y in 1..m. 0 <= 1 + s * {SCORE}) implies "
       "variance(m, q, c) * (1 - n * (s^2 * variance(m, q, c))) <= n * dispersion(n, m, q, T)", depth=12)  # fmt: skip
def bound_at_distance(goal: Goal) -> Proved:
    """The bound from the law q (1 + s u)."""
    n, m, q, T, c, s = goal.variables
    names = {"n": n, "m": m, "q": q, "T": T, "c": c, "s": s}
    y = Free("y #0")
    law = kernel.assume(goal.given[2])
    shares, one = conjuncts(rewritten(law, unfolding("law")))
    size = shown(term("integer(n) and 0 <= n", n=n), [*goal.given[:1], arithmetic(term("0 <= n", n=n), goal.given[0])])
    facts: Facts = [size, *goal.given, one]
    mu, J = term("mean(m, q, c)", **names), term("variance(m, q, c)", **names)
    g = term(f"fun y. 1 + s * {SCORE}", **names)
    in_y = kernel.assume(in_range(y, m))
    # the law that is moved to, and its mean
    moved = term(f"fun y. q(y) * (1 + s * {SCORE})", **names)
    steps = [unfolding("mean", "variance"), in_sums(facts)]
    mean, variance = (normal(text, *steps) for text in (mu, J))

    def worth(text: str, value: str) -> Proved:
        changed = normal(term(text, f=moved, g=g, **names), *steps)
        wanted = equal(sides(rewritten(kernel.reflexive(term(text, f=moved, g=g, **names))).conclusion)[0],
                       term(value, I=J, mu=mu, **names))  # fmt: skip
        return arithmetic(wanted, rewritten(changed), mean, variance, one, opaque=True)

    total, shifted = worth("sum(m, f)", "1"), worth("mean(m, f, c)", "mu + s * I")
    second = worth("sum y in 1..m. q(y) * g(y)^2", "1 + s^2 * I")
    factor = at(kernel.assume(goal.given[5]), y, given=[in_y])
    share = arithmetic(rewritten_term("0 <= f(y)", f=moved, y=y), factor, at(shares, y, given=[in_y]))
    is_law = derived.follow(
        symmetric(normal(term("law(m, f)", f=moved, **names), unfolding("law"))),
        kernel.conjoin(each(y, m, share), total),
    )
    # the factor of the likelihood, and its moments
    w = Free("w #0", WORD)
    R = rewritten_value(term("fun w. prod t in 1..n. g(w(t))", g=g, **names))
    ones = closed(w, ONE)
    head = kernel.reflexive(term("expectation(n, m, q)", **names))
    by_one = kernel.abstracted(w, arithmetic(rewritten_term("r(w) = r(w) * 1", r=R, w=w)))
    first = rewritten(kernel.congruent(head, by_one))
    changed = rewritten(at(change_of_law(), n, m, q, g, ones, given=facts, premises=2))
    certain = at(expectation_of_one(), n, m, moved, given=[*facts, total], premises=3)
    mean_of_R = derived.transitive(first, derived.transitive(symmetric(changed), rewritten(certain)))
    changed = rewritten(at(change_of_law(), n, m, q, g, T, given=facts, premises=2))
    unbiased = kernel.assume(goal.given[3])
    with_T = derived.transitive(symmetric(changed), rewritten(at(unbiased, moved, given=[is_law])))
    with_T = derived.transitive(with_T, shifted)
    own = at(unbiased, q, given=[law])
    squares = term("fun y. q(y) * g(y)^2", g=g, **names)
    as_is = each(y, m, kernel.reflexive(rewritten_term("f(y)", f=squares, y=y)))
    square = rewritten(at(factors_squared(), n, m, q, g, squares, given=[*facts, as_is], premises=3), by(second))
    v = sides(square.conclusion)[1]
    x = term("s^2 * I", I=J, s=s)
    positive = arithmetic(AT_MOST(ZERO, x), at(variance_not_negative(), m, q, c, given=[*facts, law], premises=2))
    _, near = conjuncts(at(powers_near_one(), n, x, given=[size, positive], premises=2))
    l_ = Free("l #0")
    given: Facts = [*facts, law, mean_of_R, own, with_T, square]
    every = generalise(at(correlated(), n, m, q, T, R, mu, term("s * I", s=s, I=J), v, l_, given=given, premises=7), l_)
    order = [*conjuncts(kernel.assume(goal.given[4])), arithmetic(term("1 <= n", n=n), goal.given[0])]
    order += [at(variance_not_negative(), m, q, c, given=[*facts, law], premises=2), near, every]
    return at(by_best_multiple(), n, s, J, term("dispersion(n, m, q, T)", **names), v, given=order)


def rewritten_value(value: Term) -> Term:
    """The term, every function that is applied worked out."""
    return sides(normal(value).conclusion)[1]


@lemma("forall a b. 0 < b implies exists s. s * b = a", depth=3)
def quotient_exists(goal: Goal) -> Proved:
    """a/b"""
    a, b = goal.variables
    quotient = term("a / b", a=a, b=b)
    value = arithmetic(term("s * b = a", s=quotient, a=a, b=b), *goal.given)
    return kernel.witness(goal.conclusion, quotient, value)


@lemma("forall n I D. 1 <= n and 0 <= I implies (forall e. 0 < e implies exists s. 0 < s and s <= e and "
       "I * (1 - n * (s^2 * I)) <= n * D) implies I <= n * D", depth=5)  # fmt: skip
def in_the_limit(goal: Goal) -> Proved:
    """n s^2 I^2 is less than any gap for a small s."""
    n, J, D = goal.variables
    names = {"n": n, "I": J, "D": D}
    facts: Facts = [*conjuncts(kernel.assume(goal.given[0]))]
    denied = kernel.assume(NOT(goal.conclusion))
    gap = term("I - n * D", **names)
    positive = arithmetic(term("0 < d", d=gap), denied)
    large = arithmetic(term("0 <= n * I^2", **names), *facts)
    d, b, e = Free("d #0"), Free("b #0"), Free("e #0")
    known = [term("e * (d + b + 1) = d", e=e, d=d, b=b), term("0 < d", d=d), term("0 <= b", b=b)]
    size = arithmetic(term("0 < d + b + 1", d=d, b=b), *known[1:])
    some = arithmetic(term("0 < e", e=e), known[0], known[1], size)
    rest = [
        arithmetic(term(f"0 <= e * {part}", e=e, d=d, b=b), some, fact)
        for part, fact in (("d", known[1]), ("b", known[2]))
    ]
    ends = kernel.conjoin(some, arithmetic(term("e <= 1 and b * e < d", e=e, d=d, b=b), some, *rest, *known))
    ends = kernel.instantiate(ends, {d: gap, b: term("n * I^2", **names)})
    divided = at(quotient_exists(), gap, term("d + n * I^2 + 1", d=gap, **names),
                 given=[arithmetic(term("0 < d + n * I^2 + 1", d=gap, **names), positive, large)])  # fmt: skip
    chosen = kernel.assume(instance(divided.conclusion, e))
    ends = cut(ends, chosen, positive, large)
    s = Free("s #0")
    existence = at(kernel.assume(goal.given[1]), e, given=[kernel.part(ends, 0)])
    above, small, bound = conjuncts(kernel.assume(instance(existence.conclusion, s)))
    one = arithmetic(term("s <= 1", s=s), small, *conjuncts(ends))
    square = arithmetic(term("s^2 <= e", s=s, e=e), above, small, one)
    c = term("n * I^2", **names)
    product = arithmetic(term("c * s^2 <= c * e", c=c, s=s, e=e), square, large, opaque=True)
    less = list(conjuncts(ends))[-1]
    wrong = arithmetic(FALSE, bound, product, less, opaque=True)
    wrong = kernel.unpack(divided, e, kernel.unpack(existence, s, wrong))
    return derived.absurd(goal.conclusion, wrong)


@lemma(f"forall n m q T c. integer(n) and 1 <= n implies integer(m) and 0 <= m implies law(m, q) implies {UNBIASED} "
       "variance(m, q, c) <= n * dispersion(n, m, q, T)", depth=9)  # fmt: skip
def information_bound(goal: Goal) -> Proved:
    """No statistic that is unbiased at all laws for the mean of a score has less variance than the average score."""
    n, m, q, T, c = goal.variables
    names = {"n": n, "m": m, "q": q, "T": T, "c": c}
    e, s, y = Free("e #0"), Free("s #0"), Free("y #0")
    law = kernel.assume(goal.given[2])
    J = term("variance(m, q, c)", **names)
    positive = at(variance_not_negative(), m, q, c, given=[*goal.given[1:2], law], premises=2)
    sizes = term("fun y. abs(c(y) - mean(m, q, c))", **names)
    in_y = kernel.assume(in_range(y, m))
    score = rewritten_term(SCORE, y=y, **names)
    within = at(within_absolute(), score)
    size = arithmetic(term("0 <= abs(u)", u=score), within)
    whole = kernel.detach(at(sum_not_negative(), m, sizes, given=goal.given[1:2]), each(y, m, size))
    one_of = at(term_at_most_sum(), m, y, sizes, given=[*goal.given[1:2], in_y, each(y, m, size)], premises=3)
    total = rewritten_term("sum y in 1..m. abs(c(y) - mean(m, q, c))", **names)
    # s = 1/(1 + the sum of |u| + n I + 1/e)
    least = kernel.assume(term("0 < e", e=e))
    a, u, i, f = (Free(f"{name} #0") for name in "auif")
    abstract = {"a": a, "u": u, "i": i, "f": f, "e": e, "n": n, "s": s}
    known = [term(text, **abstract) for text in
             ("0 <= a", "0 <= i", "1 <= n", "0 < e", "f * e = 1", "s * (1 + a + n * i + f) = 1")]  # fmt: skip
    large = arithmetic(term("0 < f", f=f), *known[3:5])
    product = arithmetic(term("0 <= n * i", n=n, i=i), *known[1:3])
    some = arithmetic(term("0 < s", s=s), *known, large, product)
    parts_of = [arithmetic(term(f"0 <= s * {part}", **abstract), some, fact) for part, fact in
                (("a", known[0]), ("(n * i)", product), ("f", large))]  # fmt: skip
    below = arithmetic(
        term("s <= 1 and s * f <= 1 and s * (n * i) < 1 and s * a <= 1", **abstract), *known, some, *parts_of
    )
    small = arithmetic(
        term("s <= e", s=s, e=e), arithmetic(term("s * f * e <= e", **abstract), below, known[3]), known[4]
    )
    square = arithmetic(term("n * (s^2 * i) < 1", **abstract), below, some, *parts_of)
    x = Free("x #0")
    near = [term("-x <= u", x=x, u=u), term("x <= a", x=x, a=a)]
    no_more = arithmetic(term("s * x <= s * a", s=s, x=x, a=a), some, near[1])
    no_less = arithmetic(term("0 <= s * (u + x)", s=s, u=u, x=x), some, near[0])
    factor = arithmetic(term("0 <= 1 + s * u", s=s, u=u), no_more, no_less, below)
    inner = conjoined(some, small, square)
    values = {a: total, i: J}
    bounds = [rewritten(whole), positive, arithmetic(term("1 <= n", n=n), goal.given[0])]
    inner, factor = (cut(kernel.instantiate(fact, {**values, u: score, x: rewritten_term("abs(u)", u=score)}), *bounds,
                         kernel.part(within, 0), rewritten(one_of)) for fact in (inner, factor))  # fmt: skip
    above, small, square = conjuncts(inner)
    both = kernel.conjoin(above, square)
    given: Facts = [*goal.given, both, each(y, m, factor)]
    bound = at(bound_at_distance(), n, m, q, T, c, s, given=given, premises=6)
    body = term("exists s. 0 < s and s <= e and I * (1 - n * (s^2 * I)) <= n * D", e=e, I=J, n=n,
                D=term("dispersion(n, m, q, T)", **names))  # fmt: skip
    found = kernel.witness(body, s, conjoined(above, small, bound))
    inverse = at(quotient_exists(), ONE, e, given=[least])
    level = kernel.assume(instance(inverse.conclusion, f))
    scale = term("1 + a + n * i + f", a=total, n=n, i=J, f=f)
    large, product = (cut(kernel.instantiate(fact, values), least, level, *bounds) for fact in (large, product))
    size = arithmetic(term("0 < z", z=scale), large, product, bounds[0], opaque=True)
    divided = at(quotient_exists(), ONE, scale, given=[size])
    found = kernel.unpack(divided, s, found)
    found = kernel.unpack(inverse, f, found)
    every = generalise(kernel.discharge(least.conclusion, found), e)
    spread = term("dispersion(n, m, q, T)", **names)
    return at(in_the_limit(), n, J, spread, given=[kernel.conjoin(bounds[2], positive), every], premises=2)
