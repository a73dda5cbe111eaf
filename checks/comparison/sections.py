"""A comparison in words: one table with a row for each quantity and a column for each design."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import log

from checks.analysis.wording import Fact, Grid, Section, Text, exact, level, ratio, real, short, vector
from checks.comparison.whole import Comparison, Member
from checks.typeset import escape
from derivations.steps import Written

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
    for letter, member in zip(_letters(found), found.members, strict=True):
        yield Fact(letter, member.name + _how(member))
    for note in found.notes:
        yield note[:1].upper() + note[1:] + "."


def _how(member: Member) -> str:
    """How a family was brought to the level."""
    one = member.solved
    if one is None:
        return ""
    also = f"; also at {', '.join(f'{float(v):.6g}' for v in one.others)}" if one.others else ""
    if one.exact:
        return f"  with {one.parameter} = {exact(one.value).text}, exactly{also}"
    return f"  with {one.parameter} = {float(one.value):.12g}..., enclosed within {float(one.high - one.low):.1e}{also}"


def _letters(found: Comparison) -> list[str]:
    return [chr(ord("A") + i) if i < 26 else f"no. {i + 1}" for i in range(len(found.members))]


def _table(found: Comparison, full: bool) -> Grid:
    rows = []
    for heading, value in _quantities(found, full):
        cells = tuple(value(member) for member in found.members)
        if any(_shown(cell) != "-" for cell in cells):
            rows.append((heading, *cells))
    return Grid("each column a design", ("", *_letters(found)), tuple(rows))


def _quantities(found: Comparison, full: bool) -> Iterator[tuple[str, Callable[[Member], Text]]]:
    def cell(value: Fraction | None) -> Text:
        return "-" if value is None else short(value, full=full)

    yield "truths x responses", lambda m: f"{m.design.shape[0]} x {m.design.shape[1]}"
    yield "rank", lambda m: str(m.identifiability.rank)
    yield "smallest eps", lambda m: "-" if m.privacy is None else _level(m.privacy.x)
    if found.level is not None:
        yield f"delta at eps = {found.level}", lambda m: "-" if m.delta is None else cell(m.delta[1])
    yield "delta at eps = 0", lambda m: "-" if m.privacy is None else cell(m.privacy.curve(1))
    yield "added variance, n times", lambda m: cell(m.least_added_variance)
    yield "worst case of n Var", lambda m: cell(_worst(m))
    yield "guessing probability", lambda m: "-" if m.inference is None else cell(m.inference.guess.probability)
    yield "min-entropy leakage, bits", lambda m: "-" if m.inference is None else _bits(m.inference.leakage.ratio)
    yield "mutual information, nats", lambda m: "-" if m.inference is None else real_digits(m)
    yield "average security", lambda m: "-" if m.inference is None else cell(_average(m))
    yield "local diversity", lambda m: "-" if m.inference is None else _diversity(m)


def _worst(member: Member) -> Fraction | None:
    return None if member.estimation is None else member.estimation.smallest_worst_case.worst.value


def _average(member: Member) -> Fraction | None:
    average = None if member.inference is None else member.inference.average
    return None if average is None else average.ratio


def _diversity(member: Member) -> str:
    assert member.inference is not None
    diversity = member.inference.diversity
    return f"l = {diversity.level}" if diversity.is_plain else "no"


def _level(x: Fraction | None) -> Written:
    if x is None:
        return ratio(None)
    if len(str(x)) <= 9:
        return level(x)
    return Written(f"{log(x):.6g}", f"{log(x):.6g}")


def _bits(factor: Fraction) -> str:
    return f"{log(factor) / log(2):.6g}"


def real_digits(member: Member) -> Text:
    """The mutual information in six digits."""
    assert member.inference is not None
    value = member.inference.information
    return real(value) if not value.terms else f"{float(value):.6g}"


def _shown(cell: Text) -> str:
    return cell if isinstance(cell, str) else cell.text


def _orders(found: Comparison) -> Iterator[Fact | Grid | Text]:
    letters = dict(zip((member.name for member in found.members), _letters(found), strict=True))
    for one in found.orders:
        first, second = letters[one.first], letters[one.second]
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
