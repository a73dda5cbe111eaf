"""Moments of statistics of n independent responses, for every n, every number of responses and every law."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from derivations.algebra.set_partitions import partitions
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    Linear,
    Show,
    by,
    chain,
    decided,
    induct,
    lemma,
    linear_in,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    term,
    under,
    unfolding,
)
from derivations.logic.terms import PLUS, TIMES, Abstract, Free, Term, applied, substituted
from derivations.theory import sums
from derivations.theory.single_terms import at, summed
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, in_words, meeting

SIZES = "integer(n) and 0 <= n implies integer(m) and 0 <= m implies"


def unfolded(goal: Goal, *names: str, given: Iterable[Term | Proved] = ()) -> Proved:
    """An equation both sides of which agree once definitions are unfolded and sums are in normal form."""
    steps = [unfolding(*names), in_sums([*goal.given, *given]), in_words([*goal.given, *given])]
    left, right = sides(goal.conclusion)
    return meeting(chain(left).rewrite(*steps), chain(right).rewrite(*steps))


# -- a single response -------------------------------------------------------------------------------------------------


@lemma("forall m q f g. integer(m) and 0 <= m implies mean(m, q, fun y. f(y) + g(y)) = mean(m, q, f) + mean(m, q, g)")
def mean_plus(goal: Goal) -> Proved:
    """The expectation of a sum."""
    return unfolded(goal, "mean")


@lemma("forall m q c f. integer(m) and 0 <= m implies mean(m, q, fun y. c * f(y)) = c * mean(m, q, f)")
def mean_scale(goal: Goal) -> Proved:
    """The expectation of a multiple."""
    return unfolded(goal, "mean")


# -- n responses ---------------------------------------------------------------------------------------------------


@lemma(f"forall n m q S T. {SIZES} "
       "expectation(n, m, q, fun w. S(w) + T(w)) = expectation(n, m, q, S) + expectation(n, m, q, T)")  # fmt: skip
def expectation_plus(goal: Goal) -> Proved:
    """The expectation of a sum of statistics."""
    return unfolded(goal, "expectation")


@lemma(f"forall n m q c T. {SIZES} expectation(n, m, q, fun w. c * T(w)) = c * expectation(n, m, q, T)")
def expectation_scale(goal: Goal) -> Proved:
    """The expectation of a multiple of a statistic."""
    return unfolded(goal, "expectation")


def in_expectations(given: Iterable[Term | Proved]) -> Conversion:
    """Expectations taken apart: linear in the statistic and in the score."""
    operators = [
        Linear("expectation", 3, expectation_plus(), expectation_scale()),
        Linear("mean", 2, mean_plus(), mean_scale()),
    ]
    return linear_in(operators, given)


@lemma("forall n w y t. t <= n implies extended(w, n + 1, y)(t) = w(t)")
def earlier_letter(goal: Goal) -> Proved:
    """A word keeps its letters when it is extended."""
    left, _ = sides(goal.conclusion)
    return normal(left, unfolding("extended"), decided(goal.given))


@lemma("forall n w y. extended(w, n, y)(n) = y")
def last_letter(goal: Goal) -> Proved:
    """The letter by which a word is extended."""
    left, _ = sides(goal.conclusion)
    return normal(left, unfolding("extended"), decided([kernel.reflexive(goal.variables[0])]))


@lemma("forall n q w y. integer(n) and 0 <= n implies "
       "chance(n + 1, q, extended(w, n + 1, y)) = chance(n, q, w) * q(y)")  # fmt: skip
def chance_next(goal: Goal) -> Proved:
    """One more respondent multiplies the probability by that of his response."""
    n, q, w, y = goal.variables
    left, right = sides(goal.conclusion)
    first = chain(left).rewrite(unfolding("chance"), by(sums.prod_next(), goal.given), by(last_letter()))
    second = chain(right).rewrite(unfolding("chance"))
    return meeting(first, second, _same_letters(sums.prod_same(), term("fun x. q(x)", q=q), n, w, y, goal.given))


def _same_letters(law: Proved, score: Term, n: Term, w: Term, y: Term, given: Iterable[Term | Proved]) -> Proved:
    """Sums or products of q(w(t)) over t in 1..n are the same for w and for w extended at n + 1."""
    longer = term("fun t. q(extended(w, n + 1, y)(t))", q=score, n=n, w=w, y=y)
    shorter = term("fun t. q(w(t))", q=score, w=w)
    t = Free("t #0")
    known = kernel.assume(in_range(t, n))
    left = rewritten(specialise(earlier_letter(), n, w, y, t))
    same = under(left, [known])
    letters = rewritten(kernel.congruent(kernel.reflexive(score), same))
    everywhere = kernel.generalise(t, kernel.discharge(in_range(t, n), letters))
    return kernel.detach(under(specialise(law, n, longer, shorter), given, premises=1), everywhere)


@lemma(f"forall n m q T. {SIZES} expectation(n + 1, m, q, T) = "
       "expectation(n, m, q, fun w. mean(m, q, fun y. T(extended(w, n + 1, y))))")  # fmt: skip
def expectation_next(goal: Goal) -> Proved:
    """The expectation over one more respondent is that of the expectation over his response."""
    left, right = sides(goal.conclusion)
    steps = [unfolding("expectation", "mean"), in_sums(goal.given)]
    first = chain(left).rewrite(
        unfolding("expectation"), by(sums.words_next(), goal.given), by(chance_next(), goal.given)
    )
    return meeting(first.rewrite(*steps), chain(right).rewrite(*steps))


@lemma("forall n g w y. integer(n) and 0 <= n implies total(n + 1, g)(extended(w, n + 1, y)) = total(n, g)(w) + g(y)")
def total_next(goal: Goal) -> Proved:
    """One more respondent adds the score of his response."""
    n, g, w, y = goal.variables
    left, right = sides(goal.conclusion)
    first = chain(left).rewrite(unfolding("total"), by(sums.sum_next(), goal.given), by(last_letter()))
    second = chain(right).rewrite(unfolding("total"))
    return meeting(first, second, _same_letters(sums.sum_same(), term("fun x. g(x)", g=g), n, w, y, goal.given))


@lemma("forall n a g w y. integer(n) and 0 <= n implies "
       "weighted(n + 1, a, g)(extended(w, n + 1, y)) = weighted(n, a, g)(w) + a(n + 1) * g(y)")  # fmt: skip
def weighted_next(goal: Goal) -> Proved:
    """One more response adds its score times its weight."""
    n, a, g, w, y = goal.variables
    t = Free("t #0")
    letter = at(earlier_letter(), n, w, y, t, given=[kernel.assume(in_range(t, n))])
    scored = kernel.congruent(kernel.reflexive(TIMES(a(t))), kernel.congruent(kernel.reflexive(g), letter))
    same = summed(t, n, scored, goal.given)
    left, right = sides(goal.conclusion)
    first = chain(left).rewrite(unfolding("weighted"), by(sums.sum_next(), goal.given), by(last_letter()))
    return meeting(first, chain(right).rewrite(unfolding("weighted")), same)


LAW = "(sum y in 1..m. q(y)) = 1"


def over_respondents(goal: Goal, *laws: Proved) -> Proved:
    """An equation of expectations of totals, by induction on the number of respondents, the first variable.

    The laws are equations that hold whatever the number of respondents.
    """
    n = goal.variables[0]
    others: tuple[Term | Proved, ...] = goal.given[1:]

    def of(size: Term) -> tuple[Term, Term]:
        return sides(substituted(goal.conclusion, {n: size}))

    zero = [
        unfolding("expectation", "chance", "total", "weighted"),
        by(sums.words_0()),
        by(sums.prod_0()),
        by(sums.sum_0()),
    ]
    left, right = (chain(side).rewrite(*zero) for side in of(ZERO))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        given = [known, *others]
        left, right = of(PLUS(k, ONE))
        longer = [by(law(), given) for law in (total_next, weighted_next)]
        after = [by(expectation_next(), given), *longer, in_expectations(given)]
        wanted = chain(right).rewrite(by(sums.sum_next(), [known]))
        return meeting(chain(left).rewrite(*after, *(by(law, given) for law in laws)), wanted, assumed)

    return induct(n, goal.conclusion, meeting(left, right), step)


@lemma(f"forall m q. integer(m) and 0 <= m implies {LAW} implies mean(m, q, fun y. 1) = 1")
def mean_of_one(goal: Goal) -> Proved:
    """Probabilities sum to one."""
    left, _ = sides(goal.conclusion)
    return chain(left).rewrite(unfolding("mean"), in_sums(goal.given)).arithmetic(ONE, *goal.given).theorem


@lemma(f"forall n m q. {SIZES} {LAW} implies expectation(n, m, q, fun w. 1) = 1")
def expectation_of_one(goal: Goal) -> Proved:
    """The probabilities of all words of responses sum to one."""
    return over_respondents(goal, mean_of_one())


@lemma(f"forall n m q g. {SIZES} {LAW} implies expectation(n, m, q, total(n, g)) = n * mean(m, q, g)")
def expectation_of_total(goal: Goal) -> Proved:
    """The expectation of the total score of n independent responses is n times that of one."""
    return over_respondents(goal, mean_of_one(), expectation_of_one())


@lemma(f"forall n m q g h. {SIZES} {LAW} implies "
       "expectation(n, m, q, fun w. total(n, g)(w) * total(n, h)(w)) "
       "= n * mean(m, q, fun y. g(y) * h(y)) + n * (n - 1) * mean(m, q, g) * mean(m, q, h)")  # fmt: skip
def expectation_of_product(goal: Goal) -> Proved:
    """The second moments of total scores."""
    return over_respondents(goal, mean_of_one(), expectation_of_one(), expectation_of_total())


def _moment_of_totals(scores: str) -> str:
    """What the expectation of a product of total scores is: a sum over which of as many respondents are the same."""

    def mean(block: Sequence[str]) -> str:
        score = block[0] if len(block) == 1 else f"fun y. {' * '.join(f'{each}(y)' for each in block)}"
        return f"mean(m, q, {score})"

    return " + ".join(
        " * ".join(["n", *(f"(n - {i})" for i in range(1, len(blocks))), *map(mean, blocks)])
        for blocks in partitions(scores)
    )


@lemma(f"forall n m q f g h. {SIZES} {LAW} implies "
       "expectation(n, m, q, fun w. total(n, f)(w) * total(n, g)(w) * total(n, h)(w)) "
       f"= {_moment_of_totals('fgh')}", depth=12)  # fmt: skip
def expectation_of_three(goal: Goal) -> Proved:
    """The third moments of total scores, by which of three respondents are the same."""
    return over_respondents(goal, mean_of_one(), expectation_of_one(), expectation_of_total(), expectation_of_product())


@lemma(f"forall n m q g. {SIZES} {LAW} implies "
       "expectation(n, m, q, fun w. total(n, g)(w) * total(n, g)(w) * total(n, g)(w) * total(n, g)(w)) "
       f"= {_moment_of_totals('gggg')}", depth=12)  # fmt: skip
def expectation_of_fourth_power(goal: Goal) -> Proved:
    """The fourth moment of a total score."""
    lower = (mean_of_one, expectation_of_one, expectation_of_total, expectation_of_product, expectation_of_three)
    return over_respondents(goal, *(law() for law in lower))


@lemma(f"forall m q g. integer(m) and 0 <= m implies {LAW} implies "
       "variance(m, q, g) = mean(m, q, fun y. g(y)^2) - mean(m, q, g)^2")  # fmt: skip
def variance_from_moments(goal: Goal) -> Proved:
    """The variance of a score is its second moment less the square of its first."""
    steps = [unfolding("variance"), in_expectations(goal.given), by(mean_of_one(), goal.given)]
    left, right = sides(goal.conclusion)
    return meeting(chain(left).rewrite(*steps), chain(right).rewrite(in_expectations(goal.given)))


@lemma(f"forall n m q T. {SIZES} {LAW} implies "
       "dispersion(n, m, q, T) = expectation(n, m, q, fun w. T(w)^2) - expectation(n, m, q, T)^2")  # fmt: skip
def dispersion_from_moments(goal: Goal) -> Proved:
    """The variance of a statistic is its second moment less the square of its first."""
    steps = [unfolding("dispersion"), in_expectations(goal.given), by(expectation_of_one(), goal.given)]
    left, right = sides(goal.conclusion)
    return meeting(chain(left).rewrite(*steps), chain(right).rewrite(in_expectations(goal.given)))


def _of_higher_products(known: Sequence[Term | Proved], show: Show) -> Conversion:
    """The expectation of a product of three totals, or of a fourth power; the laws are proved where one is met."""
    laws = {3: expectation_of_three, 4: expectation_of_fourth_power}

    def convert(found: Term) -> Proved | None:
        statistic = (applied(found, "expectation", 4) or (None,))[-1]
        law = laws.get(_count_of_factors(statistic.body)) if isinstance(statistic, Abstract) else None
        return None if law is None else by(law(), known, show)(found)

    return convert


def _count_of_factors(term: Term) -> int:
    return sum(map(_count_of_factors, applied(term, "*", 2) or ())) or 1


def moments(given: Iterable[Term | Proved], show: Show = shown) -> list[Conversion]:
    """Conversions that work out expectations and variances of statistics that are linear in total scores."""
    known = list(given)
    return [
        unfolding("dispersion", "variance"),
        in_expectations(known),
        *(
            by(law(), known, show)
            for law in (mean_of_one, expectation_of_one, expectation_of_total, expectation_of_product)
        ),
        _of_higher_products(known, show),
    ]


@lemma(f"forall n m q g a b. {SIZES} {LAW} implies "
       "expectation(n, m, q, fun w. a + b * total(n, g)(w)) = a + b * n * mean(m, q, g)")  # fmt: skip
def expectation_of_affine(goal: Goal) -> Proved:
    """The expectation of a statistic a + b times a total score."""
    return _worked_out(goal)


@lemma(f"forall n m q g a b. {SIZES} {LAW} implies "
       "dispersion(n, m, q, fun w. a + b * total(n, g)(w)) = b^2 * n * variance(m, q, g)")  # fmt: skip
def dispersion_of_affine(goal: Goal) -> Proved:
    """The variance of a statistic a + b times a total score of n independent responses is b^2 n times that of one."""
    return _worked_out(goal)


def _worked_out(goal: Goal) -> Proved:
    left, right = sides(goal.conclusion)
    steps = moments(goal.given)
    return meeting(chain(left).rewrite(*steps), chain(right).rewrite(*steps))
