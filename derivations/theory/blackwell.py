"""The order of designs by information (Blackwell): what a design that is followed by a channel cannot have more of.

Source: Blackwell 1951; Nayak, Zhai, Definition 3.1.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    ProofError,
    arithmetic,
    by,
    chain,
    conjuncts,
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
from derivations.logic.terms import Abstract, Free, Number, Term, equal, opened, quantified
from derivations.theory import sums
from derivations.theory.calculus import as_absolute
from derivations.theory.privacy import sum_not_negative
from derivations.theory.single_terms import at, by_conditions, each, one_other, sum_of_zeros, summed
from derivations.theory.sums import ONE, in_range, in_sums


@lemma("forall m. integer(m) and 0 <= m implies channel(m, m, fun y z. indicator(y = z))")
def identity_is_channel(goal: Goal) -> Proved:
    """Passing a response on is a channel."""
    (m,) = goal.variables
    y, z = Free("y #0"), Free("z #0")
    plain = normal(goal.conclusion, unfolding("channel", "design", "law", "indicator"))
    inside = kernel.assume(in_range(y, m))
    entry = by_conditions(term("0 <= (if y = z then 1 else 0)", y=y, z=z))
    given: list[Term | Proved] = [*goal.given, inside]
    row = chain(term("sum z in 1..m. if y = z then 1 else 0", y=y, m=m)).rewrite(
        one_other(given), by(sum_of_zeros(), given)
    )
    whole = row.arithmetic(ONE).theorem
    return derived.follow(symmetric(plain), each(y, m, kernel.conjoin(each(z, m, entry), whole)))


@lemma("forall k m P. integer(m) and 0 <= m implies informative(k, m, m, P, P)")
def informative_reflexive(goal: Goal) -> Proved:
    """A design is as informative as itself."""
    k, m, P = goal.variables
    x, z = Free("x #0"), Free("z #0")
    inside = kernel.assume(in_range(z, m))
    given: list[Term | Proved] = [*goal.given, inside]
    C = term("fun y z. indicator(y = z)")
    right = chain(term("sum y in 1..m. P(x, y) * indicator(y = z)", m=m, P=P, x=x, z=z))
    value = right.rewrite(unfolding("indicator"), one_other(given), in_sums(given), by(sum_of_zeros(), given))
    same = symmetric(value.arithmetic(term("P(x, z)", P=P, x=x, z=z)).theorem)
    both = kernel.conjoin(at(identity_is_channel(), m, given=goal.given), each(x, k, each(z, m, same)))
    return reduced(normal(goal.conclusion, unfolding("informative", "through")), lambda it: _witness(it, C, both))


def _witness(formula: Term, value: Term, theorem: Proved, *conversions: Conversion) -> Proved:
    """exists v. C from C with the value for v, as the conversions write it."""
    instance = normal(opened(_body(formula), value), *conversions)
    return kernel.witness(formula, value, derived.follow(symmetric(instance), rewritten(theorem, *conversions)))


def _body(formula: Term) -> Abstract:
    """fun v. C of exists v. C"""
    body = quantified(formula, "exists")
    if body is None:
        raise ProofError(f"this says of nothing that it exists: {formula}")
    return body


@lemma("forall k m n C D. integer(m) and 0 <= m implies integer(n) and 0 <= n implies channel(k, m, C) implies "
       "channel(m, n, D) implies channel(k, n, through(m, C, D))")  # fmt: skip
def channels_compose(goal: Goal) -> Proved:
    """A channel after a channel is a channel."""
    k, m, n, C, D = goal.variables
    x, y, z = Free("x #0"), Free("y #0"), Free("z #0")
    sizes = goal.given[:2]
    first, second = (rewritten(kernel.assume(f), unfolding("channel", "design", "law")) for f in goal.given[2:])
    inside = [kernel.assume(in_range(*pair)) for pair in ((x, k), (y, m), (z, n))]
    into, into_one = conjuncts(at(first, x, given=inside))
    out, out_one = conjuncts(at(second, y, given=inside))
    names = {"C": C, "D": D, "x": x, "y": y, "z": z, "m": m, "n": n}
    step = arithmetic(term("0 <= C(x, y) * D(y, z)", **names), at(into, y, given=inside), at(out, z, given=inside))
    paths = term("fun y. C(x, y) * D(y, z)", **names)
    entry = kernel.detach(at(sum_not_negative(), m, paths, given=sizes), each(y, m, step))
    swapped = at(sums.sum_swap(), n, m, term("fun z y. C(x, y) * D(y, z)", **names), given=sizes, premises=2)
    scaled = at(sums.sum_scale(), n, term("C(x, y)", **names), term("fun z. D(y, z)", **names), given=sizes)
    one = arithmetic(equal(sides(scaled.conclusion)[0], term("C(x, y)", **names)), scaled, out_one)
    whole = chain(sides(swapped.conclusion)[0]).then(swapped).then(summed(y, m, one, sizes)).then(into_one)
    plain = normal(goal.conclusion, unfolding("channel", "design", "law", "through"))
    return derived.follow(symmetric(plain), each(x, k, kernel.conjoin(each(z, n, entry), whole.theorem)))


@lemma("forall m n P C D x z. integer(m) and 0 <= m implies integer(n) and 0 <= n implies "
       "through(n, through(m, P, C), D)(x, z) = through(m, P, through(n, C, D))(x, z)")  # fmt: skip
def through_associative(goal: Goal) -> Proved:
    """Two channels, one after the other, are one."""
    m, n, P, C, D, x, z = goal.variables
    u, y = Free("u #0"), Free("y #0")
    names = {"m": m, "n": n, "P": P, "C": C, "D": D, "x": x, "y": y, "z": z, "u": u}
    weight, paths = term("D(y, z)", **names), term("fun u. P(x, u) * C(u, y)", **names)
    inner = at(sums.sum_scale(), m, weight, paths, given=goal.given)
    left = "(sum u in 1..m. P(x, u) * C(u, y)) * D(y, z) = (sum u in 1..m. D(y, z) * (P(x, u) * C(u, y)))"
    opened_up = summed(y, n, arithmetic(term(left, **names), inner), goal.given[1:])
    both = term("fun y u. D(y, z) * (P(x, u) * C(u, y))", **names)
    swapped = at(sums.sum_swap(), n, m, both, given=goal.given, premises=2)
    back = chain(term("sum y in 1..n. D(y, z) * (P(x, u) * C(u, y))", **names)).rewrite(in_sums(goal.given))
    ordered = summed(y, n, arithmetic(term("D(y, z) * C(u, y) = C(u, y) * D(y, z)", **names)), goal.given[1:])
    product = term("P(x, u) * (sum y in 1..n. C(u, y) * D(y, z))", **names)
    closing = summed(u, m, back.arithmetic(product, ordered).theorem, goal.given[:1])
    plain = normal(goal.conclusion, unfolding("through"))
    whole = chain(sides(opened_up.conclusion)[0]).then(opened_up).then(swapped).then(closing)
    return derived.follow(symmetric(plain), whole.theorem)


@lemma("forall k m n h P Q R. integer(m) and 0 <= m implies integer(n) and 0 <= n implies integer(h) and 0 <= h "
       "implies informative(k, m, n, P, Q) implies informative(k, n, h, Q, R) implies "
       "informative(k, m, h, P, R)")  # fmt: skip
def informative_transitive(goal: Goal) -> Proved:
    """What is as informative as what is as informative as a design, is as informative as it."""
    k, m, n, h, P, Q, R = goal.variables
    first, second = (rewritten(kernel.assume(f), unfolding("informative")) for f in goal.given[3:])
    C, D = Free("C #0", P.type), Free("D #0", P.type)
    names = {"k": k, "m": m, "n": n, "h": h, "P": P, "Q": Q, "R": R, "C": C, "D": D}
    x, y, z = Free("x #0"), Free("y #0"), Free("z #0")
    inside = [kernel.assume(in_range(*pair)) for pair in ((x, k), (y, n), (z, h))]
    existing = [opened(_body(first.conclusion), C), opened(_body(second.conclusion), D)]
    (into, is_Q), (out, is_R) = (conjuncts(kernel.assume(formula)) for formula in existing)
    channel = at(channels_compose(), m, n, h, C, D, given=[*goal.given[1:3], into, out], premises=4)
    Q_is = at(at(is_Q, x, given=inside), y, given=inside)
    R_is = at(at(is_R, x, given=inside), z, given=inside)
    left = term("Q(x, y) * D(y, z)", x=x, y=y, z=z, **names)
    right = term("through(m, P, C)(x, y) * D(y, z)", x=x, y=y, z=z, **names)
    in_terms_of_P = summed(y, n, arithmetic(equal(left, right), Q_is), goal.given[1:2])
    joined = at(through_associative(), m, n, P, C, D, x, z, given=goal.given, premises=2)
    unfold = unfolding("through")
    ends = chain(sides(R_is.conclusion)[0]).then(R_is).rewrite(unfold)
    ends = ends.then(rewritten(in_terms_of_P, unfold)).then(rewritten(joined, unfold))
    each_entry = each(x, k, each(z, h, ends.theorem))
    both = kernel.conjoin(rewritten(channel, unfold), each_entry)
    plain = normal(goal.conclusion, unfolding("informative"), unfold)
    found = _witness(sides(plain.conclusion)[1], term("through(n, C, D)", **names), both, unfold)
    for existence, variable, formula in ((second, D, existing[1]), (first, C, existing[0])):
        assert formula in found.hypotheses
        found = kernel.unpack(existence, variable, found)
    return derived.follow(symmetric(plain), found)


# -- what is lost ----------------------------------------------------------------------------------------------------


@lemma("forall a. -abs(a) <= a <= abs(a)")
def within_absolute(goal: Goal) -> Proved:
    """A number lies between its absolute value and the negative of that."""
    return reduced(normal(goal.conclusion, unfolding("abs")), by_conditions)


@lemma("forall m n C p q. integer(m) and 0 <= m implies integer(n) and 0 <= n implies channel(m, n, C) implies "
       "total_variation(n, response(m, p, C), response(m, q, C)) <= total_variation(m, p, q)")  # fmt: skip
def total_variation_contracts(goal: Goal) -> Proved:
    """No channel moves two laws apart (data processing for the total variation distance)."""
    m, n, C, p, q = goal.variables
    y, z = Free("y #0"), Free("z #0")
    sizes = goal.given[:2]
    names = {"m": m, "n": n, "C": C, "p": p, "q": q, "y": y, "z": z}
    rows = rewritten(kernel.assume(goal.given[2]), unfolding("channel", "design", "law"))
    inside = [kernel.assume(in_range(y, m)), kernel.assume(in_range(z, n))]
    chances, one = conjuncts(at(rows, y, given=inside))
    gap = specialise(within_absolute(), term("p(y) - q(y)", **names))
    weight = at(chances, z, given=inside)
    first, second = "p(y) * C(y, z)", "q(y) * C(y, z)"
    bound = "abs(p(y) - q(y)) * C(y, z)"

    def one_way(left: str, right: str) -> list[Proved]:
        """The sum of left - right is at most that of the bounds; how it is the difference of the sums."""
        smaller = arithmetic(term(f"{left} - {right} <= {bound}", **names), gap, weight)
        score, other = (term(f"fun y. {part}", **names) for part in (left, right))
        scaled = at(sums.sum_scale(), m, Number(-1), other, given=sizes)
        both = at(sums.sum_plus(), m, score, term(f"fun y. -({right})", **names), given=sizes)
        return [summed(y, m, smaller, sizes), scaled, both]

    difference = term(f"(sum y in 1..m. {first}) - (sum y in 1..m. {second})", **names)
    bounds = [*one_way(first, second), *one_way(second, first)]
    at_z = at(as_absolute(), difference, term(f"sum y in 1..m. {bound}", **names), given=bounds)
    swapped = at(sums.sum_swap(), n, m, term("fun z y. abs(p(y) - q(y)) * C(y, z)", **names), given=sizes, premises=2)
    scaled = at(sums.sum_scale(), n, term("abs(p(y) - q(y))", **names), term("fun z. C(y, z)", **names), given=sizes)
    kept = arithmetic(equal(sides(scaled.conclusion)[0], term("abs(p(y) - q(y))", **names)), scaled, one)
    closing = summed(y, m, kept, sizes)
    whole = summed(z, n, at_z, sizes)
    plain = normal(goal.conclusion, unfolding("total_variation", "response"))
    return derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], whole, swapped, closing))
