"""Section 3.1 at one point: distances and posteriors by listing, designs compared by decision problems."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from checks.papers.nz.witnesses.beliefs import all_hold
from checks.papers.nz.witnesses.orders import is_as_good, is_better
from checks.papers.nz.witnesses.worlds import (
    Rows,
    beliefs,
    categories,
    distance,
    distribution,
    drawing,
    erasure,
    law,
    parity,
    secure,
)
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.numbers import Numeric
from checks.witness.statement import Predicate, Trees
from mechanisms.design import Design

HALF = Fraction(1, 2)
P_1: Rows = ((HALF, Fraction(0), HALF), (Fraction(0), HALF, HALF))
P_2: Rows = ((Fraction(7, 10), Fraction(3, 10)), (Fraction(1, 5), Fraction(4, 5)))
"""The two designs of section 3.1, here with a row for each category."""


# -- designs that are printed ------------------------------------------------------------------------------------------


def measured(point: Evaluator, node: tree.Apply) -> Numeric:
    """l_1 of P_1, of P_2, or of the world at hand."""
    match node.arguments:
        case (tree.Name(name="P_1"),):
            return distance(P_1)
        case (tree.Name(name="P_2"),):
            return distance(P_2)
    value: Numeric = point.values["distance"]
    return value


def read_designs(point: Evaluator, trees: Trees) -> bool:
    """The printed entries are probabilities, and each column sums to one."""
    for node in trees:
        matrices = [part for part in tree.nodes(node) if isinstance(part, tree.Matrix)]
        for columns in (zip(*point.matrix(printed), strict=True) for printed in matrices):
            if any(sum(column) != 1 or min(column) < 0 for column in columns):
                return False
    return True


def first_design_discloses(point: Evaluator, trees: Trees) -> bool:
    """Each response of P_1 under a generic prior."""
    prior = distribution(drawing(point), 2)
    whole = law(prior, P_1)
    certain = [prior[x] * P_1[x][x] / whole[x] for x in (0, 1)]
    return certain == [1, 1] and all(row[0] + row[1] == HALF for row in P_1)


def security_does_not_tell_apart(point: Evaluator, trees: Trees) -> bool:
    """The distances agree; the parity of P_1 is infinite, and no belief moves by more than 7/2 under P_2."""
    chances = [Fraction(c, 7) for c in range(1, 7)]
    ratios = [i / (i + o) / chance for chance, i, o in beliefs(point, P_2, chances) if chance > 0]
    return distance(P_1) == distance(P_2) and parity(P_1) is None and max(ratios) <= Fraction(7, 2)


def _revealing(point: Evaluator) -> tuple[Rows, int]:
    size = categories(point)
    return erasure(size, point.values["phi"]), size


def erasure_is_secure(point: Evaluator, trees: Trees) -> bool:
    """The distances of all pairs of laws, listed from the protocol."""
    rows, _ = _revealing(point)
    return min(min(row) for row in rows) >= 0 and distance(rows) == 2 * (point.values["phi"] - 1)


def erasure_discloses(point: Evaluator, trees: Trees) -> bool:
    """All posteriors under a generic prior, from the protocol."""
    rows, size = _revealing(point)
    prior = distribution(drawing(point), size)
    whole = law(prior, rows)
    phi = point.values["phi"]
    told = all(rows[x][x] == phi - 1 and prior[x] * rows[x][x] == whole[x] for x in range(size))
    hidden = all(prior[x] * rows[x][size] == prior[x] * whole[size] for x in range(size))
    return told and hidden and whole[size] == 2 - phi


def _better_by_splitting(rng: random.Random, rows: Rows) -> Rows:
    """The design with one response split into two in generic shares; it is more informative or equivalent."""
    responses = len(rows[0])
    y = rng.randrange(responses)
    shares = [Fraction(rng.randrange(5), 4) for _ in rows]
    return tuple(
        (*row[:y], row[y] * share, row[y] * (1 - share), *row[y + 1 :]) for row, share in zip(rows, shares, strict=True)
    )


# -- admissible designs for any number of categories ------------------------------------------------------------------


def is_even(rows: Rows) -> bool:
    """Whether in each response all positive probabilities are equal."""
    return all(len({p for p in column if p}) == 1 for column in zip(*rows, strict=True))


def is_linked(rows: Rows, phi: Fraction) -> bool:
    """Whether the categories of each response hang together by pairs at the distance 2 (phi - 1)."""
    limit = 2 * (phi - 1)
    for column in zip(*rows, strict=True):
        inside = {x for x, p in enumerate(column) if p}
        reached = {min(inside)}
        while more := {x for x in inside - reached if any(distance((rows[x], rows[y])) == limit for y in reached)}:
            reached |= more
        if reached != inside:
            return False
    return True


def pairs_or_own(size: int, phi: Fraction, pair: Fraction) -> Rows:
    """The own category with probability u, it and a random other one with probability `pair`, else nothing."""
    own = phi - 1 - pair * Fraction(size - 2, size - 1)
    rows = []
    for x in range(size):
        named = [own if y == x else Fraction(0) for y in range(size)]
        pairs = [pair / (size - 1) if x in both else Fraction(0) for both in combinations(range(size), 2)]
        rows.append((*named, *pairs, 1 - own - pair))
    return tuple(rows)


def level(point: Evaluator) -> Fraction:
    """One of three levels of average security, the one next to that of the point."""
    return min((Fraction(5, 4), Fraction(3, 2), Fraction(7, 4)), key=lambda phi: abs(phi - point.values["phi"]))


def _candidates(size: int, phi: Fraction) -> list[Rows]:
    """Secure designs of various kinds: even and linked, even and not linked, uneven."""
    rng = random.Random(f"{size} {phi}")
    found = [erasure(size, phi), secure(rng, size, 3, phi)]
    found.append(milder_erasure(size, phi))
    if size > 2:
        room = min((phi - 1) * Fraction(size - 1, size - 2), (2 - phi) * (size - 1))
        found.append(pairs_or_own(size, phi, room / 2))
    return found


def milder_erasure(size: int, phi: Fraction) -> Rows:
    """The category with the probability 2 (phi - 1)/3 only, else nothing."""
    return erasure(size, 1 + 2 * (phi - 1) / 3)


def _no_better_found(rows: Rows, phi: Fraction) -> bool:
    """No secure design that is got by splitting a response is strictly better; several splits are tried."""
    rng = random.Random(f"{phi} {rows}")
    for _ in range(3):
        split = _better_by_splitting(rng, rows)
        if distance(split) <= 2 * (phi - 1) and is_better(split, rows):
            return False
    return True


def _something_better(rows: Rows, phi: Fraction) -> bool:
    """Whether the general search finds a secure design that a decision problem confirms to be strictly better."""
    from mechanisms.guarantees.criteria.average import Dominated, admissibility

    found = admissibility(Design(rows), phi)
    if not isinstance(found, Dominated):
        return False
    better = found.better.entries
    numbers = tuple(tuple(entry.evaluate({}) for entry in row) for row in better)
    return distance(numbers) <= 2 * (phi - 1) and is_better(numbers, rows)


def decided_by(*conditions: str) -> Predicate:
    """Whether designs with these properties, and no others, are admissible."""

    @lru_cache(maxsize=100)
    def decide(size: int, phi: Fraction) -> bool:
        for rows in _candidates(size, phi):
            said = is_even(rows) and ("linked" not in conditions or is_linked(rows, phi))
            if said == _something_better(rows, phi) or (said and not _no_better_found(rows, phi)):
                return False
        return True

    return lambda point, trees: decide(categories(point), level(point))


def erasure_is_admissible(point: Evaluator, trees: Trees) -> bool:
    """Nothing better is found for the number of categories of the point."""
    phi = level(point)
    rows = erasure(categories(point), phi)
    return not _something_better(rows, phi) and _no_better_found(rows, phi)


def others_are_admissible(point: Evaluator, trees: Trees) -> bool:
    """The design with pairs of three categories: at the limit, nothing better is found, and not equivalent to P_0."""
    phi = level(point)
    room = min(2 * (phi - 1), 2 * (2 - phi))
    rows, names = pairs_or_own(3, phi, room / 2), erasure(3, phi)
    secured = min(min(row) for row in rows) >= 0 and distance(rows) == 2 * (phi - 1)
    return secured and not _something_better(rows, phi) and not (is_as_good(rows, names) and is_as_good(names, rows))


PREDICATES: dict[str, Predicate] = {
    "read_designs": read_designs,
    "equal_distances": all_hold,
    "first_design_discloses": first_design_discloses,
    "security_does_not_tell_apart": security_does_not_tell_apart,
    "erasure_is_secure": erasure_is_secure,
    "erasure_discloses": erasure_discloses,
    "erased_share": erasure_discloses,
    "erasure_is_admissible": erasure_is_admissible,
    "others_are_admissible": others_are_admissible,
    "admissible_iff_even": decided_by("even"),
    "admissible_iff_even_and_linked": decided_by("even", "linked"),
}
