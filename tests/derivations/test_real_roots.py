"""Real roots by Sturm chains against sympy's, and against roots that are known by construction."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
import sympy
from flint import fmpq, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st

from derivations.arithmetic.real_roots import dense, sign_patterns
from mechanisms.exact.polynomial import Polynomial

t = Polynomial.variable("t")


def patterns(*polynomials: Polynomial) -> set[tuple[int, ...]]:
    return {tuple(signs) for signs in sign_patterns([dense(p, "t") for p in polynomials])}


def expected(*polynomials: list[int]) -> set[tuple[int, ...]]:
    """The same from sympy: signs at the roots, which it isolates by another method, and between them."""
    symbol = sympy.Symbol("t")
    expressions = [sympy.Poly(coefficients[::-1], symbol) for coefficients in polynomials]
    roots: set[sympy.Expr] = set()
    for p in expressions:
        if p.degree() > 0:
            roots |= set(sympy.real_roots(p))
    ordered = sorted(roots, key=lambda r: r.evalf(40))
    values = [r.evalf(40) for r in ordered]
    gaps = [(a + b) / 2 for a, b in itertools.pairwise(values)]
    gaps += [values[0] - 1, values[-1] + 1] if values else [sympy.Integer(0)]
    found = {tuple(int(sympy.sign(p.eval(sympy.nsimplify(g, rational=True)))) for p in expressions) for g in gaps}
    for r in ordered:
        own = [p.is_zero or (p.degree() > 0 and r in sympy.real_roots(p)) for p in expressions]
        near = sympy.nsimplify(r.evalf(60), rational=True)
        found.add(tuple(0 if zero else int(sympy.sign(p.eval(near))) for p, zero in zip(expressions, own, strict=True)))
    return found


coefficients = st.lists(st.integers(-4, 4), min_size=1, max_size=6)


def polynomial(numbers: list[int]) -> Polynomial:
    return sum((c * t**i for i, c in enumerate(numbers)), Polynomial())


@given(st.lists(coefficients, min_size=1, max_size=3))
def test_patterns_agree_with_sympy(lists: list[list[int]]) -> None:
    assert patterns(*map(polynomial, lists)) == expected(*lists)


@given(st.lists(st.fractions(-5, 5, max_denominator=12), min_size=1, max_size=5), st.data())
def test_rational_roots_are_found_with_their_multiplicities(roots: list[Fraction], data: st.DataObject) -> None:
    p = Polynomial.constant(1)
    for root in roots:
        p = p * (t - root) ** data.draw(st.integers(1, 3))
    found = list(sign_patterns([dense(p, "t")]))
    assert [0] in found
    assert found.count([0]) == len(set(roots))
    assert len(found) == 2 * len(set(roots)) + 1


def test_roots_at_points_of_bisection() -> None:
    # -bound and bound are symmetric, so that the first midpoint is the root 0, and later ones hit dyadic roots
    p = t * (t - 1) * (t + 1) * (2 * t - 1) * (2 * t + 1) * (4 * t - 1)
    found = list(sign_patterns([dense(p, "t")]))
    assert found.count([0]) == 6
    assert len(found) == 13


def test_roots_that_lie_close_together() -> None:
    gap = Fraction(1, 10**400)  # more bisections than Python nests calls
    p = (t - 1) * (t - 1 - gap) * (t * t - 2)
    assert list(sign_patterns([dense(p, "t")])).count([0]) == 4


def test_signs_of_one_polynomial_at_the_roots_of_another() -> None:
    assert patterns(t * t - 2, t - Fraction(3, 2)) == {(1, -1), (0, -1), (-1, -1), (1, 0), (1, 1)}
    assert patterns(t * t - 2, t**4 - 4) == {(1, 1), (0, 0), (-1, -1)}


@pytest.mark.parametrize(
    ("polynomials", "signs"),
    [
        ((), {()}),
        ((Polynomial(),), {(0,)}),
        ((Polynomial.constant(-3),), {(-1,)}),
        ((Polynomial(), Polynomial.constant(2), t * t + 1), {(0, 1, 1)}),
        ((t,), {(-1,), (0,), (1,)}),
        ((t * t,), {(0,), (1,)}),
        ((-(t**3),), {(-1,), (0,), (1,)}),
    ],
)
def test_constants_zero_and_double_roots(polynomials: tuple[Polynomial, ...], signs: set[tuple[int, ...]]) -> None:
    assert patterns(*polynomials) == signs


def test_dense_is_exact_and_limited() -> None:
    assert dense(Fraction(1, 3) * t**2 - 5, "t") == fmpq_poly([-5, 0, fmpq(1, 3)])
    assert dense(Polynomial(), "t").degree() == -1
    with pytest.raises(ValueError, match="degree 1001"):
        dense(t**1001, "t")
