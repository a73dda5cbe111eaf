"""Scripts about the decoder of noisy samples: the estimate from those of the stored bits of N clients."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checks.papers.pan.proofs_counts import OWN_WORDS
from checks.papers.pan.proofs_samples import facts_of, named
from checks.verifying.stated import Refuted, Script, granted, refuted_under
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Chain,
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    generalise,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import REAL, Free, Number, Term, applied, arrow, closed, equal
from derivations.theory import surveys
from derivations.theory.automatic import automatic, evaluated, found
from derivations.theory.refutation import refuted_at
from derivations.theory.separate_draws import WORD, mean_of_scores, variance_of_scores
from derivations.theory.single_terms import at, by_conditions, each, plainly, summed
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
    total = plainly("c + d * (sum t in 1..N. h(s(t)))", c=scale[0], d=scale[1], s=s, h=score, **names)
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
    return [*facts, arithmetic(term("0 <= N", N=named(goal)["N"]), *facts)]


def unbiased(goal: Goal) -> Proved:
    """The mean of the estimate of a stored bit, and that of the decoder."""
    names, facts = named(goal), _facts(goal)
    plain = normal(goal.conclusion, OWN_WORDS)
    one, rest = applied(sides(plain.conclusion)[1], "and", 2) or ()
    zero, last = applied(rest, "and", 2) or ()
    unfolded = normal(last, unfolding("indicator"))
    value = _decoded(mean_of_scores(), sides(last)[0], names, facts)
    means, _ = _sums(names, facts)
    whole = kernel.follow(symmetric(unfolded), arithmetic(sides(unfolded.conclusion)[1], value, means, *facts))
    return kernel.follow(symmetric(plain), conjoined(found(one, *facts), found(zero, *facts), whole))


def variance(goal: Goal) -> Proved:
    """The variance of the decoder."""
    names, facts = named(goal), _facts(goal)
    plain = normal(goal.conclusion, OWN_WORDS)
    wanted = sides(plain.conclusion)[1]
    value = Chain(_decoded(variance_of_scores(), sides(wanted)[0], names, facts)).rewrite(by(_sums(names, facts)[1]))
    return kernel.follow(symmetric(plain), value.arithmetic(sides(wanted)[1], *facts).theorem)


def by_the_stored_bit(goal: Goal) -> Proved:
    """The number of ones has the law of Y where the stored bit is one, and of Z where it is zero."""
    facts = [*facts_of(goal), kernel.literal(TWO), arithmetic(term("0 <= 2"))]
    changed = normal(goal.conclusion, OWN_WORDS, trivially)
    plain = normal(sides(changed.conclusion)[1], *surveys.moments(facts, evaluated))
    whole = kernel.transitive(changed, plain)
    return kernel.follow(symmetric(whole), arithmetic(sides(whole.conclusion)[1]))


def not_by_the_original_bit(goal: Goal) -> Refuted:
    """The mean number of ones of one sample, for an original bit that is one."""
    values = {"K": Number(1), "alpha": Number(Fraction(2, 3)), "beta": Number(Fraction(3, 4))}
    found = refuted_at(goal.statement, [*values.values(), term("fun x. x")])
    shown = tuple((name, str(number.value)) for name, number in values.items())
    return Refuted(found, shown, (Fraction(7, 12), Fraction(3, 4)))


def last_members(goal: Goal) -> Refuted:
    """The last two members of a chain differ."""
    *_, last = conjuncts(granted(goal))
    return refuted_under(goal, last)


def mean_of_two(goal: Goal) -> Refuted:
    """The mean of two estimates, which are 1 or 2 with equal probabilities."""
    alpha = Fraction(3, 4)
    values = [TWO, TWO, term("fun t y. 1 / 2"), term("fun y. y"), Number(alpha)]
    shown = (("N", "2"), ("m", "2"), ("alpha", str(alpha)))
    return Refuted(refuted_at(goal.statement, values), shown, (Fraction(1, 2), Fraction(1)))


SCRIPTS: Mapping[str, Script] = {
    "mean of the decoder": unbiased,
    "variance of the decoder": variance,
    "stored bit decides": by_the_stored_bit,
    "original bit does not decide": not_by_the_original_bit,
    "last members differ": last_members,
    "mean of two estimates": mean_of_two,
}
