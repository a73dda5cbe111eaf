"""A figure of a claims file: its curves, computed from the declared mechanism."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checks.papers.figures import curve_values, values_along
from checks.papers.model import load
from checks.show.latex.unicode import readable
from checks.show.plots.canvas import drawing, line, new_figure, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@drawing
def own_figure(file: str, claim_id: str) -> Figure:
    """The figure of a claim of a file. Raises PaperError where a curve has no value."""
    loaded = load(file)
    printed, own = loaded.paper.figure(claim_id), loaded.own
    figure = new_figure()
    axes = figure.add_subplot()
    at = [float(x) for x in values_along(printed, own)]
    for number, curve in enumerate(printed.curves):
        axes.plot(
            at,
            curve_values(printed, curve, own),
            label=plain(readable(f"${own.macros.put_in(curve)}$")),
            **line(number),
        )
    spelling = next(symbol.spellings[0] for symbol in own.declared.symbols if symbol.name == printed.along)
    axes.set_xlabel(plain(readable(f"${spelling}$")))
    axes.set_xlim(float(printed.start), float(printed.end))
    axes.legend()
    given = ", ".join(f"{name} = {value}" for name, value in printed.at)
    axes.set_title(plain(loaded.paper.claim(claim_id).place) + (f", {plain(given, 80)}" if given else ""))
    return figure
