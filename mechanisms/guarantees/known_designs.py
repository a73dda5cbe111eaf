"""What is well known about a design with rational entries, in words: whether it is one of those that have a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb

from mechanisms.design import Design
from mechanisms.exact.numerals import in_words
from mechanisms.guarantees.criteria.bayes import numbers

LISTED = 12  # truths that are written out
Column = tuple[Fraction, ...]


def recognised(design: Design, *, with_numbers: bool = True) -> tuple[str, ...]:
    """Sentences about the design: its name if it has one, what is never answered, which responses say the same.

    A response that is a multiple of another, as a column, says the same about the truth. Without numbers the sentences
    hold for all designs of the same shape.
    """
    columns = list(zip(*numbers(design), strict=True))
    possible = [column for column in columns if any(column)]
    shapes = Counter(_scaled(column) for column in possible)
    found = [_name(design.truths, columns, possible, shapes, with_numbers)]
    if len(possible) < len(columns):
        found.append(f"{len(columns) - len(possible)} of the {len(columns)} responses never occur")
    if len(shapes) < len(possible) and len(shapes) > 1:
        found.append(f"the {len(possible)} responses that occur say only {len(shapes)} different things")
    return tuple(sentence for sentence in found if sentence)


def _name(
    labels: Sequence[object],
    columns: list[Column],
    possible: list[Column],
    shapes: Counter[Column],
    with_numbers: bool,
) -> str:
    truths = len(labels)
    if len(shapes) == 1:
        return "the response says nothing about the truth"
    response = _randomized_response(columns, with_numbers)
    if response:
        return response
    if len(possible) == len(shapes) == 2 and all(len(set(column)) == 2 for column in possible):
        held = [str(label) for label, p in zip(labels, possible[0], strict=True) if p == max(possible[0])]
        listed = f"{{{', '.join(held)}}}"
        if len(held) > LISTED:
            listed = f"{{{', '.join(held[: LISTED // 2])}, ...}} of {len(held)} truths"
        return f"a binary mechanism: it tells whether the truth is in {listed}"
    size = _subset_size(possible, truths)
    if size and len(set(possible)) == len(possible):
        held_entry, lacked = max(possible[0]), min(possible[0])
        numbers_said = (
            f": {in_words(held_entry)} where the set holds the truth, {in_words(lacked)} where not"
            if with_numbers
            else ""
        )
        return f"subset selection, sets of {size}{numbers_said}"
    ratios = {max(column) / min(column) if min(column) else None for column in shapes}
    if len(ratios) == 1 and all(len(set(column)) == 2 for column in shapes):
        ratio = ratios.pop()
        known = in_words(ratio) if with_numbers and ratio is not None else "x"
        multiple = "0 and another number" if ratio is None else f"its least entry and {known} times it"
        return f"an extremal (staircase) mechanism: each column holds only {multiple}"
    return ""


def _randomized_response(columns: list[Column], with_numbers: bool) -> str:
    """k-ary randomized response, its responses perhaps in another order."""
    truths = len(columns[0])
    if len(columns) != truths or truths < 2:
        return ""
    tops = [max(range(truths), key=column.__getitem__) for column in columns]
    keep, other = columns[0][tops[0]], min(columns[0])
    alike = all(
        p == (keep if truth == top else other)
        for top, column in zip(tops, columns, strict=True)
        for truth, p in enumerate(column)
    )
    if not alike or len(set(tops)) < truths or keep <= other:
        return ""
    order = "" if tops == list(range(truths)) else ", its responses in another order"
    name = f"{truths}-ary randomized response{order}"
    if not with_numbers:
        return name
    each = f"each of the {truths - 1} others" if truths > 2 else "the other one"
    return f"{name}: the truth with probability {in_words(keep)}, {each} with {in_words(other)}"


def _subset_size(columns: list[Column], truths: int) -> int:
    """d, where the columns are all sets of d truths, with one entry for those in the set and a smaller one else."""
    values = set().union(*columns)
    if len(values) != 2:
        return 0
    sets = {frozenset(truth for truth, p in enumerate(column) if p == max(values)) for column in columns}
    sizes = {len(members) for members in sets}
    size = sizes.pop()
    return size if not sizes and len(sets) == len(columns) == comb(truths, size) else 0


def _scaled(column: Column) -> Column:
    """The column as a multiple of itself that sums to one."""
    whole = sum(column, Fraction(0))
    return tuple(p / whole for p in column)
