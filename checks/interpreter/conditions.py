"""What a statement assumes: the conditions that are printed with it, as hypotheses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checks.interpreter.values import MeaninglessError
from checks.reading import syntax as tree
from checks.reading.conditions import conditions_of, steps_before_arrow
from derivations.arithmetic.statements import Sequent
from derivations.prover import Proved, prove
from mechanisms.exact.formula import Formula

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter

SECONDS = 1.0  # to see that a condition follows from the ranges


def hypotheses_of(interpreter: Interpreter, node: tree.Node) -> list[Formula]:
    """The hypotheses that a printed statement brings along; none where it is no statement with conditions."""
    if not isinstance(node, tree.Connective):
        return []
    if node.connectives == ("implies",):
        return [interpreter.formula(steps_before_arrow(node.members[0], interpreter.notation.vocabulary)[1])]
    if not tree.CONDITIONALS.issuperset(node.connectives):
        return []
    conditions = conditions_of(node, interpreter.notation.vocabulary)
    for item in conditions.quantified:
        _check_one_reading(interpreter, item)
    return [interpreter.formula(item) for item in (*conditions.assumed, *conditions.quantified)]


def _check_one_reading(interpreter: Interpreter, item: tree.Node) -> None:
    """`for all n, p > q` may leave n free, or be n > q and p > q: refused unless n > q lies in the range of n."""
    if not (isinstance(item, tree.Chain) and isinstance(item.members[0], tree.Listing)):
        return

    known = interpreter.notation.domain.hypotheses()
    for first in item.members[0].items[:-1]:
        fact = interpreter.formula(tree.Chain((first, *item.members[1:]), item.relations))
        if not isinstance(prove(Sequent(known, fact), budget_seconds=SECONDS, oracles=False), Proved):
            raise MeaninglessError(
                f"'for all {interpreter.print(item)}' can be read in two ways: leave out '{interpreter.print(first)}', "
                "which may have any value of its range anyway, or write a relation for each"
            )
