"""Least and largest values over regions: where one is attained is searched, and that it is one is what must be shown.

A region is given by conditions that are printed, and by the declared ranges of its variables. Places are searched among
the zeros of slopes and the ends of the region, its equations solved; whatever is found, that it belongs to the region
and that nothing in it does better are claims about all its points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import chain, islice, product
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import as_number, fresh_point, not_zero, with_domain
from checks.interpreter.notation import BEST, ZERO
from checks.interpreter.powers import linear_in_root, squares_apart
from checks.interpreter.values import Coordinates, MeaninglessError, SetValue
from checks.interpreter.whole_numbers import all_whole, whole_among
from checks.reading import syntax as tree
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover import Proved, prove
from derivations.prover.with_theorems import substitute_rational
from mechanisms.exact.formula import (
    AllOf,
    Condition,
    Formula,
    IntegerValued,
    all_of,
    in_polynomials,
    variables,
)
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter

OverDomain = tree.ExtremeValue | tree.ArgMin | tree.ArgMax
SECONDS, SECONDS_WITH_ROOTS = 6.0, 1.5  # to see that a place is the best one, without square roots and with them
MOST = 60  # places that are tried
NEAR = "within each e > 0 of it there is a value"
Demand = tuple[str, Formula, Formula]
"""Why something is demanded, where it has to hold, and what."""
WHOLE = tuple(map(RationalFunction.of, (1, 2, 3, 4, 5, 6)))
FREE = tuple(RationalFunction.of(Fraction(k, 4)) for k in (2, 1, 4, 8))
"""What whole numbers are tried to be, and a variable on which nothing depends."""


def region_of(interpreter: Interpreter, node: OverDomain) -> SetValue:
    """What the variables of an extremum range over: what is printed, or else their declared ranges and conditions.

    Conditions that only link variables, such as p = 2q, are meant within the declared ranges; those that bound one and
    leave room beyond its range can be read in two ways, which MeaninglessError says.
    """
    names = tuple(variable.name for variable in node.variables)
    if node.domain is not None and not isinstance(node.domain, tree.SetBuilder):
        return interpreter.set_value(node.domain)
    is_bound_here = (
        node.domain is None or isinstance(node.domain.element, tree.TupleNode) or isinstance(node, tree.ExtremeValue)
    )
    spoken = sorted({name for fact in interpreter.given for name in variables(fact)} & set(names))
    if spoken and is_bound_here:
        raise MeaninglessError(
            f"'{interpreter.print(node)}': a condition beside it speaks of {spoken[0]}, over which it is taken: write "
            "the condition below it"
        )
    known = sorted(interpreter.notation.domain.hypotheses(), key=str)  # in one order, since proofs state the region
    facts = [fact for fact in known if variables(fact) & set(names)]
    whole = whole_among(interpreter.notation, names)
    ranges = all_of(fact for fact in facts if not isinstance(fact, IntegerValued))

    def declared(z: Coordinates) -> Formula:
        there = substitute_rational(ranges, dict(zip(names, z, strict=True)))
        return all_of([all_whole(interpreter.notation, whole, z), there])

    if node.domain is None:
        if not all(any(name in variables(fact) for fact in facts) for name in names):
            raise MeaninglessError(
                f"'{interpreter.print(node)}': an extremum is over an interval or a condition that is printed below "
                "it, or over the declared range of its variable"
            )
        return SetValue(len(names), declared)
    printed = interpreter.set_value(node.domain)
    if not isinstance(node.domain.element, tree.TupleNode) or not facts:
        return printed
    z = fresh_point(len(names), interpreter.notation.fresh)
    point = [v.names[0] for v in z]
    if all(part.relation == "=" or len(variables(part) & set(point)) > 1 for part in _said(printed.has(z))):
        return SetValue(len(names), lambda there: all_of([declared(there), printed.has(there)]))
    if shown_shortly(interpreter, declared(z), [printed.has(z)]) is None:
        raise MeaninglessError(
            f"'{interpreter.print(node)}' can be read in two ways: within the declared ranges of "
            f"{', '.join(names)}, or beyond them; print these ranges below it, or declare wider ones"
        )
    return printed


class NotAttainedError(MeaninglessError):
    """No place was found at which a least or largest value is attained, or approached."""


def optimum(interpreter: Interpreter, node: tree.ExtremeValue) -> RationalFunction:
    """The least or largest value over a region, by a place where it is attained; NotAttainedError where none is found.

    That the place belongs to the region, and that nothing does better, are noted as demands. An inf or sup may as well
    be approached at the edge of the region, or as its only variable grows.
    """
    assert node.expression is not None, "a printed extremum has an expression"
    names = tuple(variable.name for variable in node.variables)
    region = region_of(interpreter, node)
    z = fresh_point(len(names), interpreter.notation.fresh)
    fresh = dict(zip(names, z, strict=True))
    with interpreter.binding(names), interpreter.apart() as (divisors, required):
        objective = as_number(interpreter.value(node.expression)).substitute(fresh)
    inside = region.has(z)
    defined = [(why, substitute_rational(all_of([where]), fresh), substitute_rational(fact, fresh))
               for why, where, fact in required]  # fmt: skip
    defined += [
        ("no denominator vanishes", all_of(()), fact) for fact in not_zero(d.substitute(fresh) for d in divisors)
    ]
    whole = any(whole_among(interpreter.notation, names))

    ways = _reached(interpreter, node, region, objective, z, whole)
    if len(z) == 1 and not whole:
        ways = chain(ways, _reached_at_roots(interpreter, region, objective, z[0].names[0]))
    for value, where, reached in ways:
        best = at_most((value, objective), node.kind)
        if shown_shortly(interpreter, best, [inside]) is not None and (demand := reached()) is not None:
            interpreter.required.append(demand)
            interpreter.required += [(why, all_of([inside, there]), fact) for why, there, fact in defined]
            interpreter.required.append((f"{BEST} {where}", inside, best))
            return value
    raise NotAttainedError(
        f"'{interpreter.print(node)}': no place was found at which it is attained; a bound alone, such as "
        r"\min X \ge B, is claimed without the extremum, as X \ge B"
    )


def _reached(
    interpreter: Interpreter,
    node: tree.ExtremeValue,
    region: SetValue,
    objective: RationalFunction,
    z: Coordinates,
    whole: bool,
) -> Iterator[tuple[RationalFunction, str, Callable[[], Demand | None]]]:
    """Values that may be best, each with where it is, and with what makes the demand that it is attained or near."""
    is_end = node.kind in ("inf", "sup")
    for place in _places(region.has(z), objective, [v.names[0] for v in z], whole):
        at = tuple(place[v.names[0]] for v in z)
        where = f"({', '.join(map(str, at))})"
        with suppress(ZeroDivisionError):  # there the objective has no value
            value = objective.substitute(place)
            if shown_shortly(interpreter, region.has(at)) is not None:
                yield value, where, partial(_admitted, where, region.has(at))
            elif is_end:
                yield value, where, partial(_approached, interpreter, node, region, objective, z, at)
    if is_end and len(z) == 1 and (limit := _limit_at_infinity(objective, z[0])) is not None:
        far_out = partial(_approached_far_out, interpreter, node, region, objective, z[0], limit)
        yield limit, "what is approached", far_out


def _reached_at_roots(
    interpreter: Interpreter, region: SetValue, objective: RationalFunction, name: str
) -> Iterator[tuple[RationalFunction, str, Callable[[], Demand | None]]]:
    """The same for places at which a slope vanishes that is quadratic: they have a square root."""
    for place, root in stationary_at_roots(interpreter, objective, name):
        there = region.has((place,))
        if shown_shortly(interpreter, there) is not None:
            value = linear_in_root(interpreter, objective.substitute({name: place}), root)
            yield value, f"({place})", partial(_admitted, f"({place})", there)


def stationary_at_roots(
    interpreter: Interpreter, objective: RationalFunction, name: str
) -> Iterator[tuple[RationalFunction, RationalFunction]]:
    """Where a slope vanishes that is quadratic in a variable, each with the square root of which it speaks."""
    for factor, _ in objective.derivative(name).numerator.factors()[1]:
        a, b, c = (RationalFunction(factor.coefficients_in(name).get(power, Polynomial())) for power in (2, 1, 0))
        if factor.degree(name) != 2 or shown_shortly(interpreter, relation_formula(b**2, ">=", 4 * a * c)) is None:
            continue
        outside, inside = squares_apart((b**2 - 4 * a * c).numerator)
        with suppress(MeaninglessError):  # a root of what is bound has no name
            root = interpreter.square_root(RationalFunction(inside))
            for sign in (1, -1):
                yield (-b + sign * outside * root) / (2 * a), root


def _admitted(where: str, fact: Formula) -> Demand:
    return f"{where} is admitted", all_of(()), fact


def at_most(sides: tuple[RationalFunction, RationalFunction], kind: str) -> Formula:
    """That the first number is at most the second for a least value, at least that for a largest."""
    return relation_formula(sides[0], "<=" if kind in ("min", "inf") else ">=", sides[1])


def _approached(
    interpreter: Interpreter,
    node: tree.ExtremeValue,
    region: SetValue,
    objective: RationalFunction,
    z: Coordinates,
    end: Coordinates,
) -> Demand | None:
    """That for each e > 0 a place of the region comes within e of the value at its edge, on the way inside."""
    objective = objective * (1 if node.kind == "inf" else -1)
    value = objective.substitute({v.names[0]: c for v, c in zip(z, end, strict=True)})
    inner = (
        tuple(RationalFunction.of(Fraction(k, n)) for k in ks)
        for n in range(2, 6)
        for ks in product(range(1, n), repeat=len(z))
    )
    middles = islice((m for m in inner if shown_shortly(interpreter, region.has(m)) is not None), 3)
    return approached(interpreter, region, (objective,), value, z, end, middles, (1, 4, 16))


def approached(
    interpreter: Interpreter,
    region: SetValue,
    numbers: Sequence[RationalFunction],
    value: RationalFunction,
    z: Coordinates,
    end: Coordinates,
    middles: Iterable[Coordinates],
    slow: Sequence[RationalFunction | int],
) -> Demand | None:
    """That for each e > 0 all numbers are at most e above a value at a place of the region, between its end and middle.

    How far from the end is tried with each of the ways to go `slow`: the share e/(e + slow) of the way.
    """
    e = RationalFunction(Polynomial.variable(interpreter.notation.fresh("e")))
    positive = relation_formula(e, ">", ZERO)
    for middle in middles:
        for slower in slow:
            t = e / (e + slower)
            on_the_way = tuple(c + t * (m - c) for c, m in zip(end, middle, strict=True))
            place = {v.names[0]: c for v, c in zip(z, on_the_way, strict=True)}
            near = [relation_formula(number.substitute(place) - value, "<", e) for number in numbers]
            fact = all_of([region.has(on_the_way), *near])
            if shown_shortly(interpreter, fact, [positive]) is not None:
                return NEAR, positive, fact
    return None


def _limit_at_infinity(function: RationalFunction, z: RationalFunction) -> RationalFunction | None:
    """What a function tends to as its variable grows; None where it grows, too."""
    (name,) = z.names
    above, below = (part.coefficients_in(name) for part in (function.numerator, function.denominator))
    order, most = max(above, default=0), max(below)
    if order > most:
        return None
    return RationalFunction(above[most]) / RationalFunction(below[most]) if order == most else ZERO


def _approached_far_out(
    interpreter: Interpreter,
    node: tree.ExtremeValue,
    region: SetValue,
    objective: RationalFunction,
    z: RationalFunction,
    limit: RationalFunction,
) -> Demand | None:
    """That for each e > 0 all that is large enough belongs to the region and comes within e of the limit."""
    e = RationalFunction(Polynomial.variable(interpreter.notation.fresh("e")))
    gap = (objective - limit) * (1 if node.kind == "inf" else -1)
    if (rate := _limit_at_infinity(gap * z, z)) is None:
        return None
    is_integer = all_whole(interpreter.notation, whole_among(interpreter.notation, [node.variables[0].name]), (z,))
    near = all_of([region.has((z,)), relation_formula(gap, "<", e)])
    for start, slow in product((1, 8, 64), (1, 4)):
        large = relation_formula((rate * slow + slow) / e + start, "<=", z)
        far = all_of([relation_formula(e, ">", ZERO), is_integer, large])
        if shown_shortly(interpreter, near, [far]) is not None:
            interpreter.divisors += [RationalFunction(number.denominator) for number in (limit, rate)]
            return NEAR, far, near
    return None


def shown_shortly(interpreter: Interpreter, fact: Formula, given: Sequence[Formula] = ()) -> Theorem | None:
    """A fact from what is given, under the hypotheses or without them, if a short search proves it."""
    seconds = SECONDS
    for known in (frozenset(given), interpreter.shown("", fact, given).sequent.hypotheses):
        goal = with_domain(Sequent(known, fact), interpreter.notation.domain, linked=True)
        found = prove(goal, budget_seconds=seconds, oracles=False)
        if isinstance(found, Proved):
            return found.theorem
        if not interpreter.given:
            if not interpreter.roots:
                break
            seconds = SECONDS_WITH_ROOTS
    return None


def _said(formula: Formula) -> list[Condition]:
    """The conditions that a formula says together."""
    plain = in_polynomials(formula)
    if isinstance(plain, AllOf):
        return [part for each in plain.parts for part in _said(each)]
    return [plain] if isinstance(plain, Condition) else []


def ends_of(region: SetValue, z: RationalFunction) -> list[RationalFunction]:
    """Where conditions of a region of one variable are equations, as far as these places are rational."""
    said = [RationalFunction(part.polynomial) for part in _said(region.has((z,)))]
    return [end for condition in said for _, end in _zeros(condition, z.names)]


def _places(
    inside: Formula, objective: RationalFunction, names: Sequence[str], whole: bool
) -> Iterator[Mapping[str, RationalFunction]]:
    """Places of a region, as rational expressions in the other symbols, at which an objective may be best."""
    said = _said(inside)
    equations = [RationalFunction(part.polynomial) for part in said if part.relation == "="]
    ends = [RationalFunction(part.polynomial) for part in said if part.relation in (">=", ">")]
    found = []
    for place in _solved(equations, ends, objective, tuple(names), whole):
        if place not in found:
            found.append(place)
            yield place
        if len(found) == MOST:
            return


def _solved(
    equations: Sequence[RationalFunction],
    ends: Sequence[RationalFunction],
    objective: RationalFunction,
    names: tuple[str, ...],
    whole: bool,
) -> Iterator[dict[str, RationalFunction]]:
    """The same, the equations first: each in turn is solved for one of the variables, which is put in elsewhere."""
    if not names:
        if all(equation.is_zero() for equation in equations):
            yield {}
        return
    first = next((equation for equation in equations if set(equation.names) & set(names)), None)
    if first is not None:
        ways = _zeros(first, names)
    else:
        slopes = [objective.derivative(name) for name in names]
        ways = [way for slope in slopes for way in _zeros(slope, names)] if not whole else []
        ways += [way for end in ends for way in _zeros(end, names)]
        unbound = [name for name in names if whole or name not in objective.names]
        ways += [(name, number) for name in unbound for number in (WHOLE if whole else FREE)]
    for name, value in dict.fromkeys(ways):
        own = {name: value}
        with suppress(ZeroDivisionError):  # where this value is put in something has none
            others = [each.substitute(own) for each in equations]
            left = tuple(other for other in names if other != name)
            for rest in _solved(others, [e.substitute(own) for e in ends], objective.substitute(own), left, whole):
                yield {name: value.substitute(rest), **rest}


def _zeros(function: RationalFunction, names: Sequence[str]) -> list[tuple[str, RationalFunction]]:
    """What a variable is where a function vanishes, for each factor of its numerator in which that is rational."""
    found = []
    for factor, _ in function.numerator.factors()[1]:
        for name in names:
            coefficients = {power: RationalFunction(c) for power, c in factor.coefficients_in(name).items()}
            if max(coefficients, default=0) == 1:
                found.append((name, -coefficients.get(0, RationalFunction(Polynomial.constant(0))) / coefficients[1]))
    return found
