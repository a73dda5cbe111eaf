"""Derivations to show with the claims of sections 4 and 5 and of the proof of Theorem 4.1."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from derivations.steps import Derivation

DERIVATIONS: Mapping[str, Callable[[], Derivation]] = {}
