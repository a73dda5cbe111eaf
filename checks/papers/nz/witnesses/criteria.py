"""The statements of sections 1 to 3 at one point, by enumeration and plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from checks.claim import Claim
from checks.reading import syntax as tree
from checks.record import WitnessRecord
from checks.witness import Evaluator, Space
from checks.witness.numbers import Numeric
from checks.witness.statement import Predicate
from mechanisms.domain import above, integer, within

NAMES: Mapping[str, Callable[[Evaluator], Any]] = {}
FUNCTIONS: Mapping[str, Callable[[Evaluator, tree.Apply], Numeric]] = {}
OPERATORS: Mapping[str, Callable[[Evaluator, tree.Operate], Numeric]] = {}
PREDICATES: Mapping[str, Predicate] = {}
SPACES: Mapping[str, Space] = {}
SAMPLED: Mapping[str, Callable[[Claim, int], WitnessRecord]] = {}

SPACE = Space((integer("k", 2), integer("n", 1), above("gamma", 1), within("pi_i", 0, 1), within("pi_j", 0, 1)))
"""Points for statements that need no others."""
