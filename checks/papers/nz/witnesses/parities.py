"""Section 2.1 at one point: posteriors of all events of small worlds against parities and envelopes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from checks.papers.nz.witnesses.beliefs import CHANCES, world
from checks.papers.nz.witnesses.worlds import (
    Rows,
    beliefs,
    categories,
    design,
    drawing,
    milder,
    parity,
)
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric
from checks.witness.statement import Predicate, Trees


def _envelope(point: Evaluator, trees: Trees, name: str) -> Fraction:
    for node in trees:
        match node:
            case tree.Chain(members=(tree.Apply(function=found), value)) if found == name:
                number: Fraction = point.number(value)
                return number
    raise NotEvaluatedError(f"{name} is not printed")


def factor_envelopes(point: Evaluator, trees: Trees) -> bool:
    """Both functions on a grid of [0, 1], and the printed bound of the ratio for all beliefs of a world."""
    for chance in (Fraction(c, 12) for c in range(13)):
        low, high = (_envelope(point.at(p=chance), trees, name) for name in ("h_l", "h_u"))
        if not 0 <= low <= chance <= high <= 1:
            return False
    _, rows = world(point)
    for chance, inside, outside in beliefs(point, rows, CHANCES):
        here = point.at(chance=chance, inside=inside, outside=outside)
        low, high = (_envelope(here.at(p=chance), trees, name) for name in ("h_l", "h_u"))
        if here.truth(trees[0]) != (low <= inside / (inside + outside) <= high):
            return False
    return True


def step_envelopes(point: Evaluator, trees: Trees) -> bool:
    """A printed breach, or a posterior within the two step functions, for all beliefs of a world and on a grid."""
    low_level, high_level = point.values["rho1"], point.values["rho2"]
    ends = (low_level, high_level, *CHANCES)
    for chance, posterior in product(ends, ends):
        here = point.at(chance=chance, inside=posterior, outside=1 - posterior)
        high = high_level if chance < low_level else Fraction(1)
        low = low_level if chance > high_level else Fraction(0)
        if any(here.truth(node) for node in trees) == (low <= posterior <= high) or not low <= chance <= high:
            return False
    return True


def _ratio(above: Fraction, below: Fraction) -> Fraction | None:
    if below == 0:
        return Fraction(1) if above == 0 else None
    return above / below


def _envelopes_hold(point: Evaluator, rows: Rows) -> bool:
    """Whether all beliefs respect h_l(p) = p - s p (1 - p), h_u(p) = p + t p (1 - p), with numbers of the point."""
    down, up = point.values["rho1"], point.values["rho2"]
    for chance, inside, outside in beliefs(point, rows, CHANCES):
        move = inside / (inside + outside) - chance
        if not -down * chance * (1 - chance) <= move <= up * chance * (1 - chance):
            return False
    return True


def parity_decides(point: Evaluator, trees: Trees) -> bool:
    """Of two designs the one of larger parity respects two envelopes only if the other one does."""
    size, rng = categories(point), drawing(point)
    for _ in range(3):
        found = [milder(design(rng, size, size), Fraction(1, rng.randrange(1, 12))) for _ in range(2)]
        levels = [parity(rows) for rows in found]
        if levels[0] is None or levels[1] is None:
            continue
        smaller, larger = found if levels[0] <= levels[1] else found[::-1]
        if _envelopes_hold(point, larger) and not _envelopes_hold(point, smaller):
            return False
    return True


def parity_of_design(point: Evaluator, node: tree.Apply) -> Numeric:
    """eta(P) of the world at hand; an infinite one is larger than all numbers that occur."""
    found = point.values["parity"]
    return Fraction(10**30) if found is None else found


PREDICATES: dict[str, Predicate] = {
    "factor_envelopes": factor_envelopes,
    "step_envelopes": step_envelopes,
    "parity_decides": parity_decides,
    "all_bound_the_parity": parity_decides,
}
