"""Sections 3.2 and 4.3: the numbers of the tables and of the examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from math import log

from checks.papers.nz.proofs.common import OWN_WORDS
from checks.papers.nz.proofs.costs import is_best, sampling_bounds
from checks.papers.nz.proofs.examples import by_pascal, worked_out
from checks.papers.nz.proofs.minimax_pairs import best_size
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    ProofError,
    arguments,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    instance,
    normal,
    number_of,
    reduced,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import (
    FALSE,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    parts,
    quantified,
    substituted,
)
from derivations.theory import sums
from derivations.theory.automatic import written_out
from derivations.theory.best_sizes import Facts
from derivations.theory.blackwell import within_absolute
from derivations.theory.calculus import as_absolute
from derivations.theory.least_added_variance import BEST, V
from derivations.theory.log_numbers import log_rises, log_within
from derivations.theory.single_terms import at, by_conditions, each, summed
from derivations.theory.sizes_in_numbers import Match, Numbers, added
from derivations.theory.subset_designs import counts, entries_by_inclusion
from derivations.theory.sums import in_range


def in_numbers(formula: Term, prove: Callable[[Term], Proved], *conversions: Conversion) -> Proved:
    """The formula, from what proves it with the paper's words and sizes unfolded."""
    return reduced(normal(formula, OWN_WORDS, unfolding("size"), *conversions), prove)


def each_part(formula: Term, prove: Callable[[Term], Proved]) -> Proved:
    """A conjunction, part by part."""
    both = applied(formula, "and", 2)
    return kernel.conjoin(*(each_part(part, prove) for part in both)) if both else prove(formula)


def numbers_of(formula: Term) -> list[Fraction]:
    """The numbers that a word of the paper is applied to."""
    return [number_of(argument) for argument in arguments(formula)]


def rounded(formula: Term, *facts: Proved) -> Proved:
    """|x - v| <= d, by arithmetic from the facts"""
    (size, bound) = applied(formula, "<=", 2) or (FALSE, FALSE)
    (gap,) = applied(size, "abs", 1) or (FALSE,)
    ends = [arithmetic(term(text, a=gap, b=bound), *facts) for text in ("-b <= a", "a <= b")]
    return at(as_absolute(), gap, bound, given=ends)


def apart(formula: Term) -> Proved:
    """|x - v| <= d |- -|x - v| <= x - v <= |x - v|, and the first"""
    (size, _) = applied(formula, "<=", 2) or (FALSE, FALSE)
    return kernel.conjoin(kernel.assume(formula), at(within_absolute(), *(applied(size, "abs", 1) or ())))


# -- Table 1 -----------------------------------------------------------------------------------------------------------


def _variance(part: Term) -> Proved:
    """The added variance of the size that is found best."""
    k, g, _, _ = numbers_of(part)
    here = Numbers(int(k), g)

    def prove(formula: Term) -> Proved:
        body = normal(instance(formula, here.s))
        wanted = sides(body.conclusion)[1]
        *_, near = (one.conclusion for one in conjuncts(kernel.assume(wanted)))
        found = shown(wanted, [*is_best(here.k, here.g, here.s, here.is_best()), rounded(near)])
        return kernel.witness(formula, here.s, derived.follow(symmetric(body), found))

    return in_numbers(part, prove)


@script("table of variances")
def table_of_variances(goal: Goal) -> Proved | Refuted:
    """Each entry is what a best size adds; an entry that is none is the counterexample."""
    for fact in conjuncts(kernel.assume(goal.statement)):
        k, g, v, unit = numbers_of(fact.conclusion)
        here = Numbers(int(k), g)
        if 2 * abs(here.value - v) > unit:
            theorem = derived.reject(goal.statement, _no_variance(fact, here))
            return Refuted(theorem, (("k", str(k)), ("gamma", str(g))), (here.value, v))
    return each_part(goal.conclusion, _variance)


def _no_variance(fact: Proved, here: Numbers) -> Proved:
    """FALSE, as no best size adds what is printed"""
    said = rewritten(fact, OWN_WORDS, unfolding("size"))
    q = Free("q #0")
    *of_best, near = conjuncts(kernel.assume(instance(said.conclusion, q)))
    best = best_size(here.k, here.g, q, [*of_best])
    exact = here.within(q, best, here.value, Fraction(0))
    return kernel.unpack(said, q, cut(arithmetic(FALSE, exact, apart(near.conclusion), opaque=True), near))


# -- the examples of section 3.2 ---------------------------------------------------------------------------------------


def _best_of(one: Goal, k: int, g: Fraction) -> tuple[Facts, Proved]:
    """What is assumed, in parts; and what the best size q, of which that is said, adds."""
    known = one.facts
    here = Numbers(k, g)
    q = next(variable for variable in one.variables if variable.name.startswith("q"))
    exact = here.within(q, best_size(here.k, here.g, q, [*known]), here.value, Fraction(0))
    return [*known], arithmetic(term(f"{V} = v", k=here.k, g=here.g, q=q, v=Number(here.value)), exact, opaque=True)


@script("more than so many sampling variances")
def sampling_variances(goal: Goal) -> Proved:
    """The sampling variance is 1 - 1/k at most."""
    first, second = applied(goal.conclusion, "and", 2) or (FALSE, FALSE)
    k, g, *_ = numbers_of(first)

    def prove(formula: Term) -> Proved:
        one = goal_of(formula)
        facts, value = _best_of(one, int(k), g)
        law = next(f for f in facts if isinstance(f, Proved) and applied(f.conclusion, "law", 2))
        sizes: Facts = [kernel.literal(Number(k)), arithmetic(term("0 <= k", k=Number(k)))]
        _, pi = applied(law.conclusion, "law", 2) or (FALSE, FALSE)
        bounds = sampling_bounds(Number(k), pi, law, sizes)
        return one.qed(arithmetic(one.conclusion, value, *bounds, opaque=True))

    return kernel.conjoin(_variance(first), in_numbers(second, prove))


@script("shares of an example")
def shares_of_an_example(goal: Goal) -> Proved:
    """At the shares .4, .2, .2, .1 and .1 the sampling variance is 0.74."""
    *first, last = (part.conclusion for part in conjuncts(kernel.assume(goal.statement)))
    g = Fraction(10) if not first else Fraction(20)

    def prove(formula: Term) -> Proved:
        one = goal_of(formula)
        facts, value = _best_of(one, 5, g)
        pi = one.variables[0]
        sampling = normal(term("sum i in 1..5. pi(i)*(1 - pi(i))", pi=pi), written_out)
        shares = [f for f in facts if isinstance(f, Proved) and applied(f.conclusion, "=", 2)]
        total = term("s = 74/100", s=sides(sampling.conclusion)[0])
        exact = arithmetic(total, sampling, *shares)
        known = [by(exact), by(value)]

        def part_of(part: Term) -> Proved:
            changed = normal(part, *known)
            plain = sides(changed.conclusion)[1]
            found = rounded(plain) if applied(plain, "<=", 2) else arithmetic(plain)
            return derived.follow(symmetric(changed), found)

        return one.qed(each_part(one.conclusion, part_of))

    before = [_variance(part) if "log" not in str(part) else in_numbers(part, by_numbers)
             for part in first]  # fmt: skip
    return conjoined(*before, in_numbers(last, prove))


# -- Table 2 -----------------------------------------------------------------------------------------------------------


def _exact(part: Term) -> Proved:
    """A level that is a number."""
    k, _, v, _, q = numbers_of(part)
    here = Numbers(int(k), v)
    size = Number(q)

    def prove(formula: Term) -> Proved:
        body = normal(instance(formula, here.g))
        wanted = sides(body.conclusion)[1]
        *_, value, near = (one.conclusion for one in conjuncts(kernel.assume(wanted)))
        level = arithmetic(term("1 < g", g=here.g))
        best = here.is_best(int(q))
        known = [level, *is_best(here.k, here.g, size, best), arithmetic(value), rounded(near)]
        return kernel.witness(formula, here.g, derived.follow(symmetric(body), shown(wanted, known)))

    return in_numbers(part, prove)


def _match(part: Term) -> Proved:
    """The level and the size that are printed."""
    k, held, v, unit, q = numbers_of(part)
    if added(int(k), v, int(q)) == Fraction((k - 1) * (held - 1), k - held):
        return _exact(part)
    ends = v - unit / 2, v + unit / 2
    return in_numbers(part, lambda formula: matching(formula, int(k), int(held), ends, rounded))


def matching(formula: Term, k: int, held: int, ends: tuple[Fraction, Fraction], prove: Callable[..., Proved]) -> Proved:
    """exists g. g matches with a size, and each further part, which `prove` shows from low < g and g < high."""

    def show(here: Match) -> Proved:
        between = here.between(*ends)
        size = here.size(*ends, between)
        (_, s), free = sides(size.conclusion), Free("size #0")
        best = kernel.replace(size, closed(free, term(BEST, k=Number(k), g=here.g, q=free)), here.is_best)
        value = kernel.replace(
            size, closed(free, term(f"{V} = t", k=Number(k), g=here.g, q=free, t=here.target)), here.value
        )
        body = normal(instance(formula, here.g))
        wanted = sides(body.conclusion)[1]
        own = [list(conjuncts(here.sizes))[-1], *is_best(Number(k), here.g, s, best)]

        def part_of(part: Term) -> Proved:
            if part in (fact.conclusion for fact in own):
                return next(fact for fact in own if fact.conclusion == part)
            if same := applied(part, "=", 2):
                return derived.transitive(value, arithmetic(equal(here.target, same[1])))
            return prove(part, *between)

        return kernel.witness(formula, here.g, derived.follow(symmetric(body), each_part(wanted, part_of)))

    return Match.found(k, held, show)


@script("table of matches")
def table_of_matches(goal: Goal) -> Proved:
    """Each entry is the level at which a best size adds as much as local l-diversity, and that size."""
    return each_part(goal.conclusion, _match)


# -- the examples of section 4.3 ---------------------------------------------------------------------------------------

LEVELS = {20: (5, Fraction("14.1872"), Fraction("14.1874")), 50: (10, Fraction("18.0231"), Fraction("18.0233"))}
"""For the number of categories of an example its l, and two numbers between which the level lies."""


def by_numbers(part: Term, *between: Proved) -> Proved:
    """A relation, by arithmetic from the ends between which the level lies, and from the logarithms in it."""
    known = [*between, *_logarithms(part, between)]
    bounded = applied(part, "<=", 2)
    return rounded(part, *known) if bounded and applied(bounded[0], "abs", 1) else arithmetic(part, *known)


def _logarithms(part: Term, between: Sequence[Proved]) -> list[Proved]:
    """Bounds of the logarithms in a formula: of numbers, or of the level, which lies between two numbers."""
    known, ends = [], [applied(fact.conclusion, "<", 2) or () for fact in between]
    for inner in parts(part):
        (x,) = applied(inner, "log", 1) or (None,)
        if isinstance(x, Number):
            known.append(_logarithm(x))
        elif x is not None:
            (low, _), (_, high) = ends
            for pair in ((low, x), (x, high)):
                order = arithmetic(term("0 < x and x <= y", x=pair[0], y=pair[1]), *between)
                known.append(at(log_rises(), *pair, given=[order]))
            known += [_logarithm(end) for end in (low, high) if isinstance(end, Number)]
    return known


def _logarithm(x: Number) -> Proved:
    near = Fraction(round(log(x.value), 6))
    return log_within(x.value, near - Fraction(1, 10**5), near + Fraction(1, 10**5))


def _k_of(goal: Goal) -> int:
    return next(k for k in LEVELS if Number(k) in set(parts(normal(goal.statement, OWN_WORDS).conclusion)))


def example(goal: Goal, prove: Callable[..., Proved]) -> Proved:
    """A statement about numbers, and that some level matches, of which each part is shown from where it lies."""
    k = _k_of(goal)
    held, *ends = LEVELS[k]

    def part_of(part: Term) -> Proved:
        if quantified(part, "exists") is None:
            return in_numbers(part, by_numbers)
        return in_numbers(part, lambda formula: matching(formula, k, held, (ends[0], ends[1]), prove))

    return each_part(goal.conclusion, part_of)


@script("numbers at the printed level")
def at_the_printed_level(goal: Goal) -> Proved:
    """The same at the level as it is printed."""
    first, others = applied(goal.conclusion, "and", 2) or (FALSE, FALSE)
    second, rest = applied(others, "and", 2) or (FALSE, FALSE)
    k, g, q = numbers_of(first)
    here = Numbers(int(k), g)
    best = is_best(here.k, here.g, Number(q), here.is_best(int(q)))
    return kernel.conjoin(
        in_numbers(first, lambda formula: shown(formula, best)),
        kernel.conjoin(_match(second), each_part(rest, lambda part: in_numbers(part, by_numbers))),
    )


class Selected:
    """What is said of the mechanism that reports sets of q of k categories, the true one among them with chance p."""

    def __init__(self, formula: Term) -> None:
        self.goal = goal_of(formula, depth=4)
        self.m, self.z, self.P = self.goal.variables
        known = [part for given in self.goal.given for part in conjuncts(kernel.assume(given))]
        self.sets = next(f for f in known if applied(f.conclusion, "subsets", 4))
        self.k, self.q, _, _ = applied(self.sets.conclusion, "subsets", 4) or ()
        self.own = next(f for f in known if quantified(f.conclusion, "forall"))
        sizes = [shown(term("integer(n) and 0 <= n", n=n), known) for n in (self.k, self.q, self.m)]
        self.facts: Facts = [*known, *sizes, shown(term("2 <= k and q < k", k=self.k, q=self.q))]
        self.i, self.y = Free("i #0"), Free("y #0")
        self.in_i, self.in_y = kernel.assume(in_range(self.i, self.k)), kernel.assume(in_range(self.y, self.m))
        self.facts += [self.in_i, self.in_y]
        self.included, self.alike = conjuncts(at(self.own, self.i, given=[self.in_i]))
        self.chance = sides(self.included.conclusion)[1]
        rows = kernel.part(rewritten(self.sets, unfolding("subsets", "bits")), 0)
        bits, self.members = conjuncts(at(rows, self.y, given=[self.in_y]))
        self.bit = at(bits, self.i, given=[self.in_i])

    @cached_property
    def number(self) -> Proved:
        """m = k, where single categories are reported."""
        sets = at(counts(), self.k, self.q, self.m, self.z, given=self.facts, premises=4)
        return arithmetic(equal(self.m, self.k), rewritten(list(conjuncts(sets))[3], worked_out, by_pascal))

    @cached_property
    def both(self) -> Proved:
        """What an entry is where the set holds the truth, and where it does not."""
        values = (self.k, self.q, self.m, self.z, self.P, self.chance, self.i, self.y)
        return at(entries_by_inclusion(), *values, given=[*self.facts, self.included, self.alike], premises=9)

    def term(self, text: str, **more: Term) -> Term:
        """The term that a text says of the mechanism."""
        names = {"k": self.k, "q": self.q, "m": self.m, "z": self.z, "P": self.P, "i": self.i, "y": self.y}
        return sides(normal(term(text, **{**names, **more})).conclusion)[1]


@script("a member is guessed")
def member_is_guessed(goal: Goal) -> Proved:
    """A member of the reported set, drawn at random, is the true category with the chance p/q."""

    def prove(part: Term, *between: Proved) -> Proved:
        if quantified(part, "forall") is None:
            return by_numbers(part, *between)
        here = Selected(part)
        law, right = applied(here.goal.conclusion, "and", 2) or (FALSE, FALSE)
        (_, _, G) = applied(law, "design", 3) or (FALSE, FALSE, FALSE)
        guess, share = here.term("G(y, i)", G=G), Number(1 / number_of(here.q))
        scaled = arithmetic(equal(guess, here.term("c*z(y, i)", c=share)))
        positive = kernel.cases(here.bit, *(arithmetic(term("0 <= g", g=guess), kernel.assume(case))
                                            for case in applied(here.bit.conclusion, "or", 2) or ()))  # fmt: skip
        row = summed(here.i, here.k, scaled, here.facts)
        front = at(sums.sum_scale(), here.k, share, here.term("fun i. z(y, i)"), given=here.facts)
        whole = arithmetic(equal(sides(row.conclusion)[0], Number(1)), row, rewritten(front), rewritten(here.members))
        rows = each(here.y, here.m, kernel.conjoin(each(here.i, here.k, positive), whole))
        is_law = derived.follow(symmetric(normal(law, unfolding("design", "law"))), rewritten(rows))
        entry = arithmetic(equal(here.term("P(i, y)*g", g=guess), here.term("c*(P(i, y)*z(y, i))", c=share)))
        column = summed(here.y, here.m, entry, here.facts)
        front = at(sums.sum_scale(), here.m, share, here.term("fun y. P(i, y)*z(y, i)"), given=here.facts)
        guessed = arithmetic(equal(sides(column.conclusion)[0], here.term("c*p", c=share, p=here.chance)), column,
                             rewritten(front), rewritten(here.included), opaque=True)  # fmt: skip
        any_prior = goal_of(right)
        (alpha,) = any_prior.variables
        left = here.term("alpha(i)*s", alpha=alpha, s=sides(guessed.conclusion)[0])
        at_i = arithmetic(
            equal(left, here.term("s*alpha(i)", alpha=alpha, s=sides(guessed.conclusion)[1])), guessed, opaque=True
        )
        total = summed(here.i, here.k, at_i, here.facts)
        front = at(sums.sum_scale(), here.k, sides(guessed.conclusion)[1], alpha, given=here.facts)
        one = kernel.part(rewritten(kernel.assume(any_prior.given[0]), unfolding("law")), 1)
        found = any_prior.qed(arithmetic(any_prior.conclusion, total, rewritten(front), one, opaque=True))
        return here.goal.qed(kernel.conjoin(is_law, found))

    return example(goal, prove)


@script("one category is reported")
def one_is_reported(goal: Goal) -> Proved:
    """Of k single categories the true one is reported with the chance p, each other one with (1 - p)/(k - 1)."""

    def prove(part: Term, *between: Proved) -> Proved:
        if quantified(part, "forall") is None:
            return by_numbers(part, *between)
        here = Selected(part)
        first, second = applied(here.goal.conclusion, "and", 2) or (FALSE, FALSE)
        number, both = here.number, here.both
        assert number.conclusion == first
        wanted = here.term(
            "P(i, y) = (if z(y, i) = 1 then p else (1 - p)/r)", p=here.chance, r=Number(number_of(here.k) - 1)
        )
        cases = []
        for case, n in zip(applied(here.bit.conclusion, "or", 2) or (), (1, 0), strict=True):
            entry = kernel.detach(kernel.part(both, n), kernel.assume(case))
            cases.append(by_conditions(wanted, kernel.assume(case), arithmetic_of(entry, number)))
        found = each(here.i, here.k, each(here.y, here.m, kernel.cases(here.bit, *cases)))
        return here.goal.qed(kernel.conjoin(number, derived.follow(symmetric(normal(second)), rewritten(found))))

    return example(goal, prove)


def arithmetic_of(entry: Proved, number: Proved) -> Proved:
    """The entry with the number of sets put in."""
    return rewritten(entry, by(number))


@script("inclusion is larger")
@script("level is smaller")
def no_match_has_it(goal: Goal) -> Refuted:
    """A printed number is missed at every level that matches, as this lies between two numbers.

    Raises ProofError where each is met.
    """
    k = _k_of(goal)
    held, low, high = LEVELS[k]
    said = rewritten(kernel.assume(goal.statement), OWN_WORDS, unfolding("size"))
    g = Free("g #0")
    facts = list(conjuncts(kernel.assume(instance(said.conclusion, g))))
    q = next(size for fact in facts if (size := (applied(fact.conclusion, "integer", 1) or (None,))[0]))
    best = best_size(Number(k), g, q, [*facts])
    between = Match(k, held, g, q, [*facts, best]).between(low, high)
    where = (("k", str(k)), ("l", str(held)), ("gamma", f"between {float(low)} and {float(high)}"))
    for fact in facts:
        bounded = applied(fact.conclusion, "<=", 2)
        if bounded is None or not applied(bounded[0], "abs", 1):
            continue
        known = [cut(apart(fact.conclusion), fact), *between, *_logarithms(fact.conclusion, between)]
        try:
            wrong = kernel.unpack(said, g, arithmetic(FALSE, *known))
        except ProofError:
            continue
        (gap,) = applied(bounded[0], "abs", 1) or ()
        exact, less = applied(substituted(gap, {g: level_in_roots(k, held, int(number_of(q)))}), "+", 2) or ()
        printed = -number_of(less)
        return Refuted(derived.reject(goal.statement, wrong), where, (exact, printed))
    raise ProofError("every printed number is met")


def level_in_roots(k: int, held: int, q: int) -> Term:
    """The level that matches: equal variances are a quadratic equation, of which it is the larger root."""
    matched = Fraction((k - 1) * (held - 1), k - held)
    information, others = k + (k - 1) ** 2 / (matched + 1 - Fraction(1, k)), k - q
    square = q * (k**2 - information * q)
    half, rest = information * others * q / square, others * (k**2 - information * others) / square
    return term("a + sqrt(b)", a=Number(half), b=Number(half**2 - rest))
