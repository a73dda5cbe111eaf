"""The sides of a printed relation as they are written: term by term, names replaced by what they were derived to be."""

from __future__ import annotations

from collections.abc import Callable

from checks.interpreter.values import Value
from checks.reading import syntax as tree
from derivations.arithmetic.meaning import expression_of
from mechanisms.exact.expression import MAX_EXPONENT, MINUS_ONE, ONE, Expression, Operation, Operator
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


def as_written(node: tree.Node, value_of: Callable[[tree.Node], Value | None]) -> Expression | None:
    """The expression of a tree whose parts have been read, None where it is no number.

    Sums, products, quotients and powers stay as they are printed; what is none of these is its value.
    """
    value = value_of(node)
    if not isinstance(value, RationalFunction):
        return None
    return _operation(node, value_of) or expression_of(value)


def _operation(node: tree.Node, value_of: Callable[[tree.Node], Value | None]) -> Expression | None:
    match node:
        case tree.Sum(terms=terms):
            return _joined("+", terms, value_of)
        case tree.Product(factors=factors):
            return _joined("*", factors, value_of)
        case tree.Quotient(numerator=top, denominator=bottom):
            return _joined("/", (top, bottom), value_of)
        case tree.Negate(term=term):
            return _negated(as_written(term, value_of))
        case tree.Power(base=base, exponent=exponent):
            return _power(as_written(base, value_of), value_of(exponent))
    return None


def _joined(
    operator: Operator, nodes: tuple[tree.Node, ...], value_of: Callable[[tree.Node], Value | None]
) -> Expression | None:
    parts = [part for node in nodes if (part := as_written(node, value_of)) is not None]
    return Operation(operator, tuple(parts)) if len(parts) == len(nodes) else None


def _negated(part: Expression | None) -> Expression | None:
    if part is None or isinstance(part, Polynomial):
        return None if part is None else -part
    return Operation("*", (MINUS_ONE, part))


def _power(base: Expression | None, exponent: Value | None) -> Expression | None:
    if base is None or not isinstance(exponent, RationalFunction) or exponent.names:
        return None
    times = exponent.constant_value()
    if times.denominator != 1 or not 1 <= abs(times) <= MAX_EXPONENT:
        return None
    power = base if abs(times) == 1 else Operation("^", (base, Polynomial.constant(abs(times))))
    return power if times > 0 else Operation("/", (ONE, power))
