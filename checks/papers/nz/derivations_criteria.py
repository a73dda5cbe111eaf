"""Derivations to show with the claims of sections 1 to 3."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from derivations.steps import Derivation

DERIVATIONS: Mapping[str, Callable[[], Derivation]] = {}
