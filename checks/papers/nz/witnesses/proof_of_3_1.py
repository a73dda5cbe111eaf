"""The proof of Theorem 3.1 at one point: rows merged and split, designs compared by decision problems."""

from __future__ import annotations

from fractions import Fraction

from checks.papers.nz.witnesses.beliefs import all_hold
from checks.papers.nz.witnesses.orders import is_as_good, is_better
from checks.papers.nz.witnesses.worlds import Rows, categories, distance, distribution, drawing, erasure, secure
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.statement import Predicate, Trees


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
    "proportional_rows": proportional_rows,
    "merging_keeps_the_distance": merging_keeps_the_distance,
    "split_row_keeps_the_distance": split_row_keeps_the_distance,
    "split_row_is_better": split_row_is_better,
    "split_row": split_row,
    "column_sum_exceeds_one": column_sum_exceeds_one,
    "rows_that_are_left": rows_that_are_left,
    "larger_row_is_split": larger_row_is_split,
    "more_silence_is_worse": more_silence_is_worse,
    "rules_carry_over": rules_carry_over,
}
