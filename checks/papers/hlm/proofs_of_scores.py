"""Scripts for the derivatives of log L, the logarithm of the likelihood of n responses, in the share pi."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from checks.papers.hlm.optimum import meaning, proved, said_term
from checks.verifying.stated import Refuted, granted, refuted_under, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    decided,
    generalise,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import Free, Number, Term, applied, equal, parts
from derivations.theory.automatic import automatic, found, given_facts, written_out
from derivations.theory.calculus import (
    as_derivative,
    of_affine,
    of_counts,
    of_log_likelihood,
    of_score,
    only_derivative,
)
from derivations.theory.likelihood import (
    binary_estimate,
    counts_add_up,
    empirical_is_law,
    frequency_not_negative,
    largest_likelihood,
    log_of_likelihood,
    same_chance,
)
from derivations.theory.single_terms import at, fulfilled

TWO = Number(2)
AFFINE = "fun y. if y = 1 then p00 else 1 - p00", "fun y. if y = 1 then 1 - p00 - p11 else p00 + p11 - 1"


@dataclass(frozen=True)
class Responses:
    """n responses w to the design p00, p11, and what is known of them."""

    names: dict[str, Term]
    known: list[Proved]

    def said(self, text: str, **more: Term) -> Term:
        """A term about the survey, in the words of the paper."""
        return said_term(text, **{**self.names, **more})

    @property
    def families(self) -> tuple[Term, Term]:
        """What the probabilities of the responses are, affine in the share."""
        base, slope = (term(text, **{name: self.names[name] for name in ("p00", "p11")}) for text in AFFINE)
        return base, slope

    @classmethod
    def of(cls, goal: Goal) -> Responses:
        """The survey that a statement speaks of."""
        return cls(goal.names, given_facts(goal))

    def at_share(self, pi: Term, *known: Proved) -> Responses:
        """The survey of a population with the share pi, of which this is known besides."""
        return Responses({**self.names, "pi": pi}, [*self.known, *known])

    def plain(self) -> list[Proved]:
        """What is known of numbers, without the responses as such."""
        return [fact for fact in self.known if not {"word", "law", "answer"} & set(map(str, parts(fact.conclusion)))]

    def laws(self) -> list[Term]:
        """The probabilities of the two responses, affine in the share."""
        return [self.said(text) for text in ("p00 + (1 - p00 - p11) * pi", "1 - p00 + (p00 + p11 - 1) * pi")]

    def values(self) -> list[Proved]:
        """That they are these."""
        chances = [self.said(f"answer(p00, p11, pi)({y})") for y in (1, 2)]
        return [found(equal(chance, law)) for chance, law in zip(chances, self.laws(), strict=True)]

    def logarithm(self, wanted: Term) -> Proved:
        """log L, each count times the logarithm of its probability."""
        n, w, q = self.names["n"], self.names["w"], self.said("answer(p00, p11, pi)")
        given = [*self.known, *sizes()]
        positive = found(term("forall y in 1..2. 0 < q(y)", q=q), *self.known)
        whole = at(log_of_likelihood(), n, TWO, q, w, given=[*given, positive], premises=4)
        whole = rewritten(whole, unfolding("log_likelihood"), written_out)
        return arithmetic(wanted, whole, self.rest())

    def rest(self) -> Proved:
        """The first count is what the second leaves."""
        n, w = self.names["n"], self.names["w"]
        total = rewritten(at(counts_add_up(), n, TWO, w, given=[*self.known, *sizes()], premises=3), written_out)
        return arithmetic(term("frequency(n, 1)(w) = n - frequency(n, 2)(w)", n=n, w=w), total)

    def by_slopes(self, wanted: Term, law: Callable[[], Proved]) -> Proved:
        """That there are slopes of the two probabilities, by which log L has what is wanted."""
        _, c = self.families
        slopes = [sides(normal(c(Number(y)), decided([])).conclusion)[1] for y in (2, 1)]
        inner = instance(wanted, slopes[0])
        all_three = instance(inner, slopes[1])
        first, rest = applied(all_three, "and", 2) or (inner, inner)
        second, whole = applied(rest, "and", 2) or (inner, inner)
        probabilities = [self.probability(slope, y) for slope, y in ((first, 2), (second, 1))]
        facts = [*self.known, self.rest(), *self.values()]
        own = self.differentiated(law)
        last = as_derivative(whole, own, *facts)
        shown = kernel.witness(
            inner, slopes[1], kernel.conjoin(probabilities[0], kernel.conjoin(probabilities[1], last))
        )
        return kernel.witness(wanted, slopes[0], shown)

    def probability(self, wanted: Term, y: int) -> Proved:
        """The slope of the probability of a response."""
        b, c = (sides(normal(family(Number(y)), decided([])).conclusion)[1] for family in self.families)
        plain = normal(wanted, meaning("answer", "shares", "binary"), unfolding("response"), written_out, decided([]))
        affine = specialise(of_affine(), b, c, self.names["pi"])
        return derived.follow(symmetric(plain), as_derivative(sides(plain.conclusion)[1], affine))

    def differentiated(self, law: Callable[[], Proved]) -> Proved:
        """The derivative of log L at pi that a lemma says, written out."""
        family = self.said("fun t. answer(p00, p11, t)"), *self.families
        return of_counts(law(), self.names["n"], self.names["w"], family, self.names["pi"], self.known, 2)


def sizes() -> list[Proved]:
    """There are two responses."""
    return [kernel.literal(TWO), arithmetic(term("0 <= two", two=TWO))]


@script("score")
def score(goal: Goal) -> Proved:
    """log L and its derivative, by those of the probabilities of the two responses."""
    survey = Responses.of(goal)
    whole, some = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    return kernel.conjoin(survey.logarithm(whole), survey.by_slopes(some, of_log_likelihood))


@script("curvature")
def curvature(goal: Goal) -> Proved:
    """The second derivative of log L."""
    return Responses.of(goal).by_slopes(goal.conclusion, of_score)


@lemma(
    "forall q e. law(2, e) and q(1) + q(2) = 1 and q(2) = e(2) implies law(2, q) and (forall y in 1..2. q(y) = e(y))"
)
def agreeing(goal: Goal) -> Proved:
    """Two numbers that add up to 1 are a law of two responses where the second is."""
    return automatic(goal)


@script("only maximum")
def only_maximum(goal: Goal) -> Proved:
    """law(2, r) and chance(n, q, w) <= chance(n, r, w) and (chance(n, q, w) = chance(n, r, w) implies z = s).

    Here q and r are the laws of a response for the shares z and s, and r is the law of the observed shares.
    """
    _, rest = applied(goal.conclusion, "and", 2) or ()
    largest, unique = applied(rest, "and", 2) or ()
    smaller, larger = applied(largest, "<=", 2) or ()
    n, q, w = applied(smaller, "chance", 3) or ()
    _, r, _ = applied(larger, "chance", 3) or ()
    met, same_share = applied(unique, "implies", 2) or ()
    names = {"n": n, "w": w, "q": q, "r": r, "two": TWO}
    given = [part for premise in goal.given for part in conjuncts(rewritten(kernel.assume(premise), unfolding("size")))]
    sizes = [*given, kernel.literal(TWO), arithmetic(term("0 <= two and 0 <= n", **names), *given)]
    shares = at(empirical_is_law(), n, TWO, w, given=sizes, premises=3)
    numbers = [
        fact for fact in given if not any(applied(fact.conclusion, word, k) for word, k in (("law", 2), ("word", 3)))
    ]
    second = found(term("r(2) = empirical(n, w)(2)", **names), *numbers)
    whole = found(term("r(1) + r(2) = 1", **names), *numbers)
    observed = term("empirical(n, w)", **names)
    law, fits = conjuncts(at(agreeing(), r, observed, given=[shares, whole, second]))
    same = at(same_chance(), n, TWO, r, observed, w, given=[*sizes, fits], premises=3)
    _, below, only = conjuncts(at(largest_likelihood(), n, TWO, q, w, given=sizes, premises=4))
    alike = at(
        fulfilled(only, same, kernel.assume(met)),
        TWO,
        given=[kernel.literal(TWO), arithmetic(term("1 <= two <= 2", **names))],
    )
    return conjoined(
        law,
        arithmetic(largest, below, same),
        kernel.discharge(met, found(same_share, alike, *numbers)),
    )


MAXIMUM = """
forall p00 p11 n w z.
    0 <= p00 <= 1 and 0 <= p11 <= 1 and p00 + p11 != 1 and size(n) and word(n, 2, w)
    and law(2, answer(p00, p11, z)) implies
    law(2, answer(p00, p11, estimator(p00, p11, n)(w)))
    and chance(n, answer(p00, p11, z), w) <= chance(n, answer(p00, p11, estimator(p00, p11, n)(w)), w)
    and (chance(n, answer(p00, p11, z), w) = chance(n, answer(p00, p11, estimator(p00, p11, n)(w)), w)
        implies z = estimator(p00, p11, n)(w))
"""


@lemma("forall f g a c q r. 0 <= f and 0 <= g and 1 <= f + g implies a != 0 and c != 0 implies 0 < q and 0 < r implies "
       "0 - f * (a / q)^2 - g * (c / r)^2 < 0")  # fmt: skip
def bent(goal: Goal) -> Proved:
    """Minus a sum of weighted squares that do not all vanish."""
    names = dict(zip("fgacqr", goal.variables, strict=True))
    squares = [arithmetic(term(text, **names), goal.given[1]) for text in ("0 < a^2", "0 < c^2")]
    ratios = [arithmetic(term(text, **names), *squares, *goal.given) for text in ("0 < (a / q)^2", "0 < (c / r)^2")]
    weights = kernel.assume(goal.given[0])
    products = [
        arithmetic(term(text, **names), *ratios, weights) for text in ("0 <= f * (a / q)^2", "0 <= g * (c / r)^2")
    ]
    return arithmetic(goal.conclusion, *products, *ratios, weights, goal.given[2])


@lemma("forall f g n a c q r. 0 < f and 0 < g and 1 <= n and a + c = 0 implies q * n = f and r * n = g implies "
       "0 + f * (a / q) + g * (c / r) = 0")  # fmt: skip
def level(goal: Goal) -> Proved:
    """The derivative of log L vanishes at the observed shares."""
    names = dict(zip("fgnacqr", goal.variables, strict=True))
    positive = arithmetic(term("0 < q and 0 < r", **names), *goal.given)
    return arithmetic(goal.conclusion, positive, *goal.given)


@script("maximum where the score vanishes")
def maximum_where_score_vanishes(goal: Goal) -> Proved:
    """log L bends downwards everywhere, and its derivative is 0 at the estimate."""
    everywhere, some = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    return kernel.conjoin(_bends(goal, everywhere), _vanishes(goal, some))


def _bends(goal: Goal, wanted: Term) -> Proved:
    pi = Free("pi #0")
    premise, some = applied(instance(wanted, pi), "implies", 2) or (wanted, wanted)
    survey = Responses.of(goal).at_share(pi, *conjuncts(kernel.assume(premise)))
    own = survey.differentiated(of_score)
    _, _, slope = applied(own.conclusion, "second_derivative", 3) or ()
    counts = [survey.said(f"frequency(n, {y})(w)") for y in (1, 2)]
    slopes = [survey.said(text) for text in ("1 - p00 - p11", "p00 + p11 - 1")]
    laws = survey.laws()
    sizes_known = [
        at(frequency_not_negative(), survey.names["n"], Number(y), survey.names["w"], given=survey.known)
        for y in (1, 2)
    ]
    positive = [arithmetic(term("0 < q", q=law), *survey.known, *survey.values()) for law in laws]
    given = [*survey.plain(), *positive, survey.rest(), *sizes_known]
    negative = at(bent(), *counts, *slopes, *laws, given=given, premises=3)
    found_here = kernel.witness(some, slope, kernel.conjoin(negative, own))
    return generalise(kernel.discharge(premise, found_here), pi)


def _vanishes(goal: Goal, wanted: Term) -> Proved:
    pi, z = Free("pi #0"), Free("z #0")
    survey = Responses.of(goal)
    estimate = survey.said("estimator(p00, p11, n)(w)")
    is_estimate = kernel.assume(equal(pi, estimate))
    solved = rewritten(is_estimate, meaning("estimator"))
    survey = survey.at_share(pi, solved)
    counts = [survey.said(f"frequency(n, {y})(w)") for y in (1, 2)]
    laws = survey.laws()
    facts = [*survey.plain(), survey.rest()]
    observed = [
        arithmetic(term("q * n = f", q=law, n=survey.names["n"], f=count), *facts)
        for law, count in zip(laws, counts, strict=True)
    ]
    positive = [arithmetic(term("0 < q", q=law), shown, *facts) for law, shown in zip(laws, observed, strict=True)]
    survey = survey.at_share(pi, *positive)
    possible = [found(survey.said(f"0 < answer(p00, p11, pi)({y})"), *positive, *survey.plain()) for y in (1, 2)]
    survey = survey.at_share(pi, *possible)
    own = survey.differentiated(of_log_likelihood)
    slopes = [survey.said(text) for text in ("1 - p00 - p11", "p00 + p11 - 1")]
    nothing = at(level(), *counts, survey.names["n"], *slopes, *laws, given=[*facts, *observed], premises=2)
    _, rest = applied(instance(wanted, pi), "and", 2) or (wanted, wanted)
    _, rest = applied(rest, "and", 2) or (wanted, wanted)
    flat, largest = applied(rest, "and", 2) or (wanted, wanted)
    zero = as_derivative(flat, own, nothing)
    premise, _ = applied(instance(largest, z), "implies", 2) or (wanted, wanted)
    names = survey.names
    values = names["p00"], names["p11"], names["n"], names["w"], z
    best = at(proved(MAXIMUM, only_maximum), *values, given=[*survey.known, premise])
    _, below, _ = conjuncts(best)
    below = rewritten(below, by(symmetric(is_estimate)))
    most = generalise(kernel.discharge(premise, below), z)
    whole = kernel.conjoin(possible[0], kernel.conjoin(possible[1], kernel.conjoin(zero, most)))
    whole = kernel.instantiate(kernel.discharge(is_estimate.conclusion, whole), {pi: estimate})
    return kernel.witness(wanted, estimate, kernel.detach(whole, kernel.reflexive(estimate)))


@lemma("forall f g n a c q r. 1 <= n and f = n - g and g = 0 and a != 0 and 0 < q and 0 < r implies "
       "0 + f * (a / q) + g * (c / r) != 0")  # fmt: skip
def never_level(goal: Goal) -> Proved:
    """Where one of two responses was not given, the derivative of log L vanishes nowhere."""
    names = dict(zip("fgnacqr", goal.variables, strict=True))
    known = [kernel.assume(goal.given[0])]
    ratio = arithmetic(term("a / q != 0", **names), *known)
    nothing = arithmetic(term("g * (c / r) = 0", **names), *known)
    product = arithmetic(term("f * (a / q) != 0", **names), *known, ratio)
    return arithmetic(goal.conclusion, nothing, product)


@script("no vanishing score")
def no_vanishing_score(goal: Goal) -> Refuted:
    """Where nobody gave the second response, the derivative of log L is 0 nowhere."""
    pi = Free("pi #0")
    survey = Responses.of(goal)
    nobody = kernel.assume(survey.said("frequency(n, 2)(w) = 0"))
    some = kernel.part(granted(goal), 1)
    *possible, flat, _ = conjuncts(kernel.assume(instance(some.conclusion, pi)))
    survey = survey.at_share(pi, nobody, *possible)
    own = survey.differentiated(of_log_likelihood)
    function, _, slope = applied(own.conclusion, "derivative", 3) or ()
    level_here = at(only_derivative(), function, pi, slope, Number(0), given=[own, flat], premises=2)
    counts = [survey.said(f"frequency(n, {y})(w)") for y in (1, 2)]
    slopes = [survey.said(text) for text in ("1 - p00 - p11", "p00 + p11 - 1")]
    positive = [arithmetic(term("0 < q", q=law), *survey.known, *survey.values()) for law in survey.laws()]
    given = [*survey.plain(), survey.rest(), *positive]
    never = at(never_level(), *counts, survey.names["n"], *slopes, *survey.laws(), given=given)
    contradiction = kernel.unpack(some, pi, derived.clash(never, level_here))
    return refuted_under(goal, contradiction, nobody.conclusion)


@script("estimate within range")
def estimate_within_range(goal: Goal) -> Proved:
    """The only maximum over the proportions, where the estimate is one."""
    survey = Responses.of(goal)
    n, w = survey.names["n"], survey.names["w"]
    design, estimate = survey.said("binary(p00, p11)"), survey.said("estimator(p00, p11, n)(w)")
    share = term("1 - s", s=estimate)
    printed = normal(estimate, meaning("estimator"))
    solved = term("(empirical(n, w)(1) + P(2, 2) - 1) / (P(1, 1) + P(2, 2) - 1)", n=n, w=w, P=design)
    plain = normal(solved, meaning("binary"), unfolding("empirical"), decided([]))
    same = arithmetic(equal(share, sides(plain.conclusion)[1]), *survey.plain(), survey.rest(), printed)
    same = derived.transitive(same, symmetric(plain))
    regular = found(term("P(1, 1) + P(2, 2) != 1", P=design), *survey.plain())
    matrix = found(term("design(2, 2, P)", P=design), *survey.plain())
    within = arithmetic(term("0 <= s and s <= 1", s=share), *survey.plain())
    given = [*survey.known, matrix, regular, same, within]

    def one(pi: Term) -> Proved:
        rho = survey.said("shares(pi)", pi=pi)
        return at(binary_estimate(), n, design, w, share, rho, given=given, premises=6)

    _, every = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    here = one(estimate)
    fits = normal(sides(here.conclusion)[1], meaning("shares"), decided([]))
    most_likely = derived.follow(symmetric(derived.transitive(here, fits)), arithmetic(sides(fits.conclusion)[1]))
    pi = Free("pi #0")
    premise, printed_share = applied(instance(every, pi), "implies", 2) or (every, every)
    other = rewritten(derived.follow(one(pi), kernel.assume(premise)), meaning("shares"), decided([]))
    only = generalise(kernel.discharge(premise, arithmetic(printed_share, other)), pi)
    return kernel.conjoin(most_likely, only)
