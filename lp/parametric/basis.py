"""Systems of linear equations over QQ(x), solved near a point by power series.

The solution of M(x) u = r(x) is expanded about a small integer at which M is regular, and its common denominator is
found from the series of one random combination of the unknowns (Padé), modulo primes. What is returned satisfies the
equations identically: that is checked, and more primes are taken until it does.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt, lcm

from flint import fmpq, fmpq_poly, fmpz, nmod_mat, nmod_poly

from lp.parametric.program import DenseRow, ParametricError
from mechanisms.exact.polynomial import to_fmpq

PRIME = 2**61 - 1
MAXIMAL_TERMS = 4096
_CENTRES = 200  # centres of series are tried up to here


@dataclass(frozen=True)
class RationalVector:
    """numerators / denominator, without a common factor, the coefficients integers without a common factor."""

    numerators: tuple[fmpq_poly, ...]
    denominator: fmpq_poly

    @classmethod
    def reduced(cls, numerators: Sequence[fmpq_poly], denominator: fmpq_poly) -> RationalVector:
        """The same vector in lowest terms."""
        common = denominator
        for p in numerators:
            if common.degree() == 0:
                break
            common = common.gcd(p)
        tops, bottom = [p / common for p in numerators], denominator / common
        coefficients = [c for p in (*tops, bottom) for c in p.coeffs()]
        scale = fmpq(lcm(*(int(c.q) for c in coefficients)), gcd(*(int(c.p) for c in coefficients)))
        return cls(tuple(p * scale for p in tops), bottom * scale)

    def with_positive_denominator(self, at: Fraction) -> RationalVector:
        """The same vector, its denominator positive at a point."""
        if self.denominator(to_fmpq(at)) > 0:
            return self
        return RationalVector(tuple(-p for p in self.numerators), -self.denominator)


def solution_near(
    rows: Sequence[DenseRow], sides: Sequence[fmpq_poly], values: Sequence[Fraction], *, keep_free: bool = True
) -> RationalVector | None:
    """A solution u(x) of the equations rows(x) u = sides(x); None if they are seen to have none.

    `values` solve the equations at one generic point. Unknowns that the equations leave free keep them for every x, so
    that near the point the solution stays near the values; or they are put to zero.
    """
    size = len(values)
    rng = random.Random(size)
    chosen = independent_rows(rows, size, rng)
    # Unknowns that are zero at the point come last: they are the ones to be left as they are.
    order = sorted(range(size), key=lambda j: values[j] == 0)
    columns: list[list[tuple[int, fmpq_poly]]] = [[] for _ in range(size)]
    for i, number in enumerate(chosen):
        for j, entry in rows[number]:
            columns[j].append((i, entry))
    picked = independent_rows([tuple(columns[j]) for j in order], len(chosen), rng)
    unknowns = sorted(order[i] for i in picked)
    free = values if keep_free else [Fraction(0)] * size
    places = {j: i for i, j in enumerate(unknowns)}
    system, right = [], []
    for number in chosen:
        side = sides[number]
        line = []
        for j, entry in rows[number]:
            if j in places:
                line.append((places[j], entry))
            elif free[j]:
                side = side - entry * to_fmpq(free[j])
        system.append(tuple(line))
        right.append(side)
    found = square_solution(system, right, rng)
    tops = [found.numerators[places[j]] if j in places else found.denominator * to_fmpq(free[j]) for j in range(size)]
    for row, side in zip(rows, sides, strict=True):
        if row_product(row, tops) != side * found.denominator:
            return None
    return RationalVector.reduced(tops, found.denominator)


def row_product(row: DenseRow, vector: Sequence[fmpq_poly]) -> fmpq_poly:
    """row . vector"""
    total = fmpq_poly([0])
    for j, entry in row:
        total = total + entry * vector[j]
    return total


def independent_rows(rows: Sequence[DenseRow], size: int, rng: random.Random) -> list[int]:
    """Numbers of rows that are independent over QQ(x), each if it is not seen to depend on earlier ones.

    Decided at one random point modulo a large prime: independent rows are never called so wrongly.
    """
    if not rows or not size:
        return []
    at = rng.randrange(PRIME)
    matrix = nmod_mat(size, len(rows), [0] * (size * len(rows)), PRIME)
    for i, row in enumerate(rows):
        for j, entry in row:
            value = 0
            for c in reversed(_modular(entry, PRIME)):
                value = (value * at + c) % PRIME
            matrix[j, i] = value
    reduced, rank = matrix.rref()
    pivots, column = [], 0
    for i in range(rank):
        while int(reduced[i, column]) == 0:
            column += 1
        pivots.append(column)
    return pivots


def square_solution(rows: Sequence[DenseRow], sides: Sequence[fmpq_poly], rng: random.Random) -> RationalVector:
    """The solution of as many independent equations as unknowns.

    Solved modulo primes; the coefficients are put together by the Chinese remainder theorem, made rational, and the
    equations are checked over QQ.
    """
    if not rows:
        return RationalVector((), fmpq_poly([1]))
    shape: tuple[int, ...] = ()
    modulus, residues, terms, prime = 1, [0], 8, PRIME
    while True:
        system = _Modular.of(rows, sides, prime)
        found, terms = system.solution(terms, rng)
        here, coefficients = tuple(map(len, found)), [c for p in found for c in p]
        if here != shape:  # the first prime, or one of the two is not like most primes
            modulus, residues, shape = 1, [0] * len(coefficients), here
        step = pow(modulus, -1, prime)
        residues = [r + modulus * ((c - r) * step % prime) for r, c in zip(residues, coefficients, strict=True)]
        modulus *= prime
        rational = _rationals(residues, modulus)
        if rational is not None:
            back, polynomials = fmpq_poly([-system.centre, 1]), []
            for length in shape:
                polynomials.append(fmpq_poly(rational[:length])(back))
                rational = rational[length:]
            *tops, bottom = polynomials
            if all(row_product(row, tops) == side * bottom for row, side in zip(rows, sides, strict=True)):
                return RationalVector(tuple(tops), bottom)
        prime = _prime_below(prime)


def _prime_below(number: int) -> int:
    number -= 2
    while not fmpz(number).is_prime():
        number -= 2
    return number


def _rationals(residues: Sequence[int], modulus: int) -> list[fmpq] | None:
    """The fractions a/b with |a|, b below sqrt(modulus / 2) that are these residues; None if one has none."""
    bound = isqrt(modulus // 2)
    found = []
    for residue in residues:
        earlier, remainder, before, cofactor = modulus, residue, 0, 1
        while remainder > bound:
            quotient = earlier // remainder
            earlier, remainder = remainder, earlier - quotient * remainder
            before, cofactor = cofactor, before - quotient * cofactor
        if abs(cofactor) > bound:
            return None
        found.append(fmpq(remainder, cofactor))
    return found


@dataclass(frozen=True)
class _Modular:
    """A square system modulo a prime, in powers of t = x - centre."""

    prime: int
    centre: int
    inverse: nmod_mat  # of the matrix at t = 0
    higher: tuple[tuple[tuple[int, int, int], ...], ...]  # entry power - 1: (row, column, coefficient of t^power)
    sides: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, rows: Sequence[DenseRow], sides: Sequence[fmpq_poly], prime: int) -> _Modular:
        """The system at the first small integer at which its matrix is regular."""
        for centre in range(2, _CENTRES):
            shift = fmpq_poly([centre, 1])
            matrix = nmod_mat(len(rows), len(rows), [0] * len(rows) ** 2, prime)
            higher: list[list[tuple[int, int, int]]] = []
            for i, row in enumerate(rows):
                for j, entry in row:
                    for power, c in enumerate(_modular(entry(shift), prime)):
                        if power == 0:
                            matrix[i, j] = c
                        elif c:
                            higher += [[] for _ in range(power - len(higher))]
                            higher[power - 1].append((i, j, c))
            try:
                inverse = matrix.inv()
            except ZeroDivisionError:
                continue
            right = tuple(tuple(_modular(side(shift), prime)) for side in sides)
            return cls(prime, centre, inverse, tuple(map(tuple, higher)), right)
        raise ParametricError("a system of equations is singular at every integer that was tried")

    def solution(self, terms: int, rng: random.Random) -> tuple[list[list[int]], int]:
        """(coefficients of the numerators and of the common denominator, 1 at t = 0; terms that were enough)."""
        series: list[list[int]] = []
        while terms <= MAXIMAL_TERMS:
            self._extend(series, terms)
            found = self._from_series(series, rng)
            if found is not None:
                return found, terms
            terms *= 2
        raise ParametricError(f"no solution of degree below {MAXIMAL_TERMS // 2} in the parameter was found")

    def _extend(self, series: list[list[int]], terms: int) -> None:
        size = len(self.sides)
        while len(series) < terms:
            step = len(series)
            rest = [side[step] if step < len(side) else 0 for side in self.sides]
            for power, entries in enumerate(self.higher[:step], start=1):
                earlier = series[step - power]
                for i, j, c in entries:
                    rest[i] -= c * earlier[j]
            column = nmod_mat(size, 1, [v % self.prime for v in rest], self.prime)
            series.append([int(v) for v in (self.inverse * column).entries()])

    def _from_series(self, series: Sequence[Sequence[int]], rng: random.Random) -> list[list[int]] | None:
        """Numerators and denominator with these series, of degrees below half the number of terms, if any."""
        terms, prime = len(series), self.prime
        weights = [rng.randrange(prime) for _ in self.sides]
        mixed = [sum(w * c for w, c in zip(weights, line, strict=True)) % prime for line in series]
        earlier, remainder = nmod_poly([0] * terms + [1], prime), nmod_poly(mixed, prime)
        before, cofactor = nmod_poly([0], prime), nmod_poly([1], prime)
        while 2 * remainder.degree() >= terms:
            quotient, rest = divmod(earlier, remainder)
            earlier, remainder = remainder, rest
            before, cofactor = cofactor, before - quotient * cofactor
        if int(cofactor[0]) == 0 or 2 * cofactor.degree() >= terms:
            return None
        cofactor = cofactor * pow(int(cofactor[0]), -1, prime)
        found = []
        for j in range(len(self.sides)):
            product = cofactor * nmod_poly([line[j] for line in series], prime)
            top = [int(c) for c in product.coeffs()[:terms]]
            while top and not top[-1]:
                top.pop()
            if 2 * len(top) > terms:
                return None
            found.append(top)
        return [*found, [int(c) for c in cofactor.coeffs()]]


def _modular(polynomial: fmpq_poly, prime: int) -> list[int]:
    return [int(c.p) * pow(int(c.q), -1, prime) % prime for c in polynomial.coeffs()]
