"""Derivations to show with the claims of sections 5 and 6, appendices E to G."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from derivations.steps import Derivation

DERIVATIONS_ESTIMATION: Mapping[str, Callable[[], Derivation]] = {}
