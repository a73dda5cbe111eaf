"""A comparison as a page of HTML, and its figures: variance against eps of the families, delta(eps) of the designs."""

from __future__ import annotations

from html import escape
from math import log
from typing import TYPE_CHECKING

from checks.designs.analysis.figures import figure
from checks.designs.analysis.page import STYLE, written
from checks.designs.comparison.numeric import NumericComparison, precision
from checks.show.html import page as frame
from checks.show.plots.canvas import MARKERS, MissingPlotPackageError, drawing, line, new_figure, plain, svg
from checks.show.plots.delta_curve import delta_curves
from checks.show.plots.variance_curves import variance_curves

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from checks.designs.comparison.whole import Comparison

LOWEST, HIGHEST = 0.1, 4.0  # eps of the curves, unless the designs lie outside
POINTS = 80  # of a curve of a mechanism whose answers are numbers


def page(found: Comparison | NumericComparison) -> str:
    """The whole page; without the package for plots it says what is missing."""
    title = f"Comparison of {len(found.members)} designs"
    try:
        if isinstance(found, NumericComparison):
            drawn = [svg(variances(found), "Worst variance against eps")]
        else:
            drawn = [svg(variances(found), "Variance against eps")] if _has_variance(found) else []
            drawn.append(svg(deltas(found), "Smallest delta against eps"))
        figures = {"table": "".join(map(figure, drawn))}
    except MissingPlotPackageError as error:
        figures = {"table": f"<p>{escape(str(error))}</p>"}
    return frame.page(title, f"<h1>{title}</h1>\n{written(found.sections(), figures)}", style=STYLE)


def deltas(found: Comparison) -> Figure:
    """delta(eps) of all designs."""
    return delta_curves([(member.name, member.design) for member in found.members])


@drawing
def _worst_variances(found: NumericComparison) -> Figure:
    """The worst variance of the estimate of one respondent against eps, all else as given; the given eps are marked."""
    figure = new_figure(7.0, 4.8)
    axes = figure.add_subplot()
    levels = [member.epsilon for member in found.members if member.epsilon is not None]
    low, high = min([LOWEST, *(eps / 2 for eps in levels)]), max([HIGHEST, *(1.2 * eps for eps in levels)])
    grid = [low * (high / low) ** (i / POINTS) for i in range(POINTS + 1)]
    for number, (member, own) in enumerate(zip(found.members, found.precisions, strict=True)):
        style = line(number)
        label: str | None = plain(member.argument)
        if member.level is not None:
            axes.plot(grid, [precision(member.at_eps(eps)).worst for eps in grid], label=label, **style)
            label = None
        if member.epsilon is None:
            axes.axhline(own.worst, label=label, **style)
        else:
            axes.plot([member.epsilon], [own.worst], MARKERS[number % len(MARKERS)], color=style["color"], label=label)
    axes.set_yscale("log")
    axes.set_xlabel(r"$\epsilon$ of one response")
    axes.set_ylabel("worst variance of the estimate of one respondent")
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.legend()
    return figure


def variances(found: Comparison | NumericComparison) -> Figure:
    """n times the variance of the best estimates against eps: a curve for each family, a point for each design.

    Of mechanisms whose answers are numbers the worst variance of the estimate of one respondent.
    """
    if isinstance(found, NumericComparison):
        return _worst_variances(found)
    points = _points(found)
    levels = [eps for _, eps, _ in points]
    low, high = min([LOWEST, *(eps / 2 for eps in levels if eps)]), max([HIGHEST, *(1.2 * eps for eps in levels)])
    made = (
        variance_curves(found.families, low, high, None if found.uniform else found.prior) if found.families else None
    )

    @drawing
    def marked() -> Figure:
        picture = new_figure(7.0, 4.8) if made is None else made
        axes = picture.add_subplot() if made is None else picture.axes[0]
        for number, (name, eps, variance) in enumerate(points):
            axes.plot(
                [eps],
                [variance],
                MARKERS[number % len(MARKERS)] if name else ".",
                color="black",
                label=plain(name) or None,
            )
        if made is None:
            axes.set_yscale("log")
            axes.set_xlabel(r"$\epsilon$ of one response")
            axes.set_ylabel(r"$n\,\times$ variance, summed over the truths")
            axes.grid(visible=True, which="major", alpha=0.3)
        axes.legend()
        return picture

    return marked()


def _points(found: Comparison) -> list[tuple[str, float, float]]:
    """(name, eps, n times the variance) of each design with both finite; no name for families, whose curve has it."""
    marked = []
    for member in found.members:
        if member.privacy is not None and member.privacy.x is not None and member.estimation is not None:
            chosen = member.estimation.best or member.estimation.estimator
            name = member.name if member.solved is None else ""
            marked.append((name, log(member.privacy.x), float(chosen.variance)))
    return marked


def _has_variance(found: Comparison) -> bool:
    return bool(_points(found)) and min(found.prior) > 0
