"""Scripts for the substitute weight with which LPP has the least level: what is to be minimised, and where."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from checks.papers.mw.own_words import is_word, meant, said
from checks.papers.mw.proofs_of_substitutes import (
    LARGEST,
    TWO_EDGES,
    Substitutes,
    at_numbers,
    at_two_edges,
    no_larger,
)
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arguments,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Number, Term, applied, closed, quantified, substituted
from derivations.theory.single_terms import at, by_conditions

INSIDE = "0 < q and 0 < h and h < 1"
LARGER = "max(q/h, q/(1 - h))"
OTHER = re.sub(r"\bh\b", "k", re.sub(r"\bx\b", "z", LARGEST))


def _unfolded(goal: Goal, *facts: Proved) -> Proved:
    """The conclusion, with the larger and the smaller of two numbers told apart."""
    known = goal.facts
    given = [derived.follow(normal(fact.conclusion, unfolding("max", "min")), fact) for fact in [*known, *facts]]
    return reduced(normal(goal.conclusion, unfolding("max", "min")), lambda it: by_conditions(it, *given))


@lemma(f"forall q h. {INSIDE} and h <= 1/2 implies {LARGER} = q/h")
def larger_below(goal: Goal) -> Proved:
    """The larger quotient is that of the smaller divisor."""
    q, h = goal.variables
    known = goal.facts
    return _unfolded(goal, arithmetic(term("q/(1 - h) <= q/h", q=q, h=h), *known))


@lemma(f"forall q h. {INSIDE} and 1/2 <= h implies {LARGER} = q/(1 - h)")
def larger_above(goal: Goal) -> Proved:
    """The larger quotient is that of the smaller divisor."""
    q, h = goal.variables
    known = goal.facts
    return _unfolded(goal, arithmetic(term("q/h <= q/(1 - h)", q=q, h=h), *known))


@lemma(f"forall q h M. {INSIDE} implies ({LARGER} <= M iff q <= M*h and q <= M*(1 - h))")
def larger_at_most(goal: Goal) -> Proved:
    """A bound of the larger quotient."""
    left, right = sides(goal.conclusion)
    q, h, M = goal.variables
    known = goal.facts
    plain = normal(left, unfolding("max"))
    bounds = [term(text, q=q, h=h, M=M) for text in ("q/h <= M", "q/(1 - h) <= M")]
    one = derived.follow(plain, kernel.assume(left))
    quotients = [by_conditions(bound, one) for bound in bounds]
    forth = conjoined(*(arithmetic(part.conclusion, fact, *known) for part, fact in zip(
        conjuncts(kernel.assume(right)), quotients, strict=True)))  # fmt: skip
    given = [arithmetic(bound, fact, *known) for bound, fact in zip(
        bounds, conjuncts(kernel.assume(right)), strict=True)]  # fmt: skip
    back = derived.follow(symmetric(plain), by_conditions(sides(plain.conclusion)[1], *given))
    return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))


@lemma(f"forall x1 x2 q h k x z. 0 < k and k < 1 and 0 < x2 and {LARGEST} and {OTHER} "
       "and min(h, 1 - h) <= min(k, 1 - k) implies z <= x")  # fmt: skip
def lower_level(goal: Goal) -> Proved:
    """The level falls as the smaller of h and 1 - h rises."""
    x1, x2, q, h, k, x, z = goal.variables
    known = goal.facts
    first, second, third = known[3:6]
    own, other = (term("min(h, 1 - h)", h=share) for share in (h, k))

    def of_smaller(text: str, *facts: Proved, **names: Term) -> Proved:
        return reduced(normal(term(text, **names), unfolding("min")), lambda it: by_conditions(it, *facts))

    enough = of_smaller("x1*q <= x*m", second, third, x1=x1, q=q, x=x, m=own)
    below = [of_smaller(text, m=other, k=k) for text in ("m <= k", "m <= 1 - k")]
    positive = arithmetic(term("0 < x", x=x), first, known[2])
    bounds = []
    for text, fact in zip(("k", "1 - k"), below, strict=True):
        scaled = arithmetic(term(f"x*m <= x*({text})", x=x, m=own, k=k), fact, known[-1], positive)
        bounds.append(arithmetic(term(f"x1*q <= x*({text})", x1=x1, q=q, x=x, k=k), enough, scaled))
    return at(no_larger(), x1, x2, q, k, z, x, given=[*known, *bounds])


@dataclass(frozen=True)
class Kept:
    """Weights and the probabilities kept(q, u) that VPP sends 1, for 1/2 <= q < 1."""

    q: Term
    known: tuple[Proved, ...]

    def share(self, weight: Term) -> Term:
        """kept(q, u)"""
        return said("kept(q, u)", q=self.q, u=weight)

    def affine(self, weight: Term) -> Proved:
        """kept(q, u) = 1/2 + u*(q - 1/2)"""
        plain = normal(self.share(weight), meant("kept"))
        right = term("1/2 + u*(q - 1/2)", u=weight, q=self.q)
        return derived.transitive(plain, arithmetic(term("a = b", a=sides(plain.conclusion)[1], b=right)))

    def inside(self, weight: Term, facts: Sequence[Proved]) -> list[Proved]:
        """0 < q, 0 < kept(q, u) < 1 and 1 - q <= kept(q, u) <= q, for -1 <= u <= 1"""
        share, own = self.share(weight), self.affine(weight)
        wide = [arithmetic(term(text, h=share, q=self.q), own, *facts, *self.known) for text in (
            "1 - q <= h", "h <= q")]  # fmt: skip
        positive = arithmetic(term("0 < q", q=self.q), *self.known)
        return [positive, *(arithmetic(term(text, h=share), *wide, *self.known) for text in ("0 < h", "h < 1")), *wide]

    def value(self, weight: Term) -> Proved:
        """objective(q, u) = max(q/kept(q, u), q/(1 - kept(q, u)))"""
        return normal(said("objective(q, u)", q=self.q, u=weight), meant("objective"), at_numbers)

    def half(self, weight: Term, least: Proved, facts: Sequence[Proved]) -> Proved:
        """kept(q, s) = 1/2, where no weight has a smaller objective than s"""
        middle = at(least, Number(0), given=[arithmetic(term("-1 <= 0 and 0 <= 1"))])
        bound = rewritten(middle, by(self.of_middle()), by(self.value(weight)))
        share, inside = self.share(weight), self.inside(weight, facts)
        law = at(larger_at_most(), self.q, share, term("2*q", q=self.q), given=inside)
        return arithmetic(term("h = 1/2", h=share), *conjuncts(derived.follow(law, bound)), *inside)

    def of_middle(self) -> Proved:
        """objective(q, 0) = 2*q"""
        plain = normal(said("objective(q, 0)", q=self.q), meant("objective"), at_numbers, unfolding("max"))
        twice = term("a = 2*q", a=sides(plain.conclusion)[1], q=self.q)
        return derived.transitive(plain, by_conditions(twice, *self.known))


def _above_half(here: Substitutes) -> tuple[Proved, Proved]:
    """1/2 < q < 1"""
    facts = [*here.known, *here.strict]
    return arithmetic(here.term("1/2 < q"), *facts), arithmetic(here.term("q < 1"), *facts)


def _levels(here: Substitutes) -> list[list[Proved]]:
    """What is said of the levels for two substitute weights."""
    given = [fact for fact in here.given if is_word(fact.conclusion, "level_with", 4)]
    return [here.said_of(fact, here.plain) for fact in given]


@script("lesser is raised")
def lesser_is_raised(goal: Goal) -> Proved:
    """Q_1 and Q_2 rise with the weight, and the level falls as the smaller of Q_1 and 1 - Q_1 rises."""
    here = Substitutes(goal)
    above = _above_half(here)
    rises, rest = applied(goal.conclusion, "and", 2) or ()
    largest, rest = applied(rest, "and", 2) or ()
    opposite, falls = applied(rest, "and", 2) or ()
    shown = []
    for formula in (rises, largest, opposite):
        plain = normal(formula, meant("kept"))
        shown.append(derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *here.plain, *above)))
    s, t, x, z = (here.names[name] for name in "stxz")
    x1, x2, _, q = here.values
    shares = [here.term("kept(q, u)", u=weight) for weight in (s, t)]
    premise, _ = applied(falls, "implies", 2) or ()
    first, second = _levels(here)
    given = [*second, *first, arithmetic(term("0 < x", x=x2), *here.known), kernel.assume(premise)]
    less = at(lower_level(), x1, x2, q, *shares, x, z, given=given)
    return conjoined(*shown, kernel.discharge(premise, less))


@script("minimisers of the objective")
def minimisers_of_objective(goal: Goal) -> Proved:
    """(52): a weight at which the larger quotient is least is 0, and has the least level."""
    here = Substitutes(goal)
    s, x, z = (here.names[name] for name in "sxz")
    x1, x2, _, q = here.values
    kept = Kept(q, _above_half(here))
    least = next(fact for fact in here.given if applied(fact.conclusion, "forall", 1))
    share, half = kept.share(s), kept.half(s, least, here.plain)
    first, second = _levels(here)
    twice = arithmetic(term("2*(y*q) <= z", y=x1, q=q, z=z), *second[1:3])
    bounds = [arithmetic(term(text, y=x1, q=q, z=z, h=share), twice, half) for text in (
        "y*q <= z*h", "y*q <= z*(1 - h)")]  # fmt: skip
    given = [*first, *kept.inside(s, here.plain), second[0], *bounds]
    return at(no_larger(), x1, x2, q, share, x, z, given=given)


def _budget(goal: Goal) -> tuple[Kept, list[Proved]]:
    """What is known of q, and what is given."""
    names = goal.names
    given = goal.facts
    bounds = [arithmetic(term(text, q=names["q"]), *given[:2]) for text in ("1/2 <= q", "q < 1")]
    return Kept(names["q"], tuple(bounds)), given


@script("objective in cases")
def in_cases(goal: Goal) -> Proved:
    """(53): below 0 the divisor Q_1 is the smaller one, above 0 its complement."""
    kept, _ = _budget(goal)
    (s,) = (variable for variable in goal.variables if variable.name.split(" ")[0] == "s")
    shown = []
    for case, law, side in zip(applied(goal.conclusion, "and", 2) or (), (larger_below(), larger_above()), (
            "h <= 1/2", "1/2 <= h"), strict=True):  # fmt: skip
        premise, wanted = applied(case, "implies", 2) or ()
        weight = [*conjuncts(kernel.assume(premise))]
        bounds = [arithmetic(term(text, s=s), *weight) for text in ("-1 <= s", "s <= 1")]
        below = arithmetic(term(side, h=kept.share(s)), kept.affine(s), *weight, *kept.known)
        value = at(law, kept.q, kept.share(s), given=[*kept.inside(s, bounds), below])
        whole = derived.transitive(kept.value(s), value)
        shown.append(kernel.discharge(premise, derived.follow(symmetric(normal(wanted, at_numbers)), whole)))
    return conjoined(*shown)


@script("only the middle")
def only_the_middle(goal: Goal) -> Proved:
    """(54): only the substitute weight 0 minimises the larger quotient."""
    kept, given = _budget(goal)
    strict = arithmetic(term("1/2 < q", q=kept.q), *given)
    kept = Kept(kept.q, (strict, kept.known[1]))
    minimal, is_zero = sides(goal.conclusion)
    (s,) = (variable for variable in goal.variables if variable.name.split(" ")[0] == "s")
    *weights, least = conjuncts(kernel.assume(minimal))
    forth = arithmetic(is_zero, kept.half(s, least, weights), kept.affine(s), strict)
    there = substituted(minimal, {s: Number(0)})
    *ends, every = (part.conclusion for part in conjuncts(kernel.assume(there)))
    one = goal_of(every)
    (t,) = one.variables
    bounds = one.facts
    inside, share = kept.inside(t, bounds), kept.share(t)
    value = kept.value(t)
    larger = sides(value.conclusion)[1]
    law = at(larger_at_most(), kept.q, share, larger, given=inside)
    quotients = conjuncts(derived.follow(law, arithmetic(term("a <= a", a=larger), opaque=True)))
    twice = arithmetic(term("2*q <= a", q=kept.q, a=larger), *quotients, opaque=True)
    smaller = arithmetic(one.conclusion, twice, kept.of_middle(), value, opaque=True)
    back = kernel.conjoin(conjoined(*map(arithmetic, ends)), one.qed(smaller))
    back = kernel.replace(symmetric(kernel.assume(is_zero)), closed(s, minimal), back)
    return derived.equivalent(kernel.discharge(minimal, forth), kernel.discharge(is_zero, back))


# -- as printed ------------------------------------------------------------------------------------------------------


def _premise(here: Substitutes, formula: Term) -> Proved:
    """What a statement assumes at the budgets of two edges."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_premise(here, part) for part in both))
    if is_word(formula, "level_with", 4):
        *_, weight, level = arguments(formula)
        same = here.level(weight, level, [])
        plain = normal(sides(same.conclusion)[1], meant("kept"))
        largest = derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1]))
        return derived.follow(symmetric(same), largest)
    plain = normal(formula, meant("kept", "largest_objective"))
    wanted = sides(plain.conclusion)[1]
    return derived.follow(symmetric(plain), _constant(here, wanted) if "objective" in str(wanted) else _certain(wanted))


def _certain(formula: Term) -> Proved:
    """A formula about numbers, perhaps for all weights."""
    one = goal_of(formula)
    return one.qed(arithmetic(one.conclusion))


def _constant(here: Substitutes, formula: Term) -> Proved:
    """The largest value of the objective is that at the weight 1."""
    kept = Kept(here.values[3], _above_half(here))
    one = goal_of(formula, depth=2)
    bound, some = applied(one.conclusion, "and", 2) or ()
    every = goal_of(bound)
    (u,) = every.variables
    weights = every.facts
    inside = kept.inside(u, weights)
    _, largest = applied(every.conclusion, "<=", 2) or ()
    law = at(larger_at_most(), kept.q, kept.share(u), largest, given=inside)
    both = arithmetic(sides(law.conclusion)[1], *inside, *kept.known)
    below = derived.follow(symmetric(law), both)
    value = kept.value(u)
    below = arithmetic(every.conclusion, below, value, opaque=True)
    there = normal(instance(some, Number(1)), meant("objective"), at_numbers, unfolding("max"))
    reached = derived.follow(symmetric(there), by_conditions(sides(there.conclusion)[1]))
    return one.qed(kernel.conjoin(every.qed(below), kernel.witness(some, Number(1), reached)))


def _refuted(goal: Goal, point: Mapping[str, str], worth: tuple[str, str]) -> Refuted:
    """At a point a statement says something false of two numbers."""
    here = at_two_edges()
    values = {**TWO_EDGES, **point}
    names = [variable.name.split(" ")[0] for variable in goal.variables]
    left = [here.names.get(name) or term(values[name]) for name in names]
    there = kernel.assume(goal.statement)
    while True:
        if quantified(there.conclusion, "forall") is not None:
            there = kernel.specialise(there, left.pop(0))
        elif needed := applied(there.conclusion, "implies", 2):
            there = kernel.detach(there, _premise(here, needed[0]))
        elif applied(there.conclusion, "and", 2):
            there = kernel.part(there, 1)
        else:
            break
    nothing = arithmetic(FALSE, rewritten(there, meant("kept")))
    shown_at = tuple((name, values[name].replace("fun s. 4", "4 for all s")) for name in names)
    return Refuted(derived.reject(goal.statement, nothing), shown_at, (Fraction(worth[0]), Fraction(worth[1])))


LEVELS = {"s": "1/4", "t": "3/4", "x": "4", "z": "64/11"}
"""The levels for the substitute weights 1/4 and 3/4."""


@script("only Q_1 is raised")
def only_q1_is_raised(goal: Goal) -> Refuted:
    """From the substitute weight 1/4 to 3/4 Q_1 rises, and so does the level."""
    return _refuted(goal, LEVELS, ("64/11", "4"))


@script("every weight")
def every_weight(goal: Goal) -> Refuted:
    """A maximum over the weights is the same at all of them, and the weight 3/4 has not the least level."""
    swapped = {"s": "3/4", "t": "1/4", "x": "64/11", "z": "4"}
    return _refuted(goal, {**swapped, "F": "fun s. 4"}, ("64/11", "4"))


@script("constant in cases")
def constant_in_cases(goal: Goal) -> Refuted:
    """A maximum over the weights is the constant 4, which the second case is not at 1/2."""
    return _refuted(goal, {"F": "fun s. 4", "s": "1/2"}, ("4", "16/7"))
