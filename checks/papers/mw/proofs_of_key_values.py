"""Scripts for key-value data: the means of estimates of the degree and the weight of an item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from checks.papers.mw.own_words import meant, said
from checks.papers.mw.proofs_of_scores import with_values
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
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
from derivations.logic.terms import Free, Number, Term, applied, equal, parts
from derivations.theory.automatic import automatic, conditions, frequency_is_total, inverses, written_out
from derivations.theory.given_truths import chance_of_response, expected_frequency
from derivations.theory.independent_responses import in_independent, independent_of_one
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at, by_conditions, each, summed
from derivations.theory.sums import in_range, in_sums, sum_of_ones
from derivations.theory.surveys import expectation_of_one, expectation_of_total, in_expectations

THREE = Number(3)
WORDS = "lpp", "kept", "double_dagger", "unary", "club", "drawn"


class Item:
    """Reports about an item to which participants have edges A(i) of weight W(i)."""

    def __init__(self, goal: Goal) -> None:
        self.names = goal.names
        given = goal.facts
        plain = [part for fact in given for part in conjuncts(rewritten(fact, unfolding("size"), meant("edges")))]
        self.edges = next(fact for fact in plain if applied(fact.conclusion, "forall", 1))
        self.numbers = [fact for fact in plain if not applied(fact.conclusion, "forall", 1)]
        sizes = [arithmetic(term("0 <= n", n=found[0]), *self.numbers)
                 for fact in self.numbers if (found := applied(fact.conclusion, "integer", 1))]  # fmt: skip
        self.known = [*self.numbers, *sizes, kernel.literal(THREE), arithmetic(term("0 <= three", three=THREE))]
        self.i = Free("i #0")
        self.inside = kernel.assume(in_range(self.i, self.names["n"]))
        self.own = list(conjuncts(at(self.edges, self.i, given=[self.inside])))

    def without(self, part: Term) -> Item:
        """The same, where what is known of numbers does not speak of this part."""
        self.numbers, self.known = (
            [fact for fact in facts if part not in parts(fact.conclusion)] for facts in (self.numbers, self.known)
        )
        return self

    def term(self, text: str, **more: Term) -> Term:
        """A term about the item."""
        return said(text, **self.names, i=self.i, **more)

    def entry(self, law: str, y: int, value: str) -> Proved:
        """The probability of a tuple from participant i, affine in A(i) and W(i)."""
        wanted = self.term(f"{law}({y}) = {value}")
        return reduced(normal(wanted, meant(*WORDS), conditions), lambda it: by_conditions(it, *self.own))

    def mean_of(self, entry: Proved) -> Proved:
        """The sum of the probabilities of a tuple over the participants."""
        whole = summed(self.i, self.names["n"], rewritten(entry, inverses), self.known)
        return rewritten(whole, in_sums(self.known), by(sum_of_ones(), self.known))


LPP = (
    "p + (1 - 2*p)*A(i)",
    "(1 - p)/2 + (2*p - 1)/2*A(i) + p*(2*q - 1)/2*W(i)",
    "(1 - p)/2 + (2*p - 1)/2*A(i) - p*(2*q - 1)/2*W(i)",
)
UNARY = (
    "b + (1 - a - b)*A(i)",
    "(1 - b)/2 + (a + b - 1)/2*A(i) + a*(2*p - 1)/2*W(i)",
    "(1 - b)/2 + (a + b - 1)/2*A(i) - a*(2*p - 1)/2*W(i)",
)


def _means(formula: Term, moments: Sequence[Conversion], facts: Sequence[Proved]) -> Proved:
    """Both means, where the expected counts are known."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(_means(both[0], moments, facts), _means(both[1], moments, facts))
    left, right = sides(formula)
    worked_out = chain(left).rewrite(inverses, *moments)
    return worked_out.then(arithmetic(equal(worked_out.last, right), *facts)).theorem


def _budgets(here: Item) -> list[Proved]:
    """What p and q are known for."""
    return [arithmetic(here.term(text), *here.numbers) for text in ("1/2 < p", "1/2 < q", "1 <= n")]


@script("inverse of the matrix")
def inverse_of_matrix(goal: Goal) -> Proved:
    """The estimates by the inverse of the matrix, from reports of participants who are drawn."""
    here = Item(goal)
    n, N = here.names["n"], here.names["N"]
    law = here.term("drawn(n, fun i. lpp(p, q, A(i), W(i)))")
    chances = []
    numbers = _budgets(here)
    for y, value in enumerate(LPP, 1):
        own = normal(term(f"q({y})", q=law), meant("drawn"))
        total = here.mean_of(here.entry("lpp(p, q, A(i), W(i))", y, value))
        chance, _ = sides(own.conclusion)
        times = arithmetic(term("n*c = s", n=n, c=chance, s=sides(total.conclusion)[0]), own, numbers[-1])
        chances.append(derived.transitive(times, total))
    whole = normal(term("sum(3, q)", q=law), written_out)
    added = sides(whole.conclusion)[1]
    times = arithmetic(term("n*c = n", n=n, c=added), *chances)
    one = arithmetic(equal(added, Number(1)), times, numbers[-1])
    given = [*here.known, derived.transitive(whole, one)]
    moments = [in_expectations(given), by(frequency_is_total()), by(expectation_of_total(), given),
               by(chance_of_response(), given), by(expectation_of_one(), given)]  # fmt: skip
    return _means(goal.conclusion, moments, [*chances, *numbers, arithmetic(term("1 <= N", N=N), *here.numbers)])


def _one_by_one(here: Item, law: str, entries: Sequence[Proved]) -> tuple[list[Proved], list[Conversion]]:
    """The expected counts of the reports of all participants, and what works them out."""
    size = Number(len(entries))
    whole = normal(here.term(f"sum(letters, {law})", letters=size), written_out, conditions, inverses)
    plain = [rewritten(entry, conditions, inverses) for entry in entries]
    one = arithmetic(equal(sides(whole.conclusion)[1], Number(1)), *plain, opaque=True)
    total = rewritten(derived.transitive(whole, one), inverses)
    sizes = kernel.literal(size), arithmetic(term("0 <= k", k=size))
    given = [*here.known, *sizes, each(here.i, here.names["n"], total)]
    moments = (
        in_independent(given),
        by(expected_frequency(), given),
        by(independent_of_one(), given),
        conditions,
        in_sums(given),
    )
    return [*map(here.mean_of, plain)], list(moments)


@script("every position")
def every_position(goal: Goal) -> Proved:
    """Corollary 5 for the reports of all participants about an item."""
    here = Item(goal)
    law = "unary(a, b, p, A(i), W(i))"
    sums_of, moments = _one_by_one(here, law, [here.entry(law, y, value) for y, value in enumerate(UNARY, 1)])
    return _means(goal.conclusion, moments, [*sums_of, *here.numbers])


ITEM = "lpp(p, q, A(i), W(i))"
ABOUT_ONE = f"(fun y. if y = 4 then 1 - 1/m else {ITEM}(y)/m)"
ESTIMATES = "about_item", "degree_estimate", "weight_estimate"
DEGREE = "fun w. (m*(frequency(n, 2)(w) + frequency(n, 3)(w)) - (1 - p)*n)/(2*p - 1)"
WEIGHT = "fun w. m*(frequency(n, 2)(w) - frequency(n, 3)(w))/(p*(2*q - 1))"


@lemma("forall m v s. 1 <= m implies m*v*(1/m*s) = v*s")
def factor_cancels(goal: Goal) -> Proved:
    """The factor for the choice of the item, and the probability of the choice."""
    return automatic(goal)


@lemma("forall m v s. 1 <= m implies -m*v*(1/m*s) = -v*s")
def negative_factor_cancels(goal: Goal) -> Proved:
    """The same with a sign."""
    return automatic(goal)


def degree_and_weight(here: Item, formula: Term) -> Proved:
    """The means of the estimates of the degree and the weight, from the reports of all participants."""
    chances = []
    for y, value in enumerate(LPP, 1):
        own = normal(here.term(f"{ABOUT_ONE}({y})"), conditions)
        tuple_of = kernel.congruent(kernel.reflexive(term("fun c. c/m", m=here.names["m"])), here.entry(ITEM, y, value))
        chances.append(derived.transitive(own, rewritten(tuple_of)))
    chances.append(normal(here.term(f"{ABOUT_ONE}(4)"), conditions))
    _, moments = _one_by_one(here, ABOUT_ONE, chances)
    moments += [by(law(), here.numbers) for law in (factor_cancels, negative_factor_cancels)]
    sums_of = [here.mean_of(here.entry(ITEM, y, value)) for y, value in enumerate(LPP, 1)]
    plain = normal(formula, meant(*ESTIMATES))
    shown = _means(sides(plain.conclusion)[1], moments, [*sums_of, *_budgets(here)])
    return derived.follow(symmetric(plain), shown)


@script("estimates of degree and weight")
def some_estimates(goal: Goal) -> Proved:
    """The inverse of the matrix, and the factor m for the choice of the item."""
    names = goal.names
    values = [
        term(text, **{name: names[name] for name in text_names})
        for text, text_names in ((DEGREE, "mnp"), (WEIGHT, "mnpq"))
    ]
    forms = with_values(goal.conclusion, values)
    inner = goal_of(forms[-1])
    both = replace(inner, variables=(*goal.variables, *inner.variables), given=(*goal.given, *inner.given))
    found = inner.qed(degree_and_weight(Item(both), inner.conclusion))
    for form, statistic in zip(reversed(forms[:-1]), reversed(values), strict=True):
        found = kernel.witness(form, statistic, found)
    return found


@script("one of two edges")
def one_of_two_edges(goal: Goal) -> Refuted:
    """One participant with two edges, who encodes this one half of the time."""
    point = {"a": "3/4", "b": "3/4", "p": "3/4", "n": "1", "l": "(2)", "A": "(1)", "W": "(1)"}
    return _refuted(goal, point, Fraction(1, 2))


@script("printed estimates")
def printed_estimates(goal: Goal) -> Refuted:
    """One report of one participant, who has the edge."""
    point = {"x1": "2", "x2": "2", "p": "2/3", "q": "2/3", "n": "1", "N": "1", "A": "(1)", "W": "(1)"}
    return _refuted(goal, point, Fraction(-3))


def _refuted(goal: Goal, point: Mapping[str, str], mean: Fraction) -> Refuted:
    """A mean that is not 1, at a point whose families have one member."""
    values = [term(f"fun i. {text[1:-1]}" if text.startswith("(") else text) for text in point.values()]
    return Refuted(refuted_at(goal.statement, values), tuple(point.items()), (mean, Fraction(1)))
