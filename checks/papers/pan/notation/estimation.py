"""Estimated frequencies and means: sections 5 and 6, appendices E to G."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.interpreter import Interpreter
from checks.reading import syntax as tree
from checks.values import Value
from mechanisms.domain import Parameter
from mechanisms.formula import Formula

PARAMETERS: tuple[Parameter, ...] = ()
CONDITIONS: tuple[Formula, ...] = ()
EXPONENTIALS: Mapping[str, str] = {}
NAMES: Mapping[str, Callable[[Interpreter], Value]] = {}
FUNCTIONS: Mapping[str, Callable[[Interpreter, tree.Apply], Value]] = {}
OPERATORS: Mapping[str, Callable[[Interpreter, tree.Operate], Value]] = {}


def probability(interpreter: Interpreter, node: tree.Operate) -> Value | None:
    """Pr(event | given) where it speaks of names of this part, else None."""
    return None
