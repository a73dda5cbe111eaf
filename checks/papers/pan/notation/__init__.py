"""What the notation of the paper means: where its symbols live, and the derived meaning of its names.

The meanings come from one module for each part of the paper; here they are put together. The probability of an event is
asked of each part in turn; the first that knows the names of the event answers.
"""

from __future__ import annotations

from collections.abc import Callable

from checks.interpreter import Interpreter, Notation
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.pan.notation import continual, estimation, relaxation
from checks.papers.pan.vocabulary import VOCABULARY
from checks.reading import syntax as tree
from mechanisms.exact.domain import Domain

PARTS = (relaxation, continual, estimation)


def probability(interpreter: Interpreter, node: tree.Operate) -> Value:
    """Pr(event | what is given), by the part of the paper that knows the names in it."""
    for part in PARTS:
        value: Value | None = part.probability(interpreter, node)
        if value is not None:
            return value
    raise MeaninglessError(f"'{interpreter.print(node)}' is no event with a meaning here")


SUMS: tuple[Callable[[Interpreter, tree.BigSum], Value | None], ...] = (relaxation.sum_over_values,)
"""Meanings of printed sums; the first that knows the sum gives its value."""


def printed_sum(interpreter: Interpreter, node: tree.BigSum) -> Value | None:
    """The value of a printed sum; None where no part knows it."""
    return next((value for meaning in SUMS if (value := meaning(interpreter, node)) is not None), None)


DOMAIN = Domain.of(
    *(parameter for part in PARTS for parameter in part.PARAMETERS),
    conditions=[condition for part in PARTS for condition in part.CONDITIONS],
    exponentials={budget: name for part in PARTS for budget, name in part.EXPONENTIALS.items()},
)
"""Ranges of the paper's symbols."""

NOTATION = Notation(
    vocabulary=VOCABULARY,
    domain=DOMAIN,
    functions={name: meaning for part in PARTS for name, meaning in part.FUNCTIONS.items()},
    operators={"Pr": probability, **{name: meaning for part in PARTS for name, meaning in part.OPERATORS.items()}},
    names={name: meaning for part in PARTS for name, meaning in part.NAMES.items()},
    sums=printed_sum,
)
