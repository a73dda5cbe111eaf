"""The figures of the paper, by the claims that state them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from checks.papers.mw.figure_arcs import figure_1
from checks.papers.mw.figure_regions import figure_2

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIGURES: Mapping[str, Callable[[], Figure]] = {"MW-14": figure_1, "MW-109": figure_2}
