"""Figures 1 to 5 of the paper: variances against the budget, derived curves and seeded simulations beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import log
from typing import TYPE_CHECKING, Any

from checks.papers.szy.comparison import VARIANCES, squared_length
from checks.papers.szy.simulation import Setting, deck_near, estimates
from checks.show.plots.canvas import COLOURS, GREY, drawing, new_figure
from mechanisms.exact.polynomial import Polynomial

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CURVES = (
    ("Var_MW_MS", "modified Warner / Simmons", COLOURS[0], "-"),
    ("Var_MC", "modified Christofides", COLOURS[1], "--"),
    ("Var_IC", "improved Christofides", COLOURS[2], "-."),
)
POINTS = (("MW", COLOURS[0], "o"), ("MS", COLOURS[5], "x"), ("MC", COLOURS[1], "s"), ("IC", COLOURS[2], "^"))
RUNS, SEED = 10_000, 20231


@dataclass(frozen=True)
class Setup:
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

SETUPS = (
    Setup(1, 100, Fraction(1, 10), Fraction(1, 2), (0.1, 3.0), _DECKS_OF_100),
    Setup(2, 9, Fraction(1, 9), Fraction(9, 25), (0.4, 3.0), _DECKS_OF_9, _NO_DECK),
    Setup(3, 9, Fraction(2, 9), Fraction(9, 25), (0.4, 3.0), _DECKS_OF_9, _NO_DECK),
    Setup(4, 9, Fraction(4, 9), Fraction(9, 25), (0.4, 3.0), _DECKS_OF_9, _NO_DECK),
    Setup(5, 3252599, Fraction(389, 5000), Fraction(1, 100), (0.05, 0.5), _DECKS_OF_5),
)


def curve(name: str, setup: Setup, eps: Any) -> Any:
    """The derived variance at an array of budgets."""
    import numpy as np

    values = {"N": Fraction(setup.size), "pi": setup.proportion, "p_2": setup.share}
    variance = VARIANCES[name]().substitute(values)
    t = np.exp(eps)
    return _evaluated(variance.numerator, t) / _evaluated(variance.denominator, t)


def _evaluated(polynomial: Polynomial, t: Any) -> Any:
    coefficients = polynomial.coefficients_in("t")
    return sum(float(c.evaluate({})) * t**power for power, c in coefficients.items())


def crossing(setup: Setup) -> float | None:
    """The budget at which pi = piA1, where Var_IC meets Var_MW; None if they do not meet at a positive budget."""
    square = squared_length().substitute({"N": setup.size, "p_2": setup.share})
    wanted = (1 - 2 * setup.proportion) ** 2
    low, high = 1 + Fraction(1, 10**9), Fraction(10**6)
    if (square.evaluate({"t": low}) - wanted) * (square.evaluate({"t": high}) - wanted) > 0:
        return None
    rising = square.evaluate({"t": high}) > wanted
    for _ in range(60):
        middle = Fraction((low + high) / 2).limit_denominator(10**12)
        above = square.evaluate({"t": middle}) > wanted
        low, high = (low, middle) if above == rising else (middle, high)
    return log(float(low))


@drawing
def draw(setup: Setup) -> Figure:
    """The derived curves, and simulated points beside them."""
    import numpy as np

    eps = np.linspace(*setup.budgets, 400)
    figure = new_figure(7.2, 5.4)
    axes = figure.add_subplot()
    for name, label, colour, style in CURVES:
        axes.plot(eps, curve(name, setup, eps), style, color=colour, linewidth=1.8, label=f"{label}, derived")
    for mechanism, colour, marker in POINTS:
        places, seen = _simulated(setup, mechanism)
        axes.plot(places, seen, marker, color=colour, fillstyle="none", markersize=7, label=f"{mechanism}, simulated")
    meeting = crossing(setup)
    if meeting is not None and setup.budgets[0] < meeting < setup.budgets[1]:
        axes.axvline(meeting, color=GREY, linewidth=0.9, linestyle=":")
        top = axes.get_ylim()[1]
        axes.annotate(
            r"$\pi_A=\pi_{A_1}$", (meeting, top), xytext=(4, -4), textcoords="offset points", fontsize=8, va="top"
        )
    axes.set_yscale("log")
    axes.set_xlabel(r"$\varepsilon$ (of one report)")
    axes.set_ylabel("variance of the estimator")
    proportion = setup.proportion if setup.size < 1000 else float(setup.proportion)
    axes.set_title(
        rf"Figure {setup.number}: $N={setup.size}$, $\pi_A={proportion}$, $p_2={float(setup.share):g}$", fontsize=11
    )
    said = f"{RUNS} runs a point, seed {SEED}" + (f"\n{setup.remark}" if setup.remark else "")
    axes.text(0.02, 0.02, said, transform=axes.transAxes, fontsize=7.5, color="#444444")
    figure.legend(loc="outside lower center", frameon=False, fontsize=8, ncols=3)
    return figure


def _simulated(setup: Setup, mechanism: str) -> tuple[list[float], list[float]]:
    """Budgets of the decks, and mean squared deviations from the proportion of sensitive members."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    places, seen = [], []
    for deck in setup.decks:
        setting = Setting(setup.size, setup.members, deck)
        found = estimates(mechanism, setting, RUNS, rng)
        places.append(log(setting.budget))
        seen.append(float(((found - float(setting.proportion)) ** 2).mean()))
    return places, seen


_CLAIMS = {1: "142", 2: "145", 3: "146", 4: "147", 5: "151"}
FIGURES: Mapping[str, Callable[[], Figure]] = {f"SZY-{_CLAIMS[setup.number]}": partial(draw, setup) for setup in SETUPS}
