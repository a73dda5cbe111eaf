"""Feasible regions of privacy: which binary designs (p00, p11) are (eps, delta)-LDP, as an exact polygon.

With x = e^eps the definition P[a, S] <= x P[b, S] + delta, for every pair of truths and every set S of responses,
is linear in p00 and p11. The region is kept as these half-planes; its vertices are found for symbolic x and delta.
Source: Holohan, Leith, Mason, (9)-(12) and Definition 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import sympy

from mechanisms.design import Design
from mechanisms.exact.domain import Domain, above, within
from mechanisms.exact.entries import EntryError, exact_number
from mechanisms.exact.formula import Condition
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.exact.signs import plainly_holds, possible_signs
from mechanisms.privacy import PrivacyError

P00, P11 = "p00", "p11"
PRIVACY = Domain.of(above("x", 1, closed=True), within("delta", 0, 1), exponentials={"eps": "x"})


@dataclass(frozen=True)
class Vertex(Shown):
    """A corner of the region: a point, and the conditions on x and delta under which it is one."""

    p00: RationalFunction
    p11: RationalFunction
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Region(Shown):
    """A polygon of points (p00, p11): where all half-planes hold, for privacy levels in `domain`.

    Attributes:
        half_planes: conditions that are linear in p00 and p11, with coefficients in x and delta.
        domain: the remaining privacy parameters (x and delta, or none).

    """

    half_planes: tuple[Condition, ...]
    domain: Domain

    def at(self, **values: Any) -> Region:
        """The region at exact values of x and delta; DomainError outside their domain.

        Raises PrivacyError for a parameter that the region has not, and for inexact values.
        """
        unknown = [name for name in values if name not in self.domain.names]
        if unknown:
            known = ", ".join(self.domain.names) or "none"
            raise PrivacyError(f"{unknown[0]} is no privacy parameter of the region (parameters: {known})")
        try:
            exact = {name: exact_number(value, f"the value for {name}") for name, value in values.items()}
        except EntryError as error:
            raise PrivacyError(str(error)) from error
        domain = self.domain.at(exact)
        planes = [Condition(h.polynomial.substitute(dict(exact)), h.relation) for h in self.half_planes]
        box = domain.joined(Domain.of(within(P00, 0, 1), within(P11, 0, 1)))
        kept = [h for h in planes if h.polynomial.names or not plainly_holds(h, box)]
        return Region(tuple(dict.fromkeys(kept)), domain)

    def contains(self, p00: Any, p11: Any) -> bool:
        """Whether an exact point lies in the region; the privacy parameters must have values.

        Raises PrivacyError where they have none, and for inexact numbers.
        """
        if self.domain.names:
            raise PrivacyError(f"give values to {', '.join(self.domain.names)} with .at(...) first")
        try:
            point = {P00: exact_number(p00, P00), P11: exact_number(p11, P11)}
        except EntryError as error:
            raise PrivacyError(str(error)) from error
        return all(h.holds_at({n: point[n] for n in h.polynomial.names}) for h in self.half_planes)

    def vertices(self) -> list[Vertex]:
        """All corners, each with the conditions under which it is one that plain reasoning does not settle.

        A corner is a point where two boundary lines cross that satisfies every half-plane, > being
        read as >=. With values for all parameters no condition is left, and the corners go round counterclockwise.
        """
        found: dict[tuple[RationalFunction, RationalFunction], Vertex] = {}
        for first, second in combinations(self.half_planes, 2):
            crossing = _crossing(first.polynomial, second.polynomial)
            conditions = None if crossing is None else self._conditions_at(*crossing)
            if crossing is None or conditions is None:
                continue
            corner = Vertex(crossing[0], crossing[1], conditions)
            known = found.setdefault((corner.p00, corner.p11), corner)
            if len(corner.conditions) < len(known.conditions):
                found[corner.p00, corner.p11] = corner
        corners = [c for c in found.values() if not any(self._meets(c, other) for other in found.values())]
        return corners if self.domain.names else _counterclockwise(corners)

    def _conditions_at(
        self, p00: RationalFunction, p11: RationalFunction, determinant: Polynomial
    ) -> tuple[Condition, ...] | None:
        """What must hold for a crossing to be a corner; None when it plainly never is."""
        needed = self._non_zero(determinant)
        inside = self.domain.where(*needed)
        for half_plane in self.half_planes:
            value = RationalFunction(half_plane.polynomial).substitute({P00: p00, P11: p11})
            top, bottom = value.numerator, value.denominator
            bottom_signs = possible_signs(bottom, inside)
            signed = top if bottom_signs == {1} else -top if bottom_signs == {-1} else top * bottom
            signs = possible_signs(signed, inside)
            if signs == {-1}:
                return None
            if not signs <= {0, 1}:
                needed.append(Condition(signed, ">="))
        return tuple(dict.fromkeys(needed))

    def _non_zero(self, polynomial: Polynomial) -> list[Condition]:
        """Conditions for a polynomial not to vanish, as strict inequalities where its factors have a plain sign."""
        conditions = []
        for factor, _ in polynomial.factors()[1]:
            signs = possible_signs(factor, self.domain)
            if signs <= {0, 1} and 0 in signs:
                conditions.append(Condition(factor, ">"))
            elif signs <= {0, -1} and 0 in signs:
                conditions.append(Condition(-factor, ">"))
            elif 0 in signs:
                conditions.append(Condition(factor, "!="))
        return conditions

    def _meets(self, corner: Vertex, other: Vertex) -> bool:
        """Whether a corner exists only on the border of the domain, and there coincides with another one.

        A condition e >= 0 whose polynomial is plainly never positive says e = 0; the points coincide there if e
        divides the differences of their coordinates.
        """
        if not set(other.conditions) < set(corner.conditions):
            return False
        differences = [corner.p00 - other.p00, corner.p11 - other.p11]
        return any(
            c.relation == ">="
            and possible_signs(c.polynomial, self.domain) <= {0, -1}
            and all(d.is_zero() or _divides(c.polynomial, d.numerator) for d in differences)
            for c in corner.conditions
        )

    def __str__(self) -> str:
        return " and ".join(map(str, self.half_planes))


def privacy_conditions(design: Design, x: str = "x", delta: str = "delta") -> list[Condition]:
    """The definition of (eps, delta)-LDP for a design with polynomial entries, written out.

    One condition x P[b, S] + delta - P[a, S] >= 0 for each ordered pair of truths and each set S of responses, the
    empty and the full one included; equal ones once. Raises PrivacyError for other entries, and for more than 16
    responses.
    """
    level, slack = Polynomial.variable(x), Polynomial.variable(delta)
    if design.generator or any(not e.denominator.is_constant() for row in design.entries for e in row):
        raise PrivacyError("privacy conditions need entries that are polynomials with rational coefficients")
    if len(design.responses) > 16:
        raise PrivacyError(f"{len(design.responses)} responses have too many events; at most 16 responses are allowed")
    result: dict[Condition, None] = {}
    for a, b in permutations(design.entries, 2):
        for event in _events(len(design.responses)):
            in_a = _total(a[y] for y in event)
            in_b = _total(b[y] for y in event)
            result[Condition(level * in_b + slack - in_a, ">=")] = None
    return list(result)


def feasible_region_binary(*, above_diagonal: bool = False) -> Region:
    """The (eps, delta)-LDP designs [[p00, 1 - p00], [1 - p11, p11]], for x = e^eps >= 1 and 0 <= delta <= 1.

    With `above_diagonal` only those with p00 + p11 > 1. Half-planes that plainly hold everywhere in the unit square
    (those of the empty event and of all responses) are left out.
    """
    p00, p11 = sympy.symbols(f"{P00} {P11}")
    square = Domain.of(within(P00, 0, 1), within(P11, 0, 1))
    design = Design([[p00, 1 - p00], [1 - p11, p11]], square)
    q00, q11 = Polynomial.variable(P00), Polynomial.variable(P11)
    sides = [Condition(q, ">=") for p in (q00, q11) for q in (p, 1 - p)]
    private = [c for c in privacy_conditions(design) if not plainly_holds(c, square.joined(PRIVACY))]
    diagonal = [Condition(q00 + q11 - 1, ">")] if above_diagonal else []
    return Region((*sides, *private, *diagonal), PRIVACY)


def _events(count: int) -> Iterator[tuple[int, ...]]:
    for size in range(count + 1):
        yield from combinations(range(count), size)


def _total(entries: Any) -> Polynomial:
    total = Polynomial()
    for entry in entries:
        total = total + entry.numerator * (1 / entry.denominator.constant_value())
    return total


def _line(polynomial: Polynomial) -> tuple[Polynomial, Polynomial, Polynomial]:
    """Coefficients (a, b, c) of a p00 + b p11 + c."""
    by_p00 = polynomial.coefficients_in(P00)
    rest = by_p00.get(0, Polynomial()).coefficients_in(P11)
    return by_p00.get(1, Polynomial()), rest.get(1, Polynomial()), rest.get(0, Polynomial())


def _crossing(first: Polynomial, second: Polynomial) -> tuple[RationalFunction, RationalFunction, Polynomial] | None:
    """Where two lines cross (p00, p11), by Cramer's rule, and their determinant; None for parallels."""
    a, b, c = _line(first)
    d, e, f = _line(second)
    determinant = a * e - b * d
    if determinant.is_zero():
        return None
    p00, p11 = RationalFunction(b * f - c * e, determinant), RationalFunction(c * d - a * f, determinant)
    return p00, p11, determinant


def _divides(divisor: Polynomial, polynomial: Polynomial) -> bool:
    return divisor.primitive() in (p := divisor.gcd(polynomial).primitive(), -p)


def _counterclockwise(corners: list[Vertex]) -> list[Vertex]:
    """Corners of a convex polygon in order around their mean, starting below to the right of it."""
    if len(corners) < 3:
        return corners
    points = {corner: (corner.p00.evaluate({}), corner.p11.evaluate({})) for corner in corners}
    centre = [sum((p[i] for p in points.values()), Fraction(0)) / len(points) for i in (0, 1)]

    def half_turns_and_slope(corner: Vertex) -> tuple[int, Fraction]:
        across, up = points[corner][0] - centre[0], points[corner][1] - centre[1]
        if across > 0:
            return 0, up / across
        if across == 0:
            return (1, Fraction(0)) if up > 0 else (3, Fraction(0))
        return 2, up / across

    return sorted(corners, key=half_turns_and_slope)
