"""Derivatives of squares and products, and of what is divided by a square or a cube of an affine function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    generalise,
    in_the_words_of,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    term,
    unfolding,
)
from derivations.logic.terms import AT_MOST, Free, Number, Term, applied, closed, equal
from derivations.theory.calculus import (
    affine_stays_positive,
    as_absolute,
    as_derivative,
    between,
    every_error,
    multiple_within,
    nearer,
    of_affine,
    of_combination,
    of_inverse,
    of_local,
    of_quadratic,
    scaled_below,
    size_not_negative,
    smaller_of_two,
    some_radius,
    square_of_size,
)
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE, ZERO


@lemma("forall v d E h k q e. 0 < e and 0 < q and q <= 1 and 0 <= k and h^2 = k^2 implies -(q*k) <= E and E <= q*k "
       "implies q*(4*(v^2 + 1)) <= e implies (8*(d^2 + 1))*k <= e implies "
       "-(e*k) <= (E + d*h)^2 + 2*(v*E) and (E + d*h)^2 + 2*(v*E) <= e*k", depth=12)  # fmt: skip
def squared_error(goal: Goal) -> Proved:
    """How far a square is from its tangent."""
    names = dict(zip(("v", "d", "E", "h", "k", "q", "e"), goal.variables, strict=True))
    numbers, within, small, close = map(kernel.assume, goal.given)
    gap = arithmetic(term("0 <= q*k - E and 0 <= q*k + E", **names), within)
    product = arithmetic(term("0 <= (q*k - E)*(q*k + E)", **names), gap)
    shrunk = arithmetic(term("0 <= (1 - q)*(1 + q)*(k*k)", **names), numbers)
    first = arithmetic(term("E^2 <= k^2", **names), product, shrunk)
    second = arithmetic(
        term("(E + d*h)^2 <= 2*E^2 + 2*d^2*h^2", **names), arithmetic(term("0 <= (E - d*h)^2", **names))
    )
    square = arithmetic(term("(E + d*h)^2 <= 2*(d^2 + 1)*k^2", **names), first, second, numbers)
    third = arithmetic(term("0 <= k*(e - (8*(d^2 + 1))*k)", **names), close, numbers)
    fourth = arithmetic(term("0 <= k*(e - q*(4*(v^2 + 1)))", **names), small, numbers)
    multiple = at(multiple_within(), names["v"], names["E"], term("q*k", **names), given=[within])
    positive = arithmetic(term("0 <= (E + d*h)^2 and 0 <= e*k", **names), numbers)
    return arithmetic(goal.conclusion, square, third, fourth, multiple, positive)


@lemma("forall f a d. derivative(f, a, d) implies derivative(fun x. f(x)^2, a, 2*f(a)*d)")
def of_square(goal: Goal) -> Proved:
    """The derivative of a square."""
    f, a, d = goal.variables
    e, q, r, t, x = (Free(f"{name} #0") for name in "eqrtx")
    names: dict[str, Term] = {"f": f, "a": a, "d": d, "e": e, "q": q, "r": r, "t": t, "x": x}
    names["h"], names["v"] = term("x - a", **names), term("f(a)", **names)
    names["k"], names["E"] = term("abs(h)", **names), term("f(x) - f(a) - d*(x - a)", **names)
    positive = kernel.assume(term("0 < e", e=e))
    limits = [term("e/(4*(v^2 + 1))", **names), term("e/(8*(d^2 + 1))", **names)]
    scales = [arithmetic(term(text, **names)) for text in ("0 < 4*(v^2 + 1)", "0 < 8*(d^2 + 1)")]
    small = [arithmetic(term("0 < u", u=limit), positive, scale) for limit, scale in zip(limits, scales, strict=True)]
    some = at(smaller_of_two(), ONE, limits[0], given=[arithmetic(term("0 < 1")), small[0]])
    rate = kernel.assume(instance(some.conclusion, q))
    near = at(rewritten(kernel.assume(goal.given[0]), unfolding("derivative")), q, given=[rate])
    own = kernel.assume(instance(near.conclusion, r))
    both = at(smaller_of_two(), r, limits[1], given=[next(conjuncts(own)), small[1]])
    closest, closer = kernel.assume(instance(both.conclusion, t)), kernel.assume(term("k < t", **names))
    tangent = rewritten(at(nearer(), f, a, d, q, r, t, given=[own, closest], premises=2), unfolding("tangent_within"))
    error = at(tangent, x, given=[closer])
    within = at(between(), names["E"], term("q*k", **names), given=[error])
    size = at(size_not_negative(), names["h"])
    square = specialise(square_of_size(), names["h"])
    rate_small = arithmetic(term("q*(4*(v^2 + 1)) <= e", **names), rate, scales[0])
    below = at(scaled_below(), names["k"], term("8*(d^2 + 1)", **names), t, e, given=[scales[1], closer, closest])
    numbers = [names[name] for name in ("v", "d", "E", "h", "k", "q", "e")]
    given = [positive, rate, size, square, within, rate_small, below]
    bounds = at(squared_error(), *numbers, given=given, premises=4)
    value = term("f(x)^2 - f(a)^2 - 2*f(a)*d*(x - a)", **names)
    bound = term("e*k", **names)
    same = arithmetic(term("-m <= u and u <= m", m=bound, u=value), bounds)
    found = at(as_absolute(), value, bound, given=[same])
    whole = some_radius(goal.conclusion, e, closer, found, x, closest)
    for existence, variable in ((both, t), (near, r), (some, q)):
        whole = kernel.unpack(existence, variable, whole)
    return every_error(goal.conclusion, e, whole)


@lemma("forall f g a d h. derivative(f, a, d) implies derivative(g, a, h) implies "
       "derivative(fun x. f(x)*g(x), a, d*g(a) + f(a)*h)")  # fmt: skip
def of_product(goal: Goal) -> Proved:
    """The derivative of a product: 4 f g = (f + g)^2 - (f - g)^2."""
    f, g, a, d, h = goal.variables
    minus = Number(-1)
    first, second = map(kernel.assume, goal.given)
    total = at(of_combination(), ONE, f, g, a, d, h, given=[first, second], premises=2)
    gap = at(of_combination(), minus, g, f, a, h, d, given=[second, first], premises=2)
    squares = []
    for one in (total, gap):
        function, _, slope = applied(one.conclusion, "derivative", 3) or ()
        squares.append(at(of_square(), function, a, slope, given=[one]))
    parts = [applied(square.conclusion, "derivative", 3) or () for square in squares]
    both = at(
        of_combination(), minus, parts[1][0], parts[0][0], a, parts[1][2], parts[0][2], given=squares[::-1], premises=2
    )
    function, _, slope = applied(both.conclusion, "derivative", 3) or ()
    flat = as_derivative(term("derivative(fun x. 0, a, 0)", a=a), specialise(of_affine(), ZERO, ZERO, a))
    quarter = at(
        of_combination(), term("1/4"), function, term("fun x. 0"), a, slope, ZERO, given=[both, flat], premises=2
    )
    return as_derivative(goal.conclusion, quarter)


@lemma("forall b c a. 0 < b + c*a implies exists r. 0 < r and forall x. abs(x - a) < r implies 0 < b + c*x", depth=4)
def positive_nearby(goal: Goal) -> Proved:
    """An affine function that is positive at a is so near a."""
    b, c, a = goal.variables
    x = Free("x #0")
    names = {"b": b, "c": c, "a": a, "x": x}
    positive = [kernel.assume(goal.given[0]), arithmetic(term("0 < c^2 + 1", c=c))]
    radius, half = term("(b + c*a)/2/(c^2 + 1)", **names), term("(b + c*a)/2", **names)
    near = kernel.assume(term("abs(x - a) < r", **names, r=radius))
    same = arithmetic(AT_MOST(radius, radius))
    limits = [term(text, **names) for text in ("abs(x - a)", "c^2 + 1")]
    below = at(scaled_below(), *limits, radius, half, given=[positive[1], near, same])
    there = at(affine_stays_positive(), b, c, a, x, given=[positive[0], below], premises=2)
    everywhere = generalise(kernel.discharge(near.conclusion, there), x)
    least = arithmetic(term("0 < r", r=radius), *positive)
    return kernel.witness(goal.conclusion, radius, kernel.conjoin(least, everywhere))


def locally(goal: Goal, known: Proved, names: Mapping[str, Term]) -> Proved:
    """The derivative of a quotient from that of a function which it is wherever b + c*x is positive."""
    function, a, _ = applied(goal.conclusion, "derivative", 3) or ()
    other, _, slope = applied(known.conclusion, "derivative", 3) or ()
    x, r = Free("x #0"), Free("r #0")
    facts = [kernel.assume(formula) for formula in goal.given]
    some = at(positive_nearby(), names["b"], names["c"], a, given=facts)
    radius, everywhere = conjuncts(kernel.assume(instance(some.conclusion, r)))
    near = kernel.assume(term("abs(x - a) < r", x=x, a=a, r=r))
    positive = at(everywhere, x, given=[near])
    both = sides(normal(term("f(x) = g(x)", f=function, g=other, x=x)).conclusion)[1]
    same = generalise(kernel.discharge(near.conclusion, arithmetic(both, positive, *facts)), x)
    found = at(of_local(), function, other, a, slope, r, given=[radius, same, known], premises=3)
    return as_derivative(goal.conclusion, kernel.unpack(some, r, found), *facts)


def inverse_square(names: Mapping[str, Term], given: Sequence[Proved]) -> Proved:
    """The derivative of 1/(b + c*x)^2."""
    inverse = at(of_inverse(), *(names[name] for name in "bca"), given=given)
    function, a, slope = applied(inverse.conclusion, "derivative", 3) or ()
    return at(of_square(), function, a, slope, given=[inverse])


def times(first: Proved, second: Proved) -> Proved:
    """The derivative of a product, from those of its factors."""
    parts = [applied(one.conclusion, "derivative", 3) or () for one in (first, second)]
    functions, slopes = [part[0] for part in parts], [part[2] for part in parts]
    return at(of_product(), *functions, parts[0][1], *slopes, given=[first, second], premises=2)


WHERE = "0 < b + c*a and n != 0 implies"
SPREAD = "(g + h*x)*(1 - g - h*x)/((b + c*x)^2*n)"
INTERCEPT, SLOPE = "h*(1 - 2*g)*b - 2*c*g*(1 - g)", "-(h*(1 - 2*g)*c + 2*h^2*b)"


@lemma(f"forall b c g h n a. {WHERE} derivative(fun x. {SPREAD}, a, ({INTERCEPT} + ({SLOPE})*a)/((b + c*a)^3*n))")
def of_spread(goal: Goal) -> Proved:
    """The derivative of p (1 - p)/q^2 for affine p and q, where q is positive: its numerator is affine too."""
    names = dict(zip("bcghna", goal.variables, strict=True))
    facts = [kernel.assume(formula) for formula in goal.given]
    coefficients = [term(text, **names) for text in ("g*(1 - g)", "h*(1 - 2*g)", "-h^2")]
    quadratic = specialise(of_quadratic(), *coefficients, names["a"])
    wanted = term("derivative(fun x. (g + h*x)*(1 - g - h*x)*(1/n), a, (h*(1 - 2*g) - 2*h^2*a)*(1/n))", **names)
    flat = as_derivative(
        term("derivative(fun x. 0, a, 0)", a=names["a"]), specialise(of_affine(), ZERO, ZERO, names["a"])
    )
    function, _, slope = applied(quadratic.conclusion, "derivative", 3) or ()
    values = term("1/n", n=names["n"]), function, term("fun x. 0"), names["a"], slope, ZERO
    scaled = as_derivative(wanted, at(of_combination(), *values, given=[quadratic, flat], premises=2), *facts)
    return locally(goal, times(scaled, inverse_square(names, facts)), names)


def slope_of_spread(
    wanted: Term, names: Mapping[str, Term], value: Callable[[Term, Proved], Proved], *facts: Proved
) -> Proved:
    """derivative(f, a, v), f(u) = (g + h*u)*(1 - g - h*u)/((b + c*u)^2*n) where b + c*u is not 0, as it is not at a.

    `names` are b, c, g, h and n; `value` shows that equation of a number u, given that b + c*u is not 0.
    """
    function, a, value_at = applied(wanted, "derivative", 3) or ()
    signs = arithmetic(term("0 < b + c*a or 0 < -b + -c*a", **names, a=a), *facts)
    known = arithmetic(term("n != 0", **names), *facts)
    found = []
    for side, (b, c) in zip(applied(signs.conclusion, "or", 2) or (), (("b", "c"), ("-b", "-c")), strict=True):
        first, second, positive = term(b, **names), term(c, **names), kernel.assume(side)
        own = at(of_spread(), first, second, names["g"], names["h"], names["n"], a, given=[positive, known])
        other, _, slope = applied(own.conclusion, "derivative", 3) or ()
        r, u = Free("r #0"), Free("u #0")
        some = at(positive_nearby(), first, second, a, given=[positive])
        radius, everywhere = conjuncts(kernel.assume(instance(some.conclusion, r)))
        near = kernel.assume(term("abs(u - a) < r", u=u, a=a, r=r))
        there = at(everywhere, u, given=[near])
        same = value(u, arithmetic(term("b + c*u != 0", **names, u=u), there))
        left, _ = sides(same.conclusion)
        over = arithmetic(term(f"(b + c*u)^2*n = ({b} + {c}*u)^2*n", **names, u=u), *facts)
        z = Free("z #0")
        spread = term("(g + h*u)*(1 - g - h*u)", **names, u=u)
        same = kernel.replace(over, closed(z, equal(left, term("s/z", s=spread, z=z))), same)
        close = generalise(kernel.discharge(near.conclusion, same), u)
        local = at(of_local(), function, other, a, slope, r, given=[radius, close, own], premises=3)
        same = arithmetic(equal(slope, value_at), positive, *facts)
        told = in_the_words_of(term("derivative(f, a, v)", f=function, a=a, v=slope), kernel.unpack(some, r, local))
        every = closed(z, term("derivative(f, a, z)", f=function, a=a, z=z))
        found.append(kernel.replace(same, every, told))
    return kernel.cases(signs, *found)


@lemma(f"forall b c A B n a. {WHERE} "
       "derivative(fun x. (A + B*x)/((b + c*x)^3*n), a, (B*(b + c*a) - 3*c*(A + B*a))/((b + c*a)^4*n))")  # fmt: skip
def of_cubic_quotient(goal: Goal) -> Proved:
    """The derivative of an affine function over the cube of another, where that is positive."""
    names = dict(zip("bcABna", goal.variables, strict=True))
    facts = [kernel.assume(formula) for formula in goal.given]
    affine = specialise(of_affine(), *(term(text, **names) for text in ("A*(1/n)", "B*(1/n)", "a")))
    inverse = at(of_inverse(), *(names[name] for name in "bca"), given=facts)
    return locally(goal, times(times(affine, inverse), inverse_square(names, facts)), names)


@lemma(f"forall b c g h a x. 0 < b + c*a and 0 < b + c*x and {SLOPE} < 0 and a != x "
       f"and (x - a)*({INTERCEPT} + ({SLOPE})*a) <= 0 implies "
       "(g + h*x)*(1 - g - h*x)*(b + c*a)^2 < (g + h*a)*(1 - g - h*a)*(b + c*x)^2")  # fmt: skip
def spread_falls(goal: Goal) -> Proved:
    """Where the slope of p (1 - p)/q^2 at a is not against it, the value at x is smaller, B being negative."""
    names = dict(zip("bcghax", goal.variables, strict=True))
    facts = goal.facts
    square = arithmetic(term("0 < (x - a)^2", **names), facts[3])
    bend = arithmetic(
        term("0 < -B*((x - a)^2*q)", **names, B=term(SLOPE, **names), q=term("b + c*a", **names)), square, *facts[:3]
    )
    slope, q = term(f"(x - a)*({INTERCEPT} + ({SLOPE})*a)", **names), term("b + c*a + (b + c*x)", **names)
    positive = arithmetic(term("0 < q", q=q), *facts[:2])
    along = arithmetic(term("0 <= -S*q", S=slope, q=q), positive, facts[4])
    return arithmetic(goal.conclusion, bend, along)
