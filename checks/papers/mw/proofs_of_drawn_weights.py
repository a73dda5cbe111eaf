"""Scripts for LPP whose substitute weight is drawn uniformly: without an edge it does what LPP-double-dagger does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from checks.papers.mw.own_words import meant, said
from checks.papers.mw.proofs_of_estimates import three_are_all
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arguments,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    discharged,
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
    OR,
    REAL,
    Apply,
    Free,
    Number,
    Term,
    applied,
    arrow,
    closed,
    equal,
    parts,
    substituted,
)
from derivations.theory.automatic import automatic, conditions, written_out
from derivations.theory.single_terms import at, by_conditions, plainly
from derivations.theory.uniform_means import uniform_mean_of_affine

WORDS = "lpp", "kept", "double_dagger", "substitute"
AFFINE = (("p", "0"), ("(1 - p)/2", "(1 - p)*(q - 1/2)"), ("(1 - p)/2", "(1 - p)*(1/2 - q)"))
LEVEL = "max(x2, 2*x1*x2/(x2 + 1))"


def _mean(function: Term, value: Term, y: int, p: Term, q: Term) -> Proved:
    """uniform_mean(f, v) iff v is the value for the weight 0, f being the probability of the tuple y."""
    u = Free("u #0")
    values = {"p": p, "q": q}
    base, slope = (term(text, **{n: v for n, v in values.items() if n in text}) for text in AFFINE[y - 1])
    affine = term("f(u) = c + d*u", f=function, u=u, c=base, d=slope)
    own = reduced(normal(affine, meant(*WORDS), conditions), arithmetic)
    every = kernel.generalise(u, rewritten(own))
    return at(uniform_mean_of_affine(), function, value, base, slope, given=[every])


def _middle(without: Proved, p: Term, q: Term) -> list[Proved]:
    """Q(1) = p and Q(2) = Q(3) = (1 - p)/2 of the law Q without an edge."""
    means, found = rewritten(without, meant("without_edge")), []
    for y in (1, 2, 3):
        mean = at(means, Number(y), given=[kernel.literal(Number(y))])
        function, value = applied(mean.conclusion, "uniform_mean", 2) or ()
        found.append(derived.follow(_mean(function, value, y, p, q), mean))
    return found


def _is_drawn(wanted: Term, p: Term, q: Term) -> Proved:
    """without_edge(p, q, Q), for numbers p and q and the law that is so."""
    plain = normal(wanted, meant("without_edge"))
    every = goal_of(sides(plain.conclusion)[1])
    (y,) = every.variables
    shown = []
    for number in (1, 2, 3):
        at_number = sides(normal(substituted(every.conclusion, {y: Number(number)})).conclusion)[1]
        function, value = applied(at_number, "uniform_mean", 2) or ()
        one = reduced(_mean(function, value, number, p, q), by_conditions)
        case = equal(Number(number), y)
        moved = kernel.replace(kernel.assume(case), closed(y, every.conclusion), one)
        shown.append(kernel.discharge(case, moved))
    first, second, third = shown
    cases = [kernel.assume(equal(Number(number), y)) for number in (1, 2, 3)]
    rest = OR(cases[1].conclusion, cases[2].conclusion)
    which = arithmetic(OR(cases[0].conclusion, rest), *every.given)
    others = kernel.cases(kernel.assume(rest), kernel.detach(second, cases[1]), kernel.detach(third, cases[2]))
    found = kernel.cases(which, kernel.detach(first, cases[0]), others)
    return derived.follow(symmetric(plain), every.qed(found))


NUMBERS = "1/2 <= p and p < 1 and 1/2 <= q and q < 1"
BOUNDS = "p*q <= x*((1 - p)/2) and q <= x*(1 - q)"


@lemma(f"forall p q x k l. {NUMBERS} implies {BOUNDS} implies 1 - q <= k and k <= q and 1 - q <= l and l <= q implies "
       "1 <= x and p <= x*(1 - p) and 1 - p <= x*p and (1 - p)/2 <= x*(p*k) and p*k <= x*((1 - p)/2) "
       "and p*k <= x*(p*l)")  # fmt: skip
def ratios(goal: Goal) -> Proved:
    """All ratios of tuples follow from two of them."""
    names = dict(zip("pqxkl", goal.variables, strict=True))
    known = goal.facts

    def shown(text: str, *more: Proved) -> Proved:
        return arithmetic(term(text, **{n: v for n, v in names.items() if n in text}), *(more or known))

    numbers, bounds = known[:4], known[4:6]
    one = shown("1 <= x", *numbers, bounds[1])
    odds = shown("p <= x*(1 - p)", *numbers, bounds[0], shown("p/2 <= p*q", *numbers))
    back = shown("1 - p <= x*p", *numbers, one, shown("p <= x*p", *numbers, one))
    low = shown("p*(1 - q) <= p*k", *numbers, known[6])
    lower = shown("x*(p*(1 - q)) <= x*(p*k)", low, one)
    quarter = shown("1/4 <= p*q", *numbers)
    scaled = shown("p*q <= x*(p*(1 - q))", *numbers, bounds[1])
    none = shown("(1 - p)/2 <= x*(p*k)", lower, quarter, scaled, *numbers)
    high = shown("p*k <= p*q", *numbers, known[7])
    edge = shown("p*k <= x*((1 - p)/2)", high, bounds[0])
    other = shown("x*(p*(1 - q)) <= x*(p*l)", shown("p*(1 - q) <= p*l", *numbers, known[8]), one)
    both = shown("p*k <= x*(p*l)", high, scaled, other)
    return conjoined(one, odds, back, none, edge, both)


BEST = "fun y. if y = 1 then p else (1 - p)/2"
LAW_WITHOUT = Free("Q #0", arrow(REAL, REAL))
MIDDLE = "Q(1) = p", "Q(2) = (1 - p)/2", "Q(3) = (1 - p)/2"


def _words(*more: str) -> Conversion:
    return meant("lpp", "double_dagger", *more)


def _ratios(p: Term, q: Term, x: Term, known: Sequence[Proved], *shares: Term) -> list[Proved]:
    return [*conjuncts(at(ratios(), p, q, x, *shares, given=known, premises=3))]


def within(p: Term, q: Term, Q: Term, x: Term, known: Sequence[Proved]) -> Proved:
    """tuples_within(p, q, Q, x), from what is known: MIDDLE, NUMBERS and BOUNDS."""
    plain = normal(said("tuples_within(p, q, Q, x)", p=p, q=q, Q=Q, x=x), _words("tuples_within"), conditions)
    one = goal_of(sides(plain.conclusion)[1])
    _, _, u, v, y = one.variables
    given = one.facts
    first, second = (said("kept(q, u)", q=q, u=weight) for weight in (u, v))
    numbers = [fact for fact in known if Q not in parts(fact.conclusion)]
    inside: list[Proved] = []
    for share, weight in ((first, u), (second, v)):
        both = term("1 - q <= k and k <= q", q=q, k=share)
        own = normal(both, meant("kept"))
        weights = [fact for fact in given if weight in parts(fact.conclusion)]
        inside += conjuncts(derived.follow(symmetric(own), arithmetic(sides(own.conclusion)[1], *weights, *numbers)))
    others = [arithmetic(term(text, q=q, k=share), *inside) for share in (first, second)
              for text in ("1 - q <= 1 - k", "1 - k <= q")]  # fmt: skip
    facts = [*numbers, *inside, *others]
    minus = [term("1 - k", k=share) for share in (first, second)]
    shown = [
        fact
        for pair in ((first, second), (second, first), minus, minus[::-1])
        for fact in _ratios(p, q, x, facts, *pair)
    ]
    shown.append(arithmetic(term("1 - p <= x*(1 - p)", p=p, x=x), *numbers))
    middle = [fact for fact in known if Q in parts(fact.conclusion)]
    best = term(BEST, p=p)
    equal_each = [by_conditions(plainly(f"Q({i}) = b({i})", Q=Q, b=best), fact) for i, fact in enumerate(middle, 1)]
    law = at(at(three_are_all(), Q, best, given=equal_each, premises=3), y, given=given)
    positive = [fact for fact in numbers if "x" not in str(fact.conclusion)]
    found = by_conditions(
        one.conclusion, law, *dict.fromkeys(shown), *positive, *(f for f in given if y in parts(f.conclusion))
    )
    return derived.follow(symmetric(plain), one.qed(found))


def bounds(theorem: Proved, Q: Term, known: Sequence[Proved]) -> list[Proved]:
    """BOUNDS, from tuples_within(p, q, Q, x)."""
    every = rewritten(theorem, meant("tuples_within", "kept"), _words(), conditions)
    found = []
    for a, b, u, v in ((1, 0, 1, 1), (1, 1, 1, -1)):
        one = specialise(every, *map(Number, (a, b, u, v)))
        premise, _ = applied(one.conclusion, "implies", 2) or ()
        one = at(kernel.detach(one, arithmetic(premise)), Number(2), given=[kernel.literal(Number(2))])
        found.append(rewritten(one, conditions))
    return found


@lemma("forall x1 x2 p q. 1 <= x1 and 1 <= x2 and p = x1/(x1 + 1) and q = x2/(x2 + 1) implies "
       f"{NUMBERS} and p = x1*(1 - p) and q = x2*(1 - q)")  # fmt: skip
def budgets(goal: Goal) -> Proved:
    """What the probabilities are in terms of the budgets."""
    return automatic(goal)


@lemma("forall x1 x2 p q. 1 <= x1 and 1 <= x2 and p = x1/(x1 + 1) and q = x2/(x2 + 1) implies "
       "2*x1*x2/(x2 + 1) = 2*x1*q")  # fmt: skip
def larger_ratio(goal: Goal) -> Proved:
    """The ratio of an edge and none."""
    return automatic(goal)


@dataclass(frozen=True)
class Tuples:
    """The law of the tuples without an edge for p and q, which belong to budgets."""

    names: Mapping[str, Term]
    given: Sequence[Proved]

    @property
    def budgets(self) -> list[Proved]:
        """What is known of p and q."""
        values = [self.names[name] for name in ("x1", "x2", "p", "q")]
        weak = [arithmetic(term("1 <= x", x=value), *self.given) for value in values[:2]]
        return [*conjuncts(at(budgets(), *values, given=[*weak, *self.given])), *weak]

    @property
    def ratio(self) -> Proved:
        """The ratio of an edge and none, in p and q."""
        values = [self.names[name] for name in ("x1", "x2", "p", "q")]
        return at(larger_ratio(), *values, given=[*self.budgets, *self.given])

    def term(self, text: str, **more: Term) -> Term:
        """A term about the budgets."""
        values = {**self.names, **more}
        return term(text, **{name: value for name, value in values.items() if re.search(rf"\b{name}\b", text)})

    def level(self, Q: Term, middle: Sequence[Proved]) -> Proved:
        """tuples_level(p, q, Q, max(x2, 2 x1 x2/(x2 + 1))), for a law Q with the values MIDDLE."""
        return under(rewritten(kernel.instantiate(self._of_any_law, {LAW_WITHOUT: Q})), middle, len(MIDDLE))

    @cached_property
    def _of_any_law(self) -> Proved:
        assumed = [self.term(text, Q=LAW_WITHOUT) for text in MIDDLE]
        return discharged(self._level(LAW_WITHOUT, [*map(kernel.assume, assumed)]), *assumed)

    def within(self, Q: Term, x: Term, middle: Sequence[Proved]) -> Proved:
        """tuples_within(p, q, Q, x), for x at least the two ratios."""
        p, q = self.names["p"], self.names["q"]
        known = self.budgets
        ratio = self.ratio if applied(x, "max", 2) else None
        shown = []
        for text in BOUNDS.split(" and "):
            plain = normal(self.term(text, x=x), unfolding("max"))
            facts = [*known, *([rewritten(ratio)] if ratio else [])]
            shown.append(derived.follow(symmetric(plain), by_conditions(sides(plain.conclusion)[1], *facts)))
        return within(p, q, Q, x, [*known[:4], *shown, *middle])

    def _level(self, Q: Term, middle: Sequence[Proved]) -> Proved:
        x = self.term(LEVEL)
        p, q = self.names["p"], self.names["q"]
        plain = normal(said("tuples_level(p, q, Q, x)", p=p, q=q, Q=Q, x=x), meant("tuples_level"))
        _, every = applied(sides(plain.conclusion)[1], "and", 2) or ()
        least = goal_of(every, depth=2)
        ends = bounds(kernel.assume(least.given[0]), Q, [])
        smaller = normal(least.conclusion, unfolding("max"))
        facts = [self.ratio, *self.budgets, *ends, *(fact for fact in middle if "2" in str(fact.conclusion))]
        z_of = by_conditions(sides(smaller.conclusion)[1], *facts)
        shown = least.qed(derived.follow(symmetric(smaller), z_of))
        return derived.follow(symmetric(plain), kernel.conjoin(self.within(Q, x, middle), shown))

    @classmethod
    def of(cls, goal: Goal) -> tuple[Tuples, list[Proved]]:
        """What a statement about a drawn weight gives, and the law without an edge."""
        names = goal.names
        given = goal.facts
        without = next(fact for fact in given if "without_edge" in str(fact.conclusion))
        numbers = [fact for fact in given if fact is not without and "tuples" not in str(fact.conclusion)]
        return cls(names, numbers), _middle(without, names["p"], names["q"])


@script("drawn weight")
def drawn(goal: Goal) -> Proved:
    """The level of LPP, or a bound of it."""
    here, middle = Tuples.of(goal)
    Q = here.names["Q"]
    bound = goal.conclusion.argument if isinstance(goal.conclusion, Apply) else goal.conclusion
    return here.level(Q, middle) if applied(bound, "max", 2) else here.within(Q, bound, middle)


def _of_double_dagger(p: Term, q: Term) -> tuple[Term, list[Proved]]:
    """The law of LPP-double-dagger without an edge, and its values."""
    Q = said("lpp(p, q, 0, 0)", p=p, q=q)
    shown = []
    for text in MIDDLE:
        plain = normal(term(text, p=p, Q=Q), _words("kept"), conditions)
        shown.append(derived.follow(symmetric(plain), by_conditions(sides(plain.conclusion)[1])))
    return Q, shown


def _same_law(Q: Term, middle: Sequence[Proved], p: Term, q: Term) -> Proved:
    other, values = _of_double_dagger(p, q)
    equal_each = [derived.transitive(one, symmetric(two)) for one, two in zip(middle, values, strict=True)]
    return at(three_are_all(), Q, other, given=equal_each, premises=3)


@script("drawn weight, as strong")
def as_strong(goal: Goal) -> Proved:
    """Both have the same law and the same level."""
    here, middle = Tuples.of(goal)
    p, q, Q = (here.names[name] for name in "pqQ")
    other, values = _of_double_dagger(p, q)
    levels = kernel.conjoin(here.level(Q, middle), here.level(other, values))
    return kernel.conjoin(_same_law(Q, middle, p, q), levels)


def level_of_double_dagger(here: Tuples, without: Proved, level: Proved) -> Proved:
    """ddagger_level(p, q, x), from tuples_level(p, q, Q, x) for the law Q of a drawn weight."""
    p, q, Q, x = arguments(level.conclusion)
    own, least = _level_and_least(level)
    found, smallest = _level_and_least(here.level(Q, _middle(without, p, q)))
    value = here.term(LEVEL)
    same = arithmetic(equal(value, x), at(least, value, given=[found]), at(smallest, x, given=[own]), opaque=True)
    other, values = _of_double_dagger(p, q)
    there = rewritten(here.level(other, values), lambda part: same if part == value else None)
    plain = normal(said("ddagger_level(p, q, x)", p=p, q=q, x=x), meant("ddagger_level"))
    return derived.follow(symmetric(plain), there)


def _level_and_least(level: Proved) -> tuple[Proved, Proved]:
    """That a level is one, and that it is the least."""
    own, least = conjuncts(rewritten(level, meant("tuples_level")))
    return own, least


@script("drawn weight, mean")
def mean(goal: Goal) -> Proved:
    """The mean of the weight is 0; then (1, 1) and (1, -1) are as likely as for the weight 0."""
    zero, rest = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    one = goal_of(zero)
    (v,) = one.variables
    u = Free("u #0")
    identity = kernel.generalise(u, arithmetic(term("u = 0 + 1*u", u=u)))
    first = one.qed(at(uniform_mean_of_affine(), term("fun u. u"), v, Number(0), Number(1), given=[identity]))
    inner = goal_of(rest, depth=4)
    p, q, Q = inner.variables
    middle = _middle(kernel.assume(inner.given[0]), p, q)
    alike = derived.transitive(middle[1], symmetric(middle[2]))
    return kernel.conjoin(first, inner.qed(kernel.conjoin(alike, _same_law(Q, middle, p, q))))


LAW = "fun y. if y = 1 then 2/3 else 1/6"
POINT = {"x1": "2", "x2": "2", "p": "2/3", "q": "2/3", "Q": LAW, "x": "8/3", "z": "8/3"}


def _at_point(goal: Goal) -> tuple[Proved, tuple[tuple[str, str], ...], Tuples, list[Proved]]:
    """What a statement says where both budgets are log(2); and the level of LPP there, which is that of both."""
    names = {name: term(text) for name, text in POINT.items()}
    asked = [variable.name.split(" ")[0] for variable in goal.variables]
    statement = kernel.assume(goal.statement)
    for name in filter(names.__contains__, asked):
        statement = rewritten(kernel.specialise(statement, names[name]))
    shown_at = tuple((name, "(2/3, 1/6, 1/6)" if name == "Q" else POINT[name]) for name in asked if name in POINT)
    two = [arithmetic(term(text)) for text in ("1 < 2", "2/3 = 2/(2 + 1)")]
    here = Tuples(names, two)
    middle = [by_conditions(plainly(text, Q=names["Q"], p=names["p"])) for text in MIDDLE]
    return statement, shown_at, here, middle


def _granted(statement: Proved, here: Tuples, middle: Sequence[Proved]) -> Proved:
    """Its conclusion, from its premises."""
    premise, _ = applied(statement.conclusion, "implies", 2) or ()
    return kernel.detach(statement, _premises(premise, here, middle))


def _premises(formula: Term, here: Tuples, middle: Sequence[Proved]) -> Proved:
    if both := applied(formula, "and", 2):
        return kernel.conjoin(_premises(both[0], here, middle), _premises(both[1], here, middle))
    text = str(formula)
    if "without_edge" in text:
        return _is_drawn(formula, here.names["p"], here.names["q"])
    if "tuples_level" in text:
        if "lpp" in text:
            other, values = _of_double_dagger(here.names["p"], here.names["q"])
            return _level_there(formula, here.level(other, values))
        return _level_there(formula, here.level(here.names["Q"], middle))
    return arithmetic(formula)


def _level_there(wanted: Term, level: Proved) -> Proved:
    """The level 8/3, which is the larger of two numbers."""
    largest = next(found for part in parts(level.conclusion) if (found := applied(part, "max", 2)))
    worth = term("max(a, b)", a=largest[0], b=largest[1])
    same = reduced(normal(equal(worth, term("8/3")), unfolding("max")), by_conditions)
    return rewritten(rewritten(level, by(same)))


@script("drawn weight, sum")
def below_the_sum(goal: Goal) -> Refuted:
    """At the budgets log(2) the level is log(8/3), less than log(4)."""
    statement, shown_at, here, middle = _at_point(goal)
    said_of = _granted(statement, here, middle)
    level = _level_there(said_of.conclusion, here.level(here.names["Q"], middle))
    least = list(conjuncts(rewritten(said_of, meant("tuples_level"))))[-1]
    private = next(conjuncts(rewritten(level, meant("tuples_level"))))
    nothing = arithmetic(FALSE, at(least, term("8/3"), given=[private]))
    return Refuted(derived.reject(goal.statement, nothing), shown_at, (Fraction(4), Fraction(8, 3)))


@script("drawn weight, stronger")
def not_stronger(goal: Goal) -> Refuted:
    """Both have the level log(8/3)."""
    statement, shown_at, here, middle = _at_point(goal)
    nothing = arithmetic(FALSE, _granted(statement, here, middle))
    return Refuted(derived.reject(goal.statement, nothing), shown_at, (Fraction(8, 3), Fraction(8, 3)))


@script("drawn weight, worst weight")
def worst_weight(goal: Goal) -> Refuted:
    """For the substitute weight -1, as if it were known, the ratio is 4, or over e^eps_1 it is 2."""
    statement, shown_at, here, middle = _at_point(goal)
    ratios_of = kernel.part(_granted(statement, here, middle), 0)
    if applied(ratios_of.conclusion, "forall", 1):
        one = specialise(ratios_of, Number(-1), Number(1))
        premise, _ = applied(one.conclusion, "implies", 2) or ()
        ratios_of = kernel.detach(one, arithmetic(premise))
    nothing = arithmetic(FALSE, *conjuncts(rewritten(ratios_of, meant("kept"))))
    x, x1 = (here.names[name] for name in ("x", "x1"))
    over = 2 if any(applied(part, "/", 2) == (x, x1) for part in parts(ratios_of.conclusion)) else 1
    return Refuted(derived.reject(goal.statement, nothing), shown_at, (Fraction(4, over), Fraction(8, 3 * over)))


@script("three tuples")
def three_tuples(goal: Goal) -> Proved:
    """The probabilities of the tuples are positive and add up to 1, with an edge and without."""
    here, middle = Tuples.of(goal)
    words = meant("tuple_sent", "vpp")
    numbers = [*here.budgets, *here.given]
    w = here.names["w"]
    weights = [fact for fact in here.given if w in parts(fact.conclusion)]
    every, sums = applied(goal.conclusion, "and", 2) or ()
    one = goal_of(every)
    cases = []
    for number in (1, 2, 3):
        formula = substituted(one.conclusion, {one.variables[0]: Number(number)})
        plain = normal(formula, words, conditions)
        shown = arithmetic(sides(plain.conclusion)[1], *middle, *here.budgets, *weights)
        cases.append(kernel.discharge(equal(Number(number), one.variables[0]), kernel.replace(
            kernel.assume(equal(Number(number), one.variables[0])), closed(one.variables[0], one.conclusion),
            derived.follow(symmetric(plain), shown))))  # fmt: skip
    which = arithmetic(OR(equal(Number(1), one.variables[0]), OR(equal(Number(2), one.variables[0]),
                       equal(Number(3), one.variables[0]))), *one.given)  # fmt: skip
    rest = applied(which.conclusion, "or", 2) or ()
    others = [kernel.assume(case) for case in applied(rest[1], "or", 2) or ()]
    last = kernel.cases(
        kernel.assume(rest[1]), *(kernel.detach(case, fact) for case, fact in zip(cases[1:], others, strict=True))
    )
    positive = one.qed(kernel.cases(which, kernel.detach(cases[0], kernel.assume(rest[0])), last))
    plain = normal(sums, written_out, words, conditions)
    return kernel.conjoin(
        positive, derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *middle, *numbers[:4]))
    )
