"""Scripts about the number of ones among K noisy samples: its binomial law, and what it tells of the original bit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from checks.papers.pan.proofs_samples import facts_of, named
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.definitions import LIBRARY
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    by,
    conjuncts,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
)
from derivations.logic.tactics import goal as take_apart
from derivations.logic.terms import Term, applied
from derivations.theory.automatic import definitions
from derivations.theory.counts import binomial_law, exponents, power_of_sum
from derivations.theory.noisy_samples import larger_power
from derivations.theory.sums import ZERO
from derivations.theory.single_terms import at, next_integer, plainly
from derivations.theory.subsets import binomial_positive


@lemma("forall b. 1 - (1 - b) = b")
def twice(goal: Goal) -> Proved:
    """1 less what is left of 1."""
    return arithmetic(goal.conclusion)


OWN_WORDS = definitions(*LIBRARY)
ONES = (
    "(a * expectation(K, 2, fun y. if y = 2 then beta else 1 - beta, fun w. indicator(frequency(K, 2)(w) = k)) + "
    "(1 - a) * expectation(K, 2, fun y. if y = 2 then 1 - beta else 1 - (1 - beta), "
    "fun w. indicator(frequency(K, 2)(w) = k)))"
)


def laws(size: Term, facts: list[Proved]) -> list[Conversion]:
    """The probability of k ones, worked out, for numbers k that are known to be integers."""
    known = at(binomial_law(), size, given=facts)
    return [by(known, facts), by(twice()), exponents]


def binomial(goal: Goal) -> Proved:
    """The probabilities of k ones among K samples, under both original bits."""
    names, facts = named(goal), facts_of(goal)
    plain = normal(goal.conclusion, OWN_WORDS, *laws(names["K"], facts))
    return kernel.follow(symmetric(plain), _by_arithmetic(sides(plain.conclusion)[1], []))


def _by_arithmetic(formula: Term, known: list[Proved]) -> Proved:
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_by_arithmetic(part, known) for part in both))
    return arithmetic(formula, *known)


_ORDER = (
    "forall a c d u v r s f g p q. 1 / 2 < a and a < 1 implies 0 < c and 0 < u and 0 < v and "
    "f = a * (c * u) + (1 - a) * (c * v) and g = (1 - a) * (c * u) + a * (c * v) implies "
    "0 < d and 0 < r and 0 < s and p = a * (d * r) + (1 - a) * (d * s) and q = (1 - a) * (d * r) + a * (d * s) implies "
    "u * s {0} r * v implies 0 < g and f / g {0} p / q"
)


def _in_order(goal: Goal, relation: str) -> Proved:
    names = dict(zip("acduvrsfgpq", goal.variables, strict=True))
    a, first, second, order = map(kernel.assume, goal.given)
    gap = arithmetic(term(f"0 {relation} (2 * a - 1) * (r * v - u * s)", **names), a, order)
    scaled = arithmetic(term(f"0 {relation} c * d * ((2 * a - 1) * (r * v - u * s))", **names), gap, first, second)
    positive = [arithmetic(term(text, **names), a, fact) for text, fact in (("0 < g", first), ("0 < q", second))]
    *_, f, g = conjuncts(first)
    *_, p, q = conjuncts(second)
    cross = arithmetic(term(f"f * q {relation} p * g", **names), scaled, f, g, p, q)
    ratios = arithmetic(term(f"f / g {relation} p / q", **names), cross, *positive)
    return kernel.conjoin(positive[0], ratios)


@lemma(_ORDER.format("<="))
def mixtures_in_order(goal: Goal) -> Proved:
    """Mixing keeps the order of ratios: where u/v is at most r/s, so are the ratios of their mixtures."""
    return _in_order(goal, "<=")


@lemma(_ORDER.format("<"))
def mixtures_apart(goal: Goal) -> Proved:
    """Mixing keeps the order of ratios that differ."""
    return _in_order(goal, "<")


@dataclass(frozen=True)
class Count:
    """The probabilities f and g of so many ones under the bits 1 and 0, as mixtures of c u and c v."""

    f: Term
    g: Term
    c: Term
    u: Term
    v: Term
    facts: tuple[Proved, ...]
    powers: tuple[Proved, ...]


def count(goal: Goal, place: Term, facts: list[Proved]) -> Count:
    """The probabilities of a number of ones that is known to be one of 0, ..., K, and that they are positive."""
    names = {**named(goal), "k": place}
    size = names["K"]
    f, g = (plainly(ONES, a=term(text, **names), **names) for text in ("alpha", "1 - alpha"))
    values = [normal(chance, *laws(size, facts)) for chance in (f, g)]
    place = {"f": f, "g": g, "c": term("binomial(K, k)", **names), "a": names["alpha"]}
    for name, text in (("u", "beta^k * (1 - beta)^(K - k)"), ("v", "beta^(K - k) * (1 - beta)^k")):
        place[name] = sides(normal(term(text, **names), exponents).conclusion)[1]
    powers = _powers(goal, names["k"], facts)
    *_, chosen = conjuncts(at(at(binomial_positive(), size, given=facts), names["k"]))
    known = [kernel.detach(chosen, shown(term("integer(k) and 0 <= k <= K", **names), facts))]
    known += [arithmetic(term(f"0 < {name}", **place), *powers) for name in "uv"]
    texts = ("f = a * (c * u) + (1 - a) * (c * v)", "g = (1 - a) * (c * u) + a * (c * v)")
    known += [arithmetic(term(text, **place), value) for text, value in zip(texts, values, strict=True)]
    return Count(*(place[name] for name in "fgcuv"), tuple(known), tuple(powers))


def _powers(goal: Goal, place: Term, facts: list[Proved]) -> list[Proved]:
    """The powers of beta and 1 - beta with exponents k and K - k, which add up to K, in order and positive."""
    names = {**named(goal), "k": place}
    rest, low, high = (term(text, **names) for text in ("K - k", "1 - beta", "beta"))
    known = [*facts, shown(term("integer(K - k) and 0 <= K - k", **names), facts)]
    found = [at(power_of_sum(), place, rest, base, given=known, premises=2) for base in (low, high)]
    order = arithmetic(term("0 < p and p < q", p=low, q=high), *facts)
    for exponent in (place, rest):
        found += conjuncts(at(larger_power(), exponent, low, high, given=[*known, order], premises=2))
    return [rewritten(fact, exponents) for fact in found]


@lemma("forall p q r s. 0 < q and q <= p and 0 < s and s <= r implies "
       "p * s * (q * s) <= p * r * (r * q) and q * s * (r * q) <= p * s * (p * r)")  # fmt: skip
def ends_apart(goal: Goal) -> Proved:
    """Between no ones and all ones: p = b^k, q = (1 - b)^k, r = b^(K - k), s = (1 - b)^(K - k)."""
    names = dict(zip("pqrs", goal.variables, strict=True))
    squares = [arithmetic(term(text, **names), *goal.given) for text in ("s^2 <= r^2", "q^2 <= p^2")]
    scaled = [
        arithmetic(term(text, **names), square, *goal.given)
        for text, square in zip(("p * q * s^2 <= p * q * r^2", "r * s * q^2 <= r * s * p^2"), squares, strict=True)
    ]
    return arithmetic(goal.conclusion, *scaled)


@lemma("forall b p q r s. 1 / 2 < b and b < 1 and 0 < p and 0 < q and 0 < r and 0 < s implies "
       "p * (s * (1 - b)) * (r * (q * (1 - b))) < p * b * s * (r * b * q)")  # fmt: skip
def next_apart(goal: Goal) -> Proved:
    """One more one: p = b^k, q = (1 - b)^k, r = b^(K - k - 1), s = (1 - b)^(K - k - 1)."""
    names = dict(zip("bpqrs", goal.variables, strict=True))
    positive = arithmetic(term("0 < p * q * r * s", **names), *goal.given)
    scaled = arithmetic(term("0 < p * q * r * s * (2 * b - 1)", **names), positive, *goal.given)
    return arithmetic(goal.conclusion, scaled)


def compared(one: Count, other: Count, alpha: Term, order: Proved, facts: list[Proved], law: Proved) -> Proved:
    """0 < g, and f/g is at most the other f/g, or less than it."""
    values = (alpha, one.c, other.c, one.u, one.v, other.u, other.v, one.f, one.g, other.f, other.g)
    return at(law, *values, given=[*facts, *one.facts, *other.facts, order], premises=4)


def from_none_to_all(goal: Goal, place: Term, facts: list[Proved]) -> tuple[Proved, Proved]:
    """Each ratio is at most that of K ones, and at least that of none, with divisors that are positive."""
    names = {**named(goal), "k": place}
    none, one, every = (count(goal, number, facts) for number in (ZERO, place, names["K"]))
    powers = [term(text, **names) for text in ("beta^k", "(1 - beta)^k", "beta^(K - k)", "(1 - beta)^(K - k)")]
    low, high = conjuncts(at(ends_apart(), *(sides(normal(p, exponents).conclusion)[1] for p in powers), given=one.powers))
    found = []
    for first, second, law in ((none, one, high), (one, every, low)):
        cross = arithmetic(term("u * s <= r * v", u=first.u, v=first.v, r=second.u, s=second.v), law, *one.powers[:2])
        found.append(compared(first, second, names["alpha"], cross, facts, mixtures_in_order()))
    return found[0], found[1]


def to_the_next(goal: Goal, place: Term, facts: list[Proved]) -> Proved:
    """The ratio of k ones is less than that of k + 1."""
    names = {**named(goal), "k": place}
    one, other = count(goal, place, facts), count(goal, term("k + 1", k=place), facts)
    texts = ("beta^k", "(1 - beta)^k", "beta^(K - k - 1)", "(1 - beta)^(K - k - 1)")
    powers = [sides(normal(term(text, **names), exponents).conclusion)[1] for text in texts]
    given = [*facts, shown(term("integer(K - k - 1) and 0 <= K - k - 1", **names), facts)]
    laws = [rewritten(at(kernel.axiom("power_next"), *(applied(p, "^", 2) or ())[:1], term(e, **names), given=given), exponents)
            for p, e in zip(powers, ("k", "k", "K - k - 1", "K - k - 1"), strict=True)]  # fmt: skip
    order = at(next_apart(), names["beta"], *powers, given=[*facts, *one.powers, *other.powers])
    cross = arithmetic(term("u * s < r * v", u=one.u, v=one.v, r=other.u, s=other.v), order, *laws)
    return compared(one, other, names["alpha"], cross, facts, mixtures_apart())


def largest_at_all(goal: Goal) -> Proved:
    """The ratio rises with k, so that it is largest for k = K."""
    names, facts = named(goal), facts_of(goal)
    plain = normal(goal.conclusion, OWN_WORDS)
    rises, _ = applied(sides(plain.conclusion)[1], "and", 2) or ()
    next_one, _ = applied(rises, "implies", 2) or ()
    before = kernel.assume(next_one)
    known = [*facts, before, at(next_integer(), names["k"], names["K"], given=[*facts, before])]
    known.append(arithmetic(term("k + 1 <= K", **names), *known))
    above = kernel.part(to_the_next(goal, names["k"], known), 1)
    _, most = from_none_to_all(goal, names["k"], facts)
    return kernel.follow(symmetric(plain), kernel.conjoin(kernel.discharge(next_one, above), kernel.part(most, 1)))


@lemma(_ORDER.partition("u * s {0}")[0] + "u = s and v = r implies f / g = q / p")
def mixtures_turned(goal: Goal) -> Proved:
    """Mixtures of u and v, and of v and u, have ratios that are reciprocal."""
    names = dict(zip("acduvrsfgpq", goal.variables, strict=True))
    a, first, second, turned = map(kernel.assume, goal.given)
    positive = [arithmetic(term(text, **names), a, fact) for text, fact in (("0 < g", first), ("0 < p", second))]
    *_, f, g = conjuncts(first)
    *_, p, q = conjuncts(second)
    cross = arithmetic(term("f * p = q * g", **names), f, g, p, q, turned)
    return arithmetic(goal.conclusion, cross, *positive)


def least_at_none(goal: Goal) -> Proved:
    """The ratio is least for no ones, and there the reciprocal of that for K."""
    names, facts = named(goal), facts_of(goal)
    plain = normal(goal.conclusion, OWN_WORDS)
    low, _ = from_none_to_all(goal, names["k"], facts)
    none, every = (count(goal, number, facts) for number in (ZERO, names["K"]))
    same = arithmetic(term("u = s and v = r", u=none.u, v=none.v, r=every.u, s=every.v))
    found = compared(none, every, names["alpha"], same, facts, mixtures_turned())
    return kernel.follow(symmetric(plain), kernel.conjoin(kernel.part(low, 1), found))


SCRIPTS: Mapping[str, Script] = {
    "counts of noisy samples": binomial,
    "ratio is largest for all ones": largest_at_all,
    "ratio is least for no ones": least_at_none,
}
