"""Section III at one point: what privacy asks of a design, by comparing events and designs of a grid."""

from __future__ import annotations

from itertools import product

from checks.papers.hlm.witnesses.laws import binary, error, own_rows
from checks.papers.hlm.witnesses.regions import corner, informative, is_private, is_tight, near_edges
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, compare, sign
from checks.witness.regions import Coordinates
from checks.witness.statement import Predicate, Trees, all_hold


def event_among_values(point: Evaluator, trees: Trees) -> bool:
    """The values of the mechanism, its datasets and the sets that hold its events are the same, however many rows."""
    here = point.at(m=2, n=3)
    powers = [p for node in (trees[0], trees[1], trees[3]) for p in tree.nodes(node) if isinstance(p, tree.Power)]
    spaces = [list(product((0, 1), repeat=here.number(p.exponent))) for p in powers]
    return len(spaces) == 3 and all(s == spaces[0] for s in spaces)


def reduction_given_the_truths(point: Evaluator, trees: Trees) -> bool:
    """All events are private exactly when the printed inequality holds for all truths of i and k and each response."""
    designs = [(point.values["p00"], point.values["p11"]), *near_edges(point)]
    return all(_single_responses_hold(point, trees, z) == is_private(point, z) for z in designs)


def _single_responses_hold(point: Evaluator, trees: Trees, z: Coordinates) -> bool:
    rows = binary(point, *z)
    return all(
        all_hold(point.at(law_of_X_i=rows[a], law_of_X_k=rows[b], j=j), trees) for a, b, j in product((0, 1), repeat=3)
    )


def what_privacy_requires(point: Evaluator, trees: Trees) -> bool:
    """All events are private exactly when the printed inequalities hold, here and on a grid of designs."""
    designs = [(point.values["p00"], point.values["p11"]), *near_edges(point)]
    return all(all_hold(point.at(p00=a, p11=b), trees) == is_private(point, (a, b)) for a, b in designs)


def undefined_error(point: Evaluator, trees: Trees) -> bool:
    """The error has no value exactly where the printed equation holds; tried here and on the line p11 = 1 - p00."""
    first = point.values["p00"]

    def has_no_value(second: Numeric) -> bool:
        try:
            error(point, first, second)
        except ZeroDivisionError:
            return True
        return False

    return all(has_no_value(p11) == all_hold(point.at(p11=p11), trees) for p11 in (point.values["p11"], 1 - first))


def permuted_responses(point: Evaluator, trees: Trees) -> bool:
    """Exchanging the responses gives the printed design, with the same error and the same privacy."""
    rows = own_rows(point)
    first, second = rows[0][1], rows[1][0]
    here = point.at(p00_permuted=first, p11_permuted=second)
    pair = point.values["p00"], point.values["p11"]
    unchanged = compare(error(point, first, second), error(point, *pair)) == 0
    return all_hold(here, trees) and unchanged and is_private(point, (first, second)) == is_private(point, pair)


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
            reduction_given_the_truths,
            what_privacy_requires,
            undefined_error,
            permuted_responses,
            two_segments,
        )
    },
}
