"""Scripts about the decoder of noisy samples: the estimate from those of the stored bits of N clients."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.pan.proofs_counts import OWN_WORDS
from checks.papers.pan.proofs_samples import facts_of, named
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Chain,
    Goal,
    arithmetic,
    by,
    conjoined,
    generalise,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import REAL, Free, Term, applied, arrow, closed, equal
from derivations.theory.automatic import automatic, found
from derivations.theory.separate_draws import WORD, mean_of_scores, variance_of_scores
from derivations.theory.single_terms import at, by_conditions, each, plainly, summed
from derivations.theory.sums import in_range, in_sums, sum_of_ones

SCORE = "(frequency(K, 2)(w) / K - (1 - beta)) / (2 * beta - 1)"
SAMPLED = (
    "p * expectation(K, 2, fun y. if y = 2 then beta else 1 - beta, F) + "
    "(1 - p) * expectation(K, 2, fun y. if y = 2 then 1 - beta else 1 - (1 - beta), F)"
)
VARIANCE = "beta * (1 - beta) / (K * (1 - 2 * beta)^2)"
DECODER = "((sum t in 1..N. {0}) / N - (1 - alpha)) / (2 * alpha - 1)"
KEPT = "if b(t) = 2 then alpha else 1 - alpha"


@lemma("forall K p beta a b c. integer(K) and 1 <= K implies beta != 1 / 2 implies "
       f"{SAMPLED.replace('F)', f'fun w. a + b * ({SCORE}) + c * ({SCORE})^2)')} = a + b * p + c * (p + {VARIANCE})")  # fmt: skip
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


SCRIPTS: Mapping[str, Script] = {
    "mean of the decoder": unbiased,
    "variance of the decoder": variance,
}
