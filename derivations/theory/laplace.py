"""Laplace noise: its density, the moments of an answer to which it is added, and privacy for truths in an interval.

Source: Dwork, McSherry, Nissim, Smith 2006.
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
    witnessed,
)
from derivations.logic.terms import AT_MOST, EXP, Free, Term, applied, equal, parts
from derivations.theory.automatic import given_facts
from derivations.theory.densities import NoiseLaw, moment_of_noise, normalised, of_same_function, unknown, with_value
from derivations.theory.exponential_tails import integral_of_tail
from derivations.theory.logarithms import EXP_0, exp_positive, exp_rises
from derivations.theory.single_terms import at, by_conditions, of_absolute_values
from derivations.theory.sums import ZERO

# -- moments -----------------------------------------------------------------------------------------------------------


@lemma("forall f g a v. (forall x. a <= x implies f(x) = g(x)) implies integral_above(f, a, v) implies "
       "integral_above(g, a, v)", depth=6)  # fmt: skip
def integral_of_same(goal: Goal) -> Proved:
    """The integral depends on the values of the function there only."""
    *_, a, _ = goal.variables
    x, F = Free("x #0"), Free("F #0", EXP.type)
    plain = normal(goal.conclusion, unfolding("integral_above"))
    known = rewritten(kernel.assume(goal.given[1]), unfolding("integral_above"))
    inside, growth = conjuncts(kernel.assume(instance(known.conclusion, F)))
    here = kernel.assume(term("a <= x", a=a, x=x))
    slope = rewritten(at(inside, x, given=[here]), by(at(kernel.assume(goal.given[0]), x, given=[here])))
    everywhere = generalise(kernel.discharge(here.conclusion, slope), x)
    some = sides(plain.conclusion)[1]
    found = kernel.witness(some, F, kernel.conjoin(everywhere, growth))
    return derived.follow(symmetric(plain), kernel.unpack(known, F, found))


QUADRATIC = "p + q * z + r * z^2"


@lemma(f"forall b p q r. 0 < b implies density_mean(laplace(b), fun z. {QUADRATIC}, p + 2 * b^2 * r)")
def laplace_mean_of_quadratic(goal: Goal) -> Proved:
    """The expectation of a quadratic polynomial in Laplace noise."""
    names: dict[str, Term] = dict(zip("bpqr", goal.variables, strict=True))
    scale = kernel.assume(goal.given[0])
    plain = normal(goal.conclusion, unfolding("density_mean", "laplace", "integral_everywhere"))
    some = sides(plain.conclusion)[1]
    values = [ZERO, *(term(f"p / 2 {sign} q * b / 2 + r * b^2", **names) for sign in "-+")]
    below, above, total = (part.conclusion for part in conjuncts(kernel.assume(instance(some, *values))))
    halves = [
        _half(wanted, minus, ("p", f"{minus}q", "r"), names, scale) for minus, wanted in (("-", below), ("", above))
    ]
    whole = conjoined(*halves, arithmetic(total))
    return derived.follow(symmetric(plain), witnessed(some, whole, *values))


@lemma("forall b. 0 < b implies density_mean(laplace(b), fun z. abs(z), b)")
def laplace_mean_of_size(goal: Goal) -> Proved:
    """The expected size of Laplace noise is its scale."""
    names: dict[str, Term] = {"b": goal.variables[0]}
    scale = kernel.assume(goal.given[0])
    plain = normal(goal.conclusion, unfolding("density_mean", "laplace", "integral_everywhere"))
    some = sides(plain.conclusion)[1]
    values = [ZERO, *(term("b / 2", **names) for _ in range(2))]
    below, above, total = (part.conclusion for part in conjuncts(kernel.assume(instance(some, *values))))
    halves = [_half(wanted, minus, "010", names, scale) for minus, wanted in (("-", below), ("", above))]
    whole = conjoined(*halves, arithmetic(total))
    return derived.follow(symmetric(plain), witnessed(some, whole, *values))


def _half(wanted: Term, minus: str, powers: Sequence[str], names: dict[str, Term], scale: Proved) -> Proved:
    """|- integral_above(f, a, v), where a = 0, of the density on one side of 0 times a quadratic polynomial of |z|.

    `powers` are its coefficients, texts over the names.
    """
    x = Free("x #0")
    f, start, value = applied(wanted, "integral_above", 3) or (wanted, wanted, wanted)
    rate = arithmetic(term("0 < 1 / b", **names), scale)
    halved = [*(term(f"{power} / (2 * b)", **names) for power in powers), term("1 / b", **names)]
    tail = with_value(at(integral_of_tail(), *halved, given=[rate]), value, scale)
    g, *_ = applied(tail.conclusion, "integral_above", 3) or (wanted,)
    here = kernel.assume(term("0 <= x", x=x))
    size = by_conditions(term("(if 0 <= u then u else -u) = x", u=term(f"{minus}x", x=x), x=x), here)
    left, right = (normal(term("h(x)", h=h, x=x), unfolding("abs"), by(size)) for h in (g, f))
    exponents = [part for side in (left, right) for part in _exponents(side)]
    same = kernel.congruent(kernel.reflexive(EXP), arithmetic(equal(*exponents), scale))
    equal_here = arithmetic(equal(*(sides(side.conclusion)[1] for side in (left, right))), same, scale)
    worth = derived.transitive(derived.transitive(left, equal_here), symmetric(right))
    everywhere = generalise(kernel.discharge(here.conclusion, worth), x)
    found = at(integral_of_same(), g, f, ZERO, value, given=[rewritten(everywhere), tail], premises=2)
    moved = normal(wanted, by(arithmetic(equal(start, ZERO))))
    return derived.follow(symmetric(moved), rewritten(found))


def _exponents(theorem: Proved) -> list[Term]:
    return [found[0] for part in parts(sides(theorem.conclusion)[1]) if (found := applied(part, "exp", 1))]


def _as_mean(wanted: Term, b: Term, scale: Proved, *powers: Term) -> Proved:
    """|- density_mean(laplace(b), g, v), where g is the quadratic polynomial with these coefficients."""
    return of_same_function(wanted, at(laplace_mean_of_quadratic(), b, *powers, given=[scale]))


@lemma("forall b. 0 < b implies density(laplace(b))")
def laplace_is_density(goal: Goal) -> Proved:
    """Laplace noise has a density."""
    (b,) = goal.variables
    z = Free("z #0")
    scale = kernel.assume(goal.given[0])
    plain = normal(goal.conclusion, unfolding("density"))
    everywhere, mass = (part.conclusion for part in conjuncts(kernel.assume(sides(plain.conclusion)[1])))
    positive = at(laplace_positive(), b, z, given=[scale])
    own = arithmetic(term("0 <= laplace(b)(z)", b=b, z=z), positive)
    not_negative = in_the_words_of(everywhere, generalise(own, z))
    mean = _as_mean(term("density_mean(laplace(b), fun z. 1, 1)", b=b), b, scale, *map(term, "100"))
    f = term("laplace(b)", b=b)
    one = kernel.abstracted(z, arithmetic(term("1 * f(z) = f(z)", f=f, z=z)))
    same = derived.transitive(one, derived.eta(f))
    whole = rewritten(mean, unfolding("density_mean"), by(same))
    return derived.follow(symmetric(plain), kernel.conjoin(not_negative, in_the_words_of(mass, whole)))


@lemma("forall b p q. 0 < b implies density_mean(laplace(b), fun z. p + q * z, p)")
def laplace_mean_of_affine(goal: Goal) -> Proved:
    """The expectation of an affine function of Laplace noise."""
    b, p, q = goal.variables
    return _as_mean(goal.conclusion, b, kernel.assume(goal.given[0]), p, q, ZERO)


@lemma("forall b p q. 0 < b implies density_mean(laplace(b), fun z. (p + q * z)^2, p^2 + 2 * b^2 * q^2)")
def laplace_mean_of_square(goal: Goal) -> Proved:
    """The expected square of an affine function of Laplace noise."""
    b, p, q = goal.variables
    powers = [term(text, p=p, q=q) for text in ("p^2", "2 * p * q", "q^2")]
    return _as_mean(goal.conclusion, b, kernel.assume(goal.given[0]), *powers)


@lemma("forall b p q. 0 < b implies density_variance(laplace(b), fun z. p + q * z, 2 * b^2 * q^2)")
def laplace_variance_of_affine(goal: Goal) -> Proved:
    """The variance of an affine function of Laplace noise."""
    b, p, q = goal.variables
    scale = kernel.assume(goal.given[0])
    plain = normal(goal.conclusion, unfolding("density_variance"))
    some = sides(plain.conclusion)[1]
    first, second = (part.conclusion for part in conjuncts(kernel.assume(instance(some, p))))
    mean = at(laplace_mean_of_affine(), b, p, q, given=[scale])
    square = _as_mean(normalised(second), b, scale, ZERO, ZERO, term("q^2", q=q))
    whole = kernel.conjoin(in_the_words_of(first, mean), in_the_words_of(second, square))
    return derived.follow(symmetric(plain), kernel.witness(some, p, whole))


@lemma("forall b z. 0 < b implies 0 < laplace(b)(z)")
def laplace_positive(goal: Goal) -> Proved:
    """The density of Laplace noise is positive everywhere."""
    b, z = goal.variables
    positive = specialise(exp_positive(), term("-(abs(z) / b)", z=z, b=b))
    return reduced(normal(goal.conclusion, unfolding("laplace")), lambda it: arithmetic(it, positive, *goal.given))


# -- privacy -----------------------------------------------------------------------------------------------------------


@lemma("forall b s t w z. 0 < b implies abs(s - t) <= w implies "
       "laplace(b)(z - s) <= exp(w / b) * laplace(b)(z - t)")  # fmt: skip
def laplace_apart(goal: Goal) -> Proved:
    """The densities of an answer to two numbers that are w apart have a ratio of at most exp(w/b)."""
    names: dict[str, Term] = dict(zip("bstwz", goal.variables, strict=True))
    scale = kernel.assume(goal.given[0])
    names |= {"S": term("abs(z - s)", **names), "T": term("abs(z - t)", **names)}
    near = kernel.assume(goal.given[1])
    plain = rewritten(near, unfolding("abs"))
    triangle = of_absolute_values(term("T - S <= w", **names), plain)
    lower, higher = (term(text, **names) for text in ("-(S / b)", "w / b + -(T / b)"))
    order = arithmetic(AT_MOST(lower, higher), triangle, scale)
    grown = at(exp_rises(), lower, higher, given=[order])
    split = specialise(kernel.axiom("exp_plus"), term("w / b", **names), term("-(T / b)", **names))
    shown = arithmetic(
        term("exp(-(S / b)) / (2 * b) <= exp(w / b) * (exp(-(T / b)) / (2 * b))", **names), grown, split, scale
    )
    return reduced(normal(goal.conclusion, unfolding("laplace")), lambda it: in_the_words_of(it, shown))


@lemma("forall b l h. 0 < b and l <= h implies "
       "least_level_of_densities(l, h, fun t z. laplace(b)(z - t), exp((h - l) / b))")  # fmt: skip
def laplace_level(goal: Goal) -> Proved:
    """Answers t + N with Laplace noise N of scale b have the smallest eps (h - l)/b for truths t from l to h."""
    names: dict[str, Term] = dict(zip("blh", goal.variables, strict=True))
    changed = normal(goal.conclusion, unfolding("least_level_of_densities", "densities_between", "laplace"))
    private, least = (part.conclusion for part in conjuncts(kernel.assume(sides(changed.conclusion)[1])))
    return derived.follow(
        symmetric(changed), kernel.conjoin(_private(private, goal, names), _least(least, goal, names))
    )


def _private(wanted: Term, goal: Goal, names: Mapping[str, Term]) -> Proved:
    """|- forall s t z. f(s, z) <= exp((h - l)/b) * f(t, z), by the triangle inequality."""
    s, t, z = (Free(f"{name} #0") for name in "stz")
    scale, _ = conjuncts(kernel.assume(goal.given[0]))
    inside = [kernel.assume(term("l <= t and t <= h", t=truth, **_ends(names))) for truth in (s, t)]
    width = term("h - l", **_ends(names))
    near = of_absolute_values(term("abs(s - t) <= w", s=s, t=t, w=width), *inside)
    known = at(laplace_apart(), names["b"], s, t, width, z, given=[scale, near], premises=2)
    whole = generalise(rewritten(known, unfolding("laplace")), z)
    for truth, given in ((t, inside[1]), (s, inside[0])):
        whole = generalise(kernel.discharge(given.conclusion, whole), truth)
    return in_the_words_of(wanted, whole)


def _least(wanted: Term, goal: Goal, names: Mapping[str, Term]) -> Proved:
    """|- forall y. y is a level implies exp((h - l)/b) <= y, by the answer h to the truths h and l."""
    y = Free("y #0")
    scale, order = conjuncts(kernel.assume(goal.given[0]))
    premise, bound = applied(instance(wanted, y), "implies", 2) or (wanted, wanted)
    low, high = names["l"], names["h"]
    truths = [arithmetic(term("l <= t and t <= h", t=truth, **_ends(names)), order) for truth in (high, low)]
    level = specialise(at(at(kernel.assume(premise), high, given=[truths[0]]), low, given=[truths[1]]), high)
    sizes = [of_absolute_values(term(text, **names), order) for text in ("abs(h - h) = 0", "abs(h - l) = h - l")]
    corner = rewritten(level, *map(by, sizes))
    exponents = [part[0] for side in parts(corner.conclusion) if (part := applied(side, "exp", 1))]
    nothing, gap = exponents
    one = derived.transitive(kernel.congruent(kernel.reflexive(EXP), arithmetic(equal(nothing, ZERO), scale)), EXP_0)
    split = specialise(kernel.axiom("exp_plus"), gap, term("(h - l) / b", **names))
    whole = kernel.congruent(
        kernel.reflexive(EXP), arithmetic(equal(term("g + (h - l) / b", g=gap, **names), ZERO), scale)
    )
    inverse = arithmetic(term("exp(g) * exp((h - l) / b) = 1", g=gap, **names), split, whole, EXP_0)
    divided = arithmetic(term("1 <= y * exp(g)", y=y, g=gap), corner, one, scale)
    positive = specialise(exp_positive(), term("(h - l) / b", **names))
    found = arithmetic(bound, divided, inverse, positive)
    return generalise(kernel.discharge(premise, found), y)


def _ends(names: Mapping[str, Term]) -> dict[str, Term]:
    return {name: names[name] for name in "lh"}


# -- what is declared --------------------------------------------------------------------------------------------------


def moments_of_laplace_noise(goal: Goal) -> Proved:
    """That Laplace noise of scale b has a density, and a moment of an affine function of it, as `moment_of_noise`."""
    return moment_of_noise(goal, LAPLACE)


LAPLACE = NoiseLaw(
    "laplace", "density_mean", "density_variance", "b", "0 < b",
    laplace_is_density, laplace_mean_of_affine, laplace_mean_of_square, laplace_variance_of_affine,
    laplace_mean_of_size,
)  # fmt: skip


def level_of_laplace_noise(goal: Goal) -> Proved:
    """The smallest level of answers t + N with Laplace noise N of scale b, for truths t in an interval.

    The conclusion is least_level_of_densities(l, h, fun t z. laplace(b)(z - t), exp(v)); ProofError where it is
    something else, or not so.
    """
    facts = given_facts(goal)
    low, high, family, level = applied(goal.conclusion, "least_level_of_densities", 4) or unknown(goal.conclusion)
    t, z = Free("t #0"), Free("z #0")
    b, _ = applied(normalised(family(t, z)), "laplace", 2) or unknown(goal.conclusion)
    (worth,) = applied(level, "exp", 1) or unknown(level)
    both = arithmetic(term("0 < b and l <= h", b=b, l=low, h=high), *facts)
    known = at(laplace_level(), b, low, high, given=[both])
    *_, own = applied(known.conclusion, "least_level_of_densities", 4) or unknown(known.conclusion)
    (exponent,) = applied(own, "exp", 1) or unknown(own)
    same = kernel.congruent(kernel.reflexive(EXP), arithmetic(equal(exponent, worth), *facts))
    return in_the_words_of(goal.conclusion, rewritten(known, by(same)))
