"""Section 3.1 at one point: distances and posteriors by listing."""

from __future__ import annotations

from fractions import Fraction

from checks.papers.nz.witnesses.beliefs import all_hold
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
)
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.numbers import Numeric
from checks.witness.statement import Predicate, Trees

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


PREDICATES: dict[str, Predicate] = {
    "read_designs": read_designs,
    "equal_distances": all_hold,
    "first_design_discloses": first_design_discloses,
    "security_does_not_tell_apart": security_does_not_tell_apart,
    "erasure_is_secure": erasure_is_secure,
    "erasure_discloses": erasure_discloses,
    "erased_share": erasure_discloses,
}
