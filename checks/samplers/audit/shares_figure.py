"""What a sampler answered beside what its design says: the share of each response to each truth, with its region."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checks.show.plots.canvas import COLOURS, drawing, new_figure, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from checks.samplers.audit.result import Audit

MOST_CELLS = 60  # that are named on the axis; of more the first are drawn


@drawing
def audit_shares(audit: Audit) -> Figure:
    """A dot a cell with the bar of its region; a line where the design lies, red where it lies outside of the bar."""
    cells = [(x, y) for x in range(len(audit.truths)) for y in range(len(audit.responses))][:MOST_CELLS]
    figure = new_figure(max(6.4, 0.32 * len(cells)), 4.2)
    axes = figure.add_subplot()
    for place, (x, y) in enumerate(cells):
        low, high, p = audit.low[x][y], audit.high[x][y], float(audit.probabilities[x][y])
        inside = low <= audit.probabilities[x][y] <= high
        axes.plot([place, place], [low, high], color=COLOURS[0], linewidth=5, alpha=0.35, solid_capstyle="butt")
        share = audit.share(x, y)
        if share is not None:
            axes.plot([place], [share], marker="o", color=COLOURS[0], markersize=4)
        axes.plot([place - 0.35, place + 0.35], [p, p], color=COLOURS[6] if inside else COLOURS[1], linewidth=1.8)
    labels = [f"{plain(audit.truths[x], 12)} \N{RIGHTWARDS ARROW} {plain(audit.responses[y], 12)}" for x, y in cells]
    axes.set_xticks(
        range(len(cells)), labels, rotation=60 if len(cells) > 6 else 0, ha="right" if len(cells) > 6 else "center"
    )
    axes.set_ylabel("probability")
    axes.set_ylim(0, None)
    cut = "" if len(cells) == len(audit.truths) * len(audit.responses) else ", the first"
    axes.set_title(
        f"Share (dot), {100 * audit.settings.level:g} % region (bar), design (line, orange outside of it){cut}"
    )
    axes.set_xlabel("truth \N{RIGHTWARDS ARROW} response")
    return figure
