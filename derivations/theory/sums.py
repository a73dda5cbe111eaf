"""Finite sums, products and sums over words: their laws, by induction on the size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import derivations.logic.definitions  # noqa: F401  (what the statements speak of)
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Chain,
    Conversion,
    Goal,
    Linear,
    ProofError,
    arithmetic,
    by,
    chain,
    generalise,
    induct,
    lemma,
    linear_in,
    normal,
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
    AT_MOST,
    INTEGER,
    PLUS,
    REAL,
    Free,
    Number,
    Term,
    applied,
    both,
    for_all,
    substituted,
)

ZERO, ONE = Number(0), Number(1)
Given = Iterable[Term | Proved]


# -- recursion -----------------------------------------------------------------------------------------------------


def recursion(given: Given = ()) -> Conversion:
    """rec(base, step, 0) = base, and rec(base, step, n + 1) = step(n, rec(base, step, n)) for n that is known >= 0."""
    known = list(given)

    def convert(term: Term) -> Proved | None:
        found = applied(term, "rec", 3)
        if found is None:
            return None
        if found[2] == ZERO:
            return derived.recursion_0(found[0], found[1])
        before = applied(found[2], "+", 2)
        if before and before[1] == ONE:
            try:
                return under(derived.recursion_next(found[0], found[1], before[0]), known)
            except ProofError:  # n is not known to be one of 0, 1, 2, ...
                return None
        return None

    return convert


def meeting(left: Chain, right: Chain, *given: Term | Proved) -> Proved:
    """a = b from a = c, b = d and c = d by arithmetic."""
    return left.arithmetic(right.last, *given).then(symmetric(right.theorem)).theorem


def _unfolded(goal: Goal, *names: str) -> Proved:
    """An equation both sides of which are the same once definitions and recursions are unfolded."""
    left, right = sides(goal.conclusion)
    steps = [unfolding(*names), recursion(goal.given)]
    return derived.transitive(normal(left, *steps), symmetric(normal(right, *steps)))


def by_sizes(goal: Goal, start: Callable[[], Proved], following: Callable[[], Proved]) -> Proved:
    """An equation of sums of n terms, by induction on n, which is the first variable."""
    n = goal.variables[0]

    def at(size: Term) -> tuple[Chain, Chain]:
        left, right = sides(substituted(goal.conclusion, {n: size}))
        return chain(left), chain(right)

    left, right = (side.rewrite(by(start())) for side in at(ZERO))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        first, second = (side.rewrite(by(following(), [known])) for side in at(PLUS(k, ONE)))
        return meeting(first, second, assumed)

    return induct(n, goal.conclusion, meeting(left, right), step)


# -- sums ----------------------------------------------------------------------------------------------------------


@lemma("forall f. sum(0, f) = 0")
def sum_0(goal: Goal) -> Proved:
    """A sum of no terms."""
    return _unfolded(goal, "sum")


@lemma("forall n f. integer(n) and 0 <= n implies sum(n + 1, f) = sum(n, f) + f(n + 1)")
def sum_next(goal: Goal) -> Proved:
    """A sum of one term more."""
    return _unfolded(goal, "sum")


@lemma("forall n f g. integer(n) and 0 <= n implies (sum i in 1..n. f(i) + g(i)) = sum(n, f) + sum(n, g)")
def sum_plus(goal: Goal) -> Proved:
    """Sums of sums."""
    return by_sizes(goal, sum_0, sum_next)


@lemma("forall n c f. integer(n) and 0 <= n implies (sum i in 1..n. c * f(i)) = c * sum(n, f)")
def sum_scale(goal: Goal) -> Proved:
    """A constant factor in front of a sum."""
    return by_sizes(goal, sum_0, sum_next)


@lemma("forall n. integer(n) and 0 <= n implies (sum i in 1..n. 1) = n")
def sum_of_ones(goal: Goal) -> Proved:
    """A sum of ones counts."""
    return by_sizes(goal, sum_0, sum_next)


@lemma(
    "forall n f g. integer(n) and 0 <= n implies (forall i in 1..n. f(i) = g(i)) implies sum(n, f) = sum(n, g)", depth=4
)
def sum_same(goal: Goal) -> Proved:
    """Sums of equal terms are equal."""
    return congruence(goal, sum_0, sum_next)


@lemma("forall n f g. integer(n) and 0 <= n implies (forall i in 1..n. f(i) <= g(i)) implies sum(n, f) <= sum(n, g)",
       depth=4)  # fmt: skip
def sum_at_most(goal: Goal) -> Proved:
    """Sums of smaller terms are smaller."""
    return congruence(goal, sum_0, sum_next)


def congruence(goal: Goal, start: Callable[[], Proved], following: Callable[[], Proved]) -> Proved:
    """(forall i in 1..n. R(f(i), g(i))) implies R(F(n), G(n)), by induction on n."""
    n = goal.variables[0]

    def at(size: Term) -> tuple[Term, Term]:
        found = applied(substituted(goal.conclusion, {n: size}), "implies", 2)
        assert found is not None
        premise, conclusion = found
        return premise, conclusion

    premise, conclusion = at(ZERO)
    base = kernel.discharge(premise, _from(conclusion, by(start())))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        premise, conclusion = at(PLUS(k, ONE))
        everywhere = kernel.assume(premise)
        before, _ = at(k)
        i = Free("i")
        inside = kernel.assume(in_range(i, k))
        earlier = under(specialise(everywhere, i), [known, inside])
        restricted = kernel.generalise(i, kernel.discharge(in_range(i, k), earlier))
        assert restricted.conclusion == before
        smaller = kernel.detach(assumed, restricted)
        last = under(specialise(everywhere, PLUS(k, ONE)), [known])
        return kernel.discharge(premise, _from(conclusion, by(following(), [known]), smaller, last))

    return induct(n, goal.conclusion, base, step)


def _from(formula: Term, rule: Conversion, *given: Proved) -> Proved:
    """A formula that is arithmetic once its sums are rewritten by the rule."""
    changed = normal(formula, rule)
    _, plain = sides(changed.conclusion)
    return derived.follow(symmetric(changed), arithmetic(plain, *given))


def in_range(i: Term, n: Term) -> Term:
    """i is one of 1..n."""
    return both(INTEGER(i), AT_MOST(ONE, i), AT_MOST(i, n))


@lemma("forall f. prod(0, f) = 1")
def prod_0(goal: Goal) -> Proved:
    """A product of no factors."""
    return _unfolded(goal, "prod")


@lemma("forall n f. integer(n) and 0 <= n implies prod(n + 1, f) = prod(n, f) * f(n + 1)")
def prod_next(goal: Goal) -> Proved:
    """A product of one factor more."""
    return _unfolded(goal, "prod")


@lemma(
    "forall n f g. integer(n) and 0 <= n implies (forall i in 1..n. f(i) = g(i)) implies prod(n, f) = prod(n, g)",
    depth=4,
)
def prod_same(goal: Goal) -> Proved:
    """Products of equal factors are equal."""
    return congruence(goal, prod_0, prod_next)


def in_sums(given: Given = ()) -> Conversion:
    """Sums of fixed or known size taken apart: what is constant in front, one sum for each product of what varies."""
    return linear_in([Linear("sum", 1, sum_plus(), sum_scale())], given)


@lemma("forall n m f. integer(n) and 0 <= n implies integer(m) and 0 <= m implies "
       "(sum i in 1..n. sum j in 1..m. f(i, j)) = (sum j in 1..m. sum i in 1..n. f(i, j))")  # fmt: skip
def sum_swap(goal: Goal) -> Proved:
    """Two sums may change places."""
    n = goal.variables[0]
    sizes = goal.given[1]

    def at(size: Term) -> tuple[Term, Term]:
        return sides(substituted(goal.conclusion, {n: size}))

    left, right = at(ZERO)
    rules = [by(sum_0()), in_sums([sizes])]
    base = meeting(chain(left).rewrite(*rules), chain(right).rewrite(*rules))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        left, right = at(PLUS(k, ONE))
        first = chain(left).rewrite(by(sum_next(), [known]))
        second = chain(right).rewrite(by(sum_next(), [known]), in_sums([sizes]))
        return meeting(first, second, assumed)

    return induct(n, goal.conclusion, base, step)


@lemma("forall n f. integer(n) and 0 <= n implies sum(n + 1, f) = f(1) + (sum i in 1..n. f(i + 1))")
def sum_first(goal: Goal) -> Proved:
    """The first term apart."""
    n, f = goal.variables

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        left, right = sides(substituted(goal.conclusion, {n: PLUS(k, ONE)}))
        last = shown(term("integer(k + 1) and 0 <= k + 1", k=k), [known])
        first = chain(left).rewrite(by(sum_next(), [last]))
        return meeting(first, chain(right).rewrite(by(sum_next(), [known])), rewritten(assumed))

    rules = [by(sum_next(), [arithmetic(term("0 <= 0"))]), by(sum_0())]
    left, right = sides(substituted(goal.conclusion, {n: ZERO}))
    one = kernel.congruent(kernel.reflexive(f), arithmetic(term("0 + 1 = 1")))
    base = meeting(chain(left).rewrite(*rules), chain(right).rewrite(*rules), one)
    return induct(n, goal.conclusion, base, step)


@lemma("forall m n f. integer(m) and 0 <= m implies integer(n) and 0 <= n implies "
       "sum(n + m, f) = sum(n, f) + (sum i in 1..m. f(n + i))")  # fmt: skip
def sum_in_two(goal: Goal) -> Proved:
    """The first terms apart from the others."""
    m, n, _f = goal.variables
    size = goal.given[1]

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        last = shown(term("integer(n + k) and 0 <= n + k", n=n, k=k), [known, size])
        moved = arithmetic(term("n + (k + 1) = n + k + 1", n=n, k=k))
        left, right = (chain(side) for side in sides(substituted(goal.conclusion, {m: PLUS(k, ONE)})))
        rule = by(moved)
        return meeting(
            left.rewrite(rule).rewrite(by(sum_next(), [last])), right.rewrite(by(sum_next(), [known]), rule), assumed
        )

    left, right = (chain(side) for side in sides(substituted(goal.conclusion, {m: ZERO})))
    base = meeting(left.rewrite(by(arithmetic(term("n + 0 = n", n=n)))), right.rewrite(by(sum_0())))
    return induct(m, goal.conclusion, base, step)


@lemma("forall n f. integer(n) and 0 <= n implies (sum i in 1..n. f(n + 1 - i)) = sum(n, f)")
def sum_reversed(goal: Goal) -> Proved:
    """The terms in the other order."""
    n, f = goal.variables
    body = for_all((f,), goal.conclusion)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        left, right = sides(substituted(goal.conclusion, {n: PLUS(k, ONE)}))
        i = Free("i #0")
        names = {"k": k, "i": i}
        earlier, last = (arithmetic(term(text, **names)) for text in ("k + 1 + 1 - i = k + 1 - i + 1",
                                                                      "k + 1 + 1 - (k + 1) = 1"))  # fmt: skip
        shifted = kernel.abstracted(i, kernel.congruent(kernel.reflexive(f), earlier))
        before = rewritten(kernel.congruent(kernel.reflexive(term("sum(k)", k=k)), shifted))
        end = kernel.congruent(kernel.reflexive(f), last)
        known_before = specialise(assumed, term("fun i. f(i + 1)", f=f))
        first = chain(right).then(under(specialise(sum_first(), k, f), [known]))
        found = meeting(chain(left).rewrite(by(sum_next(), [known])), first, before, end, known_before)
        return kernel.generalise(f, found)

    left, right = (chain(side).rewrite(by(sum_0())) for side in sides(substituted(goal.conclusion, {n: ZERO})))
    base = meeting(left, right)
    return specialise(induct(n, body, generalise(base, f), step), f)


# -- words ---------------------------------------------------------------------------------------------------------


@lemma("forall m F. words(0, m, F) = F(fun t. 0)")
def words_0(goal: Goal) -> Proved:
    """There is one word without letters."""
    return _unfolded(goal, "words")


@lemma("forall n m F. integer(n) and 0 <= n implies words(n + 1, m, F) = "
       "(sum w in (1..m)^n. sum y in 1..m. F(extended(w, n + 1, y)))")  # fmt: skip
def words_next(goal: Goal) -> Proved:
    """A word of one letter more is a word and a letter."""
    return _unfolded(goal, "words")


def by_lengths(
    goal: Goal, functions: Sequence[Free], start: Proved, following: Proved, after: Callable[[Free, Free], Term]
) -> Proved:
    """An equation of sums over words of length n, for all these functions, by induction on n.

    `start` and `following` are the sums at length 0 and at length n + 1; there a function f is what `after(f, n)` makes
    of it at length n.
    """
    n, sizes = goal.variables[0], goal.given[1]
    everywhere = for_all(tuple(functions), goal.conclusion)

    def at(size: Term) -> tuple[Term, Term]:
        return sides(substituted(goal.conclusion, {n: size}))

    left, right = at(ZERO)
    base = meeting(chain(left).rewrite(by(start)), chain(right).rewrite(by(start)))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        left, right = at(PLUS(k, ONE))
        first = chain(left).rewrite(by(following, [known]), in_sums([sizes]))
        second = chain(right).rewrite(by(following, [known]))
        later = specialise(assumed, *(after(f, k) for f in functions))
        return generalise(meeting(first, second, later), *functions)

    return specialise(induct(n, everywhere, generalise(base, *functions), step), *functions)


def _over_words(goal: Goal) -> Proved:
    def after(f: Free, k: Free) -> Term:
        return f if f.type == REAL else lengthened(f, k, goal.variables[1])

    return by_lengths(goal, goal.variables[2:], words_0(), words_next(), after)


def lengthened(function: Term, n: Term, m: Term) -> Term:
    """The function of words of length n that sums a function of words of length n + 1 over the last letter."""
    return term("fun w. sum y in 1..m. F(extended(w, n + 1, y))", F=function, n=n, m=m)


@lemma("forall n m F G. integer(n) and 0 <= n implies integer(m) and 0 <= m implies "
       "(sum w in (1..m)^n. F(w) + G(w)) = words(n, m, F) + words(n, m, G)")  # fmt: skip
def words_plus(goal: Goal) -> Proved:
    """Sums of sums over words."""
    return _over_words(goal)


@lemma("forall n m c F. integer(n) and 0 <= n implies integer(m) and 0 <= m implies "
       "(sum w in (1..m)^n. c * F(w)) = c * words(n, m, F)")  # fmt: skip
def words_scale(goal: Goal) -> Proved:
    """A constant factor in front of a sum over words."""
    return _over_words(goal)


def in_words(given: Given = ()) -> Conversion:
    """Sums over words taken apart like sums."""
    return linear_in([Linear("words", 2, words_plus(), words_scale())], given)


@lemma("forall n m k F. integer(n) and 0 <= n implies integer(m) and 0 <= m implies integer(k) and 0 <= k implies "
       "(sum w in (1..m)^n. sum j in 1..k. F(w, j)) = (sum j in 1..k. sum w in (1..m)^n. F(w, j))")  # fmt: skip
def words_swap(goal: Goal) -> Proved:
    """A sum over words and a sum may change places."""
    k = goal.variables[2]
    sizes = goal.given[:2]

    def at(size: Term, *rules: Conversion) -> tuple[Chain, Chain]:
        left, right = sides(substituted(goal.conclusion, {k: size}))
        return chain(left).rewrite(*rules, in_words(sizes)), chain(right).rewrite(*rules)

    def step(before: Free, known: Proved, assumed: Proved) -> Proved:
        return meeting(*at(PLUS(before, ONE), by(sum_next(), [known])), assumed)

    return induct(k, goal.conclusion, meeting(*at(ZERO, by(sum_0()))), step)
