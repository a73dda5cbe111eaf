"""The maximum of a multinomial likelihood: the root of the score, the way up to it, and the boundary of the simplex."""

import math
from fractions import Fraction

import pytest

from derivations.estimation.multinomial_maximum import (
    ascent_term,
    multinomial_maximum,
)
from mechanisms import catalogue
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

N, N0, N1, P = (RationalFunction(Polynomial.variable(name)) for name in ("N", "N0", "N1", "p"))
POINT = {"p": Fraction(3, 5), "pi0": Fraction(2, 7), "pi1": Fraction(1, 3), "N": 9, "N0": 2, "N1": 4}


def three_answers(name: str = "ewrr3"):
    design = catalogue.get(name).protocol.design()
    return multinomial_maximum(design, ("pi0", "pi1"), (N0, N1, N - N0 - N1), N)


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
