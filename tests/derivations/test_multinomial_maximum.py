"""The maximum of a multinomial likelihood: the root of the score, the way up to it, and the boundary of the simplex."""

import math
from fractions import Fraction
from itertools import product

import pytest

from derivations.estimation.multinomial_maximum import (
    NotAProportionError,
    ascent_term,
    bias_of_maximum_for_one,
    is_largest_on_simplex,
    multinomial_maximum,
    simplex_slopes,
)
from mechanisms import catalogue
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

N, N0, N1, P = (RationalFunction(Polynomial.variable(name)) for name in ("N", "N0", "N1", "p"))
ROWS = [[Fraction(1, 2) if i == j else Fraction(1, 4) for j in range(3)] for i in range(3)]
POINT = {"p": Fraction(3, 5), "pi0": Fraction(2, 7), "pi1": Fraction(1, 3), "N": 9, "N0": 2, "N1": 4}


def three_answers(name: str = "ewrr3"):
    design = catalogue.get(name).protocol.design()
    return multinomial_maximum(design, ("pi0", "pi1"), (N0, N1, N - N0 - N1), N)


@pytest.mark.parametrize("name", ["ewrr3", "rr3-dagger", "rr3-club", "three-answers"])
def test_at_the_root_the_cells_are_the_reported_frequencies(name: str) -> None:
    found = three_answers(name)
    assert found.cells_at_root() == (N0 / N, N1 / N, (N - N0 - N1) / N)
    assert found.slope_towards_root == found.ascent


def test_the_score_is_the_difference_quotient_of_the_log_likelihood() -> None:
    found = three_answers()

    def logarithm(**moved: float) -> float:
        at = {**{k: float(v) for k, v in POINT.items()}, **moved}
        cells = [(1 - at["p"]) / 2 + (3 * at["p"] - 1) / 2 * share for share in (at["pi0"], at["pi1"])]
        counts = (at["N0"], at["N1"], at["N"] - at["N0"] - at["N1"])
        return sum(c * math.log(q) for c, q in zip(counts, (*cells, 1 - sum(cells)), strict=True))

    for name, slope in zip(found.shares, found.score, strict=True):
        middle, step = float(POINT[name]), 1e-5
        quotient = (logarithm(**{name: middle + step}) - logarithm(**{name: middle - step})) / (2 * step)
        assert float(slope.evaluate(POINT)) == pytest.approx(quotient, rel=1e-6)


def test_the_hessian_is_symmetric_and_negative_definite_at_a_generic_point() -> None:
    hessian = three_answers().hessian
    assert hessian[0][1] == hessian[1][0]
    (a, b), (_, c) = ([entry.evaluate(POINT) for entry in row] for row in hessian)
    assert a < 0
    assert a * c > b * b


def test_each_term_of_the_ascent_is_proved_without_oracles() -> None:
    weak, strict = ascent_term()
    assert not weak.oracles | strict.oracles
    assert len(strict.sequent.hypotheses) == 2


def log_likelihood(counts: tuple[int, ...], shares: tuple[Fraction, ...]) -> float:
    cells = [float(sum(s * row[y] for s, row in zip(shares, ROWS, strict=True))) for y in range(3)]
    return sum(c * math.log(q) for c, q in zip(counts, cells, strict=True) if c)


@pytest.mark.parametrize("counts", [c for c in product(range(4), repeat=3) if sum(c) == 3])
def test_the_conditions_of_the_boundary_agree_with_a_grid(counts: tuple[int, ...]) -> None:
    grid = [(Fraction(i, 12), Fraction(j, 12), Fraction(12 - i - j, 12)) for i in range(13) for j in range(13 - i)]
    best = max(grid, key=lambda shares: log_likelihood(counts, shares))
    for shares in grid:
        if is_largest_on_simplex(ROWS, counts, shares):
            assert log_likelihood(counts, shares) == pytest.approx(log_likelihood(counts, best), abs=1e-12)


def test_a_root_outside_the_simplex_is_not_the_maximum_over_the_proportions() -> None:
    """For p = 1/2 and reports (0, 1, 2) of three the root is (-1, 1/3, 5/3); the maximum is (0, 0, 1)."""
    root = [r.substitute({"p": Fraction(1, 2), "N": 3, "N0": 0, "N1": 1}).evaluate({}) for r in three_answers().root]
    assert root == [-1, Fraction(1, 3), Fraction(5, 3)]
    assert is_largest_on_simplex(ROWS, (0, 1, 2), (Fraction(0), Fraction(0), Fraction(1)))
    assert simplex_slopes(ROWS, (0, 1, 2), (Fraction(0), Fraction(0), Fraction(1))) == (2, 3, 3)
    assert not is_largest_on_simplex(ROWS, (0, 1, 2), (Fraction(0), Fraction(1, 2), Fraction(1, 2)))


def test_what_is_no_proportion_is_refused() -> None:
    with pytest.raises(NotAProportionError, match="sum to 1"):
        simplex_slopes(ROWS, (1, 0, 0), (Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)))
    with pytest.raises(NotAProportionError, match="not negative, one a response"):
        simplex_slopes(ROWS, (1, 0), (Fraction(1), Fraction(0), Fraction(0)))
    identity = [[Fraction(int(i == j)) for j in range(3)] for i in range(3)]
    with pytest.raises(NotAProportionError, match="impossible"):
        simplex_slopes(identity, (1, 0, 0), (Fraction(0), Fraction(1), Fraction(0)))
    with pytest.raises(NotAProportionError, match="equally likely"):
        bias_of_maximum_for_one(
            [[Fraction(1, 3)] * 3] * 3, dict.fromkeys(range(3), RationalFunction.of(Fraction(1, 3)))
        )


def test_the_maximum_over_the_proportions_is_biased_for_one_respondent() -> None:
    shares = {0: RationalFunction(Polynomial.variable("a")), 1: RationalFunction(Polynomial.variable("b"))}
    shares[2] = 1 - shares[0] - shares[1]
    bias = bias_of_maximum_for_one(ROWS, shares)
    assert bias[0] == (1 - 3 * shares[0]) / 4
    assert sum(bias, RationalFunction.of(0)).is_zero()
