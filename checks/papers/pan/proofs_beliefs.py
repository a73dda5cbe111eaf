"""Scripts about what an adversary believes: a relaxation changes it, and ends where one response leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.papers.pan.proofs import facts_of
from checks.papers.pan.proofs_conditions import told_by
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    fresh,
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
    LESS,
    NOT,
    REAL,
    TIMES,
    Free,
    Number,
    Term,
    applied,
    arrow,
    closed,
    equal,
    opened,
    quantified,
)
from derivations.theory import relaxation
from derivations.theory.automatic import inverses, written_out
from derivations.theory.single_terms import at, each, either, next_integer, one_other, plainly, summed, term_at_most_sum
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, sum_of_ones

TWO = Number(2)


Shown = Callable[[Term, Proved], Proved]


def for_either(value: Free, said: Term, shown: Shown) -> Proved:
    """What is said of a value that is 1 or 2, from what is said of either, shown where the value is this one."""
    inside = kernel.assume(in_range(value, TWO))
    which = at(next_integer(), ONE, value, given=[inside, kernel.literal(ONE)])
    found = []
    for number, case in zip((ONE, TWO), map(kernel.assume, applied(which.conclusion, "or", 2) or ()), strict=True):
        same = arithmetic(equal(number, value), case, inside)
        pattern = closed(value, said)
        found.append(kernel.replace(same, pattern, shown(opened(pattern, number), same)))
    return kernel.cases(which, *found)


def said_of(formula: Term, value: Term) -> Term:
    """What is said of all of a range, of a value in it."""
    return (applied(instance(formula, value), "implies", 2) or ())[1]


def for_both(formula: Term, shown: Callable[[Term, Term], Proved]) -> Proved:
    """What is said of all of 1..2, from what is said of 1 and of 2."""
    body = quantified(formula, "forall")
    assert body is not None
    value = fresh(body)
    return each(
        value,
        TWO,
        for_either(value, said_of(formula, value), lambda formula, same: shown(formula, sides(same.conclusion)[0])),
    )


POSITIVE = "0 < h and 0 < g and 0 < s and 0 < t and d = h * s + g * t"


@lemma(f"forall h g p q s t d e. {POSITIVE} and h * q = g * p and 0 < p and 0 < q and e = p * s + q * t implies "
       "h * s / d = p * s / e")  # fmt: skip
def same_belief(goal: Goal) -> Proved:
    """What tells two values apart alike leads to the same belief."""
    place = goal.names
    positive = arithmetic(term("0 < d and 0 < e", **place), *goal.given)
    crosswise = arithmetic(term("h * s * e = p * s * d", **place), *goal.given)
    return arithmetic(goal.conclusion, crosswise, positive)


@lemma(f"forall h g s t d. {POSITIVE} and h < g and s + t = 1 implies h * s / d < s")
def less_belief(goal: Goal) -> Proved:
    """What is less likely under a value than under another makes the value less likely."""
    place = goal.names
    positive = arithmetic(term("0 < d", **place), *goal.given)
    product_of = arithmetic(term("0 < s * t * (g - h)", **place), *goal.given)
    larger = arithmetic(term("h * s < s * d", **place), product_of, *goal.given)
    return arithmetic(goal.conclusion, larger, positive)


@lemma("forall e f u v. 0 < e and 0 < f and e * u * f = e * v * f implies u = v")
def cancelled(goal: Goal) -> Proved:
    """Common factors go."""
    return arithmetic(goal.conclusion, *goal.given)


@script("change of belief")
def change_of_belief(goal: Goal) -> Proved:
    """Relations of two responses to a binary question, for either value as the truth."""
    names, facts = goal.names, facts_of(goal)
    x, y, Q = (names[name] for name in ("x", "y", "Q"))
    *_, a, b = goal.variables
    size = arithmetic(term("2 <= 2 and 1 <= x and x <= y and 1 < y and 1 <= y", x=x, y=y), *facts[:2])
    total = rewritten(list(conjuncts(rewritten(facts[2], unfolding("law"))))[1], written_out)
    known = [*facts[:2], *facts[3:5], *conjuncts(size), kernel.literal(TWO), total]
    numbers = (ONE, TWO)
    known += [kernel.conjoin(kernel.literal(i), arithmetic(term("1 <= i <= 2", i=i))) for i in numbers]
    differ = [arithmetic(NOT(equal(ONE, TWO))), arithmetic(NOT(equal(TWO, ONE)))]
    response = unfolding("randomized_response"), told_by(differ), inverses
    shares = [arithmetic(term(f"0 < 1 / ({level} + 2 - 1)", x=x, y=y), *facts[:2]) for level in "xy"]
    e, f = (term(f"1 / ({level} + 2 - 1)", x=x, y=y) for level in "xy")

    def step(truth: Term, o: Term, z: Term) -> Term:
        return term("relaxation(2, x, y)(o, a, z)", x=x, y=y, o=o, a=truth, z=z)

    def chance(level: Term, truth: Term, o: Term) -> Term:
        return term("randomized_response(2, x)(a, o)", x=level, a=truth, o=o)

    def ratio(truth: Term, other: Term, o: Term, z: Term) -> Proved:
        return at(relaxation.relaxation_ratio(), TWO, x, y, truth, other, o, z, given=known, premises=3)

    def positive(o: Term, z: Term) -> list[Proved]:
        """Both responses are possible, whatever the truth, also each alone."""
        both = [at(relaxation.relaxation_positive(), TWO, x, y, o, c, z, given=known, premises=3) for c in numbers]
        alone = [(level, c, r) for c in numbers for level, r in ((x, o), (y, z))]
        return both + [at(relaxation.response_positive(), TWO, *place, given=known) for place in alone]

    def plain_ratio(truth: Term, other: Term, o: Term, z: Term) -> Proved:
        """The ratio without its divisors."""
        found = rewritten(ratio(truth, other, o, z), *response)
        times = [(x if c == o else ONE, y if d == z else ONE) for c, d in ((truth, other), (other, truth))]
        u, v = (
            term("k * s * l", k=k, s=step(c, o, z), l=last) for c, (k, last) in zip((truth, other), times, strict=True)
        )
        said = term("e * u * f = e * v * f", e=e, f=f, u=u, v=v)
        return at(cancelled(), e, f, u, v, given=[*shares, arithmetic(said, found, opaque=True)])

    def of_pair(formula: Term, truth: Term, other: Term) -> Proved:
        """Of one value as the truth: where the ratio is largest, how belief changes, and where it ends."""
        only, rest = applied(formula, "and", 2) or ()
        reached, rest = applied(rest, "and", 2) or ()
        larger, end = applied(rest, "and", 2) or ()
        s, t = (Q(c) for c in (truth, other))

        def differs(said: Term, o: Term, z: Term) -> Proved:
            premise, conclusion = applied(said, "implies", 2) or ()
            if o != z:
                return kernel.discharge(premise, differ[0] if o == ONE else differ[1])
            clash = arithmetic(
                FALSE, kernel.assume(premise), plain_ratio(truth, other, o, z), *positive(o, z)[:2], *known[:2]
            )
            return kernel.discharge(premise, derived.absurd(conclusion, clash))

        def ends(said: Term, o: Term, z: Term) -> Proved:
            changed = normal(said, unfolding("belief"), written_out)
            divisors = [(applied(side, "/", 2) or ())[1] for side in sides(sides(changed.conclusion)[1])]
            h, g = (term("r * s", r=chance(x, c, o), s=step(c, o, z)) for c in (truth, other))
            p, q = (chance(y, c, z) for c in (truth, other))
            facts_here = [ratio(truth, other, o, z), *positive(o, z), *known[2:4]]
            products = [arithmetic(term("0 < h", h=k), *facts_here) for k in (h, g)]
            found = at(same_belief(), h, g, p, q, s, t, *divisors, given=[*facts_here, *products])
            return derived.follow(symmetric(changed), found)

        changed = normal(larger, unfolding("belief"), written_out)
        law = term("fun c. randomized_response(2, x)(c, o)", x=x, o=other)
        alone = normal(term("belief(2, Q, L)(a)", Q=Q, L=law, a=truth), unfolding("belief"), written_out)
        h, g = (chance(x, c, other) for c in (truth, other))
        likelier = reduced(normal(term("h < g", h=h, g=g), *response[:2]), lambda it: arithmetic(it, *known[:1]))
        divisor = (applied(sides(alone.conclusion)[1], "/", 2) or ())[1]
        facts_here = [likelier, *positive(other, truth), *known[2:4], total]
        less = at(less_belief(), h, g, s, t, divisor, given=facts_here)
        said = end
        for value in (other, truth):
            said = said_of(said, value)
        same = rewritten(ends(said, other, truth), unfolding("belief"), written_out)
        moves = arithmetic(sides(changed.conclusion)[1], same, less, opaque=True)
        return conjoined(
            for_both(only, lambda first, o: for_both(first, lambda second, z: differs(second, o, z))),
            arithmetic(reached, plain_ratio(truth, other, other, truth)),
            derived.follow(symmetric(changed), moves),
            for_both(end, lambda first, o: for_both(first, lambda second, z: ends(second, o, z))),
        )

    def with_truth(formula: Term, first: Proved) -> Proved:
        def with_other(inner: Term, second: Proved) -> Proved:
            truth, other = (sides(same.conclusion)[0] for same in (first, second))
            if truth == other:
                return derived.absurd(inner, arithmetic(FALSE, first, second, facts[-1]))
            return of_pair(inner, truth, other)

        return for_either(b, formula, with_other)

    return for_either(a, goal.conclusion, with_truth)


@lemma(f"forall m x y o a z. {relaxation.LEVELS} {relaxation.values('o', 'a', 'z')} "
       "randomized_response(m, x)(a, o) * relaxation(m, x, y)(o, a, z) * (y - 1) = "
       "randomized_response(m, y)(a, z) * ((y + m - 1) * randomized_response(m, x)(z, o) - 1)")  # fmt: skip
def relaxed_by_channel(goal: Goal) -> Proved:
    """The response before a relaxation comes from the one after it by a channel that does not know the truth."""
    m, _, _, o, a, z = goal.variables
    return relaxation.in_patterns(
        goal.conclusion, *goal.given[:2], at(relaxation.three_values(), m, a, o, z, given=goal.given)
    )


@lemma(f"forall m x o. {relaxation.SIZE} 1 <= x implies {relaxation.values('o')} "
       "(sum a in 1..m. randomized_response(m, x)(a, o)) = 1")  # fmt: skip
def columns_add_up(goal: Goal) -> Proved:
    """Added up over the truths, the probabilities of a response are 1."""
    return _by_one_other(goal)


@lemma(f"forall m y a T. {relaxation.SIZE} 1 <= y implies {relaxation.values('a')} "
       "(sum z in 1..m. randomized_response(m, y)(a, z) * T(z)) "
       "= (sum(m, T) + (y - 1) * T(a)) / (y + m - 1)")  # fmt: skip
def mean_of_response(goal: Goal) -> Proved:
    """The mean of what depends on a response."""
    return _by_one_other(goal)


def _by_one_other(goal: Goal) -> Proved:
    facts = goal.facts
    facts.append(arithmetic(term("0 <= m", m=goal.variables[0]), *facts))
    steps = [unfolding("randomized_response"), one_other(facts), in_sums(facts), by(sum_of_ones(), facts)]
    return reduced(normal(goal.conclusion, *steps), lambda it: arithmetic(it, *facts))


@lemma("forall h k t p s. 0 < k and 0 < t and s = 1 and h * k / (k * t) = p * k / (k * s) implies h = p * t")
def without_prior(goal: Goal) -> Proved:
    """What an even prior leaves of two equal beliefs."""
    h, k, t, p, s = goal.variables
    place = {"h": h, "k": k, "t": t, "p": p, "s": s}
    divided = [
        arithmetic(term(text, **place), *goal.given[:1]) for text in ("h * k / (k * t) * t = h", "p * k / (k * s) = p")
    ]
    return arithmetic(goal.conclusion, *divided, *goal.given, opaque=True)


@lemma("forall h q H p P. 0 < H and 0 < P and H * p = h * P implies h * q / H = p * q / P")
def equal_beliefs(goal: Goal) -> Proved:
    """Beliefs are equal where what is known is in the ratio of its averages."""
    crosswise = arithmetic(term("h * q * P = p * q * H", **goal.names), *goal.given)
    return arithmetic(goal.conclusion, crosswise, *goal.given)


@lemma("forall m x y R. integer(m) and 2 <= m and 1 <= x <= y and 1 < y implies "
       "((forall o in 1..m. forall a in 1..m. law(m, R(o, a))) "
       "and (forall a in 1..m. forall z in 1..m. "
       "(sum o in 1..m. randomized_response(m, x)(a, o) * R(o, a, z)) = randomized_response(m, y)(a, z)) "
       "and (forall Q. law(m, Q) implies forall a in 1..m. forall o in 1..m. forall z in 1..m. "
       "0 < (sum b in 1..m. randomized_response(m, x)(b, o) * R(o, b, z) * Q(b)) implies "
       "belief(m, Q, fun b. randomized_response(m, x)(b, o) * R(o, b, z))(a) "
       "= belief(m, Q, fun b. randomized_response(m, y)(b, z))(a)) "
       "iff forall o in 1..m. forall a in 1..m. forall z in 1..m. "
       "R(o, a, z) = relaxation(m, x, y)(o, a, z))")  # fmt: skip
def only_collusion_proof(goal: Goal) -> Proved:
    """A collusion-proof law of two randomized responses is that of the relaxation.

    With an even prior Pr(o_1, o_2 | X) = Pr(o_2 | X) T for a T of o_1 and o_2 alone; added up over o_2, and then over
    X, it says what T is.
    """
    names, facts = goal.names, facts_of(goal)
    m, x, y, R = (names[name] for name in "mxyR")
    o, a, z, b = (Free(f"{name} #0") for name in "oazb")
    facts += conjuncts(arithmetic(term("0 <= m and 1 <= y and 1 <= m", m=m, y=y), *facts))
    place = {"m": m, "x": x, "y": y, "R": R, "o": o, "a": a, "z": z, "b": b}
    inside = [*facts, *(kernel.assume(in_range(value, m)) for value in (o, a, z))]
    required, relaxes = sides(goal.conclusion)
    laws, _, proof = conjuncts(kernel.assume(required))
    joint = {v: plainly(f"randomized_response(m, x)({n}, o) * R(o, {n}, z)", **place) for n, v in (("a", a), ("b", b))}
    function = closed(b, joint[b])
    total, even = plainly("sum(m, L)", m=m, L=function), term("fun b. 1 / m", m=m)
    share = in_sums(facts)

    size = arithmetic(term("0 < 1 / m and 1 / m * m = 1", m=m), *facts)
    prior = normal(term("law(m, Q)", m=m, Q=even), unfolding("law"), share, by(sum_of_ones(), facts))
    chance = each(b, m, arithmetic(term("0 <= 1 / m", m=m), size))
    flat = kernel.conjoin(chance, arithmetic(term("1 / m * m = 1", m=m), size))
    told = kernel.detach(specialise(proof, even), derived.follow(symmetric(prior), flat))
    for value in (a, o, z):
        told = at(told, value, given=inside)

    # h(a) = p(a) T, where the two responses are possible and where they are not
    worked = normal((applied(told.conclusion, "implies", 2) or ())[0], share)
    positive, nothing = (kernel.assume(formula) for formula in (LESS(ZERO, total), NOT(LESS(ZERO, total))))
    possible = derived.follow(symmetric(worked), arithmetic(sides(worked.conclusion)[1], positive, size, opaque=True))
    same = rewritten(kernel.detach(told, possible), unfolding("belief"), share)
    own = term("randomized_response(m, y)(a, z)", m=m, y=y, a=a, z=z)
    alone = plainly("sum b in 1..m. randomized_response(m, y)(b, z)", m=m, y=y, z=z)
    column = at(columns_add_up(), m, y, z, given=inside, premises=3)
    met = at(without_prior(), joint[a], plainly("1 / m", m=m), total, own, alone, given=[same, column, positive, size])

    def not_negative(truth: Free) -> Proved:
        known = [*inside, kernel.assume(in_range(truth, m))]
        row = next(conjuncts(rewritten(at(at(laws, o, given=known), truth, given=known), unfolding("law"))))
        first = at(relaxation.response_positive(), m, x, truth, o, given=known)
        return arithmetic(AT_MOST(ZERO, joint[truth]), at(row, z, given=known), first)

    least = kernel.detach(at(term_at_most_sum(), m, a, function, given=inside, premises=2), each(b, m, not_negative(b)))
    zero = [arithmetic(equal(side, ZERO), least, not_negative(a), nothing) for side in (joint[a], total)]
    by_channel = kernel.cases(either(positive.conclusion), met, arithmetic(met.conclusion, *zero))

    # added up over o_2, and then over X
    T = closed(z, total)
    row = list(conjuncts(rewritten(at(at(laws, o, given=inside), a, given=inside), unfolding("law"))))[1]
    whole = rewritten(summed(z, m, by_channel, facts), share, by(row))
    spread = at(mean_of_response(), m, y, a, T, given=inside, premises=3)
    divisor, entry = term("y + m - 1", y=y, m=m), term("randomized_response(m, x)(a, o)", m=m, x=x, a=a, o=o)
    added = plainly("(sum z in 1..m. T(z)) + (y - 1) * T(a)", m=m, T=T, y=y, a=a)
    clear = arithmetic(equal(TIMES(entry, divisor), added), whole, spread, *facts)
    over = rewritten(summed(a, m, clear, facts), share, by(sum_of_ones(), facts))
    column = at(columns_add_up(), m, x, o, given=inside, premises=3)
    once = arithmetic(equal(plainly("sum z in 1..m. T(z)", m=m, T=T), ONE), over, column, *facts)
    channel = at(each(a, m, clear), z, given=inside)
    known = at(relaxed_by_channel(), m, x, y, o, a, z, given=inside, premises=3)
    step, wanted = (term(f"{name}(o, a, z)", o=o, a=a, z=z, **place_of) for name, place_of in
                    (("R", {"R": R}), ("relaxation(m, x, y)", {"m": m, "x": x, "y": y})))  # fmt: skip
    gap = term("y - 1", y=y)
    scaled = arithmetic(equal(*(TIMES(TIMES(entry, side), gap) for side in (step, wanted))),
                        by_channel, known, channel, once)  # fmt: skip
    first = at(relaxation.response_positive(), m, x, a, o, given=inside)
    found = at(cancelled(), entry, gap, step, wanted, given=[scaled, first, *facts])
    forth = kernel.discharge(required, each(o, m, each(a, m, each(z, m, found))))
    back = kernel.discharge(relaxes, _is_collusion_proof(kernel.assume(relaxes), place, facts))
    return derived.equivalent(forth, back)


def _is_collusion_proof(relaxes: Proved, place: Mapping[str, Term], facts: list[Proved]) -> Proved:
    """The relaxation has the laws, and tells two truths apart as its second response does."""
    m, x, y = (place[name] for name in "mxy")
    o, a, z, b = (Free(f"{name} #0") for name in "oazb")
    inside = [*facts, *(kernel.assume(in_range(value, m)) for value in (o, a, z, b))]

    def step(truth: Term) -> Proved:
        return at(at(at(relaxes, o, given=inside), truth, given=inside), z, given=inside)

    law = rewritten(at(relaxation.relaxation_is_law(), m, x, y, o, a, given=inside, premises=3), unfolding("law"))
    entries, one = conjuncts(law)
    is_law = kernel.conjoin(
        each(z, m, arithmetic(term("0 <= R(o, a, z)", **place), at(entries, z, given=inside), step(a))),
        derived.transitive(summed(z, m, step(a), facts), one),
    )
    plain = normal(term("law(m, R(o, a))", **place), unfolding("law"))
    laws = each(o, m, each(a, m, derived.follow(symmetric(plain), is_law)))
    chance = term("randomized_response(m, x)(a, o)", **place)
    weighed = kernel.congruent(kernel.reflexive(TIMES(chance)), step(a))
    marginal = derived.transitive(
        summed(o, m, weighed, facts), at(relaxation.relaxation_law(), m, x, y, a, z, given=inside, premises=3)
    )
    Q = Free("Q #0", arrow(REAL, REAL))
    prior = kernel.assume(term("law(m, Q)", m=m, Q=Q))
    names = {**place, "Q": Q}
    history = plainly("fun b. randomized_response(m, x)(b, o) * relaxation(m, x, y)(o, b, z)", **names)
    response = term("fun b. randomized_response(m, y)(b, z)", **names)
    ratio = at(relaxation.relaxation_ratio(), m, x, y, b, a, o, z, given=inside, premises=3)
    averages = at(relaxation.averages_in_ratio(), m, history, response, Q, a, given=facts)
    needed = said_of((applied(averages.conclusion, "implies", 2) or ())[0], b)
    met = rewritten(kernel.detach(averages, each(b, m, arithmetic(needed, ratio))))
    possible = at(relaxation.response_possible(), m, y, z, Q, given=[*inside, prior], premises=3)

    joint = "randomized_response(m, x)({0}, o) * {1}(o, {0}, z) * Q({0})"
    printed = [term(joint.format("b", word), **names) for word in ("R", "relaxation(m, x, y)")]
    same = summed(b, m, arithmetic(equal(*printed), step(b)), facts)
    own, chance = (
        term(text, **names)
        for text in ("randomized_response(m, x)(a, o) * R(o, a, z)", "randomized_response(m, y)(a, z)")
    )
    totals = sides(same.conclusion)[0], plainly("sum b in 1..m. randomized_response(m, y)(b, z) * Q(b)", **names)
    premise = kernel.assume(LESS(ZERO, totals[0]))
    crosswise = arithmetic(equal(TIMES(totals[0], chance), TIMES(own, totals[1])), met, same, step(a))
    beliefs = at(equal_beliefs(), own, Q(a), totals[0], chance, totals[1], given=[premise, possible, crosswise])
    laws_of = ("fun b. randomized_response(m, x)(b, o) * R(o, b, z)", "fun b. randomized_response(m, y)(b, z)")
    said = equal(*(term(f"belief(m, Q, {law})(a)", **names) for law in laws_of))
    unfolded = normal(said, unfolding("belief"))
    proof = kernel.discharge(premise.conclusion, derived.follow(symmetric(unfolded), beliefs))
    every = each(a, m, each(o, m, each(z, m, proof)))
    whole = kernel.generalise(Q, kernel.discharge(prior.conclusion, every))
    return conjoined(laws, each(a, m, each(z, m, marginal)), whole)
