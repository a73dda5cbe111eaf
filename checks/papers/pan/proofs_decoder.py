"""Scripts about the decoder of noisy samples: the estimate from those of the stored bits of N clients."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checks.papers.pan.proofs_counts import OWN_WORDS
from checks.papers.pan.proofs_experiments import relaxed_bits
from checks.papers.pan.proofs_samples import facts_of
from checks.verifying.stated import Refuted, granted, refuted_under, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Chain,
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    decided,
    generalise,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as take_apart
from derivations.logic.terms import FALSE, NOT, REAL, Free, Number, Term, applied, arrow, closed, equal
from derivations.theory import surveys
from derivations.theory.automatic import automatic, evaluated, found
from derivations.theory.growth import growth
from derivations.theory.noisy_samples import level_in_odds
from derivations.theory.refutation import refuted_at
from derivations.theory.separate_draws import WORD, mean_of_scores, variance_of_scores
from derivations.theory.single_terms import at, by_conditions, each, either, plainly, summed
from derivations.theory.sums import in_sums, sum_of_ones
from derivations.theory.two_stages import trivially

TWO = Number(2)
SCORE = "(frequency(K, 2)(w) / K - (1 - beta)) / (2 * beta - 1)"
SAMPLED = (
    "p * expectation(K, 2, fun y. if y = 2 then beta else 1 - beta, F) + "
    "(1 - p) * expectation(K, 2, fun y. if y = 2 then 1 - beta else 1 - (1 - beta), F)"
)
VARIANCE = "beta * (1 - beta) / (K * (1 - 2 * beta)^2)"
DECODER = "((sum t in 1..N. {0}) / N - (1 - alpha)) / (2 * alpha - 1)"
KEPT = "if b(t) = 2 then alpha else 1 - alpha"


@lemma("forall K p beta a b c. integer(K) and 1 <= K implies beta != 1 / 2 implies "
       + SAMPLED.replace("F)", f"fun w. a + b * ({SCORE}) + c * ({SCORE})^2)")
       + f" = a + b * p + c * (p + {VARIANCE})")  # fmt: skip
def moments_of_an_estimate(goal: Goal) -> Proved:
    """The estimate of a stored bit has the mean p, and a mean square of p and the variance that its samples add."""
    return automatic(goal)


def _decoded(law: Proved, expectation: Term, names: Mapping[str, Term], facts: list[Proved]) -> Proved:
    """A law of sums of scores for the decoder, in the words of an expectation over all clients."""
    t, w, s = Free("t #0"), Free("w #0", WORD), Free("s #0", arrow(REAL, WORD))
    a, b, c = (Free(f"{name} #0") for name in "abc")
    kept = plainly(KEPT, t=t, **names)
    size, expectations, _ = applied(expectation, "separate", 3) or ()
    score = closed(w, term(SCORE, w=w, **names))
    squares = closed(t, term(f"p + {VARIANCE}", p=kept, **names))
    one = at(moments_of_an_estimate(), names["K"], kept, names["beta"], a, b, c, given=facts, premises=2)
    whole = at(law, size, expectations, score, closed(t, kept), squares, given=facts)
    whole = kernel.detach(whole, each(t, size, generalise(one, a, b, c)))
    scale = [term(text, **names) for text in ("-(1 - alpha) / (2 * alpha - 1)", "1 / (N * (2 * alpha - 1))")]
    found = at(whole, *scale, premises=0)
    total = plainly("p + q * (sum t in 1..N. h(s(t)))", p=scale[0], q=scale[1], s=s, h=score, **names)
    printed = plainly(DECODER.format("h(s(t))"), s=s, h=score, **names)
    same = generalise(arithmetic(equal(total, printed), *facts), s)
    return rewritten(found, by(same))


def _sums(names: Mapping[str, Term], facts: list[Proved]) -> tuple[Proved, Proved]:
    """The sums of the means and of the variances of all estimates of stored bits."""
    t = Free("t #0")
    kept = term(KEPT, t=t, **names)
    mean = plainly("1 - alpha + (2 * alpha - 1) * (if b(t) = 2 then 1 else 0)", t=t, **names)
    spread = plainly(f"p + {VARIANCE} - p^2", p=kept, **names)
    value = plainly(f"alpha * (1 - alpha) + {VARIANCE}", **names)
    steps = [in_sums(facts), by(sum_of_ones(), facts)]
    first, second = (
        Chain(summed(t, names["N"], by_conditions(equal(*pair), *facts), facts)).rewrite(*steps).theorem
        for pair in ((kept, mean), (spread, value))
    )
    return first, second


def _facts(goal: Goal) -> list[Proved]:
    facts = facts_of(goal)
    return [*facts, arithmetic(term("0 <= N", N=goal.names["N"]), *facts)]


@script("mean of the decoder")
def unbiased(goal: Goal) -> Proved:
    """The mean of the estimate of a stored bit, and that of the decoder."""
    names, facts = goal.names, _facts(goal)
    plain = normal(goal.conclusion, OWN_WORDS)
    one, rest = applied(sides(plain.conclusion)[1], "and", 2) or ()
    zero, last = applied(rest, "and", 2) or ()
    value = _decoded(mean_of_scores(), sides(last)[0], names, facts)
    means, _ = _sums(names, facts)
    whole = reduced(normal(last, unfolding("indicator")), lambda it: arithmetic(it, value, means, *facts))
    return derived.follow(symmetric(plain), conjoined(found(one, *facts), found(zero, *facts), whole))


@script("variance of the decoder")
def variance(goal: Goal) -> Proved:
    """The variance of the decoder."""
    names, facts = goal.names, _facts(goal)
    plain = normal(goal.conclusion, OWN_WORDS)
    wanted = sides(plain.conclusion)[1]
    value = Chain(_decoded(variance_of_scores(), sides(wanted)[0], names, facts)).rewrite(by(_sums(names, facts)[1]))
    return derived.follow(symmetric(plain), value.arithmetic(sides(wanted)[1], *facts).theorem)


# -- against the relaxation --------------------------------------------------------------------------------------------

RELAXED = "z / (N * (1 - z)^2)"
SAMPLES = "b * (1 - b) / (N * K * (1 - 2 * b)^2 * (1 - 2 * a)^2) + a * (1 - a) / (N * (1 - 2 * a)^2)"
LIMIT = "a * (1 - a) / (N * (1 - 2 * a)^2)"


@lemma("forall N z d u v. 0 < N and 0 < d and 0 < v implies z * d = u and (z - 1) * d = v implies "
       "z / (N * (1 - z)^2) = u * d / (N * v^2)")  # fmt: skip
def _cleared(goal: Goal) -> Proved:
    """A quotient of z and z - 1, each with the denominator d."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall N K x y t a b z. 1 <= N and 2 <= K and 1 < x and 1 < y and 1 < t implies a = x / (x + 1) implies "
       "b = y / (y + 1) implies z = (x * t + 1) / (x + t) implies K^2 * t * (y - 1)^2 <= y * (t - 1)^2 implies "
       f"{RELAXED} < {SAMPLES} and K * ({RELAXED} - {LIMIT}) <= {SAMPLES} - {LIMIT}")  # fmt: skip
def relaxation_is_better(goal: Goal) -> Proved:
    """The variances of both above their common limit are in the ratio of t/(t - 1)^2 and y/(K (y - 1)^2)."""
    names = dict(zip(("N", "K", "x", "y", "t", "a", "b", "z"), goal.variables, strict=True))
    base, alpha, beta, level, growth_of = map(kernel.assume, goal.given)
    excess = "(x + 1)^2 / (N * (x - 1)^2)"
    p, q = term("t / (t - 1)^2", **names), term("y / (K * (y - 1)^2)", **names)
    f = term(excess, **names)
    limit = arithmetic(term(f"{LIMIT} = x / (N * (x - 1)^2)", **names), alpha, base)
    scales = [term(text, **names) for text in ("x + t", "x * t + 1", "(x - 1) * (t - 1)")]
    facts = [arithmetic(term(text, d=scales[0], u=scales[1], v=scales[2], **names), level, base)
             for text in ("0 < N and 0 < d and 0 < v", "z * d = u and (z - 1) * d = v")]  # fmt: skip
    cleared = at(_cleared(), names["N"], names["z"], *scales, given=facts, premises=2)
    value = term("x / (N * (x - 1)^2) + f * p", f=f, p=p, **names)
    relaxed = derived.transitive(cleared, arithmetic(equal(sides(cleared.conclusion)[1], value), base))
    samples = arithmetic(term(f"{SAMPLES} = x / (N * (x - 1)^2) + f * q", f=f, q=q, **names), alpha, beta, base)
    positive = [arithmetic(term("0 < v", v=value), base) for value in (f, p)]
    slower = arithmetic(term("K * p <= q", p=p, q=q, **names), growth_of, base)
    smaller = arithmetic(term("p < q", p=p, q=q), slower, positive[1], base, opaque=True)
    orders = (("f * p < f * q", smaller), ("K * (f * p) <= f * q", slower))
    products = {"f": f, "p": p, "q": q, "K": names["K"]}
    scaled = [arithmetic(term(text, **products), order, positive[0], opaque=True) for text, order in orders]
    first, second = applied(goal.conclusion, "and", 2) or ()
    known = [limit, relaxed, samples]
    return kernel.conjoin(*(arithmetic(part, fact, *known, opaque=True)
                            for part, fact in zip((first, second), scaled, strict=True)))  # fmt: skip


@lemma("forall N x y. 0 < N and 1 < x and 1 < y implies (x * y + 1) / (x + y) / (N * (1 - (x * y + 1) / (x + y))^2) = "
       + SAMPLES.replace("a", "(x / (x + 1))").replace("b", "(y / (y + 1))").replace("K", "1"))  # fmt: skip
def _equal_once(goal: Goal) -> Proved:
    """For one sample both variances are the same."""
    size, x, y = goal.variables
    names = {"x": x, "y": y}
    d, u, v = (term(text, **names) for text in ("x + y", "x * y + 1", "(x - 1) * (y - 1)"))
    level = term("u / d", u=u, d=d)
    facts = [arithmetic(term(text, N=size, z=level, d=d, u=u, v=v), *goal.given)
             for text in ("0 < N and 0 < d and 0 < v", "z * d = u and (z - 1) * d = v")]  # fmt: skip
    cleared = at(_cleared(), size, level, d, u, v, given=facts, premises=2)
    _, right = sides(goal.conclusion)
    return derived.transitive(cleared, arithmetic(equal(sides(cleared.conclusion)[1], right), *goal.given))


def _samples(names: Mapping[str, Term], facts: list[Proved], expectation: Term) -> Proved:
    """The variance of the decoder as it is printed."""
    value = Chain(_decoded(variance_of_scores(), expectation, names, facts)).rewrite(by(_sums(names, facts)[1]))
    printed = term(SAMPLES, a=names["alpha"], b=names["beta"], N=names["N"], K=names["K"])
    return value.arithmetic(printed, *facts).theorem


@lemma("forall x t. 1 < x and 1 < t implies 1 < (x * t + 1) / (x + t)")
def _level_above_one(goal: Goal) -> Proved:
    """The level of noisy samples is above 1."""
    return arithmetic(goal.conclusion, *goal.given)


Values = Mapping[str, Term]


def _compared(names: Values, facts: list[Proved], level: Proved) -> tuple[Proved, list[Proved]]:
    """The variance of the relaxation; and that it is smaller than that of the decoder, also in excess, by 1/K.

    What is known says alpha = x/(x + 1), beta = y/(y + 1), and the level z(k + 1) in terms of x, y and K.
    """
    size, x, y = (names[name] for name in "Kxy")
    z, t = sides(level.conclusion)[0], term("y^K", y=y, K=size)
    grown = list(conjuncts(at(growth(), size, y, given=facts, premises=2)))
    above = arithmetic(term("1 < t", t=t), grown[1], arithmetic(term("0 < K * (y - 1)", y=y, K=size), *facts))
    known = [*facts, above, grown[3], level]
    numbers = (names["N"], size, x, y, t, names["alpha"], names["beta"], z)
    better = at(relaxation_is_better(), *numbers, given=known, premises=5)
    over_one = at(_level_above_one(), x, t, given=[*facts, above])
    larger = arithmetic(term("1 < z", z=z), level, over_one, opaque=True)
    objects = (names[name] for name in ("N", "k", "z", "b", "c"))
    return at(relaxed_bits(), *objects, given=[*facts, larger], premises=7), list(conjuncts(better))


@script("relaxation against sampling")
def against_sampling(goal: Goal) -> Proved:
    """The relaxation at the level of K noisy samples has the smaller variance, and the smaller excess by 1/K."""
    names, facts = goal.names, _facts(goal)
    size, alpha, beta = (names[name] for name in ("K", "alpha", "beta"))
    facts += [arithmetic(term(text, **names), *facts) for text in ("alpha != 1 / 2", "beta != 1 / 2")]
    x, y = (term("p / (1 - p)", p=value) for value in (alpha, beta))
    facts += [arithmetic(term("1 < v", v=value), *facts) for value in (x, y)]
    facts += [arithmetic(term("p = v / (v + 1)", p=p, v=v), *facts) for p, v in ((alpha, x), (beta, y))]
    in_odds = kernel.part(at(level_in_odds(), size, alpha, beta, x, y, given=facts, premises=4), 0)
    level = term("z(k + 1)", **names)
    printed = next(fact for fact in facts if (found := applied(fact.conclusion, "=", 2)) and found[0] == level)
    relaxed, better = _compared({**names, "x": x, "y": y}, facts, derived.transitive(printed, in_odds))
    plain = normal(goal.conclusion, OWN_WORDS)
    parts = applied(sides(plain.conclusion)[1], "and", 2) or ()
    _, noisy = applied(parts[0], "<", 2) or ()
    samples = _samples(names, facts, noisy)
    shown = [arithmetic(part, fact, relaxed, samples, opaque=True) for part, fact in zip(parts, better, strict=True)]
    return derived.follow(symmetric(plain), kernel.conjoin(*shown))


def _of_the_experiment(names: Values, facts: list[Proved]) -> tuple[dict[str, Term], list[Proved]]:
    """The numbers of the first experiment: 1000 objects, guarantees of 1 and 1/2 that make alpha and beta."""
    x, y = term("exp(1)"), term("exp(1 / 2)")
    alpha, beta = (term("v / (v + 1)", v=value) for value in (x, y))
    numbers = {"N": Number(1000), "alpha": alpha, "beta": beta, "x": x, "y": y}
    facts = [*facts, kernel.literal(numbers["N"]), kernel.reflexive(alpha), kernel.reflexive(beta)]
    facts += conjuncts(arithmetic(term("1 <= 1000 and 0 <= 1000")))
    for value, chance in ((x, alpha), (y, beta)):
        facts.append(arithmetic(term("1 < v", v=value)))
        facts += [
            arithmetic(term(text, p=chance), facts[-1]) for text in ("0 <= p", "p <= 1", "p != 1 / 2", "1 / 2 < p")
        ]
    return {**names, **numbers}, facts


@script("ten rounds")
def ten_rounds(goal: Goal) -> Proved:
    """The variance of the first experiment is that of theory, and smaller than that of the decoder."""
    names, facts = _of_the_experiment(goal.names, facts_of(goal))
    level = term("z(k + 1)", **names)
    printed = next(fact for fact in facts if (found := applied(fact.conclusion, "=", 2)) and found[0] == level)
    relaxed, better = _compared(names, facts, printed)
    plain = normal(goal.conclusion, OWN_WORDS)
    first, second = applied(sides(plain.conclusion)[1], "and", 2) or ()
    _, noisy = applied(second, "<", 2) or ()
    samples = _samples(names, facts, noisy)
    smaller = arithmetic(second, better[0], relaxed, samples, opaque=True)
    return derived.follow(symmetric(plain), kernel.conjoin(arithmetic(first, relaxed, opaque=True), smaller))


@script("equal for one sample")
def equal_for_one_sample(goal: Goal) -> Refuted:
    """One object, one sample, alpha = beta = 2/3: the level of both is 5/4, and both variances are 20."""
    chance, one = Number(Fraction(2, 3)), Number(1)
    values = {"N": one, "K": one, "b": term("fun t. 1"), "alpha": chance, "beta": chance, "k": one,
              "z": term("fun i. 5 / 4"), "c": one}  # fmt: skip
    said = at(kernel.assume(goal.statement), *values.values(), premises=0)
    premise = take_apart((applied(said.conclusion, "implies", 2) or ())[0], depth=0)
    shown = premise.qed(automatic(premise))
    claimed = rewritten(kernel.part(kernel.detach(said, shown), 0), OWN_WORDS)
    facts = [*conjuncts(rewritten(shown, unfolding("size"))), *conjuncts(shown), kernel.literal(one)]
    facts += conjuncts(arithmetic(term("0 <= 1 and 1 <= 1 and 1 <= 2")))
    given = (one, one, values["z"], values["b"], one)
    above = arithmetic(term("1 < 5 / 4"))
    relaxed = at(relaxed_bits(), *given, given=[*facts, above], premises=7)
    _, noisy = applied(claimed.conclusion, "<", 2) or ()
    contradiction = arithmetic(FALSE, claimed, relaxed, _samples(values, facts, noisy))
    numbers = tuple((name, str(v.value)) for name, v in values.items() if isinstance(v, Number))
    return Refuted(derived.reject(goal.statement, contradiction), numbers, (Fraction(20), Fraction(20)))


@script("equal in the first round")
def equal_in_the_first_round(goal: Goal) -> Refuted:
    """One sample: both variances are those of one randomized response."""
    one = Number(1)
    x, y = term("exp(1)"), term("exp(1 / 2)")
    level = term("(x * y + 1) / (x + y)", x=x, y=y)
    values = {"K": one, "b": term("fun t. 1"), "k": one, "z": term("fun i. v", v=level), "c": one}
    said = at(kernel.assume(goal.statement), *values.values(), premises=0)
    premise = take_apart((applied(said.conclusion, "implies", 2) or ())[0], depth=0)
    above = arithmetic(term("1 < v", v=level))
    shown = premise.qed(found(premise.conclusion, above, arithmetic(term("1 <= v", v=level), above)))
    claimed = rewritten(kernel.part(kernel.detach(said, shown), 1), OWN_WORDS)
    known = [*conjuncts(rewritten(shown, unfolding("size"))), *conjuncts(shown), kernel.literal(one), above]
    known += conjuncts(arithmetic(term("0 <= 1 and 1 <= 1 and 1 <= 2")))
    names, facts = _of_the_experiment(values, known)
    objects = (names[name] for name in ("N", "k", "z", "b", "c"))
    relaxed = at(relaxed_bits(), *objects, given=facts, premises=7)
    samples = _samples(names, facts, (applied(claimed.conclusion, "<", 2) or ())[1])
    same = at(_equal_once(), names["N"], x, y, given=facts)
    contradiction = arithmetic(FALSE, claimed, relaxed, samples, same, opaque=True)
    return Refuted(derived.reject(goal.statement, contradiction), (("K", "1"),))


@script("stored bit decides")
def by_the_stored_bit(goal: Goal) -> Proved:
    """The number of ones has the law of Y where the stored bit is one, and of Z where it is zero."""
    facts = [*facts_of(goal), kernel.literal(TWO), arithmetic(term("0 <= 2"))]
    changed = normal(goal.conclusion, OWN_WORDS, trivially)
    plain = normal(sides(changed.conclusion)[1], *surveys.moments(facts, evaluated))
    return reduced(derived.transitive(changed, plain), arithmetic)


@script("original bit does not decide")
def not_by_the_original_bit(goal: Goal) -> Refuted:
    """The mean number of ones of one sample, for an original bit that is one."""
    values = {"K": Number(1), "alpha": Number(Fraction(2, 3)), "beta": Number(Fraction(3, 4))}
    found = refuted_at(goal.statement, [*values.values(), term("fun x. x")])
    shown = (*((name, str(number.value)) for name, number in values.items()), ("g", "fun x. x"))
    return Refuted(found, shown, (Fraction(7, 12), Fraction(3, 4)))


@script("last members differ")
def last_members(goal: Goal) -> Refuted:
    """The last two members of a chain differ."""
    *_, last = conjuncts(granted(goal))
    return refuted_under(goal, last)


@script("variance from stored bits")
def from_stored_bits(goal: Goal) -> Proved:
    """The variance of the decoder, by the sum of those of the estimates of the stored bits."""
    names, facts = goal.names, _facts(goal)
    facts += [arithmetic(term(text, **names), *facts) for text in ("alpha != 1 / 2", "beta != 1 / 2")]
    plain = normal(goal.conclusion, OWN_WORDS)
    decoded, printed = _both_sides(sides(plain.conclusion)[1], names, facts)
    values = [sides(side.conclusion)[1] for side in (decoded, printed)]
    same = arithmetic(equal(*values), *facts)
    whole = derived.transitive(derived.transitive(decoded, same), symmetric(printed))
    return derived.follow(symmetric(plain), whole)


def _both_sides(formula: Term, names: Values, facts: list[Proved]) -> tuple[Proved, Proved]:
    """What the variance of the decoder is, and what is printed of it with those of the estimates of stored bits."""
    decoded, quotient = sides(formula)
    total, _ = applied(quotient, "/", 2) or ()
    return _samples(names, facts, decoded), normal(quotient, by(_spreads(total, names, facts)))


def _spreads(total: Term, names: Values, facts: list[Proved]) -> Proved:
    """The sum of the variances of the estimates of stored bits: all are alike."""
    t, (_, function) = Free("t #0"), applied(total, "sum", 2) or ()
    value = plainly(f"alpha * (1 - alpha) + {VARIANCE}", **names)
    kept = term("b(t) = 2", t=t, **names)
    alike = []
    for case in (kept, NOT(kept)):
        changed = normal(equal(function(t), value), decided([kernel.assume(case)]))
        alike.append(derived.follow(symmetric(changed), found(sides(changed.conclusion)[1], *facts)))
    each_bit = rewritten(kernel.cases(either(kept), *alike))
    steps = [in_sums(facts), by(sum_of_ones(), facts)]
    return Chain(summed(t, names["N"], each_bit, facts)).rewrite(*steps).theorem


@script("more clients")
def more_clients(goal: Goal) -> Refuted:
    """The printed sum of variances is worked out, for all numbers, and is not the variance of the decoder."""
    names, facts = goal.names, _facts(goal)
    facts += [arithmetic(term(text, **names), *facts) for text in ("alpha != 1 / 2", "beta != 1 / 2")]
    claimed = rewritten(granted(goal), OWN_WORDS)
    decoded, printed = _both_sides(claimed.conclusion, names, facts)
    return refuted_under(goal, derived.transitive(symmetric(decoded), derived.transitive(claimed, printed)))
