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
    from checks.plots.canvas import svg
    from checks.plots.delta_curve import delta_curves
    from checks.plots.heat_map import heat_map
    from checks.plots.posterior_range import TooManyResponsesError, posterior_ranges

    name = found.design.name or "design"
    drawn = {"design": figure(svg(heat_map(found.design), f"Heat map of the {name}"))}
    if found.privacy is not None:
        drawn["privacy"] = figure(svg(delta_curves([(name, found.design)]), "The smallest delta against eps"))
    try:
        posteriors = posterior_ranges(found.design, None if found.uniform else found.prior)
        drawn["inference"] = figure(svg(posteriors, "Posteriors against the prior"))
    except TooManyResponsesError as error:
        drawn["inference"] = f"<p>{escape(str(error))}</p>"
    return drawn


def figure(picture: str) -> str:
    """A picture in HTML."""
    return f"<figure>{picture}</figure>"
