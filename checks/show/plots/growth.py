"""How costs grow with the size of a problem: measured times, the slopes fitted to them, and their files.

A file of a run is JSON: {"title": ..., "size": "categories k", "measure": "seconds of one core", "series":
[{"name": ..., "points": [[4, 0.0021], [8, 0.0034], ...]}, ...]}. `make bench` writes such files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, log
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.show.plots.canvas import MARKERS, drawing, line, new_figure, plain
from mechanisms.text_files import read_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FITTED = 3  # the largest sizes, by which a slope is fitted: below them constant costs weigh in
MAXIMAL_SERIES, MAXIMAL_POINTS, MAXIMAL_BYTES = 20, 1000, 1_000_000


class GrowthFileError(ValueError):
    """What was given holds no measured growth; the sentence says where it breaks."""


@dataclass
class Series:
    """Seconds by size of one program."""

    name: str
    seconds: dict[int, float] = field(default_factory=dict)

    def slope(self) -> float:
        """b in seconds = a size^b, by least squares in the logarithms of the FITTED largest sizes.

        Not a number for fewer than two sizes.
        """
        points = [(log(size), log(seconds)) for size, seconds in sorted(self.seconds.items())[-FITTED:]]
        if len(points) < 2:
            return float("nan")
        across, up = (sum(point[i] for point in points) / len(points) for i in (0, 1))
        return sum((a - across) * (u - up) for a, u in points) / sum((a - across) ** 2 for a, _ in points)


@dataclass(frozen=True)
class Growth:
    """What one run measured; `size` and `measure` name the axes."""

    title: str
    series: tuple[Series, ...]
    size: str = "categories k"
    measure: str = "seconds of one core"

    def to_json(self) -> dict[str, Any]:
        """As data for json.dump."""
        series = [{"name": one.name, "points": sorted(map(list, one.seconds.items()))} for one in self.series]
        return {"title": self.title, "size": self.size, "measure": self.measure, "series": series}


def read_growth(path: str | Path) -> Growth:
    """The growth in a file of a run. Raises GrowthFileError."""
    try:
        data = json.loads(read_text(path, MAXIMAL_BYTES, GrowthFileError))
    except GrowthFileError:
        raise
    except (ValueError, RecursionError) as error:
        raise GrowthFileError(f"{path}: no JSON: {error}") from error
    if not isinstance(data, dict) or set(data) - {"title", "size", "measure", "series"} or "series" not in data:
        raise GrowthFileError(f"{path}: an object with title, size, measure and series is needed")
    words = {key: data[key] for key in ("title", "size", "measure") if key in data}
    for key, value in words.items():
        if not isinstance(value, str):
            raise GrowthFileError(f"{path}: {key} is a text, not {value!r:.40}")
    given = data["series"]
    if not isinstance(given, list) or not 1 <= len(given) <= MAXIMAL_SERIES:
        raise GrowthFileError(f"{path}: series is a list of 1 to {MAXIMAL_SERIES} objects with name and points")
    series = tuple(_series(one, f"{path}: series {number}") for number, one in enumerate(given, 1))
    return Growth(**{"title": "", **words}, series=series)


def _series(given: Any, where: str) -> Series:
    if not isinstance(given, Mapping) or set(given) != {"name", "points"} or not isinstance(given["name"], str):
        raise GrowthFileError(f"{where} is an object with name, a text, and points")
    points = given["points"]
    if not isinstance(points, Sequence) or isinstance(points, str) or len(points) > MAXIMAL_POINTS:
        raise GrowthFileError(f"{where}: points is a list of at most {MAXIMAL_POINTS} pairs")
    seconds: dict[int, float] = {}
    for point in points:
        if not _is_point(point) or point[0] in seconds:
            raise GrowthFileError(
                f"{where}: {point!r:.40} is no pair of a size and its cost, such as [4, 0.0021], of a size of its own"
            )
        seconds[point[0]] = float(point[1])
    return Series(given["name"], seconds)


def _is_point(point: Any) -> bool:
    if not isinstance(point, list) or len(point) != 2 or any(isinstance(part, bool) for part in point):
        return False
    size, cost = point
    return (
        isinstance(size, int) and 0 < size <= 10**12 and isinstance(cost, int | float) and cost > 0 and isfinite(cost)
    )


@drawing
def growth(measured: Growth) -> Figure:
    """The costs against the size, both in logarithms, with the fitted slopes in the legend."""
    figure = new_figure(7, 5)
    axes = figure.add_subplot()
    axes.set_xscale("log")
    axes.set_yscale("log")
    for number, one in enumerate(measured.series):
        if one.seconds:
            sizes, costs = zip(*sorted(one.seconds.items()), strict=True)
            slope = f": size$^{{{one.slope():.1f}}}$" if len(sizes) > 1 else ""
            marker = MARKERS[number % len(MARKERS)]
            axes.plot(sizes, costs, marker=marker, markersize=5, label=plain(one.name) + slope, **line(number))
    _label_sizes(axes, sorted({size for one in measured.series for size in one.seconds}))
    axes.set_xlabel(plain(measured.size))
    axes.set_ylabel(plain(measured.measure))
    axes.set_title(plain(measured.title, 80))
    axes.grid(visible=True, which="both", alpha=0.3)
    if axes.has_data():
        axes.legend()
    return figure


def _label_sizes(axes: Any, sizes: Sequence[int]) -> None:
    """The sizes as ticks, those that are not too close to the one before."""
    ticks: list[int] = []
    for size in sizes:
        if not ticks or len(sizes) <= 8 or size >= 1.5 * ticks[-1]:
            ticks.append(size)
    axes.set_xticks(ticks, labels=[f"{size:,}" for size in ticks], minor=False)
    axes.set_xticks([], minor=True)
