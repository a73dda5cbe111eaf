"""Prose of sections 5 and 6, appendices E to G: one module for each part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from checks.papers.pan.encodings import experiments, rounding
from checks.verifying.verification import Context, Part

ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    **rounding.ENCODINGS,
    **experiments.ENCODINGS,
}
