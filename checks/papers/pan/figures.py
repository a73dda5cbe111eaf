"""The figures of the paper, plotted from what is derived."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

FIGURES: dict[str, Callable[[Path], Path]] = {}
