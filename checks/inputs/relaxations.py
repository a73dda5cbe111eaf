"""What a name can mean of two mechanisms: the channel from the last to the first, and the relaxed probabilities.

A response of the first mechanism was given. If first = last @ channel, so that it could have been had from a response
of the last one, then the last response is drawn by Bayes' rule (`mechanisms.protocols.relaxation`). Where the last
design is square and invertible there is one such matrix only, last^-1 @ first; a claim about it demands that it be a
channel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.inputs.mechanism import OwnMechanism
from checks.interpreter import Interpreter
from checks.interpreter.values import MatrixValue, MeaninglessError, Value
from derivations.algebra.linear_algebra import SingularMatrixError, determinant, inverse, product
from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.rational import RationalFunction

ZERO = RationalFunction.of(0)
MAXIMAL_SIDE = 6


def channel(interpreter: Interpreter, first: OwnMechanism, last: OwnMechanism) -> MatrixValue:
    """The channel with last @ channel = first; its entries must not be negative.

    Raises MeaninglessError for different truths, and where the last design is not square, is singular or has too many
    responses.
    """
    if first.declared.truths != last.declared.truths:
        raise MeaninglessError("two mechanisms of a relaxation need the same truths in the same order")
    have = last.design.entries
    if len(have) != len(have[0]):
        raise MeaninglessError("the channel of a relaxation is derived where the last design is square")
    if len(have) > MAXIMAL_SIDE:
        raise MeaninglessError(f"the channel of a relaxation is derived for at most {MAXIMAL_SIDE} responses")
    try:
        entries = product(inverse(have), first.design.entries)
    except SingularMatrixError as error:
        raise MeaninglessError(f"the last design has no inverse: {error}") from error
    interpreter.divisors.append(determinant(have))
    for entry in dict.fromkeys(entry for row in entries for entry in row):
        interpreter.demand("the last mechanism can be reached by a relaxation", relation_formula(entry, ">=", ZERO))
    return MatrixValue(entries)


def relaxed_probability(
    interpreter: Interpreter, first: OwnMechanism, last: OwnMechanism, truth: str, before: str, after: str
) -> RationalFunction:
    """P(last response = after | first response = before, truth), by Bayes' rule.

    Raises MeaninglessError for a response before that has probability 0 under the truth.
    """
    entries = channel(interpreter, first, last).rows
    given = first.conditional(before, truth)
    if given.is_zero():
        raise MeaninglessError(f"the response {before!r} cannot have been given under the truth {truth!r}")
    interpreter.divisors.append(given)
    return last.conditional(after, truth) * entries[last.column(after)][first.column(before)] / given


RELAXATION_MEANINGS: Mapping[str, Callable[..., Value]] = {"channel": channel, "relaxation": relaxed_probability}
