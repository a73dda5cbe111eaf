"""Printed extrema over intervals, and what has to be shown when they are compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import as_number, not_zero, over_cases
from checks.interpreter.notation import NUMERIC, Obligation
from checks.interpreter.optima import OverDomain, optimum
from checks.interpreter.values import Candidate, Extreme, Listed, MeaninglessError, Piecewise, Value
from checks.interpreter.whole_numbers import choices, few_values, is_whole, whole_among
from checks.reading import syntax as tree
from checks.reading.writing_out import is_endless
from derivations.arithmetic.meaning import relation_formula
from derivations.prover.with_theorems import substitute_rational
from mechanisms.exact.formula import Formula, IntegerValued, PrintedRelation, all_of, any_of, negation, variables
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter


def extreme_of_list(interpreter: Interpreter, node: tree.Apply) -> Value:
    r"""The largest or the least of printed numbers; a list of one is that number.

    Lists inside are joined; a list of the other kind, as in \max\{0, \min\{1, h\}\}, is told apart case by case.
    """
    return _extreme_of(node.function, [interpreter.value(argument) for argument in node.arguments])


def _extreme_of(kind: str, values: Sequence[Value]) -> Value:
    values = [_by_cases(v) if isinstance(v, Listed) and v.kind != kind else v for v in values]
    if any(isinstance(value, Piecewise) for value in values):
        return over_cases(values, partial(_extreme_of, kind))
    found = [n for value in values for n in (value.values if isinstance(value, Listed) else (as_number(value),))]
    distinct = tuple(dict.fromkeys(found))
    return distinct[0] if len(distinct) == 1 else Listed(kind, distinct)


def _by_cases(value: Listed) -> Piecewise:
    relation: PrintedRelation = ">=" if value.kind == "max" else "<="
    return Piecewise(
        tuple((all_of(relation_formula(one, relation, other) for other in value.values), one) for one in value.values)
    )


def quotient_of_extremes(interpreter: Interpreter, top: Value, bottom: Value) -> Value:
    """A largest number over a least one, all numbers below being positive: the largest of the quotients.

    Raises MeaninglessError for two largest, or two least numbers.
    """
    above, below = (v.values if isinstance(v, Listed) else (as_number(v),) for v in (top, bottom))
    kinds = {
        v.kind if v is top else {"max": "min", "min": "max"}[v.kind] for v in (top, bottom) if isinstance(v, Listed)
    }
    if len(kinds) != 1:
        raise MeaninglessError("a quotient of two largest, or of two least numbers has no meaning here")
    for number in below:
        interpreter.demand("what stands below is positive", relation_formula(number, ">", RationalFunction.of(0)))
    for number in above if len(below) > 1 else ():
        interpreter.demand("what stands above is not negative", relation_formula(number, ">=", RationalFunction.of(0)))
    return Listed(kinds.pop(), tuple(dict.fromkeys(a / b for a in above for b in below)))


def _extreme_of_list_over_box(
    interpreter: Interpreter, node: tree.ExtremeValue, names: tuple[str, ...], ends: Sequence[RationalFunction]
) -> Value:
    """The extremum over a box of a list of expressions: what its corners have, once nothing inside goes beyond them."""
    assert isinstance(node.expression, tree.Apply)
    if node.kind != node.expression.function:
        raise MeaninglessError(f"'{interpreter.print(node)}': a minimum of a maximum has no meaning here")
    assert node.domain is not None
    interval = interpreter.set_value(node.domain)
    box = all_of(interval.member((RationalFunction(Polynomial.variable(n)),)) for n in names)
    with interpreter.binding(names), interpreter.apart() as (divisors, required):
        inner = extreme_of_list(interpreter, node.expression)
    inside = inner.values if isinstance(inner, Listed) else (as_number(inner),)
    corners = list(inside)
    for name in names:
        corners = [value.substitute({name: end}) for value in corners for end in ends]
    corners = list(dict.fromkeys(corners))
    for fact in not_zero(divisors):
        interpreter.required.append(("no denominator vanishes", box, fact))
    interpreter.required += [(why, all_of([box, where]), fact) for why, where, fact in required]
    beyond: PrintedRelation = ">=" if node.kind == "max" else "<="
    for value in inside:
        reached = any_of(relation_formula(corner, beyond, value) for corner in corners)
        interpreter.required.append(("nothing inside goes beyond the corners", box, reached))
    return corners[0] if len(corners) == 1 else Listed(node.kind, tuple(corners))


def extreme(interpreter: Interpreter, node: tree.ExtremeValue) -> Value:
    """The extremum of a printed expression over an interval, or of a list of expressions.

    Raises MeaninglessError for a least number of largest ones, and for an end that depends on a bound variable.
    """
    assert node.expression is not None, "a printed extremum has an expression"
    is_list = isinstance(node.domain, tree.SetDisplay) and not is_endless(node.domain)
    interval = None if is_list else printed_interval(interpreter, node)
    if interval is None and not is_list:
        return optimum(interpreter, node)
    few = few_values(interpreter, node, interval)
    if few is not None:
        return _extreme_of_few(interpreter, node, few)
    assert interval is not None, "the elements of a list are few"
    closed = interval.closed_low and interval.closed_high
    whole = any(whole_among(interpreter.notation, (v.name for v in node.variables)))
    if (node.kind in ("min", "max") or whole) and not closed:
        return optimum(interpreter, replace(node, domain=interval))
    names = tuple(v.name for v in node.variables)
    low, high = interpreter.number(interval.low), interpreter.number(interval.high)
    interpreter.demand("the interval is not empty", relation_formula(low, "<=" if closed else "<", high))
    if isinstance(node.expression, tree.Apply) and node.expression.function in ("min", "max"):
        return _extreme_of_list_over_box(interpreter, replace(node, domain=interval), names, (low, high))
    each = interpreter.set_value(interval)
    box = all_of(each.member((RationalFunction(Polynomial.variable(n)),)) for n in names)
    with interpreter.binding(names), interpreter.apart() as (divisors, required):
        inner = interpreter.value(node.expression)
    ends = (dict.fromkeys(names, end) for end in (low, high))
    if not closed and any(divisor.substitute(end).is_zero() for end in ends for divisor in divisors):
        return optimum(interpreter, replace(node, domain=interval))
    outer = tuple(end for pair in inner.box for end in pair) if isinstance(inner, Extreme) else ()
    if {n for end in outer for n in end.names} & set(names):
        raise MeaninglessError(f"'{interpreter.print(node)}': an end depends on a bound variable")
    own = _apart_from_outside(interpreter, names, inner)
    inside = all_of(relation_formula(low, "<=", v) for v in own.values())
    inside = all_of([inside, *(relation_formula(v, "<=", high) for v in own.values())])
    if whole:
        _check_ends_attain(interpreter, node, as_number(inner), (low, high))
        integers = [IntegerValued(v.names[0]) for v in own.values()]
        inside, box = all_of([inside, *integers]), all_of([substitute_rational(box, own), *integers])
    for divisor in divisors:
        if set(divisor.names) & set(names):  # also at the ends that do not belong to the interval
            for fact in not_zero([divisor.substitute(own)]):
                interpreter.required.append(("no denominator vanishes", inside, fact))
        else:
            interpreter.divisors.append(divisor)
    for why, where, fact in required:
        if (variables(where) | variables(fact)) & set(names):
            there = all_of([inside, substitute_rational(where, own)])
            interpreter.required.append((why, there, substitute_rational(fact, own)))
        else:
            interpreter.required.append((why, where, fact))
    if not whole:
        box = substitute_rational(box, own)
    bound = tuple(v.names[0] for v in own.values())
    if isinstance(inner, Extreme):
        if inner.lowest != (node.kind in ("min", "inf")):
            raise MeaninglessError("a minimum of a maximum has no meaning here")
        return Extreme(
            node.kind,
            inner.body.substitute(own),
            inner.variables + bound,
            inner.box + ((low, high),) * len(names),
            all_of([inner.condition, box]),
        )
    return Extreme(node.kind, as_number(inner).substitute(own), bound, ((low, high),) * len(names), box)


def _extreme_of_few(interpreter: Interpreter, node: tree.ExtremeValue, values: Sequence[RationalFunction]) -> Value:
    """The extremum of the values that an expression has at each of a few numbers."""
    assert node.expression is not None, "checked before"
    names = tuple(v.name for v in node.variables)
    found = []
    for chosen in choices(names, values):
        with interpreter.binding(names):
            interpreter.at.update(chosen)
            found.append(interpreter.value(node.expression))
    return _extreme_of({"inf": "min", "sup": "max"}.get(node.kind, node.kind), found)


def _check_ends_attain(
    interpreter: Interpreter, node: tree.ExtremeValue, body: RationalFunction, ends: Sequence[RationalFunction]
) -> None:
    """MeaninglessError unless an extremum over whole numbers between ends that are symbols lies at one of the ends."""
    if any(is_whole(interpreter.notation, end) != all_of(()) for end in ends):
        raise MeaninglessError(f"'{interpreter.print(node)}': the ends of a range of whole numbers are whole numbers")
    names = tuple(v.name for v in node.variables)
    inner = Extreme(node.kind, body, names, (tuple(ends),) * len(names), all_of(()))  # type: ignore[arg-type]
    if not inner.is_affine() and (len(names) > 1 or inner.stationary_points(names[0])):
        raise MeaninglessError(f"'{interpreter.print(node)}': between which whole numbers it lies is not known here")


def _apart_from_outside(interpreter: Interpreter, names: Sequence[str], inner: Value) -> dict[str, RationalFunction]:
    """Variables for the bound names; another one where hypotheses, ranges or an extremum inside have a name like it."""
    spoken = {
        name for fact in (*interpreter.given, *interpreter.notation.domain.hypotheses()) for name in variables(fact)
    }
    within = set(inner.variables) if isinstance(inner, Extreme) else set()

    def own(name: str) -> str:
        found = interpreter.notation.fresh(f"any_{name}") if name in spoken | within else name
        while found in within:
            found += "'"
        return found

    return {name: RationalFunction(Polynomial.variable(own(name))) for name in names}


def printed_interval(interpreter: Interpreter, node: OverDomain) -> tree.Interval | None:
    """The interval that each variable of an extremum ranges over: as printed, or as the range of its variable says."""
    match node.domain:
        case tree.Interval():
            return node.domain
        case tree.SetBuilder(
            element=tree.Name(name=name), condition=tree.Chain(members=(low, tree.Name(name=middle), high))
        ) if name == middle and isinstance(node.domain.condition, tree.Chain):
            below, above = node.domain.condition.relations
            if {below, above} <= {"<", "<="}:
                return tree.Interval(low, high, below == "<=", above == "<=")
        case None if len(node.variables) == 1:
            return _declared_range(interpreter, node.variables[0])
    return None


def _declared_range(interpreter: Interpreter, variable: tree.Name) -> tree.Interval | None:
    found = next((p for p in interpreter.notation.domain.parameters if p.name == variable.name), None)
    if found is None or found.low is None or found.high is None:
        return None
    return tree.Interval(_written(found.low), _written(found.high), not found.low_open, not found.high_open)


def _written(number: Fraction) -> tree.Node:
    quotient = tree.Quotient(tree.Number(str(abs(number.numerator))), tree.Number(str(number.denominator)))
    return tree.Negate(quotient) if number < 0 else quotient


def compare_extremes(
    interpreter: Interpreter, a: Value, relation: str, b: Value, label: str, extra: tuple[Formula, ...]
) -> list[Obligation]:
    """A relation with extrema: a candidate attains each, and of the candidates the relation holds.

    Raises MeaninglessError for another relation than =, <, <=, > and >=.
    """
    if relation not in NUMERIC or relation == "!=":
        raise MeaninglessError(f"{label}: extrema are compared by =, <, <=, > and >= only")
    found: list[Obligation] = []
    sides: list[tuple[bool, list[Candidate]]] = []
    for side in (a, b):
        if isinstance(side, Extreme):
            candidates = side.candidates()
            better: PrintedRelation = "<=" if side.lowest else ">="
            attained = any_of(all_of([when, relation_formula(v, better, side.body)]) for when, v in candidates)
            found.append(
                interpreter.shown(f"{label}: some candidate does no worse", attained, (*extra, side.condition))
            )
            sides.append((side.lowest, candidates))
        else:
            sides.append(_candidates(side))
    return [*found, interpreter.shown(label, _relation(sides[0], relation, sides[1]), extra)]


def relation_of_lists(first: Value, relation: str, second: Value) -> Formula:
    """A relation of which one side or both are the largest or the least of finitely many numbers."""
    return _relation(_candidates(first), relation, _candidates(second))


def _candidates(value: Value) -> tuple[bool, list[Candidate]]:
    if isinstance(value, Listed):
        return value.lowest, [(all_of(()), v) for v in value.values]
    return True, [(all_of(()), as_number(value))]


def _relation(a: tuple[bool, Sequence[Candidate]], relation: str, b: tuple[bool, Sequence[Candidate]]) -> Formula:
    if relation in ("=", ":="):
        return all_of([_at_most(*a, *b), _at_most(*b, *a)])
    if relation in ("<=", ">="):
        return _at_most(*a, *b) if relation == "<=" else _at_most(*b, *a)
    if relation in ("<", ">"):
        return negation(_at_most(*b, *a) if relation == "<" else _at_most(*a, *b))
    raise MeaninglessError(f"'{relation}' does not relate largest values")


def _at_most(low_left: bool, left: Sequence[Candidate], low_right: bool, right: Sequence[Candidate]) -> Formula:
    """The least (or largest) of the left values that count is at most the least (or largest) of the right ones."""

    def on_left(facts: Iterable[tuple[Formula, Formula]]) -> Formula:
        return _some(facts) if low_left else _each(facts)

    def on_right(facts: Iterable[tuple[Formula, Formula]]) -> Formula:
        return _each(facts) if low_right else _some(facts)

    if low_left and low_right:  # for each on the right there is one on the left
        return _each((there, _some((when, relation_formula(v, "<=", w)) for when, v in left)) for there, w in right)
    return on_left((when, on_right((there, relation_formula(v, "<=", w)) for there, w in right)) for when, v in left)


def _some(facts: Iterable[tuple[Formula, Formula]]) -> Formula:
    return any_of(all_of([when, fact]) for when, fact in facts)


def _each(facts: Iterable[tuple[Formula, Formula]]) -> Formula:
    return all_of(fact if when == all_of(()) else any_of([negation(when), fact]) for when, fact in facts)
