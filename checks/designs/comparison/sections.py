"""A comparison in words: one table with a row for each quantity and a column for each design."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, inf, isfinite, log, log10
from pathlib import PurePath
from typing import TYPE_CHECKING

from checks.claims.prose import escape
from checks.show.sheet import Fact, Grid, Section, Text, exact, level, real, short, vector
from mechanisms.exact.logarithm_sum import LogarithmSum

if TYPE_CHECKING:
    from checks.designs.comparison.whole import Comparison, Member

BEST = "* "  # before the best value of a row
CAPTION = "* is the best of a row: the least"
DIGITS = 6  # significant ones of the largest number of a row
RELATIONS = {
    "first": "{0} tells strictly more",
    "second": "{1} tells strictly more",
    "same": "equivalent: each can be had from the other",
    "incomparable": "incomparable",
}


def sections(found: Comparison, *, full: bool = False) -> tuple[Section, ...]:
    """What was compared, the table, the order, and what was not found."""
    made = (
        Section("designs", "Designs", tuple(_designs(found, full))),
        Section("table", "Side by side", (_table(found, full),)),
        Section("order", "Blackwell's order", tuple(_orders(found))),
        Section("unknown", "Not found", tuple(Fact(u.part, u.reason) for u in found.unknown)),
    )
    return tuple(section for section in made if section.parts)


def _designs(found: Comparison, full: bool) -> Iterator[Fact | Grid | Text]:
    if found.level is not None:
        yield Fact("families at", f"eps = {found.level}")
    if found.variance is not None:
        yield Fact("families at", f"added variance {found.variance}, n times, summed over the truths")
    yield Fact("prior", "uniform" if found.uniform else vector(found.prior, full=full))
    for member in found.members:
        yield Fact(_short(member.name), (_path(member.name) + _how(member)).strip() or _size(member))
    for note in found.notes:
        yield note[:1].upper() + note[1:] + "."


def _path(name: str) -> str:
    """Where a file stands, if not here."""
    return name if _short(name) != name else ""


def _size(member: Member) -> str:
    return f"{member.design.shape[0]} truths, {member.design.shape[1]} responses"


def _how(member: Member) -> str:
    """How a family was brought to the level."""
    one = member.solved
    if one is None:
        return ""
    also = f"; also at {', '.join(f'{float(v):.6g}' for v in one.others)}" if one.others else ""
    if one.exact:
        return f"  with {one.parameter} = {exact(one.value).text}, exactly{also}"
    return f"  with {one.parameter} = {float(one.value):.12g}..., enclosed within {float(one.high - one.low):.1e}{also}"


def headings(found: Comparison) -> list[str]:
    """What each design is called above its column: its name, parameters in a line of their own; of a file its name."""
    return [_short(member.name).replace("(", "\n(", 1) for member in found.members]


def _short(name: str) -> str:
    path = PurePath(name)
    return path.name if path.suffix else name


@dataclass(frozen=True)
class Quantity:
    """A row of the table.

    Attributes:
        name: what is measured.
        value: of a design: a number, infinity as such, text, or None where it is unknown.
        exact: how it is written in full.
        least: whether the least is the best, so that it is marked.

    """

    name: str
    value: Callable[[Member], float | str | None]
    exact: Callable[[Member], Text] | None = None
    least: bool = False


def _table(found: Comparison, full: bool) -> Grid:
    rows = []
    for quantity in _quantities(found):
        values = [quantity.value(member) for member in found.members]
        if all(value is None for value in values):
            continue
        if full and quantity.exact is not None:
            exact_of = quantity.exact
            cells = [exact_of(m) if v is not None else "-" for m, v in zip(found.members, values, strict=True)]
        else:
            cells = aligned(values, mark=quantity.least)
        rows.append((quantity.name, *cells))
    return Grid(CAPTION, ("", *headings(found)), tuple(rows), numeric=True)


def aligned(values: Sequence[float | str | None], *, mark: bool) -> list[Text]:
    """Numbers with as many digits behind the point as six significant ones of the largest have; the least is marked."""
    finite = [v for v in values if isinstance(v, float) and isfinite(v)]
    largest = max(map(abs, finite), default=0.0)
    digits = max(0, DIGITS - 1 - (floor(log10(largest)) if largest else 0))
    best = min(finite) if mark and len(values) > 1 and finite and any(v != min(finite) for v in values) else None
    cells: list[Text] = []
    for value in values:
        if value is None:
            text = "-"
        elif isinstance(value, str):
            text = value
        else:
            text = f"{value:.{digits}f}" if isfinite(value) else "infinite"
        cells.append(f"{BEST}{text}" if best is not None and value == best else text)
    return cells


def _quantities(found: Comparison) -> Iterator[Quantity]:
    def number(value: Fraction | LogarithmSum | None) -> float | None:
        return None if value is None else float(value)

    def rational(name: str, of: Callable[[Member], Fraction | None]) -> Quantity:
        return Quantity(name, lambda m: number(of(m)), lambda m: short(of(m) or Fraction(0), full=True), least=True)

    yield Quantity("truths by responses", lambda m: f"{m.design.shape[0]} x {m.design.shape[1]}")
    yield Quantity("rank", lambda m: str(m.identifiability.rank))
    yield Quantity("smallest eps", _eps, lambda m: level(None if m.privacy is None else m.privacy.x), least=True)
    if found.level is not None:
        yield rational(f"delta at eps = {found.level}", lambda m: None if m.delta is None else m.delta[1])
    yield rational("delta at eps = 0", lambda m: None if m.privacy is None else m.privacy.curve(1))
    yield rational("added variance, n times", lambda m: m.least_added_variance)
    yield rational("worst case of n Var", _worst)
    yield rational("guessing probability", lambda m: None if m.inference is None else m.inference.guess.probability)
    yield Quantity("min-entropy leakage, bits", _leakage, least=True)
    yield Quantity(
        "mutual information, nats",
        lambda m: None if m.inference is None else number(m.inference.information),
        lambda m: real(m.inference.information) if m.inference is not None else "-",
        least=True,
    )
    yield rational("average security", _average)
    yield Quantity("local diversity", lambda m: None if m.inference is None else _diversity(m))


def _eps(member: Member) -> float | None:
    if member.privacy is None:
        return None
    return inf if member.privacy.x is None else log(member.privacy.x)


def _worst(member: Member) -> Fraction | None:
    return None if member.estimation is None else member.estimation.smallest_worst_case.worst.value


def _average(member: Member) -> Fraction | None:
    average = None if member.inference is None else member.inference.average
    return None if average is None else average.ratio


def _leakage(member: Member) -> float | None:
    return None if member.inference is None else log(member.inference.leakage.ratio) / log(2)


def _diversity(member: Member) -> str:
    assert member.inference is not None
    diversity = member.inference.diversity
    return f"l = {diversity.level}" if diversity.is_plain else "no"


def _orders(found: Comparison) -> Iterator[Fact | Grid | Text]:
    for one in found.orders:
        first, second = _short(one.first), _short(one.second)
        yield Fact(f"{first}, {second}", RELATIONS[one.relation].format(first, second))
    if found.orders:
        yield Fact("proved by", f"{2 * len(found.orders)} theorems of the kernel, one a direction")


def latex(found: Comparison) -> str:
    """The table as a display, for notebooks."""
    grid = _table(found, full=False)
    lines = [grid.header, *grid.rows]
    body = " \\\\\n".join(
        " & ".join(rf"\text{{{escape(c)}}}" if isinstance(c, str) else c.latex for c in line) for line in lines
    )
    return f"$\\displaystyle\n\\begin{{array}}{{l{'r' * (len(grid.header) - 1)}}}\n{body}\n\\end{{array}}$"
