"""Small surveys with three cards and their budgets, to fail at: decks that can be dealt, members that can be counted.

A deck of N cards with c_1, c_2, c_3 cards 1, 2, 3, where c_1 != c_3 are positive, has p_2 = c_2/N, and one report has
the budget e^eps = max(c_1, c_3)/min(c_1, c_3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import isqrt

from checks.claims.sides import written_names
from checks.claims.verdict import Outcome
from checks.interpreter import ZERO, Obligation, with_domain
from checks.papers.szy.existing_surveys import variables_of
from checks.papers.szy.notation import DOMAIN
from checks.verifying.verification import Part
from derivations.arithmetic import kernel
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.moment_law import variable
from mechanisms.exact.formula import AllOf, Condition, Formula, all_of, in_polynomials, variables
from mechanisms.exact.rational import RationalFunction

Point = dict[str, Fraction]
UNRELATED = (Fraction(1, 2), Fraction(1, 3), Fraction(3, 4))


@cache
def decks(size: int) -> tuple[tuple[int, int, int], ...]:
    """All decks of this size that have a budget, those with a card 2 first."""
    found = [(a, size - a - b, b) for a in range(1, size) for b in range(1, size - a + 1) if a != b]
    return tuple(sorted(found, key=lambda counts: (counts[1] == 0, counts[1], counts[0] > counts[2])))


@cache
def points() -> tuple[Mapping[str, Fraction], ...]:
    """Decks of 9, 4, 5 and 2 ... cards with every number of sensitive members, generic ones first."""
    found: list[Point] = []
    for size in (9, 4, 5, 3, 16):
        members = sorted(range(size + 1), key=lambda k: (k in (0, size), 2 * k == size, k))
        for counts in decks(size) if size < 16 else [d for d in decks(size) if d[1] in (1, 4, 8, 12)]:
            share = {k: Fraction(c, size) for k, c in enumerate(counts, 1)}
            budget = max(share[1], share[3]) / min(share[1], share[3])
            cards = {"p_1": share[1], "p_2": share[2], "p_3": share[3], "t": budget}
            found += [{"N": Fraction(size), "pi": Fraction(k, size), **cards} for k in members]
    return tuple(found)


def is_counted(point: Mapping[str, Fraction]) -> bool:
    """Whether the sensitive members are a whole number."""
    return (point["N"] * point["pi"]).denominator == 1


def fails_where_dealt(parts: Iterable[Part], roots: Mapping[str, RationalFunction]) -> list[Part]:
    """The parts, each obligation that fails for one of the small decks refuted there.

    `roots` are the square roots that the obligations speak of, by name. A search that finds no failure for a deck may
    still find one for real values, as long as the sensitive members are a whole number. Where a part is refuted, it is
    all that is needed.
    """
    tried: list[Part] = []
    for part in parts:
        tried.append(_tried(part, roots) if isinstance(part, Obligation) else part)
        if isinstance(tried[-1], Outcome) and tried[-1].refuted:
            return tried[-1:]
    return tried


def _tried(obligation: Obligation, roots: Mapping[str, RationalFunction]) -> Part:
    sequent = with_domain(obligation.sequent, DOMAIN)
    for judged in (without_roots(sequent, roots), sequent):
        point = _failing(judged, roots) if judged is not None else None
        if judged is not None and point is not None:
            return Outcome(obligation.label, judged, kernel.counterexample(judged, point))
    spoken = variables_of(sequent) >= {"N", "pi"}
    return replace(obligation, fails_at=is_counted, names=frozenset(("N", "pi"))) if spoken else obligation


def _failing(sequent: Sequent, roots: Mapping[str, RationalFunction]) -> Point | None:
    """A small survey at which the sequent fails."""
    names = variables_of(sequent) | written_names(sequent.conclusion)
    for point in _restricted(names, tuple((name, roots[name]) for name in sorted(roots.keys() & names))):
        if all(h.holds_at(point) for h in sequent.hypotheses) and not sequent.conclusion.holds_at(point):
            return point
    return None


def without_roots(sequent: Sequent, roots: Mapping[str, RationalFunction]) -> Sequent | None:
    """An equation of square roots as one of what a root is taken of; None where the conclusion is no such equation.

    Where r = sqrt(u): r = v says that v >= 0 and v^2 = u. With v = c s, c >= 0 and s = sqrt(w) that is c^2 w = u. The
    hypotheses say u >= 0 and w >= 0 in place of what these roots are.
    """
    conclusion = in_polynomials(sequent.conclusion)
    if not isinstance(conclusion, Condition) or conclusion.relation != "=":
        return None
    left = RationalFunction(conclusion.polynomial)
    below = frozenset().union(*(roots[name].names for name in roots.keys() & variables_of(sequent)))
    outermost = sorted((roots.keys() & frozenset(left.names)) - below)
    if not outermost or left.derivative(outermost[0]).names:
        return None
    name, gone = outermost[0], outermost[:1]
    value = variable(name) - left / left.derivative(name)
    facts = [relation_formula(value, ">=", ZERO), relation_formula(value**2, "=", roots[name])]
    for other in outermost[1:]:
        scale = value.derivative(other)
        if not scale.names and scale.evaluate({}) >= 0 and value == scale * variable(other):
            gone, facts = [name, other], [relation_formula(scale**2 * roots[other], "=", roots[name])]
    definitions = {piece for n in gone for fact in _definition(n, roots[n]) for piece in (fact, *parts_of(fact))}
    known = frozenset(map(in_polynomials, sequent.hypotheses))
    kept = known - {fact for fact in definitions if variables(fact) & set(gone)}
    real = [in_polynomials(relation_formula(roots[n], ">=", ZERO)) for n in gone]
    found = Sequent(frozenset((*kept, *real)), all_of(facts))
    return None if variables_of(found) & set(gone) else found


def _definition(name: str, radicand: RationalFunction) -> tuple[Formula, Formula]:
    """That a name is the square root."""
    root = variable(name)
    real, square = relation_formula(root, ">=", ZERO), relation_formula(root**2, "=", radicand)
    return in_polynomials(real), in_polynomials(square)


def parts_of(formula: Formula) -> tuple[Formula, ...]:
    """What is said at once."""
    return formula.parts if isinstance(formula, AllOf) else ()


@cache
def _restricted(names: frozenset[str], roots: tuple[tuple[str, RationalFunction], ...]) -> tuple[Point, ...]:
    """The small surveys with the values of these names only, and with their square roots where these are rational."""
    found: dict[tuple[Fraction, ...], Point] = {}
    for survey in points():
        for unrelated in UNRELATED if "piB" in names else UNRELATED[:1]:
            values: Point = {**survey, "piB": unrelated}
            for name, radicand in roots:
                root = _rational_root(radicand, values) if set(radicand.names) <= values.keys() else None
                if root is None:
                    break
                values[name] = root
            if names <= values.keys():
                found.setdefault(tuple(values[name] for name in sorted(names)), {name: values[name] for name in names})
    return tuple(found.values())


def _rational_root(radicand: RationalFunction, values: Point) -> Fraction | None:
    try:
        square = radicand.evaluate(values)
    except ZeroDivisionError:
        return None
    if square < 0:
        return None
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return root if root**2 == square else None
