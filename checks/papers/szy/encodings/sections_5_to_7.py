"""The encodings of sections 5 to 7 and of Appendices C and D, one module for each part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from checks.papers.szy.encodings import experiments, numbers
from checks.verifying.verification import Context, Part

ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    **numbers.ENCODINGS,
    **experiments.ENCODINGS,
}
