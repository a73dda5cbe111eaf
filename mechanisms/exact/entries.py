"""Reading exact entries: what a user writes in a matrix becomes rational functions in declared parameters."""

from __future__ import annotations

import numbers
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice, product
from typing import Any

import sympy
from flint import fmpq

from mechanisms.exact.algebraic import AlgebraicGenerator, algebraic_atoms, common_generator
from mechanisms.exact.domain import Domain
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial, to_fraction
from mechanisms.exact.rational import NotRationalError, RationalFunction, to_rational_function
from mechanisms.exact.signs import plainly_holds, possible_signs, signs_of_fraction

POINTS_TRIED = 24
CORNERS_TRIED = 64


class EntryError(ValueError):
    """A number or expression is not exact, not real, or uses a symbol that nobody declared."""


def read_expression(value: Any, what: str) -> RationalFunction | sympy.Expr:
    """An exact number or expression as it stands; floats, booleans, strings and other objects are refused.

    Raises EntryError for those.
    """
    if isinstance(value, RationalFunction):
        return value
    if type(value) is Fraction:
        return _constant(value)
    if isinstance(value, Polynomial):
        return RationalFunction(value)
    if isinstance(value, bool) or value in (sympy.true, sympy.false):
        raise EntryError(f"{what} is {value}; write 1 or 0")
    if isinstance(value, numbers.Rational):
        return RationalFunction.of(Fraction(int(value.numerator), int(value.denominator)))
    if isinstance(value, sympy.Expr):
        inexact = value.atoms(sympy.Float)
        if inexact:
            raise EntryError(f"{what}, {value}, holds the float {min(inexact)}; write an exact number such as 3/4")
        return value
    if isinstance(value, numbers.Number):
        raise EntryError(
            f"{what} is {value!r} of type {type(value).__name__}; exact numbers are needed, "
            f"such as Fraction(3, 4) or sympy.Rational(3, 4)"
        )
    raise EntryError(
        f"{what} is {value!r} of type {type(value).__name__}; an int, a Fraction or a sympy expression is needed"
    )


@lru_cache(maxsize=4096)
def _constant(number: Fraction) -> RationalFunction:
    """A number as a rational function; the entries of a design repeat the same few numbers."""
    return RationalFunction.of(number)


def exact_number(value: Any, what: str) -> Fraction:
    """A rational number, exactly; EntryError for floats, expressions and irrational numbers."""
    read = read_expression(value, what)
    if isinstance(read, RationalFunction):
        if read.names:
            raise EntryError(f"{what} must be a number, not {read}")
        return read.evaluate({})
    if not read.is_Rational:
        raise EntryError(f"{what} must be a rational number, not {read}")
    return Fraction(int(read.p), int(read.q))


def read_entries(
    values: Sequence[Any], domain: Domain, what: Callable[[int], str]
) -> tuple[list[RationalFunction], AlgebraicGenerator | None]:
    """Normal forms of exact expressions in the parameters of a domain, and the generator of their algebraic numbers.

    `what(i)` says in an error message what the i-th value is. Raises EntryError.
    """
    read = [read_expression(value, what(i)) for i, value in enumerate(values)]
    try:
        atoms = set().union(*map(algebraic_atoms, {e for e in read if not isinstance(e, RationalFunction)}))
        generator, images = common_generator(atoms)
    except NotRationalError as error:
        raise EntryError(str(error)) from error
    result: list[RationalFunction] = []
    known: dict[sympy.Expr, RationalFunction] = {}  # the entries of a design repeat the same few expressions
    for i, expression in enumerate(read):
        if isinstance(expression, RationalFunction):
            value = expression
        elif expression in known:
            result.append(known[expression])
            continue
        else:
            try:
                value = to_rational_function(expression.xreplace(images), domain.exponential_names())
            except (NotRationalError, ZeroDivisionError) as error:
                raise EntryError(f"{what(i)}: {error}") from error
        foreign = [n for n in value.names if n not in domain.names and not (generator and n == generator.name)]
        if foreign:
            declared = ", ".join(domain.names) or "none"
            raise EntryError(
                f"{what(i)}, {expression}, holds the symbol {foreign[0]}, which the domain does not declare "
                f"(declared: {declared})"
            )
        result.append(generator.reduce(value) if generator else value)
        if not isinstance(expression, RationalFunction):
            known[expression] = result[-1]
    if generator and not any(generator.name in value.names for value in result):
        generator = None
    return result, generator


def check_distribution(
    weights: Sequence[RationalFunction],
    domain: Domain,
    generator: AlgebraicGenerator | None,
    whole: str,
    part: Callable[[int], str],
) -> list[Condition]:
    """Check that the weights sum to one as an identity and are non-negative on the domain.

    Returns the conditions that plain reasoning left open. Raises EntryError when the sum is another one, or when a
    weight is negative or undefined at a point of the domain; `whole` and `part(i)` name the things in its message.
    """
    numbers = [None if weight.names else weight.numerator.value_at({}) for weight in weights]
    total = RationalFunction.of(to_fraction(sum((n for n in numbers if n is not None), fmpq(0))))
    for weight, times in Counter(weight for weight in weights if weight.names).items():
        total = total + weight * times
    if generator:
        total = generator.reduce(total)
    if total != RationalFunction.of(1):
        raise EntryError(f"{whole} sums to {total}, not to 1")
    open_conditions: list[Condition] = []
    judged: set[RationalFunction] = set()
    for i, (weight, number) in enumerate(zip(weights, numbers, strict=True)):
        if weight in judged:
            continue
        judged.add(weight)
        if number is None:
            open_conditions.extend(_non_negative(weight, domain, generator, partial(part, i)))
        elif number < 0:
            raise EntryError(f"{part(i)} is {number}, which is negative")
    return open_conditions


def _non_negative(
    value: RationalFunction, domain: Domain, generator: AlgebraicGenerator | None, what: Callable[[], str]
) -> list[Condition]:
    extended = domain
    if generator and generator.name in value.names:
        if value.names == (generator.name,):
            if generator.sign(value) < 0:
                raise EntryError(f"{what()} is {value}, which is negative")
            return []
        extended = generator.extend(domain)
    conditions: list[Condition] = []
    bottom_signs = possible_signs(value.denominator, extended)
    if 0 in bottom_signs:
        conditions.append(Condition(value.denominator, "!="))
    if not signs_of_fraction(value, extended) <= frozenset((0, 1)):
        if bottom_signs <= frozenset((0, 1)):
            signed = value.numerator
        elif bottom_signs <= frozenset((0, -1)):
            signed = -value.numerator
        else:
            signed = value.numerator * value.denominator
        conditions.append(Condition(signed, ">="))
    conditions = [c for c in conditions if not plainly_holds(c, extended)]
    if conditions:
        _look_for_violation(value, domain, generator, what)
    return conditions


def _look_for_violation(
    value: RationalFunction, domain: Domain, generator: AlgebraicGenerator | None, what: Callable[[], str]
) -> None:
    for point in probe_points(domain):
        where = ", ".join(f"{name} = {number}" for name, number in point.items())
        fixed = {name: Polynomial.constant(number) for name, number in point.items()}
        bottom = RationalFunction(value.denominator.substitute(fixed))
        if generator:
            bottom = generator.reduce(bottom)
        if bottom.is_zero():
            raise EntryError(f"{what()}, {value}, is not defined at {where}, a point of the domain")
        there = RationalFunction(value.numerator.substitute(fixed)) / bottom
        sign = generator.sign(there) if generator else _sign(there.evaluate({}))
        if sign < 0:
            raise EntryError(f"{what()}, {value}, is negative ({there}) at {where}, a point of the domain")


def _sign(number: Fraction) -> int:
    return int(number > 0) - int(number < 0)


@lru_cache(maxsize=256)
def probe_points(domain: Domain) -> tuple[dict[str, Fraction], ...]:
    """Some exact points of the domain: corners that belong to it, and generic points. May be empty."""
    if domain.speaks_of_constants:
        return ()
    corners = [point for point in islice(_corners(domain), CORNERS_TRIED) if domain.contains(point)]
    return (*corners, *domain.points(seed=0, count=POINTS_TRIED))


def _corners(domain: Domain) -> Iterator[dict[str, Fraction]]:
    ends = []
    for p in domain.parameters:
        if p.constant is not None:
            return
        closed = [e for e, is_open in ((p.low, p.low_open), (p.high, p.high_open)) if e is not None and not is_open]
        ends.append(closed)
    for corner in product(*ends):
        yield dict(zip(domain.names, corner, strict=True))
