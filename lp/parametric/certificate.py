"""Theorems about a program with a parameter, for all values of the parameter in an interval at once.

With H the conditions on x that say the interval, p/D a point, and z free, the kernel proves

    optimal     H |- D > 0, every constraint holds at p/D, and for all z some constraint fails or D cost.z >= cost.p
    infeasible  H |- for all z some constraint fails
    unbounded   H |- D > 0, every constraint holds at p/D, and none gets worse along a ray on which the cost falls

from signs of polynomials in x alone (kernel.one_variable) and multipliers Y/E of the constraints that combine them to
the cost, or to a contradiction (kernel.contradiction). A wrong number anywhere is refused by the kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import KernelError, Theorem
from derivations.arithmetic.statements import Certificate, Sequent
from lp.parametric.interval import Interval
from lp.parametric.program import ParametricProgram, row_product
from mechanisms.exact.formula import AllOf, Condition, Formula, all_of, any_of, negation
from mechanisms.exact.polynomial import Polynomial

ONE = Polynomial.constant(1)
Term = tuple[Polynomial, Condition, Polynomial]  # (multiplier, condition, polynomial that the condition is about)


@dataclass(frozen=True)
class PointNumbers:
    """A point as a function of x: numerators / denominator."""

    numerators: tuple[Polynomial, ...]
    denominator: Polynomial = ONE


@dataclass(frozen=True)
class DualNumbers:
    """Multipliers of the rows and of the equations as functions of x, over a common denominator."""

    rows: tuple[Polynomial, ...]
    equations: tuple[Polynomial, ...]
    denominator: Polynomial = ONE


def optimum_sequent(program: ParametricProgram, interval: Interval, point: PointNumbers) -> Sequent:
    """The statement that p/D is optimal in the whole interval."""
    goals = [*_feasible(program, point), _no_less(program, point)]
    return Sequent(frozenset(interval.hypotheses(program.name)), all_of(goals))


def certify_optimum(program: ParametricProgram, interval: Interval, point: PointNumbers, dual: DualNumbers) -> Theorem:
    """The theorem that p/D is optimal in the whole interval; KernelError if a number is wrong."""
    _check_sizes(program, point, dual)
    feasible = _signs(program, interval, _feasible(program, point))
    numerator = _dot(program.cost, point.numerators)
    below = Condition(numerator - point.denominator * program.objective, ">")
    shared = point.denominator.gcd(dual.denominator)
    if interval.sample().sign_of(shared) < 0:
        shared = -shared
    common = point.denominator * dual.denominator.exact_quotient(shared)
    lifted = common.exact_quotient(dual.denominator)
    factor = common.exact_quotient(point.denominator)
    head = (factor, below, numerator - point.denominator * program.objective)
    refuted = _contradiction(program, interval, head, _combined(program, dual, lifted))
    return kernel.conjoin(feasible, _discharged(refuted, _no_less(program, point)))


def certify_infeasible(program: ParametricProgram, interval: Interval, dual: DualNumbers) -> Theorem:
    """The theorem that no point satisfies the constraints, whatever x in the interval; KernelError if not."""
    _check_sizes(program, None, dual)
    excess = _dot(program.bounds, dual.rows) + _dot(program.sides, dual.equations)
    refuted = _contradiction(program, interval, (excess, None, ONE), _combined(program, dual, ONE))
    goal = any_of(map(negation, program.constraints))
    return _with_hypotheses(_discharged(refuted, goal), interval.hypotheses(program.name))


def certify_unbounded(
    program: ParametricProgram, interval: Interval, point: PointNumbers, ray: PointNumbers
) -> Theorem:
    """The theorem that the cost falls for ever from p/D along the numerators of the ray; KernelError if not."""
    _check_sizes(program, point, None)
    _check_sizes(program, ray, None)
    facts = _feasible(program, point)
    facts += [Condition(row_product(row, ray.numerators), ">=") for row in program.rows]
    facts += [Condition(row_product(row, ray.numerators), "=") for row in program.equations]
    facts.append(Condition(-_dot(program.cost, ray.numerators), ">"))
    return _signs(program, interval, facts)


# -- formulas ------------------------------------------------------------------------------------------------------


def _dot(left: Sequence[Polynomial], right: Sequence[Polynomial]) -> Polynomial:
    total = Polynomial()
    for a, b in zip(left, right, strict=True):
        if not a.is_zero() and not b.is_zero():
            total = total + a * b
    return total


def _feasible(program: ParametricProgram, point: PointNumbers) -> list[Condition]:
    found = [Condition(point.denominator, ">")]
    for row, bound in zip(program.rows, program.bounds, strict=True):
        found.append(Condition(row_product(row, point.numerators) - bound * point.denominator, ">="))
    for row, side in zip(program.equations, program.sides, strict=True):
        found.append(Condition(row_product(row, point.numerators) - side * point.denominator, "="))
    return found


def _no_less(program: ParametricProgram, point: PointNumbers) -> Formula:
    value = Condition(point.denominator * program.objective - _dot(program.cost, point.numerators), ">=")
    return any_of([*map(negation, program.constraints), value])


# -- theorems ------------------------------------------------------------------------------------------------------


def _signs(program: ParametricProgram, interval: Interval, conditions: Iterable[Condition]) -> Theorem:
    """H |- all the conditions, each decided by its own roots; from rational bounds of the interval where they do."""
    hypotheses = interval.hypotheses(program.name)
    bounds = [c for c in interval.bracket(program.name) if c not in hypotheses]
    bracket, proofs = interval.bracket(program.name), []
    for condition in dict.fromkeys(conditions):
        try:
            proofs.append(kernel.one_variable(Sequent(frozenset(bracket), condition)))
        except KernelError:
            proofs.append(kernel.one_variable(Sequent(frozenset(hypotheses), condition)))
    theorem = kernel.conjoin(*proofs)
    for bound in bounds:
        theorem = kernel.cut(kernel.one_variable(Sequent(frozenset(hypotheses), bound)), theorem)
    return _with_hypotheses(theorem, hypotheses)


def _with_hypotheses(theorem: Theorem, hypotheses: Iterable[Formula]) -> Theorem:
    missing = [h for h in hypotheses if h not in theorem.sequent.hypotheses]
    return kernel.weaken(theorem, missing) if missing else theorem


def _combined(program: ParametricProgram, dual: DualNumbers, lifted: Polynomial) -> tuple[list[Term], list[Term]]:
    multipliers = [*dual.rows, *dual.equations]
    terms = [
        (y * lifted, condition, slack)
        for y, condition, slack in zip(multipliers, program.constraints, program.slacks, strict=True)
    ]
    used = [
        [term for term in part if not term[0].is_zero()] for part in (terms[: len(dual.rows)], terms[len(dual.rows) :])
    ]
    return used[0], used[1]


def _contradiction(
    program: ParametricProgram,
    interval: Interval,
    head: tuple[Polynomial, Condition | None, Polynomial],
    terms: tuple[list[Term], list[Term]],
) -> Theorem:
    """H, constraints, the condition of the head |- false, because head + sum of multiplier * constraint = 0."""
    signs: list[Condition] = []

    def signed(polynomial: Polynomial, relation: str) -> tuple[Fraction, tuple[Condition, ...]]:
        """The polynomial as weight * conditions that the signs prove."""
        if polynomial.is_constant():
            return polynomial.constant_value(), ()
        condition = Condition(polynomial, ">" if relation == ">" else ">=")
        signs.append(condition)
        return 1 / _scale(condition, polynomial), (condition,)

    factor, below, excess = head
    scale, positive = signed(factor, ">")
    if below is not None:
        scale, positive = scale / _scale(below, excess), (*positive, below)
    inequalities, equalities = terms
    cone = []
    for multiplier, condition, polynomial in inequalities:
        weight, factors = signed(multiplier, ">=")
        cone.append((weight / _scale(condition, polynomial), ONE, (*factors, condition)))
    multiples = [
        (multiplier * (1 / _scale(condition, polynomial)), condition)
        for multiplier, condition, polynomial in equalities
    ]
    equation = interval.equation(program.name)
    if equation is not None:
        multiples += _remainder(equation, [(factor, below, excess), *inequalities, *equalities])
    given = [*program.constraints, *signs, *([] if below is None else [below])]
    given += [] if equation is None else [equation]
    certificate = Certificate((scale, tuple((c, 1) for c in positive)), tuple(cone), tuple(multiples))
    theorem = kernel.contradiction(tuple(dict.fromkeys(given)), certificate)
    if equation is not None:
        signs.append(equation)
    if signs:
        known = _signs(program, interval, signs)
        if isinstance(known.sequent.conclusion, AllOf):
            theorem = kernel.unpack(theorem, known.sequent.conclusion)
        theorem = kernel.cut(known, theorem)
    return theorem


def _remainder(
    equation: Condition, terms: Iterable[tuple[Polynomial, Condition | None, Polynomial]]
) -> list[tuple[Polynomial, Condition]]:
    """What is left of the sum, as a multiple of the equation of a single point."""
    total = Polynomial()
    for multiplier, _, polynomial in terms:
        total = total + multiplier * polynomial
    if total.is_zero():
        return []
    try:
        return [(-total.exact_quotient(equation.polynomial), equation)]
    except ValueError as error:
        raise KernelError("the multipliers do not combine to the cost at the point") from error


def _scale(condition: Condition, polynomial: Polynomial) -> Fraction:
    """The factor by which the polynomial of a condition differs from the one it was made of."""
    if polynomial.is_zero():
        return Fraction(1)
    return condition.polynomial.leading_coefficient() / polynomial.leading_coefficient()


def _discharged(theorem: Theorem, goal: Formula) -> Theorem:
    """From H, all that the goal denies |- false: H |- goal"""
    denied = negation(goal)
    if isinstance(denied, AllOf):
        theorem = kernel.unpack(theorem, denied)
    return kernel.absurd(theorem, goal)


def _check_sizes(program: ParametricProgram, point: PointNumbers | None, dual: DualNumbers | None) -> None:
    fits = point is None or len(point.numerators) == len(program.cost)
    fits = fits and (
        dual is None or (len(dual.rows), len(dual.equations)) == (len(program.rows), len(program.equations))
    )
    if not fits:
        raise KernelError("the numbers of a certificate do not fit the sizes of the program")
