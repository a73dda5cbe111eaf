"""The smallest delta against eps of one or several designs, with the exact points where its formula changes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp, log
from typing import TYPE_CHECKING, Any

from checks.show.plots.canvas import MARKERS, drawing, few_digits, line, new_figure, plain
from mechanisms.guarantees.hockey_stick import DeltaCurve, delta_curve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mechanisms.design import Design

POINTS = 60  # between two breaks: delta is linear in e^eps, not in eps
MOST_NAMED = 8  # breaks of one design that are named
BEYOND = 1.15  # how far the axis goes on after the last break


@drawing
def delta_curves(designs: Sequence[tuple[str, Design]], *, largest_eps: float | None = None) -> Figure:
    """delta(eps), the least delta for which a design is (eps, delta)-LDP, for named designs with rational entries.

    Marked are the breaks; those of a single design are named. The axis ends at `largest_eps`, or where the last of the
    curves has become constant. Raises PrivacyError for designs with parameters.
    """
    curves = [(name, delta_curve(design)) for name, design in designs]
    right = largest_eps or BEYOND * max([log(x) for _, curve in curves for x, _ in curve.vertices] + [0.5])
    figure = new_figure(6.8, 4.6)
    axes = figure.add_subplot()
    for number, (name, curve) in enumerate(curves):
        eps, delta = sampled(curve, right)
        style = line(number)
        axes.plot(eps, delta, label=plain(name), **style)
        shown = [(x, d) for x, d in curve.vertices if log(x) <= right]
        axes.plot(
            [log(x) for x, _ in shown], [float(d) for _, d in shown], MARKERS[number % len(MARKERS)],
            color=style["color"], markersize=5, clip_on=False,
        )  # fmt: skip
        if len(curves) == 1 and len(shown) <= MOST_NAMED:
            _name_breaks(axes, shown)
    axes.set_xlim(0, right)
    axes.set_ylim(bottom=0)
    axes.margins(y=0.1)
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(r"least $\delta$")
    axes.set_title(r"Least $\delta$ for which a design is $(\epsilon,\delta)$-private")
    axes.legend()
    return figure


def sampled(curve: DeltaCurve, right: float) -> tuple[list[float], list[float]]:
    """eps and delta along the curve up to a largest eps; all breaks are among the points."""
    ends = [log(x) for x, _ in curve.vertices if log(x) < right] + [right]
    eps = [a + (b - a) * i / POINTS for a, b in pairwise(ends) for i in range(POINTS)] + [right]
    exact = {log(x): d for x, d in curve.vertices}
    return eps, [float(exact[e]) if e in exact else float(curve(max(Fraction(1), Fraction(exp(e))))) for e in eps]


def _name_breaks(axes: Any, vertices: Sequence[tuple[Fraction, Fraction]]) -> None:
    for x, delta in vertices:
        exact = few_digits(x) == str(x)
        level = "0" if x == 1 else rf"\log {x}" if exact else f"{log(x):.6g}"
        axes.annotate(
            rf"$\epsilon={level},\ \delta={few_digits(delta)}$", (log(x), float(delta)), xytext=(7, 5), fontsize=8.5,
            textcoords="offset points",
        )  # fmt: skip
