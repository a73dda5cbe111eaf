"""How the statements of the paper are judged: in which survey a formula is read, and what prose says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from checks.papers.szy.encodings import algorithms, card_sums, in_surveys, sections_5_to_7, theorem_4_2
from checks.verifying.verification import Context, Part

ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    **in_surveys.ENCODINGS,
    **algorithms.ENCODINGS,
    **card_sums.ENCODINGS,
    **theorem_4_2.ENCODINGS,
    **sections_5_to_7.ENCODINGS,
}
