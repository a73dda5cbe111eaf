"""Whole numbers among the variables of printed extrema and sets: what a variable that is declared an integer can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import ceil, floor
from typing import TYPE_CHECKING

from checks.interpreter.notation import Notation
from checks.interpreter.values import Coordinates, MeaninglessError
from checks.reading import syntax as tree
from mechanisms.exact.formula import Formula, IntegerValued, all_of, any_of
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter

WIDEST = 64  # whole numbers that are tried one by one


def whole_among(notation: Notation, names: Iterable[str]) -> tuple[bool, ...]:
    """Which of the names are declared as integers."""
    integers = {parameter.name for parameter in notation.domain.parameters if parameter.integer}
    return tuple(name in integers for name in names)


def is_whole(notation: Notation, value: RationalFunction) -> Formula:
    """That a number is whole: told at once, or said of a variable; MeaninglessError where it is neither."""
    if not value.names:
        return all_of(()) if value.constant_value().denominator == 1 else any_of(())
    terms = value.numerator.terms()
    divisor = value.denominator.constant_value() if value.denominator.is_constant() else None
    if divisor is not None and all((c / divisor).denominator == 1 for c in terms.values()):
        if all(whole_among(notation, value.names)):
            return all_of(())
        if value.names == tuple(name for monomial in terms for name, _ in monomial) and len(terms) == 1:
            ((monomial, coefficient),) = terms.items()
            if coefficient == divisor and [power for _, power in monomial] == [1]:
                return IntegerValued(value.names[0])
    raise MeaninglessError(f"whether {value} is a whole number is not known here")


def all_whole(notation: Notation, whole: tuple[bool, ...], z: Coordinates) -> Formula:
    """That the coordinates are whole numbers where they must be."""
    return all_of(is_whole(notation, value) for value, must in zip(z, whole, strict=True) if must)


def few_values(
    interpreter: Interpreter, node: tree.ExtremeValue | tree.ArgMin | tree.ArgMax, interval: tree.Interval | None
) -> list[RationalFunction] | None:
    """What each variable of an extremum can be, where these are few: listed elements, or the whole numbers between.

    None where it is over real numbers, or where an end of the interval is no given number. Raises MeaninglessError
    where only some variables are whole, and for none or too many numbers between.
    """
    if isinstance(node.domain, tree.SetDisplay):
        return [interpreter.number(element) for element in interpreter.listed(tree.Listing(node.domain.elements))]
    whole = whole_among(interpreter.notation, (v.name for v in node.variables))
    if not any(whole) or interval is None:
        return None
    if not all(whole):
        raise MeaninglessError(f"'{interpreter.print(node)}': some variables are integers, others are not")
    low, high = interpreter.number(interval.low), interpreter.number(interval.high)
    if low.names or high.names:
        return None
    first, last = ceil(low.constant_value()), floor(high.constant_value())
    first += not interval.closed_low and first == low.constant_value()
    last -= not interval.closed_high and last == high.constant_value()
    if first > last:
        raise MeaninglessError(f"'{interpreter.print(node)}': no whole number lies between {low} and {high}")
    if last - first >= WIDEST:
        raise MeaninglessError(f"'{interpreter.print(node)}': more than {WIDEST} whole numbers to be tried")
    return [RationalFunction.of(k) for k in range(first, last + 1)]


def choices(names: Sequence[str], values: Sequence[RationalFunction]) -> Iterator[dict[str, RationalFunction]]:
    """A value for each of the variables, in all combinations; MeaninglessError where these are many."""
    if len(values) ** len(names) > WIDEST:
        raise MeaninglessError(f"more than {WIDEST} choices of values for {', '.join(names)} to be tried")
    return (dict(zip(names, chosen, strict=True)) for chosen in product(values, repeat=len(names)))
