"""Real roots of polynomials in one variable, exactly: Sturm chains, isolating intervals, signs at roots.

Part of what the kernel trusts; rational arithmetic only.

Source: Sturm 1829.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly

from mechanisms.exact.polynomial import Polynomial, to_fmpq


def dense(polynomial: Polynomial, name: str) -> fmpq_poly:
    """The same polynomial in the one variable that it has; ValueError when the degree is beyond 1000."""
    if polynomial.degree(name) > 1000:
        raise ValueError(f"degree {polynomial.degree(name)} in {name}: roots are isolated up to degree 1000")
    coefficients = [fmpq(0)] * (polynomial.degree(name) + 1)
    for monomial, coefficient in polynomial.terms().items():
        coefficients[dict(monomial).get(name, 0)] += to_fmpq(coefficient)
    return fmpq_poly(coefficients)


def _sign(value: Any) -> int:
    return int(value > 0) - int(value < 0)


def sign_patterns(polynomials: Sequence[fmpq_poly]) -> Iterator[list[int]]:
    """The signs of all polynomials at each real root of their product and in each gap between roots."""
    product = fmpq_poly([1])
    for p in polynomials:
        if p.degree() > 0:
            product = product * p / product.gcd(p)
    product = product / product.gcd(product.derivative())  # squarefree, the same roots
    chain = _sturm_chain(product)
    bound = 2 + max((abs(c / product.leading_coefficient()) for c in product.coeffs()), default=fmpq(0))
    intervals = _isolate(product, chain, -bound, bound)
    samples = [-bound, *(high for _, high in intervals)]
    for sample in samples:  # the right end of an isolating interval lies in the gap after its root
        yield [_sign(p(sample)) for p in polynomials]
    for low, high in intervals:
        yield [_sign_at_root(p, product, chain, low, high) for p in polynomials]


def _sturm_chain(p: fmpq_poly) -> list[fmpq_poly]:
    chain = [p, p.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))
    return [q for q in chain if q.degree() >= 0]


def _variations(chain: Sequence[fmpq_poly], at: Any) -> int:
    signs = [s for s in (_sign(q(at)) for q in chain) if s]
    return sum(a != b for a, b in pairwise(signs))


def _isolate(p: fmpq_poly, chain: Sequence[fmpq_poly], low: Any, high: Any) -> list[tuple[Any, Any]]:
    """Disjoint intervals (low, high], end points no roots, each with one root of the squarefree p, in order."""
    found, todo = [], [(low, high)]
    while todo:
        low, high = todo.pop()
        count = _variations(chain, low) - _variations(chain, high)
        if count == 1:
            found.append((low, high))
        elif count > 1:
            middle = (low + high) / 2
            while p(middle) == 0:
                middle = (middle + high) / 2
            todo += [(middle, high), (low, middle)]
    return found


def _sign_at_root(q: fmpq_poly, p: fmpq_poly, chain: Sequence[fmpq_poly], low: Any, high: Any) -> int:
    """Sign of q at the one root of the squarefree p between low and high; q divides p up to multiplicities."""
    if q.degree() <= 0:
        return _sign(q(low))
    inner = _sturm_chain(q / q.gcd(q.derivative()))
    if _variations(inner, low) != _variations(inner, high):
        return 0  # every root of q is a root of p, and p has only one here
    return _sign(q(high))
