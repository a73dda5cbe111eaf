from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from derivations.arithmetic.statements import DerivativeOf, Sequent
from derivations.estimation.moments import (
    count_moments,
    fixed_count_moments,
)
from derivations.estimation.sampling_model import count_law, response_probabilities
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.exact.formula import equal_to
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

PI = sympy.Symbol("pi")
P00, P11 = sympy.symbols("p00 p11")
GENERAL = Design([[P00, 1 - P00], [1 - P11, P11]], Domain.of(within("p00", 0, 1), within("p11", 0, 1)))
N = RationalFunction(Polynomial.variable("n"))


@st.composite
def models(draw: st.DrawFn) -> tuple[Design, list[Fraction]]:
    def distribution(size: int) -> list[Fraction]:
        weights = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size).filter(any))
        return [Fraction(w, sum(weights)) for w in weights]

    truths, responses = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    return Design([distribution(responses) for _ in range(truths)]), distribution(truths)


def test_moments_of_the_general_binary_design_for_every_n() -> None:
    moments = count_moments(GENERAL, PI)
    zero, one = response_probabilities(GENERAL, PI)
    assert moments.mean == (N * zero, N * one)
    assert moments.covariance == ((N * one * zero, -(N * one * zero)), (-(N * one * zero), N * one * zero))


def test_each_moment_rests_on_a_derivative_and_on_its_value_at_one() -> None:
    moments = count_moments(GENERAL, PI)
    kinds = [type(theorem.statement) for theorem in moments.theorems]
    assert kinds == [DerivativeOf, Sequent] * 5
    assert not any(theorem.oracles for theorem in moments.theorems)
    cumulant = Polynomial.variable("cumulant")
    said = [t.sequent.conclusion for t in moments.theorems if isinstance(t.statement, Sequent)]
    variance = moments.covariance[1][1].numerator
    assert said[-1] == equal_to(cumulant, variance)
    assert all("n" in str(conclusion) for conclusion in said)


@given(models(), st.integers(1, 4))
def test_symbolic_moments_agree_with_enumeration(model: tuple[Design, list[Fraction]], n: int) -> None:
    design, prior = model
    moments, law = count_moments(design, prior), count_law(design, prior, n)
    responses = range(len(design.responses))

    def expected(*places: int) -> Fraction:
        values = {}
        for counts in law.law:
            product = 1
            for y in places:
                product *= counts[y]
            values[counts] = RationalFunction.of(product)
        return law.expectation(values).evaluate({})

    for y in responses:
        assert moments.mean[y].evaluate({"n": n}) == expected(y)
        for z in responses:
            covariance = expected(y, z) - expected(y) * expected(z)
            assert moments.covariance[y][z].evaluate({"n": n}) == covariance
        assert sum((moments.covariance[y][z].evaluate({"n": n}) for z in responses), Fraction(0)) == 0


def test_symbolic_moments_agree_with_symbolic_enumeration() -> None:
    moments, law = count_moments(GENERAL, PI), count_law(GENERAL, PI, 3)
    squares = {c: RationalFunction.of(c[1] ** 2) for c in law.law}
    mean = law.expectation({c: RationalFunction.of(c[1]) for c in law.law})
    assert law.expectation(squares) - mean * mean == moments.covariance[1][1].substitute({"n": 3})


def test_parameters_may_have_the_names_of_the_marks() -> None:
    z0, z1 = sympy.symbols("z0 z1")
    design = Design([[z0, 1 - z0], [1 - z1, z1]], Domain.of(within("z0", 0, 1), within("z1", 0, 1)))
    renamed = {"z0": Polynomial.variable("p00"), "z1": Polynomial.variable("p11")}
    found = count_moments(design, PI).covariance[1][1].substitute(renamed)
    assert found == count_moments(GENERAL, PI).covariance[1][1]


def test_a_response_that_never_occurs_has_no_moments() -> None:
    moments = count_moments(Design([[1, 0], [1, 0]]), PI)
    assert moments.mean == (N, RationalFunction.of(0))
    assert all(value.is_zero() for row in moments.covariance for value in row)


def test_one_response_has_the_moments_of_an_indicator() -> None:
    single = count_moments(GENERAL, PI, 1)
    one = response_probabilities(GENERAL, PI)[1]
    assert single.mean[1] == one
    assert single.covariance[1][1] == one - one * one


def test_the_derivation_says_what_it_found() -> None:
    text = str(count_moments(Design([[1, 0], [0, 1]]), PI).derivation)
    assert "E[N1] = n*pi" in text
    assert "Var(N1) = n*pi*(1 - pi)" in text


# -- the truths are counted, not drawn ---------------------------------------------------------------------------------


@given(models(), st.lists(st.integers(0, 2), min_size=3, max_size=3))
def test_moments_for_fixed_truths_agree_with_enumeration(
    model: tuple[Design, list[Fraction]], numbers: list[int]
) -> None:
    design, _ = model
    truths = [t for t, number in zip(range(len(design.truths)), numbers, strict=False) for _ in range(number)]
    law: dict[tuple[int, ...], Fraction] = {(0,) * len(design.responses): Fraction(1)}
    for truth in truths:
        longer: dict[tuple[int, ...], Fraction] = {}
        for counts, mass in law.items():
            for y, entry in enumerate(design.entries[truth]):
                key = (*counts[:y], counts[y] + 1, *counts[y + 1 :])
                longer[key] = longer.get(key, Fraction(0)) + mass * entry.evaluate({})
        law = longer
    moments = fixed_count_moments(design, [Polynomial.constant(truths.count(t)) for t in range(len(design.truths))])
    responses = range(len(design.responses))
    mean = [sum(mass * counts[y] for counts, mass in law.items()) for y in responses]
    assert [m.evaluate({}) for m in moments.mean] == mean
    for a in responses:
        for b in responses:
            joint = sum(mass * counts[a] * counts[b] for counts, mass in law.items())
            assert moments.covariance[a][b].evaluate({}) == joint - mean[a] * mean[b]


def test_fixed_truths_give_no_more_variance_than_drawn_ones() -> None:
    """n pi of them with the attribute: the difference is n Var(P[truth, 1]) = n pi (1 - pi)(p00 + p11 - 1)^2."""
    yes, no = Polynomial.variable("n") * Polynomial.variable("pi"), Polynomial.variable("n")
    fixed = fixed_count_moments(GENERAL, [no - yes, yes])
    drawn = count_moments(GENERAL, PI)
    pi, p00, p11 = (RationalFunction(Polynomial.variable(name)) for name in ("pi", "p00", "p11"))
    assert fixed.mean == drawn.mean
    assert drawn.covariance[1][1] - fixed.covariance[1][1] == N * pi * (1 - pi) * (p00 + p11 - 1) ** 2
    with pytest.raises(ValueError, match="1 true counts were given"):
        fixed_count_moments(GENERAL, [yes])
