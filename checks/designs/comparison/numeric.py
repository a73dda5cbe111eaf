"""Mechanisms whose answers are numbers side by side: privacy, and the variance of the estimate of one respondent.

The estimate is the unbiased linear function of an answer, (answer - a)/b where the expected answer to t is a + b t. Its
variance is a theorem, shown by `checks.designs.analysis.numeric`; here its values at the given parameters are compared,
in balls, so that what is called less is less. Where the order of two worst cases turns over as eps changes, the
turning points are found numerically between SMALLEST and LARGEST.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise
from math import inf, log
from typing import TYPE_CHECKING, Any

from flint import arb, ctx

from checks.designs.analysis.terminal import plain
from checks.designs.analysis.whole import AnalysisError
from checks.designs.comparison.sections import CAPTION, aligned
from checks.inputs.design import LEVEL_KEYS, call_of
from checks.inputs.numeric_argument import parameters_of, read_numeric_design
from checks.inputs.numeric_design import BITS, InTruth, NumericDesign
from checks.show.notebook import notebook
from checks.show.sheet import Fact, Grid, Section, Text
from mechanisms.exact.notebook import Brief
from mechanisms.exact.polynomial import to_fmpq

if TYPE_CHECKING:
    from mechanisms.exact.privacy_level import PrivacyLevel

SMALLEST, LARGEST = 0.01, 20.0  # eps, between which the order of worst cases is followed
_OPEN = re.compile(r"(?:eps|epsilon)\s*=\s*\?\s*,?\s*")
STEPS = 60  # of eps, equally far apart in logarithms
HALVINGS = 40
"""Of an interval in which the order of two worst cases turns over."""
CLOSE = 1e-12  # relative difference below which two variances are called the same


@dataclass(frozen=True)
class Precision:
    """The variance of the estimate of one respondent at the given parameters.

    Attributes:
        worst, worst_at: the largest, and the truths that have it.
        least, least_at: the smallest.
        average: over truths that are uniform on the interval; of integers over all of them.

    """

    worst: float
    worst_at: tuple[float, ...]
    least: float
    least_at: tuple[float, ...]
    average: float


def precision(design: NumericDesign) -> Precision:
    """How precise the estimate of one respondent is. Raises DesignArgumentError where no estimate is unbiased."""
    scale = float(design.line[1]) ** 2
    worst, worst_at = design.worst_variance
    least, least_at = design.least_variance
    return Precision(worst / scale, worst_at, least / scale, least_at, design.average_variance / scale)


@dataclass(frozen=True)
class Turn:
    """Where, as eps grows, the worst variance of `better` falls below that of `worse`; eps is rounded."""

    better: str
    worse: str
    eps: float


@dataclass(frozen=True)
class NumericComparison(Brief):
    """Mechanisms whose answers are numbers, side by side.

    Attributes:
        members: in the order in which they were named.
        precisions: of each.
        turns: where the order of two worst variances turns over, as eps grows, all else being as given.

    """

    members: tuple[NumericDesign, ...]
    precisions: tuple[Precision, ...]
    turns: tuple[Turn, ...]

    @cached_property
    def best(self) -> tuple[str, ...]:
        """Those with the least worst variance."""
        least = min(one.worst for one in self.precisions)
        pairs = zip(self.members, self.precisions, strict=True)
        return tuple(member.argument for member, one in pairs if one.worst <= least * (1 + CLOSE))

    def sections(self, *, full: bool = False) -> tuple[Section, ...]:
        """The comparison in words."""
        made = (
            Section("designs", "Mechanisms", tuple(self._designs())),
            Section("table", "Side by side", (self._table(),)),
            Section("order", "Order", tuple(self._orders())),
            Section("turns", "Where the order of the worst variances turns over", tuple(self._turns())),
        )
        return tuple(section for section in made if section.parts)

    def _designs(self) -> Iterator[Fact]:
        for member in self.members:
            low, high = member.interval
            yield Fact(member.argument, f"{member.named.title}; truths from {low} to {high}")

    def _table(self) -> Grid:
        rows: list[tuple[Text, ...]] = []
        for name, of in _NUMBERS:
            values = [of(member, one) for member, one in zip(self.members, self.precisions, strict=True)]
            rows.append((name, *aligned(values, mark=True)))
            if name in _PLACES:
                places = [_places(_PLACES[name](one), one) for one in self.precisions]
                rows.append(("  at the truth", *places))
        header = ("", *(member.argument.replace("(", "\n(", 1) for member in self.members))
        return Grid(CAPTION, header, tuple(rows), numeric=True)

    def _orders(self) -> Iterator[Fact]:
        yield Fact("least worst variance", " and ".join(self.best))
        for one, other in combinations(self.members, 2):
            if one.interval == other.interval:
                yield Fact(f"{one.argument}, {other.argument}", order_in_words(one, other))
        yield Fact("what is compared", "the variance of the unbiased estimate of a truth from one answer")

    def _turns(self) -> Iterator[Fact]:
        for turn in self.turns:
            yield Fact(f"eps = {turn.eps:.5g}", f"from there on {turn.better} has the smaller one, below {turn.worse}")
        if self.turns:
            yield Fact("found", f"numerically, for eps from {SMALLEST} to {LARGEST:g}; all else as given")

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "designs": [
                {
                    "design": member.argument,
                    "truths": list(map(str, member.interval)),
                    "epsilon": member.epsilon,
                    "worst_variance": one.worst,
                    "worst_at": list(one.worst_at),
                    "least_variance": one.least,
                    "least_at": list(one.least_at),
                    "average_variance": one.average,
                }
                for member, one in zip(self.members, self.precisions, strict=True)
            ],
            "best": list(self.best),
            "orders": {fact.name: plain(fact.value) for fact in self._orders()},
            "turns": [{"eps": turn.eps, "better": turn.better, "worse": turn.worse} for turn in self.turns],
        }

    def __str__(self) -> str:
        return f"Comparison of {', '.join(member.argument for member in self.members)}"

    def _repr_html_(self) -> str:
        return notebook(self.sections())


_NUMBERS: tuple[tuple[str, Callable[[NumericDesign, Precision], float]], ...] = (
    ("smallest eps", lambda member, one: inf if member.epsilon is None else member.epsilon),
    ("worst variance", lambda member, one: one.worst),
    ("least variance", lambda member, one: one.least),
    ("average variance", lambda member, one: one.average),
)
_PLACES: dict[str, Callable[[Precision], tuple[float, ...]]] = {
    "worst variance": lambda one: one.worst_at,
    "least variance": lambda one: one.least_at,
}


def _places(truths: Sequence[float], found: Precision) -> str:
    if found.worst <= found.least * (1 + CLOSE):
        return "every"
    return ", ".join(f"{truth:.6g}" for truth in truths)


def compare_numeric(
    arguments: Sequence[str],
    *,
    eps: PrivacyLevel | None = None,
    at: Sequence[str] = (),
    progress: Callable[[str], None] = lambda part: None,
) -> NumericComparison:
    """Mechanisms whose answers are numbers, side by side; `eps` is that of those that are named without one.

    Raises AnalysisError, and DesignArgumentError for what names no such mechanism, or one without unbiased estimate.
    """
    if len(arguments) < 2:
        raise AnalysisError(
            "at least two mechanisms are needed to compare them, as 'laplace(eps=1)' and 'duchi(eps=1)'"
        )
    members = [_member(argument, eps, at) for argument in dict.fromkeys(map(str.strip, arguments))]
    if len(members) < len(arguments):
        raise AnalysisError("a mechanism is named twice; two different ones are needed to compare them")
    precisions = []
    for member in members:
        progress(member.argument)
        precisions.append(precision(member))
    turns = [turn for pair in combinations(members, 2) for turn in turning_points(*pair)]
    return NumericComparison(tuple(members), tuple(precisions), tuple(sorted(turns, key=lambda turn: turn.eps)))


def _member(argument: str, eps: PrivacyLevel | None, at: Sequence[str]) -> NumericDesign:
    """The mechanism of an argument, in which eps=? leaves eps open; of the values those that it takes."""
    given = _OPEN.sub("", argument).replace("()", "")
    takes = parameters_of(given)
    own = [text for text in at if text.partition("=")[0].strip() in takes]
    named = {*(call_of(given) or ("", {}))[1], *(text.partition("=")[0].strip() for text in own)}
    return read_numeric_design(given, at=own, eps=eps if LEVEL_KEYS[0] in takes and not named & {*LEVEL_KEYS} else None)


def order_in_words(one: NumericDesign, other: NumericDesign) -> str:
    """Which estimate has the smaller variance, and for which truths."""
    low, high = map(float, one.interval)
    ends = [low, *variance_of(one).meets(variance_of(other), low, high), high]
    signs = [_sign(one, other, (a + b) / 2) for a, b in pairwise(ends)]
    found = {1: other.argument, -1: one.argument}
    if len({*signs}) == 1:
        return f"{found[signs[0]]} has the smaller one at every truth" if signs[0] else "the same at every truth"
    pieces = list(zip(signs, pairwise(ends), strict=True))
    parts = []
    for side in dict.fromkeys(sign for sign in signs if sign):
        places = " and ".join(f"from {a:.4g} to {b:.4g}" for sign, (a, b) in pieces if sign == side)
        parts.append(f"{found[side]} {places}")
    return f"the smaller one has {', '.join(parts)}"


def variance_of(design: NumericDesign) -> InTruth:
    """The variance of the estimate of one respondent, as a function of the truth."""
    with ctx.workprec(BITS):
        square = arb(to_fmpq(design.line[1])) ** 2
        return InTruth(design.variance.above, tuple(below * square for below in design.variance.below))


def _sign(one: NumericDesign, other: NumericDesign, truth: float) -> int:
    """Whether the variance of one is smaller at a truth (-1), or larger (1); 0 where they are the same to CLOSE."""
    with ctx.workprec(BITS):
        first, second = (variance_of(design).enclosed(Fraction(truth)) for design in (one, other))
        difference = (first - second) / (first + second)
        return int(difference > CLOSE) - int(difference < -CLOSE)


def turning_points(one: NumericDesign, other: NumericDesign) -> Iterator[Turn]:
    """Where the order of two worst variances turns over as eps changes."""
    if one.level is None and other.level is None:
        return

    def excess(eps: float) -> float:
        first, second = (precision(design.at_eps(eps)).worst for design in (one, other))
        return log(first / second)

    grid = [SMALLEST * (LARGEST / SMALLEST) ** (i / STEPS) for i in range(STEPS + 1)]
    for (low, below), (high, above) in pairwise((eps, excess(eps)) for eps in grid):
        if below * above >= 0 or max(abs(below), abs(above)) < CLOSE:
            continue
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if excess(middle) * below > 0 else (low, middle)
        better, worse = (one, other) if above < 0 else (other, one)
        yield Turn(better.family, worse.family, high)
