"""Section 4 and the proof of Theorem 4.1: local l-diversity."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial

from checks.papers.nz.proofs.common import cite, given, in_plain_words, of_parameters
from checks.papers.nz.proofs.estimates import bound_attained, lower_bound
from checks.verifying.stated import Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    generalise,
    instance,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.tactics import (
    goal as goal_of,
)
from derivations.logic.terms import (
    AT_MOST,
    FALSE,
    NOT,
    Apply,
    Free,
    Term,
    applied,
    closed,
    equal,
    free_variables,
    parts,
    quantified,
)
from derivations.theory import sums
from derivations.theory.automatic import inverses
from derivations.theory.likelihood import response_is_law
from derivations.theory.linear_estimates import (
    ESTIMATE,
    WORD,
    constant_spread_is_minimax,
    counted_is_total,
    error_of_estimate,
    expectation_of_sum,
    expectation_same,
    linear_risk,
    unbiased_as_estimate,
    unbiased_exactly_if_inverse,
)
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    either,
    sum_of_equals,
    sum_of_zeros,
    sum_picked,
    summed,
    term_at_most_sum,
)
from derivations.theory.subset_designs import (
    ADDED,
    GRAM_INVERSE,
    WEIGHT,
    chance_of_holding,
    column_sum,
    counts,
    gram_inverse,
    inverse_gives_moments,
    moments_are_least,
    moments_invert,
    product_of_rows,
    spread_of_moments,
    uniform_entries,
    weights_by_rows,
)
from derivations.theory.subsets import number_of_sets, sets_holding, sets_holding_both, square_of_bit
from derivations.theory.sums import in_range, in_sums
from derivations.theory.surveys import expectation_of_total, in_expectations

Facts = list[Term | Proved]
SHARE = "1 / binomial(k - 1, l - 1)"


class Diverse:
    """A goal about local l-diversity: its parameters, what it gives, and what lemmas say of its design.

    `own` are the names that the goal has for k, l, m, z and P.
    """

    def __init__(self, goal: Goal, own: str = "klmzP") -> None:
        names = goal.names
        self.goal, self.facts = goal, given(goal)
        self.names = {**names, **{name: names[here] for name, here in zip("klmzP", own, strict=True)}}
        self.k, self.l, self.m, self.z, self.P = (self.names[name] for name in ("k", "l", "m", "z", "P"))
        self.a = self.term(SHARE)
        self.i, self.x, self.y, self.w = Free("i #0"), Free("x #0"), Free("y #0"), Free("w #0", WORD)
        self.inside = {
            v: kernel.assume(in_range(v, size)) for v, size in ((self.i, self.k), (self.x, self.k), (self.y, self.m))
        }
        self.ranges = list(self.inside.values())

    def term(self, text: str, **more: Term) -> Term:
        """The term that a text says of the parameters."""
        return term(text, **{**self.names, "k": self.k, "l": self.l, **more})

    def plainly(self, text: str, **more: Term) -> Term:
        """The same, every function that is applied worked out."""
        return sides(normal(self.term(text, **more)).conclusion)[1]

    @cached_property
    def positive(self) -> Proved:
        """0 < binomial(k - 1, l - 1)"""
        return next(conjuncts(self.counted))

    @cached_property
    def counted(self) -> Proved:
        """How many sets there are, hold a category, hold two."""
        return at(counts(), self.k, self.l, self.m, self.z, given=self.facts, premises=4)

    @cached_property
    def inclusions(self) -> Proved:
        """i in 1..k, y in 1..m |- P(i, y) binomial(k - 1, l - 1) = z(y, i)"""
        values = (self.k, self.l, self.m, self.z, self.P, self.i, self.y)
        return at(uniform_entries(), *values, given=[*self.facts, *self.ranges], premises=8)

    @cached_property
    def entries(self) -> Proved:
        """forall i y. P(i, y) = a z(y, i)"""
        wanted = self.term("P(i, y) = a * z(y, i)", a=self.a, i=self.i, y=self.y)
        return each(self.i, self.k, each(self.y, self.m, arithmetic(wanted, self.inclusions, self.positive)))

    @cached_property
    def known(self) -> Facts:
        """What lemmas about the design need."""
        one = arithmetic(self.term("a * binomial(k - 1, l - 1) = 1", a=self.a), self.positive)
        return [*self.facts, one, self.entries]

    @cached_property
    def bit(self) -> Proved:
        """i in 1..k, y in 1..m |- z(y, i) = 0 or z(y, i) = 1"""
        return at(kernel.part(at(self.sets, self.y, given=self.ranges), 0), self.i, given=self.ranges)

    @cached_property
    def sets(self) -> Proved:
        """forall y in 1..m. z(y) is a set of l of the k categories"""
        wanted = self.term("subsets(k, l, m, z)")
        (known,) = (fact for fact in self.facts if isinstance(fact, Proved) and fact.conclusion == wanted)
        return kernel.part(rewritten(known, unfolding("subsets", "bits")), 0)

    @cached_property
    def law(self) -> Proved:
        """The shares, or the prior, are a law."""
        (known,) = (fact for fact in self.facts if isinstance(fact, Proved) and applied(fact.conclusion, "law", 2))
        return known

    @cached_property
    def members(self) -> Proved:
        """y in 1..m |- sum of z(y, i) = l"""
        return kernel.part(at(self.sets, self.y, given=self.ranges), 1)

    @cached_property
    def entry(self) -> Proved:
        """i in 1..k, y in 1..m |- P(i, y) = a z(y, i)"""
        return at(at(self.entries, self.i, given=self.ranges), self.y, given=self.ranges)

    def of(self, law: Callable[[], Proved], *values: Term, more: Facts | None = None, premises: int = 20) -> Proved:
        """A lemma about the design, for these values."""
        return at(
            law(),
            self.k,
            self.l,
            self.m,
            self.z,
            self.P,
            self.a,
            *values,
            given=[*self.known, *self.ranges, *(more or [])],
            premises=premises,
        )

    # -- the estimate by moments ---------------------------------------------------------------------------------------

    @cached_property
    def weights(self) -> Term:
        """The coefficients of the estimate by moments, as a matrix."""
        return self.term(f"fun i y. {WEIGHT}")

    @cached_property
    def inverts(self) -> Proved:
        """They are a left inverse of the design."""
        found = self.of(moments_invert, self.i, self.x, premises=8)
        return each(self.i, self.k, each(self.x, self.k, found))

    @cached_property
    def as_estimate(self) -> Proved:
        """forall i w. the estimator (4.3) is W S/n, W being these coefficients."""
        n = self.names["n"]
        in_w = kernel.assume(self.term("word(n, m, w)", w=self.w))
        score = self.term(f"fun y. {WEIGHT}", i=self.i)
        total = at(counted_is_total(), n, self.m, score, self.w, given=[*self.facts, in_w], premises=3)
        c, d = self.term("(k - 1) / (k - l)"), self.term("(l - 1) / (k - l)")
        t = Free("t #0")
        letters = self.term("fun t. z(w(t), i)", w=self.w, i=self.i)
        parts = [self.term("fun t. c * z(w(t), i)", c=c, w=self.w, i=self.i), self.term("fun t. -d", d=d)]
        body = self.term("c * z(w(t), i) - d = c * z(w(t), i) + -d", c=c, d=d, w=self.w, i=self.i, t=t)
        split = summed(t, n, arithmetic(body, opaque=True), self.facts)
        added = at(sums.sum_plus(), n, *parts, given=self.facts)
        scaled = at(sums.sum_scale(), n, c, letters, given=self.facts)
        equals = at(sum_of_equals(), n, self.term("-d", d=d), given=self.facts)
        total = rewritten(total, unfolding("total"))
        left = self.plainly(f"(sum y in 1..m. {WEIGHT} * frequency(n, y)(w)) / n", w=self.w, i=self.i)
        right = self.term("c * ((sum t in 1..n. z(w(t), i)) / n) - d", c=c, d=d, w=self.w, i=self.i)
        one = arithmetic(self.term("0 < n"), *self.facts)
        sum_is = self.term(
            "s = c * v - n * d",
            s=sides(total.conclusion)[0],
            c=c,
            d=d,
            v=self.term("sum t in 1..n. z(w(t), i)", w=self.w, i=self.i),
        )
        whole = arithmetic(sum_is, total, split, added, scaled, equals, opaque=True)
        value = arithmetic(equal(right, left), whole, one, opaque=False)
        return each(self.i, self.k, generalise(kernel.discharge(in_w.conclusion, value), self.w))

    def spread(self, pi: Term, law: Proved) -> Proved:
        """sum_i sum_y lambda_y W(i, y)^2 is the added variance plus one, whatever the shares."""
        q = self.term("response(k, pi, P)", pi=pi)
        i, y, k, m = self.i, self.y, self.k, self.m
        swapped = at(sums.sum_swap(), k, m, self.term(f"fun i y. q(y) * {WEIGHT}^2", q=q), given=self.facts, premises=2)
        squares = self.plainly(f"fun i. {WEIGHT}^2", y=y)
        inner = at(sums.sum_scale(), k, self.plainly("q(y)", q=q, y=y), squares, given=self.facts)
        row = at(spread_of_moments(), k, self.l, m, self.z, y, given=[*self.facts, *self.ranges], premises=5)
        g = self.term(f"{ADDED} + 1")
        value = arithmetic(
            equal(sides(inner.conclusion)[0], self.plainly("g * q(y)", g=g, q=q, y=y)), inner, row, opaque=True
        )
        outer = at(sums.sum_scale(), m, g, q, given=self.facts)
        *_, one = conjuncts(
            rewritten(at(response_is_law(), k, m, self.P, pi, given=[*self.facts, law], premises=4), unfolding("law"))
        )
        total = summed(y, m, value, self.facts)
        del i
        return arithmetic(equal(sides(swapped.conclusion)[0], g), swapped, total, rewritten(outer), one, opaque=True)

    def least_spread(self, L: Term, pi: Term, law: Proved, equally: Proved, inverse: Proved) -> Proved:
        """The added variance plus one is at most sum_i sum_y lambda_y L(i, y)^2, for equal shares and L P = I."""
        y, m = self.y, self.m
        own = at(inverse, self.i, given=self.ranges)
        row = self.term("fun y. L(i, y)", L=L, i=self.i)
        least = self.of(moments_are_least, self.i, row, more=[rewritten(own)], premises=8)
        response = self.uniform_response(pi, equally)
        at_y = sides(response.conclusion)[0]

        def weighed(matrix: Term) -> Proved:
            """sum_y lambda_y M(i, y)^2 = 1/m sum_y M(i, y)^2"""
            square = self.plainly("M(i, y)^2", M=matrix, i=self.i, y=y)
            left, right = (self.term("c * s", c=c, s=square) for c in (at_y, self.term("1 / m")))
            rows = summed(y, m, arithmetic(equal(left, right), response, opaque=True), self.facts)
            squares = self.plainly("fun y. M(i, y)^2", M=matrix, i=self.i)
            return derived.transitive(rows, at(sums.sum_scale(), m, self.term("1 / m"), squares, given=self.facts))

        first, second = weighed(self.weights), weighed(L)
        _, some, *_ = conjuncts(self.counted)
        share = arithmetic(self.term("0 < 1 / m"), some)
        between = AT_MOST(sides(first.conclusion)[0], sides(second.conclusion)[0])
        smaller = arithmetic(between, first, second, rewritten(least), share, opaque=True)
        whole = summed(self.i, self.k, smaller, self.facts)
        bound = AT_MOST(self.term(f"{ADDED} + 1"), sides_of(whole)[1])
        return arithmetic(bound, whole, self.spread(pi, law), opaque=True)

    @cached_property
    def uniform_response(self) -> Callable[[Term, Proved], Proved]:
        """y in 1..m |- response(k, pi, P)(y) = 1/m for equal shares pi."""

        def found(pi: Term, equally: Proved) -> Proved:
            x, y = self.x, self.y
            share = at(equally, x, given=self.ranges)
            column = self.of(column_sum, y, premises=7)
            product = equal(self.plainly("pi(x) * P(x, y)", pi=pi, x=x, y=y), self.term("1 / k * P(x, y)", x=x, y=y))
            row = summed(x, self.k, arithmetic(product, share, opaque=True), self.facts)
            scaled = at(
                sums.sum_scale(), self.k, self.term("1 / k"), self.term("fun x. P(x, y)", y=y), given=self.facts
            )
            _, some, _, members, _ = conjuncts(self.counted)
            left = self.plainly("response(k, pi, P)(y)", pi=pi, y=y)
            changed = normal(left, unfolding("response"))
            shares = arithmetic(
                self.term("1 / k * (l * a) = 1 / m", a=self.a), members, some, self.positive, *self.facts[:4]
            )
            total = arithmetic(
                equal(sides(row.conclusion)[0], self.term("1 / m")), row, scaled, column, shares, opaque=True
            )
            return derived.transitive(changed, total)

        return found


class Uniform:
    """D^-1 at equal shares: sum_u r(u) (D^-1)(u, y) = m r(y)."""

    def __init__(self, here: Diverse) -> None:
        self.here, self.u, self.v = here, Free("u #0"), Free("v #0")
        self.q = here.term("response(k, fun x. 1 / k, P)")
        equally = each(here.x, here.k, kernel.reflexive(here.term("1 / k")))
        response = here.uniform_response(here.term("fun x. 1 / k"), equally)
        _, some, *_ = conjuncts(here.counted)
        chance = here.plainly("q(y)", q=self.q, y=here.y)
        self.times_m = arithmetic(equal(here.term("1 / c", c=chance), here.m), response, some)

    def weighed(self, row: Term) -> Proved:
        """y in 1..m |- sum_u row(u) (if u = y then 1/q(u) else 0) = row(y) m"""
        here, u, y, q = self.here, self.u, self.here.y, self.q
        any_row, any_h = Free("r #0", WORD), Free("h #0", WORD)
        choice = by_conditions(
            term(
                "r(u) * (if u = y then h(u) else 0) = (if u = y then r(u) * h(u) else 0)", r=any_row, h=any_h, u=u, y=y
            )
        )
        choice = rewritten(kernel.instantiate(choice, {any_row: row, any_h: here.term("fun u. 1 / q(u)", q=q)}))
        picked = at(
            sum_picked(),
            here.m,
            y,
            here.term("fun u. r(u) * (1 / q(u))", r=row, q=q),
            given=[*here.facts, *here.ranges],
            premises=2,
        )
        found = derived.transitive(summed(u, here.m, choice, here.facts), rewritten(picked))
        value = here.plainly("r(y) * m", r=row, y=y)
        return derived.transitive(
            found, arithmetic(equal(sides(found.conclusion)[1], value), self.times_m, opaque=True)
        )

    @cached_property
    def information(self) -> Proved:
        """(P' D^-1 P)(x, v) = m (P' P)(x, v)"""
        here, m, x, y, v = self.here, self.here.m, self.here.x, self.here.y, self.v
        entry = self.weighed(here.term("fun y. P(x, y)", x=x))
        product = here.plainly("s * P(v, y)", s=sides(entry.conclusion)[0], v=v, y=y)
        scaled = here.plainly("m * (P(x, y) * P(v, y))", x=x, v=v, y=y)
        inner = summed(y, m, arithmetic(equal(product, scaled), entry, opaque=True), here.facts)
        products = here.term("fun y. P(x, y) * P(v, y)", x=x, v=v)
        return derived.transitive(inner, at(sums.sum_scale(), m, m, products, given=here.facts))


def at_uniform(here: Diverse) -> tuple[Term, Proved]:
    """L_u, and forall i y. L_u(i, y) = W(i, y): these are the coefficients of the estimate by moments."""
    k, m, i, x, y = here.k, here.m, here.i, here.x, here.y
    N, uniform = here.names["N"], Uniform(here)
    v, j, q, inner = uniform.v, Free("j #0"), uniform.q, uniform.information
    L = here.term("fun i y. sum u in 1..m. (sum x in 1..k. N(i, x) * P(x, u)) * (if u = y then 1 / q(u) else 0)", q=q)
    (inverse,) = (
        f
        for f in here.facts
        if isinstance(f, Proved) and N in free_variables(f.conclusion) and "1/response" in str(f.conclusion)
    )
    in_j = kernel.assume(in_range(j, k))
    right = kernel.part(at(at(inverse, x, given=here.ranges), j, given=[in_j]), 0)
    G = here.term("fun i j. m * N(i, j)")
    moved = equal(
        here.plainly("(sum y in 1..m. P(x, y) * P(v, y)) * (m * N(v, j))", x=x, v=v, j=j),
        here.plainly("s * N(v, j)", s=sides(inner.conclusion)[0], v=v, j=j),
    )
    gram = derived.transitive(summed(v, k, arithmetic(moved, inner, opaque=True), here.facts), right)
    premise = each(x, k, each(j, k, gram))
    weights = here.of(inverse_gives_moments, G, i, y, more=[premise], premises=9)
    row = here.term("fun u. sum x in 1..k. N(i, x) * P(x, u)", i=i)
    value = uniform.weighed(row)
    order = arithmetic(here.term("m * N(i, x) * P(x, y) = m * (N(i, x) * P(x, y))", i=i, x=x, y=y))
    front = derived.transitive(
        summed(x, k, order, here.facts),
        at(sums.sum_scale(), k, m, here.term("fun x. N(i, x) * P(x, y)", i=i, y=y), given=here.facts),
    )
    same = arithmetic(
        equal(sides(value.conclusion)[0], sides(weights.conclusion)[1]), value, weights, front, opaque=True
    )
    return L, each(i, k, each(y, m, same))


def inverse_at_uniform(here: Diverse) -> tuple[Proved, Term, Proved]:
    """That E is the inverse of P' P, E/m, and that this is the inverse of P' D^-1 P at equal shares."""
    i, x, k, uniform = here.i, here.x, here.k, Uniform(here)
    v = uniform.v
    E = here.term(f"fun i x. {GRAM_INVERSE}", a=here.a)
    N = here.term("fun i x. 1 / m * e(i, x)", e=E)
    inside = kernel.assume(in_range(v, k))
    _, some, *_ = conjuncts(here.counted)
    e, s, g = Free("e #0"), Free("s #0"), Free("g #0")
    given_s = term("s = m * g", s=s, m=here.m, g=g)
    step = arithmetic(term("s * (1 / m * e) = e * g", s=s, m=here.m, e=e, g=g), given_s, term("0 < m", m=here.m))

    def gram(a: Term, b: Term) -> Term:
        return here.plainly("sum y in 1..m. P(a, y) * P(b, y)", a=a, b=b)

    def entry(a: Term, b: Term) -> Term:
        return here.plainly("e(a, b)", e=E, a=a, b=b)

    def unit(a: Term, b: Term) -> Proved:
        return here.of(gram_inverse, a, b, more=[inside], premises=8)

    def turned(a: Term, b: Term) -> Proved:
        """g(a, b) e(b, x) = e(x, b) g(b, a), both being symmetric"""
        order = arithmetic(here.term("P(a, y) * P(b, y) = P(b, y) * P(a, y)", a=a, b=b, y=here.y))
        same = by_conditions(term("(if b = x then 1 else 0) = (if x = b then 1 else 0)", b=b, x=x))
        product = term("g * e = f * h", g=gram(a, b), e=entry(b, x), f=entry(x, b), h=gram(b, a))
        return arithmetic(product, summed(here.y, here.m, order, here.facts), same, opaque=True)

    def informed(a: Term, b: Term, value: Term) -> Proved:
        """(P' D^-1 P)(a, b) value/m = value g(a, b)"""
        own = kernel.instantiate(uniform.information, {x: a, v: b})
        return cut(kernel.instantiate(step, {s: sides(own.conclusion)[0], g: gram(a, b), e: value}), own, some)

    def both(left: Proved, right: Proved) -> Proved:
        """Both products are the identity, from what their terms are."""
        first = derived.transitive(summed(v, k, left, here.facts), rewritten(unit(x, i)))
        second = derived.transitive(summed(v, k, right, here.facts), rewritten(unit(i, x)))
        return each(i, k, each(x, k, kernel.conjoin(derived.transitive(first, same), second)))

    same = by_conditions(term("(if x = i then 1 else 0) = (if i = x then 1 else 0)", x=x, i=i))
    left, right = informed(i, v, entry(v, x)), informed(v, x, entry(i, v))
    moved = arithmetic(equal(sides(left.conclusion)[1], sides(turned(i, v).conclusion)[1]), turned(i, v), opaque=True)
    number, factor = applied(sides(right.conclusion)[0], "*", 2) or (FALSE, FALSE)
    order = arithmetic(equal(term("a * b", a=factor, b=number), sides(right.conclusion)[1]), right, opaque=True)
    as_it_is = kernel.reflexive(term("e * g", e=entry(i, v), g=gram(v, x)))
    return both(turned(i, v), as_it_is), N, both(derived.transitive(left, moved), order)


def minimax_of(goal: Goal, as_estimate: Callable[[Diverse], Proved], T: Callable[[Diverse], Term]) -> Proved:
    """What is W S/n for all responses is minimax, W being the coefficients of the estimate by moments."""
    here = Diverse(goal)
    n, k, held, m, P, W = here.names["n"], here.k, here.l, here.m, here.P, here.weights
    same, estimator = as_estimate(here), T(here)
    pi, L = Free("pi #0", WORD), Free("L #0", P.type)
    del held
    law = kernel.assume(term("law(k, pi)", k=k, pi=pi))
    g = here.term(f"{ADDED} + 1")
    constant = generalise(kernel.discharge(law.conclusion, here.spread(pi, law)), pi)

    inverse = kernel.assume(
        here.term(
            "forall i in 1..k. forall x in 1..k. (sum y in 1..m. L(i, y) * P(x, y)) = (if i = x then 1 else 0)", L=L
        )
    )
    equally = kernel.assume(here.term("forall i in 1..k. pi(i) = 1 / k", pi=pi))
    bound = here.least_spread(L, pi, law, equally, inverse)
    for premise in (equally, law, inverse):
        bound = kernel.discharge(premise.conclusion, bound)
    bound = generalise(bound, L, pi)

    U, A, c, rho = Free("U #0", estimator.type), Free("A #0", P.type), Free("c #0"), Free("rho #0", WORD)
    facts = [*here.facts, here.inverts, same, constant, bound]
    law_of = cite(constant_spread_is_minimax(), n, k, m, P, W, estimator, g, U, A, c, rho, given=facts, premises=9)
    unbiased = cite(unbiased_as_estimate(), n, k, m, P, W, estimator, given=facts, premises=5)
    unbiased = derived.follow(symmetric(unbiased), rewritten(here.inverts))

    def prove(formula: Term) -> Proved:
        linear, rest = applied(formula, "and", 2) or ()
        is_unbiased, least_worst = applied(rest, "and", 2) or ()
        return kernel.conjoin(
            _linear(linear, here, estimator, same),
            kernel.conjoin(matched(is_unbiased, unbiased), _least_worst(least_worst, law_of, U, A, c, rho)),
        )

    return in_plain_words(goal.conclusion, prove)


def sides_of(theorem: Proved) -> tuple[Term, ...]:
    """a and b of a <= b."""
    return applied(theorem.conclusion, "<=", 2) or ()


def matched(formula: Term, theorem: Proved) -> Proved:
    """The formula, which is the theorem once functions are worked out."""
    changed, theorem = normal(formula), rewritten(theorem)
    return derived.follow(symmetric(changed), theorem)


def _linear(formula: Term, here: Diverse, estimator: Term, same: Proved) -> Proved:
    """The estimator is linear in the counts."""
    m = here.m
    A = here.term(f"fun i y. {WEIGHT} / n")
    i, y, w = here.i, here.y, here.w
    in_w = kernel.assume(here.term("word(n, m, w)", w=w))
    value = at(at(same, i, given=here.ranges), w, given=[in_w])
    weight, s = here.plainly(WEIGHT, i=i, y=y), Free("s #0")
    scaled_count = here.term("s / n * frequency(n, y)(w) = 1 / n * (s * frequency(n, y)(w))", s=s, y=y, w=w)
    order = kernel.instantiate(arithmetic(scaled_count, arithmetic(here.term("0 < n"), *here.facts)), {s: weight})
    row = summed(y, m, order, here.facts)
    scaled = at(
        sums.sum_scale(),
        m,
        here.term("1 / n"),
        here.plainly(f"fun y. {WEIGHT} * frequency(n, y)(w)", i=i, w=w),
        given=here.facts,
    )
    left, right = sides(value.conclusion)[0], sides(row.conclusion)[0]
    positive = arithmetic(here.term("0 < n"), *here.facts)
    entry = arithmetic(equal(left, right), value, row, scaled, positive, opaque=True)
    found = each(i, here.k, generalise(kernel.discharge(in_w.conclusion, entry), w))
    del estimator
    return kernel.witness(formula, A, matched(instance(formula, A), found))


def _least_worst(formula: Term, law: Proved, U: Free, A: Free, c: Free, rho: Free) -> Proved:
    """For every other estimator, bound and shares."""
    wanted = goal_of(formula)
    V, d, pi = wanted.variables
    linear, unbiased, bounded, is_law = (
        kernel.assume(f) for f in (*(applied(wanted.given[0], "and", 2) or ()), *wanted.given[1:])
    )
    B = Free("B #0", A.type)
    there = instance(linear.conclusion, B)
    special = kernel.instantiate(law, {U: V, A: B, c: d, rho: pi})
    facts = [rewritten(fact) for fact in (kernel.assume(there), unbiased, bounded, is_law)]
    found = under(rewritten(special), facts)
    found = kernel.unpack(linear, B, found)
    premise = kernel.assume(wanted.given[0])
    found = cut(found, kernel.part(premise, 0), kernel.part(premise, 1))
    return wanted.qed(found)


@script("theorem 4.1")
def theorem_4_1(goal: Goal) -> Proved:
    """The estimator (4.3) is minimax."""
    return minimax_of(
        goal,
        lambda here: here.as_estimate,
        lambda here: normal_form(
            here.term("fun i w. (k - 1) / (k - l) * ((sum t in 1..n. z(w(t), i)) / n) - (l - 1) / (k - l)")
        ),
    )


def normal_form(value: Term) -> Term:
    """The term with every function that is applied worked out."""
    return sides(normal(value).conclusion)[1]


def linear_by_weights(here: Diverse, L: Term, entries: Proved) -> Proved:
    """forall i w. L S/n is W S/n, where L(i, y) = W(i, y) in the range."""
    i, y, w, m = here.i, here.y, here.w, here.m
    entry = at(at(entries, i, given=here.ranges), y, given=here.ranges)
    left, right = (here.plainly("s * frequency(n, y)(w)", s=side, y=y, w=w) for side in sides(entry.conclusion))
    total = summed(y, m, arithmetic(equal(left, right), entry, opaque=True), here.facts)
    quotients = [here.term("s / n", s=side) for side in sides(total.conclusion)]
    positive = arithmetic(here.term("0 < n"), *here.facts)
    value = arithmetic(equal(*quotients), total, positive, opaque=True)
    del L
    found = kernel.discharge(here.term("word(n, m, w)", w=w), value)
    return each(i, here.k, generalise(found, w))


@script("lemma 6.2")
def lemma_6_2(goal: Goal) -> Proved:
    """L_u S/n is minimax."""

    def as_estimate(here: Diverse) -> Proved:
        return linear_by_weights(here, *at_uniform(here))

    def estimator(here: Diverse) -> Term:
        return normal_form(here.term(f"fun i w. {ESTIMATE}", L=at_uniform(here)[0]))

    return minimax_of(goal, as_estimate, estimator)


# -- the mechanism -----------------------------------------------------------------------------------------------------


def number_of_responses(goal: Goal) -> Proved:
    """There are binomial(k, l) sets."""
    names = goal.names
    return at(number_of_sets(), *(names[name] for name in "klmz"), given=given(goal), premises=3)


def transition_probabilities(goal: Goal) -> Proved:
    """(4.1)"""
    here = Diverse(goal)
    i, y = here.i, here.y
    wanted = here.term(f"P(i, y) = (if z(y, i) = 1 then {SHARE} else 0)", i=i, y=y)
    zero, one = map(kernel.assume, applied(here.bit.conclusion, "or", 2) or ())
    found = kernel.cases(here.bit, *(by_conditions(wanted, here.entry, case) for case in (zero, one)))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, each(i, here.k, each(y, here.m, found))))


def _counted(here: Diverse, index: Free, size: Term, condition: Term, score: Term) -> Proved:
    """sum of indicators of the condition = sum of the score, which is 0 or 1; for the bit of i in y"""
    zero, one = map(kernel.assume, applied(here.bit.conclusion, "or", 2) or ())
    value = equal(term("if A then 1 else 0", A=condition), score)
    share = arithmetic(here.term("0 < a", a=here.a), here.positive)
    found = kernel.cases(here.bit, *(by_conditions(value, here.entry, case, share) for case in (zero, one)))
    return rewritten(summed(index, size, found, here.facts))


def _row_counts(here: Diverse, index: Free, size: Term, total: Proved) -> tuple[Proved, Proved]:
    """How many entries are a_l, and how many 0; `total` is the sum of the bits."""
    i, y = here.i, here.y
    texts = (f"P(i, y) = {SHARE}", "P(i, y) = 0")
    bit = here.term("z(y, i)", i=i, y=y)
    own = _counted(here, index, size, here.term(texts[0], i=i, y=y), bit)
    rest = _counted(here, index, size, here.term(texts[1], i=i, y=y), term("1 + -1 * b", b=bit))
    split = normal(sides(rest.conclusion)[1], in_sums(here.facts), by(sums.sum_of_ones(), here.facts))
    return derived.transitive(own, total), derived.transitive(
        rest,
        derived.transitive(
            split,
            arithmetic(
                equal(sides(split.conclusion)[1], term("n - t", n=size, t=sides(total.conclusion)[1])),
                total,
                opaque=True,
            ),
        ),
    )


def entries_of_rows(goal: Goal) -> Proved:
    """In each row l values are a_l and k - l are 0."""
    here = Diverse(goal)
    counts_of = _row_counts(here, here.i, here.k, rewritten(here.members))
    rows = each(here.y, here.m, conjoined(*counts_of))

    def prove(formula: Term) -> Proved:
        if parts := applied(formula, "and", 2):
            return kernel.conjoin(arithmetic(parts[0], list(conjuncts(here.counted))[2]), matched(parts[1], rows))
        return matched(formula, rows)

    return in_plain_words(goal.conclusion, prove, unfolding("indicator"))


def entries_of_columns(goal: Goal) -> Proved:
    """In each column 1/a_l values are a_l, the others 0."""
    here = Diverse(goal)
    i, y = here.i, here.y
    holding = at(sets_holding(), here.k, here.l, here.m, here.z, i, given=[*here.facts, *here.ranges], premises=4)
    own, rest = _row_counts(here, y, here.m, rewritten(holding))
    number = arithmetic(here.term(f"binomial(k - 1, l - 1) = 1 / ({SHARE})"), here.positive)
    first = derived.transitive(own, number)
    second = arithmetic(equal(sides(rest.conclusion)[0], here.term(f"m - 1 / ({SHARE})")), rest, number, opaque=True)
    found = each(i, here.k, kernel.conjoin(first, second))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, found), unfolding("indicator"))


def common_rows(goal: Goal) -> Proved:
    """Two columns have a_l in binomial(k - 2, l - 2) common rows."""
    here = Diverse(goal)
    k, held, m, z, i, x, y = here.k, here.l, here.m, here.z, here.i, here.x, here.y
    differ = kernel.assume(here.term("i != x", i=i, x=x))
    both = at(sets_holding_both(), k, held, m, z, i, x, given=[*here.facts, *here.ranges, differ], premises=6)
    other_bit, other = (kernel.instantiate(fact, {i: x}) for fact in (here.bit, here.entry))
    condition = here.term(f"P(i, y) = {SHARE} and P(x, y) = {SHARE}", i=i, x=x, y=y)
    value = equal(term("if A then 1 else 0", A=condition), here.term("z(y, i) * z(y, x)", i=i, x=x, y=y))
    share = arithmetic(here.term("0 < a", a=here.a), here.positive)
    zero, one = map(kernel.assume, applied(here.bit.conclusion, "or", 2) or ())
    none, some = map(kernel.assume, applied(other_bit.conclusion, "or", 2) or ())
    cases = [
        kernel.cases(
            other_bit, *(by_conditions(value, here.entry, other, share, first, second) for second in (none, some))
        )
        for first in (zero, one)
    ]
    found = summed(y, m, kernel.cases(here.bit, *cases), here.facts)
    whole = kernel.discharge(differ.conclusion, derived.transitive(rewritten(found), both))
    whole = each(i, k, each(x, k, whole))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, whole), unfolding("indicator"))


# -- beliefs -----------------------------------------------------------------------------------------------------------


def posterior_probabilities(goal: Goal) -> Proved:
    """A posterior is the prior, normalised on the reported set."""
    here = Diverse(goal)
    k, x, y, alpha = here.k, here.x, here.names["y"], here.names["alpha"]
    i = here.names.get("i", here.i)
    del x
    j = Free("j #0")
    inside_y = list(here.facts)
    in_j = kernel.assume(in_range(j, k))
    bit = _bit_of(here, y, j, [*inside_y, in_j])
    entry = at(at(here.entries, j, given=[in_j]), y, given=here.facts)
    zero, one = map(kernel.assume, applied(bit.conclusion, "or", 2) or ())
    left = here.plainly("alpha(j) * P(j, y)", j=j, y=y, alpha=alpha)
    right = here.plainly("a * (alpha(j) * (if z(y, j) = 1 then 1 else 0))", a=here.a, j=j, y=y, alpha=alpha)
    value = kernel.cases(bit, *(by_conditions(equal(left, right), entry, case) for case in (zero, one)))
    row = summed(j, k, value, here.facts)
    scaled = at(
        sums.sum_scale(),
        k,
        here.a,
        here.plainly("fun j. alpha(j) * (if z(y, j) = 1 then 1 else 0)", y=y, alpha=alpha),
        given=here.facts,
    )
    response = normal(here.plainly("response(k, alpha, P)(y)", y=y, alpha=alpha), unfolding("response"))
    total = derived.transitive(response, derived.transitive(row, rewritten(scaled)))
    share = arithmetic(here.term("0 < a", a=here.a), here.positive)

    def prove(formula: Term) -> Proved:
        i_in = kernel.assume(in_range(here.i, k))
        own = kernel.instantiate(entry, {j: here.i})
        b = kernel.instantiate(bit, {j: here.i})
        zero, one = map(kernel.assume, applied(b.conclusion, "or", 2) or ())
        d = here.plainly("sum j in 1..k. alpha(j) * (if z(y, j) = 1 then 1 else 0)", y=y, alpha=alpha)
        r = here.plainly("response(k, alpha, P)(y)", y=y, alpha=alpha)
        possible = arithmetic(
            term("0 < r", r=r),
            *[f for f in here.facts if isinstance(f, Proved) and "0 < response" in str(f.conclusion)],
        )
        wanted = here.plainly(
            "alpha(i) * P(i, y) / r = (if z(y, i) = 1 then alpha(i) / d else 0)", i=here.i, y=y, r=r, d=d, alpha=alpha
        )
        abstract = _posterior_step()
        values = dict(
            zip(
                abstract[0],
                (
                    here.plainly("alpha(i)", i=here.i),
                    sides(own.conclusion)[0],
                    r,
                    d,
                    here.a,
                    here.plainly("z(y, i)", i=here.i, y=y),
                ),
                strict=True,
            )
        )
        step = kernel.instantiate(abstract[1], values)
        step = cut(step, kernel.conjoin(own, kernel.conjoin(rewritten(total), kernel.conjoin(possible, share))), b)
        del zero, one, i_in
        if step.conclusion != wanted:
            raise ProofError(f"{step} is not {wanted}")
        return matched(formula, each(here.i, k, step))

    del i
    return in_plain_words(goal.conclusion, prove, unfolding("indicator"))


def _posterior_step() -> tuple[list[Free], Proved]:
    """a q / r with r = s d, q = s z: a / d for z = 1, 0 for z = 0."""
    alpha, q, r, d, s, z = (Free(f"{name} #0") for name in ("alpha", "q", "r", "d", "s", "z"))
    names = {"alpha": alpha, "q": q, "r": r, "d": d, "s": s, "z": z}
    given = term("q = s * z and r = s * d and 0 < r and 0 < s", **names)
    bit = kernel.assume(term("z = 0 or z = 1", z=z))
    zero, one = map(kernel.assume, applied(bit.conclusion, "or", 2) or ())
    some = arithmetic(term("0 < d", d=d), given)
    formula = term("alpha * q / r = (if z = 1 then alpha / d else 0)", **names)
    return [alpha, q, r, d, s, z], kernel.cases(
        bit, *(by_conditions(formula, given, some, case) for case in (zero, one))
    )


def _bit_of(here: Diverse, y: Term, j: Free, facts: Facts) -> Proved:
    return at(kernel.part(at(here.sets, y, given=facts), 0), j, given=facts)


# -- moments -----------------------------------------------------------------------------------------------------------


def unbiased_estimator(goal: Goal) -> Proved:
    """(4.3) is unbiased."""
    here = Diverse(goal)
    estimator = normal_form(
        here.term("fun i w. (k - 1) / (k - l) * ((sum t in 1..n. z(w(t), i)) / n) - (l - 1) / (k - l)")
    )
    facts = [*here.facts, here.inverts, here.as_estimate]
    values = (here.names["n"], here.k, here.m, here.P, here.weights, estimator)
    found = cite(unbiased_as_estimate(), *values, given=facts, premises=5)
    found = derived.follow(symmetric(found), rewritten(here.inverts))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, found))


def simple_unbiased_minimax(goal: Goal) -> Proved:
    """(4.3) is unbiased and minimax."""
    first, second = applied(goal.conclusion, "and", 2) or ()
    parts = [Goal(part, goal.variables, goal.given, part) for part in (first, second)]
    return kernel.conjoin(unbiased_estimator(parts[0]), theorem_4_1(parts[1]))


def risk_by_moments(goal: Goal) -> Proved:
    """(4.4)"""
    here = Diverse(goal)
    n, k, m, P, pi = (here.names[name] for name in ("n", "k", "m", "P", "pi"))
    estimator = normal_form(
        here.term("fun i w. (k - 1) / (k - l) * ((sum t in 1..n. z(w(t), i)) / n) - (l - 1) / (k - l)")
    )
    facts = [*here.facts, here.inverts, here.as_estimate]
    whole = cite(error_of_estimate(), n, k, m, P, here.weights, estimator, pi, given=facts, premises=7)
    law = here.law
    spread = here.spread(pi, law)
    *_, one = conjuncts(rewritten(law, unfolding("law")))
    squares = here.term("sum i in 1..k. pi(i) * (1 - pi(i))")
    opened_up = normal(squares, in_sums(here.facts))
    power = normal(here.term("sum i in 1..k. pi(i)^2"), in_sums(here.facts))
    spread_of = each_variance(here, pi, law)
    total = summed(here.i, k, spread_of[1], here.facts)
    errors = normal_form(here.term("fun i w. (T(i, w) - pi(i))^2", T=estimator))
    q = here.term("response(k, pi, P)")
    split = at(expectation_of_sum(), k, n, m, q, errors, given=here.facts, premises=3)
    known = [rewritten(f) for f in (whole, spread, one, opened_up, power, total, split)]
    return in_plain_words(
        goal.conclusion,
        lambda formula: conjoined(
            *(arithmetic(part.conclusion, *known, opaque=True) for part in conjuncts(kernel.assume(formula)))
        ),
    )


def each_variance(here: Diverse, pi: Term, law: Proved) -> tuple[Proved, Proved]:
    """i in 1..k |- E T_i = pi_i, Var T_i = E (T_i - pi_i)^2, for the estimator (4.3)"""
    estimator = normal_form(
        here.term("fun w. (k - 1) / (k - l) * ((sum t in 1..n. z(w(t), i)) / n) - (l - 1) / (k - l)", i=here.i)
    )
    n, k, m, P, i = here.names["n"], here.k, here.m, here.P, here.i
    facts = [*here.facts, here.inverts, here.as_estimate]
    all_of = normal_form(
        here.term("fun i w. (k - 1) / (k - l) * ((sum t in 1..n. z(w(t), i)) / n) - (l - 1) / (k - l)")
    )
    unbiased = cite(unbiased_as_estimate(), n, k, m, P, here.weights, all_of, given=facts, premises=5)
    unbiased = derived.follow(symmetric(unbiased), rewritten(here.inverts))
    own = rewritten(at(unbiased, i, given=here.ranges), unfolding("unbiased"))
    mean = at(own, pi, given=[law])
    q = here.term("response(k, pi, P)", pi=pi)
    variance = normal(term("dispersion(n, m, q, T)", n=n, m=m, q=q, T=estimator), unfolding("dispersion"), by(mean))
    return mean, variance


# -- the matrices of the proof of Theorem 4.1 --------------------------------------------------------------------------


def every_response_is_possible(here: Diverse) -> Proved:
    """forall y in 1..m. 0 < lambda_y, where no share is 0: of the set y the chances add up to l a."""
    pi, x, y, k = here.names["pi"], here.x, here.y, here.k
    share = at(shown(here.term("forall x in 1..k. 0 < pi(x)", pi=pi), here.facts), x, given=here.ranges)
    design = next(f for f in here.facts if isinstance(f, Proved) and applied(f.conclusion, "design", 3))
    row = kernel.part(rewritten(at(rewritten(design, unfolding("design")), x, given=here.ranges), unfolding("law")), 0)
    own = at(row, y, given=here.ranges)
    terms = here.term("fun x. pi(x) * P(x, y)", pi=pi, y=y)
    positive = each(x, k, arithmetic(here.plainly("0 <= f(x)", f=terms, x=x), share, own))
    part = at(term_at_most_sum(), k, x, terms, given=[*here.facts, *here.ranges, positive], premises=3)
    total = here.term("sum x in 1..k. pi(x) * P(x, y)", pi=pi, y=y)
    wanted = here.term("0 < s", s=total)
    none = kernel.assume(NOT(wanted))
    p, c = Free("p #0"), Free("c #0")
    factor = arithmetic(term("c = 0", c=c), term("0 < p", p=p), term("0 <= c", c=c), term("p * c <= 0", p=p, c=c))
    factor = kernel.instantiate(factor, {p: here.term("pi(x)", pi=pi, x=x), c: here.term("P(x, y)", x=x, y=y)})
    product = arithmetic(here.term("pi(x) * P(x, y) <= 0", pi=pi, x=x, y=y), part, none, opaque=True)
    zero = summed(x, k, cut(factor, share, own, product), here.facts)
    column = rewritten(here.of(column_sum, y, premises=7))
    members = arithmetic(here.term("0 < l * a", a=here.a), here.positive, shown(here.term("1 <= l"), here.facts))
    nothing = arithmetic(FALSE, zero, at(sum_of_zeros(), k, given=here.facts), column, members, opaque=True)
    found = arithmetic(wanted, derived.reject(none.conclusion, nothing), opaque=True)
    response = normal(here.term("response(k, pi, P)(y)", pi=pi, y=y), unfolding("response"))
    chance = here.term("0 < q", q=sides(response.conclusion)[0])
    return each(y, here.m, arithmetic(chance, response, found, opaque=True))


def where_all_is_possible(script: Callable[[Goal], Proved]) -> Script:
    """That D_lambda has an inverse, and with it what the script proves of every N."""

    def whole(goal: Goal) -> Proved:
        first, second = applied(goal.conclusion, "and", 2) or (FALSE, FALSE)
        possible = every_response_is_possible(Diverse(goal))
        one, two = goal_of(first), goal_of(second, depth=3)
        (y,) = one.variables
        each_one = one.qed(arithmetic(one.conclusion, at(possible, y, given=[*map(kernel.assume, one.given)])))
        premises = (*goal.given, possible.conclusion, *two.given)
        found = script(Goal(two.statement, (*goal.variables, *two.variables), premises, two.conclusion))
        return kernel.conjoin(each_one, two.qed(cut(found, possible)))

    return of_parameters(whole)


def uniform_chances(goal: Goal) -> Proved:
    """lambda = P pi_u = P 1/k = l a_l/k = 1/m"""
    here = Diverse(goal)
    y, k = here.y, here.k
    equally = each(here.x, k, kernel.reflexive(here.term("1 / k")))
    chance = here.uniform_response(here.term("fun x. 1 / k"), equally)
    column = rewritten(here.of(column_sum, y, premises=7))

    def prove(formula: Term) -> Proved:
        one = goal_of(formula)
        (y_,) = one.variables
        inside = kernel.assume(in_range(y_, here.m))
        facts = [kernel.instantiate(fact, {y: y_}) for fact in (chance, column)]
        facts = [cut(fact, inside) for fact in facts]
        product = arithmetic(
            here.term("1 / k * (l * a) = 1 / m", a=here.a),
            list(conjuncts(here.counted))[3],
            list(conjuncts(here.counted))[1],
            here.positive,
            *here.facts[:4],
        )
        found = conjoined(
            *(
                arithmetic(part.conclusion, *facts, product, opaque=True)
                for part in conjuncts(kernel.assume(one.conclusion))
            )
        )
        return one.qed(found)

    return in_plain_words(goal.conclusion, prove)


def entrywise(goal: Goal, *facts_of: Callable[[Diverse], Proved]) -> Proved:
    """A statement about all entries, by arithmetic from facts about the entry i, y."""
    here = Diverse(goal)
    facts = [fact(here) for fact in facts_of]
    positive = arithmetic(here.term("0 < a", a=here.a), here.positive)
    gap = arithmetic(
        here.term("0 < k - l"), *[f for f in here.facts if isinstance(f, Proved) and applied(f.conclusion, "<", 2)]
    )
    own = arithmetic(
        here.term("0 < l"), *[f for f in here.facts if isinstance(f, Proved) and f.conclusion == here.term("1 <= l")]
    )
    two = [f for f in here.facts if isinstance(f, Proved) and f.conclusion == here.term("2 <= k")]

    def prove(formula: Term) -> Proved:
        one = goal_of(formula)
        values = dict(zip((here.i, here.y), one.variables, strict=False))
        known = [kernel.instantiate(fact, values) for fact in facts]
        found = conjoined(
            *(
                arithmetic(part.conclusion, *known, positive, gap, own, *two)
                for part in conjuncts(kernel.assume(one.conclusion))
            )
        )
        for variable, size in zip(one.variables, (here.k, here.m), strict=False):
            found = cut(found, kernel.assume(in_range(variable, size)))
        return one.qed(found)

    return in_plain_words(goal.conclusion, prove)


def at_uniform_entry(here: Diverse) -> Proved:
    """i in 1..k, y in 1..m |- L_u(i, y) = W(i, y)"""
    _, entries = at_uniform(here)
    return at(at(entries, here.i, given=here.ranges), here.y, given=here.ranges)


def gram_entry(here: Diverse) -> Proved:
    """i in 1..k, y in 1..m |- ((P' P)^-1 P')(i, y) = W(i, y), (P' P)^-1 being G"""
    G, x, u = here.names["G"], here.x, Free("u #0")
    (inverse,) = (f for f in here.facts if isinstance(f, Proved) and G in free_variables(f.conclusion))
    inside = kernel.assume(in_range(u, here.k))
    right = kernel.part(at(at(inverse, x, given=here.ranges), u, given=[inside]), 0)
    premise = each(x, here.k, each(u, here.k, right))
    return here.of(inverse_gives_moments, G, here.i, here.y, more=[premise], premises=9)


def product_of_design(goal: Goal) -> Proved:
    """P' P"""
    here = Diverse(goal)
    found = here.of(product_of_rows, here.i, here.x, premises=8)
    wanted = each(here.i, here.k, each(here.x, here.k, found))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, wanted))


def uniform_in_matrices(goal: Goal) -> Proved:
    """D_lambda = I/m and L_u = (P' P)^-1 P'"""
    here = Diverse(goal)
    i, y, u = here.i, here.y, Free("u #0")
    equally = each(here.x, here.k, kernel.reflexive(here.term("1 / k")))
    chance = here.uniform_response(here.term("fun x. 1 / k"), equally)
    in_u = kernel.assume(in_range(u, here.m))
    own = here.plainly(
        "(if y = u then q(y) else 0) = 1 / m * (if y = u then 1 else 0)",
        q=here.term("response(k, fun x. 1 / k, P)"),
        y=y,
        u=u,
    )
    r, c = Free("r #0"), Free("c #0")
    abstract = by_conditions(
        term("(if y = u then r else 0) = c * (if y = u then 1 else 0)", y=y, u=u, r=r, c=c), equal(r, c)
    )
    q = sides(chance.conclusion)[0]
    entry = cut(kernel.instantiate(abstract, {r: q, c: here.term("1 / m")}), chance)
    del own, in_u
    diagonal = each(y, here.m, each(u, here.m, entry))
    same = derived.transitive(at_uniform_entry(here), symmetric(gram_entry(here)))
    both = kernel.conjoin(diagonal, each(i, here.k, each(y, here.m, same)))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, both))


def gram_weights(goal: Goal) -> Proved:
    """(6.4), first line"""
    here = Diverse(goal)
    i, y = here.i, here.y
    rows = here.of(weights_by_rows, i, y, premises=8)
    first, second = at_uniform_entry(here), gram_entry(here)
    parts = kernel.conjoin(derived.transitive(first, symmetric(second)), derived.transitive(second, symmetric(rows)))
    found = each(i, here.k, each(y, here.m, parts))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, found))


def uniform_weights(goal: Goal) -> Proved:
    """(6.4), second line"""
    return entrywise(goal, at_uniform_entry, lambda here: here.entry)


def counted_weights(goal: Goal) -> Proved:
    """P' S = a_l V"""
    here = Diverse(goal)
    n, m, i, y, w = here.names["n"], here.m, here.i, here.y, here.w
    in_w = kernel.assume(here.term("word(n, m, w)", w=w))
    total = at(counted_is_total(), n, m, here.term("fun y. z(y, i)", i=i), w, given=[*here.facts, in_w], premises=3)
    order = here.plainly(
        "P(i, y) * f = a * (z(y, i) * f)", i=i, y=y, a=here.a, f=here.term("frequency(n, y)(w)", y=y, w=w)
    )
    row = summed(y, m, arithmetic(order, here.entry, opaque=True), here.facts)
    scaled = at(
        sums.sum_scale(), m, here.a, here.term("fun y. z(y, i) * frequency(n, y)(w)", i=i, w=w), given=here.facts
    )
    total = rewritten(total, unfolding("total"))
    value = arithmetic(
        equal(sides(row.conclusion)[0], here.term("a * s", a=here.a, s=sides(total.conclusion)[1])),
        row,
        scaled,
        total,
        opaque=True,
    )
    found = each(i, here.k, generalise(kernel.discharge(in_w.conclusion, value), w))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, found))


def estimate_at_uniform(goal: Goal) -> Proved:
    """(6.5) is (4.3): L_u S/n, in two ways."""
    here = Diverse(goal)
    n, m, i, y, w = here.names["n"], here.m, here.i, here.y, here.w
    by_weights = linear_by_weights(here, *at_uniform(here))
    in_w = kernel.assume(here.term("word(n, m, w)", w=w))
    first = at(at(by_weights, i, given=here.ranges), w, given=[in_w])
    second = at(at(here.as_estimate, i, given=here.ranges), w, given=[in_w])
    total = at(counted_is_total(), n, m, here.term("fun y. z(y, i)", i=i), w, given=[*here.facts, in_w], premises=3)
    order = here.plainly(
        "P(i, y) * f = a * (z(y, i) * f)", i=i, y=y, a=here.a, f=here.term("frequency(n, y)(w)", y=y, w=w)
    )
    row = summed(y, m, arithmetic(order, here.entry, opaque=True), here.facts)
    scaled = at(
        sums.sum_scale(), m, here.a, here.term("fun y. z(y, i) * frequency(n, y)(w)", i=i, w=w), given=here.facts
    )
    total = rewritten(total, unfolding("total"))
    c = Free("c #0")
    step = here.term(
        "(k - 1) / (k - l) * (v / n) - (l - 1) / (k - l) = (k - 1) / (n * (k - l) * c) * (c * v) - (l - 1) / (k - l)",
        c=c,
        v=Free("v #0"),
    )
    gap = arithmetic(
        here.term("0 < k - l"), *[f for f in here.facts if isinstance(f, Proved) and applied(f.conclusion, "<", 2)]
    )
    some = arithmetic(
        here.term("0 < n"), *[f for f in here.facts if isinstance(f, Proved) and f.conclusion == here.term("1 <= n")]
    )
    in_design = kernel.instantiate(
        arithmetic(step, gap, some, term("0 < c", c=c)), {c: here.a, Free("v #0"): sides(total.conclusion)[1]}
    )
    in_design = cut(in_design, arithmetic(here.term("0 < a", a=here.a), here.positive))
    product = arithmetic(
        equal(here.term("a * v", a=here.a, v=sides(total.conclusion)[1]), sides(row.conclusion)[0]),
        row,
        scaled,
        total,
        opaque=True,
    )
    number = Free("number #0")
    left, right = sides(in_design.conclusion)
    pattern = closed(number, equal(left, _with(right, sides(product.conclusion)[0], number)))
    in_design = kernel.replace(product, pattern, in_design)
    moments = derived.transitive(first, symmetric(second))

    def prove(formula: Term) -> Proved:
        one = goal_of(formula)
        values = dict(zip((i, w), one.variables, strict=True))
        wanted = one.conclusion
        for candidate in (moments, derived.transitive(moments, in_design)):
            found = kernel.instantiate(candidate, values)
            if found.conclusion == wanted:
                return one.qed(found)
        raise ProofError(f"{wanted} is not {moments} or {in_design}")

    return in_plain_words(goal.conclusion, prove)


def _with(formula: Term, old: Term, new: Term) -> Term:
    """The term with one part for another."""
    if formula == old:
        return new
    return (
        Apply(_with(formula.function, old, new), _with(formula.argument, old, new))
        if isinstance(formula, Apply)
        else formula
    )


def inverts_by_entries(here: Diverse, entries: Proved) -> Proved:
    """L P = I, where L(i, y) = W(i, y) in the range."""
    i, x, y = here.i, here.x, here.y
    entry = at(at(entries, i, given=here.ranges), y, given=here.ranges)
    left, right = (here.plainly("s * P(x, y)", s=side, x=x, y=y) for side in sides(entry.conclusion))
    row = summed(y, here.m, arithmetic(equal(left, right), entry, opaque=True), here.facts)
    own = at(at(here.inverts, i, given=here.ranges), x, given=here.ranges)
    return each(i, here.k, each(x, here.k, derived.transitive(row, own)))


Inverses = Callable[[Diverse, list[Term]], list[Proved]]


def with_an_inverse(script: Callable[[Goal], Proved], show: Inverses, new: int) -> Script:
    """What is shown of the inverses at equal shares, and with it what the script proves of any of them."""

    def whole(goal: Goal) -> Proved:
        *first, last = (part.conclusion for part in conjuncts(kernel.assume(goal.conclusion)))
        two = goal_of(last, depth=new + 1)
        one = Goal(two.statement, (*goal.variables, *two.variables), (*goal.given, *two.given), two.conclusion)
        return shown(goal.conclusion, [*show(Diverse(goal), first), two.qed(script(one))])

    return of_parameters(whole)


def some_inverse(here: Diverse, formulas: list[Term]) -> list[Proved]:
    """P' D^-1 P has an inverse at equal shares."""
    _, N, found = inverse_at_uniform(here)

    def prove(formula: Term) -> Proved:
        return kernel.witness(formula, N, matched(instance(formula, N), found))

    return [in_plain_words(formula, prove) for formula in formulas]


def printed_inverses(here: Diverse, formulas: list[Term]) -> list[Proved]:
    """The inverse of P' P, and that of P' D^-1 P at equal shares."""
    gram, _, information = inverse_at_uniform(here)
    return [
        in_plain_words(formula, partial(matched, theorem=theorem))
        for formula, theorem in zip(formulas, (gram, information), strict=True)
    ]


def uniform_is_unbiased(goal: Goal) -> Proved:
    """L_u P = I, so that L_u S/n is unbiased."""
    here = Diverse(goal)
    L, entries = at_uniform(here)
    inverts = inverts_by_entries(here, entries)
    unbiased = cite(
        unbiased_exactly_if_inverse(), here.names["n"], here.k, here.m, here.P, L, given=here.facts, premises=4
    )
    both = kernel.conjoin(inverts, derived.follow(symmetric(unbiased), rewritten(inverts)))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, both))


def only_one_possible(goal: Goal) -> Proved:
    """The posterior of the one category of the reported set that the prior allows."""
    here = Diverse(goal)
    y, i, alpha, x = here.names["y"], here.names["i"], here.names["alpha"], here.x
    others = next(fact for fact in here.facts if isinstance(fact, Proved) and _bounds(fact, alpha))
    known = [fact for fact in here.facts if isinstance(fact, Proved)]
    ranges = in_range(y, here.m), in_range(i, here.k)
    places = [conjoined(*(arithmetic(part, *known) for part in _parts(formula))) for formula in ranges]
    entry = cut(kernel.instantiate(here.entry, {here.y: y, here.i: x}), places[0])
    bit = cut(kernel.instantiate(here.bit, {here.y: y, here.i: x}), places[0])
    term_of = here.term("alpha(x)*P(x, y) = (if x = i then alpha(x)*P(x, y) else 0)", x=x)
    absent, held = (kernel.assume(part) for part in applied(bit.conclusion, "or", 2) or ())
    never = by_conditions(term_of, arithmetic(here.term("P(x, y) = 0", x=x), entry, absent))
    same, other = kernel.assume(equal(x, i)), kernel.assume(NOT(equal(x, i)))
    impossible = at(at(others, x, given=here.ranges), given=[held, other])
    certain = kernel.cases(either(equal(x, i)), by_conditions(term_of, same), by_conditions(term_of, impossible))
    row = summed(x, here.k, kernel.cases(bit, never, certain), here.facts)
    terms = here.term("fun x. alpha(x)*P(x, y)")
    picked = at(sum_picked(), here.k, i, terms, given=[*here.facts, places[1]], premises=2)
    own = cut(kernel.instantiate(entry, {x: i}), places[1])
    positive = arithmetic(here.term("0 < a", a=here.a), here.positive)
    is_held, is_possible = (
        next(fact for fact in known if fact.conclusion == here.term(text)) for text in ("z(y, i) = 1", "0 < alpha(i)")
    )
    worth = arithmetic(here.term("0 < P(i, y)"), own, positive, is_held)
    chance = arithmetic(here.term("0 < alpha(i)*P(i, y)"), worth, is_possible)

    def prove(formula: Term) -> Proved:
        return arithmetic(formula, rewritten(row), rewritten(picked), chance)

    return in_plain_words(goal.conclusion, prove, unfolding("response"))


def _bounds(fact: Proved, alpha: Term) -> bool:
    """Whether it says something of every value of the prior."""
    return quantified(fact.conclusion, "forall") is not None and alpha in parts(fact.conclusion)


def _parts(formula: Term) -> list[Term]:
    return [part.conclusion for part in conjuncts(kernel.assume(formula))]


def first_moments(goal: Goal) -> Proved:
    """(4.2): how often a category is in the reported sets."""
    here = Diverse(goal)
    n, m, i, pi, y = here.names["n"], here.m, here.i, here.names["pi"], here.y
    q = here.term("response(k, pi, P)")
    *_, one = conjuncts(rewritten(here.law, unfolding("law")))
    holding = here.of(chance_of_holding, pi, i, more=[one], premises=8)
    law = at(response_is_law(), here.k, m, here.P, pi, given=[*here.facts, here.law], premises=4)
    *_, whole = conjuncts(rewritten(law, unfolding("law")))
    held = here.term("fun y. z(y, i)", i=i)
    mean = rewritten(
        at(expectation_of_total(), n, m, q, held, given=[*here.facts, whole], premises=3), unfolding("total")
    )
    bit, value = Free("b #0"), here.term("z(y, i)", y=y, i=i)
    chance = here.plainly("q(y)", q=q, y=y)
    counted = term("c * b = c * (if b = 1 then 1 else 0)", b=bit, c=Free("c #0"))
    number = by_conditions(counted, term("b = 0 or b = 1", b=bit))
    held_is = cut(kernel.instantiate(number, {bit: value, Free("c #0"): chance}), here.bit)
    indicators = summed(y, m, held_is, here.facts)
    known = [rewritten(fact, unfolding("mean", "total")) for fact in (mean, indicators, holding)]
    some = arithmetic(here.term("0 < n"), *here.facts)

    def prove(formula: Term) -> Proved:
        one = goal_of(formula)
        inside = kernel.assume(one.given[0])
        facts = [cut(kernel.instantiate(fact, {i: one.variables[0]}), inside) for fact in known]
        share = next(part for part in parts(one.conclusion) if applied(part, "expectation", 4))
        facts.append(normal(share, inverses, in_expectations(here.facts)))
        equations = conjuncts(kernel.assume(one.conclusion))
        return one.qed(conjoined(*(arithmetic(part.conclusion, *facts, some) for part in equations)))

    return in_plain_words(goal.conclusion, prove, unfolding("indicator"))


# -- variances ---------------------------------------------------------------------------------------------------------


def variance_of_share(goal: Goal) -> Proved:
    """n Var of one estimated share."""
    here = Diverse(goal)
    n, m, i, y, w, pi = here.names["n"], here.m, here.i, here.y, here.w, here.names["pi"]
    mean, variance = each_variance(here, pi, here.law)
    del mean
    q = here.term("response(k, pi, P)")
    *_, one = conjuncts(rewritten(here.law, unfolding("law")))
    holding = here.of(chance_of_holding, pi, i, more=[one], premises=8)
    c, d = here.term("(k - 1) / (k - l)"), here.term("(l - 1) / (k - l)")
    score = here.plainly(f"fun y. {WEIGHT}", i=i)
    response = at(response_is_law(), here.k, m, here.P, pi, given=[*here.facts, here.law], premises=4)
    *_, whole = conjuncts(rewritten(response, unfolding("law")))

    def total(text: str, *more: Proved) -> Proved:
        """sum lambda_y f(y) for a polynomial of the bits"""
        body = here.plainly(text, c=c, d=d, y=y, i=i, q=q)
        del more
        return normal(term("sum(m, f)", m=m, f=closed(y, body)), in_sums(here.facts))

    square = at(square_of_bit(), here.term("z(y, i)", y=y, i=i), given=[here.bit])
    u, v = here.term("c * c - 2 * c * d", c=c, d=d), here.term("d * d", d=d)
    value = here.plainly(f"q(y) * {WEIGHT}^2 = u * (q(y) * z(y, i)) + v * q(y)", u=u, v=v, q=q, y=y, i=i)
    squares = summed(y, m, arithmetic(value, square, opaque=True), here.facts)
    first = here.plainly(f"q(y) * {WEIGHT} = c * (q(y) * z(y, i)) + (-d) * q(y)", c=c, d=d, q=q, y=y, i=i)
    means = summed(y, m, arithmetic(first, opaque=True), here.facts)
    held = here.plainly("fun y. q(y) * z(y, i)", q=q, i=i)

    def parts(theorem: Proved, a: Term, b: Term) -> list[Proved]:
        split = at(
            sums.sum_plus(),
            m,
            here.plainly("fun y. a * (q(y) * z(y, i))", a=a, q=q, i=i),
            here.plainly("fun y. b * q(y)", b=b, q=q),
            given=here.facts,
        )
        return [
            theorem,
            split,
            at(sums.sum_scale(), m, a, held, given=here.facts),
            rewritten(at(sums.sum_scale(), m, b, q, given=here.facts)),
        ]

    zeta = sides(holding.conclusion)[1]
    gap = arithmetic(
        here.term("0 < k - l"), *[f for f in here.facts if isinstance(f, Proved) and applied(f.conclusion, "<", 2)]
    )
    two = arithmetic(
        here.term("0 < k - 1"),
        *[f for f in here.facts if isinstance(f, Proved) and f.conclusion == here.term("2 <= k")],
    )
    share = here.term("pi(i)", i=i)
    mean_is = arithmetic(
        equal(sides(means.conclusion)[0], here.term("c * s + (-d) * 1", c=c, d=d, s=zeta)),
        *parts(means, c, here.term("-d", d=d)),
        holding,
        whole,
        opaque=True,
    )
    mean_is = derived.transitive(mean_is, arithmetic(equal(sides(mean_is.conclusion)[1], share), gap, two))
    square_is = arithmetic(
        equal(sides(squares.conclusion)[0], here.term("u * s + v * 1", u=u, v=v, s=zeta)),
        *parts(squares, u, v),
        holding,
        whole,
        opaque=True,
    )
    risk = at(linear_risk(), n, m, q, score, share, given=[*here.facts, whole, mean_is], premises=4)
    same = at(here.as_estimate, i, given=here.ranges)
    errors = [
        normal_form(here.term(f"fun w. ({text} - pi(i))^2", i=i))
        for text in (
            "((k - 1) / (k - l) * ((sum t in 1..n. z(w(t), i)) / n) - (l - 1) / (k - l))",
            f"((sum y in 1..m. {WEIGHT} * frequency(n, y)(w)) / n)",
        )
    ]
    in_w = kernel.assume(here.term("word(n, m, w)", w=w))
    value_w = at(same, w, given=[in_w])
    a, b, p = (Free(f"{name} #0") for name in "abp")
    step = arithmetic(term("(a - p)^2 = (b - p)^2", a=a, b=b, p=p), equal(a, b))
    step = cut(
        kernel.instantiate(step, {a: sides(value_w.conclusion)[0], b: sides(value_w.conclusion)[1], p: share}), value_w
    )
    moved = kernel.detach(
        at(expectation_same(), n, m, q, *errors, given=here.facts, premises=2),
        rewritten(generalise(kernel.discharge(in_w.conclusion, step), w)),
    )
    last = here.term("(l - 1) / (k - l) * (1 - pi(i)) + pi(i) * (1 - pi(i))", i=i)
    closing = arithmetic(equal(here.term("u * s + v * 1 - pi(i)^2", u=u, v=v, s=zeta, i=i), last), gap, two)
    known = [rewritten(fact) for fact in (variance, moved, risk, square_is, closing)]
    whole_is = arithmetic(equal(here.term("n * d", d=sides(variance.conclusion)[0]), last), *known, opaque=True)
    found = each(i, here.k, whole_is)
    del total
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, found))


SCRIPTS: Mapping[str, Script] = {
    "only one possible": of_parameters(only_one_possible),
    "first moments": of_parameters(first_moments),
    "number of responses": of_parameters(number_of_responses),
    "transition probabilities": of_parameters(transition_probabilities),
    "entries of rows": of_parameters(entries_of_rows),
    "entries of columns": of_parameters(entries_of_columns),
    "common rows": of_parameters(common_rows),
    "posterior probabilities": of_parameters(posterior_probabilities),
    "unbiased": of_parameters(unbiased_estimator),
    "simple, unbiased, minimax": of_parameters(simple_unbiased_minimax),
    "risk by moments": of_parameters(risk_by_moments),
    "uniform chances": of_parameters(uniform_chances),
    "product of the design": of_parameters(product_of_design),
    "lower bound": where_all_is_possible(lower_bound),
    "bound attained": where_all_is_possible(bound_attained),
    "uniform in matrices": of_parameters(uniform_in_matrices),
    "gram weights": with_an_inverse(gram_weights, printed_inverses, 2),
    "uniform weights": of_parameters(uniform_weights),
    "counted weights": of_parameters(counted_weights),
    "estimate at uniform": of_parameters(estimate_at_uniform),
    "uniform is unbiased": with_an_inverse(uniform_is_unbiased, some_inverse, 1),
    "variance of a share": of_parameters(variance_of_share),
}
