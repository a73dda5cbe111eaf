"""What has to be shown for a relation between two values of one kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import (
    as_logarithms,
    fresh_point,
    is_decimal,
    prime_factors,
    rounded_to,
    rounding_bounds,
)
from checks.interpreter.extrema import compare_extremes
from checks.interpreter.matrices import inverting
from checks.interpreter.notation import NUMERIC, ZERO, Obligation
from checks.interpreter.powers import relation_of_logarithms
from checks.interpreter.values import (
    Extreme,
    Listed,
    LogSum,
    MatrixValue,
    MeaninglessError,
    Point,
    PowerProduct,
    SetValue,
    Value,
)
from checks.reading import syntax as tree
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover import Proved, prove
from derivations.prover.with_theorems import substitute_rational
from mechanisms.exact.expression import Expression
from mechanisms.exact.formula import Formula, all_of, any_of, variables
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter


def compare_values(
    interpreter: Interpreter,
    a: Value,
    relation: str,
    b: Value,
    label: str,
    printed: tree.Node | None,
    extra: tuple[Formula, ...],
    sides: tuple[Expression | None, Expression | None] = (None, None),
) -> list[Obligation]:
    """Obligations of a relation between two values that are not given case by case.

    Raises MeaninglessError for values that the relation does not relate.
    """
    a, b = _as_vectors(a, b)
    if isinstance(a, MatrixValue) and isinstance(b, MatrixValue) and relation in ("=", ":="):
        if len(a.rows) != len(b.rows) or len(a.rows[0]) != len(b.rows[0]):
            raise MeaninglessError("two matrices of different shapes are compared")
        found: list[tuple[str, Formula]] = [
            (f"entry ({i}, {j})", relation_formula(p, "=", q))
            for i, (row, other) in enumerate(zip(a.rows, b.rows, strict=True))
            for j, (p, q) in enumerate(zip(row, other, strict=True))
        ]
        for one, other_side in ((a, b), (b, a)):
            found += inverting(one.inverts, other_side.rows) if one.inverts else ()
        return [interpreter.shown(f"{label}, {name}", fact, extra) for name, fact in found]
    if isinstance(a, SetValue) and isinstance(b, SetValue):
        return compare_sets(interpreter, a, relation, b, label, extra)
    if isinstance(a, PowerProduct) and isinstance(b, PowerProduct):
        return compare_logarithms(interpreter, a.logarithm, relation, b.logarithm, label, extra, powers=True)
    if relation == "=" and printed is not None and is_decimal(printed):
        return _rounded(interpreter, a, printed, label, extra)
    if isinstance(a, LogSum) or isinstance(b, LogSum):
        return compare_logarithms(interpreter, as_logarithms(a), relation, as_logarithms(b), label, extra)
    if isinstance(a, (Extreme, Listed)) or isinstance(b, (Extreme, Listed)):
        return compare_extremes(interpreter, a, relation, b, label, extra)
    if isinstance(a, RationalFunction) and isinstance(b, RationalFunction) and relation in NUMERIC:
        return [interpreter.shown(label, relation_formula(sides[0] or a, NUMERIC[relation], sides[1] or b), extra)]
    growth = r"; say what grows, as in X \sim A \text{ as } n \to \infty" if relation in ("~", "approx") else ""
    raise MeaninglessError(f"{label}: '{relation}' does not relate these two things{growth}")


def _as_vectors(a: Value, b: Value) -> tuple[Value, Value]:
    """Two tuples as matrices of one row; a tuple beside a matrix as a row, or as a column where that is a column."""

    def as_matrix(value: Value, other: Value) -> Value:
        if not isinstance(value, Point) or not isinstance(other, (MatrixValue, Point)):
            return value
        is_column = isinstance(other, MatrixValue) and len(other.rows[0]) == 1
        return MatrixValue(tuple((c,) for c in value.coordinates) if is_column else (value.coordinates,))

    return as_matrix(a, b), as_matrix(b, a)


def _rounded(
    interpreter: Interpreter, value: Value, printed: tree.Node, label: str, extra: tuple[Formula, ...]
) -> list[Obligation]:
    """The value rounds to the printed decimal."""
    if isinstance(value, RationalFunction):
        fact = _root_rounded_to(interpreter, value, printed) or rounded_to(value, printed)
        return [interpreter.shown(label, fact, extra)]
    low, high = (RationalFunction.of(end) for end in rounding_bounds(printed))
    found: list[Obligation] = []
    for relation, end in ((">=", low), ("<=", high)):
        if isinstance(value, LogSum):
            found += compare_logarithms(interpreter, value, relation, as_logarithms(end), label, extra)
        else:
            found += compare_extremes(interpreter, value, relation, end, label, extra)
    return list(dict.fromkeys(found))


def _root_rounded_to(interpreter: Interpreter, value: RationalFunction, printed: tree.Node) -> Formula | None:
    """Of a multiple of a square root, said by squares, so that a point of rational numbers can refute it."""
    roots = interpreter.roots.keys() & set(value.names)
    if len(roots) != 1:
        return None
    (name,) = roots
    multiple = value / RationalFunction(Polynomial.variable(name))
    if multiple.names or interpreter.roots.keys() & set(interpreter.roots[name].names):
        return None
    square = (multiple * multiple) * interpreter.roots[name]
    low, high = rounding_bounds(printed)
    if multiple.evaluate({}) < 0:
        low, high = -high, -low
    if high < 0:
        return any_of(())
    below = [relation_formula(RationalFunction.of(low * low), "<=", square)] if low > 0 else []
    return all_of([*below, relation_formula(square, "<=", RationalFunction.of(high * high))])


def compare_logarithms(
    interpreter: Interpreter,
    a: LogSum,
    relation: str,
    b: LogSum,
    label: str,
    extra: tuple[Formula, ...],
    *,
    powers: bool = False,
) -> list[Obligation]:
    """Equality of sums of logarithms, or of products of powers: every logarithm has the same coefficient.

    Raises MeaninglessError for a relation that is neither an equation nor an inequality.
    """
    difference = a.plus(b.times(RationalFunction.of(-1)))
    if relation in ("<", "<=", ">", ">="):
        return [interpreter.shown(label, relation_of_logarithms(interpreter, difference, NUMERIC[relation]), extra)]
    if relation not in ("=", ":="):
        raise MeaninglessError(f"{label}: '{relation}' does not relate logarithms")
    gathered: dict[RationalFunction, RationalFunction] = {}
    for coefficient, argument in difference.logarithms:
        # log(u v) = log u + log v for the logarithms of what is positive; a base of a power may be negative.
        for part, multiplicity in ((argument, 1),) if powers else prime_factors(argument):
            gathered[part] = gathered.get(part, ZERO) + coefficient * multiplicity
    same = all_of(relation_formula(c, "=", ZERO) for c in (*gathered.values(), difference.rational))
    spoken = [difference.rational, *(part for pair in difference.logarithms for part in pair)]
    return [
        replace(
            interpreter.shown(label, same, extra),
            fails_at=lambda point: difference.differs_from_zero(point, powers=powers),
            names=frozenset(name for value in spoken for name in value.names),
        )
    ]


def compare_sets(
    interpreter: Interpreter, a: SetValue, relation: str, b: SetValue, label: str, extra: tuple[Formula, ...]
) -> list[Obligation]:
    """Obligations of a relation between sets, element by element. Raises MeaninglessError for another relation."""
    found = _set_obligations(interpreter, a, relation, b, label, extra)
    return [replace(part, sides=(a, b)) for part in found] if a.candidates and b.candidates else found


def _set_obligations(
    interpreter: Interpreter, a: SetValue, relation: str, b: SetValue, label: str, extra: tuple[Formula, ...]
) -> list[Obligation]:
    if relation in ("=", ":="):
        return _inside(interpreter, a, b, f"{label}: left in right", extra) + _inside(
            interpreter, b, a, f"{label}: right in left", extra
        )
    if relation in ("subset", "subseteq"):
        return _inside(interpreter, a, b, label, extra)
    if relation in ("supset", "supseteq"):
        return _inside(interpreter, b, a, label, extra)
    if relation == "!=" and b.points == ():
        return [_not_empty(interpreter, a, label, extra)]
    raise MeaninglessError(f"{label}: '{relation}' between sets has no meaning here")


def _not_empty(interpreter: Interpreter, value: SetValue, label: str, extra: tuple[Formula, ...]) -> Obligation:
    if value.candidates is not None:
        return interpreter.shown(label, any_of(value.has(p) for p in value.candidates), extra)
    if value.witness is None:
        raise MeaninglessError(f"{label}: that a set is not empty needs a known point of it")
    z = fresh_point(value.dimension, interpreter.notation.fresh)
    member = value.has(z)

    def is_empty(point: Mapping[str, Fraction]) -> bool:
        here = substitute_rational(member, {name: RationalFunction.of(v) for name, v in point.items()})
        return isinstance(prove(Sequent(frozenset((here,)), any_of(())), budget_seconds=2.0), Proved)

    names = variables(member) - {n for c in z for n in c.names}
    return replace(interpreter.shown(label, value.has(value.witness), extra), fails_at=is_empty, names=names)


def _inside(
    interpreter: Interpreter, a: SetValue, b: SetValue, label: str, extra: tuple[Formula, ...]
) -> list[Obligation]:
    if a.points == ():
        return [interpreter.shown(label, all_of(()), extra)]
    if a.points is not None:
        return [
            interpreter.shown(
                f"{label}, point ({', '.join(map(str, p))})" if len(a.points) > 1 else label, b.has(p), extra
            )
            for p in a.points
        ]
    z = fresh_point(a.dimension, interpreter.notation.fresh)
    return [interpreter.shown(label, b.has(z), (*extra, a.member(z)))]
