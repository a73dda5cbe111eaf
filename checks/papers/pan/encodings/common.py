"""What the encodings share: values put in for names, equivalences, facts about numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from mechanisms.exact.rational import RationalFunction

Encoding = Callable[[Context], Sequence[Part]]
Number = RationalFunction | int


def having(interpreter: Interpreter, **values: Number) -> Interpreter:
    """An interpreter under the same hypotheses where names have these values."""
    put = {name: RationalFunction.of(value) for name, value in values.items()}
    return Interpreter(interpreter.notation, interpreter.given, {**interpreter.at, **put})


def sides(node: tree.Node, relation: str = "=") -> tuple[tree.Node, tree.Node]:
    """Both sides of a printed relation."""
    match node:
        case tree.Chain(members=(left, right), relations=(printed,)) if printed == relation:
            return left, right
    raise MeaninglessError(f"a relation with '{relation}' between two sides is needed")
