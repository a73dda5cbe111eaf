"""Section 3.1, after Theorem 3.1: the design that discloses the category with probability phi - 1, for k categories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checks.papers.nz.proofs.common import given, in_plain_words, of_parameters
from checks.verifying.stated import Script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
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
from derivations.logic.terms import FALSE, NOT, Free, Number, Term, applied, closed, equal, parts
from derivations.theory import sums
from derivations.theory.single_terms import at, by_conditions, each, either, sum_picked, summed
from derivations.theory.sums import in_range, in_sums

ENTRY = "(if y = x then phi - 1 else if y = k + 1 then 2 - phi else 0)"


class _Erasure:
    """A goal about this design."""

    def __init__(self, goal: Goal) -> None:
        self.names, self.facts = goal.names, given(goal)
        self.k, self.phi = self.names["k"], self.names["phi"]
        self.x = Free("x #0")
        self.inside = kernel.assume(in_range(self.x, self.k))
        numbers = [fact for fact in self.facts if isinstance(fact, Proved)]
        self.numbers = [fact for fact in numbers if {self.k, self.phi} & set(parts(fact.conclusion))]

    def named_column(self, weight: Term, y: Term, place: Proved) -> Proved:
        """sum_x w(x) P(x, y) = w(y) (phi - 1), for a response y in 1..k"""
        names = {"k": self.k, "phi": self.phi, "w": weight, "x": self.x, "y": y}
        short = arithmetic(term("y <= k", y=y, k=self.k), *conjuncts(place))
        own = term(f"w(x)*{ENTRY} = (if x = y then w(x)*(phi - 1) else 0)", **names)
        row = summed(self.x, self.k, by_conditions(own, short), self.facts)
        terms = term("fun x. w(x)*(phi - 1)", w=weight, phi=self.phi)
        picked = at(sum_picked(), self.k, y, terms, given=[*self.facts, place], premises=2)
        return derived.transitive(rewritten(row), rewritten(picked))

    def silent_column(self, weight: Term) -> Proved:
        """sum_x w(x) P(x, k + 1) = (2 - phi) sum_x w(x)"""
        names = {"k": self.k, "phi": self.phi, "w": weight, "x": self.x, "y": term("k + 1", k=self.k)}
        own = term(f"w(x)*{ENTRY} = (2 - phi)*w(x)", **names)
        row = summed(self.x, self.k, by_conditions(own, *conjuncts(self.inside)), self.facts)
        scale = at(sums.sum_scale(), self.k, term("2 - phi", phi=self.phi), weight, given=self.facts)
        return derived.transitive(rewritten(row), rewritten(scale))


def disclosed(goal: Goal) -> Proved:
    """The response that names a category is given with probability phi - 1, and leaves no doubt."""
    here = _Erasure(goal)
    x, alpha = here.names["x"], here.names["alpha"]
    known = [fact for fact in here.facts if isinstance(fact, Proved)]
    place = conjoined(*(arithmetic(part.conclusion, *known) for part in conjuncts(kernel.assume(in_range(x, here.k)))))
    column = here.named_column(alpha, x, place)
    some = next(fact for fact in known if fact.conclusion == term("0 < alpha(x)", alpha=alpha, x=x))
    positive = arithmetic(term("0 < alpha(x)*(phi - 1)", alpha=alpha, x=x, phi=here.phi), some, *here.numbers)

    def prove(formula: Term) -> Proved:
        first, second = (part.conclusion for part in conjuncts(kernel.assume(formula)))
        meaning = normal(second, unfolding("response"))
        own = by_conditions(equal(sides(sides(meaning.conclusion)[1])[0], term("1")), column, positive)
        return kernel.conjoin(by_conditions(first), derived.follow(symmetric(meaning), own))

    return in_plain_words(goal.conclusion, prove)


def is_design(k: Term, phi: Term, facts: Sequence[Term | Proved]) -> Proved:
    """design(k, k + 1, P): a row is phi - 1 at the category, 2 - phi at the silent response, else 0."""
    x, y = Free("x #0"), Free("y #0")
    P = term(f"fun x y. {ENTRY}", k=k, phi=phi)
    names = {"k": k, "phi": phi, "x": x, "y": y}
    in_x, in_y = kernel.assume(in_range(x, k)), kernel.assume(in_range(y, k))
    entry = term(ENTRY, **names)
    own = equal(entry, term("if y = x then phi - 1 else 0", **names))
    row = rewritten(summed(y, k, by_conditions(own, *conjuncts(in_y)), facts))
    picked = at(sum_picked(), k, x, term("fun y. phi - 1", phi=phi), given=[*facts, in_x], premises=2)
    silent = by_conditions(term(f"{ENTRY} = 2 - phi", **{**names, "y": term("k + 1", k=k)}), *conjuncts(in_x))
    whole = normal(term("sum(k + 1, f)", k=k, f=closed(y, entry)), by(sums.sum_next(), facts))
    one = arithmetic(equal(sides(whole.conclusion)[0], Number(1)), whole, row, silent, picked, opaque=True)
    numbers = [fact for fact in facts if phi in (applied(_conclusion(fact), "<", 2) or ())]
    positive = by_conditions(term("0 <= e", e=entry), *numbers)
    rows = each(x, k, kernel.conjoin(each(y, term("k + 1", k=k), positive), one))
    formula = term("design(k, k + 1, P)", k=k, P=P)
    return derived.follow(symmetric(normal(formula, unfolding("design", "law"))), rows)


def _conclusion(fact: Term | Proved) -> Term:
    return fact.conclusion if isinstance(fact, Proved) else fact


@lemma("forall a q f. 0 <= a and 0 < f and (q = 0 or q = 1) implies max(a*q*f, a*(1 - q)*f) = f*a")
def larger_of_named(goal: Goal) -> Proved:
    """An event is certain after the name of a category, or its complement is."""
    a, q, f = goal.variables
    weight, positive, bit = conjuncts(kernel.assume(goal.given[0]))
    meaning = normal(goal.conclusion, unfolding("max"))
    product = arithmetic(term("0 <= f*a", a=a, f=f), weight, positive)
    cases = []
    for number in ("0", "1"):
        own = kernel.assume(term(f"q = {number}", q=q))
        inside = arithmetic(term(f"a*q*f = {number}*(f*a) and a*(1 - q)*f = (1 - {number})*(f*a)", a=a, q=q, f=f), own)
        cases.append(by_conditions(sides(meaning.conclusion)[1], *conjuncts(inside), product))
    return derived.follow(symmetric(meaning), kernel.cases(bit, *cases))


@lemma("forall f s t. 0 < f implies max(f*s, f*t) = f*max(s, t)")
def larger_of_scaled(goal: Goal) -> Proved:
    """A positive factor in front of the larger number."""
    f, s, t = goal.variables
    meaning = normal(goal.conclusion, unfolding("max"))
    positive = kernel.assume(goal.given[0])
    below = kernel.assume(term("s <= t", s=s, t=t))
    above = kernel.assume(term("t < s", s=s, t=t))
    first = arithmetic(term("f*s <= f*t", f=f, s=s, t=t), below, positive)
    second = arithmetic(term("f*t < f*s", f=f, s=s, t=t), above, positive)
    wanted = sides(meaning.conclusion)[1]
    case = either(below.conclusion)
    one = by_conditions(wanted, below, first)
    other = kernel.assume(NOT(below.conclusion))
    two = cut(by_conditions(wanted, above, second), arithmetic(above.conclusion, other))
    return derived.follow(symmetric(meaning), kernel.cases(case, one, two))


@lemma("forall s t g. s + t = 1 and 1 < g and g < 2 implies (g - 1 + (2 - g)*max(s, t))/max(s, t) <= g")
def gain_is_bounded(goal: Goal) -> Proved:
    """The larger of two probabilities of an event and its complement is 1/2 at least."""
    return reduced(normal(goal.conclusion, unfolding("max")), lambda it: by_conditions(it, *goal.given))


def larger_is_secure(goal: Goal) -> Proved:
    """The design for k categories is phi-average secure."""
    here = _Erasure(goal)
    k, phi = here.k, here.phi

    def prove(formula: Term) -> Proved:
        design, secure = applied(formula, "and", 2) or (FALSE, FALSE)
        found = is_design(k, phi, here.facts)
        assert found.conclusion == design
        return kernel.conjoin(found, is_secure(goal_of(secure)))

    def is_secure(one: Goal) -> Proved:
        alpha, Q = one.variables
        law, event = conjuncts(kernel.assume(one.given[0]))
        weights, total = conjuncts(rewritten(law, unfolding("law")))
        names = {"alpha": alpha, "Q": Q, "k": k, "phi": phi}
        inside_weights = [term(f"fun x. alpha(x)*{part}", alpha=alpha, Q=Q) for part in ("Q(x)", "(1 - Q(x))")]
        y = Free("y #0")
        place = kernel.assume(in_range(y, k))
        columns = [rewritten(here.named_column(weight, y, place)) for weight in inside_weights]
        known = [at(weights, y, given=[place]), at(event, y, given=[place])]
        factor = term("phi - 1", phi=phi)
        given_factor = arithmetic(term("0 < f", f=factor), *here.numbers)
        largest = at(
            larger_of_named(),
            term("alpha(y)", alpha=alpha, y=y),
            term("Q(y)", Q=Q, y=y),
            factor,
            given=[*known, given_factor],
        )
        left = term("max(r, s)", r=sides(columns[0].conclusion)[0], s=sides(columns[1].conclusion)[0])
        changed = normal(left, lambda part: next((c for c in columns if sides(c.conclusion)[0] == part), None))
        row = summed(y, k, derived.transitive(changed, rewritten(largest)), here.facts)
        scaled = rewritten(at(sums.sum_scale(), k, factor, alpha, given=here.facts))
        silent = [rewritten(here.silent_column(weight)) for weight in inside_weights]
        rest = term("2 - phi", phi=phi)
        parts_of = [term("sum(k, w)", k=k, w=weight) for weight in inside_weights]
        given_rest = arithmetic(term("0 < f", f=rest), *here.numbers)
        last = rewritten(at(larger_of_scaled(), rest, *parts_of, given=[given_rest]))
        silent_left = term("max(r, s)", r=sides(silent[0].conclusion)[0], s=sides(silent[1].conclusion)[0])
        changed = normal(silent_left, lambda part: next((c for c in silent if sides(c.conclusion)[0] == part), None))
        last = derived.transitive(changed, last)
        both = normal(term("sum x in 1..k. alpha(x)*Q(x) + alpha(x)*(1 - Q(x))", **names), in_sums(here.facts))
        whole = summed(
            y, k, arithmetic(term("alpha(y)*Q(y) + alpha(y)*(1 - Q(y)) = alpha(y)", alpha=alpha, Q=Q, y=y)), here.facts
        )
        opened_up = [normal(part, in_sums(here.facts)) for part in parts_of]
        adds_up = arithmetic(
            term("r + s = 1", r=parts_of[0], s=parts_of[1]), rewritten(whole), both, *opened_up, total, opaque=True
        )
        bound = rewritten(at(gain_is_bounded(), *parts_of, phi, given=[adds_up, *here.numbers]))
        next_one = normal(one.conclusion, by(sums.sum_next(), here.facts))
        after, best = applied((applied(sides(next_one.conclusion)[1], "<=", 2) or ())[0], "/", 2) or ()
        gained = term("phi - 1 + (2 - phi)*g", phi=phi, g=best)
        gain = arithmetic(equal(gained, after), row, scaled, total, last, opaque=True)
        number = Free("z #0")
        bound = kernel.replace(gain, closed(number, term("z/g <= phi", z=number, g=best, phi=phi)), bound)
        return one.qed(derived.follow(symmetric(next_one), bound))

    return in_plain_words(goal.conclusion, prove)


SCRIPTS: Mapping[str, Script] = {
    "disclosed": of_parameters(disclosed),
    "larger erasure is secure": of_parameters(larger_is_secure),
}
