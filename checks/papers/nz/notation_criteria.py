"""Meaning of the notation of sections 1 to 3: ranges of symbols, functions, operators, names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.interpreter import Interpreter
from checks.interpreter.values import Value
from checks.reading import syntax as tree
from mechanisms.exact.domain import Parameter
from mechanisms.exact.formula import Formula

PARAMETERS: tuple[Parameter, ...] = ()
CONDITIONS: tuple[Formula, ...] = ()
FUNCTIONS: Mapping[str, Callable[[Interpreter, tree.Apply], Value]] = {}
OPERATORS: Mapping[str, Callable[[Interpreter, tree.Operate], Value]] = {}
NAMES: Mapping[str, Callable[[Interpreter], Value]] = {}
