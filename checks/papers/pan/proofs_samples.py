"""Scripts about noisy samples of a perturbed bit: the level of K of them, how it rises, and its limit."""

from __future__ import annotations

from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.definitions import LIBRARY
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    decided,
    instance,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as take_apart
from derivations.logic.terms import PLUS, Term, applied
from derivations.theory.automatic import definitions
from derivations.theory.logarithms import log_below
from derivations.theory.noisy_samples import (
    bernoulli,
    larger_power,
    level_in_odds,
    level_of_samples,
    level_of_samples_reached,
)
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE


def facts_of(goal: Goal) -> list[Proved]:
    """What a goal assumes, part by part, and what that says of the number K of samples."""
    given = [rewritten(kernel.assume(formula), unfolding("size")) for formula in goal.given]
    facts = [part for fact in given for part in conjuncts(fact)]
    return [*facts, arithmetic(term("0 <= K", K=goal.names["K"]), *facts)]


@script("level of noisy samples")
def level(goal: Goal) -> Proved:
    """The level of K samples, which K ones reach, in terms of probabilities or of the levels x and y."""
    names, facts = goal.names, facts_of(goal)
    size, odds = names["K"], "x" in names
    texts = ("x / (x + 1)", "y / (y + 1)") if odds else ("alpha", "beta")
    alpha, beta = (term(text, **names) for text in texts)
    own = [arithmetic(term("1 / 2 < p and p < 1", p=value), *facts) for value in (alpha, beta)]
    rules = []
    if odds:
        equations = [kernel.reflexive(value) for value in (alpha, beta)]
        values = (size, alpha, beta, names["x"], names["y"])
        rules.append(by(kernel.part(at(level_in_odds(), *values, given=[*facts, *equations], premises=4), 0)))
    plain = normal(goal.conclusion, definitions(*LIBRARY))
    words, ones = applied(sides(plain.conclusion)[1], "and", 2) or ()
    inner = take_apart(words)
    given: list[Term | Proved] = [*facts, *own, *inner.given]
    bounds = rewritten(at(level_of_samples(), size, alpha, beta, *inner.variables, given=given, premises=4), *rules)
    reached = rewritten(at(level_of_samples_reached(), size, alpha, beta, given=given, premises=3), *rules)
    every = inner.qed(_by_arithmetic(inner.conclusion, [*conjuncts(bounds)]))
    return derived.follow(symmetric(plain), kernel.conjoin(every, _by_arithmetic(ones, [*conjuncts(reached)])))


def _by_arithmetic(formula: Term, known: list[Proved]) -> Proved:
    """Each part of a conjunction by arithmetic in which quotients are atoms."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_by_arithmetic(part, known) for part in both))
    return arithmetic(formula, *known, opaque=True)


@script("curves of noisy samples")
def curves(goal: Goal) -> Proved:
    """The level rises with the number of samples and with the level of one, and stays below that of the stored bit."""
    names, facts = goal.names, facts_of(goal)
    size, x, y, z = (names[name] for name in "Kxyz")
    end = PLUS(size, ONE)
    positive = arithmetic(term("0 < y", y=y), *facts)
    whole = [*facts, shown(term("integer(K + 1) and 0 <= K + 1", K=size), facts)]
    powers = list(conjuncts(at(larger_power(), size, y, z, given=[*facts, positive], premises=2)))
    powers += [at(kernel.axiom("power_next"), *values, given=whole) for values in ((y, size), (z, size), (y, end))]
    low, high, top = (term(text, y=y, z=z, K=size) for text in ("y^(K + 1)", "z^(K + 1)", "y^(K + 1 + 1)"))
    known = [*powers, *facts]
    known += [arithmetic(term("0 < p and p < q", p=low, q=other), *known) for other in (high, top)]
    above = [at(_rises(), x, low, other, given=known, premises=2) for other in (top, high)]
    below = at(_stays_below(), x, low, given=known, premises=2)
    return kernel.conjoin(above[0], kernel.conjoin(above[1], below))


@lemma("forall x u v. 1 < x implies 0 < u and u < v implies (x * u + 1) / (x + u) < (x * v + 1) / (x + v)")
def _rises(goal: Goal) -> Proved:
    """(x u + 1)/(x + u) rises with u."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall x u. 1 < x implies 0 < u implies (x * u + 1) / (x + u) < x")
def _stays_below(goal: Goal) -> Proved:
    """(x u + 1)/(x + u) is less than x."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall x y d K. 1 < x and 1 < y and 0 < d implies integer(K) and 1 <= K implies (x^2 - 1) / (d * (y - 1)) <= K "
       "implies 1 < (x * y^K + 1) / (x + y^K) and (x * y^K + 1) / (x + y^K) < x "
       "and x - (x * y^K + 1) / (x + y^K) < d")  # fmt: skip
def _near(goal: Goal) -> Proved:
    """(x y^K + 1)/(x + y^K) is near x for large K, by Bernoulli's inequality."""
    x, y, d, size = goal.variables
    facts: list[Term | Proved] = [
        *goal.given,
        arithmetic(term("0 <= K", K=size), goal.given[1]),
        arithmetic(term("1 <= y", y=y), goal.given[0]),
    ]
    least = at(bernoulli(), size, y, given=facts, premises=2)
    scaled = arithmetic(term("x^2 - 1 <= K * (d * (y - 1))", x=x, K=size, d=d, y=y), *goal.given)
    names = {"x": x, "u": term("y^K", y=y, K=size), "d": d, "K": size, "y": y}
    larger = arithmetic(term("x^2 - 1 < d * u", **names), *(facts[0], scaled, least))
    positive = arithmetic(term("1 < u", **names), least, *goal.given)
    return at(_distance(), x, names["u"], d, given=[larger, positive, facts[0]], premises=1)


@lemma("forall x u d. 1 < x and 1 < u and 0 < d and x^2 - 1 < d * u implies 1 < (x * u + 1) / (x + u) "
       "and (x * u + 1) / (x + u) < x and x - (x * u + 1) / (x + u) < d")  # fmt: skip
def _distance(goal: Goal) -> Proved:
    """The distance of (x u + 1)/(x + u) from x is (x^2 - 1)/(x + u)."""
    first, rest = applied(goal.conclusion, "and", 2) or ()
    others = [arithmetic(part, *goal.given) for part in applied(rest, "and", 2) or ()]
    return kernel.conjoin(arithmetic(first, *goal.given), kernel.conjoin(*others))


@lemma("forall f x d. 1 < f and f < x and x - f < d implies abs(log(x) - log(f)) < d")
def _logarithms_near(goal: Goal) -> Proved:
    """The logarithms of numbers above 1 are at least as near as they are."""
    f, x, _ = goal.variables
    names = {"f": f, "x": x}
    positive = [arithmetic(term("0 < y", y=value), *goal.given) for value in (f, x)]
    larger, smaller = (next(conjuncts(at(log_below(), *pair, given=positive))) for pair in ((f, x), (x, f)))
    gap = arithmetic(term("0 < log(x) - log(f)", **names), smaller, *goal.given)
    plain = normal(goal.conclusion, unfolding("abs"), decided([arithmetic(term("0 <= log(x) - log(f)", **names), gap)]))
    return derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], larger, gap, *goal.given))


@script("limit of noisy samples")
def limit(goal: Goal) -> Proved:
    """From the number (x^2 - 1)/(d (y - 1)) on, the level is as near to that of the stored bit as wanted."""
    x, y, d = (goal.names[name] for name in "xyd")
    least = term("(x^2 - 1) / (d * (y - 1))", x=x, y=y, d=d)
    inner = take_apart(instance(goal.conclusion, least))
    given = [rewritten(kernel.assume(formula), unfolding("size")) for formula in inner.given]
    facts: list[Term | Proved] = [*goal.given, *(part for fact in given for part in conjuncts(fact))]
    near = at(_near(), x, y, d, inner.variables[0], given=facts, premises=3)
    level = term("(x * y^K + 1) / (x + y^K)", x=x, y=y, K=inner.variables[0])
    found = at(_logarithms_near(), level, x, d, given=[near])
    return kernel.witness(goal.conclusion, least, inner.qed(found))
