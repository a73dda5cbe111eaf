"""Figures 1 to 3 of the paper: curves from the derived formulas, and seeded simulations of both experiments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from math import exp, log, prod
from typing import TYPE_CHECKING, Any

from checks.papers.pan.simulation import (
    FIRST_COUNTS,
    FIRST_LEVELS,
    SECOND_COUNTS,
    SECOND_LEVELS,
    SEED,
    estimates,
    relaxed_counts,
    sampled_estimates,
)
from checks.show.plots.canvas import COLOURS, GREY, MARKERS, drawing, new_figure
from derivations.estimation.moment_law import variable
from derivations.theorems.oracles.rappor import noisy_reports, standard_variance
from derivations.theorems.relaxations.inference_attacks import response_row, vote
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RUNS = 100  # as in the paper
BETAS = (0.1, 0.2, 0.5, 1.0)
ROUNDS = (5, 10, 20, 50)


Terms = Mapping[tuple[tuple[str, int], ...], Any]


def _share(odds: str) -> RationalFunction:
    """The probability with these odds."""
    return variable(odds) / (variable(odds) + 1)


@cache
def _formula(name: str) -> tuple[Terms, Terms]:
    """Terms above and below of a derived variance."""
    clients, alpha, beta = variable("N"), _share("e_alpha"), _share("e_beta")
    formula: RationalFunction = {
        "noisy": lambda: noisy_reports(alpha, beta, variable("K")).estimate_variance(clients, variable("members")),
        "relaxed": lambda: standard_variance(variable("y"), clients),
    }[name]()
    return formula.numerator.terms(), formula.denominator.terms()


def value(name: str, **numbers: float) -> float:
    """A derived variance in floating point."""

    def part(terms: Terms) -> float:
        total = 0.0
        for monomial, coefficient in terms.items():
            total += float(coefficient) * float(prod(numbers[symbol] ** power for symbol, power in monomial))
        return total

    top, bottom = _formula(name)
    return part(top) / part(bottom)


def guarantee(odds_beta: float, count: float) -> float:
    """e^eps_ns for eps_alpha = 1, from the derived ratio of K ones."""
    power = exp(count * log(odds_beta))
    return (exp(1) * power + 1) / (exp(1) + power)


def noisy_variance(odds_beta: float, count: float) -> float:
    """The variance of the decoder for N = 1 and eps_alpha = 1."""
    return value("noisy", e_alpha=exp(1), e_beta=odds_beta, K=count, N=1, members=1)


def relaxed_variance(level: float, clients: int = 1) -> float:
    """The variance of the estimate from standard responses."""
    return value("relaxed", y=level, N=clients)


@drawing
def figure_1a() -> Figure:
    """The guarantee of K noisy samples for eps_alpha = 1."""
    figure = new_figure(6.4, 4.4)
    axes = figure.add_subplot()
    counts = range(1, 51)
    for eps, colour, marker in zip(BETAS, COLOURS, MARKERS, strict=False):
        levels = [log(guarantee(exp(eps), k)) for k in counts]
        style: dict[str, Any] = {"color": colour, "marker": marker, "markersize": 3.5, "linewidth": 1.2}
        axes.plot(counts, levels, label=rf"$\epsilon_\beta={eps}$", **style)
    axes.axhline(1.0, color=GREY, linestyle=":", linewidth=1)
    axes.annotate(r"$\epsilon_\alpha=1$", (50, 1.0), xytext=(0, 4), textcoords="offset points", ha="right", fontsize=9)
    axes.set_ylim(0, 1.1)
    axes.set_xlabel("$K$, noisy samples")
    axes.set_ylabel(r"$\epsilon_{ns}(K)$")
    axes.legend(frameon=False, loc="lower right")
    axes.set_title("Figure 1(a): guarantee of repeated noisy sampling", fontsize=11)
    return figure


@drawing
def figure_1b() -> Figure:
    """Variances for N = 1, eps_alpha = 1: noisy sampling and the relaxation to the same guarantee."""
    figure = new_figure(6.4, 4.8)
    axes = figure.add_subplot()
    counts = range(1, 51)
    for eps, colour in zip(BETAS, COLOURS, strict=False):
        noisy = [noisy_variance(exp(eps), k) for k in counts]
        relaxed = [relaxed_variance(guarantee(exp(eps), k)) for k in counts]
        axes.plot(counts, noisy, "-", color=colour, linewidth=1.6, label=rf"$\epsilon_\beta={eps}$, noisy sampling")
        axes.plot(counts, relaxed, "--", color=colour, linewidth=1.6, label=rf"$\epsilon_\beta={eps}$, relaxation")
    limit = relaxed_variance(exp(1))
    axes.axhline(limit, color=GREY, linestyle=":", linewidth=1)
    axes.annotate("common limit", (50, limit), xytext=(0, -10), textcoords="offset points", ha="right", fontsize=8)
    axes.set_yscale("log")
    axes.set_ylim(bottom=0.6 * limit)
    axes.set_xlabel("$K$, noisy samples")
    axes.set_ylabel("variance of the estimated frequency, $N=1$")
    figure.legend(loc="outside lower center", frameon=False, fontsize=8, ncols=2)
    axes.set_title(r"Figure 1(b): equal at $K=1$, smaller for the relaxation from $K=2$ on", fontsize=11)
    return figure


@drawing
def figure_1c() -> Figure:
    """The variance for N = 1 while the guarantee rises linearly from 0.1 to 1.0 in K rounds."""
    figure = new_figure(6.4, 4.4)
    axes = figure.add_subplot()
    for rounds, colour, marker in zip(ROUNDS, COLOURS, MARKERS, strict=False):
        levels = [exp(0.1 + 0.9 * j / (rounds - 1)) for j in range(rounds)]
        variances = [relaxed_variance(level) for level in levels]
        style: dict[str, Any] = {"color": colour, "marker": marker, "markersize": 3.5, "linewidth": 1.2}
        axes.plot(range(1, rounds + 1), variances, label=f"$K={rounds}$", **style)
    axes.set_yscale("log")
    axes.set_xlabel("round")
    axes.set_ylabel("variance of the estimated frequency, $N=1$")
    axes.legend(frameon=False)
    axes.set_title(r"Figure 1(c): $\epsilon$ relaxed linearly from 0.1 to 1.0 in $K$ rounds", fontsize=11)
    return figure


def _generator() -> Any:
    import numpy as np

    return np.random.default_rng(SEED)


def _band(axes: Any, places: Sequence[float], found: Any, share: float, deviations: Sequence[float]) -> None:
    """Observed means with two standard deviations, and the derived ones dashed."""
    means, spread = found.mean(axis=0), found.std(axis=0, ddof=1)
    axes.errorbar(places, means, yerr=2 * spread, fmt="o", color=COLOURS[0], markersize=3.5, capsize=2.5, linewidth=1)
    for sign in (-2, 0, 2):
        derived = [share + sign * deviation for deviation in deviations]
        axes.plot(places, derived, "--", color=GREY, linewidth=1)


@drawing
def figure_2a() -> Figure:
    """The estimated frequency of ones in the first experiment: mean and two standard deviations of 100 runs."""
    size = sum(FIRST_COUNTS)
    found = estimates(relaxed_counts(FIRST_COUNTS, FIRST_LEVELS, RUNS, _generator()), FIRST_LEVELS)[:, :, 1]
    figure = new_figure(6.0, 4.2)
    axes = figure.add_subplot()
    deviations = [relaxed_variance(level, size) ** 0.5 for level in FIRST_LEVELS]
    _band(axes, range(1, len(FIRST_LEVELS) + 1), found, FIRST_COUNTS[1] / size, deviations)
    axes.set_xlabel("round")
    axes.set_ylabel("estimated frequency of ones")
    axes.set_title(rf"Figure 2(a): {RUNS} runs (seed {SEED}), mean $\pm 2\sigma$; dashed: derived", fontsize=11)
    return figure


@drawing
def figure_2b() -> Figure:
    """Variances of both estimates in the first experiment over 100 runs, and the derived ones."""
    rng, size = _generator(), sum(FIRST_COUNTS)
    rounds = range(1, len(FIRST_LEVELS) + 1)
    relaxed = estimates(relaxed_counts(FIRST_COUNTS, FIRST_LEVELS, RUNS, rng), FIRST_LEVELS)[:, :, 1]
    alpha, beta = exp(1) / (exp(1) + 1), exp(0.5) / (exp(0.5) + 1)
    noisy = sampled_estimates(FIRST_COUNTS, alpha, beta, len(FIRST_LEVELS), RUNS, rng)
    figure = new_figure(6.4, 4.6)
    axes = figure.add_subplot()
    axes.plot(
        rounds, relaxed.var(axis=0, ddof=1), "o", color=COLOURS[0], fillstyle="none", label="relaxation, simulated"
    )
    axes.plot(
        rounds, [relaxed_variance(x, size) for x in FIRST_LEVELS], "--", color=COLOURS[0], label="relaxation, derived"
    )
    axes.plot(
        rounds, noisy.var(axis=0, ddof=1), "s", color=COLOURS[1], fillstyle="none", label="noisy sampling, simulated"
    )
    derived = [noisy_variance(exp(0.5), k) / size for k in rounds]
    axes.plot(rounds, derived, "-", color=COLOURS[1], linewidth=1, label="noisy sampling, derived")
    axes.set_yscale("log")
    axes.set_xlabel("round")
    axes.set_ylabel("variance of the estimated frequency")
    axes.legend(frameon=False)
    axes.set_title(rf"Figure 2(b): {RUNS} runs (seed {SEED})", fontsize=11)
    return figure


@drawing
def figure_3() -> Figure:
    """The estimated frequencies of the five values in the second experiment."""
    size, values = sum(SECOND_COUNTS), len(SECOND_COUNTS)
    found = estimates(relaxed_counts(SECOND_COUNTS, SECOND_LEVELS, RUNS, _generator()), SECOND_LEVELS)
    figure = new_figure(10.5, 6.0)
    panels = figure.subplots(2, 3, sharex=True)
    places = [log(level) for level in SECOND_LEVELS]
    for j, (axes, count) in enumerate(zip(panels.flat, SECOND_COUNTS, strict=False)):
        deviations = []
        for level in SECOND_LEVELS:
            p, q = response_row(level, values)
            variance = (count * p * (1 - p) + (size - count) * q * (1 - q)) / (size * (p - q)) ** 2
            deviations.append(variance**0.5)
        _band(axes, places, found[:, :, j], count / size, deviations)
        axes.set_title(f"({'abcde'[j]}) value {j + 1}", fontsize=10)
        axes.set_xlabel(r"$\epsilon$")
    panels.flat[2].tick_params(labelbottom=True)
    panels.flat[5].set_axis_off()
    note = f"{RUNS} runs (seed {SEED})\nmean $\\pm 2\\sigma$ of the estimated frequency\ndashed: derived"
    panels.flat[5].text(0.05, 0.6, note, transform=panels.flat[5].transAxes, fontsize=10)
    figure.suptitle("Figure 3(a) to (e)", fontsize=11)
    return figure


@drawing
def figure_of_errors(*, levels: Sequence[float], size: int, title: str) -> Figure:
    """The exact error rates of the four methods; whiskers for ties broken against and for the true value."""
    rounds = len(levels)
    weights: Mapping[str, Sequence[float]] = {
        "LO": [0] * (rounds - 1) + [1],
        "MLE": [0] * (rounds - 1) + [1],
        "HF": [1] * rounds,
        "WHF": [log(x) for x in levels] if size == 2 else list(range(1, rounds + 1)),
    }
    figure = new_figure(5.6, 4.2)
    axes = figure.add_subplot()
    for place, weight in enumerate(weights.values()):
        ends = vote(levels, size, weight)
        middle, low, high = (ends.error(rule) for rule in ("at random", "for the truth", "against the truth"))
        axes.errorbar([place], [middle], yerr=[[middle - low], [high - middle]], fmt="o", color=COLOURS[0], capsize=5)
        axes.annotate(f"{middle:.4f}", (place, middle), xytext=(7, 5), textcoords="offset points", fontsize=9)
    least = 1 - levels[-1] / (levels[-1] + size - 1)
    axes.axhline(least, color=GREY, linestyle="--", linewidth=1)
    axes.annotate(
        f"least error {least:.4f}", (3.45, least), xytext=(0, -11), textcoords="offset points", ha="right", fontsize=8
    )
    axes.set_xlim(-0.4, 3.6)
    axes.set_xticks(range(len(weights)), list(weights))
    axes.margins(y=0.15)
    axes.set_ylabel("error rate")
    axes.set_title(f"{title}: exact; ties at random, whiskers: all lost, all won", fontsize=10)
    return figure


FIGURES: Mapping[str, Callable[[], Figure]] = {
    "PAN-77": figure_1a,
    "PAN-83": figure_1b,
    "PAN-85": figure_1c,
    "PAN-92": figure_2a,
    "PAN-93": figure_2b,
    "PAN-96": partial(figure_of_errors, levels=FIRST_LEVELS, size=2, title="Figure 2(c)"),
    "PAN-98": figure_3,
    "PAN-99": partial(figure_of_errors, levels=SECOND_LEVELS, size=5, title="Figure 3(f)"),
}
