"""Matrices a I + b J for every number k of truths: products, inverses, privacy levels, estimates of shares.

Source: Ma, Wang, Definition 3 and section 3.3, EWRRn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arguments,
    arithmetic,
    by,
    chain,
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
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import AT_MOST, REAL, TIMES, Free, Number, Term, arrow, equal
from derivations.theory import sums
from derivations.theory.automatic import frequency_is_total, inverses
from derivations.theory.likelihood import response_is_law
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    one_other,
    plainly,
    sum_of_equals,
    sum_of_zeros,
    summed,
)
from derivations.theory.sums import ONE, ZERO, in_range, in_sums
from derivations.theory.surveys import moments

TWO = Number(2)
SIZE = "integer(k) and 0 <= k implies"
INDEX = "integer({0}) and 1 <= {0} <= k implies"


def worked_out(formula: Term, *given: Term | Proved) -> Proved:
    """A relation between sums of entries of a I + b J, of any size, by arithmetic in each case of equal indices."""
    whole = chain(formula).rewrite(unfolding("through", "response", "symmetric", "indicator"), one_other(given))
    changed = whole.rewrite(in_sums(given), by(sums.sum_of_ones(), given)).theorem
    return derived.follow(symmetric(changed), by_conditions(sides(changed.conclusion)[1], *given))


@lemma(f"forall k a b pi i. {SIZE} {INDEX.format('i')} (sum x in 1..k. pi(x)) = 1 implies "
       "response(k, pi, symmetric(a, b))(i) = a * pi(i) + b")  # fmt: skip
def symmetric_response(goal: Goal) -> Proved:
    """The probability of a response under a I + b J."""
    return worked_out(goal.conclusion, *goal.given)


# -- designs and their levels ----------------------------------------------------------------------------------------

AT_LEAST_TWO = "integer(k) and 2 <= k implies"


def _two(goal: Goal) -> list[Term | Proved]:
    """k >= 2 is a size, and 1 and 2 are in its range."""
    k, known = goal.variables[0], goal.given[0]
    ranges = [kernel.conjoin(kernel.literal(i), arithmetic(term("1 <= i <= k", i=i, k=k), known)) for i in (ONE, TWO)]
    return [kernel.part(kernel.assume(known), 0), arithmetic(term("0 <= k", k=k), known), *ranges]


def _entry(x: Term, y: Term, a: Term, b: Term) -> Term:
    return plainly("a * (if x = y then 1 else 0) + b", x=x, y=y, a=a, b=b)


@lemma(f"forall k a b. {AT_LEAST_TWO} (design(k, k, symmetric(a, b)) iff 0 <= b and 0 <= a + b and a + k * b = 1)")
def symmetric_design(goal: Goal) -> Proved:
    """When a I + b J is a design."""
    k, a, b = goal.variables
    x, y = Free("x #0"), Free("y #0")
    size = _two(goal)
    plain = normal(goal.conclusion, unfolding("design", "law", "symmetric", "indicator"))
    left, right = sides(sides(plain.conclusion)[1])
    inside = [kernel.assume(in_range(x, k)), kernel.assume(in_range(y, k))]
    row = term("(sum y in 1..k. symmetric(a, b)(x, y)) = a + k * b", a=a, b=b, k=k, x=x)
    row_sum = rewritten(worked_out(row, *size[:2], inside[0]), unfolding("symmetric", "indicator"))
    entry = by_conditions(AT_MOST(ZERO, _entry(x, y, a, b)), right)
    total = arithmetic(equal(sides(row_sum.conclusion)[0], ONE), row_sum, right)
    back = each(x, k, kernel.conjoin(each(y, k, entry), total))
    first = at(kernel.assume(left), ONE, given=size)
    entries, whole = conjuncts(first)
    own, other = (at(entries, i, given=size) for i in (ONE, TWO))
    decide = decided([])
    own, other = rewritten(own, decide), rewritten(other, decide)
    at_one = kernel.instantiate(row_sum, {x: ONE})
    forth = arithmetic(right, own, other, whole, cut(at_one, *(fact for fact in size if isinstance(fact, Proved))))
    both_ways = derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))
    return derived.follow(symmetric(plain), both_ways)


LEVEL = f"{AT_LEAST_TWO} 0 <= b and 0 <= a + b implies"


@lemma(f"forall k a b x. {LEVEL} 1 <= x implies "
       "(private(k, k, symmetric(a, b), x) iff a + b <= x * b and b <= x * (a + b))")  # fmt: skip
def symmetric_private(goal: Goal) -> Proved:
    """When a I + b J is private."""
    k, a, b, x = goal.variables
    u, v, y = Free("u #0"), Free("v #0"), Free("y #0")
    size = _two(goal)
    plain = normal(goal.conclusion, unfolding("private", "symmetric", "indicator"))
    left, right = sides(sides(plain.conclusion)[1])
    names = {"a": a, "b": b, "x": x}
    grows = [
        arithmetic(term("b <= x * b", **names), *goal.given[1:]),
        arithmetic(term("a + b <= x * (a + b)", **names), *goal.given[1:]),
    ]
    smaller = AT_MOST(_entry(u, y, a, b), TIMES(x, _entry(v, y, a, b)))
    back = each(u, k, each(v, k, each(y, k, by_conditions(smaller, *grows, right))))
    pair = at(at(kernel.assume(left), ONE, given=size), TWO, given=size)
    bounds = [rewritten(at(pair, i, given=size), decided([])) for i in (ONE, TWO)]
    forth = arithmetic(right, *bounds)
    both_ways = derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))
    return derived.follow(symmetric(plain), both_ways)


# -- eigenvalues -----------------------------------------------------------------------------------------------------

VECTORS = ("fun x. (if x = 1 then 1 else 0) - (if x = 2 then 1 else 0)", "fun x. 1")
"""Eigenvectors of a I + b J: for a, and for a + k b."""


@lemma(f"forall k a b z. {AT_LEAST_TWO} (eigenvalue(k, symmetric(a, b), z) iff z = a or z = a + k * b)")
def symmetric_eigenvalues(goal: Goal) -> Proved:
    """The eigenvalues of a I + b J."""
    k, a, b, _ = goal.variables
    x, v = Free("x #0"), Free("v #0", arrow(REAL, REAL))
    size, inside = _two(goal), in_range(x, k)
    plain = normal(goal.conclusion, unfolding("eigenvalue"))
    left, right = sides(sides(plain.conclusion)[1])
    said = term("(sum y in 1..k. symmetric(a, b)(x, y) * v(y)) = a * v(x) + b * sum(k, v)", x=x, v=v, k=k, a=a, b=b)
    row = worked_out(said, *size[:2], kernel.assume(inside))

    some, equations = conjuncts(kernel.assume(instance(left, v)))
    of_row = derived.transitive(symmetric(row), at(equations, x, given=[inside]))  # a v(x) + b S = z v(x)
    whole = rewritten(summed(x, k, of_row, size), in_sums(size), by(sum_of_equals(), size))
    there, nonzero = (kernel.part(kernel.assume(instance(some.conclusion, x)), i) for i in (0, 1))
    one = arithmetic(right, cut(of_row, there), nonzero, whole)
    forth = kernel.unpack(kernel.assume(left), v, kernel.unpack(some, x, one))

    first, second = (
        _eigenvector(left, value, kernel.instantiate(row, {v: vector}), vector, k, size)
        for value, vector in zip(arguments(right), map(term, VECTORS), strict=True)
    )
    back = kernel.cases(kernel.assume(right), first, second)
    both_ways = derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))
    return derived.follow(symmetric(plain), both_ways)


def _eigenvector(some: Term, value: Term, row: Proved, vector: Term, k: Term, size: Sequence[Term | Proved]) -> Proved:
    """That there is an eigenvector where z has this value: this one, of which the row x is known."""
    x = Free("x #0")
    split = normal(term("sum(k, v)", k=k, v=vector), in_sums(size))
    laws = (by(law(), size) for law in (sums.sum_of_ones, sum_of_zeros))
    total = derived.transitive(split, normal(sides(split.conclusion)[1], one_other(size), *laws))
    plain = normal(instance(some, vector))
    nonzero, rows = arguments(sides(plain.conclusion)[1])
    each_row = each(x, k, by_conditions(arguments(instance(rows, x))[1], rewritten(row), total, value))
    in_size, at_one = arguments(instance(nonzero, ONE))
    one = kernel.witness(nonzero, ONE, kernel.conjoin(shown(in_size, size), by_conditions(at_one)))
    return kernel.witness(some, vector, derived.follow(symmetric(plain), kernel.conjoin(one, each_row)))


# -- unbiased estimates of the shares --------------------------------------------------------------------------------

RESPONSES = "integer(n) and 1 <= n implies integer(m) and 0 <= m implies integer(i) and 1 <= i <= m implies"
ESTIMATE = "(frequency(n, i)(w) / n - b) / a"


@lemma(f"forall n m i q a b. {RESPONSES} sum(m, q) = 1 implies a != 0 implies "
       f"expectation(n, m, q, fun w. {ESTIMATE}) = (q(i) - b) / a")  # fmt: skip
def expected_share(goal: Goal) -> Proved:
    """The expectation of the share of one response, on a linear scale."""
    return _estimate(goal)


@lemma(f"forall n m i q a b. {RESPONSES} sum(m, q) = 1 implies a != 0 implies "
       f"dispersion(n, m, q, fun w. {ESTIMATE}) = q(i) * (1 - q(i)) / (n * a^2)")  # fmt: skip
def variance_of_share(goal: Goal) -> Proved:
    """The variance of the share of one response, on a linear scale."""
    return _estimate(goal)


def _estimate(goal: Goal) -> Proved:
    """Moments of a share, worked out."""
    n = goal.variables[0]
    size = arithmetic(term("0 <= n", n=n), goal.given[0])
    known: list[Term | Proved] = [*goal.given, size, kernel.part(kernel.assume(goal.given[0]), 0)]
    left, right = sides(goal.conclusion)
    steps = [by(frequency_is_total()), inverses, *moments(known)]
    worked = chain(left).rewrite(*steps).rewrite(unfolding("mean", "indicator"), one_other(known), in_sums(known))
    return worked.arithmetic(right, *goal.given).theorem


SHARES = "integer(n) and 1 <= n implies integer(k) and 2 <= k implies integer(i) and 1 <= i <= k implies"
DESIGN = "design(k, k, symmetric(a, b)) implies a != 0 implies"


def _moment(goal: Goal, law: Callable[[], Proved], pi: Term) -> Proved:
    """A moment of the estimate of a share where the shares are the law pi, from that of any law of the responses."""
    n, k, i, a, b = goal.variables[:5]
    shares = kernel.assume(term("law(k, pi)", k=k, pi=pi))
    size: list[Term | Proved] = [*goal.given, arithmetic(term("0 <= k", k=k), goal.given[1]), shares]
    size.append(kernel.part(kernel.assume(goal.given[1]), 0))
    q = term("response(k, pi, symmetric(a, b))", k=k, pi=pi, a=a, b=b)
    responses = at(response_is_law(), k, k, term("symmetric(a, b)", a=a, b=b), pi, given=size, premises=4)
    *_, whole = conjuncts(rewritten(responses, unfolding("law")))
    *_, of_shares = conjuncts(rewritten(shares, unfolding("law")))
    found = at(law(), n, k, i, q, a, b, given=[*size, whole], premises=5)
    own = at(symmetric_response(), k, a, b, pi, i, given=[*size, of_shares], premises=3)
    return rewritten(found, by(own))


@lemma(f"forall n k i a b. {SHARES} {DESIGN} unbiased(n, k, k, symmetric(a, b), fun w. {ESTIMATE}, fun pi. pi(i))")
def symmetric_unbiased(goal: Goal) -> Proved:
    """The unbiased estimate of a share under a I + b J."""
    _, k, i, a, b = goal.variables
    pi = Free("pi #0", term("fun x. x + 0").type)
    found = _moment(goal, expected_share, pi)
    left, right = sides(found.conclusion)
    same = derived.transitive(found, arithmetic(equal(right, term("pi(i)", pi=pi, i=i)), goal.given[4]))
    del left, b, a
    every = generalise(kernel.discharge(term("law(k, pi)", k=k, pi=pi), same), pi)
    return derived.follow(symmetric(normal(goal.conclusion, unfolding("unbiased"))), every)


@lemma(f"forall n k i a b pi. {SHARES} {DESIGN} law(k, pi) implies "
       f"dispersion(n, k, response(k, pi, symmetric(a, b)), fun w. {ESTIMATE}) = "
       "(a * pi(i) + b) * (1 - (a * pi(i) + b)) / (n * a^2)")  # fmt: skip
def symmetric_variance(goal: Goal) -> Proved:
    """The variance of the unbiased estimate of a share under a I + b J."""
    return _moment(goal, variance_of_share, goal.variables[5])
