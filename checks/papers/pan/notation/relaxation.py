"""One relaxation of a randomized response: sections 1 to 3.2, appendices A and B."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.interpreter import Interpreter
from checks.reading import syntax as tree
from checks.values import Value
from mechanisms.domain import Parameter, above, integer, within
from mechanisms.formula import Formula

PARAMETERS: tuple[Parameter, ...] = (
    integer("m", 2),
    integer("n", 1),
    *(above(name, 1, closed=True) for name in ("z", "x", "y")),
    *(within(name, 0, 1) for name in ("p_a", "p_b", "p_aa", "p_ba", "p_bb")),
)
CONDITIONS: tuple[Formula, ...] = ()
EXPONENTIALS: Mapping[str, str] = {"eps": "z", "eps1": "x", "eps2": "y"}
NAMES: Mapping[str, Callable[[Interpreter], Value]] = {}
FUNCTIONS: Mapping[str, Callable[[Interpreter, tree.Apply], Value]] = {}
OPERATORS: Mapping[str, Callable[[Interpreter, tree.Operate], Value]] = {}


def probability(interpreter: Interpreter, node: tree.Operate) -> Value | None:
    """Pr(event | given) where it speaks of names of this part, else None."""
    return None
