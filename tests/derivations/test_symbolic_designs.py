"""What is derived for every k is held against the enumerated designs of few categories."""

from fractions import Fraction
from math import comb

import pytest

from derivations.algebra.linear_algebra import SingularMatrixError, identity, inverse, product, transposed
from derivations.theorems.subsets.subset_response import variable
from derivations.theorems.subsets.symbolic_designs import (
    SymbolicDesign,
    diverse_subsets,
    k_ary_response,
    selected_subsets,
    shared_weight,
    symbolic_designs,
    unary_encoding,
)
from mechanisms.catalogue import frequency_oracles
from mechanisms.catalogue import subset_responses as catalogue
from mechanisms.design import Design
from mechanisms.exact.rational import RationalFunction

F = Fraction
LEVEL, KEEP = F(7, 2), F(5, 7)
ROWS = [
    (k_ary_response(), {"k": 4, "gamma": LEVEL}, catalogue.subset_selection(4, 1).protocol.design().at(gamma=LEVEL)),
    (selected_subsets(), {"k": 5, "q": 2, "gamma": LEVEL, "m": comb(5, 2)},
     catalogue.subset_selection(5, 2).protocol.design().at(gamma=LEVEL)),
    (diverse_subsets(), {"k": 5, "l": 3, "m": comb(5, 3)}, catalogue.local_diversity(5, 3).protocol.design()),
    (unary_encoding(), {"k": 3, "p": KEEP, "q": 1 - KEEP, "h": (1 - KEEP) ** 2 + KEEP**2},
     catalogue.unary_encoding(3).protocol.design().at(b=KEEP)),
    (unary_encoding(), {"k": 4, "p": F(1, 2), "q": F(1, 4), "h": F(5, 8) ** 2},
     frequency_oracles.optimised_unary_encoding(4).protocol.design().at(x=3)),
]  # fmt: skip


@pytest.mark.parametrize(("general", "at", "design"), ROWS)
def test_gram_and_pseudo_inverse_are_those_of_the_enumerated_design(
    general: SymbolicDesign, at: dict[str, Fraction | int], design: Design
) -> None:
    rows = tuple(tuple(row) for row in design.entries)
    gram = product(rows, transposed(rows))
    assert gram[0][0] == general.gram.diagonal.substitute(at)
    assert gram[0][1] == gram[-1][0] == general.gram.off_diagonal.substitute(at)
    trace = sum((value * times for value, times in general.spectrum), RationalFunction.of(0)).substitute(at)
    assert trace == sum((gram[i][i] for i in range(len(gram))), RationalFunction.of(0))
    weights = tuple(
        tuple(
            general.pseudo_inverse_entry(row[z], sum((r[z] for r in rows), RationalFunction.of(0))).substitute(at)
            for row in rows
        )
        for z in range(len(rows[0]))
    )
    assert weights == product(transposed(rows), inverse(gram))
    assert product(rows, weights) == identity(len(rows))


@pytest.mark.parametrize("general", symbolic_designs(), ids=lambda general: general.name)
def test_each_derivation_rests_on_theorems_without_oracles(general: SymbolicDesign) -> None:
    found = general.derivation()
    assert len(found.theorems) == len(found.steps) == 7
    assert all(not theorem.oracles for theorem in found.theorems)


@pytest.mark.parametrize(("general", "at", "design"), ROWS)
def test_the_trace_is_the_risk_over_all_responses(
    general: SymbolicDesign, at: dict[str, Fraction | int], design: Design
) -> None:
    k = len(design.truths)
    prior = [F(2 * i + 1, k * k) for i in range(k)]
    risk = F(0)
    for z, mass in design.response_distribution(prior).items():
        bits = z if isinstance(z, tuple) else [int(i == z) for i in design.truths]
        estimate = [general.moments.estimate(bit).substitute(at).evaluate({}) for bit in bits]
        risk += mass.evaluate({}) * sum((e - w) ** 2 for e, w in zip(estimate, prior, strict=True))
    squares = sum((w * w for w in prior), F(0))
    assert general.moments.risk(squares).substitute(at).evaluate({}) == risk


def test_the_eigenvalue_of_unary_encoding_is_the_squared_gap() -> None:
    general = unary_encoding()
    p, q, h = (variable(name) for name in "pqh")
    assert not shared_weight().oracles
    assert general.spectrum[1] == (h * (p - q) ** 2, general.gram.size - 1)


def test_nothing_is_derived_of_responses_that_say_nothing() -> None:
    for design in (k_ary_response(gamma=1), unary_encoding(own=F(1, 3), other=F(1, 3))):
        with pytest.raises(SingularMatrixError):
            design.derivation()
