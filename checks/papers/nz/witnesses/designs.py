"""Section 3.1 and the proof of Theorem 3.1 at one point: designs compared by decision problems, distances by listing.

For two categories the decision problems with two decisions decide Blackwell's order, all of them by finitely many; for
more, generic problems with three decisions are tried. The proofs use no decision problem.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

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
    secure,
)
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.evaluator import NotEvaluatedError
from checks.witness.numbers import Numeric
from checks.witness.statement import Predicate
from mechanisms.design import Design

Trees = Sequence[tree.Node]
PROBLEMS = 40  # for three categories; a part of them tells two designs apart that are not equivalent
HALF = Fraction(1, 2)
P_1: Rows = ((HALF, Fraction(0), HALF), (Fraction(0), HALF, HALF))
P_2: Rows = ((Fraction(7, 10), Fraction(3, 10)), (Fraction(1, 5), Fraction(4, 5)))
"""The two designs of section 3.1, here with a row for each category."""


def is_better(rows: Rows, other: Rows) -> bool:
    """Strictly more informative."""
    return is_as_good(rows, other) and not is_as_good(other, rows)


@lru_cache(maxsize=10_000)
def is_as_good(rows: Rows, other: Rows) -> bool:
    """At least as informative."""
    if len(rows) == 2:
        return _earns_as_much(rows, other)
    return all(earned(rows, problem) >= earned(other, problem) for problem in problems(len(rows)))


@lru_cache(maxsize=10)
def problems(size: int) -> tuple[Rows, ...]:
    """Generic rewards of three decisions under each category; a design that comes from another one never earns more."""
    rng = random.Random(size)
    return tuple(
        tuple(tuple(Fraction(rng.randrange(20)) for _ in range(3)) for _ in range(size)) for _ in range(PROBLEMS)
    )


def earned(rows: Rows, rewards: Rows) -> Fraction:
    """The most that the responses allow to earn, summed over the categories."""
    return sum(
        (
            max(sum(p * reward[d] for p, reward in zip(column, rewards, strict=True)) for d in range(3))
            for column in zip(*rows, strict=True)
        ),
        Fraction(0),
    )


def _earns_as_much(rows: Rows, other: Rows) -> bool:
    """For two categories: sum over the responses of |c - t d| is at least that of the other design, for all t >= 0.

    This is what is earned by guessing the category at stakes 1 : t, but for a constant. Both sums are linear in t
    between the t at which a response favours neither category, so that it is enough to look there and at both ends.
    """
    places = {c / d for design in (rows, other) for c, d in zip(*design, strict=True) if d}
    for t in (Fraction(0), *places):
        first, second = (sum(abs(c - t * d) for c, d in zip(*design, strict=True)) for design in (rows, other))
        if first < second:
            return False
    return _certain(rows) >= _certain(other)


def _certain(rows: Rows) -> Fraction:
    """How often the first category is excluded, which is what counts as t grows without end."""
    return sum((d for c, d in zip(*rows, strict=True) if c == 0), Fraction(0))


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


def everything_comes_from_erasure(point: Evaluator, trees: Trees) -> bool:
    """Generic secure designs with two categories, and a channel for each; P_0 must exist at all."""
    rng, phi = drawing(point), point.values["phi"]
    if not 1 < phi < 2:
        return False
    best = erasure(2, phi)
    return all(is_as_good(best, secure(rng, 2, 3, phi)) for _ in range(2))


def only_admissible_design(point: Evaluator, trees: Trees) -> bool:
    """The same, and no secure design that splits a response of P_0 is better."""
    if not everything_comes_from_erasure(point, trees):
        return False
    rng, phi = drawing(point, "splits"), point.values["phi"]
    best = erasure(2, phi)
    split = _better_by_splitting(rng, best)
    return distance(split) > 2 * (phi - 1) or not is_better(split, best)


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
    from mechanisms.criteria.average import Dominated, admissibility

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


# -- the proof of Theorem 3.1 ------------------------------------------------------------------------------------------


def merged(rows: Rows, share: Fraction) -> tuple[Rows, Rows]:
    """A design whose first response is split into proportional ones, and the one with both merged again."""
    split = tuple((row[0] * share, row[0] * (1 - share), *row[1:]) for row in rows)
    return split, rows


def proportional_rows(point: Evaluator, trees: Trees) -> bool:
    """Channels both ways between a design with two proportional responses and the one with both merged."""
    rng = drawing(point)
    split, whole = merged(secure(rng, 2, 3, Fraction(3, 2)), Fraction(rng.randrange(1, 7), 7))
    return is_as_good(split, whole) and is_as_good(whole, split)


def merging_keeps_the_distance(point: Evaluator, trees: Trees) -> bool:
    """The distances of both."""
    rng = drawing(point)
    split, whole = merged(secure(rng, categories(point), 3, Fraction(3, 2)), Fraction(rng.randrange(1, 7), 7))
    return distance(split) == distance(whole)


def _with_row(point: Evaluator) -> tuple[Rows, Rows]:
    """A design whose first response has the probabilities c > d > 0, and the same with that response split."""
    rng = drawing(point)
    c, d = (Fraction(n, 30) for n in sorted(rng.sample(range(1, 30), 2), reverse=True))
    rest = [distribution(rng, 3) for _ in range(2)]
    if rng.random() < 0.5:  # the second response may be (a, 0), as in the paper's argument
        rest[1] = (Fraction(0), *distribution(rng, 2))
    rows = tuple((p, *((1 - p) * q for q in row)) for p, row in zip((c, d), rest, strict=True))
    return rows, ((c - d, d, *rows[0][1:]), (Fraction(0), d, *rows[1][1:]))


def split_row(point: Evaluator, trees: Trees) -> bool:
    """The printed product, row by row: (e_1 | I) adds the first two rows up and leaves the others."""
    rows, split = _with_row(point)
    match trees[0]:
        case tree.Chain(members=(tree.Name(name="P"), tree.Product(factors=(tree.Name(), tree.Name(name="P_1"))))):
            pass
        case _:
            raise NotEvaluatedError("P = (e_1 | I) P_1 is printed")
    size = len(rows[0])
    matrix = [[1 if j == 0 else 0, *(int(i == j) for i in range(size))] for j in range(size)]
    product = tuple(tuple(sum(w * p for w, p in zip(line, row, strict=True)) for line in matrix) for row in split)
    return product == rows and all(sum(row) == 1 for row in split)


def split_row_keeps_the_distance(point: Evaluator, trees: Trees) -> bool:
    """The distances of both designs."""
    rows, split = _with_row(point)
    return distance(rows) == distance(split)


def split_row_is_better(point: Evaluator, trees: Trees) -> bool:
    """A channel from P_1 to P, and a decision problem in which P_1 earns more."""
    rows, split = _with_row(point)
    return is_better(split, rows)


def column_sum_exceeds_one(point: Evaluator, trees: Trees) -> bool:
    """The printed entries make up (c - d, 0) and (a, 0) from (a, 0), and sum to more than one."""
    rng = drawing(point)
    c, d = (Fraction(n, 30) for n in sorted(rng.sample(range(1, 30), 2), reverse=True))
    a = c - d + Fraction(rng.randrange(4), 30)
    first, third = (c - d) / a, Fraction(1)
    here = point.at(a=a, c=c, d=d, c_12=first, c_32=third)
    return all_hold(here, trees) and first * a == c - d and third * a == a and first + third > 1


def rows_that_are_left(point: Evaluator, trees: Trees) -> bool:
    """For all probabilities in a grid: a row that is not as printed, in either order, has a zero or equal entries."""
    grid = [Fraction(n, 8) for n in range(9)]
    for c in grid:
        for d in grid:
            printed = any(all_hold(point.at(c=first, d=second), trees) for first, second in ((c, d), (d, c)))
            if not printed and c != d and c != 0 != d:
                return False
    return True


def larger_row_is_split(point: Evaluator, trees: Trees) -> bool:
    """The same, and a design with the row (1, d) is worse than the one where it is split."""
    d = Fraction(drawing(point).randrange(1, 8), 8)
    one, zero = Fraction(1), Fraction(0)
    rows: Rows = ((one, zero), (d, one - d))
    split: Rows = ((one - d, d, zero), (zero, d, one - d))
    return rows_that_are_left(point, trees) and is_better(split, rows)


def more_silence_is_worse(point: Evaluator, trees: Trees) -> bool:
    """P_a against P_0 for several a: P_0 is better where the print holds, and where it fails they are the same."""
    phi = point.values["phi"]
    for a in ((phi - 1) * Fraction(n, 4) for n in range(5)):
        if all_hold(point.at(a=a), trees) != is_better(erasure(2, phi), erasure(2, 1 + a)):
            return False
    return True


def rules_carry_over(point: Evaluator, trees: Trees) -> bool:
    """A generic channel C, rule and loss: the risks of the rule and of its copy, category by category."""
    rng, size = drawing(point), categories(point)
    rows = secure(rng, size, 3, Fraction(3, 2))
    channel = [distribution(rng, 2) for _ in range(3)]
    garbled = [[sum(p * line[y] for p, line in zip(row, channel, strict=True)) for y in range(2)] for row in rows]
    loss = [[Fraction(rng.randrange(9)) for _ in range(2)] for _ in range(size)]
    for x in range(size):
        followed = sum(garbled[x][y] * loss[x][y] for y in range(2))
        copied = sum(rows[x][z] * sum(channel[z][y] * loss[x][y] for y in range(2)) for z in range(3))
        if followed != copied:
            return False
    return is_as_good(rows, tuple(tuple(Fraction(p) for p in row) for row in garbled))


PREDICATES: dict[str, Predicate] = {
    "read_designs": read_designs,
    "equal_distances": all_hold,
    "first_design_discloses": first_design_discloses,
    "security_does_not_tell_apart": security_does_not_tell_apart,
    "erasure_is_secure": erasure_is_secure,
    "erasure_discloses": erasure_discloses,
    "erased_share": erasure_discloses,
    "disclosed_share": erasure_discloses,
    "best_design": everything_comes_from_erasure,
    "rules_carry_over": rules_carry_over,
    "only_admissible_design": only_admissible_design,
    "erasure_is_admissible": erasure_is_admissible,
    "others_are_admissible": others_are_admissible,
    "admissible_iff_even": decided_by("even"),
    "admissible_iff_even_and_linked": decided_by("even", "linked"),
    "proportional_rows": proportional_rows,
    "merging_keeps_the_distance": merging_keeps_the_distance,
    "split_row": split_row,
    "split_row_keeps_the_distance": split_row_keeps_the_distance,
    "split_row_is_better": split_row_is_better,
    "column_sum_exceeds_one": column_sum_exceeds_one,
    "rows_that_are_left": rows_that_are_left,
    "larger_row_is_split": larger_row_is_split,
    "more_silence_is_worse": more_silence_is_worse,
}
