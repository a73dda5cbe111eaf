"""What a bound on the parity costs: the least worst risk of unbiased estimates that are linear in the counts.

Where the ratios of the probabilities of a response are at most g, its sum of squares is at most c times the square of
its sum, c being that of the best column of entries 1 and g. By Cauchy and Schwarz, against the estimate that is a
multiple of the design plus a constant, no left inverse of the design has a smaller spread at equal shares than the
bound that follows; and one that attains it has the same spread at all shares.

Source: Chai, Nayak 2019, as described in Nayak, Zhai, section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    cut,
    decided,
    fresh,
    generalise,
    induct,
    lemma,
    normal,
    reduced,
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
    PLUS,
    Abstract,
    Free,
    Term,
    applied,
    closed,
    equal,
    for_all,
    opened,
    quantified,
    substituted,
)
from derivations.theory import sums
from derivations.theory.combined import least_member
from derivations.theory.likelihood import response_is_law, zero_square
from derivations.theory.linear_estimates import LEFT_INVERSE, equal_shares, inverse_of_response
from derivations.theory.single_terms import (
    at,
    each,
    either,
    equal_terms,
    sum_of_equals,
    sum_of_zeros,
    summed,
    term_at_most_sum,
)
from derivations.theory.sums import ONE, ZERO, in_range, in_sums

Facts = list[Term | Proved]
SIZE = "integer(n) and 0 <= n implies"

# -- columns -----------------------------------------------------------------------------------------------------------


@lemma(
    "forall A B c a b u. c <= 1 implies a <= u <= b implies A + a^2 <= c * (B + a)^2 implies "
    "A + b^2 <= c * (B + b)^2 implies A + u^2 <= c * (B + u)^2"
)
def quadratic_between(goal: Goal) -> Proved:
    """A convex quadratic that is not positive at two ends is not positive between them."""
    A, B, c, a, b, u = goal.variables
    names = {"A": A, "B": B, "c": c, "a": a, "b": b, "u": u}
    low, high = (term(f"c * (B + {end})^2 - A - {end}^2", **names) for end in "ab")
    own = term("c * (B + u)^2 - A - u^2", **names)
    known = goal.given
    ends = [arithmetic(term("0 <= e", e=end), *known[2:]) for end in (low, high)]
    products = [
        arithmetic(term("0 <= (b - u) * e", e=low, **names), ends[0], known[1]),
        arithmetic(term("0 <= (u - a) * e", e=high, **names), ends[1], known[1]),
    ]
    gap = arithmetic(term("0 <= (u - a) * (b - u)", **names), known[1])
    gap = arithmetic(term("0 <= (1 - c) * (b - a) * ((u - a) * (b - u))", **names), gap, known[0], known[1])
    wide = arithmetic(term("0 <= (b - a) * e", e=own, **names), *products, gap)
    same = kernel.assume(term("a = b", a=a, b=b))
    apart = kernel.assume(term("not a = b", a=a, b=b))
    at_one = arithmetic(term("u = a", **names), same, known[1])
    first = arithmetic(goal.conclusion, at_one, known[2])
    wider = arithmetic(term("0 < b - a", **names), apart, known[1])
    second = arithmetic(goal.conclusion, wide, wider)
    return kernel.cases(either(same.conclusion), first, second)


BETWEEN = "(forall j in 1..n. a <= p(j) and p(j) <= b) implies"
ENDS = (
    "(forall q. integer(q) and 0 <= q and q <= n implies "
    "T + ((n - q) * a^2 + q * b^2) <= c * (S + ((n - q) * a + q * b))^2) implies"
)


@lemma(
    f"forall n a b c p T S. {SIZE} c <= 1 implies {BETWEEN} {ENDS} "
    "T + (sum j in 1..n. p(j)^2) <= c * (S + sum(n, p))^2",
    depth=11,
)
def squares_at_ends(goal: Goal) -> Proved:
    """The sum of squares over the square of the sum is largest where each number is at an end, one after another."""
    n, a, b, c, p, T, S = goal.variables
    j, q = Free("j #0"), Free("q #0")
    body = goal.conclusion
    for premise in reversed(goal.given[2:]):
        body = IMPLIES(premise, body)
    body = for_all((T, S), body)

    def at_size(size: Term) -> tuple[Term, ...]:
        return tuple(substituted(f, {n: size}) for f in (*goal.given[2:], goal.conclusion))

    def closed_up(theorem: Proved, premises: tuple[Term, ...]) -> Proved:
        for premise in reversed(premises):
            theorem = kernel.discharge(premise, theorem)
        return generalise(theorem, T, S)

    between, ends, conclusion = at_size(ZERO)
    none = under(specialise(kernel.assume(ends), ZERO), [shown(term("integer(z) and 0 <= z and z <= z", z=ZERO))])
    changed = normal(conclusion, by(sums.sum_0()))
    base = derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1], none))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end = PLUS(k, ONE)
        between, ends, conclusion = at_size(end)
        names = {"a": a, "b": b, "c": c, "p": p, "T": T, "S": S, "k": k, "q": q, "u": term("p(k + 1)", p=p, k=k)}
        inside = kernel.assume(in_range(j, k))
        everywhere = kernel.assume(between)
        before = each(j, k, at(everywhere, j, given=[known, inside]))
        last = at(everywhere, end, given=[known])
        in_q = kernel.assume(term("integer(q) and 0 <= q and q <= k", **names))
        vertices = []
        for number in (q, PLUS(q, ONE)):
            inside_q = shown(term("integer(r)", r=number), [in_q])
            bounds = [arithmetic(term(text, r=number, k=k), in_q, known) for text in ("0 <= r", "r <= k + 1")]
            premise = kernel.conjoin(inside_q, kernel.conjoin(*bounds))
            vertices.append(kernel.detach(specialise(kernel.assume(ends), number), premise))
        A, B = term("T + ((k - q) * a^2 + q * b^2)", **names), term("S + ((k - q) * a + q * b)", **names)
        corner = [
            arithmetic(term("A + e^2 <= c * (B + e)^2", A=A, B=B, c=c, e=end_of), vertex)
            for end_of, vertex in zip((a, b), vertices, strict=True)
        ]
        middle = at(
            quadratic_between(),
            A,
            B,
            c,
            a,
            b,
            term("p(k + 1)", **names),
            given=[goal.given[1], last, *corner],
            premises=4,
        )
        value = arithmetic(
            term("T + u^2 + ((k - q) * a^2 + q * b^2) <= c * (S + u + ((k - q) * a + q * b))^2", **names), middle
        )
        vertex = generalise(kernel.discharge(in_q.conclusion, value), q)
        found = specialise(assumed, term("T + u^2", **names), term("S + u", **names))
        found = kernel.detach(kernel.detach(found, before), rewritten(vertex))
        whole = reduced(normal(conclusion, by(sums.sum_next(), [known])), lambda it: arithmetic(it, found))
        return closed_up(whole, (between, ends))

    theorem = specialise(induct(n, body, closed_up(base, (between, ends)), step), T, S)
    return kernel.detach(kernel.detach(theorem, kernel.assume(goal.given[2])), kernel.assume(goal.given[3]))


# -- one response ------------------------------------------------------------------------------------------------------

COLUMN = (
    "integer(k) and 0 <= k implies 0 <= h implies sum(k, p) = k * h implies (sum i in 1..k. p(i)^2) <= F * h^2 implies"
)
CONSTANT = "(r^2 * F + 2 * r * s * k + k * s^2)"
GAP = f"(h * (sum i in 1..k. t(i)^2) - 2 * r * (sum i in 1..k. t(i) * p(i)) - 2 * s * h * sum(k, t) + h * {CONSTANT})"


class _Column:
    """The squares of h t - r p - s h added up, and what the sums in it are."""

    def __init__(self, goal: Goal) -> None:
        self.k, self.F, self.r, self.s, self.h, self.p, self.t = goal.variables
        self.names = dict(zip(("k", "F", "r", "s", "h", "p", "t"), goal.variables, strict=True))
        self.size = goal.given[:1]
        self.i = Free("i #0")
        self.error = term("(h * t(i) - r * p(i) - s * h)^2", i=self.i, **self.names)
        self.goal = goal

    def of(self, body: str) -> Proved:
        """A sum over the entries taken apart."""
        whole = term(f"sum i in 1..k. {body}", **self.names)
        return normal(whole, in_sums(self.size), by(sums.sum_of_ones(), self.size))

    @property
    def whole(self) -> Proved:
        """h GAP = sum of squares + h^2 CONSTANT - sum of (r p + s h)^2"""
        names = self.names
        parts = [
            self.of(text)
            for text in ("(h * t(i) - r * p(i) - s * h)^2", "(r * p(i) + s * h)^2", "t(i)^2", "t(i) * p(i)", "p(i)^2")
        ]
        errors, weights = (
            term(f"sum i in 1..k. {text}", **names)
            for text in ("(h * t(i) - r * p(i) - s * h)^2", "(r * p(i) + s * h)^2")
        )
        formula = term(f"h * {GAP} = e + (h^2 * {CONSTANT} - w)", e=errors, w=weights, **names)
        return arithmetic(formula, *parts, self.goal.given[2], opaque=True)

    @property
    def smaller(self) -> Proved:
        """The sum of (r p + s h)^2 is at most h^2 CONSTANT"""
        parts = [self.of(text) for text in ("(r * p(i) + s * h)^2", "p(i)^2")]
        square = arithmetic(term("r^2 * (sum i in 1..k. p(i)^2) <= r^2 * (F * h^2)", **self.names), self.goal.given[3])
        formula = term(f"(sum i in 1..k. (r * p(i) + s * h)^2) <= h^2 * {CONSTANT}", **self.names)
        return arithmetic(formula, *parts, square, self.goal.given[2], opaque=True)

    @property
    def squares(self) -> Proved:
        """The squares of h t - r p - s h add up to 0 at least."""
        none = at(sum_of_zeros(), self.k, given=self.size)
        value = summed(self.i, self.k, arithmetic(term("0 <= e", e=self.error)), self.size)
        return arithmetic(term("0 <= (sum i in 1..k. (h * t(i) - r * p(i) - s * h)^2)", **self.names), value, none)


@lemma(f"forall k F r s h p t. {COLUMN} 0 <= {GAP}", depth=11)
def gap_of_a_response(goal: Goal) -> Proved:
    """What a response contributes to the spread exceeds what it contributes to the bound (Cauchy and Schwarz)."""
    here = _Column(goal)
    h, p, i = here.h, here.p, here.i
    none, some = (kernel.assume(term(text, h=h)) for text in ("h = 0", "not h = 0"))
    positive = arithmetic(term("0 < h", h=h), some, goal.given[1])
    product = arithmetic(term(f"0 <= h * {GAP}", **here.names), here.whole, here.smaller, here.squares, opaque=True)
    g = Free("g #0")
    step = arithmetic(term("0 <= g", g=g), term("0 <= h * g", g=g, h=h), term("0 < h", h=h))
    step = kernel.instantiate(step, {g: term(GAP, **here.names)})
    first = cut(step, product, positive)
    inside = kernel.assume(in_range(i, here.k))
    square = term("fun i. p(i)^2", p=p)
    known = each(i, here.k, arithmetic(term("0 <= p(i)^2", p=p, i=i)))
    one = at(term_at_most_sum(), here.k, i, square, given=[here.size[0], inside], premises=2)
    one = kernel.detach(one, rewritten(known))
    zero = arithmetic(term("p(i)^2 = 0", p=p, i=i), one, goal.given[3], none, term("0 <= p(i)^2", p=p, i=i))
    zero = cut(zero, arithmetic(term("0 <= p(i)^2", p=p, i=i)))
    zero = arithmetic(
        term("t(i) * p(i) = 0", t=here.t, p=p, i=i), at(zero_square(), term("p(i)", p=p, i=i), given=[zero])
    )
    total = derived.transitive(summed(i, here.k, zero, here.size), at(sum_of_zeros(), here.k, given=here.size))
    second = arithmetic(goal.conclusion, none, total, opaque=True)
    return kernel.cases(either(none.conclusion), second, first)


@lemma(f"forall k F r s h p t. {COLUMN} 0 < h implies {GAP} = 0 implies (sum i in 1..k. t(i)^2) = {CONSTANT}", depth=13)
def no_gap_of_a_response(goal: Goal) -> Proved:
    """Where there is no gap, the coefficients of the response are those of the best estimate, up to their order."""
    here = _Column(goal)
    i, h = here.i, here.h
    product = arithmetic(term(f"h * {GAP} = 0", **here.names), goal.given[5], opaque=True)
    errors = arithmetic(
        term("(sum i in 1..k. (h * t(i) - r * p(i) - s * h)^2) = 0", **here.names),
        product,
        here.whole,
        here.smaller,
        here.squares,
        opaque=True,
    )
    weights = arithmetic(
        term(f"(sum i in 1..k. (r * p(i) + s * h)^2) = h^2 * {CONSTANT}", **here.names),
        product,
        here.whole,
        here.smaller,
        here.squares,
        opaque=True,
    )
    inside = kernel.assume(in_range(i, here.k))
    square = term("fun i. (h * t(i) - r * p(i) - s * h)^2", **here.names)
    positive = arithmetic(term("0 <= e", e=here.error))
    one = at(term_at_most_sum(), here.k, i, square, given=[here.size[0], inside], premises=2)
    one = kernel.detach(one, rewritten(each(i, here.k, positive)))
    zero = arithmetic(term("e = 0", e=here.error), one, errors, positive, opaque=True)
    zero = at(zero_square(), term("h * t(i) - r * p(i) - s * h", i=i, **here.names), given=[zero])
    own = arithmetic(term("h^2 * t(i)^2 = (r * p(i) + s * h)^2", i=i, **here.names), zero)
    total = summed(i, here.k, own, here.size)
    scaled = at(sums.sum_scale(), here.k, term("h^2", h=h), term("fun i. t(i)^2", t=here.t), given=here.size)
    a, b = Free("a #0"), Free("b #0")
    cancelled = arithmetic(term("a = b", a=a, b=b), term("h^2 * a = h^2 * b", a=a, b=b, h=h), goal.given[4])
    cancelled = kernel.instantiate(cancelled, dict(zip((a, b), sides(goal.conclusion), strict=True)))
    both = arithmetic(
        term("h^2 * a = h^2 * b", h=h, **dict(zip("ab", sides(goal.conclusion), strict=True))),
        total,
        scaled,
        weights,
        opaque=True,
    )
    return cut(cancelled, both)


# -- designs -----------------------------------------------------------------------------------------------------------

SURVEY = "integer(k) and 1 <= k implies integer(m) and 0 <= m implies design(k, m, P) implies"
BOUNDED = "private(k, m, P, g) implies 1 <= g implies"
CORNERS = "(forall q. integer(q) and 0 <= q and q <= k implies (k - q) + q * g^2 <= c * ((k - q) + q * g)^2) implies"


@lemma(
    f"forall k m P g c y. {SURVEY} {BOUNDED} c <= 1 implies {CORNERS} integer(y) and 1 <= y <= m implies "
    "(sum i in 1..k. P(i, y)^2) <= c * (sum i in 1..k. P(i, y))^2",
    depth=14,
)
def squares_of_a_response(goal: Goal) -> Proved:
    """Of a response whose probabilities have ratios up to g, the squares add up to c times the squared sum at most."""
    k, _m, P, g, c, y = goal.variables
    i, j, q = Free("i #0"), Free("j #0"), Free("q #0")
    names = {"k": k, "P": P, "g": g, "c": c, "y": y, "q": q, "j": j, "i": i}
    column = term("fun i. P(i, y)", P=P, y=y)
    least = at(least_member(), k, column, given=goal.given[:1])
    body = quantified(least.conclusion, "exists")
    assert body is not None
    member = kernel.assume(opened(rewritten_body(body), j))
    in_j, smallest = kernel.part(member, 0), kernel.part(member, 1)
    in_i = kernel.assume(in_range(i, k))
    below = at(smallest, i, given=[in_i])
    rows = rewritten(kernel.assume(goal.given[2]), unfolding("design", "law"))
    at(kernel.part(at(rows, j, given=[in_j]), 0), y, given=goal.given[7:8])
    private = rewritten(kernel.assume(goal.given[3]), unfolding("private"))
    above = at(at(at(private, i, given=[in_i]), j, given=[in_j]), y, given=goal.given[7:8])
    between = each(i, k, kernel.conjoin(below, above))
    low, high = term("P(j, y)", **names), term("g * P(j, y)", **names)
    in_q = kernel.assume(term("integer(q) and 0 <= q and q <= k", **names))
    corner = kernel.detach(specialise(kernel.assume(goal.given[6]), q), in_q)
    a, u, v = Free("a #0"), Free("u #0"), Free("v #0")
    scaled = arithmetic(term("a^2 * u <= a^2 * (c * v^2)", a=a, u=u, v=v, c=c), term("u <= c * v^2", u=u, v=v, c=c))
    scaled = kernel.instantiate(
        scaled, {a: low, u: term("(k - q) + q * g^2", **names), v: term("(k - q) + q * g", **names)}
    )
    scaled = cut(scaled, corner)
    wanted = "0 + ((k - q) * a^2 + q * (g * a)^2) <= c * (0 + ((k - q) * a + q * (g * a)))^2"
    vertex = arithmetic(term(wanted, **{**names, "a": low}), scaled, opaque=True)
    ends = generalise(kernel.discharge(in_q.conclusion, vertex), q)
    size = shown(term("integer(k) and 0 <= k", k=k), goal.given[:1])
    found = at(
        squares_at_ends(), k, low, high, c, column, ZERO, ZERO, given=[size, goal.given[5], between, ends], premises=4
    )
    value = arithmetic(goal.conclusion, found, opaque=True)
    return kernel.unpack(derived.follow(normal(least.conclusion), least), j, value)


def rewritten_body(body: Abstract) -> Abstract:
    """The body of a quantifier, every function in it worked out."""
    variable = fresh(body)
    return closed(variable, sides(normal(opened(body, variable)).conclusion)[1])


LEFT = LEFT_INVERSE.replace("indicator(i = x)", "(if i = x then 1 else 0)")
UNIFORM = "response(k, fun x. 1 / k, P)"
SPREAD_OF = "(sum i in 1..k. sum y in 1..m. response(k, {pi}, P)(y) * L(i, y)^2)"
EQUAL_SPREAD = SPREAD_OF.format(pi="fun x. 1 / k")
GAP_AT = GAP.replace("h * ", f"{UNIFORM}(y) * ").replace("* h *", f"* {UNIFORM}(y) *")
GAP_AT = GAP_AT.replace("t(i)", "L(i, y)").replace("p(i)", "P(i, y)").replace("sum(k, t)", "(sum i in 1..k. L(i, y))")


@lemma(
    f"forall k m P L r s F. {SURVEY} {LEFT} implies "
    f"(sum y in 1..m. {GAP_AT}) = {EQUAL_SPREAD} - 2 * r * k - 2 * s + {CONSTANT}",
    depth=12,
)
def gaps_add_up(goal: Goal) -> Proved:
    """The gaps of all responses add up to the spread at equal shares less the bound."""
    k, m, P, L, *_ = goal.variables
    i = Free("i #0")
    size = shown(term("integer(k) and 0 <= k", k=k), goal.given[:1])
    sizes: Facts = [size, goal.given[1]]
    q, pi = term(UNIFORM, k=k, P=P), term("fun x. 1 / k", k=k)
    inside = kernel.assume(in_range(i, k))
    rows = kernel.assume(goal.given[3])
    row = at(rows, i, given=[inside])
    own = rewritten(at(row, i, given=[inside]), decided([]))
    matches = derived.transitive(summed(i, k, own, [size]), at(sums.sum_of_ones(), k, given=[size]))
    share = cite(inverse_of_response(), k, m, L, P, pi, i, given=[*sizes, row, inside])
    shares = derived.transitive(summed(i, k, share, [size]), at(sum_of_equals(), k, term("1 / k", k=k), given=[size]))
    is_law, _ = conjuncts(at(equal_shares(), k, given=goal.given[:1]))
    law = at(response_is_law(), k, m, P, pi, given=[*sizes, *goal.given, is_law], premises=4)
    *_, one = conjuncts(rewritten(law, unfolding("law")))
    entries = ("q(y) * L(i, y)^2", "L(i, y) * P(i, y)", "q(y) * L(i, y)")
    swaps = [
        at(sums.sum_swap(), m, k, term(f"fun y i. {entry}", q=q, L=L, P=P), given=[goal.given[1], size], premises=2)
        for entry in entries
    ]
    parts = [normal(side, in_sums(sizes)) for side in sides(goal.conclusion)]
    known = [rewritten(fact, in_sums(sizes)) for fact in (*swaps, matches, shares, one)]
    return arithmetic(
        goal.conclusion, *known, *parts, arithmetic(term("k * (1 / k) = 1", k=k), goal.given[0]), opaque=True
    )


def cite(theorem: Proved, *values: Term, given: Iterable[Term | Proved]) -> Proved:
    """A lemma for these values, its indicators written out, its premises shown by what is given."""
    return under(rewritten(specialise(theorem, *values), unfolding("indicator")), given)


CORNERS_OF = (
    "F <= k^2 implies k < F implies (forall q. integer(q) and 0 <= q and q <= k implies "
    "k^2 * ((k - q) + q * g^2) <= F * ((k - q) + q * g)^2) implies"
)
LEAST = "((k - 1)^2 / (F - k) + 1 / k)"


class _Bounded:
    """A goal about a left inverse of a design of bounded parity: its responses, one after another."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.k, self.m, self.P, self.L, self.g, self.F = goal.variables[:6]
        self.names = dict(zip(("k", "m", "P", "L", "g", "F"), goal.variables, strict=False))
        self.i, self.y = Free("i #0"), Free("y #0")
        size = shown(term("integer(k) and 0 <= k", k=self.k), goal.given[:1])
        self.given: Facts = [size, *goal.given]
        self.in_y = kernel.assume(in_range(self.y, self.m))
        self.r = term("(k - 1) / (F - k)", **self.names)
        self.s = term("1 / k - (k - 1) / (F - k)", **self.names)
        self.pi = term("fun x. 1 / k", k=self.k)
        self.at_y = normal_of(term(f"{UNIFORM}(y)", y=self.y, k=self.k, P=self.P))

    @cached_property
    def column_total(self) -> Proved:
        """The probabilities of a response add up to k times its chance at equal shares."""
        scaled = at(
            sums.sum_scale(),
            self.k,
            term("1 / k", k=self.k),
            term("fun x. P(x, y)", P=self.P, y=self.y),
            given=self.given,
        )
        own = derived.transitive(
            normal(term(f"{UNIFORM}(y)", y=self.y, k=self.k, P=self.P), unfolding("response")), rewritten(scaled)
        )
        total = term("(sum i in 1..k. P(i, y)) = k * h", k=self.k, P=self.P, y=self.y, h=self.at_y)
        return arithmetic(total, rewritten(own), self.goal.given[0])

    @cached_property
    def column_squares(self) -> Proved:
        """Their squares add up to F times the square of that chance at most."""
        q = Free("q #0")
        c = term("F / k^2", **self.names)
        in_q = kernel.assume(term("integer(q) and 0 <= q and q <= k", q=q, k=self.k))
        corner = kernel.detach(specialise(kernel.assume(self.goal.given[7]), q), in_q)
        u, v = Free("u #0"), Free("v #0")
        share = arithmetic(
            term("u <= F / k^2 * v", u=u, v=v, **self.names),
            term("k^2 * u <= F * v", u=u, v=v, **self.names),
            self.goal.given[0],
        )
        share = kernel.instantiate(
            share, {u: term("(k - q) + q * g^2", q=q, **self.names), v: term("((k - q) + q * g)^2", q=q, **self.names)}
        )
        corners = generalise(kernel.discharge(in_q.conclusion, cut(share, corner)), q)
        less = arithmetic(term("F / k^2 <= 1", **self.names), self.goal.given[5], self.goal.given[0])
        column = at(
            squares_of_a_response(),
            self.k,
            self.m,
            self.P,
            self.g,
            c,
            self.y,
            given=[*self.given, less, corners, self.in_y],
            premises=8,
        )
        h = Free("h #0")
        square = arithmetic(term("F / k^2 * (k * h)^2 = F * h^2", h=h, **self.names), self.goal.given[0])
        square = kernel.instantiate(square, {h: self.at_y})
        formula = term("(sum i in 1..k. P(i, y)^2) <= F * h^2", h=self.at_y, y=self.y, **self.names)
        return arithmetic(formula, column, self.column_total, square, opaque=True)

    @cached_property
    def law(self) -> Proved:
        """The response has a law at equal shares."""
        is_law, _ = conjuncts(at(equal_shares(), self.k, given=self.goal.given[:1]))
        found = at(response_is_law(), self.k, self.m, self.P, self.pi, given=[*self.given, is_law], premises=4)
        return rewritten(found, unfolding("law"))

    @cached_property
    def chance(self) -> Proved:
        """The chance of the response is not negative."""
        return at(kernel.part(self.law, 0), self.y, given=[self.in_y])

    def of_column(self, law: Proved, *more: Term | Proved) -> Proved:
        """A lemma about one response."""
        column, row = term("fun i. P(i, y)", P=self.P, y=self.y), term("fun i. L(i, y)", L=self.L, y=self.y)
        given = [*self.given, self.chance, self.column_total, self.column_squares, *more]
        values = (self.k, self.F, self.r, self.s, self.at_y, column, row)
        return under(specialise(law, *values), given)

    @cached_property
    def gap(self) -> Proved:
        """No gap is negative."""
        return self.of_column(gap_of_a_response())

    @cached_property
    def total(self) -> Proved:
        """The gaps add up to the spread at equal shares less the bound."""
        values = (self.k, self.m, self.P, self.L, self.r, self.s, self.F)
        found = at(gaps_add_up(), *values, given=self.given, premises=4)
        k, F, e = Free("k #0"), Free("F #0"), Free("e #0")
        names = {
            "k": k,
            "F": F,
            "e": e,
            "r": term("(k - 1) / (F - k)", k=k, F=F),
            "s": term("1 / k - (k - 1) / (F - k)", k=k, F=F),
        }
        bound = arithmetic(
            term(f"e - 2 * r * k - 2 * s + {CONSTANT} = e - {LEAST}", **names),
            term("1 <= k", k=k),
            term("k < F", k=k, F=F),
        )
        spread = normal_of(term(EQUAL_SPREAD, **{n: self.names[n] for n in "kmPL"}))
        bound = kernel.instantiate(bound, {k: self.k, F: self.F, e: spread})
        known = [arithmetic(term("1 <= k", k=self.k), self.goal.given[0]), kernel.assume(self.goal.given[6])]
        return derived.transitive(rewritten(found), cut(bound, *known))


@lemma(f"forall k m P L g F. {SURVEY} {BOUNDED} {CORNERS_OF} {LEFT} implies {LEAST} <= {EQUAL_SPREAD}", depth=15)
def spread_of_bounded_parity(goal: Goal) -> Proved:
    """No left inverse of a design of bounded parity has a smaller spread at equal shares."""
    here = _Bounded(goal)
    positive = summed(here.y, here.m, here.gap, goal.given[1:2])
    none = at(sum_of_zeros(), here.m, given=goal.given[1:2])
    return arithmetic(goal.conclusion, rewritten(positive), none, here.total, opaque=True)


@lemma(
    f"forall k m P L g F pi. {SURVEY} {BOUNDED} {CORNERS_OF} {LEFT} implies {EQUAL_SPREAD} <= {LEAST} implies "
    f"law(k, pi) implies {SPREAD_OF.format(pi='pi')} = {LEAST}",
    depth=18,
)
def spread_of_the_best(goal: Goal) -> Proved:
    """What attains the bound at equal shares has the same spread at all shares."""
    here = _Bounded(goal)
    k, m, P, L, y, i = here.k, here.m, here.P, here.L, here.y, here.i
    pi = goal.variables[6]
    none = at(sum_of_zeros(), m, given=goal.given[1:2])
    zero, gap = term("fun y. 0"), closed(y, applied_to(here.gap))
    nothing = arithmetic(
        equal(term("sum y in 1..m. 0", m=m), sides(here.total.conclusion)[0]),
        none,
        here.total,
        rewritten(summed(y, m, here.gap, goal.given[1:2])),
        goal.given[9],
        opaque=True,
    )
    same = at(equal_terms(), m, zero, gap, given=[goal.given[1], each(y, m, here.gap)], premises=2)
    same = kernel.detach(same, nothing)
    own_gap = symmetric(at(same, y, given=[here.in_y]))
    some = kernel.assume(term("0 < h", h=here.at_y))
    squares = here.of_column(no_gap_of_a_response(), some, own_gap)
    names = {"k": k, "F": here.F, "r": here.r, "s": here.s}
    value = arithmetic(term(f"{CONSTANT} = {LEAST}", **names), *goal.given[:1], goal.given[6])
    squares = derived.transitive(squares, value)
    q, least = term("response(k, pi, P)", k=k, pi=pi, P=P), term(LEAST, **names)
    at_y = term("q(y)", q=q, y=y)
    inner = at(sums.sum_scale(), k, at_y, term("fun i. L(i, y)^2", L=L, y=y), given=here.given)
    wanted = equal(sides(rewritten(inner).conclusion)[0], term("v * q(y)", v=least, q=q, y=y))
    first = arithmetic(wanted, rewritten(inner), squares, opaque=True)
    never = kernel.assume(NOT(some.conclusion))
    rows = rewritten(kernel.assume(goal.given[2]), unfolding("design", "law"))
    inside = kernel.assume(in_range(i, k))
    entry = at(kernel.part(at(rows, i, given=[inside]), 0), y, given=[here.in_y])
    entries = term("fun i. P(i, y)", P=P, y=y)
    one = at(term_at_most_sum(), k, i, entries, given=[*here.given, inside], premises=2)
    one = kernel.detach(one, each(i, k, entry))
    empty = arithmetic(term("k * h <= 0", k=k, h=here.at_y), goal.given[0], never)
    product = arithmetic(
        term("pi(i) * P(i, y) = 0", pi=pi, P=P, i=i, y=y),
        arithmetic(term("P(i, y) = 0", P=P, i=i, y=y), entry, rewritten(one), here.column_total, empty, opaque=True),
    )
    chance = derived.transitive(summed(i, k, product, here.given), at(sum_of_zeros(), k, given=here.given))
    chance = derived.transitive(normal(at_y, unfolding("response")), chance)
    second = arithmetic(wanted, rewritten(inner), chance, opaque=True)
    row = kernel.cases(either(some.conclusion), first, second)
    total = summed(y, m, row, goal.given[1:2])
    scaled = at(sums.sum_scale(), m, least, q, given=goal.given[1:2])
    law = at(response_is_law(), k, m, P, pi, given=here.given, premises=4)
    *_, whole = conjuncts(rewritten(law, unfolding("law")))
    swapped = at(
        sums.sum_swap(),
        m,
        k,
        term("fun y i. q(y) * L(i, y)^2", q=q, L=L),
        given=[goal.given[1], *here.given],
        premises=2,
    )
    return arithmetic(goal.conclusion, *map(rewritten, (total, scaled, whole, swapped)), opaque=True)


def applied_to(smaller: Proved) -> Term:
    """b of a <= b."""
    found = applied(smaller.conclusion, "<=", 2)
    assert found is not None
    return found[1]


def normal_of(value: Term) -> Term:
    """The term with every function that is applied worked out."""
    return sides(normal(value).conclusion)[1]
