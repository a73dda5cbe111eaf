"""Arithmetic of the values that printed expressions have, and small questions about trees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

from flint import fmpz

from checks.interpreter.notation import ZERO
from checks.interpreter.values import Coordinates, Extreme, LogSum, MeaninglessError, Piecewise, Value
from checks.reading import syntax as tree
from derivations.arithmetic.meaning import defined, relation_formula
from derivations.arithmetic.statements import Quotient, Sequent
from mechanisms.exact.domain import Domain
from mechanisms.exact.formula import AllOf, Condition, Formula, all_of, in_polynomials, variables
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

MAXIMAL_CASES = 64


def links(node: tree.Chain) -> Iterator[tuple[tree.Node, str, tree.Node]]:
    """(left, relation, right) for each relation of a chain; what is about a decimal number rounds to it."""
    for left, relation, right in zip(node.members, node.relations, node.members[1:], strict=False):
        rounds = relation == "approx" and (is_decimal(left) or is_decimal(right))
        yield left, "=" if rounds else relation, right


def bound_names(node: tree.Node) -> tuple[str, ...]:
    """The names of a bound variable or tuple of variables. Raises MeaninglessError for any other expression."""
    items = node.items if isinstance(node, tree.TupleNode) else (node,)
    if not all(isinstance(item, tree.Name) for item in items):
        raise MeaninglessError("a variable or a tuple of variables is needed here")
    return tuple(item.name for item in items if isinstance(item, tree.Name))


def listed(node: tree.Node) -> tuple[tree.Node, ...]:
    """The members of a comma list; anything else is a list of one."""
    return node.items if isinstance(node, tree.Listing) else (node,)


def fresh_point(dimension: int, fresh: Callable[[str], str] = str) -> Coordinates:
    """Coordinates z1, z2, ...; `fresh` gives others names to those that a paper uses, as `Notation.fresh` does."""
    return tuple(RationalFunction(Polynomial.variable(fresh(f"z{i}"))) for i in range(1, dimension + 1))


def as_number(value: Value) -> RationalFunction:
    """The value, which must be a number. Raises MeaninglessError for any other."""
    if not isinstance(value, RationalFunction):
        raise MeaninglessError("a number is needed here")
    return value


def branches(value: Value) -> tuple[tuple[Formula, Value], ...]:
    """The value case by case; a plain value is one case without a condition."""
    return value.branches if isinstance(value, Piecewise) else ((all_of(()), value),)


def as_logarithms(value: Value) -> LogSum:
    """The value as a number plus logarithms."""
    return value if isinstance(value, LogSum) else LogSum(as_number(value), ())


def as_quotient(value: RationalFunction) -> Quotient:
    """The number as the kernel writes it."""
    return Quotient(value.numerator, value.denominator)


def added(values: Sequence[Value]) -> Value:
    """The sum of values; at most one of them is an extremum.

    Raises MeaninglessError where a bound variable of that one occurs outside it.
    """
    if all(isinstance(v, RationalFunction) for v in values):
        total = ZERO
        for v in values:
            total = total + as_number(v)
        return total
    if any(isinstance(v, Piecewise) for v in values):
        return over_cases(values, added)
    extremes = [v for v in values if isinstance(v, Extreme)]
    if len(extremes) == 1:
        rest = added([v for v in values if not isinstance(v, Extreme)] or [ZERO])
        number = as_number(rest)
        if set(number.names) & set(extremes[0].variables):
            raise MeaninglessError("a bound variable of an extremum occurs outside it")
        return replace(extremes[0], body=extremes[0].body + number)
    logs = LogSum(ZERO, ())
    for v in values:
        logs = logs.plus(as_logarithms(v))
    return logs


def over_cases(values: Sequence[Value], combined: Callable[[Sequence[Value]], Value]) -> Piecewise:
    """What is made of values that are given case by case: one case for each choice of cases.

    Raises MeaninglessError for too many of them.
    """
    count = prod(len(branches(value)) for value in values)
    if count > MAXIMAL_CASES:
        raise MeaninglessError(f"{count} cases to be told apart; at most {MAXIMAL_CASES} are")
    return Piecewise(
        tuple(
            (all_of(condition for condition, _ in chosen), combined([value for _, value in chosen]))
            for chosen in product(*map(branches, values))
        )
    )


def scaled(value: Value, factor: RationalFunction) -> Value:
    """The value times a number. Raises MeaninglessError for a value that has no multiple, such as a set."""
    if isinstance(value, RationalFunction):
        return value * factor
    if isinstance(value, LogSum):
        return value.times(factor)
    if isinstance(value, Piecewise):
        return Piecewise(tuple((condition, scaled(case, factor)) for condition, case in value.branches))
    raise MeaninglessError("this cannot be multiplied by a number here")


def prime_factors(value: RationalFunction) -> Iterator[tuple[RationalFunction, int]]:
    """Irreducible polynomials and primes with exponents; their product is the value but for its sign."""
    for polynomial, sign in ((value.numerator, 1), (value.denominator, -1)):
        content, factors = polynomial.factors()
        for factor, multiplicity in factors:
            yield RationalFunction(factor), sign * multiplicity
        for integer, direction in ((content.numerator, sign), (content.denominator, -sign)):
            for prime, multiplicity in fmpz(abs(integer)).factor():
                yield RationalFunction.of(int(prime)), direction * int(multiplicity)


def not_zero(divisors: Iterable[RationalFunction]) -> list[Formula]:
    """Each divisor is defined and not zero."""
    facts = [
        f
        for d in divisors
        for f in ([*defined(d)] + ([] if d.numerator.is_constant() else [Condition(d.numerator, "!=")]))
    ]
    return list(dict.fromkeys(facts))


def unsaid(divisors: Iterable[RationalFunction], fact: Formula) -> list[Formula]:
    """What of "no divisor vanishes" the fact does not say itself, as factors that have been cancelled."""
    plain = in_polynomials(fact)
    parts = plain.parts if isinstance(plain, AllOf) else (plain,)
    said = [p.polynomial for p in parts if isinstance(p, Condition) and p.relation == "!="]
    factors = {factor for p in said for factor, _ in p.factors()[1]}
    return [
        f
        for f in not_zero(divisors)
        if not (isinstance(f, Condition) and {factor for factor, _ in f.polynomial.factors()[1]} <= factors)
    ]


def infinite(node: tree.Node) -> int:
    """1 for a printed infinity, -1 for minus infinity, 0 for anything else."""
    inner = node.term if isinstance(node, tree.Negate) else node
    return 0 if inner != tree.Constant("infinity") else 1 if inner is node else -1


def is_decimal(node: tree.Node) -> bool:
    """Whether a number with decimal places is printed."""
    inner = node.term if isinstance(node, tree.Negate) else node
    return isinstance(inner, tree.Number) and inner.places > 0


def rounding_bounds(printed: tree.Node) -> tuple[Fraction, Fraction]:
    """The least and the largest number that round to the printed decimal: half a unit of the last place around it."""
    sign, number = (-1, printed.term) if isinstance(printed, tree.Negate) else (1, printed)
    assert isinstance(number, tree.Number)
    half = Fraction(1, 2 * 10**number.places)
    return sign * number.value - half, sign * number.value + half


def rounded_to(value: RationalFunction, printed: tree.Node) -> Formula:
    """The value rounds to the printed decimal: it lies within half a unit of the last printed place."""
    low, high = (RationalFunction.of(end) for end in rounding_bounds(printed))
    return all_of([relation_formula(low, "<=", value), relation_formula(value, "<=", high)])


def with_domain(sequent: Sequent, domain: Domain, *, linked: bool = False) -> Sequent:
    """The sequent with what the domain says of the variables that occur in it.

    With `linked`, also with what it says of variables that conditions link to them, such as q < p of p where only q
    occurs: a point of the sequent is then part of a point of the domain.
    """
    names = variables(sequent.conclusion)
    return Sequent(facts_about(names, sequent.hypotheses, domain.hypotheses(), linked=linked), sequent.conclusion)


def facts_about(
    names: Iterable[str], given: Iterable[Formula], facts: Iterable[Formula], *, linked: bool
) -> frozenset[Formula]:
    """What is given, and the facts about variables that occur in it or are named; with `linked` also of others that
    such facts speak of."""
    known: set[Formula] = set(map(in_polynomials, given))
    spoken = set(names).union(*map(variables, known))
    left = {fact: variables(fact) for fact in map(in_polynomials, facts)}
    grown = True
    while grown:
        grown = False
        for fact, about in left.items():
            if fact not in known and about & spoken and (linked or len(about) == 1 or about <= spoken):
                known.add(fact)
                spoken |= about
                grown = True
    return frozenset(known)
