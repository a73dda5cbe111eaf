"""exp and log: what follows from exp(a + b) = exp(a) exp(b) and 1 + a <= exp(a), and from log being the inverse."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    induct,
    lemma,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
)
from derivations.logic.terms import EXP, FALSE, LOG, PLUS, Free, equal, substituted
from derivations.theory import sums
from derivations.theory.single_terms import at, summed
from derivations.theory.sums import ONE, ZERO, in_range, meeting

EXP_0 = kernel.axiom("exp_0")


def _exp_of(equation: Proved) -> Proved:
    """|- a = b  ==>  |- exp(a) = exp(b)"""
    return kernel.congruent(kernel.reflexive(EXP), equation)


@lemma("forall a. 1 + a <= exp(a) and (1 + a = exp(a) implies a = 0)")
def exp_at_least(goal: Goal) -> Proved:
    """The tangent of exp at 0 lies below it, and meets it only there."""
    (a,) = goal.variables
    zero = kernel.assume(equal(a, ZERO))
    at_zero = kernel.discharge(zero.conclusion, arithmetic(term("1 + a = exp(a)", a=a), zero, _exp_of(zero), EXP_0))
    elsewhere = specialise(kernel.axiom("exp_above"), a)
    return arithmetic(goal.conclusion, at_zero, elsewhere)


@lemma("forall a. 0 < exp(a)")
def exp_positive(goal: Goal) -> Proved:
    """exp is positive."""
    (a,) = goal.variables
    inverse = specialise(kernel.axiom("exp_plus"), a, term("-a", a=a))
    nothing = _exp_of(arithmetic(term("a + -a = 0", a=a)))
    not_zero = arithmetic(
        term("exp(a) != 0", a=a), arithmetic(term("exp(a)*exp(-a) = 1", a=a), inverse, nothing, EXP_0)
    )
    half = term("a / 2", a=a)
    square = specialise(kernel.axiom("exp_plus"), half, half)
    whole = _exp_of(arithmetic(term("a / 2 + a / 2 = a", a=a)))
    not_negative = arithmetic(term("0 <= exp(a)", a=a), arithmetic(term("exp(a) = exp(a/2)^2", a=a), square, whole))
    return arithmetic(goal.conclusion, not_zero, not_negative)


@lemma("forall a b. a <= b implies exp(a) <= exp(b)")
def exp_rises(goal: Goal) -> Proved:
    """exp is increasing."""
    a, b = goal.variables
    gap = term("b - a", a=a, b=b)
    split = specialise(kernel.axiom("exp_plus"), a, gap)
    whole = _exp_of(arithmetic(term("a + (b - a) = b", a=a, b=b)))
    above, _ = conjuncts(specialise(exp_at_least(), gap))
    positive = specialise(exp_positive(), a)
    grown = arithmetic(term("exp(a) <= exp(a) * exp(b - a)", a=a, b=b), above, positive, *goal.given)
    return arithmetic(goal.conclusion, grown, split, whole)


@lemma("forall a. a <= 0 implies exp(a) <= 1 and (exp(a) = 1 implies a = 0)")
def exp_at_most_one(goal: Goal) -> Proved:
    """exp(a) is at most 1 for a <= 0."""
    (a,) = goal.variables
    inverse = specialise(kernel.axiom("exp_plus"), a, term("-a", a=a))
    nothing = _exp_of(arithmetic(term("a + -a = 0", a=a)))
    one = arithmetic(term("exp(a) * exp(-a) = 1", a=a), inverse, nothing, EXP_0)
    above, _ = conjuncts(specialise(exp_at_least(), term("-a", a=a)))
    positive = specialise(exp_positive(), a)
    product = arithmetic(term("exp(a) * (1 - a) <= 1", a=a), one, above, positive)
    return arithmetic(goal.conclusion, product, positive, *goal.given)


@lemma("forall p q. 0 < p and 0 < q implies p * (log(q) - log(p)) <= q - p and "
       "(p * (log(q) - log(p)) = q - p implies q = p)")  # fmt: skip
def log_below(goal: Goal) -> Proved:
    """The logarithm lies below its tangent at p, and meets it only there."""
    p, q = goal.variables
    gap = term("log(q) - log(p)", p=p, q=q)
    own, other = (at(kernel.axiom("exp_log"), value, given=goal.given) for value in (p, q))
    split = specialise(kernel.axiom("exp_plus"), gap, LOG(p))
    whole = _exp_of(arithmetic(term("log(q) - log(p) + log(p) = log(q)", p=p, q=q)))
    ratio = arithmetic(term("q = p * exp(log(q) - log(p))", p=p, q=q), own, other, split, whole)
    below, only = conjuncts(specialise(exp_at_least(), gap))
    smaller = term("p * (log(q) - log(p)) <= q - p", p=p, q=q)
    met = kernel.assume(term("p * (log(q) - log(p)) = q - p", p=p, q=q))
    positive = kernel.assume(goal.given[0])
    touching = arithmetic(term("1 + (log(q) - log(p)) = exp(log(q) - log(p))", p=p, q=q), met, ratio, positive)
    none = kernel.detach(only, touching)
    same = arithmetic(equal(q, p), ratio, _exp_of(none), EXP_0)
    return kernel.conjoin(arithmetic(smaller, ratio, below, positive), kernel.discharge(met.conclusion, same))


@lemma("forall n r. integer(n) and 0 <= n implies (prod t in 1..n. exp(r(t))) = exp(sum(n, r))")
def product_of_exp(goal: Goal) -> Proved:
    """exp of a sum is the product of the exp of its terms."""
    n = goal.variables[0]

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        left, right = sides(substituted(goal.conclusion, {n: PLUS(k, ONE)}))
        rules = [by(sums.prod_next(), [known]), by(sums.sum_next(), [known]), by(kernel.axiom("exp_plus"))]
        return meeting(chain(left).rewrite(*rules), chain(right).rewrite(*rules), assumed)

    left, right = sides(substituted(goal.conclusion, {n: ZERO}))
    first, second = chain(left).rewrite(by(sums.prod_0())), chain(right).rewrite(by(sums.sum_0()))
    return induct(n, goal.conclusion, meeting(first, second, EXP_0), step)


# -- the laws of logarithms ------------------------------------------------------------------------------------------


@lemma("forall a b. exp(a) = exp(b) implies a = b")
def exp_apart(goal: Goal) -> Proved:
    """exp takes no value twice."""
    a, b = goal.variables
    gap = term("a - b", a=a, b=b)
    split = specialise(kernel.axiom("exp_plus"), gap, b)
    whole = _exp_of(arithmetic(term("a - b + b = a", a=a, b=b)))
    positive = specialise(exp_positive(), b)
    scaled = arithmetic(term("(exp(a - b) - 1) * exp(b) = 0", a=a, b=b), split, whole, *goal.given)
    one = arithmetic(term("exp(a - b) = 1", a=a, b=b), scaled, positive)
    below, _ = conjuncts(specialise(exp_at_least(), gap))
    back, _ = conjuncts(specialise(exp_at_least(), term("b - a", a=a, b=b)))
    inverse = specialise(kernel.axiom("exp_plus"), gap, term("b - a", a=a, b=b))
    nothing = _exp_of(arithmetic(term("a - b + (b - a) = 0", a=a, b=b)))
    other = arithmetic(term("exp(b - a) = 1", a=a, b=b), inverse, nothing, EXP_0, one)
    return arithmetic(goal.conclusion, below, back, one, other)


@lemma("forall a b. exp(a) <= exp(b) implies a <= b")
def exp_order(goal: Goal) -> Proved:
    """What exp orders is in this order."""
    a, b = goal.variables
    above = kernel.assume(term("b < a", a=a, b=b))
    other = at(exp_rises(), b, a, given=[above])
    same = at(exp_apart(), a, b, given=[arithmetic(term("exp(a) = exp(b)", a=a, b=b), other, *goal.given)])
    return arithmetic(goal.conclusion, kernel.discharge(above.conclusion, same))


@lemma("forall a b. a < b implies exp(a) < exp(b)")
def exp_less(goal: Goal) -> Proved:
    """exp is strictly increasing."""
    a, b = goal.variables
    other = kernel.assume(term("exp(b) <= exp(a)", a=a, b=b))
    order = at(exp_order(), b, a, given=[other])
    return arithmetic(goal.conclusion, derived.reject(other.conclusion, arithmetic(FALSE, order, *goal.given)))


@lemma("forall a. log(exp(a)) = a")
def log_of_exp(goal: Goal) -> Proved:
    """log is the inverse of exp."""
    (a,) = goal.variables
    back = at(kernel.axiom("exp_log"), EXP(a), given=[specialise(exp_positive(), a)])
    return at(exp_apart(), LOG(EXP(a)), a, given=[back])


@lemma("forall a b. 0 < a and 0 < b implies log(a * b) = log(a) + log(b)")
def log_of_product(goal: Goal) -> Proved:
    """log turns a product into a sum."""
    a, b = goal.variables
    product = arithmetic(term("0 < a * b", a=a, b=b), *goal.given)
    own = [at(kernel.axiom("exp_log"), value, given=[*goal.given, product]) for value in (a, b, term("a*b", a=a, b=b))]
    split = specialise(kernel.axiom("exp_plus"), LOG(a), LOG(b))
    same = arithmetic(term("exp(log(a * b)) = exp(log(a) + log(b))", a=a, b=b), split, *own)
    return at(exp_apart(), *sides(goal.conclusion), given=[same])


@lemma("forall a b. 0 < a and 0 < b implies log(a / b) = log(a) - log(b)")
def log_of_quotient(goal: Goal) -> Proved:
    """log turns a quotient into a difference."""
    a, b = goal.variables
    quotient = term("a / b", a=a, b=b)
    given = [arithmetic(term("0 < a / b and 0 < b", a=a, b=b), *goal.given)]
    whole = kernel.congruent(kernel.reflexive(LOG), arithmetic(term("a / b * b = a", a=a, b=b), *goal.given))
    return arithmetic(goal.conclusion, at(log_of_product(), quotient, b, given=given), whole, opaque=True)


@lemma("forall n f. integer(n) and 0 <= n implies (forall t in 1..n. 0 < f(t)) implies "
       "log(prod(n, f)) = (sum t in 1..n. log(f(t)))", depth=4)  # fmt: skip
def log_of_products(goal: Goal) -> Proved:
    """log turns any finite product of positive numbers into a sum."""
    n, f = goal.variables
    t = Free("t #0")
    logs = term("fun t. log(f(t))", f=f)
    positive = at(kernel.assume(goal.given[1]), t, given=[kernel.assume(in_range(t, n))])
    one = symmetric(at(kernel.axiom("exp_log"), term("f(t)", f=f, t=t), given=[positive]))
    factors = summed(t, n, one, goal.given[:1], over="prod")
    powers = rewritten(at(product_of_exp(), n, logs, given=goal.given))
    same = derived.transitive(factors, powers)
    return derived.transitive(
        kernel.congruent(kernel.reflexive(LOG), same), specialise(log_of_exp(), term("sum(n, f)", n=n, f=logs))
    )
