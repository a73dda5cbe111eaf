"""Sections 4.1 and 4.2: what a set reveals, the moments of its bits, and how the added variance goes with the sizes."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.common import given, in_plain_words, of_parameters
from checks.papers.nz.proofs.diversity import Diverse, matched, risk_by_moments
from checks.papers.nz.proofs.pairs import each_bit
from checks.verifying.stated import Refuted, Script, script
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
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, Term, applied, equal, free_variables
from derivations.theory.automatic import inverses
from derivations.theory.likelihood import response_is_law
from derivations.theory.single_terms import at, each, summed
from derivations.theory.subset_designs import ZETA, chance_of_holding
from derivations.theory.sums import in_range, in_sums

# -- what a set reveals ------------------------------------------------------------------------------------------------


def equally_plausible(goal: Goal) -> Proved:
    """alpha P/r is 0 off the set, and alpha a/r on it."""
    here = Diverse(goal)
    i, y = here.i, here.names["y"]
    inside = shown(here.term("integer(y) and 1 <= y <= m", y=y), here.facts)
    entry = rewritten(at(at(here.entries, i, given=here.ranges), y, given=[inside]))

    def prove(formula: Term) -> Proved:
        first, rest = applied(formula, "and", 2) or (FALSE, FALSE)
        return conjoined(*(part_of(goal_of(part)) for part in (first, *(applied(rest, "and", 2) or ()))))

    def part_of(one: Goal) -> Proved:
        known = one.facts
        entries = [cut(kernel.instantiate(entry, {i: index}), kernel.assume(in_range(index, here.k)))
                   for index in one.variables]  # fmt: skip
        places = [conjoined(*known[3 * n : 3 * n + 3]) for n in range(len(entries))]
        entries = [cut(fact, place) for fact, place in zip(entries, places, strict=True)]
        values = [rewritten(fact, *map(by, (f for f in known if applied(f.conclusion, "=", 2)))) for fact in entries]
        opened = normal(one.conclusion, *map(by, values), inverses)
        plain = sides(opened.conclusion)[1]
        return one.qed(derived.follow(symmetric(opened), arithmetic(plain, opaque=True)))

    return in_plain_words(goal.conclusion, prove)


# -- moments -----------------------------------------------------------------------------------------------------------


def solved_for_share(goal: Goal) -> Proved:
    """(4.2) is linear in the share."""
    here = Diverse(goal)
    sizes = [arithmetic(here.term(text), *here.facts) for text in ("l < k", "1 <= l")]

    def prove(formula: Term) -> Proved:
        one = goal_of(formula)
        mean, share = sides(one.conclusion)
        forth, back = (
            kernel.discharge(first, arithmetic(second, first, *sizes))
            for first, second in ((mean, share), (share, mean))
        )
        return one.qed(derived.equivalent(forth, back))

    return in_plain_words(goal.conclusion, prove)


class _Bits(Diverse):
    """A goal about the bits of one response."""

    def holding(self, index: Free) -> Proved:
        """sum_y q(y) z(y, i) = zeta_i"""
        *_, one = conjuncts(rewritten(self.law, unfolding("law")))
        found = rewritten(self.of(chance_of_holding, self.names["pi"], self.i, more=[one], premises=10))
        return kernel.instantiate(found, {self.i: index})

    def covariance(self, first: Free, second: Free) -> Proved:
        """Cov(g, h) = sum q g h - sum q g sum q h, for the bits g and h of two categories"""
        q, m, pi = self.term("response(k, pi, P)"), self.m, self.names["pi"]
        law = at(response_is_law(), self.k, m, self.P, pi, given=[*self.facts, self.law], premises=4)
        *_, one = conjuncts(rewritten(law, unfolding("law")))
        g, h = (self.term("fun y. z(y, i)", i=index) for index in (first, second))
        left = self.plainly("covariance(m, q, g, h)", q=q, g=g, h=h)
        means = "(sum y in 1..m. q(y)*{}(y))"
        right = self.plainly(
            f"(sum y in 1..m. q(y)*(g(y)*h(y))) - {means.format('g')}*{means.format('h')}", q=q, g=g, h=h
        )
        changed = normal(left, unfolding("covariance", "mean"), in_sums(self.facts))
        plain = normal(right, in_sums(self.facts))
        return arithmetic(equal(left, right), changed, plain, one, opaque=True)


def variance_of_bit(goal: Goal) -> Proved:
    """A bit is its own square."""
    here = _Bits(goal)
    i, y = here.i, here.y
    c, b = Free("c #0"), Free("b #0")
    square = arithmetic(term("c*(b*b) = c*b", c=c, b=b), term("b = 0 or b = 1", b=b))
    chance = here.plainly("response(k, pi, P)(y)", y=y)
    square = kernel.detach(
        kernel.discharge(
            here.bit.conclusion, kernel.instantiate(square, {c: chance, b: here.term("z(y, i)", y=y, i=i)})
        ),
        here.bit,
    )
    squares = summed(y, here.m, square, here.facts)
    known = [rewritten(fact) for fact in (here.covariance(i, i), squares, here.holding(i))]
    value = equal(sides(known[0].conclusion)[0], here.term(f"({ZETA})*(1 - ({ZETA}))", i=i))
    found = each(i, here.k, arithmetic(value, *known, opaque=True))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, found))


def covariance_of_bits(goal: Goal) -> Proved:
    """The product of two bits is 1 where both are."""
    here = _Bits(goal)
    i, x, y = here.i, here.x, here.y
    both = summed(y, here.m, each_bit(here), here.facts)
    known = [rewritten(fact) for fact in (here.covariance(i, x), both, here.holding(i), here.holding(x))]
    zeta = ZETA.replace("pi(i)", "pi(x)")
    value = equal(
        sides(known[0].conclusion)[0],
        here.term(f"s - ({ZETA})*({zeta})", s=sides(known[1].conclusion)[0], i=i, x=x),
    )
    found = kernel.discharge(here.term("i != x", i=i, x=x), arithmetic(value, *known, opaque=True))
    found = each(i, here.k, each(x, here.k, found))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, found), unfolding("indicator"))


# -- the added variance ------------------------------------------------------------------------------------------------


def added_variance_rises(goal: Goal) -> Proved:
    """(4.4) for both sizes: (k - 1) (l - 1)/(k - l) increases with l, and pi is not in it."""
    names = goal.names
    first, second, size, _, law, other = conjuncts(kernel.assume(goal.given[0]))
    free, rises = applied(goal.conclusion, "and", 2) or (FALSE, FALSE)
    at_sizes = AddedVariance(goal, sides(free)[0], first, size, law)
    of_other = {names["pi"]: names["rho"]}
    known = [
        at_sizes.risk({}, first, size, law),
        at_sizes.risk(of_other, first, size, other),
        at_sizes.risk({**of_other, **at_sizes.larger}, second, size, other),
    ]
    return kernel.conjoin(*(arithmetic(formula, *known, at_sizes.order, opaque=True) for formula in (free, rises)))


class AddedVariance:
    """A goal about two sizes l < h: (4.4) for both of them.

    `added` is the added variance r - s for l; premises are a design, the number of respondents and their shares.
    """

    def __init__(self, goal: Goal, added: Term, *premises: Proved) -> None:
        names = goal.names
        self.larger = {names[a]: names[b] for a, b in (("l", "h"), ("m", "r"), ("z", "u"), ("P", "Q"))}
        risk, sampling = _terms(added)
        own = term("r = (k - 1)*(l - 1)/(k - l) + s", r=risk, s=sampling, k=names["k"], l=names["l"])
        premise = conjoined(*(kernel.assume(fact.conclusion) for fact in premises)).conclusion
        variables = tuple(v for v in goal.variables if v in free_variables(own))
        self.for_l = kernel.discharge(premise, risk_by_moments(Goal(own, variables, (premise,), own)))
        bounds = [f for f in given(goal) if isinstance(f, Proved)]
        bounds = [f for f in bounds if any(applied(f.conclusion, word, 2) for word in ("<", "<="))]
        self.order = arithmetic(term("(k - 1)*(l - 1)/(k - l) < (k - 1)*(h - 1)/(k - h)", **names), *bounds)

    def risk(self, values: Mapping[Term, Term], *premises: Proved) -> Proved:
        """(4.4) for these values of the parameters, from a design, the number of respondents and their shares."""
        return kernel.detach(kernel.instantiate(self.for_l, values), conjoined(*premises))


def _terms(difference: Term) -> tuple[Term, Term]:
    """r and s of r - s"""
    risk, rest = applied(difference, "+", 2) or (FALSE, FALSE)
    return risk, (applied(rest, "*", 2) or (FALSE, FALSE))[1]


def falls_to_limit(goal: Goal) -> Proved:
    """(k - 1) (l - 1)/(k - l) = l - 1 + (l - 1)^2/(k - l)"""
    l_ = goal.names["l"]
    one = next(
        part for f in goal.given for part in conjuncts(kernel.assume(f)) if part.conclusion == term("2 <= l", l=l_)
    )
    formula = goal.conclusion

    def prove(plain: Term) -> Proved:
        first, second = applied(plain, "and", 2) or (FALSE, FALSE)
        falls = goal_of(first)
        k, j = falls.variables
        order = list(conjuncts(kernel.assume(falls.given[0])))
        monotone = falls.qed(arithmetic(falls.conclusion, *order, one))
        near = goal_of(second, depth=2)
        (d,) = near.variables
        N = term("l + 1 + (l - 1)^2/d", l=l_, d=d)
        inner = applied(near.conclusion, "exists", 1)
        del inner, k, j

        last = goal_of(instance(near.conclusion, N))
        known = [*conjuncts(kernel.assume(last.given[0])), one, *map(kernel.assume, near.given)]
        (size,) = last.variables
        square = arithmetic(term("(l - 1)^2 < d*(k - l)", l=l_, d=d, k=size), *known)
        parts = [arithmetic(part.conclusion, square, *known) for part in conjuncts(kernel.assume(last.conclusion))]
        found = kernel.witness(near.conclusion, N, last.qed(conjoined(*parts)))
        return kernel.conjoin(monotone, near.qed(found))

    return in_plain_words(formula, prove, unfolding("size"))


@script("never falls for single categories")
def never_falls(goal: Goal) -> Refuted:
    """For l = 1 nothing is added, whatever k is."""
    said = rewritten(specialise(kernel.assume(goal.statement), Number(1)), unfolding("size"))
    said = kernel.detach(said, shown(term("integer(1) and 1 <= 1")))
    falls = specialise(kernel.part(said, 0), Number(2), Number(3))
    premise = (applied(falls.conclusion, "implies", 2) or (FALSE,))[0]
    strict = kernel.detach(falls, shown(premise))
    theorem = derived.reject(goal.statement, arithmetic(FALSE, strict))
    return Refuted(theorem, (("l", "1"), ("k", "2"), ("j", "3")))


SCRIPTS: Mapping[str, Script] = {
    "equally plausible": of_parameters(equally_plausible),
    "solved for the share": of_parameters(solved_for_share),
    "variance of a bit": of_parameters(variance_of_bit),
    "covariance of bits": of_parameters(covariance_of_bits),
    "added variance rises": of_parameters(added_variance_rises),
    "falls to a limit": of_parameters(falls_to_limit),
}
