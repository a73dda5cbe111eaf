"""Discrete Laplace noise: the law of two-sided geometric noise, moments of an answer with it, and its privacy.

Source: Ghosh, Roughgarden, Sundararajan 2009; Inusah, Kozubowski 2006.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    generalise,
    in_the_words_of,
    induct,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
    witnessed,
)
from derivations.logic.terms import AT_MOST, EXP, PLUS, Free, Number, Term, applied, equal, substituted
from derivations.theory.automatic import given_facts
from derivations.theory.densities import NoiseLaw, moment_of_noise, normalised, of_same_function, unknown, with_value
from derivations.theory.exponential_tails import vanishing
from derivations.theory.logarithms import EXP_0, exp_at_least, exp_positive, exp_rises
from derivations.theory.single_terms import at, of_absolute_values, summed
from derivations.theory.sums import ONE, ZERO, in_range, sum_0, sum_next

# -- powers ------------------------------------------------------------------------------------------------------------


@lemma("forall n a. integer(n) and 0 <= n implies 0 < a implies a^n = exp(log(a) * n)")
def power_as_exponential(goal: Goal) -> Proved:
    """A power of a positive number is an exponential."""
    n, a = goal.variables
    own = at(kernel.axiom("exp_log"), a, given=[goal.given[1]])

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        following = rewritten(at(kernel.axiom("power_next"), a, k, given=[known]))
        split = specialise(kernel.axiom("exp_plus"), term("log(a) * k", a=a, k=k), term("log(a)", a=a))
        whole = _exp(term("log(a) * k + log(a)", a=a, k=k), term("log(a) * (k + 1)", a=a, k=k))
        return arithmetic(substituted(goal.conclusion, {n: PLUS(k, ONE)}), following, split, whole, assumed, own)

    nothing = derived.transitive(_exp(term("log(a) * 0", a=a), ZERO), EXP_0)
    base = substituted(goal.conclusion, {n: ZERO})
    return induct(n, goal.conclusion, arithmetic(base, specialise(kernel.axiom("power_0"), a), nothing), step)


def _exp(first: Term, second: Term, *given: Proved) -> Proved:
    """|- exp(a) = exp(b), where a = b is arithmetic"""
    return kernel.congruent(kernel.reflexive(EXP), arithmetic(equal(first, second), *given))


@lemma("forall a. 0 < a and a < 1 implies log(a) < 0")
def negative_logarithm(goal: Goal) -> Proved:
    """The logarithm of a number below 1 is negative."""
    (a,) = goal.variables
    own = at(kernel.axiom("exp_log"), a, given=[goal.given[0]])
    below, _ = conjuncts(specialise(exp_at_least(), term("log(a)", a=a)))
    return arithmetic(goal.conclusion, own, below, *goal.given)


# -- series ------------------------------------------------------------------------------------------------------------


@lemma("forall f g v. (forall i. integer(i) and 1 <= i implies f(i) = g(i)) implies series(f, v) implies series(g, v)",
       depth=5)  # fmt: skip
def series_of_same(goal: Goal) -> Proved:
    """The sum of a series depends on its terms only."""
    i, n, T = Free("i #0"), Free("n #0"), Free("T #0", EXP.type)
    plain = normal(goal.conclusion, unfolding("series"))
    known = rewritten(kernel.assume(goal.given[1]), unfolding("series"))
    partial, limit = conjuncts(kernel.assume(instance(known.conclusion, T)))
    size = kernel.assume(term("integer(n) and 0 <= n", n=n))
    inside = kernel.assume(in_range(i, n))
    one = at(kernel.assume(goal.given[0]), i, given=[inside])
    same = summed(i, n, one, given=[size])
    own = derived.transitive(symmetric(rewritten(same)), rewritten(at(partial, n, given=[size])))
    everywhere = generalise(kernel.discharge(size.conclusion, own), n)
    some = sides(plain.conclusion)[1]
    found = kernel.witness(some, T, in_the_words_of(instance(some, T), kernel.conjoin(everywhere, limit)))
    return derived.follow(symmetric(plain), kernel.unpack(known, T, found))


QUADRATIC = "p + q * i + r * i^2"
REST = "C * (1 - a) = a * r and B * (1 - a) = a * (q + 2 * r + 2 * C) and A * (1 - a) = a * (p + q + r + B + C)"


@lemma("forall n a p q r A B C. integer(n) and 0 <= n implies "
       f"{REST} implies (sum i in 1..n. ({QUADRATIC}) * a^i) = A - (A + B * n + C * n^2) * a^n")  # fmt: skip
def partial_sums(goal: Goal) -> Proved:
    """The first n terms of a quadratic polynomial times a geometric sequence."""
    n, *_ = goal.variables
    names: dict[str, Term] = dict(zip("napqrABC", goal.variables, strict=True))
    rests = list(conjuncts(kernel.assume(goal.given[1])))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        own = {**names, "n": k, "P": term("a^k", a=names["a"], k=k)}
        changed = normal(
            substituted(goal.conclusion, {n: PLUS(k, ONE)}),
            by(sum_next(), [known]),
            by(kernel.axiom("power_next"), [known]),
        )
        scaled = [
            arithmetic(term(f"({wanted}) * {factor} = 0", **own), rest)
            for wanted, factor, rest in zip(
                (
                    "C * (1 - a) - a * r",
                    "B * (1 - a) - a * (q + 2 * r + 2 * C)",
                    "A * (1 - a) - a * (p + q + r + B + C)",
                ),
                ("n^2", "n", "1"),
                rests,
                strict=True,
            )
        ]
        gap = "A + B * n + C * n^2 - a * (p + q * (n + 1) + r * (n + 1)^2) - a * (A + B * (n + 1) + C * (n + 1)^2)"
        bracket = arithmetic(term(f"{gap} = 0", **own), *scaled)
        product = arithmetic(term(f"({gap}) * P = 0", **own), bracket)
        found = arithmetic(sides(changed.conclusion)[1], assumed, product)
        return derived.follow(symmetric(changed), found)

    changed = normal(substituted(goal.conclusion, {n: ZERO}), by(sum_0()), by(kernel.axiom("power_0")))
    base = derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1]))
    return induct(n, goal.conclusion, base, step)


SERIES = "a * p / (1 - a) + a * q / (1 - a)^2 + a * (1 + a) * r / (1 - a)^3"


@lemma(f"forall a p q r. 0 < a and a < 1 implies series(fun i. ({QUADRATIC}) * a^i, {SERIES})")
def series_of_quadratic(goal: Goal) -> Proved:
    """The sum of a quadratic polynomial times a geometric sequence."""
    names: dict[str, Term] = dict(zip("apqr", goal.variables, strict=True))
    n = Free("n #0")
    ratio = kernel.assume(goal.given[0])
    names["C"] = term("a * r / (1 - a)", **names)
    names["B"] = term("a * q / (1 - a) + 2 * a * r / (1 - a)^2", **names)
    names["A"] = term(SERIES, **names)
    names["k"] = term("-log(a)", **names)
    size = kernel.assume(term("integer(n) and 0 <= n", n=n))
    rests = conjoined(*(arithmetic(part.conclusion, ratio) for part in conjuncts(kernel.assume(term(REST, **names)))))
    rests = in_the_words_of(term(REST, **names), rests)
    known = at(partial_sums(), n, *(names[name] for name in "apqrABC"), given=[size, rests], premises=2)
    power = at(power_as_exponential(), n, names["a"], given=[size, ratio], premises=2)
    same = _exp(term("log(a) * n", n=n, **names), term("-k * n", n=n, **names))
    value = derived.transitive(power, same)
    rest = term("fun x. (A + B * x + C * x^2) * exp(-k * x)", **names)
    missing = rewritten(known, by(value))
    everywhere = generalise(kernel.discharge(size.conclusion, missing), n)
    rate = arithmetic(term("0 < k", **names), at(negative_logarithm(), names["a"], given=[ratio]))
    limit = at(vanishing(), *(names[name] for name in "ABCk"), given=[rate])
    plain = normal(goal.conclusion, unfolding("series"))
    some = sides(plain.conclusion)[1]
    return derived.follow(symmetric(plain), witnessed(some, kernel.conjoin(everywhere, limit), rest))


# -- moments -----------------------------------------------------------------------------------------------------------

MEAN = "p + 2 * a * r / (1 - a)^2"


@lemma(f"forall a p q r. 0 < a and a < 1 implies integer_mean(geometric(a), fun i. {QUADRATIC}, {MEAN})")
def geometric_mean_of_quadratic(goal: Goal) -> Proved:
    """The expectation of a quadratic polynomial in two-sided geometric noise."""
    names: dict[str, Term] = dict(zip("apqr", goal.variables, strict=True))
    names["c"] = term("(1 - a) / (1 + a)", **names)
    ratio = kernel.assume(goal.given[0])
    plain = normal(goal.conclusion, unfolding("integer_mean", "geometric", "sum_of_integers"))
    some = sides(plain.conclusion)[1]
    values = [
        term(f"c * (a * p / (1 - a) {sign} a * q / (1 - a)^2 + a * (1 + a) * r / (1 - a)^3)", **names) for sign in "-+"
    ]
    parts = [part.conclusion for part in conjuncts(kernel.assume(instance(some, *values)))]
    halves = [
        _half(wanted, minus, ("p", f"{minus}q", "r"), names, ratio)
        for minus, wanted in (("-", parts[0]), ("", parts[1]))
    ]
    nothing = of_absolute_values(term("abs(v) = 0", v=ZERO))
    own = reduced(normal(parts[2], by(nothing), by(kernel.axiom("power_0"))), lambda it: arithmetic(it, ratio))
    return derived.follow(symmetric(plain), witnessed(some, conjoined(*halves, own), *values))


@lemma("forall a. 0 < a and a < 1 implies integer_mean(geometric(a), fun i. abs(i), 2 * a / ((1 - a) * (1 + a)))")
def geometric_mean_of_size(goal: Goal) -> Proved:
    """The expected size of two-sided geometric noise."""
    names: dict[str, Term] = {"a": goal.variables[0]}
    names["c"] = term("(1 - a) / (1 + a)", **names)
    ratio = kernel.assume(goal.given[0])
    plain = normal(goal.conclusion, unfolding("integer_mean", "geometric", "sum_of_integers"))
    some = sides(plain.conclusion)[1]
    values = [term("c * a / (1 - a)^2", **names) for _ in range(2)]
    parts = [part.conclusion for part in conjuncts(kernel.assume(instance(some, *values)))]
    halves = [_half(wanted, minus, "010", names, ratio) for minus, wanted in (("-", parts[0]), ("", parts[1]))]
    total = normal(parts[2], by(of_absolute_values(term("abs(v) = 0", v=ZERO))), by(kernel.axiom("power_0")))
    own = derived.follow(symmetric(total), arithmetic(sides(total.conclusion)[1], ratio))
    return derived.follow(symmetric(plain), witnessed(some, conjoined(*halves, own), *values))


def _half(wanted: Term, minus: str, powers: Sequence[str], names: Mapping[str, Term], ratio: Proved) -> Proved:
    """|- series(f, v), of the chances of the positive or negative integers times a quadratic polynomial of their size.

    `powers` are its coefficients, texts over the names.
    """
    i = Free("i #0")
    f, value = applied(wanted, "series", 2) or unknown(wanted)
    scaled = [term(f"c * {power}", **names) for power in powers]
    known = with_value(at(series_of_quadratic(), names["a"], *scaled, given=[ratio]), value, ratio)
    g, _ = applied(known.conclusion, "series", 2) or unknown(wanted)
    inside = kernel.assume(term("integer(i) and 1 <= i", i=i))
    size = of_absolute_values(term("abs(u) = i", u=term(f"{minus}i", i=i), i=i), inside)
    left, right = (normal(term("h(i)", h=h, i=i), by(size)) for h in (g, f))
    middle = arithmetic(equal(*(sides(side.conclusion)[1] for side in (left, right))), ratio)
    same = derived.transitive(derived.transitive(left, middle), symmetric(right))
    everywhere = generalise(kernel.discharge(inside.conclusion, same), i)
    found = at(series_of_same(), g, f, value, given=[rewritten(everywhere), known], premises=2)
    return in_the_words_of(wanted, found)


def _as_mean(wanted: Term, a: Term, ratio: Proved, *powers: Term) -> Proved:
    """|- integer_mean(geometric(a), g, v), where g is the quadratic polynomial with these coefficients."""
    known = at(geometric_mean_of_quadratic(), a, *powers, given=[ratio])
    return of_same_function(wanted, known, ratio)


@lemma("forall a. 0 < a and a < 1 implies integer_law(geometric(a))")
def geometric_is_law(goal: Goal) -> Proved:
    """Two-sided geometric noise has a law."""
    (a,) = goal.variables
    z = Free("z #0")
    ratio = kernel.assume(goal.given[0])
    plain = normal(goal.conclusion, unfolding("integer_law"))
    everywhere, mass = (part.conclusion for part in conjuncts(kernel.assume(sides(plain.conclusion)[1])))
    whole = kernel.assume(term("integer(z)", z=z))
    power = _power_of_size(z, whole, a, ratio)
    positive = specialise(exp_positive(), term("log(a) * abs(z)", a=a, z=z))
    value = normal(term("geometric(a)(z)", a=a, z=z), unfolding("geometric"))
    own = arithmetic(term("0 <= f", f=sides(value.conclusion)[1]), positive, power, ratio)
    not_negative = generalise(kernel.discharge(whole.conclusion, rewritten(own, by(symmetric(value)))), z)
    mean = _as_mean(term("integer_mean(geometric(a), fun z. 1, 1)", a=a), a, ratio, ONE, ZERO, ZERO)
    f = term("geometric(a)", a=a)
    one = derived.transitive(kernel.abstracted(z, arithmetic(term("1 * f(z) = f(z)", f=f, z=z))), derived.eta(f))
    total = in_the_words_of(mass, rewritten(mean, unfolding("integer_mean"), by(one)))
    return derived.follow(symmetric(plain), kernel.conjoin(in_the_words_of(everywhere, not_negative), total))


def _power_of_size(z: Term, whole: Proved, a: Term, ratio: Proved) -> Proved:
    """|- a^abs(z) = exp(log(a) * abs(z)), from integer(z)"""
    other = shown(term("integer(-z)", z=z), [whole])
    size = of_absolute_values(term("integer(abs(z))", z=z), whole, other)
    not_negative = of_absolute_values(term("0 <= abs(z)", z=z))
    return at(power_as_exponential(), term("abs(z)", z=z), a, given=[size, not_negative, ratio], premises=2)


@lemma("forall a p q. 0 < a and a < 1 implies integer_mean(geometric(a), fun z. p + q * z, p)")
def geometric_mean_of_affine(goal: Goal) -> Proved:
    """The expectation of an affine function of two-sided geometric noise."""
    a, p, q = goal.variables
    return _as_mean(goal.conclusion, a, kernel.assume(goal.given[0]), p, q, ZERO)


@lemma("forall a p q. 0 < a and a < 1 implies "
       "integer_mean(geometric(a), fun z. (p + q * z)^2, p^2 + 2 * a * q^2 / (1 - a)^2)")  # fmt: skip
def geometric_mean_of_square(goal: Goal) -> Proved:
    """The expected square of an affine function of two-sided geometric noise."""
    a, p, q = goal.variables
    powers = [term(text, p=p, q=q) for text in ("p^2", "2 * p * q", "q^2")]
    return _as_mean(goal.conclusion, a, kernel.assume(goal.given[0]), *powers)


@lemma("forall a p q. 0 < a and a < 1 implies "
       "integer_variance(geometric(a), fun z. p + q * z, 2 * a * q^2 / (1 - a)^2)")  # fmt: skip
def geometric_variance_of_affine(goal: Goal) -> Proved:
    """The variance of an affine function of two-sided geometric noise."""
    a, p, q = goal.variables
    ratio = kernel.assume(goal.given[0])
    plain = normal(goal.conclusion, unfolding("integer_variance"))
    some = sides(plain.conclusion)[1]
    first, second = (part.conclusion for part in conjuncts(kernel.assume(instance(some, p))))
    mean = at(geometric_mean_of_affine(), a, p, q, given=[ratio])
    square = _as_mean(normalised(second), a, ratio, ZERO, ZERO, term("q^2", q=q))
    whole = kernel.conjoin(in_the_words_of(first, mean), in_the_words_of(second, square))
    return derived.follow(symmetric(plain), kernel.witness(some, p, whole))


# -- privacy -----------------------------------------------------------------------------------------------------------


@lemma("forall a l h x. 0 < a and a < 1 implies integer(l) and integer(h) and l <= h implies x * a^(h - l) = 1 implies "
       "least_level_of_integers(l, h, fun t z. geometric(a)(z - t), x)")  # fmt: skip
def geometric_level(goal: Goal) -> Proved:
    """Answers t + N with two-sided geometric noise N have e^eps = 1/a^(h - l) for integers t from l to h."""
    names: dict[str, Term] = dict(zip("alhx", goal.variables, strict=True))
    changed = normal(goal.conclusion, unfolding("least_level_of_integers", "private_of_integers", "geometric"))
    private, least = (part.conclusion for part in conjuncts(kernel.assume(sides(changed.conclusion)[1])))
    both = kernel.conjoin(_private(private, goal, names), _least(least, goal, names))
    return derived.follow(symmetric(changed), both)


def _power_of_width(names: Mapping[str, Term], ends: Proved, ratio: Proved) -> Proved:
    """|- a^(h - l) = exp(log(a) * (h - l))"""
    width = term("h - l", **{name: names[name] for name in "lh"})
    given = [shown(term("integer(w)", w=width), [ends]), arithmetic(AT_MOST(ZERO, width), ends)]
    return at(power_as_exponential(), width, names["a"], given=[*given, ratio], premises=2)


def _private(wanted: Term, goal: Goal, names: Mapping[str, Term]) -> Proved:
    """|- forall s t z. f(s, z) <= x * f(t, z), by the triangle inequality."""
    s, t, z = (Free(f"{name} #0") for name in "stz")
    ratio, ends, inverse = map(kernel.assume, goal.given)
    names = {**names, "D": term("h - l", **names), "S": term("abs(z - s)", z=z, s=s), "T": term("abs(z - t)", z=z, t=t)}
    own = {name: names[name] for name in "lh"}
    inside = [kernel.assume(term("integer(t) and (l <= t and t <= h)", t=truth, **own)) for truth in (s, t)]
    whole = kernel.assume(term("integer(z)", z=z))
    given = [*conjuncts(whole), *(part for known in (*inside, ends) for part in conjuncts(known))]
    powers = [
        _power_of_size(gap, shown(term("integer(u)", u=gap), given), names["a"], ratio)
        for gap in (term("z - s", z=z, s=s), term("z - t", z=z, t=t))
    ]
    powers.append(_power_of_width(names, ends, ratio))
    triangle = of_absolute_values(term("T - S <= h - l", **names), *given)
    negative = at(negative_logarithm(), names["a"], given=[ratio])
    lower, higher = (term(text, **names) for text in ("log(a) * S + log(a) * D", "log(a) * T"))
    order = arithmetic(AT_MOST(lower, higher), triangle, negative)
    grown = at(exp_rises(), lower, higher, given=[order])
    split = specialise(kernel.axiom("exp_plus"), term("log(a) * S", **names), term("log(a) * D", **names))
    rest = arithmetic(term("a^S * a^D <= a^T", **names), grown, split, *powers)
    positive = specialise(exp_positive(), term("log(a) * D", **names))
    level = arithmetic(term("0 < x", **names), inverse, powers[2], positive)
    product = arithmetic(term("x * (a^S * a^D) <= x * a^T", **names), rest, level)
    own_power = arithmetic(term("a^S <= x * a^T", **names), product, inverse)
    chance = arithmetic(term("0 < (1 - a) / (1 + a)", **names), ratio)
    found = arithmetic(
        term("(1 - a) / (1 + a) * a^S <= x * ((1 - a) / (1 + a) * a^T)", **names), own_power, chance, opaque=True
    )
    found = generalise(kernel.discharge(whole.conclusion, found), z)
    for truth, known in ((t, inside[1]), (s, inside[0])):
        found = generalise(kernel.discharge(known.conclusion, found), truth)
    return in_the_words_of(wanted, found)


def _least(wanted: Term, goal: Goal, names: Mapping[str, Term]) -> Proved:
    """|- forall y. y is a level implies x <= y, by the answer h to the truths h and l."""
    y = Free("y #0")
    ratio, ends, inverse = map(kernel.assume, goal.given)
    premise, bound = applied(instance(wanted, y), "implies", 2) or unknown(wanted)
    low, high = names["l"], names["h"]
    order = list(conjuncts(ends))
    inside = [arithmetic(term("l <= t and t <= h", t=truth, l=low, h=high), *order) for truth in (high, low)]
    level = at(at(kernel.assume(premise), high, given=[*order, inside[0]]), low, given=[*order, inside[1]])
    level = at(level, high, given=order)
    sizes = [of_absolute_values(term(text, **names), *order) for text in ("abs(h - h) = 0", "abs(h - l) = h - l")]
    corner = rewritten(level, *map(by, sizes), by(kernel.axiom("power_0")))
    names = {**names, "y": y, "D": term("h - l", **names)}
    chance = arithmetic(term("0 < (1 - a) / (1 + a)", **names), ratio)
    divided = arithmetic(term("1 <= y * a^D", **names), corner, chance, opaque=True)
    power = _power_of_width(names, ends, ratio)
    positive = specialise(exp_positive(), term("log(a) * D", **names))
    least = arithmetic(term("0 < x", **names), inverse, power, positive)
    found = arithmetic(bound, divided, inverse, least)
    return generalise(kernel.discharge(premise, found), y)


# -- what is declared --------------------------------------------------------------------------------------------------


def moments_of_geometric_noise(goal: Goal) -> Proved:
    """That geometric noise of ratio a has a law, and a moment of an affine function of it, as `moment_of_noise`."""
    return moment_of_noise(goal, GEOMETRIC)


GEOMETRIC = NoiseLaw(
    "geometric", "integer_mean", "integer_variance", "a", "0 < a and a < 1",
    geometric_is_law, geometric_mean_of_affine, geometric_mean_of_square, geometric_variance_of_affine,
    geometric_mean_of_size,
)  # fmt: skip


def level_of_geometric_noise(goal: Goal) -> Proved:
    """The smallest level of answers t + N with two-sided geometric noise N, for integers t between two numbers.

    The conclusion is least_level_of_integers(l, h, fun t z. geometric(a)(z - t), x); ProofError where it is something
    else, or not so.
    """
    facts = given_facts(goal)
    low, high, family, x = applied(goal.conclusion, "least_level_of_integers", 4) or unknown(goal.conclusion)
    t, z = Free("t #0"), Free("z #0")
    a, _ = applied(normalised(family(t, z)), "geometric", 2) or unknown(goal.conclusion)
    ratio = arithmetic(term("0 < a and a < 1", a=a), *facts)
    ends = shown(term("integer(l) and integer(h) and l <= h", l=low, h=high))
    known = at(geometric_level(), a, low, high, x, given=[ratio, ends], premises=2)
    inverse, _ = applied(known.conclusion, "implies", 2) or unknown(known.conclusion)
    steps = high.value - low.value if isinstance(high, Number) and isinstance(low, Number) else unknown(inverse)
    width = arithmetic(equal(term("h - l", l=low, h=high), Number(steps)))
    own = reduced(normal(inverse, by(width)), lambda it: arithmetic(it, *facts, ratio))
    return in_the_words_of(goal.conclusion, kernel.detach(known, own))
