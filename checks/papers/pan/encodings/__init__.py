"""The paper's statements in prose, each as a function that says what must be shown; one module for each part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checks.papers.pan.encodings import continual, estimation, relaxation
from checks.verification import Context, Part

ENCODINGS: dict[str, Callable[[Context], Sequence[Part]]] = {
    **relaxation.ENCODINGS,
    **continual.ENCODINGS,
    **estimation.ENCODINGS,
}
