from fractions import Fraction
from math import log

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import DerivativeOf
from derivations.estimation.likelihood import ImpossibleResponseError, NameTakenError, fisher_information, likelihood
from derivations.estimation.sampling_model import BinaryDesignNeededError, SingularDesignError, count_law
from derivations.theorems.binary.binary_maximum import binary_lemmas, maximum_likelihood
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, above, within
from mechanisms.exact.formula import Condition, IntegerValued, substitute
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction, to_rational_function

PI, N, SIZE = sympy.symbols("pi N n")
P00, P11, X = sympy.symbols("p00 p11 x")
GENERAL = Design([[P00, 1 - P00], [1 - P11, P11]], Domain.of(within("p00", 0, 1), within("p11", 0, 1)))
OPTIMAL = Design([[X / (1 + X), 1 / (1 + X)], [1 / (1 + X), X / (1 + X)]], Domain.of(above("x", 1)))
ONE_SIDED = Design([[1, 0], [Fraction(2, 3), Fraction(1, 3)]])
unit = st.fractions(0, 1, max_denominator=12)


def binary(a: Fraction, b: Fraction) -> Design:
    """P(1|0) = a, P(1|1) = b."""
    return Design([[1 - a, a], [1 - b, b]])


def test_score_and_curvature_agree_with_another_computer_algebra() -> None:
    found = likelihood(GENERAL)
    one = PI * P11 + (1 - PI) * (1 - P00)
    log_likelihood = N * sympy.log(one) + (SIZE - N) * sympy.log(1 - one)
    assert found.score[0] == to_rational_function(sympy.diff(log_likelihood, PI))
    assert found.hessian[0][0] == to_rational_function(sympy.diff(log_likelihood, PI, 2))
    assert found.observed_information[0][0] == -found.hessian[0][0]
    d = P00 + P11 - 1
    assert found.information[0][0] == to_rational_function(SIZE * d**2 / (one * (1 - one)))


def test_derivatives_are_theorems_about_the_log_likelihood_itself() -> None:
    found = likelihood(GENERAL)
    first = found.theorems[0].statement
    assert isinstance(first, DerivativeOf)
    assert first.function == found.function
    assert first.variable == "pi"
    assert RationalFunction(first.value.numerator, first.value.denominator) == found.score[0]
    assert [str(c) for c, _ in found.function.logarithms] == ["-N + n", "N"]


def test_expected_information_is_the_expectation_of_the_observed_one() -> None:
    design, prior, n = binary(Fraction(1, 5), Fraction(2, 3)), Fraction(2, 7), 4
    observed = likelihood(design).observed_information[0][0]
    law = count_law(design, prior, n)
    at_counts = {c: RationalFunction.of(observed.evaluate({"N": c[1], "n": n, "pi": prior})) for c in law.law}
    assert law.expectation(at_counts) == fisher_information(design, prior, n)[0][0]


def test_score_and_information_of_three_truths() -> None:
    rows = [[Fraction(1 + 2 * (i == j), 5) for j in range(3)] for i in range(3)]
    design = Design(rows)
    found = likelihood(design)
    p1, p2, n1, n2 = sympy.symbols("pi1 pi2 N1 N2")
    prior = [1 - p1 - p2, p1, p2]
    response = [sum(prior[x] * sympy.Rational(*rows[x][y].as_integer_ratio()) for x in range(3)) for y in range(3)]
    counts = [SIZE - n1 - n2, n1, n2]
    total = sum(c * sympy.log(p) for c, p in zip(counts, response, strict=True))
    assert found.prior_names == ("pi1", "pi2")
    for i, first in enumerate((p1, p2)):
        assert found.score[i] == to_rational_function(sympy.diff(total, first))
        for j, second in enumerate((p1, p2)):
            assert found.hessian[i][j] == to_rational_function(sympy.diff(total, first, second))
            mean = {f"N{y}": to_rational_function(SIZE * response[y]) for y in (1, 2)}
            assert found.observed_information[i][j].substitute(mean) == found.information[i][j]


def test_fisher_information_keeps_the_names_of_the_prior_apart() -> None:
    swapped = fisher_information(GENERAL, sympy.Symbol("N"), "pi")[0][0]
    plain = fisher_information(GENERAL, PI, "n")[0][0]
    assert swapped.substitute({"N": Polynomial.variable("pi"), "pi": Polynomial.variable("n")}) == plain


def test_information_is_not_finite_where_a_response_is_impossible() -> None:
    with pytest.raises(ImpossibleResponseError, match="response 1"):
        fisher_information(ONE_SIDED, 0)
    with pytest.raises(ImpossibleResponseError, match="never occurs"):
        likelihood(Design([[1, 0], [1, 0]]))


def test_names_must_differ_from_those_of_the_design() -> None:
    with pytest.raises(NameTakenError, match="'p00'"):
        likelihood(GENERAL, prior="p00")
    with pytest.raises(NameTakenError, match="'n'"):
        likelihood(GENERAL, count="n")
    renamed = likelihood(GENERAL, "theta", "K", "m").score[0]
    back = {"theta": Polynomial.variable("pi"), "K": Polynomial.variable("N"), "m": Polynomial.variable("n")}
    assert renamed.substitute(back) == likelihood(GENERAL).score[0]


# -- lemmas --------------------------------------------------------------------------------------------------------


def holds(theorem: Theorem, point: dict[str, Fraction]) -> bool | None:
    """None where a hypothesis fails."""
    if not all(h.holds_at(point) for h in theorem.sequent.hypotheses):
        return None
    return theorem.sequent.conclusion.holds_at(point)


def lemma_point(a: Fraction, b: Fraction, pi: Fraction, n: int, count: int) -> dict[str, Fraction]:
    d, one = b - a, a + (b - a) * pi
    zero = 1 - one
    score = d * (count - n * one) / (one * zero)
    bend = -(d**2) * (count * zero**2 + (n - count) * one**2) / (one * zero) ** 2
    h = (Fraction(count, n) - a) / d
    return {"a": a, "b": b, "pi": pi, "n": Fraction(n), "N": Fraction(count), "s": score, "w": bend, "h": h}


interior = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


@given(unit, unit, interior, st.integers(1, 6), st.data())
def test_lemmas_hold_at_exact_points(a: Fraction, b: Fraction, pi: Fraction, n: int, data: st.DataObject) -> None:
    if a == b:
        return
    point = lemma_point(a, b, pi, n, data.draw(st.integers(0, n)))
    outcomes = {name: holds(theorem, point) for name, theorem in binary_lemmas().items()}
    assert False not in outcomes.values()
    # The sign of the score is decided everywhere: exactly one of these lemmas speaks.
    assert sum(outcomes[k] is True for k in ("increasing before h", "decreasing after h", "zero at h")) == 1
    assert outcomes["concave"] is True


def test_lemmas_speak_at_ties_and_corners() -> None:
    lemmas = binary_lemmas()
    tie = lemma_point(Fraction(1, 4), Fraction(3, 4), Fraction(1, 2), 2, 1)
    assert holds(lemmas["zero at h"], tie) is True
    assert holds(lemmas["zero only at h"], tie) is True
    edge = lemma_point(Fraction(1, 4), Fraction(3, 4), Fraction(1, 2), 4, 1)
    assert edge["h"] == 0
    assert holds(lemmas["decreasing when h <= 0"], edge) is True
    assert (
        holds(lemmas["increasing when h >= 1"], lemma_point(Fraction(1, 4), Fraction(3, 4), Fraction(1, 2), 4, 3))
        is True
    )
    assert (
        holds(lemmas["a = 0 and N > 0: h > 0"], lemma_point(Fraction(0), Fraction(1, 3), Fraction(1, 2), 3, 1)) is True
    )
    assert (
        holds(lemmas["b = 0 and N > 0: h < 1"], lemma_point(Fraction(1, 3), Fraction(0), Fraction(1, 2), 3, 1)) is True
    )
    assert (
        holds(lemmas["a = 1 and N < n: h > 0"], lemma_point(Fraction(1), Fraction(1, 3), Fraction(1, 2), 3, 2)) is True
    )
    assert (
        holds(lemmas["b = 1 and N < n: h < 1"], lemma_point(Fraction(1, 3), Fraction(1), Fraction(1, 2), 3, 2)) is True
    )


def test_lemmas_trust_no_oracle_and_keep_the_hypotheses_that_they_need() -> None:
    a, b = Polynomial.variable("a"), Polynomial.variable("b")
    for name, theorem in binary_lemmas().items():
        assert not theorem.oracles
        if not name.startswith(("a =", "b =")):
            assert Condition(b - a, "!=") in theorem.sequent.hypotheses, name


# -- the maximum ---------------------------------------------------------------------------------------------------


def test_the_stationary_point_is_where_the_score_vanishes() -> None:
    found = maximum_likelihood(GENERAL)
    assert found.stationary_point == to_rational_function((P00 - 1) / (P00 + P11 - 1) + N / ((P00 + P11 - 1) * SIZE))
    assert found.score.substitute({"pi": found.stationary_point}).is_zero()
    assert not found.second_derivative.substitute({"pi": found.stationary_point}).is_zero()


def test_theorems_speak_of_the_entries_of_the_design() -> None:
    names = {name for case in maximum_likelihood(GENERAL).cases for t in case.theorems for name in _names(t)}
    assert names == {"p00", "p11", "pi", "N", "n", "score", "h"}
    # The entries of this design are no polynomials: a and b stay, with their equations as hypotheses.
    for case in maximum_likelihood(OPTIMAL).cases:
        for theorem in case.theorems:
            assert substitute(_equation("a", "1", "1 + x"), {}) in theorem.sequent.hypotheses
            assert substitute(_equation("b", "x", "1 + x"), {}) in theorem.sequent.hypotheses


def _names(theorem: Theorem) -> set[str]:
    formulas = [*theorem.sequent.hypotheses, theorem.sequent.conclusion]
    assert not any(isinstance(f, IntegerValued) for f in formulas)
    return {name for f in formulas if isinstance(f, Condition) for name in f.polynomial.names}


def _equation(name: str, top: str, bottom: str) -> Condition:
    parts = {"1": Polynomial.constant(1), "x": Polynomial.variable("x"), "1 + x": 1 + Polynomial.variable("x")}
    return Condition(Polynomial.variable(name) * parts[bottom] - parts[top], "=")


@given(unit, unit, st.integers(1, 5), st.data())
def test_the_cases_find_the_maximum_on_a_grid(a: Fraction, b: Fraction, n: int, data: st.DataObject) -> None:
    if a == b:
        return
    count = data.draw(st.integers(0, n))
    h = (Fraction(count, n) - a) / (b - a)
    expected = min(Fraction(1), max(Fraction(0), h))

    def value(pi: Fraction) -> Fraction:
        one = a + (b - a) * pi
        return one**count * (1 - one) ** (n - count)

    grid = [Fraction(i, 24) for i in range(25)]
    assert all(value(pi) < value(expected) for pi in grid if pi != expected)


def test_a_one_sided_design_has_only_the_boundary_cases_that_can_occur() -> None:
    found = maximum_likelihood(ONE_SIDED)
    said = [str(step) for step in found.derivation.steps]
    assert any("when a = 0" in line for line in said)
    assert not any("when a = 1" in line or "when b = 0" in line or "when b = 1" in line for line in said)
    assert found.stationary_point == to_rational_function(3 * N / SIZE)


def test_a_design_that_tells_nothing_has_no_maximum_likelihood_estimator() -> None:
    with pytest.raises(SingularDesignError, match="does not depend on the prior"):
        maximum_likelihood(binary(Fraction(1, 3), Fraction(1, 3)))
    with pytest.raises(BinaryDesignNeededError, match="not 2 and 3"):
        maximum_likelihood(Design([[1, 0, 0], [0, 1, 0]]))


def test_the_derivation_prints_the_estimator_and_the_principle_that_is_trusted() -> None:
    derivation = maximum_likelihood(GENERAL).derivation
    assert "min(1, max(0, h))" in str(derivation)
    assert "sign of the derivative" in str(derivation)
    assert r"\operatorname*{argmax}" in derivation.latex()
    other = str(maximum_likelihood(GENERAL, "theta", "K", "m").derivation)
    assert "dtheta" in other
    assert "dpi" not in other
    assert "0 <= K <= m" in other
    assert len(derivation.theorems) > 10


@given(unit, unit, interior, st.integers(1, 4), st.data())
def test_the_score_is_the_slope_of_the_logarithm(
    a: Fraction, b: Fraction, pi: Fraction, n: int, data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, n))
    if a == b:
        return

    def value(at: float) -> float:
        one = float(a) + float(b - a) * at
        return count * log(one) + (n - count) * log(1 - one)

    step = 1e-5
    slope = (value(float(pi) + step) - value(float(pi) - step)) / (2 * step)
    exact = maximum_likelihood(binary(a, b)).score.evaluate({"pi": pi, "N": count, "n": n})
    assert slope == pytest.approx(float(exact), rel=1e-4, abs=1e-4)
