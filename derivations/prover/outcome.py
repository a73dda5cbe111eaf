"""What a search for a proof ends with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from derivations.arithmetic.kernel import Theorem


@dataclass(frozen=True)
class Proved:
    """A theorem whose statement is the goal; `theorem.oracles` names what had to be trusted."""

    theorem: Theorem


@dataclass(frozen=True)
class Disproved:
    """A theorem that refutes the goal, and the exact point at which it fails."""

    theorem: Theorem
    point: Mapping[str, Fraction]


@dataclass(frozen=True)
class Unknown:
    """Neither proved nor refuted: why the search stopped and what it had tried, missing packages included."""

    reason: str
    tried: tuple[str, ...] = ()


Outcome = Proved | Disproved | Unknown
