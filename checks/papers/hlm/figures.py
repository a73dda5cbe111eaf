"""Figure 1 of the paper: level sets of the threshold g(eps, delta), and what is optimal where for one proportion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from checks.show.plots.canvas import COLOURS, INSIDE, OUTSIDE, drawing, new_figure
from derivations.theorems.binary.optimal_binary import THRESHOLD
from mechanisms.exact.polynomial import Polynomial

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEVELS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
EXAMPLES = (("1/4", 0.5, 0.1), ("1/10", 1.0, 0.4), ("9/10", 0.5, 1 / 3), ("1/4", 0.6931471805599453, 0.25))
"""pi, eps and delta of the four parts of Example 1."""

BELOW, ABOVE, CHOSEN = INSIDE, OUTSIDE, COLOURS[1]


def threshold_values(eps: Any, delta: Any) -> Any:
    """g at arrays of eps and delta, from the exact formula; infinite or not a number where e^eps + 2 delta = 1."""
    import numpy as np

    arrays = {"x": np.exp(eps), "delta": delta}
    with np.errstate(divide="ignore", invalid="ignore"):
        return _evaluated(THRESHOLD.numerator, arrays) / _evaluated(THRESHOLD.denominator, arrays)


def _evaluated(polynomial: Polynomial, arrays: dict[str, Any]) -> Any:
    total: Any = 0.0
    for monomial, coefficient in polynomial.terms().items():
        term: Any = float(coefficient)
        for name, power in monomial:
            term = term * arrays[name] ** power
        total = total + term
    return total


@drawing
def figure_1(pi: Fraction = Fraction(1, 4)) -> Figure:
    """The contour plot of g over 0 <= eps <= 3, 0 <= delta <= 1, shaded for the proportion pi.

    Where g exceeds q, the smaller of pi and 1 - pi, a one-sided mechanism is optimal, elsewhere the corner. Raises
    ValueError unless 0 < pi < 1. Source: Holohan, Leith, Mason, Figure 1.
    """
    if not 0 < pi < 1:
        raise ValueError(f"pi = {pi}: the proportion must lie strictly between 0 and 1")
    import numpy as np

    level = float(min(pi, 1 - pi))
    eps, delta = np.meshgrid(np.linspace(0.0, 3.0, 601), np.linspace(0.0, 1.0, 401))
    g = np.minimum(np.nan_to_num(threshold_values(eps, delta), nan=9.0, posinf=9.0), 9.0)

    figure = new_figure(8.0, 5.4)
    axes = figure.add_subplot()
    axes.contourf(eps, delta, g, levels=[-1.0, level, 10.0], colors=[BELOW, ABOVE])
    thin = [value for value in LEVELS if value != level]
    lines = axes.contour(eps, delta, g, levels=thin, colors="#444444", linewidths=0.9)
    chosen = axes.contour(eps, delta, g, levels=[level], colors=CHOSEN, linewidths=2.4)
    for contours, size in ((lines, 8), (chosen, 9)):
        axes.clabel(contours, fmt="%g", fontsize=size, manual=_label_places(contours))
    for part, (_, at_eps, at_delta) in enumerate(EXAMPLES, 1):
        axes.plot(at_eps, at_delta, "o", color="black", markersize=4)
        box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
        axes.annotate(str(part), (at_eps, at_delta), xytext=(7, -4), textcoords="offset points", fontsize=8, bbox=box)
    side = {-1: r"$(1,\delta)$", 0: r"$(1,\delta)$ and $(\delta,1)$", 1: r"$(\delta,1)$"}[_sign(pi - Fraction(1, 2))]
    axes.plot([], [], "s", color=ABOVE, markersize=11, label=rf"$g>{level:g}$: one-sided {side} optimal")
    axes.plot([], [], "s", color=BELOW, markersize=11, label=rf"$g<{level:g}$: corner optimal")
    axes.plot([], [], color=CHOSEN, linewidth=2.4, label=rf"$g={level:g}$: one-sided and corner optimal")
    proportions = ", ".join(proportion for proportion, _, _ in EXAMPLES)
    axes.plot([], [], "o", color="black", markersize=4, label=rf"Example 1, parts 1 to 4 ($\pi={proportions}$)")
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(r"$\delta$")
    axes.set_xlim(0.0, 3.0)
    axes.set_ylim(0.0, 1.0)
    axes.set_title(rf"Level sets of $g(\epsilon,\delta)$ and the optimal mechanism for $\pi={pi}$")
    return figure


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


def _label_places(contours: Any) -> list[tuple[float, float]]:
    """One place on each line, near the middle of the plot's height, away from the ends of the line."""
    places = []
    for segments in contours.allsegs:
        points = [point for segment in segments for point in segment if 0.1 < point[0] < 2.8]
        if points:
            nearest = min(points, key=lambda point: abs(point[1] - 0.6))
            places.append((float(nearest[0]), float(nearest[1])))
    return places


FIGURES: Mapping[str, Callable[[], Figure]] = {"HLM-108": figure_1}
