"""The figures of an analysis as SVG in HTML, by the section to which they belong."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from checks.show.plots.canvas import MissingPlotPackageError, svg
from checks.show.plots.heat_map import heat_map
from checks.show.plots.protocol_tree import TreeTooLargeError, protocol_tree

if TYPE_CHECKING:
    from checks.designs.analysis.symbolic import SymbolicAnalysis
    from checks.designs.analysis.whole import Analysis


def figures_of(found: Analysis | SymbolicAnalysis, name: str = "") -> dict[str, str]:
    """HTML by key of a section; where plots cannot be drawn, the sentence that says what is missing."""
    from checks.designs.analysis.whole import Analysis

    try:
        drawn = _drawn(found, name or found.design.name or "the design") if isinstance(found, Analysis) else {}
        drawn["design"] = _tree(found) + drawn.get("design", "")
        return drawn
    except MissingPlotPackageError as error:
        return {"design": f"<p>{escape(str(error))}</p>"}


def _drawn(found: Analysis, name: str) -> dict[str, str]:
    from checks.show.plots.delta_curve import delta_curves
    from checks.show.plots.posterior_range import TooManyResponsesError, posterior_ranges

    drawn = {"design": figure(svg(heat_map(found.design), f"Heat map of {name}"))}
    if found.privacy is not None:
        drawn["privacy"] = figure(svg(delta_curves([(name, found.design)]), "The smallest delta against eps"))
    try:
        posteriors = posterior_ranges(found.design, None if found.uniform else found.prior)
        drawn["inference"] = figure(svg(posteriors, "Posteriors against the prior"))
    except TooManyResponsesError as error:
        drawn["inference"] = f"<p>{escape(str(error))}</p>"
    return drawn


def _tree(found: Analysis | SymbolicAnalysis) -> str:
    """What a respondent does, where that is known and can be read."""
    if found.protocol is None:
        return ""
    try:
        tree = svg(protocol_tree(found.protocol), f"What a respondent does: {found.protocol.name}")
        return f'<figure class="tree">{tree}</figure>'
    except TreeTooLargeError:
        return ""


def figure(picture: str) -> str:
    """A picture in HTML."""
    return f"<figure>{picture}</figure>"
