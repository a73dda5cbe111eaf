"""The level of n noisy samples of a bit that is itself perturbed, each of which is right with probability b.

Source: Pan, section 5.1 and appendix E.
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
    decided,
    induct,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import PLUS, Free, Term, applied, substituted
from derivations.theory import sums
from derivations.theory.privacy import prod_at_most, prod_times
from derivations.theory.single_terms import at, by_conditions, each, prod_positive
from derivations.theory.sums import ONE, ZERO, in_range

COUNT = "integer(n) and 0 <= n implies"


def _by_exponent(goal: Goal) -> Proved:
    """A relation of powers by induction on the exponent, the first variable."""
    n = goal.variables[0]
    others = goal.given[1:]

    def at_size(size: Term, *rules: Proved, given: list[Proved]) -> tuple[Proved, Term]:
        changed = normal(substituted(goal.conclusion, {n: size}), *(by(rule, given) for rule in rules))
        return symmetric(changed), sides(changed.conclusion)[1]

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end = PLUS(k, ONE)
        changed, wanted = at_size(end, kernel.axiom("power_next"), sums.prod_next(), given=[known])
        return derived.follow(changed, arithmetic(wanted, assumed, *others))

    changed, wanted = at_size(ZERO, kernel.axiom("power_0"), sums.prod_0(), given=[])
    return induct(n, goal.conclusion, derived.follow(changed, arithmetic(wanted, *others)), step)


@lemma(f"forall n c. {COUNT} (prod t in 1..n. c) = c^n")
def prod_of_equals(goal: Goal) -> Proved:
    """A product of equal factors is a power."""
    return _by_exponent(goal)


@lemma(f"forall n a b. {COUNT} (a * b)^n = a^n * b^n")
def power_of_product(goal: Goal) -> Proved:
    """The power of a product."""
    return _by_exponent(goal)


@lemma(f"forall n a. {COUNT} 0 < a implies 0 < a^n")
def power_positive(goal: Goal) -> Proved:
    """Powers of a positive number are positive."""
    return _by_exponent(goal)


@lemma(f"forall n a. {COUNT} 1 <= a implies 1 + n * (a - 1) <= a^n")
def bernoulli(goal: Goal) -> Proved:
    """Bernoulli's inequality."""
    n, a = goal.variables

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        changed = normal(substituted(goal.conclusion, {n: PLUS(k, ONE)}), by(kernel.axiom("power_next"), [known]))
        gap = arithmetic(term("0 <= k * (a - 1) * (a - 1)", k=k, a=a), known, goal.given[1])
        larger = arithmetic(term("(1 + k * (a - 1)) * a <= a^k * a", k=k, a=a), assumed, goal.given[1])
        return derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1], larger, gap))

    changed = normal(substituted(goal.conclusion, {n: ZERO}), by(kernel.axiom("power_0")))
    base = derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1]))
    return induct(n, goal.conclusion, base, step)


@lemma(f"forall n a b. {COUNT} 0 < a and a < b implies a * a^n < b * b^n and 0 < a^n and a^n <= b^n")
def larger_power(goal: Goal) -> Proved:
    """Powers of a larger number are larger."""
    n, a, b = goal.variables

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        changed = normal(substituted(goal.conclusion, {n: PLUS(k, ONE)}), by(kernel.axiom("power_next"), [known]))
        first, positive, least = conjuncts(assumed)
        names = {"a": a, "b": b, "u": term("a^k", a=a, k=k), "v": term("b^k", b=b, k=k)}
        facts = [first, positive, least, *conjuncts(kernel.assume(goal.given[1]))]
        larger = arithmetic(term("a * (u * a) < b * (v * b)", **names), *facts)
        rest = arithmetic(term("0 < u * a", **names), *facts), arithmetic(term("u * a <= v * b", **names), *facts)
        return derived.follow(symmetric(changed), conjoined(larger, *rest))

    changed = normal(substituted(goal.conclusion, {n: ZERO}), by(kernel.axiom("power_0")))
    parts = arithmetic(sides(changed.conclusion)[1], goal.given[1])
    return induct(n, goal.conclusion, derived.follow(symmetric(changed), parts), step)


TOLD = "(fun y. if y = 2 then b else 1 - b)"
UNTOLD = "(fun y. if y = 2 then 1 - b else 1 - (1 - b))"


@lemma(f"forall n b w. {COUNT} 1 / 2 <= b and b < 1 implies word(n, 2, w) implies "
       f"0 < chance(n, {TOLD}, w) and 0 < chance(n, {UNTOLD}, w) "
       f"and chance(n, {TOLD}, w) * (1 - b)^n <= chance(n, {UNTOLD}, w) * b^n "
       f"and chance(n, {UNTOLD}, w) * (1 - b)^n <= chance(n, {TOLD}, w) * b^n", depth=6)  # fmt: skip
def samples_of_a_bit(goal: Goal) -> Proved:
    """No samples tell a stored one from a stored zero better than n ones do."""
    n, b, w = goal.variables
    t = Free("t #0")
    letters = at(rewritten(kernel.assume(goal.given[2]), unfolding("word")), t, given=[in_range(t, n)])
    laws = term(TOLD, b=b), term(UNTOLD, b=b)
    powers = [at(prod_of_equals(), n, term(text, b=b), given=goal.given) for text in ("b", "1 - b")]
    known = [*powers]
    for one, other in (laws, laws[::-1]):
        left = term("fun t. q(w(t)) * (1 - b)", q=one, w=w, b=b)
        right = term("fun t. r(w(t)) * b", r=other, w=w, b=b)
        fact = normal(term("0 <= f(t) <= g(t)", f=left, g=right, t=t))
        small = derived.follow(symmetric(fact), by_conditions(sides(fact.conclusion)[1], letters, goal.given[1]))
        whole = at(prod_at_most(), n, left, right, given=goal.given)
        known += conjuncts(kernel.detach(whole, each(t, n, small)))
        for law, factor in ((one, "1 - b"), (other, "b")):
            score, constant = term("fun t. q(w(t))", q=law, w=w), term(f"fun t. {factor}", b=b)
            known.append(at(prod_times(), n, score, constant, given=goal.given))
        positive = normal(term("0 < q(w(t))", q=one, w=w, t=t))
        shown = derived.follow(
            symmetric(positive), by_conditions(sides(positive.conclusion)[1], letters, goal.given[1])
        )
        score = term("fun t. q(w(t))", q=one, w=w)
        known.append(kernel.detach(at(prod_positive(), n, score, given=goal.given), each(t, n, shown)))
    plain = normal(goal.conclusion, unfolding("chance"))
    parts = []
    rest = sides(plain.conclusion)[1]
    while both := applied(rest, "and", 2):
        parts.append(arithmetic(both[0], *known))
        rest = both[1]
    return derived.follow(symmetric(plain), conjoined(*parts, arithmetic(rest, *known)))


LEVEL = "(a * b^n + (1 - a) * (1 - b)^n) / (a * (1 - b)^n + (1 - a) * b^n)"


@lemma("forall a u v p q. 1 / 2 < a and a < 1 implies 0 < u and 0 < v and 0 < p and 0 < q implies "
       "u * q <= v * p implies a * u + (1 - a) * v <= "
       "(a * p + (1 - a) * q) / (a * q + (1 - a) * p) * ((1 - a) * u + a * v)")  # fmt: skip
def mixtures_in_ratio(goal: Goal) -> Proved:
    """Mixing pulls ratios together: if u/v is at most p/q, so are the ratios of their mixtures."""
    a, u, v, p, q = goal.variables
    names = {"a": a, "u": u, "v": v, "p": p, "q": q}
    gap = arithmetic(term("0 <= (2 * a - 1) * (v * p - u * q)", **names), *goal.given)
    product = term(
        "(a * u + (1 - a) * v) * (a * q + (1 - a) * p) <= (a * p + (1 - a) * q) * ((1 - a) * u + a * v)", **names
    )
    larger = arithmetic(product, gap)
    positive = arithmetic(term("0 < a * q + (1 - a) * p", **names), *goal.given[:2])
    top = {"s": term("a * u + (1 - a) * v", **names), "d": term("a * q + (1 - a) * p", **names),
           "t": term("a * p + (1 - a) * q", **names), "r": term("(1 - a) * u + a * v", **names)}  # fmt: skip
    found = at(_divided(), *(top[name] for name in "sdtr"), given=[larger, positive], premises=2)
    return arithmetic(goal.conclusion, found, positive)


@lemma("forall s d t r. s * d <= t * r implies 0 < d implies s <= t / d * r")
def _divided(goal: Goal) -> Proved:
    """Division by a positive number."""
    return arithmetic(goal.conclusion, *goal.given)


SAMPLED = f"(a * chance(n, {TOLD}, w) + (1 - a) * chance(n, {UNTOLD}, w))"
SAMPLED_OTHER = f"((1 - a) * chance(n, {TOLD}, w) + a * chance(n, {UNTOLD}, w))"


@lemma(f"forall n a b w. {COUNT} 1 / 2 < a and a < 1 implies 1 / 2 < b and b < 1 implies word(n, 2, w) implies "
       f"{SAMPLED} <= {LEVEL} * {SAMPLED_OTHER} and {SAMPLED_OTHER} <= {LEVEL} * {SAMPLED}", depth=8)  # fmt: skip
def level_of_samples(goal: Goal) -> Proved:
    """The level of n noisy samples of a bit that is stored as it is with probability a, else inverted."""
    n, a, b, w = goal.variables
    given: list[Term | Proved]
    within = arithmetic(term("1 / 2 <= b and b < 1", b=b), goal.given[2])
    u, v, told, untold = conjuncts(at(samples_of_a_bit(), n, b, w, given=[*goal.given, within], premises=3))
    given = [*goal.given, u, v, told, untold]
    names = {"n": n, "b": b}
    powers = [term(text, **names) for text in ("b^n", "(1 - b)^n")]
    bases = [arithmetic(term("0 < b", b=b), within), arithmetic(term("0 < 1 - b", b=b), within)]
    for base, text in zip(bases, ("b", "1 - b"), strict=True):
        given.append(at(power_positive(), n, term(text, b=b), given=[*given, base], premises=2))
    chances = [term(f"chance(n, {law}, w)", w=w, **names) for law in (TOLD, UNTOLD)]
    parts = applied(goal.conclusion, "and", 2) or ()
    one, other = (
        at(mixtures_in_ratio(), a, *pair, *powers, given=given, premises=3) for pair in (chances, chances[::-1])
    )
    return kernel.conjoin(arithmetic(parts[0], one, opaque=True), arithmetic(parts[1], other, opaque=True))


@lemma(f"forall n a b. {COUNT} 1 / 2 < a and a < 1 implies 1 / 2 < b and b < 1 implies "
       f"{SAMPLED.replace('w)', '(fun t. 2))')} = {LEVEL} * {SAMPLED_OTHER.replace('w)', '(fun t. 2))')} "
       f"and 0 < {SAMPLED_OTHER.replace('w)', '(fun t. 2))')}")  # fmt: skip
def level_of_samples_reached(goal: Goal) -> Proved:
    """n ones reach the level."""
    n, b = goal.variables[0], goal.variables[2]
    powers = [at(prod_of_equals(), n, term(text, b=b), given=goal.given) for text in ("b", "1 - b")]
    plain = normal(goal.conclusion, unfolding("chance"), decided(()), *(by(power) for power in powers))
    known: list[Term | Proved] = [*goal.given]
    for text in ("b", "1 - b"):
        base = arithmetic(term(f"0 < {text}", b=b), goal.given[2])
        known.append(at(power_positive(), n, term(text, b=b), given=[goal.given[0], base], premises=2))
    found = [arithmetic(part, *known) for part in applied(sides(plain.conclusion)[1], "and", 2) or ()]
    return derived.follow(symmetric(plain), kernel.conjoin(*found))


@lemma(f"forall n a b x y. {COUNT} 1 < x and 1 < y implies a = x / (x + 1) implies b = y / (y + 1) implies "
       f"{LEVEL} = (x * y^n + 1) / (x + y^n) and 0 < y^n")  # fmt: skip
def level_in_odds(goal: Goal) -> Proved:
    """The level in terms of the levels x = a/(1 - a) and y = b/(1 - b) of the stored bit and of one sample."""
    n, _, b, _, y = goal.variables
    rest = term("1 - b", b=b)
    split = at(power_of_product(), n, rest, y, given=goal.given)
    same = arithmetic(term("(1 - b) * y = b", b=b, y=y), *goal.given)
    powers = rewritten(kernel.congruent(kernel.reflexive(term("fun c. c^n", n=n)), same))
    joined = derived.transitive(symmetric(powers), split)
    known: list[Term | Proved] = [joined, goal.given[1], goal.given[2]]
    for base, text in ((rest, "0 < 1 - b"), (y, "0 < y")):
        fact = arithmetic(term(text, b=b, y=y), *goal.given)
        known.append(at(power_positive(), n, base, given=[goal.given[0], fact], premises=2))
    parts = applied(goal.conclusion, "and", 2) or ()
    return kernel.conjoin(*(arithmetic(part, *known) for part in parts))
