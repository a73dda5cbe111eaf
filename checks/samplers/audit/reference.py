"""The law that a sampler is held against: the rows of a design, with an upper bound for each probability."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log, nextafter
from typing import TYPE_CHECKING

from checks.inputs.design import DesignArgumentError
from checks.samplers.audit.settings import AuditError

if TYPE_CHECKING:
    from checks.inputs.numeric_design import NumericDesign
    from checks.samplers.audit.cells import Cells
    from checks.samplers.audit.truth_groups import TruthGroups
    from mechanisms.design import Design
    from mechanisms.exact.rational import RationalFunction

_WIDTH = Fraction(1, 2**200)  # of the enclosure of an irrational probability
_SMALLEST = Fraction(1, 10**300)


@dataclass(frozen=True)
class Row:
    """The law of the responses to one truth.

    Attributes:
        probabilities: exact and summing to 1; for an irrational design, fractions within 2^-190 of it.
        upper: what each probability of an honest sampler is at most; 0 where the probability is 0.

    """

    probabilities: tuple[Fraction, ...]
    upper: tuple[Fraction, ...]

    def log_upper(self) -> tuple[float, ...]:
        """Doubles that are at least the logarithms of `upper`; -inf for 0."""
        return tuple(_log_above(u) if u else -inf for u in self.upper)


@dataclass(frozen=True)
class Reference:
    """The rows of a design with the labels of its truths and responses; of answers in numbers these are cells.

    Where truths are taken together in `groups`, a row is the mean of those of the truths of a group, and `impossible`
    has for each truth the cells in which no answer to it lies.
    """

    truths: tuple[Hashable, ...]
    responses: tuple[Hashable, ...]
    rows: tuple[Row, ...]
    cells: Cells | None = None
    groups: TruthGroups | None = None
    impossible: tuple[frozenset[int], ...] = ()

    @classmethod
    def of(cls, design: Design, tolerance: Fraction) -> Reference:
        """The reference of a design without parameters. Raises AuditError."""
        if design.parameters:
            raise AuditError(
                f"a design with the parameters {', '.join(design.parameters)} has no probabilities to compare with; "
                "give them values"
            )
        rows = [_row([_enclosed(entry, design) for entry in entries], tolerance) for entries in design.entries]
        return cls(design.truths, design.responses, tuple(rows))

    @classmethod
    def of_numeric(
        cls, design: NumericDesign, truths: Sequence[Fraction], cells: Cells, tolerance: Fraction
    ) -> Reference:
        """The probabilities of cells for some truths of a mechanism whose answers are numbers. Raises AuditError."""
        rows = [_row(bounds, tolerance) for bounds in _bounds(design, truths, cells)]
        return cls(tuple(truths), cells.labels, tuple(rows), cells)

    @classmethod
    def of_groups(cls, design: NumericDesign, groups: TruthGroups, cells: Cells, tolerance: Fraction) -> Reference:
        """The mean probabilities of cells for the truths of each group. Raises AuditError."""
        sums = [[[Fraction(0), Fraction(0)] for _ in cells.labels] for _ in groups.labels]
        impossible = []
        for place, bounds in enumerate(_bounds(design, groups.truths, cells)):
            times = groups.times[place]
            for total, bound in zip(sums[groups.group[place]], bounds, strict=True):
                for side in (0, 1):
                    total[side] += times * bound[side]
            impossible.append(frozenset(y for y, bound in enumerate(bounds) if not bound[1]))
        sizes = groups.sizes
        rows = [
            _row([(low / size, high / size) for low, high in row], tolerance)
            for row, size in zip(sums, sizes, strict=True)
        ]
        return cls(groups.labels, cells.labels, tuple(rows), cells, groups, tuple(impossible))


def _bounds(
    design: NumericDesign, truths: Sequence[Fraction], cells: Cells
) -> Iterator[list[tuple[Fraction, Fraction]]]:
    borders = [Fraction(border) for border in cells.borders]
    try:
        for truth in truths:
            yield design.probabilities(truth, borders)
    except DesignArgumentError as error:
        raise AuditError(str(error)) from error


def _row(bounds: Sequence[tuple[Fraction, Fraction]], tolerance: Fraction) -> Row:
    """The row with these bounds of its probabilities. Raises AuditError."""
    low = [bound[0] for bound in bounds]
    total = sum(low)
    if any(0 < p < _SMALLEST for p in low):
        raise AuditError("the design has probabilities below 1e-300, which no sampler can show")
    upper = [min(Fraction(1), high * (1 + tolerance)) for _, high in bounds]
    return Row(tuple(p / total for p in low), tuple(upper))


def _enclosed(entry: RationalFunction, design: Design) -> tuple[Fraction, Fraction]:
    if design.generator is None or not entry.names:
        value = Fraction(entry.evaluate({}))
        return value, value
    return design.generator.enclose(entry, _WIDTH)


def _log_above(value: Fraction) -> float:
    """A double at least log(value), for 0 < value <= 1; numerator and denominator may be large."""
    if value == 1:
        return 0.0
    # Each logarithm is right to an ulp or so; four steps of the larger one cover both and the difference.
    top, bottom = log(value.numerator), log(value.denominator)
    slack = 4 * (nextafter(max(top, bottom), inf) - max(top, bottom))
    return min(0.0, top - bottom + slack)
