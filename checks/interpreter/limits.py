"""Printed limits of rational functions, exactly, at a number or at infinity.

Let t be the distance to the place (at infinity, 1/t is the variable) and N/D the function, written in t. Where
D(0) is not zero the limit is N(0)/D(0): the difference is t R with R defined at 0, which is added as a theorem. Where
the lowest coefficients of D vanish, those of N must do so too; these cases are told apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import as_number
from checks.interpreter.budgets import exponentiated
from checks.interpreter.notation import ONE, ZERO, Obligation
from checks.interpreter.values import Limiting, MeaninglessError, Piecewise, Value
from checks.reading import syntax as tree
from derivations.arithmetic.meaning import defined, expression_of, relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import NotProvedError, prove_from
from mechanisms.exact.expression import Operation, difference
from mechanisms.exact.formula import Formula, all_of, any_of, equal_to
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter

DISTANCE = "distance"
FINITE = "the limit is finite"
INFINITE = {1: "infinity", -1: "-infinity"}
MAXIMAL_DEGREE = 24


def limit(interpreter: Interpreter, node: tree.Limit) -> Value:
    """The limit of a rational function, which must exist and be finite."""
    distance = interpreter.notation.fresh(DISTANCE)
    function = _near(interpreter, node, distance)
    above, below = _coefficients(function.numerator, distance), _coefficients(function.denominator, distance)
    if not below[0].is_zero():
        _add_theorem(interpreter, function, above[0] / below[0], distance)
    vanishing: list[Formula] = []
    cases: list[tuple[Formula, Value]] = []
    for order, coefficient in enumerate(below):
        if not coefficient.is_zero():
            case = all_of([*vanishing, relation_formula(coefficient, "!=", ZERO)])
            for lower in above[:order]:
                interpreter.required.append((FINITE, case, relation_formula(lower, "=", ZERO)))
            top = above[order] if order < len(above) else ZERO
            cases.append((case, top / coefficient))
            if coefficient.numerator.is_constant():
                break
            vanishing.append(relation_formula(coefficient, "=", ZERO))
    else:
        interpreter.demand("the expression has a value near the limit", any_of(case for case, _ in cases))
    return cases[0][1] if len(cases) == 1 else Piecewise(tuple(cases))


def tends_to_infinity(interpreter: Interpreter, node: tree.Limit, sign: int, label: str) -> list[Obligation]:
    """What must be shown for a limit that is printed as infinity (sign 1) or minus infinity (sign -1).

    The leading coefficients have the quotient that the sign wants, on each side from which the place is approached.
    """
    distance = interpreter.notation.fresh(DISTANCE)
    function = _near(interpreter, node, distance)
    approached = _sides(interpreter, node)
    compared = Limiting(function, distance, approached), INFINITE[sign]
    above, below = _coefficients(function.numerator, distance), _coefficients(function.denominator, distance)
    order_above, order_below = (next((i for i, c in enumerate(cs) if not c.is_zero()), 0) for cs in (above, below))
    if function.is_zero() or order_above >= order_below:
        return [replace(interpreter.shown(f"{label}: the limit is infinite", any_of(()), ()), sides=compared)]
    leading = above[order_above] / below[order_below]
    found = []
    for side in approached:
        signed = leading * (sign * side ** (order_below - order_above))

        def fails(point: Mapping[str, Fraction], signed: RationalFunction = signed) -> bool:
            return signed.evaluate(point) < 0

        shown = interpreter.shown(label, relation_formula(signed, ">", ZERO), ())
        found.append(replace(shown, fails_at=fails, names=frozenset(signed.names), sides=compared))
    return list(dict.fromkeys(found)) if len(found) == 1 else found


def limiting(interpreter: Interpreter, node: tree.Limit) -> Limiting:
    """What a limit is worth at a point, be it finite or not."""
    distance = interpreter.notation.fresh(DISTANCE)
    with interpreter.apart():
        return Limiting(_near(interpreter, node, distance), distance, _sides(interpreter, node))


def _near(interpreter: Interpreter, node: tree.Limit, distance: str) -> RationalFunction:
    """The function of the distance to the place."""
    name = _variable(interpreter, node)
    if name in interpreter.at:
        raise MeaninglessError(f"'{interpreter.print(node)}': the variable has a fixed value here")
    whole = {}
    match node.place, _root(interpreter, name):
        case tree.Constant(name="infinity"), (part, order):  # tends to infinity along with its power
            name, whole = part, {name: RationalFunction(Polynomial.variable(part) ** order)}
    with interpreter.binding((name, *whole)), interpreter.apart() as (divisors, required):
        function = as_number(interpreter.value(node.expression)).substitute(whole)
    if set(interpreter.roots) & set(function.names):
        raise MeaninglessError(f"'{interpreter.print(node)}': a limit of square roots has no meaning here")
    # Near the place a divisor that depends on the variable is not zero, if the function has a value there at all.
    interpreter.divisors += [divisor for divisor in divisors if not {name, *whole} & set(divisor.names)]
    interpreter.required += required
    t = RationalFunction(Polynomial.variable(distance))
    match node.place:
        case tree.Constant(name="infinity"):
            place = ONE / t
        case tree.Negate(term=tree.Constant(name="infinity")):
            if name != node.variable.name:
                raise MeaninglessError(f"'{interpreter.print(node)}': a privacy budget is not negative")
            place = -ONE / t
        case _:
            place = _place(interpreter, node) + t
    if name in (place.names):
        raise MeaninglessError(f"'{interpreter.print(node)}': the place depends on the variable")
    near = function.substitute({name: place})
    if max(near.numerator.degree(distance), near.denominator.degree(distance)) > MAXIMAL_DEGREE:
        raise MeaninglessError(f"'{interpreter.print(node)}': the degree is larger than {MAXIMAL_DEGREE}")
    return near


def _variable(interpreter: Interpreter, node: tree.Limit) -> str:
    """The variable of the limit; of a budget the one that stands for its exponential, which tends along with it."""
    name = node.variable.name
    return name if name in interpreter.at else interpreter.budgets.get(name, name)


def _root(interpreter: Interpreter, name: str) -> tuple[str, int] | None:
    """The variable of a part of a budget, such as its half, and the power of it that is `name`, by an equation."""
    for condition in interpreter.notation.domain.conditions:
        for part in set(interpreter.budgets.values()) - {name}:
            for order in range(2, 9):
                if condition == equal_to(Polynomial.variable(name), Polynomial.variable(part) ** order):
                    return part, order
    return None


def _place(interpreter: Interpreter, node: tree.Limit) -> RationalFunction:
    """Where the variable tends to."""
    if node.variable.name not in interpreter.budgets:
        return interpreter.number(node.place)
    known: list[Formula] = []
    place = exponentiated(interpreter, node.place, known)
    if not isinstance(place, RationalFunction):
        raise MeaninglessError(f"'{interpreter.print(node)}': a budget tends to a number, a logarithm or infinity")
    for fact in known:
        interpreter.demand("the place of the limit has a value", fact)
    return place


def _coefficients(polynomial: Polynomial, distance: str) -> list[RationalFunction]:
    found = polynomial.coefficients_in(distance)
    return [RationalFunction(found.get(i, Polynomial.constant(0))) for i in range(max(found, default=0) + 1)]


def _add_theorem(interpreter: Interpreter, function: RationalFunction, value: RationalFunction, distance: str) -> None:
    """That the function is its limit and the distance times something that has a value at the place."""
    rest = (function - value) / RationalFunction(Polynomial.variable(distance))
    facts = [*defined(function), *defined(value), *defined(rest)]
    gap = difference(expression_of(function), expression_of(value))
    claimed = relation_formula(gap, "=", Operation("*", (Polynomial.variable(distance), expression_of(rest))))
    try:
        interpreter.facts.append(prove_from(Sequent(frozenset(facts), claimed)))
    except NotProvedError as error:
        raise MeaninglessError(f"the limit was not shown: {error}") from error


def _sides(interpreter: Interpreter, node: tree.Limit) -> tuple[int, ...]:
    """The signs that the distance may have: as printed, or as the range of the variable allows."""
    match node.place:
        case tree.Constant(name="infinity"):
            return (1,)
        case tree.Negate(term=tree.Constant(name="infinity")):
            return (1,)
    if node.side:
        return (1,) if node.side == "+" else (-1,)
    place = _place(interpreter, node)
    name = _variable(interpreter, node)
    known = next((p for p in interpreter.notation.domain.parameters if p.name == name), None)
    if known is not None and not place.names:
        if place.evaluate({}) == known.low:
            return (1,)
        if place.evaluate({}) == known.high:
            return (-1,)
    return (1, -1)
