"""Derivations to show with the claims of sections 2 to 4: from the protocol to the variance of the estimator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

import sympy

from checks.papers.szy.surveys import (
    PI,
    SURVEYS,
    N,
    Survey,
    improved_christofides,
    modified_christofides,
    named_card,
)
from derivations.estimation.card_moments import Card, symbolic_card
from derivations.estimation.exchangeable_steps import (
    estimator_variance_derivation,
    pair_moment_derivation,
    variance_of_sum_derivation,
)
from derivations.estimation.finite_population import card_reports, draws_without_replacement, finite_population
from derivations.estimation.moment_law import variable
from derivations.prover.quantities import closed_form, unreduced_sum
from derivations.steps import Derivation, Step, Written, relation

SYMBOLS = {"EY": sympy.Symbol("E(Y)"), "VarY": sympy.Symbol("Var(Y)")}


SPREAD = Step(
    Written("D = L + 1 - 2 E(Y)", r"D=L+1-2\mathbf{E}(Y)"),
    "a name for the difference of the mean reports of the two groups",
)


def in_terms_of_spread() -> Card:
    """The card for any L with D = L + 1 - 2 E(Y) in place of L, which keeps the formulas short."""
    return symbolic_card(variable("D") + 2 * variable("EY") - 1, variance=variable("VarY"))


def shown(survey: Callable[[], Survey]) -> tuple[Survey, tuple[Step, ...]]:
    """The survey to derive from, and the steps that come before."""
    found = survey()
    truths = next(source for source in found.reports.sources if source.law.variables == ("x",))
    if found.card is None:
        return found, ()
    deck = N if found is improved_christofides() else None
    card = in_terms_of_spread()
    return Survey(found.title, card_reports(card, truths, deck=deck), card), (SPREAD,)


@cache
def variance_in(survey: Callable[[], Survey]) -> Derivation:
    """From one report and a pair of reports to the variance of the sum, and of the estimator."""
    found, before = shown(survey)
    derivation = estimator_variance_derivation(found.reports, N, symbols=SYMBOLS)
    return Derivation(f"Variance of the estimator: {found.title}", (*before, *derivation.steps), derivation.result)


@cache
def sum_in(survey: Callable[[], Survey]) -> Derivation:
    """From one report and a pair of reports to the variance of the sum."""
    found, before = shown(survey)
    derivation = variance_of_sum_derivation(found.reports, N, symbols=SYMBOLS)
    return Derivation(f"Variance of the sum: {found.title}", (*before, *derivation.steps), derivation.result)


@cache
def two_cards() -> Derivation:
    """E Y_i Y_j of two cards from one deck of N."""
    return pair_moment_derivation(draws_without_replacement(named_card().law, N), SYMBOLS)


@cache
def two_truths() -> Derivation:
    """E x_i x_j of two members of a population of N."""
    return pair_moment_derivation(finite_population())


@cache
def reduction(with_replacement: Callable[[], Survey], without: Callable[[], Survey]) -> Derivation:
    """The variance with replacement, that without, and their difference."""
    first, second = with_replacement().estimator_variance, without().estimator_variance
    gap = first - second
    names = Written("Var with replacement", r"\mathbf{Var}_{wr}"), Written("Var without", r"\mathbf{Var}_{wor}")
    result = relation(names[0], "-", names[1], "=", gap, symbols=SYMBOLS)
    steps = (
        Step(relation(names[0], "=", first, symbols=SYMBOLS), f"derived: {with_replacement().title}"),
        Step(relation(names[1], "=", second, symbols=SYMBOLS), f"derived: {without().title}"),
        Step(result, "subtracted", closed_form("gap", unreduced_sum([(first,), (-second,)]), gap)),
    )
    return Derivation("What sampling without replacement saves", steps, result)


@cache
def comparison() -> Derivation:
    """Var_IC - Var_MC, and its sign."""
    improved, modified = improved_christofides().estimator_variance, modified_christofides().estimator_variance
    gap = improved - modified
    names = Written("Var_IC", r"\mathbf{Var}_{IC}"), Written("Var_MC", r"\mathbf{Var}_{MC}")
    distance = N * (2 * PI - 1) ** 2
    squares = Written("N (2 pi - 1)^2 > 1", r"N(2\pi_A-1)^2>1")
    result = Written(
        "Var_IC < Var_MC exactly if |pi - 1/2| > 1/(2 sqrt(N)), where Var(Y) > 0",
        r"\mathbf{Var}_{IC}<\mathbf{Var}_{MC}\iff|\pi_A-\tfrac12|>\tfrac1{2\sqrt N}\quad(\mathbf{Var}Y>0)",
    )
    steps = (
        Step(relation(names[0], "=", improved, symbols=SYMBOLS), "derived: improved Christofides"),
        Step(relation(names[1], "=", modified, symbols=SYMBOLS), "derived: modified Christofides"),
        Step(
            relation(names[0], "-", names[1], "=", gap, symbols=SYMBOLS),
            "subtracted",
            closed_form("gap", unreduced_sum([(improved,), (-modified,)]), gap),
        ),
        Step(
            Written(
                "Var_IC - Var_MC = (1 - N (2 pi - 1)^2) Var_MC/(N - 1)",
                r"\mathbf{Var}_{IC}-\mathbf{Var}_{MC}=\frac{1-N(2\pi_A-1)^2}{N-1}\mathbf{Var}_{MC}",
            ),
            "4 pi (1 - pi) = 1 - (2 pi - 1)^2",
            closed_form("gap", unreduced_sum([(1 - distance, modified, 1 / (N - 1))]), gap),
        ),
        Step(result, f"negative exactly if {squares}, for N >= 2"),
    )
    return Derivation("Comparison of the two Christofides mechanisms", steps, result)


def _variances(name: str, *claims: int) -> dict[str, Callable[[], Derivation]]:
    return dict.fromkeys([f"SZY-{number:02}" for number in claims], partial(variance_in, SURVEYS[name]))


def _reductions(claim: int, mechanism: str) -> dict[str, Callable[[], Derivation]]:
    surveys = SURVEYS[f"{mechanism}_with_replacement"], SURVEYS[f"modified_{mechanism}"]
    return {f"SZY-{claim}": partial(reduction, *surveys)}


DERIVATIONS_2_4: Mapping[str, Callable[[], Derivation]] = {
    **_variances("modified_warner", 11, 12, 13, 14, 15, 16, 17),
    **_variances("warner_with_replacement", 18),
    **_reductions(19, "warner"),
    **_variances("modified_simmons", 21, 22, 23, 24, 25, 26, 27),
    **_variances("simmons_with_replacement", 28),
    **_reductions(29, "simmons"),
    **_variances("modified_christofides", 34, 35, 36, 37, 38, 46),
    **_variances("christofides_with_replacement", 39),
    **_reductions(40, "christofides"),
    **dict.fromkeys([f"SZY-{number}" for number in (42, 43, 44, 45)], partial(sum_in, modified_christofides)),
    **_variances("improved_christofides", 49, 50, 51, 52, 53, 54, 75),
    **dict.fromkeys(
        [f"SZY-{number}" for number in (55, 57, 58, 59, 60, 61, *range(68, 75))], partial(sum_in, improved_christofides)
    ),
    **dict.fromkeys(("SZY-56", "SZY-62", "SZY-63", "SZY-64"), two_cards),
    **dict.fromkeys(("SZY-65", "SZY-66", "SZY-67"), two_truths),
    **dict.fromkeys([f"SZY-{number}" for number in (76, 77, 78, 79, 80, 81, 82, 85)], comparison),
}
"""How to derive what a claim speaks of, for `rrproof show`."""
