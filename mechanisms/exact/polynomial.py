"""Multivariate polynomials with rational coefficients, in whichever variables occur.

A thin layer over FLINT's `fmpq_mpoly`: FLINT wants every polynomial to name its variables beforehand, here two
polynomials in different variables can be added, and equal polynomials are equal objects with equal hashes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from numbers import Rational as AnyRational
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

Rational = int | Fraction


def to_fmpq(number: Rational | fmpq) -> fmpq:
    """The FLINT rational of an exact Python number; floats are refused. Raises TypeError for those."""
    if isinstance(number, fmpq):
        return number
    if isinstance(number, (int, Fraction)) and not isinstance(number, bool):
        return fmpq(number.numerator, number.denominator)
    if isinstance(number, AnyRational) and not isinstance(number, bool):  # of another library
        return fmpq(int(number.numerator), int(number.denominator))
    raise TypeError(f"an exact rational number is needed, not {number!r} of type {type(number).__name__}")


def to_fraction(number: fmpq) -> Fraction:
    """The Python fraction of a FLINT rational."""
    return Fraction(int(number.p)) if number.q == 1 else Fraction(int(number.p), int(number.q))


class Polynomial:
    """An element of QQ[names], immutable; `names` are the variables that really occur, sorted.

    Raises ValueError for an exponent that is no integer >= 0.
    """

    __slots__ = ("_flint", "_hash", "_text", "names")
    names: tuple[str, ...]
    _flint: Any
    _hash: int | None
    _text: str | None  # which a search sorts by, again and again

    def __init__(self, terms: Mapping[tuple[tuple[str, int], ...], Rational] | None = None) -> None:
        """`terms` maps a monomial ((name, exponent), ...) to its coefficient."""
        terms = terms or {}
        names = tuple(sorted({name for monomial in terms for name, _ in monomial}))
        places = {name: i for i, name in enumerate(names)}
        dense: dict[tuple[int, ...], fmpq] = {}
        for monomial, coefficient in terms.items():
            exponents = [0] * len(names)
            for name, exponent in monomial:
                if not isinstance(exponent, int) or exponent < 0:
                    raise ValueError(f"an exponent of a polynomial must be an integer >= 0, not {exponent!r}")
                exponents[places[name]] += exponent
            key = tuple(exponents)
            dense[key] = dense.get(key, fmpq(0)) + to_fmpq(coefficient)
        self._set(*_without_unused(_context(names).from_dict(dense), names))

    def _set(self, value: fmpq_mpoly, names: tuple[str, ...]) -> None:
        _set_names(self, names)
        _set_flint(self, value)
        _set_hash(self, None)
        _set_text(self, None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("polynomials are immutable")

    # -- making ------------------------------------------------------------------------------------------------

    @classmethod
    def _wrap(cls, value: fmpq_mpoly, names: tuple[str, ...]) -> Polynomial:
        made = cls.__new__(cls)
        made._set(*_without_unused(value, names))
        return made

    @classmethod
    def _wrap_used(cls, value: fmpq_mpoly, names: tuple[str, ...]) -> Polynomial:
        """The same where every name is known to occur in the value."""
        made = cls.__new__(cls)
        made._set(value, names)
        return made

    @classmethod
    def constant(cls, number: Rational) -> Polynomial:
        """The constant polynomial."""
        return cls._wrap_used(_context(()).constant(to_fmpq(number)), ())

    @classmethod
    def variable(cls, name: str) -> Polynomial:
        """The polynomial that is one variable."""
        return cls._wrap_used(_context((name,)).gen(0), (name,))

    @classmethod
    def of(cls, value: Polynomial | Rational) -> Polynomial:
        """The value itself, or the constant polynomial of a number."""
        return value if isinstance(value, Polynomial) else cls.constant(value)

    # -- looking -----------------------------------------------------------------------------------------------

    def terms(self) -> dict[tuple[tuple[str, int], ...], Fraction]:
        """Monomial ((name, exponent), ...) -> coefficient, zero terms left out."""
        return {monomial: to_fraction(c) for monomial, c in self.flint_terms()}

    def flint_terms(self) -> Iterator[tuple[tuple[tuple[str, int], ...], fmpq]]:
        """The same, one after another, the coefficients in FLINT's rationals."""
        for exponents, c in self._flint.to_dict().items():
            yield tuple((n, int(e)) for n, e in zip(self.names, exponents, strict=True) if e), c

    def is_zero(self) -> bool:
        """Whether this is the zero polynomial."""
        return bool(self._flint.is_zero())

    def is_constant(self) -> bool:
        """Whether no variable occurs."""
        return not self.names

    def constant_value(self) -> Fraction:
        """The value of a constant polynomial. Raises ValueError for any other polynomial."""
        if self.names:
            raise ValueError(f"{self} is not a constant")
        return to_fraction(self._flint())

    def degree(self, name: str) -> int:
        """Degree in one variable (0 when it does not occur)."""
        return int(self._flint.degrees()[self.names.index(name)]) if name in self.names else 0

    def total_degree(self) -> int:
        """Largest sum of exponents of a term; 0 for constants."""
        return max(0, int(self._flint.total_degree()))

    def number_of_terms(self) -> int:
        """How many monomials have a coefficient that is not zero."""
        return len(self._flint)

    def coefficients_in(self, name: str) -> dict[int, Polynomial]:
        """Power of `name` -> coefficient, a polynomial in the other variables."""
        return dict(_coefficients_in(self, name))

    # -- arithmetic --------------------------------------------------------------------------------------------

    def _common(self, other: Polynomial) -> tuple[Any, Any, tuple[str, ...]]:
        """Both as FLINT's polynomials in the variables of the two."""
        if self.names == other.names:
            return self._flint, other._flint, self.names
        names, context = _joined(self.names, other.names)
        left = self._flint if names == self.names else self._flint.project_to_context(context)
        right = other._flint if names == other.names else other._flint.project_to_context(context)
        return left, right, names

    def _operands(self, other: Polynomial | Rational) -> tuple[Any, Any, tuple[str, ...]]:
        """What FLINT adds, subtracts and multiplies: a constant beside a polynomial stays a number."""
        if not isinstance(other, Polynomial):
            return self._flint, to_fmpq(other), self.names
        if self.names == other.names:
            return self._flint, other._flint, self.names
        if not other.names:
            return self._flint, other._flint(), self.names
        if not self.names:
            return self._flint(), other._flint, other.names
        return self._common(other)

    def __add__(self, other: Polynomial | Rational) -> Polynomial:
        left, right, names = self._operands(other)
        return Polynomial._wrap(left + right, names)

    def __sub__(self, other: Polynomial | Rational) -> Polynomial:
        left, right, names = self._operands(other)
        return Polynomial._wrap(left - right, names)

    def __mul__(self, other: Polynomial | Rational) -> Polynomial:
        left, right, names = self._operands(other)
        product = left * right
        # No term of a product that is not zero loses a variable: there are no divisors of zero.
        return ZERO if product.is_zero() else Polynomial._wrap_used(product, names)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Rational) -> Polynomial:
        return Polynomial.of(other) - self

    def __neg__(self) -> Polynomial:
        return Polynomial._wrap_used(-self._flint, self.names)

    def __pow__(self, exponent: int) -> Polynomial:
        if exponent < 0:
            raise ValueError(f"a polynomial has no power {exponent}")
        return Polynomial._wrap(self._flint**exponent, self.names)

    def derivative(self, name: str) -> Polynomial:
        """Partial derivative in one variable."""
        if name not in self.names:
            return Polynomial()
        return Polynomial._wrap(self._flint.derivative(self.names.index(name)), self.names)

    def substitute(self, values: Mapping[str, Polynomial | Rational]) -> Polynomial:
        """Replace variables by polynomials or rationals, all at once."""
        hit = [name for name in self.names if name in values]
        if not hit:
            return self
        new = [Polynomial.of(values.get(name, Polynomial.variable(name))) for name in self.names]
        names = tuple(sorted({n for p in new for n in p.names}))
        context = _context(names)
        value = self._flint.compose(*(p._flint.project_to_context(context) for p in new), ctx=context)
        return Polynomial._wrap(value, names)

    def evaluate(self, point: Mapping[str, Rational]) -> Fraction:
        """The exact value at a rational point that gives every variable."""
        if not point.keys() >= set(self.names):
            return self.substitute(point).constant_value()
        return to_fraction(self.value_at({name: to_fmpq(point[name]) for name in self.names}))

    def value_at(self, point: Mapping[str, fmpq]) -> fmpq:
        """The same in FLINT's rationals, for those who evaluate often; KeyError for a missing variable."""
        value: fmpq = self._flint(*(point[name] for name in self.names))
        return value

    def gcd(self, other: Polynomial) -> Polynomial:
        """A greatest common divisor."""
        left, right, names = self._common(other)
        return Polynomial._wrap(left.gcd(right), names)

    def resultant(self, other: Polynomial, name: str) -> Polynomial:
        """The determinant of the matrix of Sylvester in the variable `name`: 0 where both have a common zero."""
        left, right, names = self._common(other)
        return self._wrap(left.resultant(right, name), names) if name in names else self.constant(1)

    def exact_quotient(self, other: Polynomial) -> Polynomial:
        """self / other when `other` divides it; ValueError when it does not."""
        left, right, names = self._common(other)
        quotient, remainder = divmod(left, right)
        if not remainder.is_zero():
            raise ValueError(f"{other} does not divide {self}")
        return Polynomial._wrap(quotient, names)

    def factors(self) -> tuple[Fraction, list[tuple[Polynomial, int]]]:
        """(c, [(irreducible factor, multiplicity)]) with self = c * product."""
        if self.is_constant():
            return self.constant_value(), []
        content, factors = self._flint.factor()
        return to_fraction(fmpq(content)), [(Polynomial._wrap(f, self.names), int(m)) for f, m in factors]

    def leading_coefficient(self) -> Fraction:
        """Coefficient of the lexicographically largest monomial; 0 for the zero polynomial."""
        return Fraction(0) if self.is_zero() else to_fraction(fmpq(self._flint.leading_coefficient()))

    def primitive(self) -> Polynomial:
        """The positive multiple with coprime integer coefficients (sign kept)."""
        if self.is_zero():
            return self
        coefficients = self._flint.coeffs()
        scale = fmpq(lcm(*(c.q for c in coefficients)), gcd(*(c.p for c in coefficients)))
        return self if scale == 1 else Polynomial._wrap_used(self._flint * scale, self.names)

    # -- comparing and printing --------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Polynomial):
            return NotImplemented
        return self.names == other.names and bool(self._flint == other._flint)

    def __hash__(self) -> int:
        if self._hash is None:
            # FLINT hashes a rational by way of Python's fractions, which inverts its denominator modulo a prime.
            terms = ((e, int(c.p), int(c.q)) for e, c in self._flint.to_dict().items())
            _set_hash(self, hash((self.names, frozenset(terms))))
        assert self._hash is not None
        return self._hash

    def __str__(self) -> str:
        if self._text is None:
            _set_text(self, str(self._flint) if self.names else str(self.constant_value()))
        assert self._text is not None
        return self._text

    def __repr__(self) -> str:
        return f"Polynomial<{self}>"

    def __reduce__(self) -> tuple[type[Polynomial], tuple[dict[tuple[tuple[str, int], ...], Fraction]]]:
        return Polynomial, (self.terms(),)


# Polynomials refuse assignments; these are the slots beneath.
_slots: Any = Polynomial
_set_names, _set_flint, _set_hash, _set_text = (
    _slots.__dict__[name].__set__ for name in ("names", "_flint", "_hash", "_text")
)


@lru_cache(maxsize=4096)
def _context(names: tuple[str, ...]) -> Any:
    return fmpq_mpoly_ctx.get(names, Ordering.lex)


@lru_cache(maxsize=4096)
def _joined(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[tuple[str, ...], Any]:
    """The names of two polynomials, sorted, and FLINT's context for them."""
    names = tuple(sorted({*left, *right}))
    return names, _context(names)


def _without_unused(value: fmpq_mpoly, names: tuple[str, ...]) -> tuple[fmpq_mpoly, tuple[str, ...]]:
    """The polynomial in the context of the names that occur in it, and these."""
    degrees = value.degrees() if names else ()
    if not names or min(degrees) > 0:
        return value, names
    keep = [i for i, degree in enumerate(degrees) if degree > 0]  # zero reports degree -1 in each variable
    used = tuple(names[i] for i in keep)
    return _context(used).from_dict({tuple(e[i] for i in keep): c for e, c in value.to_dict().items()}), used


ZERO = Polynomial()


@lru_cache(maxsize=65_536)
def _coefficients_in(polynomial: Polynomial, name: str) -> dict[int, Polynomial]:
    names = polynomial.names
    if name not in names:
        return {} if polynomial.is_zero() else {0: polynomial}
    place = names.index(name)
    collected: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for exponents, coefficient in polynomial._flint.to_dict().items():
        rest = exponents[:place] + exponents[place + 1 :]
        collected.setdefault(int(exponents[place]), {})[rest] = coefficient
    others = names[:place] + names[place + 1 :]
    return {power: Polynomial._wrap(_context(others).from_dict(terms), others) for power, terms in collected.items()}
