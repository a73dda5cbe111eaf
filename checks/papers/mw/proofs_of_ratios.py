"""Script for the ratio of the estimates of weight and degree: biased for one participant, and consistent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checks.papers.mw.own_words import meant
from checks.papers.mw.proofs_of_key_values import ESTIMATES, ITEM, LPP, WORDS, Item, degree_and_weight
from checks.papers.mw.proofs_of_scores import with_values
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, FALSE, Abstract, Free, Number, applied, equal, opened, parts
from derivations.theory.automatic import conditions, found, written_out
from derivations.theory.linear_estimates import WORD
from derivations.theory.ratios import ratio_is_likely_near, variance_of_bounded_scores
from derivations.theory.single_terms import at, by_conditions, each, summed
from derivations.theory.sums import in_sums

REPORTS = "fun i. about_item(m, p, q, A(i), W(i))"
RADIUS = "e*k/(4*(1 + e))"
"""How far, for each participant, the estimates of degree and weight may be off: half the share k at most."""
BOUNDS = "(m/(2*p - 1))", "(m/(p*(2*q - 1)))"
PARTS = (
    ("degree_estimate(n, m, p)", "-(1 - p)*n/(2*p - 1)", "fun y. indicator(y = 2) + indicator(y = 3)"),
    ("weight_estimate(n, m, p, q)", "0", "fun y. indicator(y = 2) - indicator(y = 3)"),
)
"""Each estimate, and with which constant and score it is linear in a total."""


@lemma("forall r n h P u v b c. 0 < r and 0 < h and 1 <= n and (b^2 + c^2)/(r^2*h) <= n "
       "and (r*n)^2*(1 - P) <= u + v and u <= n*b^2 and v <= n*c^2 implies 1 - h <= P")  # fmt: skip
def enough_participants(goal: Goal) -> Proved:
    """How many participants make the probability P at least 1 - h."""
    r, n, h, P, _, _, b, c = goal.variables
    names = {"r": r, "n": n, "h": h, "P": P, "b": b, "c": c}
    known = goal.facts

    def shown(text: str, *facts: Proved) -> Proved:
        return arithmetic(term(text, **{name: value for name, value in names.items() if name in text}), *facts)

    scale = shown("0 < r^2*h", shown("0 < r^2", known[0]), known[1])
    most = shown("b^2 + c^2 <= n*(r^2*h)", known[3], scale)
    times = shown("n*(b^2 + c^2) <= n*(n*(r^2*h))", most, known[2])
    less = shown("(r*n)^2*(1 - P) <= (r*n)^2*h", times, *known[4:])
    square = shown("0 < (r*n)^2", shown("0 < r*n", known[0], known[2]))
    more = kernel.assume(term("h < 1 - P", h=h, P=P))
    nothing = arithmetic(FALSE, shown("(r*n)^2*h < (r*n)^2*(1 - P)", more, square), less)
    return arithmetic(goal.conclusion, derived.reject(more.conclusion, nothing))


@script("ratio of estimates")
def ratio_of_estimates(goal: Goal) -> Proved:
    """Biased for one participant with an edge; near the truth for many, where a share of them has edges."""
    biased, consistent = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    names = goal.names
    given = goal.facts
    known = [arithmetic(term(text, **{name: names[name] for name in "pq" if name in text}), *given) for text in (
        "1/2 < p", "p < 1", "1/2 < q", "q < 1")]  # fmt: skip
    return kernel.conjoin(_biased(goal_of(biased), known), _consistent(goal, goal_of(consistent), known))


def _biased(goal: Goal, known: Sequence[Proved]) -> Proved:
    """The expected ratio from one report is not the weight."""
    given = goal.facts
    words = unfolding("independent", "frequency", "extended", "indicator")
    plain = normal(goal.conclusion, meant(*ESTIMATES, *WORDS), words, written_out, conditions)
    return goal.qed(derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *known, *given)))


def _consistent(whole: Goal, goal: Goal, known: Sequence[Proved]) -> Proved:
    """From r participants on, the ratio is within e of the truth with the probability 1 - h."""
    names = {variable.name.split(" ")[0]: variable for variable in (*whole.variables, *goal.variables)}
    enough = term(f"({BOUNDS[0]}^2 + {BOUNDS[1]}^2)/(({RADIUS})^2*h)", **{x: names[x] for x in "mpqekh"})
    form = with_values(goal.conclusion, [enough])
    inner = goal_of(form[-1])
    both = replace(inner, variables=(*whole.variables, *goal.variables, *inner.variables),
                   given=(*whole.given, *goal.given, *inner.given))  # fmt: skip
    here = Item(both).without(enough)
    n, four, y = here.names["n"], Number(4), Free("y #0")
    given = [fact for formula in (*goal.given, *inner.given) for fact in conjuncts(kernel.assume(formula))]
    sizes = [*here.known, kernel.literal(four), arithmetic(term("0 <= k", k=four))]
    laws = each(here.i, n, _law(here, known))
    reports = here.term(REPORTS)
    mean_of = [f"independent(n, 4, {REPORTS}, {word})" for word, *_ in PARTS]
    means = conjuncts(degree_and_weight(here, here.term(f"{mean_of[0]} = sum(n, A) and {mean_of[1]} = sum(n, W)")))
    spreads = []
    for (word, constant, score), slope, mean in zip(PARTS, BOUNDS, means, strict=True):
        g = term(score)
        bound = normal(term("-1 <= g(y) and g(y) <= 1", g=g, y=y), unfolding("indicator"))
        bound = derived.follow(symmetric(bound), by_conditions(sides(bound.conclusion)[1]))
        values = [here.term(text) for text in (constant, slope)]
        most = at(variance_of_bounded_scores(), n, four, reports, g, *values, premises=5,
                  given=[*sizes, laws, each(y, four, bound)])  # fmt: skip
        spreads.append(_in_their_words(here, most, word, mean, known))
    sums_of = [rewritten(summed(here.i, n, bound, here.known[:-2]), in_sums(here.known)) for bound in here.own[1:]]
    sums = {"a": here.term("sum(n, A)"), "b": here.term("sum(n, W)"), "e": here.names["e"]}
    radius = here.term(RADIUS)
    distance = term("r*n", r=radius, n=n)
    rest = {name: here.names[name] for name in "ekn"}
    size = arithmetic(term("0 < r and 2*r <= k and 4*r <= e*k", r=radius, e=rest["e"], k=rest["k"]), *given)
    near = [arithmetic(term(text, d=distance, **{x: sums[x] for x in "ae" if x in text}), size, *given, *here.numbers)
            for text in ("0 < d", "2*d <= a", "4*d <= e*a")]  # fmt: skip
    near += [arithmetic(term(text, a=sums["a"], b=sums["b"]), *sums_of) for text in ("-a <= b", "b <= a")]
    estimates = [here.term(word) for word, *_ in PARTS]
    likely = at(ratio_is_likely_near(), n, four, reports, *estimates, sums["a"], sums["b"], distance, sums["e"],
                given=[*sizes, laws, *near], premises=4)  # fmt: skip
    chance = next(part for part in parts(inner.conclusion) if applied(part, "independent", 4))
    off = [(applied(spread.conclusion, "<=", 2) or ())[0] for spread in spreads]
    slopes = [here.term(bound) for bound in BOUNDS]
    last = at(enough_participants(), radius, n, here.names["h"], chance, *off, *slopes,
              given=[*conjuncts(size), *given, *here.numbers, likely, *spreads])  # fmt: skip
    return goal.qed(kernel.witness(form[0], enough, inner.qed(last)))


def _in_their_words(here: Item, most: Proved, word: str, mean: Proved, known: Sequence[Proved]) -> Proved:
    """The bound of a variance as that of the expected square of what an estimate is off the truth."""
    variance, bound = applied(most.conclusion, "<=", 2) or (most.conclusion, most.conclusion)
    w = Free("w #0", WORD)
    n, four, reports, linear = applied(variance, "independent_variance", 4) or ()
    assert isinstance(linear, Abstract)
    left = normal(opened(linear, w), unfolding("total", "frequency"), in_sums(here.known))
    right = normal(here.term(f"{word}(w)", w=w), meant(word.split("(")[0]), unfolding("frequency"))
    same = arithmetic(equal(sides(left.conclusion)[0], sides(right.conclusion)[0]), left, right, *known)
    estimate = derived.transitive(kernel.abstracted(w, same), derived.eta(here.term(word)))
    head = term("independent_variance(n, m, q)", n=n, m=four, q=reports)
    variances = kernel.congruent(kernel.reflexive(head), estimate)
    squares = normal(sides(variances.conclusion)[1], unfolding("independent_variance"), by(mean))
    return arithmetic(AT_MOST(sides(squares.conclusion)[1], bound), most, variances, squares, opaque=True)


def _law(here: Item, known: Sequence[Proved]) -> Proved:
    """What a participant tells has a law."""
    plain = normal(here.term(f"law(4, ({REPORTS})(i))"), meant("about_item"), unfolding("law"), written_out, conditions)
    size = arithmetic(here.term("1 <= m"), *here.numbers)
    entries, chances = [], [size]
    for y, value in enumerate(LPP, 1):
        entries.append(here.entry(ITEM, y, value))
        chance = kernel.cases(here.own[0], *(arithmetic(here.term(f"0 <= {value}"), here.term(f"A(i) = {a}"),
                                                        *here.own[1:], *known) for a in (0, 1)))  # fmt: skip
        chances.append(arithmetic(here.term(f"0 <= {ITEM}({y})"), entries[-1], chance))
    every, one = applied(sides(plain.conclusion)[1], "and", 2) or ()
    both = kernel.conjoin(found(every, *chances), arithmetic(one, size, *entries))
    return derived.follow(symmetric(plain), both)
