"""Local l-diversity: a response is a set of l of k categories, uniform among those that hold the truth; every k, l.

Source: Nayak, Zhai, section 4.1, (4.1).
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
    cut,
    decided,
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
from derivations.logic.terms import Free, Number, Term, applied, closed, equal
from derivations.theory import sums
from derivations.theory.linear_estimates import inverses_meet, sums_exchanged
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    plainly,
    sum_of_equals,
    sum_of_zeros,
    sum_picked,
    summed,
)
from derivations.theory.subsets import (
    INDEX,
    SETS_OF,
    binomial_positive,
    members_of_sets,
    number_of_sets,
    pairs_of_members,
    sets_holding,
    sets_holding_pair,
    square_of_bit,
)
from derivations.theory.sums import in_range, in_sums

SETS = SETS_OF.format(least=2) + " integer(l) and 1 <= l and l < k implies"
UNIFORM = (
    "design(k, m, P) implies (forall i in 1..k. forall y in 1..m. (z(y, i) = 0 implies P(i, y) = 0) and "
    "(forall u in 1..m. z(y, i) = 1 and z(u, i) = 1 implies P(i, y) = P(i, u))) implies"
)


def _bits(goal: Goal, y: Free, i: Free) -> Proved:
    """y in 1..m, i in 1..k |- z(y, i) = 0 or z(y, i) = 1"""
    k, _, m = goal.variables[:3]
    sets = kernel.part(rewritten(kernel.assume(goal.given[2]), unfolding("subsets", "bits")), 0)
    bits, _ = conjuncts(at(sets, y, given=[kernel.assume(in_range(y, m))]))
    return at(bits, i, given=[kernel.assume(in_range(i, k))])


def _size_of_set(goal: Goal, y: Free) -> Proved:
    """y in 1..m |- the set z(y) has l members"""
    sets = kernel.part(rewritten(kernel.assume(goal.given[2]), unfolding("subsets", "bits")), 0)
    return list(conjuncts(at(sets, y, given=[kernel.assume(in_range(y, goal.variables[2]))])))[1]


def _given(goal: Goal) -> list[Term | Proved]:
    """What the goal gives, with the sizes as they are needed."""
    k = goal.variables[0]
    texts = ("integer(k) and 0 <= k", "integer(k) and 1 <= k")
    return [*goal.given, *(shown(term(text, k=k), goal.given[:1]) for text in texts)]


def _plain(formula: Term, *given: Term | Proved, opaque: bool = False) -> Proved:
    """A formula by arithmetic, its functions written as they are in what is given."""
    return reduced(normal(formula), lambda it: arithmetic(it, *given, opaque=opaque))


@lemma(f"forall k l m z P i y. {SETS} {UNIFORM} {INDEX.format('i')} integer(y) and 1 <= y <= m implies "
       "P(i, y) * binomial(k - 1, l - 1) = z(y, i)", depth=15)  # fmt: skip
def uniform_entries(goal: Goal) -> Proved:
    """The probability of a set that holds the truth is 1/binomial(k - 1, l - 1), that of another one 0."""
    k, held, m, z, P, i, y = goal.variables
    u = Free("u #0")
    names = {"m": m, "z": z, "P": P, "i": i, "y": y, "u": u}
    given = _given(goal)
    which = _bits(goal, y, i)
    alike = at(kernel.assume(goal.given[5]), i, given=goal.given[6:7])
    own, others = conjuncts(at(alike, y, given=goal.given[7:]))
    zero, one = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    none = arithmetic(goal.conclusion, kernel.detach(own, zero), zero)
    rows = rewritten(kernel.assume(goal.given[4]), unfolding("design", "law"))
    *_, whole = conjuncts(at(rows, i, given=goal.given[6:7]))
    inside = kernel.assume(in_range(u, m))
    bit_u = kernel.instantiate(_bits(goal, y, i), {y: u})
    no, yes = map(kernel.assume, applied(bit_u.conclusion, "or", 2) or ())
    first, _ = conjuncts(at(alike, u, given=[inside]))
    value = equal(term("P(i, u)", **names), term("P(i, y) * z(u, i)", **names))
    same = at(others, u, given=[inside])
    same = kernel.detach(same, kernel.conjoin(one, yes))
    entry = kernel.cases(bit_u, arithmetic(value, kernel.detach(first, no), no), arithmetic(value, same, yes))
    row = summed(u, m, entry, goal.given[1:2])
    scaled = at(sums.sum_scale(), m, term("P(i, y)", **names), term("fun u. z(u, i)", **names), given=goal.given[1:2])
    holding = at(sets_holding(), k, held, m, z, i, given=given, premises=4)
    found = arithmetic(goal.conclusion, row, scaled, holding, whole, one)
    return kernel.cases(which, none, found)


ENTRIES = (
    f"{SETS} a * binomial(k - 1, l - 1) = 1 implies (forall i in 1..k. forall y in 1..m. P(i, y) = a * z(y, i)) implies"
)


@lemma(f"forall k l m z. {SETS} 0 < binomial(k - 1, l - 1) and 0 < m and m = binomial(k, l) and "
       "k * binomial(k - 1, l - 1) = l * m and "
       "(k - 1) * binomial(k - 2, l - 2) = (l - 1) * binomial(k - 1, l - 1)")  # fmt: skip
def counts(goal: Goal) -> Proved:
    """How many sets there are, hold a category, hold two."""
    k, held, m, z = goal.variables
    given = _given(goal)
    lower = [term("k - 1", k=k), term("l - 1", l=held)]
    size = kernel.conjoin(shown(term("integer(k - 1)", k=k), given), arithmetic(term("0 <= k - 1", k=k), goal.given[0]))
    inside = kernel.conjoin(
        shown(term("integer(l - 1)", l=held), given),
        arithmetic(term("0 <= l - 1 <= k - 1", k=k, l=held), goal.given[3]),
    )
    _, positive = conjuncts(at(at(binomial_positive(), lower[0], given=[size]), lower[1]))
    positive = kernel.detach(positive, inside)
    number = at(number_of_sets(), k, held, m, z, given=given, premises=3)
    members = at(members_of_sets(), k, held, m, z, given=given, premises=3)
    one = kernel.conjoin(kernel.literal(Number(1)), arithmetic(term("1 <= t <= k", t=Number(1), k=k), goal.given[0]))
    pairs = at(pairs_of_members(), k, held, m, z, Number(1), given=[*given, one], premises=4)
    some = arithmetic(term("0 < m", m=m), positive, members, goal.given[0], goal.given[3])
    return conjoined(positive, some, number, members, pairs)


PAIR = INDEX.format("i") + " " + INDEX.format("j")


@lemma(f"forall k l m z P a i j. {ENTRIES} {PAIR} (sum y in 1..m. P(i, y) * P(j, y)) = "
       "a / (k - 1) * ((k - l) * (if i = j then 1 else 0) + (l - 1))", depth=16)  # fmt: skip
def product_of_rows(goal: Goal) -> Proved:
    """P' P = a/(k - 1) ((k - l) I + (l - 1) J)."""
    k, held, m, z, P, a, i, j = goal.variables
    names = {"k": k, "l": held, "m": m, "z": z, "P": P, "a": a, "i": i, "j": j}
    y = Free("y #0")
    given = _given(goal)
    inside = kernel.assume(in_range(y, m))
    entries = [
        at(at(kernel.assume(goal.given[5]), x, given=[fact]), y, given=[inside])
        for x, fact in ((i, goal.given[6]), (j, goal.given[7]))
    ]
    product = arithmetic(term("P(i, y) * P(j, y) = a * a * (z(y, i) * z(y, j))", y=y, **names), *entries)
    row = summed(y, m, product, goal.given[1:2])
    scaled = at(
        sums.sum_scale(), m, term("a * a", a=a), term("fun y. z(y, i) * z(y, j)", **names), given=goal.given[1:2]
    )
    pair = at(sets_holding_pair(), k, held, m, z, i, j, given=given, premises=5)
    *_, pairs = conjuncts(at(counts(), k, held, m, z, given=goal.given, premises=4))
    both = arithmetic(
        term("a * binomial(k - 2, l - 2) = (l - 1) / (k - 1)", **names), pairs, goal.given[0], goal.given[4]
    )
    return by_conditions(goal.conclusion, row, scaled, pair, both, goal.given[0], goal.given[4])


@lemma(f"forall k l m z P a y. {ENTRIES} integer(y) and 1 <= y <= m implies (sum x in 1..k. P(x, y)) = l * a", depth=14)
def column_sum(goal: Goal) -> Proved:
    """l of the k probabilities of a set are a, the others 0."""
    k, _held, _, z, _P, a, y = goal.variables
    x = Free("x #0")
    given = _given(goal)
    inside = kernel.assume(in_range(x, k))
    entry = at(at(kernel.assume(goal.given[5]), x, given=[inside]), y, given=goal.given[6:])
    scaled = at(sums.sum_scale(), k, a, term("fun x. z(y, x)", z=z, y=y), given=given)
    return arithmetic(goal.conclusion, summed(x, k, entry, given), scaled, _size_of_set(goal, y))


ZETA = "pi(i) + (1 - pi(i)) * ((l - 1) / (k - 1))"


@lemma(f"forall k l m z P a pi i. {ENTRIES} (sum x in 1..k. pi(x)) = 1 implies {INDEX.format('i')} "
       f"(sum y in 1..m. response(k, pi, P)(y) * z(y, i)) = {ZETA}", depth=16)  # fmt: skip
def chance_of_holding(goal: Goal) -> Proved:
    """The probability that the response holds a given category."""
    k, held, m, z, P, a, pi, i = goal.variables
    names = {"k": k, "l": held, "m": m, "z": z, "P": P, "a": a, "i": i, "pi": pi}
    x, y = Free("x #0"), Free("y #0")
    given = _given(goal)
    weights = term("fun y. z(y, i)", **names)
    swapped = at(sums_exchanged(), k, m, weights, pi, P, given=given, premises=2)
    order = arithmetic(
        term("(sum x in 1..k. pi(x) * P(x, y)) * z(y, i) = z(y, i) * (sum x in 1..k. pi(x) * P(x, y))", y=y, **names)
    )
    turned = summed(y, m, order, goal.given[1:2])
    inside, in_y = kernel.assume(in_range(x, k)), kernel.assume(in_range(y, m))
    entry = at(at(kernel.assume(goal.given[5]), x, given=[inside]), y, given=[in_y])
    product = arithmetic(term("z(y, i) * P(x, y) = a * (z(y, x) * z(y, i))", x=x, y=y, **names), entry)
    row = summed(y, m, product, goal.given[1:2])
    scaled = at(sums.sum_scale(), m, a, term("fun y. z(y, x) * z(y, i)", x=x, **names), given=goal.given[1:2])
    pair = at(sets_holding_pair(), k, held, m, z, x, i, given=[*given, inside], premises=5)
    *_, pairs = conjuncts(at(counts(), k, held, m, z, given=goal.given, premises=4))
    both = arithmetic(
        term("a * binomial(k - 2, l - 2) = (l - 1) / (k - 1)", **names), pairs, goal.given[0], goal.given[4]
    )
    left = term("pi(x) * (sum y in 1..m. z(y, i) * P(x, y))", x=x, **names)
    right = term("pi(x) * ((l - 1) / (k - 1)) + (if x = i then pi(x) * (1 - (l - 1) / (k - 1)) else 0)", x=x, **names)
    value = by_conditions(equal(left, right), row, scaled, pair, both, goal.given[4])
    each_x = summed(x, k, value, given)
    c = term("(l - 1) / (k - 1)", **names)
    first = at(
        sums.sum_plus(),
        k,
        term("fun x. pi(x) * c", c=c, pi=pi),
        term("fun x. if x = i then pi(x) * (1 - c) else 0", c=c, i=i, pi=pi),
        given=given,
    )
    fixed = at(sums.sum_scale(), k, c, pi, given=given)
    fixed = derived.transitive(
        summed(x, k, arithmetic(term("pi(x) * c = c * pi(x)", pi=pi, x=x, c=c), opaque=True), given), fixed
    )
    picked = at(
        sum_picked(), k, i, term("fun x. pi(x) * (1 - c)", c=c, pi=pi), given=[*given, goal.given[7]], premises=2
    )
    facts: list[Term | Proved] = [turned, swapped, each_x, first, fixed, picked, goal.given[6], goal.given[0]]
    return reduced(normal(goal.conclusion, unfolding("response")), lambda it: arithmetic(it, *facts))


# -- the estimate by moments -------------------------------------------------------------------------------------------

WEIGHT = "((k - 1) / (k - l) * z(y, i) - (l - 1) / (k - l))"
ADDED = "(k - 1) * (l - 1) / (k - l)"


def _entry(goal: Goal, x: Term, known: Term | Proved, y: Free) -> Proved:
    """y in 1..m |- P(x, y) = a z(y, x)"""
    inside = kernel.assume(in_range(y, goal.variables[2]))
    return at(at(kernel.assume(goal.given[5]), x, given=[known]), y, given=[inside])


@lemma(f"forall k l m z P a i. {ENTRIES} {INDEX.format('i')} (sum y in 1..m. P(i, y)) = 1", depth=14)
def row_sum(goal: Goal) -> Proved:
    """The probabilities of the sets that hold the truth add up to one."""
    k, held, m, z, _, a, i = goal.variables
    y = Free("y #0")
    row = summed(y, m, _entry(goal, i, goal.given[6], y), goal.given[1:2])
    scaled = at(sums.sum_scale(), m, a, term("fun y. z(y, i)", z=z, i=i), given=goal.given[1:2])
    holding = at(sets_holding(), k, held, m, z, i, given=_given(goal), premises=4)
    return _plain(goal.conclusion, row, scaled, holding, goal.given[4])


@lemma(f"forall k l m z P a i x. {ENTRIES} {INDEX.format('i')} {INDEX.format('x')} "
       f"(sum y in 1..m. {WEIGHT} * P(x, y)) = (if i = x then 1 else 0)", depth=16)  # fmt: skip
def moments_invert(goal: Goal) -> Proved:
    """The estimate by moments is unbiased: its coefficients are a left inverse of the design."""
    k, held, m, z, P, a, i, x = goal.variables
    names = {"k": k, "l": held, "m": m, "z": z, "P": P, "a": a, "i": i, "x": x}
    y = Free("y #0")
    own = _entry(goal, i, goal.given[6], y)
    c, d = term("(k - 1) / (k - l) / a", **names), term("-((l - 1) / (k - l))", **names)
    left = term(f"{WEIGHT} * P(x, y)", y=y, **names)
    right = term("c * (P(i, y) * P(x, y)) + d * P(x, y)", c=c, d=d, y=y, **names)
    row = summed(y, m, arithmetic(equal(left, right), own, goal.given[3], goal.given[4]), goal.given[1:2])
    parts_of = [term("fun y. c * (P(i, y) * P(x, y))", c=c, **names), term("fun y. d * P(x, y)", d=d, **names)]
    split = at(sums.sum_plus(), m, *parts_of, given=goal.given[1:2])
    first = at(sums.sum_scale(), m, c, term("fun y. P(i, y) * P(x, y)", **names), given=goal.given[1:2])
    second = at(sums.sum_scale(), m, d, term("fun y. P(x, y)", **names), given=goal.given[1:2])
    pair = at(product_of_rows(), k, held, m, z, P, a, i, x, given=goal.given, premises=8)
    whole = at(row_sum(), k, held, m, z, P, a, x, given=goal.given, premises=7)
    of_pair = sides(pair.conclusion)[1]
    value = term("c * s + d * w", c=c, d=d, s=of_pair, w=Number(1))
    whole = _plain(equal(sides(row.conclusion)[0], value), row, split, first, second, pair, whole, opaque=True)
    positive = arithmetic(term("0 != a", **names), goal.given[4])
    return derived.transitive(
        whole, by_conditions(equal(value, sides(goal.conclusion)[1]), positive, *goal.given[0:4:3])
    )


@lemma(f"forall k l m z y. {SETS} integer(y) and 1 <= y <= m implies (sum i in 1..k. {WEIGHT}^2) = {ADDED} + 1")
def spread_of_moments(goal: Goal) -> Proved:
    """The squares of the coefficients of the estimate by moments, added up over the categories."""
    k, held, _m, z, y = goal.variables
    i = Free("i #0")
    names = {"k": k, "l": held, "z": z, "y": y, "i": i}
    given = _given(goal)
    bit = cut(_bits(goal, y, i), kernel.assume(goal.given[4]))
    square = at(square_of_bit(), term("z(y, i)", **names), given=[bit])
    c, d = term("(k - 1) / (k - l)", **names), term("(l - 1) / (k - l)", **names)
    u, v = term("c * c - 2 * c * d", c=c, d=d), term("d * d", d=d)
    value = arithmetic(
        equal(term(f"{WEIGHT}^2", **names), term("u * z(y, i) + v", u=u, v=v, **names)), square, opaque=True
    )
    row = summed(i, k, value, given)
    scores = term("fun i. u * z(y, i)", u=u, **names), term("fun i. v", v=v)
    split = at(sums.sum_plus(), k, term("fun i. u * z(y, i)", u=u, z=z, y=y), closed(i, v), given=given)
    scaled = at(sums.sum_scale(), k, u, term("fun i. z(y, i)", z=z, y=y), given=given)
    equal_terms = at(sum_of_equals(), k, v, given=given)
    own = cut(_size_of_set(goal, y), kernel.assume(goal.given[4]))
    del scores
    return _plain(goal.conclusion, row, split, scaled, equal_terms, own, goal.given[0], goal.given[3])


LEFT = "(forall x in 1..k. (sum y in 1..m. L(y) * P(x, y)) = (if i = x then 1 else 0)) implies"


@lemma(f"forall k l m z P a i L. {ENTRIES} {INDEX.format('i')} {LEFT} "
       f"(sum y in 1..m. L(y) * {WEIGHT}) = (k - 1) / (k - l) / a - (l - 1) / (k - l) / (l * a)", depth=16)  # fmt: skip
def moments_against_inverse(goal: Goal) -> Proved:
    """A row of any left inverse of the design against that of the estimate by moments: always the same."""
    k, held, m, z, P, a, i, L = goal.variables
    names = {"k": k, "l": held, "m": m, "z": z, "P": P, "a": a, "i": i, "L": L}
    x, y = Free("x #0"), Free("y #0")
    given = _given(goal)
    own = _entry(goal, i, goal.given[6], y)
    rows = kernel.assume(goal.given[7])
    at_i = rewritten(at(rows, i, given=goal.given[6:7]), decided([]))
    in_x, in_y = kernel.assume(in_range(x, k)), kernel.assume(in_range(y, m))
    column = at(column_sum(), k, held, m, z, P, a, y, given=[*goal.given, in_y], premises=7)
    ones = closed(x, Number(1))
    swapped = at(sums_exchanged(), k, m, L, ones, P, given=given, premises=2)
    each_x = summed(
        x,
        k,
        arithmetic(
            equal(
                term("1 * s", s=sides(at(rows, x, given=[in_x]).conclusion)[0]),
                term("(if x = i then 1 else 0)", x=x, i=i),
            ),
            derived.transitive(at(rows, x, given=[in_x]), _flipped(i, x)),
        ),
        given,
    )
    picked = at(sum_picked(), k, i, ones, given=[*given, goal.given[6]], premises=2)
    plain_column = summed(x, k, arithmetic(term("1 * P(x, y) = P(x, y)", x=x, y=y, **names)), given)
    left = term("L(y) * (sum x in 1..k. 1 * P(x, y))", y=y, **names)
    of_L = arithmetic(equal(left, term("l * a * L(y)", y=y, **names)), plain_column, column)
    of_L = summed(y, m, of_L, goal.given[1:2])
    scaled = at(sums.sum_scale(), m, term("l * a", **names), L, given=goal.given[1:2])
    c, d = term("(k - 1) / (k - l) / a", **names), term("-((l - 1) / (k - l))", **names)
    body = equal(
        term(f"L(y) * {WEIGHT}", y=y, **names), term("c * (L(y) * P(i, y)) + d * L(y)", c=c, d=d, y=y, **names)
    )
    row = summed(y, m, arithmetic(body, own, goal.given[3], goal.given[4]), goal.given[1:2])
    split = at(
        sums.sum_plus(),
        m,
        term("fun y. c * (L(y) * P(i, y))", c=c, **names),
        term("fun y. d * L(y)", d=d, **names),
        given=goal.given[1:2],
    )
    first = at(sums.sum_scale(), m, c, term("fun y. L(y) * P(i, y)", **names), given=goal.given[1:2])
    second = at(sums.sum_scale(), m, d, L, given=goal.given[1:2])
    total = _plain(
        term("l * a * sum(m, L) = 1", **names), rewritten(of_L), rewritten(scaled), swapped, each_x, rewritten(picked)
    )
    positive = arithmetic(
        term("0 < l * a", **names),
        *conjuncts(at(counts(), k, held, m, z, given=goal.given, premises=4)),
        goal.given[3],
        goal.given[4],
    )
    whole = _plain(term("sum(m, L) = 1 / (l * a)", **names), total, positive)
    return _plain(goal.conclusion, row, split, first, rewritten(second), at_i, whole, goal.given[3], positive)


def _flipped(i: Free, x: Free) -> Proved:
    return by_conditions(term("(if i = x then 1 else 0) = (if x = i then 1 else 0)", i=i, x=x))


@lemma(f"forall k l m z P a i L. {ENTRIES} {INDEX.format('i')} {LEFT} "
       f"(sum y in 1..m. {WEIGHT}^2) <= (sum y in 1..m. L(y)^2)", depth=16)  # fmt: skip
def moments_are_least(goal: Goal) -> Proved:
    """No left inverse of the design has smaller rows than the estimate by moments."""
    k, held, m, z, P, a, i, L = goal.variables
    names = {"k": k, "l": held, "m": m, "z": z, "P": P, "a": a, "i": i, "L": L}
    x, y = Free("x #0"), Free("y #0")
    weights = term(f"fun y. {WEIGHT}", **names)
    any_other = at(moments_against_inverse(), k, held, m, z, P, a, i, L, given=goal.given, premises=8)
    in_x = kernel.assume(in_range(x, k))
    inverse = each(x, k, at(moments_invert(), k, held, m, z, P, a, i, x, given=[*goal.given, in_x], premises=8))
    own = at(moments_against_inverse(), k, held, m, z, P, a, i, weights, given=[*goal.given, inverse], premises=8)
    u, v = term("L(y)", L=L, y=y), term(WEIGHT, y=y, **names)
    square = arithmetic(term("0 <= u^2 + -2 * (u * v) + v * v", u=u, v=v), opaque=True)
    positive = summed(y, m, square, goal.given[1:2])
    size = goal.given[1:2]
    split = at(
        sums.sum_plus(),
        m,
        term(f"fun y. L(y)^2 + -2 * (L(y) * {WEIGHT})", **names),
        term(f"fun y. {WEIGHT} * {WEIGHT}", **names),
        given=size,
    )
    first = at(
        sums.sum_plus(), m, term("fun y. L(y)^2", **names), term(f"fun y. -2 * (L(y) * {WEIGHT})", **names), given=size
    )
    twice = at(sums.sum_scale(), m, Number(-2), term(f"fun y. L(y) * {WEIGHT}", **names), given=size)
    squares = summed(y, m, arithmetic(term("v^2 = v * v", v=v), opaque=True), size)
    none = at(sum_of_zeros(), m, given=size)
    return _plain(goal.conclusion, positive, split, first, twice, squares, none, any_other, own, opaque=True)


@lemma(f"forall k l m z P a i y. {ENTRIES} {INDEX.format('i')} integer(y) and 1 <= y <= m implies "
       "(sum x in 1..k. 1 / (a * (k - l)) * ((k - 1) * (if i = x then 1 else 0) - (1 - 1 / l)) * P(x, y)) = "
       f"{WEIGHT}", depth=16)  # fmt: skip
def weights_by_rows(goal: Goal) -> Proved:
    """The coefficients of the estimate by moments as a combination of the rows of the design."""
    k, held, m, z, P, a, i, y = goal.variables
    names = {"k": k, "l": held, "m": m, "z": z, "P": P, "a": a, "i": i, "y": y}
    x = Free("x #0")
    given = _given(goal)
    c, d = term("(k - 1) / (a * (k - l))", **names), term("-((1 - 1 / l) / (a * (k - l)))", **names)
    left = term("1 / (a * (k - l)) * ((k - 1) * (if i = x then 1 else 0) - (1 - 1 / l)) * P(x, y)", x=x, **names)
    right = term("(if x = i then c * P(x, y) else 0) + d * P(x, y)", c=c, d=d, x=x, **names)
    positive = arithmetic(term("0 != a", **names), goal.given[4])
    row = summed(x, k, by_conditions(equal(left, right), positive, goal.given[3]), given)
    split = at(
        sums.sum_plus(),
        k,
        term("fun x. if x = i then c * P(x, y) else 0", c=c, **names),
        term("fun x. d * P(x, y)", d=d, **names),
        given=given,
    )
    picked = at(sum_picked(), k, i, term("fun x. c * P(x, y)", c=c, **names), given=[*given, goal.given[6]], premises=2)
    scaled = at(sums.sum_scale(), k, d, term("fun x. P(x, y)", **names), given=given)
    column = at(column_sum(), k, held, m, z, P, a, y, given=goal.given, premises=7)
    entry = at(at(kernel.assume(goal.given[5]), i, given=goal.given[6:7]), y, given=goal.given[7:])
    value = term("c * (a * z(y, i)) + d * (l * a)", c=c, d=d, **names)
    whole = arithmetic(equal(sides(row.conclusion)[0], value), row, split, picked, scaled, column, entry, opaque=True)
    return derived.transitive(whole, arithmetic(equal(value, sides(goal.conclusion)[1]), positive, goal.given[3]))


GRAM_INVERSE = "1 / (a * (k - l)) * ((k - 1) * (if i = x then 1 else 0) - (1 - 1 / l))"


@lemma(f"forall k l m z P a i u. {ENTRIES} {INDEX.format('i')} {INDEX.format('u')} "
       f"(sum x in 1..k. {GRAM_INVERSE} * (sum y in 1..m. P(x, y) * P(u, y))) = (if i = u then 1 else 0)",
       depth=16)  # fmt: skip
def gram_inverse(goal: Goal) -> Proved:
    """(P' P)^-1 = ((k - 1) I - (1 - 1/l) J)/(a (k - l))"""
    k, held, m, z, P, a, i, u = goal.variables
    x, v = Free("x #0"), Free("v #0")
    names = {"k": k, "l": held, "m": m, "z": z, "P": P, "a": a, "i": i, "x": x}
    given = _given(goal)
    row = term(f"fun x. {GRAM_INVERSE}", **names)
    in_y = kernel.assume(in_range(v, m))
    weights = term(f"fun y. {WEIGHT}", **names)
    inverts = at(moments_invert(), k, held, m, z, P, a, i, u, given=goal.given, premises=8)
    by_rows = at(weights_by_rows(), k, held, m, z, P, a, i, v, given=[*goal.given, in_y], premises=8)
    column = term("fun v. P(u, v)", P=P, u=u)
    both = at(sums_exchanged(), k, m, column, row, P, given=given, premises=2)
    left = plainly("P(u, v) * s", P=P, u=u, v=v, s=sides(by_rows.conclusion)[0])
    right = plainly("w(v) * P(u, v)", P=P, u=u, v=v, w=weights)
    one = summed(v, m, arithmetic(equal(left, right), by_rows, opaque=True), goal.given[1:2])
    turned = summed(
        v, m, arithmetic(term("P(u, v) * P(x, v) = P(x, v) * P(u, v)", P=P, u=u, x=x, v=v)), goal.given[1:2]
    )
    each_x = equal(*(plainly("e(x) * s", e=row, x=x, s=side) for side in sides(turned.conclusion)))
    moved = summed(x, k, arithmetic(each_x, turned, opaque=True), given)
    known = (moved, rewritten(both), rewritten(one), rewritten(inverts))
    return arithmetic(equal(sides(moved.conclusion)[1], sides(inverts.conclusion)[1]), *known, opaque=True)


@lemma(f"forall k l m z P a G i y. {ENTRIES} (forall x in 1..k. forall j in 1..k. "
       "(sum u in 1..k. (sum y in 1..m. P(x, y) * P(u, y)) * G(u, j)) = (if x = j then 1 else 0)) implies "
       f"{INDEX.format('i')} integer(y) and 1 <= y <= m implies (sum x in 1..k. G(i, x) * P(x, y)) = {WEIGHT}",
       depth=18)  # fmt: skip
def inverse_gives_moments(goal: Goal) -> Proved:
    """(P' P)^-1 P' has the coefficients of the estimate by moments."""
    k, held, m, z, P, a, G, i, y = goal.variables
    x, u, v = Free("x #0"), Free("u #0"), Free("v #0")
    names = {"k": k, "l": held, "m": m, "z": z, "P": P, "a": a, "G": G, "i": i, "y": y}
    given = _given(goal)
    E = term(f"fun i x. {GRAM_INVERSE}", **names)
    gram = term("fun x u. sum y in 1..m. P(x, y) * P(u, y)", **names)
    in_u = kernel.assume(in_range(u, k))
    unit = at(gram_inverse(), k, held, m, z, P, a, i, u, given=[*goal.given, in_u], premises=8)
    other = at(kernel.assume(goal.given[6]), x, given=[kernel.assume(in_range(x, k))])
    in_x = kernel.assume(in_range(x, k))
    second = each(v, k, at(other, v, given=[kernel.assume(in_range(v, k))]))
    del second
    columns = each(x, k, at(at(kernel.assume(goal.given[6]), x, given=[in_x]), u, given=[in_u]))
    same = at(
        inverses_meet(), k, E, gram, G, i, u, given=[*given, each(u, k, unit), columns, goal.given[7], in_u], premises=5
    )
    entry = equal(*(plainly("s * P(u, y)", P=P, u=u, y=y, s=side) for side in reversed(sides(same.conclusion))))
    closing = summed(u, k, arithmetic(entry, same, opaque=True), given)
    final = at(weights_by_rows(), k, held, m, z, P, a, i, y, given=[*goal.given[:6], *goal.given[7:]], premises=8)
    return derived.transitive(rewritten(closing), final)


ALIKE = "(forall y in 1..m. forall u in 1..m. z(y, i) = z(u, i) implies P(i, y) = P(i, u)) implies"


@lemma(f"forall k l m z P p i y. {SETS} design(k, m, P) implies {INDEX.format('i')} "
       f"(sum y in 1..m. P(i, y) * z(y, i)) = p implies {ALIKE} integer(y) and 1 <= y <= m implies "
       "(z(y, i) = 1 implies P(i, y) * (l * m) = k * p) and "
       "(z(y, i) = 0 implies P(i, y) * ((k - l) * m) = k * (1 - p))", depth=17)  # fmt: skip
def entries_by_inclusion(goal: Goal) -> Proved:
    """The sets that hold the truth share the probability p, the others the rest, each the same."""
    k, held, m, z, P, p, i, y = goal.variables
    u = Free("u #0")
    names = {"z": z, "P": P, "i": i, "y": y, "u": u}
    given = _given(goal)
    inside = kernel.assume(in_range(u, m))
    bit = cut(_bits(goal, u, i), kernel.assume(goal.given[5]))
    no, yes = map(kernel.assume, applied(bit.conclusion, "or", 2) or ())
    alike = at(at(kernel.assume(goal.given[7]), u, given=[inside]), y, given=goal.given[8:])
    rows = rewritten(kernel.assume(goal.given[4]), unfolding("design", "law"))
    whole = kernel.part(at(rows, i, given=goal.given[5:6]), 1)
    holding = at(sets_holding(), k, held, m, z, i, given=given, premises=4)
    numbers = list(conjuncts(at(counts(), k, held, m, z, given=goal.given, premises=4)))
    found = []
    for value, score, total in (
        ("1", "z(u, i)", "P(i, y) * binomial(k - 1, l - 1) = p"),
        ("0", "(1 - z(u, i))", "P(i, y) * (m - binomial(k - 1, l - 1)) = 1 - p"),
    ):
        own = kernel.assume(term(f"z(y, i) = {value}", **names))
        case = yes if value == "1" else no
        same = kernel.detach(alike, derived.transitive(case, symmetric(own)))
        entry = term(f"P(i, u) * {score} = P(i, y) * {score}", **names)
        other = no if value == "1" else yes
        cases = [arithmetic(entry, other), arithmetic(entry, same)]
        entry_of = kernel.cases(bit, *(cases if value == "1" else reversed(cases)))
        row = summed(u, m, entry_of, goal.given[1:2])
        taken_apart = [normal(side, in_sums(given), by(sums.sum_of_ones(), given)) for side in sides(row.conclusion)]
        formula = term(total, k=k, l=held, m=m, p=p, **names)
        sum_is = arithmetic(formula, row, *taken_apart, whole, goal.given[6], holding, opaque=True)
        wanted = (applied(goal.conclusion, "and", 2) or ())[0 if value == "1" else 1]
        conclusion = (applied(wanted, "implies", 2) or ())[1]
        scaled = arithmetic(conclusion, sum_is, numbers[3])
        found.append(kernel.discharge(own.conclusion, scaled))
    return kernel.conjoin(*found)
