"""Section 6: the two experiments, the least error of a guess, and general remarks on the relaxation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from checks.papers.pan.encodings.reports import Encoding, fact
from checks.papers.pan.encodings.rounding import relaxation_steps
from checks.papers.pan.notation.estimation import here
from checks.verifying.verification import Context, Part
from derivations.algebra.linear_algebra import total
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.moment_law import variable
from derivations.theorems.relaxations.relaxation import (
    response_probability,
)
from mechanisms.exact.expression import Expression
from mechanisms.exact.rational import RationalFunction

LEVEL, SIZE = variable("z"), variable("m")
FIRST = {"ones": 600, "zeros": 400}
SECOND = (100, 200, 300, 400, 500)


def _written(context: Context, place: int = 0) -> Expression | RationalFunction:
    """One of the printed numbers, as it is written."""
    node = context.trees()[place]
    value = context.interpreter.number(node)
    return context.interpreter.written(node) or value


# -- guesses -----------------------------------------------------------------------------------------------------------


def no_guess_errs_less(context: Context, *, level: str) -> Sequence[Part]:
    """No guess from all outputs errs less than printed under a uniform X; the last output and the likeliest value do.

    A history has the probability g p(last output | value); g sums to one over the histories with one last output.
    """
    printed = _written(context)
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
            relation_formula(1 - right, "=", printed),
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


ENCODINGS: Mapping[str, Encoding] = {
    "no_guess_errs_less": partial(no_guess_errs_less, level="e_last"),
    "no_guess_errs_less_at_eps": partial(no_guess_errs_less, level="z"),
    "no_guess_errs_less_over_all": no_guess_errs_less_over_all,
}
