"""Scripts for the law of large numbers: what tends to a share as the population grows may have another mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from checks.papers.szy.own_lemmas import own_lemma
from checks.papers.szy.proofs_at_budgets import (
    variance_of_cards,
    variance_of_dealt_cards,
    variance_of_simmons,
    variance_of_warner,
)
from checks.papers.szy.proofs_of_moments import known, survey
from checks.verifying.stated import Refuted, Script, granted, refuted_by
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    chain,
    conjoined,
    conjuncts,
    decided,
    generalise,
    instance,
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
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import (
    BOOL,
    INTEGER,
    Apply,
    Constant,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    quantified,
)
from derivations.theory.automatic import automatic, definitions, facts_of, found
from derivations.theory.chebyshev import expectation_at_most, far_counts_at_most_square
from derivations.theory.dealt_chances import dealt_at_most
from derivations.theory.linear_estimates import WORD
from derivations.theory.single_terms import at, each, either, plainly
from derivations.theory.sums import ONE, in_range, in_sums

TWO = Number(2)
PEOPLE = "people(N, pi) and 2 <= N and size(L) and law(L, p)"
CARDS = f"{PEOPLE} and whole(N, L, p)"
MONOTONE = "(forall x y. S(x, y) <= T(x, y)) implies {0}(N, pi, L, p, S) <= {0}(N, pi, L, p, T)"


def _signs(facts: Sequence[Proved]) -> list[Proved]:
    """What is known of order: that a product is whole would hide from arithmetic that it is a product."""
    return [fact for fact in facts if not applied(fact.conclusion, "integer", 1)]


def _deck_of_people(named: Mapping[str, Term], facts: Sequence[Proved]) -> tuple[Term, Proved, Proved]:
    """The population as a deck: whole numbers of members, N in all."""
    y, number = Free("y #0"), Free("number #0")
    members = term("fun x. if x = 1 then N*pi else N*(1 - pi)", **named)
    rest, difference = (term(text, **named) for text in ("N*(1 - pi)", "N + (-1)*(N*pi)"))
    others = shown(INTEGER(difference), facts)
    others = kernel.replace(arithmetic(equal(difference, rest)), closed(number, INTEGER(number)), others)
    signs = [arithmetic(term(text, **named), *_signs(facts)) for text in ("0 <= N*pi", "0 <= N*(1 - pi)")]
    which = either(equal(y, ONE))
    wanted = plainly("integer(c(y)) and 0 <= c(y)", c=members, y=y)
    found = []
    for case in applied(which.conclusion, "or", 2) or ():
        plain = normal(wanted, decided([kernel.assume(case)]))
        found.append(derived.follow(symmetric(plain), shown(sides(plain.conclusion)[1], [*facts, others, *signs])))
    total = term("sum(2, c) = N", c=members, N=named["N"])
    whole = automatic(Goal(total, (), (), total))
    return (
        members,
        each(y, TWO, kernel.cases(which, *found)),
        arithmetic(term("N <= sum(2, c)", c=members, N=named["N"]), rewritten(whole)),
    )


def _monotone(goal: Goal, cards: Callable[[Mapping[str, Term], Sequence[Proved], Term, Term], Proved]) -> Proved:
    """Under each population the expectation over the cards is monotone, and so is that over the populations."""
    named, facts = known(goal)
    facts = [*facts, *goal.facts]
    facts += [arithmetic(term(text, **named), *facts) for text in ("0 <= N", "0 <= L")]
    S, T = goal.variables[-2:]
    x, y = Free("x #0", WORD), Free("y #0", WORD)
    at_all = at(kernel.assume(goal.given[1]), x, y)
    values = generalise(kernel.discharge(term("word(N, L, y)", y=y, **named), at_all), y)
    inner = kernel.detach(cards(named, facts, S(x), T(x)), values)
    members, are_whole, enough = _deck_of_people(named, facts)
    left, right = applied(inner.conclusion, "<=", 2) or ()
    statistics = [closed(x, side) for side in (left, right)]
    law = at(
        dealt_at_most(),
        named["N"],
        TWO,
        members,
        *statistics,
        given=[*facts, are_whole, enough, kernel.literal(TWO)],
        premises=4,
    )
    every = generalise(kernel.discharge(term("word(N, 2, x)", x=x, **named), inner), x)
    plain = normal(goal.conclusion, definitions("sum", "dealt", "expectation"))
    return derived.follow(symmetric(plain), rewritten(kernel.detach(law, every)))


def _of_cards_put_back(named: Mapping[str, Term], facts: Sequence[Proved], S: Term, T: Term) -> Proved:
    law = reduced(normal(term("law(L, p)", **named), unfolding("law")), lambda it: shown(it, facts))
    return at(expectation_at_most(), *(named[name] for name in "NLp"), S, T, given=[*facts, law], premises=3)


def _of_cards_kept(named: Mapping[str, Term], facts: Sequence[Proved], S: Term, T: Term) -> Proved:
    k = Free("k #0")
    inside = kernel.assume(in_range(k, named["L"]))
    every = [
        fact for fact in facts if quantified(fact.conclusion, "forall") is not None and fact.conclusion.type == BOOL
    ]
    own = [part for fact in every[:2] for part in conjuncts(at(fact, k, given=[inside]))]
    cards = term("fun k. N*p(k)", **named)
    many = each(
        k,
        named["L"],
        shown(
            plainly("integer(c(k)) and 0 <= c(k)", c=cards, k=k),
            [*own, arithmetic(term("0 <= N*p(k)", k=k, **named), *_signs([*own, *facts]))],
        ),
    )
    count = chain(term("sum(L, c)", c=cards, **named)).rewrite(in_sums(facts)).arithmetic(named["N"], *facts).theorem
    enough = arithmetic(term("N <= sum(L, c)", c=cards, **named), count)
    return at(dealt_at_most(), named["N"], named["L"], cards, S, T, given=[*facts, many, enough], premises=4)


@own_lemma(f"forall N pi L p S T. {PEOPLE} implies {MONOTONE.format('modified')}", depth=8)
def modified_at_most(goal: Goal) -> Proved:
    """The expectation of the modified mechanism is monotone."""
    return _monotone(goal, _of_cards_put_back)


@own_lemma(f"forall N pi L p S T. {CARDS} implies {MONOTONE.format('improved')}", depth=8)
def improved_at_most(goal: Goal) -> Proved:
    """The expectation of the improved mechanism is monotone."""
    return _monotone(goal, _of_cards_kept)


# -- what tends to a share ---------------------------------------------------------------------------------------------

LAWS: dict[str, dict[str, Callable[[], Proved]]] = {"modified": {}, "improved": {}}


def _linear(name: str, where: str) -> None:
    """Laws of the expectation of a mechanism, of any statistic S."""
    E, V = f"{name}(N, pi, L, p", f"{name}_variance(N, pi, L, p"
    said = {
        "scaled": f"forall N pi L p S c. {where} implies {E}, fun x y. c*S(x, y)) = c*{E}, S)",
        "moved": f"forall N pi L p S a. {where} implies {E}, fun x y. S(x, y) + a) = {E}, S) + a",
        "error": f"forall N pi L p S a z. {where} implies "
        f"{E}, fun x y. (S(x, y) + a - z)^2) = {V}, S) + ({E}, S) + a - z)^2",
    }
    LAWS[name] = {word: own_lemma(text)(survey) for word, text in said.items()}


_linear("modified", PEOPLE)
_linear("improved", CARDS)


@lemma("forall a q n. q != 0 and n != 0 implies a/(n*q) = a/q/n")
def divided_twice(goal: Goal) -> Proved:
    """To divide by a product is to divide twice."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall K u. 0 <= K and 0 < u implies 0 <= K/u")
def not_negative(goal: Goal) -> Proved:
    """A quotient of positive numbers."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(
    "forall P v N K e d. 0 < e and 0 < d and 0 <= K and K/(e^2*d) + 2 <= N and e^2*P <= v and v <= K/N implies P <= d"
)
def rarely_far(goal: Goal) -> Proved:
    """A chance that is at most K/(N e^2) is at most d for N from K/(e^2 d) on."""
    _, v, N, K, e, d = goal.variables
    names = {"N": N, "K": K, "e": e, "d": d, "v": v}
    facts = list(conjuncts(kernel.assume(goal.given[0])))
    unit = arithmetic(term("0 < e^2*d", **names), *facts[:2])
    ratio = at(not_negative(), K, term("e^2*d", **names), given=[unit, facts[2]])
    enough = arithmetic(term("K <= e^2*d*N", **names), unit, facts[3])
    many = arithmetic(term("2 <= N", **names), ratio, facts[3], opaque=True)
    below = arithmetic(term("K/N <= e^2*d", **names), enough, many)
    square = arithmetic(term("0 < e^2", **names), facts[0])
    return arithmetic(goal.conclusion, below, square, facts[4], facts[5], opaque=True)


@lemma("forall Q N. 2 <= N implies Q/N + (1/N)^2 <= (Q^2 + 2)/N and Q/(N - 1) + (1/N)^2 <= (Q^2 + 2)/N")
def small_errors(goal: Goal) -> Proved:
    """Q/N or Q/(N - 1), and 1/N^2, are of the order 1/N."""
    return conjoined(*(arithmetic(part, *goal.given) for part in applied(goal.conclusion, "and", 2) or ()))


ALL = ("sum", "dealt", "expectation")


def _held(formula: Term, facts: Sequence[Proved]) -> Proved:
    """A condition on a survey, from what is known of it when its words are unfolded."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_held(part, facts) for part in both))
    plain = normal(formula, definitions(*ALL))
    try:
        return derived.follow(symmetric(plain), shown(sides(plain.conclusion)[1], facts))
    except ProofError:
        return found(formula, *facts)


def _fulfilled(law: Proved, values: Sequence[Term], facts: Sequence[Proved]) -> Proved:
    there = specialise(law, *values)
    premise, _ = applied(there.conclusion, "implies", 2) or ()
    return kernel.detach(there, _held(premise, facts))


@dataclass(frozen=True)
class _Survey:
    """A survey of a mechanism: its sizes and cards, the estimator, and what is known of them."""

    mechanism: str
    sizes: tuple[Term, ...]
    estimator: Term
    expect: Term
    mean: Proved
    facts: list[Proved]

    def law(self, word: str, *values: Term) -> Proved:
        """A law of the expectation, for these values."""
        return _fulfilled(LAWS[self.mechanism][word](), [*self.sizes, *values], self.facts)


def _survey(mechanism: str, unbiased: Proved, N: Term, pi: Term, given: Proved, facts: Sequence[Proved]) -> _Survey:
    """The survey of N members of whom pi have the attribute; the print says that the estimator is unbiased."""
    here = specialise(unbiased, N, pi)
    known_here = [*facts, *conjuncts(given), *facts_of(given)]
    mean = under(here, known_here)
    expected, _ = sides(mean.conclusion)
    head, values = expected, list[Term]()
    while isinstance(head, Apply):
        values.insert(0, head.argument)
        head = head.function
    assert isinstance(expected, Apply)
    return _Survey(mechanism, tuple(values[:4]), values[4], expected.function, mean, known_here)


def by_the_law(mechanism: str, spread: Callable[[], Proved], shifted: str, goal: Goal) -> Refuted:
    """The estimator plus 1/N tends to the share as well, and has another mean."""
    outer = goal.names
    facts = [
        fact
        for formula in goal.given
        for fact in (*conjuncts(kernel.assume(formula)), *facts_of(kernel.assume(formula)))
    ]
    unbiased, of_all = kernel.part(granted(goal), 0), kernel.part(granted(goal), 1)
    said = specialise(of_all, term(shifted, **outer))
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    tending = taken_apart(premise)
    pi = tending.variables[0]
    opened_up = normal(tending.conclusion, unfolding(_head(tending.conclusion)))
    near = taken_apart(sides(opened_up.conclusion)[1])
    e, d = near.variables
    N = Free("N #0")
    values = [outer[name] for name in ("L", "p", "piB") if name in outer]
    rate = _rate(spread(), [N, pi, *values])
    K = term("Q^2 + 2", Q=rate)
    start = term("K/(e^2*d) + 2", K=K, e=e, d=d)
    late = taken_apart(instance(near.conclusion, start))
    (N_there,) = late.variables
    rate_there = _rate(spread(), [N_there, pi, *values])
    assert rate_there == rate
    given = [*facts, *map(kernel.assume, tending.given), *map(kernel.assume, near.given)]
    conditions = kernel.assume(late.given[0])
    after, exists = kernel.part(conditions, 0), kernel.part(conditions, 1)
    positive = arithmetic(term("0 <= K", K=K), opaque=True)
    unit = arithmetic(term("0 < e^2*d", e=e, d=d), *near.given)
    ratio = at(not_negative(), K, term("e^2*d", e=e, d=d), given=[unit, positive])
    many = arithmetic(term("2 <= N", N=N_there), after, ratio, opaque=True)
    survey_there = _survey(mechanism, unbiased, N_there, pi, exists, [*given, many])
    rare = _rarely(survey_there, spread(), values, e, d, K, after)
    plain, mine = normal(late.conclusion, definitions(*ALL)), normal(rare.conclusion, definitions(*ALL))
    rare = derived.follow(symmetric(plain), derived.follow(mine, rare))
    some = kernel.witness(near.conclusion, start, late.qed(rare))
    tends = tending.qed(derived.follow(symmetric(opened_up), near.qed(some)))
    wrong = kernel.detach(said, tends)
    refuted = _contradiction(goal, mechanism, unbiased, wrong, facts)
    return replace(refuted, at=(*refuted.at, ("T(N, X)", "pi_hat + 1/N")))


def _contradiction(goal: Goal, mechanism: str, unbiased: Proved, wrong: Proved, facts: Sequence[Proved]) -> Refuted:
    """The mean would be pi, and is pi + 1/N."""
    here = taken_apart(wrong.conclusion)
    N, pi = here.variables
    exists, many = kernel.assume(here.given[0]), kernel.assume(term("2 <= N", N=N))
    survey_there = _survey(mechanism, unbiased, N, pi, exists, [*facts, many])
    false_mean = kernel.detach(specialise(wrong, N, pi), exists)
    moved = survey_there.law("moved", survey_there.estimator, term("1/N", N=N))
    known_of = [rewritten(fact, definitions(*ALL)) for fact in (false_mean, moved, survey_there.mean)]
    nothing = arithmetic(term("pi + 1/N = pi", pi=pi, N=N), *known_of, opaque=True)
    for condition in (many.conclusion, here.given[0], *reversed(goal.given)):
        nothing = kernel.discharge(condition, nothing)
    return refuted_by(goal.statement, generalise(nothing, *goal.variables, N, pi))


def _rate(law: Proved, values: Sequence[Term]) -> Term:
    """Q of a variance that is said to be a/(N q) or a/((N - 1) q): a/q."""
    _, equation = applied(specialise(law, *values).conclusion, "implies", 2) or ()
    above, below = applied(sides(equation)[1], "/", 2) or ()
    _, square = applied(below, "*", 2) or ()
    return term("a/q", a=above, q=square)


def _rarely(
    at_size: _Survey, spread: Proved, values: Sequence[Term], e: Term, d: Term, K: Term, after: Proved
) -> Proved:
    """By Chebyshev the estimator plus 1/N is far from the share with a chance of at most d."""
    N, pi, *_ = at_size.sizes
    x, y = Free("x #0", WORD), Free("y #0", WORD)
    one = term("1/N", N=N)
    names = {"S": at_size.estimator, "a": one, "z": pi, "e": e, "d": d, "N": N, "K": K}
    apart = "S(x, y) + a - z"
    size = f"(if 0 <= {apart} then {apart} else -({apart}))"
    far, square = term(f"fun x y. if e < {size} then 1 else 0", **names), term(f"fun x y. ({apart})^2", **names)
    law = modified_at_most() if at_size.mechanism == "modified" else improved_at_most()
    monotone = _fulfilled(
        law, [*at_size.sizes, term(f"fun x y. e^2*(if e < {size} then 1 else 0)", **names), square], at_size.facts
    )
    away = at(far_counts_at_most_square(), plainly(apart, x=x, y=y, **names), e, given=at_size.facts)
    chebyshev = kernel.detach(monotone, generalise(away, x, y))
    scaled = at_size.law("scaled", far, term("e^2", e=e))
    error = at_size.law("error", at_size.estimator, one, pi)
    variance = _fulfilled(spread, [N, pi, *values], at_size.facts)
    _, value = sides(variance.conclusion)
    above, below = applied(value, "/", 2) or ()
    count, square_below = applied(below, "*", 2) or ()
    order = _signs(at_size.facts)
    apart_from_zero = conjoined(*(arithmetic(term("a != 0", a=part), *order) for part in (square_below, count)))
    same = at(divided_twice(), above, square_below, count, given=[apart_from_zero])
    bounds = conjuncts(at(small_errors(), term("a/q", a=above, q=square_below), N, given=at_size.facts))
    spread_of = arithmetic(
        term("V + (m + a - z)^2 <= K/N", V=sides(variance.conclusion)[0], m=sides(at_size.mean.conclusion)[0], **names),
        variance,
        same,
        at_size.mean,
        *bounds,
        opaque=True,
    )
    chance = at_size.expect(far)
    chebyshev = arithmetic(
        term("e^2*P <= V", P=chance, e=e, V=sides(error.conclusion)[0]), chebyshev, scaled, opaque=True
    )
    low = arithmetic(term("v <= K/N", v=sides(error.conclusion)[0], K=K, N=N), error, spread_of, opaque=True)
    return at(
        rarely_far(),
        chance,
        sides(error.conclusion)[0],
        N,
        K,
        e,
        d,
        given=[*at_size.facts, arithmetic(term("0 <= K", K=K), opaque=True), after, chebyshev, low],
    )


def _head(formula: Term) -> str:
    while isinstance(formula, Apply):
        formula = formula.function
    assert isinstance(formula, Constant)
    return formula.name


OF_ANSWERS = "fun N X. ((sum i in 1..N. X(i))/N - {0})/({1}) + 1/N"
OF_CARDS = OF_ANSWERS.format("mean(L, p, fun k. k)", "L + 1 - 2*mean(L, p, fun k. k)")
SCRIPTS: Mapping[str, Script] = {
    f"law of large numbers for {name}": partial(by_the_law, mechanism, spread, shifted)
    for name, mechanism, spread, shifted in (
        ("Warner", "modified", variance_of_warner, OF_ANSWERS.format("(1 - p)", "2*p - 1")),
        ("Simmons", "modified", variance_of_simmons, OF_ANSWERS.format("(1 - p)*piB", "p")),
        ("cards", "modified", variance_of_cards, OF_CARDS),
        ("dealt cards", "improved", variance_of_dealt_cards, OF_CARDS),
    )
}
