"""Continual relaxation, inference and the linear program: sections 3.3 and 4, appendices C and D.

What Pr, Q and R mean in these sections depends on the round that a statement is about; the statements say it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.interpreter import Interpreter
from checks.interpreter.values import Value
from checks.reading import syntax as tree
from mechanisms.exact.domain import Parameter, above
from mechanisms.exact.formula import Formula, at_least
from mechanisms.exact.polynomial import Polynomial

PARAMETERS: tuple[Parameter, ...] = tuple(above(name, 1, closed=True) for name in ("x_before", "x_i", "x_step"))
CONDITIONS: tuple[Formula, ...] = (at_least(Polynomial.variable("x_i"), Polynomial.variable("x_before")),)
EXPONENTIALS: Mapping[str, str] = {"eps_before": "x_before", "eps_i": "x_i", "eps_step": "x_step"}
NAMES: Mapping[str, Callable[[Interpreter], Value]] = {}
FUNCTIONS: Mapping[str, Callable[[Interpreter, tree.Apply], Value]] = {}
OPERATORS: Mapping[str, Callable[[Interpreter, tree.Operate], Value]] = {}


def probability(interpreter: Interpreter, node: tree.Operate) -> Value | None:
    """Pr(event | given) where it speaks of names of this part, else None."""
    return None
