"""Figure 2 of the paper: the two feasible regions of RR3-dagger, with the sides that belong to them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from checks.show.plots.canvas import COLOURS, drawing, new_figure
from checks.show.plots.canvas import INSIDE as FILLED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Place = tuple[Fraction, Fraction]
THIRD = Fraction(1, 3)
SIDE, LEVEL = COLOURS[:2]


def corners_of_regions(x: Fraction) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """The corners of the closures of regions (1) and (2) at e^eps = x > 1, from the exact limits of the regions.

    Raises ValueError for x <= 1.
    """
    if x <= 1:
        raise ValueError(f"e^eps = {x}: for eps <= 0 the regions are empty")
    start, top = (THIRD, THIRD), (x / (x + 2), x / (x + 2))
    end = x / 3 if x <= 2 else 1 - 2 / (3 * x)
    return (start, (THIRD, top[1]), top), (start, (end, THIRD), top)


@drawing
def figure_2(x: Fraction = Fraction(5, 2)) -> Figure:
    """The two regions for e^eps = x, panel (a) region (1), panel (b) region (2).

    Sides that belong to a region are drawn in full, the others dashed. The paper does not say for which eps its figure
    is. Raises ValueError unless x > 1. Source: Ma, Wang, Figure 2.
    """
    first, second = corners_of_regions(x)
    figure = new_figure(9.0, 4.1)
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    top = second[2]
    _region(panels[0], first, belongs=(False, True, False))
    panels[0].set_title(r"(a) region (1): $p_1<p_2$")
    _region(panels[1], second, belongs=(False, True, False))
    panels[1].set_title(r"(b) region (2): $p_2<p_1$")
    if x < 3:
        panels[1].plot(*_floats((x / 3, THIRD)), "x", color=LEVEL, markersize=9, label=r"$(e^\epsilon/3,\,1/3)$")
    for axes in panels:
        axes.plot(*_floats(top), "o", color="black", markersize=4, label=r"$p_1=p_2=e^\epsilon/(e^\epsilon+2)$")
        axes.plot([], [], color=SIDE, linewidth=2.2, label="side of the region")
        axes.plot([], [], "--", color=SIDE, linewidth=1.4, label="side that is no part of it")
        axes.set_xlabel(r"$p_1$")
        axes.set_aspect("equal")
        axes.legend(loc="lower right" if axes is panels[0] else "upper left", frameon=False, fontsize=8)
    panels[0].set_ylabel(r"$p_2$")
    ends = [float(c) for corner in (*first, *second) for c in corner] + [float(x / 3) if x < 3 else 0.0]
    panels[0].set_xlim(0.3, max(ends) + 0.05)
    panels[0].set_ylim(0.3, float(top[1]) + 0.12)
    figure.suptitle(rf"Private designs RR$3^\dagger$ with $p_1,p_2>1/3$ for $e^\epsilon={x}$")
    return figure


def _floats(place: Place) -> tuple[float, float]:
    return float(place[0]), float(place[1])


def _region(axes: Any, corners: tuple[Place, ...], belongs: tuple[bool, ...]) -> None:
    """A filled triangle; `belongs` says which of its sides, each from one corner to the next, is part of the region."""
    places = [_floats(corner) for corner in corners]
    axes.fill(*zip(*places, strict=True), color=FILLED)
    for start, end, part in zip(places, [*places[1:], places[0]], belongs, strict=True):
        style = {"linestyle": "-", "linewidth": 2.2} if part else {"linestyle": "--", "linewidth": 1.4}
        axes.plot(*zip(start, end, strict=True), color=SIDE, **style)
