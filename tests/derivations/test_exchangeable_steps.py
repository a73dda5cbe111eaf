from fractions import Fraction as F

import pytest

from derivations.estimation.card_moments import card, card_probabilities, symbolic_card
from derivations.estimation.exchangeable_steps import (
    estimator_variance_derivation,
    pair_moment_derivation,
    variance_of_sum_derivation,
)
from derivations.estimation.finite_population import (
    Draws,
    Reports,
    card_reports,
    draws_without_replacement,
    finite_population,
    independent_draws,
    infinite_population,
)
from derivations.estimation.moment_law import indicator_law, tabulated_law, variable
from mechanisms.exact.formula import Condition

N, M, PI, U, X = (variable(name) for name in ("N", "M", "pi", "u", "x"))
CARD = symbolic_card(variance=variable("VarY"))
MODELS = {
    "dealt": (card_reports(CARD, finite_population(), deck=N), N),
    "replaced": (card_reports(CARD, finite_population()), N),
    "partial deck": (card_reports(CARD, infinite_population(), deck=M), variable("n")),
    "three cards": (card_reports(card(card_probabilities(3)), finite_population(), deck=N), N),
    "spinner": (
        Reports(U * X + (1 - U) * (1 - X), (independent_draws(indicator_law("u", variable("p"))), finite_population())),
        N,
    ),
}


@pytest.mark.parametrize("model", MODELS)
def test_the_last_theorem_states_the_variance(model: str) -> None:
    reports, count = MODELS[model]
    found = estimator_variance_derivation(reports, count)
    value = reports.estimator_variance(count)
    conclusion = found.theorems[-1].sequent.conclusion
    name = variable("variance")
    assert conclusion == Condition((name * value.denominator - value.numerator).numerator, "=")
    assert all(step.theorem is not None for step in found.steps if "=" in str(step) and "E[product]" in str(step))
    assert r"\operatorname{Var}(\hat\pi)" in found.latex()


def test_the_theorems_bite_at_a_point() -> None:
    """At a point that satisfies the hypotheses the conclusion holds for the right value alone."""
    reports, count = MODELS["dealt"]
    theorem = variance_of_sum_derivation(reports, count).theorems[-1]
    point = {"N": F(5), "pi": F(2, 5), "VarY": F(7, 3), "EY": F(2), "L": F(4)}
    right = reports.variance_of_sum(count).evaluate(point)
    for value in (right, right + 1):
        assert theorem.sequent.conclusion.holds_at(point | {"whole": value}) == (value == right)
        assert all(h.holds_at(point | {"whole": value}) for h in theorem.sequent.hypotheses) == (value == right)


def test_the_steps_of_a_dealt_deck() -> None:
    text = str(pair_moment_derivation(draws_without_replacement(CARD.law, M)))
    assert "M E[Y^2] + M (M - 1) E[Y_i Y_j] = (M E[Y])^2" in text
    assert "Cov(Y_i, Y_j) = -VarY/(M - 1)" in text
    whole = estimator_variance_derivation(*MODELS["dealt"])
    assert "pi_hat = (Xbar - EY)/(L + 1 - 2*EY)" in str(whole)
    assert r"\hat\pi = \frac{\bar{X} - \mathbb{E}(Y)}{L + 1 - 2 \mathbb{E}(Y)}" in whole.latex()
    text = str(variance_of_sum_derivation(*MODELS["dealt"]))
    assert "Cov(x_i, x_j) = -pi*(1 - pi)/(N - 1)" in text
    assert "Var(X_1 + ... + X_n) = 4*N^2*VarY*pi*(1 - pi)/(N - 1)" in text


def test_independent_draws_have_no_covariance() -> None:
    assert "Cov(Y_i, Y_j) = 0" in str(pair_moment_derivation(independent_draws(CARD.law)))


def test_sources_of_several_variables_are_passed_over() -> None:
    pair: Draws = draws_without_replacement(tabulated_law(("x", "b"), {(0, 1): 1 - PI, (1, 0): PI}), N)
    derivation = variance_of_sum_derivation(Reports(X + 2 * variable("b"), (pair,)), N)
    assert "E[X_i X_j]" in str(derivation)
    assert "Cov(x_i" not in str(derivation)
