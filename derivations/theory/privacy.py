"""Privacy of what is processed further, of several rounds and of events, for every number of truths and responses.

Source: Dwork, McSherry, Nissim, Smith 2006 (rounds); Ma, Wang, Definition 2.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    generalise,
    goal,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.terms import Free, applied
from derivations.theory import sums
from derivations.theory.sums import in_range

SIZES = "integer(n) and 0 <= n implies"


@lemma(f"forall n f g. {SIZES} (forall i in 1..n. 0 <= f(i) <= g(i)) implies 0 <= prod(n, f) <= prod(n, g)", depth=4)
def prod_at_most(wanted: Goal) -> Proved:
    """Products of larger factors, none of them negative, are larger."""
    return sums.congruence(wanted, sums.prod_0, sums.prod_next)


@lemma(f"forall n f g. {SIZES} (prod i in 1..n. f(i) * g(i)) = prod(n, f) * prod(n, g)")
def prod_times(wanted: Goal) -> Proved:
    """A product of products."""
    return sums.by_sizes(wanted, sums.prod_0, sums.prod_next)


@lemma(f"forall n f. {SIZES} (forall i in 1..n. 0 <= f(i)) implies 0 <= sum(n, f)", depth=3)
def sum_not_negative(wanted: Goal) -> Proved:
    """A sum of terms that are not negative is not negative."""
    return sums.congruence(wanted, sums.sum_0, sums.sum_next)


@lemma(
    "forall k m l P C x. integer(m) and 0 <= m implies private(k, m, P, x) implies channel(m, l, C) "
    "implies private(k, l, through(m, P, C), x)",
    depth=9,
)
def post_processing(wanted: Goal) -> Proved:
    """What a private design has told stays private when it is processed further without the truth."""
    _, m, _, P, C, x = wanted.variables
    whole = rewritten(kernel.assume(wanted.given[1]), unfolding("private"))
    channel = rewritten(kernel.assume(wanted.given[2]), unfolding("channel", "design", "law"))
    plain = normal(wanted.conclusion, unfolding("private", "through"))
    inner = goal(sides(plain.conclusion)[1])
    a, b, z = inner.variables
    y = Free("y #0")
    inside = kernel.assume(in_range(y, m))
    facts = [kernel.assume(f) for f in (*wanted.given[:1], *inner.given)]
    level = under(specialise(whole, a), facts)
    level = under(specialise(level, b), facts)
    level = under(specialise(level, y), [*facts, inside])
    row = under(specialise(channel, y), [inside])
    weight = next(under(specialise(part, z), facts) for part in conjuncts(row) if applied(part.conclusion, "forall", 1))
    at = arithmetic(term("P(a, y)*C(y, z) <= x*(P(b, y)*C(y, z))", P=P, C=C, a=a, b=b, x=x, y=y, z=z), level, weight)
    everywhere = generalise(kernel.discharge(inside.conclusion, at), y)
    left = term("fun y. P(a, y)*C(y, z)", P=P, C=C, a=a, z=z)
    right = term("fun y. x*(P(b, y)*C(y, z))", P=P, C=C, b=b, x=x, z=z)
    summed = under(specialise(sums.sum_at_most(), m, left, right), facts, premises=1)
    found = kernel.detach(summed, everywhere)
    return derived.follow(symmetric(plain), inner.qed(rewritten(found, sums.in_sums(facts))))


@lemma(
    f"forall n M x a b w. {SIZES} (forall t in 1..n. 0 <= M(t, w, a, w(t)) <= x(t) * M(t, w, b, w(t))) "
    "implies history(n, M)(a, w) <= prod(n, x) * history(n, M)(b, w)",
    depth=8,
)
def composition(wanted: Goal) -> Proved:
    """The levels of the rounds of an adaptive protocol multiply: the budgets eps_t add up, whatever n is."""
    n, M, x, a, b, w = wanted.variables
    facts = [kernel.assume(wanted.given[0])]
    first = term("fun t. M(t, w, a, w(t))", M=M, w=w, a=a)
    second = term("fun t. M(t, w, b, w(t))", M=M, w=w, b=b)
    scaled = term("fun t. x(t) * M(t, w, b, w(t))", M=M, w=w, b=b, x=x)
    larger = kernel.detach(
        under(specialise(prod_at_most(), n, first, scaled), facts, premises=1), kernel.assume(wanted.given[1])
    )
    split = under(specialise(prod_times(), n, x, second), facts)
    return reduced(normal(wanted.conclusion, unfolding("history")), lambda it: arithmetic(it, larger, split))
