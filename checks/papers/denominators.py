"""Where a printed equation has a value: the factors of its denominators that may vanish in the declared ranges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.interpreter import Interpreter
from checks.interpreter.arithmetic import branches
from checks.interpreter.values import MatrixValue, MeaninglessError, Point, Value
from checks.papers.plain_polynomials import plain
from checks.reading import syntax as tree
from derivations.arithmetic.statements import Sequent
from derivations.prover import Proved, prove
from mechanisms.exact.formula import Condition, Formula
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

SECONDS = 1.0  # for one factor


def conditions_for_values(node: tree.Chain, hypotheses: Iterable[Formula], interpreter: Interpreter) -> tuple[str, ...]:
    """That each factor of a denominator which may vanish does not, in plain notation; () where none may."""
    domain = interpreter.notation.domain
    try:
        with interpreter.apart() as (divisors, _):
            values = [interpreter.value(member) for member in node.members]
        numbers = [*divisors, *(number for value in values for number in _numbers(value))]
    except (MeaninglessError, ZeroDivisionError):
        return ()
    known = frozenset([*hypotheses, *domain.hypotheses()])
    polynomials = [*(number.denominator for number in numbers), *(divisor.numerator for divisor in divisors)]
    return tuple(
        plain(factor, "!=", domain)
        for factor in _factors(polynomials)
        if _names(factor) <= set(domain.names) and not _never_zero(factor, known)
    )


def conditions_for_case(node: tree.Chain, hypotheses: Iterable[Formula], interpreter: Interpreter) -> tuple[str, ...]:
    """Of a value by cases that is said to be a number: that the case of this number holds, where factors tell that."""
    domain = interpreter.notation.domain
    known = frozenset([*hypotheses, *domain.hypotheses()])
    try:
        values = [branches(interpreter.value(member)) for member in node.members]
    except (MeaninglessError, ZeroDivisionError):
        return ()
    if len(values) != 2:
        return ()
    case = next((where for where, value in max(values, key=len) if value == min(values, key=len)[0][1]), None)
    if not isinstance(case, Condition) or case.relation != "!=":
        return ()
    return tuple(plain(f, "!=", domain) for f in _factors([case.polynomial]) if not _never_zero(f, known))


def _numbers(value: Value) -> Iterator[RationalFunction]:
    for _, case in branches(value):
        match case:
            case RationalFunction():
                yield case
            case MatrixValue(rows=rows):
                yield from (entry for row in rows for entry in row)
            case Point(coordinates=coordinates):
                yield from coordinates


def _factors(polynomials: Iterable[Polynomial]) -> list[Polynomial]:
    return list(dict.fromkeys(factor for polynomial in polynomials for factor, _ in polynomial.factors()[1]))


def _names(factor: Polynomial) -> set[str]:
    return {name for monomial in factor.terms() for name, _ in monomial}


def _never_zero(factor: Polynomial, known: frozenset[Formula]) -> bool:
    goal = Condition(factor, "!=")
    return isinstance(prove(Sequent(known, goal), budget_seconds=SECONDS, oracles=False), Proved)
