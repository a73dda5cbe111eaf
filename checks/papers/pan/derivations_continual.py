"""Derivations to show with the claims of sections 3.3 and 4, appendices C and D."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from derivations.steps import Derivation

DERIVATIONS_CONTINUAL: Mapping[str, Callable[[], Derivation]] = {}
