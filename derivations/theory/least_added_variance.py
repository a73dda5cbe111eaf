"""The least added variance of designs of bounded parity: subset selection with the best size of the subsets attains it.

F is the trace of P' D^-1 P of subset selection at equal shares, as a function of the size q of the subsets, and V what
is added to the variance of truthful responses.

Source: Nayak, Zhai, (3.3), after Chai, Nayak 2019.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    instance,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import Free, Term, applied, closed, equal
from derivations.theorems.subsets.subset_comparison import every_parity_costs
from derivations.theory import sums
from derivations.theory.combined import least_member
from derivations.theory.likelihood import response_is_law
from derivations.theory.parity_bound import LEFT, SPREAD_OF
from derivations.theory.pure_protocols import rate_of_support
from derivations.theory.single_terms import at, by_conditions, each, next_integer, summed
from derivations.theory.subset_designs import SETS, counts
from derivations.theory.subset_selection import ALSO, HELD, subset_selection_is_pure
from derivations.theory.subsets import binomial_positive, square_of_bit
from derivations.theory.sums import ZERO, in_range, in_sums

Facts = list[Term | Proved]
F = "(k^2 * (k - q + g^2 * q) / (k - q + g * q)^2)"
V = f"((k - 1)^2 / ({F} - k) + 1 / k - 1)"
SIZES = "integer(k) and 2 <= k and 1 < g implies"
IS_SIZE = "integer({0}) and 1 <= {0} and {0} < k"
BEST = f"({IS_SIZE.format('q')} and (forall r. {IS_SIZE.format('r')} implies {V} <= {V.replace('q', 'r')}))"


@lemma(
    "forall k g q. 1 <= q and q + 1 <= k and 1 < g implies "
    f"k < {F} and {F} - k = k * q * (k - q) * (g - 1)^2 / (k - q + g * q)^2 and 0 < {V} "
    f"and {V} = (k - 1)^2 * (k - q + g * q)^2 / (k * q * (k - q) * (g - 1)^2) + 1 / k - 1"
)
def shape_of_variance(goal: Goal) -> Proved:
    """F exceeds k by k q (k - q) (g - 1)^2 over the square of k - q + g q."""
    k, g, q = goal.variables
    names = {"k": k, "g": g, "q": q}
    positive = arithmetic(term("0 < k - q + g * q", **names), *goal.given)
    excess = arithmetic(term(f"{F} - k = k * q * (k - q) * (g - 1)^2 / (k - q + g * q)^2", **names), positive)
    factors = arithmetic(term("0 < k * q * (k - q)", **names), *goal.given)
    product = arithmetic(term("0 < k * q * (k - q) * (g - 1)^2", **names), factors, *goal.given)
    some = arithmetic(term("0 < k * q * (k - q) * (g - 1)^2 / (k - q + g * q)^2", **names), product, positive)
    above = arithmetic(term(f"k < {F}", **names), excess, some, opaque=True)
    inverse = term("(k - 1)^2 / (k * q * (k - q) * (g - 1)^2 / (k - q + g * q)^2)", **names)
    plain = "(k - 1)^2 * (k - q + g * q)^2 / (k * q * (k - q) * (g - 1)^2)"
    value = arithmetic(equal(inverse, term(plain, **names)), product, positive)
    u = Free("u #0")
    own = kernel.congruent(kernel.reflexive(term("fun u. (k - 1)^2 / u", k=k)), excess)
    own = derived.transitive(rewritten(own), value)
    del u
    whole = arithmetic(term(f"{V} = {plain} + 1 / k - 1", **names), own, opaque=True)
    least = term(f"0 < {V}", **names)
    cost = arithmetic(least, *goal.given, lemmas=[every_parity_costs()], names={"gamma": g, "k": k, "q": q})
    return conjoined(above, excess, cost, whole)


def sizes_of(goal: Goal) -> list[Proved]:
    """k, g and q are what they should be: parts, and what follows for integers."""
    k, _, q = goal.variables[:3]
    *is_size, _ = conjuncts(kernel.assume(goal.given[1]))
    parts = [*conjuncts(kernel.assume(goal.given[0])), *is_size]
    later = at(next_integer(), q, k, given=parts)
    return [*parts, arithmetic(term("q + 1 <= k", q=q, k=k), later, *parts)]


def shape_at(k: Term, g: Term, q: Term, facts: Iterable[Proved]) -> Iterator[Proved]:
    """What is known of F and V for a size of the subsets."""
    return conjuncts(at(shape_of_variance(), k, g, q, given=facts))


CORNERS = f"(forall r. integer(r) and 0 <= r and r <= k implies k^2 * ((k - r) + r * g^2) <= {F} * ((k - r) + r * g)^2)"


@lemma(f"forall k g q. {SIZES} {BEST} implies k < {F} and {F} <= k^2 and {CORNERS}", depth=5)
def corners_of_best(goal: Goal) -> Proved:
    """F is largest where V is least, and 0 or k entries g are no better than one size of all others."""
    k, g, q = goal.variables
    r = Free("r #0")
    names = {"k": k, "g": g, "q": q, "r": r}
    *_, least = conjuncts(kernel.assume(goal.given[1]))
    bounds = sizes_of(goal)
    above = next(shape_at(k, g, q, bounds))
    in_r = kernel.assume(term("integer(r) and 0 <= r and r <= k", **names))
    outside = arithmetic(term("0 <= g * r", **names), in_r, *bounds)
    small = arithmetic(
        term("0 < k - r + g * r", **names),
        in_r,
        outside,
        *bounds,
        arithmetic(term("r <= g * r", **names), in_r, *bounds),
    )
    wanted = term(f"k^2 * ((k - r) + r * g^2) <= {F} * ((k - r) + r * g)^2", **names)
    none, all_of = (kernel.assume(term(text, **names)) for text in ("r = 0", "r = k"))
    f = Free("f #0")
    free = term("k^2 * ((k - r) + r * g^2) <= f * ((k - r) + r * g)^2", f=f, **names)
    large = term("k < f", f=f, k=k)
    positive = arithmetic(term("0 < k", k=k), *bounds)
    square = arithmetic(term("0 < g^2 * k^2", **names), positive, *bounds)
    ends = []
    for case, value in ((none, "k^3 <= f * k^2"), (all_of, "k^3 * g^2 <= f * (g^2 * k^2)")):
        size = arithmetic(term("0 < k^2", k=k), positive)
        at_end = arithmetic(term(value, f=f, **names), large, size if case is none else square, positive)
        ends.append(arithmetic(free, at_end, case))
    inner = kernel.assume(term("1 <= r and r + 1 <= k", **names))
    other = next(shape_at(k, g, r, [*bounds, *conjuncts(inner)]))
    is_inner = conjoined(
        shown(term("integer(r)", r=r), [in_r]),
        arithmetic(term("1 <= r", r=r), inner),
        arithmetic(term("r < k", r=r, k=k), inner),
    )
    not_better = at(least, r, given=[is_inner])
    gaps = [Free(f"{name} #0") for name in ("a", "b")]
    a, b = gaps
    order = arithmetic(
        term("b <= a", a=a, b=b),
        term("(k - 1)^2 / a + 1 / k - 1 <= (k - 1)^2 / b + 1 / k - 1", a=a, b=b, k=k),
        term("0 < a and 0 < b", a=a, b=b),
        arithmetic(term("1 < k", k=k), *bounds),
        opaque=False,
    )
    order = kernel.instantiate(order, {a: term(f"{F} - k", **names), b: term(f"{F.replace('q', 'r')} - k", **names)})
    both = kernel.conjoin(
        arithmetic(term(f"0 < {F} - k", **names), above, opaque=True),
        arithmetic(term(f"0 < {F.replace('q', 'r')} - k", **names), other, opaque=True),
    )
    order = cut(order, not_better, both)
    product = arithmetic(
        term(f"{F.replace('q', 'r')} * ((k - r) + r * g)^2 = k^2 * ((k - r) + r * g^2)", **names), small
    )
    e = Free("e #0")
    step = arithmetic(
        term("e * ((k - r) + r * g)^2 <= f * ((k - r) + r * g)^2", e=e, f=f, **names),
        term("e - k <= f - k", e=e, f=f, k=k),
        arithmetic(term("0 < ((k - r) + r * g)^2", **names), small),
    )
    step = kernel.instantiate(step, {e: term(F.replace("q", "r"), **names), f: term(F, **names)})
    middle = arithmetic(wanted, cut(step, order), product, opaque=True)
    ends = [cut(kernel.instantiate(end, {f: term(F, **names)}), above) for end in ends]
    which = at(next_integer(), ZERO, r, given=[kernel.literal(ZERO), shown(term("integer(r)", r=r), [in_r])])
    upper = at(next_integer(), r, k, given=[shown(term("integer(r)", r=r), [in_r]), *bounds])
    low, high = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    full, less = map(kernel.assume, applied(upper.conclusion, "or", 2) or ())
    is_none = arithmetic(none.conclusion, low, in_r)
    is_all = arithmetic(all_of.conclusion, full, in_r)
    is_inside = kernel.conjoin(arithmetic(term("1 <= r", r=r), high), arithmetic(term("r + 1 <= k", r=r, k=k), less))
    corner = kernel.cases(
        which, cut(ends[0], is_none), kernel.cases(upper, cut(ends[1], is_all), cut(middle, is_inside))
    )
    corners = kernel.generalise(r, kernel.discharge(in_r.conclusion, corner))
    small_q = arithmetic(term("0 < (k - q + g * q)^2", **names), *bounds)
    rest = at(next_integer(), q, k, given=bounds)
    rest = arithmetic(term("1 <= k - q", **names), rest, *bounds)
    squares = arithmetic(term("k - q + g^2 * q <= (k - q + g * q)^2", **names), rest, *bounds)
    at_most = arithmetic(term(f"{F} <= k^2", **names), squares, small_q)
    return conjoined(above, at_most, corners)


# -- subset selection attains it ---------------------------------------------------------------------------------------

CHOSEN = "subset_selection(k, l, z, g)"
RATE, OTHER_RATE = (text.replace("x", "g") for text in (HELD, ALSO))
WEIGHT = f"((z(y, i) - {OTHER_RATE}) / ({RATE} - {OTHER_RATE}))"
V_OF = V.replace("q", "l")
GAP_OF_RATES = "(g - 1) * l * (k - l) / ((k - 1) * (g * l + k - l))"


class _Selected:
    """A goal about subset selection: what lemmas say of it."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.k, self.l, self.m, self.z, self.g = goal.variables[:5]
        self.names = dict(zip(("k", "l", "m", "z", "g"), goal.variables, strict=False))
        size = shown(term("integer(k) and 0 <= k", k=self.k), goal.given[:1])
        self.facts: Facts = [size, *goal.given]
        more = arithmetic(term("1 <= g", g=self.g), goal.given[4])
        found = at(
            subset_selection_is_pure(), self.k, self.l, self.m, self.z, self.g, given=[*self.facts, more], premises=5
        )
        self.design, self.pure = kernel.part(found, 0), kernel.part(found, 1)
        self.i, self.x, self.y = Free("i #0"), Free("x #0"), Free("y #0")
        self.inside = [kernel.assume(in_range(v, n)) for v, n in ((self.i, self.k), (self.x, self.k), (self.y, self.m))]
        self.sizes = [*conjuncts(kernel.assume(goal.given[3])), kernel.assume(goal.given[4])]
        self.sizes += [arithmetic(term("2 <= k", k=self.k), goal.given[0])]
        self.P = sides(normal(term(CHOSEN, **self.names)).conclusion)[1]

    def rates(self) -> Proved:
        """How much more often a set holds the truth than another category."""
        positive = arithmetic(
            term("0 < (k - 1) * (g * l + k - l)", **self.names),
            arithmetic(term("0 < g * l + k - l", **self.names), *self.sizes),
            *self.sizes,
        )
        apart = arithmetic(term("0 < g * l + k - l", **self.names), *self.sizes)
        return arithmetic(term(f"{RATE} - {OTHER_RATE} = {GAP_OF_RATES}", **self.names), positive, apart, *self.sizes)


@lemma(f"forall k l m z g. {SETS} 1 < g implies private(k, m, {CHOSEN}, g)")
def subset_selection_is_private(goal: Goal) -> Proved:
    """A set is g times as likely under its members as under others."""
    here = _Selected(goal)
    plain = normal(goal.conclusion, unfolding("private", "subset_selection"))
    inner = goal_of(sides(plain.conclusion)[1])
    k, held, m, z = here.k, here.l, here.m, here.z
    numbers = at(counts(), k, held, m, z, given=goal.given, premises=4)
    positive = next(conjuncts(numbers))
    before = kernel.conjoin(
        shown(term("integer(k - 1)", k=k), here.facts), arithmetic(term("0 <= k - 1", k=k), *here.sizes)
    )
    outside, _ = conjuncts(at(at(binomial_positive(), term("k - 1", k=k), given=[before]), held))
    whole = term("g * binomial(k - 1, l - 1) + binomial(k - 1, l)", **here.names)
    some = arithmetic(
        term("0 < g * b", g=here.g, b=term("binomial(k - 1, l - 1)", **here.names)), positive, goal.given[4]
    )
    some = arithmetic(term("0 < w", w=whole), some, outside)
    w = Free("w #0")
    formula = sides(normal(inner.conclusion).conclusion)[1]
    share = arithmetic(term("0 < 1 / w", w=w), term("0 < w", w=w))
    del formula
    a, b, y = inner.variables
    wanted = term(
        "(if z(y, a) = 1 then g else 1) / w <= g * ((if z(y, b) = 1 then g else 1) / w)",
        a=a,
        b=b,
        y=y,
        w=w,
        **here.names,
    )
    found = by_conditions(wanted, share, goal.given[4], term("0 < w", w=w))
    found = cut(kernel.instantiate(found, {w: whole}), some)
    return derived.follow(symmetric(plain), inner.qed(found))


def self_apart(here: _Selected) -> Proved:
    """Both rates differ."""
    rates = here.rates()
    some = arithmetic(term("0 < (g - 1) * l * (k - l)", **here.names), *here.sizes)
    wide = arithmetic(
        term("0 < (k - 1) * (g * l + k - l)", **here.names),
        arithmetic(term("0 < g * l + k - l", **here.names), *here.sizes),
        *here.sizes,
    )
    positive = arithmetic(term(f"0 < {GAP_OF_RATES}", **here.names), some, wide)
    return arithmetic(term(f"{RATE} - {OTHER_RATE} != 0", **here.names), rates, positive, opaque=True)


# -- pure protocols ----------------------------------------------------------------------------------------------------

PURE = (
    "integer(k) and 1 <= k implies integer(m) and 0 <= m implies design(k, m, P) implies pure(k, m, P, S, p, q) "
    "implies p != q implies"
)
SHARE_OF = "((S(y, i) - q) / (p - q))"
PURE_SPREAD = "((k * q + p - q) * (1 - 2 * q) + k * q^2) / (p - q)^2"


def _split(equation: Proved, given: Facts) -> Proved:
    """An equation with the sums on its right side taken apart."""
    right = normal(sides(equation.conclusion)[1], in_sums(given), by(sums.sum_of_ones(), given))
    return derived.transitive(equation, right)


@lemma(f"forall k m P S p q. {PURE} " + LEFT.replace("L(i, y)", SHARE_OF), depth=11)
def pure_inverts(goal: Goal) -> Proved:
    """The estimate of a share from the responses that support it is unbiased."""
    k, m, P, S, p, q = goal.variables
    i, x, y = Free("i #0"), Free("x #0"), Free("y #0")
    names = {"P": P, "S": S, "p": p, "q": q, "i": i, "x": x, "y": y}
    given: Facts = [*goal.given]
    inside = [kernel.assume(in_range(v, k)) for v in (i, x)]
    pure = rewritten(kernel.assume(goal.given[3]), unfolding("pure", "mean"))
    rate = at(at(kernel.part(pure, 1), x, given=inside), i, given=inside)
    rows = rewritten(kernel.assume(goal.given[2]), unfolding("design", "law"))
    total = kernel.part(at(rows, x, given=inside), 1)
    entry = term(
        "(S(y, i) - q) / (p - q) * P(x, y) = 1 / (p - q) * (P(x, y) * S(y, i)) + -q / (p - q) * P(x, y)", **names
    )
    row = _split(summed(y, m, arithmetic(entry, goal.given[4]), given), given)
    formula = term("s = 1 / (p - q) * (if x = i then p else q) + -q / (p - q)", s=sides(row.conclusion)[0], **names)
    flat = arithmetic(formula, row, rate, total, opaque=True)
    wanted = equal(sides(flat.conclusion)[1], term("if i = x then 1 else 0", **names))
    value = derived.transitive(flat, by_conditions(wanted, goal.given[4]))
    return each(i, k, each(x, k, value))


@lemma(
    f"forall k m P S p q pi. {PURE} law(k, pi) implies "
    + SPREAD_OF.format(pi="pi").replace("L(i, y)", SHARE_OF)
    + f" = {PURE_SPREAD}"
)
def spread_of_pure(goal: Goal) -> Proved:
    """The spread of the estimates is the same at all shares."""
    k, m, P, S, p, q, pi = goal.variables
    i, y = Free("i #0"), Free("y #0")
    names = {"k": k, "m": m, "P": P, "S": S, "p": p, "q": q, "pi": pi, "i": i, "y": y}
    size = shown(term("integer(k) and 0 <= k", k=k), goal.given[:1])
    given: Facts = [size, *goal.given]
    in_i, in_y = kernel.assume(in_range(i, k)), kernel.assume(in_range(y, m))
    law = rewritten(at(response_is_law(), k, m, P, pi, given=given, premises=4), unfolding("law"))
    *_, shares = conjuncts(rewritten(kernel.assume(goal.given[5]), unfolding("law")))
    whole = kernel.part(law, 1)
    rate = at(rate_of_support(), k, m, P, S, p, q, pi, i, given=[*given, in_i])
    rate = rewritten(under(rate, [*given, in_i]), unfolding("mean"))
    pure = rewritten(kernel.assume(goal.given[3]), unfolding("pure"))
    bit = at(at(kernel.part(pure, 0), y, given=[in_y]), i, given=[in_i])
    own = at(square_of_bit(), term("S(y, i)", S=S, y=y, i=i), given=[bit])
    c = term("response(k, pi, P)(y)", **names)
    entry = term(
        "c * ((S(y, i) - q) / (p - q))^2 = (1 - 2 * q) / (p - q)^2 * (c * S(y, i)) + q^2 / (p - q)^2 * c",
        c=Free("c #0"),
        **names,
    )
    value = kernel.instantiate(arithmetic(entry, own, goal.given[4]), {Free("c #0"): sides(normal(c).conclusion)[1]})
    row = _split(summed(y, m, value, given), given)
    formula = "(sum y in 1..m. response(k, pi, P)(y) * ((S(y, i) - q) / (p - q))^2) = "
    of_i = term(formula + "(1 - 2 * q) / (p - q)^2 * (q + (p - q) * pi(i)) + q^2 / (p - q)^2", **names)
    one = arithmetic(of_i, row, rate, whole, opaque=True)
    total = _split(summed(i, k, one, given), given)
    sum_is = term(
        "t = (1 - 2 * q) / (p - q)^2 * (k * q + (p - q)) + k * (q^2 / (p - q)^2)", t=sides(goal.conclusion)[0], **names
    )
    flat = arithmetic(sum_is, total, shares, opaque=True)
    last = equal(sides(flat.conclusion)[1], sides(goal.conclusion)[1])
    return derived.transitive(flat, arithmetic(last, goal.given[4]))


@lemma(
    f"forall k l m z g pi. {SETS} 1 < g implies law(k, pi) implies "
    + SPREAD_OF.format(pi="pi").replace("L(i, y)", WEIGHT).replace(", P)", f", {CHOSEN})")
    + f" = {V_OF} + 1"
)
def spread_of_selection(goal: Goal) -> Proved:
    """Subset selection adds V to the variance, whatever the shares are."""
    here = _Selected(goal)
    pi, names = goal.variables[5], here.names
    p, q = term(RATE, **names), term(OTHER_RATE, **names)
    apart = self_apart(here)
    differ = arithmetic(term("p != q", p=p, q=q), apart, opaque=True)
    found = at(
        spread_of_pure(),
        here.k,
        here.m,
        here.P,
        here.z,
        p,
        q,
        pi,
        given=[*here.facts, here.design, here.pure, differ],
        premises=6,
    )
    own = term("g * l + k - l", **names)
    some = arithmetic(term("0 < s", s=own), *here.sizes)
    members = arithmetic(term("k * q + p - q = l", p=p, q=q, **names), some, *here.sizes)
    rates = here.rates()
    value = term("(l * (1 - 2 * q) + k * q^2) / u^2", q=q, u=term(GAP_OF_RATES, **names), **names)
    flat = arithmetic(equal(term(PURE_SPREAD, p=p, q=q, k=here.k), value), members, rates, apart)
    last = equal(sides(flat.conclusion)[1], term(f"{V_OF} + 1", **names))
    bounds = [
        *here.sizes,
        at(next_integer(), here.l, here.k, given=[*here.facts, *here.sizes, goal.given[3], goal.given[0]]),
    ]
    bounds.append(arithmetic(term("l + 1 <= k", **names), *bounds))
    *_, shape = shape_at(here.k, here.g, here.l, bounds)
    plain = term("(k - 1)^2 * (k - l + g * l)^2 / (k * l * (k - l) * (g - 1)^2) + 1 / k", **names)
    product = arithmetic(term("0 < k * l * (k - l)", **names), *here.sizes)
    closing = arithmetic(equal(sides(flat.conclusion)[1], plain), some, product, *here.sizes)
    closing = derived.transitive(closing, arithmetic(equal(plain, sides(last)[1]), shape, opaque=True))
    whole = derived.transitive(rewritten(found), rewritten(flat))
    return derived.transitive(whole, rewritten(closing))


# -- the best size of the subsets --------------------------------------------------------------------------------------


@lemma(f"forall k g. {SIZES} exists q. {BEST}", depth=3)
def a_size_is_best(goal: Goal) -> Proved:
    """Of finitely many sizes one adds least."""
    k, g = goal.variables
    j, r = Free("j #0"), Free("r #0")
    bounds = [*conjuncts(kernel.assume(goal.given[0]))]
    number = term("k - 1", k=k)
    score = closed(j, term(V.replace("q", "j"), k=k, g=g, j=j))
    size = kernel.conjoin(shown(term("integer(k - 1)", k=k), bounds), arithmetic(term("1 <= k - 1", k=k), *bounds))
    least = rewritten(at(least_member(), number, score, given=[size]))
    member = kernel.assume(instance(least.conclusion, j))
    inside, smallest = kernel.part(member, 0), kernel.part(member, 1)
    in_r = kernel.assume(term(IS_SIZE.format("r"), r=r, k=k))
    parts = [*conjuncts(in_r), *bounds]
    after = at(next_integer(), r, k, given=parts)
    low = arithmetic(term("r <= k - 1", r=r, k=k), after, *parts)
    below = at(smallest, r, given=[*parts, low])
    every = kernel.generalise(r, kernel.discharge(in_r.conclusion, below))
    is_size = [
        shown(term("integer(j)", j=j), [inside]),
        *(arithmetic(term(text, j=j, k=k), inside) for text in ("1 <= j", "j < k")),
    ]
    best = instance(goal.conclusion, j)
    found = derived.follow(symmetric(normal(best)), rewritten(conjoined(*is_size, every)))
    return kernel.unpack(least, j, kernel.witness(goal.conclusion, j, found))


@lemma(
    f"forall k l m z g. {SETS} 1 < g implies design(k, m, {CHOSEN}) and "
    + LEFT.replace("L(i, y)", WEIGHT).replace("P(x, y)", f"{CHOSEN}(x, y)"),
    depth=11,
)
def subset_selection_inverts(goal: Goal) -> Proved:
    """The estimate from the number of sets that hold a category is unbiased."""
    here = _Selected(goal)
    p, q = term(RATE, **here.names), term(OTHER_RATE, **here.names)
    differ = arithmetic(term("p != q", p=p, q=q), self_apart(here), opaque=True)
    known = [*here.facts, here.design, here.pure, differ]
    found = at(pure_inverts(), here.k, here.m, here.P, here.z, p, q, given=known, premises=5)
    whole = kernel.conjoin(here.design, rewritten(found))
    return derived.follow(symmetric(normal(goal.conclusion)), rewritten(whole))
