"""Section III at one point: what privacy asks of a design, by comparing events and designs of a grid."""

from __future__ import annotations

from itertools import product

from checks.papers.hlm.witnesses.regions import corner, informative, is_tight
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import sign
from checks.witness.regions import Coordinates
from checks.witness.statement import Predicate, Trees


def event_among_values(point: Evaluator, trees: Trees) -> bool:
    """The values of the mechanism, its datasets and the sets that hold its events are the same, however many rows."""
    here = point.at(m=2, n=3)
    powers = [p for node in (trees[0], trees[1], trees[3]) for p in tree.nodes(node) if isinstance(p, tree.Power)]
    spaces = [list(product((0, 1), repeat=here.number(p.exponent))) for p in powers]
    return len(spaces) == 3 and all(s == spaces[0] for s in spaces)


def two_segments(point: Evaluator, trees: Trees) -> bool:
    """A point of R' is tight exactly when it lies between (1, delta) and the corner, or the corner and (delta, 1)."""
    delta, one = point.values["delta"], point.of(1)
    middle = corner(point)
    segments = [((one, delta), middle), (middle, (delta, one))]
    return all(
        is_tight(point, z) == any(_is_between(z, a, b) for a, b in segments) for z in informative(point).members()
    )


def _is_between(z: Coordinates, a: Coordinates, b: Coordinates) -> bool:
    cross = (z[0] - a[0]) * (b[1] - a[1]) - (z[1] - a[1]) * (b[0] - a[0])
    inside = all(sign((z[i] - a[i]) * (b[i] - z[i])) >= 0 for i in (0, 1))
    return sign(cross) == 0 and inside


PREDICATES: dict[str, Predicate] = {
    **{
        predicate.__name__: predicate
        for predicate in (
            event_among_values,
            two_segments,
        )
    },
}
