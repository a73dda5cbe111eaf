"""Answers that are numbers, sorted into cells: intervals that are fixed in advance, with exactly known probabilities.

A cell is an interval (a, b], or a narrow one around an answer that has a probability of its own. Borders lie where
a density jumps or bends for one of the truths, far out in the tails, and between, so that no cell is likely; in pieces
of constant density the probabilities of a cell have the ratio of the densities. What differs only within cells is not
seen: a bound on the distance is one on the largest difference in the probability of any union of cells, and a ratio of
probabilities of cells bounds eps from below, not from above.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, floor, inf, isfinite, log10
from typing import TYPE_CHECKING, Any

from checks.samplers.audit.settings import AuditError
from mechanisms.exact.doubles import near

if TYPE_CHECKING:
    from checks.inputs.numeric_design import NumericDesign
    from checks.samplers.audit.truth_groups import TruthGroups

TAILS = (Fraction(1, 1000), Fraction(1, 20))
LIKELY = Fraction(1, 6)  # of a cell that is cut into two
MOST_CELLS = 14  # after which none is cut
MOST_BORDERS = 200
MOST_TRUTHS = 40  # that are looked at one by one
MOST_IN_GROUPS = 100_000
STEPS = 80  # of a bisection
PRECISE = 1e-4  # relative length at which it ends
PLACES = (Fraction(0), Fraction(3, 8), Fraction(3, 4), Fraction(1))  # of the truths that are asked, in their interval


@dataclass(frozen=True)
class Cells:
    """A partition of the line.

    Attributes:
        borders: of neighbouring cells, rising; a border belongs to the cell below it.
        labels: what the cells are called, one more than there are borders.
        integers: whether other numbers than integers are no answers.
        epsilon: that of the mechanism; None where it is infinite.

    """

    borders: tuple[float, ...]
    labels: tuple[str, ...]
    integers: bool
    epsilon: float | None

    @property
    def kind(self) -> str:
        """What answers are."""
        return "integers" if self.integers else "numbers"

    def place(self, answer: Hashable) -> int | None:
        """The cell of an answer; None for what is no finite number, or no integer where answers are."""
        if isinstance(answer, bool) or not isinstance(answer, int | float) or not isfinite(answer):
            return None
        if self.integers and answer != int(answer):
            return None
        return bisect_left(self.borders, answer)

    def ends(self, index: int) -> tuple[Fraction | None, Fraction | None]:
        """The ends of a cell; None for an infinite one."""
        low = None if index == 0 else Fraction(self.borders[index - 1])
        high = None if index == len(self.borders) else Fraction(self.borders[index])
        return low, high


def truths_of(design: NumericDesign, given: Sequence[Any] | None) -> tuple[Fraction, ...]:
    """The truths that are asked: as given, numbers or texts, or four of the interval, its ends among them.

    Raises AuditError.
    """
    low, high = design.interval
    if given is None:
        places = [low + share * (high - low) for share in PLACES]
        return tuple(dict.fromkeys(Fraction(round(t)) if design.named.of_integers else t for t in places))
    found = truths_of_log(design, given)
    if len(found) > MOST_TRUTHS:
        raise AuditError(f"there are {len(found)} different truths; at most {MOST_TRUTHS} are looked at")
    return found


def truths_of_log(design: NumericDesign, given: Sequence[Any]) -> tuple[Fraction, ...]:
    """The different truths among numbers or texts. Raises AuditError for what is none, and for too many."""
    found = tuple(dict.fromkeys(truth_of(design, truth) for truth in given))
    if len(found) > MOST_IN_GROUPS:
        raise AuditError(
            f"there are {len(found)} different truths; at most {MOST_IN_GROUPS} are looked at: take a part of the log, "
            "chosen without a look at the answers"
        )
    return found


def cells_of_groups(design: NumericDesign, groups: TruthGroups, given: Sequence[float] | None = None) -> Cells:
    """The cells for groups of truths, no border being an answer that some truth has with a probability of its own."""
    cells = cells_of(design, groups.middles, given)
    atoms = sorted({value for truth in groups.truths for value in design.atoms(truth)})
    return replace(cells, borders=tuple(_off(border, atoms) for border in cells.borders)) if atoms else cells


def _off(border: float, atoms: Sequence[float]) -> float:
    """A border moved up a little, as often as it is as near to an atom as doubles tell."""
    while any(abs(atom - border) < near(border) / 2 for atom in _neighbours(atoms, border)):
        border += near(border)
    return border


def _neighbours(values: Sequence[float], place: float) -> Sequence[float]:
    index = bisect_left(values, place)
    return values[max(index - 1, 0) : index + 1]


def as_given(design: NumericDesign, truths: Sequence[Fraction]) -> tuple[Hashable, ...]:
    """Truths as a sampler gets them: doubles, or integers."""
    return tuple(int(truth) if design.named.of_integers else float(truth) for truth in truths)


def truth_of(design: NumericDesign, given: Any) -> Fraction:
    """A number, or its text, as a truth of the mechanism. Raises AuditError."""
    low, high = design.interval
    kind = "an integer" if design.named.of_integers else "a number"
    try:
        truth = Fraction(given)
    except (ValueError, ZeroDivisionError, OverflowError, TypeError):
        truth = None
    if truth is None or not design.has_truth(truth):
        raise AuditError(f"a truth of {design.argument} is {kind} from {low} to {high}, not {given!r:.40}")
    return truth


def cells_of(design: NumericDesign, truths: Sequence[Fraction], given: Sequence[float] | None = None) -> Cells:
    """The cells for some truths; `given` are borders that a user wants. Raises AuditError."""
    atoms = _apart(value for truth in truths for value in design.atoms(truth))
    around = {(value - near(value), value + near(value)): value for value in atoms}
    free = given if given is not None else _bends(design, truths)
    borders = _apart(border for border in free if not any(low <= border <= high for low, high in around))
    borders = sorted({*borders, *(end for ends in around for end in ends)})
    if given is None:
        borders = _Average(design, truths).with_quantiles(borders, around)
    labels = [
        f"{around[low, high]:.6g}" if (low, high) in around else _label(low, high, design.named.of_integers)
        for low, high in pairwise((-inf, *borders, inf))
    ]
    return Cells(tuple(borders), _different(labels, borders), design.named.of_integers, design.epsilon)


def _apart(values: Iterable[float]) -> list[float]:
    """Different values, those left out that doubles do not tell from the one before."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > 4 * near(value):
            found.append(value)
    return found


def read_borders(text: str) -> list[float]:
    """Borders as a user writes them: -1,0,1/2. Raises AuditError."""
    parts = text.split(",")
    if len(parts) > MOST_BORDERS:
        raise AuditError(f"--borders: at most {MOST_BORDERS} are looked at, not {len(parts)}")
    try:
        return [float(Fraction(part.strip())) for part in parts]
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        raise AuditError(f"--borders: numbers are needed, as in -1,0,1/2, not {text[:40]!r}") from error


def _bends(design: NumericDesign, truths: Sequence[Fraction]) -> Iterator[float]:
    """Where the density jumps or bends for one of the truths; ends of a support are moved out, for honest rounding."""
    for truth in truths:
        kinks = design.kinks(truth)
        if kinks and design.mechanism.declared.density is not None:
            kinks[0], kinks[-1] = kinks[0] - near(kinks[0]), kinks[-1] + near(kinks[-1])
        yield from kinks


@dataclass(frozen=True)
class _Average:
    """The law of an answer to one of the truths, each being equally frequent: by it borders are chosen."""

    design: NumericDesign
    truths: Sequence[Fraction]

    def below(self, z: float) -> Fraction:
        """How likely an answer is at most z."""
        chances = [self.design.probability(t, None, Fraction(z))[0] for t in self.truths]
        return sum(chances, Fraction(0)) / len(chances)

    def quantile(self, share: Fraction, low: float, high: float) -> float:
        """About where the answer is below with this probability: a number of few digits, or between two integers."""
        for _ in range(STEPS):
            middle = self._short((low + high) / 2)
            if not low < middle < high or high - low < PRECISE * (1 + abs(low)):
                break
            low, high = (middle, high) if self.below(middle) < share else (low, middle)
        return min((self._short(low), self._short(high)), key=lambda z: abs(self.below(z) - share))

    def _short(self, z: float) -> float:
        return floor(z) + 0.5 if self.design.named.of_integers else round(z, self.digits) + 0.0  # no -0.0

    @cached_property
    def digits(self) -> int:
        """Decimals of a number that is known to a thousandth of the spread of the answers."""
        return 3 - floor(log10(self.design.worst_variance[0]) / 2)

    def with_quantiles(self, borders: list[float], around: Collection[tuple[float, float]]) -> list[float]:
        """The borders with more in the tails of noise, and in cells that are likely and hold no single answer."""
        if self.design.mechanism.declared.noise is not None:
            reach = 1.0 + max(map(abs, borders))
            while self.below(self._short(-reach)) > TAILS[0] / 2:
                reach *= 2
            tails = [self.quantile(share, -reach, reach) for tail in TAILS for share in (tail, 1 - tail)]
            borders = sorted({*borders, *tails})
        while len(borders) < MOST_CELLS - 1:
            chances = [
                (self.below(high) - self.below(low), low, high)
                for low, high in pairwise(borders)
                if (low, high) not in around
            ]
            chance, low, high = max(chances, default=(Fraction(0), 0.0, 0.0))
            border = self.quantile(self.below(low) + chance / 2, low, high) if chance > LIKELY else low
            if not low < border < high:
                return borders
            borders = sorted([*borders, border])
        return borders


def _label(low: float, high: float, integers: bool) -> str:
    if not integers:
        if high == inf:
            return f"above {low:.4g}"
        return f"at most {high:.4g}" if low == -inf else f"{low:.4g} .. {high:.4g}"
    first, last = None if low == -inf else floor(low) + 1, None if high == inf else ceil(high) - 1
    if first is None or last is None:
        return f"{first} and more" if last is None else f"{last} and less"
    return str(first) if first == last else f"{first} .. {last}"


def _different(labels: Sequence[str], borders: Sequence[float]) -> tuple[str, ...]:
    """The labels, those that say the same with all digits of their ends."""
    ends = list(pairwise((-inf, *borders, inf)))
    return tuple(
        label if labels.count(label) == 1 else f"{low!r} .. {high!r}"
        for label, (low, high) in zip(labels, ends, strict=True)
    )
