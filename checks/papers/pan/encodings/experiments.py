"""Section 6: the two experiments, the least error of a guess, and general remarks on the relaxation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise

from checks.papers.pan.encodings.reports import Encoding, by_theorem, fact, guarantee_rises
from checks.papers.pan.encodings.rounding import relaxation_steps
from checks.papers.pan.notation.estimation import here
from checks.verification import Context, Part
from derivations.linear_algebra import inverse, product, total
from derivations.moment_law import variable
from derivations.rappor import standard_variance
from derivations.relaxation import as_private_as_the_last, relaxed_probability, response_probability
from mechanisms.formula import all_of
from mechanisms.rational import RationalFunction

LEVEL, SIZE = variable("z"), variable("m")
FIRST = {"ones": 600, "zeros": 400}
SECOND = (100, 200, 300, 400, 500)


def first_experiment(context: Context) -> Sequence[Part]:
    """1000 objects; the guarantees of (65) rise from round to round, so that they can be relaxed to."""
    whole = fact(sum(FIRST.values()), "=", 1000)
    return [context.shown("600 ones and 400 zeros are 1000 objects", whole), *guarantee_rises(context)]


def second_experiment(context: Context) -> Sequence[Part]:
    """1500 objects; ten guarantees that rise from 0.1 to 1.0 in steps of 0.1."""
    levels = [Fraction(k, 10) for k in range(1, 11)]
    rises = all_of(fact(RationalFunction.of(a), "<", RationalFunction.of(b)) for a, b in pairwise(levels))
    return [
        context.shown("the five groups are 1500 objects", fact(sum(SECOND), "=", 1500)),
        context.shown("the guarantees rise", rises),
        context.shown("the tenth is 1.0", fact(RationalFunction.of(levels[-1]), "=", 1)),
    ]


def estimate_in_first_experiment(context: Context) -> Sequence[Part]:
    """The mean of the estimate from N standard responses is the printed number, its variance the printed formula."""
    share, formula = (context.interpreter.number(node) for node in context.trees())
    level = variable("x_i")
    same, other = (response_probability(level, RationalFunction.of(2), truth) for truth in (True, False))
    ones, zeros = (RationalFunction.of(FIRST[name]) for name in ("ones", "zeros"))
    observed = (ones * same + zeros * other) / (ones + zeros)
    variance = here(context.interpreter, standard_variance(level, variable("N")))
    return [
        context.shown("the mean of the estimate", fact(((level + 1) * observed - 1) / (level - 1), "=", share)),
        context.shown("the variance of the estimate", fact(variance, "=", formula)),
    ]


def estimates_in_second_experiment(context: Context) -> Sequence[Part]:
    """Means j/15, and variances by (141) that are those of the estimates, value by value.

    The estimate of the share of one value is (lambda - q)/(p - q), a sum over objects that answer independently.
    """
    size = len(SECOND)
    p, q = (response_probability(LEVEL, RationalFunction.of(size), truth) for truth in (True, False))
    matrix = tuple(tuple(p if i == j else q for j in range(size)) for i in range(size))
    back = inverse(matrix)
    whole = RationalFunction.of(sum(SECOND))
    covariance = tuple(
        tuple(
            total(
                count * ((row[i] if i == j else 0) - row[i] * row[j]) for count, row in zip(SECOND, matrix, strict=True)
            )
            for j in range(size)
        )
        for i in range(size)
    )
    by_formula = product(product(back, covariance), back)
    parts: list[Part] = []
    for j, count in enumerate(SECOND):
        expected = total(n * row[j] for n, row in zip(SECOND, matrix, strict=True)) / whole
        mean = fact((expected - q) / (p - q), "=", RationalFunction.of(Fraction(count, sum(SECOND))))
        direct = total(n * row[j] * (1 - row[j]) for n, row in zip(SECOND, matrix, strict=True))
        variance = fact(by_formula[j][j] / whole**2, "=", direct / (whole * (p - q)) ** 2)
        parts.append(context.shown(f"the mean of the estimate for the value {j + 1}", mean))
        parts.append(context.shown(f"its variance by (141), the value {j + 1}", variance))
    return parts


# -- guesses -----------------------------------------------------------------------------------------------------------


def least_error(context: Context) -> Sequence[Part]:
    """No guess from an eps-private report errs less often than printed when X is uniform; the response itself errs so.

    M is the largest probability of one report over the m values, R the sum of the others, of which each is at least
    M e^-eps; sums over reports are taken report by report.
    """
    printed = context.interpreter.number(context.trees()[0])
    largest, others, entry, k = (variable(name) for name in ("largest", "others", "entry", "count"))
    bound = LEVEL / (LEVEL + SIZE - 1)
    same, other = (response_probability(LEVEL, SIZE, truth) for truth in (True, False))
    private = [fact(largest, ">=", 0), fact(LEVEL * entry, ">=", largest)]
    return [
        context.shown(
            "one more value adds at least M e^-eps",
            fact(LEVEL * (others + entry), ">=", (k + 1) * largest),
            fact(LEVEL * others, ">=", k * largest),
            *private,
        ),
        context.shown(
            "a report is guessed rightly from at most the bound times its weight",
            fact(largest, "<=", bound * (largest + others)),
            fact(largest, ">=", 0),
            fact(LEVEL * others, ">=", (SIZE - 1) * largest),
        ),
        context.shown(
            "the weights of all reports sum to m, so this is the least error",
            fact(1 - bound, "=", printed),
        ),
        context.shown("the response of the true value errs as often", fact(1 - same, "=", printed)),
        context.shown("it is the likelier response", fact(same, ">=", other)),
    ]


def no_guess_errs_less(context: Context, *, level: str) -> Sequence[Part]:
    """No guess from all outputs errs less than printed under a uniform X; the last output and the likeliest value do.

    A history has the probability g p(last output | value); g sums to one over the histories with one last output.
    """
    printed = context.interpreter.number(context.trees()[0])
    top = variable(level)
    size = here(context.interpreter, SIZE)
    g, p, whole = variable("g"), variable("p_a"), variable("g_sum")
    right, wrong = (response_probability(top, size, truth) for truth in (True, False))
    inside = [fact(g, ">=", 0), fact(p, "<=", right)]
    return [
        *relaxation_steps(context),
        context.shown(
            "no value makes a history likelier than its last output does", fact(g * p, "<=", g * right), *inside
        ),
        context.shown(
            "the factors of the histories with one last output sum to one",
            fact(whole, "=", 1),
            fact(whole * p, "=", p),
            fact(p, ">", 0),
        ),
        context.shown(
            "the least error over m equally likely values, that of the last output",
            fact(1 - right, "=", printed),
        ),
        context.shown(
            "the likeliest value is the last output, and no other",
            fact(g * right, ">", g * wrong),
            fact(g, ">", 0),
            fact(top, ">", 1),
        ),
    ]


def no_guess_errs_less_over_all(context: Context) -> Sequence[Part]:
    """The printed error is not undercut over all 1500 objects, by who knows the numbers: value 5 is guessed for a 1."""
    printed = context.interpreter.number(context.trees()[0])
    right, wrong = (response_probability(LEVEL, RationalFunction.of(5), truth) for truth in (True, False))
    hits = SECOND[4] * wrong + total(n * right for n in SECOND[1:])
    return [context.shown("who guesses 5 for the output 1", fact(1 - hits / sum(SECOND), ">=", printed))]


# -- general remarks ---------------------------------------------------------------------------------------------------


def same_law_as_standard(context: Context) -> Sequence[Part]:
    """The response after a relaxation has the law of a standard response, for every m; so have all, by induction."""
    low, high, size = variable("x"), variable("y"), SIZE
    first = [response_probability(low, size, truth) for truth in (True, False)]

    def step(before: str, after: str) -> RationalFunction:
        return relaxed_probability(low, high, size, "a", before, after)

    truth = first[0] * step("a", "a") + (size - 1) * first[1] * step("b", "a")
    other = first[0] * step("a", "b") + first[1] * step("b", "b") + (size - 2) * first[1] * step("c", "b")
    return [
        context.shown("the true value", fact(truth, "=", response_probability(high, size, True))),
        context.shown("another value", fact(other, "=", response_probability(high, size, False))),
    ]


def any_finite_function(context: Context) -> Sequence[Part]:
    """The laws depend on X through f(X) alone: two objects are told apart as two values are, or not at all."""
    high = variable("y")
    chances = [response_probability(high, SIZE, truth) for truth in (True, False)]
    apart = all_of(fact(p, "<=", high * q) for p in chances for q in chances)
    return [
        context.shown("the last response tells objects apart as far as their values", apart),
        by_theorem("a history is as private as its last response", as_private_as_the_last()),
        *same_law_as_standard(context),
    ]


ENCODINGS: Mapping[str, Encoding] = {
    "first_experiment": first_experiment,
    "second_experiment": second_experiment,
    "estimate_in_first_experiment": estimate_in_first_experiment,
    "estimates_in_second_experiment": estimates_in_second_experiment,
    "least_error": least_error,
    "no_guess_errs_less": partial(no_guess_errs_less, level="e_last"),
    "no_guess_errs_less_at_eps": partial(no_guess_errs_less, level="z"),
    "no_guess_errs_less_over_all": no_guess_errs_less_over_all,
    "same_law_as_standard": same_law_as_standard,
    "any_finite_function": any_finite_function,
}
