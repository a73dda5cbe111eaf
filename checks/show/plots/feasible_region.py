"""The (eps, delta)-private designs of two answers, the level sets of the error, and the best designs, ties included."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from checks.inputs.rational_design import stood_for
from checks.show.plots.canvas import COLOURS, GREY, INSIDE, drawing, new_figure
from lp.binary.designs import vertices
from lp.binary.optima import BinaryOptima, Point, Segment, best_for_known, best_for_unknown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LONGEST = 9  # characters of a coordinate that is written exactly
LABEL_ROOM = Fraction(3, 10)  # of the width, for a label beside a corner
FACTORS = (1.25, 1.6, 2.5, 5.0)  # the level sets, as multiples of the least error
GRID = 301


@drawing
def feasible_region(x: Fraction, delta: Fraction, pi: Fraction | None = None) -> Figure:
    """The polygon of all (p00, p11), e^eps = x, with the designs of least error at pi, or at the worst share.

    The dashed line p00 + p11 = 1 holds the designs that tell nothing; below it responses are exchanged, and the best
    designs appear again. Raises ConstraintError and NoInformativeDesignError as `lp.binary.optima`.
    """
    best = best_for_unknown(x, delta) if pi is None else best_for_known(x, delta, pi)
    corners = vertices(x, delta)
    figure = new_figure(6.4, 6.0)
    axes = figure.add_subplot()
    places = [_floats(corner) for corner in corners]
    axes.fill(*zip(*places, strict=True), color=INSIDE, zorder=0)
    axes.plot(*zip(*places, places[0], strict=True), color=COLOURS[0], linewidth=1.6, label="private designs")
    axes.plot([0, 1], [1, 0], "--", color=GREY, linewidth=1, label="designs that tell nothing")
    if best.value > 0:
        _level_sets(axes, places, float(best.value), pi)
    _mark(axes, best)
    for corner in corners:
        _name(axes, corner)
    axes.set_xlabel(r"$p_{00}$, probability that the answer 0 is reported as 0")
    axes.set_ylabel(r"$p_{11}$, probability that the answer 1 is reported as 1")
    axes.set_xlim(-0.04, 1.04)
    axes.set_ylim(-0.04, 1.04)
    axes.set_aspect("equal")
    figure.legend(loc="outside lower center", ncols=2)
    share = "the worst share" if pi is None else rf"$\pi={pi}$"
    axes.set_title(
        rf"Private designs for {_level(x)}, $\delta={delta}$" + "\n"
        rf"least $n\,$Var at {share}: ${_short(best.value)}$",
        pad=12,
    )
    return figure


def _level(x: Fraction) -> str:
    """The level as it was said, where a decimal stands for e^eps."""
    eps = stood_for(x)
    return rf"$e^\epsilon={x}$" if eps is None else rf"$\epsilon={eps}$"


def error_at(p00: Any, p11: Any, pi: Fraction | None) -> Any:
    """n Var of the unbiased estimator at pi, or the largest over all shares, for arrays of designs, in floats."""
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        gap = p00 + p11 - 1
        # The worst share is the one that makes both responses equally likely, or the end next to it.
        share = np.clip((p00 - 0.5) / gap, 0, 1) if pi is None else float(pi)
        one = 1 - p00 + share * gap
        return one * (1 - one) / gap**2


def _level_sets(axes: Any, places: list[tuple[float, float]], least: float, pi: Fraction | None) -> None:
    import numpy as np
    from matplotlib.patches import Polygon

    p00, p11 = np.meshgrid(np.linspace(0, 1, GRID), np.linspace(0, 1, GRID))
    errors = np.nan_to_num(error_at(p00, p11, pi), nan=1e9, posinf=1e9)
    levels = [factor * least for factor in FACTORS]
    lines = axes.contour(p00, p11, errors, levels=levels, colors=GREY, linewidths=0.8)
    lines.set_clip_path(Polygon(places, transform=axes.transData))
    axes.plot(
        [], [], color=GREY, linewidth=0.8, label="error " + ", ".join(f"{f:g}" for f in FACTORS) + " times the least"
    )


def _mark(axes: Any, best: BinaryOptima) -> None:
    """The best designs, and their mirror images with the responses exchanged."""
    many = len(best.minimisers) > 1 or any(isinstance(m, Segment) for m in best.minimisers)
    label = "best designs (they tie)" if many else "best design"
    for minimiser in best.minimisers:
        ends = (minimiser.start, minimiser.end) if isinstance(minimiser, Segment) else (minimiser,)
        for points, filled in ((ends, True), (tuple((1 - p, 1 - q) for p, q in ends), False)):
            named = label if filled else "the same, responses exchanged"
            taken = {line.get_label() for line in axes.lines}
            style = "-" if len(points) > 1 else ""
            axes.plot(
                *zip(*map(_floats, points), strict=True), linestyle=style, linewidth=4, marker="*", markersize=15,
                color=COLOURS[1], fillstyle="full" if filled else "none", label="" if named in taken else named,
                zorder=5, clip_on=False,
            )  # fmt: skip


def _name(axes: Any, corner: Point) -> None:
    """The exact coordinates of a corner that is not one of the square: outside the region, inside at the axes."""
    if set(corner) <= {0, 1}:
        return
    p, q = corner
    outside = 1 if p + q > 1 else -1
    if p in (0, 1):
        across, up = (-12 if p else 12), 0
    else:
        near = outside < 0 and p < LABEL_ROOM  # the axis
        across, up = (0, 12) if q == 0 else (0, -14) if near else (8 * outside, 8 * outside)
    axes.annotate(
        f"({_short(p)}, {_short(q)})",
        _floats(corner),
        xytext=(across, up),
        textcoords="offset points",
        fontsize=8.5,
        ha="center" if across == 0 else "left" if across > 0 else "right",
        va="center" if up == 0 else "bottom" if up > 0 else "top",
        bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.8},
    )


def _floats(point: Point) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _short(number: Fraction) -> str:
    """The number exactly if that is short, else six digits."""
    return str(number) if len(str(number)) <= LONGEST else f"{float(number):.6g}"
