"""Which claims the proof of another uses: names that are none, and circles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from graphlib import CycleError, TopologicalSorter


def wrong_uses(uses: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What is wrong with what claims say that they use, by claim; of a circle at each claim in it."""
    wrong: dict[str, str] = {}
    for claim, used in uses.items():
        for name in used:
            if name not in uses:
                near = get_close_matches(name, uses, n=1)
                wrong[claim] = f"uses: there is no claim {name!r}{f'; did you mean {near[0]}?' if near else ''}"
    left = {claim: [name for name in used if name in uses] for claim, used in uses.items()}
    while circle := _circle(left):
        for start, claim in enumerate(circle):
            chain = [*circle[start + 1 :], *circle[: start + 1]]
            wrong[claim] = f"uses: it would rest on itself: {claim} uses {', which uses '.join(chain)}"
            left[claim] = []
    return wrong


def _circle(uses: Mapping[str, Sequence[str]]) -> list[str]:
    """Claims each of which uses the next, the last the first; [] where there are none."""
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found[:0:-1]  # graphlib names what is used before what uses it, the first once more at the end
    return []
