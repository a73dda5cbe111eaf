"""The figures of an analysis as SVG in HTML, by the section to which they belong."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checks.analysis.symbolic import SymbolicAnalysis
    from checks.analysis.whole import Analysis


def figures_of(found: Analysis | SymbolicAnalysis) -> dict[str, str]:
    """HTML by key of a section; where plots cannot be drawn, the sentence that says what is missing."""
    from checks.analysis.whole import Analysis
    from checks.plots.canvas import MissingPlotPackageError

    if not isinstance(found, Analysis):
        return {}
    try:
        return _drawn(found)
    except MissingPlotPackageError as error:
        return {"design": f"<p>{escape(str(error))}</p>"}


def _drawn(found: Analysis) -> dict[str, str]:
    return {}
