"""Privacy budgets in print: e to a combination of them, and comparisons such as eps > 0, which reads x > 1."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import as_number, is_decimal, not_zero, rounding_bounds
from checks.interpreter.extrema import relation_of_lists
from checks.interpreter.notation import NUMERIC, ONE, ZERO
from checks.interpreter.powers import exponential_of_number
from checks.interpreter.values import Listed, MeaninglessError, Value
from checks.reading import syntax as tree
from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.expression import MAX_EXPONENT
from mechanisms.exact.formula import Formula, all_of, any_of, negation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter


ROOTS = (1, 2, 4, 8)
"""The parts of a budget that may stand in an exponent: the square root is taken once, twice, three times."""

MAXIMAL_MULTIPLE = 64


def exponential(interpreter: Interpreter, exponent: tree.Node) -> RationalFunction:
    """e^exponent as a number."""
    return as_number(exponential_value(interpreter, exponent))


def exponential_value(interpreter: Interpreter, exponent: tree.Node) -> Value:
    """e^exponent, where the exponent is a combination of budgets, perhaps plus a number; e^(eps/2) is a square root.

    Every obligation that speaks of the number e itself has the hypothesis that it is exp(1). Raises MeaninglessError
    for any other exponent.
    """
    names = interpreter.budgets
    kept = interpreter.at
    interpreter.at = {**kept, **{budget: RationalFunction(Polynomial.variable(budget)) for budget in names}}
    try:
        linear = interpreter.number(exponent)
    finally:
        interpreter.at = kept
    if not linear.denominator.is_constant():
        raise MeaninglessError(f"the exponent '{interpreter.print(exponent)}' is not linear in the budgets")
    result = ONE
    for monomial, coefficient in linear.numerator.terms().items():
        if monomial == ():
            result = result * exponential_of_number(interpreter, coefficient)
            continue
        if len(monomial) != 1 or monomial[0][1] != 1 or monomial[0][0] not in names:
            raise MeaninglessError(
                f"the exponent '{interpreter.print(exponent)}' is no integer combination of budgets, nor a half of one"
            )
        if abs(coefficient) > MAX_EXPONENT:
            raise MeaninglessError(f"multiples of a budget are read up to {MAX_EXPONENT}")
        if coefficient.denominator not in ROOTS:
            raise MeaninglessError(
                f"the exponent '{interpreter.print(exponent)}': of the parts of a budget, halves, quarters and eighths "
                "have a meaning"
            )
        base = interpreter.value(tree.Name(names[monomial[0][0]]))
        alone = len(linear.numerator.terms()) == 1 and coefficient.denominator == 1
        if isinstance(base, Listed) and alone and coefficient > 0:
            return Listed(base.kind, tuple(value ** int(coefficient) for value in base.values))
        if not isinstance(base, RationalFunction):
            raise MeaninglessError(f"'{interpreter.print(exponent)}': e to the largest of several is read alone only")
        if coefficient < 0:
            interpreter.divisors.append(base)
        for _ in range(ROOTS.index(coefficient.denominator)):
            base = interpreter.square_root(base)
        result = result * base**coefficient.numerator
    return result


def budget_condition(interpreter: Interpreter, left: tree.Node, relation: str, right: tree.Node) -> Formula | None:
    """eps > 0 reads x > 1: a bare budget may be compared with 0, the logarithm of a number or another budget.

    Raises MeaninglessError for a comparison with something else.
    """
    names = interpreter.budgets
    if not any(isinstance(side, tree.Name) and side.name in names for side in (left, right)):
        return None
    if relation == "=" and (is_decimal(left) or is_decimal(right)):
        budget, printed = (right, left) if is_decimal(left) else (left, right)
        ends = [exponential_of_number(interpreter, end) for end in rounding_bounds(printed)]
        value = exponentiated(interpreter, budget, [])
        assert value is not None, "one side is a budget, the other a decimal number"
        return all_of([relation_of_lists(ends[0], "<=", value), relation_of_lists(value, "<=", ends[1])])
    known: list[Formula] = []
    sides = [exponentiated(interpreter, side, known) for side in (left, right)]
    first, second = sides
    if first is None or second is None or relation not in NUMERIC:
        raise MeaninglessError(
            "a budget can be compared with a number, log(q), other budgets, their sums, the largest of these and their "
            "absolute values, "
            f"not '{interpreter.print(left)} {relation} {interpreter.print(right)}'"
        )
    if isinstance(first, Listed) or isinstance(second, Listed):
        return all_of([*known, relation_of_lists(first, relation, second)])
    return all_of([*known, relation_formula(as_number(first), NUMERIC[relation], as_number(second))])


def exponentiated(interpreter: Interpreter, node: tree.Node, known: list[Formula]) -> Value | None:
    """e^node for a sum of budgets and logarithms, or the largest of such; None for anything else.

    What must hold for it to have a value is added to `known`.
    """
    names = interpreter.budgets
    match node:
        case tree.Name(name=name) if name in names:
            return interpreter.value(tree.Name(names[name]))
        case tree.Number() | tree.Quotient(numerator=tree.Number(), denominator=tree.Number()):
            return exponential_of_number(interpreter, interpreter.number(node).evaluate({}))
        case tree.Apply(function="log", arguments=(argument,)):
            with interpreter.apart() as (divisors, required):
                value = interpreter.value(argument)
                if not isinstance(value, Listed):
                    value = interpreter.number(argument)
            known += [*not_zero(divisors), *(any_of([negation(where), f]) for _, where, f in required)]
            known.append(relation_of_lists(value, ">", ZERO))
            return value
        case tree.Apply(function="abs", arguments=(argument,)):
            inside = exponentiated(interpreter, argument, known)
            return Listed("max", (inside, ONE / inside)) if isinstance(inside, RationalFunction) else None
        case tree.Sum(terms=terms):
            parts = [exponentiated(interpreter, term, known) for term in terms]
            if not all(isinstance(part, RationalFunction) for part in parts):
                return None
            return reduce(lambda a, b: a * b, (as_number(part) for part in parts if part is not None))
        case tree.Product(factors=(tree.Number(places=0) as times, factor)) if times.value <= MAXIMAL_MULTIPLE:
            inside = exponentiated(interpreter, factor, known)
            return inside ** int(times.value) if isinstance(inside, RationalFunction) else None
        case tree.Quotient(numerator=above, denominator=tree.Number(places=0) as part) if part.value in ROOTS:
            inside = exponentiated(interpreter, above, known)
            if not isinstance(inside, RationalFunction):
                return None
            for _ in range(ROOTS.index(int(part.value))):
                inside = interpreter.square_root(inside)
            return inside
        case tree.Negate(term=term):
            inside = exponentiated(interpreter, term, known)
            return ONE / inside if isinstance(inside, RationalFunction) else None
        case tree.Apply(function=("min" | "max") as kind, arguments=arguments):
            found: list[RationalFunction] = []
            for inside in [exponentiated(interpreter, argument, known) for argument in arguments]:
                if isinstance(inside, Listed) and inside.kind == kind:
                    found.extend(inside.values)
                elif isinstance(inside, RationalFunction):
                    found.append(inside)
                else:
                    return None
            return Listed(kind, tuple(found)) if len(found) > 1 else found[0]
    return None
