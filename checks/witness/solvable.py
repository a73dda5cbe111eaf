"""Equations that are said of all laws, and of numbers and functions that are wanted: whether there are such.

The members of a law are unknown, but for the last one, which is what the others leave of 1. Polynomials in them are
equal at all laws where they are the same. They must be linear in what is wanted: the values of an estimator at words,
the members of an inverse, or of a channel, which are not negative. Some solution keeps clear of several things if for
each of them there is one that does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NoReturn

from flint import fmpq_mat

from checks.witness.formulas import another_name, unfolded
from checks.witness.numbers import EXACT, UndecidedError, Wider
from checks.witness.several_numbers import Allowance
from derivations.logic.terms import (
    REAL,
    Abstract,
    Arrow,
    Free,
    Term,
    Type,
    applied,
    arrow,
    free_variables,
    opened,
    quantified,
)
from mechanisms.exact.polynomial import Polynomial, to_fmpq

MOST = 200  # numbers that are wanted
LARGEST = 6  # places of a word, members of a law
_ROW = arrow(REAL, REAL)
_WANTED = "wanted "  # how their names begin

_Known = Mapping[Free, Any]
_Form = dict[str, Fraction]  # a linear function of what is wanted, with "" for 1


@dataclass(frozen=True, eq=False)
class Unknown(Wider):
    """A polynomial in the members of laws and in what is wanted."""

    polynomial: Polynomial
    allowance: Allowance

    def _with(self, operation: Callable[[Any], Polynomial], other: Any) -> Unknown:
        self.allowance.spend()
        if not isinstance(other, (*EXACT, Unknown)):
            raise UndecidedError("what is no fraction stands beside unknown numbers")
        return Unknown(operation(other.polynomial if isinstance(other, Unknown) else other), self.allowance)

    def __add__(self, other: Any) -> Unknown:
        return self._with(self.polynomial.__add__, other)

    def __mul__(self, other: Any) -> Unknown:
        return self._with(self.polynomial.__mul__, other)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> Any:
        return self * (1 / other)

    def __pow__(self, exponent: int) -> Unknown:
        return self._with(lambda _: self.polynomial**exponent, 0)

    def _minus(self, other: Any) -> int:
        if not (self + -1 * other).polynomial.is_zero():
            raise UndecidedError("unknown numbers are compared")
        return 0

    def __eq__(self, other: object) -> bool:
        return self is other or self._minus(other) == 0

    __hash__ = object.__hash__

    def _refused(self, *_: Any) -> NoReturn:
        raise UndecidedError("an unknown number is no divisor and no place in a family")

    __int__ = __rtruediv__ = _refused
    denominator = property(_refused)


@dataclass
class Equations:
    """What is said to be equal: what must be 0, what must not be less, and of which of some one must not be 0.

    A term has its worth where variables have values; a quantifier goes through members. Raises UndecidedError where
    something else is said.
    """

    worth: Callable[[Term, _Known], Any]
    members: Callable[[Abstract, str, _Known], Iterable[Any]]
    allowance: Allowance
    zero: list[Polynomial] = field(default_factory=list)
    not_less: list[Polynomial] = field(default_factory=list)
    apart: list[list[Polynomial]] = field(default_factory=list)
    _unknown: set[Free] = field(default_factory=set)
    _names: set[str] = field(default_factory=set)

    def hold(self, body: Abstract, binder: str) -> bool:
        """Whether the equations hold of all laws, or of something; UndecidedError where more is said than these."""
        known: dict[Free, Any] = {}
        said: Term | None = None
        while binder == "exists" and (said is None or quantified(said, binder) is not None):
            inner = body if said is None else quantified(said, binder)
            assert inner is not None, "the loop looked"
            variable = self._named(inner, known)
            self._unknown.add(variable)
            known[variable] = self._wanted(variable.type, variable.name)
            said = opened(inner, variable)
        if said is None:
            self._take_all(body, known)
        else:
            self._take(said, known)
        equations = [form for polynomial in self.zero for form in _forms(polynomial)]
        if self.not_less:
            if self.apart:
                raise UndecidedError("something must differ among what is not negative")
            return _feasible(equations, list(map(_form, self.not_less)))
        return _have_solution(equations, [[_form(p) for p in some] for some in self.apart])

    def _take(self, said: Term, known: _Known) -> None:
        """Take up what a formula says."""
        if not free_variables(said) & self._unknown:
            self.zero.extend(() if self.worth(said, known) else (Polynomial.constant(1),))
        elif sides := applied(said, "and", 2):
            for side in sides:
                self._take(side, known)
        elif sides := applied(said, "implies", 2):
            if self.worth(sides[0], known):
                self._take(sides[1], known)
        elif (body := quantified(said, "forall")) is not None:
            self._take_all(body, known)
        elif (body := quantified(said, "exists")) is not None:
            self.apart.append([self._apart(inner, at) for inner, at in self._each(body, "exists", known)])
        elif (sides := applied(said, "=", 2)) and sides[0].type == REAL:
            self.zero.append(self._difference(sides, known))
        elif sides := applied(said, "<=", 2):
            self.not_less.append(self._difference(sides[::-1], known))
        elif (meaning := unfolded(said)) is not None:
            self._take(meaning, known)
        else:
            raise UndecidedError("more than equations is said of unknown numbers")

    def _take_all(self, body: Abstract, known: _Known) -> None:
        variable = self._named(body, known)
        sides = applied(opened(body, variable), "implies", 2)
        law = applied(sides[0], "law", 2) if sides else None
        if sides and law and law[1] == variable:
            self._unknown.add(variable)
            self._take(sides[1], {**known, variable: self._law(self.worth(law[0], known), variable.name)})
        else:
            for said, at in self._each(body, "forall", known):
                self._take(said, at)

    def _each(self, body: Abstract, binder: str, known: _Known) -> Iterator[tuple[Term, _Known]]:
        variable = self._named(body, known)
        for member in self.members(body, binder, known):
            yield opened(body, variable), {**known, variable: member}

    def _apart(self, said: Term, known: _Known) -> Polynomial:
        """The difference in `a condition and not x = y`."""
        _, other = applied(said, "and", 2) or (None, said)
        denied = applied(other, "not", 1)
        sides = applied(denied[0], "=", 2) if denied else None
        if not sides:
            raise UndecidedError("more than equations is said of unknown numbers")
        return self._difference(sides, known)

    def _difference(self, sides: Sequence[Term], known: _Known) -> Polynomial:
        zero = Unknown(Polynomial(), self.allowance)
        left, right = (zero + self.worth(side, known) for side in sides)
        difference: Polynomial = left.polynomial - right.polynomial
        return difference

    @staticmethod
    def _named(body: Abstract, known: _Known) -> Free:
        return Free(another_name("unknown", known), body.variable)

    def _law(self, size: Fraction, name: str) -> Callable[[Any], Any]:
        if size.denominator != 1 or not 1 <= size <= LARGEST:
            raise UndecidedError(f"a law of {size} members is not looked at")
        free = [Unknown(Polynomial.variable(f"{name} {place}"), self.allowance) for place in range(1, int(size))]
        rest = Unknown(Polynomial.constant(1), self.allowance)
        for member in free:
            rest = rest + -1 * member
        row = [*free, rest]
        return lambda x: row[int(x) - 1] if x.denominator == 1 and 1 <= x <= len(row) else 0

    def _wanted(self, type_: Type, name: str) -> Any:
        """Something of a type whose values are wanted."""
        if not isinstance(type_, Arrow):
            if type_ != REAL or len(self._names | {name}) > MOST:
                raise UndecidedError("too much is wanted" if type_ == REAL else "what is wanted is no number")
            self._names.add(name)
            return Unknown(Polynomial.variable(_WANTED + name), self.allowance)

        def of(argument: Any) -> Any:
            entries = (
                (argument,) if type_.source == REAL else tuple(map(argument, map(Fraction, range(1, LARGEST + 1))))
            )
            if not all(isinstance(entry, EXACT) for entry in entries):
                raise UndecidedError("a wanted function is asked for its value at no numbers")
            return self._wanted(type_.target, f"{name} ({','.join(map(str, entries))})")

        if type_.source not in (REAL, _ROW):
            raise UndecidedError("a function of functions of functions is wanted")
        return of


def _forms(polynomial: Polynomial) -> Iterator[_Form]:
    """The linear functions of what is wanted that stand beside the powers of the members of laws."""
    found: dict[Any, _Form] = {}
    for monomial, factor in polynomial.terms().items():
        wanted = [(name, power) for name, power in monomial if name.startswith(_WANTED)]
        if sum(power for _, power in wanted) > 1:
            raise UndecidedError("what is wanted is multiplied with itself")
        form = found.setdefault(tuple(part for part in monomial if part not in wanted), {})
        form[wanted[0][0] if wanted else ""] = factor
    yield from found.values()


def _form(polynomial: Polynomial) -> _Form:
    if any(not name.startswith(_WANTED) for name in polynomial.names):
        raise UndecidedError("more than equations is said of all laws")
    return next(_forms(polynomial), {})


def _have_solution(equations: list[_Form], apart: list[list[_Form]]) -> bool:
    names = sorted({name for form in (*equations, *(f for some in apart for f in some)) for name in form} - {""})

    def rank(forms: list[_Form], *ends: str) -> int:
        entries = [[to_fmpq(form.get(name, Fraction(0))) for name in (*names, *ends)] for form in forms]
        return int(fmpq_mat(entries).rank()) if entries and entries[0] else 0

    alone, together = rank(equations), rank(equations, "")
    return alone == together and all(any(rank([*equations, form], "") > together for form in some) for some in apart)


def _feasible(equations: list[_Form], not_less: list[_Form]) -> bool:
    """Whether the equations have a solution at which other forms are not negative: the simplex method by Bland's rule.

    Each wanted number is a difference of two that are not negative, as is what a form has to spare.
    """
    names = sorted({name for form in (*equations, *not_less) for name in form} - {""})
    rows: list[list[Fraction]] = []
    for number, form in enumerate((*equations, *not_less)):
        plus = [form.get(name, Fraction(0)) for name in names]
        spare = [Fraction(-(number == len(equations) + i)) for i in range(len(not_less))]
        row = [*plus, *(-entry for entry in plus), *spare, -form.get("", Fraction(0))]
        rows.append(row if row[-1] >= 0 else [-entry for entry in row])
    missing = [sum(column, Fraction(0)) for column in zip(*rows, strict=True)]  # what the rows lack, all together
    basis = list(range(-len(rows), 0))  # what each row lacks, and then numbers instead
    while missing and missing[-1] > 0:
        entering = next((j for j, gain in enumerate(missing[:-1]) if gain > 0), None)
        if entering is None:
            return False
        _, _, leaving = min((row[-1] / row[entering], basis[i], i) for i, row in enumerate(rows) if row[entering] > 0)
        pivot = [entry / rows[leaving][entering] for entry in rows[leaving]]
        basis[leaving], rows[leaving] = entering, pivot
        rows = [row if i == leaving else _less(row, pivot, entering) for i, row in enumerate(rows)]
        missing = _less(missing, pivot, entering)
    return True


def _less(row: list[Fraction], pivot: list[Fraction], column: int) -> list[Fraction]:
    factor = row[column]
    return [entry - factor * other for entry, other in zip(row, pivot, strict=True)] if factor else row
