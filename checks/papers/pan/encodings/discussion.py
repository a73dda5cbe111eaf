"""TODO."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from checks.verification import Context, Part

ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {}
