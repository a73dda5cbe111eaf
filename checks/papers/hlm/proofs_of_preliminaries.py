"""The iterated minima of Lemma 1, and what no privacy loss at all leaves of a survey."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from checks.papers.hlm.optimum import error_is, existence, meaning
from checks.papers.hlm.proofs_of_comparisons import positive_factor
from checks.papers.hlm.proofs_of_edges import names_of, two
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    fresh,
    goal,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import Number, Term, applied, opened, quantified
from derivations.theory.automatic import automatic
from derivations.theory.calculus import smaller_of_two
from derivations.theory.single_terms import at, by_conditions

# -- Lemma 1 -----------------------------------------------------------------------------------------------------------

LEAST_IN_X = "fun y. if y <= 1 / 2 then y else 1 - y"


@script("iterated minima")
def iterated_minima(wanted: Goal) -> Proved:
    """The least value over one of two numbers is the other or what it lacks to 1, which is least at 0."""
    first, rest = two(wanted.conclusion)
    second, others = two(rest)
    return conjoined(_iterated(first), _iterated(second), automatic(replace(wanted, conclusion=others)))


def _iterated(formula: Term) -> Proved:
    return existence(formula, [term(LEAST_IN_X)], lambda both: conjoined(*map(_minimum, two(both))))


def _minimum(formula: Term, *facts: Proved, at: Term | None = None) -> Proved:
    """least(0, 1, f, m), for all y or of the minima: attained at 0 or 1, and nothing is smaller."""
    inner = goal(formula)
    plain = normal(inner.conclusion, meaning("least", "nonlinear"))
    some, every = two(sides(plain.conclusion)[1])
    smaller, y = goal(every), next(iter(inner.variables), at)
    low = smaller.qed(by_conditions(smaller.conclusion, *facts, *inner.given, *smaller.given))
    value = Number(0) if y is None else term("if y <= 1 / 2 then 1 else 0", y=y)
    there = existence(some, [value], lambda shown: by_conditions(shown, *facts, *inner.given))
    return inner.qed(derived.follow(symmetric(plain), kernel.conjoin(there, low)))


@script("a minimum in cases")
def minimum_in_cases(wanted: Goal) -> Proved:
    """The least value of (2 y - 1) x is 2 y - 1 or 0."""
    (y,), facts = wanted.variables, wanted.facts

    def shows(formula: Term) -> Proved:
        parts = [part.conclusion for part in conjuncts(kernel.assume(formula))]
        least = [_minimum(part, *facts, at=y) for part in parts[:3]]
        return conjoined(*least, *(by_conditions(part, *facts) for part in parts[3:]))

    return existence(wanted.conclusion, [term("if y <= 1 / 2 then 2*y - 1 else 0", y=y)] * 2, shows)


# -- no privacy loss ---------------------------------------------------------------------------------------------------


@lemma("forall u v s. s <= u and s <= v and u + v = 1 and 0 <= s implies s/2 <= u*v")
def product_of_shares(wanted: Goal) -> Proved:
    """Of two shares that add up to 1 one is at least 1/2."""
    u, v, s = wanted.variables
    names = {"u": u, "v": v, "s": s}
    cases = arithmetic(term("1/2 <= u or 1/2 <= v", **names), *wanted.given)

    def larger(text: str) -> Proved:
        known = kernel.assume(term(f"1/2 <= {text}", **names))
        other = "v" if text == "u" else "u"
        product = arithmetic(term(f"0 <= ({text} - 1/2)*{other}", **names), known, *wanted.given)
        return arithmetic(wanted.conclusion, product, *wanted.given)

    return kernel.cases(cases, larger("u"), larger("v"))


@lemma("forall p q pi k m. 0 <= p and p <= 1 and 0 <= q and q <= 1 and 0 < m and m <= pi and m <= 1 - pi and 0 < k "
       "and (p + q - 1 = k or p + q - 1 = -k) implies "
       "m*k <= 1 - p + pi*(p + q - 1) and m*k <= p - pi*(p + q - 1)")  # fmt: skip
def likely_enough(wanted: Goal) -> Proved:
    """No response is rarer than the rarer attribute, times what the responses tell."""
    names = names_of(wanted)
    facts = wanted.facts
    gaps = [arithmetic(term(text, **names), *facts) for text in ("0 <= (pi - m)*k", "0 <= (1 - pi - m)*k")]
    cases = facts[-1]
    sides_of = (
        arithmetic(wanted.conclusion, kernel.assume(side), *gaps, *facts[:-1]) for side in two(cases.conclusion, "or")
    )
    return kernel.cases(cases, *sides_of)


@lemma("forall E P d k n m b. E*(d^2*n) = P and m*k/2 <= P and d^2 = k^2 and 0 < k and 1 <= n "
       "and k*(2*n*(b^2 + 1)) < m implies b < E")  # fmt: skip
def larger_than(wanted: Goal) -> Proved:
    """What is at least m/(2 k n) exceeds every number for a small k."""
    names = names_of(wanted)
    facts = wanted.facts
    scaled = arithmetic(term("0 < k*(m - k*(2*n*(b^2 + 1)))", **names), *facts)
    ratio = arithmetic(term("0 < k^2*n*(E - (b^2 + 1))", **names), scaled, *facts)
    positive = arithmetic(term("0 < k^2*n", **names), *facts)
    value = term("E - (b^2 + 1)", **names)
    above = at(positive_factor(), term("k^2*n", **names), value, given=[positive, ratio])
    return arithmetic(wanted.conclusion, above, arithmetic(term("b <= b^2 + 1", **names)))


@lemma("forall k c m. 0 < c and k < m/c implies k*c < m")
def strictly_below(wanted: Goal) -> Proved:
    """What is less than m/c, c times."""
    return automatic(wanted)


@script("no budget")
def no_budget(wanted: Goal) -> Proved:
    """Private rows are equal; and the error exceeds every bound near p00 + p11 = 1."""
    equal_rows, unbounded = two(wanted.conclusion)
    return kernel.conjoin(automatic(replace(wanted, conclusion=equal_rows)), _unbounded(unbounded))


def _unbounded(formula: Term) -> Proved:
    inner = goal(formula)
    pi, n, b = inner.variables
    facts = [part for fact in inner.facts for part in conjuncts(rewritten(fact, unfolding("size")))]
    rare = at(
        smaller_of_two(), pi, term("1 - pi", pi=pi), given=[arithmetic(term("0 < pi and 0 < 1 - pi", pi=pi), *facts)]
    )
    body = quantified(rare.conclusion, "exists")
    assert body is not None
    m = fresh(body)
    names = {"pi": pi, "n": n, "b": b, "m": m}
    own = [*facts, *conjuncts(kernel.assume(opened(body, m)))]
    e = term("m/(2*n*(b^2 + 1))", **names)
    scale = arithmetic(term("0 < 2*n*(b^2 + 1)", **names), *own)
    found = existence(inner.conclusion, [e], lambda shown: _exceeds(shown, names, [*own, scale]))
    return inner.qed(kernel.unpack(rare, m, found))


def _exceeds(formula: Term, names: Mapping[str, Term], known: Sequence[Proved]) -> Proved:
    positive, every = two(formula)
    inner = goal(every)
    p, q = inner.variables
    *ranges, apart, near = inner.facts
    d = term("p + q - 1", p=p, q=q)
    size = rewritten(near, unfolding("abs"))
    k, _ = applied(size.conclusion, "<", 2) or ()
    other = by_conditions(term("0 < k and (d = k or d = -k) and d^2 = k^2", k=k, d=d), apart)
    facts = [*known, *ranges, *conjuncts(other)]
    likely = list(conjuncts(at(likely_enough(), p, q, names["pi"], k, names["m"], given=facts, premises=1)))
    shares = [right for fact in likely for right in (applied(fact.conclusion, "<=", 2) or ())[1:]]
    least = term("m*k", m=names["m"], k=k)
    sure = arithmetic(term("u + v = 1 and 0 <= s", u=shares[0], v=shares[1], s=least), *facts)
    product = at(product_of_shares(), *shares, least, given=[*likely, sure])
    error = at(error_is(), p, q, names["pi"], names["n"], given=[*facts, apart])
    value, _ = sides(error.conclusion)
    numbers = [value, term("u*v", u=shares[0], v=shares[1]), d, k, *(names[name] for name in ("n", "m", "b"))]
    scaled = arithmetic(
        term("E*(d^2*n) = P", **dict(zip("EPd", numbers, strict=False)), n=names["n"]), error, apart, *known
    )
    scale, m = term("2*n*(b^2 + 1)", **names), names["m"]
    small = at(strictly_below(), k, scale, m, given=[*known, size])
    return kernel.conjoin(
        arithmetic(positive, *known), inner.qed(at(larger_than(), *numbers, given=[*facts, product, scaled, small]))
    )
