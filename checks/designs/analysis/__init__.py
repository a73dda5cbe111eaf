"""All that is known about one design: `analyze(design)` gives an `Analysis`, which is printed, saved and embedded.

The parts are in modules of their own; `whole` puts them together, `sections` words them for every kind of output.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checks.designs.analysis.whole import Analysis as Analysis
    from checks.designs.analysis.whole import analyze as analyze

__all__ = ["Analysis", "analyze"]


def __getattr__(name: str) -> object:
    """Import what is asked for when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("checks.designs.analysis.whole"), name)
