"""The statements of sections 4, 5 and the proof of Theorem 4.1 at one point, by enumeration and plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from checks.claims.claim import Claim
from checks.claims.record import WitnessRecord
from checks.papers.nz.witnesses import sampled_subsets
from checks.reading import syntax as tree
from checks.witness import Evaluator, Space
from checks.witness.numbers import Numeric
from checks.witness.statement import Predicate

NAMES: Mapping[str, Callable[[Evaluator], Any]] = {}
FUNCTIONS: Mapping[str, Callable[[Evaluator, tree.Apply], Numeric]] = {}
OPERATORS: Mapping[str, Callable[[Evaluator, tree.Operate], Numeric]] = {}
PREDICATES: Mapping[str, Predicate] = {}
SPACES: Mapping[str, Space] = {}
SAMPLED: Mapping[str, Callable[[Claim, int], WitnessRecord]] = sampled_subsets.SAMPLED
