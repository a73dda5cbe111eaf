"""How the statements of the paper are judged: in which survey a formula is read, and what prose says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from checks.papers.szy.encodings import in_surveys, sections_5_to_7
from checks.verifying.verification import Context, Part

ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    **in_surveys.ENCODINGS,
    **sections_5_to_7.ENCODINGS,
}
