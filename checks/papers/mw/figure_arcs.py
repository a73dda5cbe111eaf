"""Figure 1 of the paper: the directed graph of a design matrix with three answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checks.papers.mw.design_graph import Arc, arcs
from checks.show.plots.canvas import COLOURS, INSIDE, drawing, new_figure, plain
from mechanisms import catalogue
from mechanisms.design import Design

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLACES = ((0.0, 1.0), (-0.87, -0.5), (0.87, -0.5))
"""Where the three answers stand."""

INK, LOOP = COLOURS[:2]


@drawing
def figure_1(design: Design | None = None) -> Figure:
    """The graph of a 3 x 3 design, the general one if none is given, its arcs labelled.

    The labels of the general design are the names p_ij of the entries, with the answers numbered from 1 as in Remark
    5; those of another design are its entries. Raises ValueError unless the design is 3 x 3.

    Source: Ma, Wang, Figure 1.
    """
    general = catalogue.get("three-answers").protocol.design()
    shown = general if design is None else design
    if shown.shape != (3, 3):
        raise ValueError(f"the figure has three answers, this design has the shape {shown.shape}")
    figure = new_figure(6.4, 5.8)
    axes = figure.add_subplot()
    for arc in arcs(shown):
        text = rf"$p_{{{arc.source + 1}{arc.target + 1}}}$" if design is None else plain(arc.label)
        if arc.source == arc.target:
            _loop(axes, arc.source, text)
        else:
            _arrow(axes, arc, text)
    for answer, (x, y) in enumerate(PLACES, 1):
        axes.text(
            x,
            y,
            str(answer),
            ha="center",
            va="center",
            fontsize=15,
            bbox={"boxstyle": "circle", "facecolor": INSIDE},
        )
    axes.set_xlim(-1.75, 1.75)
    axes.set_ylim(-1.3, 1.75)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_title("An arc from $i$ to $j$ for the probability that the answer $i$ is reported as $j$", fontsize=10)
    return figure


def _arrow(axes: Any, arc: Arc, text: str) -> None:
    """A bent arrow between two answers, its label on the outer side of the bend."""
    (x0, y0), (x1, y1) = PLACES[arc.source], PLACES[arc.target]
    bend = 0.18
    style = {"arrowstyle": "-|>", "color": INK, "connectionstyle": f"arc3,rad={bend}", "shrinkA": 17, "shrinkB": 17}
    axes.annotate("", xy=(x1, y1), xytext=(x0, y0), arrowprops=style)
    across = (y1 - y0, x0 - x1)
    middle = ((x0 + x1) / 2 + 0.7 * bend * across[0], (y0 + y1) / 2 + 0.7 * bend * across[1])
    axes.text(*middle, text, ha="center", va="center", fontsize=11, color=INK, bbox=_BEHIND)


def _loop(axes: Any, answer: int, text: str) -> None:
    """An arrow from an answer to itself, away from the middle of the figure."""
    from matplotlib.patches import FancyArrowPatch

    x, y = PLACES[answer]
    length = (x * x + y * y) ** 0.5
    out, side = (x / length, y / length), (-y / length, x / length)
    ends = [(x + 0.13 * out[0] + s * 0.11 * side[0], y + 0.13 * out[1] + s * 0.11 * side[1]) for s in (-1, 1)]
    loop = FancyArrowPatch(
        ends[0], ends[1], connectionstyle="arc3,rad=1.9", arrowstyle="-|>", mutation_scale=12, color=LOOP
    )
    axes.add_patch(loop)
    axes.text(x + 0.5 * out[0], y + 0.5 * out[1], text, ha="center", va="center", fontsize=11, color=LOOP, bbox=_BEHIND)


_BEHIND = {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
