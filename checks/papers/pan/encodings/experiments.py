"""Section 6: the two experiments, the least error of a guess, and general remarks on the relaxation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from checks.papers.pan.encodings.reports import Encoding, fact
from checks.papers.pan.notation.estimation import here
from checks.verifying.verification import Context, Part
from derivations.algebra.linear_algebra import inverse, product, total
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.moment_law import variable
from derivations.theorems.oracles.rappor import standard_variance
from derivations.theorems.relaxations.relaxation import (
    response_probability,
)
from mechanisms.exact.expression import Expression
from mechanisms.exact.rational import RationalFunction

LEVEL, SIZE = variable("z"), variable("m")
FIRST = {"ones": 600, "zeros": 400}
SECOND = (100, 200, 300, 400, 500)


def estimate_in_first_experiment(context: Context) -> Sequence[Part]:
    """The mean of the estimate from N standard responses is the printed number, its variance the printed formula."""
    share, formula = (_written(context, place) for place in (0, 1))
    level = variable("x_i")
    same, other = (response_probability(level, RationalFunction.of(2), truth) for truth in (True, False))
    ones, zeros = (RationalFunction.of(FIRST[name]) for name in ("ones", "zeros"))
    observed = (ones * same + zeros * other) / (ones + zeros)
    variance = here(context.interpreter, standard_variance(level, variable("N")))
    counted = variable("lambda_b")
    estimate = relation_formula(((level + 1) * counted - 1) / (level - 1), "=", share)
    return [
        context.shown("the mean of the estimate", estimate, fact(counted, "=", observed)),
        context.shown("the variance of the estimate", relation_formula(variance, "=", formula)),
    ]


def estimates_in_second_experiment(context: Context) -> Sequence[Part]:
    """Means j/15, and variances by (141) that are those of the estimates, value by value.

    The estimate of the share of one value is (lambda - q)/(p - q), a sum over objects that answer independently.
    """
    size, counted = len(SECOND), variable("counted")
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
        mean = fact((counted - q) / (p - q), "=", RationalFunction.of(Fraction(count, sum(SECOND))))
        direct = total(n * row[j] * (1 - row[j]) for n, row in zip(SECOND, matrix, strict=True))
        variance = fact(by_formula[j][j] / whole**2, "=", direct / (whole * (p - q)) ** 2)
        there = fact(counted, "=", expected)
        parts.append(context.shown(f"the mean of the estimate for the value {j + 1}", mean, there))
        parts.append(context.shown(f"its variance by (141), the value {j + 1}", variance))
    return parts


def _written(context: Context, place: int = 0) -> Expression | RationalFunction:
    """One of the printed numbers, as it is written."""
    node = context.trees()[place]
    value = context.interpreter.number(node)
    return context.interpreter.written(node) or value


# -- guesses -----------------------------------------------------------------------------------------------------------


def no_guess_errs_less_over_all(context: Context) -> Sequence[Part]:
    """The printed error is not undercut over all 1500 objects, by who knows the numbers: value 5 is guessed for a 1."""
    printed = context.interpreter.number(context.trees()[0])
    right, wrong = (response_probability(LEVEL, RationalFunction.of(5), truth) for truth in (True, False))
    hits = SECOND[4] * wrong + total(n * right for n in SECOND[1:])
    return [context.shown("who guesses 5 for the output 1", fact(1 - hits / sum(SECOND), ">=", printed))]


# -- general remarks ---------------------------------------------------------------------------------------------------


ENCODINGS: Mapping[str, Encoding] = {
    "estimate_in_first_experiment": estimate_in_first_experiment,
    "estimates_in_second_experiment": estimates_in_second_experiment,
    "no_guess_errs_less_over_all": no_guess_errs_less_over_all,
}
