"""Why a statement fails at a point: the relation between numbers that fails there, and what both its sides are worth.

It is looked for inside of conjunctions, cases, quantifiers over what is run through, and defined words. Of an
equivalence the side that fails is shown, of several relations of which one would do the one that comes nearest, and of
what should exist only what does not depend on it, or all where there is one thing alone that it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from checks.witness.formulas import another_name, unfolded
from checks.witness.numbers import UndecidedError
from checks.witness.values import LARGEST, WORK, DividesByZeroError, NoValueError, Run, members, slope, value
from derivations.logic.terms import (
    BOOL,
    NOT,
    REAL,
    Abstract,
    Free,
    Number,
    Term,
    applied,
    free_variables,
    opened,
    quantified,
)

RELATIONS = ("=", "<", "<=")


@dataclass(frozen=True)
class Failing:
    """The relation between numbers at which a statement fails, and what both its sides are worth there.

    A side is None where it has no value, as it divides by 0. Nothing where it is no relation between numbers.
    `indices` are the values of the bound variables of which the relation speaks, with their names.
    """

    relation: Term | None = None
    sides: tuple[Any, ...] = ()
    indices: tuple[tuple[Free, Any], ...] = ()


def why_it_fails(formula: Term, values: Mapping[Free, Any], *, largest: int = LARGEST) -> Failing:
    """Why a formula fails where its variables have these values; nothing where that is no relation between numbers.

    It is known to fail: what has no value may be what fails, where all else holds.
    """
    return _Place(values, values, largest).fails(formula) or Failing()


@dataclass(frozen=True)
class _Place:
    """Values of variables, and which of them the statement has outside of its indices."""

    values: Mapping[Free, Any]
    outer: Mapping[Free, Any]
    largest: int

    def fails(self, formula: Term) -> Failing | None:
        """Why a formula does not hold."""
        if parts := applied(formula, "and", 2):
            return self._first(self.fails, self._false(_flat(parts, "and")))
        if parts := applied(formula, "or", 2):
            return self._first(self.fails, sorted(_flat(parts, "or"), key=self._missing))
        if parts := applied(formula, "implies", 2):
            return self.fails(parts[1])
        if parts := applied(formula, "not", 1):
            return self.holds(parts[0])
        if (parts := applied(formula, "if", 3)) and (case := self._truth(parts[0])) is not None:
            return self.fails(parts[1] if case else parts[2])
        if (parts := applied(formula, "=", 2)) and parts[0].type == BOOL:
            return self._first(self.fails, self._false(parts, exactly_one=True))
        if (body := quantified(formula, "forall")) is not None:
            return self._at_first_case(body)
        if (body := quantified(formula, "exists")) is not None:
            return self._none(body)
        return self._of_relation(formula, formula) or self._of_word(formula, _Place.fails)

    def holds(self, formula: Term) -> Failing | None:
        """Why a formula holds that should not: the relation that should not hold, negated."""
        if parts := applied(formula, "not", 1):
            return self.fails(parts[0])
        if parts := applied(formula, "or", 2):
            return self._first(self.holds, (part for part in _flat(parts, "or") if self._truth(part)))
        if (body := quantified(formula, "exists")) is not None:
            cases = (case for case in self._cases(body, "exists") if case[0]._truth(case[1]))
            return self._first(lambda case: case[0].holds(applied(case[1], "and", 2)[1]), cases)  # type: ignore[index]
        return self._of_relation(formula, NOT(formula)) or self._of_word(formula, _Place.holds)

    # -- what fails ----------------------------------------------------------------------------------------------------

    def _false(self, parts: Sequence[Term], *, exactly_one: bool = False) -> list[Term]:
        """Those of some parts, of which one fails at least, that fail: they do, or have no value where others hold."""
        truths = [self._truth(part) for part in parts]
        found = [part for part, truth in zip(parts, truths, strict=True) if truth is False]
        unknown = [part for part, truth in zip(parts, truths, strict=True) if truth is None]
        if not found and len(unknown) == 1 and (not exactly_one or True in truths):
            return unknown
        return found

    def _at_first_case(self, body: Abstract) -> Failing | None:
        """Why the first case of a quantifier fails that does; others of the same shape would tell no more."""
        for place, said in self._cases(body, "forall"):
            truth = place._truth(said)
            if truth is not True and ((found := place.fails(said)) is not None or truth is False):
                return found
        return None

    def _missing(self, formula: Term) -> int:
        """How many parts of a conjunction do not hold."""
        return sum(self._truth(part) is not True for part in _flat((formula,), "and"))

    def _none(self, body: Abstract) -> Failing | None:
        """Why there is nothing that should exist."""
        try:
            through = members(body, "exists", self._run())
        except (NoValueError, UndecidedError, KeyError):
            through = []
        variable = self._index(body)
        said = opened(body, variable)
        if len(through) == 1:
            return self._with(variable, through[0]).fails(said)
        inner = list(_flat((said,), "and"))
        apart = [part for part in inner if variable not in free_variables(part) and self._truth(part) is False]
        if apart:
            return self._first(self.fails, apart)
        for part in inner:
            sides = applied(part, "=", 2) or ()
            for one, other in (sides, sides[::-1]) if sides else ():
                if one == variable and variable not in free_variables(other):
                    try:
                        only = value(other, self._run())
                    except (NoValueError, UndecidedError, KeyError):
                        continue
                    return self._with(variable, only).fails(said)
        return None

    def _of_relation(self, formula: Term, shown: Term) -> Failing | None:
        if parts := applied(formula, "derivative", 3):
            try:
                return Failing(shown, (slope(parts[0], parts[1], self._run()), self._worth(parts[2])))
            except (NoValueError, UndecidedError, KeyError):
                return None
        for name in RELATIONS:
            sides = applied(formula, name, 2)
            if not sides or sides[0].type != REAL or all(isinstance(side, Number) for side in sides):
                continue
            try:
                worth = tuple(map(self._worth, _compared(sides)))
            except (NoValueError, UndecidedError, KeyError):
                return None
            if all(side is None for side in worth):
                return None
            spoken = free_variables(formula)
            own = {v: x for v, x in self.values.items() if v not in self.outer and v in spoken}
            return Failing(shown, worth, tuple(own.items()))
        return None

    def _of_word(self, formula: Term, why: Callable[[_Place, Term], Failing | None]) -> Failing | None:
        """Why what a defined word means fails, or holds."""
        meaning = unfolded(formula)
        return None if meaning is None else why(self, meaning)

    # -- values --------------------------------------------------------------------------------------------------------

    def _run(self) -> Run:
        return Run(self.values, WORK, largest=self.largest, irrational=True)

    def _truth(self, formula: Term) -> bool | None:
        try:
            return bool(value(formula, self._run()))
        except (NoValueError, UndecidedError, KeyError):
            return None

    def _worth(self, side: Term) -> Any:
        try:
            return value(side, self._run())
        except DividesByZeroError:
            return None

    def _cases(self, body: Abstract, binder: str) -> Iterator[tuple[_Place, Term]]:
        variable = self._index(body)
        said = opened(body, variable)
        try:
            through = members(body, binder, self._run())
        except (NoValueError, UndecidedError, KeyError):
            return
        for member in through:
            yield self._with(variable, member), said

    def _with(self, variable: Free, worth: Any) -> _Place:
        return _Place({**self.values, variable: worth}, self.outer, self.largest)

    def _index(self, body: Abstract) -> Free:
        return Free(another_name(body.hint, self.values), body.variable)

    @staticmethod
    def _first(why: Callable[[Any], Failing | None], formulas: Iterable[Any]) -> Failing | None:
        return next((found for found in map(why, formulas) if found is not None), None)


def _flat(formulas: Iterable[Term], word: str) -> list[Term]:
    found: list[Term] = []
    for formula in formulas:
        both = applied(formula, word, 2)
        found += _flat(both, word) if both else [formula]
    return found


def _compared(sides: tuple[Term, ...]) -> tuple[Term, ...]:
    """Of |a - b| <= c with a printed number b the numbers a and b."""
    inner = applied(sides[0], "abs", 1)
    terms = applied(inner[0], "+", 2) if inner else None
    less = applied(terms[1], "*", 2) if terms else None
    if terms and isinstance(terms[1], Number):
        return terms[0], Number(-terms[1].value)
    if terms and less and less[0] == Number(-1) and not free_variables(less[1]):
        return terms[0], less[1]
    return sides
