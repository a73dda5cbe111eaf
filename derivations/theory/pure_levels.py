"""The least privacy level e^eps of pure protocols, for every number of values.

Source: Wang, Blocki, Li, Jha 2017.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    cut,
    decided,
    generalise,
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
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, NOT, Free, Number, Term, applied, closed
from derivations.theory import sums
from derivations.theory.hadamard_response import HADAMARD, HADAMARD_RESPONSE
from derivations.theory.local_hashing import HASHING, REPORTED
from derivations.theory.privacy import prod_at_most, prod_times
from derivations.theory.pure_protocols import LEVEL, RR
from derivations.theory.single_terms import at, by_conditions, each, either, prod_positive, sum_of_zeros, summed
from derivations.theory.subset_designs import SETS, counts
from derivations.theory.subset_selection import CHOSEN, WHOLE
from derivations.theory.subsets import binomial_positive, sets_holding, sets_holding_both
from derivations.theory.sums import ONE, in_range, in_sums
from derivations.theory.unary_encoding import ENCODED, picked_factor

Facts = list[Term | Proved]
TWO = Number(2)


@lemma("forall k m P x z. least_level(k, m, P, x) implies least_level(k, m, P, z) implies x = z")
def level_once(goal: Goal) -> Proved:
    """A design has one least level."""
    *_, x, z = goal.variables
    bounds = []
    first, second = (rewritten(kernel.assume(given), unfolding("least_level")) for given in goal.given)
    for (own, _), (_, least), level in zip((conjuncts(first), conjuncts(second)), (conjuncts(second), conjuncts(first)),
                                           (x, z), strict=True):  # fmt: skip
        bounds.append(kernel.detach(specialise(least, level), own))
    return arithmetic(goal.conclusion, *bounds)


class _Levels:
    """A goal `least_level(k, m, P, x)`: what is enough, what is needed at the values 1 and 2, and both together."""

    def __init__(self, goal: Goal, words: tuple[str, ...]) -> None:
        self.k, self.t, self.unfold = goal.variables[0], Free("t #0"), unfolding("private", *words)
        self.first_two = [
            kernel.conjoin(kernel.literal(i), arithmetic(term("1 <= i <= k", i=i, k=self.k), goal.given[0]))
            for i in (ONE, TWO)
        ]
        self.plain = normal(goal.conclusion, unfolding("least_level"))
        self.private, every = applied(sides(self.plain.conclusion)[1], "and", 2) or ()
        self.assumed, _ = applied(instance(every, self.t), "implies", 2) or ()

    def enough(self, entry: Callable[[Term, Term, Term], Proved]) -> Proved:
        """Privacy, from that of each response under two truths."""
        plain = normal(self.private, self.unfold)
        inner = goal_of(sides(plain.conclusion)[1])
        return derived.follow(symmetric(plain), inner.qed(entry(*inner.variables)))

    def at(self, y: Term, *known: Term | Proved) -> Proved:
        """What privacy at t says of a response under the truths 1 and 2."""
        row = rewritten(kernel.assume(self.assumed), self.unfold)
        for value in (ONE, TWO, y):
            row = at(row, value, given=[*self.first_two, *known])
        return row

    def least(self, private: Proved, needed: Proved) -> Proved:
        """Both."""
        every = generalise(kernel.discharge(self.assumed, needed), self.t)
        return derived.follow(symmetric(self.plain), kernel.conjoin(private, every))


@lemma(f"forall k x. {LEVEL} least_level(k, k, {RR}, x)")
def randomized_response_level(goal: Goal) -> Proved:
    """The truth is x times as likely to be reported as another value."""
    k, x = goal.variables
    here = _Levels(goal, ("randomized_response",))
    names = {"k": k, "x": x, "t": here.t}
    positive = arithmetic(term("0 < x + k - 1", **names), *goal.given)
    share = arithmetic(term("0 < 1 / (x + k - 1)", **names), positive)
    entry = "(if y = {a} then x / (x + k - 1) else 1 / (x + k - 1))"
    wanted = f"{entry.format(a='a')} <= x * {entry.format(a='b')}"
    private = here.enough(
        lambda a, b, y: by_conditions(term(wanted, **names, a=a, b=b, y=y), share, positive, goal.given[1])
    )
    row = rewritten(here.at(ONE, *here.first_two), decided([]))
    return here.least(private, arithmetic(term("x <= t", **names), row, positive))


# -- unary encoding --------------------------------------------------------------------------------------------------

ENCODES = ("integer(k) and 2 <= k implies integer(m) and 0 <= m implies bit_vectors(k, m, z) implies "
           "0 < q and q <= p and p < 1 implies")  # fmt: skip
BITS_LEVEL = "p * (1 - q) / (q * (1 - p))"
TOLD = "p / q * ((1 - q) / (1 - p))"
_FACTOR = "(if z(y, i) = 1 then (if i = x then p else q) else if i = x then 1 - p else 1 - q)"
_RATIO = "(if i = a then p / q else 1) * (if i = b then (1 - q) / (1 - p) else 1)"


@lemma(f"forall k a b p q. integer(k) and 0 <= k implies integer(a) and 1 <= a <= k implies "
       f"integer(b) and 1 <= b <= k implies (prod i in 1..k. {_RATIO}) = {TOLD}")  # fmt: skip
def told_by_two_bits(goal: Goal) -> Proved:
    """The most that two bits tell together."""
    k, a, b, p, q = goal.variables
    names = {"a": a, "b": b, "p": p, "q": q}
    worths = (("a", "p / q"), ("b", "(1 - q) / (1 - p)"))
    functions = [term(f"fun i. if i = {place} then {worth} else 1", **names) for place, worth in worths]
    pair = at(prod_times(), k, *functions, given=goal.given)
    picks = [
        at(picked_factor(), k, names[place], term(f"fun i. {worth}", **names), given=goal.given, premises=2)
        for place, worth in worths
    ]
    return arithmetic(goal.conclusion, *map(rewritten, (pair, *picks)), opaque=True)


@lemma(f"forall k m z p q. {ENCODES} least_level(k, m, {ENCODED}, {BITS_LEVEL})")
def encoding_level(goal: Goal) -> Proved:
    """Two truths differ in two bits: one tells p/q at most, the other (1 - q)/(1 - p), and both do at one response."""
    k, _m, z, p, q = goal.variables
    here = _Levels(goal, ("unary_encoding",))
    y, i, f, g = (Free(f"{name} #0") for name in "yifg")
    names = {"k": k, "z": z, "p": p, "q": q, "t": here.t, "i": i, "f": f, "g": g}
    whole = shown(term("integer(k)", k=k), goal.given)
    size: Facts = [kernel.conjoin(whole, arithmetic(term("0 <= k", k=k), goal.given[0]))]
    bounds = [
        arithmetic(term(text, **names), goal.given[3])
        for text in ("0 < q", "0 < p", "0 < 1 - p", "0 < 1 - q", "1 <= p / q", "1 <= (1 - q) / (1 - p)",
                     "p = p / q * q", "1 - q = (1 - q) / (1 - p) * (1 - p)", "q <= p", "1 - p <= 1 - q",
                     "p <= p / q * ((1 - q) / (1 - p)) * p", "q <= p / q * ((1 - q) / (1 - p)) * q",
                     "1 - p <= p / q * ((1 - q) / (1 - p)) * (1 - p)", "1 - q <= p / q * ((1 - q) / (1 - p)) * (1 - q)",
                     "q <= p / q * q", "1 - p <= p / q * (1 - q)", "q <= (1 - q) / (1 - p) * p",
                     "1 - q <= (1 - q) / (1 - p) * (1 - q)", "q <= p / q * ((1 - q) / (1 - p)) * p")
    ]  # fmt: skip
    same = arithmetic(term(f"{BITS_LEVEL} = {TOLD}", **names), goal.given[3])

    def of(text: str, a: Term = ONE, b: Term = TWO, y: Term = y) -> Term:
        return term(text, **{**names, "a": a, "b": b, "y": y})

    own, other = _FACTOR.replace("= x", "= a"), _FACTOR.replace("= x", "= b")

    def entry(a: Term, b: Term, y: Term) -> Proved:
        each_bit = kernel.conjoin(
            by_conditions(of(f"0 <= {own}", a, b, y), *bounds),
            by_conditions(of(f"{own} <= {_RATIO} * {other}", a, b, y), *bounds),
        )
        functions = [closed(i, of(text, a, b, y)) for text in (own, f"{_RATIO} * {other}")]
        _, upper = conjuncts(at(prod_at_most(), k, *functions, given=[*size, each(i, k, each_bit)], premises=2))
        functions = [closed(i, of(text, a, b, y)) for text in (_RATIO, other)]
        split = at(prod_times(), k, *functions, given=size)
        inside = [kernel.assume(in_range(v, k)) for v in (a, b) if isinstance(v, Free)]
        told = at(told_by_two_bits(), k, a, b, p, q, given=[*size, *inside], premises=3)
        wanted = of(f"(prod i in 1..k. {own}) <= {BITS_LEVEL} * (prod i in 1..k. {other})", a, b, y)
        return arithmetic(wanted, *map(rewritten, (upper, split, told)), same, opaque=True)

    private = here.enough(entry)

    _, _, all_there = conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("bit_vectors")))
    only = term("fun i. if i = 1 then 1 else 0")
    bits = by_conditions(term("(if i = 1 then 1 else 0) = 0 or (if i = 1 then 1 else 0) = 1", i=i))
    existing = kernel.detach(specialise(all_there, only), each(i, k, bits))
    there = kernel.assume(instance(existing.conclusion, y))
    bit = at(kernel.part(there, 1), i, given=[kernel.assume(in_range(i, k))])
    alike = summed(i, k, by_conditions(of(f"{own} = {_RATIO} * {other}"), bit, *bounds), size, over="prod")
    split = at(prod_times(), k, closed(i, of(_RATIO)), closed(i, of(other)), given=size)
    told = at(told_by_two_bits(), k, ONE, TWO, p, q, given=[*size, *here.first_two], premises=3)
    every = each(i, k, by_conditions(of(f"0 < {other}"), *bounds))
    positive = at(prod_positive(), k, closed(i, of(other)), given=[*size, every], premises=2)
    row = here.at(y, kernel.part(there, 0))
    F, G = (of(f"prod i in 1..k. {text}") for text in (own, other))
    product = arithmetic(term(f"f = {TOLD} * g", **{**names, "f": F, "g": G}),
                         *map(rewritten, (alike, split, told)), opaque=True)  # fmt: skip
    step = arithmetic(term("l <= t", l=Free("l #0"), t=here.t), term("f <= t * g", **names),
                      term("f = l * g", **names, l=Free("l #0")), term("0 < g", g=g))  # fmt: skip
    step = kernel.instantiate(step, {f: F, g: G, Free("l #0"): of(TOLD)})
    needed = cut(step, rewritten(row), product, rewritten(positive))
    needed = kernel.unpack(existing, y, arithmetic(term(f"{BITS_LEVEL} <= t", **names), needed, same, opaque=True))
    return here.least(private, needed)


# -- local hashing ---------------------------------------------------------------------------------------------------


@lemma(f"forall k s g m H h r x. integer(k) and 2 <= k implies {HASHING} least_level(k, m, {REPORTED}, x)")
def local_hashing_level(goal: Goal) -> Proved:
    """A hash function that tells two values apart reports the hash of the truth x times as often."""
    _k, s, g, m, H, h, r, x = goal.variables
    here = _Levels(goal, ("local_hashing", "randomized_response"))
    a, y = Free("a #0"), Free("y #0")
    names = {"s": s, "g": g, "m": m, "H": H, "h": h, "r": r, "x": x, "t": here.t, "a": a, "y": y}
    facts: Facts = [*goal.given[2:4], goal.given[5]]
    positive = arithmetic(term("0 < x + g - 1", **names), *facts)
    shares = [
        arithmetic(term(text, **names), positive, *facts)
        for text in ("0 < 1 / (x + g - 1) / s", "x / (x + g - 1) / s = x * (1 / (x + g - 1) / s)")
    ]
    entry = "((if r(y) = H(h(y), {0}) then x / (x + g - 1) else 1 / (x + g - 1)) / s)"
    private = here.enough(
        lambda u, v, y: by_conditions(
            term(f"{entry.format('u')} <= x * {entry.format('v')}", **{**names, "u": u, "v": v, "y": y}),
            *shares, goal.given[5],
        )
    )  # fmt: skip

    hashes, collisions = conjuncts(rewritten(kernel.assume(goal.given[6]), unfolding("universal")))
    _, _, all_there = conjuncts(rewritten(kernel.assume(goal.given[7]), unfolding("all_pairs")))
    in_a = kernel.assume(in_range(a, s))
    hash_of_one = at(at(hashes, a, given=[in_a]), ONE, given=here.first_two)
    existing = at(at(all_there, a, given=[in_a]), term("H(a, 1)", **names), given=[hash_of_one])
    there = kernel.assume(instance(existing.conclusion, y))
    reported = kernel.part(there, 1)
    row = here.at(y, kernel.part(there, 0))
    same = term("H(a, 1) = H(a, 2)", **names)
    function = kernel.congruent(kernel.reflexive(H), kernel.part(reported, 0))
    moved = [rewritten(kernel.congruent(function, kernel.reflexive(i))) for i in (ONE, TWO)]
    needed = by_conditions(term("x <= t", **names), rewritten(row), reported, *moved, NOT(same), *shares)
    apart = kernel.unpack(existing, y, needed)

    too_low = kernel.assume(NOT(term("x <= t", **names)))
    collide = kernel.cases(either(same), kernel.assume(same), derived.absurd(same, derived.clash(too_low, apart)))
    one = by_conditions(term("(if H(a, 1) = H(a, 2) then 1 else 0) = 1", **names), collide)
    sizes: Facts = [kernel.part(kernel.assume(goal.given[2]), 0), arithmetic(term("0 <= s", s=s), goal.given[2])]
    whole = [kernel.conjoin(*sizes)]
    every = derived.transitive(summed(a, s, one, whole), at(sums.sum_of_ones(), s, given=whole))
    pair = rewritten(at(at(collisions, ONE, given=here.first_two), TWO, given=here.first_two), unfolding("indicator"))
    pair = kernel.detach(pair, arithmetic(NOT(term("i = j", i=ONE, j=TWO))))
    nothing = arithmetic(FALSE, pair, every, *goal.given[2:4])
    low = derived.absurd(term("x <= t", **names), nothing)
    return here.least(
        private, kernel.cases(either(term("x <= t", **names)), kernel.assume(term("x <= t", **names)), low)
    )


# -- subset selection ------------------------------------------------------------------------------------------------


@lemma(f"forall k l m z x. {SETS} 1 <= x implies least_level(k, m, {CHOSEN}, x)")
def subset_selection_level(goal: Goal) -> Proved:
    """A set that holds one value and not another one is x times as likely under the first."""
    k, held, m, z, x = goal.variables
    here = _Levels(goal, ("subset_selection",))
    y = Free("y #0")
    names = {"k": k, "l": held, "m": m, "z": z, "x": x, "t": here.t, "y": y}
    positive, _, _, _, pairs = conjuncts(at(counts(), k, held, m, z, given=goal.given, premises=4))
    before = kernel.conjoin(
        shown(term("integer(k - 1)", k=k), goal.given[:1]), arithmetic(term("0 <= k - 1", k=k), goal.given[0])
    )
    outside, _ = conjuncts(at(at(binomial_positive(), term("k - 1", k=k), given=[before]), held))
    whole = arithmetic(term(f"0 < {WHOLE}", **names), positive, outside, goal.given[4])
    w = Free("w #0")
    shares = [
        arithmetic(term(text, w=w, x=x), term("0 < w", w=w), goal.given[4])
        for text in ("0 < 1 / w", "x / w = x * (1 / w)")
    ]
    entry = "((if z(y, {0}) = 1 then x else 1) / w)"

    def bound(a: Term, b: Term, y: Term) -> Proved:
        wanted = term(f"{entry.format('a')} <= x * {entry.format('b')}", **{**names, "a": a, "b": b, "y": y, "w": w})
        found = by_conditions(wanted, *shares, goal.given[4])
        return cut(kernel.instantiate(found, {w: term(WHOLE, **names)}), whole)

    private = here.enough(bound)

    in_y = kernel.assume(in_range(y, m))
    bits = next(conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("subsets", "bits"))))
    bit, _ = conjuncts(at(bits, y, given=[in_y]))
    own = [at(bit, i, given=here.first_two) for i in (ONE, TWO)]
    row = here.at(y, in_y)
    wanted = term("(x - t) * z(y, 1) - (x - t) * (z(y, 1) * z(y, 2)) <= 0", **names)
    at_w = term(f"{entry.format('1')} <= t * {entry.format('2')}", **names, w=w)
    each_set = by_conditions(wanted, at_w, *shares, *own)
    each_set = cut(kernel.instantiate(each_set, {w: term(WHOLE, **names)}), row, whole)
    size = shown(term("integer(k) and 1 <= k", k=k), goal.given[:1])
    given: Facts = [*goal.given, *here.first_two, size]
    holding = at(sets_holding(), k, held, m, z, ONE, given=given, premises=4)
    apart = arithmetic(NOT(term("i = j", i=ONE, j=TWO)))
    both = at(sets_holding_both(), k, held, m, z, ONE, TWO, given=[*given, apart], premises=6)
    total = rewritten(summed(y, m, each_set, given), in_sums(given), by(sum_of_zeros(), given))
    more = arithmetic(
        term("0 < binomial(k - 1, l - 1) - binomial(k - 2, l - 2)", **names), positive, pairs, *goal.given[::3]
    )
    return here.least(private, arithmetic(term("x <= t", **names), total, holding, both, more))


# -- Hadamard response -----------------------------------------------------------------------------------------------


@lemma(f"forall k m S x. {HADAMARD} least_level(k, m, {HADAMARD_RESPONSE}, x)")
def hadamard_response_level(goal: Goal) -> Proved:
    """A quarter of the responses support one value and not another one: x times as likely under the first."""
    k, m, S, x = goal.variables
    here = _Levels(goal, ("hadamard_response",))
    y = Free("y #0")
    names = {"k": k, "m": m, "S": S, "x": x, "t": here.t, "y": y}
    share = arithmetic(term("0 < 2 / (m * (x + 1))", **names), goal.given[1], goal.given[3])
    entry = "((if S(y, {0}) = 1 then x else 1) * (2 / (m * (x + 1))))"

    def bound(a: Term, b: Term, y: Term) -> Proved:
        wanted = term(f"{entry.format('a')} <= x * {entry.format('b')}", **{**names, "a": a, "b": b, "y": y})
        return by_conditions(wanted, share, goal.given[3])

    private = here.enough(bound)
    bits, halves, quarters = conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("hadamard")))
    in_y = kernel.assume(in_range(y, m))
    own = [at(at(bits, y, given=[in_y]), i, given=here.first_two) for i in (ONE, TWO)]
    wanted = term("(x - t) * S(y, 1) - (x - t) * (S(y, 1) * S(y, 2)) <= 0", **names)
    each_response = by_conditions(wanted, here.at(y, in_y), share, *own)
    size = arithmetic(term("0 <= m", m=m), goal.given[1])
    given: Facts = [kernel.conjoin(kernel.part(kernel.assume(goal.given[1]), 0), size)]
    total = rewritten(summed(y, m, each_response, given), in_sums(given), by(sum_of_zeros(), given))
    half = at(halves, ONE, given=here.first_two)
    quarter = at(at(quarters, ONE, given=here.first_two), TWO, given=here.first_two)
    quarter = kernel.detach(quarter, arithmetic(NOT(term("i = j", i=ONE, j=TWO))))
    return here.least(private, arithmetic(term("x <= t", **names), total, half, quarter, goal.given[1]))
