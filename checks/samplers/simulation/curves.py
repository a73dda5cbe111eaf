"""The rows of a sweep as curves: theory as lines, simulation as marks, against one of the values that vary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from checks.samplers.simulation.errors import SimulationError
from checks.show.plots.canvas import LINES, MARKERS, drawing, line, new_figure, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from checks.samplers.simulation.grid import Grid

MOST_CURVES = len(LINES)
DECADE = 10  # heights that differ by this factor are drawn on a logarithmic scale


@dataclass(frozen=True)
class Axes:
    """What is drawn: against which of the names that vary, one curve for each choice of the others, which columns."""

    name: str
    others: tuple[str, ...]
    drawn: str
    marked: str = ""

    def curve(self, row: Mapping[str, object]) -> str:
        """The curve that a row lies on."""
        return ", ".join(f"{name} = {row[name]}" for name in self.others)


def axes_of(grid: Grid) -> Axes:
    """The axes of the figure of a grid: against the numbers of which most are given, the variance, the error, or eps.

    Raises SimulationError where no numbers vary, or the others have too many values for one figure.
    """
    given = {**grid.vary, "n": tuple(map(str, grid.respondents)), "pi": grid.prior}
    varied = {name: tuple(dict.fromkeys(values)) for name, values in given.items() if len({*values}) > 1}
    numbers = [name for name, values in varied.items() if all(_number(value) is not None for value in values)]
    if not numbers:
        raise SimulationError("--plot: no name has two numbers or more to draw against; vary one, as in x=2:10:1/2")
    name = max(numbers, key=lambda name: len(varied[name]))
    others = tuple(other for other in varied if other != name)
    curves = grid.size // len(varied[name])
    if curves > MOST_CURVES:
        raise SimulationError(
            f"--plot: a figure holds {MOST_CURVES} curves, and {' and '.join(others)} would make {curves}; "
            "give them fewer values, or leave out --plot"
        )
    simulated = f"mse_{grid.estimators[0]}" if "simulate" in grid.what and grid.estimators else ""
    if "theory" in grid.what:
        return Axes(name, others, "variance", simulated if grid.estimators[:1] == ("unbiased",) else "")
    return Axes(name, others, simulated or ("eps" if "privacy" in grid.what else "coverage_wald"))


@drawing
def sweep_curves(grid: Grid, rows: Sequence[Mapping[str, object]]) -> Figure:
    """The figure of the rows of a sweep; points without the number are left out."""
    axes = axes_of(grid)
    figure = new_figure(7.0, 4.8)
    picture = figure.add_subplot()
    heights: list[float] = []
    for number, curve in enumerate(dict.fromkeys(map(axes.curve, rows))):
        own = [row for row in rows if axes.curve(row) == curve]
        columns = (axes.drawn, axes.marked) if axes.marked else (axes.drawn,)
        for column in columns:
            points = [(_number(row[axes.name]), row.get(column)) for row in own]
            shown = sorted((float(x), y) for x, y in points if x is not None and isinstance(y, float))
            style = line(number) | ({"linestyle": ""} if column == axes.marked else {})
            marker = MARKERS[number] if column == columns[-1] else ""
            label = plain(curve, 60) if column == axes.drawn else None
            picture.plot([x for x, _ in shown], [y for _, y in shown], marker=marker, label=label, **style)
            heights += [y for _, y in shown]
    if heights and 0 < min(heights) < max(heights) / DECADE:
        picture.set_yscale("log")
    picture.set_xlabel(plain(axes.name))
    picture.set_ylabel(axes.drawn.replace("_", " ") + (" (line), simulated error (marks)" if axes.marked else ""))
    picture.set_title(plain(grid.design, 70))
    picture.grid(visible=True, which="major", alpha=0.3)
    if axes.others:
        picture.legend()
    return figure


def _number(value: object) -> Fraction | None:
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None
