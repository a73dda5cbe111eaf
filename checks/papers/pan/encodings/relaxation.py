"""Prose of sections 1 to 3.2, appendices A and B; one module for each topic."""

from __future__ import annotations

from checks.papers.pan.encodings import background, binary, common, requirements, scenarios, solution
from checks.papers.pan.encodings.common import Encoding

ENCODINGS: dict[str, Encoding] = {
    **common.ENCODINGS,
    **background.ENCODINGS,
    **scenarios.ENCODINGS,
    **requirements.ENCODINGS,
    **binary.ENCODINGS,
    **solution.ENCODINGS,
}
