"""Answers with a density that is constant between ends: mass, mean, variance, and privacy for truths in an interval.

Source: Wang, Xiao, Yang, Zhao, Hui, Shin, Shin, Yu 2019 (the piecewise mechanism).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NoReturn

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    ProofError,
    arithmetic,
    by,
    chain,
    conjoined,
    conjuncts,
    fresh,
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
    under,
    unfolding,
)
from derivations.logic.terms import (
    IMPLIES,
    NOT,
    Abstract,
    Apply,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    opened,
    quantified,
    substituted,
)
from derivations.theory.automatic import conditions, found, given_facts, inverses, written_out
from derivations.theory.calculus import (
    as_error,
    between,
    every_error,
    multiple_within,
    scaled_below,
    size_not_negative,
    some_radius,
    square_of_size,
)
from derivations.theory.single_terms import at, by_conditions, each, summed
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, meeting, sum_0, sum_next, sum_scale

# -- integrals ---------------------------------------------------------------------------------------------------------


@lemma("forall q j h z e. h^2 = z^2 and 0 <= z and z < 1 and -z <= h and h <= z implies "
       "(q^2 + j^2 + 2) * z <= e implies -(e * z) <= h^2 * (q + j * h) and h^2 * (q + j * h) <= e * z")  # fmt: skip
def cube_error(goal: Goal) -> Proved:
    """A square times what is bounded is small against its root."""
    names = dict(zip("qjhze", goal.variables, strict=True))
    facts = goal.facts
    within = arithmetic(term("-1 <= h and h <= 1", **names), *facts)
    step = at(multiple_within(), names["j"], names["h"], term("1"), given=[within])
    root = [arithmetic(term(f"0 <= q^2 + 1 {sign} q", **names)) for sign in "+-"]
    bounds = [
        arithmetic(term(f"0 <= q^2 + j^2 + 2 {sign} (q + j * h)", **names), step, fact)
        for sign, fact in zip("+-", root, strict=True)
    ]
    square = arithmetic(term("0 <= h^2", **names))
    products = [
        arithmetic(term(f"0 <= h^2 * (q^2 + j^2 + 2 {sign} (q + j * h))", **names), fact, square)
        for sign, fact in zip("+-", bounds, strict=True)
    ]
    grown = arithmetic(term("(q^2 + j^2 + 2) * z * z <= e * z", **names), facts[1], facts[-1])
    squared = arithmetic(term("(q^2 + j^2 + 2) * h^2 = (q^2 + j^2 + 2) * z * z", **names), facts[0])
    return arithmetic(goal.conclusion, *products, grown, squared)


@lemma("forall c k j a. derivative(fun x. c * x + k * x^2 + j * x^3, a, c + 2 * k * a + 3 * j * a^2)")
def of_cubic(goal: Goal) -> Proved:
    """The derivative of a cubic polynomial."""
    e, x = Free("e #0"), Free("x #0")
    names: dict[str, Term] = {**dict(zip("ckja", goal.variables, strict=True)), "e": e, "x": x}
    names["h"], names["q"] = term("x - a", **names), term("k + 3 * j * a", **names)
    names["z"], names["K"] = term("abs(h)", **names), term("q^2 + j^2 + 2", **names)
    names["r"] = term("e / (K + e)", **names)
    positive = [kernel.assume(term("0 < e", e=e)), arithmetic(term("0 < K", **names))]
    larger = arithmetic(term("0 < K + e", **names), *positive)
    small = [
        arithmetic(term("0 < r", **names), *positive, larger),
        arithmetic(term("r <= 1", **names), *positive, larger),
        arithmetic(term("r <= e / K", **names), *positive, larger),
    ]
    near = kernel.assume(term("z < r", **names))
    below = at(scaled_below(), names["z"], names["K"], names["r"], e, given=[positive[1], near, small[2]])
    size = at(size_not_negative(), names["h"])
    one = arithmetic(term("z < 1", **names), near, small[1])
    inside = at(between(), names["h"], names["z"], given=[arithmetic(term("z <= z", **names))])
    facts = [specialise(square_of_size(), names["h"]), size, one, inside, below]
    error = at(cube_error(), *(names[name] for name in "qjhze"), given=facts, premises=2)
    found = as_error(goal, names, term("e * z", **names), error)
    return every_error(goal.conclusion, e, some_radius(goal.conclusion, e, near, found, x, small[0]))


def with_value(known: Proved, value: Term, *given: Term | Proved) -> Proved:
    """|- R(..., v) from |- R(..., w), by v = w"""
    whole = known.conclusion
    assert isinstance(whole, Apply)
    same = arithmetic(equal(whole.argument, value), *given)
    return derived.follow(kernel.congruent(kernel.reflexive(whole.function), same), known)


QUADRATIC = "p + q * z + r * z^2"
OVER = "p * (b - a) + q * ((b^2 - a^2) / 2) + r * ((b^3 - a^3) / 3)"


@lemma(f"forall p q r a b. integral_over(fun z. {QUADRATIC}, a, b, {OVER})")
def integral_of_quadratic(goal: Goal) -> Proved:
    """The integral of a quadratic polynomial."""
    x = Free("x #0")
    names: dict[str, Term] = {**dict(zip("pqrab", goal.variables, strict=True)), "x": x}
    half, third = term("q / 2", **names), term("r / 3", **names)
    primitive = term("fun x. p * x + k * x^2 + j * x^3", p=names["p"], k=half, j=third)
    own = specialise(of_cubic(), names["p"], half, third, x)
    slope = with_value(own, term("p + q * x + r * x^2", **names))
    everywhere = generalise(kernel.discharge(term("a <= x <= b or b <= x <= a", **names), slope), x)
    plain = normal(goal.conclusion, unfolding("integral_over"))
    some = sides(plain.conclusion)[1]
    inside, ends = applied(instance(some, primitive), "and", 2) or (some, some)
    whole = kernel.conjoin(in_the_words_of(inside, everywhere), in_the_words_of(ends, arithmetic(normalised(ends))))
    return derived.follow(symmetric(plain), kernel.witness(some, primitive, whole))


def normalised(formula: Term) -> Term:
    """The formula with every function that is applied worked out."""
    return sides(normal(formula).conclusion)[1]


# -- moments -----------------------------------------------------------------------------------------------------------

MASS_OF_ONE = "(h(i) * (c(i + 1) - c(i)))"
FIRST_OF_ONE = "(h(i) * ((c(i + 1)^2 - c(i)^2) / 2))"
SECOND_OF_ONE = "(h(i) * ((c(i + 1)^3 - c(i)^3) / 3))"
MASS, FIRST, SECOND = (f"(sum i in 1..m. {piece})" for piece in (MASS_OF_ONE, FIRST_OF_ONE, SECOND_OF_ONE))
MOMENTS = f"{MASS} = 1 implies {FIRST} = k implies {SECOND} = l"


@lemma(f"forall m c h p q r. integer(m) and 0 <= m implies "
       f"step_mean(m, c, h, fun z. {QUADRATIC}, p * {MASS} + q * {FIRST} + r * {SECOND})")  # fmt: skip
def mean_of_quadratic(goal: Goal) -> Proved:
    """The expectation of a quadratic polynomial in the answer."""
    z, i = Free("z #0"), Free("i #0")
    names: dict[str, Term] = {**dict(zip("mchpqr", goal.variables, strict=True)), "z": z, "i": i}
    factors = [term(f"{name} * h(i)", **names) for name in "pqr"]
    own = specialise(integral_of_quadratic(), *factors, term("c(i)", **names), term("c(i + 1)", **names))
    function, *_, worth = applied(own.conclusion, "integral_over", 4) or ()
    written = normalised(term("f(z)", f=function, z=z))
    same = arithmetic(equal(written, term(f"({QUADRATIC}) * h(i)", **names)))
    head = kernel.congruent(kernel.reflexive(term("integral_over")), kernel.abstracted(z, same))
    value = f"p * {MASS_OF_ONE} + q * {FIRST_OF_ONE} + r * {SECOND_OF_ONE}"
    for end in (term("c(i)", **names), term("c(i + 1)", **names)):
        head = kernel.congruent(head, kernel.reflexive(end))
    own = derived.follow(kernel.congruent(head, arithmetic(equal(worth, term(value, **names)))), own)
    plain = normal(goal.conclusion, unfolding("step_mean"))
    some = sides(plain.conclusion)[1]
    parts = closed(i, term(value, **names))
    inside, total = applied(instance(some, parts), "and", 2) or (some, some)
    left, right = (chain(side).rewrite(in_sums(goal.given)) for side in sides(normalised(total)))
    summed = meeting(left, right)
    whole = kernel.conjoin(in_the_words_of(inside, each(i, names["m"], own)), in_the_words_of(total, summed))
    return derived.follow(symmetric(plain), kernel.witness(some, parts, whole))


def as_mean(wanted: Term, known: Proved, *given: Term | Proved) -> Proved:
    """An expectation from that of a function with the same values, both by arithmetic."""
    z = Free("z #0")
    (*law, function, value), (*_, other, worth) = (applied(f, "step_mean", 5) or () for f in (wanted, known.conclusion))
    written = [normal(term("g(z)", g=g, z=z)) for g in (function, other)]
    bodies = [sides(found.conclusion)[1] for found in written]
    same = kernel.abstracted(z, arithmetic(equal(*bodies)))
    head = kernel.reflexive(term("step_mean(m, c, h)", **dict(zip("mch", law, strict=True))))
    changed = kernel.congruent(kernel.congruent(head, same), arithmetic(equal(value, worth), *given))
    return in_the_words_of(wanted, derived.follow(symmetric(changed), rewritten(known)))


@lemma("forall m c h. integer(m) and 0 <= m implies (forall i in 1..m. c(i) <= c(i + 1) and 0 <= h(i)) implies "
       f"{MASS} = 1 implies step_density(m, c, h)", depth=6)  # fmt: skip
def is_density(goal: Goal) -> Proved:
    """Ends and heights are those of a density, if the pieces have the mass 1."""
    m, c, h = goal.variables
    own = specialise(mean_of_quadratic(), m, c, h, *map(term, "100"))
    known = kernel.detach(own, kernel.assume(goal.given[0]))
    plain = normal(goal.conclusion, unfolding("step_density"))
    _, mass = applied(sides(plain.conclusion)[1], "and", 2) or (plain.conclusion, plain.conclusion)
    whole = kernel.conjoin(kernel.assume(goal.given[1]), as_mean(mass, known, goal.given[2]))
    return derived.follow(symmetric(plain), whole)


@lemma(f"forall m c h p q k. integer(m) and 0 <= m implies {MASS} = 1 implies {FIRST} = k implies "
       "step_mean(m, c, h, fun z. p + q * z, p + q * k)")  # fmt: skip
def density_mean_of_affine(goal: Goal) -> Proved:
    """The expectation of an affine function of an answer with the mean k."""
    m, c, h, p, q, _ = goal.variables
    own = specialise(mean_of_quadratic(), m, c, h, p, q, term("0"))
    return as_mean(goal.conclusion, kernel.detach(own, kernel.assume(goal.given[0])), *goal.given[1:])


@lemma(f"forall m c h p q k l. integer(m) and 0 <= m implies {MOMENTS} implies "
       "step_variance(m, c, h, fun z. p + q * z, q^2 * (l - k^2))")  # fmt: skip
def density_variance_of_affine(goal: Goal) -> Proved:
    """The variance of an affine function of an answer with the mean k and the second moment l."""
    names = dict(zip("mchpqkl", goal.variables, strict=True))
    size = kernel.assume(goal.given[0])
    mean = at(density_mean_of_affine(), *(names[name] for name in "mchpqk"), given=goal.given[:3], premises=3)
    plain = normal(goal.conclusion, unfolding("step_variance"))
    some = sides(plain.conclusion)[1]
    expectation = term("p + q * k", **names)
    first, second = applied(instance(some, expectation), "and", 2) or (some, some)
    powers = [term(text, **names) for text in ("(q * k)^2", "-2 * q^2 * k", "q^2")]
    known = kernel.detach(specialise(mean_of_quadratic(), *(names[name] for name in "mch"), *powers), size)
    both = kernel.conjoin(in_the_words_of(first, mean), as_mean(second, known, *goal.given[1:]))
    return derived.follow(symmetric(plain), kernel.witness(some, expectation, both))


@lemma(f"forall m c h p q k l. integer(m) and 0 <= m implies {MOMENTS} implies "
       "step_mean(m, c, h, fun z. (p + q * z)^2, p^2 + 2 * p * q * k + q^2 * l)")  # fmt: skip
def mean_of_square(goal: Goal) -> Proved:
    """The expected square of an affine function of an answer with the mean k and the second moment l."""
    m, c, h, p, q, *_ = goal.variables
    powers = [term(text, p=p, q=q) for text in ("p^2", "2 * p * q", "q^2")]
    own = specialise(mean_of_quadratic(), m, c, h, *powers)
    return as_mean(goal.conclusion, kernel.detach(own, kernel.assume(goal.given[0])), *goal.given[1:])


# -- privacy -----------------------------------------------------------------------------------------------------------

INSIDE = "(if c(i) <= z and z < c(i + 1) then 1 else 0)"
ORDERED = "(forall i in 1..m. c(i) <= c(i + 1))"
SUPPORT = "(if c(1) <= z and z < c(m + 1) then 1 else 0)"


@lemma(f"forall m c z. integer(m) and 0 <= m implies {ORDERED} implies "
       f"c(1) <= c(m + 1) and (sum i in 1..m. {INSIDE}) = {SUPPORT}")  # fmt: skip
def one_piece(goal: Goal) -> Proved:
    """A number lies in one of the pieces, or in none where it is outside of all."""
    m, *_ = goal.variables
    body = IMPLIES(goal.given[1], goal.conclusion)
    start = normal(substituted(goal.conclusion, {m: ZERO}), by(sum_0()), by(arithmetic(term("0 + 1 = 1"))))
    base = derived.follow(symmetric(start), by_conditions(sides(start.conclusion)[1]))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        premise, conclusion = (substituted(part, {m: term("k + 1", k=k)}) for part in (goal.given[1], goal.conclusion))
        i = Free("i #0")
        ordered = kernel.assume(premise)
        earlier = under(specialise(ordered, i), [known, kernel.assume(in_range(i, k))])
        before = kernel.detach(assumed, each(i, k, earlier))
        last = under(specialise(ordered, term("k + 1", k=k)), [known])
        changed = normal(conclusion, by(sum_next(), [known]))
        shown = by_conditions(sides(changed.conclusion)[1], *conjuncts(before), last)
        return kernel.discharge(premise, derived.follow(symmetric(changed), shown))

    found = induct(m, body, kernel.discharge(substituted(goal.given[1], {m: ZERO}), base), step)
    return kernel.detach(found, kernel.assume(goal.given[1]))


BOUNDED = "(forall i in 1..m. low <= h(i) and h(i) <= high)"


@lemma(f"forall m c h z low high. integer(m) and 0 <= m implies {ORDERED} implies {BOUNDED} implies "
       f"low * {SUPPORT} <= step_at(m, c, h)(z) and step_at(m, c, h)(z) <= high * {SUPPORT}")  # fmt: skip
def bounded_density(goal: Goal) -> Proved:
    """Where it is not 0, a density lies between the least and the largest of its heights."""
    m, c, h, z, low, high = goal.variables
    i = Free("i #0")
    names = {"m": m, "c": c, "h": h, "z": z, "low": low, "high": high, "i": i}
    size = kernel.assume(goal.given[0])
    where = list(conjuncts(at(one_piece(), m, c, z, given=goal.given[:2], premises=2)))[-1]
    height = at(kernel.assume(goal.given[2]), i, given=[in_range(i, m)])
    found = []
    for bound, text in ((low, f"low * {INSIDE} <= h(i) * {INSIDE}"), (high, f"h(i) * {INSIDE} <= high * {INSIDE}")):
        one = by_conditions(term(text, **names), height)
        scaled = rewritten(at(sum_scale(), m, bound, term(f"fun i. {INSIDE}", c=c, z=z), given=[size]))
        found.append(rewritten(summed(i, m, one, given=[size]), by(scaled), by(where)))
    plain = normal(goal.conclusion, unfolding("step_at"))
    return derived.follow(symmetric(plain), in_the_words_of(sides(plain.conclusion)[1], kernel.conjoin(*found)))


KEPT = "(forall t. a <= t <= b implies (forall i in 1..m. c(t, i) <= c(t, i + 1)) and c(t, 1) = p and c(t, m + 1) = q)"


@lemma(f"forall a b m c h p q low high. integer(m) and 0 <= m implies {KEPT} implies {BOUNDED} implies "
       "0 < low and 0 <= high implies densities_between(a, b, fun t. step_at(m, c(t), h), high / low)",
       depth=13)  # fmt: skip
def private_densities(goal: Goal) -> Proved:
    """Densities that are 0 outside of one interval, and between two heights inside, are private at their ratio."""
    names: dict[str, Term] = dict(zip(("a", "b", "m", "c", "h", "p", "q", "low", "high"), goal.variables, strict=True))
    s, t, z = (Free(f"{name} #0") for name in "stz")
    bounds, truths = [], []
    for truth in (s, t):
        inside = kernel.assume(term("a <= t and t <= b", t=truth, **names))
        truths.append(inside)
        ordered, *ends = conjuncts(at(kernel.assume(goal.given[1]), truth, given=[inside]))
        law = term("c(t)", t=truth, **names)
        own = at(
            bounded_density(), names["m"], law, names["h"], z, names["low"], names["high"],
            given=[goal.given[0], ordered, goal.given[2]], premises=3,
        )  # fmt: skip
        bounds += [rewritten(part, *map(by, ends)) for part in conjuncts(own)]
    _, above, below, _ = bounds
    plain = normal(goal.conclusion, unfolding("densities_between"))
    private = sides(plain.conclusion)[1]
    names |= {"x": term("high / low", **names), "z": z}
    support = term("if p <= z and z < q then 1 else 0", **names)
    f = term("step_at(m, c(t), h)(z)", t=t, **names)
    level = arithmetic(term("0 <= x and x * low = high", **names), goal.given[3])
    grown = arithmetic(term("x * (low * w) <= x * f", w=support, f=f, **names), level, below)
    whole = arithmetic(
        term("g <= x * f", g=term("step_at(m, c(s), h)(z)", s=s, **names), f=f, **names), above, grown, level
    )
    whole = generalise(whole, z)
    for truth, inside in ((t, truths[1]), (s, truths[0])):
        whole = generalise(kernel.discharge(inside.conclusion, whole), truth)
    return derived.follow(symmetric(plain), in_the_words_of(private, whole))


# -- what is declared --------------------------------------------------------------------------------------------------


def moments_of_density(goal: Goal) -> Proved:
    """That numbers are the ends and heights of a density, and a moment of an affine function of the answer.

    The conclusion is step_density(m, c, h) and step_mean(m, c, h, fun z. p + q*z, v), or the same with (p + q*z)^2, or
    step_variance(m, c, h, fun z. p + q*z, v), for a small m. ProofError where it is something else, or not so.
    """
    density, moment = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    facts = given_facts(goal)
    mean, variance = applied(moment, "step_mean", 5), applied(moment, "step_variance", 5)
    *law, function, value = mean or variance or unknown(moment)
    own = density_of(density, facts)
    totals = [normal(term(total, **_names(law)), written_out, conditions, inverses) for total in (MASS, FIRST, SECOND)]
    mass, first, second = (sides(total.conclusion)[1] for total in totals)
    totals[0] = derived.transitive(totals[0], arithmetic(equal(mass, ONE), *facts))
    square, p, q = affine_or_square(function)
    size = shown(term("integer(m) and 0 <= m", m=law[0]))
    law_of = mean_of_square if square else density_variance_of_affine if variance else density_mean_of_affine
    moments = (first, second) if square or variance else (first,)
    known = at(law_of(), *law, p, q, *moments, given=[size, *totals], premises=2 + len(moments))
    return kernel.conjoin(own, with_value(known, value, *facts))


def affine_or_square(function: Term) -> tuple[bool, Term, Term]:
    """Whether it is fun z. (p + q*z)^2, else fun z. p + q*z, with p and q; ProofError where it is something else."""
    z = Free("z #0")
    body = opened(function, z) if isinstance(function, Abstract) else unknown(function)
    square = applied(body, "^", 2)
    p, scaled = applied(square[0] if square else body, "+", 2) or unknown(function)
    q, _ = applied(scaled, "*", 2) or unknown(function)
    return square is not None, p, q


SIZE = term("fun z. abs(z)")


@dataclass(frozen=True)
class NoiseLaw:
    """A law of noise: the words for it and its moments, what is said of its parameters, and the lemmas on them.

    A moment is mean(word(a), f, v), or mean(a, g, d, f, v) where the words of the moments are of this law only, and
    there is no word for it.
    """

    word: str
    mean: str
    variance: str
    letters: str  # of the parameters
    premise: str  # on them
    is_law: Callable[[], Proved]
    mean_of_affine: Callable[[], Proved]
    mean_of_square: Callable[[], Proved]
    variance_of_affine: Callable[[], Proved]
    mean_of_size: Callable[[], Proved]

    def read(self, head: Term) -> tuple[bool, Sequence[Term]]:
        """Whether a moment, without function and value, is a variance, and the parameters; ProofError for another."""
        for moment in (self.mean, self.variance):
            if self.word and (law := applied(head, moment, 1)):
                return moment == self.variance, applied(law[0], self.word, len(self.letters)) or unknown(head)
            if not self.word and (parameters := applied(head, moment, len(self.letters))):
                return moment == self.variance, parameters
        unknown(head)

    def known_of(self, parameters: Sequence[Term], facts: Sequence[Proved]) -> Proved:
        """|- what the premise says of the parameters"""
        names = dict(zip(self.letters, parameters, strict=True))
        return conjoined(*(arithmetic(term(part, **names), *facts) for part in self.premise.split(" and ")))


def moment_of_noise(goal: Goal, noise: NoiseLaw) -> Proved:
    """That noise has a law, and a moment of an affine function of it.

    The conclusion says that it is a law, and mean(law(a), fun z. p + q*z, v), or this with (p + q*z)^2 or abs(z), or
    variance(law(a), fun z. p + q*z, v), in the words of the noise. ProofError where it is something else, or not so.
    """
    facts = given_facts(goal)
    _, moment = applied(goal.conclusion, "and", 2) or unknown(goal.conclusion)
    head, function, value = _function_and_value(moment)
    is_variance, law = noise.read(head)
    premise = noise.known_of(law, facts)
    if function == SIZE and not is_variance:
        known = at(noise.mean_of_size(), *law, given=[premise])
        return kernel.conjoin(at(noise.is_law(), *law, given=[premise]), with_value(known, value, *facts, premise))
    square, p, q = affine_or_square(function)
    law_of = noise.mean_of_square if square else noise.variance_of_affine if is_variance else noise.mean_of_affine
    known = at(law_of(), *law, p, q, given=[premise])
    return kernel.conjoin(at(noise.is_law(), *law, given=[premise]), with_value(known, value, *facts, premise))


def of_same_function(wanted: Term, known: Proved, *facts: Proved) -> Proved:
    """A moment word(law, g, v) from one of the same law, whose function and value are the same by arithmetic."""
    z = Free("z #0")
    (head, g, value), (_, own, worth) = map(_function_and_value, (wanted, known.conclusion))
    written = [normalised(term("g(z)", g=function, z=z)) for function in (g, own)]
    same = kernel.abstracted(z, arithmetic(equal(*written)))
    changed = kernel.congruent(kernel.congruent(kernel.reflexive(head), same), arithmetic(equal(value, worth), *facts))
    return in_the_words_of(wanted, derived.follow(symmetric(changed), rewritten(known)))


def _function_and_value(moment: Term) -> tuple[Term, Term, Term]:
    """word(law), g and v of word(law, g, v)."""
    if not isinstance(moment, Apply) or not isinstance(moment.function, Apply):
        unknown(moment)
    return moment.function.function, moment.function.argument, moment.argument


def least_level_of_truths(goal: Goal) -> Proved:
    """That the answer to each truth between a and b has a density, and the smallest level at which these are private.

    The conclusion is (forall t. a <= t <= b implies step_density(m, c, h)) and
    least_level_of_densities(a, b, fun t. step_at(m, c, h), x), for a small m. Heights and the first and the last end
    are the same for all t; ProofError where that is not so, or x is not the smallest, or not attained at a and b.
    """
    densities, level = applied(goal.conclusion, "and", 2) or unknown(goal.conclusion)
    a, b, family, x = applied(level, "least_level_of_densities", 4) or unknown(level)
    facts = given_facts(goal)
    t = Free("t #0")
    m, ends, heights = applied(normalised(family(t)), "step_at", 3) or unknown(level)
    count = int(m.value) if isinstance(m, Number) else unknown(level)
    c, h = closed(t, ends), [_worked(heights(Number(i))) for i in range(1, count + 1)]
    pairs = [(j, k) for j, k in permutations(range(count), 2) if _holds(term("h = x * l", h=h[j], l=h[k], x=x), facts)]
    changed = normal(level, unfolding("least_level_of_densities"))
    private, least = applied(sides(changed.conclusion)[1], "and", 2) or unknown(level)
    for j, k in pairs:
        known = specialise(
            private_densities(), a, b, m, c, heights, *(_worked(c(a)(i)) for i in (ONE, Number(count + 1)))
        )
        known = _without_premises(specialise(known, h[k], h[j]), facts)
        first = with_value(known, x, *facts)
        corners = [
            (s, t, _worked(c(truth)(Number(i + 1)))) for s, t in ((a, b), (b, a)) for truth, i in ((s, j), (t, k))
        ]
        second = _least(least, corners, facts)
        both = kernel.conjoin(in_the_words_of(private, first), second)
        return kernel.conjoin(_densities(densities, facts), derived.follow(symmetric(changed), both))
    raise ProofError(f"{x} is no ratio of two heights")


def _least(formula: Term, corners: Iterable[tuple[Term, Term, Term]], facts: Sequence[Proved]) -> Proved:
    """|- forall y. densities_between(a, b, f, y) implies x <= y, by two truths and an answer."""
    y = fresh(quantified(formula, "forall") or unknown(formula))
    premise, bound = applied(instance(formula, y), "implies", 2) or unknown(formula)
    private = rewritten(kernel.assume(premise), unfolding("densities_between"))
    for s, t, z in corners:
        apart = specialise(at(at(private, s, given=facts), t, given=facts), z)
        corner = rewritten(apart, unfolding("step_at"), written_out, conditions, _inside_or_not(facts))
        if _holds(bound, [*facts, corner]):
            found = kernel.discharge(premise, arithmetic(bound, *facts, corner))
            return generalise(found, y)
    raise ProofError(f"no answer to the ends of the interval shows {formula}")


def _inside_or_not(facts: Sequence[Proved]) -> Conversion:
    """if A and B then a else b = a, or = b, where the facts show A and B, or deny one of them."""

    def convert(choice: Term) -> Proved | None:
        found = applied(choice, "if", 3)
        both = applied(found[0], "and", 2) if found else None
        if found is None or both is None:
            return None
        if all(_holds(part, facts) for part in both):
            whole = kernel.conjoin(*(arithmetic(part, *facts) for part in both))
            return kernel.detach(derived.if_true(*found), whole)
        for part in conjuncts(kernel.assume(found[0])):
            if _holds(NOT(part.conclusion), facts):
                denied = derived.clash(arithmetic(NOT(part.conclusion), *facts), part)
                return kernel.detach(derived.if_false(*found), derived.reject(found[0], denied))
        return None

    return convert


def _holds(formula: Term, facts: Sequence[Proved]) -> bool:
    try:
        arithmetic(formula, *facts)
    except ProofError:
        return False
    return True


def _worked(value: Term) -> Term:
    """A number, with the case that applies in the place of a case distinction."""
    return sides(normal(value, conditions).conclusion)[1]


def _densities(formula: Term, facts: Sequence[Proved]) -> Proved:
    """|- forall t. a <= t <= b implies step_density(m, c, h)"""
    t = fresh(quantified(formula, "forall") or unknown(formula))
    body = instance(formula, t)
    inside, density = applied(body, "implies", 2) or unknown(formula)
    own = density_of(density, [*facts, *conjuncts(kernel.assume(inside))])
    return generalise(kernel.discharge(inside, own), t)


def _names(law: Sequence[Term]) -> Mapping[str, Term]:
    return dict(zip("mch", law, strict=True))


def density_of(formula: Term, facts: Sequence[Proved]) -> Proved:
    """|- step_density(m, c, h) for a small m"""
    law = applied(formula, "step_density", 3) or unknown(formula)
    return _without_premises(specialise(is_density(), *law), facts)


def _without_premises(theorem: Proved, facts: Sequence[Proved]) -> Proved:
    """H |- A implies B implies C  ==>  H |- C, where A and B are found from the facts."""
    while premise := applied(theorem.conclusion, "implies", 2):
        theorem = kernel.detach(theorem, found(premise[0], *facts))
    return theorem


def unknown(formula: Term) -> NoReturn:
    """ProofError: nothing is known of such a formula."""
    raise ProofError(f"this is nothing that is known of a density: {formula}")
