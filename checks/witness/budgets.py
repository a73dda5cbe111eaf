"""Budgets: a printed eps is known by x = e^eps, so powers of e and relations between budgets are those of x."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from checks.reading import syntax as tree
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import HOLDS, Numeric, ball, compare, divide, furthest, multiply, power, sign
from checks.witness.printed_numbers import decimal

if TYPE_CHECKING:
    from checks.witness.evaluator import Evaluator


def exponential(point: Evaluator, exponent: tree.Node) -> Numeric:
    """e^(k eps + l eps' + ... + c) = x^k x'^l ... e^c: c is the exponent where all budgets are 0.

    The multiple of a budget is what the exponent grows by where it is 1, the others 0. A point that is not exact is
    needed where c is not 0, and where a multiple is a fraction. Raises NotEvaluatedError for an exponent that is no
    such combination.
    """
    budgets = [b for b in point.meanings.budgets if b in tree.names_in(exponent)]

    def exponent_at(**values: int) -> Fraction:
        given = {**point.values, **{b: Fraction(values.get(b, 0)) for b in budgets}}
        value = replace(point, values=given, exact=True, hypotheses=()).number(exponent)
        if not isinstance(value, (int, Fraction)):
            raise NotEvaluatedError("an exponent of e that is no rational combination of budgets")
        return Fraction(value)

    constant = total = exponent_at()
    result: Numeric = ball(constant).exp() if constant else 1
    for budget in budgets:
        multiple = exponent_at(**{budget: 1}) - constant
        if exponent_at(**{budget: 2}) != 2 * multiple + constant:
            raise NotEvaluatedError("an exponent of e that is no combination of budgets")
        total += multiple
        base = point.values[point.meanings.budgets[budget]]
        if multiple.denominator != 1:
            base = ball(base).root(multiple.denominator)
        result = multiply(result, power(base, multiple.numerator))
    if exponent_at(**dict.fromkeys(budgets, 1)) != total:
        raise NotEvaluatedError("an exponent of e in which budgets are multiplied")
    return result


def is_budget(point: Evaluator, node: tree.Node | None) -> bool:
    """Whether this is the name of a budget."""
    return isinstance(node, tree.Name) and node.name in point.meanings.budgets


def budget_relation(point: Evaluator, left: tree.Node, relation: str, right: tree.Node) -> bool:
    """A relation between budgets; a printed decimal is rounded."""
    if relation == "=" and (places := decimal(left) or decimal(right)):
        budget, printed = (left, right) if decimal(right) else (right, left)
        assert isinstance(printed, tree.Number)
        half = Fraction(1, 2 * 10**places)
        low, high = (ball(printed.value + end).exp() for end in (-half, half))
        value = exponential_of_budget(point, budget)
        return compare(low, value) <= 0 <= compare(high, value)
    return HOLDS[relation](compare(exponential_of_budget(point, left), exponential_of_budget(point, right)))


def exponential_of_budget(point: Evaluator, node: tree.Node) -> Numeric:
    """e to the power of a budget, of 0 or of a logarithm: budgets are compared by their exponentials.

    Raises NotEvaluatedError for anything else.
    """
    match node:
        case tree.Name(name=name) if name in point.meanings.budgets:
            return point.values[point.meanings.budgets[name]]
        case tree.Number() | tree.Quotient(numerator=tree.Number(), denominator=tree.Number()):
            value = point.number(node)
            return ball(value).exp() if sign(value) else point.of(1)
        case tree.Apply(function="log", arguments=(argument,)):
            return point.number(argument)
        case tree.Sum(terms=terms):
            total: Numeric = 1
            for term in terms:
                total = multiply(total, exponential_of_budget(point, term))
            return total
        case tree.Product(factors=(tree.Number(places=0) as times, factor)):
            return power(exponential_of_budget(point, factor), int(times.value))
        case tree.Quotient(numerator=above, denominator=tree.Number(places=0) as part):
            return ball(exponential_of_budget(point, above)).root(int(part.value))
        case tree.Negate(term=term):
            return divide(1, exponential_of_budget(point, term))
        case tree.Apply(function="abs", arguments=(argument,)):
            inside = exponential_of_budget(point, argument)
            return furthest("max", [inside, divide(1, inside)])
        case tree.Apply(function=("min" | "max") as kind, arguments=arguments):
            return furthest(kind, [exponential_of_budget(point, argument) for argument in arguments])
    raise NotEvaluatedError("a budget is compared with numbers, logarithms, other budgets, their sums and maxima only")
