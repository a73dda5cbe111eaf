"""The optimal value of a parametric program against eps, with its breakpoints marked and its regimes shaded."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any

from checks.show.plots.canvas import COLOURS, GREY, drawing, new_figure, plain
from lp.parametric.pieces import OptimalPiece, UnboundedPiece
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from lp.parametric.optimum import ParametricOptimum

POINTS = 120  # of the curve on one piece
REGIME_ROOM = 0.035  # of the width of the panel, for the number of a regime
LABEL_ROOM = 0.025  # of the width of the panel, between labels of breakpoints
TITLE, LEGEND, YLABEL = 75, 100, 45  # characters in a line
LEGEND_LINE = 0.2  # inches
MOST_NAMED = 12  # regimes
BEYOND = 1.5  # how far the plot goes on after the last breakpoint, in eps (or as a share of x)


@drawing
def optimum_curve(
    optimum: ParametricOptimum,
    *,
    largest: bool = False,
    value_name: str = "",
    title: str = "",
    regimes: Sequence[str] = (),
) -> Figure:
    """The optimal value against eps = log x where x > 0 throughout, else against x.

    With `largest` the program is the negative of what is maximised, and the largest value is drawn. `regimes` names the
    designs of the pieces, "" where one has no name.
    """
    program = optimum.program
    levels = program.low > 0

    def place(x: float) -> float:
        return log(x) if levels else x

    left = place(float(program.low))
    if program.high is not None:
        right = place(float(program.high))
    else:
        last = max([left, *(place(_float(b)) for b in optimum.breakpoints)])
        right = last + BEYOND * (1 if levels else max(1.0, abs(last)))
    figure = new_figure(6.8, 4.4 + LEGEND_LINE * sum(map(bool, regimes[:MOST_NAMED])))
    axes = figure.subplots()
    for number, piece in enumerate(optimum.pieces):
        start = place(_float(piece.interval.low))
        end = right if piece.interval.high is None else place(_float(piece.interval.high))
        colour = COLOURS[number % len(COLOURS)]
        axes.axvspan(start, end, color=colour, alpha=0.07, linewidth=0)
        if len(optimum.pieces) > 1 and end - start > REGIME_ROOM * (right - left):
            name = f"regime {number + 1}" if end - start > 4 * REGIME_ROOM * (right - left) else str(number + 1)
            axes.text((start + end) / 2, 0.02, name, ha="center", fontsize=8, color=GREY, transform=_mixed(axes))
        if isinstance(piece, OptimalPiece):
            _curve(axes, -piece.value if largest else piece.value, (start, end), levels, colour)
        else:
            word = "unbounded" if isinstance(piece, UnboundedPiece) else "infeasible"
            axes.text((start + end) / 2, 0.5, word, rotation=90, ha="center", va="center", transform=_mixed(axes))
    ends = [_float(end) for end in optimum.breakpoints]
    for end in ends:
        axes.axvline(place(end), color=GREY, linewidth=0.8, linestyle="--")
    axes.set_xlim(left, right)
    axes.set_xlabel(r"$\epsilon$" if levels else f"${program.name}$")
    axes.set_ylabel(fill(value_name or ("largest value" if largest else "least value"), YLABEL))
    figure.suptitle("\n".join(wrap(plain(title or f"{'Largest' if largest else 'Least'} value", 200), TITLE)))
    _name_regimes(figure, regimes)
    _label_ends(axes, [(place(end), end) for end in ends], right - left, r"$e^\epsilon$" if levels else "")
    return figure


def _curve(axes: Any, value: RationalFunction, ends: tuple[float, float], levels: bool, colour: str) -> None:
    name, (start, end) = next(iter(value.names), "x"), ends
    top, bottom = (_coefficients(p, name) for p in (value.numerator, value.denominator))
    places = [start + (end - start) * i / POINTS for i in range(POINTS + 1)]
    xs = [exp(v) if levels else v for v in places]
    bottoms = [_at(bottom, x) for x in xs]
    known = [(v, _at(top, x) / b) for v, x, b in zip(places, xs, bottoms, strict=True) if b]
    style = "o" if start == end else "-"
    axes.plot([v for v, _ in known], [h for _, h in known], style, color=colour, linewidth=1.8, markersize=4)


def _name_regimes(figure: Figure, names: Sequence[str]) -> None:
    """What the best designs of the regimes are called, below the panel."""
    from matplotlib.patches import Patch

    handles = [
        Patch(
            color=COLOURS[number % len(COLOURS)], alpha=0.6,
            label=fill(f"{number + 1}: {plain(name, 300)}", LEGEND, subsequent_indent="    "),
        )
        for number, name in enumerate(names[:MOST_NAMED])
        if name
    ]  # fmt: skip
    if handles:
        figure.legend(handles=handles, loc="outside lower left", fontsize=8, frameon=False)


def _label_ends(axes: Any, ends: list[tuple[float, float]], width: float, name: str) -> None:
    """The breakpoints above the panel, if there are any; those too close for labels of their own share one."""
    if not ends:
        return
    groups: list[list[tuple[float, float]]] = []
    for end in ends:
        if groups and end[0] - groups[-1][-1][0] < LABEL_ROOM * width:
            groups[-1].append(end)
        else:
            groups.append([end])
    above = axes.secondary_xaxis("top")
    places = [sum(at for at, _ in group) / len(group) for group in groups]
    labels = [", ".join(f"{x:.5g}" for _, x in group) for group in groups]
    above.set_xticks(places, labels, rotation=60, ha="left", fontsize=8)
    above.tick_params(length=2, pad=1)
    if name:
        above.set_xlabel(f"the regimes change at {name} =", fontsize=8, loc="left")


def _mixed(axes: Any) -> Any:
    """Horizontal places as data, vertical ones as shares of the panel."""
    return axes.get_xaxis_transform()


def _coefficients(polynomial: Any, name: str) -> list[float]:
    by_power = polynomial.coefficients_in(name)
    return [float(by_power[j].constant_value()) if j in by_power else 0.0 for j in range(polynomial.degree(name) + 1)]


def _at(coefficients: list[float], x: float) -> float:
    total = 0.0
    for c in reversed(coefficients):
        total = total * x + c
    return total


def _float(number: AlgebraicReal) -> float:
    return float(number.rounded(12)) if number.rational is None else float(number.rational)
