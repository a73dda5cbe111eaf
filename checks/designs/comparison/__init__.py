"""Designs side by side, at equal eps or at equal added variance: `compare(designs)` gives a `Comparison`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checks.designs.comparison.whole import Comparison as Comparison
    from checks.designs.comparison.whole import compare as compare

__all__ = ["Comparison", "compare"]


def __getattr__(name: str) -> object:
    """Import what is asked for when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("checks.designs.comparison.whole"), name)
