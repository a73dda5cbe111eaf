"""The paper's statements in prose, each as a function that says what must be shown; one module for each part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checks.papers.pan.encodings import background, continual, discussion, solution
from checks.verifying.verification import Context, Part

Encoding = Callable[[Context], Sequence[Part]]
ENCODINGS: dict[str, Encoding] = {
    **background.ENCODINGS,
    **solution.ENCODINGS,
    **continual.ENCODINGS,
    **discussion.ENCODINGS,
}
