"""The least or the largest value over a region that conditions describe: the best of a grid, and what is better nearby.

Of an equation among the conditions one variable is computed, where it is linear in it; the others move in steps that
are halved. Each value is exact, the place of the best one is found up to the last step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import compress, product
from typing import TYPE_CHECKING

from checks.reading import syntax as tree
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply, sign
from checks.witness.regions import Region, is_whole

if TYPE_CHECKING:
    from checks.witness.evaluator import Evaluator

WHOLE = range(41)
GRID = [*(Fraction(k, 8) for k in range(9)), *map(Fraction, (2, 4, 8))]
HALVINGS = 16  # of steps towards a place where a value is attained, whose neighbours are hardly worse
HALVINGS_TO_EDGE = 36  # towards one that need not be
MOVES = 200  # of the same length, before it is looked for what is approached far out
FAR = 2**36
SIMPLE = 1000  # the largest divisor of a place that is tried instead of the one that was found


def best_in_region(
    point: Evaluator,
    names: Sequence[str],
    domain: tree.Node | None,
    value: Callable[..., Numeric],
    order: int,
    halvings: int,
) -> Numeric:
    """The best value after so many halvings, least where `order` is 1; NotEvaluatedError where no place is found."""
    whole = point.meanings.whole(names)
    region = region_of_conditions(point, names, domain)
    equation = _equation(domain)
    free = len(names) - (equation is not None)

    def placed(z: Sequence[Numeric]) -> tuple[Numeric, ...] | None:
        """The whole place of some first coordinates; None where that lies outside."""
        try:
            full = tuple(z) if equation is None else (*z, _solved(point, names, z, equation))
            return full if region.contains(full) else None
        except ArithmeticError:  # nothing is computed here
            return None

    def tried(z: Sequence[Numeric]) -> tuple[Numeric, tuple[Numeric, ...]] | None:
        full = placed(z)
        if full is None:
            return None
        try:
            return value(*full), tuple(z)
        except ArithmeticError:  # the objective has no value here
            return None

    def best(places: Iterator[Sequence[Numeric]], known: tuple[Numeric, tuple[Numeric, ...]] | None):  # type: ignore[no-untyped-def]
        for found in map(tried, places):
            if found is not None and (known is None or compare(found[0], known[0]) * order < 0):
                known = found
        return known

    found = best(_grid(whole[:free]), None)
    if found is None:
        raise NotEvaluatedError("no place of the region below an extremum was found")
    step, moves = Fraction(1, 16), 0
    while step * 2 ** (4 + halvings) > 1:
        moved = best(_around(found[1], step, whole), found)
        moves += 1
        if moves > MOVES:  # it gets better and better
            if halvings != HALVINGS_TO_EDGE:
                raise NotEvaluatedError("whether an extreme value is attained far out is not found by a search")
            if moved is found or step > FAR:
                return found[0]
            step *= 2
        elif moved is found:
            step, moves = step / 2, 0
        found = moved
    simple = [z.limit_denominator(SIMPLE) if isinstance(z, Fraction) else z for z in found[1]]
    return best(iter([simple]), found)[0]


def region_of_conditions(point: Evaluator, names: Sequence[str], domain: tree.Node | None) -> Region:
    """The places that satisfy conditions, are in a list without end, or lie in the declared ranges."""
    low = point.number(domain.elements[0]) if isinstance(domain, tree.SetDisplay) else None
    said, whole = _said(domain), point.meanings.whole(names)
    if domain is None or (len(names) > 1 and all(_links(condition, names) for condition in said)):
        ranges = point.meanings.ranges
        said += tuple(tree.Chain((tree.Name(n), ranges[n]), ("in",)) for n in names if n in ranges)
        said += tuple(c for c in point.meanings.conditions if tree.names_in(c) & set(names))

    def contains(z: Sequence[Numeric]) -> bool:
        there = point.at(**dict(zip(names, z, strict=True)))
        above = low is None or compare(z[0], low) >= 0
        return above and all(map(is_whole, compress(z, whole))) and all(map(there.truth, said))

    return Region(len(names), contains, tuple(_grid(whole)))


def _links(condition: tree.Node, names: Sequence[str]) -> bool:
    """Whether a condition says of no variable alone how large it is."""
    one = isinstance(condition, tree.Chain) and len(condition.relations) == 1
    spoken = tree.names_in(condition) & set(names)
    return one and (len(spoken) > 1 or condition.relations == ("=",))  # type: ignore[attr-defined]


def free_coordinates(node: tree.ExtremeValue) -> int:
    """How many coordinates of its places move."""
    return len(node.variables) - (_equation(node.domain) is not None)


def _equation(domain: tree.Node | None) -> tree.Chain | None:
    return next((c for c in _said(domain) if isinstance(c, tree.Chain) and c.relations == ("=",)), None)


def _said(domain: tree.Node | None) -> tuple[tree.Node, ...]:
    condition = domain.condition if isinstance(domain, tree.SetBuilder) else None
    return condition.items if isinstance(condition, tree.Conjunction) else () if condition is None else (condition,)


def _grid(whole: Sequence[bool]) -> Iterator[tuple[Numeric, ...]]:
    return product(*(WHOLE if each else GRID for each in whole))


def _around(place: Sequence[Numeric], step: Fraction, whole: Sequence[bool]) -> Iterator[tuple[Numeric, ...]]:
    """The places beside one, a step away in one coordinate."""
    for i, steps_are_1 in enumerate(whole[: len(place)]):
        for move in (step, -step):
            whole_move = max(move, 1) if move > 0 else min(move, -1)
            yield (*place[:i], add(place[i], whole_move if steps_are_1 else move), *place[i + 1 :])


def _solved(point: Evaluator, names: Sequence[str], z: Sequence[Numeric], equation: tree.Chain) -> Numeric:
    """The last coordinate by an equation that is linear in it; ArithmeticError where there is none."""

    def gap(last: int) -> Numeric:
        there = point.at(**dict(zip(names, (*z, point.of(last)), strict=True)))
        return add(there.number(equation.members[0]), -there.number(equation.members[1]))

    at_0, at_1, at_2 = map(gap, (0, 1, 2))
    slope = add(at_1, -at_0)
    if sign(add(add(at_2, -at_1), -slope)) != 0:
        raise NotEvaluatedError("an equation below an extremum that is not linear in the last variable")
    return divide(multiply(-1, at_0), slope)
