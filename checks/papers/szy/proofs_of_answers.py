"""Scripts for Warner and Simmons at a budget: variances for every size, and the least one of Simmons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from checks.papers.szy.own_lemmas import own_lemma
from checks.papers.szy.proofs_at_budgets import (
    MOSTLY_NO,
    MOSTLY_YES,
    above_the_value_at_half,
    level_of_simmons,
    level_of_warner,
    mostly_yes_has_level,
    of_simmons_at_level,
    put_in,
)
from checks.papers.szy.proofs_of_moments import survey_of_any_size
from checks.papers.szy.proofs_of_sampling import scaled_of_all, yes_of_all
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    chain,
    conjoined,
    conjuncts,
    instance,
    normal,
    number_of,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import FALSE, Number, Term, applied, free_variables, parts
from derivations.theory.automatic import facts_of, found, inverses
from derivations.theory.logarithms import exp_at_least
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE, ZERO

ASKED = "people(N, pi) and 0 < p <= 1 and 0 <= piB <= 1"
OF_SIMMONS = "modified_variance(N, pi, 3, coins(p, piB), simmons_estimator(N, p, piB))"
HALF = Number(Fraction(1, 2))


@own_lemma("forall N pi p t. people(N, pi) and 0 <= p < 1/2 and least_level(2, 2, warner(p), t) implies "
           "modified_variance(N, pi, 2, coin(p), warner_estimator(N, p)) = t/(N*(t - 1)^2)")  # fmt: skip
def warner_of_all_at_level(goal: Goal) -> Proved:
    """The variance of modified Warner at a budget, for every size of the population."""
    N, pi, p, t = goal.variables
    sizes = [part for formula in goal.given for part in _numbers(formula)]
    level = list(conjuncts(at(level_of_warner(), p, t, given=goal.given)))
    worth = [at(law(), N, pi, p, given=goal.given) for law in (scaled_of_all, yes_of_all)]
    value = chain(sides(worth[0].conclusion)[0]).then(worth[0]).rewrite(put_in(worth[1]))
    share = arithmetic(term("p = 1/(t + 1)", p=p, t=t), *level)
    there = value.rewrite(put_in(share))
    return there.arithmetic(sides(goal.conclusion)[1], *level[2:], *sizes).theorem


def _numbers(formula: Term) -> list[Proved]:
    """What a premise says of numbers; nothing of a level."""
    parts = conjuncts(kernel.assume(formula))
    return [fact for part in parts if not applied(part.conclusion, "least_level", 4) for fact in facts_of(part)]


@script("Warner at a budget")
def warner_at_a_budget(goal: Goal) -> Proved:
    """The variance of modified Warner at a budget."""
    return at(warner_of_all_at_level(), *goal.variables, given=goal.given)


@own_lemma(f"forall N pi p piB. {ASKED} implies {OF_SIMMONS} "
           "= (piB*(1 - p) - piB^2*(1 - p)^2 + pi*p*(1 - p)*(1 - 2*piB))/(N*p^2)")  # fmt: skip
def variance_of_all_simmons(goal: Goal) -> Proved:
    """The variance of modified Simmons, for every size of the population."""
    return survey_of_any_size(goal)


@own_lemma(
    f"forall N pi p piB t. {ASKED} and least_level(2, 2, simmons(p, piB), t) implies "
    f"(piB <= 1/2 implies {OF_SIMMONS} = {MOSTLY_NO}) and (1/2 <= piB implies {OF_SIMMONS} = {MOSTLY_YES})"
)
def simmons_of_all_at_level(goal: Goal) -> Proved:
    """The variance of modified Simmons at a budget, for every size of the population."""
    return of_simmons_at_level(goal, variance_of_all_simmons())


def simmons_mostly(rarer: str, goal: Goal) -> Proved:
    """The variance of modified Simmons at a budget, for an unrelated question that is mostly answered no, or yes."""
    N, pi, p, piB, t = goal.variables
    given = goal.facts
    facts = [part for formula in goal.given for part in _numbers(formula)]
    case = "b <= 1/2" if rarer == "yes" else "1/2 <= b"
    inside = [arithmetic(term(text, b=piB), *facts) for text in ("0 <= b", "b <= 1", case)]
    worth = at(simmons_of_all_at_level(), N, pi, p, piB, t, given=[*given, *facts, *inside])
    value = at(kernel.part(worth, 0 if rarer == "yes" else 1), given=inside)
    _, _, _, more, *_ = conjuncts(at(level_of_simmons(), p, piB, t, given=[*given, *facts, *inside]))
    return derived.transitive(value, arithmetic(_same(value, goal.conclusion), more, *facts))


@script("Simmons at another case")
def another_case(goal: Goal) -> Refuted:
    """Where piB = 3/4 and one of nine has the attribute, the variance is not that of the share exchanged."""
    values = {name: Number(Fraction(v)) for name, v in
              (("N", 9), ("pi", "1/9"), ("p", "1/3"), ("piB", "3/4"), ("t", 3))}  # fmt: skip
    said = specialise(kernel.assume(goal.statement), *values.values())
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    facts = [found(term(text, **values)) for text in
             ("0 < p", "p < 1", "p <= 1", "1/2 <= piB", "piB < 1", "1/2 < piB", "1 < t", "0 <= piB", "piB <= 1",
              "p + (1 - p)*(1 - piB) = t*((1 - p)*(1 - piB))")]  # fmt: skip
    level = at(mostly_yes_has_level(), *(values[name] for name in ("p", "piB", "t")), given=facts)
    people, *_ = conjuncts(kernel.assume(premise))
    given = [found(people.conclusion), level, *facts]
    said = kernel.detach(said, shown(premise, given))
    worth = at(kernel.part(at(simmons_of_all_at_level(), *values.values(), given=given), 1), given=facts)
    worth = derived.transitive(worth, found(term("a = b", a=sides(worth.conclusion)[1], b=Number(Fraction(77, 324)))))
    printed = sides(said.conclusion)[1]
    nothing = arithmetic(FALSE, said, worth)
    written = tuple((name, str(value)) for name, value in values.items())
    there = number_of(printed)
    return Refuted(derived.reject(goal.statement, nothing), written, (Fraction(77, 324), there))


def _same(value: Proved, wanted: Term) -> Term:
    return term("a = b", a=sides(value.conclusion)[1], b=sides(wanted)[1])


# -- the least variance of Simmons -------------------------------------------------------------------------------------


@own_lemma("forall t. 1 < t implies 0 < (t - 1)/(t + 1) <= 1 and least_level(2, 2, simmons((t - 1)/(t + 1), 1/2), t)")
def half_has_level(goal: Goal) -> Proved:
    """With piB = 1/2 there is a p for every budget."""
    (t,) = goal.variables
    above = kernel.assume(goal.given[0])
    p = term("(t - 1)/(t + 1)", t=t)
    share = [arithmetic(term(text, p=p), above) for text in ("0 < p", "p < 1", "p <= 1")]
    sizes = [found(term(text, b=HALF)) for text in ("1/2 <= b", "b < 1")]
    level = arithmetic(term("p + (1 - p)*(1 - b) = t*((1 - p)*(1 - b))", p=p, b=HALF, t=t), above)
    has_level = at(mostly_yes_has_level(), p, HALF, t, given=[*share, *sizes, level, above])
    return shown(goal.conclusion, [*share, has_level])


@own_lemma(f"forall N pi p t. people(N, pi) and 0 < p <= 1 and least_level(2, 2, simmons(p, 1/2), t) implies "
           f"{OF_SIMMONS.replace('piB', '1/2')} = t/(N*(t - 1)^2)")  # fmt: skip
def simmons_at_half(goal: Goal) -> Proved:
    """At piB = 1/2 the variance is that of Warner."""
    N, pi, p, t = goal.variables
    given = goal.facts
    facts = [part for formula in goal.given for part in _numbers(formula)]
    half = [found(term(text, b=HALF)) for text in ("0 <= b", "b <= 1", "b <= 1/2")]
    worth = at(simmons_of_all_at_level(), N, pi, p, HALF, t, given=[*given, *facts, *half])
    value = at(kernel.part(worth, 0), given=half)
    _, _, _, more, *_ = conjuncts(at(level_of_simmons(), p, HALF, t, given=[*given, *facts, *half]))
    return derived.transitive(value, arithmetic(_same(value, goal.conclusion), more, *facts))


@own_lemma(f"forall N pi p piB t. {ASKED} and piB != 1/2 and least_level(2, 2, simmons(p, piB), t) implies "
           f"t/(N*(t - 1)^2) < {OF_SIMMONS}")  # fmt: skip
def above_half(goal: Goal) -> Proved:
    """Elsewhere the variance is larger, on either side of piB = 1/2."""
    N, pi, p, piB, t = goal.variables
    given = goal.facts
    facts = [part for formula in goal.given for part in _numbers(formula)]
    worth = at(simmons_of_all_at_level(), N, pi, p, piB, t, given=[*given, *facts])
    _, low, high, more, *_ = conjuncts(at(level_of_simmons(), p, piB, t, given=[*given, *facts]))
    names = {"N": N, "t": t, "w": term("1/(t - 1)", t=t), "b": piB, "pi": pi}
    positive = arithmetic(term("0 < w", **names), more)
    half = arithmetic(term("(w + w^2)/N = t/(N*(t - 1)^2)", **names), more, *facts)
    which = arithmetic(term("b < 1/2 or 1/2 < b", **names), *given)
    ways = []
    for number, (case, rarer, share) in enumerate(
        zip(applied(which.conclusion, "or", 2) or (), ("b", "1 - b"), ("1 - pi", "pi"), strict=True)
    ):
        known = kernel.assume(case)
        value = at(kernel.part(worth, number), given=[known])
        c, a = term(rarer, **names), term(share, **names)
        inside = [arithmetic(term(text, c=c, a=a, **names), known, low, high, *facts)
                  for text in ("0 < c", "c < 1/2", "0 <= a", "a <= 1", "0 < N")]  # fmt: skip
        law = at(above_the_value_at_half(), N, a, names["w"], c, given=[*inside, positive])
        _, upper = applied(law.conclusion, "<", 2) or ()
        same = arithmetic(term("u = v", u=upper, v=sides(value.conclusion)[1]), inside[-1], opaque=True)
        ways.append(arithmetic(goal.conclusion, law, same, half, value, opaque=True))
    return kernel.cases(which, *ways)


@script("least at half")
def least_at_half(goal: Goal) -> Proved:
    """At a budget the variance of Simmons is least at piB = 1/2, and only there."""
    N, pi, t = goal.variables
    given = goal.facts
    existence, least = applied(goal.conclusion, "and", 2) or ()
    inner = taken_apart(least)
    q, p, piB = inner.variables
    known = [*given, *inner.facts]
    facts = [part for formula in inner.given for part in _numbers(formula)]
    inside = [arithmetic(term(text, b=piB), *facts) for text in ("0 <= b", "b <= 1")]
    value = at(simmons_at_half(), N, pi, q, t, given=known)
    more = at(above_half(), N, pi, p, piB, t, given=[*known, *inside, *facts])
    smaller = inner.qed(arithmetic(inner.conclusion, value, more, opaque=True))
    return conjoined(_some_share(existence, t, given), smaller)


def _some_share(existence: Term, t: Term, given: Sequence[Proved]) -> Proved:
    share = term("(t - 1)/(t + 1)", t=t)
    there = at(half_has_level(), t, given=given)
    return kernel.witness(existence, share, shown(instance(existence, share), conjuncts(there)))


@script("least of Simmons")
def least_of_simmons(goal: Goal) -> Proved:
    """The least variance of Simmons at a budget is attained at piB = 1/2, and is that of Warner."""
    N, pi, t = goal.variables
    given = goal.facts
    found_parts = []
    rest = goal.conclusion
    while both := applied(rest, "and", 2):
        found_parts.append(both[0])
        rest = both[1]
    existence, half, least, *warner = (*found_parts, rest)
    inner = taken_apart(least)
    p, piB = inner.variables
    known = [*given, *inner.facts]
    facts = [part for formula in inner.given for part in _numbers(formula)]
    inside = [arithmetic(term(text, b=piB), *facts) for text in ("0 <= b", "b <= 1")]
    which = arithmetic(term("b = 1/2 or b != 1/2", b=piB))
    same, other = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    larger = at(above_half(), N, pi, p, piB, t, given=[*known, *inside, *facts, other])
    level = next(
        fact for fact in known if applied(fact.conclusion, "least_level", 4) and piB in free_variables(fact.conclusion)
    )
    at_half = rewritten(level, put_in(same))
    value = at(simmons_at_half(), N, pi, p, t, given=[*known, *facts, at_half])
    _, variance = applied(inner.conclusion, "<=", 2) or ()
    moved = normal(variance, put_in(same))
    ways = [arithmetic(inner.conclusion, *some, opaque=True) for some in ([value, moved], [larger])]
    smallest = inner.qed(kernel.cases(which, *ways))
    found_all = [_some_share(existence, t, given)]
    for said, law in ((half, simmons_at_half), *((part, warner_of_all_at_level) for part in warner)):
        own = taken_apart(said)
        found_all.append(own.qed(at(law(), N, pi, *own.variables, t, given=[*given, *map(kernel.assume, own.given)])))
    return conjoined(*found_all[:2], smallest, *found_all[2:])


@script("ratio and budget")
def largest_ratio_is_no_budget(goal: Goal) -> Refuted:
    """For p = piB = 1/2 the largest ratio is 3, more than its logarithm."""
    said = specialise(kernel.assume(goal.statement), HALF, HALF)
    premise, _ = applied(instance(said.conclusion, ONE), "implies", 2) or ()
    equation = next(part for part in parts(premise) if applied(part, "=", 2))
    small, log, other = applied(sides(equation)[1], "if", 3) or ()
    (ratio,) = applied(log, "log", 1) or ()
    chosen = symmetric(kernel.detach(derived.if_true(small, log, other), found(small)))
    said = specialise(said, log)
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    said = kernel.detach(said, _with(chosen, premise))
    *_, level = conjuncts(said)
    private, _ = conjuncts(rewritten(level, unfolding("least_level")))
    three = found(term("a = 3", a=ratio))
    exponential = at(kernel.axiom("exp_log"), ratio, given=[arithmetic(term("0 < a", a=ratio), three, opaque=True)])
    line = kernel.part(specialise(exp_at_least(), log), 0)
    known = [rewritten(fact, inverses) for fact in (line, exponential, three)]
    nothing = arithmetic(FALSE, *facts_of(private), *known, opaque=True)
    at_coin = (("p", "1/2"), ("piB", "1/2"), ("eps", "log(3)"))
    return Refuted(derived.reject(goal.statement, nothing), at_coin, (term("log(3)"), Fraction(3)))


def without_a_budget(values: Mapping[str, Term], goal: Goal) -> Refuted:
    """Where one answer is impossible under one truth and possible under the other, no budget is finite."""
    names = [variable.name.split(" ")[0] for variable in goal.variables[:-1]]
    said = specialise(kernel.assume(goal.statement), *(values[name] for name in names))
    premise, _ = applied(instance(said.conclusion, ONE), "implies", 2) or ()
    equation = next(part for part in parts(premise) if applied(part, "=", 2))
    _, eps = sides(equation)
    said = specialise(said, eps)
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    level = kernel.detach(said, _with(kernel.reflexive(eps), premise))
    private, _ = conjuncts(rewritten(level, unfolding("least_level")))
    nothing = arithmetic(FALSE, *facts_of(private), opaque=True)
    at_values = tuple((name, str(values[name])) for name in names)
    return Refuted(derived.reject(goal.statement, nothing), at_values)


def _with(known: Proved, formula: Term) -> Proved:
    """A conjunction, one part of which is known."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_with(known, side) for side in both))
    return known if formula == known.conclusion else found(formula)


SCRIPTS: Mapping[str, Script] = {
    "Simmons mostly no": partial(simmons_mostly, "yes"),
    "Simmons mostly yes": partial(simmons_mostly, "no"),
    "no budget of Warner": partial(without_a_budget, {"p": ZERO}),
    "no budget of Simmons": partial(without_a_budget, {"p": HALF, "piB": ZERO}),
}
