"""The frontier of decks that are shared: variance against the privacy of all reports together, as the deck grows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any

from checks.show.plots.canvas import COLOURS, GREY, drawing, new_figure
from lp.decks.partial_decks import CardSurvey, FrontierPoint

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mechanisms.exact.privacy_level import PrivacyLevel

DASHED = "best cards put back"
LEAST_DELTA = 1e-12  # smaller ones are left out of the logarithmic axis


@drawing
def deck_frontier(points: Sequence[FrontierPoint], survey: CardSurvey, levels: Sequence[PrivacyLevel]) -> Figure:
    """Left: variance, relative to the same cards put back, against eps of all reports together, where it is finite.

    Right, if levels are given: the same against delta at each level. Dashed: the best two kinds of cards that are put
    back at this eps or (eps, delta).
    """
    panels = 2 if levels else 1
    figure = new_figure(5.4 * panels, 4.6)
    axes = figure.subplots(1, panels, squeeze=False, sharey=True)[0]
    limit = float(points[-1].variance)
    heights = [float(point.variance) / limit for point in points]
    best_put_back = _BestPutBack(float(survey.variance_put_back(0)), survey.respondents, limit)
    _epsilon_panel(axes[0], points, heights, best_put_back)
    if levels:
        _delta_panel(axes[1], points, heights, levels, best_put_back)
    axes[0].set_ylim(0.9 * min(heights), max(heights) + 0.06)
    axes[0].set_ylabel("variance relative to the same cards put back")
    shares = " : ".join(str(share) for share in points[-1].counts)
    figure.suptitle(
        f"One deck for $n={survey.respondents}$ respondents of $N={survey.population}$, "
        rf"$\pi={survey.pi}$" + f"\ncards in the proportions {shares}",
        fontsize=11,
    )
    return figure


@dataclass(frozen=True)
class _BestPutBack:
    """The least relative variance with two kinds of cards that are put back."""

    drawn: float
    respondents: int
    limit: float

    def __call__(self, x: Any, delta: Any) -> Any:
        share = (x + delta) / (x + 1)
        return (self.drawn + share * (1 - share) / (2 * share - 1) ** 2 / self.respondents) / self.limit


def _epsilon_panel(
    axes: Any, points: Sequence[FrontierPoint], heights: Sequence[float], best_put_back: _BestPutBack
) -> None:
    import numpy as np

    finite = [(log(p.odds), h, p.cards) for p, h in zip(points, heights, strict=True) if p.odds is not None]
    axes.plot([e for e, _, _ in finite], [h for _, h, _ in finite], "-", color=COLOURS[0], linewidth=1.0)
    if finite and max(e for e, _, _ in finite) > 0:
        grid = np.linspace(min(e for e, _, _ in finite), max(e for e, _, _ in finite), 300)
        grid = grid[grid > 0]
        axes.plot(grid, best_put_back(np.exp(grid), 0.0), "--", color=COLOURS[0], linewidth=1.0, label=DASHED)
        axes.legend(frameon=False, fontsize=9, loc="lower left", bbox_to_anchor=(0.36, 0.0))
    for eps, height, cards in finite:
        axes.plot(eps, height, "D" if cards is None else "o", color=COLOURS[0], markersize=6 if cards is None else 4)
    _label_cards(axes, finite)
    infinite = [(h, p.cards) for p, h in zip(points, heights, strict=True) if p.odds is None]
    low, high = min((e for e, _, _ in finite), default=0.0), max((e for e, _, _ in finite), default=1.0)
    edge = high + 0.3 * max(high - low, 0.2)
    ticks = [tick for tick in axes.get_xticks() if low - 0.1 <= tick <= high]
    labels = [f"{tick:g}" for tick in ticks]
    if infinite:
        axes.axvline((high + 2 * edge) / 3, color="#bbbbbb", linewidth=0.8, linestyle=":")
        axes.plot(
            [edge] * len(infinite), [h for h, _ in infinite], "o", color=COLOURS[0], markersize=4, fillstyle="none"
        )
        _label_cards(axes, [(edge, height, cards) for height, cards in infinite])
        ticks, labels = [*ticks, edge], [*labels, r"$\infty$"]
    axes.set_xticks(ticks, labels)
    axes.set_xlabel(r"$\epsilon$ of all reports together ($\delta=0$)")
    axes.margins(x=0.16)


def _delta_panel(
    axes: Any,
    points: Sequence[FrontierPoint],
    heights: Sequence[float],
    levels: Sequence[PrivacyLevel],
    best_put_back: _BestPutBack,
) -> None:
    import numpy as np

    for number, level in enumerate(levels):
        colour = COLOURS[number % len(COLOURS)]
        known = [
            (float(p.deltas[number]), h, p.cards)
            for p, h in zip(points, heights, strict=True)
            if p.deltas[number] > LEAST_DELTA
        ]
        label = rf"$\epsilon=\log {level.x}$" if level.x is not None else rf"$\epsilon={level}$"
        axes.plot([d for d, _, _ in known], [h for _, h, _ in known], "o-", color=colour, markersize=4, label=label)
        if known and level.x is not None:
            grid = np.geomspace(min(d for d, _, _ in known), max(d for d, _, _ in known), 300)
            grid = grid[(grid < 1) & (grid > 1 - float(level.x))]
            axes.plot(grid, best_put_back(float(level.x), grid), "--", color=colour, linewidth=1.0)
        if number == 0:
            _label_cards(axes, known)
    axes.plot([], [], "--", color=GREY, linewidth=1.0, label=DASHED)
    axes.set_xscale("log")
    axes.set_xlabel(r"$\delta$ of all reports together")
    axes.legend(frameon=False, fontsize=9, loc="lower left")
    axes.margins(x=0.14)
    axes.set_xlim(right=30.0)  # room for the label of the full deck, whose delta is nearly 1
    low, _ = axes.get_xlim()
    axes.set_xticks([tick for tick in axes.get_xticks() if low <= tick <= 1])
    axes.minorticks_off()


def _label_cards(axes: Any, places: Sequence[tuple[float, float, int | None]]) -> None:
    """The number of cards beside its point, where the label before leaves room for it."""
    taken = [height for _, height, cards in places if cards is None]
    for across, height, cards in places:
        if cards is not None and any(abs(height - other) < 0.03 for other in taken):
            continue
        text = "put back" if cards is None else f"$M={cards}$"
        axes.annotate(text, (across, height), xytext=(6, 4), textcoords="offset points", fontsize=8)
        taken.append(height)
