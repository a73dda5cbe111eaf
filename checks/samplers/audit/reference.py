"""The law that a sampler is held against: the rows of a design, with an upper bound for each probability."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log, nextafter
from typing import TYPE_CHECKING

from checks.inputs.design import DesignArgumentError
from checks.samplers.audit.settings import AuditError

if TYPE_CHECKING:
    from checks.inputs.numeric_design import NumericDesign
    from checks.samplers.audit.cells import Cells
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
    """The rows of a design with the labels of its truths and responses; of answers in numbers these are cells."""

    truths: tuple[Hashable, ...]
    responses: tuple[Hashable, ...]
    rows: tuple[Row, ...]
    cells: Cells | None = None

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
        ends = [cells.ends(index) for index in range(len(cells.labels))]
        try:
            rows = [_row([design.probability(truth, *pair) for pair in ends], tolerance) for truth in truths]
        except DesignArgumentError as error:
            raise AuditError(str(error)) from error
        return cls(tuple(truths), cells.labels, tuple(rows), cells)


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
