"""The parts of a statement that has no value as a whole, each with premises of its own.

What is said of all numbers, or of all designs, is said of one that is drawn; what is said of words is said of what they
mean; an equivalence is said in both directions, a case under its condition. Where a part fails the statement fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import permutations

from checks.witness.formulas import another_name, conjuncts, unfolded
from checks.witness.statements import Point, agreement
from checks.witness.values import NoValueError, speaks_of_all
from derivations.logic.terms import (
    BOOL,
    IMPLIES,
    NOT,
    Free,
    Term,
    applied,
    both,
    equal,
    for_all,
    free_variables,
    opened,
    quantified,
    substituted,
    there_is,
)

DEEPEST = 12  # words within words


@dataclass(frozen=True)
class PartsSeen:
    """At how many points each of some parts holds, how many there are, and the first failure of one of them."""

    held: int
    seen: int
    total: int
    broken: Point | None


def agreement_of_parts(statement: Term, seed: int, wanted: int) -> PartsSeen:
    """The parts of a statement tried at points; one that has no value, or premises that no point meets, is not seen.

    Raises NoValueError where none is seen.
    """
    together = parts(statement)
    found: list[int] = []
    reason = ""
    for part in together:
        try:
            held, broken = agreement(part, seed, wanted)
        except NoValueError as error:
            reason = reason or str(error)
            continue
        if broken is not None:
            return PartsSeen(held, len(found) + 1, len(together), broken)
        if held:
            found.append(held)
    if not found:
        raise NoValueError(reason or "no drawn point satisfies the premises of its parts")
    return PartsSeen(min(found), len(found), len(together), None)


def parts(statement: Term) -> list[Term]:
    """Statements that follow from one, and from which it follows together; itself where nothing can be taken apart."""
    found = _Part((), ()).of(statement, DEEPEST)
    return list(dict.fromkeys(part.statement(said) for part, said in found))


@dataclass(frozen=True)
class _Part:
    """The outer variables and the premises of a part."""

    variables: tuple[Free, ...]
    premises: tuple[Term, ...]

    def statement(self, said: Term) -> Term:
        """What is said under the premises, of all values of the variables."""
        return for_all(self.variables, reduce(lambda done, given: IMPLIES(given, done), reversed(self.premises), said))

    def of(self, said: Term, deep: int) -> Iterator[tuple[_Part, Term]]:
        """What must be so for something to hold."""
        if not speaks_of_all(said):
            yield self, said
        elif (body := quantified(said, "forall")) is not None:
            variable = Free(another_name(body.hint, self.variables), body.variable)
            yield from _Part((*self.variables, variable), self.premises).of(opened(body, variable), deep)
        elif sides := applied(said, "implies", 2):
            for case in self.given(sides[0], deep):
                yield from case.of(sides[1], deep)
        elif sides := applied(said, "and", 2):
            yield from self._each(sides, deep)
        elif sides := applied(said, "or", 2):
            one, other = sides if not speaks_of_all(sides[0]) else sides[::-1]
            yield from self.of(IMPLIES(NOT(one), other), deep)
        elif (sides := applied(said, "=", 2)) and sides[0].type == BOOL:
            yield from self._each((IMPLIES(*sides), IMPLIES(*sides[::-1])), deep)
        elif sides := applied(said, "if", 3):
            condition, then, otherwise = sides
            yield from self._each((IMPLIES(condition, then), IMPLIES(NOT(condition), otherwise)), deep)
        elif (inner := applied(said, "not", 1)) and (pushed := _denied(inner[0])) is not None:
            yield from self.of(pushed, deep)
        elif (only := _only(said)) is not None:
            yield from self.of(only, deep)
        elif deep and (meaning := unfolded(said)) is not None:
            yield from self.of(meaning, deep - 1)
        else:
            yield self, said

    def _each(self, formulas: Iterable[Term], deep: int) -> Iterator[tuple[_Part, Term]]:
        for formula in formulas:
            yield from self.of(formula, deep)

    def given(self, premise: Term, deep: int) -> Iterator[_Part]:
        """The same under a further premise, case by case; what there is has a name."""
        if not speaks_of_all(premise):
            yield _Part(self.variables, (*self.premises, premise))
        elif (body := quantified(premise, "exists")) is not None:
            variable = Free(another_name(body.hint, self.variables), body.variable)
            yield from _Part((*self.variables, variable), self.premises).given(opened(body, variable), deep)
        elif sides := applied(premise, "and", 2):
            for case in self.given(sides[0], deep):
                yield from case.given(sides[1], deep)
        elif sides := applied(premise, "or", 2):
            for side in sides:
                yield from self.given(side, deep)
        elif (sides := applied(premise, "=", 2)) and sides[0].type == BOOL:
            for together in (both(*sides), both(*map(NOT, sides))):
                yield from self.given(together, deep)
        elif (inner := applied(premise, "not", 1)) and (pushed := _denied(inner[0])) is not None:
            yield from self.given(pushed, deep)
        elif deep and (meaning := unfolded(premise)) is not None:
            yield from self.given(meaning, deep - 1)
        else:
            yield _Part(self.variables, (*self.premises, premise))


def _denied(said: Term) -> Term | None:
    """What it means that something does not hold; None where that cannot be said another way."""
    for binder, opposite in (("exists", for_all), ("forall", there_is)):
        if (body := quantified(said, binder)) is not None:
            variable = Free(another_name(body.hint, free_variables(said)), body.variable)
            return opposite(variable, NOT(opened(body, variable)))
    if sides := applied(said, "and", 2):
        return IMPLIES(sides[0], NOT(sides[1]))
    if sides := applied(said, "or", 2):
        return both(*map(NOT, sides))
    if sides := applied(said, "implies", 2):
        return both(sides[0], NOT(sides[1]))
    if inner := applied(said, "not", 1):
        return inner[0]
    if (sides := applied(said, "=", 2)) and sides[0].type == BOOL:
        return equal(sides[0], NOT(sides[1]))
    meaning = unfolded(said)
    return None if meaning is None else NOT(meaning)


def _only(said: Term) -> Term | None:
    """What is said of the only thing that there can be, where an equation says what that is."""
    if (body := quantified(said, "exists")) is None:
        return None
    variable = Free(another_name(body.hint, free_variables(said)), body.variable)
    inner = opened(body, variable)
    for part in conjuncts(inner):
        sides = applied(part, "=", 2)
        for one, other in permutations(sides) if sides else ():
            if one == variable and variable not in free_variables(other):
                return substituted(inner, {variable: other})
    return None
