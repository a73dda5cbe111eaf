"""The derivative of exp(k*x); integrals over a half line of a quadratic polynomial times exp(-k*x)."""

from __future__ import annotations

from derivations.logic import derived, kernel
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
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import EXP, Free, Term, applied
from derivations.theory.calculus import (
    as_absolute,
    as_derivative,
    as_error,
    between,
    every_error,
    multiple_within,
    of_quadratic,
    scaled_below,
    size_not_negative,
    some_radius,
    square_of_size,
)
from derivations.theory.densities import normalised, with_value
from derivations.theory.logarithms import EXP_0, exp_at_least, exp_positive
from derivations.theory.quotients import of_product
from derivations.theory.single_terms import at
from derivations.theory.sums import ZERO

# -- exp ---------------------------------------------------------------------------------------------------------------


@lemma("forall w. -1 / 2 <= w and w <= 1 / 2 implies 0 <= exp(w) - 1 - w and exp(w) - 1 - w <= 2 * w^2")
def exp_error(goal: Goal) -> Proved:
    """How far exp is from its tangent at 0."""
    (w,) = goal.variables
    above, _ = conjuncts(specialise(exp_at_least(), w))
    other, _ = conjuncts(specialise(exp_at_least(), term("-w", w=w)))
    positive = specialise(exp_positive(), w)
    one = _inverse(w)
    product = arithmetic(term("exp(w) * (1 - w) <= 1", w=w), one, other, positive)
    gap = arithmetic(term("(exp(w) - 1 - w) * (1 - w) <= w^2", w=w), product)
    half = arithmetic(term("(exp(w) - 1 - w) * (1 / 2) <= (exp(w) - 1 - w) * (1 - w)", w=w), above, *goal.given)
    return arithmetic(goal.conclusion, above, gap, half)


def _inverse(w: Term) -> Proved:
    """|- exp(w) * exp(-w) = 1"""
    split = specialise(kernel.axiom("exp_plus"), w, term("-w", w=w))
    nothing = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("w + -w = 0", w=w)))
    return arithmetic(term("exp(w) * exp(-w) = 1", w=w), split, nothing, EXP_0)


@lemma("forall k a. derivative(fun x. exp(k * x), a, k * exp(k * a))")
def of_exponential(goal: Goal) -> Proved:
    """The derivative of an exponential."""
    k, a = goal.variables
    e, x = Free("e #0"), Free("x #0")
    names: dict[str, Term] = {"k": k, "a": a, "e": e, "x": x}
    names |= {"h": term("x - a", **names), "E": term("exp(k * a)", **names), "K": term("k^2 + 1", **names)}
    names |= {"z": term("abs(h)", **names), "w": term("k * h", **names)}
    names["r"] = term("e / (2 * K * (E + e))", **names)
    names["W"] = term("exp(w)", **names)
    positive = [
        kernel.assume(term("0 < e", **names)),
        specialise(exp_positive(), term("k * a", **names)),
        arithmetic(term("0 < K", **names)),
    ]
    divisor = arithmetic(term("0 < 2 * K * (E + e)", **names), *positive)
    radius = arithmetic(term("0 < r", **names), divisor, positive[0])
    near = kernel.assume(term("z < r", **names))
    same = arithmetic(term("r <= e / (2 * K * (E + e))", **names), divisor)
    below = at(scaled_below(), names["z"], term("2 * K * (E + e)", **names), names["r"], e, given=[divisor, near, same])
    size = at(size_not_negative(), names["h"])
    within = at(between(), names["h"], names["z"], given=[arithmetic(term("z <= z", **names))])
    scaled = at(multiple_within(), k, names["h"], names["z"], given=[within])
    product = arithmetic(term("0 <= K * z * E", **names), *positive, size)
    few = arithmetic(term("K * z <= 1 / 2", **names), below, product, positive[0])
    small = arithmetic(term("-1 / 2 <= w and w <= 1 / 2", **names), scaled, few)
    low, high = conjuncts(at(exp_error(), names["w"], given=[small]))
    squared = specialise(square_of_size(), names["h"])
    slow = arithmetic(
        term("2 * K * E * z <= e", **names), below, arithmetic(term("0 <= K * z * e", **names), *positive, size)
    )
    grown = arithmetic(term("2 * K * E * z * z <= e * z", **names), slow, size)
    square = arithmetic(term("2 * E * w^2 <= 2 * K * E * z * z", **names), squared, positive[1])
    split = specialise(kernel.axiom("exp_plus"), term("k * a", **names), names["w"])
    whole = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("k * a + k * (x - a) = k * x", **names)))
    value = arithmetic(term("exp(k * x) = E * W", **names), split, whole)
    error = term("exp(k * x) - E - k * E * h", **names)
    bounds = [
        arithmetic(term(text, u=error, **names), value, low, high, positive[1])
        for text in ("0 <= u", "u <= 2 * E * w^2")
    ]
    inside = arithmetic(term("-(e * z) <= u and u <= e * z", u=error, **names), *bounds, square, grown)
    found = as_error(goal, names, term("e * z", **names), inside)
    return every_error(goal.conclusion, e, some_radius(goal.conclusion, e, near, found, x, radius))


def _parts(formula: Term) -> tuple[Term, ...]:
    """The function, the point and the slope of a derivative."""
    found = applied(formula, "derivative", 3)
    assert found is not None
    return found


# -- tails -------------------------------------------------------------------------------------------------------------


@lemma("forall M k x e T G. 0 < M and 0 < k and 0 < x and 0 < e and 0 < T implies T * G^3 = 1 implies k * x / 3 <= G "
       "implies 27 * M / (k^3 * e) <= x implies M * x^2 * T <= e")  # fmt: skip
def small_tail(goal: Goal) -> Proved:
    """M x^2 exp(-k x) is small for large x, as exp(k x) is at least (k x/3)^3."""
    names: dict[str, Term] = dict(zip("MkxeTG", goal.variables, strict=True))
    facts = goal.facts
    M, k, x, e, T, one, above, far = facts
    names["y"] = term("k * x / 3", **names)
    y = arithmetic(term("0 < y", **names), k, x)
    square = arithmetic(term("y^2 <= G^2", **names), arithmetic(term("0 <= (G - y) * (G + y)", **names), above, y))
    rest = arithmetic(term("0 <= (G^2 - y^2) * G + y^2 * (G - y)", **names), square, above, y)
    cube = arithmetic(term("y^3 <= G^3", **names), rest)
    product = arithmetic(term("T * y^3 <= 1", **names), arithmetic(term("0 <= T * (G^3 - y^3)", **names), T, cube), one)
    scaled = arithmetic(term("T * k^3 * x^3 <= 27", **names), product)
    divisor = arithmetic(term("0 < k^3 * e", **names), k, e)
    large = arithmetic(term("27 * M <= k^3 * e * x", **names), far, divisor)
    grown = arithmetic(term("M * T * k^3 * x^3 <= 27 * M", **names), scaled, M)
    factor = arithmetic(term("0 < k^3 * x", **names), k, x)
    whole = arithmetic(term("0 <= (e - M * x^2 * T) * (k^3 * x)", **names), grown, large)
    return arithmetic(goal.conclusion, whole, factor)


@lemma("forall A B C k. 0 < k implies tends_to(fun x. (A + B * x + C * x^2) * exp(-k * x), 0)")
def vanishing(goal: Goal) -> Proved:
    """A quadratic polynomial times exp(-k*x) converges to 0."""
    names: dict[str, Term] = dict(zip("ABCk", goal.variables, strict=True))
    e, x = Free("e #0"), Free("x #0")
    names |= {"e": e, "x": x, "M": term("A^2 + B^2 + C^2 + 3", **names)}
    names |= {"T": term("exp(-k * x)", **names), "G": term("exp(k * x / 3)", **names)}
    names["r"] = term("1 + 27 * M / (k^3 * e)", **names)
    rate, positive = kernel.assume(goal.given[0]), kernel.assume(term("0 < e", **names))
    divisor = arithmetic(term("0 < k^3 * e", **names), rate, positive)
    M = arithmetic(term("0 < M", **names))
    over = arithmetic(term("0 < 27 * M / (k^3 * e)", **names), divisor, M)
    beyond = kernel.assume(term("r <= x", **names))
    one = arithmetic(term("1 <= x", **names), beyond, over)
    far = arithmetic(term("27 * M / (k^3 * e) <= x", **names), beyond)
    third = term("k * x / 3", **names)
    above, _ = conjuncts(specialise(exp_at_least(), third))
    root = arithmetic(term("k * x / 3 <= G", **names), above)
    twice = specialise(kernel.axiom("exp_plus"), third, third)
    thrice = specialise(kernel.axiom("exp_plus"), term("k * x / 3 + k * x / 3", **names), third)
    whole = kernel.congruent(
        kernel.reflexive(EXP), arithmetic(term("k * x / 3 + k * x / 3 + k * x / 3 = k * x", **names))
    )
    power = arithmetic(term("exp(k * x) = G^3", **names), twice, thrice, whole)
    negative = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("-(k * x) = -k * x", **names)))
    inverse = arithmetic(term("T * G^3 = 1", **names), _inverse(term("k * x", **names)), negative, power)
    tail = specialise(exp_positive(), term("-k * x", **names))
    positives = arithmetic(term("0 < M and 0 < k and 0 < x and 0 < e and 0 < T", **names), M, rate, one, positive, tail)
    small = at(small_tail(), *(names[name] for name in "MkxeTG"), given=[positives, inverse, root, far], premises=4)
    powers = [arithmetic(term("x <= x^2", **names), one), arithmetic(term("1 <= x^2", **names), one)]
    terms = []
    for letter, value, bound in (("A", "1", powers[1]), ("B", "x", powers[0]), ("C", "x^2", powers[1])):
        for sign in "+-":
            factor = arithmetic(term(f"0 <= {letter}^2 + 1 {sign} {letter}", **names))
            known = arithmetic(term(f"0 <= ({letter}^2 + 1 {sign} {letter}) * {value}", **names), factor, one, bound)
            grown = arithmetic(term(f"0 <= ({letter}^2 + 1) * (x^2 - {value})", **names), bound)
            terms.append(
                arithmetic(term(f"0 <= ({letter}^2 + 1) * x^2 {sign} {letter} * {value}", **names), known, grown)
            )
    names["P"] = term("A + B * x + C * x^2", **names)
    bounds = [arithmetic(term(f"0 <= M * x^2 {sign} P", **names), *terms) for sign in "+-"]
    products = [
        arithmetic(term(f"0 <= (M * x^2 {sign} P) * T", **names), bound, tail)
        for sign, bound in zip("+-", bounds, strict=True)
    ]
    distance = term("P * T - v", v=ZERO, **names)
    inside = arithmetic(term("-e <= u and u <= e", u=distance, **names), *products, small)
    near = at(as_absolute(), distance, e, given=[inside])
    plain = normal(goal.conclusion, unfolding("tends_to"))
    meant = sides(plain.conclusion)[1]
    _, some = applied(instance(meant, e), "implies", 2) or (meant, meant)
    every = generalise(kernel.discharge(beyond.conclusion, near), x)
    found = kernel.witness(some, names["r"], in_the_words_of(instance(some, names["r"]), every))
    return derived.follow(symmetric(plain), generalise(kernel.discharge(positive.conclusion, found), e))


QUADRATIC = "p + q * x + r * x^2"
TAIL = f"fun x. ({QUADRATIC}) * exp(-k * x)"


@lemma(f"forall p q r k. 0 < k implies integral_above({TAIL}, 0, p / k + q / k^2 + 2 * r / k^3)")
def integral_of_tail(goal: Goal) -> Proved:
    """The integral of a quadratic polynomial times exp(-k*x) over the positive numbers."""
    names: dict[str, Term] = dict(zip("pqrk", goal.variables, strict=True))
    x = Free("x #0")
    rate = kernel.assume(goal.given[0])
    values = [
        term(text, **names) for text in ("-(p / k + q / k^2 + 2 * r / k^3)", "-(q / k + 2 * r / k^2)", "-(r / k)")
    ]
    names |= dict(zip("ABC", values, strict=True))
    polynomial = specialise(of_quadratic(), *values, x)
    decay = specialise(of_exponential(), term("-k", **names), x)
    functions = [_parts(own.conclusion) for own in (polynomial, decay)]
    (first, _, rise), (second, _, fall) = functions
    known = at(of_product(), first, second, x, rise, fall, given=[polynomial, decay], premises=2)
    value = term(f"({QUADRATIC}) * exp(-k * x)", x=x, **names)
    primitive = term("fun x. (A + B * x + C * x^2) * exp(-k * x)", **names)
    slope = as_derivative(term("derivative(F, x, v)", F=primitive, v=value, x=x), known, rate)
    everywhere = generalise(kernel.discharge(term("0 <= x", x=x), slope), x)
    limit = kernel.detach(specialise(vanishing(), *values, names["k"]), rate)
    nothing = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("-k * 0 = 0", **names)))
    return integral_from(goal.conclusion, primitive, everywhere, limit, derived.transitive(nothing, EXP_0), rate)


def integral_from(conclusion: Term, primitive: Term, everywhere: Proved, limit: Proved, *given: Proved) -> Proved:
    """|- integral_above(f, a, v), from its antiderivative and that to which this converges, as arithmetic says."""
    plain = normal(conclusion, unfolding("integral_above"))
    some = sides(plain.conclusion)[1]
    inside, growth = applied(instance(some, primitive), "and", 2) or (some, some)
    _, wanted = applied(normalised(growth), "tends_to", 2) or (growth, growth)
    own = with_value(limit, wanted, *given)
    whole = kernel.conjoin(in_the_words_of(inside, everywhere), in_the_words_of(growth, own))
    return derived.follow(symmetric(plain), kernel.witness(some, primitive, whole))
