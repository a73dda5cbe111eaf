"""What an audit promises, and how far it goes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

METHODS = ("sequential", "fixed")


class AuditError(ValueError):
    """The question makes no sense as it was put; the sentence says why and what would be right."""


@dataclass(frozen=True)
class Settings:
    """The error probabilities and limits of an audit.

    Raises AuditError for a number outside of its range, and for another method.

    Attributes:
        method: "sequential" stops as soon as the answer is clear; "fixed" asks a number of times that is set before.
        false_alarm: the largest probability that a sampler of the design is refuted.
        power: the least probability that a sampler is not found consistent when, for some truth, the law of its
            responses has at least the total variation `distance` from the design's row.
        distance: the smallest total variation that has to be found, 0 < distance < 1.
        dependence: the smallest influence of the last response that has to be found by a "sequential" audit: the mean
            over the calls of the total variation between the law of a response, given the last response to the same
            truth or the last call, and the design's row; 1 asks for nothing. `power` is that of this as well.
        level: the confidence of the regions and of the bounds on eps, all at once.
        tolerance: the relative error of probabilities that still counts as the design, such as that of floats: the
            sampler is honest if none of its probabilities exceeds the design's by more than this factor.
        most_calls: an audit that asks for more is not begun ("fixed") or ends undecided ("sequential").
        seconds: an audit that takes longer ends undecided.
        seed: of the order in which truths are asked, and of what the sampler is given as a seed.

    """

    method: str = "sequential"
    false_alarm: float = 1e-6
    power: float = 0.999
    distance: float = 0.05
    dependence: float = 1.0
    level: float = 0.99
    tolerance: Fraction = Fraction(0)
    most_calls: int = 10_000_000
    seconds: float = 600.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise AuditError(f"the method is one of {', '.join(METHODS)}, not {self.method!r}")
        for name in ("false_alarm", "power", "distance", "level"):
            value = getattr(self, name)
            if not 0 < value < 1:
                raise AuditError(f"{name} lies strictly between 0 and 1; it is {value}")
        if not 0 < self.dependence <= 1:
            raise AuditError(f"dependence lies above 0 and is at most 1; it is {self.dependence}")
        if self.dependence < 1 and self.method != "sequential":
            raise AuditError("the fixed size is planned for the laws alone; a bound on dependence is for sequential")
        if not 0 <= self.tolerance <= Fraction(1, 100):
            raise AuditError(f"the tolerance lies between 0 and 1/100; it is {float(self.tolerance):g}")
        if self.most_calls < 1 or not (isfinite(self.seconds) and self.seconds > 0):
            raise AuditError("most_calls and seconds are positive")
        if self.seed < 0:
            raise AuditError(f"a seed is an integer >= 0, not {self.seed}")

    @property
    def miss(self) -> float:
        """The largest probability that a deviation of at least `distance` is found consistent."""
        return 1 - self.power
