"""Derivatives of sums, multiples, logarithms and inverses of affine functions; where they vanish."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    decided,
    generalise,
    induct,
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
    AT_MOST,
    FALSE,
    IMPLIES,
    LOG,
    PLUS,
    TRUE,
    Free,
    Number,
    Term,
    applied,
    equal,
    substituted,
)
from derivations.theory import sums
from derivations.theory.automatic import automatic, found, inverses, written_out
from derivations.theory.likelihood import log_of_likelihood, same_chance
from derivations.theory.logarithms import log_below
from derivations.theory.single_terms import at, by_conditions, each, each_with_next
from derivations.theory.sums import ONE, ZERO, in_range

_NEAR = unfolding("tangent_within")

# -- how near --------------------------------------------------------------------------------------------------------


@lemma("forall u v. 0 < u and 0 < v implies exists r. 0 < r and r <= u and r <= v")
def smaller_of_two(goal: Goal) -> Proved:
    """Below two positive numbers lies a positive one."""
    u, v = goal.variables
    value = term("if u <= v then u else v", u=u, v=v)
    both = by_conditions(term("0 < (if u <= v then u else v) and (if u <= v then u else v) <= u and "
                              "(if u <= v then u else v) <= v", u=u, v=v), *goal.given)  # fmt: skip
    return kernel.witness(goal.conclusion, value, both)


@lemma("forall f a d e r s. tangent_within(f, a, d, e, r) implies s <= r implies tangent_within(f, a, d, e, s)")
def nearer(goal: Goal) -> Proved:
    """What is so nearer than r is so nearer than s <= r."""
    _f, a, _d, _e, r, s = goal.variables
    x = Free("x #0")
    near = kernel.assume(term("abs(x - a) < s", x=x, a=a, s=s))
    closer = arithmetic(term("abs(x - a) < r", x=x, a=a, r=r), near, goal.given[1])
    found = at(rewritten(kernel.assume(goal.given[0]), _NEAR), x, given=[closer])
    return _everywhere(goal.conclusion, near, found, x)


def _everywhere(conclusion: Term, near: Proved, found: Proved, x: Free) -> Proved:
    """|- tangent_within(...), from what holds at x nearer than r."""
    whole = generalise(kernel.discharge(near.conclusion, found), x)
    plain = normal(conclusion, _NEAR)
    return derived.follow(symmetric(plain), rewritten(whole))


# -- sizes ----------------------------------------------------------------------------------------------------------

SIZE = "(if 0 <= u then u else -u)"
_SIZE = unfolding("abs")


def _by_sign(goal: Goal) -> Proved:
    """What is said of sizes, for numbers of either sign."""
    return reduced(normal(goal.conclusion, _SIZE), lambda it: by_conditions(it, *goal.given))


@lemma("forall u p. abs(u) <= p implies -p <= u and u <= p")
def between(goal: Goal) -> Proved:
    """A number that is at most p in size lies between -p and p."""
    u, _ = goal.variables
    sizes = by_conditions(term(f"u <= {SIZE} and -u <= {SIZE}", u=u))
    return arithmetic(goal.conclusion, sizes, rewritten(kernel.assume(goal.given[0]), _SIZE))


@lemma("forall u p. -p <= u and u <= p implies abs(u) <= p")
def as_absolute(goal: Goal) -> Proved:
    """A number between -p and p is at most p in size."""
    return _by_sign(goal)


@lemma("forall u. 0 <= abs(u)")
def size_not_negative(goal: Goal) -> Proved:
    """No size is negative."""
    return _by_sign(goal)


@lemma("forall c u p. -p <= u and u <= p implies c * u <= (c^2 + 1) * p and -(c * u) <= (c^2 + 1) * p")
def multiple_within(goal: Goal) -> Proved:
    """A multiple is at most c^2 + 1 times as far from 0."""
    c, u, p = goal.variables
    names = {"c": c, "u": u, "p": p}
    signs = [arithmetic(term(f"0 <= c^2 + 1 {sign} c", c=c)) for sign in "+-"]
    below, above = (arithmetic(term(text, u=u, p=p), *goal.given) for text in ("0 <= p - u", "0 <= p + u"))
    products = [
        arithmetic(term(f"0 <= ({gap}) * (c^2 + 1 {sign} c)", **names), factor, fact)
        for gap, fact in (("p - u", below), ("p + u", above))
        for sign, factor in zip("+-", signs, strict=True)
    ]
    return arithmetic(goal.conclusion, *products)


@lemma("forall c u v k e. 0 < e and 0 <= k implies abs(u) <= e / (2 * (c^2 + 1)) * k implies "
       "abs(v) <= e / 2 * k implies abs(c * u + v) <= e * k", depth=8)  # fmt: skip
def combined_within(goal: Goal) -> Proved:
    """How far a combination is from 0."""
    c, u, v, k, e = goal.variables
    first, second = (kernel.assume(formula) for formula in goal.given[1:])
    size = term("e / (2 * (c^2 + 1)) * k", e=e, c=c, k=k)
    positive = arithmetic(term("0 < c^2 + 1", c=c))
    within = [at(between(), value, bound, given=[fact]) for value, bound, fact in
              ((u, size, first), (v, term("e / 2 * k", e=e, k=k), second))]  # fmt: skip
    scaled = at(multiple_within(), c, u, size, given=within)
    half = arithmetic(term("(c^2 + 1) * (e / (2 * (c^2 + 1)) * k) = e / 2 * k", e=e, c=c, k=k), positive)
    names = dict(zip("cuvke", goal.variables, strict=True))
    total = arithmetic(term("-(e * k) <= c * u + v and c * u + v <= e * k", **names), scaled, half, *within)
    return at(as_absolute(), term("c * u + v", c=c, u=u, v=v), term("e * k", e=e, k=k), given=[total])


# -- rules -----------------------------------------------------------------------------------------------------------


def _near(given: Term, e: Term, small: Proved, radius: Free) -> tuple[Proved, Proved]:
    """That a function with a derivative has a radius for e; and that this is one, under that hypothesis."""
    some = at(rewritten(kernel.assume(given), unfolding("derivative")), e, given=[small])
    return some, kernel.assume(instance(some.conclusion, radius))


@lemma("forall c f g a d h. derivative(f, a, d) implies derivative(g, a, h) implies "
       "derivative(fun x. c * f(x) + g(x), a, c * d + h)")  # fmt: skip
def of_combination(goal: Goal) -> Proved:
    """The derivative is linear."""
    c, f, g, a, d, h = goal.variables
    e, r, s, t, x = (Free(f"{name} #0") for name in "erstx")
    names = {"c": c, "f": f, "g": g, "a": a, "d": d, "h": h, "e": e, "x": x}
    positive = kernel.assume(term("0 < e", e=e))
    near = kernel.assume(term("abs(x - a) < t", x=x, a=a, t=t))
    parts = [term("e / (2 * (c^2 + 1))", e=e, c=c), term("e / 2", e=e)]
    square = arithmetic(term("0 < c^2 + 1", c=c))
    small = [arithmetic(term("0 < part", part=part), positive, square) for part in parts]
    first, one = _near(goal.given[0], parts[0], small[0], r)
    second, other = _near(goal.given[1], parts[1], small[1], s)
    both = at(smaller_of_two(), r, s, given=[*(next(conjuncts(own)) for own in (one, other))])
    closest = kernel.assume(instance(both.conclusion, t))
    bounds = [
        at(
            rewritten(at(nearer(), function, a, slope, part, radius, t, given=[own, closest], premises=2), _NEAR),
            x,
            given=[near],
        )
        for function, slope, part, radius, own in ((f, d, parts[0], r, one), (g, h, parts[1], s, other))
    ]
    values = [term(text, **names) for text in ("f(x) - f(a) - d * (x - a)", "g(x) - g(a) - h * (x - a)", "abs(x - a)")]
    distance = at(size_not_negative(), term("x - a", x=x, a=a))
    found = at(combined_within(), c, *values, e, given=[positive, distance, *bounds], premises=3)
    error = term("c * f(x) + g(x) - (c * f(a) + g(a)) - (c * d + h) * (x - a)", **names)
    same = arithmetic(equal(term("c * u + v", c=c, u=values[0], v=values[1]), error))
    some = some_radius(goal.conclusion, e, near, rewritten(found, by(same)), x, closest)
    for existence, radius in ((both, t), (second, s), (first, r)):
        some = kernel.unpack(existence, radius, some)
    return every_error(goal.conclusion, e, some)


def as_derivative(wanted: Term, known: Proved, *given: Term | Proved) -> Proved:
    """A derivative, or a second one, from that of a function with the same values, both by arithmetic."""
    x = Free("x #0")
    functions, slopes = zip(
        *((found[0], found[2]) for found in (_parts(known.conclusion), _parts(wanted))), strict=True
    )
    values = [sides(normal(term("f(x) = 0", f=function, x=x)).conclusion)[1] for function in functions]
    left, right = (normal(sides(value)[0], inverses) for value in values)
    first, second = (sides(side.conclusion)[1] for side in (left, right))
    middle = kernel.reflexive(first) if first == second else arithmetic(equal(first, second), opaque=True)
    value = derived.transitive(derived.transitive(left, middle), symmetric(right))
    word = "derivative" if applied(wanted, "derivative", 3) else "second_derivative"
    whole = kernel.congruent(kernel.reflexive(term(word)), kernel.abstracted(x, value))
    whole = kernel.congruent(whole, kernel.reflexive(_parts(wanted)[1]))
    return derived.follow(kernel.congruent(whole, arithmetic(equal(*slopes), *given)), known)


def _parts(formula: Term) -> tuple[Term, ...]:
    """The function, the point and the slope."""
    found = applied(formula, "derivative", 3) or applied(formula, "second_derivative", 3)
    assert found is not None
    return found


def some_radius(conclusion: Term, e: Free, near: Proved, found: Proved, x: Free, *given: Proved) -> Proved:
    """That there is a radius for e, from what holds at x nearer than one that is known to be positive."""
    _, radius = applied(near.conclusion, "<", 2) or (near.conclusion, near.conclusion)
    some = _wanted(conclusion, e)[1]
    positive, within = applied(instance(some, radius), "and", 2) or (some, some)
    return kernel.witness(
        some, radius, kernel.conjoin(arithmetic(positive, *given), _everywhere(within, near, found, x))
    )


def every_error(conclusion: Term, e: Free, some: Proved) -> Proved:
    """|- derivative(...), from a radius for every positive e."""
    positive, _ = _wanted(conclusion, e)
    whole = generalise(kernel.discharge(positive, some), e)
    return derived.follow(symmetric(normal(conclusion, unfolding("derivative"))), whole)


def _wanted(conclusion: Term, e: Free) -> tuple[Term, Term]:
    """0 < e, and that there is a radius for it."""
    meant = sides(normal(conclusion, unfolding("derivative")).conclusion)[1]
    positive, some = applied(instance(meant, e), "implies", 2) or (meant, meant)
    return positive, some


@lemma("forall D w m. D <= w and w <= (1 + w) * D implies -1 / 2 <= w implies 2 * w^2 <= m implies "
       "-m <= D - w and D - w <= m")  # fmt: skip
def log_error(goal: Goal) -> Proved:
    """How far a logarithm is from its tangent."""
    return automatic(goal)


@lemma("forall s w v m. 0 < s and s * (1 + w) * v = 1 implies -1 / 2 <= w implies 2 * w^2 <= m * s implies "
       "-m <= v - 1 / s + w / s and v - 1 / s + w / s <= m")  # fmt: skip
def inverse_error(goal: Goal) -> Proved:
    """How far an inverse is from its tangent."""
    return automatic(goal)


@lemma("forall c h k s w e. 0 < s and w * s = c * h and 0 <= k and -k <= h and h <= k implies "
       "(c^2 + 1) * k <= s / 2 implies -1 / 2 <= w")  # fmt: skip
def step_above(goal: Goal) -> Proved:
    """A small step does not take an affine function below half its value."""
    c, h, k, *_ = goal.variables
    product = at(multiple_within(), c, h, k, given=[kernel.assume(goal.given[0])])
    return arithmetic(goal.conclusion, product, *goal.given)


@lemma("forall c h k s w e. 0 < s and w * s = c * h and 0 <= k and h^2 = k^2 implies (c^2 + 1) * k <= e * s^2 implies "
       "w^2 <= e * k")  # fmt: skip
def step_squared(goal: Goal) -> Proved:
    """The square of a small step is small against the step."""
    names = dict(zip("chkswe", goal.variables, strict=True))
    grown = arithmetic(term("(c^2 + 1) * k * k <= e * s^2 * k", **names), *goal.given)
    square = arithmetic(term("w^2 * s^2 = c^2 * k^2", **names), *goal.given)
    whole = arithmetic(term("(e * k - w^2) * s^2 >= 0", **names), grown, square)
    return arithmetic(goal.conclusion, whole, goal.given[0])


@lemma("forall h. h^2 = abs(h)^2")
def square_of_size(goal: Goal) -> Proved:
    """A number and its size have the same square."""
    return _by_sign(goal)


@lemma("forall k K r u. 0 < K and k < r and r <= u / K implies K * k <= u")
def scaled_below(goal: Goal) -> Proved:
    """What is nearer than u/K, K times."""
    return automatic(goal)


def _of_affine(goal: Goal, scale: str, error: Callable[[Mapping[str, Term], list[Proved]], Proved]) -> Proved:
    """The derivative of a function of b + c*x, positive at a, from its error where 2 w^2 <= e*scale*|x - a|.

    Here w is the step c*(x - a) over s = b + c*a, at least -1/2.
    """
    e, r, x = (Free(f"{name} #0") for name in "erx")
    names: dict[str, Term] = {**dict(zip("bca", goal.variables, strict=True)), "e": e, "r": r, "x": x}
    names["s"], names["h"] = term("b + c * a", **names), term("x - a", **names)
    names["k"], names["K"] = term("abs(h)", **names), term("c^2 + 1", **names)
    names["w"], names["v"] = term("c * h / s", **names), term(f"e * ({scale}) / 2", **names)
    positive = [kernel.assume(goal.given[0]), kernel.assume(term("0 < e", **names)), arithmetic(term("0 < K", **names))]
    limits = [term("s / 2", **names), term("v * s^2", **names)]
    small = [arithmetic(term("0 < u / K", u=limit, **names), *positive) for limit in limits]
    both = at(smaller_of_two(), *(term("u / K", u=limit, **names) for limit in limits), given=small)
    closest, near = kernel.assume(instance(both.conclusion, r)), kernel.assume(term("k < r", **names))
    below = [
        at(scaled_below(), names["k"], names["K"], r, limit, given=[positive[2], near, closest]) for limit in limits
    ]
    size = at(size_not_negative(), names["h"])
    within = at(between(), names["h"], names["k"], given=[arithmetic(term("k <= k", **names))])
    scaled = arithmetic(term("w * s = c * h", **names), positive[0])
    facts = [*positive, scaled, size, within, specialise(square_of_size(), names["h"])]
    step = [names[name] for name in "chksw"]
    half = at(step_above(), *step, e, given=[*facts, below[0]], premises=2)
    square = at(step_squared(), *step, names["v"], given=[*facts, below[1]], premises=2)
    found = error(names, [*positive, scaled, half, square])
    some = some_radius(goal.conclusion, e, near, found, x, closest)
    return every_error(goal.conclusion, e, kernel.unpack(both, r, some))


@lemma("forall b c a. 0 < b + c * a implies derivative(fun x. log(b + c * x), a, c / (b + c * a))")
def of_logarithm(goal: Goal) -> Proved:
    """The derivative of the logarithm of an affine function, where that is positive."""

    def error(names: Mapping[str, Term], facts: list[Proved]) -> Proved:
        q = term("b + c * x", **names)
        own = arithmetic(term("0 < q", q=q), *facts)
        tangents = [at(log_below(), *pair, given=[facts[0], own]) for pair in ((names["s"], q), (q, names["s"]))]
        tangents = [next(conjuncts(tangent)) for tangent in tangents]
        gap = term("log(q) - log(s)", q=q, **names)
        bound = term("e * k", **names)
        steps = arithmetic(term("D <= w and w <= (1 + w) * D", D=gap, **names), *facts[:4], *tangents)
        squared = arithmetic(term("2 * w^2 <= m", m=bound, **names), *facts)
        small = at(log_error(), gap, names["w"], bound, given=[steps, facts[4], squared], premises=3)
        return as_error(goal, names, bound, small)

    return _of_affine(goal, "1", error)


def as_error(goal: Goal, names: Mapping[str, Term], bound: Term, *small: Proved) -> Proved:
    """|- |f(x) - f(a) - d*(x - a)| <= bound, from what is the same within bounds."""
    function, _, slope = _parts(goal.conclusion)
    left = normal(term("f(x) - f(a) - d * h", f=function, d=slope, **names))
    error = sides(left.conclusion)[1]
    bounds = term("-m <= u and u <= m", m=bound, u=error)
    return at(as_absolute(), error, bound, given=[arithmetic(bounds, *small, *goal.given)])


@lemma("forall b c a. 0 < b + c * a implies derivative(fun x. 1 / (b + c * x), a, -c / (b + c * a)^2)")
def of_inverse(goal: Goal) -> Proved:
    """The derivative of the inverse of an affine function, where that is positive."""

    def error(names: Mapping[str, Term], facts: list[Proved]) -> Proved:
        value, bound = term("1 / (b + c * x)", **names), term("e * k", **names)
        not_zero = arithmetic(term("b + c * x != 0", **names), *facts)
        product = arithmetic(term("s * (1 + w) * v = 1", **{**names, "v": value}), facts[0], facts[3], not_zero)
        squared = arithmetic(term("2 * w^2 <= m * s", m=bound, **names), *facts)
        given = [facts[0], product, facts[4], squared]
        small = at(inverse_error(), names["s"], names["w"], value, bound, given=given, premises=3)
        return as_error(goal, names, bound, small)

    return _of_affine(goal, "b + c * a", error)


@lemma("forall b c a. derivative(fun x. b + c * x, a, c)")
def of_affine(goal: Goal) -> Proved:
    """The derivative of an affine function."""
    b, c, a = goal.variables
    e, x = Free("e #0"), Free("x #0")
    names = {"b": b, "c": c, "a": a, "e": e, "x": x, "h": term("x - a", x=x, a=a)}
    near = kernel.assume(term("abs(h) < 1", **names))
    size = at(size_not_negative(), names["h"])
    names["k"] = term("abs(h)", **names)
    bound = term("e * k", **names)
    small = arithmetic(term("-m <= u and u <= m", m=bound, u=term("b + c * x - (b + c * a) - c * h", **names)),
                       kernel.assume(term("0 < e", e=e)), size)  # fmt: skip
    found = at(as_absolute(), term("b + c * x - (b + c * a) - c * h", **names), bound, given=[small])
    return every_error(goal.conclusion, e, some_radius(goal.conclusion, e, near, found, x))


@lemma("forall k h e. (k^2 + 1) * h <= e implies 0 <= h implies -(e * h) <= k * h^2 and k * h^2 <= e * h")
def square_error(goal: Goal) -> Proved:
    """A square is small against its root."""
    k, h, e = goal.variables
    names = {"k": k, "h": h, "e": e}
    larger = [arithmetic(term(f"0 <= k^2 + 1 {sign} k", k=k)) for sign in "+-"]
    size = kernel.assume(goal.given[1])
    grown = arithmetic(term("(k^2 + 1) * h * h <= e * h", **names), goal.given[0], size)
    square = arithmetic(term("0 <= h * h", h=h))
    squares = [
        arithmetic(term(f"0 <= (k^2 + 1 {sign} k) * (h * h)", **names), fact, square)
        for sign, fact in zip("+-", larger, strict=True)
    ]
    return arithmetic(goal.conclusion, grown, *squares)


@lemma("forall b c k a. derivative(fun x. b + c * x + k * x^2, a, c + 2 * k * a)")
def of_quadratic(goal: Goal) -> Proved:
    """The derivative of a quadratic polynomial."""
    e, x = Free("e #0"), Free("x #0")
    names: dict[str, Term] = {**dict(zip("bcka", goal.variables, strict=True)), "e": e, "x": x}
    names["h"] = term("x - a", **names)
    names["z"], names["r"] = term("abs(h)", **names), term("e / (k^2 + 1)", **names)
    positive = [kernel.assume(term("0 < e", e=e)), arithmetic(term("0 < k^2 + 1", **names))]
    near = kernel.assume(term("z < r", **names))
    same = arithmetic(term("r <= e / (k^2 + 1)", **names))
    below = at(scaled_below(), names["z"], term("k^2 + 1", **names), names["r"], e, given=[positive[1], near, same])
    size = at(size_not_negative(), names["h"])
    small = at(square_error(), names["k"], names["z"], e, given=[below, size], premises=2)
    square = specialise(square_of_size(), names["h"])
    found = as_error(goal, names, term("e * z", **names), small, square)
    positive_radius = arithmetic(term("0 < r", **names), *positive)
    return every_error(goal.conclusion, e, some_radius(goal.conclusion, e, near, found, x, positive_radius))


@lemma("forall b c k a. second_derivative(fun x. b + c * x + k * x^2, a, 2 * k)")
def of_quadratic_twice(goal: Goal) -> Proved:
    """The second derivative of a quadratic polynomial."""
    b, c, k, a = goal.variables
    x = Free("x #0")
    slope = term("fun x. c + 2 * k * x", c=c, k=k)
    near = term("abs(x - a) < 1", x=x, a=a)
    everywhere = generalise(kernel.discharge(near, specialise(of_quadratic(), b, c, k, x)), x)
    return twice(
        goal.conclusion,
        slope,
        specialise(of_affine(), c, term("2 * k", k=k), a),
        ONE,
        arithmetic(term("0 < 1")),
        everywhere,
    )


def _with_radius(wanted: Term, radius: Term, positive: Proved, everywhere: Proved) -> Proved:
    return kernel.witness(wanted, radius, kernel.conjoin(positive, everywhere))


def twice(conclusion: Term, slope: Term, of_slope: Proved, radius: Term, positive: Proved, near: Proved) -> Proved:
    """|- second_derivative(...), from the derivative of the slope, and the slope nearer than a radius."""
    plain = normal(conclusion, unfolding("second_derivative"))
    wanted = sides(plain.conclusion)[1]
    own = normal(instance(wanted, slope))
    _, nearby = applied(sides(own.conclusion)[1], "and", 2) or (wanted, wanted)
    both = kernel.conjoin(of_slope, _with_radius(nearby, radius, positive, near))
    return derived.follow(symmetric(plain), kernel.witness(wanted, slope, derived.follow(symmetric(own), both)))


@lemma("forall f g a d s. 0 < s implies (forall x. abs(x - a) < s implies f(x) = g(x)) implies "
       "derivative(g, a, d) implies derivative(f, a, d)", depth=8)  # fmt: skip
def of_local(goal: Goal) -> Proved:
    """The derivative depends on the values near the point only."""
    f, g, a, d, s = goal.variables
    e, r, t, x = (Free(f"{name} #0") for name in "ertx")
    names = {"f": f, "g": g, "a": a, "d": d, "s": s, "e": e, "r": r, "t": t, "x": x}
    positive, same = (kernel.assume(formula) for formula in goal.given[:2])
    some, own = _near(goal.given[2], e, kernel.assume(term("0 < e", e=e)), r)
    both = at(smaller_of_two(), r, s, given=[*conjuncts(own), positive])
    closest, near = kernel.assume(instance(both.conclusion, t)), kernel.assume(term("abs(x - a) < t", **names))
    within = rewritten(next(fact for fact in conjuncts(own) if applied(fact.conclusion, "tangent_within", 5)), _NEAR)
    error = at(within, x, given=[arithmetic(term("abs(x - a) < r", **names), near, closest)])
    equal_here = at(same, x, given=[arithmetic(term("abs(x - a) < s", **names), near, closest)])
    middle = arithmetic(term("abs(a - a) < s", **names), positive, rewritten(at(size_of_nothing(), a)))
    equal_there = at(same, a, given=[middle])
    found = rewritten(error, by(symmetric(equal_here)), by(symmetric(equal_there)))
    whole = some_radius(goal.conclusion, e, near, found, x, closest)
    for existence, radius in ((both, t), (some, r)):
        whole = kernel.unpack(existence, radius, whole)
    return every_error(goal.conclusion, e, whole)


@lemma("forall a. abs(a - a) = 0")
def size_of_nothing(goal: Goal) -> Proved:
    """No number is away from itself."""
    return _by_sign(goal)


# -- the logarithm of a likelihood -----------------------------------------------------------------------------------


@lemma("forall m f a d. integer(m) and 0 <= m implies (forall y in 1..m. derivative(f(y), a, d(y))) implies "
       "derivative(fun x. sum y in 1..m. f(y, x), a, sum(m, d))", depth=6)  # fmt: skip
def of_sum(goal: Goal) -> Proved:
    """The derivative of a finite sum."""
    m, f, a, d = goal.variables
    y = Free("y #0")
    premise = goal.given[1]
    whole = IMPLIES(premise, goal.conclusion)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end, names = PLUS(k, ONE), {"k": k, "f": f, "a": a, "d": d}
        everywhere, wanted = applied(substituted(whole, {m: end}), "implies", 2) or (whole, whole)
        own = kernel.assume(everywhere)
        inside = kernel.assume(in_range(y, k))
        before = kernel.detach(assumed, each(y, k, at(own, y, given=[known, inside])))
        last = at(own, end, given=[known])
        functions = term("f(k + 1)", **names), term("fun x. sum y in 1..k. f(y, x)", **names)
        slopes = term("d(k + 1)", **names), term("sum(k, d)", **names)
        both = at(of_combination(), ONE, functions[0], functions[1], a, *slopes, given=[last, before], premises=2)
        changed = normal(wanted, by(sums.sum_next(), [known]))
        found = as_derivative(sides(changed.conclusion)[1], both)
        return kernel.discharge(everywhere, derived.follow(symmetric(changed), found))

    premise_at_zero, wanted = applied(substituted(whole, {m: ZERO}), "implies", 2) or (whole, whole)
    changed = normal(wanted, by(sums.sum_0()))
    nothing = as_derivative(sides(changed.conclusion)[1], specialise(of_affine(), ZERO, ZERO, a))
    base = kernel.discharge(premise_at_zero, derived.follow(symmetric(changed), nothing))
    return kernel.detach(induct(m, whole, base, step), kernel.assume(premise))


@lemma("forall b c a x. 0 < b + c * a implies (c^2 + 1) * abs(x - a) <= (b + c * a) / 2 implies 0 < b + c * x")
def affine_stays_positive(goal: Goal) -> Proved:
    """An affine function that is positive at a is so near a."""
    _, c, a, x = goal.variables
    step, size = term("x - a", x=x, a=a), term("abs(x - a)", x=x, a=a)
    within = at(between(), step, size, given=[arithmetic(AT_MOST(size, size))])
    return arithmetic(goal.conclusion, at(multiple_within(), c, step, size, given=[within]), *goal.given)


@lemma("forall m b c a. integer(m) and 0 <= m implies (forall y in 1..m. 0 < b(y) + c(y) * a) implies exists r. "
       "0 < r and forall x. abs(x - a) < r implies forall y in 1..m. 0 < b(y) + c(y) * x", depth=6)  # fmt: skip
def positive_near(goal: Goal) -> Proved:
    """Finitely many affine functions that are positive at a are so near a."""
    m, b, c, a = goal.variables
    r, t, x, y = (Free(f"{name} #0") for name in "rtxy")
    whole = IMPLIES(goal.given[1], goal.conclusion)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end, names = PLUS(k, ONE), {"b": b, "c": c, "a": a, "k": k, "x": x, "t": t}
        premise, wanted = applied(substituted(whole, {m: end}), "implies", 2) or (whole, whole)
        own, inside = kernel.assume(premise), kernel.assume(in_range(y, k))
        some = kernel.detach(assumed, each(y, k, at(own, y, given=[known, inside])))
        positive, everywhere = conjuncts(kernel.assume(instance(some.conclusion, r)))
        last = at(own, end, given=[known])
        radius = term("(b(k + 1) + c(k + 1) * a) / 2 / (c(k + 1)^2 + 1)", **names)
        square = arithmetic(term("0 < c(k + 1)^2 + 1", **names))
        both = at(smaller_of_two(), r, radius, given=[positive, arithmetic(term("0 < u", u=radius), last, square)])
        closest, near = kernel.assume(instance(both.conclusion, t)), kernel.assume(term("abs(x - a) < t", **names))
        earlier = at(
            at(everywhere, x, given=[arithmetic(term("abs(x - a) < r", r=r, **names), near, closest)]),
            y,
            given=[inside],
        )
        limits = [
            term(text, **names) for text in ("abs(x - a)", "c(k + 1)^2 + 1", "t", "(b(k + 1) + c(k + 1) * a) / 2")
        ]
        below = at(scaled_below(), *limits, given=[square, near, closest])
        ends = [term(text, **names) for text in ("b(k + 1)", "c(k + 1)", "a", "x")]
        final = at(affine_stays_positive(), *ends, given=[last, below], premises=2)
        whole_range = kernel.discharge(near.conclusion, each_with_next(y, k, known, earlier, final))
        found = _with_radius(wanted, t, next(conjuncts(closest)), generalise(whole_range, x))
        for existence, variable in ((both, t), (some, r)):
            found = kernel.unpack(existence, variable, found)
        return kernel.discharge(premise, found)

    premise, wanted = applied(substituted(whole, {m: ZERO}), "implies", 2) or (whole, whole)
    nowhere = derived.absurd(term("0 < b(y) + c(y) * x", b=b, c=c, y=y, x=x), arithmetic(FALSE, in_range(y, ZERO)))
    everywhere = generalise(kernel.discharge(term("abs(x - a) < 1", x=x, a=a), each(y, ZERO, nowhere)), x)
    base = kernel.discharge(premise, _with_radius(wanted, ONE, arithmetic(term("0 < 1")), everywhere))
    return kernel.detach(induct(m, whole, base, step), kernel.assume(goal.given[1]))


OBSERVED = ("integer(n) and 0 <= n implies integer(m) and 0 <= m implies word(n, m, w) implies "
            "(forall x. forall y in 1..m. q(x, y) = b(y) + c(y) * x) implies "
            "(forall y in 1..m. 0 < b(y) + c(y) * a) implies ")  # fmt: skip
LOG_LIKELIHOOD = "fun x. log(chance(n, q(x), w))"
SLOPE = "sum y in 1..m. frequency(n, y)(w) * (c(y) / (b(y) + c(y) * {}))"


def _summed(goal: Goal, terms: str, slopes: str, one: Callable[[Proved, Mapping[str, Term]], Proved]) -> Proved:
    """|- derivative(fun x. sum y in 1..m. terms, a, sum y in 1..m. slopes), from that of each term."""
    n, m, _, b, c, w, a = goal.variables
    x, y = Free("x #0"), Free("y #0")
    names = {"n": n, "m": m, "b": b, "c": c, "w": w, "a": a, "x": x, "y": y}
    inside = kernel.assume(in_range(y, m))
    positive = at(kernel.assume(goal.given[4]), y, given=[inside])
    own = one(positive, names)
    values = {name: value for name, value in names.items() if name not in "xy"}
    families = [term(f"fun y x. {terms}", **values), term(f"fun y. {slopes}", **values)]
    wanted = term("derivative(f(y), a, d(y))", f=families[0], d=families[1], a=a, y=y)
    plain = normal(wanted)
    each_one = each(y, m, derived.follow(symmetric(plain), as_derivative(sides(plain.conclusion)[1], own, positive)))
    return rewritten(at(of_sum(), m, families[0], a, families[1], given=[goal.given[1], each_one], premises=2))


@lemma(f"forall n m q b c w a. {OBSERVED} derivative({LOG_LIKELIHOOD}, a, {SLOPE.format('a')})", depth=12)
def of_log_likelihood(goal: Goal) -> Proved:
    """The score: the derivative of log L, where the probabilities of the responses are affine and positive."""
    n, m, q, b, c, w, a = goal.variables
    x, y, r = (Free(f"{name} #0") for name in "xyr")
    names = {"n": n, "m": m, "q": q, "b": b, "c": c, "w": w, "a": a, "x": x, "y": y}

    def one(positive: Proved, names: Mapping[str, Term]) -> Proved:
        logarithm = at(of_logarithm(), *(term(text, **names) for text in ("b(y)", "c(y)", "a")), given=[positive])
        count = term("frequency(n, y)(w)", **names)
        function, _, slope = _parts(logarithm.conclusion)
        nothing = specialise(of_affine(), ZERO, ZERO, a)
        flat = as_derivative(term("derivative(fun x. 0, a, 0)", a=a), nothing)
        return at(
            of_combination(), count, function, term("fun x. 0"), a, slope, ZERO, given=[logarithm, flat], premises=2
        )

    total = _summed(
        goal, "frequency(n, y)(w) * log(b(y) + c(y) * x)", "frequency(n, y)(w) * (c(y) / (b(y) + c(y) * a))", one
    )
    some = at(positive_near(), m, b, c, a, given=[goal.given[1], goal.given[4]], premises=2)
    radius, everywhere = conjuncts(kernel.assume(instance(some.conclusion, r)))
    near = kernel.assume(term("abs(x - a) < r", x=x, a=a, r=r))
    law = term("fun y. b(y) + c(y) * x", **names)
    whole = at(log_of_likelihood(), n, m, law, w, given=[*goal.given[:3], at(everywhere, x, given=[near])], premises=4)
    affine = at(kernel.assume(goal.given[3]), x)
    chances = at(same_chance(), n, m, term("q(x)", **names), law, w, given=[*goal.given[:3], affine], premises=3)
    whole = derived.transitive(kernel.congruent(kernel.reflexive(LOG), chances), whole)
    same = rewritten(whole, unfolding("log_likelihood"))
    functions = (
        term(LOG_LIKELIHOOD, **{name: value for name, value in names.items() if name not in "axy"}),
        _parts(total.conclusion)[0],
    )
    _, _, slope = _parts(total.conclusion)
    close = generalise(kernel.discharge(near.conclusion, same), x)
    found = at(of_local(), *functions, a, slope, r, given=[radius, close, total], premises=3)
    return kernel.unpack(some, r, found)


CURVATURE = "sum y in 1..m. -(frequency(n, y)(w) * (c(y) / (b(y) + c(y) * a))^2)"


@lemma(f"forall n m q b c w a. {OBSERVED} second_derivative({LOG_LIKELIHOOD}, a, {CURVATURE})", depth=12)
def of_score(goal: Goal) -> Proved:
    """The second derivative of log L, where the probabilities of the responses are affine and positive."""
    n, m, q, b, c, w, a = goal.variables
    x, _y, r = (Free(f"{name} #0") for name in "xyr")
    names = {"n": n, "m": m, "q": q, "b": b, "c": c, "w": w}

    def one(positive: Proved, names: Mapping[str, Term]) -> Proved:
        inverse = at(of_inverse(), *(term(text, **names) for text in ("b(y)", "c(y)", "a")), given=[positive])
        function, _, slope = _parts(inverse.conclusion)
        flat = as_derivative(term("derivative(fun x. 0, a, 0)", a=a), specialise(of_affine(), ZERO, ZERO, a))
        values = term("frequency(n, y)(w) * c(y)", **names), function, term("fun x. 0"), a, slope, ZERO
        return at(of_combination(), *values, given=[inverse, flat], premises=2)

    total = _summed(
        goal,
        "frequency(n, y)(w) * (c(y) / (b(y) + c(y) * x))",
        "-(frequency(n, y)(w) * (c(y) / (b(y) + c(y) * a))^2)",
        one,
    )
    some = at(positive_near(), m, b, c, a, given=[goal.given[1], goal.given[4]], premises=2)
    radius, everywhere = conjuncts(kernel.assume(instance(some.conclusion, r)))
    near = kernel.assume(term("abs(x - a) < r", x=x, a=a, r=r))
    positive = at(everywhere, x, given=[near])
    score = at(of_log_likelihood(), n, m, q, b, c, w, x, given=[*goal.given[:4], positive], premises=5)
    slope = term(f"fun x. {SLOPE.format('x')}", **names)
    close = generalise(kernel.discharge(near.conclusion, score), x)
    return kernel.unpack(some, r, twice(goal.conclusion, slope, total, r, radius, close))


@lemma("forall f a d h. derivative(f, a, d) implies derivative(f, a, h) implies h <= d")
def not_steeper(goal: Goal) -> Proved:
    """No derivative is larger than another of the same function at the same point."""
    f, a, d, h = goal.variables
    r, s, t = (Free(f"{name} #0") for name in "rst")
    names = {"f": f, "a": a, "d": d, "h": h, "t": t}
    steeper = kernel.assume(term("d < h", **names))
    e, x = term("(h - d) / 4", **names), term("a + t / 2", **names)
    small = arithmetic(term("0 < e", e=e), steeper)
    (first, one), (second, other) = (
        _near(given, e, small, radius) for given, radius in zip(goal.given, (r, s), strict=True)
    )
    both = at(smaller_of_two(), r, s, given=[next(conjuncts(own)) for own in (one, other)])
    closest = kernel.assume(instance(both.conclusion, t))
    step, half = term("x - a", x=x, a=a), term("t / 2", t=t)
    size = at(as_absolute(), step, half, given=[arithmetic(term("-p <= u and u <= p", u=step, p=half), closest)])
    bounds = []
    for own, slope in ((one, d), (other, h)):
        within = rewritten(
            next(fact for fact in conjuncts(own) if applied(fact.conclusion, "tangent_within", 5)), _NEAR
        )
        near, _ = applied(instance(within.conclusion, x), "implies", 2) or (TRUE, TRUE)
        error = at(within, x, given=[arithmetic(near, size, closest)])
        value = term("f(x) - f(a) - d * (x - a)", f=f, x=x, a=a, d=slope)
        bounds.append(at(between(), value, term("e * k", e=e, k=term("abs(u)", u=step)), given=[error]))
    contradiction = arithmetic(FALSE, *bounds, size, closest, steeper)
    for existence, variable in ((both, t), (second, s), (first, r)):
        contradiction = kernel.unpack(existence, variable, contradiction)
    return arithmetic(goal.conclusion, kernel.discharge(steeper.conclusion, contradiction))


@lemma("forall f a d h. derivative(f, a, d) implies derivative(f, a, h) implies d = h")
def only_derivative(goal: Goal) -> Proved:
    """A function has at most one derivative at a point."""
    f, a, d, h = goal.variables
    orders = [at(not_steeper(), f, a, *pair, given=goal.given, premises=2) for pair in ((d, h), (h, d))]
    return arithmetic(goal.conclusion, *orders)


def of_counts(
    law: Proved, n: Term, w: Term, family: tuple[Term, Term, Term], point: Term, known: Sequence[Proved], size: int
) -> Proved:
    """What `of_log_likelihood` or `of_score` says of few responses, written out.

    The family q, b, c says that q(x, y) = b(y) + c(y)*x, which is positive at the point, as the rest shows by itself.
    """
    q, b, c = family
    affine = found(term(f"forall x. forall y in 1..{size}. q(x, y) = b(y) + c(y) * x", q=q, b=b, c=c))
    positive = found(term(f"forall y in 1..{size}. 0 < b(y) + c(y) * a", b=b, c=c, a=point), *known)
    number = Number(size)
    sizes = [kernel.literal(number), arithmetic(AT_MOST(ZERO, number))]
    given = [*known, *sizes, rewritten(affine), rewritten(positive)]
    return rewritten(at(law, n, number, q, b, c, w, point, given=given, premises=5), written_out, decided([]))
