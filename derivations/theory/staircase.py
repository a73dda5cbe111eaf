"""Staircase noise: the moments of an answer to which it is added, and privacy for truths in an interval.

Source: Geng, Viswanath 2015.
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
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
    witnessed,
)
from derivations.logic.terms import EXP, Free, Term, applied, equal, substituted
from derivations.theory.automatic import given_facts
from derivations.theory.densities import (
    NoiseLaw,
    integral_of_quadratic,
    moment_of_noise,
    normalised,
    of_same_function,
    unknown,
    with_value,
)
from derivations.theory.geometric import negative_logarithm, power_as_exponential, series_of_quadratic
from derivations.theory.logarithms import exp_rises
from derivations.theory.noisy_samples import power_positive
from derivations.theory.single_terms import at, either, next_integer, of_absolute_values
from derivations.theory.sums import ONE, ZERO

RANGE = "0 < a and a < 1 and 0 <= g and g <= 1 and 0 < d"
HEIGHT = "(1 - a) / (2 * d * (g + a * (1 - g)))"


def _first_height(names: Mapping[str, Term], range_: Proved) -> list[Proved]:
    """|- 0 < g + a*(1 - g) and |- 0 < c, where c is the density around 0"""
    share = arithmetic(term("0 < g + a * (1 - g)", **names), range_)
    return [share, arithmetic(term(f"0 < {HEIGHT}", **names), share, range_)]


# -- powers ------------------------------------------------------------------------------------------------------------


@lemma("forall a i j. 0 < a and a < 1 implies integer(i) and 0 <= i implies integer(j) and 0 <= j implies "
       "j <= i + 1 implies a * a^i <= a^j")  # fmt: skip
def powers_fall(goal: Goal) -> Proved:
    """Powers of a number below 1 fall."""
    names: dict[str, Term] = dict(zip("aij", goal.variables, strict=True))
    ratio = kernel.assume(goal.given[0])
    powers = [
        at(power_as_exponential(), names[name], names["a"], given=[whole, ratio], premises=2)
        for name, whole in zip("ij", goal.given[1:3], strict=True)
    ]
    negative = at(negative_logarithm(), names["a"], given=[ratio])
    lower, higher = (term(text, **names) for text in ("log(a) * i + log(a)", "log(a) * j"))
    order = arithmetic(term("x <= y", x=lower, y=higher), negative, goal.given[3])
    grown = at(exp_rises(), lower, higher, given=[order])
    split = specialise(kernel.axiom("exp_plus"), term("log(a) * i", **names), term("log(a)", **names))
    own = at(kernel.axiom("exp_log"), names["a"], given=[ratio])
    return arithmetic(goal.conclusion, *powers, grown, split, own)


# -- moments -----------------------------------------------------------------------------------------------------------

QUADRATIC = "p + q * z + r * z^2"
SERIES = "a * (3 * g^2 - 3 * g + 1) / (1 - a) + 3 * a * (2 * g - 1) / (1 - a)^2 + 3 * a * (1 + a) / (1 - a)^3"
SECOND = f"(1 - a) * d^2 / (3 * (g + a * (1 - g))) * (g^3 + {SERIES})"


@lemma(f"forall a g d p q r. {RANGE} implies staircase_mean(a, g, d, fun z. {QUADRATIC}, p + r * ({SECOND}))")
def staircase_mean_of_quadratic(goal: Goal) -> Proved:
    """The expectation of a quadratic polynomial in staircase noise."""
    names: dict[str, Term] = dict(zip("agdpqr", goal.variables, strict=True))
    range_ = kernel.assume(goal.given[0])
    share, _ = _first_height(names, range_)
    i = Free("i #0")
    plain = normal(goal.conclusion, unfolding("staircase_mean", "staircase_height"))
    some = sides(plain.conclusion)[1]
    first = term(f"{HEIGHT} * (2 * p * g * d + 2 * r * g^3 * d^3 / 3)", **names)
    names |= {
        "P": term(f"{HEIGHT} * (2 * p * d + 2 * r * d^3 / 3 * (3 * g^2 - 3 * g + 1))", **names),
        "Q": term(f"{HEIGHT} * (2 * r * d^3 * (2 * g - 1))", **names),
        "R": term(f"{HEIGHT} * (2 * r * d^3)", **names),
    }
    rest = term("fun i. (P + Q * i + R * i^2) * a^i", **names)
    around, steps, total = (part.conclusion for part in conjuncts(kernel.assume(instance(some, first, rest))))
    inside, one = applied(instance(steps, i), "implies", 2) or unknown(steps)
    step = generalise(kernel.discharge(inside, _integral(one, names)), i)
    summed = at(series_of_quadratic(), *(names[name] for name in "aPQR"), given=[range_])
    *_, value = applied(normalised(total), "series", 2) or unknown(total)
    whole = in_the_words_of(total, with_value(summed, value, share, range_))
    found = [_integral(around, names), in_the_words_of(steps, step), whole]
    return derived.follow(symmetric(plain), witnessed(some, conjoined(*found), first, rest))


SIZE = "(1 - a) * d / (2 * (g + a * (1 - g))) * (g^2 + a * (2 * g - 1) / (1 - a) + 2 * a / (1 - a)^2)"


@lemma(f"forall a g d. {RANGE} implies staircase_mean(a, g, d, fun z. abs(z), {SIZE})")
def staircase_mean_of_size(goal: Goal) -> Proved:
    """The expected size of staircase noise: on each step |z| + |-z| is 2 z, from the step to its mirror image."""
    names: dict[str, Term] = dict(zip("agd", goal.variables, strict=True))
    range_ = kernel.assume(goal.given[0])
    share, _ = _first_height(names, range_)
    i = Free("i #0")
    plain = normal(goal.conclusion, unfolding("staircase_mean", "staircase_height"))
    some = sides(plain.conclusion)[1]
    first = term(f"{HEIGHT} * (g * d)^2", **names)
    names |= {
        "P": term(f"{HEIGHT} * d^2 * (2 * g - 1)", **names),
        "Q": term(f"{HEIGHT} * d^2 * 2", **names),
        "R": ZERO,
    }
    rest = term("fun i. (P + Q * i + R * i^2) * a^i", **names)
    around, steps, total = (part.conclusion for part in conjuncts(kernel.assume(instance(some, first, rest))))
    inside, one = applied(instance(steps, i), "implies", 2) or unknown(steps)
    whole = kernel.assume(inside)
    start = arithmetic(term("0 <= (i - 1 + g) * d", i=i, **names), whole, range_)
    length = arithmetic(term("(i - 1 + g) * d <= (i + g) * d", i=i, **names), range_)
    step = generalise(kernel.discharge(inside, _integral_of_size(one, names, start, length)), i)
    origin = arithmetic(term("0 <= z", z=ZERO))
    reach = arithmetic(term("0 <= g * d", **names), range_)
    summed = at(series_of_quadratic(), *(names[name] for name in "aPQR"), given=[range_])
    *_, value = applied(normalised(total), "series", 2) or unknown(total)
    series = in_the_words_of(total, with_value(summed, value, share, range_))
    found = [_integral_of_size(around, names, origin, reach), in_the_words_of(steps, step), series]
    return derived.follow(symmetric(plain), witnessed(some, conjoined(*found), first, rest))


@lemma("forall f g a b v. a <= b implies (forall z. a <= z and z <= b implies f(z) = g(z)) implies "
       "integral_over(f, a, b, v) implies integral_over(g, a, b, v)", depth=8)  # fmt: skip
def integral_of_equal(goal: Goal) -> Proved:
    """An integral depends on the values of the function between its ends only."""
    *_, a, b, _ = goal.variables
    x, F = Free("x #0"), Free("F #0", EXP.type)
    order = kernel.assume(goal.given[0])
    plain = normal(goal.conclusion, unfolding("integral_over"))
    known = rewritten(kernel.assume(goal.given[2]), unfolding("integral_over"))
    slopes, growth = conjuncts(kernel.assume(instance(known.conclusion, F)))
    between, _ = applied(instance(slopes.conclusion, x), "implies", 2) or unknown(slopes.conclusion)
    here = kernel.assume(between)
    limits = shown(term("a <= x and x <= b", a=a, b=b, x=x), [here, order])
    slope = rewritten(at(slopes, x, given=[here]), by(at(kernel.assume(goal.given[1]), x, given=[limits])))
    everywhere = generalise(kernel.discharge(between, slope), x)
    some = sides(plain.conclusion)[1]
    found = kernel.witness(some, F, kernel.conjoin(everywhere, growth))
    return derived.follow(symmetric(plain), kernel.unpack(known, F, found))


def _integral_of_size(wanted: Term, names: Mapping[str, Term], start: Proved, order: Proved) -> Proved:
    """|- integral_over(g, x, y, v), where g(z) is |z| + |-z| times the height of a step, from 0 <= x and x <= y."""
    z = Free("z #0")
    function, low, high, value = applied(wanted, "integral_over", 4) or unknown(wanted)
    height = (applied(normalised(term("f(z)", f=function, z=z)), "*", 2) or unknown(wanted))[1]
    plain = term("fun z. 2 * z * h", h=height)
    doubled = term("integral_over(f, x, y, v)", f=plain, x=low, y=high, v=value)
    own = _integral_of(doubled, [ZERO, term("2 * h", h=height), ZERO], names["a"])
    here = kernel.assume(term("x <= z and z <= y", x=low, y=high, z=z))
    positive = arithmetic(term("0 <= z", z=z), here, start)
    sizes = [of_absolute_values(term(text, z=z), positive) for text in ("abs(z) = z", "abs(-z) = z")]
    written = normal(term("f(z)", f=function, z=z), *map(by, sizes))
    same = arithmetic(equal(term("2 * z * h", z=z, h=height), sides(written.conclusion)[1]), opaque=True)
    equal_here = derived.transitive(same, symmetric(written))
    everywhere = generalise(kernel.discharge(here.conclusion, equal_here), z)
    given = [order, rewritten(everywhere), rewritten(own)]
    found = at(integral_of_equal(), plain, function, low, high, value, given=given, premises=3)
    return in_the_words_of(wanted, found)


def _integral(wanted: Term, names: Mapping[str, Term]) -> Proved:
    """|- integral_over(g, x, y, v), where g is twice the even part of a quadratic times the height of a step."""
    z = Free("z #0")
    function, *_ = applied(normalised(wanted), "integral_over", 4) or unknown(wanted)
    height = (applied(normalised(term("f(z)", f=function, z=z)), "*", 2) or unknown(wanted))[1]
    powers = [term(f"2 * {name} * h", h=height, **names) if name != "q" else ZERO for name in "pqr"]
    return _integral_of(wanted, powers, names["a"])


def _integral_of(wanted: Term, powers: Sequence[Term], ratio: Term) -> Proved:
    """|- integral_over(g, x, y, v), where g is the quadratic polynomial with these coefficients."""
    z = Free("z #0")
    function, start, end, value = applied(normalised(wanted), "integral_over", 4) or unknown(wanted)
    known = specialise(integral_of_quadratic(), *powers, start, end)
    own, *_, worth = applied(known.conclusion, "integral_over", 4) or unknown(wanted)
    written = [normalised(term("f(z)", f=f, z=z)) for f in (own, function)]
    same = kernel.congruent(
        kernel.reflexive(term("integral_over")), kernel.abstracted(z, arithmetic(equal(*written), opaque=True))
    )
    for part in (start, end):
        same = kernel.congruent(same, kernel.reflexive(part))
    nothing = specialise(kernel.axiom("power_0"), ratio)
    changed = kernel.congruent(same, arithmetic(equal(worth, value), nothing, opaque=True))
    return in_the_words_of(wanted, derived.follow(changed, known))


def _as_mean(wanted: Term, law: Sequence[Term], range_: Proved, *powers: Term) -> Proved:
    """|- staircase_mean(a, g, d, f, v), where f is the quadratic polynomial with these coefficients."""
    known = at(staircase_mean_of_quadratic(), *law, *powers, given=[range_])
    return of_same_function(wanted, known, range_)


@lemma(f"forall a g d. {RANGE} implies staircase_law(a, g, d)")
def staircase_is_law(goal: Goal) -> Proved:
    """Staircase noise has a density."""
    law = goal.variables
    names: dict[str, Term] = dict(zip("agd", law, strict=True))
    range_ = kernel.assume(goal.given[0])
    i = Free("i #0")
    plain = normal(goal.conclusion, unfolding("staircase_law", "staircase_height"))
    everywhere, *bounds, mass = (part.conclusion for part in conjuncts(kernel.assume(sides(plain.conclusion)[1])))
    inside, height = applied(instance(everywhere, i), "implies", 2) or unknown(everywhere)
    power = at(power_positive(), i, names["a"], given=[inside, range_], premises=2)
    own = arithmetic(height, power, _first_height(names, range_)[1], opaque=True)
    heights = in_the_words_of(everywhere, generalise(kernel.discharge(inside, own), i))
    whole = _as_mean(mass, law, range_, ONE, ZERO, ZERO)
    parts = [heights, *(arithmetic(bound, range_) for bound in bounds), whole]
    return derived.follow(symmetric(plain), in_the_words_of(sides(plain.conclusion)[1], conjoined(*parts)))


@lemma(f"forall a g d p q. {RANGE} implies staircase_mean(a, g, d, fun z. p + q * z, p)")
def staircase_mean_of_affine(goal: Goal) -> Proved:
    """The expectation of an affine function of staircase noise."""
    *law, p, q = goal.variables
    return _as_mean(goal.conclusion, law, kernel.assume(goal.given[0]), p, q, ZERO)


@lemma(f"forall a g d p q. {RANGE} implies staircase_mean(a, g, d, fun z. (p + q * z)^2, p^2 + q^2 * ({SECOND}))")
def staircase_mean_of_square(goal: Goal) -> Proved:
    """The expected square of an affine function of staircase noise."""
    *law, p, q = goal.variables
    powers = [term(text, p=p, q=q) for text in ("p^2", "2 * p * q", "q^2")]
    return _as_mean(goal.conclusion, law, kernel.assume(goal.given[0]), *powers)


@lemma(f"forall a g d p q. {RANGE} implies staircase_variance(a, g, d, fun z. p + q * z, q^2 * ({SECOND}))")
def staircase_variance_of_affine(goal: Goal) -> Proved:
    """The variance of an affine function of staircase noise."""
    *law, p, q = goal.variables
    range_ = kernel.assume(goal.given[0])
    plain = normal(goal.conclusion, unfolding("staircase_variance"))
    some = sides(plain.conclusion)[1]
    first, second = (part.conclusion for part in conjuncts(kernel.assume(instance(some, p))))
    mean = at(staircase_mean_of_affine(), *law, p, q, given=[range_])
    square = _as_mean(normalised(second), law, range_, ZERO, ZERO, term("q^2", q=q))
    whole = kernel.conjoin(in_the_words_of(first, mean), in_the_words_of(second, square))
    return derived.follow(symmetric(plain), kernel.witness(some, p, whole))


# -- privacy -----------------------------------------------------------------------------------------------------------


@lemma("forall n x. integer(n) and 0 <= n implies -1 <= x implies "
       "x < n implies exists i. integer(i) and 0 <= i and i - 1 <= x and x < i", depth=4)  # fmt: skip
def step_below(goal: Goal) -> Proved:
    """A number from -1 to n lies on a step that ends in an integer."""
    n, x = goal.variables
    low = kernel.assume(goal.given[1])
    some = applied(goal.conclusion, "implies", 2) or unknown(goal.conclusion)

    def on(i: Term, given: Sequence[Proved]) -> Proved:
        wanted = instance(some[1], i)
        return kernel.witness(some[1], i, in_the_words_of(wanted, shown(wanted, given)))

    start = kernel.assume(substituted(some[0], {n: ZERO}))
    base = kernel.discharge(start.conclusion, on(ZERO, [low, start]))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        following = term("k + 1", k=k)
        below = kernel.assume(substituted(some[0], {n: following}))
        which = either(term("x < k", x=x, k=k))
        earlier, later = (kernel.assume(part) for part in applied(which.conclusion, "or", 2) or ())
        found = kernel.cases(which, kernel.detach(assumed, earlier), on(following, [known, below, later]))
        return kernel.discharge(below.conclusion, found)

    return induct(n, goal.conclusion, base, step)


STEP = "integer(i) and 0 <= i and (i - 1 + g) * d <= abs(z) and abs(z) < (i + g) * d"


@lemma(f"forall g d z. 0 <= g and g <= 1 and 0 < d implies exists i. {STEP}")
def some_step(goal: Goal) -> Proved:
    """Every number lies on a step."""
    names: dict[str, Term] = dict(zip("gdz", goal.variables, strict=True))
    n, i = Free("n #0"), Free("i #0")
    range_ = kernel.assume(goal.given[0])
    names |= {"i": i, "n": n, "Z": term("abs(z)", **names)}
    names["x"] = term("Z / d - g", **names)
    size = of_absolute_values(term("0 <= abs(z)", **names))
    scaled = arithmetic(term("(x + g) * d = Z", **names), range_)
    share = arithmetic(term("0 <= Z / d", **names), size, range_)
    low = arithmetic(term("-1 <= x", **names), share, range_, opaque=True)
    some = specialise(kernel.axiom("archimedes"), term("x^2", **names))
    large = kernel.assume(instance(some.conclusion, n))
    whole, above = conjuncts(large)
    not_negative = arithmetic(term("0 <= n", **names), above, opaque=True)
    more = arithmetic(term("x < n + 1", **names), above, opaque=True)
    following = [shown(term("integer(n + 1)", n=n), [whole]), arithmetic(term("0 <= n + 1", n=n), not_negative)]
    known = at(step_below(), term("n + 1", n=n), names["x"], given=[*following, low, more], premises=3)
    step = kernel.assume(instance(known.conclusion, i))
    parts = list(conjuncts(step))
    found = [
        arithmetic(term("(i - 1 + g) * d <= Z", **names), scaled, range_, parts[2], opaque=True),
        arithmetic(term("Z < (i + g) * d", **names), scaled, range_, parts[3], opaque=True),
    ]
    own = kernel.witness(goal.conclusion, i, conjoined(*parts[:2], *found))
    return kernel.unpack(some, n, kernel.unpack(known, i, own))


@lemma(f"forall a g d f u v. {RANGE} implies staircase(a, g, d, f) implies abs(v) <= abs(u) + d implies "
       "a * f(u) <= f(v)", depth=10)  # fmt: skip
def staircase_apart(goal: Goal) -> Proved:
    """The densities at two numbers that are no more than the width of a step apart have a ratio of at most 1/a."""
    names: dict[str, Term] = dict(zip("agdfuv", goal.variables, strict=True))
    range_, near = kernel.assume(goal.given[0]), kernel.assume(goal.given[2])
    i, j = names["i"], names["j"] = Free("i #0"), Free("j #0")
    limits = arithmetic(term("0 <= g and g <= 1 and 0 < d", **names), range_)
    some = [at(some_step(), names["g"], names["d"], names[name], given=[limits]) for name in "uv"]
    steps = [kernel.assume(instance(one.conclusion, index)) for one, index in zip(some, (i, j), strict=True)]
    (whole, start, _, end), (other, least, low, _) = (list(conjuncts(step)) for step in steps)
    which = at(next_integer(), term("i + 1", **names), j, given=[shown(term("integer(i + 1)", i=i), [whole]), other])
    wanted = term("j <= i + 1", **names)
    first, second = (kernel.assume(part) for part in applied(which.conclusion, "or", 2) or ())
    gap = arithmetic(term("0 <= (j - i - 2) * d", **names), second, range_)
    against = arithmetic(wanted, gap, low, near, end, range_)
    order = kernel.cases(which, arithmetic(wanted, first), against)
    sizes = [kernel.conjoin(whole, start), kernel.conjoin(other, least)]
    fall = at(powers_fall(), names["a"], i, j, given=[range_, *sizes, order], premises=4)
    height = _first_height(names, range_)[1]
    names["c"] = term(HEIGHT, **names)
    falls = arithmetic(term("a * (c * a^i) <= c * a^j", **names), fall, height, opaque=True)
    heights = [_height(goal, names[name], step) for name, step in zip("uv", steps, strict=True)]
    found = rewritten(falls, *(by(symmetric(height)) for height in heights))
    return kernel.unpack(some[0], i, kernel.unpack(some[1], j, in_the_words_of(goal.conclusion, found)))


def _height(goal: Goal, z: Term, step: Proved) -> Proved:
    """|- f(z) = c * a^i, from the density of the goal and what says that z lies on the step i"""
    whole, start, low, high = conjuncts(step)
    density = rewritten(kernel.assume(goal.given[1]), unfolding("staircase", "staircase_height"))
    index = (applied(whole.conclusion, "integer", 1) or unknown(whole.conclusion))[0]
    return rewritten(at(at(density, index, given=[whole, start]), z, given=[low, high]))


@lemma(f"forall a g d l h f. {RANGE} and l < h and h - l <= d implies staircase(a, g, d, f) implies "
       "least_level_of_densities(l, h, fun t z. f(z - t), 1 / a)", depth=8)  # fmt: skip
def staircase_level(goal: Goal) -> Proved:
    """Answers t + N with staircase noise N have e^eps = 1/a for truths t in an interval no wider than a step."""
    names: dict[str, Term] = dict(zip("agdlhf", goal.variables, strict=True))
    changed = normal(goal.conclusion, unfolding("least_level_of_densities", "densities_between"))
    private, least = (part.conclusion for part in conjuncts(kernel.assume(sides(changed.conclusion)[1])))
    return derived.follow(
        symmetric(changed), kernel.conjoin(_private(private, goal, names), _least(least, goal, names))
    )


def _private(wanted: Term, goal: Goal, names: Mapping[str, Term]) -> Proved:
    """|- forall s t z. f(z - s) <= 1/a * f(z - t), by the triangle inequality."""
    s, t, z = (Free(f"{name} #0") for name in "stz")
    range_ = kernel.assume(goal.given[0])
    ends = {name: names[name] for name in "lh"}
    inside = [kernel.assume(term("l <= t and t <= h", t=truth, **ends)) for truth in (s, t)]
    u, v = (term("z - t", z=z, t=truth) for truth in (s, t))
    near = of_absolute_values(term("abs(v) <= abs(u) + d", u=u, v=v, d=names["d"]), *inside, *conjuncts(range_))
    law = [names[name] for name in "agdf"]
    known = at(staircase_apart(), *law, u, v, given=[range_, goal.given[1], near], premises=3)
    own = {"a": names["a"], "x": term("f(u)", f=names["f"], u=u), "y": term("f(v)", f=names["f"], v=v)}
    whole = generalise(arithmetic(term("x <= 1 / a * y", **own), known, range_), z)
    for truth, given in ((t, inside[1]), (s, inside[0])):
        whole = generalise(kernel.discharge(given.conclusion, whole), truth)
    return in_the_words_of(wanted, whole)


def _least(wanted: Term, goal: Goal, names: Mapping[str, Term]) -> Proved:
    """|- forall y. y is a level implies 1/a <= y, by the start of the step 2 of the noise on the truth l."""
    y = Free("y #0")
    range_ = kernel.assume(goal.given[0])
    premise, bound = applied(instance(wanted, y), "implies", 2) or unknown(wanted)
    low, high = names["l"], names["h"]
    ends = [arithmetic(term("l <= t and t <= h", t=truth, l=low, h=high), range_) for truth in (high, low)]
    answer = term("l + (1 + g) * d", **names)
    level = specialise(at(at(kernel.assume(premise), high, given=[ends[0]]), low, given=[ends[1]]), answer)
    product = arithmetic(term("0 <= g * d", **names), range_)
    heights = []
    for i, truth in ((ONE, high), (term("2"), low)):
        away = term("z - t", z=answer, t=truth)
        size = of_absolute_values(term("abs(z) = z", z=away), product, *conjuncts(range_))
        step = [
            shown(term("integer(i) and 0 <= i", i=i)),
            *(
                arithmetic(term(text, i=i, z=away, **names), size, product, range_)
                for text in ("(i - 1 + g) * d <= abs(z)", "abs(z) < (i + g) * d")
            ),
        ]
        heights.append(_height(goal, away, conjoined(*step)))
    corner = rewritten(level, *map(by, heights))
    names = {**names, "c": term(HEIGHT, **names), "y": y}
    height = _first_height(names, range_)[1]
    divided = arithmetic(term("1 <= y * a", **names), corner, height, range_, opaque=True)
    return generalise(kernel.discharge(premise, arithmetic(bound, divided, range_)), y)


# -- what is declared --------------------------------------------------------------------------------------------------


def moments_of_staircase_noise(goal: Goal) -> Proved:
    """That staircase noise has a density, and a moment of an affine function of it, as `moment_of_noise`."""
    return moment_of_noise(goal, STAIRCASE)


STAIRCASE = NoiseLaw(
    "", "staircase_mean", "staircase_variance", "agd", RANGE,
    staircase_is_law, staircase_mean_of_affine, staircase_mean_of_square, staircase_variance_of_affine,
    staircase_mean_of_size,
)  # fmt: skip


def level_of_staircase_noise(goal: Goal) -> Proved:
    """The smallest level of answers t + N with staircase noise N, for truths t no further apart than a step is wide.

    The last premise is staircase(a, g, d, f), and the conclusion least_level_of_densities(l, h, fun t z. f(z - t), x).
    ProofError where they are something else, or it is not so.
    """
    *law, f = applied(goal.given[-1], "staircase", 4) or unknown(goal.given[-1])
    facts = given_facts(goal)
    low, high, _, x = applied(goal.conclusion, "least_level_of_densities", 4) or unknown(goal.conclusion)
    names = {"l": low, "h": high, "d": law[-1]}
    ends = [arithmetic(term(text, **names), *facts) for text in ("l < h", "h - l <= d")]
    range_ = conjoined(*conjuncts(STAIRCASE.known_of(law, facts)), *ends)
    known = at(staircase_level(), *law, low, high, f, given=[range_, goal.given[-1]], premises=2)
    return in_the_words_of(goal.conclusion, with_value(known, x, *facts))
