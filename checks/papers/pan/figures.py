"""The figures of the paper, plotted from what is derived."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from checks.papers.pan.figures_estimation import FIGURES_ESTIMATION

FIGURES: dict[str, Callable[[Path], Path]] = {**FIGURES_ESTIMATION}
