"""Scripts that prove what the claims of the paper state in the logic, where that is not found by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from checks.verifying.stated import Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    by,
    chain,
    conjuncts,
    cut,
    decided,
    induct,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.tactics import goal as take_apart
from derivations.logic.terms import (
    IMPLIES,
    PLUS,
    REAL,
    Free,
    Number,
    Term,
    applied,
    opened,
    quantified,
    substituted,
)
from derivations.theory import relaxation
from derivations.theory.automatic import automatic, literals
from derivations.theory.guessing import chance_of_a_guess
from derivations.theory.logarithms import exp_at_least
from derivations.theory.relaxation import RESPONSE
from derivations.theory.single_terms import at, by_conditions, each, one_other, plainly, summed
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, prod_0, prod_next, sum_of_ones

TWO = Number(2)
Law = Callable[[], Proved]
Shown = Callable[[Goal], Proved]


def facts_of(goal: Goal, *known: Proved) -> list[Proved]:
    """What a goal assumes, part by part, and what follows of its levels and responses, with what else is known."""
    facts = [*known, *goal.facts]
    for fact in facts:  # which grows
        for word, shorter in _SHORTER.items():
            found = applied(fact.conclusion, word, 3 if word == "word" else 2)
            before = applied(found[0], "+", 2) if found else None
            if found and before and before[1] == ONE:
                facts += conjuncts(at(shorter(), before[0], *found[1:], given=facts, premises=2))
        if levels := applied(fact.conclusion, "strictly_rising", 2):
            facts.append(at(relaxation.strictly_rising_is_rising(), *levels, given=facts, premises=2))
        if levels := applied(fact.conclusion, "rising", 2):
            facts.append(at(relaxation.last_level(), *levels, given=facts, premises=2))
        body = quantified(fact.conclusion, "forall")
        if body and body.variable == REAL:
            facts += [part for value in goal.variables for part in _instance(fact, value, facts)]
    return facts


def _instance(fact: Proved, value: Free, facts: list[Proved]) -> list[Proved]:
    """The parts of what is said of all of 1..k, for a value that is known to be one of these."""
    try:
        return list(conjuncts(at(fact, value, given=facts))) if value.type == REAL else []
    except ProofError:
        return []


_SHORTER: Mapping[str, Law] = {
    "rising": relaxation.rising_before,
    "strictly_rising": relaxation.strictly_rising_before,
    "word": relaxation.word_before,
}


def instance(law: Law, names: str) -> Shown:
    """A lemma at the variables of the goal with these names, or at terms of them."""

    def script(goal: Goal) -> Proved:
        terms = [term(name, **goal.names) for name in names.split()]
        return at(law(), *terms, given=facts_of(goal), premises=10)

    return script


def by_laws(*laws: Law, known: Iterable[Shown] = ()) -> Shown:
    """A conjunction of relations of probabilities that the laws rewrite, or that are known, for all equal values."""

    def script(goal: Goal) -> Proved:
        return _each_part(goal.conclusion, facts_of(goal), laws, [other(goal) for other in known])

    return script


def _each_part(formula: Term, facts: list[Proved], laws: Sequence[Law], known: list[Proved]) -> Proved:
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_each_part(part, facts, laws, known) for part in both))
    if implication := applied(formula, "implies", 2):
        inside = _each_part(implication[1], [*facts, *conjuncts(kernel.assume(implication[0]))], laws, known)
        return kernel.discharge(implication[0], inside)
    if found := [theorem for theorem in known if theorem.conclusion == formula]:
        return found[0]
    changed = normal(formula, *(by(law(), facts) for law in laws))
    plain = normal(sides(changed.conclusion)[1], unfolding(*RESPONSE))
    whole = derived.transitive(changed, plain)
    premises = [rewritten(fact, unfolding(*RESPONSE)) for fact in facts]
    return derived.follow(symmetric(whole), by_conditions(sides(plain.conclusion)[1], *premises))


@script("a response")
def private_response(goal: Goal) -> Proved:
    """private(k, m, fun a. randomized_response(m, x)(f(a)), x)"""
    names = goal.names
    plain = normal(goal.conclusion, unfolding("private"))
    inner = take_apart(sides(plain.conclusion)[1])
    a, b, y = inner.variables
    values = [term("f(a)", f=names["f"], a=truth) for truth in (a, b)]
    found = at(relaxation.response_private(), names["m"], names["x"], *values, y, given=goal.given)
    return derived.follow(symmetric(plain), inner.qed(found))


@script("ratios")
def in_ratios(goal: Goal) -> Proved:
    """Relations of quotients of probabilities of possible histories, last response, last pair."""
    names, facts = goal.names, facts_of(goal)
    n, m, x, w = (names[name] for name in "nmxw")
    sizes = [
        n,
        *(PLUS(n, ONE) for fact in facts if fact.conclusion == term("word(n + 1 + 1, m, w)", n=n, m=m, w=w)),
    ]
    truths = [names[name] for name in "ab"]
    known: list[Proved] = []
    for size in sizes:
        level, letter = term("x(n + 1)", n=size, x=x), term("w(n + 1)", n=size, w=w)
        known.append(at(relaxation.relaxed_ratio(), size, m, x, *truths, w, given=facts, premises=10))
        known += _all_possible(goal, size, truths, facts)
        known += [at(relaxation.response_positive(), m, level, a, letter, given=facts) for a in truths]
        known.append(at(relaxation.response_private(), m, level, *truths, letter, given=facts))
    if len(sizes) > 1:
        known += [at(relaxation.relaxed_next(), n, m, x, a, w, given=facts) for a in truths]
    laws = [by(law(), facts) for law in (relaxation.last_response, relaxation.last_pair)]
    return reduced(normal(goal.conclusion, *laws), lambda it: by_arithmetic(it, [*known, *_possible(facts)]))


def _all_possible(goal: Goal, size: Term, truths: Sequence[Term], facts: list[Proved]) -> list[Proved]:
    """The history of `size` relaxations is possible under these truths, where the levels rise strictly."""
    if not any(applied(fact.conclusion, "strictly_rising", 2) for fact in facts):
        return []
    m, x, w = (goal.names[name] for name in "mxw")
    return [at(relaxation.relaxed_positive(), size, m, x, a, w, given=facts, premises=10) for a in truths]


def _possible(facts: Sequence[Proved]) -> list[Proved]:
    """0 < t, of those that a goal assumes: of probabilities."""
    bounds = ((fact, applied(fact.conclusion, "<", 2)) for fact in facts)
    return [fact for fact, bound in bounds if bound and bound[0] == ZERO]


@script("ratio of the last two")
def last_two_in_ratio(goal: Goal) -> Proved:
    """Relations of quotients of probabilities of the last two responses o and z, if possible, and of z."""
    names, facts = goal.names, facts_of(goal)
    n, m, x, a, b, o, z = (names[name] for name in "nmxaboz")
    low, high = (term(text, n=n, x=x) for text in ("x(n + 1)", "x(n + 1 + 1)"))
    known = [at(relaxation.relaxation_ratio(), m, low, high, a, b, o, z, given=facts, premises=10)]
    for truth in (a, b):
        known.append(at(relaxation.response_positive(), m, low, truth, o, given=facts))
        known.append(at(relaxation.response_positive(), m, high, truth, z, given=facts))
        if any(applied(fact.conclusion, "strictly_rising", 2) for fact in facts):
            known.append(at(relaxation.relaxation_positive(), m, low, high, o, truth, z, given=facts, premises=3))
    laws = [by(law(), facts) for law in (relaxation.last_response, relaxation.last_pair)]
    known += [rewritten(fact, *laws) for fact in _possible(facts)]
    return reduced(normal(goal.conclusion, *laws), lambda it: by_arithmetic(it, known))


def _same_factor(goal: Goal, facts: list[Proved]) -> list[Proved]:
    """Of a history w and its last response: that this is possible, and averages of their probabilities in ratio."""
    names = goal.names
    n, m, x, a, w, Q = (names[name] for name in ("n", "m", "x", "a", "w", "Q"))
    c = names.get("c", a)
    b = Free("b #0")
    given = [*facts, kernel.assume(in_range(b, m)), arithmetic(term("0 <= m", m=m), *facts)]
    level, letter = term("x(n + 1)", n=n, x=x), term("w(n + 1)", n=n, w=w)
    history = term("fun a. relaxed(n, m, x)(a, w)", n=n, m=m, x=x, w=w)
    response = term("fun a. randomized_response(m, x)(a, y)", m=m, x=level, y=letter)
    ratio = at(relaxation.relaxed_ratio(), n, m, x, b, a, w, given=given, premises=10)
    averages = at(relaxation.averages_in_ratio(), m, history, response, Q, a, given=given)
    return [
        *_all_possible(goal, n, (a, c), facts),
        kernel.detach(averages, each(b, m, ratio)),
        *(at(relaxation.response_positive(), m, level, truth, letter, given=given) for truth in (a, c)),
        at(relaxation.relaxed_ratio(), n, m, x, a, c, w, given=given, premises=10),
        at(relaxation.response_possible(), m, level, letter, Q, given=given, premises=3),
    ]


@script("posteriors")
def posteriors(goal: Goal) -> Proved:
    """Relations of quotients of averages over the truths, of the probabilities of a history and its last response."""
    names, facts = goal.names, facts_of(goal)
    m, b = names["m"], Free("b #0")
    size = [*facts, arithmetic(term("0 <= m", m=m), *facts)]
    place = {name: names[name] for name in ("n", "m", "x", "w", "Q")}
    law = at(
        relaxation.last_response(),
        *(names[name] for name in "nmx"),
        b,
        term("w(n + 1)", n=names["n"], w=names["w"]),
        given=[*size, kernel.assume(in_range(b, m))],
        premises=10,
    )
    weighed = chain(term("relaxed_response(n, m, x)(b, w(n + 1)) * Q(b)", b=b, **place)).rewrite(by(law)).theorem
    totals = summed(b, m, weighed, size)
    known = [*_same_factor(goal, facts), totals, *_possible(facts)]
    plain = normal(goal.conclusion, by(relaxation.last_response(), facts), in_sums(size))
    return derived.follow(symmetric(plain), by_arithmetic(sides(plain.conclusion)[1], known))


@script("errors of guesses")
def errors(goal: Goal) -> Proved:
    """A guess of a uniform truth errs at least as often as with randomized response."""
    names, facts = goal.names, facts_of(goal)
    known = [part for fact in facts for part in conjuncts(rewritten(fact, unfolding("size")))]
    m, responses, x, P, G = (names[name] for name in ("m", "l", "x", "P", "G"))
    known = [*facts, *known, arithmetic(term("0 <= l", l=responses), *known)]
    right = at(chance_of_a_guess(), m, responses, x, P, G, given=known, premises=6)
    return arithmetic(goal.conclusion, right, *known)


@script("bayes")
def bayes(goal: Goal) -> Proved:
    """t Pr(y) = Pr(y given x) Q(x) exactly if t is their quotient."""
    names, facts = goal.names, facts_of(goal)
    x, y, m, P, Q = Free("x #0"), *(names[name] for name in ("y", "m", "P", "Q"))
    turned = arithmetic(term("P(x, y) * Q(x) = Q(x) * P(x, y)", x=x, P=P, Q=Q, y=y))
    changed = normal(goal.conclusion, by(summed(x, m, turned, facts)))
    inner = Goal(changed.conclusion, (), goal.given, sides(changed.conclusion)[1])
    return derived.follow(symmetric(changed), automatic(inner))


@script("above the budget")
def above_the_budget(goal: Goal) -> Proved:
    """One step exceeds the budget, from the response 2 to the response 1 under the truths 1 and 2; all do not."""
    names, facts = goal.names, facts_of(goal)
    n, m, x = (names[name] for name in "nmx")
    rises, whole = applied(goal.conclusion, "and", 2) or ()
    condition, existence = applied(rises, "implies", 2) or ()
    low, high = (term(text, n=n, x=x) for text in ("x(n + 1)", "x(n + 1 + 1)"))
    known = [*facts, *conjuncts(kernel.assume(condition))]
    known += conjuncts(at(relaxation.step_reaches_its_level(), m, low, high, given=known))
    inner = take_apart(whole)
    more = facts_of(inner, *facts)
    terms = [PLUS(n, ONE), m, x, *inner.variables]
    return kernel.conjoin(
        kernel.discharge(condition, _witnessed(existence, [ONE, TWO, TWO, ONE], known)),
        inner.qed(at(relaxation.relaxed_private(), *terms, given=more, premises=10)),
    )


def _witnessed(formula: Term, values: list[Term], known: list[Proved]) -> Proved:
    """What holds for these values holds for some, part by part, by arithmetic."""
    body = quantified(formula, "exists")
    if body is not None:
        return kernel.witness(formula, values[0], _witnessed(opened(body, values[0]), values[1:], known))
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_witnessed(part, values, known) for part in both))
    if (whole := applied(formula, "integer", 1)) and isinstance(whole[0], Number):
        return kernel.literal(whole[0])
    return arithmetic(formula, *known)


@lemma("forall n h. integer(n) and 0 <= n and (forall i in 1..n + 1. 0 < h(i)) implies "
       "h(n + 1) = h(1) * (prod i in 1..n. h(i + 1) / h(i))")  # fmt: skip
def chain_rule(goal: Goal) -> Proved:
    """h(n + 1) = h(1) prod h(i + 1)/h(i), by induction on n."""
    n = goal.variables[0]
    *_, positive = conjuncts(kernel.assume(goal.given[0]))
    body = IMPLIES(positive.conclusion, goal.conclusion)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end = PLUS(k, ONE)
        everywhere = kernel.assume(substituted(positive.conclusion, {n: end}))
        i = Free("i #0")
        before = each(i, end, at(everywhere, i, given=[known, kernel.assume(in_range(i, end))]))
        own = at(everywhere, end, given=[known])
        changed = normal(substituted(goal.conclusion, {n: end}), by(prod_next(), [known]))
        longer = arithmetic(sides(changed.conclusion)[1], kernel.detach(assumed, before), own)
        return kernel.discharge(everywhere.conclusion, derived.follow(symmetric(changed), longer))

    zero = term("0")
    changed = normal(substituted(goal.conclusion, {n: zero}), literals, by(prod_0()))
    start = derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1]))
    base = kernel.discharge(substituted(positive.conclusion, {n: zero}), start)
    return cut(
        kernel.detach(induct(n, body, base, step), positive), shown(term("integer(n) and 0 <= n", n=n), [goal.given[0]])
    )


@script("chain rule of histories")
def chain_rule_of_histories(goal: Goal) -> Proved:
    """The probability of a history is the product of those of its results, each given those before it."""
    names = goal.names
    h = term("fun i. history(i, M)(a, w)", **{name: names[name] for name in "Maw"})
    law = rewritten(specialise(chain_rule(), names["n"], h))
    return under(law, list(conjuncts(kernel.assume(goal.given[0]))), 1)


@script("largest and least")
def largest_and_least(goal: Goal) -> Proved:
    """All ratios are at most x exactly if that of the largest to the least number is."""
    return _by_extremes(goal, goal.names["f"])


@script("largest and least of histories")
def largest_and_least_history(goal: Goal) -> Proved:
    """All ratios of the probabilities of a history are at most x exactly if that of the largest to the least one is."""
    names = {name: value for name, value in goal.names.items() if name in "nMw"}
    return _by_extremes(goal, term("fun a. history(n, M)(a, w)", **names))


def _by_extremes(goal: Goal, f: Term) -> Proved:
    names, facts = goal.names, facts_of(goal)
    k, x, i, j = (names[name] for name in "kxij")
    a, b = Free("a #0"), Free("b #0")
    left, right = sides(goal.conclusion)
    level = kernel.assume(left)
    pair = at(at(level, i, given=facts), j, given=facts)
    forth = kernel.conjoin(*(arithmetic(part, pair, *facts) for part in applied(right, "and", 2) or ()))
    inside = [kernel.assume(in_range(value, k)) for value in (a, b)]
    between = next(fact for fact in reversed(facts) if quantified(fact.conclusion, "forall"))
    bounds = [at(between, value, given=[fact]) for value, fact in zip((a, b), inside, strict=True)]
    back = arithmetic(plainly("f(a) <= x * f(b)", f=f, a=a, b=b, x=x), kernel.assume(right), *bounds, *facts)
    whole = each(a, k, each(b, k, back))
    return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, whole))


@script("sums over responses")
def sums_over_responses(goal: Goal) -> Proved:
    """Equations with sums over all first responses, equivalent to one another, in each pattern of equal values."""
    names, facts = goal.names, facts_of(goal)
    size = [*facts, arithmetic(term("0 <= m", m=names["m"]), *facts)]
    steps = [unfolding("relaxing", "randomized_response"), decided(facts), one_other(size), in_sums(size)]
    changed = normal(goal.conclusion, *steps, by(sum_of_ones(), size))
    left, right = sides(sides(changed.conclusion)[1])
    forth = kernel.discharge(left, arithmetic(right, kernel.assume(left), *facts))
    back = kernel.discharge(right, arithmetic(left, kernel.assume(right), *facts))
    return derived.follow(symmetric(changed), derived.equivalent(forth, back))


def powers_of_e() -> list[Proved]:
    """exp(2), exp(3) and exp(4) as products, 2 <= exp(1), and what the levels exp(1) and exp(2) of two values need."""
    powers = [rewritten(at(kernel.axiom("exp_plus"), ONE, Number(last)), literals) for last in (1, 2, 3)]
    size = arithmetic(term("2 <= exp(1)"), at(exp_at_least(), ONE))
    low, high = term("exp(1)"), term("exp(2)")
    levels = arithmetic(term("1 <= x and x <= y and 1 < y and x < y", x=low, y=high), size, powers[0])
    return [*powers, size, *conjuncts(levels), kernel.literal(TWO), arithmetic(term("2 <= 2"))]


@script("level of one step")
def step_level(goal: Goal) -> Proved:
    """The level exp(3) of the relaxation from exp(1) to exp(2), and where it is reached."""
    low, high = term("exp(1)"), term("exp(2)")
    given = powers_of_e()
    bound, rest = applied(goal.conclusion, "and", 2) or ()
    inner = take_apart(bound)
    a, b, o, z = inner.variables
    step = at(relaxation.step_private(), TWO, low, high, a, b, o, z, given=[*given, *facts_of(inner)], premises=3)
    reached = at(relaxation.step_reaches_its_level(), TWO, low, high, given=given)
    every = inner.qed(arithmetic(inner.conclusion, step, *given[:3]))
    return kernel.conjoin(every, by_arithmetic(rest, [*conjuncts(reached), *given[:3]]))


def by_arithmetic(formula: Term, known: list[Proved]) -> Proved:
    """Each part of a conjunction by arithmetic."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(by_arithmetic(part, known) for part in both))
    return arithmetic(formula, *known)


_ALL = instance(relaxation.relaxed_private, "n m x a b w")
_PAIR = instance(relaxation.relaxation_private, "m x y a b o z")
SCRIPTS: Mapping[str, Script] = {
    "law of the last response": by_laws(relaxation.last_response),
    "privacy of all responses": _ALL,
    "law and privacy": by_laws(relaxation.last_response, known=[_ALL]),
    "law of what is relaxed": by_laws(relaxation.relaxation_law),
    "privacy of two responses": _PAIR,
    "patterns": by_laws(),
    "one relaxation": by_laws(
        relaxation.relaxation_law, known=[instance(relaxation.relaxation_is_law, "m x y o a"), _PAIR]
    ),
}
