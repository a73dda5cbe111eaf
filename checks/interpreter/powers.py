"""Powers, logarithms, absolute values, square roots; one that is no number is a variable r >= 0 with r^2 = radicand."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt, lcm
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import as_number
from checks.interpreter.cases import case_by_case
from checks.interpreter.matrices import matrix_inverse
from checks.interpreter.notation import EULER, ONE, ZERO
from checks.interpreter.sets import cartesian_power
from checks.interpreter.values import LogSum, MatrixValue, MeaninglessError, Piecewise, PowerProduct, SetValue, Value
from checks.reading import syntax as tree
from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.expression import MAX_EXPONENT
from mechanisms.exact.formula import Formula, PrintedRelation, any_of, in_polynomials, power_of_e, variables
from mechanisms.exact.numerals import rational_root
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter

MAXIMAL_EXPONENT = 40
LARGEST_SQUARED = 1000  # whole numbers whose squares are taken out of a root
SIGNS: tuple[PrintedRelation, PrintedRelation] = (">=", "<")


def power(interpreter: Interpreter, node: tree.Power) -> Value:
    """A power: of e to budgets, of a matrix to -1, of a set to a number, of a number to an integer or anything.

    Raises MeaninglessError for a given exponent that is no integer, half, quarter or eighth of one, or is too large.
    """
    if node.base == tree.Constant("e"):
        return interpreter.exponential_value(node.exponent)
    exponent = interpreter.number(node.exponent)
    base = interpreter.value(node.base)
    if isinstance(base, MatrixValue):
        return _matrix_power(interpreter, node, base, exponent)
    if isinstance(base, SetValue):
        return cartesian_power(base, exponent)
    return case_by_case(interpreter, base, lambda number: _power_of_number(interpreter, as_number(number), exponent))


def _power_of_number(interpreter: Interpreter, number: RationalFunction, exponent: RationalFunction) -> Value:
    if not (exponent.denominator.is_constant() and exponent.numerator.is_constant()):
        return PowerProduct(LogSum(ZERO, ((exponent, number),)))
    times = exponent.evaluate({})
    if times.denominator not in (1, 2, 4, 8) or abs(times) > MAX_EXPONENT:
        raise MeaninglessError(f"the exponent {times} is no integer, nor a half, quarter or eighth, of reasonable size")
    if times < 0:
        interpreter.divisors.append(number)
    while times.denominator > 1:
        number, times = square_root(interpreter, number), times * 2
    return number ** int(times)


def _matrix_power(
    interpreter: Interpreter, node: tree.Power, base: MatrixValue, exponent: RationalFunction
) -> MatrixValue:
    """The inverse of a square matrix; its determinant must not vanish."""
    if exponent != RationalFunction.of(-1):
        raise MeaninglessError(
            f"'{interpreter.print(node)}': of the powers of a matrix only the inverse has a meaning here"
        )
    inverted, divisor = matrix_inverse(base)
    interpreter.divisors.append(divisor)
    return inverted


def logarithm(interpreter: Interpreter, argument: Value) -> LogSum:
    """The natural logarithm of a number or of a product of powers, each base of which must be positive."""
    if isinstance(argument, PowerProduct):
        for exponent, base in argument.logarithm.logarithms:
            not_zero = any_of([relation_formula(base, ">", ZERO), relation_formula(exponent, "=", ZERO)])
            interpreter.demand("a logarithm is taken of something positive", not_zero)
        return argument.logarithm
    number = as_number(argument)
    interpreter.demand("a logarithm is taken of something positive", relation_formula(number, ">", ZERO))
    return LogSum(ZERO, ((ONE, number),))


def relation_of_logarithms(interpreter: Interpreter, difference: LogSum, relation: PrintedRelation) -> Formula:
    """That a sum of logarithms relates to 0 so: the product of powers of their arguments to a power of e.

    Raises MeaninglessError for coefficients that are no numbers, or too large.
    """
    coefficients = [c for c, _ in difference.logarithms]
    if any(number.names for number in (*coefficients, difference.rational)):
        raise MeaninglessError("logarithms with coefficients that are no numbers are compared by = only")
    times = lcm(*(c.evaluate({}).denominator for c in coefficients))
    exponents = [int(c.evaluate({}) * times) for c in coefficients]
    if sum(map(abs, exponents)) > MAXIMAL_EXPONENT:
        raise MeaninglessError(f"the coefficients of logarithms add up to more than {MAXIMAL_EXPONENT}")
    product = RationalFunction.of(1)
    for exponent, (_, argument) in zip(exponents, difference.logarithms, strict=True):
        product = product * argument**exponent
    return relation_formula(
        product, relation, exponential_of_number(interpreter, -difference.rational.evaluate({}) * times)
    )


def absolute(interpreter: Interpreter, value: Value) -> Value:
    """The absolute value, case by case unless it is given, of a number or of a sum of logarithms."""
    if isinstance(value, LogSum):
        above, below = (relation_of_logarithms(interpreter, value, relation) for relation in SIGNS)
        return Piecewise(((above, value), (below, value.times(-ONE))))
    number = as_number(value)
    if not number.names:
        return RationalFunction.of(abs(number.evaluate({})))
    above, below = (relation_formula(number, relation, ZERO) for relation in SIGNS)
    return Piecewise(((above, number), (below, ZERO - number)))


def square_root(interpreter: Interpreter, radicand: RationalFunction, name: str = "") -> RationalFunction:
    """The square root of what is not negative: a number where it is one with a rational root, else a variable.

    Every obligation that speaks of the variable r has the hypotheses r >= 0 and r^2 = radicand. The variable is
    called `name`, unless given sqrt(radicand). Raises MeaninglessError for a radicand with a bound variable, and for a
    name that another root has.
    """
    if interpreter.bound.intersection(radicand.names):
        raise MeaninglessError(f"the square root of {radicand} has no meaning here: it has a bound variable")
    interpreter.demand(
        "a square root is taken of something that is not negative", relation_formula(radicand, ">=", ZERO)
    )
    if not radicand.names and (number := rational_root(radicand.evaluate({}))) is not None:
        return RationalFunction.of(number)
    if (found := _times_power_of_e(interpreter, radicand)) is not None:
        factor, exponent = found
        root = ONE if factor == 1 else square_root(interpreter, RationalFunction.of(factor))
        return root * exponential_of_number(interpreter, exponent / 2)
    name = name or f"sqrt({radicand})"
    if interpreter.roots.setdefault(name, radicand) != radicand:
        raise MeaninglessError(f"{name} is the square root of {interpreter.roots[name]} already")
    return RationalFunction(Polynomial.variable(name))


def squares_apart(polynomial: Polynomial) -> tuple[RationalFunction, Polynomial]:
    """s and r with s^2 r the polynomial, and in r no square of a polynomial, nor of a number up to LARGEST_SQUARED."""
    constant, factors = polynomial.factors()
    outside, inside = RationalFunction.of(Fraction(1, constant.denominator)), Polynomial.constant(1)
    number = constant.numerator * constant.denominator
    for k in range(min(isqrt(abs(number)), LARGEST_SQUARED), 1, -1):
        if number % (k * k) == 0:
            outside, number = outside * k, number // (k * k)
    for factor, multiplicity in factors:
        outside = outside * RationalFunction(factor) ** (multiplicity // 2)
        inside = inside * factor ** (multiplicity % 2)
    return outside, inside * number


def linear_in_root(interpreter: Interpreter, value: RationalFunction, root: RationalFunction) -> RationalFunction:
    """The value as A + B r, for a square root r."""
    if len(root.names) != 1 or root.names[0] not in interpreter.roots:
        return value
    radicand = interpreter.roots[root.names[0]].numerator

    def linear(polynomial: Polynomial) -> tuple[RationalFunction, RationalFunction]:
        parts = [Polynomial(), Polynomial()]
        for power, coefficient in polynomial.coefficients_in(root.names[0]).items():
            parts[power % 2] = parts[power % 2] + coefficient * radicand ** (power // 2)
        return RationalFunction(parts[0]), RationalFunction(parts[1])

    (a, b), (c, d) = linear(value.numerator), linear(value.denominator)
    norm = c**2 - d**2 * RationalFunction(radicand)
    return value if norm.is_zero() else (a * c - b * d * radicand) / norm + (b * c - a * d) / norm * root


def _times_power_of_e(interpreter: Interpreter, number: RationalFunction) -> tuple[Fraction, Fraction] | None:
    """q > 0 and t of q e^t, so that the root of 2e is sqrt(2) e^(1/2) and no other number; None for anything else."""
    for name in number.names if len(number.names) == 1 else ():
        constant = EULER if name == EULER.name else interpreter.constants.get(name)
        times = number.numerator.degree(name) - number.denominator.degree(name)
        factor = number / RationalFunction(Polynomial.variable(name)) ** times
        if constant is not None and not factor.names and (value := factor.constant_value()) > 0:
            return value, constant.argument * times
    return None


def exponential_of_number(interpreter: Interpreter, exponent: Fraction) -> RationalFunction:
    """e^exponent: a power of e for an integer, else a variable that every obligation that speaks of it defines.

    Raises MeaninglessError for an exponent that is too large.
    """
    if abs(exponent) > MAX_EXPONENT:
        raise MeaninglessError(f"powers of e are read from e^-{MAX_EXPONENT} to e^{MAX_EXPONENT}")
    if exponent.denominator == 1:
        return RationalFunction(Polynomial.variable(EULER.name)) ** int(exponent)
    constant = power_of_e(exponent)
    interpreter.constants[constant.name] = constant
    return RationalFunction(Polynomial.variable(constant.name))


def root_facts(interpreter: Interpreter, formulas: Iterable[Formula]) -> list[Formula]:
    """What defines the powers of e and the square roots that the formulas, and the radicands of these, speak of."""
    facts: dict[str, tuple[Formula, Formula]] = {}
    spoken = {name for formula in formulas for name in variables(formula)}
    while missing := (spoken & interpreter.roots.keys()) - facts.keys():
        for name in missing:
            root, radicand = RationalFunction(Polynomial.variable(name)), interpreter.roots[name]
            known = relation_formula(root, ">=", ZERO), relation_formula(root**2, "=", radicand)
            facts[name] = in_polynomials(known[0]), in_polynomials(known[1])
            spoken |= set(radicand.names)
    constants = [constant for name, constant in interpreter.constants.items() if name in spoken]
    return [*(f for pair in facts.values() for f in pair), *constants, *([EULER] if EULER.name in spoken else [])]
