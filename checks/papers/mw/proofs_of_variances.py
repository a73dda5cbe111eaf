"""Scripts for the variance of an estimate that counts one answer, and for its slope in a parameter of the design."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checks.papers.collection import load_paper
from checks.papers.mw.own_words import is_word, meant, said
from checks.papers.mw.proofs_of_likelihoods import three_counts
from checks.papers.mw.proofs_of_many_answers import ABOVE, BELOW, Optimum
from checks.papers.mw.proofs_of_regions import Designs, variance_of_share
from checks.papers.mw.proofs_of_scores import Responses
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arguments,
    arithmetic,
    by,
    conjuncts,
    decided,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Apply, Free, Number, Term, applied, equal, free_variables, parts, quantified
from derivations.theory.automatic import automatic, facts_of, found, given_facts, written_out
from derivations.theory.calculus import as_derivative, of_log_likelihood, only_derivative
from derivations.theory.quotients import slope_of_spread
from derivations.theory.single_terms import at

ONE = Number(1)


def _designs() -> Conversion:
    """Entries of a design as they are defined."""
    return meant("even", "dagger", "double_dagger", "club")


def _spreads() -> Conversion:
    """Variances as they are defined."""
    return meant("spread", "dagger_spread", "estimate")


@lemma("forall D N b d. b*D*N = 1 or b*D*N = -1 implies 1 <= N and D != 0 implies "
       "b^2*N*(d*(1 - d)) = d*(1 - d)/(D^2*N)")  # fmt: skip
def by_contrast(goal: Goal) -> Proved:
    """The variance by how much a report tells of the answer, D."""
    return automatic(goal)


class Estimate:
    """A dispersion of c + b*N_0 under a design of three answers, at shares of which a law is known."""

    def __init__(self, dispersion: Term, known: Sequence[Proved]) -> None:
        self.plain = normal(dispersion, _spreads())
        variance = sides(self.plain.conclusion)[1]
        assert isinstance(variance, Apply)
        self.of_statistic = variance.function
        self.N, _, self.law, self.statistic = applied(variance, "dispersion", 4) or ()
        _, self.pi, self.design = applied(self.law, "response", 3) or ()
        self.share = sides(normal(self.pi(ONE)).conclusion)[1]
        self.known = known
        shares = next(fact for fact in known if applied(fact.conclusion, "law", 2))
        self.total = list(conjuncts(rewritten(shares, unfolding("law"), written_out)))[-1]
        self.numbers = [fact for fact in known if self.pi not in parts(fact.conclusion)]

    def entry(self, x: int, y: int) -> Term:
        """An entry of the design."""
        return sides(normal(term(f"P({x}, {y})", P=self.design), _designs(), decided([])).conclusion)[1]

    @property
    def contrast(self) -> Term:
        """What a report 0 tells of the answer 0: P(1, 1) - P(2, 1), and P(3, 1) is P(2, 1)."""
        return term("u - v", u=self.entry(1, 1), v=self.entry(2, 1))

    @property
    def chance(self) -> Term:
        """The probability of a report 0."""
        return term("v + d*s", v=self.entry(2, 1), d=self.contrast, s=self.share)

    def variance(self, *regular: Proved) -> tuple[Proved, Term]:
        """What it is: d*(1 - d)/(D^2*N) for the chance d and the contrast D."""
        w = Free("w #0", self.pi.type)
        value = sides(normal(self.statistic(w)).conclusion)[1]
        count = term("frequency(N, 1)(w)", N=self.N, w=w)
        none, one = (_with(value, count, Number(k)) for k in (0, 1))
        b = term("u - v", u=one, v=none)
        affine = term("fun w. c + b*frequency(N, 1)(w)", c=none, b=b, N=self.N)
        other = sides(normal(affine(w)).conclusion)[1]
        same = kernel.abstracted(w, arithmetic(equal(value, other), *regular, *self.numbers))
        if (left := sides(same.conclusion)[0]) != self.statistic:  # it is written as fun w. S(w)
            same = derived.transitive(symmetric(normal(left)), same)
        moved = kernel.congruent(kernel.reflexive(self.of_statistic), same)
        entries = unfolding("response"), written_out, _designs(), decided([])
        rows = normal(term("sum y in 1..3. q(y)", q=self.law), written_out, *entries)
        whole = derived.transitive(rows, arithmetic(equal(sides(rows.conclusion)[1], ONE), self.total))
        own = at(variance_of_share(), self.N, self.law, none, b, given=[*self.known, whole])
        plain = normal(term("q(1)", q=self.law), *entries)
        chance = derived.transitive(plain, arithmetic(equal(sides(plain.conclusion)[1], self.chance), self.total))
        own = derived.transitive(own, normal(sides(own.conclusion)[1], by(chance)))
        return derived.transitive(derived.transitive(self.plain, moved), own), b

    def spread(self, *regular: Proved) -> Proved:
        """d*(1 - d)/(D^2*N)"""
        own, b = self.variance(*regular)
        names = {"b": b, "D": self.contrast, "N": self.N, "d": self.chance}
        apart = arithmetic(term("D != 0", **names), *regular, *self.numbers)
        unit = arithmetic(term("b*D*N = 1 or b*D*N = -1", **names), *regular, *self.numbers)
        given = [unit, apart, *self.numbers]
        return derived.transitive(
            own, at(by_contrast(), self.contrast, self.N, b, self.chance, given=given, premises=2)
        )


def _with(whole: Term, old: Term, new: Term) -> Term:
    """A term with another one in place of one of its parts."""
    if whole == old:
        return new
    if isinstance(whole, Apply):
        return _with(whole.function, old, new)(_with(whole.argument, old, new))
    return whole


@script("variance of a share")
def variance_of_a_share(goal: Goal) -> Proved:
    """Each variance by what it is, the rest by arithmetic."""
    known = given_facts(goal)
    plain = sides(normal(goal.conclusion, _spreads()).conclusion)[1]
    estimates = [Estimate(part, known) for part in parts(plain) if applied(part, "dispersion", 4)]
    variances = [by(estimate.variance()[0]) for estimate in estimates]
    return reduced(normal(goal.conclusion, _spreads(), *variances), lambda it: arithmetic(it, *estimates[0].numbers))


SLOPE = "(-4*(1 - p2^2) - 4*p2*(2*p1 + p2 - 1)*s)/((2*p1 + p2 - 1)^3*N)"
"""(40a), the slope of the variance of RR3-dagger in p1."""


@script("slope of a variance")
def slope_of_a_variance(goal: Goal) -> Proved:
    """Each derivative by the rules, with (40a) as that which exists; the rest by arithmetic."""
    known = given_facts(goal)
    for region in [fact for fact in known if is_word(fact.conclusion, "region", 3)]:
        x, p1, p2 = (goal.names[name] for name in ("x", "p1", "p2"))
        design = Designs(x, p1, p2, known[:1])
        bounds = design.scaled([*conjuncts(derived.follow(design.region(), region))])
        known = [fact for fact in known if free_variables(fact.conclusion).isdisjoint((p1, p2))]
        known += [*bounds[:2], *bounds[5:7]]  # 1/3 < p1 < 1 and 1/3 < p2 < 1
    law = next(fact for fact in known if applied(fact.conclusion, "law", 2))
    known += conjuncts(found(term("0 <= pi(1) and pi(1) <= 1", pi=goal.names["pi"]), law))
    return _shown(goal.conclusion, known)


def _shown(formula: Term, known: Sequence[Proved]) -> Proved:
    if applied(formula, "derivative", 3):
        return _slope(formula, known)
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_shown(part, known) for part in both))
    if quantified(formula, "exists"):
        function, a, _ = applied((applied(instance(formula, ONE), "and", 2) or ())[0], "derivative", 3) or ()
        own = sides(normal(function(a)).conclusion)[1]
        N, pi, p1, p2 = arguments(own)
        value = term(SLOPE, N=N, s=pi(ONE), p1=p1, p2=p2)
        return kernel.witness(formula, value, _shown(instance(formula, value), known))
    return arithmetic(
        formula, *(fact for fact in known if not any(applied(part, "law", 2) for part in parts(fact.conclusion)))
    )


def _slope(wanted: Term, known: Sequence[Proved]) -> Proved:
    """derivative(fun t. a variance, a, v), where the chance and the contrast are affine in t."""
    function, a, _ = applied(wanted, "derivative", 3) or ()

    def estimate(t: Term) -> Estimate:
        return Estimate(sides(normal(function(t)).conclusion)[1], known)

    ends = [estimate(Number(t)) for t in (0, 1)]
    (b, c), (g, h) = (
        (first, term("u - v", u=second, v=first))
        for first, second in ([end.contrast for end in ends], [end.chance for end in ends])
    )
    names = {"b": b, "c": c, "g": g, "h": h, "n": ends[0].N}

    def value(t: Term, apart: Proved) -> Proved:
        own = estimate(t)
        spread = own.spread(arithmetic(term("D != 0", D=own.contrast), apart))
        right = term("(g + h*t)*(1 - g - h*t)/((b + c*t)^2*n)", **names, t=t)
        return derived.transitive(spread, arithmetic(equal(sides(spread.conclusion)[1], right), apart, *own.numbers))

    numbers = ends[0].numbers
    apart = arithmetic(term("b + c*a != 0", **names, a=a), *numbers)
    return slope_of_spread(wanted, names, value, apart, *numbers)


def another_slope(values: Mapping[str, str], slope: str) -> Script:
    """At these values, and equal shares, the derivative is one number, and the printed one another."""

    def refuted(goal: Goal) -> Refuted:
        terms = {**{name: term(text) for name, text in values.items()}, "pi": term("fun x. 1/3")}
        told = specialise(kernel.assume(goal.statement), *(terms[name] for name in goal.names))
        premise, wrong = applied(told.conclusion, "implies", 2) or ()
        assumed = goal_of(premise)
        facts = assumed.qed(automatic(assumed))
        function, a, other = applied(wrong, "derivative", 3) or ()
        right = term("derivative(f, a, v)", f=function, a=a, v=term(slope))
        own = Goal(right, (), (premise,), right)
        known = kernel.detach(kernel.discharge(premise, _slope(right, given_facts(own))), facts)
        same = at(
            only_derivative(), function, a, term(slope), other, given=[known, kernel.detach(told, facts)], premises=2
        )
        nothing = arithmetic(FALSE, *facts_of(same))
        shown = {**values, "pi": "(1/3, 1/3, 1/3)"}
        return Refuted(derived.reject(goal.statement, nothing), tuple((name, shown[name]) for name in goal.names))

    return refuted


@script("a region")
def region(goal: Goal) -> Proved:
    """By the bounds of a private design."""
    x, p1, p2 = goal.variables
    design = Designs(x, p1, p2, [kernel.assume(goal.given[0])])
    left, right = sides(goal.conclusion)
    for number in (1, 2):
        if is_word(right, f"region_{number}", 3):
            return design.one_side(number)
    bounds = design.region()
    forth = arithmetic(right, *design.scaled([*conjuncts(derived.follow(bounds, kernel.assume(left)))]))
    back = derived.follow(symmetric(bounds), arithmetic(sides(bounds.conclusion)[1], kernel.assume(right)))
    return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))


def _of_three_answers(optimum: Optimum, claim: str, printed: str, bound: str) -> Script:
    """What is claimed of the best design for n answers, for three of them."""

    def script(goal: Goal) -> Proved:
        whole = goal_of(said(load_paper("MW").claim(claim).main.statement.statement))
        known = [*given_facts(goal), kernel.literal(Number(3))]
        own = at(
            whole.qed(optimum(whole)), Number(3), *(goal.names[name] for name in ("N", "x", "pi", "p")), given=known
        )
        third = arithmetic(equal(term("1/n", n=Number(3)), term("1/3")))
        same = arithmetic(term(f"{printed} = {bound}", x=goal.names["x"]), *goal.facts)
        return rewritten(own, by(third), by(same))

    return script


@script("score of equal weights")
def score_of_equal_weights(goal: Goal) -> Proved:
    """(19a) and (19b), by what (12a) and (12b) are derived from."""
    p = goal.names["p"]
    known = given_facts(goal)
    numbers = [fact for fact in known if free_variables(fact.conclusion) <= {p}]
    known.append(found(said("design(3, 3, even(3, p))", p=p), *numbers))
    survey = Responses({**goal.names, "P": said("even(3, p)", p=p)}, known)
    _, share, printed = applied(goal.conclusion, "derivative", 3) or ()
    name = "u" if share == goal.names["u"] else "v"
    own = survey.differentiated(name, of_log_likelihood)
    words = meant("even"), decided([])
    positive = []
    for y, value in zip((1, 2, 3), survey.values(name), strict=True):
        law = survey.affine(name, y)
        positive.append(rewritten(arithmetic(term("0 < q", q=law), *known, value), *words))
    plain = normal((applied(own.conclusion, "derivative", 3) or ())[2], *words)
    last_count = three_counts(survey.names["N"], survey.names["w"], survey.known)
    same = derived.transitive(
        plain, arithmetic(equal(sides(plain.conclusion)[1], printed), *positive, last_count, *numbers)
    )
    return as_derivative(goal.conclusion, own, same)


SCRIPTS: Mapping[str, Script] = {
    "another slope of a variance": another_slope({"p1": "1/3", "p2": "2/3", "N": "3"}, "-44/3"),
    "another slope on the side": another_slope({"x": "5/2", "p1": "2/3", "N": "3"}, "-13/3"),
    "best above, of three answers": _of_three_answers(ABOVE, "MW-101", "x/(x + 3 - 1)", "x/(x + 2)"),
    "best below, of three answers": _of_three_answers(BELOW, "MW-102", "1/((3 - 1)*x + 1)", "1/(2*x + 1)"),
}
