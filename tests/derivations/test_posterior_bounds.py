"""The theorems hold for the kernel; their premises are met at generic points, and the formulas agree with Bayes."""

from fractions import Fraction

from derivations.arithmetic.kernel import Theorem
from derivations.theorems.subsets import posterior_bounds as bounds
from mechanisms.design import Design
from mechanisms.guarantees.criteria.bayes import posterior
from mechanisms.guarantees.criteria.information_privacy import breach_demand, factor_demand, is_strictly_private

POINT = {"p": Fraction(1, 5), "eta": Fraction(3), "u": Fraction(1, 4), "v": Fraction(1, 6), "beta": Fraction(4)}
RHOS = {"rho1": Fraction(1, 4), "rho2": Fraction(3, 5)}


def met(theorem: Theorem, point: dict[str, Fraction]) -> bool:
    sequent = theorem.sequent
    return all(h.holds_at(point) for h in sequent.hypotheses) and sequent.conclusion.holds_at(point)


def test_posteriors_lie_in_the_range() -> None:
    assert met(bounds.posterior_within(), POINT)
    design = Design([[Fraction(1, 4), Fraction(3, 4)], [Fraction(1, 6), Fraction(5, 6)]])
    after = posterior(design, [Fraction(1, 5), Fraction(4, 5)], 0)[0]
    expected = POINT["p"] * POINT["u"] / (POINT["p"] * POINT["u"] + (1 - POINT["p"]) * POINT["v"])
    assert after.evaluate({}) == expected


def test_the_factor_is_kept_up_to_beta_and_exceeded_beyond() -> None:
    assert met(bounds.factor_is_kept(), POINT)
    eta, beta = Fraction(5), Fraction(4)
    p = (eta - beta) / (2 * beta * (eta - 1))
    assert met(bounds.factor_is_exceeded(), {"eta": eta, "beta": beta, "p": p})
    design = Design([[Fraction(5, 6), Fraction(1, 6)], [Fraction(1, 6), Fraction(5, 6)]])
    assert not is_strictly_private(design, factor_demand(4))


def test_breaches_are_prevented_up_to_the_ratio_of_odds_and_happen_beyond() -> None:
    bound = RHOS["rho2"] * (1 - RHOS["rho1"]) / (RHOS["rho1"] * (1 - RHOS["rho2"]))
    low, high = bounds.breach_is_prevented()
    assert met(low, {**RHOS, "eta": bound, "p": Fraction(1, 5)})
    assert met(high, {**RHOS, "eta": bound, "p": Fraction(4, 5)})
    eta = bound + 1
    p = (RHOS["rho1"] + RHOS["rho2"] / (RHOS["rho2"] + eta * (1 - RHOS["rho2"]))) / 2
    assert met(bounds.breach_happens(), {**RHOS, "eta": eta, "p": p})
    share = eta / (eta + 1)
    design = Design([[share, 1 - share], [1 - share, share]])
    assert not is_strictly_private(design, breach_demand(RHOS["rho1"], RHOS["rho2"]))


def test_the_gain_of_a_prediction_is_at_most_its_share_of_the_distance() -> None:
    more, less = bounds.prediction_gain()
    assert met(more, {"p": Fraction(3, 5), "A": Fraction(1, 10), "B": Fraction(1, 2)})
    assert met(less, {"p": Fraction(3, 5), "A": Fraction(1, 2), "B": Fraction(1, 10)})
