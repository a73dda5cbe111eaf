"""Scripts about the number of ones among K noisy samples: its binomial law, and what it tells of the original bit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from checks.papers.pan.proofs_samples import facts_of
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.definitions import LIBRARY
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    decided,
    generalise,
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
from derivations.logic.terms import (
    AT_MOST,
    EXP,
    LOG,
    NOT,
    REAL,
    Free,
    Term,
    applied,
    arrow,
    closed,
    equal,
    for_all,
)
from derivations.theory.automatic import definitions
from derivations.theory.counts import (
    binomial_law,
    chance_by_count,
    exponents,
    ones_bounds,
    ones_first,
    power_of_sum,
    some_largest,
)
from derivations.theory.logarithms import exp_order, exp_rises
from derivations.theory.noisy_samples import larger_power, power_positive
from derivations.theory.single_terms import at, by_conditions, each, either, next_integer, plainly
from derivations.theory.subsets import binomial_positive
from derivations.theory.sums import ZERO


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


@script("counts of noisy samples")
def binomial(goal: Goal) -> Proved:
    """The probabilities of k ones among K samples, under both original bits."""
    names, facts = goal.names, facts_of(goal)
    return reduced(normal(goal.conclusion, OWN_WORDS, *laws(names["K"], facts)), lambda it: _by_arithmetic(it, []))


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
    names = {**goal.names, "k": place}
    size = names["K"]
    f, g = (plainly(ONES, a=term(text, **names), **names) for text in ("alpha", "1 - alpha"))
    values = [normal(chance, *laws(size, facts)) for chance in (f, g)]
    own = {"f": f, "g": g, "c": term("binomial(K, k)", **names), "a": names["alpha"]}
    for name, text in (("u", "beta^k * (1 - beta)^(K - k)"), ("v", "beta^(K - k) * (1 - beta)^k")):
        own[name] = sides(normal(term(text, **names), exponents).conclusion)[1]
    powers = _powers(goal, names["k"], facts)
    *_, chosen = conjuncts(at(at(binomial_positive(), size, given=facts), names["k"]))
    known = [kernel.detach(chosen, shown(term("integer(k) and 0 <= k <= K", **names), facts))]
    known += [arithmetic(term(f"0 < {name}", **own), *powers) for name in "uv"]
    texts = ("f = a * (c * u) + (1 - a) * (c * v)", "g = (1 - a) * (c * u) + a * (c * v)")
    known += [arithmetic(term(text, **own), value) for text, value in zip(texts, values, strict=True)]
    return Count(f, g, own["c"], own["u"], own["v"], tuple(known), tuple(powers))


def _powers(goal: Goal, place: Term, facts: list[Proved]) -> list[Proved]:
    """The powers of beta and 1 - beta with exponents k and K - k, which add up to K, in order and positive."""
    names = {**goal.names, "k": place}
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
    names = {**goal.names, "k": place}
    none, one, every = (count(goal, number, facts) for number in (ZERO, place, names["K"]))
    powers = [term(text, **names) for text in ("beta^k", "(1 - beta)^k", "beta^(K - k)", "(1 - beta)^(K - k)")]
    low, high = conjuncts(
        at(ends_apart(), *(sides(normal(p, exponents).conclusion)[1] for p in powers), given=one.powers)
    )
    found = []
    for first, second, law in ((none, one, high), (one, every, low)):
        cross = arithmetic(term("u * s <= r * v", u=first.u, v=first.v, r=second.u, s=second.v), law, *one.powers[:2])
        found.append(compared(first, second, names["alpha"], cross, facts, mixtures_in_order()))
    return found[0], found[1]


def to_the_next(goal: Goal, place: Term, facts: list[Proved]) -> Proved:
    """The ratio of k ones is less than that of k + 1."""
    names = {**goal.names, "k": place}
    one, other = count(goal, place, facts), count(goal, term("k + 1", k=place), facts)
    pairs = [(base, exponent) for exponent in ("k", "K - k - 1") for base in ("beta", "1 - beta")]
    powers = [sides(normal(term(f"({b})^({e})", **names), exponents).conclusion)[1] for b, e in pairs]
    given = [*facts, shown(term("integer(K - k - 1) and 0 <= K - k - 1", **names), facts)]
    grown = [at(kernel.axiom("power_next"), term(b, **names), term(e, **names), given=given) for b, e in pairs]
    laws = [rewritten(law, exponents) for law in grown]
    order = at(next_apart(), names["beta"], *powers, given=[*facts, *one.powers, *other.powers])
    cross = arithmetic(term("u * s < r * v", u=one.u, v=one.v, r=other.u, s=other.v), order, *laws)
    return compared(one, other, names["alpha"], cross, facts, mixtures_apart())


@script("ratio is largest for all ones")
def largest_at_all(goal: Goal) -> Proved:
    """The ratio rises with k, so that it is largest for k = K."""
    names, facts = goal.names, facts_of(goal)
    plain = normal(goal.conclusion, OWN_WORDS)
    rises, _ = applied(sides(plain.conclusion)[1], "and", 2) or ()
    next_one, _ = applied(rises, "implies", 2) or ()
    before = kernel.assume(next_one)
    known = [*facts, before, at(next_integer(), names["k"], names["K"], given=[*facts, before])]
    known.append(arithmetic(term("k + 1 <= K", **names), *known))
    above = kernel.part(to_the_next(goal, names["k"], known), 1)
    _, most = from_none_to_all(goal, names["k"], facts)
    return derived.follow(symmetric(plain), kernel.conjoin(kernel.discharge(next_one, above), kernel.part(most, 1)))


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


@script("ratio is least for no ones")
def least_at_none(goal: Goal) -> Proved:
    """The ratio is least for no ones, and there the reciprocal of that for K."""
    names, facts = goal.names, facts_of(goal)
    plain = normal(goal.conclusion, OWN_WORDS)
    low, _ = from_none_to_all(goal, names["k"], facts)
    none, every = (count(goal, number, facts) for number in (ZERO, names["K"]))
    same = arithmetic(term("u = s and v = r", u=none.u, v=none.v, r=every.u, s=every.v))
    found = compared(none, every, names["alpha"], same, facts, mixtures_turned())
    return derived.follow(symmetric(plain), kernel.conjoin(kernel.part(low, 1), found))


# -- the level of the samples, and of their number of ones ------------------------------------------------------------

REPORT = (
    "(a * chance(K, fun y. if y = 2 then beta else 1 - beta, w) + "
    "(1 - a) * chance(K, fun y. if y = 2 then 1 - beta else 1 - (1 - beta), w))"
)


@lemma("forall c h s f g e. 0 < c and 0 < h and 0 < s and f = c * h and g = c * s implies "
       "(abs(log(f / g)) <= e iff h <= exp(e) * s and s <= exp(e) * h)")  # fmt: skip
def loss_within(goal: Goal) -> Proved:
    """|log(f/g)| is at most e exactly if neither of h and s, in the same ratio, is more than exp(e) times the other."""
    c, h, s, f, g, e = goal.variables
    names = {"c": c, "h": h, "s": s, "f": f, "g": g, "e": e, "r": term("log(f / g)", f=f, g=g)}
    own = at(
        kernel.axiom("exp_log"), term("f / g", **names), given=[arithmetic(term("0 < f / g", **names), *goal.given)]
    )
    inverse = at(kernel.axiom("exp_plus"), names["r"], term("-r", **names))
    nothing = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("r + -r = 0", **names)))
    one = arithmetic(term("exp(r) * exp(-r) = 1", **names), inverse, nothing, kernel.axiom("exp_0"))
    ratio = arithmetic(term("h = exp(r) * s", **names), own, *goal.given)
    turned = arithmetic(term("s = exp(-r) * h", **names), ratio, one)
    left, right = sides(goal.conclusion)
    within, bounds = kernel.assume(left), list(conjuncts(kernel.assume(right)))
    forth, back = [], []
    for text, same, bound in zip(("r", "-r"), (ratio, turned), bounds, strict=True):
        value = term(text, **names)
        below = by_conditions(term("x <= e", x=value, e=e), rewritten(within, unfolding("abs")))
        larger = at(exp_rises(), value, e, given=[below])
        forth.append(arithmetic(bound.conclusion, same, larger, *goal.given))
        smaller = arithmetic(term("exp(x) <= exp(e)", x=value, e=e), same, bound, *goal.given)
        back.append(at(exp_order(), value, e, given=[smaller]))
    whole = reduced(normal(left, unfolding("abs")), lambda it: by_conditions(it, *back))
    return derived.equivalent(kernel.discharge(left, kernel.conjoin(*forth)), kernel.discharge(right, whole))


@lemma("forall K k a beta w. integer(K) and 0 <= K implies 0 < a and a < 1 and 0 < beta and beta < 1 implies "
       f"word(K, 2, w) implies frequency(K, 2)(w) = k implies 0 < binomial(K, k) and 0 < {REPORT} and "
       f"{ONES} = binomial(K, k) * {REPORT}")  # fmt: skip
def words_of_a_count(goal: Goal) -> Proved:
    """There are binomial(K, k) words with k ones, and they are equally likely."""
    names = dict(zip(("K", "k", "a", "beta", "w"), goal.variables, strict=True))
    size, place, _, beta, w = goal.variables
    facts = [part for formula in goal.given[:3] for part in conjuncts(kernel.assume(formula))]
    same = kernel.assume(goal.given[3])
    facts += [rewritten(fact, by(same)) for fact in conjuncts(at(ones_bounds(), size, w, given=facts, premises=2))]
    some = kernel.detach(list(conjuncts(at(at(binomial_positive(), size, given=facts), place)))[-1],
                         shown(term("integer(k) and 0 <= k <= K", **names), facts))  # fmt: skip
    powers = []
    for base in (beta, term("1 - beta", beta=beta)):
        given = [*facts, arithmetic(term("0 < b", b=base), *facts)]
        exponents_of = (place, term("K - k", **names))
        powers += [rewritten(at(power_positive(), e, base, given=given, premises=2), exponents) for e in exponents_of]
    one, every = (normal(term(text, **names), by(chance_by_count(), facts), by(same), *laws(size, facts))
                  for text in (REPORT, ONES))  # fmt: skip
    worth = arithmetic(term("0 < r", r=sides(one.conclusion)[1]), *powers, kernel.assume(goal.given[1]))
    _, rest = applied(goal.conclusion, "and", 2) or ()
    positive, equation = applied(rest, "and", 2) or ()
    return conjoined(some, arithmetic(positive, one, worth), arithmetic(equation, one, every))


@dataclass(frozen=True)
class Losses:
    """What K samples, which are words, and their numbers of ones say of the original bit."""

    names: Mapping[str, Term]
    facts: Sequence[Proved]

    def text(self, text: str, **values: Term) -> Term:
        """The term that a text says of K, alpha, beta and more values."""
        return plainly(text, **{**self.names, **values})

    def loss(self, k: Term) -> Term:
        """|log of the ratio| for k ones."""
        f, g = self.chances(ONES, k=k)
        return term("abs(log(f / g))", f=f, g=g)

    def chances(self, text: str, **values: Term) -> tuple[Term, Term]:
        """A probability under the bits 1 and 0."""
        first, second = (self.text(text, a=term(a, **self.names), **values) for a in ("alpha", "1 - alpha"))
        return first, second

    def private(self, x: Term) -> Term:
        """That the samples are private at the level x."""
        w = Free("w #0", arrow(REAL, REAL))
        h, s = self.chances(REPORT, w=w)
        body = term("word(K, 2, w) implies h <= x * s and s <= x * h", w=w, h=h, s=s, x=x, K=self.names["K"])
        return for_all(w, body)

    def of_word(self, w: Term, k: Term, *facts: Proved) -> list[Proved]:
        """How probable a word with k ones is, against k ones, under both bits."""
        known = [*self.facts, *facts]
        beta = self.names["beta"]
        found: list[Proved] = []
        for text in ("alpha", "1 - alpha"):
            a = term(text, **self.names)
            within = arithmetic(term("0 < a and a < 1 and 0 < b and b < 1", a=a, b=beta), *self.facts)
            values = (self.names["K"], k, a, beta, w)
            found += conjuncts(at(words_of_a_count(), *values, given=[*known, within], premises=4))
        return found

    def same_loss(self, w: Term, k: Term, e: Term, *facts: Proved) -> Proved:
        """loss(k) <= e iff h <= exp(e) s and s <= exp(e) h, for the probabilities h and s of a word with k ones."""
        values = (self.text("binomial(K, k)", k=k), *self.chances(REPORT, w=w), *self.chances(ONES, k=k), e)
        return at(loss_within(), *values, given=self.of_word(w, k, *facts))

    def inside(self, k: Term) -> Term:
        """k is one of 0, ..., K."""
        return term("integer(k) and 0 <= k <= K", k=k, K=self.names["K"])

    def positive(self, level: Proved, x: Term) -> Proved:
        """A level at which the samples are private is positive."""
        size, t = self.names["K"], Free("t #0")
        w = term("fun t. 1")
        letter = each(t, size, shown(term("integer(1) and 1 <= 1 and 1 <= 2")))
        word = derived.follow(symmetric(normal(term("word(K, 2, w)", K=size, w=w), unfolding("word"))), letter)
        k = plainly("frequency(K, 2)(w)", K=size, w=w)
        bounds, _ = conjuncts(at(level, w, given=[word]))
        return arithmetic(term("0 < x", x=x), bounds, *self.of_word(w, k, word, kernel.reflexive(k)))

    def from_words(self, level: Proved, e: Term) -> Proved:
        """No number of ones has a larger loss than e, from privacy at the level exp(e)."""
        size, k, t = self.names["K"], Free("k #0"), Free("t #0")
        inside = list(conjuncts(kernel.assume(self.inside(k))))
        w = term("fun t. if t <= k then 2 else 1", k=k)
        is_one = term("t <= k", t=t, k=k)
        letter = term("integer(y) and 1 <= y and y <= 2", y=term("if t <= k then 2 else 1", t=t, k=k))
        cases = []
        for case in (is_one, NOT(is_one)):
            changed = normal(letter, decided([case]))
            cases.append(derived.follow(symmetric(changed), shown(sides(changed.conclusion)[1])))
        plain = normal(term("word(K, 2, w)", K=size, w=w), unfolding("word"))
        word = derived.follow(symmetric(plain), each(t, size, kernel.cases(either(is_one), *cases)))
        ones = at(ones_first(), size, k, given=[*self.facts, *inside], premises=2)
        same = derived.transitive(ones, by_conditions(equal(sides(ones.conclusion)[1], k), *inside))
        found = derived.follow(symmetric(self.same_loss(w, k, e, word, same)), at(level, w, given=[word]))
        return generalise(kernel.discharge(self.inside(k), found), k)

    def from_counts(self, within: Proved, e: Term) -> Proved:
        """Privacy at the level exp(e), where no number of ones has a larger loss than e."""
        w = Free("w #0", arrow(REAL, REAL))
        size = self.names["K"]
        word = kernel.assume(term("word(K, 2, w)", K=size, w=w))
        k = term("frequency(K, 2)(w)", K=size, w=w)
        bounds = at(ones_bounds(), size, w, given=[*self.facts, word], premises=2)
        loss = at(within, k, given=conjuncts(bounds))
        found = derived.follow(self.same_loss(w, k, e, word, kernel.reflexive(k)), loss)
        return generalise(kernel.discharge(word.conclusion, found), w)


@script("loss of a number of ones")
def loss_by_counts(goal: Goal) -> Proved:
    """The least level of the samples is exp(eps) exactly if eps is the largest loss of a number of ones."""
    losses = Losses(goal.names, facts_of(goal))
    size, eps, z, j = losses.names["K"], losses.names["eps"], Free("z #0"), Free("j #0")
    own = losses.loss(j)
    plain = normal(goal.conclusion, OWN_WORDS)
    left, right = sides(sides(plain.conclusion)[1])
    _, reached = applied(right, "and", 2) or ()

    private, least = (kernel.part(kernel.assume(left), i) for i in (0, 1))
    within = losses.from_words(private, eps)
    some = at(some_largest(), size, closed(j, own), given=losses.facts)
    *bounds, most = conjuncts(kernel.assume(instance(some.conclusion, j)))
    smaller = at(exp_order(), eps, own, given=[at(least, EXP(own), given=[losses.from_counts(most, own)])])
    same = arithmetic(equal(own, eps), smaller, at(within, j, given=bounds))
    attained = kernel.unpack(some, j, kernel.witness(reached, j, shown(instance(reached, j), [*bounds, same])))
    forth = kernel.discharge(left, kernel.conjoin(within, attained))

    within, attained = (kernel.part(kernel.assume(right), i) for i in (0, 1))
    *bounds, same = conjuncts(kernel.assume(instance(reached, j)))
    level = kernel.assume(losses.private(z))
    value = at(kernel.axiom("exp_log"), z, given=[losses.positive(level, z)])
    other = losses.from_words(kernel.replace(symmetric(value), closed(z, level.conclusion), level), LOG(z))
    smaller = at(exp_rises(), eps, LOG(z), given=[arithmetic(AT_MOST(eps, LOG(z)), at(other, j, given=bounds), same)])
    above = kernel.unpack(attained, j, arithmetic(AT_MOST(EXP(eps), z), smaller, value))
    lowest = generalise(kernel.discharge(level.conclusion, above), z)
    back = kernel.discharge(right, kernel.conjoin(losses.from_counts(within, eps), lowest))
    return derived.follow(symmetric(plain), derived.equivalent(forth, back))
