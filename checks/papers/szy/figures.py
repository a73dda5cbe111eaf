"""Figures 1 to 5 of the paper: variances against the budget, derived curves and seeded simulations beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import log
from pathlib import Path
from typing import Any

from checks.papers.hlm.figures import MissingPlotPackageError
from checks.papers.szy.comparison import VARIANCES, squared_length
from checks.papers.szy.simulation import Setting, deck_near, estimates
from mechanisms.polynomial import Polynomial

CURVES = (
    ("Var_MW_MS", "modified Warner / Simmons", "#1f5a96", "-"),
    ("Var_MC", "modified Christofides", "#b3312c", "--"),
    ("Var_IC", "improved Christofides", "#2f7d4f", "-."),
)
POINTS = (("MW", "#1f5a96", "o"), ("MS", "#7aa6d1", "x"), ("MC", "#b3312c", "s"), ("IC", "#2f7d4f", "^"))
RUNS, SEED = 10_000, 20231


@dataclass(frozen=True)
class Figure:
    """The parameters of a figure: as printed for the curves, and the decks with which it can be simulated."""

    number: int
    size: int
    proportion: Fraction
    share: Fraction
    budgets: tuple[float, float]
    decks: tuple[tuple[int, int, int], ...]
    remark: str = ""

    @property
    def members(self) -> int:
        """The number of sensitive members, N pi rounded."""
        return round(self.size * self.proportion)


_DECKS_OF_100 = tuple((ones, 50, 50 - ones) for ones in (23, 21, 19, 16, 13, 10, 7, 5, 3))
_DECKS_OF_9 = ((2, 3, 4), (1, 3, 5))
_NO_DECK = "curves: $p_2=0.36$, for which 9 cards have no deck; points: decks 2, 3, 4 and 1, 3, 5 ($p_2=1/3$)"
_BUDGETS_OF_5 = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
_DECKS_OF_5 = tuple(deck_near(3252599, Fraction(1, 100), eps) for eps in _BUDGETS_OF_5)

FIGURES = (
    Figure(1, 100, Fraction(1, 10), Fraction(1, 2), (0.1, 3.0), _DECKS_OF_100),
    Figure(2, 9, Fraction(1, 9), Fraction(9, 25), (0.4, 3.0), _DECKS_OF_9, _NO_DECK),
    Figure(3, 9, Fraction(2, 9), Fraction(9, 25), (0.4, 3.0), _DECKS_OF_9, _NO_DECK),
    Figure(4, 9, Fraction(4, 9), Fraction(9, 25), (0.4, 3.0), _DECKS_OF_9, _NO_DECK),
    Figure(5, 3252599, Fraction(389, 5000), Fraction(1, 100), (0.05, 0.5), _DECKS_OF_5),
)


def curve(name: str, figure: Figure, eps: Any) -> Any:
    """The derived variance at an array of budgets."""
    import numpy as np

    values = {"N": Fraction(figure.size), "pi": figure.proportion, "p_2": figure.share}
    variance = VARIANCES[name]().substitute(values)
    t = np.exp(eps)
    return _evaluated(variance.numerator, t) / _evaluated(variance.denominator, t)


def _evaluated(polynomial: Polynomial, t: Any) -> Any:
    coefficients = polynomial.coefficients_in("t")
    return sum(float(c.evaluate({})) * t**power for power, c in coefficients.items())


def crossing(figure: Figure) -> float | None:
    """The budget at which pi = piA1, where Var_IC meets Var_MW; None if they do not meet at a positive budget."""
    square = squared_length().substitute({"N": figure.size, "p_2": figure.share})
    wanted = (1 - 2 * figure.proportion) ** 2
    low, high = 1 + Fraction(1, 10**9), Fraction(10**6)
    if (square.evaluate({"t": low}) - wanted) * (square.evaluate({"t": high}) - wanted) > 0:
        return None
    rising = square.evaluate({"t": high}) > wanted
    for _ in range(60):
        middle = Fraction((low + high) / 2).limit_denominator(10**12)
        above = square.evaluate({"t": middle}) > wanted
        low, high = (low, middle) if above == rising else (middle, high)
    return log(float(low))


def draw(figure: Figure, path: str | Path) -> Path:
    """Write the figure; the suffix of the path says the format. Raises MissingPlotPackageError without matplotlib."""
    try:
        from matplotlib.figure import Figure as Canvas
    except ImportError as error:
        raise MissingPlotPackageError("plots need matplotlib: install rrproof with the extra `plots`") from error
    import numpy as np

    eps = np.linspace(*figure.budgets, 400)
    canvas = Canvas(figsize=(7.2, 5.4), layout="constrained")
    axes = canvas.add_subplot()
    for name, label, colour, style in CURVES:
        axes.plot(eps, curve(name, figure, eps), style, color=colour, linewidth=1.8, label=f"{label}, derived")
    for mechanism, colour, marker in POINTS:
        places, seen = _simulated(figure, mechanism)
        axes.plot(places, seen, marker, color=colour, fillstyle="none", markersize=7, label=f"{mechanism}, simulated")
    meeting = crossing(figure)
    if meeting is not None and figure.budgets[0] < meeting < figure.budgets[1]:
        axes.axvline(meeting, color="#888888", linewidth=0.9, linestyle=":")
        top = axes.get_ylim()[1]
        axes.annotate(
            r"$\pi_A=\pi_{A_1}$", (meeting, top), xytext=(4, -4), textcoords="offset points", fontsize=8, va="top"
        )
    axes.set_yscale("log")
    axes.set_xlabel(r"$\varepsilon$ (of one report)")
    axes.set_ylabel("variance of the estimator")
    proportion = figure.proportion if figure.size < 1000 else float(figure.proportion)
    axes.set_title(
        rf"Figure {figure.number}: $N={figure.size}$, $\pi_A={proportion}$, $p_2={float(figure.share):g}$", fontsize=11
    )
    said = f"{RUNS} runs a point, seed {SEED}" + (f"\n{figure.remark}" if figure.remark else "")
    axes.text(0.02, 0.02, said, transform=axes.transAxes, fontsize=7.5, color="#444444")
    canvas.legend(loc="outside lower center", frameon=False, fontsize=8, ncols=3)
    target = Path(path)
    canvas.savefig(target, dpi=160)
    return target


def _simulated(figure: Figure, mechanism: str) -> tuple[list[float], list[float]]:
    """Budgets of the decks, and mean squared deviations from the proportion of sensitive members."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    places, seen = [], []
    for deck in figure.decks:
        setting = Setting(figure.size, figure.members, deck)
        found = estimates(mechanism, setting, RUNS, rng)
        places.append(log(setting.budget))
        seen.append(float(((found - float(setting.proportion)) ** 2).mean()))
    return places, seen


_CLAIMS = {1: ("142", "143"), 2: ("144", "145"), 3: ("146",), 4: ("147",), 5: ("150", "151")}
DRAWINGS: Mapping[str, Callable[[Path], Path]] = {
    f"SZY-{number}": partial(draw, figure) for figure in FIGURES for number in _CLAIMS[figure.number]
}
"""What `rrproof show SZY-151 --plot file.png` draws."""
