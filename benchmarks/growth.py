"""How a cost grows with the size: slopes fitted in the logarithms, and a plot of several series."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

FITTED = 3  # the largest sizes, by which a slope is fitted: below them constant costs weigh in


@dataclass
class Series:
    """Seconds by size of one program."""

    name: str
    seconds: dict[int, float] = field(default_factory=dict)

    def slope(self) -> float:
        """b in seconds = a size^b, fitted to the FITTED largest sizes; not a number for fewer than two sizes."""
        if len(self.seconds) < 2:
            return float("nan")
        sizes, times = zip(*sorted(self.seconds.items())[-FITTED:], strict=True)
        return float(np.polyfit(np.log(sizes), np.log(times), 1)[0])


def plot(series: list[Series], path: Path, title: str) -> None:
    """Write the series, with their slopes in the legend, to an image file."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 5), layout="constrained")
    axes = figure.add_subplot()
    for one in series:
        if one.seconds:
            sizes, times = zip(*sorted(one.seconds.items()), strict=True)
            axes.loglog(sizes, times, marker="o", label=f"{one.name}: k^{one.slope():.1f}")
    ticks = sorted({size for one in series for size in one.seconds})
    axes.set_xticks(ticks, labels=map(str, ticks), minor=False)
    axes.set_xticks([], minor=True)
    axes.set_xlabel("categories k")
    axes.set_ylabel("seconds of one core")
    axes.set_title(title)
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend()
    figure.savefig(path)
