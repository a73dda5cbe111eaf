"""What an intruder gains on average from a response, and the L1 distances of the rows of a design.

Source: Nayak, Zhai, section 2.2, Definition 2.4 and Theorem 2.1, after Boreale, Paolini 2015.
"""

from __future__ import annotations

from fractions import Fraction

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    chain,
    conjoined,
    conjuncts,
    cut,
    decided,
    generalise,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    AT_MOST,
    IMPLIES,
    NOT,
    OR,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    for_all,
    substituted,
)
from derivations.theory import sums
from derivations.theory.automatic import written_out
from derivations.theory.privacy import sum_not_negative
from derivations.theory.single_terms import at, by_conditions, each, either, plainly, sum_of_zeros, sum_picked, summed
from derivations.theory.sums import in_range, in_sums, meeting

SIZES = "integer(k) and 0 <= k implies integer(m) and 0 <= m implies"
POSITIVE = "(if {d} <= 0 then 0 else {d})"


@lemma(f"forall k m B D t. {SIZES} (forall x in 1..k. 0 <= B(x)) implies "
       f"(forall x in 1..k. (sum y in 1..m. {POSITIVE.format(d='D(x, y)')}) <= t) implies "
       f"(sum y in 1..m. {POSITIVE.format(d='(sum x in 1..k. B(x) * D(x, y))')}) <= (sum x in 1..k. B(x)) * t",
       depth=9)  # fmt: skip
def positive_parts_average(goal: Goal) -> Proved:
    """Averaging does not enlarge positive parts."""
    k, m, B, D, t = goal.variables
    x, y = Free("x #0"), Free("y #0")
    names = {"k": k, "m": m, "B": B, "D": D, "t": t, "x": x, "y": y}
    part = POSITIVE.format(d="D(x, y)")
    inside = kernel.assume(in_range(x, k))
    weight = at(kernel.assume(goal.given[2]), x, given=[inside])
    below = by_conditions(term(f"B(x) * D(x, y) <= B(x) * {part}", **names), weight)
    above = by_conditions(term(f"0 <= B(x) * {part}", **names), weight)
    whole = summed(x, k, below, goal.given[:1])
    none = summed(x, k, above, goal.given[:1])
    zeros = at(sum_of_zeros(), k, given=goal.given[:1])
    total, bound = "(sum x in 1..k. B(x) * D(x, y))", f"(sum x in 1..k. B(x) * {part})"
    at_y = by_conditions(term(f"{POSITIVE.format(d=total)} <= {bound}", **names), whole, none, zeros)
    every = summed(y, m, at_y, goal.given[1:2])
    ones = term("fun y. 1", y=y)
    swapped = at(sums.sum_swap(), m, k, term(f"fun y x. B(x) * {part}", **names), given=goal.given, premises=2)
    scaled = at(sums.sum_scale(), m, term("B(x)", **names), term(f"fun y. {part}", **names), given=goal.given[1:2])
    own = at(kernel.assume(goal.given[3]), x, given=[inside])
    s = Free("s #0")
    larger = arithmetic(term("B(x) * s <= B(x) * t", s=s, **names), weight, term("s <= t", s=s, t=t))
    larger = cut(kernel.instantiate(larger, {s: term(f"sum y in 1..m. {part}", **names)}), own)
    row = arithmetic(term("a <= B(x) * t", a=sides(scaled.conclusion)[0], **names), scaled, larger)
    rows = summed(x, k, row, goal.given[:1])
    order = summed(x, k, arithmetic(term("B(x) * t = t * B(x)", **names)), goal.given[:1])
    last = at(sums.sum_scale(), k, t, B, given=goal.given[:1])
    del ones
    changed = normal(goal.conclusion)
    found = arithmetic(sides(changed.conclusion)[1], every, swapped, rows, rewritten(order), rewritten(last))
    return derived.follow(symmetric(changed), found)


TWO_POINTS = "(s * (if x = a then 1 else 0) + (1 - s) * (if x = b then 1 else 0))"
PAIR = "integer(k) and 0 <= k implies integer(a) and 1 <= a <= k implies integer(b) and 1 <= b <= k implies"


@lemma(f"forall k a b s f. {PAIR} (sum x in 1..k. {TWO_POINTS} * f(x)) = s * f(a) + (1 - s) * f(b)")
def mean_of_two_points(goal: Goal) -> Proved:
    """The mean of a score under a prior on two categories."""
    k, a, b, s, f = goal.variables
    x = Free("x #0")
    names = {"k": k, "a": a, "b": b, "s": s, "f": f, "x": x}
    left, right = (
        term(f"{TWO_POINTS} * f(x)", **names),
        term("s * (if x = a then f(x) else 0) + (1 - s) * (if x = b then f(x) else 0)", **names),
    )
    row = summed(x, k, by_conditions(equal(left, right)), goal.given[:1])
    parts = [
        term(text, **names)
        for text in ("fun x. s * (if x = a then f(x) else 0)", "fun x. (1 - s) * (if x = b then f(x) else 0)")
    ]
    split = at(sums.sum_plus(), k, *parts, given=goal.given[:1])
    scaled = [
        at(sums.sum_scale(), k, c, term(text, **names), given=goal.given[:1])
        for c, text in (
            (s, "fun x. if x = a then f(x) else 0"),
            (term("1 - s", s=s), "fun x. if x = b then f(x) else 0"),
        )
    ]
    picked = [
        at(sum_picked(), k, c, f, given=[goal.given[0], g], premises=2)
        for c, g in ((a, goal.given[1]), (b, goal.given[2]))
    ]
    return arithmetic(goal.conclusion, row, split, *scaled, *picked)


@lemma(f"forall k a b s. {PAIR} 0 <= s <= 1 implies law(k, fun x. {TWO_POINTS})")
def two_points_are_a_law(goal: Goal) -> Proved:
    """A prior on two categories."""
    k, a, b, s = goal.variables
    x = Free("x #0")
    plain = normal(goal.conclusion, unfolding("law"))
    positive = each(x, k, by_conditions(term(f"0 <= {TWO_POINTS}", x=x, a=a, b=b, s=s), goal.given[3]))
    ones = at(mean_of_two_points(), k, a, b, s, term("fun x. 1"), given=goal.given, premises=3)
    body = term(f"{TWO_POINTS} = {TWO_POINTS} * 1", x=x, a=a, b=b, s=s)
    same = summed(x, k, by_conditions(body), goal.given[:1])
    whole = arithmetic(equal(sides(same.conclusion)[0], Number(1)), same, ones)
    return derived.follow(symmetric(plain), kernel.conjoin(positive, whole))


AFTER = "(sum y in 1..m. max(sum x in 1..k. alpha(x) * Q(x) * P(x, y), sum x in 1..k. alpha(x) * (1 - Q(x)) * P(x, y)))"
BEFORE = "max(sum x in 1..k. alpha(x) * Q(x), sum x in 1..k. alpha(x) * (1 - Q(x)))"
SECURE = (
    "(forall alpha Q. law(k, alpha) implies (forall x in 1..k. Q(x) = 0 or Q(x) = 1) implies "
    f"{AFTER} <= phi * {BEFORE})"
)
CLOSE = "(forall i in 1..k. forall j in 1..k. (sum y in 1..m. abs(P(i, y) - P(j, y))) <= 2 * (phi - 1))"


NEAR = f"(forall i in 1..k. forall j in 1..k. (sum y in 1..m. {POSITIVE.format(d='(P(i, y) - P(j, y))')}) <= t)"
GAP = (
    "((sum x in 1..k. A(x)) * (sum x in 1..k. B(x) * P(x, y)) - "
    "(sum x in 1..k. B(x)) * (sum x in 1..k. A(x) * P(x, y)))"
)


@lemma("forall k B f c. integer(k) and 0 <= k implies "
       "(sum z in 1..k. B(z) * (f(z) - c)) = (sum z in 1..k. B(z) * f(z)) - c * sum(k, B)")  # fmt: skip
def shifted_mean(goal: Goal) -> Proved:
    """The weighted sum of scores less a constant."""
    return _both_sides(goal)


@lemma("forall k A v r g. integer(k) and 0 <= k implies "
       "(sum x in 1..k. A(x) * (v - r * g(x))) = v * sum(k, A) - r * (sum x in 1..k. A(x) * g(x))")  # fmt: skip
def scaled_mean(goal: Goal) -> Proved:
    """The weighted sum of a constant less scaled scores."""
    return _both_sides(goal)


def _both_sides(goal: Goal) -> Proved:
    left, right = (chain(side).rewrite(in_sums(goal.given)) for side in sides(goal.conclusion))
    return meeting(left, right)


@lemma(f"forall k m P A B t. {SIZES} (forall x in 1..k. 0 <= A(x)) implies (forall x in 1..k. 0 <= B(x)) implies "
       f"{NEAR} implies (sum y in 1..m. {POSITIVE.format(d=GAP)}) <= "
       "sum(k, A) * (sum(k, B) * t)", depth=11)  # fmt: skip
def gap_of_averages(goal: Goal) -> Proved:
    """Averages of rows that are near to each other are as near."""
    k, m, P, A, B, t = goal.variables
    x, y, z = Free("x #0"), Free("y #0"), Free("z #0")
    names = {"k": k, "m": m, "P": P, "A": A, "B": B, "t": t, "x": x, "y": y, "z": z}
    sizes = goal.given[:2]
    in_x, in_z = kernel.assume(in_range(x, k)), kernel.assume(in_range(z, k))
    near = each(z, k, at(at(kernel.assume(goal.given[4]), z, given=[in_z]), x, given=[in_x]))
    first = at(
        positive_parts_average(),
        k,
        m,
        B,
        term("fun z y. P(z, y) - P(x, y)", **names),
        t,
        given=[*sizes, goal.given[3], near],
        premises=4,
    )

    def shifted(theorem: Proved, equation: Proved) -> Proved:
        """The bound of positive parts of what is equal."""
        old, new = (POSITIVE.format(d="d"), POSITIVE.format(d="e"))
        left, right = sides(equation.conclusion)
        d, e = Free("d #0"), Free("e #0")
        row = by_conditions(term(f"{new} <= {old}", d=d, e=e), equal(d, e))
        row = cut(kernel.instantiate(row, {d: left, e: right}), equation)
        whole = summed(y, m, row, sizes[1:])
        bounds = applied(theorem.conclusion, "<=", 2) or ()
        last = applied(whole.conclusion, "<=", 2) or ()
        return arithmetic(AT_MOST(last[0], bounds[1]), whole, theorem, opaque=True)

    inner = at(shifted_mean(), k, B, term("fun z. P(z, y)", **names), term("P(x, y)", **names), given=sizes[:1])
    mean = term("sum z in 1..k. B(z) * P(z, y)", **names)
    turned = arithmetic(equal(sides(inner.conclusion)[0], term("v - sum(k, B) * P(x, y)", v=mean, **names)), inner)
    near_mean = each(x, k, shifted(rewritten(first), turned))
    second = at(
        positive_parts_average(),
        k,
        m,
        A,
        term("fun x y. (sum z in 1..k. B(z) * P(z, y)) - sum(k, B) * P(x, y)", **names),
        term("sum(k, B) * t", **names),
        given=[*sizes, goal.given[2], near_mean],
        premises=4,
    )
    outer = at(scaled_mean(), k, A, mean, term("sum(k, B)", **names), term("fun x. P(x, y)", **names), given=sizes[:1])
    gap = term("sum(k, A) * v - sum(k, B) * (sum x in 1..k. A(x) * P(x, y))", v=mean, **names)
    turned = arithmetic(equal(sides(outer.conclusion)[0], gap), outer)
    found = shifted(rewritten(second), turned)
    changed = normal(goal.conclusion)
    bound = arithmetic(sides(changed.conclusion)[1], found, opaque=True)
    return derived.follow(symmetric(changed), bound)


@lemma("forall m U V p r t. integer(m) and 0 <= m implies (forall y in 1..m. 0 <= U(y)) implies sum(m, U) = p implies "
       "0 <= r and r <= p and 0 < p and 0 <= t implies "
       f"(sum y in 1..m. {POSITIVE.format(d='(p * V(y) - r * U(y))')}) <= "
       "p * (r * t) implies (sum y in 1..m. max(U(y), V(y))) <= (1 + t) * p", depth=11)  # fmt: skip
def larger_of_both(goal: Goal) -> Proved:
    """The sum of the larger of two numbers, where the second ones exceed their share by little."""
    m, U, V, p, r, t = goal.variables
    y, u, v = Free("y #0"), Free("u #0"), Free("v #0")
    names = {"m": m, "U": U, "V": V, "p": p, "r": r, "t": t, "y": y, "u": u, "v": v}
    positive = at(kernel.assume(goal.given[1]), y, given=[kernel.assume(in_range(y, m))])
    part = POSITIVE.format(d="(p * v - r * u)")
    bound = by_conditions(
        term(f"p * (if u <= v then v else u) <= p * u + {part}", **names), term("0 <= u", u=u), goal.given[3]
    )
    values = {u: term("U(y)", **names), v: term("V(y)", **names)}
    row = summed(y, m, cut(kernel.instantiate(bound, values), positive), goal.given[:1])
    largest = "fun y. if U(y) <= V(y) then V(y) else U(y)"
    left = at(sums.sum_scale(), m, p, term(largest, **names), given=goal.given[:1])
    split = at(
        sums.sum_plus(),
        m,
        term("fun y. p * U(y)", **names),
        term(f"fun y. {POSITIVE.format(d='(p * V(y) - r * U(y))')}", **names),
        given=goal.given[:1],
    )
    scaled = at(sums.sum_scale(), m, p, U, given=goal.given[:1])
    s = sides(left.conclusion)[0]
    total = arithmetic(
        term("s <= p * p + p * (r * t)", s=s, **names),
        row,
        split,
        rewritten(scaled),
        goal.given[2],
        goal.given[4],
        opaque=True,
    )
    whole = (applied(goal.conclusion, "<=", 2) or ())[0]
    changed = normal(goal.conclusion, unfolding("max"))
    number = Free("number #0")
    divided = arithmetic(
        term("number <= (1 + t) * p", number=number, **names),
        term("p * number <= p * p + p * (r * t)", number=number, **names),
        goal.given[3],
    )
    del whole
    inner = term(f"sum(m, {largest})", **names)
    inner = sides(normal(inner).conclusion)[1]
    known = arithmetic(term("p * number <= p * p + p * (r * t)", number=inner, **names), total, left, opaque=True)
    return derived.follow(symmetric(changed), cut(kernel.instantiate(divided, {number: inner}), known))


@lemma(f"forall k m P phi. {SIZES} design(k, m, P) implies 1 <= phi implies {CLOSE} implies {SECURE}", depth=13)
def close_rows_are_secure(goal: Goal) -> Proved:
    """Rows at L1 distances up to 2 (phi - 1) let nobody predict phi times as well."""
    k, m, P, phi, alpha, Q = goal.variables
    i, j, x, y = Free("i #0"), Free("j #0"), Free("x #0"), Free("y #0")
    t = term("phi - 1", phi=phi)
    names = {"k": k, "m": m, "P": P, "phi": phi, "alpha": alpha, "Q": Q, "x": x, "y": y, "i": i, "j": j, "t": t}
    sizes = goal.given[:2]
    rows = rewritten(kernel.assume(goal.given[2]), unfolding("design", "law"))
    ranges = [kernel.assume(in_range(*pair)) for pair in ((i, k), (j, k), (x, k), (y, m))]
    close = rewritten(at(at(kernel.assume(goal.given[4]), i, given=ranges), j, given=ranges), unfolding("abs"))
    half = near_rows(m, term("fun y. P(i, y)", **names), term("fun y. P(j, y)", **names), y, list(sizes[1:]))
    ones = [list(conjuncts(at(rows, index, given=ranges)))[1] for index in (i, j)]
    part = POSITIVE.format(d="(P(i, y) - P(j, y))")
    near = arithmetic(term(f"(sum y in 1..m. {part}) <= t", **names), half, close, *ones, opaque=True)
    near = each(i, k, each(j, k, near))
    shares, whole = conjuncts(rewritten(kernel.assume(goal.given[5]), unfolding("law")))
    share, bit = at(shares, x, given=ranges), at(kernel.assume(goal.given[6]), x, given=ranges)
    chance = next(iter(conjuncts(at(rows, x, given=ranges))))
    chance = at(chance, y, given=ranges)
    texts = ("alpha(x) * Q(x)", "alpha(x) * (1 - Q(x))")
    weights = [term(f"fun x. {text}", **names) for text in texts]
    zero, one = map(kernel.assume, applied(bit.conclusion, "or", 2) or ())
    positive = [
        kernel.cases(bit, *(arithmetic(term(f"0 <= {text}", **names), share, case) for case in (zero, one)))
        for text in texts
    ]
    both = at(sums.sum_plus(), k, *weights, given=sizes[:1])
    joined = summed(x, k, arithmetic(term(f"{texts[0]} + {texts[1]} = alpha(x)", **names)), sizes[:1])
    totals = [sides(normal(term("sum(k, w)", k=k, w=w)).conclusion)[1] for w in weights]
    one_whole = arithmetic(term("a + b = 1", a=totals[0], b=totals[1]), both, rewritten(joined), whole)
    means = [plainly(f"fun y. sum x in 1..k. {text} * P(x, y)", **names) for text in texts]

    def chances(own: Proved, text: str) -> tuple[Proved, Proved, Proved]:
        """The sum of weights is not negative, nor is a mean; the means add up to the sum of weights."""
        entry = arithmetic(term("0 <= w * P(x, y)", w=term(text, **names), **names), own, chance)
        mean_positive = kernel.detach(
            at(sum_not_negative(), k, plainly(f"fun x. {text} * P(x, y)", **names), given=sizes[:1]), each(x, k, entry)
        )
        total_positive = kernel.detach(
            at(sum_not_negative(), k, term(f"fun x. {text}", **names), given=sizes[:1]), each(x, k, own)
        )
        swapped = at(sums.sum_swap(), m, k, plainly(f"fun y x. {text} * P(x, y)", **names), given=sizes, premises=2)
        weight = term(text, **names)
        row = at(sums.sum_scale(), m, weight, term("fun y. P(x, y)", **names), given=sizes[1:])
        row_one = list(conjuncts(at(rows, x, given=ranges)))[1]
        inner = summed(
            x, k, arithmetic(equal(sides(row.conclusion)[0], weight), rewritten(row), row_one, opaque=True), sizes[:1]
        )
        return total_positive, each(y, m, mean_positive), derived.transitive(swapped, inner)

    facts = [chances(own, text) for own, text in zip(positive, texts, strict=True)]

    def case(first: int, second: int) -> Proved:
        """The prediction before is that of the likelier side."""
        p, r = totals[first], totals[second]
        larger = kernel.assume(AT_MOST(r, p))
        gap = at(
            gap_of_averages(),
            k,
            m,
            P,
            weights[first],
            weights[second],
            t,
            given=[*sizes, each(x, k, positive[first]), each(x, k, positive[second]), near],
            premises=5,
        )
        some = arithmetic(term("0 < p", p=p), larger, one_whole, opaque=True)
        bounds = [facts[second][0], larger, some, arithmetic(term("0 <= t", t=t), goal.given[3])]
        after = at(
            larger_of_both(),
            m,
            means[first],
            means[second],
            p,
            r,
            t,
            given=[*sizes[1:], facts[first][1], facts[first][2], *bounds, gap],
            premises=5,
        )
        return rewritten(after, unfolding("max"))

    wanted = normal(goal.conclusion, unfolding("max"))
    formula = sides(wanted.conclusion)[1]
    either_way = either(AT_MOST(totals[1], totals[0]))
    first = case(0, 1)
    flipped = by_conditions(
        term("(if v <= u then u else v) = (if u <= v then v else u)", u=Free("u #0"), v=Free("v #0"))
    )
    flip = summed(
        y,
        m,
        kernel.instantiate(
            flipped,
            {
                Free("u #0"): sides(normal(means[0](y)).conclusion)[1],
                Free("v #0"): sides(normal(means[1](y)).conclusion)[1],
            },
        ),
        sizes[1:],
    )
    second = case(1, 0)
    not_first = kernel.assume(NOT(AT_MOST(totals[1], totals[0])))
    other = arithmetic(AT_MOST(totals[0], totals[1]), not_first, opaque=True)
    second = cut(second, other)
    cases = [
        by_conditions(formula, first, kernel.assume(AT_MOST(totals[1], totals[0]))),
        by_conditions(formula, second, flip, not_first),
    ]
    return derived.follow(symmetric(wanted), kernel.cases(either_way, *cases))


def near_rows(m: Term, f: Term, g: Term, y: Free, size: list[Term | Proved]) -> Proved:
    """2 sum of the positive parts of f - g is the sum of the absolute values plus the difference of the sums."""
    a, b = Free("a #0"), Free("b #0")
    part = POSITIVE.format(d="(a - b)")
    value = by_conditions(
        term(f"{part} = 1/2 * (if 0 <= a - b then a - b else -(a - b)) + (1/2 * a + -1/2 * b)", a=a, b=b)
    )
    values = {a: sides(normal(f(y)).conclusion)[1], b: sides(normal(g(y)).conclusion)[1]}
    row = summed(y, m, kernel.instantiate(value, values), size)
    return rewritten(derived.transitive(row, normal(sides(row.conclusion)[1], in_sums(size))))


@lemma(f"forall k m P phi. {SIZES} design(k, m, P) implies 1 <= phi implies {SECURE} implies {CLOSE}", depth=9)
def secure_rows_are_close(goal: Goal) -> Proved:
    """Where nobody predicts phi times as well, the rows are at L1 distances up to 2 (phi - 1)."""
    k, m, P, phi = goal.variables
    i, j, x, y = Free("i #0"), Free("j #0"), Free("x #0"), Free("y #0")
    alpha = term(f"fun x. {TWO_POINTS}", a=i, b=j, s=Number(Fraction(1, 2)))
    Q = term("fun x. if x = i then 1 else 0", i=i)
    names = {"k": k, "m": m, "P": P, "phi": phi, "alpha": alpha, "Q": Q, "x": x, "y": y, "i": i, "j": j}
    sizes = goal.given[:2]
    rows = rewritten(kernel.assume(goal.given[2]), unfolding("design", "law"))
    ranges = [kernel.assume(in_range(*pair)) for pair in ((i, k), (j, k))]
    ones = [list(conjuncts(at(rows, index, given=ranges)))[1] for index in (i, j)]
    half = arithmetic(term("0 <= s <= 1", s=Number(Fraction(1, 2))))
    is_law = at(two_points_are_a_law(), k, i, j, Number(Fraction(1, 2)), given=[*sizes, *ranges, half], premises=4)
    is_event = each(x, k, by_conditions(plainly("Q(x) = 0 or Q(x) = 1", **names)))
    secure = kernel.detach(at(kernel.assume(goal.given[4]), alpha, Q, given=[rewritten(is_law)]), is_event)
    secure = rewritten(secure, unfolding("max"))
    differ = kernel.assume(NOT(equal(i, j)))
    same = kernel.assume(equal(i, j))

    def mean(text: str, value: str) -> Proved:
        """A sum under the prior is what it is at i and j."""
        f = term(f"fun x. {text}", **names)
        f = sides(normal(f).conclusion)[1]
        found = at(mean_of_two_points(), k, i, j, Number(Fraction(1, 2)), f, given=[*sizes, *ranges], premises=3)
        worked = by_conditions(equal(sides(found.conclusion)[1], term(value, **names)), differ)
        left = plainly(f"alpha(x) * ({text})", **names)
        factors = text.split(" * ")
        whole = plainly(" * ".join([f"alpha(x) * {factors[0]}", *factors[1:]]), **names)
        order = summed(x, k, by_conditions(equal(whole, left)), sizes[:1])
        return derived.transitive(order, derived.transitive(found, worked))

    own, other = mean("Q(x)", "1/2"), mean("(1 - Q(x))", "1/2")
    first, second = mean("Q(x) * P(x, y)", "1/2 * P(i, y)"), mean("(1 - Q(x)) * P(x, y)", "1/2 * P(j, y)")
    a, b, u, v = (Free(f"{name} #0") for name in "abuv")
    value = term(
        "(if 0 <= a - b then a - b else -(a - b)) = 4 * (if u <= v then v else u) + (-1 * a + -1 * b)",
        a=a,
        b=b,
        u=u,
        v=v,
    )
    worth = by_conditions(value, equal(u, term("1/2 * a", a=a)), equal(v, term("1/2 * b", b=b)))
    p, q = (term(text, **names) for text in ("P(i, y)", "P(j, y)"))
    row = kernel.instantiate(worth, {a: p, b: q, u: sides(first.conclusion)[0], v: sides(second.conclusion)[0]})
    total = summed(y, m, cut(row, first, second), sizes[1:])
    largest = sides(
        normal(
            closed(y, term("if u <= v then v else u", u=sides(first.conclusion)[0], v=sides(second.conclusion)[0]))
        ).conclusion
    )[1]
    minus = term("fun y. -1 * P(i, y) + -1 * P(j, y)", **names)
    split = at(sums.sum_plus(), m, closed(y, term("4 * f(y)", f=largest, y=y)), minus, given=sizes[1:])
    scaled = at(sums.sum_scale(), m, Number(4), largest, given=sizes[1:])
    rest = normal(term("sum(m, f)", m=m, f=minus), in_sums(sizes[1:]))
    before = by_conditions(
        term("(if p <= q then q else p) = 1/2", p=sides(own.conclusion)[0], q=sides(other.conclusion)[0]), own, other
    )
    distance = normal(term("(sum y in 1..m. abs(P(i, y) - P(j, y))) <= 2 * (phi - 1)", **names), unfolding("abs"))
    bound = sides(distance.conclusion)[1]
    facts = [rewritten(fact) for fact in (total, split, scaled, rest, before, secure, *ones)]
    apart = arithmetic(bound, *facts, opaque=True)
    nothing_between = term("(if 0 <= a - b then a - b else -(a - b)) = 0", a=a, b=b)
    zero = kernel.instantiate(by_conditions(nothing_between, equal(a, b)), {a: p, b: q})
    here = Free("here #0")
    alike = kernel.replace(same, closed(here, term("P(i, y) = P(h, y)", h=here, **names)), kernel.reflexive(p))
    nothing = derived.transitive(summed(y, m, cut(zero, alike), sizes[1:]), at(sum_of_zeros(), m, given=sizes[1:]))
    together = arithmetic(bound, nothing, goal.given[3], opaque=True)
    found = derived.follow(symmetric(distance), kernel.cases(either(equal(i, j)), together, apart))
    return each(i, k, each(j, k, found))


ERASURE = "fun x y. if y = x then phi - 1 else if y = 3 then 2 - phi else 0"


def each_of(size: int, index: Free, body: Term, *proofs: Proved) -> Proved:
    """|- forall i in 1..size. body, from the body with 1, ..., size for i; for a small size"""
    numbers = [Number(n) for n in range(1, size + 1)]
    whole = equal(index, numbers[-1])
    for number in reversed(numbers[:-1]):
        whole = OR(equal(index, number), whole)
    inside = kernel.assume(in_range(index, numbers[-1]))
    which = arithmetic(whole, inside)

    def found(which: Proved, proofs: tuple[Proved, ...], numbers: list[Number]) -> Proved:
        same = symmetric(kernel.assume(equal(index, numbers[0])))
        first = kernel.replace(same, closed(index, body), proofs[0])
        if len(proofs) == 1:
            return cut(first, which)
        rest = kernel.assume((applied(which.conclusion, "or", 2) or ())[1])
        return kernel.cases(which, first, found(rest, proofs[1:], numbers[1:]))

    return each(index, numbers[-1], found(which, proofs, numbers))


PARTS = (
    "(forall z in 1..m. 0 <= F(z) and 0 <= G(z) and 0 <= S(z) and P(1, z) = F(z) + S(z) and P(2, z) = G(z) + S(z)) "
    "implies sum(m, F) = t and sum(m, G) = t and sum(m, S) = 1 - t implies"
)
FACTORS = (
    "c * (phi - 1) = 1 and 0 < c and 0 <= e and e * (1 - t) = phi - 1 - t and h * (1 - t) = 1 and 0 < h and "
    "e + (2 - phi) * h = 1"
)


@lemma("forall m P phi F G S t c e h. integer(m) and 0 <= m implies 1 < phi and phi < 2 implies "
       f"{PARTS} {FACTORS} implies informative(2, 3, m, {ERASURE}, P)", depth=15)  # fmt: skip
def parts_from_erasure(goal: Goal) -> Proved:
    """Two laws with a common part come from the design that tells the truth or nothing."""
    m, P, phi, F, G, S, t, c, e, h = goal.variables
    y, z, x = Free("y #0"), Free("z #0"), Free("x #0")
    names = {"m": m, "P": P, "phi": phi, "F": F, "G": G, "S": S, "t": t, "c": c, "e": e, "h": h, "y": y, "z": z, "x": x}
    size = goal.given[:1]
    entries = ("c * (F(z) + e * S(z))", "c * (G(z) + e * S(z))", "h * S(z)")
    C = term(f"fun y z. if y = 1 then {entries[0]} else if y = 2 then {entries[1]} else {entries[2]}", **names)
    in_z = kernel.assume(in_range(z, m))
    pointwise = at(kernel.assume(goal.given[2]), z, given=[in_z])
    facts: list[Term | Proved] = [pointwise, *goal.given[3:], goal.given[1]]
    rows = []
    for text in entries:
        body = term(f"fun z. {text}", **names)
        positive = each(z, m, arithmetic(term(f"0 <= {text}", **names), *facts))
        total = normal(term("sum(m, f)", m=m, f=body), in_sums(size))
        rows.append(
            kernel.conjoin(positive, arithmetic(equal(sides(total.conclusion)[0], Number(1)), total, *goal.given[3:]))
        )
    row = plainly("(forall z in 1..m. 0 <= C(y, z)) and (sum z in 1..m. C(y, z)) = 1", m=m, C=C, y=y)
    decide = decided([])
    own = [_at_number(row, y, Number(n), proof, decide) for n, proof in enumerate(rows, 1)]
    channel = each_of(3, y, row, *own)
    rules = [unfolding("through"), written_out, decide]
    value = plainly(
        "P(x, z) = (sum y in 1..3. (if y = x then phi - 1 else if y = 3 then 2 - phi else 0) * C(y, z))",
        C=C,
        **{key: names[key] for key in ("P", "x", "z", "phi")},
    )
    values = []
    for n in (1, 2):
        at_n = substituted(value, {x: Number(n)})
        changed = normal(at_n, *rules)
        values.append(derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1], *facts)))
    body = for_all(z, IMPLIES(in_range(z, m), value))
    inner = [generalise(kernel.discharge(in_range(z, m), v), z) for v in values]
    same = each_of(2, x, body, *inner)
    plain = normal(goal.conclusion, unfolding("informative", "channel", "design", "law", "through"))
    formula = sides(plain.conclusion)[1]
    special = normal(instance(formula, C))
    both = derived.follow(symmetric(special), kernel.conjoin(channel, same))
    return derived.follow(symmetric(plain), kernel.witness(formula, C, both))


def _at_number(formula: Term, index: Free, number: Number, theorem: Proved, decide: Conversion) -> Proved:
    """The formula at a number, from the theorem, once its choices are decided."""
    at_n = normal(substituted(formula, {index: number}), decide)
    return derived.follow(symmetric(at_n), rewritten(theorem, decide))


@lemma("forall m P phi. integer(m) and 0 <= m implies design(2, m, P) implies 1 < phi and phi < 2 implies "
       "(sum y in 1..m. abs(P(1, y) - P(2, y))) <= 2 * (phi - 1) implies "
       f"informative(2, 3, m, {ERASURE}, P)")  # fmt: skip
def erasure_is_most_informative(goal: Goal) -> Proved:
    """Of two categories, the design that tells the truth with probability phi - 1 and else nothing informs most."""
    m, P, phi = goal.variables
    z = Free("z #0")
    size = goal.given[:1]
    names = {"m": m, "P": P, "phi": phi, "z": z}
    rows = rewritten(kernel.assume(goal.given[1]), unfolding("design", "law"))
    in_z = kernel.assume(in_range(z, m))
    numbers = [Number(1), Number(2)]
    ranges = [kernel.conjoin(kernel.literal(n), arithmetic(term("1 <= n <= 2", n=n))) for n in numbers]
    own = [list(conjuncts(at(rows, n, given=ranges))) for n in numbers]
    chances, ones = [at(part[0], z, given=[in_z]) for part in own], [part[1] for part in own]
    close = rewritten(kernel.assume(goal.given[3]), unfolding("abs"))
    a, b = Free("a #0"), Free("b #0")
    first, second = (term(f"P({n}, z)", **names) for n in (1, 2))
    F, G, S = (
        term(f"fun z. {text}", **names)
        for text in (
            POSITIVE.format(d="(P(1, z) - P(2, z))"),
            POSITIVE.format(d="(P(2, z) - P(1, z))"),
            "if P(1, z) <= P(2, z) then P(1, z) else P(2, z)",
        )
    )
    f, g, s = (POSITIVE.format(d="(a - b)"), POSITIVE.format(d="(b - a)"), "(if a <= b then a else b)")
    values = {a: first, b: second}
    parts = term(f"0 <= {f} and 0 <= {g} and 0 <= {s} and a = {f} + {s} and b = {g} + {s}", a=a, b=b)
    parts_of = kernel.instantiate(by_conditions(parts, term("0 <= a", a=a), term("0 <= b", b=b)), values)
    pointwise = each(z, m, cut(parts_of, *chances))
    t = plainly("sum(m, F)", m=m, F=F)
    one, two = (term(f"fun y. P({n}, y)", **names) for n in (1, 2))
    half = near_rows(m, one, two, z, list(size))
    difference = by_conditions(term(f"{g} = {f} + -1 * a + b", a=a, b=b))
    remainder = by_conditions(term(f"{s} = a + -1 * {f}", a=a, b=b))
    totals = []
    for fact in (difference, remainder):
        whole = summed(z, m, kernel.instantiate(fact, values), size)
        totals.append(rewritten(derived.transitive(whole, normal(sides(whole.conclusion)[1], in_sums(size)))))
    of_parts = [
        arithmetic(equal(plainly("sum(m, X)", m=m, X=X), value), *totals, *ones, opaque=True)
        for X, value in ((F, t), (G, t), (S, term("1 - t", t=t)))
    ]
    small = arithmetic(AT_MOST(t, term("phi - 1", phi=phi)), half, close, *ones, opaque=True)
    u = Free("t #0")
    texts = {"c": "1 / (phi - 1)", "e": "(phi - 1 - t) / (1 - t)", "h": "1 / (1 - t)"}
    factors = term(FACTORS, phi=phi, t=u, **{name: term(text, phi=phi, t=u) for name, text in texts.items()})
    known = [goal.given[2], term("t <= phi - 1", t=u, phi=phi)]
    shown_factors = conjoined(*(arithmetic(part.conclusion, *known) for part in conjuncts(kernel.assume(factors))))
    shown_factors = cut(kernel.instantiate(shown_factors, {u: t}), small)
    values_of = [term(text, phi=phi, t=t) for text in texts.values()]
    return at(
        parts_from_erasure(),
        m,
        P,
        phi,
        F,
        G,
        S,
        t,
        *values_of,
        given=[*goal.given, rewritten(pointwise), *of_parts, shown_factors],
        premises=5,
    )
