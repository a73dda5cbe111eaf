from fractions import Fraction
from itertools import product

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from derivations.estimation.sampling_model import (
    IrrationalDesignError,
    PriorError,
    SampleSizeError,
    compositions,
    count_law,
    multinomial_coefficient,
    prior_vector,
    response_probabilities,
    sample_size,
)
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, above, within
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

PI = sympy.Symbol("pi")
P00, P11 = sympy.symbols("p00 p11")
GENERAL = Design([[P00, 1 - P00], [1 - P11, P11]], Domain.of(within("p00", 0, 1), within("p11", 0, 1)))
weight = st.integers(0, 9)


@st.composite
def distributions(draw: st.DrawFn, size: int) -> list[Fraction]:
    weights = draw(st.lists(weight, min_size=size, max_size=size).filter(any))
    return [Fraction(w, sum(weights)) for w in weights]


@st.composite
def models(draw: st.DrawFn) -> tuple[Design, list[Fraction]]:
    truths, responses = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    rows = [draw(distributions(responses)) for _ in range(truths)]
    return Design(rows), draw(distributions(truths))


def test_response_probabilities_are_total_probability() -> None:
    zero, one = response_probabilities(GENERAL, PI)
    assert one.evaluate({"p00": Fraction(3, 4), "p11": Fraction(2, 3), "pi": Fraction(1, 5)}) == Fraction(1, 3)
    assert zero + one == RationalFunction.of(1)
    assert response_probabilities(GENERAL, [1 - PI, PI]) == (zero, one)


def test_response_probabilities_write_the_budget_as_its_exponential() -> None:
    eps = sympy.Symbol("eps")
    e = sympy.exp(eps)
    design = Design(
        [[e / (1 + e), 1 / (1 + e)], [1 / (1 + e), e / (1 + e)]], Domain.of(above("x", 1), exponentials={"eps": "x"})
    )
    assert response_probabilities(design, 1)[1] == response_probabilities(design, 0)[0]
    assert response_probabilities(design, 1)[1].names == ("x",)
    assert response_probabilities(design, 1 / (1 + e))[1].names == ("x",)


@given(models())
def test_probabilities_sum_to_one_and_agree_with_the_design(model: tuple[Design, list[Fraction]]) -> None:
    design, prior = model
    found = response_probabilities(design, prior)
    assert sum(found, RationalFunction.of(0)) == RationalFunction.of(1)
    assert list(design.response_distribution(prior).values()) == list(found)


@given(models(), st.integers(1, 4))
def test_the_law_of_the_counts_is_that_of_all_sequences_of_responses(
    model: tuple[Design, list[Fraction]], n: int
) -> None:
    design, prior = model
    probabilities = [p.evaluate({}) for p in response_probabilities(design, prior)]
    brute: dict[tuple[int, ...], Fraction] = {}
    for sequence in product(range(len(probabilities)), repeat=n):
        chance = Fraction(1)
        for y in sequence:
            chance *= probabilities[y]
        counts = tuple(sequence.count(y) for y in range(len(probabilities)))
        brute[counts] = brute.get(counts, Fraction(0)) + chance
    law = count_law(design, prior, n).law
    assert {counts: p.evaluate({}) for counts, p in law.items()} == brute


def test_the_law_sums_to_one_for_symbolic_parameters() -> None:
    law = count_law(GENERAL, PI, 5)
    assert len(law.law) == 6
    assert law.expectation(dict.fromkeys(law.law, RationalFunction.of(1))) == RationalFunction.of(1)


def test_compositions_and_multinomial_coefficients() -> None:
    assert sorted(compositions(2, 2)) == [(0, 2), (1, 1), (2, 0)]
    assert sum(multinomial_coefficient(c) for c in compositions(6, 3)) == 3**6
    assert multinomial_coefficient((2, 3, 1)) == 60


@pytest.mark.parametrize("prior", [[PI], [PI, PI], [Fraction(1, 3), Fraction(1, 3)], []])
def test_a_prior_that_does_not_fit_is_refused(prior: list[sympy.Expr]) -> None:
    with pytest.raises(PriorError):
        prior_vector(GENERAL, prior)


def test_a_single_probability_is_no_prior_of_three_truths() -> None:
    three = Design([[1, 0], [0, 1], [Fraction(1, 2), Fraction(1, 2)]])
    with pytest.raises(PriorError, match="3 probabilities"):
        prior_vector(three, PI)


@pytest.mark.parametrize("n", [0, -1, True, Fraction(3), "n"])
def test_the_number_of_respondents_is_a_positive_integer(n: object) -> None:
    with pytest.raises(SampleSizeError, match="integer >= 1"):
        count_law(GENERAL, PI, n)  # type: ignore[arg-type]


def test_symbolic_sample_sizes() -> None:
    assert sample_size("m") == sample_size(sympy.Symbol("m")) == Polynomial.variable("m")
    assert sample_size(7) == Polynomial.constant(7)
    with pytest.raises(SampleSizeError):
        sample_size(0)


def test_irrational_designs_are_refused_with_advice() -> None:
    root = sympy.sqrt(2) / 2
    with pytest.raises(IrrationalDesignError, match="parameter in its place"):
        response_probabilities(Design([[root, 1 - root], [1 - root, root]]), PI)
