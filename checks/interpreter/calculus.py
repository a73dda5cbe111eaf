"""Derivatives as printed, with the kernel's theorems that they are right, and values at a place after a bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import as_logarithms, as_quotient
from checks.interpreter.budgets import exponentiated
from checks.interpreter.values import LogSum, MeaninglessError, Value
from checks.reading import syntax as tree
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LogLinear
from derivations.prover.with_theorems import substitute_rational
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter


def derivative(interpreter: Interpreter, node: tree.Derivative) -> Value:
    """The printed derivative, of whatever order, of a rational function with logarithms.

    By a budget it is x times the one by x = e^eps. Raises MeaninglessError for a variable with a fixed value, and where
    it is in the coefficient of a logarithm.
    """
    budget = node.variable.name in interpreter.budgets
    name = interpreter.budgets.get(node.variable.name, node.variable.name)
    if {name, node.variable.name} & interpreter.at.keys():
        raise MeaninglessError(f"'{interpreter.print(node)}': the variable has a fixed value here")
    with interpreter.binding((name,)):
        function = as_logarithms(interpreter.value(node.expression))
    if any(name in c.names or not c.denominator.is_constant() for c, _ in function.logarithms):
        raise MeaninglessError(f"'{interpreter.print(node)}': a coefficient of a logarithm depends on {name}")
    interpreter.divisors.extend(u for _, u in function.logarithms)
    for _ in range(node.order):
        slope = _differentiated(interpreter, function, name)
        function = LogSum(slope * RationalFunction(Polynomial.variable(name)) if budget else slope, ())
    return function.rational


def _differentiated(interpreter: Interpreter, function: LogSum, name: str) -> RationalFunction:
    """The derivative, with the kernel's theorem that it is one."""
    slope = function.rational.derivative(name)
    for coefficient, argument in function.logarithms:
        slope = slope + coefficient * argument.derivative(name) / argument
    linear = LogLinear(
        as_quotient(function.rational), tuple((c.numerator, as_quotient(u)) for c, u in function.logarithms)
    )
    interpreter.facts.append(kernel.derivative(linear, name, as_quotient(slope)))
    return slope


def evaluated_at(interpreter: Interpreter, node: tree.EvaluatedAt) -> Value:
    """The value of an expression where the printed `name = value` holds.

    Raises MeaninglessError for anything else after the bar, and where a denominator is zero there.
    """
    match node.condition:
        case tree.Chain(members=(tree.Name(name=budget), place), relations=("=",)) if budget in interpreter.budgets:
            name, value = interpreter.budgets[budget], exponentiated(interpreter, place, [])
            if not isinstance(value, RationalFunction):
                raise MeaninglessError(f"'{interpreter.print(node)}': the value of a budget is 0 or log(q) here")
        case tree.Chain(members=(tree.Name(name=name), place), relations=("=",)):
            value = interpreter.number(place)
        case _:
            raise MeaninglessError(f"'{interpreter.print(node)}': after the bar an equation 'name = value' is needed")
    if isinstance(node.expression, tree.Apply) and name not in tree.names_in(node.expression):
        raise MeaninglessError(f"'{interpreter.print(node)}': nothing before the bar is called {name}")
    with interpreter.binding((name,)), interpreter.apart() as (divisors, required):
        function = interpreter.number(node.expression)
    if any(d.substitute({name: value}).is_zero() for d in divisors):
        raise MeaninglessError(f"'{interpreter.print(node)}': a denominator is zero there")
    interpreter.divisors += [d.substitute({name: value}) for d in divisors]
    here = {name: value}
    interpreter.required += [(w, substitute_rational(c, here), substitute_rational(f, here)) for w, c, f in required]
    return function.substitute({name: value})
