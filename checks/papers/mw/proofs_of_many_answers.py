"""Scripts for extended Warner designs of any number of answers: they are a I + b J, of which the theory knows all.

With k answers, of which the truth has probability p, b = (1 - p)/(k - 1) and a = p - b.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from checks.papers.mw.own_words import is_word, meant
from checks.verifying.stated import Refuted, granted, refuted_under
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    generalise,
    instance,
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
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import (
    FALSE,
    NOT,
    Abstract,
    Apply,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    opened,
    parts,
    quantified,
    there_is,
)
from derivations.theory.automatic import automatic, facts_of, inverses
from derivations.theory.automatic import found as searched
from derivations.theory.likelihood import (
    empirical_is_law,
    fitting_is_most_likely_signed,
    most_likely_signed_fits,
)
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at, by_conditions, each, either, term_at_most_sum
from derivations.theory.sums import ONE, in_range, in_sums, sum_of_ones
from derivations.theory.symmetric import (
    symmetric_design,
    symmetric_private,
    symmetric_response,
    symmetric_unbiased,
    symmetric_variance,
)

SLOPE, OTHER = "p - (1 - p)/(k - 1)", "(1 - p)/(k - 1)"
ESTIMATE = "(frequency(n, i)(w)/n - b)/a"


@dataclass(frozen=True)
class _Even:
    """A design of the paper with k answers."""

    matrix: Term
    k: Term
    p: Term

    @classmethod
    def within(cls, formula: Term) -> _Even:
        """The design that a formula speaks of."""
        found = next(part for part in parts(formula) if is_word(part, "even", 2))
        assert isinstance(found, Apply)
        assert isinstance(found.function, Apply)
        return cls(found, found.function.argument, found.argument)

    @property
    def parameters(self) -> dict[str, Term]:
        """a and b"""
        return {name: term(text, k=self.k, p=self.p) for name, text in (("a", SLOPE), ("b", OTHER))}

    def is_symmetric(self) -> Proved:
        """even(k, p) = a I + b J"""
        x, y = Free("x #0"), Free("y #0")
        first = normal(self.matrix, meant("even"))
        second = normal(term("symmetric(a, b)", **self.parameters), unfolding("symmetric", "indicator"))
        entry = specialise(entry_of_design(), x, y, self.p, self.parameters["b"])
        whole = kernel.abstracted(x, kernel.abstracted(y, entry))
        return derived.transitive(derived.transitive(first, whole), symmetric(second))

    def is_design(self, known: Sequence[Proved]) -> Proved:
        """|- design(k, k, a I + b J)"""
        found = at(symmetric_design(), self.k, *self.parameters.values(), given=known)
        return derived.follow(symmetric(found), arithmetic(sides(found.conclusion)[1], *known))

    def privacy(self, x: Term, known: Sequence[Proved]) -> Proved:
        """|- private(k, k, a I + b J, x) iff a + b <= x b and b <= x (a + b)"""
        values = self.parameters
        given = [*known, *(arithmetic(term(text, **values), *known) for text in ("0 <= b", "0 <= a + b"))]
        return at(symmetric_private(), self.k, *values.values(), x, given=given, premises=3)


@lemma("forall x y p c. (if x = y then p else c) = (p - c)*(if x = y then 1 else 0) + c")
def entry_of_design(goal: Goal) -> Proved:
    """p on the diagonal and c elsewhere."""
    return by_conditions(goal.conclusion)


def _known(premises: Sequence[Term]) -> list[Proved]:
    given = [fact for formula in premises for fact in conjuncts(kernel.assume(formula))]
    return [*given, *(fact for premise in given for fact in facts_of(premise))]


def estimate(goal: Goal) -> Proved:
    """What is said of the mean or the variance of the unbiased estimate of a share."""
    return _moment(goal.conclusion, _known(goal.given))


SPREAD = "(1 - p + (n*p - 1)*s)*(n - 2 + p - (n*p - 1)*s)/((n*p - 1)^2*N)"
"""The variance of the estimate of a share s, from N participants."""


def misprinted(goal: Goal) -> Refuted:
    """Another formula for the variance of the estimate of the first share fails where it is not the true one."""
    spread, _ = sides(goal.conclusion)
    names = goal.names
    share = term("pi(1)", pi=names["pi"])
    true = _moment(equal(spread, term(SPREAD, n=names["n"], N=names["N"], p=names["p"], s=share)), _known(goal.given))
    return refuted_under(goal, derived.transitive(symmetric(true), granted(goal)))


def _moment(said: Term, known: Sequence[Proved]) -> Proved:
    return reduced(normal(said, meant("estimate", "spread")), lambda it: _plain_moment(it, known))


def _plain_moment(formula: Term, known: Sequence[Proved]) -> Proved:
    design = _Even.within(formula)
    whole = normal(formula, lambda part: design.is_symmetric() if part == design.matrix else None)
    formula = sides(whole.conclusion)[1]
    said = applied(formula, "unbiased", 6)
    left = said or applied(sides(formula)[0], "dispersion", 4)
    assert left is not None
    statistic = left[4] if said else left[3]
    assert isinstance(statistic, Abstract)
    n, w = left[0], Free("w #0", statistic.variable)
    printed = opened(statistic, w)
    i = next(counted[1] for part in parts(printed) if (counted := applied(part, "frequency", 3)))
    values = design.parameters
    plain = term(ESTIMATE, n=n, i=i, w=w, **values)
    numbers = [fact for fact in known if not any(applied(part, "law", 2) for part in parts(fact.conclusion))]
    same = kernel.abstracted(w, arithmetic(equal(printed, plain), *numbers))
    facts = [*known, design.is_design(numbers), arithmetic(term("a != 0", **values), *numbers)]
    if said:
        found = at(symmetric_unbiased(), n, design.k, i, *values.values(), given=facts, premises=5)
        return _in_place(whole, same, found)
    pi = next(reported[1] for part in parts(formula) if (reported := applied(part, "response", 3)))
    found = at(symmetric_variance(), n, design.k, i, *values.values(), pi, given=facts, premises=6)
    worth = sides(found.conclusion)[1]
    found = derived.transitive(found, arithmetic(equal(worth, sides(formula)[1]), *numbers))
    return _in_place(whole, same, found)


def _in_place(whole: Proved, same: Proved, found: Proved) -> Proved:
    """The formula, from what is found once its design and its statistic are put in place of what they are equal to."""
    statistic = sides(same.conclusion)[0]
    changed = normal(sides(whole.conclusion)[1], lambda part: same if part == statistic else None)
    return derived.follow(symmetric(derived.transitive(whole, changed)), found)


BOUNDS = {
    "1/k < p": "1 < k*p",
    "p < 1/k": "k*p < 1",
    "p <= x/(x + k - 1)": "p*(x + k - 1) <= x",
    "1/((k - 1)*x + 1) <= p": "1 <= p*((k - 1)*x + 1)",
}
"""Bounds of p as the paper prints them, and without quotients."""


@dataclass(frozen=True)
class _Levels:
    """For which p a design is private at the level x: what is known of k and x, and of p without quotients."""

    design: _Even
    x: Term
    sizes: Sequence[Proved]

    def shown(self, formula: Term, known: Sequence[Proved]) -> Proved:
        """The formula, from what is known."""
        if (both := applied(formula, "=", 2)) and str(both[0].type) == "bool":
            first, second = (kernel.assume(side) for side in both)
            forth = self.shown(both[1], [*known, *self.said(first, known)])
            back = self.shown(both[0], [*known, *self.said(second, known)])
            return derived.equivalent(kernel.discharge(both[0], forth), kernel.discharge(both[1], back))
        if found := applied(formula, "and", 2):
            return kernel.conjoin(self.shown(found[0], known), self.shown(found[1], known))
        if applied(formula, "private", 4):
            level = self.design.privacy(self.x, [*self.sizes, *known])
            bounds = arithmetic(sides(level.conclusion)[1], *self.sizes, *known)
            return derived.follow(symmetric(self._in_symmetric(formula)), derived.follow(symmetric(level), bounds))
        if (bound := self._bound(formula)) is not None:
            return arithmetic(formula, arithmetic(bound, *self.sizes, *known), *self.sizes)
        return arithmetic(formula, *self.sizes, *known)

    def said(self, theorem: Proved, known: Sequence[Proved]) -> list[Proved]:
        """What a theorem says of p, without quotients."""
        facts, private = [], []
        for fact in conjuncts(theorem):
            bound = self._bound(fact.conclusion)
            if applied(fact.conclusion, "private", 4):
                private.append(fact)
            else:
                facts.append(fact if bound is None else arithmetic(bound, fact, *self.sizes))
        for fact in private:
            level = self.design.privacy(self.x, [*self.sizes, *known, *facts])
            bounds = conjuncts(derived.follow(level, derived.follow(self._in_symmetric(fact.conclusion), fact)))
            plain = zip(bounds, map(self._term, _MEANT), strict=True)
            facts += [arithmetic(formula, bound, *self.sizes) for bound, formula in plain]
        return facts

    def _in_symmetric(self, formula: Term) -> Proved:
        return normal(formula, lambda part: self.design.is_symmetric() if part == self.design.matrix else None)

    def _bound(self, formula: Term) -> Term | None:
        return next((self._term(plain) for bound, plain in BOUNDS.items() if self._term(bound) == formula), None)

    def _term(self, text: str) -> Term:
        names = {"k": self.design.k, "p": self.design.p, "x": self.x}
        return term(text, **{name: value for name, value in names.items() if name in text})


_MEANT = ("p*(k - 1) <= x*(1 - p)", "1 - p <= x*p*(k - 1)")


def levels(goal: Goal) -> Proved:
    """For which p a design is private: an equivalence, or what is private under a condition."""
    given = goal.facts
    private = next(found for part in parts(goal.conclusion) if (found := applied(part, "private", 4)))
    design = _Even.within(goal.conclusion)
    sizes = [fact for fact in given if design.p not in parts(fact.conclusion)]
    solver = _Levels(design, private[3], sizes)
    return solver.shown(goal.conclusion, [fact for one in given if one not in sizes for fact in solver.said(one, [])])


def one_design(goal: Goal) -> Proved:
    """The level without budget that one design has, and what is read off that design."""
    level, design = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    private = levels(replace(goal, conclusion=level))
    entries = goal_of(design)
    entry = normal(entries.conclusion, meant("even"))
    uniform = by_conditions(sides(entry.conclusion)[1], *goal.given, *entries.given)
    return kernel.conjoin(private, entries.qed(derived.follow(symmetric(entry), uniform)))


def no_design(goal: Goal) -> Refuted:
    """The printed sets leave the design of three answers out that sends each with probability 1/3."""
    at = {"n": Number(3), "p": Number(Fraction(1, 3)), "x": Number(1)}
    return Refuted(refuted_at(goal.statement, list(at.values())), tuple((name, str(n.value)) for name, n in at.items()))


# -- the least variance -----------------------------------------------------------------------------------------------


@lemma("forall n s a b. 2 <= n and 0 <= s <= 1 and 0 <= a and a < b implies "
       "(a + n*s)*((n - 1)*a + n*(1 - s)) < (b + n*s)*((n - 1)*b + n*(1 - s))")  # fmt: skip
def rises(goal: Goal) -> Proved:
    """The variance in terms of a = n(1 - p)/(np - 1), for p above 1/n."""
    return automatic(goal)


@lemma("forall n s a b. 2 <= n and 0 <= s <= 1 and n <= a and a < b implies "
       "(a - n*s)*((n - 1)*a - n*(1 - s)) < (b - n*s)*((n - 1)*b - n*(1 - s))")  # fmt: skip
def rises_below(goal: Goal) -> Proved:
    """The variance in terms of a = n(1 - p)/(1 - np), for p below 1/n."""
    return automatic(goal)


@lemma("forall u v f g n N. 2 <= n and 1 <= N and u = f/(n^2*N) and v = g/(n^2*N) and f < g implies u < v")
def of_scaled(goal: Goal) -> Proved:
    """What is larger times n^2 N is larger."""
    u, v, f, g, n, N = goal.variables
    sizes, is_first, is_second, less = _scaled_premises(goal)
    scale = arithmetic(term("0 < n^2*N", n=n, N=N), *sizes)
    products = (
        arithmetic(term("u*(n^2*N) = f", u=value, f=whole, n=n, N=N), fact, scale)
        for value, whole, fact in ((u, f, is_first), (v, g, is_second))
    )
    return arithmetic(goal.conclusion, *products, scale, less)


def _scaled_premises(goal: Goal) -> tuple[list[Proved], Proved, Proved, Proved]:
    first, second, is_first, is_second, less = conjuncts(kernel.assume(goal.given[0]))
    return [first, second], is_first, is_second, less


@lemma("forall n p q. 2 <= n and 1 < n*q and q < p and p <= 1 implies "
       "0 <= n*(1 - p)/(n*p - 1) and n*(1 - p)/(n*p - 1) < n*(1 - q)/(n*q - 1)")  # fmt: skip
def falls_above(goal: Goal) -> Proved:
    """a falls with p above 1/n."""
    return automatic(goal)


@lemma("forall n p q. 2 <= n and 0 <= p and p < q and n*q < 1 implies "
       "n <= n*(1 - p)/(1 - n*p) and n*(1 - p)/(1 - n*p) < n*(1 - q)/(1 - n*q)")  # fmt: skip
def rises_with_p(goal: Goal) -> Proved:
    """a rises with p below 1/n."""
    return automatic(goal)


@dataclass(frozen=True)
class Optimum:
    """The designs on one side of 1/n: the best p, a of p, the variance times n^2 N, and how the last two rise."""

    best: str
    bounds: tuple[str, str]  # of a p that is allowed, without quotients, and of the best one
    worse: str  # p, if it is not the best
    a: str
    variance: str
    of_p: Callable[[], Proved]
    of_a: Callable[[], Proved]

    def __call__(self, goal: Goal) -> Proved:
        """That exactly the printed p has the least variance."""
        return _Choice(self, goal.names, goal).shown()


ABOVE = Optimum(
    "x/(x + n - 1)",
    ("1 < n*p", "p <= 1"),
    "p < x/(x + n - 1)",
    "n*(1 - p)/(n*p - 1)",
    "(a + n*s)*((n - 1)*a + n*(1 - s))",
    falls_above,
    rises,
)
BELOW = Optimum(
    "1/((n - 1)*x + 1)",
    ("n*p < 1", "0 <= p"),
    "1/((n - 1)*x + 1) < p",
    "n*(1 - p)/(1 - n*p)",
    "(a - n*s)*((n - 1)*a - n*(1 - s))",
    rises_with_p,
    rises_below,
)


@dataclass(frozen=True)
class _Choice:
    optimum: Optimum
    names: Mapping[str, Term]
    goal: Goal

    def shown(self) -> Proved:
        chosen, is_best = applied(self.goal.conclusion, "=", 2) or (self.goal.conclusion, self.goal.conclusion)
        p, best = self.names["p"], self._term(self.optimum.best)
        return derived.equivalent(
            kernel.discharge(chosen, self._only(chosen, is_best)),
            kernel.discharge(is_best, self._best(chosen, p, best, kernel.assume(is_best))),
        )

    def _term(self, text: str, **values: Term) -> Term:
        names = {**self.names, **values}
        return term(text, **{name: value for name, value in names.items() if re.search(rf"\b{name}\b", text)})

    @property
    def sizes(self) -> list[Proved]:
        """What is known of n, x and N."""
        return [fact for fact in _known(self.goal.given) if self.names["pi"] not in parts(fact.conclusion)]

    def _bounds(self, p: Term, *facts: Proved) -> list[Proved]:
        best = self._term(self.optimum.best)
        inside = conjuncts(arithmetic(term("0 <= b <= 1", b=best), *self.sizes))
        known = [*inside, *facts, *self.sizes]
        return [arithmetic(self._term(text, p=p), *known) for text in self.optimum.bounds]

    def _share(self) -> Proved:
        """0 <= pi(1) <= 1"""
        law = next(fact for fact in _known(self.goal.given) if applied(fact.conclusion, "law", 2))
        chances, whole = conjuncts(rewritten(law, unfolding("law")))
        n, pi = self.names["n"], self.names["pi"]
        first = kernel.conjoin(kernel.literal(ONE), arithmetic(term("1 <= one <= n", one=ONE, n=n), *self.sizes))
        sizes = [*self.sizes, arithmetic(term("0 <= n", n=n), *self.sizes), first]
        most = kernel.detach(at(term_at_most_sum(), n, ONE, pi, given=sizes, premises=2), chances)
        return arithmetic(term("0 <= pi(1) <= 1", pi=pi), most, whole, at(chances, ONE, given=[first]))

    def _variance(self, p: Term, bounds: Sequence[Proved]) -> tuple[Term, Proved]:
        """The variance times n^2 N, and that it is."""
        s = term("pi(1)", pi=self.names["pi"])
        scaled = self._term(self.optimum.variance, a=self._term(self.optimum.a, p=p), s=s)
        said = term("v = f/(n^2*N)", v=self._spread(p), f=scaled, n=self.names["n"], N=self.names["N"])
        law = [fact for fact in _known(self.goal.given) if applied(fact.conclusion, "law", 2)]
        probability = arithmetic(term("0 <= p and p <= 1 and n*p != 1", p=p, n=self.names["n"]), *bounds, *self.sizes)
        return scaled, _moment(said, [*self.sizes, *conjuncts(probability), *law])

    def _spread(self, p: Term) -> Term:
        own = next(part for part in parts(self.goal.conclusion) if is_word(part, "spread", 4))
        assert isinstance(own, Apply)
        return own.function(p)

    def _larger(self, p: Term, at_p: Sequence[Proved], q: Term, at_q: Sequence[Proved], worse: Proved) -> Proved:
        """V(p) < V(q)"""
        n, s = self.names["n"], term("pi(1)", pi=self.names["pi"])
        values = [self._term(self.optimum.a, p=x) for x in (p, q)]
        ordered = at(self.optimum.of_p(), n, p, q, given=[*at_p, *at_q, worse, *self.sizes])
        risen = at(self.optimum.of_a(), n, s, *values, given=[self._share(), *conjuncts(ordered), *self.sizes])
        (first, is_first), (second, is_second) = self._variance(p, at_p), self._variance(q, at_q)
        given = [is_first, is_second, risen, *self.sizes]
        return at(of_scaled(), self._spread(p), self._spread(q), first, second, n, self.names["N"], given=given)

    def _only(self, chosen: Term, is_best: Term) -> Proved:
        p, best = self.names["p"], self._term(self.optimum.best)
        allowed, least = conjuncts_of_three(kernel.assume(chosen))
        at_p, at_best = self._bounds(p, *allowed), self._bounds(best)
        other = kernel.assume(NOT(is_best))
        worse = arithmetic(self._term(self.optimum.worse), other, *allowed)
        larger = self._larger(best, at_best, p, at_p, worse)
        premise, _ = applied(specialise(least, best).conclusion, "implies", 2) or (chosen, chosen)
        smaller = kernel.detach(specialise(least, best), arithmetic(premise, *self.sizes))
        return derived.absurd(is_best, arithmetic(FALSE, larger, smaller))

    def _best(self, chosen: Term, p: Term, best: Term, same: Proved) -> Proved:
        pattern = closed(p, chosen) if isinstance(p, Free) else None
        assert pattern is not None
        wanted = opened(pattern, best)
        first, rest = applied(wanted, "and", 2) or (wanted, wanted)
        second, least = applied(rest, "and", 2) or (rest, rest)
        body = quantified(least, "forall")
        assert body is not None
        q = Free("q #0", body.variable)
        premise, smaller = applied(opened(body, q), "implies", 2) or (least, least)
        allowed = list(conjuncts(kernel.assume(premise)))
        case = either(equal(q, best))
        equal_to, other = applied(case.conclusion, "or", 2) or (smaller, smaller)
        there = kernel.replace(
            symmetric(kernel.assume(equal_to)), closed(q, smaller), arithmetic(opened(closed(q, smaller), best))
        )
        worse = arithmetic(self._term(self.optimum.worse, p=q), kernel.assume(other), *allowed)
        larger = self._larger(best, self._bounds(best), q, self._bounds(q, *allowed), worse)
        elsewhere = arithmetic(smaller, larger)
        every = generalise(kernel.discharge(premise, kernel.cases(case, there, elsewhere)), q)
        whole = kernel.conjoin(arithmetic(first, *self.sizes), kernel.conjoin(arithmetic(second, *self.sizes), every))
        return kernel.replace(symmetric(same), pattern, whole)


def design_of_many(goal: Goal) -> Proved:
    """The rows of the matrix are laws, for any number of answers."""
    design = _Even.within(goal.conclusion)
    whole = normal(goal.conclusion, lambda part: design.is_symmetric() if part == design.matrix else None)
    known = _known(goal.given)
    sizes = [*known, arithmetic(term("integer(k) and 1 <= k", k=design.k), *known)]
    return derived.follow(symmetric(whole), design.is_design(sizes))


_TWO_SPREAD = "s*(1 - s)/N + p*(1 - p)/((1 - 4*(p*(1 - p)))*N)"


@lemma("forall p q s N. 1/2 < p and p <= 1 and 1 - p <= q and q <= p and q != 1/2 and 1 <= N implies "
       f"{_TWO_SPREAD} <= {_TWO_SPREAD.replace('p', 'q')}")  # fmt: skip
def farther_from_half(goal: Goal) -> Proved:
    """With two answers the variance is the less the farther p is from 1/2."""
    p, q, _s, N = goal.variables
    u, v = Free("u #0"), Free("v #0")
    here = [kernel.assume(term(text, u=u, v=v, N=N)) for text in ("0 <= u", "u <= v", "4*v < 1", "1 <= N")]
    larger = arithmetic(term("u/((1 - 4*u)*N) <= v/((1 - 4*v)*N)", u=u, v=v, N=N), *here)
    for fact in reversed(here):
        larger = kernel.discharge(fact.conclusion, larger)
    larger = kernel.instantiate(larger, {u: term("p*(1 - p)", p=p), v: term("q*(1 - q)", q=q)})
    facts = [arithmetic(term(text, p=p, q=q), *goal.given) for text in (
        "0 <= p*(1 - p)", "p*(1 - p) <= q*(1 - q)", "4*(q*(1 - q)) < 1")]  # fmt: skip
    return arithmetic(goal.conclusion, under(larger, [*facts, *goal.given], 4), opaque=True)


@lemma("forall x M s D G N. 0 < M and 0 < D and 1 <= N and D*(x + s*M) <= M*G implies x/(M*N) + s/N <= G/(D*N)")
def over_both(goal: Goal) -> Proved:
    """An inequality divided by what is positive."""
    return automatic(goal)


@lemma("forall x d e f s N. 1 < x and 0 < d and d <= (x - 1)*e and d <= (x - 1)*f and 0 <= s <= 1 and 1 <= N implies "
       "x/((x - 1)^2*N) + s*(1 - s)/N <= (e + s*d)*(f + (1 - s)*d)/(d^2*N)")  # fmt: skip
def of_distance(goal: Goal) -> Proved:
    """Both factors of the variance are least where the design gives away all that it may."""
    x, d, e, f, s, N = goal.variables
    names = dict(zip("xdefs", (x, d, e, f, s), strict=True))
    known = _known(goal.given)
    pairs = ("0 <= d*(1 + s*(x - 1))", "d*(1 + s*(x - 1)) <= (x - 1)*(e + s*d)",
             "0 <= d*(1 + (1 - s)*(x - 1))", "d*(1 + (1 - s)*(x - 1)) <= (x - 1)*(f + (1 - s)*d)")  # fmt: skip
    factors = [arithmetic(term(text, **{n: v for n, v in names.items() if n in text}), *known) for text in pairs]
    ends = [both for fact in factors[1::2] if (both := applied(fact.conclusion, "<=", 2))]
    product = at(larger_product(), *(end for pair in ends for end in pair), given=factors)
    G = term("(e + s*d)*(f + (1 - s)*d)", e=e, s=s, d=d, f=f)
    M, D = term("(x - 1)^2", x=x), term("d^2", d=d)
    whole = arithmetic(term("D*(x + s*(1 - s)*M) <= M*G", D=D, x=x, s=s, M=M, G=G), product)
    signs = [arithmetic(term("0 < c", c=square), *known[:2]) for square in (M, D)]
    return at(over_both(), x, M, term("s*(1 - s)", s=s), D, G, N, given=[*signs, whole, *known])


@lemma("forall a b c d. 0 <= a and a <= b and 0 <= c and c <= d implies a*c <= b*d")
def larger_product(goal: Goal) -> Proved:
    """A product is not smaller for larger factors."""
    return automatic(goal)


_PRIVATE = "a <= x*b and b <= x*a and 1 - a <= x*(1 - b) and 1 - b <= x*(1 - a)"
_REPORT = "(b + s*(a - b))"


@lemma(f"forall x p s N a b. 1 < x and p = x/(x + 1) and 0 <= s <= 1 and 1 <= N and a != b and {_PRIVATE} implies "
       f"{_TWO_SPREAD} <= {_REPORT}*(1 - {_REPORT})/((a - b)^2*N)")  # fmt: skip
def least_of_two(goal: Goal) -> Proved:
    """Of the private designs of two answers none has a smaller variance than Warner's coin with the printed p."""
    x, p, s, N, a, b = goal.variables
    known = _known(goal.given)
    coin = arithmetic(term("p*(1 - p)/((1 - 4*(p*(1 - p)))*N) = x/((x - 1)^2*N)", p=p, N=N, x=x), *known)
    cases = []
    for case, d, e, f, share in (("b < a", "a - b", "b", "1 - a", "s"), ("a < b", "b - a", "a", "1 - b", "1 - s")):
        given = kernel.assume(term(case, a=a, b=b))
        values = [term(text, **{n: v for n, v in (("a", a), ("b", b), ("s", s)) if n in text})
                  for text in (d, e, f, share)]  # fmt: skip
        least = at(of_distance(), x, *values, N, given=[
            arithmetic(term(text, x=x, d=values[0], e=end), given, *known)
            for text, end in (("0 < d and d <= (x - 1)*e", values[1]), ("0 < d and d <= (x - 1)*e", values[2]))
        ] + [arithmetic(term("0 <= s <= 1", s=values[3]), *known), given, *known])  # fmt: skip
        smaller, larger = applied(least.conclusion, "<=", 2) or ()
        spread, wanted = applied(goal.conclusion, "<=", 2) or ()
        own = arithmetic(equal(larger, wanted), given, known[4])
        bound = arithmetic(equal(spread, smaller), coin, known[4])
        cases.append(arithmetic(goal.conclusion, least, own, bound, opaque=True))
    one_of = arithmetic(term("b < a or a < b", a=a, b=b), *known)
    return kernel.cases(one_of, *cases)


_OF_TWO = "fun w. (frequency(N, 1)(w)/N - Q(2, 1))/(Q(1, 1) - Q(2, 1))"


@lemma("forall N pi Q. size(N) and law(2, pi) and design(2, 2, Q) and Q(1, 1) != Q(2, 1) implies "
       f"dispersion(N, 2, response(2, pi, Q), {_OF_TWO}) = (Q(2, 1) + pi(1)*(Q(1, 1) - Q(2, 1)))"
       "*(1 - (Q(2, 1) + pi(1)*(Q(1, 1) - Q(2, 1))))/((Q(1, 1) - Q(2, 1))^2*N)")  # fmt: skip
def spread_of_two(goal: Goal) -> Proved:
    """The variance of the unbiased estimate from the responses of any design of two answers."""
    return automatic(goal)


def best_of_two(goal: Goal) -> Proved:
    """Warner's coin with the printed probability is private, and no private coin has a smaller variance."""
    private, rest = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    every, any_design = applied(rest, "and", 2) or (rest, rest)
    known = _known(goal.given)
    names = goal.names
    N, pi, p = (names[name] for name in ("N", "pi", "p"))
    one = goal_of(every)
    (q,) = one.variables
    law = [fact for fact in known if pi in parts(fact.conclusion)]
    numbers = [fact for fact in known if fact not in law]
    at_p = arithmetic(term("1/2 < p and p < 1", p=p), *numbers)
    is_private = searched(private, *numbers)
    allowed = _known(one.given)
    at_q = arithmetic(term("1 - p <= q and q <= p and q != 1/2", p=p, q=q), *numbers, *allowed)
    s = term("pi(1)", pi=pi)
    smaller = at(farther_from_half(), p, q, s, N, given=[*numbers, *conjuncts(at_p), *conjuncts(at_q)])
    spreads = []
    for spread, value, known_of in zip(
        applied(one.conclusion, "<=", 2) or (), (p, q), ([at_p], [at_p, at_q]), strict=True
    ):
        said = term(f"v = {_TWO_SPREAD}", v=spread, s=s, p=value, N=N)
        probability = arithmetic(term("0 <= p and p <= 1 and 2*p != 1", p=value), *known_of)
        spreads.append(_moment(said, [*numbers, *conjuncts(probability), *law, *_known([term("size(N)", N=N)])]))
    coins = one.qed(arithmetic(one.conclusion, smaller, *spreads))
    other = goal_of(any_design)
    (Q,) = other.variables
    given = other.facts
    x = names["x"]
    ends = [term(text, Q=Q) for text in ("Q(1, 1)", "Q(2, 1)")]
    bounds = [searched(term(text, x=x, a=ends[0], b=ends[1]), *given, *numbers) for text in _PRIVATE.split(" and ")]
    share = searched(term("0 <= s <= 1", s=s), *law)
    least = at(least_of_two(), x, p, s, N, *ends, given=[*numbers, *given, share, *bounds])
    drawn = at(spread_of_two(), N, pi, Q, given=[*known, *given])
    designs = other.qed(arithmetic(other.conclusion, least, drawn, spreads[0], opaque=True))
    return kernel.conjoin(is_private, kernel.conjoin(coins, designs))


def conjuncts_of_three(theorem: Proved) -> tuple[list[Proved], Proved]:
    """Two bounds, and what is least under them."""
    first, second, least = conjuncts(theorem)
    return [first, second], least


# -- the most likely shares -------------------------------------------------------------------------------------------


@lemma("forall k a b pi. integer(k) and 1 <= k implies a != 0 and a + k*b = 1 implies "
       "(sum i in 1..k. pi(i)) = 1 implies (sum i in 1..k. (pi(i) - b)/a) = 1")  # fmt: skip
def solved_shares_add_up(goal: Goal) -> Proved:
    """Shares solved from a law of the responses add up to one."""
    k = goal.variables[0]
    sizes: list[Term | Proved] = [*goal.given, arithmetic(term("0 <= k", k=k), goal.given[0])]
    sizes.append(kernel.part(kernel.assume(goal.given[0]), 0))
    left, right = sides(goal.conclusion)
    return (
        chain(left).rewrite(inverses, in_sums(sizes), by(sum_of_ones(), sizes)).arithmetic(right, *goal.given).theorem
    )


def most_likely(goal: Goal) -> Proved:
    """That there are most likely shares of any sign, and that they are the estimates."""
    plain = normal(goal.conclusion, meant("estimate", "spread"))
    design = _Even.within(sides(plain.conclusion)[1])
    whole = normal(sides(plain.conclusion)[1], lambda part: design.is_symmetric() if part == design.matrix else None)
    _, every = applied(sides(whole.conclusion)[1], "and", 2) or ()
    known = _known(goal.given)
    names = goal.names
    n, w, k = names["N"], names["w"], design.k
    values = design.parameters
    numbers = [fact for fact in known if w not in parts(fact.conclusion)]
    sizes = [*known, *(arithmetic(term(text, k=k), *numbers) for text in ("0 <= k", "1 <= k"))]
    sizes += [arithmetic(term(text, k=k, **values), *numbers) for text in ("a != 0", "a + k*b = 1")]
    law = at(empirical_is_law(), n, k, w, given=sizes, premises=3)
    chances, total = conjuncts(rewritten(law, unfolding("law")))
    q = term("empirical(n, w)", n=n, w=w)
    shares = term("fun i. (q(i) - b)/a", q=q, **values)
    adds_up = at(solved_shares_add_up(), k, *values.values(), q, given=[*sizes, total], premises=3)
    matrix, y = term("symmetric(a, b)", **values), Free("y #0")
    inside = kernel.assume(in_range(y, k))
    own = at(symmetric_response(), k, *values.values(), shares, y, given=[*sizes, inside, adds_up], premises=3)
    observed = each(
        y, k, derived.transitive(own, arithmetic(equal(sides(own.conclusion)[1], q(y)), *sizes, opaque=True))
    )
    wanted = term("signed_shares(k, k, P, pi)", k=k, P=matrix, pi=shares)
    chance = term("0 <= response(k, pi, P)(y)", k=k, P=matrix, pi=shares, y=y)
    one = arithmetic(chance, at(chances, y, given=[inside]), at(observed, y, given=[inside]))
    is_signed = normal(wanted, unfolding("signed_shares"))
    allowed = derived.follow(symmetric(is_signed), kernel.conjoin(rewritten(adds_up), each(y, k, one)))
    given = [*sizes, design.is_design(numbers), allowed, observed]
    found = at(fitting_is_most_likely_signed(), n, k, k, matrix, shares, w, given=given, premises=7)
    fits = at(most_likely_signed_fits(), n, k, k, matrix, shares, w, given=given, premises=7)
    body = quantified(every, "forall")
    assert body is not None
    rho, i = Free("rho #0", body.variable), Free("i #0")
    likely, printed = applied(opened(body, rho), "implies", 2) or (every, every)
    signed, fitted = conjuncts(at(fits, rho, given=[kernel.assume(likely)]))
    sum_of_rho, _ = conjuncts(rewritten(signed, unfolding("signed_shares")))
    place = kernel.assume(in_range(i, k))
    own = at(symmetric_response(), k, *values.values(), rho, i, given=[*sizes, place, sum_of_rho], premises=3)
    _, share = applied(instance(printed, i), "implies", 2) or (printed, printed)
    seen = rewritten(at(fitted, i, given=[place]), unfolding("empirical"))
    solved = arithmetic(share, own, seen, *numbers)
    unique = generalise(kernel.discharge(likely, each(i, k, solved)), rho)
    pi = Free("pi #0", body.variable)
    likely_of = there_is(pi, term("most_likely_signed(n, k, k, P, w, pi)", n=n, k=k, P=matrix, w=w, pi=pi))
    some = derived.follow(normal(likely_of), kernel.witness(likely_of, shares, found))
    both = kernel.conjoin(some, unique)
    return derived.follow(symmetric(derived.transitive(plain, whole)), both)
