"""Average security: how much better a property of the truth is predicted with the response, at best.

G(Q) and G(Q | Z) are the probabilities of a right prediction of "the truth lies in Q" without and with the response
(`bayes.prediction`). With A, B the laws of the response given Q and given its complement, and a = P(Q) >= 1/2,

    G(Q | Z) = a + sum over y of max(0, (1 - a) B_y - a A_y) <= a + a sum over y of max(0, B_y - A_y),

so G(Q | Z)/G(Q) <= 1 + |A - B|/2 <= 1 + l1/2, l1 being the largest sum of |P[a, y] - P[b, y]| over y; the uniform
prior on two truths at the largest distance, and Q one of the two, attain this. Hence a design is phi-average secure
exactly if l1 <= 2 (phi - 1). Source: Boreale, Paolini 2015, as in Nayak, Zhai, Definition 2.4 and Theorem 2.1.

Which of these designs are admissible, that is, not dominated in Blackwell's order by another one that is secure: those
whose responses cannot be split. A response with different positive probabilities splits into the layers of its column,
and one with equal probabilities on a set S of truths splits in two if S does into parts such that all pairs of truths
across are closer than 2 (phi - 1). Both leave the design secure; the first changes no distance. Where there is nothing
to split, P = P' C for a secure P' makes every pair at the distance 2 (phi - 1) keep it, so that nothing cancels: where
P has equal entries for the pair, so has each response of P' that contributes. S being connected by such pairs, all that
contributes to the response is proportional to it, and P' can be had from P.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.guarantees.criteria.bayes import CriterionError, numbers, prediction

Column = tuple[Fraction, ...]


@dataclass(frozen=True)
class AverageBreach(Shown):
    """The largest gain of a prediction, with what attains it.

    Attributes:
        ratio: the largest G(Q | Z)/G(Q), the smallest phi for which the design is phi-average secure (if phi > 1).
        distance: l1, the largest sum of |P[a, y] - P[b, y]| over y.
        event: Q.
        prior: weight of each truth.
        declares: the responses after which Q is predicted; after the others, that the truth is not in Q.

    """

    ratio: Fraction
    distance: Fraction
    event: tuple[Hashable, ...]
    prior: dict[Hashable, Fraction]
    declares: tuple[Hashable, ...]


def distance_of_truths(design: Design, truth: Hashable, other: Hashable) -> Fraction:
    """The L1 distance of two rows of a design with rational entries."""
    rows = numbers(design)
    return _distance(rows[design.row_of(truth)], rows[design.row_of(other)])


def largest_breach(design: Design) -> AverageBreach:
    """The largest gain over all events and priors, with an event and a prior that attain it; rational entries only.

    Raises CriterionError for a design with one truth, where nothing can be predicted wrongly.
    """
    rows = numbers(design)
    pairs = list(combinations(range(len(rows)), 2))
    if not pairs:
        raise CriterionError("a design with one truth has nothing to predict")
    a, b = max(pairs, key=lambda pair: _distance(rows[pair[0]], rows[pair[1]]))
    distance = _distance(rows[a], rows[b])
    prior = {t: Fraction(1, 2) if i in (a, b) else Fraction(0) for i, t in enumerate(design.truths)}
    event = (design.truths[a],)
    found = prediction(design, prior, event)
    if found.ratio != 1 + distance / 2:
        raise AssertionError("the uniform prior on two truths gains half of their distance")
    return AverageBreach(found.ratio, distance, event, prior, found.declares)


def is_average_secure(design: Design, phi: Rational) -> bool:
    """Whether no event and prior gain more than the factor phi, for 1 < phi < 2."""
    _check_level(phi)
    return largest_breach(design).ratio <= phi


@dataclass(frozen=True)
class Admissible(Shown):
    """No design of the class is better; `tight` are, for average security, the pairs at the distance 2 (phi - 1)."""

    tight: tuple[tuple[Hashable, Hashable], ...] = ()


@dataclass(frozen=True)
class Dominated(Shown):
    """`better` is of the class and strictly more informative: merged by `channel`, its responses are the design's."""

    better: Design
    channel: Design
    response: Hashable


def admissibility(design: Design, phi: Rational) -> Admissible | Dominated:
    """Whether a phi-average secure design is admissible among these, in Blackwell's order; rational entries only.

    Raises CriterionError unless 1 < phi < 2 and the design is phi-average secure.
    """
    if not is_average_secure(design, phi):
        raise CriterionError(f"the design is not {phi}-average secure")
    rows = numbers(design)
    limit = 2 * (Fraction(phi) - 1)
    pairs = list(combinations(range(len(rows)), 2))
    tight = [pair for pair in pairs if _distance(rows[pair[0]], rows[pair[1]]) == limit]
    for y, column in enumerate(zip(*rows, strict=True)):
        parts = layers(column)
        if len(parts) == 1:
            parts = _split(rows, column, tight, limit)
        if len(parts) > 1:
            return dominated_by(design, y, parts)
    return Admissible(tuple((design.truths[a], design.truths[b]) for a, b in tight))


def layers(column: Column) -> list[Column]:
    """Columns that are constant where they are positive, nested, and sum to the column."""
    levels = sorted({Fraction(0), *column})
    layers = [tuple(high - low if p >= high else Fraction(0) for p in column) for low, high in pairwise(levels)]
    return layers or [column]


def _split(
    rows: list[list[Fraction]], column: Column, tight: Sequence[tuple[int, int]], limit: Fraction
) -> list[Column]:
    """The column with a part of it moved to two columns with disjoint truths, where no tight pair lies across."""
    inside = [x for x, p in enumerate(column) if p > 0]
    if not inside:
        return [column]
    part = _connected(inside[0], inside, tight)
    rest = [x for x in inside if x not in part]
    if not rest:
        return [column]
    # Splitting the mass s adds 2 s to the distance of each pair across, of which none is tight.
    room = min(limit - _distance(rows[a], rows[b]) for a in part for b in rest)
    mass = min(max(column), room / 2)
    cut = [tuple(mass if x in side else Fraction(0) for x in range(len(column))) for side in (part, rest)]
    left = tuple(p - mass if p > 0 else p for p in column)
    return [*cut, left] if any(left) else cut


def _connected(start: int, inside: Iterable[int], tight: Sequence[tuple[int, int]]) -> set[int]:
    allowed, reached, todo = set(inside), {start}, [start]
    while todo:
        at = todo.pop()
        for pair in tight:
            if at in pair:
                (other,) = set(pair) - {at}
                if other in allowed and other not in reached:
                    reached.add(other)
                    todo.append(other)
    return reached


def dominated_by(design: Design, place: int, parts: Sequence[Column]) -> Dominated:
    """The design in which the response at this place is split into columns that sum to its own; rational entries."""
    response = design.responses[place]
    labels = [(y, 0) for y in design.responses]
    names = [*labels[:place], *((response, i) for i in range(len(parts))), *labels[place + 1 :]]
    rows = [[*row[:place], *(part[x] for part in parts), *row[place + 1 :]] for x, row in enumerate(numbers(design))]
    better = Design(rows, truths=design.truths, responses=names)
    channel = Design(
        [[int(name[0] == y) for y in design.responses] for name in names], truths=names, responses=design.responses
    )
    return Dominated(better, channel, response)


def _distance(first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction:
    return sum((abs(p - q) for p, q in zip(first, second, strict=True)), Fraction(0))


def _check_level(phi: Rational) -> None:
    if not 1 < phi < 2:
        raise CriterionError(f"the level phi of average security lies between 1 and 2, not at {phi}")
