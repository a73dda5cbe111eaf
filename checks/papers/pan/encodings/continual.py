"""Section 3.3: histories of responses, by induction on their length."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from checks.papers.pan.rounds import (
    FACTOR,
    PAIR_ROUNDS,
    Event,
    Meaning,
    Round,
    fact,
    reading,
)
from checks.verifying.verification import Context, Part
from mechanisms.exact.formula import Formula

HISTORY = ("history_i",)
Encoding = Callable[[Context], Sequence[Part]]


def _for_pairs(context: Context, meanings: Callable[[Round], dict[Event, Meaning]], *known: Formula) -> list[Part]:
    """The printed statements for each of the ten pairs of responses."""
    return [
        part
        for node in context.trees()
        for r in PAIR_ROUNDS
        for part in reading(context.interpreter, meanings(r), r.enough, *known).obligations(node, r.title)
    ]


def expansion(context: Context) -> Sequence[Part]:
    """(57): the chain rule, (56) for k, the Markov property, the product rule, for every pair of last responses."""

    def meanings(r: Round) -> dict[Event, Meaning]:
        return {
            ("history_after",): r.longer,
            ("history_k",): lambda truth: FACTOR * r.first(truth),
            ("o_k",): r.first,
            ("o_after", "|", "history_k"): r.step,
            ("o_after", "|", "o_k"): r.step,
            ("o_k", "o_after"): r.both,
        }

    return _for_pairs(context, meanings, fact(FACTOR, ">", 0))


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {"expansion": expansion}
