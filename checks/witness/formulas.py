"""What formulas are made of: the parts of conjunctions, what words mean, names that are not taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derivations.logic.kernel import DEFINITIONS
from derivations.logic.terms import Abstract, Apply, Constant, Free, Term, applied, opened


def conjuncts(formula: Term) -> Iterator[Term]:
    """The parts of a conjunction."""
    if both := applied(formula, "and", 2):
        for part in both:
            yield from conjuncts(part)
    else:
        yield formula


def unfolded(formula: Term) -> Term | None:
    """What a defined word with its arguments means; None where its head is no such word."""
    head, arguments = formula, []
    while isinstance(head, Apply):
        arguments.append(head.argument)
        head = head.function
    meaning = DEFINITIONS.get(head.name) if isinstance(head, Constant) else None
    while meaning is not None and isinstance(meaning, Abstract) and arguments:
        meaning = opened(meaning, arguments.pop())
    if meaning is None:
        return None
    for argument in reversed(arguments):
        meaning = meaning(argument)
    return meaning


def another_name(name: str, taken: Iterable[Free]) -> str:
    """The name, or one that is not taken."""
    while any(variable.name == name for variable in taken):
        name += "'"
    return name
