"""Figure 1: whether the theory is met by experiments according to the algorithms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from checks.claims.verdict import Outcome
from checks.papers.szy.comparison import VARIANCES
from checks.papers.szy.simulation import Comparison, Setting, compared
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.finite_population import design_reports, finite_population
from derivations.estimation.moment_law import variable
from mechanisms.catalogue.printed_algorithms import simmons_algorithm
from mechanisms.exact.rational import RationalFunction

RUNS = 10_000
SEED = 20231
NAMES = {"MW": "Var_MW", "MS": "Var_MS", "MC": "Var_MC", "IC": "Var_IC"}
FIGURE_1 = tuple(Setting(100, 10, (ones, 50, 50 - ones)) for ones in (22, 18, 10, 5))
"""N = 100, pi = 0.1, p_2 = 0.5: four of the 24 decks that have a budget; e^eps = 14/11, 16/9, 4, 9."""


def theory(mechanism: str, setting: Setting) -> Fraction:
    """The derived variance of a mechanism at the budget of the deck."""
    values = {
        "N": Fraction(setting.size),
        "pi": setting.proportion,
        "p_2": setting.shares[1],
        "t": setting.budget,
    }
    return VARIANCES[NAMES[mechanism]]().evaluate(values)


@cache
def simulated(setting: Setting, seed: int = SEED) -> tuple[Comparison, ...]:
    """All four mechanisms at one setting."""
    return tuple(compared(name, setting, theory(name, setting), RUNS, seed) for name in NAMES)


def figure_1_confirmed(context: Context) -> Sequence[Part]:
    """The mean squared deviations over seeded runs agree with the derived variances; numeric evidence only.

    A disagreement leaves the outcome without evidence.
    """
    parts: list[Part] = []
    for setting in FIGURE_1:
        found = simulated(setting)
        label = f"N = 100, pi = 1/10, p_2 = 1/2, e^eps = {setting.budget}"
        said = "; ".join(map(str, found))
        evidence = f"{RUNS} runs (seed {SEED}), mean of (estimate - pi)^2: {said}; false alarm at most 1e-9 each"
        agrees = all(comparison.agrees for comparison in found)
        parts.append(
            Outcome(
                label,
                Sequent(frozenset(), relation_formula(variable("theory"), "=", variable("mean of the experiment"))),
                None,
                evidence=evidence if agrees else "",
                reason="" if agrees else said,
            )
        )
    return parts


def algorithms_as_printed(context: Context) -> Sequence[Part]:
    """Algorithm 2 to the letter, where `u < p` holds for u = 0: the variance of the text's estimator at e^eps = 4."""
    setting = FIGURE_1[2]
    t = RationalFunction.of(setting.budget)
    p = (t - 1) / (t + 1)
    reports = design_reports(simmons_algorithm().protocol.design(), finite_population())
    size, proportion = RationalFunction.of(setting.size), RationalFunction.of(setting.proportion)
    values = {"p": p, "piB": RationalFunction.of(1) / 2, "N": size, "pi": proportion}
    letter = reports.variance_of_sum(variable("N")).substitute(values) / (size * p) ** 2
    found = relation_formula(letter, "=", RationalFunction.of(theory("MS", setting)))
    return [context.shown("the variance of modified Simmons by Algorithm 2, e^eps = 4", found)]


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "figure_1_confirmed": figure_1_confirmed,
    "algorithms_as_printed": algorithms_as_printed,
}
